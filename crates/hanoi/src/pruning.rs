//! The automaton that forbids strings of moves with a twin (Taylor and Korf 1993).
//!
//! Two moves that share no peg can be made in either order. Of the shortest strings to an arrangement, the first in the
//! order of the alphabet (a letter is a pair of pegs) has two properties, and what lacks one is forbidden:
//!
//! * It never moves a disc a>b and later b>c while the moves between leave b alone, and leave a alone or leave c alone:
//!   they could be made before the first or after the second, and a>c do for both.
//! * It never makes a move after a greater one when the moves from the greater one on share no peg with it: it could
//!   have come first.
//!
//! On three pegs any two moves share a peg, and what is left of this is never to move a disc twice in a row.

use crate::discs::Discs;
use crate::space::Move;

/// What the automaton remembers of a peg since it was last touched; of the whole string where it never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegTrace {
    /// The greatest move since; 0 for none.
    greatest: u16,
    /// Where the disc on top came from, if the last touch was its arrival.
    arrived_from: Option<u8>,
    /// If so: the pegs touched since, a bit for each.
    touched: u32,
}

impl PegTrace {
    const UNTOUCHED: Self = Self { greatest: 0, arrived_from: None, touched: 0 };

    /// After a move that leaves this peg alone.
    #[inline]
    fn beside(mut self, mv: Move, pegs: u32) -> Self {
        self.greatest = self.greatest.max(letter(mv));
        if self.arrived_from.is_some() {
            self.touched |= 1 << mv.from | 1 << mv.to;
            if self.touched.count_ones() + 1 == pegs {
                // All others were touched. Nothing is forbidden any more: forget it, so that fewer states of the automaton differ.
                (self.arrived_from, self.touched) = (None, 0);
            }
        }
        self
    }

    /// Whether the disc on top could have come to `to` at once.
    #[inline]
    fn could_skip(self, to: u8) -> bool {
        self.arrived_from.is_some_and(|origin| self.touched & 1 << origin == 0 || self.touched & 1 << to == 0)
    }
}

/// A move as a letter: never 0.
#[inline]
fn letter(mv: Move) -> u16 {
    u16::from(mv.from) << 5 | u16::from(mv.to)
}

/// The automaton's state before the first move.
pub(crate) fn root<D: Discs>() -> D::PerPeg<PegTrace> {
    D::per_peg(PegTrace::UNTOUCHED)
}

/// The automaton's state after `mv`, or `None` where it is forbidden.
#[inline]
pub(crate) fn follow<D: Discs>(pegs: usize, trace: D::PerPeg<PegTrace>, mv: Move) -> Option<D::PerPeg<PegTrace>> {
    let traces = trace.as_ref();
    let (from, to) = (traces[usize::from(mv.from)], traces[usize::from(mv.to)]);
    // Of two suffixes of the string, the shorter one has the lesser greatest move: it leaves both pegs alone.
    if from.could_skip(mv.to) || from.greatest.min(to.greatest) > letter(mv) {
        return None;
    }
    let mut next = trace;
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 26 pegs")]
    let pegs_bits = pegs as u32;
    for (peg, trace) in (0u8..).zip(&mut next.as_mut()[..pegs]) {
        *trace = if peg == mv.from {
            PegTrace::UNTOUCHED
        } else if peg == mv.to {
            PegTrace { arrived_from: Some(mv.from), ..PegTrace::UNTOUCHED }
        } else {
            trace.beside(mv, pegs_bits)
        };
    }
    Some(next)
}
