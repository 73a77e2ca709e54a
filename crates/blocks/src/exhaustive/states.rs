//! Lists of packed states.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::bits::Bits;
use crate::exhaustive::Heading;
use crate::exhaustive::pack::{Expander, Spare};
use crate::exhaustive::scratch::{CHUNK, Scratch};
use crate::exhaustive::table::Scramble;
use crate::exhaustive::word::Word;

/// Packed states, and for each the steps that need not be tried.
#[derive(Debug, Default)]
pub(super) struct States<K> {
    pub(super) keys: Vec<K>,
    pub(super) spares: Vec<Spare>,
}

impl<K> States<K> {
    /// Bytes of a state and of what is remembered of its last move.
    pub(super) const BYTES: u64 = (size_of::<K>() + size_of::<Spare>()) as u64;

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// How many states these and their images are.
    pub(super) fn len_with_images(&self) -> usize {
        2 * self.len() - self.spares.iter().map(|spare| spare.alone()).sum::<usize>()
    }

    #[inline]
    pub(super) fn push(&mut self, key: K, spare: Spare) {
        self.keys.push(key);
        self.spares.push(spare);
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.spares.clear();
    }

    pub(super) fn bytes(&self) -> u64 {
        self.keys.capacity() as u64 * Self::BYTES
    }

    /// The bytes that room for so many more takes, where it is not there.
    pub(super) fn bytes_for(&self, more: usize) -> u64 {
        (self.wanted(more) - self.keys.capacity()) as u64 * Self::BYTES
    }

    fn wanted(&self, more: usize) -> usize {
        let needed = self.len() + more;
        if needed <= self.keys.capacity() {
            self.keys.capacity()
        } else {
            needed.max(self.keys.capacity() + self.keys.capacity() / 4)
        }
    }

    pub(super) fn reserve(&mut self, more: usize) {
        let extra = self.wanted(more) - self.len();
        self.keys.reserve_exact(extra);
        self.spares.reserve_exact(extra);
    }

    /// Makes room for so many more, after claiming it.
    pub(super) fn claim<O: Observer>(&mut self, more: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let bytes = self.bytes_for(more);
        if bytes > 0 {
            meter.claim(bytes)?;
            self.reserve(more);
        }
        Ok(())
    }
}

/// Successors that wait to be looked up.
#[derive(Debug)]
pub(super) struct Batch<B, K> {
    pub(super) states: States<K>,
    pub(super) scrambled: Vec<u64>,
    scratch: Scratch<B, K>,
}

impl<B: Bits, K: Word> Default for Batch<B, K> {
    fn default() -> Self {
        Self { states: States::default(), scrambled: Vec::new(), scratch: Scratch::default() }
    }
}

impl<B: Bits, K: Word> Batch<B, K> {
    /// Adds the successors of some states, at most [`CHUNK`].
    pub(super) fn add(&mut self, expander: &Expander<'_, B, K>, heading: Heading, keys: &[K], spares: &[Spare]) {
        debug_assert!(keys.len() <= CHUNK);
        let Self { states, scratch, .. } = self;
        match heading {
            Heading::Forward => expander.expand(keys, spares, scratch, states),
            Heading::Backward => expander.expand_back(keys, states),
        }
    }

    pub(super) fn scramble(&mut self, expander: &Expander<'_, B, K>, scramble: Scramble) {
        self.scrambled.clear();
        self.scrambled.extend(self.states.keys.iter().map(|&key| scramble.apply(expander.short(key))));
    }

    /// Reads what will be needed.
    pub(super) fn touch(&self, mut read: impl FnMut(u64) -> u64) {
        let sum = self.scrambled.iter().fold(0u64, |sum, &scrambled| sum ^ read(scrambled));
        std::hint::black_box(sum);
    }
}
