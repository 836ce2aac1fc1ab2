//! A text put together from another, each byte of which knows where it came from.

use std::ops::Range;

/// A text and the origin of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Traced {
    /// The text.
    pub(super) text: String,
    /// Runs of it, sorted by their first byte.
    runs: Vec<Run>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    /// The first byte in the text.
    start: usize,
    /// The bytes of the origin: as many as the run has, if it was copied.
    from: Range<usize>,
    copied: bool,
}

impl Traced {
    /// Appends the bytes `at` of `origin`.
    pub(super) fn copy(&mut self, origin: &str, at: Range<usize>) {
        if let Some(text) = origin.get(at.clone()).filter(|text| !text.is_empty()) {
            self.runs.push(Run { start: self.text.len(), from: at, copied: true });
            self.text.push_str(text);
        }
    }

    /// Appends `text`, which stands for the bytes `from` of the origin.
    pub(super) fn put(&mut self, text: &str, from: Range<usize>) {
        if !text.is_empty() {
            self.runs.push(Run { start: self.text.len(), from, copied: false });
            self.text.push_str(text);
        }
    }

    /// The bytes of the origin that the bytes `at` of the text came from; of what was put in, all
    /// that it stands for. An empty range stays empty where it lies in copied text.
    pub(super) fn origin(&self, at: Range<usize>) -> Range<usize> {
        let last = at.end.saturating_sub(1).max(at.start);
        let (Some(first), Some(last_run)) = (self.run(at.start), self.run(last)) else {
            return 0..0;
        };
        let offset =
            |run: &Run, byte: usize| (run.from.start + (byte - run.start)).min(run.from.end);
        let start = if first.copied { offset(first, at.start) } else { first.from.start };
        let end = if last_run.copied { offset(last_run, at.end) } else { last_run.from.end };
        start..end.max(start)
    }

    /// The run that holds `byte`, or the last one before it.
    fn run(&self, byte: usize) -> Option<&Run> {
        self.runs.get(self.runs.partition_point(|run| run.start <= byte).checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::Traced;

    #[test]
    fn copied_bytes_lead_back_one_by_one_and_others_to_the_whole() {
        let origin = "ab[call]cd";
        let mut traced = Traced::default();
        traced.copy(origin, 0..2);
        traced.put("xyz", 2..8);
        traced.copy(origin, 8..10);
        assert_eq!(traced.text, "abxyzcd");
        assert_eq!(traced.origin(1..2), 1..2);
        assert_eq!(traced.origin(3..4), 2..8);
        assert_eq!(traced.origin(1..6), 1..9);
        assert_eq!(traced.origin(6..7), 9..10);
        assert_eq!(traced.origin(7..7), 10..10);
        assert_eq!(Traced::default().origin(3..5), 0..0);
    }
}
