//! Which puzzle: the options that go with every position.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, ValueEnum};
use fewest_engine::{GraphPuzzle, HanoiPuzzle, Kind, Puzzle, TilesPuzzle};
use fewest_tiles::{Entry, Goal, Size, SizeError};

use crate::cli::Cli;
use crate::input::Form;
use crate::options::Metric;

/// The most bytes that a file of edges may have.
const MOST_EDGES: u64 = 1 << 20;

/// The kind of puzzle, and what a position alone does not tell.
#[derive(Clone, Debug, Args)]
pub(crate) struct PuzzleArgs {
    /// The kind of puzzle [default: tiles; --discs and --pegs mean hanoi, --edges means graph]
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Option<PuzzleKind>,

    /// The goal: `blank-last` (the default), `blank-first` or a position; hanoi: `last`, a peg's letter or a position
    #[arg(long, allow_hyphen_values = true)]
    goal: Option<String>,

    /// tiles: the size, such as 4x3, for a position in one row that is not square
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,

    /// hanoi: the number of discs, where no position is given
    #[arg(long, value_name = "N")]
    discs: Option<usize>,

    /// hanoi: the number of pegs [default: those of the position, at least 3]
    #[arg(long, value_name = "N")]
    pegs: Option<usize>,

    /// graph: the edges, such as "1-2 2-3 3-1", or a file that lists them
    #[arg(long, value_name = "EDGES|FILE", allow_hyphen_values = true)]
    edges: Option<String>,
}

/// The kinds of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleKind {
    /// Sliding tiles
    Tiles,
    /// Towers of Hanoi
    Hanoi,
    /// Tiles on the vertices of a graph
    Graph,
}

impl From<PuzzleKind> for Kind {
    fn from(kind: PuzzleKind) -> Self {
        match kind {
            PuzzleKind::Tiles => Self::Tiles,
            PuzzleKind::Hanoi => Self::Hanoi,
            PuzzleKind::Graph => Self::Graph,
        }
    }
}

/// The options, understood.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    Tiles { goal: String, size: Option<Size> },
    Hanoi { goal: String, discs: Option<usize>, pegs: Option<usize> },
    Graph { goal: String, edges: String },
}

impl PuzzleArgs {
    /// Understands the options together.
    ///
    /// # Errors
    /// Which of them do not go together, as an error of usage.
    pub(crate) fn spec(&self) -> anyhow::Result<Spec> {
        let kind = self.kind()?;
        let goal = |usual: &str| self.goal.clone().unwrap_or_else(|| usual.to_owned());
        Ok(match kind {
            Kind::Tiles => {
                let goal = goal("blank-last");
                check_goal(&goal).map_err(|fault| usage(&format!("the goal: {fault}")))?;
                Spec::Tiles { goal, size: self.size }
            }
            Kind::Hanoi => Spec::Hanoi { goal: goal("last"), discs: self.discs, pegs: self.pegs },
            Kind::Graph => {
                let Some(edges) = &self.edges else {
                    return Err(usage("a graph needs --edges: write them like \"1-2 2-3 3-1\", or name a file"));
                };
                Spec::Graph { goal: goal("blank-last"), edges: read_edges(edges)? }
            }
        })
    }

    /// The kind that is named or meant.
    fn kind(&self) -> anyhow::Result<Kind> {
        let given = [
            ("--size", self.size.is_some(), Kind::Tiles),
            ("--discs", self.discs.is_some(), Kind::Hanoi),
            ("--pegs", self.pegs.is_some(), Kind::Hanoi),
            ("--edges", self.edges.is_some(), Kind::Graph),
        ];
        let mut given = given.into_iter().filter(|(_, is_given, _)| *is_given);
        let (kind, because) = match (self.kind, given.clone().next()) {
            (Some(kind), _) => (kind.into(), "--kind"),
            (None, Some((option, _, meant))) => (meant, option),
            (None, None) => (Kind::Tiles, ""),
        };
        match given.find(|&(_, _, meant)| meant != kind) {
            Some((option, _, meant)) => {
                Err(usage(&format!("{option} is for {meant}, and {because} says that the puzzle is {kind}")))
            }
            None => Ok(kind),
        }
    }
}

impl Spec {
    /// The kind of puzzle.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Tiles { .. } => Kind::Tiles,
            Self::Hanoi { .. } => Kind::Hanoi,
            Self::Graph { .. } => Kind::Graph,
        }
    }

    /// The puzzle that starts at a position. An empty one is the usual start, where there is such a thing.
    pub(crate) fn puzzle(&self, position: String, metric: Metric) -> Puzzle {
        match self.clone() {
            Self::Tiles { goal, size } => {
                let size = size.map(|size| format!("{}x{}", size.width(), size.height()));
                Puzzle::Tiles(TilesPuzzle { goal, size, metric: metric.into(), ..TilesPuzzle::new(position) })
            }
            Self::Hanoi { goal, discs, pegs } => {
                let position = Some(position).filter(|position| !position.is_empty());
                Puzzle::Hanoi(HanoiPuzzle { position, discs, pegs, goal })
            }
            Self::Graph { goal, edges } => Puzzle::Graph(GraphPuzzle { goal, ..GraphPuzzle::new(edges, position) }),
        }
    }

    /// How positions lie in a text.
    pub(crate) fn form(&self) -> Form {
        match self {
            Self::Tiles { size, .. } => Form::Board { cells: size.map(Size::cells) },
            Self::Hanoi { .. } => Form::Pegs,
            Self::Graph { .. } => Form::Line,
        }
    }

    /// A position, as an example.
    pub(crate) fn example(&self) -> &'static str {
        match self {
            Self::Tiles { .. } => "1 2 3/4 5 6/7 8 0",
            Self::Hanoi { .. } => "3 2 1/-/-",
            Self::Graph { .. } => "2 1 3 0",
        }
    }

    /// Whether there is a usual start, so that no position need be given.
    pub(crate) fn has_start(&self) -> bool {
        matches!(self, Self::Hanoi { discs: Some(_), .. })
    }
}

/// An error of usage, which ends with exit code 2.
pub(crate) fn usage(message: &str) -> anyhow::Error {
    Cli::command().error(ErrorKind::ValueValidation, message).into()
}

/// Reads a position, the name of a file or `-`. A position of hanoi may begin with `-`, the sign of an empty peg; an
/// option that does not exist is none.
pub(crate) fn position() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|text| {
        let rest = text.to_str().and_then(|text| text.strip_prefix('-')).unwrap_or_default();
        if rest.starts_with(|first: char| first == '-' || first.is_alphabetic()) {
            return Err("there is no such option; write ./ before the name of a file that begins with -");
        }
        Ok(text)
    })
}

/// Reads a size.
pub(crate) fn size(text: &str) -> Result<Size, SizeError> {
    text.parse()
}

/// Looks at a goal of sliding tiles. Whether it fits the board is known only with a position, but words that are no
/// tiles fit none.
fn check_goal(text: &str) -> Result<(), String> {
    if let Goal::Board(setup) = text.parse::<Goal>().map_err(|faults| faults.to_string())? {
        for entry in setup.rows.iter().flatten() {
            if let Entry::Other(word) = entry {
                return Err(format!("{word:?} is not a tile; write blank-last, blank-first or a position"));
            }
        }
    }
    Ok(())
}

/// The edges themselves, or those in a file of this name.
fn read_edges(edges: &str) -> anyhow::Result<String> {
    use anyhow::Context;
    let path = Path::new(edges);
    if !path.is_file() {
        return Ok(edges.to_owned());
    }
    let bytes = fs::metadata(path).with_context(|| format!("cannot open {edges}"))?.len();
    if bytes > MOST_EDGES {
        anyhow::bail!("{edges} has {bytes} bytes; no list of edges needs more than {MOST_EDGES}");
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read edges from {edges}"))?;
    // Comments as in files of positions.
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> PuzzleArgs {
        PuzzleArgs { kind: None, goal: None, size: None, discs: None, pegs: None, edges: None }
    }

    #[test]
    fn options_tell_the_kind() {
        assert_eq!(args().spec().unwrap().kind(), Kind::Tiles);
        assert_eq!(PuzzleArgs { discs: Some(3), ..args() }.spec().unwrap().kind(), Kind::Hanoi);
        assert_eq!(PuzzleArgs { edges: Some("1-2".into()), ..args() }.spec().unwrap().kind(), Kind::Graph);
        let error = PuzzleArgs { discs: Some(3), edges: Some("1-2".into()), ..args() }.spec().unwrap_err().to_string();
        assert!(error.contains("--edges is for graph, and --discs says that the puzzle is hanoi"), "{error}");
        let error = PuzzleArgs { kind: Some(PuzzleKind::Graph), ..args() }.spec().unwrap_err().to_string();
        assert!(error.contains("needs --edges"), "{error}");
    }

    #[test]
    fn values_are_checked_early() {
        assert!(size("4×3").is_ok() && size("1000x1000").is_err() && size("big").is_err());
        assert!(check_goal("blank-first").is_ok() && check_goal("1 2/3 0").is_ok());
        assert!(PuzzleArgs { goal: Some("blank-middle".into()), ..args() }.spec().is_err());
    }
}
