//! Opening what the argument names.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Seek};
use std::path::Path;

use anyhow::{Context, bail};
use fewest_engine::reader::Entry;
use fewest_engine::{Kind, LibraryEntry, Likeness};
use fewest_kinds::KINDS;

use crate::exit::remark;
use crate::input::positions::Positions;
use crate::interrupt::Interrupt;
use crate::options::Spec;
use crate::text::shorten;

/// An input with at least one position in it.
pub(crate) struct Input {
    positions: Positions<Box<dyn Read + Send>>,
    interrupt: Interrupt,
    origin: Origin,
    length: Option<u64>,
    many: bool,
}

#[derive(Clone, Debug)]
enum Origin {
    Argument,
    File(String),
    Stdin,
}

impl Input {
    /// Opens a file, stdin for `-` or nothing, or the argument itself, and looks for the first positions. A puzzle with
    /// a start of its own needs no argument: its position is empty.
    pub(crate) fn open(argument: Option<&OsStr>, spec: &Spec, interrupt: &Interrupt) -> anyhow::Result<Self> {
        if argument.is_none() && spec.has_start() {
            let positions = Positions::holding(Entry { line: 1, text: Ok(String::new()) });
            return Ok(Self {
                positions,
                interrupt: interrupt.clone(),
                origin: Origin::Argument,
                length: None,
                many: false,
            });
        }
        let (origin, positions, length) = open(argument, spec)?;
        let mut input = Self { positions, interrupt: interrupt.clone(), origin, length, many: false };
        let has = |input: &mut Self, count| input.interrupt.waiting(|| input.positions.has(count));
        if !has(&mut input, 1).with_context(|| input.unreadable())? {
            bail!("{} holds no position: write one such as {:?}", input.name(), spec.info().example_position);
        }
        input.many = has(&mut input, 2).with_context(|| input.unreadable())?;
        Ok(input)
    }

    /// Whether there is more than one position.
    pub(crate) fn is_many(&self) -> bool {
        self.many
    }

    /// The next position.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        self.interrupt.waiting(|| self.positions.next()).with_context(|| self.unreadable())
    }

    /// The input's length in bytes, where it is known.
    pub(crate) fn length(&self) -> Option<u64> {
        self.length
    }

    /// How many bytes were read.
    pub(crate) fn bytes(&self) -> u64 {
        self.positions.bytes()
    }

    /// Says where an error is, unless there is no doubt.
    pub(crate) fn locate(&self, line: u64, message: &str) -> String {
        self.locator().locate(line, message)
    }

    /// What says where an error is, while the input is read elsewhere.
    pub(crate) fn locator(&self) -> Locator {
        Locator { origin: self.origin.clone(), many: self.many }
    }

    fn name(&self) -> &str {
        self.origin.name()
    }

    fn unreadable(&self) -> String {
        format!("cannot read {}", self.name())
    }
}

impl Origin {
    fn name(&self) -> &str {
        match self {
            Self::Argument => "the argument",
            Self::File(name) => name,
            Self::Stdin => "stdin",
        }
    }
}

/// Knows where an input comes from.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    origin: Origin,
    many: bool,
}

impl Locator {
    /// Says where an error is, unless there is no doubt.
    pub(crate) fn locate(&self, line: u64, message: &str) -> String {
        match &self.origin {
            Origin::Argument if self.many => format!("line {line}: {message}"),
            Origin::Argument => message.to_owned(),
            Origin::File(_) | Origin::Stdin => format!("{}, line {line}: {message}", self.origin.name()),
        }
    }
}

/// Where an input comes from, its positions, and its length where that is known.
type Opened = (Origin, Positions<Box<dyn Read + Send>>, Option<u64>);

fn open(argument: Option<&OsStr>, spec: &Spec) -> anyhow::Result<Opened> {
    let positions = |reader: Box<dyn Read + Send>| Positions::new(reader, spec.kind.reader(spec.shared()));
    let Some(argument) = argument.filter(|&argument| argument != "-") else {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            remark("Type positions, one a line or row by row; end with Ctrl-D.");
        }
        return Ok((Origin::Stdin, positions(Box::new(stdin)), None));
    };
    let path = Path::new(argument);
    if path.exists() {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let data = file.metadata().with_context(|| format!("cannot open {name}"))?;
        if data.is_dir() {
            bail!("{name} is a directory: name a file, or write a position");
        }
        let length = data.is_file().then_some(data.len());
        if data.is_file() {
            let glance = glance(&file).with_context(|| format!("cannot read {name}"))?;
            spec.kind.admit_file(&name, &glance)?;
        }
        return Ok((Origin::File(name), positions(Box::new(file)), length));
    }
    let Some(text) = argument.to_str() else {
        bail!("there is no file {}, and a position is plain text", path.display());
    };
    if let Some((kind, entry)) = named(argument) {
        let (name, asked) = (kind.info().name, spec.info().name);
        if name != asked {
            bail!("{text} is a puzzle of the kind {name}, and the options say that the puzzle is {asked}");
        }
        let text = Ok(entry.puzzle.position().to_owned());
        return Ok((Origin::Argument, Positions::holding(Entry { line: 1, text }), None));
    }
    if looks_like_a_name(text) && spec.kind.sniff(text) == Likeness::None {
        let name = shorten(text, 60);
        bail!(
            "there is no file {name:?} and no puzzle of that name (see `fewest library`), and a position is written like {:?}",
            spec.info().example_position
        );
    }
    Ok((Origin::Argument, positions(Box::new(Cursor::new(text.to_owned()))), None))
}

/// The puzzle of the library that an argument names, unless there is a file of that name.
pub(crate) fn named(argument: &OsStr) -> Option<(&'static dyn Kind, LibraryEntry)> {
    let is_name = |text: &&str| text.len() < 100 && !text.contains('\n') && has_letters(text);
    let name = argument.to_str().filter(is_name)?;
    if Path::new(argument).exists() { None } else { KINDS.find(name) }
}

/// Bytes by which the kind of puzzle is told.
const GLANCE: u64 = 1 << 14;

/// The beginning of a file.
fn glance(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(GLANCE).read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(bytes)
}

/// The kind of puzzle that an argument, or what it names, looks like. Nothing is taken from it.
pub(crate) fn kind_shown(argument: Option<&OsStr>, interrupt: &Interrupt) -> anyhow::Result<&'static dyn Kind> {
    let usual = || KINDS.iter().next().context("this program has no kinds of puzzles");
    let glance = match argument.filter(|&argument| argument != "-") {
        None if io::stdin().is_terminal() => return usual(),
        // What is in the buffer stays there for who reads it next.
        None => interrupt.waiting(|| io::stdin().lock().fill_buf().map(<[u8]>::to_vec)).context("cannot read stdin")?,
        Some(argument) => match Path::new(argument) {
            path if path.is_file() => {
                if let Some(kind) = of_ending(path) {
                    return Ok(kind);
                }
                let name = path.display();
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                glance(&file).with_context(|| format!("cannot read {name}"))?
            }
            // A pipe would be robbed of what is read.
            path if path.exists() => return usual(),
            _ => argument.as_encoded_bytes().to_vec(),
        },
    };
    match KINDS.sniff(&String::from_utf8_lossy(&glance)) {
        Some((kind, _)) => Ok(kind),
        None => usual(),
    }
}

/// The kind whose puzzles alone are in files with this ending.
fn of_ending(path: &Path) -> Option<&'static dyn Kind> {
    let ending = path.extension()?;
    KINDS.iter().find(|kind| kind.info().file_endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether this is one word, with letters that no position has.
fn looks_like_a_name(text: &str) -> bool {
    has_letters(text) && !text.contains(|c: char| c.is_whitespace() || c == ',')
}

/// Whether there are letters other than those that stand for a blank.
fn has_letters(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X'))
}
