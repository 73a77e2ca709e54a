//! The heuristics of Towers of Hanoi by name.

use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, OutAndBack, split};
use fewest_hanoi::{Discs, Hanoi};
use fewest_search::{Limits, Zero};

use crate::any::any_heuristic;
use crate::catalog::Heuristic;
use crate::error::EngineError;

/// The most entries of a table of disc groups: built in some tenths of a second.
const MOST_ENTRIES: usize = 1 << 22;

any_heuristic! {
    /// Any heuristic of Towers of Hanoi.
    AnyHeuristic, AnyMemo for Hanoi<D>, with ['s, D: Discs] as ['s, D] {
        Zero(Zero),
        DiscsAway(DiscsAway<'s, D>),
        OutAndBack(OutAndBack<'s, D>),
        DiscGroups(DiscGroups<'s, D>),
    }
}

impl<'s, D: Discs> AnyHeuristic<'s, D> {
    /// The heuristic of this name.
    pub(crate) fn new(heuristic: Heuristic, space: &'s Hanoi<D>) -> Result<Self, EngineError> {
        let unavailable = |reason: String| EngineError::HeuristicUnavailable { name: heuristic.info().name, reason };
        Ok(match heuristic {
            Heuristic::Zero => Self::Zero(Zero),
            Heuristic::DiscsAway => Self::DiscsAway(DiscsAway::new(space)),
            Heuristic::OutAndBack => Self::OutAndBack(OutAndBack::new(space)),
            Heuristic::DiscGroups => {
                let groups = DiscGroups::build(space, &[split(&groups(space))], &Limits::default());
                Self::DiscGroups(groups.map_err(|error| unavailable(error.to_string()))?)
            }
            _ => return Err(unavailable("it is no heuristic of Towers of Hanoi".to_owned())),
        })
    }
}

/// The sizes of groups of consecutive discs, the smallest discs first: as few groups as tables allow.
fn groups<D: Discs>(space: &Hanoi<D>) -> Vec<usize> {
    let (discs, pegs) = (space.size().discs(), space.size().pegs());
    let most = (1..=discs).take_while(|&size| {
        u32::try_from(size).ok().and_then(|size| pegs.checked_pow(size)).is_some_and(|entries| entries <= MOST_ENTRIES)
    });
    let most = most.last().unwrap_or(1);
    let mut left = discs;
    std::iter::from_fn(|| {
        let size = left.min(most);
        left -= size;
        (size > 0).then_some(size)
    })
    .collect()
}
