//! What a level looks like, and where the player can go.

use std::collections::{BTreeMap, VecDeque};

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Cell, LegalMove, Role, View, count, grid};
use fewest_engine::{Puzzle, Result};
use fewest_sokoban::scene::Numbered;
use fewest_sokoban::{Direction, Place, Position, Step, format_steps};

use crate::asked::{Asked, normal};

/// The number of the player among the pieces.
const PLAYER: usize = 0;

/// The level after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    asked.view(moves, |end| {
        let is_home = |number: usize| asked.level.goals().iter().any(|&goal| end.number_at(goal) == Some(number));
        let board = grid(&end.scene(), |number| match number {
            PLAYER => (Role::Player, None, false),
            number => (Role::Box, None, is_home(number)),
        });
        let here = puzzle.clone().with("position", normal(&end.position().onward()));
        (here, board, legal_moves(end))
    })
}

/// The four steps, and the shortest walk to every square that is farther away.
fn legal_moves(numbered: &Numbered) -> Vec<LegalMove> {
    let position = numbered.position();
    let mut moves = Vec::new();
    for direction in Direction::ALL {
        let by = unit(direction);
        for pushes in [false, true] {
            let step = Step { direction, pushes };
            let mut after = position.clone();
            if after.try_move(step).is_err() {
                continue;
            }
            let pushed = pushes.then(|| numbered.number_at(after.player())).flatten();
            moves.push(LegalMove {
                text: step.to_string(),
                pieces: [PLAYER].into_iter().chain(pushed).map(count).collect(),
                by,
                to: (!pushes).then(|| cell(after.player())),
                ..LegalMove::default()
            });
        }
    }
    moves.extend(walks(position).into_iter().filter(|(_, steps)| steps.len() > 1).map(|(place, steps)| {
        let ([x, y], [from_x, from_y]) = (cell(place), cell(position.player()));
        LegalMove {
            text: format_steps(&steps),
            pieces: vec![count(PLAYER)],
            by: [x.cast_signed() - from_x.cast_signed(), y.cast_signed() - from_y.cast_signed()],
            to: Some([x, y]),
            ..LegalMove::default()
        }
    }));
    moves
}

/// The squares that the player can come to without a push, each with a shortest way.
fn walks(position: &Position) -> BTreeMap<Place, Vec<Step>> {
    let mut found = BTreeMap::from([(position.player(), Vec::new())]);
    let mut waiting = VecDeque::from([position.player()]);
    while let Some(place) = waiting.pop_front() {
        for direction in Direction::ALL {
            let next = place.next(direction).filter(|next| {
                !position.level().is_wall(*next) && !position.boxes().contains(next) && !found.contains_key(next)
            });
            if let Some(next) = next {
                let mut steps = found[&place].clone();
                steps.push(Step { direction, pushes: false });
                found.insert(next, steps);
                waiting.push_back(next);
            }
        }
    }
    found
}

fn unit(direction: Direction) -> [i32; 2] {
    match direction {
        Direction::Left => [-1, 0],
        Direction::Up => [0, -1],
        Direction::Right => [1, 0],
        Direction::Down => [0, 1],
    }
}

fn cell(place: Place) -> Cell {
    [count(place.column), count(place.row)]
}
