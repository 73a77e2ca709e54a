//! Both formulas against breadth-first search by the rules, and the size that was published.

use std::sync::Arc;
use std::time::Duration;

use fewest_sat::{Aim, Backend, Scope, ToCnf, Verdict, climb, solve};
use fewest_search::meter::Meter;
use fewest_search::{Cost, Limits, Outcome, Proof};
use fewest_sokoban::sat::{Occupancy, Tamura};
use fewest_sokoban::{Level, Position, Push, Pushes};

use crate::{levels, naive};

/// The example of the text that documents Tamura's model.
const EXAMPLE: &str = "#####\n#@$.#\n#####";

fn level(text: &str) -> Arc<Level> {
    Arc::new(text.parse().unwrap_or_else(|faults| panic!("{faults}\n{text}")))
}

/// Makes pushes by the rules, and returns how many it took to solve the level.
fn replay<const W: usize>(space: &Pushes<W>, pushes: &[Push]) -> Cost {
    let mut position = Position::start(space.level().clone());
    for step in space.steps(&position.clone(), pushes) {
        position.try_move(step).expect("a solution keeps the rules");
    }
    assert!(position.is_solved(), "{position}");
    assert_eq!(position.pushes(), pushes.len());
    Cost::try_from(pushes.len()).expect("few pushes")
}

/// The pushes of a solution of this scope, where there is one.
fn answer(puzzle: &impl ToCnf<Move = Push>, horizon: Cost, scope: Scope) -> Option<Vec<Push>> {
    let limits = Limits::default();
    let (cnf, map) = puzzle.encode(horizon, scope, &mut Meter::start(&limits, &mut ())).expect("there is room");
    match solve(&cnf, Backend::Batsat, &limits).0 {
        Verdict::Satisfiable(model) => Some(puzzle.decode(&map, &model)),
        Verdict::Unsatisfiable => None,
        Verdict::Stopped(limit) => panic!("{limit}"),
    }
}

#[test]
fn tamuras_model_has_the_size_that_was_published() {
    let space = Pushes::<1>::new(level(EXAMPLE)).unwrap();
    let limits = Limits::default();
    let (csp, _) = Tamura::new(&space).model(0, 1, &mut Meter::start(&limits, &mut ())).expect("there is room");
    assert_eq!((csp.variable_count(), csp.constraint_count()), (58, 91));
    let pushes = answer(&Tamura::new(&space), 1, Scope::AtMost).expect("one push does it");
    assert_eq!(replay(&space, &pushes), 1);
    assert_eq!(answer(&Tamura::new(&space), 0, Scope::AtMost), None);
}

/// At every horizon up to a few beyond the fewest: a solution just where there is one, and one that keeps the rules.
fn agrees(space: &Pushes<1>, puzzle: &impl ToCnf<Move = Push>, fewest: Option<Cost>, most: Cost) {
    let level = space.level();
    let bound = puzzle.lower_bound();
    assert!(bound.is_none_or(|bound| fewest.is_none_or(|fewest| bound <= fewest)), "{bound:?} {fewest:?}\n{level}");
    assert!(bound.is_some() || fewest.is_none(), "\n{level}");
    if let (Some(bound), Some(fewest)) = (bound, fewest) {
        assert_eq!((fewest - bound) % puzzle.step(), 0, "{bound} {fewest}\n{level}");
    }
    for horizon in 0..=most {
        let found = answer(puzzle, horizon, Scope::AtMost).map(|pushes| replay(space, &pushes));
        assert!(found.is_none_or(|found| found <= horizon));
        assert_eq!(found.is_some(), fewest.is_some_and(|fewest| fewest <= horizon), "within {horizon}\n{level}");
        if fewest.is_none_or(|fewest| horizon <= fewest) {
            let found = answer(puzzle, horizon, Scope::Exactly).map(|pushes| replay(space, &pushes));
            assert_eq!(found.is_some(), fewest == Some(horizon), "just {horizon}\n{level}");
        }
    }
}

#[test]
fn our_formula_agrees_with_the_rules_at_every_horizon() {
    let (mut solvable, mut unsolvable, mut longest) = (0, 0, 0);
    for level in levels::random(150, 21) {
        let fewest = naive::fewest_pushes(&Position::start(level.clone()));
        match fewest {
            Some(pushes) => (solvable, longest) = (solvable + 1, pushes.max(longest)),
            None => unsolvable += 1,
        }
        let space = Pushes::<1>::new(level.clone()).unwrap();
        agrees(&space, &Occupancy::new(&space), fewest, fewest.map_or(10, |fewest| fewest + 3));
    }
    assert!(solvable > 50 && unsolvable > 30 && longest > 8, "{solvable} {unsolvable} {longest}");
}

#[test]
fn tamuras_model_agrees_with_the_rules_at_every_horizon() {
    let mut solvable = 0;
    for level in levels::random(40, 22) {
        let fewest = naive::fewest_pushes(&Position::start(level.clone()));
        if fewest.is_some_and(|fewest| fewest > 6) {
            continue;
        }
        solvable += usize::from(fewest.is_some());
        let space = Pushes::<1>::new(level.clone()).unwrap();
        agrees(&space, &Tamura::new(&space), fewest, fewest.map_or(2, |fewest| fewest + 1));
    }
    assert!(solvable > 8, "{solvable}");
}

#[test]
fn climbs_prove_the_fewest_and_doubling_finds_some() {
    let space = Pushes::<1>::new(level("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####")).unwrap();
    // A climb that finds nothing never ends.
    let limits = Limits { time: Some(Duration::from_secs(100)), ..Limits::default() };
    let check = |outcome: Outcome<Push>, proven: bool| {
        let Outcome::Solved { moves, cost, proof } = outcome else { panic!("it can be solved") };
        assert_eq!(replay(&space, &moves), cost);
        assert!(cost >= 8);
        assert!(!proven || (cost, proof) == (8, Proof::Optimal), "{cost} {proof:?}");
    };
    let (tamura, occupancy) = (Tamura::new(&space), Occupancy::new(&space));
    for aim in [Aim::Optimal, Aim::Any] {
        check(climb(&tamura, aim, Backend::Batsat, &limits, &mut ()).outcome, aim == Aim::Optimal);
        check(climb(&occupancy, aim, Backend::Batsat, &limits, &mut ()).outcome, aim == Aim::Optimal);
    }
}

#[test]
fn a_solved_level_needs_nothing() {
    let space = Pushes::<1>::new(level("#####\n#@ *#\n#####")).unwrap();
    for aim in [Aim::Optimal, Aim::Any] {
        let run = climb(&Occupancy::new(&space), aim, Backend::Batsat, &Limits::default(), &mut ());
        assert_eq!(run.outcome, Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal });
        let run = climb(&Tamura::new(&space), aim, Backend::Batsat, &Limits::default(), &mut ());
        assert_eq!(run.outcome.cost(), Some(0));
    }
}
