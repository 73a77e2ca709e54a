//! What the blank can do to the tiles of one block by leaving a vertex of it and coming back: Wilson's theorem (1974).
//!
//! A permutation of `k` places is written as the place each place's tile comes from: `image[i] = j` where place `i`
//! now has the tile that belongs at place `j`.

use std::collections::HashSet;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::blocks::{Block, BlockKind};
use crate::graph::{Graph, byte};

/// The places of θ₀ when one of its seven vertices has the blank.
const THETA_PLACES: usize = 6;

/// A group of permutations of the places of a block, which are all its vertices but the one with the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Nothing moves; for a bridge, which has one place.
    Trivial,
    /// Rotations of places that are given in the order of a ring.
    Cyclic,
    /// The 120 permutations of θ₀, in order: PGL(2, 5) on six points.
    Theta(Vec<[u8; THETA_PLACES]>),
    /// Even permutations.
    Alternating,
    /// All permutations.
    Symmetric,
}

impl Group {
    /// The group of a block when its vertex `entry` has the blank, and the places it permutes.
    pub(crate) fn of(graph: &Graph, block: &Block, entry: u8) -> (Self, Vec<u8>) {
        let places: Vec<u8> = block.vertices().iter().copied().filter(|&vertex| vertex != entry).collect();
        match block.kind() {
            BlockKind::Bridge => (Self::Trivial, places),
            BlockKind::Polygon => (Self::Cyclic, around(graph, block, entry)),
            BlockKind::Theta => (Self::Theta(theta(graph, entry, &places)), places),
            BlockKind::Bipartite => (Self::Alternating, places),
            BlockKind::NonBipartite => (Self::Symmetric, places),
        }
    }

    /// How many permutations of so many places there are in the group.
    pub(crate) fn order(kind: BlockKind, places: usize) -> Option<u128> {
        let product = |from: u128| (from..=places as u128).try_fold(1u128, u128::checked_mul);
        match kind {
            BlockKind::Bridge => Some(1),
            BlockKind::Polygon => Some(places as u128),
            BlockKind::Theta => Some(120),
            // Half of k! is 3 × 4 × … × k.
            BlockKind::Bipartite => product(3),
            BlockKind::NonBipartite => product(2),
        }
    }

    /// Whether a permutation is in the group.
    pub(crate) fn contains(&self, image: &[u8]) -> bool {
        match self {
            Self::Trivial | Self::Symmetric => true,
            Self::Cyclic => {
                let turned =
                    |(place, &from): (usize, &u8)| (place + usize::from(image[0])) % image.len() == usize::from(from);
                image.iter().enumerate().all(turned)
            }
            Self::Theta(elements) => elements.binary_search_by(|element| element[..].cmp(image)).is_ok(),
            Self::Alternating => !is_odd(image),
        }
    }

    /// The number of a permutation that is in the group, below the group's order.
    pub(crate) fn rank(&self, image: &[u8]) -> u64 {
        match self {
            Self::Trivial => 0,
            Self::Cyclic => u64::from(image[0]),
            Self::Theta(elements) => {
                let found = elements.binary_search_by(|element| element[..].cmp(image));
                found.expect("only elements of the group are ranked") as u64
            }
            Self::Alternating => digits(image, image.len() - 2),
            Self::Symmetric => digits(image, image.len()),
        }
    }

    /// The permutation of a number, on so many places.
    pub(crate) fn unrank(&self, rank: u64, places: usize) -> Vec<u8> {
        let small = |rank: u64| usize::try_from(rank).expect("the ranks of small groups are small");
        match self {
            Self::Trivial => vec![0],
            Self::Cyclic => (0..places).map(|place| byte((place + small(rank)) % places)).collect(),
            Self::Theta(elements) => elements[small(rank)].to_vec(),
            Self::Alternating => {
                let mut image = from_digits(rank, places, places - 2);
                if is_odd(&image) {
                    image.swap(places - 2, places - 1);
                }
                image
            }
            Self::Symmetric => from_digits(rank, places, places),
        }
    }

    /// A permutation of so many places, each of the group equally likely.
    pub(crate) fn random(&self, places: usize, random: &mut impl Rng) -> Vec<u8> {
        match self {
            Self::Trivial => vec![0],
            Self::Cyclic => self.unrank(random.random_range(0..places as u64), places),
            Self::Theta(elements) => self.unrank(random.random_range(0..elements.len() as u64), places),
            Self::Alternating | Self::Symmetric => {
                let mut image: Vec<u8> = (0..places).map(byte).collect();
                image.shuffle(random);
                // Exchanging two given places pairs the odd permutations with the even ones.
                if !self.contains(&image) {
                    image.swap(0, 1);
                }
                image
            }
        }
    }
}

/// Whether a permutation is odd: a cycle of n places takes n − 1 exchanges.
pub(crate) fn is_odd(image: &[u8]) -> bool {
    let (mut seen, mut odd) = (0u64, false);
    for start in 0..image.len() {
        let mut at = start;
        while seen & 1 << at == 0 {
            seen |= 1 << at;
            at = usize::from(image[at]);
            odd ^= at != start;
        }
    }
    odd
}

/// The places of a polygon in the order of the ring, from the entry on.
fn around(graph: &Graph, block: &Block, entry: u8) -> Vec<u8> {
    let mut left = block.members() & !(1 << entry);
    let mut ring = Vec::with_capacity(block.vertices().len() - 1);
    let mut at = usize::from(entry);
    while left != 0 {
        // The second way out of the entry is taken from its far end, when nothing else is left.
        at = (graph.neighbour_bits(at) & left).trailing_zeros() as usize;
        left &= !(1 << at);
        ring.push(byte(at));
    }
    ring
}

/// The permutations of θ₀ with the blank on `entry`, in order: the blank is led through all 840 positions.
fn theta(graph: &Graph, entry: u8, places: &[u8]) -> Vec<[u8; THETA_PLACES]> {
    // A position of the block: the places the tiles belong to, and the blank's entry behind them.
    const BLANK: u8 = 6;
    let vertices: Vec<u8> = places.iter().copied().chain([entry]).collect();
    let start = [0, 1, 2, 3, 4, 5, BLANK];
    let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
    while let Some(position) = open.pop() {
        let blank = position.iter().position(|&tile| tile == BLANK).expect("the blank is on a vertex");
        for (target, &vertex) in vertices.iter().enumerate() {
            if graph.has_edge(usize::from(vertices[blank]), usize::from(vertex)) {
                let mut next = position;
                next.swap(blank, target);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    let returned =
        seen.into_iter().filter_map(|[a, b, c, d, e, f, last]| (last == BLANK).then_some([a, b, c, d, e, f]));
    let mut elements: Vec<_> = returned.collect();
    elements.sort_unstable();
    elements
}

/// The first `count` digits of a permutation in the factorial number system, as one number.
fn digits(image: &[u8], count: usize) -> u64 {
    let digit = |index: usize| image[index + 1..].iter().filter(|&&later| later < image[index]).count() as u64;
    (0..count).fold(0, |rank, index| rank * (image.len() - index) as u64 + digit(index))
}

/// The permutation with these first `count` digits; the places behind them are in order.
fn from_digits(mut rank: u64, places: usize, count: usize) -> Vec<u8> {
    let mut digits = vec![0; places];
    for index in (0..count).rev() {
        let base = (places - index) as u64;
        digits[index] = usize::try_from(rank % base).expect("a digit is small");
        rank /= base;
    }
    let mut unused: Vec<u8> = (0..places).map(byte).collect();
    digits.into_iter().map(|digit| unused.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::blocks;

    fn groups(text: &str) -> Vec<(Group, Vec<u8>, BlockKind)> {
        let graph: Graph = text.parse().unwrap();
        let [block] = &blocks(&graph)[..] else { panic!("{text}: one block") };
        let group = |&entry: &u8| {
            let (group, places) = Group::of(&graph, block, entry);
            (group, places, block.kind())
        };
        block.vertices().iter().map(group).collect()
    }

    #[test]
    fn ranks_number_the_elements() {
        for text in [
            "1-2",
            "1-2 2-3 3-1",
            "1-3 3-2 2-4 4-1",
            "1-2 2-3 3-4 4-1 1-3",
            "1-2 2-3 3-4 4-1 1-5 5-3",
            "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4",
        ] {
            for (group, places, kind) in groups(text) {
                let order = u64::try_from(Group::order(kind, places.len()).unwrap()).unwrap();
                let elements: Vec<_> = (0..order).map(|rank| group.unrank(rank, places.len())).collect();
                for (element, rank) in elements.iter().zip(0..) {
                    assert!(group.contains(element), "{text}: {element:?}");
                    assert_eq!(group.rank(element), rank, "{text}: {element:?}");
                }
                assert_eq!(elements.iter().collect::<HashSet<_>>().len(), elements.len());
            }
        }
    }

    /// Its 120 elements are three times transitive, and no element but the identity keeps three places: PGL(2, 5).
    #[test]
    fn theta_is_sharply_three_transitive() {
        for (group, places, _) in groups("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4") {
            let Group::Theta(elements) = group else { panic!("θ₀") };
            assert_eq!((elements.len(), places.len()), (120, 6));
            for triple in [[0, 1, 2], [1, 3, 5], [5, 0, 4]] {
                let images: HashSet<_> = elements.iter().map(|element| triple.map(|place| element[place])).collect();
                assert_eq!(images.len(), 120);
            }
        }
    }

    #[test]
    fn rings_are_walked_around() {
        let places: Vec<_> = groups("1-3 3-2 2-4 4-1").into_iter().map(|(_, places, _)| places).collect();
        assert_eq!(places, [[2, 1, 3], [2, 0, 3], [0, 3, 1], [0, 2, 1]]);
    }
}
