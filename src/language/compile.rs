//! Turns expressions into programs: names become registers, clauses become loops.
//!
//! The ways in are [`expression`], [`cases`] and [`module`]. A name that means nothing, a wrong
//! number of arguments and a name bound twice are found here, before anything runs.
//!
//! Registers are handed out like a stack: a part's own registers lie above those of what surrounds
//! it, and the arguments of a call lie where the called program expects its parameters.
//!
//! **Long**: one walk over the syntax, an arm for each kind of node; cut apart, the arms would hand
//! the same state to each other.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::language::builtins::Arity;
use crate::language::builtins::Builtin;
use crate::language::failure::Failure;
use crate::language::failure::Fault;
use crate::language::program::BoundName;
use crate::language::program::CONSTANT;
use crate::language::program::NO_BINDING;
use crate::language::program::Op;
use crate::language::program::Operand;
use crate::language::program::Origin;
use crate::language::program::Origins;
use crate::language::program::Path;
use crate::language::program::Program;
use crate::language::program::Register;
use crate::language::program::Target;
use crate::language::scope::DefinitionId;
use crate::language::scope::Meaning;
use crate::language::scope::Module;
use crate::language::scope::Scope;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Clauses;
use crate::language::syntax::Comparison;
use crate::language::syntax::Definition;
use crate::language::syntax::Expression;
use crate::language::syntax::Gather;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::syntax::Pattern;
use crate::language::value::Items;
use crate::language::value::Value;

type Compiled<T> = Result<T, Failure>;

/// The most operations of a program; jumps are 16 bits wide.
const MAX_OPS: usize = 65_000;

/// The most registers of a frame.
const MAX_REGISTERS: u16 = 30_000;

/// A line between the clauses of a block and what is asked of its cases.
#[derive(Clone, Debug)]
pub enum Step {
    /// Drops the cases for which it is false.
    Where(Expression),
    /// Names a value of the case.
    With(Name, Span, Expression),
}

/// Cases in the form in which they run.
#[derive(Debug)]
pub(crate) struct CaseProgram {
    pub(crate) program: Program,
    /// The variables of the clauses, in order, with their registers.
    pub(crate) variables: Vec<(Name, Register)>,
    /// Everything that is named in a case: the variables and the `with`s.
    pub(crate) named: Vec<(Name, Register)>,
    /// Where the results are handed over.
    pub(crate) results: Vec<Register>,
}

/// Compiles `expression`, with values for `names` in the first registers.
pub(crate) fn expression(
    scope: &Scope,
    names: &[Name],
    expression: &Expression,
) -> Compiled<Program> {
    let mut compiler = Compiler::new(scope);
    compiler.given(names);
    compiler.source(&expression.text, expression.at);
    let result = compiler.operand(&expression.root)?;
    compiler.emit(Op::Return { a: result }, expression.root.bytes)?;
    Ok(compiler.program)
}

/// Compiles cases: `over` binds variables, `steps` drop cases and name values, in the order written,
/// and `results` are handed over for each case that is left.
pub(crate) fn cases(
    scope: &Scope,
    names: &[Name],
    over: Option<&Clauses>,
    steps: &[Step],
    results: &[&Expression],
) -> Compiled<CaseProgram> {
    let mut compiler = Compiler::new(scope);
    compiler.given(names);
    let known = compiler.locals.len();
    let clauses: &[Clause] = match over {
        Some(over) => {
            compiler.source(&over.text, over.at);
            &over.clauses
        }
        None => &[],
    };
    let mut found = (Vec::new(), Vec::new(), Vec::new());
    let mut ends = Vec::new();
    compiler.loops(clauses, &mut |compiler| {
        found.0 = compiler.locals[known..].to_vec();
        let mut dropped = Vec::new();
        for step in steps {
            match step {
                Step::Where(condition) => {
                    compiler.source(&condition.text, condition.at);
                    compiler.unless(&condition.root, &mut dropped)?;
                }
                Step::With(name, at, value) => {
                    compiler.source(&value.text, value.at);
                    let register = compiler.reserve(value.root.bytes)?;
                    compiler.into_register(&value.root, register)?;
                    compiler.bind(name, register, *at)?;
                }
            }
        }
        found.1 = compiler.locals[known..].to_vec();
        for result in results {
            compiler.source(&result.text, result.at);
            let register = compiler.reserve(result.root.bytes)?;
            compiler.into_register(&result.root, register)?;
            found.2.push(register);
        }
        let end = results.last().map_or(Bytes { start: 0, end: 0 }, |result| result.root.bytes);
        compiler.emit(Op::Yield, end)?;
        match compiler.next_case {
            Some(next) => compiler.patch(&dropped, next),
            None => ends = dropped,
        }
        Ok(())
    })?;
    let end = compiler.here();
    compiler.patch(&ends, end);
    compiler.emit(Op::End, Bytes { start: 0, end: 0 })?;
    let (variables, named, results) = found;
    Ok(CaseProgram { program: compiler.program, variables, named, results })
}

/// Compiles every definition of the essay (or library) whose scope this is.
pub(crate) fn module(scope: &Scope, sink: &mut Sink) -> Module {
    let own = &scope.0.own;
    let cheap = cheap_definitions(scope);
    let programs: Vec<Compiled<Program>> = own
        .definitions
        .items
        .iter()
        .zip(cheap)
        .map(|(definition, cheap)| {
            let mut program = compile_definition(scope, definition)?;
            program.memoised = !cheap && definition.parameters.is_some();
            Ok(program)
        })
        .collect();
    for failure in programs.iter().filter_map(|program| program.as_ref().err()) {
        sink.push(failure.clone().into_diagnostic());
    }
    let constants = programs.iter().map(|_| std::sync::OnceLock::new()).collect();
    Module { definitions: own.definitions.clone(), programs, constants }
}

fn compile_definition(scope: &Scope, definition: &Definition) -> Compiled<Program> {
    let mut compiler = Compiler::new(scope);
    let body = &definition.body;
    compiler.source(&body.text, body.at);
    compiler.program.name = Some(Arc::clone(&definition.name));
    for (name, at) in definition.parameters.iter().flatten() {
        let register = compiler.reserve(body.root.bytes)?;
        compiler.bind(name, register, *at)?;
        compiler.program.parameters += 1;
    }
    let result = compiler.operand(&body.root)?;
    compiler.emit(Op::Return { a: result }, body.root.bytes)?;
    Ok(compiler.program)
}

/// Which definitions cost so little that looking a result up would cost more: no loops, no lists, no
/// recursion, only cheap functions.
fn cheap_definitions(scope: &Scope) -> Vec<bool> {
    /// Parts of a definition beyond which it is not called cheap, and passes over all of them.
    const PARTS: usize = 40;
    const PASSES: usize = 12;
    let items = &scope.0.own.definitions.items;
    let mut candidates: Vec<Option<Vec<DefinitionId>>> = items
        .iter()
        .map(|definition| {
            let (mut parts, mut cheap, mut called) = (0, true, Vec::new());
            definition.body.root.visit(&mut |node| {
                parts += 1;
                match &node.kind {
                    NodeKind::Gather(_)
                    | NodeKind::List(_)
                    | NodeKind::Tuple(_)
                    | NodeKind::Attribute { .. }
                    | NodeKind::Binary { operator: Operator::Join | Operator::Power, .. } => {
                        cheap = cheap
                            && matches!(
                                node.kind,
                                NodeKind::Binary { operator: Operator::Power, .. }
                            );
                    }
                    NodeKind::Call { name, .. } => match scope.meaning(name) {
                        Some(Meaning::Definition(id)) => called.push(id),
                        _ => cheap &= Builtin::named(name).is_some_and(Builtin::is_cheap),
                    },
                    NodeKind::Number(_)
                    | NodeKind::Bool(_)
                    | NodeKind::Text(_)
                    | NodeKind::Name(_)
                    | NodeKind::Index { .. }
                    | NodeKind::Negate(_)
                    | NodeKind::Not(_)
                    | NodeKind::Binary { .. }
                    | NodeKind::Compare { .. }
                    | NodeKind::If { .. } => {}
                }
            });
            (cheap && parts <= PARTS).then_some(called)
        })
        .collect();
    let mut cheap = vec![false; items.len()];
    let is_cheap = |id: &DefinitionId, cheap: &[bool]| match id.module {
        0 => cheap.get(usize::from(id.index)).copied().unwrap_or(false),
        module => scope
            .module(module)
            .and_then(|own| own.programs.get(usize::from(id.index)))
            .is_some_and(|program| program.as_ref().is_ok_and(|program| !program.memoised)),
    };
    for _ in 0..PASSES {
        let mut changed = false;
        for (index, candidate) in candidates.iter_mut().enumerate() {
            if candidate.as_ref().is_some_and(|called| called.iter().all(|id| is_cheap(id, &cheap)))
            {
                *candidate = None;
                cheap[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    cheap
}

/// A body of loops: what is done for each case.
type Body<'a, 's> = &'a mut dyn FnMut(&mut Compiler<'s>) -> Compiled<()>;

struct Compiler<'s> {
    scope: &'s Scope,
    program: Program,
    locals: Vec<(Name, Register)>,
    next: Register,
    binding: u32,
    loops_open: u16,
    /// Where the innermost loop takes its next item.
    next_case: Option<Target>,
}

impl<'s> Compiler<'s> {
    fn new(scope: &'s Scope) -> Self {
        Self {
            scope,
            program: Program::default(),
            locals: Vec::new(),
            next: 0,
            binding: NO_BINDING,
            loops_open: 0,
            next_case: None,
        }
    }

    /// Takes `names` as bound, in the first registers.
    fn given(&mut self, names: &[Name]) {
        for name in names {
            let register = self.next;
            self.next += 1;
            self.program.registers = self.program.registers.max(self.next);
            self.note_binding(name, register);
        }
        self.program.parameters = self.next;
    }

    /// What follows comes from `text`, which stands at `at`.
    fn source(&mut self, text: &Arc<str>, at: Span) {
        self.program.texts.push(Origins { text: Arc::clone(text), at });
    }

    fn origin(&self, bytes: Bytes) -> Origin {
        let text = u16::try_from(self.program.texts.len().saturating_sub(1)).unwrap_or(u16::MAX);
        Origin { bytes, text, binding: self.binding }
    }

    fn failure(&self, fault: Box<Fault>, bytes: Bytes) -> Failure {
        let origin = self.origin(bytes);
        let nowhere = Span::new(crate::diagnostics::SourceId(0), 0..0);
        Failure::new(fault, self.program.span(origin).unwrap_or(nowhere))
    }

    fn fail<T>(&self, code: Code, bytes: Bytes, message: impl Into<String>) -> Compiled<T> {
        Err(self.failure(Fault::new(code, message), bytes))
    }

    fn here(&self) -> Target {
        self.program.ops.len() as Target
    }

    fn emit(&mut self, op: Op, bytes: Bytes) -> Compiled<()> {
        if self.program.ops.len() >= MAX_OPS {
            return self.fail(Code::ExpressionTooLarge, bytes, "this expression is too long");
        }
        let origin = self.origin(bytes);
        self.program.ops.push(op);
        self.program.origins.push(origin);
        Ok(())
    }

    /// Emits a jump whose target is patched later; returns its place.
    fn emit_jump(&mut self, op: Op, bytes: Bytes) -> Compiled<usize> {
        self.emit(op, bytes)?;
        Ok(self.program.ops.len() - 1)
    }

    fn patch(&mut self, jumps: &[usize], target: Target) {
        for &jump in jumps {
            if let Some(
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpUnless { to, .. }
                | Op::BranchIf { to, .. }
                | Op::BranchUnless { to, .. }
                | Op::Next { exit: to, .. },
            ) = self.program.ops.get_mut(jump)
            {
                *to = target;
            }
        }
    }

    fn reserve(&mut self, bytes: Bytes) -> Compiled<Register> {
        let register = self.next;
        if register >= MAX_REGISTERS {
            return self.fail(
                Code::ExpressionTooLarge,
                bytes,
                "this expression has too many parts",
            );
        }
        self.next += 1;
        self.program.registers = self.program.registers.max(self.next);
        Ok(register)
    }

    fn constant(&mut self, value: Value, bytes: Bytes) -> Compiled<Operand> {
        let known = self.program.constants.iter().position(|own| *own == value);
        let index = known.unwrap_or_else(|| {
            self.program.constants.push(value);
            self.program.constants.len() - 1
        });
        match u16::try_from(index) {
            Ok(index) if index < CONSTANT => Ok(index | CONSTANT),
            _ => {
                self.fail(Code::ExpressionTooLarge, bytes, "this expression has too many literals")
            }
        }
    }

    fn note_binding(&mut self, name: &Name, register: Register) {
        self.locals.push((Arc::clone(name), register));
        let bound = BoundName { outer: self.binding, name: Arc::clone(name), register };
        self.binding = self.program.bindings.len() as u32;
        self.program.bindings.push(bound);
    }

    /// Binds `name`, which must not be bound yet.
    fn bind(&mut self, name: &Name, register: Register, at: Span) -> Compiled<()> {
        if self.locals.iter().any(|(own, _)| own == name) {
            let fault = Fault::new(
                Code::ExpressionShadowed,
                format!("`{name}` is bound already and may not be bound again"),
            );
            return Err(Failure::new(fault.help("give one of the two another name"), at));
        }
        self.note_binding(name, register);
        Ok(())
    }

    fn forget(&mut self, locals: usize) {
        while self.locals.len() > locals {
            self.locals.pop();
            self.binding = self
                .program
                .bindings
                .get(self.binding as usize)
                .map_or(NO_BINDING, |bound| bound.outer);
        }
    }

    fn local(&self, name: &str) -> Option<Register> {
        self.locals.iter().rev().find(|(own, _)| &**own == name).map(|&(_, register)| register)
    }

    /// Where the value of `node` stands: a constant, a variable, or a register of its own.
    fn operand(&mut self, node: &Node) -> Compiled<Operand> {
        match &node.kind {
            NodeKind::Number(number) => {
                return self.constant(Value::Number(number.clone()), node.bytes);
            }
            NodeKind::Bool(value) => return self.constant(Value::Bool(*value), node.bytes),
            NodeKind::Text(text) => return self.constant(Value::text(text), node.bytes),
            NodeKind::Name(name) => {
                if let Some(register) = self.local(name) {
                    return Ok(register);
                }
                if let Some(Meaning::Fixed(text)) = self.scope.meaning(name) {
                    return self.constant(Value::text(text), node.bytes);
                }
            }
            NodeKind::Negate(inner) => {
                if let NodeKind::Number(number) = &inner.kind {
                    return self.constant(Value::Number(number.negate()), node.bytes);
                }
            }
            NodeKind::Tuple(parts) | NodeKind::List(parts) => {
                if let Some(value) = literal(node, parts) {
                    return self.constant(value, node.bytes);
                }
            }
            NodeKind::Gather(_)
            | NodeKind::Call { .. }
            | NodeKind::Attribute { .. }
            | NodeKind::Index { .. }
            | NodeKind::Not(_)
            | NodeKind::Binary { .. }
            | NodeKind::Compare { .. }
            | NodeKind::If { .. } => {}
        }
        let register = self.reserve(node.bytes)?;
        self.into_register(node, register)?;
        Ok(register)
    }

    /// Puts the value of `node` into `to`.
    fn into_register(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let mark = self.next;
        self.value(node, to)?;
        self.next = mark;
        Ok(())
    }

    fn value(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let bytes = node.bytes;
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) => {
                let from = self.operand(node)?;
                self.emit(Op::Copy { to, from }, bytes)
            }
            NodeKind::Name(name) => self.name(name, to, bytes),
            NodeKind::Tuple(parts) | NodeKind::List(parts) => {
                if let Some(value) = literal(node, parts) {
                    let from = self.constant(value, bytes)?;
                    return self.emit(Op::Copy { to, from }, bytes);
                }
                let first = self.next;
                for part in parts {
                    let register = self.reserve(part.bytes)?;
                    self.into_register(part, register)?;
                }
                let count = parts.len() as u16;
                self.emit(
                    if matches!(node.kind, NodeKind::Tuple(_)) {
                        Op::Tuple { to, first, count }
                    } else {
                        Op::List { to, first, count }
                    },
                    bytes,
                )
            }
            NodeKind::Gather(gather) => self.gather(gather, to, bytes),
            NodeKind::Call { name, name_bytes, arguments } => {
                self.call(name, *name_bytes, arguments, to, bytes)
            }
            NodeKind::Attribute { of, name, name_bytes, arguments } => {
                self.attribute(of, (name, *name_bytes), arguments.as_deref(), to, bytes)
            }
            NodeKind::Index { of, index } => {
                let a = self.operand(of)?;
                if let NodeKind::Binary { operator: Operator::Range, left, right } = &index.kind {
                    let first = self.pair(left, right)?;
                    return self.emit(Op::Slice { to, a, first }, bytes);
                }
                let b = self.operand(index)?;
                self.emit(Op::Index { to, a, b }, bytes)
            }
            NodeKind::Negate(inner) => {
                let a = self.operand(inner)?;
                self.emit(Op::Negate { to, a }, bytes)
            }
            NodeKind::Not(inner) => {
                let a = self.operand(inner)?;
                self.emit(Op::Not { to, a }, bytes)
            }
            NodeKind::Binary { operator, left, right } => {
                self.binary(*operator, (left, right), node, to)
            }
            NodeKind::Compare { operands, signs } => {
                match (operands.as_slice(), signs.as_slice()) {
                    ([left, right], [Comparison::In]) if range_of(right).is_some() => {
                        let Some((low, high)) = range_of(right) else { return Ok(()) };
                        let a = self.operand(left)?;
                        let first = self.pair(low, high)?;
                        self.emit(Op::InRange { to, a, first }, bytes)
                    }
                    ([left, right], [sign]) => {
                        let (a, b) = (self.operand(left)?, self.operand(right)?);
                        self.emit(Op::Compare { sign: *sign, to, a, b }, bytes)
                    }
                    _ => self.truth(node, to),
                }
            }
            NodeKind::If { condition, then, otherwise } => {
                let mut otherwise_from = Vec::new();
                let mark = self.next;
                self.unless(condition, &mut otherwise_from)?;
                self.next = mark;
                self.into_register(then, to)?;
                let end = self.emit_jump(Op::Jump { to: 0 }, bytes)?;
                let here = self.here();
                self.patch(&otherwise_from, here);
                self.into_register(otherwise, to)?;
                let here = self.here();
                self.patch(&[end], here);
                Ok(())
            }
        }
    }

    /// Two values in neighbouring registers; returns the first.
    fn pair(&mut self, left: &Node, right: &Node) -> Compiled<Register> {
        let first = self.reserve(left.bytes)?;
        let second = self.reserve(right.bytes)?;
        self.into_register(left, first)?;
        self.into_register(right, second)?;
        Ok(first)
    }

    fn binary(
        &mut self,
        operator: Operator,
        (left, right): (&Node, &Node),
        node: &Node,
        to: Register,
    ) -> Compiled<()> {
        if matches!(operator, Operator::And | Operator::Or | Operator::Implies) {
            return self.truth(node, to);
        }
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        let op = match operator {
            Operator::Add => Op::Add { to, a, b },
            Operator::Subtract => Op::Subtract { to, a, b },
            Operator::Multiply => Op::Multiply { to, a, b },
            Operator::Divide => Op::Divide { to, a, b },
            Operator::DivideDown => Op::DivideDown { to, a, b },
            Operator::Modulo => Op::Modulo { to, a, b },
            Operator::Power => Op::Power { to, a, b },
            Operator::Join => Op::Join { to, a, b },
            Operator::Range => Op::Range { to, a, b },
            Operator::Iff | Operator::And | Operator::Or | Operator::Implies => {
                Op::Iff { to, a, b }
            }
        };
        self.emit(op, node.bytes)
    }

    /// The truth of `node` in `to`, by jumps.
    fn truth(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let mut to_false = Vec::new();
        self.unless(node, &mut to_false)?;
        let (yes, no) = (
            self.constant(Value::Bool(true), node.bytes)?,
            self.constant(Value::Bool(false), node.bytes)?,
        );
        self.emit(Op::Copy { to, from: yes }, node.bytes)?;
        let end = self.emit_jump(Op::Jump { to: 0 }, node.bytes)?;
        let here = self.here();
        self.patch(&to_false, here);
        self.emit(Op::Copy { to, from: no }, node.bytes)?;
        let here = self.here();
        self.patch(&[end], here);
        Ok(())
    }

    /// Jumps (added to `jumps`) if `node` is false.
    fn unless(&mut self, node: &Node, jumps: &mut Vec<usize>) -> Compiled<()> {
        let mark = self.next;
        match &node.kind {
            NodeKind::Binary { operator: Operator::And, left, right } => {
                self.unless(left, jumps)?;
                self.unless(right, jumps)?;
            }
            NodeKind::Binary { operator: Operator::Or, left, right } => {
                let mut holds = Vec::new();
                self.when(left, &mut holds)?;
                self.unless(right, jumps)?;
                let here = self.here();
                self.patch(&holds, here);
            }
            NodeKind::Binary { operator: Operator::Implies, left, right } => {
                let mut holds = Vec::new();
                self.unless(left, &mut holds)?;
                self.unless(right, jumps)?;
                let here = self.here();
                self.patch(&holds, here);
            }
            NodeKind::Not(inner) => self.when(inner, jumps)?,
            NodeKind::Compare { operands, signs } if !is_range_test(operands, signs) => {
                self.links(operands, signs, true, jumps)?;
            }
            _ => {
                let a = self.operand(node)?;
                jumps.push(self.emit_jump(Op::JumpUnless { a, to: 0 }, node.bytes)?);
            }
        }
        self.next = mark;
        Ok(())
    }

    /// Jumps (added to `jumps`) if `node` is true.
    fn when(&mut self, node: &Node, jumps: &mut Vec<usize>) -> Compiled<()> {
        let mark = self.next;
        match &node.kind {
            NodeKind::Binary { operator: Operator::Or, left, right } => {
                self.when(left, jumps)?;
                self.when(right, jumps)?;
            }
            NodeKind::Binary { operator: Operator::And, left, right } => {
                let mut fails = Vec::new();
                self.unless(left, &mut fails)?;
                self.when(right, jumps)?;
                let here = self.here();
                self.patch(&fails, here);
            }
            NodeKind::Binary { operator: Operator::Implies, left, right } => {
                self.unless(left, jumps)?;
                self.when(right, jumps)?;
            }
            NodeKind::Not(inner) => self.unless(inner, jumps)?,
            NodeKind::Compare { operands, signs } if !is_range_test(operands, signs) => {
                self.links(operands, signs, false, jumps)?;
            }
            _ => {
                let a = self.operand(node)?;
                jumps.push(self.emit_jump(Op::JumpIf { a, to: 0 }, node.bytes)?);
            }
        }
        self.next = mark;
        Ok(())
    }

    /// Jumps if a chain of comparisons is false (`unless`) or true.
    fn links(
        &mut self,
        operands: &[Node],
        signs: &[Comparison],
        unless: bool,
        jumps: &mut Vec<usize>,
    ) -> Compiled<()> {
        let mut fails = Vec::new();
        let Some((first, rest)) = operands.split_first() else { return Ok(()) };
        let mut left = first;
        let mut a = self.operand(first)?;
        for (index, (right, &sign)) in rest.iter().zip(signs).enumerate() {
            let b = self.operand(right)?;
            let bytes = left.bytes.to(right.bytes);
            if unless {
                jumps.push(self.emit_jump(Op::BranchUnless { sign, a, b, to: 0 }, bytes)?);
            } else if index + 1 < rest.len() {
                fails.push(self.emit_jump(Op::BranchUnless { sign, a, b, to: 0 }, bytes)?);
            } else {
                jumps.push(self.emit_jump(Op::BranchIf { sign, a, b, to: 0 }, bytes)?);
            }
            (left, a) = (right, b);
        }
        let here = self.here();
        self.patch(&fails, here);
        Ok(())
    }

    fn name(&mut self, name: &Name, to: Register, bytes: Bytes) -> Compiled<()> {
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

    fn unknown<T>(&self, name: &str, bytes: Bytes, called: bool) -> Compiled<T> {
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

    fn finding(&mut self, essay: Name, id: Name, to: Register, bytes: Bytes) -> Compiled<()> {
        let wanted = (essay, id);
        let known = self.program.findings.iter().position(|own| *own == wanted);
        let index = known.unwrap_or_else(|| {
            self.program.findings.push(wanted);
            self.program.findings.len() - 1
        });
        self.emit(Op::Finding { to, index: index as u16 }, bytes)
    }

    fn path(&mut self, first: &Name, second: Option<&Name>) -> u16 {
        let path = Path { first: Arc::clone(first), second: second.map(Arc::clone) };
        let known = self.program.paths.iter().position(|own| *own == path);
        let index = known.unwrap_or_else(|| {
            self.program.paths.push(path);
            self.program.paths.len() - 1
        });
        index as u16
    }

    fn attribute(
        &mut self,
        of: &Node,
        (name, name_bytes): (&Name, Bytes),
        arguments: Option<&[Node]>,
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        if let Some(arguments) = arguments {
            let first = self.reserve(of.bytes)?;
            self.into_register(of, first)?;
            for argument in arguments {
                let register = self.reserve(argument.bytes)?;
                self.into_register(argument, register)?;
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
    fn names_an_essay(&self, node: &Node) -> bool {
        let NodeKind::Name(name) = &node.kind else { return false };
        self.local(name).is_none()
            && matches!(
                self.scope.meaning(name),
                Some(Meaning::Here | Meaning::Ladder | Meaning::Essay(_))
            )
    }

    fn of_essay(
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
        if let Some(near) = nearest(name, names.chain(["rung"])) {
            fault = fault.help(format!("did you mean `{near}`?"));
        }
        Err(self.failure(fault, bytes))
    }

    fn call(
        &mut self,
        name: &Name,
        name_bytes: Bytes,
        arguments: &[Node],
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let count = arguments.len();
        if let Some(builtin) = Builtin::named(name) {
            return self.builtin(builtin, name, arguments, to, bytes);
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
    fn arguments(
        &mut self,
        name: &Name,
        arguments: &[Node],
        wanted: usize,
        bytes: Bytes,
    ) -> Compiled<Register> {
        let first = self.next;
        for argument in arguments {
            let register = self.reserve(argument.bytes)?;
            self.into_register(argument, register)?;
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

    fn builtin(
        &mut self,
        builtin: Builtin,
        name: &Name,
        arguments: &[Node],
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let wanted = match builtin.arity() {
            Arity::Exactly(1) => {
                let [argument] = arguments else {
                    return self.wrong_number(
                        builtin,
                        name,
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
                    builtin,
                    name,
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
            return self.wrong_number(builtin, name, arguments.len(), &takes, bytes);
        }
        let first = self.arguments(name, arguments, wanted, bytes)?;
        let Ok(count) = u8::try_from(wanted) else {
            return self.wrong_number(builtin, name, arguments.len(), "fewer arguments", bytes);
        };
        self.emit(Op::Builtin { builtin, count, to, first }, bytes)
    }

    fn wrong_number(
        &self,
        builtin: Builtin,
        name: &Name,
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

    fn gather(&mut self, gather: &Gather, to: Register, bytes: Bytes) -> Compiled<()> {
        let item = &gather.item;
        let start = |value: Value, compiler: &mut Self| {
            let from = compiler.constant(value, bytes)?;
            compiler.emit(Op::Copy { to, from }, bytes)
        };
        let outside = self.loops_open;
        match gather.gathering {
            Gathering::List | Gathering::Set => {
                self.emit(Op::NewList { to }, bytes)?;
                self.loops(&gather.clauses, &mut |compiler| {
                    let a = compiler.operand(item)?;
                    compiler.emit(Op::Append { to, a }, item.bytes)
                })?;
                if gather.gathering == Gathering::Set {
                    self.emit(Op::Apply { builtin: Builtin::Set, to, a: to }, bytes)?;
                }
                Ok(())
            }
            Gathering::Group => {
                self.emit(Op::NewList { to }, bytes)?;
                self.loops(&gather.clauses, &mut |compiler| {
                    let Some(key) = &gather.key else { return Ok(()) };
                    let first = compiler.pair(key, item)?;
                    compiler.emit(Op::Tuple { to: first, first, count: 2 }, item.bytes)?;
                    compiler.emit(Op::Append { to, a: first }, item.bytes)
                })?;
                self.emit(Op::Group { to }, bytes)
            }
            Gathering::All | Gathering::Any => {
                let all = gather.gathering == Gathering::All;
                let mut early = Vec::new();
                self.loops(&gather.clauses, &mut |compiler| {
                    if all {
                        compiler.unless(item, &mut early)
                    } else {
                        compiler.when(item, &mut early)
                    }
                })?;
                start(Value::Bool(all), self)?;
                let end = self.emit_jump(Op::Jump { to: 0 }, bytes)?;
                let here = self.here();
                self.patch(&early, here);
                self.emit(Op::EndLoops { loops: loops_in(&gather.clauses) }, bytes)?;
                start(Value::Bool(!all), self)?;
                let here = self.here();
                self.patch(&[end], here);
                debug_assert_eq!(outside, self.loops_open);
                Ok(())
            }
            Gathering::Count => {
                start(Value::from(0), self)?;
                self.loops(&gather.clauses, &mut |compiler| {
                    let mut skip = Vec::new();
                    compiler.unless(item, &mut skip)?;
                    compiler.emit(Op::Increment { to }, item.bytes)?;
                    let here = compiler.here();
                    compiler.patch(&skip, here);
                    Ok(())
                })
            }
            Gathering::Sum | Gathering::Product => {
                let sum = gather.gathering == Gathering::Sum;
                start(Value::from(i64::from(!sum)), self)?;
                self.loops(&gather.clauses, &mut |compiler| {
                    let b = compiler.operand(item)?;
                    let op =
                        if sum { Op::Add { to, a: to, b } } else { Op::Multiply { to, a: to, b } };
                    compiler.emit(op, item.bytes)
                })
            }
            Gathering::Max | Gathering::Min => {
                let max = gather.gathering == Gathering::Max;
                let kept = self.reserve(bytes)?;
                let seen = self.reserve(bytes)?;
                let no = self.constant(Value::Bool(false), bytes)?;
                self.emit(Op::Copy { to: seen, from: no }, bytes)?;
                self.loops(&gather.clauses, &mut |compiler| {
                    let a = compiler.operand(item)?;
                    let op =
                        if max { Op::Larger { to: kept, a } } else { Op::Smaller { to: kept, a } };
                    compiler.emit(op, item.bytes)
                })?;
                let there = self.emit_jump(Op::JumpIf { a: seen, to: 0 }, bytes)?;
                self.empty(gather, bytes)?;
                let here = self.here();
                self.patch(&[there], here);
                self.emit(Op::Copy { to, from: kept }, bytes)
            }
            Gathering::First => {
                let mut end = Vec::new();
                let loops = loops_in(&gather.clauses);
                self.loops(&gather.clauses, &mut |compiler| {
                    compiler.into_register(item, to)?;
                    compiler.emit(Op::EndLoops { loops }, bytes)?;
                    end.push(compiler.emit_jump(Op::Jump { to: 0 }, bytes)?);
                    Ok(())
                })?;
                self.empty(gather, bytes)?;
                let here = self.here();
                self.patch(&end, here);
                Ok(())
            }
        }
    }

    /// An error that names the cases of which none is left.
    fn empty(&mut self, gather: &Gather, bytes: Bytes) -> Compiled<()> {
        let text = self.program.texts.last().map(|own| Arc::clone(&own.text));
        let first = gather.clauses.first().map_or(bytes, clause_bytes);
        let last = gather.clauses.last().map_or(bytes, clause_bytes);
        let clauses = text
            .as_deref()
            .and_then(|text| text.get(first.start as usize..last.end as usize))
            .unwrap_or("the range");
        let message =
            format!("`{}` over nothing: `{clauses}` has no case", gather.gathering.name());
        self.program.messages.push(message);
        let message = (self.program.messages.len() - 1) as u16;
        self.emit(Op::Empty { message }, bytes)
    }

    /// Loops over `clauses` around `body`. The variables are bound within.
    fn loops(&mut self, clauses: &[Clause], body: Body<'_, 's>) -> Compiled<()> {
        let (mark, locals, next_case) = (self.next, self.locals.len(), self.next_case);
        self.clause(clauses, body)?;
        self.forget(locals);
        self.next = mark;
        self.next_case = next_case;
        Ok(())
    }

    fn clause(&mut self, clauses: &[Clause], body: Body<'_, 's>) -> Compiled<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            let mark = self.next;
            body(self)?;
            self.next = mark;
            return Ok(());
        };
        match clause {
            Clause::Where(condition) => {
                let mut dropped = Vec::new();
                self.unless(condition, &mut dropped)?;
                if let Some(next) = self.next_case {
                    self.patch(&dropped, next);
                }
                self.clause(rest, body)
            }
            Clause::In { patterns, domain } => {
                let (first, is_range) = match range_of(domain) {
                    Some((low, high)) => (self.pair(low, high)?, true),
                    None => {
                        let register = self.reserve(domain.bytes)?;
                        self.into_register(domain, register)?;
                        (register, false)
                    }
                };
                self.pattern(patterns, (first, is_range, domain.bytes), rest, body)
            }
        }
    }

    /// A loop for each of `patterns` over the same domain, then the other clauses.
    fn pattern(
        &mut self,
        patterns: &[Pattern],
        domain: (Register, bool, Bytes),
        rest: &[Clause],
        body: Body<'_, 's>,
    ) -> Compiled<()> {
        let Some((pattern, others)) = patterns.split_first() else {
            return self.clause(rest, body);
        };
        let (first, is_range, bytes) = domain;
        self.emit(
            if is_range {
                Op::LoopRange { a: first, b: first + 1 }
            } else {
                Op::LoopList { a: first }
            },
            bytes,
        )?;
        self.loops_open += 1;
        let item = self.reserve(pattern.bytes())?;
        let next = self.here();
        let exit = self.emit_jump(Op::Next { to: item, exit: 0 }, pattern.bytes())?;
        self.take_apart(pattern, item)?;
        self.next_case = Some(next);
        self.pattern(others, domain, rest, body)?;
        self.emit(Op::Jump { to: next }, pattern.bytes())?;
        self.loops_open -= 1;
        let here = self.here();
        self.patch(&[exit], here);
        Ok(())
    }

    /// Binds the names of `pattern` to the parts of what stands in `item`.
    fn take_apart(&mut self, pattern: &Pattern, item: Register) -> Compiled<()> {
        match pattern {
            Pattern::Name(name, bytes) => {
                let at = self.failure(Fault::kind(""), *bytes).span();
                self.bind(name, item, at)
            }
            Pattern::Tuple(parts, bytes) => {
                let first = self.next;
                for part in parts {
                    self.reserve(part.bytes())?;
                }
                let count = parts.len() as u16;
                self.emit(Op::Unpack { a: item, first, count }, *bytes)?;
                for (register, part) in (first..).zip(parts) {
                    self.take_apart(part, register)?;
                }
                Ok(())
            }
        }
    }
}

fn clause_bytes(clause: &Clause) -> Bytes {
    match clause {
        Clause::In { patterns, domain } => {
            patterns.first().map_or(domain.bytes, |pattern| pattern.bytes().to(domain.bytes))
        }
        Clause::Where(condition) => condition.bytes,
    }
}

fn loops_in(clauses: &[Clause]) -> u16 {
    let loops: usize = clauses
        .iter()
        .map(|clause| match clause {
            Clause::In { patterns, .. } => patterns.len(),
            Clause::Where(_) => 0,
        })
        .sum();
    loops as u16
}

fn range_of(node: &Node) -> Option<(&Node, &Node)> {
    match &node.kind {
        NodeKind::Binary { operator: Operator::Range, left, right } => Some((left, right)),
        _ => None,
    }
}

fn is_range_test(operands: &[Node], signs: &[Comparison]) -> bool {
    matches!((operands, signs), ([_, right], [Comparison::In]) if range_of(right).is_some())
}

/// The value of a list or tuple of literals.
fn literal(node: &Node, parts: &[Node]) -> Option<Value> {
    let parts: Option<Vec<Value>> = parts
        .iter()
        .map(|part| match &part.kind {
            NodeKind::Number(number) => Some(Value::Number(number.clone())),
            NodeKind::Bool(value) => Some(Value::Bool(*value)),
            NodeKind::Text(text) => Some(Value::text(text)),
            NodeKind::Negate(inner) => match &inner.kind {
                NodeKind::Number(number) => Some(Value::Number(number.negate())),
                _ => None,
            },
            NodeKind::Tuple(parts) | NodeKind::List(parts) => literal(part, parts),
            _ => None,
        })
        .collect();
    let items = Arc::new(Items::new(parts?)?);
    match node.kind {
        NodeKind::Tuple(_) => Some(Value::Tuple(items)),
        _ => Some(Value::List(items)),
    }
}

fn things(count: usize) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "one argument".to_owned(),
        2 => "two arguments".to_owned(),
        3 => "three arguments".to_owned(),
        count => format!("{count} arguments"),
    }
}
