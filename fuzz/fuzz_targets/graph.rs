//! Any text as a graph, a position on it and moves: refused with a message of bounded length, or read, and then it prints
//! as something that reads the same, and solvability is decided.
#![no_main]

use std::sync::Arc;

use fewest_graph::{Class, Goal, Graph, Setup, format_moves, parse_moves};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (edges, rest) = text.split_once(';').unwrap_or((text, ""));
    if let Ok(moves) = parse_moves(rest) {
        assert_eq!(parse_moves(&format_moves(&moves)).as_ref(), Ok(&moves));
    }
    match edges.parse::<Graph>() {
        Ok(graph) => {
            assert_eq!(graph.to_string().parse::<Graph>().as_ref(), Ok(&graph));
            let graph = Arc::new(graph);
            let goal = Goal::BlankLast.position(&graph).expect("every graph has this goal");
            let class = Class::of(&goal);
            assert!(class.contains(&goal));
            if let Ok(position) = Setup::parse(rest).and_then(|setup| setup.validate(&graph)) {
                let again = Setup::parse(&position.to_string()).and_then(|setup| setup.validate(&graph));
                assert_eq!(again.as_ref(), Ok(&position));
                let _ = class.solvability(&position);
            }
        }
        Err(faults) => assert!(faults.to_string().len() < 256 * edges.len() + 1024),
    }
});
