//! The data of a figure: for people as a table, for machines as CSV and JSON.

use std::fmt;
use std::fmt::Write as _;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The largest integer that every reader of JSON keeps exactly, 2^53 − 1.
const JSON_LIMIT: i64 = 9_007_199_254_740_991;

/// A value as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// Nothing: the cell is not in the range.
    Nothing,
    /// A whole number.
    Whole(BigInt),
    /// A fraction that is not whole.
    Fraction(BigRational),
    /// Yes or no.
    Truth(bool),
    /// A text, a game's name, a cake.
    Text(String),
    /// Several.
    List(Vec<Self>),
}

impl Datum {
    /// A number, as whole as it is.
    #[must_use]
    pub fn number(value: BigRational) -> Self {
        if value.is_integer() { Self::Whole(value.to_integer()) } else { Self::Fraction(value) }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Self::Nothing => serde_json::Value::Null,
            Self::Whole(whole) => match whole.to_i64() {
                Some(small) if (-JSON_LIMIT..=JSON_LIMIT).contains(&small) => small.into(),
                _ => whole.to_string().into(),
            },
            Self::Fraction(fraction) => fraction.to_string().into(),
            Self::Truth(truth) => (*truth).into(),
            Self::Text(text) => text.as_str().into(),
            Self::List(items) => items.iter().map(Self::json).collect(),
        }
    }
}

impl fmt::Display for Datum {
    /// As in a CSV: plain digits, `-` for minus, `3/4`, items of a list after each other.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Whole(whole) => whole.fmt(out),
            Self::Fraction(fraction) => fraction.fmt(out),
            Self::Truth(truth) => truth.fmt(out),
            Self::Text(text) => text.fmt(out),
            Self::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if at == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }
    }
}

/// A rectangle of data: one row for each thing drawn, in the order of drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<Datum>>,
}

impl Dataset {
    /// The data as comma-separated values after RFC 4180, with a header line.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let mut line = |fields: &mut dyn Iterator<Item = String>| {
            for (at, field) in fields.enumerate() {
                if at > 0 {
                    out.push(',');
                }
                if field.contains([',', '"', '\n', '\r']) {
                    _ = write!(out, "\"{}\"", field.replace('"', "\"\""));
                } else {
                    out.push_str(&field);
                }
            }
            out.push_str("\r\n");
        };
        line(&mut self.columns.iter().cloned());
        for row in &self.rows {
            line(&mut row.iter().map(Datum::to_string));
        }
        out
    }

    /// The data as JSON, one row on a line. Whole numbers beyond 2^53 − 1 and fractions are strings.
    #[must_use]
    pub fn json(&self, id: &str, kind: &str) -> String {
        let mut out = format!(
            "{{\n\"schema\": \"rung-figure/1\",\n\"id\": {},\n\"kind\": {},\n\"columns\": {},\n\"rows\": [",
            serde_json::Value::from(id),
            serde_json::Value::from(kind),
            serde_json::Value::from(self.columns.clone())
        );
        for (at, row) in self.rows.iter().enumerate() {
            let row: serde_json::Value = row.iter().map(Datum::json).collect();
            _ = write!(out, "{}\n{row}", if at == 0 { "" } else { "," });
        }
        out.push_str("\n]\n}\n");
        out
    }
}

/// On which side the entries of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers, so that units stand under units.
    Right,
    /// Marks.
    Centre,
}

impl Align {
    /// The class of a cell so aligned.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Left => "words",
            Self::Right => "digits",
            Self::Centre => "marks",
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands over it.
    pub header: String,
    /// How its entries stand.
    pub align: Align,
}

/// An entry of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What the reader sees.
    pub text: String,
    /// Classes: `shade`, `outline`, `neg`, `zero`, `best`; empty for none.
    pub class: String,
    /// The claim that the row is about, as the author names it: the page may put its statement here.
    pub claim: Option<String>,
}

impl Cell {
    /// An entry without a class.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), class: String::new(), claim: None }
    }
}

/// A table for the page: every header has its scope, every row as many cells as there are columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableModel {
    /// The columns, the one of the row headers included.
    pub columns: Vec<Column>,
    /// Whether the first cell of each row is its header (`scope="row"`).
    pub row_headers: bool,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl TableModel {
    /// The number of entries that are not headers.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len() * self.columns.len().saturating_sub(usize::from(self.row_headers))
    }
}

/// A value as the reader sees it, with the same as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The text of the page: grouped digits, a real minus.
    pub text: String,
    /// The value.
    pub datum: Datum,
}

impl Shown {
    /// A text that is its own value.
    #[must_use]
    pub fn words(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { datum: Datum::Text(text.clone()), text }
    }

    /// The class that tells its sign: `neg`, `zero`, or none for what is positive or no number.
    #[must_use]
    pub fn sign_class(&self) -> &'static str {
        use num_traits::Signed as _;
        use num_traits::Zero as _;
        match &self.datum {
            Datum::Whole(whole) if whole.is_zero() => "zero",
            Datum::Whole(whole) if whole.is_negative() => "neg",
            Datum::Fraction(fraction) if fraction.is_negative() => "neg",
            Datum::Nothing
            | Datum::Whole(_)
            | Datum::Fraction(_)
            | Datum::Truth(_)
            | Datum::Text(_)
            | Datum::List(_) => "",
        }
    }

    /// Whether it stands with numbers.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self.datum, Datum::Whole(_) | Datum::Fraction(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn sample() -> Dataset {
        Dataset {
            columns: vec!["cake".into(), "a, b".into()],
            rows: vec![
                vec![Datum::Text("1x2".into()), Datum::Whole((-3).into())],
                vec![
                    Datum::Text("say \"so\"".into()),
                    Datum::Fraction(BigRational::new(1.into(), 2.into())),
                ],
                vec![
                    Datum::List(vec![Datum::Truth(true), Datum::Nothing]),
                    Datum::Whole(BigInt::from(JSON_LIMIT) + 1),
                ],
            ],
        }
    }

    #[test]
    fn commas_and_quotes_survive_in_csv() {
        assert_eq!(
            sample().csv(),
            "cake,\"a, b\"\r\n1x2,-3\r\n\"say \"\"so\"\"\",1/2\r\ntrue ,9007199254740992\r\n"
        );
    }

    #[test]
    fn json_keeps_what_a_double_would_round_as_a_string() {
        expect![[r#"
            {
            "schema": "rung-figure/1",
            "id": "values",
            "kind": "grid",
            "columns": ["cake","a, b"],
            "rows": [
            ["1x2",-3],
            ["say \"so\"","1/2"],
            [[true,null],"9007199254740992"]
            ]
            }
        "#]]
        .assert_eq(&sample().json("values", "grid"));
    }
}
