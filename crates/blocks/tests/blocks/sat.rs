//! Formulas against the naive engine, in every metric: a formula is true just where there is a solution.

use std::sync::Arc;

use fewest_blocks::sat::SatEncoding;
use fewest_blocks::{Metric, Position, Puzzle, Shift, library};
use fewest_sat::{Aim, Backend, Scope, ToCnf, Verdict, climb, solve};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Limits, Outcome};

use crate::naive;
use crate::random::{self, Features};

/// Puzzles with more positions are left out: what is compared with them is slow.
const MOST_STATES: usize = 600;
/// Horizons beyond this are left out.
const MOST_MOVES: Cost = 9;

/// A solution of one horizon, if there is one; made by the rules for people.
fn solution(
    encoding: &SatEncoding,
    puzzle: &Arc<Puzzle>,
    metric: Metric,
    horizon: Cost,
    scope: Scope,
) -> Option<Vec<Shift>> {
    let (limits, mut nobody) = (Limits::default(), ());
    let (cnf, track) = encoding.encode(horizon, scope, &mut Meter::start(&limits, &mut nobody)).expect("no limits");
    let model = match solve(&cnf, Backend::Batsat, &limits).0 {
        Verdict::Satisfiable(model) => model,
        Verdict::Unsatisfiable => return None,
        Verdict::Stopped(limit) => panic!("stopped by {limit:?}"),
    };
    assert!(cnf.is_satisfied_by(&model));
    let shifts = encoding.decode(&track, &model);
    let mut position = Position::start(puzzle.clone());
    for shift in &shifts {
        let made = position.try_shift(shift, metric);
        made.unwrap_or_else(|error| panic!("{metric}, at most {horizon}: {error}\n{puzzle}\n{shifts:?}"));
    }
    assert!(position.is_goal(), "{metric}\n{puzzle}\n{shifts:?}");
    assert!(shifts.len() <= horizon as usize);
    Some(shifts)
}

/// At the optimum and around it; a puzzle without a solution at some horizons.
fn check(puzzle: &Arc<Puzzle>, metric: Metric) {
    let Some(truth) = naive::explore(&Position::start(puzzle.clone()), metric, MOST_STATES) else { return };
    let optimum = truth.values().filter(|(_, is_goal)| *is_goal).map(|&(distance, _)| distance).min();
    if optimum.is_some_and(|optimum| optimum > MOST_MOVES) {
        return;
    }
    let horizons = match optimum {
        Some(optimum) => vec![optimum.saturating_sub(1), optimum, optimum + 1],
        None => vec![1, 4],
    };
    let encoding = SatEncoding::new(puzzle, metric);
    for horizon in horizons {
        let found = solution(&encoding, puzzle, metric, horizon, Scope::AtMost);
        let is_there = optimum.is_some_and(|optimum| horizon >= optimum);
        assert_eq!(found.is_some(), is_there, "{metric}, at most {horizon} of {optimum:?}\n{puzzle}");
        if optimum.is_none_or(|optimum| horizon <= optimum) {
            let found = solution(&encoding, puzzle, metric, horizon, Scope::Exactly);
            assert_eq!(found.is_some(), Some(horizon) == optimum, "{metric}, {horizon} of {optimum:?}\n{puzzle}");
        }
    }
}

#[test]
fn plain_puzzles() {
    for seed in 0..40 {
        let puzzle = random::puzzle(seed, Features::default(), (4, 3, 6));
        for metric in Metric::ALL {
            check(&puzzle, metric);
        }
    }
}

#[test]
fn puzzles_with_everything() {
    for seed in 0..150 {
        let puzzle = random::puzzle(1000 + seed, random::ALL, (4, 4, 6));
        for metric in Metric::ALL {
            check(&puzzle, metric);
        }
    }
}

/// A formula that is being written obeys memory and time.
#[test]
fn limits_hold_while_a_formula_is_written() {
    let puzzle = Arc::new(library::find("klotski").expect("it is in the library").puzzle());
    for metric in Metric::ALL {
        let encoding = SatEncoding::new(&puzzle, metric);
        let stopped = |limits: &Limits| {
            let mut nobody = ();
            encoding.encode(200, Scope::AtMost, &mut Meter::start(limits, &mut nobody)).map(drop)
        };
        let memory = Limits { memory: 4 << 20, ..Limits::default() };
        assert_eq!(stopped(&memory), Err(LimitKind::Memory), "{metric}");
        let time = Limits { time: Some(std::time::Duration::from_millis(2)), ..Limits::default() };
        assert_eq!(stopped(&time), Err(LimitKind::Time), "{metric}");
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert_eq!(stopped(&cancelled), Err(LimitKind::Cancelled), "{metric}");
    }
}

/// Cards of Rush Hour and a small puzzle, whose optima the exhaustive search knows.
#[test]
fn the_climb_ends_at_the_optimum() {
    for (name, metrics) in [("rush-01", &Metric::ALL[..]), ("rush-15", &[Metric::Slide, Metric::Move, Metric::Group])] {
        let entry = library::find(name).expect("it is in the library");
        let puzzle = Arc::new(entry.puzzle());
        for &metric in metrics {
            let run =
                climb(&SatEncoding::new(&puzzle, metric), Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
            let Outcome::Solved { cost, .. } = run.outcome else { panic!("{name}, {metric}") };
            assert_eq!(Some(cost), entry.optimum(metric), "{name}, {metric}");
        }
    }
}
