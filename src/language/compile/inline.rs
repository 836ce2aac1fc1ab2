//! Cheap functions in place of calls of them.
//!
//! The operations of the called function are written where it is called, its parameters being the
//! registers in which the arguments stand anyway; the entry is [`Compiler::inline`]. Each operation
//! keeps the place it came from and the call that led there, so that messages are those of a call.

use std::sync::Arc;

use crate::language::compile::Compiled;
use crate::language::compile::MAX_OPS;
use crate::language::compile::MAX_REGISTERS;
use crate::language::compile::compiler::Compiler;
use crate::language::program::BoundName;
use crate::language::program::CONSTANT;
use crate::language::program::InlinedCall;
use crate::language::program::NO_BINDING;
use crate::language::program::NO_CALL;
use crate::language::program::Op;
use crate::language::program::Operand;
use crate::language::program::Origin;
use crate::language::program::Program;
use crate::language::program::Register;
use crate::language::program::Target;
use crate::language::scope::DefinitionId;
use crate::language::syntax::Bytes;
use crate::language::syntax::Name;
use crate::language::syntax::Node;

/// The most operations of a function that is inlined: beyond, entering it costs little beside it.
const MOST_INLINED: usize = 80;

/// Programs longer than this only call, so that inlining never makes one too long.
const LONG: usize = MAX_OPS / 4;

/// Where the parts of a called function go.
#[derive(Default)]
struct Places {
    /// The registers in which the arguments stand.
    given: Vec<Register>,
    /// The first register of the others.
    base: Register,
    /// The register in which the function makes its result, and where the caller wants it.
    result: Option<(Register, Register)>,
    /// The constants, by number.
    constants: Vec<Operand>,
    /// The first operation.
    start: Target,
    module: u8,
}

impl Places {
    fn register(&self, own: Register) -> Register {
        if let Some((result, to)) = self.result
            && result == own
        {
            return to;
        }
        match self.given.get(usize::from(own)) {
            Some(&given) => given,
            None => self.base + (own - self.given.len() as Register),
        }
    }

    fn operand(&self, own: Operand) -> Operand {
        match own & CONSTANT {
            0 => self.register(own),
            _ => self.constants.get(usize::from(own & !CONSTANT)).copied().unwrap_or(own),
        }
    }

    fn target(&self, own: Target) -> Target {
        self.start + own
    }

    fn module(&self, own: u8) -> u8 {
        if own == 0 { self.module } else { own }
    }

    /// The operation in its new place; none for those that are not inlined.
    fn moved(&self, op: Op) -> Option<Op> {
        let (register, operand) = (|own| self.register(own), |own| self.operand(own));
        Some(match op {
            Op::Copy { to, from } => Op::Copy { to: register(to), from: operand(from) },
            Op::Add { to, a, b } => Op::Add { to: register(to), a: operand(a), b: operand(b) },
            Op::Subtract { to, a, b } => {
                Op::Subtract { to: register(to), a: operand(a), b: operand(b) }
            }
            Op::Multiply { to, a, b } => {
                Op::Multiply { to: register(to), a: operand(a), b: operand(b) }
            }
            Op::Divide { to, a, b } => {
                Op::Divide { to: register(to), a: operand(a), b: operand(b) }
            }
            Op::DivideDown { to, a, b } => {
                Op::DivideDown { to: register(to), a: operand(a), b: operand(b) }
            }
            Op::Modulo { to, a, b } => {
                Op::Modulo { to: register(to), a: operand(a), b: operand(b) }
            }
            Op::Power { to, a, b } => Op::Power { to: register(to), a: operand(a), b: operand(b) },
            Op::Negate { to, a } => Op::Negate { to: register(to), a: operand(a) },
            Op::Not { to, a } => Op::Not { to: register(to), a: operand(a) },
            Op::Iff { to, a, b } => Op::Iff { to: register(to), a: operand(a), b: operand(b) },
            Op::Compare { sign, to, a, b } => {
                Op::Compare { sign, to: register(to), a: operand(a), b: operand(b) }
            }
            Op::BranchUnless { sign, a, b, to } => {
                Op::BranchUnless { sign, a: operand(a), b: operand(b), to: self.target(to) }
            }
            Op::BranchIf { sign, a, b, to } => {
                Op::BranchIf { sign, a: operand(a), b: operand(b), to: self.target(to) }
            }
            Op::JumpUnless { a, to } => Op::JumpUnless { a: operand(a), to: self.target(to) },
            Op::JumpIf { a, to } => Op::JumpIf { a: operand(a), to: self.target(to) },
            Op::Jump { to } => Op::Jump { to: self.target(to) },
            Op::InRange { to, a, first } => {
                Op::InRange { to: register(to), a: operand(a), first: register(first) }
            }
            Op::Builtin { builtin, count, to, first } => {
                Op::Builtin { builtin, count, to: register(to), first: register(first) }
            }
            Op::Apply { builtin, to, a } => Op::Apply { builtin, to: register(to), a: operand(a) },
            Op::Index { to, a, b } => Op::Index { to: register(to), a: operand(a), b: operand(b) },
            Op::Call { module, to, first, index } => Op::Call {
                module: self.module(module),
                to: register(to),
                first: register(first),
                index,
            },
            Op::Constant { module, to, index } => {
                Op::Constant { module: self.module(module), to: register(to), index }
            }
            Op::Join { .. }
            | Op::Range { .. }
            | Op::Tuple { .. }
            | Op::List { .. }
            | Op::Spread { .. }
            | Op::Attribute { .. }
            | Op::Method { .. }
            | Op::Slice { .. }
            | Op::Finding { .. }
            | Op::LoopRange { .. }
            | Op::LoopList { .. }
            | Op::Next { .. }
            | Op::EndLoops { .. }
            | Op::Unpack { .. }
            | Op::NewList { .. }
            | Op::Group { .. }
            | Op::Append { .. }
            | Op::Increment { .. }
            | Op::Larger { .. }
            | Op::Smaller { .. }
            | Op::Empty { .. }
            | Op::Return { .. }
            | Op::Yield
            | Op::End => return None,
        })
    }
}

impl<'s> Compiler<'s> {
    /// The program of a definition that may stand in place of a call of it.
    pub(super) fn body_to_inline(&self, id: DefinitionId) -> Option<&'s Program> {
        let index = usize::from(id.index);
        let compiled = match (id.module, self.ready.get(index)) {
            (0, Some(ready)) => ready.as_ref(),
            _ => self.scope.module(id.module)?.programs.get(index),
        };
        let body = compiled?.as_ref().ok()?;
        let fits = body.ops.len() <= MOST_INLINED
            && self.program.ops.len() <= LONG
            && self.next <= MAX_REGISTERS / 2;
        let moves = |&op| matches!(op, Op::Return { .. }) || Places::default().moved(op).is_some();
        (fits && !body.memoised && body.parameters > 0 && body.ops.iter().all(moves))
            .then_some(body)
    }

    /// Writes `body`, of a definition called `name` in this module, in place of a call of it.
    pub(super) fn inline(
        &mut self,
        (name, body, module): (&Name, &Program, u8),
        arguments: &[Node],
        to: Register,
        bytes: Bytes,
    ) -> Compiled<()> {
        let given = self.given_to(body, arguments)?;
        let mut constants = Vec::with_capacity(body.constants.len());
        for constant in &body.constants {
            constants.push(self.constant(constant.clone(), bytes)?);
        }
        let returned = match body.ops.last() {
            Some(&Op::Return { a }) => a,
            _ => 0,
        };
        let is_own = returned & CONSTANT == 0 && returned >= body.parameters;
        let base = self.next;
        for _ in body.parameters..body.registers {
            self.reserve(bytes)?;
        }
        let result = is_own.then_some((returned, to));
        let start = self.here();
        let places = Places { given, base, result, constants, start, module };
        let origins = self.origins_of(name, body, &places, bytes);
        for (&op, origin) in body.ops.iter().zip(origins) {
            let moved = match (op, places.moved(op)) {
                (_, Some(moved)) => moved,
                // The result stands where it is wanted already.
                (Op::Return { .. }, None) if is_own => continue,
                (_, None) => Op::Copy { to, from: places.operand(returned) },
            };
            self.emit(moved, bytes)?;
            if let Some(last) = self.program.origins.last_mut() {
                *last = origin;
            }
        }
        Ok(())
    }

    /// The registers in which the arguments of an inlined body stand.
    fn given_to(&mut self, body: &Program, arguments: &[Node]) -> Compiled<Vec<Register>> {
        // A function that is called with the parameters as they stand takes them from neighbours.
        let passed_on =
            |op: &Op| matches!(*op, Op::Builtin { first, .. } if first < body.parameters);
        let in_a_row = body.ops.iter().any(passed_on) && self.in_a_row(arguments).is_none();
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            if in_a_row {
                let register = self.reserve(argument.bytes)?;
                self.put_into(argument, register)?;
                given.push(register);
                continue;
            }
            let mut a = self.operand(argument)?;
            // Messages show the values of parameters from registers.
            if a & CONSTANT != 0 {
                let register = self.reserve(argument.bytes)?;
                self.emit(Op::Copy { to: register, from: a }, argument.bytes)?;
                a = register;
            }
            given.push(a);
        }
        Ok(given)
    }

    /// Where the operations of an inlined body came from.
    fn origins_of(
        &mut self,
        name: &Name,
        body: &Program,
        places: &Places,
        bytes: Bytes,
    ) -> Vec<Origin> {
        let texts: Vec<u16> = body
            .texts
            .iter()
            .map(|own| self.text_number(&own.text, own.at))
            .map(|number| u16::try_from(number).unwrap_or(u16::MAX))
            .collect();
        let from = self.origin(bytes);
        let program = &mut self.program;
        let (bindings, calls) = (program.bindings.len() as u32, program.calls.len() as u32);
        program.bindings.extend(body.bindings.iter().map(|bound| BoundName {
            outer: if bound.outer == NO_BINDING { NO_BINDING } else { bindings + bound.outer },
            name: Arc::clone(&bound.name),
            register: places.register(bound.register),
        }));
        program.calls.push(InlinedCall { name: Arc::clone(name), from });
        let moved = |own: Origin| Origin {
            bytes: own.bytes,
            text: texts.get(usize::from(own.text)).copied().unwrap_or(u16::MAX),
            binding: if own.binding == NO_BINDING { NO_BINDING } else { bindings + own.binding },
            call: if own.call == NO_CALL { calls } else { calls + 1 + own.call },
        };
        program.calls.extend(
            body.calls
                .iter()
                .map(|call| InlinedCall { name: Arc::clone(&call.name), from: moved(call.from) }),
        );
        body.origins.iter().map(|&own| moved(own)).collect()
    }
}
