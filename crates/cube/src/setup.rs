//! Text that may be a cube: a scramble, or stickers.

use crate::cubies::{Cubies, FIXED, SOLVED};
use crate::facelet::{FACES, corner, corner_colours, edge, edge_colours, name, opposite};
use crate::fault::{Fault, Faults};
use crate::notation::{Move, parse_moves};
use crate::position::Position;
use crate::size::Size;

/// The longest text that is read.
pub const MAX_TEXT: usize = 1 << 14;

/// What was written, before anyone looked whether it is a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Moves from the solved cube.
    Scramble(String),
    /// Stickers in the order of [`Position`], spaces left out. A net was put in that order.
    Stickers(Vec<char>),
}

impl Setup {
    /// Reads a scramble, stickers in the order U R F D L B, an unfolded net, or `solved`.
    ///
    /// # Errors
    /// [`Fault::Empty`] or [`Fault::TooLong`].
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let text = text.trim();
        if text.is_empty() {
            return Err(Fault::Empty.into());
        }
        if text.eq_ignore_ascii_case("solved") {
            return Ok(Self::Scramble(String::new()));
        }
        if !Self::is_stickers(text) {
            return Ok(Self::Scramble(text.to_owned()));
        }
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace() && *c != '/').collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        Ok(Self::Stickers(unfolded(&rows).unwrap_or_else(|| rows.concat())))
    }

    /// Whether a text looks like stickers: letters that are faces or colours, many in a word, in many lines, or with colours
    /// that are no moves.
    pub fn is_stickers(text: &str) -> bool {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let words = || text.split(|c: char| c.is_whitespace() || c == '/');
        let is_sticker =
            |c: char| matches!(c.to_ascii_uppercase(), 'U' | 'R' | 'F' | 'D' | 'L' | 'B' | 'W' | 'Y' | 'G' | 'O');
        let stickers = text.chars().filter(|&c| is_sticker(c)).count();
        let has_moves = text.contains(['\'', '’', '2', '(', '[']);
        let is_long = words().any(|word| word.chars().count() >= 4);
        let is_net = text.lines().filter(|line| !line.trim().is_empty()).count() >= 6;
        let has_colours = text.contains(['W', 'Y', 'G', 'O']);
        !has_moves && stickers * 10 >= letters * 9 && letters >= 16 && (is_long || is_net || has_colours)
    }

    /// The cube, where it is one: every piece is there once. Whether turns lead to it from the solved one is for
    /// [`Position::class`] to say.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn validate(self, size: Option<Size>) -> Result<Position, Faults> {
        match self {
            Self::Scramble(text) => {
                let size = size.unwrap_or(Size::Three);
                let moves: Vec<Move> = parse_moves(&text, size)
                    .map_err(|error| error.iter().cloned().map(Fault::Notation).collect::<Vec<_>>())?;
                let mut position = Position::solved(size);
                for mv in moves {
                    position.make(mv);
                }
                Ok(position)
            }
            Self::Stickers(letters) => {
                let found = letters.len();
                let mut faults = Vec::new();
                let mut colours = Vec::new();
                for (place, &found) in (1..).zip(&letters) {
                    match colour(found) {
                        Some(colour) => colours.push(colour),
                        None => faults.push(Fault::NotAColour { found, place }),
                    }
                }
                let own = [Size::Two, Size::Three].into_iter().find(|size| size.facelets() == found);
                match (own, size) {
                    (None, None) => faults.push(Fault::Count { found }),
                    (own, Some(size)) if own != Some(size) => faults.push(Fault::Size { found, size }),
                    _ => {}
                }
                Faults::check(faults)?;
                let size = own.expect("a wrong count is a fault");
                read_cubies(size, &colours)?;
                Ok(Position::from_checked(size, colours))
            }
        }
    }
}

/// The face that a letter stands for. White is above, green in front, as cubes are usually held.
pub(crate) fn colour(letter: char) -> Option<u8> {
    let face = match letter.to_ascii_uppercase() {
        'W' => 'U',
        'G' => 'F',
        'Y' => 'D',
        'O' => 'L',
        other => other,
    };
    FACES.iter().position(|&known| known == face).and_then(|face| u8::try_from(face).ok())
}

/// Puts the rows of a net into the order of stickers.
fn unfolded(rows: &[Vec<char>]) -> Option<Vec<char>> {
    let side = rows.len() / 3;
    let is_net = (2..=3).contains(&side)
        && rows.len() == 3 * side
        && (0..rows.len()).all(|row| rows[row].len() == if (side..2 * side).contains(&row) { 4 * side } else { side });
    let middle = |face: usize| rows[side..2 * side].iter().flat_map(move |row| row[face * side..][..side].to_vec());
    let outer = |first: usize| rows[first..first + side].concat();
    is_net.then(|| {
        let mut letters = outer(0);
        letters.extend(middle(2));
        letters.extend(middle(1));
        letters.extend(outer(2 * side));
        letters.extend(middle(0));
        letters.extend(middle(3));
        letters
    })
}

/// Which face each colour belongs to, as the cube is held: its centres say so, or on the 2×2×2 the corner DBL.
fn faces(size: Size, colours: &[u8]) -> Result<[u8; 6], Fault> {
    let mut faces = [u8::MAX; 6];
    let mut set = |colour: u8, face: u8| faces[usize::from(colour)] = face;
    let is_rotation = match size {
        Size::Three => {
            let centre = |face: u8| colours[usize::from(face) * 9 + 4];
            (0..6).for_each(|face| set(centre(face), face));
            (0..3).all(|face| centre(face + 3) == opposite(centre(face)))
                && is_corner([centre(0), centre(1), centre(2)])
        }
        Size::Two => {
            let shown = corner(size, FIXED).map(|facelet| colours[facelet]);
            for (colour, face) in shown.into_iter().zip(corner_colours(FIXED)) {
                set(colour, face);
                set(opposite(colour), opposite(face));
            }
            is_corner(shown)
        }
    };
    if is_rotation {
        return Ok(faces);
    }
    Err(match size {
        Size::Three => Fault::Centres { centres: name(&std::array::from_fn::<u8, 6, _>(|face| colours[face * 9 + 4])) },
        Size::Two => no_corner(FIXED, corner(size, FIXED).map(|facelet| colours[facelet])),
    })
}

/// Whether three colours, clockwise, are those of a corner.
fn is_corner(shown: [u8; 3]) -> bool {
    find_corner(shown).is_some()
}

/// The corner piece that shows these colours, with its twist.
fn find_corner(shown: [u8; 3]) -> Option<u8> {
    (0..24).find(|&corner| {
        let colours = corner_colours(usize::from(corner / 3));
        (0..3).all(|place| shown[(place + usize::from(corner % 3)) % 3] == colours[place])
    })
}

/// The edge piece that shows these colours, with its flip.
fn find_edge(shown: [u8; 2]) -> Option<u8> {
    (0..24).find(|&edge| {
        let colours = edge_colours(usize::from(edge / 2));
        (0..2).all(|place| shown[(place + usize::from(edge % 2)) % 2] == colours[place])
    })
}

fn no_corner(place: usize, shown: [u8; 3]) -> Fault {
    Fault::NoCorner { place: name(&corner_colours(place)), colours: name(&shown) }
}

/// The cubies of a cube, as seen from how it is held.
pub(crate) fn read_cubies(size: Size, colours: &[u8]) -> Result<Cubies, Faults> {
    let mut faults = Vec::new();
    let expected = size.side() * size.side();
    for colour in 0..6u8 {
        let found: usize = colours.iter().map(|&shown| usize::from(shown == colour)).sum();
        if found != expected {
            faults.push(Fault::Colour { colour: FACES[usize::from(colour)], found, expected });
        }
    }
    let faces = faces(size, colours).unwrap_or_else(|fault| {
        faults.push(fault);
        [0, 1, 2, 3, 4, 5]
    });
    let mut cubies = SOLVED;
    let shown = |facelet: usize| colours[facelet];
    let face = |colour: u8| faces[usize::from(colour)];
    // Pieces are named by their colours, places by their faces.
    let own = |names: &[u8]| {
        let colour = |wanted: &u8| (0..6u8).find(|&colour| face(colour) == *wanted).unwrap_or(*wanted);
        name(&names.iter().map(colour).collect::<Vec<_>>())
    };
    let mut corners: Vec<Vec<usize>> = vec![Vec::new(); 8];
    for place in 0..8 {
        let seen = corner(size, place).map(shown);
        match find_corner(seen.map(face)) {
            Some(found) => {
                cubies.corners[place] = found;
                corners[usize::from(found / 3)].push(place);
            }
            None if size == Size::Two && place == FIXED => {}
            None => faults.push(no_corner(place, seen)),
        }
    }
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); if size == Size::Three { 12 } else { 0 }];
    for place in 0..edges.len() {
        let seen = edge(place).map(shown);
        match find_edge(seen.map(face)) {
            Some(found) => {
                cubies.edges[place] = found;
                edges[usize::from(found / 2)].push(place);
            }
            None => faults.push(Fault::NoEdge { place: name(&edge_colours(place)), colours: name(&seen) }),
        }
    }
    let mut missing = Vec::new();
    let mut count = |colours: &[u8], places: &[usize], place_name: fn(usize) -> String| match places {
        [] => missing.push(own(colours)),
        [_] => {}
        _ => faults.push(Fault::Doubled {
            piece: own(colours),
            places: places.iter().map(|&place| place_name(place)).collect(),
        }),
    };
    for (piece, places) in corners.iter().enumerate() {
        count(&corner_colours(piece), places, |place| name(&corner_colours(place)));
    }
    for (piece, places) in edges.iter().enumerate() {
        count(&edge_colours(piece), places, |place| name(&edge_colours(place)));
    }
    if !missing.is_empty() {
        faults.push(Fault::Missing { pieces: missing });
    }
    Faults::check(faults)?;
    Ok(cubies)
}
