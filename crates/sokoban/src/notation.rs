//! Moves as text: LURD. Small letters walk, capitals push.

use std::fmt;

use crate::direction::Direction;

/// One step of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where to.
    pub direction: Direction,
    /// Whether it pushes a box.
    pub pushes: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.direction.letter();
        write!(f, "{}", if self.pushes { letter.to_ascii_uppercase() } else { letter })
    }
}

/// A character that is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {place}: {found:?} is not a step; write l, u, r, d to walk and L, U, R, D to push")]
pub struct NotationError {
    /// Where it stands, from 1.
    pub place: usize,
    /// The character.
    pub found: char,
}

/// Writes steps.
///
/// ```
/// use fewest_sokoban::{format_steps, parse_steps};
/// let steps = parse_steps("llU 2(not)").unwrap_err();
/// assert_eq!(steps.place, 5);
/// assert_eq!(format_steps(&parse_steps("ll U\nr")?), "llUr");
/// # Ok::<(), fewest_sokoban::NotationError>(())
/// ```
pub fn format_steps(steps: &[Step]) -> String {
    steps.iter().map(ToString::to_string).collect()
}

/// Reads steps; white space between them does not count.
///
/// # Errors
/// The first character that is no step.
pub fn parse_steps(text: &str) -> Result<Vec<Step>, NotationError> {
    let mut steps = Vec::new();
    for (place, found) in (1..).zip(text.chars()).filter(|(_, c)| !c.is_whitespace()) {
        let is_meant = |direction: &Direction| direction.letter() == found.to_ascii_lowercase();
        let direction = Direction::ALL.into_iter().find(is_meant).ok_or(NotationError { place, found })?;
        steps.push(Step { direction, pushes: found.is_ascii_uppercase() });
    }
    Ok(steps)
}
