//! Lengths that are known without a search.
//!
//! On three pegs everything is known: a tower of n discs needs 2ⁿ − 1 moves, and the distance between any two
//! arrangements follows from a short recursion (Hinz 1992): the largest disc that must move does so once or twice. On four
//! pegs the numbers of Frame and of Stewart (1941) are the fewest (Bousch 2014); on more they are upper bounds that
//! nobody has beaten.

use crate::position::Position;

/// The fewest moves that take a tower of so many discs to another of three pegs: 2ⁿ − 1. `None` beyond 128 discs, where
/// the number no longer fits.
pub fn tower_of_three_pegs(discs: u32) -> Option<u128> {
    match discs {
        0..=127 => Some((1 << discs) - 1),
        128 => Some(u128::MAX),
        _ => None,
    }
}

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

/// The fewest moves between two arrangements of the same discs on three pegs; `None` where the sizes differ or there
/// are more pegs.
///
/// ```
/// use fewest_hanoi::{Position, three_peg_distance};
/// let (start, goal): (Position, Position) = ("4 3 2 1/-/-".parse()?, "-/4/3 2 1".parse()?);
/// assert_eq!(three_peg_distance(&start, &goal), Some(8));
/// # Ok::<(), fewest_hanoi::Faults>(())
/// ```
pub fn three_peg_distance(start: &Position, goal: &Position) -> Option<u128> {
    if start.size() != goal.size() || start.size().pegs() != 3 {
        return None;
    }
    let (start, goal) = (start.pegs_of_discs(), goal.pegs_of_discs());
    // Discs below the largest that must move stay where they are: moving one only costs.
    let Some(largest) = (0..start.len()).rev().find(|&disc| start[disc] != goal[disc]) else { return Some(0) };
    let (from, to) = (start[largest], goal[largest]);
    let spare = third(from, to);
    let (above, above_goal) = (&start[..largest], &goal[..largest]);
    let once = to_tower(above, spare) + 1 + to_tower(above_goal, spare);
    let twice = to_tower(above, to) + 1 + ((1 << largest) - 1) + 1 + to_tower(above_goal, from);
    Some(once.min(twice))
}

/// The fewest moves that gather the discs, the smallest first, on one of three pegs. The largest disc that is not there
/// needs all smaller ones on the third peg, moves once, and then they come as a tower.
fn to_tower(pegs: &[u8], peg: u8) -> u128 {
    let (mut target, mut moves) = (peg, 0);
    for (disc, &peg) in pegs.iter().enumerate().rev() {
        if peg != target {
            // One move, and 2^disc − 1 for the tower that follows.
            moves += 1 << disc;
            target = third(peg, target);
        }
    }
    moves
}

/// The peg that is neither of two.
fn third(one: u8, other: u8) -> u8 {
    3 - one - other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::size::Size;

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

    #[test]
    fn three_pegs_have_a_closed_form() {
        for discs in 1..=64 {
            let expected = (1u128 << discs) - 1;
            let size = Size::new(discs, 3).unwrap();
            let discs = u32::try_from(discs).unwrap();
            assert_eq!(tower_of_three_pegs(discs), Some(expected));
            assert_eq!(frame_stewart(discs, 3), Some(expected));
            let towers: Vec<Position> = size.each_peg().map(|peg| Goal::Peg(peg).position(size).unwrap()).collect();
            for start in &towers {
                for goal in &towers {
                    let expected = if start == goal { 0 } else { expected };
                    assert_eq!(three_peg_distance(start, goal), Some(expected));
                }
            }
        }
        assert_eq!(tower_of_three_pegs(0), Some(0));
        assert_eq!(tower_of_three_pegs(128), Some(u128::MAX));
        assert_eq!(tower_of_three_pegs(129), None);
    }

    #[test]
    fn other_sizes_have_no_closed_form() {
        let position = |discs, pegs| Position::stacked(Size::new(discs, pegs).unwrap());
        assert_eq!(three_peg_distance(&position(3, 3), &position(4, 3)), None);
        assert_eq!(three_peg_distance(&position(3, 4), &position(3, 4)), None);
    }
}
