//! A folder of results is told: `summary.md`, `report.html` and the pictures in `plots`, all from the rows that are there.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use fewest_plot::PlotError;
use thiserror::Error;

use crate::chart::chart;
use crate::machine::Machine;
use crate::report::{Findings, report, summary};
use crate::row::Row;
use crate::suite::{Suite, SuiteError};

/// The width of PNG pictures: twice the natural one, for fine screens.
const PNG_WIDTH: u32 = 2 * fewest_plot::WIDTH;

/// What a folder of results holds.
#[derive(Debug)]
struct Held {
    suite: Suite,
    rows: Vec<Row>,
    machine: Machine,
    csv: Option<String>,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The page.
    pub report: PathBuf,
    /// The tables in Markdown.
    pub summary: PathBuf,
    /// The pictures, SVG and PNG.
    pub plots: Vec<PathBuf>,
    /// How many runs there were.
    pub runs: usize,
}

/// Why a folder cannot be told.
#[derive(Debug, Error)]
pub enum TellError {
    /// A file cannot be read.
    #[error("{path}: {source}; a folder of results has suite.toml and runs.jsonl, as `fewest lab run` makes them")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The suite is none.
    #[error("{path}: {source}")]
    Suite {
        /// The file.
        path: PathBuf,
        /// Why.
        source: SuiteError,
    },
    /// A line of JSON is none of ours.
    #[error("{path}, line {line}: {source}")]
    Json {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
    /// A picture cannot be painted.
    #[error("plot {name:?}: {source}")]
    Plot {
        /// The plot's name.
        name: String,
        /// Why.
        source: PlotError,
    },
    /// A file cannot be written.
    #[error("{path} cannot be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Held {
    /// Reads a folder of results. The last line of `runs.jsonl` may be cut off: its run was killed.
    fn read(folder: &Path) -> Result<Self, TellError> {
        let path = folder.join("suite.toml");
        let suite = Suite::parse(&read(&path)?).map_err(|source| TellError::Suite { path, source })?;
        let path = folder.join("runs.jsonl");
        let text = read(&path)?;
        let mut rows = Vec::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            match serde_json::from_str(line) {
                Ok(row) => rows.push(row),
                Err(_) if !line.ends_with('\n') || line.trim().is_empty() => {}
                Err(source) => return Err(TellError::Json { path, line: index + 1, source }),
            }
        }
        let path = folder.join("machine.json");
        let machine = match optional(&path)? {
            Some(text) => {
                serde_json::from_str(&text).map_err(|source| TellError::Json { path, line: source.line(), source })?
            }
            None => Machine::default(),
        };
        Ok(Self { suite, rows, machine, csv: optional(&folder.join("runs.csv"))? })
    }
}

/// Writes `summary.md`, `report.html` and `plots` into a folder of results, each file whole or not at all. Pictures of plots
/// that the suite no longer has are removed.
///
/// # Errors
/// What cannot be read, painted or written.
pub fn tell(folder: &Path) -> Result<Told, TellError> {
    let held = Held::read(folder)?;
    let Held { suite, rows, machine, csv } = &held;
    let findings = Findings { suite, rows, machine, missing: 0, csv: csv.as_deref() };
    let plots = folder.join("plots");
    fs::create_dir_all(&plots).map_err(|source| TellError::Write { path: plots.clone(), source })?;
    let mut told = Told {
        report: folder.join("report.html"),
        summary: folder.join("summary.md"),
        plots: Vec::new(),
        runs: rows.len(),
    };
    let before = optional(&told.summary)?.unwrap_or_default();
    for spec in &suite.plots {
        let chart = chart(spec, suite, rows);
        let png = chart.png(PNG_WIDTH).map_err(|source| TellError::Plot { name: spec.name.clone(), source })?;
        for (ending, bytes) in [("svg", chart.svg().into_bytes()), ("png", png)] {
            let path = plots.join(format!("{}.{ending}", spec.name));
            write_whole(&path, &bytes)?;
            told.plots.push(path);
        }
    }
    write_whole(&told.report, report(&findings).as_bytes())?;
    write_whole(&told.summary, summary(&findings).as_bytes())?;
    // The summary of before says which pictures are ours.
    for name in shown(&before).filter(|name| !suite.plots.iter().any(|spec| spec.name == *name)) {
        for ending in ["svg", "png"] {
            let path = plots.join(format!("{name}.{ending}"));
            match fs::remove_file(&path) {
                Err(source) if source.kind() != ErrorKind::NotFound => return Err(TellError::Write { path, source }),
                _ => {}
            }
        }
    }
    Ok(told)
}

/// The names of the plots that a summary shows.
fn shown(summary: &str) -> impl Iterator<Item = &str> {
    let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let names = summary.split("](plots/").skip(1).filter_map(|rest| rest.split_once(".svg)").map(|(name, _)| name));
    names.filter(move |name| !name.is_empty() && name.chars().all(is_fit))
}

fn read(path: &Path) -> Result<String, TellError> {
    fs::read_to_string(path).map_err(|source| TellError::Read { path: path.to_owned(), source })
}

/// The text of a file that need not be there.
fn optional(path: &Path) -> Result<Option<String>, TellError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(TellError::Read { path: path.to_owned(), source }),
    }
}

/// Writes a file under another name first, so that whoever reads it finds the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TellError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|source| TellError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::sample::{SUITE, many};

    /// A folder of results as a run leaves it.
    fn folder(suite: &str, rows: &[Row]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut lines = String::new();
        for row in rows {
            writeln!(lines, "{}", serde_json::to_string(row).unwrap()).unwrap();
        }
        fs::write(folder.path().join("suite.toml"), suite).unwrap();
        fs::write(folder.path().join("runs.jsonl"), lines).unwrap();
        fs::write(folder.path().join("runs.csv"), "key,search\n1,\"A* <none> & \"\"x\"\"\"\n").unwrap();
        let machine =
            r#"{ "cpu": "Z80 at 4 MHz", "cores": 1, "memory_bytes": 64000, "begun": "1976-07-01", "more": [] }"#;
        fs::write(folder.path().join("machine.json"), machine).unwrap();
        folder
    }

    #[test]
    fn a_folder_is_told_and_told_again() {
        let folder = folder(SUITE, &many(40));
        let told = tell(folder.path()).unwrap();
        assert_eq!((told.plots.len(), told.runs), (20, 320));
        for plot in &told.plots {
            let bytes = fs::read(plot).unwrap();
            assert!(bytes.starts_with(b"<svg ") || bytes.starts_with(b"\x89PNG"), "{}", plot.display());
        }
        let summary = fs::read_to_string(&told.summary).unwrap();
        assert!(summary.contains("## Searches compared") && summary.contains("](plots/cactus.svg)"));
        // A picture of the user's own stays, one of a plot that is gone does not.
        let own = folder.path().join("plots/own.svg");
        fs::write(&own, "<svg/>").unwrap();
        let fewer = SUITE.replace("name = \"cactus\"", "name = \"other\"");
        fs::write(folder.path().join("suite.toml"), fewer).unwrap();
        tell(folder.path()).unwrap();
        let mut names: Vec<String> = fs::read_dir(folder.path().join("plots"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert!(own.exists() && names.contains(&"other.png".to_owned()), "{names:?}");
        assert!(!names.iter().any(|name| name.contains("cactus") || name.contains("part")), "{names:?}");
    }

    #[test]
    fn a_report_needs_nothing_else() {
        let folder = folder(SUITE, &many(12));
        let page = fs::read_to_string(tell(folder.path()).unwrap().report).unwrap();
        let references = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for outside in ["http:", "https:", "src=", "@import", "url(", "<script", "<link", "NaN", "inf\""] {
            assert!(!references.contains(outside), "{outside}");
        }
        assert!(page.contains("href=\"data:text/csv;charset=utf-8,key,search%0A1,%22A*%20%3Cnone%3E"));
        assert!(page.contains("Z80 at 4 MHz, 1 core") && page.contains("fewest lab run sample"));
        // But for elements that have no end, the page is XML.
        let closed: String = page.lines().filter(|line| !line.starts_with("<meta ")).collect::<Vec<_>>().join("\n");
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let tree = roxmltree::Document::parse_with_options(&closed, options).unwrap();
        let count = |name: &str| tree.descendants().filter(|node| node.tag_name().name() == name).count();
        assert_eq!((count("caption"), count("figure"), count("figcaption"), count("svg")), (3, 10, 10, 10));
        for table in tree.descendants().filter(|node| node.has_tag_name("table")) {
            let width = |row: &roxmltree::Node<'_, '_>| -> usize {
                let cells = row.children().filter(roxmltree::Node::is_element);
                cells.map(|cell| cell.attribute("colspan").map_or(1, |span| span.parse().unwrap())).sum()
            };
            let rows: Vec<usize> =
                table.descendants().filter(|node| node.has_tag_name("tr")).map(|row| width(&row)).collect();
            assert!(rows.iter().skip(2).all(|width| *width == rows[0]), "{rows:?}");
            let heads = table.descendants().filter(|node| node.has_tag_name("th"));
            assert!(heads.into_iter().all(|head| head.attribute("scope").is_some()));
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let rows = many(1);
        let broken = folder(SUITE, &rows);
        let path = broken.path().join("runs.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        // A run that was killed leaves half a line.
        fs::write(&path, &text[..text.len() - 20]).unwrap();
        assert_eq!(Held::read(broken.path()).unwrap().rows.len(), rows.len() - 1);
        fs::write(&path, text.replacen("\"suite\"", "\"sweet\"", 1)).unwrap();
        let said = Held::read(broken.path()).unwrap_err().to_string();
        assert!(said.contains("runs.jsonl, line 1: missing field `suite`"), "{said}");
        fs::remove_file(&path).unwrap();
        let said = Held::read(broken.path()).unwrap_err().to_string();
        assert!(said.contains("runs.jsonl") && said.contains("fewest lab run"), "{said}");
    }
}
