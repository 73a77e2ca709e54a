//! The laws of spaces and heuristics, from state to state.

use std::sync::Arc;

use fewest_conformance::{capability, heuristic, oracle, space as spaces};
use fewest_search::{Cost, Heuristic};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Level, Moves, Pushes, SokobanError};

use crate::{Position, levels, naive};

#[test]
fn moves_keys_and_bounds_keep_the_laws() {
    for level in levels::random(60, 8) {
        let space = Pushes::<1>::new(level.clone()).unwrap();
        let matching = Matching::new(&space);
        let reached = oracle::distances_from(&space, &space.start(), Cost::MAX);
        for (index, state) in reached.keys().enumerate() {
            let position = space.position(state);
            assert_eq!(space.state(&position).as_ref(), Ok(state));
            let all = [
                spaces::check_moves(&space, state),
                capability::check_key(&space, state),
                heuristic::check_consistency(&space, &matching, state),
                heuristic::check_increments(&space, &matching, state),
            ];
            all.into_iter().collect::<Result<(), _>>().unwrap();
            if index % 64 == 0 {
                let distance = naive::fewest_pushes(&position);
                heuristic::check_estimate(&space, &matching, state, distance)
                    .unwrap_or_else(|why| panic!("{why}\n{position}"));
            }
        }
        capability::check_distinct_keys(&space, reached.into_keys()).unwrap();
    }
}

#[test]
fn walks_keep_the_laws() {
    for level in levels::random(30, 9) {
        let space = Moves::<1>::new(level.clone()).unwrap();
        let matching = Matching::new(space.pushes());
        let reached = oracle::distances_from(&space, &space.start(), Cost::MAX);
        for (index, state) in reached.keys().enumerate() {
            let position = space.position(state);
            assert_eq!(space.state(&position).as_ref(), Ok(state));
            let all = [
                spaces::check_moves(&space, state),
                capability::check_key(&space, state),
                heuristic::check_consistency(&space, &matching, state),
                heuristic::check_increments(&space, &matching, state),
            ];
            all.into_iter().collect::<Result<(), _>>().unwrap();
            if index % 256 == 0 {
                let distance = naive::fewest_moves(&position);
                heuristic::check_estimate(&space, &matching, state, distance).unwrap();
            }
        }
    }
}

fn bound(text: &str) -> Option<Cost> {
    let level: Level = text.parse().unwrap();
    let space = Pushes::<2>::new(Arc::new(level)).unwrap();
    Heuristic::<Pushes<2>>::estimate(&Matching::new(&space), &space.start())
}

#[test]
fn dead_ends_are_known() {
    let room = |rows: &str| format!("##########\n{rows}\n##########");
    // Two boxes along a wall, one off its goal; four in a square; a chain that is frozen from one end to the other.
    assert_eq!(bound(&room("#        #\n#   .    #\n#@ .   $ #\n#        #\n#   $$.  #")), None);
    assert_eq!(bound(&room("#  ..   @#\n# $$ ..  #\n# $$     #\n#        #")), None);
    assert_eq!(bound(&room("#.  #   @#\n#.  $$   #\n#.   $$  #\n#.    #  #")), None);
    // The same with a box less, or with boxes that are where they should be.
    assert_eq!(bound(&room("#  ..   @#\n# $$ .   #\n# $      #\n#        #")), Some(8));
    assert_eq!(bound(&room("#        #\n# **    @#\n# **  $. #\n#        #")), Some(1));
    // A box in a corner; on a side of itself from which the player cannot push it.
    assert_eq!(bound("#####\n#$ .#\n# @ #\n#####"), None);
    assert_eq!(bound("########\n#@ $  .#\n########"), Some(3));
    assert_eq!(bound("########\n#. $  @#\n########"), Some(2));
    assert_eq!(bound("########\n#  $ @.#\n########"), None);
    // A pair of boxes, of which the player never comes behind the second; the same with a way round.
    assert_eq!(bound("#########\n#@ $ $..#\n#########"), None);
    assert_eq!(bound("#########\n#@ $ $..#\n#       #\n#########"), Some(5));
}

#[test]
fn boxes_out_of_reach_count_only_off_their_goals() {
    assert_eq!(bound("######\n#@$.##\n######\n   #*#\n   ###"), Some(1));
    assert_eq!(bound("######\n#@$.##\n######\n   #$.#\n   ####"), None);
    assert_eq!(bound("######\n#@$*##\n######\n   #.#\n   ###"), None);
}

#[test]
fn what_does_not_belong_is_refused() {
    let large: Arc<Level> = Arc::new("12#|#@$.7-#|#10-#|#10-#|#10-#|#10-#|#10-#|#10-#|12#".parse().unwrap());
    assert_eq!(
        Pushes::<1>::new(large.clone()).unwrap_err().to_string(),
        "the floor has 70 squares where this packing holds at most 64"
    );
    let other: Arc<Level> = Arc::new("#####\n#@$.#\n#####".parse().unwrap());
    let space = Pushes::<2>::new(large).unwrap();
    assert_eq!(space.state(&Position::start(other)), Err(SokobanError::Foreign));
}
