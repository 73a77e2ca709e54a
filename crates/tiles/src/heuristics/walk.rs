//! The walk of one axis: the puzzle that is left when places within a line are forgotten.
//!
//! Of each row (or column) only this is kept: how many of its tiles belong in which row, and whether the blank is in
//! it. A step exchanges the blank with any tile of a neighbouring row. On 3×3 there are 105 such states, on 4×4 24,964;
//! their true distances are worked out once, backward from the goal, breadth first.

use std::collections::HashMap;

/// The most states that a table is made for: beyond 2×6, 3×5 and 4×4 the next boards would need six million and more.
pub(super) const MAX_STATES: u64 = 1 << 20;

/// Low bits of a [`Node`], which hold the distance.
const DISTANCE_BITS: u32 = 10;

/// A state and its distance, in one word: what a table of steps leads to is also what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u32);

impl Node {
    const NONE: Self = Self(u32::MAX);

    fn new(state: usize, distance: u16) -> Self {
        debug_assert!((state as u64) < MAX_STATES && distance < 1 << DISTANCE_BITS);
        Self(u32::try_from(state).expect("a table is small") << DISTANCE_BITS | u32::from(distance))
    }

    #[inline]
    fn state(self) -> usize {
        (self.0 >> DISTANCE_BITS) as usize
    }

    /// Moves to the goal.
    #[inline]
    pub(super) fn distance(self) -> u32 {
        self.0 & ((1 << DISTANCE_BITS) - 1)
    }
}

/// What an axis forgets about a board, and all that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Rows, or columns.
    pub(super) lines: usize,
    /// Cells in each.
    pub(super) length: usize,
    /// Where the goal has the blank.
    pub(super) goal_line: usize,
    /// The most tiles that one move carries.
    pub(super) longest_move: u16,
}

impl Frame {
    /// Kinds of tiles, by the line they belong in. In lines of one cell tiles never pass each other: only the blank's
    /// place counts, and all are of one kind.
    fn kinds(&self) -> usize {
        if self.length == 1 { 1 } else { self.lines }
    }

    /// The kind of the tiles that belong in a line.
    fn kind(&self, goal_line: usize) -> usize {
        if self.length == 1 { 0 } else { goal_line }
    }

    /// How many states there are, or, where that is more than `limit`, a number above it that they are no fewer than.
    pub(super) fn states(&self, limit: u64) -> Result<u64, u64> {
        let lines = self.lines as u64;
        if self.length == 1 {
            return Ok(lines);
        }
        // The ways to fill the lines one after another with what is left of each kind. Which kind is which does not
        // matter to their number, nor does it matter which line has the blank: here it is the first.
        let mut left = vec![self.length; self.lines];
        left[0] -= 1;
        left.sort_unstable();
        let mut ways = HashMap::from([(left, 1u64)]);
        for line in 0..self.lines {
            let tiles = self.length - usize::from(line == 0);
            let mut next: HashMap<Vec<usize>, u64> = HashMap::new();
            let mut total = 0u64;
            for (left, count) in ways {
                let complete = fill(&mut left.clone(), 0, tiles, &mut |rest| {
                    let mut rest = rest.to_vec();
                    rest.sort_unstable();
                    *next.entry(rest).or_default() += count;
                    total += count;
                    total <= limit
                });
                // However the lines so far are filled, the rest can be: there are at least as many states.
                if !complete {
                    return Err(total);
                }
            }
            ways = next;
        }
        let states = lines * ways.values().sum::<u64>();
        if states > limit { Err(states) } else { Ok(states) }
    }

    /// The state of lines that hold so many tiles of each kind, with the blank in one of them.
    fn key(&self, counts: &[u8], blank: usize) -> u128 {
        if self.length == 1 {
            return blank as u128;
        }
        // The last line holds what the others do not.
        let counts = &counts[..(self.lines - 1) * self.kinds()];
        let bits = self.length.ilog2() + 1;
        debug_assert!(counts.len() * bits as usize <= 128);
        counts.iter().fold(0, |key, &count| key << bits | u128::from(count))
    }

    /// About the most bytes that making the table of so many states takes.
    pub(super) fn bytes(&self, states: u64) -> u64 {
        let fan = (self.kinds() * DIRECTIONS) as u64;
        let record = (self.lines * self.kinds() + 1) as u64;
        // Keys twice and in a table with room to grow, steps by number and as nodes, the queue, distances.
        states * (2 * 16 + 2 * 24 + fan * (4 + size_of::<Node>() as u64) + 2 * record + 16)
    }
}

/// Visits what is left of each kind after `tiles` more are taken, in every way, until `visit` says no.
fn fill(left: &mut [usize], kind: usize, tiles: usize, visit: &mut impl FnMut(&[usize]) -> bool) -> bool {
    if tiles == 0 {
        return visit(left);
    }
    if kind == left.len() {
        return true;
    }
    let available = left[kind];
    for taken in 0..=available.min(tiles) {
        left[kind] = available - taken;
        if !fill(left, kind + 1, tiles - taken, visit) {
            return false;
        }
    }
    left[kind] = available;
    true
}

/// Every state of an axis with its distance, and every step.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) frame: Frame,
    /// The keys of the states, in order.
    keys: Vec<u128>,
    distances: Vec<u16>,
    /// What a step leads to: by state, then by the kind of the tile that moves, then by its direction.
    steps: Vec<Node>,
    /// Steps of each state.
    fan: usize,
}

/// The two steps of a kind: of a tile towards the last line, and of one towards the first.
const DIRECTIONS: usize = 2;

impl Walk {
    /// Works out every state.
    ///
    /// # Errors
    /// That there are at least so many of them, where they are too many.
    pub(super) fn new(frame: Frame) -> Result<Self, u64> {
        let states = usize::try_from(frame.states(MAX_STATES)?).expect("few states");
        let mut found = Found { frame, numbers: HashMap::with_capacity(states), keys: Vec::with_capacity(states) };
        let steps = found.explore();
        let distances = distances(&frame, &steps);
        // Numbered in the order of their keys, so that a key is found without a table of its own.
        let mut order: Vec<u32> = (0..).take(found.keys.len()).collect();
        order.sort_unstable_by_key(|&state| found.keys[state as usize]);
        let mut nodes = vec![Node::NONE; order.len()];
        for (number, &state) in order.iter().enumerate() {
            nodes[state as usize] = Node::new(number, distances[state as usize]);
        }
        let fan = frame.kinds() * DIRECTIONS;
        let renumber = |&state: &u32| if state == NOWHERE { Node::NONE } else { nodes[state as usize] };
        Ok(Self {
            frame,
            keys: order.iter().map(|&state| found.keys[state as usize]).collect(),
            distances: order.iter().map(|&state| distances[state as usize]).collect(),
            steps: order.iter().flat_map(|&state| steps[state as usize * fan..][..fan].iter().map(renumber)).collect(),
            fan,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The state of tiles that are given as `(line, goal line)`, with the blank in line `blank`.
    pub(super) fn node(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> Node {
        let kinds = self.frame.kinds();
        let mut counts = vec![0u8; self.frame.lines * kinds];
        for (line, goal_line) in tiles {
            counts[line * kinds + self.frame.kind(goal_line)] += 1;
        }
        let key = self.frame.key(&counts, blank);
        let state = self.keys.binary_search(&key).expect("every board has a state in the table");
        Node::new(state, self.distances[state])
    }

    /// The part of a step's place in the table that the goal line of the tile decides.
    pub(super) fn slot(&self, goal_line: usize) -> u16 {
        u16::try_from(self.frame.kind(goal_line) * DIRECTIONS).expect("a board has at most 256 lines")
    }

    /// After a tile of the kind of this slot moves into the blank, to an earlier line or to a later one.
    #[inline]
    pub(super) fn step(&self, node: Node, slot: u16, to_earlier: bool) -> Node {
        let next = self.steps[node.state() * self.fan + usize::from(slot) + usize::from(to_earlier)];
        debug_assert_ne!(next, Node::NONE, "a tile that is there can move");
        next
    }
}

/// No such step.
const NOWHERE: u32 = u32::MAX;

/// The states found so far, in the order in which they were found.
struct Found {
    frame: Frame,
    numbers: HashMap<u128, u32>,
    keys: Vec<u128>,
}

impl Found {
    /// The number of a state, a new one if it is met for the first time; then it joins the queue.
    fn number(&mut self, counts: &[u8], blank: usize, queue: &mut Vec<u8>) -> u32 {
        let key = self.frame.key(counts, blank);
        *self.numbers.entry(key).or_insert_with(|| {
            self.keys.push(key);
            queue.extend_from_slice(counts);
            queue.push(u8::try_from(blank).expect("a board has at most 256 lines"));
            u32::try_from(self.keys.len() - 1).expect("few states")
        })
    }

    /// Finds every state that can be reached from the goal, the goal first. Returns all steps.
    fn explore(&mut self) -> Vec<u32> {
        let Frame { lines, length, goal_line, .. } = self.frame;
        let kinds = self.frame.kinds();
        let cells = lines * kinds;
        let mut counts = vec![0; cells];
        for line in 0..lines {
            let tiles = length - usize::from(line == goal_line);
            counts[line * kinds + self.frame.kind(line)] = u8::try_from(tiles).expect("a line has at most 255 tiles");
        }
        let mut queue = Vec::new();
        self.number(&counts, goal_line, &mut queue);
        let mut steps = Vec::new();
        for state in 0.. {
            let Some(record) = queue.get(state * (cells + 1)..(state + 1) * (cells + 1)) else { break };
            let blank = usize::from(record[cells]);
            counts.copy_from_slice(&record[..cells]);
            for kind in 0..kinds {
                // A tile from the line before moves to a later line; one from the line behind to an earlier.
                for from in [blank.checked_sub(1), Some(blank + 1).filter(|&line| line < lines)] {
                    let source = from.map(|from| (from, from * kinds + kind)).filter(|&(_, place)| counts[place] > 0);
                    steps.push(source.map_or(NOWHERE, |(from, place)| {
                        let target = blank * kinds + kind;
                        counts[place] -= 1;
                        counts[target] += 1;
                        let next = self.number(&counts, from, &mut queue);
                        counts[place] += 1;
                        counts[target] -= 1;
                        next
                    }));
                }
            }
        }
        steps
    }
}

/// The distance of every state from state 0, where a move is up to `longest_move` steps in one direction.
fn distances(frame: &Frame, steps: &[u32]) -> Vec<u16> {
    const UNKNOWN: u16 = u16::MAX;
    let fan = frame.kinds() * DIRECTIONS;
    let mut distances = vec![UNKNOWN; steps.len() / fan];
    distances[0] = 0;
    let mut layer = vec![0u32];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for direction in 0..DIRECTIONS {
            let mut passed = vec![false; if frame.longest_move > 1 { distances.len() } else { 0 }];
            let mut moving = layer.clone();
            for _ in 0..frame.longest_move {
                let mut moved = Vec::new();
                for state in moving {
                    for &after in steps[state as usize * fan..][..fan].iter().skip(direction).step_by(DIRECTIONS) {
                        // What an earlier layer reached it has also passed on.
                        if after == NOWHERE || distances[after as usize] < distance {
                            continue;
                        }
                        if distances[after as usize] == UNKNOWN {
                            distances[after as usize] = distance;
                            next.push(after);
                        }
                        if frame.longest_move > 1 && !std::mem::replace(&mut passed[after as usize], true) {
                            moved.push(after);
                        }
                    }
                }
                moving = moved;
            }
        }
        layer = next;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(lines: usize, length: usize, goal_line: usize, longest_move: u16) -> Frame {
        Frame { lines, length, goal_line, longest_move }
    }

    #[test]
    fn the_published_numbers_of_states() {
        for goal_line in 0..3 {
            assert_eq!(Walk::new(frame(3, 3, goal_line, 1)).unwrap().len(), 105);
        }
        for goal_line in 0..4 {
            assert_eq!(Walk::new(frame(4, 4, goal_line, 1)).unwrap().len(), 24_964);
        }
        assert_eq!(frame(4, 4, 3, 3).states(MAX_STATES), Ok(24_964));
    }

    #[test]
    fn all_states_that_can_be_counted_are_found() {
        for lines in 1..=6 {
            for length in 1..=6 {
                let frame = frame(lines, length, lines / 2, 1);
                match frame.states(110_000) {
                    Ok(states) => assert_eq!(Walk::new(frame).unwrap().len() as u64, states, "{frame:?}"),
                    Err(at_least) => assert!(at_least > 110_000, "{frame:?}"),
                }
            }
        }
        assert_eq!(frame(256, 1, 3, 255).states(MAX_STATES), Ok(256));
        assert_eq!(frame(2, 128, 0, 1).states(MAX_STATES), Ok(256));
    }

    #[test]
    fn what_is_too_large_is_known_at_once() {
        assert_eq!(frame(5, 5, 4, 1).states(100_000_000), Ok(65_650_495));
        assert_eq!(frame(5, 4, 4, 1).states(10_000_000), Ok(5_977_015));
        for (lines, length) in [(5, 5), (5, 4), (6, 3), (7, 2), (8, 8), (16, 16), (128, 2), (4, 64), (5, 51)] {
            assert!(Walk::new(frame(lines, length, 0, 1)).is_err_and(|states| states > MAX_STATES));
        }
    }

    #[test]
    fn every_step_is_taken_back_by_another() {
        let walk = Walk::new(frame(3, 4, 1, 1)).unwrap();
        let mut seen = 0;
        for state in 0..walk.len() {
            for slot in 0..3u16 {
                for to_earlier in [false, true] {
                    let next = walk.steps[state * walk.fan + usize::from(2 * slot) + usize::from(to_earlier)];
                    if next != Node::NONE {
                        assert_eq!(walk.step(next, 2 * slot, !to_earlier).state(), state);
                        assert_eq!(next.distance().abs_diff(u32::from(walk.distances[state])), 1);
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > walk.len());
    }

    /// Moves of several steps, by the plainest search there is: a state's distance is one more than the least distance
    /// of what a single move leads to.
    #[test]
    fn slides_cost_one_move() {
        for frame in [frame(3, 3, 2, 2), frame(4, 3, 1, 3), frame(3, 2, 0, 2), frame(5, 1, 2, 4)] {
            let walk = Walk::new(frame).unwrap();
            let single = Walk::new(Frame { longest_move: 1, ..frame }).unwrap();
            assert_eq!(walk.keys, single.keys);
            for state in 0..walk.len() {
                let mut least = u16::MAX;
                for direction in 0..DIRECTIONS {
                    let mut reached = vec![state];
                    while let Some(from) = reached.pop() {
                        for next in walk.steps[from * walk.fan..][..walk.fan].iter().skip(direction).step_by(DIRECTIONS)
                        {
                            if *next != Node::NONE {
                                reached.push(next.state());
                                least = least.min(walk.distances[next.state()]);
                            }
                        }
                    }
                }
                let distance = walk.distances[state];
                assert_eq!(distance, if distance == 0 { 0 } else { least + 1 }, "{frame:?}");
                assert!(distance <= single.distances[state]);
            }
            assert_eq!(walk.distances.iter().filter(|&&distance| distance == 0).count(), 1);
        }
    }
}
