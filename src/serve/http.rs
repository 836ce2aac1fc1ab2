//! The preview over HTTP: the planned pages from memory, and a stream of events.
//!
//! There is no way from a request to the file system: a path is looked up among the pages that the
//! build made. A request must name this server as its `Host`, and one that comes from a page must
//! come from a page of this server, so that no other site open in the browser can read the preview.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::Method;
use axum::http::Request;
use axum::http::Response;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::Sse;
use axum::response::sse::Event;
use axum::response::sse::KeepAlive;
use bytes::Bytes;
use percent_encoding::percent_decode_str;
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

/// Where what belongs to the preview, not to the site, is found.
pub const OWN: &str = "/.rung/";

/// What is shown at a moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Counts up with every build.
    pub version: u64,
    /// The site: bytes by path.
    pub files: BTreeMap<String, Bytes>,
    /// Views of the preview's own, by path below [`OWN`].
    pub own: BTreeMap<String, Bytes>,
    /// Paths that differ from the version before.
    pub changed: Vec<String>,
    /// How many findings there are: errors and warnings.
    pub findings: usize,
}

/// What a handler needs.
#[derive(Clone)]
struct Server {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    address: SocketAddr,
}

/// The service that shows what `snapshots` last held, listening at `address`.
pub fn router(snapshots: watch::Receiver<Arc<Snapshot>>, address: SocketAddr) -> Router {
    Router::new().fallback(answer).with_state(Server { snapshots, address })
}

async fn answer(State(server): State<Server>, request: Request<Body>) -> Response<Body> {
    if let Err(refusal) = admit(&request, server.address) {
        return refusal;
    }
    let path = request.uri().path();
    if path == "/.rung/events" {
        return events(&server).into_response();
    }
    let snapshot = server.snapshots.borrow().clone();
    let mut response = find(&snapshot, path);
    if request.method() == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// Refuses what a preview must not answer.
fn admit(request: &Request<Body>, address: SocketAddr) -> Result<(), Response<Body>> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
        refusal.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static("GET, HEAD"));
        return Err(refusal);
    }
    let headers = request.headers();
    // Two names are refused whatever they say: what stands in front may have read the other one.
    let is_named_twice =
        ["host", "origin"].iter().any(|name| headers.get_all(*name).iter().count() > 1);
    if is_named_twice || !text(headers, "host").is_some_and(|host| is_ours(host, address)) {
        return Err(plain(StatusCode::FORBIDDEN, "this preview answers only to its own address\n"));
    }
    let origin_is_ours = headers.get("origin").is_none_or(|origin| {
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| is_ours(host, address))
    });
    let from_elsewhere = text(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site")
        && text(headers, "sec-fetch-mode") != Some("navigate");
    if !origin_is_ours || from_elsewhere {
        return Err(plain(StatusCode::FORBIDDEN, "this preview answers only to its own pages\n"));
    }
    Ok(())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether `host` (with its port) names this server.
fn is_ours(host: &str, address: SocketAddr) -> bool {
    let Some((name, port)) = host.rsplit_once(':') else { return false };
    let own = match address {
        SocketAddr::V4(own) => own.ip().to_string(),
        SocketAddr::V6(own) => format!("[{}]", own.ip()),
    };
    let is_loopback = address.ip().is_loopback() || address.ip().is_unspecified();
    port == address.port().to_string()
        && (name == own || (is_loopback && ["localhost", "127.0.0.1", "[::1]"].contains(&name)))
}

/// Tells a page when there is something new to see: a line of JSON for each build.
fn events(
    server: &Server,
) -> Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>> + use<>> {
    let stream = WatchStream::new(server.snapshots.clone()).map(|snapshot| {
        let message = serde_json::json!({
            "version": snapshot.version,
            "changed": snapshot.changed,
            "findings": snapshot.findings,
        });
        Ok(Event::default().data(message.to_string()))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// The page at `path`, a redirection to it, or the 404 page.
fn find(snapshot: &Snapshot, path: &str) -> Response<Body> {
    let Ok(decoded) = percent_decode_str(path).decode_utf8() else {
        return plain(StatusCode::BAD_REQUEST, "an address is UTF-8\n");
    };
    if let Some(own) = decoded.strip_prefix(OWN) {
        return match snapshot.own.get(own) {
            Some(bytes) => file(StatusCode::OK, own, bytes),
            None => plain(StatusCode::NOT_FOUND, "nothing here\n"),
        };
    }
    let name = decoded.trim_start_matches('/');
    let index = if name.is_empty() || name.ends_with('/') {
        format!("{name}index.html")
    } else {
        name.to_owned()
    };
    if let Some(bytes) = snapshot.files.get(&index) {
        return file(StatusCode::OK, &index, bytes);
    }
    if snapshot.files.contains_key(&format!("{index}/index.html")) && !path.starts_with("//") {
        let location = format!("{path}/");
        return Response::builder()
            .status(StatusCode::FOUND)
            .header(header::LOCATION, location)
            .body(Body::empty())
            .unwrap_or_else(|_| plain(StatusCode::NOT_FOUND, "nothing here\n"));
    }
    match snapshot.files.get("404.html") {
        Some(bytes) => file(StatusCode::NOT_FOUND, "404.html", bytes),
        None => plain(StatusCode::NOT_FOUND, "nothing here\n"),
    }
}

fn file(status: StatusCode, path: &str, bytes: &Bytes) -> Response<Body> {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match kind.type_().as_str() {
        "text" => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    respond(status, &kind, Body::from(bytes.clone()))
}

fn plain(status: StatusCode, message: &'static str) -> Response<Body> {
    respond(status, "text/plain; charset=utf-8", Body::from(message))
}

fn respond(status: StatusCode, kind: &str, body: Body) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header("cross-origin-resource-policy", "same-origin")
        .body(body)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Snapshot;
    use super::admit;
    use super::find;
    use axum::body::Body;
    use axum::http::Request;
    use axum::http::StatusCode;
    use bytes::Bytes;
    use std::net::SocketAddr;

    fn address() -> SocketAddr {
        "127.0.0.1:4747".parse().unwrap()
    }

    fn refused(headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        admit(&request.body(Body::empty()).unwrap(), address()).is_err()
    }

    #[test]
    fn only_its_own_address_and_its_own_pages_are_answered() {
        assert!(!refused(&[("host", "127.0.0.1:4747")]));
        assert!(!refused(&[("host", "localhost:4747"), ("origin", "http://localhost:4747")]));
        assert!(refused(&[("host", "evil.example")]), "a name that was made to point here");
        assert!(refused(&[("host", "evil.example:4747")]));
        assert!(refused(&[("host", "localhost:80")]));
        assert!(refused(&[]), "no host at all");
        assert!(refused(&[("host", "localhost:4747"), ("origin", "https://evil.example")]));
        assert!(refused(&[("host", "localhost:4747"), ("origin", "null")]));
        for second in ["evil.example", "localhost:4747"] {
            assert!(refused(&[("host", "localhost:4747"), ("host", second)]), "{second} beside it");
        }
        assert!(refused(&[("host", "localhost:4747"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn nothing_but_a_planned_page_is_found() {
        let mut snapshot = Snapshot::default();
        snapshot.files.insert("a/index.html".into(), Bytes::from_static(b"page"));
        snapshot.files.insert("404.html".into(), Bytes::from_static(b"none"));
        assert_eq!(find(&snapshot, "/a/").status(), StatusCode::OK);
        assert_eq!(find(&snapshot, "/a").status(), StatusCode::FOUND);
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/a/..%2f..%2fCargo.toml",
            "//etc/passwd",
            "/%5c..%5cx",
            "/a/index.html/",
            "/C:/x",
            "/.rung/../a",
            "//a",
        ] {
            assert_eq!(find(&snapshot, path).status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(find(&snapshot, "/%ff").status(), StatusCode::BAD_REQUEST);
    }
}
