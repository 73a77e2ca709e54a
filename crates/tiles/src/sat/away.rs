//! Moves that lead away from the goal, counted.
//!
//! A move brings one tile one cell nearer to its goal or one cell farther from it. So a solution of h + 2K moves, where h is
//! the Manhattan distance of the start, has just K moves that lead away. Let A be those among the first i moves. Then K - A
//! are to come, and every admissible bound on the rest of the way bounds them: where it exceeds Manhattan distance by 2n, n
//! of them. What lies behind is bounded in the same way: A is at least what the tiles are astray, and what the conflicts
//! of the start's lines have cost.

use fewest_sat::{Cnf, Lit};
use fewest_search::LimitKind;

use super::encode::Check;

/// A number in unary: digit k (from 0) is true where it is greater than k. As a lower bound: where a digit is true the
/// number is at least that great, and a false one says nothing.
pub(super) type Unary = Vec<Lit>;

/// A lower bound on the sum of two numbers with lower bounds, not told apart above `most`.
pub(super) fn add(cnf: &mut Cnf, a: &[Lit], b: &[Lit], most: usize) -> Unary {
    if a.is_empty() || b.is_empty() {
        return a.iter().chain(b).copied().take(most).collect();
    }
    let sum: Unary = (0..most.min(a.len() + b.len())).map(|_| cnf.variable()).collect();
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if i + j == 0 {
                continue;
            }
            let digit = |number: &[Lit], k: usize| if k == 0 { Lit::TRUE } else { number[k - 1] };
            cnf.implies([digit(a, i), digit(b, j)], [sum[(i + j).min(sum.len()) - 1]]);
        }
    }
    sum
}

/// A lower bound on the sum of many.
pub(super) fn sum(cnf: &mut Cnf, numbers: &[Unary], most: usize) -> Unary {
    match numbers {
        [] => Vec::new(),
        [only] => only.iter().copied().take(most).collect(),
        _ => {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            let (left, right) = (sum(cnf, left, most), sum(cnf, right, most));
            add(cnf, &left, &right, most)
        }
    }
}

/// The counts after each step.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// How many there are in all.
    pub(super) most: usize,
    /// By step: digit k is true just where more than k of the moves before lead away.
    digits: Vec<Unary>,
}

impl Counts {
    /// Counts literals, one for each step, of which just `most` are true. `distance` is that of the start: after more
    /// steps than that some have led away.
    pub(super) fn new(
        cnf: &mut Cnf,
        away: &[Lit],
        most: usize,
        distance: usize,
        check: Check<'_>,
    ) -> Result<Self, LimitKind> {
        let mut digits: Vec<Unary> = Vec::with_capacity(away.len() + 1);
        for step in 0..=away.len() {
            let least = step.saturating_sub(distance).div_ceil(2);
            let greatest = step.min(most);
            let mut digit = |k: usize| match k {
                _ if k < least => Lit::TRUE,
                _ if k >= greatest => Lit::FALSE,
                _ => cnf.variable(),
            };
            digits.push((0..most).map(&mut digit).collect());
            check(cnf)?;
        }
        if let Some(last) = digits.last_mut() {
            last.fill(Lit::TRUE);
        }
        let counts = Self { most, digits };
        for (step, &away) in away.iter().enumerate() {
            for count in 0..=most {
                let [now, next] = [step, step + 1].map(|step| counts.at_least(step, count));
                let more = counts.at_least(step + 1, count + 1);
                cnf.implies([now], [next]);
                cnf.implies([now, away], [more]);
                cnf.implies([!counts.at_least(step, count + 1), !away], [!more]);
                cnf.implies([!now], [!more]);
            }
            check(cnf)?;
        }
        for step in 0..=away.len() {
            for count in 1..most {
                cnf.implies([counts.at_least(step, count + 1)], [counts.at_least(step, count)]);
            }
        }
        Ok(counts)
    }

    /// Whether at least `count` of the first `step` moves lead away.
    pub(super) fn at_least(&self, step: usize, count: usize) -> Lit {
        match count {
            0 => Lit::TRUE,
            _ if count > self.most => Lit::FALSE,
            _ => self.digits[step][count - 1],
        }
    }

    /// Demands that there were so many before a step.
    pub(super) fn bound_before(&self, cnf: &mut Cnf, step: usize, number: &[Lit]) {
        for (k, &digit) in number.iter().enumerate() {
            cnf.implies([digit], [self.at_least(step, k + 1)]);
        }
    }

    /// Demands that there are so many from a step on.
    pub(super) fn bound_after(&self, cnf: &mut Cnf, step: usize, number: &[Lit]) {
        for (k, &digit) in number.iter().enumerate() {
            cnf.implies([digit], [!self.at_least(step, (self.most + 1).saturating_sub(k + 1))]);
        }
    }
}
