//! Reading a position: text → [`Setup`], which may be nonsense → [`Position`], which is not.

use std::sync::Arc;

use fewest_text::{Tally, Unfit, Word, words};

use crate::fault::{Fault, Faults};
use crate::graph::{Graph, MAX_TEXT, byte};
use crate::position::Position;

/// A position as written, unchecked: any number of entries with any tiles.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// What stands on each vertex, in order.
    pub entries: Vec<Word>,
}

impl Setup {
    /// Reads the tile of each vertex in order, apart by spaces, commas or line ends.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_graph::{Graph, Setup};
    /// let graph: Arc<Graph> = Arc::new("1-2 2-3 3-4".parse()?);
    /// assert_eq!(Setup::parse("2, 1, _, 3")?.validate(&graph)?.to_string(), "2 1 0 3");
    /// # Ok::<(), fewest_graph::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing to read, or too much. What is wrong with the tiles is for [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let entries: Vec<_> = words(text).map(Word::read).collect();
        if entries.is_empty() { Err(Fault::EmptyPosition.into()) } else { Ok(Self { entries }) }
    }

    /// Checks everything and makes the position.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self, graph: &Arc<Graph>) -> Result<Position, Faults> {
        if self.entries.is_empty() {
            return Err(Fault::EmptyPosition.into());
        }
        let mut faults = Vec::new();
        if self.entries.len() != graph.vertices() {
            faults.push(Fault::EntryCount { found: self.entries.len(), expected: graph.vertices() });
        }
        self.check_tiles(graph.vertices(), &mut faults);
        match Faults::new(faults) {
            Some(faults) => Err(faults),
            None => Ok(Position::from_checked(graph.clone(), self.tiles())),
        }
    }

    /// Checks that each tile of a graph of so many vertices is there once.
    fn check_tiles(&self, vertices: usize, faults: &mut Vec<Fault>) {
        let mut tally = Tally::new(vertices);
        for (word, vertex) in self.entries.iter().zip(1..) {
            faults.extend(tally.count(word).err().map(|unfit| match unfit {
                Unfit::OutOfRange(tile) => Fault::OutOfRange { tile, vertex, largest: vertices - 1 },
                Unfit::NotANumber(word) => Fault::NotATile { word, vertex },
            }));
        }
        match tally.of(0) {
            0 => faults.push(Fault::NoBlank),
            1 => {}
            count => faults.push(Fault::ManyBlanks { count }),
        }
        faults.extend(tally.doubled().map(|(tile, count)| Fault::Doubled { tile, count }));
        faults.extend(tally.missing().map(|tiles| Fault::Missing { tiles }));
    }

    /// The tiles in order, all of them known to be in range.
    fn tiles(&self) -> Vec<u8> {
        self.entries.iter().map(|word| byte(usize::from(word.number().unwrap_or(0)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> Arc<Graph> {
        Arc::new(text.parse().expect(text))
    }

    fn faults(text: &str) -> Vec<String> {
        let result = Setup::parse(text).and_then(|setup| setup.validate(&graph("1-2 2-3 3-4")));
        result.expect_err(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn many_spellings_of_one_position() {
        for text in ["2 1 0 3", "2,1,_,3", "2\n1\nx\n3\n", " 02 1 . 3", "2 1 X 3", "2 1 00 3"] {
            let position = Setup::parse(text).and_then(|setup| setup.validate(&graph("1-2 2-3 3-4"))).expect(text);
            assert_eq!(position.to_string(), "2 1 0 3");
        }
    }

    #[test]
    fn every_fault_is_listed() {
        assert_eq!(
            faults("1 1 q 4 0 0"),
            [
                "the position has 6 entries, but the graph has 4 vertices",
                "vertex 3: \"q\" is not a tile; write a number, or `0`, `_`, `x` or `.` for the blank",
                "vertex 4: tile 4 is out of range; this graph has tiles 1 to 3",
                "there are 2 blanks, but there must be exactly one",
                "tile 1 appears 2 times",
                "missing: tiles 2, 3",
            ]
        );
        assert_eq!(
            faults("3"),
            [
                "the position has 1 entry, but the graph has 4 vertices",
                "there is no blank: write `0`, `_`, `x` or `.` for its vertex",
                "missing: tiles 1, 2"
            ]
        );
        let lone = Setup::parse("7").unwrap().validate(&graph("1")).unwrap_err().to_string();
        assert!(lone.starts_with("vertex 1: tile 7 is out of range; this graph has no tiles"), "{lone}");
    }

    #[test]
    fn hostile_text_is_refused_briefly() {
        for text in
            ["", ",,\n", "\0", "é", "99999999999999999999999 1 2 0", &"9".repeat(MAX_TEXT + 1), &"1 ".repeat(8000)]
        {
            let all = faults(text).join("; ");
            assert!(!all.is_empty() && all.len() < 400, "{all}");
        }
    }
}
