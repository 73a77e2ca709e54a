//! Breadth-first search at memory speed, for puzzles of which every position can be looked at (Moore 1959).
//!
//! Every state met is kept in four or eight bytes, the layer that is being expanded and the next one in eight more. A
//! parent is not stored: where every move can be taken back, a neighbour of a state is one layer before it, in the same
//! or one behind, and its depth modulo three says which. That is enough to walk back from a goal to the start.
//!
//! Successors are gathered in batches. The cache line of each is read before any is needed, so that the reads overlap
//! where they would otherwise be waited for one after the other.

mod table;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::algorithms::BreadthFirst;
use fewest_search::capability::Backward;
use fewest_search::meter::Meter;
use fewest_search::{
    LimitKind, Limits, Observer, Outcome, Proof, Run, Search, StateSpace, Stats, UnsolvableProof, Zero,
};

use crate::bits::Bits;
use crate::metric::Metric;
use crate::space::{Blocks, Board, Move};
use table::{Found, Phase, SHARDS, Scramble, Shard};

/// Successors that are looked up together.
const BATCH: usize = 256;
/// Below so many states the table is near anyway.
const NEAR: usize = 1 << 15;
/// From a layer of so many states on, it pays to have several threads.
const CROWD: usize = 1 << 13;
/// Bytes of a packed state.
const KEY_BYTES: u64 = 8;

/// Which moves are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heading {
    /// From states to where moves lead.
    #[default]
    Forward,
    /// From states to where moves come from. Where nothing can leave the board, there is no difference.
    Backward,
}

/// Breadth-first search of whole spaces whose states pack into 64 bits.
///
/// As a [`Search`] it finds a shortest solution, or proves that there is none. [`explore`](Self::explore) visits
/// everything within reach, layer by layer.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::exhaustive::Exhaustive;
/// use fewest_blocks::{Blocks, Metric, Puzzle};
/// use fewest_search::{Limits, Search, Zero};
///
/// let klotski: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.".parse()?;
/// let space = Blocks::<u64, u64>::new(Arc::new(klotski), Metric::Step)?;
/// let run = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(116));
/// let all = Exhaustive::default().explore(&space, &[space.start()], &Limits::default(), &mut ());
/// assert_eq!((all.states(), all.limit), (25_955, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhaustive {
    /// How many threads expand large layers.
    pub threads: NonZeroUsize,
    /// Which moves [`explore`](Self::explore) follows.
    pub heading: Heading,
}

impl Default for Exhaustive {
    /// As many threads as the machine runs at once, forward.
    fn default() -> Self {
        Self { threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN), heading: Heading::Forward }
    }
}

/// The states that are equally far from where an exploration began.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// How far.
    pub depth: u32,
    parts: &'a [&'a [u64]],
}

impl Layer<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Whether there are none; no layer that is visited is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The packed states, in no particular order.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.parts.iter().flat_map(|part| part.iter().copied())
    }
}

/// Everything that an exploration met.
#[derive(Debug)]
pub struct Exploration {
    /// How many states there are at each depth. Where a limit came first, the last of these layers was met but not
    /// expanded in full.
    pub layers: Vec<u64>,
    /// The limit that came first, if one did.
    pub limit: Option<LimitKind>,
    /// What was done.
    pub stats: Stats,
    scramble: Scramble,
    shards: Vec<Shard>,
}

impl Exploration {
    /// How many states were met.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Whether a state was met.
    pub fn contains(&self, key: u64) -> bool {
        let scrambled = self.scramble.apply(key);
        self.shards[self.scramble.shard(scrambled)].phase(scrambled).is_some()
    }

    /// Calls `visit` with the key of every state that was met, in no particular order.
    pub fn for_each_key(&self, mut visit: impl FnMut(u64)) {
        for shard in &self.shards {
            shard.for_each(|scrambled| visit(self.scramble.undo(scrambled)));
        }
    }
}

impl Exhaustive {
    /// Visits everything within reach of the sources.
    pub fn explore<B: Bits, O: Observer>(
        &self,
        space: &Blocks<B, u64>,
        sources: &[Board<B, u64>],
        limits: &Limits,
        observer: &mut O,
    ) -> Exploration {
        self.explore_layers(space, sources, limits, observer, |_| ControlFlow::Continue(()))
    }

    /// Visits everything within reach of the sources and shows each layer, the sources first, when it is complete and
    /// before it is expanded. It goes on until there is nothing new, `visit` has seen enough, or a limit is reached.
    pub fn explore_layers<B: Bits, O: Observer>(
        &self,
        space: &Blocks<B, u64>,
        sources: &[Board<B, u64>],
        limits: &Limits,
        observer: &mut O,
        mut visit: impl FnMut(Layer<'_>) -> ControlFlow<()>,
    ) -> Exploration {
        let mut meter = Meter::start(limits, observer);
        let mut flood = Flood::new(space, self.heading, false);
        let mut layers = Vec::new();
        let begin = flood.begin(sources.iter().map(|source| source.key), &mut meter);
        let end = begin.and_then(|()| {
            self.layers(&mut flood, &mut meter, |layer| {
                layers.push(layer.len() as u64);
                visit(layer)
            })
        });
        let stats = meter.finish::<()>(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }).stats;
        Exploration { layers, limit: end.err(), stats, scramble: flood.scramble, shards: flood.shards }
    }

    /// Expands layer after layer; the goal that was met, where the flood stops at one.
    fn layers<B: Bits, O: Observer>(
        &self,
        flood: &mut Flood<'_, B>,
        meter: &mut Meter<'_, O>,
        mut visit: impl FnMut(Layer<'_>) -> ControlFlow<()>,
    ) -> Result<Option<u64>, LimitKind> {
        while !flood.frontier.is_empty() {
            let parts = [flood.frontier.as_slice()];
            if visit(Layer { depth: flood.depth, parts: &parts }).is_break() {
                break;
            }
            flood.enter_layer(meter)?;
            if let Some(goal) = flood.expand_layer(meter)? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }
}

/// A breadth-first search on its way.
struct Flood<'a, B> {
    space: &'a Blocks<B, u64>,
    heading: Heading,
    stops_at_goal: bool,
    scramble: Scramble,
    shards: Vec<Shard>,
    depth: u32,
    frontier: Vec<u64>,
    next: Vec<u64>,
}

impl<'a, B: Bits> Flood<'a, B> {
    fn new(space: &'a Blocks<B, u64>, heading: Heading, stops_at_goal: bool) -> Self {
        let scramble = Scramble::new(space.bits());
        Self {
            space,
            heading,
            stops_at_goal,
            scramble,
            shards: Vec::new(),
            depth: 0,
            frontier: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Makes the table and notes the sources.
    fn begin<O: Observer>(
        &mut self,
        sources: impl ExactSizeIterator<Item = u64>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let shards = (0..SHARDS).map(|number| Shard::new(self.scramble, number));
        meter.claim(Shard::new(self.scramble, 0).bytes() * SHARDS as u64)?;
        self.shards = shards.collect();
        reserve(&mut self.frontier, sources.len(), meter)?;
        meter.generate(sources.len() as u64);
        for key in sources {
            let scrambled = self.scramble.apply(key);
            let shard = &mut self.shards[self.scramble.shard(scrambled)];
            loop {
                match shard.insert(scrambled, Phase::of(0)) {
                    Found::New => self.frontier.push(key),
                    Found::Known => {}
                    Found::Full => {
                        grow(shard, meter)?;
                        continue;
                    }
                }
                break;
            }
        }
        Ok(())
    }

    /// Every state up to this layer is known, and, where the flood stops at goals, none is one.
    fn enter_layer<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        if self.depth > 0 {
            meter.iteration(self.depth - 1)?;
        }
        meter.begin_iteration();
        if self.stops_at_goal {
            meter.raise_lower_bound(self.depth + 1);
        }
        Ok(())
    }

    /// Expands the frontier; the next layer takes its place.
    fn expand_layer<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<Option<u64>, LimitKind> {
        let frontier = std::mem::take(&mut self.frontier);
        let mut batch = Batch::default();
        let mut goal = None;
        for &key in &frontier {
            meter.expand(self.depth)?;
            batch.add(self.space, self.heading, key);
            if batch.keys.len() >= BATCH {
                goal = self.settle(&mut batch, meter)?;
                if goal.is_some() {
                    break;
                }
            }
        }
        if goal.is_none() {
            goal = self.settle(&mut batch, meter)?;
        }
        self.frontier = std::mem::replace(&mut self.next, frontier);
        self.next.clear();
        self.depth += 1;
        Ok(goal)
    }

    /// Looks up the states of a batch and keeps those that are new.
    fn settle<O: Observer>(&mut self, batch: &mut Batch, meter: &mut Meter<'_, O>) -> Result<Option<u64>, LimitKind> {
        meter.generate(batch.keys.len() as u64);
        reserve(&mut self.next, batch.keys.len(), meter)?;
        batch.scramble(self.scramble);
        if self.frontier.len() + self.next.len() > 0 && self.shards[0].len() * SHARDS > NEAR {
            batch.touch(|scrambled| self.shards[self.scramble.shard(scrambled)].touch(scrambled));
        }
        let phase = Phase::of(self.depth + 1);
        let mut goal = None;
        for (&key, &scrambled) in batch.keys.iter().zip(&batch.scrambled) {
            let shard = &mut self.shards[self.scramble.shard(scrambled)];
            loop {
                match shard.insert(scrambled, phase) {
                    Found::Known => {}
                    Found::New => {
                        self.next.push(key);
                        if self.stops_at_goal && goal.is_none() && self.space.is_goal_key(key) {
                            goal = Some(key);
                        }
                    }
                    Found::Full => {
                        grow(shard, meter)?;
                        continue;
                    }
                }
                break;
            }
        }
        batch.keys.clear();
        Ok(goal)
    }

    fn phase(&self, key: u64) -> Option<Phase> {
        let scrambled = self.scramble.apply(key);
        self.shards[self.scramble.shard(scrambled)].phase(scrambled)
    }

    /// The moves from the start to a goal at `depth`, where every move can be taken back.
    fn walk_back(&self, goal: u64, depth: u32) -> Vec<Move> {
        let mut moves = Vec::with_capacity(depth as usize);
        let mut state = self.space.board(goal);
        for before in (0..depth).rev() {
            let phase = Some(Phase::of(before));
            let mut step = None;
            self.space.for_each_move_into(&state, |mv| {
                if step.is_none() {
                    let mut previous = state;
                    self.space.undo(&mut previous, mv);
                    step = (self.phase(previous.key) == phase).then_some((mv, previous));
                }
            });
            let (mv, previous) = step.expect("a state of one layer has a neighbour in the layer before");
            moves.push(mv);
            state = previous;
        }
        moves.reverse();
        moves
    }
}

/// Makes room for more keys, after claiming it.
fn reserve<O: Observer>(keys: &mut Vec<u64>, more: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    if keys.capacity() - keys.len() < more {
        let wanted = (keys.len() + more).max(2 * keys.capacity());
        let extra = wanted - keys.capacity();
        meter.claim(extra as u64 * KEY_BYTES)?;
        keys.reserve_exact(wanted - keys.len());
    }
    Ok(())
}

/// Makes a shard larger, after claiming the room for its copy.
fn grow<O: Observer>(shard: &mut Shard, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let (old, new) = (shard.bytes(), shard.bytes_to_grow());
    meter.claim(new)?;
    shard.grow();
    meter.release(old);
    meter.claim(shard.bytes().saturating_sub(new))
}

/// Successors that wait to be looked up.
#[derive(Default)]
struct Batch {
    keys: Vec<u64>,
    scrambled: Vec<u64>,
}

impl Batch {
    /// Adds the successors of a state.
    #[inline]
    fn add<B: Bits>(&mut self, space: &Blocks<B, u64>, heading: Heading, key: u64) {
        let board = space.board(key);
        match heading {
            Heading::Forward => space.for_each_successor(&board, |key| self.keys.push(key)),
            Heading::Backward => space.for_each_move_into(&board, |mv| {
                let mut before = board;
                space.undo(&mut before, mv);
                self.keys.push(before.key);
            }),
        }
    }

    fn scramble(&mut self, scramble: Scramble) {
        self.scrambled.clear();
        self.scrambled.extend(self.keys.iter().map(|&key| scramble.apply(key)));
    }

    /// Reads what will be needed.
    fn touch(&self, mut read: impl FnMut(u64) -> u64) {
        let sum = self.scrambled.iter().fold(0u64, |sum, &scrambled| sum ^ read(scrambled));
        std::hint::black_box(sum);
    }
}

impl<B: Bits> Blocks<B, u64> {
    /// Whether a packed state is a goal.
    #[inline]
    fn is_goal_key(&self, key: u64) -> bool {
        self.meets_goal(&key, || self.board(key).taken)
    }

    /// Calls `visit` for every state one move away.
    #[inline]
    fn for_each_successor(&self, board: &Board<B, u64>, mut visit: impl FnMut(u64)) {
        self.for_each_shift(board, |index, from, to, _| visit(self.shifted(board.key, index, from, to)));
        if self.metric() == Metric::Group {
            self.for_each_group(board, |mv| {
                let mut next = *board;
                self.apply(&mut next, mv);
                visit(next.key);
            });
        }
    }
}

/// Where something can leave the board, neighbours of a state can be any number of layers behind it, and the search is
/// left to [`BreadthFirst`], which stores parents.
impl<B: Bits, H> Search<Blocks<B, u64>, H> for Exhaustive {
    fn run<O: Observer>(
        &self,
        space: &Blocks<B, u64>,
        start: &Board<B, u64>,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move> {
        if !space.is_undirected() {
            return BreadthFirst.run(space, start, &Zero, limits, observer);
        }
        let mut meter = Meter::start(limits, observer);
        if space.is_goal(start) {
            meter.generate(1);
            return meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal });
        }
        let mut flood = Flood::new(space, Heading::Forward, true);
        let begin = flood.begin([start.key].into_iter(), &mut meter);
        let end = begin.and_then(|()| self.layers(&mut flood, &mut meter, |_| ControlFlow::Continue(())));
        let outcome = match end {
            Ok(Some(goal)) => {
                let moves = flood.walk_back(goal, flood.depth);
                Outcome::Solved { moves, cost: flood.depth, proof: Proof::Optimal }
            }
            Ok(None) => Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
            Err(limit) => Outcome::LimitReached { limit, lower_bound: meter.lower_bound(), best_known: None },
        };
        meter.finish(outcome)
    }
}
