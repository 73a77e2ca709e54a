//! One search against another, instance by instance.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewest_plot::{Chart, Layer, Marks};

use super::{Drawing, axis, drawn};
use crate::measure::{By, Field};
use crate::number::counted;
use crate::row::{Ending, Row};
use crate::select::GroupKey;

/// What two searches took for the instances that both were asked.
#[derive(Default)]
struct Pairs {
    /// Where both solved an instance, by what is told apart by colour.
    both: BTreeMap<GroupKey, Vec<(f64, f64)>>,
    /// What the second took where the first did not solve it.
    not_by_first: Vec<f64>,
    /// What the first took where the second did not solve it.
    not_by_second: Vec<f64>,
    neither: usize,
    /// Instances that only one of them was asked.
    asked_once: usize,
}

impl Pairs {
    fn new(drawing: &Drawing<'_>, field: Field, [first, second]: &[String; 2]) -> Self {
        let mut asked: BTreeMap<(&str, &str, &str, u32), [Option<&Row>; 2]> = BTreeMap::new();
        for row in &drawing.rows {
            let key = (row.group.as_str(), row.instance.as_str(), row.metric.as_str(), row.repetition);
            for (side, search) in [first, second].into_iter().enumerate() {
                if row.search == *search {
                    asked.entry(key).or_default()[side] = Some(row);
                }
            }
        }
        let value = |row: &Row| (row.outcome == Ending::Solved).then(|| field.of(row)).flatten();
        let mut pairs = Self::default();
        for pair in asked.values() {
            let &[Some(one), Some(other)] = pair else {
                pairs.asked_once += 1;
                continue;
            };
            match [one, other].map(|row| value(row).map(|value| drawn(field, value))) {
                [Some(x), Some(y)] => {
                    pairs.both.entry(drawing.order.place(drawing.spec.by, one)).or_default().push((x, y));
                }
                [None, Some(y)] => pairs.not_by_first.push(y),
                [Some(x), None] => pairs.not_by_second.push(x),
                [None, None] => pairs.neither += 1,
            }
        }
        pairs
    }

    /// The least and the greatest value of either search that a log axis can show.
    fn ends(&self) -> (f64, f64) {
        let both = self.both.values().flatten().flat_map(|&(x, y)| [x, y]);
        let values = both.chain(self.not_by_first.iter().copied()).chain(self.not_by_second.iter().copied());
        values
            .filter(|value| *value > 0.0)
            .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)))
    }
}

impl Drawing<'_> {
    /// The two searches of the plot as a cloud with the diagonal. What one of them did not solve is at the edge.
    pub(super) fn scatter(&self) -> Option<Chart> {
        let (field, pair) = (self.spec.field().ok()?, self.spec.pair.as_ref()?);
        let [first, second] = pair;
        let pairs = Pairs::new(self, field, pair);
        let (least, most) = pairs.ends();
        // Beyond all values by a part of the axis.
        let edge = |is_log: bool| if is_log { most * (most / least).max(10.0).powf(0.08) } else { most * 1.08 };
        let (right, top) = (edge(self.spec.log_x), edge(self.spec.log_y));

        let solved_by_both: usize = pairs.both.values().map(Vec::len).sum();
        let mut about = format!(
            "{} of {first} (across) and {second} (up), for {} that both solved; on the dashed line, both are equal.",
            field.label(),
            counted(solved_by_both, "instance"),
        );
        let is_apart = !matches!(self.spec.by, By::Search | By::Algorithm | By::Heuristic);
        let mut layers: Vec<Layer> = if is_apart {
            let cloud = |(place, cloud): (GroupKey, _)| Layer { name: place.text, marks: Marks::Points(cloud) };
            pairs.both.into_iter().map(cloud).collect()
        } else {
            let all = pairs.both.into_values().flatten().collect();
            vec![Layer { name: "solved by both".to_owned(), marks: Marks::Points(all) }]
        };
        let not_by_first: Vec<(f64, f64)> = pairs.not_by_first.iter().map(|y| (right, *y)).collect();
        let not_by_second = pairs.not_by_second.iter().map(|x| (*x, top)).collect();
        for (search, points, name) in [(first, not_by_first, "right"), (second, not_by_second, "upper")] {
            if !points.is_empty() {
                // Writing to a string cannot fail, here and below.
                let _ = write!(about, " At the {name} edge: {} not solved by {search}.", points.len());
                layers.push(Layer { name: format!("not solved by {search}"), marks: Marks::Points(points) });
            }
        }
        for (count, what) in [(pairs.neither, "neither solved"), (pairs.asked_once, "only one search was run on")] {
            if count > 0 {
                let _ = write!(about, " Left out: {count} that {what}.");
            }
        }
        layers.push(Layer { name: "equal".to_owned(), marks: Marks::Diagonal });

        let name = |search: &str| format!("{search}: {}", field.label());
        let (x, y) = (axis(name(first), self.spec.log_x), axis(name(second), self.spec.log_y));
        let mut chart = Chart::new("", x, y).about(about);
        chart.layers = layers;
        if is_apart {
            chart.legend = Some(self.spec.by.heading().to_owned());
        }
        Some(chart)
    }
}
