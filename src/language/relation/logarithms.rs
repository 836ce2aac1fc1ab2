//! Logarithms of numbers as they are typed.

/// The logarithm to base `base` of the number that `text` is, if that is a whole number: of digits,
/// or of a power of them.
pub(super) fn of(base: &str, text: &str) -> Option<String> {
    let base: u128 = bare(base).parse().ok().filter(|&base| base > 1)?;
    let (power, exponent) = match bare(text).split_once('^') {
        Some((power, exponent)) => (power, bare(exponent).parse::<u64>().ok()?),
        None => (bare(text), 1),
    };
    let mut rest: u128 = bare(power).parse().ok().filter(|&rest| rest > 0)?;
    let mut logarithm = 0_u64;
    while rest.is_multiple_of(base) {
        rest /= base;
        logarithm += 1;
    }
    let whole = logarithm.checked_mul(exponent)?;
    (rest == 1).then(|| whole.to_string())
}

/// `text` without brackets around the whole of it.
fn bare(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        text = inside.trim();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn powers_of_the_base_have_whole_logarithms() {
        for (base, text, logarithm) in [
            ("2", "8", Some("3")),
            ("(10)", "1000", Some("3")),
            ("3", "(3^12)", Some("12")),
            ("2", "4^(10)", Some("20")),
            ("7", "1", Some("0")),
            ("2", "6", None),
            ("2", "(8 + 8)", None),
            ("4", "2^10", None),
            ("1", "1", None),
            ("2", "0", None),
            ("2", "(1 / 8)", None),
        ] {
            assert_eq!(of(base, text).as_deref(), logarithm, "{base} {text}");
        }
    }
}
