//! Moves of the search as moves of pieces that have names: what [`Position::try_shift`] replays.

use crate::bits::Bits;
use crate::geometry::Direction;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::notation::Shift;
use crate::position::Position;
use crate::space::{ANY_WAY, Blocks, BlocksError, Move};

impl<B: Bits, K: Key> Blocks<B, K> {
    /// The moves from a position, piece by piece and step by step. Among several paths a piece takes a shortest one.
    ///
    /// # Errors
    /// [`BlocksError::Foreign`] where the position belongs to another puzzle.
    pub fn shifts(&self, start: &Position, moves: &[Move]) -> Result<Vec<Shift>, BlocksError> {
        let mut board = self.state(start)?;
        // Which piece is in each slot.
        let mut pieces: Vec<usize> = Vec::with_capacity(self.slots.len());
        for kind in self.kinds.iter().filter(|kind| kind.spots.len() > 1) {
            let mut members = kind.pieces.clone();
            members.sort_by_key(|&piece| start.places()[piece]);
            pieces.append(&mut members);
        }
        let label = |piece: usize| self.puzzle.pieces()[piece].label;
        let mut shifts = Vec::with_capacity(moves.len());
        for &mv in moves {
            // After the move, the pieces that stayed are in order, and so are those that moved.
            let (before, after, shift);
            let mut next = board;
            fewest_search::StateSpace::apply(self, &mut next, mv);
            match mv {
                Move::One { kind, from, to, way } => {
                    let index = self.slot_at(&board.key, kind, from);
                    let path = self.path(&board, index, from, to, way);
                    shift = Shift { pieces: vec![label(pieces[index])], path };
                    before = vec![index];
                    after = vec![self.slot_at(&next.key, kind, to)];
                }
                Move::Group { before: old, after: new, way, distance } => {
                    let slots =
                        |set: u32| (0..self.slots.len()).filter(|index| set & 1 << index != 0).collect::<Vec<_>>();
                    (before, after) = (slots(old), slots(new));
                    let path = vec![Direction::ALL[usize::from(way)]; usize::from(distance)];
                    shift = Shift { pieces: before.iter().map(|&index| label(pieces[index])).collect(), path };
                }
            }
            shifts.push(shift);
            pieces = rearranged(&pieces, &before, &after);
            board = next;
        }
        Ok(shifts)
    }

    /// The steps of one piece.
    fn path(&self, board: &crate::Board<B, K>, index: usize, from: u16, to: u16, way: u8) -> Vec<Direction> {
        let slot = &self.slots[index];
        let others = board.taken.without(self.spot(slot, from).cells);
        let ways = if way == ANY_WAY { 0..4 } else { usize::from(way)..usize::from(way) + 1 };
        // A breadth-first search over the spots of the kind.
        let mut came: Vec<Option<(u16, Direction)>> = vec![None; self.kinds[usize::from(slot.kind)].spots.len()];
        let mut waiting = std::collections::VecDeque::from([from]);
        while let Some(number) = waiting.pop_front() {
            let spot = self.spot(slot, number);
            for way in ways.clone() {
                let next = spot.next[way];
                let is_open = next != NOWHERE && !spot.enters[way].meets(others);
                if is_open && next != from && came[usize::from(next)].is_none() {
                    came[usize::from(next)] = Some((number, Direction::ALL[way]));
                    waiting.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while let Some((before, direction)) = came[usize::from(at)] {
            path.push(direction);
            at = before;
        }
        path.reverse();
        path
    }
}

/// The pieces in their slots after those in slots `before` moved to slots `after`, both in order.
fn rearranged(pieces: &[usize], before: &[usize], after: &[usize]) -> Vec<usize> {
    let mut stayed = (0..pieces.len()).filter(|index| !before.contains(index)).map(|index| pieces[index]);
    let mut moved = before.iter().map(|&index| pieces[index]);
    let pick = |index: usize| if after.contains(&index) { moved.next() } else { stayed.next() };
    (0..pieces.len()).map(pick).map(|piece| piece.expect("as many slots before as after")).collect()
}
