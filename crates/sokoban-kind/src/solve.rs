//! Solving Sokoban, and its searches in words.

use fewest_engine::kit::optima::{Decision, Optima, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Scribe, Subject as _, sat, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Formula, Notation, Proof, Request, Result, Sink};
use fewest_search::{Limits, Outcome, Run};
use fewest_sokoban::sat::{Occupancy, Tamura};
use fewest_sokoban::{Board, Metric, Position, Push, Step, Walk, format_steps};

use crate::INFO;
use crate::asked::{Asked, Spacious, name, unsolvable, with_words};
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
    check_ties(asked, &choice)?;
    reporter.send(Event::chosen(&choice));
    let (mut formula, mut all) = (None, None);
    let run = subject::timed(|| {
        if let Algorithm::Sat | Algorithm::SatAny = choice.algorithm {
            let (mut run, last) = satisfy(asked, &choice, limits, reporter)?;
            formula = Some(last);
            all = ties::<W>(asked, request, &mut run, limits, reporter)?;
            return Ok(run);
        }
        let heuristic = AnyHeuristic::new(Named::of(choice.heuristic), &game);
        let drive =
            Drive { space: &game, start: &start, words: &Words, choice: &choice, limits, reporter: &mut *reporter };
        let mut run = drive.run_forward(&heuristic)?;
        all = ties::<W>(asked, request, &mut run, limits, reporter)?;
        Ok(run)
    })?;
    reporter.finish();
    let reason = match run.0.outcome {
        Outcome::Unsolvable { proof } => Some(unsolvable(proof)),
        Outcome::Solved { .. } | Outcome::LimitReached { .. } => None,
    };
    let answer = subject::answer(asked, request, &choice, run, |moves| game.steps(&moves))?;
    let answer = decided(asked, answer, all.as_ref())?;
    let answer = subject::with_all(answer, asked, request, all.map(|all| step_by_step(&game, asked, request, all)))?;
    Ok(Answer { reason: reason.or(answer.reason), formula, ..answer })
}

/// Refuses a search that proves nothing of steps, where pushes are to decide between solutions with the fewest.
fn check_ties(asked: &Asked, choice: &Choice) -> Result<()> {
    let counts_edges = matches!(choice.algorithm, Algorithm::BreadthFirst | Algorithm::BreadthFirstHeuristic);
    if asked.decides && asked.metric == Metric::Move && counts_edges {
        let name = choice.algorithm.info().name;
        let serves = INFO.metrics.iter().map(|metric| metric.name).filter(|&name| name != asked.metric());
        let serves = serves.collect::<Vec<_>>().join(", ");
        return Err(EngineError::AlgorithmMetric { name, metric: asked.metric(), serves });
    }
    Ok(())
}

/// Goes through the optimal solutions, where the request asks for several or the other way of counting decides between them.
fn ties<const W: usize>(
    asked: &Asked,
    request: &Request,
    run: &mut Run<Walk>,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Option<Optima<Walk>>> {
    if request.all.is_none() && !asked.decides {
        return Ok(None);
    }
    let game = Game::<W>::whole(asked)?;
    let heuristic = AnyHeuristic::new(Named::Matching, &game);
    let second = |walk: Walk| game.other_cost(walk);
    let ways = |state: &Board<W>, walk: Walk| game.moves().ways(state, walk);
    let counts_walks = asked.decides || asked.metric == Metric::Move;
    let decision = Decision {
        second: asked.decides.then_some(&second as &dyn Fn(Walk) -> u32),
        ways: counts_walks.then_some(&ways as &dyn Fn(&Board<W>, Walk) -> u64),
    };
    list(request, run, &game, &game.start(), &heuristic, &decision, limits, reporter)
}

/// An answer in whose metric the other way of counting decides: checked, or marked as undecided where a limit came first.
fn decided(asked: &Asked, answer: Answer, all: Option<&Optima<Walk>>) -> Result<Answer> {
    let Some(all) = all.filter(|_| asked.decides) else { return Ok(answer) };
    let other = match asked.metric {
        Metric::Push => Metric::Move,
        Metric::Move => Metric::Push,
    };
    let found = answer.lengths.get(name(other)).copied();
    match (all.second, all.limit) {
        (Some(least), _) if found == Some(least.into()) && !all.solutions.is_empty() => Ok(answer),
        (_, Some(limit)) => {
            let (few, fewest) = match other {
                Metric::Move => ("pushes", "moves"),
                Metric::Push => ("moves", "pushes"),
            };
            let reason =
                Some(format!("{limit} before the fewest {fewest} of all solutions with as few {few} were known"));
            Ok(Answer { outcome: fewest_engine::Outcome::Limit, proof: Proof::Bounded, reason, ..answer })
        }
        (second, None) => {
            Err(EngineError::Internal(format!("the fewest {} are {second:?} and not {found:?}", name(other))))
        }
    }
}

/// Optimal solutions step by step, with all the shortest walks where walks count.
fn step_by_step<const W: usize>(game: &Game<W>, asked: &Asked, request: &Request, all: Optima<Walk>) -> Optima<Step> {
    let most = request.all.and_then(|most| usize::try_from(most).ok()).unwrap_or(1);
    let start = Position::start(asked.level.clone());
    let counts_walks = asked.decides || asked.metric == Metric::Move;
    let mut steps = Vec::new();
    for walks in &all.solutions {
        let left = most - steps.len();
        if counts_walks {
            steps.extend(game.moves().all_steps(&start, walks, left));
        } else if left > 0 {
            steps.push(game.steps(walks));
        }
    }
    Optima { solutions: steps, second: all.second, count: all.count, limit: all.limit, stats: all.stats }
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
