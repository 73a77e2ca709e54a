//! The lists through which states go while they are expanded, see [`expand`](super::expand).

use crate::bits::Bits;
use crate::exhaustive::word::Word;

/// The most states that are expanded together.
pub(super) const CHUNK: usize = 32;

/// Writes an item at the end of a list, which has room for it, and lengthens the list if the item counts.
#[inline]
pub(super) fn add_if<T: Copy>(list: &mut [T], count: &mut usize, item: T, counts: bool) {
    list[*count] = item;
    *count += usize::from(counts);
}

#[inline]
pub(super) fn make_room<T: Copy + Default>(list: &mut Vec<T>, needed: usize) {
    if list.len() < needed {
        list.resize(needed.next_power_of_two(), T::default());
    }
}

/// A piece of one of the states.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nearby {
    /// The number of the state.
    pub(super) state: u16,
    /// The place of the piece's spot.
    pub(super) place: u16,
}

/// A step of one of the pieces, or what it has come to after some steps: four numbers of sixteen bits in one word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step(u64);

impl Step {
    /// The number of the state, or of the piece; where the piece was, where it is, and the way.
    #[inline]
    pub(super) fn new(owner: u16, from: u16, to: u16, way: u16) -> Self {
        Self(u64::from(owner) | u64::from(from) << 16 | u64::from(to) << 32 | u64::from(way) << 48)
    }

    /// The same piece, elsewhere.
    #[inline]
    pub(super) fn at(self, to: u16) -> Self {
        Self(self.0 & !(0xffff << 32) | u64::from(to) << 32)
    }

    #[inline]
    pub(super) fn owner(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    #[inline]
    pub(super) fn from(self) -> usize {
        (self.0 >> 16 & 0xffff) as usize
    }

    #[inline]
    pub(super) fn to(self) -> usize {
        (self.0 >> 32 & 0xffff) as usize
    }

    #[inline]
    pub(super) fn way(self) -> usize {
        (self.0 >> 48 & 3) as usize
    }
}

/// Steps of one of the states, a bit for each: the pieces that can make one in some way, or the ways in which a piece can.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sifted {
    pub(super) bits: u64,
    /// The number of the state.
    pub(super) owner: u16,
    /// The way, or the place of the piece's spot.
    pub(super) of: u16,
}

/// Lists the steps that are the bits of all words, one after the other; how many there are. When a word is empty, the next one takes
/// its place without a branch; there is room for one more word.
#[inline]
pub(super) fn list_steps(
    sifted: &mut [Sifted],
    words: usize,
    steps: &mut Vec<Step>,
    step: impl Fn(Sifted, u16) -> Step,
) -> usize {
    sifted[words] = Sifted::default();
    let sifted = &sifted[..=words];
    let (mut index, mut count) = (0, 0);
    let mut left = sifted[0].bits;
    while index < words {
        let word = sifted[index];
        let bit = (left.trailing_zeros() % 64) as u16;
        left &= left.wrapping_sub(1);
        index += usize::from(left == 0);
        left = if left == 0 { sifted[index].bits } else { left };
        make_room(steps, count + 1);
        steps[count] = step(word, bit);
        count += 1;
    }
    count
}

/// A piece that goes as far as it can.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker<B> {
    pub(super) state: u16,
    /// What is in its way.
    pub(super) others: B,
    /// Where it has been, by the last six bits of a spot's place.
    pub(super) seen: u64,
}

/// What expanding needs room for.
#[derive(Clone, Debug)]
pub(super) struct Scratch<B, K> {
    /// The states, what is taken in each, and their images.
    pub(super) keys: [K; CHUNK],
    pub(super) taken: [B; CHUNK],
    pub(super) twins: [K; CHUNK],
    /// The squares that the last move went over, where that is known.
    pub(super) trails: [B; CHUNK],
    /// How late the kind is of the piece that made it.
    pub(super) ranks: [u16; CHUNK],
    /// The spots of the pieces of one state.
    pub(super) places: [u16; 256],
    pub(super) sifted: Vec<Sifted>,
    /// Those that could as well have moved before the last move; so they did, but further on they may cross its trail.
    pub(super) quiet: Vec<Sifted>,
    pub(super) near: Vec<Nearby>,
    pub(super) steps: Vec<Step>,
    pub(super) further: Vec<Step>,
    /// Steps of which nothing comes unless they go on.
    pub(super) quiet_steps: Vec<Step>,
    pub(super) walkers: Vec<Walker<B>>,
    /// How many of the lists' items count.
    pub(super) near_count: usize,
    pub(super) step_count: usize,
    pub(super) quiet_count: usize,
}

impl<B: Bits, K: Word> Default for Scratch<B, K> {
    fn default() -> Self {
        Self {
            keys: [K::ZERO; CHUNK],
            taken: [B::EMPTY; CHUNK],
            twins: [K::ZERO; CHUNK],
            trails: [B::EMPTY; CHUNK],
            ranks: [0; CHUNK],
            places: [0; 256],
            sifted: Vec::new(),
            quiet: Vec::new(),
            near: Vec::new(),
            steps: Vec::new(),
            further: Vec::new(),
            quiet_steps: Vec::new(),
            walkers: Vec::new(),
            near_count: 0,
            step_count: 0,
            quiet_count: 0,
        }
    }
}
