//! The heuristics of Towers of Hanoi by name.

use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, OutAndBack, split};
use fewest_hanoi::{Discs, Hanoi};
use fewest_search::{Limits, Zero};

use crate::any::any_heuristic;
use crate::catalog::Heuristic;
use crate::error::EngineError;

/// The most entries of a table of disc groups: built in some tenths of a second.
const MOST_ENTRIES: usize = 1 << 22;
/// The most discs of a group.
const MOST_DISCS: usize = 12;
/// The most groups of one division, of which there are two.
const MOST_GROUPS: usize = 8;

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
    pub(crate) fn new(heuristic: Heuristic, space: &'s Hanoi<D>, limits: &Limits) -> Result<Self, EngineError> {
        let unavailable = |reason: String| EngineError::HeuristicUnavailable { name: heuristic.info().name, reason };
        Ok(match heuristic {
            Heuristic::Zero => Self::Zero(Zero),
            Heuristic::DiscsAway => Self::DiscsAway(DiscsAway::new(space)),
            Heuristic::OutAndBack => Self::OutAndBack(OutAndBack::new(space)),
            Heuristic::DiscGroups => {
                let groups = DiscGroups::build(space, &divisions(space), limits);
                Self::DiscGroups(groups.map_err(|error| unavailable(error.to_string()))?)
            }
            _ => return Err(unavailable("it is no heuristic of Towers of Hanoi".to_owned())),
        })
    }
}

/// Two ways to divide the discs into groups of neighbours: as large as tables allow from the smallest disc up, and from
/// the largest down.
fn divisions<D: Discs>(space: &Hanoi<D>) -> Vec<Vec<Vec<usize>>> {
    let (discs, pegs) = (space.size().discs(), space.size().pegs());
    let sizes = (1..=discs).take_while(|&size| {
        u32::try_from(size).ok().and_then(|size| pegs.checked_pow(size)).is_some_and(|entries| entries <= MOST_ENTRIES)
    });
    // On three pegs distances double with each disc, and a table holds no more than its entries can say.
    let most = sizes.last().unwrap_or(1).min(MOST_DISCS);
    let mut up = vec![most; discs / most];
    up.extend((discs % most > 0).then_some(discs % most));
    let down: Vec<usize> = up.iter().rev().copied().collect();
    // A heuristic has at most so many groups; where there are more, those of the largest discs are left out.
    let fitting = |sizes: &[usize]| split(&sizes[..sizes.len().min(MOST_GROUPS)]);
    if up == down { vec![fitting(&up)] } else { vec![fitting(&up), fitting(&down)] }
}
