//! A folder of results is told: `summary.md`, `report.html` and the pictures in `plots`, all from the rows that are there.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::chart::chart;
use crate::error::LabError;
use crate::folder::unfinished;
use crate::page::page;
use crate::report::{Findings, report, summary};
use crate::run::{Results, results};
use crate::table::table;

/// The width of PNG pictures: twice the natural one, for fine screens.
const PNG_WIDTH: u32 = 2 * fewest_plot::WIDTH;

/// A folder that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Where the report is.
    pub report: PathBuf,
    /// What must be known before anything else, such as that runs are missing.
    pub warnings: Vec<String>,
    /// The tables as text, each with its title.
    pub tables: Vec<(String, String)>,
}

/// Writes `summary.md`, `report.html` and `plots` into a folder of results, each file whole or not at all. Pictures of plots
/// that the suite no longer has are removed. Returns where the report is, and its tables.
///
/// # Errors
/// What cannot be read, painted or written.
pub fn tell(folder: &Path) -> Result<Told, LabError> {
    let Results { suite, machine, rows, missing } = results(folder)?;
    let csv = optional(&folder.join("runs.csv"))?;
    let findings = Findings { suite: &suite, rows: &rows, machine: &machine, missing, csv: csv.as_deref() };
    let report = tell_of(&findings, folder)?;
    let tables = suite.tables.iter().map(|spec| table(spec, &suite, &rows));
    let tables = tables.map(|table| (table.title.clone(), table.text())).collect();
    Ok(Told { report, warnings: findings.warnings(), tables })
}

fn tell_of(findings: &Findings<'_>, folder: &Path) -> Result<PathBuf, LabError> {
    let Findings { suite, rows, .. } = *findings;
    let plots = folder.join("plots");
    fs::create_dir_all(&plots).map_err(LabError::write(&plots))?;
    let (page, tables) = (folder.join("report.html"), folder.join("summary.md"));
    let before = optional(&tables)?.unwrap_or_default();
    for spec in &suite.plots {
        let chart = chart(spec, suite, rows);
        let png = chart.png(PNG_WIDTH).map_err(|error| LabError::Plot(spec.name.clone(), error))?;
        for (ending, bytes) in [("svg", chart.svg().into_bytes()), ("png", png)] {
            write_whole(&plots.join(format!("{}.{ending}", spec.name)), &bytes)?;
        }
    }
    write_whole(&page, report(findings).as_bytes())?;
    write_whole(&tables, summary(findings).as_bytes())?;
    // The summary of before says which pictures are ours.
    for name in shown(&before).filter(|name| !suite.plots.iter().any(|spec| spec.name == *name)) {
        for ending in ["svg", "png"] {
            let path = plots.join(format!("{name}.{ending}"));
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(LabError::Write(path, error)),
                _ => {}
            }
        }
    }
    Ok(page)
}

/// Fills a template with what a folder of results holds, and writes the page, named as the suite, and its pictures into
/// another folder, each file whole or not at all. Returns where the page is.
///
/// # Errors
/// That runs are missing, or what cannot be read, filled or written.
pub fn write_page(folder: &Path, template: &str, into: &Path) -> Result<PathBuf, LabError> {
    let Results { suite, rows, machine, missing } = results(folder)?;
    if missing > 0 {
        return Err(LabError::Incomplete(folder.to_owned(), missing));
    }
    let page = page(template, &suite, &rows, &machine)?;
    let pictures = into.join("img");
    fs::create_dir_all(&pictures).map_err(LabError::write(&pictures))?;
    for (name, svg) in &page.plots {
        write_whole(&pictures.join(name), svg.as_bytes())?;
    }
    let path = into.join(&suite.name).with_extension("md");
    write_whole(&path, page.markdown.as_bytes())?;
    Ok(path)
}

/// The names of the plots that a summary shows.
fn shown(summary: &str) -> impl Iterator<Item = &str> {
    let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let names = summary.split("](plots/").skip(1).filter_map(|rest| rest.split_once(".svg)").map(|(name, _)| name));
    names.filter(move |name| !name.is_empty() && name.chars().all(is_fit))
}

/// The text of a file that need not be there.
fn optional(path: &Path) -> Result<Option<String>, LabError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LabError::file(path)(error)),
    }
}

/// Writes a file under another name first, so that whoever reads it finds the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    let part = unfinished(path);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(LabError::write(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::row::Row;
    use crate::sample::{SUITE, many};
    use crate::suite::Suite;

    const CSV: &str = "key,search
1,\"A* <none> & \"\"x\"\"\"
";

    fn told_of(suite: &str, rows: &[Row], folder: &Path) -> PathBuf {
        let machine = Machine { cpu: "Z80 at 4 MHz".to_owned(), cores: 1, memory_bytes: 64_000, ..Machine::default() };
        let suite = Suite::parse(suite).unwrap();
        tell_of(&Findings { suite: &suite, rows, machine: &machine, missing: 0, csv: Some(CSV) }, folder).unwrap()
    }

    #[test]
    fn a_folder_is_told_and_told_again() {
        let folder = tempfile::tempdir().unwrap();
        told_of(SUITE, &many(40), folder.path());
        let plots: Vec<_> = fs::read_dir(folder.path().join("plots")).unwrap().map(Result::unwrap).collect();
        assert_eq!(plots.len(), 20);
        for plot in plots {
            let bytes = fs::read(plot.path()).unwrap();
            assert!(bytes.starts_with(b"<svg ") || bytes.starts_with(b"\x89PNG"), "{plot:?}");
        }
        let summary = fs::read_to_string(folder.path().join("summary.md")).unwrap();
        assert!(
            summary.contains("320 runs")
                && summary.contains("## Searches compared")
                && summary.contains("](plots/cactus.svg)")
        );
        // A picture of the user's own stays, one of a plot that is gone does not.
        let own = folder.path().join("plots/own.svg");
        fs::write(&own, "<svg/>").unwrap();
        let fewer = SUITE.replace("name = \"cactus\"", "name = \"other\"");
        told_of(&fewer, &many(40), folder.path());
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
        let folder = tempfile::tempdir().unwrap();
        let page = fs::read_to_string(told_of(SUITE, &many(12), folder.path())).unwrap();
        let references = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for outside in ["http:", "https:", "src=", "@import", "url(", "<script", "<link", "NaN", "inf\""] {
            assert!(!references.contains(outside), "{outside}");
        }
        assert!(page.contains("href=\"data:text/csv;charset=utf-8,key,search%0A1,%22A*%20%3Cnone%3E"));
        assert!(page.contains("Z80 at 4 MHz, 1 core") && page.contains("fewest lab run suite.toml --out ."));
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
    fn a_folder_without_results_is_no_folder_of_results() {
        let folder = tempfile::tempdir().unwrap();
        let said = tell(folder.path()).unwrap_err().to_string();
        assert!(said.contains("no results") && said.contains("fewest lab run"), "{said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
