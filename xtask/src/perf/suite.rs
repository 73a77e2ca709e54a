//! Running the suite: each case twice, whole and up to where its search begins.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};

use super::ledger::Row;
use crate::shell::{announce, built, capture, cargo, program};
use crate::valgrind;

/// Builds the suite and runs every case, as many at a time as there are cores; instructions are counted where that is
/// possible.
pub(crate) fn measure(counting: bool) -> Result<Vec<Row>> {
    announce("perf: build the suite");
    let options = ["build", "--quiet", "--locked", "--profile", "perf", "--package", "fewest-benches", "--bin", "perf"];
    let [suite] = built(&mut cargo(options), ["perf"])?;
    let list = capture(program(&suite).arg("--list"))?;
    let list = String::from_utf8_lossy(&list.stdout);
    let cases: Vec<&str> = list.lines().collect();
    announce(&format!("perf: run {} cases", cases.len()));
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Row)>> {
        let mut rows = Vec::new();
        while let Some((index, case)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?)))
        {
            rows.push((index, run(&suite, case, counting).with_context(|| format!("case {case}"))?));
        }
        Ok(rows)
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut rows = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        joined.collect::<Result<Vec<_>>>().map(|rows| rows.concat())
    })?;
    rows.sort_by_key(|(index, _)| *index);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn run(suite: &Path, case: &str, counting: bool) -> Result<Row> {
    if !counting {
        let output = capture(program(suite).arg(case))?;
        return parse(case, &String::from_utf8_lossy(&output.stdout), None);
    }
    let count = |options: &[&str]| -> Result<(String, u64)> {
        let output = capture(valgrind::under(suite).arg(case).args(options))?;
        let instructions = valgrind::instructions(&String::from_utf8_lossy(&output.stderr))?;
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), instructions))
    };
    let (_, setup) = count(&["--setup"])?;
    let (report, whole) = count(&[])?;
    ensure!(whole > setup, "{whole} instructions with the search and {setup} without it");
    parse(case, &report, Some(whole - setup))
}

/// What the suite prints of a case: a name and a value a line.
fn parse(case: &str, report: &str, instructions: Option<u64>) -> Result<Row> {
    let value = |name: &str| {
        let mut pairs = report.lines().filter_map(|line| line.split_once(char::is_whitespace));
        let found = pairs.find(|pair| pair.0 == name).map(|pair| pair.1.trim().to_owned());
        found.with_context(|| format!("the suite did not print {name}, but:\n{report}"))
    };
    let count = |name: &str| {
        let text = value(name)?;
        text.parse::<u64>().with_context(|| format!("the suite printed {name} as {text:?}, not as a number"))
    };
    let (expanded, generated) = (count("expanded")?, count("generated")?);
    ensure!(generated > 0, "the search generated nothing");
    Ok(Row { case: case.to_owned(), expanded, generated, end: value("end")?, instructions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_becomes_a_row() {
        let row = parse("a", "expanded   12\ngenerated  30\nend        solved in 45\n", Some(300)).unwrap();
        assert_eq!(row.to_string(), "| a | 12 | 30 | solved in 45 | 300 | 10.0 |");
        let row = parse("a", "expanded 12\ngenerated 30\nend exhausted\n", None).unwrap();
        assert_eq!(row.to_string(), "| a | 12 | 30 | exhausted | - | - |");
    }

    #[test]
    fn what_is_missing_or_no_number_is_named() {
        let says = |report| parse("a", report, None).unwrap_err().to_string();
        assert!(says("expanded 1\n").contains("did not print generated"));
        assert!(says("expanded many\ngenerated 1\n").contains("expanded as \"many\""));
        assert!(says("expanded 0\ngenerated 0\nend x\n").contains("generated nothing"));
    }
}
