//! What the engine tells a page: every board can be played by the text of its moves alone, and what is told of them agrees
//! with the rules that judge solutions.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use fewest_engine::view::{Board, Cell, Colour, LegalMove, Piece, Role, Side, View};
use fewest_engine::{
    EngineError, Notation, Outcome, Proof, Puzzle, Query, RandomRequest, Reply, Request, SearchLimits, Session,
    Verification,
};
use fewest_kinds::KINDS;

use crate::{graph, library, metric, solve, tower};

/// A small source of chance, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

fn query(query: &Query) -> Result<Reply, EngineError> {
    Session::in_memory(KINDS).query(query, &SearchLimits::default())
}

fn verify(puzzle: &Puzzle, moves: &str) -> Verification {
    KINDS.verify(puzzle, moves, Notation::Tile).expect("moves that can be read")
}

fn seen(puzzle: &Puzzle, moves: &[String]) -> View {
    KINDS.view(puzzle, &moves.join(" ")).unwrap_or_else(|error| panic!("{puzzle:?} {moves:?}: {error}"))
}

/// What is on the board, however pieces are numbered and coloured.
fn things(board: &Board) -> BTreeSet<String> {
    match board {
        Board::Grid { width, height, ground, pieces, .. } => {
            let piece = |Piece { label, role, cells, home, at_home, .. }: &Piece| {
                format!("{label} {role:?} {cells:?} {home:?} {at_home}")
            };
            pieces.iter().map(piece).chain([format!("{width} {height} {ground:?}")]).collect()
        }
        board => BTreeSet::from([format!("{board:?}")]),
    }
}

/// Everything that must hold of a view, whatever the puzzle.
fn examine(puzzle: &Puzzle, moves: &[String], view: &View) {
    let found = verify(puzzle, &moves.join(" "));
    assert_eq!((view.start.as_str(), view.goal.as_str()), (found.position.as_str(), found.goal.as_str()));
    assert_eq!(view.lengths, found.lengths, "{puzzle:?} {moves:?}");
    let illegal = view.illegal.as_ref().map(|illegal| (illegal.number as usize, illegal.reason.clone()));
    assert_eq!(illegal, found.illegal, "{puzzle:?} {moves:?}");
    // A verification judges all moves, a view the position that the legal ones led to.
    assert!(view.solved == found.solves || view.illegal.is_some(), "{puzzle:?} {moves:?}");
    // Told one by one, they are the same moves.
    let joined = verify(puzzle, &view.made.join(" "));
    assert_eq!((joined.moves, joined.end, &joined.lengths), (found.moves, found.end, &view.lengths));
    // The rest as a puzzle of its own.
    let here = seen(&view.here, &[]);
    assert_eq!(here.solved, view.solved);
    assert_eq!(things(&here.board), things(&view.board), "{puzzle:?} {moves:?}");
    let texts = |view: &View| view.moves.iter().map(|mv| mv.text.clone()).collect::<BTreeSet<_>>();
    assert_eq!(texts(&here), texts(view), "{puzzle:?} {moves:?}");
    assert_eq!(texts(view).len(), view.moves.len(), "no move is told twice");
    assert_eq!(metric(&here.here), metric(puzzle));
}

/// Every legal move is accepted and does what is told of it.
fn try_all(puzzle: &Puzzle, moves: &[String], before: &View) {
    for LegalMove { text, pieces, by, to, peg, vertex } in &before.moves {
        let mut longer = moves.to_vec();
        longer.push(text.clone());
        let after = seen(puzzle, &longer);
        assert_eq!(after.illegal, None, "{text}");
        assert!(after.made.len() > before.made.len());
        match (&before.board, &after.board) {
            (Board::Grid { pieces: old, .. }, Board::Grid { pieces: new, .. }) => {
                let cells = |pieces: &[Piece]| -> BTreeMap<u32, Vec<Cell>> {
                    pieces.iter().map(|piece| (piece.id, piece.cells.clone())).collect()
                };
                let (mut expected, mut found) = (cells(old), cells(new));
                for id in pieces {
                    for cell in expected.get_mut(id).expect("a piece that is there") {
                        *cell = [cell[0].wrapping_add_signed(by[0]), cell[1].wrapping_add_signed(by[1])];
                    }
                    // Where pieces go different ways, it is told which they are and no more.
                    if *by == [0, 0] {
                        assert!(expected.remove(id).is_some() && found.remove(id).is_some(), "{text}");
                    }
                }
                // Who leaves the board is gone; the library has no exits, so all others stay.
                expected.retain(|id, _| new.iter().any(|piece| piece.id == *id));
                assert_eq!(found, expected, "{puzzle:?} {moves:?} {text}");
                let player = new.iter().find(|piece| piece.role == Role::Player);
                assert!(to.is_none_or(|to| player.is_some_and(|player| player.cells == [to])), "{text}");
            }
            (Board::Pegs { pegs: old, .. }, Board::Pegs { pegs: new, .. }) => {
                let [from, to] = peg.expect("pegs");
                let mut expected = old.clone();
                let disc = expected[from as usize].pop().expect("a disc");
                expected[to as usize].push(disc);
                assert_eq!((new, pieces.as_slice()), (&expected, &[disc][..]));
            }
            (Board::Graph { tiles: old, .. }, Board::Graph { tiles: new, .. }) => {
                let at = vertex.expect("a vertex") as usize;
                let mut expected = old.clone();
                expected.swap(at, old.iter().position(|&tile| tile == 0).expect("a blank"));
                assert_eq!((new, pieces.as_slice()), (&expected, &[old[at]][..]));
            }
            _ => panic!("a board that changes its shape"),
        }
    }
}

/// Every single step that can be written.
fn steps(view: &View) -> Vec<String> {
    let of = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
    match (view.kind.as_str(), &view.board) {
        ("tiles", _) => of(&["U", "D", "L", "R"]),
        ("sokoban", _) => of(&["u", "d", "l", "r", "U", "D", "L", "R"]),
        ("blocks", Board::Grid { pieces, .. }) => {
            pieces.iter().flat_map(|piece| ["U", "D", "L", "R"].map(|way| format!("{}{way}", piece.label))).collect()
        }
        ("cube", _) => of(&["U", "R2", "F'", "D", "L2", "B'", "M", "E2", "S'", "Rw", "Uw2", "Fw'", "x", "y2", "z'"]),
        ("pancake", _) => (1..=view.start.split(' ').count()).map(|flipped| flipped.to_string()).collect(),
        (_, Board::Pegs { pegs, .. }) => {
            let letter = |peg: usize| char::from(b'A' + u8::try_from(peg).expect("a letter"));
            let pairs = (0..pegs.len()).flat_map(|a| (0..pegs.len()).map(move |b| (a, b))).filter(|(a, b)| a != b);
            pairs.map(|(a, b)| format!("{}>{}", letter(a), letter(b))).collect()
        }
        (_, Board::Graph { tiles, .. }) => (1..tiles.len()).map(|tile| tile.to_string()).collect(),
        other => panic!("{other:?}"),
    }
}

/// No other single step than those listed is legal.
fn try_none_other(puzzle: &Puzzle, moves: &[String], view: &View) {
    let mut refused = 0;
    for step in steps(view) {
        let longer = [moves, std::slice::from_ref(&step)].concat();
        let found = verify(puzzle, &longer.join(" "));
        let is_legal = found.illegal.is_none();
        assert_eq!(view.moves.iter().any(|mv| mv.text == step), is_legal, "{puzzle:?} {longer:?}");
        // What comes behind an illegal move changes nothing.
        if !is_legal && refused < 2 {
            refused += 1;
            let stuck = seen(puzzle, &[&longer[..], std::slice::from_ref(&step)].concat());
            examine(puzzle, &longer, &stuck);
            assert_eq!((&stuck.board, &stuck.made, &stuck.lengths), (&view.board, &view.made, &view.lengths));
        }
    }
}

/// Walks about at random and looks at every position on the way.
fn wander(puzzle: &Puzzle, steps: usize, chance: &mut Chance) {
    let mut moves: Vec<String> = Vec::new();
    for number in 0..=steps {
        let view = seen(puzzle, &moves);
        examine(puzzle, &moves, &view);
        try_none_other(puzzle, &moves, &view);
        if number % 4 == 0 {
            try_all(puzzle, &moves, &view);
        }
        let Some(mv) = view.moves.get(chance.below(view.moves.len().max(1))) else { break };
        moves.push(mv.text.clone());
    }
}

#[test]
fn every_puzzle_of_the_library_can_be_played() {
    let mut chance = Chance(1);
    for kind in KINDS.iter() {
        let entries = kind.library();
        assert!(!entries.is_empty());
        let names: HashSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names.len(), entries.len());
        for entry in &entries {
            assert_eq!(entry.puzzle.kind, kind.info().name);
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(entry.name.bytes().all(is_plain) && !entry.title.is_empty() && !entry.size.is_empty());
            wander(&entry.puzzle, 9, &mut chance);
        }
    }
}

#[test]
fn random_positions_can_be_played() {
    let tiles = |size: &str| Puzzle::empty("tiles").with("size", size);
    let wanted = [
        tiles("3x3").with("goal", "blank-first"),
        tiles("5x2").with("goal", "blank-last"),
        tiles("4x1").with("goal", "blank-last"),
        tower(5, 4).with("goal", "B"),
        Puzzle::empty("graph").with("edges", "1-2 2-3 3-4 4-1 4-5").with("goal", "blank-first"),
        Puzzle::new("blocks", "rush-01"),
        Puzzle::empty("sokoban").with("size", "5x5").with("boxes", 2_usize),
        Puzzle::empty("pancake").with("size", "5 burnt"),
        Puzzle::empty("cube").with("size", "2x2x2"),
        Puzzle::empty("cube").with("goal", "f2l"),
    ];
    let mut chance = Chance(2);
    for puzzle in wanted {
        let request = RandomRequest { puzzle, shuffle: None, seed: 7 };
        let Ok(Reply::Random { puzzles }) = query(&Query::Random { request: request.clone(), count: 5 }) else {
            panic!("{request:?}");
        };
        assert_eq!(puzzles.len(), 5);
        for puzzle in &puzzles {
            wander(puzzle, 12, &mut chance);
            assert_ne!(KINDS.check(puzzle).expect("a position").solvable, Some(false), "{puzzle:?}");
        }
    }
    let request = RandomRequest { puzzle: tiles("3x3").with("goal", "blank-last"), shuffle: Some(10), seed: 1 };
    for count in [0, 10_001] {
        let error = query(&Query::Random { request: request.clone(), count }).expect_err("too few or too many");
        assert!(error.to_string().contains("request 1 to 10000"), "{error}");
    }
}

/// Positions that can be reached by the moves that are told, from one to the next as a puzzle of its own.
fn reachable(puzzle: &Puzzle) -> usize {
    let first = seen(puzzle, &[]).here;
    let key = |puzzle: &Puzzle| format!("{:?}", things(&seen(puzzle, &[]).board));
    let mut known = HashSet::from([key(&first)]);
    let mut waiting = VecDeque::from([first]);
    while let Some(here) = waiting.pop_front() {
        for mv in seen(&here, &[]).moves {
            let next = seen(&here, &[mv.text]).here;
            if known.insert(key(&next)) {
                waiting.push_back(next);
            }
        }
    }
    known.len()
}

#[test]
fn moves_reach_as_many_positions_as_there_are() {
    let tiles = |text: &str| Puzzle::new("tiles", text);
    assert_eq!(reachable(&tiles("1 2/3 0")), 12);
    assert_eq!(reachable(&tiles("1 2 3/4 5 0")), 360);
    assert_eq!(reachable(&tiles("1 2 3 0/")), 4);
    assert_eq!(reachable(&tower(4, 3)), 81);
    assert_eq!(reachable(&tower(3, 4)), 64);
    // Theta zero: the vertex of the blank, and 120 arrangements of six tiles.
    let theta = graph("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", "1 2 3 4 5 6 0");
    assert_eq!(reachable(&theta), 7 * 120);
    // Two single squares, of which one is named, on 2×2.
    assert_eq!(reachable(&Puzzle::new("blocks", "ab\n..\n\n..\na.")), 12);
    // A box in the middle of a room of 3×3 can be pushed onto every square, and the player walks to all others.
    let room = Puzzle::new("sokoban", "#####\n#@  #\n# $ #\n#  .#\n#####");
    assert_eq!(reachable(&room), 72);
}

/// The home of a piece, whether it is there, and its colour.
type Home = (Option<Vec<Cell>>, bool, Colour);

/// The homes of the pieces of a view, by their labels.
fn homes(puzzle: &Puzzle, moves: &str) -> BTreeMap<String, Home> {
    let Board::Grid { pieces, .. } = KINDS.view(puzzle, moves).expect("a view").board else { panic!("a grid") };
    pieces.into_iter().map(|piece| (piece.label, (piece.home, piece.at_home, piece.colour))).collect()
}

#[test]
fn homes_are_where_goals_want_pieces() {
    let tiles = Puzzle::new("tiles", "0 2 3/1 5 6/4 7 8");
    assert_eq!(homes(&tiles, "")["1"], (Some(vec![[0, 0]]), false, Colour::Hue(0)));
    assert_eq!(homes(&tiles, "U")["1"], (Some(vec![[0, 0]]), true, Colour::Hue(0)));
    let blocks = Puzzle::new("blocks", "ab\n..\n\n..\na.");
    assert_eq!(homes(&blocks, "")["a"], (Some(vec![[0, 1]]), false, Colour::Accent));
    assert_eq!(homes(&blocks, "aD")["a"], (Some(vec![[0, 1]]), true, Colour::Accent));
    assert_eq!(homes(&blocks, "aD")["b"], (None, false, Colour::Hue(0)));
    // Of two that are alike either will do, so neither has a home of its own.
    let alike = Puzzle::new("blocks", "alike: a b\nstart:\nab\n..\ngoal:\n..\na.\n");
    assert_eq!((&homes(&alike, "aD")["a"].0, homes(&alike, "aD")["a"].1), (&None, true));
    assert!(homes(&alike, "bD bL")["b"].1 && !homes(&alike, "bD bL")["a"].1);
    let sokoban = Puzzle::new("sokoban", "######\n#@$ .#\n######");
    let is_home = |moves: &str| {
        let Board::Grid { pieces, .. } = KINDS.view(&sokoban, moves).expect("a view").board else { panic!("a grid") };
        pieces.iter().find(|piece| piece.role == Role::Box).expect("a box").at_home
    };
    assert_eq!([is_home(""), is_home("R"), is_home("RR")], [false, false, true]);
}

/// A piece that leaves is gone from the board, and the rest is a puzzle that is solved or not as the whole one is.
#[test]
fn pieces_leave_through_exits() {
    let text = "exit out right a:\n...\n..+\n\nstart:\nb.c\n.a.\n\ngoal:\nleaves a: out\n";
    let puzzle = Puzzle::new("blocks", text);
    let start = KINDS.view(&puzzle, "").expect("a puzzle");
    let Board::Grid { marks, pieces, .. } = &start.board else { panic!("a grid") };
    assert_eq!(pieces.len(), 3);
    assert!(marks.iter().any(|mark| mark.side == Some(Side::Right)), "{marks:?}");
    let moves = ["aR".to_owned(), "aR".to_owned()];
    let end = seen(&puzzle, &moves);
    let Board::Grid { pieces, .. } = &end.board else { panic!("a grid") };
    assert_eq!((pieces.len(), end.solved, end.lengths["step"]), (2, true, 2));
    examine(&puzzle, &moves, &end);
    wander(&puzzle, 20, &mut Chance(3));
}

#[test]
fn moves_are_taken_up_to_the_first_illegal_one() {
    let puzzle = Puzzle::new("tiles", "0 2 3/1 5 6/4 7 8");
    let seen = KINDS.view(&puzzle, "u u L3 R").expect("moves that can be read");
    assert_eq!(seen.made, ["U", "U"]);
    let illegal = seen.illegal.expect("an illegal move");
    assert_eq!((illegal.number, illegal.reason.as_str()), (3, "3 tiles cannot move left: only 2 can"));
    assert_eq!((seen.here.position(), seen.here.goal()), ("1 2 3/4 5 6/0 7 8", puzzle.goal()));
    assert!(KINDS.view(&puzzle, "U Q").expect_err("no move").to_string().starts_with("the moves cannot be read"));
    assert!(KINDS.view(&Puzzle::new("tiles", "1 1"), "").is_err());
}

#[test]
fn lengths_count_as_the_metrics_do() {
    let lengths = |puzzle: &Puzzle, moves: &str| KINDS.view(puzzle, moves).expect("a view").lengths;
    let tiles = Puzzle::new("tiles", "0 2 3/1 5 6/4 7 8");
    assert_eq!(lengths(&tiles, "U U L L"), BTreeMap::from([("stm".into(), 4), ("mtm".into(), 2)]));
    let blocks = Puzzle::new("blocks", "a..\n...\n\n...\n..a");
    let found = lengths(&blocks, "aR aR aD");
    assert_eq!((found["step"], found["slide"], found["move"], found["group"]), (3, 2, 1, 2));
    let sokoban = Puzzle::new("sokoban", "######\n#@ $.#\n######");
    assert_eq!(lengths(&sokoban, "r R"), BTreeMap::from([("push".into(), 1), ("move".into(), 2)]));
}

/// What the library says of its small puzzles is true; those of blocks and Sokoban are proven where they live.
#[test]
fn optima_of_the_library_are_proven_again() {
    for entry in ["tiles", "hanoi", "graph"].into_iter().flat_map(library) {
        let is_large = match entry.puzzle.kind.as_str() {
            "tiles" => entry.puzzle.position().split(' ').count() >= 8,
            _ => entry.puzzle.number("discs").expect("a number") > Some(8),
        };
        if is_large {
            continue;
        }
        for (metric, &length) in &entry.optimum {
            let is_usual = metric == self::metric(&entry.puzzle);
            let puzzle = entry.puzzle.clone().with_some("metric", (!is_usual).then_some(metric));
            let answer = solve(&Request::new(puzzle)).expect(&entry.name);
            assert_eq!((answer.outcome, answer.proof), (Outcome::Solved, Proof::Optimal), "{}", entry.name);
            assert_eq!(answer.length.map(u64::from), Some(length), "{} {metric}", entry.name);
        }
    }
    let korf = include_str!("../../../lab/data/korf100.txt").lines().filter(|line| line.contains('/'));
    let lengths = include_str!("../../../lab/data/korf100-lengths.txt").lines();
    let lengths = lengths.filter_map(|line| line.parse::<u64>().ok());
    let known: BTreeMap<&str, u64> = korf.filter(|line| !line.starts_with('#')).zip(lengths).collect();
    let korfs: Vec<_> = library("tiles").into_iter().filter(|entry| entry.name.starts_with("korf")).collect();
    assert_eq!(korfs.len(), 3);
    for entry in korfs {
        let optimum = entry.optimum.get("stm");
        assert_eq!((known.get(entry.puzzle.position()), entry.puzzle.goal()), (optimum, Some("blank-first")));
    }
}

#[test]
fn a_swap_mends_what_cannot_be_solved() {
    let found = KINDS.check(&Puzzle::new("tiles", "1 2 3/4 8 6/7 5 0")).expect("a position");
    assert_eq!((found.solvable, found.swap), (Some(false), Some((5, 8))));
    let found = KINDS.check(&Puzzle::new("tiles", "1 2 3/4 5 6/7 0 8")).expect("a position");
    assert_eq!((found.solvable, found.swap), (Some(true), None));
}

/// Every question can be written, and is answered under its own word.
#[test]
fn questions_are_json_both_ways() {
    let puzzle = r#"{"kind":"tiles","position":"1 2 3/4 5 6/7 0 8"}"#;
    let questions = [
        r#"{"query":"catalog"}"#.to_owned(),
        r#"{"query":"library","kind":"sokoban"}"#.to_owned(),
        format!(r#"{{"query":"check","puzzle":{puzzle}}}"#),
        format!(r#"{{"query":"view","puzzle":{puzzle}}}"#),
        format!(r#"{{"query":"verify","puzzle":{puzzle},"moves":"L"}}"#),
        r#"{"query":"random","request":{"puzzle":{"kind":"hanoi","discs":3,"pegs":3,"goal":"last"},"seed":1},"count":2}"#
            .to_owned(),
    ];
    for text in questions {
        let asked: Query = serde_json::from_str(&text).expect(&text);
        let written = serde_json::to_string(&asked).expect("a question is JSON");
        assert_eq!(serde_json::from_str::<Query>(&written).expect("what was written"), asked);
        let reply = serde_json::to_value(query(&asked).expect(&text)).expect("a reply is JSON");
        let asked: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(reply["reply"], asked["query"]);
    }
    for text in [r#"{"query":"catalog","kind":"tiles"}"#, r#"{"query":"library"}"#, r#"{"query":"solve"}"#] {
        assert!(serde_json::from_str::<Query>(text).is_err(), "{text}");
    }
}
