//! Pattern databases for sliding tiles.
mod additive;
mod exact;
mod frame;
mod full;
mod inverse;
mod mismatch;
mod most;
mod orientation;
mod partition;
mod plan;
mod sets;
mod shape;
mod sum;
mod tables;
mod view;

pub use exact::{Exact, ExactMemo, exact_plan};
pub use inverse::WithInverse;
pub use mismatch::MismatchError;
pub use most::{FullMemo, FullPdb, Tabled};
pub use partition::{Partition, PartitionFault, PartitionFaults};
pub use plan::Plan;
pub use sets::{NAMED_SETS, NamedSet, run_partition};
pub use shape::{Kind, Shape, ShapeError};
pub use sum::{AdditiveMemo, AdditivePdb};
pub use tables::Tables;
