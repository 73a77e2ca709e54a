//! Searches without pattern databases, on one thread.

use std::cell::RefCell;
use std::collections::HashSet;

use anyhow::{Result, ensure};
use fewest_search::algorithms::{AStar, IdaStar, Nbs};
use fewest_search::capability::Packed;
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, Limits, Search, StateSpace};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, WalkingDistance};
use fewest_tiles::{Board, Goal, Move, Nibbles, Position, Stm, Tiles};

use fewest_benches::instances;
use fewest_benches::report::{Bar, Report};

type Space = Tiles<Nibbles, Stm>;

/// Enough for a rate, and few enough for a count of distinct states.
const EXPANSIONS: u64 = 4_000_000;

fn ground() -> Result<(Space, Position)> {
    let (start, _) = instances::korf()?.swap_remove(0);
    Ok((Space::new(&Goal::BlankFirst.position(start.size())?)?, start))
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
fn millions_a_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds / 1e6
}

/// How many nodes IDA* generates in a second, on the first of Korf's instances.
pub(crate) fn depth_first(report: &mut Report) -> Result<()> {
    let (space, start) = ground()?;
    let mut measure = |name: &str, heuristic: &dyn Fn() -> Result<(u64, f64)>, bar| -> Result<()> {
        let (generated, seconds) = heuristic()?;
        let detail = format!("{generated} generated");
        report.add(name, millions_a_second(generated, seconds), "M/s", Bar::AtLeast(bar), &detail);
        Ok(())
    };
    measure("IDA*, Manhattan, nodes a second", &|| deepen(&space, &start, &Manhattan::new(&space)), 150.0)?;
    let walking = WalkingDistance::new(&space)?;
    measure("IDA*, walking distance, nodes a second", &|| deepen(&space, &start, &walking), 60.0)
}

fn deepen(space: &Space, start: &Position, heuristic: &impl Incremental<Space>) -> Result<(u64, f64)> {
    let run = IdaStar::default().run(space, &space.board(start)?, heuristic, &Limits::default(), &mut ());
    ensure!(instances::optimum(&run)? == 57, "the first of Korf's instances takes 57 moves");
    Ok((run.stats.generated, run.stats.elapsed.as_secs_f64()))
}

/// Expansions a second, and bytes a node, of the searches that remember nodes.
pub(crate) fn best_first(report: &mut Report) -> Result<()> {
    let (space, start) = ground()?;
    let limits = Limits { expansions: Some(EXPANSIONS), ..Limits::default() };
    let board = space.board(&start)?;
    let heuristic = LinearConflict::new(&space);
    let run = AStar::default().run(&space, &board, &heuristic, &limits, &mut ());
    let rate = millions_a_second(run.stats.expanded, run.stats.elapsed.as_secs_f64());
    report.add("A*, linear conflict, expansions a second", rate, "M/s", Bar::AtLeast(3.0), "");
    let counted = Distinct { space: &space, heuristic: &heuristic, seen: RefCell::new(HashSet::new()) };
    let again = AStar::default().run(&space, &board, &counted, &limits, &mut ());
    ensure!(again.stats.generated == run.stats.generated, "the same search");
    #[expect(clippy::cast_precision_loss, reason = "a ratio needs no more than 52 bits")]
    let bytes = run.stats.peak_memory as f64 / counted.seen.borrow().len() as f64;
    let detail = format!("{} nodes", counted.seen.borrow().len());
    report.add("A*, memory of a node", bytes, "bytes", Bar::AtMost(24.0), &detail);

    let home = Space::new(&start)?;
    let backward = LinearConflict::new(&home);
    let run = Nbs { backward: &backward }.run(&space, &board, &heuristic, &limits, &mut ());
    let rate = millions_a_second(run.stats.expanded, run.stats.elapsed.as_secs_f64());
    report.add("NBS, linear conflict, expansions a second", rate, "M/s", Bar::AtLeast(2.0), "");
    Ok(())
}

/// A heuristic that remembers every state it is asked about: as many as a search that keeps each once has nodes.
struct Distinct<'a, H> {
    space: &'a Space,
    heuristic: &'a H,
    seen: RefCell<HashSet<<Space as Packed>::Key>>,
}

impl<H: Heuristic<Space>> Heuristic<Space> for Distinct<'_, H> {
    fn estimate(&self, state: &Board<Nibbles>) -> Option<Cost> {
        self.seen.borrow_mut().insert(self.space.pack(state));
        self.heuristic.estimate(state)
    }

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees()
    }
}

impl<H: Incremental<Space>> Incremental<Space> for Distinct<'_, H> {
    type Memo = H::Memo;

    fn memo(&self, state: &Board<Nibbles>) -> Option<H::Memo> {
        self.seen.borrow_mut().insert(self.space.pack(state));
        self.heuristic.memo(state)
    }

    fn advance(&self, memo: H::Memo, before: &Board<Nibbles>, mv: Move) -> Option<H::Memo> {
        let mut after = *before;
        self.space.apply(&mut after, mv);
        self.seen.borrow_mut().insert(self.space.pack(&after));
        self.heuristic.advance(memo, before, mv)
    }

    fn value(&self, memo: H::Memo) -> Cost {
        self.heuristic.value(memo)
    }
}
