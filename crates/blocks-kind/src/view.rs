//! What sliding blocks look like, and which of them can move.

use fewest_blocks::formats::Format;
use fewest_blocks::{Condition, Direction, Metric, Position, Puzzle as Blocks, Shift, Square, Target, scene};
use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Cell, LegalMove, Role, View, count, grid};
use fewest_engine::{Puzzle, Result};

use crate::Asked;

/// The board after moves.
pub(crate) fn view(given: &Puzzle, moves: &str) -> Result<View> {
    Asked::read(given)?.view(moves, |end| {
        let here = given.clone().with("position", end.onward().to_string()).with("format", Format::Native.name());
        let board = grid(&scene::scene(end), |piece| (Role::Block, home(end, piece), is_home(end, piece)));
        (here, board, legal_moves(end))
    })
}

/// The targets that a goal has for a piece or for others like it.
fn targets<'a>(puzzle: &'a Blocks, goal: &'a [Condition], piece: usize) -> impl Iterator<Item = &'a Target> {
    let group = puzzle.alike().iter().find(move |group| group.contains(&piece));
    goal.iter().filter_map(move |condition| match condition {
        Condition::Piece(other, target) if *other == piece || group.is_some_and(|group| group.contains(other)) => {
            Some(target)
        }
        _ => None,
    })
}

/// The squares where every goal wants a piece.
fn home(position: &Position, piece: usize) -> Option<Vec<Cell>> {
    let puzzle = position.puzzle();
    let squares = |target: &Target| -> Option<Vec<Square>> {
        let shape = &puzzle.pieces()[piece];
        match target {
            Target::At(corner) => Some(shape.cells_at(*corner).collect()),
            Target::Within(cells) => (cells.len() == shape.shape.len()).then(|| cells.clone()),
            Target::Leaves(_) => None,
        }
    };
    let mut homes = puzzle.goals().iter().map(|goal| {
        let mut targets = targets(puzzle, goal, piece);
        let only = targets.next().filter(|_| targets.next().is_none())?;
        // Where one of several alike pieces is wanted, no piece has a home of its own.
        let is_alone = !puzzle.alike().iter().any(|group| group.contains(&piece) && group.len() > 1);
        squares(only).filter(|_| is_alone)
    });
    let first = homes.next()??;
    let is_same = homes.all(|other| other.as_ref() == Some(&first));
    is_same.then(|| first.iter().map(|square| [square.x.into(), square.y.into()]).collect())
}

/// Whether a piece is where some goal wants it or one like it.
fn is_home(position: &Position, piece: usize) -> bool {
    let puzzle = position.puzzle();
    puzzle.goals().iter().any(|goal| targets(puzzle, goal, piece).any(|target| position.is_at(piece, target)))
}

/// Every single step of every piece, one that leaves the board included.
fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let pieces = position.puzzle().pieces().iter().enumerate();
    let steps = pieces.flat_map(|piece| Direction::ALL.map(|direction| (piece, direction)));
    let legal = |((number, piece), direction): ((usize, &fewest_blocks::Piece), Direction)| {
        let shift = Shift { pieces: vec![piece.label], path: vec![direction] };
        position.clone().try_shift(&shift, Metric::Step).ok()?;
        let by = match direction {
            Direction::Up => [0, -1],
            Direction::Left => [-1, 0],
            Direction::Right => [1, 0],
            Direction::Down => [0, 1],
        };
        Some(LegalMove { text: shift.to_string(), pieces: vec![count(number)], by, ..LegalMove::default() })
    };
    steps.filter_map(legal).collect()
}
