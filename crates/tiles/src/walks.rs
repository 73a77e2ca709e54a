//! Single steps, less the walks that have a twin: for searches that keep no table of visited positions.

use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use crate::layout::cell;
use crate::strings::forbidden;
use crate::{Board, Cells, Move, Size, Stm, Tiles};

/// The longest walks that are looked at. Longer ones prune more and make an automaton that leaves the nearest caches: 10 gives
/// 1,291 states on 5×5; 12 would give some ten thousand.
const LONGEST: usize = 10;

/// The bits of a lane that name the state that follows.
const STATE: u16 = (1 << 13) - 1;

/// The puzzle of [`Tiles`] with single steps, whose depth-first searches follow no walk that has a twin (Taylor and Korf 1993):
/// another walk from the same cell, shorter or earlier in the alphabet, that leaves the same board behind and stays in the
/// rectangle around the first. Every position keeps a shortest solution. Taking back the last step is one such walk;
/// those of up to ten steps save IDA* about a quarter of the nodes that are left without that.
///
/// ```
/// use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
/// use fewest_tiles::{Goal, Nibbles, OnWalks, Position, Stm, Tiles, Walks, heuristics::Manhattan};
///
/// let start: Position = "5 3 8/0 2 4/1 7 6".parse()?;
/// let goal = Goal::BlankLast.position(start.size())?;
/// let space = Tiles::<Nibbles, Stm>::new(&goal)?;
/// let walks = Walks::new(&space);
/// let heuristic = OnWalks(Manhattan::new(&space));
/// let run = IdaStar::default().run(&walks, &space.board(&start)?, &heuristic, &Limits::default(), &mut ());
/// let Outcome::Solved { cost, .. } = run.outcome else { panic!("solvable") };
/// assert_eq!(cost, 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walks<'a, C: Cells> {
    tiles: &'a Tiles<C, Stm>,
    /// By state and by the ways that are open in a cell: the steps out of it that are allowed, in lanes of 16 bits from the
    /// lowest on. The top bit of a lane is set, the two below are the way, the others the state that follows; a lane
    /// without a step is 0, and so is all above it.
    exits: Vec<u64>,
    /// The ways that are open in each cell, a bit each.
    open: [u8; 256],
    /// What each way adds to a cell.
    strides: [u8; 4],
}

/// What a walk so far forbids: a state of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forbids(u16);

impl<'a, C: Cells> Walks<'a, C> {
    /// Works out the automaton, within some hundredths of a second.
    pub fn new(tiles: &'a Tiles<C, Stm>) -> Self {
        let size = tiles.size();
        let next = automaton(size);
        let mut exits = vec![0; next.len() * 16];
        for (lanes, state) in exits.chunks_mut(16).zip(&next) {
            for (open, lanes) in lanes.iter_mut().enumerate() {
                for (way, &next) in state.iter().enumerate().rev() {
                    if let Some(next) = next.filter(|_| open >> way & 1 == 1) {
                        *lanes = *lanes << 16 | 1 << 15 | (way as u64) << 13 | u64::from(next);
                    }
                }
            }
        }
        let mut open = [0; 256];
        for (at, open) in open.iter_mut().enumerate().take(size.cells()) {
            let (row, column) = (size.row(at), size.column(at));
            let ways = [row > 0, row + 1 < size.height(), column > 0, column + 1 < size.width()];
            *open = ways.iter().rev().fold(0, |open, &way| open << 1 | u8::from(way));
        }
        let width = cell(size.width() % 256);
        Self { tiles, exits, open, strides: [width.wrapping_neg(), width, u8::MAX, 1] }
    }

    /// The space without the automaton.
    pub fn tiles(&self) -> &'a Tiles<C, Stm> {
        self.tiles
    }

    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.exits.len() / 16
    }
}

/// For each state what follows after the blank goes up, down, left and right; `None` where that ends a walk that is forbidden.
/// A state is the longest end of a walk so far that is the beginning of a forbidden one (Aho and Corasick 1975).
fn automaton(size: Size) -> Vec<[Option<u16>; 4]> {
    let Ok(words) = forbidden(size, LONGEST, &mut |_| Ok::<(), std::convert::Infallible>(()));
    // A tree of the words; the last step of each leads nowhere.
    let mut children = vec![[Child::None; 4]];
    for word in &words {
        let (last, first) = word.split_last().expect("nothing to do is not forbidden");
        let mut state = 0;
        for &way in first {
            let fresh = children.len();
            if let Child::State(child) = children[state][usize::from(way)] {
                state = child;
            } else {
                children[state][usize::from(way)] = Child::State(fresh);
                children.push([Child::None; 4]);
                state = fresh;
            }
        }
        children[state][usize::from(*last)] = Child::Forbidden;
    }
    // Breadth-first, so that what a state falls back to is known before it.
    let mut next = vec![[None; 4]; children.len()];
    let mut queue = std::collections::VecDeque::from([(0, 0)]);
    while let Some((state, falls_back)) = queue.pop_front() {
        for way in 0..4 {
            let instead = if state == 0 { Some(0) } else { next[falls_back][way] };
            next[state][way] = match children[state][way] {
                Child::Forbidden => None,
                // A part of what was walked may be forbidden; then the whole is.
                _ if instead.is_none() => None,
                Child::None => instead,
                Child::State(child) => {
                    queue.push_back((child, usize::from(instead.unwrap_or(0))));
                    u16::try_from(child).ok().filter(|&child| child <= STATE)
                }
            };
        }
    }
    debug_assert!(next.len() <= usize::from(STATE));
    next
}

/// Where a step leads in a tree of forbidden walks.
#[derive(Clone, Copy, Debug)]
enum Child {
    None,
    State(usize),
    Forbidden,
}

impl<C: Cells> StateSpace for Walks<'_, C> {
    type State = Board<C>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<C>) -> bool {
        self.tiles.is_goal(state)
    }

    #[inline]
    fn for_each_move(&self, state: &Board<C>, visit: impl FnMut(Move)) {
        self.tiles.for_each_move(state, visit);
    }

    #[inline]
    fn apply(&self, state: &mut Board<C>, mv: Move) {
        self.tiles.apply(state, mv);
    }

    #[inline]
    fn undo(&self, state: &mut Board<C>, mv: Move) {
        self.tiles.undo(state, mv);
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl<C: Cells> Packed for Walks<'_, C> {
    type Key = C;

    #[inline]
    fn pack(&self, state: &Board<C>) -> C {
        self.tiles.pack(state)
    }

    #[inline]
    fn unpack(&self, key: &C) -> Board<C> {
        self.tiles.unpack(key)
    }
}

impl<C: Cells> MovePruning for Walks<'_, C> {
    type Trace = Forbids;

    fn root_trace(&self) -> Forbids {
        Forbids(0)
    }

    fn follow(&self, trace: Forbids, mv: Move) -> Option<Forbids> {
        let mut found = None;
        self.each(usize::from(mv.blank), trace, |other, trace| {
            if other == mv {
                found = Some(trace);
            }
        });
        found
    }

    #[inline]
    fn for_each_allowed(&self, state: &Board<C>, trace: Forbids, visit: impl FnMut(Move, Forbids)) {
        self.each(state.blank(), trace, visit);
    }
}

impl<C: Cells> Walks<'_, C> {
    #[inline]
    fn each(&self, blank: usize, Forbids(state): Forbids, mut visit: impl FnMut(Move, Forbids)) {
        let at = cell(blank);
        let mut lanes = self.exits[usize::from(state) * 16 + usize::from(self.open[usize::from(at)] & 15)];
        while lanes != 0 {
            let [low, high, ..] = lanes.to_le_bytes();
            let lane = u16::from_le_bytes([low, high]);
            let target = at.wrapping_add(self.strides[usize::from(lane >> 13 & 3)]);
            visit(Move { blank: at, target }, Forbids(lane & STATE));
            lanes >>= 16;
        }
    }
}

/// A heuristic of [`Tiles`] for the same positions in [`Walks`].
#[derive(Clone, Copy, Debug)]
pub struct OnWalks<H>(pub H);

impl<C: Cells, H: Heuristic<Tiles<C, Stm>>> Heuristic<Walks<'_, C>> for OnWalks<H> {
    fn estimate(&self, state: &Board<C>) -> Option<Cost> {
        self.0.estimate(state)
    }

    fn guarantees(&self) -> Guarantees {
        self.0.guarantees()
    }
}

impl<C: Cells, H: Incremental<Tiles<C, Stm>>> Incremental<Walks<'_, C>> for OnWalks<H> {
    type Memo = H::Memo;

    fn memo(&self, state: &Board<C>) -> Option<H::Memo> {
        self.0.memo(state)
    }

    #[inline]
    fn advance(&self, memo: H::Memo, before: &Board<C>, mv: Move) -> Option<H::Memo> {
        self.0.advance(memo, before, mv)
    }

    #[inline]
    fn value(&self, memo: H::Memo) -> Cost {
        self.0.value(memo)
    }

    #[inline]
    fn advance_within(&self, memo: H::Memo, before: &Board<C>, mv: Move, allowance: Cost) -> Option<(H::Memo, Cost)> {
        self.0.advance_within(memo, before, mv, allowance)
    }

    const IN_HALVES: bool = H::IN_HALVES;

    #[inline]
    fn announce(&self, memo: H::Memo, before: &Board<C>, mv: Move) -> Option<H::Memo> {
        self.0.announce(memo, before, mv)
    }

    #[inline]
    fn settle(&self, memo: H::Memo, allowance: Cost) -> Option<(H::Memo, Cost)> {
        self.0.settle(memo, allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Goal, Nibbles};

    /// Every position of a small board is reached by a walk that is allowed, and no sooner and no later than by any walk.
    #[test]
    fn shortest_walks_are_left() {
        use std::collections::{HashMap, HashSet};
        for (width, height, most) in [(3, 3, 31), (2, 3, 21), (4, 1, 3), (1, 1, 0)] {
            let goal = Goal::BlankLast.position(Size::new(width, height).unwrap()).unwrap();
            let tiles = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
            let walks = Walks::new(&tiles);
            let mut known = HashSet::from([tiles.pack(tiles.goal())]);
            let mut layer = vec![*tiles.goal()];
            let mut ends = HashMap::from([((tiles.pack(tiles.goal()), 0), *tiles.goal())]);
            for depth in 0..=most {
                let boards: HashSet<_> = ends.keys().map(|&(key, _)| key).collect();
                assert!(layer.iter().all(|board| boards.contains(&tiles.pack(board))), "{depth} on {width}×{height}");
                let mut below = Vec::new();
                for board in layer {
                    tiles.for_each_move(&board, |mv| {
                        let mut after = board;
                        tiles.apply(&mut after, mv);
                        if known.insert(tiles.pack(&after)) {
                            below.push(after);
                        }
                    });
                }
                layer = below;
                let mut next = HashMap::new();
                for ((_, state), board) in ends {
                    walks.for_each_allowed(&board, Forbids(state), |mv, Forbids(state)| {
                        let mut after = board;
                        tiles.apply(&mut after, mv);
                        next.insert((tiles.pack(&after), state), after);
                    });
                }
                ends = next;
            }
            assert!(layer.is_empty(), "all are known");
        }
    }

    #[test]
    fn the_automaton_of_the_24_puzzle_has_its_size() {
        let goal = Goal::BlankFirst.position(Size::new(5, 5).unwrap()).unwrap();
        let tiles = Tiles::<Bytes<25>, Stm>::new(&goal).unwrap();
        assert_eq!(Walks::new(&tiles).states(), 1291);
    }
}
