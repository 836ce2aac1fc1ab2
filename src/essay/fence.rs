//! Live fenced blocks.

use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::nearest;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::fields;
use crate::essay::markdown;
use crate::essay::markdown::Rules;
use crate::essay::markdown::Walker;
use crate::essay::model::Block;
use crate::essay::model::BlockId;
use crate::essay::model::BlockKind;
use crate::essay::model::Context;
use crate::essay::model::Fragment;
use crate::essay::model::ItemKind;
use crate::essay::model::Text;

/// Handles the fenced block at `range`, whose info string begins with a brace; `nested` says that
/// a list or a quotation is open.
pub(crate) fn live(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>, nested: bool) {
    let place = walker.absolute(range);
    let Some((kind, id)) = opening(walker.builder, &place) else { return };
    let word = kind.word();
    if nested || !matches!(walker.rules, Rules::Body | Rules::Argument) {
        walker.error(
            Code::BlockNested,
            range,
            format!("a `{{{word}}}` block stands inside a list, a quotation or a statement"),
            "move it to the margin of the page",
        );
        return;
    }
    let inside = inside(walker.builder, &place);
    let number = walker.builder.essay.blocks.len();
    let block = Block {
        kind,
        id,
        span: walker.builder.span(place),
        inside: walker.builder.piece(inside.clone()),
        number: 0,
        statement: None,
        is_broken: false,
        fields: Vec::new(),
        caption: None,
        alt: None,
        corrects: None,
    };
    walker.builder.essay.blocks.push(block);
    walker.item(ItemKind::Block(BlockId(number)), range);
    fill(walker.builder, BlockId(number), inside);
}

/// Reads the opening line of the block at `place`.
fn opening(builder: &mut Builder<'_>, place: &Range<usize>) -> Option<(BlockKind, Option<Text>)> {
    let text = builder.cut(place.clone());
    let line = text.lines().next().unwrap_or("");
    let open = line.find('{')?;
    let at = |range: Range<usize>| place.start + range.start..place.start + range.end;
    let Some(close) = line.find('}') else {
        builder.error(
            Code::BlockUnknownKind,
            at(open..line.len()),
            format!("`{}` has no closing brace", cut(line, open..line.len())),
            "write the kind in braces, then the id, as in `{claim} zero_rule`",
        );
        return None;
    };
    let word = cut(line, open + 1..close);
    let Some((kind, _)) = BlockKind::ALL.iter().find(|(_, known)| *known == word) else {
        let words: Vec<&str> = BlockKind::ALL.iter().map(|(_, word)| *word).collect();
        let help = match nearest(word, words.iter().copied()) {
            Some(near) => format!("did you mean `{{{near}}}`?"),
            None => format!("the kinds are {}", fields::list(&words)),
        };
        let message = format!("there is no live block of the kind `{word}`");
        builder.error(Code::BlockUnknownKind, at(open..close + 1), message, help);
        return None;
    };
    let rest = cut(line, close + 1..line.len());
    let id = rest.trim();
    let start = close + 1 + (rest.len() - rest.trim_start().len());
    let id_place = at(start..start + id.len());
    if id.is_empty() {
        if *kind != BlockKind::Def {
            builder.error(
                Code::BlockId,
                at(open..close + 1),
                format!("a {word} has no id"),
                format!("write one behind the braces, as in `{{{word}}} zero_rule`"),
            );
        }
        return Some((*kind, None));
    }
    if !is_snake_case(id) {
        builder.error(
            Code::BlockId,
            id_place,
            format!("`{id}` is no id"),
            "an id is one word of small letters, digits and underscores that begins with a letter",
        );
        return Some((*kind, None));
    }
    if *kind == BlockKind::Def {
        builder.error(
            Code::BlockId,
            id_place,
            format!("a def has no id, here `{id}`"),
            "take it away: the names are those that the block defines",
        );
        return Some((*kind, None));
    }
    Some((*kind, Some(builder.piece(id_place))))
}

/// Whether `id` is one word of small letters, digits and underscores that begins with a letter.
fn is_snake_case(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// What stands between the fences of the block at `place`: from the line after the opening to the
/// closing one, or to the end if that is missing.
fn inside(builder: &Builder<'_>, place: &Range<usize>) -> Range<usize> {
    let text = builder.cut(place.clone());
    let start = text.find('\n').map_or(text.len(), |newline| newline + 1);
    let body = text.trim_end();
    let last = body.rfind('\n').map_or(0, |newline| newline + 1);
    let closed = last >= start && cut(body, last..body.len()).trim().starts_with(['`', '~']);
    let end = if closed { last } else { text.len() };
    place.start + start..place.start + end.max(start)
}

/// Reads what stands inside the block.
fn fill(builder: &mut Builder<'_>, id: BlockId, inside: Range<usize>) {
    let Some(kind) = builder.essay.blocks.get(id.0).map(|block| block.kind) else { return };
    let mut statement = None;
    let mut read = Vec::new();
    let before = builder.sink.diagnostics().len();
    match kind {
        BlockKind::Def => {}
        BlockKind::Claim => {
            let text = builder.cut(inside.clone());
            let begins = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            let keyed = fields::key(begins)
                .is_some_and(|key| fields::known(BlockKind::Claim).contains(&key));
            let (end, behind) = if keyed { (0, 0) } else { fields::split_at_blank(text) };
            let early = if keyed { None } else { early_field(text, end) };
            let (end, behind) =
                early.clone().map_or((end, behind), |line| (line.start, line.start));
            if let Some(line) = early {
                let key = fields::key(cut(text, line.clone())).unwrap_or_default();
                builder.error(
                    Code::BlockStatement,
                    inside.start + line.start..inside.start + line.end,
                    format!("`{key}:` stands in the statement"),
                    "leave an empty line between the statement and the lines below it",
                );
            }
            if end == 0 {
                builder.error(
                    Code::BlockStatement,
                    first_line(text, inside.start),
                    "a claim has no statement",
                    "say in a sentence what is claimed, then an empty line, then the fields",
                );
            } else {
                let place = inside.start..inside.start + end;
                let context = Context::Statement(id);
                statement = Some(markdown::fragment(builder, place, context, Rules::Statement));
            }
            read = fields::read(builder, inside.start + behind..inside.end, kind);
        }
        BlockKind::Figure | BlockKind::Table => {
            read = fields::read(builder, inside.clone(), kind);
        }
        BlockKind::Theorem
        | BlockKind::Lemma
        | BlockKind::Proposition
        | BlockKind::Corollary
        | BlockKind::Definition
        | BlockKind::Conjecture
        | BlockKind::Proof => {
            let text = builder.cut(inside.clone());
            let named = fields::key(text.lines().next().unwrap_or("")) == Some("name");
            let behind = if named { text.find('\n').map_or(text.len(), |at| at + 1) } else { 0 };
            read = fields::read(builder, inside.start..inside.start + behind, kind);
            let place = inside.start + behind..inside.end;
            if builder.cut(place.clone()).trim().is_empty() {
                builder.error(
                    Code::BlockStatement,
                    first_line(text, inside.start),
                    format!("a {} has no text", kind.word()),
                    "write it between the fences",
                );
            }
            let context = Context::Statement(id);
            statement = Some(markdown::fragment(builder, place, context, Rules::Argument));
        }
    }
    let is_broken = builder.sink.diagnostics().iter().skip(before).any(|one| {
        matches!(
            one.code,
            Code::BlockUnknownField
                | Code::BlockDuplicateField
                | Code::BlockMissingField
                | Code::BlockSyntax
        )
    });
    let mut texts: Vec<(&str, Fragment)> = Vec::new();
    for field in &read {
        let context = match (field.key.text.as_str(), kind) {
            ("caption", BlockKind::Figure | BlockKind::Table) => Context::Caption(id),
            ("alt", BlockKind::Figure | BlockKind::Table) => Context::Alt(id),
            ("corrects", BlockKind::Claim) => Context::Corrects(id),
            _ => continue,
        };
        let place = field.value.span.range();
        let fragment = markdown::fragment(builder, place, context, Rules::Line);
        texts.push((&field.key.text, fragment));
    }
    let mut take = |key: &str| {
        let at = texts.iter().position(|(own, _)| *own == key)?;
        Some(texts.swap_remove(at).1)
    };
    let (caption, alt, corrects) = (take("caption"), take("alt"), take("corrects"));
    // What is missing may be the line that cannot be read.
    if kind == BlockKind::Figure && !is_broken {
        require(builder, id, &read, "kind", "say what it draws, as in `kind: grid`");
        require(
            builder,
            id,
            &read,
            "alt",
            "say what the figure shows to someone who cannot see it",
        );
    }
    if let Some(block) = builder.essay.blocks.get_mut(id.0) {
        block.statement = statement;
        block.is_broken = is_broken;
        block.fields = read;
        block.caption = caption;
        block.alt = alt;
        block.corrects = corrects;
    }
}

/// The first line of a statement, which ends at byte `end` of `text`, that is a field of a claim.
fn early_field(text: &str, end: usize) -> Option<Range<usize>> {
    let mut lines = fields::lines(cut(text, 0..end), 0);
    let found = lines.find(|(_, line)| {
        fields::key(line).is_some_and(|key| fields::known(BlockKind::Claim).contains(&key))
    });
    found.map(|(start, line)| start..start + line.len())
}

/// Reports that a block lacks the field `key`.
fn require(
    builder: &mut Builder<'_>,
    id: BlockId,
    read: &[crate::essay::model::Field],
    key: &str,
    help: &str,
) {
    if read.iter().any(|field| field.key.text == key) {
        return;
    }
    let Some(block) = builder.essay.blocks.get(id.0) else { return };
    let word = block.kind.word();
    let name = block.id.as_ref().map_or(String::new(), |id| format!(" `{}`", id.text));
    let place = first_line(builder.cut(block.span.range()), block.span.start);
    let message = format!("the {word}{name} has no `{key}`");
    builder.error(Code::BlockMissingField, place, message, help);
}

/// The bytes of the first line of `text`, which begins at byte `base`.
fn first_line(text: &str, base: usize) -> Range<usize> {
    base..base + text.lines().next().map_or(0, str::len)
}
