//! Exploring sliding blocks.

use fewest_blocks::explore::{Analysis, Explorer, Verdict};
use fewest_blocks::{Bits, Blocks, Packing, Puzzle};
use fewest_engine::kit::Reporter;
use fewest_engine::{Cancel, EngineError, Exploration, ExploreRequest, Outcome, Result, SCHEMA_VERSION, Sink};
use fewest_search::Limits;
use serde_json::{Map, Value};

use crate::packing::with_space;
use crate::{Asked, INFO};

/// Why there is no other way.
const ON_A_GRAPH: &str = "the whole report comes from a graph of the positions, which one thread keeps in memory";

/// Explores a puzzle.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    request.on_one_thread_in_memory(&INFO, ON_A_GRAPH)?;
    let Asked { puzzle, metric } = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::new(sink);
    let explorer = Explorer { is_full: !request.quick, samples: request.samples, ..Explorer::default() };
    let analysis = with_space!(&puzzle, metric, |space| Ok(search(&explorer, space, &limits, &mut reporter)))?;
    reporter.finish();
    told(&puzzle, &analysis)
}

fn search<B: Bits, K: Packing<B>>(
    explorer: &Explorer,
    space: &Blocks<B, K>,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Analysis {
    K::explore(explorer, space, limits, reporter)
}

/// An analysis in the words of the schema.
fn told(puzzle: &Puzzle, analysis: &Analysis) -> Result<Exploration> {
    // The rest of an analysis is JSON as it is; `docs/blocks-explore.md` defines every figure.
    let mut more: Map<String, Value> =
        serde_json::to_value(analysis).and_then(serde_json::from_value).map_err(EngineError::internal)?;
    let to_goal = more.remove("to_goal").unwrap_or_default();
    let reach = &analysis.reach;
    let (outcome, lower_bound) = match reach.verdict {
        Verdict::Solved(optimum) => (Outcome::Solved, Some(optimum)),
        Verdict::Unsolvable => (Outcome::Unsolvable, None),
        Verdict::Unknown { at_least, .. } => (Outcome::Limit, Some(at_least)),
        Verdict::Unasked => (Outcome::Limit, None),
    };
    Ok(Exploration {
        version: SCHEMA_VERSION,
        puzzle: INFO.name.to_owned(),
        position: puzzle.to_string(),
        metric: analysis.metric.to_string(),
        outcome,
        optimum: reach.verdict.optimum(),
        lower_bound,
        limit: reach.limit.map(|limit| limit.to_string()),
        positions: reach.states,
        goals: reach.goals,
        layers: reach.layers.clone(),
        reversible: reach.is_reversible,
        to_goal: serde_json::from_value(to_goal).map_err(EngineError::internal)?,
        more,
        seconds: analysis.stats.elapsed.as_secs_f64(),
        peak_memory_bytes: analysis.stats.peak_memory,
        what: "sliding blocks".to_owned(),
        text: analysis.to_string(),
        ..Exploration::default()
    })
}
