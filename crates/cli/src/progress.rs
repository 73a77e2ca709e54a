//! What is seen on a terminal while a search runs: one line on stderr that goes away when the search ends.
//!
//! It is drawn by hand because the cursor must stay behind the text: progress libraries park it at the right edge,
//! where the `^C` that a terminal echoes begins a new line and leaves the old one behind.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use fewest_engine::Event;
use terminal_size::Width;

use crate::exit::notice;
use crate::output::{Output, is_capable};
use crate::text::{counted, duration, rate, scaled, shorten};

/// The time between two drawings.
const PERIOD: Duration = Duration::from_millis(100);
/// Characters of the bar.
const BAR: usize = 16;
/// Room for an echoed `^C`.
const ECHO: usize = 3;

/// How the rounds of an iterative search grow.
#[derive(Debug, Default)]
struct Rounds {
    /// What was expanded in all when the last rounds were complete, the latest last; 0 before the first.
    ends: [u64; 4],
    complete: usize,
}

/// Rounds that end sooner need no estimate.
const LONG: f64 = 5.0;

impl Rounds {
    fn complete(&mut self, expanded: u64) {
        self.ends.rotate_left(1);
        self.ends[3] = expanded;
        self.complete += 1;
    }

    /// The seconds that the present round will take if it grows as the last one did, and goes on as fast. It may end sooner, at
    /// a goal.
    fn left(&self, expanded: u64, seconds: f64) -> Option<f64> {
        let [_, before, begin, end] = self.ends;
        let (last, earlier) = ((end - begin) as f64, (begin - before) as f64);
        if self.complete < 3 || earlier == 0.0 || expanded == 0 {
            return None;
        }
        let left = last * (last / earlier).max(1.0) - expanded.saturating_sub(end) as f64;
        let seconds = left.max(0.0) * seconds / expanded as f64;
        (seconds > LONG).then_some(seconds)
    }
}

/// The line. Where stderr is no terminal it is never drawn.
pub(crate) struct Progress {
    shown: bool,
    /// The length of the input in bytes, where it is known.
    length: Option<u64>,
    /// The place in a batch.
    batch: String,
    chosen: String,
    /// The best solution so far, where the search improves it.
    best: String,
    /// The rounds of the search that are complete.
    rounds: Rounds,
    width: usize,
    drawn: Option<Instant>,
    /// How many characters stand on the line.
    visible: usize,
    turns: usize,
}

impl Progress {
    /// A line for one search, or one that is never drawn.
    pub(crate) fn for_one(shown: bool) -> Self {
        Self::for_many(shown, None)
    }

    /// A line for many, with a bar where the input's length in bytes is known.
    pub(crate) fn for_many(shown: bool, length: Option<u64>) -> Self {
        let stderr = io::stderr();
        let width = terminal_size::terminal_size_of(&stderr).map_or(80, |(Width(width), _)| usize::from(width));
        Self {
            shown: shown && is_capable(&stderr),
            length: length.filter(|&length| length > 0),
            batch: String::new(),
            chosen: String::new(),
            best: String::new(),
            rounds: Rounds::default(),
            width: width.saturating_sub(ECHO),
            drawn: None,
            visible: 0,
            turns: 0,
        }
    }

    pub(crate) fn show(&mut self, event: &Event) {
        if !self.shown {
            return;
        }
        match event {
            Event::Chosen { algorithm, heuristic, .. } => {
                self.chosen = format!("{algorithm}, {heuristic}");
                self.rounds = Rounds::default();
            }
            Event::Building { number, tables, level, known, entries, seconds, .. } => {
                let which = if *tables > 1 { format!("table {number} of {tables}") } else { "a table".to_owned() };
                self.draw(&format!(
                    "{}{}building {which}, level {level}, {}",
                    self.batch,
                    bar(*known, *entries),
                    duration(*seconds)
                ));
            }
            Event::Improved { length, .. } => self.best = format!(" best {length},"),
            Event::Progress { lower_bound, expanded, generated, seconds, .. } => {
                let left = self.rounds.left(*expanded, *seconds);
                let left =
                    left.map(|left| format!(" about {} left in this round,", duration(left))).unwrap_or_default();
                // What matters least stands last, where a narrow terminal cuts it.
                self.draw(&format!(
                    "{}{}:{} at least {lower_bound},{left} {} expanded, {}, {}",
                    self.batch,
                    duration(*seconds),
                    self.best,
                    scaled(*expanded as f64, ""),
                    rate(*generated, *seconds),
                    self.chosen,
                ));
            }
            Event::Iteration { expanded, .. } => self.rounds.complete(*expanded),
            Event::Depths { .. } | Event::Nodes { .. } | Event::Sample { .. } => {}
        }
    }

    /// Shows how far something else has come.
    pub(crate) fn note(&mut self, text: &str) {
        if self.shown {
            self.draw(text);
        }
    }

    /// Shows how far something has come of which the whole is known.
    pub(crate) fn fraction(&mut self, done: u64, all: u64, text: &str) {
        if self.shown {
            self.draw(&format!("{}{text}", bar(done, all)));
        }
    }

    /// Shows how far a batch has come.
    pub(crate) fn advance(&mut self, bytes: u64, positions: u64) {
        self.best.clear();
        if self.shown {
            let bar = self.length.map(|length| bar(bytes, length)).unwrap_or_default();
            let done = format!("{bar}{} done", counted(positions, "position"));
            self.draw(&done);
            self.batch = done + "; ";
        }
    }

    /// Writes to `out`; takes the line away before, if both are on a terminal.
    pub(crate) fn suspend_for<T>(&mut self, out: &mut Output, write: impl FnOnce(&mut Output) -> T) -> T {
        if out.is_terminal {
            self.clear();
        }
        write(out)
    }

    fn draw(&mut self, text: &str) {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD) {
            return;
        }
        let spinner = ['|', '/', '-', '\\'][self.turns % 4];
        let line = shorten(&format!("{spinner} {text}"), self.width);
        let length = line.chars().count();
        let rest = self.visible.saturating_sub(length);
        // The cursor ends behind the text. Where stderr cannot be written there is nothing to be seen anyway.
        let _ = write!(io::stderr(), "\r{line}{:rest$}{}", "", "\u{8}".repeat(rest));
        self.visible = length;
        self.turns += 1;
        self.drawn = Some(Instant::now());
    }

    /// Prints what the user should know, on lines of its own.
    pub(crate) fn notices(&mut self, texts: &[String]) {
        if !texts.is_empty() {
            self.clear();
        }
        for text in texts {
            notice(text);
        }
    }

    pub(crate) fn clear(&mut self) {
        if self.visible > 0 {
            let width = self.visible + ECHO - 1;
            let _ = write!(io::stderr(), "\r{:width$}\r", "");
            self.visible = 0;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// `####------------  25% `
fn bar(done: u64, all: u64) -> String {
    let percent = u128::from(done.min(all)) * 100 / u128::from(all.max(1));
    let filled = usize::try_from(percent).unwrap_or(100) * BAR / 100;
    format!("{}{} {percent:>3}%  ", "#".repeat(filled), "-".repeat(BAR - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(bar(0, 10), "----------------   0%  ");
        assert_eq!(bar(1, 4), "####------------  25%  ");
        assert_eq!(bar(99, 10), "################ 100%  ");
        assert_eq!(bar(u64::MAX, u64::MAX), bar(1, 1));
    }
}
