//! Which position is asked for.

use std::str::FromStr;
use std::sync::Arc;

use crate::fault::Faults;
use crate::graph::{Graph, MAX_VERTICES, byte};
use crate::position::Position;
use crate::setup::Setup;

/// The position to reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Tiles in order, the blank behind them on the last vertex.
    #[default]
    BlankLast,
    /// The blank on the first vertex, then the tiles in order.
    BlankFirst,
    /// Any position, checked against the graph when it is known.
    Arrangement(Setup),
}

impl Goal {
    /// The goal on this graph.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_graph::{Goal, Graph};
    /// let graph: Arc<Graph> = Arc::new("1-2 2-3".parse()?);
    /// assert_eq!(Goal::BlankFirst.position(&graph)?.to_string(), "0 1 2");
    /// # Ok::<(), fewest_graph::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of a goal that was written out.
    pub fn position(&self, graph: &Arc<Graph>) -> Result<Position, Faults> {
        let in_order = (0..MAX_VERTICES).map(byte).take(graph.vertices());
        match self {
            Self::BlankFirst => Ok(Position::from_checked(graph.clone(), in_order.collect())),
            Self::BlankLast => Ok(Position::from_checked(graph.clone(), in_order.skip(1).chain([0]).collect())),
            Self::Arrangement(setup) => setup.validate(graph),
        }
    }
}

impl FromStr for Goal {
    type Err = Faults;

    /// Reads `blank-last`, `blank-first` or a position.
    fn from_str(text: &str) -> Result<Self, Faults> {
        match text {
            "blank-last" => Ok(Self::BlankLast),
            "blank-first" => Ok(Self::BlankFirst),
            arrangement => Setup::parse(arrangement).map(Self::Arrangement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_fit_every_graph() {
        for (text, last, first) in [("1", "0", "0"), ("1-2", "1 0", "0 1"), ("1-2 2-3 3-1", "1 2 0", "0 1 2")] {
            let graph = Arc::new(text.parse().unwrap());
            let read = |goal: &str| goal.parse::<Goal>().unwrap().position(&graph).unwrap().to_string();
            assert_eq!((read("blank-last").as_str(), read("blank-first").as_str()), (last, first));
            assert_eq!((read(last).as_str(), read(first).as_str()), (last, first));
        }
    }

    #[test]
    fn a_goal_for_another_graph_is_a_fault() {
        let goal: Goal = "1 2 3 0".parse().unwrap();
        assert!(goal.position(&Arc::new("1-2 2-3".parse().unwrap())).is_err());
    }
}
