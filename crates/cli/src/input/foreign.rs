//! Puzzles of other kinds in lines that the reader of one kind passes over: nobody would notice that they are missing.

use fewest_engine::reader::{Entry, Line, LineFault};
use fewest_engine::{Kind, Likeness, Notation, Puzzle};
use fewest_kinds::KINDS;

/// The most lines that are looked at together.
const MOST_LINES: usize = 1024;
/// The most bytes that are.
const MOST_BYTES: usize = 1 << 16;

/// Lines that follow each other without a position between them.
#[derive(Default)]
pub(super) struct PassedOver {
    lines: Vec<Line>,
    bytes: usize,
}

impl PassedOver {
    pub(super) fn add(&mut self, lines: Vec<Line>) {
        self.bytes += lines.iter().map(|line| line.content.as_ref().map_or(0, String::len)).sum::<usize>();
        self.lines.extend(lines);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there are more than are looked at together.
    pub(super) fn is_long(&self) -> bool {
        self.lines.len() > MOST_LINES || self.bytes > MOST_BYTES
    }

    /// Looks for puzzles of other kinds than this one; each is an entry at fault. The lines are gone then.
    pub(super) fn foreign(&mut self, kind: &'static str) -> Vec<Entry> {
        self.bytes = 0;
        let lines: Vec<(u64, String)> =
            self.lines.drain(..).filter_map(|line| Some((line.number, line.content.ok()?))).collect();
        let paragraphs = lines.chunk_by(|(above, _), (below, _)| above + 1 == *below);
        let several: Vec<&[(u64, String)]> = paragraphs.filter(|paragraph| paragraph.len() > 1).collect();
        let all = (several.len() > 1).then_some(&lines[..]);
        let mut found: Vec<(u64, &'static str)> = Vec::new();
        for part in lines.chunks(1).chain(several).chain(all) {
            for other in KINDS.iter().filter(|other| other.info().name != kind) {
                for line in puzzles_of(other, part) {
                    if found.iter().all(|(known, _)| *known != line) {
                        found.push((line, other.info().name));
                    }
                }
            }
        }
        found.sort_unstable();
        let fault = |(line, other)| Entry { line, text: Err(LineFault::Foreign(other, kind)) };
        found.into_iter().map(fault).collect()
    }
}

/// What to do with a text that is no position of its kind, where it looks like a puzzle of another one once its squares stand side
/// by side: that of a grid in which each number is a piece and not a tile.
pub(crate) fn meant(kind: &'static str, text: &str) -> Option<String> {
    let square = |word: &str| match word.parse::<u32>() {
        Ok(number @ 10..36) => {
            char::from_digit(number, 36).map_or_else(|| word.to_owned(), |letter| letter.to_string())
        }
        _ => word.to_owned(),
    };
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let row = |row: &str| row.split(is_between).map(square).collect::<String>();
    let rows: Vec<String> = text.split(['\n', '/']).map(row).filter(|row| !row.is_empty()).collect();
    let (other, _) = KINDS.sniff(&rows.join("\n")).filter(|(other, _)| other.info().name != kind)?;
    let (name, title) = (other.info().name, other.info().title.to_lowercase());
    Some(format!(
        "if equal marks are one piece, it is a puzzle of {title}: write its rows as lines without spaces, and say --kind {name}"
    ))
}

/// Whether a text is words: to look closer at each title and remark of a large collection would take long.
fn is_prose(text: &str) -> bool {
    let marks = || text.chars().filter(|c| !c.is_whitespace());
    let letters = marks().filter(|c| c.is_alphabetic()).count();
    2 * letters > marks().count() && text.lines().any(|line| line.trim().contains(' '))
}

/// The lines where puzzles of a kind begin: only those that are right, for much prose looks like something.
fn puzzles_of(kind: &'static dyn Kind, part: &[(u64, String)]) -> Vec<u64> {
    let text = part.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n");
    if is_prose(&text) || kind.sniff(&text) == Likeness::None || KINDS.find(text.trim()).is_some() {
        return Vec::new();
    }
    let mut reader = kind.reader(&Puzzle::empty(kind.info().name));
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    for (number, line) in part {
        // Some readers count the lines that they are given, so all are given them by such numbers. A gap ends a puzzle.
        let gap = places.last().filter(|&&before| before + 1 < *number).map(|_| String::new());
        for content in gap.into_iter().chain([line.clone()]) {
            places.push(*number);
            reader.take(Line { number: places.len() as u64, content: Ok(content) }, &mut entries);
        }
    }
    reader.finish(&mut entries);
    let is_right = |entry: &Entry| {
        let puzzle = entry.text.as_ref().ok().map(|text| Puzzle::new(kind.info().name, text.clone()));
        puzzle
            .is_some_and(|puzzle| kind.info().admit(&puzzle).is_ok() && kind.stage(&puzzle, "", Notation::Tile).is_ok())
    };
    let place = |entry: &Entry| places.get(usize::try_from(entry.line).ok()?.checked_sub(1)?).copied();
    entries.iter().filter(|entry| is_right(entry)).filter_map(place).collect()
}
