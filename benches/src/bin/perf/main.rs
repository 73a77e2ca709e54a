//! One case of the regression ledger: a search that is always the same, on one thread. `cargo xtask perf` runs each of
//! them under a counter of instructions and compares it with `benches/runs/ledger.md`.
//!
//! A case goes straight to the crates, so that what it executes is what they do, and it is small: a counter makes it
//! fifty times slower. Whole searches are preferred, because their node counts hold every decision down to the last
//! tie; those that would be too long end after a fixed number of expansions. Each case can be run up to the point where its
//! search begins: the difference is the search alone, without start-up, tables and the reading of positions.
//!
//! It prints a name and a value a line, and nothing that depends on the time.

mod grids;
mod tables;
mod tiles;

use anyhow::{Context, Result};
use clap::Parser;
use fewest_search::{Limits, Outcome, Run};

#[derive(Debug, Parser)]
#[command(about = "Runs one case of the regression ledger and prints what it did", max_term_width = 100)]
struct Args {
    /// The case
    #[arg(required_unless_present = "list")]
    case: Option<String>,
    /// Stop where the search would begin
    #[arg(long)]
    setup: bool,
    /// List the cases and run none
    #[arg(long, conflicts_with_all = ["case", "setup"])]
    list: bool,
}

/// How much of a case is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// All but the search.
    Setup,
    /// All.
    Whole,
}

impl Part {
    /// The limits of a search that ends by itself.
    fn limits(self) -> Limits {
        Limits { expansions: (self == Self::Setup).then_some(0), ..Limits::default() }
    }

    /// The limits of a search that would take too long.
    fn limits_after(self, expansions: u64) -> Limits {
        Limits { expansions: Some(if self == Self::Setup { 0 } else { expansions }), ..Limits::default() }
    }
}

/// What a case did.
#[derive(Debug)]
struct Done {
    expanded: u64,
    /// The nodes that instructions are divided by.
    generated: u64,
    /// How it ended.
    end: String,
}

impl<M> From<Run<M>> for Done {
    fn from(Run { outcome, stats }: Run<M>) -> Self {
        let end = match outcome {
            Outcome::Solved { cost, .. } => format!("solved in {cost}"),
            Outcome::Unsolvable { .. } => "exhausted".to_owned(),
            Outcome::LimitReached { limit, lower_bound, .. } => format!("{limit} at {lower_bound}"),
        };
        Self { expanded: stats.expanded, generated: stats.generated, end }
    }
}

type Case = (&'static str, fn(Part) -> Result<Done>);

/// The cases. A name is for ever: what is measured under it must not change without an entry in the ledger.
const CASES: [Case; 16] = [
    ("ida-manhattan", tiles::ida_manhattan),
    ("ida-linear-conflict", tiles::ida_linear_conflict),
    ("ida-walking-distance", tiles::ida_walking_distance),
    ("ida-walking-conflict", tiles::ida_walking_conflict),
    ("ida-mtm", tiles::ida_mtm),
    ("ida-24", tiles::ida_24),
    ("a-star-15", tiles::a_star_15),
    ("nbs-15", tiles::nbs_15),
    ("breadth-first-8", tiles::breadth_first_8),
    ("bidirectional-15", tiles::bidirectional_15),
    ("pdb-build", tables::build),
    ("ida-pdb", tables::ida),
    ("exhaustive-klotski", grids::exhaustive_klotski),
    ("a-star-blocks", grids::a_star_blocks),
    ("a-star-sokoban", grids::a_star_sokoban),
    ("a-star-hanoi", grids::a_star_hanoi),
];

fn main() -> Result<()> {
    let args = Args::parse();
    let Some(name) = args.case.filter(|_| !args.list) else {
        for (name, _) in CASES {
            println!("{name}");
        }
        return Ok(());
    };
    let case = CASES.iter().find(|case| case.0 == name);
    let (_, run) = case.with_context(|| format!("there is no case {name:?}; --list names them"))?;
    let Done { expanded, generated, end } = run(if args.setup { Part::Setup } else { Part::Whole })?;
    println!("expanded   {expanded}");
    println!("generated  {generated}");
    println!("end        {end}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_stops_where_its_search_would_begin() {
        for (name, run) in CASES {
            let done = run(Part::Setup).unwrap();
            assert_eq!(done.expanded, 0, "{name}: {done:?}");
        }
    }

    #[test]
    fn no_name_stands_for_two_cases() {
        for (index, (name, _)) in CASES.iter().enumerate() {
            assert!(CASES[..index].iter().all(|case| case.0 != *name), "{name}");
        }
    }
}
