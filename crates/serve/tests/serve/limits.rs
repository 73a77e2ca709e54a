//! What is too much: searches, time, bytes, patience.

use std::io::Write;
use std::time::{Duration, Instant};

use fewest_serve::Bounds;
use serde_json::json;

use crate::{Reply, Running, SOON, easy, hard};

#[test]
fn more_searches_than_allowed_are_refused() {
    let server = Running::start(Bounds { jobs: 2, ..Bounds::default() });
    let first = server.begin(&hard());
    let events = server.events(&first);
    server.begin(&hard());
    let refused = server.post("/api/jobs", &easy());
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    assert!(refused.error().starts_with("2 searches are running"), "{}", refused.body);
    assert_eq!(server.ask("DELETE", &format!("/api/jobs/{first}"), "", "").status, 204);
    assert_eq!(events.last().unwrap().0, "answer");
    server.begin(&easy());
}

#[test]
fn time_is_bounded_whatever_is_asked_for() {
    let server = Running::start(Bounds { seconds: 0.3, ..Bounds::default() });
    for seconds in [json!(null), json!(1e9)] {
        let mut request = hard();
        request["limits"] = json!({ "seconds": seconds });
        let (_, answer) = server.events(&server.begin(&request)).last().unwrap();
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"limit".into(), &"time limit".into()));
    }
}

/// Random positions of a 15-puzzle as sliding blocks, for which all of them would have to be listed first.
fn endless() -> serde_json::Value {
    let puzzle = json!({ "kind": "blocks", "position": "abcd\nefgh\nijkl\nmn.o\n\nabcd\nefgh\nijkl\nm.no" });
    json!({ "query": "random", "request": { "puzzle": puzzle, "seed": 1 }, "count": 1 })
}

fn question() -> serde_json::Value {
    json!({ "query": "check", "puzzle": { "kind": "tiles", "position": "1 2/0 3" } })
}

#[test]
fn a_question_ends_when_its_time_is_up() {
    let server = Running::start(Bounds { queries: 1, query_seconds: 0.3, ..Bounds::default() });
    let late = server.post("/api/query", &endless());
    assert!(late.error().contains("takes too long") || late.error().contains("time limit"), "{}", late.body);
    // Its place is free again.
    let begun = Instant::now();
    while server.post("/api/query", &question()).status != 200 {
        assert!(begun.elapsed() < SOON, "a question that was given up goes on");
    }
}

#[test]
fn questions_that_take_long_leave_a_place_for_others() {
    let server = Running::start(Bounds { queries: 2, query_seconds: 600.0, ..Bounds::default() });
    let ask = |question: &serde_json::Value| {
        let (body, address) = (question.to_string(), server.address);
        let mut stream = server.connect();
        write!(
            stream,
            "POST /api/query HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    };
    // Nobody waits for an answer to these, but their clients stay.
    let waiting = [ask(&endless()), ask(&endless()), ask(&endless())];
    for _ in 0..20 {
        assert_eq!(server.post("/api/query", &question()).status, 200);
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(waiting);
}

#[test]
fn a_question_ends_when_its_client_goes_away() {
    let server = Running::start(Bounds { queries: 1, query_seconds: 600.0, ..Bounds::default() });
    let (body, address) = (endless().to_string(), server.address);
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/query HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    drop(stream);
    assert_eq!(server.post("/api/query", &question()).status, 200, "it would wait for the other");
}

#[test]
fn bodies_are_bounded_whether_or_not_they_say_their_size() {
    let server = Running::start(Bounds { body: 1000, ..Bounds::default() });
    let long = json!({ "query": "check", "puzzle": { "kind": "tiles", "position": "1 ".repeat(1000) } });
    let announced = server.post("/api/query", &long);
    assert_eq!(announced.status, 413);
    assert!(announced.error().contains("larger than 1000 bytes"), "{}", announced.body);
    let text = long.to_string();
    let (address, size) = (server.address, text.len());
    let chunked = server.send(
        format!(
            "POST /api/jobs HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\n\r\n{size:x}\r\n{text}\r\n0\r\n\r\n"
        )
        .as_bytes(),
    );
    assert_eq!(chunked.status, 413, "{chunked:?}");
    // The usual bound has room for any puzzle.
    assert_eq!(Running::start(Bounds::default()).post("/api/query", &long).status, 200);
}

#[test]
fn heads_are_bounded() {
    let server = Running::start(Bounds::default());
    let reply = server.ask("GET", "/api/about", &format!("X: {}\r\n", "x".repeat(1 << 17)), "");
    assert_eq!(reply.status, 431);
}

#[test]
fn slow_requests_are_given_up() {
    let server = Running::start(Bounds { patience: Duration::from_millis(300), ..Bounds::default() });
    let begun = Instant::now();
    for start in ["", "GET /api/about HTTP/1.1\r\nHost: "] {
        let reply = server.send(start.as_bytes());
        assert!(reply.status == 0 || reply.status == 408, "{reply:?}");
    }
    let mut stream = server.connect();
    let head = "Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close";
    write!(stream, "POST /api/query HTTP/1.1\r\nHost: {}\r\n{head}\r\n\r\n{{", server.address).unwrap();
    assert_eq!(Reply::read(stream).status, 408);
    assert!(begun.elapsed() < SOON);
}

#[test]
fn idle_connections_do_not_keep_others_out() {
    let server = Running::start(Bounds { connections: 2, patience: Duration::from_millis(300), ..Bounds::default() });
    let idle = [server.connect(), server.connect()];
    assert_eq!(server.get("/api/about").status, 200);
    drop(idle);
}

#[test]
fn files_of_the_server_cannot_be_named() {
    let server = Running::start(Bounds::default());
    let folder = tempfile::tempdir().unwrap();
    let mut request = hard();
    request["algorithm"] = "BFS".into();
    request["options"] = json!({ "spill": folder.path() });
    let reply = server.post("/api/jobs", &request);
    assert_eq!(reply.status, 422);
    assert!(reply.error().contains("spill"), "{}", reply.body);
}
