//! Hard Rush Hour boards: all of a size, or what annealing finds.

use std::ops::ControlFlow;

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::board::{Car, RushBoard};
use super::census::{Census, CensusError, Desk};
use super::lines::RushMetric;
use super::lot::{Layout, Look, Lot};
use crate::design::anneal::{Anneal, Method};
use crate::design::hunt::{Family, Find};
use crate::geometry::{Square, squares};
use crate::metric::Metric;
use crate::puzzle::Puzzle;

/// Rush Hour boards to search among. A board is judged by the hardest position of its cluster, and that is given out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RushHunt {
    /// The size of the boards, their cars and walls.
    pub boards: Census,
    /// How to look for them.
    pub method: Method,
    /// What counts as a move of a car. Slides, moves and the count of the game are the same.
    pub unit: RushMetric,
    /// The fewest moves that a board may take.
    pub least: u32,
    /// The most moves that a board may take.
    pub most: u32,
    /// Whether no piece may be left out without making the board easier.
    pub minimal: bool,
    /// The most positions of a cluster that is looked at.
    pub positions: u64,
}

impl RushHunt {
    /// Minimal boards of any length.
    ///
    /// # Errors
    /// [`CensusError`] where there can be no such board.
    pub fn new(boards: Census, method: Method) -> Result<Self, CensusError> {
        boards.check()?;
        let unit = RushMetric::Slide;
        Ok(Self { boards, method, unit, least: 1, most: u32::MAX, minimal: true, positions: 200_000 })
    }

    fn walk(
        &self,
        anneal: &Anneal,
        lot: &mut Lot,
        mut random: ChaCha8Rng,
        stop: &dyn Fn() -> bool,
        offer: &mut dyn FnMut(Find),
    ) -> ControlFlow<()> {
        let mut board = self.empty(&mut random);
        let mut score = 0;
        let mut best = 0;
        for step in 0..anneal.steps {
            if stop() {
                return ControlFlow::Break(());
            }
            let mut changed = board.clone();
            for _ in 0..random.random_range(1..=2) {
                self.change(&mut changed, &mut random);
            }
            let layout = lot.layout(&changed);
            let Some(length) = lot.explore(&layout, self.positions) else { continue };
            if length > self.most || !anneal.accepts(step, score, length, &mut random) {
                continue;
            }
            let start = hardest(lot, &layout);
            if length > best && length >= self.least {
                best = length;
                self.offer(lot, start.clone(), length, offer);
            }
            (board, score) = (lot.board(&start), length);
        }
        ControlFlow::Continue(())
    }

    /// Offers a board, without pieces that are not needed.
    fn offer(&self, lot: &mut Lot, mut start: Layout, mut length: u32, offer: &mut dyn FnMut(Find)) {
        while let Some(smaller) = self.minimal.then(|| lot.spare_piece(&start, length)).flatten() {
            let Some(longer) = lot.explore(&smaller, self.positions) else { return };
            (length, start) = (longer, hardest(lot, &smaller));
        }
        if (self.least..=self.most).contains(&length) && self.boards.walls.contains(&walls(lot, &start)) {
            let explored = lot.explore(&start, self.positions);
            debug_assert_eq!(explored, Some(length));
            let positions = lot.room.order.len() as u64;
            offer(Find { length, positions, text: lot.board(&start).canonical().to_string() });
        }
    }

    /// A board with the red car and the fewest walls.
    fn empty(&self, random: &mut ChaCha8Rng) -> RushBoard {
        let Census { width, height, red_row, red_length, .. } = self.boards;
        let red = Car { first: Square::new(0, red_row), length: red_length, upright: false };
        let mut board = RushBoard { width, height, red, others: Vec::new(), walls: Vec::new() };
        for _ in 0..*self.boards.walls.start() {
            self.add_wall(&mut board, random);
        }
        board
    }

    /// Adds, removes or moves a car or a wall.
    fn change(&self, board: &mut RushBoard, random: &mut ChaCha8Rng) {
        let (fewest, most) = (*self.boards.walls.start() as usize, *self.boards.walls.end() as usize);
        if most > 0 && random.random_range(0..8) == 0 {
            let remove = board.walls.len() > fewest && random.random_range(0..2) == 0;
            if remove || board.walls.len() >= most {
                board.walls.swap_remove(random.random_range(0..board.walls.len()));
            }
            if !remove {
                self.add_wall(board, random);
            }
            if board.walls.len() < fewest {
                self.add_wall(board, random);
            }
        } else {
            let choice = random.random_range(0..5);
            if choice >= 2 && !board.others.is_empty() {
                board.others.swap_remove(random.random_range(0..board.others.len()));
            }
            if choice < 4 {
                self.add_car(board, random);
            }
        }
        board.tidy();
    }

    /// Puts a car where there is room for it, if anywhere.
    fn add_car(&self, board: &mut RushBoard, random: &mut ChaCha8Rng) {
        let taken = taken(board);
        let Census { width, height, red_row, .. } = self.boards;
        let mut free = Vec::new();
        for length in self.boards.lengths.clone().map(u16::from) {
            for first in squares(width, height) {
                for upright in [false, true] {
                    let car = Car { first, length, upright };
                    let (end, side) = if upright { (first.y, height) } else { (first.x, width) };
                    // No car can let the red one pass in its own row.
                    if end + length <= side && (upright || first.y != red_row) && bits(car) & taken == 0 {
                        free.push(car);
                    }
                }
            }
        }
        // A line without a free square would be frozen for good.
        free.retain(|car| !fills(board, *car));
        if let Some(&car) = free.choose(random) {
            board.others.push(car);
        }
    }

    /// Puts a wall on a free square, but not before the red car.
    fn add_wall(&self, board: &mut RushBoard, random: &mut ChaCha8Rng) {
        let taken = taken(board);
        let Census { width, height, red_row, .. } = self.boards;
        let before = |square: Square| square.y == red_row && square.x > board.red.first.x;
        let free: Vec<Square> = squares(width, height)
            .filter(|&square| taken >> (8 * square.y + square.x) & 1 == 0 && !before(square))
            .collect();
        if let Some(&square) = free.choose(random) {
            board.walls.push(square);
        }
    }
}

fn walls(lot: &Lot, layout: &Layout) -> u32 {
    layout.rows.iter().map(|&(line, _)| lot.across.all[usize::from(line)].walls.count_ones()).sum()
}

/// The hardest position of the cluster that was explored last: of several, the one that comes first either way up,
/// where both ways are boards of the same kind.
fn hardest(lot: &Lot, layout: &Layout) -> Layout {
    let look = if layout.rows.len() == 2 * layout.red_row + 1 { Look::Either } else { Look::Plain };
    let key = lot.first_of_farthest(layout, look).expect("a solvable cluster was explored");
    let mut start = layout.clone();
    lot.yard.numbers(key, &mut start.rows, &mut start.columns);
    start
}

/// The squares of a car, at bits `8y + x`.
fn bits(car: Car) -> u64 {
    car.squares().fold(0, |all, square| all | 1 << (8 * square.y + square.x))
}

fn taken(board: &RushBoard) -> u64 {
    let cars = std::iter::once(&board.red).chain(&board.others).fold(0, |all, &car| all | bits(car));
    board.walls.iter().fold(cars, |all, square| all | 1 << (8 * square.y + square.x))
}

/// Whether a car would leave no square free in its line.
fn fills(board: &RushBoard, car: Car) -> bool {
    let line = |car: &Car| if car.upright { car.first.x } else { car.first.y };
    let same = board.others.iter().filter(|other| other.upright == car.upright && line(other) == line(&car));
    let cars: u16 = same.map(|other| other.length).sum();
    let walls = if car.upright { 0 } else { board.walls.iter().filter(|wall| wall.y == car.first.y).count() };
    let side = if car.upright { board.height } else { board.width };
    usize::from(cars + car.length) + walls >= usize::from(side)
}

/// What a thread keeps.
#[derive(Debug)]
pub struct RushBench(Bench);

#[derive(Debug)]
enum Bench {
    Desk(Box<Desk>),
    Lot(Box<Lot>),
}

impl Family for RushHunt {
    type Bench = RushBench;

    fn metric(&self) -> Metric {
        match self.unit {
            RushMetric::Slide => Metric::Slide,
            RushMetric::Step => Metric::Step,
        }
    }

    fn describe(&self) -> String {
        let Self { boards, method, least, most, minimal, positions, .. } = self;
        let Census { width, height, red_row, red_length, lengths, walls } = boards;
        format!(
            "rush {width}x{height}, red car of {red_length} in row {}, cars {lengths:?}, walls {walls:?}, \
             {method}, {least} to {most} by {}, minimal {minimal}, positions {positions}",
            red_row + 1,
            self.metric(),
        )
    }

    fn units(&self) -> Option<u64> {
        match self.method {
            _ if self.boards.check().is_err() => Some(0),
            Method::Enumerate => Some(Desk::new(&self.boards, self.unit).parts()),
            Method::Anneal(_) => None,
        }
    }

    fn bench(&self) -> RushBench {
        match self.method {
            Method::Enumerate => {
                let mut desk = Desk::new(&self.boards, self.unit);
                desk.once = true;
                desk.most = self.positions;
                desk.judges = self.minimal.then_some(self.least..=self.most);
                RushBench(Bench::Desk(Box::new(desk)))
            }
            Method::Anneal(_) => {
                let (width, height) = (usize::from(self.boards.width), usize::from(self.boards.height));
                RushBench(Bench::Lot(Box::new(Lot::new(width, height, self.unit))))
            }
        }
    }

    fn work(
        &self,
        unit: u64,
        bench: &mut RushBench,
        stop: &dyn Fn() -> bool,
        offer: &mut dyn FnMut(Find),
    ) -> ControlFlow<()> {
        match (&mut bench.0, &self.method) {
            (Bench::Lot(lot), Method::Anneal(anneal)) => self.walk(anneal, lot, anneal.random(unit), stop, offer),
            (Bench::Desk(desk), _) => desk.run(unit, |cluster| {
                if stop() {
                    return ControlFlow::Break(());
                }
                let Some(length) = cluster.length() else { return ControlFlow::Continue(()) };
                if (self.least..=self.most).contains(&length) && (cluster.is_minimal || !self.minimal) {
                    let text = cluster.start().canonical().to_string();
                    offer(Find { length, positions: cluster.positions, text });
                }
                ControlFlow::Continue(())
            }),
            (Bench::Lot(_), Method::Enumerate) => ControlFlow::Break(()),
        }
    }

    fn puzzle(&self, text: &str) -> Option<Puzzle> {
        text.parse::<RushBoard>().ok()?.puzzle().ok()
    }
}
