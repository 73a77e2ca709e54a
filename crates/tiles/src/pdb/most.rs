//! The greatest of several tables in which every move counts, for both metrics (Culberson and Schaeffer 1998).
//!
//! Under `mtm` this is the one valid way: a slide carries tiles of several patterns for the price of one, so values of
//! disjoint patterns must not be added. Each table counts slides as the puzzle does, and so does the greatest.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Guarantees, Incremental};

use super::remainder::Remainders;
use super::view::{Place, View};
use super::{Kind, MismatchError, Plan, Tables};
use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, Metric, Move, Mtm, Stm, Tiles};

/// A metric with tables of its own in which every move counts.
pub trait Tabled: Metric {
    /// The kind of those tables.
    const FULL: Kind;
}

impl Tabled for Stm {
    const FULL: Kind = Kind::FullSteps;
}

impl Tabled for Mtm {
    const FULL: Kind = Kind::FullSlides;
}

/// `N` patterns of a plan whose partitions have one pattern each.
///
/// A move changes every table, as the blank is in each, but a move along a row of the table's orientation leaves the
/// arrangement of the tiles alone.
#[derive(Clone, Debug)]
pub struct FullPdb<'a, C: Cells, M, const N: usize> {
    space: &'a Tiles<C, M>,
    views: [View; N],
    codes: [Codes<'a>; N],
    /// The steps of every tile of a pattern in every cell, by [`Cells::pair`]; 0 for the others.
    distances: [Vec<u8>; N],
    /// The parity of the way of a blank home, by its cell.
    odd: Vec<bool>,
    /// Where tables hold remainders: how they are read, and the index of the goal in each.
    remainders: Option<(Remainders, [usize; N])>,
    cells: usize,
    consistent: bool,
}

/// What [`FullPdb`] remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct FullMemo<const N: usize> {
    places: [Place; N],
    /// The Manhattan distance of each pattern's tiles, under `stm`.
    steps: [u16; N],
    values: [u16; N],
}

impl<'a, C: Cells, M: Tabled, const N: usize> FullPdb<'a, C, M, N> {
    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is another's, or has not `N` partitions of one pattern.
    pub fn new(space: &'a Tiles<C, M>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        if plan.kind() != M::FULL {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        let patterns = plan.groups().iter().map(Vec::len).max().unwrap_or(0);
        if plan.partitions() != N || plan.groups().iter().any(|group| group.len() != 1) {
            return Err(MismatchError::Count { partitions: plan.partitions(), patterns });
        }
        let cells = plan.size().cells();
        let lookup = |number: usize| &plan.groups()[number][0];
        let distances = std::array::from_fn(|number| {
            let mut distances = vec![0; C::pair(cells - 1, cells - 1) + 1];
            if M::FULL == Kind::FullSteps {
                for &tile in &lookup(number).tiles {
                    for cell in 0..cells {
                        let steps = space.goal_distance(usize::from(tile), cell);
                        distances[C::pair(usize::from(tile), cell)] = u8::try_from(steps).expect("at most 64 cells");
                    }
                }
            }
            distances
        });
        let views: [View; N] = std::array::from_fn(|number| View::new::<C>(plan, &plan.groups()[number]));
        let goal_index = |number: usize| {
            let place = views[number].places(space.goal()).next().expect("one pattern to a partition");
            views[number].index_with_blank(0, place, space.goal().blank())
        };
        let remainders = Remainders::new(plan).map(|remainders| (remainders, std::array::from_fn(goal_index)));
        let size = plan.size();
        let home = plan.goal_cells()[0];
        Ok(Self {
            space,
            views,
            codes: std::array::from_fn(|number| tables.get(lookup(number).shape).codes()),
            distances,
            odd: (0..cells).map(|cell| !size.distance(cell, home).is_multiple_of(2)).collect(),
            // Codes that are exact make values exact, and distances in an abstraction are consistent.
            consistent: plan.encoding() == Encoding::BYTE || remainders.is_some(),
            remainders,
            cells,
        })
    }

    #[inline]
    fn look_up(&self, number: usize, place: Place, steps: u16, blank: usize) -> u16 {
        let code = self.codes[number].get(self.views[number].index_with_blank(0, place, blank));
        match M::FULL {
            Kind::FullSteps => steps + (steps + u16::from(self.odd[blank])) % 2 + 2 * u16::from(code),
            _ => u16::from(code),
        }
    }
}

estimate_by_memo!([C: Cells, M: Tabled, const N: usize] FullPdb<'_, C, M, N>, Tiles<C, M>, self => Guarantees { admissible: true, consistent: self.consistent });

impl<C: Cells, M: Tabled, const N: usize> Incremental<Tiles<C, M>> for FullPdb<'_, C, M, N> {
    type Memo = FullMemo<N>;

    fn memo(&self, state: &Board<C>) -> Option<FullMemo<N>> {
        let mut memo = FullMemo { places: [Place::default(); N], steps: [0; N], values: [0; N] };
        for number in 0..N {
            let view = &self.views[number];
            let steps = |cell| u16::from(self.distances[number][C::pair(state.tile(cell), cell)]);
            memo.steps[number] = (0..self.cells).map(steps).sum();
            let place = view.places(state).next().expect("one pattern to a partition");
            memo.places[number] = place;
            memo.values[number] = match &self.remainders {
                None => self.look_up(number, place, memo.steps[number], state.blank()),
                Some((remainders, goals)) => {
                    let is_goal =
                        |board: &Board<C>, place| view.index_with_blank(0, place, board.blank()) == goals[number];
                    let distance = remainders.follow(self.space, (view, self.codes[number]), state, is_goal)?;
                    u16::try_from(distance).expect("at most 255")
                }
            };
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, mut memo: FullMemo<N>, before: &Board<C>, mv: Move) -> Option<FullMemo<N>> {
        let blank = usize::from(mv.target);
        for number in 0..N {
            let view = &self.views[number];
            let place = view.slide(self.space, memo.places[number], before, mv);
            memo.places[number] = place;
            if let Some((remainders, _)) = &self.remainders {
                let code = self.codes[number].get(view.index_with_blank(0, place, blank));
                let distance = remainders.beside(Cost::from(memo.values[number]), code, blank);
                memo.values[number] = u16::try_from(distance).expect("at most 255");
                continue;
            }
            let mut steps = memo.steps[number];
            self.space.layout().for_each_tile_step(mv, |from, to| {
                let (tile, distances) = (before.tile(from), &self.distances[number]);
                steps = steps + u16::from(distances[C::pair(tile, to)]) - u16::from(distances[C::pair(tile, from)]);
            });
            memo.steps[number] = steps;
            memo.values[number] = self.look_up(number, place, steps, blank);
        }
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: FullMemo<N>) -> Cost {
        Cost::from(memo.values.into_iter().max().unwrap_or(0))
    }
}
