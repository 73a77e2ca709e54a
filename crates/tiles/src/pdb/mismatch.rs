//! Tables that do not belong to what they are asked for.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Table;

use super::{Kind, Plan, Tables};
use crate::{Cells, Metric, Size, Tiles};

/// A heuristic that cannot be made of this plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MismatchError {
    /// A plan for another goal.
    #[error(
        "the plan is for another goal: it is for {plan}, and the search is for a goal on {space}; make a plan for that goal"
    )]
    Goal {
        /// The plan's board.
        plan: Size,
        /// The space's.
        space: Size,
    },
    /// Tables of another plan.
    #[error("the tables were made for another plan: found {found:?} instead of {expected:?}")]
    Tables {
        /// The key that the plan asks for.
        expected: String,
        /// The key found, empty where there is no table.
        found: String,
    },
    /// Tables that count or store something else.
    #[error("{kind:?} tables packed as {encoding} do not fit this heuristic")]
    Kind {
        /// What they count.
        kind: Kind,
        /// How they are packed.
        encoding: Encoding,
    },
    /// Another number of lookups than was compiled.
    #[error(
        "the plan has {partitions} partitions of up to {patterns} patterns, but this heuristic was not compiled for that"
    )]
    Count {
        /// Partitions in the plan.
        partitions: usize,
        /// The most patterns of one.
        patterns: usize,
    },
}

impl MismatchError {
    /// Whether plan, tables and space belong together.
    pub(super) fn check<C: Cells, M: Metric>(space: &Tiles<C, M>, plan: &Plan, tables: &Tables) -> Result<(), Self> {
        if plan.size() != space.size() || plan.goal_cells() != space.goal_cells() {
            return Err(Self::Goal { plan: plan.size(), space: space.size() });
        }
        let mut found = tables.iter().map(Table::recipe);
        for shape in plan.shapes() {
            let (expected, found) = (shape.recipe(plan.encoding()), found.next());
            if found != Some(&expected) {
                let found = found.map(|recipe| recipe.key.clone()).unwrap_or_default();
                return Err(Self::Tables { expected: expected.key, found });
            }
        }
        Ok(())
    }
}
