//! Which tables serve a board best where nobody names any: one small table.

use std::borrow::Cow;

use fewest_tiles::Position;

use crate::request::Metric;

/// Sets for a board under a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advised {
    /// The strongest that is worth keeping: used where it is found in a folder of tables, never built unasked.
    pub(crate) large: Option<Cow<'static, str>>,
    /// One that is built within some tenths of a second and a few megabytes, where a search is not done before.
    pub(crate) small: Option<Cow<'static, str>>,
}

/// A line of the table.
struct Line {
    /// Width and height, the smaller first.
    sides: (usize, usize),
    metric: Metric,
    large: Option<&'static str>,
    small: Option<&'static str>,
    /// Whether the sets are drawn for a goal with the blank in a corner.
    corner: bool,
}

/// A line for any goal.
const fn line(sides: (usize, usize), metric: Metric, large: Option<&'static str>, small: &'static str) -> Line {
    Line { sides, metric, large, small: Some(small), corner: false }
}

/// The table; the first line that fits serves. Boards without a line are served as well by other heuristics, or by none.
const LINES: [Line; 9] = [
    Line { corner: true, ..line((4, 4), Metric::Stm, Some("7-8"), "6-6-3") },
    line((4, 4), Metric::Stm, Some("runs-8"), "runs-5"),
    Line { corner: true, ..line((4, 4), Metric::Mtm, Some("lines-7"), "lines-6") },
    line((4, 4), Metric::Mtm, Some("runs-7"), "runs-5"),
    line((2, 7), Metric::Stm, Some("runs-7"), "runs-5"),
    line((2, 8), Metric::Stm, Some("runs-8"), "runs-5"),
    line((3, 5), Metric::Stm, None, "runs-7"),
    line((4, 5), Metric::Stm, Some("runs-7"), "runs-5"),
    line((5, 5), Metric::Stm, Some("runs-6"), "runs-5"),
];

/// The sets for a goal.
pub(crate) fn advised(goal: &Position, metric: Metric) -> Advised {
    let size = goal.size();
    let (width, height) = (size.width(), size.height());
    let sides = (width.min(height), width.max(height));
    let blank = goal.blank();
    let corners = [0, width - 1, size.cells() - width, size.cells() - 1];
    let fits =
        |line: &&Line| line.sides == sides && line.metric == metric && (!line.corner || corners.contains(&blank));
    let line = LINES.iter().find(fits);
    let owned = |set: Option<&'static str>| set.map(Cow::Borrowed);
    Advised { large: owned(line.and_then(|line| line.large)), small: owned(line.and_then(|line| line.small)) }
}

impl Advised {
    /// What `auto` stands for behind `--pdb`.
    pub(crate) fn usual(&self) -> Cow<'static, str> {
        self.small.clone().or_else(|| self.large.clone()).unwrap_or(Cow::Borrowed("runs-5"))
    }
}

#[cfg(test)]
mod tests {
    use fewest_tiles::{Goal, Size};

    use super::*;
    use crate::tiles::pdb::{Planned, Wanted};

    /// Every line can be laid out, and its small set stays small.
    #[test]
    fn every_line_serves_its_board() {
        for line in &LINES {
            for size in [(line.sides.0, line.sides.1), (line.sides.1, line.sides.0)] {
                let goal = Goal::BlankLast.position(Size::new(size.0, size.1).unwrap()).unwrap();
                let sets = Advised { large: line.large.map(Cow::Borrowed), small: line.small.map(Cow::Borrowed) };
                for (set, most) in [(sets.small, 40_000_000), (sets.large, 400_000_000)] {
                    let Some(set) = set else { continue };
                    let planned = Planned::new(&Wanted::set(&set), &goal, line.metric).unwrap();
                    assert!(planned.plan.bytes() <= most, "{size:?} {set}: {}", planned.plan.bytes());
                }
            }
        }
        let centre = "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15".parse().unwrap();
        assert_eq!(advised(&centre, Metric::Stm).usual(), "runs-5");
        let corner = Goal::BlankFirst.position(Size::new(4, 4).unwrap()).unwrap();
        assert_eq!(advised(&corner, Metric::Stm).large.as_deref(), Some("7-8"));
        assert_eq!(advised(&corner, Metric::Mtm).large.as_deref(), Some("lines-7"));
        let small = Goal::BlankFirst.position(Size::new(3, 3).unwrap()).unwrap();
        assert_eq!(advised(&small, Metric::Mtm).large, None);
    }
}
