//! Writes a value in the way in which an author wrote another one: words stay words, separators stay
//! separators. This is what `--fix` puts into the bracket.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::arithmetic::Number;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::language::reading::Look;
use crate::language::value::Value;
use crate::language::writing;
use crate::language::writing::Style;

/// The text that says `value` in the style of `shown`; in the site's `style` where `shown` has none.
/// `None` where nothing that reads back as the value can be written.
#[must_use]
pub fn restyled(shown: &str, value: &Value, style: &Style) -> Option<String> {
    let right = |text: &String| reading::agrees(text, value) == Agreement::Agrees;
    let own = || in_style_of(shown, value, style);
    let finer = || match value {
        Value::Number(number) => number_like(shown.trim(), number, style, Step::Whole),
        _ => None,
    };
    own()
        .filter(right)
        .or_else(|| finer().filter(right))
        .or_else(|| writing::prose(value, style).ok().filter(right))
}

/// By what a rounded number is stepped.
#[derive(Clone, Copy)]
enum Step {
    /// What its digits say.
    Shown,
    /// A whole number, for a bound that has no round one beside it.
    Whole,
}

fn in_style_of(shown: &str, value: &Value, style: &Style) -> Option<String> {
    match value {
        Value::Number(number) => number_like(shown.trim(), number, style, Step::Shown),
        Value::Tuple(parts) => parts_like(shown, parts, style, &["×", " by ", " x ", "x"]),
        Value::List(items) => list_like(shown, items, style),
        Value::Text(text) => {
            let capital = shown.trim().chars().next().is_some_and(char::is_uppercase);
            Some(if capital { capitalised(text) } else { text.to_string() })
        }
        Value::Bool(_)
        | Value::Game(_)
        | Value::Position(_)
        | Value::Cut(_)
        | Value::Record(_)
        | Value::Written(_) => None,
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn number_like(shown: &str, number: &Number, style: &Style, step: Step) -> Option<String> {
    let look = reading::look(shown)?;
    let (before, after) = (shown.get(..look.number.start)?, shown.get(look.number.end..)?);
    let own = shown.get(look.number.clone())?;
    let scaled = if look.is_percent { number.multiply(&Number::from(100)) } else { number.clone() };
    let scaled = match &look.rounding {
        Some(own) => {
            let step = match step {
                Step::Shown => own,
                Step::Whole => &Number::ONE,
            };
            rounded(&scaled, step, look.rounds_up)?
        }
        None => scaled,
    };
    let style = grouping_of(own, &scaled, style);
    let text = match look.look {
        Look::Words => writing::words(&scaled)?,
        Look::OrdinalWords => writing::ordinal_words(&scaled)?,
        Look::Ordinal => {
            let digits = writing::exact(&scaled, &style);
            let written = writing::prose(&written_ordinal(&scaled), &style).ok()?;
            if scaled.is_integer() { written } else { digits }
        }
        Look::Decimal(places) => writing::decimal_places(&scaled, places, &style),
        Look::Vulgar => match writing::vulgar(&scaled) {
            Some(character) => character.to_string(),
            None => writing::exact(&scaled, &style),
        },
        Look::FractionWords => {
            writing::fraction_words(&scaled).unwrap_or_else(|| writing::exact(&scaled, &style))
        }
        Look::Figures => writing::exact(&scaled, &style),
    };
    let text = if own.chars().next().is_some_and(char::is_uppercase) && before.is_empty() {
        capitalised(&text)
    } else {
        text
    };
    // A minus sign stays the one that was typed.
    let text = if own.starts_with('-') { text.replacen('−', "-", 1) } else { text };
    Some(format!("{before}{text}{after}"))
}

fn written_ordinal(number: &Number) -> Value {
    let form = crate::language::value::Form::Ordinal;
    let number = number.clone();
    Value::Written(std::sync::Arc::new(crate::language::value::Written { number, form }))
}

/// `number` in whole steps: half up where the text says "about", else the step that a sharp bound
/// needs.
fn rounded(number: &Number, step: &Number, up: reading::Rounding) -> Option<Number> {
    let steps = number.divide(step)?;
    let (above, below) = (steps.numerator(), steps.denominator());
    let two = BigInt::from(2);
    let whole = match up {
        reading::Rounding::HalfUp => (above * &two + &below).div_floor(&(below * two)),
        reading::Rounding::Up => above.div_ceil(&below),
        reading::Rounding::Down => above.div_floor(&below),
        reading::Rounding::Beyond => above.div_floor(&below) + 1,
        reading::Rounding::Before => above.div_ceil(&below) - 1,
    };
    Some(Number::integer(whole).multiply(step))
}

/// The separator that `own` uses; where it is too short to use one, the site's.
fn grouping_of(own: &str, number: &Number, style: &Style) -> Style {
    let used = own.chars().find(|c| [',', '\u{a0}', '\u{202f}', '\u{2009}'].contains(c));
    let digits = own.chars().filter(char::is_ascii_digit).count();
    match used {
        Some(separator) => Style { separator: separator.to_string() },
        None if digits > 3 && number.is_integer() => Style { separator: String::new() },
        None => style.clone(),
    }
}

fn parts_like(shown: &str, parts: &[Value], style: &Style, separators: &[&str]) -> Option<String> {
    for separator in separators {
        let sides: Vec<&str> = shown.split(separator).collect();
        if sides.len() > 1 {
            let padding = |side: &str, at_start: bool| {
                let trimmed = if at_start { side.trim_start() } else { side.trim_end() };
                side.len() > trimmed.len()
            };
            let spaced = sides.first().is_some_and(|side| padding(side, false));
            let gap = if spaced { format!(" {separator} ") } else { (*separator).to_owned() };
            let last = sides.last().copied().unwrap_or("");
            let texts: Option<Vec<String>> = parts
                .iter()
                .enumerate()
                .map(|(index, part)| {
                    let like = sides.get(index).copied().unwrap_or(last);
                    restyled(like.trim(), part, style)
                })
                .collect();
            return Some(texts?.join(&gap));
        }
    }
    None
}

/// The separators of `shown` between the items; where there are more items, its first one.
fn list_like(shown: &str, items: &[Value], style: &Style) -> Option<String> {
    const LAST: &[&str] = &[", and ", ", or ", " and ", " or "];
    const EVERY: &[&str] = &[" + ", " · ", "·", " → ", "; ", ", "];
    let last = LAST.iter().find(|own| shown.contains(**own));
    let every = EVERY.iter().find(|own| shown.contains(**own)).unwrap_or(&", ");
    let first = shown.split(every).next().unwrap_or(shown);
    let first = last.map_or(first, |last| first.split(last).next().unwrap_or(first));
    let texts: Option<Vec<String>> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let text = restyled(first.trim(), item, style)?;
            // Only the first item may begin with a capital.
            let capital = index > 0 && matches!(item, Value::Number(_));
            Some(if capital { text.to_lowercase() } else { text })
        })
        .collect();
    let texts = texts?;
    match (texts.split_last(), last) {
        (Some((end, before)), Some(last)) if !before.is_empty() => {
            Some(format!("{}{last}{end}", before.join(every)))
        }
        _ => Some(texts.join(every)),
    }
}

#[cfg(test)]
mod tests {
    use super::restyled;
    use crate::arithmetic::Number;
    use crate::language::value::Value;
    use crate::language::writing::Style;

    #[track_caller]
    fn check(shown: &str, value: Value, expected: &str) {
        let found = restyled(shown, &value, &Style::default());
        assert_eq!(found.as_deref(), Some(expected), "{shown:?} for {value:?}");
    }

    fn fraction(above: i64, below: i64) -> Value {
        Value::Number(Number::from(above).divide(&Number::from(below)).unwrap())
    }

    fn list(items: &[i64]) -> Value {
        Value::list(items.iter().copied().map(Value::from).collect())
    }

    #[test]
    fn numbers_keep_their_look() {
        check("67", Value::from(66), "66");
        check("1,297", Value::from(1_296), "1,296");
        check("1\u{202f}297", Value::from(1_296), "1\u{202f}296");
        check("1297", Value::from(1_296), "1296");
        check("sixty-three", Value::from(62), "sixty-two");
        check("Twenty-seven", Value::from(28), "Twenty-eight");
        check("-4", Value::from(-3), "-3");
        check("−4", Value::from(-3), "−3");
        check("17th", Value::from(16), "16th");
        check("seventeenth", Value::from(16), "sixteenth");
        check("½", fraction(3, 4), "¾");
        check("a half", fraction(3, 4), "three quarters");
        check("1/3", fraction(3, 4), "3/4");
        check("80 per cent", fraction(448, 552), "81 per cent");
        check("80.0%", fraction(448, 552), "81.2%");
    }

    #[test]
    fn bounds_stay_sharp_and_rounded_numbers_rounded() {
        check("at most ten", Value::from(9), "at most nine");
        check("fewer than nine", Value::from(9), "fewer than ten");
        check("fewer than a hundred", Value::from(66), "fewer than sixty-seven");
        check("less than 100", Value::from(66), "less than 67");
        check("over a thousand", Value::from(1_296), "over one thousand two hundred");
        check("more than 2,800", Value::from(2_903), "more than 2,900");
        check("About fifty", fraction(169, 4), "About forty");
        check("about one third", fraction(108, 166), "about two thirds");
    }

    #[test]
    fn cakes_and_lists_keep_their_separators() {
        let cake = || Value::tuple(vec![Value::from(3), Value::from(4)]);
        check("3 × 5", cake(), "3 × 4");
        check("3x5", cake(), "3x4");
        check("three by five", cake(), "three by four");
        check("15, 8, 7, 3", list(&[15, 7, 7, 3]), "15, 7, 7, 3");
        check("1, 3 and 8", list(&[1, 3, 7]), "1, 3 and 7");
        check("One, three, and eight", list(&[1, 3, 7]), "One, three, and seven");
        check("1 + 5 + 16", list(&[1, 5, 15]), "1 + 5 + 15");
        check("0 or 2", list(&[0, 1, 2]), "0, 1 or 2");
    }

    #[test]
    fn what_has_no_style_gets_that_of_the_site() {
        check("many", Value::from(1_296), "1,296");
        check("right", Value::text("L"), "L");
    }
}
