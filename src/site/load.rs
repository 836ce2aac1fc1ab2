//! Reads the folder of a site: all bytes, nothing judged.
//!
//! This and `publish` are the only parts of the pipeline that touch the file system. A symbolic link
//! that leaves the site is noted, not followed; what it means is decided by [`super::build`].

#![expect(clippy::disallowed_methods, reason = "reading the site is this module's job")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use sha2::Digest;
use sha2::Sha256;
use walkdir::WalkDir;

/// A site as it lies on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// `site.toml`, if there is one.
    pub config: Option<Vec<u8>>,
    /// Files under `content/`, by their path there, parts separated by `/`.
    pub content: BTreeMap<String, Vec<u8>>,
    /// Files under `templates/`.
    pub templates: BTreeMap<String, Vec<u8>>,
    /// Files under `static/`.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// Symbolic links that lead out of the site, by their path from its root, with their target.
    pub outside_links: BTreeMap<String, String>,
    /// Symbolic links to a folder that holds them, by their path from the root, with their target.
    pub looping_links: BTreeMap<String, String>,
    /// What is neither a file nor a folder, by its path from the root, with the name of what it is.
    pub special_files: BTreeMap<String, &'static str>,
    /// Paths that are not Unicode, shown as well as they can be.
    pub unreadable_names: Vec<String>,
}

impl Input {
    /// A hash of every byte of the site with its path, in hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |path: &str, bytes: &[u8]| {
            hash.update((path.len() as u64).to_le_bytes());
            hash.update(path);
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        self.config.iter().for_each(|bytes| add("site.toml", bytes));
        for (folder, files) in
            [("content", &self.content), ("templates", &self.templates), ("static", &self.statics)]
        {
            files.iter().for_each(|(path, bytes)| add(&format!("{folder}/{path}"), bytes));
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Reads the site under `root`.
///
/// What editors and systems leave behind is not part of a site; [`is_ignored`] says what that is. A
/// file that goes while the folder is read is one that is not there. The order in which the walk meets files has no influence on the result.
///
/// # Errors
///
/// If a folder or file cannot be read; the message names it. A missing `content/`, `templates/` or
/// `static/` is an empty one.
pub fn load(root: &Path) -> io::Result<Input> {
    let mut input = Input { config: read_optional(&root.join("site.toml"))?, ..Input::default() };
    let real_root = fs::canonicalize(root).map_err(|error| with_path(root, &error))?;
    for folder in ["content", "templates", "static"] {
        let files = walk(&real_root, folder, &mut input)?;
        match folder {
            "content" => input.content = files,
            "templates" => input.templates = files,
            _ => input.statics = files,
        }
    }
    Ok(input)
}

/// The files under `root/folder`, by their path below it.
fn walk(root: &Path, folder: &str, input: &mut Input) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let base = root.join(folder);
    let mut files = BTreeMap::new();
    match fs::symlink_metadata(&base) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
        Err(error) => return Err(with_path(&base, &error)),
        Ok(_) => {}
    }
    if leaves(root, &base, folder, input)? {
        return Ok(files);
    }
    let mut walker = WalkDir::new(&base).follow_links(true).sort_by_file_name().into_iter();
    while let Some(entry) = walker.next() {
        let entry = match entry {
            Ok(entry) => entry,
            // A link to a folder that holds it: the files are read where they really are.
            Err(error) if error.loop_ancestor().is_some() => {
                let path = error.path().unwrap_or(&base);
                let below = path.strip_prefix(&base).ok().and_then(slashed).unwrap_or_default();
                if !is_ignored(folder, &below) {
                    input.looping_links.insert(format!("{folder}/{below}"), target(path));
                }
                continue;
            }
            Err(error) => {
                let path = error.path().unwrap_or(&base).to_path_buf();
                let error =
                    error.into_io_error().unwrap_or_else(|| io::Error::other("cannot walk"));
                if dangling(root, &path, input)? || error.kind() == io::ErrorKind::NotFound {
                    continue;
                }
                return Err(with_path(&path, &error));
            }
        };
        let relative = entry.path().strip_prefix(&base).unwrap_or(entry.path());
        if relative.as_os_str().is_empty() {
            continue;
        }
        let Some(name) = slashed(relative) else {
            input.unreadable_names.push(format!("{folder}/{}", relative.display()));
            continue;
        };
        let skip = is_ignored(folder, &name)
            || (entry.path_is_symlink()
                && leaves(root, entry.path(), &format!("{folder}/{name}"), input)?);
        if skip {
            if entry.file_type().is_dir() {
                walker.skip_current_dir();
            }
            continue;
        }
        if let Some(kind) = special(entry.file_type()) {
            input.special_files.insert(format!("{folder}/{name}"), kind);
        } else if entry.file_type().is_file()
            && let Some(bytes) = read_optional(entry.path())?
        {
            files.insert(name, bytes);
        }
    }
    Ok(files)
}

/// Whether `path` leads out of `root`; if so it is noted under `name`.
fn leaves(root: &Path, path: &Path, name: &str, input: &mut Input) -> io::Result<bool> {
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return dangling(root, path, input);
        }
        Err(error) => return Err(with_path(path, &error)),
    };
    if real.starts_with(root) {
        return Ok(false);
    }
    input.outside_links.insert(name.to_owned(), target(path));
    Ok(true)
}

/// Where a symbolic link leads, as it says.
fn target(link: &Path) -> String {
    fs::read_link(link).map_or_else(|_| String::from("elsewhere"), |to| to.display().to_string())
}

/// The name of what is neither file, folder nor link: to read it could wait for ever.
#[cfg(unix)]
fn special(kind: fs::FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        Some("a named pipe")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_char_device() || kind.is_block_device() {
        Some("a device")
    } else {
        None
    }
}

/// The name of what is neither file, folder nor link; there is nothing of the sort here.
#[cfg(not(unix))]
fn special(_kind: fs::FileType) -> Option<&'static str> {
    None
}

/// Whether `path` is a symbolic link to nothing; if so it is noted.
fn dangling(root: &Path, path: &Path, input: &mut Input) -> io::Result<bool> {
    let Ok(target) = fs::read_link(path) else { return Ok(false) };
    let name = path.strip_prefix(root).ok().and_then(slashed).unwrap_or_default();
    input.outside_links.insert(name, target.display().to_string());
    Ok(true)
}

/// Names that begin with a point and are nobody's page: of systems, of version control, of editors,
/// of secrets. A `*` stands for any end.
const HIDDEN: &[&str] = &[
    ".#*",
    ".DS_Store",
    "._*",
    ".Spotlight-*",
    ".Trash*",
    ".directory",
    ".fuse_hidden*",
    ".nfs*",
    ".git*",
    ".hg*",
    ".svn",
    ".jj",
    ".bzr",
    ".editorconfig",
    ".idea",
    ".vs",
    ".vscode",
    ".goutputstream-*",
    ".~*",
    ".env*",
    ".ssh",
    ".netrc",
    ".htpasswd",
];

/// Whether the file `path` of the site's folder `folder` belongs to an editor or to the system, not
/// to the site.
///
/// Everywhere that are copies and swap files (`a~`, `.a.swp`, `#a#`). Names that begin with a point
/// are published from `static/` alone, where `.well-known/` and `.nojekyll` have their place; what
/// systems, version control and editors keep there is not.
#[must_use]
pub fn is_ignored(folder: &str, path: &str) -> bool {
    let is_hidden = |part: &str| match folder {
        "static" => HIDDEN.iter().any(|name| match name.strip_suffix('*') {
            Some(start) => part.starts_with(start),
            None => part == *name,
        }),
        _ => part.starts_with('.'),
    };
    path.split('/').any(|part| {
        let swap = part.rsplit_once(".sw").map(|(_, end)| end);
        let is_swap = swap.is_some_and(|end| ["m", "n", "o", "p", "x"].contains(&end));
        is_swap
            || is_hidden(part)
            || part.ends_with('~')
            || (part.starts_with('#') && part.ends_with('#'))
    })
}

/// The path with `/` between its parts, if it is Unicode.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

fn read_optional(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(with_path(path, &error)),
    }
}

/// The same error with the path in its message.
#[must_use]
pub fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The nearest folder upwards from `start` with a `site.toml`.
#[must_use]
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|folder| folder.join("site.toml").is_file()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::load;
    use std::fs;

    #[test]
    fn a_link_out_of_the_site_is_noted_and_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.md"), "secret").unwrap();
        let site = tempfile::tempdir().unwrap();
        fs::create_dir(site.path().join("content")).unwrap();
        fs::write(site.path().join("content/a.md"), "a").unwrap();
        #[cfg(unix)]
        {
            let link = site.path().join("content/out.md");
            std::os::unix::fs::symlink(outside.path().join("secret.md"), link).unwrap();
            let input = load(site.path()).unwrap();
            assert_eq!(input.content.keys().collect::<Vec<_>>(), ["a.md"]);
            assert!(input.outside_links.contains_key("content/out.md"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_and_what_leads_round_is_noted_and_not_read() {
        let site = tempfile::tempdir().unwrap();
        let content = site.path().join("content");
        fs::create_dir_all(content.join("a/b")).unwrap();
        fs::create_dir(site.path().join("static")).unwrap();
        fs::write(content.join("a/x.md"), "x").unwrap();
        std::os::unix::fs::symlink("..", content.join("a/b/up")).unwrap();
        std::os::unix::fs::symlink(".", content.join("self")).unwrap();
        let pipe = site.path().join("static/pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink("../static/pipe", content.join("pipe.md")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(content.join("socket.md")).unwrap();
        let input = load(site.path()).unwrap();
        assert_eq!(input.content.keys().collect::<Vec<_>>(), ["a/x.md"]);
        let loops: Vec<_> = input.looping_links.keys().collect();
        assert_eq!(loops, ["content/a/b/up", "content/self"]);
        let special: Vec<_> = input.special_files.into_iter().collect();
        let expected = [
            ("content/pipe.md", "a named pipe"),
            ("content/socket.md", "a socket"),
            ("static/pipe", "a named pipe"),
        ];
        assert_eq!(special, expected.map(|(path, kind)| (path.to_owned(), kind)));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_or_folder_of_the_site_is_followed() {
        let site = tempfile::tempdir().unwrap();
        let content = site.path().join("content");
        fs::create_dir_all(content.join("games")).unwrap();
        fs::create_dir(site.path().join("drafts")).unwrap();
        fs::write(content.join("games/nim.md"), "nim").unwrap();
        fs::write(site.path().join("drafts/kayles.md"), "kayles").unwrap();
        std::os::unix::fs::symlink("games", content.join("play")).unwrap();
        std::os::unix::fs::symlink("../drafts/kayles.md", content.join("kayles.md")).unwrap();
        let input = load(site.path()).unwrap();
        let paths: Vec<_> = input.content.keys().map(String::as_str).collect();
        assert_eq!(paths, ["games/nim.md", "kayles.md", "play/nim.md"]);
        assert!(input.outside_links.is_empty() && input.looping_links.is_empty());
    }

    #[test]
    fn what_editors_leave_behind_is_not_part_of_a_site() {
        let site = tempfile::tempdir().unwrap();
        fs::create_dir_all(site.path().join("content/.git")).unwrap();
        for name in ["a.md", "a.md~", ".a.md.swp", "#a.md#", ".git/config"] {
            fs::write(site.path().join("content").join(name), "x").unwrap();
        }
        let input = load(site.path()).unwrap();
        assert_eq!(input.content.keys().collect::<Vec<_>>(), ["a.md"]);
    }

    #[test]
    fn files_that_begin_with_a_point_are_published_from_static_alone() {
        let site = tempfile::tempdir().unwrap();
        let published = [".nojekyll", ".well-known/security.txt", ".well-known/x/y", "a.png"];
        let left = [
            ".DS_Store",
            ".a.png.swp",
            ".git/config",
            ".gitkeep",
            ".env",
            ".#a",
            "a~",
            "#a#",
            ".well-known/.DS_Store",
            ".well-known/security.txt~",
            "b/._c",
            ".a.swo",
        ];
        for name in published.into_iter().chain(left) {
            for folder in ["static", "content"] {
                let path = site.path().join(folder).join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "x").unwrap();
            }
        }
        let input = load(site.path()).unwrap();
        assert_eq!(input.statics.keys().collect::<Vec<_>>(), published);
        assert_eq!(input.content.keys().collect::<Vec<_>>(), ["a.png"]);
    }
}
