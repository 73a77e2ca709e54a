//! The puzzle that is left where another has come to, pieces that have left the board included.
//!
//! [`from_position`](crate::formats::from_position) refuses these, because a writer must not leave anything out. A player
//! who asks for the rest of a solution wants the puzzle without them: what a goal asked of them is done, or can no longer be.

use crate::geometry::{Lock, Square};
use crate::position::{Place, Position};
use crate::puzzle::Puzzle;
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};

impl Position {
    /// The puzzle that begins here: the same board, the same pieces without those that have left, and of the goals what
    /// they do not have yet.
    ///
    /// A goal that is met for good asks for a square to be empty that is; where no goal can be met any more, the one that is
    /// left asks for what cannot be. A board that all pieces have left gets one that is fixed, because a puzzle has pieces.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_blocks::{Metric, Position, Puzzle, parse_shifts};
    /// let text = "exit out right:\n..+\n...\n\nstart:\nab.\n...\n\ngoal:\nleaves a: out\nleaves b: out\n";
    /// let mut position = Position::start(Arc::new(text.parse::<Puzzle>()?));
    /// for shift in parse_shifts("bR bR")? {
    ///     position.try_shift(&shift, Metric::Step)?;
    /// }
    /// let rest = position.onward();
    /// assert_eq!((rest.pieces().len(), rest.goals()[0].len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn onward(&self) -> Puzzle {
        let whole = self.puzzle();
        let mut setup = whole.setup().clone();
        let places = self.places();
        let mut gone: Vec<(char, &str)> = Vec::new();
        for (number, piece) in setup.pieces.iter_mut().enumerate() {
            match places[number] {
                Place::On(_) => piece.cells = self.cells(number),
                Place::Left(exit) => gone.push((piece.label, &whole.exits()[exit].name)),
            }
        }
        if !gone.is_empty() {
            self.leave_out(&mut setup, &gone);
        }
        setup.validate().expect("what is left of a puzzle is one")
    }

    /// Takes pieces that have left out of a setup, wherever it names them.
    fn leave_out(&self, setup: &mut Setup, gone: &[(char, &str)]) {
        let is_gone = |label: &char| gone.iter().any(|(other, _)| other == label);
        let group = |label: char| -> Vec<char> {
            let groups = &self.puzzle().setup().alike;
            groups.iter().find(|group| group.contains(&label)).cloned().unwrap_or_else(|| vec![label])
        };
        setup.keep(|label| !is_gone(&label));
        setup.exits.retain(|exit| exit.pieces.as_ref().is_none_or(|pieces| !pieces.is_empty()));
        let goals = std::mem::take(&mut setup.goals);
        setup.goals = goals.into_iter().filter_map(|goal| rest_of(goal, gone, &is_gone, &group)).collect();
        let floor = || self.puzzle().squares().filter(|&square| self.puzzle().ground(square) == Some(Ground::Floor));
        let mut empty = floor().filter(|&square| self.piece_on(square).is_none());
        let free = empty.next().expect("there is room where a piece was");
        if setup.goals.iter().any(Vec::is_empty) {
            setup.goals = vec![vec![ConditionSetup::Empty(vec![empty.next().unwrap_or(free)])]];
        }
        if setup.pieces.is_empty() {
            setup.pieces.push(PieceSetup { label: gone[0].0, name: None, cells: vec![free], lock: Lock::Fixed });
            // Whoever is fixed here has to be let in.
            setup.gates.retain(|gate| !gate.cells.contains(&free));
        }
        if setup.goals.is_empty() {
            let floor: Vec<Square> = floor().collect();
            let label = setup.pieces[0].label;
            let stays = ConditionSetup::Piece { label, target: TargetSetup::Within(floor.clone()) };
            setup.goals = vec![vec![stays, ConditionSetup::Empty(floor)]];
        }
    }
}

/// What a goal still asks for when pieces have left; `None` where it asks for one of them to be elsewhere.
fn rest_of(
    mut goal: Vec<ConditionSetup>,
    gone: &[(char, &str)],
    is_gone: &impl Fn(&char) -> bool,
    group: &impl Fn(char) -> Vec<char>,
) -> Option<Vec<ConditionSetup>> {
    // Of alike pieces any can do what is asked of one, so each that has left meets a wish to leave there, if there is one.
    for &(label, exit) in gone {
        let alike = group(label);
        let is_met = |condition: &ConditionSetup| match condition {
            ConditionSetup::Piece { label, target: TargetSetup::Leaves(through) } => {
                through == exit && alike.contains(label)
            }
            _ => false,
        };
        if let Some(met) = goal.iter().position(is_met) {
            goal.remove(met);
        }
    }
    // What is still asked of one that has left falls to another like it.
    for index in 0..goal.len() {
        let ConditionSetup::Piece { label, .. } = goal[index] else { continue };
        if !is_gone(&label) {
            continue;
        }
        let is_named = |other: char| {
            goal.iter().any(|condition| matches!(condition, ConditionSetup::Piece { label, .. } if *label == other))
        };
        let other = group(label).into_iter().find(|other| !is_gone(other) && !is_named(*other))?;
        if let ConditionSetup::Piece { label, .. } = &mut goal[index] {
            *label = other;
        }
    }
    Some(goal)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::metric::Metric;
    use crate::notation::parse_shifts;

    fn after(text: &str, moves: &str) -> (Position, Puzzle) {
        let mut position = Position::start(Arc::new(text.parse::<Puzzle>().expect(text)));
        for shift in parse_shifts(moves).expect(moves) {
            position.try_shift(&shift, Metric::Step).expect(moves);
        }
        let rest = position.onward();
        assert_eq!(rest.to_string().parse(), Ok(rest.clone()), "it can be written");
        (position, rest)
    }

    const OUT: &str = "exit out right:\n..+\n...\n\nstart:\nab.\n..c\n\n";

    #[test]
    fn a_board_without_departures_is_the_same_puzzle_from_there() {
        let (position, rest) = after("ab.\n...\n\n...\n..a", "bD aR");
        assert_eq!(Position::start(Arc::new(rest)).to_string(), position.to_string());
    }

    #[test]
    fn goals_keep_what_is_still_to_do() {
        let (_, rest) = after(&format!("{OUT}goal:\n...\n.a.\nleaves b: out\n"), "bR bR");
        assert_eq!((rest.pieces().len(), rest.goals()[0].len()), (2, 1));
        // Another goal that wants the piece on the board is out of reach; the one that lets it go remains.
        let (_, rest) = after(&format!("{OUT}goal:\n...\n.b.\n\ngoal:\n...\n.a.\n"), "bR bR");
        assert_eq!(rest.goals().len(), 1);
    }

    #[test]
    fn met_goals_hold_and_lost_ones_never_do() {
        let (position, rest) = after(&format!("{OUT}goal:\nleaves b: out\n"), "bR bR");
        assert!(position.is_goal() && Position::start(Arc::new(rest)).is_goal());
        let (position, rest) = after(&format!("{OUT}goal:\n...\n.b.\n"), "bR bR");
        assert!(!position.is_goal() && !Position::start(Arc::new(rest)).is_goal());
        // Nobody is left.
        for (goal, is_met) in [("leaves a: out", true), ("..\n.a", false)] {
            let (_, rest) = after(&format!("exit out right:\n.+\n..\n\nstart:\na.\n..\n\ngoal:\n{goal}\n"), "aR aR");
            assert_eq!(rest.pieces().len(), 1);
            assert_eq!(Position::start(Arc::new(rest)).is_goal(), is_met);
        }
    }

    #[test]
    fn alike_pieces_stand_in_for_each_other() {
        let text = format!("alike: a b\n{OUT}goal:\n...\n.b.\nleaves a: out\n");
        let (_, rest) = after(&text, "bR bR");
        assert_eq!(rest.goals()[0].len(), 1);
        let rest = Arc::new(rest);
        let mut position = Position::start(rest.clone());
        for shift in parse_shifts("aD aR").expect("moves") {
            position.try_shift(&shift, Metric::Step).expect("legal");
        }
        assert!(position.is_goal(), "{rest}");
    }
}
