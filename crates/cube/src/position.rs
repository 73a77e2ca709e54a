//! A cube for people: its stickers, and the moves that they make. Shares no code with the search.

use std::fmt;
use std::str::FromStr;

use crate::cubies::{Class, Cubies, FIXED};
use crate::facelet::{FACES, corner, corner_colours, destinations, edge, edge_colours, turned_face};
use crate::fault::Faults;
use crate::notation::Move;
use crate::setup::{Setup, read_cubies};
use crate::size::Size;

/// A cube of which every piece is there once, held in any way. Prints as its stickers in the order of the faces U R F D L B.
///
/// ```
/// use fewest_cube::{Position, Size, parse_moves};
/// let mut cube = Position::solved(Size::Three);
/// for mv in parse_moves("R U R' U'", Size::Three)? {
///     cube.make(mv);
/// }
/// assert_eq!(cube, "R U R' U'".parse()?);
/// assert_eq!(cube.to_string().parse(), Ok(cube));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    /// The colour of each sticker: the number of the face it belongs to.
    stickers: Vec<u8>,
}

/// A cube as it is usually held.
struct Upright {
    stickers: Vec<u8>,
    /// Where each face is before.
    held: [u8; 6],
    /// What brings it there.
    rotations: Vec<Move>,
}

/// A move that a cube does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the 2×2×2 has no {0}: its moves are U R F D L B and the rotations x y z")]
pub struct IllegalMove(String);

impl Position {
    /// The solved cube, as it is usually held.
    pub fn solved(size: Size) -> Self {
        let side = size.side();
        let face = |sticker: usize| u8::try_from(sticker / (side * side)).expect("six faces");
        Self { size, stickers: (0..size.facelets()).map(face).collect() }
    }

    pub(crate) fn from_checked(size: Size, stickers: Vec<u8>) -> Self {
        debug_assert!(read_cubies(size, &stickers).is_ok());
        Self { size, stickers }
    }

    /// Which cube it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colour of each sticker, as the number of its face in [`FACES`].
    pub fn stickers(&self) -> &[u8] {
        &self.stickers
    }

    /// Makes a move.
    ///
    /// # Panics
    /// Where the cube has no such move: see [`Move::is_for`].
    pub fn make(&mut self, mv: Move) {
        assert!(mv.is_for(self.size), "{mv} is not a move of the {}", self.size);
        let before = self.stickers.clone();
        for (from, to) in destinations(self.size, mv).iter().enumerate() {
            self.stickers[*to] = before[from];
        }
    }

    /// Makes a move, where the cube has it.
    ///
    /// # Errors
    /// [`IllegalMove`] where it has not.
    pub fn try_make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !mv.is_for(self.size) {
            return Err(IllegalMove(mv.to_string()));
        }
        self.make(mv);
        Ok(())
    }

    /// The stickers that a move takes elsewhere, numbered from 0.
    pub fn moved_by(&self, mv: Move) -> Vec<usize> {
        let moved = destinations(self.size, mv).iter().enumerate().filter(|(from, to)| from != *to);
        moved.map(|(from, _)| from).collect()
    }

    /// What no turn changes: all zero for a cube that can be solved.
    pub fn class(&self) -> Class {
        self.cubies().reachable_class(self.size)
    }

    /// The cubies of the cube when it is held as usual.
    pub(crate) fn cubies(&self) -> Cubies {
        read_cubies(self.size, &self.upright().stickers).expect("a position was read when it was made")
    }

    /// Where each face of the cube as it is usually held is now.
    pub(crate) fn held(&self) -> [u8; 6] {
        self.upright().held
    }

    /// The rotations that bring a cube which is held as usual into the hold of this one.
    pub fn hold(&self) -> Vec<Move> {
        self.upright().rotations.iter().rev().map(|mv| mv.inverse()).collect()
    }

    /// The cube as it is usually held: the centres are at home then, or on the 2×2×2 the corner DBL.
    fn upright(&self) -> Upright {
        let side = self.size.side();
        let is_upright = |stickers: &[u8]| match self.size {
            Size::Three => (0..6u8).all(|face| stickers[usize::from(face) * side * side + 4] == face),
            Size::Two => corner(self.size, FIXED).map(|sticker| stickers[sticker]) == corner_colours(FIXED),
        };
        // Every face comes to the top, and from there the cube is turned about.
        for tilt in [&[][..], &[(0, 1)], &[(0, 2)], &[(0, 3)], &[(2, 1)], &[(2, 3)]] {
            for turn in 0..4 {
                let mut turned = self.clone();
                let mut faces: [u8; 6] = [0, 1, 2, 3, 4, 5];
                let about = (turn > 0).then_some((1, turn));
                let rotations = tilt.iter().copied().chain(about);
                let rotations: Vec<Move> = rotations.map(|(axis, quarters)| Move::rotation(axis, quarters)).collect();
                for &mv in &rotations {
                    turned.make(mv);
                    faces = faces.map(|face| turned_face(face, mv));
                }
                if is_upright(&turned.stickers) {
                    let mut held = [0; 6];
                    (0u8..).zip(faces).for_each(|(from, to)| held[usize::from(to)] = from);
                    return Upright { stickers: turned.stickers, held, rotations };
                }
            }
        }
        unreachable!("a position was read when it was made, and can be held as usual")
    }

    /// The stickers of cubies, held as usual.
    pub(crate) fn of_cubies(size: Size, cubies: &Cubies) -> Self {
        let mut position = Self::solved(size);
        for (place, &found) in cubies.corners.iter().enumerate() {
            let colours = corner_colours(usize::from(found / 3));
            for (index, sticker) in corner(size, place).into_iter().enumerate() {
                position.stickers[sticker] = colours[(index + 3 - usize::from(found % 3)) % 3];
            }
        }
        if size == Size::Three {
            for (place, &found) in cubies.edges.iter().enumerate() {
                let colours = edge_colours(usize::from(found / 2));
                for (index, sticker) in edge(place).into_iter().enumerate() {
                    position.stickers[sticker] = colours[(index + usize::from(found & 1)) % 2];
                }
            }
        }
        position
    }

    /// Whether two cubes differ at most in how they are held.
    pub fn is_same_cube(&self, other: &Self) -> bool {
        self.size == other.size && self.cubies() == other.cubies()
    }
}

impl Cubies {
    /// The class, as far as it matters: two corners of a 2×2×2 can be exchanged.
    pub(crate) fn reachable_class(&self, size: Size) -> Class {
        let class = self.class();
        match size {
            Size::Three => class,
            Size::Two => Class { twist: class.twist, ..Class::default() },
        }
    }
}

impl FromStr for Position {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Self, Faults> {
        Setup::parse(text)?.validate(None)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stickers.iter().try_for_each(|&colour| write!(f, "{}", FACES[usize::from(colour)]))
    }
}
