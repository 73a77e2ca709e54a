//! IDA* (Korf 1985): depth-first search under a bound on f, repeated with the least f that the last bound cut off.

use crate::algorithms::dive::{Dive, Forgetful, Keep, Round, SubRoot, Visits, next_bound};
use crate::algorithms::path::ended;
use crate::capability::{MovePruning, Packed};
use crate::closed::Transpositions;
use crate::{Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, Solution, UnsolvableProof};

/// In which order a depth-first search tries the successors of a node. It changes which solution is found, and the work
/// of the last round; nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MoveOrder"))]
#[serde(rename_all = "kebab-case")]
pub enum Ordering {
    /// As the puzzle lists its moves, the last one first.
    #[default]
    #[serde(rename = "natural")]
    None,
    /// Those of least f first, and of these the first that the puzzle lists.
    ByF,
}

/// IDA*. Optimal with an admissible heuristic, in memory that grows with the length of the solution alone.
///
/// Successors are judged before they are made, and only those within the bound are made at all. The state is changed
/// in place; the moves still to try wait on one stack, so that nothing is allocated for a node and no depth overflows.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::IdaStar, example::Line};
/// let run = IdaStar::default().run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// assert_eq!(run.stats.iterations, 6); // bounds 0 to 5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdaStar {
    /// Which successors are tried first.
    pub ordering: Ordering,
    /// The bytes of a transposition table, if one is wanted: it remembers states that were expanded in a round, as many
    /// as it holds, so that other paths to them end there. It is claimed at once; where it does not fit into the memory
    /// limit, the search ends.
    pub table: Option<u64>,
}

impl<S: MovePruning<Trace: PartialEq + Send + 'static> + Packed, H: Incremental<S>> Search<S, H> for IdaStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        let table = |bytes: u64| {
            move |meter: &mut Meter<'_, O>| Transpositions::new(bytes, space.pack(start), space.root_trace(), meter)
        };
        let problem = (space, heuristic);
        match (self.ordering, self.table) {
            (Ordering::None, None) => plain(space, start, heuristic, meter),
            (Ordering::ByF, None) => deepen::<true, _, _, _, _>(problem, start, |_| Ok(Forgetful), meter),
            (Ordering::None, Some(bytes)) => deepen::<false, _, _, _, _>(problem, start, table(bytes), meter),
            (Ordering::ByF, Some(bytes)) => deepen::<true, _, _, _, _>(problem, start, table(bytes), meter),
        }
    }
}

/// IDA*, on one thread or several, that ignores its options but for the number of threads. Each option is code of its own in
/// the innermost loop: a program that compiles IDA* for many heuristics can do without most of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain<A>(pub A);

impl<S: MovePruning, H: Incremental<S>> Search<S, H> for Plain<IdaStar> {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        plain(space, start, heuristic, meter)
    }
}

/// IDA* without any option: what blind iterative deepening is too.
pub(super) fn plain<S: MovePruning, H: Incremental<S>, O: Observer>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    meter: Meter<'_, O>,
) -> Run<S::Move> {
    deepen::<false, _, _, _, _>((space, heuristic), start, |_| Ok(Forgetful), meter)
}

/// Runs all rounds and closes the books.
fn deepen<const BY_F: bool, S: MovePruning, H: Incremental<S>, V: Visits<S>, O: Observer>(
    problem: (&S, &H),
    start: &S::State,
    visits: impl FnOnce(&mut Meter<'_, O>) -> Result<V, LimitKind>,
    mut meter: Meter<'_, O>,
) -> Run<S::Move> {
    let end = rounds::<BY_F, _, _, _, _>(problem, start, visits, &mut meter);
    meter.conclude(end)
}

/// Runs round after round from one root, until one ends at a goal or cuts nothing off. What is remembered of visited states
/// is made when the first lower bound is known.
fn rounds<const BY_F: bool, S: MovePruning, H: Incremental<S>, V: Visits<S>, O: Observer>(
    problem: (&S, &H),
    start: &S::State,
    visits: impl FnOnce(&mut Meter<'_, O>) -> Result<V, LimitKind>,
    meter: &mut Meter<'_, O>,
) -> Result<Outcome<S::Move>, LimitKind> {
    let (space, heuristic) = problem;
    let Some(memo) = heuristic.memo(start) else {
        return Ok(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
    };
    let admissible = heuristic.guarantees().admissible;
    let mut bound = heuristic.value(memo);
    if admissible {
        meter.raise_lower_bound(bound);
    }
    let root = SubRoot { state: start.clone(), memo, trace: space.root_trace(), cost: 0, before: None };
    let mut dive = Dive::new(&root);
    let mut visits = visits(meter)?;
    loop {
        if admissible {
            meter.raise_lower_bound(bound);
        }
        meter.begin_iteration();
        meter.generate(1);
        dive.begin(&root, bound);
        visits.begin_round();
        let least_cut = match dive.finish::<BY_F, _, _, _>(problem, &mut visits, &mut Keep, meter)? {
            Round::Solved { cost } => {
                return Ok(ended(Some(Solution { moves: dive.moves().collect(), cost }), admissible));
            }
            Round::Searched { least_cut } => least_cut,
        };
        let Some(next) = next_bound(least_cut)? else { return Ok(ended(None, admissible)) };
        meter.iteration(bound)?;
        bound = next;
    }
}
