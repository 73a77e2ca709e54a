//! Configuration files of jim'slide and its successor js2 (Leonard, 1997–2019).
//!
//! ```text
//! ! a comment; so is a line that begins with #
//! xsize: 4                      columns
//! ysize: 5                      rows
//! wall: (0,0)                   a wall
//! hwall: 2 (1,3)                walls in row 2 from column 1 to 3; `vwall: 2 (1,3)` in column 2
//! piece: 1 (0,0) (1,0) (0,1)    a type of piece; the first square is the leftmost of its top row
//! lockx: 1                      pieces of the type do not move sideways; `locky: 1` not up and down
//! put: 1 (0,0) 'T'              a piece of the type, and its label
//! win: 1 (2,0)                  a piece of the type must be here; of type 0: nothing; all such lines must hold
//! ```
//!
//! Columns and rows count from 0. Pieces of one type are alike. Words for the solver (`bigmem:`, `numthreads:` …) are read
//! over. `xstep:` and `ystep:` forbid positions in between and are refused: no rule of this project is like them.

use std::fmt::Write as _;

use super::Format;
use super::express::{CannotWrite, Express};
use super::labels;
use super::report::{Report, short};
use crate::fault::{Fault, Faults};
use crate::geometry::{Lock, MAX_SIDE, Square};
use crate::puzzle::{Condition, Piece, Puzzle, Target};
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};

/// Words that change how the program works and not the puzzle.
const SOLVER: &str = "useletters hexprint winonly bigmem smallmem numthreads diskthreads cachepercent nograph \
                      noconcurrent cutoff checkfulltree";

/// A type of piece: its number, its squares from the first one, whether it may go sideways and up and down.
struct Kind {
    number: i32,
    cells: Vec<(i32, i32)>,
    sideways: bool,
    upright: bool,
}

/// A piece, or what a place must hold: the line it stands on, the number of its type, where.
struct Put {
    line: usize,
    number: i32,
    at: (i32, i32),
    label: Option<char>,
}

/// What is left of a line, with the column it begins at.
struct Cursor<'a> {
    line: &'a str,
    rest: &'a str,
}

impl Cursor<'_> {
    fn column(&self) -> usize {
        self.line[..self.line.len() - self.rest.len()].chars().count() + 1
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, symbol: char) -> bool {
        self.skip();
        self.rest.strip_prefix(symbol).map(|rest| self.rest = rest).is_some()
    }

    fn number(&mut self) -> Option<i32> {
        self.skip();
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (word, rest) = self.rest.split_at(self.rest.len() - digits.len() + length);
        // No board is so large that four digits are not enough.
        let value = word.parse().ok().filter(|value: &i32| value.abs() < 10_000)?;
        self.rest = rest;
        Some(value)
    }

    fn pair(&mut self) -> Option<(i32, i32)> {
        let (line, rest) = (self.line, self.rest);
        let mut trial = Cursor { line, rest };
        let found = trial.take('(').then(|| trial.number()).flatten().filter(|_| trial.take(','));
        let found = found.and_then(|x| trial.number().map(|y| (x, y))).filter(|_| trial.take(')'));
        if found.is_some() {
            self.rest = trial.rest;
        }
        found
    }

    /// A number and a pair.
    fn placed(&mut self) -> Option<(i32, (i32, i32))> {
        Some((self.number()?, self.pair()?))
    }
}

#[derive(Default)]
struct Reader {
    report: Report,
    width: Option<usize>,
    height: Option<usize>,
    walls: Vec<(usize, (i32, i32))>,
    kinds: Vec<Kind>,
    puts: Vec<Put>,
    wins: Vec<Put>,
}

/// Reads a configuration.
///
/// # Errors
/// Every place that cannot be read.
pub fn read(text: &str) -> Result<Setup, Faults> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        if !(start.is_empty() || start.starts_with(['!', '#'])) {
            reader.command(index + 1, line);
        }
    }
    reader.finish()
}

impl Reader {
    fn command(&mut self, number: usize, line: &str) {
        let Some((head, rest)) = line.split_once(':') else {
            let problem = format!(
                "{} is not a command; use xsize:, ysize:, wall:, hwall:, vwall:, piece:, lockx:, locky:, put: and win:",
                short(line.trim())
            );
            self.report.at(number, 1, problem);
            return;
        };
        let mut cursor = Cursor { line, rest };
        let read = match head.trim().to_ascii_lowercase().as_str() {
            "xsize" => cursor.number().map(|size| self.width = usize::try_from(size).ok().or(Some(0))).is_some(),
            "ysize" => cursor.number().map(|size| self.height = usize::try_from(size).ok().or(Some(0))).is_some(),
            "wall" => cursor.pair().map(|wall| self.walls.push((number, wall))).is_some(),
            word @ ("hwall" | "vwall") => self.walls(number, &mut cursor, word == "hwall"),
            "piece" => self.piece(number, &mut cursor),
            word @ ("lockx" | "locky") => {
                cursor.number().map(|kind| self.lock(number, kind, word == "lockx")).is_some()
            }
            word @ ("xstep" | "ystep") => {
                let step = cursor.number().and_then(|_| cursor.number());
                if step.is_some_and(|step| step != 1) {
                    let problem =
                        format!("`{word}:` other than 1 has no meaning here; draw the board in larger squares");
                    self.report.at(number, 1, problem);
                }
                step.is_some()
            }
            "put" => self.put(number, &mut cursor),
            "win" => cursor
                .placed()
                .map(|(kind, at)| self.wins.push(Put { line: number, number: kind, at, label: None }))
                .is_some(),
            "directed" => true,
            word if SOLVER.split(' ').any(|known| known == word) => return,
            word => {
                self.report.at(number, 1, format!("{} is not a command of jim'slide", short(&format!("{word}:"))));
                return;
            }
        };
        let column = cursor.column();
        let rest = cursor.rest.trim_start().trim_start_matches(';').trim_start();
        if !read {
            let problem = format!(
                "{} cannot be read here; write {}",
                short(rest),
                match head.trim().to_ascii_lowercase().as_str() {
                    "wall" => "a pair such as (3,4)",
                    "hwall" | "vwall" => "a row or column and a pair such as 2 (1,3)",
                    "piece" => "a number and pairs such as 1 (0,0) (1,0)",
                    "put" | "win" => "a number and a pair such as 1 (0,0)",
                    "xstep" | "ystep" => "two numbers",
                    _ => "a number below 10,000",
                }
            );
            self.report.at(number, column, problem);
        } else if !(rest.is_empty() || rest.starts_with(['!', '#'])) {
            self.report.at(number, column, format!("{} is not expected here; a comment begins with !", short(rest)));
        }
    }

    fn walls(&mut self, number: usize, cursor: &mut Cursor<'_>, in_row: bool) -> bool {
        let Some((fixed, (a, b))) = cursor.placed() else { return false };
        for moving in a.min(b)..=a.max(b).min(a.min(b).saturating_add(64)) {
            self.walls.push((number, if in_row { (moving, fixed) } else { (fixed, moving) }));
        }
        true
    }

    fn piece(&mut self, line: usize, cursor: &mut Cursor<'_>) -> bool {
        let Some(number) = cursor.number() else { return false };
        let mut cells = Vec::new();
        while let Some(cell) = cursor.pair() {
            cells.push(cell);
        }
        if cells.is_empty() {
            return false;
        }
        if number == 0 {
            self.report.at(line, 1, "type 0 is the empty square; number the types of pieces from 1");
        }
        if self.kinds.iter().any(|kind| kind.number == number) {
            self.report.at(line, 1, format!("type {number} is defined twice"));
        }
        if cells.iter().map(|&(x, y)| (y, x)).min() != Some((0, 0)) {
            let problem = "the squares of a type begin with (0,0), the leftmost of the top row; none lies before it";
            self.report.at(line, 1, problem);
        }
        self.kinds.push(Kind { number, cells, sideways: true, upright: true });
        true
    }

    fn lock(&mut self, line: usize, number: i32, sideways: bool) {
        match self.kinds.iter_mut().find(|kind| kind.number == number) {
            Some(kind) if sideways => kind.sideways = false,
            Some(kind) => kind.upright = false,
            None => self.report.at(line, 1, format!("there is no type {number} above; define it with piece: first")),
        }
    }

    fn put(&mut self, line: usize, cursor: &mut Cursor<'_>) -> bool {
        let Some((number, at)) = cursor.placed() else { return false };
        let mut label = None;
        let quoted = cursor.rest.trim_start().strip_prefix('\'');
        if let Some(rest) = quoted {
            let mut letters = rest.chars();
            label = letters.next();
            match letters.as_str().strip_prefix('\'') {
                Some(rest) => cursor.rest = rest,
                None => return false,
            }
        }
        self.puts.push(Put { line, number, at, label });
        true
    }

    fn finish(mut self) -> Result<Setup, Faults> {
        let mut setup = Setup::default();
        for (size, word) in [(self.width, "xsize"), (self.height, "ysize")] {
            if size.is_none() {
                self.report.whole(format!("there is no `{word}:`; write the size of the board, such as `{word}: 4`"));
            }
        }
        (setup.width, setup.height) = (self.width.unwrap_or(0), self.height.unwrap_or(0));
        if self.width == Some(0) || self.height == Some(0) {
            self.report.push(Fault::NoSquares);
        }
        let (width, height) = (setup.width, setup.height);
        if width > MAX_SIDE || height > MAX_SIDE {
            self.report.push(Fault::TooLarge(width, height));
        }
        if self.puts.len() > MAX_SIDE * MAX_SIDE {
            self.report.whole("there are more pieces than the largest board has squares");
        }
        if !self.report.is_empty() {
            return self.report.finish(setup);
        }
        setup.ground = vec![Ground::Floor; setup.width * setup.height];
        for (line, wall) in std::mem::take(&mut self.walls) {
            if let Some(square) = self.square(line, wall, "the wall", &setup) {
                setup.ground[usize::from(square.y) * setup.width + usize::from(square.x)] = Ground::Wall;
            }
        }
        let wanted: Vec<Option<char>> = self.puts.iter().map(|put| put.label).collect();
        let labels = labels::assign(&wanted, |_| true).unwrap_or_default();
        for (index, label) in labels.iter().copied().enumerate() {
            let Put { line, number, at, .. } = self.puts[index];
            let cells = self.cells(line, number, at, "the piece", &setup);
            let lock = self.kinds.iter().find(|kind| kind.number == number).map_or(Lock::Free, Kind::lock);
            setup.pieces.push(PieceSetup { label, name: None, cells, lock });
        }
        self.wins(&mut setup, &labels);
        self.report.finish(setup)
    }

    /// A square of the board.
    fn square(&mut self, line: usize, (x, y): (i32, i32), what: &str, setup: &Setup) -> Option<Square> {
        let square = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(|(x, y)| Square::new(x, y));
        let square = square.filter(|square| setup.ground_at(*square).is_some());
        if square.is_none() {
            let problem = format!(
                "{what} covers ({x},{y}), which is off the board; columns go from 0 to {} and rows from 0 to {}",
                setup.width - 1,
                setup.height - 1
            );
            self.report.at(line, 1, problem);
        }
        square
    }

    /// The squares of a piece of a type whose first square is somewhere.
    fn cells(&mut self, line: usize, number: i32, at: (i32, i32), what: &str, setup: &Setup) -> Vec<Square> {
        let Some(kind) = self.kinds.iter().find(|kind| kind.number == number) else {
            self.report.at(line, 1, format!("there is no type {number}; define it with piece:"));
            return Vec::new();
        };
        let cells: Vec<(i32, i32)> = kind.cells.iter().map(|cell| (at.0 + cell.0, at.1 + cell.1)).collect();
        let before = self.report.is_empty();
        let squares = cells.into_iter().filter_map(|cell| self.square(line, cell, what, setup)).collect();
        if before && !self.report.is_empty() { Vec::new() } else { squares }
    }

    fn wins(&mut self, setup: &mut Setup, labels: &[char]) {
        let mut goal = Vec::new();
        let mut named: Vec<(i32, usize)> = Vec::new();
        for index in 0..self.wins.len() {
            let Put { line, number, at, .. } = self.wins[index];
            if number == 0 {
                let square = self.square(line, at, "the goal", setup);
                goal.extend(square.map(|square| ConditionSetup::Empty(vec![square])));
                continue;
            }
            let cells = self.cells(line, number, at, "the goal", setup);
            let nth = if let Some((_, count)) = named.iter_mut().find(|(kind, _)| *kind == number) {
                *count += 1;
                *count
            } else {
                named.push((number, 0));
                0
            };
            let own = self.puts.iter().zip(labels).filter(|(put, _)| put.number == number);
            if let Some(label) = own.map(|(_, label)| *label).nth(nth) {
                goal.push(ConditionSetup::Piece { label, target: TargetSetup::On(cells) });
            } else {
                let problem =
                    format!("this is goal {} for type {number}, but fewer pieces of that type are put", nth + 1);
                self.report.at(line, 1, problem);
            }
        }
        if goal.is_empty() && self.report.is_empty() {
            self.report.whole("there is no goal; write `win:` with a type and where a piece of it should be");
        }
        setup.goals.push(goal);
        for (number, _) in named {
            let own = self.puts.iter().zip(labels).filter(|(put, _)| put.number == number);
            let group: Vec<char> = own.map(|(_, label)| *label).collect();
            if group.len() > 1 {
                setup.alike.push(group);
            }
        }
    }
}

impl Kind {
    fn lock(&self) -> Lock {
        match (self.sideways, self.upright) {
            (true, true) => Lock::Free,
            (true, false) => Lock::Horizontal,
            (false, true) => Lock::Vertical,
            (false, false) => Lock::Fixed,
        }
    }
}

/// The first square of a shape in reading order: the leftmost of the top row.
fn first(piece: &Piece) -> Square {
    piece.shape.first().copied().unwrap_or(Square::new(0, 0))
}

/// Writes a configuration, one type for pieces that are alike.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut express = Express::new(Format::JimSlide, puzzle);
    express.no_exits();
    express.no_gates();
    let goal = express.one_goal();
    let is_within = |condition: &Condition| matches!(condition, Condition::Piece(_, Target::Within(_)));
    express.refuse_if(goal.iter().any(is_within), "a goal that leaves a piece a choice of places");
    express.finish(|| {
        let named = |piece: usize| {
            goal.iter().any(|condition| matches!(condition, Condition::Piece(other, _) if *other == piece))
        };
        // Pieces of one type: those of an alike group, and those that the goal does not name and that are of one make.
        let class = |piece: usize| {
            let group = puzzle.alike().iter().position(|group| group.contains(&piece));
            let free = group.is_none() && !named(piece);
            let make = &puzzle.pieces()[piece];
            (group, (!free).then_some(piece).filter(|_| group.is_none()), make.shape.clone(), make.lock)
        };
        let mut classes = Vec::new();
        let kinds: Vec<usize> = (0..puzzle.pieces().len())
            .map(|piece| {
                let class = class(piece);
                classes.iter().position(|other| *other == class).unwrap_or_else(|| {
                    classes.push(class);
                    classes.len() - 1
                }) + 1
            })
            .collect();
        let mut text = String::new();
        let mut line = |arguments: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = text.write_fmt(arguments);
            text.push('\n');
        };
        if let Some(title) = puzzle.title() {
            line(format_args!("! {title}"));
        }
        line(format_args!("xsize: {}", puzzle.width()));
        line(format_args!("ysize: {}", puzzle.height()));
        for square in puzzle.squares().filter(|&square| puzzle.ground(square) != Some(Ground::Floor)) {
            line(format_args!("wall: ({},{})", square.x, square.y));
        }
        for (number, (_, _, shape, lock)) in (1..).zip(&classes) {
            let origin = i32::from(shape[0].x);
            let cells: Vec<String> =
                shape.iter().map(|cell| format!("({},{})", i32::from(cell.x) - origin, cell.y)).collect();
            line(format_args!("piece: {number} {}", cells.join(" ")));
            if matches!(lock, Lock::Vertical | Lock::Fixed) {
                line(format_args!("lockx: {number}"));
            }
            if matches!(lock, Lock::Horizontal | Lock::Fixed) {
                line(format_args!("locky: {number}"));
            }
        }
        let base = |piece: &Piece, corner: Square| (corner.x + first(piece).x, corner.y + first(piece).y);
        for (piece, kind) in puzzle.pieces().iter().zip(&kinds) {
            let (x, y) = base(piece, piece.start);
            match piece.label {
                '\'' => line(format_args!("put: {kind} ({x},{y})")),
                label => line(format_args!("put: {kind} ({x},{y}) '{label}'")),
            }
        }
        for condition in goal {
            match condition {
                Condition::Piece(piece, Target::At(corner)) => {
                    let (x, y) = base(&puzzle.pieces()[*piece], *corner);
                    line(format_args!("win: {} ({x},{y})", kinds[*piece]));
                }
                Condition::Empty(cells) => {
                    for cell in cells {
                        line(format_args!("win: 0 ({},{})", cell.x, cell.y));
                    }
                }
                Condition::Piece(_, Target::Within(_) | Target::Leaves(_)) => {}
            }
        }
        text
    })
}
