//! What compiling needs everywhere: registers, constants, bindings, jumps, failures.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::Span;
use crate::language::compile::Compiled;
use crate::language::compile::MAX_OPS;
use crate::language::compile::MAX_REGISTERS;
use crate::language::failure::Failure;
use crate::language::failure::Fault;
use crate::language::program::BoundName;
use crate::language::program::CONSTANT;
use crate::language::program::NO_BINDING;
use crate::language::program::NO_CALL;
use crate::language::program::Op;
use crate::language::program::Operand;
use crate::language::program::Origin;
use crate::language::program::Origins;
use crate::language::program::Program;
use crate::language::program::Register;
use crate::language::program::Target;
use crate::language::scope::Scope;
use crate::language::syntax::Bytes;
use crate::language::syntax::Name;
use crate::language::value::Value;

/// A body of loops: what is done for each case.
pub(super) type Body<'a, 's> = &'a mut dyn FnMut(&mut Compiler<'s>) -> Compiled<()>;

pub(super) struct Compiler<'s> {
    pub(super) scope: &'s Scope,
    pub(super) program: Program,
    pub(super) locals: Vec<(Name, Register)>,
    pub(super) next: Register,
    pub(super) binding: u32,
    pub(super) loops_open: u16,
    /// Where the innermost loop takes its next item.
    pub(super) next_case: Option<Target>,
    /// Which of the program's texts is being compiled.
    pub(super) text: usize,
    /// The scope's own definitions, as far as they are compiled.
    pub(super) ready: &'s [Option<Compiled<Program>>],
}

impl<'s> Compiler<'s> {
    pub(super) fn new(scope: &'s Scope) -> Self {
        Self {
            scope,
            program: Program::default(),
            locals: Vec::new(),
            next: 0,
            binding: NO_BINDING,
            loops_open: 0,
            next_case: None,
            text: 0,
            ready: &[],
        }
    }

    /// Takes `names` as bound, in the first registers.
    pub(super) fn given(&mut self, names: &[Name]) {
        for name in names {
            let register = self.next;
            self.next += 1;
            self.program.registers = self.program.registers.max(self.next);
            self.note_binding(name, register);
        }
        self.program.parameters = self.next;
    }

    /// What follows comes from `text`, which stands at `at`.
    pub(super) fn source(&mut self, text: &Arc<str>, at: Span) {
        self.text = self.text_number(text, at);
    }

    /// The number of a text of the program.
    pub(super) fn text_number(&mut self, text: &Arc<str>, at: Span) -> usize {
        let texts = &mut self.program.texts;
        let known = texts.iter().position(|own| Arc::ptr_eq(&own.text, text) && own.at == at);
        known.unwrap_or_else(|| {
            texts.push(Origins { text: Arc::clone(text), at });
            texts.len() - 1
        })
    }

    /// The text that is being compiled.
    pub(super) fn text(&self) -> Option<&Arc<str>> {
        self.program.texts.get(self.text).map(|own| &own.text)
    }

    pub(super) fn origin(&self, bytes: Bytes) -> Origin {
        let text = u16::try_from(self.text).unwrap_or(u16::MAX);
        Origin { bytes, text, binding: self.binding, call: NO_CALL }
    }

    pub(super) fn failure(&self, fault: Box<Fault>, bytes: Bytes) -> Failure {
        let origin = self.origin(bytes);
        let nowhere = Span::new(crate::diagnostics::SourceId(0), 0..0);
        Failure::new(fault, self.program.span(origin).unwrap_or(nowhere))
    }

    pub(super) fn fail<T>(
        &self,
        code: Code,
        bytes: Bytes,
        message: impl Into<String>,
    ) -> Compiled<T> {
        Err(self.failure(Fault::new(code, message), bytes))
    }

    pub(super) fn here(&self) -> Target {
        self.program.ops.len() as Target
    }

    pub(super) fn emit(&mut self, op: Op, bytes: Bytes) -> Compiled<()> {
        if self.program.ops.len() >= MAX_OPS {
            return self.fail(Code::ExpressionTooLarge, bytes, "this expression is too long");
        }
        let origin = self.origin(bytes);
        self.program.ops.push(op);
        self.program.origins.push(origin);
        Ok(())
    }

    /// Emits a jump whose target is patched later; returns its place.
    pub(super) fn emit_jump(&mut self, op: Op, bytes: Bytes) -> Compiled<usize> {
        self.emit(op, bytes)?;
        Ok(self.program.ops.len() - 1)
    }

    pub(super) fn patch(&mut self, jumps: &[usize], target: Target) {
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

    pub(super) fn reserve(&mut self, bytes: Bytes) -> Compiled<Register> {
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

    pub(super) fn constant(&mut self, value: Value, bytes: Bytes) -> Compiled<Operand> {
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

    pub(super) fn note_binding(&mut self, name: &Name, register: Register) {
        self.locals.push((Arc::clone(name), register));
        let bound = BoundName { outer: self.binding, name: Arc::clone(name), register };
        self.binding = self.program.bindings.len() as u32;
        self.program.bindings.push(bound);
    }

    /// Binds `name`, which must not be bound yet.
    pub(super) fn bind(&mut self, name: &Name, register: Register, at: Span) -> Compiled<()> {
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

    pub(super) fn forget(&mut self, locals: usize) {
        while self.locals.len() > locals {
            self.locals.pop();
            self.binding = self
                .program
                .bindings
                .get(self.binding as usize)
                .map_or(NO_BINDING, |bound| bound.outer);
        }
    }

    pub(super) fn local(&self, name: &str) -> Option<Register> {
        self.locals.iter().rev().find(|(own, _)| &**own == name).map(|&(_, register)| register)
    }
}
