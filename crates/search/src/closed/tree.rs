//! A search tree that forgets: nodes with their children, found by state, in slots that are used again.
//!
//! Nodes of one hash are chained through the slots, so that taking one out leaves no gap, and the index grows without a
//! second copy.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::closed::arena::Arena;
use crate::closed::table::{HASHER_SEED, NodeId, REBUILD_POLL};
use crate::{Cost, LimitKind, Meter, Observer};

/// No node.
const NIL: NodeId = NodeId::MAX;
/// Chains of a new tree.
const FIRST_CHAINS: usize = 1 << 10;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<K> {
    pub(crate) key: K,
    /// The cost of the path from the root.
    pub(crate) cost: Cost,
    /// What a solution through this node costs at least: the node's own estimate, or what its forgotten children
    /// promise.
    pub(crate) promise: Cost,
    /// Children, by their number among the successors, that were forgotten and promise no more than `promise`.
    pub(crate) least: u32,
    /// All children that were forgotten.
    pub(crate) forgotten: u32,
    /// Moves from the root.
    pub(crate) depth: u32,
    /// This node's number among the successors of its parent.
    pub(crate) ordinal: u32,
    /// Whether the successors were generated.
    pub(crate) expanded: bool,
    parent: NodeId,
    first_child: NodeId,
    next_sibling: NodeId,
    previous_sibling: NodeId,
    /// The next node of the same hash, or the next free slot.
    chain: NodeId,
}

impl<K: Copy> Slot<K> {
    /// An unexpanded node that has no place in a tree yet.
    pub(crate) fn new(key: K, cost: Cost, promise: Cost, depth: u32, ordinal: u32) -> Self {
        Self {
            key,
            cost,
            promise,
            least: 0,
            forgotten: 0,
            depth,
            ordinal,
            expanded: false,
            parent: NIL,
            first_child: NIL,
            next_sibling: NIL,
            previous_sibling: NIL,
            chain: NIL,
        }
    }

    /// The parent; `None` for the root.
    pub(crate) fn parent(&self) -> Option<NodeId> {
        (self.parent != NIL).then_some(self.parent)
    }

    /// The child that was added last.
    pub(crate) fn first_child(&self) -> Option<NodeId> {
        (self.first_child != NIL).then_some(self.first_child)
    }
}

/// Nodes that hang together, one a state.
#[derive(Debug)]
pub(crate) struct Tree<K: Send + 'static> {
    slots: Arena<Slot<K>>,
    /// The first node of each hash.
    chains: Arena<NodeId>,
    /// How many chains are in use: a power of two, or 0.
    chain_count: usize,
    /// Whether memory for more chains was refused.
    chains_full: bool,
    free: NodeId,
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash + Send + 'static> Tree<K> {
    pub(crate) fn new() -> Self {
        Self {
            slots: Arena::default(),
            chains: Arena::default(),
            chain_count: 0,
            chains_full: false,
            free: NIL,
            hasher: FixedState::with_seed(HASHER_SEED),
        }
    }

    /// How many nodes there is room for, used and free.
    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn has_free_slot(&self) -> bool {
        self.free != NIL
    }

    /// Makes room for one more node; `key` is any key, to fill the slot with.
    ///
    /// # Errors
    /// [`LimitKind::Memory`] where there is none; another limit that was reached while the index grew.
    pub(crate) fn add_slot<O: Observer>(&mut self, key: K, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let id = match NodeId::try_from(self.slots.len()) {
            Ok(id) if id != NIL => id,
            _ => return Err(LimitKind::Memory),
        };
        if self.slots.len() >= self.chain_count && !self.chains_full {
            self.add_chains(meter)?;
        }
        let mut slot = Slot::new(key, 0, 0, 0, 0);
        slot.chain = self.free;
        self.slots.push(slot, meter)?;
        self.free = id;
        Ok(())
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Slot<K> {
        &self.slots[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Slot<K> {
        &mut self.slots[id as usize]
    }

    pub(crate) fn find(&self, key: &K) -> Option<NodeId> {
        let mut at = self.chains[self.chain_of(key)];
        while at != NIL {
            let slot = &self.slots[at as usize];
            if slot.key == *key {
                return Some(at);
            }
            at = slot.chain;
        }
        None
    }

    /// Adds a node whose state is not there yet, below `parent`; there must be a free slot.
    pub(crate) fn add(&mut self, parent: Option<NodeId>, mut slot: Slot<K>) -> NodeId {
        let id = self.free;
        self.free = self.slots[id as usize].chain;
        let chain = self.chain_of(&slot.key);
        slot.chain = self.chains[chain];
        self.chains[chain] = id;
        if let Some(parent) = parent {
            slot.parent = parent;
            slot.next_sibling = self.slots[parent as usize].first_child;
            self.slots[parent as usize].first_child = id;
            if slot.next_sibling != NIL {
                self.slots[slot.next_sibling as usize].previous_sibling = id;
            }
        }
        self.slots[id as usize] = slot;
        id
    }

    pub(crate) fn remove(&mut self, id: NodeId) {
        let Slot { key, parent, first_child, next_sibling, previous_sibling, chain: after, .. } = *self.node(id);
        debug_assert!(first_child == NIL, "children go first");
        if next_sibling != NIL {
            self.slots[next_sibling as usize].previous_sibling = previous_sibling;
        }
        if previous_sibling != NIL {
            self.slots[previous_sibling as usize].next_sibling = next_sibling;
        } else if parent != NIL {
            self.slots[parent as usize].first_child = next_sibling;
        }
        let chain = self.chain_of(&key);
        if self.chains[chain] == id {
            self.chains[chain] = after;
        } else {
            let mut at = self.chains[chain];
            while self.slots[at as usize].chain != id {
                at = self.slots[at as usize].chain;
            }
            self.slots[at as usize].chain = after;
        }
        // A free slot has no parent and no child: nothing hangs on it.
        self.slots[id as usize] = Slot { chain: self.free, ..Slot::new(key, 0, 0, 0, 0) };
        self.free = id;
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    fn chain_of(&self, key: &K) -> usize {
        self.hasher.hash_one(key) as usize & (self.chain_count - 1)
    }

    /// Doubles the number of chains while memory allows; after that chains grow longer. Every slot is in use when this
    /// is called.
    #[cold]
    #[inline(never)]
    fn add_chains<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let wanted = (2 * self.chain_count).max(FIRST_CHAINS);
        while self.chains.len() < wanted {
            match self.chains.push(NIL, meter) {
                Ok(()) => {}
                Err(LimitKind::Memory) if self.chain_count > 0 => {
                    self.chains_full = true;
                    return Ok(());
                }
                Err(limit) => return Err(limit),
            }
        }
        self.chain_count = wanted;
        for chain in 0..wanted {
            self.chains[chain] = NIL;
        }
        for (id, at) in (0..).zip(0..self.slots.len()) {
            let chain = self.chain_of(&self.slots[at].key);
            self.slots[at].chain = self.chains[chain];
            self.chains[chain] = id;
            if at.is_multiple_of(REBUILD_POLL) {
                meter.poll()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;

    /// Adds and removes leaves at random and compares with a map of parents.
    #[test]
    fn keeps_what_was_added_and_forgets_what_was_removed() {
        let mut meter = Meter::for_test(Limits::default());
        let mut tree = Tree::new();
        tree.add_slot(0u64, &mut meter).unwrap();
        let root = tree.add(None, Slot::new(0u64, 0, 0, 0, 0));
        let mut parents: BTreeMap<u64, u64> = BTreeMap::new();
        let mut random = 9u64;
        for step in 0..40_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let pick = (random >> 33) % 5000;
            match (tree.find(&pick), parents.contains_key(&pick) || pick == 0) {
                (Some(id), true) => {
                    assert_eq!(tree.node(id).key, pick);
                    if id != root && tree.node(id).first_child().is_none() && step % 3 == 0 {
                        tree.remove(id);
                        parents.remove(&pick);
                    }
                }
                (None, false) => {
                    if !tree.has_free_slot() {
                        tree.add_slot(0, &mut meter).unwrap();
                    }
                    let parent = (random >> 50) % 5000;
                    let parent = tree.find(&parent).unwrap_or(root);
                    parents.insert(pick, tree.node(parent).key);
                    tree.add(Some(parent), Slot::new(pick, 0, 0, 0, 0));
                }
                (found, known) => panic!("{pick}: found {found:?}, known {known}"),
            }
        }
        let children = |id: NodeId| {
            let mut children = Vec::new();
            let mut at = tree.node(id).first_child;
            while at != NIL {
                children.push(tree.node(at).key);
                at = tree.node(at).next_sibling;
            }
            children.sort_unstable();
            children
        };
        for key in parents.keys().copied().chain([0]) {
            let id = tree.find(&key).unwrap();
            let expected: Vec<u64> =
                parents.iter().filter(|(_, parent)| **parent == key).map(|(&key, _)| key).collect();
            assert_eq!(children(id), expected);
        }
        assert!(tree.slots() > 2 * FIRST_CHAINS, "the index never grew");
    }
}
