//! Reads games: in braces, or by a sign.

use crate::language::relation::reader::Read;
use crate::language::relation::reader::Reader;
use crate::language::relation::tokens::TokenKind;

impl Reader<'_> {
    /// A game in braces, or a list.
    pub(super) fn braces(&mut self) -> Read {
        let start = self.at;
        if let Some(game) = self.game() {
            return Ok(format!("game(\"{game}\")"));
        }
        self.at = start + 1;
        let parts = self.list()?;
        self.close('}')?;
        Ok(format!("[{}]", as_sets(parts).join(", ")))
    }

    /// The game that begins with `\{`, in the solver's notation.
    fn game(&mut self) -> Option<String> {
        let mut text = String::new();
        let (mut depth, mut bars) = (0, 0);
        loop {
            match self.peek()? {
                TokenKind::Open('}') => {
                    depth += 1;
                    text.push('{');
                }
                TokenKind::Close('}') => {
                    depth -= 1;
                    text.push('}');
                    if depth == 0 {
                        self.at += 1;
                        return (bars > 0).then_some(text);
                    }
                }
                TokenKind::Open('{') | TokenKind::Close('g') => {}
                TokenKind::Number(digits) if !digits.contains('.') => text.push_str(digits),
                TokenKind::Sign('|') => {
                    bars += 1;
                    text.push('|');
                }
                TokenKind::Sign('‖') => {
                    bars += 1;
                    text.push_str("||");
                }
                TokenKind::Sign(sign @ (',' | '-' | '+' | '*' | '/' | '±')) => text.push(*sign),
                TokenKind::Sign('−') => text.push('-'),
                TokenKind::Command(name) => match name.as_str() {
                    "mid" | "vert" => {
                        bars += 1;
                        text.push('|');
                    }
                    _ => text.push_str(spelled(name)?),
                },
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// `*`, `*2`, `\uparrow`, `\pm 2`: a game written by signs.
    pub(super) fn game_sign(&mut self) -> Option<String> {
        let sign = match self.peek()? {
            TokenKind::Sign('*') => "*",
            TokenKind::Sign('±') => "±",
            TokenKind::Sign('↑') => "^",
            TokenKind::Sign('↓') => "v",
            TokenKind::Command(name) => spelled(name)?,
            _ => return None,
        };
        self.at += 1;
        let mut text = sign.to_owned();
        if let Some(TokenKind::Number(digits)) = self.peek()
            && !digits.contains('.')
        {
            text.push_str(digits);
            self.at += 1;
        }
        Some(format!("game(\"{text}\")"))
    }
}

/// Items of a set or a tuple: those that are sets themselves have no order either.
pub(super) fn as_sets(items: Vec<String>) -> Vec<String> {
    let of_set = |item: String| {
        if item.starts_with('[') && item.ends_with(']') { format!("set({item})") } else { item }
    };
    items.into_iter().map(of_set).collect()
}

/// Commands that name games.
fn spelled(command: &str) -> Option<&'static str> {
    Some(match command {
        "ast" | "star" => "*",
        "pm" => "±",
        "uparrow" => "^",
        "downarrow" => "v",
        "Uparrow" => "^^",
        "Downarrow" => "vv",
        _ => return None,
    })
}
