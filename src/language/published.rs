//! The texts that an author typed and that may come out of an expression, so that a reader sees
//! them: an item of `names`, a label, what a definition stands for.
//!
//! A number that is typed only to be joined to a text is found with the texts.

use crate::diagnostics::Span;
use crate::language::compile::Step;
use crate::language::origins::Search;
use crate::language::scope::Scope;
use crate::language::syntax::Clauses;
use crate::language::syntax::Expression;

/// A text that may come out of an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Typed {
    /// Where it stands, without its quotes.
    pub span: Span,
    /// The text.
    pub text: String,
}

impl Scope {
    /// The texts that may come out of `results`, and as values of the variables of `over`, sorted by
    /// place; `steps` name values in between, as in claims and figures.
    ///
    /// # Cost
    ///
    /// Linear in the length of the expressions and of the definitions that they use.
    #[must_use]
    pub fn published(
        &self,
        over: Option<&Clauses>,
        steps: &[Step],
        results: &[&Expression],
    ) -> Vec<Typed> {
        let mut search = Search::new(self, over);
        search.variables();
        search.name_steps(steps);
        results.iter().for_each(|result| search.result(result));
        search.run();
        search.texts.into_iter().map(|(span, text)| Typed { span, text }).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::Sink;
    use crate::diagnostics::SourceId;
    use crate::diagnostics::Span;
    use crate::language::Definitions;
    use crate::language::Expression;
    use crate::language::Scope;
    use crate::language::Site;
    use std::fmt::Write;

    fn published(definitions: &str, text: &str) -> Vec<String> {
        let mut sink = Sink::default();
        let at = |text: &str| Span::new(SourceId(0), 0..text.len());
        let definitions = Definitions::parse(definitions, at(definitions), &mut sink);
        let scope = Scope::new("own", definitions, &[], &Site::default(), &mut sink);
        let expression = Expression::parse(text, at(text), &mut sink).unwrap();
        assert!(!sink.has_errors(), "{:?}", sink.diagnostics());
        let found = scope.published(None, &[], &[&expression]);
        found.into_iter().map(|one| one.text).collect()
    }

    fn check(text: &str, expected: &[&str]) {
        let definitions = "x = \"of x\"\ntable = [(\"key\", \"label\"), (\"key\", \"tag\")]\n\
             choose(c, a, b) = if c then a else b\nlast(s, n) = if n = 0 then s else last(s, n - 1)\n\
             is_small(name) = name = \"small\"\n";
        assert_eq!(published(definitions, text), expected, "{text}");
    }

    #[test]
    fn what_comes_out_is_found_where_it_is_typed() {
        check("\"a\"", &["a"]);
        check("x", &["of x"]);
        check("[\"a\", (\"b\", 3)]", &["a", "b"]);
        check("if x = \"c\" then \"a\" else \"b\"", &["a", "b"]);
        check("choose(1 = 2, \"a\", x)", &["of x", "a"]);
        check("last(last(\"a\", 2), 3)", &["a"]);
        check("[n for n in [\"a\", \"b\"] where n != \"c\"]", &["a", "b"]);
        check("max(n for n in 1..3 where \"d\" = x)", &[]);
        check("[\"a\"] ++ [\"b\"]", &["a", "b"]);
        check("first([\"a\", \"b\"])", &["a", "b"]);
        check("set(l for (k, l) in table)", &["label", "tag"]);
        check("table[1][2]", &["label"]);
        check("[l for (k, l) in table where k = \"key\"]", &["label", "tag"]);
        check("group(k by l for (k, l) in [(\"a\", \"b\")])", &["a", "b"]);
    }

    #[test]
    fn what_is_only_looked_at_is_not() {
        check("size(\"a\")", &[]);
        check("game(\"{2|-2}\").name", &[]);
        check("position(\"maundy\", 2, 4).value", &[]);
        check("is_small(\"large\")", &[]);
        check("count(n = \"a\" for n in [\"a\", \"b\"])", &[]);
        check("choose(x = \"c\", 1, 2)", &[]);
    }

    #[test]
    fn a_number_typed_to_be_joined_is_a_text() {
        check("\"Game \" ++ 77", &["Game ", "77"]);
        check("\"of \" ++ words(77)", &["of ", "77"]);
        check("\"the \" ++ 6x360", &["the ", "6x360"]);
        check("\"Game \" ++ 7 * 11", &["Game "]);
    }

    #[test]
    fn long_and_branching_ways_are_gone_once() {
        let mut text = String::from("[v60 for v0 in [\"a\"]");
        for n in 1..=60 {
            let _ = write!(text, ", v{n} in [v{0}, v{0}]", n - 1);
        }
        assert_eq!(published("", &(text + "]")), ["a"]);
        let mut chain = String::from("f0(s) = s\n");
        for n in 1..5_000 {
            let _ = writeln!(chain, "f{n}(s) = f{}(s)", n - 1);
        }
        assert_eq!(published(&chain, "f4999(\"a\")"), ["a"]);
    }
}
