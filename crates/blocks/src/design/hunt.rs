//! The search for hard puzzles, whatever their family: in parts, on several threads, in steps that can be taken up again.
//!
//! The work of a [`Family`] falls into numbered units that know nothing of each other: a part of an enumeration, or one
//! walk of simulated annealing with random numbers of its own. What they find is gathered in the order of their numbers. So
//! the same seed gives the same list on any number of threads, and a search that was interrupted goes on after the last
//! unit before which nothing is missing, to the very result that it would have had.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use web_time::Instant;

use fewest_search::{LimitKind, Limits, Outcome};
use serde_json::{Value, json};

use crate::exhaustive::Exhaustive;
use crate::metric::Metric;
use crate::packing::Packing as _;
use crate::puzzle::Puzzle;
use crate::space::Blocks;

/// The most bytes that the state of a search is expected to have.
const MOST_STATE: u64 = 1 << 26;

/// A puzzle that a unit of work found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// How many moves it takes.
    pub length: u32,
    /// How many positions can be reached.
    pub positions: u64,
    /// The puzzle, written so that puzzles which symmetry or other names of pieces make equal are written alike.
    pub text: String,
}

impl Find {
    /// What a list is sorted by: the longest first.
    fn rank(&self) -> (std::cmp::Reverse<u32>, &str) {
        (std::cmp::Reverse(self.length), &self.text)
    }
}

/// Puzzles to search among.
pub trait Family: Sync {
    /// What a thread keeps from one unit of work to the next.
    type Bench;

    /// The metric that counts the moves.
    fn metric(&self) -> Metric;

    /// All that decides what the units find: a search is only taken up again where it is the same.
    fn describe(&self) -> String;

    /// How many units of work there are; `None` where there is no end.
    fn units(&self) -> Option<u64>;

    /// What a thread needs.
    fn bench(&self) -> Self::Bench;

    /// Does one unit of work. It depends on nothing but the number. Where `stop` says so, it ends early and breaks.
    fn work(
        &self,
        unit: u64,
        bench: &mut Self::Bench,
        stop: &dyn Fn() -> bool,
        offer: &mut dyn FnMut(Find),
    ) -> ControlFlow<()>;

    /// The puzzle that a find is written as; `None` where it is none.
    fn puzzle(&self, text: &str) -> Option<Puzzle>;
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// How many puzzles to keep: the hardest.
    pub keep: usize,
    /// How many units of work to do; `None` for all there are.
    pub units: Option<u64>,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// The file that says how far the search has come, from which it is taken up where there is one.
    pub state: Option<PathBuf>,
    /// How often that file is written.
    pub save_every: Duration,
}

impl Default for Hunt {
    /// The ten hardest, by as many threads as the machine runs at once.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { keep: 10, units: None, threads, state: None, save_every: Duration::from_secs(5) }
    }
}

/// A puzzle that a search gives out: its length is proven by a search of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How it was found.
    pub find: Find,
}

/// What happens during a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A puzzle came onto the list.
    Found(&'a Design),
    /// The file of the state could not be written; it is tried again.
    Unsaved(&'a HuntError),
    /// So many units are done and none before them is missing.
    Progress {
        /// How many.
        done: u64,
        /// How many there are to do, where that is known.
        units: Option<u64>,
        /// Since this run began.
        elapsed: Duration,
    },
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catch {
    /// The hardest puzzles, the hardest first.
    pub best: Vec<Design>,
    /// How many units were done.
    pub done: u64,
    /// What ended the search early, if anything.
    pub limit: Option<LimitKind>,
    /// Why the file of the state lacks what was found at last, where it does.
    pub unsaved: Option<String>,
}

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// The file of the state cannot be read or written.
    #[error("the state of the search in {} cannot be {}: {source}", path.display(), if *writing { "written" } else { "read" })]
    File {
        /// The file.
        path: PathBuf,
        /// Whether it was to be written.
        writing: bool,
        /// What the system said.
        source: io::Error,
    },
    /// The file is of another search.
    #[error("{path} is the state of another search ({1}); this one is {2}; name another file or remove it", path = .0.display())]
    OtherSearch(PathBuf, String, String),
    /// The file is no state of a search.
    #[error("{path} is not the state of a search: {1}; name another file or remove it", path = .0.display())]
    Broken(PathBuf, String),
    /// The proof did not agree: a fault of this program.
    #[error("{0} was recorded with {1} moves, but its proof gives {2:?}")]
    Contradiction(String, u32, Option<u32>),
}

impl Hunt {
    /// Searches until all units are done, a limit is reached or `watch` breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use fewest_blocks::design::{Hunt, Method, rush::{Census, RushHunt}};
    /// use fewest_search::Limits;
    /// let family = RushHunt { least: 15, ..RushHunt::new(Census::new(5, 5), Method::Enumerate)? };
    /// let hunt = Hunt { keep: 3, ..Hunt::default() };
    /// let catch = hunt.run(&family, &Limits::default(), |_| ControlFlow::Continue(()))?;
    /// assert_eq!((catch.best.len(), catch.best[0].find.length), (3, 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`HuntError`] where the file of the state cannot be used, or a proof contradicts a find.
    pub fn run<F: Family>(
        &self,
        family: &F,
        limits: &Limits,
        mut watch: impl FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Catch, HuntError> {
        let units = [family.units(), self.units].into_iter().flatten().min();
        let (mut list, first) = self.load(family)?;
        // Whoever names a file that cannot be written learns of it before anything was searched for.
        self.save(family, &list, first)?;
        let started = Instant::now();
        let stop = AtomicBool::new(false);
        let next = AtomicU64::new(first);
        let mut done = first;
        let mut saved = (started, first);
        let (sender, receiver) = mpsc::channel();
        let result = std::thread::scope(|scope| {
            for number in 0..self.threads.get() {
                let (sender, stop, next) = (sender.clone(), &stop, &next);
                let worker = move || {
                    let mut bench = family.bench();
                    let must_stop = || stop.load(Ordering::Relaxed);
                    while !must_stop() {
                        let unit = next.fetch_add(1, Ordering::Relaxed);
                        if units.is_some_and(|units| unit >= units) {
                            break;
                        }
                        let mut list = Best { keep: self.keep, items: Vec::new() };
                        let flow = family.work(unit, &mut bench, &must_stop, &mut |find| list.insert(find));
                        if sender.send((unit, list.items, flow.is_continue())).is_err() || flow.is_break() {
                            break;
                        }
                    }
                };
                // Where the system gives fewer threads, those that there are do all; without any, none of it can be done.
                if std::thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                    if number == 0 {
                        return Ok(Some(LimitKind::Memory));
                    }
                    break;
                }
            }
            drop(sender);
            let mut early = Vec::new();
            let mut waiting: BTreeMap<u64, Vec<Find>> = BTreeMap::new();
            let mut gather = || -> Result<Option<LimitKind>, HuntError> {
                loop {
                    let limit = reached(limits, started);
                    if limit.is_some() {
                        return Ok(limit);
                    }
                    match receiver.recv_timeout(Duration::from_millis(20)) {
                        Ok((unit, finds, true)) => {
                            waiting.insert(unit, finds);
                        }
                        Ok((_, finds, false)) => early.extend(finds),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    }
                    let mut must_end = false;
                    while let Some(finds) = waiting.remove(&done) {
                        done += 1;
                        list.add(family, finds, |design| must_end |= watch(Event::Found(design)).is_break())?;
                    }
                    must_end |= watch(Event::Progress { done, units, elapsed: started.elapsed() }).is_break();
                    if must_end {
                        return Ok(Some(LimitKind::Cancelled));
                    }
                    if saved.0.elapsed() >= self.save_every && saved.1 != done {
                        if let Err(error) = self.save(family, &list, done) {
                            must_end = watch(Event::Unsaved(&error)).is_break();
                        }
                        saved = (Instant::now(), done);
                        if must_end {
                            return Ok(Some(LimitKind::Cancelled));
                        }
                    }
                }
            };
            let result = gather();
            stop.store(true, Ordering::Relaxed);
            // What is not counted as done will be found again; there is no reason not to show it.
            let limit = result?;
            let late = receiver.iter().flat_map(|(_, finds, _)| finds);
            list.add(family, waiting.into_values().flatten().chain(early).chain(late), |_| {})?;
            Ok(limit)
        });
        let limit = result?;
        let unsaved = self.save(family, &list, done).err().map(|error| error.to_string());
        Ok(Catch { best: list.items, done, limit, unsaved })
    }

    /// Writes the state, so that there is a whole one at every moment.
    fn save<F: Family>(&self, family: &F, list: &Best<Design>, done: u64) -> Result<(), HuntError> {
        let Some(path) = &self.state else { return Ok(()) };
        let find = |Design { find, .. }: &Design| json!({ "length": find.length, "positions": find.positions, "puzzle": find.text });
        let best: Vec<Value> = list.items.iter().map(find).collect();
        let state = json!({ "search": self.describe(family), "done": done, "best": best });
        let mut beside = path.clone().into_os_string();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let written = fs::write(&beside, format!("{state:#}\n")).and_then(|()| fs::rename(&beside, path));
        written.map_err(|source| {
            let _ = fs::remove_file(&beside);
            HuntError::File { path: path.clone(), writing: true, source }
        })
    }

    fn load<F: Family>(&self, family: &F) -> Result<(Best<Design>, u64), HuntError> {
        let mut list = Best { keep: self.keep, items: Vec::new() };
        let Some(path) = &self.state else { return Ok((list, 0)) };
        let text = match read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((list, 0)),
            Err(source) => return Err(HuntError::File { path: path.clone(), writing: false, source }),
        };
        let (theirs, done, finds) = parse(&text).map_err(|problem| broken(path, problem))?;
        let ours = self.describe(family);
        if theirs != ours {
            return Err(HuntError::OtherSearch(path.clone(), theirs, ours));
        }
        if let Some(find) = finds.iter().find(|find| family.puzzle(&find.text).is_none()) {
            return Err(broken(path, format!("{:?} is not a puzzle of this search", find.text)));
        }
        list.add(family, finds, |_| {})?;
        Ok((list, done))
    }

    fn describe<F: Family>(&self, family: &F) -> String {
        format!("{}, keep {}", family.describe(), self.keep)
    }
}

/// The text of a file of a state, which is never long.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let file = fs::File::open(path)?;
    file.take(MOST_STATE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_STATE {
        return Err(io::Error::other("it is too long for the state of a search"));
    }
    Ok(text)
}

fn broken(path: &Path, problem: impl Into<String>) -> HuntError {
    HuntError::Broken(path.to_owned(), problem.into())
}

/// What a file of a state says: which search, how many units are done, what they found.
fn parse(text: &str) -> Result<(String, u64, Vec<Find>), String> {
    let state: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let search = state["search"].as_str().ok_or("\"search\" is missing")?;
    let done = state["done"].as_u64().ok_or("\"done\" is missing")?;
    let best = state["best"].as_array().ok_or("\"best\" is missing")?;
    let find = |value: &Value| {
        let length = value["length"].as_u64().and_then(|length| u32::try_from(length).ok());
        let find = length.zip(value["positions"].as_u64()).zip(value["puzzle"].as_str());
        find.map(|((length, positions), text)| Find { length, positions, text: text.to_owned() })
    };
    let finds: Option<Vec<Find>> = best.iter().map(find).collect();
    Ok((search.to_owned(), done, finds.ok_or("an entry of \"best\" lacks its length, positions or puzzle")?))
}

fn reached(limits: &Limits, started: Instant) -> Option<LimitKind> {
    if limits.cancel.is_cancelled() {
        Some(LimitKind::Cancelled)
    } else {
        limits.time.filter(|&time| started.elapsed() >= time).map(|_| LimitKind::Time)
    }
}

/// Solves a find by a search that shares nothing with how it was found.
fn prove<F: Family>(family: &F, find: Find) -> Result<Design, HuntError> {
    let puzzle = family.puzzle(&find.text);
    match puzzle.as_ref().and_then(|puzzle| optimum(puzzle, family.metric())) {
        Some(length) if length == find.length => Ok(Design { puzzle: puzzle.expect("it was solved"), find }),
        proven => Err(HuntError::Contradiction(find.text, find.length, proven)),
    }
}

/// The length of a shortest solution, where there is one and the puzzle is small enough.
pub(crate) fn optimum(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    let puzzle = Arc::new(puzzle.clone());
    let exhaustive = Exhaustive { threads: NonZeroUsize::MIN, ..Exhaustive::default() };
    let outcome = if let Ok(space) = Blocks::<u64, u64>::new(puzzle.clone(), metric) {
        u64::solve(&exhaustive, &space, &Limits::default(), &mut ()).outcome
    } else {
        let space = Blocks::<u128, u128>::new(puzzle, metric).ok()?;
        u128::solve(&exhaustive, &space, &Limits::default(), &mut ()).outcome
    };
    match outcome {
        Outcome::Solved { cost, .. } => Some(cost),
        _ => None,
    }
}

impl AsRef<Find> for Find {
    fn as_ref(&self) -> &Find {
        self
    }
}

impl AsRef<Find> for Design {
    fn as_ref(&self) -> &Find {
        &self.find
    }
}

/// The best finds of a unit, or of all with their proofs, the hardest first.
struct Best<T> {
    keep: usize,
    items: Vec<T>,
}

impl<T: AsRef<Find>> Best<T> {
    /// Where a find belongs, if it is none of these and as good.
    fn place(&self, find: &Find) -> Option<usize> {
        let place = self.items.binary_search_by(|other| other.as_ref().rank().cmp(&find.rank()));
        place.err().filter(|&at| at < self.keep)
    }

    fn insert(&mut self, item: T) {
        if let Some(at) = self.place(item.as_ref()) {
            self.items.insert(at, item);
            self.items.truncate(self.keep);
        }
    }
}

impl Best<Design> {
    /// Proves those that belong here, shows them and adds them.
    fn add<F: Family>(
        &mut self,
        family: &F,
        finds: impl IntoIterator<Item = Find>,
        mut show: impl FnMut(&Design),
    ) -> Result<(), HuntError> {
        for find in finds {
            if self.place(&find).is_some() {
                let design = prove(family, find)?;
                show(&design);
                self.insert(design);
            }
        }
        Ok(())
    }
}
