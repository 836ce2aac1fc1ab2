//! Positions and cuts as values.
//!
//! A position keeps no value of its own; asking for one lets the solver of the block work. Single
//! cakes of the two cake games are kept by their sides alone, and their values in a table, since
//! claims ask for the same cakes again and again; what they are worth and how they are cut comes
//! from the same rulesets as everything else.
//!
//! **Long**: what an expression may ask of a position, an arm for each attribute.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::arithmetic::Number;
use crate::cgt;
use crate::cgt::Budget;
use crate::cgt::Exhausted;
use crate::cgt::Move;
use crate::cgt::Moves;
use crate::cgt::Player;
use crate::cgt::Ruleset;
use crate::cgt::rulesets::Cake;
use crate::cgt::rulesets::Cutcake;
use crate::cgt::rulesets::MAX_SIDE;
use crate::cgt::rulesets::Maundy;
use crate::language::arithmetic;
use crate::language::attribute::missing;
use crate::language::builtins::Builtin;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::game::Games;
use crate::language::order;
use crate::language::order::shown;
use crate::language::shared::CakeGame;
use crate::language::shared::Search;
use crate::language::shared::Shared;
use crate::language::shared::TABLE_SIDE;
use crate::language::value::Value;
use crate::language::work::MAX_ITEMS;
use crate::language::work::Work;

impl CakeGame {
    fn named(name: &str) -> Option<Self> {
        match name {
            "cutcake" => Some(Self::Cutcake),
            "maundy" => Some(Self::Maundy),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cutcake => "cutcake",
            Self::Maundy => "maundy",
        }
    }
}

/// A position of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Kind);

/// A single cake of the cake games is always the former.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Cake(CakeGame, u64, u64),
    Other(cgt::Position),
}

impl From<cgt::Position> for Position {
    fn from(position: cgt::Position) -> Self {
        if let Some(game) = CakeGame::named(&position.ruleset())
            && let Some([rows, columns]) = position.sizes().as_deref()
        {
            return Self(Kind::Cake(game, *rows, *columns));
        }
        Self(Kind::Other(position))
    }
}

impl Position {
    /// The sizes that make this position, if it is one piece of that kind: the rows and columns of a
    /// cake, the counters of a heap.
    #[must_use]
    pub fn sizes(&self) -> Option<Vec<u64>> {
        match &self.0 {
            Kind::Cake(_, rows, columns) => Some(vec![*rows, *columns]),
            Kind::Other(position) => position.sizes(),
        }
    }

    /// The name of the ruleset.
    #[must_use]
    pub fn ruleset(&self) -> String {
        match &self.0 {
            Kind::Cake(game, ..) => game.name().to_owned(),
            Kind::Other(position) => position.ruleset().into_owned(),
        }
    }

    /// The position as the solver knows it.
    fn solvable(&self, work: &mut Work) -> Faulty<cgt::Position> {
        match &self.0 {
            Kind::Cake(game, rows, columns) => {
                let place = work.positions.find(game.name())?;
                let family = &work.positions.known[place].family;
                family
                    .sized(&[*rows, *columns])
                    .map_err(|error| Fault::undefined(error.to_string()))
            }
            Kind::Other(position) => Ok(position.clone()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Cake(_, rows, columns) => write!(f, "{rows}x{columns}"),
            Kind::Other(position) => position.fmt(f),
        }
    }
}

/// A way to cut a position (or, in other games, a move).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    /// Where, or by what: in Cutcake the line, in Maundy Cake the divisor.
    pub by: u64,
    /// What is left.
    left: Left,
    /// What that is worth.
    pub value: Value,
}

/// What a cut leaves. Cuts of cakes leave one kind of cake or two, which need no list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Left {
    /// Rows, columns and copies of each; no copies where there is no second one.
    Cakes(CakeGame, [(u64, u64, u64); 2]),
    Other(Vec<(Position, u64)>),
}

impl Cut {
    /// What is left, each part with how many copies of it.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Position, u64)> {
        match &self.left {
            Left::Cakes(game, pieces) => {
                let pieces = pieces.iter().filter(|(.., times)| *times > 0);
                pieces.map(|&(m, n, times)| (Position(Kind::Cake(*game, m, n)), times)).collect()
            }
            Left::Other(pieces) => pieces.clone(),
        }
    }
}

/// The rulesets that a block has asked for, with values of their positions.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    known: Vec<Known>,
    /// Values of the small cakes that the block has paid for.
    cakes: [Table; 2],
    /// Cakes that wait for others to be paid for.
    waiting: Vec<(usize, usize)>,
    /// A list that is filled again and again.
    totals: Vec<i64>,
    /// A list that is filled again and again.
    moves: Option<Moves<Cake>>,
}

/// A ruleset, by the name that was asked for.
#[derive(Debug)]
struct Known {
    name: String,
    family: Arc<dyn cgt::Family>,
}

/// Values of small cakes that have no more rows than columns: the others are their negatives, as
/// [`Ruleset::normal`] of both games has it. A row for each number of rows, as long as it has to be.
#[derive(Debug, Default)]
struct Table {
    rows: Vec<Vec<i32>>,
}

/// Stands for a value that is not known.
const UNKNOWN: i32 = i32::MIN;

impl Table {
    #[inline(always)]
    fn get(&self, rows: u64, columns: u64) -> Option<i64> {
        let (row, column) = if rows <= columns { (rows, columns) } else { (columns, rows) };
        let value =
            *self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?;
        let sign = if rows <= columns { 1 } else { -1 };
        (value != UNKNOWN).then_some(i64::from(value) * sign)
    }

    fn is_known(&self, (row, column): (usize, usize)) -> bool {
        let value = self.rows.get(row).and_then(|own| own.get(column));
        value.is_some_and(|&value| value != UNKNOWN)
    }

    fn set(&mut self, (row, column): (usize, usize), value: i32) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let own = &mut self.rows[row];
        if own.len() <= column {
            own.resize(column + 1, UNKNOWN);
        }
        own[column] = value;
    }
}

impl Positions {
    /// The place of the ruleset of this name.
    fn find(&mut self, name: &str) -> Faulty<usize> {
        if let Some(place) = self.known.iter().position(|known| known.name == name) {
            return Ok(place);
        }
        let family = cgt::ruleset(name).map_err(|error| match error {
            cgt::RulesetError::Unknown => {
                missing("the solver", name, cgt::rulesets::NAMES.iter().copied())
            }
            cgt::RulesetError::Parameter(error) => {
                Fault::undefined(format!("`{name}` is no game: {error}"))
            }
        })?;
        self.known.push(Known { name: name.to_owned(), family });
        Ok(self.known.len() - 1)
    }

    /// The value of a small cake, if it is known.
    #[inline(always)]
    pub(crate) fn known(&self, builtin: Builtin, arguments: &[Value]) -> Option<i64> {
        let game = match builtin {
            Builtin::Cutcake => CakeGame::Cutcake,
            Builtin::Maundy => CakeGame::Maundy,
            _ => return None,
        };
        let [Value::Number(Number::Small(m)), Value::Number(Number::Small(n))] = arguments else {
            return None;
        };
        self.cakes[game as usize].get(u64::try_from(*m).ok()?, u64::try_from(*n).ok()?)
    }
}

/// The value of a cake.
fn cake_value(game: CakeGame, rows: u64, columns: u64, work: &mut Work) -> Faulty<Value> {
    if let Some(known) = work.positions.cakes[game as usize].get(rows, columns) {
        return Ok(Value::from(known));
    }
    if let (Ok(row), Ok(column)) = (usize::try_from(rows), usize::try_from(columns))
        && row.max(column) < TABLE_SIDE
    {
        pay(game, (row.min(column), row.max(column)), work)?;
        if let Some(known) = work.positions.cakes[game as usize].get(rows, columns) {
            return Ok(Value::from(known));
        }
    }
    let cake = Cake { rows, columns };
    work.solve(|games, budget| {
        let id = match game {
            CakeGame::Cutcake => games.solver.value_under(&Cutcake, &cake, budget)?,
            CakeGame::Maundy => games.solver.value_under(&Maundy, &cake, budget)?,
        };
        games.export(id, budget)
    })
}

/// Charges for a small cake with no more rows than columns, and for all that play can make of it,
/// each once, and takes their values over from the common table.
fn pay(game: CakeGame, cake: (usize, usize), work: &mut Work) -> Faulty<()> {
    let shared = work.shared.clone();
    let mut waiting = std::mem::take(&mut work.positions.waiting);
    waiting.clear();
    waiting.push(cake);
    while let Some(&(row, column)) = waiting.last() {
        let table = &mut work.positions.cakes[game as usize];
        if let Some(piece) = unpaid_piece(game, (row, column), table, &shared) {
            waiting.push(piece);
            continue;
        }
        let cost = |side| shared.side(game, side).map_or(0, |side| side.cost);
        work.charge(cost(row) + cost(column))?;
        // Without a small integer the block works everything out by itself.
        let Some(value) = shared.cake(game, row, column) else { break };
        work.positions.cakes[game as usize].set((row, column), value);
        waiting.pop();
    }
    work.positions.waiting = waiting;
    Ok(())
}

/// A piece of a cake that is not paid for, with no more rows than columns.
fn unpaid_piece(
    game: CakeGame,
    (row, column): (usize, usize),
    table: &Table,
    shared: &Shared,
) -> Option<(usize, usize)> {
    let across = shared.side(game, column)?.shorter.iter();
    let down = shared.side(game, row)?.shorter.iter();
    let across = across.map(|&shorter| (row.min(shorter), row.max(shorter)));
    let mut pieces = across.chain(down.map(|&shorter| (shorter, column)));
    pieces.find(|&piece| !table.is_known(piece))
}

/// The sides of a cake of one of the cake games, if the arguments are such.
fn as_cake(ruleset: &str, arguments: &[Value]) -> Option<(CakeGame, u64, u64)> {
    let game = CakeGame::named(ruleset)?;
    let sides = match arguments {
        [Value::Tuple(parts)] => parts,
        _ => arguments,
    };
    let [m, n] = sides else { return None };
    let side = |value: &Value| {
        let side = u64::try_from(value.as_i64()?).ok()?;
        (1..=MAX_SIDE).contains(&side).then_some(side)
    };
    Some((game, side(m)?, side(n)?))
}

/// The value of the position of `ruleset` that `arguments` describe.
pub(crate) fn value(ruleset: &str, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    match position(ruleset, arguments, work)?.0 {
        Kind::Cake(game, rows, columns) => cake_value(game, rows, columns, work),
        Kind::Other(position) => solve(&position, work),
    }
}

fn solve(position: &cgt::Position, work: &mut Work) -> Faulty<Value> {
    work.solve(|games, budget| {
        let id = position.value(&mut games.solver, budget)?;
        games.export(id, budget)
    })
}

/// The position of `ruleset` that `arguments` describe: sizes, or one text.
pub(crate) fn position(ruleset: &str, arguments: &[Value], work: &mut Work) -> Faulty<Position> {
    if let Some((game, rows, columns)) = as_cake(ruleset, arguments) {
        return Ok(Position(Kind::Cake(game, rows, columns)));
    }
    let place = work.positions.find(ruleset)?;
    let family = &work.positions.known[place].family;
    if let [Value::Text(text)] = arguments {
        return family.read(text).map(Position::from).map_err(|error| {
            Fault::undefined(format!(
                "`{text}` is no position of {ruleset}: {error}, at character {}",
                text.get(..error.at).map_or(0, |before| before.chars().count()) + 1
            ))
        });
    }
    let mut sizes = Vec::new();
    // Of heaps, each is a position by itself, and a list is their sum.
    let are_heaps = family.sized(&[1]).is_ok() && family.sized(&[1, 1]).is_ok();
    for argument in arguments {
        match argument {
            Value::List(heaps) if are_heaps => {
                for heap in heaps.iter() {
                    sizes.push(size(ruleset, heap)?);
                }
            }
            Value::Tuple(parts) => {
                for part in parts.iter() {
                    sizes.push(size(ruleset, part)?);
                }
            }
            _ => sizes.push(size(ruleset, argument)?),
        }
    }
    family.sized(&sizes).map(Position::from).map_err(|error| {
        let shown: Vec<String> = sizes.iter().map(u64::to_string).collect();
        Fault::undefined(format!("{ruleset} has no position ({}): {error}", shown.join(", ")))
    })
}

pub(crate) fn size(ruleset: &str, value: &Value) -> Faulty<u64> {
    value.as_i64().and_then(|size| u64::try_from(size).ok()).ok_or_else(|| {
        Fault::undefined(format!(
            "the sizes of a position of {ruleset} are whole numbers below 2^63, not {}",
            shown(value)
        ))
    })
}

/// The player that `LEFT` or `RIGHT` stands for.
fn player(value: &Value) -> Faulty<Player> {
    match value.as_text() {
        Some("L") => Ok(Player::Left),
        Some("R") => Ok(Player::Right),
        _ => Err(Fault::kind(format!("a player is LEFT or RIGHT, not {}", shown(value)))),
    }
}

/// `position.name`.
pub(crate) fn attribute(position: &Position, name: &str, work: &mut Work) -> Faulty<Value> {
    let list = |positions: Vec<cgt::Position>, budget: &mut Budget| {
        budget.spend(positions.len() as u64)?;
        if positions.len() > MAX_ITEMS {
            return Err(Exhausted::Size);
        }
        let wrap = |position| Value::Position(Arc::new(Position::from(position)));
        Ok(Value::list(positions.into_iter().map(wrap).collect()))
    };
    match name {
        "value" => match &position.0 {
            Kind::Cake(game, rows, columns) => cake_value(*game, *rows, *columns, work),
            Kind::Other(position) => solve(position, work),
        },
        "ruleset" => Ok(Value::text(&position.ruleset())),
        "sizes" => match position.sizes() {
            Some(sizes) => Ok(cake(&sizes)),
            None => Err(Fault::undefined(format!("the position {position} is given by no sizes"))),
        },
        "pieces" => {
            let own = position.solvable(work)?.pieces().into_iter();
            let own: Vec<_> = own.map(|(piece, times)| (Position::from(piece), times)).collect();
            pieces(&own, work)
        }
        "unreduced_forms" => search(Search::UnreducedForms, position, work, |position, budget| {
            position.unreduced_forms(budget).map(|forms| Value::Number(Number::count(forms)))
        }),
        "unreduced_value" => search(Search::UnreducedValue, position, work, |position, budget| {
            let mut games = Games::new();
            let id = position.unreduced_value(&mut games.solver, budget)?;
            games.export(id, budget)
        }),
        "followers" => search(Search::Followers, position, work, |position, budget| {
            list(position.followers(budget)?, budget)
        }),
        "parts" => search(Search::Parts, position, work, |position, budget| {
            list(position.parts(budget)?, budget)
        }),
        "cuts" | "best_cuts" => Err(Fault::kind(format!(
            "`{name}` wants a player: `.{name}(LEFT)` or `.{name}(RIGHT)`"
        ))),
        _ => Err(missing(
            "a position",
            name,
            [
                "value",
                "cuts",
                "best_cuts",
                "unreduced_forms",
                "unreduced_value",
                "followers",
                "parts",
                "pieces",
                "sizes",
                "ruleset",
            ],
        )),
    }
}

/// What a search from a position finds, looked up or worked out.
fn search(
    search: Search,
    position: &Position,
    work: &mut Work,
    task: impl FnOnce(&cgt::Position, &mut Budget) -> Result<Value, Exhausted>,
) -> Faulty<Value> {
    let own = position.solvable(work)?;
    let shared = work.shared.clone();
    work.search(|budget| shared.search(search, &own, budget, |budget| task(&own, budget)))
}

/// `position.name(argument)`.
pub(crate) fn method(
    position: &Position,
    name: &str,
    argument: &Value,
    work: &mut Work,
) -> Faulty<Value> {
    if !matches!(name, "cuts" | "best_cuts") {
        return Err(missing("a position", name, ["cuts", "best_cuts"]));
    }
    let player = player(argument)?;
    let best = name == "best_cuts";
    let cuts = match &position.0 {
        Kind::Cake(game, rows, columns) => {
            let cake = Cake { rows: *rows, columns: *columns };
            cake_cuts(*game, cake, (player, best), work)?
        }
        Kind::Other(position) => {
            let mut cuts = work.solve(|games, budget| {
                let cuts = position.cuts(player, &mut games.solver, budget)?;
                cuts.into_iter()
                    .map(|cut| {
                        let pieces = cut.pieces.into_iter();
                        let pieces = pieces.map(|(piece, times)| (Position::from(piece), times));
                        let value = games.export(cut.value, budget)?;
                        Ok(Cut { by: cut.by, left: Left::Other(pieces.collect()), value })
                    })
                    .collect::<Result<Vec<Cut>, _>>()
            })?;
            if best {
                let values: Vec<Value> = cuts.iter().map(|cut| cut.value.clone()).collect();
                let best = best_of(&values, player, work)?;
                cuts.retain(|cut| best.contains(&cut.value));
            }
            cuts
        }
    };
    work.charge_items(cuts.len())?;
    Ok(Value::list(cuts.into_iter().map(|cut| Value::Cut(Arc::new(cut))).collect()))
}

/// The cuts of a single cake, in the order of the rules: all, or only the best.
fn cake_cuts(
    game: CakeGame,
    cake: Cake,
    (player, is_best): (Player, bool),
    work: &mut Work,
) -> Faulty<Vec<Cut>> {
    let mut moves = work.positions.moves.take().unwrap_or_else(|| Moves::with_allowance(0));
    let listed = work.search(|budget| {
        moves.restart(&cake, budget.left());
        match game {
            CakeGame::Cutcake => Cutcake.moves(&cake, player, &mut moves)?,
            CakeGame::Maundy => Maundy.moves(&cake, player, &mut moves)?,
        }
        budget.spend(moves.cost())
    });
    let mut totals = std::mem::take(&mut work.positions.totals);
    totals.clear();
    let cuts = listed.and_then(|()| {
        for next in moves.iter() {
            match small_value(game, next.pieces, work)? {
                Some(total) => totals.push(total),
                None => break,
            }
        }
        if totals.len() == moves.len() {
            let best = match player {
                Player::Left => totals.iter().max(),
                Player::Right => totals.iter().min(),
            };
            let best = best.filter(|_| is_best);
            let cuts = moves.iter().zip(&totals);
            let kept = cuts.filter(|(_, total)| best.is_none_or(|best| *total == best));
            return Ok(kept.map(|(next, total)| cut(game, &next, Value::from(*total))).collect());
        }
        let mut values = Vec::with_capacity(moves.len());
        for next in moves.iter() {
            values.push(pieces_value(game, next.pieces, work)?);
        }
        let best = if is_best { Some(best_of(&values, player, work)?) } else { None };
        let is_kept = |value: &Value| best.as_ref().is_none_or(|best| best.contains(value));
        let cuts = moves.iter().zip(values).filter(|(_, value)| is_kept(value));
        Ok(cuts.map(|(next, value)| cut(game, &next, value)).collect())
    });
    work.positions.totals = totals;
    work.positions.moves = Some(moves);
    cuts
}

/// A move of a cake game with its value.
fn cut(game: CakeGame, next: &Move<'_, Cake>, value: Value) -> Cut {
    let piece = |&(piece, times): &(Cake, u64)| (piece.rows, piece.columns, times);
    let left = match next.pieces {
        [one] => Left::Cakes(game, [piece(one), (0, 0, 0)]),
        [one, two] => Left::Cakes(game, [piece(one), piece(two)]),
        pieces => {
            let cake = |&(piece, times): &(Cake, u64)| {
                (Position(Kind::Cake(game, piece.rows, piece.columns)), times)
            };
            Left::Other(pieces.iter().map(cake).collect())
        }
    };
    Cut { by: next.by, left, value }
}

/// What some cakes are worth together, if all numbers on the way are small.
fn small_value(game: CakeGame, pieces: &[(Cake, u64)], work: &mut Work) -> Faulty<Option<i64>> {
    let mut total = 0_i64;
    for (piece, times) in pieces {
        let known = work.positions.cakes[game as usize].get(piece.rows, piece.columns);
        let own = match known {
            Some(known) => Some(known),
            None => cake_value(game, piece.rows, piece.columns, work)?.as_i64(),
        };
        let times = i64::try_from(*times).ok();
        let multiple = own.zip(times).and_then(|(own, times)| own.checked_mul(times));
        match multiple.and_then(|multiple| total.checked_add(multiple)) {
            Some(sum) => total = sum,
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// What some cakes are worth together.
fn pieces_value(game: CakeGame, pieces: &[(Cake, u64)], work: &mut Work) -> Faulty<Value> {
    let mut value = Value::from(0);
    for (piece, times) in pieces {
        let own = cake_value(game, piece.rows, piece.columns, work)?;
        let own = match i64::try_from(*times) {
            Ok(1) => own,
            Ok(times) => arithmetic::multiply(&Value::from(times), &own, work)?,
            Err(_) => return Err(Fault::too_large("too many pieces")),
        };
        value = arithmetic::add(&value, &own, work)?;
    }
    Ok(value)
}

/// The values that no other is better than for `player`, each once.
fn best_of(values: &[Value], player: Player, work: &mut Work) -> Faulty<Vec<Value>> {
    let better = match player {
        Player::Left => Ordering::Greater,
        Player::Right => Ordering::Less,
    };
    let mut best: Vec<Value> = Vec::new();
    for value in values {
        let mut beaten = false;
        let mut index = 0;
        while let Some(own) = best.get(index) {
            let order = order::ordering(own, value, work)?;
            beaten |= order == Some(better) || order == Some(Ordering::Equal);
            if order == Some(better.reverse()) {
                best.swap_remove(index);
            } else {
                index += 1;
            }
        }
        if !beaten {
            best.push(value.clone());
        }
    }
    Ok(best)
}

/// `cut.name`.
pub(crate) fn cut_attribute(cut: &Cut, name: &str, work: &mut Work) -> Faulty<Value> {
    match name {
        "by" => Ok(Value::Number(Number::integer(cut.by.into()))),
        "value" => Ok(cut.value.clone()),
        "pieces" => pieces(&cut.pieces(), work),
        _ => Err(missing("a cut", name, ["by", "pieces", "value"])),
    }
}

/// The pieces one by one: cakes as tuples, other pieces as positions.
fn pieces(pieces: &[(Position, u64)], work: &mut Work) -> Faulty<Value> {
    let count = pieces.iter().fold(0_u64, |count, (_, times)| count.saturating_add(*times));
    work.charge_items(usize::try_from(count).unwrap_or(MAX_ITEMS + 1))?;
    let mut list = Vec::new();
    for (piece, times) in pieces {
        let value = match piece.sizes() {
            Some(sizes) => cake(&sizes),
            None => Value::Position(Arc::new(piece.clone())),
        };
        list.extend((0..*times).map(|_| value.clone()));
    }
    Ok(Value::list(list))
}

/// Sizes as a tuple; a single size as itself.
fn cake(sizes: &[u64]) -> Value {
    let side = |&size: &u64| Value::Number(Number::integer(size.into()));
    match sizes {
        [size] => side(size),
        _ => Value::tuple(sizes.iter().map(side).collect()),
    }
}

/// `misere_outcome(position)`.
pub(crate) fn misere_outcome(position: &Position, work: &mut Work) -> Faulty<Value> {
    search(Search::MisereOutcome, position, work, |position, budget| {
        position.misere_outcome(budget).map(|outcome| Value::text(&outcome.to_string()))
    })
}
