//! KaTeX's trees as text, the same bytes every time.
//!
//! The renderer keeps attributes in maps whose order changes from run to run, and its own writer
//! follows that order. Here attributes are sorted. The element names and the escaping are those of
//! KaTeX; the `xmlns` of `math` is left out, since in HTML the parser knows it.

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
    match node {
        HtmlDomNode::DomSpan(span) => {
            out.push_str("<span");
            head(&span.classes, &span.style, &span.attributes, 0.0, out);
            // What is stacked is as wide as its widest line.
            let width = if span.classes.contains("vlist") {
                span.children.iter().map(|node| visual(node, out)).fold(0.0, f64::max)
            } else {
                children(&span.children, out)
            };
            out.push_str("</span>");
            width
        }
        HtmlDomNode::Anchor(anchor) => {
            out.push_str("<a");
            head(&anchor.classes, &anchor.style, &anchor.attributes, 0.0, out);
            let width = children(&anchor.children, out);
            out.push_str("</a>");
            width
        }
        HtmlDomNode::Fragment(fragment) => children(&fragment.children, out),
        HtmlDomNode::Symbol(symbol) => {
            let bare = symbol.classes.is_empty() && symbol.style.is_empty() && symbol.italic <= 0.0;
            if bare {
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

fn children(nodes: &[HtmlDomNode], out: &mut String) -> f64 {
    nodes.iter().map(|node| visual(node, out)).sum()
}

/// Writes classes, style and attributes, and closes the tag. `italic` is the symbol's correction, in em.
fn head(
    classes: &ClassList,
    style: &CssStyle,
    own: &KeyMap<String, String>,
    italic: f64,
    out: &mut String,
) {
    class_list(classes, out);
    if italic > 0.0 || !style.is_empty() {
        out.push_str(" style=\"");
        if italic > 0.0 {
            out.push_str("margin-right:");
            out.push_str(&make_em(italic));
            out.push(';');
        }
        attribute(&style.to_string(), out);
        out.push('"');
    }
    attributes(own, out);
    out.push('>');
}

fn class_list(classes: &ClassList, out: &mut String) {
    for (index, class) in classes.iter().enumerate() {
        out.push_str(if index == 0 { " class=\"" } else { " " });
        attribute(class, out);
    }
    if !classes.is_empty() {
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

/// Writes what stands inside the first child of `<semantics>`: the formula without its TeX.
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
    class_list(&node.classes, out);
    attributes(&node.attributes, out);
    out.push('>');
    for child in &node.children {
        mathml(child, out);
    }
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
