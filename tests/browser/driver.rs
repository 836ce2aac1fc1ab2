//! Chromium, driven over WebDriver.
//!
//! WebDriver is JSON over HTTP, and of it a test needs a dozen commands; what it does not have
//! (media, sizes, printing) Chromium's driver passes on to the browser's own tools.
//! See <https://www.w3.org/TR/webdriver2/> and <https://chromedevtools.github.io/devtools-protocol/>.

use std::env;
use std::io::BufRead;
use std::io::BufReader;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use serde_json::Value;
use serde_json::json;

/// How long a page may take to become what a test waits for. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// Keys as WebDriver names them.
pub(crate) const TAB: &str = "\u{e004}";
pub(crate) const ENTER: &str = "\u{e007}";
pub(crate) const ESCAPE: &str = "\u{e00c}";
pub(crate) const LEFT: &str = "\u{e012}";
pub(crate) const UP: &str = "\u{e013}";
pub(crate) const RIGHT: &str = "\u{e014}";
pub(crate) const DOWN: &str = "\u{e015}";

/// A browser with one window and a profile of its own.
pub(crate) struct Browser {
    driver: Child,
    session: String,
    // Removed when the browser is gone.
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser, or says why there is none: Chromium and its driver are needed only here.
    /// Where `CI` is `true` they must be there.
    pub(crate) fn start() -> Option<Self> {
        let missing = ["chromium", "chromedriver"].into_iter().find(|name| !is_installed(name));
        if let Some(name) = missing {
            assert_ne!(env::var("CI").as_deref(), Ok("true"), "{name} is not installed");
            eprintln!("skipped: {name} is not installed");
            return None;
        }
        let profile = tempfile::tempdir().unwrap();
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = said
            .by_ref()
            .find_map(|line| {
                let line = line.unwrap();
                let (_, port) = line.split_once("started successfully on port ")?;
                Some(port.trim_end_matches('.').to_owned())
            })
            .expect("the driver says where it listens");
        // What else it says is read, so that it never waits for a reader.
        thread::spawn(move || said.for_each(drop));
        let address = format!("http://127.0.0.1:{port}");
        let profile_flag = format!("--user-data-dir={}", profile.path().display());
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": { "args": [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                profile_flag,
            ] },
        } } });
        let answer = call("POST", &format!("{address}/session"), Some(&wanted));
        let id = answer["sessionId"].as_str().expect("a session").to_owned();
        let session = format!("{address}/session/{id}");
        Some(Self { driver, session, _profile: profile })
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        call("POST", &format!("{}{command}", self.session), Some(body))
    }

    /// Opens the page at `url` and waits until it is loaded.
    pub(crate) fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Lets scripts run as long as a test waits.
    pub(crate) fn patience(&self) {
        self.post("/timeouts", &json!({ "script": PATIENCE.as_millis() as u64 }));
    }

    /// What the body of a function comes to in the page; a promise is waited for.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.run_with(script, &[])
    }

    /// The same with `arguments`.
    pub(crate) fn run_with(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// The value of an expression that is a text.
    pub(crate) fn text(&self, expression: &str) -> String {
        let value = self.run(&format!("return {expression}"));
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// Whether an expression is true.
    pub(crate) fn is(&self, expression: &str) -> bool {
        self.run(&format!("return Boolean({expression})")) == true
    }

    /// Waits until an expression is true; the page may be loaded anew meanwhile.
    pub(crate) fn wait_for(&self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        let question = json!({ "script": format!("return Boolean({expression})"), "args": [] });
        let address = format!("{}/execute/sync", self.session);
        while try_call("POST", &address, Some(&question)) != Ok(Value::Bool(true)) {
            assert!(Instant::now() < end, "{expression} has not come true");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Calls the browser's own tools.
    pub(crate) fn tools(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Makes the window `width` pixels wide, as a telephone or a screen would be.
    pub(crate) fn resize(&self, width: u32) {
        let size = json!({
            "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false,
        });
        self.tools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Shows the page in `medium` ("" for a screen) to a reader who wants these features.
    pub(crate) fn emulate(&self, medium: &str, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let media = json!({ "media": medium, "features": features });
        self.tools("Emulation.setEmulatedMedia", media);
    }

    /// Presses and releases keys one after another.
    pub(crate) fn press(&self, keys: &[&str]) {
        let strokes: Vec<Value> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": strokes });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Types a text where the keyboard is.
    pub(crate) fn type_text(&self, text: &str) {
        let keys: Vec<String> = text.chars().map(String::from).collect();
        self.press(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Touches the middle of the element that `selector` names.
    pub(crate) fn touch(&self, selector: &str) {
        let element = self.run_with(
            "const it = document.querySelector(arguments[0]);
             it.scrollIntoView({ block: 'center', behavior: 'instant' });
             return it;",
            &[json!(selector)],
        );
        let to = json!({ "type": "pointerMove", "origin": element, "x": 0, "y": 0 });
        let strokes = [
            to,
            json!({ "type": "pointerDown", "button": 0 }),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        let finger = json!({
            "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" },
            "actions": strokes,
        });
        self.post("/actions", &json!({ "actions": [finger] }));
    }

    /// The same with a mouse.
    pub(crate) fn click(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0])";
        let element = self.run_with(script, &[json!(selector)]);
        let (_, id) = element.as_object().and_then(|it| it.iter().next()).expect(selector);
        self.post(&format!("/element/{}/click", id.as_str().unwrap()), &json!({}));
    }

    /// What the console was told since the last time: errors and warnings.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.log("browser")
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// The addresses that were asked for since the last time.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.log("performance")
            .iter()
            .filter_map(|entry| {
                let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
                let event = &event["message"];
                let asks = event["method"] == "Network.requestWillBeSent";
                asks.then(|| event["params"]["request"]["url"].as_str().map(str::to_owned))?
            })
            .collect()
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.post("/se/log", &json!({ "type": kind }));
        entries.as_array().expect("a list").clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, the driver does not.
        let _ = try_call("DELETE", &self.session, None);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn call(method: &str, address: &str, body: Option<&Value>) -> Value {
    try_call(method, address, body).unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// What the driver answers, or its complaint.
fn try_call(method: &str, address: &str, body: Option<&Value>) -> Result<Value, String> {
    let request = match method {
        "DELETE" => minreq::delete(address),
        _ => minreq::post(address),
    };
    let request = match body {
        Some(body) => request.with_json(body).map_err(|error| error.to_string())?,
        None => request,
    };
    let answer = request.send().map_err(|error| error.to_string())?;
    let mut value: Value = answer.json().map_err(|error| error.to_string())?;
    match answer.status_code {
        200 => Ok(value["value"].take()),
        _ => Err(format!("{}: {}", value["value"]["error"], value["value"]["message"])),
    }
}
