//! `fewest play` and `fewest solve --animate`, through a pseudo-terminal.

use crate::run;

#[test]
fn a_game_needs_a_terminal() {
    for args in [&["play"][..], &["play", "klotski"], &["play", "--size", "3x3"]] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        assert!(ran.stderr.starts_with("error: play needs a keyboard and a terminal"), "{}", ran.stderr);
    }
}

#[cfg(unix)]
mod terminal {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::{FromRawFd, OwnedFd};
    use std::process::{Child, ExitStatus};
    use std::sync::mpsc::{self, Receiver};
    use std::time::{Duration, Instant};
    use std::{ptr, thread};

    use crate::process;

    /// How long a program may take for an answer at most; generous, for the tests of a busy machine.
    const SOON: Duration = Duration::from_secs(30);
    /// What gives the terminal back: the mouse, the cursor, the screen that was there before.
    const GIVEN_BACK: [&str; 3] = ["\x1b[?1000l", "\x1b[?25h", "\x1b[?1049l"];

    /// A program on a terminal of its own.
    struct Played {
        child: Child,
        keyboard: File,
        screen: Receiver<Vec<u8>>,
        seen: String,
    }

    /// Both ends of a new pseudo-terminal of 80×24.
    fn pseudo_terminal() -> (OwnedFd, OwnedFd) {
        let (mut ours, mut theirs) = (-1, -1);
        let mut size = libc::winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        #[expect(unsafe_code, reason = "the standard library opens no pseudo-terminals")]
        // SAFETY: the numbers and the size outlive the call, no name and no modes are asked for; both descriptors are new, and
        // nobody else owns them.
        unsafe {
            let opened = libc::openpty(&raw mut ours, &raw mut theirs, ptr::null_mut(), ptr::null_mut(), &raw mut size);
            assert_eq!(opened, 0);
            (OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs))
        }
    }

    impl Played {
        fn start(args: &[&str], colors: Option<&str>) -> Self {
            let (ours, theirs) = pseudo_terminal();
            let mut command = process();
            command.args(args).env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("COLORTERM");
            command.envs(colors.map(|value| ("NO_COLOR", value)));
            let end = || theirs.try_clone().unwrap();
            let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
            let keyboard = File::from(ours);
            let mut reader = keyboard.try_clone().unwrap();
            let (sender, screen) = mpsc::channel();
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                // The end of the program is an error here.
                while let Ok(count @ 1..) = reader.read(&mut bytes) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        break;
                    }
                }
            });
            Self { child, keyboard, screen, seen: String::new() }
        }

        fn press(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        /// Waits until this was written since the last time; returns what was.
        fn wait_for(&mut self, text: &str) -> String {
            let begun = Instant::now();
            while !self.seen.contains(text) {
                let left =
                    SOON.checked_sub(begun.elapsed()).unwrap_or_else(|| panic!("no {text:?} in {:?}", self.seen));
                if let Ok(bytes) = self.screen.recv_timeout(left) {
                    self.seen.push_str(&String::from_utf8_lossy(&bytes));
                }
            }
            std::mem::take(&mut self.seen)
        }

        /// Waits for the end.
        fn end(mut self) -> (ExitStatus, String) {
            let begun = Instant::now();
            let status = loop {
                if let Some(status) = self.child.try_wait().unwrap() {
                    break status;
                }
                assert!(begun.elapsed() < SOON, "it does not end");
                thread::sleep(Duration::from_millis(5));
            };
            while let Ok(bytes) = self.screen.recv_timeout(Duration::from_millis(200)) {
                self.seen.push_str(&String::from_utf8_lossy(&bytes));
            }
            (status, self.seen)
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_and_gives_the_terminal_back() {
        let mut played = Played::start(&["play", "1 2 3/4 5 6/7 0 8"], None);
        let begin = played.wait_for("quit");
        assert!(begin.contains("\x1b[?1049h") && begin.contains(";42m"), "{begin:?}");
        played.press("x\x1b[D");
        let solved = played.wait_for("Solved");
        assert!(!solved.contains("\x1b[2J"), "a change is no new screen: {solved:?}");
        assert!(solved.len() < 2000, "{}: one move changes little", solved.len());
        played.press("q");
        let (status, rest) = played.end();
        assert!(status.success() && GIVEN_BACK.iter().all(|part| rest.contains(part)), "{status} {rest:?}");
    }

    #[test]
    fn a_signal_gives_the_terminal_back_and_no_colours_are_none() {
        let mut played = Played::start(&["play", "klotski"], Some("1"));
        let begin = played.wait_for("quit");
        let is_style = |style: &&str| style.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
        let styles = begin.split("\x1b[").filter_map(|part| Some(part.split_once('m')?.0)).filter(is_style);
        let numbers: Vec<u8> =
            styles.flat_map(|style| style.split(';')).map(|number| number.parse().unwrap()).collect();
        assert!(numbers.len() > 9 && numbers.iter().all(|number| *number < 30), "{begin:?}");
        let number = i32::try_from(played.child.id()).unwrap();
        #[expect(unsafe_code, reason = "the standard library sends no signals but one")]
        // SAFETY: the process is our child, and has not been waited for.
        unsafe {
            libc::kill(number, libc::SIGTERM);
        }
        let (_, rest) = played.end();
        assert!(GIVEN_BACK.iter().all(|part| rest.contains(part)), "{rest:?}");
    }

    #[test]
    fn an_animation_pauses_steps_and_ends_before_the_report() {
        let mut played = Played::start(&["solve", "--animate", "--fps", "0.1", "1 2 3/0 4 6/7 5 8"], None);
        played.wait_for("Space");
        // With Ctrl-L everything is written anew, not only the letters that changed.
        played.press("..\x0c");
        played.wait_for("2 of 3");
        played.press(",\x0c");
        played.wait_for("1 of 3");
        played.press("q");
        let (status, rest) = played.end();
        let (shown, report) = rest.split_once("\x1b[?1049l").unwrap();
        assert!(status.success() && !shown.contains("3 of 3"), "{shown:?}");
        assert!(report.contains("L U L") && report.contains("proven optimal"), "{report:?}");
        // Untouched, it ends by itself.
        let played = Played::start(&["solve", "--animate", "--fps", "20", "1 2 3/0 4 6/7 5 8"], None);
        assert!(played.end().1.contains("proven optimal"));
    }
}
