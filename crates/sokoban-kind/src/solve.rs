//! Solving Sokoban.

use std::sync::Arc;

use fewest_search::{Cancel, Limits, Outcome, Run, Solution};
use fewest_sokoban::sat::{Occupancy, Tamura};
use fewest_sokoban::{Board, Level, Position, Push, Step, Walk, format_steps};

use crate::answer::Answer;
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::drive::Drive;
use crate::error::EngineError;
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{Kind, Request, SokobanMetric, SokobanPuzzle};
use crate::sat::{self, Encoding, Formula};
use crate::sokoban::game::{Game, Visitor, with_game};
use crate::sokoban::heuristics::AnyHeuristic;
use crate::sokoban::{goal, length, normal, read, unsolvable};
use crate::subject::{self, Subject};

/// Solves Sokoban.
pub(crate) fn solve(
    puzzle: &SokobanPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    let level = read(&puzzle.position)?;
    let task = Task { level: level.clone(), metric: puzzle.metric, request, limits: &limits };
    with_game(&level, puzzle.metric, Solver { task: &task, reporter: &mut reporter })
}

/// One level to be solved.
struct Task<'a> {
    level: Arc<Level>,
    metric: SokobanMetric,
    request: &'a Request,
    limits: &'a Limits,
}

impl Subject for Task<'_> {
    type Move = Step;

    const KIND: Kind = Kind::Sokoban;

    fn position(&self) -> String {
        normal(&self.level)
    }

    fn goal(&self) -> String {
        goal(&self.level)
    }

    fn metric(&self) -> String {
        self.metric.to_string()
    }

    fn replay(&self, steps: &[Step], _: &Request) -> Result<(String, u64), String> {
        let mut position = Position::start(self.level.clone());
        for &step in steps {
            position.try_move(step).map_err(|illegal| illegal.to_string())?;
        }
        if !position.is_solved() {
            return Err(format!("a solution leads to {position}"));
        }
        Ok((format_steps(steps), length(&position, self.metric)))
    }
}

impl Task<'_> {
    /// Writes formulas instead of searching.
    fn satisfy<const W: usize>(
        &self,
        game: &Game<W>,
        choice: &Choice,
        reporter: &mut Reporter<'_>,
    ) -> (Run<Walk>, Formula) {
        let settings = choice.settings.sat;
        let (run, formula) = match settings.encoding {
            Encoding::Tamura => {
                sat::run(&Tamura::new(game.pushes()), choice.algorithm, settings, self.limits, reporter)
            }
            Encoding::Fewest | Encoding::Edixhoven | Encoding::EdixhovenLines => {
                sat::run(&Occupancy::new(game.pushes()), choice.algorithm, settings, self.limits, reporter)
            }
        };
        let walks = |pushes: Vec<Push>| pushes.into_iter().map(|push| Walk { push, steps: 0 }).collect();
        let outcome = match run.outcome {
            Outcome::Solved { moves, cost, proof } => Outcome::Solved { moves: walks(moves), cost, proof },
            Outcome::Unsolvable { proof } => Outcome::Unsolvable { proof },
            Outcome::LimitReached { limit, lower_bound, best_known } => {
                let best_known = best_known.map(|best| Solution { moves: walks(best.moves), cost: best.cost });
                Outcome::LimitReached { limit, lower_bound, best_known }
            }
        };
        (Run { outcome, stats: run.stats }, formula)
    }
}

struct Solver<'a, 's> {
    task: &'a Task<'a>,
    reporter: &'a mut Reporter<'s>,
}

impl Visitor for Solver<'_, '_> {
    type Output = Answer;

    fn visit<const W: usize>(self, game: &Game<W>) -> Result<Answer, EngineError> {
        let Self { task, reporter } = self;
        let start = game.start();
        let advice = Advice {
            positions: None,
            key_bytes: size_of::<Board<W>>(),
            heuristic: Heuristic::Matching,
            because: "it is the strongest for Sokoban",
            beyond_memory: (
                Algorithm::AStar,
                "pushes in many orders lead to one position, and it goes on from each but once",
            ),
            no_goals: Some("moves backward are not known of Sokoban".to_owned()),
        };
        let choice = Choice::make(task.request, &advice, task.limits.memory)?;
        reporter.send(Event::chosen(&choice));
        let mut formula = None;
        let run = subject::timed(|| {
            if let Algorithm::Sat | Algorithm::SatAny = choice.algorithm {
                let (run, last) = task.satisfy(game, &choice, reporter);
                formula = Some(last);
                return Ok(run);
            }
            let heuristic = AnyHeuristic::new(choice.heuristic, game)?;
            let drive =
                Drive { space: game, start: &start, choice: &choice, limits: task.limits, reporter: &mut *reporter };
            drive.run_forward(&heuristic)
        })?;
        reporter.finish();
        let reason = match run.0.outcome {
            Outcome::Unsolvable { proof } => Some(unsolvable(proof).to_owned()),
            Outcome::Solved { .. } | Outcome::LimitReached { .. } => None,
        };
        let answer = subject::answer(task, task.request, &choice, run, |moves| game.steps(&moves))?;
        Ok(Answer { reason: reason.or(answer.reason.clone()), formula, ..answer })
    }
}
