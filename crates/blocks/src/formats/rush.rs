//! Rush Hour boards on one line.
//!
//! ```text
//! IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM            6×6, row by row
//! 60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332    the same with its length in moves and the number of reachable positions
//! ....BB/AA...C/D....C                            any size, rows apart by strokes
//! 6x3 ....BBAA...CD....C                          any size, said in front
//! ```
//!
//! `.` or `o` is empty, `x` a wall, any other letter or digit a car, which moves along its length alone. The red car is
//! `X`, or `A` where there is no `X`; it lies in a row and wants to the right edge. Databases of this form were made by
//! Fogleman (2018), whose fourth column, where there is one, is the length in steps.

use super::Format;
use super::express::{CannotWrite, Express};
use super::labels;
use super::report::{Report, column, short};
use crate::fault::Faults;
use crate::geometry::{Lock, MAX_SIDE, Square, squares};
use crate::puzzle::{Condition, Piece, Puzzle, Target, as_coordinate};
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};

/// A board and what its line claims of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub setup: Setup,
    /// The length of a shortest solution in moves.
    pub moves: Option<u32>,
    /// How many positions can be reached.
    pub cluster: Option<u64>,
    /// The length of a shortest solution in steps.
    pub steps: Option<u32>,
}

/// Reads a line of a database or a board alone.
///
/// ```
/// let record = fewest_blocks::formats::rush::read("01 ooooooooooooAAoooooooooooooooooooooo 5")?;
/// assert_eq!((record.moves, record.cluster, record.setup.width), (Some(1), Some(5), 6));
/// # Ok::<(), fewest_blocks::Faults>(())
/// ```
///
/// # Errors
/// Every place that cannot be read.
pub fn read(text: &str) -> Result<Record, Faults> {
    let mut report = Report::default();
    let mut record = Record { setup: Setup::default(), moves: None, cluster: None, steps: None };
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    match lines.next() {
        None => report.whole("there is no board: write it row by row, 36 characters for a 6×6 one"),
        Some((index, line)) => fields(&mut report, &mut record, index + 1, line),
    }
    if let Some((index, line)) = lines.next() {
        report.at(index + 1, 1, format!("{} is a second board; write only one", short(line.trim())));
    }
    record.setup = report.finish(std::mem::take(&mut record.setup))?;
    Ok(record)
}

fn fields(report: &mut Report, record: &mut Record, number: usize, line: &str) {
    let fields: Vec<&str> = line.split_whitespace().take(6).collect();
    match fields.as_slice() {
        [only] => board(report, &mut record.setup, (number, line), only, None),
        [size, only] => {
            if let Some(size) = self::size(size) {
                board(report, &mut record.setup, (number, line), only, Some(size));
            } else {
                let problem = format!("{} is not a size; write columns and rows, such as 6x6", short(size));
                report.at(number, column(line, size), problem);
            }
        }
        [moves, only, cluster, rest @ ..] if rest.len() <= 1 => {
            record.moves = figure(report, (number, line), moves, "the length in moves");
            record.cluster = figure(report, (number, line), cluster, "the number of reachable positions");
            if let [steps] = rest {
                record.steps = figure(report, (number, line), steps, "the length in steps");
            }
            board(report, &mut record.setup, (number, line), only, None);
        }
        [_, _, _, _, extra, ..] => {
            let problem = "there are more than four fields; write moves, board, positions and steps";
            report.at(number, column(line, extra), problem);
        }
        _ => {}
    }
}

fn size(word: &str) -> Option<(usize, usize)> {
    let (width, height) = word.split_once(['x', 'X', '×'])?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

fn figure<T: std::str::FromStr>(
    report: &mut Report,
    (number, line): (usize, &str),
    word: &str,
    what: &str,
) -> Option<T> {
    let value = word.parse().ok();
    if value.is_none() {
        report.at(number, column(line, word), format!("{} should be {what}, a whole number", short(word)));
    }
    value
}

fn board(
    report: &mut Report,
    setup: &mut Setup,
    (number, line): (usize, &str),
    word: &str,
    size: Option<(usize, usize)>,
) {
    let at = column(line, word);
    let rows: Vec<&str> = word.split('/').take(MAX_SIDE + 2).collect();
    let cells = || word.chars().filter(|&c| c != '/');
    let found = cells().count();
    let (width, height) = match size {
        Some(size) => size,
        None if rows.len() > 1 => (rows[0].chars().count(), rows.len()),
        None => (found.isqrt(), found.isqrt()),
    };
    if !report.size(width, height) {
        return;
    }
    if size.is_none() && rows.len() > 1 {
        for row in rows.iter().filter(|row| row.chars().count() != width) {
            let problem = format!("the row {} is not as long as the first, which has {width} squares", short(row));
            report.at(number, column(line, row), problem);
        }
    } else if found != width * height {
        let problem = match size {
            Some(_) => format!("the board has {found} squares, but its size says {}", width * height),
            None => format!(
                "the board has {found} squares, which do not form a square board; write {} for {height}×{width}, the \
                 size in front, such as 7x6, or / between its rows",
                width * height
            ),
        };
        report.at(number, at, problem);
    }
    if !report.is_empty() {
        return;
    }
    (setup.width, setup.height) = (width, height);
    let squares = squares(as_coordinate(width), as_coordinate(height));
    let mut columns = word.chars().zip(at..).filter(|(c, _)| *c != '/').map(|(_, column)| column);
    for (square, c) in squares.zip(cells()) {
        let column = columns.next().unwrap_or(at);
        setup.ground.push(if c == 'x' { Ground::Wall } else { Ground::Floor });
        match c {
            '.' | 'o' | 'x' => {}
            label if label.is_ascii_alphanumeric() => {
                match setup.pieces.iter_mut().find(|piece| piece.label == label) {
                    Some(piece) => piece.cells.push(square),
                    None => setup.pieces.push(PieceSetup { label, name: None, cells: vec![square], lock: Lock::Free }),
                }
            }
            other => {
                let problem =
                    format!("{other:?} is not a square; write . or o for empty, x for a wall, a letter for a car");
                report.at(number, column, problem);
            }
        }
    }
    cars(report, setup, number, at);
}

/// Locks the cars and finds the goal of the red one.
fn cars(report: &mut Report, setup: &mut Setup, number: usize, at: usize) {
    for piece in &mut setup.pieces {
        piece.lock = Lock::rail(&piece.cells);
        let is_row = piece.cells.iter().all(|cell| cell.y == piece.cells[0].y);
        let is_column = piece.cells.iter().all(|cell| cell.x == piece.cells[0].x);
        if piece.cells.len() < 2 || !(is_row || is_column) {
            let place = piece.cells[0];
            let problem = format!(
                "car `{}`, at {place}, does not have two or more squares in one line; a wall is written x",
                piece.label
            );
            report.at(number, at, problem);
        }
    }
    let find = |label| setup.pieces.iter().find(|piece| piece.label == label);
    let Some(red) = find('X').or_else(|| find('A')) else {
        report.at(number, at, "there is no red car; write it as A or X");
        return;
    };
    if red.lock != Lock::Horizontal {
        report.at(number, at, format!("the red car `{}` must lie in a row: it leaves to the right", red.label));
        return;
    }
    let right = (0u16..).take(setup.width).last().unwrap_or(0);
    let end = red.cells.iter().map(|cell| cell.x).max().unwrap_or(0);
    let goal = red.cells.iter().map(|cell| Square::new(cell.x + (right - end), cell.y)).collect();
    setup.goals.push(vec![ConditionSetup::Piece { label: red.label, target: TargetSetup::On(goal) }]);
}

/// Writes a board, and its size where it is not square.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut express = Express::new(Format::Rush, puzzle);
    express.no_exits();
    express.no_gates();
    express.no_alike();
    let red = match express.one_goal() {
        [Condition::Piece(red, Target::At(corner))] if is_parked(puzzle, *red, *corner) => *red,
        [] => 0,
        _ => {
            express.refuse("a goal other than one horizontal piece at the right edge of its row");
            0
        }
    };
    let is_car = |(number, piece): (usize, &Piece)| {
        let cells: Vec<Square> = puzzle.pieces()[number].cells_at(piece.start).collect();
        let in_line = cells.iter().all(|cell| cell.x == cells[0].x) || cells.iter().all(|cell| cell.y == cells[0].y);
        cells.len() > 1 && in_line && piece.lock == Lock::rail(&cells)
    };
    let others: Vec<String> = puzzle.pieces().iter().enumerate().filter(|&car| !is_car(car)).map(name).collect();
    if !others.is_empty() {
        express.refuse(format!("pieces that are not cars on rails ({})", others.join(" ")));
    }
    let labels = car_labels(puzzle, red);
    express.refuse_if(labels.is_none(), "more pieces than there are letters and digits");
    express.finish(|| {
        let labels = labels.unwrap_or_default();
        let mut line = String::new();
        if puzzle.width() != puzzle.height() {
            line = format!("{}x{} ", puzzle.width(), puzzle.height());
        }
        for square in puzzle.squares() {
            let on = |piece: &Piece| piece.cells_at(piece.start).any(|cell| cell == square);
            line.push(match (puzzle.ground(square), puzzle.pieces().iter().position(on)) {
                (_, Some(piece)) => labels[piece],
                (Some(Ground::Floor), None) => '.',
                _ => 'x',
            });
        }
        line.push('\n');
        line
    })
}

fn name((_, piece): (usize, &Piece)) -> String {
    format!("`{}`", piece.label)
}

fn is_parked(puzzle: &Puzzle, number: usize, corner: Square) -> bool {
    let piece = &puzzle.pieces()[number];
    let reaches = piece.cells_at(corner).any(|cell| usize::from(cell.x) + 1 == puzzle.width());
    piece.lock == Lock::Horizontal && corner.y == piece.start.y && reaches
}

/// The red car keeps `X`, or `A` where nothing else is `X`; it is `A` otherwise.
fn car_labels(puzzle: &Puzzle, red: usize) -> Option<Vec<char>> {
    let own: Vec<char> = puzzle.pieces().iter().map(|piece| piece.label).collect();
    let red_label = if own.get(red) == Some(&'X') { 'X' } else { 'A' };
    let others =
        |label: &char| label.is_ascii_alphanumeric() && !matches!(label, 'o' | 'x' | 'X') && *label != red_label;
    // The red car is settled first, so that no other can take its label; capitals, as is the custom, before the rest.
    let label = |(number, &label)| if number == red { Some(red_label) } else { Some(label).filter(others) };
    let mut labels: Vec<Option<char>> = own.iter().enumerate().map(label).collect();
    let mut fresh = ('B'..='Z').chain(labels::all().take(62)).filter(others);
    for index in 0..labels.len() {
        while labels[index].is_none() {
            let label = fresh.next()?;
            if !labels.contains(&Some(label)) {
                labels[index] = Some(label);
            }
        }
    }
    labels.into_iter().collect()
}
