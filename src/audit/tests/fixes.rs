//! Tests of the edits that are offered for wrong numbers.

use super::audit;
use super::check;
use crate::diagnostics::Code;
use expect_test::expect;

/// `text` after its fixes, which leave nothing to fix.
fn fixed(text: &str) -> String {
    let front = "---\ntitle: A page\n---\n";
    let first = audit(&format!("{front}{text}"));
    let edits = audit::fix::edits(&first.diagnostics, &first.sources);
    let [edit] = edits.as_slice() else { panic!("nothing to fix in {text}:\n{}", first.told()) };
    let second = audit(&edit.text);
    assert_eq!(audit::fix::edits(&second.diagnostics, &second.sources), []);
    assert_eq!(second.told(), "");
    edit.text.strip_prefix(front).expect("the front matter stays").to_owned()
}

#[test]
fn a_true_bound_that_is_not_close_is_not_called_false() {
    check(
        "It is [over a thousand](=double(648)).",
        &expect![[r#"
        error[value::wrong]: `double(648)` is 1296: `over a thousand` is true of it, and so is a closer bound
         --> content/page.md:4:8
          |
        4 | It is [over a thousand](=double(648)).
          |        ^^^^^^^^^^^^^^^   ----------- is 1296
          |        |
          |        stated here
          |
          = help: write over one thousand two hundred"#]],
    );
}

#[test]
fn fixes_keep_the_style_of_the_author() {
    assert_eq!(
        fixed(
            "So [sixty-seven](=double(33)), [Ten](=double(4)), [1,001](=double(648)), [1\u{202F}001](=double(648)), [50%](=double(1)/3)."
        ),
        "So [sixty-six](=double(33)), [Eight](=double(4)), [1,296](=double(648)), [1\u{202F}296](=double(648)), [67%](=double(1)/3).",
    );
    assert_eq!(
        fixed(
            "[At most seventy](=double(33)), [fewer than a hundred](=double(33)), at most [67](=double(33)), [minus sixty-seven](=-double(33)), [two-thirds](= \"double(3)/8\"), [Fifty per cent](= \"double(3)/8\")."
        ),
        "[At most sixty-six](=double(33)), [fewer than sixty-seven](=double(33)), at most [66](=double(33)), [minus sixty-six](=-double(33)), [three quarters](= \"double(3)/8\"), [Seventy-five per cent](= \"double(3)/8\").",
    );
    assert_eq!(
        fixed(
            "See [figure 7](#f), $\\is{67}{double(33)}$.\r\n\r\n```{figure} f\r\nkind: grid\r\nalt: x\r\n```\r\n"
        ),
        "See [figure 1](#f), $\\is{66}{double(33)}$.\r\n\r\n```{figure} f\r\nkind: grid\r\nalt: x\r\n```\r\n",
    );
}

#[test]
fn nothing_in_a_claim_is_rewritten() {
    let audited = audit("```{claim} c\nIt is [67](=double(33)).\n\ncheck: true\n```\n");
    assert!(audited.diagnostics.iter().any(|one| one.code == Code::ValueWrong));
    assert!(audited.diagnostics.iter().all(|one| one.fix.is_none()), "{}", audited.told());
}
