//! Breadth-first search at memory speed, for puzzles of which every position can be looked at (Moore 1959).
//!
//! Every state met is kept in four or eight bytes, the layer that is being expanded and the next one in eight more. A
//! parent is not stored: where every move can be taken back, a neighbour of a state is one layer before it, in the same
//! or one behind, and its depth modulo three says which. That is enough to walk back from a goal to the start.
//!
//! A puzzle that a reflection or a turn maps onto itself is searched by halves: of a state and its image one is kept
//! (`mirror.rs`). Where there are few spots, all pieces are asked at once what they can do, and of two moves that do not touch
//! each other one order is tried (`sieve.rs`). When memory is full it can go on with files (`spill.rs`).
//!
//! Successors are gathered in batches. The cache line of each is read before any is needed, so that the reads overlap
//! where they would otherwise be waited for one after the other.

mod crowd;
mod expand;
mod exploration;
mod flood;
mod mirror;
mod near;
mod pack;
mod roam;
mod runs;
mod scratch;
mod sieve;
mod spill;
mod states;
mod table;
mod word;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::algorithms::BreadthFirst;
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Limits, Observer, Outcome, Proof, Run, Search, StateSpace, UnsolvableProof, Zero};

use crate::bits::Bits;
use crate::space::{Blocks, BlocksError, Board, Move};
pub use exploration::{Exploration, Layer};
use flood::Flood;
pub use spill::Spill;
use spill::Spilled;
pub use word::Word;

/// From a layer of so many states on, it pays to have several threads.
const CROWD: usize = 1 << 13;

/// Who sees each layer: so seldom that a search need not be compiled for it.
type Visit<'a, B, K> = dyn FnMut(Layer<'_, B, K>) -> ControlFlow<()> + 'a;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhaustive {
    /// How many threads expand large layers.
    pub threads: NonZeroUsize,
    /// From how many states on a layer is large.
    pub crowd: usize,
    /// Which moves [`explore`](Self::explore) follows.
    pub heading: Heading,
    /// Where it goes on when memory is full, if anywhere. Where something can leave the board, it does not: a state may then be met
    /// again after any number of layers.
    pub spill: Option<Spill>,
}

impl Default for Exhaustive {
    /// As many threads as the machine runs at once, forward.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads, crowd: CROWD, heading: Heading::Forward, spill: None }
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
        let mut observer = observer as &mut dyn Observer;
        let mut meter = Meter::start(limits, &mut observer);
        let mut flood = Flood::new(space, self.heading, false)?;
        let mut layers = Vec::new();
        let begin = flood.begin(sources, &mut meter);
        let mut show = |layer: Layer<'_, B, K>| {
            layers.push(layer.len as u64);
            visit(layer)
        };
        let mut end = begin.and_then(|()| self.layers(&mut flood, &mut meter, &mut show));
        let spill = self.spill.as_ref().filter(|_| space.is_undirected());
        let mut spilled = false;
        if let (Err(LimitKind::Memory), Ok(()), Some(spill)) = (&end, begin, spill) {
            spilled = true;
            let files = Spilled::new(&mut flood, spill, &mut meter);
            let went_on = files.and_then(|mut files| files.layers(&mut flood, &mut meter, &mut show));
            end = spill.outcome(went_on);
        }
        let stats = meter.finish::<()>(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }).stats;
        let Flood { expander, table, .. } = flood;
        Ok(Exploration { layers, limit: end.err(), stats, spilled, expander, table })
    }

    /// Expands layer after layer; the goal that was met, where the flood stops at one.
    fn layers<B: Bits, K: Word, O: Observer>(
        &self,
        flood: &mut Flood<'_, B, K>,
        meter: &mut Meter<'_, O>,
        visit: &mut Visit<'_, B, K>,
    ) -> Result<Option<K>, LimitKind> {
        while flood.frontier.len() > 0 {
            if self.threads.get() > 1 && flood.frontier.len() >= self.crowd {
                return crowd::layers(flood, self, meter, visit);
            }
            let parts = [flood.frontier.keys.as_slice()];
            let len = flood.frontier.len_with_images();
            if visit(Layer { depth: flood.depth, expander: &flood.expander, parts: &parts, saved: None, len })
                .is_break()
            {
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

/// Where something can leave the board, neighbours of a state can be any number of layers behind it, and the search is
/// left to [`BreadthFirst`], which stores parents. So it is where states do not fit 64 bits in the shortest form.
impl<B: Bits, K: Word, H> Search<Blocks<B, K>, H> for Exhaustive {
    fn solve<O: Observer>(
        &self,
        space: &Blocks<B, K>,
        start: &Board<B, K>,
        _: &H,
        mut meter: Meter<'_, O>,
    ) -> Run<Move> {
        let flood = Flood::new(space, Heading::Forward, true);
        let Some(mut flood) = flood.ok().filter(|_| space.is_undirected()) else {
            return BreadthFirst.solve(space, start, &Zero, meter);
        };
        if space.is_goal(start) {
            meter.generate(1);
            return meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal });
        }
        let begin = flood.begin(&[*start], &mut meter);
        let end = begin.and_then(|()| self.layers(&mut flood, &mut meter, &mut |_| ControlFlow::Continue(())));
        let mut end = end.map(|goal| goal.map(|goal| flood.walk_back(start, goal, flood.depth)));
        if let (Err(LimitKind::Memory), Ok(()), Some(spill)) = (&end, begin, &self.spill) {
            let went_on = Spilled::new(&mut flood, spill, &mut meter).and_then(|mut files| {
                let goal = files.layers(&mut flood, &mut meter, &mut |_| ControlFlow::Continue(()))?;
                goal.map(|goal| files.walk_back(&flood, start, goal, &mut meter)).transpose()
            });
            end = spill.outcome(went_on);
        }
        meter.conclude(end.map(|moves| match moves {
            Some(moves) => Outcome::Solved { moves, cost: flood.depth, proof: Proof::Optimal },
            None => Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
        }))
    }
}
