//! The value of a cake by construction: the first of three ways that share no code.
//!
//! Every cut is a genuine disjunctive sum of two or more games, added move by move; every game is put
//! into canonical form by Conway's two simplifications; nothing here knows what a number is until a
//! name is read off at the end. The integer 60 is a tower of sixty forms, and that is the point: the
//! fast engine must come to the same end without it.
//!
//! Forms met are kept, and one construction may serve many users, each with an [`Account`]. What a cake
//! costs depends on the cake alone, not on what was constructed before.
//!
//! **Not here.** Anything from the other two ways: not the arena, not integers, not a formula. Only the
//! budget is shared.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapters 7, 8 and 10.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::HashSet;

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

/// The cakes that one user of a [`Construction`] has paid for: with a cake always all that play can
/// make of it.
#[derive(Debug, Default)]
pub struct Account {
    paid: HashSet<(Cutting, u64, u64), FixedState>,
    /// For each form that was added to others, the most positions that one of these had.
    reach: HashMap<Form, u64, FixedState>,
}

impl Account {
    /// Charges for adding a form to one of `total` positions. Pairs of positions of the two are met
    /// on the way, and those that were met on the way to smaller sums are known.
    fn add(&mut self, sum: Sum, budget: &mut Budget) -> Result<(), Exhausted> {
        let reach = self.reach.entry(sum.piece).or_insert(0);
        if sum.total > *reach {
            budget.spend((sum.total - *reach).saturating_mul(sum.size))?;
            *reach = sum.total;
        }
        Ok(())
    }
}

/// A form that is added to another one.
#[derive(Clone, Copy, Debug)]
struct Sum {
    piece: Form,
    /// The number of its positions.
    size: u64,
    /// The number of positions of what it is added to.
    total: u64,
}

/// A cake that is constructed.
#[derive(Clone, Debug)]
struct Constructed {
    form: Form,
    /// What was added, with the largest form that each piece was added to.
    sums: Vec<Sum>,
}

/// The forms met so far, each once, canonical or not.
#[derive(Debug, Default)]
pub struct Construction {
    /// Options come before the forms they are options of.
    forms: Vec<Sides>,
    numbered: HashMap<Sides, Form, FixedState>,
    canonical: HashMap<Form, Form, FixedState>,
    sums: HashMap<(Form, Form), Form, FixedState>,
    /// What is known of `g <= h`.
    order: HashMap<(Form, Form), bool, FixedState>,
    /// How many forms play from a form can reach, itself included, where that was asked for.
    sizes: HashMap<Form, u64, FixedState>,
    cakes: HashMap<(Cutting, u64, u64), Constructed, FixedState>,
    /// Of whoever brings no account along.
    own: Account,
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
    /// As [`Construction::cake_for`], for an account of its own.
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
        let mut own = std::mem::take(&mut self.own);
        let form = self.cake_for(&mut own, cutting, (rows, columns), budget);
        self.own = own;
        form
    }

    /// Returns the canonical form of a cake of so many rows and columns, each at least 1, and charges
    /// what `account` has not paid for yet, whether it had to be constructed or not.
    ///
    /// # Budget
    ///
    /// For the cake and each that play can make of it, once: a unit for each cut, and for each game that
    /// is added to others the product of the number of its positions and the most positions that one of
    /// the others has, which is how many pairs adding them move by move may meet.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out. What was constructed until then is kept.
    pub fn cake_for(
        &mut self,
        account: &mut Account,
        cutting: Cutting,
        cake: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Form, Exhausted> {
        let mut stack = vec![cake];
        // The cuts of what waits on the stack, each of which will be a unit at least.
        let mut due = cuts(cake);
        while let Some(&cake) = stack.last() {
            let key = (cutting, cake.0, cake.1);
            if account.paid.contains(&key) {
                stack.pop();
                due -= cuts(cake);
                continue;
            }
            if due > budget.left() {
                return Err(Exhausted::Work);
            }
            let is_paid = |piece: (u64, u64)| account.paid.contains(&(cutting, piece.0, piece.1));
            if let Some(piece) = largest_pieces(cutting, cake, |piece| !is_paid(piece)) {
                stack.push(piece);
                due = due.saturating_add(cuts(piece));
                continue;
            }
            budget.spend(cuts(cake))?;
            match self.cakes.get(&key) {
                Some(constructed) => {
                    for &sum in &constructed.sums {
                        account.add(sum, budget)?;
                    }
                }
                None => {
                    let constructed = self.construct(account, cutting, cake, budget)?;
                    self.cakes.insert(key, constructed);
                }
            }
            account.paid.insert(key);
        }
        Ok(self.cakes[&(cutting, cake.0, cake.1)].form)
    }

    /// Constructs a cake from the pieces of its cuts, all of them constructed already.
    fn construct(
        &mut self,
        account: &mut Account,
        cutting: Cutting,
        (rows, columns): (u64, u64),
        budget: &mut Budget,
    ) -> Result<Constructed, Exhausted> {
        let mut sides = Sides::default();
        let mut sums: Vec<Sum> = Vec::new();
        for (player, side) in [(LEFT, columns), (RIGHT, rows)] {
            // One piece of that length, with the other side as it is.
            let piece = |length| if player == LEFT { (rows, length) } else { (length, columns) };
            let lost = u64::from(broken::is(Part::Construction));
            for cut in 1..side - lost {
                let pieces = match cutting {
                    Cutting::InTwo => [(piece(cut), 1), (piece(side - cut), 1)],
                    Cutting::Equally if side % (cut + 1) == 0 => {
                        [(piece(side / (cut + 1)), cut + 1), (piece(1), 0)]
                    }
                    Cutting::Equally => continue,
                };
                let mut total = self.form(Sides::default());
                for &((rows, columns), times) in &pieces {
                    for _ in 0..times {
                        let piece = self.cakes[&(cutting, rows, columns)].form;
                        let sum = Sum { piece, size: self.size(piece), total: self.size(total) };
                        account.add(sum, budget)?;
                        match sums.iter_mut().find(|known| known.piece == piece) {
                            Some(known) => known.total = known.total.max(sum.total),
                            None => sums.push(sum),
                        }
                        total = self.sum(total, piece);
                    }
                }
                sides[player].push(total);
            }
        }
        let raw = self.form(sides);
        Ok(Constructed { form: self.canonical_form(raw), sums })
    }

    /// How many forms play from `form` can reach, itself included.
    fn size(&mut self, form: Form) -> u64 {
        if let Some(&known) = self.sizes.get(&form) {
            return known;
        }
        let mut seen: HashSet<Form, FixedState> = HashSet::default();
        let mut stack = vec![form];
        seen.insert(form);
        while let Some(next) = stack.pop() {
            for &option in self.forms[next.0 as usize].iter().flatten() {
                if seen.insert(option) {
                    stack.push(option);
                }
            }
        }
        let size = seen.len() as u64;
        self.sizes.insert(form, size);
        size
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
    fn sum(&mut self, g: Form, h: Form) -> Form {
        let pair = |g: Form, h: Form| (g.min(h), g.max(h));
        let mut stack = vec![pair(g, h)];
        while let Some(&(g, h)) = stack.last() {
            if self.sums.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
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
                let sum = self.canonical_form(raw);
                self.sums.insert((g, h), sum);
            }
        }
        self.sums[&pair(g, h)]
    }

    /// The canonical form of a form whose options are canonical.
    fn canonical_form(&mut self, raw: Form) -> Form {
        if let Some(&canonical) = self.canonical.get(&raw) {
            return canonical;
        }
        let mut sides = self.forms[raw.0 as usize].clone();
        for player in [LEFT, RIGHT] {
            while let Some(reversible) = self.reversible(raw, &sides[player], player) {
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
                if self.is_dominated(&sides[player], at, player) {
                    sides[player].remove(at);
                } else {
                    at += 1;
                }
            }
        }
        let canonical = self.form(sides);
        self.canonical.insert(raw, canonical);
        self.canonical.insert(canonical, canonical);
        canonical
    }

    /// An option that the opponent can answer so as to be no worse off than in `whole`, with the
    /// answer.
    fn reversible(&mut self, whole: Form, options: &[Form], player: usize) -> Option<(Form, Form)> {
        for &option in options {
            for at in 0..self.options(option, 1 - player).len() {
                let answer = self.options(option, 1 - player)[at];
                if self.is_as_good(answer, whole, player) {
                    return Some((option, answer));
                }
            }
        }
        None
    }

    fn is_dominated(&mut self, options: &[Form], at: usize, player: usize) -> bool {
        let mut others = options.iter().enumerate().filter(|&(other, _)| other != at);
        others.any(|(_, &better)| self.is_as_good(options[at], better, player))
    }

    /// Whether `player` likes `better` at least as well as `g`.
    fn is_as_good(&mut self, g: Form, better: Form, player: usize) -> bool {
        if player == LEFT { self.le(g, better) } else { self.le(better, g) }
    }

    /// Whether `g <= h`: no Left option of `g` is `>= h`, and no Right option of `h` is `<= g`.
    fn le(&mut self, g: Form, h: Form) -> bool {
        let mut stack = vec![(g, h)];
        'pairs: while let Some(&(g, h)) = stack.last() {
            if self.order.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
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
        self.order[&(g, h)]
    }

    /// Returns the name of a canonical form: an integer, a fraction, or its options in braces.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out: a unit for each form looked at.
    pub fn name(&self, form: Form, budget: &mut Budget) -> Result<String, Exhausted> {
        let mut below: Vec<Form> = vec![form];
        let mut seen: Fractions = [(form, None)].into_iter().collect();
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
        let mut names: HashMap<Form, String, FixedState> = HashMap::default();
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

/// The numbers that forms were read as, of those that were looked at.
type Fractions = HashMap<Form, Option<Fraction>, FixedState>;

/// A number read off a canonical form: a numerator over a power of two.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    numerator: i128,
    exponent: u32,
}

impl Fraction {
    /// The number with these canonical options, if it is one: nothing; a whole number and nothing; or
    /// two numbers, the Left one below the Right one, with the number half-way.
    fn read(sides: &Sides, known: &Fractions) -> Option<Self> {
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

/// How many lines a cake has.
fn cuts((rows, columns): (u64, u64)) -> u64 {
    (rows - 1).saturating_add(columns - 1)
}

/// The first wanted one of the largest pieces that cuts of a cake leave, those of which play can make
/// all other pieces: one side is shorter by a line, or by a prime factor.
fn largest_pieces(
    cutting: Cutting,
    (rows, columns): (u64, u64),
    is_wanted: impl Fn((u64, u64)) -> bool,
) -> Option<(u64, u64)> {
    let shorter = |side: u64, is_wanted: &dyn Fn(u64) -> bool| match cutting {
        Cutting::InTwo => Some(side - 1).filter(|&shorter| shorter > 0 && is_wanted(shorter)),
        Cutting::Equally => {
            let (mut rest, mut prime) = (side, 2);
            while rest > 1 {
                if prime > rest / prime {
                    prime = rest;
                }
                if rest.is_multiple_of(prime) && is_wanted(side / prime) {
                    return Some(side / prime);
                }
                while rest.is_multiple_of(prime) {
                    rest /= prime;
                }
                prime += 1;
            }
            None
        }
    };
    let across = shorter(columns, &|side| is_wanted((rows, side))).map(|side| (rows, side));
    across.or_else(|| shorter(rows, &|side| is_wanted((side, columns))).map(|side| (side, columns)))
}

#[cfg(test)]
mod tests;
