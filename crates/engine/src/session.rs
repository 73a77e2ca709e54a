//! What outlives a request: the tables at hand, and the folder where they are kept.
//!
//! A batch asks one session for all of its positions, on as many threads as it likes: a table is opened or built once.
//! A session without a folder keeps its tables in memory alone.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::store::{Notice, Store};
use fewest_pdb::table::Table;
use fewest_search::{Cancel, LimitKind, Limits};
use fewest_tiles::Position;
use fewest_tiles::pdb::{Plan, Shape, Tables};

use crate::answer::Answer;
use crate::error::{EngineError, Faults, Unready};
use crate::event::Event;
use crate::request::{Metric, Request, SCHEMA_VERSION};
use crate::rules::{Rules, each_kind};
use crate::tiles::pdb::{Planned, Wanted};

/// Sets of tables that are kept at hand at once.
const MOST_SETS: usize = 16;
/// The longest a build goes on when its time is up.
const NAP: Duration = Duration::from_millis(5);

/// Solves requests and keeps what they can share.
///
/// ```
/// use fewest_engine::{Cancel, Options, Request, Session};
///
/// let session = Session::in_memory();
/// for position in ["5 3 8/0 2 4/1 7 6", "8 6 7/2 5 4/3 0 1"] {
///     let options = Options { pdb: Some("1,2,4,5/3,6,7,8".into()), ..Options::default() };
///     let request = Request { algorithm: "IDA*".into(), options, ..Request::tiles(position) };
///     let answer = session.solve(&request, &Cancel::new(), &mut |_| ())?; // builds tables for the first alone
///     assert_eq!(answer.pdb.as_deref(), Some("1,2,4,5/3,6,7,8 (additive, nibble)"));
/// }
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    store: Option<Store>,
    shelf: Mutex<Vec<(String, Arc<Stock>)>>,
    /// The latest plans: a batch asks for the same ones again and again.
    plans: Mutex<Vec<(PlanKey, Arc<Planned>)>>,
}

/// What a plan is made of.
type PlanKey = (Wanted, Position, Metric);

/// The tables of a set, at hand.
#[derive(Debug)]
pub(crate) struct Stock {
    pub(crate) planned: Arc<Planned>,
    pub(crate) tables: Tables,
}

/// Tables, and what the user should know of how they were come by.
#[derive(Debug)]
pub(crate) struct Obtained {
    pub(crate) stock: Arc<Stock>,
    pub(crate) notices: Vec<String>,
}

/// How far away tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// At hand.
    Open,
    /// In files.
    Stored,
    /// Some must be built.
    Missing,
}

/// What the tables that are still missing need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Need {
    /// The most bytes that are held at once.
    pub(crate) memory: u64,
    /// Bytes of the files.
    pub(crate) disk: u64,
    /// Tables to be built.
    pub(crate) missing: usize,
}

impl Stock {
    /// The bytes that are held; mapped files are the system's to give and to take.
    pub(crate) fn bytes_in_memory(&self) -> u64 {
        let held = self.tables.iter().filter(|table| !table.is_mapped());
        held.map(|table: &Table| table.bytes().len() as u64).sum()
    }
}

impl Default for Session {
    /// Tables in the platform's folder for what can be made again.
    fn default() -> Self {
        Self { store: Store::platform(), ..Self::in_memory() }
    }
}

impl Session {
    /// Tables in memory alone.
    pub fn in_memory() -> Self {
        Self { store: None, shelf: Mutex::default(), plans: Mutex::default() }
    }

    /// Tables in a folder, which is made when the first is stored.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { store: Some(Store::new(folder)), ..Self::in_memory() }
    }

    /// The folder of tables, where there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.store.as_ref().map(Store::folder)
    }

    /// Solves what the request asks for, telling `sink` about every step worth knowing.
    ///
    /// # Errors
    /// What is wrong with the request. Unsolvable puzzles and limits are answers, not errors.
    pub fn solve(
        &self,
        request: &Request,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Answer, EngineError> {
        if request.version != SCHEMA_VERSION {
            return Err(EngineError::Version { found: request.version });
        }
        each_kind!(&request.puzzle, puzzle => puzzle.solve(request, self, cancel, sink))
    }

    pub(crate) fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// What is wanted, held against a goal.
    ///
    /// # Errors
    /// Everything that is wrong on this board.
    pub(crate) fn plan(&self, wanted: &Wanted, goal: &Position, metric: Metric) -> Result<Arc<Planned>, EngineError> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(key, _): &&(PlanKey, _)| key.2 == metric && key.1 == *goal && key.0 == *wanted;
        if let Some((_, planned)) = plans.iter().find(is_it) {
            return Ok(Arc::clone(planned));
        }
        let planned = Arc::new(Planned::new(wanted, goal, metric)?);
        if plans.len() >= MOST_SETS {
            plans.remove(0);
        }
        plans.push(((wanted.clone(), goal.clone(), metric), Arc::clone(&planned)));
        Ok(planned)
    }

    /// How far away the tables of a set are.
    pub(crate) fn readiness(&self, planned: &Planned, goal: &Position) -> Readiness {
        let key = key(planned, goal);
        if self.shelf().iter().any(|(known, _)| *known == key) {
            Readiness::Open
        } else if self.store.is_some() && self.need(&planned.plan).missing == 0 {
            Readiness::Stored
        } else {
            Readiness::Missing
        }
    }

    /// What the tables of a plan need that no file holds.
    pub(crate) fn need(&self, plan: &Plan) -> Need {
        let builder = Builder::default();
        let mut need = Need::default();
        let mut kept = 0;
        for shape in plan.shapes() {
            let recipe = shape.recipe(plan.encoding());
            if self.store.as_ref().is_some_and(|store| store.path(&recipe).exists()) {
                continue;
            }
            let bytes = plan.encoding().bytes(shape.entries());
            need.memory = need.memory.max(kept + shape.memory_needed(&builder, plan.encoding()));
            kept += bytes;
            need.disk += bytes;
            need.missing += 1;
        }
        need
    }

    /// The tables of a set: those at hand, or out of files, or built now and stored.
    pub(crate) fn obtain(
        &self,
        planned: &Arc<Planned>,
        goal: &Position,
        limits: &Limits,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Obtained, Unready> {
        // Whoever comes while tables are built waits here, and then finds them.
        let mut shelf = self.shelf();
        let key = key(planned, goal);
        if let Some((_, stock)) = shelf.iter().find(|(known, _)| *known == key) {
            return Ok(Obtained { stock: Arc::clone(stock), notices: Vec::new() });
        }
        self.stock_up(&mut shelf, planned, key, limits, tell)
    }

    /// The tables of a set out of files, or built now and stored, whatever is at hand.
    pub(crate) fn store_up(
        &self,
        planned: &Arc<Planned>,
        goal: &Position,
        limits: &Limits,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Obtained, Unready> {
        let mut shelf = self.shelf();
        let key = key(planned, goal);
        shelf.retain(|(known, _)| *known != key);
        self.stock_up(&mut shelf, planned, key, limits, tell)
    }

    fn stock_up(
        &self,
        shelf: &mut Vec<(String, Arc<Stock>)>,
        planned: &Arc<Planned>,
        key: String,
        limits: &Limits,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Obtained, Unready> {
        let (tables, notices) = self.tables(&planned.plan, self.store.as_ref(), limits, tell)?;
        let stock = Arc::new(Stock { planned: Arc::clone(planned), tables });
        shelf.push((key, Arc::clone(&stock)));
        let held = |shelf: &[(String, Arc<Stock>)]| shelf.iter().map(|(_, stock)| stock.bytes_in_memory()).sum::<u64>();
        while shelf.len() > 1 && (shelf.len() > MOST_SETS || held(shelf) > limits.memory / 2) {
            shelf.remove(0);
        }
        Ok(Obtained { stock, notices: notices.iter().map(ToString::to_string).collect() })
    }

    /// The tables of a set that nobody will ask for again: built in memory, and not kept.
    pub(crate) fn build_aside(
        &self,
        planned: &Arc<Planned>,
        limits: &Limits,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Arc<Stock>, Unready> {
        let (tables, _) = self.tables(&planned.plan, None, limits, tell)?;
        Ok(Arc::new(Stock { planned: Arc::clone(planned), tables }))
    }

    /// The tables of a set where all are in files that are right; what is not right is set aside, and a notice says so.
    pub(crate) fn open(&self, planned: &Arc<Planned>, goal: &Position) -> (Option<Arc<Stock>>, Vec<String>) {
        let mut shelf = self.shelf();
        let key = key(planned, goal);
        if let Some((_, stock)) = shelf.iter().find(|(known, _)| *known == key) {
            return (Some(Arc::clone(stock)), Vec::new());
        }
        let Some(store) = &self.store else { return (None, Vec::new()) };
        let (tables, notices) = Tables::open(&planned.plan, store);
        let stock = tables.map(|tables| Arc::new(Stock { planned: Arc::clone(planned), tables }));
        shelf.extend(stock.as_ref().map(|stock| (key, Arc::clone(stock))));
        (stock, notices.iter().map(ToString::to_string).collect())
    }

    fn shelf(&self) -> MutexGuard<'_, Vec<(String, Arc<Stock>)>> {
        // Tables are put on the shelf whole, whatever became of a thread.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables(
        &self,
        plan: &Plan,
        store: Option<&Store>,
        limits: &Limits,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(Tables, Vec<Notice>), Unready> {
        let needed = match store {
            Some(_) => self.need(plan).memory,
            None => Self::in_memory().need(plan).memory,
        };
        if needed > limits.memory {
            return Err(too_much(needed, limits.memory));
        }
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let stop = if limits.time.is_some() { Cancel::new() } else { limits.cancel.clone() };
        let builder = Builder { threads, memory: limits.memory, cancel: stop.clone() };
        let begun = Instant::now();
        let is_late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
        let mut watch = |shape: &Shape, progress: &Progress| {
            tell(building(plan, shape, progress, begun.elapsed()));
            if is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let built = until(limits, &stop, || match store {
            Some(store) => Tables::obtain(plan, store, &builder, &mut watch),
            None => Tables::build_watched(plan, &builder, &mut watch).map(|tables| (tables, Vec::new())),
        });
        built.map_err(|error| match error {
            BuildError::Cancelled if limits.cancel.is_cancelled() => Unready::Stopped(LimitKind::Cancelled),
            BuildError::Cancelled => Unready::Stopped(LimitKind::Time),
            BuildError::Memory { needed, allowed } => too_much(needed, allowed),
            error @ (BuildError::TooFar | BuildError::Refused { .. }) => {
                Unready::Refused(EngineError::PdbHere(Faults::of([error])))
            }
        })
    }
}

/// What a set is known by.
fn key(planned: &Planned, goal: &Position) -> String {
    format!("{} for {goal}", planned.name)
}

fn too_much(needed: u64, allowed: u64) -> Unready {
    Unready::Refused(EngineError::PdbHere(Faults::of([format!(
        "building the tables needs {needed} bytes of memory, and the memory limit is {allowed}; raise it, or choose smaller \
         patterns"
    )])))
}

fn building(plan: &Plan, shape: &Shape, progress: &Progress, elapsed: Duration) -> Event {
    let number = plan.shapes().iter().position(|known| known == shape).unwrap_or(0) + 1;
    Event::Building {
        table: shape.to_string(),
        number: number as u64,
        tables: plan.shapes().len() as u64,
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
