//! Additive pattern databases for the 15-puzzle, small ones: built, and looked up.

use std::num::NonZero;

use anyhow::{Context, Result};
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_search::Search;
use fewest_search::algorithms::IdaStar;
use fewest_tiles::pdb::{CompactPdb, NamedSet, Plan, Tables};
use fewest_tiles::{Position, Stm};

use crate::tiles::korf;
use crate::{Done, Part};

const BUILDER_THREADS: NonZero<usize> = NonZero::<usize>::MIN;

/// A named set and its mirror image.
fn plan(name: &str, goal: &Position) -> Result<Plan> {
    let set = NamedSet::find(name).with_context(|| format!("no set {name}"))?;
    let partitions = set.partitions(goal).context("a goal with the blank in a corner")?;
    let partitions: Vec<_> = partitions.into_iter().flat_map(|partition| partition.with_mirrors(goal)).collect();
    Ok(Plan::new(goal, &partitions, set.kind(), Encoding::NIBBLE)?)
}

fn built(plan: &Plan) -> Result<Tables> {
    Ok(Tables::build(plan, &Builder { threads: BUILDER_THREADS, ..Builder::default() })?)
}

/// Instructions for each entry. What is built is a table of distances; that it is the right one, [`ida`] shows.
pub(crate) fn build(part: Part) -> Result<Done> {
    let (space, _) = korf::<Stm>(1)?;
    let plan = plan("5-5-5", &space.position(space.goal()))?;
    let entries = plan.shapes().iter().map(fewest_tiles::pdb::Shape::entries).sum();
    let (expanded, tables) = match part {
        Part::Setup => (0, 0),
        Part::Whole => (entries, built(&plan)?.iter().count()),
    };
    Ok(Done { expanded, generated: expanded, end: format!("{tables} tables") })
}

/// Look-ups, in the tables that are small enough to be built each time.
pub(crate) fn ida(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(1)?;
    let plan = plan("4-4-4-3", &space.position(space.goal()))?;
    let tables = built(&plan)?;
    let pdb = CompactPdb::<_, 2>::new(&space, &plan, &tables)?;
    Ok(IdaStar::default().run(&space, &space.board(&start)?, &pdb, &part.limits_after(500_000), &mut ()).into())
}
