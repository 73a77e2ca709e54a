//! Breadth-first search at memory speed, for puzzles of which every position can be looked at (Moore 1959).
//!
//! Every state met is kept in four or eight bytes, the layer that is being expanded and the next one in eight more. A
//! parent is not stored: where every move can be taken back, a neighbour of a state is one layer before it, in the same
//! or one behind, and its depth modulo three says which. That is enough to walk back from a goal to the start.
//!
//! Successors are gathered in batches. The cache line of each is read before any is needed, so that the reads overlap
//! where they would otherwise be waited for one after the other.

mod crowd;
mod expand;
mod table;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::algorithms::BreadthFirst;
use fewest_search::capability::Backward;
use fewest_search::meter::Meter;
use fewest_search::{Limits, LimitKind, Observer, Outcome, Proof, Run, Search, StateSpace, Stats, UnsolvableProof, Zero};

use crate::bits::Bits;
use crate::space::{Blocks, BlocksError, Board, Move};
use expand::{Expander, Scratch, Spare};
pub use expand::Word;
use table::{Found, Phase, SHARDS, Scramble, Shard};

/// Successors that are looked up together.
const BATCH: usize = 256;
/// Below so many states the table is near anyway.
const NEAR: usize = 1 << 12;
/// From a layer of so many states on, it pays to have several threads.
const CROWD: usize = 1 << 13;
/// Which moves are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heading {
    /// From states to where moves lead.
    #[default]
    Forward,
    /// From states to where moves come from. Where nothing can leave the board, there is no difference.
    Backward,
}

/// Breadth-first search of whole spaces whose states fit 64 bits in the shortest form.
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
/// let all = Exhaustive::default().explore(&space, &[space.start()], &Limits::default(), &mut ())?;
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
        Self {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            heading: Heading::Forward,
        }
    }
}

/// The states that are equally far from where an exploration began.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a, B, K> {
    /// How far.
    pub depth: u32,
    expander: &'a Expander<'a, B, K>,
    parts: &'a [&'a [K]],
}

impl<B: Bits, K: Word> Layer<'_, B, K> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Whether there are none; no layer that is visited is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The states, in no particular order.
    pub fn states(&self) -> impl Iterator<Item = Board<B, K>> + '_ {
        self.parts.iter().flat_map(|part| part.iter()).map(|&state| self.expander.unpack(state))
    }

    /// Those that are goals.
    pub fn goals(&self) -> impl Iterator<Item = Board<B, K>> + '_ {
        let goals = self.parts.iter().flat_map(|part| part.iter()).filter(|state| self.expander.is_goal(**state));
        goals.map(|&state| self.expander.unpack(state))
    }
}

/// Everything that an exploration met.
#[derive(Debug)]
pub struct Exploration<'a, B, K> {
    /// How many states there are at each depth. Where a limit came first, the last of these layers was met but not
    /// expanded in full.
    pub layers: Vec<u64>,
    /// The limit that came first, if one did.
    pub limit: Option<LimitKind>,
    /// What was done.
    pub stats: Stats,
    expander: Expander<'a, B, K>,
    scramble: Scramble,
    shards: Vec<Shard>,
}

impl<B: Bits, K: Word> Exploration<'_, B, K> {
    /// How many states were met.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Whether a state was met.
    pub fn contains(&self, state: &Board<B, K>) -> bool {
        let scrambled = self.scramble.apply(self.expander.short(self.expander.pack(state)));
        self.shards.get(self.scramble.shard(scrambled)).is_some_and(|shard| shard.phase(scrambled).is_some())
    }

    /// Calls `visit` with every state that was met, in no particular order.
    pub fn for_each_state(&self, mut visit: impl FnMut(Board<B, K>)) {
        for shard in &self.shards {
            shard.for_each(|scrambled| visit(self.expander.unpack(self.expander.long(self.scramble.undo(scrambled)))));
        }
    }
}

impl Exhaustive {
    /// Visits everything within reach of the sources.
    ///
    /// # Errors
    /// [`BlocksError::Bits`] where states do not fit 64 bits even in the shortest form.
    pub fn explore<'a, B: Bits, K: Word, O: Observer>(
        &self,
        space: &'a Blocks<B, K>,
        sources: &[Board<B, K>],
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Exploration<'a, B, K>, BlocksError> {
        self.explore_layers(space, sources, limits, observer, |_| ControlFlow::Continue(()))
    }

    /// Visits everything within reach of the sources and shows each layer, the sources first, when it is complete and
    /// before it is expanded. It goes on until there is nothing new, `visit` has seen enough, or a limit is reached.
    ///
    /// # Errors
    /// [`BlocksError::Bits`] where states do not fit 64 bits even in the shortest form.
    pub fn explore_layers<'a, B: Bits, K: Word, O: Observer>(
        &self,
        space: &'a Blocks<B, K>,
        sources: &[Board<B, K>],
        limits: &Limits,
        observer: &mut O,
        mut visit: impl FnMut(Layer<'_, B, K>) -> ControlFlow<()>,
    ) -> Result<Exploration<'a, B, K>, BlocksError> {
        let mut meter = Meter::start(limits, observer);
        let mut flood = Flood::new(space, self.heading, false)?;
        let mut layers = Vec::new();
        let begin = flood.begin(sources, &mut meter);
        let end = begin.and_then(|()| {
            self.layers(&mut flood, &mut meter, |layer| {
                layers.push(layer.len() as u64);
                visit(layer)
            })
        });
        let stats = meter.finish::<()>(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }).stats;
        let Flood { expander, scramble, shards, .. } = flood;
        Ok(Exploration { layers, limit: end.err(), stats, expander, scramble, shards })
    }

    /// Expands layer after layer; the goal that was met, where the flood stops at one.
    fn layers<B: Bits, K: Word, O: Observer>(
        &self,
        flood: &mut Flood<'_, B, K>,
        meter: &mut Meter<'_, O>,
        mut visit: impl FnMut(Layer<'_, B, K>) -> ControlFlow<()>,
    ) -> Result<Option<K>, LimitKind> {
        while flood.frontier.len() > 0 {
            if self.threads.get() > 1 && flood.frontier.len() >= CROWD {
                return crowd::layers(flood, self.threads, meter, visit);
            }
            let parts = [flood.frontier.keys.as_slice()];
            if visit(Layer { depth: flood.depth, expander: &flood.expander, parts: &parts }).is_break() {
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
struct Flood<'a, B, K> {
    expander: Expander<'a, B, K>,
    heading: Heading,
    stops_at_goal: bool,
    scramble: Scramble,
    shards: Vec<Shard>,
    depth: u32,
    frontier: States<K>,
    next: States<K>,
    batch: Batch<K>,
}

/// Packed states, and for each the steps that need not be tried.
#[derive(Debug)]
struct States<K> {
    keys: Vec<K>,
    spares: Vec<Spare>,
}

impl<K> Default for States<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), spares: Vec::new() }
    }
}

impl<K> States<K> {
    /// Bytes of a state and of what is remembered of its last move.
    const BYTES: u64 = (size_of::<K>() + size_of::<Spare>()) as u64;

    fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    fn push(&mut self, key: K, spare: Spare) {
        self.keys.push(key);
        self.spares.push(spare);
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.spares.clear();
    }

    /// The bytes it holds.
    fn bytes(&self) -> u64 {
        self.keys.capacity() as u64 * Self::BYTES
    }

    /// The bytes that room for so many more takes, where it is not there.
    fn bytes_for(&self, more: usize) -> u64 {
        (self.wanted(more) - self.keys.capacity()) as u64 * Self::BYTES
    }

    fn wanted(&self, more: usize) -> usize {
        let needed = self.len() + more;
        if needed <= self.keys.capacity() { self.keys.capacity() } else { needed.max(self.keys.capacity() + self.keys.capacity() / 4) }
    }

    /// Makes room for so many more.
    fn reserve(&mut self, more: usize) {
        let extra = self.wanted(more) - self.len();
        self.keys.reserve_exact(extra);
        self.spares.reserve_exact(extra);
    }
}

impl<'a, B: Bits, K: Word> Flood<'a, B, K> {
    fn new(space: &'a Blocks<B, K>, heading: Heading, stops_at_goal: bool) -> Result<Self, BlocksError> {
        let expander = Expander::new(space);
        let bits = expander.short_bits();
        if bits > u64::BITS {
            return Err(BlocksError::Bits { bits, capacity: u64::BITS });
        }
        let scramble = Scramble::new(bits);
        Ok(Self {
            expander,
            heading,
            stops_at_goal,
            scramble,
            shards: Vec::new(),
            depth: 0,
            frontier: States::default(),
            next: States::default(),
            batch: Batch::default(),
        })
    }

    /// Makes the table and notes the sources.
    fn begin<O: Observer>(
        &mut self,
        sources: &[Board<B, K>],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let shards = (0..SHARDS).map(|number| Shard::new(self.scramble, number));
        meter.claim(Shard::new(self.scramble, 0).bytes() * SHARDS as u64)?;
        self.shards = shards.collect();
        reserve(&mut self.frontier, sources.len(), meter)?;
        meter.generate(sources.len() as u64);
        for source in sources {
            let key = self.expander.pack(source);
            let scrambled = self.scramble.apply(self.expander.short(key));
            let shard = &mut self.shards[self.scramble.shard(scrambled)];
            loop {
                match shard.insert(scrambled, Phase::of(0)) {
                    Found::New => self.frontier.push(key, Spare::NONE),
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
    fn expand_layer<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<Option<K>, LimitKind> {
        let frontier = std::mem::take(&mut self.frontier);
        let mut batch = std::mem::take(&mut self.batch);
        let mut goal = None;
        for (&key, &spare) in frontier.keys.iter().zip(&frontier.spares) {
            meter.expand(self.depth)?;
            batch.add(&self.expander, self.heading, key, spare);
            if batch.states.len() >= BATCH {
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
        self.batch = batch;
        self.depth += 1;
        Ok(goal)
    }

    /// Looks up the states of a batch and keeps those that are new.
    fn settle<O: Observer>(&mut self, batch: &mut Batch<K>, meter: &mut Meter<'_, O>) -> Result<Option<K>, LimitKind> {
        meter.generate(batch.states.len() as u64);
        reserve(&mut self.next, batch.states.len(), meter)?;
        batch.scramble(&self.expander, self.scramble);
        if self.shards[0].len() * SHARDS > NEAR {
            batch.touch(|scrambled| self.shards[self.scramble.shard(scrambled)].touch(scrambled));
        }
        let phase = Phase::of(self.depth + 1);
        let mut goal = None;
        let states = batch.states.keys.iter().zip(&batch.states.spares).zip(&batch.scrambled);
        for ((&key, &spare), &scrambled) in states {
            let shard = &mut self.shards[self.scramble.shard(scrambled)];
            loop {
                match shard.insert(scrambled, phase) {
                    Found::Known => {}
                    Found::New => {
                        self.next.push(key, spare);
                        if self.stops_at_goal && goal.is_none() && self.expander.is_goal(key) {
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
        batch.states.clear();
        Ok(goal)
    }

    fn phase(&self, state: &Board<B, K>) -> Option<Phase> {
        let scrambled = self.scramble.apply(self.expander.short(self.expander.pack(state)));
        self.shards[self.scramble.shard(scrambled)].phase(scrambled)
    }

    /// The moves from the start to a goal at `depth`, where every move can be taken back.
    fn walk_back(&self, goal: K, depth: u32) -> Vec<Move> {
        let space = self.expander.space;
        let mut moves = Vec::with_capacity(depth as usize);
        let mut state = self.expander.unpack(goal);
        for before in (0..depth).rev() {
            let phase = Some(Phase::of(before));
            let mut step = None;
            space.for_each_move_into(&state, |mv| {
                if step.is_none() {
                    let mut previous = state;
                    space.undo(&mut previous, mv);
                    step = (self.phase(&previous) == phase).then_some((mv, previous));
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

/// Makes room for more states, after claiming it.
fn reserve<K, O: Observer>(states: &mut States<K>, more: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let bytes = states.bytes_for(more);
    if bytes > 0 {
        meter.claim(bytes)?;
        states.reserve(more);
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
#[derive(Debug)]
struct Batch<K> {
    states: States<K>,
    scrambled: Vec<u64>,
    scratch: Scratch,
}

impl<K> Default for Batch<K> {
    fn default() -> Self {
        Self { states: States::default(), scrambled: Vec::new(), scratch: Scratch::default() }
    }
}

impl<K: Word> Batch<K> {
    /// Adds the successors of a state.
    #[inline]
    fn add<B: Bits>(&mut self, expander: &Expander<'_, B, K>, heading: Heading, key: K, spare: Spare) {
        let Self { states, scratch, .. } = self;
        match heading {
            Heading::Forward => expander.expand(key, spare, scratch, |key, spare| states.push(key, spare)),
            Heading::Backward => expander.expand_back(key, |key| states.push(key, Spare::NONE)),
        }
    }

    fn scramble<B: Bits>(&mut self, expander: &Expander<'_, B, K>, scramble: Scramble) {
        self.scrambled.clear();
        self.scrambled.extend(self.states.keys.iter().map(|&key| scramble.apply(expander.short(key))));
    }

    /// Reads what will be needed.
    fn touch(&self, mut read: impl FnMut(u64) -> u64) {
        let sum = self.scrambled.iter().fold(0u64, |sum, &scrambled| sum ^ read(scrambled));
        std::hint::black_box(sum);
    }
}

/// Where something can leave the board, neighbours of a state can be any number of layers behind it, and the search is
/// left to [`BreadthFirst`], which stores parents. So it is where states do not fit 64 bits in the shortest form.
impl<B: Bits, K: Word, H> Search<Blocks<B, K>, H> for Exhaustive {
    fn run<O: Observer>(
        &self,
        space: &Blocks<B, K>,
        start: &Board<B, K>,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move> {
        let flood = Flood::new(space, Heading::Forward, true);
        let Some(mut flood) = flood.ok().filter(|_| space.is_undirected()) else {
            return BreadthFirst.run(space, start, &Zero, limits, observer);
        };
        let mut meter = Meter::start(limits, observer);
        if space.is_goal(start) {
            meter.generate(1);
            return meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal });
        }
        let begin = flood.begin(&[*start], &mut meter);
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
