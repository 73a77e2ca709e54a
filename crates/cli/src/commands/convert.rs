//! `fewest convert`: sliding blocks from any format to any other, and levels of Sokoban into their normal form.

use std::ffi::OsString;
use std::io::Write;
use std::str::FromStr;

use anyhow::anyhow;
use clap::Args;
use fewest_blocks::formats::{self, Format, FormatError};
use fewest_blocks::{Puzzle, library};
use fewest_engine::Kind;

use crate::exit::{Exit, complain};
use crate::input::{Input, kind_shown};
use crate::interrupt::Interrupt;
use crate::options::{Spec, position, usage};
use crate::output::Output;

const HELP: &str = "\
Formats: native, json, rush, jimslide, slide, gnome, common-code, short-code, raw-code; docs/blocks-formats.md describes \
them. What a format cannot express is refused with the reasons. Levels of Sokoban are read and written as xsb: run lengths \
are written out, floor becomes spaces, and a title stands before its level as a comment.

Examples:
  fewest convert klotski --to short-code
  fewest convert IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM --to native
  fewest convert '5#|#@$.#|5#'

Exit codes:
0 all were written, 1 some could not be read or expressed.";

/// Write puzzles of sliding blocks in another format, and levels of Sokoban in their normal form
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ConvertArgs {
    /// The name of a puzzle, its text, a file of puzzles, or - for stdin
    #[arg(value_name = "PUZZLE|FILE|-", allow_hyphen_values = true, value_parser = position())]
    puzzle: Option<OsString>,

    /// The format to write [default: native; xsb for sokoban]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Form>,

    /// The format to read [default: the one it looks like]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Form>,
}

/// A format of sliding blocks, or that of Sokoban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Blocks(Format),
    Xsb,
}

impl FromStr for Form {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        if name.eq_ignore_ascii_case("xsb") { Ok(Self::Xsb) } else { name.parse().map(Self::Blocks) }
    }
}

/// Writes every puzzle of the input.
pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::default();
    let is_sokoban = match args.from {
        Some(form) => form == Form::Xsb,
        None => kind_shown(args.puzzle.as_deref(), &interrupt)? == Kind::Sokoban,
    };
    match (is_sokoban, args.to) {
        (true, None | Some(Form::Xsb)) => each(args, &Spec::Sokoban, &interrupt, out, |text, number, _| {
            let gap = if number > 0 { "\n" } else { "" };
            Ok(format!("{gap}{}", fewest_sokoban::write([&text.parse()?])))
        }),
        (true, Some(Form::Blocks(_))) => {
            Err(usage("levels of Sokoban are written as xsb; other formats are for blocks"))
        }
        (false, Some(Form::Xsb)) => Err(usage("xsb is for levels of Sokoban, and this looks like none")),
        (false, to) => {
            let to = if let Some(Form::Blocks(format)) = to { format } else { Format::Native };
            let from = if let Some(Form::Blocks(format)) = args.from { Some(format) } else { None };
            each(args, &Spec::Blocks { format: from }, &interrupt, out, |text, _, is_many| {
                let written = to.write(&read(text, from)?)?;
                // Of many, each has a line of its own.
                let is_apart = to == Format::Json && is_many;
                if !is_apart {
                    return Ok(written);
                }
                Ok(format!("{}\n", serde_json::from_str::<serde_json::Value>(&written)?))
            })
        }
    }
}

/// Writes every puzzle of the input by a function that is told the text, how many were written before and whether there are
/// several.
fn each(
    args: &ConvertArgs,
    spec: &Spec,
    interrupt: &Interrupt,
    out: &mut Output,
    convert: impl Fn(&str, u64, bool) -> anyhow::Result<String>,
) -> anyhow::Result<Exit> {
    let mut input = Input::open(args.puzzle.as_deref(), spec, interrupt)?;
    let mut exit = Exit::Ok;
    let mut written = 0;
    while let Some(entry) = input.next()? {
        let text = entry.text.map_err(|fault| anyhow!("{fault}"));
        match text.and_then(|text| convert(&text, written, input.is_many())) {
            Ok(text) => {
                written += 1;
                write!(out, "{text}")?;
            }
            Err(error) => {
                out.flush()?;
                complain(&input.locate(entry.line, &error.to_string()));
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}

/// Reads a puzzle in a format, in the one it looks like, or by its name.
pub(crate) fn read(text: &str, format: Option<Format>) -> Result<Puzzle, fewest_blocks::Faults> {
    match format {
        Some(format) => format.read(text)?.validate(),
        None => match library::find(text.trim()) {
            Some(entry) => Ok(entry.puzzle()),
            None => formats::read(text)?.1.validate(),
        },
    }
}
