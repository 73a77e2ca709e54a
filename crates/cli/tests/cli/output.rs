//! Colours, animation, and an output that goes away or is full.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::{EIGHT, ODD, fewest, process, run};

#[test]
fn a_pipe_is_plain_unless_told_otherwise() {
    let plain = |args: &[&str], name: &str, value: &str| {
        let output = fewest().args(args).env(name, value).output().unwrap();
        !String::from_utf8([output.stdout, output.stderr].concat()).unwrap().contains('\x1b')
    };
    assert!(plain(&["solve", EIGHT], "TERM", "xterm"));
    assert!(plain(&["solve", EIGHT, "--animate"], "TERM", "xterm"));
    assert!(plain(&["solve", "non sense"], "TERM", "xterm"));
    assert!(!plain(&["solve", EIGHT, "--color", "always"], "TERM", "xterm"));
    assert!(!plain(&["--color=always", "check", ODD], "NO_COLOR", "1"), "the option is stronger than the environment");
    assert!(!plain(&["solve", EIGHT], "CLICOLOR_FORCE", "1"));
    assert!(plain(&["solve", EIGHT, "--color", "never"], "CLICOLOR_FORCE", "1"));
}

#[test]
fn colours_tell_tiles_in_place_from_others() {
    let drawn = run(&["solve", "1 2/0 3", "--color", "always"]).stdout;
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "\x1b[30m\x1b[42m 1 \x1b[0m \x1b[30m\x1b[42m 2 \x1b[0m");
    assert_eq!(rows[1], "    \x1b[30m\x1b[43m 3 \x1b[0m");
}

#[test]
fn an_animation_in_a_pipe_is_one_picture_below_the_other() {
    let ran = run(&["solve", "--animate", "1 2 3/0 4 6/7 5 8"]);
    let (show, report) = ran.stdout.split_once("\n\ntile moves\n").unwrap();
    let pictures = [
        "1 2 3\n_ 4 6\n7 5 8\nstart",
        "1 2 3\n4 _ 6\n7 5 8\nmove 1 of 3: L",
        "1 2 3\n4 5 6\n7 _ 8\nmove 2 of 3: U",
        "1 2 3\n4 5 6\n7 8 _\nmove 3 of 3: L",
    ];
    assert_eq!(show, pictures.join("\n\n"));
    assert!(report.starts_with("L U L\n\n3 moves, proven optimal (stm)\n"), "{report}");
    let slides = run(&["solve", "--animate", "--metric", "mtm", "--notation", "blank", "0 2 3/1 5 6/4 7 8"]).stdout;
    assert!(slides.contains("move 1 of 2: D2\n") && slides.contains("move 2 of 2: R2\n"), "{slides}");
}

#[test]
fn a_reader_may_go_away() {
    let positions = run(&["random", "--size", "2x2", "--count", "20000", "--seed", "1"]).stdout;
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, positions.as_bytes()).unwrap();
    let name = file.path().to_str().unwrap();
    for args in [
        &["random", "--count", "1000000000", "--seed", "1"][..],
        &["solve", name],
        &["solve", "--json", name],
        &["solve", "--solver", "IDA*", "--evaluation", "list", crate::HARD],
    ] {
        let mut child = process().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(!first.is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["solve", EIGHT][..], &["random", "--seed", "1"], &["man"], &["completions", "zsh"], &["algorithms"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = process().args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot write to standard output: No space left"), "{stderr}");
    }
}
