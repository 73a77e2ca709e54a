//! Boards of tiles as text: found in a file, told from other puzzles, drawn in letters and filmed.

use fewest_engine::reader::{Line, LineFault};
use fewest_engine::stage::Tone;
use fewest_engine::{EngineError, Kind, Likeness, Notation, Puzzle};
use fewest_kinds::tiles::KIND;
use fewest_tiles::MAX_CELLS;

/// The positions of a text with the lines where they begin.
fn all(text: &str, size: Option<&str>) -> Vec<(u64, String)> {
    let mut reader = KIND.reader(&Puzzle::empty("tiles").with_some("size", size));
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let nul = line.find('\0').map(|place| LineFault::Nul(place + 1));
        reader.take(Line { number, content: nul.map_or_else(|| Ok(line.to_owned()), Err) }, &mut found);
    }
    reader.finish(&mut found);
    found.into_iter().map(|entry| (entry.line, entry.text.unwrap_or_else(|fault| fault.to_string()))).collect()
}

fn count(text: &str) -> usize {
    all(text, None).len()
}

#[test]
fn rows_or_lines() {
    assert_eq!(all("1 2 3\n4 5 6\n7 8 0\n", None), [(1, "1 2 3\n4 5 6\n7 8 0".to_owned())]);
    assert_eq!(count("1 2 3 4\n5 6 7 0\n"), 1, "one blank in two rows");
    assert_eq!(count("1 2 3 0\n1 2 0 3\n"), 2, "two boards of 2×2");
    assert_eq!(count("1 2 3 0\n1 2 3\n1 2 0 3\n"), 3, "with a bad one between");
    assert_eq!(count("1 0 3\n4 0 6\n7 8 5"), 1, "three cells are no board");
    assert_eq!(count("1 2 3/4 5 6/7 8 0\nnonsense\n"), 2);
    assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", Some("3x2")).len(), 2);
    assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", None).len(), 1);
}

#[test]
fn blocks_and_comments() {
    let text = "# two boards\n\n1 2\n3 0\n\n\n  # the second\n0 1\n# within\n3 2\n";
    assert_eq!(all(text, None), [(3, "1 2\n3 0".to_owned()), (8, "0 1\n3 2".to_owned())]);
    assert_eq!(all("# nothing\n\n \n", None), []);
    assert_eq!(all("1 2/3 0\n0 1/2 3\n\n1 2\n0 3", None).len(), 3);
}

#[test]
fn a_fault_is_where_it_is() {
    assert_eq!(all("1 2\n\0\n", None), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
    assert_eq!(all("1 2/3 0\n\0\n1 2/0 3", None)[1].0, 2);
}

/// No more lines are held than a board can have rows.
#[test]
fn memory_is_bounded() {
    let mut reader = KIND.reader(&Puzzle::empty("tiles"));
    let mut found = Vec::new();
    for number in 1..100_000_u64 {
        reader.take(Line { number, content: Ok("17 4".to_owned()) }, &mut found);
        assert!(number < found.len() as u64 + MAX_CELLS as u64 + 1, "{number}");
    }
}

#[test]
fn numbers_with_a_blank_look_like_tiles() {
    for text in ["5 3 8/0 2 4/1 7 6", "1 2 3 0", "# me@home: $1\n0 1", "1 2 x/3 4 5", "1,2,3,_", "1 2\n3 .\n"] {
        assert_eq!(KIND.sniff(text), Likeness::Likely, "{text}");
    }
    for text in ["", "klotski", "4 3 2 1/-/-", "5#|#@$.#|5#", "1 2 3", "..\n..", "start:\n12.\ngoal:\n.12"] {
        assert_eq!(KIND.sniff(text), Likeness::None, "{text}");
    }
}

#[test]
fn a_stage_plays_a_solution() {
    let puzzle = Puzzle::new("tiles", "1 2 3/0 4 5/7 8 6");
    let mut stage = KIND.stage(&puzzle, "L2 U", Notation::Tile).expect("a good puzzle");
    let drawn = |stage: &dyn fewest_engine::stage::Stage| {
        let lines = stage.draw(80, false).lines;
        lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(drawn(&*stage), ["1 2 3", "_ 4 5", "7 8 6"]);
    let tones: Vec<Tone> = stage.draw(80, true).lines[1].iter().map(|(tone, _)| *tone).collect();
    assert_eq!(tones, [Tone::Plain, Tone::Plain, Tone::Astray, Tone::Plain, Tone::Astray]);
    assert_eq!(stage.draw(80, true).lines[0][0], (Tone::InPlace, " 1 ".to_owned()));
    assert_eq!(stage.moves(), 3, "stm counts single tiles");
    let made: Vec<String> = (0..3).map(|index| stage.make(index).expect("legal")).collect();
    assert_eq!(made, ["L", "L", "U"]);
    assert_eq!(drawn(&*stage), ["1 2 3", "4 5 6", "7 8 _"]);
    let mut stage = KIND.stage(&puzzle.with("metric", "mtm"), "R2 D", Notation::Blank).expect("a good puzzle");
    assert_eq!((stage.moves(), stage.make(0)), (2, Ok("R2".to_owned())));
    let wide = Puzzle::new("tiles", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0/");
    let stage = KIND.stage(&wide, "", Notation::Tile).expect("a good puzzle");
    assert!(!stage.draw(47, false).is_too_wide && stage.draw(46, false).is_too_wide);
}

#[test]
fn films_rest_after_each_move() {
    let puzzle = Puzzle::new("tiles", "1 2 3/0 4 5/7 8 6");
    let scenes = |moves: &str, together: bool| {
        let film = KIND.film(&puzzle, moves, Notation::Tile, together)?;
        Ok::<_, EngineError>(film.scenes.into_iter().map(|scene| scene.caption).collect::<Vec<_>>())
    };
    assert_eq!(scenes("L2 U", true), Ok(["0/2 start", "1/2 L2", "2/2 U"].map(str::to_owned).to_vec()));
    assert_eq!(scenes("L2 U", false).map(|scenes| scenes.len()), Ok(4));
    assert_eq!(scenes("", false).map(|scenes| scenes.len()), Ok(1));
    assert!(matches!(scenes("R", false), Err(EngineError::Notation(_))));
}

#[test]
fn a_goal_is_told_where_it_is_not_the_usual_one() {
    assert_eq!(KIND.unusual_goal("1 2 3/4 5 6/7 8 0"), None);
    assert_eq!(KIND.unusual_goal("0 1/2 3").as_deref(), Some("0 1/2 3"));
    assert_eq!(KIND.moves_heading("U", Notation::Tile), "tile moves");
    assert_eq!(KIND.moves_heading("U", Notation::Blank), "blank moves");
}
