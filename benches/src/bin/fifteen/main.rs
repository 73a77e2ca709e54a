//! The 15-puzzle, measured against the bars that we set ourselves, in one run: `cargo xtask bench 15`.
//!
//! Times depend on the machine and on what else it does; node counts do not. Every length is compared with what is
//! known, so that no number here comes from a wrong answer.

mod tabled;
mod untabled;

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use fewest_benches::report::Report;

#[derive(Debug, Parser)]
#[command(about = "Measures the 15-puzzle", max_term_width = 100)]
struct Args {
    /// Where the tables are built, and removed again
    #[arg(long, value_name = "DIR")]
    scratch: PathBuf,
    /// The threads of a build and of a batch
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut report = Report::default();
    tabled::halves(&args.scratch, args.threads, &mut report)?;
    tabled::small(args.threads, &mut report)?;
    tabled::slides(args.threads, &mut report)?;
    untabled::depth_first(&mut report)?;
    untabled::best_first(&mut report)?;
    print!("{report}");
    Ok(())
}
