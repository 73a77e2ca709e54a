//! Named sets, combinations and searches with them.

use fewest_conformance::heuristic::{check_increments, check_walk};
use fewest_conformance::oracle::distances_to_goal;
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::{Origin, Store};
use fewest_search::algorithms::IdaStar;
use fewest_search::{Cancel, Cost, Heuristic, Incremental, Limits, Outcome, Search};
use fewest_tiles::heuristics::{LinearConflict, Manhattan};
use fewest_tiles::pdb::{
    AdditivePdb, CompactPdb, FullPdb, Kind, MismatchError, NAMED_SETS, NamedSet, Partition, Plan, ShapeError, Tables,
    run_partition,
};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Bytes, Goal, Mtm, Nibbles, Position, Size, Stm, Tiles};

const KORF: &str = include_str!("../../../../lab/data/korf100.txt");
const LENGTHS: &str = include_str!("../../../../lab/data/korf100-lengths.txt");

fn four(goal: &Goal) -> Position {
    goal.position(Size::new(4, 4).unwrap()).unwrap()
}

fn with_mirrors(goal: &Position, partitions: &[Partition]) -> Vec<Partition> {
    partitions.iter().flat_map(|partition| partition.with_mirrors(goal)).collect()
}

#[test]
fn named_sets_fit_every_corner_and_share_their_tables() {
    let corners = ["0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", "3 2 1 0/7 6 5 4/11 10 9 8/15 14 13 12"];
    let mut goals = vec![four(&Goal::BlankFirst), four(&Goal::BlankLast)];
    goals.extend(corners.map(|corner| corner.parse().unwrap()));
    for set in NAMED_SETS {
        assert_eq!(NamedSet::find(set.name), Some(set));
        let plans: Vec<Plan> = goals
            .iter()
            .map(|goal| {
                let partitions = with_mirrors(goal, &set.partitions(goal).unwrap());
                for partition in &partitions {
                    let tiles: usize = partition.patterns().iter().map(Vec::len).sum();
                    assert_eq!(tiles, if set.additive { 15 } else { 7 }, "{} {partition}", set.name);
                    assert_eq!(Partition::parse(&partition.to_string(), goal.size()), Ok(partition.clone()));
                }
                Plan::new(goal, &partitions, set.kind(), Encoding::NIBBLE).unwrap()
            })
            .collect();
        for plan in &plans {
            let sorted = |plan: &Plan| {
                let mut shapes = plan.shapes().to_vec();
                shapes.sort();
                shapes
            };
            assert_eq!(sorted(plan), sorted(&plans[0]), "{}", set.name);
        }
    }
    assert_eq!(
        NamedSet::find("7-8").unwrap().partitions(&goals[0]).unwrap()[0].to_string(),
        "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15"
    );
    assert_eq!(NamedSet::find("fringe").unwrap().partitions(&goals[0]).unwrap()[0].to_string(), "3,7,11,12,13,14,15");
    let elsewhere: Position = "1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15".parse().unwrap();
    assert_eq!(NamedSet::find("7-8").unwrap().partitions(&elsewhere), None);
    assert_eq!(NamedSet::find("9-6"), None);
}

#[test]
fn small_sets_solve_the_easiest_of_korfs_instances() {
    let goal = four(&Goal::BlankFirst);
    let space = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    let partitions = with_mirrors(&goal, &NamedSet::find("5-5-5").unwrap().partitions(&goal).unwrap());
    let plan = Plan::new(&goal, &partitions, Kind::Additive, Encoding::NIBBLE).unwrap();
    assert!(plan.bytes() < 1 << 20);
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let pdb = AdditivePdb::<_, 2, 3>::new(&space, &plan, &tables).unwrap();
    let lines = |text: &'static str| text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lengths = lines(LENGTHS).map(|line| line.parse().unwrap());
    let mut shortest: Vec<(Cost, Position)> = lengths.zip(lines(KORF).map(|line| line.parse().unwrap())).collect();
    assert_eq!(shortest.len(), 100);
    shortest.sort_by_key(|(length, _)| *length);
    for (length, position) in &shortest[..8] {
        let start = space.board(position).unwrap();
        let run = IdaStar::default().run(&space, &start, &pdb, &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = run.outcome else { panic!("{position}: {:?}", run.outcome) };
        assert_eq!(cost, *length);
        let linear = IdaStar::default().run(&space, &start, &LinearConflict::new(&space), &Limits::default(), &mut ());
        assert!(run.stats.generated * 3 < linear.stats.generated, "{} {}", run.stats.generated, linear.stats.generated);
    }
}

#[test]
fn compact_lookups_are_the_general_ones() {
    let goal = four(&Goal::BlankFirst);
    let space = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    // With tiles in no pattern, with one pattern only, and with as many as there can be.
    for text in ["1,2,3,5/4,8,9,12,13", "6", "1,4,5/2,3,6,7/8,9,12,13/10,11,14,15"] {
        let partition = Partition::parse(text, goal.size()).unwrap();
        let plan = Plan::new(&goal, &partition.with_mirrors(&goal), Kind::Additive, Encoding::NIBBLE).unwrap();
        let tables = Tables::build(&plan, &Builder::default()).unwrap();
        let mut shuffler = Shuffler::new(7);
        let starts: Vec<Position> = (0..200).map(|_| shuffler.uniform(&goal)).collect();
        if plan.partitions() == 1 {
            let compact = CompactPdb::<_, 1>::new(&space, &plan, &tables).unwrap();
            agree(&space, &compact, &AdditivePdb::<_, 1, 4>::new(&space, &plan, &tables).unwrap(), &starts);
        } else {
            let compact = CompactPdb::<_, 2>::new(&space, &plan, &tables).unwrap();
            agree(&space, &compact, &AdditivePdb::<_, 2, 4>::new(&space, &plan, &tables).unwrap(), &starts);
        }
        assert!(CompactPdb::<_, 3>::new(&space, &plan, &tables).is_err());
    }
    let five = Partition::parse("1/2/3/4/5", goal.size()).unwrap();
    assert!(!CompactPdb::<Nibbles, 1>::serves(&Plan::new(&goal, &[five], Kind::Additive, Encoding::NIBBLE).unwrap()));
}

fn agree(
    space: &Tiles<Nibbles, Stm>,
    compact: &impl Incremental<Tiles<Nibbles, Stm>>,
    general: &impl Heuristic<Tiles<Nibbles, Stm>>,
    starts: &[Position],
) {
    for start in starts {
        let board = space.board(start).unwrap();
        assert_eq!(compact.estimate(&board), general.estimate(&board), "{start}");
        check_increments(space, compact, &board).unwrap();
        check_walk(space, compact, &board, 30, 1).unwrap();
    }
}

/// Searches that judge in halves, as the compact form does, are the same searches, node for node.
#[test]
fn searches_that_judge_in_halves_are_those_that_do_not() {
    let goal = four(&Goal::BlankFirst);
    let space = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    let partitions = with_mirrors(&goal, &NamedSet::find("5-5-5").unwrap().partitions(&goal).unwrap());
    let plan = Plan::new(&goal, &partitions, Kind::Additive, Encoding::NIBBLE).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let compact = CompactPdb::<_, 2>::new(&space, &plan, &tables).unwrap();
    let general = AdditivePdb::<_, 2, 3>::new(&space, &plan, &tables).unwrap();
    let mut shuffler = Shuffler::new(3);
    let starts: Vec<_> = (0..10).map(|_| space.board(&shuffler.walk(&goal, 80)).unwrap()).collect();
    let limits = [Limits::default(), Limits { expansions: Some(50), ..Limits::default() }];
    for (number, start) in starts.iter().enumerate() {
        let limits = &limits[usize::from(number % 4 == 3)];
        let compact = IdaStar::default().run(&space, start, &compact, limits, &mut ());
        let general = IdaStar::default().run(&space, start, &general, limits, &mut ());
        assert_eq!((compact.outcome, compact.stats.expanded), (general.outcome, general.stats.expanded));
    }
}

#[test]
fn estimates_near_the_goal_and_far_away_hold_on_four_by_four() {
    let goal = four(&Goal::BlankLast);
    let space = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    let partitions = with_mirrors(&goal, &NamedSet::find("2x2").unwrap().partitions(&goal).unwrap());
    let plan = Plan::new(&goal, &partitions, Kind::Additive, Encoding::NIBBLE).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let pdb = AdditivePdb::<_, 1, 4>::new(&space, &plan, &tables).unwrap();
    for (state, distance) in distances_to_goal(&space, 15) {
        let estimate = pdb.estimate(&state).unwrap();
        assert!(estimate <= distance && estimate >= Manhattan::new(&space).estimate(&state).unwrap());
    }
    let slides = Tiles::<Nibbles, Mtm>::new(&goal).unwrap();
    let partitions = ["1,2,3,4,5", "11,12,14,15"].map(|text| Partition::parse(text, goal.size()).unwrap());
    let plan = Plan::new(&goal, &with_mirrors(&goal, &partitions), Kind::FullSlides, Encoding::BYTE).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let most = FullPdb::<_, Mtm, 4>::new(&slides, &plan, &tables).unwrap();
    for (state, distance) in distances_to_goal(&slides, 7) {
        assert!(most.estimate(&state).unwrap() <= distance);
    }
    let mut shuffler = Shuffler::new(11);
    for _ in 0..200 {
        let position = shuffler.uniform(&goal);
        let (state, slid) = (space.board(&position).unwrap(), slides.board(&position).unwrap());
        check_increments(&space, &pdb, &state).unwrap();
        check_walk(&space, &pdb, &state, 100, 1).unwrap();
        check_increments(&slides, &most, &slid).unwrap();
        check_walk(&slides, &most, &slid, 100, 1).unwrap();
    }
}

#[test]
fn large_boards_have_tables_too() {
    let goal = Goal::BlankLast.position(Size::new(5, 5).unwrap()).unwrap();
    let space = Tiles::<Bytes<25>, Stm>::new(&goal).unwrap();
    let plan =
        Plan::new(&goal, &run_partition(&goal, 3).with_mirrors(&goal), Kind::Additive, Encoding::NIBBLE).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    let pdb = AdditivePdb::<_, 2, 8>::new(&space, &plan, &tables).unwrap();
    let wide_goal = Goal::BlankFirst.position(Size::new(9, 7).unwrap()).unwrap();
    let wide = Tiles::<Bytes<256>, Stm>::new(&wide_goal).unwrap();
    let wide_plan = Plan::new(&wide_goal, &[run_partition(&wide_goal, 2)], Kind::Additive, Encoding::BYTE).unwrap();
    let wide_tables = Tables::build(&wide_plan, &Builder::default()).unwrap();
    let wide_pdb = AdditivePdb::<_, 1, 31>::new(&wide, &wide_plan, &wide_tables).unwrap();
    let mut shuffler = Shuffler::new(2);
    for _ in 0..50 {
        let state = space.board(&shuffler.uniform(&goal)).unwrap();
        check_walk(&space, &pdb, &state, 200, 5).unwrap();
        assert!(pdb.estimate(&state) >= Manhattan::new(&space).estimate(&state));
        let state = wide.board(&shuffler.uniform(&wide_goal)).unwrap();
        check_walk(&wide, &wide_pdb, &state, 200, 5).unwrap();
        assert!(wide_pdb.estimate(&state) >= Manhattan::new(&wide).estimate(&state));
    }
    let too_large = Goal::BlankLast.position(Size::new(9, 8).unwrap()).unwrap();
    let error = Plan::new(&too_large, &[run_partition(&too_large, 2)], Kind::Additive, Encoding::BYTE).unwrap_err();
    assert!(error.to_string().contains("at most 64 cells"), "{error}");
}

#[test]
fn tables_come_from_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let goal = four(&Goal::BlankLast);
    let partition = NamedSet::find("2x2").unwrap().partitions(&goal).unwrap();
    let plan = Plan::new(&goal, &partition, Kind::Additive, Encoding::NIBBLE).unwrap();
    assert!(Tables::open(&plan, &store).0.is_none());
    // What a build left that was killed, and is damaged: not used, and gone when the table is stored.
    let part = store.part(&plan.shapes()[0].recipe(plan.encoding()));
    std::fs::write(&part, "FEWESTPT and nothing else").unwrap();
    let mut levels = 0;
    let watch = &mut |_: &_, _: &_| {
        levels += 1;
        std::ops::ControlFlow::Continue(())
    };
    let (built, notices) = Tables::obtain(&plan, &store, &Builder::default(), watch).unwrap();
    assert!(notices.is_empty() && built.iter().all(|table| !table.is_mapped()));
    let found = Tables::open(&plan, &store).0.unwrap();
    for (built, found) in built.iter().zip(found.iter()) {
        assert!(found.is_mapped() && built.bytes() == found.bytes() && built.histogram() == found.histogram());
    }
    assert!(levels > 20 && !part.exists());
    assert_eq!(store.list().unwrap().len(), plan.shapes().len());
    let recipe = plan.shapes()[0].recipe(plan.encoding());
    let again = store.obtain(&recipe, &Cancel::new(), |_| Err(())).unwrap().unwrap();
    assert_eq!(again.origin, Origin::File);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let (first, last) = (four(&Goal::BlankFirst), four(&Goal::BlankLast));
    let partition = |text: &str| Partition::parse(text, last.size()).unwrap();
    let plan = |goal: &Position, text: &str, kind| Plan::new(goal, &[partition(text)], kind, Encoding::BYTE).unwrap();
    let (one, two) = (plan(&last, "1,2/3", Kind::Additive), plan(&last, "1,6/3", Kind::Additive));
    let tables = Tables::build(&one, &Builder::default()).unwrap();
    let space = Tiles::<Nibbles, Stm>::new(&last).unwrap();
    assert!(AdditivePdb::<_, 1, 3>::new(&space, &one, &tables).is_ok());
    let error = AdditivePdb::<_, 1, 3>::new(&space, &two, &tables).unwrap_err();
    assert!(matches!(error, MismatchError::Tables { .. }), "{error}");
    let error = AdditivePdb::<_, 1, 2>::new(&space, &one, &tables).unwrap_err();
    assert_eq!(error, MismatchError::Count { partitions: 1, patterns: 3 });
    let error = FullPdb::<_, Stm, 1>::new(&space, &one, &tables).unwrap_err();
    assert!(matches!(error, MismatchError::Kind { .. }), "{error}");
    let merged = "byte-min2".parse().unwrap();
    let shared = Plan::new(&last, &[partition("1,2/3")], Kind::AdditiveBlank, merged).unwrap();
    let shared_tables = Tables::build(&shared, &Builder::default()).unwrap();
    let error = AdditivePdb::<_, 1, 3>::new(&space, &shared, &shared_tables).unwrap_err();
    assert!(matches!(error, MismatchError::Kind { .. }), "{error}");
    for (kind, encoding) in
        [(Kind::Additive, Encoding::Mod3), (Kind::AdditiveBlank, Encoding::Mod4), (Kind::FullSlides, Encoding::Mod4)]
    {
        let error = Plan::new(&last, &[partition("1,2")], kind, encoding).unwrap_err();
        assert_eq!(error, ShapeError::Encoding { kind, encoding });
        let said = error.to_string();
        assert!(
            said.starts_with(&format!("{} tables cannot be packed as {encoding}: it needs", kind.name())),
            "{said}"
        );
    }
    let other = Tiles::<Nibbles, Stm>::new(&first).unwrap();
    let error = AdditivePdb::<_, 1, 3>::new(&other, &one, &tables).unwrap_err();
    assert!(matches!(error, MismatchError::Goal { .. }), "{error}");
}
