//! The other puzzles: sliding blocks, Sokoban, Towers of Hanoi.

use std::num::NonZero;
use std::sync::Arc;

use anyhow::{Context, Result};
use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::heuristics::Distances;
use fewest_blocks::{Blocks, Metric};
use fewest_hanoi::heuristics::{DiscGroups, split};
use fewest_hanoi::{Goal, Hanoi, Position, Size, Word64};
use fewest_search::algorithms::AStar;
use fewest_search::{Limits, Search};
use fewest_sokoban::Pushes;
use fewest_sokoban::heuristics::Matching;

use crate::{Done, Part};

fn blocks(name: &str, metric: Metric) -> Result<Blocks<u64, u64>> {
    let puzzle = fewest_blocks::library::find(name).with_context(|| format!("no puzzle {name}"))?.puzzle();
    Ok(Blocks::new(Arc::new(puzzle), metric)?)
}

/// All 25,955 positions, by moves along any path.
pub(crate) fn exhaustive_klotski(part: Part) -> Result<Done> {
    let space = blocks("klotski", Metric::Move)?;
    let search = Exhaustive { threads: NonZero::<usize>::MIN, ..Exhaustive::default() };
    let all = search.explore(&space, &[space.start()], &part.limits(), &mut ())?;
    Ok(Done { expanded: all.stats.expanded, generated: all.stats.generated, end: format!("{} states", all.states()) })
}

pub(crate) fn a_star_blocks(part: Part) -> Result<Done> {
    let space = blocks("klotski", Metric::Step)?;
    Ok(AStar::default().run(&space, &space.start(), &Distances::new(&space), &part.limits(), &mut ()).into())
}

/// Levels of the library, one after the other: a single one has too few nodes.
pub(crate) fn a_star_sokoban(part: Part) -> Result<Done> {
    let (mut expanded, mut generated, mut pushes) = (0, 0, 0);
    for name in ["hook", "wings", "attic", "long-hall", "caravan"] {
        let level = fewest_sokoban::library::find(name).with_context(|| format!("no level {name}"))?.level();
        let space = Pushes::<1>::new(Arc::new(level))?;
        let run = AStar::default().run(&space, &space.start(), &Matching::new(&space), &part.limits(), &mut ());
        expanded += run.stats.expanded;
        generated += run.stats.generated;
        pushes += run.outcome.cost().unwrap_or(0);
    }
    Ok(Done { expanded, generated, end: format!("solved in {pushes}") })
}

/// Four pegs with distances of groups of discs.
pub(crate) fn a_star_hanoi(part: Part) -> Result<Done> {
    let size = Size::new(9, 4)?;
    let space = Hanoi::<Word64<2>>::new(&Goal::Last.position(size)?)?;
    let groups = DiscGroups::build(&space, &[split(&[3, 6])], &Limits::default())?;
    let start = space.state(&Position::stacked(size))?;
    Ok(AStar::default().run(&space, &start, &groups, &part.limits(), &mut ()).into())
}
