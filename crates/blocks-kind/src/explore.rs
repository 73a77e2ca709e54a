//! Exploring sliding blocks.

use std::sync::Arc;

use fewest_blocks::explore::{self as found, Analysis, Explorer, Need, Verdict, starting_at};
use fewest_blocks::{Bits, Blocks, Puzzle};
use fewest_search::{Cancel, Limits};

use crate::answer::Outcome;
use crate::blocks::packing::{Packing, Visitor, with_space};
use crate::blocks::read;
use crate::error::EngineError;
use crate::event::Event;
use crate::explore::{
    Bottlenecks, Choices, Design, Difficulty, Exploration, ExploreRequest, FarthestPair, Part, PieceRole, Pieces,
    Solutions, ToGoal,
};
use crate::reporter::Reporter;
use crate::request::{BlocksPuzzle, Kind, SCHEMA_VERSION};

/// Why there is no other way.
const ON_A_GRAPH: &str = "all of it is told from a graph of the positions, which one thread keeps in memory";

/// Explores a puzzle.
pub(crate) fn explore(
    puzzle: &BlocksPuzzle,
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    request.on_one_thread_in_memory(Kind::Blocks, ON_A_GRAPH)?;
    let metric = puzzle.metric.into();
    let puzzle = read(&puzzle.position, puzzle.format.as_deref())?;
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
fn told(puzzle: &Arc<Puzzle>, analysis: &Analysis) -> Exploration {
    let reach = &analysis.reach;
    let (outcome, lower_bound) = match reach.verdict {
        Verdict::Solved(optimum) => (Outcome::Solved, Some(optimum)),
        Verdict::Unsolvable => (Outcome::Unsolvable, None),
        Verdict::Unknown { at_least, .. } => (Outcome::Limit, Some(at_least)),
        Verdict::Unasked => (Outcome::Limit, None),
    };
    Exploration {
        version: SCHEMA_VERSION,
        puzzle: Kind::Blocks,
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
        to_goal: part(&analysis.goal_distances, to_goal),
        design: Some(Design {
            solutions: part(&analysis.solutions, solutions),
            farthest_pair: part(&analysis.pair, |pair| FarthestPair {
                distance: pair.distance,
                at_most: pair.at_most,
                from: pair.from.to_string(),
                to: pair.to.to_string(),
            }),
            bottlenecks: part(&analysis.traps, |traps| Bottlenecks {
                dead_ends: traps.dead_ends,
                stuck: traps.stuck,
                passes: traps.passes,
                pass_moves: traps.pass_moves,
                examples: traps.pass_states.iter().map(|(depth, position)| (*depth, position.to_string())).collect(),
            }),
            choices: part(&analysis.choices, |choices| Choices {
                branching: choices.branching,
                branching_on_the_way: choices.branching_on_the_way,
                offered: choices.offered,
                wrong_turns: choices.wrong_turns,
                turns_away: choices.turns_away,
                forced: choices.forced,
                counterintuitive: choices.counterintuitive,
            }),
            pieces: part(&analysis.pieces, |pieces| Pieces {
                minimal: pieces.is_minimal(),
                roles: pieces.roles.iter().map(role).collect(),
            }),
            difficulty: part(&analysis.difficulty, |difficulty| Difficulty {
                bits: difficulty.bits,
                grade: difficulty.grade.to_string(),
            }),
        }),
        seconds: analysis.stats.elapsed.as_secs_f64(),
        peak_memory_bytes: analysis.stats.peak_memory,
        peak_disk_bytes: None,
        text: analysis.to_string(),
    }
}

fn part<T, U>(part: &found::Part<T>, tell: impl FnOnce(&T) -> U) -> Part<U> {
    match part {
        found::Part::Known(known) => Part::Known(tell(known)),
        found::Part::Missing(why) => Part::Missing { missing: why.to_string() },
    }
}

fn to_goal(distances: &found::GoalDistances) -> ToGoal {
    let start = |position| starting_at(position).map_or_else(|| position.to_string(), |puzzle| puzzle.to_string());
    ToGoal {
        layers: distances.layers.clone(),
        mean: distances.mean,
        hardest: distances.hardest,
        hardest_count: distances.hardest_count,
        hardest_starts: distances.hardest_starts.iter().map(start).collect(),
        lost: distances.lost,
    }
}

fn solutions(all: &found::Solutions) -> Solutions {
    let count = u64::try_from(all.count);
    Solutions {
        count: count.unwrap_or(u64::MAX),
        exact: all.is_exact && count.is_ok(),
        ends: all.ends,
        positions: all.states,
        forced_positions: all.forced_states,
        forced_moves: all.forced_moves,
    }
}

fn role(role: &found::PieceRole) -> PieceRole {
    let needed = role.need.map(|need| match need {
        Need::Named => "goal",
        Need::None => "nothing",
        Need::AsWall => "as-wall",
        Need::Moves => "moves",
    });
    PieceRole {
        label: role.label,
        needed: needed.map(str::to_owned),
        without: role.without.optimum(),
        fixed: role.fixed.optimum(),
    }
}
