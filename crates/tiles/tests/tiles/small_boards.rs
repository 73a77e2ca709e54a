//! Every law, on every board that can be exhausted in a moment, for several goals.

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Incremental, Zero};
use fewest_tiles::heuristics::{InversionDistance, WalkingDistance};
use fewest_tiles::{Board, Mtm, Nibbles, Position, Solvability, Stm, Tiles, solvability};

use crate::support::{FIFO, LIFO, Rated, goals, position, size, tiles};

type Puzzle<M> = Tiles<Nibbles, M>;

const BOARDS: [(usize, usize); 20] = [
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (1, 7),
    (1, 8),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
];

/// Calls `check` with every puzzle and its distances.
fn for_each_puzzle<M: Rated>(check: impl Fn(&Puzzle<M>, &Table)) {
    for (width, height) in BOARDS {
        for goal in goals(size(width, height)) {
            let space = tiles(&goal);
            let table = Table::new(&space).unwrap_or_else(|fault| panic!("{goal}: {fault}"));
            check(&space, &table);
        }
    }
}

fn states<M: Rated>(space: &Puzzle<M>, table: &Table) -> Vec<Board<Nibbles>> {
    table.iter().map(|(rank, _)| space.unrank(rank)).collect()
}

fn laws_hold<M: Rated>(space: &Puzzle<M>, table: &Table) {
    let states = states(space, table);
    for state in &states {
        space::check_moves(space, state).unwrap();
        capability::check_key(space, state).unwrap();
        capability::check_moves_into(space, state).unwrap();
    }
    capability::check_ranks(space).unwrap();
    capability::check_distinct_keys(space, states.iter().copied()).unwrap();
    capability::check_goals(space, states.iter().copied()).unwrap();
    for start in states.iter().step_by(states.len().div_ceil(5)) {
        capability::check_pruned_distances(space, start, Cost::MAX).unwrap();
    }
}

#[test]
fn spaces_keep_their_laws() {
    for_each_puzzle::<Stm>(laws_hold);
    for_each_puzzle::<Mtm>(laws_hold);
}

fn heuristics_hold<M: Rated>(space: &Puzzle<M>, table: &Table) {
    fn check<M: Rated>(space: &Puzzle<M>, heuristic: &impl Incremental<Puzzle<M>>, table: &Table) {
        heuristic::check_table(space, heuristic, table).unwrap();
        heuristic::check_walk(space, heuristic, space.goal(), 300, 7).unwrap();
    }
    check(space, &Zero, table);
    check(space, &M::misplaced(space), table);
    check(space, &M::manhattan(space), table);
    check(space, &M::linear_conflict(space), table);
    check(space, &WalkingDistance::new(space).unwrap(), table);
    check(space, &InversionDistance::new(space), table);
    check(space, &M::walking_conflict(space).unwrap(), table);
    check(space, &M::strongest(space).unwrap(), table);
}

#[test]
fn heuristics_keep_their_promises() {
    for_each_puzzle::<Stm>(heuristics_hold);
    for_each_puzzle::<Mtm>(heuristics_hold);
}

fn searches_agree<M: Rated>(space: &Puzzle<M>, table: &Table) {
    let (manhattan, linear_conflict) = (M::manhattan(space), M::linear_conflict(space));
    // Every start on boards of up to 360 positions, some twenty on the larger ones.
    let stride = if table.layers().iter().sum::<u64>() <= 360 { 1 } else { 1009 };
    for (rank, distance) in table.iter().step_by(stride) {
        let start = space.unrank(rank);
        let truth = Some(distance);
        for algorithm in &[FIFO, LIFO] {
            let trial = Trial { space, heuristic: &manhattan, algorithm };
            trial.check_optimal(&start, truth).unwrap();
            trial.check_all(&start, truth).unwrap();
            trial.check_necessary_expansions(&start, distance).unwrap();
            let trial = Trial { space, heuristic: &linear_conflict, algorithm };
            trial.check_optimal(&start, truth).unwrap();
            trial.check_necessary_expansions(&start, distance).unwrap();
            let trial = Trial { space, heuristic: &Zero, algorithm };
            trial.check_optimal(&start, truth).unwrap();
            trial.check_necessary_expansions(&start, distance).unwrap();
        }
        let trial = Trial { space, heuristic: &manhattan, algorithm: &IdaStar::default() };
        trial.check_optimal(&start, truth).unwrap();
        trial.check_all(&start, truth).unwrap();
        let trial = Trial { space, heuristic: &linear_conflict, algorithm: &IdaStar::default() };
        trial.check_optimal(&start, truth).unwrap();
        let trial = Trial { space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_optimal(&start, truth).unwrap();
        trial.check_all(&start, truth).unwrap();
    }
}

#[test]
fn searches_agree_and_keep_their_limits() {
    for_each_puzzle::<Stm>(searches_agree);
    for_each_puzzle::<Mtm>(searches_agree);
}

/// The goal with its first two tiles exchanged.
fn out_of_reach(goal: &Position) -> Option<Position> {
    let mut tiles: Vec<String> = goal.tiles().iter().map(ToString::to_string).collect();
    let mut cells = (0..tiles.len()).filter(|&cell| goal.tiles()[cell] != 0);
    let (first, second) = (cells.next()?, cells.next()?);
    tiles.swap(first, second);
    let rows: Vec<String> = tiles.chunks(goal.size().width()).map(|row| row.join(" ")).collect();
    Some(position(&(rows.join("/") + "/")))
}

fn unsolvable_is_proven<M: Rated>(goal: &Position) {
    let Some(start) = out_of_reach(goal) else { return };
    assert_ne!(solvability(&start, goal), Solvability::Solvable);
    let space = tiles::<Nibbles, M>(goal);
    let start = space.board(&start).unwrap();
    let manhattan = M::manhattan(&space);
    for algorithm in &[FIFO, LIFO] {
        let trial = Trial { space: &space, heuristic: &manhattan, algorithm };
        trial.check_optimal(&start, None).unwrap();
        trial.check_counts(&start, None).unwrap();
    }
    let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &BreadthFirst };
    trial.check_optimal(&start, None).unwrap();
    trial.check_counts(&start, None).unwrap();
}

#[test]
fn what_is_unsolvable_is_proven_so() {
    for (width, height) in BOARDS.into_iter().chain([(3, 3)]) {
        for goal in goals(size(width, height)) {
            unsolvable_is_proven::<Stm>(&goal);
            unsolvable_is_proven::<Mtm>(&goal);
        }
    }
}
