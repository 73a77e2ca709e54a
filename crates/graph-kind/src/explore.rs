//! Exploring tiles on a graph: every position counted.

use fewest_engine::kit::{CensusSubject, CensusTask, CountFrom, list_by_rank};
use fewest_engine::{Cancel, Exploration, ExploreRequest, Result, Sink};
use fewest_graph::{GraphPuzzle, Labels, Position};
use fewest_search::capability::Ranked;
use fewest_search::census::ByRank;

use crate::asked::{read_goal, read_graph, read_start, what};
use crate::packing::{Wide, space, with_space};
use crate::{INFO, METRIC};

/// Explores a graph; where there is no position, from the goal alone.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    let puzzle = &request.puzzle;
    let graph = read_graph(puzzle)?;
    let goal = read_goal(puzzle, &graph)?;
    let has_start = !puzzle.position().trim().is_empty();
    let start = has_start.then(|| read_start(puzzle, &graph)).transpose()?;
    let subject = CensusSubject {
        kind: &INFO,
        what: what(&graph),
        metric: METRIC,
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let task = CensusTask { subject, request, cancel, sink };
    with_space!(&goal, |space| count(space, task, start.as_ref(), &goal))
}

fn count<L: Labels>(
    homeward: &GraphPuzzle<L>,
    task: CensusTask<'_>,
    start: Option<&Position>,
    goal: &Position,
) -> Result<Exploration> {
    let outward = start.map(space::<L>).transpose()?;
    let is_solvable = start.is_none_or(|start| homeward.class().contains(start));
    let goal = is_solvable.then_some(goal);
    let uncountable = || task.uncountable();
    let out = outward.as_ref().map(|space| side(space, goal).ok_or_else(uncountable)).transpose()?;
    let back = goal.map(|_| side(homeward, None).ok_or_else(uncountable)).transpose()?;
    task.explore(out.as_ref(), back.as_ref())
}

/// Counting from the goal of a space, if its positions can be counted.
fn side<'a, L: Labels>(
    space: &'a GraphPuzzle<L>,
    other: Option<&Position>,
) -> Option<CountFrom<'a, ByRank<'a, GraphPuzzle<L>>>> {
    Some(CountFrom {
        graph: ByRank::new(space)?,
        origin: space.rank(space.goal()),
        other: other.and_then(|other| space.board(other).ok()).map(|board| space.rank(&board)),
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    })
}

/// Every position from which a goal can be reached, by rank.
pub(crate) fn every(goal: &Position, limit: u64, most: usize) -> Result<Vec<String>> {
    let space = space::<Wide>(goal)?;
    list_by_rank(space.rank_count(), limit, most, |rank| space.position(&space.unrank(rank)).to_string())
}
