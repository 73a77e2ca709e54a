//! Small puzzles at random, the same for the same seed.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use fewest_blocks::{
    ConditionSetup, Direction, ExitSetup, GateSetup, Ground, Lock, PieceSetup, Puzzle, Setup, Square, TargetSetup,
};
use rand::RngExt;
use rand::SeedableRng;

/// What a puzzle may have beyond pieces on a rectangle.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each can be had without the others")]
pub(crate) struct Features {
    pub(crate) walls: bool,
    pub(crate) locks: bool,
    pub(crate) gates: bool,
    pub(crate) exits: bool,
    /// Alternatives, sets of squares, empty squares and alike groups.
    pub(crate) goals: bool,
}

pub(crate) const ALL: Features = Features { walls: true, locks: true, gates: true, exits: true, goals: true };

struct Source(ChaCha8Rng);

impl Source {
    fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..u32::try_from(bound).unwrap()) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A puzzle of at most so many columns, rows and pieces. Goals may be beyond reach, but they fit.
pub(crate) fn puzzle(seed: u64, features: Features, (width, height, pieces): (usize, usize, usize)) -> Arc<Puzzle> {
    let mut source = Source(ChaCha8Rng::seed_from_u64(seed));
    loop {
        if let Ok(puzzle) = attempt(&mut source, features, (width, height, pieces)).validate() {
            return Arc::new(puzzle);
        }
    }
}

fn attempt(source: &mut Source, features: Features, (width, height, pieces): (usize, usize, usize)) -> Setup {
    let (width, height) = (width - source.below(width - 1), height - source.below(height - 1));
    let mut setup = Setup { width, height, ground: vec![Ground::Floor; width * height], ..Setup::default() };
    if features.walls {
        for ground in &mut setup.ground {
            if source.chance(10) {
                *ground = source.pick(&[Ground::Wall, Ground::Outside]);
            }
        }
    }
    let squares: Vec<Square> = (0..height)
        .flat_map(|y| (0..width).map(move |x| Square::new(u16::try_from(x).unwrap(), u16::try_from(y).unwrap())))
        .collect();
    let mut free: Vec<Square> =
        squares.iter().copied().filter(|&square| setup.ground_at(square) == Some(Ground::Floor)).collect();
    for label in ('a'..='z').take(pieces - source.below(pieces.div_ceil(2))) {
        if free.len() < 2 {
            break;
        }
        let cells = polyomino(source, &mut free);
        let lock = if features.locks {
            source.pick(&[Lock::Free, Lock::Free, Lock::Horizontal, Lock::Vertical, Lock::Fixed])
        } else {
            Lock::Free
        };
        setup.pieces.push(PieceSetup { label, name: None, cells, lock });
    }
    let labels: Vec<char> = setup.pieces.iter().map(|piece| piece.label).collect();
    if labels.is_empty() {
        return setup;
    }
    if features.gates && source.chance(2) {
        let cells: Vec<Square> = squares.iter().copied().filter(|_| source.chance(5)).collect();
        setup.gates.push(GateSetup { cells, pieces: labels.iter().copied().filter(|_| source.chance(2)).collect() });
    }
    if features.exits && source.chance(2) {
        let direction = source.pick(&Direction::ALL);
        let at_edge = |square: &Square| {
            setup.ground_at(*square) == Some(Ground::Floor)
                && square.step(direction).and_then(|next| setup.ground_at(next)) != Some(Ground::Floor)
        };
        let cells: Vec<Square> = squares.iter().copied().filter(at_edge).filter(|_| !source.chance(3)).collect();
        let pieces = source.chance(2).then(|| labels.iter().copied().filter(|_| source.chance(2)).collect());
        setup.exits.push(ExitSetup { name: "out".to_owned(), direction, cells, pieces });
    }
    let goals = if features.goals { 1 + source.below(2) } else { 1 };
    for _ in 0..goals {
        let goal = goal(source, features, &setup, &labels);
        setup.goals.push(goal);
    }
    if features.goals && labels.len() > 1 && source.chance(2) {
        let first = &setup.pieces[source.below(labels.len())];
        let like = |piece: &&PieceSetup| piece.cells.len() == first.cells.len() && piece.lock == first.lock;
        setup.alike.push(setup.pieces.iter().filter(like).map(|piece| piece.label).collect());
    }
    setup
}

/// Takes a piece of one to four squares that hang together.
fn polyomino(source: &mut Source, free: &mut Vec<Square>) -> Vec<Square> {
    let size = 1 + source.pick(&[0, 0, 0, 1, 1, 2, 3]);
    let mut cells = vec![free.swap_remove(source.below(free.len()))];
    while cells.len() < size {
        let touches = |square: &Square| {
            Direction::ALL.iter().any(|&way| square.step(way).is_some_and(|next| cells.contains(&next)))
        };
        let next: Vec<usize> = (0..free.len()).filter(|&index| touches(&free[index])).collect();
        if next.is_empty() {
            break;
        }
        cells.push(free.swap_remove(source.pick(&next)));
    }
    cells
}

fn goal(source: &mut Source, features: Features, setup: &Setup, labels: &[char]) -> Vec<ConditionSetup> {
    let mut conditions = Vec::new();
    for piece in &setup.pieces {
        if !source.chance(labels.len().div_ceil(2) + 1) && !conditions.is_empty() {
            continue;
        }
        let (dx, dy) = (source.below(setup.width), source.below(setup.height));
        let least = |coordinate: fn(&Square) -> u16| piece.cells.iter().map(coordinate).min().unwrap_or(0);
        let (x, y) = (least(|cell| cell.x), least(|cell| cell.y));
        let moved = |cell: &Square| {
            Square::new(cell.x - x + u16::try_from(dx).unwrap(), cell.y - y + u16::try_from(dy).unwrap())
        };
        let target = match source.below(if features.goals { 4 } else { 1 }) {
            2 if features.exits && !setup.exits.is_empty() => TargetSetup::Leaves("out".to_owned()),
            3 => {
                let floor = (0..setup.height).flat_map(|y| {
                    (0..setup.width).map(move |x| Square::new(u16::try_from(x).unwrap(), u16::try_from(y).unwrap()))
                });
                let floor = floor.filter(|&square| setup.ground_at(square) == Some(Ground::Floor));
                TargetSetup::Within(floor.filter(|_| !source.chance(3)).collect())
            }
            _ => TargetSetup::On(piece.cells.iter().map(moved).collect()),
        };
        conditions.push(ConditionSetup::Piece { label: piece.label, target });
    }
    if features.goals && source.chance(4) {
        let cell = Square::new(
            u16::try_from(source.below(setup.width)).unwrap(),
            u16::try_from(source.below(setup.height)).unwrap(),
        );
        conditions.push(ConditionSetup::Empty(vec![cell]));
    }
    conditions
}
