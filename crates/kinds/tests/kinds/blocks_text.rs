//! Sliding blocks as text: told apart, told by their looks, converted, drawn in letters.

use fewest_engine::reader::{Line, LineFault, MAX_LINE};
use fewest_engine::{Conversion, Kind, Likeness, Notation, Puzzle};
use fewest_kinds::blocks::KIND;

/// 60 moves and 103 steps among 2,332 positions (Fogleman 2018).
const RUSH: &str = "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM";

/// The puzzles of a text, each with the line where it begins.
fn puzzles(text: &str) -> Vec<(u64, String)> {
    let mut reader = KIND.reader(&Puzzle::empty("blocks"));
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let nul = line.find('\0').map(|at| LineFault::Nul(at + 1));
        reader.take(Line { number, content: nul.map_or(Ok(line.to_owned()), Err) }, &mut found);
    }
    reader.finish(&mut found);
    let text = |text: Result<String, LineFault>| text.unwrap_or_else(|fault| fault.to_string());
    found.into_iter().map(|entry| (entry.line, text(entry.text))).collect()
}

fn lines(text: &str) -> Vec<u64> {
    puzzles(text).iter().map(|(line, _)| *line).collect()
}

#[test]
fn puzzles_begin_and_end_by_their_format() {
    let grids = "ab.\n\n..a";
    assert_eq!(puzzles(grids), [(1, grids.to_owned())]);
    let titled = "title: a\nstart:\na.\ngoal:\n.a\n";
    assert_eq!(lines(&titled.repeat(2)), [1, 6]);
    assert!(puzzles(&titled.repeat(2)).iter().all(|(_, text)| text == titled.trim_end()));
    assert_eq!(lines(&"start:\na.\ngoal:\n.a\n\n".repeat(3)), [1, 6, 11]);
    let rush = "# boards\n02 oooBoooooBooAAoBoooooooooooooooooooo 14\n\n02 oooooBoooooBAAoooBoooooooooooooooooo 17\n";
    assert_eq!(lines(rush), [2, 4]);
    assert_eq!(lines("{}\n{}\n"), [1, 2]);
    assert_eq!(puzzles("{\n}\n"), [(1, "{\n}".to_owned())]);
    assert_eq!(puzzles("\n \n"), []);
    assert_eq!(puzzles("nothing known"), [(1, "nothing known".to_owned())]);
    assert_eq!(puzzles("a.\n\0\n\n.a"), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
}

#[test]
fn little_of_a_long_text_is_held() {
    let line = "02 oooBoooooBooAAoBoooooooooooooooooooo 14\n";
    assert_eq!(puzzles(&line.repeat(5000)).len(), 5000);
    let endless = puzzles(&"a.\n".repeat(200_000));
    assert!(endless.len() == 1 && (MAX_LINE + 1..4 * MAX_LINE).contains(&endless[0].1.len()));
}

#[test]
fn blocks_are_told_by_their_looks() {
    for name in ["klotski", "L'Ane Rouge", " Dad's puzzle\n"] {
        assert_eq!(KIND.sniff(name), Likeness::Certain, "{name}");
    }
    for text in [
        "1A9BF0C",
        RUSH,
        "ab.\n...\n\n..a\n...",
        "{\"board\": []}",
        "start:\n12.\ngoal:\n.12",
        "display 7\nsize 2 1\ninitial\n1.\ntarget\n.1",
        "xsize: 99999999999",
        "####\n#1.#\n####",
        "#######\n#b**cc#\n#--####",
        "start:\n###\n#$.\n###\ngoal:\n###\n#.$\n###",
    ] {
        assert_eq!(KIND.sniff(text), Likeness::Likely, "{text}");
    }
    for text in ["1 2 3/4 5 6/7 8 a", "1 2 x/3 4 5", "_", "", "nobody", "## Korf\n# 1985 #\n1 2/3 0"] {
        assert_eq!(KIND.sniff(text), Likeness::None, "{text}");
    }
}

#[test]
fn a_file_of_unknown_layout_is_refused_with_a_way_out() {
    assert!(KIND.admit_file("puzzle.SBP", b"ab.\n...\n\n..a\n...\n").is_ok());
    let unknown = [0u8, 159, 146, 150];
    let refused = KIND.admit_file("puzzle.sbp", &unknown).unwrap_err().to_string();
    assert!(refused.contains("not publicly documented") && refused.contains("To convert it"), "{refused}");
    // What is wrong with other files is found by those who read their lines.
    assert!(KIND.admit_file("puzzle.txt", &unknown).is_ok());
}

#[test]
fn formats_are_converted() {
    let convert = |text: &str, from: Option<&str>, to: Option<&str>, is_one_of_many| {
        let conversion = Conversion { text, from, to, before: 0, is_one_of_many };
        KIND.convert(&conversion).map_err(|error| (error.to_string(), error.is_about_the_request()))
    };
    assert_eq!(convert("klotski", None, Some("short-code"), false).unwrap(), "4WVE1\n");
    let native = convert(RUSH, Some("rush"), None, false).unwrap();
    assert_eq!(convert(&native, None, Some("rush"), true).unwrap().trim(), RUSH);
    let json = |is_one_of_many| convert("klotski", None, Some("json"), is_one_of_many).unwrap();
    assert!(json(false).lines().count() > 1 && json(true).lines().count() == 1 && json(true).ends_with('\n'));
    let (fault, is_usage) = convert("klotski", None, Some("rush"), false).unwrap_err();
    assert!(fault.contains("rush cannot express") && !is_usage, "{fault}");
    let (fault, is_usage) = convert("klotski", None, Some("nonsense"), false).unwrap_err();
    assert!(fault.contains("choose one of native, json, rush") && is_usage, "{fault}");
}

#[test]
fn the_goal_stands_beside_the_board() {
    let pennant = Puzzle::new("blocks", "pennant");
    let mut stage = KIND.stage(&pennant, "eR2 dR2", Notation::Tile).unwrap();
    let text = |width: usize, stage: &dyn fewest_engine::stage::Stage| -> Vec<String> {
        stage.draw(width, false).lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect()).collect()
    };
    assert_eq!(
        text(80, &*stage),
        ["start  goal", "aabb   ....", "aacc   ....", "de..   ....", "fghh   aa..", "fgii   aa.."]
    );
    assert_eq!(text(10, &*stage)[0], "aabb", "no room for the goal");
    let colored = stage.draw(80, true);
    // With air round each square: four fields, the gap and four more.
    assert!(colored.lines[1..].iter().all(|line| line.len() == 9));
    assert_eq!(colored.lines[1][0], (fewest_engine::stage::Tone::Accent, " a ".to_owned()));
    assert_eq!(stage.draw(11, true).lines[1][0].1, "a", "no room for air");
    assert_eq!((stage.moves(), stage.make(0).unwrap().as_str()), (2, "eR2"));
    assert_eq!(
        text(80, &*stage)[..],
        ["now    goal", "aabb   ....", "aacc   ....", "d..e   ....", "fghh   aa..", "fgii   aa.."]
    );
    assert!(stage.make(0).unwrap_err().to_string().contains("cannot go right"));
}

#[test]
fn a_solution_is_a_film() {
    let scenes = |moves: &str| {
        let film = KIND.film(&Puzzle::new("blocks", "pennant"), moves, Notation::Tile, false);
        film.map(|film| film.scenes.len()).map_err(|error| error.to_string())
    };
    assert_eq!(scenes(""), Ok(1));
    assert!(scenes("eR2 dR2").unwrap() >= 3 && scenes("d+eR2").is_ok_and(|count| count > 1));
    assert!(scenes("dR2").unwrap_err().contains("cannot go right"));
}
