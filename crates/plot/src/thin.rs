//! Fewer points where more would not be seen.

use std::collections::HashSet;

use crate::canvas::Spot;

/// Half a pixel in units.
const HALF: i32 = 50;

/// Thins with ever larger cells until few enough are left.
fn coarser<T>(most: usize, thin: impl Fn(i32) -> Vec<T>) -> Vec<T> {
    let mut cell = HALF;
    loop {
        let left = thin(cell);
        // A cell as large as any picture: nothing is gained beyond.
        if left.len() <= most || cell > 1 << 20 {
            return left;
        }
        cell *= 2;
    }
}

/// Of those in one cell, the first.
pub(crate) fn points(all: &[Spot], most: usize) -> Vec<Spot> {
    coarser(most, |cell| {
        let mut seen = HashSet::new();
        all.iter().copied().filter(|&(x, y)| seen.insert((x.div_euclid(cell), y.div_euclid(cell)))).collect()
    })
}

/// Of a line from left to right the first, the highest, the lowest and the last of each column (Jugel and others, "M4", 2014);
/// of any other, those that are a cell away from the one before.
pub(crate) fn line(all: &[Spot], most: usize) -> Vec<Spot> {
    let along = all.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    coarser(most, |cell| if along { columns(all, cell) } else { strides(all, cell) })
}

fn columns(all: &[Spot], cell: i32) -> Vec<Spot> {
    let mut left: Vec<Spot> = Vec::new();
    for column in all.chunk_by(|a, b| a.0.div_euclid(cell) == b.0.div_euclid(cell)) {
        let extreme = |better: fn(i32, i32) -> bool| {
            (1..column.len()).fold(0, |best, index| if better(column[index].1, column[best].1) { index } else { best })
        };
        let mut kept = [0, extreme(|a, b| a < b), extreme(|a, b| a > b), column.len() - 1];
        kept.sort_unstable();
        for index in kept {
            if left.last() != Some(&column[index]) {
                left.push(column[index]);
            }
        }
    }
    left
}

fn strides(all: &[Spot], cell: i32) -> Vec<Spot> {
    let mut left: Vec<Spot> = Vec::new();
    for (index, &(x, y)) in all.iter().enumerate() {
        let near = left.last().is_some_and(|&(a, b)| (x - a).abs() < cell && (y - b).abs() < cell);
        if !near || index + 1 == all.len() {
            left.push((x, y));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_of_a_half_pixel_is_left() {
        assert_eq!(points(&[(0, 0), (10, 10), (60, 0), (49, 49)], 10), [(0, 0), (60, 0)]);
        let many: Vec<Spot> = (0..40_000).map(|n| (n % 200 * 300, n / 200 * 150)).collect();
        assert!((500..=5_000).contains(&points(&many, 5_000).len()));
    }

    #[test]
    fn lines_keep_ends_peaks_and_troughs() {
        let mut wave: Vec<Spot> = (0..50_000).map(|n| (n, (n * 7919) % 1000)).collect();
        wave[20_011].1 = 9_999;
        wave[30_013].1 = -9_999;
        let thin = line(&wave, 1_000);
        assert!(thin.len() <= 1_000);
        assert!(thin.contains(&wave[20_011]) && thin.contains(&wave[30_013]));
        assert_eq!((thin.first(), thin.last()), (wave.first(), wave.last()));
    }

    #[test]
    fn lines_that_turn_keep_their_ends() {
        let spiral: Vec<Spot> = (0..9_000_i32).map(|n| ((n % 300 - 150).abs() * 100, n * 3)).collect();
        let thin = line(&spiral, 500);
        assert!(thin.len() <= 500);
        assert_eq!((thin.first(), thin.last()), (spiral.first(), spiral.last()));
    }
}
