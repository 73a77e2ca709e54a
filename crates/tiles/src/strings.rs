//! Strings of moves that no formula needs.
//!
//! Two walks of the blank that begin in one cell and leave the same board behind are twins. Of each set of twins one that
//! is shortest is enough: the others are forbidden (Taylor and Korf, *Pruning Duplicate Nodes in Depth-First Search*,
//! 1993). Here twins are found on a board without edges, so a twin counts only where it stays in the smallest rectangle
//! around the walk that it replaces: wherever that walk is possible, its twin is too.
//!
//! Why this loses no length: in a shortest solution replace a forbidden string by its twin. It has the same length, or
//! the solution was not shortest, and comes before it in the order of the alphabet; so does the solution as a whole, and
//! of one length there are finitely many. Once none is forbidden any more it is still a solution.

use std::collections::{HashMap, HashSet};

use crate::size::Size;

/// A walk of the blank as directions of the blank: 0 up, 1 down, 2 left, 3 right.
pub(crate) type Walk = Vec<u8>;

/// The longest string that is looked at.
pub(crate) const LONGEST: usize = 14;

/// The side of a square that holds every walk of [`LONGEST`] steps from its middle.
const SIDE: i16 = 29;

/// The smallest rectangle around a walk, relative to where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    rows: (i16, i16),
    columns: (i16, i16),
}

impl Rectangle {
    fn holds(self, other: Self) -> bool {
        let holds = |(a, b): (i16, i16), (c, d): (i16, i16)| a <= c && d <= b;
        holds(self.rows, other.rows) && holds(self.columns, other.columns)
    }
}

/// What a walk leaves behind: on the unbounded board, which tile is where. Tiles are named by the cell they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Trail {
    tiles: Vec<i16>,
    blank: i16,
    /// The exclusive or of a number for each tile that is not where it was.
    hash: u64,
    around: Rectangle,
}

impl Trail {
    fn new() -> Self {
        Self {
            tiles: (0..SIDE * SIDE).collect(),
            blank: SIDE * SIDE / 2,
            hash: 0,
            around: Rectangle { rows: (0, 0), columns: (0, 0) },
        }
    }

    fn step(&mut self, direction: u8) {
        let to = self.blank + [-SIDE, SIDE, -1, 1][usize::from(direction)];
        let (hole, from) = (usize::try_from(self.blank).expect("inside"), usize::try_from(to).expect("inside"));
        self.hash ^= number(self.blank, self.tiles[hole]) ^ number(to, self.tiles[from]);
        self.tiles.swap(hole, from);
        self.hash ^= number(self.blank, self.tiles[hole]) ^ number(to, self.tiles[from]);
        self.blank = to;
        let (row, column) = (to / SIDE - SIDE / 2, to % SIDE - SIDE / 2);
        let stretch = |(least, most): (i16, i16), at: i16| (least.min(at), most.max(at));
        self.around = Rectangle { rows: stretch(self.around.rows, row), columns: stretch(self.around.columns, column) };
    }
}

/// A number for a tile in a cell, 0 where it is at home; as good as random (splitmix64, Steele and others, 2014).
fn number(cell: i16, tile: i16) -> u64 {
    if cell == tile {
        return 0;
    }
    let mut z = (i64::from(cell) << 16 | i64::from(tile)).unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The walks of at most `longest` steps that fit a board of this size, have a twin that is shorter or comes before them in
/// the alphabet, and of which no part has. `check` is told again and again how many bytes the search for them holds.
pub(crate) fn forbidden<E>(
    size: Size,
    longest: usize,
    check: &mut dyn FnMut(u64) -> Result<(), E>,
) -> Result<Vec<Walk>, E> {
    let mut search = Search {
        height: i16::try_from(size.height()).expect("a board is small"),
        width: i16::try_from(size.width()).expect("a board is small"),
        known: HashMap::from([(0, vec![Code::EMPTY])]),
        forbidden: HashSet::new(),
        lengths: Vec::new(),
    };
    for length in 1..=longest.min(LONGEST) {
        let before = search.forbidden.len();
        search.extend(&mut Trail::new(), Code::EMPTY, length, check)?;
        if search.forbidden.len() > before {
            search.lengths.push(length);
        }
    }
    let mut found: Vec<Walk> = search.forbidden.into_iter().map(|code| code.ways().collect()).collect();
    found.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    Ok(found)
}

/// A walk in a word: two bits a step below a one, the last step lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Code(u32);

impl Code {
    const EMPTY: Self = Self(1);

    fn then(self, way: u8) -> Self {
        Self(self.0 << 2 | u32::from(way))
    }

    fn len(self) -> usize {
        self.0.ilog2() as usize / 2
    }

    /// The last `length` steps.
    fn end(self, length: usize) -> Self {
        Self(self.0 & ((1 << (2 * length)) - 1) | 1 << (2 * length))
    }

    fn ways(self) -> impl Iterator<Item = u8> {
        (0..self.len()).rev().map(move |at| (self.0 >> (2 * at)).to_le_bytes()[0] & 3)
    }
}

/// All walks of one length after the other, in the order of the alphabet.
struct Search {
    height: i16,
    width: i16,
    /// The walks that are kept, by the hash of what they leave behind.
    known: HashMap<u64, Vec<Code>>,
    forbidden: HashSet<Code>,
    /// The lengths of the forbidden ones that are shorter than what is looked at.
    lengths: Vec<usize>,
}

impl Search {
    /// The bytes that it holds.
    fn bytes(&self) -> u64 {
        // Most lists of walks have one, in the least that is ever allocated.
        let known = self.known.capacity() * size_of::<(u64, Vec<Code>)>() + self.known.len() * 4 * size_of::<Code>();
        (known + self.forbidden.capacity() * size_of::<Code>()) as u64
    }

    fn extend<E>(
        &mut self,
        trail: &mut Trail,
        walk: Code,
        left: usize,
        check: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        // Below here are at most some thousand walks.
        if left == 6 {
            check(self.bytes())?;
        }
        if left == 0 {
            let known = self.known.entry(trail.hash).or_default();
            if known.iter().any(|&walk| is_twin(walk, trail)) {
                self.forbidden.insert(walk);
            } else {
                known.push(walk);
            }
            return Ok(());
        }
        for way in 0..4 {
            let around = trail.around;
            trail.step(way);
            let walk = walk.then(way);
            let Rectangle { rows, columns } = trail.around;
            let fits = rows.1 - rows.0 < self.height && columns.1 - columns.0 < self.width;
            let mut shorter = self.lengths.iter().filter(|&&length| length <= walk.len());
            if fits && !shorter.any(|&length| self.forbidden.contains(&walk.end(length))) {
                self.extend(trail, walk, left - 1, check)?;
            }
            trail.step(way ^ 1);
            trail.around = around;
        }
        Ok(())
    }
}

/// Whether a walk leaves behind what another does, and stays around it.
fn is_twin(walk: Code, of: &Trail) -> bool {
    let mut trail = Trail::new();
    walk.ways().for_each(|way| trail.step(way));
    trail.tiles == of.tiles && of.around.holds(trail.around)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::windows::neighbours;

    fn all_forbidden(size: Size, longest: usize) -> Vec<Walk> {
        forbidden(size, longest, &mut |_| Ok::<(), Infallible>(())).unwrap()
    }

    /// What a walk does to a board, if it stays on it.
    fn walk(size: Size, from: usize, walk: &[u8]) -> Option<Vec<usize>> {
        let mut tiles: Vec<usize> = (0..size.cells()).collect();
        let mut blank = from;
        for &way in walk {
            let to = neighbours(size, blank)[usize::from(way)]?;
            tiles.swap(blank, to);
            blank = to;
        }
        Some(tiles)
    }

    /// The first walk to every board that can be reached from one in so many steps: a shortest, and of those the first in
    /// the alphabet.
    fn firsts(size: Size, from: usize, longest: usize) -> HashMap<Vec<usize>, Walk> {
        let mut first = HashMap::from([((0..size.cells()).collect(), Walk::new())]);
        let mut layer = vec![Walk::new()];
        for _ in 0..longest {
            let mut next = Vec::new();
            for before in &layer {
                for way in 0..4 {
                    let string: Walk = before.iter().copied().chain([way]).collect();
                    let Some(tiles) = walk(size, from, &string) else { continue };
                    // What begins with a walk that is not first is not first.
                    first.entry(tiles).or_insert_with(|| {
                        next.push(string.clone());
                        string
                    });
                }
            }
            layer = next;
        }
        first
    }

    #[test]
    fn a_forbidden_string_has_a_twin_wherever_it_is_possible() {
        for (width, height, longest) in [(1, 4, 10), (2, 2, 12), (2, 3, 12), (4, 2, 12), (3, 3, 12), (4, 4, 10)] {
            let size = Size::new(width, height).unwrap();
            let strings = all_forbidden(size, longest);
            for from in 0..size.cells() {
                let firsts = firsts(size, from, longest);
                for string in &strings {
                    let Some(tiles) = walk(size, from, string) else { continue };
                    let first = &firsts[&tiles];
                    assert!((first.len(), first) < (string.len(), string), "{string:?} from {from}, {width}×{height}");
                }
                // Nor is the first walk to anywhere ever lost.
                for first in firsts.values() {
                    assert!(strings.iter().all(|string| !first.windows(string.len()).any(|part| part == string)));
                }
            }
        }
    }

    #[test]
    fn a_twin_stays_in_the_rectangle() {
        // Out and back leaves all as it was, but not every board has room for it.
        let out_and_back = Code::EMPTY.then(0).then(1);
        assert!(!is_twin(out_and_back, &Trail::new()));
        let mut trail = Trail::new();
        out_and_back.ways().for_each(|way| trail.step(way));
        assert!(is_twin(Code::EMPTY, &trail));
    }

    #[test]
    fn known_strings() {
        assert_eq!(usize::try_from(SIDE), Ok(2 * LONGEST + 1));
        let strings = all_forbidden(Size::new(4, 4).unwrap(), 10);
        let count = |length: usize| strings.iter().filter(|string| string.len() == length).count();
        assert_eq!(count(2), 4, "the four ways to take a move back");
        assert!((3..6).all(|length| count(length) == 0));
        assert_eq!(count(6), 4, "half of the ways round a square, one for each corner");
        assert!(count(7) > 0 || count(8) > 0 || count(10) > 0);
        // Nothing round a square fits a line.
        assert_eq!(all_forbidden(Size::new(6, 1).unwrap(), LONGEST), [[2, 3], [3, 2]]);
    }
}
