//! Every fact of the ledger about the two cake games, in the authoring language.
//!
//! The files in `tests/facts/` hold claims and values with what an independent computation found
//! (a solver written straight from the rules in another language, and the proofs). Here each is
//! evaluated by the language and held against that.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeMap;
use std::fs;

use rung::claims;
use rung::claims::Claim;
use rung::claims::Verdict;
use rung::diagnostics::Code;
use rung::diagnostics::Sink;
use rung::diagnostics::Sources;
use rung::diagnostics::Span;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::essay::Block;
use rung::essay::BlockKind;
use rung::essay::Field;
use rung::essay::Text;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Library;
use rung::language::Outline;
use rung::language::Scope;
use rung::language::Site;
use rung::language::Value;
use rung::language::reading;
use rung::language::reading::Agreement;
use rung::language::relation;
use rung::language::relation::Notation;
use rung::language::relation::Relation;
use rung::language::writing;

const RUNGS: usize = 6;
const BUDGET: u64 = 100_000_000;

/// A part of a line, with its place.
fn part(line: &Text, start: usize, end: usize) -> Text {
    Text { text: line.text[start..end].to_owned(), span: line.span.part(start..end) }
}

struct Facts {
    sources: Sources,
    definitions: Vec<(Span, String)>,
    claims: Vec<Block>,
    /// What is shown, and the expression.
    values: Vec<(Text, Text)>,
    formulas: Vec<Text>,
}

fn read() -> Facts {
    let mut facts = Facts {
        sources: Sources::default(),
        definitions: Vec::new(),
        claims: Vec::new(),
        values: Vec::new(),
        formulas: Vec::new(),
    };
    for rung in 1..=RUNGS {
        let path = format!("tests/facts/rung{rung}.txt");
        let text = fs::read_to_string(&path).unwrap();
        let source = facts.sources.add(path, text.as_str());
        let start = text.find("== definitions\n").unwrap() + "== definitions\n".len();
        let end = text.find("== facts\n").unwrap();
        facts.definitions.push((Span::new(source, start..end), text[start..end].to_owned()));
        let mut at = end + "== facts\n".len();
        for line in text[at..].split_inclusive('\n') {
            let content = line.trim_end();
            let own =
                Text { text: content.to_owned(), span: Span::new(source, at..at + content.len()) };
            at += line.len();
            if content.is_empty() || content.starts_with('#') {
            } else if content.starts_with(['[', '$']) {
                inline(&own, &mut facts);
            } else {
                facts.claims.push(claim(&own));
            }
        }
    }
    facts
}

/// `id | key: value | key: value`.
fn claim(line: &Text) -> Block {
    let mut fields = Vec::new();
    let mut id = None;
    let mut start = 0;
    for piece in line.text.split(" | ") {
        let end = start + piece.len();
        match piece.split_once(": ") {
            Some((key, _)) => {
                let value = part(line, start + key.len() + 2, end);
                fields.push(Field { key: part(line, start, start + key.len()), value });
            }
            None => id = Some(part(line, start, end)),
        }
        start = end + " | ".len();
    }
    Block {
        kind: BlockKind::Claim,
        id,
        span: line.span,
        inside: line.clone(),
        number: 1,
        statement: None,
        is_broken: false,
        fields,
        caption: None,
        alt: None,
        corrects: None,
    }
}

/// `[shown](=expression)`, `[shown](= "expression")` and formulas, with blanks between them.
fn inline(line: &Text, facts: &mut Facts) {
    let mut at = 0;
    while let Some(rest) = line.text.get(at..).filter(|rest| !rest.trim().is_empty()) {
        at += rest.len() - rest.trim_start().len();
        let rest = &line.text[at..];
        if let Some(tex) = rest.strip_prefix('$') {
            let length = tex.find('$').unwrap();
            facts.formulas.push(part(line, at + 1, at + 1 + length));
            at += length + 2;
            continue;
        }
        let middle = at + rest.find("](=").unwrap();
        let shown = part(line, at + 1, middle);
        let (start, close) = match &line.text[middle + 3..] {
            title if title.starts_with(" \"") => (middle + 5, "\")"),
            title if title.starts_with(" '") => (middle + 5, "')"),
            _ => (middle + 3, ")"),
        };
        let behind = &line.text[start..];
        let length = match close {
            // An address ends at the bracket that closes it.
            ")" => {
                let mut depth = 0;
                behind
                    .char_indices()
                    .find_map(|(at, c)| match c {
                        '(' => {
                            depth += 1;
                            None
                        }
                        ')' if depth == 0 => Some(at),
                        ')' => {
                            depth -= 1;
                            None
                        }
                        _ => None,
                    })
                    .unwrap()
            }
            _ => behind.find(close).unwrap(),
        };
        facts.values.push((shown, part(line, start, start + length)));
        at = start + length + close.len();
    }
}

#[track_caller]
fn nothing_reported(sink: Sink, sources: &Sources) {
    // A range that is not counted is a matter of publishing, not of fact.
    let texts: Vec<String> = sink
        .into_sorted()
        .iter()
        .filter(|diagnostic| diagnostic.code != Code::ClaimUnstatedCases)
        .map(|diagnostic| render(diagnostic, sources, Style::Plain))
        .collect();
    assert!(texts.is_empty(), "{}", texts.join("\n\n"));
}

/// The scope of all facts: an essay on the fifth rung that knows of the second and the third.
fn scope(facts: &mut Facts) -> Scope {
    let mut sink = Sink::default();
    let text = fs::read_to_string("content/lib/cakes.def").unwrap();
    let source = facts.sources.add("content/lib/cakes.def", text.as_str());
    let at = Span::new(source, 0..text.len());
    let library = Library::new("cakes", Definitions::parse(&text, at, &mut sink), &mut sink);
    let taken: Vec<String> =
        library.definitions().items.iter().map(|own| own.name.to_string()).collect();
    let mut own = Vec::new();
    for (at, text) in &facts.definitions {
        // The library may have taken over a definition that the facts give again.
        let definitions = Definitions::parse(text, *at, &mut sink);
        own.extend(
            definitions.items.iter().filter(|own| !taken.contains(&own.name.to_string())).cloned(),
        );
    }
    let ids = facts.claims.iter().filter_map(|claim| claim.id.as_ref());
    let ids = ids.map(|id| (id.text.as_str().into(), id.span)).collect();
    let rung = |rung| Outline { rung: Some(rung), ids: BTreeMap::new() };
    let site = Site::new(BTreeMap::from([
        ("facts".into(), Outline { rung: Some(5), ids }),
        ("the_size_of_a_cake".into(), rung(3)),
        ("maundy_cake".into(), rung(2)),
    ]));
    let scope =
        Scope::new("facts", Definitions { items: own.into() }, &[library], &site, &mut sink);
    nothing_reported(sink, &facts.sources);
    scope
}

/// Holds the facts of one rung, and the claims of others that they need, against the language.
fn check(rung: usize) {
    let mut facts = read();
    let scope = scope(&mut facts);
    let mut sink = Sink::default();
    let claims: BTreeMap<String, Claim> = facts
        .claims
        .iter()
        .map(|block| Claim::parse(block, &mut sink).unwrap())
        .map(|claim| (claim.id.text.clone(), claim))
        .collect();
    let path = format!("tests/facts/rung{rung}.txt");
    let here = |span: Span| facts.sources.get(span.source).path == path;
    let own = claims.values().filter(|claim| here(claim.id.span));
    let mut pending: Vec<String> = own.map(|claim| claim.id.text.clone()).collect();
    let mut expressions = Vec::new();
    for (shown, text) in facts.values.iter().filter(|(shown, _)| here(shown.span)) {
        let expression = Expression::parse(&text.text, text.span, &mut sink).unwrap();
        let needs = scope.references(&expression, &[]).findings;
        pending.extend(needs.into_iter().map(|(_, id)| id.to_string()));
        expressions.push((shown, expression));
    }
    // What a claim needs is looked at before it.
    while let Some(id) = pending.pop() {
        if scope.site().finding("facts", &id).is_some() {
            continue;
        }
        let claim = &claims[&id];
        let mut missing = needs(claim, &scope);
        missing.retain(|id| scope.site().finding("facts", id).is_none());
        if !missing.is_empty() {
            pending.push(id);
            pending.extend(missing);
            continue;
        }
        match claims::check(claim, &scope, BUDGET) {
            Ok(findings) => {
                let verdict = claims::judge(claim, &findings, &scope, &mut sink);
                assert!(matches!(verdict, Verdict::Confirmed | Verdict::Refuted), "{id}");
                scope.site().record("facts", &id, Some(findings.record(&id).into()));
            }
            Err(failure) => {
                sink.push(failure.into_diagnostic());
                break;
            }
        }
    }
    for (shown, expression) in &expressions {
        match Evaluator::new(&scope, BUDGET).evaluate(expression) {
            Ok(value) => {
                let agreement = reading::agrees(&shown.text, &value);
                let text = expression.text();
                let found = writing::plain(&value);
                assert_eq!(agreement, Agreement::Agrees, "[{}](={text}): {found}", shown.text);
            }
            Err(failure) => sink.push(failure.into_diagnostic()),
        }
    }
    let mut notation = Notation::default();
    notation.set("V", "maundy");
    for formula in facts.formulas.iter().filter(|formula| here(formula.span)) {
        for part in relation::read(&formula.text, formula.span, &notation).parts {
            let Relation::Closed(relations) = part.relation else { continue };
            for relation in relations {
                match Evaluator::new(&scope, BUDGET).evaluate(&relation) {
                    Ok(value) => assert_eq!(value, Value::Bool(true), "{}", formula.text),
                    Err(failure) => sink.push(failure.into_diagnostic()),
                }
            }
        }
    }
    nothing_reported(sink, &facts.sources);
}

#[test]
fn the_facts_about_cutcake() {
    check(1);
}

#[test]
fn the_facts_about_maundy_cake() {
    check(2);
}

#[test]
fn the_facts_about_the_size_of_a_cake() {
    check(3);
}

#[test]
fn the_facts_about_the_prime_to_cut_at() {
    check(4);
}

#[test]
fn the_facts_about_the_short_side() {
    check(5);
}

#[test]
fn the_facts_about_the_proof() {
    check(6);
}

/// The claims whose findings a claim needs.
fn needs(claim: &Claim, scope: &Scope) -> Vec<String> {
    let mut bound: Vec<rung::language::Name> = Vec::new();
    let mut found = Vec::new();
    if let Some(over) = &claim.over {
        found.extend(scope.references_of_clauses(over, &bound).findings);
        bound.extend(over.variables().into_iter().map(|(name, _)| name));
    }
    for step in &claim.steps {
        match step {
            rung::language::Step::Where(condition) => {
                found.extend(scope.references(condition, &bound).findings);
            }
            rung::language::Step::With(name, _, value) => {
                found.extend(scope.references(value, &bound).findings);
                bound.push(name.clone());
            }
        }
    }
    found.extend(scope.references(claim.subject.expression(), &bound).findings);
    found.into_iter().map(|(_, id)| id.to_string()).collect()
}
