//! IDA* on several threads (after Rao, Kumar and Ramesh 1987): each round's tree is split among them, and who runs out
//! of work is given some of another's.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{self, AtomicU64, AtomicUsize};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::algorithms::dive::{Dive, Forgetful, NONE_CUT, Round, Share, Stack, SubRoot, Waiting, next_bound};
use crate::algorithms::ida_star::{Ordering, Plain};
use crate::algorithms::path::ended;
use crate::capability::MovePruning;
use crate::crew::{Crew, all_cores, lock};
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, Solution, UnsolvableProof};

/// Tasks for each thread when a round begins: enough that most are done before one must be split.
const TASKS_A_THREAD: usize = 16;
/// The most layers that are expanded to find them: a tree that is still narrow there is split on the way.
const SPLIT_LAYERS: usize = 32;
/// How long a thread without work waits before it looks at the limits.
const NAP: Duration = Duration::from_millis(1);

/// IDA* on several threads. Finds solutions of the same cost as [`IdaStar`](super::IdaStar), with the same proof.
///
/// Each round begins with a few layers of its tree; the nodes below are the tasks that the threads take. A thread that
/// finds no task asks for one, and a busy one gives it the moves that wait nearest to its root. Every node is
/// expanded once in a round, after the same moves as on one thread: the rounds that find no solution count the same
/// nodes, whatever the number of threads. In the last round the threads stop when one has found a solution; which one
/// that is, and so the moves and the count of that round, may differ from run to run.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::ParallelIdaStar, example::Line};
/// use std::num::NonZeroUsize;
///
/// let algorithm = ParallelIdaStar { threads: NonZeroUsize::new(2).unwrap(), ..ParallelIdaStar::default() };
/// let run = algorithm.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParallelIdaStar {
    /// How many threads search. The one that calls waits for them.
    pub threads: NonZeroUsize,
    /// Which successors are tried first.
    pub ordering: Ordering,
}

impl Default for ParallelIdaStar {
    /// A thread for each core.
    fn default() -> Self {
        Self { threads: all_cores(), ordering: Ordering::default() }
    }
}

impl<S, H> Search<S, H> for ParallelIdaStar
where
    S: MovePruning<State: Send, Move: Send, Trace: Send> + Sync,
    H: Incremental<S, Memo: Send> + Sync,
{
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        let rounds = Rounds { space, heuristic, threads: self.threads };
        match self.ordering {
            Ordering::None => rounds.run::<false, O>(start, meter),
            Ordering::ByF => rounds.run::<true, O>(start, meter),
        }
    }
}

impl<S, H> Search<S, H> for Plain<ParallelIdaStar>
where
    S: MovePruning<State: Send, Move: Send, Trace: Send> + Sync,
    H: Incremental<S, Memo: Send> + Sync,
{
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        Rounds { space, heuristic, threads: self.0.threads }.run::<false, O>(start, meter)
    }
}

/// A subtree to be searched, and the moves from the start to its root.
struct Subtree<S: MovePruning, Memo> {
    root: SubRoot<S, Memo>,
    prefix: Vec<S::Move>,
}

impl<S: MovePruning, Memo: Copy> Subtree<S, Memo> {
    /// The task of a child; `None` where there is no memory for it.
    fn child<O: Observer>(root: SubRoot<S, Memo>, prefix: Vec<S::Move>, meter: &mut Meter<'_, O>) -> Option<Self> {
        let task = Self { root, prefix };
        meter.claim(task.bytes()).ok().map(|()| task)
    }

    /// What it holds; a queue keeps up to twice the room it needs.
    fn bytes(&self) -> u64 {
        (2 * size_of::<Self>() + self.prefix.capacity() * size_of::<S::Move>()) as u64
    }
}

enum End<M> {
    Solved(Solution<M>),
    Searched { least_cut: u64 },
}

struct Rounds<'a, S, H> {
    space: &'a S,
    heuristic: &'a H,
    threads: NonZeroUsize,
}

impl<S, H> Rounds<'_, S, H>
where
    S: MovePruning<State: Send, Move: Send, Trace: Send> + Sync,
    H: Incremental<S, Memo: Send> + Sync,
{
    /// Begins at the start and runs all rounds.
    fn run<const BY_F: bool, O: Observer>(&self, start: &S::State, mut meter: Meter<'_, O>) -> Run<S::Move> {
        let end = match self.heuristic.memo(start) {
            None => Ok(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd }),
            Some(memo) => self.deepen::<BY_F, O>(start, memo, &mut meter),
        };
        meter.conclude(end)
    }

    /// Runs round after round, until one ends at a goal or cuts nothing off.
    fn deepen<const BY_F: bool, O: Observer>(
        &self,
        start: &S::State,
        memo: H::Memo,
        meter: &mut Meter<'_, O>,
    ) -> Result<Outcome<S::Move>, LimitKind> {
        let admissible = self.heuristic.guarantees().admissible;
        let mut bound = self.heuristic.value(memo);
        loop {
            if admissible {
                meter.raise_lower_bound(bound);
            }
            meter.begin_iteration();
            meter.generate(1);
            let root = SubRoot { state: start.clone(), memo, trace: self.space.root_trace(), cost: 0, before: None };
            let least_cut = match self.round::<BY_F, O>(bound, root, meter)? {
                End::Solved(solution) => return Ok(ended(Some(solution), admissible)),
                End::Searched { least_cut } => least_cut,
            };
            let Some(next) = next_bound(least_cut)? else { return Ok(ended(None, admissible)) };
            meter.iteration(bound)?;
            bound = next;
        }
    }

    fn round<const BY_F: bool, O: Observer>(
        &self,
        bound: Cost,
        root: SubRoot<S, H::Memo>,
        meter: &mut Meter<'_, O>,
    ) -> Result<End<S::Move>, LimitKind> {
        let mut tasks = vec![Subtree::child(root, Vec::new(), meter).ok_or(LimitKind::Memory)?];
        let least_cut = match self.split(bound, &mut tasks, meter)? {
            End::Searched { least_cut } if !tasks.is_empty() => least_cut,
            end => return Ok(end),
        };
        let bytes: u64 = tasks.iter().map(Subtree::bytes).sum();
        let pool = Pool {
            unfinished: AtomicUsize::new(tasks.len()),
            tasks: Mutex::new(tasks.into()),
            news: Condvar::new(),
            hungry: AtomicUsize::new(0),
            least_cut: AtomicU64::new(least_cut),
            solution: Mutex::new(None),
        };
        let (_, limit) =
            meter.with_crew(self.threads, |_, meter, crew| ((), self.work::<BY_F>(bound, &pool, meter, crew)))?;
        meter.release(bytes);
        if let Some(solution) = pool.solution.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Ok(End::Solved(solution));
        }
        match limit {
            Some(limit) => Err(limit),
            None => Ok(End::Searched { least_cut: pool.least_cut.into_inner() }),
        }
    }

    /// Expands the first layers of a round until there are enough tasks. None are left where the round ends so soon.
    fn split<O: Observer>(
        &self,
        bound: Cost,
        tasks: &mut Vec<Subtree<S, H::Memo>>,
        meter: &mut Meter<'_, O>,
    ) -> Result<End<S::Move>, LimitKind> {
        let Self { space, heuristic, .. } = self;
        let wanted = if self.threads.get() == 1 { 1 } else { TASKS_A_THREAD * self.threads.get() };
        let mut least_cut = NONE_CUT;
        for _ in 0..SPLIT_LAYERS {
            if tasks.is_empty() || tasks.len() >= wanted {
                break;
            }
            for Subtree { root, prefix } in std::mem::take(tasks) {
                if space.is_goal(&root.state) {
                    return Ok(End::Solved(Solution { moves: prefix, cost: root.cost }));
                }
                meter.expand(root.cost)?;
                let mut generated = 0;
                let mut full = Ok(());
                space.for_each_allowed(&root.state, root.trace, |mv, trace| {
                    generated += 1;
                    let Some(memo) = heuristic.advance(root.memo, &root.state, mv) else { return };
                    let f = u64::from(root.cost) + u64::from(space.cost(mv)) + u64::from(heuristic.value(memo));
                    if f > u64::from(bound) {
                        least_cut = least_cut.min(f);
                        return;
                    }
                    let mut state = root.state.clone();
                    space.apply(&mut state, mv);
                    let child = SubRoot { state, memo, trace, cost: root.cost + space.cost(mv), before: None };
                    match Subtree::child(child, extended(&prefix, [mv]), meter) {
                        Some(task) => tasks.push(task),
                        None => full = Err(LimitKind::Memory),
                    }
                });
                full?;
                meter.generate(generated);
                meter.release(Subtree::<S, H::Memo> { root, prefix }.bytes());
            }
        }
        Ok(End::Searched { least_cut })
    }

    /// What one thread does in a round.
    fn work<const BY_F: bool>(
        &self,
        bound: Cost,
        pool: &Pool<S, H::Memo>,
        meter: &mut Meter<'_, ()>,
        crew: &Crew<'_>,
    ) -> Result<(), LimitKind> {
        let problem = (self.space, self.heuristic);
        let mut dive = None;
        while let Some(task) = pool.next(meter)? {
            let mut donor = Donor { pool, prefix: &task.prefix };
            let dive = dive.get_or_insert_with(|| Dive::new(&task.root));
            dive.begin(&task.root, bound);
            match dive.finish::<BY_F, _, _, _>(problem, &mut Forgetful, &mut donor, meter)? {
                Round::Solved { cost } => {
                    let moves = extended(&task.prefix, dive.moves());
                    lock(&pool.solution).get_or_insert(Solution { moves, cost });
                    crew.finish();
                    return Ok(());
                }
                Round::Searched { least_cut } => {
                    pool.least_cut.fetch_min(least_cut, atomic::Ordering::Relaxed);
                }
            }
            meter.release(task.bytes());
            pool.done();
        }
        Ok(())
    }
}

/// The tasks of a round. Each is taken once; the round is over when all are done.
struct Pool<S: MovePruning, Memo> {
    tasks: Mutex<VecDeque<Subtree<S, Memo>>>,
    /// Wakes those who wait for a task.
    news: Condvar,
    /// Tasks that wait or are being searched. A task is counted before the one it was taken from is done.
    unfinished: AtomicUsize,
    /// Threads that wait.
    hungry: AtomicUsize,
    least_cut: AtomicU64,
    solution: Mutex<Option<Solution<S::Move>>>,
}

impl<S: MovePruning, Memo> Pool<S, Memo> {
    /// A task, as soon as there is one; `None` when all are done.
    fn next(&self, meter: &mut Meter<'_, ()>) -> Result<Option<Subtree<S, Memo>>, LimitKind> {
        if let Some(task) = lock(&self.tasks).pop_front() {
            return Ok(Some(task));
        }
        self.hungry.fetch_add(1, atomic::Ordering::Relaxed);
        let task = loop {
            meter.rest();
            if let Err(limit) = meter.poll() {
                break Err(limit);
            }
            let mut tasks = lock(&self.tasks);
            if tasks.is_empty() && self.unfinished.load(atomic::Ordering::Acquire) > 0 {
                (tasks, _) = self.news.wait_timeout(tasks, NAP).unwrap_or_else(PoisonError::into_inner);
            }
            let task = tasks.pop_front();
            if task.is_some() || self.unfinished.load(atomic::Ordering::Acquire) == 0 {
                break Ok(task);
            }
        };
        self.hungry.fetch_sub(1, atomic::Ordering::Relaxed);
        task
    }

    fn done(&self) {
        if self.unfinished.fetch_sub(1, atomic::Ordering::AcqRel) == 1 {
            // Under the lock, so that nobody falls asleep between looking and waiting.
            let _tasks = lock(&self.tasks);
            self.news.notify_all();
        }
    }

    /// Whether someone waits for a task and there is none.
    fn is_hungry(&self) -> bool {
        self.hungry.load(atomic::Ordering::Relaxed) > 0 && lock(&self.tasks).is_empty()
    }
}

/// Gives work away when someone waits for it.
struct Donor<'a, S: MovePruning, Memo> {
    pool: &'a Pool<S, Memo>,
    /// The moves to the root of the task that is searched.
    prefix: &'a [S::Move],
}

impl<S: MovePruning, H: Incremental<S>> Share<S, H> for Donor<'_, S, H::Memo> {
    fn is_wanted(&self) -> bool {
        self.pool.is_hungry()
    }

    /// Gives away all moves that wait nearest to the root. Those below them are the largest subtrees, and what is left of
    /// the stack stays in one piece.
    #[cold]
    #[inline(never)]
    fn share<O: Observer>(&mut self, stack: Stack<'_, S, H>, meter: &mut Meter<'_, O>) -> usize {
        let Stack { path, waiting } = stack;
        let Some(depth) = waiting.first().map(|first| first.depth) else { return 0 };
        let given = waiting.iter().take_while(|other| other.depth == depth);
        let before = &path[..depth as usize - 1];
        let mut tasks: Vec<Subtree<S, H::Memo>> = Vec::new();
        for &Waiting { ref state, cost, mv, memo, trace, .. } in given {
            let root = SubRoot { state: state.clone(), memo, trace, cost, before: None };
            let moves = before.iter().copied().chain([mv]);
            let Some(task) = Subtree::child(root, extended(self.prefix, moves), meter) else {
                // No memory to give it away with: it stays.
                meter.release(tasks.iter().map(Subtree::bytes).sum());
                return 0;
            };
            tasks.push(task);
        }
        let given = tasks.len();
        self.pool.unfinished.fetch_add(given, atomic::Ordering::AcqRel);
        lock(&self.pool.tasks).extend(tasks);
        self.pool.news.notify_all();
        given
    }
}

/// A list of moves and some more.
fn extended<M: Copy>(moves: &[M], more: impl IntoIterator<Item = M>) -> Vec<M> {
    moves.iter().copied().chain(more).collect()
}
