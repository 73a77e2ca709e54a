//! Builds on boards and on graphs that are none, against the plainest search; and builds that are taken up again.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use fewest_pdb::abstraction::{Abstraction, Counting, Floor, Progress};
use fewest_pdb::build::{BuildError, Builder, UNREACHED};
use fewest_pdb::checkpoint::Checkpoint;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::rank::Placements;
use fewest_search::Cancel;

/// The directions of a board of rows and columns.
fn board(width: usize, height: usize) -> Vec<Vec<Option<u8>>> {
    let cell = |row: usize, column: usize| u8::try_from(row * width + column).unwrap();
    let cells = || (0..width * height).map(|cell| (cell / width, cell % width));
    vec![
        cells().map(|(row, column)| (row > 0).then(|| cell(row - 1, column))).collect(),
        cells().map(|(row, column)| (column > 0).then(|| cell(row, column - 1))).collect(),
        cells().map(|(row, column)| (column + 1 < width).then(|| cell(row, column + 1))).collect(),
        cells().map(|(row, column)| (row + 1 < height).then(|| cell(row + 1, column))).collect(),
    ]
}

/// A graph: each edge is a direction and another back.
fn graph(cells: usize, edges: &[(usize, usize)]) -> Vec<Vec<Option<u8>>> {
    let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let direction = |(a, b): (usize, usize)| {
        let mut next = vec![None; cells];
        next[a] = Some(u8::try_from(b).unwrap());
        next
    };
    both.map(direction).collect()
}

fn abstraction(
    directions: Vec<Vec<Option<u8>>>,
    goals: &[u8],
    blank: u8,
    counting: Counting,
    keeps_blank: bool,
) -> Abstraction {
    Abstraction {
        placements: Placements::new(directions[0].len(), goals.len()).unwrap(),
        directions,
        goals: goals.to_vec(),
        blank,
        counting,
        keeps_blank,
        floor: Floor { distances: Vec::new(), halved: false },
    }
}

/// The code of every index, by a search with a queue.
fn plain(of: &Abstraction) -> BTreeMap<usize, u8> {
    let start = (of.goals.clone(), of.blank);
    let mut known = HashMap::from([(start.clone(), 0u8)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let distance = known[&state];
        for direction in &of.directions {
            let (mut at, mut blank) = state.clone();
            while let Some(next) = direction[usize::from(blank)].filter(|&next| next != state.1) {
                let piece = at.iter().position(|&cell| cell == next);
                if let Some(piece) = piece {
                    at[piece] = blank;
                }
                blank = next;
                let cost = u8::from(of.counting != Counting::Pieces || piece.is_some());
                let reached = (at.clone(), blank);
                if known.get(&reached).is_none_or(|&before| distance + cost < before) {
                    known.insert(reached.clone(), distance + cost);
                    if cost == 0 { queue.push_front(reached) } else { queue.push_back(reached) }
                }
                if of.counting != Counting::Slides {
                    break;
                }
            }
        }
    }
    let mut codes = BTreeMap::new();
    for ((at, blank), distance) in known {
        let occupied = at.iter().fold(0, |occupied, cell| occupied | 1 << cell);
        let index = if of.keeps_blank {
            of.placements.index_with_blank(occupied, usize::from(blank), of.placements.arrangement(&at))
        } else {
            of.placements.rank(&at)
        };
        let least = codes.entry(index).or_insert(distance);
        *least = distance.min(*least);
    }
    codes
}

fn builder(threads: usize) -> Builder {
    Builder { threads: NonZero::new(threads).unwrap(), ..Builder::default() }
}

fn is_right(of: &Abstraction) {
    let expected = plain(of);
    for threads in [1, 3] {
        let built = builder(threads).build(of, Encoding::BYTE, &mut ()).unwrap();
        assert_eq!(built.codes.len() as u64, of.entries());
        for (index, &code) in built.codes.iter().enumerate() {
            assert_eq!(code, expected.get(&index).copied().unwrap_or(UNREACHED), "{index} of {of:?}");
        }
        let mut histogram = vec![0; built.histogram.len()];
        for &code in expected.values() {
            histogram[usize::from(code)] += 1;
        }
        assert_eq!(built.histogram, histogram);
    }
}

#[test]
fn every_value_is_that_of_a_plain_search() {
    // A ring of five with a tail and a chord, a ring of seven that is slid around, a star whose middle is a cut, and boards.
    let ring = graph(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3), (4, 5), (5, 6)]);
    let star = graph(6, &[(0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]);
    let turns = [1, 6].map(|turn| (0..7).map(|cell| Some((cell + turn) % 7)).collect()).to_vec();
    for directions in [ring, turns, star, board(3, 2), board(2, 4), board(3, 3)] {
        for goals in [&[][..], &[2], &[3, 1], &[0, 4, 2], &[5, 1, 0, 3]] {
            for (counting, keeps_blank) in [
                (Counting::Pieces, false),
                (Counting::Pieces, true),
                (Counting::Steps, true),
                (Counting::Steps, false),
                (Counting::Slides, true),
            ] {
                let blank = (0..7).find(|cell| !goals.contains(cell)).unwrap();
                is_right(&abstraction(directions.clone(), goals, blank, counting, keeps_blank));
            }
        }
    }
}

#[test]
fn floors_are_taken_off() {
    // Five and six pieces: more than are summed up at once.
    for goals in [&[0, 1, 2, 3, 4][..], &[5, 1, 3, 0, 7, 6]] {
        let mut of = abstraction(board(2, 4), goals, 2 + u8::from(goals.contains(&2)) * 3, Counting::Pieces, true);
        let plain = builder(1).build(&of, Encoding::BYTE, &mut ()).unwrap();
        let steps = |goal: u8, cell: u8| (goal / 2).abs_diff(cell / 2) + (goal % 2).abs_diff(cell % 2);
        let distances: Vec<Vec<u8>> =
            goals.iter().map(|&goal| (0..8).map(|cell| steps(goal, cell)).collect()).collect();
        of.floor = Floor { distances: distances.clone(), halved: true };
        let built = builder(2).build(&of, Encoding::BYTE, &mut ()).unwrap();
        assert_eq!(built.histogram, plain.histogram);
        let mut at = vec![0; goals.len()];
        let (arrangements, rows) = (of.placements.arrangement_count(), 8 - goals.len());
        for (index, (&code, &value)) in built.codes.iter().zip(&plain.codes).enumerate() {
            let placement = index / arrangements / rows * arrangements + index % arrangements;
            of.placements.unrank(placement, &mut at);
            let floor: u8 = at.iter().zip(&distances).map(|(&cell, steps)| steps[usize::from(cell)]).sum();
            let expected = if value == UNREACHED { UNREACHED } else { (value - floor) / 2 };
            assert_eq!(code, expected, "{at:?}");
        }
    }
}

/// A build that is written down at every level.
fn checkpoint(folder: &Path, key: &str) -> Checkpoint {
    Checkpoint { every: Duration::ZERO, patience: 0, ..Checkpoint::new(folder.join("table.pdb.part"), key) }
}

fn up_to(last: u32, heard: &mut Vec<u32>) -> impl FnMut(&Progress) -> ControlFlow<()> {
    move |progress| {
        heard.push(progress.level);
        if progress.level == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_build_is_taken_up_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = checkpoint(folder.path(), "one");
    for counting in [Counting::Pieces, Counting::Slides] {
        let of = abstraction(board(3, 4), &[0, 1, 2, 3, 5], 11, counting, counting == Counting::Slides);
        let whole = builder(1).build(&of, Encoding::BYTE, &mut ()).unwrap();
        let resume = |checkpoint: &Checkpoint, last: u32| {
            let mut heard = Vec::new();
            let built = builder(2).build_resumable(&of, Encoding::BYTE, checkpoint, &mut up_to(last, &mut heard));
            (built, heard)
        };
        let (stopped, heard) = resume(&checkpoint, 9);
        assert_eq!((stopped.unwrap_err(), heard.len()), (BuildError::Cancelled, 10));
        let file = fs::read(&checkpoint.path).unwrap();
        assert!(!Path::new(&format!("{}.tmp", checkpoint.path.display())).exists());
        // Level 9 was not written down: who watched it ended the build.
        let unwritten = Checkpoint { every: Duration::MAX, ..checkpoint.clone() };
        let (built, heard) = resume(&unwritten, u32::MAX);
        let built = built.unwrap();
        assert_eq!(heard[0], 9);
        assert!(built.codes == whole.codes && built.histogram == whole.histogram);
        // Damage, another table and another length are not used.
        let starts_afresh = |file: &[u8], key: &str| {
            fs::write(&checkpoint.path, file).unwrap();
            let (built, heard) = resume(&Checkpoint { key: key.into(), ..unwritten.clone() }, u32::MAX);
            let built = built.unwrap();
            assert_eq!(heard[0], 0);
            assert!(built.codes == whole.codes && built.histogram == whole.histogram);
        };
        for place in [3, 9, 13, 20, 33, 41, 45, 100, file.len() / 2, file.len() - 1] {
            let mut flipped = file.clone();
            flipped[place] ^= 4;
            starts_afresh(&flipped, "one");
        }
        for length in [0, 39, 60, file.len() / 2, file.len() - 1] {
            starts_afresh(&file[..length], "one");
        }
        starts_afresh(&[&file[..], &[0]].concat(), "one");
        starts_afresh(&file, "two");
        starts_afresh(&file, "three");
        fs::write(&checkpoint.path, &file).unwrap();
        assert_eq!(resume(&unwritten, u32::MAX).1[0], 9);
        fs::remove_file(&checkpoint.path).unwrap();
    }
    // Nowhere to write: the build goes on all the same.
    let of = abstraction(board(2, 3), &[0, 1], 5, Counting::Pieces, false);
    let nowhere = Checkpoint::new(folder.path().join("no").join("folder"), "one");
    assert!(builder(1).build_resumable(&of, Encoding::BYTE, &nowhere, &mut ()).is_ok());
}

#[test]
fn what_was_cancelled_leaves_its_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = checkpoint(folder.path(), "one");
    let of = abstraction(board(3, 4), &[0, 1, 2, 3, 5], 11, Counting::Steps, true);
    let cancel = Cancel::new();
    let builder = Builder { cancel: cancel.clone(), ..builder(2) };
    let mut watch = |progress: &Progress| {
        if progress.level == 7 {
            cancel.cancel();
        }
        ControlFlow::Continue(())
    };
    let stopped = builder.build_resumable(&of, Encoding::BYTE, &checkpoint, &mut watch);
    assert_eq!(stopped.unwrap_err(), BuildError::Cancelled);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, std::slice::from_ref(&checkpoint.path));
    let mut heard = Vec::new();
    let _ = self::builder(1).build_resumable(&of, Encoding::BYTE, &checkpoint, &mut up_to(20, &mut heard));
    assert_eq!(heard[0], 7);
}
