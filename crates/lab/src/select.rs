//! Which rows are looked at, what they are told apart by, and in which order that is shown.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::label::label_as_written;
use crate::measure::{By, Field, Measure, Statistic};
use crate::number::NOTHING;
use crate::row::{Ending, Row};
use crate::statistics::statistic;
use crate::suite::{Only, Searches, Suite};

/// Rows in which every run stands once: repetitions become one row with their means, solved where all of them were. They are
/// no sample of their own: nodes are the same each time, and times nearly.
pub(crate) fn once(rows: &[Row]) -> Cow<'_, [Row]> {
    if rows.iter().all(|row| row.repetition == 1) {
        return Cow::Borrowed(rows);
    }
    let mut places: HashMap<(&str, &str, &str, &str), usize> = HashMap::new();
    let mut all: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let place = *places.entry((&row.group, &row.instance, &row.metric, &row.search)).or_insert(all.len());
        if place == all.len() {
            all.push(Vec::new());
        }
        all[place].push(row);
    }
    Cow::Owned(all.iter().map(|repetitions| mean_of(repetitions)).collect())
}

/// Repetitions of a run as one.
#[expect(clippy::cast_precision_loss, reason = "means need no more than 52 bits")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts is one")]
fn mean_of(repetitions: &[&Row]) -> Row {
    let told = repetitions.iter().find(|row| row.outcome != Ending::Solved).unwrap_or(&repetitions[0]);
    let number = repetitions.len() as f64;
    let mean = |value: fn(&Row) -> f64| repetitions.iter().map(|row| value(row)).sum::<f64>() / number;
    let count =
        |value: fn(&Row) -> u64| (repetitions.iter().map(|row| value(row) as f64).sum::<f64>() / number).round() as u64;
    Row {
        repetition: 1,
        expanded: count(|row| row.expanded),
        generated: count(|row| row.generated),
        reopened: count(|row| row.reopened),
        iterations: count(|row| row.iterations),
        seconds: mean(|row| row.seconds),
        setup_seconds: mean(|row| row.setup_seconds),
        peak_memory_bytes: repetitions.iter().map(|row| row.peak_memory_bytes).max().unwrap_or(0),
        ..(*told).clone()
    }
}

/// The rows that are looked at.
pub(crate) fn select<'a>(only: &Only, rows: &'a [Row]) -> Vec<&'a Row> {
    let among = |list: &[String], word: &str| list.is_empty() || list.iter().any(|item| item == word);
    let is_in = |row: &&Row| {
        among(&only.groups, &row.group)
            && among(&only.instances, &row.instance)
            && among(&only.searches, &row.search)
            && among(&only.metrics, &row.metric)
            && (only.shuffles.is_empty() || row.shuffle.is_some_and(|shuffle| only.shuffles.contains(&shuffle)))
    };
    let rows: Vec<&Row> = rows.iter().filter(is_in).collect();
    if only.solved_by_all { solved_by_all(rows) } else { rows }
}

/// The rows of instances that every search of their group, under their metric, solved each time.
fn solved_by_all(rows: Vec<&Row>) -> Vec<&Row> {
    let mut searches: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut solvers: BTreeMap<(&str, &str, &str), BTreeMap<&str, bool>> = BTreeMap::new();
    for row in &rows {
        searches.entry((&row.group, &row.metric)).or_default().insert(&row.search);
        let solved = solvers.entry((&row.group, &row.metric, &row.instance)).or_default();
        *solved.entry(&row.search).or_insert(true) &= row.outcome == Ending::Solved;
    }
    let is_in = |row: &&Row| {
        let solved = &solvers[&(row.group.as_str(), row.metric.as_str(), row.instance.as_str())];
        let all = &searches[&(row.group.as_str(), row.metric.as_str())];
        solved.len() == all.len() && solved.values().all(|is_solved| *is_solved)
    };
    rows.into_iter().filter(is_in).collect()
}

/// A value that rows are told apart by. Places are in the order in which they are shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Whether rows here have no such value: they come last.
    pub(crate) is_nowhere: bool,
    /// The place that the suite gives it.
    rank: usize,
    /// Its text in pieces, so that numbers are compared as numbers.
    pieces: Vec<Piece>,
    /// What is shown.
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Word(String),
}

impl Place {
    fn new(rank: usize, text: String) -> Self {
        Self { is_nowhere: false, rank, pieces: pieces(&text), text }
    }

    /// The one place of all rows.
    pub(crate) fn everywhere() -> Self {
        Self::new(0, String::new())
    }

    /// The place of rows that have no such value.
    fn nowhere() -> Self {
        Self { is_nowhere: true, rank: 0, pieces: Vec::new(), text: NOTHING.to_owned() }
    }
}

/// Runs of digits, and what is between them.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(piece.parse().map_or_else(|_| Piece::Word(piece.to_lowercase()), Piece::Number));
        rest = after;
    }
    pieces
}

/// More names than a group lists.
const MANY: usize = 1 << 24;

/// The order of a suite's values.
pub(crate) struct Order<'a> {
    suite: &'a Suite,
    searches: HashMap<&'a str, usize>,
    /// Whether an instance must be named with its group, because another group has one of the same name.
    is_wide: bool,
}

impl<'a> Order<'a> {
    /// The order for rows that are told apart in these ways.
    pub(crate) fn new(suite: &'a Suite, ways: &[By], rows: &[&'a Row]) -> Self {
        let labels: BTreeSet<&str> = rows.iter().map(|row| row.search.as_str()).collect();
        let searches =
            labels.into_iter().map(|label| (label, suite.search_rank(label).unwrap_or(usize::MAX))).collect();
        let mut groups: HashMap<&'a str, &'a str> = HashMap::new();
        let is_twice = |row: &&'a Row| *groups.entry(&row.instance).or_insert(&row.group) != row.group;
        let is_wide = !ways.contains(&By::Group) && rows.iter().any(is_twice);
        Self { suite, searches, is_wide }
    }

    /// Where a row belongs.
    pub(crate) fn place(&self, by: By, row: &Row) -> Place {
        let number = |value: Option<u64>| value.map_or_else(Place::nowhere, |value| Place::new(0, value.to_string()));
        let among = |lists: &mut dyn Iterator<Item = &Vec<String>>, word: &str| {
            let rank = lists.flatten().position(|item| item.eq_ignore_ascii_case(word)).unwrap_or(usize::MAX);
            Place::new(rank, word.to_owned())
        };
        let searches = &self.suite.searches;
        let group_rank = || self.suite.instances.iter().position(|i| i.group == row.group).unwrap_or(usize::MAX);
        match by {
            By::Group => Place::new(group_rank(), row.group.clone()),
            By::Instance if self.is_wide => Place::new(group_rank(), format!("{} {}", row.group, row.instance)),
            By::Instance => {
                let names = self.suite.instances.iter().filter(|i| i.group == row.group).flat_map(|i| &i.names);
                let rank = names.into_iter().position(|name| *name == row.instance).unwrap_or(MANY - 1);
                Place::new(group_rank().min(MANY) * MANY + rank, row.instance.clone())
            }
            By::Shuffle => number(row.shuffle),
            By::Distance => number(row.distance.map(u64::from)),
            By::Length(1) => number(row.length.map(u64::from)),
            By::Length(width) => row.length.map_or_else(Place::nowhere, |length| {
                let least = length / width * width;
                Place::new(0, format!("{least}–{}", u64::from(least) + u64::from(width) - 1))
            }),
            By::Search => {
                let rank = self.searches.get(row.search.as_str()).copied().unwrap_or(usize::MAX);
                Place::new(rank, row.search.clone())
            }
            By::Algorithm => among(&mut searches.iter().map(|s| &s.algorithms), &row.algorithm),
            By::Heuristic => among(&mut searches.iter().map(|s| &s.heuristics), &row.heuristic),
            By::Metric => among(&mut searches.iter().map(|s| &s.metrics), &row.metric),
            By::Outcome => Place::new(row.outcome as usize, row.outcome.to_string()),
        }
    }

    /// Rows by their places, in order.
    pub(crate) fn split<'r>(&self, by: By, rows: &[&'r Row]) -> BTreeMap<Place, Vec<&'r Row>> {
        let mut places: BTreeMap<Place, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            places.entry(self.place(by, row)).or_default().push(row);
        }
        places
    }
}

impl By {
    /// The value as a number, where it is one: of a class its middle.
    pub(crate) fn number(self, row: &Row) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "nobody shuffles by 2^52 moves")]
        match self {
            Self::Shuffle => row.shuffle.map(|shuffle| shuffle as f64),
            Self::Distance => row.distance.map(f64::from),
            Self::Length(width) => {
                row.length.map(|length| f64::from(length / width * width) + f64::from(width - 1) / 2.0)
            }
            _ => None,
        }
    }

    /// Whether its values are numbers.
    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Shuffle | Self::Distance | Self::Length(_))
    }

    /// What stands above its column.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Instance => "instance",
            Self::Shuffle => "shuffle",
            Self::Distance => "distance",
            Self::Length(_) => "length",
            Self::Search => "search",
            Self::Algorithm => "algorithm",
            Self::Heuristic => "heuristic",
            Self::Metric => "metric",
            Self::Outcome => "outcome",
        }
    }

    /// What stands along its axis.
    pub(crate) fn axis(self) -> String {
        match self {
            Self::Shuffle => "random moves from the goal".to_owned(),
            Self::Distance => "distance from the goal (moves)".to_owned(),
            Self::Length(1) => "length of the solution (moves)".to_owned(),
            Self::Length(width) => format!("length of the solution (moves, in classes of {width})"),
            _ => self.heading().to_owned(),
        }
    }
}

/// The values of a field in the runs that count: those that were solved or, where outcomes are told apart, all. Of memory and
/// of the time before a search every run counts that was not refused: those that ended at a limit took the most.
pub(crate) fn sample(field: Field, runs: &[&Row], every: bool) -> Vec<f64> {
    let counts = |row: &&&Row| match row.outcome {
        Ending::Solved => true,
        Ending::Refused => every,
        Ending::Limit | Ending::Unsolvable => every || matches!(field, Field::Memory | Field::SetupSeconds),
    };
    runs.iter().filter(counts).filter_map(|row| field.of(row)).filter(|value| value.is_finite()).collect()
}

/// A measure of runs, and how many of them it is of. A median or quartile of effort that falls among runs which a limit ended is
/// infinite: all that is known is that it is more than they spent.
pub(crate) fn measure_of(measure: Measure, runs: &[&Row], every: bool) -> (Option<f64>, usize) {
    #[expect(clippy::cast_precision_loss, reason = "nobody makes 2^52 runs")]
    match measure.statistic {
        Statistic::Count => (Some(runs.len() as f64), runs.len()),
        Statistic::Solved => (Some(solved(runs) as f64), runs.len()),
        Statistic::Lower | Statistic::Median | Statistic::Upper if measure.field.is_effort() && !every => {
            let mut values = sample(measure.field, runs, false);
            let known = values.len();
            let stopped = runs.iter().filter(|row| row.outcome == Ending::Limit).count();
            values.resize(known + stopped, f64::INFINITY);
            // Where nothing was solved there is no value to be beyond of.
            (if known == 0 { None } else { statistic(measure.statistic, &values) }, known + stopped)
        }
        which => {
            let values = sample(measure.field, runs, every);
            (statistic(which, &values), values.len())
        }
    }
}

/// A measure of runs, where it is a number.
pub(crate) fn measured(measure: Measure, runs: &[&Row], every: bool) -> Option<f64> {
    measure_of(measure, runs, every).0.filter(|value| value.is_finite())
}

/// How many runs found a solution.
pub(crate) fn solved(runs: &[&Row]) -> usize {
    runs.iter().filter(|row| row.outcome == Ending::Solved).count()
}

impl Suite {
    /// The place of a search among the suite's, by its label; none where no search of the suite is called so.
    pub(crate) fn search_rank(&self, label: &str) -> Option<usize> {
        self.searches.iter().flat_map(Searches::labels).position(|known| known == label)
    }
}

impl Searches {
    /// What the searches are called, in order.
    pub(crate) fn labels(&self) -> Vec<String> {
        if let Some(label) = &self.label {
            return vec![label.clone()];
        }
        let mut labels: Vec<String> = Vec::new();
        for algorithm in &self.algorithms {
            for heuristic in &self.heuristics {
                let label = label_as_written(algorithm, heuristic, &self.options);
                if !labels.contains(&label) {
                    labels.push(label);
                }
            }
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{row, suite};

    #[test]
    fn numbers_are_compared_as_numbers() {
        let mut texts = ["10x10", "3x3", "3x10", "a", "B", "3x3 deep"].map(|text| Place::new(0, text.to_owned()));
        texts.sort();
        assert_eq!(texts.map(|place| place.text), ["3x3", "3x3 deep", "3x10", "10x10", "a", "B"]);
        assert!(Place::nowhere() > Place::new(usize::MAX, "z".to_owned()));
    }

    #[test]
    fn repetitions_are_one_run() {
        let twice = |outcome, length, repetition| Row { repetition, ..row("3x3", "1", "A* none", outcome, length) };
        let rows =
            [twice(Ending::Solved, 10, 1), twice(Ending::Solved, 20, 2), row("3x3", "2", "A* none", Ending::Solved, 1)];
        let merged = once(&rows);
        assert_eq!((merged.len(), merged[0].expanded, merged[0].seconds), (2, 150, 0.015));
        assert_eq!(merged[0].outcome, Ending::Solved);
        let rows = [twice(Ending::Solved, 10, 1), twice(Ending::Limit, 20, 2)];
        assert_eq!(once(&rows)[0].outcome, Ending::Limit);
    }

    #[test]
    fn what_a_limit_ended_is_beyond_all_others() {
        let run = |outcome, length| row("3x3", "1", "A* none", outcome, length);
        let rows = [run(Ending::Solved, 1), run(Ending::Solved, 2), run(Ending::Limit, 1), run(Ending::Refused, 9)];
        let rows: Vec<&Row> = rows.iter().collect();
        let of = |words: &str, runs: &[&Row]| measure_of(words.parse().unwrap(), runs, false);
        assert_eq!(of("median expanded", &rows), (Some(20.0), 3));
        assert_eq!(of("q3 expanded", &rows), (Some(f64::INFINITY), 3));
        assert_eq!(of("mean expanded", &rows), (Some(15.0), 2));
        assert_eq!(of("median length", &rows), (Some(1.5), 2));
        assert_eq!(of("max memory", &rows), (Some(2e6), 3));
        assert_eq!(of("median seconds", &rows[2..]).0, None);
        assert_eq!(measured("q3 seconds".parse().unwrap(), &rows, false), None);
    }

    #[test]
    fn instances_are_in_the_order_of_the_suite() {
        let suite = suite();
        let rows = [row("4x4", "b", "A* none", Ending::Solved, 1), row("3x3", "c", "A* none", Ending::Solved, 1)];
        let rows: Vec<&Row> = rows.iter().collect();
        let names = |rows: &[&Row]| -> Vec<String> {
            let order = Order::new(&suite, &[By::Instance], rows);
            order.split(By::Instance, rows).into_keys().map(|place| place.text).collect()
        };
        assert_eq!(names(&rows), ["c", "b"]);
        let other = row("3x3", "b", "A* none", Ending::Solved, 1);
        assert_eq!(names(&[rows[0], rows[1], &other]), ["3x3 b", "3x3 c", "4x4 b"]);
    }

    #[test]
    fn searches_are_in_the_order_of_the_suite() {
        let suite = suite();
        let ranks = ["A* none", "A* manhattan", "IDA* manhattan", "Best"].map(|label| suite.search_rank(label));
        assert_eq!(ranks, [Some(0), Some(1), Some(3), Some(4)]);
        assert_eq!(suite.search_rank("BFS"), None);
        let labels = |text: &str| toml::from_str::<Searches>(text).unwrap().labels();
        assert_eq!(
            labels("algorithms = ['astar', 'bfs']\nheuristics = ['none', 'Manhattan']"),
            ["A* none", "A* manhattan", "BFS"]
        );
        assert_eq!(labels("options = { weight = 1.5 }"), ["auto weight=1.5"]);
    }

    #[test]
    fn what_all_solved_is_what_every_search_of_the_group_solved() {
        let rows = [
            row("g", "1", "a", Ending::Solved, 5),
            row("g", "1", "b", Ending::Solved, 5),
            row("g", "2", "a", Ending::Solved, 5),
            row("g", "2", "b", Ending::Limit, 5),
            row("g", "3", "a", Ending::Solved, 5),
            // Only `a` is asked of this group.
            row("h", "1", "a", Ending::Solved, 5),
        ];
        let only = Only { solved_by_all: true, ..Only::default() };
        let left: Vec<_> = select(&only, &rows).iter().map(|row| (row.group.as_str(), row.instance.as_str())).collect();
        assert_eq!(left, [("g", "1"), ("g", "1"), ("h", "1")]);
        let only = Only { searches: vec!["a".to_owned()], solved_by_all: true, ..Only::default() };
        assert_eq!(select(&only, &rows).len(), 4);
    }

    #[test]
    fn only_selects() {
        let mut rows = vec![row("g", "1", "a", Ending::Solved, 5), row("h", "1", "b", Ending::Solved, 5)];
        rows[1].shuffle = Some(7);
        let count = |only: Only| select(&only, &rows).len();
        assert_eq!(count(Only::default()), 2);
        assert_eq!(count(Only { groups: vec!["g".to_owned()], ..Only::default() }), 1);
        assert_eq!(count(Only { searches: vec!["c".to_owned()], ..Only::default() }), 0);
        assert_eq!(count(Only { shuffles: vec![7], ..Only::default() }), 1);
        assert_eq!(count(Only { instances: vec!["2".to_owned()], ..Only::default() }), 0);
        assert_eq!(count(Only { metrics: vec!["moves".to_owned()], ..Only::default() }), 2);
    }
}
