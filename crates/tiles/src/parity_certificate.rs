//! Why a position cannot be solved, as a document that anyone can check with pencil and paper.
//!
//! [`solvability`](crate::solvability()) decides by the cycles of the permutation; here the same invariant (Johnson and Story,
//! *Notes on the "15" Puzzle*, 1879) is counted in another way, by inversions of start and goal each by itself, so that the
//! one checks the other.

use serde::{Deserialize, Serialize};

use crate::{Faults, Position};

const SCHEMA: u32 = 1;

const PARITY: &str = "Read the cells row by row, the blank as 0, and count the inversions: pairs of cells of which the \
    first has the larger number. Add the blank's row and column. A step exchanges the blank with a neighbour: an exchange of two \
    cells changes the number of inversions by an odd number, and the blank's row or column changes by one. So the sum stays \
    even or stays odd, and a position whose sum is odd never becomes one whose sum is even.";

const FIXED_ORDER: &str = "On a board of one row or one column a step exchanges the blank with the tile beside it, and no \
    tile passes another. So the tiles, read without the blank, keep their order, and a position never becomes one with \
    another order.";

/// A proof that no moves lead from a start to a goal.
///
/// ```
/// use fewest_tiles::{Goal, Position, UnsolvabilityCertificate};
/// let famous: Position = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
/// let goal = Goal::BlankLast.position(famous.size())?;
/// let certificate = UnsolvabilityCertificate::new(&famous, &goal).expect("no moves undo it");
/// assert_eq!(certificate.verify(), Ok(()));
/// assert!(UnsolvabilityCertificate::new(&goal, &goal).is_none());
/// # Ok::<(), fewest_tiles::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnsolvabilityCertificate {
    /// The version of the document: 1.
    pub schema: u32,
    /// Why the evidence is enough.
    pub theorem: String,
    /// The position.
    pub start: String,
    /// Where no moves lead.
    pub goal: String,
    /// What was counted.
    pub evidence: Evidence,
}

/// What keeps start and goal apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Evidence {
    /// One sum is even and the other odd.
    Parity {
        /// Of the start.
        start: ParitySum,
        /// Of the goal.
        goal: ParitySum,
    },
    /// On one line, the order of the tiles differs.
    FixedOrder {
        /// The tiles of the start, without the blank.
        start: Vec<u8>,
        /// Those of the goal.
        goal: Vec<u8>,
    },
}

/// The sum whose parity no step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParitySum {
    /// Pairs of cells of which the first has the larger number, the blank counted as 0.
    pub inversions: usize,
    /// The row of the blank, counted from 0.
    pub blank_row: usize,
    /// Its column, counted from 0.
    pub blank_column: usize,
    /// All three together.
    pub sum: usize,
}

impl ParitySum {
    /// Counts.
    pub fn of(position: &Position) -> Self {
        let tiles = position.tiles();
        let smaller_behind = |(at, tile): (usize, &u8)| tiles[at + 1..].iter().filter(|&other| other < tile).count();
        let inversions = tiles.iter().enumerate().map(smaller_behind).sum();
        let (blank_row, blank_column) =
            (position.size().row(position.blank()), position.size().column(position.blank()));
        Self { inversions, blank_row, blank_column, sum: inversions + blank_row + blank_column }
    }
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateFault {
    /// It is of another version.
    #[error("the certificate has schema {0}; this program reads schema {SCHEMA}")]
    Schema(u32),
    /// A position cannot be read.
    #[error("the {which} is not a position: {faults}")]
    Position {
        /// `start` or `goal`.
        which: &'static str,
        /// Why not.
        faults: Faults,
    },
    /// The theorem is another one.
    #[error("the theorem is not the one that this evidence needs")]
    Theorem,
    /// Start and goal differ in size.
    #[error("start and goal differ in size")]
    OtherSize,
    /// The evidence is not that of these positions.
    #[error("the {which} was miscounted: the certificate has {claimed}, and counting again gives {counted}")]
    Miscounted {
        /// `start` or `goal`.
        which: &'static str,
        /// As the certificate has it.
        claimed: String,
        /// As it is.
        counted: String,
    },
    /// The evidence is right and keeps nothing apart.
    #[error("the evidence does not separate start and goal: {0}")]
    Nothing(&'static str),
}

impl UnsolvabilityCertificate {
    /// A proof that `start` cannot become `goal`; `None` where it can, or where their sizes differ, for which nobody needs a
    /// proof.
    pub fn new(start: &Position, goal: &Position) -> Option<Self> {
        let (theorem, evidence) = if start.size().is_line() {
            (FIXED_ORDER, Evidence::FixedOrder { start: start.order(), goal: goal.order() })
        } else {
            (PARITY, Evidence::Parity { start: ParitySum::of(start), goal: ParitySum::of(goal) })
        };
        let certificate = Self {
            schema: SCHEMA,
            theorem: theorem.to_owned(),
            start: start.to_string(),
            goal: goal.to_string(),
            evidence,
        };
        certificate.verify().is_ok().then_some(certificate)
    }

    /// Counts everything again, from the texts of the two positions alone.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<(), CertificateFault> {
        if self.schema != SCHEMA {
            return Err(CertificateFault::Schema(self.schema));
        }
        let read =
            |which, text: &str| text.parse::<Position>().map_err(|faults| CertificateFault::Position { which, faults });
        let (start, goal) = (read("start", &self.start)?, read("goal", &self.goal)?);
        if start.size() != goal.size() {
            return Err(CertificateFault::OtherSize);
        }
        let theorem = match &self.evidence {
            Evidence::Parity { start: claimed_start, goal: claimed_goal } => {
                same("start", claimed_start, &ParitySum::of(&start))?;
                same("goal", claimed_goal, &ParitySum::of(&goal))?;
                if claimed_start.sum % 2 == claimed_goal.sum % 2 {
                    return Err(CertificateFault::Nothing("both sums are even, or both odd"));
                }
                PARITY
            }
            Evidence::FixedOrder { start: claimed_start, goal: claimed_goal } => {
                if !start.size().is_line() {
                    return Err(CertificateFault::Nothing("only on a board of one line is the order fixed"));
                }
                same("start", claimed_start, &start.order())?;
                same("goal", claimed_goal, &goal.order())?;
                if claimed_start == claimed_goal {
                    return Err(CertificateFault::Nothing("the order is the same"));
                }
                FIXED_ORDER
            }
        };
        if self.theorem == theorem { Ok(()) } else { Err(CertificateFault::Theorem) }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(which: &'static str, claimed: &T, counted: &T) -> Result<(), CertificateFault> {
    if claimed == counted {
        return Ok(());
    }
    let (claimed, counted) = (format!("{claimed:?}"), format!("{counted:?}"));
    Err(CertificateFault::Miscounted { which, claimed, counted })
}
