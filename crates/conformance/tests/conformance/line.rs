//! Limits that are just enough, at every number of states at which some table may grow.

use fewest_conformance::search::Trial;
use fewest_search::algorithms::{AStar, AStarIdaStar, BreadthFirst, DepthFirst};
use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Cost, Fresh, Guarantees, Heuristic, LimitKind, Limits, Outcome, Search, StateSpace, Zero};

/// From 0 upward, one by one, to the goal. Keys are as wide as one likes.
pub(crate) struct Line<const WIDTH: usize> {
    pub(crate) goal: u32,
}

impl<const WIDTH: usize> StateSpace for Line<WIDTH> {
    type State = u32;
    type Move = ();

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }

    fn for_each_move(&self, _: &u32, mut visit: impl FnMut(())) {
        visit(());
    }

    fn apply(&self, state: &mut u32, (): ()) {
        *state += 1;
    }

    fn undo(&self, state: &mut u32, (): ()) {
        *state -= 1;
    }
}

impl<const WIDTH: usize> Packed for Line<WIDTH> {
    type Key = [u32; WIDTH];

    fn pack(&self, state: &u32) -> [u32; WIDTH] {
        [*state; WIDTH]
    }

    fn unpack(&self, key: &[u32; WIDTH]) -> u32 {
        key[0]
    }
}

/// Forbids nothing.
impl<const WIDTH: usize> MovePruning for Line<WIDTH> {
    type Trace = ();

    fn root_trace(&self) {}

    fn follow(&self, (): (), (): ()) -> Option<()> {
        Some(())
    }
}

/// The way that is left.
struct Left(u32);

impl<const WIDTH: usize> Heuristic<Line<WIDTH>> for Left {
    fn estimate(&self, state: &u32) -> Option<Cost> {
        self.0.checked_sub(*state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

/// Memory ends while a node is expanded that is the only one not done with: all hangs on that node.
#[test]
fn the_hybrid_goes_on_from_the_node_where_memory_ended() {
    let goal = 2_000;
    let space = &Line::<128> { goal };
    let heuristic = Fresh { space, heuristic: Left(goal) };
    let limits = Limits { memory: 1_200_000, ..Limits::default() };
    let run = AStarIdaStar::default().run(space, &0, &heuristic, &limits, &mut ());
    assert_eq!(run.outcome.cost(), Some(goal));
    assert_eq!((run.stats.iterations, run.stats.expanded), (2, u64::from(goal) + 1), "A*, one round, one node twice");
    let limits = Limits { memory: limits.memory / 2, ..limits };
    let alone = AStar::default().run(space, &0, &heuristic, &limits, &mut ());
    assert!(matches!(alone.outcome, Outcome::LimitReached { limit: LimitKind::Memory, .. }), "else nothing is tested");
}

/// The last expansion may be the one that makes the table of visited states grow: it is allowed all the same.
#[test]
fn as_many_expansions_as_needed_are_enough() {
    for goal in 1..2_000 {
        let space = &Line::<1> { goal };
        let (distance, needed): (Cost, u64) = (goal, goal.into());
        let limits = [needed - 1, needed];
        let trial = Trial { space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
        let trial = Trial { space, heuristic: &Zero, algorithm: &DepthFirst::default() };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
        let trial = Trial { space, heuristic: &Zero, algorithm: &AStar::default() };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
    }
}
