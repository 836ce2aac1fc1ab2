//! Dates, and years in context.

use std::ops::Range;

use crate::audit::around::cut;
use crate::audit::around::is_noun;
use crate::audit::around::word_after;
use crate::audit::around::word_before;
use crate::essay::INSET;
use crate::essay::Inset;
use crate::essay::Paragraph;
use crate::essay::is_listed;

/// The months, in order.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Words before a year. "To" and "and" only behind another year, "of" only behind what years have.
const BEFORE_YEARS: &str = "\
    in since by until till before after from around between circa ca c year years early late mid \
    of during to and";

/// What a year has: "the summer of 1976", "the paper of 1976".
const OF_YEARS: &str = "\
    as class spring summer autumn fall winter year end beginning start crisis conference congress meeting \
    war revolution election tournament work discovery";

/// Works, which have a year in brackets behind them: "the paper (1976)".
const WORKS: &str = "\
    paper papers book books article articles edition editions thesis dissertation preprint \
    report survey lecture lectures letter note notes essay essays column review classic original \
    translation reprint theorem proof conjecture theory al";

/// Words before "by", "from" and "in" by which what follows is a number: "grows by 2000", "differs
/// from 2000", "one in 2000".
const RECKONING: &str = "\
    divisible divided divide multiplied multiply grow grows grew rise rises rose increase \
    increases increased decrease decreases decreased fall falls fell reduced shrinks shrank \
    exceeds exceeded differ differs differed different shifted larger smaller greater more less \
    fewer subtract subtracted taken away far one once time times";

/// How many bytes of a sentence around a year are looked at on either side.
const SENTENCE: usize = 300;

/// Words before years that stand before no numbers.
const SURE: &str = "circa ca c year years of";

/// What is said of numbers.
const OF_NUMBERS: &str = "\
    number numbers prime primes digit digits integer integers value values divisor divisors factor \
    factors semiprime semiprimes composite composites square squares multiple multiples sum sums \
    rule pattern density gap gaps odd even";

/// What is said of people and their works.
const HISTORY: &str = "\
    he she his her him they their we our who whose proved found wrote published showed discovered \
    conjectured introduced invented asked solved noticed observed studied known knew appeared \
    computed calculated worked died born paper book theorem proof tables years mathematician \
    mathematicians century article";

/// Verbs behind a number after "since", which then means "because".
const STATES: &str = "is are equals divides exceeds has can cannot lies = < >";

/// Words that may follow a year though they end like a plural or stand close to it.
const AFTER_YEARS: &str = "\
    says shows gives proves begins ends comes holds was is has as his this its does always \
    perhaps across us sometimes afterwards besides whereas towards";

/// Words that make a count of the number before them.
const AFTER_COUNTS: &str = "of times per";

/// Words that are no adjectives, so that a noun behind them is not what the number counts.
const NO_ADJECTIVES: &str = "\
    the a an his her their our no every each this that these those some all its any both and or \
    but to for with on in at by he she they we it you who when where whose then only were than \
    one two";

/// Whether `word` is a month.
fn is_month(word: &str) -> bool {
    MONTHS.contains(&word)
}

/// Whether the digits at `range` of `text` belong to a date: with a month beside them, or as
/// `2026-11-29`; `nouns` are what the site counts.
pub(crate) fn is_date(text: &str, range: &Range<usize>, nouns: &[String]) -> bool {
    let digits = cut(text, range.clone());
    if digits.contains('-') {
        return is_iso(digits);
    }
    let digits = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let Ok(number) = digits.parse::<u32>() else { return false };
    let day = (1..=31).contains(&number);
    let before = word_before(text, range.start);
    let after = word_after(text, range.end);
    // `29 November`.
    if day && after.is_some_and(|(word, _)| is_month(word)) {
        return true;
    }
    if counts(text, range.end, nouns) {
        return false;
    }
    // `November 29`, `November 2026`.
    if let Some((word, start)) = before
        && is_month(word)
    {
        // "In March 31 were cut", and "May 3 be cut?".
        let alone = word_before(text, start)
            .is_some_and(|(word, _)| is_listed(word, "in during throughout by"));
        let modal = word == "May" && opens_sentence(text, start);
        let dated = !alone && !modal || after.is_some_and(|(word, _)| is_year(word));
        return is_year(digits) || day && dated;
    }
    // `November 29, 2026`, with the comma between.
    let comma = cut(text, 0..range.start).trim_end().strip_suffix(',');
    is_year(digits)
        && comma.is_some_and(|text| {
            word_before(text, text.len()).is_some_and(|(day, start)| {
                day.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day))
                    && word_before(text, start).is_some_and(|(word, _)| is_month(word))
            })
        })
}

/// Whether the numeral at `range` of `text` names a century, "the nineteenth century", or a year
/// before or after the common era, "300 BC".
pub(crate) fn is_era(text: &str, range: &Range<usize>) -> bool {
    let numeral = cut(text, range.clone());
    let Some((word, _)) = word_after(text, range.end) else { return false };
    let is_ordinal = ["st", "nd", "rd", "th", "first", "second", "third"]
        .iter()
        .any(|ending| numeral.ends_with(ending));
    let is_year = numeral.len() <= 4 && is_digits(numeral);
    is_ordinal && matches!(word, "century" | "centuries")
        || is_year && matches!(word, "BC" | "BCE" | "AD" | "CE")
}

/// Whether `digits` are `2026-11-29` or `2026-11`.
fn is_iso(digits: &str) -> bool {
    let mut parts = digits.split('-');
    let within = |part: &str, range: std::ops::RangeInclusive<u32>| {
        part.parse().is_ok_and(|number: u32| range.contains(&number))
    };
    parts.next().is_some_and(is_year)
        && parts.next().is_some_and(|month| within(month, 1..=12))
        && parts.next().is_none_or(|day| within(day, 1..=31))
        && parts.next().is_none()
}

/// Whether `digits` could be a year that people write about.
fn is_year(digits: &str) -> bool {
    digits.len() == 4
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u32>().is_ok_and(|year| (1500..2100).contains(&year))
}

/// How many years that lead to each other are followed: "1976–2001", "from 1976 to 2001".
const CHAIN: u8 = 3;

/// How many bytes before a year are searched for the bracket it stands in.
const BRACKET: usize = 400;

/// What is known of a paragraph in which years are looked for.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    paragraph: &'a Paragraph,
    /// What the site counts.
    nouns: &'a [String],
    /// Where the links to works end.
    works: &'a [usize],
}

/// Whether the digits at `range` of the paragraph are a year by what stands around them; `nouns` are
/// what the site counts, `works` the ends of links to works.
pub(crate) fn is_year_in_context(
    paragraph: &Paragraph,
    range: &Range<usize>,
    nouns: &[String],
    works: &[usize],
) -> bool {
    is_year_at(Surroundings { paragraph, nouns, works }, range, CHAIN)
        && !speaks_of_numbers(&paragraph.text, range)
}

/// Whether the sentence around `range` speaks of numbers and tells no history, so that what stands
/// behind "between", "in" or "before" is more likely a number; a year in brackets or behind a name is
/// none of these.
fn speaks_of_numbers(text: &str, range: &Range<usize>) -> bool {
    let introduced = word_before(text, range.start)
        .is_some_and(|(word, _)| is_listed(word, BEFORE_YEARS) && !is_listed(word, SURE));
    if !introduced {
        return false;
    }
    let from = text.floor_char_boundary(range.start.saturating_sub(SENTENCE));
    let to = text.ceil_char_boundary((range.end + SENTENCE).min(text.len()));
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';');
    let before = cut(text, from..range.start).rsplit(ends).next().unwrap_or("");
    let after = cut(text, range.end..to).split(ends).next().unwrap_or("");
    let words = || {
        let all = before.split_whitespace().chain(after.split_whitespace());
        all.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    // A name behind the first word, and what people do.
    let is_name = |word: &str| {
        word.chars().count() > 1
            && word.starts_with(char::is_uppercase)
            && !is_listed(word, "Left Right")
    };
    let history = words().skip(1).any(is_name) || words().any(|word| is_listed(word, HISTORY));
    !history && words().any(|word| is_listed(word, OF_NUMBERS))
}

/// Whether the digits at `range` are a year, if need be because so many years before them are.
fn is_year_at(around: Surroundings<'_>, range: &Range<usize>, chain: u8) -> bool {
    let Surroundings { paragraph, nouns, works } = around;
    let Some(chain) = chain.checked_sub(1) else { return false };
    let text = paragraph.text.as_str();
    let digits = cut(text, range.clone());
    let before = cut(text, 0..range.start);
    let mut end = range.end;
    if let Some(decade) = digits.strip_suffix('s') {
        let the = word_before(text, range.start)
            .is_some_and(|(word, _)| word.eq_ignore_ascii_case("the"));
        let short = decade.len() == 2 && (the || before.ends_with('’'));
        return decade.ends_with('0') && (is_year(decade) || short && is_digits(decade));
    }
    let short = digits.len() == 2 && is_digits(digits);
    // The end of `1976–2001` or `1939–45`.
    if let Some(start) = before.strip_suffix(['–', '-'])
        && (short || is_year(digits))
    {
        let from = start.len().saturating_sub(4)..start.len();
        let first = cut(start, from.clone());
        return is_year(first) && is_year_at(around, &from, chain);
    }
    if !is_year(digits) {
        return false;
    }
    let after = cut(text, end..text.len());
    if after.starts_with(['–', '-']) {
        let rest = after.trim_start_matches(['–', '-']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 4 || digits == 2 {
            end += (after.len() - rest.len()) + digits;
        }
    }
    if counts(text, end, nouns) {
        return false;
    }
    let after = cut(text, end..text.len());
    // In brackets: `(1976)`, `(Conway, 1976)`, `(1976, p. 3)`.
    let near = text.floor_char_boundary(range.start.saturating_sub(BRACKET));
    if let Some(open) = cut(text, near..range.start).rfind(['(', ')']).map(|at| near + at)
        && before.get(open..).is_some_and(|rest| rest.starts_with('('))
        && after.starts_with([')', ',', ';', INSET])
    {
        let inside = cut(before, open + 1..before.len()).trim();
        if inside.is_empty() {
            return is_work(paragraph, open, nouns, works);
        }
        if inside.ends_with([',', ';']) {
            return inside.split_whitespace().any(|word| {
                word.starts_with(char::is_uppercase)
                    || word == "ed.,"
                    || is_year(word.trim_end_matches([',', ';']))
            });
        }
    }
    if let Some((word, start)) = word_before(text, range.start) {
        return introduces(around, (word, start), end, chain);
    }
    // Behind a comma in a list of a work's data: `A K Peters, 2001`.
    before.trim_end().strip_suffix(',').is_some_and(|text| {
        word_before(text, text.len()).is_some_and(|(word, _)| word.starts_with(char::is_uppercase))
    }) && !after.starts_with(char::is_alphanumeric)
        && (after.trim_start().starts_with([',', '.', ';', ')']) || after.trim().is_empty())
}

/// Whether what ends before the bracket at byte `open` is a work or its author.
fn is_work(paragraph: &Paragraph, open: usize, nouns: &[String], works: &[usize]) -> bool {
    let text = paragraph.text.as_str();
    let bare = cut(text, 0..open).trim_end().trim_end_matches('.');
    let end = bare.len();
    let title = |title: &Range<usize>| {
        title.end == end && cut(text, title.clone()).starts_with(char::is_uppercase)
    };
    if works.contains(&end)
        || paragraph.emphasis.iter().any(title)
        || bare.ends_with('”')
        || is_issue(bare)
    {
        return true;
    }
    word_before(text, end).is_some_and(|(word, start)| {
        let counted = nouns.iter().any(|noun| is_noun(word, noun));
        start + word.len() == end
            && (word.starts_with(char::is_uppercase) && (!counted || in_quotes(text, start))
                || is_listed(word, WORKS))
    })
}

/// Whether a quotation is open at byte `at`.
fn in_quotes(text: &str, at: usize) -> bool {
    let near = cut(text, text.floor_char_boundary(at.saturating_sub(BRACKET))..at);
    near.rfind('“').is_some_and(|open| !cut(near, open..near.len()).contains('”'))
}

/// Whether `text` ends with the issue of a journal: `5(2)`.
fn is_issue(text: &str) -> bool {
    text.strip_suffix(')').is_some_and(|rest| {
        let open = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        open.len() < rest.len()
            && open
                .strip_suffix('(')
                .is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether the word that begins at byte `start` introduces a year, which ends at byte `end`.
fn introduces(
    around: Surroundings<'_>,
    (word, start): (&str, usize),
    end: usize,
    chain: u8,
) -> bool {
    let Surroundings { paragraph, nouns, .. } = around;
    let text = paragraph.text.as_str();
    let ahead = word_before(text, start);
    let is_ahead = |list: &str| ahead.is_some_and(|(word, _)| is_listed(word, list));
    if !is_listed(word, BEFORE_YEARS) {
        return word.starts_with(char::is_uppercase)
            && !opens_sentence(text, start)
            && !nouns.iter().any(|noun| is_noun(word, noun));
    }
    match word.to_ascii_lowercase().as_str() {
        // Only behind another year.
        "to" | "and" => ahead.is_some_and(|(first, at)| {
            is_year(first) && is_year_at(around, &(at..at + first.len()), chain)
        }),
        "of" => {
            ahead.is_some_and(|(word, _)| is_month(word)) || is_ahead(OF_YEARS) || is_ahead(WORKS)
        }
        "by" | "from" | "in" => {
            let number = cut(text, 0..start).trim_end();
            let bound = number.strip_suffix(INSET).is_some_and(|rest| {
                matches!(paragraph.inset_at(rest.len()), Some(Inset::Binding(_)))
            });
            !is_ahead(RECKONING) && !bound && !number.ends_with(char::is_numeric)
        }
        "since" => {
            let rest = cut(text, end..text.len()).trim_start();
            let next = rest.split_whitespace().next().unwrap_or("");
            !is_listed(next, STATES)
        }
        _ => true,
    }
}

/// Whether `text` is digits.
fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the word that begins at `start` opens its sentence.
fn opens_sentence(text: &str, start: usize) -> bool {
    let before = cut(text, 0..start).trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '“', '‘'])
}

/// Whether what follows byte `end` is something counted: a noun of the site's, an adjective before
/// one, a plural, or a word such as "times".
fn counts(text: &str, end: usize, nouns: &[String]) -> bool {
    let Some((word, next)) = word_after(text, end) else { return false };
    let counted = |word: &str| nouns.iter().any(|noun| is_noun(word, noun));
    if counted(word) || is_listed(word, AFTER_COUNTS) {
        return true;
    }
    if !word.starts_with(char::is_lowercase) {
        return false;
    }
    if is_listed(word, AFTER_YEARS) || is_listed(word, NO_ADJECTIVES) {
        return false;
    }
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    plural || word_after(text, next).is_some_and(|(word, _)| counted(word))
}

#[cfg(test)]
mod tests {
    use super::is_date;
    use super::is_year_in_context;
    use crate::diagnostics::SourceId;
    use crate::diagnostics::Span;
    use crate::essay::Context;
    use crate::essay::Paragraph;

    fn at(text: &str, part: &str) -> std::ops::Range<usize> {
        let start = text.rfind(part).unwrap();
        start..start + part.len()
    }

    #[test]
    fn centuries_and_eras_are_dates() {
        let is = |text: &str, part: &str| super::is_era(text, &at(text, part));
        assert!(is("in the nineteenth century", "nineteenth"));
        assert!(is("(3rd century)", "3rd"));
        assert!(is("around 300 BC", "300"));
        assert!(!is("for three centuries", "three"));
        assert!(!is("the 18th cake", "18th"));
        assert!(!is("in 300 cakes", "300"));
    }

    #[test]
    fn a_month_makes_a_date() {
        let nouns = vec!["cake".to_owned()];
        for (text, part) in [
            ("on 29 November 2026", "29"),
            ("on 29 November 2026", "2026"),
            ("on November 29, 2026", "29"),
            ("on November 29, 2026", "2026"),
            ("of 2026-11-29", "2026-11-29"),
            ("in 2026-11", "2026-11"),
            ("in May 2019", "2019"),
            ("On March 5 he left", "5"),
            ("on May 3 it rained", "3"),
            ("in March 2019 Conway", "2019"),
        ] {
            assert!(is_date(text, &at(text, part), &nouns), "{part} in {text}");
        }
        for (text, part) in [
            ("of 29 cakes", "29"),
            ("it may 3 times", "3"),
            ("-5", "-5"),
            ("In March 31 cakes were cut", "31"),
            ("In March 31 were cut", "31"),
            ("On May 4, 1999 cakes fell", "1999"),
            ("May 12 be cut?", "12"),
            ("of 1234-56", "1234-56"),
            ("of 1999-13", "1999-13"),
            ("in May 2019 pieces", "2019"),
        ] {
            assert!(!is_date(text, &at(text, part), &nouns), "{part} in {text}");
        }
    }

    #[test]
    fn a_year_is_told_from_a_count_by_what_stands_around_it() {
        let nouns = vec!["cake".to_owned()];
        let is_year = |text: &str, part: &str| {
            let span = Span::new(SourceId(0), 0..text.len());
            let paragraph = Paragraph::alone(text, span, Context::Prose);
            is_year_in_context(&paragraph, &at(text, part), &nouns, &[])
        };
        for (text, part) in [
            ("in 1976 Conway wrote", "1976"),
            ("Conway (1976) says", "1976"),
            ("as Conway and others (Conway, 1976) say", "1976"),
            ("Berlekamp et al. (1982) say", "1982"),
            ("in the paper (1982)", "1982"),
            ("“Cutting cakes” (1996)", "1996"),
            ("since 1939–45 ended", "45"),
            ("from 1976 to 2001.", "2001"),
            ("the years 1976–2001 were", "1976"),
            ("the years 1976–2001 were", "2001"),
            ("Noether (1882–1935)", "1935"),
            ("wrote Guy 1996.", "1996"),
            ("[Berlekamp 1982]", "1982"),
            ("the summer of 1976", "1976"),
            ("the book of 1982 says", "1982"),
            ("known by 1989, then", "1989"),
            ("since 1974, or", "1974"),
            ("in the 1980s", "1980s"),
            ("in the 90s", "90s"),
            ("from 1982 until 2001 more", "2001"),
            ("As of 2024 nothing", "2024"),
            ("in Integers 5(2) (2005)", "2005"),
            ("In 1976 the cake was new", "1976"),
            ("In 1976 he ate cakes", "1976"),
        ] {
            assert!(is_year(text, part), "{part} in {text}");
        }
        for (text, part) in [
            ("Gauss proved it in 1801", "1801"),
            ("In 1742 Goldbach wrote of even numbers", "1742"),
            ("The number was found in 1903.", "1903"),
            ("Hardy (1940) speaks of numbers", "1940"),
            ("All values were known by 1989.", "1989"),
            ("The value is odd. In 1976 the cake was new", "1976"),
        ] {
            assert!(is_year(text, part), "{part} in {text}");
        }
        for (text, part) in [
            ("The primes between 1900 and 2000 are rare.", "1900"),
            ("The primes between 1900 and 2000 are rare.", "2000"),
            ("Between 1500 and 1600 there are primes.", "1500"),
            ("The numbers from 1700 to 1800 were searched.", "1800"),
            ("Before 1729, no number is a sum of two cubes in two ways.", "1729"),
            ("Until 1800 the rule holds; then it fails.", "1800"),
            ("In 1729, two digits are odd.", "1729"),
            ("Maundy Cake (1981) is worth more.", "1981"),
            ("in 1976 cakes", "1976"),
            ("in 1976 large cakes", "1976"),
            ("in 1976 of them", "1976"),
            ("in 1600 boards", "1600"),
            ("the 1976 and", "1976"),
            ("in 1,976", "1,976"),
            ("from 3 to 2001", "2001"),
            ("The count (1987).", "1987"),
            ("smaller cakes (1987) fail", "1987"),
            ("it fails (often, 1987)", "1987"),
            ("Cakes (1987) fail", "1987"),
            ("The value is 1999–2001.", "1999"),
            ("The value is 1999–2001.", "2001"),
            ("A total of 2048 (in 2001)", "2048"),
            ("It grows by 1800.", "1800"),
            ("divisible by 2000", "2000"),
            ("one in 2000", "2000"),
            ("far from 2000", "2000"),
            ("since 2048 is a power", "2048"),
            ("about 1987 fail", "1987"),
            ("1985s", "1985s"),
            ("after 90s", "90s"),
        ] {
            assert!(!is_year(text, part), "{part} in {text}");
        }
    }

    #[test]
    fn years_that_lead_to_each_other_are_followed_for_a_few_steps_only() {
        let span = |text: &str| Span::new(SourceId(0), 0..text.len());
        for joint in [" to ", " and ", "–"] {
            let chain = ["1900"; 5].join(joint);
            let text = format!("in {chain}");
            let paragraph = Paragraph::alone(&text, span(&text), Context::Prose);
            let years: Vec<bool> = text
                .match_indices("1900")
                .map(|(at, _)| is_year_in_context(&paragraph, &(at..at + 4), &[], &[]))
                .collect();
            assert_eq!(years, [true, true, true, false, false], "{text}");
        }
    }
}
