//! What outlives a request: the tables at hand, and the folder where they are kept.
//!
//! A batch asks one session for all of its positions, on as many threads as it likes: a table is opened or built once.
//! A session without a folder keeps its tables in memory alone. A session knows no puzzle: what tables a set has, and how
//! they are built, says the kind by [`TableSet`].

use std::any::Any;
use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::store::{Notice, Store};
use fewest_pdb::table::Recipe;
use fewest_search::{Cancel, LimitKind, Limits};

use crate::answer::Answer;
use crate::error::{EngineError, Faults, Result, Unready};
use crate::event::{Event, Sink};
use crate::kinds::{Kinds, solve_with};
use crate::request::Request;

/// Sets of tables that are kept at hand at once, and things remembered.
const MOST_SETS: usize = 16;
/// The longest a build goes on when its time is up, and the longest that nobody looks whether a wait should end.
const NAP: Duration = Duration::from_millis(5);
/// How long a search waits for another process that builds the tables it wants.
const PATIENCE: Duration = Duration::from_secs(3);

/// Tables that are looked up together, as a kind describes them.
pub trait TableSet: fmt::Debug + Send + Sync + Sized + 'static {
    /// The tables themselves.
    type Tables: fmt::Debug + Send + Sync + 'static;

    /// What the set is known by: no other set of any kind has the same key.
    fn key(&self) -> String;

    /// Makes what [`Self::parts`] needs, where that takes long, unless `stop` says so or it needs more than `memory`.
    ///
    /// # Errors
    /// Why it was not made.
    fn prepare(&self, _memory: u64, _stop: &dyn Fn() -> bool) -> Result<(), BuildError> {
        Ok(())
    }

    /// The tables that the set has.
    fn parts(&self) -> Vec<TablePart>;

    /// Takes the tables out of files or builds them, which `watch` hears of with the number of the part, from 0; stores what
    /// was built where there is a store.
    ///
    /// # Errors
    /// Why they were not built.
    fn obtain(
        &self,
        store: Option<&Store>,
        builder: &Builder,
        watch: &mut dyn FnMut(usize, &Progress) -> ControlFlow<()>,
    ) -> Result<(Self::Tables, Vec<Notice>), BuildError>;

    /// Takes the tables out of files, where all are there and right.
    fn open(&self, store: &Store) -> (Option<Self::Tables>, Vec<Notice>);

    /// The bytes that tables hold; mapped files are the system's to give and to take.
    fn bytes_in_memory(tables: &Self::Tables) -> u64;
}

/// A table of a set.
#[derive(Clone, Debug)]
pub struct TablePart {
    /// What its file is known by.
    pub recipe: Recipe,
    /// What it is about, in the words of its file.
    pub text: String,
    /// The bytes of its values.
    pub bytes: u64,
    /// The bytes that building it holds.
    pub memory: u64,
}

/// A set with its tables at hand.
#[derive(Debug)]
pub struct Stock<T: TableSet> {
    /// The set.
    pub set: Arc<T>,
    /// Its tables.
    pub tables: T::Tables,
}

impl<T: TableSet> Stock<T> {
    /// The bytes that its tables hold.
    pub fn bytes_in_memory(&self) -> u64 {
        T::bytes_in_memory(&self.tables)
    }
}

/// Tables, and what the user should know of how they were come by.
#[derive(Debug)]
pub struct Obtained<T: TableSet> {
    /// The tables.
    pub stock: Arc<Stock<T>>,
    /// What happened to files on the way.
    pub notices: Vec<String>,
}

/// How far away tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// At hand.
    Open,
    /// In files.
    Stored,
    /// Some must be built.
    Missing,
}

/// What the tables that are still missing need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The most bytes that are held at once.
    pub memory: u64,
    /// Bytes of the files.
    pub disk: u64,
    /// Tables to be built.
    pub missing: usize,
}

/// Solves requests and keeps what they can share.
///
/// A program makes one of the kinds that it has; see the crate `fewest-kinds` for all of them.
#[derive(Debug)]
pub struct Session {
    kinds: Kinds,
    store: Option<Store>,
    shelf: Mutex<Shelf>,
    /// Told when a build ends, whatever came of it.
    built: Condvar,
    /// What was worked out for earlier requests of a batch.
    remembered: Mutex<Vec<(String, Arc<dyn Any + Send + Sync>)>>,
}

/// The tables at hand.
#[derive(Debug, Default)]
struct Shelf {
    sets: Vec<Shelved>,
    /// The keys of sets that someone is building now.
    in_work: Vec<String>,
}

/// A set on the shelf.
#[derive(Debug)]
struct Shelved {
    key: String,
    stock: Arc<dyn Any + Send + Sync>,
    bytes: u64,
}

impl Shelf {
    fn find<T: TableSet>(&self, key: &str) -> Option<Arc<Stock<T>>> {
        let shelved = self.sets.iter().find(|shelved| shelved.key == key)?;
        Arc::clone(&shelved.stock).downcast().ok()
    }

    /// Adds a set; the oldest go where there are too many, or they hold more than half of the memory.
    fn add<T: TableSet>(&mut self, key: String, stock: &Arc<Stock<T>>, memory: u64) {
        let bytes = stock.bytes_in_memory();
        self.sets.push(Shelved { key, stock: Arc::clone(stock) as _, bytes });
        let held = |sets: &[Shelved]| sets.iter().map(|shelved| shelved.bytes).sum::<u64>();
        while self.sets.len() > 1 && (self.sets.len() > MOST_SETS || held(&self.sets) > memory / 2) {
            self.sets.remove(0);
        }
    }
}

/// Someone's turn to build a set. It ends when this is dropped, after a panic too.
struct Turn<'a> {
    session: &'a Session,
    key: String,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.session.shelf().in_work.retain(|key| *key != self.key);
        self.session.built.notify_all();
    }
}

impl Session {
    /// Tables in memory alone.
    pub fn in_memory(kinds: Kinds) -> Self {
        Self { kinds, store: None, shelf: Mutex::default(), built: Condvar::new(), remembered: Mutex::default() }
    }

    /// Tables in a folder, which is made when the first is stored.
    pub fn in_folder(kinds: Kinds, folder: impl Into<PathBuf>) -> Self {
        Self { store: Some(Store::new(folder)), ..Self::in_memory(kinds) }
    }

    /// Tables in the platform's folder for what can be made again.
    pub fn on_platform(kinds: Kinds) -> Self {
        Self { store: Store::platform(), ..Self::in_memory(kinds) }
    }

    /// The kinds of puzzles that it solves.
    pub fn kinds(&self) -> Kinds {
        self.kinds
    }

    /// The folder of tables, where there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.store.as_ref().map(Store::folder)
    }

    /// Solves what the request asks for, telling `sink` about every step worth knowing.
    ///
    /// # Errors
    /// What is wrong with the request. Unsolvable puzzles and limits are answers, not errors.
    pub fn solve(&self, request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        self.on_sound_tables(|| solve_with(self.kinds.named(&request.puzzle.kind)?, request, self, cancel, sink))
    }

    /// Does some work with the tables of this session, and gives nothing back where a file of theirs was written to meanwhile.
    /// Tables whose files were changed before are not used again.
    ///
    /// # Errors
    /// Those of the work, or [`EngineError::TableChanged`].
    pub(crate) fn on_sound_tables<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if !fewest_pdb::changed().is_empty() {
            self.shelf().sets.clear();
        }
        let result = work();
        match fewest_pdb::changed().first() {
            None => result,
            Some(file) => {
                self.shelf().sets.clear();
                Err(EngineError::TableChanged { file: file.display().to_string() })
            }
        }
    }

    /// The files of tables, where there is a folder for them.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// What is known by a key, made now if it is not known yet: a batch asks for the same again and again.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn remember<T: Send + Sync + 'static, E>(
        &self,
        key: String,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        // The lock is not held while the thing is made: two threads may both make it, and nobody waits for another.
        let remembered = || self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let known = remembered().iter().find(|(known, _)| *known == key).map(|(_, thing)| Arc::clone(thing));
        if let Some(thing) = known.and_then(|thing| thing.downcast().ok()) {
            return Ok(thing);
        }
        let made = Arc::new(make()?);
        let mut remembered = remembered();
        remembered.retain(|(known, _)| *known != key);
        if remembered.len() >= MOST_SETS {
            remembered.remove(0);
        }
        remembered.push((key, Arc::clone(&made) as _));
        Ok(made)
    }

    /// How far away the tables of a set are.
    pub fn readiness<T: TableSet>(&self, set: &T) -> Readiness {
        if self.has_open(set) {
            Readiness::Open
        } else if self.store.is_some() && self.need(set).missing == 0 {
            Readiness::Stored
        } else {
            Readiness::Missing
        }
    }

    /// Whether the tables of a set are at hand.
    pub fn has_open<T: TableSet>(&self, set: &T) -> bool {
        self.shelf().find::<T>(&set.key()).is_some()
    }

    /// What the tables of a set need that no file holds.
    pub fn need<T: TableSet>(&self, set: &T) -> Need {
        need(set, self.store.as_ref())
    }

    /// The tables of a set: those at hand, or out of files, or built now and stored.
    ///
    /// While one thread builds a set, others that need the same one wait for it, within their limits; nobody else does. Another
    /// process that builds it is waited for only for a moment.
    ///
    /// # Errors
    /// Why there are none.
    pub fn obtain<T: TableSet>(
        &self,
        set: &Arc<T>,
        limits: &Limits,
        tell: &mut Sink<'_>,
    ) -> Result<Obtained<T>, Unready> {
        let key = set.key();
        let begun = Instant::now();
        let turn = {
            let mut shelf = self.shelf();
            loop {
                if let Some(stock) = shelf.find(&key) {
                    return Ok(Obtained { stock, notices: Vec::new() });
                }
                if !shelf.in_work.contains(&key) {
                    break;
                }
                if limits.cancel.is_cancelled() {
                    return Err(Unready::Stopped(LimitKind::Cancelled));
                }
                if limits.time.is_some_and(|time| begun.elapsed() >= time) {
                    return Err(Unready::Stopped(LimitKind::Time));
                }
                shelf = self.built.wait_timeout(shelf, NAP).unwrap_or_else(PoisonError::into_inner).0;
            }
            shelf.in_work.push(key.clone());
            Turn { session: self, key }
        };
        let store = self.store.as_ref().map(|store| store.with_patience(PATIENCE));
        let made = self.shelve(set, store.as_ref(), limits, tell);
        drop(turn);
        made
    }

    /// The tables of a set out of files, or built now and stored, whatever is at hand. Another process that builds them is waited
    /// for.
    ///
    /// # Errors
    /// Why there are none.
    pub fn store_up<T: TableSet>(
        &self,
        set: &Arc<T>,
        limits: &Limits,
        tell: &mut Sink<'_>,
    ) -> Result<Obtained<T>, Unready> {
        let key = set.key();
        self.shelf().sets.retain(|shelved| shelved.key != key);
        self.shelve(set, self.store.as_ref(), limits, tell)
    }

    /// Makes the tables of a set, and puts them on the shelf.
    fn shelve<T: TableSet>(
        &self,
        set: &Arc<T>,
        store: Option<&Store>,
        limits: &Limits,
        tell: &mut Sink<'_>,
    ) -> Result<Obtained<T>, Unready> {
        let (tables, notices) = make(set.as_ref(), store, limits, tell)?;
        let stock = Arc::new(Stock { set: Arc::clone(set), tables });
        self.shelf().add(set.key(), &stock, limits.memory);
        Ok(Obtained { stock, notices: notices.iter().map(ToString::to_string).collect() })
    }

    /// The tables of a set that nobody will ask for again: built in memory, and not kept.
    ///
    /// # Errors
    /// Why there are none.
    pub fn build_aside<T: TableSet>(
        &self,
        set: &Arc<T>,
        limits: &Limits,
        tell: &mut Sink<'_>,
    ) -> Result<Arc<Stock<T>>, Unready> {
        let (tables, _) = make(set.as_ref(), None, limits, tell)?;
        Ok(Arc::new(Stock { set: Arc::clone(set), tables }))
    }

    /// The tables of a set where all are in files that are right; what is not right is set aside, and a notice says so.
    pub fn open<T: TableSet>(&self, set: &Arc<T>) -> (Option<Arc<Stock<T>>>, Vec<String>) {
        let key = set.key();
        if let Some(stock) = self.shelf().find(&key) {
            return (Some(stock), Vec::new());
        }
        let Some(store) = &self.store else { return (None, Vec::new()) };
        let (tables, notices) = set.open(store);
        let stock = tables.map(|tables| Arc::new(Stock { set: Arc::clone(set), tables }));
        if let Some(stock) = &stock {
            self.shelf().add(key, stock, u64::MAX);
        }
        (stock, notices.iter().map(ToString::to_string).collect())
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // Tables are put on the shelf whole, whatever became of a thread.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn need<T: TableSet>(set: &T, store: Option<&Store>) -> Need {
    let mut need = Need::default();
    let mut kept = 0;
    for part in set.parts() {
        if store.is_some_and(|store| store.path(&part.recipe).exists()) {
            continue;
        }
        need.memory = need.memory.max(kept + part.memory);
        kept += part.bytes;
        need.disk += part.bytes;
        need.missing += 1;
    }
    need
}

/// Takes the tables of a set out of files or builds them, within limits.
fn make<T: TableSet>(
    set: &T,
    store: Option<&Store>,
    limits: &Limits,
    tell: &mut Sink<'_>,
) -> Result<(T::Tables, Vec<Notice>), Unready> {
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let stop = if limits.time.is_some() { Cancel::new() } else { limits.cancel.clone() };
    let builder = Builder { threads, memory: limits.memory, cancel: stop.clone() };
    let begun = Instant::now();
    let is_late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
    let unready = |error: BuildError| match error {
        BuildError::Cancelled if limits.cancel.is_cancelled() => Unready::Stopped(LimitKind::Cancelled),
        BuildError::Cancelled => Unready::Stopped(LimitKind::Time),
        BuildError::Memory { needed, allowed } => too_much(needed, allowed),
        error @ (BuildError::TooFar | BuildError::Refused(_)) => {
            Unready::Refused(EngineError::PdbHere(Faults::of([error])))
        }
    };
    until(limits, &stop, || set.prepare(limits.memory, &|| stop.is_cancelled())).map_err(unready)?;
    let needed = need(set, store).memory;
    if needed > limits.memory {
        return Err(too_much(needed, limits.memory));
    }
    let parts = set.parts();
    let mut watch = |number: usize, progress: &Progress| {
        tell(building(&parts, number, progress, begun.elapsed()));
        if is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let built = until(limits, &stop, || set.obtain(store, &builder, &mut watch));
    built.map_err(unready)
}

fn too_much(needed: u64, allowed: u64) -> Unready {
    Unready::Refused(EngineError::PdbHere(Faults::of([format!(
        "building the tables needs {} of memory, and the memory limit is {}; raise it, or choose smaller patterns",
        fewest_text::bytes(needed),
        fewest_text::bytes(allowed)
    )])))
}

fn building(parts: &[TablePart], number: usize, progress: &Progress, elapsed: Duration) -> Event {
    Event::Building {
        table: parts.get(number).map(|part| part.text.clone()).unwrap_or_default(),
        number: number as u64 + 1,
        tables: parts.len() as u64,
        level: progress.level,
        known: progress.known,
        entries: progress.entries,
        seconds: elapsed.as_secs_f64(),
    }
}

/// Does some work, and sets a flag when the time is up or the end is asked for.
fn until<T>(limits: &Limits, stop: &Cancel, work: impl FnOnce() -> T) -> T {
    let Some(time) = limits.time else { return work() };
    let begun = Instant::now();
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let wait = move || {
            while is_done.recv_timeout(NAP) == Err(RecvTimeoutError::Timeout) {
                if begun.elapsed() >= time || limits.cancel.is_cancelled() {
                    stop.cancel();
                }
            }
        };
        // Where no thread can be had, the clock is looked at after each level.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let result = work();
        drop(done);
        result
    })
}
