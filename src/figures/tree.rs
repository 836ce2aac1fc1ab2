//! Draws a position and its options, one or two plies, with cakes: `tree`.
//!
//! Left's options hang on full edges that lean left, Right's on broken ones that lean right; pieces
//! lie as the knife left them. The edges of best cuts are heavy.

use super::Figure;
use super::cake;
use super::cake::Cake;
use super::cake::pieces_text;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::SMALL;
use super::matrix::TEXT;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;
use crate::cgt::Player;

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

impl Figure for Tree {
    fn picture(&self) -> Option<Svg> {
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

    fn table(&self) -> TableModel {
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
