//! A* while there is memory, IDA* below its frontier when there is none left (in the spirit of MREC, Sen and Bagchi
//! 1989): as fast as A* where that can finish, and never stopped by memory.

use crate::algorithms::a_star::ByF;
use crate::algorithms::best_first::BestFirst;
use crate::algorithms::dive::{Dive, Forgetful, Keep, NONE_CUT, Round, SubRoot, next_bound};
use crate::algorithms::path::{ended, move_between, solution_to, solved_at_start};
use crate::capability::{MovePruning, Packed};
use crate::closed::{Closed, NodeId};
use crate::frontier::TieBreak;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, Solution};

/// Nodes of the table that are passed over between two looks at the clock.
const SCAN_POLL: u32 = 1 << 14;

/// A* until its memory is full, then IDA* below every node of its frontier. Optimal with an admissible heuristic.
///
/// Where A* ends by itself, all is as with [`AStar`](super::AStar). Otherwise its tables stay as they are, and round
/// follows round: each searches depth-first, below every open node whose f is within the bound, what A* had no room for.
/// In a space where IDA* would not end, this need not either.
///
/// The A* part counts as one iteration and each round as another; a node from which a round dives is generated and
/// expanded anew.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::AStarIdaStar, example::Line};
/// // Not enough for any table at all.
/// let limits = Limits { memory: 10_000, ..Limits::default() };
/// let run = AStarIdaStar::default().run(&Line(50), &0, &Zero, &limits, &mut ());
/// assert_eq!(run.outcome.cost(), Some(50));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AStarIdaStar {
    /// Which of several equally promising nodes A* takes first.
    pub tie_break: TieBreak,
    /// The bytes that A* leaves for the depth-first part, which needs room for the moves along one path; but at most half
    /// of the memory limit.
    pub reserve: u64,
}

impl Default for AStarIdaStar {
    /// A reserve of 1 MiB is enough for paths of thousands of moves.
    fn default() -> Self {
        Self { tie_break: TieBreak::default(), reserve: 1 << 20 }
    }
}

impl<S: MovePruning + Packed, H: Incremental<S>> Search<S, H> for AStarIdaStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        meter.keep_back(self.reserve.min(meter.memory_limit() / 2));
        let mut search = BestFirst::new(space, heuristic, ByF, self.tie_break, meter);
        let end = search.explore(start);
        if end != Err(LimitKind::Memory) {
            return search.conclude(end);
        }
        let BestFirst { admissible, mut meter, closed, best, last, .. } = search;
        meter.keep_back(0);
        meter.begin_iteration();
        let below = Below { space, heuristic, admissible, start, closed: &closed, best, last };
        let known = || best.map(|(_, goal)| solution_to(space, &closed, goal));
        let outcome = match below.deepen(&mut meter) {
            Ok(found) => ended(found.or_else(known), admissible),
            Err(limit) => Outcome::LimitReached { limit, lower_bound: meter.lower_bound(), best_known: known() },
        };
        meter.finish(outcome)
    }
}

/// Rounds below the frontier that A* left.
///
/// *Nothing is lost.* The frontier is every node of the table that is not expanded at its present cost, and the node that
/// was being expanded when memory ran out. Let a round end without a goal. For each node (x, g) of the table, or that a
/// dive expanded, and every string σ of k moves from x to a goal, the least f that was cut off, or the cost of A*'s best
/// solution, is at most g + cost(σ) if the heuristic is admissible, and one of both exists if it is not. By induction on
/// k, with σ = mσ' where m leads to c: Where A* has expanded x, c is in the table at a cost of at most g + cost(m), or was
/// not put there for the sake of a solution that is as good. Where x is of the frontier, it was cut off or a dive has
/// expanded it. Where a dive has expanded x and m is allowed, c was cut off or expanded.
///
/// A dive that begins with the trace of a root forbids nothing that matters. Where [`MovePruning::TWINS_ARE_NEAR`], it
/// may begin as if the automaton had followed the move from the parent: where m is then forbidden, c is on the path that
/// begins with the parent, or one move off it, at no greater cost. Of that path the parent is in the table, the rest was
/// expanded by the dive, and the claim holds for c as it does for the children of these.
struct Below<'a, S: Packed, H> {
    space: &'a S,
    heuristic: &'a H,
    admissible: bool,
    start: &'a S::State,
    closed: &'a Closed<S::Key>,
    /// The best solution of A*.
    best: Option<(Cost, NodeId)>,
    /// The node that A* expanded last, perhaps not to the end.
    last: Option<NodeId>,
}

impl<S: MovePruning + Packed, H: Incremental<S>> Below<'_, S, H> {
    /// Runs round after round, until one ends at a goal, cuts nothing off, or comes to the cost of A*'s best solution:
    /// `None` where nothing better is to be found.
    fn deepen<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<Option<Solution<S::Move>>, LimitKind> {
        let mut dive = None;
        let mut least = NONE_CUT;
        self.for_each_root(meter, |f, _, _| {
            least = least.min(f);
            Ok(None::<()>)
        })?;
        let incumbent = self.best.map(|(cost, _)| cost);
        let Some(mut bound) = next_bound(least)? else { return Ok(None) };
        loop {
            if self.admissible {
                meter.raise_lower_bound(incumbent.map_or(bound, |cost| cost.min(bound)));
            }
            if incumbent.is_some_and(|cost| cost <= bound) {
                return Ok(None);
            }
            meter.begin_iteration();
            let mut least_cut = NONE_CUT;
            let solution = self.for_each_root(meter, |f, (id, root), meter| {
                if f > u64::from(bound) {
                    least_cut = least_cut.min(f);
                    return Ok(None);
                }
                meter.generate(1);
                let root = self.with_past(id, root);
                let dive: &mut Dive<S, H> = dive.get_or_insert_with(|| Dive::new(&root));
                dive.begin(&root, bound);
                let problem = (self.space, self.heuristic);
                match dive.finish::<false, _, _, _>(problem, &mut Forgetful, &mut Keep, meter)? {
                    Round::Solved { .. } => Ok(Some(self.solution(id, dive))),
                    Round::Searched { least_cut: below } => {
                        least_cut = least_cut.min(below);
                        Ok(None)
                    }
                }
            })?;
            if solution.is_some() {
                return Ok(solution);
            }
            let Some(next) = next_bound(least_cut)? else { return Ok(None) };
            meter.iteration(bound)?;
            bound = next;
        }
    }

    /// Visits every node of the frontier, with its f, until one yields something. Where there was no memory even for the
    /// start, the start is all there is.
    fn for_each_root<T, O: Observer>(
        &self,
        meter: &mut Meter<'_, O>,
        mut visit: impl FnMut(u64, (Option<NodeId>, SubRoot<S, H::Memo>), &mut Meter<'_, O>) -> Result<Option<T>, LimitKind>,
    ) -> Result<Option<T>, LimitKind> {
        let mut visit = |id, state: S::State, cost, meter: &mut Meter<'_, O>| {
            let Some(memo) = self.heuristic.memo(&state) else { return Ok(None) };
            let f = u64::from(cost) + u64::from(self.heuristic.value(memo));
            visit(f, (id, SubRoot { state, memo, trace: self.space.root_trace(), cost, before: None }), meter)
        };
        if self.closed.is_empty() {
            return visit(None, self.start.clone(), 0, meter);
        }
        for id in (0..).take(self.closed.len()) {
            if id % SCAN_POLL == 0 {
                meter.poll()?;
            }
            let node = self.closed.node(id);
            if node.is_expanded() && self.last != Some(id) {
                continue;
            }
            let found = visit(Some(id), self.space.unpack(&node.key()), node.cost(), meter)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A root with the state before it, and with as much of a trace as is known and safe.
    fn with_past(&self, id: Option<NodeId>, root: SubRoot<S, H::Memo>) -> SubRoot<S, H::Memo> {
        let Some((id, parent)) = id.and_then(|id| Some((id, self.closed.node(id).parent()?))) else { return root };
        let key = self.closed.node(parent).key();
        let root = SubRoot { before: Some(self.space.unpack(&key)), ..root };
        if !S::TWINS_ARE_NEAR {
            return root;
        }
        let mv = move_between(self.space, &key, &self.closed.node(id).key());
        SubRoot { trace: self.space.follow(root.trace, mv).unwrap_or(root.trace), ..root }
    }

    /// The path to a node of the frontier and on to where the dive ended.
    fn solution(&self, id: Option<NodeId>, dive: &Dive<S, H>) -> Solution<S::Move> {
        let mut solution = match id {
            Some(id) => solution_to(self.space, self.closed, id),
            None => Solution { moves: Vec::new(), cost: 0 },
        };
        for mv in dive.moves() {
            solution.cost += self.space.cost(mv);
            solution.moves.push(mv);
        }
        solution
    }
}
