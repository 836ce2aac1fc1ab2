//! Asks the solver about the positions of a figure, within the budget of its block.

use std::sync::Arc;

use crate::cgt::Exhausted;
use crate::cgt::Player;
use crate::diagnostics::Code;
use crate::diagnostics::Span;
use crate::language::Cut;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::Value;

use super::evaluation::Options;
use super::explorer::BestCuts;
use super::explorer::ExploredGame;
use super::values;
use crate::language::writing::Style;

/// The evaluator of the block, for questions that the author did not type.
pub(super) struct Ask<'e, 's> {
    evaluator: &'e mut Evaluator<'s>,
    /// Where the block stands, for what cannot be answered.
    at: Span,
    /// The budget of the block, in units of work.
    limit: u64,
    /// How numbers are written.
    pub(super) style: &'e Style,
}

impl<'e, 's> Ask<'e, 's> {
    /// Questions of the block that stands at `at`.
    pub(super) fn new(evaluator: &'e mut Evaluator<'s>, at: Span, options: &'e Options) -> Self {
        evaluator.unbind_all();
        Self { evaluator, at, limit: options.budget, style: &options.style }
    }

    /// The units of work that are left.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.evaluator.spent())
    }

    /// What the solver says when it gives up.
    pub(super) fn exhausted(&self, why: Exhausted) -> Failure {
        Failure::at(Code::ExpressionUndecided, why.to_string(), self.at)
    }

    /// The value of `expression`, in which `names` stand for values.
    fn answer(&mut self, expression: &str, names: &[(&str, Value)]) -> Result<Value, Failure> {
        self.evaluator.unbind_all();
        for (name, value) in names {
            self.evaluator.bind(name, value.clone());
        }
        let read = Expression::read(expression, self.at).expect("we wrote it ourselves");
        let answer = self.evaluator.evaluate(&read);
        self.evaluator.unbind_all();
        answer
    }

    /// The position of `ruleset` with these sizes.
    pub(super) fn position(&mut self, ruleset: &str, sizes: &Value) -> Result<Value, Failure> {
        let names = [("ruleset", Value::text(ruleset)), ("sizes", sizes.clone())];
        self.answer("position(ruleset, sizes)", &names)
    }

    /// An attribute of a value: `value`, `ruleset`, `sizes`.
    pub(super) fn attribute(&mut self, of: &Value, name: &str) -> Result<Value, Failure> {
        self.answer(&format!("it.{name}"), &[("it", of.clone())])
    }

    /// The cuts of a position, all or the best.
    pub(super) fn cuts(
        &mut self,
        position: &Value,
        player: Player,
        which: Which,
    ) -> Result<Vec<Arc<Cut>>, Failure> {
        let player = match player {
            Player::Left => "LEFT",
            Player::Right => "RIGHT",
        };
        let which = match which {
            Which::All => "cuts",
            Which::Best => "best_cuts",
        };
        let cuts = self.answer(&format!("it.{which}({player})"), &[("it", position.clone())])?;
        let cuts = cuts.as_list().unwrap_or_default().iter();
        Ok(cuts
            .filter_map(|cut| match cut {
                Value::Cut(cut) => Some(Arc::clone(cut)),
                _ => None,
            })
            .collect())
    }

    /// What both players can make of the position with these sizes, in each of `games`.
    pub(super) fn explore_all(
        &mut self,
        games: &[String],
        sizes: &Value,
    ) -> Result<Vec<ExploredGame>, Failure> {
        games.iter().map(|game| self.explore(game, sizes)).collect()
    }

    fn explore(&mut self, ruleset: &str, sizes: &Value) -> Result<ExploredGame, Failure> {
        let position = self.position(ruleset, sizes)?;
        let mut sides = Vec::new();
        for player in Player::BOTH {
            let best = self.cuts(&position, player, Which::Best)?;
            let cuts = best
                .iter()
                .map(|cut| format!("at {} ({})", cut.by, values::pieces_text(cut, self.style)));
            let cuts = cuts.collect();
            let leaves = best.first().map(|cut| values::shown(&cut.value, self.style));
            sides.push(leaves.map(|leaves| BestCuts { cuts, leaves }));
        }
        let right = sides.pop().flatten();
        let left = sides.pop().flatten();
        Ok(ExploredGame { game: game_name(ruleset), left, right })
    }
}

/// Which cuts are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Every cut.
    All,
    /// Those after which the mover stands best.
    Best,
}

/// What readers call the game that authors call `ruleset`.
pub(super) fn game_name(ruleset: &str) -> String {
    if ruleset == "maundy" {
        return "Maundy Cake".to_owned();
    }
    let words = ruleset.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
