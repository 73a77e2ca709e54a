//! Moves as text: face turns, wide turns, slices, rotations, groups, commutators and conjugates.
//!
//! `R` turns the right face clockwise, `R'` the other way, `R2` by a half. `Rw` or `r` turns two layers; `M`, `E` and `S`
//! turn the layer in the middle as `L`, `D` and `F` turn; `x`, `y` and `z` turn the whole cube as `R`, `U` and `F` turn. A
//! group in parentheses may be repeated, `(R U R' U')3`, or taken back, `(R U)'`. `[A, B]` is A B A' B', and `[A: B]` is
//! A B A'.

use std::fmt;

use crate::size::{Metric, Size};

/// The most moves that a text may stand for.
pub const MAX_MOVES: usize = 10_000;

/// How deep groups may lie in each other.
const MAX_NESTING: usize = 30;

/// Some layers of one axis are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// 0 from left to right, 1 from below to above, 2 from the back to the front.
    axis: u8,
    /// Bit 0: the layer at the left, below or behind; bit 1: the one in the middle; bit 2: the one opposite to the first.
    layers: u8,
    /// Quarter turns clockwise, 1 to 3, seen from the right, from above or from the front.
    quarters: u8,
}

/// The outer layer that faces the positive end of an axis; the middle layer; the whole cube.
const FRONT: u8 = 0b100;
const MIDDLE: u8 = 0b010;
const BACK: u8 = 0b001;
const WHOLE: u8 = 0b111;

/// Letters, with axis, layers and whether they turn clockwise as seen from the positive end.
const LETTERS: [(&str, u8, u8, bool); 24] = [
    ("R", 0, FRONT, true),
    ("L", 0, BACK, false),
    ("U", 1, FRONT, true),
    ("D", 1, BACK, false),
    ("F", 2, FRONT, true),
    ("B", 2, BACK, false),
    ("M", 0, MIDDLE, false),
    ("E", 1, MIDDLE, false),
    ("S", 2, MIDDLE, true),
    ("Rw", 0, FRONT | MIDDLE, true),
    ("Lw", 0, BACK | MIDDLE, false),
    ("Uw", 1, FRONT | MIDDLE, true),
    ("Dw", 1, BACK | MIDDLE, false),
    ("Fw", 2, FRONT | MIDDLE, true),
    ("Bw", 2, BACK | MIDDLE, false),
    ("x", 0, WHOLE, true),
    ("y", 1, WHOLE, true),
    ("z", 2, WHOLE, true),
    ("r", 0, FRONT | MIDDLE, true),
    ("l", 0, BACK | MIDDLE, false),
    ("u", 1, FRONT | MIDDLE, true),
    ("d", 1, BACK | MIDDLE, false),
    ("f", 2, FRONT | MIDDLE, true),
    ("b", 2, BACK | MIDDLE, false),
];

impl Move {
    /// A turn of the layer at a face, 0 to 5 in the order U R F D L B, by so many quarters clockwise, 1 to 3.
    pub(crate) fn face(face: u8, quarters: u8) -> Self {
        let axis = [1, 0, 2][usize::from(face % 3)];
        let layers = if face < 3 { FRONT } else { BACK };
        Self { axis, layers, quarters: if face < 3 { quarters } else { 4 - quarters } }
    }

    /// A turn of the middle layer between a face and its opposite, clockwise as the face turns.
    pub(crate) fn slice(face: u8, quarters: u8) -> Self {
        Self { layers: MIDDLE, ..Self::face(face, quarters) }
    }

    /// A rotation of the whole cube.
    pub(crate) fn rotation(axis: u8, quarters: u8) -> Self {
        Self { axis, layers: WHOLE, quarters }
    }

    /// How many numbers of moves there are.
    pub(crate) const COUNT: usize = 3 * 8 * 4;

    /// A number of its own for each move.
    pub(crate) fn number(self) -> usize {
        (self.axis() * 8 + usize::from(self.layers)) * 4 + usize::from(self.quarters)
    }

    /// The axis, 0 to 2: left to right, below to above, back to front.
    pub fn axis(self) -> usize {
        usize::from(self.axis)
    }

    /// Whether it turns a layer: 0 is the one at the left, below or behind.
    pub fn turns_layer(self, layer: usize) -> bool {
        self.layers >> layer & 1 == 1
    }

    /// Quarter turns clockwise, seen from the right, from above or from the front.
    pub fn quarters(self) -> u8 {
        self.quarters
    }

    /// The move that takes it back.
    pub fn inverse(self) -> Self {
        Self { quarters: 4 - self.quarters, ..self }
    }

    /// Whether a cube of this size has such a move.
    pub fn is_for(self, size: Size) -> bool {
        size == Size::Three || matches!(self.layers, FRONT | BACK | WHOLE)
    }

    /// What it counts.
    pub fn cost(self, metric: Metric) -> u64 {
        let quarters = if self.quarters == 2 { 2 } else { 1 };
        match (self.layers, metric) {
            (WHOLE, _) => 0,
            (MIDDLE, Metric::Htm) => 2,
            (MIDDLE, Metric::Qtm) => 2 * quarters,
            (_, Metric::Qtm) => quarters,
            _ => 1,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = LETTERS.iter().find(|(_, axis, layers, _)| (*axis, *layers) == (self.axis, self.layers));
        let (letter, _, _, is_clockwise) = known.expect("every move has a letter");
        let quarters = if *is_clockwise { self.quarters } else { 4 - self.quarters };
        f.write_str(letter)?;
        f.write_str(["", "", "2", "'"][usize::from(quarters)])
    }
}

/// One thing that is wrong with moves. Characters are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum NotationFault {
    /// Something that is no move.
    #[error(
        "character {place}: {found:?} is not a move; write faces U R F D L B, wide turns such as Rw, slices M E S or rotations x y z, each followed by nothing, 2 or '"
    )]
    NotAMove { found: String, place: usize },
    /// A move that the cube does not have.
    #[error("character {place}: the 2×2×2 has no {found}: its moves are U R F D L B and the rotations x y z")]
    NotOfTwo { found: String, place: usize },
    /// A group that does not end.
    #[error("character {place}: {open:?} is never closed; write {close:?} where the group ends")]
    Open { open: char, close: char, place: usize },
    /// An end without a beginning.
    #[error("character {place}: {found:?} closes nothing; remove it, or open the group before it")]
    Close { found: char, place: usize },
    /// Square brackets without the mark in the middle.
    #[error("character {place}: square brackets need `,` or `:` in the middle, as in [R, U] or [R: U]")]
    NoMiddle { place: usize },
    /// More than anyone needs.
    #[error("there are too many moves: write at most {MAX_MOVES}")]
    TooMany,
    /// Groups in groups in groups.
    #[error("character {place}: groups are nested deeper than {MAX_NESTING} levels")]
    TooDeep { place: usize },
}

/// Everything that is wrong with moves; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(Vec<NotationFault>);

impl NotationError {
    /// The faults in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = &NotationFault> {
        self.0.iter()
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for NotationError {}

/// Writes moves apart by spaces.
pub fn format_moves(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads moves; every fault is found at once.
///
/// ```
/// use fewest_cube::{Size, format_moves, parse_moves};
/// let moves = parse_moves("(R U')2 [M, U2] r' 2Lw", Size::Three)?;
/// assert_eq!(format_moves(&moves), "R U' R U' M U2 M' U2 Rw' Lw");
/// let error = parse_moves("R Q U3 (F", Size::Three).unwrap_err();
/// assert_eq!(error.iter().count(), 2);
/// # Ok::<(), fewest_cube::NotationError>(())
/// ```
///
/// # Errors
/// All that is wrong.
pub fn parse_moves(text: &str, size: Size) -> Result<Vec<Move>, NotationError> {
    let mut parser = Parser { text: text.chars().collect(), at: 0, size, faults: Vec::new() };
    let mut moves = Vec::new();
    loop {
        let (part, end) = parser.sequence(0);
        moves.extend(part);
        if moves.len() > MAX_MOVES {
            parser.faults.push(NotationFault::TooMany);
            break;
        }
        match end {
            None => break,
            Some(found) => parser.faults.push(NotationFault::Close { found, place: parser.at }),
        }
    }
    if parser.faults.is_empty() { Ok(moves) } else { Err(NotationError(parser.faults)) }
}

fn inverse(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|mv| mv.inverse()).collect()
}

struct Parser {
    text: Vec<char>,
    at: usize,
    size: Size,
    faults: Vec<NotationFault>,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// Moves up to a mark that ends them, which is taken and returned.
    fn sequence(&mut self, depth: usize) -> (Vec<Move>, Option<char>) {
        let mut moves = Vec::new();
        while let Some(c) = self.peek() {
            let place = self.at + 1;
            match c {
                _ if c.is_whitespace() || c == '.' => self.at += 1,
                ')' | ']' => {
                    self.at += 1;
                    return (moves, Some(c));
                }
                ',' | ':' if depth > 0 => {
                    self.at += 1;
                    return (moves, Some(c));
                }
                ',' => self.at += 1,
                '(' | '[' if depth == MAX_NESTING => {
                    self.faults.push(NotationFault::TooDeep { place });
                    self.at = self.text.len();
                }
                '(' | '[' => {
                    self.at += 1;
                    let group = self.group(c, depth + 1, place);
                    let (times, is_inverse) = self.suffix();
                    let group = if is_inverse { inverse(&group) } else { group };
                    if group.len().saturating_mul(times).saturating_add(moves.len()) > MAX_MOVES {
                        self.faults.push(NotationFault::TooMany);
                        self.at = self.text.len();
                    } else {
                        moves.extend(group.repeat(times));
                    }
                }
                _ => moves.extend(self.single(place)),
            }
            if moves.len() > MAX_MOVES {
                self.faults.push(NotationFault::TooMany);
                self.at = self.text.len();
            }
        }
        (moves, None)
    }

    fn group(&mut self, open: char, depth: usize, place: usize) -> Vec<Move> {
        let close = if open == '(' { ')' } else { ']' };
        let mut parts = vec![];
        let mut middle = None;
        loop {
            let (part, end) = self.sequence(depth);
            parts.push(part);
            match end {
                Some(end) if end == close => break,
                Some(mark @ (',' | ':')) if open == '[' && middle.is_none() => middle = Some(mark),
                // A comma between moves of a group in parentheses only separates.
                Some(',') if open == '(' => {}
                Some(found) => self.faults.push(NotationFault::Close { found, place: self.at }),
                None => {
                    self.faults.push(NotationFault::Open { open, close, place });
                    return Vec::new();
                }
            }
        }
        match (open, middle) {
            ('(', _) => parts.concat(),
            (_, Some(mark)) => {
                let (first, second) = (parts[0].clone(), parts[1..].concat());
                let back = inverse(&first);
                let last = if mark == ',' { inverse(&second) } else { Vec::new() };
                [first, second, back, last].concat()
            }
            _ => {
                self.faults.push(NotationFault::NoMiddle { place });
                Vec::new()
            }
        }
    }

    /// How often, and whether backwards.
    fn suffix(&mut self) -> (usize, bool) {
        let (mut times, mut is_inverse) = (None, false);
        loop {
            match self.peek() {
                Some('\'' | '’' | '′' | '`' | '‘') if !is_inverse => {
                    is_inverse = true;
                    self.at += 1;
                }
                Some(c) if c.is_ascii_digit() && times.is_none() => {
                    let mut number = 0usize;
                    while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
                        number = number.saturating_mul(10).saturating_add(digit as usize);
                        self.at += 1;
                    }
                    times = Some(number);
                }
                _ => return (times.unwrap_or(1), is_inverse),
            }
        }
    }

    fn single(&mut self, place: usize) -> Option<Move> {
        let begin = self.at;
        // `2Rw` is how larger cubes write `Rw`.
        let has_two = self.peek() == Some('2');
        if has_two {
            self.at += 1;
        }
        let name: String = self.peek().into_iter().collect();
        self.at += 1;
        let is_wide = self.peek() == Some('w');
        let name = if is_wide { format!("{name}w") } else { name };
        self.at += usize::from(is_wide);
        let known = LETTERS.iter().find(|(letter, ..)| *letter == name && (!has_two || is_wide));
        let (times, is_inverse) = self.suffix();
        let end = self.at.min(self.text.len());
        let found = || self.text[begin..end].iter().take(20).collect::<String>();
        let Some(&(_, axis, layers, is_clockwise)) = known else {
            let fault = NotationFault::NotAMove { found: found(), place };
            self.faults.push(fault);
            return None;
        };
        let quarters = if is_clockwise == is_inverse { 4 - times % 4 } else { times } % 4;
        let quarters = u8::try_from(quarters).expect("below 4");
        let mv = Move { axis, layers, quarters: quarters.max(1) };
        if !mv.is_for(self.size) {
            let fault = NotationFault::NotOfTwo { found: found(), place };
            self.faults.push(fault);
        }
        (quarters > 0).then_some(mv)
    }
}
