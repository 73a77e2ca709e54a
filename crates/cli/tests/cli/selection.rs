//! The options of the Passau tool: exactly what is asked for.

use crate::{EIGHT, HARD, ODD, run};

const MOVES: &str = "L2 U R D L D R2 U2 L2 D R D R U2 L2\n";

#[test]
fn each_prints_its_own() {
    assert_eq!(run(&["solve", "--moves", EIGHT]).stdout, "21\n");
    assert_eq!(run(&["solve", "--result", EIGHT]).stdout, MOVES);
    let seconds = run(&["solve", "--duration", EIGHT]).stdout;
    assert!(seconds.trim_end().parse::<f64>().is_ok_and(|seconds| seconds > 0.0), "{seconds}");
}

#[test]
fn together_they_have_an_order() {
    let lines = run(&["solve", "--duration", "--moves", "--result", "--evaluation", "map", "1 2/0 3"]).stdout;
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[..3], ["0 1", "L", "1"]);
    assert_eq!(lines.len(), 4);
}

#[test]
fn evaluation_counts_every_expansion() {
    let map = run(&["solve", "--solver", "IDA", "--evaluation", "Map", EIGHT]).stdout;
    let list = run(&["solve", "--solver", "IDA", "--evaluation", "List", EIGHT]).stdout;
    let mut counted = vec![0u64; map.lines().count()];
    for depth in list.lines() {
        counted[depth.parse::<usize>().unwrap()] += 1;
    }
    let counted: Vec<String> = counted.iter().enumerate().map(|(depth, count)| format!("{depth} {count}")).collect();
    assert_eq!(map.lines().collect::<Vec<_>>(), counted);
    assert!(list.lines().count() > 100);
}

#[test]
fn the_list_is_events_in_json() {
    let lines = run(&["solve", "--json", "--evaluation", "list", EIGHT]).json_lines();
    let (answer, events) = lines.split_last().unwrap();
    let depths: usize = events.iter().map(|event| event["depths"].as_array().unwrap().len()).sum();
    assert_eq!(answer["expanded"], depths);
    assert!(events.iter().all(|event| event["event"] == "depths"));
}

#[test]
fn what_is_not_there_is_a_dash() {
    let ran = run(&["solve", "--moves", "--result", ODD]);
    assert_eq!((ran.code, ran.stdout.as_str()), (10, "-\n-\n"));
    assert!(ran.stderr.starts_with("unsolvable: odd permutation"));
    let ran = run(&["solve", "--moves", "--quiet", "--max-expansions", "5", HARD]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (20, "-\n", ""));
}

#[test]
fn json_says_it_all_already() {
    for option in ["--duration", "--moves", "--result", "--animate"] {
        assert_eq!(run(&["solve", "--json", option, EIGHT]).code, 2, "{option}");
    }
    assert_eq!(run(&["solve", "--json", "--evaluation", "map", EIGHT]).stdout.lines().count(), 1);
}
