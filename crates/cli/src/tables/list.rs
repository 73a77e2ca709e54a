//! `fewest tables list`.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anstyle::Style;
use fewest_engine::Session;
use fewest_engine::tables::{Inventory, TableInfo};

use crate::exit::Exit;
use crate::options::JsonArg;
use crate::output::Output;
use crate::text::{bytes, counted, duration, thousands};

/// Columns before the text of a table.
const INDENT: usize = 5;

pub(super) fn run(args: JsonArg, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let inventory = session.inventory()?;
    if args.json {
        out.json(&inventory)?;
        return Ok(Exit::Ok);
    }
    let Inventory { folder, tables, leftovers, bytes: all } = &inventory;
    for table in tables {
        write(out, table)?;
    }
    for leftover in leftovers {
        let name = leftover.path.file_name().unwrap_or_default().to_string_lossy();
        out.line(Style::new(), INDENT, &format!("{name}: {}, {}", leftover.what, bytes(leftover.bytes)))?;
    }
    let count = if tables.is_empty() { "no tables".to_owned() } else { counted(tables.len() as u64, "table") };
    writeln!(out, "{count} in {}, {}", folder.display(), bytes(*all))?;
    Ok(Exit::Ok)
}

fn write(out: &mut Output, table: &TableInfo) -> io::Result<()> {
    let style = out.style(Style::new().bold());
    let used = table.last_used.map_or("-".to_owned(), ago);
    if let Some(fault) = &table.fault {
        writeln!(out, "{:>3}  {style}not usable{style:#}, {}", table.number, bytes(table.bytes))?;
        return out.line(Style::new(), INDENT, &format!("{}: {fault}", table.name));
    }
    let sets = if table.words.sets.is_empty() { String::new() } else { format!(" ({})", table.words.sets.join(", ")) };
    let what = format!("{} {} {}{sets}", table.words.puzzle, table.words.board, table.words.kind);
    writeln!(out, "{:>3}  {style}{what}{style:#}, {}, {}", table.number, bytes(table.bytes), table.encoding)?;
    let cells: Vec<String> = table.words.pattern.iter().map(ToString::to_string).collect();
    let blank = table.words.blank.map_or("-".to_owned(), |blank| blank.to_string());
    out.line(
        Style::new(),
        INDENT,
        &format!(
            "goal cells {}, goal cell of the blank {blank}; {} entries, built in {}, used {used}",
            cells.join(","),
            thousands(table.entries),
            duration(table.build_seconds),
        ),
    )
}

/// How long ago a time was, in the largest unit that fits.
fn ago(seconds: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    since(now.saturating_sub(seconds))
}

fn since(passed: u64) -> String {
    match passed {
        0..60 => "just now".to_owned(),
        60..3_600 => format!("{} min ago", passed / 60),
        3_600..86_400 => format!("{} h ago", passed / 3_600),
        _ => counted(passed / 86_400, "day") + " ago",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        let words = ["just now", "1 min ago", "23 h ago", "1 day ago", "2 days ago"];
        assert_eq!([59, 119, 86_399, 86_400, 200_000].map(since), words);
    }
}
