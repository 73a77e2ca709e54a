//! The cheapest assignment (Kuhn 1955), by shortest augmenting paths (Jonker and Volgenant 1987), and how it changes with
//! one row (Toroslu and Üçoluk 2007).
//!
//! Rows are squares of boxes, columns are goals. Each column has a price, such that each row that has a column has the one
//! that costs it least beyond the price. When the costs of one row change, its column is free, all else still holds, and
//! one augmenting path is enough.

use fewest_search::Cost;

use crate::floor::FAR;

/// No row has this column; no column was come from.
const NOBODY: u16 = u16::MAX;
/// Further than any column.
const NEVER: i32 = i32::MAX;

/// Of at most `N` times `W` rows, each with a column of its own: the cheapest way.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<const N: usize, const W: usize> {
    total: Cost,
    /// The row of each column.
    owners: [[u16; N]; W],
    prices: [[i32; N]; W],
}

impl<const N: usize, const W: usize> Assignment<N, W> {
    /// The most rows.
    pub(crate) const CAPACITY: usize = N * W;

    /// Only what an assignment costs, without the assignment.
    pub(crate) fn of_total(total: Cost) -> Self {
        Self { total, owners: [[NOBODY; N]; W], prices: [[0; N]; W] }
    }

    /// What it costs.
    pub(crate) fn total(&self) -> Cost {
        self.total
    }

    /// The row of each of `count` columns.
    pub(crate) fn owners(&self, count: usize) -> &[u16] {
        &self.owners.as_flattened()[..count]
    }

    /// Gives each row one of `count` columns, as many as there are rows; `None` where that cannot be. `costs` are those of a
    /// row, [`FAR`] for columns that it cannot have.
    #[inline]
    pub(crate) fn cheapest<'a>(
        count: usize,
        rows: impl Iterator<Item = u16>,
        costs: impl Fn(u16) -> &'a [u16],
    ) -> Option<Self> {
        let mut assignment = Self { total: 0, owners: [[NOBODY; N]; W], prices: [[0; N]; W] };
        let mut waiting = [[0u16; N]; W];
        let waiting = waiting.as_flattened_mut();
        let mut left = 0;
        // Most rows can have what is cheapest for them.
        let owners = &mut assignment.owners.as_flattened_mut()[..count];
        for row in rows {
            let (mut least, mut best) = (FAR, 0);
            for (column, &cost) in costs(row).iter().enumerate() {
                if cost < least {
                    (least, best) = (cost, column);
                }
            }
            if least == FAR {
                return None;
            }
            if owners[best] == NOBODY {
                owners[best] = row;
                assignment.total += Cost::from(least);
            } else {
                waiting[left] = row;
                left += 1;
            }
        }
        for &row in &waiting[..left] {
            assignment.add(count, row, &costs)?;
        }
        Some(assignment)
    }

    /// The cheapest way after the row `from`, which had the costs `before`, has become the row `to`.
    #[inline]
    pub(crate) fn replaced<'a>(
        mut self,
        (from, before): (u16, &[u16]),
        to: u16,
        costs: impl Fn(u16) -> &'a [u16],
    ) -> Option<Self> {
        let count = before.len();
        let owners = &mut self.owners.as_flattened_mut()[..count];
        let column = owners.iter().position(|&owner| owner == from).expect("every row has a column");
        owners[column] = NOBODY;
        self.total -= Cost::from(before[column]);
        self.add(count, to, &costs)?;
        Some(self)
    }

    /// Gives one more row a column, by the cheapest way to make one free.
    #[inline]
    fn add<'a>(&mut self, count: usize, added: u16, costs: &impl Fn(u16) -> &'a [u16]) -> Option<()> {
        let owners = &mut self.owners.as_flattened_mut()[..count];
        let prices = &mut self.prices.as_flattened_mut()[..count];
        // How far each column is from the row that is added, in costs beyond prices, and by which column one comes there.
        let mut far = [[NEVER; N]; W];
        let far = &mut far.as_flattened_mut()[..count];
        let mut came_from = [[NOBODY; N]; W];
        let came_from = &mut came_from.as_flattened_mut()[..count];
        let mut seen = [[false; N]; W];
        let seen = &mut seen.as_flattened_mut()[..count];
        for ((far, &cost), &price) in far.iter_mut().zip(costs(added)).zip(&*prices) {
            if cost != FAR {
                *far = i32::from(cost) - price;
            }
        }
        let end = loop {
            let (mut least, mut nearest) = (NEVER, 0);
            for column in 0..count {
                // Of equal ones a free column ends the search.
                let is_nearer = far[column] < least || far[column] == least && owners[column] == NOBODY;
                if !seen[column] && is_nearer {
                    (least, nearest) = (far[column], column);
                }
            }
            if least == NEVER {
                return None;
            }
            if owners[nearest] == NOBODY {
                break nearest;
            }
            seen[nearest] = true;
            let costs = &costs(owners[nearest])[..count];
            let base = least - (i32::from(costs[nearest]) - prices[nearest]);
            for column in 0..count {
                if !seen[column] && costs[column] != FAR {
                    let through = base + i32::from(costs[column]) - prices[column];
                    if through < far[column] {
                        far[column] = through;
                        came_from[column] = short(nearest);
                    }
                }
            }
        };
        // Along the way, prices cancel but for the last.
        let added_cost = far[end] + prices[end];
        self.total = self.total.checked_add_signed(added_cost).expect("costs are not negative");
        for column in 0..count {
            if seen[column] {
                prices[column] += far[column] - far[end];
            }
        }
        // Each row on the way takes the column it found, and leaves its own to the one before.
        let mut column = end;
        while came_from[column] != NOBODY {
            let before = usize::from(came_from[column]);
            owners[column] = owners[before];
            column = before;
        }
        owners[column] = added;
        Some(())
    }
}

fn short(number: usize) -> u16 {
    u16::try_from(number).expect("there are at most 4,096 rows and columns")
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::RngExt;
    use rand::SeedableRng;

    use super::*;

    /// Tries every assignment.
    fn by_trial(rows: &[Vec<u16>], taken: &mut Vec<usize>) -> Option<Cost> {
        let Some(row) = rows.get(taken.len()) else { return Some(0) };
        let mut best = None;
        for (column, &cost) in row.iter().enumerate() {
            if cost != FAR && !taken.contains(&column) {
                taken.push(column);
                let total = by_trial(rows, taken).map(|rest| rest + Cost::from(cost));
                best = best.into_iter().chain(total).min();
                taken.pop();
            }
        }
        best
    }

    #[test]
    fn equals_the_best_of_all_assignments() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut impossible = 0;
        for trial in 0..2000 {
            let count = random.random_range(1..=6);
            let mut cost = || if random.random_range(0..3) == 0 { FAR } else { random.random_range(0..20) };
            let rows: Vec<Vec<u16>> = (0..count).map(|_| (0..count).map(|_| cost()).collect()).collect();
            let expected = by_trial(&rows, &mut Vec::new());
            impossible += usize::from(expected.is_none());
            let found = Assignment::<6, 1>::cheapest(count, (0..).take(count), |row| &rows[usize::from(row)]);
            assert_eq!(found.map(|found| found.total()), expected, "{trial}: {rows:?}");
        }
        assert!(impossible > 100);
    }

    /// Row after row gets other costs, and another name.
    #[test]
    fn changes_with_one_row_as_if_made_afresh() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut changes = 0;
        for trial in 0..300 {
            let count = random.random_range(1..=6);
            let mut cost = || if random.random_range(0..6) == 0 { FAR } else { random.random_range(0..20) };
            let mut names: Vec<u16> = (0..).take(count).collect();
            let mut rows: Vec<Vec<u16>> = (0..count).map(|_| (0..count).map(|_| cost()).collect()).collect();
            let mut assignment =
                Assignment::<3, 2>::cheapest(count, names.iter().copied(), |row| &rows[usize::from(row)]);
            for step in 0..40 {
                let Some(known) = assignment else { break };
                let place = step % count;
                let from = names[place];
                names[place] = short(rows.len());
                let mut cost = || if random.random_range(0..6) == 0 { FAR } else { random.random_range(0..20) };
                rows.push((0..count).map(|_| cost()).collect());
                let costs = |row| &*rows[usize::from(row)];
                assignment = known.replaced((from, costs(from)), names[place], costs);
                let present: Vec<Vec<u16>> = names.iter().map(|&row| costs(row).to_vec()).collect();
                let expected = by_trial(&present, &mut Vec::new());
                assert_eq!(assignment.map(|found| found.total()), expected, "{trial}, {step}: {present:?}");
                changes += 1;
            }
        }
        assert!(changes > 2000, "{changes}");
    }
}
