//! Lower bounds from tables.
//!
//! | bound | looks up |
//! |---|---|
//! | [`Exact`] | the distance of a 2×2×2 |
//! | [`Patterns`] | corners and sets of edges; the greatest counts (Korf 1997) |
//! | [`Towards`] | what another bound says, of the way from one cube to others |
//! | [`Cosets`] | flips, slice and twists in three directions, and the corners; perhaps of the inverse too (Reid 1997) |

use fewest_pdb::table::{Codes, Table};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::coordinates::{
    CORNER, CORNER_ORDERS, Classes, DIRECTIONS, Direction, FLIP, FLIP_SLICES, FLIPS, Moves, POCKET_ORDER, POCKET_TWIST,
    SLICE, TWIST, TWISTS, corner_order, flip, pocket_order, pocket_rank, pocket_twists, slice, twist,
};
use crate::cubies::{Cubies, EFFECTS, Turn};
use crate::goal::Mask;
use crate::space::Cube;
use crate::tables::{MOST_CORNERS, MOST_EDGES, Shape, corners_index, edges_index};

fn byte(number: usize) -> u16 {
    u16::try_from(number).expect("below 65536")
}

/// The distance of a 2×2×2 from the goal, from a table of all positions.
#[derive(Debug)]
pub struct Exact<'a>(Codes<'a>);

impl<'a> Exact<'a> {
    /// With the table of [`Shape::Pocket`].
    pub fn new(table: &'a Table) -> Self {
        Self(table.codes())
    }
}

impl Heuristic<Cube> for Exact<'_> {
    fn estimate(&self, state: &Cubies) -> Option<Cost> {
        self.memo(state).map(|memo| self.value(memo))
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl Incremental<Cube> for Exact<'_> {
    /// The numbers of order and twists.
    type Memo = (u16, u16);

    fn memo(&self, state: &Cubies) -> Option<(u16, u16)> {
        Some((byte(pocket_order(state)), byte(pocket_twists(state))))
    }

    #[inline]
    fn advance(&self, (order, twists): (u16, u16), _: &Cubies, turn: Turn) -> Option<(u16, u16)> {
        let order = POCKET_ORDER.after(usize::from(order), turn);
        Some((byte(order), byte(POCKET_TWIST.after(usize::from(twists), turn))))
    }

    #[inline]
    fn value(&self, (order, twists): (u16, u16)) -> Cost {
        self.0.get(pocket_rank(order.into(), twists.into())).into()
    }
}

/// The greatest distance of several sets of pieces.
#[derive(Debug)]
pub struct Patterns<'a>(Vec<(&'a Shape, Codes<'a>)>);

impl<'a> Patterns<'a> {
    /// The shapes that serve a goal: of a whole cube all corners and two sets of so many edges; of a part, what is wanted.
    pub fn shapes(mask: Option<&Mask>, most_edges: usize) -> Vec<Shape> {
        let most_edges = most_edges.clamp(1, MOST_EDGES);
        let (corners, edges) = match mask {
            None => ((0..8).collect::<Vec<u8>>(), (0..12).collect::<Vec<u8>>()),
            Some(mask) => (mask.corners(), mask.edges()),
        };
        let mut shapes = Vec::new();
        if corners.len() == 8 {
            shapes.push(Shape::Corners);
        } else {
            shapes.extend(covering(&corners, MOST_CORNERS).map(Shape::SomeCorners));
        }
        shapes.extend(covering(&edges, most_edges).map(Shape::Edges));
        shapes
    }

    /// With a table for each shape, in order.
    pub fn new(tables: impl IntoIterator<Item = (&'a Shape, &'a Table)>) -> Self {
        Self(tables.into_iter().map(|(shape, table)| (shape, table.codes())).collect())
    }

    /// What each table says.
    pub fn parts(&self, state: &Cubies) -> Vec<(&'a Shape, Cost)> {
        let value = |shape: &Shape| match shape {
            Shape::Corners => CORNER_ORDERS.index(corner_order(state), twist(state)),
            Shape::Edges(edges) => edges_index(edges, state),
            Shape::SomeCorners(corners) => corners_index(corners, state),
            _ => 0,
        };
        self.0.iter().map(|(shape, codes)| (*shape, codes.get(value(shape)).into())).collect()
    }
}

/// Sets of at most so many pieces that cover all; the last one is as large as the others.
fn covering(pieces: &[u8], most: usize) -> impl Iterator<Item = Vec<u8>> {
    let size = pieces.len().min(most);
    let count = if size == 0 { 0 } else { pieces.len().div_ceil(size) };
    let pieces = pieces.to_vec();
    (0..count).map(move |index| {
        let begin = (index * size).min(pieces.len() - size);
        pieces[begin..begin + size].to_vec()
    })
}

impl Heuristic<Cube> for Patterns<'_> {
    fn estimate(&self, state: &Cubies) -> Option<Cost> {
        let mut greatest = 0;
        for (shape, codes) in &self.0 {
            let index = match shape {
                Shape::Corners => CORNER_ORDERS.index(corner_order(state), twist(state)),
                Shape::Edges(edges) => edges_index(edges, state),
                Shape::SomeCorners(corners) => corners_index(corners, state),
                _ => continue,
            };
            greatest = greatest.max(codes.get(index));
        }
        Some(greatest.into())
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl Incremental<Cube> for Patterns<'_> {
    /// The value.
    type Memo = Cost;

    fn memo(&self, state: &Cubies) -> Option<Cost> {
        self.estimate(state)
    }

    fn advance(&self, _: Cost, before: &Cubies, turn: Turn) -> Option<Cost> {
        self.estimate(&before.then(&EFFECTS[usize::from(turn.0)]))
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

/// What is known of flips, slice and twists together.
#[derive(Clone, Copy)]
enum Phase<'a> {
    /// Flips with slice, and slice with twists.
    Pairs(Codes<'a>, Codes<'a>),
    /// All three.
    Triples(Codes<'a>, &'static Classes),
}

impl Phase<'_> {
    #[inline]
    fn get(&self, [flip, slice, twist]: [u16; 3]) -> u8 {
        let (flip, slice, twist) = (usize::from(flip), usize::from(slice), usize::from(twist));
        match self {
            Self::Pairs(flips, twists) => flips.get(slice * FLIPS + flip).max(twists.get(slice * TWISTS + twist)),
            Self::Triples(all, classes) => all.get(classes.index(slice * FLIPS + flip, twist)),
        }
    }
}

/// The tables of turns, at hand: to ask each time whether they were made takes longer than a lookup.
#[derive(Clone, Copy)]
struct Numbers {
    flip: &'static Moves,
    slice: &'static Moves,
    twist: &'static Moves,
    corner: &'static Moves,
    corners: &'static Classes,
    directions: &'static [Direction; 3],
}

/// How far a cube is from the subgroup that U and D and half turns of the other faces generate, in three directions; and how
/// far its corners are.
///
/// Where the three distances are equal and not 0, one more turn is needed: the last turn of a solution is in one of the three
/// subgroups, whose distance is then less than the length (Reid 1997). The same holds for lower bounds of the three distances
/// that are 0 in the subgroups alone. A turn changes each bound by one at most, and leads from no cube outside all three
/// subgroups into all three: so the greatest, with that one more, is consistent. Of the inverse of a cube, which is as far
/// from the solved one, the same can be asked; that bound is admissible alone, since a turn changes the inverse at its other
/// end.
pub struct Cosets<'a> {
    phase: Phase<'a>,
    corners: Codes<'a>,
    asks_inverse: bool,
    numbers: Numbers,
}

impl std::fmt::Debug for Cosets<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cosets").field("corners", &self.corners).finish_non_exhaustive()
    }
}

/// What [`Cosets`] remembers of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CosetsMemo {
    /// Flip, slice and twist, in each direction.
    seen: [[u16; 3]; 3],
    corners: u16,
    value: u8,
}

/// The shapes of a bound from cosets, in the order in which [`Cosets::new`] takes their tables: small ones, of 8 MB together
/// and built in a second, or large ones of 77 MB.
pub fn coset_shapes(is_large: bool) -> &'static [Shape] {
    if is_large { &[Shape::Corners, Shape::Cosets] } else { &[Shape::Corners, Shape::FlipSlice, Shape::SliceTwist] }
}

impl<'a> Cosets<'a> {
    /// With tables as [`coset_shapes`] names them.
    ///
    /// # Panics
    /// Where there are neither two nor three tables.
    pub fn new(tables: &[&'a Table], asks_inverse: bool) -> Self {
        let phase = match tables[1..] {
            [all] => Phase::Triples(all.codes(), &FLIP_SLICES),
            [flips, twists] => Phase::Pairs(flips.codes(), twists.codes()),
            _ => panic!("one table of cosets, or two"),
        };
        let numbers = Numbers {
            flip: &FLIP,
            slice: &SLICE,
            twist: &TWIST,
            corner: &CORNER,
            corners: &CORNER_ORDERS,
            directions: &DIRECTIONS,
        };
        Self { phase, corners: tables[0].codes(), asks_inverse, numbers }
    }

    /// Flip, slice and twist of a cube as it looks from a direction.
    #[inline]
    fn seen(&self, state: &Cubies, direction: usize) -> [u16; 3] {
        let seen = if direction == 0 { *state } else { self.numbers.directions[direction].see(state) };
        [byte(flip(&seen)), byte(slice(&seen)), byte(twist(&seen))]
    }

    /// The bound from three directions, one after the other; once it is more than `allowance`, any such value.
    #[inline]
    fn of_directions(&self, allowance: u8, mut seen: impl FnMut(usize) -> [u16; 3]) -> u8 {
        let first = self.phase.get(seen(0));
        if first > allowance {
            return first;
        }
        let second = self.phase.get(seen(1));
        if second > allowance {
            return second;
        }
        let third = self.phase.get(seen(2));
        let greatest = first.max(second).max(third);
        greatest + u8::from(first == second && second == third && first != 0)
    }

    fn look(&self, state: &Cubies) -> CosetsMemo {
        let seen = [0, 1, 2].map(|direction| self.seen(state, direction));
        let mut memo = CosetsMemo { seen, corners: byte(corner_order(state)), value: 0 };
        memo.value = self.of_directions(u8::MAX, |direction| seen[direction]).max(self.of_corners(&memo));
        memo
    }

    #[inline]
    fn of_corners(&self, memo: &CosetsMemo) -> u8 {
        self.corners.get(self.numbers.corners.index(memo.corners.into(), memo.seen[0][2].into()))
    }

    /// The bound of the inverse; once it is more than `allowance`, any such value. Its corners are as far as those of the cube.
    #[inline]
    fn of_inverse(&self, state: &Cubies, allowance: u8) -> u8 {
        let inverse = state.inverse();
        self.of_directions(allowance, |direction| self.seen(&inverse, direction))
    }

    /// What the bound is made of, in words: these add up to it.
    pub fn parts(&self, state: &Cubies) -> Vec<(&'static str, Cost)> {
        let (of_cube, of_inverse) = (self.look(state), self.look(&state.inverse()));
        let is_inverse = self.asks_inverse && of_inverse.value > of_cube.value;
        let memo = if is_inverse { of_inverse } else { of_cube };
        let directions = memo.seen.map(|seen| self.phase.get(seen));
        let greatest = directions.into_iter().max().unwrap_or_default();
        let more = u8::from(directions == [greatest; 3] && greatest != 0);
        let words = if is_inverse {
            [
                "flips, slice and twists of the inverse",
                "three equal directions of the inverse",
                "corners of the inverse",
            ]
        } else {
            ["flips, slice and twists", "three equal directions", "corners"]
        };
        if greatest + more < memo.value {
            return vec![(words[2], memo.value.into())];
        }
        [(words[0], greatest), (words[1], more)]
            .into_iter()
            .filter(|(_, value)| *value > 0)
            .map(|(name, value)| (name, value.into()))
            .collect()
    }
}

impl Heuristic<Cube> for Cosets<'_> {
    fn estimate(&self, state: &Cubies) -> Option<Cost> {
        self.memo(state).map(|memo| self.value(memo))
    }

    fn guarantees(&self) -> Guarantees {
        if self.asks_inverse { Guarantees::ADMISSIBLE } else { Guarantees::CONSISTENT }
    }
}

impl Incremental<Cube> for Cosets<'_> {
    type Memo = CosetsMemo;

    fn memo(&self, state: &Cubies) -> Option<CosetsMemo> {
        let mut memo = self.look(state);
        if self.asks_inverse {
            memo.value = memo.value.max(self.of_inverse(state, u8::MAX));
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, memo: CosetsMemo, before: &Cubies, turn: Turn) -> Option<CosetsMemo> {
        self.advance_within(memo, before, turn, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: CosetsMemo) -> Cost {
        memo.value.into()
    }

    #[inline]
    fn advance_within(
        &self,
        memo: CosetsMemo,
        before: &Cubies,
        turn: Turn,
        allowance: Cost,
    ) -> Option<(CosetsMemo, Cost)> {
        let allowance = u8::try_from(allowance).unwrap_or(u8::MAX);
        let mut next = memo;
        let Numbers { flip, slice, twist, corner, directions, .. } = self.numbers;
        let value = self.of_directions(allowance, |direction| {
            let turn = directions[direction].turn(turn);
            let seen = memo.seen[direction].map(usize::from);
            next.seen[direction] =
                [byte(flip.after(seen[0], turn)), byte(slice.after(seen[1], turn)), byte(twist.after(seen[2], turn))];
            next.seen[direction]
        });
        if value > allowance {
            return Some((next, value.into()));
        }
        next.corners = byte(corner.after(next.corners.into(), turn));
        next.value = value.max(self.of_corners(&next));
        if self.asks_inverse && next.value <= allowance {
            let after = before.then(&EFFECTS[usize::from(turn.0)]);
            next.value = next.value.max(self.of_inverse(&after, allowance));
        }
        Some((next, next.value.into()))
    }
}

/// What another bound says of the way from one cube to others: what guides a search backward. A turn changes the far end of
/// the way alone, so the way from `start` to `state` is that of `start⁻¹ · state` to the solved cube, taken back.
pub struct Towards<'a> {
    back: Cubies,
    bound: Box<dyn Heuristic<Cube> + Sync + 'a>,
}

impl std::fmt::Debug for Towards<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Towards").field("back", &self.back).finish_non_exhaustive()
    }
}

impl<'a> Towards<'a> {
    /// The way from `start`, by a bound of the way to the solved cube.
    pub fn new(start: &Cubies, bound: Box<dyn Heuristic<Cube> + Sync + 'a>) -> Self {
        Self { back: start.inverse(), bound }
    }
}

impl Heuristic<Cube> for Towards<'_> {
    fn estimate(&self, state: &Cubies) -> Option<Cost> {
        self.bound.estimate(&self.back.then(state))
    }

    fn guarantees(&self) -> Guarantees {
        self.bound.guarantees()
    }
}

impl Incremental<Cube> for Towards<'_> {
    /// The value.
    type Memo = Cost;

    fn memo(&self, state: &Cubies) -> Option<Cost> {
        self.estimate(state)
    }

    fn advance(&self, _: Cost, before: &Cubies, turn: Turn) -> Option<Cost> {
        self.estimate(&before.then(&EFFECTS[usize::from(turn.0)]))
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
