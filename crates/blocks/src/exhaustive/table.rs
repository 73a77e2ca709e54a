//! Every state met, in four or eight bytes each: an exact hash table that stores what the place does not say.
//!
//! A bijection scrambles the packed state; its first bits name a shard, the next a bucket of one cache line, and only
//! what is left of it is stored (quotienting: Knuth 1973, exercise 6.4-13; Cleary 1984). An entry also says by how many
//! buckets it was displaced, so that the whole state can be read back and nothing is ever confused, and the state's
//! depth modulo three: enough to walk back through the layers of an undirected space.
//!
//! Shards grow one by one, so that growing needs room for a copy of one shard only.

/// The bits of a scrambled state that name its shard.
pub(crate) const SHARD_BITS: u32 = 6;
/// How many shards there are.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
/// The bits of an entry beside what is left of the state: two for the depth, of which 0 means an empty place, and four
/// for the displacement.
const EXTRA_BITS: u32 = 6;
const DISPLACEMENT_BITS: u32 = 4;
const MAX_DISPLACEMENT: u64 = (1 << DISPLACEMENT_BITS) - 1;
/// Bytes of a bucket: a cache line.
const BUCKET_BYTES: u64 = 64;
/// Buckets of a new shard, as a power of two.
const FIRST_BUCKET_BITS: u32 = 3;
/// A shard grows when more than so many sixteenths are full.
const FULL_SIXTEENTHS: usize = 14;

/// A bijection on words of some bits that spreads every bit over the first ones (Fibonacci hashing: Knuth 1973).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scramble {
    bits: u32,
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
        (scrambled >> (self.bits - SHARD_BITS)) as usize
    }
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
}

/// A bucket of entries, a cache line.
trait Bucket: Copy + Send {
    const EMPTY: Self;
    const LANES: usize;
    const ENTRY_BITS: u32;

    /// The phase of the entry that equals `wanted` in all but its phase; 0 where there is none.
    fn find(&self, wanted: u64) -> u8;
    /// Puts an entry into the first empty place; whether there was one.
    fn push(&mut self, entry: u64) -> bool;
    fn is_full(&self) -> bool;
    fn entries(&self) -> impl Iterator<Item = u64>;
}

macro_rules! bucket {
    ($name:ident, $entry:ty, $lanes:expr) => {
        #[derive(Clone, Copy, Debug)]
        #[repr(align(64))]
        struct $name([$entry; $lanes]);

        impl Bucket for $name {
            const EMPTY: Self = Self([0; $lanes]);
            const LANES: usize = $lanes;
            const ENTRY_BITS: u32 = <$entry>::BITS;

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "entries fit: the table is made so")]
            fn find(&self, wanted: u64) -> u8 {
                let wanted = wanted as $entry;
                // At most one differs by a phase alone: entry ^ wanted is then 1, 2 or 3.
                let phase = |entry: $entry| if (entry ^ wanted) < 4 { (entry ^ wanted) as $entry } else { 0 };
                self.0.iter().fold(0, |found, &entry| found | phase(entry)) as u8
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "entries fit: the table is made so")]
            fn push(&mut self, entry: u64) -> bool {
                match self.0.iter_mut().find(|place| **place == 0) {
                    Some(place) => {
                        *place = entry as $entry;
                        true
                    }
                    None => false,
                }
            }

            #[inline]
            fn is_full(&self) -> bool {
                self.0[$lanes - 1] != 0
            }

            fn entries(&self) -> impl Iterator<Item = u64> {
                self.0.iter().filter(|entry| **entry != 0).map(|entry| u64::from(*entry))
            }
        }
    };
}

bucket!(Narrow, u32, 16);
bucket!(Broad, u64, 8);

/// What [`Shard::insert`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    New,
    Known,
    /// Nothing was done: the shard must grow first.
    Full,
}

#[derive(Clone, Debug)]
struct Buckets<T> {
    buckets: Vec<T>,
    /// The bits of a scrambled state behind those of shard and bucket.
    rest_bits: u32,
    bucket_bits: u32,
}

impl<T: Bucket> Buckets<T> {
    fn new(state_bits: u32, bucket_bits: u32) -> Self {
        let rest_bits = state_bits - SHARD_BITS - bucket_bits;
        Self { buckets: vec![T::EMPTY; 1 << bucket_bits], rest_bits, bucket_bits }
    }

    /// Whether entries of shards of so many buckets fit.
    fn fits(state_bits: u32, bucket_bits: u32) -> bool {
        state_bits - SHARD_BITS - bucket_bits + EXTRA_BITS <= T::ENTRY_BITS
    }

    #[inline]
    fn home(&self, scrambled: u64) -> usize {
        (scrambled >> self.rest_bits) as usize & ((1 << self.bucket_bits) - 1)
    }

    #[inline]
    fn rest(&self, scrambled: u64) -> u64 {
        (scrambled & ((1 << self.rest_bits) - 1)) << EXTRA_BITS
    }

    #[inline]
    fn insert(&mut self, scrambled: u64, phase: Phase) -> Found {
        let (home, rest) = (self.home(scrambled), self.rest(scrambled));
        let last = self.buckets.len() - 1;
        for displacement in 0..=MAX_DISPLACEMENT {
            let entry = rest | displacement << 2;
            let bucket = &mut self.buckets[(home + displacement as usize) & last];
            if bucket.find(entry) != 0 {
                return Found::Known;
            }
            if bucket.push(entry | u64::from(phase.0)) {
                return Found::New;
            }
        }
        Found::Full
    }

    fn phase(&self, scrambled: u64) -> Option<Phase> {
        let (home, rest) = (self.home(scrambled), self.rest(scrambled));
        for displacement in 0..=MAX_DISPLACEMENT {
            let bucket = &self.buckets[(home + displacement as usize) & (self.buckets.len() - 1)];
            match bucket.find(rest | displacement << 2) {
                0 if !bucket.is_full() => return None,
                0 => {}
                phase => return Some(Phase(phase)),
            }
        }
        None
    }

    /// Every state as it was scrambled, without the bits of its shard, and its phase.
    fn iter(&self) -> impl Iterator<Item = (u64, Phase)> + '_ {
        let last = self.buckets.len() - 1;
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            bucket.entries().map(move |entry| {
                let displacement = (entry >> 2 & MAX_DISPLACEMENT) as usize;
                let home = index.wrapping_sub(displacement) & last;
                let phase = Phase((entry & 3) as u8);
                ((home as u64) << self.rest_bits | entry >> EXTRA_BITS, phase)
            })
        })
    }
}

#[derive(Clone, Debug)]
enum Size {
    Narrow(Buckets<Narrow>),
    Broad(Buckets<Broad>),
}

/// A part of the table.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    size: Size,
    state_bits: u32,
    number: u64,
    count: usize,
    grow_at: usize,
}

impl Shard {
    /// Shard number `number` for states that are scrambled like this, empty.
    pub(crate) fn new(scramble: Scramble, number: usize) -> Self {
        Self::sized(scramble.bits, number as u64, FIRST_BUCKET_BITS)
    }

    fn sized(state_bits: u32, number: u64, bucket_bits: u32) -> Self {
        let is_narrow = Buckets::<Narrow>::fits(state_bits, bucket_bits);
        let (size, lanes) = if is_narrow {
            (Size::Narrow(Buckets::new(state_bits, bucket_bits)), Narrow::LANES)
        } else {
            (Size::Broad(Buckets::new(state_bits, bucket_bits)), Broad::LANES)
        };
        Self { size, state_bits, number, count: 0, grow_at: (lanes << bucket_bits) / 16 * FULL_SIXTEENTHS }
    }

    fn bucket_bits(&self) -> u32 {
        match &self.size {
            Size::Narrow(buckets) => buckets.bucket_bits,
            Size::Broad(buckets) => buckets.bucket_bits,
        }
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Bytes of the shard.
    pub(crate) fn bytes(&self) -> u64 {
        BUCKET_BYTES << self.bucket_bits()
    }

    /// Bytes that growing allocates, while those there are stay until it is done.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        BUCKET_BYTES << self.next_bucket_bits()
    }

    /// When entries become half as long, as many buckets hold twice as many.
    fn next_bucket_bits(&self) -> u32 {
        let bits = self.bucket_bits();
        let is_broad = matches!(self.size, Size::Broad(_));
        if is_broad && Buckets::<Narrow>::fits(self.state_bits, bits) { bits } else { bits + 1 }
    }

    /// Notes a state, unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, scrambled: u64, phase: Phase) -> Found {
        if self.count >= self.grow_at {
            return Found::Full;
        }
        let found = match &mut self.size {
            Size::Narrow(buckets) => buckets.insert(scrambled, phase),
            Size::Broad(buckets) => buckets.insert(scrambled, phase),
        };
        self.count += usize::from(found == Found::New);
        found
    }

    /// Reads the line in which a state would be, so that it is near when it is needed.
    #[inline]
    pub(crate) fn touch(&self, scrambled: u64) -> u64 {
        match &self.size {
            Size::Narrow(buckets) => u64::from(buckets.buckets[buckets.home(scrambled)].0[0]),
            Size::Broad(buckets) => buckets.buckets[buckets.home(scrambled)].0[0],
        }
    }

    /// The phase of a state, or `None` where it is not there.
    pub(crate) fn phase(&self, scrambled: u64) -> Option<Phase> {
        match &self.size {
            Size::Narrow(buckets) => buckets.phase(scrambled),
            Size::Broad(buckets) => buckets.phase(scrambled),
        }
    }

    /// Doubles the room.
    pub(crate) fn grow(&mut self) {
        let mut bucket_bits = self.next_bucket_bits();
        'larger: loop {
            let mut grown = Self::sized(self.state_bits, self.number, bucket_bits);
            let mut move_in = |(state, phase)| grown.insert(state, phase) == Found::New;
            let all = match &self.size {
                Size::Narrow(buckets) => buckets.iter().all(&mut move_in),
                Size::Broad(buckets) => buckets.iter().all(&mut move_in),
            };
            if all {
                *self = grown;
                break 'larger;
            }
            bucket_bits += 1;
        }
    }

    /// Every state, scrambled.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u64)) {
        let prefix = self.number << (self.state_bits - SHARD_BITS);
        match &self.size {
            Size::Narrow(buckets) => buckets.iter().for_each(|(state, _)| visit(prefix | state)),
            Size::Broad(buckets) => buckets.iter().for_each(|(state, _)| visit(prefix | state)),
        }
    }
}
