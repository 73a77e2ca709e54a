//! Estimates of the cost that is left, and how they combine.

use crate::space::{Cost, StateSpace};

/// What a heuristic promises. Searches claim a proof of optimality only on the strength of these flags, and the
/// conformance suite checks them against true distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Never more than the true cost to the nearest goal.
    pub admissible: bool,
    /// Never drops by more than a move costs, and is 0 at a goal. Implies admissible.
    pub consistent: bool,
}

impl Guarantees {
    /// Promises everything.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// A lower bound that may drop faster than the path's cost grows.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false };
    /// Promises nothing.
    pub const NONE: Self = Self { admissible: false, consistent: false };

    /// What holds when both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { admissible: self.admissible && other.admissible, consistent: self.consistent && other.consistent }
    }
}

/// An estimate of the cost from a state to the nearest goal.
pub trait Heuristic<S: StateSpace> {
    /// The estimate, or `None` where no goal can be reached. `None` is a proof, whatever the
    /// [`guarantees`](Self::guarantees) of the estimate: searches leave such states out and still call what they
    /// did not find unsolvable.
    fn estimate(&self, state: &S::State) -> Option<Cost>;

    /// What the estimate promises.
    fn guarantees(&self) -> Guarantees;
}

/// A heuristic that updates its estimate for a move instead of looking at the whole state.
///
/// The [`Memo`](Self::Memo) is what it remembers of a state. It travels down the search by value, so that undoing a
/// move costs nothing. [`advance`](Self::advance) sees the state *before* the move: a child can be judged, and mostly
/// dropped, without being made.
pub trait Incremental<S: StateSpace>: Heuristic<S> {
    /// What is remembered of a state.
    type Memo: Copy;

    /// The memo of a state, from scratch; `None` for a dead end.
    fn memo(&self, state: &S::State) -> Option<Self::Memo>;

    /// The memo after `mv` is made in `before`, whose memo is `memo`; `None` for a dead end.
    fn advance(&self, memo: Self::Memo, before: &S::State, mv: S::Move) -> Option<Self::Memo>;

    /// The estimate that a memo stands for.
    fn value(&self, memo: Self::Memo) -> Cost;

    /// The memo after a move and its estimate, for a search that drops the child where the estimate exceeds
    /// `allowance`. A heuristic that has several parts overrides it to look no further once one of them says so.
    ///
    /// Where the estimate is at most the allowance, both are what [`advance`](Self::advance) and
    /// [`value`](Self::value) say. Where it is greater, the memo means nothing, and the estimate may be any number
    /// that is greater than the allowance and not greater than the true estimate; it is a lower bound where that is one.
    /// A dead end may then be taken for such a child: a search with a greater allowance will know better.
    #[inline]
    fn advance_within(
        &self,
        memo: Self::Memo,
        before: &S::State,
        mv: S::Move,
        _allowance: Cost,
    ) -> Option<(Self::Memo, Cost)> {
        let memo = self.advance(memo, before, mv)?;
        Some((memo, self.value(memo)))
    }

    /// Whether an update is best made in two halves: [`announce`](Self::announce) for all successors of a node, then
    /// [`settle`](Self::settle) for each when its turn comes. A heuristic that looks up in large tables says so: the first
    /// half fetches from memory what the second will look at.
    const IN_HALVES: bool = false;

    /// The first half of [`advance`](Self::advance): a memo that is good for nothing but to be
    /// [settled](Self::settle).
    #[inline]
    fn announce(&self, memo: Self::Memo, before: &S::State, mv: S::Move) -> Option<Self::Memo> {
        self.advance(memo, before, mv)
    }

    /// The second half: a memo and its estimate, with an allowance as in [`advance_within`](Self::advance_within). A memo
    /// that is settled already stays what it is.
    #[inline]
    fn settle(&self, memo: Self::Memo, _allowance: Cost) -> Option<(Self::Memo, Cost)> {
        Some((memo, self.value(memo)))
    }
}

/// No estimate at all: always 0. With it A* is Dijkstra's algorithm and IDA* is iterative deepening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S: StateSpace> Heuristic<S> for Zero {
    fn estimate(&self, _: &S::State) -> Option<Cost> {
        Some(0)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<S: StateSpace> Incremental<S> for Zero {
    type Memo = ();

    fn memo(&self, _: &S::State) -> Option<()> {
        Some(())
    }

    #[inline]
    fn advance(&self, (): (), _: &S::State, _: S::Move) -> Option<()> {
        Some(())
    }

    #[inline]
    fn value(&self, (): ()) -> Cost {
        0
    }
}

/// An estimate is as good behind a reference.
impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for &H {
    fn estimate(&self, state: &S::State) -> Option<Cost> {
        (**self).estimate(state)
    }

    fn guarantees(&self) -> Guarantees {
        (**self).guarantees()
    }
}

/// A function of a state as an estimate: what [`admissible`], [`consistent`] and [`guess`] make.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<F> {
    function: F,
    guarantees: Guarantees,
}

/// A function that never says more than the true cost to the nearest goal. It may say `None` where no goal can be reached.
///
/// ```
/// use fewest_search::{admissible, puzzle, solve};
///
/// let line = puzzle(|&n: &i64| [n - 1, n + 1], |&n| n == 0);
/// assert_eq!(solve(&line, -40, &admissible(|n: &i64| u32::try_from(n.abs()).ok())).outcome.cost(), Some(40));
/// ```
pub fn admissible<T, R: Into<Option<Cost>>, F: Fn(&T) -> R>(function: F) -> Estimate<F> {
    Estimate { function, guarantees: Guarantees::ADMISSIBLE }
}

/// A function that is [`admissible`], never drops by more than a move costs, and says 0 at a goal.
pub fn consistent<T, R: Into<Option<Cost>>, F: Fn(&T) -> R>(function: F) -> Estimate<F> {
    Estimate { function, guarantees: Guarantees::CONSISTENT }
}

/// A function that promises nothing, such as one that is good but may say too much: a search is quick with it and proves nothing.
pub fn guess<T, R: Into<Option<Cost>>, F: Fn(&T) -> R>(function: F) -> Estimate<F> {
    Estimate { function, guarantees: Guarantees::NONE }
}

impl<S: StateSpace, R: Into<Option<Cost>>, F: Fn(&S::State) -> R> Heuristic<S> for Estimate<F> {
    fn estimate(&self, state: &S::State) -> Option<Cost> {
        (self.function)(state).into()
    }

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }
}

/// The greater of two estimates.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<S: StateSpace, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Max<A, B> {
    fn estimate(&self, state: &S::State) -> Option<Cost> {
        Some(self.0.estimate(state)?.max(self.1.estimate(state)?))
    }

    fn guarantees(&self) -> Guarantees {
        self.0.guarantees().and(self.1.guarantees())
    }
}

impl<S: StateSpace, A: Incremental<S>, B: Incremental<S>> Incremental<S> for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn memo(&self, state: &S::State) -> Option<Self::Memo> {
        Some((self.0.memo(state)?, self.1.memo(state)?))
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &S::State, mv: S::Move) -> Option<Self::Memo> {
        Some((self.0.advance(memo.0, before, mv)?, self.1.advance(memo.1, before, mv)?))
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        self.0.value(memo.0).max(self.1.value(memo.1))
    }

    #[inline]
    fn advance_within(
        &self,
        memo: Self::Memo,
        before: &S::State,
        mv: S::Move,
        allowance: Cost,
    ) -> Option<(Self::Memo, Cost)> {
        let (first, value) = self.0.advance_within(memo.0, before, mv, allowance)?;
        if value > allowance {
            return Some(((first, memo.1), value));
        }
        let (second, other) = self.1.advance_within(memo.1, before, mv, allowance)?;
        Some(((first, second), value.max(other)))
    }

    const IN_HALVES: bool = A::IN_HALVES || B::IN_HALVES;

    #[inline]
    fn announce(&self, memo: Self::Memo, before: &S::State, mv: S::Move) -> Option<Self::Memo> {
        Some((self.0.announce(memo.0, before, mv)?, self.1.announce(memo.1, before, mv)?))
    }

    #[inline]
    fn settle(&self, memo: Self::Memo, allowance: Cost) -> Option<(Self::Memo, Cost)> {
        let (first, value) = self.0.settle(memo.0, allowance)?;
        if value > allowance {
            return Some(((first, memo.1), value));
        }
        let (second, other) = self.1.settle(memo.1, allowance)?;
        Some(((first, second), value.max(other)))
    }
}

/// Makes any heuristic incremental the slow way: by making the move on a copy and estimating afresh.
#[derive(Clone, Copy, Debug)]
pub struct Fresh<'a, S, H> {
    /// The space whose moves are made.
    pub space: &'a S,
    /// The heuristic that is asked for each state.
    pub heuristic: H,
}

impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for Fresh<'_, S, H> {
    fn estimate(&self, state: &S::State) -> Option<Cost> {
        self.heuristic.estimate(state)
    }

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees()
    }
}

impl<S: StateSpace, H: Heuristic<S>> Incremental<S> for Fresh<'_, S, H> {
    type Memo = Cost;

    fn memo(&self, state: &S::State) -> Option<Cost> {
        self.heuristic.estimate(state)
    }

    fn advance(&self, _: Cost, before: &S::State, mv: S::Move) -> Option<Cost> {
        let mut after = before.clone();
        self.space.apply(&mut after, mv);
        self.heuristic.estimate(&after)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two counters that step down to 0.
    struct Counters;

    impl StateSpace for Counters {
        type State = [u32; 2];
        type Move = usize;

        fn is_goal(&self, state: &[u32; 2]) -> bool {
            *state == [0, 0]
        }

        fn for_each_move(&self, state: &[u32; 2], visit: impl FnMut(usize)) {
            (0..2).filter(|&counter| state[counter] > 0).for_each(visit);
        }

        fn apply(&self, state: &mut [u32; 2], mv: usize) {
            state[mv] -= 1;
        }

        fn undo(&self, state: &mut [u32; 2], mv: usize) {
            state[mv] += 1;
        }
    }

    /// What one counter has left; 9 is a dead end.
    struct Left(usize);

    impl Heuristic<Counters> for Left {
        fn estimate(&self, state: &[u32; 2]) -> Option<Cost> {
            Some(state[self.0]).filter(|&left| left != 9)
        }

        fn guarantees(&self) -> Guarantees {
            Guarantees::CONSISTENT
        }
    }

    fn left(counter: usize) -> Fresh<'static, Counters, Left> {
        Fresh { space: &Counters, heuristic: Left(counter) }
    }

    /// The estimate of a state, which must be the same from scratch and after each move into its successors.
    fn estimate<H: Incremental<Counters>>(heuristic: &H, state: [u32; 2]) -> Option<Cost> {
        let memo = heuristic.memo(&state);
        assert_eq!(memo.map(|memo| heuristic.value(memo)), heuristic.estimate(&state));
        if let Some(memo) = memo {
            Counters.for_each_move(&state, |mv| {
                let mut after = state;
                Counters.apply(&mut after, mv);
                let advanced = heuristic.advance(memo, &state, mv).map(|memo| heuristic.value(memo));
                assert_eq!(advanced, heuristic.estimate(&after));
                for (allowance, in_halves) in (0..20).flat_map(|allowance| [(allowance, false), (allowance, true)]) {
                    let within = if in_halves {
                        heuristic.announce(memo, &state, mv).and_then(|memo| heuristic.settle(memo, allowance))
                    } else {
                        heuristic.advance_within(memo, &state, mv, allowance)
                    };
                    match (within, heuristic.estimate(&after)) {
                        (Some((memo, value)), Some(estimate)) if estimate <= allowance => {
                            assert_eq!((value, heuristic.value(memo)), (estimate, estimate));
                        }
                        (Some((_, value)), Some(estimate)) => assert!(value > allowance && value <= estimate),
                        (Some((_, value)), None) => assert!(value > allowance),
                        (None, estimate) => assert_eq!(estimate, None),
                    }
                }
            });
        }
        heuristic.estimate(&state)
    }

    #[test]
    fn the_greater_estimate_and_its_promises() {
        let max = Max(left(0), left(1));
        assert_eq!(
            (estimate(&max, [3, 5]), estimate(&max, [9, 5]), estimate(&max, [10, 5])),
            (Some(5), None, Some(10))
        );
        assert_eq!(max.guarantees(), Guarantees::CONSISTENT);
    }
}
