//! What is written is read again as the same puzzle.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use fewest_blocks::formats::Format;
use fewest_blocks::{
    Condition, ConditionSetup, Direction, ExitSetup, GateSetup, Ground, Lock, PieceSetup, Puzzle, Setup, Square,
    Target, TargetSetup,
};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};

type Cells = Vec<Square>;

/// What a puzzle is, apart from title, names, labels, the order of things and how outside is drawn. A piece is the squares
/// it starts on.
#[derive(Debug, PartialEq, Eq)]
struct Essence {
    size: (usize, usize),
    floor: Cells,
    pieces: BTreeSet<(Cells, Lock)>,
    alike: BTreeSet<BTreeSet<Cells>>,
    gates: BTreeSet<(Cells, BTreeSet<Cells>)>,
    exits: BTreeSet<(Direction, Cells, BTreeSet<Cells>)>,
    goals: BTreeSet<Vec<String>>,
}

fn essence(puzzle: &Puzzle) -> Essence {
    let cells = |number: usize| -> Cells { puzzle.pieces()[number].cells_at(puzzle.pieces()[number].start).collect() };
    let all = 0..puzzle.pieces().len();
    let named = |number: usize| {
        let names = |condition: &Condition| matches!(condition, Condition::Piece(piece, _) if *piece == number);
        puzzle.goals().iter().flatten().any(names)
    };
    // A group of one, or one that no goal names, is as good as none.
    let groups = puzzle.alike().iter().filter(|group| group.len() > 1 && group.iter().any(|&piece| named(piece)));
    let alike: BTreeSet<BTreeSet<Cells>> =
        groups.map(|group| group.iter().map(|&piece| cells(piece)).collect()).collect();
    let goal = |conditions: &Vec<Condition>| {
        let mut parts: Vec<String> = Vec::new();
        for condition in conditions {
            match condition {
                Condition::Empty(squares) => parts.extend(squares.iter().map(|square| format!("empty {square}"))),
                Condition::Piece(piece, target) => {
                    // Any piece of a group will do.
                    let own = cells(*piece);
                    let group = alike.iter().find(|group| group.contains(&own));
                    let who = group.and_then(|group| group.first().cloned()).unwrap_or(own);
                    let place = match target {
                        Target::At(corner) => puzzle.pieces()[*piece].cells_at(*corner).collect::<Cells>(),
                        Target::Within(squares) => squares.clone(),
                        Target::Leaves(exit) => puzzle.exits()[*exit].cells.clone(),
                    };
                    let leaves = matches!(target, Target::Leaves(_));
                    parts.push(format!("{who:?} {place:?} {leaves}"));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    };
    Essence {
        size: (puzzle.width(), puzzle.height()),
        floor: puzzle.squares().filter(|&square| puzzle.ground(square) == Some(Ground::Floor)).collect(),
        pieces: all.clone().map(|piece| (cells(piece), puzzle.pieces()[piece].lock)).collect(),
        gates: puzzle
            .gates()
            .iter()
            .map(|gate| (gate.cells.clone(), gate.pieces.iter().map(|&piece| cells(piece)).collect()))
            .collect(),
        exits: puzzle
            .exits()
            .iter()
            .map(|exit| {
                let admitted = all.clone().filter(|&piece| exit.admits(piece)).map(cells).collect();
                (exit.direction, exit.cells.clone(), admitted)
            })
            .collect(),
        goals: puzzle.goals().iter().map(goal).collect(),
        alike,
    }
}

/// How rich a puzzle is, by what it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Anything,
    Free,
    Rush,
    Klotski,
}

/// A random puzzle of a style; `None` where the dice give none.
fn random(seed: u64, style: Style) -> Option<Puzzle> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let (width, height) = match style {
        Style::Klotski => (4, 5),
        _ => (dice.random_range(2..9), dice.random_range(2..9)),
    };
    let mut setup = Setup { width, height, ground: vec![Ground::Floor; width * height], ..Setup::default() };
    if style != Style::Klotski {
        for ground in &mut setup.ground {
            *ground = match dice.random_range(0..30) {
                0 => Ground::Wall,
                1 if style == Style::Anything => Ground::Outside,
                _ => Ground::Floor,
            };
        }
    }
    pieces(&mut dice, &mut setup, style);
    let count = setup.pieces.len();
    if count == 0 {
        return None;
    }
    if style == Style::Anything {
        extras(&mut dice, &mut setup);
    }
    if matches!(style, Style::Anything | Style::Free) && dice.random_range(0..2) == 0 {
        let one = &setup.pieces[dice.random_range(0..count)];
        let shape = |piece: &PieceSetup| {
            let least = |coordinate: fn(&Square) -> u16| piece.cells.iter().map(coordinate).min().unwrap_or(0);
            let (x, y) = (least(|cell| cell.x), least(|cell| cell.y));
            let mut cells: Cells = piece.cells.iter().map(|cell| Square::new(cell.x - x, cell.y - y)).collect();
            cells.sort_unstable();
            (cells, piece.lock)
        };
        let group = setup.pieces.iter().filter(|piece| shape(piece) == shape(one)).map(|piece| piece.label).collect();
        setup.alike.push(group);
    }
    match style {
        Style::Rush => {
            let red = setup.pieces.iter_mut().find(|piece| piece.lock == Lock::Horizontal)?;
            red.label = 'A';
            let end = red.cells.iter().map(|cell| cell.x).max()?;
            let shift = u16::try_from(width).ok()? - 1 - end;
            let on = red.cells.iter().map(|cell| Square::new(cell.x + shift, cell.y)).collect();
            setup.goals.push(vec![ConditionSetup::Piece { label: 'A', target: TargetSetup::On(on) }]);
        }
        Style::Klotski => {
            let on = [(1, 3), (2, 3), (1, 4), (2, 4)].map(|(x, y)| Square::new(x, y)).to_vec();
            setup.goals.push(vec![ConditionSetup::Piece { label: setup.pieces[0].label, target: TargetSetup::On(on) }]);
        }
        Style::Anything | Style::Free => {
            let goals = if style == Style::Anything { dice.random_range(1..4) } else { 1 };
            for _ in 0..goals {
                let goal = goal(&mut dice, &setup, style);
                setup.goals.push(goal);
            }
        }
    }
    setup.validate().ok()
}

/// Fills the board with pieces, one after the other.
fn pieces(dice: &mut impl Rng, setup: &mut Setup, style: Style) {
    let labels: Vec<char> = ('a'..='z').chain('B'..='W').filter(|c| !matches!(c, 'o' | 'x')).collect();
    let is_free = |setup: &Setup, cell: Square| {
        setup.ground_at(cell) == Some(Ground::Floor) && !setup.pieces.iter().any(|piece| piece.cells.contains(&cell))
    };
    let tries = dice.random_range(1..14);
    for number in 0..tries {
        let corner = Square::new(random_below(dice, setup.width), random_below(dice, setup.height));
        let mut cells = vec![corner];
        match style {
            Style::Klotski if number == 0 => {
                cells = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Square::new(corner.x + x, corner.y + y)).to_vec();
            }
            Style::Klotski => {
                let way = [None, Some(Direction::Right), Some(Direction::Down)][dice.random_range(0..3)];
                cells.extend(way.and_then(|way| corner.step(way)));
            }
            Style::Rush => {
                let way = [Direction::Right, Direction::Down][dice.random_range(0..2)];
                for _ in 0..dice.random_range(1..3) {
                    cells.extend(cells[cells.len() - 1].step(way));
                }
            }
            Style::Anything | Style::Free => {
                for _ in 0..dice.random_range(0..5) {
                    let from = cells[dice.random_range(0..cells.len())];
                    let cell = from.step(Direction::ALL[dice.random_range(0..4)]);
                    cells.extend(cell.filter(|cell| !cells.contains(cell) && is_free(setup, *cell)));
                }
            }
        }
        if !cells.iter().all(|&cell| is_free(setup, cell)) {
            if style == Style::Klotski && number == 0 {
                return;
            }
            continue;
        }
        let lock = match style {
            Style::Rush => Lock::rail(&cells),
            Style::Anything => {
                [Lock::Free, Lock::Free, Lock::Horizontal, Lock::Vertical, Lock::Fixed][dice.random_range(0..5)]
            }
            Style::Free | Style::Klotski => Lock::Free,
        };
        let name = (style == Style::Anything && dice.random_range(0..4) == 0).then(|| "a name".to_owned());
        setup.pieces.push(PieceSetup { label: labels[setup.pieces.len()], name, cells, lock });
    }
}

fn random_below(dice: &mut impl Rng, limit: usize) -> u16 {
    u16::try_from(dice.random_range(0..limit)).expect("small")
}

/// Gates, exits and alike pieces.
fn extras(dice: &mut impl Rng, setup: &mut Setup) {
    let mut empty: Vec<Square> = Vec::new();
    for y in 0..setup.height {
        for x in 0..setup.width {
            let square = Square::new(u16::try_from(x).expect("small"), u16::try_from(y).expect("small"));
            if setup.ground_at(square) == Some(Ground::Floor)
                && !setup.pieces.iter().any(|piece| piece.cells.contains(&square))
            {
                empty.push(square);
            }
        }
    }
    if dice.random_range(0..3) == 0 && !empty.is_empty() {
        let square = empty[dice.random_range(0..empty.len())];
        let pieces = setup.pieces.iter().map(|piece| piece.label).filter(|_| dice.random_range(0..2) == 0).collect();
        setup.gates.push(GateSetup { cells: vec![square], pieces });
    }
    if dice.random_range(0..3) == 0 {
        let y = random_below(dice, setup.height);
        let cells = vec![Square::new(u16::try_from(setup.width).expect("small") - 1, y)];
        let pieces = (dice.random_range(0..2) == 0).then(|| vec![setup.pieces[0].label]);
        setup.exits.push(ExitSetup { name: "out".to_owned(), direction: Direction::Right, cells, pieces });
    }
}

fn goal(dice: &mut impl Rng, setup: &Setup, style: Style) -> Vec<ConditionSetup> {
    let mut goal = Vec::new();
    for piece in &setup.pieces {
        let kind = dice.random_range(0..6);
        let least =
            piece.cells.iter().map(|cell| (cell.x, cell.y)).fold((99, 99), |(a, b), (x, y)| (a.min(x), b.min(y)));
        let to = Square::new(random_below(dice, setup.width), random_below(dice, setup.height));
        let target = match kind {
            0 => TargetSetup::On(
                piece.cells.iter().map(|cell| Square::new(cell.x - least.0 + to.x, cell.y - least.1 + to.y)).collect(),
            ),
            1 => TargetSetup::On(piece.cells.clone()),
            2 if style == Style::Anything => {
                let mut cells = piece.cells.clone();
                cells.extend(setup.pieces[0].cells.iter().copied());
                TargetSetup::Within(cells)
            }
            3 if style == Style::Anything && !setup.exits.is_empty() => TargetSetup::Leaves("out".to_owned()),
            _ => continue,
        };
        goal.push(ConditionSetup::Piece { label: piece.label, target });
        if dice.random_range(0..2) == 0 {
            break;
        }
    }
    goal
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn json_keeps_everything(seed in any::<u64>()) {
        if let Some(puzzle) = random(seed, Style::Anything) {
            let text = Format::Json.write(&puzzle).expect("it can express everything");
            let read = Format::Json.read(&text).and_then(|setup| setup.validate());
            prop_assert_eq!(read.as_ref(), Ok(&puzzle), "{}", text);
            prop_assert!(Format::Native.write(&puzzle).is_ok());
        }
    }

    #[test]
    fn what_is_written_is_read(seed in any::<u64>(), style in 0..4usize) {
        let style = [Style::Anything, Style::Free, Style::Rush, Style::Klotski][style];
        if let Some(puzzle) = random(seed, style) {
            for format in Format::ALL {
                let Ok(text) = format.write(&puzzle) else { continue };
                let read = format.read(&text).and_then(|setup| setup.validate());
                let read = read.map_err(|faults| TestCaseError::fail(format!("{format}\n{text}\n{faults}")))?;
                prop_assert_eq!(essence(&read), essence(&puzzle), "{}\n{}\n{}", format, text, puzzle);
                // A code is guessed before a tiny or full board of cars, and the longer code before the shorter.
                let word = text.trim_end();
                let is_hex = word.bytes().all(|byte| byte.is_ascii_hexdigit());
                let is_clear = match format {
                    Format::ShortCode => !is_hex,
                    Format::Rush => word.contains('.') && !(is_hex && word.len() <= 9),
                    _ => true,
                };
                prop_assert!(!is_clear || Format::sniff(&text) == Ok(format), "{}", text);
                // Once through brings pieces into the order of the text; after that nothing changes.
                let again = format.write(&read).expect("it was written before");
                let reread = format.read(&again).and_then(|setup| setup.validate());
                prop_assert_eq!(reread, Ok(read), "{}\n{}", format, again);
            }
        }
    }
}

#[test]
fn every_format_is_tried_often() {
    let mut written = [0; 9];
    for seed in 0..3_000 {
        for style in [Style::Anything, Style::Free, Style::Rush, Style::Klotski] {
            let Some(puzzle) = random(seed, style) else { continue };
            for (count, format) in written.iter_mut().zip(Format::ALL) {
                *count += usize::from(format.write(&puzzle).is_ok());
            }
        }
    }
    assert!(written.iter().all(|&count| count > 100), "{written:?}");
}
