//! Bad texts: every fault is named, with its place and what would be right.

use fewest_blocks::Puzzle;
use fewest_blocks::formats::Format;

/// Reads a text and checks that its faults hold all of these.
fn refuses(format: Format, text: &str, problems: &[&str]) {
    let faults = match format.read(text) {
        Err(faults) => faults,
        Ok(setup) => setup.validate().expect_err(text),
    };
    let message = faults.to_string();
    for problem in problems {
        assert!(message.contains(problem), "{format} {text:?}: {message:?} lacks {problem:?}");
    }
}

#[test]
fn rush() {
    for (text, problems) in [
        ("", &["there is no board"][..]),
        ("AA......", &["line 1, column 1", "8 squares", "not form a square board", "such as 7x6"]),
        ("  AA.?..-..", &["column 6: '?' is not a square", "column 9: '-' is not a square", "x for a wall"]),
        ("B.BAA....", &["piece `B` is not connected"]),
        ("A..A.....", &["must lie in a row"]),
        ("BB.......", &["no red car; write it as A or X"]),
        ("BAAB.B...", &["not have two or more squares in one line"]),
        ("AA./...../...", &["column 5: the row \".....\" is not as long as the first, which has 3 squares"]),
        ("4x2 AA..", &["has 4 squares, but its size says 8"]),
        ("big AA..", &["\"big\" is not a size"]),
        ("99x99 AA..", &["99 wide and 99 high"]),
        ("zz AA....... qq", &["\"zz\" should be the length in moves", "\"qq\" should be the number of reachable"]),
        ("1 AA....... 2 3 4", &["column 17: there are more than four fields"]),
        ("AA.......\nAA.......", &["line 2, column 1", "second board"]),
        ("0x0 AA", &["no squares"]),
    ] {
        refuses(Format::Rush, text, problems);
    }
    // A wall at the right edge is found by the puzzle's own checks.
    refuses(Format::Rush, "AAx......", &["goal 1 for piece `A` lies on a wall at row 1, column 3"]);
}

#[test]
fn jimslide() {
    let head = "xsize: 3\nysize: 2\npiece: 1 (0,0) (1,0)\n";
    for (text, problems) in [
        ("xsize: 3", &["no `ysize:`"][..]),
        ("xsize: 0\nysize: -1\nwin: 0 (0,0)", &["no squares"]),
        ("xsize: 99999999999999\nysize: 2", &["line 1, column 8", "a number below 10,000", "no `xsize:`"]),
        ("xsize: 300\nysize: 300", &["300 wide and 300 high"]),
        ("hello\nxsize: 3", &["line 1, column 1: \"hello\" is not a command"]),
        ("colour: 3", &["\"colour:\" is not a command of jim'slide"]),
        ("xsize: 3 4", &["column 9: \"4\" is not expected here"]),
        ("put: 1 0,0", &["line 1, column 7", "a number and a pair such as 1 (0,0)"]),
        ("put: 1 (0,0) 'x", &["\"'x\" cannot be read here"]),
        ("piece: 1 (1,0)", &["begin with (0,0)"]),
        ("piece: 0 (0,0)", &["type 0 is the empty square"]),
        ("piece: 1 (0,0)\npiece: 1 (0,0)", &["line 2, column 1: type 1 is defined twice"]),
        ("lockx: 7", &["there is no type 7 above"]),
        ("xstep: 1 2", &["`xstep:` other than 1"]),
    ] {
        refuses(Format::JimSlide, text, problems);
    }
    for (rest, problems) in [
        ("put: 1 (2,0)\nwin: 1 (0,0)", &["line 4, column 1: the piece covers (3,0)", "columns go from 0 to 2"][..]),
        (
            "put: 2 (0,0)\nwin: 1 (0,0)",
            &["line 4, column 1: there is no type 2", "line 5", "fewer pieces of that type are put"],
        ),
        ("put: 1 (0,0)\nwin: 1 (0,1)\nwin: 1 (1,1)", &["line 6, column 1: this is goal 2 for type 1"]),
        ("put: 1 (0,0)", &["there is no goal; write `win:`"]),
        ("wall: (-1,5)\nput: 1 (0,0)\nwin: 1 (0,0)", &["the wall covers (-1,5)"]),
        ("put: 1 (0,0)\nput: 1 (1,0)\nwin: 1 (0,0)", &["overlap at row 1, column 2"]),
    ] {
        refuses(Format::JimSlide, &format!("{head}{rest}"), problems);
    }
}

#[test]
fn slide() {
    for (text, problems) in [
        ("initial\na.\n", &["line 1, column 1: `initial` comes before the size", "there is no size"][..]),
        ("size 2\ninitial\na.\n", &["line 1, column 1: \"2\" is not a size"]),
        ("size 0 2\ninitial\n\n\ntarget\n\n\n", &["no squares"]),
        ("size 1000000 2\ninitial\na.\n", &["1000000 wide and 2 high"]),
        ("size 2 2\ninitial\na.\ntarget\n.a\n..\n", &["line 2, column 1: `initial` has 1 rows, but the size says 2"]),
        ("size 2 1\ninitial\na..b\ntarget\n.a\n", &["line 3, column 3: the row is longer"]),
        ("size 2 1\ninitial\na.\n", &["there is no goal; write `target`"]),
        ("size 2 1\ntarget\na.\n", &["there is no start; write `initial`"]),
        ("size 2 1\ninitial\na:\ntarget\n.a\n", &["line 3, column 2: ':' cannot be a piece"]),
        ("size 2 1\ninitial\na.\ninitial\na.\ntarget\n.a\n", &["line 4, column 1: `initial` is given twice"]),
        (
            "size 2 1\nspeed 3\ninitial\na.\ntarget\n.a\nlabel b x\n",
            &["\"speed 3\" is not a line", "no piece `b` to label"],
        ),
        ("size 2 1\ninitial\na.\ntarget\n.b\n", &["goal 1 names piece `b`"]),
    ] {
        refuses(Format::Slide, text, problems);
    }
}

#[test]
fn gnome() {
    for (text, problems) in [
        ("", &["no squares"][..]),
        ("x#99999999999999999999999#4#\n", &["at most 16 by 16"]),
        ("x#3#1#* .\n", &[]),
        ("x#3#1#\n* .\n* .", &["line 3, column 1", "one row more than the size says, which is 1"]),
        ("x#2#1#\n* .", &["line 2, column 3: the row is longer than the size says, which is 2"]),
        ("a-.", &["no block `*`"]),
        ("*- ", &["no dots"]),
        ("*;.", &["line 1, column 2: ';' has no meaning here"]),
        ("**-.", &["does not fit within"]),
    ] {
        if problems.is_empty() {
            assert!(Format::Gnome.read(text).is_ok_and(|setup| setup.validate().is_ok()));
        } else {
            refuses(Format::Gnome, text, problems);
        }
    }
}

#[test]
fn json() {
    let refused = |text: &str, problems: &[&str]| refuses(Format::Json, text, problems);
    refused("{\n \"format\": ", &["line 2, column", "not JSON: EOF"]);
    refused("[]", &["a puzzle is a JSON object"]);
    refused(&"[".repeat(10_000), &["not JSON: recursion limit exceeded"]);
    refused(
        r#"{"format": "x", "version": 2, "title": 3, "board": [".", 7, "??"], "pieces": {}, "extra": 1}"#,
        &[
            "format must be \"fewest-blocks\"",
            "version must be 1",
            "title must be a text",
            "board[1] must be a text",
            "board[0] is shorter than the longest row, which has 2 squares",
            "board[2] holds '?'",
            "pieces must be a list",
            "goals is missing",
            "an unknown field \"extra\"",
        ],
    );
    refused(
        r#"{"format": "fewest-blocks", "version": 1, "board": ["..."],
            "pieces": [{"label": "ab", "cells": [[0, -1], [1e9, 0], 3], "lock": "up"}, 5], "alike": [3],
            "gates": [{"cell": []}], "exits": [{"direction": "north", "cells": []}],
            "goals": [[{"piece": "a"}, {"empty": [], "piece": "a"}, {"piece": "a", "leaves": 3}], 7]}"#,
        &[
            "pieces[0].label must be a label of one character",
            "pieces[0].cells[0] must be a square",
            "pieces[0].cells[1] must be a square",
            "pieces[0].cells[2] must be a square",
            "pieces[0].lock must be free",
            "pieces[1] must be an object with label",
            "alike[0] must be a list",
            "gates[0] has an unknown field \"cell\"",
            "gates[0].cells is missing",
            "gates[0].pieces is missing",
            "exits[0].name must be a text",
            "exits[0].direction must be up",
            "goals[0][0] must be {\"empty\": …} or a piece with one of on",
            "goals[0][1] must be",
            "goals[0][2].leaves must be a text",
            "goals[1] must be a list",
        ],
    );
}

#[test]
fn texts_of_no_format_are_refused_with_the_list_of_formats() {
    for text in ["", " \n\n", "; only a comment", "hello, world", "<xml/>", "1A9BF0CFFFFFF"] {
        let message = Format::sniff(text).expect_err(text).to_string();
        assert!(message.contains("native, json, rush, jimslide"), "{text:?}: {message}");
    }
    let message = Format::sniff("ab\n.\u{1}").expect_err("a control character").to_string();
    assert!(message.starts_with("line 2, column 2: '\\u{1}'"), "{message}");
}

#[test]
fn what_a_format_cannot_express_is_named() {
    let rich: Puzzle = "lock fixed: c\nalike: a b\ngate a b:\n...\n..+\nexit out right:\n..+\n...\nstart:\nab.\ncc.\n\
                        goal:\n...\n...\nwithin a:\n.++\n...\ngoal:\n...\n...\nleaves b: out"
        .parse()
        .expect("a puzzle");
    for (format, reasons) in [
        (Format::Rush, &["exits", "gates", "alike pieces", "alternative goals", "not cars on rails (`a` `b` `c`)"][..]),
        (Format::JimSlide, &["exits", "gates", "alternative goals"]),
        (Format::Slide, &["exits", "gates", "locked or fixed pieces", "alternative goals"]),
        (Format::Gnome, &["exits", "locked or fixed pieces", "alternative goals", "gates for other pieces"]),
        (Format::CommonCode, &["boards other than 4×5", "exits", "gates", "locked", "alternative goals"]),
    ] {
        let error = format.write(&rich).expect_err("too rich").to_string();
        assert!(
            error.starts_with(&format!("{format} cannot express ")) && error.ends_with("use native or json"),
            "{error}"
        );
        for reason in reasons {
            assert!(error.contains(reason), "{error} lacks {reason}");
        }
    }
    let tight: Puzzle = "baac\nbaac\ndffe\ndghe\ni.kj\n\n....\n....\n....\n.aa.\n.aa.".parse().expect("a puzzle");
    let error = Format::ShortCode.write(&tight).expect_err("one empty square").to_string();
    assert!(error.contains("fewer than two empty squares"), "{error}");
    let other: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\naa..\naa..".parse().expect("a puzzle");
    let error = Format::CommonCode.write(&other).expect_err("another goal").to_string();
    assert!(error.contains("a goal other than the 2×2 block in the middle"), "{error}");
    let within: Puzzle = "a..\n\n...\nwithin a:\n.++"
        .parse()
        .or_else(|_| "start:\na..\ngoal:\n...\nwithin a:\n.++".parse())
        .expect("a puzzle");
    for format in [Format::JimSlide, Format::Slide] {
        assert!(format.write(&within).is_err(), "{format}");
    }
}
