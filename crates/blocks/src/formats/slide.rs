//! Data files of the Slide applet (Fujiwara 1996, Baxter 1998–2001), in which most classics were collected.
//!
//! ```text
//! ; a comment
//! display Pennant Puzzle        the title
//! size 4 5                      columns and rows
//! step 59                       the best length known; read over
//! initial                       as many rows follow as the size says
//! AA11
//! …
//! target                        so here; `.` and space: whatever
//! …
//! equiv 123                     pieces that may stand in for each other in the target
//! label A text                  what is written on a piece
//! color A 255 0 0               read over, as are labeloffset, image, hint and next
//! end
//! ```
//!
//! `.` or a space is empty, `#` outside the board. Several puzzles may follow each other, each up to its `end`.

use std::fmt::Write as _;

use super::Format;
use super::express::{CannotWrite, Express};
use super::report::{Report, short};
use crate::fault::Faults;
use crate::geometry::{Lock, MAX_SIDE, Square};
use crate::puzzle::{Condition, Puzzle, Target};
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};
use crate::text::one_line;
use crate::validate::is_label;

/// The words that begin a line.
const WORDS: &str = "display, size, step, initial, target, hint, equiv, color, label, labeloffset, image, next, end";

struct Grid<'a> {
    line: usize,
    rows: Vec<&'a str>,
}

#[derive(Default)]
struct Reader<'a> {
    report: Report,
    setup: Setup,
    size: Option<(usize, usize)>,
    initial: Option<Grid<'a>>,
    target: Option<Grid<'a>>,
    names: Vec<(usize, char, String)>,
}

/// Reads a file of one puzzle.
///
/// # Errors
/// Every place that cannot be read.
pub fn read(text: &str) -> Result<Setup, Faults> {
    let mut reader = Reader::default();
    let lines: Vec<&str> = text.lines().collect();
    let mut index = 0;
    let mut has_ended = false;
    while let Some(&line) = lines.get(index) {
        index += 1;
        if line.trim().is_empty() || line.starts_with(';') {
            continue;
        }
        if has_ended {
            reader.report.at(index, 1, "a second puzzle begins after `end`; write only one");
            break;
        }
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match word {
            "initial" | "target" | "hint" => index += reader.grid(index, word, &lines[index..]),
            "end" => has_ended = true,
            _ => reader.line(index, line, word, one_line(rest).trim()),
        }
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &str, word: &str, rest: &str) {
        match word {
            "display" => self.setup.title = Some(rest.to_owned()).filter(|title| !title.is_empty()),
            "size" => {
                let mut numbers = rest.split_whitespace().map(|word| word.parse::<usize>().ok());
                if let (Some(width), Some(height), None) =
                    (numbers.next().flatten(), numbers.next().flatten(), numbers.next())
                {
                    self.size = Some((width, height));
                } else {
                    let problem = format!("{} is not a size; write columns and rows, such as size 4 5", short(rest));
                    self.report.at(number, 1, problem);
                }
            }
            "equiv" => self.setup.alike.push(rest.chars().filter(|c| !c.is_whitespace()).collect()),
            "label" => {
                let (label, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let mut letters = label.chars();
                match (letters.next(), letters.next()) {
                    (Some(label), None) => self.names.push((number, label, name.trim().to_owned())),
                    _ => self.report.at(number, 1, "a label needs a piece and a text, such as label A Truck"),
                }
            }
            "step" | "color" | "labeloffset" | "image" | "next" => {}
            _ => {
                let problem = format!("{} is not a line of this format; the lines are {}", short(line.trim()), WORDS);
                self.report.at(number, 1, problem);
            }
        }
    }

    /// Takes the rows of a grid; how many lines they fill.
    fn grid(&mut self, number: usize, word: &str, lines: &[&'a str]) -> usize {
        let Some((width, height)) = self.size.filter(|&(width, height)| width <= MAX_SIDE && height <= MAX_SIDE) else {
            if self.size.is_none() {
                self.report.at(
                    number,
                    1,
                    format!("`{word}` comes before the size; write a line such as size 4 5 above"),
                );
            }
            // Rows cannot be told from the rest: go on behind the next word.
            return lines.iter().take_while(|line| !is_word(line)).count();
        };
        let mut rows = Vec::new();
        let mut used = 0;
        for &line in lines {
            if rows.len() == height || line.chars().count() != width && is_word(line) {
                break;
            }
            used += 1;
            if line.starts_with(';') {
                continue;
            }
            let row = line.trim_end();
            if let Some((column, _)) = row.chars().enumerate().nth(width) {
                let problem = format!("the row is longer than the size says, which is {width} squares");
                self.report.at(number + used, column + 1, problem);
            }
            rows.push(row);
        }
        if rows.len() < height {
            let problem = format!("`{word}` has {} rows, but the size says {height}", rows.len());
            self.report.at(number, 1, problem);
        }
        let grid = Some(Grid { line: number, rows });
        match word {
            "initial" if self.initial.is_some() => self.report.at(number, 1, "`initial` is given twice"),
            "target" if self.target.is_some() => self.report.at(number, 1, "`target` is given twice"),
            "initial" => self.initial = grid,
            "target" => self.target = grid,
            _ => {}
        }
        used
    }

    /// The squares of each label of a grid.
    fn pieces(&mut self, grid: &Grid<'_>) -> Vec<(char, Vec<Square>)> {
        let mut pieces: Vec<(char, Vec<Square>)> = Vec::new();
        for (y, row) in (0u16..).zip(&grid.rows) {
            for (x, c) in (0u16..).zip(row.chars()) {
                if matches!(c, '.' | '#') || c.is_whitespace() {
                    continue;
                }
                if !is_label(c) {
                    let line = grid.line + usize::from(y) + 1;
                    self.report.at(
                        line,
                        usize::from(x) + 1,
                        format!("{c:?} cannot be a piece; use letters and digits"),
                    );
                    continue;
                }
                match pieces.iter_mut().find(|(label, _)| *label == c) {
                    Some((_, cells)) => cells.push(Square::new(x, y)),
                    None => pieces.push((c, vec![Square::new(x, y)])),
                }
            }
        }
        pieces
    }

    fn finish(mut self) -> Result<Setup, Faults> {
        let Some((width, height)) = self.size else {
            self.report.whole("there is no size; write a line such as size 4 5");
            return self.report.finish(self.setup);
        };
        (self.setup.width, self.setup.height) = (width, height);
        if !self.report.size(width, height) {
            return self.report.finish(self.setup);
        }
        match self.initial.take() {
            None => self.report.whole("there is no start; write `initial` and the rows below it"),
            Some(grid) => {
                for row in &grid.rows {
                    let ground = row.chars().map(|c| if c == '#' { Ground::Wall } else { Ground::Floor });
                    self.setup.ground.extend(ground.chain(std::iter::repeat(Ground::Floor)).take(width));
                }
                for (label, cells) in self.pieces(&grid) {
                    self.setup.pieces.push(PieceSetup { label, name: None, cells, lock: Lock::Free });
                }
            }
        }
        match self.target.take() {
            None => self.report.whole("there is no goal; write `target` and the rows below it"),
            Some(grid) => {
                let conditions = self.pieces(&grid).into_iter();
                let condition = |(label, cells)| ConditionSetup::Piece { label, target: TargetSetup::On(cells) };
                self.setup.goals.push(conditions.map(condition).collect());
            }
        }
        for (number, label, name) in std::mem::take(&mut self.names) {
            match self.setup.pieces.iter_mut().find(|piece| piece.label == label) {
                Some(piece) => piece.name = Some(name).filter(|name| !name.is_empty()),
                None => self.report.at(number, 1, format!("there is no piece `{label}` to label")),
            }
        }
        self.report.finish(self.setup)
    }
}

/// Whether a line begins with a word of the format.
fn is_word(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| WORDS.split(", ").any(|known| known == word))
}

pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut express = Express::new(Format::Slide, puzzle);
    express.no_exits();
    express.no_gates();
    express.no_locks();
    let goal = express.one_goal();
    let is_at = |condition: &Condition| matches!(condition, Condition::Piece(_, Target::At(_)));
    express.refuse_if(!goal.iter().all(is_at), "a goal other than pieces in their places");
    express.finish(|| {
        let mut text = String::new();
        if let Some(title) = puzzle.title() {
            let _ = writeln!(text, "display {title}");
        }
        let _ = writeln!(text, "size {} {}", puzzle.width(), puzzle.height());
        let label = |piece: usize| puzzle.pieces()[piece].label;
        let mut grid = |word: &str, on: &dyn Fn(Square) -> Option<usize>| {
            text.push_str(word);
            for square in puzzle.squares() {
                if square.x == 0 {
                    text.push('\n');
                }
                text.push(match puzzle.ground(square) {
                    Some(Ground::Floor) => on(square).map_or('.', label),
                    _ => '#',
                });
            }
            text.push('\n');
        };
        grid("initial", &|square| {
            puzzle.pieces().iter().position(|piece| piece.cells_at(piece.start).any(|cell| cell == square))
        });
        grid("target", &|square| {
            goal.iter().find_map(|condition| match condition {
                Condition::Piece(piece, Target::At(corner)) => {
                    puzzle.pieces()[*piece].cells_at(*corner).any(|cell| cell == square).then_some(*piece)
                }
                _ => None,
            })
        });
        for group in puzzle.alike() {
            let _ = writeln!(text, "equiv {}", group.iter().map(|&piece| label(piece)).collect::<String>());
        }
        for piece in puzzle.pieces() {
            if let Some(name) = &piece.name {
                let _ = writeln!(text, "label {} {name}", piece.label);
            }
        }
        text.push_str("end\n");
        text
    })
}
