//! Expressions in the form in which they run: operations on numbered registers.
//!
//! An [`Op`] takes eight bytes. Operands are registers of the running frame or, with
//! [`CONSTANT`] set, constants of the program. Each operation knows the part of the expression it
//! came from and the variables that are bound there, for messages.

use std::sync::Arc;

use crate::diagnostics::Span;
use crate::language::builtins::Builtin;
use crate::language::syntax::Bytes;
use crate::language::syntax::Comparison;
use crate::language::syntax::Name;
use crate::language::syntax::span_in;
use crate::language::value::Value;

/// Set in an operand that is a constant.
pub(crate) const CONSTANT: u16 = 1 << 15;

/// A register or a constant.
pub(crate) type Operand = u16;

/// A register.
pub(crate) type Register = u16;

/// The place of an operation in its program.
pub(crate) type Target = u16;

/// An operation. `to` is where its result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Copy {
        to: Register,
        from: Operand,
    },
    Add {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Subtract {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Multiply {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Divide {
        to: Register,
        a: Operand,
        b: Operand,
    },
    DivideDown {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Modulo {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Power {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Join {
        to: Register,
        a: Operand,
        b: Operand,
    },
    /// The list of whole numbers from `a` to `b`.
    Range {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Negate {
        to: Register,
        a: Operand,
    },
    Not {
        to: Register,
        a: Operand,
    },
    Iff {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Compare {
        sign: Comparison,
        to: Register,
        a: Operand,
        b: Operand,
    },
    /// Goes on at `to` if the relation does not hold.
    BranchUnless {
        sign: Comparison,
        a: Operand,
        b: Operand,
        to: Target,
    },
    /// Goes on at `to` if it does.
    BranchIf {
        sign: Comparison,
        a: Operand,
        b: Operand,
        to: Target,
    },
    /// Whether `a` is a whole number of the range from register `first` to the next one.
    InRange {
        to: Register,
        a: Operand,
        first: Register,
    },
    JumpUnless {
        a: Operand,
        to: Target,
    },
    JumpIf {
        a: Operand,
        to: Target,
    },
    Jump {
        to: Target,
    },
    Tuple {
        to: Register,
        first: Register,
        count: u16,
    },
    List {
        to: Register,
        first: Register,
        count: u16,
    },
    /// Takes tuples among the `count` registers from `first` on apart until there are `wanted`.
    Spread {
        first: Register,
        count: u8,
        wanted: u8,
        name: u16,
    },
    Builtin {
        builtin: Builtin,
        count: u8,
        to: Register,
        first: Register,
    },
    /// A function of one argument.
    Apply {
        builtin: Builtin,
        to: Register,
        a: Operand,
    },
    /// An attribute, or two in a row, by the number of its path.
    Attribute {
        to: Register,
        a: Operand,
        path: u16,
    },
    /// A method of the value in `first`, applied to the `count` registers behind it.
    Method {
        count: u8,
        to: Register,
        first: Register,
        path: u16,
    },
    Index {
        to: Register,
        a: Operand,
        b: Operand,
    },
    /// The items of `a` from the place in register `first` to that in the next one.
    Slice {
        to: Register,
        a: Operand,
        first: Register,
    },
    /// A function of the author's; its arguments are the registers from `first` on.
    Call {
        module: u8,
        to: Register,
        first: Register,
        index: u16,
    },
    /// A definition without parameters.
    Constant {
        module: u8,
        to: Register,
        index: u16,
    },
    /// The findings of a claim or figure.
    Finding {
        to: Register,
        index: u16,
    },
    /// Begins a loop over the whole numbers from `a` to `b`.
    LoopRange {
        a: Operand,
        b: Operand,
    },
    /// Begins a loop over a list.
    LoopList {
        a: Operand,
    },
    /// Takes the next item of the innermost loop; where there is none, ends it and goes on at
    /// `exit`.
    Next {
        to: Register,
        exit: Target,
    },
    /// Ends the innermost `loops` loops.
    EndLoops {
        loops: u16,
    },
    /// Takes the tuple `a` apart into `count` registers from `first` on.
    Unpack {
        a: Operand,
        first: Register,
        count: u16,
    },
    NewList {
        to: Register,
    },
    /// Makes the list of pairs in `to` the groups of its items.
    Group {
        to: Register,
    },
    Append {
        to: Register,
        a: Operand,
    },
    /// Adds one to the count in `to`.
    Increment {
        to: Register,
    },
    /// Keeps the larger of `to` and `a`; whether there is one yet stands in the register behind
    /// `to`.
    Larger {
        to: Register,
        a: Operand,
    },
    /// Likewise the smaller.
    Smaller {
        to: Register,
        a: Operand,
    },
    /// Nothing was left of the cases that are described by this message.
    Empty {
        message: u16,
    },
    Return {
        a: Operand,
    },
    /// Hands a case to whoever walks over the cases.
    Yield,
    /// There are no more cases.
    End,
}

/// The part of which expression an operation came from, and which variables are bound there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) bytes: Bytes,
    /// Which of the program's texts.
    pub(crate) text: u16,
    /// Which of the program's bindings is the innermost one; [`NO_BINDING`] for none.
    pub(crate) binding: u32,
    /// Which of the program's inlined calls it belongs to; [`NO_CALL`] for none.
    pub(crate) call: u32,
}

/// Stands for no inlined call.
pub(crate) const NO_CALL: u32 = u32::MAX;

/// A call in whose place the operations of the called function stand.
#[derive(Clone, Debug)]
pub(crate) struct InlinedCall {
    /// What was called.
    pub(crate) name: Name,
    /// The call itself.
    pub(crate) from: Origin,
}

/// Stands for no binding.
pub(crate) const NO_BINDING: u32 = u32::MAX;

/// A bound variable.
#[derive(Clone, Debug)]
pub(crate) struct BoundName {
    pub(crate) outer: u32,
    pub(crate) name: Name,
    pub(crate) register: Register,
}

/// A text that a part of a program came from.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    pub(crate) text: Arc<str>,
    pub(crate) at: Span,
}

/// What behind a dot is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) first: Name,
    pub(crate) second: Option<Name>,
}

/// A runnable expression.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) constants: Vec<Value>,
    pub(crate) registers: u16,
    pub(crate) bindings: Vec<BoundName>,
    pub(crate) calls: Vec<InlinedCall>,
    pub(crate) texts: Vec<Origins>,
    pub(crate) paths: Vec<Path>,
    /// Essay and id of the findings it asks for.
    pub(crate) findings: Vec<(Name, Name)>,
    pub(crate) messages: Vec<String>,
    /// Names of called functions, for messages of `Spread`.
    pub(crate) names: Vec<Name>,
    /// How many parameters it has: its first registers.
    pub(crate) parameters: u16,
    /// Whether results are remembered.
    pub(crate) memoised: bool,
    /// What it is called in messages.
    pub(crate) name: Option<Name>,
}

impl Program {
    /// Where the operation before `pc` came from.
    pub(crate) fn span(&self, origin: Origin) -> Option<Span> {
        let text = self.texts.get(usize::from(origin.text))?;
        Some(span_in(text.at, &text.text, origin.bytes))
    }

    /// The variables bound at an operation, innermost first.
    pub(crate) fn bound(&self, origin: Origin) -> impl Iterator<Item = &BoundName> {
        let get = |at: u32| self.bindings.get(at as usize);
        std::iter::successors(get(origin.binding), move |bound| get(bound.outer))
    }

    /// Where an operation came from and the inlined calls that led there, innermost first.
    pub(crate) fn chain(&self, origin: Origin) -> impl Iterator<Item = Origin> {
        std::iter::successors(Some(origin), |origin| {
            self.calls.get(origin.call as usize).map(|call| call.from)
        })
    }

    /// The function whose body an operation belongs to.
    pub(crate) fn function(&self, origin: Origin) -> Option<&Name> {
        let inlined = self.calls.get(origin.call as usize).map(|call| &call.name);
        inlined.or(self.name.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn an_operation_takes_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }
}
