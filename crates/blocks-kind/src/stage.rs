//! Sliding blocks as a picture in letters: the board, and beside it the goal, each under its name.
//!
//! Without colours both are grids as they can be read again; with colours every piece is a field of its own.

use fewest_blocks::{Condition, Direction, Ground, Position, Puzzle, Square, Target};
use fewest_engine::stage::{Picture, Tone};

/// Columns between board and goal.
const GAP: &str = "   ";

/// A position to be drawn.
struct Pieces<'a>(&'a Position);

/// What is on a square: its tone and the sign for it.
type Cell = (Tone, char);

impl Pieces<'_> {
    fn puzzle(&self) -> &Puzzle {
        self.0.puzzle()
    }

    fn piece(&self, piece: usize) -> Cell {
        let tone = if self.hero() == Some(piece) { Tone::Accent } else { Tone::Hue(piece) };
        (tone, self.puzzle().pieces()[piece].label)
    }

    /// The piece that stands out: the largest that the first goal names.
    fn hero(&self) -> Option<usize> {
        let named = self.puzzle().goals().first()?.iter().filter_map(|condition| match condition {
            Condition::Piece(piece, _) => Some(*piece),
            Condition::Empty(_) => None,
        });
        named.max_by_key(|&piece| (self.puzzle().pieces()[piece].shape.len(), std::cmp::Reverse(piece)))
    }

    /// What lies on each square now.
    fn board(&self) -> Vec<Cell> {
        self.grid(|square| self.0.piece_on(square).map(|piece| self.piece(piece)))
    }

    /// What a goal wants of each square.
    fn goal(&self, goal: &[Condition]) -> Vec<Cell> {
        let wanted = |cells: &[Square], square, sign| cells.contains(&square).then_some((Tone::Target, sign));
        self.grid(|square| {
            goal.iter().find_map(|condition| match condition {
                Condition::Piece(piece, target) => {
                    let shown = &self.puzzle().pieces()[*piece];
                    match target {
                        Target::At(corner) => {
                            shown.cells_at(*corner).any(|cell| cell == square).then(|| self.piece(*piece))
                        }
                        Target::Within(cells) => wanted(cells, square, shown.label),
                        Target::Leaves(exit) => {
                            let exit = &self.puzzle().exits()[*exit];
                            wanted(&exit.cells, square, arrow(exit.direction))
                        }
                    }
                }
                Condition::Empty(cells) => wanted(cells, square, '_'),
            })
        })
    }

    fn grid(&self, on: impl Fn(Square) -> Option<Cell>) -> Vec<Cell> {
        let cell = |square| match self.puzzle().ground(square) {
            Some(Ground::Floor) => on(square).unwrap_or((Tone::Floor, '.')),
            Some(Ground::Wall) => (Tone::Wall, '#'),
            Some(Ground::Outside) | None => (Tone::Plain, ' '),
        };
        self.puzzle().squares().map(cell).collect()
    }
}

fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '^',
        Direction::Left => '<',
        Direction::Right => '>',
        Direction::Down => 'v',
    }
}

/// What stands above a board of so many columns and the goals beside it; nothing where there is no goal, or no room for the words.
fn caption(position: &Position, columns: usize, goals: usize) -> Option<Vec<(Tone, String)>> {
    let is_start = *position == Position::start(position.puzzle().clone());
    let board = if is_start { "start" } else { "now" };
    let width = columns + GAP.len();
    if goals == 0 || "start".len() >= width {
        return None;
    }
    let words = std::iter::once(board).chain(["goal"]).chain(std::iter::repeat("or")).take(goals + 1);
    let text: String = words.map(|word| format!("{word:width$}")).collect::<Vec<_>>().concat();
    Some(vec![(Tone::Plain, text.trim_end().to_owned())])
}

/// Draws a position.
pub(crate) fn draw(position: &Position, width: usize, colored: bool) -> Picture {
    let pieces = Pieces(position);
    let columns = pieces.puzzle().width();
    // With colours a square has air on both sides where there is room for it.
    let air = if colored && columns * 3 <= width { " " } else { "" };
    let taken = columns * (1 + 2 * air.len());
    // The board, and as many goals as there is room for.
    let room = width.saturating_sub(taken) / (taken + GAP.len());
    let goals = pieces.puzzle().goals().iter().take(room).map(|goal| pieces.goal(goal));
    let grids: Vec<Vec<Cell>> = std::iter::once(pieces.board()).chain(goals).collect();
    let field = |&(tone, sign): &Cell| match tone {
        Tone::Wall if colored => (tone, format!("{air} {air}")),
        _ => (tone, format!("{air}{sign}{air}")),
    };
    let line = |row: usize| {
        let rows = grids.iter().map(|grid| &grid[row * columns..][..columns]);
        let mut line = Vec::new();
        for cells in rows {
            if !line.is_empty() {
                line.push((Tone::Plain, GAP.to_owned()));
            }
            line.extend(cells.iter().map(field));
        }
        line
    };
    let rows = (0..pieces.puzzle().height()).map(line);
    let lines: Vec<Vec<(Tone, String)>> = caption(position, taken, grids.len() - 1).into_iter().chain(rows).collect();
    if colored {
        return Picture { lines, is_too_wide: false };
    }
    let text = |line: &Vec<(Tone, String)>| -> String { line.iter().map(|(_, text)| text.as_str()).collect() };
    Picture::plain(lines.iter().map(|line| text(line).trim_end().to_owned()))
}
