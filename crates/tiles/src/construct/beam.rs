//! Beam search (Lowerre 1976) over boards: layer by layer, and of each layer only the most promising boards.
//!
//! A board is judged by how far it looks from the goal and, while some tiles are being placed, by how far those are
//! by their [`Guide`]. Where the guide weighs more than a step can lose elsewhere, the best board of a layer always has
//! a better successor, and the beam reaches the end of its stage however narrow it is.

use fewest_search::capability::MovePruning;
use fewest_search::{Cost, LimitKind, Meter, Observer, StateSpace};

use crate::construct::guide::{Guide, Places, step};
use crate::construct::judge::{Judge, STEP};
use crate::construct::seen::Seen;
use crate::layout::cell as byte;
use crate::{Board, Cells, Metric, Move, Tiles};

/// A stage goes on for so many moves after it was first completed: a board that comes later may have more in place.
const PATIENCE: Cost = 16;

/// A board on the beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<C: Cells, T> {
    pub(super) board: Board<C>,
    /// Moves made.
    cost: Cost,
    /// How far it looks from the goal.
    distance: u32,
    hash: u64,
    trace: T,
    /// The last move on the way here, as a place in the history.
    history: u32,
}

impl<C: Cells, T> Node<C, T> {
    /// What a solution through here may cost, in the judge's steps; then anything, so that the order is always the same.
    pub(super) fn promise(&self) -> (u64, u64) {
        (u64::from(STEP) * u64::from(self.cost) + u64::from(self.distance), self.hash)
    }
}

/// A successor, judged but not made.
#[derive(Clone, Copy, Debug)]
struct Child<T> {
    score: u64,
    parent: u32,
    mv: Move,
    trace: T,
    hash: u64,
    distance: u32,
    done: bool,
}

/// Tiles that are being placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placing<'a> {
    pub(super) guide: &'a Guide,
    /// One tile, given twice, or two.
    pub(super) tiles: [usize; 2],
    /// How much a step of the guide weighs.
    pub(super) weight: u32,
}

/// What a stage of the beam is after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<'a> {
    /// Cells that may be touched.
    pub(super) open: &'a [bool],
    /// Tiles to place; without any, the goal is asked for.
    pub(super) placing: Option<Placing<'a>>,
    /// The most moves beyond the cheapest seed.
    pub(super) longest: Cost,
}

/// A board on the way through the successors of another, short slides first.
#[derive(Clone, Copy, Debug)]
struct Walk<C: Cells> {
    board: Board<C>,
    distance: u32,
    hash: u64,
    /// Of the tiles that are being placed.
    places: Option<Places>,
    /// Whether only open cells were touched.
    is_open: bool,
}

impl<C: Cells> Walk<C> {
    /// How good the board is, less being better, and whether it completes the stage; `None` where closed cells were
    /// touched or it is outside the guide.
    #[inline]
    fn score(&self, stage: &Stage<'_>) -> Option<(u64, bool)> {
        let (ahead, done) = match (stage.placing, self.places) {
            _ if !self.is_open => return None,
            (Some(Placing { guide, weight, .. }), Some(places)) => {
                let ahead = u32::from(guide.distance(places)?);
                (weight * ahead, ahead == 0)
            }
            _ => (0, self.distance == 0),
        };
        // Equals come in an order that is neither that of the moves nor that of time.
        Some((u64::from(ahead + self.distance) << 32 | scatter(self.hash) >> 32, done))
    }
}

/// Boards of one layer, or the seeds of a stage.
pub(super) type Nodes<C, M> = Vec<Node<C, <M as Metric>::Trace>>;

/// The beam, with the moves of everything it kept.
#[derive(Debug)]
pub(super) struct Beam<'a, C: Cells, M: Metric> {
    space: &'a Tiles<C, M>,
    judge: &'a Judge<'a, C>,
    width: usize,
    /// The greatest width so far, for which memory is claimed.
    widest: usize,
    history: Vec<(u32, Move)>,
    seen: Seen,
    children: Vec<Child<M::Trace>>,
    claimed: u64,
}

/// Before the first move.
const ROOT: u32 = u32::MAX;

impl<'a, C: Cells, M: Metric> Beam<'a, C, M> {
    /// A beam that keeps `width` boards of a layer, at least one.
    pub(super) fn new<O: Observer>(
        space: &'a Tiles<C, M>,
        judge: &'a Judge<'a, C>,
        width: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<Self, LimitKind> {
        let mut beam = Self {
            space,
            judge,
            width: 0,
            widest: 0,
            history: Vec::new(),
            seen: Seen::default(),
            children: Vec::new(),
            claimed: 0,
        };
        beam.set_width(width, meter)?;
        Ok(beam)
    }

    /// Keeps `width` boards of a layer from now on.
    pub(super) fn set_width<O: Observer>(&mut self, width: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        self.width = width.max(1);
        let more = self.width.saturating_sub(self.widest);
        let size = self.space.size();
        let moves = if M::longest_move(size) == 1 { 4 } else { size.width() + size.height() };
        // Two layers, the seeds in two copies and what is completed; and the successors of a layer.
        let board = 5 * size_of::<Node<C, M::Trace>>() + moves * size_of::<Child<M::Trace>>();
        let bytes = (more as u64).saturating_mul(board as u64);
        meter.claim(bytes)?;
        self.claimed += bytes;
        self.widest += more;
        Ok(())
    }

    /// A board to start from.
    pub(super) fn seed(&self, board: &Board<C>) -> Node<C, M::Trace> {
        let cells = 0..self.space.size().cells();
        let hash = cells.fold(0, |hash: u64, cell| hash.wrapping_add(code(board.tile(cell), cell)));
        Node { board: *board, cost: 0, distance: self.judge.distance(board), hash, trace: M::ROOT, history: ROOT }
    }

    /// The moves from the seed to a node.
    pub(super) fn moves(&self, node: &Node<C, M::Trace>) -> Vec<Move> {
        let mut at = node.history;
        let mut moves = Vec::with_capacity(node.cost as usize);
        while at != ROOT {
            let (before, mv) = self.history[at as usize];
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        moves
    }

    /// Lets any move follow on these nodes, also one that could have been part of their last.
    pub(super) fn forget_last_moves(nodes: &mut Nodes<C, M>) {
        for node in nodes {
            node.trace = M::ROOT;
        }
    }

    /// The most promising nodes, as many as the beam is wide.
    pub(super) fn best_of(&self, mut nodes: Nodes<C, M>) -> Nodes<C, M> {
        nodes.sort_unstable_by_key(Node::promise);
        nodes.truncate(self.width);
        nodes
    }

    pub(super) fn discard<O: Observer>(self, meter: &mut Meter<'_, O>) {
        meter.release(self.claimed + self.seen.bytes());
    }

    /// Searches from the seeds until the stage is completed. Returns the completed boards, the most promising first;
    /// none where the moves do not suffice.
    pub(super) fn run<O: Observer>(
        &mut self,
        stage: &Stage<'_>,
        mut seeds: Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Nodes<C, M>, LimitKind> {
        self.seen.clear();
        let mut completed = Vec::new();
        // The cheapest last, so that they can be taken off as the layers come to their cost.
        seeds.sort_by_key(|seed| std::cmp::Reverse(seed.cost));
        let Some(first) = seeds.last().map(|seed| seed.cost) else { return Ok(completed) };
        let mut last = first.saturating_add(stage.longest);
        let patience = if stage.placing.is_some() { PATIENCE } else { 0 };
        let mut layer: Nodes<C, M> = Vec::new();
        for cost in first.. {
            while let Some(seed) = seeds.pop_if(|seed| seed.cost <= cost) {
                if self.is_complete(stage, &seed) {
                    completed.push(seed);
                } else if self.seen.insert(seed.hash, meter)? {
                    layer.push(seed);
                }
            }
            if !completed.is_empty() {
                last = last.min(cost.saturating_add(patience));
            }
            if cost >= last || layer.is_empty() && seeds.is_empty() {
                break;
            }
            self.expand(stage, &layer, meter)?;
            layer = self.select(&layer, &mut completed, meter)?;
            if completed.len() > 2 * self.width {
                completed = self.best_of(completed);
            }
        }
        Ok(self.best_of(completed))
    }

    fn is_complete(&self, stage: &Stage<'_>, node: &Node<C, M::Trace>) -> bool {
        match stage.placing {
            Some(Placing { guide, tiles, .. }) => guide.distance(self.places(&node.board, tiles)) == Some(0),
            None => node.distance == 0,
        }
    }

    /// Judges every successor of a layer, and puts the most promising first.
    fn expand<O: Observer>(
        &mut self,
        stage: &Stage<'_>,
        layer: &Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        for (parent, node) in (0u32..).zip(layer) {
            meter.expand(node.cost)?;
            let start = Walk {
                board: node.board,
                distance: node.distance,
                hash: node.hash,
                places: stage.placing.map(|placing| self.places(&node.board, placing.tiles)),
                is_open: true,
            };
            let mut walk = start;
            let mut generated = 0;
            self.space.for_each_allowed(&node.board, node.trace, |mv, trace| {
                generated += 1;
                if !self.is_on_the_way(walk.board.blank(), mv) {
                    walk = start;
                }
                self.walk(stage, &mut walk, mv.target);
                if let Some((score, done)) = walk.score(stage) {
                    let Walk { distance, hash, .. } = walk;
                    children.push(Child { score, parent, mv, trace, hash, distance, done });
                }
            });
            meter.generate(generated);
        }
        children.sort_unstable_by_key(|child| child.score);
        self.children = children;
        Ok(())
    }

    /// Whether a move passes, or starts at, this cell: then a walk that is there can go on.
    #[inline]
    fn is_on_the_way(&self, cell: usize, mv: Move) -> bool {
        let (blank, target) = (usize::from(mv.blank), usize::from(mv.target));
        let size = self.space.size();
        size.distance(blank, cell) + size.distance(cell, target) == size.distance(blank, target) && cell != target
    }

    /// Takes the blank of a walk along its line to a cell.
    #[inline]
    fn walk(&self, stage: &Stage<'_>, walk: &mut Walk<C>, target: u8) {
        let mv = Move { blank: byte(walk.board.blank()), target };
        self.space.layout().for_each_tile_step(mv, |from, to| {
            let tile = walk.board.tile(from);
            walk.distance = self.judge.after(walk.distance, &walk.board, Move { blank: byte(to), target: byte(from) });
            // The tile and the blank trade their cells.
            let came = code(tile, to).wrapping_add(code(0, from));
            let went = code(tile, from).wrapping_add(code(0, to));
            walk.hash = walk.hash.wrapping_add(came).wrapping_sub(went);
            walk.places = walk.places.map(|places| step(places, byte(from)));
            walk.is_open &= stage.open[from];
            walk.board.step(byte(from));
        });
    }

    /// Makes the best successors that this stage has not met.
    fn select<O: Observer>(
        &mut self,
        layer: &Nodes<C, M>,
        completed: &mut Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Nodes<C, M>, LimitKind> {
        let mut next = Vec::with_capacity(self.width.min(self.children.len()));
        let children = std::mem::take(&mut self.children);
        for child in &children {
            if next.len() == self.width {
                break;
            }
            if !self.seen.insert(child.hash, meter)? {
                continue;
            }
            let parent = &layer[child.parent as usize];
            let mut board = parent.board;
            self.space.apply(&mut board, child.mv);
            let node = Node {
                board,
                cost: parent.cost + 1,
                distance: child.distance,
                hash: child.hash,
                trace: child.trace,
                history: self.record(parent.history, child.mv, meter)?,
            };
            if child.done { completed.push(node) } else { next.push(node) }
        }
        self.children = children;
        Ok(next)
    }

    fn record<O: Observer>(&mut self, before: u32, mv: Move, meter: &mut Meter<'_, O>) -> Result<u32, LimitKind> {
        if self.history.len() == self.history.capacity() {
            let more = self.history.len().max(1 << 10);
            let bytes = (more * size_of::<(u32, Move)>()) as u64;
            meter.claim(bytes)?;
            self.claimed += bytes;
            self.history.reserve_exact(more);
        }
        let place = u32::try_from(self.history.len()).ok().filter(|&place| place != ROOT);
        self.history.push((before, mv));
        place.ok_or(LimitKind::Memory)
    }

    fn places(&self, board: &Board<C>, tiles: [usize; 2]) -> Places {
        let cells = self.space.size().cells();
        let find = |tile: usize| (0..cells).find(|&cell| board.tile(cell) == tile).expect("every tile is there");
        let first = find(tiles[0]);
        let second = if tiles[1] == tiles[0] { first } else { find(tiles[1]) };
        [byte(board.blank()), byte(first), byte(second)]
    }
}

/// A tile in a cell, as a random number; a board is known by the sum (Zobrist 1970).
#[inline]
fn code(tile: usize, cell: usize) -> u64 {
    scatter((tile << 8 | cell) as u64 + 1)
}

/// Spreads the bits of a number (the finaliser of `SplitMix64`, Steele, Lea and Flood 2014).
#[inline]
fn scatter(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
