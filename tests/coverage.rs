//! Every verified fact of the ladder's ledger stands in the essay it belongs to.
//!
//! `tests/ledger/<slug>.txt` has a line for each entry of the ledger: its id, what it has become
//! (`claim`, `figure`, `value` or `left-out`) and which: the id of a block, the source of a binding
//! as it stands in the essay, or the reason why it is told nowhere.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::essay;
use rung::essay::BlockKind;

/// Entries of the ledger: 326 facts and 41 figures, one id of which is both.
const ENTRIES: usize = 366;

#[test]
fn every_entry_of_the_ledger_is_placed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut ids = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut maps: Vec<_> = fs::read_dir(root.join("tests/ledger"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    maps.sort();
    for map in maps {
        let slug = map.file_stem().unwrap().to_str().unwrap().to_owned();
        let path = format!("cutcake/{slug}.md");
        let text = fs::read_to_string(root.join("content").join(&path)).unwrap();
        let essay = essay::parse(SourceId(0), &path, &text, &mut Sink::default());
        for line in fs::read_to_string(&map).unwrap().lines() {
            let mut parts = line.splitn(3, "  ").map(str::trim);
            let (Some(id), Some(kind), Some(which)) = (parts.next(), parts.next(), parts.next())
            else {
                wrong.push(format!("{slug}: `{line}` is no entry"));
                continue;
            };
            if !ids.insert(id.to_owned()) {
                wrong.push(format!("{slug}: `{id}` is placed twice"));
            }
            let block = essay.block(which).map(|block| block.kind);
            let stands = match kind {
                "claim" => block == Some(BlockKind::Claim),
                "figure" => matches!(block, Some(BlockKind::Figure | BlockKind::Table)),
                "value" => text.contains(which),
                "left-out" => which.len() > 10,
                _ => false,
            };
            if !stands {
                wrong.push(format!(
                    "{slug}: `{id}` is to be the {kind} `{which}`, which is not there"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(ids.len() >= ENTRIES, "{} of {ENTRIES} entries are placed", ids.len());
}
