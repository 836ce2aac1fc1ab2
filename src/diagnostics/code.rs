//! The closed list of diagnostic codes, each with its manual page.
//!
//! To add one: a line in its area below, a page `docs/diagnostics/<area>/<name>.md` with the
//! sections *What it means*, *Why it matters*, *Example* and *Mending it*, and a snapshot test.

/// Declares the codes. The page of `Code` `"area" "name"` is `docs/diagnostics/area/name.md`.
macro_rules! codes {
    ($($variant:ident = $area:literal $name:literal,)*) => {
        /// Which kind of mistake a diagnostic reports, by a name that never changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(
                #[doc = concat!("`", $area, "::", $name, "`: see `docs/diagnostics/", $area, "/", $name, ".md`.")]
                $variant,
            )*
        }

        impl Code {
            /// Every code, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable name, as in `value::wrong`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($area, "::", $name),)*
                }
            }

            /// The manual page, in Markdown.
            #[must_use]
            pub fn page(self) -> &'static str {
                match self {
                    $(Self::$variant => include_str!(concat!("../../docs/diagnostics/", $area, "/", $name, ".md")),)*
                }
            }
        }
    };
}

codes! {
    // Files (site::gather).
    SourceAlias = "source" "alias",
    SourceCharacter = "source" "character",
    SourceClash = "source" "clash",
    SourceHome = "source" "home",
    SourceKind = "source" "kind",
    SourceLink = "source" "link",
    SourceName = "source" "name",
    SourceSlug = "source" "slug",
    SourceUtf8 = "source" "utf8",
    // The settings (site::config).
    ConfigMissing = "config" "missing",
    ConfigPlaceholder = "config" "placeholder",
    ConfigSyntax = "config" "syntax",
    ConfigUnknownKey = "config" "unknown_key",
    ConfigValue = "config" "value",
    // Formulas and pages (render).
    MathKatex = "math" "katex",
    MathInvalid = "math" "invalid",
    MathMacro = "math" "macro",
    TemplateMissing = "template" "missing",
    TemplateInvalid = "template" "invalid",
    // The finished pages (site::verify).
    PageAddress = "page" "address",
    PageId = "page" "id",
    PageNumber = "page" "number",
    // The numbers in the prose (language::reading, audit).
    ValueWrong = "value" "wrong",
    ValueUnwritable = "value" "unwritable",
    ValueUnreadable = "value" "unreadable",
    ValueRelation = "value" "relation",

    // The front matter (essay).
    FrontUnclosed = "front" "unclosed",
    FrontSyntax = "front" "syntax",
    FrontUnknownKey = "front" "unknown_key",
    FrontDuplicateKey = "front" "duplicate_key",
    FrontBadValue = "front" "bad_value",
    FrontQuotes = "front" "quotes",
    FrontNoDate = "front" "no_date",
    FrontNoTitle = "front" "no_title",
    FrontLibrary = "front" "library",

    // What Markdown would drop or change in silence (essay).
    LostHeadingAttribute = "lost" "heading_attribute",
    LostTableRow = "lost" "table_row",
    LostTable = "lost" "table",
    LostMath = "lost" "math",
    LostHtml = "lost" "html",
    LostFence = "lost" "fence",
    LostFootnote = "lost" "footnote",
    LostDollar = "lost" "dollar",
    LostLink = "lost" "link",
    LostDefinition = "lost" "definition",
    LostList = "lost" "list",
    LostTitle = "lost" "title",
    // In texts that are published as they are typed (audit).
    LostMarkup = "lost" "markup",

    // Bindings, by form (essay).
    BindingEmpty = "binding" "empty",
    BindingGlued = "binding" "glued",
    BindingShownText = "binding" "shown_text",
    BindingTwoExpressions = "binding" "two_expressions",
    BindingSpace = "binding" "space",
    BindingEscaped = "binding" "escaped",
    BindingMisplaced = "binding" "misplaced",
    BindingHeadingId = "binding" "heading_id",
    BindingGivenReason = "binding" "given_reason",
    BindingVacuous = "binding" "vacuous",
    FormulaBinding = "formula" "binding",

    // Live blocks, by form (essay).
    BlockUnknownKind = "block" "unknown_kind",
    BlockId = "block" "id",
    BlockUnknownField = "block" "unknown_field",
    BlockDuplicateField = "block" "duplicate_field",
    BlockMissingField = "block" "missing_field",
    BlockNested = "block" "nested",
    BlockStatement = "block" "statement",
    BlockSyntax = "block" "syntax",
    BlockProofOfNothing = "block" "proof_of_nothing",

    // References (essay).
    ReferenceDuplicateId = "reference" "duplicate_id",
    ReferenceStrayId = "reference" "stray_id",
    ReferenceDangling = "reference" "dangling",
    ReferenceWrongNumber = "reference" "wrong_number",
    ReferenceNotNumbered = "reference" "not_numbered",
    ReferenceBadge = "reference" "badge",
    ReferenceNoText = "reference" "no_text",
    ReferenceTyped = "reference" "typed",

    // The numeral audit (audit).
    NumeralUnbound = "numeral" "unbound",
    NumeralTable = "numeral" "table",
    NumeralRelation = "numeral" "relation",
    NumeralUnusedExemption = "numeral" "unused_exemption",
    NumeralGivenLimit = "numeral" "given_limit",
    NumeralUniversal = "numeral" "universal",

    // Claims (claims).
    ClaimBecause = "claim" "because",
    ClaimCircle = "claim" "circle",
    ClaimNoCases = "claim" "no_cases",
    ClaimRefuted = "claim" "refuted",
    ClaimSyntax = "claim" "syntax",
    ClaimUnstatedCases = "claim" "unstated_cases",
    ClaimUnusedVariable = "claim" "unused_variable",
    ClaimVacuous = "claim" "vacuous",

    // Figures and tables (figures).
    FigureAssert = "figure" "assert",
    FigureCell = "figure" "cell",
    FigureEmpty = "figure" "empty",
    FigureField = "figure" "field",
    FigureKind = "figure" "kind",
    FigureTooLarge = "figure" "too_large",
    FigureVacuous = "figure" "vacuous",
    FigureValue = "figure" "value",

    // Expressions and definitions (language).
    ExpressionSyntax = "expression" "syntax",
    ExpressionUnknown = "expression" "unknown",
    ExpressionArguments = "expression" "arguments",
    ExpressionShadowed = "expression" "shadowed",
    ExpressionKind = "expression" "kind",
    ExpressionUndefined = "expression" "undefined",
    ExpressionTooLarge = "expression" "too_large",
    ExpressionUndecided = "expression" "undecided",
    ExpressionConsequence = "expression" "consequence",
    DefinitionTwice = "definition" "twice",
    DefinitionCircle = "definition" "circle",
}

impl Code {
    /// The first sentence of *Mending it* on the manual page, as messages are written; never empty.
    #[must_use]
    pub fn mending(self) -> String {
        let page = self.page();
        let section = page.split("## Mending it").nth(1).unwrap_or_default().trim_start();
        let mut is_code = false;
        let mut end = section.len();
        let mut letters = section.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            is_code ^= letter == '`';
            let is_last = letters.peek().is_none_or(|(_, next)| next.is_whitespace());
            if !is_code && (matches!(letter, '.' | ':') && is_last || letter == '\n') {
                end = at;
                break;
            }
        }
        let sentence = section.get(..end).unwrap_or_default();
        let mut rest = sentence.chars();
        let first = rest.next().map(|first| first.to_lowercase().to_string());
        first.unwrap_or_default() + rest.as_str()
    }

    /// The code of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn every_code_has_a_way_out() {
        for code in Code::ALL {
            let way = code.mending();
            let ends = way.ends_with(['.', ':', ' ', '\n']);
            assert!(way.len() > 5 && !way.contains('\n') && !ends, "{}: {way:?}", code.name());
        }
    }

    #[test]
    fn a_way_out_is_the_first_sentence_of_mending() {
        assert_eq!(Code::SourceClash.mending(), "rename or remove one of them");
        assert_eq!(
            Code::ExpressionUndecided.mending(),
            "ask for a smaller range, or raise `budget` under `[claims]` in `site.toml`"
        );
    }
}
