//! Distances that are stored as remainders, and found again step by step (Cooperman and Finkelstein 1992).

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, StateSpace};

use super::plan::Plan;
use super::view::{Place, View};
use crate::{Board, Cells, Metric, Tiles};

/// How a table's codes tell the distance of a position from that of its neighbour.
///
/// Modulo 3 it is enough that neighbours differ by at most 1. A single step always changes the colour of the blank's
/// cell, and the distance by exactly 1: so the colour tells whether it is even, and one more bit tells it modulo 4.
#[derive(Clone, Debug)]
pub(super) struct Remainders {
    modulus: Cost,
    /// Whether the distance is odd, by the blank's cell; empty modulo 3.
    odd: Vec<bool>,
}

impl Remainders {
    /// How a plan's tables are read, or `None` where they do not hold remainders.
    pub(super) fn new(plan: &Plan) -> Option<Self> {
        let home = plan.goal_cells()[0];
        let odd = |cell| !plan.size().distance(cell, home).is_multiple_of(2);
        match plan.encoding() {
            Encoding::Codes { .. } => None,
            Encoding::Mod3 => Some(Self { modulus: 3, odd: Vec::new() }),
            Encoding::Mod4 => Some(Self { modulus: 4, odd: (0..plan.size().cells()).map(odd).collect() }),
        }
    }

    /// The remainder that a code stands for, with the blank in a cell.
    #[inline]
    fn of(&self, code: u8, blank: usize) -> Cost {
        match self.odd.get(blank) {
            Some(&odd) => Cost::from(2 * code + u8::from(odd)),
            None => Cost::from(code),
        }
    }

    /// The distance of a position that comes from nowhere: it is followed down to the goal of its table. `None` where that
    /// is out of reach.
    pub(super) fn follow<C: Cells, M: Metric>(
        &self,
        space: &Tiles<C, M>,
        (view, codes): (&View, Codes<'_>),
        state: &Board<C>,
        is_goal: impl Fn(&Board<C>, Place) -> bool,
    ) -> Option<Cost> {
        let remainder = |place, blank| self.of(codes.get(view.index_with_blank(0, place, blank)), blank);
        let mut board = *state;
        let mut place = view.places(state).next()?;
        let mut distance = 0;
        while !is_goal(&board, place) {
            let here = remainder(place, board.blank());
            let mut next = None;
            space.for_each_move(&board, |mv| {
                let after = view.slide(space, place, &board, mv);
                if (remainder(after, usize::from(mv.target)) + 1) % self.modulus == here {
                    next = Some((mv, after));
                }
            });
            let (mv, after) = next?;
            M::make(space.layout(), &mut board, mv);
            place = after;
            distance += 1;
            // Positions out of reach have codes too, and lead nowhere.
            if distance > Cost::from(u8::MAX) {
                return None;
            }
        }
        Some(distance)
    }

    /// The distance of a position, given by its code and the cell of its blank, from that of a neighbour.
    #[inline]
    pub(super) fn beside(&self, distance: Cost, code: u8, blank: usize) -> Cost {
        // 0, 1 or one less than the modulus more than before; the last is 1 less.
        match (self.of(code, blank) + self.modulus - distance % self.modulus) % self.modulus {
            0 => distance,
            1 => distance + 1,
            _ => distance - 1,
        }
    }
}
