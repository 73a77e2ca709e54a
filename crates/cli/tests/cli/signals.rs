//! Ctrl-C and SIGTERM.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{HARD, process};

/// How long a signal may take at most; generous, for the tests of a busy machine.
const SOON: Duration = Duration::from_secs(10);

pub(crate) struct Running {
    pub(crate) child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Running {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child =
            process().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout }
    }

    /// Waits for a line: whatever comes before it has happened.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// The rest of the output, stderr and the exit code, which is none where the signal was not heeded.
    pub(crate) fn finish(mut self) -> (String, String, Option<i32>) {
        let (done, is_done) = mpsc::channel::<()>();
        let id = self.child.id().to_string();
        let stdin = self.child.stdin.take();
        let watchdog = thread::spawn(move || {
            if is_done.recv_timeout(SOON) == Err(RecvTimeoutError::Timeout) {
                Command::new("kill").args(["-KILL", &id]).status().unwrap();
            }
        });
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        drop(done);
        watchdog.join().unwrap();
        let output = self.child.wait_with_output().unwrap();
        drop(stdin);
        (rest, String::from_utf8(output.stderr).unwrap(), output.status.code())
    }
}

#[test]
fn a_search_ends_with_its_lower_bound() {
    for signal in ["INT", "TERM"] {
        let mut running = Running::start(&["solve", "--solver", "IDA*", "--json", "--evaluation", "list", HARD]);
        running.line();
        running.signal(signal);
        let (rest, stderr, code) = running.finish();
        let answer: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"limit".into(), &"cancelled".into()));
        assert!(answer["lower_bound"].as_u64().unwrap() >= 40, "{answer}");
        assert_eq!((stderr.as_str(), code), ("", Some(20)));
    }
}

#[test]
fn the_report_says_that_it_was_cancelled() {
    let running = Running::start(&["solve", HARD]);
    // The report comes only at the end, so there is nothing to wait for but the search itself.
    thread::sleep(Duration::from_secs(1));
    running.signal("INT");
    let (report, _, code) = running.finish();
    assert!(report.contains("\ncancelled: at least ") && report.contains(" moves (stm)\n"), "{report}");
    assert_eq!(code, Some(20));
}

#[test]
fn a_batch_ends_after_the_current_row() {
    let mut running = Running::start(&["solve", "--threads", "1", "-"]);
    let stdin = running.child.stdin.as_mut().unwrap();
    stdin.write_all(format!("1 2/0 3\n\n{HARD}\n\n1 2/0 3\n").as_bytes()).unwrap();
    drop(running.child.stdin.take());
    assert!(running.line().contains("outcome"));
    assert!(running.line().contains("solved"));
    thread::sleep(Duration::from_millis(500));
    running.signal("INT");
    let (rest, stderr, code) = running.finish();
    assert_eq!(rest.lines().count(), 1, "{rest}");
    assert!(rest.contains("limit") && rest.contains("cancelled"), "{rest}");
    assert!(stderr.starts_with("cancelled; 2 positions: 1 solved with 1 move in all, 1 at a limit; "), "{stderr}");
    assert_eq!(code, Some(20));
}

/// Side by side, those under way say what they know, and none is begun after them.
#[test]
fn a_batch_side_by_side_ends_after_the_current_rows() {
    let mut running = Running::start(&["solve", "--threads", "2", "-"]);
    let stdin = running.child.stdin.as_mut().unwrap();
    stdin.write_all(format!("1 2/0 3\n\n{HARD}\n\n{HARD}\n\n{HARD}\n").as_bytes()).unwrap();
    drop(running.child.stdin.take());
    assert!(running.line().contains("outcome"));
    assert!(running.line().contains("solved"));
    thread::sleep(Duration::from_millis(500));
    running.signal("INT");
    let (rest, stderr, code) = running.finish();
    assert_eq!(rest.lines().count(), 2, "{rest}");
    assert!(rest.lines().all(|row| row.contains("limit") && row.contains("cancelled")), "{rest}");
    assert!(stderr.starts_with("cancelled; 3 positions: 1 solved with 1 move in all, 2 at a limit; "), "{stderr}");
    assert_eq!(code, Some(20));
}

#[test]
fn waiting_for_input_ends_at_once() {
    let mut running = Running::start(&["solve", "-"]);
    let stdin = running.child.stdin.as_mut().unwrap();
    stdin.write_all(b"1 2/0 3\n1 2/3 0\n").unwrap();
    running.line();
    running.line();
    assert!(running.line().contains("solved"), "rows are not held back while input is awaited");
    thread::sleep(Duration::from_millis(200));
    running.signal("INT");
    let (_, _, code) = running.finish();
    assert_eq!(code, Some(130));
}
