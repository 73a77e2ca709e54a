//! A position, for people: it prints, compares and checks moves.
//!
//! Its rules are written to be right by looking at them: pieces lie on a grid and move square by square. They share
//! nothing with the tables that the search uses, so that a solution replayed here is checked.

use std::fmt;
use std::sync::Arc;

use crate::geometry::{Direction, Square};
use crate::metric::Metric;
use crate::notation::Shift;
use crate::puzzle::{Condition, Puzzle, Target};
use crate::text;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// On the board, with the upper left corner of the smallest rectangle around it here.
    On(Square),
    /// Gone through the exit of this number.
    Left(usize),
}

/// The pieces of a puzzle, each somewhere. Two positions are equal when every piece is at the same place.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) places: Vec<Place>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.places == other.places && (Arc::ptr_eq(&self.puzzle, &other.puzzle) || self.puzzle == other.puzzle)
    }
}

impl Eq for Position {}

/// A move that the position or the metric does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalShift {
    /// A label without a piece.
    #[error("there is no piece `{0}`")]
    NoSuchPiece(char),
    /// No piece, no way, or a piece named twice.
    #[error("{0} has no direction, or names a piece twice")]
    Senseless(Shift),
    /// A piece that has left.
    #[error("piece `{0}` has left the board")]
    Gone(char),
    /// A piece that may not go that way.
    #[error("piece `{0}` may not go {way}", way = .1.word())]
    Locked(char, Direction),
    /// Something in the way.
    #[error("piece `{0}` cannot go {way}: {2} is in the way at {3}", way = .1.word())]
    Blocked(char, Direction, String, Square),
    /// More than one move of the metric.
    #[error("{0} is not one {1}")]
    NotOne(Shift, Metric),
}

impl Position {
    /// The start of a puzzle.
    pub fn start(puzzle: Arc<Puzzle>) -> Self {
        let places = puzzle.pieces().iter().map(|piece| Place::On(piece.start)).collect();
        Self { puzzle, places }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Where each piece is.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The piece, by number, on a square.
    pub fn piece_on(&self, square: Square) -> Option<usize> {
        (0..self.places.len()).find(|&piece| self.cells(piece).contains(&square))
    }

    /// The squares that a piece, by number, covers: none where it has left.
    pub fn cells(&self, piece: usize) -> Vec<Square> {
        match self.places[piece] {
            Place::On(corner) => self.puzzle.pieces()[piece].cells_at(corner).collect(),
            Place::Left(_) => Vec::new(),
        }
    }

    /// Moves pieces, as one move of a metric.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_blocks::{Metric, Position, Puzzle, parse_shifts};
    /// let puzzle: Arc<Puzzle> = Arc::new("ab..\n....\n\n....\n...a".parse()?);
    /// let mut position = Position::start(puzzle);
    /// let shifts = parse_shifts("bR2 aRDR2")?;
    /// position.try_shift(&shifts[0], Metric::Slide)?;
    /// assert!(position.clone().try_shift(&shifts[1], Metric::Slide).is_err());
    /// position.try_shift(&shifts[1], Metric::Move)?;
    /// assert!(position.is_goal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalShift`]; the position is unchanged then.
    pub fn try_shift(&mut self, shift: &Shift, metric: Metric) -> Result<(), IllegalShift> {
        let mut pieces = Vec::with_capacity(shift.pieces.len());
        for &label in &shift.pieces {
            let piece = self.puzzle.piece(label).ok_or(IllegalShift::NoSuchPiece(label))?;
            if pieces.contains(&piece) {
                return Err(IllegalShift::Senseless(shift.clone()));
            }
            pieces.push(piece);
        }
        if pieces.is_empty() || shift.path.is_empty() {
            return Err(IllegalShift::Senseless(shift.clone()));
        }
        let is_straight = shift.path.iter().all(|direction| *direction == shift.path[0]);
        let is_one = match metric {
            Metric::Step => pieces.len() == 1 && shift.path.len() == 1,
            Metric::Slide => pieces.len() == 1 && is_straight,
            Metric::Move => pieces.len() == 1,
            Metric::Group => is_straight && self.hang_together(&pieces),
        };
        if !is_one {
            return Err(IllegalShift::NotOne(shift.clone(), metric));
        }
        let mut after = self.clone();
        for &direction in &shift.path {
            after.step(&pieces, direction)?;
        }
        *self = after;
        Ok(())
    }

    /// Whether a way over touching pieces leads from each to each.
    fn hang_together(&self, pieces: &[usize]) -> bool {
        let touch = |a: usize, b: usize| {
            let (a, b) = (self.cells(a), self.cells(b));
            a.iter()
                .any(|square| Direction::ALL.iter().any(|&way| square.step(way).is_some_and(|next| b.contains(&next))))
        };
        let mut reached = vec![pieces[0]];
        let mut next = 0;
        while let Some(&piece) = reached.get(next) {
            next += 1;
            for &other in pieces {
                if !reached.contains(&other) && touch(piece, other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == pieces.len()
    }

    /// Moves pieces together by one square.
    fn step(&mut self, pieces: &[usize], direction: Direction) -> Result<(), IllegalShift> {
        for &piece in pieces {
            let label = self.puzzle.pieces()[piece].label;
            if !self.puzzle.pieces()[piece].lock.allows(direction) {
                return Err(IllegalShift::Locked(label, direction));
            }
            if matches!(self.places[piece], Place::Left(_)) {
                return Err(IllegalShift::Gone(label));
            }
        }
        let blocked = |&piece: &usize| Some((piece, self.obstacle(piece, pieces, direction)?));
        let Some((piece, (obstacle, square))) = pieces.iter().find_map(blocked) else {
            for &piece in pieces {
                if let Place::On(corner) = &mut self.places[piece] {
                    *corner = corner.step(direction).expect("the way is free");
                }
            }
            return Ok(());
        };
        if let [piece] = *pieces
            && let Some(exit) = self.way_out(piece, direction)
        {
            self.places[piece] = Place::Left(exit);
            return Ok(());
        }
        let label = self.puzzle.pieces()[piece].label;
        Err(IllegalShift::Blocked(label, direction, obstacle, square))
    }

    /// What is in the way of one of several pieces that move together, and where.
    fn obstacle(&self, piece: usize, together: &[usize], direction: Direction) -> Option<(String, Square)> {
        self.cells(piece).into_iter().find_map(|square| {
            let Some(next) = square.step(direction) else { return Some(("a wall".to_owned(), square)) };
            if !self.puzzle.may_enter(piece, next) {
                let is_gate = self.puzzle.gates().iter().any(|gate| gate.cells.contains(&next));
                return Some(((if is_gate { "a gate" } else { "a wall" }).to_owned(), next));
            }
            let other = self.piece_on(next).filter(|other| !together.contains(other))?;
            Some((format!("piece `{}`", self.puzzle.pieces()[other].label), next))
        })
    }

    /// The exit through which a piece leaves when it moves on in a direction in which the board ends for it: every
    /// square of the piece goes on and on until it is through, and meets nothing on the way.
    fn way_out(&self, piece: usize, direction: Direction) -> Option<usize> {
        let cells = self.cells(piece);
        // While the board itself lets it go on, it stays.
        if cells.iter().all(|cell| cell.step(direction).is_some_and(|next| self.puzzle.may_enter(piece, next))) {
            return None;
        }
        let passes = |exit: usize| {
            let exit = &self.puzzle.exits()[exit];
            exit.direction == direction
                && exit.admits(piece)
                && cells.iter().all(|&cell| {
                    let mut square = cell;
                    while !exit.cells.contains(&square) {
                        let Some(next) = square.step(direction) else { return false };
                        let is_free = self.piece_on(next).is_none_or(|other| other == piece);
                        if !self.puzzle.may_enter(piece, next) || !is_free {
                            return false;
                        }
                        square = next;
                    }
                    true
                })
        };
        (0..self.puzzle.exits().len()).find(|&exit| passes(exit))
    }

    /// Whether some goal is reached.
    pub fn is_goal(&self) -> bool {
        self.puzzle.goals().iter().any(|goal| self.meets(goal))
    }

    /// Whether every condition holds, alike pieces standing in for each other.
    fn meets(&self, goal: &[Condition]) -> bool {
        let mut wanted: Vec<(usize, &Target)> = Vec::new();
        for condition in goal {
            match condition {
                Condition::Empty(cells) if cells.iter().any(|&square| self.piece_on(square).is_some()) => return false,
                Condition::Empty(_) => {}
                Condition::Piece(piece, target) => wanted.push((*piece, target)),
            }
        }
        self.assign(&wanted, &mut vec![false; self.places.len()])
    }

    /// Whether pieces that are not yet used can be found for all that is wanted.
    fn assign(&self, wanted: &[(usize, &Target)], used: &mut [bool]) -> bool {
        let Some(((piece, target), rest)) = wanted.split_first() else { return true };
        let group = self.puzzle.alike().iter().find(|group| group.contains(piece));
        let candidates = group.map_or(std::slice::from_ref(piece), Vec::as_slice);
        candidates.iter().any(|&candidate| {
            if used[candidate] || !self.is_at(candidate, target) {
                return false;
            }
            used[candidate] = true;
            let found = self.assign(rest, used);
            used[candidate] = false;
            found
        })
    }

    /// Whether a piece, by number, is where a goal wants it.
    pub fn is_at(&self, piece: usize, target: &Target) -> bool {
        match (target, self.places[piece]) {
            (Target::At(corner), Place::On(here)) => *corner == here,
            (Target::Within(cells), Place::On(_)) => self.cells(piece).iter().all(|square| cells.contains(square)),
            (Target::Leaves(exit), Place::Left(through)) => *exit == through,
            (Target::At(_) | Target::Within(_), Place::Left(_)) | (Target::Leaves(_), Place::On(_)) => false,
        }
    }
}

impl fmt::Display for Position {
    /// The board as a grid; pieces that have left are not on it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut grid = String::new();
        text::write_grid(self.puzzle.setup(), &mut grid, |square| {
            self.piece_on(square).map(|piece| self.puzzle.pieces()[piece].label)
        })?;
        f.write_str(grid.trim_end_matches('\n'))
    }
}
