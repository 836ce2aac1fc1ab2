//! The name an author probably meant.

/// Returns the candidate nearest to `name`, if one is near enough to be a slip: at most a third of
/// its letters (and at least one) inserted, left out, exchanged or swapped. Among equally near ones
/// the first in alphabetical order.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_does_not() {
        assert_eq!(nearest("mauundy", ["cutcake", "maundy"]), Some("maundy"));
        assert_eq!(nearest("tomato", ["cutcake", "maundy"]), None);
    }
}
