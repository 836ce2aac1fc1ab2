//! The preview as a browser and an editor meet it: a real process, real saves, raw requests.
//!
//! Nothing here is timed: a test waits until what it is about has happened, and fails when it has
//! waited for longer than any machine takes.

#![cfg(feature = "serve")]
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on says so by failing"
)]

use std::fs;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::net::TcpListener;
use std::net::TcpStream;
use std::path::Path;
use std::path::PathBuf;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;
use std::time::Instant;

/// Longer than any machine takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A site in a folder of its own, and the preview of it.
struct Preview {
    folder: tempfile::TempDir,
    process: Child,
    port: u16,
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An answer.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

const HOME: &str = "---\ntitle: Home\n---\n\nThe essays.\n";

fn essay(text: &str) -> String {
    format!("---\ntitle: An essay\n---\n\n{text}\n")
}

impl Preview {
    /// Begins the preview of a small site, with the root given as `arguments` say.
    fn of(files: &[(&str, &str)], port: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "site.toml", "title = \"Small\"\n");
        put(folder.path(), "content/index.md", HOME);
        for (path, text) in files {
            put(folder.path(), path, text);
        }
        let mut process = Command::new(env!("CARGO_BIN_EXE_rung"))
            .current_dir(folder.path().parent().unwrap())
            // A relative root, as an author types it.
            .arg("--root")
            .arg(folder.path().file_name().unwrap())
            .args(["serve", "--port", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let told = |line: &str| {
            let rest = line.split_once("the preview is at http://127.0.0.1:")?.1;
            rest.trim_end_matches('/').parse().ok()
        };
        let port = lines.find_map(|line| told(&line.unwrap())).expect("an address");
        // What else is told is read, so that the process never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self { folder, process, port }
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// The answer to the request line `line` with these headers.
    fn ask(&self, line: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[("Host", &self.host())])
    }

    /// Waits until the answer to `path` is as wanted.
    fn wait(&self, path: &str, what: &str, wanted: impl Fn(&Answer) -> bool) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.get(path);
            if wanted(&answer) {
                return answer;
            }
            assert!(begun.elapsed() < PATIENCE, "{path}: {what}\n{}\n{}", answer.head, answer.body);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page at `path` says `text`, and says it whole: its end is there.
    fn shows(&self, path: &str, text: &str) {
        self.wait(path, text, |answer| {
            answer.body.contains(text) && answer.body.trim_end().ends_with("</html>")
        });
    }

    fn is_gone(&self, path: &str) {
        self.wait(path, "it is to be gone", |answer| answer.status == 404);
    }
}

fn put(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn however_an_editor_saves_the_page_is_what_was_saved() {
    let preview = Preview::of(&[("content/essay.md", &essay("It began."))], 0);
    preview.shows("/essay/", "It began.");
    let file = preview.path("content/essay.md");

    // In place.
    fs::write(&file, essay("It was written in place.")).unwrap();
    preview.shows("/essay/", "It was written in place.");

    // A temporary file beside it, renamed over it: vim, Emacs, most others.
    let swap = preview.path("content/.essay.md.swp");
    fs::write(&swap, essay("It was renamed over.")).unwrap();
    fs::rename(&swap, &file).unwrap();
    preview.shows("/essay/", "It was renamed over.");

    // The old one is moved away, the new one created, the old one deleted.
    let backup = preview.path("content/essay.md~");
    fs::rename(&file, &backup).unwrap();
    fs::write(&file, essay("A backup was made.")).unwrap();
    fs::remove_file(&backup).unwrap();
    preview.shows("/essay/", "A backup was made.");

    // Deleted, and some time later created.
    fs::remove_file(&file).unwrap();
    preview.is_gone("/essay/");
    fs::write(&file, essay("It was created anew.")).unwrap();
    preview.shows("/essay/", "It was created anew.");

    // Truncated, and written in pieces with pauses longer than a preview may wait.
    let mut open = fs::File::create(&file).unwrap();
    let whole = essay(&"It comes in pieces. ".repeat(20));
    for piece in whole.as_bytes().chunks(100) {
        open.write_all(piece).unwrap();
        open.sync_all().unwrap();
        std::thread::sleep(Duration::from_millis(60));
    }
    open.write_all(b"\nThis is the last of them.\n").unwrap();
    drop(open);
    preview.shows("/essay/", "This is the last of them.");

    // A link to a file elsewhere in the site takes its place.
    #[cfg(unix)]
    {
        put(preview.root(), "content/drafts/real.txt", &essay("It is a link."));
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("drafts/real.txt", &file).unwrap();
        preview.shows("/essay/", "It is a link.");
    }
}

#[test]
fn many_files_at_once_and_folders_that_move_leave_nothing_stale() {
    let preview = Preview::of(&[("content/a/one.md", &essay("One."))], 0);
    preview.shows("/a/one/", "One.");

    for number in 0..200 {
        put(preview.root(), &format!("content/many/page-{number}.md"), &essay("Of many."));
    }
    preview.shows("/many/page-199/", "Of many.");
    for number in 0..200 {
        preview.shows(&format!("/many/page-{number}/"), "Of many.");
    }

    // A folder with all it holds has another name; then it stands elsewhere.
    fs::rename(preview.path("content/many"), preview.path("content/moved")).unwrap();
    preview.shows("/moved/page-7/", "Of many.");
    preview.is_gone("/many/page-7/");
    fs::rename(preview.path("content/moved"), preview.path("content/a/deep")).unwrap();
    preview.shows("/a/deep/page-7/", "Of many.");
    preview.is_gone("/moved/page-7/");

    // What is changed in it there is seen, too.
    fs::write(preview.path("content/a/deep/page-7.md"), essay("Changed where it is.")).unwrap();
    preview.shows("/a/deep/page-7/", "Changed where it is.");

    // A folder that is moved in from outside, and one that is moved out.
    put(preview.root(), "elsewhere/new/page.md", &essay("From outside."));
    fs::rename(preview.path("elsewhere/new"), preview.path("content/new")).unwrap();
    preview.shows("/new/page/", "From outside.");
    fs::write(preview.path("content/new/page.md"), essay("And changed.")).unwrap();
    preview.shows("/new/page/", "And changed.");
    fs::rename(preview.path("content/a"), preview.path("elsewhere/a")).unwrap();
    preview.is_gone("/a/deep/page-7/");
    preview.is_gone("/a/one/");

    // The whole content is exchanged, as a switch of branches does.
    fs::rename(preview.path("content"), preview.path("old-content")).unwrap();
    put(preview.root(), "content/index.md", HOME);
    put(preview.root(), "content/other.md", &essay("Of another branch."));
    preview.shows("/other/", "Of another branch.");
    preview.is_gone("/new/page/");
    fs::write(preview.path("content/other.md"), essay("Changed on that branch.")).unwrap();
    preview.shows("/other/", "Changed on that branch.");
}

#[test]
fn a_mistake_never_stops_the_preview_and_goes_when_it_is_mended() {
    let right = essay("There are [6](=2*3) of them.");
    let preview = Preview::of(&[("content/essay.md", &right)], 0);
    preview.shows("/essay/", "<data value=\"6\"");
    preview.wait("/.rung/findings.json", "nothing is wrong", |answer| answer.body == "[]");

    let wrong = essay("There are [7](=2*3) of them.");
    fs::write(preview.path("content/essay.md"), wrong).unwrap();
    let finding = preview
        .wait("/.rung/findings.json", "it is found", |answer| answer.body.contains("value::wrong"));
    assert!(finding.body.contains("\"file\":\"content/essay.md\""), "{}", finding.body);
    assert!(finding.body.contains("\"line\":5"), "{}", finding.body);
    // The page stays, and the mistake is marked in it with what was computed.
    let page = preview.get("/essay/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("There are"), "{}", page.body);
    assert!(page.body.contains("class=\"mistake"), "{}", page.body);

    // Worse: no front matter, no settings, bytes that are no text.
    fs::write(preview.path("content/essay.md"), b"\xff\xfe").unwrap();
    preview.wait("/.rung/findings.json", "it is no text", |answer| {
        answer.body.contains("source::utf8")
    });
    assert_eq!(preview.get("/").status, 200);
    fs::write(preview.path("site.toml"), "title = \n").unwrap();
    preview.wait("/.rung/findings.json", "the settings are wrong", |answer| {
        answer.body.contains("site.toml")
    });
    assert_eq!(preview.get("/").status, 200);
    fs::remove_file(preview.path("site.toml")).unwrap();
    preview.wait("/.rung/findings.json", "there are no settings", |answer| {
        answer.body.contains("config::missing")
    });

    put(preview.root(), "site.toml", "title = \"Small\"\n");
    fs::write(preview.path("content/essay.md"), &right).unwrap();
    preview.wait("/.rung/findings.json", "all is mended", |answer| answer.body == "[]");
    preview.shows("/essay/", "<data value=\"6\"");
}

#[test]
fn drafts_styles_and_the_audit_are_shown() {
    let draft = "---\ntitle: A draft\ndraft: true\n---\n\nNot 17 yet.\n";
    let marked = "Not <mark class=\"wrong is-warning\" tabindex=\"0\">17<span";
    let preview = Preview::of(&[("content/draft.md", draft)], 0);
    preview.shows("/draft/", marked);
    let audit = preview.get("/.rung/audit/draft/index.html");
    assert!(audit.body.contains("<mark class=\"unbound\""), "{}", audit.body);

    put(preview.root(), "static/style.css", "body { color: rebeccapurple }");
    preview.wait("/style.css", "the author's style", |answer| {
        answer.body.contains("rebeccapurple") && answer.head.contains("text/css")
    });
    let own = "{% extends \"base.html\" %}{% block main %}Own.{% block after %}{% endblock %}{% endblock %}";
    put(preview.root(), "templates/page.html", own);
    preview.shows("/draft/", "Own.");
    fs::remove_dir_all(preview.path("templates")).unwrap();
    preview.shows("/draft/", marked);
}

#[test]
fn each_change_is_told_to_the_pages_that_are_open() {
    let preview = Preview::of(
        &[("content/one.md", &essay("One.")), ("content/other.md", &essay("Other."))],
        0,
    );
    preview.shows("/one/", "One.");
    let mut stream = TcpStream::connect(("127.0.0.1", preview.port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET /.rung/events HTTP/1.1\r\nHost: {}\r\n\r\n", preview.host()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut told = |wanted: &str| {
        let line = lines.find(|line| line.as_ref().unwrap().contains(wanted));
        line.expect("an event").unwrap()
    };
    told("\"version\"");
    fs::write(preview.path("content/one.md"), essay("One, changed.")).unwrap();
    let event = told("one/index.html");
    assert!(!event.contains("other/index.html"), "{event}");
}

#[test]
fn no_address_leads_out_of_the_site() {
    const SECRET: &str = "the planted secret";
    let preview = Preview::of(&[("content/essay.md", &essay("Nothing."))], 0);
    put(preview.root(), "secret.txt", SECRET);
    put(preview.root(), "content/.hidden.txt", SECRET);
    let outside = preview.root().parent().unwrap().join(format!("secret-{}.txt", preview.port));
    fs::write(&outside, SECRET).unwrap();
    let name = outside.file_name().unwrap().to_str().unwrap();
    let absolute = outside.to_str().unwrap();
    let mut probes: Vec<String> = vec![
        String::from("/.hidden.txt"),
        String::from("/content/.hidden.txt"),
        String::from("/site.toml"),
        String::from("/.rung/secret.txt"),
        String::from("/.rung/audit/../../secret.txt"),
        format!("/{absolute}"),
        format!("//{absolute}"),
        format!("/file://{absolute}"),
        format!("/?file={absolute}"),
        format!("/.rung/findings.json?file={absolute}"),
        String::from("/secret.txt%00.html"),
        String::from("/C:/secret.txt"),
        String::from("/%ff%fe/secret.txt"),
    ];
    for up in ["..", "%2e%2e", "%2E.", ".%2e", "..;", "....", "%252e%252e", "%c0%ae%c0%ae"] {
        for slash in ["/", "%2f", "%5c", "\\", "//", "%252f"] {
            for start in ["/", "//", "/essay/", "/.rung/", "/.rung/audit/", "/katex/"] {
                for file in ["secret.txt", name] {
                    for many in 1..4 {
                        let path = [up, slash].concat().repeat(many);
                        probes.push(format!("{start}{path}{file}"));
                    }
                }
            }
        }
    }
    for probe in &probes {
        let answer = preview.get(probe);
        assert!(!answer.body.contains(SECRET), "{probe}");
        assert!(!answer.head.contains(SECRET), "{probe}");
        let harmless = probe.contains('?') && answer.status == 200;
        assert!(harmless || answer.status >= 400, "{probe}: {}", answer.status);
    }
    // The whole address in the request line, as to a proxy.
    let answer = preview
        .ask(&format!("GET http://{}/../{name}", preview.host()), &[("Host", &preview.host())]);
    assert!(!answer.body.contains(SECRET));
    fs::remove_file(outside).unwrap();
}

#[test]
fn other_sites_in_the_browser_are_refused() {
    let preview = Preview::of(&[], 0);
    let own = preview.host();
    let local = format!("localhost:{}", preview.port);
    let page = |headers: &[(&str, &str)]| preview.ask("GET /", headers).status;
    assert_eq!(page(&[("Host", &own)]), 200);
    assert_eq!(page(&[("Host", &local)]), 200);
    // A name that somebody made to point here.
    assert_eq!(page(&[("Host", "evil.example")]), 403);
    assert_eq!(page(&[("Host", &format!("evil.example:{}", preview.port))]), 403);
    assert_eq!(page(&[("Host", "127.0.0.1")]), 403, "without its port");
    assert_eq!(page(&[("Host", &format!("{own}.evil.example"))]), 403);
    for path in ["/", "/.rung/events", "/.rung/findings.json", "/style.css"] {
        let ask = |headers: &[(&str, &str)]| preview.ask(&format!("GET {path}"), headers);
        let foreign = ask(&[("Host", &own), ("Origin", "https://evil.example")]);
        assert_eq!(foreign.status, 403, "{path}");
        let nowhere = ask(&[("Host", &own), ("Origin", "null")]);
        assert_eq!(nowhere.status, 403, "{path}");
        let script = ask(&[("Host", &own), ("Sec-Fetch-Site", "cross-site")]);
        assert_eq!(script.status, 403, "{path}");
        for answer in [foreign, nowhere, script] {
            assert!(!answer.head.to_lowercase().contains("access-control-allow-origin"));
        }
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
        let answer =
            preview.ask(&format!("{method} /"), &[("Host", &own), ("Content-Length", "0")]);
        assert_eq!(answer.status, 405, "{method}");
    }
    let head = preview.ask("HEAD /", &[("Host", &own)]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn when_the_port_is_taken_the_next_free_one_is() {
    // A port with one above it, which is held.
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = held.local_addr().unwrap().port();
    let preview = Preview::of(&[], taken);
    assert!(preview.port > taken, "{} after {taken}", preview.port);
    assert_eq!(preview.get("/").status, 200);
    let second = Preview::of(&[], preview.port);
    assert!(second.port > preview.port);
    assert_eq!(second.get("/").status, 200);
    assert_eq!(preview.get("/").status, 200, "the first goes on");
}
