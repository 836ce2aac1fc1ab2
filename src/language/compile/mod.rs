//! Turns expressions into programs: names become registers, clauses become loops.
//!
//! The ways in are [`expression`], [`cases`] and [`module`]. A name that means nothing, a wrong
//! number of arguments and a name bound twice are found here, before anything runs.
//!
//! Registers are handed out like a stack: a part's own registers lie above those of what surrounds
//! it, and the arguments of a call lie where the called program expects its parameters.

mod calls;
mod cheap;
mod compiler;
mod inline;
mod loops;
mod names;
mod truth;
mod values;

use std::sync::Arc;

use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::language::compile::cheap::cheap_definitions;
use crate::language::compile::compiler::Compiler;
use crate::language::failure::Failure;
use crate::language::program::Op;
use crate::language::program::Program;
use crate::language::program::Register;
use crate::language::scope::Module;
use crate::language::scope::Scope;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Clauses;
use crate::language::syntax::Definition;
use crate::language::syntax::Expression;
use crate::language::syntax::Name;

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
                    compiler.put_into(&value.root, register)?;
                    compiler.bind(name, register, *at)?;
                }
            }
        }
        found.1 = compiler.locals[known..].to_vec();
        for result in results {
            compiler.source(&result.text, result.at);
            let register = compiler.reserve(result.root.bytes)?;
            compiler.put_into(&result.root, register)?;
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
    let items = &own.definitions.items;
    // Cheap ones first, so that they can stand in for calls of them.
    let cheap = cheap_definitions(scope);
    let mut ready: Vec<Option<Compiled<Program>>> = vec![None; items.len()];
    let others = (0..items.len()).filter(|index| !cheap.contains(index));
    for index in cheap.iter().copied().chain(others) {
        let Some(definition) = items.get(index) else { continue };
        let memoised = definition.parameters.is_some() && !cheap.contains(&index);
        let program = compile_definition(scope, definition, &ready);
        ready[index] = Some(program.map(|program| Program { memoised, ..program }));
    }
    let programs: Vec<Compiled<Program>> = ready.into_iter().flatten().collect();
    for failure in programs.iter().filter_map(|program| program.as_ref().err()) {
        sink.push(failure.clone().into_diagnostic());
    }
    let constants = programs.iter().map(|_| std::sync::OnceLock::new()).collect();
    Module { definitions: own.definitions.clone(), programs, constants }
}

fn compile_definition(
    scope: &Scope,
    definition: &Definition,
    ready: &[Option<Compiled<Program>>],
) -> Compiled<Program> {
    let mut compiler = Compiler { ready, ..Compiler::new(scope) };
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
