//! IDA* (Korf 1985): depth-first search under a bound on f, repeated with the least f that the last bound cut off.

use crate::Search;
use crate::capability::MovePruning;
use crate::heuristic::Incremental;
use crate::limits::{LimitKind, Limits};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::{Outcome, Proof, Run, UnsolvableProof};
use crate::space::{Cost, StateSpace};

/// IDA*. Optimal with an admissible heuristic, in memory that grows with the length of the solution alone.
///
/// Successors are judged before they are made, and only those within the bound are made at all. The state is changed
/// in place; the moves still to try wait on one stack, so that nothing is allocated for a node and no depth overflows.
///
/// ```
/// # use fewest_search::{Limits, Search, StateSpace, Zero, algorithms::IdaStar, capability::MovePruning};
/// # struct Line(i64);
/// # impl StateSpace for Line {
/// #     type State = i64;
/// #     type Move = i64;
/// #     fn is_goal(&self, state: &i64) -> bool { *state == self.0 }
/// #     fn for_each_move(&self, _: &i64, mut visit: impl FnMut(i64)) { visit(1); visit(-1) }
/// #     fn apply(&self, state: &mut i64, mv: i64) { *state += mv }
/// #     fn undo(&self, state: &mut i64, mv: i64) { *state -= mv }
/// # }
/// # impl MovePruning for Line {
/// #     type Trace = i64;
/// #     fn root_trace(&self) -> i64 { 0 }
/// #     fn follow(&self, last: i64, mv: i64) -> Option<i64> { (mv != -last).then_some(mv) }
/// # }
/// let run = IdaStar.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// assert_eq!(run.stats.iterations, 6); // bounds 0 to 5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdaStar;

impl<S, H> Search<S, H> for IdaStar
where
    S: StateSpace + MovePruning,
    H: Incremental<S>,
{
    fn run<O: Observer>(
        &self,
        space: &S,
        start: &S::State,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<S::Move> {
        let admissible = heuristic.guarantees().admissible;
        let mut meter = Meter::start(limits, observer);
        let Some(memo) = heuristic.memo(start) else {
            return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
        };
        let mut dive = Dive { space, heuristic, start, path: Vec::new(), waiting: Vec::new() };
        let mut bound = heuristic.value(memo);
        let outcome = loop {
            if admissible {
                meter.raise_lower_bound(bound);
            }
            meter.begin_iteration();
            match dive.within(bound, memo, &mut meter) {
                Ok(Round::Solved { cost }) => {
                    let moves = dive.path.iter().map(|step| step.mv).collect();
                    let proof = if admissible { Proof::Optimal } else { Proof::None };
                    break Outcome::Solved { moves, cost, proof };
                }
                Ok(Round::Exhausted) => {
                    break Outcome::Unsolvable { proof: UnsolvableProof::Exhausted };
                }
                Ok(Round::CutOff { next_bound }) => {
                    if let Err(limit) = meter.iteration(bound) {
                        break stopped(limit, &meter);
                    }
                    bound = next_bound;
                }
                Err(limit) => break stopped(limit, &meter),
            }
        };
        meter.finish(outcome)
    }
}

fn stopped<M, O: Observer>(limit: LimitKind, meter: &Meter<'_, O>) -> Outcome<M> {
    Outcome::LimitReached { limit, lower_bound: meter.lower_bound(), best_known: None }
}

/// How a round ended.
enum Round {
    /// At a goal; the path leads there.
    Solved { cost: Cost },
    /// With everything within the bound searched; this is the least f that was cut off.
    CutOff { next_bound: Cost },
    /// With everything searched there is.
    Exhausted,
}

/// A move on the path, and where the moves that wait beside it begin.
#[derive(Clone, Copy)]
struct Step<M> {
    mv: M,
    floor: usize,
}

/// A move that is within the bound and still to be tried, with what is known of the state behind it.
#[derive(Clone, Copy)]
struct Waiting<M, Memo, Trace> {
    mv: M,
    memo: Memo,
    trace: Trace,
}

/// The depth-first search of one round, and the room it works in.
struct Dive<'a, S: MovePruning, H: Incremental<S>> {
    space: &'a S,
    heuristic: &'a H,
    start: &'a S::State,
    path: Vec<Step<S::Move>>,
    waiting: Vec<Waiting<S::Move, H::Memo, S::Trace>>,
}

impl<S: MovePruning, H: Incremental<S>> Dive<'_, S, H> {
    /// Searches every path from the start whose f stays within `bound`, or until a goal.
    ///
    /// `waiting[..top]` are the moves to try, those of the deepest node last, from `floor` on. Beyond `top` lies
    /// scrap: a child is written there before its f is compared, so that keeping it is an addition and not a branch.
    fn within<O: Observer>(
        &mut self,
        bound: Cost,
        memo: H::Memo,
        meter: &mut Meter<'_, O>,
    ) -> Result<Round, LimitKind> {
        let Self { space, heuristic, start, path, waiting } = self;
        let mut state = start.clone();
        path.clear();
        let bound = u64::from(bound);
        let mut next_bound = u64::MAX;
        let mut cost = 0;
        let mut top = 0;
        let mut floor = 0;
        let mut memo = memo;
        let mut trace = space.root_trace();
        meter.generate(1);
        loop {
            if space.is_goal(&state) {
                return Ok(Round::Solved { cost });
            }
            meter.expand(cost)?;
            let mut generated = 0;
            let mut full = Ok(());
            space.for_each_allowed(&state, trace, |mv, trace| {
                generated += 1;
                let Some(memo) = heuristic.advance(memo, &state, mv) else { return };
                let f = u64::from(cost) + u64::from(space.cost(mv)) + u64::from(heuristic.value(memo));
                let child = Waiting { mv, memo, trace };
                match waiting.get_mut(top) {
                    Some(place) => *place = child,
                    None => full = full.and_then(|()| lengthen(waiting, child, meter)),
                }
                let within = f <= bound;
                top += usize::from(within);
                next_bound = if within { next_bound } else { next_bound.min(f) };
            });
            full?;
            meter.generate(generated);
            while top == floor {
                let Some(step) = path.pop() else {
                    return if next_bound == u64::MAX {
                        Ok(Round::Exhausted)
                    } else {
                        // An f that no cost can express: no search here goes that far.
                        Cost::try_from(next_bound)
                            .map(|next_bound| Round::CutOff { next_bound })
                            .or(Err(LimitKind::Memory))
                    };
                };
                space.undo(&mut state, step.mv);
                cost -= space.cost(step.mv);
                floor = step.floor;
            }
            top -= 1;
            let child = waiting[top];
            if path.len() == path.capacity() {
                let more = path.len().max(64);
                meter.claim((more * size_of::<Step<S::Move>>()) as u64)?;
                path.reserve_exact(more);
            }
            path.push(Step { mv: child.mv, floor });
            space.apply(&mut state, child.mv);
            cost += space.cost(child.mv);
            floor = top;
            memo = child.memo;
            trace = child.trace;
        }
    }
}

/// Makes room for more waiting moves, filled with copies of one.
#[cold]
#[inline(never)]
fn lengthen<T: Copy, O: Observer>(waiting: &mut Vec<T>, filler: T, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let more = waiting.len().max(64);
    meter.claim((more * size_of::<T>()) as u64)?;
    waiting.reserve_exact(more);
    waiting.resize(waiting.len() + more, filler);
    Ok(())
}
