//! Texts as other programs write them.

use std::sync::Arc;

use fewest_blocks::formats::{self, Format, rush};
use fewest_blocks::{ConditionSetup, Lock, Metric, Place, Position, Puzzle, Square, TargetSetup, parse_shifts};

fn puzzle(text: &str, format: Format) -> Puzzle {
    assert_eq!(Format::sniff(text), Ok(format), "{text}");
    format.read(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).validate().expect(text)
}

#[test]
fn names_are_read_and_written() {
    for (format, name) in Format::ALL.into_iter().zip(Format::NAMES) {
        assert_eq!((format.name(), name.parse(), name.to_uppercase().parse()), (name, Ok(format), Ok(format)));
    }
    let error = "sbp".parse::<Format>().expect_err("no format").to_string();
    assert!(error.contains("jimslide") && error.contains("\"sbp\""), "{error}");
}

#[test]
fn the_classic_is_the_same_in_every_format() {
    let native = puzzle("baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.", Format::Native);
    let grid = native.to_string();
    for (text, format) in [
        ("1A9BF0C", Format::CommonCode),
        ("1a9bf0c00\n", Format::CommonCode),
        ("4wve1", Format::ShortCode),
        ("0603EDF5CAFFF5E2", Format::RawCode),
        (
            "! L'Ane Rouge\nxsize: 4\nYSIZE: 5\npiece: 1 (0,0) (1,0) (0,1) (1,1) ! (2x2 square)\npiece: 2 (0,0) (1,0);\n\
             piece: 3 (0,0) (0,1)\npiece: 4 (0, 0)\nput: 3 (0,0) 'b'\nput: 1 (1,0) 'a'\nput: 3 (3,0) 'c'\nput: 3 (0,2)\n\
             put: 2 (1,2)\nput: 3 (3,2)\nput: 4 (1,3)\nput: 4 (2,3)\nput: 4 (0,4)\nput: 4 (3,4)\nwin: 1 (1,3)\n\
             numthreads: 3\nbigmem: 1000000000000\n",
            Format::JimSlide,
        ),
        (
            ";; classics\n\ndisplay L'Ane Rouge\nsize 4 5\nstep 81\n\ninitial\nbaac\nbaac\ndffe\ndghe\ni  j\n\
             target\n\n\n\n aa\n aa\n\ncolor a 255 0 0\nend\n",
            Format::Slide,
        ),
    ] {
        let read = puzzle(text, format);
        assert_eq!(Format::CommonCode.write(&read).as_deref(), Ok("1A9BF0C\n"), "{text}");
    }
    // The applet keeps labels and order, and so everything.
    let slide = Format::Slide.write(&native).expect("all is in its power");
    assert_eq!(Format::Slide.read(&slide).and_then(|setup| setup.validate()), Ok(native));
    assert_eq!(Format::sniff(&grid), Ok(Format::Native));
}

#[test]
fn rush_hour_lines() {
    let record = rush::read("60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332 103").expect("a record");
    assert_eq!((record.moves, record.cluster, record.steps), (Some(60), Some(2332), Some(103)));
    let puzzle = record.setup.validate().expect("a puzzle");
    assert_eq!(puzzle.pieces().len(), 12);
    assert!(puzzle.pieces().iter().all(|piece| matches!(piece.lock, Lock::Horizontal | Lock::Vertical)));
    let goal = vec![Square::new(4, 2), Square::new(5, 2)];
    let target = ConditionSetup::Piece { label: 'A', target: TargetSetup::On(goal) };
    assert_eq!(puzzle.setup().goals, [[target]]);
    assert_eq!(Format::Rush.write(&puzzle).as_deref(), Ok("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM\n"));
    assert_eq!(Format::sniff("60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332"), Ok(Format::Rush));

    // X is the red car where there is one; A is then any car.
    let card = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
    let puzzle = self::puzzle(card, Format::Rush);
    let red = puzzle.piece('X').expect("the red car");
    assert!(
        matches!(puzzle.goals(), [goal] if matches!(goal.as_slice(), [fewest_blocks::Condition::Piece(piece, _)] if *piece == red))
    );
    assert_eq!(Format::Rush.write(&puzzle), Ok(format!("{card}\n")));

    // Other sizes.
    for text in ["....BB/AA...C/D....C/D....C", "6x4 ....BBAA...CD....CD....C"] {
        let puzzle = self::puzzle(text, Format::Rush);
        assert_eq!((puzzle.width(), puzzle.height()), (6, 4));
        assert_eq!(Format::Rush.write(&puzzle).as_deref(), Ok("6x4 ....BBAA...CD....CD....C\n"));
    }
}

#[test]
fn collections_are_seen() {
    let file = "# head\n02 oooBoooooBooAAoBoooooooooooooooooooo 14\n03 BBBoooooCoooAACoooooDoooooDooooooooo 49\n";
    assert_eq!(Format::sniff(file), Ok(Format::Rush));
    let slide = "; Puzzle 1\nsize 2 1\ninitial\na.\ntarget\n.a\nend\n\n; Puzzle 2\nsize 3 1\ninitial\nb..\ntarget\n..b\nend\n; the end\n";
    assert!(
        Format::Slide.read(slide).expect_err("two puzzles").to_string().contains("line 10, column 1: a second puzzle")
    );
}

#[test]
fn jimslide_types_are_alike_and_locked() {
    let text = "xsize: 5\nysize: 3\nhwall: 0 (3,4)\nvwall: 4 (1,2)\npiece: 1 (0,0) (-1,1) (0,1)\npiece: 2 (0,0)\n\
                lockx: 2\nlocky: 1\nput: 1 (1,0) 'T'\nput: 2 (3,1)\nput: 2 (3,2)\nwin: 2 (0,0)\nwin: 0 (1,0)\n";
    let puzzle = puzzle(text, Format::JimSlide);
    assert_eq!(puzzle.to_string().lines().filter(|line| line.contains('#')).count(), 3 * 3);
    let labels: Vec<char> = puzzle.pieces().iter().map(|piece| piece.label).collect();
    assert_eq!(labels, ['T', 'a', 'b']);
    assert_eq!(puzzle.alike(), [[1, 2]]);
    assert_eq!(
        puzzle.pieces().iter().map(|piece| piece.lock).collect::<Vec<_>>(),
        [Lock::Horizontal, Lock::Vertical, Lock::Vertical]
    );
    assert_eq!(
        puzzle.pieces()[0].cells_at(puzzle.pieces()[0].start).collect::<Vec<_>>(),
        [Square::new(1, 0), Square::new(0, 1), Square::new(1, 1)]
    );
}

#[test]
fn gnome_levels() {
    let rows = "          \n  ######  \n  #a**b#  \n  #m**n#  \n  #cdef#  \n  #ghij#  \n  #k  l#  \n  ##--##  \n        ..\n        ..\n";
    let flat: String = format!("18 Steps#10#10#{}", rows.replace('\n', ""));
    for text in [rows.to_owned(), format!("18 Steps#10#10#\n{rows}"), flat] {
        let puzzle = puzzle(&text, Format::Gnome);
        assert_eq!((puzzle.width(), puzzle.height(), puzzle.pieces().len()), (10, 10, 15), "{text}");
        assert_eq!(puzzle.gates()[0].cells, [Square::new(4, 7), Square::new(5, 7)]);
        let hero = puzzle.piece('*').expect("the hero");
        assert!(puzzle.may_enter(hero, Square::new(4, 7)) && !puzzle.may_enter(hero + 1, Square::new(4, 7)));
        assert_eq!(Format::Gnome.write(&puzzle).expect("a level").split_once('\n').expect("rows").1, rows);
    }
}

#[test]
fn a_position_is_written_where_it_has_come_to() {
    let puzzle: Arc<Puzzle> = Arc::new("ab..\n....\n\n....\n...a".parse().expect("a puzzle"));
    let mut position = Position::start(puzzle);
    position.try_shift(&parse_shifts("bR2").expect("a move")[0], Metric::Move).expect("legal");
    let there = formats::from_position(&position).expect("nothing has left");
    assert_eq!(Format::Slide.write(&there).as_deref(), Ok("size 4 2\ninitial\na..b\n....\ntarget\n....\n...a\nend\n"));

    let puzzle: Puzzle = "exit out right:\n.+\n\nstart:\n.a\n\ngoal:\n..\nleaves a: out".parse().expect("a puzzle");
    let mut position = Position::start(Arc::new(puzzle));
    position.try_shift(&parse_shifts("aR").expect("a move")[0], Metric::Move).expect("legal");
    assert_eq!(position.places(), [Place::Left(0)]);
    let error = formats::from_position(&position).expect_err("it has left").to_string();
    assert_eq!(error, "no format can express that piece `a` has left the board");
}

#[test]
fn json_says_everything() {
    let text = r#"{"format": "fewest-blocks", "version": 1, "title": "T\u00e9st", "board": ["...#", ".. .", "...."],
        "pieces": [{"label": "a", "name": "Cao Cao", "cells": [[0,0],[1,0]], "lock": "horizontal"},
                   {"label": "b", "cells": [[0,1]]}, {"label": "c", "cells": [[1,1]]}],
        "alike": [["b", "c"]], "gates": [{"cells": [[3,2]], "pieces": ["b", "c"]}],
        "exits": [{"name": "out", "direction": "down", "cells": [[0,2],[1,2]]}],
        "goals": [[{"piece": "a", "on": [[2,0],[1,0]]}, {"piece": "b", "within": [[3,2],[3,1]]}, {"empty": [[0,0]]}],
                  [{"piece": "c", "leaves": "out"}]]}"#;
    let puzzle = puzzle(text, Format::Json);
    assert_eq!(puzzle.title(), Some("Tést"));
    let written = Format::Json.write(&puzzle).expect("always");
    assert_eq!(Format::Json.read(&written).and_then(|setup| setup.validate()).as_ref(), Ok(&puzzle));
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
}

#[test]
fn sbp_files_are_sniffed() {
    let (format, setup) = formats::read_file("boards/Donkey.SBP", b"\xEF\xBB\xBF1A9BF0C\r\n").expect("a code");
    assert_eq!((format, setup.pieces.len()), (Format::CommonCode, 10));
    for bytes in [&b"\x00\x01\xFFbinary"[..], b"Board 4 5\nPiece 1 0 0 2 2\n", b"", b"aa.\nb..\n"] {
        let error = formats::read_file("x.sbp", bytes).expect_err("unknown").to_string();
        assert!(error.contains("not publicly documented") && error.contains("To convert it"), "{error}");
    }
    let error = formats::read_file("x.txt", b"ab\xFF").expect_err("not text").to_string();
    assert!(error.contains("byte 3 is not UTF-8"), "{error}");
    assert!(formats::read_file("x.txt", &vec![b'.'; 1 << 17]).expect_err("long").to_string().contains("longer than"));
}

#[test]
fn the_examples_of_the_documentation_are_right() {
    let page = include_str!("../../../../../docs/blocks-formats.md");
    let fences: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let [native, json, rush] = fences.as_slice() else { panic!("{} examples", fences.len()) };
    assert_eq!(puzzle(native, Format::Native).pieces()[1].name.as_deref(), Some("Cao Cao"));
    let json = puzzle(json.trim_start_matches("json"), Format::Json);
    assert_eq!((json.goals().len(), json.exits().len(), json.gates().len()), (2, 1, 1));
    let boards = rush.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', ';']));
    assert_eq!(boards.map(|line| puzzle(line, Format::Rush).pieces().len()).collect::<Vec<_>>(), [12, 12, 4, 4]);
    for name in Format::NAMES {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    assert!(
        Format::ALL.iter().all(|format| page.contains(&format!("## {format}")) || format.name().ends_with("-code"))
    );
}
