//! Towers of Hanoi: up to 64 discs on 3 to 26 pegs, from any arrangement to any other.
//!
//! ```text
//!    |      |      |                    |      |      |
//!   =1=     |      |                    |      |     =1=
//!  ==2==    |      |                    |      |    ==2==
//! ===3===   |      |                    |      |   ===3===
//!    A      B      C                    A      B      C
//!     3 2 1/-/-                            -/-/3 2 1
//! ```
//!
//! Disc 1 is the smallest, and peg A the first. Text becomes a [`Setup`], a `Setup` becomes a [`Position`] or a list of
//! every [`Fault`] in it. Positions are for people: they print, parse and check moves. For the search, [`Hanoi`] is the
//! state space; its states say, for each disc, which peg it is on, packed by a choice of [`Discs`].
//!
//! ```
//! use fewest_hanoi::{Goal, Hanoi, Position, Size, Word64, heuristics::OutAndBack};
//! use fewest_search::{Limits, Outcome, Search, algorithms::AStar};
//!
//! let size = Size::new(6, 4)?;
//! let space = Hanoi::<Word64<2>>::new(&Goal::Last.position(size)?)?;
//! let start = space.state(&Position::stacked(size))?;
//! let run = AStar::default().run(&space, &start, &OutAndBack::new(&space), &Limits::default(), &mut ());
//! let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("every arrangement can be reached") };
//! assert_eq!((moves.len(), cost), (17, 17));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod discs;
mod fault;
mod goal;
pub mod heuristics;
mod known;
mod notation;
mod picture;
mod position;
mod pruning;
pub mod random;
mod route;
mod setup;
mod shifts;
mod size;
mod space;

pub use discs::{Bytes, Discs, PerPegItem, Word64};
pub use fault::{Fault, Faults};
pub use fewest_text::Word;
pub use goal::Goal;
pub use known::frame_stewart;
pub use notation::{NotationError, Transfer, format_transfers, parse_transfers};
pub use picture::{COLUMNS, draw};
pub use position::{IllegalTransfer, Position};
pub use pruning::PegTrace;
pub use route::{Route, Transfers};
pub use setup::{MAX_TEXT, Setup};
pub use shifts::Shifts;
pub use size::{MAX_DISCS, MAX_PEGS, MIN_PEGS, Peg, Size, SizeError};
pub use space::{Hanoi, HanoiError, Move};
