//! Pattern databases at the dynamic edge: from text to tables, and which of them serve best.

mod advised;
mod plan;
mod spec;
mod turns;
mod visit;

pub(crate) use advised::{Advised, advised};
pub(crate) use plan::Planned;
pub(crate) use spec::Wanted;
pub(crate) use turns::{run_in_turns, run_with};
pub(crate) use visit::{AnyPdb, MtmPdb, StmPdb};
