//! Rows and columns of cars, with every way to arrange each.
//!
//! A car never leaves its line, cars of one line never change their order, and none passes a wall. So a line has few
//! arrangements (at most six on six squares), which are numbered once; a position is one number for each line. What one
//! move makes of a line depends on where it is and on which of its squares are taken across: that is a table, too.

use std::collections::HashMap;

/// The longest line: its squares are the bits of a byte.
pub(crate) const MAX_LINE: usize = 8;

/// The cars of one line, first square and length of each, in order.
pub(crate) type Cars = Vec<(u8, u8)>;

/// Lines that differ in where their cars are and in nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) walls: u8,
    /// The lengths of the cars, in order.
    pub(crate) lengths: Vec<u8>,
    /// For each arrangement, the squares with cars or walls.
    pub(crate) cells: Vec<u8>,
    /// For each arrangement, the first squares of the cars.
    pub(crate) starts: Vec<u8>,
    /// Where its rows begin in the tables of all lines.
    pub(crate) base: usize,
}

impl Line {
    pub(crate) fn cars(&self, number: usize) -> Cars {
        let mut starts = self.starts[number];
        let car = |&length: &u8| {
            let first = starts.trailing_zeros();
            starts &= starts.wrapping_sub(1);
            (u8::try_from(first).expect("a bit of a byte"), length)
        };
        self.lengths.iter().map(car).collect()
    }

    /// How many bits number its arrangements.
    pub(crate) fn bits(&self) -> u32 {
        usize::BITS - (self.cells.len() - 1).leading_zeros()
    }
}

/// All lines of one length that were asked for.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// How many squares a line has.
    pub(crate) side: u32,
    pub(crate) all: Vec<Line>,
    numbers: HashMap<u64, u16>,
    /// For each arrangement of each line and each set of squares taken across it, the arrangements one slide away.
    slides: Vec<u16>,
    /// The same for one step.
    steps: Vec<u16>,
    /// For each arrangement of each line and each set of squares taken across it, the arrangements within reach, with
    /// itself; none where a taken square is one of its own.
    closures: Vec<u16>,
    /// For each arrangement of each line, its squares, eight bits apart.
    pub(crate) spread: Vec<u64>,
    /// For each arrangement of each line, the steps from it.
    pub(crate) turns: Vec<Vec<Turn>>,
}

/// One step of one car of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) to: u8,
    pub(crate) enters: u8,
    pub(crate) leaves: u8,
}

/// How the moves of cars are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RushMetric {
    /// A car, any distance: as the game counts.
    #[default]
    Slide,
    /// A car, one square.
    Step,
}

impl Lines {
    pub(crate) fn new(side: usize) -> Self {
        let side = u32::try_from(side.min(MAX_LINE)).expect("at most eight");
        Self {
            side,
            all: Vec::new(),
            numbers: HashMap::new(),
            slides: Vec::new(),
            steps: Vec::new(),
            closures: Vec::new(),
            spread: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// The line that these cars and walls make, and the number of their arrangement; the cars must be in order.
    pub(crate) fn intern(&mut self, walls: u8, cars: &[(u8, u8)]) -> (u16, u8) {
        let code = code(walls, cars);
        let number = match self.numbers.get(&code) {
            Some(&number) => number,
            None => self.add(walls, cars, code),
        };
        (number, self.arrangement(number, cars))
    }

    fn arrangement(&self, number: u16, cars: &[(u8, u8)]) -> u8 {
        let starts = cars.iter().fold(0, |all, &(first, _)| all | 1 << first);
        let known = &self.all[usize::from(number)].starts;
        let found = known.iter().position(|&other| other == starts);
        u8::try_from(found.expect("every arrangement is listed")).expect("at most 15")
    }

    /// Adds every line of the side whose cars have these lengths and that has at most so many walls and a free square.
    pub(crate) fn add_all(&mut self, lengths: &std::ops::RangeInclusive<u8>, walls: u32) {
        let mut cars = Vec::new();
        self.add_from(0, 0, &mut cars, lengths, walls);
    }

    fn add_from(
        &mut self,
        at: u8,
        walls: u8,
        cars: &mut Cars,
        lengths: &std::ops::RangeInclusive<u8>,
        most_walls: u32,
    ) {
        if u32::from(at) == self.side {
            let covered = walls.count_ones() + cars.iter().map(|&(_, length)| u32::from(length)).sum::<u32>();
            if covered < self.side {
                self.intern(walls, cars);
            }
            return;
        }
        self.add_from(at + 1, walls, cars, lengths, most_walls);
        if walls.count_ones() < most_walls {
            self.add_from(at + 1, walls | 1 << at, cars, lengths, most_walls);
        }
        let side = self.side;
        for length in lengths.clone().filter(|&length| u32::from(at + length) <= side) {
            cars.push((at, length));
            self.add_from(at + length, walls, cars, lengths, most_walls);
            cars.pop();
        }
    }

    fn add(&mut self, walls: u8, cars: &[(u8, u8)], code: u64) -> u16 {
        let number = u16::try_from(self.all.len()).expect("lines of eight squares are fewer");
        let spans: Vec<(u8, u8, u8)> = cars.iter().map(|&(first, length)| self.span(walls, first, length)).collect();
        let mut all = Vec::new();
        arrange(&spans, 0, &mut Vec::new(), &mut all);
        let cells: Vec<u8> =
            all.iter().map(|cars| walls | cars.iter().fold(0, |sum, &car| sum | squares(car))).collect();
        let starts = all.iter().map(|cars| cars.iter().fold(0, |sum, &(first, _)| sum | 1 << first)).collect();
        let base = self.spread.len();
        self.spread.extend(cells.iter().map(|&cells| spread(cells)));
        let side = self.side;
        let (first, all_squares) = (base << side, 1usize << side);
        for (from, &own) in all.iter().zip(&cells) {
            let (slides, steps) = (self.slides.len(), self.steps.len());
            self.slides.resize(slides + all_squares, 0);
            self.steps.resize(steps + all_squares, 0);
            let mut turns = Vec::new();
            for (number, to) in (0u8..).zip(&all) {
                let mut moved = from.iter().zip(to).filter(|(before, after)| before != after);
                let (Some((&before, &after)), None) = (moved.next(), moved.next()) else { continue };
                // Whatever lies between is swept; of that, only the car's own squares may be taken.
                let (low, high) = (before.0.min(after.0), before.0.max(after.0) + before.1);
                let swept = squares((low, high - low)) & !squares(before);
                let is_step = before.0.abs_diff(after.0) == 1;
                for taken in (0..all_squares).filter(|taken| taken & usize::from(swept) == 0) {
                    self.slides[slides + taken] |= 1 << number;
                    self.steps[steps + taken] |= u16::from(is_step) << number;
                }
                if is_step {
                    let new = cells[usize::from(number)];
                    let bit = |set: u8| u8::try_from(set.trailing_zeros()).expect("a bit of a byte");
                    turns.push(Turn { to: number, enters: bit(new & !own), leaves: bit(own & !new) });
                }
            }
            self.turns.push(turns);
        }
        for (number, &own) in cells.iter().enumerate() {
            for taken in 0..all_squares {
                let fits = taken & usize::from(own & !walls) == 0;
                let mut reached = if fits { 1u16 << number } else { 0 };
                loop {
                    let more = (0..cells.len())
                        .filter(|other| reached >> other & 1 == 1)
                        .fold(reached, |all, other| all | self.steps[first + (other << side) + taken]);
                    if more == reached {
                        break;
                    }
                    reached = more;
                }
                self.closures.push(reached);
            }
        }
        self.all.push(Line { walls, lengths: cars.iter().map(|car| car.1).collect(), cells, starts, base });
        self.numbers.insert(code, number);
        number
    }

    /// The squares between the walls around a car, first and end, and its length.
    fn span(&self, walls: u8, first: u8, length: u8) -> (u8, u8, u8) {
        let end = (first..8).find(|&at| u32::from(at) == self.side || walls >> at & 1 == 1);
        (segment(walls, first), end.unwrap_or(8), length)
    }

    /// The arrangements one move away, as bits, by the table that belongs to the stride.
    #[inline]
    pub(crate) fn reach(&self, stride: RushMetric) -> &[u16] {
        match stride {
            RushMetric::Step => &self.steps,
            RushMetric::Slide => &self.slides,
        }
    }

    /// The arrangements of a line within reach of one, as bits, where these squares are taken across it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "it is a byte")]
    pub(crate) fn closure(&self, arrangement: usize, taken: u64) -> u16 {
        let squares = (1u64 << self.side) - 1;
        self.closures[arrangement << self.side | (taken & squares) as usize]
    }
}

/// Where the free stretch begins in which a square lies.
fn segment(walls: u8, at: u8) -> u8 {
    let before = walls & ((1 << at) - 1);
    u8::try_from(8 - before.leading_zeros()).expect("at most eight")
}

/// A number for a line: its walls, and of each car the stretch it is in and its length.
fn code(walls: u8, cars: &[(u8, u8)]) -> u64 {
    cars.iter().fold(u64::from(walls) | 1 << 8, |code, &(first, length)| {
        code << 8 | u64::from(segment(walls, first)) << 4 | u64::from(length)
    })
}

/// Every way to place the cars in order, each within its span.
fn arrange(spans: &[(u8, u8, u8)], from: u8, cars: &mut Cars, all: &mut Vec<Cars>) {
    let Some((&(low, end, length), rest)) = spans.split_first() else {
        all.push(cars.clone());
        return;
    };
    for first in low.max(from)..=end.saturating_sub(length) {
        cars.push((first, length));
        arrange(rest, first + length, cars, all);
        cars.pop();
    }
}

pub(crate) fn squares((first, length): (u8, u8)) -> u8 {
    u8::try_from(((1u16 << length) - 1) << first).expect("cars lie within their line")
}

/// The bits of a line, eight bits apart: a row becomes the first bits of eight columns.
pub(crate) fn spread(cells: u8) -> u64 {
    (0..8).filter(|at| cells >> at & 1 == 1).fold(0, |all, at| all | 1 << (8 * at))
}
