//! Questions, and how requests are refused.

use std::net::TcpListener;

use fewest_engine::{SCHEMA_VERSION, Session};
use fewest_serve::{Bounds, Server, Settings};
use serde_json::{Value, json};

use crate::{EIGHT, Running};

#[test]
fn a_server_tells_about_itself() {
    let server = Running::start(Bounds { jobs: 3, seconds: 7.5, ..Bounds::default() });
    let about = server.get("/api/about");
    assert_eq!((about.status, about.header("content-type")), (200, Some("application/json")));
    let about = about.json();
    assert_eq!((&about["name"], &about["schema"]), (&"fewest".into(), &SCHEMA_VERSION.into()));
    assert_eq!((&about["max_jobs"], &about["max_seconds"]), (&3.into(), &7.5.into()));
    assert!(about["threads"].as_u64().unwrap() >= 1);
}

#[test]
fn wrong_json_is_refused_with_the_place() {
    let server = Running::start(Bounds::default());
    let kind = "Content-Type: application/json\r\n";
    for (path, body, words) in [
        ("/api/query", "{\n  \"query\": check }", "not a query: expected value at line 2 column 12"),
        ("/api/query", "{ \"query\": \"chek\" }", "unknown variant `chek`"),
        ("/api/query", "", "EOF"),
        ("/api/jobs", "{ \"puzle\": 1 }", "not a request: unknown field `puzle`"),
        ("/api/jobs", "[", "line 1 column 1"),
        ("/api/jobs", "{ \"puzzle\": { \"kind\": \"tiles\" } }", "needs the field position"),
    ] {
        let reply = server.ask("POST", path, kind, body);
        assert_eq!(reply.status, 400, "{body}");
        assert!(reply.error().contains(words), "{}", reply.body);
    }
    let not_text = server.send(
        format!(
            "POST /api/query HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{kind}Content-Length: 3\r\n\r\n",
            server.address
        )
        .into_bytes()
        .iter()
        .copied()
        .chain([0xff, 0xfe, 0])
        .collect::<Vec<u8>>()
        .as_slice(),
    );
    assert_eq!(not_text.status, 400);
}

#[test]
fn what_there_is_not_is_said_in_words() {
    let server = Running::start(Bounds::default());
    let nothing = server.get("/api/nothing");
    assert_eq!(nothing.status, 404);
    assert!(nothing.error().contains("there is no /api/nothing"));
    for (method, path) in [("GET", "/api/query"), ("PUT", "/api/jobs"), ("GET", "/api/jobs/1"), ("POST", "/api/about")]
    {
        let reply = server.ask(method, path, "", "");
        assert_eq!(reply.status, 405, "{method} {path}");
        assert!(reply.error().contains("does not accept"), "{}", reply.body);
    }
}

#[test]
fn connections_serve_one_request_after_the_other() {
    use std::io::Write as _;
    let server = Running::start(Bounds::default());
    let mut stream = server.connect();
    let host = server.address;
    write!(stream, "GET /api/about HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    write!(stream, "GET /api/nothing HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let both = crate::Reply::read(stream);
    assert!(both.status == 200 && both.body.contains("HTTP/1.1 404"), "{both:?}");
}

#[test]
fn questions_are_answered() {
    let server = Running::start(Bounds::default());
    let puzzle = json!({ "kind": "tiles", "position": EIGHT });
    let ask = |query: &Value| {
        let reply = server.post("/api/query", query);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")), "{}", reply.body);
        let reply = reply.json();
        assert_eq!(reply["reply"], query["query"]);
        reply
    };
    assert_eq!(ask(&json!({ "query": "check", "puzzle": puzzle }))["solvable"], true);
    assert_eq!(ask(&json!({ "query": "catalog" }))["kinds"][0]["kind"], "tiles");
    let view = ask(&json!({ "query": "view", "puzzle": puzzle, "moves": "U" }));
    assert_eq!((&view["solved"], &view["made"]), (&false.into(), &json!(["U"])));
    let request = json!({ "puzzle": { "kind": "tiles", "size": "3x3", "goal": "blank-last" }, "seed": 1 });
    let random = ask(&json!({ "query": "random", "request": request, "count": 3 }));
    assert_eq!(random["puzzles"].as_array().unwrap().len(), 3);
}

#[test]
fn questions_that_cannot_be_answered_say_why() {
    let server = Running::start(Bounds::default());
    let tiles = json!({ "kind": "tiles", "size": "3x3", "goal": "blank-last" });
    for (query, words) in [
        (json!({ "query": "view", "puzzle": { "kind": "tiles", "position": "1 1/2 0" } }), "1"),
        (json!({ "query": "random", "request": { "puzzle": tiles, "seed": 1 }, "count": 10_001 }), "10000"),
        (
            json!({ "query": "random", "request": { "puzzle": tiles, "seed": 1, "shuffle": 1_000_000_001 }, "count": 1 }),
            "too much",
        ),
        (
            json!({ "query": "explain", "puzzle": { "kind": "tiles", "position": EIGHT }, "heuristic": "pdb",
                    "options": { "spill": "/tmp" } }),
            "spill",
        ),
    ] {
        let reply = server.post("/api/query", &query);
        assert_eq!(reply.status, 422, "{}", reply.body);
        assert!(reply.error().contains(words), "{}", reply.body);
    }
}

#[test]
fn a_port_that_is_taken_is_said_to_be() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    let error =
        Server::bind(&Settings { port, ..Settings::default() }, Session::in_memory(fewest_kinds::KINDS)).err().unwrap();
    assert!(error.to_string().starts_with(&format!("port {port} of 127.0.0.1 is in use")), "{error}");
    let elsewhere = Settings { host: "192.0.2.1".to_owned(), port: 0, ..Settings::default() };
    let error = Server::bind(&elsewhere, Session::in_memory(fewest_kinds::KINDS)).err().unwrap();
    assert!(error.to_string().starts_with("cannot listen on port 0 of 192.0.2.1: "), "{error}");
}

#[test]
fn the_address_can_be_opened() {
    for (host, start, is_open) in [
        ("127.0.0.1", "http://127.0.0.1:", false),
        ("localhost", "http://localhost:", false),
        ("0.0.0.0", "http://127.0.0.1:", true),
    ] {
        let settings = Settings { host: host.to_owned(), port: 0, ..Settings::default() };
        let server = Server::bind(&settings, Session::in_memory(fewest_kinds::KINDS)).unwrap();
        assert!(server.url().starts_with(start) && server.url().ends_with('/'), "{}", server.url());
        assert_eq!(server.is_open_to_others(), is_open);
    }
}
