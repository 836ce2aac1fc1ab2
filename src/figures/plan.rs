//! Reads a `{figure}` or `{table}` block: which kind, which cases, what in each, what must hold.

use super::cases::Given;
use super::kind::Kind;
use super::kind::Over;
use super::table;
use crate::claims;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::essay::Block;
use crate::essay::BlockKind;
use crate::essay::Field;
use crate::essay::Text;
use crate::language::Clauses;
use crate::language::Expression;
use crate::language::Name;
use crate::language::Step;

/// Fields of every block that are not evaluated in each case.
const COMMON: [&str; 8] = ["kind", "over", "with", "where", "require", "assert", "caption", "alt"];

/// What a block asks for; nothing has been evaluated.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) id: Name,
    pub(super) at: Span,
    pub(super) what: What,
    pub(super) over: Option<Clauses>,
    pub(super) steps: Vec<Step>,
    pub(super) given: Vec<Given>,
    pub(super) require: Option<Expression>,
    pub(super) assert: Option<Expression>,
}

/// A figure of a kind, or a table.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A figure.
    Figure {
        /// The name of its kind.
        kind: &'static str,
        /// The word behind `style`.
        style: Option<(String, Span)>,
    },
    /// A table.
    Table(table::Layout),
}

impl Plan {
    /// Reads `block`, a figure or table. What is wrong goes to `sink`; `None` if it is nothing that
    /// can be evaluated.
    pub fn read(block: &Block, sink: &mut Sink) -> Option<Self> {
        let id = block.id.as_ref()?;
        let before = sink.diagnostics().len();
        let kind = match block.kind {
            BlockKind::Table => None,
            BlockKind::Figure => Some(kind_of(block, sink)?),
            _ => return None,
        };
        let mut plan = Self {
            id: id.text.as_str().into(),
            at: id.span,
            what: What::Figure { kind: "", style: None },
            over: None,
            steps: Vec::new(),
            given: Vec::new(),
            require: None,
            assert: None,
        };
        let mut style = None;
        for field in &block.fields {
            let (key, value) = (field.key.text.as_str(), &field.value);
            match key {
                "kind" | "caption" | "alt" => {}
                "over" => plan.over = Clauses::parse(&value.text, value.span, sink),
                "with" => plan.steps.extend(claims::with(field, sink)),
                "where" => {
                    let read = Expression::parse(&value.text, value.span, sink);
                    plan.steps.extend(read.map(Step::Where));
                }
                "require" => plan.require = Expression::parse(&value.text, value.span, sink),
                "assert" => plan.assert = Expression::parse(&value.text, value.span, sink),
                _ => match kind {
                    None => {}
                    Some(_) if key == "style" => style = Some((value.text.clone(), value.span)),
                    Some(_) => plan.give(field, sink),
                },
            }
        }
        match kind {
            Some(kind) => {
                check_fields(block, kind, sink);
                plan.check_over(kind, sink);
                plan.what = What::Figure { kind: kind.name, style };
            }
            None => {
                let layout = table::Layout::read(block, &mut plan, sink)?;
                plan.what = What::Table(layout);
            }
        }
        // Whatever was wrong is reported; a block with a mistake in it is not evaluated.
        (sink.diagnostics().len() == before).then_some(plan)
    }

    /// The id of the block.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The clauses, for those who order what depends on what.
    pub fn clauses(&self) -> impl Iterator<Item = &Clauses> {
        self.over.iter()
    }

    /// Every expression, likewise; captions and alt texts are the audit's.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let steps = self.steps.iter().map(|step| match step {
            Step::Where(expression) | Step::With(_, _, expression) => expression,
        });
        let table = match &self.what {
            What::Table(layout) => layout.expressions(),
            What::Figure { .. } => Vec::new(),
        };
        steps.chain(&self.require).chain(&self.assert).chain(table)
    }

    /// What a reader sees of it: the values of its expressions, and the headers that are typed; for
    /// the audit, as `require` and `assert` are for nobody's eyes.
    #[must_use]
    pub fn shown(&self) -> (Vec<&Expression>, Vec<&Text>) {
        let fields = self.given.iter().map(|given| &given.expression);
        match &self.what {
            What::Table(layout) => (fields.chain(layout.expressions()).collect(), layout.headers()),
            What::Figure { .. } => (fields.collect(), Vec::new()),
        }
    }

    /// The lines whose numbers a reader sees as data, each with what it is called: cells and columns,
    /// the height of a point, the line beside it, the share of a bar. Pictures of positions are not
    /// data.
    #[must_use]
    pub fn data(&self) -> Vec<(&str, &Expression)> {
        let is_data = match &self.what {
            What::Table(layout) => match layout.columns() {
                Some(columns) => return columns,
                None => true,
            },
            What::Figure { kind, .. } => matches!(*kind, "grid" | "compare" | "plot" | "scores"),
        };
        let fields = self.given.iter().filter(|_| is_data);
        fields
            .filter(|given| matches!(&*given.name, "cell" | "cells" | "y" | "line" | "value"))
            .map(|given| (&*given.name, &given.expression))
            .collect()
    }

    /// What must hold of each case and of the whole.
    pub fn conditions(&self) -> impl Iterator<Item = &Expression> {
        self.require.iter().chain(&self.assert)
    }

    /// What names values between the clauses and the expressions.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// A field that is evaluated in each case, and is a name in the fields below it.
    fn give(&mut self, field: &Field, sink: &mut Sink) {
        let value = &field.value;
        let Some(expression) = Expression::parse(&value.text, value.span, sink) else { return };
        let name: Name = field.key.text.as_str().into();
        self.steps.push(Step::With(name.clone(), field.key.span, expression.clone()));
        self.given.push(Given { name, expression });
    }

    /// Whether there are as many variables as the kind draws.
    fn check_over(&self, kind: &Kind, sink: &mut Sink) {
        let variables = self.over.as_ref().map_or(0, |over| over.variables().len());
        let (fits, wanted) = match kind.over {
            Over::None => (variables == 0, "no `over`: it draws a single case"),
            Over::One => (variables == 1, "one variable, as in `over: n in 1..24`"),
            Over::Two => (variables == 2, "two variables, as in `over: m, n in 1..6`"),
            Over::Any => (true, ""),
        };
        if !fits {
            let at = self.over.as_ref().map_or(self.at, Clauses::span);
            sink.push(
                Diagnostic::error(
                    Code::FigureField,
                    format!("a {} wants {wanted}; here are {variables} variables", kind.name),
                )
                .label(at, ""),
            );
        }
    }
}

/// The kind of a figure.
fn kind_of(block: &Block, sink: &mut Sink) -> Option<&'static Kind> {
    // That it is missing is said where the block is parsed.
    let field = block.field("kind")?;
    let name = field.value.text.as_str();
    if let Some(kind) = Kind::named(name) {
        return Some(kind);
    }
    let help = match nearest(name, Kind::names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", Kind::names().collect::<Vec<_>>().join(", ")),
    };
    sink.push(
        Diagnostic::error(Code::FigureKind, format!("there is no figure of the kind `{name}`"))
            .label(field.value.span, "")
            .help(help),
    );
    None
}

/// Reports fields that the kind does not know, and those that it lacks.
fn check_fields(block: &Block, kind: &Kind, sink: &mut Sink) {
    for field in &block.fields {
        let key = field.key.text.as_str();
        if COMMON.contains(&key) || kind.fields().any(|known| known == key) {
            continue;
        }
        let help = match nearest(key, kind.fields()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it takes {}", kind.fields().collect::<Vec<_>>().join(", ")),
        };
        sink.push(
            Diagnostic::error(Code::FigureField, format!("a {} has no field `{key}`", kind.name))
                .label(field.key.span, "")
                .help(help),
        );
    }
    let has = |name: &&str| block.field(name).is_some();
    if kind.needs.iter().all(|group| !group.iter().all(has)) {
        let groups: Vec<String> =
            kind.needs.iter().map(|group| format!("`{}`", group.join("` and `"))).collect();
        let message = format!("a {} needs {}", kind.name, groups.join(", or "));
        let at = block.field("kind").map_or(block.span, |field| field.value.span);
        let missing = kind.needs.iter().flat_map(|group| group.iter()).find(|name| !has(name));
        let help = format!("write a line `{}: …`", missing.copied().unwrap_or("kind"));
        sink.push(Diagnostic::error(Code::FigureField, message).label(at, "").help(help));
    }
}
