//! What a suite found, as one HTML page that needs nothing else and as a Markdown summary.

use std::fmt::Write as _;

use crate::chart::chart;
use crate::html::{escape, wide};
use crate::method::{command, machine, method, runs, verbatim};
use crate::table::table;
use crate::write::Results;

/// The page's looks.
const CSS: &str = include_str!("report.css");

/// The largest table of runs that a page carries with it.
const CARRIED: usize = 2_000_000;

/// One HTML page with tables, plots, method and machine. It refers to nothing outside of itself.
pub fn report(results: &Results) -> String {
    let Results { suite, rows, machine: place, csv } = results;
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
    if place.quick {
        page.push_str("<p><strong>A quick run</strong>: few instances, to see that everything works.</p>\n");
    }
    if !suite.tables.is_empty() {
        page.push_str("<section>\n<h2>Tables</h2>\n");
        for spec in &suite.tables {
            page.push_str(&table(spec, suite, rows).html());
        }
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
    let _ = write!(page, "<section>\n<h2>Method</h2>\n{}</section>\n", method(suite, rows).html());
    let known = machine(place).html();
    let _ = write!(page, "<section>\n<h2>Machine</h2>\n{known}</section>\n");
    let _ = writeln!(
        page,
        "<section>\n<h2>Again</h2>\n<p>Runs that are there are kept; what is missing is run.</p>\n<pre><code>{}</code></pre>",
        escape(&command(suite, place))
    );
    if let Some(csv) = csv.as_ref().filter(|csv| csv.len() <= CARRIED) {
        let _ = writeln!(
            page,
            "<p><a download=\"{}-runs.csv\" href=\"data:text/csv;charset=utf-8,{}\">All runs as CSV</a></p>",
            suite.name,
            percent(csv)
        );
    }
    page.push_str("</section>\n</main>\n</body>\n</html>\n");
    page
}

/// The tables in Markdown, with links to the plots in the folder `plots`.
pub fn summary(results: &Results) -> String {
    let Results { suite, rows, machine: place, .. } = results;
    let mut text = format!("# {}\n\n", verbatim(&suite.title));
    if !suite.about.trim().is_empty() {
        let _ = writeln!(text, "{}\n", suite.about.trim());
    }
    let _ = writeln!(text, "{}", runs(suite, rows, place));
    for spec in &suite.tables {
        let table = table(spec, suite, rows);
        let _ = write!(text, "\n## {}\n\n{}", verbatim(&table.title), table.markdown());
    }
    for spec in &suite.plots {
        let chart = chart(spec, suite, rows);
        let (title, about) = (verbatim(&spec.title), verbatim(&chart.about));
        let _ = write!(text, "\n## {title}\n\n![{about}](plots/{}.svg)\n\n{about}\n", spec.name);
    }
    let _ = write!(text, "\n## Method\n\n{}", method(suite, rows).markdown());
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

/// Text in an address: all but letters, digits and a few marks by their bytes.
fn percent(text: &str) -> String {
    let mut address = String::with_capacity(text.len() * 3 / 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~,;:/=+*()!@".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}
