//! Searches: begun, watched, cancelled, and left alone.

use std::time::{Duration, Instant};

use fewest_serve::Bounds;
use serde_json::{Value, json};

use crate::{Running, easy, hard, one_at_a_time};

#[test]
fn a_search_tells_its_events_and_then_its_answer() {
    let server = Running::start(Bounds::default());
    let id = server.begin(&easy());
    let messages: Vec<(String, Value)> = server.events(&id).collect();
    let (last, events) = messages.split_last().unwrap();
    assert!(events.iter().all(|(name, _)| name == "event"), "{messages:?}");
    assert_eq!(events[0].1["event"], "chosen");
    assert_eq!(last.0, "answer");
    assert_eq!((&last.1["length"], &last.1["proof"]), (&21.into(), &"optimal".into()));
}

#[test]
fn an_answer_can_be_fetched_again() {
    let server = Running::start(Bounds::default());
    let id = server.begin(&easy());
    let first: Vec<_> = server.events(&id).collect();
    let second: Vec<_> = server.events(&id).collect();
    assert_eq!(second, first[first.len() - 1..], "events are told once, the answer as often as it is asked for");
}

#[test]
fn what_is_wrong_with_a_request_ends_its_events() {
    let server = Running::start(Bounds::default());
    for (request, words) in [
        (json!({ "puzzle": { "kind": "tiles", "position": "1 2/2 0" } }), "2"),
        (
            json!({ "puzzle": { "kind": "tiles", "position": "1 2/0 3" }, "algorithm": "magic" }),
            "no algorithm \"magic\"",
        ),
        (json!({ "puzzle": { "kind": "tiles", "position": "1 2/0 3" }, "version": 7 }), "version 7"),
    ] {
        let messages: Vec<_> = server.events(&server.begin(&request)).collect();
        let (name, data) = &messages[0];
        assert_eq!((messages.len(), name.as_str()), (1, "fault"));
        assert!(data["error"].as_str().unwrap().contains(words), "{data}");
    }
}

#[test]
fn cancelling_ends_a_search_at_once_with_what_it_knows() {
    let server = Running::start(one_at_a_time());
    let id = server.begin(&hard());
    let mut events = server.events(&id);
    assert_eq!(events.next().unwrap().1["event"], "chosen");
    // It is under way when its second event comes.
    events.next().unwrap();
    let begun = Instant::now();
    assert_eq!(server.ask("DELETE", &format!("/api/jobs/{id}"), "", "").status, 204);
    let (name, answer) = events.last().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!((name.as_str(), &answer["reason"]), ("answer", &"cancelled".into()));
    assert!(answer["lower_bound"].as_u64().unwrap() >= 40, "{answer}");
    assert_eq!(server.ask("DELETE", &format!("/api/jobs/{id}"), "", "").status, 404);
    // Whoever knows of the end finds a place.
    server.begin(&easy());
}

#[test]
fn a_client_that_goes_away_loses_its_search() {
    let server = Running::start(one_at_a_time());
    let id = server.begin(&hard());
    let mut events = server.events(&id);
    events.next().unwrap();
    assert_eq!(server.post("/api/jobs", &easy()).status, 429);
    drop(events);
    server.wait_for_place();
}

/// Its socket fills, and nothing else would ever end the search.
#[test]
fn a_client_that_hangs_loses_its_search() {
    let server = Running::start(Bounds { patience: Duration::from_millis(500), ..one_at_a_time() });
    let mut request = hard();
    request["trace_depths"] = true.into();
    let id = server.begin(&request);
    let events = server.events(&id);
    assert_eq!(server.post("/api/jobs", &easy()).status, 429);
    server.wait_for_place();
    drop(events);
}

/// Far more is told than the sockets hold, and the search is done before any of it is read.
#[test]
fn a_search_does_not_wait_for_its_client() {
    let server = Running::start(one_at_a_time());
    let mut request = hard();
    request["trace_depths"] = true.into();
    request["limits"] = json!({ "expansions": 20_000_000 });
    let id = server.begin(&request);
    let events = server.events(&id);
    server.wait_for_place();
    let messages: Vec<_> = events.collect();
    let (name, answer) = messages.last().unwrap();
    assert_eq!((name.as_str(), &answer["expanded"]), ("answer", &20_000_000.into()));
    let told = |(_, event): &(String, Value)| event["depths"].as_array().map_or(0, Vec::len);
    assert!(messages.iter().map(told).sum::<usize>() < 20_000_000);
    let lost = messages.iter().filter(|(name, _)| name == "lost").map(|(_, data)| data["events"].as_u64().unwrap());
    assert!(lost.sum::<u64>() > 0);
}

#[test]
fn a_search_that_nobody_watches_is_cancelled() {
    let server = Running::start(Bounds { unclaimed: Duration::from_millis(300), ..one_at_a_time() });
    let id = server.begin(&hard());
    server.wait_for_place();
    let (name, answer) = server.events(&id).last().unwrap();
    assert_eq!((name.as_str(), &answer["reason"]), ("answer", &"cancelled".into()));
}

#[test]
fn a_watched_search_goes_on() {
    let server = Running::start(Bounds { unclaimed: Duration::from_millis(100), ..one_at_a_time() });
    let mut events = server.events(&server.begin(&hard()));
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(1) {
        assert_eq!(events.next().unwrap().0, "event");
    }
}

#[test]
fn each_search_has_one_reader() {
    let server = Running::start(Bounds::default());
    let id = server.begin(&hard());
    let path = format!("/api/jobs/{id}/events");
    // Looking at the headers alone takes nobody's place, and ends nothing.
    let head = server.ask("HEAD", &path, "", "");
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    let mut events = server.events(&id);
    let second = server.get(&path);
    assert_eq!(second.status, 409);
    assert!(second.error().contains("one reader"));
    assert_eq!(events.next().unwrap().0, "event");
    assert_eq!(events.next().unwrap().0, "event");
}

#[test]
fn unknown_searches_are_not_found() {
    let server = Running::start(Bounds::default());
    for (method, path) in
        [("GET", "/api/jobs/0123/events"), ("DELETE", "/api/jobs/0123"), ("HEAD", "/api/jobs/x/events")]
    {
        let reply = server.ask(method, path, "", "");
        assert_eq!(reply.status, 404, "{method} {path}");
    }
    assert!(server.get("/api/jobs/0123/events").error().contains("no such search"));
}

#[test]
fn a_server_that_is_stopped_cancels_its_searches() {
    let mut server = Running::start(Bounds::default());
    let mut events = server.events(&server.begin(&hard()));
    events.next().unwrap();
    server.begin(&hard());
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}
