//! What a script needs to walk over a grid: where the cells lie and what each has to say.
//!
//! Everything is written by the build; the script only moves and reads.

use std::fmt::Write as _;

use super::data::Shown;
use super::matrix::Layout;
use super::matrix::Matrix;

/// A cell as the explorer tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// What stands in the cell, by name: `value` → `0`.
    pub values: Vec<(String, String)>,
    /// For each game that the cell asks for, what both players can make of the cake.
    pub games: Vec<ExploredGame>,
}

/// What both players can make of a cake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    /// The game, as the reader knows it.
    pub game: String,
    /// Left's best cuts; absent if she has no cut.
    pub left: Option<BestCuts>,
    /// Right's.
    pub right: Option<BestCuts>,
}

/// The best cuts of a player, which all leave the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestCuts {
    /// Each with the pieces it leaves: `2 (2 copies of 4 × 3)`.
    pub cuts: Vec<String>,
    /// What they leave.
    pub leaves: Shown,
}

/// A grid to walk over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explorer {
    /// Where the cells lie in the picture.
    pub layout: Layout,
    /// The names of what runs down and across.
    pub variables: (String, String),
    /// What stands beside the rows.
    pub rows: Vec<String>,
    /// What stands over the columns.
    pub columns: Vec<String>,
    /// The cells, row by row; `None` where there is none.
    pub cells: Vec<Vec<Option<Explored>>>,
}

impl Explorer {
    /// The explorer of `matrix`, each cell told by `tell`.
    pub fn of<T>(matrix: &Matrix<T>, layout: Layout, tell: impl Fn(&T) -> Explored) -> Self {
        let texts = |labels: &[Shown]| labels.iter().map(|label| label.text.clone()).collect();
        Self {
            layout,
            variables: (matrix.down.variable.clone(), matrix.across.variable.clone()),
            rows: texts(&matrix.down.labels),
            columns: texts(&matrix.across.labels),
            cells: (matrix.cells.iter())
                .map(|row| row.iter().map(|cell| cell.as_ref().map(&tell)).collect())
                .collect(),
        }
    }

    /// The explorer as JSON for the script: `x y width height` of the first cell, the names of the
    /// axes, and a text for each cell, `null` where there is none.
    #[must_use]
    pub fn json(&self) -> String {
        let Layout { origin, cell, .. } = self.layout;
        let value = |text: &str| serde_json::Value::from(text);
        let mut out = format!(
            "{{\"cell\":[{},{},{},{}],\"down\":{},\"across\":{},\"rows\":{},\"columns\":{},\"cells\":[",
            origin.0,
            origin.1,
            cell.0,
            cell.1,
            value(&self.variables.0),
            value(&self.variables.1),
            serde_json::Value::from(self.rows.clone()),
            serde_json::Value::from(self.columns.clone()),
        );
        for (at, row) in self.cells.iter().enumerate() {
            let texts: serde_json::Value = (row.iter())
                .map(|cell| {
                    cell.as_ref().map_or(serde_json::Value::Null, |cell| cell.text().into())
                })
                .collect();
            _ = write!(out, "{}{texts}", if at == 0 { "" } else { "," });
        }
        out.push_str("]}");
        out
    }
}

impl Explored {
    /// The cell in a sentence or two, as a screen reader speaks it.
    #[must_use]
    pub fn text(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name} {value}"));
        let values = values.collect::<Vec<_>>().join(", ");
        let mut text = values;
        for ExploredGame { game, left, right } in &self.games {
            text.push_str(". ");
            if self.games.len() > 1 {
                _ = write!(text, "{game}: ");
            }
            for (at, (player, best)) in [("Left", left), ("Right", right)].into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "; " });
                match best {
                    None => _ = write!(text, "{player} cannot cut"),
                    Some(BestCuts { cuts, leaves }) => {
                        let cuts = cuts.join(" or ");
                        _ = write!(
                            text,
                            "{player} does best to cut {cuts}, which leaves {}",
                            leaves.text
                        );
                    }
                }
            }
        }
        text.push('.');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_says_its_value_and_both_best_cuts() {
        let best = |cut: &str, leaves: &str| {
            Some(BestCuts { cuts: vec![cut.into()], leaves: Shown::words(leaves) })
        };
        let game = ExploredGame {
            game: "Maundy Cake".into(),
            left: best("in 2 (2 copies of 4 × 3)", "\u{2212}2"),
            right: None,
        };
        let cell = Explored { values: vec![("value".into(), "0".into())], games: vec![game] };
        assert_eq!(
            cell.text(),
            "value 0. Left does best to cut in 2 (2 copies of 4 × 3), which leaves \u{2212}2; \
             Right cannot cut."
        );
    }
}
