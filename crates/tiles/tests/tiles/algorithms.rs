//! The textbook algorithms on seeded positions, against exact distances.

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{
    BidirectionalBreadthFirst, DepthFirst, DepthLimited, Dijkstra, GreedyBestFirst, IterativeDeepening, Weight,
    WeightedAStar,
};
use fewest_search::capability::Ranked;
use fewest_search::frontier::TieBreak;
use fewest_search::{Cost, LimitKind, Limits, Outcome, Proof, Run, Search, Zero};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Board, Move, Mtm, Nibbles, Stm, Tiles};

use crate::support::{FIFO, LIFO, Rated, blank_last};

const TIES: [TieBreak; 2] = [TieBreak::Fifo, TieBreak::Lifo];

/// A puzzle with all its distances and some of its positions.
struct Sampled<M> {
    space: Tiles<Nibbles, M>,
    table: Table,
    starts: Vec<Board<Nibbles>>,
}

impl<M: Rated> Sampled<M> {
    /// Positions taken at random from the whole board, and from the neighbourhood of the goal.
    fn new(width: usize, height: usize, anywhere: usize, near: u64) -> Self {
        let space = blank_last(width, height);
        let table = Table::new(&space).unwrap();
        let goal = space.position(space.goal());
        let mut shuffler = Shuffler::new(8);
        let mut starts: Vec<_> = (0..anywhere).map(|_| shuffler.uniform(&goal)).collect();
        starts.extend((0..near).map(|steps| shuffler.walk(&goal, steps)));
        let starts = starts.iter().map(|start| space.board(start).unwrap()).collect();
        Self { space, table, starts }
    }

    /// Every position with its distance.
    fn starts(&self) -> impl Iterator<Item = (&Board<Nibbles>, Cost)> {
        self.starts.iter().map(|start| (start, self.table.distance(self.space.rank(start))))
    }

    fn trial<'a, H, A>(&'a self, heuristic: &'a H, algorithm: &'a A) -> Trial<'a, Tiles<Nibbles, M>, H, A> {
        Trial { space: &self.space, heuristic, algorithm }
    }

    fn solve<H>(
        &self,
        algorithm: &impl Search<Tiles<Nibbles, M>, H>,
        heuristic: &H,
        start: &Board<Nibbles>,
    ) -> Run<Move> {
        algorithm.run(&self.space, start, heuristic, &Limits::default(), &mut ())
    }
}

/// Calls a check under both metrics on some positions of 2×3 and of 3×3.
macro_rules! on_samples {
    ($check:ident, $anywhere:expr, $near:expr) => {
        $check(&Sampled::<Stm>::new(2, 3, $anywhere, $near));
        $check(&Sampled::<Mtm>::new(2, 3, $anywhere, $near));
        $check(&Sampled::<Stm>::new(3, 3, $anywhere, $near));
        $check(&Sampled::<Mtm>::new(3, 3, $anywhere, $near));
    };
}

fn blind_searches_are_optimal<M: Rated>(samples: &Sampled<M>) {
    for (start, distance) in samples.starts() {
        let trial = samples.trial(&Zero, &Dijkstra);
        trial.check_optimal(start, Some(distance)).unwrap();
        trial.check_counts(start, Some(distance)).unwrap();
        let trial = samples.trial(&Zero, &BidirectionalBreadthFirst);
        trial.check_optimal(start, Some(distance)).unwrap();
        trial.check_all(start, Some(distance)).unwrap();
        if distance <= 14 {
            let trial = samples.trial(&Zero, &IterativeDeepening);
            trial.check_optimal(start, Some(distance)).unwrap();
            trial.check_counts(start, Some(distance)).unwrap();
        }
    }
}

#[test]
fn dijkstra_bidirectional_search_and_iterative_deepening_are_optimal() {
    on_samples!(blind_searches_are_optimal, 5, 20);
}

/// Two balls of half the radius hold far fewer positions than one.
#[test]
fn bidirectional_search_expands_less() {
    let samples = Sampled::<Stm>::new(3, 3, 10, 0);
    for (start, distance) in samples.starts().filter(|&(_, distance)| distance >= 20) {
        let both = samples.solve(&BidirectionalBreadthFirst, &Zero, start).stats;
        let one = samples.solve(&Dijkstra, &Zero, start).stats;
        assert!(10 * both.expanded < one.expanded, "{} and {}", both.expanded, one.expanded);
        assert_eq!(both.iterations, u64::from(distance), "a layer a move");
    }
}

fn depths_are_kept<M: Rated>(samples: &Sampled<M>) {
    for (start, distance) in samples.starts().filter(|&(_, distance)| (1..=12).contains(&distance)) {
        for depth in [distance - 1, distance, distance + 2] {
            let first = DepthFirst { depth: Some(depth) };
            let limited = DepthLimited { depth };
            samples.trial(&Zero, &first).check_all(start, Some(distance)).unwrap();
            samples.trial(&Zero, &limited).check_all(start, Some(distance)).unwrap();
            for run in [samples.solve(&first, &Zero, start), samples.solve(&limited, &Zero, start)] {
                let as_expected = match run.outcome {
                    Outcome::Solved { cost, proof: Proof::None, .. } => (distance..=depth).contains(&cost),
                    Outcome::LimitReached { limit: LimitKind::Depth, lower_bound, .. } => {
                        depth < distance && lower_bound == depth + 1
                    }
                    _ => false,
                };
                assert!(as_expected, "{start:?} at {distance} within {depth}: {:?}", run.outcome);
            }
        }
    }
}

#[test]
fn searches_to_a_depth_find_what_is_within() {
    on_samples!(depths_are_kept, 0, 20);
}

fn depth_first_search_solves<M: Rated>(samples: &Sampled<M>) {
    for (start, distance) in samples.starts() {
        samples.trial(&Zero, &DepthFirst::default()).check_answer(start, Some(distance)).unwrap();
        samples.trial(&Zero, &DepthFirst::default()).check_counts(start, Some(distance)).unwrap();
    }
}

#[test]
fn depth_first_search_ends_with_a_solution() {
    on_samples!(depth_first_search_solves, 5, 5);
}

fn haste_is_bounded<M: Rated>(samples: &Sampled<M>) {
    let (manhattan, linear_conflict) = (M::manhattan(&samples.space), M::linear_conflict(&samples.space));
    for (start, distance) in samples.starts() {
        for tie_break in TIES {
            samples.trial(&manhattan, &GreedyBestFirst { tie_break }).check_all(start, Some(distance)).unwrap();
            let twice = WeightedAStar { weight: Weight::new(2, 1).unwrap(), tie_break };
            samples.trial(&manhattan, &twice).check_all(start, Some(distance)).unwrap();
            for weight in ["1", "1.2", "2", "5"] {
                let weight: Weight = weight.parse().unwrap();
                let algorithm = WeightedAStar { weight, tie_break };
                samples.trial(&manhattan, &algorithm).check_counts(start, Some(distance)).unwrap();
                let run = samples.solve(&algorithm, &linear_conflict, start);
                let within = |cost: Cost, of: Cost| cost * weight.denominator() <= of * weight.numerator();
                let as_expected = match run.outcome {
                    Outcome::Solved { cost, proof: Proof::Optimal, .. } => cost == distance,
                    Outcome::Solved { cost, proof: Proof::Bounded { lower_bound }, .. } => {
                        lower_bound <= distance && within(cost, lower_bound) && weight != Weight::ONE
                    }
                    _ => false,
                };
                assert!(as_expected, "{start:?} at {distance} with weight {weight}: {:?}", run.outcome);
            }
        }
    }
}

#[test]
fn weighted_and_greedy_searches_are_as_near_as_they_say() {
    on_samples!(haste_is_bounded, 6, 6);
}

fn weight_one_is_a_star<M: Rated>(samples: &Sampled<M>) {
    let manhattan = M::manhattan(&samples.space);
    for (start, _) in samples.starts() {
        for a_star in [FIFO, LIFO] {
            let weighted = WeightedAStar { weight: Weight::ONE, tie_break: a_star.tie_break };
            let ours = samples.solve(&weighted, &manhattan, start);
            let theirs = samples.solve(&a_star, &manhattan, start);
            assert_eq!(ours.outcome, theirs.outcome);
            assert_eq!(ours.stats.expanded_by_depth, theirs.stats.expanded_by_depth);
        }
    }
}

#[test]
fn a_weight_of_one_makes_a_star() {
    on_samples!(weight_one_is_a_star, 10, 0);
}
