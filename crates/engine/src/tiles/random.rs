//! Random positions.

use fewest_tiles::random::Shuffler;
use fewest_tiles::{Position, Size};
use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::tiles::read_goal;

/// Which random positions are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomRequest {
    /// The size, such as `4x4`.
    pub size: String,
    /// The goal that they can reach: `blank-last`, `blank-first` or a position.
    pub goal: String,
    /// Positions this many random steps from the goal; without it, all that can reach it are equally likely.
    pub shuffle: Option<u64>,
    /// The same seed gives the same positions, on every machine.
    pub seed: u64,
}

/// An endless sequence of random positions, in normal form.
#[derive(Clone, Debug)]
pub struct RandomPositions {
    goal: Position,
    shuffle: Option<u64>,
    shuffler: Shuffler,
}

impl Iterator for RandomPositions {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let position = match self.shuffle {
            Some(moves) => self.shuffler.walk(&self.goal, moves),
            None => self.shuffler.uniform(&self.goal),
        };
        Some(position.to_string())
    }
}

/// Random positions from which the goal can be reached.
///
/// ```
/// use fewest_engine::{RandomRequest, random};
/// let request =
///     RandomRequest { size: "3x3".into(), goal: "blank-last".into(), shuffle: None, seed: 1 };
/// let positions: Vec<String> = random(&request)?.take(2).collect();
/// assert_ne!(positions[0], positions[1]);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the size or the goal.
pub fn random(request: &RandomRequest) -> Result<RandomPositions, EngineError> {
    let size: Size = request.size.parse()?;
    let goal = read_goal(&request.goal, size)?;
    Ok(RandomPositions { goal, shuffle: request.shuffle, shuffler: Shuffler::new(request.seed) })
}
