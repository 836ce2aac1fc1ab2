//! Commands that we add to KaTeX, or mend.
//!
//! `\value@{…}{…}` marks a written number, so that it can be read back from the finished page:
//! it is a braced group to TeX, `<mrow data-value>` in MathML and a span of class `value` to the
//! eye. `\sqrt` takes a lone symbol as if it stood in braces: the renderer gives the radicand its
//! room only when it is a group, and without braces draws it under the sign.

use std::fmt::Write as _;

use katex::KatexContext;
use katex::define_function::FunctionDefSpec;
use katex::define_function::FunctionPropSpec;
use katex::define_function::ord_argument;
use katex::mathml_tree::MathDomNode;
use katex::mathml_tree::MathNode;
use katex::mathml_tree::MathNodeType;
use katex::namespace::KeyMap;
use katex::options::Options;
use katex::parser::parse_node::NodeType;
use katex::parser::parse_node::ParseNode;
use katex::parser::parse_node::ParseNodeHtml;
use katex::parser::parse_node::ParseNodeOrdGroup;
use katex::parser::parse_node::ParseNodeSqrt;
use katex::types::ArgType;
use katex::types::ParseError;
use katex::types::ParseErrorKind;

/// The attribute that carries the exact value.
const VALUE: &str = "data-value";

/// A context of KaTeX with our commands in it.
pub(super) fn context() -> KatexContext {
    let mut context = KatexContext::default();
    context.define_function(FunctionDefSpec {
        node_type: None,
        names: &["\\sqrt"],
        props: FunctionPropSpec {
            num_args: 1,
            num_optional_args: 1,
            ..FunctionPropSpec::default()
        },
        handler: Some(|context, args, optional| {
            let body = args.into_iter().next().ok_or_else(missing)?;
            Ok(ParseNode::Sqrt(Box::new(ParseNodeSqrt {
                mode: context.parser.mode,
                loc: context.loc(),
                body: grouped(body),
                index: optional.into_iter().next().flatten(),
            })))
        }),
        html_builder: None,
        mathml_builder: None,
    });
    context.define_function(FunctionDefSpec {
        node_type: None,
        names: &["\\value@"],
        props: FunctionPropSpec {
            num_args: 2,
            arg_types: Some(vec![ArgType::Raw, ArgType::Original]),
            allowed_in_argument: true,
            allowed_in_text: true,
            ..FunctionPropSpec::default()
        },
        handler: Some(|context, args, _| {
            let [ParseNode::Raw(raw), body] = args.as_slice() else { return Err(missing()) };
            let mut attributes = KeyMap::default();
            attributes.insert(VALUE.to_owned(), decode(raw.string.as_str()));
            attributes.insert("class".to_owned(), "value".to_owned());
            let (mode, loc) = (context.parser.mode, context.loc());
            let marked = ParseNode::Html(ParseNodeHtml {
                mode,
                loc: loc.clone(),
                attributes,
                body: ord_argument(body),
            });
            // The braces: what stands inside is an ordinary symbol to what stands outside.
            let group = ParseNodeOrdGroup { mode, loc, body: vec![marked], semisimple: None };
            Ok(ParseNode::OrdGroup(group))
        }),
        html_builder: None,
        mathml_builder: None,
    });
    context.mathml_group_builders.insert(NodeType::Html, marked_row);
    context
}

/// An argument that the parser promised and did not give.
fn missing() -> ParseError {
    ParseError::new(ParseErrorKind::ExpectedRawStringFirstArgument)
}

/// `node` as a group.
fn grouped(node: ParseNode) -> ParseNode {
    if matches!(node, ParseNode::OrdGroup(_)) {
        return node;
    }
    let (mode, loc) = (node.mode(), None);
    ParseNode::OrdGroup(ParseNodeOrdGroup { mode, loc, body: vec![node], semisimple: None })
}

/// MathML of a marked number: a row that carries the value.
fn marked_row(
    node: &ParseNode,
    options: &Options,
    context: &KatexContext,
) -> Result<MathDomNode, ParseError> {
    let ParseNode::Html(html) = node else { return Err(missing()) };
    let row = katex::build_mathml::build_expression(context, &html.body, options, None)?;
    let mut element = MathNode::with_children(MathNodeType::Mrow, row);
    if let Some(value) = html.attributes.get(VALUE) {
        element.set_attribute(VALUE, value.as_str());
    }
    Ok(MathDomNode::Math(element))
}

/// The TeX that marks `tex` with `value`.
pub(super) fn marked(value: &str, tex: &str) -> String {
    let mut out = String::with_capacity(value.len() + tex.len() + 12);
    out.push_str("\\value@{");
    encode(value, &mut out);
    out.push_str("}{");
    out.push_str(tex);
    out.push('}');
    out
}

/// Appends `value` with everything but letters, digits, `-` and `.` as `:` and hexadecimal digits
/// and `;`: an argument of TeX without a character that means something to TeX.
fn encode(value: &str, out: &mut String) {
    for character in value.chars() {
        if character.is_ascii_alphanumeric() || character == '-' || character == '.' {
            out.push(character);
        } else {
            // Writing to a string does not fail.
            let _ = write!(out, ":{:x};", u32::from(character));
        }
    }
}

/// The value that was encoded.
fn decode(encoded: &str) -> String {
    let mut out = String::with_capacity(encoded.len());
    let mut rest = encoded;
    while let Some((plain, code)) = rest.split_once(':') {
        out.push_str(plain);
        let Some((digits, after)) = code.split_once(';') else { return out };
        out.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::decode;
    use super::encode;

    #[test]
    fn any_value_survives_its_way_through_tex() {
        for value in ["66", "-3/4", "{2|-2}", "(6, 360)", "a:b;c%d\\e", "↑*2", ""] {
            let mut encoded = String::new();
            encode(value, &mut encoded);
            assert!(!encoded.contains(['{', '}', '\\', '%', '#', ' ', '^', '_', '~', '$', '&']));
            assert_eq!(decode(&encoded), value);
        }
    }
}
