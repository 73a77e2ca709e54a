//! Opening what the argument names.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Seek};
use std::path::Path;

use anyhow::{Context, bail};
use fewest_blocks::formats::{self, Format};
use fewest_blocks::library;
use fewest_engine::Kind;
use fewest_sokoban::Setup;

use crate::exit::remark;
use crate::input::positions::{Entry, Positions};
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
        let (origin, reader, length) = open(argument, spec)?;
        let positions = Positions::new(reader, spec.form());
        let mut input = Self { positions, interrupt: interrupt.clone(), origin, length, many: false };
        let has = |input: &mut Self, count| input.interrupt.waiting(|| input.positions.has(count));
        if !has(&mut input, 1).with_context(|| input.unreadable())? {
            bail!("{} holds no position: write one such as {:?}", input.name(), spec.example());
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

fn open(argument: Option<&OsStr>, spec: &Spec) -> anyhow::Result<(Origin, Box<dyn Read + Send>, Option<u64>)> {
    let Some(argument) = argument.filter(|&argument| argument != "-") else {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            remark("Type positions, one a line or row by row; end with Ctrl-D.");
        }
        return Ok((Origin::Stdin, Box::new(stdin), None));
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
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sbp")) && data.is_file() {
            refuse_unknown_sbp(&name, &file)?;
        }
        return Ok((Origin::File(name), Box::new(file), length));
    }
    let Some(text) = argument.to_str() else {
        bail!("there is no file {}, and a position is plain text", path.display());
    };
    if library::find(text).is_some() && !matches!(spec, Spec::Blocks { .. }) {
        bail!("{text} is a puzzle of sliding blocks, and the options say that the puzzle is {}", spec.kind());
    }
    if let Some(entry) = level_named(text) {
        if !matches!(spec, Spec::Sokoban) {
            bail!("{text} is a level of Sokoban, and the options say that the puzzle is {}", spec.kind());
        }
        return Ok((Origin::Argument, Box::new(Cursor::new(fewest_sokoban::write([&entry.level()]))), None));
    }
    let is_known = match spec {
        Spec::Blocks { .. } => library::find(text).is_some() || Format::sniff(text).is_ok(),
        Spec::Sokoban => text.contains('#'),
        Spec::Tiles { .. } | Spec::Hanoi { .. } | Spec::Graph { .. } => false,
    };
    if looks_like_a_name(text) && !is_known {
        let name = shorten(text, 60);
        bail!(
            "there is no file {name:?} and no puzzle of that name (see `fewest library`), and a position is written like {:?}",
            spec.example()
        );
    }
    Ok((Origin::Argument, Box::new(Cursor::new(text.to_owned())), None))
}

/// Refuses a file of SBP Solver in the form that nobody has described.
fn refuse_unknown_sbp(name: &str, mut file: &File) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let context = || format!("cannot read {name}");
    file.take(fewest_blocks::MAX_TEXT as u64 + 1).read_to_end(&mut bytes).with_context(context)?;
    file.rewind().with_context(context)?;
    formats::read_file(name, &bytes).with_context(context)?;
    Ok(())
}

/// Bytes by which the kind of puzzle is told.
const GLANCE: u64 = 1 << 14;

/// The kind of puzzle that an argument, or what it names, looks like. Nothing is taken from it.
pub(crate) fn kind_shown(argument: Option<&OsStr>, interrupt: &Interrupt) -> anyhow::Result<Kind> {
    let glance = match argument.filter(|&argument| argument != "-") {
        None if io::stdin().is_terminal() => return Ok(Kind::Tiles),
        // What is in the buffer stays there for who reads it next.
        None => interrupt.waiting(|| io::stdin().lock().fill_buf().map(<[u8]>::to_vec)).context("cannot read stdin")?,
        Some(argument) => match Path::new(argument) {
            path if path.exists() && is_level_file(path) => return Ok(Kind::Sokoban),
            path if path.is_file() => {
                let mut bytes = Vec::new();
                let name = path.display();
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                file.take(GLANCE).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
                bytes
            }
            // A pipe would be robbed of what is read.
            path if path.exists() => return Ok(Kind::Tiles),
            _ => argument.as_encoded_bytes().to_vec(),
        },
    };
    let text = String::from_utf8_lossy(&glance);
    Ok(if looks_like_sokoban(&text) {
        Kind::Sokoban
    } else if looks_like_blocks(&text) {
        Kind::Blocks
    } else {
        Kind::Tiles
    })
}

/// Whether the name of a file says that it holds levels.
fn is_level_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["xsb", "sok"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// The level of a name. One that is written out has walls, and its title may be that of another one.
fn level_named(text: &str) -> Option<&'static fewest_sokoban::library::Entry> {
    fewest_sokoban::library::find(text).filter(|_| !text.contains('#') && library::find(text).is_none())
}

/// Whether a text looks like Sokoban: the name of a level, or a level with a player or a box off its goal, and none of the words of sliding blocks.
fn looks_like_sokoban(text: &str) -> bool {
    let is_of_blocks = |line: &str| matches!(line.trim(), "start:" | "goal:" | "initial" | "target");
    let has_marks = |level: Setup| level.rows.iter().flatten().any(|square| "@$".contains(*square));
    level_named(text).is_some()
        || !text.lines().any(is_of_blocks) && fewest_sokoban::read(text).into_iter().any(has_marks)
}

/// Words that begin lines of sliding blocks in one of their formats, before a colon or a space.
const WORDS: [&str; 17] = [
    "title", "rail", "lock", "alike", "name", "gate", "exit", "start", "goal", "xsize", "ysize", "piece", "put", "win",
    "display", "initial", "target",
];

/// Whether a text looks like sliding blocks: by the words of its lines, or because it has more letters than digits outside of
/// comments.
fn looks_like_blocks(text: &str) -> bool {
    let text = text.trim();
    if library::find(text).is_some() || text.starts_with('{') {
        return true;
    }
    if !text.contains(|c: char| c.is_whitespace()) {
        // A word: it may be the name of a file that is not there.
        let is_code = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        let has = |wanted: fn(char) -> bool| text.contains(wanted);
        let is_board = text.len() >= 9 && has(|c| c == '.' || c == 'o') && has(|c| c == 'A' || c == 'X');
        return (is_board || (is_code && has(|c| c.is_ascii_digit()) && has(|c| c.is_ascii_alphabetic())))
            && Format::sniff(text).is_ok();
    }
    let has_word = |line: &str| {
        let word = line.trim_start().split([':', ' ']).next().unwrap_or_default().to_ascii_lowercase();
        WORDS.contains(&word.as_str())
    };
    // A board in a frame of walls begins every row as a comment begins, but ends it so too.
    let is_framed = |line: &&str| line.len() > 2 && line.starts_with('#') && line.ends_with('#') && !line.contains(' ');
    if text.lines().any(has_word) || text.lines().filter(is_framed).count() > 1 {
        return true;
    }
    let rows = || text.lines().filter(|line| !line.trim_start().starts_with(['#', ';']));
    let count = |wanted: fn(char) -> bool| rows().flat_map(str::chars).filter(|&c| wanted(c)).count();
    count(|c| c.is_alphabetic() && c != 'x' && c != 'X') > count(|c| c.is_ascii_digit())
}

/// Whether this is one word, with letters that no position has.
fn looks_like_a_name(text: &str) -> bool {
    let has = |wanted: fn(char) -> bool| text.contains(wanted);
    has(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X')) && !has(|c| c.is_whitespace() || c == ',')
}
