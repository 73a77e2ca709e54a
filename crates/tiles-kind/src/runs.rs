//! What several searches for one answer amount to.

use fewest_search::{LimitKind, Outcome, Proof, Run, Solution, Stats};
use fewest_tiles::Move;

/// A second search, with what the first one did and learned, where there was one.
pub(crate) fn after(first: Option<&Run<Move>>, mut second: Run<Move>) -> Run<Move> {
    let Some(first) = first else { return second };
    if let Outcome::LimitReached { lower_bound, .. } = first.outcome {
        match &mut second.outcome {
            Outcome::Solved { proof: Proof::Bounded { lower_bound: known }, .. }
            | Outcome::LimitReached { lower_bound: known, .. } => *known = lower_bound.max(*known),
            _ => {}
        }
    }
    second.stats = together(&first.stats, &second.stats);
    second
}

/// A search for the proof, with the answer that was known before it.
pub(crate) fn knowing(answer: &Run<Move>, run: Run<Move>) -> Run<Move> {
    let mut run = after(Some(answer), run);
    if let (Outcome::Solved { moves, cost, .. }, Outcome::LimitReached { best_known: known @ None, .. }) =
        (&answer.outcome, &mut run.outcome)
    {
        *known = Some(Solution { moves: moves.clone(), cost: *cost });
    }
    run
}

/// A solution that was found before a limit came.
pub(crate) fn stopped(run: Run<Move>, limit: LimitKind) -> Run<Move> {
    let outcome = match run.outcome {
        Outcome::Solved { moves, cost, proof: Proof::Bounded { lower_bound } } => {
            Outcome::LimitReached { limit, lower_bound, best_known: Some(Solution { moves, cost }) }
        }
        other => other,
    };
    Run { outcome, ..run }
}

/// The second of two searches, with the solution of the first where its own is no shorter.
pub(crate) fn better(first: Run<Move>, second: Run<Move>) -> Run<Move> {
    let mut run = second;
    run.stats = together(&first.stats, &run.stats);
    let Outcome::Solved { moves, cost, proof: Proof::Bounded { lower_bound: bound } } = first.outcome else {
        return run;
    };
    match &mut run.outcome {
        Outcome::LimitReached { lower_bound, best_known, .. } => {
            *lower_bound = bound.max(*lower_bound);
            if best_known.as_ref().is_none_or(|best| best.cost > cost) {
                *best_known = Some(Solution { moves, cost });
            }
        }
        Outcome::Solved { moves: best, cost: least, proof: Proof::Bounded { lower_bound } } => {
            *lower_bound = bound.max(*lower_bound);
            if *least > cost {
                (*best, *least) = (moves, cost);
            }
        }
        Outcome::Solved { .. } | Outcome::Unsolvable { .. } => {}
    }
    run
}

/// What two searches did, one after the other.
fn together(first: &Stats, second: &Stats) -> Stats {
    let depths = first.expanded_by_depth.len().max(second.expanded_by_depth.len());
    let at = |stats: &Stats, depth: usize| stats.expanded_by_depth.get(depth).copied().unwrap_or_default();
    Stats {
        expanded: first.expanded + second.expanded,
        generated: first.generated + second.generated,
        reopened: first.reopened + second.reopened,
        iterations: first.iterations + second.iterations,
        peak_memory: first.peak_memory.max(second.peak_memory),
        expanded_by_depth: (0..depths).map(|depth| at(first, depth) + at(second, depth)).collect(),
        elapsed: first.elapsed + second.elapsed,
    }
}
