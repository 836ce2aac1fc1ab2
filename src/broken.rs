//! Parts that a test may break, each alone, to see that the others notice.
//!
//! The ways to a value, and the reader and the writer of numbers, are believed because they agree.
//! That is worth something only if they would not agree were one of them wrong, so each asks
//! [`is`] at one place and then goes wrong in a small way. Only the build of the unit tests can be
//! broken: in any other [`is`] is a constant, and what hangs on it is not compiled.
//!
//! The tests are in `site::broken_tests`.

/// What may be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first way: values by construction.
    Construction,
    /// The second way: values by integers.
    Integers,
    /// The default: the engine of canonical forms.
    Engine,
    /// The moves of a ruleset, by its name.
    Moves(&'static str),
    /// The reader of numbers misreads.
    Reader,
    /// The reader of numbers believes everything.
    Faith,
    /// The writer of numbers misprints.
    Writer,
}

#[cfg(test)]
thread_local! {
    static BROKEN: std::cell::Cell<Option<Part>> = const { std::cell::Cell::new(None) };
}

/// Whether `part` is broken here; never outside of unit tests.
#[inline]
pub(crate) fn is(part: Part) -> bool {
    #[cfg(test)]
    return BROKEN.get() == Some(part);
    #[cfg(not(test))]
    {
        let _ = part;
        false
    }
}

/// Whether the moves of the ruleset of this name are broken.
#[cfg(test)]
pub(crate) fn is_moves_of(name: &str) -> bool {
    BROKEN.get().is_some_and(|part| matches!(part, Part::Moves(own) if own == name))
}

/// What `work` returns if `part` is broken, on this thread and on those that it shares work with.
#[cfg(test)]
pub(crate) fn with<T: Send>(part: Part, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .start_handler(move |_| BROKEN.set(Some(part)))
        .build()
        .expect("the system has threads");
    pool.install(work)
}
