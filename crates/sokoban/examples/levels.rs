//! Solves every level of a file with the fewest pushes, by A* and IDA*, and replays each solution.
//!
//! ```sh
//! cargo run --release -p fewest-sokoban --example levels -- FILE [SECONDS [none | tunnels | corrals]]
//! ```
//!
//! Where a title says `pushes=N`, the count is compared. Each search has one core and as many seconds as are named, or 10. All
//! pushes are left out that can be, unless it is said which.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use fewest_search::algorithms::{AStar, IdaStar, Ordering};
use fewest_search::{Limits, Outcome, Run, Search};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Level, Position, Pruning, Push, Pushes, read};

/// Bytes of the transposition table of IDA*.
const TABLE: u64 = 256 << 20;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else { return Err("usage: levels FILE [SECONDS]".into()) };
    let seconds = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let pruning = match arguments.next().as_deref() {
        None => Pruning::ALL,
        Some("none") => Pruning::NONE,
        Some("tunnels") => Pruning { tunnels: true, ..Pruning::NONE },
        Some("corrals") => Pruning { corrals: true, ..Pruning::NONE },
        Some(other) => return Err(format!("{other:?}: say none, tunnels, corrals or nothing").into()),
    };
    let plan = Plan { seconds, pruning };
    let mut tally = Tally::default();
    for setup in read(&std::fs::read_to_string(file)?) {
        let level = setup.validate().map_err(|faults| format!("line {}: {faults}", setup.line))?;
        let level = Arc::new(level);
        match level.floor().len() {
            0..=64 => solve::<1>(&level, &plan, &mut tally)?,
            65..=128 => solve::<2>(&level, &plan, &mut tally)?,
            129..=256 => solve::<4>(&level, &plan, &mut tally)?,
            _ => solve::<64>(&level, &plan, &mut tally)?,
        }
    }
    println!("{tally:?}");
    Ok(if tally.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How every level is searched.
struct Plan {
    seconds: u64,
    pruning: Pruning,
}

/// How the searches compare with the counts that are stated: right, wrong, not ended.
#[derive(Debug, Default)]
struct Tally {
    stated: usize,
    a_star: usize,
    ida_star: usize,
    wrong: usize,
}

fn solve<const W: usize>(level: &Arc<Level>, plan: &Plan, tally: &mut Tally) -> Result<(), Box<dyn Error>> {
    let space = Pushes::<W>::with_pruning(level.clone(), plan.pruning)?;
    let title = level.title().unwrap_or("");
    let stated = title.split_once("pushes=").and_then(|(_, count)| count.trim().parse::<u32>().ok());
    tally.stated += usize::from(stated.is_some());
    let limits = || Limits { time: Some(Duration::from_secs(plan.seconds)), memory: 4 << 30, ..Limits::default() };
    let (start, matching) = (space.start(), Matching::new(&space));
    print!("{title:18} {:2} boxes", level.boxes().len());
    let a_star = AStar::default().run(&space, &start, &matching, &limits(), &mut ());
    report("A*", &space, &a_star, stated, (&mut tally.a_star, &mut tally.wrong))?;
    if std::env::var("NOIDA").is_ok() {
        println!();
        return Ok(());
    }
    let search = IdaStar { ordering: Ordering::ByF, table: Some(TABLE) };
    let ida_star = search.run(&space, &start, &matching, &limits(), &mut ());
    report("IDA*", &space, &ida_star, stated, (&mut tally.ida_star, &mut tally.wrong))?;
    println!();
    Ok(())
}

/// Prints a result and counts it, once the rules have agreed with it.
fn report<const W: usize>(
    name: &str,
    space: &Pushes<W>,
    run: &Run<Push>,
    stated: Option<u32>,
    (right, wrong): (&mut usize, &mut usize),
) -> Result<(), Box<dyn Error>> {
    let what = match &run.outcome {
        Outcome::Solved { moves, cost, .. } => {
            let mut position = Position::start(space.level().clone());
            for step in space.steps(&position.clone(), moves) {
                position.try_move(step)?;
            }
            if !position.is_solved() || u32::try_from(position.pushes()) != Ok(*cost) {
                return Err(format!("{name}: the solution does not solve {:?}", space.level().title()).into());
            }
            match stated {
                Some(stated) if stated == *cost => *right += 1,
                Some(_) => *wrong += 1,
                None => {}
            }
            format!("{cost} pushes, {} moves", position.moves())
        }
        Outcome::Unsolvable { .. } => {
            *wrong += usize::from(stated.is_some());
            "unsolvable".to_owned()
        }
        Outcome::LimitReached { limit, lower_bound, .. } => format!("{limit}, at least {lower_bound}"),
    };
    print!(" | {name}: {what}, {} expanded, {:.2} s", run.stats.expanded, run.stats.elapsed.as_secs_f64());
    Ok(())
}
