//! The laws of spaces, heuristics and searches, on every position of every small graph and some larger ones.

use std::sync::Arc;

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{Check, capability, heuristic, space};
use fewest_graph::heuristics::{Distances, Errands, Misplaced};
use fewest_graph::{Board, Graph, GraphPuzzle, Labels, Nibbles, Position, Trail, format_moves, parse_moves};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::{MovePruning, Ranked};
use fewest_search::{Cost, Heuristic, Incremental, Limits, Outcome, Search, Zero};

use crate::support::{FIFO, LIFO, THETA, connected_graphs, goals, graph, on_every_core, position, puzzle};

type Puzzle = GraphPuzzle<Nibbles>;

/// Every connected graph of up to six vertices, and larger ones with blocks of every kind.
fn graphs() -> Vec<Arc<Graph>> {
    let larger = [
        THETA,
        "1-2 2-3 3-4 4-5 5-6 6-7 7-1",
        "1-2 2-3 3-1 3-4 4-5 5-6 6-4",
        "1-2 2-3 3-4 4-1 1-5 5-3 5-6 6-7 7-8",
        "1-2 2-3 3-1 3-4 4-5 5-6 6-7 7-5 5-8",
        "1-2 2-3 3-4 4-1 2-5 5-6 4-7 7-8 8-9 9-7",
        "1-2 1-3 1-4 2-5 5-6 6-2 3-7 7-8 8-3",
        "1-2 2-3 3-1 2-4 4-5 5-2 3-6 6-7 7-3",
        "1-2 2-3 3-4 4-1 1-5 5-6 6-1 2-7 7-8 8-2",
        "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4 7-8 8-9",
    ];
    connected_graphs(6).into_iter().flatten().chain(larger.into_iter().map(graph)).collect()
}

/// Calls `check` with every puzzle and its distances: for small graphs with a goal for each vertex of the blank, for the
/// others with two.
fn for_each_puzzle(check: impl Fn(&Puzzle, &Table) -> Check + Sync) {
    let first_and_last = |goals: Vec<Position>| [goals[0].clone(), goals[goals.len() - 1].clone()].to_vec();
    let goals = |graph: &Arc<Graph>| if graph.vertices() < 6 { goals(graph) } else { first_and_last(goals(graph)) };
    let goals: Vec<Position> = graphs().iter().flat_map(goals).collect();
    let checked = |goal: &Position| {
        let space = puzzle(goal);
        check(&space, &Table::new(&space)?)
    };
    on_every_core(&goals, |goal| checked(goal).map_err(|fault| format!("{}: {goal}: {fault}", goal.graph()))).unwrap();
}

#[test]
fn spaces_keep_their_laws() {
    for_each_puzzle(|space, table| {
        let states = || table.iter().map(|(rank, _)| space.unrank(rank));
        for state in states() {
            space::check_moves(space, &state)?;
            capability::check_key(space, &state)?;
            capability::check_moves_into(space, &state)?;
        }
        capability::check_ranks(space)?;
        capability::check_distinct_keys(space, states())?;
        capability::check_goals(space, states())?;
        capability::check_pruned_distances(space, space.goal(), Cost::MAX)
    });
}

#[test]
fn pruned_moves_lead_everywhere_from_everywhere() {
    // Two triangles with an edge in common, a tetrahedron, a wheel: where most is pruned.
    for text in ["1-2 2-3 3-1 3-4 4-2", "1-2 1-3 1-4 2-3 2-4 3-4", "1-2 1-3 1-4 1-5 2-3 3-4 4-5 5-2"] {
        let space: Puzzle = puzzle(&goals(&graph(text))[0]);
        for rank in 0..space.rank_count().unwrap() {
            capability::check_pruned_distances(&space, &space.unrank(rank), Cost::MAX).unwrap();
        }
    }
}

/// Round a triangle just one string of moves is left for each of the six positions, from whichever vertex.
#[test]
fn a_triangle_is_pruned_to_a_tree() {
    fn strings(space: &Puzzle, state: &Board<Nibbles>, trail: Trail, longest: usize) -> usize {
        let mut count = 1;
        if longest > 0 {
            space.for_each_allowed(state, trail, |mv, next| {
                count += strings(space, &space::after(space, state, mv), next, longest - 1);
            });
        }
        count
    }
    for goal in goals(&graph("1-2 2-3 3-1")) {
        let space: Puzzle = puzzle(&goal);
        assert_eq!(strings(&space, space.goal(), space.root_trace(), 9), 6, "{goal}");
    }
}

#[test]
fn heuristics_keep_their_promises() {
    fn check(space: &Puzzle, heuristic: &impl Incremental<Puzzle>, table: &Table) -> Check {
        heuristic::check_table(space, heuristic, table)?;
        heuristic::check_walk(space, heuristic, space.goal(), 300, 7)
    }
    for_each_puzzle(|space, table| {
        check(space, &Zero, table)?;
        check(space, &Misplaced::new(space), table)?;
        check(space, &Distances::new(space), table)?;
        check(space, &Errands::new(space), table)
    });
}

/// The bounds are ordered as they should be, and on trees distances are exact.
#[test]
fn stronger_heuristics_are_stronger() {
    for_each_puzzle(|space, table| {
        let is_tree = space.graph().edges().len() + 1 == space.graph().vertices();
        for (rank, distance) in table.iter() {
            let state = space.unrank(rank);
            let misplaced = Misplaced::new(space).estimate(&state);
            let distances = Distances::new(space).estimate(&state);
            let errands = Errands::new(space).estimate(&state);
            if misplaced > distances || distances > errands || (is_tree && distances != Some(distance)) {
                return Err(format!("{state:?}: {misplaced:?}, {distances:?}, {errands:?} of {distance}"));
            }
        }
        Ok(())
    });
    // A triangle at the end of a path: the tiles on the path must make way and come back.
    let goal = position(&graph("1-2 2-3 3-1 3-4 4-5 5-6"), &[1, 2, 3, 4, 5, 0]);
    let space: Puzzle = puzzle(&goal);
    let start = space.board(&position(goal.graph(), &[2, 1, 3, 4, 5, 0])).unwrap();
    assert_eq!(Distances::new(&space).estimate(&start), Some(2));
    assert_eq!(Errands::new(&space).estimate(&start), Some(2 + 6));
}

/// A search proves the distance, and what it says is a solution solves the puzzle by the rules of positions.
fn solves<L: Labels, H, A: Search<GraphPuzzle<L>, H>>(
    trial: &Trial<'_, GraphPuzzle<L>, H, A>,
    start: &Position,
    distance: Cost,
) -> Check {
    let space = trial.space;
    let board = space.board(start).map_err(|error| error.to_string())?;
    trial.check_optimal(&board, Some(distance))?;
    let run = trial.algorithm.run(space, &board, trial.heuristic, &Limits::default(), &mut ());
    let Outcome::Solved { moves, .. } = run.outcome else { return Err(format!("{start}: not solved")) };
    let text = format_moves(&space.tiles_moved(&board, &moves));
    let mut replayed = start.clone();
    for tile in parse_moves(&text).map_err(|error| error.to_string())? {
        replayed.try_move(tile).map_err(|error| format!("{start}: {text}: {error}"))?;
    }
    if replayed != *space.class().goal() {
        return Err(format!("{start}: {text} leads to {replayed}"));
    }
    Ok(())
}

#[test]
fn searches_agree_with_true_distances() {
    for_each_puzzle(|space, table| {
        let (distances, errands) = (Distances::new(space), Errands::new(space));
        let count = space.rank_count().unwrap();
        let stride = usize::try_from(count.div_ceil(12)).unwrap();
        for (rank, distance) in table.iter().skip(stride / 2).step_by(stride) {
            let start = space.position(&space.unrank(rank));
            solves(&Trial { space, heuristic: &Zero, algorithm: &BreadthFirst }, &start, distance)?;
            solves(&Trial { space, heuristic: &distances, algorithm: &FIFO }, &start, distance)?;
            solves(&Trial { space, heuristic: &distances, algorithm: &LIFO }, &start, distance)?;
            solves(&Trial { space, heuristic: &errands, algorithm: &LIFO }, &start, distance)?;
            if distance <= 24 {
                solves(&Trial { space, heuristic: &distances, algorithm: &IdaStar::default() }, &start, distance)?;
                solves(&Trial { space, heuristic: &errands, algorithm: &IdaStar::default() }, &start, distance)?;
            }
        }
        Ok(())
    });
}

#[test]
fn what_is_unsolvable_is_proven_so() {
    for (text, tiles) in [
        ("1-2 2-3 3-4 4-1", &[2, 1, 3, 0][..]),
        ("1-2 2-3 2-4", &[2, 1, 3, 0]),
        ("1-2 2-3 3-4 4-1 1-5 5-3", &[2, 1, 3, 4, 0]),
        (THETA, &[2, 1, 3, 4, 5, 6, 0]),
    ] {
        let graph = graph(text);
        let space: Puzzle = crate::support::blank_last(&graph);
        let start = space.board(&position(&graph, tiles)).unwrap();
        let distances = Distances::new(&space);
        Trial { space: &space, heuristic: &distances, algorithm: &FIFO }.check_optimal(&start, None).unwrap();
        Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst }.check_optimal(&start, None).unwrap();
    }
}
