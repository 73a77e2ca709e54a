//! Which keys were met.

/// A small number for each key, 0 at first.
pub(crate) trait Marks {
    /// Makes the mark `new` if it is `old`; whether it was.
    fn change(&mut self, key: u64, old: u8, new: u8) -> bool;

    /// Forgets these keys, which must be all that are marked.
    fn wipe(&mut self, keys: &[u64]);
}

/// A byte for each possible key: for keys of few bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense(Vec<u8>);

impl Dense {
    /// The most bits of a key: 4 MiB.
    pub(crate) const MAX_BITS: u32 = 22;

    /// Makes room for keys of so many bits.
    pub(crate) fn reserve(&mut self, bits: u32) {
        if self.0.len() < 1 << bits {
            self.0.resize(1 << bits, 0);
        }
    }
}

impl Marks for Dense {
    #[inline]
    fn change(&mut self, key: u64, old: u8, new: u8) -> bool {
        let mark = &mut self.0[usize::try_from(key).expect("few bits")];
        let is_so = *mark == old;
        if is_so {
            *mark = new;
        }
        is_so
    }

    fn wipe(&mut self, keys: &[u64]) {
        for &key in keys {
            self.0[usize::try_from(key).expect("few bits")] = 0;
        }
    }
}

/// A table of the keys met, each with its mark in the two lowest bits; open addressing.
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
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = key.wrapping_mul(SPREAD);
        let mut at = (hash ^ hash >> 29) as usize & mask;
        while self.slots[at] != 0 && self.slots[at] >> 2 != key {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let at = self.slot(entry >> 2);
            self.slots[at] = entry;
        }
    }
}

impl Marks for Hashed {
    #[inline]
    fn change(&mut self, key: u64, old: u8, new: u8) -> bool {
        let at = self.slot(key);
        let entry = self.slots[at];
        if entry & 3 != u64::from(old) {
            return false;
        }
        if entry == 0 {
            self.used += 1;
        }
        self.slots[at] = key << 2 | u64::from(new);
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
