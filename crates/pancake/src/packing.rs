//! How a stack is held in memory. The search is compiled once for each packing.
//!
//! | packing | plain | burnt |
//! |---|---|---|
//! | [`Nibbles`] | 16 | 12 |
//! | [`Bytes`] | 64 | 64 |
//!
//! A packed stack knows no pancake but by its *face*, the side that is up. Without burnt sides the face is the place of the
//! pancake at the goal, from 0, the top. A burnt pancake has two: twice its place at the goal, and one more where it lies
//! on the other side than there. So the goal is always the stack of rising faces, and two faces that touch in it differ
//! by 1: `2a + 1`, the underside of one pancake, and `2a + 2`, the upper side of the next.

use std::fmt::Debug;
use std::hash::Hash;

use crate::size::{MAX_PANCAKES, Size};

/// The faces of all pancakes, packed. Places are counted from 0, the top. What does not depend on the stack, the size, is
/// given to each question.
pub trait Packing: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most pancakes without burnt sides that it can hold.
    const PLAIN: usize;
    /// The most pancakes with burnt sides that it can hold.
    const BURNT: usize;

    /// Packs faces, the top first.
    fn pack(size: Size, faces: impl IntoIterator<Item = usize>) -> Self;

    /// The face of the pancake at a place.
    fn face(&self, size: Size, place: usize) -> usize;

    /// The place of the pancake that shows this face; `None` where it shows the other.
    fn find(&self, size: Size, face: usize) -> Option<usize>;

    /// Turns the top `count` pancakes over: at least 1, and no more than there are.
    fn flip(&mut self, size: Size, count: usize);

    /// Whether it holds puzzles of this size.
    fn fits(size: Size) -> bool {
        size.pancakes() <= if size.is_burnt() { Self::BURNT } else { Self::PLAIN }
    }
}

/// Four bits a pancake in one register, the top lowest. Burnt sides take one more bit each, above the twelfth pancake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nibbles(u64);

/// Where the bits of burnt sides begin.
const SIDES: u32 = 48;

/// The lowest bit of each nibble.
const NIBBLE_ONES: u64 = 0x1111_1111_1111_1111;

/// Every other nibble.
const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl Packing for Nibbles {
    const PLAIN: usize = 16;
    const BURNT: usize = 12;

    fn pack(size: Size, faces: impl IntoIterator<Item = usize>) -> Self {
        let word = faces.into_iter().enumerate().fold(0, |word, (place, face)| {
            let face = face as u64;
            let bits = if size.is_burnt() {
                face >> 1 << (4 * place) | (face & 1) << (SIDES as usize + place)
            } else {
                face << (4 * place)
            };
            word | bits
        });
        Self(word)
    }

    #[inline]
    fn face(&self, size: Size, place: usize) -> usize {
        let label = (self.0 >> (4 * place) & 15) as usize;
        if size.is_burnt() { label << 1 | (self.0 >> (SIDES as usize + place) & 1) as usize } else { label }
    }

    #[inline]
    fn find(&self, size: Size, face: usize) -> Option<usize> {
        let home = if size.is_burnt() { face >> 1 } else { face } as u64;
        // The nibble that is equal becomes 0. Taking 1 from each then borrows into its highest bit, there first.
        let others = self.0 ^ (home * NIBBLE_ONES);
        let borrowed = others.wrapping_sub(NIBBLE_ONES) & !others & (8 * NIBBLE_ONES);
        let place = borrowed.trailing_zeros() as usize / 4;
        (place < size.pancakes() && self.face(size, place) == face).then_some(place)
    }

    #[inline]
    fn flip(&mut self, size: Size, count: usize) {
        debug_assert!((1..=size.pancakes()).contains(&count));
        let unused = 64 - 4 * count;
        let top = u64::MAX >> unused;
        let nibbles_swapped = self.0 >> 4 & EVEN | (self.0 & EVEN) << 4;
        let mut word = self.0 & !top | nibbles_swapped.swap_bytes() >> unused;
        if size.is_burnt() {
            let all = (1u64 << count) - 1;
            let sides = self.0 >> SIDES & all;
            let turned = !sides.reverse_bits() >> (64 - count);
            word ^= (sides ^ turned) << SIDES;
        }
        self.0 = word;
    }
}

/// A byte a pancake, the top first: any stack at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes([u8; MAX_PANCAKES]);

impl Packing for Bytes {
    const PLAIN: usize = MAX_PANCAKES;
    const BURNT: usize = MAX_PANCAKES;

    fn pack(_: Size, faces: impl IntoIterator<Item = usize>) -> Self {
        let mut bytes = [0; MAX_PANCAKES];
        for (byte, face) in bytes.iter_mut().zip(faces) {
            *byte = u8::try_from(face).expect("64 pancakes have 128 faces");
        }
        Self(bytes)
    }

    #[inline]
    fn face(&self, _: Size, place: usize) -> usize {
        usize::from(self.0[place])
    }

    #[inline]
    fn find(&self, size: Size, face: usize) -> Option<usize> {
        self.0[..size.pancakes()].iter().position(|&other| usize::from(other) == face)
    }

    #[inline]
    fn flip(&mut self, size: Size, count: usize) {
        let top = &mut self.0[..count];
        top.reverse();
        if size.is_burnt() {
            for face in top {
                *face ^= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<P: Packing>() {
        let sizes = [1, 2, 3, 5, P::BURNT, P::PLAIN].into_iter().flat_map(|n| [Size::plain(n), Size::burnt(n)]);
        for size in sizes.map(|size| size.expect("a size")).filter(|&size| P::fits(size)) {
            let pancakes = size.pancakes();
            let sides = if size.is_burnt() { 2 } else { 1 };
            let mut faces: Vec<usize> = (0..pancakes).map(|place| place * sides).collect();
            let mut packed = P::pack(size, faces.iter().copied());
            for round in 0..300 {
                let count = 1 + round * 7 % pancakes;
                packed.flip(size, count);
                faces[..count].reverse();
                if size.is_burnt() {
                    faces[..count].iter_mut().for_each(|face| *face ^= 1);
                }
                assert_eq!(packed, P::pack(size, faces.iter().copied()), "{size}, flip {count}");
                for (place, &face) in faces.iter().enumerate() {
                    assert_eq!(packed.face(size, place), face, "{size}, place {place}");
                }
                for face in 0..pancakes * sides {
                    let place = faces.iter().position(|&other| other == face);
                    assert_eq!(packed.find(size, face), place, "{size}, face {face}");
                }
            }
        }
        assert!(!Size::plain(P::PLAIN + 1).is_ok_and(P::fits));
        assert!(!Size::burnt(P::BURNT + 1).is_ok_and(P::fits));
    }

    #[test]
    fn every_packing_behaves() {
        behaves::<Nibbles>();
        behaves::<Bytes>();
    }
}
