//! What can be wrong with a graph or a position, said so that it can be mended.

use fewest_text::{Listed, plural};

use crate::graph::{MAX_TEXT, MAX_VERTICES};

/// One thing that is wrong. Places and vertices are counted from 1, as people do; long words are cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// More text than any graph or position needs.
    #[error(
        "the text is longer than {MAX_TEXT} bytes; no graph or position of {MAX_VERTICES} vertices needs that many"
    )]
    TooLong,
    /// There is no graph to read.
    #[error("the graph is empty: write its edges, such as `1-2 2-3 3-1`")]
    EmptyGraph,
    /// A word that is no edge.
    #[error(
        "edge {place}: {word:?} is not an edge; write two numbers from 1 to {MAX_VERTICES} with `-` between, such as `1-2`"
    )]
    NotAnEdge { word: String, place: usize },
    /// A vertex number that no graph has.
    #[error("edge {place}: there is no vertex {vertex}; vertices are numbered from 1 to at most {MAX_VERTICES}")]
    NoSuchVertex { vertex: u16, place: usize },
    /// An edge from a vertex to itself.
    #[error("edge {place}: {vertex}-{vertex} joins a vertex to itself; no tile can slide along it")]
    Loop { vertex: u16, place: usize },
    /// Vertex numbers that were left out.
    #[error(
        "no edge names {} {}: number the vertices from 1 without gaps",
        plural(vertices.len(), "vertex", "vertices"),
        Listed(vertices)
    )]
    Gap { vertices: Vec<u16> },
    /// Vertices that cannot be reached from the first.
    #[error(
        "the graph is not connected: no path leads from vertex {from} to {} {}",
        plural(vertices.len(), "vertex", "vertices"),
        Listed(vertices)
    )]
    Disconnected { from: u16, vertices: Vec<u16> },
    /// There is no position to read.
    #[error("the position is empty: write the tile of each vertex in order, such as `2 1 3 0`")]
    EmptyPosition,
    /// A word that is no tile.
    #[error("vertex {vertex}: {word:?} is not a tile; write a number, or `0`, `_`, `x` or `.` for the blank")]
    NotATile { word: String, vertex: usize },
    /// More or fewer entries than the graph has vertices.
    #[error(
        "the position has {found} {}, but the graph has {expected} {}",
        plural(*found, "entry", "entries"),
        plural(*expected, "vertex", "vertices")
    )]
    EntryCount { found: usize, expected: usize },
    /// A number that no tile on this graph has.
    #[error("vertex {vertex}: tile {tile} is out of range; {}", tile_range(*largest))]
    OutOfRange { tile: String, vertex: usize, largest: usize },
    /// A tile that stands on more than one vertex.
    #[error("tile {tile} appears {count} times")]
    Doubled { tile: u16, count: usize },
    /// Tiles that stand nowhere.
    #[error("missing: {} {}", plural(tiles.len(), "tile", "tiles"), Listed(tiles))]
    Missing { tiles: Vec<u16> },
    /// No blank.
    #[error("there is no blank: write `0`, `_`, `x` or `.` for its vertex")]
    NoBlank,
    /// More than one blank.
    #[error("there are {count} blanks, but there must be exactly one")]
    ManyBlanks { count: usize },
}

fn tile_range(largest: usize) -> String {
    match largest {
        0 => "this graph has no tiles".to_owned(),
        1 => "this graph has only tile 1".to_owned(),
        largest => format!("this graph has tiles 1 to {largest}"),
    }
}

/// Everything that is wrong with a graph or a position; never empty.
pub type Faults = fewest_text::Faults<Fault>;
