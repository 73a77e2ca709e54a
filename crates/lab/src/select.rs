//! Which rows are looked at, what they are told apart by, and in which order that is shown.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::repeat_n;

use crate::label::label_as_written;
use crate::measure::{By, Field, Measure, Statistic};
use crate::number::NOTHING;
use crate::row::{Ending, Row};
use crate::statistics::statistic;
use crate::suite::{Only, Searches, Suite};

/// One row for each search of each instance: repetitions are no samples of their own.
///
/// An instance that was not solved each time is not solved, and its row is that of the runs that were not; otherwise it has
/// the mean of all. Lists are those of the first.
pub(crate) fn once(rows: &[Row]) -> Cow<'_, [Row]> {
    if rows.iter().all(|row| row.repetition <= 1) {
        return Cow::Borrowed(rows);
    }
    let mut places: HashMap<(&str, &str, &str, &str), usize> = HashMap::new();
    let mut alike: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        match places.entry((&row.group, &row.instance, &row.search, &row.metric)) {
            Entry::Occupied(place) => alike[*place.get()].push(row),
            Entry::Vacant(place) => {
                place.insert(alike.len());
                alike.push(vec![row]);
            }
        }
    }
    Cow::Owned(alike.iter().filter_map(|runs| mean(runs)).collect())
}

/// The mean of runs of one search and one instance.
fn mean(runs: &[&Row]) -> Option<Row> {
    let first = runs.iter().copied().find(|row| row.outcome != Ending::Solved).or(runs.first().copied())?;
    let alike: Vec<&Row> = runs.iter().copied().filter(|row| row.outcome == first.outcome).collect();
    let size = alike.len() as f64;
    let real = |of: fn(&Row) -> f64| alike.iter().map(|row| of(row)).sum::<f64>() / size;
    // Rounded: counts of single-threaded searches are equal anyway.
    let whole = |of: fn(&Row) -> u64| {
        let (sum, count) = (alike.iter().map(|row| u128::from(of(row))).sum::<u128>(), alike.len() as u128);
        u64::try_from((sum + count / 2) / count).unwrap_or(u64::MAX)
    };
    Some(Row {
        expanded: whole(|row| row.expanded),
        generated: whole(|row| row.generated),
        reopened: whole(|row| row.reopened),
        iterations: whole(|row| row.iterations),
        peak_memory_bytes: whole(|row| row.peak_memory_bytes),
        seconds: real(|row| row.seconds),
        setup_seconds: real(|row| row.setup_seconds),
        length: if alike.iter().all(|row| row.length.is_some()) {
            u32::try_from(whole(|row| row.length.map_or(0, u64::from))).ok()
        } else {
            first.length
        },
        repetition: 1,
        ..first.clone()
    })
}

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
pub(crate) struct GroupKey {
    /// Whether rows here have no such value: they come last.
    pub(crate) is_nowhere: bool,
    /// The place that the suite gives it.
    rank: usize,
    /// Its text in pieces, so that numbers are compared as numbers.
    pieces: Vec<Piece>,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Word(String),
}

impl GroupKey {
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

pub(crate) struct Order<'a> {
    suite: &'a Suite,
    searches: HashMap<&'a str, usize>,
    /// Instances, with their groups, in the order in which they first appear: that of the suite.
    instances: HashMap<(&'a str, &'a str), usize>,
    /// Whether an instance must be named with its group, because another group has one of the same name.
    is_wide: bool,
}

impl<'a> Order<'a> {
    /// The order for rows that are told apart in these ways.
    pub(crate) fn new(suite: &'a Suite, ways: &[By], rows: &[&'a Row]) -> Self {
        let labels: BTreeSet<&str> = rows.iter().map(|row| row.search.as_str()).collect();
        let searches =
            labels.into_iter().map(|label| (label, suite.search_rank(label).unwrap_or(usize::MAX))).collect();
        let names: BTreeSet<&str> = rows.iter().map(|row| row.instance.as_str()).collect();
        let mut instances = HashMap::new();
        for row in rows {
            let next = instances.len();
            instances.entry((row.group.as_str(), row.instance.as_str())).or_insert(next);
        }
        let is_wide = instances.len() > names.len() && !ways.contains(&By::Group);
        Self { suite, searches, instances, is_wide }
    }

    /// Where a row belongs.
    pub(crate) fn place(&self, by: By, row: &Row) -> GroupKey {
        let number =
            |value: Option<u64>| value.map_or_else(GroupKey::nowhere, |value| GroupKey::new(0, value.to_string()));
        let among = |lists: &mut dyn Iterator<Item = &Vec<String>>, word: &str| {
            let rank = lists.flatten().position(|item| item.eq_ignore_ascii_case(word)).unwrap_or(usize::MAX);
            GroupKey::new(rank, word.to_owned())
        };
        let searches = &self.suite.searches;
        let instance_rank = || {
            let known = self.instances.get(&(row.group.as_str(), row.instance.as_str()));
            known.copied().unwrap_or(usize::MAX)
        };
        let group_rank = || self.suite.instances.iter().position(|i| i.group == row.group).unwrap_or(usize::MAX);
        match by {
            By::Group => GroupKey::new(group_rank(), row.group.clone()),
            By::Instance if self.is_wide => GroupKey::new(instance_rank(), format!("{} {}", row.group, row.instance)),
            By::Instance => GroupKey::new(instance_rank(), row.instance.clone()),
            By::Shuffle => number(row.shuffle),
            By::Distance => number(row.distance.map(u64::from)),
            By::Length(1) => number(row.length.map(u64::from)),
            By::Length(width) => row.length.map_or_else(GroupKey::nowhere, |length| {
                let least = length / width * width;
                GroupKey::new(0, format!("{least}–{}", u64::from(least) + u64::from(width) - 1))
            }),
            By::Search => {
                let rank = self.searches.get(row.search.as_str()).copied().unwrap_or(usize::MAX);
                GroupKey::new(rank, row.search.clone())
            }
            By::Algorithm => among(&mut searches.iter().map(|s| &s.algorithms), &row.algorithm),
            By::Heuristic => among(&mut searches.iter().map(|s| &s.heuristics), &row.heuristic),
            By::Metric => among(&mut searches.iter().map(|s| &s.metrics), &row.metric),
            By::Outcome => GroupKey::new(row.outcome as usize, format!("{:?}", row.outcome).to_lowercase()),
        }
    }

    /// Rows by their places, in order.
    pub(crate) fn split<'r>(&self, by: By, rows: &[&'r Row]) -> BTreeMap<GroupKey, Vec<&'r Row>> {
        let mut places: BTreeMap<GroupKey, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            places.entry(self.place(by, row)).or_default().push(row);
        }
        places
    }
}

impl By {
    /// The value as a number, where it is one: of a class its middle.
    pub(crate) fn number(self, row: &Row) -> Option<f64> {
        match self {
            Self::Shuffle => row.shuffle.map(|shuffle| shuffle as f64),
            Self::Distance => row.distance.map(f64::from),
            Self::Length(width) => {
                row.length.map(|length| f64::from(length / width * width) + f64::from(width - 1) / 2.0)
            }
            _ => None,
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Shuffle | Self::Distance | Self::Length(_))
    }

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

/// The values of a field in the runs that count: those that were solved; where a run that was stopped says something of the
/// field, those that were not refused; and where outcomes are told apart, all.
pub(crate) fn sample(field: Field, runs: &[&Row], every: bool) -> Vec<f64> {
    let counts = |row: &&&Row| match row.outcome {
        Ending::Solved => true,
        Ending::Refused => every,
        Ending::Limit | Ending::Unsolvable => every || field.is_known_when_stopped(),
    };
    runs.iter().filter(counts).filter_map(|row| field.of(row)).filter(|value| value.is_finite()).collect()
}

/// A measure of runs; infinite where it lies among the runs that a limit stopped.
pub(crate) fn measured(measure: Measure, runs: &[&Row], every: bool) -> Option<f64> {
    match measure.statistic {
        Statistic::Count => Some(runs.len() as f64),
        Statistic::Solved => Some(solved(runs) as f64),
        which => {
            let mut values = sample(measure.field, runs, every);
            if measure.is_censored() && !every {
                values.extend(repeat_n(f64::INFINITY, stopped(runs)));
            }
            statistic(which, &values)
        }
    }
}

pub(crate) fn stopped(runs: &[&Row]) -> usize {
    runs.iter().filter(|row| row.outcome == Ending::Limit).count()
}

/// How far the runs that a limit stopped had come, where it was one limit and they all had come as far.
pub(crate) fn stopped_at(field: Field, runs: &[&Row]) -> Option<f64> {
    let stopped: Vec<&Row> = runs.iter().copied().filter(|row| row.outcome == Ending::Limit).collect();
    let reasons: BTreeSet<Option<&str>> = stopped.iter().map(|row| row.reason.as_deref()).collect();
    let values = stopped.iter().filter_map(|row| field.of(row));
    let (least, most) = values.fold((f64::INFINITY, 0.0_f64), |(least, most), v| (least.min(v), most.max(v)));
    // A clock is read now and then only.
    (reasons.len() == 1 && least > 0.0 && most <= least * 1.02).then_some(least)
}

/// Why runs have no value: `time`, `memory/refused`.
pub(crate) fn why(runs: &[&Row]) -> Option<String> {
    let mut reasons: Vec<&str> = Vec::new();
    for row in runs {
        let reason = row.reason.as_deref().unwrap_or_default();
        let word = match row.outcome {
            Ending::Solved => continue,
            Ending::Unsolvable => "unsolvable",
            Ending::Refused => "refused",
            Ending::Limit => ["time", "memory", "expansion", "depth"]
                .into_iter()
                .find(|kind| reason.contains(kind))
                .map_or("limit", |kind| if kind == "expansion" { "expansions" } else { kind }),
        };
        if !reasons.contains(&word) {
            reasons.push(word);
        }
    }
    reasons.sort_unstable();
    (!reasons.is_empty()).then(|| reasons.join("/"))
}

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
        let mut texts = ["10x10", "3x3", "3x10", "a", "B", "3x3 deep"].map(|text| GroupKey::new(0, text.to_owned()));
        texts.sort();
        assert_eq!(texts.map(|place| place.text), ["3x3", "3x3 deep", "3x10", "10x10", "a", "B"]);
        assert!(GroupKey::nowhere() > GroupKey::new(usize::MAX, "z".to_owned()));
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
    fn repetitions_are_one_run() {
        let repeated = |repetition, outcome, length| Row { repetition, ..row("g", "1", "a", outcome, length) };
        let rows = [
            repeated(1, Ending::Solved, 10),
            row("g", "2", "a", Ending::Solved, 7),
            repeated(2, Ending::Solved, 10),
            repeated(3, Ending::Solved, 40),
        ];
        let runs = once(&rows);
        assert_eq!((runs.len(), runs[0].length, runs[0].expanded, runs[1].expanded), (2, Some(20), 200, 70));
        assert!((runs[0].seconds - 0.020).abs() < 1e-12, "{}", runs[0].seconds);
        // Of one that failed once nothing else counts.
        let rows = [repeated(1, Ending::Solved, 10), repeated(2, Ending::Limit, 90)];
        let runs = once(&rows);
        assert_eq!((runs.len(), runs[0].outcome, runs[0].expanded, runs[0].length), (1, Ending::Limit, 900, None));
        assert!(matches!(once(&rows[..1]), Cow::Borrowed(_)));
    }

    #[test]
    fn quantiles_count_what_was_stopped_as_more() {
        let rows = [
            row("g", "1", "a", Ending::Solved, 1),
            row("g", "2", "a", Ending::Solved, 2),
            row("g", "3", "a", Ending::Limit, 1),
            row("g", "4", "a", Ending::Limit, 1),
            row("g", "5", "a", Ending::Limit, 1),
            row("g", "6", "a", Ending::Refused, 0),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let value = |words: &str| measured(words.parse().unwrap(), &rows, false);
        assert_eq!(value("q1 expanded"), Some(20.0));
        assert_eq!(value("median expanded"), Some(f64::INFINITY));
        // Between the last that was solved and the first that was not.
        assert_eq!(measured("median seconds".parse().unwrap(), &rows[..4], false), Some(f64::INFINITY));
        assert_eq!((value("mean expanded"), value("median length")), (Some(15.0), Some(1.5)));
        assert_eq!(stopped_at(Field::Expanded, &rows), Some(10.0));
        // What was held is known of all that ran.
        assert_eq!((value("max memory"), value("mean memory")), (Some(2e6), Some(1.2e6)));
    }

    #[test]
    fn why_there_is_no_value() {
        let run = |outcome, reason: &str| Row { reason: Some(reason.to_owned()), ..row("g", "1", "a", outcome, 1) };
        let rows = [
            run(Ending::Limit, "time limit"),
            run(Ending::Limit, "expansion limit"),
            run(Ending::Refused, "no time for it"),
            run(Ending::Solved, ""),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        assert_eq!(why(&rows).as_deref(), Some("expansions/refused/time"));
        assert_eq!(why(&rows[..1]).as_deref(), Some("time"));
        assert_eq!(why(&rows[3..]), None);
        let mixed = [rows[0], rows[1]];
        assert_eq!(stopped_at(Field::Expanded, &mixed), None);
    }

    #[test]
    fn instances_are_in_the_order_of_their_rows() {
        let rows = ["Easy-1", "Difficult-1", "Extreme"].map(|name| row("g", name, "a", Ending::Solved, 5));
        let suite = suite();
        let rows: Vec<&Row> = rows.iter().collect();
        let places = Order::new(&suite, &[By::Instance], &rows).split(By::Instance, &rows);
        let names: Vec<&str> = places.keys().map(|place| place.text.as_str()).collect();
        assert_eq!(names, ["Easy-1", "Difficult-1", "Extreme"]);
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
