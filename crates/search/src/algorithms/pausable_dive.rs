//! A depth-first search under a bound on f that can be paused: one round of IDA* (Korf 1985) in portions.
//!
//! It serves searches that do several things in turn, such as improving a solution while they raise its lower bound,
//! and those that look for many short paths and must not lose themselves in one of them.
//!
//! IDA*'s own dive keeps its place in registers and looks up only when the clock is due, which is never the same twice.
//! Here the place is kept between portions, and an allowance is exact, so that what comes of it is always the same.

use crate::algorithms::dive::{NONE_CUT, Step, Waiting, next_bound};
use crate::capability::MovePruning;
use crate::heuristic::Incremental;
use crate::limits::LimitKind;
use crate::meter::Meter;
use crate::observer::Observer;
use crate::space::Cost;

/// How a portion of a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// At a goal; [`PausableDive::moves`] lead there.
    Solved {
        /// What they cost.
        cost: Cost,
    },
    /// With everything within the bound searched.
    CutOff {
        /// The least f that was cut off.
        next_bound: Cost,
    },
    /// With everything searched there is.
    Exhausted,
    /// With the allowance used up: the next portion goes on from here.
    Paused,
}

/// A round, and the room it works in, which the next one uses again. Space and heuristic are given with each portion and
/// must be the same throughout a round.
///
/// ```
/// # use fewest_search::{Limits, StateSpace, Zero, capability::MovePruning, meter::Meter};
/// # use fewest_search::algorithms::{PausableDive, Portion};
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
/// let (limits, mut observer) = (Limits::default(), ());
/// let mut meter = Meter::start(&limits, &mut observer);
/// let mut dive = PausableDive::new(&Line(5), 0, ());
/// dive.begin(&Line(5), &0, (), 4);
/// assert_eq!(dive.proceed(&Line(5), &Zero, &mut 3, &mut meter), Ok(Portion::Paused));
/// assert_eq!(dive.proceed(&Line(5), &Zero, &mut 30, &mut meter), Ok(Portion::CutOff { next_bound: 5 }));
/// dive.begin(&Line(5), &0, (), 5);
/// assert_eq!(dive.proceed(&Line(5), &Zero, &mut 30, &mut meter), Ok(Portion::Solved { cost: 5 }));
/// assert_eq!(dive.moves().collect::<Vec<_>>(), [1; 5]);
/// ```
#[derive(Debug)]
pub struct PausableDive<S: MovePruning, H: Incremental<S>> {
    state: S::State,
    memo: H::Memo,
    trace: S::Trace,
    cost: Cost,
    bound: u64,
    least_cut: u64,
    path: Vec<Step<S::Move>>,
    /// Moves to try, those of the deepest node last, from `floor` on.
    waiting: Vec<Waiting<S::Move, H::Memo, S::Trace>>,
    floor: usize,
    claimed: u64,
}

impl<S: MovePruning, H: Incremental<S>> PausableDive<S, H> {
    /// A round from `start`, whose memo is `memo`, under a bound of 0; mostly [`begin`](Self::begin) comes next.
    pub fn new(space: &S, start: S::State, memo: H::Memo) -> Self {
        Self {
            state: start,
            memo,
            trace: space.root_trace(),
            cost: 0,
            bound: 0,
            least_cut: NONE_CUT,
            path: Vec::new(),
            waiting: Vec::new(),
            floor: 0,
            claimed: 0,
        }
    }

    /// Begins a round.
    pub fn begin(&mut self, space: &S, start: &S::State, memo: H::Memo, bound: Cost) {
        self.state.clone_from(start);
        self.memo = memo;
        self.trace = space.root_trace();
        self.cost = 0;
        self.bound = u64::from(bound);
        self.least_cut = NONE_CUT;
        self.path.clear();
        self.waiting.clear();
        self.floor = 0;
    }

    /// The moves from the start to where the round stands.
    pub fn moves(&self) -> impl Iterator<Item = S::Move> {
        self.path.iter().map(|step| step.mv)
    }

    /// Gives the claimed memory back.
    pub fn discard<O: Observer>(self, meter: &mut Meter<'_, O>) {
        meter.release(self.claimed);
    }

    /// Goes on with the round for at most `allowance` expansions, which are taken off it.
    ///
    /// # Errors
    /// The limit that was reached. The round cannot go on then.
    pub fn proceed<O: Observer>(
        &mut self,
        space: &S,
        heuristic: &H,
        allowance: &mut u64,
        meter: &mut Meter<'_, O>,
    ) -> Result<Portion, LimitKind> {
        loop {
            if space.is_goal(&self.state) {
                return Ok(Portion::Solved { cost: self.cost });
            }
            if *allowance == 0 {
                return Ok(Portion::Paused);
            }
            self.expand(space, heuristic, meter)?;
            *allowance -= 1;
            while self.waiting.len() == self.floor {
                let Some(step) = self.path.pop() else {
                    let next = next_bound(self.least_cut)?;
                    return Ok(next.map_or(Portion::Exhausted, |next_bound| Portion::CutOff { next_bound }));
                };
                space.undo(&mut self.state, step.mv);
                self.cost -= space.cost(step.mv);
                self.floor = step.floor;
            }
            self.descend(space, meter)?;
        }
    }

    /// Lets the successors within the bound wait.
    #[inline]
    fn expand<O: Observer>(&mut self, space: &S, heuristic: &H, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.expand(self.cost)?;
        let Self { state, memo, trace, cost, bound, least_cut, waiting, claimed, .. } = self;
        let mut generated = 0;
        let mut full = Ok(());
        space.for_each_allowed(state, *trace, |mv, trace| {
            generated += 1;
            let Some(memo) = heuristic.advance(*memo, state, mv) else { return };
            let f = u64::from(*cost) + u64::from(space.cost(mv)) + u64::from(heuristic.value(memo));
            if f > *bound {
                *least_cut = f.min(*least_cut);
            } else if full.is_ok() {
                full = reserve(waiting, claimed, meter);
                if full.is_ok() {
                    waiting.push(Waiting { mv, memo, trace });
                }
            }
        });
        meter.generate(generated);
        full
    }

    /// Takes the last of the waiting moves.
    #[inline]
    fn descend<O: Observer>(&mut self, space: &S, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        reserve(&mut self.path, &mut self.claimed, meter)?;
        let Waiting { mv, memo, trace } = self.waiting.pop().expect("one waits");
        self.path.push(Step { mv, floor: self.floor });
        self.floor = self.waiting.len();
        space.apply(&mut self.state, mv);
        self.cost += space.cost(mv);
        self.memo = memo;
        self.trace = trace;
        Ok(())
    }
}

/// Makes room for one more.
#[inline]
fn reserve<T, O: Observer>(items: &mut Vec<T>, claimed: &mut u64, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    if items.len() == items.capacity() {
        let more = items.len().max(64);
        let bytes = (more * size_of::<T>()) as u64;
        meter.claim(bytes)?;
        *claimed += bytes;
        items.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
    }
    Ok(())
}
