//! The laws of spaces and heuristics, and searches that share little with each other.

use fewest_conformance::{capability, heuristic, space};
use fewest_cube::heuristics::{Cosets, Exact, Patterns, coset_shapes};
use fewest_cube::quick::{Anytime, SHAPES, TwoPhase};
use fewest_cube::random::Shuffler;
use fewest_cube::tables::Shape;
use fewest_cube::{Cube, Cubies, Goal, Metric, Position, Size, Turn, to_moves};
use fewest_pdb::build::Builder;
use fewest_pdb::table::Table;
use fewest_search::algorithms::{BidirectionalBreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Incremental, Limits, Outcome, Proof, Run, Search, Zero};

fn built(shapes: &[Shape], metric: Metric) -> Vec<Table> {
    shapes.iter().map(|shape| shape.build(metric, &Builder::default(), &mut ()).unwrap()).collect()
}

fn puzzle(size: Size, metric: Metric, goal: &str) -> Cube {
    Cube::new(size, metric, &Goal::read(goal, size).unwrap())
}

/// A cube some turns from the solved one.
fn near(space: &Cube, turns: u64, seed: u64) -> Position {
    let goal = Goal::Cube(Position::solved(space.size()));
    Shuffler::new(seed).walk_until(&goal, space.size(), turns, &Limits::default().cancel).unwrap()
}

/// The length of a solution that people's rules accept.
fn length(space: &Cube, goal: &Goal, start: &Position, run: Run<Turn>) -> (Cost, Proof) {
    let Outcome::Solved { moves, cost, proof } = run.outcome else { panic!("{start}: {:?}", run.outcome) };
    let (mut end, moves) = (start.clone(), to_moves(start, &moves));
    for &mv in &moves {
        end.make(mv);
    }
    assert!(goal.is_met_by(&end), "{start}");
    assert_eq!(moves.iter().map(|mv| mv.cost(space.metric())).sum::<u64>(), u64::from(cost));
    (cost, proof)
}

#[test]
fn spaces_keep_their_laws() {
    for (size, metric) in
        [(Size::Two, Metric::Qtm), (Size::Three, Metric::Htm), (Size::Three, Metric::Qtm), (Size::Three, Metric::Stm)]
    {
        let cube = puzzle(size, metric, "solved");
        for seed in 0..4 {
            let state = cube.state(&Shuffler::new(seed).uniform(size));
            space::check_moves(&cube, &state).unwrap();
            capability::check_key(&cube, &state).unwrap();
            capability::check_moves_into(&cube, &state).unwrap();
            if size == Size::Two {
                assert_eq!(cube.unrank(cube.rank(&state)), state);
            }
        }
        let depth = if metric == Metric::Qtm { 4 } else { 3 };
        capability::check_pruned_distances(&cube, &cube.state(&Position::solved(size)), depth).unwrap();
    }
}

fn check(cube: &Cube, bound: &impl Incremental<Cube>) {
    for turns in [3, 6, 40] {
        let start = near(cube, turns, turns);
        let state = cube.state(&start);
        heuristic::check_walk(cube, bound, &state, 60, 7).unwrap();
        heuristic::check_increments(cube, bound, &state).unwrap();
        if bound.guarantees().consistent {
            heuristic::check_consistency(cube, bound, &state).unwrap();
        }
        // A turn of a face is at most two quarters.
        let most = if cube.metric() == Metric::Qtm { 2 * turns } else { turns };
        assert!(u64::from(bound.estimate(&state).unwrap()) <= most);
    }
    assert_eq!(bound.estimate(&cube.state(&Position::solved(cube.size()))), Some(0));
}

/// With small tables, in every metric: bounds hold, and IDA* finds what breadth-first search finds.
#[test]
fn bounds_hold_and_searches_agree() {
    for metric in Metric::ALL {
        let cube = puzzle(Size::Three, metric, "solved");
        let goal = Goal::Cube(Position::solved(Size::Three));
        let tables = built(coset_shapes(false), metric);
        let tables: Vec<&Table> = tables.iter().collect();
        let (one, both) = (Cosets::new(&tables, false), Cosets::new(&tables, true));
        let shapes = Patterns::shapes(None, 3);
        let sets = built(&shapes, metric);
        let patterns = Patterns::new(shapes.iter().zip(&sets));
        check(&cube, &one);
        check(&cube, &both);
        check(&cube, &patterns);
        for seed in 0..3 {
            let start = near(&cube, 5, seed);
            let state = cube.state(&start);
            let limits = Limits::default();
            let solve = |run| length(&cube, &goal, &start, run);
            let expected = solve(BidirectionalBreadthFirst.run(&cube, &state, &Zero, &limits, &mut ()));
            assert_eq!(solve(IdaStar::default().run(&cube, &state, &one, &limits, &mut ())), expected);
            assert_eq!(solve(IdaStar::default().run(&cube, &state, &both, &limits, &mut ())), expected);
            assert_eq!(solve(IdaStar::default().run(&cube, &state, &patterns, &limits, &mut ())), expected);
            let anytime = Anytime { phases: None, known: None };
            assert_eq!(solve(anytime.run(&cube, &state, &one, &limits, &mut ())), expected);
        }
    }
}

/// Random cubes are solved at once, and near ones are proven.
#[test]
fn two_phases_solve_any_cube() {
    let tables = built(SHAPES, Metric::Htm);
    let [a, b, c, d] = &tables[..] else { panic!("four tables") };
    let corners = Shape::Corners.build(Metric::Htm, &Builder::default(), &mut ()).unwrap();
    let bound = Cosets::new(&[&corners, a, b], true);
    for metric in Metric::ALL {
        let cube = puzzle(Size::Three, metric, "solved");
        let goal = Goal::Cube(Position::solved(Size::Three));
        let anytime = || Anytime { phases: Some(TwoPhase::new([a, b, c, d])), known: None };
        for seed in 0..4 {
            let start = Shuffler::new(seed).uniform(Size::Three);
            let limits = Limits { expansions: Some(150_000), ..Limits::default() };
            let run = anytime().run(&cube, &cube.state(&start), &Zero, &limits, &mut ());
            let Outcome::LimitReached { best_known: Some(best), .. } = run.outcome else {
                panic!("{start}: {:?}", run.outcome)
            };
            let most = if metric == Metric::Qtm { 48 } else { 24 };
            assert!(best.cost <= most, "{} {metric}", best.cost);
            let run =
                Run { outcome: Outcome::Solved { moves: best.moves, cost: best.cost, proof: Proof::None }, ..run };
            length(&cube, &goal, &start, run);
        }
        if metric == Metric::Htm {
            let start = near(&cube, 8, 1);
            let run = anytime().run(&cube, &cube.state(&start), &bound, &Limits::default(), &mut ());
            assert_eq!(length(&cube, &goal, &start, run), (8, Proof::Optimal));
        }
    }
}

/// Partial goals: what tables say is what a search without them finds.
#[test]
fn parts_are_solved_optimally() {
    for name in ["cross", "2x2x2"] {
        let cube = puzzle(Size::Three, Metric::Htm, name);
        let goal = Goal::read(name, Size::Three).unwrap();
        let shapes = Patterns::shapes(cube.mask(), 4);
        let tables = built(&shapes, Metric::Htm);
        let patterns = Patterns::new(shapes.iter().zip(&tables));
        let start = near(&cube, 4, 9);
        let state = cube.state(&start);
        let solve = |bound: &dyn Fn() -> Run<Turn>| length(&cube, &goal, &start, bound());
        let limits = Limits::default();
        let guided = solve(&|| IdaStar::default().run(&cube, &state, &patterns, &limits, &mut ()));
        let blind = solve(&|| IdaStar::default().run(&cube, &state, &Zero, &limits, &mut ()));
        assert_eq!(guided, blind, "{name}");
    }
}

/// From any 2×2×2 the exact table leads straight home, to any goal.
#[test]
fn the_pocket_cube_is_solved_without_detours() {
    let mut shuffler = Shuffler::new(5);
    for metric in [Metric::Htm, Metric::Qtm] {
        let table = Shape::Pocket.build(metric, &Builder::default(), &mut ()).unwrap();
        let exact = Exact::new(&table);
        let goal = Goal::Cube(shuffler.uniform(Size::Two));
        let cube = Cube::new(Size::Two, metric, &goal);
        for _ in 0..20 {
            let start = shuffler.uniform(Size::Two);
            let state: Cubies = cube.state(&start);
            let expected = exact.estimate(&state).unwrap();
            let run = IdaStar::default().run(&cube, &state, &exact, &Limits::default(), &mut ());
            // Little more than the way: in quarter turns some ways are forbidden, because others mean the same.
            assert!(run.stats.expanded < 200);
            assert_eq!(length(&cube, &goal, &start, run), (expected, Proof::Optimal));
            heuristic::check_walk(&cube, &exact, &state, 20, 1).unwrap();
        }
    }
}
