//! Walls of thermographs: how a stop changes as the game is cooled.
//!
//! A [`Wall`] is a continuous, piecewise linear function of the temperature from -1 upwards. Its
//! slopes are 0, 1 and -1, and above its last corner it is a mast: it does not change any more.
//! Corners lie at dyadic temperatures, so everything is exact.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use std::cmp::Ordering;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::player::Player;

/// A point of a wall.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Corner {
    /// The temperature, -1 or more.
    pub temperature: Dyadic,
    /// The value of the wall at that temperature.
    pub value: Dyadic,
}

/// A piecewise linear function of the temperature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    /// From temperature -1 upwards; neighbours differ in slope.
    corners: Vec<Corner>,
    /// The slope beyond the last corner.
    beyond: i8,
}

impl Wall {
    /// The mast at `value`.
    pub fn mast(value: Dyadic) -> Self {
        Self { corners: vec![Corner { temperature: Dyadic::from(-1), value }], beyond: 0 }
    }

    /// The wall through these corners, ending in a mast. The first is at temperature -1, and from
    /// corner to corner the value changes by nothing or by what the temperature does.
    pub(crate) fn through(corners: Vec<Corner>) -> Self {
        let mut wall = Self { corners: Vec::with_capacity(corners.len()), beyond: 0 };
        for corner in corners {
            wall.extend(corner);
        }
        wall.settle();
        wall
    }

    /// The corners, from temperature -1 upwards.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The slope above the last corner: 0 for a wall of a thermograph; a scaffold goes on towards
    /// the opponent's side.
    pub fn slope_beyond(&self) -> i8 {
        self.beyond
    }

    /// The value at `temperature`, which is -1 or more.
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        let after = self.corners.partition_point(|corner| corner.temperature <= *temperature);
        let from = &self.corners[after.saturating_sub(1)];
        let rise = temperature - &from.temperature;
        match self.slope_after(after.saturating_sub(1)) {
            0 => from.value.clone(),
            1.. => &from.value + &rise,
            ..0 => &from.value - &rise,
        }
    }

    /// The slope between a corner and the next.
    fn slope_after(&self, corner: usize) -> i8 {
        match self.corners.get(corner + 1) {
            None => self.beyond,
            Some(next) => match next.value.cmp(&self.corners[corner].value) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
        }
    }

    fn extend(&mut self, corner: Corner) {
        if self.corners.last() == Some(&corner) {
            return;
        }
        if let [.., before, last] = &self.corners[..] {
            let straight = before.value.cmp(&last.value) == last.value.cmp(&corner.value);
            if straight {
                self.corners.pop();
            }
        }
        self.corners.push(corner);
    }

    /// Drops a last corner at which nothing turns.
    fn settle(&mut self) {
        if self.corners.len() >= 2 && self.slope_after(self.corners.len() - 2) == self.beyond {
            self.corners.pop();
        }
    }

    /// This wall of an option, taxed for a move of `player`: minus the temperature for Left, plus it
    /// for Right.
    pub(crate) fn taxed(&self, player: Player) -> Self {
        let corners = self.corners.iter().map(|Corner { temperature, value }| Corner {
            temperature: temperature.clone(),
            value: match player {
                Player::Left => value - temperature,
                Player::Right => value + temperature,
            },
        });
        let beyond = match player {
            Player::Left => self.beyond - 1,
            Player::Right => self.beyond + 1,
        };
        let mut wall = Self { corners: Vec::new(), beyond };
        for corner in corners {
            wall.extend(corner);
        }
        wall.settle();
        wall
    }

    /// The better of two scaffolds for `player` at every temperature.
    pub(crate) fn better(&self, other: &Self, player: Player) -> Self {
        let prefers_own = |order: Ordering| match player {
            Player::Left => order.is_ge(),
            Player::Right => order.is_le(),
        };
        let mut wall = Self { corners: Vec::new(), beyond: 0 };
        for corner in self.meetings(other) {
            let (a, b) = (self.at(&corner), other.at(&corner));
            let value = if prefers_own(a.cmp(&b)) { a } else { b };
            wall.extend(Corner { temperature: corner, value });
        }
        // Beyond the last meeting the order does not change: the last corners and the slopes tell.
        let last = wall.corners[wall.corners.len() - 1].temperature.clone();
        let order = self.at(&last).cmp(&other.at(&last)).then(self.beyond.cmp(&other.beyond));
        wall.beyond = if prefers_own(order) { self.beyond } else { other.beyond };
        wall.settle();
        wall
    }

    /// The temperatures, ascending, at which either wall has a corner or the two cross or part.
    fn meetings(&self, other: &Self) -> Vec<Dyadic> {
        let mut temperatures: Vec<Dyadic> =
            self.corners.iter().chain(&other.corners).map(|c| c.temperature.clone()).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        let mut crossings = Vec::new();
        for (at, from) in temperatures.iter().enumerate() {
            if let Some(crossing) = self.crossing(other, from, temperatures.get(at + 1)) {
                crossings.push(crossing);
            }
        }
        temperatures.extend(crossings);
        temperatures.sort_unstable();
        temperatures
    }

    /// Where two walls cross strictly after `from` and before `until`, between which both are straight.
    fn crossing(&self, other: &Self, from: &Dyadic, until: Option<&Dyadic>) -> Option<Dyadic> {
        let gap = &self.at(from) - &other.at(from);
        let closing = other.slope_at(from) - self.slope_at(from);
        let delay = match closing.unsigned_abs() {
            0 => return None,
            1 => gap.clone(),
            2 => gap.half(),
            _ => gap.half().half(),
        };
        let delay = if closing < 0 { -delay } else { delay };
        let temperature = from + &delay;
        (delay.signum() > 0 && until.is_none_or(|until| temperature < *until))
            .then_some(temperature)
    }

    /// The slope just above a temperature.
    fn slope_at(&self, temperature: &Dyadic) -> i8 {
        let after = self.corners.partition_point(|corner| corner.temperature <= *temperature);
        self.slope_after(after.saturating_sub(1))
    }

    /// The lowest temperature, with the value there, from which on Left's scaffold `self` is not
    /// above Right's scaffold `right`. Both are seen from temperature -1.
    pub(crate) fn first_meeting(&self, right: &Self) -> Corner {
        for temperature in self.meetings(right) {
            let value = self.at(&temperature);
            if value <= right.at(&temperature) {
                return Corner { temperature, value };
            }
        }
        unreachable!("scaffolds close in on each other by two for one degree")
    }

    /// The part of this wall up to the foot of the mast, and the mast.
    pub(crate) fn cut_off_at(&self, foot: &Corner) -> Self {
        let below = self.corners.iter().filter(|corner| corner.temperature < foot.temperature);
        let mut corners: Vec<Corner> = below.cloned().collect();
        corners.push(foot.clone());
        Self::through(corners)
    }
}
