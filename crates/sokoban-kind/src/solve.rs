//! Solving Sokoban, and its searches in words.

use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Scribe, sat, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Formula, Notation, Request, Result, Sink};
use fewest_search::{Limits, Outcome, Run};
use fewest_sokoban::sat::{Occupancy, Tamura};
use fewest_sokoban::{Board, Position, Push, Walk, format_steps};

use crate::INFO;
use crate::asked::{Asked, Spacious, unsolvable, with_words};
use crate::certify::TAMURA;
use crate::game::Game;
use crate::heuristics::{AnyHeuristic, Named};

/// Solves a level.
pub(crate) fn solve(request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    with_words!(asked, search(&asked, request, &limits, &mut reporter))
}

fn search<const W: usize>(
    asked: &Asked,
    request: &Request,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Answer> {
    let game = Game::<W>::new(asked)?;
    let start = game.start();
    let advice = Advice {
        positions: None,
        key_bytes: size_of::<Board<W>>(),
        heuristic: Named::Matching.info(),
        because: "it is the strongest heuristic for Sokoban",
        beyond_memory: (
            Algorithm::AStar,
            "many orders of pushes lead to the same position, and it expands each position only once",
        ),
        no_goals: Some("Sokoban has no backward moves here".to_owned()),
    };
    let choice = Choice::make(&INFO, request, &advice, limits.memory)?;
    reporter.send(Event::chosen(&choice));
    let mut formula = None;
    let run = subject::timed(|| {
        if let Algorithm::Sat | Algorithm::SatAny = choice.algorithm {
            let (run, last) = satisfy(asked, &choice, limits, reporter)?;
            formula = Some(last);
            return Ok(run);
        }
        let heuristic = AnyHeuristic::new(Named::of(choice.heuristic), &game);
        let reporter = &mut *reporter;
        Drive { space: &game, start: &start, words: &Words, choice: &choice, limits, reporter }.run_forward(&heuristic)
    })?;
    reporter.finish();
    let reason = match run.0.outcome {
        Outcome::Unsolvable { proof } => Some(unsolvable(proof)),
        Outcome::Solved { .. } | Outcome::LimitReached { .. } => None,
    };
    let answer = subject::answer(asked, request, &choice, run, |moves| game.steps(&moves))?;
    Ok(Answer { reason: reason.or(answer.reason), formula, ..answer })
}

/// Writes formulas instead of searching.
fn satisfy(
    asked: &Asked,
    choice: &Choice,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<(Run<Walk>, Formula)> {
    let settings = choice.settings.sat;
    let pushes = Spacious::new(asked.level.clone()).map_err(EngineError::internal)?;
    let (run, formula) = if settings.encoding()?.name == TAMURA {
        sat::run(&Tamura::new(&pushes), choice.algorithm, settings, limits, reporter)
    } else {
        sat::run(&Occupancy::new(&pushes), choice.algorithm, settings, limits, reporter)
    }?;
    let walks = |pushes: Vec<Push>| pushes.into_iter().map(|push| Walk { push, steps: 0 }).collect();
    Ok((Run { outcome: run.outcome.map(walks), stats: run.stats }, formula))
}

/// Nodes in words. Where pushes are counted, a state tells only within which squares the player is, a position where: behind
/// the box that was pushed last.
struct Words;

impl<const W: usize> Scribe<Game<W>> for Words {
    type Place = Position;

    fn place(&self, game: &Game<W>, state: &Board<W>) -> Position {
        if *state == game.start() {
            Position::start(game.pushes().level().clone())
        } else {
            game.pushes().position(state)
        }
    }

    fn write(&self, _: &Game<W>, place: &Position) -> String {
        place.to_string()
    }

    fn step(&self, game: &Game<W>, place: &Position, mv: Walk, _: Notation) -> (String, Position) {
        let steps = game.pushes().steps(place, &[mv.push]);
        let mut after = place.clone();
        for &step in &steps {
            after.try_move(step).expect("a search makes legal moves");
        }
        (format_steps(&steps), after)
    }
}
