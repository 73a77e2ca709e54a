//! The table that is printed.

use std::fmt;

/// Rows of what was measured and the bar it is held to.
#[derive(Debug, Default)]
pub struct Report(Vec<Row>);

#[derive(Debug)]
struct Row {
    what: String,
    measured: String,
    bar: String,
    met: bool,
}

/// What a number is held to.
#[derive(Clone, Copy, Debug)]
pub enum Bar {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

impl Report {
    /// Adds a number; `detail` says what else is known of the run.
    pub fn add(&mut self, what: &str, measured: f64, unit: &str, bar: Bar, detail: &str) {
        let (sign, limit, met) = match bar {
            Bar::AtMost(limit) => ('≤', limit, measured <= limit),
            Bar::AtLeast(limit) => ('≥', limit, measured >= limit),
        };
        let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
        let row = Row {
            what: format!("{what}{detail}"),
            measured: format!("{} {unit}", short(measured)),
            bar: format!("{sign} {} {unit}", short(limit)),
            met,
        };
        eprintln!("{}: {}", row.what, row.measured);
        self.0.push(row);
    }
}

/// Three digits that count.
fn short(number: f64) -> String {
    match number {
        number if number >= 100.0 => format!("{number:.0}"),
        number if number >= 10.0 => format!("{number:.1}"),
        number if number >= 1.0 => format!("{number:.2}"),
        number => format!("{number:.3}"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | measured | bar | |\n|---|---:|---:|---|")?;
        for Row { what, measured, bar, met } in &self.0 {
            writeln!(f, "| {what} | {measured} | {bar} | {} |", if *met { "met" } else { "not met" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_met_from_its_own_side() {
        let mut report = Report::default();
        report.add("build", 31.0, "s", Bar::AtMost(30.0), "two threads");
        report.add("rate", 151.0, "M/s", Bar::AtLeast(150.0), "");
        let text = report.to_string();
        assert!(text.contains("| build (two threads) | 31.0 s | ≤ 30.0 s | not met |"), "{text}");
        assert!(text.contains("| rate | 151 M/s | ≥ 150 M/s | met |"), "{text}");
    }
}
