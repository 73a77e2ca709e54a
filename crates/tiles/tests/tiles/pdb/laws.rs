//! What heuristics of tables promise, on every position of small boards.

use fewest_conformance::heuristic::{check_table, check_walk};
use fewest_conformance::oracle::Table;
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::{Bits, Encoding};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic, Incremental};
use fewest_tiles::pdb::{
    AdditivePdb, CompactPdb, Exact, FullPdb, Kind, Narrow, Partition, Plan, RegionPdb, Room, Tabled, Tables, Wide,
    exact_plan,
};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Mtm, Nibbles, Position, Size, Stm, Tiles};

type Puzzle<M> = Tiles<Nibbles, M>;

/// Goals with the blank last, first and elsewhere, with tiles in order and not.
pub(crate) fn goals(size: Size) -> Vec<Position> {
    let last = Goal::BlankLast.position(size).unwrap();
    let first = Goal::BlankFirst.position(size).unwrap();
    let mut shuffler = Shuffler::new(5);
    vec![shuffler.uniform(&last), shuffler.walk(&first, 5), last, first]
}

fn hold<M: Tabled>(space: &Puzzle<M>, heuristic: &impl Incremental<Puzzle<M>>, table: &Table) {
    check_table(space, heuristic, table).unwrap();
    check_walk(space, heuristic, space.goal(), 500, 3).unwrap();
}

fn plan(goal: &Position, text: &str, kind: Kind, encoding: Encoding) -> (Plan, Tables) {
    let partition = Partition::parse(text, goal.size()).unwrap();
    let plan = Plan::new(goal, &partition.with_mirrors(goal), kind, encoding).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    (plan, tables)
}

const LEAST_OF_FOUR: Encoding = Encoding::Codes { bits: Bits::Four, merge: 2 };
const LEAST_OF_TWO: Encoding = Encoding::Codes { bits: Bits::Eight, merge: 1 };

fn additive_holds(goal: &Position, text: &str, kind: Kind, encoding: Encoding) {
    let space = Tiles::new(goal).unwrap();
    let table = Table::new(&space).unwrap();
    let (plan, tables) = plan(goal, text, kind, encoding);
    match plan.partitions() {
        1 => hold(&space, &AdditivePdb::<_, 1, 4>::new(&space, &plan, &tables).unwrap(), &table),
        2 => hold(&space, &AdditivePdb::<_, 2, 4>::new(&space, &plan, &tables).unwrap(), &table),
        4 => hold(&space, &AdditivePdb::<_, 4, 4>::new(&space, &plan, &tables).unwrap(), &table),
        8 => hold(&space, &AdditivePdb::<_, 8, 4>::new(&space, &plan, &tables).unwrap(), &table),
        other => panic!("{other} partitions"),
    }
    if (kind, encoding) != (Kind::Additive, Encoding::NIBBLE) {
        assert!(CompactPdb::<_, 1>::new(&space, &plan, &tables).is_err());
        return;
    }
    match plan.partitions() {
        1 => hold(&space, &CompactPdb::<_, 1>::new(&space, &plan, &tables).unwrap(), &table),
        2 => hold(&space, &CompactPdb::<_, 2>::new(&space, &plan, &tables).unwrap(), &table),
        other => panic!("{other} partitions"),
    }
}

/// Tables of regions say what tables of every place of the blank say, in a byte for each.
fn region_holds<R: Room>(goal: &Position, text: &str) {
    let space = Tiles::new(goal).unwrap();
    let table = Table::new(&space).unwrap();
    let (plan, tables) = plan(goal, text, Kind::AdditiveRegion, Encoding::Mod4);
    let pdb = RegionPdb::<_, R, 8>::new(&space, &plan, &tables).unwrap();
    // Fresh estimates follow a position down to the goal: on 3×3 a walk must do instead of every law everywhere.
    if goal.size().cells() < 9 {
        hold(&space, &pdb, &table);
    }
    check_walk(&space, &pdb, space.goal(), 500, 3).unwrap();
    let (plan, tables) = self::plan(goal, text, Kind::AdditiveBlank, Encoding::BYTE);
    let same = |other: &dyn Heuristic<Puzzle<Stm>>| {
        for rank in (0..space.rank_count().unwrap()).step_by(31) {
            let state = space.unrank(rank);
            assert_eq!(pdb.estimate(&state), other.estimate(&state), "{text} for {goal}");
        }
    };
    match plan.partitions() {
        1 => same(&AdditivePdb::<_, 1, 8>::new(&space, &plan, &tables).unwrap()),
        2 => same(&AdditivePdb::<_, 2, 8>::new(&space, &plan, &tables).unwrap()),
        _ => same(&AdditivePdb::<_, 4, 8>::new(&space, &plan, &tables).unwrap()),
    }
}

fn full_holds<M: Tabled>(goal: &Position, text: &str, encoding: Encoding) {
    let space = Tiles::<Nibbles, M>::new(goal).unwrap();
    let table = Table::new(&space).unwrap();
    let (plan, tables) = plan(goal, text, M::FULL, encoding);
    match plan.partitions() {
        1 => hold(&space, &FullPdb::<_, M, 1>::new(&space, &plan, &tables).unwrap(), &table),
        2 => hold(&space, &FullPdb::<_, M, 2>::new(&space, &plan, &tables).unwrap(), &table),
        4 => hold(&space, &FullPdb::<_, M, 4>::new(&space, &plan, &tables).unwrap(), &table),
        8 => hold(&space, &FullPdb::<_, M, 8>::new(&space, &plan, &tables).unwrap(), &table),
        other => panic!("{other} partitions"),
    }
}

#[test]
fn promises_are_kept_on_three_by_three() {
    let size = Size::new(3, 3).unwrap();
    let [.., last, first] = &goals(size)[..] else { panic!("four goals") };
    additive_holds(last, "1,2,4,5/3,6,7,8", Kind::Additive, Encoding::NIBBLE);
    additive_holds(first, "1,2,3,4/5,6,7,8", Kind::AdditiveBlank, Encoding::BYTE);
    region_holds::<Narrow>(last, "1,2,4,5/3,6,7,8");
    region_holds::<Wide>(first, "1,2,3,4/5,6,7,8");
    region_holds::<Narrow>(first, "1,2,3,4,5,6,7,8");
    full_holds::<Stm>(first, "3,4,7,8", Encoding::NIBBLE);
    full_holds::<Mtm>(last, "1,2,4,5", Encoding::BYTE);
}

#[test]
fn promises_are_kept_with_the_blank_in_the_middle() {
    let centre: Position = "1 2 3/4 0 5/6 7 8".parse().unwrap();
    full_holds::<Mtm>(&centre, "1,2,4", Encoding::BYTE);
}

#[test]
fn promises_are_kept_on_boards_that_are_no_square() {
    for (width, height) in [(2, 3), (3, 2), (2, 4), (4, 2)] {
        let goals = goals(Size::new(width, height).unwrap());
        // Small boards bear every combination, larger ones a goal each.
        let goals = if width * height < 8 { &goals[..] } else { &goals[width / 2..=width / 2] };
        for goal in goals {
            for encoding in [Encoding::BYTE, Encoding::NIBBLE, Encoding::PAIR, LEAST_OF_FOUR] {
                additive_holds(goal, "1,4,5/2,3", Kind::Additive, encoding);
                if encoding != LEAST_OF_FOUR {
                    additive_holds(goal, "1,4,5/2,3", Kind::AdditiveBlank, encoding);
                }
            }
            for encoding in [Encoding::BYTE, Encoding::NIBBLE, LEAST_OF_TWO] {
                full_holds::<Stm>(goal, "2,3,5", encoding);
                full_holds::<Mtm>(goal, "1,4,5", encoding);
            }
            region_holds::<Narrow>(goal, "1,4,5/2,3");
            full_holds::<Stm>(goal, "2,3,5", Encoding::Mod4);
            full_holds::<Mtm>(goal, "2,3,5", Encoding::Mod3);
        }
    }
}

fn exact_is_exact<M: Tabled>(goal: &Position) {
    let space = Tiles::<Nibbles, M>::new(goal).unwrap();
    let table = Table::new(&space).unwrap();
    let plan = exact_plan::<M>(goal).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let exact = Exact::new(&space, &plan, &tables).unwrap();
    // Fresh estimates follow a position down to the goal: on 3×3 a walk must do instead of every law everywhere.
    if goal.size().cells() < 9 {
        hold(&space, &exact, &table);
    }
    check_walk(&space, &exact, space.goal(), 2000, 3).unwrap();
    for (rank, distance) in table.iter() {
        assert_eq!(exact.estimate(&space.unrank(rank)), Some(distance));
    }
    if !goal.size().is_line() {
        assert_eq!(tables.iter().next().unwrap().histogram(), table.layers());
    }
    let mut tiles: Vec<String> = goal.tiles().iter().map(ToString::to_string).collect();
    let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| goal.tiles()[cell] != 0).collect();
    if let [.., a, b] = cells[..] {
        tiles.swap(a, b);
        let rows: Vec<String> = tiles.chunks(goal.size().width()).map(|row| row.join(" ")).collect();
        let exchanged: Position = (rows.join("/") + "/").parse().unwrap();
        assert_eq!(exact.estimate(&space.board(&exchanged).unwrap()), None, "{exchanged} to {goal}");
    }
}

#[test]
fn exact_tables_hold_every_distance() {
    for (width, height) in [(1, 1), (1, 2), (1, 4), (5, 1), (2, 2), (3, 2), (2, 3), (4, 2)] {
        for goal in goals(Size::new(width, height).unwrap()) {
            exact_is_exact::<Stm>(&goal);
            exact_is_exact::<Mtm>(&goal);
        }
    }
    let [shuffled, walked, ..] = &goals(Size::new(3, 3).unwrap())[..] else { panic!("four goals") };
    exact_is_exact::<Stm>(shuffled);
    exact_is_exact::<Mtm>(walked);
}
