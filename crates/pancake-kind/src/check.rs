//! What can be said of a stack at once: bounds, how an estimate comes about, and every stack there is.

use fewest_engine::explain::Part;
use fewest_engine::kit::{CensusSubject, CensusTask, CountFrom, ExplainRequest, Explained, Subject as _, list_by_rank};
use fewest_engine::view::count;
use fewest_engine::{Bound, Cancel, Check, EngineError, Exploration, ExploreRequest, Result, Sink};
use fewest_pancake::heuristics::Gap;
use fewest_pancake::pdb::PatternPdb;
use fewest_pancake::{Bytes, Packing, Position, Reversals, most_flips};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic as _, Max};

use crate::asked::{Asked, read_goal_alone};
use crate::heuristics::{AnyHeuristic, Named, Patterns};
use crate::packing::space;
use crate::{INFO, METRIC};

/// Checks a stack. Every stack can be reached from every other.
pub(crate) fn check(asked: &Asked) -> Result<Check> {
    let size = asked.start.size();
    let space = space::<Bytes>(&asked.goal)?;
    let state = space.state(&asked.start).map_err(EngineError::internal)?;
    let bound = Gap::new(&space).estimate(&state).map(|moves| Bound::new(Named::Gap.info(), METRIC, moves));
    Ok(Check {
        solvable: Some(true),
        positions: size.stacks(),
        lower_bounds: bound.into_iter().collect(),
        upper_bound: Some(most_flips(size).into()),
        ..asked.checked()
    })
}

/// Explains an estimate: the gaps, or the patterns that are looked up.
pub(crate) fn explain(puzzle: &Asked, asked: &ExplainRequest<'_>) -> Result<Explained> {
    let named = asked.heuristic.map_or(Named::Gap, Named::of);
    let space = space::<Bytes>(&puzzle.goal)?;
    let state = space.state(&puzzle.start).map_err(EngineError::internal)?;
    let limits = asked.limits;
    let stock = match named {
        Named::Pdb => Some(asked.session.obtain(&Patterns::new(&puzzle.goal, limits.memory)?, limits, &mut |_| ())?),
        Named::Zero | Named::Gap | Named::GapAhead => None,
    };
    let heuristic = AnyHeuristic::new(named, &space, stock.as_ref().map(|obtained| obtained.stock.as_ref()))?;
    let value = heuristic.estimate(&state);
    let parts = match &heuristic {
        AnyHeuristic::Zero(_) => Vec::new(),
        AnyHeuristic::Pdb(Max(_, patterns)) if patterns.estimate(&state) == value => looked_up(patterns, &state),
        AnyHeuristic::Gap(_) | AnyHeuristic::Pdb(_) => gaps(puzzle),
        AnyHeuristic::GapAhead(_) => {
            let gaps = gaps(puzzle);
            let more = value.unwrap_or(0).saturating_sub(count(gaps.len()));
            gaps.into_iter().chain((more > 0).then(|| Part::share("no flip mends one at once", more))).collect()
        }
    };
    Ok(Explained { heuristic: named.info(), value, parts })
}

/// The neighbours between which a flip must come.
fn gaps(puzzle: &Asked) -> Vec<Part> {
    let gaps = puzzle.start.gaps_to(&puzzle.goal).into_iter().map(|gap| {
        let below = gap.lower.map(|lower| count(lower.number));
        let name = below.is_none().then(|| "and the plate".to_owned());
        Part::Pattern { tiles: [count(gap.upper.number)].into_iter().chain(below).collect(), value: 1, name }
    });
    gaps.collect()
}

/// The patterns whose values add up.
fn looked_up<P: Packing>(patterns: &PatternPdb<'_, P>, state: &P) -> Vec<Part> {
    let part = |(pancakes, value): (&[usize], u32)| Part::Pattern {
        tiles: pancakes.iter().map(|&pancake| count(pancake)).collect(),
        value,
        name: None,
    };
    patterns.parts(state).into_iter().map(part).collect()
}

/// Explores a puzzle; where there is no position, from the goal alone.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    let (start, goal) = if request.puzzle.position().trim().is_empty() {
        (None, read_goal_alone(&request.puzzle)?)
    } else {
        let Asked { start, goal } = Asked::read(&request.puzzle)?;
        (Some(start), goal)
    };
    let subject = CensusSubject {
        kind: &INFO,
        what: goal.size().to_string(),
        metric: METRIC,
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let space = space::<Bytes>(&goal)?;
    let rank =
        |position: &Position| space.state(position).map(|state| space.rank(&state)).map_err(EngineError::internal);
    let task = CensusTask { subject, request, cancel, sink };
    let reversals = Reversals::new(goal.size()).ok_or_else(|| task.uncountable())?;
    let side = |origin: u64, other: Option<u64>| CountFrom {
        graph: reversals.clone(),
        origin,
        other,
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    };
    let goal = rank(&goal)?;
    let start = start.as_ref().map(rank).transpose()?.map(|start| side(start, Some(goal)));
    task.explore(start.as_ref(), Some(&side(goal, None)))
}

/// Every stack, by rank.
pub(crate) fn every(goal: &Position, limit: u64, most: usize) -> Result<Vec<String>> {
    let space = space::<Bytes>(goal)?;
    list_by_rank(space.rank_count(), limit, most, |rank| space.position(&space.unrank(rank)).to_string())
}
