//! A census of levels against one that knows nothing but how a player steps.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use fewest_search::Limits;
use fewest_search::census::reach;
use fewest_sokoban::{Direction, Level, Metric, Place, Position, Rules, Step};

const LEVELS: [&str; 5] = [
    "#####\n#@$.#\n#####",
    "######\n#@ $.#\n# $  #\n# .  #\n######",
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####",
    "#######\n#@    #\n# $#$ #\n# . . #\n#######",
    "######\n#    #\n# #@ #\n# $* #\n#   .#\n######",
];

/// The positions that one step leads to, and whether a box was pushed.
fn steps(position: &Position) -> Vec<(Position, bool)> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        for pushes in [false, true] {
            let mut next = position.clone();
            if next.try_move(Step { direction, pushes }).is_ok() {
                found.push((next, pushes));
            }
        }
    }
    found
}

/// Everywhere that the player can walk without a push.
fn walks(position: &Position) -> Vec<Position> {
    let mut seen = HashSet::from([position.player()]);
    let mut all = vec![position.clone()];
    let mut at = 0;
    while at < all.len() {
        for (next, pushes) in steps(&all[at]) {
            if !pushes && seen.insert(next.player()) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

type Key = (BTreeSet<Place>, Place);

fn key(position: &Position, metric: Metric) -> Key {
    let player = match metric {
        Metric::Move => position.player(),
        Metric::Push => walks(position).iter().map(Position::player).min().expect("where it is"),
    };
    (position.boxes().clone(), player)
}

fn next(position: &Position, metric: Metric) -> Vec<Position> {
    let from = if metric == Metric::Move { vec![position.clone()] } else { walks(position) };
    let is_wanted = |(next, pushes): (Position, bool)| (pushes || metric == Metric::Move).then_some(next);
    from.iter().flat_map(steps).filter_map(is_wanted).collect()
}

/// Positions by distance from the start, how many are solved, and all moves.
fn brute_force(level: &Arc<Level>, metric: Metric) -> (Vec<u64>, u64, BTreeMap<Key, Vec<Key>>, BTreeSet<Key>) {
    let start = Position::start(level.clone());
    let mut depths = BTreeMap::from([(key(&start, metric), 0usize)]);
    let (mut moves, mut solved) = (BTreeMap::new(), BTreeSet::new());
    let mut waiting = VecDeque::from([start]);
    while let Some(position) = waiting.pop_front() {
        let from = key(&position, metric);
        let depth = depths[&from];
        if position.is_solved() {
            solved.insert(from.clone());
        }
        for next in next(&position, metric) {
            let to = key(&next, metric);
            moves.entry(from.clone()).or_insert_with(Vec::new).push(to.clone());
            if let std::collections::btree_map::Entry::Vacant(entry) = depths.entry(to) {
                entry.insert(depth + 1);
                waiting.push_back(next);
            }
        }
    }
    let mut layers = vec![0; depths.values().max().map_or(0, |depth| depth + 1)];
    for &depth in depths.values() {
        layers[depth] += 1;
    }
    (layers, solved.len() as u64, moves, solved)
}

/// Positions by distance to the nearest solved one: round after round, those from which a move leads to one that is known.
fn homeward(moves: &BTreeMap<Key, Vec<Key>>, solved: BTreeSet<Key>) -> Vec<u64> {
    let (mut layers, mut known) = (Vec::new(), solved.clone());
    let mut layer = solved;
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let leads = |(from, to): (&Key, &Vec<Key>)| {
            (!known.contains(from) && to.iter().any(|to| layer.contains(to))).then(|| from.clone())
        };
        layer = moves.iter().filter_map(leads).collect();
        known.extend(layer.iter().cloned());
    }
    layers
}

#[test]
fn everything_that_the_rules_allow_is_counted() {
    for text in LEVELS {
        let level: Arc<Level> = Arc::new(text.parse().expect("a level"));
        for metric in [Metric::Push, Metric::Move] {
            let rules = Rules::<1>::new(level.clone(), metric).expect("it fits");
            let reached = reach(&rules, &rules.start(), 3, &Limits::default(), &mut ());
            let (layers, goals, moves, solved) = brute_force(&level, metric);
            assert_eq!((&reached.layers, reached.goals), (&layers, goals), "{metric:?}\n{text}");
            let to_goal = reached.to_goal.expect("it is small");
            let homeward = homeward(&moves, solved);
            let lost = layers.iter().sum::<u64>() - homeward.iter().sum::<u64>();
            assert_eq!((to_goal.layers, to_goal.lost), (homeward, lost), "{metric:?}\n{text}");
            let wide = Rules::<4>::new(level.clone(), metric).expect("it fits");
            assert_eq!(reach(&wide, &wide.start(), 3, &Limits::default(), &mut ()).layers, layers);
        }
    }
}
