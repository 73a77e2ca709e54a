//! A breadth-first search on its way.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer, StateSpace};

use crate::bits::Bits;
use crate::exhaustive::Heading;
use crate::exhaustive::near::SmallTable;
use crate::exhaustive::pack::{Expander, Spare};
use crate::exhaustive::scratch::CHUNK;
use crate::exhaustive::states::{Batch, States};
use crate::exhaustive::table::{Found, Phase, SHARDS, Scramble, Shard};
use crate::exhaustive::word::Word;
use crate::space::{Blocks, BlocksError, Board, Move};

/// Successors that are looked up together.
pub(super) const BATCH: usize = 256;

/// The states met.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) scramble: Scramble,
    /// All of them, while they are few.
    near: Option<SmallTable>,
    /// All of them, when they are many.
    pub(super) shards: Vec<Shard>,
}

impl Table {
    pub(super) fn new(scramble: Scramble) -> Self {
        Self { scramble, near: None, shards: Vec::new() }
    }

    fn begin<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.claim(SmallTable::FIRST_BYTES)?;
        self.near = SmallTable::new(self.scramble);
        if self.near.is_none() {
            meter.release(SmallTable::FIRST_BYTES);
            self.spread(meter)?;
        }
        Ok(())
    }

    /// Goes over from few states to many.
    pub(super) fn spread<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        if !self.shards.is_empty() {
            return Ok(());
        }
        meter.claim(Shard::new(self.scramble, 0).bytes() * SHARDS as u64)?;
        self.shards = (0..SHARDS).map(|number| Shard::new(self.scramble, number)).collect();
        let Some(near) = self.near.take() else { return Ok(()) };
        let moved = near.iter().try_for_each(|(scrambled, phase)| self.insert(scrambled, phase, meter).map(|_| ()));
        if moved.is_ok() {
            meter.release(near.bytes());
        } else {
            // Nothing is lost.
            meter.release(self.bytes());
            self.shards = Vec::new();
            self.near = Some(near);
        }
        moved
    }

    /// Notes a state, when they are many; whether it is new.
    #[inline]
    fn insert<O: Observer>(
        &mut self,
        scrambled: u64,
        phase: Phase,
        meter: &mut Meter<'_, O>,
    ) -> Result<bool, LimitKind> {
        let shard = &mut self.shards[self.scramble.shard(scrambled)];
        loop {
            match shard.insert(scrambled, phase) {
                Found::Known => return Ok(false),
                Found::New => return Ok(true),
                Found::Full => grow(shard, meter)?,
            }
        }
    }

    /// Notes the states of a batch and adds those that are new to `next`.
    fn settle<B: Bits, K: Word, O: Observer>(
        &mut self,
        batch: &Batch<B, K>,
        phase: Phase,
        next: &mut States<K>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let Batch { states, scrambled, .. } = batch;
        next.claim(states.len(), meter)?;
        if let Some(near) = &mut self.near {
            if !near.has_room(states.len())
                && let Some(place_bits) = near.next_place_bits(states.len())
            {
                let bytes = near.bytes();
                meter.claim(8 << place_bits)?;
                near.grow(self.scramble, place_bits);
                meter.release(bytes);
            }
            if near.has_room(states.len()) {
                near.insert(states, scrambled, phase, next);
                return Ok(());
            }
            self.spread(meter)?;
        }
        batch.touch(|scrambled| self.shards[self.scramble.shard(scrambled)].touch(scrambled));
        for ((&key, &spare), &scrambled) in states.keys.iter().zip(&states.spares).zip(scrambled) {
            if self.insert(scrambled, phase, meter)? {
                next.push(key, spare);
            }
        }
        Ok(())
    }

    pub(super) fn phase(&self, scrambled: u64) -> Option<Phase> {
        match &self.near {
            Some(near) => near.phase(scrambled),
            None => self.shards.get(self.scramble.shard(scrambled))?.phase(scrambled),
        }
    }

    /// Every state as it was scrambled, and its phase.
    pub(super) fn for_each(&self, mut visit: impl FnMut(u64, Phase)) {
        self.parts().for_each(|part| part(&mut visit));
    }

    /// The parts of the table, each as what calls a visitor with its states. All of one part are less, as they are scrambled, than
    /// those of the next.
    pub(super) fn parts(&self) -> impl Iterator<Item = impl Fn(&mut dyn FnMut(u64, Phase))> + '_ {
        let parts = self.near.iter().map(TablePart::Small).chain(self.shards.iter().map(TablePart::Shard));
        parts.map(|part| {
            move |visit: &mut dyn FnMut(u64, Phase)| match part {
                TablePart::Small(near) => near.iter().for_each(|(scrambled, phase)| visit(scrambled, phase)),
                TablePart::Shard(shard) => shard.for_each(visit),
            }
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.near.as_ref().map_or(0, SmallTable::bytes) + self.shards.iter().map(Shard::bytes).sum::<u64>()
    }
}

/// A part of a table.
#[derive(Clone, Copy)]
enum TablePart<'a> {
    Small(&'a SmallTable),
    Shard(&'a Shard),
}

/// Makes a shard larger, after claiming the room for its copy.
fn grow<O: Observer>(shard: &mut Shard, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let (old, new) = (shard.bytes(), shard.bytes_to_grow());
    meter.claim(new)?;
    shard.grow();
    meter.release(old);
    meter.claim(shard.bytes().saturating_sub(new))
}

pub(super) struct Flood<'a, B, K> {
    pub(super) expander: Expander<'a, B, K>,
    pub(super) heading: Heading,
    pub(super) stops_at_goal: bool,
    pub(super) table: Table,
    pub(super) depth: u32,
    /// Whether the frontier was shown, and is being expanded.
    pub(super) is_entered: bool,
    pub(super) frontier: States<K>,
    pub(super) next: States<K>,
    /// Parts of the frontier that threads had when they stopped.
    pub(super) rest: Vec<States<K>>,
    batch: Batch<B, K>,
}

impl<'a, B: Bits, K: Word> Flood<'a, B, K> {
    pub(super) fn new(space: &'a Blocks<B, K>, heading: Heading, stops_at_goal: bool) -> Result<Self, BlocksError> {
        let expander = Expander::new(space);
        let bits = expander.short_bits();
        if bits > u64::BITS {
            return Err(BlocksError::Bits(bits, u64::BITS));
        }
        Ok(Self {
            expander,
            // Where every move can be taken back, moves lead where they come from.
            heading: if space.is_undirected() { Heading::Forward } else { heading },
            stops_at_goal,
            table: Table::new(Scramble::new(bits)),
            depth: 0,
            is_entered: false,
            frontier: States::default(),
            next: States::default(),
            rest: Vec::new(),
            batch: Batch::default(),
        })
    }

    /// Makes the table and notes the sources.
    ///
    /// A search for the nearest goal may take a state and its image for one in any case, because goals are goals in the mirror. How far
    /// a state is from the sources it shares with its image only where the sources are their own image.
    pub(super) fn begin<O: Observer>(
        &mut self,
        sources: &[Board<B, K>],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        self.table.begin(meter)?;
        meter.generate(sources.len() as u64);
        if self.expander.has_mirror() && !self.stops_at_goal && !self.is_own_image(sources) {
            self.expander.drop_mirror();
        }
        for sources in sources.chunks(BATCH) {
            for source in sources {
                let state = self.expander.pack(source);
                let twin = self.expander.twin(state);
                let ways = if twin == state { Spare::ALONE } else { 0 };
                self.batch.states.push(state.min(twin), Spare { ways, ..Spare::NONE });
            }
            self.batch.scramble(&self.expander, self.table.scramble);
            self.table.settle(&self.batch, Phase::of(0), &mut self.frontier, meter)?;
            self.batch.states.clear();
        }
        Ok(())
    }

    fn is_own_image(&self, sources: &[Board<B, K>]) -> bool {
        let mut states: Vec<K> = sources.iter().map(|source| self.expander.pack(source)).collect();
        states.sort_unstable();
        states.iter().all(|&state| states.binary_search(&self.expander.twin(state)).is_ok())
    }

    /// Every state up to this layer is known, and, where the flood stops at goals, none is one.
    pub(super) fn enter_layer<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        if self.depth > 0 {
            meter.iteration(self.depth - 1)?;
        }
        meter.begin_iteration();
        if self.stops_at_goal {
            meter.raise_lower_bound(self.depth + 1);
        }
        self.is_entered = true;
        Ok(())
    }

    /// The next layer is complete.
    pub(super) fn leave_layer(&mut self) {
        self.depth += 1;
        self.is_entered = false;
    }

    /// Expands the frontier; the next layer takes its place.
    pub(super) fn expand_layer<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<Option<K>, LimitKind> {
        self.next.clear();
        self.batch.states.clear();
        let mut goal = None;
        let mut done = 0;
        while done < self.frontier.len() && goal.is_none() {
            let end = self.frontier.len().min(done + CHUNK);
            for _ in done..end {
                meter.expand(self.depth)?;
            }
            let (keys, spares) = (&self.frontier.keys[done..end], &self.frontier.spares[done..end]);
            self.batch.add(&self.expander, self.heading, keys, spares);
            done = end;
            if self.batch.states.len() >= BATCH || done == self.frontier.len() {
                goal = self.settle(meter)?;
            }
        }
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.leave_layer();
        Ok(goal)
    }

    /// Looks up the states of a batch and keeps those that are new; a goal among them.
    fn settle<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<Option<K>, LimitKind> {
        let Self { expander, table, next, batch, .. } = self;
        meter.generate(batch.states.len() as u64);
        batch.scramble(expander, table.scramble);
        let known = next.len();
        table.settle(batch, Phase::of(self.depth + 1), next, meter)?;
        batch.states.clear();
        if !self.stops_at_goal {
            return Ok(None);
        }
        Ok(next.keys[known..].iter().copied().find(|&state| expander.is_goal(state)))
    }

    fn phase(&self, canonical: K) -> Option<Phase> {
        self.table.phase(self.table.scramble.apply(self.expander.short(canonical)))
    }

    /// The moves from the start to a goal at `depth`, where every move can be taken back.
    pub(super) fn walk_back(&mut self, start: &Board<B, K>, goal: K, depth: u32) -> Vec<Move> {
        let mut way = Vec::with_capacity(depth as usize);
        let mut state = goal;
        for before in (0..depth).rev() {
            way.push(state);
            self.batch.states.clear();
            self.batch.add(&self.expander, Heading::Forward, &[state], &[Spare::NONE]);
            let phase = Some(Phase::of(before));
            let previous = self.batch.states.keys.iter().copied().find(|&previous| self.phase(previous) == phase);
            state = previous.expect("a state of one layer has a neighbour in the layer before");
        }
        self.batch.states.clear();
        self.expander.follow(start, way.into_iter().rev())
    }
}

impl<B: Bits, K: Word> Expander<'_, B, K> {
    /// The moves that lead from a state through these, or through their images.
    pub(super) fn follow(&self, start: &Board<B, K>, way: impl Iterator<Item = K>) -> Vec<Move> {
        let mut state = *start;
        way.map(|wanted| {
            let wanted = [wanted, self.twin(wanted)].map(|wanted| self.unpack(wanted));
            let mut step = None;
            self.space.for_each_move(&state, |mv| {
                if step.is_none() {
                    let mut next = state;
                    self.space.apply(&mut next, mv);
                    step = wanted.contains(&next).then_some((mv, next));
                }
            });
            let (mv, next) = step.expect("where a move leads to a state, one leads from the image to the image");
            state = next;
            mv
        })
        .collect()
    }
}
