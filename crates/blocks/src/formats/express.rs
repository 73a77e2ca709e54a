//! What a format cannot express, said before anything is lost.

use std::fmt;

use super::Format;
use crate::geometry::Lock;
use crate::puzzle::{Condition, Puzzle};

/// Why a puzzle cannot be written in a format; every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotWrite {
    /// The format; `None` where no format can.
    pub format: Option<Format>,
    /// What it cannot express.
    pub reasons: Vec<String>,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            Some(format) => {
                write!(f, "{format} cannot express {}; use native or json", self.reasons.join(", nor "))
            }
            None => write!(f, "no format can express {}", self.reasons.join(", nor ")),
        }
    }
}

impl std::error::Error for CannotWrite {}

/// Looks through a puzzle for what a format lacks.
pub(super) struct Express<'a> {
    pub(super) puzzle: &'a Puzzle,
    format: Format,
    reasons: Vec<String>,
}

impl<'a> Express<'a> {
    pub(super) fn new(format: Format, puzzle: &'a Puzzle) -> Self {
        Self { puzzle, format, reasons: Vec::new() }
    }

    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }

    pub(super) fn refuse_if(&mut self, lacks: bool, reason: &str) {
        if lacks {
            self.refuse(reason);
        }
    }

    pub(super) fn no_exits(&mut self) {
        self.refuse_if(!self.puzzle.exits().is_empty(), "exits");
    }

    pub(super) fn no_gates(&mut self) {
        self.refuse_if(!self.puzzle.gates().is_empty(), "gates");
    }

    pub(super) fn no_locks(&mut self) {
        self.refuse_if(self.puzzle.pieces().iter().any(|piece| piece.lock != Lock::Free), "locked or fixed pieces");
    }

    pub(super) fn no_alike(&mut self) {
        self.refuse_if(!self.puzzle.alike().is_empty(), "alike pieces that the goal names");
    }

    /// The conditions of the only goal.
    pub(super) fn one_goal(&mut self) -> &'a [Condition] {
        let puzzle = self.puzzle;
        if let [goal] = puzzle.goals() {
            goal
        } else {
            self.refuse("alternative goals");
            &[]
        }
    }

    /// The outcome, if nothing is lacking.
    pub(super) fn finish<T>(self, write: impl FnOnce() -> T) -> Result<T, CannotWrite> {
        if self.reasons.is_empty() {
            Ok(write())
        } else {
            Err(CannotWrite { format: Some(self.format), reasons: self.reasons })
        }
    }
}
