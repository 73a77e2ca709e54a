//! Puzzles with a symmetry: what is looked at once stands for two, and every number is as if it were looked at twice.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use fewest_blocks::exhaustive::{Exhaustive, Word};
use fewest_blocks::{Bits, Blocks, Board, Metric, Position, Puzzle};
use fewest_conformance::oracle;
use fewest_search::{Limits, Outcome, Search, StateSpace, Zero};
use rand::RngExt;
use rand::SeedableRng;

type Grid = Vec<Vec<char>>;

/// How a grid is turned: left and right, up and down, by half, in the diagonals.
fn turned(grid: &Grid, turn: usize) -> Grid {
    let (height, width) = (grid.len(), grid[0].len());
    let at = |y: usize, x: usize| match turn {
        0 => grid[y][width - 1 - x],
        1 => grid[height - 1 - y][x],
        2 => grid[height - 1 - y][width - 1 - x],
        3 => grid[x][y],
        _ => grid[height - 1 - x][width - 1 - y],
    };
    (0..height).map(|y| (0..width).map(|x| at(y, x)).collect()).collect()
}

fn text(grid: &Grid) -> String {
    grid.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// A start that need not be its own image, and a goal that is: pieces come in pairs or alone, walls in pairs.
fn puzzle(seed: u64) -> Option<Puzzle> {
    let mut source = ChaCha8Rng::seed_from_u64(seed);
    let turn = source.random_range(0..5usize);
    let side = source.random_range(3..=4usize);
    let (width, height) = if turn > 2 { (3, 3) } else { (side, 7 - side) };
    let image = |grid: &Grid, mark: char, other: char| {
        // What is marked, and marked in the mirror.
        let back = turned(grid, turn);
        let mut both = grid.clone();
        for (row, back) in both.iter_mut().zip(&back) {
            for (square, back) in row.iter_mut().zip(back) {
                if *back == mark && *square == '.' {
                    *square = other;
                }
            }
        }
        both
    };
    let mut grid = vec![vec!['.'; width]; height];
    let put = |grid: &mut Grid, mark: char, other: char, source: &mut ChaCha8Rng, size: usize| {
        let (mut y, mut x) = (source.random_range(0..height), source.random_range(0..width));
        for _ in 0..size {
            if grid[y][x] == '.' {
                grid[y][x] = mark;
            }
            if source.random_range(0..2) == 0 { y = (y + 1).min(height - 1) } else { x = (x + 1).min(width - 1) }
        }
        *grid = image(grid, mark, other);
    };
    if source.random_range(0..3) == 0 {
        put(&mut grid, '#', '#', &mut source, 1);
    }
    let walls = grid.clone();
    for (mark, other) in [('a', 'b'), ('c', 'd'), ('e', 'f')] {
        let size = source.random_range(1..=3);
        put(&mut grid, mark, other, &mut source, size);
    }
    // The goal names a pair, or a piece that is its own image, moved somewhere.
    let mut goal = walls.clone();
    for mark in ['a', 'b'] {
        for (row, from) in goal.iter_mut().zip(&grid) {
            for (square, &from) in row.iter_mut().zip(from) {
                if from == mark {
                    *square = mark;
                }
            }
        }
    }
    let swap = |grid: &Grid| -> Grid {
        let other = |mark: char| match mark {
            'a' => 'b',
            'b' => 'a',
            mark => mark,
        };
        grid.iter().map(|row| row.iter().map(|&mark| other(mark)).collect()).collect()
    };
    let goal = if source.random_range(0..2) == 0 { swap(&goal) } else { goal };
    // Some moves away from the start.
    let text = format!("start:\n{}\ngoal:\n{}", text(&grid), text(&goal));
    let text = if source.random_range(0..3) == 0 { format!("alike: ab\n{text}") } else { text };
    text.parse().ok()
}

fn check<B: Bits, K: Word>(puzzle: &Arc<Puzzle>, metric: Metric, threads: usize, halved: &mut usize) {
    let space = Blocks::<B, K>::new(puzzle.clone(), metric).expect("it fits");
    let search = Exhaustive { threads: NonZeroUsize::new(threads).expect("some"), crowd: 8, ..Exhaustive::default() };
    let near: oracle::Distances<Board<B, K>> = oracle::distances_from(&space, &space.start(), u32::MAX);
    let mut starts: Vec<Board<B, K>> = near.keys().copied().collect();
    starts.sort_unstable_by_key(Board::key);
    // From the start and from some states that are no images of themselves.
    for start in starts.iter().step_by(starts.len().div_ceil(4)).chain([&space.start()]) {
        let truth: oracle::Distances<Board<B, K>> = oracle::distances_from(&space, start, u32::MAX);
        let distance = truth.iter().filter(|(state, _)| space.is_goal(state)).map(|(_, depth)| *depth).min();
        let run = search.run(&space, start, &Zero, &Limits::default(), &mut ());
        assert_eq!(run.outcome.cost(), distance, "{metric}\n{puzzle}");
        match run.outcome {
            Outcome::Solved { moves, .. } => {
                let mut position = space.position(start);
                for shift in space.shifts(&position.clone(), &moves).expect("a position of this puzzle") {
                    position.try_shift(&shift, metric).unwrap_or_else(|error| panic!("{puzzle}\n{error}"));
                }
                assert!(position.is_goal());
            }
            Outcome::Unsolvable { .. } => *halved += usize::from(run.stats.expanded < truth.len() as u64),
            outcome @ Outcome::LimitReached { .. } => panic!("{outcome:?}"),
        }
        let mut shown = oracle::Distances::<Board<B, K>>::default();
        let mut goals = 0;
        let all = search.explore_layers(&space, &[*start], &Limits::default(), &mut (), |layer| {
            let before = shown.len();
            shown.extend(layer.states().map(|state| (state, layer.depth)));
            assert_eq!(shown.len() - before, layer.len);
            goals += layer.goals().count();
            ControlFlow::Continue(())
        });
        let all = all.expect("it fits");
        assert_eq!(shown, truth, "{metric}\n{puzzle}");
        assert_eq!(goals, truth.keys().filter(|state| space.is_goal(state)).count());
        assert!(truth.keys().all(|state| all.contains(state)));
        let mut listed = Vec::new();
        all.for_each_state(|state| listed.push(state));
        assert_eq!(listed.len(), truth.len());
        assert!(listed.iter().all(|state| truth.contains_key(state)));
        *halved += usize::from(all.stats.expanded < all.states());
    }
    // From all goals, which are together their own image.
    let goals = space.goals_within(100_000).expect("few");
    let truth = oracle::distances_to_goal(&space, u32::MAX);
    let back = search.explore(&space, &goals, &Limits::default(), &mut ()).expect("it fits");
    assert_eq!(back.states(), truth.len() as u64, "{metric}\n{puzzle}");
    let deepest = truth.values().copied().max().map_or(0, |most| most + 1);
    let layers: Vec<u64> =
        (0..deepest).map(|depth| truth.values().filter(|other| **other == depth).count() as u64).collect();
    assert_eq!(back.layers, layers, "{metric}\n{puzzle}");
    *halved += usize::from(back.stats.expanded < back.states());
}

#[test]
fn images_are_counted_and_paths_are_true() {
    let (mut puzzles, mut halved) = (0, 0);
    for seed in 0..200 {
        let Some(puzzle) = puzzle(seed) else { continue };
        let puzzle = Arc::new(puzzle);
        let space = Blocks::<u64, u64>::new(puzzle.clone(), Metric::Step).expect("it fits");
        let reached: oracle::Distances<Board<u64, u64>> = oracle::distances_from(&space, &space.start(), 12);
        if !(4..1500).contains(&reached.len()) {
            continue;
        }
        puzzles += 1;
        for metric in Metric::ALL {
            check::<u64, u64>(&puzzle, metric, 1, &mut halved);
        }
        check::<u64, u64>(&puzzle, Metric::Slide, 3, &mut halved);
        check::<u128, u128>(&puzzle, Metric::Move, 1, &mut halved);
    }
    assert!(puzzles > 30 && halved > 100, "{puzzles} puzzles, {halved} times half was enough");
}

/// Klotski and its start are their own images; the `HiFi` of Kato is when its pairs change places.
#[test]
fn known_puzzles_are_halved() {
    let klotski = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.";
    let space = Blocks::<u64, u64>::new(Arc::new(klotski.parse().expect("a puzzle")), Metric::Move).expect("it fits");
    let search = Exhaustive { threads: NonZeroUsize::MIN, ..Exhaustive::default() };
    let all = search.explore(&space, &[space.start()], &Limits::default(), &mut ()).expect("it fits");
    assert_eq!(all.states(), 25_955);
    assert!(all.stats.expanded < 13_200, "{}", all.stats.expanded);
    let hifi = ".aa.\ngaah\nebbf\neccf\niddj\n\n.aa.\ngaah\nfbbe\nfcce\niddj";
    let space = Blocks::<u64, u64>::new(Arc::new(hifi.parse().expect("a puzzle")), Metric::Move).expect("it fits");
    let some = search.explore_layers(&space, &[space.start()], &Limits::default(), &mut (), |layer| {
        if layer.depth < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let some = some.expect("it fits");
    assert!(2 * some.stats.expanded < some.states() + 100);
    let start = Position::start(space.puzzle().clone());
    assert_eq!(space.state(&start), Ok(space.start()));
}
