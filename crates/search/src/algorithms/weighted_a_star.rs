//! Weighted A* (Pohl 1970): A* that trusts the estimate more than the path, and pays for its haste with a solution that
//! may cost up to so many times the optimum.

use crate::algorithms::Weight;
use crate::algorithms::best_first::{Ranking, search};
use crate::capability::Packed;
use crate::frontier::TieBreak;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Run, Search, StateSpace};

/// Weighted A*: the node of least cost + weight × estimate comes first. With an admissible heuristic, consistent or
/// not, the solution costs at most `weight` times the optimum.
///
/// **Why.** The search counts its open nodes by plain f, cost + estimate, and so always knows the least one. As in A*
/// some node of an optimal path is open at its least cost until the search ends, because nodes met again on a cheaper
/// path are re-opened; its f is at most the optimum, hence the least f is a lower bound. The search ends when its
/// best solution costs at most `weight` times the greatest such bound, and reports the bound: with
/// [`Proof::Bounded`](crate::Proof::Bounded), or with [`Proof::Optimal`](crate::Proof::Optimal) where the two are equal.
///
/// That is never later than the usual rule, which waits until no open node has a weighted f below the solution's cost:
/// cost + weight × estimate is at most weight × (cost + estimate), so the least weighted f is at most `weight` times the
/// least plain one. Where the heuristic is not admissible there is no bound; the usual rule ends the search, and it
/// proves nothing.
///
/// With a weight of 1 it is A*.
///
/// ```
/// # use fewest_search::{Fresh, Limits, Search, algorithms::WeightedAStar, example::{HalfTheWay, Line}};
/// let space = Line(10);
/// let estimate = Fresh { space: &space, heuristic: HalfTheWay(10) };
/// let algorithm = WeightedAStar { weight: "1.5".parse()?, ..WeightedAStar::default() };
/// let run = algorithm.run(&space, &0, &estimate, &Limits::default(), &mut ());
/// assert!(run.outcome.cost().is_some_and(|cost| cost <= 15));
/// # Ok::<(), fewest_search::algorithms::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightedAStar {
    /// How many times the estimate counts.
    pub weight: Weight,
    /// Which of several equally promising nodes comes first.
    pub tie_break: TieBreak,
}

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for WeightedAStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        let ranking = ByWeightedF { weight: self.weight, open: Tally::default() };
        search(space, start, heuristic, ranking, self.tie_break, meter)
    }
}

/// The least weighted f first, in units of the weight's denominator, which makes it a whole number.
struct ByWeightedF {
    weight: Weight,
    open: Tally,
}

impl Ranking for ByWeightedF {
    const REOPENS: bool = true;

    #[inline]
    fn priority(&self, cost: Cost, estimate: Cost) -> Result<Cost, LimitKind> {
        let [numerator, denominator] = self.weight.terms();
        let priority = denominator * u64::from(cost) + numerator * u64::from(estimate);
        Cost::try_from(priority).map_err(|_| LimitKind::Memory)
    }

    #[inline]
    fn open<O: Observer>(&mut self, cost: Cost, estimate: Cost, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        self.open.add(cost.saturating_add(estimate), meter)
    }

    #[inline]
    fn improve(&mut self, cost: Cost, estimate: Cost) {
        self.open.remove(cost.saturating_add(estimate));
    }

    /// A node's turn comes by its latest, least priority, which says what its estimate was.
    #[inline]
    fn close(&mut self, cost: Cost, priority: Cost) -> Cost {
        let [numerator, denominator] = self.weight.terms();
        let estimate = (u64::from(priority) - denominator * u64::from(cost)) / numerator;
        let f = cost + Cost::try_from(estimate).expect("no more than the priority");
        self.open.remove(f);
        f
    }

    #[inline]
    fn least_f(&mut self, _: Cost) -> Cost {
        self.open.least()
    }

    #[inline]
    fn suffices(&self, incumbent: Cost, priority: Cost, lower_bound: Cost) -> bool {
        let [numerator, denominator] = self.weight.terms();
        denominator * u64::from(incumbent) <= u64::from(priority).max(numerator * u64::from(lower_bound))
    }
}

/// How many open nodes there are of each f.
#[derive(Default)]
struct Tally {
    counts: Vec<u32>,
    /// Below this f there is none.
    lowest: usize,
}

impl Tally {
    #[inline]
    fn add<O: Observer>(&mut self, f: Cost, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let f = f as usize;
        if f >= self.counts.len() {
            self.lengthen(f, meter)?;
        }
        self.counts[f] += 1;
        self.lowest = self.lowest.min(f);
        Ok(())
    }

    #[inline]
    fn remove(&mut self, f: Cost) {
        self.counts[f as usize] -= 1;
    }

    /// The least f of all; the greatest there can be where no node is open.
    #[inline]
    fn least(&mut self) -> Cost {
        while self.counts.get(self.lowest) == Some(&0) {
            self.lowest += 1;
        }
        if self.lowest == self.counts.len() {
            return Cost::MAX;
        }
        Cost::try_from(self.lowest).expect("an f is a cost")
    }

    #[cold]
    #[inline(never)]
    fn lengthen<O: Observer>(&mut self, f: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let wanted = (f + 1).max(2 * self.counts.len());
        let more = wanted - self.counts.len();
        meter.claim((more * size_of::<u32>()) as u64)?;
        self.counts.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
        self.counts.resize(wanted, 0);
        Ok(())
    }
}
