//! Which pieces can make a step, of all at once, where there are at most 64 spots.
//!
//! Every spot has a bit in one word. Tables say, for some bits of a packed state, which spots are taken; and, for six squares of the
//! board, into which spots' way pieces on these squares are. What can move is then a matter of a few words, and no piece is looked at.
//!
//! Two moves that do not touch each other lead to the same state in either order. One order is enough: a piece need not move after one of
//! a later kind where it could have moved before, and would not have been in the way. (Of all last moves into a state from the layer
//! before, one of a piece of the latest kind is then never left out: what would have been done before it could as well be done after, by a
//! last move of a still later kind.) A kind and its image count as one.

use crate::bits::Bits;
use crate::exhaustive::pack::{Expander, Slot, Spare, Spot};
use crate::exhaustive::word::Word;
use crate::kind::NOWHERE;
use crate::metric::Metric;

/// The most bits of a state that are looked up at once.
const CHUNK_BITS: u32 = 8;

/// What some bits of a state say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<B, K> {
    /// The spots that are taken, a bit for each.
    pub(super) spots: u64,
    pub(super) cells: B,
    /// What that adds to the state's image.
    pub(super) twin: K,
}

impl<B: Bits, K: Word> Seen<B, K> {
    const NOTHING: Self = Self { spots: 0, cells: B::EMPTY, twin: K::ZERO };

    #[inline]
    fn and(self, other: Self) -> Self {
        Self { spots: self.spots | other.spots, cells: self.cells | other.cells, twin: self.twin ^ other.twin }
    }
}

/// Some bits of a state.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    at: u32,
    mask: u64,
    /// Where what they say begins.
    base: usize,
}

/// The squares that a move went over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail<B> {
    pub(super) cells: B,
    /// The spots of the kinds before that of the piece.
    pub(super) before: u64,
    /// For each way, those of them from which a step does not enter any of the squares.
    pub(super) apart: [u64; 4],
    /// For each way, those of them from which the first step does not but others may.
    pub(super) quiet: [u64; 4],
}

/// All spots at once.
#[derive(Clone, Debug)]
pub(super) struct Sieve<B, K> {
    trails: Vec<Trail<B>>,
    /// For each spot and way, where the trails begin that end there, by length.
    first_trails: Vec<u16>,
    chunks: Vec<Chunk>,
    seen: Vec<Seen<B, K>>,
    /// For six squares and each way, the spots from which a step that way enters a square of these that is taken.
    blocked: Vec<[[u64; 4]; 64]>,
    /// The spots from which there is no step that way.
    ends: [u64; 4],
}

impl<B: Bits, K: Word> Sieve<B, K> {
    /// The sieve of a space; `None` where there are more than 64 spots, some kinds are kept in order, something can leave, or
    /// there is no other piece to be in the way.
    pub(super) fn of(expander: &Expander<'_, B, K>) -> Option<Self> {
        if expander.spots.len() > 64 || expander.is_ordered || expander.can_leave || expander.movable < 2 {
            return None;
        }
        let mut sieve = Self {
            trails: Vec::new(),
            first_trails: Vec::new(),
            chunks: Vec::new(),
            seen: Vec::new(),
            blocked: Vec::new(),
            ends: [0; 4],
        };
        sieve.add_lanes(expander);
        let squares = expander.space.squares;
        for first in (0..squares).step_by(6) {
            let mut table = [[0u64; 4]; 64];
            for square in first..squares.min(first + 6) {
                let mut enters = [0u64; 4];
                for (number, spot) in expander.spots.iter().enumerate() {
                    for (way, enters) in enters.iter_mut().enumerate() {
                        let meets = spot.enters[way].meets(B::single(square));
                        *enters |= u64::from(meets) << number;
                    }
                }
                let bit = 1 << (square - first);
                for below in 0..bit {
                    table[bit | below] = std::array::from_fn(|way| table[below][way] | enters[way]);
                }
            }
            sieve.blocked.push(table);
        }
        for (number, spot) in expander.spots.iter().enumerate() {
            for (ends, next) in sieve.ends.iter_mut().zip(spot.next) {
                *ends |= u64::from(next == NOWHERE) << number;
            }
        }
        sieve.add_trails(expander);
        Some(sieve)
    }

    fn add_trails(&mut self, expander: &Expander<'_, B, K>) {
        // The first trail is that of no move.
        self.trails.push(Trail { cells: B::EMPTY, before: 0, apart: [0; 4], quiet: [0; 4] });
        let most = if expander.metric == Metric::Step { 1 } else { usize::MAX };
        let ranks = &expander.ranks;
        // For each spot and way, the spots from which a step enters a square of the first, and from which a line does.
        let steps: Vec<[u64; 4]> = expander.spots.iter().map(|spot| self.met(spot.cells, [0; 4])).collect();
        let lines = match expander.metric {
            Metric::Slide => lines(expander),
            _ => vec![[u64::MAX; 4]; steps.len()],
        };
        let either = |all: [u64; 4], more: &[u64; 4]| std::array::from_fn(|way| all[way] | more[way]);
        for (place, own) in ranks.iter().enumerate() {
            let before = ranks.iter().enumerate().filter(|(_, rank)| *rank < own);
            let before = before.fold(0u64, |all, (number, _)| all | 1 << number);
            for way in 0..4 {
                self.first_trails.push(u16::try_from(self.trails.len()).unwrap_or(0));
                let (mut cells, mut met, mut line) = (expander.spots[place].cells, steps[place], lines[place]);
                let mut back = expander.spots[place].next[3 - way];
                for _ in 0..most {
                    let Some(from) = expander.spots.get(usize::from(back)) else { break };
                    cells = cells | from.cells;
                    met = either(met, &steps[usize::from(back)]);
                    line = either(line, &lines[usize::from(back)]);
                    let apart = met.map(|met| before & !met);
                    let quiet = std::array::from_fn(|way| apart[way] & line[way]);
                    self.trails.push(Trail { cells, before, apart, quiet });
                    back = from.next[3 - way];
                }
            }
        }
    }

    /// The trail of the last move.
    #[inline]
    pub(super) fn trail(&self, spare: Spare) -> &Trail<B> {
        let first = self.first_trails.get(4 * usize::from(spare.spot) + usize::from(spare.last & 3));
        let index = first.map_or(0, |first| usize::from(*first) + usize::from(spare.last >> 2).saturating_sub(1));
        &self.trails[if spare.last < 4 { 0 } else { index }]
    }

    /// Numbers are put together while they are short; sets are taken apart.
    fn add_lanes(&mut self, expander: &Expander<'_, B, K>) {
        let seen = |place: usize| Seen {
            spots: 1 << place,
            cells: expander.spots[place].cells,
            twin: expander.twins.get(place).map_or(K::ZERO, |twin| twin.code),
        };
        let mut open: Option<(u32, Vec<Seen<B, K>>)> = None;
        for (index, lane) in expander.lanes.iter().enumerate() {
            let width = lane.mask.count_ones();
            let end = expander.lanes.get(index + 1).map_or(expander.spots.len(), |next| usize::from(next.base));
            let base = usize::from(lane.base);
            if lane.form == Slot::Set {
                for first in (0..width).step_by(CHUNK_BITS as usize) {
                    let bits = CHUNK_BITS.min(width - first);
                    let mut table = vec![Seen::NOTHING];
                    for bit in 0..bits {
                        let one = seen(base + (first + bit) as usize);
                        table.extend_from_within(..);
                        let half = table.len() / 2;
                        table[half..].iter_mut().for_each(|entry| *entry = entry.and(one));
                    }
                    self.add_chunk(lane.at + first, &table);
                }
                continue;
            }
            let numbers: Vec<Seen<B, K>> = (0..1usize << width)
                .map(|number| if base + number < end { seen(base + number) } else { Seen::NOTHING })
                .collect();
            match &mut open {
                Some((at, table))
                    if *at + table.len().ilog2() == lane.at && table.len().ilog2() + width <= CHUNK_BITS =>
                {
                    *table = numbers.iter().flat_map(|number| table.iter().map(|below| below.and(*number))).collect();
                }
                _ => {
                    if let Some((at, table)) = open.replace((lane.at, numbers)) {
                        self.add_chunk(at, &table);
                    }
                }
            }
        }
        if let Some((at, table)) = open {
            self.add_chunk(at, &table);
        }
    }

    fn add_chunk(&mut self, at: u32, table: &[Seen<B, K>]) {
        self.chunks.push(Chunk { at, mask: table.len() as u64 - 1, base: self.seen.len() });
        self.seen.extend_from_slice(table);
    }

    /// What a packed state says.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a few bits")]
    pub(super) fn read(&self, state: K) -> Seen<B, K> {
        self.chunks.iter().fold(Seen::NOTHING, |all, chunk| {
            all.and(self.seen[chunk.base + (state.bits_from(chunk.at) & chunk.mask) as usize])
        })
    }

    /// For each way, the spots from which a step is not possible when these squares are taken.
    #[inline]
    pub(super) fn blocked(&self, taken: B) -> [u64; 4] {
        self.met(taken, self.ends)
    }

    /// For each way, the spots from which a step enters one of these squares, and some more.
    #[inline]
    fn met(&self, cells: B, more: [u64; 4]) -> [u64; 4] {
        self.blocked.iter().enumerate().fold(more, |all, (index, table)| {
            let blocked = &table[cells.six(index)];
            std::array::from_fn(|way| all[way] | blocked[way])
        })
    }
}

/// For each spot and way, the spots from which going on and on that way enters a square of the first.
fn lines<B: Bits, K: Word>(expander: &Expander<'_, B, K>) -> Vec<[u64; 4]> {
    let mut enters: [Vec<u64>; 4] = std::array::from_fn(|_| vec![0; expander.space.squares]);
    for (way, enters) in enters.iter_mut().enumerate() {
        for (number, spot) in expander.spots.iter().enumerate() {
            let (mut here, mut line) = (spot, B::EMPTY);
            while let Some(next) = expander.spots.get(usize::from(here.next[way])) {
                line = line | here.enters[way];
                here = next;
            }
            line.each(|square| enters[square] |= 1 << number);
        }
    }
    let of_spot = |spot: &Spot<B, K>| {
        let mut all = [0; 4];
        spot.cells.each(|square| all = std::array::from_fn(|way| all[way] | enters[way][square]));
        all
    };
    expander.spots.iter().map(of_spot).collect()
}
