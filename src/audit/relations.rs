//! Reads and checks the closed relations of formulas as they stand.

use std::ops::Range;

use crate::audit::evidence::Parts;
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
use crate::language::Meaning;
use crate::language::NodeKind;
use crate::language::Value;
use crate::language::relation;
use crate::language::writing;

/// What the parts of `formula` say as relations, its bindings replaced by what stands in the page for
/// them; those that do not hold are reported. With them come what those that were read
/// name.
pub(crate) fn relation(
    essay: &Essay,
    formula: &Formula,
    (values, shown): (&[Option<Value>], &[Option<Shown>]),
    surroundings: &Surroundings<'_>,
    sink: &mut Sink,
) -> (Parts, Names) {
    let mut names = Names::default();
    let Some(written) = with_values(essay, formula, (values, shown)) else {
        // What a binding lacks is reported where it stands.
        return (Parts::whole(Relation::Reported), names);
    };
    let reading = relation::read(&written.tex, formula.tex.span, surroundings.notation);
    let mut parts = Parts::of(&reading);
    for (part, relation) in reading.parts.iter().zip(&mut parts.relations) {
        match relation {
            Relation::Unreadable(message) | Relation::Unknown { message, entry: None } => {
                message.push_str(&said(essay, formula, values));
            }
            Relation::Unknown { entry: Some(entry), .. } => {
                if let relation::Relation::Unknown { letter: Some(letter), .. } = &part.relation
                    && let Some(Meaning::Definition(_)) = surroundings.scope.meaning(letter)
                {
                    *entry = format!("{letter}: {letter}");
                }
            }
            _ => {}
        }
        let relation::Relation::Closed(expressions) = &part.relation else { continue };
        *relation = Relation::Holds;
        for expression in expressions {
            let uses = Uses::of(expression, surroundings.scope, surroundings.ranges);
            names.merge(&uses.names);
            match holds(expression, surroundings) {
                Ok(true) => {}
                Ok(false) => {
                    let tex = formula.tex.text.get(written.source(&part.at)).unwrap_or("");
                    sink.push(wrong(formula, (expression, (tex, false)), surroundings));
                    *relation = Relation::Fails;
                }
                Err(diagnostic) => {
                    diagnostic.into_iter().for_each(|diagnostic| sink.push(diagnostic));
                    *relation = Relation::Reported;
                    break;
                }
            }
        }
    }
    // What cannot be evaluated is no finding here: the formula states it of a letter only.
    for expression in &reading.follows {
        if holds(expression, surroundings) == Ok(false) {
            let whole = (formula.tex.text.as_str(), true);
            sink.push(wrong(formula, (expression, whole), surroundings));
        }
    }
    parts.numbers = written.typed(&parts.numbers);
    (parts, names)
}

/// The TeX of a formula with a value for each binding.
struct Written {
    tex: String,
    /// The stretches that the author typed: their bytes here, and where they begin in the formula.
    typed: Vec<(Range<usize>, usize)>,
}

impl Written {
    fn copy(&mut self, text: &str, from: usize) {
        self.typed.push((self.tex.len()..self.tex.len() + text.len(), from));
        self.tex.push_str(text);
    }

    /// The bytes of the formula from which those at `range` here come; a binding is whole.
    fn source(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.typed.iter().rev().find(|(own, _)| own.start <= range.start);
        let start = start.map_or(0, |(own, from)| from + range.start.min(own.end) - own.start);
        let end = self.typed.iter().find(|(own, _)| own.end >= range.end);
        let end = end.map_or(start, |(own, from)| from + range.end.max(own.start) - own.start);
        start..end.max(start)
    }

    /// Those of `numbers`, which are in order, that the author typed, by their bytes in the formula.
    fn typed(&self, numbers: &[(Range<usize>, usize)]) -> Vec<(Range<usize>, usize)> {
        let mut found = Vec::with_capacity(numbers.len());
        let mut stretches = self.typed.iter().peekable();
        for (range, part) in numbers {
            while stretches.next_if(|(own, _)| own.end <= range.start).is_some() {}
            let Some((own, from)) = stretches.peek() else { break };
            if own.start <= range.start {
                let start = range.start - own.start + from;
                found.push((start..start + range.len(), *part));
            }
        }
        found
    }
}

/// The TeX of `formula` with a value for each binding; none if one has no value.
fn with_values(
    essay: &Essay,
    formula: &Formula,
    (values, shown): (&[Option<Value>], &[Option<Shown>]),
) -> Option<Written> {
    let mut written = Written { tex: String::new(), typed: Vec::new() };
    let start = formula.tex.span.start;
    let mut at = 0;
    for id in &formula.bindings {
        let binding = essay.bindings.get(id.0)?;
        let span = binding.span;
        let value = shown.get(id.0)?.as_ref()?;
        written.copy(formula.tex.text.get(at..span.start.checked_sub(start)?)?, at);
        let tex = &mut written.tex;
        match values.get(id.0)? {
            // Nothing is computed from what nobody computed: it is left out.
            _ if binding.kind.is_given() => tex.push_str("{\\dots}"),
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
    written.copy(formula.tex.text.get(at..)?, at);
    Some(written)
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

/// Reports a relation that does not hold, with the values of its sides, as it is typed: what is computed
/// of it would be strange to its author. By its expression, if that says more, the functions that letters
/// stand for, and also of what `follows` from a formula and is typed nowhere.
fn wrong(
    formula: &Formula,
    (expression, (tex, follows)): (&Expression, (&str, bool)),
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
    let named = surroundings
        .notation
        .functions()
        .any(|function| function != "Ω" && expression.text().contains(&format!("{function}(")));
    let tells = !sides.is_empty() && (named || follows) && is_plain(expression.text());
    let text = shorten(&one_line(if tells { expression.text() } else { tex }));
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

/// The most characters of an expression that tells more than its formula.
const SHORT: usize = 60;

/// Whether an expression is short, and written as its author would have written it.
fn is_plain(expression: &str) -> bool {
    let computed = [" for ", "if ", " and ", "residue(", "set(", "(0", "((", "abs(", "floor("];
    expression.chars().count() <= SHORT && !computed.iter().any(|part| expression.contains(part))
}
