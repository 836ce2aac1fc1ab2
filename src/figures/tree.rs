//! Draws a position and its options, one or two plies, with cakes: `tree`.
//!
//! Left's options hang on full edges that lean left, Right's on broken ones that lean right; pieces
//! lie as the knife left them. The edges of best cuts are heavy.

use super::Figure;
use super::ask::Ask;
use super::ask::Which;
use super::ask::game_name;
use super::cake;
use super::cake::Cake;
use super::cake::pieces_text;
use super::cases::Cases;
use super::cases::Refusal;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::SMALL;
use super::matrix::TEXT;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use crate::cgt::Player;
use crate::language::Value;
use crate::language::writing::Style;

/// Between subtrees.
const GAP: i32 = 26;
/// Between a position and its options.
const DROP: i32 = 46;
/// Height of the two lines of text under a position.
const WORDS: i32 = 44;
/// Most pixels for a square.
const UNIT: i32 = 14;
/// The longest side in pixels.
const LONGEST: i32 = 180;

/// Positions with their options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The positions, each the root of a tree.
    pub roots: Vec<Node>,
    /// Whether the trees belong to different games, whose names then stand over them.
    pub named: bool,
}

/// A position in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The game it is played in.
    pub game: String,
    /// The move that led here; absent at a root.
    pub by: Option<Move>,
    /// The cakes it consists of.
    pub pieces: Vec<Cake>,
    /// Its value.
    pub value: Shown,
    /// Its options, Left's first.
    pub options: Vec<Self>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose.
    pub player: Player,
    /// At what line, or into how many pieces.
    pub by: Shown,
    /// Whether no move of that player's from there is better.
    pub best: bool,
}

impl Node {
    fn player(&self) -> Player {
        self.by.as_ref().map_or(Player::Left, |by| by.player)
    }

    fn label(&self) -> String {
        pieces_text(&self.pieces)
    }

    fn own_width(&self, unit: i32) -> i32 {
        let words = text_width(&self.label(), SMALL).max(text_width(&self.value.text, TEXT) + 12);
        cake::pieces_size(&self.pieces, self.player(), unit).0.max(words)
    }

    fn width(&self, unit: i32) -> i32 {
        let options: i32 = self.options.iter().map(|option| option.width(unit) + GAP).sum();
        self.own_width(unit).max(options - GAP)
    }

    fn height(&self, unit: i32) -> i32 {
        let below = self.options.iter().map(|option| option.height(unit) + DROP).max();
        cake::pieces_size(&self.pieces, self.player(), unit).1 + WORDS + below.unwrap_or(0)
    }

    fn longest(&self) -> usize {
        let own = self.pieces.iter().map(|piece| piece.rows.max(piece.columns));
        own.chain(self.options.iter().map(Self::longest)).max().unwrap_or(1)
    }

    /// Draws the tree between `x` and `x + width`, its top at `y`; `unit` is the side of a square.
    fn draw(&self, svg: &mut Svg, x: i32, y: i32, unit: i32) {
        let centre = x + self.width(unit) / 2;
        let (wide, tall) = cake::pieces_size(&self.pieces, self.player(), unit);
        cake::draw_pieces(svg, &self.pieces, self.player(), (centre - wide / 2, y), unit);
        let best = self.by.as_ref().is_some_and(|by| by.best);
        svg.text("small", (centre, y + tall + 18), Anchor::Middle, &self.label());
        let class = if best { "value best" } else { "value" };
        svg.text(class, (centre, y + tall + 37), Anchor::Middle, &self.value.text);
        let options: i32 = self.options.iter().map(|option| option.width(unit) + GAP).sum();
        let mut left = centre - (options - GAP) / 2;
        let from = (centre, y + tall + WORDS);
        for option in &self.options {
            let middle = left + option.width(unit) / 2;
            let to = (middle, y + tall + WORDS + DROP - 4);
            if let Some(by) = &option.by {
                let heavy = if by.best { " best" } else { "" };
                svg.line(&format!("edge {}{heavy}", cake::class_of(by.player)), from, to);
                let at = ((from.0 + 2 * to.0) / 3, (from.1 + 2 * to.1) / 3 + 4);
                svg.text("small over", at, Anchor::Middle, &by.by.text);
            }
            option.draw(svg, left, y + tall + WORDS + DROP, unit);
            left += option.width(unit) + GAP;
        }
    }

    fn visit<'a>(&'a self, path: &mut Vec<String>, out: &mut Vec<(Vec<String>, &'a Self)>) {
        out.push((path.clone(), self));
        for option in &self.options {
            path.push(option.label());
            option.visit(path, out);
            path.pop();
        }
    }
}

impl Tree {
    fn nodes(&self) -> Vec<(Vec<String>, &Node)> {
        let mut out = Vec::new();
        for root in &self.roots {
            root.visit(&mut vec![root.label()], &mut out);
        }
        out
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.nodes().into_iter().filter_map(|(_, node)| node.by.clone())
    }
}

/// `kind: tree`.
pub(super) const KIND: Kind = Kind {
    name: "tree",
    needs: &[&["show"]],
    may_have: &["player", "plies"],
    over: Over::None,
    limit: 1,
    require: Require::Nothing,
    build,
};

/// The most positions of a tree.
const POSITIONS: usize = 60;
/// The most pieces of a cut that are drawn one by one.
const PIECES: usize = 24;

fn build(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let case = cases.single()?;
    let plies = match case.field("plies").map(Value::as_i64) {
        None | Some(Some(1)) => 1,
        Some(Some(2)) => 2,
        Some(_) => return Err(cases.refuse("plies", "`plies` is 1 or 2")),
    };
    let players = match case.field("player").map(Value::as_text) {
        None => Player::BOTH.to_vec(),
        Some(Some("L")) => vec![Player::Left],
        Some(Some("R")) => vec![Player::Right],
        Some(_) => return Err(cases.refuse("player", "`player` is LEFT or RIGHT")),
    };
    let show = cases.value(case, "show")?;
    let shown = show.as_list().map_or_else(|| vec![show.clone()], <[Value]>::to_vec);
    let mut grower = Grower { cases, players, left: POSITIONS };
    let mut roots = Vec::new();
    for position in &shown {
        if !matches!(position, Value::Position(_)) {
            return Err(cases.refuse("show", "`show` is a position or a list of positions"));
        }
        let ruleset = ask.attribute(position, "ruleset")?;
        let ruleset = ruleset.as_text().unwrap_or_default().to_owned();
        let sizes = ask.attribute(position, "sizes")?;
        let value = ask.attribute(position, "value")?;
        let options = grower.options(&ruleset, position, plies, ask)?;
        roots.push(Node {
            game: game_name(&ruleset),
            by: None,
            pieces: vec![grower.cake(&sizes)?],
            value: values::shown(&value, cases.style),
            options,
        });
    }
    if roots.is_empty() {
        return Err(cases.refuse("show", "`show` has no position"));
    }
    let named = roots.windows(2).any(|pair| pair[0].game != pair[1].game);
    Ok(Box::new(Tree { roots, named }))
}

/// Grows a tree, as long as there is room.
struct Grower<'a> {
    cases: &'a Cases<'a>,
    players: Vec<Player>,
    left: usize,
}

impl Grower<'_> {
    fn cake(&self, value: &Value) -> Result<Cake, Refusal> {
        let cake = values::cake(value)
            .filter(|cake| cake.rows <= Cake::LONGEST && cake.columns <= Cake::LONGEST);
        cake.ok_or_else(|| {
            let message = format!(
                "{} is no cake of at most {} squares a side",
                crate::language::writing::plain(value),
                Cake::LONGEST
            );
            self.cases.refuse("show", message)
        })
    }

    /// The options of a position, and below each the options of its different pieces.
    fn options(
        &mut self,
        ruleset: &str,
        position: &Value,
        plies: u8,
        ask: &mut Ask<'_, '_>,
    ) -> Result<Vec<Node>, Refusal> {
        let mut options = Vec::new();
        for player in self.players.clone() {
            let best = ask.cuts(position, player, Which::Best)?;
            for cut in ask.cuts(position, player, Which::All)? {
                self.left = self.left.checked_sub(1).ok_or_else(|| {
                    let message = format!("the tree has more than {POSITIONS} positions");
                    self.cases.refuse("show", message)
                })?;
                let list = values::pieces(&cut);
                if list.len() > PIECES {
                    let message = format!("a cut leaves more than {PIECES} pieces");
                    return Err(self.cases.refuse("show", message));
                }
                let pieces = list.iter().map(|piece| self.cake(piece)).collect::<Result<_, _>>()?;
                let mut below = Vec::new();
                if plies > 1 {
                    let mut known: Vec<&Value> = Vec::new();
                    for piece in &list {
                        if !known.contains(&piece) {
                            known.push(piece);
                            let piece = ask.position(ruleset, piece)?;
                            below.extend(self.options(ruleset, &piece, plies - 1, ask)?);
                        }
                    }
                }
                options.push(Node {
                    game: game_name(ruleset),
                    by: Some(Move {
                        player,
                        by: Shown { text: cut.by.to_string(), datum: Datum::Whole(cut.by.into()) },
                        best: best.contains(&cut),
                    }),
                    pieces,
                    value: values::shown(&cut.value, self.cases.style),
                    options: below,
                });
            }
        }
        Ok(options)
    }
}

impl Figure for Tree {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        let longest = self.roots.iter().map(Node::longest).max().unwrap_or(1);
        let unit = UNIT.min(LONGEST / i32::try_from(longest).unwrap_or(LONGEST)).max(2);
        let has = |player: Player| self.moves().any(|by| by.player == player);
        let keys = [
            (has(Player::Left), "edge left", "Left cuts"),
            (has(Player::Right), "edge right", "Right cuts"),
            (self.moves().any(|by| by.best), "edge best", "a best cut"),
        ];
        let keys = keys.into_iter().filter(|key| key.0);
        let widths: Vec<_> = self.roots.iter().map(|root| root.width(unit)).collect();
        let width = widths.iter().map(|width| width + 2 * GAP).sum::<i32>();
        let legend = Legend::new(
            keys.map(|(_, class, text)| (Sign::Stroke(class), text.to_owned())),
            width.max(320),
        );
        let top = if self.named { 32 } else { 10 };
        let height = self.roots.iter().map(|root| root.height(unit)).max().unwrap_or(0);
        let mut svg = Svg::new(width.max(legend.width()), top + height + 6 + legend.height());
        let mut x = GAP;
        for (root, width) in self.roots.iter().zip(&widths) {
            if self.named {
                svg.text("label", (x + width / 2, 18), Anchor::Middle, &root.game);
            }
            root.draw(&mut svg, x, top, unit);
            x += width + 2 * GAP;
        }
        legend.draw(&mut svg, (4, top + height + 2));
        Some(svg)
    }

    fn table(&self, _style: &Style) -> TableModel {
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        TableModel {
            columns: vec![
                column("position", Align::Left),
                column("reached by", Align::Left),
                column("value", Align::Right),
            ],
            row_headers: true,
            rows: (self.nodes().into_iter())
                .map(|(path, node)| {
                    let by = node.by.as_ref().map_or_else(
                        || node.game.clone(),
                        |by| {
                            let best = if by.best { ", a best cut" } else { "" };
                            format!("{}, cut {}{best}", cake::name_of(by.player), by.by.text)
                        },
                    );
                    [path.join(" → "), by, node.value.text.clone()].map(Cell::plain).to_vec()
                })
                .collect(),
        }
    }

    fn dataset(&self) -> Dataset {
        let rows = self.nodes().into_iter().map(|(path, node)| {
            let (player, by, best) = match &node.by {
                Some(by) => (
                    Datum::Text(cake::name_of(by.player).to_owned()),
                    by.by.datum.clone(),
                    Datum::Truth(by.best),
                ),
                None => (Datum::Nothing, Datum::Nothing, Datum::Nothing),
            };
            vec![
                Datum::Text(node.game.clone()),
                Datum::Text(path.join(" > ")),
                player,
                by,
                best,
                node.value.datum.clone(),
            ]
        });
        let columns = ["game", "position", "player", "cut", "best", "value"];
        Dataset { columns: columns.map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}
