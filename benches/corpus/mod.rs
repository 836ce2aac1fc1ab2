//! Essays for measuring, the same each time.

#![expect(clippy::disallowed_methods, reason = "a benchmark writes files")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Words that count nothing.
const WORDS: &[&str] = &[
    "cake", "knife", "value", "player", "table", "proof", "pattern", "sum", "line", "square",
    "move", "answer", "guess", "measure", "rule", "cut", "piece", "game", "prime", "factor", "row",
    "column", "number", "strip", "corner", "argument", "reader", "page", "ladder", "rung", "left",
    "right", "wide", "tall", "even", "odd", "long", "short", "careful", "plain", "shows", "takes",
    "leaves", "holds", "follows", "stands", "grows", "keeps", "turns", "the", "a", "of", "in",
    "and", "that", "which", "with", "from", "where", "what", "when", "for", "is", "as", "by",
];

/// Formulas with a free letter each, so that they state nothing to be checked; `#` is a letter.
const FORMULAS: &[&str] = &[
    r"G_{#} = \{\,G^L \mid G^R\,\}",
    r"\frac{a_{#}+b}{c^2}",
    r"\sum_{i=1}^{n} x_i^{#}",
    r"\left\lfloor \log_2 # \right\rfloor",
    r"\Omega(#) - \Omega(k)",
    r"V(#, n) \ge V(#, k)",
    r"\operatorname{mex}\{#, a, b\}",
    r"x_{#} \equiv y \pmod{p}",
    r"{\uparrow} + # \parallel 0",
    r"\sqrt{#^2 + k^2}",
    r"\binom{n}{#}",
    r"2^{#} \le m < 2^{k}",
    r"# \in \mathbb{Z}",
    r"\mu(G + #) = \mu(G) + \mu(H)",
    r"\overline{#} \cdot p_{k}",
    r"G \cong H_{#}",
];

const DISPLAYS: &[&str] = &[
    r"\begin{aligned} S_{#} &= \sum_{i=1}^{k} (a_i - b_i) \\ &\le \prod_{j} p_j \end{aligned}",
    r"f(#) = \begin{cases} p + q & \text{if } p \text{ divides } # \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{pmatrix} a & b \\ c & # \end{pmatrix}",
    r"\int_{a}^{#} x^{k}\,dx = \frac{b^{k} - a^{k}}{k}",
];

const LETTERS: &[&str] = &["m", "n", "u", "v", "w", "x", "y", "z"];

/// Numbers without a pattern, from a number with one.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Writes a site of so many essays into `root`; with `distinct`, no formula stands twice in it.
pub(crate) fn write(root: &Path, essays: usize, distinct: bool) {
    let folder = root.join("content/essays");
    fs::create_dir_all(&folder).expect("a folder");
    let settings = "title = \"Essays\"\nbase_url = \"https://example.org/\"\n";
    fs::write(root.join("site.toml"), settings).expect("written");
    fs::write(root.join("content/index.md"), "---\ntitle: Essays\n---\n\nAll of them.\n")
        .expect("written");
    let mut formulas = 0;
    for number in 0..essays {
        let text = essay(number, essays, &mut formulas, distinct);
        fs::write(folder.join(format!("essay-{number}.md")), text).expect("written");
    }
}

fn essay(number: usize, essays: usize, formulas: &mut usize, distinct: bool) -> String {
    let mut dice = Dice(0x9E37_79B9 + number as u64 * 7919);
    let (day, month) = (number % 28 + 1, number / 28 % 12 + 1);
    let mut out = format!(
        "---\ntitle: Essay {} of {}\ndate: {:04}-{month:02}-{day:02}\n---\n\n",
        letters(number),
        dice.one(WORDS),
        2001 + number / 336
    );
    let mut formula = |dice: &mut Dice, of: &[&str]| {
        *formulas += 1;
        let letter = dice.one(LETTERS).to_owned();
        let letter = if distinct { format!("{letter}_{{{}}}", letters(*formulas)) } else { letter };
        dice.one(of).replace('#', &letter)
    };
    for section in 0..6 {
        let _ = write!(
            out,
            "## Of {} and {} {{#part-{section}}}\n\n",
            dice.one(WORDS),
            dice.one(WORDS)
        );
        for paragraph in 0..4 {
            for sentence in 0..5 {
                words(&mut out, &mut dice);
                if paragraph < 2 && sentence < 2 || paragraph == 2 && sentence == 0 {
                    let _ = write!(out, " ${}$", formula(&mut dice, FORMULAS));
                }
                if section % 2 == 0 && paragraph == 1 && sentence == 3 {
                    let to = dice.below(essays);
                    let _ = write!(out, " [{}](essay-{to}.md#part-{section})", dice.one(WORDS));
                } else if paragraph == 1 && sentence == 3 {
                    let _ = write!(out, " {}[^{section}]", dice.one(WORDS));
                }
                out.push_str(". ");
            }
            out.push_str("\n\n");
            if paragraph == 1 {
                let _ = write!(out, "$$\n{}\n$$\n\n", formula(&mut dice, DISPLAYS));
                let _ = write!(out, "### On {}\n\n", dice.one(WORDS));
            }
        }
        if section % 3 == 1 {
            out.push_str("| what | how |\n| --- | --- |\n");
            for _ in 0..6 {
                let _ = writeln!(out, "| {} | {} |", dice.one(WORDS), dice.one(WORDS));
            }
            out.push('\n');
        }
    }
    for section in [1, 3, 5] {
        let _ = write!(out, "[^{section}]: ");
        words(&mut out, &mut dice);
        out.push_str(".\n\n");
    }
    out
}

/// Sixteen words.
fn words(out: &mut String, dice: &mut Dice) {
    out.push_str("The ");
    for place in 0..15 {
        out.push_str(if place == 0 { "" } else { " " });
        out.push_str(dice.one(WORDS));
    }
}

/// A number in letters, so that it counts nothing: `a`, …, `z`, `ba`.
fn letters(number: usize) -> String {
    let digit = char::from(b'a' + u8::try_from(number % 26).unwrap_or(0));
    if number < 26 { digit.to_string() } else { format!("{}{digit}", letters(number / 26)) }
}
