//! The heuristics of Towers of Hanoi by name.

use fewest_engine::kit::{Unready, any_heuristic, heuristics};
use fewest_engine::{EngineError, HeuristicInfo};
use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, GroupsError, OutAndBack, TableError, split};
use fewest_hanoi::{Discs, Hanoi};
use fewest_search::{Limits, Max, Zero};

/// The most entries of a table of disc groups on few pegs: built in about a second.
const MOST_ENTRIES: u64 = 1 << 24;
/// The same on many pegs, where a disc is seldom in the way of another and tables tell little.
const FEWER_ENTRIES: u64 = 1 << 16;
/// Up to so many pegs are few.
const FEW_PEGS: usize = 5;
/// The part of the memory limit that a table may take at most, with as much again while it is built.
const MEMORY_SHARE: u64 = 8;
/// The most discs of a group.
const MOST_DISCS: usize = 12;
/// The most groups of one division, of which there are two.
const MOST_GROUPS: usize = 8;

heuristics! {
    /// The heuristics of Towers of Hanoi.
    enum Named {
        Zero = HeuristicInfo::NONE,
        DiscsAway = HeuristicInfo {
            name: "discs-away",
            aliases: &["misplaced-discs"],
            summary: "the number of discs that are not on their goal peg",
            source: "Felner, Korf and Hanan 2004",
            ..HeuristicInfo::NONE
        },
        OutAndBack = HeuristicInfo {
            name: "out-and-back",
            aliases: &["discs-in-the-way"],
            summary: "discs-away, plus the discs at their goal that must make way for a larger one",
            source: "fewest",
            ..HeuristicInfo::NONE
        },
        DiscGroups = HeuristicInfo {
            name: "disc-groups",
            aliases: &["pdb-discs"],
            summary: "the sum of the exact distances of groups of discs, from tables; at least out-and-back",
            source: "Felner, Korf and Hanan 2004",
            ..HeuristicInfo::NONE
        },
    }
}

any_heuristic! {
    /// Any heuristic of Towers of Hanoi.
    AnyHeuristic, AnyMemo for Hanoi<D>, with ['s, D: Discs] as ['s, D] {
        Zero(Zero),
        DiscsAway(DiscsAway<'s, D>),
        OutAndBack(OutAndBack<'s, D>),
        DiscGroups(Max<OutAndBack<'s, D>, DiscGroups<'s, D>>),
    }
}

impl<'s, D: Discs> AnyHeuristic<'s, D> {
    /// The heuristic of this name.
    pub(crate) fn new(named: Named, space: &'s Hanoi<D>, limits: &Limits) -> Result<Self, Unready> {
        Ok(match named {
            Named::Zero => Self::Zero(Zero),
            Named::DiscsAway => Self::DiscsAway(DiscsAway::new(space)),
            Named::OutAndBack => Self::OutAndBack(OutAndBack::new(space)),
            Named::DiscGroups => {
                let groups = DiscGroups::build(space, &divisions(space, limits.memory), limits);
                let groups = groups.map_err(|error| match error {
                    GroupsError::Table(TableError::Limit { limit, .. }) => Unready::Stopped(limit),
                    error => Unready::Refused(EngineError::HeuristicUnavailable {
                        name: named.info().name,
                        reason: error.to_string(),
                    }),
                })?;
                Self::DiscGroups(Max(OutAndBack::new(space), groups))
            }
        })
    }
}

impl<D: Discs> AnyHeuristic<'_, D> {
    /// The bytes of its tables.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::DiscGroups(Max(_, groups)) => groups.tables().iter().map(|table| table.bytes() as u64).sum(),
            Self::Zero(_) | Self::DiscsAway(_) | Self::OutAndBack(_) => 0,
        }
    }
}

/// Two ways to divide the discs into groups of neighbours: as large as tables allow from the smallest disc up, and from
/// the largest down.
fn divisions<D: Discs>(space: &Hanoi<D>, memory: u64) -> Vec<Vec<Vec<usize>>> {
    let (discs, pegs) = (space.size().discs(), space.size().pegs());
    let most_entries = if pegs <= FEW_PEGS { MOST_ENTRIES } else { FEWER_ENTRIES }.min(memory / MEMORY_SHARE);
    let sizes = (1..=discs).take_while(|&size| {
        let entries = u32::try_from(size).ok().and_then(|size| (pegs as u64).checked_pow(size));
        entries.is_some_and(|entries| entries <= most_entries)
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
