//! Fewest pushes and solvability, by every way there is.

use fewest_search::algorithms::{AStar, BreadthFirst, Dijkstra, IdaStar, Ordering};
use fewest_search::{Limits, Outcome, Proof, Search, UnsolvableProof, Zero};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Moves, Push, Pushes};

use crate::{Position, levels, naive};

/// The cost of a solution that was replayed by the rules; `None` where there is proof that there is none.
fn replayed<const W: usize>(space: &Pushes<W>, outcome: &Outcome<Push>) -> Option<u32> {
    match outcome {
        Outcome::Solved { moves, cost, proof } => {
            assert_eq!(*proof, Proof::Optimal);
            let mut position = Position::start(space.level().clone());
            for step in space.steps(&position.clone(), moves) {
                position.try_move(step).expect("a solution keeps the rules");
            }
            assert!(position.is_solved());
            assert_eq!(position.pushes(), moves.len());
            assert_eq!(u32::try_from(moves.len()), Ok(*cost));
            Some(*cost)
        }
        Outcome::Unsolvable { .. } => None,
        Outcome::LimitReached { limit, .. } => panic!("{limit}"),
    }
}

#[test]
fn all_searches_agree_with_the_rules() {
    let limits = Limits::default();
    let (mut solvable, mut unsolvable, mut longest) = (0, 0, 0);
    let (mut dead_ends, mut exhausted) = (0, 0);
    for level in levels::random(500, 6) {
        let expected = naive::fewest_pushes(&Position::start(level.clone()));
        match expected {
            Some(pushes) => (solvable, longest) = (solvable + 1, pushes.max(longest)),
            None => unsolvable += 1,
        }
        let space = Pushes::<1>::new(level.clone()).unwrap();
        let (start, matching) = (space.start(), Matching::new(&space));
        let blind = BreadthFirst.run(&space, &start, &Zero, &limits, &mut ());
        let a_star = AStar::default().run(&space, &start, &matching, &limits, &mut ());
        let search = IdaStar { ordering: Ordering::ByF, table: Some(1 << 14) };
        let ida_star = search.run(&space, &start, &matching, &limits, &mut ());
        match a_star.outcome {
            Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd } => dead_ends += 1,
            Outcome::Unsolvable { .. } => exhausted += 1,
            _ => {}
        }
        for (name, run) in [("breadth-first", blind), ("A*", a_star), ("IDA*", ida_star)] {
            assert_eq!(replayed(&space, &run.outcome), expected, "{name}\n{level}");
        }
    }
    // The levels are worth the trouble.
    assert!(solvable > 150 && unsolvable > 150 && longest > 8, "{solvable} {unsolvable} {longest}");
    // Most of what has no solution is known to have none at once; some is found out by looking at everything.
    assert!(dead_ends > 100 && exhausted > 0, "{dead_ends} {exhausted}");
}

#[test]
fn fewest_steps_agree_with_the_rules() {
    let limits = Limits::default();
    for level in levels::random(200, 10) {
        let start = Position::start(level.clone());
        let expected = naive::fewest_moves(&start);
        let space = Moves::<1>::new(level.clone()).unwrap();
        let matching = Matching::new(space.pushes());
        let blind = Dijkstra.run(&space, &space.start(), &Zero, &limits, &mut ());
        let a_star = AStar::default().run(&space, &space.start(), &matching, &limits, &mut ());
        for (name, run) in [("Dijkstra", blind), ("A*", a_star)] {
            assert_eq!(run.outcome.cost(), expected, "{name}\n{level}");
            let Outcome::Solved { moves, proof, .. } = run.outcome else { continue };
            assert_eq!(proof, Proof::Optimal);
            let mut position = start.clone();
            for step in space.steps(&start, &moves) {
                position.try_move(step).expect("a solution keeps the rules");
            }
            assert!(position.is_solved(), "{name}\n{level}");
            assert_eq!(u32::try_from(position.moves()).ok(), expected, "{name}\n{level}");
        }
    }
}

#[test]
fn wider_packings_change_nothing() {
    for level in levels::random(100, 7) {
        let narrow = Pushes::<1>::new(level.clone()).unwrap();
        let wide = Pushes::<64>::new(level.clone()).unwrap();
        let one = AStar::default().run(&narrow, &narrow.start(), &Matching::new(&narrow), &Limits::default(), &mut ());
        let other = AStar::default().run(&wide, &wide.start(), &Matching::new(&wide), &Limits::default(), &mut ());
        assert_eq!((one.outcome, one.stats.expanded), (other.outcome, other.stats.expanded), "{level}");
    }
}
