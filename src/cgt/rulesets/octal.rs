//! Octal games.
//!
//! The code `0.d1d2d3…` says what may be done to a heap by taking 1, 2, 3, … counters: digit `d`
//! contains 1 if the whole heap may be taken, 2 if something may be left as one heap, 4 if it may be
//! left as two.
//!
//! Notation: sizes of heaps, as in `3,5`; the game itself is called by its code, as in `octal 0.77`. A
//! move is called by its place in the list, from 1: the fewest counters taken come first. The counters
//! of a heap have no order, so that a move is how many are taken and which sizes are left.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 4; R. Guy and C. A. B.
//! Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52
//! (1956).

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::heap::Heap;
use crate::cgt::rulesets::heap::heaps;

/// The rules of an octal game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// The digits after the point, each from 0 to 7.
    digits: Vec<u8>,
}

impl Octal {
    /// Reads a code such as `0.77`.
    ///
    /// # Errors
    ///
    /// [`ReadError`] at the first character that is no octal digit.
    pub fn of_code(code: &str) -> Result<Self, ReadError> {
        let Some(digits) = code.strip_prefix("0.") else {
            let message = "expected a code such as `0.77`".to_owned();
            return Err(ReadError { at: 0, message });
        };
        let digit = |(at, c): (usize, char)| {
            c.to_digit(8).map(|digit| digit as u8).ok_or_else(|| ReadError {
                at: at + 2,
                message: format!("digit {} is `{c}`, not one of `0` to `7`", at + 1),
            })
        };
        Ok(Self { digits: digits.char_indices().map(digit).collect::<Result<_, _>>()? })
    }
}

impl Ruleset for Octal {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        let digits: String = self.digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
        format!("octal 0.{digits}").into()
    }

    fn moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        for (taken, digit) in (1..=heap).zip(&self.digits) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                moves.push(moves.len() as u64 + 1, [])?;
            }
            if digit & 2 != 0 && rest > 0 {
                moves.push(moves.len() as u64 + 1, heaps([rest]))?;
            }
            if digit & 4 != 0 {
                for smaller in 1..=rest / 2 {
                    moves.push(moves.len() as u64 + 1, heaps([smaller, rest - smaller]))?;
                }
            }
        }
        Ok(())
    }
}
