//! How a suite is run: workers that take one search after the other, and a ledger that forgets none.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest_engine::{Cancel, Session, default_memory_limit};
use serde::Serialize;

use crate::error::LabError;
use crate::folder::{self, Begun, Folder, Ledger};
use crate::forecast::Forecast;
use crate::instances::{Flaw, Workshop, materialise};
use crate::machine::{Machine, cores, pin};
use crate::plan::Plan;
use crate::row::Row;
use crate::suite::Suite;
use crate::trial::Bench;

/// The time between two reports of progress.
const PERIOD: Duration = Duration::from_millis(100);
/// The time between two waits for the disk.
const SYNC: Duration = Duration::from_secs(1);
const IDLE: usize = usize::MAX;

/// How a suite is run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Whether it is run on few instances, to see that it works.
    pub quick: bool,
    /// Whether results that are there are deleted, and everything is run again.
    pub fresh: bool,
    /// How many searches run beside one another, in place of what the suite says.
    pub threads: Option<usize>,
    /// The folder that the suite's files are looked for in: that of its own file.
    pub beside: PathBuf,
}

/// What is told while a suite is run.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Instances are made.
    Preparing {
        /// Of this group.
        group: String,
        /// So many there are.
        made: usize,
        /// So many are wanted.
        wanted: usize,
    },
    /// Searches are run.
    Running {
        /// So many runs are complete, those of before included.
        done: usize,
        /// So many there are.
        total: usize,
        /// The keys of those that run now.
        running: Vec<String>,
        /// Time since the first search of this run of the program.
        elapsed: Duration,
        /// Time to go, as far as the runs of each search so far tell; absent before the first.
        remaining: Option<Duration>,
    },
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many runs the suite has.
    pub total: usize,
    /// How many were complete before.
    pub resumed: usize,
    /// How many are missing, because the end was asked for.
    pub missing: usize,
    /// How many of the complete ones found a solution.
    pub solved: usize,
    /// How many proved that there is none.
    pub unsolvable: usize,
    /// How many reached a limit.
    pub limited: usize,
    /// How many the engine refused.
    pub refused: usize,
    /// Seconds since the first search of this run of the program.
    pub seconds: f64,
    /// What should be known of the results though all went well.
    pub notices: Vec<String>,
}

/// What a folder holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The suite as it was run.
    pub suite: Suite,
    pub(crate) machine: Machine,
    /// The rows, in the order of the plan.
    pub rows: Vec<Row>,
    /// How many runs are missing.
    pub missing: usize,
}

/// How many runs a suite has, without running any. Positions at a distance are not searched for.
///
/// # Errors
/// What is wrong with the suite.
pub fn count(suite: &Suite, how: &How) -> Result<usize, LabError> {
    // Where they begin makes no difference to how many there are.
    let mut suite = suite.clone();
    for instances in &mut suite.instances {
        instances.shuffles.extend(instances.distances.drain(..).map(u64::from));
    }
    let (session, cancel) = (Session::in_memory(fewest_kinds::KINDS), Cancel::new());
    let mut workshop =
        Workshop { quick: how.quick, beside: &how.beside, session: &session, cancel: &cancel, tell: &mut |_, _, _| () };
    let instances = materialise(&suite, &mut workshop)?;
    Ok(Plan::new(&suite, how.quick, instances)?.jobs.len())
}

/// Reads the results of a folder, complete or not.
///
/// # Errors
/// Where there are none, or they are not as they were written.
pub fn results(folder: &Path) -> Result<Results, LabError> {
    let Begun { suite, machine, instances } = folder::begun(folder)?;
    let plan = Plan::new(&suite, machine.quick, instances)?;
    let rows = folder::rows(folder, &plan)?;
    let missing = plan.jobs.len() - rows.len();
    Ok(Results { suite, machine, rows, missing })
}

/// Runs a suite, or what is missing of it, and writes every row to the folder as soon as it is known.
///
/// ```
/// use fewest_engine::{Cancel, Session};
/// use fewest_lab::{How, Suite, results, run};
/// let suite = Suite::parse(r#"
///     name = "two"
///     title = "Two searches"
///     [[instances]]
///     group = "3x3"
///     puzzles = [{ kind = "tiles", position = "5 3 8/0 2 4/1 7 6" }]
///     [[searches]]
///     algorithms = ["A*", "IDA*"]
///     heuristics = ["manhattan"]
/// "#)?;
/// let folder = tempfile::tempdir()?;
/// let (session, cancel) = (Session::in_memory(fewest_kinds::KINDS), Cancel::new());
/// run(&suite, folder.path(), &How::default(), &session, &cancel, &mut |_| ())?;
/// let again = run(&suite, folder.path(), &How::default(), &session, &cancel, &mut |_| ())?;
/// assert_eq!((again.total, again.resumed, again.missing), (2, 2, 0));
/// assert!(results(folder.path())?.rows.iter().all(|row| row.length == Some(21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the suite, with its instances or with the folder. Searches that the engine refuses are rows.
pub fn run(
    suite: &Suite,
    folder: &Path,
    how: &How,
    session: &Session,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Progress),
) -> Result<Summary, LabError> {
    let threads = how.threads.or(suite.threads).unwrap_or_else(cores).max(1);
    let memory = default_memory_limit() / threads as u64;
    let folder = Folder::open(folder)?;
    let here = Machine::here(how.quick, threads, memory);
    let (plan, changes) = prepare(suite, &folder, how, &here, session, cancel, tell)?;
    let mut done = vec![false; plan.jobs.len()];
    let mut tally = Tally { forecast: Forecast::new(&plan), endings: [0; 4] };
    let ledger = folder.ledger(&plan, |job, row| {
        done[job] = true;
        tally.count(&plan, job, &row);
    })?;
    let pending: Vec<usize> = (0..plan.jobs.len()).filter(|&job| !done[job]).collect();
    let resumed = plan.jobs.len() - pending.len();
    let hall = Hall {
        bench: Bench { suite: &suite.name, plan: &plan, memory, abreast: threads, session, cancel },
        pending: &pending,
        next: AtomicUsize::new(0),
        desk: Mutex::new(Desk { ledger, tally, written: 0, fault: None }),
        running: (0..threads.min(pending.len())).map(|_| AtomicUsize::new(IDLE)).collect(),
    };
    // Rows of before and of now stand side by side: whoever compares them should know.
    let mut notices = if resumed > 0 && !pending.is_empty() { changes } else { Vec::new() };
    let begun = Instant::now();
    let is_pinned = threads == 1 && !plan.is_parallel();
    notices.extend(hall.work(is_pinned, begun, resumed, tell)?);
    let desk = hall.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(fault) = desk.fault {
        return Err(fault);
    }
    let missing = pending.len() - desk.written;
    let seconds = begun.elapsed().as_secs_f64();
    if missing == 0 && (desk.written > 0 || !folder.has_table()) {
        folder.write_table(&plan)?;
    }
    let [solved, unsolvable, limited, refused] = desk.tally.endings;
    Ok(Summary { total: plan.jobs.len(), resumed, missing, solved, unsolvable, limited, refused, seconds, notices })
}

/// The plan, made now or before, and what has changed since.
fn prepare(
    suite: &Suite,
    folder: &Folder,
    how: &How,
    here: &Machine,
    session: &Session,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Progress),
) -> Result<(Plan, Vec<String>), LabError> {
    let before = if how.fresh { None } else { folder.begun()? };
    let mut workshop = Workshop {
        quick: how.quick,
        beside: &how.beside,
        session,
        cancel,
        tell: &mut |group, made, wanted| tell(Progress::Preparing { group: group.to_owned(), made, wanted }),
    };
    if let Some(begun) = before {
        let mut differences = differences(suite, how.quick, &begun);
        if differences.is_empty() {
            differences = changed_files(suite, &begun, &mut workshop)?;
        }
        if !differences.is_empty() {
            return Err(LabError::OtherSuite(folder.path.clone(), differences));
        }
        let plan = Plan::new(suite, how.quick, begun.instances)?;
        if *suite != begun.suite {
            folder.write_suite(suite)?;
        }
        return Ok((plan, here.differences(&begun.machine)));
    }
    let mut faults = Plan::faults_of_names(suite);
    if !faults.is_empty() {
        // What is written out is looked at in the same go; to make random instances may take long.
        let mut written_out = suite.clone();
        written_out.instances.retain(|instances| instances.random.is_none() && instances.every.is_none());
        if let Err(LabError::Faults(more)) = materialise(&written_out, &mut workshop) {
            faults.extend(more.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>());
        }
        return Err(LabError::Faults(faults));
    }
    let instances = materialise(suite, &mut workshop)?;
    let plan = Plan::new(suite, how.quick, instances)?;
    // Not before all is known to be right.
    folder.clear()?;
    folder.begin(suite, here, &plan.instances)?;
    Ok((plan, Vec::new()))
}

/// What decides the rows and is not the same.
fn differences(suite: &Suite, quick: bool, begun: &Begun) -> Vec<String> {
    let before = &begun.suite;
    let mut differences = Vec::new();
    let mut compare = |is_same: bool, what: &dyn Fn() -> String| {
        if !is_same {
            differences.push(what());
        }
    };
    let kind = |quick| if quick { "a quick run" } else { "a full run" };
    compare(suite.name == before.name, &|| format!("its name (was {:?}, is {:?})", before.name, suite.name));
    compare(quick == begun.machine.quick, &|| format!("being {}, not {}", kind(begun.machine.quick), kind(quick)));
    compare(suite.limits == before.limits, &|| "limits".to_owned());
    compare(suite.repetitions == before.repetitions, &|| "repetitions".to_owned());
    let [many, few] =
        [suite.instances.len().max(before.instances.len()), suite.searches.len().max(before.searches.len())];
    for index in 0..many {
        let (now, then) = (suite.instances.get(index), before.instances.get(index));
        let group = now.or(then).map_or("", |instances| &instances.group);
        compare(now == then, &|| format!("instances {group:?}"));
    }
    for index in 0..few {
        compare(suite.searches.get(index) == before.searches.get(index), &|| format!("searches {}", index + 1));
    }
    differences
}

/// The files whose positions are no longer those of the folder.
fn changed_files(suite: &Suite, begun: &Begun, workshop: &mut Workshop<'_>) -> Result<Vec<String>, LabError> {
    let mut changed = Vec::new();
    for group in &suite.instances {
        let Some(file) = &group.file else { continue };
        let at = format!("instances {:?}", group.group);
        let now = workshop.make(group).map_err(|flaw| match flaw {
            Flaw::Faults(faults) => LabError::Faults(faults.iter().map(|fault| format!("{at}: {fault}")).collect()),
            Flaw::Cancelled => LabError::Cancelled,
        })?;
        let then = begun.instances.iter().filter(|instance| instance.group == group.group);
        if !now.iter().eq(then) {
            changed.push(format!("{at}: {} has changed since the first run", workshop.beside.join(file).display()));
        }
    }
    Ok(changed)
}

struct Tally {
    forecast: Forecast,
    /// Rows by [`Ending`](crate::row::Ending).
    endings: [usize; 4],
}

impl Tally {
    fn count(&mut self, plan: &Plan, job: usize, row: &Row) {
        self.forecast.done(plan.jobs[job], row.seconds + row.setup_seconds);
        self.endings[row.outcome as usize] += 1;
    }
}

/// That a row and what was known before cannot both be true.
fn contradiction(row: &Row) -> Option<LabError> {
    let (true, Some(length), Some(known)) = (row.optimal, row.length, row.distance) else { return None };
    (length != known).then(|| LabError::Contradiction {
        instance: format!("{}/{}", row.group, row.instance),
        search: row.search.clone(),
        metric: row.metric.clone(),
        length,
        known,
    })
}

/// What workers share.
struct Hall<'a> {
    bench: Bench<'a>,
    /// Places in the plan of the runs that are missing.
    pending: &'a [usize],
    /// The next of these that nobody has taken.
    next: AtomicUsize,
    desk: Mutex<Desk>,
    /// What each worker runs, as a place in the plan.
    running: Vec<AtomicUsize>,
}

/// What one worker at a time writes to.
struct Desk {
    ledger: Ledger,
    tally: Tally,
    /// Rows that this run of the program has added.
    written: usize,
    /// What went wrong with the file, or what cannot be true. Nothing is written after it: a line behind a torn one would be
    /// lost, and rows of a program that is wrong are worth nothing.
    fault: Option<LabError>,
}

impl Hall<'_> {
    /// Runs what is missing, and tells about it meanwhile. Returns what should be known though all went well.
    fn work(
        &self,
        is_pinned: bool,
        begun: Instant,
        resumed: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<String>, LabError> {
        let door = self.lock().ledger.door()?;
        let notice = Mutex::new(None);
        thread::scope(|scope| {
            let (left, all_left) = mpsc::channel::<()>();
            for worker in 0..self.running.len() {
                let (left, notice) = (left.clone(), &notice);
                scope.spawn(move || {
                    if is_pinned && let Err(reason) = pin() {
                        let text = format!("the searches are not kept on one core, because {reason}; times vary more");
                        *notice.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                    }
                    self.take_turns(worker);
                    drop(left);
                });
            }
            drop(left);
            let mut synced = Instant::now();
            while all_left.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                tell(self.progress(begun, resumed));
                if synced.elapsed() >= SYNC {
                    self.sync(&door);
                    synced = Instant::now();
                }
            }
            tell(self.progress(begun, resumed));
        });
        self.sync(&door);
        Ok(notice.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until what is written is on the disk.
    fn sync(&self, door: &std::fs::File) {
        if let Err(error) = door.sync_data() {
            let mut desk = self.lock();
            let fault = desk.ledger.fault(error);
            desk.fault.get_or_insert(fault);
            self.bench.cancel.cancel();
        }
    }

    /// Takes one run after the other until none is left or the end is asked for.
    fn take_turns(&self, worker: usize) {
        while !self.bench.cancel.is_cancelled() {
            let Some(&index) = self.pending.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            self.running[worker].store(index, Ordering::Relaxed);
            if let Some(row) = self.bench.run(self.bench.plan.jobs[index])
                && !self.record(index, &row)
            {
                // Nobody can keep what the others find.
                self.bench.cancel.cancel();
            }
        }
        self.running[worker].store(IDLE, Ordering::Relaxed);
    }

    /// Writes a row; whether that went well.
    fn record(&self, index: usize, row: &Row) -> bool {
        let mut desk = self.lock();
        if desk.fault.is_some() {
            return false;
        }
        if let Some(fault) = contradiction(row) {
            desk.fault = Some(fault);
            return false;
        }
        match desk.ledger.append(row) {
            Ok(()) => {
                desk.tally.count(self.bench.plan, index, row);
                desk.written += 1;
                true
            }
            Err(fault) => {
                desk.fault = Some(fault);
                false
            }
        }
    }

    fn progress(&self, begun: Instant, resumed: usize) -> Progress {
        let key = |worker: &AtomicUsize| {
            let index = worker.load(Ordering::Relaxed);
            self.bench.plan.jobs.get(index).map(|&job| self.bench.plan.key(job))
        };
        let running = self.running.iter().filter_map(key).collect();
        let desk = self.lock();
        Progress::Running {
            done: resumed + desk.written,
            total: self.bench.plan.jobs.len(),
            running,
            elapsed: begun.elapsed(),
            remaining: desk.tally.forecast.remaining(self.running.len().max(1)),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Desk> {
        // A row is written whole or the desk has a fault, whatever became of a worker.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
