//! The codes of 4×5 Klotski: one 2×2 block that wants to the middle of the bottom, dominoes, single squares, and at least
//! two empty squares; 29,334,498 layouts in all (Dnomd343, 2022).
//!
//! - A **common code** is nine hexadecimal digits: the number of the square, in reading order from 0, on which the upper
//!   left corner of the 2×2 block lies; then, for each free square in reading order that nothing yet covers, two bits: `00`
//!   empty, `01` a lying domino, `10` a standing one, `11` a single square. Zeros at its end may be left out.
//! - A **short code** is the place of the common code among all of them, in base 32 with the digits `1` to `9`, then the
//!   letters without I, L and O; five digits.
//! - A **raw code** has three bits a square, the first square lowest: `000` empty, `001` to `011` as above, `100` the 2×2
//!   block, each at its upper left corner, `111` the rest of a block; fifteen hexadecimal digits and often a zero before.
//!
//! The codes have no labels: the 2×2 block becomes `a`, the others follow in reading order.

use std::collections::HashMap;

use super::Format;
use super::express::{CannotWrite, Express};
use super::labels;
use super::report::{Report, column, short};
use crate::fault::Faults;
use crate::geometry::{Lock, Square, squares};
use crate::puzzle::{Condition, Piece, Puzzle, Target};
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};

const WIDTH: usize = 4;
const SQUARES: usize = 20;

/// What begins on a square that nothing before covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Empty,
    Lying,
    Standing,
    Single,
}

impl Block {
    /// In the order of their bits.
    const ALL: [Self; 4] = [Self::Empty, Self::Lying, Self::Standing, Self::Single];

    fn from_bits(bits: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|block| *block as u64 == bits)
    }

    /// The squares it covers when it begins on one, as bits; `None` where it would leave the board.
    fn cover(self, square: usize) -> Option<u32> {
        match self {
            Self::Empty | Self::Single => Some(1 << square),
            Self::Lying => (square % WIDTH + 1 < WIDTH).then_some(0b11 << square),
            Self::Standing => (square + WIDTH < SQUARES).then_some(0b1_0001 << square),
        }
    }
}

/// A layout: where the 2×2 block is and what fills the rest, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    head: usize,
    blocks: Vec<Block>,
}

/// The squares of the 2×2 block, as bits.
fn head_cover(head: usize) -> Option<u32> {
    (head % WIDTH + 1 < WIDTH && head + WIDTH < SQUARES).then_some(0b11_0011 << head)
}

/// The first square from here on that is not covered.
fn next_free(covered: u32) -> usize {
    (!covered).trailing_zeros() as usize
}

const FULL: u32 = (1 << SQUARES) - 1;

impl Layout {
    /// Reads bits two by two until the board is full.
    fn from_common(code: u64) -> Result<Self, String> {
        let head = usize::try_from(code >> 32).unwrap_or(usize::MAX);
        let Some(mut covered) = head_cover(head) else {
            return Err(format!("the first digit puts the 2×2 block on square {head}, where it leaves the board"));
        };
        let mut blocks = Vec::new();
        // The lowest 32 bits.
        let mut bits = (0..16).rev().map(|index| code >> (2 * index) & 0b11);
        while covered != FULL {
            let square = next_free(covered);
            // Sixteen pairs of bits are enough for sixteen squares.
            let block = Block::from_bits(bits.next().unwrap_or(0)).unwrap_or(Block::Empty);
            let cover = block.cover(square).filter(|cover| cover & covered == 0);
            let Some(cover) = cover else {
                return Err(format!("its block {} does not fit on square {square}", blocks.len() + 1));
            };
            covered |= cover;
            blocks.push(block);
        }
        if bits.any(|bits| bits != 0) {
            return Err("it continues after the board is full".to_owned());
        }
        let layout = Self { head, blocks };
        layout.has_room().then_some(layout).ok_or_else(|| "it leaves fewer than two squares empty".to_owned())
    }

    fn has_room(&self) -> bool {
        self.blocks.iter().filter(|block| **block == Block::Empty).count() >= 2
    }

    fn to_common(&self) -> u64 {
        let bits = self.blocks.iter().fold(0u64, |bits, block| bits << 2 | *block as u64);
        (self.head as u64) << 32 | bits << (2 * (16 - self.blocks.len()))
    }

    /// How many common codes are smaller.
    fn rank(&self) -> u64 {
        let below: u64 = (0..self.head).map(|head| head_cover(head).map_or(0, |covered| completions(covered, 0))).sum();
        let mut rank = below;
        let mut covered = head_cover(self.head).unwrap_or(FULL);
        let mut empty = 0;
        for &block in &self.blocks {
            let square = next_free(covered);
            for smaller in Block::ALL.into_iter().take(block as usize) {
                rank += with(smaller, square, covered, empty);
            }
            covered |= block.cover(square).unwrap_or(0);
            empty += usize::from(block == Block::Empty);
        }
        rank
    }

    /// The layout with so many common codes below its own.
    fn from_rank(mut rank: u64) -> Option<Self> {
        let mut heads = (0..SQUARES).filter_map(|head| head_cover(head).map(|covered| (head, covered)));
        let (head, mut covered) = heads.find(|&(_, covered)| {
            let count = completions(covered, 0);
            let is_here = rank < count;
            rank -= if is_here { 0 } else { count };
            is_here
        })?;
        let mut blocks = Vec::new();
        let mut empty = 0;
        while covered != FULL {
            let square = next_free(covered);
            let block = Block::ALL.into_iter().find(|&block| {
                let count = with(block, square, covered, empty);
                let is_here = rank < count;
                rank -= if is_here { 0 } else { count };
                is_here
            })?;
            covered |= block.cover(square)?;
            empty += usize::from(block == Block::Empty);
            blocks.push(block);
        }
        Some(Self { head, blocks })
    }

    fn to_raw(&self) -> u64 {
        let mut raw = 0;
        let mut covered = 0;
        let mut place = |square: usize, cover: u32, bits: u64| {
            for other in (0..SQUARES).filter(|other| cover >> other & 1 == 1) {
                raw |= (if other == square { bits } else { 0b111 }) << (3 * other);
            }
            covered |= cover;
            covered
        };
        let mut covered = place(self.head, head_cover(self.head).unwrap_or(0), 0b100);
        for &block in &self.blocks {
            let square = next_free(covered);
            covered = place(square, block.cover(square).unwrap_or(0), block as u64);
        }
        raw
    }

    fn from_raw(raw: u64) -> Result<Self, String> {
        let kind = |square: usize| raw >> (3 * square) & 0b111;
        if raw >> (3 * SQUARES) != 0 {
            return Err("its first digit of sixteen is not 0".to_owned());
        }
        let heads: Vec<usize> = (0..SQUARES).filter(|&square| kind(square) == 0b100).collect();
        let &[head] = heads.as_slice() else {
            return Err(format!("it has {} 2×2 blocks instead of one", heads.len()));
        };
        let Some(mut covered) = head_cover(head) else {
            return Err(format!("its 2×2 block leaves the board from square {head}"));
        };
        let mut blocks = Vec::new();
        while covered != FULL {
            let square = next_free(covered);
            let bits = kind(square);
            let Some(block) = Block::from_bits(bits) else {
                return Err(format!("no block begins with the three bits {bits:03b} of square {square}"));
            };
            let Some(cover) = block.cover(square).filter(|cover| cover & covered == 0) else {
                return Err(format!("the block on square {square} does not fit"));
            };
            covered |= cover;
            blocks.push(block);
        }
        let layout = Self { head, blocks };
        if !layout.has_room() {
            return Err("it leaves fewer than two squares empty".to_owned());
        }
        // Squares that a block covers must say so.
        if layout.to_raw() != raw {
            return Err("some square within a block is not marked 111".to_owned());
        }
        Ok(layout)
    }

    /// The blocks with the squares they cover, the 2×2 block first.
    fn pieces(&self) -> Vec<Vec<Square>> {
        let squares = |cover: u32| {
            let on = (0..20u16).filter(move |square| cover >> square & 1 == 1);
            on.map(|square| Square::new(square % 4, square / 4)).collect::<Vec<_>>()
        };
        let mut covered = head_cover(self.head).unwrap_or(0);
        let mut pieces = vec![squares(covered)];
        for &block in &self.blocks {
            let cover = block.cover(next_free(covered)).unwrap_or(0);
            covered |= cover;
            if block != Block::Empty {
                pieces.push(squares(cover));
            }
        }
        pieces
    }
}

/// In how many ways the rest of the board can be filled when a block begins on a square.
fn with(block: Block, square: usize, covered: u32, empty: usize) -> u64 {
    match block.cover(square).filter(|cover| cover & covered == 0) {
        Some(cover) => completions(covered | cover, empty + usize::from(block == Block::Empty)),
        None => 0,
    }
}

/// In how many ways the uncovered squares can be filled so that two squares or more are empty.
///
/// All squares before the first uncovered one are covered, so this depends on what is covered behind it alone; row by row
/// there are few such pictures, and a table of them keeps the count fast.
fn completions(covered: u32, empty: usize) -> u64 {
    count(covered, empty.min(2), &mut HashMap::new())
}

/// The same with at most two empty squares counted so far, and what is known already.
fn count(covered: u32, empty: usize, known: &mut HashMap<(u32, usize), u64>) -> u64 {
    if covered == FULL {
        return u64::from(empty >= 2);
    }
    if let Some(&total) = known.get(&(covered, empty)) {
        return total;
    }
    let square = next_free(covered);
    let mut total = 0;
    for block in Block::ALL {
        if let Some(cover) = block.cover(square).filter(|cover| cover & covered == 0) {
            let empty = (empty + usize::from(block == Block::Empty)).min(2);
            total += count(covered | cover, empty, known);
        }
    }
    known.insert((covered, empty), total);
    total
}

/// The digits of short codes.
const DIGITS: &[u8; 32] = b"123456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Whether a word could be a short code.
pub(super) fn is_short(word: &str) -> bool {
    word.len() == 5 && word.bytes().all(|byte| DIGITS.contains(&byte.to_ascii_uppercase()))
}

pub(super) fn read(format: Format, text: &str) -> Result<Setup, Faults> {
    let mut report = Report::default();
    let mut words = text
        .lines()
        .enumerate()
        .flat_map(|(index, line)| line.split_whitespace().map(move |word| (index + 1, column(line, word), word)));
    let mut setup = Setup::default();
    match words.next() {
        None => report.whole(format!("there is no code; write one such as 1A9BF0C for the format {format}")),
        Some((line, column, word)) => match layout(format, word) {
            Ok(layout) => setup = to_setup(&layout),
            Err((offset, problem)) => report.at(line, column + offset, problem),
        },
    }
    if let Some((line, column, word)) = words.next() {
        report.at(line, column, format!("{} is a second code; write only one", short(word)));
    }
    report.finish(setup)
}

/// The layout of a code, or what is wrong with which of its characters.
fn layout(format: Format, word: &str) -> Result<Layout, (usize, String)> {
    let length = word.chars().count();
    let is_digit = |c: char| match format {
        Format::ShortCode => c.is_ascii() && DIGITS.contains(&(c.to_ascii_uppercase() as u8)),
        _ => c.is_ascii_hexdigit(),
    };
    let digits = match format {
        Format::ShortCode => "a digit of short codes: 1 to 9 or a letter other than I, L and O",
        _ => "a hexadecimal digit: 0 to 9 or A to F",
    };
    if let Some((offset, c)) = word.chars().enumerate().find(|&(_, c)| !is_digit(c)) {
        return Err((offset, format!("{c:?} is not {digits}")));
    }
    let (least, most) = match format {
        Format::ShortCode => (5, 5),
        Format::RawCode => (1, 16),
        _ => (1, 9),
    };
    if !(least..=most).contains(&length) {
        let right = if least == most { format!("{most}") } else { format!("at most {most}") };
        return Err((0, format!("the code {} has {length} digits, but it needs {right}", short(word))));
    }
    let wrong = |problem| (0, format!("{} is not the code of a layout: {problem}", short(word)));
    match format {
        Format::ShortCode => {
            let digit = |byte: u8| DIGITS.iter().position(|digit| *digit == byte.to_ascii_uppercase()).unwrap_or(0);
            let rank = word.bytes().fold(0, |rank, byte| rank * 32 + digit(byte) as u64);
            Layout::from_rank(rank).ok_or_else(|| wrong("layouts go from 11111 to VZ7Z2".to_owned()))
        }
        Format::RawCode => {
            let raw = u64::from_str_radix(word, 16).map_err(|error| wrong(error.to_string()))?;
            Layout::from_raw(raw).map_err(wrong)
        }
        _ => {
            let code = u64::from_str_radix(&format!("{word:0<9}"), 16).map_err(|error| wrong(error.to_string()))?;
            Layout::from_common(code).map_err(wrong)
        }
    }
}

fn to_setup(layout: &Layout) -> Setup {
    let pieces = layout.pieces().into_iter().zip(labels::all());
    let pieces = pieces.map(|(cells, label)| PieceSetup { label, name: None, cells, lock: Lock::Free });
    let goal = [(1, 3), (2, 3), (1, 4), (2, 4)].map(|(x, y)| Square::new(x, y));
    Setup {
        width: WIDTH,
        height: SQUARES / WIDTH,
        ground: vec![Ground::Floor; SQUARES],
        pieces: pieces.collect(),
        goals: vec![vec![ConditionSetup::Piece { label: 'a', target: TargetSetup::On(goal.to_vec()) }]],
        ..Setup::default()
    }
}

pub(super) fn write(format: Format, puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut express = Express::new(format, puzzle);
    let size = puzzle.width() == WIDTH && puzzle.height() == SQUARES / WIDTH;
    express.refuse_if(!size, "boards other than 4×5");
    let has_walls = puzzle.squares().any(|square| puzzle.ground(square) != Some(Ground::Floor));
    express.refuse_if(has_walls, "walls");
    express.no_exits();
    express.no_gates();
    express.no_locks();
    let is_big = |piece: &Piece| squares(2, 2).eq(piece.shape.iter().copied());
    match express.one_goal() {
        [Condition::Piece(piece, Target::At(Square { x: 1, y: 3 }))] if is_big(&puzzle.pieces()[*piece]) => {}
        [] => {}
        _ => express.refuse("a goal other than the 2×2 block in the middle of the bottom"),
    }
    let layout = if size && !has_walls { to_layout(puzzle) } else { Ok(None) };
    if let Err(problem) = &layout {
        express.refuse(problem.clone());
    }
    express.finish(|| {
        let layout = layout.ok().flatten().unwrap_or(Layout { head: 0, blocks: Vec::new() });
        let code = match format {
            Format::ShortCode => {
                let rank = layout.rank();
                (0..5).rev().map(|index| char::from(DIGITS[(rank >> (5 * index) & 31) as usize])).collect()
            }
            Format::RawCode => format!("{:016X}", layout.to_raw()),
            _ => format!("{:09X}", layout.to_common()).trim_end_matches('0').to_owned(),
        };
        // The layout whose digits are all zero does not exist: it would have no block but one.
        format!("{}\n", if code.is_empty() { "0".to_owned() } else { code })
    })
}

fn to_layout(puzzle: &Puzzle) -> Result<Option<Layout>, String> {
    let number = |square: Square| usize::from(square.y) * WIDTH + usize::from(square.x);
    let big: Vec<_> = puzzle.pieces().iter().filter(|piece| squares(2, 2).eq(piece.shape.iter().copied())).collect();
    let &[head] = big.as_slice() else { return Err(format!("{} 2×2 blocks", big.len())) };
    let head = number(head.start);
    let mut covered = head_cover(head).unwrap_or(FULL);
    let mut blocks = Vec::new();
    while covered != FULL {
        let square = next_free(covered);
        let here = puzzle.pieces().iter().find(|piece| piece.cells_at(piece.start).any(|cell| number(cell) == square));
        let block = match here.map(|piece| piece.shape.as_slice()) {
            None => Block::Empty,
            Some([_]) => Block::Single,
            Some([_, Square { x: 1, y: 0 }]) => Block::Lying,
            Some([_, Square { x: 0, y: 1 }]) => Block::Standing,
            Some(_) => return Err("pieces other than one 2×2 block, dominoes and single squares".to_owned()),
        };
        covered |= block.cover(square).unwrap_or(1 << square);
        blocks.push(block);
    }
    let layout = Layout { head, blocks };
    if layout.has_room() { Ok(Some(layout)) } else { Err("fewer than two empty squares".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_layouts_as_were_counted() {
        let all: u64 = (0..SQUARES).filter_map(head_cover).map(|covered| completions(covered, 0)).sum();
        assert_eq!(all, 29_334_498);
        assert_eq!(Layout::from_rank(29_334_498), None);
        let last = Layout::from_rank(29_334_497).expect("the last one");
        assert_eq!(write(Format::ShortCode, &to_setup(&last).validate().expect("a puzzle")), Ok("VZ7Z2\n".to_owned()));
    }

    #[test]
    fn ranks_are_in_the_order_of_common_codes() {
        let layouts = (0..29_334_498).step_by(99_991).map(|rank| (rank, Layout::from_rank(rank).expect("a layout")));
        let mut before = None;
        for (rank, layout) in layouts {
            assert_eq!(layout.rank(), rank);
            let code = layout.to_common();
            assert!(before < Some(code), "{rank}");
            before = Some(code);
            assert_eq!(Layout::from_common(code).as_ref(), Ok(&layout));
            assert_eq!(Layout::from_raw(layout.to_raw()).as_ref(), Ok(&layout));
        }
    }

    #[test]
    fn neighbours_in_rank_are_neighbours_in_code() {
        // Every code between two layouts that follow each other is invalid.
        for rank in (0..29_334_497).step_by(2_999_999) {
            let [here, next] = [rank, rank + 1].map(|rank| Layout::from_rank(rank).expect("a layout").to_common());
            for code in (here + 1..next).take(20_000) {
                assert!(Layout::from_common(code).is_err(), "{code:09X} between {here:09X} and {next:09X}");
            }
        }
    }

    #[test]
    fn published_codes() {
        for (common, short, raw) in [("1A9BF0C", "4WVE1", "0603EDF5CAFFF5E2"), ("4FEA134", "AXCZN", "0E58FC85FFEBC4DB")]
        {
            let setup = read(Format::CommonCode, common).expect(common);
            assert_eq!(read(Format::ShortCode, &short.to_lowercase()).as_ref(), Ok(&setup), "{short}");
            assert_eq!(read(Format::RawCode, raw).as_ref(), Ok(&setup), "{raw}");
            let puzzle = setup.validate().expect(common);
            for (format, code) in [(Format::CommonCode, common), (Format::ShortCode, short), (Format::RawCode, raw)] {
                assert_eq!(write(format, &puzzle), Ok(format!("{code}\n")));
            }
        }
    }

    #[test]
    fn codes_of_nothing_are_refused() {
        for (format, code, problem) in [
            (Format::CommonCode, "3A9BF0C", "leaves the board"),
            (Format::CommonCode, "0FFFFFFFF", "fewer than two"),
            (Format::CommonCode, "0555555555", "has 10 digits"),
            (Format::CommonCode, "1A9BF0G", "column 7"),
            (Format::CommonCode, "0D5", "does not fit"),
            (Format::CommonCode, "1A9BF0C01", "continues"),
            (Format::ShortCode, "ZZZZZ", "not the code of a layout"),
            (Format::ShortCode, "4WVEO", "column 5"),
            (Format::RawCode, "FFFF", "0 2×2 blocks"),
            (Format::RawCode, "1603EDF5CAFFF5E2", "first digit"),
            (Format::RawCode, "0603EDF5CAFFE5E2", "111"),
            (Format::CommonCode, "", "no code"),
            (Format::CommonCode, "1A9BF0C 1A9BF0C", "second code"),
        ] {
            let faults = read(format, code).expect_err(code).to_string();
            assert!(faults.contains(problem), "{code}: {faults}");
        }
    }
}
