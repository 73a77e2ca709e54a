//! Pages of the documentation: a Markdown template whose placeholders are filled with what a suite found.
//!
//! On a line of its own: `{{table NAME}}`, `{{plot NAME}}`, `{{method}}`, `{{machine}}`. Anywhere: `{{runs}}`, a sentence on
//! how many there were and what made them, and `{{value MEASURE where group=… search=…}}`, a single number, so that prose
//! never says what the runs do not.

use thiserror::Error;

use crate::chart::chart;
use crate::machine::Machine;
use crate::measure::{Measure, Statistic};
use crate::method::{machine as machine_facts, method, runs, verbatim};
use crate::number::{Unit, count};
use crate::row::Row;
use crate::select::{measured, once, solved, stopped_at};
use crate::suite::Suite;
use crate::table::table;

#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) markdown: String,
    /// The name of each file, in the folder `img` beside the page, and the SVG.
    pub(crate) plots: Vec<(String, String)>,
}

/// A placeholder that cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct PageError {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub fault: String,
}

/// What a value can be selected by.
const KEYS: [&str; 7] = ["group", "instance", "shuffle", "search", "metric", "algorithm", "heuristic"];

/// Fills a template, or says which placeholder is the first that is unknown or finds nothing.
pub(crate) fn page(template: &str, suite: &Suite, rows: &[Row], machine: &Machine) -> Result<Page, PageError> {
    let mut filling = Filling { suite, rows, machine, plots: Vec::new() };
    let mut markdown = String::with_capacity(template.len() * 2);
    for (index, line) in template.lines().enumerate() {
        let at = |fault: String| PageError { line: index + 1, fault };
        let filled = match alone(line) {
            Some(words) => filling.block(words).map_err(at)?,
            None => None,
        };
        match filled {
            Some(block) => markdown.push_str(block.trim_end()),
            None => markdown.push_str(&filling.inline(line).map_err(at)?),
        }
        markdown.push('\n');
    }
    Ok(Page { markdown, plots: filling.plots })
}

/// The words of a placeholder that has its line to itself.
fn alone(line: &str) -> Option<&str> {
    let words = line.trim().strip_prefix("{{")?.strip_suffix("}}")?;
    (!words.contains("{{")).then_some(words.trim())
}

struct Filling<'a> {
    suite: &'a Suite,
    rows: &'a [Row],
    machine: &'a Machine,
    plots: Vec<(String, String)>,
}

impl Filling<'_> {
    /// What stands for a placeholder that has its line to itself; none where it could stand in a sentence.
    fn block(&mut self, words: &str) -> Result<Option<String>, String> {
        let (word, name) = words.split_once(' ').map_or((words, ""), |(word, name)| (word, name.trim()));
        let suite = self.suite;
        match word {
            "table" => {
                let tables = &suite.tables;
                let spec = tables.iter().find(|spec| spec.name == name);
                let spec = spec.ok_or_else(|| absent("table", name, tables.iter().map(|spec| &spec.name)))?;
                let table = table(spec, suite, self.rows);
                Ok(Some(format!("**{}**\n\n{}", verbatim(&table.title), table.markdown())))
            }
            "plot" => {
                let plots = &suite.plots;
                let spec = plots.iter().find(|spec| spec.name == name);
                let spec = spec.ok_or_else(|| absent("plot", name, plots.iter().map(|spec| &spec.name)))?;
                let chart = chart(spec, suite, self.rows);
                let file = format!("{}-{}.svg", suite.name, spec.name);
                let (title, about) = (verbatim(&chart.title), verbatim(&chart.about));
                let picture = format!("![{title}: {about}](img/{file})\n\n*{about}*");
                if !self.plots.iter().any(|(known, _)| *known == file) {
                    self.plots.push((file, chart.svg()));
                }
                Ok(Some(picture))
            }
            "method" => Ok(Some(method(suite, self.rows, true).markdown())),
            "machine" => Ok(Some(machine_facts(self.machine).markdown())),
            _ => Ok(None),
        }
    }

    fn inline(&self, line: &str) -> Result<String, String> {
        let mut text = String::with_capacity(line.len());
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            let (words, after) = after.split_once("}}").ok_or("a placeholder is not closed; write }} after it")?;
            let words = words.trim();
            text.push_str(before);
            text.push_str(&match words.split_once(' ') {
                Some(("value", value)) => self.value(value.trim()).map_err(|fault| format!("value: {fault}"))?,
                _ if words == "runs" => runs(self.suite, self.rows, self.machine),
                _ => return Err(self.stranger(words)),
            });
            rest = after;
        }
        Ok(text + rest)
    }

    fn stranger(&self, words: &str) -> String {
        let word = words.split(' ').next().unwrap_or_default();
        if ["table", "plot", "method", "machine"].contains(&word) {
            return format!("{{{{{words}}}}} needs a line of its own");
        }
        format!(
            "{{{{{words}}}}} is not a placeholder; write table NAME, plot NAME, method, machine, runs or value MEASURE \
             where KEY=…, with the names of the suite {:?}",
            self.suite.name
        )
    }

    /// `mean expanded where group=3x3 search=A* manhattan`
    fn value(&self, words: &str) -> Result<String, String> {
        let (measure, wanted) = words.split_once(" where ").unwrap_or((words, ""));
        let measure: Measure = measure.trim().parse().map_err(|fault| format!("{fault}"))?;
        let wanted = conditions(wanted)?;
        let is_in = |row: &&Row| {
            wanted.iter().all(|(key, value)| match *key {
                "group" => row.group == *value,
                "instance" => row.instance == *value,
                "shuffle" => row.shuffle.is_some_and(|shuffle| shuffle.to_string() == *value),
                "search" => row.search == *value,
                "metric" => row.metric == *value,
                "algorithm" => row.algorithm == *value,
                _ => row.heuristic == *value,
            })
        };
        let rows = once(self.rows);
        let runs: Vec<&Row> = rows.iter().filter(is_in).collect();
        if runs.is_empty() {
            return Err("no run is selected".to_owned());
        }
        if measure.statistic == Statistic::Solved {
            return Ok(format!("{} of {}", count(solved(&runs)), count(runs.len())));
        }
        let value = measured(measure, &runs, false).ok_or("no solved run has it, or too few have it")?;
        let (more, value) = match value {
            value if value.is_finite() => ("", value),
            _ => match stopped_at(measure.field, &runs) {
                Some(bound) => ("more than ", bound),
                None => return Ok("more than the limit".to_owned()),
            },
        };
        let unit = if measure.statistic == Statistic::Count { Unit::NONE } else { Unit::of(measure.field, &[value]) };
        let text = format!("{more}{}", unit.write(measure, value));
        Ok(if unit.name.is_empty() { text } else { format!("{text} {}", unit.name) })
    }
}

fn absent<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    format!(
        "there is no {what} {name:?}; the suite has {}",
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    )
}

/// `key=value` by `key=value`; a value goes on until the next key, so that it may have spaces.
fn conditions(words: &str) -> Result<Vec<(&'static str, String)>, String> {
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for word in words.split_whitespace() {
        let key =
            word.split_once('=').and_then(|(key, value)| Some((*KEYS.iter().find(|known| **known == key)?, value)));
        match (key, found.last_mut()) {
            (Some((key, value)), _) => found.push((key, value.to_owned())),
            // Such as the options in a label.
            (None, Some((_, value))) => {
                value.push(' ');
                value.push_str(word);
            }
            (None, None) => {
                return Err(format!("{word:?} is not a condition; write KEY=…, with a KEY out of {}", KEYS.join(", ")));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Ending;
    use crate::sample::{row, suite};

    fn rows() -> Vec<Row> {
        vec![
            row("3x3", "1", "A* manhattan", Ending::Solved, 10),
            row("3x3", "2", "A* manhattan", Ending::Solved, 20),
            row("3x3", "3", "A* manhattan", Ending::Limit, 900),
            row("4x4", "1", "IDA* manhattan", Ending::Solved, 40),
        ]
    }

    fn filled(template: &str) -> Result<Page, PageError> {
        page(template, &suite(), &rows(), &Machine { cpu: "Z80".to_owned(), ..Machine::default() })
    }

    #[test]
    fn a_template_is_filled() {
        let template = "# Title\n\nMean {{value mean expanded where group=3x3 search=A* manhattan}}, \
            {{value solved where search=A* manhattan}}, {{ value max seconds }}.\n\n{{table searches}}\n\n{{plot pair}}\n\
            {{plot pair}}\n{{machine}}\n{{method}}\n{{runs}}\n| a | {{value count}} |\n";
        let page = filled(template).unwrap();
        for part in [
            "# Title\n\nMean 150, 2 of 3, 40.0 ms.\n\n**Searches compared**\n\n| group |",
            "there are too few runs for this statistic.\n\n![A\\* against IDA\\*: Expanded nodes of A\\* manhattan",
            "](img/sample-pair.svg)\n\n*Expanded nodes of A\\* manhattan",
            ".*\n",
            "- **Processor**: Z80\n",
            "- **Instances**:\n",
            "\n4 runs of 4 instances, 3 solved, made by `fewest lab run suite.toml --out .`.\n| a | 4 |\n",
        ] {
            assert!(page.markdown.contains(part), "{part}\n{}", page.markdown);
        }
        assert_eq!(page.plots.len(), 1);
        assert!(page.plots[0].0 == "sample-pair.svg" && page.plots[0].1.starts_with("<svg "));
    }

    #[test]
    fn a_value_beyond_the_limit_is_more_than_it() {
        let rows = [row("3x3", "1", "A* none", Ending::Limit, 900), row("3x3", "2", "A* none", Ending::Limit, 90)];
        let said = |rows: &[Row]| {
            page("{{value median expanded}}, {{value median seconds}}", &suite(), rows, &Machine::default())
                .unwrap()
                .markdown
        };
        assert_eq!(said(&rows), "more than the limit, more than the limit\n");
        assert_eq!(said(&rows[..1]), "more than 9,000, more than 900 ms\n");
    }

    #[test]
    fn what_cannot_be_filled_is_told_with_its_line() {
        for (template, said) in [
            ("# Eight tiles\n\n{{value count where group=9x9}} runs.\n", "line 3: value: no run is selected"),
            ("\n\n{{tabel x}}", "line 3: {{tabel x}} is not a placeholder"),
            ("{{table x}}", "line 1: there is no table \"x\"; the suite has searches, by-length, fair"),
            ("{{plot x}}", "line 1: there is no plot \"x\"; the suite has lengths"),
            ("see {{table searches}}", "line 1: {{table searches}} needs a line of its own"),
            ("a {{value mean nodes}}", "line 1: value: \"nodes\" is not a field"),
            ("a {{value count where size=3}}", "line 1: value: \"size=3\" is not a condition"),
            ("a {{value count where group=9x9}}", "line 1: value: no run is selected"),
            ("a {{value sd length where group=4x4}}", "line 1: value: no solved run has it, or too few have it"),
            ("a {{value count", "line 1: a placeholder is not closed"),
        ] {
            let error = filled(template).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
