//! Solving cubes.
//!
//! A whole 3×3×3 is solved by two phases within milliseconds. Then several threads prove how few moves there must be, by IDA*
//! with tables of cosets, while one goes on to look for shorter solutions: where the two meet, the search ends.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use web_time::Instant;

use fewest_cube::quick::{Anytime, TwoPhase};
use fewest_cube::{Cube, Cubies, Move, Position, Turn, to_moves};
use fewest_engine::kit::optima::{Decision, Optima, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Scribe, Stock, Unready, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Notation, Request, Result, Session, Sink};
use fewest_search::algorithms::{IdaStar, ParallelIdaStar, Plain};
use fewest_search::capability::Ranked as _;
use fewest_search::{
    Cost, Iteration, LimitKind, Limits, Observer, Outcome, Progress, Proof, Run, Search as _, Solution,
    StateSpace as _, Stats, Visit,
};

use crate::INFO;
use crate::asked::Asked;
use crate::check::{admit, advised};
use crate::heuristics::{AnyHeuristic, Named, cosets};
use crate::sets::{Content, Extent, Set, Wanted};

/// Expansions before tables are built that take longer than a moment: some seconds' worth.
const PATIENCE: u64 = 2_000_000;
/// With less time than this, in seconds, such tables are not built.
const TIME_FOR_TABLES: f64 = 60.0;
/// No solution is known.
const NONE: u32 = u32::MAX;

/// Solves a cube.
pub(crate) fn solve(request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let space = asked.aim.space();
    let mut choice = Choice::make(&INFO, request, &advice(&asked, &space, request), limits.memory)?;
    admit(Named::of(choice.heuristic), &asked.aim)?;
    let obstacles = asked.aim.goal.explain_obstacle(&asked.start);
    if !obstacles.is_empty() {
        return Ok(subject::unsolvable(&asked, request, &choice, obstacles.join("; "), Stats::default()));
    }
    let start = space.state(&asked.start);
    let mut solver = Solver {
        asked: &asked,
        space: &space,
        start,
        request,
        session,
        limits: &limits,
        begun: Instant::now(),
        reporter: Reporter::of(request, sink),
        notices: Vec::new(),
    };
    let mut all = None;
    let known = || (space.is_goal(&start), Cost::from(!space.is_goal(&start)));
    let run = subject::timed(|| subject::unless_stopped(solver.search(&mut choice, &mut all), known))?;
    solver.reporter.finish();
    let notices = solver.notices;
    let moves = |turns: Vec<Turn>| to_moves(&asked.start, &turns);
    let answer = subject::answer(&asked, request, &choice, run, moves)?;
    let answer = subject::with_all(answer, &asked, request, all.map(|all| all.map(moves)))?;
    Ok(Answer { notices, ..answer })
}

/// What serves which cube.
fn advice(asked: &Asked, space: &Cube, request: &Request) -> Advice {
    let is_whole = asked.aim.is_whole_three();
    let named = advised(&asked.aim);
    let beyond_memory = if request.trace_tree.is_some() || request.trace_depths {
        (Algorithm::IdaStar, "its tree can be reported")
    } else if is_whole {
        (Algorithm::Anytime, "it has a solution at once, and goes on to the proof")
    } else {
        (Algorithm::IdaStar, "not all positions fit into memory, and it needs almost none")
    };
    let because = match (named, space.rank_count()) {
        (Named::Pdb, Some(_)) => "it is the exact distance, from a table of all positions",
        (Named::Pdb, None) => "its tables are about the pieces that the goal wants",
        _ => "it is the strongest heuristic of the whole cube",
    };
    let no_goals = space.mask().map(|_| "many cubes meet a partial goal, and they cannot all be listed".to_owned());
    Advice {
        positions: space.rank_count(),
        key_bytes: size_of::<u128>(),
        heuristic: named.info(),
        because,
        beyond_memory,
        no_goals,
    }
}

/// One cube to be solved.
struct Solver<'a, 's> {
    asked: &'a Asked,
    space: &'a Cube,
    start: Cubies,
    request: &'a Request,
    session: &'a Session,
    limits: &'a Limits,
    begun: Instant,
    reporter: Reporter<'s>,
    notices: Vec<String>,
}

impl Solver<'_, '_> {
    fn search(&mut self, choice: &mut Choice, all: &mut Option<Optima<Turn>>) -> Result<Run<Turn>, Unready> {
        let named = Named::of(choice.heuristic);
        let mut run = match choice.algorithm {
            Algorithm::Anytime => self.anytime(choice, named)?,
            _ => self.once(choice, named)?,
        };
        if self.request.all.is_some() {
            // A search that used no heuristic is helped by one.
            let named = if named == Named::Zero { advised(&self.asked.aim) } else { named };
            let stock = self.tables(named, Extent::Small)?;
            let heuristic = AnyHeuristic::new(named, stock.as_deref())?;
            let limits = self.rest(&[stock.as_ref()]);
            let (space, reporter) = (self.space, &mut self.reporter);
            *all = list(self.request, &mut run, space, &self.start, &heuristic, &Decision::NONE, &limits, reporter)?;
        }
        Ok(run)
    }

    /// What is left of the limits beside tables.
    fn rest(&self, stocks: &[Option<&Arc<Stock<Set>>>]) -> Limits {
        let bytes = stocks.iter().flatten().map(|stock| stock.bytes_in_memory()).sum();
        subject::rest(self.limits, self.begun, bytes)
    }

    /// The tables of a heuristic; of those whose size is left to us, such as are at hand, or up to some extent.
    fn tables(&mut self, named: Named, most: Extent) -> Result<Option<Arc<Stock<Set>>>, Unready> {
        let aim = &self.asked.aim;
        let set = match named {
            Named::Zero => return Ok(None),
            Named::Pdb => Set::patterns(Wanted::of(&self.request.options)?, aim)?,
            Named::Cosets | Named::Inverse => Set::best_cosets(self.session, aim.metric, most, self.limits.memory),
        };
        self.obtain(&set).map(Some)
    }

    fn obtain(&mut self, set: &Arc<Set>) -> Result<Arc<Stock<Set>>, Unready> {
        let limits = self.rest(&[]);
        let reporter = &mut self.reporter;
        let obtained = self.session.obtain(set, &limits, &mut |event| reporter.send(event))?;
        self.notices.extend(obtained.notices);
        Ok(obtained.stock)
    }

    /// Says what is searched with.
    fn tell(&mut self, choice: &mut Choice, stock: Option<&Arc<Stock<Set>>>) {
        choice.pdb = stock.map(|stock| stock.set.name().to_owned());
        self.reporter.send(Event::chosen(choice));
    }

    /// Runs what was chosen.
    fn once(&mut self, choice: &mut Choice, named: Named) -> Result<Run<Turn>, Unready> {
        let stock = self.tables(named, Extent::Small)?;
        self.tell(choice, stock.as_ref());
        let limits = self.rest(&[stock.as_ref()]);
        let is_of_cosets = stock.as_ref().filter(|stock| stock.set.content() == Content::Cosets);
        if let (Some(stock), true, None) = (is_of_cosets, choice.is_plain(), self.request.trace_tree) {
            return Ok(self.deepen(choice, named, stock));
        }
        let forward = AnyHeuristic::new(named, stock.as_deref())?;
        let is_nbs = choice.algorithm == Algorithm::Nbs;
        let backward = is_nbs.then(|| AnyHeuristic::new(named, stock.as_deref())).transpose()?;
        let backward = backward.map(|bound| AnyHeuristic::towards(&self.start, bound));
        let words = Words { hold: self.asked.start.hold() };
        let (space, start, reporter) = (self.space, &self.start, &mut self.reporter);
        let drive = Drive { space, start, words: &words, choice, limits: &limits, reporter };
        drive.run(&forward, backward.as_ref()).map_err(Unready::from)
    }

    /// Runs IDA* with these tables for a while, and then with larger ones, where they may be built.
    fn deepen(&mut self, choice: &mut Choice, named: Named, stock: &Arc<Stock<Set>>) -> Run<Turn> {
        let most = self.limits.expansions.unwrap_or(u64::MAX);
        let limits = Limits { expansions: Some(PATIENCE.min(most)), ..self.rest(&[Some(stock)]) };
        let proof = Bounded { choice, named, stock, limits: &limits };
        let first = proof.run(self.space, &self.start, None, None, &mut self.reporter);
        if is_over(&first, most) {
            return first;
        }
        let stock = match self.grown(named, Some(stock)) {
            Ok(grown) => grown.unwrap_or_else(|| Arc::clone(stock)),
            Err(Unready::Refused(_)) => Arc::clone(stock),
            Err(Unready::Stopped(limit)) => return stopped(first, limit),
        };
        self.tell(choice, Some(&stock));
        let expansions = self.limits.expansions.map(|most| most.saturating_sub(first.stats.expanded));
        let limits = Limits { expansions, ..self.rest(&[Some(&stock)]) };
        let proof = Bounded { choice, named, stock: &stock, limits: &limits };
        after(&first, proof.run(self.space, &self.start, None, None, &mut self.reporter))
    }

    /// Has a solution at once; where that is not the proof, goes on with larger tables, and on several threads where there are.
    fn anytime(&mut self, choice: &mut Choice, named: Named) -> Result<Run<Turn>, Unready> {
        let phases = if self.asked.aim.is_whole_three() { Some(self.obtain(&Set::phases())?) } else { None };
        let stock = self.tables(named, Extent::Small)?;
        self.tell(choice, stock.as_ref());
        let most = self.limits.expansions.unwrap_or(u64::MAX);
        let limits = Limits { expansions: Some(PATIENCE.min(most)), ..self.rest(&[stock.as_ref(), phases.as_ref()]) };
        let first = self.improve(named, stock.as_deref(), phases.as_deref(), None, &limits)?;
        if is_over(&first, most) {
            return Ok(first);
        }
        let stock = match self.grown(named, stock.as_ref()) {
            Ok(grown) => grown.or(stock),
            Err(Unready::Refused(_)) => stock,
            Err(Unready::Stopped(limit)) => return Ok(stopped(first, limit)),
        };
        self.tell(choice, stock.as_ref());
        let limits = Limits {
            expansions: self.limits.expansions.map(|most| most.saturating_sub(first.stats.expanded)),
            ..self.rest(&[stock.as_ref(), phases.as_ref()])
        };
        let known = best_of(&first);
        let is_parallel = choice.settings.threads.get() > 1 && Algorithm::ParallelIdaStar.info().is_available();
        let of_cosets = stock.as_ref().filter(|stock| stock.set.content() == Content::Cosets);
        let second = match of_cosets {
            Some(stock) if is_parallel && limits.expansions.is_none() => {
                let parallel = Choice { algorithm: Algorithm::ParallelIdaStar, ..choice.clone() };
                let proof = Bounded { choice: &parallel, named, stock, limits: &limits };
                proof.run(self.space, &self.start, phases.as_deref(), known, &mut self.reporter)
            }
            _ => {
                let moves = known.map(|known| known.moves);
                self.improve(named, stock.as_deref(), phases.as_deref(), moves, &limits)?
            }
        };
        Ok(after(&first, second))
    }

    /// Larger tables than these, where they may be built and are worth it.
    fn grown(&mut self, named: Named, stock: Option<&Arc<Stock<Set>>>) -> Result<Option<Arc<Stock<Set>>>, Unready> {
        let has_time = self.rest(&[]).time.is_none_or(|time| time.as_secs_f64() >= TIME_FOR_TABLES);
        let is_open = matches!(named, Named::Cosets | Named::Inverse) && has_time;
        if !is_open {
            return Ok(None);
        }
        let set = Set::best_cosets(self.session, self.asked.aim.metric, Extent::Medium, self.limits.memory);
        if stock.is_some_and(|stock| stock.set.name() == set.name()) {
            return Ok(None);
        }
        self.obtain(&set).map(Some)
    }

    fn improve(
        &mut self,
        named: Named,
        stock: Option<&Stock<Set>>,
        phases: Option<&Stock<Set>>,
        known: Option<Vec<Turn>>,
        limits: &Limits,
    ) -> Result<Run<Turn>, Unready> {
        let heuristic = AnyHeuristic::new(named, stock)?;
        let anytime = Anytime { phases: phases.map(two_phase).transpose()?, known };
        Ok(anytime.run(self.space, &self.start, &heuristic, limits, &mut self.reporter))
    }
}

fn two_phase(stock: &Stock<Set>) -> Result<TwoPhase<'_>> {
    let [a, b, c, d] = &stock.tables[..] else { return Err(EngineError::internal("the phases have four tables")) };
    Ok(TwoPhase::new([a, b, c, d]))
}

/// IDA* with tables of cosets, which ends where no solution can be shorter than one that is known.
struct Bounded<'a> {
    choice: &'a Choice,
    named: Named,
    stock: &'a Stock<Set>,
    limits: &'a Limits,
}

/// The best solution, known to all threads.
struct Best {
    length: AtomicU32,
    solution: Mutex<Option<Solution<Turn>>>,
}

impl Best {
    fn improve(&self, solution: Solution<Turn>) {
        let mut best = self.solution.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| solution.cost < best.cost) {
            self.length.store(solution.cost, Ordering::Relaxed);
            *best = Some(solution);
        }
    }
}

impl Bounded<'_> {
    fn run(
        &self,
        space: &Cube,
        start: &Cubies,
        phases: Option<&Stock<Set>>,
        known: Option<Solution<Turn>>,
        reporter: &mut Reporter<'_>,
    ) -> Run<Turn> {
        let heuristic = cosets(self.named, self.stock);
        let length = known.as_ref().map_or(NONE, |known| known.cost);
        let best = Best { length: AtomicU32::new(length), solution: Mutex::new(known) };
        let stop = Cancel::new();
        let hunting = Limits { cancel: stop.clone(), ..self.limits.clone() };
        let mut watch = Watch { reporter, best: &best, told: length, is_proven: false };
        let (mut run, hunted) = thread::scope(|scope| {
            let hunt = phases.and_then(|phases| two_phase(phases).ok()).and_then(|phases| {
                let (best, hunting) = (&best, &hunting);
                let hunt = move || {
                    let known = Some(length).filter(|length| *length != NONE);
                    phases.improve(space, start, known, hunting, &mut |found| best.improve(found))
                };
                // Where no thread can be had, the proof goes on alone.
                thread::Builder::new().spawn_scoped(scope, hunt).ok()
            });
            let threads = self.choice.settings.threads;
            let run = if self.choice.algorithm == Algorithm::IdaStar {
                Plain(IdaStar::default()).run(space, start, &heuristic, self.limits, &mut watch)
            } else {
                let algorithm = Plain(ParallelIdaStar { threads, ..ParallelIdaStar::default() });
                algorithm.run(space, start, &heuristic, self.limits, &mut watch)
            };
            stop.cancel();
            (run, hunt.and_then(|hunt| hunt.join().ok()))
        });
        let is_proven = watch.is_proven;
        if let Some(hunted) = hunted {
            run.stats.expanded += hunted.expanded;
            run.stats.generated += hunted.generated;
        }
        let best = best.solution.into_inner().unwrap_or_else(PoisonError::into_inner);
        run.outcome = match (run.outcome, best) {
            (Outcome::LimitReached { .. }, Some(Solution { moves, cost })) if is_proven => {
                Outcome::Solved { moves, cost, proof: Proof::Optimal }
            }
            (Outcome::LimitReached { limit, lower_bound, .. }, best_known) => {
                Outcome::LimitReached { limit, lower_bound, best_known }
            }
            (outcome, _) => outcome,
        };
        run
    }
}

/// Tells what another observer is told, and ends a search where no solution can be shorter than the best that is known.
struct Watch<'a, 's> {
    reporter: &'a mut Reporter<'s>,
    best: &'a Best,
    /// The length that was told of last.
    told: Cost,
    is_proven: bool,
}

impl Watch<'_, '_> {
    fn is_over(&mut self, lower_bound: Cost) -> ControlFlow<()> {
        let best = self.best.length.load(Ordering::Relaxed);
        if best < self.told {
            self.told = best;
            self.reporter.improved(best, lower_bound.min(best))?;
        }
        if best != NONE && lower_bound >= best {
            self.is_proven = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Observer for Watch<'_, '_> {
    fn expand(&mut self, depth: Cost) {
        self.reporter.expand(depth);
    }

    fn wants_visits(&self) -> bool {
        self.reporter.wants_visits()
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.reporter.visit(visit);
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.reporter.iteration(iteration)?;
        // Every move costs one: whatever was cut off is longer.
        self.is_over(iteration.bound + 1)
    }

    fn improved(&mut self, cost: Cost, lower_bound: Cost) -> ControlFlow<()> {
        self.reporter.improved(cost, lower_bound)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.reporter.progress(progress)?;
        self.is_over(progress.lower_bound)
    }
}

/// Whether a first search, which was given less than `most` expansions, ended for good.
fn is_over(first: &Run<Turn>, most: u64) -> bool {
    let is_paused = matches!(first.outcome, Outcome::LimitReached { limit: LimitKind::Expansions, .. });
    !is_paused || first.stats.expanded >= most
}

/// The best solution of a search that was stopped.
fn best_of(run: &Run<Turn>) -> Option<Solution<Turn>> {
    match &run.outcome {
        Outcome::LimitReached { best_known, .. } => best_known.clone(),
        _ => None,
    }
}

/// A search that a limit ended before the next one began.
fn stopped(mut run: Run<Turn>, by: LimitKind) -> Run<Turn> {
    if let Outcome::LimitReached { limit, .. } = &mut run.outcome {
        *limit = by;
    }
    run
}

/// A second search, with what the first one did and learned.
fn after(first: &Run<Turn>, mut second: Run<Turn>) -> Run<Turn> {
    if let (
        Outcome::LimitReached { lower_bound: before, best_known: known, .. },
        Outcome::LimitReached { lower_bound, best_known, .. },
    ) = (&first.outcome, &mut second.outcome)
    {
        *lower_bound = (*lower_bound).max(*before);
        if best_known.is_none() {
            best_known.clone_from(known);
        }
    }
    let (one, two) = (&first.stats, &mut second.stats);
    two.expanded += one.expanded;
    two.generated += one.generated;
    two.iterations += one.iterations;
    two.elapsed += one.elapsed;
    two.peak_memory = two.peak_memory.max(one.peak_memory);
    let depths = two.expanded_by_depth.len().max(one.expanded_by_depth.len());
    two.expanded_by_depth.resize(depths, 0);
    for (sum, more) in two.expanded_by_depth.iter_mut().zip(&one.expanded_by_depth) {
        *sum += more;
    }
    second
}

/// Writes down nodes as cubes that are held as the start is.
struct Words {
    hold: Vec<Move>,
}

impl Scribe<Cube> for Words {
    type Place = Position;

    fn place(&self, space: &Cube, state: &Cubies) -> Position {
        let mut position = space.position(state);
        for &mv in &self.hold {
            position.make(mv);
        }
        position
    }

    fn write(&self, _: &Cube, place: &Position) -> String {
        place.to_string()
    }

    fn step(&self, _: &Cube, place: &Position, turn: Turn, _: Notation) -> (String, Position) {
        let mut after = place.clone();
        let moves = to_moves(place, &[turn]);
        for &mv in &moves {
            after.make(mv);
        }
        (fewest_cube::format_moves(&moves), after)
    }
}
