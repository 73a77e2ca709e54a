//! The searches on several threads, and those built on IDA*'s inner loop, on random graphs.

use std::num::NonZeroUsize;

use chacha20::ChaCha8Rng;
use fewest_conformance::Check;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{AStar, AStarIdaStar, HdaStar, IdaStar, Ordering, ParallelIdaStar};
use fewest_search::frontier::TieBreak;
use fewest_search::{Cost, Fresh, Limits, Search, Zero};
use rand::SeedableRng;

use crate::graph::{Given, Graph, Heavy};
use crate::graphs::{random_bound, random_graph};

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("at least one")
}

/// Calls `check` with random graphs, their distances and estimates.
fn for_each_graph(rounds: usize, check: impl Fn(&Graph, &[Option<Cost>], Given) -> Check) {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..rounds {
        let graph = random_graph(&mut random, round % 3 == 0);
        let distances = graph.distances();
        let bound = random_bound(&mut random, &distances);
        if let Err(fault) = check(&graph, &distances, bound.clone()) {
            panic!("round {round}: {fault}\n{graph:?}\n{bound:?}");
        }
    }
}

/// Nodes that IDA* can start from and end.
fn solvable(distances: &[Option<Cost>]) -> impl Iterator<Item = (usize, Option<Cost>)> {
    let nodes = distances.iter().copied().enumerate();
    nodes.filter(|(_, distance)| distance.is_some_and(|distance| distance <= 15))
}

#[test]
fn ida_star_keeps_its_word_with_every_option() {
    for_each_graph(100, |graph, distances, bound| {
        let bound = Fresh { space: graph, heuristic: bound };
        for (node, distance) in solvable(distances) {
            for ordering in [Ordering::None, Ordering::ByF] {
                for table in [None, Some(0), Some(1 << 14)] {
                    let algorithm = &IdaStar { ordering, table };
                    let trial = Trial { space: graph, heuristic: &bound, algorithm };
                    trial.check_optimal(&node, distance)?;
                    trial.check_all(&node, distance)?;
                }
            }
        }
        Ok(())
    });
}

/// With a table that holds all states IDA* ends also where there is no solution.
#[test]
fn a_large_table_exhausts_a_small_space() {
    let graph = Graph::new(5, &[4], &[(0, 1, 2), (1, 2, 3), (2, 0, 1), (3, 4, 1)]);
    let algorithm = &IdaStar { table: Some(1 << 12), ..IdaStar::default() };
    Trial { space: &graph, heuristic: &Zero, algorithm }.check_optimal(&0, None).unwrap();
    for_each_graph(100, |graph, distances, bound| {
        let heuristic = &Fresh { space: graph, heuristic: bound };
        (0..graph.nodes)
            .try_for_each(|node| Trial { space: graph, heuristic, algorithm }.check_optimal(&node, distances[node]))
    });
}

#[test]
fn parallel_ida_star_keeps_its_word() {
    for_each_graph(60, |graph, distances, bound| {
        let heavy = Fresh { space: graph, heuristic: bound.clone() };
        let heavy = Heavy(heavy);
        let bound = Fresh { space: graph, heuristic: bound };
        for (node, distance) in solvable(distances).step_by(4) {
            for (count, ordering) in [(1, Ordering::None), (2, Ordering::None), (3, Ordering::ByF)] {
                let algorithm = &ParallelIdaStar { threads: threads(count), ordering };
                let trial = Trial { space: graph, heuristic: &bound, algorithm };
                trial.check_optimal(&node, distance)?;
                trial.check_concurrent(&node, distance)?;
                Trial { space: graph, heuristic: &heavy, algorithm }.check_answer(&node, distance)?;
            }
        }
        Ok(())
    });
}

#[test]
fn hda_star_keeps_its_word() {
    for_each_graph(100, |graph, distances, bound| {
        let heavy = Fresh { space: graph, heuristic: bound.clone() };
        let heavy = Heavy(heavy);
        let bound = Fresh { space: graph, heuristic: bound };
        for (node, &distance) in distances.iter().enumerate().step_by(5) {
            for (count, tie_break) in [(1, TieBreak::Lifo), (2, TieBreak::Lifo), (3, TieBreak::Fifo)] {
                let algorithm = &HdaStar { threads: threads(count), tie_break };
                let trial = Trial { space: graph, heuristic: &bound, algorithm };
                trial.check_optimal(&node, distance)?;
                trial.check_concurrent(&node, distance)?;
                Trial { space: graph, heuristic: &Zero, algorithm }.check_optimal(&node, distance)?;
                Trial { space: graph, heuristic: &heavy, algorithm }.check_answer(&node, distance)?;
            }
        }
        Ok(())
    });
}

#[test]
fn hda_star_on_one_thread_does_what_a_star_does() {
    for tie_break in [TieBreak::Fifo, TieBreak::Lifo] {
        for_each_graph(100, |graph, _, _| {
            for node in 0..graph.nodes {
                let algorithm = HdaStar { threads: threads(1), tie_break };
                let ours = algorithm.run(graph, &node, &Zero, &Limits::default(), &mut ());
                let theirs = AStar { tie_break }.run(graph, &node, &Zero, &Limits::default(), &mut ());
                assert_eq!(ours.outcome, theirs.outcome);
                assert_eq!(ours.stats.expanded_by_depth, theirs.stats.expanded_by_depth);
                assert_eq!(ours.stats.generated, theirs.stats.generated);
            }
            Ok(())
        });
    }
}

#[test]
fn the_hybrid_keeps_its_word() {
    for_each_graph(100, |graph, distances, bound| {
        let heavy = Fresh { space: graph, heuristic: bound.clone() };
        let heavy = Heavy(heavy);
        let bound = Fresh { space: graph, heuristic: bound };
        // Without a reserve it is A* to the last byte.
        let greedy = &AStarIdaStar { reserve: 0, ..AStarIdaStar::default() };
        for (node, distance) in solvable(distances) {
            let trial = Trial { space: graph, heuristic: &bound, algorithm: greedy };
            trial.check_optimal(&node, distance)?;
            trial.check_all(&node, distance)?;
            Trial { space: graph, heuristic: &heavy, algorithm: greedy }.check_all(&node, distance)?;
        }
        Ok(())
    });
}
