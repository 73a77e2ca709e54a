//! The sum of disjoint patterns, and the greatest of several such sums (Korf and Felner 2002).

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Guarantees, Incremental};

use super::view::{Place, View};
use super::{Kind, MismatchError, Plan, Tables};
use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, Move, Stm, Tiles};

/// `G` partitions of at most `T` patterns each; see [`Plan::partitions`] and [`Plan::most_patterns`].
///
/// A memo carries the place and the code of every pattern. A step changes those of the one pattern in each partition
/// that the tile belongs to: a few additions and one lookup. The estimate is Manhattan distance plus twice the greatest
/// sum of codes.
///
/// Tables without the blank give estimates that may drop by more than a step costs: they take the least over all
/// places of the blank, and which place that is changes from step to step. Those with the blank, packed as bytes, are consistent.
#[derive(Clone, Debug)]
pub struct AdditivePdb<'a, C: Cells, const G: usize, const T: usize> {
    space: &'a Tiles<C, Stm>,
    views: [View; G],
    codes: [[Codes<'a>; T]; G],
    keeps_blank: bool,
    consistent: bool,
}

/// What [`AdditivePdb`] remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct AdditiveMemo<const G: usize, const T: usize> {
    manhattan: u16,
    sums: [u16; G],
    codes: [[u8; T]; G],
    places: [[Place; T]; G],
}

impl<'a, C: Cells, const G: usize, const T: usize> AdditivePdb<'a, C, G, T> {
    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is another's, or `G` or `T` is not what it needs.
    pub fn new(space: &'a Tiles<C, Stm>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        // A step of a foreign tile leaves the blank in its region and the value alone: so it must not be shared with
        // other places of the blank.
        let serves = matches!(
            (plan.kind(), plan.encoding()),
            (Kind::Additive, Encoding::Codes { .. }) | (Kind::AdditiveBlank, Encoding::Codes { merge: 0, .. })
        );
        if !serves {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        let (partitions, patterns) = (plan.partitions(), plan.most_patterns());
        if partitions != G || patterns > T {
            return Err(MismatchError::Count { partitions, patterns });
        }
        let codes = std::array::from_fn(|group| {
            let lookups = &plan.groups()[group];
            std::array::from_fn(|table| match lookups.get(table) {
                Some(lookup) => tables.get(lookup.shape).codes(),
                None => Codes::EMPTY,
            })
        });
        let views = std::array::from_fn(|group| View::new::<C>(plan, &plan.groups()[group]));
        // Codes that are cut off or shared are not those of a distance.
        let keeps_blank = plan.kind().keeps_blank();
        let consistent = keeps_blank && plan.encoding() == Encoding::BYTE;
        Ok(Self { space, views, codes, keeps_blank, consistent })
    }

    #[inline]
    fn code(&self, group: usize, table: usize, place: Place, blank: usize) -> u8 {
        let view = &self.views[group];
        let index =
            if self.keeps_blank { view.index_with_blank(table, place, blank) } else { view.index(table, place) };
        self.codes[group][table].get(index)
    }
}

estimate_by_memo!([C: Cells, const G: usize, const T: usize] AdditivePdb<'_, C, G, T>, Tiles<C, Stm>, self => Guarantees { admissible: true, consistent: self.consistent });

impl<C: Cells, const G: usize, const T: usize> Incremental<Tiles<C, Stm>> for AdditivePdb<'_, C, G, T> {
    type Memo = AdditiveMemo<G, T>;

    fn memo(&self, state: &Board<C>) -> Option<Self::Memo> {
        let distances = (0..self.space.size().cells()).map(|cell| self.space.goal_distance(state.tile(cell), cell));
        let manhattan = u16::try_from(distances.sum::<Cost>()).expect("at most 64 tiles at 16 steps each");
        let mut memo = AdditiveMemo { manhattan, sums: [0; G], codes: [[0; T]; G], places: [[Place::default(); T]; G] };
        for group in 0..G {
            for (table, place) in self.views[group].places(state).enumerate() {
                let code = self.code(group, table, place, state.blank());
                memo.places[group][table] = place;
                memo.codes[group][table] = code;
                memo.sums[group] += u16::from(code);
            }
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, mut memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        #[expect(clippy::cast_possible_truncation, reason = "distances on a board of 64 cells are small")]
        let (gained, lost) = (self.space.goal_distance(tile, to) as u16, self.space.goal_distance(tile, from) as u16);
        memo.manhattan = memo.manhattan + gained - lost;
        for group in 0..G {
            let view = &self.views[group];
            let Some(table) = view.table(tile) else { continue };
            let place = view.step(table, memo.places[group][table], before, tile, from, to);
            let code = self.code(group, table, place, from);
            memo.sums[group] = memo.sums[group] + u16::from(code) - u16::from(memo.codes[group][table]);
            memo.places[group][table] = place;
            memo.codes[group][table] = code;
        }
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        Cost::from(memo.manhattan) + 2 * Cost::from(memo.sums.into_iter().max().unwrap_or(0))
    }
}
