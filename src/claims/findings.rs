//! What is found when the cases of a claim are looked at.

use std::sync::Arc;

use crate::arithmetic::Number;
use crate::claims::Claim;
use crate::claims::Subject;
use crate::diagnostics::Code;
use crate::language::Clauses;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::Finding;
use crate::language::Name;
use crate::language::NodeKind;
use crate::language::Record;
use crate::language::Scope;
use crate::language::Value;

/// How many places are listed with both sides' values.
pub const MAX_SHOWN: usize = 1_000;

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct Findings {
    /// How many cases were left to look at.
    pub cases: usize,
    /// In how many the statement was true; of extremes and values, all.
    pub holds: usize,
    /// The places that matter: that fail, that count, or that reach the extreme; in the order of
    /// the cases.
    pub at: Vec<Value>,
    /// The extreme, if one was asked for.
    pub extreme: Option<Extreme>,
    /// The value, if one was asked for.
    pub value: Option<Value>,
    /// The names of the variables, in the order written.
    pub variables: Vec<Name>,
    /// The first places that matter of a check or count, with the values of both sides where the
    /// statement is a comparison; at most [`MAX_SHOWN`].
    pub shown: Vec<Counterexample>,
    /// The two sides of the statement as written, if it is a comparison.
    pub sides: Vec<String>,
    /// Units of work that it took.
    pub spent: u64,
}

/// The largest or smallest value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The value.
    pub value: Number,
    /// Whether it is the largest.
    pub largest: bool,
}

/// A place with the values found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The place.
    pub place: Value,
    /// The values of the two sides, parallel to [`Findings::sides`].
    pub sides: Vec<Value>,
}

/// Looks at every case of `claim`.
///
/// # Errors
///
/// [`Failure`] if something has no value in some case, or the budget (in units of work) ran out.
pub fn check(claim: &Claim, scope: &Scope, budget: u64) -> Result<Findings, Failure> {
    let mut evaluator = Evaluator::new(scope, budget);
    let expression = claim.subject.expression();
    let mut findings = Findings {
        cases: 0,
        holds: 0,
        at: Vec::new(),
        extreme: None,
        value: None,
        variables: claim.over.iter().flat_map(Clauses::variables).map(|(name, _)| name).collect(),
        shown: Vec::new(),
        sides: Vec::new(),
        spent: 0,
    };
    let mut walk = evaluator.cases(claim.over.as_ref(), &claim.steps, &[expression])?;
    while walk.next()? {
        findings.cases += 1;
        let result = walk.result(0);
        match &claim.subject {
            Subject::Check(_) | Subject::Count(_) => {
                let truth =
                    result.as_bool().ok_or_else(|| not(expression, result, "true or false"))?;
                findings.holds += usize::from(truth);
                if truth == matches!(claim.subject, Subject::Count(_)) {
                    findings.at.push(walk.place());
                }
            }
            Subject::Max(_) | Subject::Min(_) => {
                let number =
                    result.as_number().ok_or_else(|| not(expression, result, "a number"))?;
                findings.holds += 1;
                let largest = matches!(claim.subject, Subject::Max(_));
                let best = findings.extreme.as_ref().map(|extreme| number.cmp(&extreme.value));
                let better = match best {
                    None => true,
                    Some(order) => {
                        if largest {
                            order.is_gt()
                        } else {
                            order.is_lt()
                        }
                    }
                };
                if better {
                    findings.extreme = Some(Extreme { value: number.clone(), largest });
                    findings.at.clear();
                }
                if better || best.is_some_and(std::cmp::Ordering::is_eq) {
                    findings.at.push(walk.place());
                }
            }
            Subject::Value(_) => {
                findings.holds += 1;
                findings.value = Some(result.clone());
            }
        }
    }
    findings.spent = evaluator.spent();
    if matches!(claim.subject, Subject::Check(_) | Subject::Count(_)) && !findings.at.is_empty() {
        show(claim, scope, budget, &mut findings);
    }
    Ok(findings)
}

/// Lists the places that matter with the values of both sides. They were evaluated before, in one
/// way or another, and are charged to nobody; a side that has no value by itself is left out.
fn show(claim: &Claim, scope: &Scope, budget: u64, findings: &mut Findings) {
    let expression = claim.subject.expression();
    let sides = sides(expression);
    let asked: Vec<&Expression> = [expression].into_iter().chain(&sides).collect();
    let wanted = matches!(claim.subject, Subject::Count(_));
    let mut evaluator = Evaluator::new(scope, budget);
    let mut shown = Vec::new();
    if let Ok(mut walk) = evaluator.cases(claim.over.as_ref(), &claim.steps, &asked) {
        while shown.len() < MAX_SHOWN && walk.next() == Ok(true) {
            if walk.result(0).as_bool() == Some(wanted) {
                let values = (1..asked.len()).map(|index| walk.result(index).clone()).collect();
                shown.push(Counterexample { place: walk.place(), sides: values });
            }
        }
    }
    if shown.len() == findings.at.len().min(MAX_SHOWN) {
        findings.sides = sides.iter().map(|side| side.text().to_owned()).collect();
        findings.shown = shown;
    } else {
        let places = findings.at.iter().take(MAX_SHOWN).cloned();
        findings.shown = places.map(|place| Counterexample { place, sides: Vec::new() }).collect();
    }
}

/// The operands, if the expression is a comparison or says that two things go together.
fn sides(expression: &Expression) -> Vec<Expression> {
    match &expression.root().kind {
        NodeKind::Compare { operands, .. } => {
            operands.iter().map(|operand| expression.part(operand)).collect()
        }
        NodeKind::Binary { operator: crate::language::Operator::Iff, left, right } => {
            vec![expression.part(left), expression.part(right)]
        }
        _ => Vec::new(),
    }
}

/// A result of the wrong kind.
fn not(expression: &Expression, value: &Value, wanted: &str) -> Failure {
    Failure::at(
        Code::ExpressionKind,
        format!("`{}` is {}, and {wanted} is wanted", expression.text(), value.kind()),
        expression.span(),
    )
}

impl Findings {
    /// In how many cases the statement was false.
    #[must_use]
    pub fn fails(&self) -> usize {
        self.cases - self.holds
    }

    /// What expressions may ask of it; `name` is the claim's id.
    #[must_use]
    pub fn record(&self, name: &str) -> Record {
        let count = |things: usize| Finding::Value(Value::from(Number::count(things)));
        let rate = Number::ratio(self.holds.into(), self.cases.into());
        let absent = |what: &str| Finding::Absent(format!("`{name}` {what}"));
        let ends = |place: Option<&Value>| {
            let none = || absent("has no such place: nothing fails, counts or is extreme");
            place.map_or_else(none, |place| Finding::Value(place.clone()))
        };
        let extreme = |largest: bool, what: &str| match &self.extreme {
            Some(extreme) if extreme.largest == largest => {
                Finding::Value(Value::from(extreme.value.clone()))
            }
            _ => absent(what),
        };
        let value = self.value.clone();
        let attributes = [
            ("cases", count(self.cases)),
            ("holds", count(self.holds)),
            ("fails", count(self.fails())),
            ("count", count(self.holds)),
            (
                "rate",
                rate.map_or_else(|| absent("has no cases"), |rate| Finding::Value(rate.into())),
            ),
            ("max", extreme(true, "asks for no largest value")),
            ("min", extreme(false, "asks for no smallest value")),
            ("value", value.map_or_else(|| absent("asks for no value"), Finding::Value)),
            ("at", Finding::Value(Value::list(self.at.clone()))),
            ("first", ends(self.at.first())),
            ("last", ends(self.at.last())),
        ];
        Record {
            name: name.into(),
            kind: "claim",
            attributes: attributes
                .into_iter()
                .map(|(name, finding)| (Arc::from(name), finding))
                .collect(),
            parts: self.variables.clone(),
            counted: None,
        }
    }
}
