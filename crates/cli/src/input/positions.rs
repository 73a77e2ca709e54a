//! Which lines make up one position.

use std::collections::VecDeque;
use std::io::{self, Read};

use fewest_blocks::formats::Format;
use fewest_tiles::{MAX_CELLS, MAX_TEXT};

use crate::input::lines::{Line, LineFault, Lines};

/// The rules, for the help of every command that reads positions.
pub(crate) const RULES: &str = "\
Positions:
Of tiles: cells are apart by spaces or commas, rows by `/`, `;` or line ends; the blank is 0, _, x or `.`. One row stands \
for a square board. Of hanoi: the discs of each peg from the bottom up, as in \"4 3 2 1/-/-\". Of a graph: the tile \
of each vertex in order. Of blocks: two grids, a Rush Hour string or any other format of docs/blocks-formats.md, or \
the name of a puzzle that `fewest library` lists. Of sokoban: a level in XSB, `#@$.*+`, floor a space, `-` or `_`; `|` ends a \
row too, and a number repeats the next character; or its name. An argument that names a file is read as one; `-`, or no argument at all, \
is stdin.

An input may hold many positions; of a graph, one a line. A line that begins with # is a comment; blank lines \
separate blocks. In a block every line is a position of its own if some line has a `/` or `;`, or if two or more of its lines, and at \
least half, hold a blank and fill a square board (or one of --size). Otherwise its lines are the rows of one \
position. Of blocks, Rush Hour strings, codes and JSON objects stand one a line, and a `title:` or a second `start:` begins \
the next puzzle. Of sokoban, anything that is no row ends a level; a comment (`; title`) before it or a line `Title: title` \
names it.";

/// How positions of a kind of puzzle lie in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Rows of a board; its cells, where the size was given.
    Board {
        /// How many cells a board has.
        cells: Option<usize>,
    },
    /// The discs of each peg, peg by peg.
    Pegs,
    /// Always one line.
    Line,
    /// Sliding blocks, in a format that is known or is told by its looks.
    Blocks {
        /// The format, where it was given.
        format: Option<Format>,
    },
    /// Levels of Sokoban, with titles and other text between them.
    Levels,
}

impl Form {
    /// The marks that stand between rows written on one line.
    fn marks(self) -> &'static [char] {
        match self {
            Self::Board { .. } => &['/', ';'],
            Self::Pegs => &['/', '|'],
            Self::Line | Self::Blocks { .. } | Self::Levels => &[],
        }
    }
}

/// A position as text, or why its lines cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The line where it begins, or where it is at fault, from 1.
    pub(crate) line: u64,
    /// The text, unchecked.
    pub(crate) text: Result<String, LineFault>,
}

impl From<Line> for Entry {
    fn from(line: Line) -> Self {
        Self { line: line.number, text: line.content }
    }
}

/// Reads positions one after another. At most one block of as many lines as a board can have rows is held.
pub(crate) struct Positions<R> {
    lines: Lines<R>,
    form: Form,
    /// Lines of a block of which it is not known yet what they are.
    block: Vec<Line>,
    block_bytes: usize,
    /// Whether in the current block every line is a position.
    one_a_line: bool,
    /// The level that is being read.
    level: fewest_sokoban::Reader,
    found: VecDeque<Entry>,
    ended: bool,
}

impl Positions<Box<dyn Read + Send>> {
    /// Just one position.
    pub(crate) fn holding(entry: Entry) -> Self {
        Self { found: VecDeque::from([entry]), ended: true, ..Self::new(Box::new(io::empty()), Form::Line) }
    }
}

impl<R: Read> Positions<R> {
    pub(crate) fn new(reader: R, form: Form) -> Self {
        Self {
            lines: Lines::new(reader),
            form,
            block: Vec::new(),
            block_bytes: 0,
            one_a_line: false,
            level: fewest_sokoban::Reader::default(),
            found: VecDeque::new(),
            ended: false,
        }
    }

    /// How much was read.
    pub(crate) fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Whether there are at least so many positions left; reads only as far as it must.
    pub(crate) fn has(&mut self, count: usize) -> io::Result<bool> {
        while self.found.len() < count && !self.ended {
            self.advance()?;
        }
        Ok(self.found.len() >= count)
    }

    /// The next position; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Entry>> {
        self.has(1)?;
        Ok(self.found.pop_front())
    }

    /// Reads one line.
    fn advance(&mut self) -> io::Result<()> {
        match self.form {
            Form::Blocks { format } => return self.advance_blocks(format),
            Form::Levels => return self.advance_levels(),
            Form::Board { .. } | Form::Pegs | Form::Line => {}
        }
        let Some(line) = self.lines.read()? else {
            self.ended = true;
            self.end_block();
            return Ok(());
        };
        match &line.content {
            Ok(text) if text.trim_start().starts_with('#') => {}
            Ok(text) if text.trim().is_empty() => self.end_block(),
            _ if self.one_a_line || self.form == Form::Line => self.found.push_back(line.into()),
            content => {
                self.block_bytes += content.as_ref().map_or(0, String::len);
                let has_rows = content.as_ref().is_ok_and(|text| text.contains(self.form.marks()));
                self.block.push(line);
                // More lines, or more text, than one position can have are many positions.
                if has_rows || self.block.len() > MAX_CELLS || self.block_bytes > MAX_TEXT {
                    self.one_a_line = true;
                    self.found.extend(self.block.drain(..).map(Entry::from));
                }
            }
        }
        Ok(())
    }

    /// Reads one line of levels. What is no text ends a level, as a blank line does.
    fn advance_levels(&mut self) -> io::Result<()> {
        let (complete, bad) = match self.lines.read()? {
            Some(Line { content: Ok(text), .. }) => (self.level.take(&text), None),
            Some(line) => (self.level.take_unreadable(), Some(Entry::from(line))),
            None => {
                self.ended = true;
                (std::mem::take(&mut self.level).finish(), None)
            }
        };
        let complete = complete.map(|level| Entry { line: level.line as u64, text: Ok(level.to_string()) });
        self.found.extend(complete.into_iter().chain(bad));
        Ok(())
    }

    /// Reads one line of sliding blocks, or as many as it takes to tell the format.
    fn advance_blocks(&mut self, format: Option<Format>) -> io::Result<()> {
        let Some(format) = format else { return self.tell_format() };
        if let Some(line) = self.lines.read()? {
            self.feed(format, line);
        } else {
            self.ended = true;
            self.end_puzzle();
        }
        Ok(())
    }

    /// Reads as much as one puzzle can have and tells the format by it. Where it looks like none, all of it is one text, and
    /// what is wrong with it is for the engine to say.
    fn tell_format(&mut self) -> io::Result<()> {
        let mut head = Vec::new();
        let mut text = String::new();
        while let Some(line) = self.lines.read()? {
            let content = line.content.as_deref().unwrap_or_default();
            let fits = text.len() + content.len() < fewest_blocks::MAX_TEXT;
            if fits {
                text.push_str(content);
                text.push('\n');
            }
            head.push(line);
            if !fits {
                break;
            }
        }
        let format = Format::sniff(&text).unwrap_or(Format::Gnome);
        // Of a format of one puzzle a text, a line that does not fit is one too many.
        self.form = Form::Blocks { format: Some(format) };
        for line in head {
            self.feed(format, line);
        }
        Ok(())
    }

    /// Takes one line of a text in this format.
    fn feed(&mut self, format: Format, line: Line) {
        let text = line.content.as_deref().unwrap_or_default().trim();
        match format {
            Format::Rush | Format::CommonCode | Format::ShortCode | Format::RawCode => {
                if line.content.is_err() || !(text.is_empty() || text.starts_with(['#', ';'])) {
                    self.found.push_back(line.into());
                }
                return;
            }
            Format::Json if self.block.is_empty() && text.is_empty() => return,
            Format::Json if self.block.is_empty() && text.starts_with('{') && text.ends_with('}') => {
                self.found.push_back(line.into());
                return;
            }
            Format::Native if begins_puzzle(text, &self.block) => self.end_puzzle(),
            Format::JimSlide if text.starts_with("xsize:") && self.holds("xsize:") => self.end_puzzle(),
            _ => {}
        }
        let ends = format == Format::Slide && text == "end";
        self.block_bytes += text.len();
        // A text that is too long already need not be held to its end: what is held is too long.
        if self.block_bytes <= 2 * fewest_blocks::MAX_TEXT {
            self.block.push(line);
        }
        if ends {
            self.end_puzzle();
        }
    }

    /// Whether a line that is held begins so.
    fn holds(&self, word: &str) -> bool {
        self.block.iter().any(|line| line.content.as_ref().is_ok_and(|text| text.trim_start().starts_with(word)))
    }

    /// The lines held are a puzzle, if there is anything on them.
    fn end_puzzle(&mut self) {
        let is_blank = |line: &Line| line.content.as_ref().is_ok_and(|text| text.trim().is_empty());
        if self.block.iter().all(is_blank) {
            self.block.clear();
        }
        self.block_bytes = 0;
        self.join_block();
    }

    fn end_block(&mut self) {
        let boards = self.block.iter().filter(|line| self.could_be_a_board(line)).count();
        if boards >= 2 && boards * 2 >= self.block.len() {
            self.found.extend(self.block.drain(..).map(Entry::from));
        }
        self.join_block();
        self.block_bytes = 0;
        self.one_a_line = false;
    }

    /// The lines of the block are one position.
    fn join_block(&mut self) {
        if let Some(first) = self.block.first().map(|line| line.number) {
            let rows: Result<Vec<String>, (u64, LineFault)> =
                self.block.drain(..).map(|line| line.content.map_err(|fault| (line.number, fault))).collect();
            self.found.push_back(match rows {
                Ok(rows) => Entry { line: first, text: Ok(rows.join("\n")) },
                Err((line, fault)) => Entry { line, text: Err(fault) },
            });
        }
    }

    /// Whether the line holds a blank and as many cells as a square board, or one of the given size.
    fn could_be_a_board(&self, line: &Line) -> bool {
        let (Ok(text), Form::Board { cells: wanted }) = (&line.content, self.form) else { return false };
        let cells = || text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let count = cells().count();
        let fits = wanted.map_or_else(|| count > 1 && count.isqrt().pow(2) == count, |cells| cells == count);
        let is_blank = |word: &str| matches!(word, "_" | "." | "x" | "X") || word.bytes().all(|byte| byte == b'0');
        fits && cells().any(is_blank)
    }
}

/// Whether a line begins the next puzzle in native form: a title behind rows, or a second start.
fn begins_puzzle(text: &str, block: &[Line]) -> bool {
    let mut lines = block.iter().filter_map(|line| line.content.as_deref().ok()).map(str::trim);
    match text.split_once(':').map(|(word, _)| word) {
        Some("title") => lines.any(|line| !line.is_empty() && !line.contains(':') && !line.starts_with(';')),
        Some("start") => lines.any(|line| line == "start:"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(text: &str, cells: Option<usize>) -> Vec<(u64, String)> {
        let mut positions = Positions::new(text.as_bytes(), Form::Board { cells });
        std::iter::from_fn(|| positions.next().unwrap())
            .map(|entry| (entry.line, entry.text.unwrap_or_else(|fault| fault.to_string())))
            .collect()
    }

    fn count(text: &str) -> usize {
        all(text, None).len()
    }

    #[test]
    fn levels_are_told_apart_and_keep_their_titles() {
        let text = "; a\n####\n#@*#\n####\n\n5#|#@$.#|5#\nTitle: b\n\0\n####\n";
        let mut positions = Positions::new(text.as_bytes(), Form::Levels);
        let all: Vec<Entry> = std::iter::from_fn(|| positions.next().unwrap()).collect();
        let good = |line, text: &str| Entry { line, text: Ok(text.to_owned()) };
        let bad = Entry { line: 8, text: Err(LineFault::Nul(1)) };
        assert_eq!(all, [good(2, "; a\n####|#@*#|####"), good(6, "; b\n#####|#@$.#|#####"), bad, good(9, "####")]);
    }

    #[test]
    fn rows_or_lines() {
        assert_eq!(all("1 2 3\n4 5 6\n7 8 0\n", None), [(1, "1 2 3\n4 5 6\n7 8 0".to_owned())]);
        assert_eq!(count("1 2 3 4\n5 6 7 0\n"), 1, "one blank in two rows");
        assert_eq!(count("1 2 3 0\n1 2 0 3\n"), 2, "two boards of 2×2");
        assert_eq!(count("1 2 3 0\n1 2 3\n1 2 0 3\n"), 3, "with a bad one between");
        assert_eq!(count("1 0 3\n4 0 6\n7 8 5"), 1, "three cells are no board");
        assert_eq!(count("1 2 3/4 5 6/7 8 0\nnonsense\n"), 2);
        assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", Some(6)).len(), 2);
        assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", None).len(), 1);
    }

    #[test]
    fn blocks_and_comments() {
        let text = "# two boards\n\n1 2\n3 0\n\n\n  # the second\n0 1\n# within\n3 2\n";
        assert_eq!(all(text, None), [(3, "1 2\n3 0".to_owned()), (8, "0 1\n3 2".to_owned())]);
        assert_eq!(all("# nothing\n\n \n", None), []);
        assert_eq!(all("1 2/3 0\n0 1/2 3\n\n1 2\n0 3", None).len(), 3);
    }

    #[test]
    fn a_fault_is_where_it_is() {
        assert_eq!(all("1 2\n\0\n", None), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
        assert_eq!(all("1 2/3 0\n\0\n1 2/0 3", None)[1].0, 2);
    }

    fn blocks(text: &str) -> Vec<(u64, String)> {
        let mut positions = Positions::new(text.as_bytes(), Form::Blocks { format: None });
        std::iter::from_fn(|| positions.next().unwrap())
            .map(|entry| (entry.line, entry.text.unwrap_or_else(|fault| fault.to_string())))
            .collect()
    }

    #[test]
    fn blocks_begin_and_end_by_their_format() {
        let grids = "ab.\n\n..a";
        assert_eq!(blocks(grids), [(1, grids.to_owned())]);
        let titled = "title: a\nstart:\na.\ngoal:\n.a\n";
        let twice = blocks(&titled.repeat(2));
        assert_eq!(twice.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 6]);
        assert!(twice.iter().all(|(_, text)| text == titled.trim_end()));
        assert_eq!(blocks(&"start:\na.\ngoal:\n.a\n\n".repeat(3)).len(), 3);
        let rush =
            "# boards\n02 oooBoooooBooAAoBoooooooooooooooooooo 14\n\n02 oooooBoooooBAAoooBoooooooooooooooooo 17\n";
        assert_eq!(blocks(rush).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(blocks("{}\n{}\n").len(), 2);
        assert_eq!(blocks("{\n}\n"), [(1, "{\n}".to_owned())]);
        assert_eq!(blocks("\n \n"), []);
        assert_eq!(blocks("nothing known"), [(1, "nothing known".to_owned())]);
        assert_eq!(blocks("a.\n\0\n\n.a"), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
    }

    #[test]
    fn memory_is_bounded_for_blocks_too() {
        let line = "02 oooBoooooBooAAoBoooooooooooooooooooo 14\n";
        assert_eq!(blocks(&line.repeat(5000)).len(), 5000);
        let endless = blocks(&"a.\n".repeat(200_000));
        assert!(endless.len() == 1 && endless[0].1.len() < 4 * fewest_blocks::MAX_TEXT);
    }

    #[test]
    fn memory_is_bounded() {
        let mut positions =
            Positions::new("17 4\n".repeat(100_000).as_bytes().to_vec().leak() as &[u8], Form::Board { cells: None });
        let mut most = 0;
        while positions.next().unwrap().is_some() {
            most = most.max(positions.block.len() + positions.found.len());
        }
        assert!(most <= MAX_CELLS + 1, "{most}");
    }

    proptest! {
        #[test]
        fn levels_are_what_their_crate_reads(text in "[#@$.*+ x;|3\n]{0,60}") {
            let mut positions = Positions::new(text.as_bytes(), Form::Levels);
            let found: Vec<String> = std::iter::from_fn(|| positions.next().unwrap()).map(|entry| entry.text.unwrap()).collect();
            let expected: Vec<String> = fewest_sokoban::read(&text).iter().map(ToString::to_string).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn no_line_is_lost(text in "[0-9 ./;#\n]{0,60}") {
            let kept: usize = all(&text, None).iter().map(|(_, text)| text.lines().count()).sum();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            prop_assert_eq!(kept, lines.count());
        }
    }
}
