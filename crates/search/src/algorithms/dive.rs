//! The depth-first search of one round under a bound on f: the inner loop of IDA* and of all that is built on it.
//!
//! A dive starts at any sub-root: the start, a state that another thread left to do, or a node on the frontier of an A*.
//! What it can do besides is chosen by type, once for a search, and costs nothing where it is not wanted: trying
//! successors in another order, remembering visited states, giving work away.

use crate::capability::{MovePruning, Packed};
use crate::closed::Transpositions;
use crate::heuristic::Incremental;
use crate::limits::LimitKind;
use crate::meter::Meter;
use crate::observer::Observer;
use crate::space::Cost;

/// Where a dive starts, and how it came there.
pub(super) struct SubRoot<S: MovePruning, Memo> {
    pub(super) state: S::State,
    pub(super) memo: Memo,
    pub(super) trace: S::Trace,
    pub(super) cost: Cost,
}

/// How a round ended.
pub(super) enum Round {
    /// At a goal; the path leads there.
    Solved { cost: Cost },
    /// With everything within the bound searched. This is the least f that was cut off, or [`NONE_CUT`].
    Searched { least_cut: u64 },
}

/// The least f that was cut off where none was.
pub(super) const NONE_CUT: u64 = u64::MAX;

/// How far an f is beyond the bound, where that is below 0 and wraps around: from here on.
const WITHIN: u64 = 1 << 63;

/// The bound of the next round; `None` where nothing was cut off.
///
/// # Errors
/// [`LimitKind::Memory`] for an f that no cost can express: no search here goes that far.
pub(super) fn next_bound(least_cut: u64) -> Result<Option<Cost>, LimitKind> {
    if least_cut == NONE_CUT {
        return Ok(None);
    }
    Cost::try_from(least_cut).map(Some).map_err(|_| LimitKind::Memory)
}

/// A move on the path, and where the moves that wait beside it begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<M> {
    pub(super) mv: M,
    pub(super) floor: usize,
}

/// A move that is within the bound and still to be tried, with what is known of the state behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<M, Memo, Trace> {
    pub(super) mv: M,
    pub(super) memo: Memo,
    pub(super) trace: Trace,
}

/// What a dive remembers of the states that it expanded in this round.
pub(super) trait Visits<S: MovePruning> {
    /// A new round begins.
    fn begin_round(&mut self);

    /// Whether a state need not be expanded. Otherwise it will be.
    fn covers(&mut self, space: &S, state: &S::State, trace: S::Trace, cost: Cost) -> bool;
}

/// Remembers nothing.
pub(super) struct Forgetful;

impl<S: MovePruning> Visits<S> for Forgetful {
    fn begin_round(&mut self) {}

    #[inline]
    fn covers(&mut self, _: &S, _: &S::State, _: S::Trace, _: Cost) -> bool {
        false
    }
}

/// A state that was expanded in this round at no greater cost is not expanded again. Entries are made before the
/// subtree is searched, so that cycles end too.
///
/// *Nothing is lost.* Let a round end without a goal. For each node (s, g) that was expanded in it and every string σ
/// of k moves, of those meant below, from s to a goal, the least f that was cut off is at most g + cost(σ) if the
/// heuristic is admissible, and exists if it is not. By induction on k: s was no goal, so k > 0 and σ = mσ', where m leads
/// to c at cost g' = g + cost(m). The heuristic did not call c a dead end, for it is none. Either c was cut off, at f ≤ g + cost(σ) if h is admissible; or c was expanded, or
/// dropped because c was expanded at a cost of at most g', and the claim holds for it with σ'. So the next bound is no
/// greater than the cost of any solution, and one exists while there is a solution. What a dropped subtree would have
/// cut off need not be known.
///
/// *Which strings.* Move pruning makes this depend on the trace: after one trace a move is forbidden that is allowed
/// after another, and the twin for whose sake it is forbidden may run through a state that was dropped in turn: in general
/// the two are not safe together (Holte 2013). Therefore an entry counts only for the trace it was made after.
/// Then nodes are pairs of state and trace and the strings are those that are allowed after the trace, of which one is
/// optimal at the start.
///
/// *Near twins.* Where [`MovePruning::TWINS_ARE_NEAR`], the claim holds for all strings and entries count for every
/// trace: a forbidden move m leads to a state c that, at no greater cost than g', is on the path, and so was expanded; or
/// is one allowed move off it, and so was cut off, expanded or dropped as above.
impl<S: MovePruning<Trace: PartialEq + Send + 'static> + Packed> Visits<S> for Transpositions<S::Key, S::Trace> {
    fn begin_round(&mut self) {
        self.begin_round();
    }

    #[inline]
    fn covers(&mut self, space: &S, state: &S::State, trace: S::Trace, cost: Cost) -> bool {
        self.covers(space.pack(state), trace, S::TWINS_ARE_NEAR, cost)
    }
}

/// A chance, at each look at the clock, to give some of the waiting moves to someone else.
pub(super) trait Share<S: MovePruning, H: Incremental<S>> {
    /// Whether there is someone.
    fn is_wanted(&self) -> bool;

    /// Takes what it likes of what waits, lowest first, and sets the floors of the path accordingly.
    fn share<O: Observer>(&mut self, stack: Stack<'_, S, H>, meter: &mut Meter<'_, O>);
}

/// Keeps everything.
pub(super) struct Keep;

impl<S: MovePruning, H: Incremental<S>> Share<S, H> for Keep {
    #[inline]
    fn is_wanted(&self) -> bool {
        false
    }

    fn share<O: Observer>(&mut self, _: Stack<'_, S, H>, _: &mut Meter<'_, O>) {}
}

/// What a dive has still to do, as it is offered to be shared.
pub(super) struct Stack<'a, S: MovePruning, H: Incremental<S>> {
    pub(super) space: &'a S,
    /// The state at the end of the path. A copy, so that the inner loop can keep its own in registers.
    pub(super) state: S::State,
    /// What it cost to come there.
    pub(super) cost: Cost,
    pub(super) path: &'a mut [Step<S::Move>],
    /// The moves that wait beside the path.
    pub(super) waiting: &'a [Waiting<S::Move, H::Memo, S::Trace>],
}

/// The depth-first search of one round, and the room it works in.
pub(super) struct Dive<'a, S: MovePruning, H: Incremental<S>> {
    space: &'a S,
    heuristic: &'a H,
    /// The path, and beyond it scrap.
    path: Vec<Step<S::Move>>,
    /// How long the path was when the last round ended.
    length: usize,
    waiting: Vec<Waiting<S::Move, H::Memo, S::Trace>>,
}

impl<'a, S: MovePruning, H: Incremental<S>> Dive<'a, S, H> {
    pub(super) fn new(space: &'a S, heuristic: &'a H) -> Self {
        Self { space, heuristic, path: Vec::new(), length: 0, waiting: Vec::new() }
    }

    /// The moves from the sub-root to where the last round ended.
    pub(super) fn moves(&self) -> impl Iterator<Item = S::Move> {
        self.path[..self.length].iter().map(|step| step.mv)
    }

    /// Searches every path from a sub-root whose f stays within `bound`, or until a goal.
    ///
    /// `waiting[..top]` are the moves to try, those of the deepest node last, from `floor` on. Beyond `top` lies
    /// scrap: a child is written there before its f is compared, so that keeping it is an addition and not a branch.
    pub(super) fn within<const BY_F: bool, V: Visits<S>, W: Share<S, H>, O: Observer>(
        &mut self,
        bound: Cost,
        root: &SubRoot<S, H::Memo>,
        visits: &mut V,
        share: &mut W,
        meter: &mut Meter<'_, O>,
    ) -> Result<Round, LimitKind> {
        let Self { space, heuristic, path, length, waiting } = self;
        let mut state = root.state.clone();
        let mut depth = 0;
        // How far an f is beyond the bound decides both what is kept and what the next bound is.
        let beyond = u64::from(bound) + 1;
        let mut least_over = NONE_CUT;
        let mut top = 0;
        let mut floor = 0;
        let SubRoot { mut memo, mut trace, mut cost, .. } = *root;
        loop {
            if space.is_goal(&state) {
                *length = depth;
                return Ok(Round::Solved { cost });
            }
            if !visits.covers(space, &state, trace, cost) {
                if meter.is_due() {
                    meter.poll_for_expansion()?;
                    if share.is_wanted() {
                        let (state, path) = (state.clone(), &mut path[..depth]);
                        share.share(Stack { space, state, cost, path, waiting: &waiting[..floor] }, meter);
                    }
                }
                meter.count_expansion(cost);
                let mut generated = 0;
                let mut full = Ok(());
                space.for_each_allowed(&state, trace, |mv, trace| {
                    generated += 1;
                    let Some(memo) = heuristic.advance(memo, &state, mv) else { return };
                    let f = u64::from(cost) + u64::from(space.cost(mv)) + u64::from(heuristic.value(memo));
                    let over = f.wrapping_sub(beyond);
                    let child = Waiting { mv, memo, trace };
                    match waiting.get_mut(top) {
                        Some(place) => *place = child,
                        None => full = full.and_then(|()| lengthen(waiting, child, meter)),
                    }
                    top += usize::from(over >= WITHIN);
                    least_over = least_over.min(over);
                });
                full?;
                meter.generate(generated);
                if BY_F {
                    let f = |child: &Waiting<_, _, _>| {
                        u64::from(space.cost(child.mv)) + u64::from(heuristic.value(child.memo))
                    };
                    least_last(&mut waiting[floor..top], f);
                }
            }
            while top == floor {
                if depth == 0 {
                    let least_cut = if least_over >= WITHIN { NONE_CUT } else { least_over + beyond };
                    return Ok(Round::Searched { least_cut });
                }
                depth -= 1;
                let step = path[depth];
                space.undo(&mut state, step.mv);
                cost -= space.cost(step.mv);
                floor = step.floor;
            }
            top -= 1;
            let child = waiting[top];
            match path.get_mut(depth) {
                // Field by field: a step that is put together elsewhere first is slow to read back whole.
                Some(place) => {
                    place.mv = child.mv;
                    place.floor = floor;
                }
                None => lengthen(path, Step { mv: child.mv, floor }, meter)?,
            }
            depth += 1;
            space.apply(&mut state, child.mv);
            cost += space.cost(child.mv);
            floor = top;
            memo = child.memo;
            trace = child.trace;
        }
    }
}

/// Sorts a few items so that the least comes last, where a stack is popped; of equal ones, the first.
fn least_last<T: Copy>(items: &mut [T], key: impl Fn(&T) -> u64) {
    for end in 1..items.len() {
        let item = items[end];
        let mut place = end;
        while place > 0 && key(&items[place - 1]) <= key(&item) {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
    }
}

/// Makes a stack longer, by copies of the first item that did not fit.
#[cold]
#[inline(never)]
fn lengthen<T: Copy, O: Observer>(stack: &mut Vec<T>, filler: T, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let more = stack.len().max(64);
    meter.claim((more * size_of::<T>()) as u64)?;
    stack.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
    stack.resize(stack.len() + more, filler);
    Ok(())
}
