//! The heuristics of Sokoban by name.

use fewest_search::{Cost, Guarantees, Incremental, Zero};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Board, Pushes, Walk};

use crate::any::any_heuristic;
use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::sokoban::game::Game;

any_heuristic! {
    /// Any heuristic of Sokoban.
    AnyHeuristic, AnyMemo for Game<W>, with ['s, const W: usize] as ['s, W] {
        Zero(Zero),
        Matching(Matching<'s, W>),
    }
}

impl<'s, const W: usize> AnyHeuristic<'s, W> {
    /// The heuristic of this name.
    pub(crate) fn new(heuristic: Heuristic, game: &'s Game<W>) -> Result<Self, EngineError> {
        Ok(match heuristic {
            Heuristic::Zero => Self::Zero(Zero),
            Heuristic::Matching => Self::Matching(Matching::new(game.pushes())),
            _ => {
                let reason = "it is no heuristic of Sokoban".to_owned();
                return Err(EngineError::HeuristicUnavailable { name: heuristic.info().name, reason });
            }
        })
    }
}

/// A push is a step of the player too, so the bound on pushes holds for both ways of counting.
impl<const W: usize> fewest_search::Heuristic<Game<W>> for Matching<'_, W> {
    fn estimate(&self, state: &Board<W>) -> Option<Cost> {
        fewest_search::Heuristic::<Pushes<W>>::estimate(self, state)
    }

    fn guarantees(&self) -> Guarantees {
        fewest_search::Heuristic::<Pushes<W>>::guarantees(self)
    }
}

impl<'s, const W: usize> Incremental<Game<W>> for Matching<'s, W> {
    type Memo = <Matching<'s, W> as Incremental<Pushes<W>>>::Memo;

    fn memo(&self, state: &Board<W>) -> Option<Self::Memo> {
        Incremental::<Pushes<W>>::memo(self, state)
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &Board<W>, mv: Walk) -> Option<Self::Memo> {
        Incremental::<Pushes<W>>::advance(self, memo, before, mv.push)
    }

    #[inline]
    fn advance_within(
        &self,
        memo: Self::Memo,
        before: &Board<W>,
        mv: Walk,
        allowance: Cost,
    ) -> Option<(Self::Memo, Cost)> {
        Incremental::<Pushes<W>>::advance_within(self, memo, before, mv.push, allowance)
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        Incremental::<Pushes<W>>::value(self, memo)
    }
}
