//! Solves every level of a file with the fewest pushes through a SAT solver, and replays each solution.
//!
//! ```sh
//! cargo run --release -p fewest-sokoban --features fewest-sat/native --example sat -- FILE [SECONDS] [BACKEND] [MODEL]
//! ```
//!
//! Where a title says `pushes=N`, the count is compared. Each level has as many seconds of one
//! core as are named, or 60, whatever else the machine does. The
//! model is `occupancy`, ours, or `tamura`. Levels are listed by the counts in their titles.

use std::error::Error;
use std::process::ExitCode;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fewest_sat::{Aim, Backend, Scope, ToCnf, climb};
use fewest_search::meter::Meter;
use fewest_search::{Limits, Outcome};
use fewest_sokoban::sat::{Occupancy, Tamura};
use fewest_sokoban::{Level, Position, Push, Pushes, read};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else { return Err("usage: sat FILE [SECONDS] [BACKEND] [MODEL]".into()) };
    let seconds = arguments.next().map_or(Ok(60.0), |text| text.parse())?;
    let backend = arguments.next().map_or(Ok(Backend::BEST), |text| text.parse())?;
    let is_ours = match arguments.next().as_deref() {
        None | Some("occupancy") => true,
        Some("tamura") => false,
        Some(other) => return Err(format!("{other} is no model; there are occupancy and tamura").into()),
    };
    let setting = Setting { limit: seconds, backend, is_ours };
    let mut levels = Vec::new();
    for setup in read(&std::fs::read_to_string(file)?) {
        levels.push(Arc::new(setup.validate().map_err(|faults| format!("line {}: {faults}", setup.line))?));
    }
    levels.sort_by_key(|level| (stated(level).unwrap_or(u32::MAX), level.floor().len() * level.boxes().len()));
    println!("title | floor | boxes | stated | found | CPU s | horizons | variables | clauses");
    let (mut ended, mut wrong) = (0, 0);
    for level in &levels {
        let is_right = match level.floor().len() {
            0..=64 => solve::<1>(level, setting)?,
            65..=128 => solve::<2>(level, setting)?,
            _ => solve::<64>(level, setting)?,
        };
        ended += usize::from(is_right.is_some());
        wrong += usize::from(is_right == Some(false));
    }
    println!("{ended} of {} ended, {wrong} of them with another count", levels.len());
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Clone, Copy)]
struct Setting {
    /// Seconds.
    limit: f64,
    backend: Backend,
    is_ours: bool,
}

/// The count that the title states.
fn stated(level: &Level) -> Option<u32> {
    level.title().and_then(|title| title.split_once("pushes=")).and_then(|(_, count)| count.trim().parse().ok())
}

/// Whether a level ended, and if so with the count that is stated.
fn solve<const W: usize>(level: &Arc<Level>, setting: Setting) -> Result<Option<bool>, Box<dyn Error>> {
    let space = Pushes::<W>::new(level.clone())?;
    if setting.is_ours {
        run(&space, &Occupancy::new(&space), setting)
    } else {
        run(&space, &Tamura::new(&space), setting)
    }
}

fn run<const W: usize>(
    space: &Pushes<W>,
    puzzle: &impl ToCnf<Move = Push>,
    setting: Setting,
) -> Result<Option<bool>, Box<dyn Error>> {
    let level = space.level();
    let limits = Limits { memory: 4 << 30, ..Limits::default() };
    let timer = Timer::start();
    let (sender, receiver) = mpsc::channel::<()>();
    let run = thread::scope(|scope| {
        let (cancel, timer) = (limits.cancel.clone(), &timer);
        // Until the search drops its end of the channel.
        scope.spawn(move || {
            while receiver.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                if timer.seconds() >= setting.limit {
                    cancel.cancel();
                }
            }
        });
        let run = climb(puzzle, Aim::Optimal, setting.backend, &limits, &mut ());
        drop(sender);
        run
    });
    let seconds = timer.seconds();
    let (found, horizon) = match &run.outcome {
        Outcome::Solved { moves, cost, .. } => {
            let mut position = Position::start(level.clone());
            for step in space.steps(&position.clone(), moves) {
                position.try_move(step)?;
            }
            if !position.is_solved() || u32::try_from(position.pushes()) != Ok(*cost) {
                return Err(format!("the solution does not solve {:?}", level.title()).into());
            }
            (cost.to_string(), *cost)
        }
        Outcome::Unsolvable { .. } => ("none".to_owned(), 0),
        Outcome::LimitReached { lower_bound, .. } => (format!("≥ {lower_bound}"), *lower_bound),
    };
    let unlimited = Limits::default();
    let (cnf, _) = puzzle.encode(horizon, Scope::Exactly, &mut Meter::start(&unlimited, &mut ()))?;
    println!(
        "{} | {} | {} | {} | {found} | {seconds:.2} | {} | {} | {}",
        level.title().unwrap_or(""),
        level.floor().len(),
        level.boxes().len(),
        stated(level).map_or_else(|| "-".to_owned(), |count| count.to_string()),
        run.stats.iterations,
        cnf.variable_count(),
        cnf.clause_count(),
    );
    Ok(match run.outcome {
        Outcome::LimitReached { .. } => None,
        outcome => Some(stated(level).is_none_or(|stated| outcome.cost() == Some(stated))),
    })
}

/// Seconds of the processor, where the system tells, or of the clock.
struct Timer {
    cpu: Option<f64>,
    clock: Instant,
}

impl Timer {
    fn start() -> Self {
        Self { cpu: cpu_seconds(), clock: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        match (cpu_seconds(), self.cpu) {
            (Some(now), Some(before)) => now - before,
            _ => self.clock.elapsed().as_secs_f64(),
        }
    }
}

/// What all threads of this process have used, on Linux: fields 14 and 15 of its `stat`, in hundredths of a second.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
