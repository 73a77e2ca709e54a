//! Reading a graph: text → [`GraphSetup`], which may be nonsense → [`Graph`], which is not.

use fewest_text::{Word, number, words};

use crate::fault::{Fault, Faults};
use crate::graph::{Graph, MAX_TEXT, MAX_VERTICES, byte, ones};

/// What a word of a [`GraphSetup`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphEntry {
    /// Two numbers that fit 16 bits: `1-2`.
    Edge(u16, u16),
    /// One number that fits 16 bits: a vertex without an edge, as the graph of one vertex has it.
    Vertex(u16),
    /// Anything else, as written but cut short.
    Other(String),
}

/// A graph as written, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GraphSetup {
    /// The words in order.
    pub entries: Vec<GraphEntry>,
}

impl GraphSetup {
    /// Reads edges `1-2`, apart by spaces, commas or line ends. An edge may be written twice and either way round: one
    /// more between the same vertices would allow no other move.
    ///
    /// ```
    /// use fewest_graph::GraphSetup;
    /// assert_eq!(GraphSetup::parse("3-2, 1-2\n2-3")?.validate()?.to_string(), "1-2 2-3");
    /// # Ok::<(), fewest_graph::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing to read, or too much. What is wrong with the edges is for [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let entries: Vec<_> = words(text).map(entry).collect();
        if entries.is_empty() { Err(Fault::EmptyGraph.into()) } else { Ok(Self { entries }) }
    }

    /// Checks everything and makes the graph.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self) -> Result<Graph, Faults> {
        if self.entries.is_empty() {
            return Err(Fault::EmptyGraph.into());
        }
        let mut faults = Vec::new();
        let mut named = 0u64;
        let mut edges = Vec::new();
        for (entry, place) in self.entries.iter().zip(1..) {
            let mut vertex = |number: u16| {
                let vertex = usize::from(number).checked_sub(1).filter(|&vertex| vertex < MAX_VERTICES);
                match vertex {
                    Some(vertex) => named |= 1 << vertex,
                    None => faults.push(Fault::NoSuchVertex { vertex: number, place }),
                }
                vertex.map(byte)
            };
            match entry {
                GraphEntry::Vertex(number) => _ = vertex(*number),
                GraphEntry::Edge(a, b) if a == b => {
                    if vertex(*a).is_some() {
                        faults.push(Fault::Loop { vertex: *a, place });
                    }
                }
                GraphEntry::Edge(a, b) => {
                    if let (Some(a), Some(b)) = (vertex(*a), vertex(*b)) {
                        edges.push((a, b));
                    }
                }
                GraphEntry::Other(word) => faults.push(Fault::NotAnEdge { word: word.clone(), place }),
            }
        }
        let vertices = MAX_VERTICES - named.leading_zeros() as usize;
        let graph = Graph::from_checked(vertices, edges);
        check_whole(&graph, named, &mut faults);
        Faults::new(faults).map_or(Ok(graph), Err)
    }
}

/// Checks that no number was left out and that all named vertices hang together.
fn check_whole(graph: &Graph, named: u64, faults: &mut Vec<Fault>) {
    let numbers = |bits: u64| ones(bits).map(|vertex| u16::from(byte(vertex)) + 1).collect::<Vec<_>>();
    let Some(from) = ones(named).next() else { return };
    let all = u64::MAX >> (MAX_VERTICES - graph.vertices());
    if named != all {
        faults.push(Fault::Gap { vertices: numbers(all & !named) });
    }
    let reached = |(vertex, &distance): (usize, &u8)| (u64::from(distance > 0 || vertex == from)) << vertex;
    let connected = graph.distances_from(from).iter().enumerate().map(reached).fold(0, |all, bit| all | bit);
    if named & !connected != 0 {
        faults.push(Fault::Disconnected { from: u16::from(byte(from)) + 1, vertices: numbers(named & !connected) });
    }
}

fn entry(word: &str) -> GraphEntry {
    let edge = || {
        let (a, b) = word.split_once('-')?;
        Some(GraphEntry::Edge(number(a)?, number(b)?))
    };
    let vertex = || number(word).map(GraphEntry::Vertex);
    edge().or_else(vertex).unwrap_or_else(|| GraphEntry::Other(Word::read(word).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        text.parse::<Graph>().expect_err(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn many_spellings_of_one_graph() {
        for text in ["1-2 2-3 3-1", "1-2,2-3,3-1", "3-2\n2-1\r\n1-3\n", "1-2 2-1 1-3 2-3 3-2", "1 2 3 01-2 2-3 1-3"] {
            assert_eq!(text.parse::<Graph>().expect(text).to_string(), "1-2 1-3 2-3");
        }
        let point: Graph = "1".parse().unwrap();
        assert_eq!((point.vertices(), point.edges().len(), point.to_string().as_str()), (1, 0, "1"));
    }

    #[test]
    fn every_fault_is_listed() {
        assert_eq!(
            faults("1-2 3-3 a-b 0-1 4-7 9-65"),
            [
                "edge 2: 3-3 joins a vertex to itself; no tile can slide along it",
                "edge 3: \"a-b\" is not an edge; write two numbers from 1 to 64 with `-` between, such as `1-2`",
                "edge 4: there is no vertex 0; vertices are numbered from 1 to at most 64",
                "edge 6: there is no vertex 65; vertices are numbered from 1 to at most 64",
                "no edge names vertices 5, 6, 8: number the vertices from 1 without gaps",
                "the graph is not connected: no path leads from vertex 1 to vertices 3, 4, 7, 9",
            ]
        );
        assert_eq!(faults("1-2 2-4"), ["no edge names vertex 3: number the vertices from 1 without gaps"]);
        assert_eq!(faults("1 2"), ["the graph is not connected: no path leads from vertex 1 to vertex 2"]);
    }

    #[test]
    fn hostile_text_is_refused_briefly() {
        let long = "9".repeat(MAX_TEXT + 1);
        for text in ["", " ,\n", "-", "1-", "-1", "1-2-3", "1--2", "\0", "é-1", "1-99999999999", "0", "1-1", &long] {
            let all = faults(text).join("; ");
            assert!(!all.is_empty() && all.len() < 400, "{all}");
        }
    }

    #[test]
    fn the_largest_graph_fits() {
        let complete: Vec<String> = (1..=64).flat_map(|b| (1..b).map(move |a| format!("{a}-{b}"))).collect();
        let graph: Graph = complete.join(" ").parse().unwrap();
        assert_eq!((graph.vertices(), graph.edges().len()), (64, 2016));
        assert_eq!(graph.to_string().parse(), Ok(graph));
    }
}
