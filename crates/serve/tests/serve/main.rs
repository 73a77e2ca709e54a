//! The server as its clients meet it: real sockets, requests written by hand.

mod api;
mod gate;
mod jobs;
mod limits;
mod page;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fewest_engine::Session;
use fewest_serve::{Bounds, Page, ServeError, Server, Settings, Stopper};
use serde_json::{Value, json};

/// A 3×3 position that 21 moves solve.
const EIGHT: &str = "5 3 8/0 2 4/1 7 6";
/// A 15-puzzle of 78 moves: hours of work for the heuristic of [`hard`].
const HARD: &str = "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1";
/// How long anything may take at most; generous, for a busy machine.
const SOON: Duration = Duration::from_secs(15);

/// A server that runs until it is dropped.
struct Running {
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Running {
    fn start(bounds: Bounds) -> Self {
        Self::with_page(bounds, None)
    }

    fn with_page(bounds: Bounds, page: Option<Page>) -> Self {
        let settings = Settings { port: 0, bounds, ..Settings::default() };
        let server = Server::bind(&settings, Session::in_memory(fewest_kinds::KINDS)).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        Self { address, stopper, thread: Some(thread::spawn(move || server.run(page))) }
    }

    /// Stops the server and waits for its end.
    fn stop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// A new connection.
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream
    }

    /// Sends exactly this, and reads until the server ends the connection.
    fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        Reply::read(stream)
    }

    /// A request with the right host, more headers (each with its line break) and a body.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let (address, length) = (self.address, body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}");
        self.send(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }

    fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", "")
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, "Content-Type: application/json\r\n", &body.to_string())
    }

    /// Begins a search, which must be let in.
    fn begin(&self, request: &Value) -> String {
        let reply = self.post("/api/jobs", request);
        assert_eq!(reply.status, 201, "{}", reply.body);
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(reply.header("location"), Some(format!("/api/jobs/{id}").as_str()));
        id
    }

    /// Asks until another search is let in: the one before has ended, which nobody else can be told who must not read it.
    fn wait_for_place(&self) {
        let begun = Instant::now();
        loop {
            let reply = self.post("/api/jobs", &easy());
            if reply.status == 201 {
                return;
            }
            assert_eq!(reply.status, 429, "{}", reply.body);
            assert!(begun.elapsed() < SOON, "the search goes on");
            // Each question is a connection of its own; between two the search needs the processor.
            thread::yield_now();
        }
    }

    /// The events of a search as they come.
    fn events(&self, id: &str) -> Events {
        let mut stream = self.connect();
        // In HTTP/1.0 a body ends with the connection, and has no other marks in it.
        // Events are sent as they come, and never compressed.
        let headers = format!("Host: {}\r\nAccept-Encoding: gzip\r\n", self.address);
        write!(stream, "GET /api/jobs/{id}/events HTTP/1.0\r\n{headers}\r\n").unwrap();
        let mut lines = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(lines.read_line(&mut head).unwrap(), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.0 200 ") && head.contains("content-type: text/event-stream\r\n"), "{head}");
        assert!(!head.contains("content-encoding"), "{head}");
        Events { lines }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What came back.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A server that has heard enough may hang up on the rest: what it said before counts.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The words of a refusal.
    fn error(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// A stream of server-sent events.
struct Events {
    lines: BufReader<TcpStream>,
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", value)) => value.clone_into(&mut name),
                Some(("data", value)) => value.clone_into(&mut data),
                _ if line == "\n" && !data.is_empty() => return Some((name, serde_json::from_str(&data).unwrap())),
                _ => {}
            }
        }
    }
}

/// A request that is answered at once.
fn easy() -> Value {
    json!({ "puzzle": { "kind": "tiles", "position": EIGHT } })
}

/// A request that takes hours.
fn hard() -> Value {
    json!({ "puzzle": { "kind": "tiles", "position": HARD }, "algorithm": "IDA*", "heuristic": "manhattan" })
}

/// Bounds that let one search in at a time.
fn one_at_a_time() -> Bounds {
    Bounds { jobs: 1, ..Bounds::default() }
}
