//! The census of Rush Hour boards.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, RangeInclusive};

use fewest_blocks::design::rush::{Census, CensusError, RushBoard, Tally};
use fewest_search::{LimitKind, Limits};

fn tally(census: &Census) -> Tally {
    let (tally, limit) = census.run(&Limits::default(), |_| ControlFlow::Continue(())).expect("there are such boards");
    assert_eq!(limit, None);
    tally
}

/// Fogleman's four numbers (github.com/fogleman/rush, run again), and the board that takes longest.
#[test]
fn the_5x5_boards() {
    let mut hardest = (0, Vec::new());
    let (tally, _) = Census::new(5, 5)
        .run(&Limits::default(), |cluster| {
            let length = cluster.length().unwrap_or(0);
            if length > hardest.0 {
                hardest = (length, Vec::new());
            }
            if length == hardest.0 && length > 0 {
                hardest.1.push((cluster.start(), cluster.positions, cluster.is_minimal));
            }
            ControlFlow::Continue(())
        })
        .expect("there are such boards");
    let expected = Tally { boards: 268_109, positions: 6_795_364, clusters: 130_299, solvable: 62_106, minimal: 1_730 };
    assert_eq!(tally, expected);
    let record: RushBoard = "BBH..G.HCCGAAI.DD.IJEEFFJ".parse().expect("a board");
    assert_eq!(hardest.0, 20);
    assert!(hardest.1.contains(&(record, 299, true)));
}

/// How many boards there are with walls: the constants in the source of the same program.
#[test]
fn boards_with_walls() {
    for (walls, boards) in [(0, 1349), (1, 9804), (2, 33_953), (3, 76_838)] {
        let census = Census { walls: 0..=walls, ..Census::new(4, 4) };
        assert_eq!(tally(&census).boards, boards, "{walls} walls");
    }
    let with_two = tally(&Census { walls: 2..=2, ..Census::new(4, 4) });
    assert_eq!(with_two.boards, 33_953 - 9804);
}

/// A car: its line, whether that is a column, its first square and its length.
type Car = (u8, bool, u8, u8);
/// Walls, and cars of which the first is red.
type Board = (Vec<(u8, u8)>, Vec<Car>);

fn cells((line, upright, first, length): Car) -> Vec<(u8, u8)> {
    (first..first + length).map(|at| if upright { (line, at) } else { (at, line) }).collect()
}

struct Brute {
    width: u8,
    height: u8,
    red_row: u8,
    walls: usize,
}

impl Brute {
    fn is_free(&self, board: &Board, (x, y): (u8, u8)) -> bool {
        x < self.width
            && y < self.height
            && !board.0.contains(&(x, y))
            && board.1.iter().all(|car| !cells(*car).contains(&(x, y)))
    }

    fn is_solved(&self, board: &Board) -> bool {
        board.1[0].2 + board.1[0].3 == self.width
    }

    fn slides(&self, board: &Board) -> Vec<Board> {
        let mut all = Vec::new();
        for index in 0..board.1.len() {
            for forward in [false, true] {
                let mut next = board.clone();
                loop {
                    let (line, upright, first, length) = next.1[index];
                    let at = if forward { Some(first + length) } else { first.checked_sub(1) };
                    let Some(at) = at else { break };
                    if !self.is_free(&next, if upright { (line, at) } else { (at, line) }) {
                        break;
                    }
                    next.1[index].2 = if forward { first + 1 } else { first - 1 };
                    all.push(next.clone());
                }
            }
        }
        all
    }

    /// Distances to the nearest of some boards.
    fn distances(&self, from: Vec<Board>) -> BTreeMap<Board, u32> {
        let mut distances: BTreeMap<Board, u32> = from.iter().map(|board| (board.clone(), 0)).collect();
        let mut queue = std::collections::VecDeque::from(from);
        while let Some(board) = queue.pop_front() {
            let next = distances[&board] + 1;
            for other in self.slides(&board) {
                if !distances.contains_key(&other) {
                    distances.insert(other.clone(), next);
                    queue.push_back(other);
                }
            }
        }
        distances
    }

    fn boards(&self) -> Vec<Board> {
        let mut all = Vec::new();
        let squares: Vec<(u8, u8)> = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))).collect();
        let mut sets = vec![Vec::new()];
        for &square in &squares {
            let more: Vec<Vec<(u8, u8)>> = sets
                .iter()
                .filter(|set: &&Vec<_>| set.len() < self.walls)
                .map(|set| set.iter().copied().chain([square]).collect())
                .collect();
            sets.extend(more);
        }
        for walls in sets {
            for first in 0..=self.width - 2 {
                let red = (self.red_row, false, first, 2);
                let board = (walls.clone(), vec![red]);
                let in_the_way = walls.iter().any(|&(x, y)| y == self.red_row && x >= first);
                if !in_the_way {
                    self.fill(&squares, board, &mut all);
                }
            }
        }
        // No line is full of cars and, if it is a row, walls.
        all.retain(|(walls, cars)| {
            let covered = |place: u8, column: bool| {
                let of_cars: u8 = cars.iter().filter(|car| car.0 == place && car.1 == column).map(|car| car.3).sum();
                let of_walls = walls.iter().filter(|wall| !column && wall.1 == place).count();
                usize::from(of_cars) + of_walls
            };
            (0..self.height).all(|y| covered(y, false) < usize::from(self.width))
                && (0..self.width).all(|x| covered(x, true) < usize::from(self.height))
        });
        all
    }

    /// Puts cars whose first squares are these in every way.
    fn fill(&self, squares: &[(u8, u8)], board: Board, all: &mut Vec<Board>) {
        let Some((&(x, y), rest)) = squares.split_first() else {
            all.push(board);
            return;
        };
        for length in 2..=3 {
            for car in [(y, false, x, length), (x, true, y, length)] {
                let fits = cells(car).into_iter().all(|cell| self.is_free(&board, cell));
                if fits && (car.1 || y != self.red_row) {
                    let mut next = board.clone();
                    next.1.push(car);
                    self.fill(rest, next, all);
                }
            }
        }
        self.fill(rest, board, all);
    }

    fn masks(&self, (walls, cars): &Board) -> (u64, u64) {
        let bit = |(x, y): (u8, u8)| 1u64 << (y * self.width + x);
        let cover = |upright: bool| {
            cars.iter().filter(|car| car.1 == upright).flat_map(|car| cells(*car)).fold(0, |all, cell| all | bit(cell))
        };
        (walls.iter().fold(cover(false), |all, &wall| all | bit(wall)), cover(true))
    }

    fn tally(&self) -> Tally {
        let sorted = |mut board: Board| {
            board.1[1..].sort_unstable();
            board
        };
        let boards: Vec<Board> = self.boards().into_iter().map(sorted).collect();
        let is_packed = |board: &&Board| {
            board.1.iter().all(|&(line, upright, first, _)| {
                let before = first.checked_sub(1).map(|at| if upright { (line, at) } else { (at, line) });
                before.is_none_or(|cell| !self.is_free(board, cell))
            })
        };
        let mut tally = Tally {
            boards: boards.iter().filter(is_packed).count() as u64,
            positions: boards.len() as u64,
            ..Tally::default()
        };
        let mut seen: BTreeSet<Board> = BTreeSet::new();
        for board in boards {
            // Cars of a line never overtake, so their order stays.
            if seen.contains(&board) {
                continue;
            }
            let cluster: Vec<Board> = self.distances(vec![board]).into_keys().collect();
            seen.extend(cluster.iter().cloned());
            tally.clusters += 1;
            let goals: Vec<Board> = cluster.iter().filter(|board| self.is_solved(board)).cloned().collect();
            if goals.is_empty() {
                continue;
            }
            tally.solvable += 1;
            let distances = self.distances(goals);
            let length = distances.values().copied().max().expect("a goal");
            let farthest = distances.iter().filter(|(_, distance)| **distance == length).map(|(board, _)| board);
            let start = farthest.min_by_key(|board| self.masks(board)).expect("one is farthest");
            let mut fewer: Vec<Board> = (1..start.1.len())
                .map(|index| {
                    let mut board = start.clone();
                    board.1.remove(index);
                    board
                })
                .collect();
            fewer.extend((0..start.0.len()).map(|index| {
                let mut board = start.clone();
                board.0.remove(index);
                board
            }));
            let is_easier = |board: &Board| {
                let reached = self.distances(vec![board.clone()]);
                let solved = reached.iter().filter(|(board, _)| self.is_solved(board));
                solved.map(|(_, distance)| *distance).min().expect("fewer pieces are no harder") < length
            };
            tally.minimal += u64::from(fewer.iter().all(is_easier));
        }
        tally
    }
}

#[test]
fn small_boards_by_brute_force() {
    for (width, height, red_row, walls) in [(4, 4, 1, 0), (4, 4, 1, 1), (4, 3, 1, 1), (3, 4, 2, 1), (5, 3, 0, 0)] {
        let census = Census { red_row, walls: 0..=walls, ..Census::new(width, height) };
        let small = |value: u16| u8::try_from(value).expect("small");
        let brute =
            Brute { width: small(width), height: small(height), red_row: small(red_row), walls: walls as usize };
        assert_eq!(tally(&census), brute.tally(), "{width}x{height}, row {red_row}, {walls} walls");
    }
}

#[test]
fn a_census_can_be_cancelled() {
    let limits = Limits::default();
    let mut clusters = 0;
    let (tally, limit) = Census::new(5, 5)
        .run(&limits, |_| {
            clusters += 1;
            if clusters == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("there are such boards");
    assert!(limit.is_some() && tally.clusters < 200);
    let limits = Limits { memory: 1 << 10, ..Limits::default() };
    let end = Census::new(5, 5).run(&limits, |_| ControlFlow::Continue(())).map(|(_, limit)| limit);
    assert_eq!(end, Ok(Some(LimitKind::Memory)));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let good = Census::new(6, 6);
    let bad = |census: Census| census.run(&Limits::default(), |_| ControlFlow::Break(())).expect_err("no such board");
    assert_eq!(bad(Census::new(0, 6)), CensusError::Size(0, 6));
    assert_eq!(bad(Census::new(6, 9)), CensusError::Size(6, 9));
    assert!(matches!(bad(Census { red_row: 6, ..good.clone() }), CensusError::Red { .. }));
    assert!(matches!(bad(Census { red_length: 7, ..good.clone() }), CensusError::Red { .. }));
    assert!(matches!(bad(Census { lengths: 1..=2, ..good.clone() }), CensusError::Lengths(..)));
    assert!(matches!(bad(Census { walls: RangeInclusive::new(2, 1), ..good }), CensusError::Walls(..)));
}

#[test]
fn boards_print_as_they_are_read() {
    for text in ["BBC..D.CEEDAAF.GG.FHIIJJH", "6x4 BB..C.x..DC.AA.D........"] {
        assert_eq!(text.parse::<RushBoard>().map(|board| board.to_string()).unwrap_or_default(), text);
    }
    let board: RushBoard = "BB.CAA.CDEEED.FF".parse().expect("a board");
    assert_eq!(board.flipped().flipped(), board);
    assert_eq!(board.flipped().canonical(), board.canonical());
    assert_eq!(board.puzzle().expect("a puzzle").pieces().len(), 6);
}
