//! The closed table: every state met, packed, once.
//!
//! Nodes lie in an [`Arena`] in the order they were found and never move, so a parent is just an index. An
//! open-addressing index finds them by key: one array of 8-bit tags, which linear probing reads within a cache line,
//! and one of 32-bit node numbers. A tag that matches by chance is settled by comparing whole keys: a collision costs
//! time, never truth. With a 64-bit key that is 16 bytes a node and 5 a slot.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::closed::arena::Arena;
use crate::closed::discard::discard;
use crate::{Cost, LimitKind, Meter, Observer};

/// The number of a node: its place in the order of discovery.
pub(crate) type NodeId = u32;

/// The parent of a start, and the mark of no node.
const NO_PARENT: NodeId = NodeId::MAX;
/// The tag of an empty slot; real tags have the lowest bit set.
const EMPTY: u8 = 0;
/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 10;
/// Bytes of a slot: the tag and the node number.
const SLOT_BYTES: usize = size_of::<u8>() + size_of::<NodeId>();
/// Nodes inserted between two looks at the clock while the index is rebuilt: in a large one each insertion touches two
/// new pages, at up to ten microseconds each while the old one is being taken back.
pub(super) const REBUILD_POLL: usize = 1 << 9;
/// The hash needs no secret: it must only be the same on every machine.
pub(super) const HASHER_SEED: u64 = 0x5eed_f0e5_7a11_b0a7;
/// The bit of `cost` that says a node was expanded.
const EXPANDED: u32 = 1 << 31;

/// A state met by the search, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<K> {
    key: K,
    parent: NodeId,
    /// The cost of the best known path, and whether the node was expanded at that cost.
    cost: u32,
}

impl<K: Copy> Node<K> {
    #[inline]
    pub(crate) fn key(&self) -> K {
        self.key
    }

    /// The cost of the best known path from the start.
    #[inline]
    pub(crate) fn cost(&self) -> Cost {
        self.cost & !EXPANDED
    }

    /// Whether the node was expanded at its present cost.
    #[inline]
    pub(crate) fn is_expanded(&self) -> bool {
        self.cost & EXPANDED != 0
    }

    /// Marks the node as expanded at its present cost.
    #[inline]
    pub(crate) fn set_expanded(&mut self) {
        self.cost |= EXPANDED;
    }

    /// The node before this one on the best known path; `None` for the start.
    #[inline]
    pub(crate) fn parent(&self) -> Option<NodeId> {
        (self.parent != NO_PARENT).then_some(self.parent)
    }

    /// Records a cheaper path, which makes the node ready for expansion again.
    #[inline]
    pub(crate) fn improve(&mut self, parent: NodeId, cost: Cost) {
        debug_assert!(cost < self.cost());
        self.parent = parent;
        self.cost = cost;
    }
}

/// What [`Closed::insert`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The state is new and now has this number.
    New(NodeId),
    /// The state was there under this number, and is unchanged.
    Known(NodeId),
}

/// All states met, by key and by number.
#[derive(Debug)]
pub(crate) struct Closed<K: Send + 'static> {
    nodes: Arena<Node<K>>,
    tags: Vec<u8>,
    slots: Vec<NodeId>,
    /// The number of nodes at which the index should grow.
    grow_at: usize,
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash + Send + 'static> Closed<K> {
    /// An empty table; it claims memory when the first state comes.
    pub(crate) fn new() -> Self {
        Self {
            nodes: Arena::default(),
            tags: Vec::new(),
            slots: Vec::new(),
            grow_at: 0,
            hasher: FixedState::with_seed(HASHER_SEED),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a number that [`insert`](Self::insert) gave.
    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node<K> {
        &self.nodes[id as usize]
    }

    /// The node of a number that [`insert`](Self::insert) gave.
    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node<K> {
        &mut self.nodes[id as usize]
    }

    /// Looks a state up, and adds it with this path if it is new. A start has no parent.
    ///
    /// # Errors
    /// [`LimitKind::Memory`] where a new state does not fit; another limit that was reached while the index grew.
    /// After an error the table must not be used for more than reading nodes.
    pub(crate) fn insert<O: Observer>(
        &mut self,
        key: K,
        parent: Option<NodeId>,
        cost: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Found, LimitKind> {
        if self.nodes.len() >= self.grow_at {
            self.grow(meter)?;
        }
        let hash = self.hasher.hash_one(key);
        let slot = match self.probe(&key, hash) {
            Ok(id) => return Ok(Found::Known(id)),
            Err(slot) => slot,
        };
        let id = match NodeId::try_from(self.nodes.len()) {
            Ok(id) if id != NO_PARENT => id,
            _ => return Err(LimitKind::Memory),
        };
        if cost >= EXPANDED {
            // No path this long is ever followed: its cost would not fit beside the flag.
            return Err(LimitKind::Memory);
        }
        self.nodes.push(Node { key, parent: parent.unwrap_or(NO_PARENT), cost }, meter)?;
        self.tags[slot] = tag(hash);
        self.slots[slot] = id;
        Ok(Found::New(id))
    }

    /// The number of a state, where it is known.
    #[inline]
    pub(crate) fn find(&self, key: &K) -> Option<NodeId> {
        if self.tags.is_empty() {
            return None;
        }
        self.probe(key, self.hasher.hash_one(key)).ok()
    }

    /// The number of a state, or the slot where it belongs. The index must have an empty slot.
    #[inline]
    fn probe(&self, key: &K, hash: u64) -> Result<NodeId, usize> {
        let tag = tag(hash);
        let mut slot = home(hash, self.tags.len());
        loop {
            let present = self.tags[slot];
            if present == EMPTY {
                return Err(slot);
            }
            if present == tag {
                let id = self.slots[slot];
                if self.nodes[id as usize].key == *key {
                    return Ok(id);
                }
            }
            slot = next(slot, self.tags.len());
        }
    }

    /// Forgets every state and keeps the memory for others.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.tags.fill(EMPTY);
    }

    /// The numbers on the path from the start to `id`, both included.
    pub(crate) fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.node(at).parent() {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Makes the index larger: twice as large while memory allows, then by a quarter; then it fills what there is to
    /// fifteen sixteenths. The old index is dropped before the new one is filled: the nodes are enough to rebuild it.
    #[cold]
    #[inline(never)]
    fn grow<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let old = self.tags.len();
        let wanted = [(old * 2).max(FIRST_SLOTS), old + old / 4];
        let more = |slots: usize| ((slots - old) * SLOT_BYTES) as u64;
        let Some(slots) = wanted.into_iter().find(|&slots| slots > old && meter.fits(more(slots))) else {
            let brim = old / 16 * 15;
            if self.nodes.len() >= brim {
                return Err(LimitKind::Memory);
            }
            self.grow_at = brim;
            return Ok(());
        };
        meter.claim(more(slots))?;
        // Asked for first, because the system hands out no memory while it takes back much; not touched until the old
        // index is on its way out.
        let fresh = (zeroed(slots)?, zeroed(slots)?);
        self.discard_index();
        (self.tags, self.slots) = fresh;
        self.grow_at = slots / 8 * 7;
        for (id, node) in (0..).zip(self.nodes.iter()) {
            let hash = self.hasher.hash_one(node.key);
            let mut slot = home(hash, slots);
            while self.tags[slot] != EMPTY {
                slot = next(slot, slots);
            }
            self.tags[slot] = tag(hash);
            self.slots[slot] = id;
            if (id as usize).is_multiple_of(REBUILD_POLL) {
                meter.poll()?;
            }
        }
        Ok(())
    }
}

impl<K: Send + 'static> Closed<K> {
    fn discard_index(&mut self) {
        let bytes = self.tags.len() * SLOT_BYTES;
        discard((std::mem::take(&mut self.tags), std::mem::take(&mut self.slots)), bytes);
    }
}

impl<K: Send + 'static> Drop for Closed<K> {
    fn drop(&mut self) {
        self.discard_index();
    }
}

/// The tag of a hash: never [`EMPTY`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a tag is the low byte of the hash")]
fn tag(hash: u64) -> u8 {
    hash as u8 | 1
}

/// The first slot to look at. Multiplying by the number of slots spreads the hash's high bits over any size.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the product's high half is below `slots`")]
pub(crate) fn home(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}

#[inline]
fn next(slot: usize, slots: usize) -> usize {
    if slot + 1 == slots { 0 } else { slot + 1 }
}

/// A zeroed vector, or the memory limit where the system has no room after all. Asking first keeps the refusal polite;
/// `vec!` then gets pages that the system zeroes as they are touched, so that a large table costs no pause.
fn zeroed<T: Copy + Default>(len: usize) -> Result<Vec<T>, LimitKind> {
    Vec::<T>::new().try_reserve_exact(len).map_err(|_| LimitKind::Memory)?;
    Ok(vec![T::default(); len])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::Colliding;
    use crate::limits::Limits;

    #[test]
    fn finds_every_state_again_across_growth() {
        let mut meter = Meter::for_test(Limits::default());
        let mut closed = Closed::new();
        for key in 0..200_000u64 {
            let found = closed.insert(key * 64, None, 1, &mut meter);
            assert_eq!(found, Ok(Found::New(NodeId::try_from(key).unwrap())));
        }
        for key in 0..200_000u64 {
            let found = closed.insert(key * 64, None, 1, &mut meter);
            assert_eq!(found, Ok(Found::Known(NodeId::try_from(key).unwrap())));
            assert_eq!(closed.find(&(key * 64)), Some(NodeId::try_from(key).unwrap()));
            assert_eq!(closed.find(&(key * 64 + 1)), None);
        }
        assert_eq!(closed.len(), 200_000);
        assert_eq!(Closed::new().find(&0u64), None);
    }

    #[test]
    fn a_hash_collision_is_never_taken_for_equality() {
        let mut meter = Meter::for_test(Limits::default());
        let mut closed = Closed::new();
        for key in 0..3000 {
            assert_eq!(closed.insert(Colliding(key), None, 0, &mut meter), Ok(Found::New(key)));
        }
        for key in 0..3000 {
            assert_eq!(closed.insert(Colliding(key), None, 0, &mut meter), Ok(Found::Known(key)));
        }
    }

    #[test]
    fn what_is_cleared_is_gone_and_its_memory_is_used_again() {
        let mut meter = Meter::for_test(Limits::default());
        let mut closed = Closed::new();
        assert_eq!(closed.find(&7), None);
        let peaks = [0u64, 1_000_000].map(|first| {
            for key in first..first + 50_000 {
                assert_eq!(closed.find(&key), None);
                let Ok(Found::New(id)) = closed.insert(key, None, 2, &mut meter) else { panic!("{key} is new") };
                assert_eq!((closed.find(&key), closed.node(id).key()), (Some(id), key));
            }
            assert_eq!(closed.len(), 50_000);
            closed.clear();
            assert!(closed.is_empty() && closed.find(&first).is_none());
            meter.fits(Limits::default().memory - 4_000_000)
        });
        assert_eq!(peaks, [true, true]);
    }

    #[test]
    fn stops_at_the_memory_limit_having_used_most_of_it() {
        for megabytes in [1, 3, 7, 20] {
            let mut meter = Meter::for_test(Limits { memory: megabytes << 20, ..Limits::default() });
            let mut closed = Closed::new();
            let mut key = 0u64;
            let limit = loop {
                match closed.insert(key, None, 0, &mut meter) {
                    Ok(_) => key += 1,
                    Err(limit) => break limit,
                }
            };
            assert_eq!(limit, LimitKind::Memory);
            let bytes_a_node = (megabytes << 20) / key;
            assert!((21..=32).contains(&bytes_a_node), "{bytes_a_node} bytes a node at {megabytes} MiB");
        }
    }

    #[test]
    fn a_path_runs_from_the_start() {
        let mut meter = Meter::for_test(Limits::default());
        let mut closed = Closed::new();
        for (key, parent) in [(10u64, None), (11, Some(0)), (12, Some(0)), (13, Some(2))] {
            closed.insert(key, parent, 0, &mut meter).unwrap();
        }
        assert_eq!(closed.path_to(3), [0, 2, 3]);
    }
}
