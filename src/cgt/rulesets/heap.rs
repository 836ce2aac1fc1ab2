//! Heaps of counters, for impartial games.

use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::SizeError;

/// A heap of so many counters. A heap of none is no position: it is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Heap(pub u64);

impl Board for Heap {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        if sizes.is_empty() {
            return Err(SizeError { expected: "the size of each heap".to_owned() });
        }
        Ok(sizes.iter().filter(|&&size| size > 0).map(|&size| Self(size)).collect())
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        let mut heaps = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            let start = at + part.len() - part.trim_start().len();
            let size = part.trim().parse().map_err(|_| ReadError {
                at: start,
                message: format!("heap {} is not a whole number", heaps.len() + 1),
            })?;
            heaps.push(size);
            at += part.len() + 1;
        }
        Ok(heaps.into_iter().filter(|&size| size > 0).map(Self).collect())
    }

    fn write(&self) -> String {
        self.0.to_string()
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        Some(vec![self.0])
    }

    fn weight(&self) -> u64 {
        // A move leaves up to two heaps, which are looked up one by one.
        2
    }
}

/// The heaps that are not empty, one of each.
pub(crate) fn heaps<const N: usize>(sizes: [u64; N]) -> impl Iterator<Item = (Heap, u64)> {
    sizes.into_iter().filter(|&size| size > 0).map(|size| (Heap(size), 1))
}
