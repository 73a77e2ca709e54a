//! Searches that forget, on graphs with unequal costs, directed and not.

use chacha20::ChaCha8Rng;
use fewest_conformance::Check;
use fewest_conformance::search::Trial;
use fewest_conformance::space::check_moves;
use fewest_search::algorithms::{BreadthFirstHeuristic, SmaStar};
use fewest_search::{Cost, Fresh, LimitKind, Limits, Outcome, Proof, Search, StateSpace, Zero};
use rand::SeedableRng;

use crate::graph::{Given, Graph, Heavy};
use crate::graphs::{random_bound, random_graph};
use crate::line::Line;

/// The graph with a counterpart for every edge.
fn undirected(graph: &Graph) -> Graph {
    let there = graph.edges.iter().map(|edge| (edge.from, edge.to, edge.cost));
    let back = graph.edges.iter().map(|edge| (edge.to, edge.from, edge.cost));
    let edges: Vec<_> = there.chain(back).collect();
    Graph::new(graph.nodes, &graph.goals, &edges)
}

/// The fewest moves of a cheapest path to a goal, from each node.
fn fewest_moves(graph: &Graph) -> Vec<Option<u64>> {
    let mut best: Vec<Option<(Cost, u64)>> =
        (0..graph.nodes).map(|node| graph.goals.contains(&node).then_some((0, 0))).collect();
    for _ in 0..graph.nodes {
        for edge in &graph.edges {
            let through = best[edge.to].map(|(cost, moves)| (cost + edge.cost, moves + 1));
            let known = best[edge.from];
            if through.is_some_and(|through| known.is_none_or(|known| through < known)) {
                best[edge.from] = through;
            }
        }
    }
    best.into_iter().map(|best| best.map(|(_, moves)| moves)).collect()
}

/// With any number of nodes the answer is true; it is a cheapest solution exactly where such a path fits, and a proof
/// where, besides, no path that does not fit could be cheaper.
fn check_budgets(graph: &Graph, bound: &Fresh<'_, Graph, Given>, start: usize, moves: Option<u64>) -> Check {
    let distance = graph.distances()[start];
    for nodes in [0, 1, 2, 3, 4, 5, 7, 10, 40] {
        let trial = Trial { space: graph, heuristic: bound, algorithm: &SmaStar { nodes: Some(nodes) } };
        let Some(moves) = moves else {
            trial.check_answer(&start, distance)?;
            continue;
        };
        trial.check_answer(&start, distance)?;
        trial.check_counts(&start, distance)?;
        if moves <= nodes.max(1) {
            if graph.uniform_cost().is_some() {
                trial.check_optimal(&start, distance)?;
            }
            trial.check_all(&start, distance)?;
            let run = trial.algorithm.run(graph, &start, bound, &Limits::default(), &mut ());
            if run.outcome.cost() != distance {
                return Err(format!("{start}: {moves} moves fit {nodes} nodes, but {:?}", run.outcome));
            }
            continue;
        }
        let run = trial.algorithm.run(graph, &start, bound, &Limits::default(), &mut ());
        let too_few = match run.outcome {
            Outcome::Solved { proof: Proof::Bounded { lower_bound }, cost, .. } => lower_bound < cost,
            Outcome::LimitReached { limit, .. } => limit == LimitKind::Memory,
            _ => false,
        };
        if !too_few {
            return Err(format!("{start}: ended with {:?} in {nodes} nodes, and {moves} are needed", run.outcome));
        }
    }
    Ok(())
}

fn check_sma_star(graph: &Graph, bound: Given) -> Check {
    let moves = fewest_moves(graph);
    let bound = Fresh { space: graph, heuristic: bound };
    for (start, distance) in graph.distances().into_iter().enumerate() {
        let unbounded = SmaStar::default();
        let trial = Trial { space: graph, heuristic: &bound, algorithm: &unbounded };
        trial.check_optimal(&start, distance)?;
        trial.check_all(&start, distance)?;
        Trial { space: graph, heuristic: &Zero, algorithm: &unbounded }.check_optimal(&start, distance)?;
        let heavy = Heavy(bound.clone());
        Trial { space: graph, heuristic: &heavy, algorithm: &unbounded }.check_all(&start, distance)?;
        Trial { space: graph, heuristic: &heavy, algorithm: &SmaStar { nodes: Some(4) } }
            .check_answer(&start, distance)?;
        check_budgets(graph, &bound, start, moves[start])?;
    }
    Ok(())
}

fn check_breadth_first(graph: &Graph, bound: Given) -> Check {
    let bound = Fresh { space: graph, heuristic: bound };
    let heavy = Heavy(bound.clone());
    for (start, distance) in graph.distances().into_iter().enumerate() {
        check_moves(graph, &start)?;
        let trial = Trial { space: graph, heuristic: &bound, algorithm: &BreadthFirstHeuristic };
        if graph.uniform_cost().is_some() {
            trial.check_optimal(&start, distance)?;
        }
        trial.check_all(&start, distance)?;
        let run = trial.algorithm.run(graph, &start, &bound, &Limits::default(), &mut ());
        if run.outcome.cost().is_some() != distance.is_some() {
            return Err(format!("{start}: ended with {:?}", run.outcome));
        }
        Trial { space: graph, heuristic: &heavy, algorithm: &BreadthFirstHeuristic }.check_all(&start, distance)?;
        let blind = Trial { space: graph, heuristic: &Zero, algorithm: &BreadthFirstHeuristic };
        blind.check_all(&start, distance)?;
    }
    Ok(())
}

fn on_random_graphs(seed: u64, rounds: usize, check: impl Fn(&Graph, Given) -> Check) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..rounds {
        let graph = random_graph(&mut random, round % 2 == 0);
        let graph = if round % 4 < 2 { undirected(&graph) } else { graph };
        let bound = random_bound(&mut random, &graph.distances());
        if let Err(fault) = check(&graph, bound.clone()) {
            panic!("round {round}: {fault}\n{graph:?}\n{bound:?}");
        }
    }
}

#[test]
fn sma_star_is_right_and_says_when_nodes_are_too_few() {
    on_random_graphs(5, 60, check_sma_star);
}

#[test]
fn breadth_first_heuristic_search_is_right_on_random_graphs() {
    on_random_graphs(6, 100, check_breadth_first);
}

/// A directed ring with a tail: a search that forgot the ring's first layers would go round for ever.
#[test]
fn a_directed_ring_without_goal_is_exhausted() {
    let edges: Vec<_> = (0..9).map(|node| (node, (node + 1) % 9, 2)).collect();
    let graph = Graph::new(11, &[10], &edges);
    assert!(!graph.is_undirected());
    Trial { space: &graph, heuristic: &Zero, algorithm: &BreadthFirstHeuristic }.check_optimal(&4, None).unwrap();
    Trial { space: &graph, heuristic: &Zero, algorithm: &SmaStar::default() }.check_optimal(&4, None).unwrap();
    Trial { space: &graph, heuristic: &Zero, algorithm: &SmaStar { nodes: Some(9) } }.check_optimal(&4, None).unwrap();
    let run = SmaStar { nodes: Some(8) }.run(&graph, &4, &Zero, &Limits::default(), &mut ());
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Memory, .. }), "{run:?}");
}

/// One path and nothing beside it: when memory is refused there is no leaf to forget.
#[test]
fn a_path_that_fills_the_memory_ends_the_search() {
    let space = &Line::<1> { goal: 60_000 };
    let trial = Trial { space, heuristic: &Zero, algorithm: &SmaStar::default() };
    trial.check_optimal(&0, Some(60_000)).unwrap();
    trial.check_memory_limits(&0, Some(60_000), [2 << 20, 3 << 20]).unwrap();
    let run = trial.algorithm.run(space, &0, &Zero, &Limits { memory: 3 << 20, ..Limits::default() }, &mut ());
    let Outcome::LimitReached { limit: LimitKind::Memory, lower_bound, .. } = run.outcome else { panic!("{run:?}") };
    assert!(lower_bound > 10_000, "{lower_bound}");
}
