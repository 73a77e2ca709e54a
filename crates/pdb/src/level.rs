//! A level of the search: what is new in one set of planes makes what is new in the next.

use std::io;
use std::ops::Range;

use fewest_search::Cancel;

use crate::abstraction::Abstraction;
use crate::checkpoint::{Input, Output, Saved};
use crate::planes::{Census, Link, Planes};
use crate::shift::Shifts;

/// What does not change during a build.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) abstraction: &'a Abstraction,
    pub(crate) planes: Planes,
    pub(crate) shifts: Shifts,
}

impl<'a> Layout<'a> {
    /// `None` where someone asked for the end.
    pub(crate) fn new(abstraction: &'a Abstraction, census: Census, cancel: &Cancel) -> Option<Self> {
        let planes = Planes::new(abstraction, census, cancel)?;
        let shifts = Shifts::new(&abstraction.placements, &planes.ways);
        Some(Self { abstraction, planes, shifts })
    }

    /// How many sets of cells the pieces can be on.
    pub(crate) fn sets(&self) -> usize {
        self.abstraction.placements.set_count()
    }
}

/// The state of a build between levels. To go on with it later takes all but the room for the next level.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) seen: Vec<u64>,
    /// What the last level found, and room for the next; the bits of a plane without a flag mean nothing.
    pub(crate) new: Vec<u64>,
    next: Vec<u64>,
    pub(crate) new_flags: Vec<bool>,
    next_flags: Vec<bool>,
    /// One more than the value, 0 where there is none yet.
    pub(crate) values: Vec<u8>,
}

/// What a level brought.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Whether a state was seen first.
    pub(crate) any: bool,
    /// Entries that got their value.
    pub(crate) values: u64,
}

impl Found {
    pub(crate) fn and(self, other: Self) -> Self {
        Self { any: self.any || other.any, values: self.values + other.values }
    }
}

impl State {
    pub(crate) fn new(layout: &Layout<'_>) -> Self {
        let count = layout.planes.count();
        let words = count * layout.shifts.words();
        let entries = usize::try_from(layout.abstraction.entries()).expect("more than that was refused");
        // Zeros come from the system when they are touched, which the threads do.
        Self {
            seen: vec![0; words],
            new: vec![0; words],
            next: vec![0; words],
            new_flags: vec![false; count],
            next_flags: vec![false; count],
            values: vec![0; entries],
        }
    }

    /// Gives the goal its value.
    pub(crate) fn begin(&mut self, layout: &Layout<'_>) -> Found {
        let Abstraction { placements, goals, blank, .. } = layout.abstraction;
        let occupied = goals.iter().fold(0, |occupied, goal| occupied | 1 << goal);
        let set = placements.set(occupied);
        let at_goal = |plane: &usize| layout.planes.spot(*plane) >> blank & 1 == 1;
        let plane = layout.planes.of_set(set).find(at_goal).expect("the blank is on a free cell");
        let arrangement = placements.arrangement(goals) as usize;
        let (word, bit) = layout.shifts.place(arrangement);
        let word = plane * layout.shifts.words() + word;
        self.seen[word] |= 1 << bit;
        self.new[word] |= 1 << bit;
        self.new_flags[plane] = true;
        let per_set = self.values.len() / layout.sets();
        let rows = rows(layout.abstraction, occupied, layout.planes.spot(plane));
        let values = &mut self.values[set * per_set..][..per_set];
        let values = rows.map(|row| values[row * placements.arrangement_count() + arrangement] = 1).count();
        Found { any: true, values: values as u64 }
    }

    /// What the last level found, and everything else cut into batches of so many sets.
    pub(crate) fn split<'a>(&'a mut self, layout: &'a Layout<'a>, size: usize) -> (Now<'a>, Batches<'a>) {
        let now = Now { planes: &self.new, flags: &self.new_flags };
        let rest = Batch {
            sets: 0..layout.sets(),
            first_plane: 0,
            seen: &mut self.seen,
            next: &mut self.next,
            flags: &mut self.next_flags,
            values: &mut self.values,
        };
        (now, Batches { layout, size, rest })
    }

    /// Makes the next level the present one.
    pub(crate) fn turn(&mut self) {
        std::mem::swap(&mut self.new, &mut self.next);
        std::mem::swap(&mut self.new_flags, &mut self.next_flags);
    }

    /// The values, one more than they are; the rest is given back.
    pub(crate) fn into_values(self) -> Vec<u8> {
        self.values
    }
}

impl Saved for State {
    fn planes(&self) -> usize {
        self.new_flags.len()
    }

    fn write(&self, output: &mut Output<'_>) -> io::Result<()> {
        output.section(self.seen.iter(), |word| word.to_le_bytes())?;
        output.section(self.new_flags.iter(), |&flag| [u8::from(flag)])?;
        let words = self.new.len() / self.new_flags.len().max(1);
        for (plane, _) in self.new.chunks(words.max(1)).zip(&self.new_flags).filter(|(_, flag)| **flag) {
            output.section(plane.iter(), |word| word.to_le_bytes())?;
        }
        output.section(self.values.iter(), |&value| [value])
    }

    fn read(&mut self, input: &mut Input<'_>) -> io::Result<()> {
        input.section(self.seen.iter_mut(), |word, bytes| *word = u64::from_le_bytes(bytes))?;
        input.section(self.new_flags.iter_mut(), |flag, [byte]| *flag = byte != 0)?;
        let words = self.new.len() / self.new_flags.len().max(1);
        for (plane, _) in self.new.chunks_mut(words.max(1)).zip(&self.new_flags).filter(|(_, flag)| **flag) {
            input.section(plane.iter_mut(), |word, bytes| *word = u64::from_le_bytes(bytes))?;
        }
        input.section(self.values.iter_mut(), |value, [byte]| *value = byte)
    }

    fn clear(&mut self) {
        self.seen.fill(0);
        self.new.fill(0);
        self.new_flags.fill(false);
        self.values.fill(0);
    }
}

/// What the last level found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now<'a> {
    planes: &'a [u64],
    flags: &'a [bool],
}

/// Sets of cells with consecutive numbers, with all that belongs to them.
#[derive(Debug)]
pub(crate) struct Batch<'a> {
    sets: Range<usize>,
    first_plane: usize,
    seen: &'a mut [u64],
    next: &'a mut [u64],
    flags: &'a mut [bool],
    values: &'a mut [u8],
}

#[derive(Debug)]
pub(crate) struct Batches<'a> {
    layout: &'a Layout<'a>,
    size: usize,
    rest: Batch<'a>,
}

impl<'a> Iterator for Batches<'a> {
    type Item = Batch<'a>;

    fn next(&mut self) -> Option<Batch<'a>> {
        let rest = &mut self.rest;
        let sets = rest.sets.start..(rest.sets.start + self.size).min(rest.sets.end);
        if sets.is_empty() {
            return None;
        }
        let values = sets.len() * (rest.values.len() / rest.sets.len());
        let planes = self.layout.planes.of_set(sets.end - 1).end - rest.first_plane;
        let words = planes * self.layout.shifts.words();
        let whole = "every set has its planes and values";
        let batch = Batch {
            sets: sets.clone(),
            first_plane: rest.first_plane,
            seen: rest.seen.split_off_mut(..words).expect(whole),
            next: rest.next.split_off_mut(..words).expect(whole),
            flags: rest.flags.split_off_mut(..planes).expect(whole),
            values: rest.values.split_off_mut(..values).expect(whole),
        };
        rest.sets.start = sets.end;
        rest.first_plane += planes;
        Some(batch)
    }
}

/// Room for the plane that is being worked on, and for what slides on its way to it.
#[derive(Debug)]
pub(crate) struct Scratch {
    arriving: Vec<u64>,
    sliding: Vec<u64>,
    moved: Vec<u64>,
}

impl Scratch {
    pub(crate) fn new(layout: &Layout<'_>) -> Self {
        let plane = vec![0; layout.shifts.words()];
        Self { arriving: plane.clone(), sliding: plane.clone(), moved: plane }
    }

    /// Gathers what the last level sends through links. `false` where it is nothing.
    fn gather(&mut self, layout: &Layout<'_>, now: Now<'_>, links: &[Link]) -> bool {
        let mut any = false;
        // Whether something of this chain is on its way.
        let mut slides = false;
        for link in links {
            let source = link.source as usize;
            let is_new = now.flags[source];
            if !is_new && !slides {
                continue;
            }
            if !any && link.ends {
                self.arriving.fill(0);
                any = true;
            }
            let words = layout.shifts.words();
            let plane = if is_new { &now.planes[source * words..][..words] } else { &[] };
            let plane = if slides {
                for (sliding, new) in self.sliding.iter_mut().zip(plane) {
                    *sliding |= new;
                }
                &self.sliding
            } else {
                plane
            };
            if link.ends {
                layout.shifts.apply(link.shift, plane, &mut self.arriving);
                slides = false;
            } else {
                self.moved.fill(0);
                layout.shifts.apply(link.shift, plane, &mut self.moved);
                std::mem::swap(&mut self.moved, &mut self.sliding);
                slides = true;
            }
        }
        any
    }
}

impl Batch<'_> {
    pub(crate) fn sets(&self) -> Range<usize> {
        self.sets.clone()
    }

    /// Finds what is new in the planes of a set, and gives it its value.
    pub(crate) fn expand(
        &mut self,
        layout: &Layout<'_>,
        now: Now<'_>,
        set: usize,
        level: u8,
        scratch: &mut Scratch,
    ) -> Found {
        let words = layout.shifts.words();
        let planes = layout.planes.of_set(set);
        let mut any = false;
        for plane in planes.clone() {
            let here = plane - self.first_plane;
            let mut found = 0;
            if scratch.gather(layout, now, layout.planes.links(plane)) {
                let (seen, next) = (&mut self.seen[here * words..][..words], &mut self.next[here * words..][..words]);
                for ((seen, next), arrived) in seen.iter_mut().zip(next).zip(&scratch.arriving) {
                    *next = arrived & !*seen;
                    *seen |= arrived;
                    found |= *next;
                }
            }
            self.flags[here] = found != 0;
            any |= found != 0;
        }
        let values = if any { self.write(layout, set, level) } else { 0 };
        Found { any, values }
    }

    /// Gives what is new in the planes of a set its value, and counts it.
    fn write(&mut self, layout: &Layout<'_>, set: usize, level: u8) -> u64 {
        let Layout { abstraction, shifts, planes } = layout;
        let words = shifts.words();
        let arrangements = abstraction.placements.arrangement_count();
        let per_set = arrangements * abstraction.rows();
        let values = &mut self.values[(set - self.sets.start) * per_set..][..per_set];
        let first = planes.of_set(set).start - self.first_plane;
        let spots = planes.of_set(set).len();
        let value = level.wrapping_add(1);
        let mut count = 0;
        if abstraction.keeps_blank {
            let occupied = abstraction.placements.occupied(set);
            for (here, plane) in (first..).zip(planes.of_set(set)).filter(|&(here, _)| self.flags[here]) {
                let new = &self.next[here * words..][..words];
                for row in rows(abstraction, occupied, planes.spot(plane)) {
                    let values = &mut values[row * arrangements..][..arrangements];
                    count += write(shifts, new.iter().copied(), values, value);
                }
            }
        } else if spots == 1 {
            count += write(shifts, self.next[first * words..][..words].iter().copied(), values, value);
        } else {
            // New is what is new in one spot and was not seen in any before this level.
            let (seen, next) = (&self.seen[first * words..], &self.next[first * words..]);
            let flags = &self.flags[first..first + spots];
            let new = (0..words).map(|word| {
                let (mut new, mut old) = (0, 0);
                for (spot, &flag) in flags.iter().enumerate() {
                    let found = if flag { next[spot * words + word] } else { 0 };
                    new |= found;
                    old |= seen[spot * words + word] & !found;
                }
                new & !old
            });
            count += write(shifts, new, values, value);
        }
        count
    }
}

/// Writes a value for every arrangement of a plane.
fn write(shifts: &Shifts, plane: impl Iterator<Item = u64>, values: &mut [u8], value: u8) -> u64 {
    let mut count = 0;
    shifts.for_each(plane, |arrangement| {
        values[arrangement] = value;
        count += 1;
    });
    count
}

/// The rows of values that belong to a spot: one for each of its cells, or the first.
fn rows(abstraction: &Abstraction, occupied: u64, spot: u64) -> impl Iterator<Item = usize> {
    let cells = if abstraction.keeps_blank { spot } else { 1 };
    let free_before = move |cell: usize| (!occupied & ((1 << cell) - 1)).count_ones() as usize;
    (0..64usize).filter(move |cell| cells >> cell & 1 == 1).map(free_before)
}
