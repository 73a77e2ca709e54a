//! The tables of a plan, at hand.

use std::ops::ControlFlow;

use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::store::{Notice, Store};
use fewest_pdb::table::Table;

use super::{Plan, Shape};

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
        let build = |shape: &Shape| shape.build(plan.encoding(), builder, None, &mut |progress| watch(shape, progress));
        plan.shapes().iter().map(build).collect::<Result<_, _>>().map(Self)
    }

    /// Takes every table from a store, where it is built and stored if it is not there. A long build that was killed goes on
    /// where it was last written down.
    ///
    /// # Errors
    /// [`BuildError`] where a build is cancelled or needs too much. What goes wrong with files is a notice.
    pub fn obtain(
        plan: &Plan,
        store: &Store,
        builder: &Builder,
        watch: &mut dyn FnMut(&Shape, &Progress) -> ControlFlow<()>,
    ) -> Result<(Self, Vec<Notice>), BuildError> {
        let mut notices = Vec::new();
        let mut tables = Vec::new();
        for shape in plan.shapes() {
            let build = |store: Option<&Store>| {
                shape.build(plan.encoding(), builder, store, &mut |progress| watch(shape, progress))
            };
            let obtained = store.obtain(&shape.recipe(plan.encoding()), &builder.cancel, build)?;
            let obtained = obtained.ok_or(BuildError::Cancelled)?;
            notices.extend(obtained.notices);
            tables.push(obtained.table);
        }
        Ok((Self(tables), notices))
    }

    /// The tables of a plan that a store has, or `None` where one is missing: nothing is built. Files that are not right are
    /// set aside, and the times of use are noted.
    pub fn open(plan: &Plan, store: &Store) -> (Option<Self>, Vec<Notice>) {
        let opened = plan.shapes().iter().map(|shape| store.open(&shape.recipe(plan.encoding())));
        let (tables, notices): (Vec<_>, Vec<_>) = opened.unzip();
        (tables.into_iter().collect::<Option<_>>().map(Self), notices.into_iter().flatten().collect())
    }

    /// The tables.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.0.iter()
    }

    pub(super) fn get(&self, shape: usize) -> &Table {
        &self.0[shape]
    }
}
