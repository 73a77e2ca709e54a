//! The board and the larger pieces as bits.

use std::ops::RangeInclusive;

/// The larger pieces, each somewhere: four bits for each square that is the first of a piece, in reading order, with the
/// number of its shape plus one.
pub(super) type Key = u128;

/// The larger pieces in given places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) key: Key,
    pub(super) free: u32,
    /// The first of its classes.
    pub(super) class: u32,
    /// Which set of larger pieces it is of.
    pub(super) set: u32,
}

/// A shape of more than one square.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Its number in the stock.
    pub(super) number: usize,
    pub(super) count: RangeInclusive<u16>,
    /// What it covers when its first square is this one; nothing where it does not fit.
    pub(super) cells: Vec<u32>,
    /// The column of its first square.
    pub(super) lead: u16,
}

/// The board as bits, row by row.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) width: u32,
    pub(super) squares: u32,
    pub(super) floor: u32,
    /// All but the first column, and all but the last.
    pub(super) not_first: u32,
    pub(super) not_last: u32,
}

impl Grid {
    /// The squares of a set that hang together with its lowest.
    pub(super) fn region(&self, set: u32) -> u32 {
        let mut region = set & set.wrapping_neg();
        loop {
            let wider = region
                | (region & self.not_last) << 1
                | (region & self.not_first) >> 1
                | region.checked_shl(self.width).unwrap_or(0)
                | region.checked_shr(self.width).unwrap_or(0);
            let wider = wider & set;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// The regions of a set, each with what one gap in it adds to the number of a class.
    pub(super) fn regions(&self, set: u32, into: &mut Regions) {
        into.clear();
        let (mut rest, mut stride) = (set, 1);
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            into.push((region, stride));
            stride *= region.count_ones() + 1;
        }
    }
}

/// Regions of free squares, each with the stride of its gaps.
pub(super) type Regions = Vec<(u32, u32)>;

pub(super) fn classes(regions: &Regions) -> u32 {
    regions.iter().map(|(region, _)| region.count_ones() + 1).product()
}

/// What gaps on these squares add to the number of a class.
pub(super) fn weight(regions: &Regions, squares: u32) -> u32 {
    regions.iter().map(|&(region, stride)| stride * (region & squares).count_ones()).sum()
}
