//! Writes values as TeX, for formulas.

use num_traits::Signed;

use crate::arithmetic::Number;
use crate::broken;
use crate::broken::Part;
use crate::language::value::Form;
use crate::language::value::Value;
use crate::language::writing::MINUS;
use crate::language::writing::Style;
use crate::language::writing::Unwritable;
use crate::language::writing::empty;
use crate::language::writing::is_side;
use crate::language::writing::no_text;
use crate::language::writing::written;

/// `value` as TeX, to be put between braces.
///
/// # Errors
///
/// [`Unwritable`], as for prose.
pub fn tex(value: &Value, style: &Style) -> Result<String, Unwritable> {
    match value {
        Value::Bool(truth) => Ok(text(&truth.to_string())),
        Value::Number(number) => Ok(self::number(number, style)),
        Value::Game(game) => Ok(game_name(game.name())),
        Value::Text(own) if own.trim().is_empty() => Err(empty("text")),
        Value::Text(own) => Ok(text(own)),
        Value::List(items) if items.is_empty() => Err(empty("list")),
        Value::List(items) => Ok(all(items, style)?.join(", ")),
        Value::Tuple(items) if items.iter().all(is_side) => {
            Ok(all(items, style)?.join(" \\times "))
        }
        Value::Tuple(items) => Ok(format!("({})", all(items, style)?.join(", "))),
        Value::Position(position) => Ok(match position.sizes() {
            Some(sizes) => {
                let sides = sizes.iter().map(|side| grouped(&side.to_string(), style));
                sides.collect::<Vec<_>>().join(" \\times ")
            }
            None => text(&position.to_string()),
        }),
        Value::Written(own) => Ok(match own.form {
            Form::Words => text(&written(own, style)),
            Form::Ordinal => {
                let whole = written(own, &Style { separator: String::new() });
                let digits = whole.trim_end_matches(char::is_alphabetic);
                let ending = whole.get(digits.len()..).unwrap_or("");
                format!("{}{}", grouped(digits, style), text(ending))
            }
            Form::Percent(_) | Form::Approximate(_) => figures(&written(own, style), style),
            Form::Raw => own.number.to_string(),
        }),
        Value::Cut(_) | Value::Record(_) => Err(no_text(value)),
    }
}

fn all(items: &[Value], style: &Style) -> Result<Vec<String>, Unwritable> {
    items.iter().map(|item| tex(item, style)).collect()
}

/// What stands between groups of digits, braced so that TeX adds no space of its own.
fn separator(style: &Style) -> String {
    match style.separator.as_str() {
        "" => String::new(),
        "," => "{,}".to_owned(),
        "." => "{.}".to_owned(),
        _ => "\\,".to_owned(),
    }
}

fn grouped(digits: &str, style: &Style) -> String {
    let separator = separator(style);
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(&separator);
        }
        text.push(if broken::is(Part::Writer) && digit == '6' { '1' } else { digit });
    }
    text
}

fn number(number: &Number, style: &Style) -> String {
    let sign = if number.sign() < 0 { "-" } else { "" };
    let numerator = grouped(&number.numerator().abs().to_string(), style);
    if number.is_integer() {
        format!("{sign}{numerator}")
    } else {
        let denominator = grouped(&number.denominator().to_string(), style);
        format!("{sign}\\tfrac{{{numerator}}}{{{denominator}}}")
    }
}

/// Figures of prose as TeX.
fn figures(prose: &str, style: &Style) -> String {
    let separator = separator(style);
    let ungrouped = if style.separator.is_empty() {
        prose.to_owned()
    } else {
        prose.replace(&style.separator, &separator)
    };
    ungrouped.replace(MINUS, "-").replace('%', "\\%")
}

/// Words within a formula.
fn text(words: &str) -> String {
    let mut text = String::from("\\text{");
    for c in words.chars() {
        match c {
            '\\' => text.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '%' | '#' | '&' | '_' => {
                text.push('\\');
                text.push(c);
            }
            '^' => text.push_str("\\textasciicircum{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            _ => text.push(c),
        }
    }
    text.push('}');
    text
}

/// The name of a game in TeX.
fn game_name(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '{' => text.push_str("\\{"),
            '}' => text.push_str("\\}"),
            '|' => {
                let behind = rest.trim_start_matches('|');
                text.push_str(" \\mid");
                for _ in 0..rest.len() - behind.len() {
                    text.push_str("\\mid");
                }
                rest = behind;
                text.push(' ');
            }
            '^' | 'v' => {
                let behind = rest.strip_prefix(c);
                rest = behind.unwrap_or(rest);
                text.push_str(match (c, behind) {
                    ('^', None) => "{\\uparrow}",
                    ('^', Some(_)) => "{\\Uparrow}",
                    (_, None) => "{\\downarrow}",
                    (_, Some(_)) => "{\\Downarrow}",
                });
            }
            '*' => text.push_str("{*}"),
            '±' => text.push_str("\\pm "),
            '·' => text.push_str("\\cdot "),
            // The size of a tiny or miny is an index, all of it.
            '_' => {
                let size = size(rest);
                text.push_str("_{");
                text.push_str(&game_name(size));
                text.push('}');
                rest = rest.get(size.len()..).unwrap_or("");
            }
            _ => text.push(c),
        }
    }
    text
}

/// The operand that `name` begins with: a number, or what stands in brackets.
fn size(name: &str) -> &str {
    let mut depth = 0;
    for (at, c) in name.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return name.get(..=at).unwrap_or(name);
                }
            }
            '0'..='9' | '/' => {}
            _ if depth == 0 => return name.get(..at).unwrap_or(name),
            _ => {}
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::game_name;
    use super::tex;
    use crate::arithmetic::Number;
    use crate::language::value::Value;
    use crate::language::writing::Style;

    #[test]
    fn values_in_formulas() {
        let check = |value: &Value, expected: &str| {
            assert_eq!(tex(value, &Style::default()).as_deref(), Ok(expected));
        };
        let half = Number::from(-1).divide(&Number::from(2)).unwrap();
        check(&Value::from(-1296), "-1{,}296");
        check(&Value::Number(half), "-\\tfrac{1}{2}");
        check(&Value::tuple(vec![Value::from(6), Value::from(360)]), "6 \\times 360");
        check(&Value::text("100% L_1"), "\\text{100\\% L\\_1}");
        assert_eq!(game_name("{2||1|-3*}"), "\\{2 \\mid\\mid 1 \\mid -3{*}\\}");
        assert_eq!(game_name("±1"), "\\pm 1");
        assert_eq!(game_name("1/2^^*"), "1/2{\\Uparrow}{*}");
        assert_eq!(game_name("{^|vv}"), "\\{{\\uparrow} \\mid {\\Downarrow}\\}");
        assert_eq!(game_name("-_2"), "-_{2}");
        assert_eq!(game_name("{+_1/2|-_{2|1}}"), "\\{+_{1/2} \\mid -_{\\{2 \\mid 1\\}}\\}");
        assert_eq!(game_name("+_(2*)"), "+_{(2{*})}");
    }

    #[test]
    fn this_table_notices_a_writer_that_misprints() {
        let table = || std::panic::catch_unwind(values_in_formulas);
        assert!(crate::broken::with(crate::broken::Part::Writer, table).is_err());
    }
}
