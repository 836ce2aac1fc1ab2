//! The language server, spoken to as an editor speaks to it.

#![cfg(feature = "lsp")]
#![expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that writes a site")]

use std::collections::VecDeque;
use std::fs;
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::Connection;
use lsp_server::Message;
use lsp_server::Notification;
use lsp_server::Request;
use lsp_server::RequestId;
use rung::lsp::Farewell;
use rung::lsp::serve;
use serde_json::Value;
use serde_json::json;
use tempfile::TempDir;

/// How long an answer may take before the test is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor in a site of its own.
struct Editor {
    connection: Connection,
    server: JoinHandle<Farewell>,
    site: TempDir,
    /// Notifications that nobody has waited for yet.
    unread: VecDeque<Notification>,
    requests: i32,
    /// What the server said it can do.
    capabilities: Value,
}

impl Editor {
    /// Begins a conversation about a site with these files, a `site.toml` and a home page.
    fn start(files: &[(&str, &str)]) -> Self {
        Self::introduce(files, &json!({}))
    }

    fn introduce(files: &[(&str, &str)], capabilities: &Value) -> Self {
        let site = empty_site();
        for (path, text) in files {
            let file = site.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let (theirs, connection) = Connection::memory();
        let server = thread::spawn(move || serve(theirs, None));
        let mut editor = Self {
            connection,
            server,
            site,
            unread: VecDeque::new(),
            requests: 0,
            capabilities: Value::Null,
        };
        let root = editor.uri("");
        let folder = json!({ "uri": root.trim_end_matches('/'), "name": "essays" });
        let hello = json!({ "capabilities": capabilities, "workspaceFolders": [folder] });
        editor.capabilities = editor.ask("initialize", hello)["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{}", self.site.path().display(), path.replace(' ', "%20"))
    }

    fn send(&self, message: Message) {
        self.connection.sender.send(message).unwrap();
    }

    fn tell(&self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let method = method.to_owned();
        self.send(Message::Request(Request { id: id.clone(), method, params }));
        id
    }

    /// The answer to the request `id`: its result, or its error code.
    fn answer(&mut self, id: &RequestId) -> Result<Value, i32> {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).unwrap() {
                Message::Response(response) if response.id == *id => {
                    return response.response_result.map_err(|error| error.code);
                }
                Message::Response(other) => panic!("an answer that nobody waits for: {other:?}"),
                Message::Notification(note) => self.unread.push_back(note),
                Message::Request(request) => panic!("{request:?}"),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(&id).unwrap()
    }

    fn open(&self, path: &str, text: &str) {
        let document = json!({
            "uri": self.uri(path), "languageId": "markdown", "version": 1, "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the whole text of an open file.
    fn type_anew(&self, path: &str, version: i32, text: &str) {
        let document = json!({ "uri": self.uri(path), "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", change);
    }

    /// What is next said about the findings in a file; about an open one, those of this version.
    fn findings(&mut self, path: &str, version: Option<i32>) -> Vec<Value> {
        let uri = self.uri(path);
        loop {
            let note = match self.unread.pop_front() {
                Some(note) => note,
                None => match self.connection.receiver.recv_timeout(PATIENCE).unwrap() {
                    Message::Notification(note) => note,
                    other => panic!("{other:?}"),
                },
            };
            let said = &note.params;
            if note.method == "textDocument/publishDiagnostics"
                && said["uri"] == uri
                && said["version"] == json!(version)
            {
                return said["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// Asks `method` about a place in a file, lines and columns from 0.
    fn ask_at(&mut self, method: &str, path: &str, (line, character): (u32, u32)) -> Value {
        let place = json!({
            "textDocument": { "uri": self.uri(path) },
            "position": { "line": line, "character": character },
        });
        self.ask(method, place)
    }

    fn leave(mut self) -> Farewell {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.join().unwrap()
    }
}

/// A site in which nothing is wrong.
fn empty_site() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    fs::write(site.path().join("site.toml"), "title = \"T\"\n").unwrap();
    fs::create_dir(site.path().join("content")).unwrap();
    fs::write(site.path().join("content/index.md"), page("Welcome.")).unwrap();
    site
}

/// A page with this body.
fn page(body: &str) -> String {
    format!("---\ntitle: T\n---\n\n{body}\n")
}

/// `line:character` of the start and the end of a range.
fn places(range: &Value) -> String {
    let place = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", place("start"), place("end"))
}

#[test]
fn what_is_wrong_on_disk_is_shown_before_anything_is_opened() {
    let mut editor = Editor::start(&[("content/a.md", "---\ntitle: T\ndraft: perhaps\n---\n")]);
    let findings = editor.findings("content/a.md", None);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["code"], "front::bad_value");
    assert_eq!(findings[0]["source"], "rung");
    assert_eq!(places(&findings[0]["range"]), "2:7-2:14");
    assert_eq!(editor.leave(), Farewell::Orderly);
}

#[test]
fn an_open_buffer_counts_instead_of_its_file() {
    let mut editor = Editor::start(&[("content/a.md", &page("All is well."))]);
    editor.open("content/a.md", &page("A ` =x` with a space."));
    let findings = editor.findings("content/a.md", Some(1));
    assert_eq!(findings[0]["code"], "binding::space");
    editor.type_anew("content/a.md", 2, &page("All is well again."));
    assert!(editor.findings("content/a.md", Some(2)).is_empty());
    editor.leave();
}

#[test]
fn a_closed_buffer_leaves_the_file_as_it_is_on_disk() {
    let mut editor = Editor::start(&[("content/a.md", &page("All is well."))]);
    editor.open("content/a.md", &page("A ` =x` with a space."));
    assert_eq!(editor.findings("content/a.md", Some(1)).len(), 1);
    let closed = json!({ "textDocument": { "uri": editor.uri("content/a.md") } });
    editor.tell("textDocument/didClose", closed);
    assert!(editor.findings("content/a.md", None).is_empty());
    editor.leave();
}

#[test]
fn a_file_that_changed_on_disk_is_read_again() {
    let mut editor = Editor::start(&[("content/a.md", &page("A ` =x` with a space."))]);
    assert_eq!(editor.findings("content/a.md", None).len(), 1);
    fs::write(editor.site.path().join("content/a.md"), page("All is well.")).unwrap();
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert!(editor.findings("content/a.md", None).is_empty());
    editor.leave();
}

#[test]
fn columns_are_utf_16_unless_the_editor_prefers_bytes() {
    // 𝔸 takes two units of UTF-16 and four bytes.
    let text = page("𝔸 ` =x` is wrong.");
    let mut editor = Editor::start(&[]);
    assert_eq!(editor.capabilities["positionEncoding"], "utf-16");
    editor.open("content/a.md", &text);
    assert_eq!(places(&editor.findings("content/a.md", Some(1))[0]["range"]), "4:3-4:8");
    editor.leave();

    let prefers = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let mut editor = Editor::introduce(&[], &prefers);
    assert_eq!(editor.capabilities["positionEncoding"], "utf-8");
    editor.open("content/a.md", &text);
    assert_eq!(places(&editor.findings("content/a.md", Some(1))[0]["range"]), "4:5-4:10");
    editor.leave();
}

#[test]
fn a_change_within_the_text_is_made_where_the_editor_says() {
    let mut editor = Editor::start(&[]);
    editor.open("content/a.md", &page("𝔸 `=x` is well."));
    editor.findings("content/a.md", Some(1));
    // Between the backtick and the equals sign, behind two units of 𝔸.
    let at = json!({ "line": 4, "character": 4 });
    let change = json!({
        "textDocument": { "uri": editor.uri("content/a.md"), "version": 2 },
        "contentChanges": [{ "range": { "start": at, "end": at }, "text": " " }],
    });
    editor.tell("textDocument/didChange", change);
    let findings = editor.findings("content/a.md", Some(2));
    assert!(findings.iter().any(|one| one["code"] == "binding::space"), "{findings:?}");
    editor.leave();
}

#[test]
fn a_request_that_makes_no_sense_is_refused_and_hurts_nobody() {
    let mut editor = Editor::start(&[]);
    let id = editor.begin("textDocument/moon", json!({}));
    assert_eq!(editor.answer(&id), Err(-32601), "method not found");
    let id = editor.begin("textDocument/codeAction", json!({ "textDocument": 7 }));
    assert_eq!(editor.answer(&id), Err(-32602), "invalid parameters");
    editor.tell("textDocument/didChange", json!("nonsense"));
    assert_eq!(editor.leave(), Farewell::Orderly);
}

#[test]
fn nothing_is_answered_before_the_introduction_or_after_the_farewell() {
    let (theirs, ours) = Connection::memory();
    let server = thread::spawn(move || serve(theirs, None));
    let ask = |id: i32, method: &str| {
        let (id, method) = (RequestId::from(id), method.to_owned());
        let params = json!({ "capabilities": {} });
        ours.sender.send(Message::Request(Request { id, method, params })).unwrap();
        let Message::Response(response) = ours.receiver.recv_timeout(PATIENCE).unwrap() else {
            panic!("no response");
        };
        response.response_result.map_err(|error| error.code)
    };
    assert_eq!(ask(1, "shutdown"), Err(-32002), "server not initialized");
    assert!(ask(2, "initialize").is_ok());
    assert!(ask(3, "shutdown").is_ok());
    assert_eq!(ask(4, "textDocument/codeAction"), Err(-32600), "invalid request");
    drop(ours);
    assert_eq!(server.join().unwrap(), Farewell::Abrupt, "it never said exit");
}

#[test]
fn the_site_is_found_from_the_first_file_that_is_opened() {
    let site = empty_site();
    let (theirs, connection) = Connection::memory();
    let server = thread::spawn(move || serve(theirs, None));
    let mut editor = Editor {
        connection,
        server,
        site,
        unread: VecDeque::new(),
        requests: 0,
        capabilities: Value::Null,
    };
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    editor.open("content/a.md", &page("A ` =x` with a space."));
    assert_eq!(editor.findings("content/a.md", Some(1)).len(), 1);
    editor.leave();
}

#[test]
fn a_link_leads_to_what_it_names() {
    let there = page("## Zeros {#zeros}");
    let mut editor = Editor::start(&[("content/x/b.md", &there)]);
    editor.open("content/a.md", &page("𝔸 See [](x/b.md#zeros)."));
    let target = editor.ask_at("textDocument/definition", "content/a.md", (4, 12));
    assert_eq!(target["uri"], editor.uri("content/x/b.md"));
    assert_eq!(target["range"]["start"], json!({ "line": 4, "character": 0 }));
    let nowhere = editor.ask_at("textDocument/definition", "content/a.md", (4, 4));
    assert_eq!(nowhere, Value::Null);
    editor.leave();
}

#[test]
fn a_name_that_is_half_typed_is_completed_at_once() {
    let mut editor = Editor::start(&[]);
    editor.open("content/a.md", &page("𝔸 is `=maun"));
    let offers = editor.ask_at("textDocument/completion", "content/a.md", (4, 12));
    let offers = offers.as_array().unwrap();
    let maundy = offers.iter().find(|offer| offer["label"] == "maundy").unwrap();
    assert_eq!(maundy["textEdit"]["newText"], "maundy");
    assert_eq!(places(&maundy["textEdit"]["range"]), "4:8-4:12");
    editor.leave();
}

#[test]
fn a_question_can_be_taken_back() {
    let mut editor = Editor::start(&[]);
    editor.open("content/a.md", &page("All is well."));
    let place = json!({
        "textDocument": { "uri": editor.uri("content/a.md") },
        "position": { "line": 0, "character": 0 },
    });
    let id = editor.begin("textDocument/hover", place);
    editor.tell("$/cancelRequest", json!({ "id": 2 }));
    // Cancelled, or answered before that was heard.
    assert!(matches!(editor.answer(&id), Ok(Value::Null) | Err(-32800)));
    editor.leave();
}

#[test]
fn a_wrong_number_is_mended_by_the_edit_that_is_offered() {
    let mut editor = Editor::start(&[]);
    editor.open("content/a.md", &page("𝔸 is [67](=maundy(6,360)), not [66](=maundy(6,360))."));
    let findings = editor.findings("content/a.md", Some(1));
    let wrong: Vec<&Value> = findings.iter().filter(|one| one["code"] == "value::wrong").collect();
    assert_eq!(wrong.len(), 1, "{findings:?}");
    assert_eq!(places(&wrong[0]["range"]), "4:7-4:9");
    let document = json!({ "uri": editor.uri("content/a.md") });
    let context = json!({ "diagnostics": [] });
    let asked = json!({ "textDocument": document, "range": wrong[0]["range"], "context": context });
    let actions = editor.ask("textDocument/codeAction", asked);
    assert_eq!(actions[0]["title"], "write `66`");
    let edit = &actions[0]["edit"]["changes"][editor.uri("content/a.md")][0];
    assert_eq!(edit["newText"], "66");
    assert_eq!(places(&edit["range"]), "4:7-4:9");
    let elsewhere = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": elsewhere, "end": elsewhere });
    let asked = json!({ "textDocument": document, "range": range, "context": context });
    assert_eq!(editor.ask("textDocument/codeAction", asked), json!([]));
    editor.leave();
}

#[test]
fn everything_in_a_file_is_mended_at_once() {
    let mut editor = Editor::start(&[]);
    editor.open("content/a.md", &page("[67](=maundy(6,360)) and [3](=cutcake(2,6))."));
    let document = json!({ "uri": editor.uri("content/a.md") });
    let start = json!({ "line": 0, "character": 0 });
    let asked = json!({
        "textDocument": document,
        "range": { "start": start, "end": start },
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    let actions = editor.ask("textDocument/codeAction", asked);
    let edits = &actions[0]["edit"]["changes"][editor.uri("content/a.md")];
    let texts: Vec<&str> =
        edits.as_array().unwrap().iter().map(|edit| edit["newText"].as_str().unwrap()).collect();
    assert_eq!(texts, ["66", "2"]);
    editor.leave();
}

/// An essay with a library: the values are those of the ledger.
const ESSAY: &str = "---
title: T
use: [cakes]
---

Worth [66](=maundy(eg)), wrong on [408](=rule.fails).

```{claim} rule
The value is the difference of the counts.

over:   m in 1..36, n in 1..36
with:   d = Ω(n) - Ω(m)
check:  maundy(m, n) = d
expect: fails 408 of 1,296, first 1x4
```

```{figure} grid
kind:    grid
over:    m, n in 1..3
cell:    cutcake(m, n)
shade:   cell = 0
caption: The [5](=this.count(0)) noughts.
alt:     Small cakes.
```
";

fn essay() -> Editor {
    let editor = Editor::start(&[("content/lib/cakes.def", "# The example.\neg = 6x360\n")]);
    editor.open("content/a.md", ESSAY);
    editor
}

#[test]
fn what_stands_under_the_cursor_is_explained() {
    let mut editor = essay();
    let mut said = |line, character| {
        let hover = editor.ask_at("textDocument/hover", "content/a.md", (line, character));
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(said(5, 7), "`maundy(eg)` = **66**", "the shown text");
    assert!(said(5, 20).contains("eg = 6x360"), "a definition: {}", said(5, 20));
    assert!(said(5, 20).contains("**6 × 360**"), "and its value: {}", said(5, 20));
    let found = "as expected: true in 888 of 1,296 cases, first 1 × 4";
    assert!(said(5, 42).contains(found), "a claim in an expression: {}", said(5, 42));
    assert!(said(7, 12).contains(found), "the claim itself: {}", said(7, 12));
    assert_eq!(said(21, 15), "`this.count(0)` = **5**", "the figure of a caption");
    assert_eq!(said(5, 1), "", "plain text");
    editor.leave();
}

#[test]
fn a_name_leads_to_where_it_is_defined() {
    let mut editor = essay();
    let mut target = |line, character| {
        let target = editor.ask_at("textDocument/definition", "content/a.md", (line, character));
        let file =
            target["uri"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        format!("{file} {}", places(&target["range"]))
    };
    assert_eq!(target(5, 20), "cakes.def 1:0-1:2", "of a library");
    assert_eq!(target(5, 42), "a.md 7:11-7:15", "a claim");
    assert_eq!(target(12, 16), "a.md 10:8-10:9", "a variable");
    assert_eq!(target(12, 23), "a.md 11:8-11:9", "a name of the case");
    assert_eq!(target(2, 7), "cakes.def 0:0-0:0", "the library");
    editor.leave();
}

#[test]
fn the_command_speaks_on_its_standard_streams() {
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ];
    let mut input = String::new();
    for message in messages {
        let text = message.to_string();
        input.push_str(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }
    let mut rung = assert_cmd::Command::new(env!("CARGO_BIN_EXE_rung"));
    let output = rung.args(["lsp", "--stdio"]).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("Content-Length: ") && said.contains("hoverProvider"), "{said}");
}

#[test]
fn an_absurd_announcement_ends_in_an_error_and_not_in_an_abort() {
    for (head, said) in [
        ("Content-Length: 1000000000000\r\n\r\n", "`Content-Length: 1000000000000`"),
        ("Content-Length: -1\r\n\r\n", "`Content-Length: -1`"),
        ("Content-Type: x\r\n\r\n", "no `Content-Length`"),
        ("Content-Length: 50000000\r\n\r\n{}", "and 2 came"),
    ] {
        let mut rung = assert_cmd::Command::new(env!("CARGO_BIN_EXE_rung"));
        let output = rung.args(["lsp", "--stdio"]).write_stdin(head).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{head:?}: {told}");
        assert!(told.contains(said) && told.lines().count() == 1, "{head:?}: {told}");
    }
}
