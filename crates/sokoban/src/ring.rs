//! Whether a square matters to where the player can walk, judged by the eight squares round it.
//!
//! Where the free ones of its four neighbours hang together by free squares round it, none is cut off when the square is
//! taken, and no two parts of the floor are joined when it becomes free: so most pushes do not change the part of the floor
//! that the player is in but by the two squares of the push, and it need not be walked again.

use crate::bits::Squares;
use crate::floor::NONE;

/// For each set of free squares round a square, whether its free neighbours hang together. The squares are numbered round
/// it, its neighbours evenly.
static HANGS_TOGETHER: [bool; 256] = {
    let mut table = [false; 256];
    let mut free = 0;
    while free < 256 {
        table[free] = hangs_together(free);
        free += 1;
    }
    table
};

/// Whether at most one run of free squares has a neighbour in it.
const fn hangs_together(free: usize) -> bool {
    if free == 0xff {
        return true;
    }
    let (mut runs, mut begin) = (0, 0);
    while begin < 8 {
        let is_begin = free >> begin & 1 != 0 && free >> ((begin + 7) % 8) & 1 == 0;
        let (mut at, mut has_neighbour) = (begin, false);
        while is_begin && free >> (at % 8) & 1 != 0 {
            has_neighbour |= at % 2 == 0;
            at += 1;
        }
        if has_neighbour {
            runs += 1;
        }
        begin += 1;
    }
    runs <= 1
}

/// Whether the free neighbours of the square with these eight round it hang together, if some are taken.
#[inline]
pub(crate) fn is_loose<const W: usize>(ring: &[u16; 8], taken: &Squares<W>) -> bool {
    let mut free = 0;
    for (place, &square) in ring.iter().enumerate() {
        free |= usize::from(square != NONE && !taken.has(square)) << place;
    }
    HANGS_TOGETHER[free]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_hang_together_round_free_corners() {
        // 7 0 1
        // 6   2
        // 5 4 3
        let set = |free: &[usize]| HANGS_TOGETHER[free.iter().map(|place| 1 << place).sum::<usize>()];
        assert!(set(&[]) && set(&[0]) && set(&[1, 3]) && set(&[0, 1, 2]) && set(&[6, 7, 0, 1, 2]));
        assert!(set(&[0, 1, 2, 3, 4, 5, 6, 7]) && set(&[0, 3, 5]));
        assert!(!set(&[0, 4]) && !set(&[0, 2]) && !set(&[0, 1, 2, 4]) && !set(&[7, 0, 1, 3, 4, 5]));
        // One corner may be taken, not two.
        assert!(set(&[0, 1, 2, 3, 4, 5, 6]) && !set(&[0, 1, 2, 4, 5, 6]));
    }
}
