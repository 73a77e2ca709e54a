//! The pancake puzzle (Dweighter 1975; Gates and Papadimitriou 1979): sort a stack by flips of its top, up to 64 pancakes,
//! plain or with a burnt side each, from any stack to any other.
//!
//! ```text
//!  ===3===      ==2==        =1=
//!    =1=         =1=        ==2==
//!   ==2==      ===3===     ===3===
//! ---------   ---------   ---------
//!   3 1 2   3   2 1 3   2   1 2 3
//! ```
//!
//! Pancake 1 is the smallest, and the top of a stack is written first; a flip is written as the number of pancakes that it
//! turns over. Where pancakes are burnt, `-3` has its burnt side up and `+3` down. Text becomes a [`Setup`], a `Setup` becomes a
//! [`Position`] or a list of every [`Fault`] in it. Positions are for people: they print, parse and check flips. For the
//! search, [`Pancakes`] is the state space; its states are packed by a choice of [`Packing`].
//!
//! ```
//! use fewest_pancake::{Goal, Nibbles, Pancakes, Position, heuristics::Gap};
//! use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
//!
//! let start: Position = "5 3 6 1 4 2".parse()?;
//! let space = Pancakes::<Nibbles>::new(&Goal::Sorted.position(start.size())?)?;
//! let state = space.state(&start)?;
//! let run = IdaStar::default().run(&space, &state, &Gap::new(&space), &Limits::default(), &mut ());
//! let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("every stack can be sorted") };
//! assert_eq!((moves.len(), cost), (7, 7));
//! let mut position = start;
//! for flip in moves {
//!     position.try_flip(flip)?;
//! }
//! assert_eq!(position.to_string(), "1 2 3 4 5 6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fault;
mod goal;
pub mod heuristics;
mod known;
pub mod library;
mod notation;
mod packing;
pub mod pdb;
mod picture;
mod position;
pub mod random;
mod reversals;
pub mod scene;
mod setup;
mod size;
mod space;

pub use fault::{Fault, Faults};
pub use goal::Goal;
pub use known::{most_flips, pancake_number};
pub use notation::{Flip, NotationError, format_flips, parse_flips};
pub use packing::{Bytes, Nibbles, Packing};
pub use picture::{COLUMNS, draw};
pub use position::{GapBetween, IllegalFlip, Pancake, Position};
pub use reversals::Reversals;
pub use setup::{Entry, MAX_TEXT, Setup, Sign};
pub use size::{MAX_PANCAKES, Size, SizeError};
pub use space::{Pancakes, PancakesError};
