//! `fewest tables remove`.

use std::io::Write;

use clap::Args;
use fewest_engine::Session;
use serde::Serialize;

use super::verify::select;
use crate::exit::Exit;
use crate::options::usage;
use crate::output::Output;
use crate::text::{bytes, counted};

/// Remove tables; they can be built again
#[derive(Clone, Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Numbers or names from `fewest tables list`, or sets
    #[arg(value_name = "TABLE")]
    names: Vec<String>,

    /// Remove all tables, and files that builds left behind
    #[arg(long, conflicts_with = "names")]
    all: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Removed<'a> {
    removed: Vec<&'a str>,
    bytes: u64,
}

pub(super) fn run(args: &RemoveArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    if args.names.is_empty() && !args.all {
        return Err(usage("name the tables to remove by their numbers in `fewest tables list`, or use --all"));
    }
    let inventory = session.inventory()?;
    let tables = select(&inventory, &args.names)?;
    let mut freed = 0;
    for table in &tables {
        freed += session.remove_table(table)?;
    }
    if args.all {
        // Some went with their tables.
        for leftover in inventory.leftovers.iter().filter(|leftover| leftover.path.exists()) {
            freed += session.remove_leftover(leftover)?;
        }
    }
    if args.json {
        out.json(&Removed { removed: tables.iter().map(|table| &table.name[..]).collect(), bytes: freed })?;
    } else {
        writeln!(out, "{} removed, {} freed", counted(tables.len() as u64, "table"), bytes(freed))?;
    }
    Ok(Exit::Ok)
}
