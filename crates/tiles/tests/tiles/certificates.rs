//! Certificates of unsolvability, against the decision by cycles and with every field changed.

use fewest_tiles::{CertificateFault, Evidence, Goal, Position, Solvability, UnsolvabilityCertificate, solvability};
use serde_json::{Value, json};

/// All boards of one size.
fn boards(width: usize, height: usize) -> Vec<Position> {
    fn fill(tiles: &mut Vec<usize>, cells: usize, all: &mut Vec<Vec<usize>>) {
        if tiles.len() == cells {
            return all.push(tiles.clone());
        }
        for tile in 0..cells {
            if !tiles.contains(&tile) {
                tiles.push(tile);
                fill(tiles, cells, all);
                tiles.pop();
            }
        }
    }
    let mut all = Vec::new();
    fill(&mut Vec::new(), width * height, &mut all);
    let text = |tiles: Vec<usize>| {
        let row = |row: &[usize]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "/";
        tiles.chunks(width).map(row).collect::<String>()
    };
    all.into_iter().map(|tiles| text(tiles).parse().expect("each tile is there once")).collect()
}

#[test]
fn what_cannot_be_solved_has_a_certificate_and_nothing_else_has() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 1), (1, 4), (1, 1)] {
        let all = boards(width, height);
        let goals = [0, all.len() / 3, all.len() - 1].map(|at| &all[at]);
        for (start, goal) in all.iter().flat_map(|start| goals.map(|goal| (start, goal))) {
            let certificate = UnsolvabilityCertificate::new(start, goal);
            let unsolvable = matches!(solvability(start, goal), Solvability::Unsolvable(_));
            assert_eq!(certificate.is_some(), unsolvable, "{start} to {goal}");
            assert!(certificate.is_none_or(|certificate| certificate.verify().is_ok()));
        }
    }
}

fn famous() -> UnsolvabilityCertificate {
    let start: Position = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse().expect("it is a position");
    let goal = Goal::BlankLast.position(start.size()).expect("it has that goal");
    UnsolvabilityCertificate::new(&start, &goal).expect("it cannot be solved")
}

#[test]
fn the_document_is_as_it_is_described() {
    let document = serde_json::to_value(famous()).expect("it can be written");
    assert_eq!(document["evidence"]["kind"], "parity");
    // The blank, as 0, stands behind 15 tiles; 15 before 14 is one more.
    let sum =
        |inversions: usize| json!({"inversions": inversions, "blank_row": 3, "blank_column": 3, "sum": inversions + 6});
    assert_eq!((&document["evidence"]["start"], &document["evidence"]["goal"]), (&sum(16), &sum(15)));
    assert_eq!(serde_json::from_value::<UnsolvabilityCertificate>(document).expect("it can be read"), famous());
}

#[test]
fn every_change_is_found() {
    let document = serde_json::to_value(famous()).expect("it can be written");
    let fault = |pointer: &str, value: Value| {
        let mut document = document.clone();
        *document.pointer_mut(pointer).expect("it is there") = value;
        let changed: UnsolvabilityCertificate = serde_json::from_value(document).expect("it can be read");
        changed.verify().expect_err("it was changed")
    };
    assert_eq!(fault("/schema", json!(2)), CertificateFault::Schema(2));
    assert_eq!(fault("/theorem", json!("it is so")), CertificateFault::Theorem);
    assert!(matches!(fault("/start", json!("1 1/0 2")), CertificateFault::Position { which: "start", .. }));
    assert_eq!(fault("/goal", json!("1 2/3 0")), CertificateFault::OtherSize);
    let solvable = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    assert!(matches!(fault("/start", json!(solvable)), CertificateFault::Miscounted { which: "start", .. }));
    for side in ["start", "goal"] {
        for field in ["inversions", "blank_row", "blank_column", "sum"] {
            let found = fault(&format!("/evidence/{side}/{field}"), json!(1));
            assert!(matches!(found, CertificateFault::Miscounted { which, .. } if which == side), "{found}");
        }
    }
    let same = UnsolvabilityCertificate { start: solvable.to_owned(), ..famous() };
    let Evidence::Parity { goal, .. } = same.evidence else { panic!("it is by parity") };
    let same = UnsolvabilityCertificate { evidence: Evidence::Parity { start: goal, goal }, ..same };
    assert!(matches!(same.verify(), Err(CertificateFault::Nothing(_))));
    let order = Evidence::FixedOrder { start: vec![2, 1], goal: vec![1, 2] };
    let wrong = UnsolvabilityCertificate { evidence: order, ..famous() };
    assert!(matches!(wrong.verify(), Err(CertificateFault::Nothing(_))), "the order is fixed on a line alone");
}
