//! Which moves of the blank need not follow which others: an automaton that forbids every string of moves that does what a
//! shorter or an earlier string does.
//!
//! Taylor and Korf, *Pruning Duplicate Nodes in Depth-First Search*, 1993. A string is forbidden where another one, shorter or
//! of the same length and earlier in the alphabet, leads to the same position within the cells that the string visits; so the
//! automaton serves boards of every size.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

/// Up, left, right and down: where the blank goes.
pub(crate) const DIRECTIONS: usize = 4;

/// The longest strings that are forbidden.
const LONGEST: usize = 10;
/// The most states that an entry has room for.
const MOST_STATES: usize = 1 << 11;

/// For each state and direction the state behind the move, or `None` where the move is forbidden. The first state is the one
/// in which nothing is.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) next: Vec<[Option<u16>; DIRECTIONS]>,
}

impl Automaton {
    /// The automaton that searches use, made once.
    pub(crate) fn usual() -> &'static Self {
        static USUAL: OnceLock<Automaton> = OnceLock::new();
        USUAL.get_or_init(|| Self::new(LONGEST))
    }

    /// The automaton of all forbidden strings of up to so many moves; 10 make 1,384 states.
    pub(crate) fn new(longest: usize) -> Self {
        Self::of_words(&forbidden(longest))
    }

    /// Aho and Corasick's automaton, without the states in which a word ends.
    fn of_words(words: &[Vec<u8>]) -> Self {
        let mut edges: Vec<[Option<usize>; DIRECTIONS]> = vec![[None; DIRECTIONS]];
        let mut ends = vec![false];
        for word in words {
            let mut state = 0;
            for &direction in word {
                state = if let Some(next) = edges[state][usize::from(direction)] {
                    next
                } else {
                    edges.push([None; DIRECTIONS]);
                    ends.push(false);
                    edges[state][usize::from(direction)] = Some(edges.len() - 1);
                    edges.len() - 1
                };
            }
            ends[state] = true;
        }
        let mut failure = vec![0; edges.len()];
        let mut goes = vec![[0; DIRECTIONS]; edges.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            ends[state] |= ends[failure[state]];
            for direction in 0..DIRECTIONS {
                let fallback = if state == 0 { 0 } else { goes[failure[state]][direction] };
                goes[state][direction] = match edges[state][direction] {
                    Some(next) => {
                        failure[next] = if state == 0 { 0 } else { fallback };
                        queue.push_back(next);
                        next
                    }
                    None => fallback,
                };
            }
        }
        let mut number = vec![None; edges.len()];
        for (count, (state, _)) in (0_u16..).zip(ends.iter().enumerate().filter(|(_, is_end)| !**is_end)) {
            number[state] = Some(count);
        }
        let kept = (0..edges.len()).filter(|&state| !ends[state]);
        let next: Vec<_> = kept.map(|state| goes[state].map(|next| number[next])).collect();
        assert!(next.len() <= MOST_STATES, "an entry has 11 bits for the state");
        Self { next }
    }

    /// The states as kernels read them: for each direction 16 bits, of which the highest says that the move is allowed.
    pub(crate) fn words(&self) -> Vec<u32> {
        let half = |next: Option<u16>| next.map_or(0, |next| u32::from(0x8000 | next));
        let pairs = self
            .next
            .iter()
            .flat_map(|[up, left, right, down]| [half(*up) | half(*left) << 16, half(*right) | half(*down) << 16]);
        pairs.collect()
    }
}

/// The strings that are forbidden and have no forbidden part, shortest first.
fn forbidden(longest: usize) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let mut known: HashSet<Vec<u8>> = HashSet::new();
    let mut seen: HashMap<Effect, Vec<Area>> = HashMap::new();
    let (effect, area) = play(&[]);
    seen.insert(effect, vec![area]);
    let mut kept: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..longest {
        let mut longer = Vec::new();
        for word in &kept {
            for direction in 0..DIRECTIONS {
                let mut word = word.clone();
                word.push(u8::try_from(direction).expect("four directions"));
                if (0..word.len()).any(|start| known.contains(&word[start..])) {
                    continue;
                }
                let (effect, area) = play(&word);
                let areas = seen.entry(effect).or_default();
                if areas.iter().any(|earlier| earlier.is_within(area)) {
                    known.insert(word.clone());
                    words.push(word);
                } else {
                    areas.push(area);
                    longer.push(word);
                }
            }
        }
        kept = longer;
    }
    words
}

/// What moves do: the tiles that are elsewhere, by cell, and the blank's cell.
type Effect = (Vec<((i8, i8), (i8, i8))>, (i8, i8));

/// The rectangle that the blank visits.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    left: i8,
    right: i8,
    top: i8,
    bottom: i8,
}

impl Area {
    fn is_within(self, other: Self) -> bool {
        self.left >= other.left && self.right <= other.right && self.top >= other.top && self.bottom <= other.bottom
    }
}

/// Makes moves on a board without edges.
fn play(word: &[u8]) -> (Effect, Area) {
    let mut tiles = BTreeMap::new();
    let (mut x, mut y) = (0_i8, 0_i8);
    let mut area = Area::default();
    for direction in word {
        let (dx, dy) = [(0, -1), (-1, 0), (1, 0), (0, 1)][usize::from(*direction)];
        let to = (x + dx, y + dy);
        let tile = tiles.get(&to).copied().unwrap_or(to);
        tiles.insert((x, y), tile);
        (x, y) = to;
        area =
            Area { left: area.left.min(x), right: area.right.max(x), top: area.top.min(y), bottom: area.bottom.max(y) };
    }
    tiles.remove(&(x, y));
    let elsewhere = tiles.into_iter().filter(|(cell, tile)| cell != tile).collect();
    ((elsewhere, (x, y)), area)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_moves_make_the_published_states() {
        assert_eq!(forbidden(8).len(), 42);
        assert_eq!(Automaton::new(8).next.len(), 174);
        assert_eq!(Automaton::new(10).next.len(), 1384);
    }

    #[test]
    fn a_move_may_not_be_undone() {
        let automaton = Automaton::new(2);
        let up = automaton.next[0][0].unwrap();
        assert_eq!(automaton.next[usize::from(up)][3], None);
        assert!(automaton.next[usize::from(up)][0].is_some());
    }
}
