//! A formula as text, for places that hold no markup: titles, descriptions, alternative texts.
//!
//! Letters and signs become their Unicode characters, small numbers up and down too, a fraction is
//! set on one line. What has no such form keeps its name: nothing is left out in silence.

#![expect(clippy::wildcard_enum_match_arm, reason = "a token not named has no meaning here")]

use super::tex::Token;
use super::tex::Tokens;
use super::tex::tokens;

/// How a sign spaces what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A letter, a digit, a bracket: nothing.
    Ordinary,
    /// `=`, `<`, `∈`: a space on either side.
    Relation,
    /// `+`, `·`: a space on either side, if something stands before it that it can join.
    Binary,
    /// `,` in a list: a space after it.
    Comma,
    /// The name of a function: set off from letters.
    Name,
}

/// Signs by the name of their command.
const SIGNS: &[(&str, &str, Class)] = {
    use Class::Binary;
    use Class::Name;
    use Class::Ordinary;
    use Class::Relation;
    &[
        ("Delta", "Δ", Ordinary),
        ("Downarrow", "⇓", Ordinary),
        ("Gamma", "Γ", Ordinary),
        ("Im", "ℑ", Ordinary),
        ("Lambda", "Λ", Ordinary),
        ("Leftarrow", "⇐", Relation),
        ("Leftrightarrow", "⇔", Relation),
        ("Omega", "Ω", Ordinary),
        ("Phi", "Φ", Ordinary),
        ("Pi", "Π", Ordinary),
        ("Psi", "Ψ", Ordinary),
        ("Re", "ℜ", Ordinary),
        ("Rightarrow", "⇒", Relation),
        ("Sigma", "Σ", Ordinary),
        ("Theta", "Θ", Ordinary),
        ("Uparrow", "⇑", Ordinary),
        ("Upsilon", "Υ", Ordinary),
        ("Vert", "‖", Ordinary),
        ("Xi", "Ξ", Ordinary),
        ("aleph", "ℵ", Ordinary),
        ("alpha", "α", Ordinary),
        ("approx", "≈", Relation),
        ("arccos", "arccos", Name),
        ("arcsin", "arcsin", Name),
        ("arctan", "arctan", Name),
        ("ast", "∗", Ordinary),
        ("beta", "β", Ordinary),
        ("bigcap", "⋂", Ordinary),
        ("bigcup", "⋃", Ordinary),
        ("bmod", "mod", Binary),
        ("bullet", "•", Binary),
        ("cap", "∩", Binary),
        ("cdot", "·", Binary),
        ("cdots", "⋯", Ordinary),
        ("chi", "χ", Ordinary),
        ("circ", "∘", Binary),
        ("cong", "≅", Relation),
        ("cos", "cos", Name),
        ("cup", "∪", Binary),
        ("ddots", "⋱", Ordinary),
        ("deg", "deg", Name),
        ("delta", "δ", Ordinary),
        ("det", "det", Name),
        ("dim", "dim", Name),
        ("div", "÷", Binary),
        ("dots", "…", Ordinary),
        ("downarrow", "↓", Ordinary),
        ("ell", "ℓ", Ordinary),
        ("emptyset", "∅", Ordinary),
        ("epsilon", "ϵ", Ordinary),
        ("equiv", "≡", Relation),
        ("eta", "η", Ordinary),
        ("exists", "∃", Ordinary),
        ("exp", "exp", Name),
        ("forall", "∀", Ordinary),
        ("gamma", "γ", Ordinary),
        ("gcd", "gcd", Name),
        ("ge", "≥", Relation),
        ("geq", "≥", Relation),
        ("gets", "←", Relation),
        ("gg", "≫", Relation),
        ("iff", "⟺", Relation),
        ("implies", "⟹", Relation),
        ("in", "∈", Relation),
        ("inf", "inf", Name),
        ("infty", "∞", Ordinary),
        ("int", "∫", Ordinary),
        ("iota", "ι", Ordinary),
        ("kappa", "κ", Ordinary),
        ("lambda", "λ", Ordinary),
        ("land", "∧", Binary),
        ("langle", "⟨", Ordinary),
        ("lceil", "⌈", Ordinary),
        ("ldots", "…", Ordinary),
        ("le", "≤", Relation),
        ("leftarrow", "←", Relation),
        ("leq", "≤", Relation),
        ("lfloor", "⌊", Ordinary),
        ("lg", "lg", Name),
        ("lim", "lim", Name),
        ("ll", "≪", Relation),
        ("ln", "ln", Name),
        ("lnot", "¬", Ordinary),
        ("log", "log", Name),
        ("lor", "∨", Binary),
        ("lvert", "|", Ordinary),
        ("mapsto", "↦", Relation),
        ("max", "max", Name),
        ("mid", "|", Relation),
        ("min", "min", Name),
        ("mp", "∓", Binary),
        ("mu", "μ", Ordinary),
        ("nabla", "∇", Ordinary),
        ("ne", "≠", Relation),
        ("neg", "¬", Ordinary),
        ("neq", "≠", Relation),
        ("nmid", "∤", Relation),
        ("notin", "∉", Relation),
        ("nu", "ν", Ordinary),
        ("odot", "⊙", Binary),
        ("omega", "ω", Ordinary),
        ("oplus", "⊕", Binary),
        ("otimes", "⊗", Binary),
        ("parallel", "∥", Relation),
        ("partial", "∂", Ordinary),
        ("phi", "ϕ", Ordinary),
        ("pi", "π", Ordinary),
        ("pm", "±", Binary),
        ("prec", "≺", Relation),
        ("prime", "′", Ordinary),
        ("prod", "∏", Ordinary),
        ("propto", "∝", Relation),
        ("psi", "ψ", Ordinary),
        ("rangle", "⟩", Ordinary),
        ("rceil", "⌉", Ordinary),
        ("rfloor", "⌋", Ordinary),
        ("rho", "ρ", Ordinary),
        ("rightarrow", "→", Relation),
        ("rvert", "|", Ordinary),
        ("setminus", "∖", Binary),
        ("sigma", "σ", Ordinary),
        ("sim", "∼", Relation),
        ("sin", "sin", Name),
        ("star", "⋆", Binary),
        ("subset", "⊂", Relation),
        ("subseteq", "⊆", Relation),
        ("succ", "≻", Relation),
        ("sum", "∑", Ordinary),
        ("sup", "sup", Name),
        ("supset", "⊃", Relation),
        ("supseteq", "⊇", Relation),
        ("tan", "tan", Name),
        ("tau", "τ", Ordinary),
        ("theta", "θ", Ordinary),
        ("times", "×", Binary),
        ("to", "→", Relation),
        ("uparrow", "↑", Ordinary),
        ("upsilon", "υ", Ordinary),
        ("varepsilon", "ε", Ordinary),
        ("varnothing", "∅", Ordinary),
        ("varphi", "φ", Ordinary),
        ("vdots", "⋮", Ordinary),
        ("vee", "∨", Binary),
        ("vert", "|", Ordinary),
        ("wedge", "∧", Binary),
        ("xi", "ξ", Ordinary),
        ("zeta", "ζ", Ordinary),
    ]
};

/// Commands that say how their argument looks, not what it is.
const LOOKS: &[&str] = &[
    "text",
    "textrm",
    "textit",
    "textbf",
    "texttt",
    "textsf",
    "mathrm",
    "mathit",
    "mathbf",
    "mathsf",
    "mathtt",
    "mathcal",
    "mathfrak",
    "mathscr",
    "mathbb",
    "mathord",
    "mathbin",
    "mathrel",
    "mathop",
    "mathopen",
    "mathclose",
    "mathpunct",
    "mathinner",
    "operatorname",
    "boxed",
    "underline",
    "boldsymbol",
    "bm",
    "hbox",
    "mbox",
];

/// Commands that say nothing at all in plain text.
const SILENT: &[&str] = &[
    "left",
    "right",
    "middle",
    "big",
    "Big",
    "bigg",
    "Bigg",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "biggl",
    "biggr",
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "limits",
    "nolimits",
    "strut",
    "hline",
    "nonumber",
    "notag",
    "relax",
    "allowbreak",
    "nobreak",
];

/// Reads `tex`, whose macros of the site are expanded or unknown, as a line of text.
///
/// `V(6,360)=66=1+5\cdot13` is `V(6, 360) = 66 = 1 + 5 · 13`.
#[must_use]
pub fn plain(tex: &str) -> String {
    let mut reader = Reader { stream: tokens(tex), text: tex, waiting: None };
    let mut line = Line::default();
    reader.read(&mut line, false, 0);
    line.out.trim().to_owned()
}

/// Text in the making.
#[derive(Debug, Default)]
struct Line {
    out: String,
    /// Whether a space is due before the next thing.
    space: bool,
}

impl Line {
    fn push(&mut self, sign: &str, class: Class) {
        let joins = self.out.chars().next_back().is_some_and(|last| {
            last.is_alphanumeric() || ")]}⌋⌉⟩′″…⋯!|".contains(last) || is_raised(last)
        });
        match class {
            Class::Ordinary => {
                self.settle();
                self.out.push_str(sign);
            }
            Class::Binary if !joins => {
                self.settle();
                self.out.push_str(sign);
            }
            Class::Relation | Class::Binary => {
                self.space |= !self.out.is_empty();
                self.settle();
                self.out.push_str(sign);
                self.space = true;
            }
            Class::Comma => {
                self.out.push_str(sign);
                self.space = true;
            }
            Class::Name => {
                self.space |= self.out.chars().next_back().is_some_and(char::is_alphanumeric);
                self.settle();
                self.out.push_str(sign);
                self.space = true;
            }
        }
    }

    fn settle(&mut self) {
        if std::mem::take(&mut self.space) && !self.out.is_empty() && !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }
}

struct Reader<'a> {
    stream: Tokens<'a>,
    text: &'a str,
    waiting: Option<Token<'a>>,
}

/// Groups within groups that are read; what lies deeper is shown as it is written.
const DEEPEST: usize = 120;

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        self.waiting.take().or_else(|| self.stream.next().map(|(token, _)| token))
    }

    /// Reads up to the end or, `in_group`, up to the brace that closes it.
    fn read(&mut self, line: &mut Line, in_group: bool, depth: usize) {
        while let Some(token) = self.next() {
            match token {
                Token::Close if in_group => return,
                Token::Close | Token::Comment | Token::Space => {}
                other => self.one(other, line, depth),
            }
        }
    }

    /// Reads `token` and the arguments that belong to it.
    fn one(&mut self, token: Token<'a>, line: &mut Line, depth: usize) {
        match token {
            Token::Open if depth < DEEPEST => {
                // A group is ordinary to its neighbours: `{,}` groups digits.
                let mut inner = Line::default();
                self.read(&mut inner, true, depth + 1);
                line.push(&inner.out, Class::Ordinary);
            }
            Token::Char('^') => self.small(line, depth, raised, '^'),
            Token::Char('_') => self.small(line, depth, lowered, '_'),
            Token::Char('\'') => line.push("′", Class::Ordinary),
            Token::Char('&') => line.space = true,
            Token::Char('~') => line.space = true,
            Token::Char('-') => line.push("−", Class::Binary),
            Token::Char('*') => line.push("∗", Class::Binary),
            Token::Char('+') => line.push("+", Class::Binary),
            Token::Char(sign @ ('=' | '<' | '>' | ':')) => {
                line.push(sign.encode_utf8(&mut [0; 4]), Class::Relation);
            }
            Token::Char(sign @ (',' | ';')) => {
                line.push(sign.encode_utf8(&mut [0; 4]), Class::Comma);
            }
            Token::Char(sign) => {
                if sign == ')' || sign == ']' {
                    line.space = false;
                }
                let after_name = line.space && sign == '(' && ends_in_letter(&line.out);
                line.space &= !after_name;
                line.push(sign.encode_utf8(&mut [0; 4]), Class::Ordinary);
            }
            Token::Symbol('\\') => line.push(";", Class::Comma),
            Token::Symbol(',' | ':' | ';' | ' ' | '>') => line.space = true,
            Token::Symbol('!') => {}
            Token::Symbol('|') => line.push("‖", Class::Relation),
            Token::Symbol(sign) => line.push(sign.encode_utf8(&mut [0; 4]), Class::Ordinary),
            Token::Word(word) => self.word(word, line, depth),
            Token::Open | Token::Close | Token::Space | Token::Comment => {}
        }
    }

    fn word(&mut self, word: &'a str, line: &mut Line, depth: usize) {
        if let Ok(at) = SIGNS.binary_search_by(|(name, _, _)| name.cmp(&word)) {
            line.push(SIGNS[at].1, SIGNS[at].2);
            return;
        }
        match word {
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                let (above, below) = (self.argument(depth), self.argument(depth));
                line.push(&format!("{}/{}", bracketed(&above), bracketed(&below)), Class::Ordinary);
            }
            "binom" | "dbinom" | "tbinom" => {
                let (above, below) = (self.argument(depth), self.argument(depth));
                line.push(&format!("C({above}, {below})"), Class::Ordinary);
            }
            "sqrt" => {
                let radicand = self.argument(depth);
                line.push(&format!("√{}", bracketed(&radicand)), Class::Ordinary);
            }
            "pmod" => {
                let modulus = self.argument(depth);
                line.space = true;
                line.push(&format!("(mod {modulus})"), Class::Ordinary);
            }
            "begin" | "end" => {
                self.argument(depth);
                line.space = true;
            }
            "quad" | "qquad" | "space" | "enspace" => line.space = true,
            "lbrace" => line.push("{", Class::Ordinary),
            "rbrace" => line.push("}", Class::Ordinary),
            _ if word.starts_with("text") || word == "mbox" || word == "hbox" => {
                let words = self.raw_argument();
                line.settle();
                line.out.push_str(&words);
            }
            _ if LOOKS.contains(&word) => {
                let shown = self.argument(depth);
                let class = match word {
                    "operatorname" => Class::Name,
                    "mathrel" => Class::Relation,
                    "mathbin" => Class::Binary,
                    _ => Class::Ordinary,
                };
                line.push(&shown, class);
            }
            _ if SILENT.contains(&word) => {}
            _ => line.push(word, Class::Name),
        }
    }

    /// The next argument, read.
    fn argument(&mut self, depth: usize) -> String {
        let mut inner = Line::default();
        while let Some(token) = self.next() {
            match token {
                Token::Space | Token::Comment => {}
                Token::Close => {
                    self.waiting = Some(token);
                    break;
                }
                other => {
                    self.one(other, &mut inner, depth + 1);
                    break;
                }
            }
        }
        inner.out
    }

    /// The next group with its blanks kept: the inside of `\text`.
    fn raw_argument(&mut self) -> String {
        let mut level = 0_usize;
        let mut out = String::new();
        let mut stream = self.stream.clone();
        for (token, range) in stream.by_ref() {
            match token {
                Token::Open => level += 1,
                Token::Close => level = level.saturating_sub(1),
                Token::Space if level == 0 => continue,
                Token::Symbol(sign) => out.push(sign),
                _ => out.push_str(&self.text[range]),
            }
            if level == 0 {
                break;
            }
        }
        self.stream = stream;
        out
    }

    /// A sub- or superscript.
    fn small(&mut self, line: &mut Line, depth: usize, form: fn(char) -> Option<char>, sign: char) {
        let script = self.argument(depth);
        let small: Option<String> = script.chars().filter(|c| *c != ' ').map(form).collect();
        let space = std::mem::take(&mut line.space);
        match small {
            Some(small) => line.out.push_str(&small),
            None if script == "∗" || script == "′" => line.out.push_str(&script),
            None => {
                line.out.push(sign);
                line.out.push_str(&bracketed(&script));
            }
        }
        line.space = space;
    }
}

fn ends_in_letter(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphabetic)
}

/// `text` in brackets unless it is one number or one name.
fn bracketed(text: &str) -> String {
    let whole = text.chars().all(char::is_alphanumeric)
        && (text.chars().all(|c| c.is_ascii_digit()) || text.chars().count() <= 1);
    let closed = text.starts_with('(') && text.ends_with(')') && !text[1..].contains('(');
    if whole || closed { text.to_owned() } else { format!("({text})") }
}

/// Digits and signs, and their raised and lowered forms.
const SMALL: &[(char, char, char)] = &[
    ('0', '⁰', '₀'),
    ('1', '¹', '₁'),
    ('2', '²', '₂'),
    ('3', '³', '₃'),
    ('4', '⁴', '₄'),
    ('5', '⁵', '₅'),
    ('6', '⁶', '₆'),
    ('7', '⁷', '₇'),
    ('8', '⁸', '₈'),
    ('9', '⁹', '₉'),
    ('+', '⁺', '₊'),
    ('−', '⁻', '₋'),
    ('(', '⁽', '₍'),
    (')', '⁾', '₎'),
    ('n', 'ⁿ', 'ₙ'),
    ('i', 'ⁱ', 'ᵢ'),
    ('j', 'ʲ', 'ⱼ'),
    ('k', 'ᵏ', 'ₖ'),
    ('m', 'ᵐ', 'ₘ'),
];

fn raised(character: char) -> Option<char> {
    SMALL.iter().find(|(plain, _, _)| *plain == character).map(|(_, up, _)| *up)
}

fn lowered(character: char) -> Option<char> {
    SMALL.iter().find(|(plain, _, _)| *plain == character).map(|(_, _, down)| *down)
}

fn is_raised(character: char) -> bool {
    SMALL.iter().any(|(_, up, down)| *up == character || *down == character)
}

#[cfg(test)]
mod tests {
    use super::SIGNS;
    use super::plain;

    #[test]
    fn signs_stand_in_the_order_of_their_names() {
        assert!(SIGNS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn formulas_read_as_a_mathematician_would_type_them() {
        for (tex, text) in [
            (r"V(6,360)=66=1+5\cdot13", "V(6, 360) = 66 = 1 + 5 · 13"),
            (r"\Omega(n)-\Omega(m)", "Ω(n) − Ω(m)"),
            (r"\{-2 \mid 2\} = 0", "{−2 | 2} = 0"),
            (r"6 \times 2^{30}", "6 × 2³⁰"),
            (r"1{,}296", "1,296"),
            (r"\frac{n+1}{2}", "(n + 1)/2"),
            (r"\tfrac12", "1/2"),
            (r"\sqrt2 + \sqrt{x+1}", "√2 + √(x + 1)"),
            (r"x_{i,j} \le y", "x_(i, j) ≤ y"),
            (r"p_1 p_2 \cdots p_k", "p₁p₂⋯pₖ"),
            (r"\left\lfloor \log_2 m \right\rfloor", "⌊log₂ m⌋"),
            (r"\text{a cake of } n", "a cake of n"),
            (r"\operatorname{gcd}(m, n) = 1", "gcd(m, n) = 1"),
            (r"a \equiv b \pmod{2}", "a ≡ b (mod 2)"),
            (r"2^{a}\cdot\mathbb{R}", "2^a · R"),
            (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "a b; c d"),
            (r"\unknown x", "unknown x"),
            (r"f'(x) \to 0", "f′(x) → 0"),
            (r"-n", "−n"),
            (r"{\uparrow}{\ast}", "↑∗"),
            ("", ""),
            ("}x{", "x"),
            (r"\frac", "/"),
        ] {
            assert_eq!(plain(tex), text, "{tex}");
        }
    }
}
