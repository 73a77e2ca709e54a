//! The files of the page.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use fewest_serve::{Bounds, Page, ServeError};
use flate2::read::GzDecoder;

use crate::Running;

const INDEX: &str = "<!doctype html><html><head><title>fewest</title></head></html>";

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A server of a small page, beside which lies what must not be seen.
fn server() -> (Running, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let dist = folder.path().join("dist");
    write(folder.path(), "secret.txt", "secret");
    for (name, text) in [
        ("index.html", INDEX),
        ("sw.js", "self;"),
        ("manifest.webmanifest", "{}"),
        ("icons/icon.svg", "<svg/>"),
        ("assets/index-B3dT9x_Q.js", "let x;"),
        ("assets/tiles_bg-DfGhaB_1.wasm", "\0asm"),
    ] {
        write(&dist, name, text);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), dist.join("up")).unwrap();
    let page = Page::in_folder(&dist).unwrap();
    (Running::with_page(Bounds::default(), Some(page)), folder)
}

#[test]
fn files_have_their_types_and_are_kept_as_long_as_they_are_right() {
    let (server, _folder) = server();
    let forever = "public, max-age=31536000, immutable";
    for (path, kind, caching, body) in [
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache", "self;"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache", "{}"),
        ("/icons/icon.svg", "image/svg+xml", "no-cache", "<svg/>"),
        ("/assets/index-B3dT9x_Q.js", "text/javascript; charset=utf-8", forever, "let x;"),
        ("/assets/tiles_bg-DfGhaB_1.wasm", "application/wasm", forever, "\0asm"),
    ] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.body.as_str()), (200, body), "{path}");
        assert_eq!(
            (reply.header("content-type"), reply.header("cache-control")),
            (Some(kind), Some(caching)),
            "{path}"
        );
        assert!(reply.header("content-security-policy").is_some());
        let head = server.ask("HEAD", path, "", "");
        assert_eq!((head.status, head.body.as_str(), head.header("content-type")), (200, "", Some(kind)), "{path}");
        assert_eq!(head.header("content-length"), Some(body.len().to_string().as_str()));
        let tag = reply.header("etag").unwrap();
        let again = server.ask("GET", path, &format!("If-None-Match: {tag}\r\n"), "");
        assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", Some(tag)), "{path}");
        assert_eq!(server.ask("GET", path, "If-None-Match: \"other\"\r\n", "").status, 200);
    }
}

#[test]
fn files_are_compressed_for_those_who_take_it() {
    let (server, _folder) = server();
    let plain = server.get("/").body;
    for (encodings, is_packed) in
        [("gzip", true), ("br, GZIP;q=0.5", true), ("", false), ("br", false), ("gzip;q=0", false), ("xgzip", false)]
    {
        let mut stream = server.connect();
        // In HTTP/1.0 a body ends with the connection, and has no other marks in it.
        let headers = format!("Host: {}\r\nAccept-Encoding: {encodings}\r\n", server.address);
        write!(stream, "GET / HTTP/1.0\r\n{headers}\r\n").unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let end = reply.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8_lossy(&reply[..end]);
        assert_eq!(head.contains("content-encoding: gzip\r\n"), is_packed, "{encodings}: {head}");
        assert_eq!(head.matches("vary: ").count(), 1, "{head}");
        let mut body = String::new();
        if is_packed {
            GzDecoder::new(&reply[end..]).read_to_string(&mut body).unwrap();
        } else {
            (&reply[end..]).read_to_string(&mut body).unwrap();
        }
        assert_eq!(body, plain, "{encodings}");
    }
}

#[test]
fn the_page_is_told_that_it_has_a_server() {
    let (server, _folder) = server();
    for path in ["/", "/index.html", "/?puzzle=tiles&size=4x4", "/index.html?x=../secret.txt"] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
        assert!(reply.body.contains("<head><meta name=\"fewest-engine\" content=\"server\"><title>"), "{}", reply.body);
    }
}

#[test]
fn the_documentation_is_below_docs() {
    let (server, folder) = server();
    for path in ["/docs", "/docs/", "/docs/index.html", "/docs/gone.html"] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (404, Some("text/plain; charset=utf-8")), "{path}");
        assert!(reply.body.contains("cargo xtask book"), "{path}: {}", reply.body);
    }
    let dist = folder.path().join("dist");
    write(&dist, "docs/index.html", "<html><head></head>first</html>");
    write(&dist, "docs/lab/index.html", "second");
    let server = Running::with_page(Bounds::default(), Some(Page::in_folder(&dist).unwrap()));
    let reply = server.get("/docs");
    assert_eq!((reply.status, reply.header("location")), (308, Some("/docs/")));
    for (path, text) in [("/docs/", "first"), ("/docs/index.html", "first"), ("/docs/lab/index.html", "second")] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
        // It has nothing to do with the engine.
        assert!(reply.body.contains(text) && !reply.body.contains("fewest-engine"), "{path}: {}", reply.body);
    }
    let reply = server.get("/docs/gone.html");
    assert_eq!(reply.status, 404);
    assert!(reply.body.contains("it begins at /docs/"), "{}", reply.body);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let (server, _folder) = server();
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "//secret.txt",
        "/./sw.js",
        "/sw.js/",
        "/sw.js%00",
        "/up/secret.txt",
        "/up/dist/sw.js",
        "/etc/passwd",
        "//etc/passwd",
        "/assets",
        "/assets/",
        "/icons/",
    ] {
        let reply = server.get(path);
        assert!(matches!(reply.status, 404 | 400), "{path}: {reply:?}");
        assert!(!reply.body.contains("secret") && !reply.body.contains("root:"), "{path}: {reply:?}");
    }
    let reply = server.get("/nothing.html");
    assert_eq!((reply.status, reply.header("content-type")), (404, Some("text/plain; charset=utf-8")));
    assert!(reply.body.contains("no such file"), "{}", reply.body);
}

#[test]
fn the_page_can_only_be_read() {
    let (server, _folder) = server();
    for method in ["POST", "PUT", "DELETE"] {
        let reply = server.ask(method, "/index.html", "", "");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn without_a_page_there_is_the_engine_alone() {
    let server = Running::start(Bounds::default());
    let reply = server.get("/");
    assert_eq!(reply.status, 404);
    assert!(reply.body.contains("no page"), "{}", reply.body);
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Page::in_folder(&folder.path().join("gone")), Err(ServeError::Folder { .. })));
    assert!(matches!(Page::in_folder(folder.path()), Err(ServeError::Folder { .. })));
    write(folder.path(), "index.html", "no head");
    assert!(matches!(Page::in_folder(folder.path()), Err(ServeError::NoHead)));
}
