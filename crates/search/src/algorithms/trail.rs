//! The way down of a depth-first search without recursion: the moves made, and the moves that wait beside them.

use crate::meter::Shown;
use crate::{Cost, LimitKind, Meter, Observer, StateSpace};

/// Room for so many is made at first; then it doubles.
const FIRST_ROOM: usize = 64;

/// A move on the path.
struct Step<M> {
    mv: M,
    /// Where the waiting moves of the node that it leaves begin.
    floor: usize,
}

/// The path to the deepest node, and all moves still to try along it, each with a note.
pub(crate) struct Trail<M, N> {
    path: Vec<Step<M>>,
    pub(crate) cost: Cost,
    /// The moves of the deepest node come last.
    waiting: Vec<(M, N)>,
    /// Where the waiting moves of the deepest node begin.
    floor: usize,
}

impl<M: Copy, N: Copy> Trail<M, N> {
    /// The trail at the start of a search.
    pub(crate) fn new() -> Self {
        Self { path: Vec::new(), cost: 0, waiting: Vec::new(), floor: 0 }
    }

    pub(crate) fn moves(&self) -> Vec<M> {
        self.path.iter().map(|step| step.mv).collect()
    }

    /// The deepest node, whose state this is, to be shown.
    pub(crate) fn shown<S: StateSpace<Move = M>>(&self, space: &S, state: &S::State) -> Shown<S::State> {
        let parent = self.path.last().map(|step| {
            let mut before = state.clone();
            space.undo(&mut before, step.mv);
            before
        });
        Shown { state: state.clone(), parent, backward: false }
    }

    /// Lets a move of the deepest node wait. The last to come is the first to be tried.
    #[inline]
    pub(crate) fn offer<O: Observer>(&mut self, mv: M, note: N, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        push(&mut self.waiting, (mv, note), meter)
    }

    /// The next move to try, where it is not too late: takes back the moves of the path that lead to nodes where none
    /// waits any more.
    #[inline]
    pub(crate) fn next<S: StateSpace<Move = M>>(&mut self, space: &S, state: &mut S::State) -> Option<(M, N)> {
        while self.waiting.len() == self.floor {
            let step = self.path.pop()?;
            space.undo(state, step.mv);
            self.cost -= space.cost(step.mv);
            self.floor = step.floor;
        }
        self.waiting.pop()
    }

    /// Makes a move that [`next`](Self::next) gave part of the path, which then costs `cost`.
    #[inline]
    pub(crate) fn follow<O: Observer>(&mut self, mv: M, cost: Cost, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        push(&mut self.path, Step { mv, floor: self.floor }, meter)?;
        self.cost = cost;
        self.floor = self.waiting.len();
        Ok(())
    }
}

#[inline]
fn push<T, O: Observer>(list: &mut Vec<T>, item: T, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    if list.len() == list.capacity() {
        lengthen(list, meter)?;
    }
    list.push(item);
    Ok(())
}

/// Makes room. While a list moves to a larger place both places are taken, and claimed.
#[cold]
#[inline(never)]
fn lengthen<T, O: Observer>(list: &mut Vec<T>, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let bytes = |items: usize| (items * size_of::<T>()) as u64;
    let (old, new) = (list.capacity(), (2 * list.capacity()).max(FIRST_ROOM));
    meter.claim(bytes(new))?;
    list.try_reserve_exact(new - list.len()).map_err(|_| LimitKind::Memory)?;
    meter.release(bytes(old));
    Ok(())
}
