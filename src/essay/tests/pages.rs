//! The example on the manual page of each code of the parser is reported under that code.

use super::read;
use crate::diagnostics::Code;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::essay::parse;
use crate::essay::references;

/// What an example needs around it to be whole.
fn around(code: Code) -> &'static str {
    match code.name() {
        "reference::wrong_number" => {
            "\n\n```{figure} a\nkind: grid\nalt: x\n```\n\n```{figure} strips_200\nkind: grid\nalt: x\n```\n"
        }
        "reference::badge" | "reference::not_numbered" => "\n\n## A census {#census}\n",
        _ => "",
    }
}

/// The first fenced block below the heading *Example*.
fn example(page: &str) -> &str {
    let (_, rest) = page.split_once("## Example\n\n").expect("a page has an example");
    let fence = rest.bytes().take_while(|byte| *byte == b'`').count();
    let (_, inside) = rest.split_once('\n').expect("a fence has lines");
    let end = format!("\n{}\n", "`".repeat(fence));
    inside.split(end.as_str()).next().expect("a fence is closed")
}

#[test]
fn the_example_of_each_page_is_such_a_mistake() {
    let areas = ["front::", "lost::", "binding::", "formula::", "block::", "reference::"];
    let judged_later = ["binding::vacuous", "reference::typed"];
    for code in Code::ALL {
        let name = code.name();
        if !areas.iter().any(|area| name.starts_with(area)) || judged_later.contains(&name) {
            continue;
        }
        let text = format!("{}{}", example(code.page()), around(*code));
        let mut sink = Sink::default();
        let essay = if name.starts_with("front::") {
            parse(SourceId(0), "page.md", &text, &mut sink)
        } else {
            let (_, essay, own) = read(&text);
            sink.append(own);
            essay
        };
        let _ = references::resolve(&[essay], &mut sink);
        let found: Vec<_> = sink.diagnostics().iter().map(|one| one.code.name()).collect();
        assert!(found.contains(&name), "{name}: {found:?} in\n{text}");
    }
}
