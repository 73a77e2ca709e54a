//! Pictures on the command line.

use std::fs;

use crate::{EIGHT, ODD, run};

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
