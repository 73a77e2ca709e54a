//! The ledger: what the suite did, entry after entry, each with the reason for it. It is Markdown, one row a case, so that a
//! change of one case is a change of one line to who reviews it.
//!
//! ```text
//! ## 2026-11-15
//!
//! - why: The first entry.
//! - rustc: rustc 1.95.0 (59807616e 2026-04-14)
//! - target: x86_64-unknown-linux-gnu
//! - valgrind: valgrind-3.19.0
//!
//! | case | expanded | generated | end | instructions | a node |
//! |---|---:|---:|---|---:|---:|
//! | ida-manhattan | 68871 | 139900 | solved in 45 | 13598280 | 97.2 |
//! | ida-pdb | 500000 | 963676 | expansion limit at 57 | 315646369 | 327.5 |
//!
//! | instructions a node | case | over | ratio |
//! |---|---|---|---:|
//! | pattern databases, over Manhattan distance | ida-pdb | ida-manhattan | 3.370 |
//! ```

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, ensure};

use super::ratios;
use crate::quotient::quotient;
use crate::shell::{capture, program};

/// The head of a table.
pub(crate) const HEAD: [&str; 2] =
    ["| case | expanded | generated | end | instructions | a node |", "|---|---:|---:|---|---:|---:|"];
const ENTRY: &str = "## ";

/// The cells of a row that has so many.
pub(crate) fn cells<const N: usize>(line: &str) -> Result<[&str; N]> {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    let cells: Vec<&str> = inner.context("a row begins and ends with `|`")?.split('|').map(str::trim).collect();
    <[&str; N]>::try_from(cells).map_err(|cells| anyhow!("a row has {N} cells, and this one {}", cells.len()))
}

/// What one case did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) case: String,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) end: String,
    /// Those of the search alone, where they were counted.
    pub(crate) instructions: Option<u64>,
}

impl Row {
    pub(crate) fn per_node(&self) -> Option<String> {
        quotient(self.instructions?.into(), self.generated.into(), 1)
    }

    fn parse(line: &str) -> Result<Self> {
        let [case, expanded, generated, end, instructions, per_node] = cells(line)?;
        let number = |text: &str| text.parse::<u64>().with_context(|| format!("{text:?} is no whole number"));
        let row = Self {
            case: case.to_owned(),
            expanded: number(expanded)?,
            generated: number(generated)?,
            end: end.to_owned(),
            instructions: Some(number(instructions)?),
        };
        let right = row.per_node().context("a search that generates nothing tells nothing")?;
        ensure!(
            right == per_node,
            "{instructions} instructions for {generated} nodes are {right} a node, not {per_node}"
        );
        Ok(row)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, expanded, generated, end, instructions } = self;
        let unknown = || "-".to_owned();
        let instructions = instructions.map_or_else(unknown, |count| count.to_string());
        let per_node = self.per_node().unwrap_or_else(unknown);
        write!(f, "| {case} | {expanded} | {generated} | {end} | {instructions} | {per_node} |")
    }
}

/// What instructions depend on beside the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) rustc: String,
    pub(crate) target: String,
    /// `None` where instructions are not counted.
    pub(crate) valgrind: Option<String>,
}

impl Setting {
    /// That of this machine.
    pub(crate) fn find(counting: bool) -> Result<Self> {
        let first_line = |text: &[u8]| String::from_utf8_lossy(text).lines().next().unwrap_or_default().to_owned();
        let output = capture(program("rustc").arg("-vV"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let target = text.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
        let valgrind = counting.then(|| capture(program("valgrind").arg("--version"))).transpose()?;
        Ok(Self {
            rustc: first_line(&output.stdout),
            target: target.to_owned(),
            valgrind: valgrind.map(|output| first_line(&output.stdout)),
        })
    }
}

/// One measurement and why it differs from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) date: String,
    pub(crate) why: String,
    pub(crate) setting: Setting,
    pub(crate) rows: Vec<Row>,
}

impl Entry {
    /// Reads an entry after its `## `.
    fn parse(text: &str) -> Result<Self> {
        let date = text.lines().next().unwrap_or_default().trim().to_owned();
        let field = |name: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix("- ")?.strip_prefix(name)?.strip_prefix(": "));
            let found = found.map(str::trim).filter(|value| !value.is_empty());
            found.map(str::to_owned).with_context(|| format!("the entry of {date} has no line `- {name}: ...`"))
        };
        let setting = Setting { rustc: field("rustc")?, target: field("target")?, valgrind: Some(field("valgrind")?) };
        let why = field("why")?;
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        let behind = lines.windows(2).position(|lines| lines == ratios::HEAD);
        let behind = behind.with_context(|| format!("the entry of {date} has no table `{}`", ratios::HEAD[0]))?;
        let cases = lines[..behind].strip_prefix(&HEAD);
        let cases = cases.with_context(|| format!("the entry of {date} does not begin with a table `{}`", HEAD[0]))?;
        let cases = cases.iter();
        let rows: Result<Vec<Row>> =
            cases.map(|line| Row::parse(line).with_context(|| format!("entry of {date}, row `{line}`"))).collect();
        let rows = rows?;
        ensure!(!rows.is_empty(), "the entry of {date} has no rows");
        for (index, row) in rows.iter().enumerate() {
            let twice = rows[..index].iter().any(|other| other.case == row.case);
            ensure!(!twice, "the entry of {date} has {} twice", row.case);
        }
        ratios::check(&lines[behind + ratios::HEAD.len()..], &rows).with_context(|| format!("entry of {date}"))?;
        Ok(Self { date, why, setting, rows })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { date, why, setting: Setting { rustc, target, valgrind }, rows } = self;
        let valgrind = valgrind.as_deref().unwrap_or("none");
        writeln!(f, "{ENTRY}{date}\n\n- why: {why}\n- rustc: {rustc}\n- target: {target}\n- valgrind: {valgrind}\n")?;
        HEAD.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        writeln!(f)?;
        ratios::HEAD.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        ratios::of(rows).iter().try_for_each(|ratio| writeln!(f, "{ratio}"))
    }
}

/// The file, and what it says.
#[derive(Debug)]
pub(crate) struct Ledger {
    text: String,
    entries: Vec<Entry>,
}

impl Ledger {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(text).with_context(|| format!("cannot understand {}", path.display()))
    }

    fn parse(text: String) -> Result<Self> {
        let lines = format!("\n{text}");
        let entries: Result<_> = lines.split(&format!("\n{ENTRY}")).skip(1).map(Entry::parse).collect();
        Ok(Self { entries: entries?, text })
    }

    /// The entry that holds.
    pub(crate) fn last(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// Writes the file anew with one more entry: all of it, or nothing.
    pub(crate) fn append(&self, path: &Path, entry: &Entry) -> Result<()> {
        let text = format!("{}\n\n{entry}", self.text.trim_end());
        let read = Self::parse(text.clone()).context("what would be written cannot be read")?;
        ensure!(read.last() == Some(entry), "what would be written reads as {:?}", read.last());
        let fresh = path.with_extension("md.new");
        fs::write(&fresh, text).with_context(|| format!("cannot write {}", fresh.display()))?;
        fs::rename(&fresh, path).with_context(|| format!("cannot replace {}", path.display()))
    }
}

/// Today's date, by universal time.
pub(crate) fn today() -> Result<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")?.as_secs();
    Ok(date(seconds / 86_400))
}

/// The date so many days after the first of January 1970 (Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*,
/// 2013).
fn date(days: u64) -> String {
    // Years that begin in March have their leap day last; 400 of them have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let day = day - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A case of 500 expansions and 100 instructions a node.
    pub(crate) fn row(case: &str, generated: u64) -> Row {
        let (case, end) = (case.to_owned(), "solved in 45".to_owned());
        Row { case, expanded: 500, generated, end, instructions: Some(generated * 100) }
    }

    /// An entry with one ratio.
    fn telling() -> Entry {
        Entry { rows: vec![row("ida-manhattan", 1000), row("ida-pdb", 200)], ..entry() }
    }

    pub(crate) fn entry() -> Entry {
        let setting = Setting {
            rustc: "rustc 1.95.0".to_owned(),
            target: "x86_64".to_owned(),
            valgrind: Some("valgrind-3.19.0".to_owned()),
        };
        let (date, why) = ("2026-11-15".to_owned(), "The first: entry.".to_owned());
        Entry { date, why, setting, rows: vec![row("a", 1000), row("b", 200)] }
    }

    #[test]
    fn entries_are_appended_and_read_again() {
        let folder = std::env::temp_dir().join(format!("fewest-ledger-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("ledger.md");
        let preface = "# Ledger\n\nWhat it is.\n";
        fs::write(&path, preface).unwrap();
        assert_eq!(Ledger::read(&path).unwrap().last(), None);
        let first = entry();
        let second = Entry { date: "2026-12-01".to_owned(), rows: vec![row("a", 7)], ..entry() };
        let third = telling();
        for entry in [&first, &second, &third] {
            Ledger::read(&path).unwrap().append(&path, entry).unwrap();
        }
        assert_eq!(Ledger::read(&path).unwrap().entries, [first.clone(), second.clone(), third.clone()]);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{preface}\n{first}\n{second}\n{third}"));
        let end = "| pattern databases, over Manhattan distance | ida-pdb | ida-manhattan | 1.000 |\n";
        assert!(text.ends_with(&format!("\n\n{}\n{}\n{end}", ratios::HEAD[0], ratios::HEAD[1])), "{text}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_entry_that_would_not_be_read_again_is_not_written() {
        let path = std::env::temp_dir().join("no-such-folder/ledger.md");
        let ledger = Ledger::parse("# Ledger\n".to_owned()).unwrap();
        for broken in [
            Entry { why: " ".to_owned(), ..entry() },
            Entry { why: "one\n## two".to_owned(), ..entry() },
            Entry { rows: Vec::new(), ..entry() },
            Entry { rows: vec![row("a|b", 10)], ..entry() },
        ] {
            let error = ledger.append(&path, &broken).unwrap_err().to_string();
            assert!(error.starts_with("what would be written"), "{error}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = entry().to_string();
        for (from, to, says) in [
            ("- why: The first: entry.\n", "", "the entry of 2026-11-15 has no line `- why: ...`"),
            ("- rustc: rustc 1.95.0", "- rustc:  ", "no line `- rustc: ...`"),
            ("| 1000 |", "| many |", "row `| a | 500 | many | solved in 45 | 100000 | 100.0 |`: \"many\" is no"),
            ("| 100000 |", "| 200000 |", "200000 instructions for 1000 nodes are 200.0 a node, not 100.0"),
            ("| solved in 45 |", "|", "a row has 6 cells, and this one 5"),
            ("| b |", "| a |", "has a twice"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Ledger::parse(text.replace(from, to)).unwrap_err();
            assert!(format!("{error:#}").contains(says), "{error:#}");
        }
    }

    #[test]
    fn ratios_stand_behind_the_cases_and_agree_with_them() {
        let text = telling().to_string();
        let line = "| pattern databases, over Manhattan distance | ida-pdb | ida-manhattan | 1.000 |\n";
        let table = format!("\n{}\n{}\n{line}", ratios::HEAD[0], ratios::HEAD[1]);
        for (from, to, says) in [
            ("| 1.000 |", "| 1.100 |", "entry of 2026-11-15: ratio `| pattern"),
            ("| 20000 | 100.0 |", "| 40000 | 200.0 |", "times the instructions a node of ida-manhattan, not 1.000"),
            (line, "", "entry of 2026-11-15: the table of ratios is empty"),
            (&table, "", "the entry of 2026-11-15 has no table `| instructions a node |"),
            (HEAD[0], &format!("{table}\n{}", HEAD[0]), "does not begin with a table `| case |"),
            (line, &format!("{line}{table}"), "the entry has no case \"case\""),
            (" 1.000 |\n", " 1.000\n", "a row begins and ends with `|`"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Ledger::parse(text.replacen(from, to, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(says), "{says} is not in {error:#}");
        }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_088, "2024-12-31"),
            (20_772, "2026-11-15"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
