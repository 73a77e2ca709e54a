//! How strong a heuristic is, and what IDA* will cost with it (Korf, Reid and Edelkamp 2001).
//!
//! IDA* with bound d expands the nodes whose depth i and estimate h add up to no more than d. At depth i the tree of moves
//! has b(i) nodes; if a share P(d − i) of them has so small an estimate, it expands N = Σ b(i) · P(d − i). The shares
//! are those of random positions, taken separately for each cell of the blank, because at a given depth the tree does
//! not have the blank everywhere alike. That the tree goes on where an estimate is too large is what makes this work: with
//! a consistent heuristic, a node within the bound has all its ancestors within it.

use std::sync::Arc;

use fewest_pdb::table::Table;
use fewest_search::Cancel;
use fewest_tiles::Position;
use serde::{Deserialize, Serialize};

use super::TablesRequest;
use super::tree::Tree;
use crate::catalog::Heuristic;
use crate::error::{EngineError, Unready};
use crate::event::Event;
use crate::request::{Kind, Metric, Options};
use crate::session::{Readiness, Session, Stock};
use crate::tiles::pdb::Wanted;
use crate::tiles::{Sample, sample};

/// Boards of up to so many cells have their distances worked out at once; those of larger ones come from files alone.
const EXACT_AT_ONCE: usize = 10;
/// Expansions beyond which nobody wants to know.
const BEYOND: f64 = 1e15;

/// How often a value occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The value.
    pub value: u32,
    /// How often.
    pub count: u64,
}

/// The values of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableStrength {
    /// What it is about, in the words of its file.
    pub key: String,
    /// How many values there are that can be reached.
    pub entries: u64,
    /// Their mean.
    pub mean: f64,
    /// The greatest.
    pub maximum: u32,
    /// How many there are of each.
    pub histogram: Vec<Bin>,
}

/// What IDA* is expected to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predicted {
    /// The bound on f.
    pub bound: u32,
    /// The nodes that it expands within it, on average over all starts.
    pub expansions: f64,
}

/// How strong a heuristic is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The board.
    pub size: String,
    /// The goal in normal form.
    pub goal: String,
    /// What counts as one move.
    pub metric: Metric,
    /// The heuristic's name.
    pub heuristic: String,
    /// Its tables, where it is a pattern database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb: Option<String>,
    /// Each of its tables.
    pub tables: Vec<TableStrength>,
    /// How many random positions were looked at, and what made them.
    pub samples: u64,
    /// The seed of the random positions.
    pub seed: u64,
    /// The mean of their estimates.
    pub mean: f64,
    /// The greatest.
    pub maximum: u32,
    /// How many there are of each.
    pub histogram: Vec<Bin>,
    /// The mean distance of all positions, where a table of all of them is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_distance: Option<f64>,
    /// The greatest distance, where a table of all of them is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_distance: Option<u32>,
    /// How many children a node has on average.
    pub branching_factor: f64,
    /// What IDA* is expected to expand, by bound, from the first with a whole node on.
    pub predicted: Vec<Predicted>,
    /// What happened to files on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl Session {
    /// Looks at random positions through a heuristic: one by name, or the pattern databases that the options describe.
    ///
    /// ```
    /// use fewest_engine::{Cancel, Session, tables::TablesRequest};
    /// let request = TablesRequest { size: "3x3".into(), ..TablesRequest::default() };
    /// let found = Session::in_memory().strength(&request, Some("manhattan"), 1000, 1, &Cancel::new(), &mut |_| ())?;
    /// assert!((found.mean - 14.0).abs() < 0.5 && found.maximum_distance == Some(31));
    /// # Ok::<(), fewest_engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the request; [`EngineError::Stopped`] where a limit came before tables were at hand.
    pub fn strength(
        &self,
        request: &TablesRequest,
        heuristic: Option<&str>,
        samples: u64,
        seed: u64,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Strength, EngineError> {
        let goal = request.goal()?;
        let (metric, limits) = (request.metric, request.limits.for_search(cancel));
        let heuristic = named(heuristic, &request.options)?;
        let mut notices = Vec::new();
        let stock = if heuristic == Heuristic::Pdb {
            let planned = self.plan(&Wanted::of(&request.options, metric)?, &goal, metric)?;
            let obtained = self.obtain(&planned, &goal, &limits, sink).map_err(stopped)?;
            notices.extend(obtained.notices);
            Some(obtained.stock)
        } else {
            None
        };
        let sample = sample(&goal, metric, heuristic, stock.clone(), samples, seed, &limits)?;
        let distances = self.distances(&goal, metric, &limits, sink);
        let tables = stock.iter().flat_map(|stock| stock.tables.iter().map(table));
        let histogram = sample.histogram();
        let (mean, maximum) = summary(&histogram);
        Ok(Strength {
            size: goal.size().to_string(),
            goal: goal.to_string(),
            metric,
            heuristic: heuristic.info().name.to_owned(),
            pdb: stock.as_ref().map(|stock| stock.planned.name.clone()),
            tables: tables.collect(),
            samples: sample.count(),
            seed,
            mean,
            maximum,
            histogram: bins(&histogram),
            mean_distance: distances.map(|(mean, _)| mean),
            maximum_distance: distances.map(|(_, maximum)| maximum),
            branching_factor: Tree::new(goal.size(), metric).branching_factor(),
            predicted: predict(&goal, metric, &sample, distances.map(|(_, maximum)| maximum)),
            notices,
        })
    }

    /// The mean and the greatest of all distances on a small board, or on a larger one whose table is in a file.
    fn distances(
        &self,
        goal: &Position,
        metric: Metric,
        limits: &fewest_search::Limits,
        sink: &mut dyn FnMut(Event),
    ) -> Option<(f64, u32)> {
        let planned = self.plan(&Wanted::set("exact"), goal, metric).ok()?;
        let stock: Arc<Stock> = if self.readiness(&planned, goal) != Readiness::Missing {
            self.open(&planned, goal).0?
        } else if goal.size().cells() <= EXACT_AT_ONCE {
            self.build_aside(&planned, limits, sink).ok()?
        } else {
            return None;
        };
        stock.tables.iter().next().map(|table| summary(table.histogram()))
    }
}

fn stopped(unready: Unready) -> EngineError {
    match unready {
        Unready::Refused(error) => error,
        Unready::Stopped(limit) => EngineError::Stopped { limit: limit.to_string() },
    }
}

/// The heuristic that is meant.
fn named(name: Option<&str>, options: &Options) -> Result<Heuristic, EngineError> {
    let heuristic = match name {
        Some(name) => Heuristic::named_for(name, Kind::Tiles)?,
        None => Heuristic::Pdb,
    };
    match options.first_of_pdb() {
        Some(option) if heuristic != Heuristic::Pdb => {
            let reason = format!("the heuristic is {}; it is for pdb, which it implies", heuristic.info().name);
            Err(EngineError::UselessPdb { option, reason })
        }
        _ => Ok(heuristic),
    }
}

fn table(table: &Table) -> TableStrength {
    let (mean, maximum) = summary(table.histogram());
    TableStrength {
        key: table.recipe().key.clone(),
        entries: table.histogram().iter().sum(),
        mean,
        maximum,
        histogram: bins(table.histogram()),
    }
}

/// Mean and greatest value of a histogram.
#[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
fn summary(histogram: &[u64]) -> (f64, u32) {
    let count: u64 = histogram.iter().sum();
    let sum: f64 = (0u32..).zip(histogram).map(|(value, &count)| f64::from(value) * count as f64).sum();
    let maximum = (0u32..).zip(histogram).filter(|(_, count)| **count > 0).last().map_or(0, |(value, _)| value);
    (if count == 0 { 0.0 } else { sum / count as f64 }, maximum)
}

fn bins(histogram: &[u64]) -> Vec<Bin> {
    (0u32..).zip(histogram).filter(|(_, count)| **count > 0).map(|(value, &count)| Bin { value, count }).collect()
}

/// Σ b(i) · P(d − i) for every bound d.
#[expect(clippy::cast_precision_loss, reason = "samples are far fewer than a double can count")]
fn predict(goal: &Position, metric: Metric, sample: &Sample, farthest: Option<u32>) -> Vec<Predicted> {
    let (_, maximum) = summary(&sample.histogram());
    // Beyond all distances there is nothing to look for; where they are not known, no estimate is far below them.
    let farthest = farthest.unwrap_or(3 * maximum + 20) as usize;
    // For each cell of the blank the share of positions with an estimate of at most x.
    let shares: Vec<Vec<f64>> = sample
        .by_cell
        .iter()
        .map(|histogram| {
            let all = histogram.iter().sum::<u64>().max(1) as f64;
            let mut within = 0;
            let share = |x: usize| {
                within += histogram.get(x).copied().unwrap_or(0);
                within as f64 / all
            };
            (0..=farthest).map(share).collect()
        })
        .collect();
    let mut expansions = vec![0.0; farthest + 1];
    let mut tree = Tree::new(goal.size(), metric);
    for depth in 0..=farthest {
        for (nodes, shares) in tree.by_cell().zip(&shares) {
            for (bound, expansions) in expansions.iter_mut().enumerate().skip(depth) {
                *expansions += nodes * shares[bound - depth];
            }
        }
        tree.descend();
    }
    let all = (0u32..).zip(expansions).map(|(bound, expansions)| Predicted { bound, expansions });
    all.filter(|predicted| (1.0..BEYOND).contains(&predicted.expansions)).collect()
}
