//! The best solution so far, and how far it is from the best there can be.

use fewest_search::algorithms::{PausableDive, Portion};
use fewest_search::{Cost, Incremental, LimitKind, Meter, Observer, Run, Search};

use crate::construct::attempt::attempt;
use crate::construct::best::Best;
use crate::construct::polish::Polish;
use crate::construct::solve;
use crate::construct::window::Crossed;
use crate::{Board, Cells, Move, Tiles};

/// Improves a solution until it is proven optimal or a limit comes, which the observer learns by
/// [`Observer::improved`] each time.
///
/// The first solution is constructed at once. Each round after that constructs anew with a beam twice as wide, looks for
/// shortcuts with twice the effort, and then spends as much on IDA*, portion by portion: every bound that is searched
/// in vain raises the lower bound by what the metric allows, and a solution found there is optimal. So neither half costs more
/// than half of the time, whichever of them brings the end.
///
/// ```
/// use fewest_search::{Limits, Outcome, Proof, Search};
/// use fewest_tiles::construct::Anytime;
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles, heuristics::Manhattan};
///
/// let start: Position = "8 6 7/2 5 4/3 0 1".parse()?;
/// let space = Tiles::<Nibbles, Stm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let run = Anytime::default().run(
///     &space, &space.board(&start)?, &Manhattan::new(&space), &Limits::default(), &mut ());
/// assert!(matches!(run.outcome, Outcome::Solved { cost: 31, proof: Proof::Optimal, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anytime {
    /// How many boards of a layer the first beam keeps.
    pub width: usize,
}

impl Default for Anytime {
    /// An answer in milliseconds.
    fn default() -> Self {
        Self { width: 10 }
    }
}

/// The most expansions in one window, in the first round.
const ALLOWANCE: u64 = 2_000;

/// The least expansions for the lower bound in each round.
const LEAST_PORTION: u64 = 100_000;

impl<C: Cells, M: Crossed, H: Incremental<Tiles<C, M>>> Search<Tiles<C, M>, H> for Anytime {
    fn solve<O: Observer>(
        &self,
        space: &Tiles<C, M>,
        start: &Board<C>,
        heuristic: &H,
        meter: Meter<'_, O>,
    ) -> Run<Move> {
        solve(space, start, heuristic, meter, |best, meter| {
            Race { space, start, heuristic, best }.run(self.width, meter)
        })
    }
}

/// Solutions that come down and a bound that goes up.
struct Race<'a, C: Cells, M: Crossed, H> {
    space: &'a Tiles<C, M>,
    start: &'a Board<C>,
    heuristic: &'a H,
    best: &'a mut Best,
}

impl<'a, C: Cells, M: Crossed, H: Incremental<Tiles<C, M>>> Race<'a, C, M, H> {
    /// Until they meet.
    fn run<O: Observer>(&mut self, width: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let Some(memo) = self.heuristic.memo(self.start) else { return Ok(()) };
        let mut bound = self.heuristic.value(memo);
        let mut dive = PausableDive::new(self.space, *self.start, memo);
        dive.begin(self.space, self.start, memo, bound);
        meter.begin_iteration();
        let mut polish = Polish::new(self.space, self.start);
        let mut width = Some(width.max(1));
        let mut allowance = ALLOWANCE;
        loop {
            let before = meter.expanded();
            width = self.shorten(width, allowance, &mut polish, meter)?;
            let mut portion = (meter.expanded() - before).max(LEAST_PORTION);
            while !self.best.is_within(bound) {
                match dive.proceed(self.space, self.heuristic, &mut portion, meter)? {
                    Portion::Solved { cost } => {
                        bound = cost;
                        self.best.offer(&dive.moves().collect::<Vec<_>>(), meter)?;
                    }
                    Portion::CutOff { next_bound } => {
                        meter.iteration(bound)?;
                        bound = next_bound;
                        self.raise_lower_bound(bound, meter);
                        dive.begin(self.space, self.start, memo, bound);
                        meter.begin_iteration();
                    }
                    Portion::Exhausted => return Ok(()),
                    Portion::Paused => break,
                }
            }
            if self.best.is_within(bound) {
                self.raise_lower_bound(bound, meter);
                return Ok(());
            }
            allowance = allowance.saturating_mul(2);
        }
    }

    /// No solution costs less than the bound, and none less than the best where that is within it.
    fn raise_lower_bound<O: Observer>(&self, bound: Cost, meter: &mut Meter<'_, O>) {
        if self.heuristic.guarantees().admissible {
            meter.raise_lower_bound(self.best.cost().map_or(bound, |cost| cost.min(bound)));
        }
    }

    /// Constructs with a beam of this width and looks for shortcuts. Returns the next width, unless there is no memory
    /// for more.
    fn shorten<O: Observer>(
        &mut self,
        width: Option<usize>,
        allowance: u64,
        polish: &mut Polish<'a, C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<usize>, LimitKind> {
        let mut next = None;
        if let Some(width) = width {
            match attempt(self.space, self.start, width, meter) {
                Ok(mut moves) => {
                    self.best.offer(&moves, meter)?;
                    polish.shorten(&mut moves, ALLOWANCE, u64::MAX, self.best, meter)?;
                    next = width.checked_mul(2);
                }
                Err(LimitKind::Memory) if self.best.cost().is_some() => {}
                Err(limit) => return Err(limit),
            }
        }
        let mut moves = self.best.moves();
        polish.shorten(&mut moves, allowance, u64::MAX, self.best, meter)?;
        Ok(next)
    }
}
