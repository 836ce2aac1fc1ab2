//! The expression language: exact, total over finite ranges, sandboxed by construction.
//!
//! [`Expression::parse`], [`Clauses::parse`] and [`Definitions::parse`] read what an author wrote;
//! a [`Scope`] says what it may name; an [`Evaluator`] gives each block its [`Value`]s within a
//! budget. [`writing`] turns values into text; [`reading`] reads the text that an author wrote beside
//! a value, and shares no code with it.
//!
//! **Invariant.** Evaluation has no effects, ends, and gives the same value and the same charge on
//! every machine, in every order, on any number of threads.
//!
//! **Not here.** What a claim is, the files of a site, HTML.

mod arithmetic;
mod attribute;
mod builtins;
mod carried;
mod compile;
mod evaluator;
mod failure;
mod game;
mod lexer;
mod machine;
mod memo;
mod order;
mod origins;
mod parser;
mod position;
mod program;
mod published;
pub mod reading;
mod record;
mod references;
pub mod relation;
mod restyling;
mod routes;
mod scope;
mod shared;
mod syntax;
mod value;
mod work;
pub mod writing;

pub use builtins::functions;
pub use carried::Leaf;
pub use carried::Repeats;
pub(crate) use carried::unchanged;
pub use compile::Step;
pub use evaluator::Cases;
pub use evaluator::DEFAULT_BUDGET;
pub use evaluator::Evaluator;
pub use failure::Failure;
pub use game::Game;
pub use game::from_dyadic;
pub use game::to_dyadic;
pub use game::value_of;
pub use lexer::SyntaxError;
pub use machine::MAX_RECURSION;
pub use parser::MAX_DEPTH;
pub use parser::MAX_LENGTH;
pub use parser::MAX_TREE;
pub use parser::is_name;
pub use position::Cut;
pub use position::Position;
pub use published::Typed;
pub use record::Finding;
pub use record::Record;
pub use references::References;
pub use restyling::restyled;
pub use scope::DefinitionId;
pub use scope::Library;
pub use scope::Meaning;
pub use scope::Outline;
pub use scope::Scope;
pub use scope::Site;
pub use syntax::Bytes;
pub use syntax::Clause;
pub use syntax::Clauses;
pub use syntax::Comparison;
pub use syntax::Definition;
pub use syntax::Definitions;
pub use syntax::Expression;
pub use syntax::Gather;
pub use syntax::Gathering;
pub use syntax::Name;
pub use syntax::Node;
pub use syntax::NodeKind;
pub use syntax::Operator;
pub use syntax::Pattern;
pub use value::Form;
pub use value::Items;
pub use value::MAX_NESTING;
pub use value::Value;
pub use value::Written;
pub use work::MAX_DIGITS;
pub use work::MAX_ITEMS;
