//! All positions that can reach a goal: which they are, how many, and a number for each.
//!
//! Let the goal's blank be on vertex `b`, and call the **entry** of a block its vertex nearest to `b`; the other vertices
//! of a block are its **places**. Every vertex but `b` is a place of exactly one block.
//!
//! *A position whose blank is on `b` can reach the goal exactly when in every block the tiles on its places are those
//! of the goal, permuted by an element of the block's group* (see `group.rs`). For a walk of the blank from `b` to `b`,
//! with what it takes back at once left out, is a product of loops; each loop belongs to an edge outside a spanning tree
//! and goes from `b` to the entry of that edge's block, round within the block, and back. On the way to the entry and
//! back no place of that block is touched, and what was touched is restored; so the loop permutes the places of its
//! block alone. Hence the groups of different blocks act on different places, and together they make up the direct
//! product.
//! Any other position is brought to `b` first, along any path; moves can be taken back, so nothing is lost.
//!
//! `docs/graph-puzzles.md` tells this at more length.

use std::sync::Arc;

use rand::{Rng, RngExt};

use crate::blocks::{Block, blocks};
use crate::graph::{Graph, MAX_VERTICES, byte, ones};
use crate::group::Group;
use crate::position::Position;

/// The positions that can reach a goal.
///
/// ```
/// use std::sync::Arc;
/// use fewest_graph::{Class, Goal, Graph, Position};
/// let ring: Arc<Graph> = Arc::new("1-2 2-3 3-4 4-1".parse()?);
/// let class = Class::of(&Goal::BlankLast.position(&ring)?);
/// assert_eq!(class.count(), Some(12));
/// assert!(class.contains(&Position::new(&ring, &[2, 3, 1, 0])?));
/// assert!(!class.contains(&Position::new(&ring, &[2, 1, 3, 0])?));
/// # Ok::<(), fewest_graph::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct Class {
    goal: Position,
    /// The next vertex on a shortest path to the goal's blank; the goal's blank itself there.
    homeward: Vec<u8>,
    parts: Vec<Part>,
    /// The part and the place in it where each tile belongs; meaningless for the blank.
    homes: Vec<(u8, u8)>,
}

/// A block as seen from the goal's blank.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) block: Block,
    /// All vertices of the block but its entry.
    pub(crate) places: Vec<u8>,
    pub(crate) group: Group,
}

/// The tiles on the places of a block, against those that belong there.
pub(crate) enum Found {
    /// The same tiles, permuted: the image of each place, of which there are as many as the part has.
    Permuted([u8; MAX_VERTICES]),
    /// Tiles that belong to other blocks.
    Strangers(Vec<u8>),
}

impl Class {
    /// The class of a goal.
    pub fn of(goal: &Position) -> Self {
        let graph = goal.graph();
        let distances = graph.distances_from(goal.blank());
        let nearest = |bits: u64| ones(bits).min_by_key(|&vertex| distances[vertex]);
        let homeward = (0..graph.vertices())
            .map(|vertex| byte(nearest(graph.neighbour_bits(vertex) | 1 << vertex).expect("the vertex itself")))
            .collect();
        let part = |block: Block| {
            let entry = nearest(block.members()).expect("a block has vertices");
            let (group, places) = Group::of(graph, &block, byte(entry));
            Part { block, places, group }
        };
        let parts: Vec<Part> = blocks(graph).into_iter().map(part).collect();
        let mut homes = vec![(0, 0); graph.vertices()];
        for (index, part) in parts.iter().enumerate() {
            for (place, &vertex) in part.places.iter().enumerate() {
                homes[usize::from(goal.tiles()[usize::from(vertex)])] = (byte(index), byte(place));
            }
        }
        Self { goal: goal.clone(), homeward, parts, homes }
    }

    /// The goal.
    pub fn goal(&self) -> &Position {
        &self.goal
    }

    fn graph(&self) -> &Arc<Graph> {
        self.goal.graph()
    }

    /// Whether a position can reach the goal. One on another graph cannot.
    pub fn contains(&self, position: &Position) -> bool {
        if position.graph() != self.graph() {
            return false;
        }
        let tiles = self.settled(position.tiles(), position.blank());
        (0..self.parts.len()).all(|index| match self.look(index, &tiles) {
            Found::Permuted(image) => self.parts[index].group.contains(&image[..self.parts[index].places.len()]),
            Found::Strangers(_) => false,
        })
    }

    /// How many positions there are, or `None` where 128 bits cannot say.
    pub fn count(&self) -> Option<u128> {
        reachable_count(self.graph())
    }

    /// The blocks of the graph as seen from the goal's blank.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part to which a tile belongs.
    pub(crate) fn home(&self, tile: u8) -> &Part {
        &self.parts[usize::from(self.homes[usize::from(tile)].0)]
    }

    /// The tiles after the blank is led to its goal, each vertex's own in its place.
    pub(crate) fn settled(&self, tiles: &[u8], blank: usize) -> [u8; MAX_VERTICES] {
        let mut settled = [0; MAX_VERTICES];
        settled[..tiles.len()].copy_from_slice(tiles);
        let mut blank = blank;
        while blank != self.goal.blank() {
            let next = usize::from(self.homeward[blank]);
            settled[blank] = settled[next];
            blank = next;
        }
        settled[blank] = 0;
        settled
    }

    /// What stands on the places of a part, the blank being at its goal.
    pub(crate) fn look(&self, index: usize, settled: &[u8; MAX_VERTICES]) -> Found {
        let part = &self.parts[index];
        let mut image = [0; MAX_VERTICES];
        let mut strangers = Vec::new();
        for (from, &vertex) in image.iter_mut().zip(&part.places) {
            let tile = settled[usize::from(vertex)];
            let (home, place) = self.homes[usize::from(tile)];
            if usize::from(home) == index {
                *from = place;
            } else {
                strangers.push(tile);
            }
        }
        if strangers.is_empty() { Found::Permuted(image) } else { Found::Strangers(strangers) }
    }

    /// The tiles after each part of the goal is permuted by its image and the blank is led to a vertex.
    fn arranged(&self, images: impl Iterator<Item = Vec<u8>>, blank: usize) -> Vec<u8> {
        let goal = self.goal.tiles();
        let mut tiles = goal.to_vec();
        for (part, image) in self.parts.iter().zip(images) {
            for (&vertex, from) in part.places.iter().zip(image) {
                tiles[usize::from(vertex)] = goal[usize::from(part.places[usize::from(from)])];
            }
        }
        let mut path = vec![blank];
        while path[path.len() - 1] != self.goal.blank() {
            path.push(usize::from(self.homeward[path[path.len() - 1]]));
        }
        for step in path.windows(2).rev() {
            tiles[step[1]] = tiles[step[0]];
        }
        tiles[blank] = 0;
        tiles
    }

    /// How many positions of the class have the blank on a given vertex: as many for each.
    fn arrangements(&self) -> Option<u64> {
        self.count().and_then(|count| u64::try_from(count / self.graph().vertices() as u128).ok())
    }

    /// The number of positions, where it fits 64 bits.
    pub(crate) fn rank_count(&self) -> Option<u64> {
        self.count().and_then(|count| u64::try_from(count).ok())
    }

    /// The number of a position of the class: by the vertex of the blank, then by the permutation of each block.
    pub(crate) fn rank(&self, tiles: &[u8], blank: usize) -> u64 {
        let arrangements = self.arrangements().expect("ranks exist only where their count does");
        let settled = self.settled(tiles, blank);
        let ranks = self.parts.iter().enumerate().map(|(index, part)| match self.look(index, &settled) {
            Found::Permuted(image) => (part.order(), part.group.rank(&image[..part.places.len()])),
            Found::Strangers(_) => unreachable!("only positions of the class are ranked"),
        });
        blank as u64 * arrangements + ranks.fold(0, |rank, (order, digit)| rank * order + digit)
    }

    /// The position of a number.
    pub(crate) fn unrank(&self, rank: u64) -> Vec<u8> {
        let arrangements = self.arrangements().expect("ranks exist only where their count does");
        let blank = usize::try_from(rank / arrangements).expect("a rank names a vertex");
        let mut rest = rank % arrangements;
        let mut images: Vec<_> = Vec::with_capacity(self.parts.len());
        for part in self.parts.iter().rev() {
            images.push(part.group.unrank(rest % part.order(), part.places.len()));
            rest /= part.order();
        }
        self.arranged(images.into_iter().rev(), blank)
    }

    /// A position of the class, each equally likely.
    pub(crate) fn random(&self, random: &mut impl Rng) -> Position {
        let blank = random.random_range(0..self.graph().vertices() as u64);
        let images: Vec<_> = self.parts.iter().map(|part| part.group.random(part.places.len(), random)).collect();
        let blank = usize::try_from(blank).expect("a vertex");
        Position::from_checked(self.graph().clone(), self.arranged(images.into_iter(), blank))
    }
}

impl Part {
    /// The order of the group, where that of the product fits 64 bits.
    fn order(&self) -> u64 {
        let order = Group::order(self.block.kind(), self.places.len()).and_then(|order| u64::try_from(order).ok());
        order.expect("a factor is no larger than the product")
    }
}

/// How many positions can be reached from any one position of a graph, itself included, or `None` where 128 bits cannot
/// say. It is the same for all of them: the number of vertices, where the blank can be, times the order of each block's
/// group, which depends on the block alone.
///
/// ```
/// use fewest_graph::{Graph, reachable_count};
/// let theta: Graph = "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4".parse()?;
/// assert_eq!(reachable_count(&theta), Some(7 * 120));
/// # Ok::<(), fewest_graph::Faults>(())
/// ```
pub fn reachable_count(graph: &Graph) -> Option<u128> {
    let orders = blocks(graph).into_iter().map(|block| Group::order(block.kind(), block.vertices().len() - 1));
    orders.into_iter().try_fold(graph.vertices() as u128, |count, order| count.checked_mul(order?))
}
