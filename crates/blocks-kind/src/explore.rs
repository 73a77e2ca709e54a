//! Exploring sliding blocks.

use fewest_blocks::explore::{Analysis, Explorer, Need, Part, PieceRole, Verdict, starting_at};
use fewest_blocks::{Bits, Blocks, Puzzle};
use fewest_engine::kit::Reporter;
use fewest_engine::{
    Cancel, EngineError, Event, Exploration, ExploreRequest, Finding, Outcome, SCHEMA_VERSION, ToGoal,
};
use fewest_search::Limits;
use serde_json::{Map, Value, json};

use crate::packing::{Packing, Visitor, with_space};
use crate::{Asked, INFO};

/// Why there is no other way.
const ON_A_GRAPH: &str = "all of it is told from a graph of the positions, which one thread keeps in memory";

/// Explores a puzzle.
pub(crate) fn explore(
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    request.on_one_thread_in_memory(&INFO, ON_A_GRAPH)?;
    let Asked { puzzle, metric } = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::new(sink);
    let explorer = Explorer { is_full: !request.quick, samples: request.samples, ..Explorer::default() };
    let analysis = with_space(&puzzle, metric, Ask { explorer, limits: &limits, reporter: &mut reporter })?;
    reporter.finish();
    Ok(told(&puzzle, &analysis))
}

/// Explores in the space that holds the puzzle.
struct Ask<'a, 's> {
    explorer: Explorer,
    limits: &'a Limits,
    reporter: &'a mut Reporter<'s>,
}

impl Visitor for Ask<'_, '_> {
    type Output = Analysis;

    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Analysis, EngineError> {
        Ok(self.explorer.run(space, self.limits, self.reporter))
    }
}

/// An analysis in the words of the schema.
fn told(puzzle: &Puzzle, analysis: &Analysis) -> Exploration {
    let reach = &analysis.reach;
    let (outcome, lower_bound) = match reach.verdict {
        Verdict::Solved(optimum) => (Outcome::Solved, Some(optimum)),
        Verdict::Unsolvable => (Outcome::Unsolvable, None),
        Verdict::Unknown { at_least, .. } => (Outcome::Limit, Some(at_least)),
        Verdict::Unasked => (Outcome::Limit, None),
    };
    Exploration {
        version: SCHEMA_VERSION,
        puzzle: INFO.name.to_owned(),
        position: puzzle.to_string(),
        goal: None,
        metric: analysis.metric.to_string(),
        outcome,
        optimum: reach.verdict.optimum(),
        lower_bound,
        limit: reach.limit.map(|limit| limit.to_string()),
        positions: reach.states,
        goals: reach.goals,
        layers: reach.layers.clone(),
        reversible: reach.is_reversible,
        to_goal: to_goal(analysis),
        more: more(analysis),
        seconds: analysis.stats.elapsed.as_secs_f64(),
        peak_memory_bytes: analysis.stats.peak_memory,
        peak_disk_bytes: None,
        what: "sliding blocks".to_owned(),
        text: analysis.to_string(),
    }
}

fn to_goal(analysis: &Analysis) -> Finding<ToGoal> {
    let distances = match &analysis.goal_distances {
        Part::Known(distances) => distances,
        Part::Missing(why) => return Finding::missing(why.to_string()),
    };
    let start = |position| starting_at(position).map_or_else(|| position.to_string(), |puzzle| puzzle.to_string());
    Finding::Known(ToGoal {
        layers: distances.layers.clone(),
        mean: distances.mean,
        hardest: distances.hardest,
        hardest_count: distances.hardest_count,
        hardest_starts: distances.hardest_starts.iter().map(start).collect(),
        lost: distances.lost,
    })
}

/// What matters to those who design puzzles of pieces; `docs/blocks-explore.md` defines every figure.
fn more(analysis: &Analysis) -> Map<String, Value> {
    let parts = [
        (
            "solutions",
            part(&analysis.solutions, |all| {
                let count = u64::try_from(all.count);
                json!({
                    "count": count.unwrap_or(u64::MAX), "exact": all.is_exact && count.is_ok(), "ends": all.ends,
                    "positions": all.states, "forced_positions": all.forced_states, "forced_moves": all.forced_moves,
                })
            }),
        ),
        (
            "farthest_pair",
            part(&analysis.pair, |pair| {
                json!({
                    "distance": pair.distance, "at_most": pair.at_most,
                    "from": pair.from.to_string(), "to": pair.to.to_string(),
                })
            }),
        ),
        (
            "bottlenecks",
            part(&analysis.traps, |traps| {
                let examples: Vec<_> =
                    traps.pass_states.iter().map(|(depth, place)| (depth, place.to_string())).collect();
                json!({
                    "dead_ends": traps.dead_ends, "stuck": traps.stuck, "passes": traps.passes,
                    "pass_moves": traps.pass_moves, "examples": examples,
                })
            }),
        ),
        (
            "choices",
            part(&analysis.choices, |choices| {
                json!({
                    "branching": choices.branching, "branching_on_the_way": choices.branching_on_the_way,
                    "offered": choices.offered, "wrong_turns": choices.wrong_turns, "turns_away": choices.turns_away,
                    "forced": choices.forced, "counterintuitive": choices.counterintuitive,
                })
            }),
        ),
        (
            "pieces",
            part(&analysis.pieces, |pieces| {
                json!({
                    "minimal": pieces.is_minimal(), "roles": pieces.roles.iter().map(role).collect::<Vec<_>>(),
                })
            }),
        ),
        (
            "difficulty",
            part(&analysis.difficulty, |difficulty| {
                json!({
                    "bits": difficulty.bits, "grade": difficulty.grade.word(),
                })
            }),
        ),
    ];
    parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
}

fn part<T>(part: &Part<T>, tell: impl FnOnce(&T) -> Value) -> Value {
    match part {
        Part::Known(known) => tell(known),
        Part::Missing(why) => json!({ "missing": why.to_string() }),
    }
}

fn role(role: &PieceRole) -> Value {
    let needed = role.need.map(|need| match need {
        Need::Named => "goal",
        Need::None => "nothing",
        Need::AsWall => "as-wall",
        Need::Moves => "moves",
    });
    json!({
        "label": role.label, "needed": needed,
        "without": role.without.optimum(), "fixed": role.fixed.optimum(),
    })
}
