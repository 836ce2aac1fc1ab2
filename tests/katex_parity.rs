//! Formulas are drawn as KaTeX itself draws them.
//!
//! Every formula of the site and of `tests/katex/corpus.txt`, inline and displayed, is drawn by us
//! and by the published package of the same version under Node, and the two are compared as trees:
//! elements, classes, styles and attributes, whatever their order, and text. What is drawn otherwise
//! is listed with its reason in `tests/katex/known.txt`.
//!
//! Without Node or the package the test says so and passes, unless `CI` is `true`. The package is
//! looked for in `node_modules/katex` and beside the folder that `RUNG_KATEX_DIR` names.

#![expect(clippy::disallowed_methods, reason = "a test reads files and the environment")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;

use html5gum::Token;
use html5gum::Tokenizer;
use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::essay;
use rung::render::katex_assets;
use rung::render::math::Fill;
use rung::render::math::Filled;
use rung::render::math::MathOutput;
use rung::render::math::MathRenderer;
use rung::render::math::SUPPLIED;
use rung::render::math::sheet;

/// Where the package is, or why it is not.
fn package() -> Result<PathBuf, String> {
    let beside = std::env::var("RUNG_KATEX_DIR").ok().map(|dist| Path::new(&dist).join(".."));
    let installed = Path::new("node_modules/katex").to_path_buf();
    let found = beside
        .into_iter()
        .chain([installed])
        .find(|folder| folder.join("package.json").is_file())
        .ok_or("the package of KaTeX is not installed")?;
    fs::canonicalize(found).map_err(|error| error.to_string())
}

/// The formulas of the site and the corpus, without repeats.
fn formulas() -> Vec<String> {
    let mut formulas: Vec<String> = fs::read_to_string("tests/katex/corpus.txt")
        .expect("the corpus")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    for entry in walkdir::WalkDir::new("content").sort_by_file_name() {
        let entry = entry.expect("content can be walked");
        if entry.path().extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("an essay");
        let path = entry.path().to_string_lossy().into_owned();
        let essay = essay::parse(SourceId(0), &path, &text, &mut Sink::default());
        for formula in &essay.formulas {
            // Any number will do where the build writes one.
            let fills: Vec<Fill<'_>> = formula
                .bindings
                .iter()
                .map(|id| {
                    let span = essay.bindings[id.0].span;
                    let start = formula.tex.span.start;
                    Fill { at: span.start - start..span.end - start, value: "66", tex: "66" }
                })
                .collect();
            formulas.push(Filled::new(&formula.tex.text, &fills).tex().to_owned());
        }
    }
    formulas.sort();
    formulas.dedup();
    formulas
}

/// The macros of the site's settings.
fn site_macros() -> Vec<(String, String)> {
    let text = fs::read_to_string("site.toml").expect("site.toml");
    let settings: toml::Table = text.parse().expect("TOML");
    let macros = settings.get("math").and_then(|math| math.get("macros")?.as_table());
    macros
        .into_iter()
        .flatten()
        .map(|(name, body)| (name.clone(), body.as_str().expect("a text").to_owned()))
        .collect()
}

/// What KaTeX's style sheet speaks of.
struct Sheet {
    text: String,
    /// Our classes that stand for a style.
    short: BTreeMap<String, String>,
}

impl Sheet {
    fn new(package: &Path) -> Self {
        let text = fs::read_to_string(package.join("dist/katex.css")).expect("the sheet");
        let short = sheet()
            .lines()
            .filter_map(|rule| rule.strip_prefix(".katex .")?.split_once('{'))
            .flat_map(|(names, style)| {
                let style = style.trim_end_matches('}').to_owned();
                names.split(",.katex .").map(move |name| (name.to_owned(), style.clone()))
            })
            .collect();
        // Where a span's place among its parents matters to the sheet.
        let selectors = text.split('}').filter_map(|rule| Some(rule.split_once('{')?.0.trim()));
        let of_spans: Vec<&str> = selectors
            .flat_map(|all| all.split(",\n"))
            .filter(|one| one.ends_with("> span"))
            .collect();
        assert_eq!(
            of_spans,
            [
                ".katex .vlist > span",
                ".katex .vlist > span > span",
                ".katex .mfrac > span > span",
                ".katex .clap > .katex-inner > span",
                ".katex .delimsizing.mult .delim-size1 > span",
                ".katex .delimsizing.mult .delim-size4 > span",
            ]
        );
        for block in ["katex-strut", "mspace"] {
            let rules = text.matches(&format!(".{block} {{\n  display: inline-block;\n}}")).count();
            assert_eq!((rules, text.matches(&format!(".{block} ")).count()), (1, 1), "{block}");
        }
        Self { text, short }
    }

    /// Whether some rule is about this class.
    fn knows(&self, class: &str) -> bool {
        self.text.match_indices(&format!(".{class}")).any(|(at, found)| {
            let next = self.text[at + found.len()..].chars().next();
            next.is_none_or(|next| !next.is_alphanumeric() && next != '-' && next != '_')
        })
    }

    /// The classes and styles that a list of classes comes to.
    fn said(&self, classes: &str) -> Vec<String> {
        let mut said = Vec::new();
        for class in classes.split_whitespace() {
            if class.starts_with("s-") || matches!(class, "katex-strut" | "mspace") {
                said.push("display:inline-block".to_owned());
            }
            if let Some(style) = self.short.get(class) {
                said.extend(properties(style));
            } else if self.knows(class) && !matches!(class, "katex-strut" | "mspace") {
                said.push(format!(".{class}"));
            }
        }
        said
    }
}

fn properties(style: &str) -> impl Iterator<Item = String> {
    style.split(';').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned)
}

/// `html` as a list of tags and texts, in which nothing but what can be seen or heard counts: not the
/// order of classes, styles and attributes, nor that of spaces that follow each other, nor the sign
/// of a nought, nor a class that the sheet has no rule for, nor a span that says nothing where the
/// sheet has no rule for its place.
fn normal(html: &str, sheet: &Sheet) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    // Of each open span: what it says, and whether it was left out.
    let mut open: Vec<(String, bool)> = Vec::new();
    let mut in_annotation = false;
    let mut in_text = false;
    for token in Tokenizer::new(html) {
        match token.expect("no input error") {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if name == "annotation" {
                    in_annotation = true;
                }
                if name == "annotation" || name == "semantics" {
                    continue;
                }
                let mut said = Vec::new();
                for (key, value) in &tag.attributes {
                    let key = String::from_utf8_lossy(key).into_owned();
                    let value = String::from_utf8_lossy(value).into_owned();
                    match key.as_str() {
                        "xmlns" => {}
                        "class" => said.extend(sheet.said(&value)),
                        "style" => said.extend(properties(&value)),
                        _ => said.push(format!("{key}={value}").replace(" v-0 ", " v0 ")),
                    }
                }
                said.sort();
                let said = said.join(" ");
                let above = |steps: usize, class: &str| {
                    let parent = open.iter().rev().nth(steps - 1);
                    parent
                        .is_some_and(|(said, _)| said.split(' ').any(|one| one.starts_with(class)))
                };
                let has_place = above(1, ".vlist")
                    || above(2, ".vlist")
                    || above(2, ".mfrac")
                    || above(1, ".katex-inner")
                    || above(1, ".delim-size");
                let left_out = name == "span" && said.is_empty() && !has_place;
                if !left_out {
                    parts.push(format!("<{name} {said}>"));
                    in_text = false;
                }
                if name == "span" {
                    open.push((said, left_out));
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let left_out = name == "span" && open.pop().is_some_and(|(_, left_out)| left_out);
                if name == "annotation" {
                    in_annotation = false;
                } else if name != "semantics" && name != "path" && name != "line" && !left_out {
                    parts.push(format!("</{name}>"));
                    in_text = false;
                }
            }
            Token::String(text) if !in_annotation => {
                let text = String::from_utf8_lossy(&text);
                match parts.last_mut() {
                    Some(last) if in_text => last.push_str(&text),
                    _ => parts.push(text.into_owned()),
                }
                in_text = true;
            }
            _ => {}
        }
    }
    // Spaces are pairs of tags: sort each run of them.
    let is_space = |pair: &[String]| {
        pair[0].starts_with("<span display:inline-block margin-right")
            && pair.get(1).is_some_and(|end| end == "</span>")
    };
    let mut at = 0;
    while at + 1 < parts.len() {
        let run = parts[at..].chunks_exact(2).take_while(|pair| is_space(pair)).count();
        let spaces = &mut parts[at..at + 2 * run];
        let mut starts: Vec<String> = spaces.iter().step_by(2).cloned().collect();
        starts.sort();
        for (place, start) in spaces.iter_mut().step_by(2).zip(starts) {
            *place = start;
        }
        at += (2 * run).max(1);
    }
    parts
}

#[test]
fn formulas_are_drawn_as_katex_draws_them() {
    let package = match package() {
        Ok(package) => package,
        Err(reason) => {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{reason}");
            println!("not compared with KaTeX: {reason}");
            return;
        }
    };
    let sheet = Sheet::new(&package);
    let macros = site_macros();
    let renderer = MathRenderer::new(&macros, MathOutput::HtmlAndMathml).expect("usable macros");
    let cases: Vec<(String, bool)> =
        formulas().into_iter().flat_map(|tex| [(tex.clone(), false), (tex, true)]).collect();

    let supplied = SUPPLIED.iter().map(|(name, body)| (format!("\\{name}"), (*body).to_owned()));
    let all_macros: BTreeMap<String, String> = supplied.chain(macros).collect();
    let question = serde_json::json!({ "macros": all_macros, "formulas": cases });
    let mut node = Command::new("node")
        .arg("tests/katex/render.js")
        .arg(&package)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node can be run");
    let input = node.stdin.take();
    let writer = std::thread::spawn(move || {
        input.expect("a pipe").write_all(question.to_string().as_bytes()).expect("Node reads");
    });
    let answer = node.wait_with_output().expect("Node answers");
    writer.join().expect("all was written");
    let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert_eq!(answer["version"].as_str(), Some(katex_assets::VERSION), "of the same version");

    let mut differing: BTreeMap<&str, String> = BTreeMap::new();
    for ((tex, display), theirs) in cases.iter().zip(answer["drawn"].as_array().expect("a list")) {
        let ours = renderer.render(&Filled::new(tex, &[]), *display).map(|math| {
            let mut html = String::new();
            math.write_html(&mut html);
            normal(&html, &sheet)
        });
        let difference = match (ours, theirs.as_str().map(|html| normal(html, &sheet))) {
            (Err(_), None) => continue,
            (Ok(ours), Some(theirs)) if ours == theirs => continue,
            (Ok(ours), Some(theirs)) => {
                let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
                let part =
                    |all: &[String]| all[at.saturating_sub(1)..all.len().min(at + 3)].concat();
                format!("ours {}\n  KaTeX {}", part(&ours), part(&theirs))
            }
            (Err(error), Some(_)) => format!("only KaTeX draws it: {}", error.message),
            (Ok(_), None) => "only we draw it".to_owned(),
        };
        differing.entry(tex).or_insert(difference);
    }
    let known = fs::read_to_string("tests/katex/known.txt").expect("the list");
    let known: Vec<&str> = known
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .collect();
    let unknown: Vec<String> = differing
        .iter()
        .filter(|(tex, _)| !known.contains(tex))
        .map(|(tex, difference)| format!("{tex}\n  {difference}"))
        .collect();
    assert!(unknown.is_empty(), "{} differ:\n{}", unknown.len(), unknown.join("\n"));
    for tex in known {
        assert!(
            differing.contains_key(tex),
            "{tex} is drawn as KaTeX draws it: take it off the list"
        );
    }
}
