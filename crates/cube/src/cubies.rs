//! A cube as cubies: which piece is where, and how it is turned. What searches work on.
//!
//! Corners are numbered URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR (Kociemba's order). A
//! corner is `3 · piece + twist`, an edge `2 · piece + flip`. The centres stay where they are: a turn of a middle layer is
//! one of the two layers beside it, the other way.

/// Which piece is at each place, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cubies {
    /// `3 · piece + twist` of each corner.
    pub(crate) corners: [u8; 8],
    /// `2 · piece + flip` of each edge.
    pub(crate) edges: [u8; 12],
}

/// The corner of the 2×2×2 that never moves: DBL.
pub(crate) const FIXED: usize = 6;

/// The solved cube.
pub(crate) const SOLVED: Cubies =
    Cubies { corners: [0, 3, 6, 9, 12, 15, 18, 21], edges: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22] };

/// The turns of the faces U R F D L B by a quarter.
const QUARTERS: [Cubies; 6] = [
    cubies([3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], [0; 12]),
    cubies([4, 1, 2, 0, 7, 5, 6, 3], [2, 0, 0, 1, 1, 0, 0, 2], [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], [0; 12]),
    cubies(
        [1, 5, 2, 3, 0, 4, 6, 7],
        [1, 2, 0, 0, 2, 1, 0, 0],
        [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
        [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
    ),
    cubies([0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], [0; 12]),
    cubies([0, 2, 6, 3, 4, 1, 5, 7], [0, 1, 2, 0, 0, 2, 1, 0], [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11], [0; 12]),
    cubies(
        [0, 1, 3, 7, 4, 5, 2, 6],
        [0, 0, 1, 2, 0, 0, 2, 1],
        [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
        [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
    ),
];

const fn cubies(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], flips: [u8; 12]) -> Cubies {
    let mut cubies = Cubies { corners, edges };
    let mut place = 0;
    while place < 12 {
        if place < 8 {
            cubies.corners[place] = 3 * corners[place] + twists[place];
        }
        cubies.edges[place] = 2 * edges[place] + flips[place];
        place += 1;
    }
    cubies
}

impl Cubies {
    /// This cube after what leads from the solved cube to another.
    #[inline]
    pub(crate) const fn then(&self, other: &Self) -> Self {
        let mut after = *self;
        let mut place = 0;
        while place < 8 {
            after.corners[place] = TWISTED[(other.corners[place] % 3) as usize]
                [self.corners[(other.corners[place] / 3) as usize] as usize];
            place += 1;
        }
        place = 0;
        while place < 12 {
            after.edges[place] = self.edges[(other.edges[place] / 2) as usize] ^ (other.edges[place] & 1);
            place += 1;
        }
        after
    }

    /// What takes this cube back: `self.then(self.inverse())` is solved.
    #[inline]
    pub(crate) fn inverse(&self) -> Self {
        let mut inverse = SOLVED;
        for (place, &corner) in (0u8..).zip(&self.corners) {
            inverse.corners[usize::from(corner / 3)] = 3 * place + (3 - corner % 3) % 3;
        }
        for (place, &edge) in (0u8..).zip(&self.edges) {
            inverse.edges[usize::from(edge / 2)] = 2 * place + (edge & 1);
        }
        inverse
    }

    /// What turns can never change: the sum of twists, the sum of flips, and whether one more exchange of two pieces is
    /// needed; the latter two are always 0 without edges.
    pub(crate) fn class(&self) -> Class {
        let pieces = |bytes: &[u8], turns: u8| bytes.iter().map(|byte| byte / turns).collect::<Vec<u8>>();
        Class {
            twist: self.corners.iter().map(|corner| corner % 3).sum::<u8>() % 3,
            flip: self.edges.iter().map(|edge| edge & 1).sum::<u8>() % 2,
            is_odd: is_odd(&pieces(&self.corners, 3)) != is_odd(&pieces(&self.edges, 2)),
        }
    }
}

/// What turns can never change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Class {
    /// The sum of the twists of all corners, 0 to 2.
    pub twist: u8,
    /// The sum of the flips of all edges, 0 or 1.
    pub flip: u8,
    /// Whether corners and edges together are an odd permutation.
    pub is_odd: bool,
}

/// Whether a permutation is odd.
pub(crate) fn is_odd(pieces: &[u8]) -> bool {
    let pairs = (0..pieces.len()).flat_map(|first| (first + 1..pieces.len()).map(move |second| (first, second)));
    pairs.filter(|&(first, second)| pieces[first] > pieces[second]).count() % 2 == 1
}

/// A corner, twisted further by 0, 1 or 2.
const TWISTED: [[u8; 24]; 3] = {
    let mut twisted = [[0; 24]; 3];
    let mut corner = 0u8;
    while corner < 24 {
        let mut by = 0u8;
        while by < 3 {
            twisted[by as usize][corner as usize] = corner / 3 * 3 + (corner % 3 + by) % 3;
            by += 1;
        }
        corner += 1;
    }
    twisted
};

/// A turn, as searches make it: `3 · face + quarters − 1` for the faces U R F D L B, then the same for the slices M E S.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(pub(crate) u8);

/// How many turns there are.
pub(crate) const TURNS: usize = 27;

/// The face that a slice turns with.
const SLICES: [u8; 3] = [4, 3, 2];

/// What each turn does.
pub(crate) static EFFECTS: [Cubies; TURNS] = {
    let mut effects = [SOLVED; TURNS];
    let mut face = 0;
    while face < 6 {
        let mut turned = SOLVED;
        let mut quarters = 0;
        while quarters < 3 {
            turned = turned.then(&QUARTERS[face]);
            effects[3 * face + quarters] = turned;
            quarters += 1;
        }
        face += 1;
    }
    let mut slice = 0;
    while slice < 3 {
        let face = SLICES[slice] as usize;
        let mut quarters = 0;
        while quarters < 3 {
            // The face the other way, and the face opposite along with the slice's own direction.
            effects[18 + 3 * slice + quarters] =
                effects[3 * face + 2 - quarters].then(&effects[3 * ((face + 3) % 6) + quarters]);
            quarters += 1;
        }
        slice += 1;
    }
    effects
};

impl Turn {
    /// The face that it turns, or that its slice turns with.
    pub(crate) fn face(self) -> u8 {
        if self.0 < 18 { self.0 / 3 } else { SLICES[usize::from(self.0 / 3 - 6)] }
    }

    /// Whether it turns a layer in the middle.
    pub(crate) fn is_slice(self) -> bool {
        self.0 >= 18
    }

    /// Quarter turns, 1 to 3, clockwise as the face turns.
    pub(crate) fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// The turn that takes it back.
    pub(crate) fn inverse(self) -> Self {
        Self(self.0 / 3 * 3 + 2 - self.0 % 3)
    }
}

/// A rotation or reflection of the cube: each corner and edge place is taken to another. Reflected corners have twists 3 to
/// 5, as Kociemba writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    corners: [(u8, u8); 8],
    edges: [(u8, u8); 12],
}

const fn symmetry(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], flips: [u8; 12]) -> Symmetry {
    let mut symmetry = Symmetry { corners: [(0, 0); 8], edges: [(0, 0); 12] };
    let mut place = 0;
    while place < 12 {
        if place < 8 {
            symmetry.corners[place] = (corners[place], twists[place]);
        }
        symmetry.edges[place] = (edges[place], flips[place]);
        place += 1;
    }
    symmetry
}

/// A third of a turn about the corner URF.
const THIRD: Symmetry = symmetry(
    [0, 4, 5, 1, 3, 7, 6, 2],
    [1, 2, 1, 2, 2, 1, 2, 1],
    [1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2],
    [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1],
);
/// Half a turn from left to right.
const HALF: Symmetry = symmetry([5, 4, 7, 6, 1, 0, 3, 2], [0; 8], [6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10], [0; 12]);
/// A quarter turn from front to left.
const QUARTER: Symmetry = symmetry(
    [3, 0, 1, 2, 7, 4, 5, 6],
    [0; 8],
    [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
);
/// The mirror between left and right.
const MIRROR: Symmetry = symmetry([1, 0, 3, 2, 5, 4, 7, 6], [3; 8], [2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10], [0; 12]);

impl Symmetry {
    const NONE: Self = symmetry([0, 1, 2, 3, 4, 5, 6, 7], [0; 8], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [0; 12]);

    fn of(cubies: &Cubies) -> Self {
        Self { corners: cubies.corners.map(|c| (c / 3, c % 3)), edges: cubies.edges.map(|e| (e / 2, e & 1)) }
    }

    fn then(&self, other: &Self) -> Self {
        let corner = |&(piece, twist): &(u8, u8)| {
            let (whose, own) = self.corners[usize::from(piece)];
            let turned = match (own < 3, twist < 3) {
                (true, true) => (own + twist) % 3,
                (true, false) => 3 + (own + twist) % 3,
                (false, true) => 3 + (own + 3 - twist) % 3,
                (false, false) => (own + 3 - twist) % 3,
            };
            (whose, turned)
        };
        let edge = |&(piece, flip): &(u8, u8)| {
            let (whose, own) = self.edges[usize::from(piece)];
            (whose, own ^ flip)
        };
        Self { corners: other.corners.each_ref().map(corner), edges: other.edges.each_ref().map(edge) }
    }

    /// The symmetry that takes this one back.
    pub(crate) fn taken_back(&self) -> Self {
        let mut power = *self;
        while power.then(self) != Self::NONE {
            power = power.then(self);
        }
        power
    }

    /// To which place it takes each corner and each edge.
    pub(crate) fn places(&self) -> ([u8; 8], [u8; 12]) {
        (self.corners.map(|(place, _)| place), self.edges.map(|(place, _)| place))
    }

    /// A cube as it looks with this symmetry: `self · cube · self⁻¹`.
    pub(crate) fn conjugate(&self, cubies: &Cubies) -> Cubies {
        let after = self.then(&Self::of(cubies)).then(&self.taken_back());
        Cubies {
            corners: after.corners.map(|(piece, twist)| 3 * piece + twist),
            edges: after.edges.map(|(piece, flip)| 2 * piece + flip),
        }
    }

    /// The 16 symmetries that take the axis from below to above to itself.
    pub(crate) fn of_axis() -> Vec<Self> {
        let mut all = Vec::new();
        let mut half = Self::NONE;
        for _ in 0..2 {
            let mut quarter = half;
            for _ in 0..4 {
                all.push(quarter);
                all.push(quarter.then(&MIRROR));
                quarter = quarter.then(&QUARTER);
            }
            half = half.then(&HALF);
        }
        all
    }

    /// The three directions: as it is, and turned by one and two thirds about a corner.
    pub(crate) fn directions() -> [Self; 3] {
        [Self::NONE, THIRD, THIRD.then(&THIRD)]
    }

    /// All 48.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        Self::directions()
            .iter()
            .flat_map(|third| Self::of_axis().into_iter().map(|other| third.then(&other)))
            .collect()
    }

    /// What becomes of each turn.
    pub(crate) fn turns(&self) -> [u8; TURNS] {
        std::array::from_fn(|turn| {
            let turned = self.conjugate(&EFFECTS[turn]);
            let found = EFFECTS.iter().position(|effect| *effect == turned);
            u8::try_from(found.expect("a turn stays a turn")).expect("27 turns")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_48_and_take_turns_to_turns() {
        let all = Symmetry::all();
        for (index, symmetry) in all.iter().enumerate() {
            assert!(!all[..index].contains(symmetry));
            assert_eq!(symmetry.then(&symmetry.taken_back()), Symmetry::NONE);
            let mut turns = symmetry.turns().to_vec();
            turns.sort_unstable();
            assert_eq!(turns, (0..27).collect::<Vec<u8>>());
        }
        assert_eq!(all.len(), 48);
    }

    #[test]
    fn turns_are_taken_back() {
        let mut cube = SOLVED;
        for turn in 0..27u8 {
            let after = cube.then(&EFFECTS[usize::from(turn)]);
            assert_eq!(after.then(&EFFECTS[usize::from(Turn(turn).inverse().0)]), cube);
            assert_eq!(after.then(&after.inverse()), SOLVED);
            assert_eq!(after.class(), Class::default());
            cube = after;
        }
    }
}
