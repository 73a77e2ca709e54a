//! A depth-first search under a bound on f that can be paused: one round of IDA* (Korf 1985) in portions.
//!
//! It serves searches that do several things in turn, such as improving a solution while they raise its lower bound,
//! and those that look for many short paths and must not lose themselves in one of them.
//! An allowance is exact, so that what comes of it is always the same.

use std::fmt;

use crate::algorithms::dive::{Dive, Forgetful, Keep, Round, SubRoot, next_bound};
use crate::capability::MovePruning;
use crate::{Cost, Incremental, LimitKind, Meter, Observer};

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
/// # use fewest_search::{Limits, Zero, algorithms::{PausableDive, Portion}, example::Line, meter::Meter};
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
pub struct PausableDive<S: MovePruning, H: Incremental<S>>(Dive<S, H>);

impl<S: MovePruning, H: Incremental<S>> fmt::Debug for PausableDive<S, H> {
    /// Without the stack, of which there may be much.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PausableDive").finish_non_exhaustive()
    }
}

impl<S: MovePruning, H: Incremental<S>> PausableDive<S, H> {
    /// A round from `start`, whose memo is `memo`, under a bound of 0; mostly [`begin`](Self::begin) comes next.
    pub fn new(space: &S, start: S::State, memo: H::Memo) -> Self {
        Self(Dive::new(&SubRoot { state: start, memo, trace: space.root_trace(), cost: 0, before: None }))
    }

    /// Begins a round.
    pub fn begin(&mut self, space: &S, start: &S::State, memo: H::Memo, bound: Cost) {
        self.0.begin(&SubRoot { state: start.clone(), memo, trace: space.root_trace(), cost: 0, before: None }, bound);
    }

    /// The moves from the start to where the round stands.
    pub fn moves(&self) -> impl Iterator<Item = S::Move> {
        self.0.moves()
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
        let end =
            self.0.proceed::<false, _, _, _, _>((space, heuristic), &mut Forgetful, &mut Keep, allowance, meter)?;
        Ok(match end {
            None => Portion::Paused,
            Some(Round::Solved { cost }) => Portion::Solved { cost },
            Some(Round::Searched { least_cut }) => match next_bound(least_cut)? {
                None => Portion::Exhausted,
                Some(next_bound) => Portion::CutOff { next_bound },
            },
        })
    }
}
