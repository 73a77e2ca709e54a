//! Solving: from text to the compiled search and back.

use std::sync::Arc;

use fewest_engine::kit::optima::{Decision, Optima, list};
use fewest_engine::kit::sat::run as climb;
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Readiness, Reporter, Stock, Unready, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Formula, Request, Result, Session, Sink};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic as _, Incremental, LimitKind, Limits, Outcome, Proof, Run, Search, StateSpace, Stats};
use fewest_tiles::construct::{Anytime, Construct, Crossed};
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::pdb::Kind;
use fewest_tiles::sat::SatEncoding;
use fewest_tiles::{Board, Bytes, Cells, Move, Nibbles, Size, Solvability, Tiles, solvability};

use web_time::Instant;

use crate::bound::{Bound, Packing, run_bound};
use crate::certify::slides;
use crate::game::Game;
use crate::heuristics::{Any, AnyMtm, AnyStm, Named, table_bytes};
use crate::pdb::{Advised, AnyPdb, Planned, Wanted, advised};
use crate::runs::{after, better, knowing, stopped};
use crate::tables::planned;
use crate::trace::Words;
use crate::{Asked, EDIXHOVEN_LINES, INFO, Metric, OURS};

/// Boards of up to so many cells are solved optimally unless something else is asked for.
const OPTIMAL_CELLS: usize = 16;

/// Successors judged on a larger board before its optimum is given up: about a tenth of a second.
const ATTEMPT: usize = 2_000_000;

/// Expansions without tables before tables are opened: about a hundredth of a second.
const PATIENCE_TO_OPEN: u64 = 100_000;

/// Expansions without tables before a small set is built: about as long as building takes.
const PATIENCE_TO_BUILD: u64 = 2_000_000;

/// With less memory than this, no tables are made that nobody asked for.
const MEMORY_FOR_TABLES: u64 = 32 << 20;

/// What the choice of tables means for the numbers of nodes.
const OTHERWISE: &str = "the numbers of nodes depend on which tables are available";

/// Solves a sliding-tile puzzle.
pub(crate) fn solve(request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    let cells = asked.start.size().cells();
    let problem = Problem { asked, request, session, limits: &limits };
    match cells {
        0..=16 => problem.solve_in::<Nibbles>(&mut reporter),
        17..=25 => problem.solve_in::<Bytes<25>>(&mut reporter),
        _ => problem.solve_in::<Bytes<256>>(&mut reporter),
    }
}

/// One puzzle to be solved.
struct Problem<'a> {
    asked: Asked,
    request: &'a Request,
    session: &'a Session,
    limits: &'a Limits,
}

impl Problem<'_> {
    fn solve_in<C: Packing>(&self, reporter: &mut Reporter<'_>) -> Result<Answer> {
        let Asked { start, goal, metric } = &self.asked;
        let game = Game::<C>::new(goal, *metric)?;
        let mut choice = Choice::make(&INFO, self.request, &self.advice(&game), self.limits.memory)?;
        if let Solvability::Unsolvable(obstacle) = solvability(start, goal) {
            return Ok(subject::unsolvable(&self.asked, self.request, &choice, obstacle.to_string(), Stats::default()));
        }
        let mut hunt = Attempt {
            problem: self,
            start: game.board(start)?,
            game: &game,
            stock: None,
            begun: Instant::now(),
            notices: Vec::new(),
            formula: None,
        };
        let mut all = None;
        let run = subject::timed(|| {
            let mut run = hunt.search(&mut choice, reporter)?;
            all = hunt.list(&choice, &mut run, reporter)?;
            Ok(run)
        })?;
        reporter.finish();
        let slides = |moves: Vec<Move>| moves.into_iter().map(|mv| game.steps.layout().slide(mv)).collect();
        let answer = subject::answer(&self.asked, self.request, &choice, run, slides)?;
        let mut answer = subject::with_all(answer, &self.asked, self.request, all.map(|all| all.map(slides)))?;
        answer.notices = hunt.notices;
        answer.formula = hunt.formula;
        Ok(answer)
    }

    /// Writes formulas instead of searching.
    fn satisfy(&self, choice: &Choice, limits: &Limits, reporter: &mut Reporter<'_>) -> Result<(Run<Move>, Formula)> {
        let (sat, Asked { start, goal, metric }) = (choice.settings.sat, &self.asked);
        let encoding = sat.encoding()?.name;
        if *metric == Metric::Mtm {
            let puzzle = slides(start, goal, encoding).map_err(EngineError::internal)?;
            return climb(&puzzle, choice.algorithm, sat, limits, reporter);
        }
        if encoding != OURS {
            let additional = Additional { no_undo: true, keep_completed_lines: encoding == EDIXHOVEN_LINES };
            let puzzle = Edixhoven::new(start.clone(), goal.clone(), additional);
            return climb(&puzzle, choice.algorithm, sat, limits, reporter);
        }
        let puzzle = match choice.algorithm {
            Algorithm::SatAny => SatEncoding::staged(start, goal),
            _ => SatEncoding::new(start, goal),
        };
        climb(&puzzle.map_err(EngineError::internal)?, choice.algorithm, sat, limits, reporter)
    }

    /// What to do where A* does not fit: a small board always has an answer in the end; of a large one a good solution
    /// is wanted now, or the best that can be had within a limit.
    fn beyond_memory(&self) -> (Algorithm, &'static str) {
        let has_limit = self.limits.time.is_some() || self.limits.expansions.is_some();
        if self.asked.start.size().cells() <= OPTIMAL_CELLS {
            (Algorithm::IdaStar, "not all positions fit into memory, and it needs almost none")
        } else if self.request.trace_tree.is_some() {
            (Algorithm::IdaStar, "its tree can be reported")
        } else if self.request.all.is_some() {
            (Algorithm::IdaStar, "solutions that are proven optimal are to be listed")
        } else if has_limit {
            (Algorithm::Anytime, "the board is large, and the limit leaves time to improve a solution")
        } else {
            (Algorithm::Construct, "the board is large; the algorithm anytime would improve the solution further")
        }
    }

    /// What is known of boards of this size.
    fn advice<C: Cells>(&self, game: &Game<C>) -> Advice {
        let size = self.asked.start.size();
        let (heuristic, because) = match self.asked.metric {
            Metric::Stm if has_small_tables(size, self.limits.memory) => {
                (Named::WalkingConflict, "it is the strongest heuristic whose tables are built at once")
            }
            Metric::Mtm if has_small_tables(size, self.limits.memory) => {
                (Named::WalkingDistance, "under mtm it is the fastest of the strong heuristics")
            }
            Metric::Stm => (Named::LinearConflict, "it is the strongest heuristic without tables"),
            Metric::Mtm => (Named::Manhattan, "under mtm, linear conflicts cost more than they save"),
        };
        Advice {
            positions: game.rank_count(),
            key_bytes: size_of::<C>(),
            heuristic: heuristic.info(),
            because,
            beyond_memory: self.beyond_memory(),
            no_goals: None,
        }
    }
}

/// A game and a start in it.
struct Attempt<'a, C: Cells> {
    problem: &'a Problem<'a>,
    game: &'a Game<C>,
    start: Board<C>,
    /// The tables of pattern databases, once they are at hand.
    stock: Option<Arc<Stock<Planned>>>,
    begun: Instant,
    /// What the user should know of files of tables.
    notices: Vec<String>,
    /// Who solved formulas, where they were written.
    formula: Option<Formula>,
}

impl<C: Packing> Attempt<'_, C> {
    /// Does what was chosen, and changes the choice where something else turns out to serve better.
    fn search(&mut self, choice: &mut Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        if choice.is_plain() && choice.heuristic.is_pdb() && self.proves_long()? {
            let answer = self.answer(choice, reporter)?;
            if is_the_end(&answer, self.problem.limits) && !matches!(answer.outcome, Outcome::Solved { .. }) {
                return Ok(answer);
            }
            return self.search_with_tables(choice, reporter).map(|run| knowing(&answer, run));
        }
        self.search_with_tables(choice, reporter)
    }

    /// Whether what is asked for is the proof of a large board, which may take hours.
    fn proves_long(&self) -> Result<bool> {
        let is_large = self.problem.asked.start.size().cells() > OPTIMAL_CELLS;
        Ok(is_large && self.wanted()?.plan.kind() == Kind::AdditiveRegion)
    }

    /// An answer at once, before a proof that may take long: what [`Construct`] finds.
    fn answer(&self, choice: &Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        let first = Choice {
            algorithm: Algorithm::Construct,
            heuristic: Named::LinearConflict.info(),
            reasons: vec!["to have an answer at once, before the proof".to_owned()],
            ..choice.clone()
        };
        self.run(&first, &self.rest(), reporter)
    }

    /// Makes the tables that were asked for, and does what was chosen.
    fn search_with_tables(&mut self, choice: &mut Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        if choice.heuristic.is_pdb() {
            let planned = self.wanted()?;
            choice.pdb = Some(planned.name.clone());
            let constructs = matches!(choice.algorithm, Algorithm::Construct | Algorithm::Anytime);
            if constructs && !self.problem.session.has_open(&*planned) {
                return self.construct_first(choice, &planned, reporter);
            }
            if let Err(unready) = self.lay_in(&planned, reporter) {
                return self.without_tables(unready);
            }
        }
        match choice.algorithm {
            Algorithm::Sat | Algorithm::SatAny => {
                reporter.send(Event::chosen(choice));
                let (run, formula) = self.problem.satisfy(choice, &self.rest(), reporter)?;
                self.formula = Some(formula);
                Ok(run)
            }
            Algorithm::Construct if self.problem.request.is_auto() => self.attempt(choice, reporter),
            Algorithm::IdaStar | Algorithm::ParallelIdaStar if self.problem.request.has_auto_heuristic() => {
                self.deepen(choice, reporter)
            }
            _ => self.run(choice, &self.rest(), reporter),
        }
    }

    /// Lists optimal solutions, where that is asked for, with the heuristic of the search; one that used none is helped by
    /// the strongest that is there at once.
    fn list(&self, choice: &Choice, run: &mut Run<Move>, reporter: &mut Reporter<'_>) -> Result<Option<Optima<Move>>> {
        if self.problem.request.all.is_none() {
            return Ok(None);
        }
        let named = match Named::of(choice.heuristic) {
            Named::Zero => Named::of(self.problem.advice(self.game).heuristic),
            named => named,
        };
        let stock = self.stock.as_deref();
        let tables = table_bytes(named, self.game, stock, self.problem.limits.memory)?;
        let heuristic = Any::new(named, self.game, stock)?;
        let limits = subject::rest(self.problem.limits, Instant::now(), tables);
        list(self.problem.request, run, self.game, &self.start, &heuristic, &Decision::NONE, &limits, reporter)
    }

    /// What is left of the limits.
    fn rest(&self) -> Limits {
        subject::rest(self.problem.limits, self.begun, 0)
    }

    /// The tables that were asked for; where it is left to us which, the large ones if they are at hand.
    fn wanted(&self) -> Result<Arc<Planned>> {
        let Problem { asked: Asked { goal, metric, .. }, session, request, .. } = self.problem;
        let wanted = Wanted::of(&request.options, *metric)?;
        let large = advised(goal, *metric).large.and_then(|set| wanted.instead_of_auto(set));
        if let Some(Ok(planned)) = large.map(|large| self.planned(&large))
            && session.readiness(&*planned) != Readiness::Missing
        {
            return Ok(planned);
        }
        self.planned(&wanted)
    }

    fn planned(&self, wanted: &Wanted) -> Result<Arc<Planned>> {
        planned(self.problem.session, wanted, &self.problem.asked.goal, self.problem.asked.metric)
    }

    /// Makes tables available to the heuristic.
    fn lay_in(&mut self, planned: &Arc<Planned>, reporter: &mut Reporter<'_>) -> Result<(), Unready> {
        let tell = &mut |event| reporter.send(event);
        let obtained = self.problem.session.obtain(planned, &self.rest(), tell)?;
        self.notices.extend(obtained.notices);
        self.stock = Some(obtained.stock);
        Ok(())
    }

    /// Has a solution before tables are opened or built, which may take any time; then does what was chosen. The tables only
    /// raise the lower bound.
    fn construct_first(
        &mut self,
        choice: &mut Choice,
        planned: &Arc<Planned>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Run<Move>> {
        let heuristic = Named::Manhattan.info();
        let constructing = Choice { algorithm: Algorithm::Construct, heuristic, pdb: None, ..choice.clone() };
        let without = |choice: &mut Choice, why: &str| {
            (choice.heuristic, choice.pdb) = (heuristic, None);
            choice.reasons.push(format!("{}, because {why}", heuristic.name));
        };
        let first = self.run(&constructing, &self.rest(), reporter)?;
        let is_found = matches!(first.outcome, Outcome::Solved { proof: Proof::Bounded { .. }, .. });
        if !is_found {
            let is_solved = matches!(first.outcome, Outcome::Solved { .. });
            without(choice, if is_solved { "no tables were needed" } else { "there was no time to get tables" });
            return Ok(first);
        }
        match self.lay_in(planned, reporter) {
            Ok(()) => {}
            Err(Unready::Refused(error)) => {
                self.notices.push(error.to_string());
                without(choice, "the tables cannot be had");
            }
            Err(Unready::Stopped(limit)) => {
                without(choice, "a limit was reached before the tables were ready");
                return Ok(stopped(first, limit));
            }
        }
        let rest = self.rest();
        let expanded = first.stats.expanded;
        let limits = Limits { expansions: rest.expansions.map(|most| most.saturating_sub(expanded)), ..rest };
        let second = self.run(choice, &limits, reporter)?;
        Ok(better(first, second))
    }

    /// Runs what was chosen.
    fn run(&self, choice: &Choice, limits: &Limits, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        let Self { problem, game, start, .. } = self;
        let (named, stock) = (Named::of(choice.heuristic), self.stock.as_deref());
        reporter.send(Event::chosen(choice));
        let begun = Instant::now();
        let tables = table_bytes(named, game, stock, limits.memory)?;
        let rest = |tables: u64| subject::rest(limits, begun, tables);
        if choice.is_plain() {
            return run_bound(Bound { game, start, choice, rest: &|| rest(tables), reporter }, named, stock);
        }
        if matches!(choice.algorithm, Algorithm::Construct | Algorithm::Anytime) {
            return match game.metric {
                Metric::Stm => {
                    let heuristic = AnyStm::new(named, &game.steps, stock)?;
                    Ok(construct(choice.algorithm, &game.steps, start, &heuristic, &rest(tables), reporter))
                }
                Metric::Mtm => {
                    let heuristic = AnyMtm::new(named, &game.slides, stock)?;
                    Ok(construct(choice.algorithm, &game.slides, start, &heuristic, &rest(tables), reporter))
                }
            };
        }
        if let (Algorithm::AStar, Named::Pdb, Some(stock)) = (choice.algorithm, named, stock) {
            // From memory to memory: a lookup afresh takes three times as long as all else that A* does.
            let heuristic = AnyPdb::new(game, &stock.set, &stock.tables)?;
            let drive = Drive { space: *game, start, words: &Words, choice, limits: &rest(tables), reporter };
            return Ok(drive.run_a_star(&heuristic));
        }
        let forward = Any::new(named, game, stock)?;
        if choice.algorithm != Algorithm::Nbs {
            let drive = Drive { space: *game, start, words: &Words, choice, limits: &rest(tables), reporter };
            return drive.run(&forward, None);
        }
        let home = Game::new(&problem.asked.start, game.metric)?;
        let stock_home = match stock {
            Some(stock) if named == Named::Pdb => {
                let planned = Arc::new(stock.set.for_goal(&problem.asked.start)?);
                let tell = &mut |event| reporter.send(event);
                match problem.session.build_aside(&planned, &rest(tables), tell) {
                    Ok(stock) => Some(stock),
                    Err(unready) => return self.without_tables(unready),
                }
            }
            _ => None,
        };
        let stock_home = stock_home.as_deref();
        let tables = tables + stock_home.map_or(0, Stock::bytes_in_memory);
        let backward = Any::new(named, &home, stock_home)?;
        let drive = Drive { space: *game, start, words: &Words, choice, limits: &rest(tables), reporter };
        drive.run(&forward, Some(&backward))
    }

    /// Looks for the optimum of a large board for a moment, because the goal may be near; then does what was chosen.
    fn attempt(&mut self, choice: &mut Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        let optimal = Choice {
            algorithm: Algorithm::IdaStar,
            reasons: vec!["IDA*, because the goal is near enough, although the board is large".to_owned()],
            ..choice.clone()
        };
        let size = self.problem.asked.start.size();
        let successors = match self.problem.asked.metric {
            Metric::Stm => 4,
            Metric::Mtm => size.width() + size.height(),
        };
        let limits = Limits { expansions: Some((ATTEMPT / successors) as u64), ..self.rest() };
        let attempt = self.run(&optimal, &limits, reporter)?;
        if is_the_end(&attempt, self.problem.limits) {
            if !matches!(attempt.outcome, Outcome::LimitReached { .. }) {
                *choice = optimal;
            }
            return Ok(attempt);
        }
        let run = self.run(choice, &self.rest(), reporter)?;
        let answer = after(Some(&attempt), run);
        if !matches!(answer.outcome, Outcome::Solved { proof: Proof::Bounded { .. }, .. }) {
            return Ok(answer);
        }
        self.prove(choice, &answer, reporter).map(|proof| proof.unwrap_or(answer))
    }

    /// Goes on from an answer to the proof, where tables that are worth it are at hand: nobody asked for them, so none are
    /// built.
    fn prove(
        &mut self,
        choice: &mut Choice,
        answer: &Run<Move>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Option<Run<Move>>> {
        let Problem { asked: Asked { goal, metric, .. }, session, request, .. } = self.problem;
        let Some(large) = advised(goal, *metric).large.filter(|_| request.has_auto_heuristic()) else {
            return Ok(None);
        };
        let planned = self.planned(&Wanted::set(large))?;
        let readiness = session.readiness(&*planned);
        let offer = Offer { planned, readiness };
        let is_worth_it = offer.planned.plan.kind() == Kind::AdditiveRegion && readiness != Readiness::Missing;
        if !is_worth_it || !self.accept(&offer, reporter).is_ok_and(|accepted| accepted) {
            return Ok(None);
        }
        let is_several = choice.settings.threads.get() > 1;
        let algorithm = if is_several { Algorithm::ParallelIdaStar } else { Algorithm::IdaStar };
        let (name, reason) = (algorithm.info().name, offer.reason(0));
        *choice = Choice {
            algorithm,
            heuristic: Named::Pdb.info(),
            pdb: Some(offer.planned.name.clone()),
            reasons: vec![format!("{name}, to prove the answer that is known"), reason],
            ..choice.clone()
        };
        let run = self.run(choice, &self.rest(), reporter)?;
        Ok(Some(knowing(answer, run)))
    }

    /// Searches without tables for as long as it would take to come by them, and then with them.
    ///
    /// Easy positions, which are most, are solved before tables are at hand; and no position takes more than twice the
    /// time that it would if it were known beforehand whether tables pay.
    fn deepen(&mut self, choice: &mut Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>> {
        let offers = self.offers()?;
        let Some(nearest) = offers.first() else { return self.run(choice, &self.rest(), reporter) };
        let patience = match nearest.readiness {
            Readiness::Open => 0,
            Readiness::Stored => PATIENCE_TO_OPEN,
            Readiness::Missing => PATIENCE_TO_BUILD,
        };
        let mut first = None;
        if patience > 0 {
            let most = self.problem.limits.expansions.unwrap_or(u64::MAX);
            let run = self.run(choice, &Limits { expansions: Some(patience.min(most)), ..self.rest() }, reporter)?;
            if is_the_end(&run, self.problem.limits) {
                let reason = format!(
                    "no tables, because the search was done before opening or building any would have \
                                      paid off; {OTHERWISE}"
                );
                choice.reasons.push(reason);
                return Ok(run);
            }
            first = Some(run);
        }
        let expanded = first.as_ref().map_or(0, |run| run.stats.expanded);
        for offer in offers {
            match self.accept(&offer, reporter) {
                Ok(true) => {
                    *choice = choice.with_tables(Named::Pdb.info(), &offer.planned.name, offer.reason(expanded));
                    break;
                }
                // What nobody asked for need not be.
                Ok(false) | Err(Unready::Refused(_)) => {}
                Err(stopped) => return Ok(after(first.as_ref(), self.without_tables(stopped)?)),
            }
        }
        let rest = self.rest();
        let limits = Limits { expansions: rest.expansions.map(|most| most.saturating_sub(expanded)), ..rest };
        let run = self.run(choice, &limits, reporter)?;
        Ok(after(first.as_ref(), run))
    }

    /// The tables that can be had here without being asked for, the best first.
    fn offers(&self) -> Result<Vec<Offer>> {
        let Problem { asked: Asked { goal, metric, .. }, session, limits, .. } = self.problem;
        let mut offers = Vec::new();
        if limits.memory < MEMORY_FOR_TABLES {
            return Ok(offers);
        }
        let Advised { large, small } = advised(goal, *metric);
        for (set, may_build) in [(large, false), (small, true)] {
            let Some(set) = set else { continue };
            let planned = self.planned(&Wanted::set(set))?;
            let readiness = session.readiness(&*planned);
            let is_affordable = may_build && session.need(&*planned).memory <= limits.memory / 2;
            if readiness != Readiness::Missing || is_affordable {
                offers.push(Offer { planned, readiness });
            }
            // Nothing is nearer.
            if readiness == Readiness::Open {
                break;
            }
        }
        Ok(offers)
    }

    /// Comes by the tables of an offer; says no where those that were in files turn out not to be right.
    fn accept(&mut self, offer: &Offer, reporter: &mut Reporter<'_>) -> Result<bool, Unready> {
        if offer.readiness == Readiness::Missing {
            return self.lay_in(&offer.planned, reporter).map(|()| true);
        }
        let (stock, notices) = self.problem.session.open(&offer.planned);
        self.notices.extend(notices);
        self.stock = stock;
        Ok(self.stock.is_some())
    }

    /// What is known when a limit came before the tables were at hand.
    fn without_tables(&self, unready: Unready) -> Result<Run<Move>> {
        subject::unless_stopped(Err(unready), || {
            let heuristic = Any::new(Named::Manhattan, self.game, None).ok();
            let lower_bound = heuristic.and_then(|heuristic| heuristic.estimate(&self.start));
            (self.game.is_goal(&self.start), lower_bound.unwrap_or_default())
        })
    }
}

/// Tables that `auto` may use.
struct Offer {
    planned: Arc<Planned>,
    readiness: Readiness,
}

impl Offer {
    fn reason(&self, expanded: u64) -> String {
        let name = &self.planned.name;
        let first = if expanded > 0 {
            format!("; a first search without tables expanded {expanded} nodes")
        } else {
            String::new()
        };
        let why = match self.readiness {
            Readiness::Open => "are loaded",
            Readiness::Stored => "are in the folder of tables",
            Readiness::Missing => "take only a moment to build",
        };
        format!("pdb {name}, because its tables {why}{first}; {OTHERWISE}")
    }
}

/// Whether a first search, which was given less than the limits, ended for good.
fn is_the_end(run: &Run<Move>, limits: &Limits) -> bool {
    match run.outcome {
        Outcome::LimitReached { limit: LimitKind::Expansions, .. } => {
            limits.expansions.is_some_and(|most| run.stats.expanded >= most)
        }
        Outcome::LimitReached { .. } | Outcome::Solved { .. } | Outcome::Unsolvable { .. } => true,
    }
}

/// Whether the tables of walking distance are made within some milliseconds, and the board is large enough to be worth
/// them.
pub(crate) fn has_small_tables(size: Size, memory: u64) -> bool {
    size.width() <= 4 && size.height() <= 4 && size.cells() > 9 && memory >= MEMORY_FOR_TABLES
}

/// Constructs a solution, and goes on to improve it where that is asked for.
fn construct<C: Cells, M: Crossed, H: Incremental<Tiles<C, M>>>(
    algorithm: Algorithm,
    space: &Tiles<C, M>,
    start: &Board<C>,
    heuristic: &H,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Run<Move> {
    match algorithm {
        Algorithm::Anytime => Anytime::default().run(space, start, heuristic, limits, reporter),
        _ => Construct::default().run(space, start, heuristic, limits, reporter),
    }
}
