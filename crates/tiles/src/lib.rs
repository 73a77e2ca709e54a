//! Sliding-tile puzzles: the 8-, 15- and 24-puzzle and every other w×h board of up to 256 cells.
//!
//! ```text
//! goal, blank last (the default)      goal, blank first
//!  1  2  3  4                             1  2  3
//!  5  6  7  8                          4  5  6  7
//!  9 10 11 12                          8  9 10 11
//! 13 14 15                            12 13 14 15
//! ```
//!
//! Text becomes a [`Setup`], a `Setup` becomes a [`Position`] or a list of every [`Fault`] in it. Positions are for
//! people: they print, parse and check moves. For the search, [`Tiles`] is the state space and [`Board`] its packed
//! state, sized by a choice of [`Cells`].
//!
//! ```
//! use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
//! use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles, heuristics::Manhattan};
//!
//! let start: Position = "5 3 8/0 2 4/1 7 6".parse()?;
//! let goal = Goal::BlankLast.position(start.size())?;
//! let space = Tiles::<Nibbles, Stm>::new(&goal)?;
//! let run = IdaStar::default().run(&space, &space.board(&start)?, &Manhattan::new(&space), &Limits::default(), &mut ());
//! let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("solvable") };
//! assert_eq!((moves.len(), cost), (21, 21));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod compact;
pub mod construct;
pub mod edixhoven;
mod fault;
mod goal;
pub mod heuristics;
mod layout;
mod metric;
mod notation;
mod parity_certificate;
pub mod pdb;
mod position;
pub mod random;
pub mod sat;
mod setup;
mod shifts;
mod size;
mod solvability;
mod space;
mod strings;
mod turns;
mod walks;

pub use cells::Cells;
pub use compact::compact_cells;
pub use fault::{Fault, Faults};
pub use fewest_search::labels::{Board, Bytes, Labels, Nibbles};
pub use fewest_text::Word;
pub use goal::Goal;
pub use layout::{Arrival, Layout, Move};
pub use metric::{Axis, Metric, Mtm, Stm};
pub use notation::{Notation, NotationError, format_slides, parse_slides};
pub use parity_certificate::{CertificateFault, Evidence, ParitySum, UnsolvabilityCertificate};
pub use position::{IllegalSlide, Position};
pub use setup::{MAX_TEXT, Setup};
pub use shifts::Shifts;
pub use size::{Direction, MAX_CELLS, Size, SizeError, Slide};
pub use solvability::{Obstacle, Parities, Solvability, parities, remedy, solvability};
pub use space::{Tiles, TilesError};
pub use turns::{Heading, Turn, Turns};
pub use walks::{Forbids, OnWalks, Walks};
