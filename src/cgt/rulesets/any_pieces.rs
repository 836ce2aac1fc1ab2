//! Cutcake with many knives.
//!
//! A cut may follow any number of lines at once, all vertical for Left, all horizontal for Right: the
//! pieces are any number, of any sizes.
//!
//! Notation: `2x3`, rows first. A cut is called by its place in the list, from 1, which is the binary
//! number whose digits are the lines, 1 where the cut follows the line: `2 + 1` is `01`, `1 + 2` is `10`.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Cutcake with many knives.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPieces;

impl Ruleset for AnyPieces {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "any_pieces".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let lines = cake.side(player).saturating_sub(1);
        // Longer lists than any that can be made end at the limit of `push`.
        for number in 1..1u64 << lines.min(63) {
            let mut parts = Vec::with_capacity(number.count_ones() as usize + 1);
            let mut before = 0;
            let mut rest = number;
            while rest > 0 {
                let line = lines - u64::from(rest.ilog2());
                rest ^= 1 << rest.ilog2();
                parts.push(line - before);
                before = line;
            }
            parts.push(lines + 1 - before);
            moves.searched(parts.len() as u64)?;
            moves.push(number, parts.iter().map(|&part| (cake.with_side(player, part), 1)))?;
        }
        Ok(())
    }

    // Parts of the same lengths in another order are the same pieces.
    fn different_moves(
        &self,
        cake: &Cake,
        player: Player,
        moves: &mut Moves<Cake>,
    ) -> Result<(), Exhausted> {
        let side = cake.side(player);
        let mut number = 0;
        // The partition of the side so far, and what is still to be cut.
        let mut parts: Vec<u64> = Vec::new();
        let mut rest = side;
        loop {
            // Fill up with the largest parts that keep the order.
            while rest > 0 {
                moves.searched(1)?;
                let most = parts.last().copied().unwrap_or(side.saturating_sub(1)).min(rest);
                if most == 0 {
                    return Ok(()); // A side of one cannot be cut.
                }
                parts.push(most);
                rest -= most;
            }
            number += 1;
            moves.push(number, parts.iter().map(|&part| (cake.with_side(player, part), 1)))?;
            // Take back parts of one, then make the last other part one less.
            while parts.last() == Some(&1) {
                parts.pop();
                rest += 1;
            }
            match parts.last_mut() {
                None => return Ok(()),
                Some(part) => {
                    *part -= 1;
                    rest += 1;
                }
            }
        }
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}
