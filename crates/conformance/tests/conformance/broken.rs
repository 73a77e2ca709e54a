//! Every check must be able to fail: each is shown something that breaks just its law.

use std::cell::Cell;

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{Check, capability, heuristic, space};
use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::frontier::TieBreak;
use fewest_search::meter::Meter;
use fewest_search::{
    Cost, Fresh, Guarantees, Heuristic, Incremental, LimitKind, Limits, Observer, Outcome, Proof, Run, Search,
    StateSpace, UnsolvableProof, Zero, algorithms::AStar,
};

use crate::graph::{Edge, Given, Graph};

/// What is wrong with the [`Ring`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    UndoOvershoots,
    MoveListedTwice,
    OrderVaries,
    CostsNothing,
    CostsVary,
    KeysCollide,
    KeyForgets,
    RanksShift,
    RankOutOfRange,
    RankUnreachable,
    IntoMissesOne,
    IntoInventsOne,
    GoalMissing,
    GoalInvented,
    AllowsOther,
    PrunesTooMuch,
}

/// Twelve places in a ring; a step goes one on or one back, and place 0 is the goal.
#[derive(Debug)]
struct Ring {
    flaw: Flaw,
    asked: Cell<u32>,
}

const PLACES: u64 = 12;

impl Ring {
    fn new(flaw: Flaw) -> Self {
        Self { flaw, asked: Cell::new(0) }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    fn step(from: u64, by: i64) -> u64 {
        from.checked_add_signed(by).map_or(PLACES - 1, |to| to % PLACES)
    }
}

impl StateSpace for Ring {
    type State = u64;
    type Move = i64;

    fn is_goal(&self, state: &u64) -> bool {
        *state == 0 || (self.has(Flaw::GoalMissing) && *state == 6)
    }

    fn for_each_move(&self, _: &u64, mut visit: impl FnMut(i64)) {
        self.asked.set(self.asked.get() + 1);
        let turn = self.has(Flaw::OrderVaries) && self.asked.get().is_multiple_of(2);
        let moves = if turn { [-1, 1] } else { [1, -1] };
        moves.into_iter().for_each(&mut visit);
        if self.has(Flaw::MoveListedTwice) {
            visit(1);
        }
    }

    fn apply(&self, state: &mut u64, mv: i64) {
        *state = Self::step(*state, mv);
    }

    fn undo(&self, state: &mut u64, mv: i64) {
        *state = Self::step(*state, -mv);
        if self.has(Flaw::UndoOvershoots) && *state == 7 {
            *state = 6;
        }
    }

    fn cost(&self, mv: i64) -> Cost {
        match self.flaw {
            Flaw::CostsNothing => 0,
            Flaw::CostsVary if mv == 1 => 2,
            _ => 1,
        }
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(u32::from(!self.has(Flaw::CostsNothing)))
    }
}

impl Packed for Ring {
    type Key = u64;

    fn pack(&self, state: &u64) -> u64 {
        if self.has(Flaw::KeysCollide) { state / 2 } else { *state }
    }

    fn unpack(&self, key: &u64) -> u64 {
        if self.has(Flaw::KeyForgets) { key & 7 } else { *key }
    }
}

impl Ranked for Ring {
    fn rank_count(&self) -> Option<u64> {
        match self.flaw {
            Flaw::RankOutOfRange => Some(PLACES - 1),
            Flaw::RankUnreachable => Some(PLACES + 1),
            _ => Some(PLACES),
        }
    }

    fn rank(&self, state: &u64) -> u64 {
        if self.has(Flaw::RanksShift) { (state + 1) % PLACES } else { *state }
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

impl Backward for Ring {
    fn goals(&self) -> impl Iterator<Item = u64> {
        [0].into_iter().chain(self.has(Flaw::GoalInvented).then_some(3))
    }

    fn for_each_move_into(&self, state: &u64, mut visit: impl FnMut(i64)) {
        visit(1);
        if !self.has(Flaw::IntoMissesOne) || *state != 4 {
            visit(-1);
        }
        if self.has(Flaw::IntoInventsOne) && *state == 4 {
            visit(2);
        }
    }
}

/// Forbids turning back.
impl MovePruning for Ring {
    type Trace = i64;

    fn root_trace(&self) -> i64 {
        0
    }

    fn follow(&self, last: i64, mv: i64) -> Option<i64> {
        let forbidden = mv == -last || (self.has(Flaw::PrunesTooMuch) && mv == -1);
        (!forbidden).then_some(mv)
    }

    fn for_each_allowed(&self, state: &u64, trace: i64, mut visit: impl FnMut(i64, i64)) {
        self.for_each_move(state, |mv| {
            if let Some(next) = self.follow(trace, mv)
                && (mv == 1 || !self.has(Flaw::AllowsOther))
            {
                visit(mv, next);
            }
        });
    }
}

/// Every law of a space on every state of the ring, one after the other.
fn space_laws(ring: &Ring) -> Check {
    let states = || 0..PLACES;
    states().try_for_each(|state| space::check_moves(ring, &state))?;
    states().try_for_each(|state| capability::check_key(ring, &state))?;
    states().try_for_each(|state| capability::check_moves_into(ring, &state))?;
    capability::check_distinct_keys(ring, states())?;
    capability::check_goals(ring, states())?;
    capability::check_ranks(ring)?;
    let table = Table::new(ring)?;
    assert_eq!(table.layers(), [1, 2, 2, 2, 2, 2, 1]);
    states().try_for_each(|state| capability::check_pruned_distances(ring, &state, Cost::MAX))
}

#[test]
fn a_sound_space_passes() {
    space_laws(&Ring::new(Flaw::None)).unwrap();
}

#[test]
fn a_broken_space_is_found_out() {
    for (flaw, complaint) in [
        (Flaw::UndoOvershoots, "7: apply and undo of 1 give 6"),
        (Flaw::MoveListedTwice, "0: 1 is listed twice"),
        (Flaw::OrderVaries, "0: moves come in another order the second time"),
        (Flaw::CostsNothing, "0: 1 costs nothing"),
        (Flaw::CostsVary, "0: 1 costs 2 where every move should cost 1"),
        (Flaw::KeysCollide, "1: its key 0 unpacks to 0"),
        (Flaw::KeyForgets, "8: its key 8 unpacks to 0"),
        (Flaw::RanksShift, "0: unranked from 0, but ranked 1"),
        (Flaw::RankOutOfRange, "11: its rank 11 is out of range"),
        (Flaw::RankUnreachable, "12, of rank 12, cannot reach a goal"),
        (Flaw::IntoMissesOne, "4: -1 leads here from 5 but is not listed"),
        (Flaw::IntoInventsOne, "4: 2 should lead here from 2, where it is not legal"),
        (Flaw::GoalMissing, "6: the list of goals and the goal test disagree"),
        (Flaw::GoalInvented, "3 is listed as a goal and is none"),
        (Flaw::AllowsOther, "0 after 0: allowed"),
        (Flaw::PrunesTooMuch, "from 0, but"),
    ] {
        let found = space_laws(&Ring::new(flaw));
        assert!(found.as_ref().is_err_and(|message| message.contains(complaint)), "{flaw:?}: {found:?}");
    }
}

/// Laws that another one would catch first, asked for alone.
#[test]
fn each_law_stands_alone() {
    let ring = Ring::new(Flaw::KeysCollide);
    let collision = capability::check_distinct_keys(&ring, 0..PLACES).unwrap_err();
    assert_eq!(collision, "0 and 1 share the key 0");
    assert!(Table::new(&Ring::new(Flaw::RankOutOfRange)).unwrap_err().contains("out of range"));
    assert!(Table::new(&Ring::new(Flaw::RankUnreachable)).unwrap_err().contains("cannot reach a goal"));
}

/// A path 0 → 1 → 2 → 3 of unit costs; 3 is the goal.
fn path() -> Graph {
    Graph::new(4, &[3], &[(0, 1, 1), (1, 2, 1), (2, 3, 1)])
}

fn estimates(estimates: [Option<Cost>; 4], guarantees: Guarantees) -> Given {
    Given { estimates: estimates.to_vec(), guarantees }
}

fn heuristic_laws(heuristic: &impl Heuristic<Graph>) -> Check {
    heuristic_laws_of(&path(), heuristic)
}

fn heuristic_laws_of(graph: &Graph, heuristic: &impl Heuristic<Graph>) -> Check {
    graph.distances().into_iter().enumerate().try_for_each(|(node, distance)| {
        heuristic::check_estimate(graph, heuristic, &node, distance)?;
        heuristic::check_consistency(graph, heuristic, &node)
    })
}

#[test]
fn a_false_promise_is_found_out() {
    let sound = estimates([Some(3), Some(2), Some(1), Some(0)], Guarantees::CONSISTENT);
    heuristic_laws(&sound).unwrap();
    for (values, guarantees, complaint) in [
        ([Some(4), Some(2), Some(1), Some(0)], Guarantees::ADMISSIBLE, "0: estimated 4, but a goal is 3 away"),
        ([Some(3), Some(2), Some(1), Some(1)], Guarantees::ADMISSIBLE, "3: estimated 1, but a goal is 0 away"),
        ([Some(3), None, Some(1), Some(0)], Guarantees::NONE, "1: called a dead end, but a goal is 2 away"),
        ([Some(3), Some(0), Some(0), Some(0)], Guarantees::CONSISTENT, "0: the estimate drops from Some(3) to Some(0)"),
        (
            [Some(0); 4],
            Guarantees { admissible: false, consistent: true },
            "a consistent heuristic is admissible, and must say so",
        ),
    ] {
        let found = heuristic_laws(&estimates(values, guarantees));
        assert!(found.as_ref().is_err_and(|message| message.contains(complaint)), "{complaint}: {found:?}");
    }
    // What promises nothing breaks no promise.
    heuristic_laws(&estimates([Some(9), Some(0), Some(5), Some(0)], Guarantees::NONE)).unwrap();
}

/// Counts the steps left on the path, but forgets to count the last move down.
struct Drifting;

impl Heuristic<Graph> for Drifting {
    fn estimate(&self, state: &usize) -> Option<Cost> {
        Cost::try_from(3 - state).ok()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl Incremental<Graph> for Drifting {
    type Memo = Cost;

    fn memo(&self, state: &usize) -> Option<Cost> {
        self.estimate(state)
    }

    fn advance(&self, memo: Cost, before: &usize, _: Edge) -> Option<Cost> {
        Some(if *before == 2 { memo } else { memo - 1 })
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

#[test]
fn a_memo_that_drifts_is_found_out() {
    let graph = path();
    heuristic_laws(&Drifting).unwrap();
    heuristic::check_increments(&graph, &Drifting, &0).unwrap();
    assert!(heuristic::check_increments(&graph, &Drifting, &2).unwrap_err().contains("advanced to Some(1), afresh"));
    assert!(heuristic::check_walk(&graph, &Drifting, &0, 9, 1).unwrap_err().contains("carried along 3 moves"));
    let table = Table::new(&graph).unwrap();
    assert!(heuristic::check_table(&graph, &Drifting, &table).is_err());
}

/// What is wrong with the [`Liar`].
#[derive(Clone, Copy, Debug)]
enum Lie {
    CostTooLow,
    PathTooShort,
    IllegalMove,
    NotOptimal,
    Unsolvable,
    BoundTooHigh,
    IgnoresExpansions,
    IgnoresMemory,
    IgnoresCancel,
    HidesExpansions,
    Forgets,
    CallsItSolved,
}

/// A*, with its report changed.
struct Liar(Lie, Cell<u64>);

impl<H: Incremental<Graph>> Search<Graph, H> for Liar {
    fn run<O: Observer>(
        &self,
        graph: &Graph,
        start: &usize,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Edge> {
        let honest = AStar { tie_break: TieBreak::Fifo };
        let unlimited = Limits::default();
        let limits = match self.0 {
            Lie::IgnoresExpansions => &Limits { expansions: None, ..limits.clone() },
            Lie::IgnoresCancel => &Limits { cancel: unlimited.cancel.clone(), ..limits.clone() },
            Lie::IgnoresMemory => &Limits { memory: unlimited.memory, ..limits.clone() },
            _ => limits,
        };
        let mut run = match self.0 {
            Lie::HidesExpansions => honest.run(graph, start, heuristic, limits, &mut ()),
            _ => honest.run(graph, start, heuristic, limits, observer),
        };
        self.1.set(self.1.get() + 1);
        match (self.0, &mut run.outcome) {
            (Lie::CostTooLow, Outcome::Solved { cost, .. }) => *cost -= 1,
            (Lie::PathTooShort, Outcome::Solved { moves, cost, .. }) => {
                moves.pop();
                *cost -= 1;
            }
            (Lie::IllegalMove, Outcome::Solved { moves, .. }) => moves.swap(0, 1),
            (Lie::NotOptimal, Outcome::Solved { proof, .. }) => *proof = Proof::None,
            (Lie::Unsolvable, outcome) => *outcome = Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
            (Lie::BoundTooHigh, Outcome::LimitReached { lower_bound, .. }) => *lower_bound += 9,
            (Lie::Forgets, _) => run.stats.generated += self.1.get(),
            (Lie::CallsItSolved, outcome) => {
                *outcome = Outcome::LimitReached { limit: LimitKind::Time, lower_bound: 0, best_known: None };
            }
            _ => {}
        }
        run
    }

    fn solve<O: Observer>(&self, _: &Graph, _: &usize, _: &H, _: Meter<'_, O>) -> Run<Edge> {
        unreachable!("`run` lies without it")
    }
}

#[test]
fn an_algorithm_that_lies_is_found_out() {
    let graph = path();
    let check = |lie: Lie| -> Check {
        let algorithm = Liar(lie, Cell::new(0));
        let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &algorithm };
        trial.check_optimal(&0, Some(3))?;
        trial.check_all(&0, Some(3))
    };
    for (lie, complaint) in [
        (Lie::CostTooLow, "the solution costs 3, and 2 was said"),
        (Lie::PathTooShort, "the solution ends at 2, no goal"),
        (Lie::IllegalMove, "is illegal in 0"),
        (Lie::NotOptimal, "not with a proof"),
        (Lie::Unsolvable, "called unsolvable (Exhausted), but a goal is 3 away"),
        (Lie::BoundTooHigh, "lower bound 9 at the expansion limit, but a goal is 3 away"),
        (Lie::IgnoresExpansions, "when allowed 0 expansions"),
        (Lie::IgnoresMemory, "bytes of 1"),
        (Lie::IgnoresCancel, "expanded 3 nodes, though stopped by cancelled"),
        (Lie::HidesExpansions, "an observer saw [] expansions by depth, and [1, 1, 1] are reported"),
        (Lie::Forgets, "a second run differs from the first"),
        (Lie::CallsItSolved, "not with a proof"),
    ] {
        let found = check(lie);
        assert!(found.as_ref().is_err_and(|message| message.contains(complaint)), "{lie:?}: {found:?}");
    }
}

#[test]
fn a_wrong_optimum_is_found_out() {
    // 0 → 2 costs 5 directly and 2 by way of 1, which is estimated far too high by a heuristic that claims otherwise.
    let graph = Graph::new(3, &[2], &[(0, 2, 5), (0, 1, 1), (1, 2, 1)]);
    let claims = Given { estimates: vec![Some(0), Some(9), Some(0)], guarantees: Guarantees::ADMISSIBLE };
    assert!(heuristic_laws_of(&graph, &claims).is_err());
    let claims = Fresh { space: &graph, heuristic: claims };
    for algorithm in &[AStar { tie_break: TieBreak::Fifo }, AStar { tie_break: TieBreak::Lifo }] {
        let trial = Trial { space: &graph, heuristic: &claims, algorithm };
        let found = trial.check_optimal(&0, Some(2)).unwrap_err();
        assert_eq!(found, "0: solved at cost 5 (Optimal), but a goal is 2 away");
    }
}

#[test]
fn needless_expansions_are_found_out() {
    let graph = path();
    let perfect = Fresh { space: &graph, heuristic: estimates([Some(3), Some(2), Some(1), Some(0)], Guarantees::NONE) };
    let algorithm = &AStar::default();
    Trial { space: &graph, heuristic: &perfect, algorithm }.check_necessary_expansions(&0, 3).unwrap();
    // Told a shorter distance, the check takes the same work for too much; told a longer one, for too little.
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm };
    assert!(trial.check_necessary_expansions(&0, 1).is_err());
    let other_goal = Graph { goals: vec![1], ..path() };
    assert!(Trial { space: &other_goal, heuristic: &Zero, algorithm }.check_necessary_expansions(&0, 3).is_err());
}
