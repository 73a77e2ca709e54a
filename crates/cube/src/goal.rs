//! What is asked for: the solved cube, any other, or a part of the solved one.

use std::fmt;

use crate::cubies::{Class, Cubies, SOLVED};
use crate::facelet::{FACES, MOST, corner, corner_colours, destinations, edge, edge_colours, name};
use crate::fault::{Fault, Faults};
use crate::position::Position;
use crate::setup::{Setup, colour};
use crate::size::Size;

/// A goal. How the cube is held in the end does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A whole cube.
    Cube(Position),
    /// Some stickers of the solved 3×3×3; all others may be any.
    Part(Mask),
}

/// Partial goals by name: the corners and edges that must be solved, and whether all stickers above must show one colour.
const PARTS: [(&str, &[usize], &[usize], bool); 9] = [
    ("cross", &[], &[4, 5, 6, 7], false),
    ("first-layer", &[4, 5, 6, 7], &[4, 5, 6, 7], false),
    ("f2l", &[4, 5, 6, 7], &[4, 5, 6, 7, 8, 9, 10, 11], false),
    ("oll", &[4, 5, 6, 7], &[4, 5, 6, 7, 8, 9, 10, 11], true),
    ("corners", &[0, 1, 2, 3, 4, 5, 6, 7], &[], false),
    ("edges", &[], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], false),
    ("1x2x3", &[5, 6], &[6, 9, 10], false),
    ("2x2x2", &[6], &[6, 7, 10], false),
    ("2x2x3", &[6, 7], &[4, 6, 7, 10, 11], false),
];

/// Which stickers of the solved cube a goal wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    name: Option<&'static str>,
    wanted: [bool; MOST],
    /// For each place, a bit for each piece and turn of it that shows what is wanted.
    corners: [u32; 8],
    edges: [u32; 12],
}

impl Mask {
    fn new(name: Option<&'static str>, wanted: [bool; MOST]) -> Self {
        let shows = |place: [usize; 3], at: usize, corner: u8| {
            let piece = corner_colours(usize::from(corner / 3));
            (0..3).all(|index| {
                let shown = piece[(index + 3 - usize::from(corner % 3)) % 3];
                !wanted[place[index]] || shown == corner_colours(at)[index]
            })
        };
        let corners = std::array::from_fn(|at| {
            (0..24u8)
                .filter(|&value| shows(corner(Size::Three, at), at, value))
                .fold(0, |bits, value| bits | 1 << value)
        });
        let edges = std::array::from_fn(|at| {
            let shows = |value: &u8| {
                let piece = edge_colours(usize::from(value / 2));
                (0..2).all(|index| {
                    !wanted[edge(at)[index]] || piece[(index + usize::from(value % 2)) % 2] == edge_colours(at)[index]
                })
            };
            (0..24u8).filter(shows).fold(0, |bits, value| bits | 1 << value)
        });
        Self { name, wanted, corners, edges }
    }

    fn named(asked: &str) -> Option<Self> {
        let (name, corners, edges, has_top) = PARTS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(asked))?;
        let mut wanted = [false; MOST];
        for face in 0..6 {
            wanted[9 * face + 4] = true;
        }
        let corners = corners.iter().flat_map(|&at| corner(Size::Three, at));
        for sticker in corners.chain(edges.iter().flat_map(|&at| edge(at))) {
            wanted[sticker] = true;
        }
        if *has_top {
            wanted[..9].fill(true);
        }
        Some(Self::new(Some(name), wanted))
    }

    /// Stickers of the solved cube with dots between.
    fn dotted(text: &str) -> Result<Self, Faults> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != MOST {
            return Err(Fault::Size { found: letters.len(), size: Size::Three }.into());
        }
        let (mut wanted, mut faults) = ([false; MOST], Vec::new());
        for (at, &letter) in letters.iter().enumerate().filter(|(_, letter)| **letter != '.') {
            let right = FACES[at / 9];
            match colour(letter) {
                Some(colour) if usize::from(colour) == at / 9 => wanted[at] = true,
                Some(colour) => {
                    faults.push(Fault::NotSolved { place: at + 1, found: FACES[usize::from(colour)], right });
                }
                None => faults.push(Fault::NotAColour { found: letter, place: at + 1 }),
            }
        }
        Faults::check(faults)?;
        Ok(Self::new(None, wanted))
    }

    /// Whether a cube shows all that is wanted.
    #[inline]
    pub(crate) fn admits(&self, cubies: &Cubies) -> bool {
        cubies.corners.iter().zip(&self.corners).all(|(&corner, wanted)| wanted >> corner & 1 == 1)
            && cubies.edges.iter().zip(&self.edges).all(|(&edge, wanted)| wanted >> edge & 1 == 1)
    }

    /// The corners that must be at home, every one solved.
    pub(crate) fn corners(&self) -> Vec<u8> {
        (0..8u8).filter(|&piece| self.corners[usize::from(piece)] == 1 << (3 * piece)).collect()
    }

    /// The edges that must be at home, every one solved.
    pub(crate) fn edges(&self) -> Vec<u8> {
        (0..12u8).filter(|&piece| self.edges[usize::from(piece)] == 1 << (2 * piece)).collect()
    }

    /// Whether it wants whole pieces: each place either has its own piece, solved, or may have any.
    pub(crate) fn is_of_pieces(&self) -> bool {
        let is_any = |bits: &u32| *bits == (1 << 24) - 1;
        let is_one = |bits: &u32| bits.is_power_of_two();
        self.corners.iter().chain(&self.edges).all(|bits| is_any(bits) || is_one(bits))
    }

    /// What of a class does not matter, because what is not wanted can make up for it.
    fn forgives(&self, class: Class) -> Class {
        let turned = |bits: u32, turns: u32| {
            (0..24 / turns).any(|piece| (bits >> (piece * turns) & ((1 << turns) - 1)).count_ones() > 1)
        };
        let pieces = |bits: u32, turns: u32| {
            (0..24 / turns)
                .filter(|piece| bits >> (piece * turns) & ((1 << turns) - 1) != 0)
                .fold(0u32, |set, piece| set | 1 << piece)
        };
        let swaps = |places: &[u32], turns: u32| {
            let sets: Vec<u32> = places.iter().map(|&bits| pieces(bits, turns)).collect();
            sets.iter().enumerate().any(|(at, set)| sets[..at].iter().any(|other| (set & other).count_ones() > 1))
        };
        Class {
            twist: if self.corners.iter().any(|&bits| turned(bits, 3)) { 0 } else { class.twist },
            flip: if self.edges.iter().any(|&bits| turned(bits, 2)) { 0 } else { class.flip },
            is_odd: class.is_odd && !swaps(&self.corners, 3) && !swaps(&self.edges, 2),
        }
    }
}

impl Goal {
    /// Reads `solved`, the name of a part, a cube, or stickers of the solved cube with dots for those that may be any.
    ///
    /// ```
    /// use fewest_cube::{Goal, Size};
    /// assert_eq!(Goal::read("cross", Size::Three)?.to_string(), "cross");
    /// assert!(Goal::read("cross", Size::Two).is_err());
    /// # Ok::<(), fewest_cube::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn read(text: &str, size: Size) -> Result<Self, Faults> {
        let text = text.trim();
        let part = Mask::named(text);
        let is_dotted = text.contains('.') && text.chars().all(|c| c == '.' || c.is_whitespace() || c.is_alphabetic());
        match (part, size) {
            (None, _) if !is_dotted => {
                let is_word =
                    text.len() > 3 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-') && text != "solved";
                if is_word {
                    let known = Self::parts().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                    return Err(Fault::NoGoal { found: text.chars().take(40).collect(), known }.into());
                }
                Setup::parse(text)?.validate(Some(size)).map(Self::Cube)
            }
            (_, Size::Two) => Err(Fault::NoMask { found: text.chars().take(40).collect() }.into()),
            (Some(part), _) => Ok(Self::Part(part)),
            (None, _) => Mask::dotted(text).map(Self::Part),
        }
    }

    /// The names of parts.
    pub fn parts() -> impl Iterator<Item = &'static str> {
        PARTS.iter().map(|(name, ..)| *name)
    }

    /// Whether a cube is a goal.
    pub fn is_met_by(&self, position: &Position) -> bool {
        match self {
            Self::Cube(goal) => goal.is_same_cube(position),
            Self::Part(mask) => position.size() == Size::Three && mask.admits(&position.cubies()),
        }
    }

    /// For each sticker of a position, however it is held, the colour that the goal wants there; nothing where any will do.
    ///
    /// ```
    /// use fewest_cube::{Goal, Position, Size};
    /// let goal = Goal::read("cross", Size::Three)?;
    /// let position: Position = "x".parse()?;
    /// // Held like this, the face below looks to the front.
    /// assert_eq!(goal.wanted(&position).iter().filter(|wanted| wanted.is_some()).count(), 14);
    /// assert_eq!(goal.wanted(&position)[18 + 4], Some(3));
    /// # Ok::<(), fewest_cube::Faults>(())
    /// ```
    pub fn wanted(&self, position: &Position) -> Vec<Option<u8>> {
        let size = position.size();
        let (end, mut wanted) = match self {
            Self::Cube(goal) => (Position::of_cubies(size, &goal.cubies()), vec![true; size.facelets()]),
            Self::Part(mask) => (Position::solved(size), mask.wanted[..size.facelets()].to_vec()),
        };
        let mut end = end;
        for mv in position.hold() {
            let before = wanted.clone();
            for (from, to) in destinations(size, mv).iter().enumerate() {
                wanted[*to] = before[from];
            }
            end.make(mv);
        }
        end.stickers().iter().zip(wanted).map(|(&colour, wanted)| wanted.then_some(colour)).collect()
    }

    /// Whether it is the solved cube.
    pub fn is_solved(&self) -> bool {
        matches!(self, Self::Cube(goal) if goal.cubies() == SOLVED)
    }

    /// What keeps a cube from the goal for ever: all zero where nothing does.
    pub fn obstacle(&self, position: &Position) -> Class {
        match self {
            Self::Cube(goal) => goal.cubies().inverse().then(&position.cubies()).reachable_class(position.size()),
            Self::Part(mask) => mask.forgives(position.class()),
        }
    }

    /// Why a cube cannot reach the goal, and what would mend that; empty where it can.
    pub fn explain_obstacle(&self, position: &Position) -> Vec<String> {
        let class = self.obstacle(position);
        let seen = match self {
            Self::Cube(goal) => goal.cubies().inverse().then(&position.cubies()),
            Self::Part(_) => position.cubies(),
        };
        let mut reasons = Vec::new();
        if class.twist != 0 {
            // The corner that is at home and twisted by just that; or one that is twisted so; or any.
            let at = (0..8).find(|&at| usize::from(seen.corners[at]) == 3 * at + usize::from(class.twist));
            let at = at.or_else(|| (0..8).find(|&at| seen.corners[at] % 3 == class.twist)).unwrap_or(0);
            let (is, mend) =
                if class.twist == 1 { ("clockwise", "counter-clockwise") } else { ("counter-clockwise", "clockwise") };
            reasons.push(format!(
                "the corners together are twisted by a third {is}, which no turn changes: twist one corner {mend}, such as that at {}",
                name(&corner_colours(at))
            ));
        }
        if class.flip != 0 {
            let at = (0..12).find(|&at| usize::from(seen.edges[at]) == 2 * at + 1);
            let at = at.or_else(|| (0..12).find(|&at| seen.edges[at] & 1 == 1)).unwrap_or(0);
            reasons.push(format!(
                "an odd number of edges is flipped, which no turn changes: flip one edge, exchanging its two stickers, such as that at {}",
                name(&edge_colours(at))
            ));
        }
        if class.is_odd {
            let exchanged = |bytes: &[u8], turns: u8| {
                let piece = |at: usize| usize::from(bytes[at] / turns);
                (0..bytes.len()).find(|&at| piece(at) != at && piece(piece(at)) == at).map(|at| (at, piece(at)))
            };
            let mend = match (exchanged(&seen.edges, 2), exchanged(&seen.corners, 3)) {
                (Some((a, b)), _) => format!("the edges at {} and {}", name(&edge_colours(a)), name(&edge_colours(b))),
                (None, Some((a, b))) => {
                    format!("the corners at {} and {}", name(&corner_colours(a)), name(&corner_colours(b)))
                }
                (None, None) => "two edges, such as those at UR and UF".to_owned(),
            };
            reasons.push(format!(
                "two pieces are exchanged, which no turn does alone (the permutation is odd): exchange {mend}"
            ));
        }
        reasons
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cube(_) if self.is_solved() => f.write_str("solved"),
            Self::Cube(goal) => write!(f, "{goal}"),
            Self::Part(Mask { name: Some(name), .. }) => f.write_str(name),
            Self::Part(mask) => mask
                .wanted
                .iter()
                .enumerate()
                .try_for_each(|(at, &wanted)| write!(f, "{}", if wanted { FACES[at / 9] } else { '.' })),
        }
    }
}
