//! Words before a binding that turn what it binds into a bound: `fewer than [66](=x)`.
//!
//! The binding holds when the number is exactly what is shown, so words by which it is *not* that
//! number make a sentence that nothing checks, and a false one where the number is the subject. In
//! the bracket they are checked: `[fewer than 70](=x)`. Words that the number itself satisfies ("at
//! most", "up to", "about") may stand outside.
//!
//! The bound may speak of something else, which the text alone does not show. So it stays where the
//! clause denies it ("no cut leaves more than [9](=x)"), where it is a condition ("if it has more than
//! [two](=x) rows"), a supposition or a question, where it says which things are meant ("every number
//! greater than [two](=x)"), where it counts on from the number ("one more than [9](=x)"), and where
//! the sentence has a badge: then a claim answers for it.

use std::ops::Range;

use crate::essay::builder::cut;
use crate::essay::model::INSET;
use crate::essay::number_words::classify;
use crate::essay::number_words::is_listed;

/// How many bytes of a sentence are looked at on either side.
const NEAR: usize = 400;

/// Comparatives of number before "than".
const OF_NUMBER: &str = "more fewer less greater";

/// Comparatives of size before "than", which also say which things are meant ("cakes larger than"):
/// bounds only behind a form of "to be".
const OF_SIZE: &str = "larger bigger higher lower smaller longer shorter better worse";

/// Words that say by themselves that the number is not reached or is passed.
const NEARLY: &str = "nearly almost exceeds exceed exceeded exceeding";

/// Words before the last one of a phrase that denies the number or passes it.
const PHRASES: &[(&str, &str)] = &[
    ("not", "quite"),
    ("anything", "but"),
    ("differs", "from"),
    ("differ", "from"),
    ("short", "of"),
    ("shy", "of"),
    ("upwards", "of"),
    ("upward", "of"),
    ("excess", "of"),
];

/// Words of place that are bounds behind what an amount follows; elsewhere they say where something
/// is, as in "checked over [1,296](=x) cakes".
const OF_PLACE: &str = "over under above below beyond";

/// Words that make a bound of a word of place.
const DEGREES: &str = "just well slightly little far barely";

/// Forms of "to be".
const BEING: &str = "is are was were be been";

/// What an amount follows, apart from forms of "to be".
const BEFORE_AMOUNTS: &str = "\
    worth has have had takes take took needs need makes costs wins leaves in of by for with to \
    at";

/// Words that deny what their clause says.
const DENIALS: &str = "no not never none nor neither nothing nobody nowhere without cannot hardly";

/// Words that make a condition of what follows them, so many words on.
const CONDITIONS: &str = "if when whenever where wherever unless until whether whose";
const CONDITION: usize = 6;

/// Words that make a condition of all that follows them in their clause.
const SUPPOSITIONS: &str = "suppose supposing assume assuming let imagine consider";

/// Words behind which a bound right behind a noun says which things are meant: "every even number
/// greater than", "any cake with more than".
const UNIVERSAL: &str = "every any all each whichever whatever";

/// Words before a bound that say which things are meant, behind a noun: "a cake with more than".
const RELATIVE: &str = "with worth having";

/// Words that open the phrase of a noun.
const DETERMINERS: &str = "a an the those these every any all each no some";

/// What says something of a noun before it.
const PREDICATES: &str = "\
    is are was were be will would can cannot may must might should shall has have had does do did \
    needs takes holds fails loses wins costs";

/// Words that begin another statement behind a comma.
const CONJUNCTIONS: &str = "and but yet so because since while though although for";

/// The bytes of the words right before byte `at` of `text`, where a binding stands, that make a strict
/// bound of it which nothing answers for.
pub(crate) fn bound_before(text: &str, at: usize) -> Option<Range<usize>> {
    let from = text.floor_char_boundary(at.saturating_sub(NEAR));
    let before = cut(text, from..at);
    let words = bound(before)?;
    let sentence = cut(before, sentence_start(before)..words.start);
    let to = text.ceil_char_boundary((at + NEAR).min(text.len()));
    let rest = cut(text, at..to);
    let excused = counts_on(sentence)
        || is_denied(sentence)
        || is_condition(sentence)
        || is_supposed(sentence)
        || is_asked(rest)
        || is_meant(sentence, cut(before, words.clone()), rest)
        || has_badge(rest);
    (!excused).then_some(from + words.start..from + words.end)
}

/// The bound that `before` ends with, behind it only white space.
fn bound(before: &str) -> Option<Range<usize>> {
    let end = before.trim_end().len();
    if end == before.len() {
        return None;
    }
    if let Some(sign) = cut(before, 0..end).chars().next_back()
        && matches!(sign, '<' | '>' | '≠')
    {
        return Some(end - sign.len_utf8()..end);
    }
    let mut words = Words { text: cut(before, 0..end) };
    let (last, mut start) = words.next()?;
    let (second, second_start) = words.next().unwrap_or(("", start));
    let third = words.next().map_or("", |(third, _)| third);
    if is_listed(last, NEARLY) {
        return Some(start..end);
    }
    let is_phrase = PHRASES.iter().any(|(first, final_word)| {
        last.eq_ignore_ascii_case(final_word) && second.eq_ignore_ascii_case(first)
    });
    // "It is not [66](=x)."
    let denies = last.eq_ignore_ascii_case("not") && is_listed(second, BEING);
    if is_phrase || denies {
        return Some(second_start..end);
    }
    if last.eq_ignore_ascii_case("than") {
        let size = is_listed(second, OF_SIZE) && is_listed(third, BEING);
        return (is_listed(second, OF_NUMBER) || size).then_some(second_start..end);
    }
    if is_listed(last, OF_PLACE) {
        if is_listed(second, DEGREES) {
            start = second_start;
        } else if !is_listed(second, BEING) && !is_listed(second, BEFORE_AMOUNTS) {
            return None;
        }
        return Some(start..end);
    }
    None
}

/// The words at the end of a text, the last one first, with nothing but white space between them.
struct Words<'a> {
    text: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let bare = self.text.trim_end();
        let inner = |c: char| c.is_alphanumeric() || matches!(c, '’' | '-');
        let start = bare.trim_end_matches(inner).len();
        self.text = cut(bare, 0..start);
        (start < bare.len()).then(|| (cut(bare, start..bare.len()), start))
    }
}

/// Where the last sentence or statement of `text` begins.
fn sentence_start(text: &str) -> usize {
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let behind = at + c.len_utf8();
        let rest = cut(text, behind..text.len());
        let ends = match c {
            '.' | '!' | '?' | ':' => rest.starts_with(char::is_whitespace),
            ';' | '—' | '(' | ')' => true,
            '–' => rest.starts_with(char::is_whitespace),
            ',' => {
                let next = rest.split_whitespace().next().unwrap_or("");
                is_listed(next, CONJUNCTIONS)
            }
            _ => false,
        };
        if ends {
            start = behind;
        }
    }
    start
}

/// Whether the bound behind `sentence` says by how much: "one more than", "`=x` fewer than".
fn counts_on(sentence: &str) -> bool {
    if sentence.trim_end().ends_with(|c: char| c == INSET || c.is_numeric()) {
        return true;
    }
    let last = Words { text: sentence }.next().map_or("", |(word, _)| word);
    matches!(last, "cent" | "percent" | "times" | "half" | "third" | "quarter")
        || last.rsplit('-').next().is_some_and(|word| classify(word).is_some())
}

/// Whether a word of `sentence` denies what follows it.
fn is_denied(sentence: &str) -> bool {
    words(sentence).any(|word| is_listed(word, DENIALS) || word.ends_with("n’t"))
}

/// Whether what `sentence` ends with is a condition.
fn is_condition(sentence: &str) -> bool {
    let clause = sentence.rsplit(',').next().unwrap_or(sentence);
    let mut near = words(clause).rev().take(CONDITION);
    near.any(|word| is_listed(word, CONDITIONS))
}

/// Whether `sentence` supposes what follows it: "suppose more than", "let it be more than".
fn is_supposed(sentence: &str) -> bool {
    words(sentence).take(3).any(|word| is_listed(word, SUPPOSITIONS))
}

/// Whether the sentence that `rest` ends is a question.
fn is_asked(rest: &str) -> bool {
    sentence_end(rest).is_some_and(|end| cut(rest, end..rest.len()).starts_with('?'))
}

/// Where the mark stands that ends the first sentence of `text`.
fn sentence_end(text: &str) -> Option<usize> {
    text.char_indices().find_map(|(at, c)| {
        let behind = cut(text, at + c.len_utf8()..text.len());
        let ends = behind.is_empty() || behind.starts_with(char::is_whitespace);
        (matches!(c, '.' | '!' | '?') && ends).then_some(at)
    })
}

/// Whether the bound between `sentence` and `rest` only says which things are meant: "every number
/// greater than [two](=x)", "the cakes with more than [66](=x) squares are large".
fn is_meant(sentence: &str, bound: &str, rest: &str) -> bool {
    let clause = sentence.rsplit(',').next().unwrap_or(sentence);
    let own: Vec<&str> = words(clause).collect();
    let Some((last, phrase)) = own.split_last() else { return false };
    if own.iter().any(|word| is_listed(word, PREDICATES)) {
        return false;
    }
    let comparative = words(bound).next().unwrap_or("");
    if is_listed(comparative, "greater less larger smaller") || bound.starts_with(['<', '>', '≠'])
    {
        return own.iter().rev().take(CONDITION).any(|word| is_listed(word, UNIVERSAL));
    }
    // The noun opens its clause, and something is said of it behind the bound.
    let said = cut(rest, 0..sentence_end(rest).unwrap_or(rest.len()));
    let said = said.split([',', ';', ':']).next().unwrap_or(said);
    let opens = match phrase {
        [] => false,
        [noun] => noun.ends_with('s'),
        [first, ..] => phrase.len() <= 4 && is_listed(first, DETERMINERS),
    };
    is_listed(last, RELATIVE) && opens && words(said).any(|word| is_listed(word, PREDICATES))
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '’')).filter(|word| !word.is_empty())
}

/// Whether the sentence that `rest` ends has a badge, or one follows it.
fn has_badge(rest: &str) -> bool {
    let Some(badge) = rest.find('✓') else { return false };
    let between = cut(rest, 0..badge).trim_end_matches([' ', '\n', '\u{A0}', '✓']);
    let ends = between.char_indices().filter(|&(at, c)| {
        let behind = cut(between, at + c.len_utf8()..between.len());
        matches!(c, '.' | '!' | '?') && behind.starts_with(char::is_whitespace)
    });
    ends.count() == 0
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::bound_before;
    use crate::essay::model::INSET;

    /// The bound before the binding of `text`, which stands as `[66]`.
    fn found(text: &str) -> Option<String> {
        let text = text.replace("[66]", &INSET.to_string()).replace("[x]", &INSET.to_string());
        let at = text.rfind(INSET).unwrap();
        bound_before(&text, at).map(|range| text[range].to_owned())
    }

    #[test]
    fn a_strict_bound_outside_is_one_that_nothing_checks() {
        for (text, bound) in [
            ("It is fewer than [66] moves.", "fewer than"),
            ("Fewer than [66] fail.", "Fewer than"),
            ("It is less than [66].", "less than"),
            ("There are more than [66] of them.", "more than"),
            ("It is much more than\n[66].", "more than"),
            ("a value greater than [66]", "greater than"),
            ("The side is larger than [66].", "larger than"),
            ("It is over [66].", "over"),
            ("in under [66] moves", "under"),
            ("the room is below [66]", "below"),
            ("well over [66] cakes", "well over"),
            ("just under [66]", "just under"),
            ("nearly [66] cakes", "nearly"),
            ("almost [66]", "almost"),
            ("not quite [66]", "not quite"),
            ("Its value is not [66].", "is not"),
            ("It is anything but [66].", "anything but"),
            ("It differs from [66].", "differs from"),
            ("It falls short of [66].", "short of"),
            ("upwards of [66] cakes", "upwards of"),
            ("in excess of [66] cakes", "excess of"),
            ("Its value exceeds [66].", "exceeds"),
            ("the value > [66]", ">"),
            // What denies or conditions another statement does not reach here.
            ("No cake is level, and more than [66] fail.", "more than"),
            ("None is level. More than [66] fail.", "More than"),
            ("If it is level, it is worth more than [66].", "more than"),
            ("Every cut leaves more than [66].", "more than"),
            ("Where each player still has a cut left to make it is more than [66].", "more than"),
            ("The player wins with more than [66] moves.", "more than"),
            ("The cake is worth more than [66] and has no cuts.", "more than"),
            ("Every value is greater than [66].", "greater than"),
            ("More than [66] fail. Why?", "More than"),
            // The badge of another sentence.
            ("More than [66] fail. It holds. ✓", "More than"),
        ] {
            assert_eq!(found(text).as_deref(), Some(bound), "{text}");
        }
    }

    #[test]
    fn bounds_that_something_answers_for_may_stand_outside() {
        for text in [
            "at most [66] moves",
            "at least [66]",
            "up to [66]",
            "no more than [66]",
            "about [66]",
            "close to [66]",
            "The cake is not worth [66]",
            "Is it not [66]?",
            "exactly [66], only [66]",
            "no cut leaves more than [66]",
            "it never has, on any edge, more than [66]",
            "it doesn’t exceed [66]",
            "if a cake has more than [66] rows",
            "whenever the lead exceeds [66]",
            "one more than [66]",
            "[x] fewer than [66]",
            "ten per cent more than [66]",
            "twice [66]",
            "checked over [66] cakes",
            "products below [66]",
            "a tax above [66]",
            "gaps above [x] and above [66]",
            "cakes larger than [66]",
            "more pieces than [66]",
            "rather than [66]",
            "more than half of [66]",
            "Every even number greater than [66] is a sum of two primes.",
            "Any number greater than [66] will do",
            "Suppose more than [66] are odd.",
            "Assume fewer than [66].",
            "Let it be more than [66].",
            "A cake with more than [66] squares is called large.",
            "The cakes worth more than [66] moves are shaded.",
            "Does any cake have more than [66] cuts? No.",
            "Fewer than [66] fail. ✓ And so on.",
            "From here on fewer than [66] of them do, as shown ✓ below.",
            "More than one, [66]",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
