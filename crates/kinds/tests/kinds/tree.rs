//! The tree that a search grows, told node by node: every node is checked by rules that the search knows nothing of.

use fewest_engine::{
    Answer, Cancel, Event, Limits, MoveOrder, Notation, Options, PdbKind, Puzzle, Request, TreeNode, catalog,
};
use fewest_kinds::{KINDS, tiles as of_tiles};

use crate::{graph, metric, solve, tower};

/// Twenty-one moves from the goal.
const START: &str = "5 3 8/0 2 4/1 7 6";
/// Eighty moves from the goal that begins with the blank.
const FAR: &str = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
/// As many nodes as a search expands at most.
const ENOUGH: u64 = 1500;

/// Solves, and gathers the tree. Nodes come in the order of their numbers, in batches, and before what is said of them.
fn tell(request: &Request) -> (Answer, Vec<TreeNode>) {
    let mut nodes: Vec<TreeNode> = Vec::new();
    let mut depths = Vec::new();
    let answer = KINDS.solve(request, &Cancel::new(), &mut |event| match event {
        Event::Nodes { nodes: more } => {
            assert!((1..=256).contains(&more.len()), "{}", more.len());
            nodes.extend(more);
        }
        Event::Depths { depths: more } => depths.extend(more),
        Event::Iteration { expanded, .. } => {
            assert_eq!(nodes.len() as u64, expanded.min(request.trace_tree.unwrap_or_default().into()));
        }
        _ => {}
    });
    let answer = answer.unwrap_or_else(|error| panic!("{request:?}: {error}"));
    assert!((0..).zip(&nodes).all(|(number, node)| node.id == number), "numbers are given in order");
    if request.trace_depths {
        assert!(depths.iter().copied().zip(&nodes).all(|(depth, node)| node.g == depth), "depths are told in order");
    }
    (answer, nodes)
}

/// The same puzzle from another position. What stands around the board in the text of a puzzle stays.
fn from(puzzle: &Puzzle, position: &str, (before, after): (&str, &str)) -> Puzzle {
    puzzle.clone().with("position", format!("{before}{position}{after}"))
}

/// One move, made by the rules, leads from one node to the other, and costs the difference.
fn is_move(request: &Request, around: (&str, &str), from_node: &TreeNode, to_node: &TreeNode, mv: &str) {
    let found = KINDS.verify(&from(&request.puzzle, &from_node.position, around), mv, request.notation);
    let found = found.unwrap_or_else(|error| panic!("{from_node:?} {mv}: {error}"));
    assert_eq!((found.illegal, found.end.as_str()), (None, to_node.position.as_str()), "{from_node:?} {mv}");
    let cost = found.lengths[metric(&request.puzzle)];
    assert_eq!(u64::from(from_node.g.abs_diff(to_node.g)), cost, "{from_node:?} {mv} {to_node:?}");
}

/// Tells a tree, and checks all that holds of every one.
fn told(request: &Request) -> (Answer, Vec<TreeNode>) {
    let (answer, nodes) = tell(request);
    let what = format!("{} {}", answer.algorithm, answer.heuristic);
    let most = u64::from(request.trace_tree.expect("a tree is asked for"));
    assert_eq!(nodes.len() as u64, answer.expanded.min(most), "{what}");
    if request.algorithm != "auto" {
        let plain = solve(&Request { trace_tree: None, ..request.clone() });
        let plain = plain.expect("a good request");
        assert_eq!(
            (plain.length, &plain.moves, plain.expanded, plain.generated),
            (answer.length, &answer.moves, answer.expanded, answer.generated),
            "{what}: nothing changes for being watched"
        );
    }
    let first = nodes.iter().find(|node| !node.backward).expect("the start is expanded");
    assert_eq!((first.parent, first.g), (None, 0), "{what}");
    let around = answer.position.split_once(&first.position).expect("the first node is the start as it was given");
    let uses_heuristic = catalog::algorithms().iter().any(|info| info.name == answer.algorithm && info.uses_heuristic);
    for node in &nodes {
        assert_eq!(node.h.is_some(), uses_heuristic, "{what}: {node:?}");
        assert_eq!(node.parent.is_some(), node.mv.is_some(), "{what}: {node:?}");
        let Some(parent) = node.parent else { continue };
        assert!(parent < node.id, "{what}: {node:?} was told before its parent");
        let parent = &nodes[parent as usize];
        assert!(parent.backward == node.backward && parent.g < node.g, "{what}: {parent:?}, {node:?}");
        let mv = node.mv.as_deref().expect("checked above");
        if node.backward {
            is_move(request, around, node, parent, mv);
        } else {
            is_move(request, around, parent, node, mv);
        }
    }
    (answer, nodes)
}

/// A request for a tree by this algorithm, with what it needs.
fn request(puzzle: Puzzle, algorithm: &str) -> Request {
    Request {
        algorithm: algorithm.to_owned(),
        options: Options { depth: ["DFS", "DLS"].contains(&algorithm).then_some(17), ..Options::default() },
        limits: Limits { expansions: Some(ENOUGH), ..Limits::default() },
        trace_tree: Some(20_000),
        ..Request::new(puzzle)
    }
}

fn tiles(position: &str, metric: &str) -> Puzzle {
    Puzzle::new("tiles", position).with("metric", metric)
}

/// The nodes without a parent.
fn roots(nodes: &[TreeNode]) -> Vec<&TreeNode> {
    nodes.iter().filter(|node| node.parent.is_none()).collect()
}

/// In a tree that is told depth first, all that was told after a node's parent and before the node is below that parent.
fn is_preorder(nodes: &[TreeNode]) {
    let mut path: Vec<u32> = Vec::new();
    for node in nodes {
        while path.last().is_some_and(|last| Some(*last) != node.parent) {
            path.pop();
        }
        assert_eq!(path.last().copied(), node.parent, "{node:?} is not below the node that was expanded last");
        path.push(node.id);
    }
}

/// In a layer that is told in the order in which it was found, parents come in order too.
fn is_by_layers(nodes: &[TreeNode]) {
    for pair in nodes.windows(2) {
        if let ([Some(first), Some(second)], true) = ([pair[0].parent, pair[1].parent], pair[0].g == pair[1].g) {
            assert!(first <= second, "{pair:?}");
        }
    }
}

/// All trees of a puzzle that can be told.
fn all_told(puzzle: &Puzzle) {
    let kind = KINDS.of(puzzle).expect("a puzzle").info();
    let mut algorithms = 0;
    for info in catalog::algorithms() {
        if !info.tells_tree || !kind.is_served_by(info.algorithm, metric(puzzle)) {
            continue;
        }
        let (answer, nodes) = told(&request(puzzle.clone(), info.name));
        let roots = roots(&nodes);
        let starts = roots.iter().filter(|node| node.g == 0 && !node.backward).count() as u64;
        assert!(
            roots.iter().filter(|node| node.g == 0 && !node.backward).all(|node| node.position == nodes[0].position)
        );
        match info.name {
            "IDA*" | "IDDFS" => {
                assert_eq!((starts, roots.len() as u64), (answer.iterations, answer.iterations));
                is_preorder(&nodes);
            }
            // A path that is found is found again in halves, which begin anywhere.
            "BFHS" => {
                assert!(starts >= answer.iterations);
                is_by_layers(&nodes);
            }
            "BiBFS" | "NBS" => assert_eq!(starts, 1),
            _ => assert_eq!((starts, roots.len()), (1, 1), "{}", info.name),
        }
        // Where there are many goals, the search from them need not begin.
        if puzzle.kind != "blocks" || !info.needs_goals() {
            assert_eq!(nodes.iter().any(|node| node.backward), info.needs_goals(), "{}", info.name);
        }
        algorithms += 1;
    }
    assert!(algorithms >= 12, "{algorithms}");
}

#[test]
fn every_tree_of_tiles_is_true() {
    all_told(&tiles(START, "stm"));
    all_told(&tiles(START, "mtm"));
}

#[test]
fn every_tree_of_other_puzzles_is_true() {
    all_told(&tower(3, 3));
    all_told(&graph("1-2 2-3 3-4 4-5 5-1 5-6 6-7 7-3", "2 4 0 5 1 6 3"));
    all_told(&Puzzle::new("pancake", "3 1 5 2 4"));
    all_told(&Puzzle::new("cube", "y R U F' R2").with("size", "2x2x2").with("metric", "qtm"));
    all_told(&Puzzle::new("blocks", "hughes").with("metric", "step"));
    all_told(&Puzzle::new("blocks", "simplicity"));
    let level = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####";
    for metric in ["push", "move"] {
        all_told(&Puzzle::new("sokoban", level).with("metric", metric));
    }
}

/// What options do to a tree: nodes that are forgotten and come back, paths that are cut where another passed, rounds below the
/// frontier of A*, slides that take turns.
#[test]
fn trees_are_true_with_every_option() {
    let start = || tiles(START, "stm");
    let with = |algorithm: &str, options: Options| told(&Request { options, ..request(start(), algorithm) });
    let (_, nodes) = with("SMA*", Options { nodes: Some(30), ..Options::default() });
    assert!(roots(&nodes).iter().all(|node| node.g == 0), "only the start begins anything");
    let again = nodes.iter().filter(|node| nodes[..node.id as usize].iter().any(|old| old.position == node.position));
    assert!(again.count() > 0, "what was forgotten comes again");
    with("IDA*", Options { order: Some(MoveOrder::ByF), ..Options::default() });
    with("IDA*", Options { table_bytes: Some(100_000), ..Options::default() });

    let far = tiles(FAR, "stm").with("goal", "blank-first");
    let limits = Limits { expansions: Some(12_000), memory_bytes: Some(1_100_000), ..Limits::default() };
    let (answer, nodes) = told(&Request { limits, ..request(far, "A*+IDA*") });
    assert!(answer.iterations > 1, "memory was enough for A*");
    assert_eq!(roots(&nodes).len(), 1, "dives hang on the tree of A*");

    let options =
        Options { pdb: Some("1,2,3,4/5,6,7,8".to_owned()), pdb_kind: Some(PdbKind::Lines), ..Options::default() };
    told(&Request { options, heuristic: "pdb".to_owned(), ..request(tiles(START, "mtm"), "IDA*") });
    told(&Request { notation: Notation::Blank, trace_depths: true, ..request(start(), "A*") });
}

#[test]
fn the_estimate_is_that_of_the_position() {
    for (puzzle, heuristic) in [(tiles(START, "stm"), "manhattan"), (tower(3, 3), "discs-away")] {
        let request = Request { heuristic: heuristic.to_owned(), ..request(puzzle, "A*") };
        for node in tell(&request).1 {
            let bounds =
                KINDS.check(&from(&request.puzzle, &node.position, ("", ""))).expect("a position").lower_bounds;
            let bound = bounds.iter().find(|bound| bound.heuristic == heuristic).map(|bound| bound.moves);
            assert!(bound.is_some() && bound == node.h, "{node:?} {bounds:?}");
        }
    }
}

#[test]
fn telling_ends_at_the_limit_and_the_search_goes_on() {
    for most in [1, 10, 256, 257, 400] {
        let (answer, nodes) = told(&Request { trace_tree: Some(most), ..request(tiles(START, "stm"), "BFS") });
        assert!(answer.expanded > 400 && nodes.len() == most as usize);
        let both = Request { trace_depths: true, trace_tree: Some(most), ..request(tiles(START, "stm"), "BFS") };
        let mut depths = 0;
        let answer = KINDS.solve(&both, &Cancel::new(), &mut |event| {
            if let Event::Depths { depths: more } = event {
                depths += more.len() as u64;
            }
        });
        assert_eq!(depths, answer.expect("a good request").expanded, "depths are told to the end");
    }
}

#[test]
fn what_has_no_tree_is_refused() {
    let refusal = |request: &Request| solve(request).map(|answer| answer.algorithm).expect_err("refused").to_string();
    let start = || tiles(START, "stm");
    for info in catalog::algorithms().iter().filter(|info| !info.tells_tree) {
        let is_of_tiles = of_tiles::INFO.is_served_by(info.algorithm, "stm");
        let puzzle = match info.name {
            _ if is_of_tiles => start(),
            "recursive" => Puzzle::new("hanoi", "3 2 1/-/-"),
            _ => Puzzle::new("blocks", "hughes"),
        };
        let message = refusal(&request(puzzle, info.name));
        assert!(message.contains("cannot report a tree; choose BFS, BiBFS, DFS,"), "{message}");
    }
    let threads = Options { threads: Some(2), ..Options::default() };
    assert!(refusal(&Request { options: threads, ..request(start(), "A*") }).starts_with("HDA* does not expand"));
    for nodes in [0, 20_001] {
        let message = refusal(&Request { trace_tree: Some(nodes), ..request(start(), "A*") });
        assert_eq!(message, format!("a tree of {nodes} nodes cannot be reported; request 1 to 20000"));
    }
}

#[test]
fn auto_chooses_what_can_be_told() {
    let large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24";
    for (puzzle, algorithm) in
        [(tiles(START, "stm"), "A*"), (tiles(large, "stm"), "IDA*"), (Puzzle::new("blocks", "hughes"), "BFS")]
    {
        assert_eq!(told(&request(puzzle, "auto")).0.algorithm, algorithm);
    }
}

#[test]
fn a_node_is_written_without_what_it_lacks() {
    let request: Request =
        serde_json::from_str(r#"{"puzzle":{"kind":"tiles","position":"1 2/0 3"},"algorithm":"A*","trace_tree":5}"#)
            .expect("a request");
    let mut events = Vec::new();
    KINDS.solve(&request, &Cancel::new(), &mut |event| events.push(event)).expect("a good request");
    let nodes = events.iter().find(|event| matches!(event, Event::Nodes { .. })).expect("nodes are told");
    let text = serde_json::to_string(nodes).expect("serialises");
    assert_eq!(text, r#"{"event":"nodes","nodes":[{"id":0,"g":0,"h":1,"position":"1 2/0 3"}]}"#);
    assert_eq!(&serde_json::from_str::<Event>(&text).expect("reads back"), nodes);
}
