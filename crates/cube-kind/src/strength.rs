//! How strong a heuristic is, and what IDA* will cost with it (Korf, Reid and Edelkamp 2001).
//!
//! IDA* with bound d expands the nodes whose depth i and estimate add up to no more than d: the nodes of the tree of turns at
//! each depth, times the share of random cubes whose estimate is small enough.

use fewest_cube::random::Shuffler;
use fewest_engine::kit::with_pdb;
use fewest_engine::tables::{Bin, Predicted, Strength, StrengthRequest, TableStrength, TablesRequest};
use fewest_engine::{Cancel, Result, Session, Sink};
use fewest_pdb::table::Table;
use fewest_search::Heuristic as _;

use crate::INFO;
use crate::asked::Aim;
use crate::check::{admit, advised, farthest};
use crate::heuristics::{AnyHeuristic, Named};
use crate::sets::{Content, Extent, Set, Wanted};

/// Looks at random cubes through a heuristic: one by name, or the tables that the options describe.
pub(crate) fn strength(
    request: &TablesRequest,
    asked: &StrengthRequest<'_>,
    session: &Session,
    cancel: &Cancel,
    sink: &mut Sink<'_>,
) -> Result<Strength> {
    let aim = Aim::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let heuristic = asked.heuristic.map(|name| INFO.heuristic(name)).transpose()?;
    let named = with_pdb(heuristic, &INFO, &request.options)?.map_or(advised(&aim), Named::of);
    admit(named, &aim)?;
    let set = match named {
        Named::Zero => None,
        Named::Pdb => Some(Set::patterns(Wanted::of(&request.options)?, &aim)?),
        Named::Cosets | Named::Inverse => Some(Set::best_cosets(session, aim.metric, Extent::Medium, limits.memory)),
    };
    let mut notices = Vec::new();
    let stock = match &set {
        Some(set) => {
            let obtained = session.obtain(set, &limits, sink)?;
            notices = obtained.notices;
            Some(obtained.stock)
        }
        None => None,
    };
    let heuristic = AnyHeuristic::new(named, stock.as_deref())?;
    let (space, mut shuffler) = (aim.space(), Shuffler::new(asked.seed));
    let mut counts: Vec<u64> = Vec::new();
    let mut samples = 0;
    while samples < asked.samples && !cancel.is_cancelled() {
        let state = space.state(&shuffler.towards(&aim.goal, aim.size));
        let value = heuristic.estimate(&state).unwrap_or_default() as usize;
        counts.resize(counts.len().max(value + 1), 0);
        counts[value] += 1;
        samples += 1;
    }
    let (mean, maximum) = summary(&counts);
    let exact = stock.as_ref().filter(|stock| stock.set.content() == Content::Exact);
    let distances = exact.map(|stock| summary(stock.tables[0].histogram()));
    Ok(Strength {
        size: aim.size.to_string(),
        goal: aim.goal.to_string(),
        metric: aim.metric.name().to_owned(),
        heuristic: named.info().name.to_owned(),
        pdb: stock.as_ref().map(|stock| stock.set.name().to_owned()),
        tables: stock.iter().flat_map(|stock| &stock.tables).map(of_table).collect(),
        samples,
        seed: asked.seed,
        mean,
        maximum,
        histogram: bins(&counts),
        mean_distance: distances.map(|(mean, _)| mean),
        maximum_distance: distances.map(|(_, maximum)| maximum),
        branching_factor: branching(&space.tree(40)),
        predicted: predict(&space.tree(farthest(aim.size, aim.metric) as usize), &counts, samples),
        notices,
    })
}

/// How many times as many nodes there are at the last depth as at the one before.
fn branching(tree: &[f64]) -> f64 {
    match tree {
        [.., before, last] if *before > 0.0 => last / before,
        _ => 0.0,
    }
}

/// Σ b(i) · P(d − i) for every bound d.
#[expect(clippy::cast_precision_loss, reason = "shares of samples")]
fn predict(tree: &[f64], counts: &[u64], samples: u64) -> Vec<Predicted> {
    let share = |most: usize| counts.iter().take(most + 1).sum::<u64>() as f64 / samples.max(1) as f64;
    let expected = |bound: usize| (0..=bound).map(|depth| tree[depth] * share(bound - depth)).sum::<f64>();
    let all = (0..tree.len()).map(|bound| (bound, expected(bound)));
    all.filter(|(_, expansions)| *expansions >= 1.0)
        .map(|(bound, expansions)| Predicted { bound: u32::try_from(bound).unwrap_or(u32::MAX), expansions })
        .collect()
}

fn of_table(table: &Table) -> TableStrength {
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
