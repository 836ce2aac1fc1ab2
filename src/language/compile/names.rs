//! Names and what stands behind dots.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::nearest;
use crate::language::builtins::Builtin;
use crate::language::compile::Compiled;
use crate::language::compile::compiler::Compiler;
use crate::language::failure::Fault;
use crate::language::program::Op;
use crate::language::program::Path;
use crate::language::program::Register;
use crate::language::scope::Meaning;
use crate::language::syntax::Bytes;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::value::Value;

impl Compiler<'_> {
    pub(super) fn name(&mut self, name: &Name, to: Register, bytes: Bytes) -> Compiled<()> {
        if let Some(from) = self.local(name) {
            return self.emit(Op::Copy { to, from }, bytes);
        }
        match self.scope.meaning(name) {
            Some(Meaning::Fixed(text)) => {
                let from = self.constant(Value::text(text), bytes)?;
                self.emit(Op::Copy { to, from }, bytes)
            }
            Some(Meaning::Definition(id)) => {
                if let Some(definition) = self.scope.definition(id)
                    && let Some(parameters) = &definition.parameters
                {
                    let names: Vec<&str> = parameters.iter().map(|(name, _)| &**name).collect();
                    return self.fail(
                        Code::ExpressionArguments,
                        bytes,
                        format!("`{name}` is a function: `{name}({})`", names.join(", ")),
                    );
                }
                self.emit(Op::Constant { module: id.module, to, index: id.index }, bytes)
            }
            Some(Meaning::Finding { essay, id }) => self.finding(essay, id, to, bytes),
            Some(Meaning::Here | Meaning::Ladder | Meaning::Essay(_)) => self.fail(
                Code::ExpressionUnknown,
                bytes,
                format!(
                    "`{name}` has no value by itself; ask it for something, as in `{name}.rung`"
                ),
            ),
            None => self.unknown(name, bytes, false),
        }
    }

    pub(super) fn unknown<T>(&self, name: &str, bytes: Bytes, called: bool) -> Compiled<T> {
        let what = if called { "function" } else { "name" };
        let mut fault =
            Fault::new(Code::ExpressionUnknown, format!("there is no {what} `{name}` here"));
        let variables: Vec<&str> = self.locals.iter().map(|(name, _)| &**name).collect();
        if let Some(near) = self.scope.nearest_name(name, &variables, called) {
            fault = fault.help(format!("did you mean `{near}`?"));
        } else if !called && Builtin::named(name).is_some() {
            fault = fault.help(format!("`{name}` is a function: `{name}(…)`"));
        } else if called && self.scope.meaning(name).is_some() {
            fault = fault.help(format!("`{name}` is no function; write it without brackets"));
        }
        Err(self.failure(fault, bytes))
    }

    pub(super) fn finding(
        &mut self,
        essay: Name,
        id: Name,
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let wanted = (essay, id);
        let known = self.program.findings.iter().position(|own| *own == wanted);
        let index = known.unwrap_or_else(|| {
            self.program.findings.push(wanted);
            self.program.findings.len() - 1
        });
        self.emit(Op::Finding { to, index: index as u16 }, bytes)
    }

    pub(super) fn path(&mut self, first: &Name, second: Option<&Name>) -> u16 {
        let path = Path { first: Arc::clone(first), second: second.map(Arc::clone) };
        let known = self.program.paths.iter().position(|own| *own == path);
        let index = known.unwrap_or_else(|| {
            self.program.paths.push(path);
            self.program.paths.len() - 1
        });
        index as u16
    }

    pub(super) fn attribute(
        &mut self,
        of: &Node,
        (name, name_bytes): (&Name, Bytes),
        arguments: Option<&[Node]>,
        (to, bytes): (Register, Bytes),
    ) -> Compiled<()> {
        if let Some(arguments) = arguments {
            let first = self.reserve(of.bytes)?;
            self.put_into(of, first)?;
            for argument in arguments {
                let register = self.reserve(argument.bytes)?;
                self.put_into(argument, register)?;
            }
            let path = self.path(name, None);
            let count = u8::try_from(arguments.len()).unwrap_or(u8::MAX);
            return self.emit(Op::Method { count, to, first, path }, bytes);
        }
        if let NodeKind::Name(whole) = &of.kind
            && self.local(whole).is_none()
        {
            match self.scope.meaning(whole) {
                Some(Meaning::Here) => {
                    let essay: Name = self.scope.essay().unwrap_or("").into();
                    return self.of_essay(&essay, "here", (name, name_bytes), to);
                }
                Some(Meaning::Essay(essay)) => {
                    return self.of_essay(&essay, whole, (name, name_bytes), to);
                }
                Some(Meaning::Ladder) => {
                    if &**name != "rungs" {
                        let message = format!("`ladder` has only `rungs`, not `{name}`");
                        return self.fail(Code::ExpressionUnknown, name_bytes, message);
                    }
                    let rungs = i64::try_from(self.scope.site().rungs()).unwrap_or(i64::MAX);
                    let from = self.constant(Value::from(rungs), bytes)?;
                    return self.emit(Op::Copy { to, from }, bytes);
                }
                Some(Meaning::Definition(_) | Meaning::Finding { .. } | Meaning::Fixed(_))
                | None => {}
            }
        }
        if let NodeKind::Attribute { of: inner, name: middle, arguments: None, .. } = &of.kind
            && !self.names_an_essay(inner)
        {
            let a = self.operand(inner)?;
            let path = self.path(middle, Some(name));
            return self.emit(Op::Attribute { to, a, path }, bytes);
        }
        let a = self.operand(of)?;
        let path = self.path(name, None);
        self.emit(Op::Attribute { to, a, path }, name_bytes)
    }

    /// Whether what stands before a dot is an essay, so that the part behind it is an id.
    pub(super) fn names_an_essay(&self, node: &Node) -> bool {
        let NodeKind::Name(name) = &node.kind else { return false };
        self.local(name).is_none()
            && matches!(
                self.scope.meaning(name),
                Some(Meaning::Here | Meaning::Ladder | Meaning::Essay(_))
            )
    }

    pub(super) fn of_essay(
        &mut self,
        essay: &Name,
        shown: &str,
        (name, bytes): (&Name, Bytes),
        to: Register,
    ) -> Compiled<()> {
        if &**name == "rung" {
            let Some(rung) = self.scope.rung(essay) else {
                let message = format!("`{shown}` has no rung: its front matter gives none");
                return self.fail(Code::ExpressionUndefined, bytes, message);
            };
            let from = self.constant(Value::Number(rung), bytes)?;
            return self.emit(Op::Copy { to, from }, bytes);
        }
        let ids = self.scope.site().essays().get(essay).map(|outline| &outline.ids);
        if let Some((id, _)) = ids.and_then(|ids| ids.get_key_value(name)) {
            return self.finding(Arc::clone(essay), Arc::clone(id), to, bytes);
        }
        let message = format!("`{shown}` has no claim or figure `{name}`");
        let mut fault = Fault::new(Code::ExpressionUnknown, message);
        let names = ids.into_iter().flat_map(|ids| ids.keys()).map(|id| &**id);
        fault = fault.help(match nearest(name, names.chain(["rung"])) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "definitions serve their own essay: what several name stands in a library, \
                 `content/lib/NAME.def`, which each loads with `use: [NAME]`; of `{shown}` others \
                 see claims, figures and `rung`"
            ),
        });
        Err(self.failure(fault, bytes))
    }
}
