//! Which tables serve a board best where nobody names any: one small table.

use fewest_tiles::Position;

use crate::Metric;

/// Sets for a board under a metric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advised {
    /// The strongest that is worth keeping: used where it is found in a folder of tables, never built unasked.
    pub(crate) large: Option<&'static str>,
    /// One that is built within some tenths of a second and a few megabytes, where a search is not done before.
    pub(crate) small: Option<&'static str>,
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
const LINES: [Line; 10] = [
    Line { corner: true, ..line((4, 4), Metric::Stm, Some("7-8"), "6-6-3") },
    line((4, 4), Metric::Stm, Some("runs-8"), "runs-5"),
    Line { corner: true, ..line((4, 4), Metric::Mtm, Some("lines-7"), "lines-6") },
    line((4, 4), Metric::Mtm, Some("runs-7"), "runs-5"),
    line((2, 7), Metric::Stm, Some("runs-7"), "runs-5"),
    line((2, 8), Metric::Stm, Some("runs-8"), "runs-5"),
    line((3, 5), Metric::Stm, None, "runs-7"),
    line((4, 5), Metric::Stm, Some("runs-7"), "runs-5"),
    Line { corner: true, ..line((5, 5), Metric::Stm, Some("6-6-6-6"), "runs-5") },
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
    Advised { large: line.and_then(|line| line.large), small: line.and_then(|line| line.small) }
}

impl Advised {
    /// What `auto` stands for.
    pub(crate) fn usual(&self) -> &'static str {
        self.small.or(self.large).unwrap_or("runs-5")
    }
}
