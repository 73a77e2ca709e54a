//! Puzzles as other programs write them, in and out.
//!
//! A reader makes a [`Setup`], which is then checked like any other; it names every fault with its line and column. A
//! writer says what it cannot express before it leaves anything out. The forms are those of the programs that people
//! collect sliding blocks with:
//!
//! | name | what | by |
//! |---|---|---|
//! | `native` | grids and options | this project, see [`Setup::parse`] |
//! | `json` | the same as JSON | this project, see [`json`] |
//! | `rush` | Rush Hour boards on one line | Fogleman 2018 and many before him, see [`rush`] |
//! | `jimslide` | `xsize: … piece: … put: … win: …` | Leonard, jim'slide and js2, 1997–2019, see [`jimslide`] |
//! | `slide` | `size … initial … target …` | Fujiwara 1996, Baxter 1998, the Slide applet, see [`slide`] |
//! | `gnome` | a grid of GNOME Klotski | Rydlinge 1999, see [`gnome`] |
//! | `common-code`, `short-code`, `raw-code` | 4×5 Klotski codes | Dnomd343 2022, see [`codes`] |
//!
//! ```
//! use fewest_blocks::formats::{self, Format};
//! let (format, setup) = formats::read("1A9BF0C")?;
//! let puzzle = setup.validate()?;
//! assert_eq!((format, puzzle.pieces().len()), (Format::CommonCode, 10));
//! assert_eq!(Format::ShortCode.write(&puzzle)?, "4WVE1\n");
//! assert!(Format::Rush.write(&puzzle).unwrap_err().to_string().contains("rush cannot express"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::fault::{Fault, Faults};
use crate::position::{Place, Position};
use crate::puzzle::Puzzle;
use crate::setup::Setup;
use crate::text::MAX_TEXT;

pub mod codes;
mod express;
pub mod gnome;
pub mod jimslide;
pub mod json;
pub(crate) mod labels;
mod report;
pub mod rush;
pub mod slide;
mod sniff;

pub use express::CannotWrite;

/// A way to write a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Grids, one character a square, and options above them.
    Native,
    /// The same as JSON.
    Json,
    /// A Rush Hour board on one line.
    Rush,
    /// A configuration file of jim'slide and js2.
    JimSlide,
    /// A data file of the Slide applet.
    Slide,
    /// A grid of GNOME Klotski.
    Gnome,
    /// Nine hexadecimal digits for a 4×5 Klotski.
    CommonCode,
    /// Five characters for a 4×5 Klotski.
    ShortCode,
    /// Sixteen hexadecimal digits for a 4×5 Klotski.
    RawCode,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 9] = [
        Self::Native,
        Self::Json,
        Self::Rush,
        Self::JimSlide,
        Self::Slide,
        Self::Gnome,
        Self::CommonCode,
        Self::ShortCode,
        Self::RawCode,
    ];

    /// Their names, in the same order.
    pub const NAMES: [&'static str; 9] =
        ["native", "json", "rush", "jimslide", "slide", "gnome", "common-code", "short-code", "raw-code"];

    /// The name by which people choose it.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What it looks like, in a line.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Native => "grids with one character per square, and options above them",
            Self::Json => "a JSON object with board, pieces and goals",
            Self::Rush => "a Rush Hour board on one line, such as the 36 characters of a 6×6 one",
            Self::JimSlide => "a configuration of jim'slide or js2: xsize, ysize, piece, put, win",
            Self::Slide => "a data file of the Slide applet: size, initial, target",
            Self::Gnome => "a grid of GNOME Klotski: * to the dots, - a gate",
            Self::CommonCode => "up to nine hexadecimal digits for a 4×5 Klotski, such as 1A9BF0C",
            Self::ShortCode => "five characters for a 4×5 Klotski, such as 4WVE1",
            Self::RawCode => "fifteen or sixteen hexadecimal digits for a 4×5 Klotski",
        }
    }

    /// Which format a text is in, by its looks alone:
    ///
    /// 1. a text that begins with `{` is `json`;
    /// 2. a line that begins with `xsize:`, `ysize:`, `piece:`, `put:` or `win:` makes it `jimslide`;
    /// 3. a line `initial` makes it `slide`;
    /// 4. a first line such as `name#10#11#` makes it `gnome`, and so does a grid with `*`, `-` and dots without a second grid;
    /// 5. a single line without a colon is a code or a Rush Hour board: up to nine hexadecimal digits are a `common-code`
    ///    (also where five of them could be a short one), five characters of its alphabet a `short-code`, fifteen or sixteen
    ///    hexadecimal digits with a decimal one among them a `raw-code`, a board of letters and dots `rush`;
    /// 6. lines that all are Rush Hour boards, too wide for a grid or with their lengths in front, are `rush`; lines that all are
    ///    codes of one format, without an empty line between them, are that;
    /// 7. any other text of several lines is `native`.
    ///
    /// # Errors
    /// A text too long, with control characters, or of none of these kinds.
    pub fn sniff(text: &str) -> Result<Self, Faults> {
        sniff::sniff(text)
    }

    /// Reads the one puzzle of a text.
    ///
    /// # Errors
    /// Every place that cannot be read. What is wrong with the puzzle is for [`Setup::validate`].
    pub fn read(self, text: &str) -> Result<Setup, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        match self {
            Self::Native => Setup::parse(text).map_err(report::shorten),
            Self::Json => json::read(text),
            Self::Rush => rush::read(text).map(|record| record.setup),
            Self::JimSlide => jimslide::read(text).map(Setup::tie),
            Self::Slide => slide::read(text).map(Setup::tie),
            Self::Gnome => gnome::read(text).map(Setup::tie),
            Self::CommonCode | Self::ShortCode | Self::RawCode => codes::read(self, text),
        }
    }

    /// Writes a puzzle at its start. Titles and names of pieces are left out where the format has no place for them; outside
    /// is written as wall where it knows but one of them; pieces get other labels where it allows only some. Whatever changes
    /// the puzzle is refused.
    ///
    /// # Errors
    /// Everything that the format cannot express.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, CannotWrite> {
        match self {
            Self::Native => Ok(puzzle.to_string()),
            Self::Json => Ok(json::write(puzzle)),
            Self::Rush => rush::write(puzzle),
            Self::JimSlide => jimslide::write(puzzle),
            Self::Slide => slide::write(puzzle),
            Self::Gnome => gnome::write(puzzle),
            Self::CommonCode | Self::ShortCode | Self::RawCode => codes::write(self, puzzle),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not a format of sliding blocks; choose one of {}", Format::NAMES.join(", "))]
pub struct FormatError {
    word: String,
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(word: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(word.trim()));
        found.ok_or_else(|| FormatError { word: word.chars().take(20).collect() })
    }
}

/// Reads a puzzle in whatever format it is in: see [`Format::sniff`].
///
/// # Errors
/// A text that is in no known format, or what is wrong with it in the one it is in.
pub fn read(text: &str) -> Result<(Format, Setup), Faults> {
    let format = Format::sniff(text)?;
    format.read(text).map(|setup| (format, setup))
}

/// Reads a file of which the name and the first bytes are known. Who reads it need not read more than [`MAX_TEXT`] bytes and
/// one: longer ones are refused.
///
/// The files of SBP Solver, `.sbp`, are of a form that nobody has described. One so named is read where it holds one of the
/// forms above, and refused otherwise with a word on how to convert it.
///
/// # Errors
/// As [`read`], and bytes that are not text.
pub fn read_file(name: &str, bytes: &[u8]) -> Result<(Format, Setup), Faults> {
    if bytes.len() > MAX_TEXT {
        return Err(Fault::TooLong.into());
    }
    let is_sbp = name.len() >= 4 && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".sbp");
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(_) if is_sbp => return Err(unknown_sbp().into()),
        Err(error) => {
            let problem = format!(
                "the file is not text: byte {} is not UTF-8; write puzzles as text in one of the formats {}",
                error.valid_up_to() + 1,
                Format::NAMES.join(", ")
            );
            return Err(Fault::Unreadable(problem).into());
        }
    };
    match Format::sniff(text) {
        Ok(format) => {
            let setup = format.read(text);
            // What looks native may be anything: an unknown form deserves its own word.
            let is_native = setup.as_ref().is_ok_and(|setup| !setup.goals.is_empty());
            if is_sbp && format == Format::Native && !is_native {
                return Err(unknown_sbp().into());
            }
            setup.map(|setup| (format, setup))
        }
        Err(_) if is_sbp => Err(unknown_sbp().into()),
        Err(faults) => Err(faults),
    }
}

fn unknown_sbp() -> Fault {
    let problem = format!(
        "the format of SBP Solver's .sbp files is not publicly documented, and this file has none of the formats {}. \
         To convert it, open it in SBP Solver and write both of its panes as grids with one character per square: \
         first the initial position, then an empty line, then the goal with only the pieces placed there",
        Format::NAMES.join(", ")
    );
    Fault::Unreadable(problem)
}

/// The puzzle that begins where another has come to, for a writer.
///
/// # Errors
/// A piece has left the board.
pub fn from_position(position: &Position) -> Result<Puzzle, CannotWrite> {
    let puzzle = position.puzzle();
    let mut setup = puzzle.setup().clone();
    let mut reasons = Vec::new();
    for (number, piece) in setup.pieces.iter_mut().enumerate() {
        match position.places()[number] {
            Place::On(_) => piece.cells = position.cells(number),
            Place::Left(_) => reasons.push(format!("that piece `{}` has left the board", piece.label)),
        }
    }
    if !reasons.is_empty() {
        return Err(CannotWrite { format: None, reasons });
    }
    Ok(setup.validate().expect("a position of a puzzle is the start of another"))
}
