//! Which keys were met.

/// A set of keys.
pub(crate) trait Marks {
    /// Marks a key; whether it was not.
    fn mark(&mut self, key: u64) -> bool;

    /// Forgets these keys, which must be all that are marked.
    fn wipe(&mut self, keys: &[u64]);
}

/// A byte for each possible key: for keys of few bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense(Vec<bool>);

impl Dense {
    /// The most bits of a key: 4 MiB.
    pub(crate) const MAX_BITS: u32 = 22;

    /// Makes room for keys of so many bits.
    pub(crate) fn reserve(&mut self, bits: u32) {
        if self.0.len() < 1 << bits {
            self.0.resize(1 << bits, false);
        }
    }
}

impl Marks for Dense {
    #[inline]
    fn mark(&mut self, key: u64) -> bool {
        let mark = &mut self.0[usize::try_from(key).expect("few bits")];
        !std::mem::replace(mark, true)
    }

    fn wipe(&mut self, keys: &[u64]) {
        for &key in keys {
            self.0[usize::try_from(key).expect("few bits")] = false;
        }
    }
}

/// A table of the keys met, each plus one; open addressing.
#[derive(Clone, Debug)]
pub(crate) struct Hashed {
    slots: Vec<u64>,
    used: usize,
}

impl Default for Hashed {
    fn default() -> Self {
        Self { slots: vec![0; 1 << 12], used: 0 }
    }
}

/// From the golden ratio: spreads keys that differ in few bits (Fibonacci hashing, Knuth 1973).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hashed {
    /// Where an entry is or would be.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn slot(&self, entry: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = entry.wrapping_mul(SPREAD);
        let mut at = (hash ^ hash >> 29) as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != entry {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; 4 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let at = self.slot(entry);
            self.slots[at] = entry;
        }
    }
}

impl Marks for Hashed {
    #[inline]
    fn mark(&mut self, key: u64) -> bool {
        let at = self.slot(key + 1);
        if self.slots[at] != 0 {
            return false;
        }
        self.slots[at] = key + 1;
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            self.grow();
        }
        true
    }

    fn wipe(&mut self, _: &[u64]) {
        // A table that was large once would be slow to wipe for small clusters ever after.
        if self.slots.len() > 1 << 12 && self.used < self.slots.len() / 16 {
            self.slots.truncate(1 << 12);
        }
        self.slots.fill(0);
        self.used = 0;
    }
}
