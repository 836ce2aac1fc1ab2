//! Clauses as loops, and what is gathered in them.

use std::sync::Arc;

use crate::language::builtins::Builtin;
use crate::language::compile::Compiled;
use crate::language::compile::compiler::Body;
use crate::language::compile::compiler::Compiler;
use crate::language::compile::values::range_of;
use crate::language::failure::Fault;
use crate::language::program::Op;
use crate::language::program::Register;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Gather;
use crate::language::syntax::Gathering;
use crate::language::syntax::Pattern;
use crate::language::value::Value;

impl<'s> Compiler<'s> {
    pub(super) fn gather(&mut self, gather: &Gather, to: Register, bytes: Bytes) -> Compiled<()> {
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
                    compiler.put_into(item, to)?;
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
    pub(super) fn empty(&mut self, gather: &Gather, bytes: Bytes) -> Compiled<()> {
        let text = self.text().map(Arc::clone);
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
    pub(super) fn loops(&mut self, clauses: &[Clause], body: Body<'_, 's>) -> Compiled<()> {
        let (mark, locals, next_case) = (self.next, self.locals.len(), self.next_case);
        self.clause(clauses, body)?;
        self.forget(locals);
        self.next = mark;
        self.next_case = next_case;
        Ok(())
    }

    pub(super) fn clause(&mut self, clauses: &[Clause], body: Body<'_, 's>) -> Compiled<()> {
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
                        self.put_into(domain, register)?;
                        (register, false)
                    }
                };
                self.pattern(patterns, (first, is_range, domain.bytes), rest, body)
            }
        }
    }

    /// A loop for each of `patterns` over the same domain, then the other clauses.
    pub(super) fn pattern(
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
    pub(super) fn take_apart(&mut self, pattern: &Pattern, item: Register) -> Compiled<()> {
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

pub(super) fn clause_bytes(clause: &Clause) -> Bytes {
    match clause {
        Clause::In { patterns, domain } => {
            patterns.first().map_or(domain.bytes, |pattern| pattern.bytes().to(domain.bytes))
        }
        Clause::Where(condition) => condition.bytes,
    }
}

pub(super) fn loops_in(clauses: &[Clause]) -> u16 {
    let loops: usize = clauses
        .iter()
        .map(|clause| match clause {
            Clause::In { patterns, .. } => patterns.len(),
            Clause::Where(_) => 0,
        })
        .sum();
    loops as u16
}
