//! Pattern databases of the pancake puzzle: tables of the fewest flips that bring some pancakes home, wherever all others
//! are.
//!
//! A pattern keeps the places of some pancakes, and their sides where they are burnt; all others look alike. What a
//! table counts is a choice ([`Counting`]):
//!
//! * **every flip.** The distance of the pattern is a lower bound, and of several patterns the greatest counts.
//! * **flips that bring one of the pattern's pancakes to the top.** A flip brings exactly one pancake to the top, so it
//!   counts for one pattern at most, and the distances of disjoint patterns add up (Yang, Culberson, Holte, Zahavi and
//!   Felner 2008, "A general theory of additive state space abstractions", with costs by location).
//!
//! Both are consistent, as the distance to the goal in an abstract space with these costs is, and as sums and maxima of
//! such are. Cutting values off where a code has few bits keeps them so; keeping the least of several neighbours does not.
//!
//! Tables are numbered, packed, stored and looked up by `fewest-pdb`; its builder is for puzzles with a blank, so the search
//! is here. Pancakes are known by their places at the goal: a table serves every goal.
//!
//! ```
//! use fewest_pancake::pdb::{Counting, PatternPdb, Plan, Tables};
//! use fewest_pancake::{Nibbles, Pancakes, Position};
//! use fewest_pdb::{build::Builder, encoding::Encoding};
//! use fewest_search::Heuristic;
//!
//! let start: Position = "4 7 2 8 6 3 1 5".parse()?;
//! let goal = Position::sorted(start.size());
//! let partitions = [vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]]];
//! let plan = Plan::new(&goal, &partitions, Counting::Top, Encoding::NIBBLE)?;
//! let tables = Tables::build(&plan, &Builder::default())?;
//! let space = Pancakes::<Nibbles>::new(&goal)?;
//! let pdb = PatternPdb::new(&space, &plan, &tables)?;
//! assert_eq!(pdb.estimate(&space.state(&start)?), Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod lookup;
mod plan;
mod shape;
mod tables;

pub use lookup::{GapAndPatterns, MismatchError, PatternPdb};
pub use plan::{MAX_PATTERNS, Plan, PlanError, divisions};
pub use shape::{Counting, MAX_PATTERN, Shape, ShapeError};
pub use tables::Tables;
