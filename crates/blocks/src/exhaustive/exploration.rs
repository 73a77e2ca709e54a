//! What an exploration shows.

use fewest_search::{LimitKind, Stats};

use crate::bits::Bits;
use crate::exhaustive::flood::Table;
use crate::exhaustive::pack::Expander;
use crate::exhaustive::spill::Saved;
use crate::exhaustive::word::Word;
use crate::space::Board;

/// The states that are equally far from where an exploration began.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a, B, K> {
    /// How far.
    pub depth: u32,
    pub(super) expander: &'a Expander<'a, B, K>,
    /// Those in memory.
    pub(super) parts: &'a [&'a [K]],
    /// Those on disk.
    pub(super) saved: Option<Saved<'a>>,
    /// How many there are, at least one.
    pub len: usize,
}

impl<B: Bits, K: Word> Layer<'_, B, K> {
    /// The packed states; one of each pair of images where that stands for both.
    fn packed(&self) -> impl Iterator<Item = K> + '_ {
        let near = self.parts.iter().flat_map(|part| part.iter().copied());
        near.chain(self.saved.into_iter().flat_map(|saved| saved.states(self.expander)))
    }

    /// The states, in no particular order.
    pub fn states(&self) -> impl Iterator<Item = Board<B, K>> + '_ {
        self.packed().flat_map(|state| both(self.expander, state)).map(|state| self.expander.unpack(state))
    }

    /// Those that are goals.
    pub fn goals(&self) -> impl Iterator<Item = Board<B, K>> + '_ {
        let goals = self.packed().filter(|state| self.expander.is_goal(*state));
        goals.flat_map(|state| both(self.expander, state)).map(|state| self.expander.unpack(state))
    }
}

/// A state and its image, if that is another.
fn both<B: Bits, K: Word>(expander: &Expander<'_, B, K>, state: K) -> impl Iterator<Item = K> {
    let twin = expander.twin(state);
    std::iter::once(state).chain((twin != state).then_some(twin))
}

/// Everything that an exploration met.
#[derive(Debug)]
pub struct Exploration<'a, B, K> {
    /// How many states there are at each depth. Where a limit came first, the last of these layers was met but not
    /// expanded in full.
    pub layers: Vec<u64>,
    /// The limit that came first, if one did.
    pub limit: Option<LimitKind>,
    /// What was done.
    pub stats: Stats,
    /// Whether memory was full and the search went on with files. Only the sizes of the layers are known then, because the
    /// files are gone: [`contains`](Self::contains) and [`for_each_state`](Self::for_each_state) know of nothing.
    pub spilled: bool,
    pub(super) expander: Expander<'a, B, K>,
    pub(super) table: Table,
}

impl<B: Bits, K: Word> Exploration<'_, B, K> {
    /// How many states were met.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Whether a state was met.
    pub fn contains(&self, state: &Board<B, K>) -> bool {
        let canonical = self.expander.canonical(self.expander.pack(state));
        self.table.phase(self.table.scramble.apply(self.expander.short(canonical))).is_some()
    }

    /// Calls `visit` with every state that was met, in no particular order.
    pub fn for_each_state(&self, mut visit: impl FnMut(Board<B, K>)) {
        self.table.for_each(|scrambled, _| {
            let state = self.expander.long(self.table.scramble.undo(scrambled));
            both(&self.expander, state).for_each(|state| visit(self.expander.unpack(state)));
        });
    }
}
