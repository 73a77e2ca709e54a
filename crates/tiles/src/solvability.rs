//! Whether a position can reach a goal, decided without searching.
//!
//! A single step exchanges the blank with a neighbour: it changes the parity of the permutation and moves the blank
//! one cell. So the parity of the permutation plus that of the blank's distance never changes (Johnson and Story
//! 1879), and on every board with two rows and two columns it is all that matters. 2×2 is a ring of four cells, on
//! which the three tiles keep their cyclic order; the even permutations of three tiles are just the rotations, so the
//! rule holds there too. On a single line tiles never pass each other at all.

use std::fmt;

use crate::Position;

/// Whether a position can reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can.
    Solvable,
    /// It cannot.
    Unsolvable(Obstacle),
}

/// Why a position cannot reach the goal; prints as an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Permutation and blank do not match.
    OddPermutation {
        /// The two tiles, where the position is the goal with just these two exchanged.
        exchanged: Option<(u8, u8)>,
        /// Two tiles whose exchange makes the position solvable.
        remedy: (u8, u8),
    },
    /// On one line the tiles stand in another order than in the goal.
    FixedOrder {
        /// The first tile that is not in its turn.
        found: u8,
        /// The tile whose turn it is.
        expected: u8,
    },
    /// The sizes differ.
    OtherSize,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OddPermutation { exchanged: Some((14, 15)), .. } => f.write_str(
                "odd permutation: this is the 14-15 position, the goal with 14 and 15 exchanged, and no moves can undo that",
            ),
            Self::OddPermutation { exchanged: Some((a, b)), .. } => write!(
                f,
                "odd permutation: this is the goal with {a} and {b} exchanged, and no moves can undo that (the 14-15 \
                 position of this board)",
            ),
            Self::OddPermutation { exchanged: None, remedy: (a, b) } => write!(
                f,
                "odd permutation: every move preserves the parity of the permutation plus the blank's distance, and \
                 here that sum is odd; if you exchange any two tiles, such as {a} and {b}, the position can be solved",
            ),
            Self::FixedOrder { found, expected } => write!(
                f,
                "fixed order: on a board of one line, tiles never pass each other, and tile {found} is where {expected} must be",
            ),
            Self::OtherSize => f.write_str("position and goal differ in size"),
        }
    }
}

/// The two parities that moves tie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parities {
    /// Whether the permutation which takes the position to the goal, the blank counted as a tile, is odd.
    pub permutation_is_odd: bool,
    /// Steps from the blank to its goal.
    pub blank_distance: usize,
}

impl Parities {
    /// Whether both together, which no move changes, are odd: then the goal is out of reach.
    pub fn are_odd(self) -> bool {
        self.permutation_is_odd == self.blank_distance.is_multiple_of(2)
    }
}

/// The parities of a position. Both must have one size.
pub fn parities(position: &Position, goal: &Position) -> Parities {
    debug_assert_eq!(position.size(), goal.size());
    let goal_cell = goal.cells_of_tiles();
    let mut seen = vec![false; position.tiles().len()];
    let mut exchanges = 0;
    for start in 0..seen.len() {
        let mut at = start;
        // A cycle of n cells takes n − 1 exchanges.
        while !seen[at] {
            seen[at] = true;
            at = goal_cell[usize::from(position.tiles()[at])];
            exchanges += usize::from(at != start);
        }
    }
    Parities {
        permutation_is_odd: !exchanges.is_multiple_of(2),
        blank_distance: position.size().distance(position.blank(), goal.blank()),
    }
}

/// Decides whether `position` can reach `goal`.
///
/// ```
/// use fewest_tiles::{Goal, Position, Solvability, solvability};
/// let famous: Position = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
/// let goal = Goal::BlankLast.position(famous.size())?;
/// let Solvability::Unsolvable(obstacle) = solvability(&famous, &goal) else { panic!() };
/// assert!(obstacle.to_string().starts_with("odd permutation: this is the 14-15 position"));
/// # Ok::<(), fewest_tiles::Faults>(())
/// ```
pub fn solvability(position: &Position, goal: &Position) -> Solvability {
    if position.size() != goal.size() {
        return Solvability::Unsolvable(Obstacle::OtherSize);
    }
    if position.size().is_line() {
        return match mismatch(position, goal) {
            None => Solvability::Solvable,
            Some((found, expected)) => Solvability::Unsolvable(Obstacle::FixedOrder { found, expected }),
        };
    }
    if !parities(position, goal).are_odd() {
        return Solvability::Solvable;
    }
    let differing: Vec<(u8, u8)> =
        position.tiles().iter().copied().zip(goal.tiles().iter().copied()).filter(|(a, b)| a != b).collect();
    let exchanged = match differing[..] {
        [(a, b), (_, _)] if a != 0 && b != 0 => Some((a.min(b), a.max(b))),
        _ => None,
    };
    let remedy = exchanged.or_else(|| remedy(position, goal)).unwrap_or((1, 2));
    Solvability::Unsolvable(Obstacle::OddPermutation { exchanged, remedy })
}

/// The two tiles whose exchange lets a position that cannot reach the goal reach it; of several pairs the one that leaves
/// the tiles the fewest steps from their goals, and then the lowest. `None` where the position can reach the goal as it is,
/// or no single exchange is enough: on one line that is common.
///
/// ```
/// use fewest_tiles::{Goal, Position, remedy};
/// let position: Position = "1 2 3/4 8 6/7 5 0".parse()?;
/// let goal = Goal::BlankLast.position(position.size())?;
/// assert_eq!(remedy(&position, &goal), Some((5, 8)));
/// # Ok::<(), fewest_tiles::Faults>(())
/// ```
pub fn remedy(position: &Position, goal: &Position) -> Option<(u8, u8)> {
    let size = position.size();
    if size != goal.size() || is_solvable(position, goal) {
        return None;
    }
    let (cells, goal_cells) = (position.cells_of_tiles(), goal.cells_of_tiles());
    let distance = |from: usize, tile: u8| size.distance(from, goal_cells[usize::from(tile)]);
    // What an exchange saves; less than nothing where it takes tiles away from their goals.
    let gain = |(a, b): (u8, u8)| {
        let (from_a, from_b) = (cells[usize::from(a)], cells[usize::from(b)]);
        let (before, after) = (distance(from_a, a) + distance(from_b, b), distance(from_b, a) + distance(from_a, b));
        before.cast_signed() - after.cast_signed()
    };
    let helps = |(a, b): (u8, u8)| {
        // Where there are two rows and two columns, any exchange mends the parity.
        if !size.is_line() {
            return true;
        }
        let mut tiles = position.tiles().to_vec();
        tiles.swap(cells[usize::from(a)], cells[usize::from(b)]);
        is_solvable(&Position::from_checked(size, tiles), goal)
    };
    let last = position.tiles().iter().copied().max().unwrap_or(0);
    let pairs = (1..=last).flat_map(|b| (1..b).map(move |a| (a, b)));
    pairs.filter(|&pair| helps(pair)).max_by_key(|&pair| (gain(pair), std::cmp::Reverse(pair)))
}

fn is_solvable(position: &Position, goal: &Position) -> bool {
    if position.size().is_line() { mismatch(position, goal).is_none() } else { !parities(position, goal).are_odd() }
}

/// The first tile of a board of one line that is not in its turn, and the one whose turn it is.
fn mismatch(position: &Position, goal: &Position) -> Option<(u8, u8)> {
    position.order().into_iter().zip(goal.order()).find(|(found, expected)| found != expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;

    fn explain(text: &str) -> Option<String> {
        let position: Position = text.parse().unwrap();
        match solvability(&position, &Goal::BlankLast.position(position.size()).unwrap()) {
            Solvability::Solvable => None,
            Solvability::Unsolvable(obstacle) => Some(obstacle.to_string()),
        }
    }

    /// Against every pair tried by hand, on boards and on lines.
    #[test]
    fn the_remedy_is_the_exchange_that_leaves_least_to_do() {
        let mut shuffler = crate::random::Shuffler::new(5);
        let goals = ["1 2 3/4 5 6/7 8 0", "1 2/3 0", "2 1 3 0/4 7 6 5", "1 2 3 4 0/", "3/1/0/2"];
        for goal in goals.map(|text| text.parse::<Position>().unwrap()) {
            for round in 0..200 {
                let mut tiles = shuffler.uniform(&goal).tiles().to_vec();
                let cells = tiles.len();
                let last = u8::try_from(cells - 1).unwrap();
                tiles.swap(round % cells, (round / 3) % cells);
                let position = Position::from_checked(goal.size(), tiles.clone());
                let place = |tiles: &[u8], tile| tiles.iter().position(|&other| other == tile).unwrap();
                let mut best = None;
                for (a, b) in (1..=last).flat_map(|b| (1..b).map(move |a| (a, b))) {
                    let mut other = tiles.clone();
                    other.swap(place(&tiles, a), place(&tiles, b));
                    let other = Position::from_checked(goal.size(), other);
                    let steps = |tile| goal.size().distance(place(other.tiles(), tile), place(goal.tiles(), tile));
                    let manhattan: usize = (1..=last).map(steps).sum();
                    if solvability(&other, &goal) == Solvability::Solvable {
                        best = [best, Some((manhattan, (a, b)))].into_iter().flatten().min();
                    }
                }
                let wanted = best.filter(|_| solvability(&position, &goal) != Solvability::Solvable);
                assert_eq!(remedy(&position, &goal), wanted.map(|(_, pair)| pair), "{position}");
            }
        }
    }

    #[test]
    fn words_fit_the_case() {
        assert_eq!(explain("1 2 3/4 5 6/7 0 8"), None);
        assert!(explain("1 2 3/4 5 6/8 7 0").unwrap().contains("the goal with 7 and 8 exchanged"));
        assert!(explain("1 2 3/4 5 6/8 0 7").unwrap().contains("if you exchange any two tiles, such as 7 and 8"));
        assert!(explain("1 3 0 2/").unwrap().contains("tile 3 is where 2 must be"));
        assert_eq!(explain("0/"), None);
    }
}
