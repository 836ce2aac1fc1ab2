//! KaTeX's trees as text, the same bytes every time.
//!
//! The renderer keeps attributes in maps whose order changes from run to run, and its own writer
//! follows that order. Here attributes are sorted. The element names and the escaping are those of
//! KaTeX; the `xmlns` of `math` is left out, since in HTML the parser knows it.
//!
//! What only KaTeX's parser needs is not written: a third of a page of formulas was classes that no
//! rule of the sheet speaks of, the spans that bear nothing else, and styles that repeat.

use katex::ClassList;
use katex::dom_tree::HtmlDomNode;
use katex::dom_tree::SvgChildNode;
use katex::mathml_tree::MathDomNode;
use katex::mathml_tree::MathNode;
use katex::namespace::KeyMap;
use katex::svg_geometry::PATH_MAP;
use katex::types::CssStyle;
use katex::units::make_em;

use crate::render::escape::attribute;
use crate::render::escape::text;

/// Writes the visual layer and returns how wide it is, in the units of its font's size: the widths
/// of its symbols added up, small ones in full, stacks by their widest line.
pub(super) fn visual(node: &HtmlDomNode, out: &mut String) -> f64 {
    element(node, false, out)
}

/// Writes a node. `flows` says that it stands in a line of symbols, where the sheet has no rule for
/// the children of its parent: there a span that says nothing may be left out.
fn element(node: &HtmlDomNode, flows: bool, out: &mut String) -> f64 {
    match node {
        HtmlDomNode::DomSpan(span) => {
            let inner = span.classes.iter().any(|class| FLOWING.contains(&class));
            let says = !is_bare(&span.classes) || !span.style.is_empty();
            if flows && inner && !says && span.attributes.is_empty() {
                return children(&span.children, true, out);
            }
            out.push_str("<span");
            head(&span.classes, &span.style, &span.attributes, 0.0, out);
            // The sign in a delimiter that needs no stretching is not marked a second time.
            if let ("delimcenter", [HtmlDomNode::Symbol(symbol)]) =
                (last_class(&span.classes), span.children.as_slice())
                && symbol.style.is_empty()
            {
                text(&symbol.text, out);
                out.push_str("</span>");
                return symbol.width;
            }
            // What is stacked is as wide as its widest line.
            let width = if span.classes.contains("vlist") {
                span.children.iter().map(|node| element(node, false, out)).fold(0.0, f64::max)
            } else {
                children(&span.children, inner, out)
            };
            out.push_str("</span>");
            width
        }
        HtmlDomNode::Anchor(anchor) => {
            out.push_str("<a");
            head(&anchor.classes, &anchor.style, &anchor.attributes, 0.0, out);
            let width = children(&anchor.children, false, out);
            out.push_str("</a>");
            width
        }
        HtmlDomNode::Fragment(fragment) => children(&fragment.children, flows, out),
        HtmlDomNode::Symbol(symbol) => {
            let plain = symbol.style.is_empty() && symbol.italic <= 0.0;
            if plain && (symbol.classes.is_empty() || flows && is_bare(&symbol.classes)) {
                text(&symbol.text, out);
            } else {
                out.push_str("<span");
                head(&symbol.classes, &symbol.style, &KeyMap::default(), symbol.italic, out);
                text(&symbol.text, out);
                out.push_str("</span>");
            }
            symbol.width
        }
        HtmlDomNode::SvgNode(svg) => {
            out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\"");
            attributes(&svg.attributes, out);
            out.push('>');
            for child in &svg.children {
                match child {
                    SvgChildNode::Path(path) => {
                        let named = || PATH_MAP.get(path.path_name.as_str()).copied();
                        out.push_str("<path d=\"");
                        attribute(
                            path.alternate.as_deref().or_else(named).unwrap_or_default(),
                            out,
                        );
                        out.push_str("\"/>");
                    }
                    SvgChildNode::Line(line) => {
                        out.push_str("<line");
                        attributes(&line.attributes, out);
                        out.push_str("/>");
                    }
                }
            }
            out.push_str("</svg>");
            0.0
        }
        HtmlDomNode::MathML(node) => {
            mathml_element(node, out);
            0.0
        }
        // Images need a file, and the commands that name one are refused.
        HtmlDomNode::Img(_) => 0.0,
    }
}

fn last_class(classes: &ClassList) -> &str {
    classes.iter().find(|class| *class == "delimcenter").unwrap_or_default()
}

fn children(nodes: &[HtmlDomNode], flow: bool, out: &mut String) -> f64 {
    nodes.iter().map(|node| element(node, flow, out)).sum()
}

/// Classes that KaTeX gives to symbols while it sets their distances, and of which its sheet does
/// not speak.
const SILENT: &[&str] =
    &["mord", "mop", "mbin", "mrel", "mopen", "mclose", "mpunct", "minner", "mtight"];

/// Classes of spans that hold a line of symbols.
const FLOWING: &[&str] =
    &["katex-base", "katex-sizing", "mord", "mop", "mbin", "mrel", "mopen", "mclose", "minner"];

/// Whether no rule of the sheet is about these classes.
fn is_bare(classes: &ClassList) -> bool {
    classes.iter().all(|class| SILENT.contains(&class))
}

/// Writes classes, style and attributes, and closes the tag. `italic` is the symbol's correction, in
/// em.
fn head(
    classes: &ClassList,
    style: &CssStyle,
    own: &KeyMap<String, String>,
    italic: f64,
    out: &mut String,
) {
    let mut styles = String::new();
    if italic > 0.0 {
        styles.push_str("margin-right:");
        styles.push_str(&make_em(italic));
        styles.push(';');
    }
    if !style.is_empty() {
        styles.push_str(&style.to_string());
    }
    let short = SHORT.iter().find(|(long, _)| *long == styles).map(|(_, class)| *class);
    let mut spoken = classes.iter().filter(|class| !SILENT.contains(class)).peekable();
    match (short, spoken.next(), spoken.peek()) {
        // A strut or a space: its only class makes it a block, and the short one says that too.
        (Some(short), Some("katex-strut" | "mspace"), None) => {
            out.push_str(" class=\"s-");
            out.push_str(short);
            out.push('"');
        }
        (_, first, _) => class_list(first.into_iter().chain(spoken), short, out),
    }
    if !styles.is_empty() && short.is_none() {
        out.push_str(" style=\"");
        attribute(styles.trim_end_matches(';'), out);
        out.push('"');
    }
    attributes(own, out);
    out.push('>');
}

/// The styles that most symbols share, and the classes that stand for them. [`sheet`] defines the
/// classes.
const SHORT: &[(&str, &str)] = &[
    // Thin, medium and thick spaces.
    ("margin-right:0.1667em;", "a"),
    ("margin-right:0.2222em;", "b"),
    ("margin-right:0.2778em;", "c"),
    // Struts of lines with brackets, digits, small and large letters.
    ("height:1em;vertical-align:-0.25em;", "d"),
    ("height:0.6444em;", "e"),
    ("height:0.4306em;", "f"),
    ("height:0.6833em;", "g"),
    ("height:0.8304em;vertical-align:-0.136em;", "h"),
    ("height:0.7719em;vertical-align:-0.136em;", "i"),
    ("height:0.6667em;vertical-align:-0.0833em;", "j"),
    ("height:0.7278em;vertical-align:-0.0833em;", "k"),
    ("height:0.5782em;vertical-align:-0.0391em;", "l"),
    ("height:0.6944em;", "m"),
    ("height:0.8333em;vertical-align:-0.15em;", "n"),
    ("height:0.854em;vertical-align:-0.1944em;", "o"),
    // Italic corrections of capitals and of letters with a tail.
    ("margin-right:0.0359em;", "p"),
    ("margin-right:0.0572em;", "q"),
    ("margin-right:0.0576em;", "r"),
    ("margin-right:0.1389em;", "s"),
    ("margin-right:0.0715em;", "t"),
    ("margin-right:0.0315em;", "u"),
    // Scripts.
    ("height:2.7em;", "v"),
    ("height:0.15em;", "w"),
    ("height:0.3011em;", "x"),
    ("top:-3.063em;margin-right:0.05em;", "y"),
    ("top:-3.113em;margin-right:0.05em;", "z"),
    ("top:-2.55em;margin-left:-0.1389em;margin-right:0.05em;", "aa"),
    ("top:-2.55em;margin-left:0em;margin-right:0.05em;", "ab"),
    ("top:0em;", "ac"),
];

/// The rules for the classes that stand for styles, to follow KaTeX's own sheet.
#[must_use]
pub fn sheet() -> String {
    let mut out = String::new();
    for (style, class) in SHORT {
        // Two classes, so that the rule weighs as much as any of KaTeX's for one symbol.
        out.push_str(&format!(".katex .k-{class},.katex .s-{class}{{{style}}}\n"));
    }
    out.push_str(".katex [class^=\"s-\"]{display:inline-block;}\n");
    out
}

fn class_list<'a>(classes: impl Iterator<Item = &'a str>, short: Option<&str>, out: &mut String) {
    let mut opened = false;
    let mut open = |out: &mut String| {
        out.push_str(if opened { " " } else { " class=\"" });
        opened = true;
    };
    for class in classes {
        open(out);
        attribute(class, out);
    }
    if let Some(short) = short {
        open(out);
        out.push_str("k-");
        out.push_str(short);
    }
    if opened {
        out.push('"');
    }
}

/// Writes attributes sorted by name.
fn attributes(own: &KeyMap<String, String>, out: &mut String) {
    if own.is_empty() {
        return;
    }
    let mut sorted: Vec<(&String, &String)> = own.iter().collect();
    sorted.sort_unstable();
    for (name, value) in sorted {
        if name.is_empty() || name == "xmlns" {
            continue;
        }
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        attribute(value, out);
        out.push('"');
    }
}

/// Writes a part of a formula as MathML.
pub(super) fn mathml(node: &MathDomNode, out: &mut String) {
    match node {
        MathDomNode::Math(node) => mathml_element(node, out),
        MathDomNode::Text(node) => text(&node.text, out),
        MathDomNode::Space(space) => match &space.character {
            Some(character) => {
                out.push_str("<mtext>");
                text(character, out);
                out.push_str("</mtext>");
            }
            None => {
                out.push_str("<mspace width=\"");
                out.push_str(&make_em(space.width));
                out.push_str("\"/>");
            }
        },
        MathDomNode::Fragment(fragment) => {
            for child in &fragment.children {
                mathml(child, out);
            }
        }
    }
}

fn mathml_element(node: &MathNode, out: &mut String) {
    let name = node.node_type.as_ref();
    out.push('<');
    out.push_str(name);
    class_list(node.classes.iter(), None, out);
    attributes(&node.attributes, out);
    out.push('>');
    for child in &node.children {
        mathml(child, out);
    }
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
