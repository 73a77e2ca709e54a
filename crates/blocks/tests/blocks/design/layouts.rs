//! The census of layouts.

use std::collections::{BTreeMap, BTreeSet};

use fewest_blocks::Square;
use fewest_blocks::design::{LayoutCensus, LayoutError, Stock};
use fewest_search::{LimitKind, Limits};

/// dnomd343/klotski, run again: its numbers of layouts, groups and sets of pieces.
#[test]
fn huarong_dao() {
    let all = LayoutCensus::huarong_dao().run(&Limits::default()).expect("few enough");
    assert_eq!((all.layouts(), all.groups(), all.sets.len()), (29_334_498, 25_422, 203));
    // The pieces of the classic start: its group has 25,955 layouts.
    let klotski = all.sets.iter().find(|set| set.counts == [1, 1, 4, 4]).expect("the classic pieces");
    assert!(klotski.groups.iter().any(|group| group.layouts == 25_955));
    assert!(klotski.groups.windows(2).all(|pair| pair[0].layouts >= pair[1].layouts));
}

/// A layout: for each square the piece on it, and of which shape each piece is.
type Layout = Vec<Option<(usize, usize)>>;

struct Brute<'a>(&'a LayoutCensus);

impl Brute<'_> {
    fn squares(&self) -> Vec<Square> {
        (0..self.0.height).flat_map(|y| (0..self.0.width).map(move |x| Square::new(x, y))).collect()
    }

    fn at(&self, square: Square) -> usize {
        usize::from(square.y * self.0.width + square.x)
    }

    fn cells(&self, shape: usize, corner: (i32, i32)) -> Option<Vec<usize>> {
        let cell = |cell: &Square| {
            let x = u16::try_from(corner.0 + i32::from(cell.x)).ok().filter(|&x| x < self.0.width)?;
            let y = u16::try_from(corner.1 + i32::from(cell.y)).ok().filter(|&y| y < self.0.height)?;
            let square = Square::new(x, y);
            (!self.0.walls.contains(&square)).then(|| self.at(square))
        };
        self.0.stock[shape].shape.iter().map(cell).collect()
    }

    /// Numbers pieces by their order.
    fn tidy(layout: &Layout) -> Layout {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let number = |piece: &Option<(usize, usize)>| {
            piece.map(|(piece, shape)| {
                let next = numbers.len();
                (*numbers.entry(piece).or_insert(next), shape)
            })
        };
        layout.iter().map(number).collect()
    }

    fn all(&self) -> BTreeSet<Layout> {
        let mut all = BTreeSet::new();
        self.place(0, &vec![None; self.squares().len()], 0, &mut all);
        all
    }

    fn place(&self, from: usize, layout: &Layout, pieces: usize, all: &mut BTreeSet<Layout>) {
        let count = |shape: usize| {
            let squares = layout.iter().flatten().filter(|piece| piece.1 == shape).count();
            squares / self.0.stock[shape].shape.len()
        };
        let gaps = layout.iter().filter(|piece| piece.is_none()).count() - self.0.walls.len();
        let counted = (0..self.0.stock.len())
            .all(|shape| u16::try_from(count(shape)).is_ok_and(|count| self.0.stock[shape].count.contains(&count)));
        if counted && u16::try_from(gaps).is_ok_and(|gaps| self.0.gaps.contains(&gaps)) {
            all.insert(Self::tidy(layout));
        }
        for (at, square) in self.squares().into_iter().enumerate().skip(from) {
            for shape in 0..self.0.stock.len() {
                let Some(cells) = self.cells(shape, (square.x.into(), square.y.into())) else { continue };
                if cells.iter().all(|&cell| layout[cell].is_none())
                    && count(shape) < usize::from(*self.0.stock[shape].count.end())
                {
                    let mut next = layout.clone();
                    for cell in cells {
                        next[cell] = Some((pieces, shape));
                    }
                    // Several shapes can have their corner at one square where that is not theirs.
                    self.place(at, &next, pieces + 1, all);
                }
            }
        }
    }

    fn steps(&self, layout: &Layout) -> Vec<Layout> {
        let pieces: BTreeMap<usize, usize> = layout.iter().flatten().copied().collect();
        let mut all = Vec::new();
        for (piece, shape) in pieces {
            let own: Vec<usize> = (0..layout.len()).filter(|&at| layout[at] == Some((piece, shape))).collect();
            for (x, y) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let width = i32::from(self.0.width);
                let moved: Option<Vec<usize>> = own
                    .iter()
                    .map(|&at| {
                        let at = i32::try_from(at).ok()?;
                        let (column, row) = (at % width + x, at / width + y);
                        let inside = (0..width).contains(&column) && (0..i32::from(self.0.height)).contains(&row);
                        let square = Square::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
                        (inside && !self.0.walls.contains(&square)).then(|| self.at(square))
                    })
                    .collect();
                let Some(moved) = moved else { continue };
                if moved.iter().all(|&at| layout[at].is_none() || own.contains(&at)) {
                    let mut next = layout.clone();
                    for &at in &own {
                        next[at] = None;
                    }
                    for at in moved {
                        next[at] = Some((piece, shape));
                    }
                    all.push(Self::tidy(&next));
                }
            }
        }
        all
    }

    /// The sizes of the groups of each set of pieces.
    fn groups(&self) -> BTreeMap<Vec<u16>, Vec<u64>> {
        let mut groups: BTreeMap<Vec<u16>, Vec<u64>> = BTreeMap::new();
        let mut left = self.all();
        while let Some(first) = left.pop_first() {
            let counts = (0..self.0.stock.len())
                .map(|shape| {
                    let squares = first.iter().flatten().filter(|piece| piece.1 == shape).count();
                    u16::try_from(squares / self.0.stock[shape].shape.len()).expect("few")
                })
                .collect();
            let mut size = 1;
            let mut queue = vec![first];
            while let Some(layout) = queue.pop() {
                for next in self.steps(&layout) {
                    if left.remove(&next) {
                        size += 1;
                        queue.push(next);
                    }
                }
            }
            groups.entry(counts).or_default().push(size);
        }
        for sizes in groups.values_mut() {
            sizes.sort_unstable_by(|one, other| other.cmp(one));
        }
        groups
    }
}

fn shape(cells: &[(u16, u16)]) -> Vec<Square> {
    cells.iter().map(|&(x, y)| Square::new(x, y)).collect()
}

#[test]
fn small_boards_by_brute_force() {
    let dominoes = vec![Stock::rectangles(2, 1, 0..=3), Stock::rectangles(1, 2, 0..=3), Stock::rectangles(1, 1, 0..=9)];
    let corner = Stock { shape: shape(&[(1, 0), (0, 1), (1, 1)]), count: 0..=2 };
    let bowl = Stock { shape: shape(&[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]), count: 1..=1 };
    let census = |width, height, walls: &[(u16, u16)], stock: &[Stock], gaps| LayoutCensus {
        width,
        height,
        walls: shape(walls),
        stock: stock.to_vec(),
        gaps,
    };
    let cases = [
        census(3, 3, &[], &dominoes, 1..=9),
        census(3, 3, &[(1, 1)], &dominoes, 0..=2),
        census(2, 4, &[], &dominoes, 2..=3),
        census(3, 3, &[], &[corner.clone(), Stock::rectangles(1, 1, 1..=4)], 1..=6),
        census(4, 3, &[(3, 0)], &[bowl, corner, Stock::rectangles(1, 1, 0..=9)], 1..=5),
        census(4, 3, &[], &[Stock::rectangles(2, 2, 1..=1), Stock::rectangles(1, 2, 1..=2)], 0..=12),
    ];
    for census in cases {
        let brute = Brute(&census).groups();
        let all = census.run(&Limits::default()).expect("few enough");
        let found: BTreeMap<Vec<u16>, Vec<u64>> = all
            .sets
            .iter()
            .map(|set| (set.counts.clone(), set.groups.iter().map(|group| group.layouts).collect()))
            .collect();
        assert!(!found.is_empty());
        assert_eq!(found, brute, "{census:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let census = |width, stock| LayoutCensus { width, height: 5, walls: Vec::new(), stock, gaps: 1..=9 };
    let run = |census: LayoutCensus| census.run(&Limits::default());
    assert_eq!(run(census(7, Vec::new())), Err(LayoutError::Size(7, 5)));
    assert_eq!(run(census(0, Vec::new())), Err(LayoutError::Size(0, 5)));
    let twice = vec![Stock::rectangles(2, 1, 0..=1), Stock::rectangles(2, 1, 0..=2)];
    assert_eq!(run(census(3, twice)), Err(LayoutError::Shape(2)));
    let nothing = vec![Stock { shape: Vec::new(), count: 0..=1 }];
    assert_eq!(run(census(3, nothing)), Err(LayoutError::Shape(1)));
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let result = LayoutCensus::huarong_dao().run(&limits);
    assert_eq!(result, Err(LayoutError::Limit(LimitKind::Memory)));
}
