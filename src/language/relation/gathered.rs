//! Reads what is written out for several values: sums and products with limits, factorials, binomials.

use crate::language::relation::limits::Domain;
use crate::language::relation::limits::gathering;
use crate::language::relation::limits::limits;
use crate::language::relation::reader::Bound;
use crate::language::relation::reader::MAX_DEPTH;
use crate::language::relation::reader::Read;
use crate::language::relation::reader::Reader;
use crate::language::relation::tokens::TokenKind;

impl Reader<'_> {
    /// A name that stands for nothing yet.
    pub(super) fn new_name(&mut self) -> String {
        self.made += 1;
        format!("i{}", self.made)
    }

    /// `text`, if it has not grown beyond all measure: arguments may be written more than once.
    pub(super) fn measured(&self, text: String) -> Read {
        if text.len() > crate::language::MAX_LENGTH {
            return self.error("this formula is too long to be read");
        }
        Ok(text)
    }

    /// `5!`.
    pub(super) fn factorial(&mut self, of: &str) -> Read {
        let name = self.new_name();
        let product = format!("product({name} for {name} in 1..{of})");
        if of.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(product);
        }
        // Of a negative number there is none.
        self.measured(format!("(if {of} < 0 then 1 / 0 else {product})"))
    }

    /// `\binom{5}{2}`.
    pub(super) fn binomial(&mut self) -> Read {
        self.at += 1;
        let (above, below) = (self.argument()?, self.argument()?);
        let name = self.new_name();
        let product =
            format!("product(({above} - {below} + {name}) / {name} for {name} in 1..{below})");
        self.measured(format!("(if {below} < 0 then 0 else {product})"))
    }

    /// `\sum_{k=1}^{5} k`: a sum or product with limits.
    pub(super) fn gathered(&mut self) -> Read {
        let Some(gathering) = self.tokens.get(self.at).and_then(gathering) else {
            return self.unexpected();
        };
        let Some(limits) = limits(self.tokens, self.at) else {
            return self
                .error("limits are read as `_{k=1}^{5}`, `_{1 \\le k \\le 5}` or `_{d \\mid 12}`");
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error("brackets are nested too deep");
        }
        let (domain, signed) = match limits.domain {
            Domain::Between((low, above), (high, below)) => {
                let (low, high) = (self.within(low)?, self.within(high)?);
                let natural = low.bytes().all(|byte| byte.is_ascii_digit());
                (format!("({low}{above})..({high}{below})"), !natural)
            }
            Domain::Divisors(of) => (format!("divisors({})", self.within(of)?), false),
            Domain::Items(of) => (format!("set({})", self.within(of)?), true),
        };
        self.at = limits.body;
        let mut names = Vec::new();
        for letter in limits.letters {
            let name = self.new_name();
            names.push(name.clone());
            self.bound.push(Bound { letter, name, signed });
        }
        let minus = self.accept(&TokenKind::Sign('-')) || self.accept(&TokenKind::Sign('−'));
        let body = self.product()?;
        let sign = if minus { "-" } else { "" };
        self.bound.truncate(self.bound.len() - names.len());
        self.depth -= 1;
        self.measured(format!("{gathering}({sign}{body} for {} in {domain})", names.join(", ")))
    }
}
