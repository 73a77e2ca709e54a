//! Satisfiability beside search, in one run: `cargo xtask sat`.
//!
//! The seconds are those of the processor, of all threads of this process together, so that they mean the same on a machine
//! that does other things too. Every length is compared with what is known or with what A* finds, and every solution is
//! replayed by the rules of the puzzle.

mod eight;
mod fifteen;
mod proofs;
mod sizes;
mod watch;

use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use fewest_benches::report::Report;

#[derive(Debug, Parser)]
#[command(about = "Measures satisfiability beside search", max_term_width = 100)]
struct Args {
    /// How many of the 100 random 8-puzzles the model of the thesis solves, which is slow
    #[arg(long, value_name = "N", default_value = "10")]
    thesis: usize,
    /// Korf's instances of up to this many moves are climbed
    #[arg(long, value_name = "N", default_value = "50")]
    most: u32,
    /// The seconds that each of them may take
    #[arg(long, value_name = "S", default_value = "300")]
    seconds: u64,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut report = Report::default();
    sizes::print()?;
    eight::print(args.thesis, &mut report)?;
    fifteen::print(args.most, Duration::from_secs(args.seconds), &mut report)?;
    proofs::print()?;
    println!("\n## Bars\n\n{report}");
    Ok(())
}
