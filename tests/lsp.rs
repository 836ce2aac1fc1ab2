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
    /// Begins a conversation about a site with these files and a `site.toml`.
    fn start(files: &[(&str, &str)]) -> Self {
        Self::introduce(files, &json!({}))
    }

    fn introduce(files: &[(&str, &str)], capabilities: &Value) -> Self {
        let site = tempfile::tempdir().unwrap();
        fs::write(site.path().join("site.toml"), "title = \"T\"\n").unwrap();
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
    // 𝟙 takes two units of UTF-16 and four bytes.
    let text = page("𝟙 ` =x` is wrong.");
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
    editor.open("content/a.md", &page("𝟙 `=x` is well."));
    editor.findings("content/a.md", Some(1));
    // Between the backtick and the equals sign, behind two units of 𝟙.
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
    let site = tempfile::tempdir().unwrap();
    fs::write(site.path().join("site.toml"), "title = \"T\"\n").unwrap();
    fs::create_dir(site.path().join("content")).unwrap();
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
    editor.open("content/a.md", &page("𝟙 See [](x/b.md#zeros)."));
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
    editor.open("content/a.md", &page("𝟙 is `=maun"));
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
