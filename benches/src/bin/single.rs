//! One search, measured: IDA* with one heuristic on one position, on one thread.
//!
//! It does no more than that, so that a count of its instructions is a count of the search's. `cargo xtask bench` runs
//! it and makes a table of what it prints: a name and a value a line.

use anyhow::{Result, ensure};
use clap::{Parser, ValueEnum};
use fewest_search::algorithms::IdaStar;
use fewest_search::{Cost, Incremental, Limits, Outcome, Run, Search};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, Misplaced};
use fewest_tiles::{Goal, Move, Nibbles, Position, Stm, Tiles};

/// The space that is measured: boards of up to 16 cells, single-tile moves.
type Space = Tiles<Nibbles, Stm>;

#[derive(Debug, Parser)]
#[command(about = "Runs IDA* once and prints what it did", max_term_width = 100)]
struct Args {
    /// Where to start, such as `5 3 8/0 2 4/1 7 6`
    board: Position,
    /// Where to end: blank-last, blank-first or a board
    #[arg(long, default_value = "blank-last")]
    goal: Goal,
    #[arg(long)]
    heuristic: Choice,
    /// Stop after so many expansions
    #[arg(long, value_name = "N")]
    expansions: Option<u64>,
    /// Fail unless the search ends with a solution of this cost
    #[arg(long, value_name = "COST")]
    optimum: Option<Cost>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Choice {
    Misplaced,
    Manhattan,
    LinearConflict,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let space = Space::new(&args.goal.position(args.board.size())?)?;
    let run = match args.heuristic {
        Choice::Misplaced => search(&space, &Misplaced::new(&space), &args),
        Choice::Manhattan => search(&space, &Manhattan::new(&space), &args),
        Choice::LinearConflict => search(&space, &LinearConflict::new(&space), &args),
    }?;
    if let Some(optimum) = args.optimum {
        ensure!(run.outcome.cost() == Some(optimum), "not solved in {optimum}: {:?}", run.outcome);
    }
    print(&run);
    Ok(())
}

fn search(space: &Space, heuristic: &impl Incremental<Space>, args: &Args) -> Result<Run<Move>> {
    let limits = Limits { expansions: args.expansions, ..Limits::default() };
    Ok(IdaStar::default().run(space, &space.board(&args.board)?, heuristic, &limits, &mut ()))
}

fn print(run: &Run<Move>) {
    let end = match &run.outcome {
        Outcome::Solved { cost, .. } => format!("solved in {cost}"),
        Outcome::Unsolvable { .. } => "unsolvable".to_owned(),
        Outcome::LimitReached { limit, .. } => limit.to_string(),
    };
    let seconds = run.stats.elapsed.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
    let rate = run.stats.generated as f64 / seconds;
    println!("end        {end}");
    println!("generated  {}", run.stats.generated);
    println!("expanded   {}", run.stats.expanded);
    println!("seconds    {seconds:.3}");
    println!("nodes/s    {rate:.0}");
}
