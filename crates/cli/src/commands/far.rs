//! Random positions exactly so many moves from the goal.
//!
//! Where the kind lists the positions around a goal, and these are few, each of them is equally likely. Otherwise random
//! positions are solved: N moves before its end, a shortest solution is N moves from the goal.

use anyhow::{anyhow, bail};
use fewest_engine::{
    EngineError, Kind, Limits, Notation, Outcome, Proof, RandomPositions, RandomRequest, Request, Session,
};
use fewest_kinds::KINDS;

use crate::interrupt::Interrupt;
use crate::options::usage;
use crate::solve::refused;

/// The most positions that are listed: those of the 3×3 board are 181,440.
const NEAR: usize = 200_000;
/// Positions in a row that are all nearer to the goal, before the search for farther ones is given up.
const IN_VAIN: u32 = 300;

/// Draws positions at a distance.
pub(crate) struct Far<'a> {
    distance: u32,
    request: RandomRequest,
    kind: &'static dyn Kind,
    /// Every position at this distance, where they are listed.
    layer: Option<Vec<String>>,
    /// Chooses from the layer.
    choice: u64,
    /// Positions made by so many random moves; without a number, all that can reach the goal are equally likely.
    drawn: Option<(Option<u64>, RandomPositions)>,
    session: &'a Session,
    interrupt: &'a Interrupt,
}

impl<'a> Far<'a> {
    pub(crate) fn new(
        distance: u32,
        request: &RandomRequest,
        session: &'a Session,
        interrupt: &'a Interrupt,
    ) -> anyhow::Result<Self> {
        let kind = KINDS.named(&request.puzzle.kind)?;
        kind.info().admit_random(&request.puzzle).map_err(refused)?;
        let (request, choice) = (request.clone(), request.seed);
        let mut far = Self { distance, request, kind, layer: None, choice, drawn: None, session, interrupt };
        match kind.around(&far.request.puzzle, distance, NEAR, &interrupt.cancel) {
            Ok(around) => {
                let count = u32::try_from(around.layers.len()).unwrap_or(u32::MAX);
                let farthest = around.farthest.or(around.is_all.then(|| count - 1));
                if let Some(farthest) = farthest.filter(|&farthest| farthest < distance) {
                    return Err(usage(&format!(
                        "--distance {distance}: no position of {} is farther than {farthest} moves from the goal",
                        around.what
                    )));
                }
                far.layer = usize::try_from(distance).ok().and_then(|index| around.layers.into_iter().nth(index));
            }
            Err(EngineError::NotOffered { .. }) => {}
            Err(error) => return Err(refused(error)),
        }
        Ok(far)
    }

    /// The next position; `None` where the user has seen enough.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<String>> {
        if let Some(layer) = self.layer.as_ref().filter(|layer| !layer.is_empty()) {
            // SplitMix64 (Steele, Lea and Flood 2014).
            self.choice = self.choice.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.choice ^ (self.choice >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let mixed = u128::from(mixed ^ (mixed >> 31));
            let index = usize::try_from((mixed * layer.len() as u128) >> 64).unwrap_or(0);
            return Ok(Some(layer[index].clone()));
        }
        let mut vain = 0;
        loop {
            let Some(position) = self.draw()? else { return Ok(None) };
            let request = Request::new(self.kind.at_random(&self.request.puzzle, position));
            let answer =
                self.session.solve(&request, &self.interrupt.cancel, &mut |_| ()).map_err(|error| anyhow!(error))?;
            if self.interrupt.is_raised() {
                return Ok(None);
            }
            let (Outcome::Solved, Proof::Optimal, Some(moves)) = (answer.outcome, answer.proof, &answer.moves) else {
                bail!("a random position could not be solved: {}", answer.reason.unwrap_or_default());
            };
            let length = answer.length.unwrap_or_default();
            if length >= self.distance {
                let mut stage = self.kind.stage(&request.puzzle, moves, Notation::Tile)?;
                let before = stage.moves().checked_sub(self.distance as usize);
                for index in 0..before.unwrap_or_default() {
                    stage.make(index)?;
                }
                return Ok(Some(stage.position()));
            }
            vain += 1;
            if vain == IN_VAIN {
                bail!(
                    "--distance {}: {IN_VAIN} random positions in a row were all nearer to the goal; try a smaller distance",
                    self.distance
                );
            }
            self.go_farther(length);
        }
    }

    /// A random position. The first are made by few moves, because what is near is solved sooner.
    fn draw(&mut self) -> anyhow::Result<Option<String>> {
        if self.drawn.is_none() {
            let first = Some(u64::from(self.distance) * 2 + 2);
            self.drawn = Some(match self.positions(first) {
                Ok(positions) => (first, positions),
                // Some kinds know no random moves.
                Err(_) => (None, self.positions(None)?),
            });
        }
        Ok(self.drawn.as_mut().and_then(|(_, positions)| positions.next()))
    }

    fn positions(&self, shuffle: Option<u64>) -> anyhow::Result<RandomPositions> {
        let request = RandomRequest { shuffle, ..self.request.clone() };
        let limits = Limits::default().for_search(&self.interrupt.cancel);
        KINDS.random_within(&request, &limits).map_err(refused)
    }

    /// Makes more random moves, as those were too few; in the end as many as it takes to forget the goal.
    fn go_farther(&mut self, length: u32) {
        let Some((Some(shuffle), _)) = self.drawn else { return };
        let more = shuffle + shuffle / 2 + u64::from(self.distance - length);
        let shuffle = (more < 64 * u64::from(self.distance + 1)).then_some(more);
        // The same seed with more moves makes other positions.
        if let Ok(positions) = self.positions(shuffle) {
            self.drawn = Some((shuffle, positions));
        }
    }
}
