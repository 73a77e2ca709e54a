//! Opening what the argument names.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use fewest_engine::reader::{Entry, LineFault};
use fewest_engine::{Kind, LibraryEntry, Likeness};
use fewest_kinds::KINDS;

use crate::exit::remark;
use crate::input::pick::Pick;
use crate::input::positions::Positions;
use crate::interrupt::Interrupt;
use crate::options::Spec;
use crate::text::{did_you_mean, shorten};

/// An input with at least one position in it: an argument, a file or stdin, or several of them one after another.
pub(crate) struct Input {
    positions: Positions<Box<dyn Read + Send>>,
    spec: Arc<Spec>,
    /// What is opened when this one ends.
    waiting: VecDeque<Argument>,
    picked: Option<Found>,
    title: Option<String>,
    interrupt: Interrupt,
    pub(crate) locator: Locator,
    /// In bytes, where it is known.
    pub(crate) length: Option<u64>,
    /// Whether its positions have names that a table should show.
    pub(crate) has_names: bool,
    /// Bytes of the arguments that were read to their end.
    before: u64,
}

/// An argument that positions are read from, and what the options say of them.
pub(crate) type Argument = (Option<OsString>, Arc<Spec>);

/// A position of an input.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The line where it begins, or where it is at fault, from 1.
    pub(crate) line: u64,
    /// The text, unchecked.
    pub(crate) text: Result<String, LineFault>,
    /// What it is called, where it has a title.
    pub(crate) title: Option<String>,
    /// Where it stands.
    pub(crate) locator: Locator,
    /// What the options say of it.
    pub(crate) spec: Arc<Spec>,
}

impl Found {
    /// Its title, or else the file that it is in where there are several.
    pub(crate) fn name(&self) -> Option<&str> {
        self.title.as_deref().or(self.file())
    }

    /// The file that it is in, where there are several.
    pub(crate) fn file(&self) -> Option<&str> {
        self.locator.name.as_deref().filter(|_| self.locator.is_one_of_several)
    }

    /// Says where an error is, unless there is no doubt.
    pub(crate) fn locate(&self, message: &str) -> String {
        self.locator.locate(self.line, message)
    }
}

/// Knows where an input comes from.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    /// A file or stdin; none for the argument itself.
    name: Option<String>,
    pub(crate) is_many: bool,
    is_one_of_several: bool,
}

impl Input {
    /// Opens a file, stdin for `-` or nothing, or the argument itself, and looks for the first positions. A puzzle with
    /// a start of its own needs no argument: its position is empty. Where the options pick a position, there is no other.
    pub(crate) fn open(argument: Option<&OsStr>, spec: &Spec, interrupt: &Interrupt) -> anyhow::Result<Self> {
        Self::open_all(VecDeque::from([(argument.map(OsStr::to_owned), Arc::new(spec.clone()))]), interrupt)
    }

    /// The same for several arguments, one after another. There is at least one.
    pub(crate) fn open_all(mut arguments: VecDeque<Argument>, interrupt: &Interrupt) -> anyhow::Result<Self> {
        let (argument, spec) = arguments.pop_front().context("there is nothing to read")?;
        let is_one_of_several = !arguments.is_empty();
        let Opened { name, title, positions, length } = open(argument.as_deref(), &spec)?;
        let locator = Locator { name, is_many: is_one_of_several, is_one_of_several };
        let pick = spec.pick.clone();
        let mut input = Self {
            positions,
            spec,
            waiting: arguments,
            picked: None,
            title,
            interrupt: interrupt.clone(),
            locator,
            length: length.filter(|_| !is_one_of_several),
            has_names: is_one_of_several,
            before: 0,
        };
        input.demand()?;
        let has_second = input.interrupt.waiting(|| input.positions.has(2)).with_context(|| input.unreadable())?;
        input.locator.is_many |= has_second;
        input.has_names |= input.positions.ahead().any(|entry| input.title_of(entry).is_some());
        if let Some(pick) = pick {
            let found = input.pick(&pick)?;
            input.locator.is_many = false;
            input.waiting.clear();
            input.picked = Some(found);
        }
        Ok(input)
    }

    /// Refuses an argument without any position.
    fn demand(&mut self) -> anyhow::Result<()> {
        if !self.interrupt.waiting(|| self.positions.has(1)).with_context(|| self.unreadable())? {
            bail!("{} has no position: write one such as {:?}", self.name(), self.spec.info().example_position);
        }
        Ok(())
    }

    /// The next position; where one was picked, that one alone.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Found>> {
        if self.spec.pick.is_some() {
            return Ok(self.picked.take());
        }
        self.read()
    }

    fn read(&mut self) -> anyhow::Result<Option<Found>> {
        loop {
            let entry = self.interrupt.waiting(|| self.positions.next()).with_context(|| self.unreadable())?;
            if let Some(entry) = entry {
                let title = self.title_of(&entry);
                let (locator, spec) = (self.locator.clone(), Arc::clone(&self.spec));
                return Ok(Some(Found { line: entry.line, text: entry.text, title, locator, spec }));
            }
            let Some((argument, spec)) = self.waiting.pop_front() else { return Ok(None) };
            self.before += self.positions.lines.bytes;
            let opened = open(argument.as_deref(), &spec)?;
            self.locator.name = opened.name;
            (self.positions, self.title, self.spec) = (opened.positions, opened.title, spec);
            self.demand()?;
        }
    }

    /// What a position is called: a puzzle of the library by its title there, another by the one in its text.
    fn title_of(&self, entry: &Entry) -> Option<String> {
        let own = || entry.text.as_ref().ok().and_then(|text| self.spec.kind.title(text));
        self.title.clone().or_else(own)
    }

    /// Finds the position that is picked.
    fn pick(&mut self, pick: &Pick) -> anyhow::Result<Found> {
        let name = if self.waiting.is_empty() { self.name().to_owned() } else { "the input".to_owned() };
        let mut search = pick.search();
        while let Some(found) = self.read()? {
            if let Some(found) = search.take(found) {
                return Ok(found);
            }
        }
        search.end(&name)
    }

    /// The only position and its line, for a command that takes one.
    pub(crate) fn only(&mut self, noun: &str, command: &str) -> anyhow::Result<(u64, String)> {
        let found = self.only_found(noun, command)?;
        Ok((found.line, self.text(found)?))
    }

    fn only_found(&mut self, noun: &str, command: &str) -> anyhow::Result<Found> {
        if self.locator.is_many {
            bail!("there are several {noun}s, but {command} takes one: choose it with --pick N or --pick TITLE");
        }
        self.next()?.with_context(|| format!("there is no {noun}"))
    }

    /// The text of a position, or what is wrong with it and where.
    pub(crate) fn text(&self, found: Found) -> anyhow::Result<String> {
        found.text.map_err(|fault| anyhow!(self.locate(found.line, &fault.to_string())))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.before + self.positions.lines.bytes
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

/// An argument that was opened.
struct Opened {
    /// The file, where it is one.
    name: Option<String>,
    /// The title of a puzzle of the library.
    title: Option<String>,
    positions: Positions<Box<dyn Read + Send>>,
    /// In bytes, where it is known.
    length: Option<u64>,
}

fn open(argument: Option<&OsStr>, spec: &Spec) -> anyhow::Result<Opened> {
    let positions =
        |reader: Box<dyn Read + Send>| Positions::new(reader, spec.info().name, spec.kind.reader(&spec.shared));
    let opened = |name, positions, length| Opened { name, title: None, positions, length };
    let holding = |text: String| opened(None, Positions::holding(Entry { line: 1, text: Ok(text) }), None);
    if argument.is_none() && spec.has_start() {
        return Ok(holding(String::new()));
    }
    let Some(argument) = argument.filter(|&argument| argument != "-") else {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            remark("Type positions, one per line or row by row; end with Ctrl-D.");
        }
        return Ok(opened(Some("stdin".to_owned()), positions(Box::new(stdin)), None));
    };
    let path = Path::new(argument);
    if path.exists() {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let data = file.metadata().with_context(|| format!("cannot open {name}"))?;
        if data.is_dir() {
            bail!("{name} is a folder: name a file, or write a position");
        }
        let length = data.is_file().then_some(data.len());
        if data.is_file() {
            let glance = glance(&file).with_context(|| format!("cannot read {name}"))?;
            spec.kind.admit_file(&name, &glance)?;
        }
        return Ok(opened(Some(name), positions(Box::new(file)), length));
    }
    let Some(text) = argument.to_str() else {
        bail!("there is no file {}, and a position is plain text", path.display());
    };
    if let Some((kind, entry)) = named(argument) {
        let (name, asked) = (kind.info().name, spec.info().name);
        if name != asked {
            bail!("{text} is a puzzle of the kind {name}, but the options are for the kind {asked}");
        }
        return Ok(Opened { title: Some(entry.title), ..holding(entry.puzzle.position().to_owned()) });
    }
    if let Some(refusal) = no_input(argument, spec) {
        bail!(refusal);
    }
    Ok(opened(None, positions(Box::new(Cursor::new(text.to_owned()))), None))
}

/// Why an argument is nothing that could be read: a word that is no file, no puzzle of the library and no position.
pub(crate) fn no_input(argument: &OsStr, spec: &Spec) -> Option<String> {
    let text = argument.to_str().filter(|text| looks_like_a_name(text))?;
    if text == "-" || Path::new(text).exists() || named(argument).is_some() || spec.kind.sniff(text) > Likeness::None {
        return None;
    }
    let library: Vec<String> = KINDS.iter().flat_map(Kind::library).map(|entry| entry.name).collect();
    let meant = did_you_mean(text, library.iter().map(String::as_str));
    let name = shorten(text, 60);
    Some(format!(
        "{name:?} is not a file, a built-in puzzle (`fewest library` lists them) or a position such as {:?}.{meant}",
        spec.info().example_position
    ))
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
