//! One piece moves in all arrangements at once.
//!
//! A *plane* has a bit for each arrangement of the pieces on one set of cells. When the piece at some place in reading order
//! moves to another place, every arrangement becomes another one: a permutation of the plane's bits that depends on
//! the two places alone. The first eight pieces have 8! arrangements, a *block* of 630 words; the others say which block,
//! and where they stand among the eight. So a move takes blocks to blocks, and within a block it is the identity or
//! one of a few permutations of 8!, kept as tables of two bytes a bit.

use std::collections::BTreeMap;

use crate::rank::{MAX_PIECES, Placements, unrank_arrangement};

/// Pieces whose arrangements make a block.
const LOW: usize = 8;

/// From one place in reading order to another.
type Way = (usize, usize);

/// The planes of some pieces, and how moves permute them.
#[derive(Debug)]
pub(crate) struct Shifts {
    pieces: usize,
    /// Words of a block.
    block: usize,
    blocks: usize,
    /// The new place of each bit of a block.
    tables: Vec<Vec<u16>>,
    /// By [`id`].
    steps: Vec<Vec<Step>>,
}

/// What becomes of a block.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: u32,
    /// How its bits are permuted.
    table: Option<u8>,
}

/// The number of a way; 0 is to stay.
pub(crate) fn id((from, to): Way) -> u16 {
    if from == to { 0 } else { u16::try_from(1 + from * MAX_PIECES + to).expect("at most 12 pieces") }
}

pub(crate) fn plane_words(pieces: usize) -> usize {
    let low: usize = (1..=pieces.min(LOW)).product();
    let blocks: usize = (LOW + 1..=pieces).product();
    low.div_ceil(64) * blocks
}

/// The bytes that the tables of so many pieces take at most, where a move passes at most `reach` of them.
pub(crate) fn bytes(pieces: usize, reach: usize) -> u64 {
    let low = pieces.min(LOW);
    let ways = |pieces: usize| (1..=reach.min(pieces.saturating_sub(1))).map(|passed| 2 * (pieces - passed)).sum();
    let (low_ways, ways): (usize, usize) = (ways(low), ways(pieces));
    let blocks: usize = (LOW + 1..=pieces).product();
    let bits = (1..=low).product::<usize>().next_multiple_of(64);
    (low_ways * bits * 2 + if pieces > LOW { ways * blocks * size_of::<Step>() } else { 0 }) as u64
}

impl Shifts {
    /// For the ways that are wanted.
    pub(crate) fn new(placements: &Placements, ways: &[Way]) -> Self {
        let pieces = placements.pieces();
        let low = pieces.min(LOW);
        let bits: usize = (1..=low).product();
        let blocks = placements.arrangement_count() / bits;
        let mut steps = vec![Vec::new(); 1 + MAX_PIECES * MAX_PIECES];
        let mut low_ways = BTreeMap::new();
        for &way in ways.iter().filter(|(from, to)| from != to) {
            steps[usize::from(id(way))] = (0..blocks)
                .map(|block| {
                    let (to, low_way) = move_block(placements, block * bits, way);
                    let next = u8::try_from(low_ways.len()).expect("eight places have 56 ways");
                    let table = low_way.map(|low_way| *low_ways.entry(low_way).or_insert(next));
                    Step { to: u32::try_from(to / bits).expect("below 12!"), table }
                })
                .collect();
        }
        let mut by_number: Vec<(u8, Way)> = low_ways.into_iter().map(|(way, number)| (number, way)).collect();
        by_number.sort_unstable();
        let ways: Vec<Way> = by_number.into_iter().map(|(_, way)| way).collect();
        Self { pieces, block: bits.div_ceil(64), blocks, tables: tables(placements, low, &ways), steps }
    }

    pub(crate) fn words(&self) -> usize {
        self.block * self.blocks
    }

    /// The word and the bit of an arrangement.
    pub(crate) fn place(&self, arrangement: usize) -> (usize, u32) {
        let bits: usize = (1..=self.pieces.min(LOW)).product();
        let (block, rest) = (arrangement / bits, arrangement % bits);
        (block * self.block + rest / 64, u32::try_from(rest % 64).expect("below 64"))
    }

    /// Visits the arrangements of a plane whose bits are set, in order.
    #[inline]
    pub(crate) fn for_each(&self, plane: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
        let bits: usize = (1..=self.pieces.min(LOW)).product();
        let (mut first, mut word_in_block) = (0, 0);
        for word in plane {
            let mut left = word;
            while left != 0 {
                visit(first + word_in_block * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
            word_in_block += 1;
            if word_in_block == self.block {
                word_in_block = 0;
                first += bits;
            }
        }
    }

    /// Adds what becomes of the arrangements of a plane to another.
    #[inline]
    pub(crate) fn apply(&self, shift: u16, source: &[u64], target: &mut [u64]) {
        if shift == 0 {
            for (to, from) in target.iter_mut().zip(source) {
                *to |= from;
            }
            return;
        }
        for (step, source) in self.steps[usize::from(shift)].iter().zip(source.chunks_exact(self.block)) {
            let target = &mut target[step.to as usize * self.block..][..self.block];
            match step.table {
                None => {
                    for (to, from) in target.iter_mut().zip(source) {
                        *to |= from;
                    }
                }
                Some(table) => permute(&self.tables[usize::from(table)], source, target),
            }
        }
    }
}

/// Adds the permuted bits of a block to another.
#[inline]
fn permute(table: &[u16], source: &[u64], target: &mut [u64]) {
    let (rows, _) = table.as_chunks::<64>();
    for (&word, row) in source.iter().zip(rows) {
        let mut left = word;
        while left != 0 {
            let to = row[left.trailing_zeros() as usize % 64];
            target[usize::from(to >> 6)] |= 1 << (to & 63);
            left &= left - 1;
        }
    }
}

/// What an arrangement whose first eight pieces stand in their least order becomes, and the way of one of those eight
/// among them, if one passes another.
fn move_block(placements: &Placements, arrangement: usize, (from, to): Way) -> (usize, Option<Way>) {
    let pieces = placements.pieces();
    let mut places = [0; MAX_PIECES];
    unrank_arrangement(u32::try_from(arrangement).expect("below 12!"), &mut places[..pieces]);
    let mut order = [0; MAX_PIECES];
    for (piece, &place) in places[..pieces].iter().enumerate() {
        order[usize::from(place)] = piece;
    }
    let low_before = |order: &[usize], end: usize| order[..end].iter().filter(|&&piece| piece < LOW).count();
    let moving = order[from];
    let start = low_before(&order, from);
    let order = &mut order[..pieces];
    if from < to {
        order[from..=to].rotate_left(1);
    } else {
        order[to..=from].rotate_right(1);
    }
    let end = low_before(order, to);
    for (place, &piece) in (0u8..).zip(order.iter()) {
        places[piece] = place;
    }
    let low_way = (moving < LOW && start != end).then_some((start, end));
    (placements.arrangement(&places[..pieces]) as usize, low_way)
}

/// For each way among the first pieces, the new place of every bit.
fn tables(placements: &Placements, low: usize, ways: &[Way]) -> Vec<Vec<u16>> {
    let passing = placements.passing();
    let bits: usize = (1..=low).product();
    let mut tables = vec![vec![0; bits.next_multiple_of(64)]; ways.len()];
    for arrangement in 0..bits {
        let number = u32::try_from(arrangement).expect("below 8!");
        let mut places = [0; LOW];
        unrank_arrangement(number, &mut places[..low]);
        let mut order = [0; LOW];
        for (piece, &place) in places[..low].iter().enumerate() {
            order[usize::from(place)] = piece;
        }
        for (table, &(from, to)) in tables.iter_mut().zip(ways) {
            let row = &passing[order[from]];
            let change: i32 = if from < to {
                order[from + 1..=to].iter().map(|&passed| row[passed]).sum()
            } else {
                -order[to..from].iter().map(|&passed| row[passed]).sum::<i32>()
            };
            table[arrangement] = u16::try_from(number.wrapping_add_signed(change)).expect("below 8!");
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement, moved one by one.
    fn moved(placements: &Placements, arrangement: usize, way: Way) -> usize {
        let pieces = placements.pieces();
        let mut places = vec![0; pieces];
        unrank_arrangement(u32::try_from(arrangement).unwrap(), &mut places);
        let mut order = vec![0; pieces];
        for (piece, &place) in places.iter().enumerate() {
            order[usize::from(place)] = piece;
        }
        let piece = order.remove(way.0);
        order.insert(way.1, piece);
        for (place, &piece) in (0u8..).zip(&order) {
            places[piece] = place;
        }
        placements.arrangement(&places) as usize
    }

    #[test]
    fn a_plane_is_permuted_as_each_of_its_arrangements() {
        for pieces in [1, 2, 3, 5, 6, 9] {
            let placements = Placements::new(pieces, pieces).unwrap();
            let ways: Vec<Way> = (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to))).collect();
            let shifts = Shifts::new(&placements, &ways);
            assert_eq!(shifts.words(), plane_words(pieces));
            let stride = if pieces == 9 { 1009 } else { 1 };
            let chosen: Vec<usize> = (0..placements.arrangement_count()).step_by(stride).collect();
            let mut plane = vec![0; shifts.words()];
            for &arrangement in &chosen {
                let (word, bit) = shifts.place(arrangement);
                plane[word] |= 1 << bit;
            }
            for &way in &ways {
                let mut target = vec![0; shifts.words()];
                shifts.apply(id(way), &plane, &mut target);
                let mut found = Vec::new();
                shifts.for_each(target.into_iter(), |arrangement| found.push(arrangement));
                let mut expected: Vec<usize> =
                    chosen.iter().map(|&arrangement| moved(&placements, arrangement, way)).collect();
                expected.sort_unstable();
                assert_eq!(found, expected, "{way:?}");
            }
            let tables: usize = shifts.tables.iter().map(|table| table.len() * 2).sum();
            assert!(bytes(pieces, pieces) >= tables as u64);
        }
    }
}
