//! The depth-first search of one round under a bound on f: the inner loop of IDA* and of all that is built on it.
//!
//! A dive starts at any sub-root: the start, a state that another thread left to do, or a node on the frontier of an A*.
//! What it can do besides is chosen by type, once for a search, and costs nothing where it is not wanted: trying
//! successors in another order, remembering visited states, giving work away, pausing.
//!
//! All nodes that wait lie on one stack, each with its state and its depth. The next one is taken from its top, whatever
//! depth the search was at before: nothing is taken back, and there is no way up to go. On a tree whose nodes mostly have
//! one child or none, steps up and down that cannot be foretold cost more than copies of small states. Only moves are
//! kept for each depth, to tell the path where it leads to a goal.
//!
//! Mostly a child is judged before it is put there, so that only those within the bound are. Where a heuristic updates
//! [in halves](Incremental::IN_HALVES), all are: the first half, made for all children of a node, fetches from
//! memory what the second, made when a child is taken from the stack, looks at.

use crate::capability::{MovePruning, Packed};
use crate::closed::Transpositions;
use crate::meter::Shown;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, StateSpace};

/// Where a dive starts, and how it came there.
pub(super) struct SubRoot<S: MovePruning, Memo> {
    pub(super) state: S::State,
    pub(super) memo: Memo,
    pub(super) trace: S::Trace,
    pub(super) cost: Cost,
    /// The state that the path to it comes from, where there is one that was shown.
    pub(super) before: Option<S::State>,
}

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

/// A node that waits to be expanded, or first to be judged.
#[derive(Clone, Debug)]
pub(super) struct Waiting<State, M, Memo, Trace> {
    pub(super) state: State,
    /// What it cost to come here.
    pub(super) cost: Cost,
    pub(super) mv: M,
    pub(super) memo: Memo,
    pub(super) trace: Trace,
    /// How many moves lead here from the sub-root.
    pub(super) depth: u32,
}

/// What waits in the search of a space with a heuristic.
pub(super) type WaitingIn<S, H> =
    Waiting<<S as StateSpace>::State, <S as StateSpace>::Move, <H as Incremental<S>>::Memo, <S as MovePruning>::Trace>;

/// What a dive remembers of the states that it expanded in this round.
pub(super) trait Visits<S: MovePruning> {
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

    /// Takes what it likes of what waits, lowest first, and says how much that was.
    fn share<O: Observer>(&mut self, stack: Stack<'_, S, H>, meter: &mut Meter<'_, O>) -> usize;
}

/// Keeps everything.
pub(super) struct Keep;

impl<S: MovePruning, H: Incremental<S>> Share<S, H> for Keep {
    #[inline]
    fn is_wanted(&self) -> bool {
        false
    }

    fn share<O: Observer>(&mut self, _: Stack<'_, S, H>, _: &mut Meter<'_, O>) -> usize {
        0
    }
}

/// What a dive has still to do, as it is offered to be shared.
pub(super) struct Stack<'a, S: MovePruning, H: Incremental<S>> {
    pub(super) path: &'a [S::Move],
    /// The nodes that wait beside the path.
    pub(super) waiting: &'a [WaitingIn<S, H>],
}

/// How many nodes a dive may expand before it pauses.
pub(super) trait Allowance {
    /// Whether there are none left.
    fn is_spent(&self) -> bool;

    /// Takes one.
    fn take(&mut self);
}

/// As many as it likes.
pub(super) struct Unlimited;

impl Allowance for Unlimited {
    #[inline]
    fn is_spent(&self) -> bool {
        false
    }

    #[inline]
    fn take(&mut self) {}
}

impl Allowance for u64 {
    #[inline]
    fn is_spent(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn take(&mut self) {
        *self -= 1;
    }
}

/// The depth-first search of one round: where it stands, and the room it works in, which the next round uses again.
pub(super) struct Dive<S: MovePruning, H: Incremental<S>> {
    bound: Cost,
    /// The node that is to be expanded next.
    state: S::State,
    cost: Cost,
    depth: usize,
    memo: H::Memo,
    trace: S::Trace,
    /// The state before the sub-root.
    before: Option<S::State>,
    /// The moves to that node; beyond them scrap.
    path: Vec<S::Move>,
    /// `waiting[bottom..top]` are the nodes to try, the deepest last; beyond them lies scrap: a child is written there
    /// before its f is compared, so that keeping it is an addition and not a branch.
    waiting: Vec<WaitingIn<S, H>>,
    bottom: usize,
    top: usize,
    /// How far the least f that was cut off is beyond the bound, less 1.
    least_over: u64,
    claimed: u64,
}

impl<S: MovePruning, H: Incremental<S>> Dive<S, H> {
    /// A round from `root` under a bound of 0; mostly [`begin`](Self::begin) comes next.
    pub(super) fn new(root: &SubRoot<S, H::Memo>) -> Self {
        Self {
            bound: 0,
            state: root.state.clone(),
            cost: root.cost,
            depth: 0,
            memo: root.memo,
            trace: root.trace,
            before: root.before.clone(),
            path: Vec::new(),
            waiting: Vec::new(),
            bottom: 0,
            top: 0,
            least_over: NONE_CUT,
            claimed: 0,
        }
    }

    /// Begins a round that searches every path from a sub-root whose f stays within `bound`.
    pub(super) fn begin(&mut self, root: &SubRoot<S, H::Memo>, bound: Cost) {
        self.bound = bound;
        self.state.clone_from(&root.state);
        self.cost = root.cost;
        self.depth = 0;
        self.memo = root.memo;
        self.trace = root.trace;
        self.before.clone_from(&root.before);
        self.bottom = 0;
        self.top = 0;
        self.least_over = NONE_CUT;
    }

    /// The moves from the sub-root to where the round stands.
    pub(super) fn moves(&self) -> impl Iterator<Item = S::Move> {
        self.path[..self.depth].iter().copied()
    }

    /// Goes on to the end of the round.
    ///
    /// # Errors
    /// The limit that was reached. The round cannot go on then.
    pub(super) fn finish<const BY_F: bool, V: Visits<S>, W: Share<S, H>, O: Observer>(
        &mut self,
        problem: (&S, &H),
        visits: &mut V,
        share: &mut W,
        meter: &mut Meter<'_, O>,
    ) -> Result<Round, LimitKind> {
        loop {
            if let Some(end) = self.proceed::<BY_F, _, _, _, _>(problem, visits, share, &mut Unlimited, meter)? {
                return Ok(end);
            }
        }
    }

    /// Goes on until the round ends or, which is `None`, the allowance is used up.
    ///
    /// # Errors
    /// The limit that was reached. The round cannot go on then.
    pub(super) fn proceed<const BY_F: bool, V: Visits<S>, W: Share<S, H>, A: Allowance, O: Observer>(
        &mut self,
        (space, heuristic): (&S, &H),
        visits: &mut V,
        share: &mut W,
        allowance: &mut A,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Round>, LimitKind> {
        let Self { path, waiting, claimed, before, .. } = self;
        let bound = self.bound;
        // How far an f is beyond the bound decides both what is kept and what the next bound is.
        let beyond = u64::from(bound) + 1;
        let (mut bottom, mut top, mut least_over) = (self.bottom, self.top, self.least_over);
        let (mut depth, mut memo, mut trace) = (self.depth, self.memo, self.trace);
        let (mut state, mut cost) = (self.state.clone(), self.cost);
        // Where memos come in halves, a node waits before it is judged, and is judged when its turn comes.
        let in_halves = H::IN_HALVES && !BY_F;
        loop {
            if in_halves && allowance.is_spent() {
                break;
            }
            let mut is_within = true;
            if in_halves {
                is_within = false;
                if let Some((settled, value)) = heuristic.settle(memo, bound.saturating_sub(cost)) {
                    let over = (u64::from(cost) + u64::from(value)).wrapping_sub(beyond);
                    least_over = least_over.min(over);
                    is_within = over >= WITHIN;
                    memo = settled;
                }
            }
            if is_within && space.is_goal(&state) {
                self.depth = depth;
                return Ok(Some(Round::Solved { cost }));
            }
            if !in_halves && allowance.is_spent() {
                break;
            }
            if is_within && !visits.covers(space, &state, trace, cost) {
                if meter.is_due() {
                    meter.poll_for_expansion()?;
                    if share.is_wanted() {
                        let stack = Stack { path: &path[..depth], waiting: &waiting[bottom..top] };
                        bottom += share.share(stack, meter);
                    }
                }
                meter.count_expansion(cost);
                if meter.is_watched() {
                    show(space, (state.clone(), cost), &path[..depth], before.as_ref(), meter);
                }
                allowance.take();
                let floor = top;
                let mut generated = 0;
                let mut full = Ok(());
                #[expect(clippy::cast_possible_truncation, reason = "a path of that many moves fits no memory")]
                let below = depth as u32 + 1;
                space.for_each_allowed(&state, trace, |mv, trace| {
                    generated += 1;
                    let cost = cost + space.cost(mv);
                    let memo = if in_halves {
                        heuristic.announce(memo, &state, mv).map(|memo| (memo, 0))
                    } else {
                        heuristic.advance_within(memo, &state, mv, bound.saturating_sub(cost))
                    };
                    let Some((memo, value)) = memo else { return };
                    let over = (u64::from(cost) + u64::from(value)).wrapping_sub(beyond);
                    if !in_halves {
                        least_over = least_over.min(over);
                    }
                    let mut after = state.clone();
                    space.apply(&mut after, mv);
                    let child = Waiting { state: after, cost, mv, memo, trace, depth: below };
                    match waiting.get_mut(top) {
                        Some(place) => *place = child,
                        None => full = full.and_then(|()| lengthen(waiting, child, claimed, meter)),
                    }
                    top += usize::from(in_halves || over >= WITHIN);
                });
                full?;
                meter.generate(generated);
                if BY_F {
                    let f = |child: &WaitingIn<S, H>| {
                        u64::from(space.cost(child.mv)) + u64::from(heuristic.value(child.memo))
                    };
                    least_last(&mut waiting[floor..top], f);
                }
            }
            if top == bottom {
                let least_cut = if least_over >= WITHIN { NONE_CUT } else { least_over + beyond };
                return Ok(Some(Round::Searched { least_cut }));
            }
            top -= 1;
            let child = waiting[top].clone();
            depth = child.depth as usize;
            state = child.state;
            cost = child.cost;
            match path.get_mut(depth - 1) {
                Some(step) => *step = child.mv,
                None => lengthen(path, child.mv, claimed, meter)?,
            }
            memo = child.memo;
            trace = child.trace;
        }
        (self.bottom, self.top, self.least_over) = (bottom, top, least_over);
        (self.depth, self.memo, self.trace) = (depth, memo, trace);
        (self.state, self.cost) = (state, cost);
        Ok(None)
    }
}

/// Shows a node. It comes from the state before its last move, or, where none was made, from the one before the sub-root.
#[cold]
#[inline(never)]
fn show<S: StateSpace, O: Observer>(
    space: &S,
    (state, cost): (S::State, Cost),
    path: &[S::Move],
    before: Option<&S::State>,
    meter: &mut Meter<'_, O>,
) {
    let parent = path.last().map(|&mv| {
        let mut parent = state.clone();
        space.undo(&mut parent, mv);
        parent
    });
    meter.show(cost, || Shown { state, parent: parent.or_else(|| before.cloned()), backward: false });
}

/// Sorts a few items so that the least comes last, where a stack is popped; of equal ones, the first.
fn least_last<T>(items: &mut [T], key: impl Fn(&T) -> u64) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && key(&items[place - 1]) <= key(&items[place]) {
            items.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Makes a stack longer, by copies of the first item that did not fit.
#[cold]
#[inline(never)]
fn lengthen<T: Clone, O: Observer>(
    stack: &mut Vec<T>,
    filler: T,
    claimed: &mut u64,
    meter: &mut Meter<'_, O>,
) -> Result<(), LimitKind> {
    let more = stack.len().max(64);
    let bytes = (more * size_of::<T>()) as u64;
    meter.claim(bytes)?;
    *claimed += bytes;
    stack.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
    stack.resize(stack.len() + more, filler);
    Ok(())
}
