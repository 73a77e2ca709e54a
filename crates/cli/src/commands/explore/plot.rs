//! The histogram of an exploration as a picture.

use std::path::{Path, PathBuf};

use anyhow::bail;
use fewest_engine::{Exploration, Finding};
use fewest_plot::{Axis, Chart, Marks};

use crate::files::write_whole;

const WIDTH: u32 = 1520;

#[derive(Clone, Debug)]
pub(crate) struct Picture {
    path: PathBuf,
    is_svg: bool,
}

impl Picture {
    /// The file of this name, by its ending, as the value of an option.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let is_svg = match ending.as_deref() {
            Some("svg") => true,
            Some("png") => false,
            _ => return Err("write the name of a file that ends in .svg or .png".to_owned()),
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(format!("there is no folder {}", folder.display()));
        }
        Ok(Self { path, is_svg })
    }

    /// Draws what an exploration found, as a whole file or none.
    pub(super) fn write_layers(&self, found: &Exploration) -> anyhow::Result<()> {
        if found.layers.is_empty() {
            bail!("there is nothing to plot in {}: no layer is complete", self.path.display());
        }
        self.write(&chart(found))
    }

    /// Draws a chart, as a whole file or none.
    pub(crate) fn write(&self, chart: &Chart) -> anyhow::Result<()> {
        let bytes = if self.is_svg { chart.svg().into_bytes() } else { chart.png(WIDTH)? };
        write_whole(&self.path, &bytes)
    }
}

/// Positions by distance: to the goal as bars; from the start, where that is another count, as a line.
fn chart(found: &Exploration) -> Chart {
    let title = format!("{}: {} positions", found.what, crate::text::thousands(found.positions));
    let x = Axis::linear(format!("distance in moves ({})", found.metric));
    let mut chart = Chart::new(title, x, Axis::log("positions")).about("The number of positions at each distance.");
    let to_goal = match &found.to_goal {
        Finding::Known(to_goal) => Some(&to_goal.layers),
        Finding::Missing { .. } => None,
    };
    if let Some(layers) = to_goal {
        chart = chart.layer("to the goal", Marks::Bars(points(layers)));
    }
    match to_goal {
        Some(layers) if *layers == found.layers => chart,
        Some(_) => chart.layer("from the start", Marks::Line(points(&found.layers))),
        None => chart.layer("counted", Marks::Bars(points(&found.layers))),
    }
}

fn points(layers: &[u64]) -> Vec<(f64, f64)> {
    layers.iter().enumerate().map(|(distance, &count)| (distance as f64, count as f64)).collect()
}
