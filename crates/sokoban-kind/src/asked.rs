//! A level that is asked about, and its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_engine::kit::{CensusSubject, Subject};
use fewest_engine::stage::Picture;
use fewest_engine::{EngineError, Faults, KindInfo, Notation, Puzzle, Result};
use fewest_search::UnsolvableProof;
use fewest_sokoban::scene::Numbered;
use fewest_sokoban::{Level, Metric, Position, Pushes, Step, format_steps, library, parse_steps, write};

use crate::INFO;
use crate::stage::draw;

/// A level, and what counts as one move.
pub(crate) struct Asked {
    pub(crate) level: Arc<Level>,
    /// What counts.
    pub(crate) metric: Metric,
    /// Whether the other way of counting decides between solutions of equal length.
    pub(crate) decides: bool,
}

/// Calls a function that is compiled for the number of words that hold the floor of a level: most levels are small, and
/// what is larger than the large ones is hopeless but must not fail.
macro_rules! with_words {
    ($asked:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $asked.level.floor().len() {
            ..=64 => $function::<1>($($argument),*),
            65..=256 => $function::<4>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}

pub(crate) use with_words;

/// Any level, for formulas: they are written once, so that packing is nothing to them.
pub(crate) type Spacious = Pushes<64>;

impl Asked {
    /// Reads a puzzle.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let info = INFO.metric(puzzle)?;
        let decides = info.then.is_some();
        let is_of = |metric: &Metric| info.name == metric_name(*metric, decides);
        let metric = METRICS.into_iter().find(is_of).ok_or_else(|| EngineError::internal(info.name))?;
        Ok(Self { level: level(puzzle.position())?, metric, decides })
    }

    /// What is explored, in words.
    pub(crate) fn census(&self) -> CensusSubject {
        CensusSubject {
            kind: &INFO,
            what: self.what(),
            metric: self.metric(),
            start: Some(self.position()),
            goal: self.goal(),
        }
    }
}

impl Subject for Asked {
    /// Boxes keep their numbers.
    type Position = Numbered;
    type Move = Step;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn metric(&self) -> &'static str {
        metric_name(self.metric, self.decides)
    }

    fn what(&self) -> String {
        let (width, height, boxes) = (self.level.width(), self.level.height(), self.level.boxes().len());
        let plural = if boxes == 1 { "" } else { "es" };
        format!("{width}×{height} Sokoban with {boxes} box{plural}")
    }

    fn title(&self) -> Option<String> {
        self.level.title().map(str::to_owned)
    }

    fn start(&self) -> Numbered {
        Numbered::new(Position::start(self.level.clone()))
    }

    fn position(&self) -> String {
        normal(&self.level)
    }

    /// The walls, and a box on every goal.
    fn goal(&self) -> String {
        let solved = |square: char| match square {
            '#' => '#',
            '.' | '*' | '+' => '*',
            _ => ' ',
        };
        let row = |row: &str| row.chars().map(solved).collect::<String>().trim_end().to_owned();
        self.level.to_string().lines().map(row).collect::<Vec<_>>().join("\n")
    }

    fn is_solved(&self, numbered: &Numbered) -> bool {
        numbered.position().is_solved()
    }

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<Step>, String> {
        parse_steps(moves).map_err(|error| error.to_string())
    }

    fn write_moves(steps: &[Step], _: Notation) -> String {
        format_steps(steps)
    }

    fn make(numbered: &mut Numbered, step: &Step) -> Result<(), String> {
        numbered.try_move(*step).map_err(|illegal| illegal.to_string())
    }

    fn lengths(&self, _: &[Step], end: &Numbered) -> BTreeMap<String, u64> {
        let length = |metric| match metric {
            Metric::Push => end.position().pushes(),
            Metric::Move => end.position().moves(),
        };
        // Under the name of the metric that is asked for too, where the other one decides.
        let own = (self.metric().to_owned(), length(self.metric) as u64);
        METRICS.map(|metric| (name(metric).to_owned(), length(metric) as u64)).into_iter().chain([own]).collect()
    }

    fn length(&self, moves: &[Step], end: &Numbered) -> u64 {
        self.lengths(moves, end)[name(self.metric)]
    }

    fn draw(&self, numbered: &Numbered, width: usize, colored: bool) -> Picture {
        draw(numbered.position(), width, colored)
    }
}

/// The level of a name. One that is written out has walls, and its title may be that of another one.
pub(crate) fn named(text: &str) -> Option<&'static library::Entry> {
    library::find(text).filter(|_| !text.contains('#'))
}

/// Reads a level, or finds it in the library.
pub(crate) fn level(text: &str) -> Result<Arc<Level>> {
    let faulty = |faults: fewest_sokoban::Faults| EngineError::Position(Faults::of(faults.iter()));
    let level = named(text).map_or_else(|| text.parse().map_err(faulty), |entry| Ok(entry.level()));
    level.map(Arc::new)
}

/// A level in normal form: its title as a comment, where it has one, and its rows.
pub(crate) fn normal(level: &Level) -> String {
    write([level]).trim_end().to_owned()
}

/// Why there is no solution, in words.
pub(crate) fn unsolvable(proof: UnsolvableProof) -> String {
    let reason = match proof {
        UnsolvableProof::Exhausted => "every position that can be reached, except deadlocks, was examined",
        UnsolvableProof::DeadEnd => "not all boxes of the start can be brought to goals",
    };
    reason.to_owned()
}

/// The ways of counting, as [`INFO`] lists them first.
pub(crate) const METRICS: [Metric; 2] = [Metric::Push, Metric::Move];

/// The name of a metric.
pub(crate) fn name(metric: Metric) -> &'static str {
    metric_name(metric, false)
}

/// The name of a metric in which the other way of counting decides, or does not, between solutions of equal length: as [`INFO`]
/// lists them.
fn metric_name(metric: Metric, decides: bool) -> &'static str {
    INFO.metrics[metric as usize + if decides { METRICS.len() } else { 0 }].name
}
