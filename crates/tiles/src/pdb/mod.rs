//! Pattern databases for sliding tiles.
mod additive;
mod frame;
mod full;
mod mismatch;
mod orientation;
mod partition;
mod plan;
mod shape;
mod sum;
mod tables;
mod view;

pub use mismatch::MismatchError;
pub use partition::{Partition, PartitionFault, PartitionFaults};
pub use plan::Plan;
pub use shape::{Kind, Shape, ShapeError};
pub use sum::{AdditiveMemo, AdditivePdb};
pub use tables::Tables;
