//! What a kind of puzzle offers: everything that a door can ask of it, behind one trait.
//!
//! A kind is a crate of its own that implements [`Kind`] and is listed once, in `fewest-kinds`. The engine, and every shell
//! above it, knows kinds by their [`KindInfo`] alone. Dynamic dispatch happens here, once for each request; below,
//! everything is compiled for the types of the kind.

use fewest_render::Film;
use fewest_search::{Cancel, Limits as SearchLimits};
use serde::Serialize;

use crate::answer::Answer;
use crate::catalog::{Algorithm, HeuristicInfo};
use crate::certify::Certify;
use crate::check::Check;
use crate::convert::{Conversion, FormatInfo};
use crate::error::{EngineError, Result};
use crate::event::Sink;
use crate::explain::{ExplainRequest, Explained};
use crate::explore::{Exploration, ExploreRequest};
use crate::generate::Generate;
use crate::library::LibraryEntry;
use crate::puzzle::{Field, Puzzle};
use crate::random::{Around, RandomPositions, RandomRequest};
use crate::reader::Reader;
use crate::request::{Notation, Request};
use crate::session::Session;
use crate::stage::Stage;
use crate::tables::Tabled;
use crate::verify::Verification;
use crate::view::View;

/// Everything about a kind of puzzle that is known before any puzzle is read.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct KindInfo {
    /// The name to write.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What the player does, in a sentence.
    pub about: &'static str,
    /// How positions are written, in a sentence or two; for the help of every command that reads them.
    pub notation: &'static str,
    /// The ways of counting moves; the first is the default.
    pub metrics: &'static [MetricInfo],
    /// What a puzzle of this kind is made of, beside its metric.
    pub fields: &'static [FieldInfo],
    /// What a random puzzle of this kind is made of.
    pub random_fields: &'static [FieldInfo],
    /// An example puzzle.
    pub example: &'static [(&'static str, Sample)],
    /// A position as it is written, for messages.
    pub example_position: &'static str,
    /// Its heuristics; the first is [`HeuristicInfo::NONE`].
    pub heuristics: &'static [HeuristicInfo],
    /// Whether goals can be listed and moves taken back, so that searches from both ends serve it.
    pub both_ends: bool,
    /// The algorithms that serve this kind beside those that serve all.
    pub special: &'static [Special],
    /// How a puzzle can be written as a formula; the first of a metric is its default. Empty: not at all.
    pub encodings: &'static [EncodingInfo],
    /// The formats of its puzzles, where there are several; the first is the default.
    pub formats: &'static [FormatInfo],
    /// The endings of files that hold puzzles of this kind and no other.
    pub file_endings: &'static [&'static str],
    /// Whether the moves of a solution are single letters without spaces between them.
    pub moves_are_letters: bool,
    /// Whether moves can be written from the tile's point of view and from the blank's.
    pub has_notations: bool,
    /// Whether there are pattern databases that a request can describe.
    pub has_pdb: bool,
}

/// What most kinds have in common: no formulas, formats or special algorithms.
pub const PLAIN: KindInfo = KindInfo {
    name: "",
    title: "",
    about: "",
    notation: "",
    metrics: &[MetricInfo::MOVES],
    fields: &[],
    random_fields: &[],
    example: &[],
    example_position: "",
    heuristics: &[HeuristicInfo::NONE],
    both_ends: true,
    special: &[],
    encodings: &[],
    formats: &[],
    file_endings: &[],
    moves_are_letters: false,
    has_notations: false,
    has_pdb: false,
};

/// A value of a field in a [`KindInfo`].
#[derive(Clone, Copy, Debug)]
pub enum Sample {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'static str),
}

impl From<Sample> for Field {
    fn from(value: Sample) -> Self {
        match value {
            Sample::Number(number) => number.into(),
            Sample::Text(text) => text.into(),
        }
    }
}

/// A way of counting moves, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetricInfo {
    /// The name to write.
    pub name: &'static str,
    /// What counts as one move.
    pub about: &'static str,
    /// What is counted, in the singular.
    pub noun: &'static str,
    /// The metric that decides between solutions of equal length, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<&'static str>,
}

impl MetricInfo {
    /// The only metric of puzzles with one way of counting.
    pub const MOVES: Self = Self { name: "moves", about: "every move", noun: "move", then: None };
}

/// Something that a puzzle is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct FieldInfo {
    /// The name of the field, and of the option on a command line.
    pub name: &'static str,
    /// What it is, in one clause.
    pub about: &'static str,
    /// A placeholder for its value, such as `WxH`.
    pub value: &'static str,
    /// Whether it is a number.
    pub is_number: bool,
    /// Whether every puzzle needs it.
    pub is_required: bool,
    /// The default value.
    pub default: Option<&'static str>,
    /// Whether its presence alone determines the kind.
    pub tells_kind: bool,
    /// Whether the name of a file stands for its content.
    pub may_be_file: bool,
}

impl FieldInfo {
    /// A text that may be left out.
    pub const fn text(name: &'static str, value: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            value,
            is_number: false,
            is_required: false,
            default: None,
            tells_kind: false,
            may_be_file: false,
        }
    }

    /// A number that may be left out.
    pub const fn number(name: &'static str, about: &'static str) -> Self {
        Self { is_number: true, ..Self::text(name, "N", about) }
    }

    /// The same, which no puzzle can do without.
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The same with a default.
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same, whose presence tells the kind.
    pub const fn telling(self) -> Self {
        Self { tells_kind: true, ..self }
    }
}

/// An algorithm that serves some kinds alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// Which one.
    pub algorithm: Algorithm,
    /// The metrics that it serves; none is named where it serves all.
    pub metrics: &'static [&'static str],
}

/// A way to write a puzzle as a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingInfo {
    /// The name to write.
    pub name: &'static str,
    /// The metrics that it counts; none is named where it serves all.
    pub metrics: &'static [&'static str],
    /// Whether every optimal solution satisfies the formula.
    pub keeps_optimum: bool,
    /// What the formula takes for granted beside the rules, in words; absent where it says nothing but the rules.
    pub assumes: Option<&'static str>,
}

/// How sure a kind is that a text is about one of its puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Nothing speaks for it.
    #[default]
    None,
    /// It looks like one.
    Likely,
    /// It is one, or the name of one.
    Certain,
}

impl KindInfo {
    /// The metric of a puzzle.
    ///
    /// # Errors
    /// [`EngineError::UnknownMetric`], with all there are.
    pub fn metric(&self, puzzle: &Puzzle) -> Result<&'static MetricInfo> {
        match puzzle.metric() {
            None => Ok(&self.metrics[0]),
            Some(name) => self.metrics.iter().find(|metric| metric.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                let known = names(self.metrics.iter().map(|metric| metric.name));
                EngineError::UnknownMetric { name: shortened(name), puzzle: self.name, known }
            }),
        }
    }

    /// Whether it has a metric of this name.
    pub fn has_metric(&self, name: &str) -> bool {
        self.metrics.iter().any(|metric| metric.name.eq_ignore_ascii_case(name))
    }

    /// An example puzzle.
    pub fn example(&self) -> Puzzle {
        self.example.iter().fold(Puzzle::empty(self.name), |puzzle, &(name, value)| puzzle.with(name, value))
    }

    /// How a puzzle can be written as a formula with moves counted like this; the first is the default.
    pub fn encodings_in(&self, metric: &str) -> impl Iterator<Item = &'static EncodingInfo> {
        let serves = move |encoding: &&EncodingInfo| encoding.metrics.is_empty() || encoding.metrics.contains(&metric);
        self.encodings.iter().filter(serves)
    }

    /// Whether an algorithm solves its puzzles with moves counted like this.
    pub fn is_served_by(&self, algorithm: Algorithm, metric: &str) -> bool {
        let special = self.special.iter().find(|special| special.algorithm == algorithm);
        let is_known = |known: &&MetricInfo| known.name.eq_ignore_ascii_case(metric);
        let decides = self.metrics.iter().find(is_known).is_some_and(|metric| metric.then.is_some());
        // What decides between optimal solutions needs the proof that they are.
        if decides && !algorithm.info().optimal {
            return false;
        }
        match algorithm.info().needs {
            crate::catalog::Needs::Start => true,
            crate::catalog::Needs::BothEnds => self.both_ends,
            crate::catalog::Needs::Kind => {
                special.is_some_and(|special| special.metrics.is_empty() || special.metrics.contains(&metric))
            }
        }
    }

    /// The heuristic that answers to a name.
    ///
    /// # Errors
    /// [`EngineError::UnknownHeuristic`], with all there are.
    pub fn heuristic(&self, name: &str) -> Result<&'static HeuristicInfo> {
        let found = self.heuristics.iter().find(|info| info.answers_to(name));
        found.ok_or_else(|| EngineError::UnknownHeuristic {
            name: shortened(name),
            puzzle: self.name,
            known: names(std::iter::once("auto").chain(self.heuristics.iter().map(|info| info.name))),
        })
    }

    /// Compares a puzzle with the fields that this kind has.
    ///
    /// # Errors
    /// [`EngineError::UnknownField`] or [`EngineError::MissingField`].
    pub fn admit(&self, puzzle: &Puzzle) -> Result<()> {
        self.admit_fields(puzzle, self.fields, self.metrics.len() > 1)
    }

    /// The same for a random puzzle.
    ///
    /// # Errors
    /// [`EngineError::UnknownField`] or [`EngineError::MissingField`].
    pub fn admit_random(&self, puzzle: &Puzzle) -> Result<()> {
        self.admit_fields(puzzle, self.random_fields, false)
    }

    fn admit_fields(&self, puzzle: &Puzzle, fields: &[FieldInfo], has_metric: bool) -> Result<()> {
        let is_known = |name: &str| (has_metric && name == "metric") || fields.iter().any(|field| field.name == name);
        if let Some(name) = puzzle.fields.keys().find(|name| !is_known(name)) {
            let known = names(fields.iter().map(|field| field.name).chain(has_metric.then_some("metric")));
            return Err(EngineError::UnknownField { name: shortened(name), puzzle: self.name, known });
        }
        match fields.iter().find(|field| field.is_required && !puzzle.fields.contains_key(field.name)) {
            Some(field) => Err(EngineError::MissingField { field: field.name, puzzle: self.name, about: field.about }),
            None => Ok(()),
        }
    }
}

/// Names as they are listed in messages.
pub(crate) fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The beginning of a name that someone made up.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

/// The moves of a solution as they are written, each replayed before it is given.
pub type Moves = Box<dyn Iterator<Item = Result<String>>>;

/// One kind of puzzle. Every puzzle that it is given is of this kind and has passed [`KindInfo::admit`].
///
/// What is not every kind's to offer has a default that says so.
#[expect(clippy::missing_errors_doc, reason = "an error says what is wrong with what was asked; see `EngineError`")]
pub trait Kind: Sync {
    /// What is known of it before any puzzle is read.
    fn info(&self) -> &'static KindInfo;

    /// The puzzles that are built in, easy ones first where they are graded.
    fn library(&self) -> Vec<LibraryEntry>;

    /// How sure it is that a text, of which this may be the beginning, is about one of its puzzles.
    fn sniff(&self, text: &str) -> Likeness;

    /// Finds the positions of this kind in a text, line by line; the puzzle has the fields that all of them share.
    fn reader(&self, puzzle: &Puzzle) -> Box<dyn Reader + Send>;

    /// Refuses a file that cannot hold puzzles of this kind, by its name and its beginning, of which one byte more than
    /// [`MAX_LINE`](crate::reader::MAX_LINE) is enough.
    fn admit_file(&self, _name: &str, _beginning: &[u8]) -> Result<()> {
        Ok(())
    }

    /// Whether a puzzle without a position has a start all the same.
    fn has_start(&self, _puzzle: &Puzzle) -> bool {
        false
    }

    /// Looks at the fields that all positions of an input share, before any position is read.
    fn check_fields(&self, _puzzle: &Puzzle) -> Result<()> {
        Ok(())
    }

    /// Whether a puzzle without a position can be explored from its goal.
    fn can_explore_goal(&self, _puzzle: &Puzzle) -> bool {
        false
    }

    /// What a position is called, where its text says so.
    fn title(&self, _text: &str) -> Option<String> {
        None
    }

    /// A position in normal form as an argument of a command, where it fits on one line.
    fn as_argument(&self, position: &str) -> Option<String> {
        let position = position.trim_end();
        (!position.contains('\n')).then(|| position.to_owned())
    }

    /// What can be said of a position without a search, or after a short one.
    fn check(&self, puzzle: &Puzzle, limits: &SearchLimits) -> Result<Check>;

    /// What it looks like after some moves.
    fn view(&self, puzzle: &Puzzle, moves: &str) -> Result<View>;

    /// A picture in letters that changes with the moves of a solution.
    fn stage(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Box<dyn Stage>>;

    /// The pictures of a solution, or of the start alone where there are no moves. With `together`, what one move of the
    /// coarsest metric moves goes at once.
    fn film(&self, _puzzle: &Puzzle, _moves: &str, _notation: Notation, _together: bool) -> Result<Film> {
        Err(EngineError::NotOffered { what: "pictures", puzzle: self.info().name })
    }

    /// What some moves do.
    fn verify(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification>;

    /// Random positions.
    fn random(&self, request: &RandomRequest, limits: &SearchLimits) -> Result<RandomPositions>;

    /// The puzzle that begins at one of the random positions, with the default metric.
    fn at_random(&self, request: &Puzzle, position: String) -> Puzzle {
        let shared = self.info().fields.iter().filter(|field| field.name != "position");
        let kept = shared.filter_map(|field| Some((field.name, request.fields.get(field.name)?.clone())));
        kept.fold(Puzzle::new(self.info().name, position), |puzzle, (name, value)| puzzle.with(name, value))
    }

    /// About how much work one random position is, in steps of a walk.
    fn random_cost(&self, request: &RandomRequest) -> u64 {
        request.shuffle.unwrap_or(1)
    }

    /// Every position from which the goal of a random puzzle can be reached, in a fixed order, where there are at most
    /// `limit`; of these the first `most`.
    fn every(&self, _puzzle: &Puzzle, _limit: u64, _most: usize) -> Result<Vec<String>> {
        Err(EngineError::NotOffered { what: "lists of all positions", puzzle: self.info().name })
    }

    /// The positions around the goal of a random puzzle, by their distance in the first metric.
    fn around(&self, _puzzle: &Puzzle, _farthest: u32, _most: usize, _cancel: &Cancel) -> Result<Around> {
        Err(EngineError::NotOffered { what: "positions at given distances", puzzle: self.info().name })
    }

    /// Why a heuristic says what it says; the one that serves best where none is named.
    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained>;

    /// Solves a puzzle as the request says.
    fn solve(&self, request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer>;

    /// A solution, if a search that needs little code finds one within a fraction of a second: for a door that has not
    /// loaded the others yet. Nothing where there is no such search, or where it does not find one so soon.
    fn quick(&self, _puzzle: &Puzzle, _limits: &SearchLimits) -> Result<Option<Answer>> {
        Ok(None)
    }

    /// All moves, one by one, of an optimal solution that is too long to be listed in an answer, where it is known without a
    /// search.
    fn endless(&self, _puzzle: &Puzzle, _notation: Notation) -> Result<Option<Moves>> {
        Ok(None)
    }

    /// Counts every position of a puzzle.
    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration>;

    /// The goal where it is not the usual one, as a line of a report.
    fn unusual_goal(&self, _goal: &str) -> Option<String> {
        None
    }

    /// What stands above the moves of a report.
    fn moves_heading(&self, _moves: &str, _notation: Notation) -> String {
        "moves".to_owned()
    }

    /// Writes a puzzle in another format, or in its normal form.
    fn convert(&self, _conversion: &Conversion<'_>) -> Result<String> {
        Err(EngineError::NotOffered { what: "other formats", puzzle: self.info().name })
    }

    /// How its puzzles are certified.
    fn certify(&self) -> Option<&dyn Certify> {
        None
    }

    /// Its tables in files.
    fn tabled(&self) -> Option<&dyn Tabled> {
        None
    }

    /// Its searches for hard puzzles.
    fn generate(&self) -> Option<&dyn Generate> {
        None
    }
}
