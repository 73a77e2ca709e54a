//! Every state met, in four or eight bytes each: an exact hash table that need not store what the place says.
//!
//! A bijection scrambles the packed state. Its first bits name a shard. A small shard stores the rest in eight bytes. In a
//! large one the next bits name a bucket of one cache line, and only what is left of the state is stored, in four bytes
//! (quotienting: Knuth 1973, exercise 6.4-13; Cleary 1984). An entry then also says by how many buckets it was displaced,
//! so that the whole state can be read back and nothing is ever confused. Both keep the state's depth modulo three:
//! enough to walk back through the layers of an undirected space.
//!
//! Shards grow one by one, so that growing needs room for a copy of one shard only.

/// The bits of a scrambled state that name its shard.
pub(crate) const SHARD_BITS: u32 = 6;
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
/// The bits of an entry of a bucket beside what is left of the state: two for the depth, of which 0 means an empty
/// place, and four for the displacement.
const EXTRA_BITS: u32 = 6;
const MAX_DISPLACEMENT: u32 = (1 << 4) - 1;
/// Places of a new shard, as a power of two.
const FIRST_PLACE_BITS: u32 = 6;
/// From so many places on, as a power of two, what counts is memory, and before it is speed.
const MANY_PLACE_BITS: u32 = 12;
/// A shard grows when more than so many sixteenths are full.
const SMALL_FULL: usize = 10;
const LARGE_FULL: usize = 14;

/// A bijection on words of some bits that spreads every bit over the first ones (Fibonacci hashing: Knuth 1973).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scramble {
    /// The bits of a scrambled state.
    pub(crate) bits: u32,
    mask: u64,
}

impl Scramble {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const INVERSE: u64 = inverse(Self::FACTOR);

    /// For states of so many bits.
    pub(crate) fn new(bits: u32) -> Self {
        // A few bits more do no harm and leave enough to name shards and buckets.
        let bits = bits.max(32);
        Self { bits, mask: u64::MAX >> (u64::BITS - bits) }
    }

    #[inline]
    pub(crate) fn apply(self, key: u64) -> u64 {
        let folded = key ^ key >> self.bits.div_ceil(2);
        folded.wrapping_mul(Self::FACTOR) & self.mask
    }

    /// The state that was scrambled.
    #[inline]
    pub(crate) fn undo(self, scrambled: u64) -> u64 {
        let folded = scrambled.wrapping_mul(Self::INVERSE) & self.mask;
        folded ^ folded >> self.bits.div_ceil(2)
    }

    #[inline]
    pub(crate) fn shard(self, scrambled: u64) -> usize {
        place(scrambled >> (self.bits - SHARD_BITS), SHARDS)
    }
}

/// The lowest bits of a word as a place among so many, a power of two.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "places are in memory")]
pub(crate) fn place(word: u64, places: usize) -> usize {
    word as usize & (places - 1)
}

/// The place of an entry among those found by linear probing: that of its own, whatever its phase, or the first empty one.
#[expect(clippy::needless_bitwise_bool, reason = "one question, not two: see below")]
#[inline]
pub(crate) fn probe(places: &[u64], home: u64, entry: u64) -> usize {
    let last = places.len() - 1;
    let mut place = place(home, places.len());
    // There is always an empty place. One question, not two: which of them ends the loop is hard to foretell.
    let goes_on = |old: u64| (old != 0) & (old ^ entry > 3);
    while goes_on(places[place]) {
        place = (place + 1) & last;
    }
    place
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration: each round doubles the bits that are right.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

/// The depth of a state modulo three, as it is stored: 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phase(u8);

impl Phase {
    pub(crate) fn of(depth: u32) -> Self {
        Self(u8::try_from(depth % 3).expect("at most 2") + 1)
    }

    /// The depth modulo three.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// The two bits that are stored.
    pub(crate) fn bits(self) -> u64 {
        self.0.into()
    }

    /// The phase in the two lowest bits of an entry, unless it is empty.
    pub(crate) fn from_bits(entry: u64) -> Option<Self> {
        (entry & 3 != 0).then_some(Self((entry & 3) as u8))
    }
}

/// Sixteen entries of 32 bits, a cache line, filled from the front.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u32; 16]);

impl Bucket {
    const EMPTY: Self = Self([0; 16]);

    /// The phase of the entry that equals `wanted` in all but its phase, 0 where there is none; and how many entries
    /// there are.
    #[expect(clippy::inline_always, reason = "measured: a call for each bucket takes a seventh of the whole search")]
    #[inline(always)]
    fn find(&self, wanted: u32) -> (u8, usize) {
        // At most one entry differs by a phase alone. Written so that several are compared at once.
        let (mut phase, mut count) = (0, 0);
        for &entry in &self.0 {
            let difference = entry ^ wanted;
            phase |= if difference & !3 == 0 { difference } else { 0 };
            count += u32::from(entry != 0);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a phase is at most 3")]
        (phase as u8, count as usize)
    }
}

/// What [`Shard::insert`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    New,
    Known,
    /// Nothing was done: the shard must grow first.
    Full,
}

/// A large shard: buckets of short entries.
#[derive(Clone, Debug)]
struct Buckets {
    buckets: Vec<Bucket>,
    /// The bits of a scrambled state behind those of shard and bucket.
    rest_bits: u32,
}

impl Buckets {
    fn new(state_bits: u32, place_bits: u32) -> Self {
        let bucket_bits = place_bits - 4;
        Self { buckets: vec![Bucket::EMPTY; 1 << bucket_bits], rest_bits: state_bits - SHARD_BITS - bucket_bits }
    }

    /// Whether the entries of shards of so many places are short enough.
    fn fits(state_bits: u32, place_bits: u32) -> bool {
        place_bits >= MANY_PLACE_BITS && state_bits - SHARD_BITS - (place_bits - 4) + EXTRA_BITS <= u32::BITS
    }

    #[inline]
    fn home(&self, scrambled: u64) -> usize {
        place(scrambled >> self.rest_bits, self.buckets.len())
    }

    /// The entry of a state, without its phase, at some displacement.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "entries fit: see `fits`")]
    fn entry(&self, scrambled: u64, displacement: u32) -> u32 {
        ((scrambled & ((1 << self.rest_bits) - 1)) << EXTRA_BITS) as u32 | displacement << 2
    }

    #[inline]
    fn insert(&mut self, scrambled: u64, phase: Phase) -> Found {
        let home = self.home(scrambled);
        let last = self.buckets.len() - 1;
        for displacement in 0..=MAX_DISPLACEMENT {
            let entry = self.entry(scrambled, displacement);
            let bucket = &mut self.buckets[(home + displacement as usize) & last];
            let (found, count) = bucket.find(entry);
            if found != 0 {
                return Found::Known;
            }
            if let Some(place) = bucket.0.get_mut(count) {
                *place = entry | u32::from(phase.0);
                return Found::New;
            }
        }
        Found::Full
    }

    fn phase(&self, scrambled: u64) -> Option<Phase> {
        let home = self.home(scrambled);
        for displacement in 0..=MAX_DISPLACEMENT {
            let bucket = &self.buckets[(home + displacement as usize) & (self.buckets.len() - 1)];
            match bucket.find(self.entry(scrambled, displacement)) {
                (0, 16) => {}
                (0, _) => return None,
                (phase, _) => return Some(Phase(phase)),
            }
        }
        None
    }

    /// Every state as it was scrambled, without the bits of its shard, and its phase.
    fn iter(&self) -> impl Iterator<Item = (u64, Phase)> + '_ {
        let last = self.buckets.len() - 1;
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            bucket.0.iter().filter(|entry| **entry != 0).map(move |&entry| {
                let displacement = entry >> 2 & MAX_DISPLACEMENT;
                let home = index.wrapping_sub(displacement as usize) & last;
                ((home as u64) << self.rest_bits | u64::from(entry >> EXTRA_BITS), Phase((entry & 3) as u8))
            })
        })
    }
}

/// A small shard: whole states, found by linear probing.
#[derive(Clone, Debug)]
struct Places {
    places: Vec<u64>,
    /// The bits of a scrambled state behind those of shard and place.
    rest_bits: u32,
}

impl Places {
    fn new(state_bits: u32, place_bits: u32) -> Self {
        Self { places: vec![0; 1 << place_bits], rest_bits: state_bits - SHARD_BITS - place_bits }
    }

    /// A state without the bits of its shard, with room for the phase.
    #[inline]
    fn entry(&self, scrambled: u64) -> u64 {
        let state = scrambled & ((self.places.len() as u64) << self.rest_bits).wrapping_sub(1);
        state << 2
    }

    #[inline]
    fn find(&self, scrambled: u64) -> usize {
        probe(&self.places, scrambled >> self.rest_bits, self.entry(scrambled))
    }

    #[inline]
    fn insert(&mut self, scrambled: u64, phase: Phase) -> Found {
        let place = self.find(scrambled);
        if self.places[place] != 0 {
            return Found::Known;
        }
        self.places[place] = self.entry(scrambled) | u64::from(phase.0);
        Found::New
    }

    fn phase(&self, scrambled: u64) -> Option<Phase> {
        Phase::from_bits(self.places[self.find(scrambled)])
    }

    fn iter(&self) -> impl Iterator<Item = (u64, Phase)> + '_ {
        self.places.iter().filter_map(|&entry| Some((entry >> 2, Phase::from_bits(entry)?)))
    }
}

#[derive(Clone, Debug)]
enum Size {
    Small(Places),
    Large(Buckets),
}

/// A part of the table.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    size: Size,
    /// The bits of a scrambled state.
    state_bits: u32,
    /// How many places there are, as a power of two.
    place_bits: u32,
    number: u64,
    count: usize,
    grow_at: usize,
}

impl Shard {
    /// Shard number `number` for states that are scrambled like this, empty.
    pub(crate) fn new(scramble: Scramble, number: usize) -> Self {
        Self::sized(scramble.bits, number as u64, FIRST_PLACE_BITS)
    }

    fn sized(state_bits: u32, number: u64, place_bits: u32) -> Self {
        let (size, full) = if Buckets::fits(state_bits, place_bits) {
            (Size::Large(Buckets::new(state_bits, place_bits)), LARGE_FULL)
        } else {
            (Size::Small(Places::new(state_bits, place_bits)), SMALL_FULL)
        };
        Self { size, state_bits, place_bits, number, count: 0, grow_at: (1 << place_bits) / 16 * full }
    }

    fn bytes_of(state_bits: u32, place_bits: u32) -> u64 {
        if Buckets::fits(state_bits, place_bits) { 4 << place_bits } else { 8 << place_bits }
    }

    pub(crate) fn bytes(&self) -> u64 {
        Self::bytes_of(self.state_bits, self.place_bits)
    }

    /// Bytes that growing allocates, while those there are stay until it is done.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        Self::bytes_of(self.state_bits, self.next_place_bits())
    }

    /// Small shards grow in long steps, because moving is what costs.
    fn next_place_bits(&self) -> u32 {
        self.place_bits + if self.place_bits + 2 < MANY_PLACE_BITS { 2 } else { 1 }
    }

    /// Notes a state, unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, scrambled: u64, phase: Phase) -> Found {
        if self.count >= self.grow_at {
            return Found::Full;
        }
        let found = match &mut self.size {
            Size::Small(places) => places.insert(scrambled, phase),
            Size::Large(buckets) => buckets.insert(scrambled, phase),
        };
        self.count += usize::from(found == Found::New);
        found
    }

    /// Reads the line in which a state would be, so that it is near when it is needed.
    #[inline]
    pub(crate) fn touch(&self, scrambled: u64) -> u64 {
        match &self.size {
            Size::Small(places) => places.places[place(scrambled >> places.rest_bits, places.places.len())],
            Size::Large(buckets) => u64::from(buckets.buckets[buckets.home(scrambled)].0[0]),
        }
    }

    /// The phase of a state, or `None` where it is not there.
    pub(crate) fn phase(&self, scrambled: u64) -> Option<Phase> {
        match &self.size {
            Size::Small(places) => places.phase(scrambled),
            Size::Large(buckets) => buckets.phase(scrambled),
        }
    }

    /// Doubles the room.
    pub(crate) fn grow(&mut self) {
        let mut place_bits = self.next_place_bits();
        loop {
            let mut grown = Self::sized(self.state_bits, self.number, place_bits);
            let mut move_in = |(state, phase)| grown.insert(state, phase) == Found::New;
            let all = match &self.size {
                Size::Small(places) => places.iter().all(&mut move_in),
                Size::Large(buckets) => buckets.iter().all(&mut move_in),
            };
            if all {
                *self = grown;
                return;
            }
            place_bits += 1;
        }
    }

    /// Every state, scrambled, and its phase.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u64, Phase)) {
        let prefix = self.number << (self.state_bits - SHARD_BITS);
        match &self.size {
            Size::Small(places) => places.iter().for_each(|(state, phase)| visit(prefix | state, phase)),
            Size::Large(buckets) => buckets.iter().for_each(|(state, phase)| visit(prefix | state, phase)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn scrambling_is_undone() {
        for bits in [1, 31, 33, 44, 63, 64] {
            let scramble = Scramble::new(bits);
            for index in 0..10_000u64 {
                let key = index.wrapping_mul(0x2545_f491_4f6c_dd1d) & (u64::MAX >> (u64::BITS - bits));
                assert_eq!(scramble.undo(scramble.apply(key)), key);
                assert!(scramble.shard(scramble.apply(key)) < SHARDS);
            }
        }
    }

    /// A shard holds what was put in, with its phase, at every size: small, large, and on the way between.
    #[test]
    fn shards_hold_what_was_put_in() {
        for bits in [32, 40, 44, 64] {
            let scramble = Scramble::new(bits);
            let number = 5;
            let mut shard = Shard::new(scramble, number);
            let mut truth: HashMap<u64, Phase> = HashMap::new();
            let prefix = (number as u64) << (bits - SHARD_BITS);
            let mut word = 1u64;
            for index in 0..40_000u32 {
                word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                // Crowded into a few places, so that some are displaced.
                let state = prefix | ((word >> 7) & ((1 << (bits - SHARD_BITS)) - 1) & !(0xff << (bits - 16)));
                let phase = Phase::of(index);
                while shard.insert(state, phase) == Found::Full {
                    let (before, wanted) = (shard.count, shard.bytes_to_grow());
                    shard.grow();
                    assert_eq!(shard.count, before);
                    assert!(shard.bytes() >= wanted);
                }
                truth.entry(state).or_insert(phase);
            }
            assert_eq!(shard.count, truth.len());
            assert!(truth.iter().all(|(state, phase)| shard.phase(*state) == Some(*phase)));
            assert!((0..1000).all(|index| {
                let absent = prefix | 1 << (bits - 9) | index;
                truth.contains_key(&absent) == shard.phase(absent).is_some()
            }));
            let mut listed = 0;
            shard.for_each(|state, phase| {
                assert_eq!(truth.get(&state), Some(&phase));
                listed += 1;
            });
            assert_eq!(listed, truth.len());
        }
    }
}
