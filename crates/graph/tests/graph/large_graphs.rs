//! Graphs that cannot be exhausted: the same laws along random walks, in every packing.

use std::sync::Arc;
use std::time::Duration;

use fewest_conformance::oracle::distances_from;
use fewest_conformance::{capability, heuristic, space};
use fewest_graph::heuristics::{Distances, Errands, Misplaced};
use fewest_graph::random::Shuffler;
use fewest_graph::{Board, Bytes, Class, Goal, Graph, GraphPuzzle, GraphPuzzleError, Labels, Move, Nibbles, Position};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::{MovePruning, Ranked};
use fewest_search::{Cost, Incremental, Limits, Outcome, Search, Stats, Zero};

use crate::support::{LIFO, blank_last, goals, graph, grid, puzzle};

/// A graph of so many vertices with a bit of everything: a path, rings, a bipartite block, a θ₀ and a dense block.
fn mixture(vertices: usize) -> Arc<Graph> {
    let mut edges = vec!["1-2 2-3 3-4 4-1 4-5 5-6 6-7 7-8 8-9 9-4 4-10 10-7 10-11 11-12 12-10 12-13".to_owned()];
    for vertex in 14..=vertices {
        edges.push(format!("{}-{vertex}", vertex - 1));
        if vertex % 5 == 0 {
            edges.push(format!("{}-{vertex}", vertex - 3));
            edges.push(format!("{}-{vertex}", vertex - 2));
        }
    }
    graph(&edges.join(" "))
}

fn complete(vertices: usize) -> Arc<Graph> {
    let edges = (1..=vertices).flat_map(|b| (1..b).map(move |a| format!("{a}-{b} ")));
    graph(&edges.collect::<String>())
}

fn graphs() -> Vec<Arc<Graph>> {
    let petersen = "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-8 8-10 10-7 7-9 9-6";
    vec![graph(petersen), grid(4, 4), mixture(16), mixture(32), complete(20), grid(8, 8), mixture(64), complete(64)]
}

fn heuristic_laws_hold<L: Labels>(
    space: &GraphPuzzle<L>,
    heuristic: &impl Incremental<GraphPuzzle<L>>,
    boards: &[Board<L>],
) {
    for (board, seed) in boards.iter().zip(0..) {
        heuristic::check_consistency(space, heuristic, board).unwrap();
        heuristic::check_increments(space, heuristic, board).unwrap();
        heuristic::check_walk(space, heuristic, board, 30, seed).unwrap();
    }
}

fn laws_hold<L: Labels>(graph: &Arc<Graph>) {
    let goals = goals(graph);
    for goal in [&goals[0], &goals[goals.len() / 2]] {
        let space = puzzle::<L>(goal);
        let mut shuffler = Shuffler::new(1);
        let mut positions = vec![goal.clone()];
        positions.extend((1..8).map(|steps| shuffler.walk(goal, steps * steps)));
        positions.extend((0..8).map(|_| shuffler.uniform(goal)));
        let class = Class::of(goal);
        assert!(positions.iter().all(|position| class.contains(position)), "{graph}");
        let boards: Vec<Board<L>> = positions.iter().map(|position| space.board(position).unwrap()).collect();
        capability::check_distinct_keys(&space, boards.iter().copied()).unwrap();
        for board in &boards {
            space::check_moves(&space, board).unwrap();
            capability::check_key(&space, board).unwrap();
            capability::check_moves_into(&space, board).unwrap();
            capability::check_allowed(&space, board, space.root_trace()).unwrap();
            if space.rank_count().is_some() {
                capability::check_rank(&space, board).unwrap();
            }
        }
        heuristic_laws_hold(&space, &Misplaced::new(&space), &boards);
        heuristic_laws_hold(&space, &Distances::new(&space), &boards);
        heuristic_laws_hold(&space, &Errands::new(&space), &boards);
    }
}

#[test]
fn sampled_positions_keep_the_laws() {
    for graph in graphs() {
        if graph.vertices() <= 16 {
            laws_hold::<Nibbles>(&graph);
        }
        if graph.vertices() <= 32 {
            laws_hold::<Bytes<32>>(&graph);
        }
        laws_hold::<Bytes<64>>(&graph);
    }
}

/// Everything that the searches say and count, but for what the packing decides: bytes and time.
fn answers<L: Labels>(goal: &Position, start: &Position) -> Vec<(Outcome<Move>, Stats)> {
    let space = puzzle::<L>(goal);
    let start = space.board(start).unwrap();
    let (distances, errands, limits) = (Distances::new(&space), Errands::new(&space), Limits::default());
    let runs = [
        LIFO.run(&space, &start, &distances, &limits, &mut ()),
        LIFO.run(&space, &start, &errands, &limits, &mut ()),
        IdaStar::default().run(&space, &start, &distances, &limits, &mut ()),
        IdaStar::default().run(&space, &start, &errands, &limits, &mut ()),
        BreadthFirst.run(&space, &start, &Zero, &limits, &mut ()),
    ];
    let alike = |stats: Stats| Stats { peak_memory: 0, elapsed: Duration::ZERO, ..stats };
    runs.into_iter().map(|run| (run.outcome, alike(run.stats))).collect()
}

#[test]
fn searches_agree_near_the_goal_in_every_packing() {
    for (graph, steps) in [(grid(4, 4), 12), (mixture(16), 9), (mixture(32), 9), (grid(8, 8), 9), (mixture(64), 8)] {
        let goal = &goals(&graph)[graph.vertices() / 2];
        for seed in 0..4 {
            let start = Shuffler::new(seed).walk(goal, steps);
            let space = puzzle::<Bytes<64>>(goal);
            let radius = Cost::try_from(steps).unwrap();
            let known = distances_from(&space, &space.board(&start).unwrap(), radius);
            let distance = known.get(space.goal()).copied();
            assert!(distance.is_some(), "a walk of {steps} steps ends within {steps} moves");
            let expected = answers::<Bytes<64>>(goal, &start);
            assert!(expected.iter().all(|(outcome, _)| outcome.cost() == distance), "{start}: {expected:?}");
            if graph.vertices() <= 32 {
                assert_eq!(answers::<Bytes<32>>(goal, &start), expected, "{start} to {goal}");
            }
            if graph.vertices() <= 16 {
                assert_eq!(answers::<Nibbles>(goal, &start), expected, "{start} to {goal}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let goal = Goal::BlankLast.position(&grid(6, 3)).unwrap();
    let refused = GraphPuzzle::<Nibbles>::new(&goal).unwrap_err();
    assert_eq!(refused, GraphPuzzleError::Capacity { vertices: 18, capacity: 16 });
    let space = blank_last::<Bytes<32>>(&grid(6, 3));
    let other = Goal::BlankLast.position(&grid(3, 6)).unwrap();
    assert_eq!(space.board(&other), Err(GraphPuzzleError::OtherGraph));
}
