//! Pattern databases for sliding tiles (Culberson and Schaeffer 1998; Korf and Felner 2002), for any board of up to 64 cells,
//! any goal, any patterns and both metrics. Tables are built, packed and stored by `fewest-pdb`; here is what tiles know.
//!
//! A [`Partition`] says which tiles go into which pattern. A [`Plan`] finds the [`Shape`] of each, its table freed of
//! tile numbers and orientation, so that mirrored patterns, and goals with the blank in another corner, share one.
//! [`Tables`] are built or taken from a store. Then [`AdditivePdb`] adds up disjoint patterns and takes the greatest of
//! several partitions, [`FullPdb`] takes the greatest of tables in which every move counts, and [`Exact`] knows
//! every distance of a small board.
//!
//! ```
//! use fewest_pdb::{build::Builder, encoding::Encoding};
//! use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
//! use fewest_tiles::pdb::{AdditivePdb, Kind, NamedSet, Plan, Tables};
//! use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
//!
//! let start: Position = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0".parse()?;
//! let goal = Goal::BlankLast.position(start.size())?;
//! let set = NamedSet::find("4-4-4-3").expect("a set of this name");
//! let partitions = set.partitions(&goal).expect("a goal with the blank in a corner");
//! let plan = Plan::new(&goal, &partitions, Kind::Additive, Encoding::NIBBLE)?;
//! let tables = Tables::build(&plan, &Builder::default())?;
//! let space = Tiles::<Nibbles, Stm>::new(&goal)?;
//! let pdb = AdditivePdb::<_, 1, 4>::new(&space, &plan, &tables)?;
//! let run = IdaStar::default().run(&space, &space.board(&start)?, &pdb, &Limits::default(), &mut ());
//! let Outcome::Solved { cost, .. } = run.outcome else { panic!("solvable") };
//! assert_eq!(cost, 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compact;
mod exact;
mod line_pdb;
mod lines;
mod mismatch;
mod most;
mod orientation;
mod partition;
mod plan;
mod region;
mod remainder;
mod sets;
mod shape;
mod sum;
mod tables;
mod view;

pub use compact::{CompactMemo, CompactPdb};
pub use exact::{Exact, ExactMemo, exact_plan};
pub use line_pdb::{LineMemo, LinePdb};
pub use mismatch::MismatchError;
pub use most::{FullMemo, FullPdb, Tabled};
pub use partition::{Partition, PartitionFault, PartitionFaults};
pub use plan::Plan;
pub use region::{Narrow, RegionMemo, RegionPdb, Room, Wide};
pub use sets::{LINE_SETS, NAMED_SETS, NamedSet, REGION_SETS, run_partition};
pub use shape::{Kind, Shape, ShapeError};
pub use sum::{AdditiveMemo, AdditivePdb};
pub use tables::Tables;
