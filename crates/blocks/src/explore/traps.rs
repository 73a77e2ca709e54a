//! Where a player can go wrong for good, and where everyone must pass.
//!
//! A state that every solution passes, not just every shortest one, dominates the goals (Lengauer and Tarjan 1979). Only
//! states on some one solution can, so the graph is searched once along a shortest one: from its states in turn,
//! without entering any other of them. What can be reached so far either stops at the next state of the solution, which
//! then cannot be avoided, or leads beyond it. Moves are found the same way.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::explore::graph::{Graph, PERIOD};
use crate::key::Key;

/// States and moves that every solution passes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Passes {
    /// The states, by their distance from the start, without the start.
    pub(super) states: Vec<u32>,
    /// The moves, by the distance of the states that they lead to.
    pub(super) moves: Vec<u32>,
}

/// What every solution passes of a shortest one, which leads from the start to a goal.
pub(super) fn passes<K: Key, O: Observer>(
    graph: &Graph<K>,
    to_goal: &[u32],
    solution: &[u32],
    meter: &mut Meter<'_, O>,
) -> Result<Passes, LimitKind> {
    let bytes = graph.len().div_ceil(64) as u64 * 8 + graph.len() as u64 * size_of::<u32>() as u64;
    meter.claim(bytes)?;
    let mut seen = vec![0u64; graph.len().div_ceil(64)];
    let mut waiting: Vec<u32> = Vec::with_capacity(graph.len());
    let last = solution.len() - 1;
    // Beyond the last state is the end of all solutions, where any other goal leads too.
    let beyond = last + 1;
    let on_solution = |state: u32| {
        let index = last.checked_sub(to_goal[state as usize] as usize)?;
        (solution[index] == state).then_some(index)
    };
    let mut found = Passes::default();
    let mut farthest = 0;
    let mut looked = 0;
    for (index, &state) in solution.iter().enumerate() {
        let depth = u32::try_from(index).expect("a solution is as long as there are states at most");
        if index > 0 && farthest == index {
            found.states.push(depth);
        }
        if index == last {
            break;
        }
        waiting.push(state);
        while let Some(from) = waiting.pop() {
            looked += 1;
            if looked % PERIOD == 0 {
                meter.poll()?;
            }
            for &next in graph.successors(from) {
                if let Some(place) = on_solution(next) {
                    // The move along the solution itself comes last.
                    if from != state || place != index + 1 {
                        farthest = farthest.max(place);
                    }
                } else if to_goal[next as usize] == 0 {
                    farthest = beyond;
                } else {
                    let (word, bit) = (next as usize / 64, 1 << (next % 64));
                    if seen[word] & bit == 0 {
                        seen[word] |= bit;
                        waiting.push(next);
                    }
                }
            }
        }
        if farthest <= index {
            found.moves.push(depth + 1);
            farthest = index + 1;
        }
    }
    meter.release(bytes);
    Ok(found)
}
