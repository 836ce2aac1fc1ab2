//! Puts a finished site into its folder, whole or not at all.
//!
//! The files are written into a sibling folder, synced, and the two folders change places in one
//! step where the system can (`renameat2` with `RENAME_EXCHANGE`), in two renames elsewhere. Killed
//! at any moment, the folder holds the old site or the new one. With two renames there is an instant
//! at which it holds neither; the old one then stands beside it as `.NAME.rung-old` and is put back
//! by the next run.
//!
//! What we made is listed in [`MANIFEST`]. A file of the old folder that is not on its list is not
//! ours: it is carried over and reported.

#![expect(clippy::disallowed_methods, reason = "writing the site is this module's job")]

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use rayon::prelude::*;
use sha2::Digest;
use sha2::Sha256;
use walkdir::WalkDir;

use crate::site::load::with_path;

/// The list of the files that a build made, in the published folder.
pub const MANIFEST: &str = "rung-manifest.json";

/// What publishing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// How many files the site has, the manifest included.
    pub files: usize,
    /// Their bytes together.
    pub bytes: u64,
    /// Files that the build did not make and that were kept, sorted.
    pub carried_over: Vec<String>,
}

/// Publishes `files` (by path, parts separated by `/`) as the folder `out`.
///
/// # Errors
///
/// If something cannot be read or written; then `out` is what it was before.
pub fn publish<B: AsRef<[u8]> + Sync>(
    files: &BTreeMap<String, B>,
    out: &Path,
) -> io::Result<Published> {
    let out = real_place(out)?;
    let parent =
        out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(|error| with_path(parent, &error))?;
    let _lock = lock(parent)?;
    let name = out.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let staging = parent.join(format!(".{name}.rung-new"));
    let retired = parent.join(format!(".{name}.rung-old"));
    recover(&out, &staging, &retired)?;

    let result = stage(files, &out, &staging).and_then(|published| {
        exchange(&staging, &out, &retired)?;
        Ok(published)
    });
    // After the exchange `staging` is the old site; after a failure it is the unfinished new one.
    let cleared = remove(&staging);
    let published = result?;
    cleared?;
    Ok(published)
}

/// `out`, made absolute and with a symbolic link in its last part resolved.
fn real_place(out: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(out) {
        Ok(real) if real.is_dir() => Ok(real),
        Ok(real) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("{}: is a file, and the site needs a folder", real.display()),
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            std::path::absolute(out).map_err(|error| with_path(out, &error))
        }
        Err(error) => Err(with_path(out, &error)),
    }
}

/// Keeps two builds from publishing beside each other; held until dropped.
fn lock(parent: &Path) -> io::Result<fs::File> {
    let folder = fs::File::open(parent).map_err(|error| with_path(parent, &error))?;
    #[cfg(unix)]
    rustix::fs::flock(&folder, rustix::fs::FlockOperation::LockExclusive)?;
    Ok(folder)
}

/// Undoes what a killed run left: an unfinished new folder, an old one not yet put back.
fn recover(out: &Path, staging: &Path, retired: &Path) -> io::Result<()> {
    if retired.exists() {
        if out.exists() {
            remove(retired)?;
        } else {
            fs::rename(retired, out).map_err(|error| with_path(retired, &error))?;
        }
    }
    remove(staging)
}

/// Writes everything into `staging` and syncs it.
fn stage<B: AsRef<[u8]> + Sync>(
    files: &BTreeMap<String, B>,
    out: &Path,
    staging: &Path,
) -> io::Result<Published> {
    let manifest = manifest(files);
    let mut published = Published::default();
    let all = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref()));
    fs::create_dir(staging).map_err(|error| with_path(staging, &error))?;
    for (path, bytes) in all.chain([(MANIFEST, manifest.as_slice())]) {
        write(staging, out, path, bytes)?;
        published.files += 1;
        published.bytes += bytes.len() as u64;
    }
    published.carried_over = carry_over(files, out, staging)?;
    sync(staging)?;
    Ok(published)
}

/// Writes one file; one that is in the old site with the same bytes is linked, so that it keeps its
/// time and tools that compare times leave it alone.
fn write(staging: &Path, out: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let to = staging.join(path);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| with_path(folder, &error))?;
    }
    let old = out.join(path);
    if is_same(&old, bytes) && fs::hard_link(&old, &to).is_ok() {
        return Ok(());
    }
    let mut file = fs::File::create_new(&to).map_err(|error| with_path(&to, &error))?;
    file.write_all(bytes).map_err(|error| with_path(&to, &error))
}

/// Whether `path` is a plain file with these bytes.
fn is_same(path: &Path, bytes: &[u8]) -> bool {
    fs::symlink_metadata(path).is_ok_and(|is| is.is_file() && is.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|old| old == bytes)
}

/// Takes over from `out` what its manifest does not list and the new site does not have.
fn carry_over<B: AsRef<[u8]>>(
    files: &BTreeMap<String, B>,
    out: &Path,
    staging: &Path,
) -> io::Result<Vec<String>> {
    let mut carried = Vec::new();
    if !out.is_dir() {
        return Ok(carried);
    }
    let ours = listed(&out.join(MANIFEST));
    for entry in WalkDir::new(out).sort_by_file_name() {
        let entry = entry.map_err(io::Error::other)?;
        let relative = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let path = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let to = staging.join(relative);
        if entry.file_type().is_dir() || ours.contains(&path) || path == MANIFEST {
            continue;
        }
        if let Some(bytes) = files.get(&path) {
            if is_same(entry.path(), bytes.as_ref()) {
                continue;
            }
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!(
                    "{}: was not made by a build, and this one would replace it: move it away",
                    entry.path().display()
                ),
            ));
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|error| with_path(folder, &error))?;
        }
        if fs::hard_link(entry.path(), &to).is_err() {
            fs::copy(entry.path(), &to).map_err(|error| with_path(entry.path(), &error))?;
        }
        carried.push(path);
    }
    Ok(carried)
}

/// The manifest of `files`: JSON, one path a line, sorted.
fn manifest<B: AsRef<[u8]> + Sync>(files: &BTreeMap<String, B>) -> Vec<u8> {
    let list: BTreeMap<&str, String> =
        files.par_iter().map(|(path, bytes)| (path.as_str(), digest(bytes.as_ref()))).collect();
    let manifest = serde_json::json!({ "version": 1, "files": list });
    let mut text = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    text.push(b'\n');
    text
}

/// The SHA-256 of `bytes` in lower-case hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The paths that a manifest lists; none if it cannot be read.
fn listed(manifest: &Path) -> BTreeSet<String> {
    let Ok(bytes) = fs::read(manifest) else { return BTreeSet::new() };
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(&bytes) else {
        return BTreeSet::new();
    };
    value["files"].as_object().map(|files| files.keys().cloned().collect()).unwrap_or_default()
}

/// Makes sure that everything under `folder` is on disk before the folders change places.
fn sync(folder: &Path) -> io::Result<()> {
    let handle = fs::File::open(folder).map_err(|error| with_path(folder, &error))?;
    #[cfg(target_os = "linux")]
    {
        rustix::fs::syncfs(&handle)?;
        Ok(())
    }
    #[cfg(not(target_os = "linux"))]
    {
        for entry in WalkDir::new(folder) {
            let entry = entry.map_err(io::Error::other)?;
            if entry.file_type().is_file() {
                fs::File::open(entry.path())?.sync_all()?;
            }
        }
        handle.sync_all()
    }
}

/// Puts `staging` in the place of `out`; afterwards `staging` is the old site, or gone.
fn exchange(staging: &Path, out: &Path, retired: &Path) -> io::Result<()> {
    if !out.exists() {
        return fs::rename(staging, out).map_err(|error| with_path(out, &error));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::CWD;
        use rustix::fs::RenameFlags;
        if rustix::fs::renameat_with(CWD, staging, CWD, out, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    fs::rename(out, retired).map_err(|error| with_path(out, &error))?;
    if let Err(error) = fs::rename(staging, out) {
        // The old site goes back to its place; should that fail too, the next run does it.
        let _ = fs::rename(retired, out);
        return Err(with_path(out, &error));
    }
    remove(retired)
}

/// Removes a folder if it is there.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(with_path(folder, &error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::MANIFEST;
    use super::publish;
    use std::collections::BTreeMap;
    use std::fs;

    fn site(pages: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        pages.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_file_of_the_last_site_goes_and_a_foreign_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("public");
        publish(&site(&[("index.html", "1"), ("old/index.html", "old")]), &out).unwrap();
        fs::write(out.join("CNAME"), "example.org").unwrap();
        let second = publish(&site(&[("index.html", "2")]), &out).unwrap();
        assert_eq!(second.carried_over, ["CNAME"]);
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "2");
        assert!(!out.join("old").exists());
        assert!(out.join(MANIFEST).exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_foreign_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("public");
        fs::create_dir(&out).unwrap();
        fs::write(out.join("index.html"), "mine").unwrap();
        let error = publish(&site(&[("index.html", "1")]), &out).unwrap_err();
        assert!(error.to_string().contains("index.html: was not made by a build"), "{error}");
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "mine");
        fs::write(out.join("index.html"), "1").unwrap();
        publish(&site(&[("index.html", "1")]), &out).unwrap();
    }

    #[test]
    fn what_a_killed_run_left_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("public");
        publish(&site(&[("index.html", "old")]), &out).unwrap();
        // Killed while writing the new folder:
        fs::create_dir(folder.path().join(".public.rung-new")).unwrap();
        fs::write(folder.path().join(".public.rung-new/half"), "half").unwrap();
        // Killed between the two renames of a system without an exchange:
        fs::rename(&out, folder.path().join(".public.rung-old")).unwrap();
        publish(&site(&[("index.html", "new")]), &out).unwrap();
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "new");
        assert!(!out.join("half").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_the_old_site_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("public");
        publish(&site(&[("index.html", "old")]), &out).unwrap();
        // A page cannot be both a file and a folder.
        publish(&site(&[("a", "file"), ("a/b", "below it")]), &out).unwrap_err();
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_in_the_way_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("public");
        fs::write(&out, "mine").unwrap();
        publish(&site(&[("index.html", "x")]), &out).unwrap_err();
        assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    }
}
