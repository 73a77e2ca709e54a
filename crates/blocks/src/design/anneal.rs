//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983), in whole numbers, so that it is the same on every machine.

use std::fmt;

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::SeedableRng;

/// How to look for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Look at all there are.
    Enumerate,
    /// Change puzzles at random, and keep what is harder.
    Anneal(Anneal),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enumerate => f.write_str("all there are"),
            Self::Anneal(Anneal { seed, steps, heat }) => write!(f, "walks of {steps} steps, seed {seed}, heat {heat}"),
        }
    }
}

/// How to anneal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anneal {
    /// Names the random numbers: the same seed gives the same puzzles.
    pub seed: u64,
    /// How many changes a walk tries before the next begins elsewhere.
    pub steps: u32,
    /// How likely a change that costs one move is accepted at first, in thousandths; it falls evenly to none.
    pub heat: u32,
}

impl Default for Anneal {
    fn default() -> Self {
        Self { seed: 1, steps: 1500, heat: 400 }
    }
}

impl Anneal {
    /// The random numbers of a walk.
    pub(crate) fn random(&self, walk: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(walk);
        random
    }

    /// Whether to accept a change after so many steps.
    pub(crate) fn accepts(&self, step: u32, old: u32, new: u32, random: &mut ChaCha8Rng) -> bool {
        let left = u64::from(self.steps.saturating_sub(step));
        // The chance of one move less, in millionths; of each further one, as much again.
        let chance = 1000 * u64::from(self.heat) * left / u64::from(self.steps.max(1));
        (new..old).all(|_| random.random_range(0..1_000_000) < chance)
    }
}
