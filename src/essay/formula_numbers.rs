//! Finds the numbers of formulas.
//!
//! A number ends at whatever is set between two digits; braces, fonts and thin spaces are not, so that
//! `6{7}` and `6\,7` are one. Texts are prose, and found as such.

use std::ops::Range;

use crate::essay::builder::cut;
use crate::essay::formula::trim_start_of_nothing;
use crate::essay::numerals::char_at;
use crate::essay::numerals::digits;
use crate::essay::tex::group;
use crate::essay::tex::hidden_groups;
use crate::essay::tex::is_font;
use crate::essay::tex::is_text;

/// A group of a formula that is not closed yet.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Whether it is a script or stands in one.
    script: bool,
    /// Whether it is an argument of a fraction or a root, or a remark.
    argument: bool,
    /// How many arguments the command before it still takes behind it.
    arguments: u8,
    /// Whether a script behind it is a remark on it.
    remarked: bool,
}

/// Calls `add` with each number of `tex` and whether it stands in a sub- or superscript, leaving
/// out the bytes `bound`, texts, and what is no mathematics, such as a colour.
pub(crate) fn in_tex(tex: &str, bound: &[Range<usize>], add: &mut impl FnMut(Range<usize>, bool)) {
    let bytes = tex.as_bytes();
    let mut bound = bound.iter().peekable();
    let mut at = 0;
    let mut groups: Vec<Group> = Vec::new();
    let mut script_next = false;
    // How many arguments the last command still takes, each a single character or a group.
    let mut arguments = 0_u8;
    // Whether the next group, and then the next script, are those of a brace over or under it.
    let (mut brace_next, mut remarked, mut remark_next) = (false, false, false);
    // Whether this is the index of a root, `\sqrt[3]{…}`.
    let mut root_index = false;
    // The last number, as long as nothing but braces and fonts stands behind it: `6{7}` is one.
    let mut last: Option<(Range<usize>, bool)> = None;
    let mut add = |number: Option<(Range<usize>, bool)>| {
        number.into_iter().for_each(|(range, script)| add(range, script));
    };
    while let Some(&byte) = bytes.get(at) {
        if let Some(binding) = bound.next_if(|binding| binding.start <= at) {
            at = at.max(binding.end);
            script_next = false;
            add(last.take());
            continue;
        }
        let inside = root_index || inside_script(&groups);
        if !byte.is_ascii_whitespace() && !matches!(byte, b'_' | b'^') {
            remarked = false;
        }
        match byte {
            b'\\' => {
                let letters = end_of_command(tex, at + 1);
                let name = cut(tex, at + 1..letters);
                arguments = match name {
                    "frac" | "tfrac" | "dfrac" | "cfrac" | "binom" | "tbinom" | "dbinom" => 2,
                    "sqrt" => 1,
                    _ => arguments.saturating_sub(1),
                };
                brace_next = matches!(name, "underbrace" | "overbrace");
                at = end_of_hidden(tex, letters, name);
                root_index = name == "sqrt" && cut(tex, at..at + 1) == "[";
                script_next = false;
                if !is_font(name) {
                    add(last.take());
                }
            }
            b'_' | b'^' => {
                script_next = !remarked;
                remark_next = remarked;
                at += 1;
                add(last.take());
            }
            b'{' => {
                let argument = arguments > 0 || std::mem::take(&mut remark_next);
                if argument {
                    add(last.take());
                }
                groups.push(Group {
                    script: inside || script_next,
                    argument,
                    arguments: arguments.saturating_sub(1),
                    remarked: std::mem::take(&mut brace_next),
                });
                arguments = 0;
                script_next = false;
                at += 1;
            }
            b'}' => {
                let group = groups.pop().unwrap_or_default();
                arguments = group.arguments;
                remarked = group.remarked;
                if group.argument || group.script && !inside_script(&groups) {
                    add(last.take());
                }
                at += 1;
            }
            b if b.is_ascii_digit() => {
                // Without braces a script or an argument is one digit.
                let one = script_next || arguments > 0;
                let end = if one { at + 1 } else { tex_number(tex, at) };
                arguments = arguments.saturating_sub(1);
                let script = inside || script_next;
                last = match last.take() {
                    Some((range, false)) if !one && !script => Some((range.start..end, false)),
                    before => {
                        add(before);
                        Some((at..end, script))
                    }
                };
                if one {
                    add(last.take());
                }
                script_next = false;
                at = end;
            }
            b if b.is_ascii_whitespace() => at += 1,
            b'[' | b']' if root_index => {
                root_index = byte == b'[';
                at += 1;
                add(last.take());
            }
            _ => {
                let c = char_at(tex, at).unwrap_or(' ');
                let end = at + c.len_utf8();
                add(last.take());
                if c.is_numeric() {
                    add(Some((at..end, inside || script_next)));
                }
                script_next = false;
                arguments = arguments.saturating_sub(1);
                at = end;
            }
        }
    }
    add(last);
}

/// Whether the innermost of `groups` is a script or stands in one.
fn inside_script(groups: &[Group]) -> bool {
    groups.last().is_some_and(|group| group.script)
}

/// Where the groups behind the command `name`, which ends at `at`, end that are no mathematics: its
/// text, a colour.
fn end_of_hidden(tex: &str, at: usize, name: &str) -> usize {
    let starred = usize::from(name == "tag" && cut(tex, at..tex.len()).starts_with('*'));
    let hidden = if is_text(name) { 1 } else { hidden_groups(name) };
    let mut end = at + if hidden > 0 { starred } else { 0 };
    for _ in 0..hidden {
        match group(tex, end) {
            Some(inside) => end = inside.end + 1,
            None => return at,
        }
    }
    end
}

/// Where the command whose backslash stands before `at` ends.
fn end_of_command(tex: &str, at: usize) -> usize {
    let rest = cut(tex, at..tex.len());
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    if letters > 0 { at + letters } else { at + rest.chars().next().map_or(0, char::len_utf8) }
}

/// Where the number of a formula that begins at `at` ends; `{,}` groups its digits, and what is set
/// as nothing does not part them.
fn tex_number(tex: &str, at: usize) -> usize {
    let mut end = digits(tex, at);
    loop {
        let rest = cut(tex, end..tex.len());
        let next = if rest.starts_with("{,}") {
            end + 3
        } else if rest.starts_with('.') {
            end + 1
        } else {
            tex.len() - trim_start_of_nothing(rest).len()
        };
        let group = digits(tex, next);
        if group == next {
            return end;
        }
        end = group;
    }
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::in_tex;

    #[test]
    fn scripts_of_formulas_are_told_apart() {
        let check = |tex: &str, expected: &[(&str, bool)]| {
            let mut found = Vec::new();
            in_tex(tex, &[], &mut |range, script| found.push((&tex[range], script)));
            assert_eq!(found, expected, "{tex}");
        };
        check(r"2^{14} = 16{,}384", &[("2", false), ("14", true), ("16{,}384", false)]);
        check(r"x_12", &[("1", true), ("2", false)]);
        check(r"\frac{10}{2^a}", &[("10", false), ("2", false)]);
        check(r"x^{a_{11}} + 3.5", &[("11", true), ("3.5", false)]);
        check(
            r"\frac12 + \frac{1}23",
            &[("1", false), ("2", false), ("1", false), ("2", false), ("3", false)],
        );
        check(r"\sqrt23", &[("2", false), ("3", false)]);
        check(r"\sqrt[3]{12} + [4]", &[("3", true), ("12", false), ("4", false)]);
        check(
            r"\underbrace{67}_{42} 2 x_{3}",
            &[("67", false), ("42", false), ("2", false), ("3", true)],
        );
        check(r"\text{42} + \hspace{12pt} 3 \color{44} 5", &[("3", false), ("5", false)]);
    }

    #[test]
    fn what_is_set_as_nothing_does_not_part_the_digits_of_a_formula() {
        let check = |tex: &str, expected: &[&str]| {
            let mut found = Vec::new();
            in_tex(tex, &[], &mut |range, _| found.push(&tex[range]));
            assert_eq!(found, expected, "{tex}");
        };
        for whole in ["6 6", "6{}6", r"6\,6", r"6\!6", r"12\,960", "6 {} 6"] {
            check(whole, &[whole]);
        }
        check(r"6\quad 6", &["6", "6"]);
        for whole in ["6{7", r"6\mathbf{7", "6}{7", r"6\mathrm 7"] {
            check(&format!("{whole}}}"), &[whole]);
        }
        check(r"\frac{1}{2}3", &["1", "2", "3"]);
        check("6^{7}8_9 1", &["6", "7", "8", "9", "1"]);
        check("6, 6", &["6", "6"]);
        check("6 + 6 ", &["6", "6"]);
    }
}
