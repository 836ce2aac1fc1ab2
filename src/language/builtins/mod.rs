//! The functions of the language, one file per family.
//!
//! [`Builtin`] lists them; [`call`] applies one. A function gets values and gives a value or a
//! fault without a place.

mod games;
mod lists;
mod numbers;
mod written;

pub(crate) use lists::group;

use crate::arithmetic::primes;
use crate::language::failure::Faulty;
use crate::language::syntax::Gathering;
use crate::language::value::Value;
use crate::language::work::Work;

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arity {
    /// So many; if fewer are written, tuples are taken apart.
    Exactly(u8),
    /// One or two.
    OneOrTwo,
    /// One at least; tuples are taken apart.
    Any,
}

/// Declares the functions: the variant, the names it has, how many arguments, and whether it costs
/// so little that what calls it need not be remembered.
macro_rules! builtins {
    ($($variant:ident = $($name:literal)|+, $arity:expr, $cheap:literal;)*) => {
        /// A function of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum Builtin {
            $(
                #[doc = concat!("`", $($name, "` ",)+)]
                $variant,
            )*
        }

        impl Builtin {
            /// Every name with its function.
            pub(crate) const NAMED: &'static [(&'static str, Self)] =
                &[$($(($name, Self::$variant),)+)*];

            /// How many arguments it takes.
            pub(crate) fn arity(self) -> Arity {
                match self {
                    $(Self::$variant => $arity,)*
                }
            }

            /// Whether it costs so little that its results need not be remembered.
            pub(crate) fn is_cheap(self) -> bool {
                match self {
                    $(Self::$variant => $cheap,)*
                }
            }

            /// The first of its names.
            pub(crate) fn name(self) -> &'static str {
                Self::NAMED.iter().find(|(_, own)| *own == self).map_or("", |&(name, _)| name)
            }
        }
    };
}

use Arity::Any;
use Arity::Exactly;
use Arity::OneOrTwo;

builtins! {
    Omega = "Ω" | "Omega", Exactly(1), true;
    Primes = "primes", Exactly(1), false;
    PrimesTo = "primes_to", Exactly(1), false;
    Divisors = "divisors", Exactly(1), false;
    OddPart = "odd_part", Exactly(1), true;
    TwoPart = "two_part", Exactly(1), true;
    BitLength = "bit_length", Exactly(1), true;
    FloorLog2 = "floor_log2", Exactly(1), true;
    IsPrime = "is_prime", Exactly(1), true;
    Sign = "sign", Exactly(1), true;
    Abs = "abs", Exactly(1), true;
    Floor = "floor", Exactly(1), true;
    Gcd = "gcd", Exactly(2), true;
    Residue = "residue", Exactly(2), true;
    Size = "size", Exactly(1), true;
    Sums = "sums", Exactly(1), false;
    Products = "products", Exactly(1), false;
    Ranks = "ranks", Exactly(1), false;
    All = "all", Exactly(1), false;
    AnyTrue = "any", Exactly(1), false;
    Count = "count", Exactly(1), false;
    Sum = "sum", Exactly(1), false;
    Product = "product", Exactly(1), false;
    Max = "max", Exactly(1), false;
    Min = "min", Exactly(1), false;
    First = "first", Exactly(1), false;
    Set = "set", Exactly(1), false;
    Words = "words", Exactly(1), false;
    Ordinal = "ordinal", Exactly(1), false;
    Percent = "pct", Exactly(2), false;
    Raw = "raw", Exactly(1), false;
    Approximate = "approx", Exactly(2), false;
    Game = "game", OneOrTwo, false;
    Position = "position", Any, false;
    ByConstruction = "by_construction", Any, false;
    ByIntegers = "by_integers", Any, false;
    Cutcake = "cutcake", Any, true;
    Maundy = "maundy", Any, true;
    Domineering = "domineering", Any, false;
    Col = "col", Any, false;
    Snort = "snort", Any, false;
    ToadsAndFrogs = "toads_and_frogs", Any, false;
    Hackenbush = "hackenbush", Any, false;
    Nim = "nim", Any, false;
    Kayles = "kayles", Any, false;
    MisereOutcome = "misere_outcome", Exactly(1), false;
    Cool = "cool", Exactly(2), false;
    Heat = "heat", Exactly(2), false;
    OrdinalSum = "ordinal_sum", Exactly(2), false;
    Confused = "confused", Exactly(2), false;
}

impl Builtin {
    /// The function of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(own, _)| *own == name).map(|&(_, builtin)| builtin)
    }
}

/// The names of all functions, aggregates included, for completion.
pub fn functions() -> impl Iterator<Item = &'static str> {
    let group = Gathering::NAMED.iter().map(|(name, _)| *name).filter(|name| *name == "group");
    Builtin::NAMED.iter().map(|(name, _)| *name).chain(group)
}

/// Names with a fixed value.
pub(crate) const FIXED: &[(&str, &str)] = &[("LEFT", "L"), ("RIGHT", "R")];

/// Applies `builtin` to as many arguments as it takes.
pub(crate) fn call(builtin: Builtin, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    match (builtin, arguments) {
        (Builtin::Percent, [x, digits]) => written::percent(x, digits),
        (Builtin::Approximate, [x, digits]) => written::approximate(x, digits),
        (Builtin::Gcd, [a, b]) => numbers::gcd(a, b),
        (Builtin::Residue, [a, b]) => numbers::residue(a, b),
        (
            Builtin::Game
            | Builtin::Position
            | Builtin::ByConstruction
            | Builtin::ByIntegers
            | Builtin::Cutcake
            | Builtin::Maundy
            | Builtin::Domineering
            | Builtin::Col
            | Builtin::Snort
            | Builtin::ToadsAndFrogs
            | Builtin::Hackenbush
            | Builtin::Nim
            | Builtin::Kayles
            | Builtin::Cool
            | Builtin::Heat
            | Builtin::OrdinalSum
            | Builtin::Confused,
            _,
        ) => games::call(builtin, arguments, work),
        (_, [argument]) => apply(builtin, argument, work),
        _ => Err(games::wrong_arguments(builtin)),
    }
}

/// Applies a function of one argument.
pub(crate) fn apply(builtin: Builtin, a: &Value, work: &mut Work) -> Faulty<Value> {
    match builtin {
        Builtin::Omega
        | Builtin::Primes
        | Builtin::PrimesTo
        | Builtin::Divisors
        | Builtin::OddPart
        | Builtin::TwoPart
        | Builtin::BitLength
        | Builtin::FloorLog2
        | Builtin::IsPrime
        | Builtin::Sign
        | Builtin::Abs
        | Builtin::Floor => numbers::apply(builtin, a, work),
        Builtin::Size
        | Builtin::Sums
        | Builtin::Products
        | Builtin::Ranks
        | Builtin::All
        | Builtin::AnyTrue
        | Builtin::Count
        | Builtin::Sum
        | Builtin::Product
        | Builtin::Max
        | Builtin::Min
        | Builtin::First
        | Builtin::Set => lists::apply(builtin, a, work),
        Builtin::Words | Builtin::Ordinal | Builtin::Raw => written::apply(builtin, a),
        Builtin::MisereOutcome => games::misere_outcome(a, work),
        Builtin::Percent
        | Builtin::Approximate
        | Builtin::Gcd
        | Builtin::Residue
        | Builtin::Game
        | Builtin::Position
        | Builtin::ByConstruction
        | Builtin::ByIntegers
        | Builtin::Cutcake
        | Builtin::Maundy
        | Builtin::Domineering
        | Builtin::Col
        | Builtin::Snort
        | Builtin::ToadsAndFrogs
        | Builtin::Hackenbush
        | Builtin::Nim
        | Builtin::Kayles
        | Builtin::Cool
        | Builtin::Heat
        | Builtin::OrdinalSum
        | Builtin::Confused => games::call(builtin, std::slice::from_ref(a), work),
    }
}

/// The result of a function of one small whole number, where it is one and quickly found.
#[inline(always)]
pub(crate) fn quick(builtin: Builtin, n: i64) -> Option<i64> {
    match builtin {
        Builtin::Omega => primes::omega_of_small(n),
        Builtin::Sign => Some(n.signum()),
        Builtin::Abs => n.checked_abs(),
        Builtin::FloorLog2 if n > 0 => Some(63 - i64::from(n.leading_zeros())),
        Builtin::BitLength if n >= 0 => Some(64 - i64::from(n.leading_zeros())),
        _ => None,
    }
}
