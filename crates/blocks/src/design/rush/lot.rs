//! The room in which clusters are explored, used again and again.

use super::board::{Car, RushBoard};
use super::lines::{Cars, Lines, RushMetric};
use super::marks::{Dense, Hashed, Marks};
use super::yard::{Arranged, Taken, Yard};
use crate::geometry::Square;

/// A board as its lines, with the numbers of their arrangements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) rows: Vec<Arranged>,
    pub(crate) columns: Vec<Arranged>,
    pub(crate) red_row: usize,
}

/// Tables and room for clusters of boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Lot {
    /// The tables of rows.
    pub(crate) across: Lines,
    /// The tables of columns.
    pub(crate) down: Lines,
    pub(crate) stride: RushMetric,
    pub(crate) yard: Yard,
    pub(crate) room: Room,
    /// A second one, for boards with a piece less.
    spare: (Yard, Room),
}

/// The positions of a cluster.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    /// Which bundles were met, and which positions.
    pub(crate) dense: [Dense; 2],
    pub(crate) hashed: [Hashed; 2],
    /// The bundles as they were met.
    pub(crate) bundles: Vec<u64>,
    /// By their distance to a goal.
    pub(crate) order: Vec<u64>,
    /// How many there are of each distance.
    pub(crate) layers: Vec<u64>,
}

impl Room {
    /// The positions that are farthest from a goal.
    pub(crate) fn farthest(&self) -> &[u64] {
        let last = self.layers.last().copied().unwrap_or(0);
        &self.order[self.order.len() - usize::try_from(last).expect("they are in memory")..]
    }

    /// Meets the cluster of a bundle, unless it is marked; how many positions it has, none where it was met before. Those
    /// of a cluster with more than `most` are not put in order. Bundles stay marked.
    pub(crate) fn meet(
        &mut self,
        yard: &Yard,
        lines: (&Lines, &Lines),
        stride: RushMetric,
        bundle: u64,
        (most, then): (u64, Beyond),
    ) -> u64 {
        let Self { dense, hashed, bundles, order, layers } = self;
        if yard.bits <= Dense::MAX_BITS {
            for dense in &mut *dense {
                dense.reserve(yard.bits);
            }
            meet(yard, lines, stride, (bundle, most, then), dense, (bundles, order, layers))
        } else {
            meet(yard, lines, stride, (bundle, most, then), hashed, (bundles, order, layers))
        }
    }

    pub(crate) fn wipe(&mut self, bits: u32) {
        if bits <= Dense::MAX_BITS {
            self.dense[0].wipe(&self.bundles);
        } else {
            self.hashed[0].wipe(&self.bundles);
        }
        self.bundles.clear();
    }
}

/// What to do about a cluster of too many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// Leave it.
    Stop,
    /// Mark all of its bundles, so that it is not met again.
    Mark,
}

fn meet<M: Marks>(
    yard: &Yard,
    lines: (&Lines, &Lines),
    stride: RushMetric,
    (bundle, most, then): (u64, u64, Beyond),
    [of_bundles, of_positions]: &mut [M; 2],
    (bundles, order, layers): (&mut Vec<u64>, &mut Vec<u64>, &mut Vec<u64>),
) -> u64 {
    let from = bundles.len();
    order.clear();
    layers.clear();
    let positions = yard.flood(lines, bundle, of_bundles, bundles, if then == Beyond::Stop { most } else { u64::MAX });
    if positions <= most {
        yard.order(lines, stride, &bundles[from..], of_positions, (order, layers));
        of_positions.wipe(order);
    }
    positions
}

impl Lot {
    pub(crate) fn new(width: usize, height: usize, stride: RushMetric) -> Self {
        Self {
            across: Lines::new(width),
            down: Lines::new(height),
            stride,
            yard: Yard::new(),
            room: Room::default(),
            spare: (Yard::new(), Room::default()),
        }
    }

    pub(crate) fn layout(&mut self, board: &RushBoard) -> Layout {
        let mut rows: Vec<(u8, Cars)> = vec![Default::default(); usize::from(board.height)];
        let mut columns: Vec<(u8, Cars)> = vec![Default::default(); usize::from(board.width)];
        let short = |value: u16| u8::try_from(value).expect("at most eight");
        for car in std::iter::once(&board.red).chain(&board.others) {
            let Square { x, y } = car.first;
            if car.upright {
                columns[usize::from(x)].1.push((short(y), short(car.length)));
            } else {
                rows[usize::from(y)].1.push((short(x), short(car.length)));
            }
        }
        for wall in &board.walls {
            rows[usize::from(wall.y)].0 |= 1 << wall.x;
        }
        let intern = |lines: &mut Lines, (walls, mut cars): (u8, Cars)| {
            cars.sort_unstable();
            lines.intern(walls, &cars)
        };
        Layout {
            rows: rows.into_iter().map(|row| intern(&mut self.across, row)).collect(),
            columns: columns.into_iter().map(|column| intern(&mut self.down, column)).collect(),
            red_row: usize::from(board.red.first.y),
        }
    }

    pub(crate) fn board(&self, layout: &Layout) -> RushBoard {
        let short = |value: usize| u16::try_from(value).expect("at most eight");
        let (mut red, mut others, mut walls) = (None, Vec::new(), Vec::new());
        for (y, &(line, number)) in layout.rows.iter().enumerate() {
            let line = &self.across.all[usize::from(line)];
            let y = short(y);
            for (first, length) in line.cars(usize::from(number)) {
                let car = Car { first: Square::new(first.into(), y), length: length.into(), upright: false };
                if usize::from(y) == layout.red_row {
                    red = Some(car);
                } else {
                    others.push(car);
                }
            }
            walls.extend((0..8).filter(|x| line.walls >> x & 1 == 1).map(|x| Square::new(x, y)));
        }
        for (x, &(line, number)) in layout.columns.iter().enumerate() {
            let cars = self.down.all[usize::from(line)].cars(usize::from(number));
            let car = |(first, length): (u8, u8)| Car {
                first: Square::new(short(x), first.into()),
                length: length.into(),
                upright: true,
            };
            others.extend(cars.into_iter().map(car));
        }
        let red = red.expect("the red car is in its row");
        let mut board =
            RushBoard { width: short(layout.columns.len()), height: short(layout.rows.len()), red, others, walls };
        board.tidy();
        board
    }

    /// How many moves the hardest position of the cluster of a layout is away from a goal; `None` where there is no way
    /// or the cluster has more positions than `most`. The positions are then in [`room`](Self::room).
    pub(crate) fn explore(&mut self, layout: &Layout, most: u64) -> Option<u32> {
        let lines = (&self.across, &self.down);
        let key = self.yard.set(lines, &layout.rows, &layout.columns, layout.red_row)?;
        let bundle = self.yard.bundle(lines, key);
        self.room.meet(&self.yard, lines, self.stride, bundle, (most, Beyond::Stop));
        self.room.wipe(self.yard.bits);
        let last = self.room.layers.len().checked_sub(1)?;
        Some(u32::try_from(last).expect("fewer layers than positions"))
    }

    /// Whether every other car and every wall is needed: without any one of them, this layout would be solved in fewer
    /// than `length` moves, which it takes.
    pub(crate) fn is_minimal(&mut self, layout: &Layout, length: u32) -> bool {
        self.spare_piece(layout, length).is_none()
    }

    /// A layout without a piece that is not needed, where there is one.
    pub(crate) fn spare_piece(&mut self, layout: &Layout, length: u32) -> Option<Layout> {
        let Some(less) = length.checked_sub(1) else {
            return self.without_one(layout).into_iter().next();
        };
        self.without_one(layout).into_iter().find(|smaller| {
            let (yard, room) = &mut self.spare;
            let lines = (&self.across, &self.down);
            let Some(key) = yard.set(lines, &smaller.rows, &smaller.columns, smaller.red_row) else { return false };
            let Room { dense: [dense, _], hashed: [hashed, _], bundles: found, .. } = room;
            if yard.bits <= Dense::MAX_BITS {
                dense.reserve(yard.bits);
                !yard.is_within(lines, self.stride, key, less, (dense, found))
            } else {
                !yard.is_within(lines, self.stride, key, less, (hashed, found))
            }
        })
    }

    /// The layouts with one car that is not the red one, or one wall, taken away.
    fn without_one(&mut self, layout: &Layout) -> Vec<Layout> {
        let mut all = Vec::new();
        for is_row in [true, false] {
            let (lines, list) =
                if is_row { (&mut self.across, &layout.rows) } else { (&mut self.down, &layout.columns) };
            for (place, &(line, number)) in list.iter().enumerate() {
                let known = &lines.all[usize::from(line)];
                let (walls, cars) = (known.walls, known.cars(usize::from(number)));
                let mut push = |arranged: Arranged| {
                    let mut smaller = layout.clone();
                    let list = if is_row { &mut smaller.rows } else { &mut smaller.columns };
                    list[place] = arranged;
                    all.push(smaller);
                };
                for wall in (0..8).filter(|at| walls >> at & 1 == 1) {
                    push(lines.intern(walls & !(1 << wall), &cars));
                }
                if is_row && place == layout.red_row {
                    continue;
                }
                for index in 0..cars.len() {
                    let mut fewer = cars.clone();
                    fewer.remove(index);
                    push(lines.intern(walls, &fewer));
                }
            }
        }
        all
    }

    /// The first of the positions that are farthest from a goal, in the cluster that was explored last.
    pub(crate) fn first_of_farthest(&self, layout: &Layout, look: Look) -> Option<u64> {
        let unused = 8 * (8 - layout.rows.len());
        let order = |&key: &u64| {
            let Taken { by_rows, by_columns } = self.yard.taken((&self.across, &self.down), key);
            let plain = (transposed(by_rows), by_columns);
            let flipped = (plain.0.swap_bytes() >> unused, plain.1.swap_bytes() >> unused);
            match look {
                Look::Plain => plain,
                Look::Flipped => flipped,
                Look::Either => plain.min(flipped),
            }
        };
        self.room.farthest().iter().copied().min_by_key(order)
    }
}

/// From which side boards are compared: by their rows and then their columns, as binary numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Plain,
    Flipped,
    /// From where they come first.
    Either,
}

/// Bits `8x + y` as bits `8y + x`.
fn transposed(mut bits: u64) -> u64 {
    let mut all = 0;
    while bits != 0 {
        let at = bits.trailing_zeros();
        bits &= bits - 1;
        all |= 1 << (8 * (at % 8) + at / 8);
    }
    all
}
