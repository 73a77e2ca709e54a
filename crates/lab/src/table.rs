//! Summary tables: lines of statistics, as Markdown and HTML.
//!
//! A statistic of a field is over the runs that were solved: what a search did before it gave up says when it gave up, not
//! what the instance takes. Where that leaves runs out, the cell is marked and the number of runs stands below. Quartiles need
//! no values but their order, in which a run that a limit stopped is the last; and memory is what was held, solved or not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewest_text::escape;

use crate::measure::{By, Field, Measure, Statistic};
use crate::number::{NOTHING, Unit, capital, count, title, whole};
use crate::row::Row;
use crate::select::{GroupKey, Order, measured, once, sample, select, stopped, stopped_at, why};
use crate::suite::{Suite, TableSpec};

/// The mark of cells that some runs were left out of.
const MARK: char = '†';

/// The mark of cells with runs that would have needed more, had they not been stopped.
const STOPPED: char = '‡';

const LISTED: usize = 8;

pub(crate) struct Table {
    pub(crate) title: String,
    /// What the first columns say: what makes a line.
    keys: Vec<String>,
    /// The groups of the other columns and how many each has; empty: there are none.
    groups: Vec<(String, usize)>,
    /// The other columns, with their units.
    columns: Vec<String>,
    /// What makes each line, and its cells.
    lines: Vec<(Vec<String>, Vec<String>)>,
    /// What must be known to read it.
    notes: Vec<String>,
}

/// A column: its group, its measure and, by line, its value and how many of how many runs count.
struct Column {
    group: Option<GroupKey>,
    measure: Measure,
    cells: Vec<Option<Cell>>,
}

struct Cell {
    /// Infinite where it lies among the runs that a limit stopped.
    value: Option<f64>,
    /// How far those had come, where that is one number.
    bound: Option<f64>,
    /// What stands there without a value.
    absent: String,
    counted: usize,
    /// How many of those that count a limit stopped.
    stopped: usize,
    runs: usize,
}

/// Sums rows up in a table.
///
/// Lines, and groups of columns, are in the order of the suite where it gives one, otherwise in that of numbers and names.
pub(crate) fn table(spec: &TableSpec, suite: &Suite, rows: &[Row]) -> Table {
    let rows = once(rows);
    let rows = select(&spec.only, &rows);
    let ways: Vec<By> = spec.rows.iter().chain(&spec.columns).copied().collect();
    let order = Order::new(suite, &ways, &rows);
    let every = ways.contains(&By::Outcome);
    let mut lines: BTreeMap<Vec<GroupKey>, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        lines.entry(spec.rows.iter().map(|by| order.place(*by, row)).collect()).or_default().push(row);
    }
    let groups: Vec<Option<GroupKey>> =
        spec.columns.map_or_else(|| vec![None], |by| order.split(by, &rows).into_keys().map(Some).collect());
    let parts: Vec<BTreeMap<GroupKey, Vec<&Row>>> =
        lines.values().map(|runs| spec.columns.map_or_else(BTreeMap::new, |by| order.split(by, runs))).collect();
    let mut columns = Vec::new();
    for group in &groups {
        for &measure in &spec.values {
            let runs_of = |(part, all): (&BTreeMap<GroupKey, Vec<&_>>, &Vec<&_>)| match group {
                Some(group) => part.get(group).map(|runs| Cell::of(measure, runs, every)),
                None => Some(Cell::of(measure, all, every)),
            };
            columns.push(Column {
                group: group.clone(),
                measure,
                cells: parts.iter().zip(lines.values()).map(runs_of).collect(),
            });
        }
    }
    let keys: Vec<Vec<String>> =
        lines.keys().map(|places| places.iter().map(|place| place.text.clone()).collect()).collect();
    lay_out(spec, &groups, &columns, keys)
}

impl Cell {
    fn of(measure: Measure, runs: &[&Row], every: bool) -> Self {
        let Measure { statistic, field } = measure;
        let is_count = matches!(statistic, Statistic::Count | Statistic::Solved);
        let values = if is_count { runs.len() } else { sample(field, runs, every).len() };
        let is_stopped_in = !every && !is_count && (measure.is_censored() || field.is_known_when_stopped());
        let stopped = if is_stopped_in { stopped(runs) } else { 0 };
        let absent = match values {
            0 => why(runs).unwrap_or_else(|| NOTHING.to_owned()),
            few => format!("n = {few}"),
        };
        Self {
            value: measured(measure, runs, every),
            bound: stopped_at(field, runs),
            absent,
            counted: if measure.is_censored() { values + stopped } else { values },
            stopped,
            runs: runs.len(),
        }
    }

    /// What a number stands for: the value or, where it is more than is known, what it is more than.
    fn number(&self) -> Option<f64> {
        self.value.filter(|value| value.is_finite()).or(self.bound.filter(|_| self.value.is_some()))
    }

    fn write(&self, measure: Measure, unit: Unit) -> String {
        let Some(value) = self.value else { return self.absent.clone() };
        if measure.statistic == Statistic::Solved {
            return format!("{} of {}", whole(value), count(self.runs));
        }
        let number = match self.number() {
            Some(number) if value.is_finite() => unit.write(measure, number),
            Some(bound) => format!("> {}", unit.write(measure, bound)),
            None => "> limit".to_owned(),
        };
        let mut text = number;
        if self.counted < self.runs {
            text.push(MARK);
        }
        if self.stopped > 0 && measure.field.is_known_when_stopped() {
            text.push(STOPPED);
        }
        text
    }
}

fn lay_out(spec: &TableSpec, groups: &[Option<GroupKey>], columns: &[Column], keys: Vec<Vec<String>>) -> Table {
    // Where there is one measure, the groups are the columns.
    let is_single = spec.values.len() == 1 && spec.columns.is_some();
    // Heads of many columns are short: what holds of all is said once.
    let is_mean = |measure: &Measure| measure.statistic == Statistic::Mean;
    let are_means = spec.columns.is_some() && !is_single && spec.values.iter().all(is_mean);
    let mut headings = Vec::new();
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); keys.len()];
    for column in columns {
        // One unit for a measure, so that searches can be compared at a glance.
        let alike = columns.iter().filter(|other| other.measure == column.measure);
        let values: Vec<f64> = alike.flat_map(|other| other.cells.iter().flatten().filter_map(Cell::number)).collect();
        let unit = match column.measure.statistic {
            Statistic::Count | Statistic::Solved => Unit::NONE,
            _ => Unit::of(column.measure.field, &values),
        };
        let name = match &column.group {
            Some(group) if is_single => group_name(spec, group),
            _ if are_means => column.measure.field.short().to_owned(),
            _ => title(column.measure),
        };
        headings.push(if unit.name.is_empty() { name } else { format!("{name} ({})", unit.name) });
        for (line, cell) in cells.iter_mut().zip(&column.cells) {
            line.push(cell.as_ref().map_or_else(|| NOTHING.to_owned(), |cell| cell.write(column.measure, unit)));
        }
    }
    let all = match () {
        () if is_single => format!(": {}", title(spec.values[0])),
        () if are_means => ", means".to_owned(),
        () => String::new(),
    };
    Table {
        title: format!("{}{all}", spec.title),
        keys: spec.rows.iter().map(|by| by.heading().to_owned()).collect(),
        groups: if is_single {
            Vec::new()
        } else {
            groups.iter().flatten().map(|group| (group_name(spec, group), spec.values.len())).collect()
        },
        notes: notes(spec, columns, &keys),
        columns: headings,
        lines: keys.into_iter().zip(cells).collect(),
    }
}

/// What stands above a group of columns: a number alone would not say what it counts.
fn group_name(spec: &TableSpec, group: &GroupKey) -> String {
    match spec.columns {
        Some(by) if by.is_number() => format!("{} {}", by.heading(), group.text),
        _ => group.text.clone(),
    }
}

/// What must be known: which runs count.
fn notes(spec: &TableSpec, columns: &[Column], keys: &[Vec<String>]) -> Vec<String> {
    let mut notes = Vec::new();
    if spec.only.solved_by_all {
        notes.push("Only instances that every search in this table solved.".to_owned());
    }
    let mut fewer: Vec<String> = Vec::new();
    let (mut is_missing, mut is_few, mut is_why, mut is_last) = (false, false, false, false);
    let mut held: Vec<Field> = Vec::new();
    for (line, key) in keys.iter().enumerate() {
        for column in columns {
            let Some(Some(cell)) = column.cells.get(line) else {
                is_missing = true;
                continue;
            };
            if cell.value.is_none() {
                is_missing |= cell.absent == NOTHING;
                is_few |= cell.counted > 0;
                is_why |= cell.counted == 0 && cell.absent != NOTHING;
            }
            is_last |= cell.stopped > 0 && column.measure.is_censored();
            if cell.stopped > 0 && column.measure.field.is_known_when_stopped() && !held.contains(&column.measure.field)
            {
                held.push(column.measure.field);
            }
            if cell.value.is_none() || cell.counted == cell.runs {
                continue;
            }
            let group = column.group.as_ref().map(|group| group_name(spec, group));
            let place = key.iter().cloned().chain(group).collect::<Vec<_>>().join(", ");
            let entry = format!("{place}: n = {} of {}", count(cell.counted), count(cell.runs));
            if !fewer.contains(&entry) {
                fewer.push(entry);
            }
        }
    }
    if !fewer.is_empty() {
        let more = fewer.len().saturating_sub(LISTED);
        fewer.truncate(LISTED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        notes.push(format!("{MARK} Over solved runs only. {}{more}.", fewer.join("; ")));
    }
    if is_last {
        notes.push(
            "Medians and quartiles count a run that a limit stopped as more than all others; > marks what such runs \
             had used by then."
                .to_owned(),
        );
    }
    if !held.is_empty() {
        let fields: Vec<&str> = held.into_iter().map(Field::short).collect();
        notes.push(format!("{STOPPED} {} including runs that a limit stopped.", capital(&fields.join(" and "))));
    }
    let has_no_length = |(place, by): (&String, &By)| place == NOTHING && matches!(by, By::Length(_));
    if keys.iter().any(|key| key.iter().zip(&spec.rows).any(has_no_length)) {
        notes.push(format!("The row {NOTHING} has the runs without a solution, which have no length."));
    }
    if is_missing {
        notes.push(format!("{NOTHING} No run, or not recorded."));
    }
    if is_why {
        notes.push("A word instead of a number says what ended the runs; none of them was solved.".to_owned());
    }
    if is_few {
        notes.push("n instead of a number: there are too few runs for this statistic.".to_owned());
    }
    notes
}

/// The beginning of a `div` that can be scrolled sideways, by keys as well.
pub(crate) fn wide(name: &str) -> String {
    format!("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n", escape(name))
}

impl Table {
    /// The headings of all columns in one line.
    fn headings(&self) -> Vec<String> {
        let mut columns = self.columns.iter();
        let mut headings = self.keys.clone();
        for (group, width) in &self.groups {
            headings.extend(columns.by_ref().take(*width).map(|column| format!("{group}: {column}")));
        }
        headings.extend(columns.cloned());
        headings
    }

    /// The table in GitHub's Markdown, aligned, with its notes below.
    pub(crate) fn markdown(&self) -> String {
        let clean = |text: &String| text.replace('|', "\\|").replace('<', "&lt;");
        let headings: Vec<String> = self.headings().iter().map(clean).collect();
        let lines: Vec<Vec<String>> =
            self.lines.iter().map(|(keys, cells)| keys.iter().chain(cells).map(clean).collect()).collect();
        let widths: Vec<usize> = (0..headings.len())
            .map(|column| {
                let cells = lines.iter().map(|line| &line[column]).chain([&headings[column]]);
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
            })
            .collect();
        let mut text = String::new();
        let mut write_line = |cells: &[String]| {
            for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                // Writing to a string cannot fail, here and below.
                let _ = if column < self.keys.len() {
                    write!(text, "| {cell:<width$} ")
                } else {
                    write!(text, "| {cell:>width$} ")
                };
            }
            text.push_str("|\n");
        };
        write_line(&headings);
        let rule = |(column, width): (usize, &usize)| {
            if column < self.keys.len() { "-".repeat(*width) } else { format!("{}:", "-".repeat(width - 1)) }
        };
        write_line(&widths.iter().enumerate().map(rule).collect::<Vec<_>>());
        for line in &lines {
            write_line(line);
        }
        text.extend(self.notes.iter().map(|note| format!("\n{note}\n")));
        text
    }

    /// The table as text for a terminal, aligned, with its notes below.
    pub(crate) fn text(&self) -> String {
        let headings = self.headings();
        let lines: Vec<Vec<&String>> =
            self.lines.iter().map(|(keys, cells)| keys.iter().chain(cells).collect()).collect();
        let length = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..headings.len())
            .map(|column| {
                let cells = lines.iter().map(|line| length(line[column]));
                cells.max().unwrap_or(0).max(length(&headings[column]))
            })
            .collect();
        let line = |cells: &[&String]| {
            let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column < self.keys.len() { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        let mut text = line(&headings.iter().collect::<Vec<_>>());
        text.extend(lines.iter().map(|cells| line(cells)));
        text.extend(self.notes.iter().map(|note| format!("{note}\n")));
        text
    }

    /// The table in HTML, with its title as the caption and its notes below.
    pub(crate) fn html(&self) -> String {
        let mut text = format!("{}<table>\n<caption>{}</caption>\n", wide(&self.title), escape(&self.title));
        if !self.groups.is_empty() {
            let _ = writeln!(text, "<colgroup span=\"{}\"></colgroup>", self.keys.len());
        }
        let cells = |open: &str, texts: &[String], close: &str| {
            texts.iter().flat_map(|text| [open, &escape(text), close].map(str::to_owned)).collect::<String>()
        };
        let widths = self.groups.iter().map(|(_, width)| width);
        text.extend(widths.map(|width| format!("<colgroup class=\"group\" span=\"{width}\"></colgroup>\n")));
        let span = if self.groups.is_empty() { "" } else { " rowspan=\"2\"" };
        let _ = write!(text, "<thead>\n<tr>{}", cells(&format!("<th scope=\"col\"{span}>"), &self.keys, "</th>"));
        for (group, width) in &self.groups {
            let _ = write!(text, "<th scope=\"colgroup\" colspan=\"{width}\">{}</th>", escape(group));
        }
        if !self.groups.is_empty() {
            text.push_str("</tr>\n<tr>");
        }
        let heads = cells("<th scope=\"col\" class=\"number\">", &self.columns, "</th>");
        let _ = write!(text, "{heads}</tr>\n</thead>\n<tbody>\n");
        for (keys, values) in &self.lines {
            let (keys, values) = (cells("<th scope=\"row\">", keys, "</th>"), cells("<td>", values, "</td>"));
            let _ = writeln!(text, "<tr>{keys}{values}</tr>");
        }
        text.push_str("</tbody>\n</table>\n</div>\n");
        text + &cells("<p class=\"note\">", &self.notes, "</p>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Ending;
    use crate::sample::{row, suite};

    fn rows() -> Vec<Row> {
        vec![
            row("4x4", "1", "IDA* manhattan", Ending::Solved, 40),
            row("4x4", "2", "IDA* manhattan", Ending::Solved, 50),
            row("4x4", "1", "A* manhattan", Ending::Limit, 900),
            row("4x4", "2", "A* manhattan", Ending::Solved, 50),
            row("3x3", "1", "A* manhattan", Ending::Solved, 7),
            row("3x3", "2", "A* manhattan", Ending::Solved, 12),
            row("3x3", "3", "A* none", Ending::Refused, 0),
        ]
    }

    #[test]
    fn a_table_in_markdown() {
        let shown = table(&suite().tables[0], &suite(), &rows()).markdown();
        let expected = "\
| group | search         | solved | mean length | ± (95 %) length | mean expanded | median time (ms) | max memory (MB) |
| ----- | -------------- | -----: | ----------: | --------------: | ------------: | ---------------: | --------------: |
| 3x3   | A* none        | 0 of 1 |     refused |         refused |       refused |          refused |         refused |
| 3x3   | A* manhattan   | 2 of 2 |        9.50 |            31.8 |          95.0 |             9.50 |            12.0 |
| 4x4   | A* manhattan   | 1 of 2 |       50.0† |           n = 1 |          500† |            > 900 |            900‡ |
| 4x4   | IDA* manhattan | 2 of 2 |        45.0 |            63.5 |           450 |             45.0 |            50.0 |

† Over solved runs only. 4x4, A* manhattan: n = 1 of 2.

Medians and quartiles count a run that a limit stopped as more than all others; > marks what such runs had used by then.

‡ Memory including runs that a limit stopped.

A word instead of a number says what ended the runs; none of them was solved.

n instead of a number: there are too few runs for this statistic.
";
        assert_eq!(shown, expected, "\n{shown}");
    }

    #[test]
    fn groups_of_columns_and_classes_of_lengths() {
        let shown = table(&suite().tables[1], &suite(), &rows());
        assert_eq!(shown.groups, [("A* none".to_owned(), 2), ("A* manhattan".to_owned(), 2)]);
        let keys: Vec<&str> = shown.lines.iter().map(|(keys, _)| keys[0].as_str()).collect();
        assert_eq!(keys, ["5–9", "10–14", "–"]);
        assert_eq!(shown.lines[0].1, ["–", "–", "1", "70.0"]);
        assert_eq!(shown.lines[2].1, ["1", "refused", "–", "–"]);
        assert!(shown.notes[0].starts_with("The row – has"), "{:?}", shown.notes);
        assert!(shown.markdown().starts_with("| length | A* none: runs | A* none: mean expanded |"));
        assert!(shown.html().contains("<th scope=\"colgroup\" colspan=\"2\">A* manhattan</th>"));
    }

    #[test]
    fn heads_of_means_say_so_once() {
        let values: Vec<Measure> = ["mean expanded", "mean seconds"].map(|words| words.parse().unwrap()).to_vec();
        let spec = TableSpec { values, ..suite().tables[1].clone() };
        let shown = table(&spec, &suite(), &rows());
        assert_eq!(
            (shown.title.as_str(), &shown.columns[..2]),
            ("Expanded nodes by length, means", &["expanded".to_owned(), "time (ms)".to_owned()][..])
        );
        assert!(table(&suite().tables[1], &suite(), &rows()).columns.contains(&"mean expanded".to_owned()));
    }

    #[test]
    fn repetitions_are_no_samples() {
        let mut rows = vec![row("3x3", "1", "A* none", Ending::Solved, 10); 3];
        for (repetition, row) in (1..).zip(&mut rows) {
            row.repetition = repetition;
        }
        rows.push(row("3x3", "2", "A* none", Ending::Solved, 20));
        let shown = table(&suite().tables[0], &suite(), &rows);
        assert_eq!(shown.lines[0].1[..4], ["2 of 2", "15.0", "63.5", "150"]);
        rows[1].outcome = Ending::Limit;
        assert_eq!(table(&suite().tables[0], &suite(), &rows).lines[0].1[0], "1 of 2");
    }

    #[test]
    fn numbers_above_columns_say_what_they_count() {
        let rows =
            [5, 10].map(|shuffle| Row { shuffle: Some(shuffle), ..row("3x3", "1", "A* none", Ending::Solved, 3) });
        let spec = TableSpec { columns: Some(By::Shuffle), ..suite().tables[2].clone() };
        assert_eq!(table(&spec, &suite(), &rows).columns, ["shuffle 5", "shuffle 10"]);
    }

    #[test]
    fn what_all_solved_alone() {
        let shown = table(&suite().tables[2], &suite(), &rows());
        assert_eq!(shown.title, "What all solved: mean expanded");
        assert_eq!(shown.columns, ["4x4"]);
        assert_eq!(shown.lines.len(), 2);
        assert!(shown.notes[0].contains("every search in this table"));
    }

    #[test]
    fn where_outcomes_are_told_apart_every_run_counts() {
        let spec = TableSpec { rows: vec![By::Outcome], ..suite().tables[0].clone() };
        let spec = TableSpec { values: vec!["mean expanded".parse().unwrap()], ..spec };
        let lines = table(&spec, &suite(), &rows()).lines;
        let said: Vec<(&str, &str)> = lines.iter().map(|(key, cell)| (key[0].as_str(), cell[0].as_str())).collect();
        assert_eq!(said, [("solved", "318"), ("limit", "9,000"), ("refused", "0")]);
    }

    #[test]
    fn what_could_be_taken_for_marks_is_not() {
        let rows = [row("<b>|x", "1", "A* none", Ending::Solved, 3)];
        let shown = table(&suite().tables[0], &suite(), &rows);
        assert!(shown.html().contains("&lt;b&gt;|x") && !shown.html().contains("<b>"));
        assert!(shown.markdown().contains("| &lt;b>\\|x |"));
    }
}
