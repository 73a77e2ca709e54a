//! Analyses against brute force on small puzzles, and against what is known.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fewest_blocks::explore::{Analysis, Explorer, Figure, Grade, Need, Verdict, Why, starting_at};
use fewest_blocks::{Bits256, Blocks, ConditionSetup, Metric, Place, Position, Puzzle, Setup, Wide};
use fewest_search::{LimitKind, Limits};

use crate::naive::{self, Picture, picture, representatives};
use crate::random;

const FAR: usize = usize::MAX / 4;

/// The graph of everything within reach, by the naive engine.
struct Brute {
    index: HashMap<Picture, usize>,
    positions: Vec<Position>,
    next: Vec<Vec<usize>>,
    goals: Vec<bool>,
    /// All distances, by Floyd and Warshall.
    distances: Vec<Vec<usize>>,
    representatives: Vec<usize>,
}

impl Brute {
    fn new(puzzle: &Arc<Puzzle>, metric: Metric, most: usize) -> Option<Self> {
        let representatives = representatives(puzzle);
        let start = Position::start(puzzle.clone());
        let mut index = HashMap::from([(picture(&start, &representatives), 0)]);
        let mut positions = vec![start];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < positions.len() {
            let successors = naive::successors(&positions[next.len()], metric);
            let mut row = Vec::new();
            for (_, position) in successors {
                let count = index.len();
                let number = *index.entry(picture(&position, &representatives)).or_insert(count);
                if number == positions.len() {
                    positions.push(position);
                }
                row.push(number);
            }
            row.sort_unstable();
            row.dedup();
            next.push(row);
            if positions.len() > most {
                return None;
            }
        }
        let count = positions.len();
        let mut distances = vec![vec![FAR; count]; count];
        for (state, row) in next.iter().enumerate() {
            distances[state][state] = 0;
            for &other in row {
                distances[state][other] = 1;
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let through = distances[from][middle] + distances[middle][to];
                    distances[from][to] = distances[from][to].min(through);
                }
            }
        }
        let goals = positions.iter().map(Position::is_goal).collect();
        Some(Self { index, positions, next, goals, distances, representatives })
    }

    fn number(&self, position: &Position) -> usize {
        self.index[&picture(position, &self.representatives)]
    }

    fn to_goal(&self, state: usize) -> usize {
        let goals = (0..self.goals.len()).filter(|&goal| self.goals[goal]);
        goals.map(|goal| self.distances[state][goal]).min().unwrap_or(FAR)
    }

    /// Every shortest solution from a state, or `None` where there are too many.
    fn solutions(&self, most: usize) -> Option<Vec<Vec<usize>>> {
        let mut found = Vec::new();
        let mut waiting = vec![vec![0]];
        while let Some(path) = waiting.pop() {
            let last = *path.last().unwrap();
            let rest = self.to_goal(last);
            if rest == 0 {
                found.push(path);
                if found.len() > most {
                    return None;
                }
                continue;
            }
            for &next in self.next[last].iter().filter(|&&next| self.to_goal(next) + 1 == rest) {
                waiting.push([path.as_slice(), &[next]].concat());
            }
        }
        Some(found)
    }

    /// Whether a solution exists that enters no state, and makes no move, that is forbidden.
    fn can_be_solved(&self, forbidden: impl Fn(usize, usize) -> bool) -> bool {
        let mut seen = HashSet::from([0]);
        let mut waiting = vec![0];
        while let Some(state) = waiting.pop() {
            if self.goals[state] {
                return true;
            }
            for &next in &self.next[state] {
                if !forbidden(state, next) && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}

fn analyse(puzzle: &Arc<Puzzle>, metric: Metric) -> Analysis {
    let space = Blocks::<u64, u64>::new(puzzle.clone(), metric).expect("it fits");
    Explorer { samples: 1000, ..Explorer::default() }.run(&space, &Limits::default(), &mut ())
}

fn check(puzzle: &Arc<Puzzle>, metric: Metric, most: usize) -> bool {
    let Some(brute) = Brute::new(puzzle, metric, most) else { return false };
    let count = brute.positions.len();
    let analysis = analyse(puzzle, metric);
    let about = format!("{metric}\n{puzzle}");
    let layers = |distance: &dyn Fn(usize) -> usize| {
        let mut layers = Vec::new();
        for distance in (0..count).map(distance).filter(|&distance| distance < FAR) {
            layers.resize(layers.len().max(distance + 1), 0u64);
            layers[distance] += 1;
        }
        layers
    };
    let reach = &analysis.reach;
    assert_eq!(reach.states, count as u64, "{about}");
    assert_eq!(reach.goals, brute.goals.iter().filter(|&&goal| goal).count() as u64, "{about}");
    assert_eq!(reach.layers, layers(&|state| brute.distances[0][state]), "{about}");
    assert_eq!(reach.moves, Some(brute.next.iter().map(|row| row.len() as u64).sum()), "{about}");
    let farthest = *brute.distances[0].iter().max().unwrap();
    assert_eq!(reach.eccentricity(), Some(u32::try_from(farthest).unwrap()), "{about}");

    let pair = analysis.pair.known().expect("it is small");
    let widest = brute.distances.iter().flatten().filter(|&&distance| distance < FAR).max().unwrap();
    assert_eq!((pair.distance as usize, pair.is_exact()), (*widest, true), "{about}");
    assert_eq!(brute.distances[brute.number(&pair.from)][brute.number(&pair.to)], *widest, "{about}");

    let hurried = Explorer { pair_work: 0, ..Explorer::default() };
    let hurried = hurried.run(&Blocks::<u64, u64>::new(puzzle.clone(), metric).unwrap(), &Limits::default(), &mut ());
    let pair = hurried.pair.known().expect("it is small");
    assert!(pair.distance as usize <= *widest && pair.at_most.is_none_or(|most| most as usize >= *widest), "{about}");
    assert_eq!(brute.distances[brute.number(&pair.from)][brute.number(&pair.to)], pair.distance as usize, "{about}");

    let optimum = brute.to_goal(0);
    if optimum == FAR {
        assert_eq!(reach.verdict, Verdict::Unsolvable, "{about}");
        assert_eq!(analysis.goal_distances, Figure::Missing(Why::Unsolvable), "{about}");
        assert_eq!(analysis.traps.known().unwrap().lost, count as u64, "{about}");
        return false;
    }
    assert_eq!(reach.verdict, Verdict::Solved(u32::try_from(optimum).unwrap()), "{about}");
    check_distances(&brute, &analysis, &layers(&|state| brute.to_goal(state)), &about);
    check_traps(&brute, &analysis, &about);
    if let Some(solutions) = brute.solutions(5000) {
        check_solutions(&brute, &analysis, &solutions, &about);
    }
    check_pieces(&brute, &analysis, metric, &about);
    optimum > 0
}

fn check_distances(brute: &Brute, analysis: &Analysis, layers: &[u64], about: &str) {
    let found = analysis.goal_distances.known().expect("it can be solved");
    assert_eq!(found.layers, layers, "{about}");
    assert_eq!(found.hardest as usize, layers.len() - 1, "{about}");
    assert_eq!(found.hardest_count, *layers.last().unwrap(), "{about}");
    assert_eq!(found.lost, brute.positions.len() as u64 - layers.iter().sum::<u64>(), "{about}");
    let starts: HashSet<usize> = found.hardest_starts.iter().map(|start| brute.number(start)).collect();
    assert_eq!(starts.len() as u64, found.hardest_count.min(1000), "{about}");
    for start in &found.hardest_starts {
        assert_eq!(brute.to_goal(brute.number(start)), layers.len() - 1, "{about}");
    }
    if let Some(puzzle) = starting_at(&found.hardest_starts[0]) {
        let reached = naive::explore(&Position::start(Arc::new(puzzle)), analysis.metric, 10_000).unwrap();
        let nearest = reached.values().filter(|(_, is_goal)| *is_goal).map(|(distance, _)| *distance).min();
        assert_eq!(nearest, Some(found.hardest), "{about}");
    }
    let (mut sum, mut count) = (0, 0);
    for distance in (0..brute.positions.len()).map(|state| brute.to_goal(state)).filter(|&distance| distance < FAR) {
        sum += distance;
        count += 1;
    }
    near(found.mean, as_real(sum) / as_real(count), about);
}

fn check_traps(brute: &Brute, analysis: &Analysis, about: &str) {
    let traps = analysis.traps.known().expect("it is small");
    let ends = |moves: usize| {
        let states = (0..brute.next.len()).filter(|&state| !brute.goals[state]);
        states.filter(|&state| brute.next[state].len() == moves).count() as u64
    };
    assert_eq!((traps.dead_ends, traps.stuck), (ends(1), ends(0)), "{about}");
    let is_start = brute.goals[0];
    let passes: HashSet<usize> =
        (1..brute.next.len()).filter(|&state| !is_start && !brute.can_be_solved(|_, next| next == state)).collect();
    assert_eq!(traps.passes, passes.len() as u64, "{about}");
    let shown: HashSet<usize> = traps.pass_states.iter().map(|(_, position)| brute.number(position)).collect();
    assert_eq!(shown, passes, "{about}");
    for (depth, position) in &traps.pass_states {
        assert_eq!(brute.distances[0][brute.number(position)], *depth as usize, "{about}");
    }
    let moves = (0..brute.next.len()).flat_map(|from| brute.next[from].iter().map(move |&to| (from, to)));
    let moves = moves.filter(|&(from, to)| !is_start && !brute.can_be_solved(|a, b| (a, b) == (from, to))).count();
    assert_eq!(traps.pass_moves, moves as u64, "{about}");
}

fn check_solutions(brute: &Brute, analysis: &Analysis, solutions: &[Vec<usize>], about: &str) {
    let found = analysis.solutions.known().expect("it is small");
    assert_eq!((found.count, found.is_exact), (solutions.len() as u128, true), "{about}");
    let ends: HashSet<usize> = solutions.iter().map(|path| *path.last().unwrap()).collect();
    let states: HashSet<usize> = solutions.iter().flatten().copied().collect();
    let pairs = |path: &Vec<usize>| path.windows(2).map(|pair| (pair[0], pair[1])).collect::<HashSet<_>>();
    let moves: HashSet<(usize, usize)> = solutions.iter().flat_map(pairs).collect();
    assert_eq!((found.ends, found.states), (ends.len() as u64, states.len() as u64), "{about}");
    assert_eq!(found.moves, moves.len() as u64, "{about}");
    let forced = states.iter().filter(|&&state| state != 0 && solutions.iter().all(|path| path.contains(&state)));
    assert_eq!(found.forced_states as usize, forced.count(), "{about}");
    let forced = moves.iter().filter(|pair| solutions.iter().all(|path| pairs(path).contains(pair)));
    assert_eq!(found.forced_moves as usize, forced.count(), "{about}");

    let length = solutions[0].len() - 1;
    if length == 0 {
        assert_eq!(analysis.choices, Figure::Missing(Why::AtGoal));
        return;
    }
    let choices = analysis.choices.known().expect("it is small");
    let (mut degrees, mut offers, mut wrong, mut away, mut forced, mut bits) = (0, 0, 0, 0, 0, 0.0);
    for path in solutions {
        for (place, &state) in path[..length].iter().enumerate() {
            let before = place.checked_sub(1).map(|before| path[before]);
            degrees += brute.next[state].len();
            let is_new =
                |next: usize| before.is_none_or(|before| next != before && !brute.next[before].contains(&next));
            let offered: Vec<usize> = brute.next[state].iter().copied().filter(|&next| is_new(next)).collect();
            let right = offered.iter().filter(|&&next| brute.to_goal(next) < brute.to_goal(state)).count();
            away += offered.iter().filter(|&&next| brute.to_goal(next) > brute.to_goal(state)).count();
            offers += offered.len();
            wrong += offered.len() - right;
            forced += usize::from(offered.len() == 1);
            bits += (as_real(offered.len()) / as_real(right)).log2();
        }
    }
    let all = as_real(solutions.len());
    near(choices.branching_on_the_way, as_real(degrees) / all / as_real(length), about);
    near(choices.offered, as_real(offers) / all / as_real(length), about);
    near(choices.wrong_turns, as_real(wrong) / as_real(offers), about);
    near(choices.turns_away, as_real(away) / as_real(offers), about);
    near(choices.forced, as_real(forced) / all, about);
    near(choices.bits, bits / all, about);
    if let Some(alone) = Alone::of(brute.positions[0].puzzle()) {
        let pairs = solutions.iter().flat_map(|path| path.windows(2));
        let is_against =
            |pair: &&[usize]| alone.distance(&brute.positions[pair[1]]) > alone.distance(&brute.positions[pair[0]]);
        near(choices.counterintuitive, as_real(pairs.filter(is_against).count()) / all, about);
    }
    let difficulty = analysis.difficulty.known().expect("it is small");
    near(difficulty.bits, choices.bits + choices.counterintuitive + as_real(brute.next.len()).log2(), about);
}

/// The only piece that the only goal names, alone on the board.
struct Alone {
    piece: usize,
    brute: Brute,
}

impl Alone {
    fn of(puzzle: &Arc<Puzzle>) -> Option<Self> {
        let [goal] = puzzle.setup().goals.as_slice() else { return None };
        let named: Vec<char> = goal
            .iter()
            .filter_map(|condition| match condition {
                ConditionSetup::Piece { label, .. } => Some(*label),
                ConditionSetup::Empty(_) => None,
            })
            .collect();
        let &[label] = named.as_slice() else { return None };
        if puzzle.setup().alike.iter().any(|group| group.contains(&label)) {
            return None;
        }
        let others = puzzle.pieces().iter().map(|piece| piece.label).filter(|&other| other != label);
        let mut alone = others.fold((**puzzle).clone(), |puzzle, other| without(&puzzle, other)).setup().clone();
        alone.goals[0].retain(|condition| matches!(condition, ConditionSetup::Piece { .. }));
        let brute = Brute::new(&Arc::new(alone.validate().unwrap()), Metric::Step, usize::MAX)?;
        Some(Self { piece: puzzle.piece(label)?, brute })
    }

    fn distance(&self, position: &Position) -> usize {
        let place = position.places()[self.piece];
        let places = self.brute.positions.iter().map(|position| position.places()[0]);
        let found = places.enumerate().find(|(_, other)| same(*other, place)).expect("alone it reaches more");
        self.brute.to_goal(found.0)
    }
}

/// Whether places are the same; the exits are numbered anew where some are left out.
fn same(place: Place, other: Place) -> bool {
    place == other || matches!((place, other), (Place::Left(_), Place::Left(_)))
}

fn check_pieces(brute: &Brute, analysis: &Analysis, metric: Metric, about: &str) {
    let puzzle = brute.positions[0].puzzle();
    let optimum = analysis.reach.verdict;
    let pieces = analysis.pieces.known().expect("it can be solved");
    assert_eq!(pieces.roles.len(), puzzle.pieces().len());
    let mut is_minimal = true;
    for role in &pieces.roles {
        // What moves it is left out; alike pieces are told apart.
        if role.fixed != Verdict::Unasked {
            assert_eq!(
                role.fixed,
                solved_without_moving(&brute.positions[0], role.label, metric),
                "{} {about}",
                role.label
            );
        }
        if role.is_named {
            assert_eq!((role.need, role.without), (Some(Need::Named), Verdict::Unasked), "{about}");
            continue;
        }
        let reduced = without(puzzle, role.label);
        let reached = naive::explore(&Position::start(Arc::new(reduced)), metric, usize::MAX).unwrap();
        let nearest = reached.values().filter(|(_, is_goal)| *is_goal).map(|(distance, _)| *distance).min();
        assert_eq!(role.without, nearest.map_or(Verdict::Unsolvable, Verdict::Solved), "{} {about}", role.label);
        let need = match (role.without == optimum, role.fixed == optimum) {
            (true, _) => Need::None,
            (false, true) => Need::AsWall,
            (false, false) => Need::Moves,
        };
        assert_eq!(role.need, Some(need), "{} {about}", role.label);
        is_minimal &= role.without != optimum;
    }
    assert_eq!(pieces.is_minimal(), Some(is_minimal), "{about}");
}

fn solved_without_moving(start: &Position, label: char, metric: Metric) -> Verdict {
    let mut seen = HashSet::from([start.places().to_vec()]);
    let mut layer = vec![start.clone()];
    for depth in 0.. {
        if layer.iter().any(Position::is_goal) {
            return Verdict::Solved(depth);
        }
        if layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for position in &layer {
            for (shift, after) in naive::successors(position, metric) {
                if !shift.pieces.contains(&label) && seen.insert(after.places().to_vec()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    Verdict::Unsolvable
}

fn without(puzzle: &Puzzle, label: char) -> Puzzle {
    let others = |labels: &[char]| labels.iter().copied().filter(|&other| other != label).collect::<Vec<_>>();
    let mut setup: Setup = puzzle.setup().clone();
    setup.pieces.retain(|piece| piece.label != label);
    for group in &mut setup.alike {
        *group = others(group);
    }
    setup.alike.retain(|group| group.len() > 1);
    for gate in &mut setup.gates {
        gate.pieces = others(&gate.pieces);
    }
    for exit in &mut setup.exits {
        exit.pieces = exit.pieces.as_deref().map(others);
    }
    setup.exits.retain(|exit| exit.pieces.as_ref().is_none_or(|pieces| !pieces.is_empty()));
    setup.validate().unwrap_or_else(|faults| panic!("{faults}"))
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn as_real(number: usize) -> f64 {
    number as f64
}

fn near(found: f64, expected: f64, about: &str) {
    assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found} is not {expected}: {about}");
}

#[test]
fn random_puzzles_are_as_brute_force_finds_them() {
    let mut solved = 0;
    for seed in 0..250 {
        let size = [(3, 3, 4), (4, 2, 5), (4, 3, 6), (5, 2, 4)][usize::try_from(seed % 4).unwrap()];
        let puzzle = random::puzzle(seed, random::ALL, size);
        for metric in Metric::ALL {
            solved += usize::from(check(&puzzle, metric, 150));
        }
    }
    assert!(solved > 150, "only {solved} could be solved");
}

#[test]
fn what_can_be_taken_back_is_as_brute_force_finds_it() {
    let mut solved = 0;
    for seed in 1000..1120 {
        let features = random::Features { walls: true, ..random::Features::default() };
        let puzzle = random::puzzle(seed, features, (4, 3, 7));
        for metric in Metric::ALL {
            solved += usize::from(check(&puzzle, metric, 200));
        }
    }
    assert!(solved > 40, "only {solved} could be solved");
}

fn known(text: &str, metric: Metric) -> Analysis {
    let puzzle: Puzzle = text.parse().unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    analyse(&Arc::new(puzzle), metric)
}

/// Reachable states, hardest start by moves and steps, and how many shortest solutions there are, where published.
#[test]
fn known_clusters_have_their_known_extremes() {
    // The classic start of Klotski is 81 moves and 116 steps away, the hardest of its cluster 93 and 126.
    let klotski = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.";
    let hardest: Puzzle = "AEE.\nAEEG\nBFFC\nB.DC\nHIDJ\n\n....\n....\n....\n.EE.\n.EE.".parse().unwrap();
    for (metric, length, farthest) in [(Metric::Move, 81, 93), (Metric::Step, 116, 126)] {
        let analysis = known(klotski, metric);
        assert_eq!((analysis.reach.states, analysis.reach.verdict), (25_955, Verdict::Solved(length)));
        let distances = analysis.goal_distances.known().unwrap();
        assert_eq!(distances.hardest, farthest);
        // The published board is among them, whatever its pieces are called.
        let shapes = |position: &Position| -> Vec<(usize, Vec<fewest_blocks::Square>)> {
            let pieces = position.puzzle().pieces().iter().map(|piece| &piece.shape).enumerate();
            let mut shapes: Vec<_> = pieces.map(|(number, shape)| (shape.len(), position.cells(number))).collect();
            shapes.sort();
            shapes
        };
        let published = shapes(&Position::start(Arc::new(hardest.clone())));
        assert!(distances.hardest_starts.iter().any(|start| shapes(start) == published), "{metric}");
        assert_eq!(analysis.difficulty.known().unwrap().grade, Grade::Extreme);
        assert_eq!(analysis.pieces.known().unwrap().is_minimal(), Some(true));
    }
    // Rush Hour's board of the most moves (Fogleman 2018) is the hardest of its cluster, and minimal.
    let rush = "rail:\nstart:\nGBB.L.\nGHI.LM\nGHIAAM\nCCCK.M\n..JKDD\nEEJFF.\ngoal:\n......\n......\n....AA\n......\n......\n......";
    let analysis = known(rush, Metric::Slide);
    assert_eq!((analysis.reach.states, analysis.reach.verdict), (4_780, Verdict::Solved(51)));
    assert_eq!(analysis.goal_distances.known().unwrap().hardest, 51);
    assert_eq!(analysis.pieces.known().unwrap().is_minimal(), Some(true));
    // Super Century is the hardest of its cluster.
    let century = fewest_blocks::library::find("super-century").expect("it is there").puzzle();
    for (metric, length) in [(Metric::Move, 138), (Metric::Step, 179)] {
        let space = Blocks::<u64, u64>::new(Arc::new(century.clone()), metric).expect("it fits");
        let analysis = Explorer::quick().run(&space, &Limits::default(), &mut ());
        assert_eq!((analysis.reach.states, analysis.reach.verdict), (81_340, Verdict::Solved(length)));
        assert_eq!(analysis.goal_distances.known().unwrap().hardest, length);
    }
    // The 4×4 puzzle of simple pieces with the most moves (Bickford 2012); by steps another start is one farther.
    let simple = "HEE.\nHBII\nGGDF\nAGC.\n\n....\n....\n...H\n...H";
    for (metric, length, farthest) in [(Metric::Move, 132, 132), (Metric::Step, 180, 181)] {
        let analysis = known(simple, metric);
        assert_eq!((analysis.reach.states, analysis.reach.verdict), (9_591, Verdict::Solved(length)));
        assert_eq!(analysis.goal_distances.known().unwrap().hardest, farthest);
    }
}

#[test]
fn limits_leave_what_is_known() {
    let klotski: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.".parse().unwrap();
    let space = Blocks::<u64, u64>::new(Arc::new(klotski), Metric::Move).unwrap();
    let all = Explorer::default().run(&space, &Limits::default(), &mut ());
    // The states fit, the graph does not: what the states alone tell is the same.
    let little = Limits { memory: 900 << 10, ..Limits::default() };
    let some = Explorer::default().run(&space, &little, &mut ());
    assert!(some.stats.peak_memory <= little.memory, "{}", some.stats.peak_memory);
    assert_eq!(some.solutions, Figure::Missing(Why::Graph));
    assert_eq!((&some.reach.layers, some.reach.goals), (&all.reach.layers, all.reach.goals));
    assert_eq!((some.reach.verdict, some.reach.limit), (all.reach.verdict, None));
    let (some, all) = (some.goal_distances.known().unwrap(), all.goal_distances.known().unwrap());
    assert_eq!((&some.layers, some.hardest_count, some.hardest), (&all.layers, all.hardest_count, all.hardest));
    let sorted = |starts: &[Position]| {
        let mut starts: Vec<_> = starts.iter().map(|start| start.places().to_vec()).collect();
        starts.sort();
        starts
    };
    assert_eq!(sorted(&some.hardest_starts), sorted(&all.hardest_starts));

    let few = Limits { expansions: Some(1000), ..Limits::default() };
    let some = Explorer::default().run(&space, &few, &mut ());
    assert_eq!(some.reach.limit, Some(LimitKind::Expansions));
    assert!(matches!(some.reach.verdict, Verdict::Unknown { at_least: 1..=81, limit: LimitKind::Expansions }));
    assert!(some.reach.states > 1000 && some.reach.eccentricity().is_none());
    assert_eq!(some.solutions, Figure::Missing(Why::Limit(LimitKind::Expansions)));

    let none = Limits::default();
    none.cancel.cancel();
    let some = Explorer::default().run(&space, &none, &mut ());
    assert_eq!(some.reach.limit, Some(LimitKind::Cancelled));
    assert_eq!(some.pieces, Figure::Missing(Why::Limit(LimitKind::Cancelled)));

    // Every limit on memory is kept, and the report can always be printed.
    for memory in (0..24).map(|bits| 3u64 << bits) {
        let limits = Limits { memory, ..Limits::default() };
        let some = Explorer::default().run(&space, &limits, &mut ());
        assert!(some.stats.peak_memory <= memory, "{} of {memory}", some.stats.peak_memory);
        assert!(some.to_string().starts_with("metric"));
    }
}

#[test]
fn every_packing_tells_the_same() {
    let puzzle = Arc::new("AA11\nAA22\n78..\n6533\n6544\n\n....\n....\n....\nAA..\nAA..".parse::<Puzzle>().unwrap());
    let explorer = Explorer::default();
    let limits = Limits::default();
    for metric in Metric::ALL {
        let one = explorer.run(&Blocks::<u64, u64>::new(puzzle.clone(), metric).unwrap(), &limits, &mut ());
        let two = explorer.run(&Blocks::<u128, u128>::new(puzzle.clone(), metric).unwrap(), &limits, &mut ());
        let three = explorer.run(&Blocks::<Bits256, Wide>::new(puzzle.clone(), metric).unwrap(), &limits, &mut ());
        for other in [two, three] {
            assert_eq!(Analysis { stats: one.stats.clone(), ..other }, one);
        }
    }
}

#[test]
fn a_quick_look_has_the_same_figures() {
    let puzzle = Arc::new("AA11\nAA22\n78..\n6533\n6544\n\n....\n....\n....\nAA..\nAA..".parse::<Puzzle>().unwrap());
    let space = Blocks::<u64, u64>::new(puzzle, Metric::Move).unwrap();
    let full = Explorer::default().run(&space, &Limits::default(), &mut ());
    let quick = Explorer::quick().run(&space, &Limits::default(), &mut ());
    assert_eq!((&quick.reach, &quick.goal_distances), (&full.reach, &full.goal_distances));
    assert_eq!(quick.solutions, full.solutions);
    assert_eq!((quick.pair, quick.traps), (Figure::Missing(Why::Unasked), Figure::Missing(Why::Unasked)));
    assert_eq!((quick.choices, quick.difficulty), (Figure::Missing(Why::Unasked), Figure::Missing(Why::Unasked)));
    assert_eq!(quick.pieces, Figure::Missing(Why::Unasked));
}

/// What is JSON of an analysis: figures under the names of the schema, positions as text, and why a part is missing.
#[test]
fn an_analysis_is_json() {
    let puzzle = Arc::new(fewest_blocks::library::find("pennant").expect("it is there").puzzle());
    let space = Blocks::<u64, u64>::new(puzzle, Metric::Move).expect("small enough");
    let analysis = Explorer::default().run(&space, &Limits::default(), &mut ());
    let json = serde_json::to_value(&analysis).expect("it is data");
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["bottlenecks", "choices", "difficulty", "farthest_pair", "pieces", "solutions", "to_goal"]);
    let (pair, pieces) = (analysis.pair.known().expect("it is small"), analysis.pieces.known().expect("it is small"));
    assert_eq!(json["farthest_pair"]["from"], pair.from.to_string());
    assert_eq!(json["farthest_pair"].as_object().map(serde_json::Map::len), Some(4));
    assert_eq!(json["pieces"]["minimal"].as_bool(), pieces.is_minimal());
    assert_eq!(json["pieces"]["roles"][0]["label"], pieces.roles[0].label.to_string());
    assert_eq!(json["solutions"]["count"], serde_json::json!(analysis.solutions.known().map(|all| all.count)));
    assert_eq!(json["difficulty"]["grade"], analysis.difficulty.known().expect("it is small").grade.to_string());
    let start = json["to_goal"]["hardest_starts"][0].as_str().expect("a text");
    assert!(start.parse::<Puzzle>().is_ok(), "{start}");
    let quick = serde_json::to_value(Explorer::quick().run(&space, &Limits::default(), &mut ())).expect("it is data");
    assert_eq!(quick["choices"], serde_json::json!({ "missing": "it was not requested" }));
}
