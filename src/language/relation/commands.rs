//! Which commands of TeX are relations, letters, spaces, arrows. It is a table.

/// Relation signs as commands, and in the expression language.
pub(super) const RELATIONS: &[(&str, &str)] = &[
    ("le", "<="),
    ("leq", "<="),
    ("leqslant", "<="),
    ("ge", ">="),
    ("geq", ">="),
    ("geqslant", ">="),
    ("lt", "<"),
    ("gt", ">"),
    ("ne", "!="),
    ("neq", "!="),
    ("parallel", "‖"),
    ("in", "in"),
];

/// Relations that are noticed and not computed: they say nothing exact, or what the language has no
/// word for.
pub(super) const UNREAD: &[&str] = &[
    "approxeq",
    "asymp",
    "sim",
    "simeq",
    "cong",
    "ll",
    "gg",
    "propto",
    "doteq",
    "coloneqq",
    "triangleq",
    "subset",
    "subseteq",
    "subsetneq",
    "supset",
    "supseteq",
    "ni",
    "prec",
    "preceq",
    "succ",
    "succeq",
    "nless",
    "ngtr",
    "nleq",
    "ngeq",
    "nparallel",
    "nrelation",
];

/// What stands between two statements, or leads from one thing to another: it parts them.
const CONNECTIVES: &[&str] = &[
    "iff",
    "implies",
    "impliedby",
    "Rightarrow",
    "Leftarrow",
    "Leftrightarrow",
    "Longrightarrow",
    "Longleftarrow",
    "Longleftrightarrow",
    "to",
    "gets",
    "rightarrow",
    "leftarrow",
    "leftrightarrow",
    "longrightarrow",
    "longleftarrow",
    "mapsto",
    "longmapsto",
    "hookrightarrow",
    "twoheadrightarrow",
    "rightsquigarrow",
    "leadsto",
    "xrightarrow",
    "xleftarrow",
    "land",
    "wedge",
    "therefore",
    "because",
];

/// Commands that are letters.
const LETTERS: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "varpi",
    "rho",
    "varrho",
    "sigma",
    "varsigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
    "ell",
];

/// Greek letters as they are typed, and their commands; the few that look like Latin ones have none.
const GREEK: &[(char, &str)] = &[
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ϖ', "varpi"),
    ('ρ', "rho"),
    ('ϱ', "varrho"),
    ('σ', "sigma"),
    ('ς', "varsigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('ℓ', "ell"),
];

/// Commands that only space, size or set.
const SPACES: &[&str] = &[
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "scriptscriptstyle",
    "left",
    "middle",
    "right",
    "bigl",
    "bigm",
    "bigr",
    "Bigl",
    "Bigm",
    "Bigr",
    "biggl",
    "biggr",
    "Biggl",
    "Biggr",
    "big",
    "Big",
    "bigg",
    "Bigg",
    "thinspace",
    "medspace",
    "thickspace",
    "negthinspace",
    "enspace",
    "limits",
    "nolimits",
    "displaylimits",
    "nonumber",
    "notag",
    "hline",
    "phantom",
    "hphantom",
    "vphantom",
    "allowbreak",
    "nobreak",
    "strut",
    "mathstrut",
];

/// Commands that part what stands beside them, as a row does.
const WIDE_SPACES: &[&str] = &["quad", "qquad", "hspace", "hskip", "kern", "mkern", "mskip"];

/// Environments whose cells stand each for itself.
const CELLS: &[&str] = &[
    "array",
    "darray",
    "matrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "smallmatrix",
    "cases",
    "dcases",
    "rcases",
    "drcases",
    "subarray",
];

/// Commands that show their argument as it is, with something around it.
const BOXES: &[&str] = &[
    "boxed",
    "mathord",
    "mathbin",
    "mathrel",
    "mathop",
    "mathopen",
    "mathclose",
    "mathpunct",
    "mathinner",
    "smash",
    "textcolor",
    "href",
    "htmlClass",
    "htmlId",
    "htmlStyle",
    "htmlData",
    "raisebox",
];

/// The same, and a script behind it says something of it: it is no exponent and no index.
const BRACES: &[&str] = &["underbrace", "overbrace", "underbracket", "overbracket"];

/// Commands that set their first argument over or under the second.
const STACKS: &[&str] = &["overset", "underset", "stackrel"];

/// Fonts in which a letter is a word, a unit or the name of a constant, but no variable.
const UPRIGHT: &[&str] = &["mathrm", "mathup", "operatorname", "mathsf", "mathtt"];

/// The same, for what follows.
const SWITCHES: &[&str] = &["rm", "sf", "tt"];

/// Other fonts, in which one letter is a letter and several are a word.
const FONTS: &[&str] = &[
    "mathit",
    "mathbf",
    "mathnormal",
    "mathbb",
    "Bbb",
    "mathcal",
    "mathfrak",
    "mathscr",
    "boldsymbol",
    "bm",
    "bold",
    "pmb",
];

/// Signs over a letter, which stays a letter.
const ACCENTS: &[&str] = &[
    "hat",
    "widehat",
    "vec",
    "bar",
    "overline",
    "underline",
    "tilde",
    "widetilde",
    "dot",
    "ddot",
    "acute",
    "grave",
    "check",
    "breve",
];

/// What a command does to what stands in the braces behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrapper {
    /// Shows it as it is.
    Box,
    /// Likewise, and a script behind is a remark.
    Brace,
    /// Sets a remark beside it, which stands first.
    Stack,
    /// Sets words.
    Upright,
    /// Sets letters and words.
    Font,
    /// Puts a sign over it: still the letter, if it is one.
    Accent,
}

/// What `command`, without its backslash, wraps; none if nothing.
pub(super) fn wrapper(command: &str) -> Option<Wrapper> {
    let kinds = [
        (BOXES, Wrapper::Box),
        (BRACES, Wrapper::Brace),
        (STACKS, Wrapper::Stack),
        (UPRIGHT, Wrapper::Upright),
        (FONTS, Wrapper::Font),
        (ACCENTS, Wrapper::Accent),
    ];
    kinds.iter().find(|(names, _)| names.contains(&command)).map(|(_, kind)| *kind)
}

/// The command of a Greek letter, without its backslash.
pub(super) fn greek(letter: char) -> Option<&'static str> {
    GREEK.iter().find(|(own, _)| *own == letter).map(|(_, command)| *command)
}

/// Whether a command is a letter.
pub(super) fn is_letter(command: &str) -> bool {
    LETTERS.contains(&command)
}

/// Whether a command only spaces, sizes or sets.
pub(super) fn is_space(command: &str) -> bool {
    SPACES.contains(&command)
}

/// Whether a command parts what stands beside it.
pub(super) fn is_wide_space(command: &str) -> bool {
    WIDE_SPACES.contains(&command)
}

/// Whether a command stands between two statements.
pub(super) fn is_connective(command: &str) -> bool {
    CONNECTIVES.contains(&command)
}

/// Whether the cells of an environment stand each for itself.
pub(super) fn has_cells(environment: &str) -> bool {
    CELLS.contains(&environment.trim_end_matches('*'))
}

/// Whether what follows a command is set upright.
pub(super) fn is_switch(command: &str) -> bool {
    SWITCHES.contains(&command)
}
