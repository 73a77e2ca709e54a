//! The cheapest assignment (Kuhn 1955), by shortest augmenting paths (Jonker and Volgenant 1987).

use fewest_search::Cost;

use crate::floor::FAR;

/// More than any sum of distances: what an assignment costs that cannot be.
const NEVER: i64 = 1 << 32;

/// Of the cheapest way to give each of `count` rows a column of its own, the cost; `None` where there is no way.
/// Rows and columns are at most 64 `W`; `row` gives the costs of one, [`FAR`] where it cannot be.
#[inline]
pub(crate) fn cheapest<'a, const W: usize>(count: usize, row: impl Fn(usize) -> &'a [u16]) -> Option<Cost> {
    // Prices of rows and columns; the row of each column (from 1; 0 is none). Column 0 stands for the row that is added.
    let mut row_prices = [[0i64; 65]; W];
    let mut column_prices = [[0i64; 65]; W];
    let mut owners = [[0u16; 65]; W];
    let row_prices = row_prices.as_flattened_mut();
    let column_prices = column_prices.as_flattened_mut();
    let owners = owners.as_flattened_mut();
    for added in 1..=count {
        owners[0] = u16::try_from(added).ok()?;
        let mut slack = [[i64::MAX; 65]; W];
        let mut came_from = [[0u16; 65]; W];
        let mut seen = [[false; 65]; W];
        let (slack, came_from) = (slack.as_flattened_mut(), came_from.as_flattened_mut());
        let seen = seen.as_flattened_mut();
        let mut column = 0;
        while owners[column] != 0 {
            seen[column] = true;
            let owner = usize::from(owners[column]);
            let costs = row(owner - 1);
            let (mut least, mut next) = (i64::MAX, 0);
            for other in 1..=count {
                if seen[other] {
                    continue;
                }
                let cost = if costs[other - 1] == FAR { NEVER } else { i64::from(costs[other - 1]) };
                let reduced = cost - row_prices[owner] - column_prices[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    came_from[other] = u16::try_from(column).ok()?;
                }
                if slack[other] < least {
                    (least, next) = (slack[other], other);
                }
            }
            for other in 0..=count {
                if seen[other] {
                    row_prices[usize::from(owners[other])] += least;
                    column_prices[other] -= least;
                } else {
                    slack[other] = slack[other].saturating_sub(least);
                }
            }
            column = next;
        }
        while column != 0 {
            let from = usize::from(came_from[column]);
            owners[column] = owners[from];
            column = from;
        }
        // Column 0 has paid what all rows so far cost.
        if -column_prices[0] >= NEVER {
            return None;
        }
    }
    Cost::try_from(-column_prices[0]).ok()
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
        for column in 0..rows.len() {
            if row[column] != FAR && !taken.contains(&column) {
                taken.push(column);
                let cost = by_trial(rows, taken).map(|rest| rest + Cost::from(row[column]));
                best = best.into_iter().chain(cost).min();
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
