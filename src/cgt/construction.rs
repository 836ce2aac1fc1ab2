//! The value of a cake by construction: the first of three ways that share no code.
//!
//! Every cut is a genuine disjunctive sum of two or more games, added move by move; every game is put
//! into canonical form by Conway's two simplifications; nothing here knows what a number is until a
//! name is read off at the end. The integer 60 is a tower of sixty forms, and that is the point: the
//! fast engine must come to the same end without it.
//!
//! **Not here.** Anything from the other two ways: not the arena, not integers, not a formula. Only the
//! budget is shared.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapters 7, 8 and 10.

use std::collections::HashMap;

use crate::broken;
use crate::broken::Part;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;

/// How a cake may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cutting {
    /// Cutcake: in two, along any line.
    InTwo,
    /// Maundy Cake: in any number of equal pieces.
    Equally,
}

impl Cutting {
    /// The game of this name, if its cakes can be constructed: `cutcake` or `maundy`.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "cutcake" => Some(Self::InTwo),
            "maundy" => Some(Self::Equally),
            _ => None,
        }
    }
}

/// A form of a [`Construction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

/// Left options and Right options, each sorted and without repetition.
type Sides = [Vec<Form>; 2];

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The forms met so far, each once, canonical or not.
#[derive(Debug, Default)]
pub struct Construction {
    /// Options come before the forms they are options of.
    forms: Vec<Sides>,
    numbered: HashMap<Sides, Form>,
    canonical: HashMap<Form, Form>,
    sums: HashMap<(Form, Form), Form>,
    /// What is known of `g <= h`.
    order: HashMap<(Form, Form), bool>,
    cakes: HashMap<(Cutting, u64, u64), Form>,
}

impl Construction {
    /// Nothing constructed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the canonical form of the cake with so many rows and columns, each at least 1.
    ///
    /// # Budget
    ///
    /// A unit for each cut, for each pair of games added and for each pair compared.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out. What was constructed until then is kept.
    pub fn cake(
        &mut self,
        cutting: Cutting,
        rows: u64,
        columns: u64,
        budget: &mut Budget,
    ) -> Result<Form, Exhausted> {
        let mut stack = vec![(rows, columns)];
        while let Some(&(rows, columns)) = stack.last() {
            if self.cakes.contains_key(&(cutting, rows, columns)) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut sides = Sides::default();
            for (player, side) in [(LEFT, columns), (RIGHT, rows)] {
                // One piece of that length, with the other side as it is.
                let piece =
                    |length| if player == LEFT { (rows, length) } else { (length, columns) };
                let lost = u64::from(broken::is(Part::Construction));
                for cut in 1..side - lost {
                    budget.spend(1)?;
                    let pieces = match cutting {
                        Cutting::InTwo => [(piece(cut), 1), (piece(side - cut), 1)],
                        Cutting::Equally if side % (cut + 1) == 0 => {
                            [(piece(side / (cut + 1)), cut + 1), (piece(1), 0)]
                        }
                        Cutting::Equally => continue,
                    };
                    let known = |&(cake, _): &((u64, u64), u64)| {
                        self.cakes.contains_key(&(cutting, cake.0, cake.1))
                    };
                    let wanted = pieces.iter().filter(|piece| piece.1 > 0);
                    stack.extend(wanted.clone().filter(|piece| !known(piece)).map(|piece| piece.0));
                    if stack.len() == before {
                        let sum = self.pile(cutting, &pieces, budget)?;
                        sides[player].push(sum);
                    }
                }
            }
            if stack.len() == before {
                let raw = self.form(sides);
                let cake = self.canonical_form(raw, budget)?;
                self.cakes.insert((cutting, rows, columns), cake);
            }
        }
        Ok(self.cakes[&(cutting, rows, columns)])
    }

    /// The sum of known cakes, added one after the other.
    fn pile(
        &mut self,
        cutting: Cutting,
        pieces: &[((u64, u64), u64)],
        budget: &mut Budget,
    ) -> Result<Form, Exhausted> {
        let mut total = self.form(Sides::default());
        for &((rows, columns), times) in pieces {
            for _ in 0..times {
                let cake = self.cakes[&(cutting, rows, columns)];
                total = self.sum(total, cake, budget)?;
            }
        }
        Ok(total)
    }

    /// The form with these options.
    fn form(&mut self, mut sides: Sides) -> Form {
        for options in &mut sides {
            options.sort_unstable();
            options.dedup();
        }
        if let Some(&form) = self.numbered.get(&sides) {
            return form;
        }
        let form = Form(self.forms.len() as u32);
        self.forms.push(sides.clone());
        self.numbered.insert(sides, form);
        form
    }

    fn options(&self, form: Form, player: usize) -> &[Form] {
        &self.forms[form.0 as usize][player]
    }

    /// The disjunctive sum of two canonical forms, in canonical form.
    fn sum(&mut self, g: Form, h: Form, budget: &mut Budget) -> Result<Form, Exhausted> {
        let pair = |g: Form, h: Form| (g.min(h), g.max(h));
        let mut stack = vec![pair(g, h)];
        while let Some(&(g, h)) = stack.last() {
            if self.sums.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
            budget.spend(1)?;
            let before = stack.len();
            let mut sides = Sides::default();
            for player in [LEFT, RIGHT] {
                let moves_in_g = self.options(g, player).iter().map(|&option| pair(option, h));
                let moves_in_h = self.options(h, player).iter().map(|&option| pair(g, option));
                for after in moves_in_g.chain(moves_in_h) {
                    match self.sums.get(&after) {
                        Some(&sum) => sides[player].push(sum),
                        None => stack.push(after),
                    }
                }
            }
            if stack.len() == before {
                let raw = self.form(sides);
                let sum = self.canonical_form(raw, budget)?;
                self.sums.insert((g, h), sum);
            }
        }
        Ok(self.sums[&pair(g, h)])
    }

    /// The canonical form of a form whose options are canonical.
    fn canonical_form(&mut self, raw: Form, budget: &mut Budget) -> Result<Form, Exhausted> {
        if let Some(&canonical) = self.canonical.get(&raw) {
            return Ok(canonical);
        }
        let mut sides = self.forms[raw.0 as usize].clone();
        for player in [LEFT, RIGHT] {
            while let Some(reversible) = self.reversible(raw, &sides[player], player, budget)? {
                let (option, answer) = reversible;
                sides[player].retain(|&other| other != option);
                let through = self.options(answer, player).to_vec();
                sides[player].extend(through);
                sides[player].sort_unstable();
                sides[player].dedup();
            }
        }
        for player in [LEFT, RIGHT] {
            let mut at = 0;
            while at < sides[player].len() {
                if self.is_dominated(&sides[player], at, player, budget)? {
                    sides[player].remove(at);
                } else {
                    at += 1;
                }
            }
        }
        let canonical = self.form(sides);
        self.canonical.insert(raw, canonical);
        self.canonical.insert(canonical, canonical);
        Ok(canonical)
    }

    /// An option that the opponent can answer so as to be no worse off than in `whole`, with the
    /// answer.
    fn reversible(
        &mut self,
        whole: Form,
        options: &[Form],
        player: usize,
        budget: &mut Budget,
    ) -> Result<Option<(Form, Form)>, Exhausted> {
        for &option in options {
            for at in 0..self.options(option, 1 - player).len() {
                let answer = self.options(option, 1 - player)[at];
                if self.is_as_good(answer, whole, player, budget)? {
                    return Ok(Some((option, answer)));
                }
            }
        }
        Ok(None)
    }

    fn is_dominated(
        &mut self,
        options: &[Form],
        at: usize,
        player: usize,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for (other, &better) in options.iter().enumerate() {
            if other != at && self.is_as_good(options[at], better, player, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `player` likes `better` at least as well as `g`.
    fn is_as_good(
        &mut self,
        g: Form,
        better: Form,
        player: usize,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if player == LEFT { self.le(g, better, budget) } else { self.le(better, g, budget) }
    }

    /// Whether `g <= h`: no Left option of `g` is `>= h`, and no Right option of `h` is `<= g`.
    fn le(&mut self, g: Form, h: Form, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut stack = vec![(g, h)];
        'pairs: while let Some(&(g, h)) = stack.last() {
            if self.order.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
            budget.spend(1)?;
            let left = self.options(g, LEFT).iter().map(|&left| (h, left));
            let right = self.options(h, RIGHT).iter().map(|&right| (right, g));
            let mut answer = true;
            for question in left.chain(right) {
                match self.order.get(&question) {
                    Some(true) => {
                        answer = false;
                        break;
                    }
                    Some(false) => {}
                    None => {
                        stack.push(question);
                        continue 'pairs;
                    }
                }
            }
            self.order.insert((g, h), answer);
            stack.pop();
        }
        Ok(self.order[&(g, h)])
    }

    /// Returns the name of a canonical form: an integer, a fraction, or its options in braces.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out: a unit for each form looked at.
    pub fn name(&self, form: Form, budget: &mut Budget) -> Result<String, Exhausted> {
        let mut below: Vec<Form> = vec![form];
        let mut seen: HashMap<Form, Option<Fraction>> = HashMap::from_iter([(form, None)]);
        let mut next = 0;
        while next < below.len() {
            budget.spend(1)?;
            for player in [LEFT, RIGHT] {
                for &option in self.options(below[next], player) {
                    if seen.insert(option, None).is_none() {
                        below.push(option);
                    }
                }
            }
            next += 1;
        }
        below.sort_unstable();
        let mut names: HashMap<Form, String> = HashMap::new();
        for &form in &below {
            let sides = &self.forms[form.0 as usize];
            let number = Fraction::read(sides, &seen);
            seen.insert(form, number);
            if number.is_none() {
                let [left, right] = [LEFT, RIGHT].map(|player| {
                    let options = sides[player].iter();
                    let name = |option| match seen[option] {
                        Some(number) => number.write(),
                        None => names[option].clone(),
                    };
                    options.map(name).collect::<Vec<_>>().join(",")
                });
                budget.spend((left.len() + right.len()) as u64)?;
                names.insert(form, format!("{{{left}|{right}}}"));
            }
        }
        Ok(match seen[&form] {
            Some(number) => number.write(),
            None => names[&form].clone(),
        })
    }
}

/// A number read off a canonical form: a numerator over a power of two.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    numerator: i128,
    exponent: u32,
}

impl Fraction {
    /// The number with these canonical options, if it is one: nothing; a whole number and nothing; or
    /// two numbers, the Left one below the Right one, with the number half-way.
    fn read(sides: &Sides, known: &HashMap<Form, Option<Self>>) -> Option<Self> {
        let number = |form: &Form| known.get(form).copied().flatten();
        match (&sides[LEFT][..], &sides[RIGHT][..]) {
            ([], []) => Some(Self { numerator: 0, exponent: 0 }),
            ([left], []) => number(left).and_then(|left| left.next_to(1)),
            ([], [right]) => number(right).and_then(|right| right.next_to(-1)),
            ([left], [right]) => {
                let (left, right) = (number(left)?, number(right)?);
                let exponent = left.exponent.max(right.exponent);
                let scaled = |number: Self| {
                    let factor = 1i128.checked_shl(exponent - number.exponent)?;
                    number.numerator.checked_mul(factor)
                };
                let (left, right) = (scaled(left)?, scaled(right)?);
                let sum = left.checked_add(right).filter(|_| left < right)?;
                let spare = sum.trailing_zeros().min(exponent + 1);
                Some(Self { numerator: sum >> spare, exponent: exponent + 1 - spare })
            }
            _ => None,
        }
    }

    /// The whole number one further from nought.
    fn next_to(self, step: i128) -> Option<Self> {
        let is_whole = self.exponent == 0 && self.numerator * step >= 0;
        let numerator = self.numerator.checked_add(step)?;
        is_whole.then_some(Self { numerator, exponent: 0 })
    }

    fn write(self) -> String {
        match self.exponent {
            0 => self.numerator.to_string(),
            exponent => format!("{}/{}", self.numerator, 1u128 << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cutting: Cutting, cakes: &[(u64, u64, &str)]) {
        let (mut construction, mut budget) = (Construction::new(), Budget::units(10_000_000));
        for &(rows, columns, expected) in cakes {
            let cake = construction.cake(cutting, rows, columns, &mut budget).unwrap();
            let name = construction.name(cake, &mut budget).unwrap();
            assert_eq!(name, expected, "{rows}x{columns}");
        }
    }

    #[test]
    fn small_cakes_are_worth_what_winning_ways_says() {
        let cakes = [(1, 1, "0"), (1, 5, "4"), (2, 3, "0"), (2, 4, "1"), (4, 9, "1"), (8, 2, "-3")];
        check(Cutting::InTwo, &cakes);
        let cakes = [(1, 2, "1"), (1, 4, "3"), (2, 4, "1"), (2, 12, "4"), (12, 2, "-4")];
        check(Cutting::Equally, &cakes);
    }

    #[test]
    fn names_are_read_off_other_forms_too() {
        let (mut construction, mut budget) = (Construction::new(), Budget::units(10_000));
        let zero = construction.form(Sides::default());
        let one = construction.form([vec![zero], vec![]]);
        let half = construction.form([vec![zero], vec![one]]);
        let three_quarters = construction.form([vec![half], vec![one]]);
        let star = construction.form([vec![zero], vec![zero]]);
        let up = construction.form([vec![zero], vec![star]]);
        for (form, expected) in
            [(zero, "0"), (half, "1/2"), (three_quarters, "3/4"), (up, "{0|{0|0}}")]
        {
            assert_eq!(construction.name(form, &mut budget), Ok(expected.to_owned()));
        }
    }

    #[test]
    fn sums_are_played_out() {
        let (mut construction, mut budget) = (Construction::new(), Budget::units(10_000));
        let zero = construction.form(Sides::default());
        let one = construction.form([vec![zero], vec![]]);
        let half = construction.form([vec![zero], vec![one]]);
        let star = construction.form([vec![zero], vec![zero]]);
        assert_eq!(construction.sum(half, half, &mut budget), Ok(one));
        assert_eq!(construction.sum(star, star, &mut budget), Ok(zero));
    }
}
