//! Which lines of a text make up one position.
//!
//! A shell reads lines; a kind says where one of its positions ends and the next begins, without checking any.

/// More than any position has, of whatever kind.
pub const MAX_LINE: usize = 1 << 16;

/// A line of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// The text without the line's end.
    pub content: Result<String, LineFault>,
}

/// Why a line is no text that could hold a position. Bytes are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// Longer than any position.
    #[error("the line is longer than {MAX_LINE} bytes; no position needs that many")]
    TooLong,
    /// Has a NUL byte at this place.
    #[error("byte {0} is NUL; positions are plain text")]
    Nul(usize),
    /// Is not UTF-8 from this byte on.
    #[error("byte {0} is not UTF-8; positions are plain text")]
    NotUtf8(usize),
    /// Holds a puzzle of another kind, which whoever reads this kind takes for a comment or a title.
    #[error("this puzzle is of the kind {0}, but the others are of the kind {1}: put it into a separate input")]
    Foreign(&'static str, &'static str),
}

/// A position as text, or why its lines cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line where it begins, or where it is at fault, from 1.
    pub line: u64,
    /// The text, unchecked.
    pub text: Result<String, LineFault>,
}

impl From<Line> for Entry {
    fn from(line: Line) -> Self {
        Self { line: line.number, text: line.content }
    }
}

/// Finds positions in lines, as they come.
pub trait Reader {
    /// Takes the next line. Positions that are complete now are added to `found`.
    fn take(&mut self, line: Line, found: &mut Vec<Entry>);

    /// Takes the end of the text.
    fn finish(&mut self, found: &mut Vec<Entry>);

    /// The lines since the last call that are part of no position: comments, titles and other text. Whoever knows other kinds
    /// of puzzles looks whether there are some in them.
    fn passed_over(&mut self) -> Vec<Line>;
}

/// How [`Rows`] tells positions apart.
#[derive(Clone, Copy, Debug)]
pub struct RowRules {
    /// The marks that stand between rows written on one line.
    pub marks: &'static [char],
    /// The most rows that a position has.
    pub most_rows: usize,
    /// The most bytes that a position has.
    pub most_bytes: usize,
}

/// Positions of rows: one a line where rows are written with marks between them, else row by row with blank lines between
/// positions. A line that begins with `#` is a comment.
pub struct Rows {
    rules: RowRules,
    /// Whether a line could be a whole position.
    is_whole: Box<dyn Fn(&str) -> bool + Send>,
    /// Lines of a block of which it is not known yet what they are.
    block: Vec<Line>,
    block_bytes: usize,
    /// Whether in the current block every line is a position.
    one_a_line: bool,
    /// Comments that nobody has asked for yet.
    comments: Vec<Line>,
}

impl Rows {
    /// Positions by these rules. In a block of two or more lines of which at least half are whole positions, every line is
    /// one.
    pub fn new(rules: RowRules, is_whole: impl Fn(&str) -> bool + Send + 'static) -> Self {
        Self {
            rules,
            is_whole: Box::new(is_whole),
            block: Vec::new(),
            block_bytes: 0,
            one_a_line: false,
            comments: Vec::new(),
        }
    }

    /// Positions that always have one line.
    pub fn one_a_line() -> Self {
        Self::new(RowRules { marks: &[], most_rows: 0, most_bytes: 0 }, |_| true)
    }

    fn end_block(&mut self, found: &mut Vec<Entry>) {
        let is_whole = |line: &&Line| line.content.as_ref().is_ok_and(|text| (self.is_whole)(text));
        let whole = self.block.iter().filter(is_whole).count();
        if whole >= 2 && whole * 2 >= self.block.len() {
            found.extend(self.block.drain(..).map(Entry::from));
        }
        found.extend(joined(&mut self.block));
        self.block_bytes = 0;
        self.one_a_line = false;
    }
}

impl Reader for Rows {
    fn take(&mut self, line: Line, found: &mut Vec<Entry>) {
        match &line.content {
            Ok(text) if text.trim_start().starts_with('#') => self.comments.push(line),
            Ok(text) if text.trim().is_empty() => self.end_block(found),
            _ if self.one_a_line => found.push(line.into()),
            content => {
                self.block_bytes += content.as_ref().map_or(0, String::len);
                let has_rows = content.as_ref().is_ok_and(|text| text.contains(self.rules.marks));
                self.block.push(line);
                // More lines, or more text, than one position can have are many positions.
                let RowRules { most_rows, most_bytes, .. } = self.rules;
                if has_rows || self.block.len() > most_rows || self.block_bytes > most_bytes {
                    self.one_a_line = true;
                    found.extend(self.block.drain(..).map(Entry::from));
                }
            }
        }
    }

    fn finish(&mut self, found: &mut Vec<Entry>) {
        self.end_block(found);
    }

    fn passed_over(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.comments)
    }
}

/// The lines of a block as one position, if there are any.
pub fn joined(block: &mut Vec<Line>) -> Option<Entry> {
    let first = block.first()?.number;
    let rows: Result<Vec<String>, (u64, LineFault)> =
        block.drain(..).map(|line| line.content.map_err(|fault| (line.number, fault))).collect();
    Some(match rows {
        Ok(rows) => Entry { line: first, text: Ok(rows.join("\n")) },
        Err((line, fault)) => Entry { line, text: Err(fault) },
    })
}
