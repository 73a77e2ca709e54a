//! Pruning leaves pushes out and changes no distance: not from the start, and not from any other state.

use std::collections::HashMap;
use std::sync::Arc;

use fewest_conformance::space::{after, moves_of};
use fewest_search::{Heuristic, StateSpace as _};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Board, Level, Pruning, Push, Pushes};

use crate::levels;

const TUNNELS: Pruning = Pruning { tunnels: true, corrals: false };
const CORRALS: Pruning = Pruning { tunnels: false, corrals: true };

/// More states than this are too many to look at.
const MOST: usize = 1000;

/// All states that can be come to when nothing is left out, each with where its pushes lead, unless they are too many.
fn explored(space: &Pushes<1>) -> Option<HashMap<Board<1>, Vec<(Push, Board<1>)>>> {
    let mut edges = HashMap::new();
    let mut waiting = vec![space.start()];
    while let Some(state) = waiting.pop() {
        if edges.contains_key(&state) {
            continue;
        }
        let pushes: Vec<_> =
            moves_of(space, &state).into_iter().map(|push| (push, after(space, &state, push))).collect();
        waiting.extend(pushes.iter().map(|&(_, next)| next));
        edges.insert(state, pushes);
        if edges.len() > MOST {
            return None;
        }
    }
    Some(edges)
}

/// The pushes to the nearest goal from each state that can come to one, by those edges that `is_kept`: from goals
/// backwards.
fn distances(
    space: &Pushes<1>,
    edges: &HashMap<Board<1>, Vec<(Push, Board<1>)>>,
    is_kept: impl Fn(&Board<1>, Push) -> bool,
) -> HashMap<Board<1>, u32> {
    let mut back: HashMap<Board<1>, Vec<Board<1>>> = HashMap::new();
    for (state, pushes) in edges {
        for &(push, next) in pushes {
            if is_kept(state, push) {
                back.entry(next).or_default().push(*state);
            }
        }
    }
    let mut layer: Vec<Board<1>> = edges.keys().copied().filter(|state| space.is_goal(state)).collect();
    let mut found: HashMap<Board<1>, u32> = layer.iter().map(|&goal| (goal, 0)).collect();
    for distance in 1.. {
        let before = layer.iter().flat_map(|state| back.get(state).into_iter().flatten());
        let next: Vec<Board<1>> = before.copied().filter(|state| !found.contains_key(state)).collect();
        if next.is_empty() {
            break;
        }
        found.extend(next.iter().map(|&state| (state, distance)));
        layer = next;
    }
    found
}

/// In how many states each pruning left something out, of those with a solution and of those without.
fn check(level: &Arc<Level>, prunings: [Pruning; 3]) -> Option<[(usize, usize); 3]> {
    let space = Pushes::<1>::with_pruning(level.clone(), Pruning::NONE).unwrap();
    let edges = explored(&space)?;
    let all = distances(&space, &edges, |_, _| true);
    Some(prunings.map(|pruning| {
        let pruned = Pushes::<1>::with_pruning(level.clone(), pruning).unwrap();
        let kept: HashMap<Board<1>, Vec<Push>> =
            edges.keys().map(|&state| (state, moves_of(&pruned, &state))).collect();
        let fewer = distances(&space, &edges, |state, push| kept[state].contains(&push));
        let mut left_out = (0, 0);
        for (state, pushes) in &edges {
            assert!(kept[state].iter().all(|push| pushes.iter().any(|(known, _)| known == push)), "{level}");
            assert_eq!(all.get(state), fewer.get(state), "{pruning:?}\n{}", space.position(state));
            if kept[state].len() < pushes.len() {
                *(if all.contains_key(state) { &mut left_out.0 } else { &mut left_out.1 }) += 1;
            }
        }
        left_out
    }))
}

#[test]
fn no_distance_changes() {
    let prunings = [TUNNELS, CORRALS, Pruning::ALL];
    let mut total = [(0, 0); 3];
    for level in levels::random(40, 11).chain(levels::crowded(60, 12)).chain(levels::tunnels(60, 13)) {
        for (total, left_out) in total.iter_mut().zip(check(&level, prunings).into_iter().flatten()) {
            *total = (total.0 + left_out.0, total.1 + left_out.1);
        }
    }
    // The levels are worth the trouble.
    assert!(total.iter().all(|&(solvable, unsolvable)| solvable > 500 && unsolvable > 10), "{total:?}");
}

#[test]
fn of_two_boxes_everything_is_known() {
    let (mut lost, mut solvable) = (0, 0);
    for level in levels::random(150, 14).chain(levels::tunnels(20, 15)).filter(|level| level.boxes().len() == 2) {
        let space = Pushes::<1>::with_pruning(level.clone(), Pruning::NONE).unwrap();
        let Some(edges) = explored(&space) else { continue };
        let all = distances(&space, &edges, |_, _| true);
        for state in edges.keys() {
            let estimate = Heuristic::<Pushes<1>>::estimate(&Matching::new(&space), state);
            assert_eq!(estimate.is_some(), all.contains_key(state), "{}", space.position(state));
            *(if estimate.is_some() { &mut solvable } else { &mut lost }) += 1;
        }
    }
    assert!(lost > 500 && solvable > 1000, "{lost} {solvable}");
}

fn pushes_at_start(text: &str, pruning: Pruning) -> usize {
    let level: Level = text.parse().unwrap();
    let space = Pushes::<1>::with_pruning(Arc::new(level), pruning).unwrap();
    moves_of(&space, &space.start()).len()
}

#[test]
fn a_box_in_a_tunnel_goes_on() {
    let [inside, before] = [" $    ", "$     "]
        .map(|row| format!("##########\n#   ##   #\n#@ {row}#\n# $ ##.. #\n#   ##   #\n##########"));
    // From within the tunnel it goes on, whatever else there is to do.
    assert_eq!([TUNNELS, Pruning::NONE].map(|pruning| pushes_at_start(&inside, pruning)), [1, 3]);
    // Before the tunnel it may well wait.
    assert_eq!([TUNNELS, Pruning::NONE].map(|pruning| pushes_at_start(&before, pruning)), [4, 4]);
}

#[test]
fn a_corral_is_entered_first() {
    // The box between the rooms can only go left, and must; the other one can wait.
    let text = "###########\n#   ##    #\n#.  $@  $.#\n#   ##    #\n###########";
    assert_eq!([CORRALS, Pruning::NONE].map(|pruning| pushes_at_start(text, pruning)), [1, 3]);
    // Where it stands on a goal, nothing must be done there.
    let text = "###########\n#   ##    #\n#   *@  $.#\n#   ##    #\n###########";
    assert_eq!([CORRALS, Pruning::NONE].map(|pruning| pushes_at_start(text, pruning)), [3, 3]);
}
