//! The same search on several threads.
//!
//! Each thread owns a part of the shards and the states of the layer that belong there. A round has two halves: all
//! expand some of their own states and sort the successors by owner; then each looks up what it was sent. Nothing is
//! shared but the count of free memory, so every layer is the same set of states as with one thread. Between rounds the
//! calling thread, which is one of them, counts, looks at the limits and calls the observer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::bits::Bits;
use crate::exhaustive::flood::{BATCH, Flood};
use crate::exhaustive::pack::{Expander, Spare};
use crate::exhaustive::scratch::CHUNK;
use crate::exhaustive::states::{Batch, States};
use crate::exhaustive::table::{Found, Phase, SHARDS, Scramble, Shard};
use crate::exhaustive::word::Word;
use crate::exhaustive::{Exhaustive, Heading, Layer, Visit};

/// States that a thread expands in a round.
const ROUND: usize = 1 << 14;
/// Letters after which a thread expands no more states in a round, and room for those of the last state.
const LETTERS: usize = 1 << 17;
const LETTERS_OF_ONE: usize = 1 << 12;

/// Memory that all threads claim from during a round.
struct SharedMemory {
    free: AtomicU64,
    /// The least that was free.
    least: AtomicU64,
}

impl SharedMemory {
    fn new(free: u64) -> Self {
        Self { free: free.into(), least: free.into() }
    }

    fn claim(&self, bytes: u64) -> Result<(), LimitKind> {
        let free = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(bytes));
        let free = free.map_err(|_| LimitKind::Memory)?;
        self.least.fetch_min(free - bytes, Ordering::Relaxed);
        Ok(())
    }

    fn release(&self, bytes: u64) {
        self.free.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Successors on their way to their owner.
#[derive(Default)]
struct Letters<K> {
    states: States<K>,
    scrambled: Vec<u64>,
}

impl<K> Letters<K> {
    const BYTES: u64 = States::<K>::BYTES + size_of::<u64>() as u64;
}

/// What a thread owns.
struct Worker<B, K> {
    /// The shards whose numbers, divided by the number of threads, leave the thread's.
    shards: Vec<Shard>,
    frontier: States<K>,
    next: States<K>,
    /// How much of the frontier is expanded.
    done: usize,
    /// To each thread.
    outbox: Vec<Letters<K>>,
    /// From each thread.
    inbox: Vec<Letters<K>>,
    batch: Batch<B, K>,
    generated: u64,
    goal: Option<K>,
}

/// What all threads read.
struct Common<'a, B, K> {
    expander: &'a Expander<'a, B, K>,
    scramble: Scramble,
    heading: Heading,
    stops_at_goal: bool,
    threads: usize,
}

impl<B: Bits, K: Word> Worker<B, K> {
    fn new(threads: usize) -> Self {
        Self {
            shards: Vec::new(),
            frontier: States::default(),
            next: States::default(),
            done: 0,
            outbox: (0..threads).map(|_| Letters::default()).collect(),
            inbox: (0..threads).map(|_| Letters::default()).collect(),
            batch: Batch::default(),
            generated: 0,
            goal: None,
        }
    }

    /// How many states it expands in the next round at most.
    fn share(&self) -> usize {
        (self.frontier.len() - self.done).min(ROUND)
    }

    /// Expands so many states and sorts the successors; how many it got round to.
    fn send(&mut self, common: &Common<'_, B, K>, share: usize) -> usize {
        let mut letters = 0;
        let first = self.done;
        while self.done < first + share && letters < LETTERS {
            let end = (first + share).min(self.done + CHUNK);
            let (keys, spares) = (&self.frontier.keys[self.done..end], &self.frontier.spares[self.done..end]);
            self.batch.add(common.expander, common.heading, keys, spares);
            self.done = end;
            if self.batch.states.len() >= BATCH || self.done == first + share {
                letters += self.batch.states.len();
                self.batch.scramble(common.expander, common.scramble);
                let Batch { states, scrambled, .. } = &self.batch;
                for ((&key, &spare), &scrambled) in states.keys.iter().zip(&states.spares).zip(scrambled) {
                    let letters = &mut self.outbox[common.scramble.shard(scrambled) % common.threads];
                    letters.states.push(key, spare);
                    letters.scrambled.push(scrambled);
                }
                self.batch.states.clear();
            }
        }
        self.generated += letters as u64;
        self.done - first
    }

    /// Looks up what the others sent.
    fn receive(&mut self, common: &Common<'_, B, K>, phase: Phase, memory: &SharedMemory) -> Result<(), LimitKind> {
        for from in 0..common.threads {
            let mut letters = std::mem::take(&mut self.inbox[from]);
            let bytes = self.next.bytes_for(letters.scrambled.len());
            memory.claim(bytes)?;
            self.next.reserve(letters.scrambled.len());
            for (chunk, start) in letters.scrambled.chunks(BATCH).zip((0..).step_by(BATCH)) {
                let sum = chunk.iter().fold(0, |sum, &scrambled| {
                    sum ^ self.shards[common.scramble.shard(scrambled) / common.threads].touch(scrambled)
                });
                std::hint::black_box(sum);
                for (&scrambled, index) in chunk.iter().zip(start..) {
                    let (key, spare) = (letters.states.keys[index], letters.states.spares[index]);
                    self.look_up(common, scrambled, (key, spare), phase, memory)?;
                }
            }
            letters.states.clear();
            letters.scrambled.clear();
            self.inbox[from] = letters;
        }
        Ok(())
    }

    #[inline]
    fn look_up(
        &mut self,
        common: &Common<'_, B, K>,
        scrambled: u64,
        (key, spare): (K, Spare),
        phase: Phase,
        memory: &SharedMemory,
    ) -> Result<(), LimitKind> {
        let shard = &mut self.shards[common.scramble.shard(scrambled) / common.threads];
        loop {
            match shard.insert(scrambled, phase) {
                Found::Known => return Ok(()),
                Found::New => {
                    self.next.push(key, spare);
                    if common.stops_at_goal && self.goal.is_none() && common.expander.is_goal(key) {
                        self.goal = Some(key);
                    }
                    return Ok(());
                }
                Found::Full => {
                    let (old, new) = (shard.bytes(), shard.bytes_to_grow());
                    memory.claim(new)?;
                    shard.grow();
                    memory.release(old);
                    memory.claim(shard.bytes().saturating_sub(new))?;
                }
            }
        }
    }
}

/// Does the work of every worker, each on a thread of its own where that pays and the system gives one.
fn on_each<B: Bits, K: Word, T: Send>(
    workers: &mut [Worker<B, K>],
    pays: bool,
    work: impl Fn(&mut Worker<B, K>) -> T + Sync,
) -> Vec<T> {
    if !pays {
        return workers.iter_mut().map(work).collect();
    }
    let work = &work;
    let (first, others) = workers.split_first_mut().expect("there is a worker");
    // Whoever comes first takes a worker: its thread, or this one where the system gave none.
    let others: Vec<_> = others.iter_mut().map(|worker| Mutex::new(Some(worker))).collect();
    let take = |slot: &Mutex<Option<_>>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| {
        let start = |slot| thread::Builder::new().spawn_scoped(scope, move || take(slot).map(work)).ok();
        let started: Vec<_> = others.iter().map(start).collect();
        let mut results = vec![work(first)];
        for (thread, slot) in started.into_iter().zip(&others) {
            let theirs = match thread {
                Some(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                None => take(slot).map(work),
            };
            results.extend(theirs);
        }
        results
    })
}

/// Goes on with a flood on several threads, until it ends.
pub(super) fn layers<B: Bits, K: Word, O: Observer>(
    flood: &mut Flood<'_, B, K>,
    search: &Exhaustive,
    meter: &mut Meter<'_, O>,
    visit: &mut Visit<'_, B, K>,
) -> Result<Option<K>, LimitKind> {
    let threads = search.threads.get().min(SHARDS);
    flood.table.spread(meter)?;
    let bytes = threads as u64 * (LETTERS + LETTERS_OF_ONE) as u64 * Letters::<K>::BYTES;
    meter.claim(bytes)?;
    let mut workers: Vec<Worker<B, K>> = (0..threads).map(|_| Worker::new(threads)).collect();
    for (number, shard) in std::mem::take(&mut flood.table.shards).into_iter().enumerate() {
        workers[number % threads].shards.push(shard);
    }
    let result =
        distribute(flood, &mut workers, meter).and_then(|()| rounds(flood, &mut workers, search.crowd, meter, visit));
    meter.release(bytes);
    // What they have of the layer is needed by who goes on.
    for worker in &mut workers {
        meter.release(std::mem::take(&mut worker.next).bytes());
        flood.rest.push(std::mem::take(&mut worker.frontier));
    }
    // Back into their order, so that what was met can be looked up.
    let mut parts: Vec<_> = workers.into_iter().map(|worker| worker.shards.into_iter()).collect();
    flood.table.shards = (0..SHARDS).map(|number| parts[number % threads].next().expect("no shard is lost")).collect();
    result
}

/// Gives every state of the layer to its owner.
fn distribute<B: Bits, K: Word, O: Observer>(
    flood: &mut Flood<'_, B, K>,
    workers: &mut [Worker<B, K>],
    meter: &mut Meter<'_, O>,
) -> Result<(), LimitKind> {
    let owner =
        |key: K| flood.table.scramble.shard(flood.table.scramble.apply(flood.expander.short(key))) % workers.len();
    let mut counts = vec![0; workers.len()];
    flood.frontier.keys.iter().for_each(|&key| counts[owner(key)] += 1);
    for (worker, count) in workers.iter_mut().zip(counts) {
        meter.claim(worker.frontier.bytes_for(count))?;
        worker.frontier.reserve(count);
    }
    let owners = workers.len();
    for (&key, &spare) in flood.frontier.keys.iter().zip(&flood.frontier.spares) {
        let scrambled = flood.table.scramble.apply(flood.expander.short(key));
        workers[flood.table.scramble.shard(scrambled) % owners].frontier.push(key, spare);
    }
    for states in [&mut flood.frontier, &mut flood.next] {
        let bytes = states.bytes();
        *states = States::default();
        meter.release(bytes);
    }
    Ok(())
}

fn rounds<B: Bits, K: Word, O: Observer>(
    flood: &mut Flood<'_, B, K>,
    workers: &mut [Worker<B, K>],
    crowd: usize,
    meter: &mut Meter<'_, O>,
    visit: &mut Visit<'_, B, K>,
) -> Result<Option<K>, LimitKind> {
    let threads = workers.len();
    loop {
        let parts: Vec<&[K]> = workers.iter().map(|worker| worker.frontier.keys.as_slice()).collect();
        let size = parts.iter().map(|part| part.len()).sum::<usize>();
        let len = workers.iter().map(|worker| worker.frontier.len_with_images()).sum();
        let layer = Layer { depth: flood.depth, expander: &flood.expander, parts: &parts, saved: None, len };
        if size == 0 || visit(layer).is_break() {
            return Ok(None);
        }
        flood.enter_layer(meter)?;
        let phase = Phase::of(flood.depth + 1);
        let common = Common {
            expander: &flood.expander,
            scramble: flood.table.scramble,
            heading: flood.heading,
            stops_at_goal: flood.stops_at_goal,
            threads,
        };
        while workers.iter().any(|worker| worker.share() > 0) {
            let pays = size >= crowd;
            let sent = on_each(workers, pays, |worker| worker.send(&common, worker.share()));
            for _ in 0..sent.iter().sum::<usize>() {
                meter.expand(flood.depth)?;
            }
            for from in 0..threads {
                for to in 0..threads {
                    let letters = std::mem::take(&mut workers[from].outbox[to]);
                    let empty = std::mem::replace(&mut workers[to].inbox[from], letters);
                    workers[from].outbox[to] = empty;
                }
            }
            let free = meter.free_memory();
            let memory = SharedMemory::new(free);
            let received = on_each(workers, pays, |worker| worker.receive(&common, phase, &memory));
            let (least, now) = (memory.least.into_inner(), memory.free.into_inner());
            meter.claim(free - least)?;
            meter.release(now - least);
            meter.generate(workers.iter_mut().map(|worker| std::mem::take(&mut worker.generated)).sum());
            received.into_iter().collect::<Result<(), LimitKind>>()?;
        }
        for worker in &mut *workers {
            std::mem::swap(&mut worker.frontier, &mut worker.next);
            worker.next.clear();
            worker.done = 0;
        }
        flood.leave_layer();
        if let Some(goal) = workers.iter().find_map(|worker| worker.goal) {
            return Ok(Some(goal));
        }
    }
}
