//! Runs programs.
//!
//! [`Machine`] is an explicit machine with its own stack of frames: recursion of the author's
//! functions takes no native stack. It stops with a [`Signal`] and can be resumed after a case or
//! once a definition it asked for is provided.
//!
//! **Invariant.** A unit of work is charged for every operation, and functions charge for the items
//! they look at; loops, calls and results ask whether the budget has lasted, so a run ends.
//!
//! **Long**: one loop holds every operation, so that the processor sees them together, and shares its
//! fields with the frames it runs them in.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::arithmetic::Number;
use crate::diagnostics::Code;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::language::arithmetic;
use crate::language::attribute;
use crate::language::builtins;
use crate::language::failure::Failure;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::failure::counted;
use crate::language::memo::Key;
use crate::language::memo::Known;
use crate::language::memo::Memo;
use crate::language::order;
use crate::language::order::shown;
use crate::language::program::CONSTANT;
use crate::language::program::NO_CALL;
use crate::language::program::Op;
use crate::language::program::Operand;
use crate::language::program::Origin;
use crate::language::program::Program;
use crate::language::program::Register;
use crate::language::scope::Scope;
use crate::language::shared::Shared;
use crate::language::syntax::Comparison;
use crate::language::syntax::Name;
use crate::language::value::Items;
use crate::language::value::MAX_NESTING;
use crate::language::value::Value;
use crate::language::work::MAX_ITEMS;
use crate::language::work::Work;

/// How deep an author's functions may call one another.
pub const MAX_RECURSION: usize = 10_000;

/// The most registers of all frames together.
const MAX_STACK: usize = 4_000_000;

/// The number of the block itself among the functions.
const BLOCK: usize = usize::MAX;

/// The definitions of a scope by number.
pub(crate) struct Linked<'s> {
    pub(crate) scope: &'s Scope,
    programs: Vec<&'s Result<Program, Failure>>,
    offsets: Vec<usize>,
}

impl<'s> Linked<'s> {
    pub(crate) fn new(scope: &'s Scope) -> Self {
        let (mut programs, mut offsets) = (Vec::new(), Vec::new());
        for module in (0..=u8::MAX).map_while(|module| scope.module(module)) {
            offsets.push(programs.len());
            programs.extend(&module.programs);
        }
        Self { scope, programs, offsets }
    }

    /// The number of a definition, as a program of `within` names it.
    #[inline]
    fn number(&self, within: u8, module: u8, index: u16) -> (u8, usize) {
        let module = if module == 0 { within } else { module };
        (module, self.offsets[usize::from(module)] + usize::from(index))
    }

    /// Module and index of the definition with this number.
    pub(crate) fn place(&self, number: usize) -> (u8, u16) {
        let module = self.offsets.partition_point(|&offset| offset <= number).saturating_sub(1);
        (module as u8, (number - self.offsets[module]) as u16)
    }

    /// The number of the definition at this place.
    pub(crate) fn at(&self, module: u8, index: u16) -> usize {
        self.number(0, module, index).1
    }

    pub(crate) fn program(&self, number: usize) -> Option<&'s Result<Program, Failure>> {
        self.programs.get(number).copied()
    }
}

/// Why a run stopped.
pub(crate) enum Signal {
    /// It has a value.
    Done(Value),
    /// There is a case.
    Case,
    /// There are no more cases.
    End,
    /// It needs the definition with this number and can go on once it is provided.
    Needs(usize),
    /// It has no value.
    Failed(Failure),
}

/// A running program.
#[derive(Debug)]
struct Frame {
    function: usize,
    module: u8,
    pc: usize,
    base: usize,
    loops: usize,
    /// The register of the caller that takes the result.
    to: Register,
    /// Whether its result is to be remembered, under the innermost of the machine's keys.
    remembered: bool,
}

#[derive(Debug)]
enum Loop {
    Range { next: i64, last: i64 },
    List { items: Arc<Items>, at: usize },
}

/// The state of a run.
pub(crate) struct Machine {
    pub(crate) work: Work,
    frames: Vec<Frame>,
    /// Under what the results of frames are to be remembered, of those for which they are.
    keys: Vec<Key>,
    stack: Vec<Value>,
    loops: Vec<Loop>,
    memo: Memo,
    /// The definitions without parameters that were provided, by number.
    provided: Vec<Option<Value>>,
    /// Those of them that were asked for.
    needed: Vec<usize>,
    /// How much of what was spent was spent on them.
    adopted: u64,
}

#[inline(always)]
fn get<'a>(registers: &'a [Value], constants: &'a [Value], x: Operand) -> &'a Value {
    if x & CONSTANT == 0 {
        &registers[usize::from(x)]
    } else {
        &constants[usize::from(x & !CONSTANT)]
    }
}

/// Two small whole numbers, if they are.
#[inline(always)]
fn small(a: &Value, b: &Value) -> Option<(i64, i64)> {
    match (a, b) {
        (Value::Number(Number::Small(x)), Value::Number(Number::Small(y))) => Some((*x, *y)),
        _ => None,
    }
}

/// Puts a small whole number into a register. Where one stands already, only the number is written:
/// a whole value written in parts and then read at once would make the processor wait.
#[inline(always)]
fn put(register: &mut Value, n: i64) {
    match register {
        Value::Number(Number::Small(own)) => *own = n,
        _ => *register = Value::Number(Number::Small(n)),
    }
}

/// Likewise for truth.
#[inline(always)]
fn put_truth(register: &mut Value, truth: bool) {
    match register {
        Value::Bool(own) => *own = truth,
        _ => *register = Value::Bool(truth),
    }
}

/// Likewise for any value.
#[inline(always)]
fn put_value(register: &mut Value, value: &Value) {
    match value {
        Value::Number(Number::Small(n)) => put(register, *n),
        Value::Bool(truth) => put_truth(register, *truth),
        _ => *register = value.clone(),
    }
}

/// A comparison, quickly for small whole numbers.
#[inline(always)]
fn compare(sign: Comparison, a: &Value, b: &Value, work: &mut Work) -> Faulty<bool> {
    if let Some((x, y)) = small(a, b) {
        match sign {
            Comparison::Equal => return Ok(x == y),
            Comparison::Unequal => return Ok(x != y),
            Comparison::Less => return Ok(x < y),
            Comparison::AtMost => return Ok(x <= y),
            Comparison::Greater => return Ok(x > y),
            Comparison::AtLeast => return Ok(x >= y),
            Comparison::Confused | Comparison::In | Comparison::Divides => {}
        }
    }
    order::compare(sign, a, b, work)
}

/// `x / y` for `x` of at least 0 and a positive `y`, by the short division where that serves.
#[inline(always)]
fn quotient(x: i64, y: i64) -> i64 {
    match (u32::try_from(x), u32::try_from(y)) {
        (Ok(x), Ok(y)) => i64::from(x / y),
        _ => x / y,
    }
}

fn truth(value: &Value) -> Faulty<bool> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        _ => Err(Fault::kind(format!(
            "this has to be true or false, and it is {}: {}",
            value.kind(),
            shown(value)
        ))),
    }
}

/// Whether the budget has lasted so far. Asked wherever a run could go on for long or end: what
/// comes out in between is no result yet.
#[inline(always)]
fn within(work: &Work) -> Faulty<()> {
    if work.spent > work.limit { Err(Fault::exhausted(work.limit)) } else { Ok(()) }
}

fn too_deep() -> Box<Fault> {
    Fault::too_large(format!("lists and tuples are nested at most {MAX_NESTING} deep"))
}

impl Machine {
    pub(crate) fn new(limit: u64, shared: &Shared) -> Self {
        Self {
            work: Work::new(limit, shared.clone()),
            frames: Vec::new(),
            keys: Vec::new(),
            stack: Vec::new(),
            loops: Vec::new(),
            memo: Memo::default(),
            provided: Vec::new(),
            needed: Vec::new(),
            adopted: 0,
        }
    }

    /// Prepares a run of the block, or of the definition with this number.
    pub(crate) fn begin(
        &mut self,
        program: &Program,
        given: &[Value],
        definition: Option<(u8, usize)>,
    ) {
        let (module, function) = definition.unwrap_or((0, BLOCK));
        self.frames.clear();
        self.keys.clear();
        self.loops.clear();
        self.stack.clear();
        self.stack.extend_from_slice(given);
        self.stack.resize(usize::from(program.registers).max(given.len()), Value::Bool(false));
        let remembered = false;
        self.frames.push(Frame { function, module, pc: 0, base: 0, loops: 0, to: 0, remembered });
    }

    /// Provides the definition with this number.
    pub(crate) fn provide(&mut self, number: usize, value: Value) {
        if self.provided.len() <= number {
            self.provided.resize(number + 1, None);
        }
        self.provided[number] = Some(value);
    }

    pub(crate) fn is_provided(&self, number: usize) -> bool {
        self.provided.get(number).is_some_and(Option::is_some)
    }

    /// Takes note that this definition was asked for.
    pub(crate) fn note_needed(&mut self, number: usize) {
        self.needed.push(number);
    }

    /// The definitions that were asked for.
    pub(crate) fn needed(&self) -> &[usize] {
        &self.needed
    }

    /// Charges for work that was done on a definition.
    pub(crate) fn charge_adopted(&mut self, units: u64) -> Faulty<()> {
        self.adopted = self.adopted.saturating_add(units);
        self.work.charge(units)
    }

    /// How much of what was spent was spent on definitions.
    pub(crate) fn adopted(&self) -> u64 {
        self.adopted
    }

    /// The value in a register of the block.
    pub(crate) fn register(&self, register: Register) -> &Value {
        &self.stack[usize::from(register)]
    }

    /// Runs until something is to be said.
    pub(crate) fn run(&mut self, linked: &Linked<'_>, block: &Program) -> Signal {
        match self.steps(linked, block) {
            Ok(signal) => signal,
            Err(fault) => Signal::Failed(self.failure(fault, linked, block)),
        }
    }

    /// The failure that `fault` makes at the operation that ran last.
    pub(crate) fn failure(
        &self,
        fault: Box<Fault>,
        linked: &Linked<'_>,
        block: &Program,
    ) -> Failure {
        let program_of = |frame: &Frame| match linked.program(frame.function) {
            Some(Ok(program)) => Some(program),
            Some(Err(_)) => None,
            None => Some(block),
        };
        let nowhere = Span::new(SourceId(0), 0..0);
        let Some((frame, callers)) = self.frames.split_last() else {
            return Failure::new(fault, nowhere);
        };
        let place = |frame: &Frame| {
            let program = program_of(frame)?;
            let origin = *program.origins.get(frame.pc.saturating_sub(1))?;
            Some((program, origin))
        };
        // The variables of a part, outermost first.
        let variables = |frame: &Frame, (program, origin): (&'_ Program, Origin)| {
            let mut found: Vec<(Name, Value)> = program
                .bound(origin)
                .filter_map(|bound| {
                    let value = self.stack.get(frame.base + usize::from(bound.register))?;
                    Some((Arc::clone(&bound.name), value.clone()))
                })
                .collect();
            found.reverse();
            found
        };
        let Some((program, origin)) = place(frame) else { return Failure::new(fault, nowhere) };
        let span = program.span(origin).unwrap_or(nowhere);
        let bound = variables(frame, (program, origin));
        let mut failure =
            Failure::new(fault, span).variables(bound.iter().map(|(name, value)| (name, value)));
        // Where the author's own line called it.
        let outer = callers.first().unwrap_or(frame);
        let called = place(outer).and_then(|(program, origin)| {
            let caller = program.chain(origin).last()?;
            (!callers.is_empty() || origin.call != NO_CALL).then_some((program, caller))
        });
        if called.is_some()
            && let Some(name) = program.function(origin)
        {
            failure = failure.label(format!("in `{name}`"));
        }
        if let Some((program, origin)) = called {
            let values: Vec<String> = variables(outer, (program, origin))
                .iter()
                .map(|(name, value)| format!("{name} = {}", shown(value)))
                .collect();
            let text = if values.is_empty() {
                "called from here".to_owned()
            } else {
                format!("called from here, where {}", values.join(", "))
            };
            failure = failure.called_from(program.span(origin).unwrap_or(nowhere), text);
        }
        failure
    }

    fn steps(&mut self, linked: &Linked<'_>, block: &Program) -> Faulty<Signal> {
        let Some(mut frame) = self.frames.pop() else { return Ok(Signal::End) };
        let result = self.frame_steps(&mut frame, linked, block);
        if !matches!(result, Ok(Signal::Done(_))) {
            self.frames.push(frame);
        }
        result
    }

    /// Runs from `frame` on, which is left as the innermost one.
    fn frame_steps(
        &mut self,
        frame: &mut Frame,
        linked: &Linked<'_>,
        block: &Program,
    ) -> Faulty<Signal> {
        let program_of = |function: usize| match linked.program(function) {
            Some(Ok(program)) => program,
            // A definition that does not compile is never entered.
            Some(Err(_)) | None => block,
        };
        let mut program = program_of(frame.function);
        // Each turn of the outer loop enters a frame, or comes back to it.
        'frame: loop {
            let (ops, constants) = (&program.ops[..], &program.constants[..]);
            let registers = &mut self.stack[frame.base..];
            let work = &mut self.work;
            let mut pc = frame.pc;
            loop {
                let Some(op) = ops.get(pc) else { return Ok(Signal::End) };
                pc += 1;
                // For messages, and for whoever goes on later.
                frame.pc = pc;
                work.spent += 1;
                match *op {
                    Op::Copy { to, from } => {
                        // Small values first, which are copied without being built anew.
                        match get(registers, constants, from) {
                            Value::Number(Number::Small(n)) => {
                                let n = *n;
                                put(&mut registers[usize::from(to)], n);
                            }
                            value => {
                                let value = value.clone();
                                registers[usize::from(to)] = value;
                            }
                        }
                    }
                    Op::Add { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        match small(a, b).and_then(|(x, y)| x.checked_add(y)) {
                            Some(sum) => put(&mut registers[usize::from(to)], sum),
                            None => registers[usize::from(to)] = arithmetic::add(a, b, work)?,
                        }
                    }
                    Op::Subtract { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        match small(a, b).and_then(|(x, y)| x.checked_sub(y)) {
                            Some(difference) => put(&mut registers[usize::from(to)], difference),
                            None => registers[usize::from(to)] = arithmetic::subtract(a, b, work)?,
                        }
                    }
                    Op::Multiply { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        match small(a, b).and_then(|(x, y)| x.checked_mul(y)) {
                            Some(product) => put(&mut registers[usize::from(to)], product),
                            None => registers[usize::from(to)] = arithmetic::multiply(a, b, work)?,
                        }
                    }
                    Op::Divide { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        registers[usize::from(to)] = arithmetic::divide(a, b, work)?;
                    }
                    Op::DivideDown { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if let Some((x @ 0.., y @ 1..)) = small(a, b) {
                            put(&mut registers[usize::from(to)], quotient(x, y));
                            continue;
                        }
                        registers[usize::from(to)] = arithmetic::divide_down(a, b, work)?;
                    }
                    Op::Modulo { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        registers[usize::from(to)] = arithmetic::modulo(a, b, work)?;
                    }
                    Op::Power { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if let Some((2, y @ 0..=62)) = small(a, b) {
                            put(&mut registers[usize::from(to)], 1_i64 << y);
                            continue;
                        }
                        registers[usize::from(to)] = arithmetic::power(a, b, work)?;
                    }
                    Op::Join { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        registers[usize::from(to)] = arithmetic::join(a, b, work)?;
                    }
                    Op::Range { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        registers[usize::from(to)] = arithmetic::range(a, b, work)?;
                    }
                    Op::Negate { to, a } => {
                        let a = get(registers, constants, a);
                        if let Value::Number(Number::Small(n)) = a
                            && let Some(negative) = n.checked_neg()
                        {
                            put(&mut registers[usize::from(to)], negative);
                            continue;
                        }
                        registers[usize::from(to)] = arithmetic::negate(a, work)?;
                    }
                    Op::Not { to, a } => {
                        let value = !truth(get(registers, constants, a))?;
                        put_truth(&mut registers[usize::from(to)], value);
                    }
                    Op::Iff { to, a, b } => {
                        let a = truth(get(registers, constants, a))?;
                        let b = truth(get(registers, constants, b))?;
                        put_truth(&mut registers[usize::from(to)], a == b);
                    }
                    Op::Compare { sign, to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        let holds = compare(sign, a, b, work)?;
                        put_truth(&mut registers[usize::from(to)], holds);
                    }
                    Op::BranchUnless { sign, a, b, to } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if !compare(sign, a, b, work)? {
                            pc = usize::from(to);
                        }
                    }
                    Op::BranchIf { sign, a, b, to } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if compare(sign, a, b, work)? {
                            pc = usize::from(to);
                        }
                    }
                    Op::InRange { to, a, first } => {
                        let first = usize::from(first);
                        let a = get(registers, constants, a);
                        let holds =
                            arithmetic::in_range(a, &registers[first], &registers[first + 1])?;
                        put_truth(&mut registers[usize::from(to)], holds);
                    }
                    Op::JumpUnless { a, to } => {
                        if !truth(get(registers, constants, a))? {
                            pc = usize::from(to);
                        }
                    }
                    Op::JumpIf { a, to } => {
                        if truth(get(registers, constants, a))? {
                            pc = usize::from(to);
                        }
                    }
                    Op::Jump { to } => pc = usize::from(to),
                    Op::Tuple { to, first, count } | Op::List { to, first, count } => {
                        let (first, count) = (usize::from(first), usize::from(count));
                        let parts = registers[first..first + count].to_vec();
                        work.charge(count as u64)?;
                        let items = Arc::new(Items::new(parts).ok_or_else(too_deep)?);
                        registers[usize::from(to)] = if matches!(op, Op::Tuple { .. }) {
                            Value::Tuple(items)
                        } else {
                            Value::List(items)
                        };
                    }
                    Op::Spread { first, count, wanted, name } => {
                        let (first, wanted) = (usize::from(first), usize::from(wanted));
                        let name = program.names.get(usize::from(name)).map_or("", |name| &**name);
                        let given = &registers[first..first + usize::from(count)];
                        let parts = spread(given, wanted, name)?;
                        registers[first..first + wanted].clone_from_slice(&parts);
                    }
                    Op::Builtin { builtin, count, to, first } => {
                        let first = usize::from(first);
                        let arguments = &registers[first..first + usize::from(count)];
                        if let Some(n) = work.positions.known(builtin, arguments) {
                            put(&mut registers[usize::from(to)], n);
                            continue;
                        }
                        let value = builtins::call(builtin, arguments, work)?;
                        registers[usize::from(to)] = value;
                    }
                    Op::Apply { builtin, to, a } => {
                        let a = get(registers, constants, a);
                        if let Value::Number(Number::Small(n)) = a
                            && let Some(result) = builtins::quick(builtin, *n)
                        {
                            put(&mut registers[usize::from(to)], result);
                            continue;
                        }
                        let value = builtins::apply(builtin, a, work)?;
                        registers[usize::from(to)] = value;
                    }
                    Op::Attribute { to, a, path } => {
                        let Some(path) = program.paths.get(usize::from(path)) else { continue };
                        let of = get(registers, constants, a);
                        let value = attribute::path(of, &path.first, path.second.as_deref(), work)?;
                        registers[usize::from(to)] = value;
                    }
                    Op::Method { count, to, first, path } => {
                        let Some(path) = program.paths.get(usize::from(path)) else { continue };
                        let first = usize::from(first);
                        let arguments = &registers[first + 1..first + 1 + usize::from(count)];
                        let value =
                            attribute::method(&registers[first], &path.first, arguments, work)?;
                        registers[usize::from(to)] = value;
                    }
                    Op::Index { to, a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        match arithmetic::index(a, b)? {
                            Value::Number(Number::Small(n)) => {
                                let n = *n;
                                put(&mut registers[usize::from(to)], n);
                            }
                            value => {
                                let value = value.clone();
                                registers[usize::from(to)] = value;
                            }
                        }
                    }
                    Op::Slice { to, a, first } => {
                        let first = usize::from(first);
                        let a = get(registers, constants, a);
                        let value =
                            arithmetic::slice(a, &registers[first], &registers[first + 1], work)?;
                        registers[usize::from(to)] = value;
                    }
                    Op::Call { module, to, first, index } => {
                        within(work)?;
                        let (module, number) = linked.number(frame.module, module, index);
                        let callee = match linked.program(number) {
                            Some(Ok(callee)) => callee,
                            Some(Err(failure)) => return Err(broken(failure)),
                            None => continue,
                        };
                        let first = usize::from(first);
                        let mut remembered = false;
                        if callee.memoised {
                            let arguments =
                                &registers[first..first + usize::from(callee.parameters)];
                            match self.memo.look(number, arguments) {
                                Known::Result(value) => {
                                    put_value(&mut registers[usize::from(to)], value);
                                    continue;
                                }
                                Known::Remember(key) => {
                                    self.keys.push(key);
                                    remembered = true;
                                }
                                Known::Unremembered => {}
                            }
                        }
                        if self.frames.len() >= MAX_RECURSION {
                            let name = callee.name.as_deref().unwrap_or("");
                            return Err(Fault::too_large(format!(
                                "`{name}` is called more than {} deep",
                                counted(MAX_RECURSION)
                            ))
                            .help("a recursion needs a case in which it ends"));
                        }
                        let base = frame.base + first;
                        let needed = base + usize::from(callee.registers);
                        if needed > self.stack.len() {
                            if needed > MAX_STACK {
                                return Err(Fault::too_large("too many values are kept at once"));
                            }
                            self.stack.resize(needed, Value::Bool(false));
                        }
                        let loops = self.loops.len();
                        let inner =
                            Frame { function: number, module, pc: 0, base, loops, to, remembered };
                        self.frames.push(std::mem::replace(frame, inner));
                        program = callee;
                        continue 'frame;
                    }
                    Op::Constant { module, to, index } => {
                        let (_, number) = linked.number(frame.module, module, index);
                        match self.provided.get(number) {
                            Some(Some(value)) => put_value(&mut registers[usize::from(to)], value),
                            Some(None) | None => {
                                frame.pc -= 1;
                                work.spent -= 1;
                                return Ok(Signal::Needs(number));
                            }
                        }
                    }
                    Op::Finding { to, index } => {
                        let Some((essay, id)) = program.findings.get(usize::from(index)) else {
                            continue;
                        };
                        match linked.scope.site().ask(essay, id) {
                            Some(record) => registers[usize::from(to)] = Value::Record(record),
                            None => return Err(unfound(linked.scope, essay, id)),
                        }
                    }
                    Op::LoopRange { a, b } => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        let (next, last) = arithmetic::ends(a, b)?;
                        self.loops.push(Loop::Range { next, last });
                    }
                    Op::LoopList { a } => match get(registers, constants, a) {
                        Value::List(items) => {
                            self.loops.push(Loop::List { items: Arc::clone(items), at: 0 });
                        }
                        other => {
                            return Err(Fault::kind(format!(
                                "a clause runs over a range or a list, not over {}: {}",
                                other.kind(),
                                shown(other)
                            )));
                        }
                    },
                    Op::Next { to, exit } => {
                        within(work)?;
                        match self.loops.last_mut() {
                            Some(Loop::Range { next, last }) if *next <= *last => {
                                put(&mut registers[usize::from(to)], *next);
                                match next.checked_add(1) {
                                    Some(after) => *next = after,
                                    None => (*next, *last) = (1, 0),
                                }
                            }
                            Some(Loop::List { items, at }) if *at < items.len() => {
                                put_value(&mut registers[usize::from(to)], &items[*at]);
                                *at += 1;
                            }
                            Some(Loop::Range { .. } | Loop::List { .. }) | None => {
                                self.loops.pop();
                                pc = usize::from(exit);
                            }
                        }
                    }
                    Op::EndLoops { loops } => {
                        self.loops.truncate(self.loops.len().saturating_sub(usize::from(loops)));
                    }
                    Op::Unpack { a, first, count } => {
                        let (first, count) = (usize::from(first), usize::from(count));
                        let parts = match get(registers, constants, a) {
                            Value::Tuple(parts) if parts.len() == count => Arc::clone(parts),
                            other => {
                                return Err(Fault::kind(format!(
                                    "this pattern takes a tuple of {count} parts, not {}: {}",
                                    other.kind(),
                                    shown(other)
                                )));
                            }
                        };
                        registers[first..first + count].clone_from_slice(&parts);
                    }
                    Op::NewList { to } => {
                        registers[usize::from(to)] = Value::List(Arc::new(Items::default()));
                    }
                    Op::Append { to, a } => {
                        let item = get(registers, constants, a).clone();
                        if let Value::List(items) = &mut registers[usize::from(to)] {
                            if items.len() >= MAX_ITEMS {
                                return Err(Fault::too_large(format!(
                                    "a list has at most {} items",
                                    counted(MAX_ITEMS)
                                )));
                            }
                            if !Arc::make_mut(items).push(item) {
                                return Err(too_deep());
                            }
                        }
                    }
                    Op::Group { to } => {
                        if let Value::List(pairs) = &registers[usize::from(to)] {
                            let groups = builtins::group(pairs, work)?;
                            registers[usize::from(to)] = groups;
                        }
                    }
                    Op::Increment { to } => {
                        if let Value::Number(Number::Small(count)) = &mut registers[usize::from(to)]
                        {
                            *count += 1;
                        }
                    }
                    Op::Larger { to, a } | Op::Smaller { to, a } => {
                        let larger = matches!(op, Op::Larger { .. });
                        let wanted = if larger { Ordering::Greater } else { Ordering::Less };
                        let to = usize::from(to);
                        let next = get(registers, constants, a);
                        let taken = match registers[to + 1] {
                            Value::Bool(false) => {
                                order::lone(next, work)?;
                                true
                            }
                            _ => order::extreme(&registers[to], next, wanted, work)?,
                        };
                        if taken {
                            let next = next.clone();
                            registers[to] = next;
                            registers[to + 1] = Value::Bool(true);
                        }
                    }
                    Op::Empty { message } => {
                        let message = program.messages.get(usize::from(message));
                        return Err(Fault::undefined(message.cloned().unwrap_or_default()));
                    }
                    Op::Return { a } => {
                        within(work)?;
                        let value = if a & CONSTANT == 0 {
                            std::mem::replace(&mut registers[usize::from(a)], Value::Bool(false))
                        } else {
                            get(registers, constants, a).clone()
                        };
                        let Some(caller) = self.frames.pop() else {
                            return Ok(Signal::Done(value));
                        };
                        if frame.remembered
                            && let Some(key) = self.keys.pop()
                        {
                            self.memo.remember(frame.function, key, &value);
                        }
                        debug_assert_eq!(self.loops.len(), frame.loops);
                        let to = frame.to;
                        *frame = caller;
                        program = program_of(frame.function);
                        match value {
                            Value::Number(Number::Small(n)) => {
                                put(&mut self.stack[frame.base + usize::from(to)], n);
                            }
                            value => self.stack[frame.base + usize::from(to)] = value,
                        }
                        continue 'frame;
                    }
                    Op::Yield => {
                        within(work)?;
                        return Ok(Signal::Case);
                    }
                    Op::End => {
                        within(work)?;
                        return Ok(Signal::End);
                    }
                }
            }
        }
    }
}

/// `given` with its tuples taken apart, if that makes `wanted` values.
fn spread(given: &[Value], wanted: usize, name: &str) -> Faulty<Vec<Value>> {
    let mut parts = Vec::with_capacity(wanted);
    for value in given {
        match value {
            Value::Tuple(inner) => parts.extend(inner.iter().cloned()),
            _ => parts.push(value.clone()),
        }
    }
    if parts.len() == wanted {
        return Ok(parts);
    }
    let given: Vec<String> = given.iter().map(shown).collect();
    Err(Fault::new(
        Code::ExpressionArguments,
        format!(
            "`{name}` takes {wanted} arguments, and {} makes {}",
            given.join(", "),
            parts.len()
        ),
    ))
}

/// A definition that does not compile is used.
fn broken(failure: &Failure) -> Box<Fault> {
    Fault::new(
        Code::ExpressionConsequence,
        format!("this needs a definition with a mistake: {}", failure.message()),
    )
    .follows()
}

fn unfound(
    scope: &Scope,
    essay: &crate::language::syntax::Name,
    id: &crate::language::syntax::Name,
) -> Box<Fault> {
    let own = scope.essay() == Some(&**essay);
    let name = if own { id.to_string() } else { format!("{essay}.{id}") };
    if scope.failed(essay, id) {
        Fault::new(Code::ExpressionConsequence, format!("`{name}` was not evaluated")).follows()
    } else {
        Fault::new(Code::ExpressionConsequence, format!("`{name}` has no findings yet"))
            .help("definitions, claims and figures may not need one another in a circle")
    }
}
