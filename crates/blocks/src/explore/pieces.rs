//! Which pieces a puzzle needs.
//!
//! A puzzle is minimal where no piece, other than those that goals name, can be taken off the board without a change of
//! the optimum. So Fogleman (2018) had it for Rush Hour. Under all metrics but `group` a puzzle is never harder without
//! a piece, for its moves can be left out of any solution; a group can fall apart without it.

use std::sync::Arc;

use fewest_search::{LimitKind, Observer, Outcome};

use crate::bits::Bits;
use crate::explore::{Budget, Explorer, Need, PieceRole, Verdict};
use crate::geometry::Lock;
use crate::packing::Packing;
use crate::position::{Place, Position};
use crate::puzzle::{Condition, Puzzle};
use crate::setup::Setup;
use crate::space::Blocks;

/// What each piece is for.
pub(super) fn roles<B: Bits, K: Packing<B>, O: Observer>(
    space: &Blocks<B, K>,
    explorer: &Explorer,
    optimum: u32,
    budget: &mut Budget<'_, O>,
) -> Vec<PieceRole> {
    let puzzle = space.puzzle();
    let mut roles = Vec::with_capacity(puzzle.pieces().len());
    for (number, piece) in puzzle.pieces().iter().enumerate() {
        let is_named = is_named(puzzle, number);
        let mut solve = |setup: Option<Setup>| match setup.and_then(|setup| setup.validate().ok()) {
            Some(variant) => solve::<B, K, O>(space, variant, explorer, budget),
            None => Verdict::Unasked,
        };
        let without = solve(without(puzzle.setup(), piece.label).filter(|_| !is_named));
        let fixed = match piece.lock {
            Lock::Fixed => Verdict::Solved(optimum),
            _ => solve(fixed(puzzle, number)),
        };
        roles.push(PieceRole {
            piece: number,
            label: piece.label,
            is_named,
            without,
            fixed,
            need: need(optimum, is_named, without, fixed),
        });
    }
    roles
}

fn need(optimum: u32, is_named: bool, without: Verdict, fixed: Verdict) -> Option<Need> {
    let changes = |verdict| match verdict {
        Verdict::Solved(other) => Some(other != optimum),
        Verdict::Unsolvable => Some(true),
        // What takes no fewer moves than this, and more where it is more, is not the same.
        Verdict::Unknown { at_least, .. } => (at_least > optimum).then_some(true),
        Verdict::Unasked => None,
    };
    if is_named {
        return Some(Need::Named);
    }
    match (changes(without), changes(fixed)) {
        (Some(false), _) => Some(Need::None),
        (Some(true), Some(false)) => Some(Need::AsWall),
        (Some(true), Some(true)) => Some(Need::Moves),
        _ => None,
    }
}

/// Whether a goal names the piece, or one that it may stand in for.
fn is_named(puzzle: &Puzzle, number: usize) -> bool {
    let own = [number];
    let group = puzzle.alike().iter().find(|group| group.contains(&number)).map_or(&own[..], Vec::as_slice);
    let names = |condition: &Condition| matches!(condition, Condition::Piece(other, _) if group.contains(other));
    puzzle.goals().iter().flatten().any(names)
}

/// A puzzle without a piece that no goal names.
fn without(setup: &Setup, label: char) -> Option<Setup> {
    let mut setup = setup.clone();
    setup.keep(|other| other != label);
    setup.alike.retain(|group| group.len() > 1);
    setup.exits.retain(|exit| exit.pieces.as_ref().is_none_or(|pieces| !pieces.is_empty()));
    (!setup.pieces.is_empty()).then_some(setup)
}

/// A puzzle in which a piece stays where it is. A goal that another piece of its group may meet cannot be asked for then.
fn fixed(puzzle: &Puzzle, number: usize) -> Option<Setup> {
    let mut setup = puzzle.setup().clone();
    let label = puzzle.pieces()[number].label;
    if is_named(puzzle, number) && setup.alike.iter().any(|group| group.contains(&label)) {
        return None;
    }
    setup.pieces.iter_mut().filter(|piece| piece.label == label).for_each(|piece| piece.lock = Lock::Fixed);
    setup.alike.iter_mut().for_each(|group| group.retain(|&other| other != label));
    setup.alike.retain(|group| group.len() > 1);
    Some(setup)
}

fn solve<B: Bits, K: Packing<B>, O: Observer>(
    space: &Blocks<B, K>,
    variant: Puzzle,
    explorer: &Explorer,
    budget: &mut Budget<'_, O>,
) -> Verdict {
    let Ok(variant) = Blocks::<B, K>::new(Arc::new(variant), space.metric()) else { return Verdict::Unasked };
    let mut limits = budget.rest();
    let most = explorer.piece_expansions;
    limits.expansions = Some(limits.expansions.map_or(most, |left| left.min(most)));
    if limits.cancel.is_cancelled() || limits.time.is_some_and(|time| time.is_zero()) {
        let limit = if limits.cancel.is_cancelled() { LimitKind::Cancelled } else { LimitKind::Time };
        return Verdict::Unknown { at_least: 0, limit };
    }
    let run = K::solve(&explorer.search(), &variant, &limits, budget.observer());
    budget.note(&run.stats);
    match run.outcome {
        Outcome::Solved { cost, .. } => Verdict::Solved(cost),
        Outcome::Unsolvable { .. } => Verdict::Unsolvable,
        Outcome::LimitReached { limit, lower_bound, .. } => Verdict::Unknown { at_least: lower_bound, limit },
    }
}

/// The same puzzle, without its title, with a position as its start. Pieces that have left are no part of it; where a goal names one of them,
/// there is no such puzzle.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Metric, Position, Puzzle, explore::starting_at, parse_shifts};
/// let puzzle: Arc<Puzzle> = Arc::new("ab..\n....\n\n....\n...a".parse()?);
/// let mut position = Position::start(puzzle);
/// position.try_shift(&parse_shifts("bR2")?[0], Metric::Move)?;
/// let later = starting_at(&position).expect("nothing has left");
/// assert_eq!(later.to_string(), "start:\na..b\n....\ngoal:\n....\n...a\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn starting_at(position: &Position) -> Option<Puzzle> {
    let puzzle = position.puzzle();
    let mut setup = Setup { title: None, ..puzzle.setup().clone() };
    for (number, place) in position.places().iter().enumerate() {
        let label = puzzle.pieces()[number].label;
        match place {
            Place::On(_) => {
                let piece = setup.pieces.iter_mut().find(|piece| piece.label == label)?;
                piece.cells = position.cells(number);
            }
            Place::Left(_) if is_named(puzzle, number) => return None,
            Place::Left(_) => setup = without(&setup, label)?,
        }
    }
    setup.validate().ok()
}
