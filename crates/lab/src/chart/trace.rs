//! What searches did on their way: expansions by depth, and the depth of each.

use fewest_plot::{Chart, Layer, Marks};

use super::{Drawing, axis};
use crate::measure::By;
use crate::number::counted;
use crate::row::{Ending, Row};

/// Whether neighbours are so far apart that a line would hide them: a search from both ends is now here, now there.
fn leaps(points: &[(f64, f64)]) -> bool {
    let far: f64 = points.windows(2).map(|pair| (pair[1].1 - pair[0].1).abs()).sum();
    let steps = points.len().max(2) as f64 - 1.0;
    far > 3.0 * steps
}

impl<'a> Drawing<'a> {
    pub(super) fn depths(&self) -> Chart {
        let recorded = |rows: &[&'a Row]| -> Vec<&'a Vec<u64>> {
            let solved = rows.iter().filter(|row| row.outcome == Ending::Solved);
            solved.filter_map(|row| row.expanded_by_depth.as_ref()).collect()
        };
        let layers = self.layers(|rows| {
            let lists = recorded(rows);
            let deepest = lists.iter().map(|list| list.len()).max()?;
            let mean = |depth: usize| {
                let total: f64 = lists.iter().filter_map(|list| list.get(depth)).map(|nodes| *nodes as f64).sum();
                (depth as f64, total / lists.len() as f64)
            };
            Some(Marks::Line((0..deepest).map(mean).collect()))
        });
        let runs = recorded(&self.rows).len();
        let mean = if runs > self.parts.len() { "mean of " } else { "" };
        let about = format!("Expanded nodes at each depth{}, {mean}{}.", self.apart(), counted(runs, "solved run"));
        let label = if mean.is_empty() { "expanded nodes" } else { "expanded nodes (mean)" };
        self.finish(axis("depth (moves)", self.spec.log_x), axis(label, self.spec.log_y), &about, layers)
    }

    /// The depth of each expansion, in order, of the first run of each part.
    pub(super) fn steps(&self) -> Chart {
        let mut drawn = 0;
        let mut layers = Vec::new();
        for (place, rows) in &self.parts {
            let mut rows: Vec<&Row> = rows.iter().copied().filter(|row| row.depth_by_step.is_some()).collect();
            rows.sort_by_cached_key(|row| (self.order.place(By::Instance, row), row.repetition));
            let Some((row, depths)) = rows.first().and_then(|row| Some((row, row.depth_by_step.as_ref()?))) else {
                continue;
            };
            drawn += 1;
            let stride = f64::from(row.step_stride.unwrap_or(1));
            let points = depths.iter().enumerate().map(|(step, depth)| (step as f64 * stride + 1.0, f64::from(*depth)));
            let points: Vec<(f64, f64)> = points.collect();
            let marks = if leaps(&points) { Marks::Points(points) } else { Marks::Line(points) };
            layers.push(Layer { name: place.text.clone(), marks });
        }
        let others = self.rows.iter().filter(|row| row.depth_by_step.is_some()).count() - drawn;
        let others = if others > 0 { format!(" {} not drawn.", counted(others, "other run")) } else { String::new() };
        let about = format!("The depth of each expanded node, in order of expansion{}.{others}", self.apart());
        self.finish(axis("expansion", self.spec.log_x), axis("depth (moves)", self.spec.log_y), &about, layers)
    }
}
