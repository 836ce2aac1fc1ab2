//! Reads and checks the closed relations of formulas as they stand.

use crate::audit::evidence::Relation;
use crate::audit::names::Names;
use crate::audit::uses::Uses;
use crate::audit::values::Shown;
use crate::audit::values::Surroundings;
use crate::audit::values::one_line;
use crate::audit::values::shorten;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Essay;
use crate::essay::Formula;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::NodeKind;
use crate::language::Value;
use crate::language::relation;
use crate::language::writing;

/// What `formula` says as a relation, its bindings replaced by what stands in the page for them;
/// one that does not hold is reported. With it comes what a relation that was read names.
pub(crate) fn relation(
    essay: &Essay,
    formula: &Formula,
    (values, shown): (&[Option<Value>], &[Option<Shown>]),
    surroundings: &Surroundings<'_>,
    sink: &mut Sink,
) -> (Relation, Names) {
    let mut names = Names::default();
    let Some(tex) = with_values(essay, formula, (values, shown)) else {
        return (Relation::None, names);
    };
    let relation = match relation::read(&tex, formula.tex.span, surroundings.notation) {
        relation::Relation::Absent => Relation::None,
        relation::Relation::Open(parts) => {
            report_wrong(&parts, formula, surroundings, sink);
            Relation::Open
        }
        relation::Relation::Elided(parts) => {
            report_wrong(&parts, formula, surroundings, sink);
            Relation::Elided
        }
        relation::Relation::Unreadable { message, .. } => {
            Relation::Unreadable(message + &said(essay, formula, values))
        }
        relation::Relation::Closed(expressions) => {
            let mut outcome = Relation::Holds;
            for expression in &expressions {
                let uses = Uses::of(expression, surroundings.scope, surroundings.ranges);
                names.merge(&uses.names);
                match holds(expression, surroundings) {
                    Ok(true) => {}
                    Ok(false) => {
                        sink.push(wrong(formula, expression, surroundings));
                        outcome = Relation::Fails;
                    }
                    Err(None) => outcome = Relation::None,
                    Err(Some(diagnostic)) => {
                        sink.push(diagnostic);
                        outcome = Relation::None;
                    }
                }
            }
            outcome
        }
    };
    (relation, names)
}

/// Reports the closed `parts` of a formula that are wrong. What cannot be evaluated is no finding: the
/// formula as a whole states nothing that could be.
fn report_wrong(
    parts: &[Expression],
    formula: &Formula,
    surroundings: &Surroundings<'_>,
    sink: &mut Sink,
) {
    for part in parts {
        match holds(part, surroundings) {
            Ok(true) | Err(_) => {}
            Ok(false) => sink.push(wrong(formula, part, surroundings)),
        }
    }
}

/// The TeX of `formula` with a value for each binding; none if one has no value.
fn with_values(
    essay: &Essay,
    formula: &Formula,
    (values, shown): (&[Option<Value>], &[Option<Shown>]),
) -> Option<String> {
    let mut tex = String::with_capacity(formula.tex.text.len());
    let start = formula.tex.span.start;
    let mut at = 0;
    for id in &formula.bindings {
        let span = essay.bindings.get(id.0)?.span;
        let value = shown.get(id.0)?.as_ref()?;
        tex.push_str(formula.tex.text.get(at..span.start.checked_sub(start)?)?);
        match values.get(id.0)? {
            // By its name, for its signs may mean anything: `+_2` is no sum.
            Some(Value::Game(game)) => {
                tex.push_str("\\val{game(\"");
                tex.push_str(game.name());
                tex.push_str("\")}");
            }
            _ => {
                tex.push('{');
                tex.push_str(&value.tex);
                tex.push('}');
            }
        }
        at = span.end.checked_sub(start)?;
    }
    tex.push_str(formula.tex.text.get(at..)?);
    Some(tex)
}

/// What the bindings of a formula that cannot be read stand for, where that is no number.
fn said(essay: &Essay, formula: &Formula, values: &[Option<Value>]) -> String {
    let mut said = String::new();
    for id in &formula.bindings {
        if let (Some(binding), Some(Some(value))) = (essay.bindings.get(id.0), values.get(id.0))
            && !matches!(value, Value::Number(_))
        {
            let expression = one_line(&binding.expression.text);
            said.push_str(&format!("; `{expression}` is {}", shorten(&writing::plain(value))));
        }
    }
    said
}

/// Whether the relation holds; what to tell the author if that cannot be said and is not told
/// elsewhere.
fn holds(
    expression: &Expression,
    surroundings: &Surroundings<'_>,
) -> Result<bool, Option<Diagnostic>> {
    match surroundings.known.evaluate(expression, surroundings.scope, surroundings.budget) {
        Ok(Value::Bool(truth)) => Ok(truth),
        Ok(_) => Err(None),
        Err(failure) if failure.is_consequence() => Err(None),
        Err(failure) => Err(Some(failure.into_diagnostic())),
    }
}

/// Reports a relation that does not hold, with the values of its sides.
fn wrong(
    formula: &Formula,
    expression: &Expression,
    surroundings: &Surroundings<'_>,
) -> Diagnostic {
    let mut sides: Vec<String> = Vec::new();
    if let NodeKind::Compare { operands, .. } = &expression.root().kind {
        for operand in operands {
            let mut evaluator = Evaluator::new(surroundings.scope, surroundings.budget);
            if let Ok(value) = evaluator.evaluate(&expression.part(operand)) {
                sides.push(shorten(&writing::plain(&value)));
            }
        }
    }
    let text = one_line(expression.text());
    let message = match sides.as_slice() {
        [] => format!("`{text}` does not hold"),
        [one] => format!("`{text}` does not hold: one side is {one}"),
        [first @ .., last] => {
            format!("`{text}` does not hold: its sides are {} and {last}", first.join(", "))
        }
    };
    Diagnostic::error(Code::ValueRelation, message)
        .label(formula.tex.span, "stated here")
        .help("mend the formula, or the expression that a letter stands for under `notation`")
}
