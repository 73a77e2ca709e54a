//! All positions of one set of cars on rails, one number each.

#![expect(clippy::cast_possible_truncation, reason = "what is masked to a few bits fits any word")]

use super::lines::{Lines, RushMetric};
use super::marks::Marks;

/// A line of a position: which, and the number of its arrangement.
pub(crate) type Arranged = (u16, u8);

/// A line that has more than one arrangement.
#[derive(Clone, Copy, Debug)]
struct Track {
    /// Where its number lies in a key.
    shift: u32,
    mask: u64,
    /// Which row or column it is.
    place: u32,
    /// Where its arrangements begin in the tables.
    base: usize,
}

/// The cars of a board, each locked to its line, wherever they are: what the positions of a cluster have in common.
///
/// A position is a key: for each row and then each column that has more than one arrangement, the number of its
/// arrangement, in as few bits as that takes.
#[derive(Clone, Debug)]
pub(crate) struct Yard {
    rows: Vec<Track>,
    columns: Vec<Track>,
    /// What lines with one arrangement cover: bits `8x + y` for rows, `8y + x` for columns.
    fixed: (u64, u64),
    /// How many bits a key has.
    pub(crate) bits: u32,
    red: Track,
    /// The arrangements of the red car's row that are goals, as bits.
    goals: u16,
}

/// What a key stands for: the squares taken by rows, at bits `8x + y`, and by columns, at bits `8y + x`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) by_rows: u64,
    pub(crate) by_columns: u64,
}

pub(crate) const MAX_BITS: u32 = 60;

impl Yard {
    pub(crate) fn new() -> Self {
        let red = Track { shift: 0, mask: 0, place: 0, base: 0 };
        Self { rows: Vec::new(), columns: Vec::new(), fixed: (0, 0), bits: 0, red, goals: 0 }
    }

    /// Makes it the yard of these lines, rows from the top and columns from the left, with the red car alone in its row,
    /// and says which key they make; `None` where keys are too long. `across` are the tables of rows, `down` of columns.
    pub(crate) fn set(
        &mut self,
        (across, down): (&Lines, &Lines),
        rows: &[Arranged],
        columns: &[Arranged],
        red_row: usize,
    ) -> Option<u64> {
        let mut key = 0;
        self.bits = 0;
        self.fixed = (0, 0);
        let mut lay =
            |tracks: &mut Vec<Track>, fixed: &mut u64, lines: &Lines, list: &[Arranged], red: Option<usize>| {
                tracks.clear();
                for (place, &(line, number)) in (0u32..).zip(list) {
                    let line = &lines.all[usize::from(line)];
                    let (shift, bits) = (self.bits, line.bits());
                    let track = Track { shift: shift.min(63), mask: (1 << bits) - 1, place, base: line.base };
                    if bits == 0 {
                        *fixed |= lines.spread[line.base] << place;
                    } else {
                        tracks.push(track);
                        key |= u64::from(number).checked_shl(shift).unwrap_or(0);
                        self.bits += bits;
                    }
                    if red == Some(place as usize) {
                        self.red = track;
                        let end = 1u8 << (lines.side - 1);
                        self.goals = (0u16..).zip(&line.cells).fold(0, |goals, (number, &cells)| {
                            goals | u16::from(cells & !line.walls & end != 0) << number
                        });
                    }
                }
            };
        let mut fixed = (0, 0);
        lay(&mut self.rows, &mut fixed.0, across, rows, Some(red_row));
        lay(&mut self.columns, &mut fixed.1, down, columns, None);
        self.fixed = fixed;
        (self.bits <= MAX_BITS).then_some(key)
    }

    /// What the arrangement of a column adds to a key.
    #[inline]
    pub(crate) fn column_key(&self, x: usize, number: u32) -> u64 {
        let track = self.columns.iter().find(|track| track.place as usize == x);
        track.map_or(0, |track| u64::from(number) << track.shift)
    }

    #[inline]
    pub(crate) fn is_goal(&self, key: u64) -> bool {
        self.goals >> (key >> self.red.shift & self.red.mask) & 1 == 1
    }

    /// The squares that the lines of a key cover.
    #[inline]
    pub(crate) fn taken(&self, (across, down): (&Lines, &Lines), key: u64) -> Taken {
        let cover = |fixed: u64, tracks: &[Track], lines: &Lines| {
            tracks.iter().fold(fixed, |taken, track| {
                taken | lines.spread[track.base + (key >> track.shift & track.mask) as usize] << track.place
            })
        };
        Taken { by_rows: cover(self.fixed.0, &self.rows, across), by_columns: cover(self.fixed.1, &self.columns, down) }
    }

    /// Calls `visit` with every key one move away.
    #[inline]
    fn expand(&self, lines: (&Lines, &Lines), stride: RushMetric, key: u64, taken: Taken, mut visit: impl FnMut(u64)) {
        let mut follow = |tracks: &[Track], lines: &Lines, across: u64| {
            let (reach, side) = (lines.reach(stride), lines.side);
            let squares = (1usize << side) - 1;
            for track in tracks {
                let number = key >> track.shift & track.mask;
                let taken = (across >> (8 * track.place)) as usize & squares;
                let mut others = reach[(track.base + number as usize) << side | taken];
                let rest = key & !(track.mask << track.shift);
                while others != 0 {
                    visit(rest | u64::from(others.trailing_zeros()) << track.shift);
                    others &= others - 1;
                }
            }
        };
        follow(&self.rows, lines.0, taken.by_columns);
        follow(&self.columns, lines.1, taken.by_rows);
    }

    /// What of a key tells its bundle: every column as far up as it can go.
    ///
    /// While no row moves, columns do not hinder each other. So all positions that differ by moves of columns alone are
    /// one bundle, of as many positions as the product of what is within reach of each column.
    pub(crate) fn bundle(&self, lines: (&Lines, &Lines), key: u64) -> u64 {
        let by_rows = self.taken(lines, key).by_rows;
        self.columns.iter().fold(key, |key, track| {
            let number = (key >> track.shift & track.mask) as usize;
            let reach = lines.1.closure(track.base + number, by_rows >> (8 * track.place));
            key & !(track.mask << track.shift) | u64::from(reach.trailing_zeros()) << track.shift
        })
    }

    /// Adds to `found` every bundle within reach of one that is not marked, itself first, and marks it; how many positions
    /// they hold. It stops where there are more positions than `most`.
    pub(crate) fn flood<M: Marks>(
        &self,
        lines: (&Lines, &Lines),
        bundle: u64,
        marks: &mut M,
        found: &mut Vec<u64>,
        most: u64,
    ) -> u64 {
        let (across, down) = lines;
        let mut columns = [None; 8];
        for track in &self.columns {
            columns[track.place as usize] = Some(*track);
        }
        let (mut at, mut positions) = (found.len(), 0);
        if marks.mark(bundle) {
            found.push(bundle);
        }
        while let Some(&key) = found.get(at) {
            at += 1;
            let by_rows = self.rows.iter().fold(self.fixed.0, |taken, track| {
                taken | across.spread[track.base + (key >> track.shift & track.mask) as usize] << track.place
            });
            let mut reach = [0u16; 8];
            let mut size = 1;
            for track in &self.columns {
                let number = (key >> track.shift & track.mask) as usize;
                let all = down.closure(track.base + number, by_rows >> (8 * track.place));
                reach[track.place as usize] = all;
                size *= u64::from(all.count_ones());
            }
            positions += size;
            if positions > most {
                break;
            }
            for row in &self.rows {
                let number = (key >> row.shift & row.mask) as usize;
                for turn in &across.turns[row.base + number] {
                    let (enters, leaves) = (usize::from(turn.enters), usize::from(turn.leaves));
                    let mut next = key & !(row.mask << row.shift) | u64::from(turn.to) << row.shift;
                    if let Some(track) = columns[leaves] {
                        let taken = by_rows >> (8 * leaves) & !(1 << row.place);
                        let number = (key >> track.shift & track.mask) as usize;
                        let all = down.closure(track.base + number, taken);
                        next = next & !(track.mask << track.shift) | u64::from(all.trailing_zeros()) << track.shift;
                    }
                    let Some(track) = columns[enters] else {
                        if self.fixed.1 >> (8 * row.place) >> enters & 1 == 0 && marks.mark(next) {
                            found.push(next);
                        }
                        continue;
                    };
                    // What this column can do once the square is taken falls apart: each part is a bundle.
                    let taken = by_rows >> (8 * enters) | 1 << row.place;
                    let mut rest = reach[enters];
                    next &= !(track.mask << track.shift);
                    while rest != 0 {
                        let number = rest.trailing_zeros();
                        let part = down.closure(track.base + number as usize, taken);
                        rest &= !(part | 1 << number);
                        let next = next | u64::from(number) << track.shift;
                        if part != 0 && marks.mark(next) {
                            found.push(next);
                        }
                    }
                }
            }
        }
        positions
    }

    /// Adds the solved positions of a bundle to `goals`, if they are.
    fn goals_of(&self, lines: (&Lines, &Lines), bundle: u64, goals: &mut Vec<u64>) {
        if !self.is_goal(bundle) {
            return;
        }
        let by_rows = self.taken(lines, bundle).by_rows;
        let from = goals.len();
        goals.push(bundle);
        for track in &self.columns {
            let number = (bundle >> track.shift & track.mask) as usize;
            let mut others = lines.1.closure(track.base + number, by_rows >> (8 * track.place)) & !(1 << number);
            let end = goals.len();
            while others != 0 {
                let other = u64::from(others.trailing_zeros());
                others &= others - 1;
                for at in from..end {
                    goals.push(goals[at] & !(track.mask << track.shift) | other << track.shift);
                }
            }
        }
    }

    /// Takes the positions of a cluster, given its bundles, in order of how far they are from a goal, and marks them:
    /// fills `order`, and with the number of positions of each distance `layers`. There are none where there is no goal.
    pub(crate) fn order<M: Marks>(
        &self,
        lines: (&Lines, &Lines),
        stride: RushMetric,
        bundles: &[u64],
        marks: &mut M,
        (order, layers): (&mut Vec<u64>, &mut Vec<u64>),
    ) {
        order.clear();
        layers.clear();
        for &bundle in bundles {
            self.goals_of(lines, bundle, order);
        }
        for &goal in &*order {
            marks.mark(goal);
        }
        let mut at = 0;
        while at < order.len() {
            let end = order.len();
            layers.push((end - at) as u64);
            while at < end {
                let key = order[at];
                at += 1;
                let taken = self.taken(lines, key);
                self.expand(lines, stride, key, taken, |next| {
                    if marks.mark(next) {
                        order.push(next);
                    }
                });
            }
        }
    }

    /// A bound on how many moves a goal is away: the red car's, and one for each car in its way.
    #[inline]
    fn bound(&self, lines: &Lines, stride: RushMetric, key: u64, taken: Taken) -> u32 {
        let number = (key >> self.red.shift & self.red.mask) as usize;
        let cells = lines.spread[self.red.base + number];
        // Eight bits apart: the highest is the front of the red car.
        let front = cells.ilog2() / 8;
        let way = lines.side - 1 - front;
        let row = (taken.by_columns >> (8 * self.red.place)) as u32 & ((1 << lines.side) - 1);
        let in_the_way = (row >> (front + 1)).count_ones();
        let own = match stride {
            RushMetric::Step => way,
            RushMetric::Slide => u32::from(way > 0),
        };
        own + in_the_way
    }

    /// Whether a goal is at most so many moves away.
    pub(crate) fn is_within<M: Marks>(
        &self,
        lines: (&Lines, &Lines),
        stride: RushMetric,
        key: u64,
        most: u32,
        (marks, found): (&mut M, &mut Vec<u64>),
    ) -> bool {
        let bound = |key, taken| self.bound(lines.0, stride, key, taken);
        found.clear();
        marks.mark(key);
        found.push(key);
        let (mut at, mut solved) = (0, self.is_goal(key));
        for left in (0..=most).rev() {
            if solved {
                break;
            }
            let end = found.len();
            while at < end && !solved {
                let key = found[at];
                at += 1;
                let taken = self.taken(lines, key);
                if bound(key, taken) > left {
                    continue;
                }
                self.expand(lines, stride, key, taken, |next| {
                    if marks.mark(next) {
                        found.push(next);
                        solved |= self.is_goal(next) && left > 0;
                    }
                });
            }
        }
        marks.wipe(found);
        solved
    }

    /// The number of the arrangement of each row and each column in a key.
    pub(crate) fn numbers(&self, key: u64, rows: &mut [Arranged], columns: &mut [Arranged]) {
        for (tracks, lines) in [(&self.rows, rows), (&self.columns, columns)] {
            for track in tracks {
                lines[track.place as usize].1 =
                    u8::try_from(key >> track.shift & track.mask).expect("at most 15 arrangements");
            }
        }
    }
}
