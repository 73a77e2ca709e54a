//! Numbers for parts of what a cube shows, and what turns make of them.

use std::sync::LazyLock;

use crate::cubies::{Cubies, EFFECTS, FIXED, SOLVED, Symmetry, TURNS, Turn};

/// How many twists of all corners there are.
pub(crate) const TWISTS: usize = 2187;
/// How many flips of all edges.
pub(crate) const FLIPS: usize = 2048;
/// How many sets of places the four edges of the middle layer can have.
pub(crate) const SLICES: usize = 495;
/// How many orders of eight pieces.
pub(crate) const ORDERS: usize = 40_320;
/// How many orders of four.
pub(crate) const SLICE_ORDERS: usize = 24;
/// How many orders and twists the 2×2×2 has, DBL staying where it is.
pub(crate) const POCKET_ORDERS: usize = 5040;
pub(crate) const POCKET_TWISTS: usize = 729;

/// The number of the order of distinct pieces, in the factorial number system.
pub(crate) fn order(pieces: &[u8]) -> usize {
    let mut number = 0;
    for (at, piece) in pieces.iter().enumerate() {
        let smaller = pieces[at + 1..].iter().filter(|other| *other < piece).count();
        number = number * (pieces.len() - at) + smaller;
    }
    number
}

/// The order of pieces that a number stands for.
pub(crate) fn set_order<const N: usize>(mut number: usize, pieces: [u8; N]) -> [u8; N] {
    let mut digits = [0; N];
    for at in (0..N).rev() {
        digits[at] = number % (N - at);
        number /= N - at;
    }
    let mut left = pieces.to_vec();
    digits.map(|digit| left.remove(digit))
}

#[inline]
pub(crate) fn twist(cubies: &Cubies) -> usize {
    cubies.corners[..7].iter().fold(0, |twist, corner| 3 * twist + usize::from(corner % 3))
}

#[inline]
pub(crate) fn flip(cubies: &Cubies) -> usize {
    cubies.edges[..11].iter().fold(0, |flip, edge| 2 * flip + usize::from(edge & 1))
}

/// The places of the edges of the middle layer.
static SETS: LazyLock<([u16; 4096], Vec<u16>)> = LazyLock::new(|| {
    let (mut numbers, mut sets) = ([0; 4096], Vec::new());
    // The set of the solved cube comes first.
    let places = (0..4096u16).rev().filter(|places| places.count_ones() == 4);
    for (number, places) in (0..).zip(places) {
        numbers[usize::from(places)] = number;
        sets.push(places);
    }
    (numbers, sets)
});

#[inline]
pub(crate) fn slice(cubies: &Cubies) -> usize {
    let places = cubies.edges.iter().enumerate().fold(0, |set, (at, edge)| set | usize::from(*edge >= 16) << at);
    usize::from(SETS.0[places])
}

fn set_twist(mut number: usize) -> Cubies {
    let (mut cubies, mut sum) = (SOLVED, 0);
    for corner in cubies.corners[..7].iter_mut().rev() {
        *corner += u8::try_from(number % 3).expect("a digit");
        sum += number % 3;
        number /= 3;
    }
    cubies.corners[7] += u8::try_from((21 - sum) % 3).expect("a digit");
    cubies
}

fn set_flip(cubies: &mut Cubies, number: usize) {
    for (at, edge) in cubies.edges[..11].iter_mut().enumerate() {
        *edge = *edge & !1 | u8::try_from(number >> (10 - at) & 1).expect("a bit");
    }
    cubies.edges[11] = cubies.edges[11] & !1 | u8::from(number.count_ones() % 2 == 1);
}

/// A cube with this slice and flip.
pub(crate) fn set_slice_flip(slice: usize, flip: usize) -> Cubies {
    let mut cubies = SOLVED;
    let (mut inside, mut outside) = (8..12u8, 0..8u8);
    for (at, edge) in cubies.edges.iter_mut().enumerate() {
        let pieces = if SETS.1[slice] >> at & 1 == 1 { &mut inside } else { &mut outside };
        *edge = 2 * pieces.next().expect("four inside, eight outside");
    }
    set_flip(&mut cubies, flip);
    cubies
}

pub(crate) fn corner_order(cubies: &Cubies) -> usize {
    order(&cubies.corners.map(|corner| corner / 3))
}

pub(crate) fn set_corner_order(number: usize) -> Cubies {
    Cubies { corners: set_order(number, [0, 1, 2, 3, 4, 5, 6, 7]).map(|piece| 3 * piece), ..SOLVED }
}

/// The order of the edges above and below, where those of the middle layer are in the middle.
pub(crate) fn outer_order(cubies: &Cubies) -> usize {
    order(&std::array::from_fn::<u8, 8, _>(|at| cubies.edges[at] / 2))
}

/// The order of the edges of the middle layer there.
pub(crate) fn inner_order(cubies: &Cubies) -> usize {
    order(&std::array::from_fn::<u8, 4, _>(|at| cubies.edges[8 + at] / 2))
}

fn set_outer_order(number: usize) -> Cubies {
    let mut cubies = SOLVED;
    for (edge, piece) in cubies.edges.iter_mut().zip(set_order(number, [0, 1, 2, 3, 4, 5, 6, 7])) {
        *edge = 2 * piece;
    }
    cubies
}

fn set_inner_order(number: usize) -> Cubies {
    let mut cubies = SOLVED;
    for (edge, piece) in cubies.edges[8..].iter_mut().zip(set_order(number, [8, 9, 10, 11])) {
        *edge = 2 * piece;
    }
    cubies
}

/// The corners of the 2×2×2 that move, by their places.
const MOVING: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

pub(crate) fn pocket_order(cubies: &Cubies) -> usize {
    order(&MOVING.map(|at| cubies.corners[at] / 3))
}

pub(crate) fn pocket_twists(cubies: &Cubies) -> usize {
    MOVING[..6].iter().fold(0, |number, &at| 3 * number + usize::from(cubies.corners[at] % 3))
}

pub(crate) fn pocket_rank(order: usize, twists: usize) -> usize {
    order * POCKET_TWISTS + twists
}

pub(crate) fn set_pocket(rank: usize) -> Cubies {
    let (order, mut twists) = (rank / POCKET_TWISTS, rank % POCKET_TWISTS);
    let mut cubies = SOLVED;
    let pieces = set_order(order, [0, 1, 2, 3, 4, 5, 7]);
    let mut sum = 0;
    for (index, &at) in MOVING.iter().enumerate().rev() {
        // The twist of the last follows from the others.
        let twist = if index == 6 { 0 } else { twists % 3 };
        if index < 6 {
            twists /= 3;
        }
        sum += twist;
        cubies.corners[at] = 3 * pieces[index] + u8::try_from(twist).expect("a digit");
    }
    cubies.corners[7] += u8::try_from((18 - sum) % 3).expect("a digit");
    cubies.corners[FIXED] = SOLVED.corners[FIXED];
    cubies
}

/// What every turn makes of a number.
pub(crate) struct Moves(Vec<[u16; TURNS]>);

impl Moves {
    fn new(count: usize, set: impl Fn(usize) -> Cubies, get: impl Fn(&Cubies) -> usize) -> Self {
        let row = |number| {
            let cubies = set(number);
            EFFECTS.each_ref().map(|effect| u16::try_from(get(&cubies.then(effect))).expect("below 65536"))
        };
        Self((0..count).map(row).collect())
    }

    /// The number after a turn.
    #[inline]
    pub(crate) fn after(&self, number: usize, turn: Turn) -> usize {
        usize::from(self.0[number][usize::from(turn.0)])
    }
}

pub(crate) static TWIST: LazyLock<Moves> = LazyLock::new(|| Moves::new(TWISTS, set_twist, twist));
pub(crate) static FLIP: LazyLock<Moves> = LazyLock::new(|| Moves::new(FLIPS, |number| set_slice_flip(0, number), flip));
pub(crate) static SLICE: LazyLock<Moves> =
    LazyLock::new(|| Moves::new(SLICES, |number| set_slice_flip(number, 0), slice));
pub(crate) static CORNER: LazyLock<Moves> = LazyLock::new(|| Moves::new(ORDERS, set_corner_order, corner_order));
/// Only turns that keep the middle layer in the middle mean something here.
pub(crate) static OUTER: LazyLock<Moves> = LazyLock::new(|| {
    Moves::new(ORDERS, set_outer_order, |cubies| if slice(cubies) == 0 { outer_order(cubies) } else { 0 })
});
pub(crate) static INNER: LazyLock<Moves> = LazyLock::new(|| {
    Moves::new(SLICE_ORDERS, set_inner_order, |cubies| if slice(cubies) == 0 { inner_order(cubies) } else { 0 })
});
pub(crate) static POCKET_ORDER: LazyLock<Moves> =
    LazyLock::new(|| Moves::new(POCKET_ORDERS, |number| set_pocket(number * POCKET_TWISTS), pocket_order));
pub(crate) static POCKET_TWIST: LazyLock<Moves> =
    LazyLock::new(|| Moves::new(POCKET_TWISTS, set_pocket, pocket_twists));

/// How a cube looks from another direction, and its turns.
pub(crate) struct Direction {
    #[cfg(test)]
    symmetry: Symmetry,
    turns: [u8; TURNS],
    corners: [(u8, [u8; 24]); 8],
    edges: [(u8, [u8; 24]); 12],
}

impl Direction {
    fn new(symmetry: Symmetry) -> Self {
        // Where each place looks, and what it makes of what it sees there: read off cubes of which one piece is moved about.
        let mut corners = [(0, [0; 24]); 8];
        let mut edges = [(0, [0; 24]); 12];
        for piece in 0..24u8 {
            for from in 0..12u8 {
                let mut cubies = SOLVED;
                if from < 8 {
                    cubies.corners = [piece; 8];
                }
                cubies.edges = [piece; 12];
                let seen = symmetry.conjugate(&cubies);
                let at = symmetry.places();
                if from < 8 {
                    let to = usize::from(at.0[usize::from(from)]);
                    corners[to].0 = from;
                    corners[to].1[usize::from(piece)] = seen.corners[to];
                }
                let to = usize::from(at.1[usize::from(from)]);
                edges[to].0 = from;
                edges[to].1[usize::from(piece)] = seen.edges[to];
            }
        }
        Self {
            turns: symmetry.turns(),
            #[cfg(test)]
            symmetry,
            corners,
            edges,
        }
    }

    /// The cube as it looks from there.
    #[inline]
    pub(crate) fn see(&self, cubies: &Cubies) -> Cubies {
        Cubies {
            corners: self.corners.each_ref().map(|(from, map)| map[usize::from(cubies.corners[usize::from(*from)])]),
            edges: self.edges.each_ref().map(|(from, map)| map[usize::from(cubies.edges[usize::from(*from)])]),
        }
    }

    /// A turn as it looks from there.
    #[inline]
    pub(crate) fn turn(&self, turn: Turn) -> Turn {
        Turn(self.turns[usize::from(turn.0)])
    }

    /// The turn that looks like this from there.
    pub(crate) fn back(&self, turn: Turn) -> Turn {
        let found = self.turns.iter().position(|&seen| seen == turn.0);
        Turn(u8::try_from(found.expect("turns are exchanged")).expect("27 turns"))
    }

    #[cfg(test)]
    pub(crate) fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }
}

/// The three directions.
pub(crate) static DIRECTIONS: LazyLock<[Direction; 3]> = LazyLock::new(|| Symmetry::directions().map(Direction::new));

/// The 16 symmetries of an axis, and what they make of twists.
pub(crate) static AXIS: LazyLock<(Vec<Symmetry>, Vec<[u16; 16]>)> = LazyLock::new(|| {
    let symmetries = Symmetry::of_axis();
    let row = |number| {
        let cubies = set_twist(number);
        std::array::from_fn(|index: usize| u16::try_from(twist(&symmetries[index].conjugate(&cubies))).expect("2187"))
    };
    let twists = (0..TWISTS).map(row).collect();
    (symmetries, twists)
});

/// Numbers that are the same but for the symmetries of an axis.
pub(crate) struct Classes {
    /// For each number `16 · class + symmetry`: the symmetry takes it to the first of its class.
    of: Vec<u32>,
    /// The first number of each class.
    first: Vec<u32>,
    /// A bit for each symmetry that takes the first number to itself.
    kept: Vec<u16>,
}

impl Classes {
    fn new(count: usize, set: impl Fn(usize) -> Cubies, get: impl Fn(&Cubies) -> usize) -> Self {
        let symmetries = &AXIS.0;
        let inverses: Vec<usize> = symmetries
            .iter()
            .map(|symmetry| {
                let is_inverse = |other: &Symmetry| *other == symmetry.taken_back();
                symmetries.iter().position(is_inverse).expect("a group")
            })
            .collect();
        let mut classes = Self { of: vec![u32::MAX; count], first: Vec::new(), kept: Vec::new() };
        for number in 0..count {
            if classes.of[number] != u32::MAX {
                continue;
            }
            let class = u32::try_from(classes.first.len()).expect("fewer than numbers");
            let (cubies, mut kept) = (set(number), 0);
            for (index, inverse) in (0u32..).zip(&inverses) {
                let twin = get(&symmetries[*inverse].conjugate(&cubies));
                if twin == number {
                    kept |= 1 << index;
                }
                if classes.of[twin] == u32::MAX {
                    classes.of[twin] = 16 * class + index;
                }
            }
            classes.first.push(u32::try_from(number).expect("fewer than 2³²"));
            classes.kept.push(kept);
        }
        classes
    }

    /// How many classes there are.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.first.len()
    }

    /// The first number of a class.
    pub(crate) fn first(&self, class: usize) -> usize {
        self.first[class] as usize
    }

    /// The index of a number and a twist in a table over classes and twists.
    #[inline]
    pub(crate) fn index(&self, number: usize, twist: usize) -> usize {
        let of = self.of[number] as usize;
        of / 16 * TWISTS + usize::from(AXIS.1[twist][of % 16])
    }

    /// Visits an index, and all others that mean the same.
    #[inline]
    pub(crate) fn for_each_twin(&self, index: usize, mut visit: impl FnMut(usize)) {
        visit(index);
        let class = index / TWISTS;
        if self.kept[class].count_ones() > 1 {
            for symmetry in (0..16).filter(|symmetry| self.kept[class] >> symmetry & 1 == 1) {
                visit(class * TWISTS + usize::from(AXIS.1[index % TWISTS][symmetry]));
            }
        }
    }
}

/// Flips and slices up to symmetry: 64,430.
pub(crate) static FLIP_SLICES: LazyLock<Classes> = LazyLock::new(|| {
    let set = |number| set_slice_flip(number / FLIPS, number % FLIPS);
    Classes::new(SLICES * FLIPS, set, |cubies| slice(cubies) * FLIPS + flip(cubies))
});

/// Orders of corners up to symmetry: 2,768.
pub(crate) static CORNER_ORDERS: LazyLock<Classes> =
    LazyLock::new(|| Classes::new(ORDERS, set_corner_order, corner_order));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Shuffler;
    use crate::size::Size;

    #[test]
    fn classes_are_as_many_as_published() {
        assert_eq!((FLIP_SLICES.count(), CORNER_ORDERS.count()), (64_430, 2768));
    }

    /// What is read off the turned cube is what the tables say, in every direction and class.
    #[test]
    fn numbers_follow_turns_and_symmetries() {
        let mut shuffler = Shuffler::new(1);
        for _ in 0..20 {
            let cubies = shuffler.uniform(Size::Three).cubies();
            for turn in (0..27).map(Turn) {
                let after = cubies.then(&EFFECTS[usize::from(turn.0)]);
                for direction in DIRECTIONS.iter() {
                    let (seen, then) = (direction.see(&cubies), direction.see(&after));
                    assert_eq!(seen, direction.symmetry().conjugate(&cubies));
                    assert_eq!(direction.back(direction.turn(turn)), turn);
                    let turn = direction.turn(turn);
                    assert_eq!(TWIST.after(twist(&seen), turn), twist(&then));
                    assert_eq!(FLIP.after(flip(&seen), turn), flip(&then));
                    assert_eq!(SLICE.after(slice(&seen), turn), slice(&then));
                    assert_eq!(CORNER.after(corner_order(&seen), turn), corner_order(&then));
                }
            }
            let index = |cubies: &Cubies| FLIP_SLICES.index(slice(cubies) * FLIPS + flip(cubies), twist(cubies));
            let mut twins = Vec::new();
            FLIP_SLICES.for_each_twin(index(&cubies), |twin| twins.push(twin));
            for symmetry in &AXIS.0 {
                assert!(twins.contains(&index(&symmetry.conjugate(&cubies))));
            }
        }
    }

    #[test]
    fn the_pocket_cube_is_numbered_without_gaps() {
        for rank in (0..3_674_160).step_by(4_999) {
            let cubies = set_pocket(rank);
            assert_eq!(cubies.class().twist, 0);
            assert_eq!(pocket_rank(pocket_order(&cubies), pocket_twists(&cubies)), rank);
        }
    }
}
