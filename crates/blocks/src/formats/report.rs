//! The faults of a text, gathered.

use crate::fault::{Fault, Faults};
use crate::geometry::MAX_SIDE;
use crate::setup::Setup;

/// How many faults are told of one text; more would hide the first.
const MOST: usize = 40;

/// The faults that a reader has found so far.
#[derive(Default)]
pub(super) struct Report {
    faults: Vec<Fault>,
    untold: usize,
}

impl Report {
    pub(super) fn push(&mut self, fault: Fault) {
        if self.faults.len() < MOST {
            self.faults.push(fault);
        } else {
            self.untold += 1;
        }
    }

    /// Notes what is wrong at a line and a column, both counted from 1.
    pub(super) fn at(&mut self, line: usize, column: usize, problem: impl Into<String>) {
        self.push(Fault::Text(line, column, problem.into()));
    }

    /// Notes what is wrong with the text as a whole.
    pub(super) fn whole(&mut self, problem: impl Into<String>) {
        self.push(Fault::Unreadable(problem.into()));
    }

    /// Notes what is wrong with the size of a board; whether nothing is.
    pub(super) fn size(&mut self, width: usize, height: usize) -> bool {
        let fault = match (width, height) {
            (0, _) | (_, 0) => Fault::NoSquares,
            _ if width > MAX_SIDE || height > MAX_SIDE => Fault::TooLarge(width, height),
            _ => return true,
        };
        self.push(fault);
        false
    }

    pub(super) fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    pub(super) fn finish(mut self, setup: Setup) -> Result<Setup, Faults> {
        if self.untold > 0 {
            let problem = format!("and {} more faults", self.untold);
            self.faults.push(Fault::Unreadable(problem));
        }
        Faults::new(self.faults).map_or(Ok(setup), Err)
    }
}

/// The first faults of many.
pub(super) fn shorten(faults: Faults) -> Faults {
    let mut report = Report::default();
    for fault in &faults {
        report.push(fault.clone());
    }
    report.finish(Setup::default()).err().unwrap_or(faults)
}

/// What stands somewhere, cut short where it is long.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The column, from 1, of a part of a line.
pub(super) fn column(line: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    line.get(..offset).map_or(1, |before| before.chars().count() + 1)
}
