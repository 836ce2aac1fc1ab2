//! Roots of numbers as they are typed.

/// The root of the whole number that `text` is, in brackets or not, if that is a square.
pub(super) fn of(text: &str) -> Option<String> {
    let bare = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let number: u128 = bare.parse().ok()?;
    let root = number.isqrt();
    (root.checked_mul(root)? == number).then(|| root.to_string())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn squares_have_roots() {
        assert_eq!(of("(81)").as_deref(), Some("9"));
        assert_eq!(of("0").as_deref(), Some("0"));
        // (10^18 + 1)^2
        assert_eq!(
            of("1000000000000000002000000000000000001").as_deref(),
            Some("1000000000000000001")
        );
        assert_eq!(of("2"), None);
        assert_eq!(of("(1 / 4)"), None);
    }
}
