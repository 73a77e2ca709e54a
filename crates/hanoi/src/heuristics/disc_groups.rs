//! Exact distances of groups of discs: added up over disjoint groups, the greatest sum of several divisions taken.

use std::ops::Range;
use web_time::Instant;

use fewest_search::{Cost, Guarantees, Heuristic, Incremental, Limits};

use crate::discs::Discs;
use crate::heuristics::table::{DiscTable, Pattern, PatternError, TableError};
use crate::size::MAX_DISCS;
use crate::space::{Hanoi, Move};

/// The most groups of one [`DiscGroups`], all its divisions together.
pub const MAX_GROUPS: usize = 16;

/// Additive pattern databases over groups of discs (Felner, Korf and Hanan 2004).
///
/// ```
/// use fewest_hanoi::{Goal, Hanoi, Position, Size, Word64, heuristics::{DiscGroups, split}};
/// use fewest_search::{Heuristic, Limits};
///
/// let size = Size::new(10, 4)?;
/// let space = Hanoi::<Word64<2>>::new(&Goal::Last.position(size)?)?;
/// // The seven largest and the three smallest, or the three largest and the seven smallest: two tables serve both.
/// let divisions = [split(&[3, 7]), split(&[7, 3])];
/// let groups = DiscGroups::build(&space, &divisions, &Limits::default())?;
/// assert_eq!(groups.estimate(&space.state(&Position::stacked(size))?), Some(25 + 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiscGroups<'a, D> {
    space: &'a Hanoi<D>,
    tables: Vec<DiscTable>,
    groups: Vec<Group>,
    /// The groups of each division: a range of `groups`.
    divisions: Vec<Range<usize>>,
}

/// Discs with a table.
#[derive(Clone, Debug)]
struct Group {
    pattern: Pattern,
    /// The discs, the smallest first.
    discs: Vec<usize>,
    /// By how much the index grows when a disc moves one peg on; 0 for discs of other groups.
    weights: [u32; MAX_DISCS],
    table: usize,
}

/// Groups that cannot be served. Discs are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum GroupsError {
    /// More groups than a memo has room for.
    #[error("there are {0} groups, but at most {MAX_GROUPS} are possible in all divisions together")]
    TooMany(usize),
    /// A disc in two groups of one division, which would count its moves twice.
    #[error("disc {disc} is in two groups of one division: its moves would count twice")]
    Shared { disc: usize },
    /// A disc that the puzzle does not have.
    #[error("disc {disc} is not in the puzzle: its discs are numbered 1 to {discs}")]
    NoSuchDisc { disc: usize, discs: usize },
    /// A group that no table can hold.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A table that could not be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Consecutive discs in groups of these sizes, the smallest discs first; discs are numbered from 0.
pub fn split(sizes: &[usize]) -> Vec<Vec<usize>> {
    // One more than a puzzle can have, so that too many are refused and not passed over.
    let mut discs = 0..=MAX_DISCS;
    sizes.iter().map(|&size| discs.by_ref().take(size).collect()).collect()
}

impl<'a, D: Discs> DiscGroups<'a, D> {
    /// For the goal of `space`, with one table for each different pattern. A division lists disjoint groups of discs,
    /// numbered from 0, the smallest; not every disc needs to be in one.
    ///
    /// # Errors
    /// Groups that cannot be served, and what kept a table from being built. Time and memory are for all tables together.
    pub fn build(space: &'a Hanoi<D>, divisions: &[Vec<Vec<usize>>], limits: &Limits) -> Result<Self, GroupsError> {
        let count = divisions.iter().map(Vec::len).sum();
        if count > MAX_GROUPS {
            return Err(GroupsError::TooMany(count));
        }
        let started = Instant::now();
        let mut left = limits.clone();
        let mut built = Self { space, tables: Vec::new(), groups: Vec::new(), divisions: Vec::new() };
        for division in divisions {
            check_disjoint(division, space.size().discs())?;
            let first = built.groups.len();
            for discs in division {
                left.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
                built.add(discs, &mut left)?;
            }
            built.divisions.push(first..built.groups.len());
        }
        Ok(built)
    }

    /// The tables, one for each different pattern.
    pub fn tables(&self) -> &[DiscTable] {
        &self.tables
    }

    /// Adds a group; a table that is built for it takes of the memory that is left.
    fn add(&mut self, discs: &[usize], left: &mut Limits) -> Result<(), GroupsError> {
        let mut discs = discs.to_vec();
        discs.sort_unstable();
        let peg = |&disc: &usize| u8::try_from(self.space.goal().peg(disc)).expect("there are at most 26 pegs");
        let pattern = Pattern::new(self.space.size().pegs(), discs.iter().map(peg).collect())?;
        let table = if let Some(twin) = self.groups.iter().find(|group| group.pattern == pattern) {
            twin.table
        } else {
            let table = DiscTable::build(&pattern, left)?;
            left.memory = left.memory.saturating_sub(table.bytes() as u64);
            self.tables.push(table);
            self.tables.len() - 1
        };
        let mut weights = [0; MAX_DISCS];
        for (place, &disc) in discs.iter().enumerate() {
            weights[disc] = u32::try_from(pattern.weight(place)).expect("a pattern has at most 2^32 entries");
        }
        self.groups.push(Group { pattern, discs, weights, table });
        Ok(())
    }

    fn look_up(&self, group: usize, index: u32) -> u16 {
        let distance = self.tables[self.groups[group].table].distance(index as usize);
        // Cut off, it is still a consistent lower bound.
        u16::try_from(distance).unwrap_or(u16::MAX)
    }
}

fn check_disjoint(division: &[Vec<usize>], discs: usize) -> Result<(), GroupsError> {
    let mut seen = [false; MAX_DISCS];
    for &disc in division.iter().flatten() {
        if disc >= discs {
            return Err(GroupsError::NoSuchDisc { disc: disc + 1, discs });
        }
        if std::mem::replace(&mut seen[disc], true) {
            return Err(GroupsError::Shared { disc: disc + 1 });
        }
    }
    Ok(())
}

/// For each group its index and its distance.
#[derive(Clone, Copy, Debug)]
pub struct GroupsMemo {
    indices: [u32; MAX_GROUPS],
    distances: [u16; MAX_GROUPS],
}

impl<D: Discs> Heuristic<Hanoi<D>> for DiscGroups<'_, D> {
    fn estimate(&self, state: &D) -> Option<Cost> {
        self.memo(state).map(|memo| self.value(memo))
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<D: Discs> Incremental<Hanoi<D>> for DiscGroups<'_, D> {
    type Memo = GroupsMemo;

    fn memo(&self, state: &D) -> Option<GroupsMemo> {
        let mut memo = GroupsMemo { indices: [0; MAX_GROUPS], distances: [0; MAX_GROUPS] };
        for (number, group) in self.groups.iter().enumerate() {
            let index = group.pattern.index(group.discs.iter().map(|&disc| state.peg(disc)));
            memo.indices[number] = u32::try_from(index).expect("a pattern has at most 2^32 entries");
            memo.distances[number] = self.look_up(number, memo.indices[number]);
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, mut memo: GroupsMemo, _: &D, mv: Move) -> Option<GroupsMemo> {
        let steps = u32::from(mv.to).wrapping_sub(u32::from(mv.from));
        for (number, group) in self.groups.iter().enumerate() {
            let weight = group.weights[usize::from(mv.disc)];
            if weight != 0 {
                memo.indices[number] = memo.indices[number].wrapping_add(steps.wrapping_mul(weight));
                memo.distances[number] = self.look_up(number, memo.indices[number]);
            }
        }
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: GroupsMemo) -> Cost {
        let sum = |division: &Range<usize>| {
            memo.distances[division.clone()].iter().map(|&distance| Cost::from(distance)).sum()
        };
        self.divisions.iter().map(sum).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::LimitKind;

    use super::*;
    use crate::discs::Word64;
    use crate::goal::Goal;
    use crate::size::Size;

    fn space(discs: usize) -> Hanoi<Word64<2>> {
        Hanoi::new(&Goal::Last.position(Size::new(discs, 4).unwrap()).unwrap()).unwrap()
    }

    fn refused(divisions: &[Vec<Vec<usize>>], limits: &Limits) -> GroupsError {
        DiscGroups::build(&space(20), divisions, limits).unwrap_err()
    }

    #[test]
    fn groups_are_checked() {
        let limits = Limits::default();
        assert_eq!(refused(&[split(&[3, 2]), vec![vec![0, 1], vec![2, 1]]], &limits), GroupsError::Shared { disc: 2 });
        assert_eq!(refused(&[vec![vec![5, 5]]], &limits), GroupsError::Shared { disc: 6 });
        assert_eq!(refused(&[split(&[10, 11])], &limits), GroupsError::NoSuchDisc { disc: 21, discs: 20 });
        assert_eq!(refused(&[split(&[1; 17])], &limits), GroupsError::TooMany(17));
        assert_eq!(
            refused(&[split(&[4, 16])], &limits),
            GroupsError::Pattern(PatternError::TooLarge { discs: 16, pegs: 4 })
        );
        assert_eq!(refused(&[split(&[usize::MAX])], &limits), GroupsError::NoSuchDisc { disc: 21, discs: 20 });
    }

    #[test]
    fn equal_patterns_share_a_table() {
        let space = space(20);
        let divisions = [split(&[5, 5, 5, 5]), split(&[6, 5, 5]), vec![vec![0, 9, 3], vec![7, 2, 4]]];
        let groups = DiscGroups::build(&space, &divisions, &Limits::default()).unwrap();
        assert_eq!(groups.tables().len(), 3);
    }

    #[test]
    fn memory_is_for_all_tables_together() {
        // 4^7 entries and 4^6, each with a frontier while it is built.
        let divisions = [split(&[7, 6])];
        let space = space(20);
        let fits = |memory| DiscGroups::build(&space, &divisions, &Limits { memory, ..Limits::default() }).is_ok();
        assert!(fits(1 << 17));
        let limits = Limits { memory: (1 << 14) + (1 << 12) - 1, ..Limits::default() };
        let GroupsError::Table(TableError::Limit { limit, .. }) = refused(&divisions, &limits) else {
            panic!("a limit")
        };
        assert_eq!(limit, LimitKind::Memory);
    }
}
