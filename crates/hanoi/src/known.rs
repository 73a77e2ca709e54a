//! Lengths that are known without a search.
//!
//! On three and four pegs the numbers of Frame and of Stewart (1941) are the fewest (Bousch 2014); on more they are upper bounds
//! that nobody has beaten.

/// The moves that the method of Frame and of Stewart needs for a tower: set the smallest discs aside with all pegs,
/// move the rest with one peg less, bring the small ones back, with the best split at each step. `None` below three pegs
/// or where the number does not fit.
///
/// ```
/// use fewest_hanoi::frame_stewart;
/// let on_four_pegs: Vec<u128> = (1..=8).filter_map(|discs| frame_stewart(discs, 4)).collect();
/// assert_eq!(on_four_pegs, [1, 3, 5, 9, 13, 17, 25, 33]);
/// ```
pub fn frame_stewart(discs: u32, pegs: u32) -> Option<u128> {
    // With the best splits the discs come in groups of C(j + p − 3, p − 3), and each disc of group j costs 2^j moves.
    let spare = pegs.checked_sub(3)?;
    let (mut left, mut group, mut moves) = (u128::from(discs), 1u128, 0u128);
    for j in 0.. {
        let taken = left.min(group);
        if taken > 0 {
            let each = 1u128.checked_shl(j)?;
            moves = moves.checked_add(taken.checked_mul(each)?)?;
        }
        left -= taken;
        if left == 0 {
            break;
        }
        // Exact: the product is (j + 1) · C(j + 1 + spare, spare).
        group = group.saturating_mul(u128::from(j + 1) + u128::from(spare)) / u128::from(j + 1);
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The recursion as Frame and Stewart state it, over every split.
    fn best_splits(discs: usize, pegs: usize) -> Vec<Vec<u128>> {
        let mut table = vec![vec![0; discs + 1]; pegs + 1];
        for (n, moves) in table[3].iter_mut().enumerate() {
            *moves = (1 << n) - 1;
        }
        for p in 4..=pegs {
            for n in 1..=discs {
                table[p][n] = (0..n).map(|aside| 2 * table[p][aside] + table[p - 1][n - aside]).min().unwrap();
            }
        }
        table
    }

    #[test]
    fn frame_stewart_numbers_are_the_best_splits() {
        let table = best_splits(90, 26);
        for (pegs, moves) in (0u32..).zip(&table).skip(3) {
            for (discs, &moves) in (0u32..).zip(moves) {
                assert_eq!(frame_stewart(discs, pegs), Some(moves), "{discs} discs on {pegs} pegs");
            }
        }
        assert_eq!(frame_stewart(64, 4), Some(18_433));
        assert_eq!(frame_stewart(3, 2), None);
        assert_eq!(frame_stewart(128, 3), Some(u128::MAX));
        assert_eq!(frame_stewart(129, 3), None);
        assert_eq!(frame_stewart(u32::MAX, 3), None);
        // With more pegs than discs all but the largest move twice.
        assert_eq!(frame_stewart(u32::MAX - 1, u32::MAX), Some(2 * u128::from(u32::MAX - 1) - 1));
    }
}
