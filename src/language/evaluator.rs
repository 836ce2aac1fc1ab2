//! Evaluates the expressions of one block.
//!
//! A block is a claim, a figure or a single binding; it has one [`Evaluator`] with an empty memory
//! and a budget of its own, so that what it is charged never depends on order, threads or what else
//! was computed. Definitions without parameters are worked out once for all blocks, each by itself,
//! and charged to every block that needs them.
//!
//! No input needs more than a megabyte of native stack.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::language::compile;
use crate::language::compile::CaseProgram;
use crate::language::compile::Step;
use crate::language::failure::Failure;
use crate::language::failure::Fault;
use crate::language::machine::Linked;
use crate::language::machine::Machine;
use crate::language::machine::Signal;
use crate::language::program::Program;
use crate::language::scope::Scope;
use crate::language::scope::Worked;
use crate::language::syntax::Clauses;
use crate::language::syntax::Expression;
use crate::language::syntax::Name;
use crate::language::value::Value;

/// The budget of a block in units of work, where the site does not say otherwise. A unit is an
/// operation, or an option that the solver looks at.
pub const DEFAULT_BUDGET: u64 = 50_000_000;

/// How many definitions may be worked out within one another.
const MAX_CHAIN: usize = 1_000;

/// Evaluates the expressions of one block.
pub struct Evaluator<'s> {
    scope: &'s Scope,
    linked: Linked<'s>,
    machine: Machine,
    names: Vec<(Name, Value)>,
}

impl<'s> Evaluator<'s> {
    /// An evaluator for one block under this budget, in units of work.
    #[must_use]
    pub fn new(scope: &'s Scope, budget: u64) -> Self {
        let machine = Machine::new(budget, scope.site().shared());
        Self { scope, linked: Linked::new(scope), machine, names: Vec::new() }
    }

    /// Binds `name` to `value` in everything that is evaluated from now on; a name that is bound
    /// already gets the new value.
    pub fn bind(&mut self, name: &str, value: Value) {
        match self.names.iter_mut().find(|(own, _)| &**own == name) {
            Some((_, own)) => *own = value,
            None => self.names.push((name.into(), value)),
        }
    }

    /// Forgets every name that was bound.
    pub fn unbind_all(&mut self) {
        self.names.clear();
    }

    /// The units of work spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.machine.work.spent
    }

    /// Returns the value of `expression`.
    ///
    /// # Errors
    ///
    /// [`Failure`], with the exact sub-expression, if it has none or the budget ran out.
    pub fn evaluate(&mut self, expression: &Expression) -> Result<Value, Failure> {
        let names: Vec<Name> = self.names.iter().map(|(name, _)| Arc::clone(name)).collect();
        let program = compile::expression(self.scope, &names, expression)?;
        let given: Vec<Value> = self.names.iter().map(|(_, value)| value.clone()).collect();
        self.machine.begin(&program, &given, None);
        match self.go_on(&program)? {
            Some(value) => Ok(value),
            None => Err(nowhere(expression.span())),
        }
    }

    /// Walks over cases: `over` binds variables, `steps` drop cases and name values, in the order
    /// written, and `results` are evaluated for each case that is left. Without `over` there is one
    /// case.
    ///
    /// # Errors
    ///
    /// [`Failure`] if a name means nothing or is bound twice; what fails within a case is returned
    /// by [`Cases::next`].
    pub fn cases<'e>(
        &'e mut self,
        over: Option<&Clauses>,
        steps: &[Step],
        results: &[&Expression],
    ) -> Result<Cases<'e, 's>, Failure> {
        let names: Vec<Name> = self.names.iter().map(|(name, _)| Arc::clone(name)).collect();
        let cases = compile::cases(self.scope, &names, over, steps, results)?;
        let given: Vec<Value> = self.names.iter().map(|(_, value)| value.clone()).collect();
        self.machine.begin(&cases.program, &given, None);
        Ok(Cases { evaluator: self, cases, is_over: false })
    }

    /// Runs on: the value, or nothing at a case or the end of cases (the latter leaves no frame).
    fn go_on(&mut self, program: &Program) -> Result<Option<Value>, Failure> {
        loop {
            match self.machine.run(&self.linked, program) {
                Signal::Done(value) => return Ok(Some(value)),
                Signal::Case | Signal::End => return Ok(None),
                Signal::Needs(number) => {
                    let worked = work_out(number, &self.linked, self.machine.work.limit);
                    if let Err(fault) = adopt(&mut self.machine, number, &worked, &self.linked) {
                        return Err(self.machine.failure(fault, &self.linked, program));
                    }
                    worked.result?;
                }
                Signal::Failed(failure) => return Err(failure),
            }
        }
    }
}

/// Stands for a run that ended without a value, which well-formed programs do not.
fn nowhere(span: Span) -> Failure {
    Failure::new(Fault::undefined("this has no value"), span)
}

/// A walk over cases.
pub struct Cases<'e, 's> {
    evaluator: &'e mut Evaluator<'s>,
    cases: CaseProgram,
    is_over: bool,
}

impl Cases<'_, '_> {
    /// Goes to the next case; `false` if there is none.
    ///
    /// # Errors
    ///
    /// [`Failure`] if something in the case has no value or the budget ran out. The walk is then
    /// over.
    #[expect(clippy::should_implement_trait, reason = "it lends; an iterator would have to give")]
    pub fn next(&mut self) -> Result<bool, Failure> {
        if self.is_over {
            return Ok(false);
        }
        let evaluator = &mut *self.evaluator;
        loop {
            match evaluator.machine.run(&evaluator.linked, &self.cases.program) {
                Signal::Case => return Ok(true),
                Signal::Done(_) | Signal::End => {
                    self.is_over = true;
                    return Ok(false);
                }
                Signal::Needs(number) => {
                    let machine = &mut evaluator.machine;
                    let worked = work_out(number, &evaluator.linked, machine.work.limit);
                    if let Err(fault) = adopt(machine, number, &worked, &evaluator.linked) {
                        self.is_over = true;
                        return Err(machine.failure(fault, &evaluator.linked, &self.cases.program));
                    }
                    if let Err(failure) = worked.result {
                        self.is_over = true;
                        return Err(failure);
                    }
                }
                Signal::Failed(failure) => {
                    self.is_over = true;
                    return Err(failure);
                }
            }
        }
    }

    /// The results of the case, in the order asked for.
    #[must_use]
    pub fn result(&self, index: usize) -> &Value {
        self.evaluator.machine.register(self.cases.results[index])
    }

    /// The names of the variables of the clauses, in order.
    pub fn variables(&self) -> impl Iterator<Item = &Name> {
        self.cases.variables.iter().map(|(name, _)| name)
    }

    /// The place of the case: the tuple of its variables, a lone variable itself.
    #[must_use]
    pub fn place(&self) -> Value {
        let machine = &self.evaluator.machine;
        match self.cases.variables.as_slice() {
            [(_, register)] => machine.register(*register).clone(),
            variables => {
                let parts = variables.iter().map(|(_, register)| machine.register(*register));
                Value::tuple(parts.cloned().collect())
            }
        }
    }

    /// Everything that is named in the case, in the order in which it is bound: variables, `with`s.
    #[must_use]
    pub fn named(&self) -> Vec<(Name, Value)> {
        let machine = &self.evaluator.machine;
        let named = self.cases.named.iter();
        named
            .map(|(name, register)| (Arc::clone(name), machine.register(*register).clone()))
            .collect()
    }
}

/// The value of a definition without parameters, worked out from nothing, or remembered.
fn work_out(number: usize, linked: &Linked<'_>, limit: u64) -> Worked {
    let mut chain: Vec<(usize, Machine)> = Vec::new();
    let mut outcome = start(number, linked, limit, &mut chain);
    loop {
        match outcome.take() {
            // A definition was worked out: the innermost machine waits for it.
            Some((number, worked)) => {
                let Some((_, machine)) = chain.last_mut() else { return worked };
                let refused = adopt(machine, number, &worked, linked).err();
                if worked.result.is_ok() && refused.is_none() {
                    continue;
                }
                let Some((outer, machine)) = chain.pop() else { return worked };
                let result = match refused {
                    Some(fault) => Err(failed(outer, fault, &machine, linked)),
                    None => worked.result,
                };
                outcome = Some((outer, remember(outer, result, &machine, linked, limit)));
            }
            None => outcome = step(linked, limit, &mut chain),
        }
    }
}

/// Begins to work out `number`, unless that is known or cannot be done.
fn start(
    number: usize,
    linked: &Linked<'_>,
    limit: u64,
    chain: &mut Vec<(usize, Machine)>,
) -> Option<(usize, Worked)> {
    if let Some(known) = remembered(number, linked, limit) {
        return Some((number, known));
    }
    let refuse = |failure| {
        Some((number, Worked { result: Err(failure), spent: 0, needed: Vec::new(), limit }))
    };
    if let Some(at) = chain.iter().position(|(own, _)| *own == number) {
        let circle: Vec<usize> = chain.iter().skip(at).map(|(own, _)| *own).collect();
        return refuse(circle_of(circle, linked));
    }
    if chain.len() >= MAX_CHAIN {
        let fault = Fault::too_large(format!(
            "more than {MAX_CHAIN} definitions are worked out within one another"
        ));
        return refuse(failed_at(number, fault, linked));
    }
    match linked.program(number) {
        Some(Ok(program)) => {
            let mut machine = Machine::new(limit, linked.scope.site().shared());
            machine.begin(program, &[], Some((linked.place(number).0, number)));
            chain.push((number, machine));
            None
        }
        Some(Err(failure)) => {
            let message = format!("this needs a definition with a mistake: {}", failure.message());
            let fault = Fault::new(Code::ExpressionConsequence, message).follows();
            refuse(Failure::new(fault, failure.span()))
        }
        None => refuse(nowhere(Span::new(SourceId(0), 0..0))),
    }
}

/// Runs the innermost machine until it has worked its definition out or needs another, which then
/// is begun.
fn step(
    linked: &Linked<'_>,
    limit: u64,
    chain: &mut Vec<(usize, Machine)>,
) -> Option<(usize, Worked)> {
    let (number, machine) = chain.last_mut()?;
    let number = *number;
    let result = match linked.program(number) {
        Some(Ok(program)) => match machine.run(linked, program) {
            Signal::Done(value) => Ok(value),
            Signal::Failed(failure) => Err(failure),
            Signal::Needs(next) => return start(next, linked, limit, chain),
            Signal::Case | Signal::End => Err(nowhere(Span::new(SourceId(0), 0..0))),
        },
        Some(Err(failure)) => Err(failure.clone()),
        None => Err(nowhere(Span::new(SourceId(0), 0..0))),
    };
    let (number, machine) = chain.pop()?;
    Some((number, remember(number, result, &machine, linked, limit)))
}

/// What is remembered about `number`, if it was worked out under a budget that says anything.
fn remembered(number: usize, linked: &Linked<'_>, limit: u64) -> Option<Worked> {
    let (module, index) = linked.place(number);
    let known = linked.scope.module(module)?.constants.get(usize::from(index))?.get()?;
    let undecided = known.result.as_ref().is_err_and(Failure::is_undecided);
    (known.limit == limit || !undecided && known.spent <= limit).then(|| known.clone())
}

/// Remembers what was worked out, for other blocks.
fn remember(
    number: usize,
    result: Result<Value, Failure>,
    machine: &Machine,
    linked: &Linked<'_>,
    limit: u64,
) -> Worked {
    let (module, index) = linked.place(number);
    let worked = Worked {
        result,
        spent: machine.work.spent - machine.adopted(),
        needed: machine.needed().iter().map(|&needed| linked.place(needed)).collect(),
        limit,
    };
    let slot = linked.scope.module(module).and_then(|own| own.constants.get(usize::from(index)));
    if let Some(slot) = slot {
        // Another thread may have been faster; it worked out the same.
        let _ = slot.set(worked.clone());
    }
    worked
}

/// Provides a definition to `machine` and charges for it and what it needed, once.
fn adopt(
    machine: &mut Machine,
    number: usize,
    worked: &Worked,
    linked: &Linked<'_>,
) -> Result<(), Box<Fault>> {
    let mut pending = vec![(number, worked.clone())];
    while let Some((number, worked)) = pending.pop() {
        if machine.is_provided(number) {
            continue;
        }
        let Ok(value) = &worked.result else { continue };
        machine.provide(number, value.clone());
        machine.charge_adopted(worked.spent)?;
        for (module, index) in worked.needed {
            let needed = linked.at(module, index);
            if let Some(known) = remembered(needed, linked, machine.work.limit) {
                pending.push((needed, known));
            }
        }
    }
    machine.note_needed(number);
    Ok(())
}

fn failed(number: usize, fault: Box<Fault>, machine: &Machine, linked: &Linked<'_>) -> Failure {
    match linked.program(number) {
        Some(Ok(program)) => machine.failure(fault, linked, program),
        Some(Err(_)) | None => failed_at(number, fault, linked),
    }
}

fn failed_at(number: usize, fault: Box<Fault>, linked: &Linked<'_>) -> Failure {
    let (module, index) = linked.place(number);
    let definition = linked.scope.module(module).and_then(|own| own.definition(index));
    let nowhere = Span::new(SourceId(0), 0..0);
    Failure::new(fault, definition.map_or(nowhere, |definition| definition.name_at))
}

/// The failure of definitions that need one another in a circle, the same wherever one entered it.
fn circle_of(mut circle: Vec<usize>, linked: &Linked<'_>) -> Failure {
    let least = circle.iter().enumerate().min_by_key(|(_, number)| **number);
    let least = least.map_or(0, |(at, _)| at);
    circle.rotate_left(least);
    circle.extend(circle.first().copied());
    let definitions: Vec<_> = circle
        .into_iter()
        .filter_map(|number| {
            let (module, index) = linked.place(number);
            linked.scope.module(module)?.definition(index)
        })
        .collect();
    let names: Vec<String> =
        definitions.iter().map(|definition| format!("`{}`", definition.name)).collect();
    let fault = Fault::new(
        Code::DefinitionCircle,
        format!("definitions need one another in a circle: {}", names.join(" → ")),
    );
    let nowhere = Span::new(SourceId(0), 0..0);
    Failure::new(fault, definitions.first().map_or(nowhere, |definition| definition.name_at))
}
