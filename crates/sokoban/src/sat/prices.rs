//! The price of each goal: the dual of the cheapest matching of boxes and goals (Kuhn 1955).
//!
//! With prices v, every box on a square x has a *potential*, the least of "pushes from x to goal g, less v(g)" over all
//! goals. A push lowers the potential of its box by at most one; what it lowers it less is *lost*. The potentials of
//! all boxes at the start and all prices sum up to the cost of the cheapest matching, and those at the end to no more
//! than 0: so in a solution of L pushes just L less that cost, the *slack*, can be lost, by all boxes together.

/// What an assignment costs that cannot be: more than any sum of distances.
const NEVER: i32 = 1 << 24;

/// Optimal prices of the columns of a square table, by shortest augmenting paths; `cost` is `None` where row and column
/// cannot be matched. Of these there must be a way around.
pub(super) fn prices(count: usize, cost: impl Fn(usize, usize) -> Option<i32>) -> Vec<i32> {
    let mut row_prices = vec![0; count];
    let mut column_prices = vec![0; count];
    let mut owners: Vec<Option<usize>> = vec![None; count];
    for added in 0..count {
        let mut slack = vec![i32::MAX; count];
        let mut came_from: Vec<Option<usize>> = vec![None; count];
        let mut seen = vec![false; count];
        let (mut row, mut by) = (added, None);
        let last = loop {
            for column in (0..count).filter(|&column| !seen[column]) {
                let reduced = cost(row, column).unwrap_or(NEVER) - row_prices[row] - column_prices[column];
                if reduced < slack[column] {
                    slack[column] = reduced;
                    came_from[column] = by;
                }
            }
            let unseen = (0..count).filter(|&column| !seen[column]);
            let next = unseen.min_by_key(|&column| slack[column]).expect("fewer columns have owners than there are");
            let least = slack[next];
            row_prices[added] += least;
            for column in 0..count {
                if seen[column] {
                    row_prices[owners[column].expect("what was seen has an owner")] += least;
                    column_prices[column] -= least;
                } else {
                    slack[column] -= least;
                }
            }
            seen[next] = true;
            by = Some(next);
            match owners[next] {
                Some(owner) => row = owner,
                None => break next,
            }
        };
        // Each row on the way takes the column it found, and leaves its own to the one before.
        let mut column = last;
        while let Some(before) = came_from[column] {
            owners[column] = owners[before];
            column = before;
        }
        owners[column] = Some(added);
    }
    column_prices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest assignment, by trial.
    fn cheapest(rows: &[Vec<i32>], taken: u32) -> i32 {
        let Some((row, rest)) = rows.split_first() else { return 0 };
        let free = (0..row.len()).filter(|column| taken >> column & 1 == 0);
        free.map(|column| row[column] + cheapest(rest, taken | 1 << column)).min().expect("there is a column for each")
    }

    #[test]
    fn potentials_and_prices_make_the_cheapest_matching() {
        let mut random = 12_345_u32;
        let mut draw = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> 24
        };
        for count in (1..=6).cycle().take(600) {
            // One way to match all is always there.
            let mut table: Vec<Vec<i32>> =
                (0..count).map(|_| (0..count).map(|_| (draw() % 20).cast_signed()).collect()).collect();
            for _ in 0..count {
                let (row, column) = (draw() as usize % count, draw() as usize % count);
                if row != column {
                    table[row][column] = NEVER;
                }
            }
            let found = prices(count, |row, column| Some(table[row][column]).filter(|&cost| cost < NEVER));
            let potential = |row: &Vec<i32>| row.iter().zip(&found).map(|(cost, price)| cost - price).min().unwrap();
            let total: i32 = table.iter().map(potential).sum::<i32>() + found.iter().sum::<i32>();
            assert_eq!(total, cheapest(&table, 0), "{table:?}");
        }
    }
}
