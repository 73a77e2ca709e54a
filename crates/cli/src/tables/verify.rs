//! `fewest tables verify`.

use std::io::Write;

use anstyle::AnsiColor;
use clap::Args;
use fewest_engine::Session;
use fewest_engine::tables::{Inventory, TableInfo};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;

/// Verify the checksum of each table, and that its name matches its content
#[derive(Clone, Debug, Args)]
#[command(after_help = "Exit codes:\n0 all tables are intact, 1 some are damaged or missing.")]
pub(crate) struct VerifyArgs {
    /// Numbers or names from `fewest tables list`, or sets [default: all]
    #[arg(value_name = "TABLE")]
    names: Vec<String>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
}

pub(super) fn run(args: &VerifyArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let inventory = session.inventory()?;
    let tables = select(&inventory, &args.names)?;
    let mut exit = Exit::Ok;
    for table in &tables {
        let fault = session.verify_table(table)?;
        if fault.is_some() {
            exit = Exit::Failure;
        }
        if args.json {
            out.json(&Line { number: table.number, name: &table.name, fault: fault.as_deref() })?;
            continue;
        }
        let (color, verdict) = match fault {
            None => (AnsiColor::Green, "intact".to_owned()),
            Some(fault) => (AnsiColor::Red, fault),
        };
        out.line(color.on_default(), 0, &format!("{:>3}  {}: {verdict}", table.number, table.name))?;
    }
    if tables.is_empty() && !args.json {
        writeln!(out, "no tables in {}", inventory.folder.display())?;
    }
    Ok(exit)
}

/// The tables of these names, or all; each once.
pub(super) fn select<'a>(inventory: &'a Inventory, names: &[String]) -> anyhow::Result<Vec<&'a TableInfo>> {
    if names.is_empty() {
        return Ok(inventory.tables.iter().collect());
    }
    let mut found: Vec<&TableInfo> = Vec::new();
    for name in names {
        let named = inventory.named(name);
        if named.is_empty() {
            anyhow::bail!(
                "there is no table {name:?} in {}; write a number or a name that `fewest tables list` prints, or a set",
                inventory.folder.display()
            );
        }
        found.extend(named.into_iter().filter(|table| !found.contains(table)).collect::<Vec<_>>());
    }
    Ok(found)
}
