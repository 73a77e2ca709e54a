//! The chore `perf`: the regression ledger. A fixed suite of small searches, the binary `perf` of `fewest-benches`, is run
//! under a counter of instructions and compared with the last entry of `benches/runs/ledger.md`.
//!
//! A search on one thread generates the same nodes on every machine, and for one compiler and target it executes the
//! same instructions, but for a few that depend on the clock and on the seeds of hash tables. So a count of nodes that
//! changed at all, or of instructions a node that rose by more than 5 %, is a change to the program and no noise. It may be
//! meant; then an entry in the ledger says why.

mod compare;
mod ledger;
mod ratios;
mod suite;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;

use crate::need::Need;
use crate::shell::{announce, root};
use crate::valgrind::{self, VALGRIND};
use compare::compare;
use ledger::{Entry, Ledger, Row, Setting};

const LEDGER: &str = "benches/runs/ledger.md";
/// Where the table is written, beside stdout.
const TABLE: &str = "target/perf.md";

/// What `cargo xtask perf` is asked to do.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// Append the measurements to the ledger, with the reason for the change
    #[arg(long, value_name = "WHY", value_parser = reason)]
    accept: Option<String>,
}

/// One line that says something.
fn reason(text: &str) -> Result<String, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Err("the reason must be a sentence, such as \"A* keeps its nodes sorted, which costs 7 %\"".to_owned());
    }
    Ok(words.join(" "))
}

/// Measures, prints the table, and compares it with the ledger or appends it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let path = root().join(LEDGER);
    let ledger = Ledger::read(&path)?;
    let counting = valgrind::ensure();
    let setting = Setting::find(counting)?;
    let rows = suite::measure(counting)?;
    let comparable = ledger.last().filter(|last| last.setting.target == setting.target);
    let table = render(&rows, comparable);
    print!("{table}");
    keep(&table)?;
    if let Some(why) = &args.accept {
        ensure!(counting, "an entry needs counts of instructions, but valgrind is missing: install it");
        ledger.append(&path, &Entry { date: ledger::today()?, why: why.clone(), setting, rows })?;
        announce(&format!("perf: written to {LEDGER}; commit it with what it explains"));
        return Ok(());
    }
    let last = ledger.last().context(
        "the ledger has no entry to compare with; write the first with `cargo xtask perf --accept \"the first entry\"`",
    )?;
    judge(last, &setting, &rows)
}

/// Says what differs from an entry, and fails where that must not be.
fn judge(last: &Entry, setting: &Setting, rows: &[Row]) -> Result<()> {
    if setting.valgrind.is_none() {
        announce("perf: WITHOUT valgrind NODE COUNTS ALONE are compared with the ledger, instructions are NOT");
    } else if setting.target != last.setting.target {
        let (is, was) = (&setting.target, &last.setting.target);
        announce(&format!("perf: NODE COUNTS ALONE are compared: instructions for {is} say nothing about {was}"));
    } else if setting.rustc != last.setting.rustc {
        announce(&format!("perf: {} where the ledger has {}", setting.rustc, last.setting.rustc));
    }
    let differences = compare(&last.rows, rows, setting.target == last.setting.target);
    for difference in &differences {
        announce(&format!("perf: {difference}"));
    }
    let failures = differences.iter().filter(|difference| difference.is_failure()).count();
    ensure!(
        failures == 0,
        "{failures} of the differences above from the entry of {} in {LEDGER} are not allowed; fix them or, if they \
         are intended, run `cargo xtask perf --accept \"why\"` and commit the ledger with the change",
        last.date
    );
    if !differences.is_empty() {
        announce("perf: faster by more than 5 %: keep it with `cargo xtask perf --accept \"why\"`");
    }
    Ok(())
}

/// What the step of `cargo xtask test` needs. Unlike `cargo xtask perf`, the step does not do without instructions where it
/// could compare them: a gate that opens because its tool is missing guards nothing.
pub(crate) fn needs() -> Result<Vec<Need>> {
    let ledger = Ledger::read(&root().join(LEDGER))?;
    let setting = Setting::find(false)?;
    Ok(if can_compare_instructions(ledger.last(), &setting) { vec![VALGRIND] } else { Vec::new() })
}

fn can_compare_instructions(last: Option<&Entry>, setting: &Setting) -> bool {
    last.is_some_and(|last| last.setting.target == setting.target)
}

/// The step of `cargo xtask test`.
pub(crate) fn check() -> Result<()> {
    run(&Args { accept: None })
}

fn keep(table: &str) -> Result<()> {
    let path = root().join(TABLE);
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    fs::write(&path, table).with_context(|| format!("cannot write {TABLE}"))
}

/// What was measured, and the ratios that tell something, each beside the last entry.
fn render(rows: &[Row], last: Option<&Entry>) -> String {
    let [names, rule] = ledger::HEAD;
    let mut lines = vec![format!("{names} to the ledger |"), format!("{rule}---:|")];
    lines.extend(rows.iter().map(|row| {
        let was = last.and_then(|last| last.rows.iter().find(|was| was.case == row.case));
        let ratio = was.and_then(|was| compare::ratio(was, row)).unwrap_or_else(|| "-".to_owned());
        format!("{row} {ratio} |")
    }));
    let [names, rule] = ratios::HEAD;
    lines.extend([String::new(), format!("{names} in the ledger | to the ledger |"), format!("{rule}---:|---:|")]);
    lines.extend(ratios::of(rows).iter().map(|ratio| {
        let since = last.and_then(|last| ratio.since(&last.rows));
        let (was, change) = since.unwrap_or_else(|| ("-".to_owned(), "-".to_owned()));
        format!("{ratio} {was} | {change} |")
    }));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::ledger::tests::{entry, row};
    use super::*;

    #[test]
    fn a_reason_says_something_on_one_line() {
        assert_eq!(reason(" two\nlines ").unwrap(), "two lines");
        for empty in ["", " ", "\n\t"] {
            assert!(reason(empty).unwrap_err().contains("must be a sentence"), "{empty:?}");
        }
    }

    #[test]
    fn a_change_is_judged_by_what_it_is() {
        let last = entry();
        let verdict = |rows: &[Row]| judge(&last, &last.setting, rows).map_err(|error| error.to_string());
        assert_eq!(verdict(&last.rows), Ok(()));
        let with = |instructions| vec![Row { instructions: Some(instructions), ..last.rows[0].clone() }, row("b", 200)];
        assert_eq!(verdict(&with(104_900)), Ok(()));
        assert_eq!(verdict(&with(50_000)), Ok(()));
        let error = verdict(&with(105_100)).unwrap_err();
        assert!(error.starts_with("1 of the differences above from the entry of 2026-11-15"), "{error}");
        assert!(error.contains("cargo xtask perf --accept"), "{error}");
        assert!(verdict(&last.rows[..1]).is_err());
    }

    #[test]
    fn another_target_is_held_to_the_nodes_alone() {
        let last = entry();
        let other = Setting { target: "aarch64".to_owned(), ..last.setting.clone() };
        let mut rows = last.rows.clone();
        rows[0].instructions = Some(900_000);
        judge(&last, &other, &rows).unwrap();
        rows[0].generated += 1;
        judge(&last, &other, &rows).unwrap_err();
    }

    #[test]
    fn the_step_needs_valgrind_where_instructions_can_be_compared() {
        let last = entry();
        let without = Setting { valgrind: None, ..last.setting.clone() };
        assert!(can_compare_instructions(Some(&last), &without));
        let elsewhere = Setting { target: "aarch64".to_owned(), ..without.clone() };
        assert!(!can_compare_instructions(Some(&last), &elsewhere));
        assert!(!can_compare_instructions(None, &without));
        // By hand the nodes alone are compared, and they are still held to.
        let mut rows: Vec<Row> = last.rows.iter().map(|row| Row { instructions: None, ..row.clone() }).collect();
        judge(&last, &without, &rows).unwrap();
        rows[0].expanded += 1;
        judge(&last, &without, &rows).unwrap_err();
    }

    #[test]
    fn the_table_shows_ratios_to_the_ledger_and_between_cases() {
        let mut rows = vec![row("ida-manhattan", 1000), row("ida-pdb", 1000)];
        let last = Entry { rows: rows.clone(), ..entry() };
        rows[1].instructions = Some(150_000);
        let text = render(&rows, Some(&last));
        assert!(text.contains("| ida-pdb | 500 | 1000 | solved in 45 | 150000 | 150.0 | 1.500 |"), "{text}");
        let ratio = "| pattern databases, over Manhattan distance | ida-pdb | ida-manhattan | 1.500 |";
        assert!(text.ends_with(&format!("{ratio} 1.000 | 1.500 |\n")), "{text}");
        let alone = render(&rows, None);
        assert!(alone.contains("| 150.0 | - |") && alone.ends_with(&format!("{ratio} - | - |\n")), "{alone}");
        let columns = text.lines().take(4).map(|line| line.matches('|').count());
        assert!(columns.eq([8; 4]), "{text}");
        let columns = text.lines().skip(5).map(|line| line.matches('|').count());
        assert!(columns.eq([7; 3]), "{text}");
    }
}
