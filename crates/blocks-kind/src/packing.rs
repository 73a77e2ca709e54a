//! Which compiled space holds a puzzle.

use std::sync::Arc;

use fewest_blocks::{Bits, Blocks, Key, Metric, Puzzle};
use fewest_engine::Result;

use crate::wrong;

/// Does something with the space that holds a puzzle, packed as small as it goes and compiled for each packing.
macro_rules! with_space {
    ($puzzle:expr, $metric:expr, |$space:ident| $done:expr) => {{
        use $crate::packing::space;
        let needs = fewest_blocks::Needs::of($puzzle);
        match (needs.squares, needs.bits) {
            (..=64, ..=64) => space::<u64, u64>($puzzle, $metric).and_then(|space| {
                let $space = &space;
                $done
            }),
            (..=128, ..=128) => space::<u128, u128>($puzzle, $metric).and_then(|space| {
                let $space = &space;
                $done
            }),
            _ => space::<fewest_blocks::Bits256, fewest_blocks::Wide>($puzzle, $metric).and_then(|space| {
                let $space = &space;
                $done
            }),
        }
    }};
}

pub(crate) use with_space;

/// The space of a puzzle.
pub(crate) fn space<B: Bits, K: Key>(puzzle: &Arc<Puzzle>, metric: Metric) -> Result<Blocks<B, K>> {
    Blocks::new(puzzle.clone(), metric).map_err(|error| wrong([error]))
}
