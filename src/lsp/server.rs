//! The loop: messages of the editor and finished builds come in by one channel, in order.

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use lsp_server::Connection;
use lsp_server::ErrorCode;
use lsp_server::Message;
use lsp_server::Notification;
use lsp_server::Request;
use lsp_server::RequestId;
use lsp_server::Response;
use lsp_types as lsp;
use lsp_types::Uri;
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::json;

use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::lsp::Farewell;
use crate::lsp::actions;
use crate::lsp::analysis::Analysis;
use crate::lsp::analysis::overlaid;
use crate::lsp::completion;
use crate::lsp::definition;
use crate::lsp::files;
use crate::lsp::hover;
use crate::lsp::publish;
use crate::lsp::text::Encoding;
use crate::lsp::text::Lines;
use crate::site::Workshop;
use crate::site::load::Input;
use crate::site::load::find_root;
use crate::site::load::load;

/// Bytes of stack of the thread that builds: as much as a program's first thread has.
const STACK: usize = 8 << 20;

/// What the loop waits for.
enum Event {
    Client(Message),
    /// The connection is closed.
    Gone,
    Built(Box<Built>),
}

/// A site to be built.
struct Job {
    revision: u64,
    input: Input,
}

/// A site that was built.
struct Built {
    revision: u64,
    analysis: Analysis,
}

/// Serves one editor until it leaves.
pub(crate) fn run(connection: Connection, root: Option<PathBuf>) -> Farewell {
    let Connection { sender, receiver } = connection;
    let (events, inbox) = mpsc::channel();
    let (jobs, work) = mpsc::channel::<Job>();
    let from_client = events.clone();
    thread::spawn(move || {
        for message in receiver {
            if from_client.send(Event::Client(message)).is_err() {
                return;
            }
        }
        // If nobody listens any more, nobody has to know.
        let _ = from_client.send(Event::Gone);
    });
    let builder = thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut workshop = Workshop::default();
        for Job { revision, input } in work {
            let analysis = Analysis::of(&input, &mut workshop);
            let built = Box::new(Built { revision, analysis });
            if events.send(Event::Built(built)).is_err() {
                return;
            }
        }
    });
    if builder.is_err() {
        return Farewell::Abrupt;
    }
    let send = Box::new(move |message| sender.send(message).is_ok());
    Server::new(send, jobs, root).run(&inbox)
}

/// Where the conversation stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The editor has not introduced itself.
    Strange,
    Ready,
    /// It asked to shut down.
    Leaving,
}

/// A buffer of the editor.
struct Buffer {
    uri: Uri,
    version: i32,
    text: String,
}

struct Server {
    send: Box<dyn Fn(Message) -> bool>,
    jobs: mpsc::Sender<Job>,
    phase: Phase,
    encoding: Encoding,
    /// Whether the editor watches files if it is asked to.
    watches: bool,
    root: Option<PathBuf>,
    disk: Input,
    /// Open buffers by the address that the editor gives them.
    buffers: BTreeMap<String, Buffer>,
    /// Counts changes.
    revision: u64,
    /// The revision that is being built.
    building: Option<u64>,
    /// What was built last, and of which revision.
    built: Option<Built>,
    /// Questions that wait until the newest revision is built.
    waiting: Vec<Request>,
    /// What was last shown of each file.
    shown: BTreeMap<String, lsp::PublishDiagnosticsParams>,
}

impl Server {
    fn new(
        send: Box<dyn Fn(Message) -> bool>,
        jobs: mpsc::Sender<Job>,
        root: Option<PathBuf>,
    ) -> Self {
        Self {
            send,
            jobs,
            phase: Phase::Strange,
            encoding: Encoding::Utf16,
            watches: false,
            root,
            disk: Input::default(),
            buffers: BTreeMap::new(),
            revision: 0,
            building: None,
            built: None,
            waiting: Vec::new(),
            shown: BTreeMap::new(),
        }
    }

    fn run(mut self, inbox: &mpsc::Receiver<Event>) -> Farewell {
        let mut next = inbox.recv().ok();
        while let Some(event) = next {
            match event {
                Event::Gone => return Farewell::Abrupt,
                Event::Client(Message::Notification(note))
                    if note.method == lsp::notification::Exit::METHOD =>
                {
                    let orderly = self.phase == Phase::Leaving;
                    return if orderly { Farewell::Orderly } else { Farewell::Abrupt };
                }
                Event::Client(Message::Notification(note)) => self.note(note),
                Event::Client(Message::Request(request)) => self.request(request),
                // The only thing ever asked of the editor is to watch files.
                Event::Client(Message::Response(_)) => {}
                Event::Built(built) => self.finish(*built),
            }
            // Builds begin when all that was typed meanwhile has been read.
            next = match inbox.try_recv() {
                Ok(event) => Some(event),
                Err(_) => {
                    self.begin();
                    inbox.recv().ok()
                }
            };
        }
        Farewell::Abrupt
    }

    fn request(&mut self, request: Request) {
        match (self.phase, request.method.as_str()) {
            (Phase::Strange, lsp::request::Initialize::METHOD) => self.initialize(request),
            (Phase::Strange, _) => {
                self.refuse(request.id, ErrorCode::ServerNotInitialized, "initialize comes first");
            }
            (Phase::Leaving, _) => {
                self.refuse(request.id, ErrorCode::InvalidRequest, "shutting down");
            }
            (Phase::Ready, lsp::request::Shutdown::METHOD) => {
                self.phase = Phase::Leaving;
                self.answer(request.id, Value::Null);
            }
            (Phase::Ready, lsp::request::Completion::METHOD) => {
                let Request { id, params, .. } = request;
                self.reply(id, read(params).map(|params| self.completions(&params)));
            }
            (
                Phase::Ready,
                lsp::request::CodeActionRequest::METHOD
                | lsp::request::HoverRequest::METHOD
                | lsp::request::GotoDefinition::METHOD,
            ) => {
                if self.is_current() {
                    self.resolve(request);
                } else {
                    self.waiting.push(request);
                }
            }
            (Phase::Ready, method) => {
                let message = format!("`{method}` is not known here");
                self.refuse(request.id, ErrorCode::MethodNotFound, &message);
            }
        }
    }

    /// Answers a question about the newest revision, which has been built if there is a site.
    fn resolve(&self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            lsp::request::CodeActionRequest::METHOD => read(params).map(|own| self.actions(&own)),
            lsp::request::HoverRequest::METHOD => read(params).map(|own| self.hover(&own)),
            _ => read(params).map(|own| self.definition(&own)),
        };
        self.reply(id, answer);
    }

    fn note(&mut self, note: Notification) {
        if self.phase != Phase::Ready {
            return;
        }
        // What cannot be read has no effect; a notification has no answer.
        match note.method.as_str() {
            lsp::notification::Initialized::METHOD => self.watch(),
            lsp::notification::DidOpenTextDocument::METHOD => {
                if let Ok(lsp::DidOpenTextDocumentParams { text_document }) = read(note.params) {
                    let lsp::TextDocumentItem { uri, version, text, .. } = text_document;
                    if self.root.is_none() {
                        let file = files::path(&uri);
                        self.settle(file.as_deref().and_then(Path::parent));
                    }
                    self.buffers.insert(uri.as_str().to_owned(), Buffer { uri, version, text });
                    self.revision += 1;
                }
            }
            lsp::notification::DidChangeTextDocument::METHOD => {
                if let Ok(params) = read(note.params) {
                    self.change(params);
                }
            }
            lsp::notification::DidCloseTextDocument::METHOD => {
                if let Ok(lsp::DidCloseTextDocumentParams { text_document }) = read(note.params) {
                    self.buffers.remove(text_document.uri.as_str());
                    self.reload();
                }
            }
            lsp::notification::DidSaveTextDocument::METHOD
            | lsp::notification::DidChangeWatchedFiles::METHOD => self.reload(),
            lsp::notification::Cancel::METHOD => {
                if let Ok(lsp::CancelParams { id }) = read(note.params) {
                    let id = match id {
                        lsp::NumberOrString::Number(id) => RequestId::from(id),
                        lsp::NumberOrString::String(id) => RequestId::from(id),
                    };
                    if let Some(at) = self.waiting.iter().position(|request| request.id == id) {
                        self.waiting.remove(at);
                        self.refuse(id, ErrorCode::RequestCanceled, "cancelled");
                    }
                }
            }
            _ => {}
        }
    }

    fn initialize(&mut self, request: Request) {
        let params: lsp::InitializeParams = match read(request.params) {
            Ok(params) => params,
            Err(message) => return self.refuse(request.id, ErrorCode::InvalidParams, &message),
        };
        let capabilities = &params.capabilities;
        let offered = capabilities.general.as_ref().and_then(|one| one.position_encodings.as_ref());
        if offered.is_some_and(|all| all.contains(&lsp::PositionEncodingKind::UTF8)) {
            self.encoding = Encoding::Utf8;
        }
        self.watches = capabilities
            .workspace
            .as_ref()
            .and_then(|workspace| workspace.did_change_watched_files)
            .and_then(|watching| watching.dynamic_registration)
            .unwrap_or(false);
        if self.root.is_some() {
            self.reload();
        }
        for folder in params.workspace_folders.iter().flatten() {
            self.settle(files::path(&folder.uri).as_deref());
        }
        #[expect(deprecated, reason = "older editors say their folder here")]
        if let Some(folder) = &params.root_uri {
            self.settle(files::path(folder).as_deref());
        }
        self.phase = Phase::Ready;
        let result = json!({
            "capabilities": capabilities_of(self.encoding),
            "serverInfo": { "name": "rung", "version": env!("CARGO_PKG_VERSION") },
        });
        self.answer(request.id, result);
    }

    /// Takes the site at or above `folder` for ours, if none is yet.
    fn settle(&mut self, folder: Option<&Path>) {
        if self.root.is_none() {
            self.root = folder.and_then(find_root);
            self.reload();
        }
    }

    /// Reads the files of the site again.
    fn reload(&mut self) {
        let Some(root) = &self.root else { return };
        self.revision += 1;
        match load(root) {
            Ok(input) => self.disk = input,
            Err(error) => {
                let params = lsp::ShowMessageParams {
                    typ: lsp::MessageType::ERROR,
                    message: format!("rung: {error}"),
                };
                self.tell::<lsp::notification::ShowMessage>(params);
            }
        }
    }

    /// Asks the editor to tell of files that change on disk.
    fn watch(&self) {
        if !self.watches {
            return;
        }
        let watchers: Vec<Value> = ["site.toml", "content/**", "templates/**", "static/**"]
            .map(|glob| json!({ "globPattern": format!("**/{glob}") }))
            .to_vec();
        let params = json!({ "registrations": [{
            "id": "rung-files",
            "method": lsp::notification::DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        }]});
        let id = RequestId::from(String::from("rung-watch"));
        let method = lsp::request::RegisterCapability::METHOD.to_owned();
        (self.send)(Message::Request(Request { id, method, params }));
    }

    fn change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let document = params.text_document;
        let Some(buffer) = self.buffers.get_mut(document.uri.as_str()) else { return };
        for change in params.content_changes {
            match change.range {
                None => buffer.text = change.text,
                Some(range) => {
                    let lines = Lines::new(&buffer.text, self.encoding);
                    let (start, end) = (lines.byte(range.start), lines.byte(range.end));
                    buffer.text.replace_range(start..end.max(start), &change.text);
                }
            }
        }
        buffer.version = document.version;
        self.revision += 1;
    }

    /// Whether the newest revision is built, or there is no site to build.
    fn is_current(&self) -> bool {
        self.root.is_none()
            || self.built.as_ref().is_some_and(|built| built.revision == self.revision)
    }

    /// Begins to build the newest revision, if it is not built and nothing else is being built.
    fn begin(&mut self) {
        if self.building.is_some() || self.is_current() || self.phase == Phase::Strange {
            return;
        }
        let buffers: BTreeMap<String, String> = self
            .buffers
            .values()
            .filter_map(|buffer| Some((self.path(&buffer.uri)?, buffer.text.clone())))
            .collect();
        let job = Job { revision: self.revision, input: overlaid(&self.disk, &buffers) };
        if self.jobs.send(job).is_ok() {
            self.building = Some(self.revision);
        }
    }

    /// Takes a finished build; if it is of the newest revision, shows it and answers what waited.
    fn finish(&mut self, built: Built) {
        self.building = None;
        self.built = Some(built);
        if self.is_current() {
            self.publish();
            for request in std::mem::take(&mut self.waiting) {
                self.resolve(request);
            }
        }
    }

    /// Shows the findings of the last build, as far as they are not shown already.
    fn publish(&mut self) {
        let (Some(built), Some(root)) = (&self.built, &self.root) else { return };
        let mut findings = publish::by_file(&built.analysis, root, self.encoding);
        // Files without findings any more, and open ones, are told so.
        for path in self.shown.keys() {
            findings.entry(path.clone()).or_default();
        }
        for buffer in self.buffers.values() {
            if let Some(path) = self.path(&buffer.uri) {
                findings.entry(path).or_default();
            }
        }
        for (path, diagnostics) in findings {
            let buffer =
                self.buffers.values().find(|one| self.path(&one.uri).as_ref() == Some(&path));
            let uri = match buffer {
                Some(buffer) => Some(buffer.uri.clone()),
                None => files::uri(&root.join(&path)),
            };
            let Some(uri) = uri else { continue };
            let version = buffer.map(|buffer| buffer.version);
            let params = lsp::PublishDiagnosticsParams { uri, diagnostics, version };
            if self.shown.get(&path) != Some(&params) {
                self.tell::<lsp::notification::PublishDiagnostics>(params.clone());
                self.shown.insert(path, params);
            }
        }
    }

    fn actions(&self, params: &lsp::CodeActionParams) -> Value {
        let (Some(built), Some(root)) = (&self.built, &self.root) else { return Value::Null };
        let uri = &params.text_document.uri;
        let source = self.path(uri).and_then(|path| built.analysis.source(&path));
        let Some(source) = source else { return Value::Null };
        let lines = Lines::new(&built.analysis.sources.get(source).text, self.encoding);
        let at = lines.byte(params.range.start)..lines.byte(params.range.end);
        let file = actions::Shown { analysis: &built.analysis, root, uri, encoding: self.encoding };
        let only = params.context.only.as_deref();
        json!(actions::at(&file, Span::new(source, at), only))
    }

    fn hover(&self, params: &lsp::HoverParams) -> Value {
        let Some((built, source, at)) = self.at(&params.text_document_position_params) else {
            return Value::Null;
        };
        json!(hover::find(&built.analysis, source, at, self.encoding))
    }

    fn definition(&self, params: &lsp::GotoDefinitionParams) -> Value {
        let place = self.at(&params.text_document_position_params);
        let target = place.and_then(|(built, source, at)| {
            let span = definition::find(&built.analysis, source, at)?;
            let path = &built.analysis.sources.get(span.source).path;
            let uri = files::uri(&self.root.as_ref()?.join(path))?;
            Some(lsp::Location { uri, range: publish::range(&built.analysis, span, self.encoding) })
        });
        json!(target)
    }

    fn completions(&self, params: &lsp::CompletionParams) -> Value {
        let place = &params.text_document_position;
        let uri = &place.text_document.uri;
        let (Some(buffer), Some(path)) = (self.buffers.get(uri.as_str()), self.path(uri)) else {
            return Value::Null;
        };
        let lines = Lines::new(&buffer.text, self.encoding);
        let at = lines.byte(place.position);
        let analysis = self.built.as_ref().map(|built| &built.analysis);
        let offers = completion::find(analysis, &path, &buffer.text, at);
        let range = lines.range(offers.from..at);
        let items: Vec<lsp::CompletionItem> = offers
            .offers
            .into_iter()
            .map(|offer| lsp::CompletionItem {
                label: offer.text.clone(),
                kind: Some(offer.kind),
                detail: Some(offer.detail),
                text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
                    range,
                    new_text: offer.text,
                })),
                ..lsp::CompletionItem::default()
            })
            .collect();
        json!(items)
    }

    /// What was built, the source that is meant, and the byte in it.
    fn at(&self, place: &lsp::TextDocumentPositionParams) -> Option<(&Built, SourceId, usize)> {
        let built = self.built.as_ref()?;
        let path = self.path(&place.text_document.uri)?;
        let source = built.analysis.source(&path)?;
        let lines = Lines::new(&built.analysis.sources.get(source).text, self.encoding);
        Some((built, source, lines.byte(place.position)))
    }

    /// The path of the file at `uri` from the site's root, if it belongs to the site.
    fn path(&self, uri: &Uri) -> Option<String> {
        files::relative(self.root.as_deref()?, &files::path(uri)?)
    }

    fn answer(&self, id: RequestId, result: Value) {
        (self.send)(Message::Response(Response::new_ok(id, result)));
    }

    fn reply(&self, id: RequestId, answer: Result<Value, String>) {
        match answer {
            Ok(value) => self.answer(id, value),
            Err(message) => self.refuse(id, ErrorCode::InvalidParams, &message),
        }
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        (self.send)(Message::Response(Response::new_err(id, code as i32, message.to_owned())));
    }

    fn tell<N: lsp::notification::Notification>(&self, params: N::Params) {
        (self.send)(Message::Notification(Notification::new(N::METHOD.to_owned(), params)));
    }
}

/// What this server can do.
fn capabilities_of(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => lsp::PositionEncodingKind::UTF8,
            Encoding::Utf16 => lsp::PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
                save: Some(lsp::TextDocumentSyncSaveOptions::Supported(true)),
                ..lsp::TextDocumentSyncOptions::default()
            },
        )),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![lsp::CodeActionKind::QUICKFIX, actions::FIX_ALL]),
                ..lsp::CodeActionOptions::default()
            },
        )),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(
                completion::TRIGGERS.iter().map(|trigger| (*trigger).to_owned()).collect(),
            ),
            ..lsp::CompletionOptions::default()
        }),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        definition_provider: Some(lsp::OneOf::Left(true)),
        ..lsp::ServerCapabilities::default()
    }
}

/// Reads what a message carries.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}
