//! Reading and writing: nothing makes a parser panic, everything printed is read back, every fault is named.

use std::sync::Arc;

use fewest_graph::{
    Fault, Goal, Graph, GraphEntry, GraphSetup, MAX_VERTICES, Position, Setup, Word, format_moves, parse_moves,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

use crate::support::graph;

fn config(cases: u32) -> ProptestConfig {
    // A fixed seed: a red run means a change, not luck.
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(15), failure_persistence: None, ..ProptestConfig::default() }
}

/// A connected graph: a random tree, and some edges more; as words in any order, either way round, some twice.
fn any_edges() -> impl Strategy<Value = (usize, Vec<String>)> {
    let sized = (2..=MAX_VERTICES).prop_flat_map(|vertices| {
        let parents = prop::collection::vec(any::<Index>(), vertices - 1);
        let more = prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..40);
        (Just(vertices), parents, more)
    });
    let words = sized.prop_map(|(vertices, parents, more)| {
        let mut words: Vec<String> = parents
            .iter()
            .zip(1..)
            .map(|(parent, vertex)| format!("{}-{}", vertex + 1, parent.index(vertex) + 1))
            .collect();
        for (a, b, turned) in more {
            let (a, b) = (a.index(vertices), b.index(vertices));
            if a != b {
                words.push(if turned { format!("{}-{}", b + 1, a + 1) } else { format!("{}-{}", a + 1, b + 1) });
            }
        }
        (vertices, words)
    });
    words.prop_flat_map(|(vertices, words)| (Just(vertices), Just(words).prop_shuffle()))
}

fn any_graph_entry() -> impl Strategy<Value = GraphEntry> {
    prop_oneof![
        4 => (0..70u16, 0..70u16).prop_map(|(a, b)| GraphEntry::Edge(a, b)),
        4 => (1..9u16, 1..9u16).prop_map(|(a, b)| GraphEntry::Edge(a, b)),
        1 => any::<u16>().prop_map(GraphEntry::Vertex),
        1 => "[0-9a-z-]{1,30}".prop_map(GraphEntry::Other),
    ]
}

fn any_entry() -> impl Strategy<Value = Word> {
    prop_oneof![
        Just(Word::Number(0)),
        (1..9u16).prop_map(Word::Number),
        any::<u16>().prop_map(Word::Number),
        "[0-9a-z]{1,30}".prop_map(Word::Other)
    ]
}

fn any_position() -> impl Strategy<Value = (Arc<Graph>, Vec<u8>)> {
    any_edges().prop_flat_map(|(vertices, words)| {
        let tiles: Vec<u8> = (0u8..).take(vertices).collect();
        (Just(graph(&words.join(" "))), Just(tiles).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), close in "([0-9]{0,3}[-, \n]{0,2}){0,40}", tiles in "([0-9xX_.]{0,3}[ ,\n]{0,2}){0,40}") {
        let triangle = graph("1-2 2-3 3-1");
        for text in [text, close, tiles] {
            if let Ok(graph) = text.parse::<Graph>() {
                prop_assert_eq!(graph.to_string().parse(), Ok(graph));
            }
            let _ = text.parse::<Goal>();
            if let Ok(position) = Setup::parse(&text).and_then(|setup| setup.validate(&triangle)) {
                prop_assert_eq!(Setup::parse(&position.to_string()).and_then(|setup| setup.validate(&triangle)), Ok(position));
            }
            if let Ok(moves) = parse_moves(&text) {
                prop_assert_eq!(parse_moves(&format_moves(&moves)), Ok(moves));
            }
        }
    }

    #[test]
    fn any_setup_is_accepted_or_refused(
        graph_entries in prop::collection::vec(any_graph_entry(), 0..12),
        entries in prop::collection::vec(any_entry(), 0..6),
    ) {
        if let Err(faults) = (GraphSetup { entries: graph_entries }).validate() {
            prop_assert!(!faults.to_string().is_empty());
        }
        if let Err(faults) = (Setup { entries }).validate(&graph("1-2 2-3 3-4")) {
            prop_assert!(!faults.to_string().is_empty());
        }
    }

    #[test]
    fn graphs_are_printed_and_read_back((vertices, words) in any_edges()) {
        let graph: Graph = words.join(" ").parse().expect("a connected graph");
        prop_assert_eq!(graph.vertices(), vertices);
        let text = graph.to_string();
        prop_assert_eq!(text.parse::<Graph>(), Ok(graph));
        // The normal form: each edge once, whatever the order and the direction it was written in.
        let mut backwards: Vec<String> = words.iter().map(|word| {
            let (a, b) = word.split_once('-').unwrap();
            format!("{b}-{a}")
        }).collect();
        backwards.reverse();
        prop_assert_eq!(backwards.join("\n").parse::<Graph>().unwrap().to_string(), text);
    }

    #[test]
    fn positions_are_printed_and_read_back((graph, tiles) in any_position()) {
        let position = Position::new(&graph, &tiles).expect("a permutation");
        prop_assert_eq!(position.tiles(), &tiles[..]);
        prop_assert_eq!(Setup::parse(&position.to_string()).and_then(|setup| setup.validate(&graph)), Ok(position.clone()));
        let goal: Goal = position.to_string().parse().expect("an arrangement");
        prop_assert_eq!(goal.position(&graph), Ok(position.clone()));
        prop_assert!(position.listing().iter().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn moves_are_printed_and_read_back(moves in prop::collection::vec(1..64u8, 0..60)) {
        prop_assert_eq!(parse_moves(&format_moves(&moves)), Ok(moves));
    }

    /// The replay allows exactly the tiles on the neighbours of the blank.
    #[test]
    fn only_neighbours_of_the_blank_move((graph, tiles) in any_position()) {
        let position = Position::new(&graph, &tiles).expect("a permutation");
        let neighbours: Vec<u8> = graph.neighbours(position.blank()).map(|vertex| tiles[vertex]).collect();
        for tile in 0..=u8::MAX {
            let mut moved = position.clone();
            let allowed = moved.try_move(tile).is_ok();
            prop_assert_eq!(allowed, neighbours.contains(&tile));
            prop_assert_eq!(moved != position, allowed);
        }
    }

    #[test]
    fn a_loop_and_a_bad_word_are_named((_, mut words) in any_edges(), a: Index, b: Index, vertex: Index, word in "[a-z%é+]{1,9}") {
        let vertex = u16::try_from(vertex.index(2) + 1).unwrap();
        words.insert(a.index(words.len()), format!("{vertex}-{vertex}"));
        words.insert(b.index(words.len()), word.clone());
        let faults: Vec<Fault> = words.join(",").parse::<Graph>().unwrap_err().iter().cloned().collect();
        let place = |text: &str| words.iter().position(|other| other == text).unwrap() + 1;
        let mut expected = vec![
            (place(&word), Fault::NotAnEdge { word: word.clone(), place: place(&word) }),
            (place(&format!("{vertex}-{vertex}")), Fault::Loop { vertex, place: place(&format!("{vertex}-{vertex}")) }),
        ];
        expected.sort_by_key(|(place, _)| *place);
        prop_assert_eq!(faults, expected.into_iter().map(|(_, fault)| fault).collect::<Vec<_>>());
    }

    #[test]
    fn a_vertex_that_is_cut_off_and_a_gap_are_named((vertices, mut words) in any_edges()) {
        prop_assume!(vertices + 3 <= MAX_VERTICES);
        let last = u16::try_from(vertices).unwrap();
        words.push(format!("{}-{}", last + 2, last + 3));
        let faults: Vec<Fault> = words.join(" ").parse::<Graph>().unwrap_err().iter().cloned().collect();
        prop_assert_eq!(faults, [
            Fault::Gap { vertices: vec![last + 1] },
            Fault::Disconnected { from: 1, vertices: vec![last + 2, last + 3] },
        ]);
    }

    #[test]
    fn a_doubled_and_a_missing_tile_are_named((graph, mut tiles) in any_position(), a: Index, b: Index) {
        prop_assume!(tiles.len() > 2);
        let places: Vec<usize> = (0..tiles.len()).filter(|&vertex| tiles[vertex] != 0).collect();
        let first = a.index(places.len());
        let second = (first + 1 + b.index(places.len() - 1)) % places.len();
        let doubled = tiles[places[second]];
        let lost = std::mem::replace(&mut tiles[places[first]], doubled);
        let faults: Vec<Fault> = Position::new(&graph, &tiles).unwrap_err().iter().cloned().collect();
        prop_assert_eq!(faults, [Fault::Doubled { tile: u16::from(doubled), count: 2 }, Fault::Missing { tiles: vec![u16::from(lost)] }]);
    }
}
