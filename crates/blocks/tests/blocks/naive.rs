//! A naive engine: positions as pictures, moves tried one by one on a [`Position`]. Pieces that nothing tells apart are
//! drawn alike, so that equal pictures are equal states.

use std::collections::HashMap;

use fewest_blocks::{Condition, Direction, Metric, Place, Position, Puzzle, Shift};

/// For each piece the first one that is like it.
pub(crate) fn representatives(puzzle: &Puzzle) -> Vec<usize> {
    let named = |piece: usize| {
        puzzle
            .goals()
            .iter()
            .flatten()
            .any(|condition| matches!(condition, Condition::Piece(other, _) if *other == piece))
    };
    let group = |piece: usize| puzzle.alike().iter().position(|group| group.contains(&piece));
    let rights = |piece: usize| -> Vec<bool> {
        let gates = puzzle.gates().iter().map(|gate| gate.pieces.contains(&piece));
        gates.chain(puzzle.exits().iter().map(|exit| exit.admits(piece))).collect()
    };
    // A group that no goal names is like other nameless pieces.
    let group_named =
        |piece: usize| group(piece).filter(|&group| puzzle.alike()[group].iter().any(|&other| named(other)));
    let alike = |a: usize, b: usize| {
        let (first, second) = (&puzzle.pieces()[a], &puzzle.pieces()[b]);
        let same_family = match (group_named(a), group_named(b)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a == b || (!named(a) && !named(b)),
            _ => false,
        };
        same_family && first.shape == second.shape && first.lock == second.lock && rights(a) == rights(b)
    };
    (0..puzzle.pieces().len()).map(|piece| (0..=piece).find(|&other| alike(other, piece)).unwrap()).collect()
}

/// Where pieces of each sort are.
pub(crate) type Picture = Vec<(usize, Place)>;

pub(crate) fn picture(position: &Position, representatives: &[usize]) -> Picture {
    let mut picture: Picture = representatives.iter().copied().zip(position.places().iter().copied()).collect();
    picture.sort_unstable();
    picture
}

/// Every position one move away, with the move.
pub(crate) fn successors(position: &Position, metric: Metric) -> Vec<(Shift, Position)> {
    let labels: Vec<char> = position.puzzle().pieces().iter().map(|piece| piece.label).collect();
    let mut found = Vec::new();
    let mut slide = |pieces: Vec<char>| {
        for direction in Direction::ALL {
            for distance in 1..=20 {
                let shift = Shift { pieces: pieces.clone(), path: vec![direction; distance] };
                let mut next = position.clone();
                if next.try_shift(&shift, metric).is_err() {
                    break;
                }
                found.push((shift, next));
            }
        }
    };
    match metric {
        Metric::Step | Metric::Slide => labels.iter().for_each(|&label| slide(vec![label])),
        Metric::Group => {
            for set in 1u32..1 << labels.len() {
                slide(
                    labels
                        .iter()
                        .enumerate()
                        .filter(|(index, _)| set & 1 << index != 0)
                        .map(|(_, &label)| label)
                        .collect(),
                );
            }
        }
        Metric::Move => {
            for &label in &labels {
                let mut reached = vec![(Vec::new(), position.clone())];
                let mut next = 0;
                while let Some((path, here)) = reached.get(next).cloned() {
                    next += 1;
                    for direction in Direction::ALL {
                        let mut there = here.clone();
                        let step = Shift { pieces: vec![label], path: vec![direction] };
                        if there.try_shift(&step, Metric::Step).is_ok()
                            && reached.iter().all(|(_, other)| *other != there)
                        {
                            let path = [path.as_slice(), &[direction]].concat();
                            found.push((Shift { pieces: vec![label], path: path.clone() }, there.clone()));
                            reached.push((path, there));
                        }
                    }
                }
            }
        }
    }
    found
}

/// Everything within reach, with its distance from the start and whether it is a goal.
pub(crate) fn explore(start: &Position, metric: Metric, most: usize) -> Option<HashMap<Picture, (u32, bool)>> {
    let representatives = representatives(start.puzzle());
    let mut known = HashMap::from([(picture(start, &representatives), (0, start.is_goal()))]);
    let mut waiting = std::collections::VecDeque::from([(start.clone(), 0)]);
    while let Some((position, distance)) = waiting.pop_front() {
        if known.len() > most {
            return None;
        }
        for (_, next) in successors(&position, metric) {
            known.entry(picture(&next, &representatives)).or_insert_with(|| {
                waiting.push_back((next.clone(), distance + 1));
                (distance + 1, next.is_goal())
            });
        }
    }
    Some(known)
}
