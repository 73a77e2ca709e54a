//! Lengths that are known without a search.
//!
//! The *pancake number* of a size is the greatest distance between two stacks. It is known for few sizes: without burnt
//! sides up to 19 (Asai, Kounoike, Shinano and Kaneko 2006; Cibulka 2011; OEIS A058986), with them up to 12 (Cibulka 2011;
//! OEIS A078941). The tests count those of small sizes again. For others there are upper bounds: (5n + 5)/3 (Gates and
//! Papadimitriou 1979), and 2n − 2 for ten or more burnt ones (Cohen and Blum 1995).

use crate::size::Size;

/// The pancake numbers of 1, 2, 3 and more pancakes.
const PLAIN: [u32; 19] = [0, 1, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 22];
/// The same for burnt ones.
const BURNT: [u32; 12] = [1, 4, 6, 8, 10, 12, 14, 15, 17, 18, 19, 21];

/// The greatest distance between two stacks of a size, where it is known.
///
/// ```
/// use fewest_pancake::{Size, pancake_number};
/// assert_eq!(pancake_number(Size::plain(10)?), Some(11));
/// assert_eq!(pancake_number(Size::burnt(10)?), Some(18));
/// assert_eq!(pancake_number(Size::plain(20)?), None);
/// # Ok::<(), fewest_pancake::SizeError>(())
/// ```
pub fn pancake_number(size: Size) -> Option<u32> {
    let known: &[u32] = if size.is_burnt() { &BURNT } else { &PLAIN };
    known.get(size.pancakes() - 1).copied()
}

/// So many flips are enough from any stack of a size to any other: its pancake number, where that is known.
pub fn most_flips(size: Size) -> u32 {
    let pancakes = u32::try_from(size.pancakes()).expect("at most 64");
    let proven = if size.is_burnt() { 2 * pancakes - 2 } else { (5 * pancakes + 5) / 3 };
    pancake_number(size).unwrap_or(proven)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::MAX_PANCAKES;

    /// More pancakes are no easier: the largest may lie at the bottom already.
    #[test]
    fn bounds_rise() {
        for burnt in [false, true] {
            let sizes = (1..=MAX_PANCAKES).map(|pancakes| Size::new(pancakes, burnt).unwrap());
            let bounds: Vec<u32> = sizes.map(most_flips).collect();
            assert!(bounds.windows(2).all(|pair| pair[0] <= pair[1]), "{bounds:?}");
            assert_eq!(bounds[63], if burnt { 126 } else { 108 });
        }
    }
}
