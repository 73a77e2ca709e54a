#![doc = include_str!("../README.md")]
#![expect(clippy::cast_precision_loss, reason = "no chart has 2^52 points, names or layers")]

mod canvas;
mod data;
mod draw;
mod layout;
mod legend;
mod marks;
mod span;
mod style;
mod summary;
mod text;
mod thin;
mod ticks;

pub use summary::{Summary, quartile};

/// The width of a chart in SVG's units.
pub const WIDTH: u32 = 760;

/// The least height of a chart in SVG's units.
pub const HEIGHT: u32 = 460;

/// A chart: two axes and what is drawn between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows, above it.
    pub title: String,
    /// A description for those who cannot see it; not drawn.
    pub about: String,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// What is drawn.
    pub layers: Vec<Layer>,
    /// A title for the legend.
    pub legend: Option<String>,
    /// How wide a class of values is on linear axes: the room of the bars and boxes of one x, and the sides of a cell. Without
    /// it, that is the least distance of two of them.
    pub class: Option<f64>,
}

impl Chart {
    /// A chart without layers.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), about: String::new(), x, y, layers: Vec::new(), legend: None, class: None }
    }

    /// With a description for those who cannot see it.
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }

    /// With a title for its legend.
    pub fn legend(mut self, title: impl Into<String>) -> Self {
        self.legend = Some(title.into());
        self
    }

    /// With classes of values so wide.
    pub fn class(mut self, width: f64) -> Self {
        self.class = Some(width);
        self
    }

    /// With one more layer.
    pub fn layer(mut self, name: impl Into<String>, marks: Marks) -> Self {
        self.layers.push(Layer { name: name.into(), marks });
        self
    }

    /// The chart as an SVG picture, with a title and a description, and without fonts, scripts or references.
    pub fn svg(&self) -> String {
        draw::canvas(self).svg(&self.title, &self.about)
    }

    /// The chart as a PNG picture of so many pixels across; [`WIDTH`] is its natural size.
    ///
    /// # Errors
    ///
    /// [`PlotError::Size`] where the picture would have no pixel or too many.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PlotError> {
        draw::canvas(self).png(width)
    }
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured along it, with its unit.
    pub label: String,
    /// How values become places.
    pub scale: Scale,
}

impl Axis {
    /// An axis on which equal differences are equally long.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Linear }
    }

    /// An axis on which equal ratios are equally long.
    pub fn log(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Log }
    }

    /// An axis of names; the places of the names are 0, 1, 2 and so on.
    pub fn categories<S: Into<String>>(label: impl Into<String>, names: impl IntoIterator<Item = S>) -> Self {
        Self { label: label.into(), scale: Scale::Categories(names.into_iter().map(Into::into).collect()) }
    }
}

/// How values become places.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// By their difference.
    Linear,
    /// By their ratio; see the crate's page for zeros.
    Log,
    /// By name: the first is at 0, the second at 1. Other values lie between them.
    Categories(Vec<String>),
}

/// One series of a chart.
///
/// Colour, marker, dash and hatch come from its place among the layers. Layers of the same name belong together: they look
/// like the first of them and share an entry of the legend, such as a line and the band around it. A band without a name
/// looks like the layer before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name in the legend; without one it has no entry.
    pub name: String,
    /// What is drawn.
    pub marks: Marks,
}

/// What a layer draws.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// Straight lines from point to point, in the order given.
    Line(Vec<(f64, f64)>),
    /// A value that holds until the next: first along, then up or down.
    Steps(Vec<(f64, f64)>),
    /// A marker at each point.
    Points(Vec<(f64, f64)>),
    /// A bar from zero (from the edge of a log axis) to y, side by side where several layers have bars.
    Bars(Vec<(f64, f64)>),
    /// A box plot at each x, side by side where several layers have them.
    Boxes(Vec<(f64, Summary)>),
    /// The area between two curves: x, low, high.
    Band(Vec<(f64, f64, f64)>),
    /// A heat map: x, y and the count there; the colours of counts are on a log scale. Counts of one place are added.
    Cells(Vec<(f64, f64, f64)>),
    /// The line where y = x; the axes have one range where both are of one kind.
    Diagonal,
}

/// Why a chart cannot become a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// No pixels, or more than fit.
    #[error("a picture {width} pixels wide would be {height} high; both must be from 1 to {most}")]
    Size {
        /// The width asked for.
        width: u32,
        /// The height that follows.
        height: u64,
        /// The most of either.
        most: u32,
    },
    /// What the library that paints said.
    #[error("the picture could not be painted: {0}")]
    Painting(String),
}
