//! The 24-puzzle: tables built, and Korf's instances proven, in one run: `cargo xtask bench 24`.
//!
//! Times depend on the machine and on what else it does; node counts do not, but for those of a last round on several
//! threads. Every length is compared with the published one.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use cpu_time::ProcessTime;
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::Store;
use fewest_search::algorithms::{IdaStar, ParallelIdaStar};
use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Incremental, Iteration, LimitKind, Limits, Observer, Outcome, Run, Search};
use fewest_tiles::pdb::{Kind, NamedSet, Narrow, Partition, Plan, RegionPdb, Tables};
use fewest_tiles::{Board, Bytes, Goal, Move, OnWalks, Size, Stm, Tiles, Walks};

use fewest_benches::instances;

type Cells = Bytes<25>;
type Space = Tiles<Cells, Stm>;

#[derive(Debug, Parser)]
#[command(about = "Measures the 24-puzzle", max_term_width = 100)]
struct Args {
    /// Where the tables are kept; those that are not there are built
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
    /// The threads of builds and searches; 1 searches with IDA*, more with PIDA*
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
    /// Sets, or tiles such as 1,2,5/3,4; the greatest sum counts
    #[arg(long, value_name = "SPEC", default_value = "6-6-6-6", num_args = 1..)]
    sets: Vec<String>,
    /// Looks up no mirrored positions
    #[arg(long)]
    no_mirrors: bool,
    /// Follows walks that have twins too, but for taking back the last move
    #[arg(long)]
    twins: bool,
    /// The numbers of Korf's instances, from 1; those that few nodes solve by default
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [40, 38, 44, 25, 29, 30])]
    instances: Vec<usize>,
    /// The time for each instance
    #[arg(long, value_name = "SECONDS", default_value = "600")]
    limit: u64,
    /// Prints every round of every search
    #[arg(long)]
    rounds: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let goal = Goal::BlankFirst.position(Size::new(5, 5)?)?;
    let mut partitions = Vec::new();
    for spec in &args.sets {
        let found = match NamedSet::find(spec) {
            Some(set) => set.partitions(&goal).with_context(|| format!("{spec} is not for 5×5"))?,
            None => vec![Partition::parse(spec, goal.size())?],
        };
        for partition in found {
            if args.no_mirrors {
                partitions.push(partition);
            } else {
                partitions.extend(partition.with_mirrors(&goal));
            }
        }
    }
    let plan = Plan::new(&goal, &partitions, Kind::AdditiveRegion, Encoding::Mod4)?;
    let builder = Builder { threads: args.threads, ..Builder::default() };
    let (begun, processor) = (Instant::now(), ProcessTime::now());
    let (tables, notices) =
        Tables::obtain(&plan, &Store::new(&args.tables), &builder, &mut |_, _| ControlFlow::Continue(()))?;
    for notice in notices {
        eprintln!("{notice}");
    }
    println!(
        "tables of {}: {:.0} MB, made ready in {:.1} s ({:.1} s of processor time)\n",
        args.sets.join(" + "),
        plan.bytes().div_ceil(1_000_000),
        begun.elapsed().as_secs_f64(),
        processor.elapsed().as_secs_f64()
    );
    println!("| instance | moves | expanded | processor time | seconds | expansions a second and thread |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let space = Space::new(&goal)?;
    match plan.partitions() {
        ..=2 => table(&args, &space, &RegionPdb::<_, Narrow, 2>::new(&space, &plan, &tables)?),
        _ => table(&args, &space, &RegionPdb::<_, Narrow, 4>::new(&space, &plan, &tables)?),
    }
}

/// Solves every instance and prints a line for each.
fn table<H: Incremental<Space, Memo: Send + Sync> + Sync + Clone>(
    args: &Args,
    space: &Space,
    heuristic: &H,
) -> Result<()> {
    let korf = instances::korf_24()?;
    let walks = Walks::new(space);
    for &number in &args.instances {
        let (start, length) =
            number.checked_sub(1).and_then(|index| korf.get(index)).context("instances have numbers from 1 to 50")?;
        let board = space.board(start)?;
        let (begun, processor) = (Instant::now(), ProcessTime::now());
        let run = if args.twins {
            solve(args, space, &board, heuristic)
        } else {
            solve(args, &walks, &board, &OnWalks(heuristic.clone()))
        };
        let (seconds, processor) = (begun.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64());
        let moves = match run.outcome {
            Outcome::LimitReached { limit: LimitKind::Time, lower_bound, .. } => format!("≥ {lower_bound} of {length}"),
            _ => {
                let cost = instances::replayed(start, &space.position(space.goal()), &run)?;
                ensure!(cost == *length, "instance {number} takes {length} moves, and {cost} were found");
                cost.to_string()
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
        let rate = run.stats.expanded as f64 / processor / 1e6;
        println!("| {number} | {moves} | {} | {processor:.3} s | {seconds:.3} | {rate:.2} M |", run.stats.expanded);
    }
    Ok(())
}

fn solve<S, H>(args: &Args, space: &S, start: &Board<Cells>, heuristic: &H) -> Run<Move>
where
    S: Packed + MovePruning<State = Board<Cells>, Move = Move, Trace: PartialEq + Send + Sync + 'static> + Sync,
    H: Incremental<S, Memo: Send + Sync> + Sync,
{
    let limits = Limits { time: Some(Duration::from_secs(args.limit)), ..Limits::default() };
    let mut rounds = Rounds { wanted: args.rounds, before: 0 };
    if args.threads.get() == 1 {
        IdaStar::default().run(space, start, heuristic, &limits, &mut rounds)
    } else {
        let algorithm = ParallelIdaStar { threads: args.threads, ..ParallelIdaStar::default() };
        algorithm.run(space, start, heuristic, &limits, &mut rounds)
    }
}

/// Prints what each round expanded.
struct Rounds {
    wanted: bool,
    before: u64,
}

impl Observer for Rounds {
    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        if self.wanted {
            eprintln!("  bound {}: {}", iteration.bound, iteration.expanded - self.before);
        }
        self.before = iteration.expanded;
        ControlFlow::Continue(())
    }
}
