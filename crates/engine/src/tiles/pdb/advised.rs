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

/// The table; the first line that fits serves.
const LINES: [Line; 1] =
    [Line { sides: (4, 4), metric: Metric::Stm, large: Some("7-8"), small: Some("6-6-3"), corner: true }];

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
