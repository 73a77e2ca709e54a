//! Which puzzle: the options that go with every position.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, ValueEnum};
use fewest_blocks::formats::{Format, FormatError};
use fewest_engine::{BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Puzzle, SokobanPuzzle, TilesPuzzle};
use fewest_tiles::{Goal, Size, SizeError, Word};

use crate::cli::Cli;
use crate::input::{Form, kind_shown};
use crate::interrupt::Interrupt;
use crate::options::Metric;

/// The most bytes that a file of edges may have.
const MOST_EDGES: u64 = 1 << 20;

/// The kind of puzzle, and what a position alone does not tell.
#[derive(Clone, Debug, Args)]
pub(crate) struct PuzzleArgs {
    /// The kind of puzzle [default: tiles, blocks or sokoban, whichever the input looks like; --discs and --pegs mean
    /// hanoi, --edges means graph]
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Option<PuzzleKind>,

    /// The goal: `blank-last` (the default), `blank-first` or a position; hanoi: `last`, a peg's letter or a position
    #[arg(long, allow_hyphen_values = true)]
    goal: Option<String>,

    /// tiles: the size, such as 4x3, for a position in one row that is not square; sokoban: the size of a random room
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

    /// blocks: the format, one of native, json, rush, jimslide, slide, gnome, common-code, short-code, raw-code [default:
    /// the one it looks like]
    #[arg(long, value_name = "NAME", value_parser = format)]
    format: Option<Format>,
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
    /// Sliding blocks: Klotski, Rush Hour and their kin
    Blocks,
    /// Sokoban
    Sokoban,
}

impl From<PuzzleKind> for Kind {
    fn from(kind: PuzzleKind) -> Self {
        match kind {
            PuzzleKind::Tiles => Self::Tiles,
            PuzzleKind::Hanoi => Self::Hanoi,
            PuzzleKind::Graph => Self::Graph,
            PuzzleKind::Blocks => Self::Blocks,
            PuzzleKind::Sokoban => Self::Sokoban,
        }
    }
}

/// The options, understood.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    Tiles { goal: String, size: Option<Size> },
    Hanoi { goal: String, discs: Option<usize>, pegs: Option<usize> },
    Graph { goal: String, edges: String },
    Blocks { format: Option<Format> },
    Sokoban,
}

impl PuzzleArgs {
    /// Understands the options together, and what the argument shows where they leave the kind open.
    ///
    /// # Errors
    /// Which of them do not go together, as an error of usage.
    pub(crate) fn spec(
        &self,
        argument: Option<&OsStr>,
        metric: Option<Metric>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Spec> {
        let kind = if let Some(kind) = self.kind(metric)? {
            kind
        } else {
            let shown = kind_shown(argument, interrupt)?;
            // A metric of several kinds leaves it to the looks of the input, as far as it allows.
            metric.map(Metric::kinds).filter(|kinds| !kinds.contains(&shown)).map_or(shown, |kinds| kinds[0])
        };
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
            Kind::Blocks => {
                if self.goal.is_some() {
                    return Err(usage("the goal of sliding blocks stands in the puzzle; --goal is for other kinds"));
                }
                Spec::Blocks { format: self.format }
            }
            Kind::Sokoban => {
                if self.goal.is_some() {
                    return Err(usage("the goals of Sokoban stand in the level; --goal is for other kinds"));
                }
                Spec::Sokoban
            }
        })
    }

    /// Whether Sokoban is asked for by name.
    pub(crate) fn is_sokoban(&self) -> bool {
        self.kind == Some(PuzzleKind::Sokoban)
    }

    /// Everything but the size, and the size.
    pub(crate) fn without_size(&self) -> (Self, Option<Size>) {
        (Self { size: None, ..self.clone() }, self.size)
    }

    /// The kind that is named or meant, where one is.
    fn kind(&self, metric: Option<Metric>) -> anyhow::Result<Option<Kind>> {
        let given: [(&str, bool, &[Kind]); 6] = [
            ("--size", self.size.is_some(), &[Kind::Tiles]),
            ("--discs", self.discs.is_some(), &[Kind::Hanoi]),
            ("--pegs", self.pegs.is_some(), &[Kind::Hanoi]),
            ("--edges", self.edges.is_some(), &[Kind::Graph]),
            ("--format", self.format.is_some(), &[Kind::Blocks]),
            ("this --metric", metric.is_some(), metric.map_or(&[], Metric::kinds)),
        ];
        let mut given = given.into_iter().filter(|(_, is_given, _)| *is_given);
        let (kind, because) = match (self.kind, given.clone().next()) {
            (Some(kind), _) => (kind.into(), "--kind"),
            (None, Some((option, _, &[meant]))) => (meant, option),
            (None, _) => return Ok(None),
        };
        match given.find(|(_, _, meant)| !meant.contains(&kind)) {
            Some((option, _, meant)) => {
                let meant = meant.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
                Err(usage(&format!("{option} is for {meant}, and {because} says that the puzzle is {kind}")))
            }
            None => Ok(Some(kind)),
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
            Self::Blocks { .. } => Kind::Blocks,
            Self::Sokoban => Kind::Sokoban,
        }
    }

    /// The puzzle that starts at a position. An empty one is the usual start, where there is such a thing.
    pub(crate) fn puzzle(&self, position: String, metric: Option<Metric>) -> Puzzle {
        match self.clone() {
            Self::Tiles { goal, size } => {
                let size = size.map(|size| format!("{}x{}", size.width(), size.height()));
                let metric = metric.map(Metric::of_tiles).unwrap_or_default();
                Puzzle::Tiles(TilesPuzzle { goal, size, metric, ..TilesPuzzle::new(position) })
            }
            Self::Hanoi { goal, discs, pegs } => {
                let position = Some(position).filter(|position| !position.is_empty());
                Puzzle::Hanoi(HanoiPuzzle { position, discs, pegs, goal })
            }
            Self::Graph { goal, edges } => Puzzle::Graph(GraphPuzzle { goal, ..GraphPuzzle::new(edges, position) }),
            Self::Blocks { format } => {
                let format = format.map(|format| format.name().to_owned());
                let metric = metric.map(Metric::of_blocks).unwrap_or_default();
                Puzzle::Blocks(BlocksPuzzle { format, metric, ..BlocksPuzzle::new(position) })
            }
            Self::Sokoban => {
                let metric = metric.map(Metric::of_sokoban).unwrap_or_default();
                Puzzle::Sokoban(SokobanPuzzle { metric, ..SokobanPuzzle::new(position) })
            }
        }
    }

    /// How positions lie in a text.
    pub(crate) fn form(&self) -> Form {
        match self {
            Self::Tiles { size, .. } => Form::Board { cells: size.map(Size::cells) },
            Self::Hanoi { .. } => Form::Pegs,
            Self::Graph { .. } => Form::Line,
            Self::Blocks { format } => Form::Blocks { format: *format },
            Self::Sokoban => Form::Levels,
        }
    }

    /// A position, as an example.
    pub(crate) fn example(&self) -> &'static str {
        match self {
            Self::Tiles { .. } => "1 2 3/4 5 6/7 8 0",
            Self::Hanoi { .. } => "3 2 1/-/-",
            Self::Graph { .. } => "2 1 3 0",
            Self::Blocks { .. } => "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
            Self::Sokoban => "5#|#@$.#|5#",
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

/// Reads a position, the name of a file or `-`. A position of hanoi may begin with `-`, the sign of an empty peg, and a level
/// with floor; an option that does not exist is none.
pub(crate) fn position() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|text| {
        let rest = text.to_str().and_then(|text| text.strip_prefix('-')).unwrap_or_default();
        if rest.starts_with(|first: char| first == '-' || first.is_alphabetic()) && !rest.contains('#') {
            return Err("there is no such option; write ./ before the name of a file that begins with -");
        }
        Ok(text)
    })
}

/// Reads the name of a format of sliding blocks.
fn format(name: &str) -> Result<Format, FormatError> {
    name.parse()
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
            if let Word::Other(word) = entry
                && !entry.is_blank()
            {
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
        PuzzleArgs { kind: None, goal: None, size: None, discs: None, pegs: None, edges: None, format: None }
    }

    fn spec(args: &PuzzleArgs, argument: &str) -> anyhow::Result<Spec> {
        args.spec(Some(OsStr::new(argument)), None, &Interrupt::default())
    }

    #[test]
    fn options_tell_the_kind() {
        let kind = |args: PuzzleArgs| spec(&args, "1 2 3 0").unwrap().kind();
        assert_eq!(kind(args()), Kind::Tiles);
        assert_eq!(kind(PuzzleArgs { discs: Some(3), ..args() }), Kind::Hanoi);
        assert_eq!(kind(PuzzleArgs { edges: Some("1-2".into()), ..args() }), Kind::Graph);
        assert_eq!(kind(PuzzleArgs { format: Some(Format::Rush), ..args() }), Kind::Blocks);
        let refusal = |args: PuzzleArgs| spec(&args, "1 2 3 0").unwrap_err().to_string();
        let error = refusal(PuzzleArgs { discs: Some(3), edges: Some("1-2".into()), ..args() });
        assert!(error.contains("--edges is for graph, and --discs says that the puzzle is hanoi"), "{error}");
        assert!(refusal(PuzzleArgs { kind: Some(PuzzleKind::Graph), ..args() }).contains("needs --edges"));
        let error = refusal(PuzzleArgs { kind: Some(PuzzleKind::Blocks), goal: Some("last".into()), ..args() });
        assert!(error.contains("stands in the puzzle"), "{error}");
    }

    #[test]
    fn the_position_or_the_metric_tells_the_kind() {
        for text in [
            "klotski",
            "1A9BF0C",
            "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
            "ab.\n...\n\n..a\n...",
            "{\"board\": []}",
            "start:\n12.\ngoal:\n.12",
            "display 7\nsize 2 1\ninitial\n1.\ntarget\n.1",
            "xsize: 99999999999",
            "####\n#1.#\n####",
            "#######\n#b**cc#\n#--####",
            "start:\n###\n#$.\n###\ngoal:\n###\n#.$\n###",
        ] {
            assert_eq!(spec(&args(), text).unwrap().kind(), Kind::Blocks, "{text}");
        }
        for text in [
            "5#|#@$.#|5#",
            "; 1\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
            "#####\n#   #\n#+$ #\n#####\nTitle: start\n",
            "####\n#@ #\n####",
            "two-rooms",
            "--####\n--#@*#\n--####",
        ] {
            assert_eq!(spec(&args(), text).unwrap().kind(), Kind::Sokoban, "{text}");
        }
        for text in
            ["1 2 3/4 5 6/7 8 a", "1 2 x/3 4 5", "_", "", "nobody", "## Korf\n# 1985 #\n1 2/3 0", "# me@home: $1\n0 1"]
        {
            assert_eq!(spec(&args(), text).unwrap().kind(), Kind::Tiles, "{text}");
        }
        let by_metric = |text: &str, metric| {
            args().spec(Some(OsStr::new(text)), Some(metric), &Interrupt::default()).unwrap().kind()
        };
        assert_eq!(by_metric("nobody", Metric::Step), Kind::Blocks);
        assert_eq!(by_metric("nobody", Metric::Move), Kind::Blocks);
        assert_eq!(by_metric("nobody", Metric::Push), Kind::Sokoban);
        assert_eq!(by_metric("5#|#@$.#|5#", Metric::Move), Kind::Sokoban);
        let size = PuzzleArgs { size: Some("3x3".parse().unwrap()), ..args() };
        assert!(size.spec(None, Some(Metric::Step), &Interrupt::default()).is_err());
    }

    #[test]
    fn values_are_checked_early() {
        assert!(size("4×3").is_ok() && size("1000x1000").is_err() && size("big").is_err());
        assert!(check_goal("blank-first").is_ok() && check_goal("1 2/3 0").is_ok());
        assert!(spec(&PuzzleArgs { goal: Some("blank-middle".into()), ..args() }, "1 2 3 0").is_err());
    }
}
