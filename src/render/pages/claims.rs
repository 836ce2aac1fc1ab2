//! The register of claims, a page for each, and `claims.json`.

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;
use serde_json::json;

use super::Whole;
use super::digest::Digest;
use super::frame::Link;
use super::frame::Needs;
use super::tally;
use crate::diagnostics::Sink;
use crate::essay::Block;
use crate::render::address;
use crate::render::escape;
use crate::render::html;
use crate::render::html::Medium;
use crate::render::html::TableSetting;
use crate::render::model::ClaimState;
use crate::render::model::ClaimView;
use crate::render::model::DataCell;
use crate::render::model::DataRow;
use crate::render::model::DataTable;
use crate::render::model::DefinitionView;
use crate::render::model::Output;
use crate::render::text;
use crate::render::words;

/// The version of the form of `claims.json`; `docs/claims.schema.json` describes it.
const SCHEMA: &str = "rung-claims/1";

/// The JSON Schema of `claims.json`.
const JSON_SCHEMA: &str = include_str!("../../../docs/claims.schema.json");

/// Places that are listed on a claim's page; the CSV file has all.
const SHOWN: usize = 400;

#[derive(Debug, Serialize)]
struct Register<'a> {
    total: String,
    tally: String,
    json_href: String,
    schema_href: String,
    claims: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    href: String,
    label: String,
    essay: &'a str,
    essay_href: String,
    /// By what the columns are sorted.
    essay_key: String,
    key: String,
    cases_key: String,
    statement: String,
    phrase: &'static str,
    word: &'static str,
    cases: &'a str,
    range: &'a str,
    /// The first place, and what happens there.
    first: String,
    first_is: &'static str,
}

#[derive(Debug, Serialize)]
struct Page<'a> {
    name: &'a str,
    label: String,
    essay: &'a str,
    essay_href: String,
    place_href: String,
    register_href: String,
    statement: String,
    corrects: Option<String>,
    phrase: &'static str,
    word: &'static str,
    sentence: String,
    finding: Option<&'a str>,
    by: Option<Link>,
    lines: String,
    definitions: Vec<Definition<'a>>,
    places: String,
    places_title: &'a str,
    places_total: &'a str,
    shown: usize,
    cut: bool,
    csv_href: Option<String>,
}

#[derive(Debug, Serialize)]
struct Definition<'a> {
    text: &'a str,
    place: &'a str,
}

impl<'a> Whole<'a> {
    /// Every page with its claims, in the order of the register.
    pub(super) fn each_claim(&self, digests: &[Digest]) -> Vec<(usize, &'a Block, &'a ClaimView)> {
        let order = self.in_order(digests);
        let claims = order
            .into_iter()
            .flat_map(|index| self.claims_of(index).map(move |(block, view)| (index, block, view)));
        claims.collect()
    }

    /// The statement of a claim for another page.
    pub(super) fn statement(&self, index: usize, block: &'a Block) -> String {
        block.statement.as_ref().map_or_else(String::new, |statement| {
            html::fragment(self.scene(index), Medium::Excerpt, statement)
        })
    }

    /// The href of a claim where it is stated.
    pub(super) fn place_href(&self, index: usize, block: &Block) -> String {
        let id = block.id.as_ref().map_or("", |id| id.text.as_str());
        self.base.href(&format!("{}#{id}", self.input.pages[index].address))
    }

    /// The register and `claims.json`.
    pub(super) fn claims(&self, digests: &[Digest], sink: &mut Sink) -> Vec<Output> {
        let all = self.each_claim(digests);
        let mut outputs = vec![self.claims_json(&all), schema()];
        if all.is_empty() {
            return outputs;
        }
        outputs.extend(self.register(&all, digests, sink));
        outputs
    }

    /// A page for each claim of the page at `index`, and its places as CSV.
    pub(super) fn claim_pages(
        &self,
        index: usize,
        digest: &Digest,
        sink: &mut Sink,
    ) -> Vec<Output> {
        let mut outputs = Vec::new();
        for (block, view) in self.claims_of(index) {
            outputs.extend(self.claim_page((index, block, view), digest, sink));
            if let Some(csv) = &view.csv {
                outputs.push(Output {
                    path: address::file_of(&address::of_claim_csv(&view.name)),
                    bytes: csv.clone().into_bytes().into(),
                    source: Some(self.input.pages[index].essay.source),
                });
            }
        }
        outputs
    }

    fn register(
        &self,
        all: &[(usize, &'a Block, &'a ClaimView)],
        digests: &[Digest],
        sink: &mut Sink,
    ) -> Option<Output> {
        let mut head = self.frame.head("claims", "/claims/", Needs::default());
        head.title = "Claims".to_owned();
        head.description =
            "Every claim of this site, with its range and what became of it.".to_owned();
        let claims = all.iter().enumerate().map(|(place, (index, block, view))| {
            let state = words::state(&view.state);
            let digits: String = view.cases.chars().filter(char::is_ascii_digit).collect();
            Row {
                href: self.base.href(&address::of_claim(&view.name)),
                label: words::label(block),
                essay: &digests[*index].title,
                essay_href: self.place_href(*index, block),
                // Keys are compared as text by the script; the order of the register is the text's.
                essay_key: format!("{place:06}"),
                key: view.name.clone(),
                cases_key: format!("{digits:0>20}"),
                statement: self.statement(*index, block),
                phrase: state.phrase,
                word: state.word,
                cases: &view.cases,
                range: &view.range,
                first_is: if view.places.is_empty() { "" } else { view.place_is },
                first: view.places.first().map_or_else(String::new, |first| first.place.clone()),
            }
        });
        let tally = tally(all.iter().map(|(_, _, view)| *view)).unwrap_or_default();
        let (total, parts) = tally.split_once(": ").unwrap_or((&tally, ""));
        let page = Register {
            total: total.to_owned(),
            tally: parts.to_owned(),
            json_href: self.base.href("/claims.json"),
            schema_href: self.base.href("/claims.schema.json"),
            claims: claims.collect(),
        };
        self.fill_template("claims.html", &head, &page, sink)
    }

    fn claim_page(
        &self,
        (index, block, view): (usize, &'a Block, &'a ClaimView),
        digest: &Digest,
        sink: &mut Sink,
    ) -> Option<Output> {
        let mut head = self.frame.head("claim", &address::of_claim(&view.name), Needs::default());
        let label = words::label(block);
        let scene = self.scene(index);
        let said = |fragment| text::of_fragment(scene, fragment);
        head.title = format!("{label} of {}", digest.title_text);
        head.description = block.statement.as_ref().map_or_else(String::new, said);
        let state = words::state(&view.state);
        let by = match &view.state {
            ClaimState::Proved { by } | ClaimState::HoldsExcept { by: Some(by) } => Some(by),
            _ => None,
        };
        let mut lines = String::new();
        html::claim_lines(&view.lines, &mut lines);
        let shown = view.places.len().min(SHOWN);
        let page = Page {
            name: &view.name,
            essay: &digest.title,
            essay_href: self.base.href(&self.input.pages[index].address),
            place_href: self.place_href(index, block),
            register_href: self.base.href("/claims/"),
            statement: self.statement(index, block),
            corrects: block
                .corrects
                .as_ref()
                .map(|corrects| html::inline(scene, Medium::Excerpt, corrects)),
            phrase: state.phrase,
            word: state.word,
            sentence: words::capitalised(&words::sentence(&view.state, &view.cases)),
            finding: words::finding(view),
            by: by
                .map(|by| Link { title: by.label.clone(), href: self.href_of(index, &by.address) }),
            lines,
            definitions: definitions(&view.definitions),
            places: self.places(view, shown, &label),
            places_title: &view.places_title,
            places_total: &view.places_total,
            shown,
            cut: view.places_total.chars().filter(char::is_ascii_digit).collect::<String>()
                != shown.to_string(),
            csv_href: view.csv.as_ref().map(|_| self.base.href(&address::of_claim_csv(&view.name))),
            label,
        };
        let mut output = self.fill_template("claim.html", &head, &page, sink)?;
        output.source = Some(self.input.pages[index].essay.source);
        Some(output)
    }

    /// The href of an address that may be `#id` on the page at `index`.
    fn href_of(&self, index: usize, address: &str) -> String {
        if address.starts_with('#') {
            self.base.href(&format!("{}{address}", self.input.pages[index].address))
        } else {
            self.base.href(address)
        }
    }

    fn places(&self, view: &ClaimView, shown: usize, label: &str) -> String {
        if view.places.is_empty() {
            return String::new();
        }
        let cell = |text: &str| DataCell { text: text.to_owned(), ..DataCell::default() };
        let columns = if view.sides.is_empty() { Vec::new() } else { view.sides.clone() };
        let table = DataTable {
            corner: "Place".to_owned(),
            columns: columns.iter().map(|side| cell(side)).collect(),
            rows: view.places[..shown]
                .iter()
                .map(|place| DataRow {
                    header: Some(cell(&place.place)),
                    cells: place.sides.iter().map(|side| cell(side)).collect(),
                })
                .collect(),
        };
        let mut out = String::new();
        if columns.is_empty() {
            // Places alone read better as running text than as a table of one column.
            out.push_str("<p class=\"places\">");
            for (at, place) in view.places[..shown].iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                // A place is not broken at the end of a line.
                escape::value(&place.place.replace(' ', "\u{a0}"), &mut out);
            }
            out.push_str("</p>");
            return out;
        }
        let name = format!("{} of {label}", view.places_title);
        let setting = TableSetting { name: &name, absolute: false };
        html::data_table(&table, setting, self.base, &mut out);
        out
    }

    fn claims_json(&self, all: &[(usize, &'a Block, &'a ClaimView)]) -> Output {
        let claims = all.iter().map(|(index, block, view)| {
            let scene = self.scene(*index);
            let said = |fragment| Value::from(text::of_fragment(scene, fragment));
            let mut claim = view.json.clone();
            let page = &self.input.pages[*index];
            let id = block.id.as_ref().map_or("", |id| id.text.as_str());
            claim.insert("id".to_owned(), view.name.as_str().into());
            claim.insert("label".to_owned(), words::label(block).into());
            claim.insert("essay".to_owned(), self.base.absolute(&page.address).into());
            claim.insert(
                "url".to_owned(),
                self.base.absolute(&format!("{}#{id}", page.address)).into(),
            );
            claim.insert("state".to_owned(), words::state(&view.state).phrase.into());
            claim.insert("range".to_owned(), view.range.as_str().into());
            claim.insert("finding".to_owned(), view.finding.as_str().into());
            let statement = block.statement.as_ref().map_or(Value::Null, said);
            claim.insert("statement".to_owned(), statement);
            claim.insert("corrects".to_owned(), block.corrects.as_ref().map_or(Value::Null, said));
            let lines: Vec<Value> =
                view.lines.iter().map(|(key, value)| json!([key, value])).collect();
            claim.insert("lines".to_owned(), lines.into());
            let by = match &view.state {
                ClaimState::Proved { by } | ClaimState::HoldsExcept { by: Some(by) } => {
                    json!({ "label": by.label, "url": self.absolute_of(*index, &by.address) })
                }
                _ => Value::Null,
            };
            claim.insert("proved_by".to_owned(), by);
            Value::Object(claim)
        });
        let site = &self.input.site;
        let mut out = format!(
            "{{\n\"schema\": {},\n\"version\": {},\n\"sources\": {},\n\"site\": {},\n\"claims\": [",
            json!(SCHEMA),
            json!(site.version),
            json!(site.sources),
            json!(self.base.absolute("/"))
        );
        for (at, claim) in claims.enumerate() {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            out.push_str(&claim.to_string());
        }
        out.push_str("\n]\n}\n");
        Output::text("claims.json", out)
    }

    fn absolute_of(&self, index: usize, address: &str) -> String {
        if address.starts_with('#') {
            self.base.absolute(&format!("{}{address}", self.input.pages[index].address))
        } else {
            self.base.absolute(address)
        }
    }
}

fn schema() -> Output {
    let bytes = Bytes::from_static(JSON_SCHEMA.as_bytes());
    Output { path: "claims.schema.json".to_owned(), bytes, source: None }
}

fn definitions(views: &[DefinitionView]) -> Vec<Definition<'_>> {
    views.iter().map(|view| Definition { text: &view.text, place: &view.place }).collect()
}
