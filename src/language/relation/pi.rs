//! Multiples of pi, compared with fractions as they are typed.

use crate::language::relation::chain::Side;
use crate::language::relation::chain::Sign;
use crate::language::relation::chain::wrapped;
use crate::language::relation::tokens::Role;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// Pi is between this and the next whole number, over 10 to the power 59.
const BELOW: &str = "314159265358979323846264338327950288419716939937510582097494";
const ABOVE: &str = "314159265358979323846264338327950288419716939937510582097495";

/// The most digits of what is compared with pi. As much of a numerator as of a denominator is in them,
/// so that the latter is below 10^25; and no partial quotient of pi that is met up to there exceeds
/// 292, so that the fraction is further from pi than 1 / (294 * 10^50), and the bracket decides.
const MOST: usize = 48;

/// The factor of the multiple of pi that `tokens` begin with, if it is all of a side, and how many
/// tokens it is: `\pi`, `2\pi`, `\pi/4`, `\frac{3\pi}{2}`.
pub(super) fn multiple(tokens: &[Token]) -> Option<(String, usize)> {
    let mut at = 0;
    let fraction = matches!(tokens.first()?.command(), Some("frac" | "tfrac" | "dfrac"));
    if fraction {
        at += 1;
    }
    let accept = |at: &mut usize, wanted: &TokenKind| {
        let found = tokens.get(*at).is_some_and(|token| token.kind == *wanted);
        *at += usize::from(found);
        found
    };
    let whole = |at: &mut usize| match &tokens.get(*at)?.kind {
        TokenKind::Number(digits) if !digits.contains('.') && digits.contains(|c| c != '0') => {
            *at += 1;
            Some(digits.clone())
        }
        _ => None,
    };
    let braces = fraction && accept(&mut at, &TokenKind::Open('{'));
    let above = whole(&mut at);
    if above.is_some() && !accept(&mut at, &TokenKind::Sign('·')) {
        accept(&mut at, &TokenKind::Command("cdot".to_owned()));
    }
    if tokens.get(at)?.role != Role::Constant {
        return None;
    }
    at += 1;
    if braces && !accept(&mut at, &TokenKind::Close('g')) {
        return None;
    }
    let below = if fraction {
        let braces = accept(&mut at, &TokenKind::Open('{'));
        let below = whole(&mut at)?;
        if braces && !accept(&mut at, &TokenKind::Close('g')) {
            return None;
        }
        Some(below)
    } else if accept(&mut at, &TokenKind::Sign('/')) {
        Some(whole(&mut at)?)
    } else {
        None
    };
    let ends = tokens.get(at).is_none_or(|next| {
        next.is_edge() || next.relates_outside_braces() || next.kind == TokenKind::Sign('.')
    });
    let above = above.unwrap_or_else(|| "1".to_owned());
    let below = below.unwrap_or_else(|| "1".to_owned());
    ends.then(|| (format!("({above} / {below})"), at))
}

/// The expression that says of two sides, one of them a multiple of pi, what stands between them; none
/// if that cannot be decided.
pub(super) fn compared(left: &Side, sign: Sign, right: &Side) -> Option<String> {
    if !left.pi {
        return compared(right, sign.flipped(), left);
    }
    if right.pi {
        let ordered = !matches!(sign, Sign::In | Sign::Divides | Sign::Confused);
        return ordered.then(|| Some(format!("{} {} {}", left.text, sign.text()?, right.text)))?;
    }
    let fraction = |c: char| c.is_ascii_digit() || " ()/-".contains(c);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let is_fraction = right.text.chars().all(fraction) && !right.text.contains(" - ");
    if right.root || !is_fraction || digits(&left.text) + digits(&right.text) > MOST {
        return None;
    }
    let shown = wrapped(&right.text);
    // What pi itself is compared with.
    let against = |end: &str| format!("({end}) / {} * 10^59", left.text);
    let less = |end: &str| format!("{ABOVE} <= {}", against(end));
    let greater = |end: &str| format!("{BELOW} >= {}", against(end));
    Some(match sign {
        Sign::Less | Sign::LessEqual => less(&shown),
        Sign::Greater | Sign::GreaterEqual => greater(&shown),
        // It is no fraction.
        Sign::Equal => format!("{} and {}", less(&shown), greater(&shown)),
        Sign::NotEqual => format!("({} or {})", less(&shown), greater(&shown)),
        Sign::About => {
            let half = right.half_step.as_ref()?;
            let (low, high) = (format!("{shown} - {half}"), format!("{shown} + {half}"));
            format!("{} and {}", greater(&low), less(&high))
        }
        _ => return None,
    })
}
