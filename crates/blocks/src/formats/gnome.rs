//! Grids of GNOME Klotski (Rydlinge 1999).
//!
//! ```text
//! Only 18 Steps#6#9#      the name, columns and rows; may be left out
//! ######
//! #a**b#
//! #m**n#
//! #cdef#
//! #ghij#
//! #k  l#
//! ##--##
//!     ..
//!     ..
//! ```
//!
//! `#` is a wall, a space free, `*` the block that must come to lie on dots, `-` a gate for it alone, any other character a
//! block. With a first line the rows may also follow each other without line ends, as in the program's source.

use super::Format;
use super::express::{CannotWrite, Express};
use super::labels;
use super::report::{Report, short};
use crate::fault::Faults;
use crate::geometry::{Lock, MAX_SIDE, Square};
use crate::puzzle::{Condition, Puzzle, Target};
use crate::setup::{ConditionSetup, GateSetup, Ground, PieceSetup, Setup, TargetSetup};
use crate::text::one_line;
use crate::validate::is_label;

/// The block that has a goal.
const HERO: char = '*';

/// The name, the size and the rest behind it, of a line that begins as a level does.
pub(super) fn header(line: &str) -> Option<(&str, &str, &str, &str)> {
    let mut parts = line.splitn(4, '#');
    let (name, width, height, rest) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(width) && is_number(height)).then_some((name, width, height, rest))
}

/// Reads a level.
///
/// # Errors
/// Every place that cannot be read.
pub fn read(text: &str) -> Result<Setup, Faults> {
    let mut report = Report::default();
    let mut setup = Setup::default();
    let first = text.lines().next().unwrap_or_default();
    let mut rows: Vec<(usize, usize, String)> = Vec::new();
    if let Some((name, width, height, rest)) = header(first) {
        setup.title = Some(one_line(name).trim().to_owned()).filter(|name| !name.is_empty());
        // A number too long to be read is too large anyhow.
        setup.width = width.parse().unwrap_or(usize::MAX);
        setup.height = height.parse().unwrap_or(usize::MAX);
        if !report.size(setup.width, setup.height) {
            return report.finish(setup);
        }
        if rest.trim().is_empty() {
            rows = lines(text).skip(1).take(MAX_SIDE + 1).collect();
        } else {
            let letters: Vec<char> = rest.chars().collect();
            let start = first.chars().count() - letters.len() + 1;
            let chunks = letters.chunks(setup.width.max(1)).enumerate().take(MAX_SIDE + 1);
            rows = chunks.map(|(index, row)| (1, start + index * setup.width, row.iter().collect())).collect();
        }
    } else {
        rows.extend(lines(text).take(MAX_SIDE + 1));
        while rows.last().is_some_and(|(_, _, row)| row.trim().is_empty()) {
            rows.pop();
        }
        setup.height = rows.len();
        setup.width = rows.iter().map(|(_, _, row)| row.chars().count()).max().unwrap_or(0);
    }
    if report.size(setup.width, setup.height) {
        grid(&mut report, &mut setup, &rows);
    }
    report.finish(setup)
}

/// The lines with their number and the column they begin at.
fn lines(text: &str) -> impl Iterator<Item = (usize, usize, String)> + '_ {
    text.lines().enumerate().map(|(index, line)| (index + 1, 1, line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn grid(report: &mut Report, setup: &mut Setup, rows: &[(usize, usize, String)]) {
    let mut dots = Vec::new();
    let mut gate = Vec::new();
    for (y, (line, column, row)) in (0u16..).zip(rows) {
        let letters: Vec<char> = row.chars().collect();
        if usize::from(y) >= setup.height && !row.trim().is_empty() {
            report.at(
                *line,
                *column,
                format!("{} is one row more than the size says, which is {}", short(row), setup.height),
            );
            return;
        }
        if letters.iter().skip(setup.width).any(|c| !c.is_whitespace()) {
            let problem = format!("the row is longer than the size says, which is {} squares", setup.width);
            report.at(*line, column + setup.width, problem);
        }
        for (x, &c) in (0u16..).zip(letters.iter().take(setup.width)) {
            let square = Square::new(x, y);
            match c {
                ' ' | '#' => {}
                '.' => dots.push(square),
                '-' => gate.push(square),
                label if is_label(label) => match setup.pieces.iter_mut().find(|piece| piece.label == label) {
                    Some(piece) => piece.cells.push(square),
                    None => {
                        setup.pieces.push(PieceSetup { label, name: None, cells: vec![square], lock: Lock::Free });
                    }
                },
                other => {
                    let problem =
                        format!("{other:?} has no meaning here; write a letter for a block, a space for a free square");
                    report.at(*line, column + usize::from(x), problem);
                }
            }
        }
    }
    for y in 0..setup.height {
        let row: Vec<char> = rows.get(y).map(|(_, _, row)| row.chars().collect()).unwrap_or_default();
        let ground = (0..setup.width).map(|x| if row.get(x) == Some(&'#') { Ground::Wall } else { Ground::Floor });
        setup.ground.extend(ground);
    }
    if !setup.pieces.iter().any(|piece| piece.label == HERO) {
        report.whole("there is no block `*`, the one that must reach the dots");
    }
    if dots.is_empty() {
        report.whole("there are no dots, which the block `*` must reach");
    }
    if !gate.is_empty() {
        setup.gates.push(GateSetup { cells: gate, pieces: vec![HERO] });
    }
    setup.goals.push(vec![ConditionSetup::Piece { label: HERO, target: TargetSetup::Within(dots) }]);
}

/// Writes a level with its size.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut express = Express::new(Format::Gnome, puzzle);
    express.no_exits();
    express.no_locks();
    let (hero, dots) = match express.one_goal() {
        [Condition::Piece(piece, Target::At(corner))] => (*piece, puzzle.pieces()[*piece].cells_at(*corner).collect()),
        [Condition::Piece(piece, Target::Within(cells))] => (*piece, cells.clone()),
        [] => (0, Vec::new()),
        _ => {
            express.refuse("a goal for more than one piece");
            (0, Vec::new())
        }
    };
    express.refuse_if(
        !puzzle.alike().iter().all(|group| !group.contains(&hero)),
        "pieces that are alike to the one with the goal",
    );
    express.refuse_if(puzzle.gates().iter().any(|gate| gate.pieces != [hero]), "gates for other pieces than `*`");
    let is_gate = |square: Square| puzzle.gates().iter().any(|gate| gate.cells.contains(&square));
    let piece_on = |square: Square| {
        puzzle.pieces().iter().position(|piece| piece.cells_at(piece.start).any(|cell| cell == square))
    };
    let is_hidden = |&square: &Square| is_gate(square) || piece_on(square).is_some();
    express.refuse_if(dots.iter().any(is_hidden), "goal squares that a piece covers at the start, or that are a gate");
    express.refuse_if(
        puzzle.squares().any(|square| is_gate(square) && piece_on(square).is_some()),
        "gates that a piece covers at the start",
    );
    let wanted: Vec<Option<char>> =
        puzzle.pieces().iter().enumerate().map(|(number, piece)| (number != hero).then_some(piece.label)).collect();
    let labels = labels::assign(&wanted, |label| !matches!(label, HERO | '-'));
    express.refuse_if(labels.is_none(), "that many pieces");
    express.finish(|| {
        let mut labels = labels.unwrap_or_default();
        if let Some(label) = labels.get_mut(hero) {
            *label = HERO;
        }
        // The name ends at the first `#`.
        let name: String = puzzle.title().unwrap_or_default().chars().filter(|&c| c != '#').collect();
        let mut text = format!("{name}#{}#{}#", puzzle.width(), puzzle.height());
        for square in puzzle.squares() {
            if square.x == 0 {
                text.push('\n');
            }
            text.push(match (puzzle.ground(square), piece_on(square)) {
                (_, Some(piece)) => labels[piece],
                (Some(Ground::Floor), None) if is_gate(square) => '-',
                (Some(Ground::Floor), None) if dots.contains(&square) => '.',
                (Some(Ground::Floor), None) => ' ',
                _ => '#',
            });
        }
        text.push('\n');
        text
    })
}
