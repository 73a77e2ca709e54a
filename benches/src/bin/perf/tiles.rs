//! Sliding tiles without tables on disk: one search for each of what makes them fast.

use anyhow::Result;
use fewest_benches::instances;
use fewest_search::algorithms::{AStar, BidirectionalBreadthFirst, BreadthFirst, IdaStar, Nbs};
use fewest_search::{Incremental, Search, Zero};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, WalkingConflict, WalkingDistance};
use fewest_tiles::{Bytes, Goal, Metric, Mtm, Nibbles, Position, Stm, Tiles};

use crate::{Done, Part};

/// The first of the fifty 24-puzzles of Korf and Taylor (1996): 95 moves.
const TWENTY_FOUR: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
/// A 15-puzzle 28 or 30 moves from its goal, the blank last.
const NEAR: &str = "1 3 0 12/5 7 8 15/13 9 4 14/6 11 2 10";
/// An 8-puzzle that cannot be solved: every position on its side is visited.
const ODD: &str = "2 1 3/4 5 6/7 8 0";

/// One of Korf's hundred instances, counted from 1, and the space that it is solved in.
pub(crate) fn korf<M: Metric>(number: usize) -> Result<(Tiles<Nibbles, M>, Position)> {
    let (start, _) = instances::korf()?.swap_remove(number - 1);
    Ok((Tiles::new(&Goal::BlankFirst.position(start.size())?)?, start))
}

fn last<M: Metric>(start: &str) -> Result<(Tiles<Nibbles, M>, Position)> {
    let start: Position = start.parse()?;
    Ok((Tiles::new(&Goal::BlankLast.position(start.size())?)?, start))
}

fn ida<M: Metric>(
    space: &Tiles<Nibbles, M>,
    start: &Position,
    heuristic: &impl Incremental<Tiles<Nibbles, M>>,
    part: Part,
) -> Result<Done> {
    Ok(IdaStar::default().run(space, &space.board(start)?, heuristic, &part.limits(), &mut ()).into())
}

/// One of the easiest.
pub(crate) fn ida_manhattan(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(12)?;
    ida(&space, &start, &Manhattan::new(&space), part)
}

pub(crate) fn ida_linear_conflict(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(19)?;
    ida(&space, &start, &LinearConflict::new(&space), part)
}

pub(crate) fn ida_walking_distance(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(19)?;
    ida(&space, &start, &WalkingDistance::new(&space)?, part)
}

pub(crate) fn ida_walking_conflict(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(19)?;
    ida(&space, &start, &WalkingConflict::new(&space)?, part)
}

/// Slides.
pub(crate) fn ida_mtm(part: Part) -> Result<Done> {
    let (space, start) = korf::<Mtm>(12)?;
    let limits = part.limits_after(200_000);
    let heuristic = WalkingConflict::new(&space)?;
    Ok(IdaStar::default().run(&space, &space.board(&start)?, &heuristic, &limits, &mut ()).into())
}

/// Boards that take a byte for each cell. Nobody waits for the end.
pub(crate) fn ida_24(part: Part) -> Result<Done> {
    let start: Position = TWENTY_FOUR.parse()?;
    let space = Tiles::<Bytes<25>, Stm>::new(&Goal::BlankFirst.position(start.size())?)?;
    let heuristic = LinearConflict::new(&space);
    let limits = part.limits_after(300_000);
    Ok(IdaStar::default().run(&space, &space.board(&start)?, &heuristic, &limits, &mut ()).into())
}

pub(crate) fn a_star_15(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(12)?;
    let heuristic = LinearConflict::new(&space);
    Ok(AStar::default().run(&space, &space.board(&start)?, &heuristic, &part.limits(), &mut ()).into())
}

/// From both ends with a heuristic.
pub(crate) fn nbs_15(part: Part) -> Result<Done> {
    let (space, start) = korf::<Stm>(12)?;
    let heuristic = LinearConflict::new(&space);
    let home = Tiles::new(&start)?;
    let backward = LinearConflict::new(&home);
    let search = Nbs { backward: &backward };
    Ok(search.run(&space, &space.board(&start)?, &heuristic, &part.limits(), &mut ()).into())
}

/// All 181,440 positions.
pub(crate) fn breadth_first_8(part: Part) -> Result<Done> {
    let (space, start) = last::<Stm>(ODD)?;
    Ok(BreadthFirst.run(&space, &space.board(&start)?, &Zero, &part.limits(), &mut ()).into())
}

/// From both ends without one.
pub(crate) fn bidirectional_15(part: Part) -> Result<Done> {
    let (space, start) = last::<Stm>(NEAR)?;
    Ok(BidirectionalBreadthFirst.run(&space, &space.board(&start)?, &Zero, &part.limits(), &mut ()).into())
}
