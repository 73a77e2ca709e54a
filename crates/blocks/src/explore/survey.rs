//! Where the graph does not fit into memory: the states alone, in a few bytes each.

use std::ops::ControlFlow;

use fewest_search::{LimitKind, Limits, Observer, StateSpace as _, Stats};

use crate::bits::Bits;
use crate::exhaustive::{Exhaustive, Word};
use crate::explore::budget::Budget;
use crate::explore::sweep::keep_least;
use crate::explore::{Analysis, Explorer, Figure, GoalDistances, Reach, Verdict, Why, mean};
use crate::packing::Packing;
use crate::space::{Blocks, Board};

/// What is kept of an exploration of states.
#[derive(Debug)]
pub struct Survey<K> {
    /// How many states there are at each distance.
    layers: Vec<u64>,
    /// How many of all are goals, and at which distance the first is.
    goals: (u64, Option<u32>),
    /// The goals, as far as there was room for them.
    goal_keys: Vec<K>,
    /// The states of the last layer with the least keys.
    last: Vec<K>,
    limit: Option<LimitKind>,
    stats: Stats,
}

/// Explores the states within reach of some and keeps so many goals, and so many of the last layer.
pub(crate) fn flood<B: Bits, K: Word, O: Observer>(
    search: &Exhaustive,
    space: &Blocks<B, K>,
    sources: &[K],
    (keep_goals, keep_last): (usize, usize),
    limits: &Limits,
    observer: &mut O,
) -> Option<Survey<K>> {
    let sources: Vec<Board<B, K>> = sources.iter().map(|&key| space.board(key)).collect();
    let mut goals = (0, None);
    let mut goal_keys = Vec::new();
    let mut last: Vec<K> = Vec::new();
    let all = search.explore_layers(space, &sources, limits, observer, |layer| {
        for goal in layer.goals() {
            goals.0 += 1;
            goals.1.get_or_insert(layer.depth);
            if goal_keys.len() < keep_goals {
                goal_keys.push(goal.key());
            }
        }
        last.clear();
        if keep_last > 0 {
            layer.states().for_each(|state| keep_least(&mut last, state.key(), keep_last));
        }
        ControlFlow::Continue(())
    });
    let all = all.ok()?;
    Some(Survey { layers: all.layers, goals, goal_keys, last, limit: all.limit, stats: all.stats })
}

/// What can be known of a puzzle without its graph.
pub(super) fn survey<B: Bits, K: Packing<B>, O: Observer>(
    explorer: &Explorer,
    space: &Blocks<B, K>,
    budget: &mut Budget<'_, O>,
) -> Analysis {
    let search = explorer.search();
    let mut limits = budget.rest();
    // A quarter of the memory is for the goals, from which the way back begins.
    let kept = limits.memory / 4;
    limits.memory -= kept;
    let room = usize::try_from(kept / (size_of::<K>() + size_of::<Board<B, K>>()) as u64).unwrap_or(usize::MAX);
    let start = [space.start().key()];
    let Some(there) = K::survey(&search, space, &start, (room, 0), &limits, budget.observer()) else {
        let reach = Reach {
            states: 0,
            goals: 0,
            layers: Vec::new(),
            limit: Some(LimitKind::Memory),
            verdict: Verdict::Unknown { at_least: 0, limit: LimitKind::Memory },
            is_reversible: space.is_undirected(),
            moves: None,
        };
        return Analysis::without_graph(space.metric(), reach, Why::Limit(LimitKind::Memory));
    };
    budget.note(&there.stats);
    let verdict = match (there.goals.1, there.limit) {
        (Some(depth), _) => Verdict::Solved(depth),
        (None, None) => Verdict::Unsolvable,
        (None, Some(limit)) => {
            Verdict::Unknown { at_least: u32::try_from(there.layers.len()).unwrap_or(u32::MAX), limit }
        }
    };
    let reach = Reach {
        states: there.layers.iter().sum(),
        goals: there.goals.0,
        layers: there.layers,
        limit: there.limit,
        verdict,
        is_reversible: space.is_undirected(),
        moves: None,
    };
    let mut analysis = Analysis::without_graph(space.metric(), reach, Why::Graph);
    if verdict == Verdict::Unsolvable {
        analysis.goal_distances = Figure::Missing(Why::Unsolvable);
        analysis.solutions = Figure::Missing(Why::Unsolvable);
    }
    if let Some(limit) = there.limit {
        analysis.goal_distances = Figure::Missing(Why::Limit(limit));
        return analysis;
    }
    // Where something can leave, ways back lead to states that cannot be reached.
    let is_complete = there.goals.0 == there.goal_keys.len() as u64;
    if !is_complete || there.goals.0 == 0 || !space.is_undirected() {
        return analysis;
    }
    let Some(back) = K::survey(&search, space, &there.goal_keys, (0, explorer.samples), &limits, budget.observer())
    else {
        return analysis;
    };
    budget.note(&back.stats);
    analysis.goal_distances = match back.limit {
        Some(limit) => Figure::Missing(Why::Limit(limit)),
        None => Figure::Known(GoalDistances {
            mean: mean(&back.layers),
            hardest: u32::try_from(back.layers.len().saturating_sub(1)).unwrap_or(u32::MAX),
            hardest_count: back.layers.last().copied().unwrap_or(0),
            hardest_starts: back.last.iter().map(|&key| space.position(&space.board(key))).collect(),
            layers: back.layers,
            lost: 0,
        }),
    };
    analysis
}
