//! `fewest convert`: sliding blocks from any format to any other.

use std::ffi::OsString;
use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use fewest_blocks::formats::{self, Format, FormatError};
use fewest_blocks::{Puzzle, library};

use crate::exit::{Exit, complain};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::options::{Spec, position};
use crate::output::Output;

const HELP: &str = "\
Formats: native, json, rush, jimslide, slide, gnome, common-code, short-code, raw-code; docs/blocks-formats.md describes \
them. What a format cannot express is refused with the reasons.

Examples:
  fewest convert klotski --to short-code
  fewest convert IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM --to native

Exit codes:
0 all were written, 1 some could not be read or expressed.";

/// Write puzzles of sliding blocks in another format
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ConvertArgs {
    /// The name of a puzzle, its text, a file of puzzles, or - for stdin
    #[arg(value_name = "PUZZLE|FILE|-", value_parser = position())]
    puzzle: Option<OsString>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format, default_value = "native")]
    to: Format,

    /// The format to read [default: the one it looks like]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
}

fn format(name: &str) -> Result<Format, FormatError> {
    name.parse()
}

/// Writes every puzzle of the input.
pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let spec = Spec::Blocks { format: args.from };
    let mut input = Input::open(args.puzzle.as_deref(), &spec, &Interrupt::default())?;
    let mut exit = Exit::Ok;
    while let Some(entry) = input.next()? {
        let text = entry.text.map_err(|fault| anyhow!("{fault}"));
        let written = text.and_then(|text| Ok(args.to.write(&read(&text, args.from)?)?)).and_then(|text| {
            // Of many, each has a line of its own.
            let is_apart = args.to == Format::Json && input.is_many();
            if is_apart { Ok(format!("{}\n", serde_json::from_str::<serde_json::Value>(&text)?)) } else { Ok(text) }
        });
        match written {
            Ok(text) => write!(out, "{text}")?,
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
