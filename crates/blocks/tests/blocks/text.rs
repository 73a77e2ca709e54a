//! Text in, faults and text out.

use fewest_blocks::{Fault, Ground, Puzzle, Setup};
use proptest::prelude::*;

use crate::random;

fn faults(text: &str) -> Vec<String> {
    text.parse::<Puzzle>().expect_err(text).iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_printed_is_read() {
    for seed in 0..300 {
        let puzzle = random::puzzle(seed, random::ALL, (6, 6, 8));
        let text = puzzle.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&*puzzle), "{text}");
    }
}

#[test]
fn every_fault_is_named_with_its_place() {
    assert_eq!(
        faults("ab\nba\n\n.a\n.."),
        [
            "piece `a` is not connected: no path over its own squares leads from row 1, column 1 to row 2, column 2; \
             write `tied: a` if its parts move as one",
            "piece `b` is not connected: no path over its own squares leads from row 1, column 2 to row 2, column 1; \
             write `tied: b` if its parts move as one",
        ]
    );
    assert_eq!(faults("a.\n..\n\n.b\n.a"), ["goal 1 names piece `b`, which is not on the board"]);
    assert_eq!(
        faults("aa.\n...\n\n..a\n..a"),
        ["goal 1: the squares shown for piece `a`, from row 1, column 3 on, are not of its shape"]
    );
    assert_eq!(
        faults("aa#\n...\n\n.aa\n..."),
        ["goal 1 for piece `a` lies on a wall at row 1, column 3; only floor can be used"]
    );
    assert_eq!(faults("a.\n\n..a"), ["goal 1 for piece `a` is off the board at row 1, column 3"]);
    assert_eq!(faults("a."), ["there is no goal: write a second grid that shows where some pieces should be"]);
    assert_eq!(
        faults("..\n\n.."),
        [
            "there are no pieces: write each as a letter on every square it covers",
            "goal 1 requires nothing: show at least one piece in its grid"
        ][..1]
    );
    assert_eq!(
        faults(""),
        ["the board has no squares: write it as a grid with one character per square, such as `aa.` above `b..`"]
    );
    // A comma stands between labels, so it cannot be one.
    let comma = "',' cannot be a piece's label: it must be a visible character other than `.`, `,`, `#`, `:` and `;`";
    assert_eq!(faults("a,\n..\n\n.a\n..")[0], comma);
    let wide = format!("{}\n\n{}", "a".repeat(17), "a".repeat(17));
    assert_eq!(faults(&wide), ["the board is 17 wide and 1 high, but at most 16 by 16 is possible"]);
    assert!(
        faults("lock sideways: a\nstart:\na.\ngoal:\n.a")[0].starts_with("line 1: \"lock sideways: a\" is not a lock")
    );
    assert!(faults("colour: red\nstart:\na.\ngoal:\n.a")[0].starts_with("line 1: \"colour: red\" is not an option"));
    assert_eq!(
        faults("lock fixed: z\nstart:\na.\ngoal:\n.a"),
        ["the option `lock` names piece `z`, which is not on the board"]
    );
    assert_eq!(
        faults("alike: ab\nstart:\naab\ngoal:\n.aa"),
        ["pieces `a` and `b` cannot be alike: they differ in shape"]
    );
    assert_eq!(
        faults("exit out right:\n+..\nstart:\na..\ngoal:\n...\nleaves a: out"),
        ["exit \"out\" does not lead off the board at row 1, column 1: there is floor to the right of it"]
    );
    assert_eq!(
        faults("exit out up:\n+..\n...\nstart:\naa.\n...\ngoal:\n...\n...\nleaves a: out"),
        ["goal 1: piece `a` cannot leave through exit \"out\": it is wider than the opening"]
    );
    assert_eq!(
        faults("gate b:\n.+.\nstart:\nb.a\ngoal:\n.a."),
        ["goal 1: piece `a` may not enter the gate at row 1, column 2"]
    );
}

/// Faults that text cannot have: a setup can be made by hand.
#[test]
fn setups_made_by_hand_are_checked_too() {
    let mut setup = Setup::parse("ab.\n...\n\n..a\n...").expect("readable");
    setup.pieces[1].cells = setup.pieces[0].cells.clone();
    setup.pieces[1].label = '.';
    let faults = setup.validate().expect_err("two faults");
    let all: Vec<&Fault> = faults.iter().collect();
    assert!(matches!(all[..], [Fault::Label('.'), Fault::Overlap(..)]), "{faults}");
    setup.ground.push(Ground::Floor);
    assert!(setup.validate().expect_err("one too many").to_string().starts_with("the board lists 7 squares"));
    setup.width = 0;
    assert!(setup.validate().expect_err("no width").to_string().starts_with("the board has no squares"));
}

proptest! {
    /// Whatever is written, there is an answer, and it is short.
    #[test]
    fn any_text_is_read_or_refused(text in "[abc.# :;+\\nU0-9éx\\t]{0,200}|(start:|goal:|exit o up:|gate a:|within a:|empty:|leaves a: o|alike: ab|lock fixed: a|\\n|ab\\.|\\.\\.\\.|# a){0,30}") {
        match text.parse::<Puzzle>() {
            Ok(puzzle) => prop_assert_eq!(puzzle.to_string().parse(), Ok(puzzle)),
            Err(faults) => prop_assert!(!faults.to_string().is_empty()),
        }
    }
}

#[test]
fn tied_pieces_need_not_hang_together() {
    let text = "tied: a\nstart:\na.b\n.a.\n...\ngoal:\n...\n.a.\n..a\n";
    let puzzle: Puzzle = text.parse().expect("tied");
    assert_eq!(puzzle.to_string(), text);
    // A tie that nobody needs is none; one of a piece that is not there is a fault.
    assert!(!"tied: b\nstart:\nb.\ngoal:\n.b\n".parse::<Puzzle>().expect("whole").to_string().contains("tied"));
    assert!(faults("tied: c\nstart:\nb.\ngoal:\n.b\n")[0].contains("the option `tied`"));
    assert!(faults("start:\na.\n.a\ngoal:\n.b\n")[0].ends_with("write `tied: a` if its parts move as one"));
}
