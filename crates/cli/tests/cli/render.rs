//! Pictures on the command line.

use std::fs;

use crate::{EIGHT, ODD, fewest, run};

#[test]
fn every_form_has_its_signature_and_stands_in_one_piece() {
    let folder = tempfile::tempdir().unwrap();
    let forms: [(&str, &[u8]); 5] =
        [("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF-")];
    for puzzle in ["simplicity", EIGHT] {
        for (form, signature) in forms {
            let path = folder.path().join(format!("picture.{form}"));
            let ran = run(&["render", puzzle, "-o", path.to_str().unwrap(), "--cell", "16"]);
            assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{form}: {}", ran.stderr);
            assert!(fs::read(&path).unwrap().starts_with(signature), "{form}");
        }
    }
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, forms.len(), "nothing else is left behind");
}

#[test]
fn stdout_gets_svg_and_positions_on_the_way() {
    let start = run(&["render", EIGHT]);
    assert!(start.stdout.starts_with("<svg") && start.stdout.contains("5 3 8/0 2 4/1 7 6"), "{}", start.stdout);
    let later = run(&["render", EIGHT, "--moves", "D", "--after", "1"]);
    assert!(later.stdout.contains("0 3 8/5 2 4/1 7 6"), "{}", later.stdout);
    assert_eq!(run(&["render", EIGHT, "--moves", "D", "--after", "2"]).code, 1);
    assert_eq!(run(&["render", EIGHT, "--moves", "L4"]).code, 1);
    let blank = run(&["render", EIGHT, "--moves", "U", "--notation", "blank", "--after", "1"]);
    assert_eq!(blank.stdout, later.stdout);
}

/// A file is replaced; what is no file is written to, and a link stays a link.
#[cfg(unix)]
#[test]
fn devices_pipes_and_links_are_written_through() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let draw = |command: &[&str], path: &std::path::Path| run(&[command, &[path.to_str().unwrap()]].concat());
    let (render, plot) = (["render", EIGHT, "--as", "svg", "-o"], ["explore", "--size", "2x2", "--plot"]);
    for command in [&render[..], &plot] {
        let (file, link, pipe) = (at("file.svg"), at("link.svg"), at("pipe.svg"));
        fs::write(&file, "before").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(draw(command, &link).code, 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read(&file).unwrap().starts_with(b"<svg"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        assert_eq!(draw(command, &pipe).code, 0);
        assert!(reader.join().unwrap().starts_with(b"<svg"));
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        for path in [file, link, pipe] {
            fs::remove_file(path).unwrap();
        }
    }
    // What a link leads to is made where it is not there yet.
    let (link, target) = (at("dangling.svg"), at("target.svg"));
    symlink(&target, &link).unwrap();
    assert_eq!(draw(&render, &link).code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::read(&target).unwrap().starts_with(b"<svg"));
    let full = at("full.svg");
    symlink("/dev/full", &full).unwrap();
    let ran = draw(&render, &full);
    assert!(ran.code == 1 && ran.stderr.contains("cannot write"), "{}", ran.stderr);
    assert!(fs::symlink_metadata(&full).unwrap().is_symlink());
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

#[test]
fn options_without_effect_are_refused() {
    for (form, option) in [
        ("svg", &["--fps", "3"][..]),
        ("html", &["--fps", "3"]),
        ("gif", &["--paper", "a4"]),
        ("gif", &["--after", "1"]),
        ("svg", &["--metric", "mtm"]),
        ("png", &["--time-limit", "1s"]),
    ] {
        let ran = run(&[&["render", EIGHT, "--as", form, "-o", "unwritten"], option].concat());
        assert!(ran.code == 2 && ran.stderr.contains("has no effect here"), "{form} {option:?}: {}", ran.stderr);
    }
}

#[test]
fn a_sheet_says_what_is_not_proven() {
    let board = run(&["random", "--size", "6x6", "--seed", "3"]).stdout;
    let words = |puzzle: &str| {
        let output = fewest().args(["render", "--as", "pdf", "--time-limit", "300ms", puzzle]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(words(board.trim()).contains("(at most ") && words(EIGHT).contains("(21 moves)"));
}

#[test]
fn what_cannot_be_drawn_is_refused_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let gif = folder.path().join("odd.gif");
    let ran = run(&["render", ODD, "-o", gif.to_str().unwrap()]);
    assert!(ran.code == 10 && ran.stderr.contains("no solution to show"), "{}", ran.stderr);
    assert_eq!(run(&["render", EIGHT, "-o", folder.path().join("x.jpeg").to_str().unwrap()]).code, 2);
    assert_eq!(run(&["render", EIGHT, "-o", folder.path().join("no/x.svg").to_str().unwrap()]).code, 1);
    assert_eq!(run(&["render", "1 1/2 0", "-o", folder.path().join("x.svg").to_str().unwrap()]).code, 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
