//! Sliding blocks in a text: whether there are any, and which lines make up one puzzle.

use std::collections::BTreeSet;

use fewest_blocks::formats::Format;
use fewest_blocks::{MAX_TEXT, library};
use fewest_engine::Likeness;
use fewest_engine::reader::{Entry, Line, Reader, joined};

/// Words that begin lines of sliding blocks in one of their formats, before a colon or a space.
const WORDS: [&str; 18] = [
    "title", "rail", "lock", "alike", "tied", "name", "gate", "exit", "start", "goal", "xsize", "ysize", "piece",
    "put", "win", "display", "initial", "target",
];

/// How sure it is that a text is about sliding blocks.
pub(crate) fn sniff(text: &str) -> Likeness {
    match text.trim() {
        name if library::find(name).is_some() => Likeness::Certain,
        text if looks_like_blocks(text) => Likeness::Likely,
        _ => Likeness::None,
    }
}

/// Whether a text looks like sliding blocks: by the words of its lines, or because it has more letters than digits outside of
/// comments.
fn looks_like_blocks(text: &str) -> bool {
    if text.starts_with('{') {
        return true;
    }
    if !text.contains(char::is_whitespace) {
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
    if text.lines().any(has_word) || text.lines().filter(is_framed).count() > 1 || is_grid_of_pieces(text) {
        return true;
    }
    let rows = || text.lines().filter(|line| !line.trim_start().starts_with(['#', ';']));
    let count = |wanted: fn(char) -> bool| rows().flat_map(str::chars).filter(|&c| wanted(c)).count();
    count(|c| c.is_alphabetic() && c != 'x' && c != 'X') > count(|c| c.is_ascii_digit())
}

/// Whether a text is a grid, one character a square, in which several pieces cover more than one: digits that stand side by side
/// again and again are no tiles, each of which is there once.
fn is_grid_of_pieces(text: &str) -> bool {
    let rows: Vec<&[u8]> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(';'))
        .map(|line| line.trim_end().as_bytes())
        .take_while(|row| !row.is_empty())
        .collect();
    let is_square = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'#');
    if rows.len() < 2 || rows.iter().any(|row| row.len() != rows[0].len() || !row.iter().all(is_square)) {
        return false;
    }
    let is_piece = |byte: u8| byte.is_ascii_alphanumeric() && byte != b'0';
    let wide = rows.iter().flat_map(|row| row.windows(2)).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let tall = rows.windows(2).flat_map(|pair| pair[0].iter().zip(pair[1])).filter(|(above, below)| above == below);
    let wide: BTreeSet<u8> = wide.filter(|&byte| is_piece(byte)).collect();
    let tall: BTreeSet<u8> = tall.map(|(&byte, _)| byte).filter(|&byte| is_piece(byte)).collect();
    !wide.is_empty() && wide.union(&tall).count() > 1
}

/// Finds puzzles in lines, by the format, which is told by as much as one puzzle can have.
pub(crate) struct Puzzles {
    format: Option<Format>,
    /// The beginning, until the format is known.
    head: String,
    /// The lines that wait for the end of a puzzle, or for the format.
    held: Vec<Line>,
    held_bytes: usize,
    /// Comments that nobody has asked for yet.
    comments: Vec<Line>,
}

impl Puzzles {
    /// Puzzles in this format, or in the one they look like.
    pub(crate) fn new(format: Option<Format>) -> Self {
        Self { format, head: String::new(), held: Vec::new(), held_bytes: 0, comments: Vec::new() }
    }

    /// Tells the format by the beginning. Where it looks like none, all of it is one text, and what is wrong with it is for who
    /// reads that to say.
    fn tell_format(&mut self, found: &mut Vec<Entry>) {
        let format = Format::sniff(&std::mem::take(&mut self.head)).unwrap_or(Format::Gnome);
        self.format = Some(format);
        for line in std::mem::take(&mut self.held) {
            self.feed(format, line, found);
        }
    }

    /// Takes one line of a text in this format.
    fn feed(&mut self, format: Format, line: Line, found: &mut Vec<Entry>) {
        let text = line.content.as_deref().unwrap_or_default().trim();
        match format {
            Format::Rush | Format::CommonCode | Format::ShortCode | Format::RawCode => {
                if line.content.is_err() || !(text.is_empty() || text.starts_with(['#', ';'])) {
                    found.push(line.into());
                } else if !text.is_empty() {
                    self.comments.push(line);
                }
                return;
            }
            Format::Json if self.held.is_empty() && text.is_empty() => return,
            Format::Json if self.held.is_empty() && text.starts_with('{') && text.ends_with('}') => {
                found.push(line.into());
                return;
            }
            Format::Native if self.begins_puzzle(text) => self.end_puzzle(found),
            Format::JimSlide if text.starts_with("xsize:") && self.holds(|line| line.starts_with("xsize:")) => {
                self.end_puzzle(found);
            }
            _ => {}
        }
        let ends = format == Format::Slide && text == "end";
        self.held_bytes += text.len();
        // A text that is too long already need not be held to its end: what is held is too long.
        if self.held_bytes <= 2 * MAX_TEXT {
            self.held.push(line);
        }
        if ends {
            self.end_puzzle(found);
        }
    }

    /// Whether a line begins the next puzzle in native form: a title behind rows, or a second start.
    fn begins_puzzle(&self, text: &str) -> bool {
        match text.split_once(':').map(|(word, _)| word) {
            Some("title") => self.holds(|line| !line.is_empty() && !line.contains(':') && !line.starts_with(';')),
            Some("start") => self.holds(|line| line == "start:"),
            _ => false,
        }
    }

    /// Whether one of the lines that wait is such.
    fn holds(&self, is_such: impl Fn(&str) -> bool) -> bool {
        self.held.iter().any(|line| line.content.as_ref().is_ok_and(|text| is_such(text.trim())))
    }

    /// The lines that wait are a puzzle, if there is anything on them.
    fn end_puzzle(&mut self, found: &mut Vec<Entry>) {
        if self.held.iter().all(|line| line.content.as_ref().is_ok_and(|text| text.trim().is_empty())) {
            self.held.clear();
        }
        self.held_bytes = 0;
        found.extend(joined(&mut self.held));
    }
}

impl Reader for Puzzles {
    fn take(&mut self, line: Line, found: &mut Vec<Entry>) {
        if let Some(format) = self.format {
            return self.feed(format, line, found);
        }
        let content = line.content.as_deref().unwrap_or_default();
        let fits = self.head.len() + content.len() < MAX_TEXT;
        if fits {
            self.head.push_str(content);
            self.head.push('\n');
        }
        self.held.push(line);
        if !fits {
            // Of a format of one puzzle a text, a line that does not fit is one too many.
            self.tell_format(found);
        }
    }

    fn finish(&mut self, found: &mut Vec<Entry>) {
        if self.format.is_none() {
            self.tell_format(found);
        }
        self.end_puzzle(found);
    }

    fn passed_over(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.comments)
    }
}
