//! The cases of a figure, evaluated, and how a kind takes them apart.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::data::Shown;
use super::matrix::Axis;
use super::matrix::Matrix;
use super::values;
use crate::diagnostics::Code;
use crate::diagnostics::Span;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::Name;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Value;
use crate::language::writing;
use crate::language::writing::Style;

/// Why a figure cannot be drawn, with its place.
pub(super) enum Refusal {
    /// Something could not be computed.
    Failure(Failure),
    /// Something cannot be drawn.
    Mistake {
        /// Which kind of mistake.
        code: Code,
        /// What is wrong, in a line.
        message: String,
        /// Where.
        at: Span,
        /// A way out; may be empty.
        help: String,
    },
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// A field of a figure that is evaluated in each case.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// The field.
    pub(super) name: Name,
    /// What the author typed.
    pub(super) expression: Expression,
}

/// A case, evaluated.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The tuple of its variables, a lone variable itself.
    pub(super) place: Value,
    /// Everything that is named in it: variables, `with`s and fields.
    pub(super) named: Vec<(Name, Value)>,
}

impl Case {
    /// What the field `name` is here.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        self.named.iter().find(|(own, _)| &**own == name).map(|(_, value)| value)
    }

    /// The variable number `at`.
    fn variable(&self, at: usize) -> Option<&Value> {
        self.named.get(at).map(|(_, value)| value)
    }
}

/// The cases of a figure.
pub(super) struct Cases<'a> {
    /// The name of the kind, for messages.
    pub(super) kind: &'static str,
    /// The variables of `over`.
    pub(super) variables: Vec<Name>,
    /// The cases, in order.
    pub(super) cases: Vec<Case>,
    /// The fields that the author gave.
    pub(super) given: &'a [Given],
    /// The word behind `style`.
    pub(super) word: Option<(&'a str, Span)>,
    /// Where the block stands.
    pub(super) at: Span,
    /// How numbers are written.
    pub(super) style: &'a Style,
}

impl Cases<'_> {
    /// The field `name` as the author typed it.
    pub(super) fn given(&self, name: &str) -> Option<&Expression> {
        self.given.iter().find(|given| &*given.name == name).map(|given| &given.expression)
    }

    /// Where the field `name` stands.
    pub(super) fn place_of(&self, name: &str) -> Span {
        self.given(name).map_or(self.at, Expression::span)
    }

    /// A refusal that points at the field `name`.
    pub(super) fn refuse(&self, name: &str, message: impl Into<String>) -> Refusal {
        Refusal::Mistake {
            code: Code::FigureValue,
            message: message.into(),
            at: self.place_of(name),
            help: format!("mend `{name}`; until then nothing is drawn"),
        }
    }

    /// A refusal of the value that the field `name` has in `case`.
    fn unfit(&self, case: &Case, name: &str, wanted: &str) -> Refusal {
        let value = case.field(name).map_or_else(String::new, writing::plain);
        let place = self.place_text(case);
        let mut refusal = self.refuse(
            name,
            format!("`{name}` is {value}{place}, and `kind: {}` wants {wanted}", self.kind),
        );
        if let Refusal::Mistake { help, .. } = &mut refusal {
            *help = format!("let `{name}` be {wanted}, or draw another kind of figure");
        }
        refusal
    }

    /// ` at 2x3`, or nothing where there is one case without variables.
    pub(super) fn place_text(&self, case: &Case) -> String {
        if self.variables.is_empty() {
            return String::new();
        }
        format!(" at {}", writing::plain(&case.place))
    }

    /// What the field `name` is in `case`; a field that is needed is always there.
    pub(super) fn value<'c>(&self, case: &'c Case, name: &str) -> Result<&'c Value, Refusal> {
        case.field(name).ok_or_else(|| self.refuse(name, format!("`{name}` is missing")))
    }

    /// The field as the page writes it.
    pub(super) fn shown(&self, case: &Case, name: &str) -> Result<Shown, Refusal> {
        Ok(values::shown(self.value(case, name)?, self.style))
    }

    /// A field that is a number.
    pub(super) fn number(&self, case: &Case, name: &str) -> Result<BigRational, Refusal> {
        match self.value(case, name)?.as_number() {
            Some(number) => Ok(values::rational(number)),
            None => Err(self.unfit(case, name, "a number")),
        }
    }

    /// A field that is a text and not empty.
    pub(super) fn text(&self, case: &Case, name: &str) -> Result<String, Refusal> {
        match self.value(case, name)?.as_text() {
            Some(text) if !text.trim().is_empty() => Ok(text.to_owned()),
            _ => Err(self.unfit(case, name, "a text that is not empty")),
        }
    }

    /// A field that is a list.
    pub(super) fn list<'c>(&self, case: &'c Case, name: &str) -> Result<&'c [Value], Refusal> {
        let value = self.value(case, name)?;
        value.as_list().ok_or_else(|| self.unfit(case, name, "a list"))
    }

    /// A field that is a list of whole numbers above nought.
    pub(super) fn terms(&self, case: &Case, name: &str) -> Result<Vec<BigInt>, Refusal> {
        let terms = self.list(case, name)?.iter().map(|term| {
            let number = term.as_number().filter(|number| number.sign() > 0)?;
            number.to_integer()
        });
        let terms = terms.collect::<Option<Vec<_>>>().filter(|terms| !terms.is_empty());
        terms.ok_or_else(|| self.unfit(case, name, "a list of whole numbers above zero"))
    }

    /// A mark of the author's, if the field is given: true, false or the name of a class.
    pub(super) fn mark(&self, case: &Case, name: &str) -> Result<Option<String>, Refusal> {
        match case.field(name) {
            None => Ok(None),
            Some(value) => values::mark(value)
                .ok_or_else(|| self.unfit(case, name, "true, false or the name of a class")),
        }
    }

    /// A name for the case: the field `label`, the text that its place begins with, or the place.
    pub(super) fn label(&self, case: &Case) -> Shown {
        if let Some(label) = case.field("label") {
            return values::shown(label, self.style);
        }
        match case.place.as_tuple() {
            Some([first @ Value::Text(_), ..]) => values::shown(first, self.style),
            _ => values::shown(&case.place, self.style),
        }
    }

    /// The one case of a figure without variables.
    pub(super) fn single(&self) -> Result<&Case, Refusal> {
        match self.cases.as_slice() {
            [case] => Ok(case),
            _ => Err(self.refuse("over", format!("a {} has a single case", self.kind))),
        }
    }

    /// The cases as a matrix: the first variable runs down, the second across, each in the order in
    /// which its values first occur.
    pub(super) fn matrix<T>(
        &self,
        mut cell: impl FnMut(&Case) -> Result<T, Refusal>,
    ) -> Result<Matrix<T>, Refusal> {
        let keys = |at: usize| {
            let mut keys: Vec<&Value> = Vec::new();
            let mut known = BTreeSet::new();
            for key in self.cases.iter().filter_map(|case| case.variable(at)) {
                if known.insert(key) {
                    keys.push(key);
                }
            }
            keys
        };
        let (rows, columns) = (keys(0), keys(1));
        let place = |keys: &[&Value]| {
            let places: BTreeMap<Value, usize> =
                keys.iter().enumerate().map(|(at, key)| ((*key).clone(), at)).collect();
            move |key: Option<&Value>| key.and_then(|key| places.get(key)).copied().unwrap_or(0)
        };
        let (row_of, column_of) = (place(&rows), place(&columns));
        let empty = || (0..columns.len()).map(|_| None).collect::<Vec<Option<T>>>();
        let mut cells: Vec<Vec<Option<T>>> = rows.iter().map(|_| empty()).collect();
        let mut notes = [vec![None; rows.len()], vec![None; columns.len()]];
        for case in &self.cases {
            let at = (row_of(case.variable(0)), column_of(case.variable(1)));
            let slot = &mut cells[at.0][at.1];
            if slot.is_some() {
                let place = writing::plain(&case.place);
                return Err(self.refuse("over", format!("the cell {place} comes twice")));
            }
            *slot = Some(cell(case)?);
            self.note(case, "row_note", &mut notes[0][at.0])?;
            self.note(case, "column_note", &mut notes[1][at.1])?;
        }
        let [row_notes, column_notes] = notes;
        let axis = |at: usize, keys: &[&Value], notes: Vec<Option<Value>>| Axis {
            variable: self.variables.get(at).map_or_else(String::new, ToString::to_string),
            labels: keys.iter().map(|key| values::shown(key, self.style)).collect(),
            notes: self.notes(notes),
        };
        Ok(Matrix {
            down: axis(0, &rows, row_notes),
            across: axis(1, &columns, column_notes),
            cells,
        })
    }

    /// Takes down the note of a row or column, which is one for all its cells.
    fn note(&self, case: &Case, name: &str, slot: &mut Option<Value>) -> Result<(), Refusal> {
        let Some(note) = case.field(name) else { return Ok(()) };
        match slot {
            None => *slot = Some(note.clone()),
            Some(known) if known == note => {}
            Some(known) => {
                let (known, note) = (writing::plain(known), writing::plain(note));
                let place = writing::plain(&case.place);
                let message = format!("`{name}` is {known} before {place} and {note} there");
                return Err(self.refuse(name, message));
            }
        }
        Ok(())
    }

    /// Notes in parts: the items of a list, else the whole.
    fn notes(&self, notes: Vec<Option<Value>>) -> Vec<Vec<String>> {
        if notes.iter().all(Option::is_none) {
            return Vec::new();
        }
        let text = |value: &Value| values::shown(value, self.style).text;
        let parts = notes.into_iter().map(|note| match note {
            None => Vec::new(),
            Some(Value::List(items)) => items.iter().map(text).collect(),
            Some(note) => Some(text(&note)).filter(|text| !text.is_empty()).into_iter().collect(),
        });
        parts.collect()
    }
}

/// The names of the cake games that `expression` asks about both variables: `cutcake(m, n)`.
pub(super) fn games_asked(expression: Option<&Expression>, variables: &[Name]) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    let (Some(expression), [down, across]) = (expression, variables) else { return games };
    let is = |node: &Node, variable: &Name| match &node.kind {
        NodeKind::Name(name) => name == variable,
        _ => false,
    };
    expression.root().visit(&mut |node| {
        let NodeKind::Call { name, arguments, .. } = &node.kind else { return };
        let asks = matches!(arguments.as_slice(), [m, n] if is(m, down) && is(n, across));
        let game = matches!(&**name, "cutcake" | "maundy");
        if asks && game && !games.iter().any(|known| **known == **name) {
            games.push(name.to_string());
        }
    });
    games
}
