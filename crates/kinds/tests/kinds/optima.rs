//! Several optimal solutions, and those that a second way of counting prefers, against trying everything by the rules that people
//! see: the moves that a view lists, one after another.

use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;

use fewest_engine::view::{LegalMove, View};
use fewest_engine::{
    Answer, Cancel, EngineError, ExploreRequest, Limits, Notation, Outcome, Proof, Puzzle, Query, RandomRequest, Reply,
    Request, SearchLimits, Session, Solutions, catalog,
};
use fewest_kinds::KINDS;

use crate::{graph, library, solve, tower};

/// A cost, and the one that decides between equal ones.
type Cost = (u32, u32);

/// More solutions than any puzzle here has.
const MANY: u32 = 100_000;

fn view(puzzle: &Puzzle) -> View {
    let query = Query::View { puzzle: puzzle.clone(), moves: String::new() };
    match Session::in_memory(KINDS).query(&query, &SearchLimits::default()) {
        Ok(Reply::View(view)) => *view,
        other => panic!("{puzzle:?}: {other:?}"),
    }
}

/// What the moves of a view lead to.
fn after(puzzle: &Puzzle, mv: &str) -> Puzzle {
    let query = Query::View { puzzle: puzzle.clone(), moves: mv.to_owned() };
    match Session::in_memory(KINDS).query(&query, &SearchLimits::default()) {
        Ok(Reply::View(view)) => view.here,
        other => panic!("{puzzle:?} {mv}: {other:?}"),
    }
}

/// A position that was met: its puzzle, whether it is solved, and where its moves lead.
struct Met {
    is_solved: bool,
    edges: Vec<(String, Cost, String)>,
}

/// The least cost of a solution and all sequences of moves that have it, by trying everything (Dijkstra 1959). A move without a
/// weight is none.
fn brute(puzzle: &Puzzle, weigh: &dyn Fn(&LegalMove) -> Option<Cost>) -> Option<(Cost, Vec<Vec<String>>)> {
    let key = |puzzle: &Puzzle| serde_json::to_string(puzzle).expect("a puzzle is JSON");
    let start = view(puzzle).here;
    let mut puzzles = BTreeMap::from([(key(&start), start.clone())]);
    let mut distances: BTreeMap<String, Cost> = BTreeMap::from([(key(&start), (0, 0))]);
    let mut waiting = BTreeSet::from([((0, 0), key(&start))]);
    let mut met: BTreeMap<String, Met> = BTreeMap::new();
    let mut order = Vec::new();
    let mut best: Option<Cost> = None;
    while let Some((cost, at)) = waiting.pop_first() {
        if best.is_some_and(|best| cost > best) {
            break;
        }
        let here = puzzles[&at].clone();
        let seen = view(&here);
        let mut edges = Vec::new();
        if seen.solved {
            best = Some(cost);
        } else {
            for (mv, weight) in seen.moves.iter().filter_map(|mv| Some((mv, weigh(mv)?))) {
                let next = after(&here, &mv.text);
                let (to, through) = (key(&next), (cost.0 + weight.0, cost.1 + weight.1));
                puzzles.entry(to.clone()).or_insert(next);
                edges.push((mv.text.clone(), weight, to.clone()));
                let known = distances.get(&to).copied();
                if known.is_none_or(|known| through < known) {
                    waiting.remove(&(known.unwrap_or_default(), to.clone()));
                    distances.insert(to.clone(), through);
                    waiting.insert((through, to));
                }
            }
        }
        order.push(at.clone());
        met.insert(at, Met { is_solved: seen.solved, edges });
    }
    let best = best?;
    let mut ends: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    for at in order.iter().rev() {
        let (here, cost) = (&met[at], distances[at]);
        let mut found = Vec::new();
        if here.is_solved {
            found.extend((cost == best).then(Vec::new));
        }
        for (text, weight, to) in &here.edges {
            if distances[to] == (cost.0 + weight.0, cost.1 + weight.1) {
                let rest = ends.get(to.as_str()).into_iter().flatten();
                found.extend(rest.map(|rest| [from_ref(text), &rest[..]].concat()));
            }
        }
        ends.insert(at, found);
    }
    ends.remove(order[0].as_str()).map(|all| (best, all))
}

fn every(puzzle: &Puzzle, metric: &str, all: u32) -> Answer {
    let has_several = KINDS.of(puzzle).expect("a kind").info().metrics.len() > 1;
    let puzzle = puzzle.clone().with_some("metric", has_several.then_some(metric));
    let request = Request { all: Some(all), ..Request::new(puzzle.clone()) };
    solve(&request).unwrap_or_else(|error| panic!("{puzzle:?} {metric}: {error}"))
}

/// Moves in normal form.
fn written(puzzle: &Puzzle, moves: &[String]) -> String {
    KINDS.verify(puzzle, &moves.join(" "), Notation::Tile).expect("the moves of a view").moves
}

/// Compares what the engine lists with what there is; returns how many solutions there are.
fn compare(puzzle: &Puzzle, metric: &str, weigh: &dyn Fn(&LegalMove) -> Option<Cost>) -> Option<usize> {
    let expected = brute(puzzle, weigh);
    let answer = every(puzzle, metric, MANY);
    let Some((cost, all)) = expected else {
        assert_eq!(answer.outcome, Outcome::Unsolvable, "{puzzle:?}");
        assert!(answer.all.is_none());
        return None;
    };
    assert_eq!((answer.length, answer.proof), (Some(cost.0), Proof::Optimal), "{puzzle:?} {metric}");
    let there: BTreeSet<String> = all.iter().map(|moves| written(puzzle, moves)).collect();
    assert_eq!(there.len(), all.len());
    let Solutions { moves, count, complete, reason } = answer.all.expect("they are asked for");
    assert_eq!((count, complete, reason), (Some(all.len() as u64), true, None), "{puzzle:?} {metric}");
    assert_eq!(moves.len(), all.len());
    assert_eq!(moves.first(), answer.moves.as_ref());
    assert_eq!(moves.into_iter().collect::<BTreeSet<_>>(), there, "{puzzle:?} {metric}");
    // A few of them are different ones too, and the count is the same.
    let few = every(puzzle, metric, 2).all.expect("they are asked for");
    assert_eq!(few.count, Some(all.len() as u64));
    assert_eq!((few.moves.len(), few.complete), (all.len().min(2), all.len() <= 2));
    Some(all.len())
}

/// A weight of 1 for every move.
const ONE: fn(&LegalMove) -> Option<Cost> = |_| Some((1, 0));

#[test]
fn all_of_them_are_listed_once() {
    let step = |mv: &LegalMove| (mv.text.len() == 1).then_some((1, 0));
    let mut several = 0;
    let mut note = |count: Option<usize>| several += usize::from(count.is_some_and(|count| count > 1));
    for position in ["1 2 3/4 5 6/7 8 0", "1 2 3/0 4 6/7 5 8", "4 1 3/0 2 6/7 5 8", "0 3/2 1", "3 1 0 2/", "1 3 2 0/"] {
        note(compare(&Puzzle::new("tiles", position), "stm", &step));
        note(compare(&Puzzle::new("tiles", position), "mtm", &ONE));
    }
    note(compare(&Puzzle::new("tiles", "2 3 6/1 5 0/4 7 8"), "mtm", &ONE));
    note(compare(&tower(3, 3), "moves", &ONE));
    note(compare(&tower(4, 4), "moves", &ONE));
    note(compare(&tower(3, 5), "moves", &ONE));
    for pancakes in ["3 1 4 2", "5 2 4 1 3", "1", "-1 -2 -3", "+3 -1 +2"] {
        note(compare(&Puzzle::new("pancake", pancakes), "moves", &ONE));
    }
    note(compare(&graph("1-2 2-3 3-4 4-1 1-3", "2 1 3 0"), "moves", &ONE));
    note(compare(&graph("1-2 2-3 3-4 4-5 5-1 2-5", "1 3 2 4 0"), "moves", &ONE));
    assert!(several >= 8, "{several}");
}

fn levels() -> Vec<Puzzle> {
    let hall = "########\n#  .   #\n# $##$ #\n#  @ . #\n########";
    let mut levels: Vec<Puzzle> =
        ["5#|#@$.#|5#", "####\n#@*#\n####", "#####\n#$ .#\n# @ #\n#####", hall, "two-rooms", "niche"]
            .map(|level| Puzzle::new("sokoban", level))
            .into();
    for (size, boxes) in [("3x3", 1usize), ("4x3", 1), ("4x3", 2), ("4x4", 2), ("5x4", 2)] {
        let puzzle = Puzzle::empty("sokoban").with("size", size).with("boxes", boxes);
        let request = Query::Random { request: RandomRequest { puzzle, shuffle: None, seed: 5 }, count: 6 };
        let Ok(Reply::Random { puzzles }) = Session::in_memory(KINDS).query(&request, &SearchLimits::default()) else {
            panic!("random levels");
        };
        levels.extend(puzzles);
    }
    levels
}

fn is_push(mv: &LegalMove) -> u32 {
    mv.text.chars().filter(char::is_ascii_uppercase).count().try_into().expect("a few letters")
}

#[test]
fn pushes_and_moves_decide_for_each_other() {
    let step = |cost: fn(u32) -> Cost| move |mv: &LegalMove| (mv.text.len() == 1).then(|| cost(is_push(mv)));
    let (mut several, mut decided) = (0, 0);
    for level in levels() {
        let plain = compare(&level, "move", &step(|_| (1, 0)));
        compare(&level, "move-push", &step(|push| (1, push)));
        compare(&level, "push-move", &step(|push| (push, 1)));
        several += usize::from(plain.is_some_and(|count| count > 1));
        let [any, best] = ["push", "push-move"].map(|metric| every(&level, metric, 1).lengths.get("move").copied());
        decided += usize::from(any != best);
    }
    assert!(several >= 3 && decided >= 7, "{several} {decided}");
}

#[test]
fn sequences_of_pushes_are_told_apart_by_their_pushes() {
    for level in levels() {
        let answer = every(&level, "push", MANY);
        let Some(Solutions { moves, count, complete, .. }) = answer.all else {
            assert_eq!(answer.outcome, Outcome::Unsolvable);
            continue;
        };
        // Where a player walks is free: what counts is which box is pushed where, one after another.
        let pushes: BTreeSet<Vec<(Vec<u32>, [i32; 2])>> = moves.iter().map(|moves| pushes_of(&level, moves)).collect();
        assert_eq!((pushes.len() as u64, complete), (count.expect("counted"), true));
        assert_eq!(count, Some(sequences(&level, answer.length.expect("a solution"))), "{level:?}");
    }
}

/// The boxes that are pushed, and which way.
fn pushes_of(level: &Puzzle, moves: &str) -> Vec<(Vec<u32>, [i32; 2])> {
    let mut here = view(level).here;
    let mut pushes = Vec::new();
    for letter in moves.chars() {
        let text = letter.to_string();
        let seen = view(&here);
        let mv = seen.moves.iter().find(|mv| mv.text == text).expect("a legal move");
        if letter.is_ascii_uppercase() {
            pushes.push((mv.pieces.clone(), mv.by));
        }
        here = after(&here, &text);
    }
    pushes
}

/// How many sequences of so many pushes solve a level.
fn sequences(level: &Puzzle, pushes: u32) -> u64 {
    let mut layer: BTreeMap<String, (Puzzle, u64)> = BTreeMap::new();
    let start = view(level).here;
    layer.insert(start.position().to_owned(), (start, 1));
    for _ in 0..pushes {
        let mut next: BTreeMap<String, (Puzzle, u64)> = BTreeMap::new();
        for (here, count) in layer.into_values() {
            let seen = view(&here);
            let walks = seen.moves.iter().filter(|mv| is_push(mv) == 0).map(|mv| after(&here, &mv.text));
            for place in walks.chain([here.clone()]) {
                for push in view(&place).moves.iter().filter(|mv| is_push(mv) == 1) {
                    let to = after(&place, &push.text);
                    next.entry(to.position().to_owned()).or_insert((to, 0)).1 += count;
                }
            }
        }
        layer = next;
    }
    layer.into_values().filter(|(here, _)| view(here).solved).map(|(_, count)| count).sum()
}

#[test]
fn every_algorithm_finds_the_same_least_of_both() {
    for (metric, length, other) in [("push-move", 11, ("move", 19)), ("move-push", 19, ("push", 11))] {
        let mut served = 0;
        for algorithm in catalog::algorithms() {
            let puzzle = Puzzle::new("sokoban", "two-rooms").with("metric", metric);
            let request = Request {
                algorithm: algorithm.name.to_owned(),
                options: fewest_engine::Options {
                    depth: (algorithm.name == "DLS").then_some(20),
                    ..fewest_engine::Options::default()
                },
                ..Request::new(puzzle)
            };
            match solve(&request) {
                Ok(answer) => {
                    served += 1;
                    let found = (answer.length, answer.proof, answer.lengths.get(other.0));
                    assert_eq!(found, (Some(length), Proof::Optimal, Some(&other.1)), "{}", algorithm.name);
                }
                Err(
                    EngineError::AlgorithmMetric { .. }
                    | EngineError::ForeignAlgorithm { .. }
                    | EngineError::NeedsGoals { .. },
                ) => {}
                Err(other) => panic!("{}: {other}", algorithm.name),
            }
        }
        assert!(served >= 8, "{metric}: {served}");
    }
}

#[test]
fn blocks_have_as_many_solutions_as_exploring_counts() {
    let mut several = 0;
    for entry in library("blocks") {
        for metric in ["move", "step", "slide", "group"] {
            let puzzle = entry.puzzle.clone().with("metric", metric);
            let mut request = ExploreRequest::new(puzzle.clone());
            request.limits = Limits { seconds: Some(2.0), ..Limits::default() };
            request.quick = true;
            let Ok(found) = KINDS.explore(&request, &Cancel::new(), &mut |_| ()) else { continue };
            let found = serde_json::to_value(&found).expect("an exploration is JSON");
            let solutions = &found["solutions"];
            let (Some(count), Some(true)) = (solutions["count"].as_u64(), solutions["exact"].as_bool()) else {
                continue;
            };
            if found["positions"].as_u64().is_none_or(|positions| positions > 100_000) {
                continue;
            }
            let all = every(&puzzle, metric, 50).all.expect("they are asked for");
            assert_eq!(all.count, Some(count), "{} {metric}", entry.name);
            assert_eq!(all.moves.len() as u64, count.min(50));
            several += usize::from(count > 1);
        }
    }
    assert!(several > 5, "{several}");
}

#[test]
fn what_cannot_be_is_refused_and_limits_are_kept() {
    let puzzle = Puzzle::new("tiles", "5 3 8/0 2 4/1 7 6");
    let ask = |all: u32, algorithm: &str, limits: Limits| {
        let algorithm = algorithm.to_owned();
        solve(&Request { all: Some(all), algorithm, limits, ..Request::new(puzzle.clone()) })
    };
    let refused = |all, algorithm| ask(all, algorithm, Limits::default()).unwrap_err().to_string();
    assert!(refused(0, "auto").contains("write a number from 1 to 1,000,000"));
    assert!(refused(2, "DFS").starts_with("DFS does not prove its solutions optimal"));
    // The first search ends within its limit, the second does not.
    let limits = Limits { expansions: Some(450), ..Limits::default() };
    let answer = ask(5, "A*", limits).expect("an answer");
    assert_eq!((answer.outcome, answer.length, answer.proof), (Outcome::Solved, Some(21), Proof::Optimal));
    let all = answer.all.expect("what is known of them");
    assert_eq!((all.count, all.complete, all.moves.len()), (None, false, 1));
    assert_eq!(all.reason.as_deref(), Some("expansion limit"));
    let level = Puzzle::new("sokoban", "two-rooms").with("metric", "push-move");
    let limits = Limits { expansions: Some(15), ..Limits::default() };
    let answer = solve(&Request { limits, ..Request::new(level) }).expect("an answer");
    assert_eq!((answer.outcome, answer.length, answer.lower_bound), (Outcome::Limit, Some(11), Some(11)));
    assert_eq!(answer.proof, Proof::Bounded);
    assert!(answer.reason.expect("why").starts_with("expansion limit before the fewest moves"));
}
