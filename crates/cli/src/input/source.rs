//! Opening what the argument names.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Seek};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
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
    pub(crate) locator: Locator,
    /// In bytes, where it is known.
    pub(crate) length: Option<u64>,
}

/// Knows where an input comes from.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    /// A file or stdin; none for the argument itself.
    name: Option<String>,
    pub(crate) is_many: bool,
}

impl Input {
    /// Opens a file, stdin for `-` or nothing, or the argument itself, and looks for the first positions. A puzzle with
    /// a start of its own needs no argument: its position is empty.
    pub(crate) fn open(argument: Option<&OsStr>, spec: &Spec, interrupt: &Interrupt) -> anyhow::Result<Self> {
        let (name, positions, length) = open(argument, spec)?;
        let locator = Locator { name, is_many: false };
        let mut input = Self { positions, interrupt: interrupt.clone(), locator, length };
        let has = |input: &mut Self, count| input.interrupt.waiting(|| input.positions.has(count));
        if !has(&mut input, 1).with_context(|| input.unreadable())? {
            bail!("{} holds no position: write one such as {:?}", input.name(), spec.info().example_position);
        }
        input.locator.is_many = has(&mut input, 2).with_context(|| input.unreadable())?;
        Ok(input)
    }

    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        self.interrupt.waiting(|| self.positions.next()).with_context(|| self.unreadable())
    }

    /// The only position and its line, for a command that takes one.
    pub(crate) fn only(&mut self, noun: &str, command: &str) -> anyhow::Result<(u64, String)> {
        if self.locator.is_many {
            bail!("there are several {noun}s; {command} takes one");
        }
        let entry = self.next()?.with_context(|| format!("there is no {noun}"))?;
        Ok((entry.line, self.text(entry)?))
    }

    /// The text of an entry, or what is wrong with it and where.
    pub(crate) fn text(&self, entry: Entry) -> anyhow::Result<String> {
        entry.text.map_err(|fault| anyhow!(self.locate(entry.line, &fault.to_string())))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.positions.lines.bytes
    }

    /// Says where an error is, unless there is no doubt.
    pub(crate) fn locate(&self, line: u64, message: &str) -> String {
        self.locator.locate(line, message)
    }

    fn name(&self) -> &str {
        self.locator.name.as_deref().unwrap_or("the argument")
    }

    fn unreadable(&self) -> String {
        format!("cannot read {}", self.name())
    }
}

impl Locator {
    /// Says where an error is, unless there is no doubt.
    pub(crate) fn locate(&self, line: u64, message: &str) -> String {
        match &self.name {
            None if self.is_many => format!("line {line}: {message}"),
            None => message.to_owned(),
            Some(name) => format!("{name}, line {line}: {message}"),
        }
    }
}

/// The name of an input that has one, its positions, and its length where that is known.
type Opened = (Option<String>, Positions<Box<dyn Read + Send>>, Option<u64>);

fn open(argument: Option<&OsStr>, spec: &Spec) -> anyhow::Result<Opened> {
    let positions =
        |reader: Box<dyn Read + Send>| Positions::new(reader, spec.info().name, spec.kind.reader(&spec.shared));
    let holding = |text: String| (None, Positions::holding(Entry { line: 1, text: Ok(text) }), None);
    if argument.is_none() && spec.has_start() {
        return Ok(holding(String::new()));
    }
    let Some(argument) = argument.filter(|&argument| argument != "-") else {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            remark("Type positions, one a line or row by row; end with Ctrl-D.");
        }
        return Ok((Some("stdin".to_owned()), positions(Box::new(stdin)), None));
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
        return Ok((Some(name), positions(Box::new(file)), length));
    }
    let Some(text) = argument.to_str() else {
        bail!("there is no file {}, and a position is plain text", path.display());
    };
    if let Some((kind, entry)) = named(argument) {
        let (name, asked) = (kind.info().name, spec.info().name);
        if name != asked {
            bail!("{text} is a puzzle of the kind {name}, and the options say that the puzzle is {asked}");
        }
        return Ok(holding(entry.puzzle.position().to_owned()));
    }
    if looks_like_a_name(text) && spec.kind.sniff(text) == Likeness::None {
        let name = shorten(text, 60);
        bail!(
            "there is no file {name:?} and no puzzle of that name (see `fewest library`), and a position is written like {:?}",
            spec.info().example_position
        );
    }
    Ok((None, positions(Box::new(Cursor::new(text.to_owned()))), None))
}

/// The puzzle of the library that an argument names, unless there is a file of that name.
pub(crate) fn named(argument: &OsStr) -> Option<(&'static dyn Kind, LibraryEntry)> {
    let is_name = |text: &&str| text.len() < 100 && !text.contains('\n') && has_letters(text);
    let name = argument.to_str().filter(is_name)?;
    if Path::new(argument).exists() { None } else { KINDS.find(name) }
}

/// Bytes by which the kind of puzzle is told.
const GLANCE: u64 = 1 << 14;

fn glance(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(GLANCE).read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(bytes)
}

/// The kind of puzzle that an argument, or what it names, looks like, or the first of all. Nothing is taken from it.
pub(crate) fn kind_shown(argument: Option<&OsStr>, interrupt: &Interrupt) -> anyhow::Result<&'static dyn Kind> {
    let usual = || KINDS.iter().next().context("this program has no kinds of puzzles");
    looks(argument, interrupt)?.map_or_else(usual, Ok)
}

/// The kind of puzzle that an argument, or what it names, looks like, where it looks like any.
pub(crate) fn looks(argument: Option<&OsStr>, interrupt: &Interrupt) -> anyhow::Result<Option<&'static dyn Kind>> {
    let glance = match argument.filter(|&argument| argument != "-") {
        None if io::stdin().is_terminal() => return Ok(None),
        // What is in the buffer stays there for who reads it next.
        None => interrupt.waiting(|| io::stdin().lock().fill_buf().map(<[u8]>::to_vec)).context("cannot read stdin")?,
        Some(argument) => match Path::new(argument) {
            path if path.is_file() => {
                if let Some(kind) = of_ending(path) {
                    return Ok(Some(kind));
                }
                let name = path.display();
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                glance(&file).with_context(|| format!("cannot read {name}"))?
            }
            // A pipe would be robbed of what is read.
            path if path.exists() => return Ok(None),
            _ => argument.as_encoded_bytes().to_vec(),
        },
    };
    Ok(KINDS.sniff(&String::from_utf8_lossy(&glance)).map(|(kind, _)| kind))
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
