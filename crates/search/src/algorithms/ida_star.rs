//! IDA* (Korf 1985): depth-first search under a bound on f, repeated with the least f that the last bound cut off.

use crate::algorithms::dive::{Dive, Forgetful, Keep, Round, SubRoot, Visits, next_bound};
use crate::capability::{MovePruning, Packed};
use crate::closed::Transpositions;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Outcome, Proof, Run, Search, UnsolvableProof};

/// The order in which a depth-first search tries the successors of a node. It affects only which solution is found, and
/// the work of the last round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MoveOrder"))]
#[serde(rename_all = "kebab-case")]
pub enum Ordering {
    /// As the puzzle lists its moves, the last one first.
    #[default]
    #[serde(rename = "natural")]
    None,
    /// Those with the least f first, and among these the first that the puzzle lists.
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

impl<S, H> Search<S, H> for IdaStar
where
    S: MovePruning<Trace: PartialEq + Send + 'static> + Packed,
    H: Incremental<S>,
{
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        deepen(space, start, heuristic, meter, |deepening, meter| match self.table {
            None => deepening.run(self.ordering, &mut Forgetful, meter),
            Some(bytes) => Transpositions::new(bytes, space.pack(start), space.root_trace(), meter)
                .and_then(|mut table| deepening.run(self.ordering, &mut table, meter)),
        })
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
    deepen(space, start, heuristic, meter, |deepening, meter| deepening.deepen::<false, _, _>(&mut Forgetful, meter))
}

/// Begins at the start, has all rounds run, and closes the books.
fn deepen<'a, S: MovePruning, H: Incremental<S>, O: Observer>(
    space: &'a S,
    start: &S::State,
    heuristic: &'a H,
    mut meter: Meter<'_, O>,
    rounds: impl FnOnce(Deepening<'a, S, H>, &mut Meter<'_, O>) -> Result<Outcome<S::Move>, LimitKind>,
) -> Run<S::Move> {
    let end = match Deepening::new((space, heuristic), start, &mut meter) {
        None => Ok(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd }),
        Some(deepening) => rounds(deepening, &mut meter),
    };
    meter.conclude(end)
}

/// Rounds from one root: between two calls, where a search stands. The dive is a field, not a variable of the loop, which
/// would take registers from it: IDA* with linear conflicts would execute 6 % more instructions.
struct Deepening<'a, S: MovePruning, H: Incremental<S>> {
    problem: (&'a S, &'a H),
    admissible: bool,
    root: SubRoot<S, H::Memo>,
    bound: Cost,
    dive: Dive<S, H>,
}

impl<'a, S: MovePruning, H: Incremental<S>> Deepening<'a, S, H> {
    /// A search before its first round; `None` where the start is a dead end.
    fn new<O: Observer>(problem: (&'a S, &'a H), start: &S::State, meter: &mut Meter<'_, O>) -> Option<Self> {
        let (space, heuristic) = problem;
        let memo = heuristic.memo(start)?;
        let admissible = heuristic.guarantees().admissible;
        let bound = heuristic.value(memo);
        if admissible {
            meter.raise_lower_bound(bound);
        }
        let root = SubRoot { state: start.clone(), memo, trace: space.root_trace(), cost: 0, before: None };
        let dive = Dive::new(&root);
        Some(Self { problem, admissible, root, bound, dive })
    }

    fn run<V: Visits<S>, O: Observer>(
        self,
        ordering: Ordering,
        visits: &mut V,
        meter: &mut Meter<'_, O>,
    ) -> Result<Outcome<S::Move>, LimitKind> {
        match ordering {
            Ordering::None => self.deepen::<false, V, O>(visits, meter),
            Ordering::ByF => self.deepen::<true, V, O>(visits, meter),
        }
    }

    /// Runs round after round, until one ends at a goal or cuts nothing off.
    fn deepen<const BY_F: bool, V: Visits<S>, O: Observer>(
        mut self,
        visits: &mut V,
        meter: &mut Meter<'_, O>,
    ) -> Result<Outcome<S::Move>, LimitKind> {
        loop {
            self.begin_round(meter);
            visits.begin_round();
            let end = self.dive.finish::<BY_F, _, _, _>(self.problem, visits, &mut Keep, meter)?;
            if let Some(outcome) = self.end_round(&end, meter)? {
                return Ok(outcome);
            }
        }
    }

    fn begin_round<O: Observer>(&mut self, meter: &mut Meter<'_, O>) {
        if self.admissible {
            meter.raise_lower_bound(self.bound);
        }
        meter.begin_iteration();
        meter.generate(1);
        self.dive.begin(&self.root, self.bound);
    }

    /// How the search ends with this round; `None` where another one is to begin.
    fn end_round<O: Observer>(
        &mut self,
        end: &Round,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Outcome<S::Move>>, LimitKind> {
        let least_cut = match *end {
            Round::Solved { cost } => {
                let proof = if self.admissible { Proof::Optimal } else { Proof::None };
                return Ok(Some(Outcome::Solved { moves: self.dive.moves().collect(), cost, proof }));
            }
            Round::Searched { least_cut } => least_cut,
        };
        let Some(next) = next_bound(least_cut)? else {
            return Ok(Some(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }));
        };
        meter.iteration(self.bound)?;
        self.bound = next;
        Ok(None)
    }
}
