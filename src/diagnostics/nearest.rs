//! The name an author probably meant.

/// Returns the candidate nearest to `name`, if one is near enough to be a slip: at most a third of
/// the letters of the longer of the two (and at least one) inserted, left out, exchanged or swapped.
/// One that differs in its capitals alone is nearer than any other. Among equally near ones the first
/// in alphabetical order.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let folded = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            if candidate.to_lowercase() == folded {
                return Some((0, candidate));
            }
            let longer = candidate.chars().count().max(length);
            let allowed = (longer / 3).max(1);
            // The lengths alone may say that it is too far away, in less time.
            if longer - candidate.chars().count().min(length) > allowed {
                return None;
            }
            let distance = strsim::osa_distance(name, candidate);
            (distance <= allowed).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// The most candidates that are offered for one name.
const OFFERED: usize = 5;

/// What to offer for `name`, each between backticks: of `candidates` whose parts are joined by
/// `separator` those that have a part of this name, else the nearest one, else the one with the
/// nearest part, else those in which `name` is found. `None` if there is nothing of the kind.
#[must_use]
pub fn suggested<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    separator: &str,
) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let having = |part: &str| -> Vec<&str> {
        let has = |one: &&str| one.split(separator).any(|own| own.eq_ignore_ascii_case(part));
        candidates.iter().copied().filter(has).collect()
    };
    let mut found = having(name);
    if found.is_empty() {
        found.extend(nearest(name, candidates.iter().copied()));
    }
    if found.is_empty()
        && let Some(part) = nearest(name, candidates.iter().flat_map(|one| one.split(separator)))
    {
        found = having(part);
    }
    if found.is_empty() && name.chars().count() >= 3 {
        let folded = name.to_lowercase();
        found =
            candidates.iter().copied().filter(|one| one.to_lowercase().contains(&folded)).collect();
    }
    found.truncate(OFFERED);
    let (last, before) = found.split_last()?;
    let quoted: Vec<String> = before.iter().map(|one| format!("`{one}`")).collect();
    Some(match quoted.as_slice() {
        [] => format!("`{last}`"),
        _ => format!("{} or `{last}`", quoted.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use super::suggested;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_does_not() {
        assert_eq!(nearest("mauundy", ["cutcake", "maundy"]), Some("maundy"));
        assert_eq!(nearest("mondy", ["cutcake", "maundy", "mod"]), Some("maundy"));
        assert_eq!(nearest("OMEGA", ["omegas", "Omega"]), Some("Omega"));
        assert_eq!(nearest("tomato", ["cutcake", "maundy"]), None);
        assert_eq!(nearest("col", ["nim", "cut", "toads_and_frogs"]), None);
    }

    #[test]
    fn a_part_of_a_name_finds_the_whole() {
        let names = ["numeral::unbound", "claim::syntax", "front::syntax", "block::unknown_kind"];
        let suggested = |name| suggested(name, names, "::");
        assert_eq!(suggested("unbound").as_deref(), Some("`numeral::unbound`"));
        assert_eq!(suggested("unbond").as_deref(), Some("`numeral::unbound`"));
        assert_eq!(suggested("numeral::unbond").as_deref(), Some("`numeral::unbound`"));
        assert_eq!(suggested("syntax").as_deref(), Some("`claim::syntax` or `front::syntax`"));
        assert_eq!(suggested("kind").as_deref(), Some("`block::unknown_kind`"));
        assert_eq!(suggested("giraffe"), None);
    }
}
