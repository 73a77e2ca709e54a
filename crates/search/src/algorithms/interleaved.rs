//! Several searches that take turns on one thread: IDA* (Korf 1985) for a batch.
//!
//! A search that looks up in large tables waits for memory most of the time, and can do little about it alone: what to look
//! up next follows from what was looked up last. Other searches do not depend on it. Here each expands a node, has
//! fetched from memory what the nodes below will need ([`Incremental::prefetch`]), and lets the next one go on; when it is
//! its turn again, all is there.

use std::num::NonZeroUsize;

use crate::algorithms::dive::{Forgetful, Keep};
use crate::algorithms::ida_star::{Deepening, stopped};
use crate::capability::MovePruning;
use crate::heuristic::Incremental;
use crate::limits::{LimitKind, Limits};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::{Outcome, Run, UnsolvableProof};

/// Nodes that a search expands in its turn.
const TURN: u64 = 1;

/// Many searches, of which some are under way at a time. Each is what [`IdaStar`](super::IdaStar) without
/// options would do, node for node, under limits of its own; only its time is shared with others.
///
/// ```
/// # use fewest_search::{Limits, StateSpace, Zero, algorithms::{Interleaved, Task}, capability::MovePruning};
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
/// let limits = Limits::default();
/// let mut observers = [(); 9];
/// let tasks = (0..9).zip(&mut observers).map(|(start, observer)| Task { start, limits: &limits, observer });
/// let mut costs = [None; 9];
/// Interleaved::default().run(&Line(5), &Zero, tasks, |task, run| costs[task] = run.outcome.cost());
/// assert_eq!(costs, [5, 4, 3, 2, 1, 0, 1, 2, 3].map(Some));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interleaved {
    /// How many searches are under way at a time.
    pub searches: NonZeroUsize,
}

impl Default for Interleaved {
    /// Twelve: enough to hide a lookup in memory, and few enough that their stacks stay near.
    fn default() -> Self {
        Self { searches: NonZeroUsize::new(12).expect("not zero") }
    }
}

/// One search of many.
#[derive(Debug)]
pub struct Task<'a, State, O> {
    /// Where it starts.
    pub start: State,
    /// When it must stop. Its time runs while others have their turn.
    pub limits: &'a Limits,
    /// Who is told of it.
    pub observer: &'a mut O,
}

impl Interleaved {
    /// Runs all tasks, which are taken as soon as there is room for them. `done` gets the number of a task, as they come, and
    /// its run, as soon as it ends.
    pub fn run<'t, S: MovePruning, H: Incremental<S>, O: Observer + 't>(
        &self,
        space: &S,
        heuristic: &H,
        tasks: impl IntoIterator<Item = Task<'t, S::State, O>>,
        mut done: impl FnMut(usize, Run<S::Move>),
    ) {
        let mut tasks = tasks.into_iter().enumerate();
        let mut lanes: Vec<Lane<'_, '_, S, H, O>> = Vec::with_capacity(self.searches.get());
        loop {
            while lanes.len() < self.searches.get() {
                let Some((number, Task { start, limits, observer })) = tasks.next() else { break };
                let mut meter = Meter::start(limits, observer);
                match Deepening::new((space, heuristic), &start, &mut meter) {
                    None => done(number, meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd })),
                    Some(mut deepening) => {
                        deepening.begin_round(&mut meter);
                        lanes.push(Lane { number, deepening, meter });
                    }
                }
            }
            if lanes.is_empty() {
                return;
            }
            let mut at = 0;
            while let Some(lane) = lanes.get_mut(at) {
                match lane.turn((space, heuristic)) {
                    None => at += 1,
                    Some(outcome) => {
                        let Lane { number, meter, .. } = lanes.swap_remove(at);
                        done(number, meter.finish(outcome));
                    }
                }
            }
        }
    }
}

/// A search that is under way.
struct Lane<'a, 't, S: MovePruning, H: Incremental<S>, O> {
    number: usize,
    deepening: Deepening<'a, S, H>,
    meter: Meter<'t, O>,
}

impl<S: MovePruning, H: Incremental<S>, O: Observer> Lane<'_, '_, S, H, O> {
    /// Goes on for a turn; how the search ended, where it did.
    #[inline]
    fn turn(&mut self, problem: (&S, &H)) -> Option<Outcome<S::Move>> {
        match self.go_on(problem) {
            Ok(end) => end,
            Err(limit) => Some(stopped(limit, &self.meter)),
        }
    }

    #[inline]
    fn go_on(&mut self, problem: (&S, &H)) -> Result<Option<Outcome<S::Move>>, LimitKind> {
        let Self { deepening, meter, .. } = self;
        let mut turn = TURN;
        let end = deepening.dive.proceed::<false, _, _, _, _>(problem, &mut Forgetful, &mut Keep, &mut turn, meter)?;
        let Some(end) = end else { return Ok(None) };
        let outcome = deepening.end_round(&end, meter)?;
        if outcome.is_none() {
            deepening.begin_round(meter);
        }
        Ok(outcome)
    }
}
