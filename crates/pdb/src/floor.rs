//! From values to codes: what a search knows anyway is taken off.

use crate::abstraction::Abstraction;
use crate::build::UNREACHED;

/// Pieces whose arrangements are done at once.
const LAST: usize = 4;

/// Arrangements of those.
const TOGETHER: usize = 24;

/// Works out the floors of all arrangements of a set together.
///
/// The number of an arrangement has as its highest digit the place of the last piece, then the place of the one before it
/// among those that are left, and so on: a tree, whose nodes add up what the pieces are worth where they are. The last
/// four pieces have 24 sums for each set of places that is left, worked out once for a set of cells.
#[derive(Debug)]
pub(crate) struct Floors<'a> {
    abstraction: &'a Abstraction,
    /// By piece and place.
    worths: [[u8; 16]; 16],
    /// By the places that are left to the first pieces.
    sums: Vec<[u8; TOGETHER]>,
}

impl<'a> Floors<'a> {
    pub(crate) fn new(abstraction: &'a Abstraction) -> Self {
        let sums = vec![[0; TOGETHER]; 1 << abstraction.placements.pieces()];
        Self { abstraction, worths: [[0; 16]; 16], sums }
    }

    /// Turns the values of a set, which are one more than they are, into codes.
    pub(crate) fn take_from(&mut self, occupied: u64, values: &mut [u8]) {
        let pieces = self.abstraction.placements.pieces();
        for (row, distances) in self.worths.iter_mut().zip(&self.abstraction.floor.distances) {
            let cells = (0..64usize).filter(|cell| occupied >> cell & 1 == 1);
            for (worth, cell) in row.iter_mut().zip(cells) {
                *worth = distances[cell];
            }
        }
        let last = pieces.min(LAST);
        for places in (0..self.sums.len()).filter(|places| places.count_ones() as usize == last) {
            let mut sums = [0; TOGETHER];
            self.sum(last, places, 0, &mut sums);
            self.sums[places] = sums;
        }
        for row in values.chunks_mut(self.abstraction.placements.arrangement_count()) {
            self.descend(pieces, self.sums.len() - 1, 0, row);
        }
    }

    /// The sums of the first pieces on the places that are left, in the order of arrangements. A sum beyond a byte belongs to
    /// no value.
    fn sum(&self, pieces: usize, places: usize, sum: u8, sums: &mut [u8]) {
        if pieces == 0 {
            sums[0] = sum;
            return;
        }
        let each: usize = (1..pieces).product();
        let left = (0..16).filter(|place| places >> place & 1 == 1);
        for (place, sums) in left.zip(sums.chunks_mut(each)) {
            let sum = sum.wrapping_add(self.worths[pieces - 1][place]);
            self.sum(pieces - 1, places & !(1 << place), sum, sums);
        }
    }

    fn descend(&self, pieces: usize, places: usize, sum: u8, values: &mut [u8]) {
        if pieces <= LAST {
            let sums = &self.sums[places];
            if self.abstraction.floor.halved {
                take::<1>(sum, sums, values);
            } else {
                take::<0>(sum, sums, values);
            }
            return;
        }
        let each = values.len() / pieces;
        let left = (0..16).filter(|place| places >> place & 1 == 1);
        for (place, values) in left.zip(values.chunks_mut(each)) {
            let sum = sum.wrapping_add(self.worths[pieces - 1][place]);
            self.descend(pieces - 1, places & !(1 << place), sum, values);
        }
    }
}

/// Takes floors off.
#[inline]
fn take<const HALVED: u8>(sum: u8, sums: &[u8; TOGETHER], values: &mut [u8]) {
    for (value, floor) in values.iter_mut().zip(sums) {
        let code = value.wrapping_sub(1).wrapping_sub(sum).wrapping_sub(*floor) >> HALVED;
        *value = if *value == 0 { UNREACHED } else { code };
    }
}
