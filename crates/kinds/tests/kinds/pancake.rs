//! Pancakes, through every door.

use std::collections::BTreeMap;

use fewest_engine::view::Board;
use fewest_engine::{Cancel, ExploreRequest, Finding, Notation, Outcome, Proof, Puzzle, RandomRequest, Request};
use fewest_kinds::KINDS;

use crate::{library, solve};

fn stack(position: &str) -> Puzzle {
    Puzzle::new("pancake", position)
}

/// The rows of OEIS A092113, and of burnt pancakes those of Cibulka (2011): how many stacks there are at each distance.
#[test]
fn counts_by_depth_are_the_published_ones() {
    let published: [(&str, &[u64]); 4] = [
        ("7", &[1, 6, 30, 149, 543, 1357, 1903, 1016, 35]),
        ("8", &[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455]),
        ("4 burnt", &[1, 4, 12, 36, 90, 124, 96, 18, 3]),
        ("5 burnt", &[1, 5, 20, 80, 280, 680, 1214, 1127, 389, 40, 4]),
    ];
    for (size, layers) in published {
        let puzzle = Puzzle::empty("pancake").with("size", size).with("position", "");
        let found = KINDS.explore(&ExploreRequest::new(puzzle), &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!(found.layers, layers, "{size}");
        let Finding::Known(to_goal) = found.to_goal else { panic!("all were counted") };
        assert_eq!(to_goal.hardest as usize, layers.len() - 1, "{size}");
        let hardest = solve(&Request::new(stack(&to_goal.hardest_starts[0]))).unwrap();
        assert_eq!((hardest.length, hardest.proof), (Some(to_goal.hardest), Proof::Optimal), "{size}");
    }
}

#[test]
fn every_stack_of_five_is_solved_as_far_as_it_is() {
    for size in ["5", "3 burnt"] {
        let puzzle = Puzzle::empty("pancake").with("size", size);
        let every = KINDS.named("pancake").unwrap().every(&puzzle, 1000, usize::MAX).unwrap();
        let mut layers: BTreeMap<u32, u64> = BTreeMap::new();
        for position in &every {
            let lengths = ["A*", "IDA*", "BFS", "NBS"].map(|algorithm| {
                let request = Request { algorithm: algorithm.to_owned(), ..Request::new(stack(position)) };
                solve(&request).unwrap().length
            });
            let with_tables = Request { heuristic: "pdb".to_owned(), ..Request::new(stack(position)) };
            assert!(lengths.iter().all(|length| *length == lengths[0]), "{position}: {lengths:?}");
            assert_eq!(solve(&with_tables).unwrap().length, lengths[0], "{position}");
            *layers.entry(lengths[0].unwrap()).or_default() += 1;
        }
        let explored = ExploreRequest::new(puzzle.with("position", ""));
        let found = KINDS.explore(&explored, &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!(layers.values().copied().collect::<Vec<u64>>(), found.layers, "{size}");
    }
}

#[test]
fn a_goal_of_ones_own_is_reached() {
    let puzzle = stack("3 1 4 2").with("goal", "2 4 1 3");
    let answer = solve(&Request::new(puzzle.clone())).unwrap();
    assert_eq!((answer.outcome, answer.goal.as_str(), answer.length), (Outcome::Solved, "2 4 1 3", Some(1)));
    let moves = answer.moves.unwrap();
    assert_eq!(moves, "4");
    let verified = KINDS.verify(&puzzle, &moves, Notation::Tile).unwrap();
    assert!(verified.solves && verified.lengths["moves"] == 1, "{verified:?}");
    let verified = KINDS.verify(&puzzle, "2 9", Notation::Tile).unwrap();
    assert!(!verified.solves && verified.illegal.is_some_and(|(number, _)| number == 2));
}

#[test]
fn a_stack_is_shown_and_flipped() {
    for (position, pieces) in [("3 1 2", 3), ("-3 +1 -2", 6)] {
        let seen = KINDS.view(&stack(position), "2").unwrap();
        let Board::Grid { pieces: shown, .. } = &seen.board else { panic!("pancakes lie on a grid") };
        assert_eq!(shown.len(), pieces, "{position}");
        // Who points at a pancake flips it with all above: no other flip moves it with fewer.
        let third = seen.moves.iter().filter(|mv| mv.pieces.contains(&2)).map(|mv| mv.text.as_str()).next();
        assert_eq!(third, Some("3"), "{position}");
        let film = KINDS.named("pancake").unwrap().film(&stack(position), "3 2", Notation::Tile, false).unwrap();
        assert_eq!(film.scenes.len(), 3, "{position}");
    }
}

#[test]
fn faults_are_all_told_and_sizes_hold() {
    let found = KINDS.check(&stack("3 3 9 x")).unwrap();
    assert!(found.faults.len() >= 2, "{:?}", found.faults);
    let found = KINDS.check(&stack("3 1 4 2")).unwrap();
    assert_eq!((found.solvable, found.positions, found.upper_bound), (Some(true), Some(24), Some(4)));
    let request = RandomRequest { puzzle: Puzzle::empty("pancake").with("size", "6 burnt"), shuffle: None, seed: 1 };
    let positions: Vec<String> = KINDS.random(&request).unwrap().take(3).collect();
    assert!(positions.iter().all(|position| KINDS.check(&stack(position)).unwrap().faults.is_empty()), "{positions:?}");
    let too_many = RandomRequest { puzzle: Puzzle::empty("pancake").with("size", "99"), ..request };
    assert!(KINDS.random(&too_many).is_err());
}

#[test]
fn known_stacks_are_as_far_as_it_is_said() {
    let entries = library("pancake");
    assert!(!entries.is_empty());
    for entry in entries {
        let answer = solve(&Request::new(entry.puzzle)).unwrap();
        assert_eq!(answer.length.map(u64::from), entry.optimum.get("moves").copied(), "{}", entry.name);
    }
}
