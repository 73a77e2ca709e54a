//! Every way in which the pieces of a partial goal can lie, by number: what counting them runs on.
//!
//! A number is that of the corners, times the ways of the edges, plus that of the edges; each counts the places of its pieces
//! first and how they are turned last. A turn changes places by one lookup, and adds to how pieces are turned.

use fewest_search::census::{RankGraph, chosen};

use crate::cubies::{Cubies, EFFECTS, SOLVED, Turn, is_odd};
use crate::goal::Mask;
use crate::position::Position;
use crate::size::{Metric, Size};
use crate::space::turns;
use crate::tables::{MOST_EDGES, corners_index, edges_index, place, placements, set_place};

/// The pieces of a partial goal, wherever they are.
///
/// ```
/// use fewest_cube::{Goal, Metric, Part, Size};
/// use fewest_search::{Limits, census::Census};
/// let Goal::Part(cross) = Goal::read("cross", Size::Three)? else { panic!("a part") };
/// let part = Part::new(&cross, Metric::Htm).expect("four edges");
/// let counted = Census::default().run(&part, &[part.goal()], &[], &Limits::default(), &mut ());
/// assert_eq!(counted.layers, [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
/// # Ok::<(), fewest_cube::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct Part {
    corners: Pieces,
    edges: Pieces,
}

/// Pieces of one sort.
#[derive(Clone, Debug)]
struct Pieces {
    /// By their places in the solved cube.
    which: Vec<u8>,
    /// How many places there are, and how many ways to be turned.
    places: usize,
    base: usize,
    /// The ways in which all of them can be turned.
    ways: usize,
    turns: usize,
    /// By the number of their places and the turn: the next number, and what is added to each piece's own turn.
    to: Vec<(u32, u32)>,
}

impl Pieces {
    fn new(pieces: Vec<u8>, places: usize, base: usize, turns: &[Turn]) -> Self {
        let taken: Vec<Vec<u8>> = turns
            .iter()
            .map(|turn| {
                let back = EFFECTS[usize::from(turn.0)].inverse();
                if base == 3 { back.corners.to_vec() } else { back.edges.to_vec() }
            })
            .collect();
        let base_byte = u8::try_from(base).expect("2 or 3");
        let count = placements(places, pieces.len());
        let mut to = Vec::with_capacity(count * turns.len());
        for number in 0..count {
            let at = set_place(number, places, pieces.len());
            for taken in &taken {
                let next: Vec<u8> = at.iter().map(|&at| taken[usize::from(at)] / base_byte).collect();
                // Where the piece goes, the turn twists what was there; taken back, that is the other way.
                let own = at.iter().map(|&at| (base - usize::from(taken[usize::from(at)] % base_byte)) % base);
                let added: usize = own.zip(worths(pieces.len(), base)).map(|(own, worth)| own * worth).sum();
                let next = place(&next, places);
                to.push((u32::try_from(next).expect("few places"), u32::try_from(added).expect("few ways")));
            }
        }
        let ways = (0..pieces.len()).map(|_| base).product();
        Self { places, base, ways, turns: turns.len(), to, which: pieces }
    }

    fn count(&self) -> usize {
        placements(self.places, self.which.len()) * self.ways
    }

    fn after(&self, index: usize, turn: usize) -> usize {
        let (next, added) = self.to[index / self.ways * self.turns + turn];
        next as usize * self.ways + self.added(index % self.ways, added as usize)
    }

    /// Digit by digit, without carries.
    fn added(&self, mut one: usize, mut other: usize) -> usize {
        if self.base == 2 {
            return one ^ other;
        }
        let (mut sum, mut worth) = (0, 1);
        while one > 0 || other > 0 {
            sum += (one + other) % self.base * worth;
            worth *= self.base;
            (one, other) = (one / self.base, other / self.base);
        }
        sum
    }

    /// The place and the turn of each piece.
    fn places_of(&self, index: usize) -> Vec<(u8, u8)> {
        let places = set_place(index / self.ways, self.places, self.which.len());
        let turned = index % self.ways;
        let digit = |worth: usize| u8::try_from(turned / worth % self.base).expect("a digit");
        places.into_iter().zip(worths(self.which.len(), self.base).map(digit)).collect()
    }
}

/// What the turn of each piece is worth, as tables count it: of corners the first most, of edges the last.
fn worths(pieces: usize, base: usize) -> impl Iterator<Item = usize> {
    let place = move |index: usize| if base == 3 { pieces - 1 - index } else { index };
    (0..pieces).map(move |index| (0..place(index)).map(|_| base).product())
}

impl Part {
    /// The pieces that a goal wants solved; nothing where it wants single stickers, or more than six edges, whose places no
    /// table holds.
    pub fn new(mask: &Mask, metric: Metric) -> Option<Self> {
        let (corners, edges) = (mask.corners(), mask.edges());
        if !mask.is_of_pieces() || edges.len() > MOST_EDGES {
            return None;
        }
        let turns = turns(Size::Three, metric);
        Some(Self { corners: Pieces::new(corners, 8, 3, &turns), edges: Pieces::new(edges, 12, 2, &turns) })
    }

    /// The number of the goal.
    pub fn goal(&self) -> u64 {
        self.number_of(&SOLVED)
    }

    /// The number of a cube.
    pub fn number(&self, position: &Position) -> u64 {
        self.number_of(&position.cubies())
    }

    fn number_of(&self, cubies: &Cubies) -> u64 {
        let (corners, edges) = (corners_index(&self.corners.which, cubies), edges_index(&self.edges.which, cubies));
        corners as u64 * self.edges.count() as u64 + edges as u64
    }

    /// A cube with this number that can be solved, where there is one: the other pieces lie in order where there is room.
    pub fn position(&self, number: u64) -> Position {
        let edges_count = self.edges.count() as u64;
        let index = |number: u64| usize::try_from(number).expect("below the count of ways");
        let mut cubies = SOLVED;
        let free_corners = fill(&mut cubies.corners, &self.corners, index(number / edges_count));
        let free_edges = fill(&mut cubies.edges, &self.edges, index(number % edges_count));
        let class = cubies.class();
        if let Some(&at) = free_corners.first() {
            let turned = cubies.corners[at] % 3 + 3 - class.twist;
            cubies.corners[at] = cubies.corners[at] / 3 * 3 + turned % 3;
        }
        if let Some(&at) = free_edges.first() {
            cubies.edges[at] ^= class.flip;
        }
        let pieces = |bytes: &[u8], turns: u8| bytes.iter().map(|byte| byte / turns).collect::<Vec<u8>>();
        if is_odd(&pieces(&cubies.corners, 3)) != is_odd(&pieces(&cubies.edges, 2)) {
            if let [first, second, ..] = free_edges[..] {
                cubies.edges.swap(first, second);
            } else if let [first, second, ..] = free_corners[..] {
                cubies.corners.swap(first, second);
            }
        }
        Position::of_cubies(Size::Three, &cubies)
    }
}

/// Puts pieces where a number says, and the others where there is room; returns the places of the latter.
fn fill(bytes: &mut [u8], pieces: &Pieces, index: usize) -> Vec<usize> {
    let base = u8::try_from(pieces.base).expect("2 or 3");
    let mut is_taken = vec![false; bytes.len()];
    for (&piece, (at, turned)) in pieces.which.iter().zip(pieces.places_of(index)) {
        bytes[usize::from(at)] = base * piece + turned;
        is_taken[usize::from(at)] = true;
    }
    let free: Vec<usize> = (0..bytes.len()).filter(|&at| !is_taken[at]).collect();
    let others = (0..u8::try_from(bytes.len()).expect("at most 12")).filter(|piece| !pieces.which.contains(piece));
    for (&at, piece) in free.iter().zip(others) {
        bytes[at] = base * piece;
    }
    free
}

impl RankGraph for Part {
    fn count(&self) -> u64 {
        self.corners.count() as u64 * self.edges.count() as u64
    }

    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        let edges_count = self.edges.count();
        for number in chosen(first, which) {
            let number = usize::try_from(number).expect("a table of them fits memory");
            let (corners, edges) = (number / edges_count, number % edges_count);
            for turn in 0..self.edges.turns {
                visit((self.corners.after(corners, turn) * edges_count + self.edges.after(edges, turn)) as u64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::random::Shuffler;

    /// Numbers follow turns, and a number stands for cubes in which the pieces lie as it says.
    #[test]
    fn numbers_follow_turns() {
        let mut shuffler = Shuffler::new(4);
        for name in ["cross", "2x2x2", "2x2x3", "1x2x3", "corners", "first-layer"] {
            let Ok(Goal::Part(mask)) = Goal::read(name, Size::Three) else { panic!("{name} is a part") };
            let part = Part::new(&mask, Metric::Htm).expect("few pieces");
            assert!(part.goal() < part.count());
            for _ in 0..10 {
                let position = shuffler.uniform(Size::Three);
                let number = part.number(&position);
                let stands_for = part.position(number);
                assert_eq!((part.number(&stands_for), stands_for.class()), (number, position.class()), "{name}");
                let mut next = Vec::new();
                part.for_each_next(number, 1, |number| next.push(number));
                let cubies = position.cubies();
                let after = turns(Size::Three, Metric::Htm)
                    .iter()
                    .map(|turn| part.number_of(&cubies.then(&EFFECTS[usize::from(turn.0)])))
                    .collect::<Vec<u64>>();
                assert_eq!(next, after, "{name}");
            }
        }
        let Ok(Goal::Part(oll)) = Goal::read("oll", Size::Three) else { panic!("a part") };
        assert!(Part::new(&oll, Metric::Htm).is_none());
    }
}
