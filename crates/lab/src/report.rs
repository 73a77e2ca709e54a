//! What a suite found, as one HTML page that needs nothing else and as a Markdown summary.

use std::fmt::Write as _;

use fewest_text::escape;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::chart::chart;
use crate::machine::Machine;
use crate::method::{command, machine, method, runs, verbatim};
use crate::number::counted;
use crate::row::Row;
use crate::suite::Suite;
use crate::table::{table, wide};

const CSS: &str = include_str!("report.css");

/// The largest table of runs that a page carries with it.
const CARRIED: usize = 2_000_000;

/// What is written by its bytes in an address: all but letters, digits and what is common in a table and means nothing there.
const IN_ADDRESS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',').remove(b':').remove(b'/').remove(b'*');

/// What is told: a suite and what its runs gave.
#[derive(Clone, Copy)]
pub(crate) struct Findings<'a> {
    pub(crate) suite: &'a Suite,
    pub(crate) rows: &'a [Row],
    pub(crate) machine: &'a Machine,
    pub(crate) missing: usize,
    /// The rows as CSV, which the page then carries with it unless they are too many.
    pub(crate) csv: Option<&'a str>,
}

impl Findings<'_> {
    /// What must be known before anything else: that this is not all.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let missing = format!("Incomplete: {} missing.", counted(self.missing, "run"));
        let quick = "A quick run: only a few instances, to see that everything works.".to_owned();
        let known = [(self.missing > 0, missing), (self.machine.quick, quick)];
        known.into_iter().filter_map(|(holds, warning)| holds.then_some(warning)).collect()
    }
}

/// One HTML page with tables, plots, method and machine. It refers to nothing outside of itself.
pub(crate) fn report(findings: &Findings<'_>) -> String {
    let Findings { suite, rows, machine: place, csv, .. } = *findings;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n\
         <main>\n<h1>{title}</h1>\n",
        title = escape(&suite.title)
    );
    for paragraph in suite.about.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
    let _ = writeln!(page, "<p>{}</p>", code(&runs(suite, rows, place)));
    let warnings = findings.warnings().into_iter();
    page.extend(warnings.map(|warning| format!("<p><strong>{}</strong></p>\n", escape(&warning))));
    if !suite.tables.is_empty() {
        page.push_str("<section>\n<h2>Tables</h2>\n");
        page.extend(suite.tables.iter().map(|spec| table(spec, suite, rows).html()));
        page.push_str("</section>\n");
    }
    if !suite.plots.is_empty() {
        page.push_str("<section>\n<h2>Plots</h2>\n");
        for spec in &suite.plots {
            let chart = chart(spec, suite, rows);
            let _ = writeln!(
                page,
                "<figure id=\"plot-{}\">\n{}{}</div>\n<figcaption>{}</figcaption>\n</figure>",
                escape(&spec.name),
                wide(&spec.title),
                chart.svg(),
                escape(&chart.about)
            );
        }
        page.push_str("</section>\n");
    }
    let _ =
        write!(page, "<section>\n<h2>Method</h2>\n{}</section>\n", method(suite, rows, findings.missing == 0).html());
    let known = machine(place).html();
    let _ = write!(page, "<section>\n<h2>Machine</h2>\n{known}</section>\n");
    let _ = writeln!(
        page,
        "<section>\n<h2>Reproduce</h2>\n<p>Existing runs are kept; only missing ones are run. Run a command that names \
         suite.toml in the folder of the results.</p>\n<pre><code>{}</code></pre>",
        escape(&command(suite, place))
    );
    if let Some(csv) = csv.filter(|csv| csv.len() <= CARRIED) {
        let _ = writeln!(
            page,
            "<p><a download=\"{}-runs.csv\" href=\"data:text/csv;charset=utf-8,{}\">All runs as CSV</a></p>",
            suite.name,
            utf8_percent_encode(csv, IN_ADDRESS)
        );
    }
    page.push_str("</section>\n</main>\n</body>\n</html>\n");
    page
}

/// The tables in Markdown, with links to the plots in the folder `plots`.
pub(crate) fn summary(findings: &Findings<'_>) -> String {
    let Findings { suite, rows, machine: place, .. } = *findings;
    let mut text = format!("# {}\n\n", verbatim(&suite.title));
    if !suite.about.trim().is_empty() {
        let _ = writeln!(text, "{}\n", suite.about.trim());
    }
    let _ = writeln!(text, "{}", runs(suite, rows, place));
    text.extend(findings.warnings().iter().map(|warning| format!("\n**{warning}**\n")));
    for spec in &suite.tables {
        let table = table(spec, suite, rows);
        let _ = write!(text, "\n## {}\n\n{}", verbatim(&table.title), table.markdown());
    }
    for spec in &suite.plots {
        let chart = chart(spec, suite, rows);
        let (title, about) = (verbatim(&spec.title), verbatim(&chart.about));
        let _ = write!(text, "\n## {title}\n\n![{about}](plots/{}.svg)\n\n{about}\n", spec.name);
    }
    let _ = write!(text, "\n## Method\n\n{}", method(suite, rows, findings.missing == 0).markdown());
    let known = machine(place).markdown();
    if !known.is_empty() {
        let _ = write!(text, "\n## Machine\n\n{known}");
    }
    text
}

/// Text in HTML, with what is between back quotes as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::suite;

    #[test]
    fn what_is_not_all_is_said_first() {
        let (suite, machine) = (suite(), Machine { quick: true, ..Machine::default() });
        let findings = Findings { suite: &suite, rows: &[], machine: &machine, missing: 1_200, csv: None };
        for text in [report(&findings), summary(&findings)] {
            let [missing, quick] =
                ["1,200 runs missing.", "A quick run:"].map(|words| text.find(words).expect("a warning"));
            assert!(missing < quick && quick < text.find("Searches compared").expect("a table"));
            assert!(text.contains("fewest lab run suite.toml --out . --quick"));
        }
        let done = Findings { missing: 0, machine: &Machine::default(), ..findings };
        assert!(!report(&done).contains("<strong>"));
    }

    #[test]
    fn the_runs_go_with_the_page_unless_they_are_too_many() {
        let (suite, machine) = (suite(), Machine::default());
        let page =
            |csv: &str| report(&Findings { suite: &suite, rows: &[], machine: &machine, missing: 0, csv: Some(csv) });
        assert!(page("a,b\n\"é\",2\n").contains("data:text/csv;charset=utf-8,a,b%0A%22%C3%A9%22,2%0A\""));
        assert!(!page(&"1,2\n".repeat(CARRIED / 4 + 1)).contains("data:"));
    }
}
