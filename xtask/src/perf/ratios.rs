//! What something costs: instructions a node of one case, divided by those of another.
//!
//! They follow from the cases, so nothing here is a gate. The ledger keeps them for its readers; a line that says something
//! else than the cases do is an error.

use std::fmt;

use anyhow::{Context, Result, ensure};

use super::compare;
use super::ledger::{Row, cells};
use crate::quotient::quotient;

/// The head of a table.
pub(crate) const HEAD: [&str; 2] = ["| instructions a node | case | over | ratio |", "|---|---|---|---:|"];

/// What a ratio tells, the case that costs, and the case to divide by.
const TELLING: [(&str, &str, &str); 8] = [
    ("linear conflicts, over Manhattan distance", "ida-linear-conflict", "ida-manhattan"),
    ("walking distance, over Manhattan distance", "ida-walking-distance", "ida-manhattan"),
    ("walking distance and linear conflicts, over Manhattan distance", "ida-walking-conflict", "ida-manhattan"),
    ("pattern databases, over Manhattan distance", "ida-pdb", "ida-manhattan"),
    ("25 cells, over 16", "ida-24", "ida-linear-conflict"),
    ("slides, over single steps", "ida-mtm", "ida-walking-conflict"),
    ("remembering nodes, over forgetting them", "a-star-15", "ida-linear-conflict"),
    ("NBS, over A*", "nbs-15", "a-star-15"),
];

/// One line of the table.
pub(crate) struct Ratio {
    what: &'static str,
    case: &'static str,
    over: &'static str,
    value: String,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, case, over, value } = self;
        write!(f, "| {what} | {case} | {over} | {value} |")
    }
}

impl Ratio {
    /// What the ledger's cases give for the same pair, and how many times as large the ratio is now.
    pub(crate) fn since(&self, last: &[Row]) -> Option<(String, String)> {
        // Both are written with three decimals, and what is shown should agree with what is shown beside it.
        let thousandths = |value: &str| value.replace('.', "").parse::<u128>().ok();
        let was = between(last, self.case, self.over)?;
        let change = quotient(thousandths(&self.value)?, thousandths(&was)?, 3)?;
        Some((was, change))
    }
}

/// Instructions a node of a case over those of another, where both are there and were counted.
fn between(rows: &[Row], case: &str, over: &str) -> Option<String> {
    let find = |name: &str| rows.iter().find(|row| row.case == name);
    compare::ratio(find(over)?, find(case)?)
}

/// All ratios that these cases give.
pub(crate) fn of(rows: &[Row]) -> Vec<Ratio> {
    let ratios = TELLING.iter().filter_map(|&(what, case, over)| {
        let value = between(rows, case, over)?;
        Some(Ratio { what, case, over, value })
    });
    ratios.collect()
}

/// Holds the lines of an entry's table to its cases. An old entry may have other pairs than those of today.
pub(crate) fn check(lines: &[&str], rows: &[Row]) -> Result<()> {
    ensure!(!lines.is_empty() || of(rows).is_empty(), "the table of ratios is empty");
    let mut seen = Vec::new();
    for line in lines {
        let pair = check_line(line, rows).with_context(|| format!("ratio `{line}`"))?;
        ensure!(!seen.contains(&pair), "the ratio of {} over {} is there twice", pair.0, pair.1);
        seen.push(pair);
    }
    Ok(())
}

/// The two cases of a line that agrees with them.
fn check_line<'a>(line: &'a str, rows: &[Row]) -> Result<(&'a str, &'a str)> {
    let [what, case, over, value] = cells(line)?;
    ensure!(!what.is_empty(), "it does not say what it tells");
    for name in [case, over] {
        ensure!(rows.iter().any(|row| row.case == name), "the entry has no case {name:?}");
    }
    let right = between(rows, case, over).context("a case without instructions has no ratio")?;
    ensure!(right == value, "{case} takes {right} times the instructions a node of {over}, not {value}");
    Ok((case, over))
}

#[cfg(test)]
mod tests {
    use super::super::ledger::tests::row;
    use super::*;

    fn rows() -> [Row; 3] {
        let pdb = Row { instructions: Some(150_000), ..row("ida-pdb", 1000) };
        [row("ida-manhattan", 2000), pdb, row("other", 10)]
    }

    #[test]
    fn ratios_are_those_of_instructions_a_node() {
        let lines: Vec<String> = of(&rows()).iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["| pattern databases, over Manhattan distance | ida-pdb | ida-manhattan | 1.500 |"]);
        let uncounted = rows().map(|row| Row { instructions: None, ..row });
        assert!(of(&uncounted).is_empty());
    }

    #[test]
    fn a_ratio_changes_with_either_case() {
        let [ratio] = &of(&rows())[..] else { panic!("one pair is there") };
        let since = |part, whole| {
            let [manhattan, pdb, _] = rows();
            let with = |row, instructions| Row { instructions: Some(instructions), ..row };
            ratio.since(&[with(manhattan, whole), with(pdb, part)])
        };
        let texts = |was: &str, change: &str| Some((was.to_owned(), change.to_owned()));
        assert_eq!(since(150_000, 200_000), texts("1.500", "1.000"));
        assert_eq!(since(120_000, 200_000), texts("1.200", "1.250"));
        assert_eq!(since(150_000, 100_000), texts("3.000", "0.500"));
        assert_eq!(ratio.since(&rows()[..1]), None);
    }

    #[test]
    fn lines_that_do_not_follow_from_the_cases_are_named() {
        let right = "| a | ida-pdb | ida-manhattan | 1.500 |";
        check(&[right, "| pairs of other days | other | ida-pdb | 0.667 |"], &rows()).unwrap();
        check(&[], &rows()[..1]).unwrap();
        for (lines, says) in [
            (&[][..], "the table of ratios is empty"),
            (&[right, right], "the ratio of ida-pdb over ida-manhattan is there twice"),
            (
                &["| a | ida-pdb | ida-manhattan | 1.501 |"],
                "ratio `| a | ida-pdb | ida-manhattan | 1.501 |`: ida-pdb takes 1.500 times the instructions a node of \
                 ida-manhattan, not 1.501",
            ),
            (&["| a | ida-pdb | ida-manhattan | 1.5 |"], "not 1.5"),
            (&["| a | ida-manhattan | ida-pdb | 1.500 |"], "not 1.500"),
            (&["| a | ida-pdb | ida-24 | 1.500 |"], "the entry has no case \"ida-24\""),
            (&["|  | ida-pdb | ida-manhattan | 1.500 |"], "it does not say what it tells"),
            (&["| a | ida-pdb | 1.500 |"], "a row has 4 cells, and this one 3"),
        ] {
            let error = format!("{:#}", check(lines, &rows()).unwrap_err());
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn every_pair_is_of_cases_that_the_kept_ledger_has() {
        let path = crate::shell::root().join(super::super::LEDGER);
        let ledger = super::super::ledger::Ledger::read(&path).unwrap();
        let rows = &ledger.last().unwrap().rows;
        for (what, case, over) in TELLING {
            assert!(between(rows, case, over).is_some(), "{what}: {case} or {over} is not in the ledger");
        }
    }
}
