//! That a goal is reached at the end.

use fewest_sat::{Cnf, Lit};

use super::table::Table;
use crate::position::Place;
use crate::puzzle::{Condition, Puzzle, Target};

/// Demands that the pieces at these places reach one of the goals.
pub(super) fn write(cnf: &mut Cnf, puzzle: &Puzzle, table: &Table, at: &[Lit]) {
    let reached: Vec<Lit> = puzzle.goals().iter().map(|_| cnf.variable()).collect();
    cnf.clause(reached.iter().copied());
    for (&reached, goal) in reached.iter().zip(puzzle.goals()) {
        // For each place, the conditions that a piece there is used for.
        let mut uses: Vec<Vec<Lit>> = vec![Vec::new(); at.len()];
        for condition in goal {
            match condition {
                Condition::Empty(squares) => {
                    for square in table.numbered(squares) {
                        for &stand in &table.covering[usize::from(square)] {
                            cnf.implies([reached], [!at[stand]]);
                        }
                    }
                }
                Condition::Piece(piece, target) => {
                    let mut chosen = Vec::new();
                    for stand in wanted(puzzle, table, *piece, target).filter(|&stand| at[stand] != Lit::FALSE) {
                        let used = cnf.variable();
                        cnf.implies([used], [at[stand]]);
                        uses[stand].push(used);
                        chosen.push(used);
                    }
                    cnf.implies([reached], chosen);
                }
            }
        }
        uses.iter().filter(|uses| uses.len() > 1).for_each(|uses| cnf.at_most_one(uses));
    }
}

/// The stands at which a piece, or one that may stand in for it, meets a condition.
fn wanted<'a>(
    puzzle: &'a Puzzle,
    table: &'a Table,
    piece: usize,
    target: &'a Target,
) -> impl Iterator<Item = usize> + 'a {
    let group = puzzle.alike().iter().find(|group| group.contains(&piece));
    let may_serve = move |candidate: &usize| match group {
        Some(group) => group.contains(candidate),
        None => *candidate == piece,
    };
    let classes = table.classes.iter().filter(move |class| class.pieces.iter().any(may_serve));
    classes.flat_map(|class| class.stands.clone()).filter(move |&stand| match (target, table.stands[stand].place) {
        (Target::At(corner), Place::On(here)) => *corner == here,
        (Target::Within(squares), Place::On(here)) => {
            puzzle.pieces()[piece].cells_at(here).all(|square| squares.contains(&square))
        }
        (Target::Leaves(exit), Place::Left(through)) => *exit == through,
        (Target::At(_) | Target::Within(_), Place::Left(_)) | (Target::Leaves(_), Place::On(_)) => false,
    })
}
