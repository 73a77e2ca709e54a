//! Searches with pattern databases: built, stored, opened, looked up.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::Store;
use fewest_search::algorithms::IdaStar;
use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Cost, Incremental, Limits, Search, StateSpace};
use fewest_tiles::pdb::{CompactPdb, Kind, LinePdb, NamedSet, Plan, Tables};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Mtm, Nibbles, Position, Size, Stm, Tiles, Turns};

use fewest_benches::instances;
use fewest_benches::report::{Bar, Report};

type Space = Tiles<Nibbles, Stm>;

/// How many random boards, and which.
const BATCH: usize = 1000;
const BATCH_SEED: u64 = 15;

fn goal(goal: &Goal) -> Result<Position> {
    Ok(goal.position(Size::new(4, 4)?)?)
}

/// Named sets, with their mirror images where values are added: lines have theirs anyway.
fn plan(names: &[&str], goal: &Position) -> Result<Plan> {
    let mut partitions = Vec::new();
    let mut kind = Kind::Additive;
    for name in names {
        let set = NamedSet::find(name).with_context(|| format!("no set {name}"))?;
        kind = set.kind();
        for partition in set.partitions(goal).context("a goal with the blank in a corner")? {
            match kind {
                Kind::Additive => partitions.extend(partition.with_mirrors(goal)),
                _ => partitions.push(partition),
            }
        }
    }
    Ok(Plan::new(goal, &partitions, kind, Encoding::NIBBLE)?)
}

/// The halves of the board: the largest of the named sets.
pub(crate) fn halves(scratch: &Path, threads: NonZero<usize>, report: &mut Report) -> Result<()> {
    let first = goal(&Goal::BlankFirst)?;
    let builder = Builder { threads, ..Builder::default() };
    let halves = plan(&["7-8"], &first)?;
    let needed = halves.shapes().iter().map(|shape| shape.memory_needed(&builder, halves.encoding())).max();
    let begun = Instant::now();
    drop(Tables::build(&halves, &builder)?);
    let detail = format!("{threads} threads");
    report.add("build 7-8", begun.elapsed().as_secs_f64(), "s", Bar::AtMost(30.0), &detail);
    #[expect(clippy::cast_precision_loss, reason = "gigabytes to three digits")]
    report.add("memory for it", needed.unwrap_or(0) as f64 / 1e9, "GB", Bar::AtMost(3.0), "");

    let folder = tempfile::Builder::new().prefix("fewest-bench").tempdir_in(scratch)?;
    let store = Store::new(folder.path());
    let watch = &mut |_: &_, _: &_| ControlFlow::Continue(());
    drop(Tables::obtain(&halves, &store, &builder, watch)?);
    let begun = Instant::now();
    let tables = Tables::open(&halves, &store).0.context("the tables just stored")?;
    report.add("open 7-8", begun.elapsed().as_secs_f64(), "s", Bar::AtMost(0.1), "every checksum compared");

    let space = Space::new(&first)?;
    let pdb = CompactPdb::<_, 2>::new(&space, &halves, &tables)?;
    korf(&space, &pdb, &steps(&space)?, "Korf's 100, 7-8 and mirror", 0.15, report)?;
    batch(&space, &pdb, threads, report)?;
    let more = plan(&["7-8", "diagonal"], &first)?;
    let (tables, _) = Tables::obtain(&more, &store, &builder, watch)?;
    let pdb = CompactPdb::<_, 3>::new(&space, &more, &tables)?;
    korf(&space, &pdb, &steps(&space)?, "Korf's 100, 7-8, mirror and diagonal", 0.15, report)?;

    // The same tables serve the goal with the blank last.
    let last = goal(&Goal::BlankLast)?;
    let space = Space::new(&last)?;
    let halves = plan(&["7-8"], &last)?;
    let tables = Tables::open(&halves, &store).0.context("the same tables")?;
    hard(&space, &CompactPdb::<_, 2>::new(&space, &halves, &tables)?, "7-8 and mirror", report)?;
    let more = plan(&["7-8", "diagonal"], &last)?;
    let tables = Tables::open(&more, &store).0.context("the same tables")?;
    hard(&space, &CompactPdb::<_, 3>::new(&space, &more, &tables)?, "7-8, mirror and diagonal", report)
}

/// Positions that are far from the goal.
fn hard(space: &Space, pdb: &impl Incremental<Space>, set: &str, report: &mut Report) -> Result<()> {
    for (length, start) in instances::HARD {
        let (found, generated, seconds) = search(space, pdb, &space.board(&start.parse()?)?)?;
        ensure!(found == length, "{start} takes {length} moves, not {found}");
        let detail = format!("{generated} generated");
        report.add(&format!("a position of {length} moves, {set}"), seconds, "s", Bar::AtMost(0.5), &detail);
    }
    Ok(())
}

/// The set that is built when none is at hand.
pub(crate) fn small(threads: NonZero<usize>, report: &mut Report) -> Result<()> {
    let first = goal(&Goal::BlankFirst)?;
    let small = plan(&["6-6-3"], &first)?;
    let begun = Instant::now();
    let tables = Tables::build(&small, &Builder { threads, ..Builder::default() })?;
    let detail = format!("{threads} threads, {} bytes", small.bytes());
    report.add("build 6-6-3", begun.elapsed().as_secs_f64(), "s", Bar::AtMost(0.2), &detail);
    let space = Space::new(&first)?;
    let pdb = CompactPdb::<_, 2>::new(&space, &small, &tables)?;
    korf(&space, &pdb, &steps(&space)?, "Korf's 100, 6-6-3 and mirror", 4.0, report)
}

/// Tables for slides.
pub(crate) fn slides(threads: NonZero<usize>, report: &mut Report) -> Result<()> {
    let first = goal(&Goal::BlankFirst)?;
    let lines = plan(&["lines-7"], &first)?;
    let begun = Instant::now();
    let tables = Tables::build(&lines, &Builder { threads, ..Builder::default() })?;
    let detail = format!("{threads} threads, {} bytes", lines.bytes());
    report.add("mtm: build lines-7", begun.elapsed().as_secs_f64(), "s", Bar::AtMost(15.0), &detail);
    let space = Turns::new(Tiles::<Nibbles, Mtm>::new(&first)?);
    let pdb = LinePdb::<_, 2>::new(space.tiles(), &lines, &tables)?;
    let starts: Result<Vec<_>> = instances::korf()?.iter().map(|(start, _)| Ok((space.start(start)?, None))).collect();
    korf(&space, &pdb, &starts?, "mtm: Korf's 100, lines-7", 3.0, report)
}

/// Korf's instances with their lengths.
fn steps(space: &Space) -> Result<Vec<(<Space as StateSpace>::State, Option<Cost>)>> {
    instances::korf()?.iter().map(|(start, length)| Ok((space.board(start)?, Some(*length)))).collect()
}

/// All of Korf's instances, one after the other. Where the length of each is not known, their sum is.
fn korf<S>(
    space: &S,
    pdb: &impl Incremental<S>,
    starts: &[(S::State, Option<Cost>)],
    what: &str,
    bar: f64,
    report: &mut Report,
) -> Result<()>
where
    S: MovePruning<Trace: PartialEq + Send + 'static> + Packed,
{
    let (mut moves, mut nodes, mut time) = (0, 0, 0.0);
    for (number, (start, length)) in (1..).zip(starts) {
        let (found, generated, seconds) = search(space, pdb, start)?;
        ensure!(length.is_none_or(|length| length == found), "{what}, number {number}: {found} moves are not right");
        (moves, nodes, time) = (moves + found, nodes + generated, time + seconds);
    }
    let sum = if starts.iter().all(|(_, length)| length.is_some()) { moves } else { instances::KORF_SLIDES };
    ensure!(moves == sum, "{what}: {moves} moves, not {sum}");
    report.add(what, time, "s", Bar::AtMost(bar), &format!("{moves} moves, {nodes} generated"));
    Ok(())
}

fn search<S>(space: &S, pdb: &impl Incremental<S>, start: &S::State) -> Result<(Cost, u64, f64)>
where
    S: MovePruning<Trace: PartialEq + Send + 'static> + Packed,
{
    let run = IdaStar::default().run(space, start, pdb, &Limits::default(), &mut ());
    Ok((instances::optimum(&run)?, run.stats.generated, run.stats.elapsed.as_secs_f64()))
}

/// Random boards, several at a time on every thread.
fn batch<H: Incremental<Space> + Sync>(
    space: &Space,
    pdb: &H,
    threads: NonZero<usize>,
    report: &mut Report,
) -> Result<()> {
    let goal = goal(&Goal::BlankFirst)?;
    let mut shuffler = Shuffler::new(BATCH_SEED);
    let boards: Result<Vec<_>> = (0..BATCH).map(|_| Ok(space.board(&shuffler.uniform(&goal))?)).collect();
    let boards = boards?;
    let begun = Instant::now();
    let shares = boards.chunks(BATCH.div_ceil(threads.get()));
    let moves: Cost = thread::scope(|scope| {
        let solve = |share| scope.spawn(move || solve_all(space, pdb, share));
        let workers: Vec<_> = shares.map(solve).collect();
        workers.into_iter().map(|worker| worker.join().expect("no search panics")).sum::<Result<Cost>>()
    })?;
    #[expect(clippy::cast_precision_loss, reason = "a thousand boards")]
    let rate = BATCH as f64 / begun.elapsed().as_secs_f64();
    let detail = format!("{threads} threads, {BATCH} random boards, {moves} moves");
    report.add("batch, 7-8 and mirror, boards a second", rate, "/s", Bar::AtLeast(2000.0), &detail);
    Ok(())
}

/// Solves boards, and sums up their lengths.
fn solve_all<H: Incremental<Space>>(space: &Space, pdb: &H, boards: &[<Space as StateSpace>::State]) -> Result<Cost> {
    let limits = Limits::default();
    let solve = |board| instances::optimum(&IdaStar::default().run(space, board, pdb, &limits, &mut ()));
    boards.iter().map(solve).sum()
}
