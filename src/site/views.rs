//! From what was found to what the pages show: the plain structs of `render::model`.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::claims::Claim;
use crate::claims::Expected;
use crate::claims::Findings;
use crate::claims::Subject;
use crate::claims::Verdict;
use crate::claims::theorem;
use crate::diagnostics::Sources;
use crate::essay::Block;
use crate::essay::BlockId;
use crate::essay::Essay;
use crate::essay::LinkId;
use crate::essay::Target;
use crate::essay::references::Anchor;
use crate::essay::references::References;
use crate::essay::references::label;
use crate::language::DefinitionId;
use crate::language::Scope;
use crate::language::Value;
use crate::language::writing;
use crate::language::writing::Style;
use crate::render::address;
use crate::render::model::BadgeState;
use crate::render::model::ClaimState;
use crate::render::model::ClaimView;
use crate::render::model::DefinitionView;
use crate::render::model::LinkText;
use crate::render::model::PlaceView;
use crate::render::model::Reference;
use crate::render::model::ResolvedLink;
use crate::site::dependencies::Needs;
use crate::site::evaluate::ClaimResult;
use crate::site::evaluate::Evaluated;
use crate::site::evaluate::Place;

/// Places of a claim that its page lists; the CSV has all of them.
const LISTED: usize = 200;

/// What views are made from.
pub struct Viewer<'a> {
    /// All texts.
    pub sources: &'a Sources,
    /// All essays.
    pub essays: &'a [Arc<Essay>],
    /// Which of them has which name in expressions.
    pub names: &'a BTreeMap<String, usize>,
    /// Where their links lead.
    pub references: &'a References,
    /// What was found.
    pub evaluated: &'a Evaluated,
    /// Which statements have a proof.
    pub proved: &'a BTreeSet<Place>,
    /// How numbers are written.
    pub style: &'a Style,
}

impl Viewer<'_> {
    /// The claims of an essay, by block.
    #[must_use]
    pub fn claims(&self, essay: usize) -> BTreeMap<BlockId, ClaimView> {
        let range = (essay, BlockId(0))..=(essay, BlockId(usize::MAX));
        let results = self.evaluated.claims.range(range);
        results.map(|((_, block), result)| (*block, self.claim(essay, *block, result))).collect()
    }

    fn claim(&self, index: usize, block: BlockId, result: &ClaimResult) -> ClaimView {
        let essay = &self.essays[index];
        let claim = &result.claim;
        let scope = &self.evaluated.scopes[index];
        let findings = result.findings.as_deref();
        let name = format!("{}.{}", essay.name(), claim.id.text);
        let places = findings.map(|found| self.places(found)).unwrap_or_default();
        let cases = findings.map_or(0, |found| found.cases);
        ClaimView {
            state: self.state(index, result),
            lines: lines(&essay.blocks[block.0]),
            range: claim.over.as_ref().map(|over| one_line(over.text())).unwrap_or_default(),
            cases: self.figure(cases),
            finding: findings.map(|found| self.finding(claim, found)).unwrap_or_default(),
            places_total: self.figure(findings.map_or(0, |found| found.at.len())),
            place_is: match claim.subject {
                Subject::Check(_) => "fails at",
                Subject::Count(_) => "counts",
                Subject::Max(_) | Subject::Min(_) => "reached at",
                Subject::Value(_) => "",
            },
            places_title: String::from(match claim.subject {
                Subject::Check(_) => "Counterexamples",
                Subject::Count(_) => "Cases counted",
                Subject::Max(_) | Subject::Min(_) => "Where it is reached",
                Subject::Value(_) => "",
            }),
            sides: findings.map(|found| found.sides.clone()).unwrap_or_default(),
            csv: findings.filter(|found| !found.at.is_empty() && claim.over.is_some()).map(csv),
            json: json(claim, findings, result.verdict),
            definitions: definitions(&claim_needs(claim, scope), scope, self.sources),
            places,
            name,
        }
    }

    /// Where a claim stands.
    fn state(&self, essay: usize, result: &ClaimResult) -> ClaimState {
        match result.verdict {
            Verdict::Undecided => return ClaimState::Undecided,
            Verdict::Refuted | Verdict::Failed => return ClaimState::Broken,
            Verdict::Confirmed => {}
        }
        let claim = &result.claim;
        if claim.conjecture {
            return ClaimState::Conjecture;
        }
        let by = self.because(essay, claim);
        match (&claim.expectation.expected, by) {
            (Expected::Holds, Some(by)) => ClaimState::Proved { by },
            (Expected::Holds, None) => ClaimState::Measured,
            (Expected::FailsAt(_), by) if claim.expectation_is_exception(self.sources) => {
                ClaimState::HoldsExcept { by }
            }
            (
                Expected::Fails
                | Expected::FailsTimes(..)
                | Expected::FailsAt(_)
                | Expected::Right(..),
                _,
            ) => ClaimState::Refuted,
            (
                Expected::CountTimes(..)
                | Expected::CountAt(_)
                | Expected::Extreme { .. }
                | Expected::Equals(_),
                _,
            ) => ClaimState::Found,
        }
    }

    /// The proved theorem that a claim names.
    fn because(&self, essay: usize, claim: &Claim) -> Option<Reference> {
        let because = claim.because.as_ref()?;
        let (page, anchor) = self.references.lookup(&self.essays[essay].path, &because.text)?;
        let Anchor::Block(block) = anchor else { return None };
        self.proved.contains(&(page, block)).then(|| self.reference(essay, page, anchor))
    }

    /// A thing with what it is called and where it is.
    fn reference(&self, from: usize, page: usize, anchor: Anchor) -> Reference {
        let essay = &self.essays[page];
        let label = label(essay, anchor).unwrap_or_else(|| essay.slug.clone());
        Reference { label, address: self.address(from, page, anchor) }
    }

    /// The address of something in an essay, seen from another.
    fn address(&self, from: usize, page: usize, anchor: Anchor) -> String {
        let essay = &self.essays[page];
        let id = match anchor {
            Anchor::Page => None,
            Anchor::Heading(index) => essay.headings.get(index).map(|heading| heading.id.as_str()),
            Anchor::Block(id) => {
                essay.blocks.get(id.0).and_then(|block| Some(block.id.as_ref()?.text.as_str()))
            }
            Anchor::Formula(id) => essay
                .formulas
                .get(id.0)
                .and_then(|formula| Some(formula.id.as_ref()?.text.as_str())),
        };
        match (from == page, id) {
            (true, Some(id)) => format!("#{id}"),
            (_, None) => address::of_page(&essay.path),
            (false, Some(id)) => format!("{}#{id}", address::of_page(&essay.path)),
        }
    }

    /// A claim, figure or table by its full name, as a link from an essay.
    #[must_use]
    pub fn finding_reference(&self, from: usize, essay: &str, id: &str) -> Option<Reference> {
        let page = *self.names.get(essay)?;
        let block = self.essays[page]
            .blocks
            .iter()
            .position(|block| block.id.as_ref().is_some_and(|own| own.text == id))?;
        Some(self.reference(from, page, Anchor::Block(BlockId(block))))
    }

    /// The links of an essay, resolved.
    #[must_use]
    pub fn links(&self, index: usize) -> Vec<Option<ResolvedLink>> {
        let essay = &self.essays[index];
        (0..essay.links.len()).map(|link| self.link(index, LinkId(link))).collect()
    }

    fn link(&self, index: usize, id: LinkId) -> Option<ResolvedLink> {
        let link = &self.essays[index].links[id.0];
        if let Target::External(address) = &link.target {
            return Some(ResolvedLink::External(address.clone()));
        }
        if let Target::File(file) = &link.target {
            let address = self.file(index, file);
            return Some(if link.image {
                ResolvedLink::Image { address, size: None }
            } else {
                ResolvedLink::Internal { address, text: None }
            });
        }
        let resolution = self.references.of(index, id)?;
        let address = self.address(index, resolution.essay, resolution.anchor);
        if !resolution.badge {
            // What is not numbered is named by its heading or title, once all values are written.
            let text = if resolution.written { resolution.label.clone() } else { None };
            let text = text.map(|plain| LinkText { plain, html: None });
            return Some(ResolvedLink::Internal { address, text });
        }
        let Anchor::Block(block) = resolution.anchor else { return None };
        let place = (resolution.essay, block);
        let state = match self.evaluated.claims.get(&place) {
            Some(result) => BadgeState::Claim {
                state: self.state(resolution.essay, result),
                cases: self.figure(result.findings.as_ref().map_or(0, |found| found.cases)),
            },
            None if self.proved.contains(&place) => BadgeState::Proved,
            None => BadgeState::Unproved,
        };
        Some(ResolvedLink::Badge {
            address,
            label: resolution.label.clone().unwrap_or_default(),
            state,
        })
    }

    /// The address of a file beside an essay, or under `static/`.
    fn file(&self, index: usize, file: &str) -> String {
        if file.starts_with('/') {
            return file.to_owned();
        }
        let folder = self.essays[index].path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in file.split('/') {
            match part {
                "." | "" => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        format!("/{}", parts.join("/"))
    }

    fn places(&self, findings: &Findings) -> Vec<PlaceView> {
        if findings.shown.is_empty() {
            let places = findings.at.iter().take(LISTED);
            return places
                .map(|place| PlaceView { place: self.prose(place), sides: Vec::new() })
                .collect();
        }
        let shown = findings.shown.iter().take(LISTED);
        shown
            .map(|one| PlaceView {
                place: self.prose(&one.place),
                sides: one.sides.iter().map(|side| self.prose(side)).collect(),
            })
            .collect()
    }

    /// What was found, in a phrase.
    fn finding(&self, claim: &Claim, findings: &Findings) -> String {
        let cases = self.figure(findings.cases);
        let fails = findings.fails();
        let single = claim.over.is_none();
        match &claim.subject {
            Subject::Check(_) if single && fails == 0 => String::from("holds"),
            Subject::Check(_) if single => String::from("fails"),
            Subject::Check(_) if fails == 0 => format!("holds in all {cases} cases"),
            Subject::Check(_) => format!("fails in {} of {cases} cases", self.figure(fails)),
            Subject::Count(_) => format!("{} of {cases} cases", self.figure(findings.holds)),
            Subject::Max(_) | Subject::Min(_) => {
                let extreme = findings.extreme.as_ref();
                let value = extreme.map(|extreme| writing::exact(&extreme.value, self.style));
                let word =
                    if matches!(claim.subject, Subject::Max(_)) { "at most" } else { "at least" };
                let first = findings.at.first().map(|place| self.prose(place)).unwrap_or_default();
                let more = match findings.at.len() {
                    0 | 1 => String::new(),
                    2 => String::from(" and one other place"),
                    many => format!(" and {} other places", self.figure(many - 1)),
                };
                format!("{word} {}, at {first}{more}", value.unwrap_or_default())
            }
            Subject::Value(_) => {
                findings.value.as_ref().map(|value| self.prose(value)).unwrap_or_default()
            }
        }
    }

    /// A value as pages show it; what prose cannot show, as an author would type it.
    fn prose(&self, value: &Value) -> String {
        writing::prose(value, self.style).unwrap_or_else(|_| writing::plain(value))
    }

    fn figure(&self, number: usize) -> String {
        writing::exact(&crate::arithmetic::Number::count(number), self.style)
    }
}

impl Claim {
    /// Whether the author wrote the exceptions as `holds except …`.
    fn expectation_is_exception(&self, sources: &Sources) -> bool {
        sources.text(self.expectation.span).trim_start().starts_with("holds")
    }
}

/// What a claim needs.
#[must_use]
pub fn claim_needs(claim: &Claim, scope: &Scope) -> Needs {
    let mut needs = Needs::default();
    claim.expressions().for_each(|one| needs.add(one.root(), scope));
    claim.over.iter().for_each(|over| needs.add_clauses(over, scope));
    needs
}

/// The definitions that something needs, as they are shown.
#[must_use]
pub fn definitions(needs: &Needs, scope: &Scope, sources: &Sources) -> Vec<DefinitionView> {
    let views = needs.definitions.iter().filter_map(|id: &DefinitionId| {
        let definition = scope.definition(*id)?;
        let place = sources.place(definition.at);
        let path = &sources.get(definition.at.source).path;
        Some(DefinitionView {
            name: definition.name.to_string(),
            text: definition.text.to_string(),
            place: format!("{path}:{}", place.line),
        })
    });
    let mut views: Vec<DefinitionView> = views.collect();
    views.sort();
    views
}

/// The statements of the site that have a proof.
#[must_use]
pub fn proved(essays: &[Arc<Essay>]) -> BTreeSet<Place> {
    let mut proved = BTreeSet::new();
    for (index, essay) in essays.iter().enumerate() {
        proved.extend(theorem::proofs(essay).into_values().map(|block| (index, block)));
    }
    proved
}

/// The lines of a block that say what is checked, as written.
fn lines(block: &Block) -> Vec<(String, String)> {
    let fields = block.fields.iter().filter(|field| field.key.text != "corrects");
    fields.map(|field| (field.key.text.clone(), one_line(&field.value.text))).collect()
}

/// A text with its line breaks and indentation as single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All places as CSV, a column a variable and a column a side.
fn csv(findings: &Findings) -> String {
    let mut out = String::new();
    let variables = findings.variables.iter().map(ToString::to_string);
    let sided = findings.shown.len() == findings.at.len();
    let sides = findings.sides.iter().filter(|_| sided).map(|side| one_line(side));
    row(&mut out, variables.chain(sides));
    for (index, place) in findings.at.iter().enumerate() {
        let parts: Vec<&Value> = match place.as_tuple() {
            Some(parts) if findings.variables.len() > 1 => parts.iter().collect(),
            _ => vec![place],
        };
        let sides = findings.shown.get(index).filter(|_| sided).map(|shown| shown.sides.as_slice());
        let values = parts.into_iter().chain(sides.unwrap_or_default());
        row(&mut out, values.map(writing::plain));
    }
    out
}

fn row(out: &mut String, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&field);
        }
    }
    out.push_str("\r\n");
}

/// A claim as an object of `claims.json`; what it says in words is added by the renderer.
fn json(
    claim: &Claim,
    findings: Option<&Findings>,
    verdict: Verdict,
) -> serde_json::Map<String, serde_json::Value> {
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| {
        object.insert(key.to_owned(), value);
    };
    put("over", claim.over.as_ref().map(|over| one_line(over.text())).into());
    put(claim.subject.key(), one_line(claim.subject.expression().text()).into());
    put(
        "verdict",
        match verdict {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
            Verdict::Failed => "failed",
        }
        .into(),
    );
    if let Some(found) = findings {
        put("cases", found.cases.into());
        put("holds", found.holds.into());
        put("fails", found.fails().into());
        let extreme =
            found.extreme.as_ref().map(|extreme| writing::plain(&extreme.value.clone().into()));
        put("extreme", extreme.into());
        put("value", found.value.as_ref().map(writing::plain).into());
        put("first", found.at.first().map(writing::plain).into());
        put("places", found.at.len().into());
        put("work", found.spent.into());
    }
    object
}
