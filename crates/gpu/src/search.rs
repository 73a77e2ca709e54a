//! Rounds of IDA* on a device: a frontier made in breadth, searched in depth, split again when processors run dry.
//!
//! A round expands every node whose f is at most the bound, exactly as a round on one thread does. It starts in breadth until
//! there are enough nodes for all warps; the levels stay in the arena, and each entry of a level names its parent in the level
//! before. Then launches go on in depth. Each ends after some milliseconds, so that limits and a cancellation are heard; the
//! stacks wait in memory. When more than a few warps have nothing left, all hand in their stacks, which are split anew.
//!
//! No path is carried along: a node carries the number of its origin, the entry of the frontier that it comes from. Where the
//! goal is found, the path to its origin is read off the arena, and the origin's subtree is searched again from its root, until
//! the goal is met in breadth. The second search is small: it has one of some hundred thousand subtrees.

use std::sync::Arc;

use fewest_search::{Cost, LimitKind, Limits, Meter, Observer, Outcome, Proof, Run, UnsolvableProof};
use web_time::Instant;

use crate::device::{Device, Launch, Memory, Parameters, Program};
use crate::error::{Error, Result};
use crate::plan::{BREADTH_WARPS, Plan, RING};
use crate::tables::Tables;

/// Bytes of the structure `Control` of the kernels.
const CONTROL_BYTES: usize = 72;
/// Roots of a round: enough that no warp waits for another.
const USUAL_ROOTS: u32 = 300_000;
/// Entries of the spill of each warp: about as many as the deepest searches put there.
const USUAL_SPILL: u32 = 3_000;
/// One of so many warps may be idle before all work is split anew.
const IDLE_SHARE: u32 = 20;
/// How long a launch should take: limits are looked at in between.
const LAUNCH_SECONDS: f64 = 0.025;
/// Steps of the first launch, and the fewest and the most of later ones.
const STEPS: (u32, u32, u32) = (1_000, 64, 1 << 22);

/// Memory of a search, and how it is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// How many roots a round is divided into at least.
    pub roots: u32,
    /// How many entries a warp's spill has.
    pub spill: u32,
    /// Steps of a launch; absent: as many as take some milliseconds.
    pub steps: Option<u32>,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { roots: USUAL_ROOTS, spill: USUAL_SPILL, steps: None }
    }
}

/// What the kernels counted, for tables of figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Looked-up values.
    pub lookups: u64,
    /// Steps of warps, each of which expands up to 32 nodes.
    pub steps: u64,
    /// Nodes that did not fit into shared memory.
    pub spilled: u64,
    /// Launches in breadth and in depth.
    pub launches: u64,
}

/// Why a search ends without an outcome.
#[derive(Debug)]
enum Stop {
    Limit(LimitKind),
    Failed(Error),
}

impl From<LimitKind> for Stop {
    fn from(limit: LimitKind) -> Self {
        Self::Limit(limit)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The search of one plan, with everything it needs in the device's memory.
#[derive(Debug)]
pub(crate) struct Searcher {
    device: Arc<dyn Device>,
    plan: Plan,
    sizes: Sizes,
    constants: Memory,
    automaton: Memory,
    control: Memory,
    /// The levels of a round, one behind the other.
    arena: Memory,
    pools: [Memory; 2],
    spill: Memory,
    saved: Memory,
    warps: u32,
    arena_entries: u32,
    pool_entries: u32,
    /// Steps of the next launch in depth.
    steps: u32,
    pub(crate) counts: Counts,
}

/// Where the goal was found.
struct Hit {
    /// The levels of the round: where each begins in the arena, and how many entries it has.
    levels: Vec<(u32, u32)>,
    /// An entry of the last level that leads to the goal.
    origin: u32,
    /// Whether one move does.
    is_next: bool,
}

/// What a launch left behind.
#[derive(Clone, Copy, Debug, Default)]
struct Control {
    next_root: u32,
    roots: u32,
    idle: u32,
    found: u32,
    pooled: u32,
    error: u32,
    paused: u32,
    expanded: u64,
    generated: u64,
    lookups: u64,
    steps: u64,
    spilled: u64,
}

impl Control {
    fn bytes(&self) -> Vec<u8> {
        let Self { next_root, roots, idle, found, pooled, .. } = *self;
        let mut bytes: Vec<u8> =
            [next_root, roots, idle, found, pooled, 0, 0, 0].iter().flat_map(|number| number.to_ne_bytes()).collect();
        bytes.resize(CONTROL_BYTES, 0);
        bytes
    }

    fn of(bytes: &[u8; CONTROL_BYTES]) -> Self {
        let small = |i: usize| u32::from_ne_bytes(std::array::from_fn(|k| bytes[4 * i + k]));
        let large = |i: usize| u64::from_ne_bytes(std::array::from_fn(|k| bytes[32 + 8 * i + k]));
        Self {
            next_root: small(0),
            roots: small(1),
            idle: small(2),
            found: small(3),
            pooled: small(4),
            error: small(5),
            paused: small(6),
            expanded: large(0),
            generated: large(1),
            lookups: large(2),
            steps: large(3),
            spilled: large(4),
        }
    }
}

/// Which entries a launch takes and where it puts others.
#[derive(Clone, Copy)]
struct Work {
    roots: u64,
    pool: u64,
    pool_entries: u32,
    /// Whether entries are given their number as their origin.
    stamp: bool,
}

/// Bytes of the device's memory that a search of these sizes takes beside its tables.
pub(crate) fn need(plan: &Plan, sizes: Sizes, processors: u32) -> u64 {
    let warps = u64::from(processors) * plan.warps as u64;
    let stacks = warps * (u64::from(sizes.spill) + RING as u64);
    (arena_entries(sizes) + 2 * pool_entries(stacks, sizes) + warps * u64::from(sizes.spill))
        * plan.entry_bytes() as u64
}

fn arena_entries(sizes: Sizes) -> u64 {
    8 * u64::from(sizes.roots) + 64
}

fn pool_entries(stacks: u64, sizes: Sizes) -> u64 {
    stacks + 4 * u64::from(sizes.roots) + 64
}

impl Searcher {
    pub(crate) fn new(device: &Arc<dyn Device>, plan: Plan, sizes: Sizes) -> Result<Self> {
        let warps = device.facts().processors * u32::try_from(plan.warps).expect("few warps");
        let bytes = plan.entry_bytes() as u64;
        let stacks = u64::from(warps) * (u64::from(sizes.spill) + RING as u64);
        let (arena_entries, pool_entries) = (arena_entries(sizes), pool_entries(stacks, sizes));
        let what = "the search";
        Ok(Self {
            constants: Memory::holding(device, what, &plan.constants())?,
            automaton: Memory::holding(device, what, &plan.automaton())?,
            control: Memory::zeroed(device, what, CONTROL_BYTES as u64)?,
            arena: Memory::new(device, what, arena_entries * bytes)?,
            pools: [Memory::new(device, what, pool_entries * bytes)?, Memory::new(device, what, pool_entries * bytes)?],
            spill: Memory::new(device, what, u64::from(warps) * u64::from(sizes.spill) * bytes)?,
            saved: Memory::zeroed(device, what, 4 * u64::from(warps))?,
            warps,
            arena_entries: u32::try_from(arena_entries).map_err(Error::internal)?,
            pool_entries: u32::try_from(pool_entries).map_err(Error::internal)?,
            steps: sizes.steps.unwrap_or(STEPS.0),
            counts: Counts::default(),
            device: Arc::clone(device),
            plan,
            sizes,
        })
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Solves a board. Moves are the cells that the blank goes to. No solution is shorter than `known`.
    pub(crate) fn solve<O: Observer>(
        &mut self,
        program: &dyn Program,
        tables: &Tables,
        board: &[u8],
        known: Cost,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Run<u8>> {
        let mut meter = Meter::start(limits, observer);
        let start = self.plan.frame.board(board);
        if board == self.plan.frame.goal() {
            let outcome = Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal };
            return Ok(meter.finish(outcome));
        }
        if !self.plan.frame.is_solvable(&start) {
            return Ok(meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }));
        }
        let found = Task { program, tables, searcher: self }.run(&start, known, &mut meter);
        match found {
            Ok(path) => {
                let cost = Cost::try_from(path.len()).map_err(Error::internal)?;
                let cells = path.into_iter().map(|cell| u8::try_from(self.plan.frame.cell(cell)).expect("a cell"));
                Ok(meter.finish(Outcome::Solved { moves: cells.collect(), cost, proof: Proof::Optimal }))
            }
            Err(Stop::Limit(limit)) => Ok(meter.conclude(Err(limit))),
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

/// One search.
struct Task<'a> {
    program: &'a dyn Program,
    tables: &'a Tables,
    searcher: &'a mut Searcher,
}

impl Task<'_> {
    /// Round after round. Returns the cells that the blank goes to.
    fn run<O: Observer>(&mut self, start: &[u8], known: Cost, meter: &mut Meter<'_, O>) -> Result<Vec<usize>, Stop> {
        let Searcher { device, plan, .. } = &*self.searcher;
        let distances = self.tables.distances(device, self.program, plan, start)?;
        let least = distances.chunks(plan.patterns()).map(|view| view.iter().sum::<u32>()).max().unwrap_or_default();
        let mut bound = least + known.saturating_sub(least).next_multiple_of(2);
        loop {
            meter.raise_lower_bound(bound);
            meter.begin_iteration();
            meter.poll()?;
            let entry = self.searcher.plan.entry(start, &distances, bound).ok_or(Error::Weak)?;
            if let Some(hit) = self.round(&entry, bound, meter)? {
                return self.path(hit, bound, meter);
            }
            meter.iteration(bound)?;
            bound += 2;
        }
    }

    /// Expands everything from one entry whose f is at most the bound, up to the goal.
    fn round<O: Observer>(&mut self, root: &[u8], bound: Cost, meter: &mut Meter<'_, O>) -> Result<Option<Hit>, Stop> {
        let bytes = self.searcher.plan.entry_bytes() as u64;
        let arena = self.searcher.arena.address;
        self.searcher.arena.write(0, root)?;
        let mut levels = vec![(0, 1)];
        let (mut first, mut count) = (0, 1);
        while count < self.searcher.sizes.roots && first + 5 * count + 4 <= self.searcher.arena_entries {
            let next = first + count;
            let pool_entries = self.searcher.arena_entries - next;
            let work = Work {
                roots: arena + u64::from(first) * bytes,
                pool: arena + u64::from(next) * bytes,
                pool_entries,
                stamp: true,
            };
            let left = self.breadth(work, count, bound, meter)?;
            if left.found > 0 {
                return Ok(Some(Hit { levels, origin: left.found - 1, is_next: true }));
            }
            if left.pooled == 0 {
                return Ok(None);
            }
            (first, count) = (next, left.pooled);
            levels.push((first, count));
        }
        let origin = self.depth_first(arena + u64::from(first) * bytes, count, bound, meter)?;
        Ok(origin.map(|origin| Hit { levels, origin, is_next: false }))
    }

    /// Searches the subtrees of a frontier to their ends. Returns the number of the one that has the goal.
    fn depth_first<O: Observer>(
        &mut self,
        frontier: u64,
        count: u32,
        bound: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<u32>, Stop> {
        let idle_limit = self.searcher.warps / IDLE_SHARE;
        let [one, other] = [&self.searcher.pools[0], &self.searcher.pools[1]].map(|pool| pool.address);
        let pool_entries = self.searcher.pool_entries;
        let mut work = Work { roots: frontier, pool: one, pool_entries, stamp: true };
        let mut control = Control { roots: count, ..Control::default() };
        self.searcher.saved.clear()?;
        loop {
            // Launches over the same roots, until every stack is done or handed in.
            loop {
                let left = self.depth(work, control, bound, meter)?;
                if left.found > 0 {
                    return Ok(Some(left.found - 1));
                }
                if left.paused == 0 {
                    control = left;
                    break;
                }
                // Those that are idle stay so: where they are many, the others hand in their stacks at once.
                let idle = if left.idle > idle_limit { left.idle } else { 0 };
                control = Control { idle, ..left };
            }
            let mut roots = control.pooled;
            let free = if work.pool == one { other } else { one };
            work = Work { roots: work.pool, pool: free, pool_entries, stamp: false };
            // Few nodes are spread in breadth, so that all warps have work again.
            while roots > 0 && roots < self.searcher.sizes.roots {
                let left = self.breadth(work, roots, bound, meter)?;
                if left.found > 0 {
                    return Ok(Some(left.found - 1));
                }
                roots = left.pooled;
                work = Work { roots: work.pool, pool: work.roots, ..work };
            }
            if roots == 0 {
                return Ok(None);
            }
            // The frontier in the arena is no pool: the other one of the two is.
            if work.pool != one && work.pool != other {
                work.pool = if work.roots == one { other } else { one };
            }
            control = Control { roots, ..Control::default() };
        }
    }

    /// One level in breadth. Where the limits allow fewer expansions, only so many, and then the limit.
    fn breadth<O: Observer>(
        &mut self,
        work: Work,
        count: u32,
        bound: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Control, Stop> {
        let allowed = meter.expansions_left().unwrap_or(u64::MAX);
        let roots = u32::try_from(allowed).unwrap_or(u32::MAX).min(count);
        if roots > 0 {
            let per_block = 32 * u32::try_from(BREADTH_WARPS).expect("few warps");
            let most = 2 * self.searcher.device.facts().processors;
            let launch = Launch {
                blocks: roots.div_ceil(per_block).min(most),
                threads: per_block,
                shared: u32::try_from(self.searcher.plan.breadth_shared()).expect("some kilobytes"),
            };
            let control = Control { roots, ..Control::default() };
            let left = self.launch("breadth", launch, work, control, (u32::MAX, 32), bound, meter)?;
            if roots == count || left.found > 0 {
                return Ok(left);
            }
        }
        Err(LimitKind::Expansions.into())
    }

    /// One launch in depth, no longer than the limits allow.
    fn depth<O: Observer>(
        &mut self,
        work: Work,
        control: Control,
        bound: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Control, Stop> {
        let threads = 32 * u32::try_from(self.searcher.plan.warps).expect("few warps");
        let mut launch = Launch {
            blocks: self.searcher.device.facts().processors,
            threads,
            shared: u32::try_from(self.searcher.plan.depth_shared()).expect("some kilobytes"),
        };
        let (mut steps, mut widest, mut is_shortened) = (self.searcher.steps, 32, false);
        if let Some(allowed) = meter.expansions_left() {
            let all = u64::from(self.searcher.warps) * 32;
            is_shortened = allowed < u64::from(steps) * all;
            if allowed == 0 {
                return Err(LimitKind::Expansions.into());
            }
            let short = |steps: u64| u32::try_from(steps).unwrap_or(u32::MAX);
            if allowed >= all {
                steps = steps.min(short(allowed / all));
            } else {
                // The last expansions are counted one by one, on one warp.
                launch = Launch { blocks: 1, threads: 32, ..launch };
                (steps, widest) = if allowed >= 32 { (short(allowed / 32), 32) } else { (1, short(allowed)) };
            }
        }
        let begun = Instant::now();
        let left = self.launch("depth", launch, work, control, (steps, widest), bound, meter)?;
        let seconds = begun.elapsed().as_secs_f64();
        if left.expanded == 0 && left.paused == 0 && launch.threads != threads {
            // The warps that have the rest were not asked: there were too few expansions left for all.
            return Err(LimitKind::Expansions.into());
        }
        if self.searcher.sizes.steps.is_none() && !is_shortened && left.paused > 0 {
            let factor = (LAUNCH_SECONDS / seconds.max(1e-6)).clamp(0.25, 4.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a positive number of this range"
            )]
            let steps = (f64::from(self.searcher.steps) * factor) as u32;
            self.searcher.steps = steps.clamp(STEPS.1, STEPS.2);
        }
        Ok(left)
    }

    /// Runs a kernel, counts what it did, and looks at the limits.
    #[expect(clippy::too_many_arguments, reason = "what a launch is made of")]
    fn launch<O: Observer>(
        &mut self,
        kernel: &'static str,
        launch: Launch,
        work: Work,
        control: Control,
        (steps, widest): (u32, u32),
        bound: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Control, Stop> {
        let Searcher { constants, automaton, control: shared, spill, saved, sizes, warps, .. } = &*self.searcher;
        shared.write(0, &control.bytes())?;
        let parameters = Parameters::addresses(&[
            self.tables.bits.address,
            self.tables.all_regions.address,
            self.tables.all_ranks.address,
            automaton.address,
            constants.address,
            work.roots,
            work.pool,
            spill.address,
            saved.address,
            shared.address,
        ]);
        let stamp = u32::from(work.stamp);
        let idle_limit = warps / IDLE_SHARE;
        let numbers = [work.pool_entries, sizes.spill, idle_limit, steps, widest, bound, stamp, 0];
        self.program.launch(kernel, launch, &parameters.numbers(&numbers))?;
        let mut bytes = [0; CONTROL_BYTES];
        shared.read(0, &mut bytes)?;
        let left = Control::of(&bytes);
        meter.count(left.expanded, left.generated);
        let counts = &mut self.searcher.counts;
        counts.lookups += left.lookups;
        counts.steps += left.steps;
        counts.spilled += left.spilled;
        counts.launches += 1;
        if left.error != 0 {
            return Err(Error::Full.into());
        }
        meter.poll()?;
        Ok(left)
    }

    /// The cells that the blank goes to, from the root of a round to the goal.
    fn path<O: Observer>(&mut self, mut hit: Hit, bound: Cost, meter: &mut Meter<'_, O>) -> Result<Vec<usize>, Stop> {
        let mut path = Vec::new();
        loop {
            let mut chain = Vec::new();
            let mut at = hit.origin;
            for &(first, count) in hit.levels.iter().rev() {
                if at >= count {
                    return Err(Error::Internal(format!("a node of the card has parent {at} of {count}")).into());
                }
                let mut entry = vec![0; self.searcher.plan.entry_bytes()];
                self.searcher.arena.read(u64::from(first + at) * entry.len() as u64, &mut entry)?;
                at = (0..8).fold(0, |origin, i| origin | u32::from(entry[i] >> 5) << (3 * i));
                chain.push(entry);
            }
            // The first level is the root itself, where the path so far ends.
            path.extend(chain.iter().rev().skip(1).map(|entry| usize::from(entry[25] & 31)));
            if hit.is_next {
                path.push(0);
                return Ok(path);
            }
            let next = self.round(&chain[0], bound, meter)?;
            hit = next.ok_or_else(|| Error::Internal("a goal was found once and not again".to_owned()))?;
        }
    }
}
