//! The tables of a plan, at hand.

use std::ops::ControlFlow;

use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::table::Table;

use super::plan::Plan;
use super::shape::Shape;

/// The tables of a [`Plan`], in the order of its shapes.
#[derive(Debug)]
pub struct Tables(Vec<Table>);

impl Tables {
    /// Builds every table in memory, one after the other.
    ///
    /// # Errors
    /// [`BuildError`] where a build is cancelled or needs too much.
    pub fn build(plan: &Plan, builder: &Builder) -> Result<Self, BuildError> {
        Self::build_watched(plan, builder, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Builds every table in memory; `watch` hears of each level of each shape.
    ///
    /// # Errors
    /// [`BuildError`] where a build is cancelled or needs too much.
    pub fn build_watched(
        plan: &Plan,
        builder: &Builder,
        watch: &mut dyn FnMut(&Shape, &Progress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        let build = |shape: &Shape| shape.build(plan.encoding(), builder, &mut |progress| watch(shape, progress));
        plan.shapes().iter().map(build).collect::<Result<_, _>>().map(Self)
    }

    /// The tables.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.0.iter()
    }

    pub(super) fn get(&self, shape: usize) -> &Table {
        &self.0[shape]
    }
}
