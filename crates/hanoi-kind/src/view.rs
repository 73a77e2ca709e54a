//! What pegs and discs look like, and what can be moved.

use std::collections::BTreeMap;

use fewest_hanoi::{Position, Transfer, parse_transfers};

use crate::error::EngineError;
use crate::hanoi::{METRIC, read};
use crate::request::{HanoiPuzzle, Kind, Puzzle};
use crate::verify::make_all;
use crate::view::{Board, IllegalMove, LegalMove, View, count};

/// The pegs after moves.
pub(crate) fn view(puzzle: &HanoiPuzzle, moves: &str) -> Result<View, EngineError> {
    let (start, goal) = read(puzzle)?;
    let transfers = parse_transfers(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&transfers, |&transfer| end.try_move(transfer));
    let here = HanoiPuzzle { position: Some(end.to_string()), discs: None, pegs: None, goal: puzzle.goal.clone() };
    Ok(View {
        kind: Kind::Hanoi,
        what: start.size().to_string(),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        here: Puzzle::Hanoi(here),
        board: Board::Pegs { pegs: stacks(&end), goal: stacks(&goal), discs: count(end.size().discs()) },
        moves: legal_moves(&end),
        made: transfers[..made].iter().map(ToString::to_string).collect(),
        illegal: IllegalMove::of(illegal),
        lengths: BTreeMap::from([(METRIC.to_owned(), made as u64)]),
        solved: end == goal,
    })
}

fn stacks(position: &Position) -> Vec<Vec<u32>> {
    let stack = |peg| position.stack(peg).iter().map(|&disc| count(disc)).collect();
    position.size().each_peg().map(stack).collect()
}

fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let pegs = || position.size().each_peg();
    let transfers = pegs().flat_map(|from| pegs().map(move |to| Transfer { from, to }));
    let legal = |transfer: Transfer| {
        let disc = *position.stack(transfer.from).last()?;
        position.clone().try_move(transfer).ok()?;
        let (from, to) = (u32::from(transfer.from), u32::from(transfer.to));
        Some(LegalMove {
            text: transfer.to_string(),
            pieces: vec![count(disc)],
            by: [to.cast_signed() - from.cast_signed(), 0],
            peg: Some([from, to]),
            ..LegalMove::default()
        })
    };
    transfers.filter_map(legal).collect()
}
