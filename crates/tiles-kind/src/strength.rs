//! How strong a heuristic is, and what IDA* will cost with it (Korf, Reid and Edelkamp 2001).
//!
//! IDA* with bound d expands the nodes whose depth i and estimate h add up to no more than d. At depth i the tree of moves
//! has b(i) nodes; if a share P(d − i) of them has so small an estimate, it expands N = Σ b(i) · P(d − i). The shares
//! are those of random positions, taken separately for each cell of the blank, because at a given depth the tree does
//! not have the blank everywhere alike. That the tree goes on where an estimate is too large is what makes this work: with
//! a consistent heuristic, a node within the bound has all its ancestors within it.

use std::sync::Arc;

use fewest_engine::kit::{Readiness, Stock, with_pdb};
use fewest_engine::tables::{Bin, Predicted, Strength, StrengthRequest, TableStrength, TablesRequest};
use fewest_engine::{Cancel, Result, Session, Sink};
use fewest_pdb::table::Table;
use fewest_search::Limits;
use fewest_tiles::Position;

use crate::heuristics::Named;
use crate::pdb::{Planned, Wanted};
use crate::sample::{Look, Sample};
use crate::tables::{aim, planned};
use crate::tree::Tree;
use crate::{INFO, Metric};

/// Boards of up to so many cells have their distances worked out at once; those of larger ones come from files alone.
const EXACT_AT_ONCE: usize = 10;
/// Expansions beyond which nobody wants to know.
const BEYOND: f64 = 1e15;

/// Looks at random positions through a heuristic: one by name, or the pattern databases that the options describe.
pub(crate) fn strength(
    request: &TablesRequest,
    asked: &StrengthRequest<'_>,
    session: &Session,
    cancel: &Cancel,
    sink: &mut Sink<'_>,
) -> Result<Strength> {
    let &StrengthRequest { heuristic, samples, seed } = asked;
    let (goal, metric) = aim(request)?;
    let limits = request.limits.for_search(cancel);
    let heuristic = heuristic.map(|name| INFO.heuristic(name)).transpose()?;
    let heuristic = with_pdb(heuristic, &INFO, &request.options)?.map_or(Named::Pdb, Named::of);
    let mut notices = Vec::new();
    let stock = if heuristic == Named::Pdb {
        let planned = planned(session, &Wanted::of(&request.options, metric)?, &goal, metric)?;
        let obtained = session.obtain(&planned, &limits, sink)?;
        notices.extend(obtained.notices);
        Some(obtained.stock)
    } else {
        None
    };
    let look = Look { goal: &goal, metric, heuristic, stock: stock.as_deref(), samples, seed, limits: &limits };
    let sample = look.sample()?;
    let distances = distances(session, &goal, metric, &limits, sink);
    let tables = stock.iter().flat_map(|stock| stock.tables.iter().map(table));
    let histogram = sample.histogram();
    let (mean, maximum) = summary(&histogram);
    Ok(Strength {
        size: goal.size().to_string(),
        goal: goal.to_string(),
        metric: metric.name().to_owned(),
        heuristic: heuristic.info().name.to_owned(),
        pdb: stock.as_ref().map(|stock| stock.set.name.clone()),
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
    session: &Session,
    goal: &Position,
    metric: Metric,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Option<(f64, u32)> {
    let planned = planned(session, &Wanted::set("exact"), goal, metric).ok()?;
    let stock: Arc<Stock<Planned>> = if session.readiness(&*planned) != Readiness::Missing {
        session.open(&planned).0?
    } else if goal.size().cells() <= EXACT_AT_ONCE {
        session.build_aside(&planned, limits, sink).ok()?
    } else {
        return None;
    };
    stock.tables.iter().next().map(|table| summary(table.histogram()))
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
