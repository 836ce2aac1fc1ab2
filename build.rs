//! Finds KaTeX's style sheet and fonts and lays them ready to be embedded.
//!
//! They are not ours and stand nowhere in this repository. In order: the folder that
//! `RUNG_KATEX_DIR` names (KaTeX's `dist`), `node_modules/katex/dist`, and the package itself,
//! fetched once by `npm pack` into `OUT_DIR` and checked against its published hash. Where none can
//! be had the crate still builds, says so, and writes formulas as MathML, which needs neither.
//!
//! **Invariant.** The sheet that is embedded is of [`VERSION`], the version that the renderer
//! ports; any other is an error. Of the sources of a font only `woff2` is kept.

#![expect(clippy::disallowed_methods, reason = "a build script reads files and the environment")]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::ExitCode;
use std::process::Stdio;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::Digest as _;
use sha2::Sha512;

/// The version of KaTeX that katex-rs 0.3.0 ports, and so that of the sheet and the fonts.
const VERSION: &str = "0.18.5";

/// The published hash of the package of that version.
const INTEGRITY: &str = "sha512-1FU5H3RjGJVj6GT9fMjf2uMIXmPQp232aXS3UEeQzf0dxefHg/CKMvNB3DuOC46LFG/E5PNxrE8dOwB782FDGg==";

/// Where a package that was installed beside the crate has its files.
const INSTALLED: &str = "node_modules/katex/dist";

/// The sheet, its fonts and their licence.
struct Files {
    sheet: String,
    /// File name and bytes, sorted by name.
    fonts: Vec<(String, Vec<u8>)>,
    licence: String,
}

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUNG_KATEX_DIR");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    match find(&out).and_then(|files| lay_ready(&out, files.as_ref())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo:warning={message}");
            ExitCode::FAILURE
        }
    }
}

/// The files, or none where they cannot be had.
///
/// # Errors
///
/// If a folder was named or found and is not what it should be.
fn find(out: &Path) -> Result<Option<Files>, String> {
    if let Some(folder) = env::var_os("RUNG_KATEX_DIR").filter(|value| !value.is_empty()) {
        let folder = PathBuf::from(folder);
        println!("cargo:rerun-if-changed={}", folder.display());
        return from_folder(&folder).map(Some).map_err(|error| format!("RUNG_KATEX_DIR: {error}"));
    }
    let installed = Path::new(INSTALLED);
    if installed.join("katex.min.css").is_file() {
        println!("cargo:rerun-if-changed={INSTALLED}");
        return from_folder(installed).map(Some);
    }
    match packed(out) {
        Ok(package) => from_package(&package).map(Some),
        Err(reason) => {
            println!(
                "cargo:warning=KaTeX's style sheet and fonts were not found ({reason}): this \
                 binary writes formulas as MathML only. Install them with `npm install --no-save \
                 katex@{VERSION}`, or name KaTeX's `dist` folder in RUNG_KATEX_DIR, and build again."
            );
            // The path is missing, so cargo runs this again next time.
            println!("cargo:rerun-if-changed={INSTALLED}/katex.min.css");
            Ok(None)
        }
    }
}

/// Reads the files from KaTeX's `dist` folder; the licence stands in it or beside it.
fn from_folder(folder: &Path) -> Result<Files, String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let sheet = read(&folder.join("katex.min.css"))?;
    let licence = read(&folder.join("LICENSE"))
        .or_else(|_| read(&folder.parent().unwrap_or(folder).join("LICENSE")))?;
    files(&sheet, &licence, &mut |name| read(&folder.join("fonts").join(name)))
}

/// Reads the files from the package.
fn from_package(package: &[u8]) -> Result<Files, String> {
    let wrong = |error: std::io::Error| format!("the package of KaTeX cannot be read: {error}");
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(package));
    for entry in archive.entries().map_err(wrong)? {
        let mut entry = entry.map_err(wrong)?;
        let name = entry.path().map_err(wrong)?.to_string_lossy().into_owned();
        let wanted = name == "package/LICENSE"
            || name == "package/dist/katex.min.css"
            || (name.starts_with("package/dist/fonts/") && name.ends_with(".woff2"));
        if wanted {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).map_err(wrong)?;
            entries.push((name, bytes));
        }
    }
    let named = |name: &str| {
        entries
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, bytes)| bytes.clone())
            .ok_or_else(|| format!("the package of KaTeX has no {name}"))
    };
    files(&named("package/dist/katex.min.css")?, &named("package/LICENSE")?, &mut |font| {
        named(&format!("package/dist/fonts/{font}"))
    })
}

/// Checks the sheet's version, drops font sources other than `woff2` and reads the fonts it names.
fn files(
    sheet: &[u8],
    licence: &[u8],
    font: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Files, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let sheet = text(sheet);
    if !sheet.contains(&format!("content:\"{VERSION}\"")) {
        return Err(format!("the style sheet is not that of KaTeX {VERSION}"));
    }
    let sheet = only_woff2(&sheet);
    let mut names: Vec<String> = sheet
        .split("url(fonts/")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    let fonts = names
        .into_iter()
        .map(|name| font(&name).map(|bytes| (name, bytes)))
        .collect::<Result<Vec<_>, _>>()?;
    if fonts.is_empty() {
        return Err("the style sheet of KaTeX names no font".to_owned());
    }
    Ok(Files { sheet, fonts, licence: text(licence) })
}

/// `sheet` with each `src:` list of a font cut down to its `woff2` source.
fn only_woff2(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some(at) = rest.find("src:") {
        let (before, list) = rest.split_at(at + "src:".len());
        let end = list.find(['}', ';']).unwrap_or(list.len());
        kept.push_str(before);
        let sources: Vec<&str> =
            list[..end].split(',').filter(|source| source.contains(".woff2)")).collect();
        kept.push_str(&sources.join(","));
        rest = &list[end..];
    }
    kept.push_str(rest);
    kept
}

/// The bytes of the package: kept from an earlier run in `out`, else fetched with `npm pack`.
///
/// # Errors
///
/// Why it could not be had, in a few words.
fn packed(out: &Path) -> Result<Vec<u8>, String> {
    let path = out.join(format!("katex-{VERSION}.tgz"));
    if let Ok(bytes) = fs::read(&path)
        && is_whole(&bytes)
    {
        return Ok(bytes);
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let status = Command::new(npm)
        .args(["pack", "--silent", "--ignore-scripts", "--fetch-retries=1"])
        .args(["--fetch-timeout=20000", "--fetch-retry-maxtimeout=2000", "--pack-destination"])
        .arg(out)
        .arg(format!("katex@{VERSION}"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| format!("npm could not be run: {error}"))?;
    if !status.success() {
        return Err("`npm pack` did not succeed".to_owned());
    }
    let bytes = fs::read(&path).map_err(|error| format!("`npm pack` left no package: {error}"))?;
    if is_whole(&bytes) {
        Ok(bytes)
    } else {
        Err("the package has another hash than the published one".to_owned())
    }
}

/// Whether `package` has the published hash.
fn is_whole(package: &[u8]) -> bool {
    format!("sha512-{}", BASE64_STANDARD.encode(Sha512::digest(package))) == INTEGRITY
}

/// Writes the files into `out` together with the module `katex_files.rs` that embeds them.
fn lay_ready(out: &Path, files: Option<&Files>) -> Result<(), String> {
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut module = format!(
        "/// The version of KaTeX that the renderer ports.\npub const VERSION: &str = {VERSION:?};\n"
    );
    let mut list = String::new();
    if let Some(files) = files {
        fs::create_dir_all(out.join("fonts")).map_err(|error| error.to_string())?;
        write("katex.css", files.sheet.as_bytes())?;
        write("fonts/LICENSE.txt", files.licence.as_bytes())?;
        for (name, bytes) in &files.fonts {
            write(&format!("fonts/{name}"), bytes)?;
        }
        let fonts = files.fonts.iter().map(|(name, _)| format!("fonts/{name}"));
        let names = [String::from("katex.css"), String::from("fonts/LICENSE.txt")];
        for name in names.into_iter().chain(fonts) {
            let file = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))");
            writeln!(list, "    ({name:?}, {file}),").map_err(|error| error.to_string())?;
        }
    }
    write!(
        module,
        "/// The files to be published with it, by name; empty if the build had none.\n\
         pub(super) const FILES: &[(&str, &[u8])] = &[\n{list}];\n"
    )
    .map_err(|error| error.to_string())?;
    write("katex_files.rs", module.as_bytes())
}
