//! Chains of relations, `66 \le x < 70`: what their signs say, and what follows for sides that do
//! not stand next to each other.

use crate::language::relation::commands::RELATIONS;
use crate::language::relation::pi;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// What a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    NotEqual,
    Confused,
    In,
    NotIn,
    Divides,
    NotDivides,
    /// Equal but for multiples of the modulus.
    Congruent,
    NotCongruent,
    /// Equal when it is rounded to the digits that are shown.
    About,
    /// Something that is not computed.
    Unread,
}

impl Sign {
    /// What a relation sign says.
    pub(super) fn of(token: &Token) -> Self {
        let own = match &token.kind {
            TokenKind::Command(name) => match name.as_str() {
                "mid" => return Self::Divides,
                "nmid" => return Self::NotDivides,
                "equiv" => return Self::Congruent,
                "nequiv" => return Self::NotCongruent,
                "notin" => return Self::NotIn,
                "approx" => return Self::About,
                _ => RELATIONS.iter().find(|(own, _)| own == name).map_or("", |(_, sign)| sign),
            },
            TokenKind::Sign('=') => "=",
            TokenKind::Sign('<') => "<",
            TokenKind::Sign('>') => ">",
            TokenKind::Sign('≤') => "<=",
            TokenKind::Sign('≥') => ">=",
            TokenKind::Sign('≠') => "!=",
            TokenKind::Sign('‖') => "‖",
            TokenKind::Sign('∈') => "in",
            TokenKind::Sign('≡') => return Self::Congruent,
            TokenKind::Sign('≈') => return Self::About,
            _ => "",
        };
        let all = [
            Self::Equal,
            Self::Less,
            Self::LessEqual,
            Self::Greater,
            Self::GreaterEqual,
            Self::NotEqual,
            Self::Confused,
            Self::In,
        ];
        all.into_iter().find(|sign| sign.text() == Some(own)).unwrap_or(Self::Unread)
    }

    /// How the language writes it between two values, if it does.
    pub(super) fn text(self) -> Option<&'static str> {
        Some(match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::NotEqual => "!=",
            Self::Confused => "‖",
            Self::In => "in",
            Self::Divides => "divides",
            Self::NotIn
            | Self::NotDivides
            | Self::Congruent
            | Self::NotCongruent
            | Self::About
            | Self::Unread => return None,
        })
    }

    /// A token that says it, if one does.
    pub(super) fn token(self) -> Option<TokenKind> {
        let command = |name: &str| Some(TokenKind::Command(name.to_owned()));
        match self {
            Self::Equal => Some(TokenKind::Sign('=')),
            Self::Less => Some(TokenKind::Sign('<')),
            Self::Greater => Some(TokenKind::Sign('>')),
            Self::LessEqual => Some(TokenKind::Sign('≤')),
            Self::GreaterEqual => Some(TokenKind::Sign('≥')),
            Self::NotEqual => Some(TokenKind::Sign('≠')),
            Self::Confused => Some(TokenKind::Sign('‖')),
            Self::In => Some(TokenKind::Sign('∈')),
            Self::Divides => command("mid"),
            Self::NotIn => command("notin"),
            Self::NotDivides => command("nmid"),
            Self::Congruent => command("equiv"),
            Self::NotCongruent => command("nequiv"),
            Self::About | Self::Unread => None,
        }
    }

    /// The same, read from right to left; only of an order.
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            _ => self,
        }
    }

    /// What `a` and `c` are to each other if `a` is this to `b` and `b` is `next` to `c`; none if
    /// nothing follows.
    pub(super) fn then(self, next: Self) -> Option<Self> {
        Some(match (self, next) {
            (Self::Unread | Self::About, _) | (_, Self::Unread | Self::About) => return None,
            (Self::Equal, sign) | (sign, Self::Equal) => sign,
            (Self::LessEqual, Self::LessEqual) => Self::LessEqual,
            (Self::Less | Self::LessEqual, Self::Less | Self::LessEqual) => Self::Less,
            (Self::GreaterEqual, Self::GreaterEqual) => Self::GreaterEqual,
            (Self::Greater | Self::GreaterEqual, Self::Greater | Self::GreaterEqual) => {
                Self::Greater
            }
            (Self::Divides, Self::Divides) => Self::Divides,
            (Self::Congruent, Self::Congruent) => Self::Congruent,
            (Self::Congruent, Self::NotCongruent) | (Self::NotCongruent, Self::Congruent) => {
                Self::NotCongruent
            }
            _ => return None,
        })
    }

    /// Whether the language chains it with `next`.
    fn chains(self, next: Self) -> bool {
        let rises = |sign| matches!(sign, Self::Equal | Self::Less | Self::LessEqual);
        let falls = |sign| matches!(sign, Self::Equal | Self::Greater | Self::GreaterEqual);
        rises(self) && rises(next)
            || falls(self) && falls(next)
            || self == Self::Congruent && next == Self::Congruent
    }
}

/// A side of a relation in the expression language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) text: String,
    /// Whether it is the root of `text`.
    pub(super) root: bool,
    /// Whether it is a multiple of pi, of which `text` is the factor.
    pub(super) pi: bool,
    /// Whether it is a set in braces, which `text` lists.
    pub(super) set: bool,
    /// Of a number as it is typed half of what its last digit counts, trailing noughts of a whole
    /// number aside.
    pub(super) half_step: Option<String>,
}

/// The expressions that are true exactly when the chain is: `sides` with `signs` between them, modulo
/// `modulus`. None if a sign is not computed.
pub(super) fn expressions(
    sides: &[Side],
    signs: &[Sign],
    modulus: Option<&str>,
) -> Option<Vec<String>> {
    let mut texts: Vec<String> = Vec::new();
    // Whether the last text goes on with a sign, and the sign before it.
    let mut last: Option<Sign> = None;
    for (pair, &sign) in sides.windows(2).zip(signs) {
        let [left, right] = pair else { continue };
        if left.pi || right.pi {
            texts.push(pi::compared(left, sign, right)?);
            last = None;
            continue;
        }
        let plain = !left.root && !right.root;
        let equates = matches!(sign, Sign::Equal | Sign::NotEqual);
        if plain && equates && (left.set || right.set) {
            texts.push(format!("set({}) {} set({})", left.text, sign.text()?, right.text));
            last = None;
            continue;
        }
        let item = if left.set { format!("set({})", left.text) } else { left.text.clone() };
        let goes_on = plain && last.is_some_and(|last| chains(&texts, last, sign));
        let remainder = |side: &Side| modulus.map(|own| remainder(&side.text, own));
        if !plain || sign == Sign::About {
            texts.push(match sign {
                Sign::About => rounded(left, right)?,
                _ => rooted(left, sign, right)?,
            });
            last = None;
            continue;
        }
        last = Some(sign);
        match (sign, goes_on) {
            (Sign::Congruent, true) => append(&mut texts, &format!(" = {}", remainder(right)?)),
            (Sign::Congruent, false) => {
                texts.push(format!("{} = {}", remainder(left)?, remainder(right)?));
            }
            (Sign::NotCongruent, _) => {
                texts.push(format!("{} != {}", remainder(left)?, remainder(right)?));
            }
            (Sign::NotIn, _) => texts.push(format!("not ({item} in {})", right.text)),
            (Sign::NotDivides, _) => {
                texts.push(format!("not ({} divides {})", left.text, right.text))
            }
            (Sign::In, _) => texts.push(format!("{item} in {}", right.text)),
            (_, true) => append(&mut texts, &format!(" {} {}", sign.text()?, right.text)),
            (_, false) => texts.push(format!("{} {} {}", left.text, sign.text()?, right.text)),
        }
    }
    Some(texts)
}

/// What is left of `text` modulo `modulus`; of what may be a fraction the number that is congruent to
/// it.
fn remainder(text: &str, modulus: &str) -> String {
    let whole = |c: char| c.is_ascii_digit() || " +-*^()".contains(c);
    if text.chars().all(whole) {
        format!("{} mod {modulus}", wrapped(text))
    } else {
        format!("residue({text}, {modulus})")
    }
}

/// Whether the last of `texts`, whose last sign is `last`, can go on with `sign`.
fn chains(texts: &[String], last: Sign, sign: Sign) -> bool {
    // What has risen does not fall, whatever equations stand between.
    let text = texts.last().map_or("", String::as_str);
    let against = match sign {
        Sign::Less | Sign::LessEqual => text.contains('>'),
        Sign::Greater | Sign::GreaterEqual => text.contains('<'),
        _ => false,
    };
    last.chains(sign) && !against
}

/// Appends to the last text.
fn append(texts: &mut [String], text: &str) {
    if let Some(last) = texts.last_mut() {
        last.push_str(text);
    }
}

/// `text` in brackets, if it is more than a number and not in brackets.
pub(super) fn wrapped(text: &str) -> String {
    let mut depth = 0_i32;
    let closes_early = text.char_indices().any(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && at + 1 < text.len()
    });
    let number = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if number || text.starts_with('(') && !closes_early {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// A comparison with a root, by squares.
fn rooted(left: &Side, sign: Sign, right: &Side) -> Option<String> {
    let (below, other) = (wrapped(&left.text), wrapped(&right.text));
    if left.root && right.root {
        return Some(format!("{below} >= 0 and {other} >= 0 and {below} {} {other}", sign.text()?));
    }
    if right.root {
        return rooted(right, sign.flipped(), left);
    }
    let said = match sign {
        Sign::Equal => format!("{other} >= 0 and {below} = {other}^2"),
        Sign::NotEqual => format!("({other} < 0 or {below} != {other}^2)"),
        Sign::Less => format!("{other} > 0 and {below} < {other}^2"),
        Sign::LessEqual => format!("{other} >= 0 and {below} <= {other}^2"),
        Sign::Greater => format!("({other} < 0 or {below} > {other}^2)"),
        Sign::GreaterEqual => format!("({other} < 0 or {below} >= {other}^2)"),
        _ => return None,
    };
    Some(format!("{below} >= 0 and {said}"))
}

/// That one of two sides is the other, rounded to the digits that are shown; none if neither is a
/// number as it is typed.
fn rounded(left: &Side, right: &Side) -> Option<String> {
    let (value, shown, half) = match (&left.half_step, &right.half_step) {
        (_, Some(half)) => (left, right, half),
        (Some(half), None) => (right, left, half),
        (None, None) => return None,
    };
    let shown = wrapped(&shown.text);
    let end = |sign: char| Side {
        text: format!("{shown} {sign} {half}"),
        root: false,
        pi: false,
        set: false,
        half_step: None,
    };
    let compare = |sign: Sign, end: &Side| match value.root {
        true => rooted(value, sign, end),
        false => Some(format!("{} {} {}", value.text, sign.text()?, end.text)),
    };
    let (above, below) = (compare(Sign::GreaterEqual, &end('-'))?, compare(Sign::Less, &end('+'))?);
    Some(format!("{above} and {below}"))
}

/// Half of what the last digit of `number` counts, trailing noughts of a whole number aside.
pub(super) fn half_step(number: &str) -> String {
    match number.split_once('.') {
        Some((_, places)) => format!("1/2{}", "0".repeat(places.len())),
        None => {
            let noughts = number.len() - number.trim_end_matches('0').len();
            format!("1{}/2", "0".repeat(if noughts == number.len() { 0 } else { noughts }))
        }
    }
}
