//! The heuristics of Sokoban by name.

use fewest_engine::HeuristicInfo;
use fewest_engine::kit::{any_heuristic, heuristics};
use fewest_search::{Cost, Guarantees, Incremental, Zero};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Board, Pushes, Walk};

use crate::game::Game;

heuristics! {
    /// The heuristics of Sokoban.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Matching = HeuristicInfo {
            name: "matching",
            aliases: &["minimum-matching", "assignment"],
            summary: "the pushes of every box to a goal of its own, as if it were alone, in the cheapest assignment; \
                      recognises boxes that can never move again",
            source: "Junghanns and Schaeffer 2001",
            ..HeuristicInfo::NONE
        },
    }
}

any_heuristic! {
    /// Any heuristic of Sokoban.
    AnyHeuristic, AnyMemo for Game<W>, with ['s, const W: usize] as ['s, W] {
        Zero(Zero),
        Matching(Matching<'s, W>),
    }
}

impl<'s, const W: usize> AnyHeuristic<'s, W> {
    /// The heuristic of this name.
    pub(crate) fn new(named: Named, game: &'s Game<W>) -> Self {
        match named {
            Named::Zero => Self::Zero(Zero),
            Named::Matching => Self::Matching(Matching::new(game.pushes())),
        }
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
