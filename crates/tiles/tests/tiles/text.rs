//! Reading and writing: nothing makes a parser panic, everything printed is read back, every fault is named.

use fewest_tiles::{
    Direction, Fault, Goal, MAX_CELLS, Notation, Position, Setup, Size, Slide, Word, format_slides, parse_slides,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    // A fixed seed: a red run means a change, not luck. The fuzz targets look further.
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(15), failure_persistence: None, ..ProptestConfig::default() }
}

fn any_size() -> impl Strategy<Value = Size> {
    let sides = prop_oneof![(1..=16usize, 1..=16usize), (Just(1), 1..=MAX_CELLS), (1..=MAX_CELLS, Just(1))];
    sides.prop_map(|(width, height)| Size::new(width, height).expect("at most 256 cells"))
}

/// Tiles in any order, solvable or not.
fn any_tiles(size: Size) -> impl Strategy<Value = Vec<usize>> {
    Just((0..size.cells()).collect::<Vec<_>>()).prop_shuffle()
}

fn any_board() -> impl Strategy<Value = (Size, Vec<usize>)> {
    any_size().prop_flat_map(|size| (Just(size), any_tiles(size)))
}

/// Boards with room for faults: at least 3 rows and 2 columns.
fn roomy_board() -> impl Strategy<Value = (Size, Vec<usize>)> {
    let size = (2..=16usize, 3..=16usize).prop_map(|(width, height)| Size::new(width, height).expect("a size"));
    size.prop_flat_map(|size| (Just(size), any_tiles(size)))
}

fn any_entry() -> impl Strategy<Value = Word> {
    prop_oneof![Just(Word::Number(0)), (1..300u16).prop_map(Word::Number), "[0-9a-z]{1,30}".prop_map(Word::Other)]
}

fn any_slide() -> impl Strategy<Value = Slide> {
    (select(&Direction::ALL[..]), 1..=u8::MAX).prop_map(|(direction, length)| Slide { direction, length })
}

fn any_notation() -> impl Strategy<Value = Notation> {
    select(&[Notation::Tile, Notation::Blank][..])
}

fn rows(size: Size, tiles: &[usize]) -> Vec<Vec<String>> {
    tiles.chunks(size.width()).map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

fn join(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(" ") + "/").collect()
}

fn faults(rows: &[Vec<String>]) -> Vec<Fault> {
    match join(rows).parse::<Position>() {
        Ok(position) => panic!("{position} was accepted"),
        Err(faults) => faults.iter().cloned().collect(),
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn text_that_looks_like_a_board_is_read_or_refused(text in "([0-9xX_.]{0,4}[ ,/;\n\r\t]{0,2}){0,60}", size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn any_setup_is_accepted_or_refused(
        rows in prop::collection::vec(prop::collection::vec(any_entry(), 0..6), 0..6),
        has_rows: bool,
        size in any_size(),
    ) {
        let setup = Setup { rows, has_rows };
        for size in [None, Some(size)] {
            if let Err(faults) = setup.validate(size) {
                prop_assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_moves_are_read_or_refused(text in any::<String>(), close in "[UDLRudlr0-9, ]{0,40}", notation in any_notation()) {
        for text in [text, close] {
            if let Ok(slides) = parse_slides(&text, notation) {
                prop_assert!(slides.iter().all(|slide| slide.length > 0));
            }
        }
    }

    #[test]
    fn boards_are_printed_and_read_back((size, tiles) in any_board()) {
        let position: Position = join(&rows(size, &tiles)).parse().expect("a permutation");
        prop_assert_eq!(position.size(), size);
        prop_assert!(position.tiles().iter().map(|&tile| usize::from(tile)).eq(tiles));
        prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
        let goal: Goal = position.to_string().parse().expect("a board");
        prop_assert_eq!(goal.position(size), Ok(position));
    }

    #[test]
    fn sizes_are_printed_and_read_back(size in any_size(), text in any::<String>()) {
        prop_assert_eq!(size.to_string().parse(), Ok(size));
        prop_assert_eq!(format!("{}x{}", size.width(), size.height()).parse(), Ok(size));
        if let Ok(size) = text.parse::<Size>() {
            prop_assert!((1..=MAX_CELLS).contains(&size.cells()));
        }
    }

    #[test]
    fn slides_are_printed_and_read_back(slides in prop::collection::vec(any_slide(), 0..30), notation in any_notation()) {
        // Neighbours in one direction are written as one slide.
        let mut apart = slides;
        apart.dedup_by_key(|slide| slide.direction);
        let text = format_slides(&apart, notation);
        prop_assert_eq!(parse_slides(&text, notation), Ok(apart.clone()));
        let other = if notation == Notation::Tile { Notation::Blank } else { Notation::Tile };
        let turned: Vec<Slide> = apart.iter().map(|s| Slide { direction: s.direction.opposite(), ..*s }).collect();
        prop_assert_eq!(parse_slides(&text, other), Ok(turned));
    }

    #[test]
    fn a_doubled_and_a_missing_tile_are_named((size, mut tiles) in roomy_board(), a: Index, b: Index) {
        let (cell, other) = two_tiles(&tiles, a, b);
        let (lost, doubled) = (tiles[cell], tiles[other]);
        tiles[cell] = doubled;
        prop_assert_eq!(
            faults(&rows(size, &tiles)),
            [Fault::Doubled { tile: short(doubled), count: 2 }, Fault::Missing(vec![short(lost)])]
        );
    }

    #[test]
    fn a_tile_out_of_range_is_named((size, mut tiles) in roomy_board(), a: Index, excess in 0..1_000_000usize) {
        let (cell, _) = two_tiles(&tiles, a, a);
        let lost = std::mem::replace(&mut tiles[cell], size.cells() + excess);
        let out_of_range = Fault::OutOfRange {
            tile: tiles[cell].to_string(),
            row: size.row(cell) + 1,
            place: size.column(cell) + 1,
            largest: size.cells() - 1,
        };
        prop_assert_eq!(faults(&rows(size, &tiles)), [out_of_range, Fault::Missing(vec![short(lost)])]);
    }

    #[test]
    fn no_blank_and_two_blanks_are_named((size, tiles) in roomy_board(), a: Index) {
        let (cell, _) = two_tiles(&tiles, a, a);
        let tile = tiles[cell];
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        let mut without = tiles.clone();
        without[blank] = tile;
        prop_assert_eq!(faults(&rows(size, &without)), [Fault::NoBlank, Fault::Doubled { tile: short(tile), count: 2 }]);
        let mut with_two = tiles;
        with_two[cell] = 0;
        prop_assert_eq!(
            faults(&rows(size, &with_two)),
            [Fault::ManyBlanks(2), Fault::Missing(vec![short(tile)])]
        );
    }

    #[test]
    fn a_row_of_another_length_is_named((size, tiles) in roomy_board(), row: Index, longer: bool) {
        let mut rows = rows(size, &tiles);
        let row = row.index(rows.len());
        let consequence = if longer {
            rows[row].push("1".to_owned());
            Fault::Doubled { tile: 1, count: 2 }
        } else {
            match rows[row].pop().unwrap().parse() {
                Ok(0) => Fault::NoBlank,
                tile => Fault::Missing(vec![tile.unwrap()]),
            }
        };
        let length = Fault::RowLength { row: row + 1, found: rows[row].len(), expected: size.width() };
        prop_assert_eq!(faults(&rows), [length, consequence]);
    }

    #[test]
    fn words_that_are_no_tiles_are_all_named((size, tiles) in roomy_board(), a: Index, b: Index, word in "[a-wyzA-WYZ%é+-]{1,9}") {
        let (first, second) = two_tiles(&tiles, a, b);
        let mut rows = rows(size, &tiles);
        for cell in [first, second] {
            rows[size.row(cell)][size.column(cell)].clone_from(&word);
        }
        let found = faults(&rows);
        let names_it = |fault: &&Fault| matches!(fault, Fault::NotATile { word: named, .. } if *named == word);
        prop_assert_eq!(found.iter().filter(names_it).count(), 2);
        let misses_two = matches!(found.last(), Some(Fault::Missing(tiles)) if tiles.len() == 2);
        prop_assert!(misses_two);
        prop_assert_eq!(found.len(), 3);
    }
}

fn never_panics(text: &str, size: Size) {
    let _ = text.parse::<Goal>();
    let _ = text.parse::<Size>();
    if let Ok(setup) = Setup::parse(text) {
        for size in [None, Some(size)] {
            if let Ok(position) = setup.validate(size) {
                assert_eq!(position.to_string().parse(), Ok(position));
            }
        }
    }
}

/// The cells of two different tiles.
fn two_tiles(tiles: &[usize], a: Index, b: Index) -> (usize, usize) {
    let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).collect();
    let first = a.index(cells.len());
    let second = b.index(cells.len() - 1);
    (cells[first], cells[if second >= first { second + 1 } else { second }])
}

fn short(tile: usize) -> u16 {
    u16::try_from(tile).expect("a tile")
}
