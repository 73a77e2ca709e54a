//! Ctrl-C and SIGTERM.

#![cfg(unix)]

#[cfg(target_os = "linux")]
use std::io::Write;
use std::io::{BufRead, BufReader, Read};
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
        Self::spawn(process().args(args))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout }
    }

    /// Waits for a line: whatever comes before it has happened.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Waits until its threads are in a state: whether each of them sleeps, and for how many hundredths of a second it has
    /// computed (see proc(5)).
    #[cfg(target_os = "linux")]
    fn wait_until(&self, is_reached: impl Fn(&[(bool, u64)]) -> bool) {
        let begun = std::time::Instant::now();
        let state = |thread: std::fs::DirEntry| {
            let status = std::fs::read_to_string(thread.path().join("stat")).ok()?;
            // Behind the name, which may have spaces: the state is the third field, the time in user mode the fourteenth.
            let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
            Some((fields[0] == "S", fields[11].parse().ok()?))
        };
        loop {
            let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
            if is_reached(&threads.flatten().filter_map(state).collect::<Vec<_>>()) {
                return;
            }
            assert!(begun.elapsed() < SOON, "it does not get so far");
            thread::yield_now();
        }
    }

    /// Waits until so many threads are at work: they have computed for longer than any reading and small search takes.
    #[cfg(target_os = "linux")]
    pub(crate) fn wait_for_work(&self, threads: usize) {
        self.wait_until(|states| states.iter().filter(|(_, hundredths)| *hundredths >= 10).count() >= threads);
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
#[cfg(target_os = "linux")]
fn the_report_says_that_it_was_cancelled() {
    let running = Running::start(&["solve", HARD]);
    // The report comes only at the end, so there is nothing to wait for but the search itself.
    running.wait_for_work(1);
    running.signal("INT");
    let (report, _, code) = running.finish();
    assert!(report.contains("\ncancelled: at least ") && report.contains(" moves (stm)\n"), "{report}");
    assert_eq!(code, Some(20));
}

/// Sends a signal to a batch of hard positions after an easy one, when so many threads are at work; those under way say what
/// they know, and none is begun after them.
#[cfg(target_os = "linux")]
fn ends_after_the_current_rows(threads: usize) {
    let mut running = Running::start(&["solve", "--threads", &threads.to_string(), "-"]);
    let stdin = running.child.stdin.as_mut().unwrap();
    stdin.write_all(format!("1 2/0 3\n{}", format!("\n{HARD}\n").repeat(threads + 1)).as_bytes()).unwrap();
    drop(running.child.stdin.take());
    assert!(running.line().contains("outcome"));
    assert!(running.line().contains("solved"));
    running.wait_for_work(threads);
    running.signal("INT");
    let (rest, stderr, code) = running.finish();
    assert_eq!(rest.lines().count(), threads, "{rest}");
    assert!(rest.lines().all(|row| row.contains("limit") && row.contains("cancelled")), "{rest}");
    let all = threads + 1;
    let said = format!("cancelled; {all} positions: 1 solved with 1 move in total, {threads} stopped by a limit; ");
    assert!(stderr.lines().any(|line| line.starts_with(&said)), "{stderr}");
    assert_eq!(code, Some(20));
}

#[test]
#[cfg(target_os = "linux")]
fn a_batch_ends_after_the_current_row() {
    ends_after_the_current_rows(1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_batch_side_by_side_ends_after_the_current_rows() {
    ends_after_the_current_rows(2);
}

#[test]
#[cfg(target_os = "linux")]
fn waiting_for_input_ends_at_once() {
    let mut running = Running::start(&["solve", "-"]);
    let stdin = running.child.stdin.as_mut().unwrap();
    stdin.write_all(b"1 2/0 3\n1 2/3 0\n").unwrap();
    running.line();
    running.line();
    assert!(running.line().contains("solved"), "rows are not held back while input is awaited");
    running.wait_until(|states| states.iter().all(|(sleeps, _)| *sleeps));
    running.signal("INT");
    let (_, _, code) = running.finish();
    assert_eq!(code, Some(130));
}

/// The signals that a process ignores, by number.
#[cfg(target_os = "linux")]
fn ignored(process: u32) -> Vec<u32> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    let mask = u64::from_str_radix(mask, 16).unwrap();
    (1..=64).filter(|signal| mask >> (signal - 1) & 1 == 1).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    const HUP: u32 = 1;
    const INT: u32 = 2;
    let serve = [env!("CARGO_BIN_EXE_fewest"), "serve", "--api-only", "--port", "0"];
    for (trapped, signals) in [("", &[][..]), ("trap '' HUP;", &[HUP]), ("trap '' HUP INT;", &[HUP, INT])] {
        // Whoever started the tests may ignore signals, as `nohup` does; a shell cannot undo that.
        let mut shell = Command::new("env");
        shell.args(["--default-signal=HUP,INT", "sh", "-c", &format!("{trapped} exec {}", serve.join(" "))]);
        let mut running = Running::spawn(&mut shell);
        assert!(running.line().starts_with("http://"), "it listens for signals once it has said where it is");
        let heeded = ignored(running.child.id());
        assert_eq!(heeded.iter().filter(|signal| [HUP, INT].contains(signal)).copied().collect::<Vec<_>>(), signals);
        for name in trapped.trim_start_matches("trap ''").trim_end_matches(';').split_whitespace() {
            running.signal(name);
        }
        running.signal("TERM");
        let (_, _, code) = running.finish();
        assert_eq!(code, Some(0), "{trapped}");
    }
}
