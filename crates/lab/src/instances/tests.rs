use std::collections::BTreeSet;
use std::fs;

use fewest_engine::{Outcome, Proof, RandomRequest, Request};

use super::*;

fn made(text: &str, quick: bool, beside: &Path) -> Result<Vec<Instance>, LabError> {
    made_until(text, quick, beside, &Cancel::new())
}

fn made_until(text: &str, quick: bool, beside: &Path, cancel: &Cancel) -> Result<Vec<Instance>, LabError> {
    let suite = Suite::parse(&format!(
        "name = \"s\"\ntitle = \"S\"\n{text}\n[[searches]]\nalgorithms = [\"A*\"]\nheuristics = [\"manhattan\"]"
    ))
    .unwrap();
    let session = Session::in_memory(KINDS);
    let mut workshop = Workshop { quick, beside, session: &session, cancel, tell: &mut |_, _, _| () };
    materialise(&suite, &mut workshop)
}

fn all(text: &str) -> Vec<Instance> {
    made(text, false, Path::new("")).unwrap()
}

fn refusal(text: &str) -> String {
    made(text, false, Path::new("")).unwrap_err().to_string()
}

fn positions(instances: &[Instance]) -> BTreeSet<&str> {
    instances.iter().map(|instance| instance.position.as_str()).collect()
}

const RANDOM: &str = "[[instances]]\ngroup = \"3x3\"\nseed = 7\ncount = 4\n\
                      random = { kind = \"tiles\", size = \"3x3\", goal = \"blank-last\" }\n";

#[test]
fn a_suite_is_never_made_in_part() {
    let cancel = Cancel::new();
    cancel.cancel();
    for how in ["", "shuffles = [1_000_000_000]\n", "distances = [5]\n"] {
        let made = made_until(&format!("{RANDOM}{how}"), false, Path::new(""), &cancel);
        assert!(matches!(made, Err(LabError::Cancelled)), "{how}: {made:?}");
    }
}

#[test]
fn distances_are_exact_and_the_same_each_time() {
    let text = format!("{RANDOM}distances = [5, 23, 11]\n");
    let instances = all(&text);
    assert_eq!(instances, all(&text));
    let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[4], names[11]), (12, "d5-0001", "d23-0001", "d11-0004"));
    for instance in &instances {
        let answer = KINDS.solve(&Request::new(instance.puzzle.clone()), &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!((answer.outcome, answer.proof), (Outcome::Solved, Proof::Optimal));
        let distance: u32 = instance.name[1..instance.name.find('-').unwrap()].parse().unwrap();
        assert_eq!(answer.length, Some(distance), "{}", instance.name);
        assert_eq!(instance.optima, BTreeMap::from([("stm".to_owned(), distance)]));
        assert_eq!(instance.position, answer.position);
    }
}

#[test]
fn no_position_comes_twice_at_a_distance() {
    // Reinefeld (1993) counts 20 positions at 5 moves and 2 at 31.
    let instances = all(&format!("{RANDOM}distances = [5]\n").replace("count = 4", "count = 20"));
    assert_eq!(positions(&instances).len(), 20);
    let farthest = all(&format!("{RANDOM}distances = [31]\n").replace("count = 4", "count = 2"));
    assert_eq!(positions(&farthest), BTreeSet::from(["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]));
    let said = refusal(&format!("{RANDOM}distances = [0, 1, 5]\n").replace("count = 4", "count = 99_999"));
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("distances: 5: count is 99999, but only 20 positions are 5 moves from the goal"), "{said}");
}

#[test]
fn far_positions_are_taken_from_shortest_solutions() {
    let text = format!("{RANDOM}distances = [26, 30]\n").replace("size = \"3x3\"", "size = \"3x4\"");
    let instances = all(&text);
    assert_eq!(instances, all(&text));
    assert_eq!(positions(&instances).len(), 8);
    for instance in &instances {
        let answer = KINDS.solve(&Request::new(instance.puzzle.clone()), &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!((answer.length, answer.proof), (instance.optima.get("stm").copied(), Proof::Optimal));
    }
}

#[test]
fn what_is_too_far_is_refused() {
    let said = |size: &str, goal: &str, distance: u32| {
        let text = RANDOM.replace("\"3x3\", goal", &format!("\"{size}\", goal")).replace("blank-last", goal);
        refusal(&format!("{text}distances = [1, {distance}]\n").replace("count = 4", "count = 1"))
    };
    for (size, goal, distance, most) in [
        ("3x3", "blank-last", 32, 31),
        ("3x4", "blank-last", 54, 53),
        ("4x3", "blank-first", 54, 53),
        ("4x4", "blank-first", 81, 80),
        // The blank of the goal is 2 moves from a corner.
        ("4x4", "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15", 83, 82),
        ("9x1", "blank-last", 10, 8),
        ("4x4", "blank-last", u32::MAX, 80),
    ] {
        let said = said(size, goal, distance);
        let expected = format!("instances \"3x3\": distances: {distance}: no position of a board of ");
        assert!(said.starts_with(&expected), "{said}");
        assert!(said.ends_with(&format!("is more than {most} moves from this goal")), "{said}");
    }
    // Where nobody knows, it is given up.
    let given_up = said("5x2", "blank-last", 60);
    assert!(given_up.contains("in a row gave no new one that is 60 moves from the goal"), "{given_up}");
}

#[test]
fn too_many_instances_are_refused_before_room_is_made() {
    for (count, asked) in
        [("9_000_000_000_000_000_000", "27000000000000000000"), ("1_000_000_000_000_000", "3000000000000000")]
    {
        for parts in ["shuffles = [1, 2, 3]", "distances = [1, 2, 3]"] {
            let said = refusal(&format!("{RANDOM}{parts}\n").replace("count = 4", &format!("count = {count}")));
            assert!(said.starts_with(&format!("the suite has {asked} random instances, ")), "{said}");
        }
    }
    let text = RANDOM.replace("count = 4", "count = 9_000_000_000_000_000_000");
    assert_eq!(made(&text, true, Path::new("")).unwrap().len(), 3, "a quick run takes the first");
}

#[test]
fn a_board_of_one_cell_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[[instances]]\ngroup = \"f\"\nfile = \"boards.txt\"\n\
                like = { kind = \"tiles\", position = \"1 2/3 0\" }";
    fs::write(folder.path().join("boards.txt"), "1 2/0 3\nx\n").unwrap();
    let said = made(text, false, folder.path()).unwrap_err().to_string();
    assert!(said.contains("boards.txt, line 2: nothing can move") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_shortest_solution_by_ida_star_does_not_depend_on_the_heuristic() {
    let puzzle = Puzzle::empty("tiles").with("size", "3x3");
    let positions = KINDS.random(&RandomRequest { puzzle: puzzle.clone(), shuffle: None, seed: 3 }).unwrap();
    for position in positions.take(20) {
        let moves = ["manhattan", "linear-conflict", "auto"].map(|heuristic| {
            let request = Request {
                algorithm: "IDA*".to_owned(),
                heuristic: heuristic.to_owned(),
                ..Request::new(at_random(&puzzle, position.clone()))
            };
            KINDS.solve(&request, &Cancel::new(), &mut |_| ()).unwrap().moves
        });
        assert!(moves[0].is_some() && moves.iter().all(|other| *other == moves[0]), "{position}");
    }
}

#[test]
fn distances_are_not_for_every_kind() {
    let text = "[[instances]]\ngroup = \"h\"\nseed = 1\ncount = 1\ndistances = [3]\n\
                random = { kind = \"hanoi\", discs = 4, pegs = 3, goal = \"last\" }";
    assert_eq!(
        refusal(text),
        "instances \"h\": distances: positions at given distances are not available for hanoi; give shuffles or neither"
    );
}

#[test]
fn each_shuffle_has_a_sequence_of_its_own_that_others_can_make_again() {
    let instances = all(&format!("{RANDOM}shuffles = [10, 20]\n"));
    assert_eq!(instances.len(), 8);
    assert_eq!((instances[0].name.as_str(), instances[7].name.as_str()), ("s10-0001", "s20-0004"));
    assert_eq!((instances[3].part, instances[4].part), (0, 1));
    let seeds: BTreeSet<Option<u64>> = instances.iter().map(|instance| instance.seed).collect();
    assert_eq!(seeds.len(), 2);
    for (index, instance) in instances.iter().enumerate() {
        let puzzle = Puzzle::empty("tiles").with("size", "3x3");
        let request = RandomRequest { puzzle, shuffle: instance.shuffle, seed: instance.seed.unwrap() };
        assert!(request.seed < 1 << 53);
        assert_eq!(KINDS.random(&request).unwrap().nth(index % 4), Some(instance.position.clone()));
    }
    assert_ne!(all(&format!("{RANDOM}shuffles = [10]\n").replace("seed = 7", "seed = 8"))[0].seed, instances[0].seed);
}

#[test]
fn a_quick_run_has_the_first_of_each_part() {
    let text = format!("{RANDOM}shuffles = [10, 20]\nquick = 2\n");
    let quick = made(&text, true, Path::new("")).unwrap();
    let full = all(&text);
    assert_eq!(quick, [&full[0..2], &full[4..6]].concat());
    assert_eq!(made(&text.replace("quick = 2", "quick = 0"), true, Path::new("")).unwrap(), []);
}

#[test]
fn every_position_is_there_once() {
    let text = "[[instances]]\ngroup = \"all\"\nevery = { kind = \"tiles\", size = \"3x2\", goal = \"blank-first\" }";
    let instances = all(text);
    assert_eq!((instances.len(), positions(&instances).len()), (360, 360));
    for instance in &instances {
        assert_eq!(KINDS.check(&instance.puzzle).unwrap().solvable, Some(true));
    }
    let text = "[[instances]]\ngroup = \"all\"\nevery = { kind = \"hanoi\", discs = 4, pegs = 3, goal = \"last\" }";
    let instances = all(text);
    assert_eq!((instances.len(), positions(&instances).len()), (81, 81));
    let text = "[[instances]]\ngroup = \"all\"\nevery = { kind = \"tiles\", size = \"5x2\", goal = \"blank-last\" }";
    let said = refusal(text);
    assert!(said.contains("every: there are 1814400 positions, but at most 1000000 can be listed"), "{said}");
    assert!(refusal(&text.replace("5x2", "5x5")).contains("every: there are more than 2^64 positions"));
}

#[test]
fn published_sets_have_their_lengths() {
    let korf = all("[[instances]]\ngroup = \"korf\"\nset = \"korf100\"");
    assert_eq!(korf.len(), 100);
    assert_eq!(korf.iter().map(|instance| instance.optima["stm"]).sum::<u32>(), 5305);
    assert_eq!(korf[0].position, "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
    let samples = all("[[instances]]\ngroup = \"m\"\nset = \"mtm-samples\"");
    assert_eq!((samples.len(), samples[0].name.as_str()), (30, "Easy-1"));
    assert_eq!((samples[0].optima["stm"], samples[0].optima["mtm"]), (4, 2));
    let some = all("[[instances]]\ngroup = \"m\"\nset = \"mtm-samples\"\nnames = [\"Medium-1\", \"Easy-2\"]");
    assert_eq!([&some[0].name, &some[1].name], ["Medium-1", "Easy-2"]);
    assert!(refusal("[[instances]]\ngroup = \"m\"\nset = \"mtm\"").contains("choose korf100 or mtm-samples"));
}

#[test]
fn the_library_is_known_by_its_names() {
    let blocks = all("[[instances]]\ngroup = \"b\"\nlibrary = \"blocks\"\nnames = [\"klotski\"]");
    assert_eq!((blocks.len(), blocks[0].puzzle.kind.as_str()), (1, "blocks"));
    assert_eq!(blocks[0].optima["move"], 81);
    let tiles = all("[[instances]]\ngroup = \"t\"\nlibrary = \"tiles\"");
    assert!(tiles.iter().any(|instance| instance.name == "hardest-8"));
    let said = refusal("[[instances]]\ngroup = \"b\"\nlibrary = \"blocks\"\nnames = [\"klotsky\"]");
    assert!(said.contains("instances \"b\": there is no \"klotsky\"; choose one of "), "{said}");
}

#[test]
fn files_are_read_line_by_line_and_all_faults_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[[instances]]\ngroup = \"f\"\nfile = \"boards.txt\"\n\
                like = { kind = \"tiles\", position = \"0 1 2 3 4 5 6 7 8\", size = \"3x3\", metric = \"mtm\" }";
    fs::write(folder.path().join("boards.txt"), "# two boards\n5 3 8 0 2 4 1 7 6\n\n1 2 3 4 5 6 7 8 0\r\n").unwrap();
    let instances = made(text, false, folder.path()).unwrap();
    assert_eq!(instances.len(), 2);
    assert_eq!((instances[1].name.as_str(), instances[1].position.as_str()), ("0002", "1 2 3/4 5 6/7 8 0"));
    assert_eq!(instances[0].puzzle.metric(), Some("mtm"));
    fs::write(folder.path().join("boards.txt"), "1 1 3 4 5 6 7 8 0\n# right:\n1 2 3 4 5 6 7 8 0\n1 2 x\n").unwrap();
    let said = made(text, false, folder.path()).unwrap_err().to_string();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("instances \"f\": ") && lines[0].contains("boards.txt, line 1: "), "{said}");
    assert!(lines[1].contains("boards.txt, line 4: "), "{said}");
    fs::remove_file(folder.path().join("boards.txt")).unwrap();
    assert!(made(text, false, folder.path()).unwrap_err().to_string().contains("cannot read "));
}

#[test]
fn puzzles_are_looked_at_before_anything_runs() {
    let text = "[[instances]]\ngroup = \"p\"\nnames = [\"one\", \"two\"]\n\
                puzzles = [{ kind = \"tiles\", position = \"1 2/2 0\" }, { kind = \"hanoi\", position = \"1 2/-/-\" }]\n\
                [[instances]]\ngroup = \"q\"\nset = \"none\"";
    let said = refusal(text);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("instances \"p\": \"one\": ") && said.contains("instances \"p\": \"two\": "), "{said}");
    let twice = "[[instances]]\ngroup = \"p\"\nnames = [\"one\", \"one\"]\n\
                 puzzles = [{ kind = \"tiles\", position = \"1 2/3 0\" }, { kind = \"tiles\", position = \"1 0/3 2\" }]";
    assert_eq!(refusal(twice), "instances \"p\": two are called \"one\"");
}

#[test]
fn positions_are_in_the_normal_form_of_answers() {
    for kind in KINDS.iter() {
        let instances = all(&format!("[[instances]]\ngroup = \"l\"\nlibrary = \"{}\"", kind.info().name));
        for instance in instances.into_iter().take(3) {
            let mut request = Request::new(instance.puzzle);
            request.limits.expansions = Some(1);
            let answer = KINDS.solve(&request, &Cancel::new(), &mut |_| ()).unwrap();
            assert_eq!(instance.position, answer.position, "{} {}", kind.info().name, instance.name);
        }
    }
}
