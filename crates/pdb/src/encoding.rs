//! How values are packed into bytes.
//!
//! Values are stored as *codes*: the value less a base that the search knows anyway (for tiles the Manhattan distance of
//! the pattern), in steps of what values can differ by. Codes are small, and cutting off a large one, or keeping only the
//! least of several neighbours, leaves an admissible value. Where values of neighbouring states differ by at most 1,
//! their remainder modulo 3 is enough: a search that knows the value of a state knows its neighbours' (Cooperman and
//! Finkelstein 1992). Where they differ by exactly 1, and the state tells whether its value is even, one bit is enough:
//! a half of the value, even or odd, is that of one more or that of one less.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;
use std::thread;

use crate::build::UNREACHED;
use crate::threads::on_threads;

/// A way of packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Encoding {
    /// Codes of a number of bits, the least of each group of `1 << merge` consecutive ones.
    Codes {
        /// Bits to a code.
        bits: Bits,
        /// How many codes share an entry, as a power of two: at most [`MAX_MERGE`].
        merge: u8,
    },
    /// The values themselves, modulo 3, in two bits each.
    Mod3,
    /// The values themselves, modulo 4, in one bit each: whether they are even is left to who looks them up.
    Mod4,
}

/// The largest power of two of codes that share an entry.
pub const MAX_MERGE: u8 = 6;

/// How wide a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bits {
    /// One bit: codes up to 1.
    One,
    /// Two bits: codes up to 3.
    Two,
    /// Four bits: codes up to 15.
    Four,
    /// A byte.
    Eight,
}

/// A name that no encoding has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not an encoding: write byte, nibble, pair, bit, mod3 or mod4; the first four may store the minimum of 2 \
     to 64 entries, such as nibble-min4"
)]
pub struct EncodingError(String);

impl Bits {
    /// As a number.
    #[inline]
    pub const fn count(self) -> u32 {
        1 << self.log()
    }

    #[inline]
    const fn log(self) -> u32 {
        self as u32
    }

    /// The largest code.
    #[inline]
    pub const fn largest(self) -> u8 {
        u8::MAX >> (8 - self.count())
    }
}

impl Encoding {
    /// A byte for each code.
    pub const BYTE: Self = Self::Codes { bits: Bits::Eight, merge: 0 };
    /// Two codes to a byte.
    pub const NIBBLE: Self = Self::Codes { bits: Bits::Four, merge: 0 };
    /// Four codes to a byte.
    pub const PAIR: Self = Self::Codes { bits: Bits::Two, merge: 0 };

    /// Whether codes are values less a floor, or values themselves.
    pub const fn is_above_floor(self) -> bool {
        matches!(self, Self::Codes { .. })
    }

    /// Bits to an entry, and the power of two of codes that share it.
    pub const fn layout(self) -> (Bits, u8) {
        match self {
            Self::Codes { bits, merge } => (bits, merge),
            Self::Mod3 => (Bits::Two, 0),
            Self::Mod4 => (Bits::One, 0),
        }
    }

    /// The bytes that so many codes take.
    pub fn bytes(self, codes: u64) -> u64 {
        let (bits, merge) = self.layout();
        codes.div_ceil(1 << merge).div_ceil(u64::from(8 / bits.count()))
    }

    /// Packs codes, on all cores where there are many.
    pub fn pack(self, codes: &[u8]) -> Vec<u8> {
        let (bits, merge) = self.layout();
        let in_a_byte = 8 / bits.count() as usize;
        let mut packed = vec![0; codes.len().div_ceil(1 << merge).div_ceil(in_a_byte)];
        let threads =
            thread::available_parallelism().map_or(1, NonZero::get).min(packed.len().div_ceil(WORTH_A_THREAD));
        let share = packed.len().div_ceil(threads.max(1)).max(1);
        let parts = packed.chunks_mut(share).zip(codes.chunks((share * in_a_byte) << merge));
        on_threads(threads, parts, |(packed, codes)| self.pack_part(codes, packed));
        packed
    }

    fn pack_part(self, codes: &[u8], packed: &mut [u8]) {
        let (bits, merge) = self.layout();
        match (self, bits) {
            // What is never reached is never asked for.
            (Self::Mod3, _) => pack_entries::<4>(codes, packed, 0, |value| value % 3),
            (Self::Mod4, _) => pack_entries::<8>(codes, packed, 0, |value| value >> 1 & 1),
            (_, Bits::One) => pack_entries::<8>(codes, packed, merge, |code| code.min(1)),
            (_, Bits::Two) => pack_entries::<4>(codes, packed, merge, |code| code.min(3)),
            (_, Bits::Four) => pack_entries::<2>(codes, packed, merge, |code| code.min(15)),
            (_, Bits::Eight) => pack_entries::<1>(codes, packed, merge, |code| code),
        }
    }
}

/// Fewer bytes than this are not worth a second thread.
const WORTH_A_THREAD: usize = 1 << 20;

/// Packs `PER` entries to a byte, each the least of a group of codes.
fn pack_entries<const PER: usize>(codes: &[u8], packed: &mut [u8], merge: u8, entry: impl Fn(u8) -> u8) {
    let byte = |entries: &[u8]| {
        (0..).step_by(8 / PER).zip(entries).fold(0, |byte, (place, &code)| byte | entry(code) << place)
    };
    if merge == 0 {
        // Apart, so that the compiler sees how many there are, and packs many at once.
        let (whole, rest) = codes.as_chunks::<PER>();
        let (last, packed) = packed.split_last_mut().map_or((None, &mut [][..]), |(last, packed)| (Some(last), packed));
        for (packed, entries) in packed.iter_mut().zip(whole) {
            *packed = byte(entries);
        }
        if let Some(last) = last {
            *last = byte(if rest.is_empty() { &codes[codes.len() - PER..] } else { rest });
        }
        return;
    }
    for (packed, codes) in packed.iter_mut().zip(codes.chunks(PER << merge)) {
        let mut entries = [0; PER];
        let mut count = 0;
        for (entry, group) in entries.iter_mut().zip(codes.chunks(1 << merge)) {
            *entry = group.iter().copied().min().unwrap_or(UNREACHED);
            count += 1;
        }
        *packed = byte(&entries[..count]);
    }
}

/// How a code is found in packed bytes: nothing but shifts and masks, worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacking {
    /// From an index to its entry, and from an entry to its byte.
    merge: u8,
    to_byte: u8,
    /// From the place in a byte to bits.
    to_bits: u8,
    places: u8,
    largest: u8,
}

impl Unpacking {
    /// For an encoding.
    pub const fn new(encoding: Encoding) -> Self {
        let (bits, merge) = encoding.layout();
        #[expect(clippy::cast_possible_truncation, reason = "a logarithm of at most 3")]
        let log = bits.log() as u8;
        Self { merge, to_byte: 3 - log, to_bits: log, places: (1 << (3 - log)) - 1, largest: bits.largest() }
    }

    /// The byte that has the code at an index.
    #[inline]
    pub fn byte(self, index: usize) -> usize {
        index >> self.merge >> self.to_byte
    }

    /// The code at an index. What is beyond the bytes is 0.
    #[inline]
    pub fn code(self, bytes: &[u8], index: usize) -> u8 {
        let entry = index >> self.merge;
        #[expect(clippy::cast_possible_truncation, reason = "the place in a byte is in the low bits")]
        let place = (entry as u8 & self.places) << self.to_bits;
        match bytes.get(entry >> self.to_byte) {
            Some(byte) => byte >> place & self.largest,
            None => 0,
        }
    }
}

/// The names of widths, by their logarithm.
const WIDTHS: [(Bits, &str); 4] =
    [(Bits::One, "bit"), (Bits::Two, "pair"), (Bits::Four, "nibble"), (Bits::Eight, "byte")];

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, merge) = match self {
            Self::Codes { bits, merge } => (bits, merge),
            Self::Mod3 => return f.write_str("mod3"),
            Self::Mod4 => return f.write_str("mod4"),
        };
        f.write_str(WIDTHS[bits.log() as usize].1)?;
        if *merge > 0 { write!(f, "-min{}", 1 << merge) } else { Ok(()) }
    }
}

impl FromStr for Encoding {
    type Err = EncodingError;

    fn from_str(text: &str) -> Result<Self, EncodingError> {
        let unknown = || EncodingError(text.chars().take(40).collect());
        match text {
            "mod3" => return Ok(Self::Mod3),
            "mod4" => return Ok(Self::Mod4),
            _ => {}
        }
        let (width, merge) = match text.split_once("-min") {
            Some((width, group)) => {
                let group: u32 = group.parse().map_err(|_| unknown())?;
                let merge = (1..=MAX_MERGE).find(|&merge| 1 << merge == group).ok_or_else(unknown)?;
                (width, merge)
            }
            None => (text, 0),
        };
        let (bits, _) = WIDTHS.into_iter().find(|&(_, name)| name == width).ok_or_else(unknown)?;
        Ok(Self::Codes { bits, merge })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_no_greater() {
        let codes: Vec<u8> = (0..1000u32).map(|index| u8::try_from(index * 37 % 23).unwrap()).collect();
        for bits in [Bits::One, Bits::Two, Bits::Four, Bits::Eight] {
            for merge in 0..=MAX_MERGE {
                let packed = Encoding::Codes { bits, merge }.pack(&codes);
                let unpacking = Unpacking::new(Encoding::Codes { bits, merge });
                assert_eq!(packed.len() as u64, Encoding::Codes { bits, merge }.bytes(1000));
                for (index, group) in codes.chunks(1 << merge).enumerate() {
                    let least = group.iter().copied().min().unwrap().min(bits.largest());
                    for place in 0..group.len() {
                        assert_eq!(unpacking.code(&packed, (index << merge) + place), least);
                    }
                }
            }
        }
        let packed = Encoding::Mod3.pack(&codes);
        let unpacking = Unpacking::new(Encoding::Mod3);
        assert!((0..1000).all(|index| unpacking.code(&packed, index) == codes[index] % 3));
        assert_eq!(unpacking.code(&packed, 1000), 0);
        let packed = Encoding::Mod4.pack(&codes);
        let unpacking = Unpacking::new(Encoding::Mod4);
        assert!((0..1000).all(|index| unpacking.code(&packed, index) == codes[index] / 2 % 2));
    }

    #[test]
    fn many_codes_are_packed_as_few() {
        let codes: Vec<u8> = (0..3_000_011u32).map(|index| u8::try_from(index * 37 % 23).unwrap()).collect();
        for encoding in [Encoding::NIBBLE, Encoding::BYTE, Encoding::Codes { bits: Bits::Four, merge: 1 }] {
            let packed = encoding.pack(&codes);
            let apart: Vec<u8> = codes.chunks(1 << 14).flat_map(|codes| encoding.pack(codes)).collect();
            assert_eq!(packed, apart);
        }
        assert!(Encoding::NIBBLE.pack(&[]).is_empty());
    }

    #[test]
    fn names_are_read_as_written() {
        let mut all = vec![Encoding::Mod3, Encoding::Mod4];
        for bits in [Bits::One, Bits::Two, Bits::Four, Bits::Eight] {
            all.extend((0..=MAX_MERGE).map(|merge| Encoding::Codes { bits, merge }));
        }
        for encoding in all {
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        for bad in [
            "",
            "bits",
            "nibble-min",
            "nibble-min3",
            "byte-min128",
            "mod3-min2",
            "mod4-min2",
            "nibble-min-2",
            "pair-min1",
        ] {
            let error = bad.parse::<Encoding>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{bad:?} is not an encoding")), "{error}");
        }
    }
}
