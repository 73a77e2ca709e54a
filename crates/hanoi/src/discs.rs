//! How an arrangement is held in memory: for each disc its peg, in as few bits as the pegs need. Every assignment of
//! discs to pegs is one arrangement, since the discs on a peg have only one order. The search is compiled once for each
//! packing.
//!
//! | packing | pegs | discs |
//! |---|---|---|
//! | `Word64<2>` | 4 | 32 |
//! | `Word64<3>` | 8 | 21 |
//! | `Word64<4>` | 16 | 16 |
//! | `Word64<5>` | 26 | 12 |
//! | `Bytes` | 26 | 64 |

use std::fmt::Debug;
use std::hash::Hash;

use crate::size::{MAX_DISCS, MAX_PEGS, Size};

/// What can be kept for each peg.
pub trait PerPegItem: Copy + Debug + PartialEq + Send + Sync + 'static {}

impl<T: Copy + Debug + PartialEq + Send + Sync + 'static> PerPegItem for T {}

/// The pegs of all discs, packed. Discs are numbered from 0, the smallest; those beyond the puzzle's are on peg 0.
pub trait Discs: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most discs it can hold.
    const DISCS: usize;
    /// The most pegs it can tell apart.
    const PEGS: usize;

    /// Something for each peg.
    type PerPeg<T: PerPegItem>: PerPegItem + AsRef<[T]> + AsMut<[T]>;

    /// The same for each peg.
    fn per_peg<T: PerPegItem>(value: T) -> Self::PerPeg<T>;

    /// Packs the pegs of at most [`DISCS`](Self::DISCS) discs.
    fn pack(pegs: impl IntoIterator<Item = u8>) -> Self;

    /// The peg of a disc.
    fn peg(&self, disc: usize) -> usize;

    /// Moves a disc from its peg to another.
    fn shift(&mut self, disc: usize, from: usize, to: usize);

    /// The smallest of the first `discs` discs on a peg; `discs` where the peg is empty.
    fn top(&self, peg: usize, discs: usize) -> usize;

    /// Whether it holds puzzles of this size.
    fn fits(size: Size) -> bool {
        size.discs() <= Self::DISCS && size.pegs() <= Self::PEGS
    }
}

/// Discs of `BITS` bits each in one register of 64: the smallest disc lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word64<const BITS: u32>(u64);

macro_rules! discs_in_words {
    ($($bits:literal: $pegs:literal),*) => {$(
        impl Word64<$bits> {
            /// The lowest bit of each disc.
            const ONES: u64 = {
                let (mut ones, mut disc) = (0, 0);
                while disc < u64::BITS / $bits {
                    ones |= 1 << (disc * $bits);
                    disc += 1;
                }
                ones
            };
        }

        impl Discs for Word64<$bits> {
            const DISCS: usize = (u64::BITS / $bits) as usize;
            const PEGS: usize = $pegs;

            type PerPeg<T: PerPegItem> = [T; $pegs];

            fn per_peg<T: PerPegItem>(value: T) -> [T; $pegs] {
                [value; $pegs]
            }

            fn pack(pegs: impl IntoIterator<Item = u8>) -> Self {
                Self((0..).step_by($bits).zip(pegs).fold(0, |word, (bit, peg)| word | u64::from(peg) << bit))
            }

            #[inline]
            fn peg(&self, disc: usize) -> usize {
                (self.0 >> ($bits * disc) & ((1 << $bits) - 1)) as usize
            }

            #[inline]
            fn shift(&mut self, disc: usize, from: usize, to: usize) {
                self.0 ^= ((from ^ to) as u64) << ($bits * disc);
            }

            #[inline]
            fn top(&self, peg: usize, discs: usize) -> usize {
                // Discs on this peg become 0; folding their bits onto the lowest tells which did.
                let mut others = self.0 ^ Self::ONES * peg as u64;
                for bit in 1..$bits {
                    others |= (self.0 ^ Self::ONES * peg as u64) >> bit;
                }
                let first = (!others & Self::ONES).trailing_zeros() / $bits;
                // An empty peg, or discs that do not exist and so seem to be on peg 0.
                (first as usize).min(discs)
            }
        }
    )*};
}

discs_in_words!(2: 4, 3: 8, 4: 16, 5: 26);

/// A byte for each disc: any puzzle at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes([u8; MAX_DISCS]);

impl Discs for Bytes {
    const DISCS: usize = MAX_DISCS;
    const PEGS: usize = MAX_PEGS;

    type PerPeg<T: PerPegItem> = [T; MAX_PEGS];

    fn per_peg<T: PerPegItem>(value: T) -> [T; MAX_PEGS] {
        [value; MAX_PEGS]
    }

    fn pack(pegs: impl IntoIterator<Item = u8>) -> Self {
        let mut bytes = [0; MAX_DISCS];
        for (byte, peg) in bytes.iter_mut().zip(pegs) {
            *byte = peg;
        }
        Self(bytes)
    }

    #[inline]
    fn peg(&self, disc: usize) -> usize {
        usize::from(self.0[disc])
    }

    #[inline]
    fn shift(&mut self, disc: usize, _: usize, to: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 26 pegs")]
        let to = to as u8;
        self.0[disc] = to;
    }

    #[inline]
    fn top(&self, peg: usize, discs: usize) -> usize {
        self.0[..discs].iter().position(|&other| usize::from(other) == peg).unwrap_or(discs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<D: Discs>() {
        for discs in [1, 2, D::DISCS / 2, D::DISCS] {
            for step in [1, 3, 7, 25] {
                let mut pegs: Vec<u8> =
                    (0..discs).map(|disc| u8::try_from((disc * step + 2) % D::PEGS).unwrap()).collect();
                let mut packed = D::pack(pegs.iter().copied());
                for disc in 0..discs {
                    let (from, to) = (packed.peg(disc), (disc * 5 + step) % D::PEGS);
                    assert_eq!(from, usize::from(pegs[disc]));
                    packed.shift(disc, from, to);
                    pegs[disc] = u8::try_from(to).unwrap();
                    assert_eq!(packed, D::pack(pegs.iter().copied()));
                    for peg in 0..D::PEGS {
                        let top = pegs.iter().position(|&other| usize::from(other) == peg);
                        assert_eq!(packed.top(peg, discs), top.unwrap_or(discs), "{packed:?} {peg}");
                    }
                }
            }
        }
        assert_eq!(D::per_peg(7).as_ref().len(), D::PEGS);
        for (discs, pegs) in [(D::DISCS, D::PEGS), (1, 3)] {
            assert!(D::fits(Size::new(discs, pegs).unwrap()));
        }
        assert!(!Size::new(D::DISCS + 1, 3).is_ok_and(D::fits));
        assert!(!Size::new(1, D::PEGS + 1).is_ok_and(D::fits));
    }

    #[test]
    fn every_packing_behaves() {
        behaves::<Word64<2>>();
        behaves::<Word64<3>>();
        behaves::<Word64<4>>();
        behaves::<Word64<5>>();
        behaves::<Bytes>();
    }
}
