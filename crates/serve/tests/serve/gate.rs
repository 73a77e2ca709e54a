//! Who is let in, and what every response carries.

use fewest_serve::Bounds;

use crate::{Running, easy};

#[test]
fn other_names_for_this_machine_are_refused() {
    let server = Running::start(Bounds::default());
    let port = server.address.port();
    let ask = |host: &str, path: &str| {
        server.send(format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes())
    };
    for host in [format!("localhost:{port}"), format!("[::1]:{port}"), format!("127.0.0.1:{port}")] {
        assert_eq!(ask(&format!("Host: {host}\r\n"), "/api/about").status, 200, "{host}");
    }
    for host in ["", "Host: evil.example\r\n", "Host: localhost\r\n", &format!("Host: evil.example:{port}\r\n")] {
        let reply = ask(host, "/api/about");
        assert_eq!(reply.status, 403, "{host}");
        reply.error();
        let page = ask(host, "/");
        assert_eq!((page.status, page.header("content-type")), (403, Some("text/plain; charset=utf-8")));
    }
    let absolute =
        format!("GET http://evil.example/api/about HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(absolute.as_bytes()).status, 403);
}

#[test]
fn pages_of_other_origins_are_refused() {
    let server = Running::start(Bounds::default());
    let ours = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(server.ask("GET", "/api/about", &ours, "").status, 200);
    let body = easy().to_string();
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        let headers = format!("Origin: {origin}\r\nContent-Type: application/json\r\n");
        let reply = server.ask("POST", "/api/jobs", &headers, &body);
        assert_eq!(reply.status, 403, "{origin}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
        assert!(reply.error().contains("other origins"), "{}", reply.body);
    }
    assert_eq!(server.ask("GET", "/api/about", "Sec-Fetch-Site: cross-site\r\n", "").status, 403);
    // What a form of another page can send without an Origin in old browsers.
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let reply = server.ask("POST", "/api/jobs", &format!("Content-Type: {kind}\r\n"), &body);
        assert_eq!(reply.status, 415, "{kind}");
    }
    assert_eq!(server.ask("OPTIONS", "/api/jobs", "", "").status, 405);
}

#[test]
fn every_response_is_safe_in_a_browser() {
    let server = Running::start(Bounds::default());
    for path in ["/api/about", "/api/nothing", "/", "/nothing", "/api/jobs/x/events", "/api/query"] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        for part in ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{path} {name}");
        }
    }
}
