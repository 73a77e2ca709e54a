//! The cheapest assignment (Kuhn 1955), by shortest augmenting paths (Jonker and Volgenant 1987).

use fewest_search::Cost;

use crate::floor::FAR;

/// More than any sum of distances: what an assignment costs that cannot be.
const NEVER: i32 = 1 << 27;

/// Of the cheapest way to give each of `count` rows a column of its own, the cost; `None` where there is no way.
/// Rows and columns are at most 64 `W`; `row` gives the costs of one, [`FAR`] where it cannot be.
#[inline]
pub(crate) fn cheapest<'a, const W: usize>(count: usize, row: impl Fn(usize) -> &'a [u16]) -> Option<Cost> {
    let mut prices = [[0i32; 64]; W];
    let prices = prices.as_flattened_mut();
    let mut owners = [[NOBODY; 64]; W];
    let owners = &mut owners.as_flattened_mut()[..count];
    let mut waiting = [[0u16; 64]; W];
    let waiting = waiting.as_flattened_mut();
    let mut left = 0;
    // Most rows can have what is cheapest for them.
    for (index, price) in prices.iter_mut().enumerate().take(count) {
        let costs = &row(index)[..count];
        let (mut least, mut best) = (FAR, 0);
        for (column, &cost) in costs.iter().enumerate() {
            if cost < least {
                (least, best) = (cost, column);
            }
        }
        if least == FAR {
            return None;
        }
        *price = i32::from(least);
        if owners[best] == NOBODY {
            owners[best] = short(index);
        } else {
            waiting[left] = short(index);
            left += 1;
        }
    }
    if left > 0 {
        augment::<W>(count, &row, (prices, owners), &waiting[..left])?;
    }
    let total: Cost =
        owners.iter().enumerate().map(|(column, &owner)| Cost::from(row(usize::from(owner))[column])).sum();
    Some(total)
}

/// No row has this column.
const NOBODY: u16 = u16::MAX;

/// Gives the rows that wait a column each, by the cheapest way to make one free. Prices of rows are such that no row
/// finds a column cheaper than what it pays, and each that has one pays just that.
#[inline]
fn augment<'a, const W: usize>(
    count: usize,
    row: &impl Fn(usize) -> &'a [u16],
    (row_prices, owners): (&mut [i32], &mut [u16]),
    waiting: &[u16],
) -> Option<()> {
    let mut column_prices = [[0i32; 64]; W];
    let mut slack = [[0i32; 64]; W];
    let mut came_from = [[0u16; 64]; W];
    let mut seen = [[false; 64]; W];
    let column_prices = &mut column_prices.as_flattened_mut()[..count];
    let slack = &mut slack.as_flattened_mut()[..count];
    let came_from = &mut came_from.as_flattened_mut()[..count];
    let seen = &mut seen.as_flattened_mut()[..count];
    for &added in waiting {
        slack.fill(i32::MAX);
        seen.fill(false);
        // The column by which the row was come to; the first row came by none.
        let (mut owner, mut by) = (added, NOBODY);
        loop {
            let costs = &row(usize::from(owner))[..count];
            let price = row_prices[usize::from(owner)];
            let (mut least, mut next) = (i32::MAX, 0);
            for column in 0..count {
                if seen[column] {
                    continue;
                }
                let cost = if costs[column] == FAR { NEVER } else { i32::from(costs[column]) };
                let reduced = cost - price - column_prices[column];
                if reduced < slack[column] {
                    slack[column] = reduced;
                    came_from[column] = by;
                }
                if slack[column] < least {
                    (least, next) = (slack[column], column);
                }
            }
            if least >= NEVER / 2 {
                // Only what cannot be is left.
                return None;
            }
            row_prices[usize::from(added)] += least;
            for column in 0..count {
                if seen[column] {
                    row_prices[usize::from(owners[column])] += least;
                    column_prices[column] -= least;
                } else {
                    slack[column] -= least;
                }
            }
            seen[next] = true;
            by = short(next);
            if owners[next] == NOBODY {
                break;
            }
            owner = owners[next];
        }
        // Each row on the way takes the column it found, and leaves its own to the one before.
        while by != NOBODY {
            let from = came_from[usize::from(by)];
            owners[usize::from(by)] = if from == NOBODY { added } else { owners[usize::from(from)] };
            by = from;
        }
    }
    Some(())
}

fn short(number: usize) -> u16 {
    u16::try_from(number).expect("there are at most 4,096 rows and columns")
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

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
            assert_eq!(cheapest::<1>(count, |row| &rows[row]), expected, "{trial}: {rows:?}");
        }
        assert!(impossible > 100);
    }
}
