//! What was compared, as a table for people and as comma-separated values.

use std::io::{self, Write};

use anstyle::Style;

use super::{Run, Way};
use crate::output::Output;
use crate::text::{bytes, duration, shorten, thousands};

/// The time of tables that is worth a column.
const NOTICEABLE: f64 = 0.01;

/// Reasons that are listed below a table.
const LISTED: usize = 12;

/// A row for each search of each position.
pub(super) fn each(runs: &[Run], positions: usize, out: &mut Output) -> io::Result<()> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let has_setup = runs.iter().any(|run| run.setup_seconds >= NOTICEABLE);
    for run in runs {
        let mut row = Vec::new();
        if positions > 1 {
            let name = run.title.as_ref().or(run.file.as_ref()).map(|name| format!(" {}", shorten(name, 24)));
            row.push(format!("{}{}", run.position_number, name.unwrap_or_default()));
        }
        row.extend(way(&run.solver, &run.heuristic, Some((&run.algorithm, &run.used_heuristic))));
        if run.is_refused() {
            row.extend(["refused", "-", "-", "-", "-"].map(str::to_owned));
            row.extend(has_setup.then(|| "-".to_owned()));
            row.push("-".to_owned());
        } else {
            row.push(match (run.length, run.lower_bound) {
                _ if run.outcome == "unsolvable" => "unsolvable".to_owned(),
                (Some(length), _) => {
                    let mark = if run.proven { "" } else { "≤" };
                    format!("{mark}{length}{}", run.second.map(|second| format!("/{second}")).unwrap_or_default())
                }
                (None, Some(bound)) => format!("≥{bound}"),
                (None, None) => "-".to_owned(),
            });
            row.push(if run.proven { "yes" } else { "no" }.to_owned());
            let more = if run.is_stopped() { "> " } else { "" };
            row.push(format!("{more}{}", thousands(run.expanded)));
            row.push(format!("{more}{}", thousands(run.generated)));
            row.push(format!("{more}{}", duration(run.seconds)));
            row.extend(has_setup.then(|| duration(run.setup_seconds)));
            row.push(bytes(run.peak_memory_bytes));
        }
        rows.push(row);
    }
    let mut head: Vec<&str> = if positions > 1 { vec!["position"] } else { Vec::new() };
    head.extend(["algorithm", "heuristic", "length", "proven", "expanded", "generated", "time"]);
    head.extend(has_setup.then_some("tables"));
    head.push("memory");
    write_table(&head, if positions > 1 { 3 } else { 2 }, &rows, out)?;
    notes(runs, out)
}

/// A row for each search, with the sums over all positions.
pub(super) fn sums(runs: &[Run], searches: &[Way], positions: usize, out: &mut Output) -> io::Result<()> {
    let has_setup = runs.iter().any(|run| run.setup_seconds >= NOTICEABLE);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for search in searches {
        let own = || runs.iter().filter(|run| run.solver == search.algorithm && run.heuristic == search.heuristic);
        let count = |of: fn(&Run) -> bool| own().filter(|run| of(run)).count();
        let answered = count(|run| !run.is_refused());
        let more = if own().any(Run::is_stopped) || answered < positions { "> " } else { "" };
        let total = |of: fn(&Run) -> u64| format!("{more}{}", thousands(own().map(of).sum::<u64>()));
        let mut row = way(&search.algorithm, &search.heuristic, None).to_vec();
        row.push(format!("{} of {positions}", count(Run::is_solved)));
        row.push(count(|run| run.is_solved() && run.proven).to_string());
        if answered == 0 {
            row.extend(["-"; 4].map(str::to_owned));
            row.extend(has_setup.then(|| "-".to_owned()));
            row.push("-".to_owned());
        } else {
            let unproven = own().any(|run| run.is_solved() && !run.proven);
            let bound = if unproven { "≤" } else { "" };
            let moves: u64 =
                own().filter(|run| run.is_solved()).map(|run| run.length.unwrap_or(0)).fold(0, u64::saturating_add);
            row.push(format!("{bound}{}", thousands(moves)));
            row.push(total(|run| run.expanded));
            row.push(total(|run| run.generated));
            row.push(format!("{more}{}", duration(own().map(|run| run.seconds).sum())));
            row.extend(has_setup.then(|| duration(own().map(|run| run.setup_seconds).sum())));
            row.push(bytes(own().map(|run| run.peak_memory_bytes).max().unwrap_or(0)));
        }
        rows.push(row);
    }
    let mut head = vec!["algorithm", "heuristic", "solved", "proven", "moves", "expanded", "generated", "time"];
    head.extend(has_setup.then_some("tables"));
    head.push("memory");
    write_table(&head, 2, &rows, out)?;
    let all = format!(
        "Sums over {positions} positions; the moves are those of the solved positions; the memory is the maximum."
    );
    writeln!(out)?;
    line(out, &all)?;
    notes(runs, out)
}

/// A search by its names; what ran, where that was left to the engine.
fn way(solver: &str, heuristic: &str, ran: Option<(&String, &String)>) -> [String; 2] {
    let shown = |asked: &str, ran: Option<&String>| match ran.filter(|ran| !ran.is_empty()) {
        Some(ran) if asked == "auto" => format!("auto ({ran})"),
        Some(ran) if asked == "pdb" => ran.clone(),
        _ => asked.to_owned(),
    };
    [shown(solver, ran.map(|ran| ran.0)), shown(heuristic, ran.map(|ran| ran.1))]
}

/// Why searches were refused or stopped, and why there is no solution.
fn notes(runs: &[Run], out: &mut Output) -> io::Result<()> {
    let mut notes: Vec<String> = Vec::new();
    for run in runs {
        let Some(reason) = &run.reason else { continue };
        let with = if run.heuristic == "-" { String::new() } else { format!(" with {}", run.heuristic) };
        let reached = if reason.ends_with("limit") { " reached" } else { "" };
        let note = match run.outcome.as_str() {
            "unsolvable" => format!("unsolvable: {reason}"),
            _ => format!("{}{with}: {reason}{reached}", run.solver),
        };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    let more = notes.len().saturating_sub(LISTED);
    notes.truncate(LISTED);
    notes.iter().try_for_each(|note| line(out, note))?;
    if more > 0 {
        writeln!(out, "and {more} more; --json has them all")?;
    }
    Ok(())
}

/// Writes a sentence: in lines that fit a terminal, else as one line, which other programs read.
fn line(out: &mut Output, text: &str) -> io::Result<()> {
    if out.is_terminal { out.paragraph(Style::new(), text) } else { writeln!(out, "{text}") }
}

/// Writes columns as wide as they need, the first of them at the left, numbers at the right.
fn write_table(head: &[&str], names: usize, rows: &[Vec<String>], out: &mut Output) -> io::Result<()> {
    let length = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0).max(length(head[column])))
        .collect();
    let write = |out: &mut Output, style: Style, cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(out, "{style}{}{style:#}", line.trim_end())
    };
    let bold = out.style(Style::new().bold());
    write(out, bold, &head.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())?;
    rows.iter().try_for_each(|row| write(out, Style::new(), row))
}

const COLUMNS: &str = "position_number,file,line,title,puzzle,position,metric,solver,heuristic,algorithm,used_heuristic,outcome,length,\
                       proven,lower_bound,expanded,generated,seconds,setup_seconds,peak_memory_bytes,reason";

pub(super) fn csv_header(out: &mut Output) -> io::Result<()> {
    writeln!(out, "{COLUMNS}")
}

/// One run as a line of comma-separated values, in the order of the columns.
pub(super) fn csv(run: &Run, out: &mut Output) -> io::Result<()> {
    let text = |text: &str| {
        if text.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    };
    let some = |value: &Option<String>| text(value.as_deref().unwrap_or_default());
    let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let cells = [
        run.position_number.to_string(),
        some(&run.file),
        run.line.to_string(),
        some(&run.title),
        text(&run.puzzle),
        text(&run.position),
        text(&run.metric),
        text(&run.solver),
        text(&run.heuristic),
        text(&run.algorithm),
        text(&run.used_heuristic),
        text(&run.outcome),
        number(run.length),
        run.proven.to_string(),
        number(run.lower_bound.map(u64::from)),
        run.expanded.to_string(),
        run.generated.to_string(),
        run.seconds.to_string(),
        run.setup_seconds.to_string(),
        run.peak_memory_bytes.to_string(),
        some(&run.reason),
    ];
    writeln!(out, "{}", cells.join(","))
}
