//! Counting cubes: every 2×2×2, every way in which the pieces of a partial goal can lie, and cubes around a goal.

use std::collections::HashSet;

use fewest_cube::{Cube, Cubies, Goal, Part, Pocket, Position, Size};
use fewest_engine::kit::{CensusSubject, CensusTask, CountFrom, list_by_rank};
use fewest_engine::{Around, Cancel, EngineError, Exploration, ExploreRequest, Result, Sink};
use fewest_search::StateSpace as _;
use fewest_search::capability::{Packed as _, Ranked as _};
use fewest_search::census::RankGraph;

use crate::INFO;
use crate::asked::{Aim, Asked};
use crate::check::farthest;

/// Explores a cube; where there is no position, from the goal alone.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    let (start, aim) = if request.puzzle.position().trim().is_empty() {
        (None, Aim::read(&request.puzzle)?)
    } else {
        let Asked { start, aim } = Asked::read(&request.puzzle)?;
        (Some(start), aim)
    };
    let what = match &aim.goal {
        Goal::Part(_) => format!("{}, {}", aim.size, aim.goal),
        Goal::Cube(_) => aim.size.to_string(),
    };
    let subject = CensusSubject {
        kind: &INFO,
        what,
        metric: aim.metric.name(),
        start: start.as_ref().map(ToString::to_string),
        goal: aim.goal.to_string(),
    };
    let task = CensusTask { subject, request, cancel, sink };
    let is_solvable = start.as_ref().is_none_or(|start| aim.goal.explain_obstacle(start).is_empty());
    match (&aim.goal, aim.size) {
        (Goal::Cube(_), Size::Three) => Err(task.uncountable()),
        (Goal::Cube(goal), Size::Two) => {
            let space = aim.space();
            let rank = |position: &Position| space.rank(&space.state(position));
            let text = |rank: u64| space.position(&space.unrank(rank)).to_string();
            let graph = || Pocket::new(aim.metric);
            count(task, &graph, start.as_ref().map(rank), rank(goal), is_solvable, &text)
        }
        (Goal::Part(mask), _) => {
            let what = "counts of goals that want single stickers or more than six edges";
            let unavailable = EngineError::NotOffered { what, puzzle: INFO.name };
            let part = Part::new(mask, aim.metric).ok_or(unavailable)?;
            let start = start.as_ref().map(|start| part.number(start));
            count(task, &|| part.clone(), start, part.goal(), is_solvable, &|rank| part.position(rank).to_string())
        }
    }
}

/// Counts from the start, where there is one, and from the goal, where it can be reached.
fn count<G: RankGraph>(
    task: CensusTask<'_>,
    graph: &dyn Fn() -> G,
    start: Option<u64>,
    goal: u64,
    is_solvable: bool,
    text: &dyn Fn(u64) -> String,
) -> Result<Exploration> {
    let side = |origin, other| CountFrom { graph: graph(), origin, other, text: Box::new(text) };
    let from_start = start.map(|start| side(start, is_solvable.then_some(goal)));
    let from_goal = is_solvable.then(|| side(goal, None));
    task.explore(from_start.as_ref(), from_goal.as_ref())
}

/// Every 2×2×2, by rank; of the 3×3×3 there are more than anybody lists.
pub(crate) fn every(aim: &Aim, limit: u64, most: usize) -> Result<Vec<String>> {
    let space = aim.space();
    list_by_rank(aim.size.positions(), limit, most, |rank| space.position(&space.unrank(rank)).to_string())
}

/// The cubes around a whole goal, up to a distance or to where they become too many; of a partial goal none are listed.
pub(crate) fn around(aim: &Aim, most_moves: u32, most: usize, cancel: &Cancel) -> Around {
    let space = Cube::new(aim.size, fewest_cube::Metric::ALL[0], &aim.goal);
    let what = format!("a {}", aim.size);
    let bound = Some(farthest(aim.size, fewest_cube::Metric::ALL[0]));
    let Goal::Cube(goal) = &aim.goal else { return Around { farthest: bound, what, ..Around::default() } };
    let first = space.state(goal);
    let mut seen = HashSet::from([space.pack(&first)]);
    let mut layers: Vec<Vec<Cubies>> = vec![vec![first]];
    let mut is_all = false;
    'layers: for _ in 0..most_moves {
        let mut next = Vec::new();
        for state in layers.last().into_iter().flatten() {
            for &turn in space.turns() {
                let mut after = *state;
                space.apply(&mut after, turn);
                if seen.insert(space.pack(&after)) {
                    next.push(after);
                }
            }
            if seen.len() > most {
                break 'layers;
            }
        }
        is_all = next.is_empty();
        if is_all || cancel.is_cancelled() {
            break;
        }
        layers.push(next);
    }
    let text = |state: &Cubies| space.position(state).to_string();
    let layers = layers.iter().map(|layer| layer.iter().map(text).collect()).collect();
    Around { layers, is_all, farthest: bound, what }
}
