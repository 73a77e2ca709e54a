//! `fewest serve`.

use std::net::TcpListener;

use crate::run;

#[test]
fn a_port_that_is_taken_is_a_failure_in_words() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let ran = run(&["serve", "--api-only", "--port", &port]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("in use by another program") && ran.stderr.contains("--port 0"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_is_a_fault_of_usage() {
    for args in [["--max-jobs", "0"], ["--max-seconds", "0"], ["--port", "65536"], ["--open", "--api-only"]] {
        assert_eq!(run(&[&["serve", "--port", "0"], args.as_slice()].concat()).code, 2, "{args:?}");
    }
}

#[cfg(unix)]
mod running {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use crate::signals::Running;

    fn about(url: &str) -> String {
        let address = url.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /api/about HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    #[test]
    fn the_address_is_printed_and_a_signal_ends_it() {
        for signal in ["INT", "TERM"] {
            let mut running =
                Running::start(&["serve", "--api-only", "--port", "0", "--max-jobs", "3", "--max-seconds", "1m"]);
            let url = running.line();
            assert!(url.starts_with("http://127.0.0.1:") && url.ends_with("/\n"), "{url}");
            let reply = about(&url);
            assert!(reply.starts_with("HTTP/1.0 200 ") && reply.contains("\"name\":\"fewest\""), "{reply}");
            assert!(reply.contains("\"max_jobs\":3") && reply.contains("\"max_seconds\":60.0"), "{reply}");
            running.signal(signal);
            let (rest, stderr, code) = running.finish();
            assert_eq!((rest.as_str(), stderr.as_str(), code), ("", "press Ctrl-C to stop the server\n", Some(0)));
        }
    }

    #[test]
    fn others_are_let_in_only_with_a_warning() {
        let mut running = Running::start(&["serve", "--api-only", "--port", "0", "--host", "0.0.0.0"]);
        let url = running.line();
        assert!(about(&url).contains("\"name\":\"fewest\""));
        running.signal("INT");
        let (_, stderr, code) = running.finish();
        assert!(stderr.contains("no password and no encryption"), "{stderr}");
        assert_eq!(code, Some(0));
    }
}
