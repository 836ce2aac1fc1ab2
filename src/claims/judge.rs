//! Findings held against what was expected.

use std::collections::HashSet;

use crate::arithmetic::Number;
use crate::claims::Claim;
use crate::claims::Expected;
use crate::claims::Findings;
use crate::claims::Subject;
use crate::claims::idle::idle;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Text;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::Scope;
use crate::language::Value;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::language::writing;
use crate::language::writing::Style;

/// Places named in a message before the rest is only counted.
const NAMED: usize = 6;

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What is expected was found.
    Confirmed,
    /// Something else was found.
    Refuted,
    /// The budget ran out: nothing is known.
    Undecided,
    /// It could not be evaluated.
    Failed,
}

/// Holds `findings` against the expectation of `claim` and reports what differs.
pub fn judge(claim: &Claim, findings: &Findings, scope: &Scope, sink: &mut Sink) -> Verdict {
    let before = sink.diagnostics().len();
    if findings.cases == 0 {
        let message = format!("`{}` has no cases to look at", claim.id.text);
        let at = claim.over.as_ref().map_or(claim.id.span, |over| over.span());
        sink.push(
            Diagnostic::error(Code::ClaimNoCases, message)
                .label(at, "nothing is left of this range")
                .help("widen the range, or loosen `where`"),
        );
        return Verdict::Refuted;
    }
    let unused = claim.unused_variables();
    if let (true, Some(why)) = (unused.is_empty(), idle(claim, scope)) {
        sink.push(
            Diagnostic::error(Code::ClaimVacuous, format!("`{}` {why}", claim.id.text))
                .label(claim.subject.expression().span(), "this checks nothing")
                .help(
                    "ask for something that is computed, and could have come out otherwise; a number \
                     that is yours is bound in the prose, `[42](=given \"…\")`",
                ),
        );
    }
    for (name, span) in unused {
        sink.push(
            Diagnostic::error(
                Code::ClaimUnusedVariable,
                format!("`{}` runs over `{name}` and never uses it", claim.id.text),
            )
            .label(span, "")
            .help("use it, or take it out of the range: it only multiplies the cases"),
        );
    }
    let mut judge = Judge { claim, findings, scope, sink, wrong: Vec::new() };
    match judge.expected() {
        Ok(()) => {}
        Err(failure) => judge.sink.push(failure.into_diagnostic()),
    }
    judge.cases();
    judge.refute();
    if judge.sink.diagnostics().len() == before { Verdict::Confirmed } else { Verdict::Refuted }
}

struct Judge<'a> {
    claim: &'a Claim,
    findings: &'a Findings,
    scope: &'a Scope,
    sink: &'a mut Sink,
    /// What was found instead of what the line says, in the order of the line.
    wrong: Vec<String>,
}

impl Judge<'_> {
    /// The number of cases, which a claim over a range has to state.
    fn cases(&mut self) {
        let found = self.findings.cases;
        match &self.claim.expectation.cases {
            Some(stated) if !says(stated, found) => {
                if !self.wrong.is_empty() {
                    self.differs(format!("has {}, not {}", cases(found), stated.text));
                    return;
                }
                let id = &self.claim.id.text;
                let message = format!("`{id}` has {}, not {}", cases(found), stated.text);
                self.sink.push(
                    Diagnostic::error(Code::ClaimRefuted, message)
                        .label(stated.span, "stated here")
                        .help(format!("write {}, or mend the range", figure(found))),
                );
            }
            Some(_) => {}
            None => {
                // Sets of places and values name their cases; what runs over a range does not.
                let over = self.claim.over.as_ref().filter(|over| over.is_range());
                // The line that is proposed instead of a wrong one says it.
                if over.is_some() && self.wrong.is_empty() {
                    let id = &self.claim.id.text;
                    let message =
                        format!("`{id}` does not say how many cases it has: {}", figure(found));
                    self.sink.push(
                        Diagnostic::error(Code::ClaimUnstatedCases, message)
                            .label(self.claim.expectation.span, "expected here")
                            .help(format!(
                                "end the line with `in {} cases`: a range that shrinks would pass unseen",
                                figure(found)
                            )),
                    );
                }
            }
        }
    }

    fn expected(&mut self) -> Result<(), Failure> {
        let fails = self.findings.fails();
        match &self.claim.expectation.expected {
            Expected::Holds => {
                if fails > 0 && self.claim.over.is_none() {
                    self.differs("fails, and is expected to hold");
                } else if fails > 0 {
                    self.differs(format!("fails in {}, and is expected to hold", self.of(fails)));
                }
            }
            Expected::Fails => {
                if self.findings.cases > 1 {
                    self.differs(format!(
                        "has {} cases, so `fails` must say in how many it fails: {}",
                        figure(self.findings.cases),
                        figure(fails)
                    ));
                } else if fails == 0 {
                    self.differs("holds, and is expected to fail");
                }
            }
            Expected::FailsTimes(number, first) => {
                if !says(number, fails) {
                    self.differs(format!("fails in {}, not {}", self.of(fails), number.text));
                }
                self.first(first.as_ref())?;
            }
            Expected::CountTimes(number, first) => {
                if !says(number, self.findings.holds) {
                    self.differs(format!(
                        "counts {}, not {}",
                        self.of(self.findings.holds),
                        number.text
                    ));
                }
                self.first(first.as_ref())?;
            }
            Expected::Right(number, first) => {
                self.right(number);
                self.first(first.as_ref())?;
            }
            Expected::FailsAt(places) => self.places(places, "fails")?,
            Expected::CountAt(places) => self.places(places, "counts")?,
            Expected::Extreme { word, value, at, first } => {
                let stated = self.value(value)?;
                let found = self.findings.extreme.as_ref().map(|extreme| &extreme.value);
                if found != stated.as_number() {
                    let found = found
                        .map_or_else(String::new, |found| writing::plain(&found.clone().into()));
                    self.differs(format!(
                        "has the {word} {found}, not {}",
                        writing::plain(&stated)
                    ));
                }
                if let Some(places) = at {
                    self.places(places, &format!("reaches its {word}"))?;
                }
                self.first(first.as_ref())?;
            }
            Expected::Equals(expression) => {
                let stated = self.value(expression)?;
                let found = self.findings.value.as_ref();
                if found != Some(&stated) {
                    let found = found.map(writing::plain).unwrap_or_default();
                    self.differs(format!("is {found}, not {}", writing::plain(&stated)));
                }
            }
        }
        Ok(())
    }

    /// `right 888` or `right 81%`.
    fn right(&mut self, stated: &Text) {
        let holds = self.findings.holds;
        let share = stated.text.contains('%') || stated.text.contains("per cent");
        if share {
            let Some(rate) = Number::ratio(holds.into(), self.findings.cases.into()) else {
                return;
            };
            if !agrees(stated, &Value::from(rate)) {
                let found = self.of(holds);
                self.differs(format!("is right in {found}, which is not {}", stated.text));
            }
        } else if !says(stated, holds) {
            self.differs(format!("is right in {}, not {}", self.of(holds), stated.text));
        }
    }

    /// The exact set of places.
    fn places(&mut self, stated: &[Expression], does: &str) -> Result<(), Failure> {
        let found = &self.findings.at;
        // A list stands for the places in it, unless the places are lists themselves.
        let is_set = matches!(stated, [_]) && found.iter().all(|place| place.as_list().is_none());
        let mut listed = Vec::new();
        for expression in stated {
            let value = self.value(expression)?;
            match value.as_list() {
                Some(places) if is_set => {
                    listed.extend(places.iter().map(|place| (expression, place.clone())));
                }
                _ => listed.push((expression, value)),
            }
        }
        let mut wanted: HashSet<&Value> = HashSet::new();
        let twice = listed.iter().find(|(_, place)| !wanted.insert(place));
        if let Some((expression, place)) = twice {
            let (id, named) = (&self.claim.id.text, writing::plain(place));
            self.sink.push(
                Diagnostic::error(
                    Code::ClaimRefuted,
                    format!("`{id}` is expected at {named} twice"),
                )
                .label(expression.span(), "named before")
                .help("name each place once"),
            );
            return Ok(());
        }
        let known: HashSet<&Value> = found.iter().collect();
        let missing = listed.iter().map(|(_, place)| place).filter(|place| !known.contains(place));
        let missing: Vec<&Value> = missing.collect();
        let unstated: Vec<&Value> = found.iter().filter(|place| !wanted.contains(place)).collect();
        if !missing.is_empty() || !unstated.is_empty() {
            let mut parts = Vec::new();
            if !unstated.is_empty() {
                parts.push(format!("also at {}", list(&unstated)));
            }
            if !missing.is_empty() {
                parts.push(format!("not at {}", list(&missing)));
            }
            self.differs(format!("{does} {}", parts.join(" and ")));
        }
        Ok(())
    }

    /// The first place.
    fn first(&mut self, stated: Option<&Expression>) -> Result<(), Failure> {
        let Some(expression) = stated else { return Ok(()) };
        let stated = self.value(expression)?;
        match self.findings.at.first() {
            Some(found) if *found == stated => {}
            Some(found) => {
                let found = writing::plain(found);
                self.differs(format!(
                    "has its first place at {found}, not {}",
                    writing::plain(&stated)
                ));
            }
            None => self.differs(format!("has no first place, not {}", writing::plain(&stated))),
        }
        Ok(())
    }

    fn value(&self, expression: &Expression) -> Result<Value, Failure> {
        Evaluator::new(self.scope, crate::language::DEFAULT_BUDGET).evaluate(expression)
    }

    /// `408 of 1,296 cases`.
    fn of(&self, some: usize) -> String {
        format!("{} of {}", figure(some), cases(self.findings.cases))
    }

    /// Notes that something else was found.
    fn differs(&mut self, found: impl Into<String>) {
        self.wrong.push(found.into());
    }

    /// Reports all that differs as one finding.
    fn refute(&mut self) {
        if self.wrong.is_empty() {
            return;
        }
        let claim = self.claim;
        let found = self.wrong.join(", and ");
        let mut diagnostic =
            Diagnostic::error(Code::ClaimRefuted, format!("`{}` {found}", claim.id.text))
                .label(claim.expectation.span, "expected here");
        let subject = claim.subject.expression().span();
        let is_truth = matches!(claim.subject, Subject::Check(_) | Subject::Count(_));
        if let (Some(first), true) = (self.findings.shown.first(), is_truth) {
            let values: Vec<String> = first.sides.iter().map(writing::plain).collect();
            let sides = if values.is_empty() {
                String::new()
            } else {
                format!(", where the sides are {}", values.join(" and "))
            };
            let what = if matches!(claim.subject, Subject::Check(_)) {
                "first fails"
            } else {
                "first counts"
            };
            let place = if claim.over.is_some() {
                format!("{what} at {}{sides}", writing::plain(&first.place))
            } else {
                format!("fails{sides}")
            };
            diagnostic = diagnostic.label(subject, place);
        }
        if let Some(line) = self.proposal() {
            diagnostic = diagnostic
                .help(format!("what was found is `expect: {line}`, if the statement is right"));
        }
        self.sink.push(diagnostic);
    }

    /// The line that would agree with what was found.
    fn proposal(&self) -> Option<String> {
        let findings = self.findings;
        let cases = figure(findings.cases);
        let fails = findings.fails();
        let first = findings.at.first().map(writing::plain);
        let over = self.claim.over.is_some();
        let line = match &self.claim.subject {
            Subject::Check(_) if fails == 0 && over => format!("holds in {cases} cases"),
            Subject::Check(_) if fails == 0 => String::from("holds"),
            Subject::Check(_) if !over => String::from("fails"),
            Subject::Check(_) => format!("fails {} of {cases}, first {}", figure(fails), first?),
            Subject::Count(_) => match first {
                Some(first) => {
                    format!("count {} of {cases}, first {first}", figure(findings.holds))
                }
                None => format!("count 0 of {cases}"),
            },
            Subject::Max(_) | Subject::Min(_) => {
                let value = writing::plain(&findings.extreme.as_ref()?.value.clone().into());
                let places: Vec<&Value> = findings.at.iter().take(NAMED + 1).collect();
                let key = self.claim.subject.key();
                if places.len() > NAMED {
                    format!("{key} {value}, first {} in {cases} cases", first?)
                } else {
                    format!("{key} {value} at {} in {cases} cases", list(&places))
                }
            }
            Subject::Value(_) => format!("equals {}", writing::plain(findings.value.as_ref()?)),
        };
        Some(line)
    }
}

/// Whether `text` says that there are so many.
fn says(text: &Text, things: usize) -> bool {
    agrees(text, &Value::from(Number::count(things)))
}

fn agrees(text: &Text, value: &Value) -> bool {
    reading::agrees(&text.text, value) == Agreement::Agrees
}

/// A number as it is shown in messages.
fn figure(number: usize) -> String {
    writing::exact(&Number::count(number), &Style::default())
}

/// A number of cases.
fn cases(number: usize) -> String {
    format!("{} {}", figure(number), if number == 1 { "case" } else { "cases" })
}

/// The first places, and how many more there are.
fn list(places: &[&Value]) -> String {
    let named: Vec<String> = places.iter().take(NAMED).map(|place| writing::plain(place)).collect();
    match places.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
