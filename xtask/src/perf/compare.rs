//! What was measured beside what the ledger says.

use std::fmt;

use super::ledger::Row;
use crate::quotient::quotient;

/// By how many per cent instructions a node may change in silence.
const TOLERANCE: u128 = 5;

/// One thing that is not as the ledger says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// A search does something else.
    Nodes { was: Row, is: Row },
    /// It does the same with more instructions.
    Slower { was: Row, is: Row },
    /// It does the same with fewer.
    Faster { was: Row, is: Row },
    /// The ledger does not know this case.
    New(Row),
    /// The suite has no such case.
    Gone(Row),
}

impl Difference {
    /// Whether it asks for a reason.
    pub(crate) fn is_failure(&self) -> bool {
        !matches!(self, Self::Faster { .. })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_node = |row: &Row| row.per_node().unwrap_or_default();
        match self {
            Self::Nodes { was, is } => {
                write!(f, "{}: the nodes changed: {} before, {} now", is.case, Nodes(was), Nodes(is))
            }
            Self::Slower { was, is } | Self::Faster { was, is } => {
                let more = if self.is_failure() { "rose" } else { "fell" };
                let ratio = ratio(was, is).unwrap_or_default();
                let (was, now) = (per_node(was), per_node(is));
                write!(f, "{}: instructions per node {more}: {was} before, {now} now, {ratio} times as many", is.case)
            }
            Self::New(is) => write!(f, "{}: the case is new: is {}", is.case, Nodes(is)),
            Self::Gone(was) => write!(f, "{}: the case is gone: was {}", was.case, Nodes(was)),
        }
    }
}

/// The nodes of a row in words.
struct Nodes<'a>(&'a Row);

impl fmt::Display for Nodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { expanded, generated, end, .. } = self.0;
        write!(f, "{expanded} expanded, {generated} generated, {end}")
    }
}

/// Instructions a node now, and as many before: fractions of one denominator.
fn per_node(was: &Row, is: &Row) -> Option<(u128, u128)> {
    let now = u128::from(is.instructions?) * u128::from(was.generated);
    Some((now, u128::from(was.instructions?) * u128::from(is.generated)))
}

/// How many times as many instructions a node takes now.
pub(crate) fn ratio(was: &Row, is: &Row) -> Option<String> {
    let (now, before) = per_node(was, is)?;
    quotient(now, before, 3)
}

/// All differences, in the order of the suite. Instructions are compared where both sides have them and `instructions`
/// says that they can be.
pub(crate) fn compare(was: &[Row], is: &[Row], instructions: bool) -> Vec<Difference> {
    let mut differences = Vec::new();
    for row in is {
        let Some(old) = was.iter().find(|old| old.case == row.case) else {
            differences.push(Difference::New(row.clone()));
            continue;
        };
        let (was, is) = (old.clone(), row.clone());
        if (was.expanded, was.generated, &was.end) != (is.expanded, is.generated, &is.end) {
            differences.push(Difference::Nodes { was: was.clone(), is: is.clone() });
        }
        if let Some((now, before)) = per_node(&was, &is).filter(|_| instructions) {
            if now * 100 > before * (100 + TOLERANCE) {
                differences.push(Difference::Slower { was, is });
            } else if now * 100 < before * (100 - TOLERANCE) {
                differences.push(Difference::Faster { was, is });
            }
        }
    }
    let gone = was.iter().filter(|old| is.iter().all(|row| row.case != old.case));
    differences.extend(gone.cloned().map(Difference::Gone));
    differences
}

#[cfg(test)]
mod tests {
    use super::super::ledger::tests::row;
    use super::*;

    /// `row("a", 1000)` with other instructions, of which it has 100,000.
    fn with(instructions: u64) -> Row {
        Row { instructions: Some(instructions), ..row("a", 1000) }
    }

    fn texts(was: &[Row], is: &[Row]) -> Vec<(String, bool)> {
        compare(was, is, true).iter().map(|found| (found.to_string(), found.is_failure())).collect()
    }

    #[test]
    fn five_per_cent_are_tolerated_and_no_more() {
        let was = [with(100_000)];
        for within in [95_000, 95_100, 100_000, 104_900, 105_000] {
            assert_eq!(compare(&was, &[with(within)], true), [], "{within}");
        }
        let slower = "a: instructions per node rose: 100.0 before, 105.1 now, 1.051 times as many";
        assert_eq!(texts(&was, &[with(105_100)]), [(slower.to_owned(), true)]);
        let faster = "a: instructions per node fell: 100.0 before, 94.9 now, 0.949 times as many";
        assert_eq!(texts(&was, &[with(94_900)]), [(faster.to_owned(), false)]);
        assert_eq!(compare(&was, &[with(200_000)], false), []);
        assert_eq!(compare(&was, &[Row { instructions: None, ..with(0) }], true), []);
    }

    #[test]
    fn a_single_node_is_a_difference() {
        let was = row("a", 1000);
        for is in [
            Row { expanded: was.expanded + 1, ..was.clone() },
            Row { generated: was.generated - 1, ..was.clone() },
            Row { end: "solved in 47".to_owned(), ..was.clone() },
        ] {
            let found = texts(std::slice::from_ref(&was), &[is]);
            assert!(found.len() == 1 && found[0].1 && found[0].0.starts_with("a: the nodes changed: 500"), "{found:?}");
        }
    }

    #[test]
    fn fewer_nodes_do_not_hide_that_each_costs_more() {
        let is = Row { generated: 900, ..with(100_000) };
        let found = compare(&[with(100_000)], &[is], true);
        assert!(matches!(found[..], [Difference::Nodes { .. }, Difference::Slower { .. }]), "{found:?}");
    }

    #[test]
    fn cases_that_come_or_go_are_differences() {
        let found = texts(&[row("a", 1), row("b", 2)], &[row("b", 2), row("c", 3)]);
        let new = "c: the case is new: is 500 expanded, 3 generated, solved in 45";
        let gone = "a: the case is gone: was 500 expanded, 1 generated, solved in 45";
        assert_eq!(found, [(new.to_owned(), true), (gone.to_owned(), true)]);
    }
}
