//! The textbook algorithms on graphs with unequal costs: what each promises, beyond what every search owes.

use chacha20::ChaCha8Rng;
use fewest_conformance::Check;
use fewest_conformance::oracle::distances_from;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{
    BidirectionalBreadthFirst, BreadthFirst, DepthFirst, DepthLimited, Dijkstra, GreedyBestFirst, IterativeDeepening,
    Weight, WeightedAStar,
};
use fewest_search::frontier::TieBreak;
use fewest_search::{Cost, Fresh, Guarantees, Heuristic, LimitKind, Limits, Outcome, Proof, Run, Search, Zero};
use rand::SeedableRng;

use crate::graph::{Edge, Given, Graph, Heavy};
use crate::graphs::{A_STARS, random_bound, random_graph};

const TIES: [TieBreak; 2] = [TieBreak::Fifo, TieBreak::Lifo];
const WEIGHTS: [(u32, u32); 5] = [(1, 1), (6, 5), (2, 1), (5, 1), (100, 7)];

type Bound<'a> = Fresh<'a, Graph, Given>;

fn solve<H>(algorithm: &impl Search<Graph, H>, graph: &Graph, heuristic: &H, start: usize) -> Run<Edge> {
    algorithm.run(graph, &start, heuristic, &Limits::default(), &mut ())
}

/// Calls `check` with random graphs, every third one uniform, their distances and an admissible bound.
fn on_random_graphs(seed: u64, rounds: usize, check: impl Fn(&Graph, &[Option<Cost>], &Bound<'_>) -> Check) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..rounds {
        let graph = random_graph(&mut random, round % 3 == 0);
        let distances = graph.distances();
        let bound = random_bound(&mut random, &distances);
        if let Err(fault) = check(&graph, &distances, &Fresh { space: &graph, heuristic: bound.clone() }) {
            panic!("round {round}: {fault}\n{graph:?}\n{bound:?}");
        }
    }
}

/// A condition that a run must meet.
fn expect(condition: bool, what: &str, start: usize, run: &Run<Edge>) -> Check {
    if condition { Ok(()) } else { Err(format!("{start}: {what}, but {:?}", run.outcome)) }
}

/// A search that has no limit of its own solves what can be solved and proves unsolvable what cannot.
fn check_decides(start: usize, distance: Option<Cost>, run: &Run<Edge>) -> Check {
    let decided = match run.outcome {
        Outcome::Solved { .. } => distance.is_some(),
        Outcome::Unsolvable { .. } => distance.is_none(),
        Outcome::LimitReached { .. } => false,
    };
    expect(decided, "a decision was expected", start, run)
}

/// An inadmissible estimate proves nothing; that a start is a goal needs no proof.
fn check_unproven(start: usize, run: &Run<Edge>) -> Check {
    let proven = matches!(run.outcome, Outcome::Solved { cost, proof, .. } if cost > 0 && proof != Proof::None);
    expect(!proven, "nothing was proven", start, run)
}

#[test]
fn dijkstra_is_optimal_whatever_it_is_told() {
    on_random_graphs(11, 100, |graph, distances, _| {
        let lies = vec![Some(99); graph.nodes];
        let lies = Fresh { space: graph, heuristic: Given { estimates: lies, guarantees: Guarantees::NONE } };
        for (start, &distance) in distances.iter().enumerate() {
            let trial = Trial { space: graph, heuristic: &lies, algorithm: &Dijkstra };
            trial.check_optimal(&start, distance)?;
            trial.check_all(&start, distance)?;
            if let Some(distance) = distance {
                Trial { space: graph, heuristic: &Zero, algorithm: &Dijkstra }
                    .check_necessary_expansions(&start, distance)?;
            }
        }
        Ok(())
    });
}

#[test]
fn greedy_search_decides_and_knows_what_the_start_was_told() {
    on_random_graphs(12, 100, |graph, distances, bound| {
        let heavy = Fresh { space: graph, heuristic: bound.heuristic.clone() };
        let heavy = Heavy(heavy);
        for (start, &distance) in distances.iter().enumerate() {
            for tie_break in TIES {
                let algorithm = &GreedyBestFirst { tie_break };
                Trial { space: graph, heuristic: bound, algorithm }.check_all(&start, distance)?;
                Trial { space: graph, heuristic: &heavy, algorithm }.check_all(&start, distance)?;
                let run = solve(algorithm, graph, bound, start);
                check_decides(start, distance, &run)?;
                expect(run.stats.reopened == 0, "nothing is opened again", start, &run)?;
                if let Outcome::Solved { cost, proof, .. } = run.outcome {
                    let told = bound.estimate(&start).unwrap_or_default();
                    let known = match proof {
                        Proof::Optimal => cost == told || cost == 0,
                        Proof::Bounded { lower_bound } => lower_bound == told && told > 0,
                        Proof::None => told == 0,
                    };
                    expect(known, &format!("the estimate of the start is {told}"), start, &run)?;
                }
                let run = solve(algorithm, graph, &heavy, start);
                check_decides(start, distance, &run)?;
                check_unproven(start, &run)?;
            }
        }
        Ok(())
    });
}

/// The solution costs at most the weight times the lower bound that comes with it.
fn check_weighted(start: usize, weight: Weight, run: &Run<Edge>) -> Check {
    let Outcome::Solved { cost, proof, .. } = run.outcome else { return Ok(()) };
    let (numerator, denominator) = (u64::from(weight.numerator()), u64::from(weight.denominator()));
    let kept = |lower_bound: Cost| u64::from(cost) * denominator <= numerator * u64::from(lower_bound);
    let proven = match proof {
        Proof::Optimal => true,
        Proof::Bounded { lower_bound } => lower_bound < cost && kept(lower_bound),
        Proof::None => false,
    };
    expect(proven, &format!("within {weight} times the bound was promised"), start, run)
}

#[test]
fn weighted_a_star_keeps_its_bound() {
    let dear = std::cell::Cell::new(0);
    on_random_graphs(13, 60, |graph, distances, bound| {
        let heavy = Fresh { space: graph, heuristic: bound.heuristic.clone() };
        let heavy = Heavy(heavy);
        for (start, &distance) in distances.iter().enumerate() {
            for (numerator, denominator) in WEIGHTS {
                let weight = Weight::new(numerator, denominator).expect("a weight");
                for tie_break in TIES {
                    let algorithm = &WeightedAStar { weight, tie_break };
                    Trial { space: graph, heuristic: bound, algorithm }.check_all(&start, distance)?;
                    Trial { space: graph, heuristic: &heavy, algorithm }.check_all(&start, distance)?;
                    let run = solve(algorithm, graph, bound, start);
                    check_decides(start, distance, &run)?;
                    check_weighted(start, weight, &run)?;
                    dear.set(dear.get() + u32::from(run.outcome.cost() > distance));
                    let run = solve(algorithm, graph, &heavy, start);
                    check_decides(start, distance, &run)?;
                    check_unproven(start, &run)?;
                }
            }
        }
        Ok(())
    });
    assert!(dear.get() > 100, "only {} solutions were dearer than the optimum", dear.get());
}

/// With weight 1 it expands what A* expands, in the same order, and at every moment knows at least as good a bound.
#[test]
fn weighted_a_star_without_weight_is_a_star() {
    on_random_graphs(14, 60, |graph, distances, bound| {
        for (start, &distance) in distances.iter().enumerate() {
            for a_star in &A_STARS {
                let weighted = &WeightedAStar { weight: Weight::ONE, tie_break: a_star.tie_break };
                Trial { space: graph, heuristic: bound, algorithm: weighted }.check_optimal(&start, distance)?;
                let (mut ours, theirs) = (solve(weighted, graph, bound, start), solve(a_star, graph, bound, start));
                ours.stats.elapsed = theirs.stats.elapsed;
                ours.stats.peak_memory = theirs.stats.peak_memory;
                assert_eq!(ours, theirs, "from {start}");
                for expansions in 0..theirs.stats.expanded {
                    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
                    let lower_bound = |run: Run<Edge>| match run.outcome {
                        Outcome::LimitReached { lower_bound, .. } => lower_bound,
                        outcome => panic!("{outcome:?} after {expansions} expansions of many"),
                    };
                    let ours = lower_bound(weighted.run(graph, &start, bound, &limits, &mut ()));
                    let theirs = lower_bound(a_star.run(graph, &start, bound, &limits, &mut ()));
                    assert!(ours >= theirs, "{ours}, not {theirs}, from {start} after {expansions} expansions");
                }
            }
        }
        Ok(())
    });
}

/// ```text
/// 0 →→→9→→→ 3 (goal)
/// 0 →1→ 1 →1→ 2 →1→ 3
/// ```
/// The dear goal is generated first, while 1 is open and promises 3.
#[test]
fn the_first_goal_is_not_taken_for_a_good_one() {
    let graph = Graph::new(4, &[3], &[(0, 3, 9), (0, 1, 1), (1, 2, 1), (2, 3, 1)]);
    let estimates = vec![Some(3), Some(2), Some(1), Some(0)];
    let bound = Fresh { space: &graph, heuristic: Given { estimates, guarantees: Guarantees::CONSISTENT } };
    for (weight, cost, proof) in [
        ("1", 3, Proof::Optimal),
        ("2.9", 3, Proof::Optimal),
        // Three times the bound of 3 is enough to stop at once.
        ("3", 9, Proof::Bounded { lower_bound: 3 }),
    ] {
        let algorithm = WeightedAStar { weight: weight.parse().unwrap(), ..WeightedAStar::default() };
        let run = solve(&algorithm, &graph, &bound, 0);
        let Outcome::Solved { cost: found, proof: given, .. } = run.outcome else { panic!("{run:?}") };
        assert_eq!((found, given), (cost, proof), "weight {weight}");
    }
    let run = solve(&GreedyBestFirst::default(), &graph, &bound, 0);
    assert!(
        matches!(run.outcome, Outcome::Solved { cost: 9, proof: Proof::Bounded { lower_bound: 3 }, .. }),
        "{run:?}"
    );
}

/// How a search within a depth must end: with a solution exactly where there is one within, else with a bound above
/// the depth; and with a proof that there is none only where nothing lies beyond.
fn check_within(start: usize, depth: Cost, distance: Option<Cost>, run: &Run<Edge>) -> Check {
    match run.outcome {
        Outcome::Solved { cost, proof, .. } => {
            expect(cost <= depth, &format!("a path within {depth} was asked for"), start, run)?;
            expect(cost == 0 || proof == Proof::None, "nothing is proven", start, run)
        }
        Outcome::Unsolvable { .. } => expect(distance.is_none(), "there is a solution", start, run),
        Outcome::LimitReached { limit, lower_bound, .. } => {
            expect(limit == LimitKind::Depth && lower_bound > depth, "a bound beyond the depth", start, run)?;
            expect(distance.is_none_or(|distance| distance > depth), "a solution within the depth", start, run)
        }
    }
}

#[test]
fn depth_first_search_misses_nothing_within_its_depth() {
    let reopened = std::cell::Cell::new(0);
    on_random_graphs(15, 150, |graph, distances, _| {
        for (start, &distance) in distances.iter().enumerate() {
            let trial = Trial { space: graph, heuristic: &Zero, algorithm: &DepthFirst::default() };
            trial.check_all(&start, distance)?;
            let run = solve(&DepthFirst::default(), graph, &Zero, start);
            check_decides(start, distance, &run)?;
            expect(run.stats.reopened == 0, "without a depth nothing is looked at again", start, &run)?;
            let reach = distances_from(graph, &start, Cost::MAX);
            let radius = *reach.values().max().expect("the start is reached");
            for depth in [0, 3, 7, 12, 20, radius.saturating_sub(1), radius, radius + 1, Cost::MAX] {
                let algorithm = &DepthFirst { depth: Some(depth) };
                Trial { space: graph, heuristic: &Zero, algorithm }.check_all(&start, distance)?;
                let run = solve(algorithm, graph, &Zero, start);
                check_within(start, depth, distance, &run)?;
                let exhausted = matches!(run.outcome, Outcome::Unsolvable { .. });
                let expected = distance.is_none() && radius <= depth;
                expect(exhausted == expected, &format!("all is within {radius}, {depth} is allowed"), start, &run)?;
                reopened.set(reopened.get() + run.stats.reopened);
            }
        }
        Ok(())
    });
    assert!(reopened.get() > 100, "only {} re-opened", reopened.get());
}

/// ```text
/// 0 →1→ 1 →5→ 2 →3→ 3 (goal)
/// 0 →→→→1→→→→ 2
/// ```
/// The way through 1 is tried first and leaves too little for the goal.
#[test]
fn depth_first_search_looks_again_where_a_path_is_cheaper() {
    let graph = Graph::new(4, &[3], &[(0, 2, 1), (0, 1, 1), (1, 2, 5), (2, 3, 3)]);
    let run = solve(&DepthFirst { depth: Some(8) }, &graph, &Zero, 0);
    assert_eq!((run.outcome.cost(), run.stats.reopened), (Some(4), 1), "{run:?}");
    let run = solve(&DepthFirst::default(), &graph, &Zero, 0);
    assert_eq!((run.outcome.cost(), run.stats.reopened), (Some(9), 0), "{run:?}");
}

#[test]
fn depth_limited_search_misses_nothing_within_its_depth() {
    on_random_graphs(16, 150, |graph, distances, _| {
        for (start, &distance) in distances.iter().enumerate() {
            for depth in [0, 2, 5, 9] {
                let algorithm = &DepthLimited { depth };
                Trial { space: graph, heuristic: &Zero, algorithm }.check_all(&start, distance)?;
                check_within(start, depth, distance, &solve(algorithm, graph, &Zero, start))?;
            }
        }
        Ok(())
    });
}

/// What was cut off bounds from below, and a tree that ends is exhausted.
#[test]
fn depth_limits_prove_what_they_can() {
    let graph = Graph::new(5, &[4], &[(0, 1, 3), (1, 2, 4), (0, 2, 9), (3, 4, 1)]);
    let lower_bound = |run: Run<Edge>| match run.outcome {
        Outcome::LimitReached { limit: LimitKind::Depth, lower_bound, best_known: None } => Some(lower_bound),
        Outcome::Unsolvable { .. } => None,
        outcome => panic!("{outcome:?}"),
    };
    for (depth, bound) in [(0, Some(3)), (2, Some(3)), (3, Some(7)), (6, Some(7))] {
        assert_eq!(lower_bound(solve(&DepthLimited { depth }, &graph, &Zero, 0)), bound, "depth {depth}");
        assert_eq!(lower_bound(solve(&DepthFirst { depth: Some(depth) }, &graph, &Zero, 0)), bound, "depth {depth}");
    }
    // All states are within 7; but only a table knows that the edge that costs 9 leads nowhere new.
    assert_eq!(lower_bound(solve(&DepthFirst { depth: Some(7) }, &graph, &Zero, 0)), None);
    assert_eq!(lower_bound(solve(&DepthLimited { depth: 7 }, &graph, &Zero, 0)), Some(9));
    assert_eq!(lower_bound(solve(&DepthLimited { depth: 9 }, &graph, &Zero, 0)), None);
}

#[test]
fn iterative_deepening_is_optimal_whatever_it_is_told() {
    on_random_graphs(17, 150, |graph, distances, _| {
        let lies = vec![None; graph.nodes];
        let lies = Fresh { space: graph, heuristic: Given { estimates: lies, guarantees: Guarantees::NONE } };
        for (start, &distance) in distances.iter().enumerate() {
            if distance.is_some_and(|distance| distance <= 12) {
                let trial = Trial { space: graph, heuristic: &lies, algorithm: &IterativeDeepening };
                trial.check_optimal(&start, distance)?;
                trial.check_all(&start, distance)?;
            }
        }
        Ok(())
    });
}

#[test]
fn bidirectional_search_finds_the_fewest_moves() {
    on_random_graphs(18, 300, |graph, distances, _| {
        for (start, &distance) in distances.iter().enumerate() {
            let algorithm = &BidirectionalBreadthFirst;
            let trial = Trial { space: graph, heuristic: &Zero, algorithm };
            trial.check_all(&start, distance)?;
            let (both, one) = (solve(algorithm, graph, &Zero, start), solve(&BreadthFirst, graph, &Zero, start));
            check_decides(start, distance, &both)?;
            let moves = |run: &Run<Edge>| match &run.outcome {
                Outcome::Solved { moves, proof, .. } => Some((moves.len(), *proof)),
                _ => None,
            };
            expect(moves(&both) == moves(&one), &format!("breadth-first finds {:?}", one.outcome), start, &both)?;
        }
        Ok(())
    });
}

#[test]
fn bidirectional_search_without_a_goal_ends_at_once() {
    let graph = Graph::new(3, &[], &[(0, 1, 1), (1, 2, 1), (2, 0, 1)]);
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &BidirectionalBreadthFirst };
    trial.check_optimal(&0, None).unwrap();
    trial.check_all(&0, None).unwrap();
    assert_eq!(solve(&BidirectionalBreadthFirst, &graph, &Zero, 0).stats.expanded, 0);
}
