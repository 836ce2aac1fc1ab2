//! Pages for tests: Markdown in, with values that the test gives by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::diagnostics::render::Style;
use crate::diagnostics::render::render;
use crate::essay;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::essay::Target;
use crate::render::address;
use crate::render::address::Base;
use crate::render::html::Scene;
use crate::render::math::MathOutput;
use crate::render::math::MathRenderer;
use crate::render::model::BadgeState;
use crate::render::model::ClaimState;
use crate::render::model::ClaimView;
use crate::render::model::LinkText;
use crate::render::model::PageInput;
use crate::render::model::PageKind;
use crate::render::model::ResolvedLink;
use crate::render::model::WrittenValue;
use crate::render::words;

/// A page that was parsed.
pub(crate) struct Sample {
    pub(crate) essay: Essay,
    pub(crate) sources: Sources,
    pub(crate) math: MathRenderer,
    pub(crate) base: Base,
    /// Values by expression: what is shown, and the exact value.
    pub(crate) values: Vec<(&'static str, &'static str, &'static str)>,
}

/// A page whose text below the front matter is `body`, at `/games/cake/` of a site under `/ladder`.
pub(crate) fn page(body: &str) -> Sample {
    Sample::new("games/cake.md", &format!("---\ntitle: A cake\n---\n{body}"))
}

impl Sample {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let mut sources = Sources::default();
        let source = sources.add(format!("content/{path}"), text);
        let mut sink = Sink::default();
        let essay = essay::parse(source, path, text, &mut sink);
        assert!(!sink.has_errors(), "{:?}", sink.diagnostics());
        let math = MathRenderer::new(&[], MathOutput::MathmlOnly).expect("no macros");
        let base = Base::new("https://example.org/ladder/");
        Self { essay, sources, math, base, values: Vec::new() }
    }

    /// The same with this value for `expression`.
    pub(crate) fn with(
        mut self,
        expression: &'static str,
        shown: &'static str,
        machine: &'static str,
    ) -> Self {
        self.values.push((expression, shown, machine));
        self
    }

    /// The page with its values; claims are as `state` says, links lead where they say.
    pub(crate) fn input(&self, state: &ClaimState) -> PageInput<'_> {
        let essay = &self.essay;
        let value = |expression: &str| {
            let (_, shown, machine) = self.values.iter().find(|(own, ..)| *own == expression)?;
            Some(WrittenValue {
                text: (*shown).to_owned(),
                tex: (*shown).to_owned(),
                machine: (*machine).to_owned(),
                ..WrittenValue::default()
            })
        };
        let claim = |id: &str| ClaimView {
            name: format!("{}.{id}", essay.name()),
            state: state.clone(),
            lines: vec![("check".to_owned(), "m < n".to_owned())],
            range: "m, n in 1..36".to_owned(),
            cases: "1,296".to_owned(),
            finding: "fails in 408 of 1,296 cases, first at 1 × 4".to_owned(),
            places: Vec::new(),
            places_total: "408".to_owned(),
            place_is: "fails at",
            places_title: "Counterexamples".to_owned(),
            sides: Vec::new(),
            csv: None,
            json: serde_json::Map::new(),
            definitions: Vec::new(),
        };
        PageInput {
            essay,
            kind: PageKind::Essay,
            address: address::of_page(&essay.path),
            values: Arc::new(essay.bindings.iter().map(|b| value(&b.expression.text)).collect()),
            links: essay.links.iter().map(|link| self.resolve(link, state)).collect(),
            claims: Arc::new(
                (0..)
                    .map(essay::BlockId)
                    .zip(&essay.blocks)
                    .filter(|(_, block)| block.kind == BlockKind::Claim)
                    .map(|(id, block)| (id, claim(&block.id.as_ref().expect("an id").text)))
                    .collect(),
            ),
            figures: BTreeMap::new(),
            mistakes: Vec::new(),
            version: 0,
        }
    }

    fn resolve(&self, link: &essay::Link, state: &ClaimState) -> Option<ResolvedLink> {
        let label = |id: &str| self.essay.block(id).map(words::label);
        Some(match &link.target {
            Target::External(address) => ResolvedLink::External(address.clone()),
            Target::File(path) if link.image => {
                ResolvedLink::Image { address: format!("/games/{path}"), size: Some((640, 480)) }
            }
            Target::File(path) => ResolvedLink::Internal { address: path.clone(), text: None },
            Target::Page { path, fragment } => ResolvedLink::Internal {
                address: address::of_page(path)
                    + &fragment.as_ref().map_or(String::new(), |id| format!("#{id}")),
                text: None,
            },
            Target::Fragment(id) if link.shown.text == "✓" => ResolvedLink::Badge {
                address: format!("#{id}"),
                label: label(id)?,
                state: BadgeState::Claim { state: state.clone(), cases: "1,296".to_owned() },
            },
            Target::Fragment(id) => ResolvedLink::Internal {
                address: format!("#{id}"),
                text: label(id)
                    .filter(|_| link.shown.text.is_empty())
                    .map(|plain| LinkText { plain, html: None }),
            },
        })
    }

    /// A scene for `page`.
    pub(crate) fn scene<'a>(&'a self, page: &'a PageInput<'a>) -> Scene<'a> {
        Scene { page, math: &self.math, base: &self.base }
    }

    /// `diagnostics` as a person sees them.
    pub(crate) fn shown(&self, diagnostics: &[Diagnostic]) -> String {
        let each = diagnostics.iter().map(|one| render(one, &self.sources, Style::Plain));
        each.collect::<Vec<_>>().join("\n")
    }

    /// The span of the first `part` in the source.
    pub(crate) fn span(&self, part: &str) -> Span {
        let start = self.sources.get(SourceId(0)).text.find(part).expect("in the source");
        Span::new(SourceId(0), start..start + part.len())
    }
}
