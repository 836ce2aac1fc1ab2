//! Calls: of the author's functions and of the language's.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::language::builtins::Arity;
use crate::language::builtins::Builtin;
use crate::language::compile::Compiled;
use crate::language::compile::compiler::Compiler;
use crate::language::failure::Fault;
use crate::language::program::Op;
use crate::language::program::Register;
use crate::language::scope::Meaning;
use crate::language::syntax::Bytes;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        (name, name_bytes): (&Name, Bytes),
        arguments: &[Node],
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let count = arguments.len();
        if let Some(builtin) = Builtin::named(name) {
            return self.builtin((builtin, name), arguments, to, bytes);
        }
        if self.local(name).is_none()
            && let Some(Meaning::Definition(id)) = self.scope.meaning(name)
            && let Some(definition) = self.scope.definition(id)
        {
            let Some(parameters) = &definition.parameters else {
                return self.fail(
                    Code::ExpressionArguments,
                    bytes,
                    format!("`{name}` is no function; write it without brackets"),
                );
            };
            let wanted = parameters.len();
            if count > wanted || count == 0 {
                let names: Vec<&str> = parameters.iter().map(|(name, _)| &**name).collect();
                return self.fail(
                    Code::ExpressionArguments,
                    bytes,
                    format!("`{name}({})` is applied to {}", names.join(", "), things(count)),
                );
            }
            if count == wanted
                && let Some(body) = self.body_to_inline(id)
            {
                return self.inline((name, body, id.module), arguments, to, bytes);
            }
            let first = self.arguments(name, arguments, wanted, bytes)?;
            return self.emit(Op::Call { module: id.module, to, first, index: id.index }, bytes);
        }
        if Gathering::named(name) == Some(Gathering::Group) {
            return self.fail(
                Code::ExpressionArguments,
                bytes,
                "`group` needs a key and cases: `group(e by k for …)`",
            );
        }
        self.unknown(name, name_bytes, true)
    }

    /// Puts `arguments` into neighbouring registers, `wanted` of them, taking tuples apart if fewer
    /// are written; returns the first.
    pub(super) fn arguments(
        &mut self,
        name: &Name,
        arguments: &[Node],
        wanted: usize,
        bytes: Bytes,
    ) -> Compiled<Register> {
        let first = self.next;
        for argument in arguments {
            let register = self.reserve(argument.bytes)?;
            self.put_into(argument, register)?;
        }
        if arguments.len() < wanted {
            for _ in arguments.len()..wanted {
                self.reserve(bytes)?;
            }
            let (Ok(count), Ok(wanted)) = (u8::try_from(arguments.len()), u8::try_from(wanted))
            else {
                return self.fail(Code::ExpressionArguments, bytes, "too many arguments");
            };
            let known = self.program.names.iter().position(|own| own == name);
            let name = known.unwrap_or_else(|| {
                self.program.names.push(Arc::clone(name));
                self.program.names.len() - 1
            });
            self.emit(Op::Spread { first, count, wanted, name: name as u16 }, bytes)?;
        }
        Ok(first)
    }

    /// The first of the neighbouring registers in which these arguments stand in order already.
    pub(super) fn in_a_row(&self, arguments: &[Node]) -> Option<Register> {
        let mut registers = arguments.iter().map(|argument| match &argument.kind {
            NodeKind::Name(name) => self.local(name),
            _ => None,
        });
        let first = registers.next()??;
        (first + 1..).zip(registers).all(|(next, register)| register == Some(next)).then_some(first)
    }

    pub(super) fn builtin(
        &mut self,
        (builtin, name): (Builtin, &Name),
        arguments: &[Node],
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let wanted = match builtin.arity() {
            Arity::Exactly(1) => {
                let [argument] = arguments else {
                    return self.wrong_number(
                        (builtin, name),
                        arguments.len(),
                        "one argument",
                        bytes,
                    );
                };
                let a = self.operand(argument)?;
                return self.emit(Op::Apply { builtin, to, a }, bytes);
            }
            Arity::Exactly(wanted) => usize::from(wanted),
            Arity::OneOrTwo if arguments.len() > 2 => {
                return self.wrong_number(
                    (builtin, name),
                    arguments.len(),
                    "one or two arguments",
                    bytes,
                );
            }
            Arity::OneOrTwo | Arity::Any => arguments.len(),
        };
        if arguments.is_empty() || arguments.len() > wanted.max(1) {
            let takes = match wanted {
                0 => "at least one argument".to_owned(),
                wanted => things(wanted),
            };
            return self.wrong_number((builtin, name), arguments.len(), &takes, bytes);
        }
        let first = match self.in_a_row(arguments).filter(|_| arguments.len() == wanted) {
            Some(first) => first,
            None => self.arguments(name, arguments, wanted, bytes)?,
        };
        let Ok(count) = u8::try_from(wanted) else {
            return self.wrong_number((builtin, name), arguments.len(), "fewer arguments", bytes);
        };
        self.emit(Op::Builtin { builtin, count, to, first }, bytes)
    }

    pub(super) fn wrong_number(
        &self,
        (builtin, name): (Builtin, &Name),
        found: usize,
        takes: &str,
        bytes: Bytes,
    ) -> Compiled<()> {
        let message = format!("`{name}` takes {takes}, not {}", things(found));
        let mut fault = Fault::new(Code::ExpressionArguments, message);
        if matches!(builtin, Builtin::Max | Builtin::Min | Builtin::Sum | Builtin::Product) {
            fault =
                fault.help(format!("several values stand in square brackets: `{name}([a, b])`"));
        }
        Err(self.failure(fault, bytes))
    }
}

pub(super) fn things(count: usize) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "one argument".to_owned(),
        2 => "two arguments".to_owned(),
        3 => "three arguments".to_owned(),
        count => format!("{count} arguments"),
    }
}
