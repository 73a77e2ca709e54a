//! Scrambles, stickers and nets: read, refused with every fault, and turned as geometry says.

use fewest_cube::random::Shuffler;
use fewest_cube::{Cube, Goal, Metric, Position, Setup, Size, draw, format_moves, library, parse_moves, to_moves};
use fewest_search::StateSpace;
use proptest::prelude::*;

fn cube(text: &str) -> Position {
    text.parse().unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn goal(text: &str) -> Goal {
    Goal::read(text, Size::Three).unwrap()
}

/// Stickers turned by geometry show what the search makes of cubies: every turn, alone and after others.
#[test]
fn searches_turn_as_people_do() {
    let mut shuffler = Shuffler::new(3);
    for size in [Size::Two, Size::Three] {
        for metric in Metric::ALL {
            let space = Cube::new(size, metric, &Goal::Cube(shuffler.uniform(size)));
            let (mut seen, mut turns) = (shuffler.uniform(size), Vec::new());
            parse_moves("x y'", size).unwrap().into_iter().for_each(|mv| seen.make(mv));
            let mut state = space.state(&seen);
            let start = seen.clone();
            for round in 0..120usize {
                let turn = space.turns()[round * 7 % space.turns().len()];
                turns.push(turn);
                space.apply(&mut state, turn);
                seen = start.clone();
                for mv in to_moves(&start, &turns) {
                    seen.make(mv);
                }
                assert_eq!(space.state(&seen), state, "{}", format_moves(&to_moves(&start, &turns)));
                assert!(space.position(&state).is_same_cube(&seen));
            }
            assert_eq!(to_moves(&start, &turns).iter().map(|mv| mv.cost(metric)).sum::<u64>(), 120);
        }
    }
}

#[test]
fn a_repeat_that_no_number_holds_is_refused() {
    let faults = parse_moves("R (U)99999999999999999999", Size::Three).unwrap_err();
    assert!(faults.to_string().contains("10000"), "{faults}");
}

#[test]
fn notations_mean_the_same() {
    let same = [
        ("R M' L'", "x"),
        ("Rw", "R M'"),
        ("u2", "2Uw2"),
        ("(R U R' U')6", "solved"),
        ("[R, U]3", "[R, U]' [R, U]'2 [R, U]6"),
        ("[F: [R, U]]", "F R U R' U' F'"),
        ("x y z", "x y z4 z"),
        ("S E M", "S2 S' E M"),
        ("R3 U5", "R’ U"),
    ];
    for (one, other) in same {
        assert_eq!(cube(one), cube(other), "{one} | {other}");
    }
    for (size, text) in [(Size::Three, "x y' R"), (Size::Two, "z R U2")] {
        let position = Setup::parse(text).unwrap().validate(Some(size)).unwrap();
        assert_eq!(cube(&draw(&position).join("\n")), position);
        assert_eq!(cube(&position.to_string().replace('U', "W").replace('F', "G")), position);
    }
    // However it is held, it is the same cube.
    assert!(cube("x F").is_same_cube(&cube("D")) && !cube("x F").is_same_cube(&cube("F")));
    assert!(goal("solved").is_met_by(&cube("x y' z2")));
}

#[test]
fn every_fault_is_found_at_once() {
    let faults = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    let scramble = faults("R K U' (F q");
    assert!(scramble.contains("character 3: \"K\" is not a move") && scramble.contains("\"q\""), "{scramble}");
    assert!(scramble.contains("character 8: '(' is never closed"), "{scramble}");
    assert!(faults("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLL").starts_with("there are 45 stickers"));
    let twice = faults("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU");
    for part in ["the colour U is on 10 stickers", "the colour B is on 8", "the corner DBL", "missing: DBL"] {
        assert!(twice.contains(part), "{part}: {twice}");
    }
    // Two stickers that are exchanged make pieces that appear twice.
    assert!(faults("UUUUUUUURURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").contains("the corner URF shows RUF"));
    assert!(Goal::read("crross", Size::Three).unwrap_err().to_string().contains("`cross`"));
    assert!(Goal::read("cross", Size::Two).unwrap_err().to_string().contains("3×3×3"));
    assert!(Goal::read(&format!("{}R", ".".repeat(53)), Size::Three).unwrap_err().to_string().contains("sticker 54"));
}

/// Each impossible cube is told from the others, with what would mend it, and the mended one can be solved.
#[test]
fn impossible_cubes_are_explained() {
    let solved: Vec<char> = cube("solved").to_string().chars().collect();
    let exchanged = |pairs: &[(usize, usize)]| {
        let mut stickers = solved.clone();
        for &(a, b) in pairs {
            stickers.swap(a, b);
        }
        cube(&stickers.iter().collect::<String>())
    };
    let whys = |position: &Position| goal("solved").explain_obstacle(position).join("; ");
    assert_eq!(whys(&cube("R U")), "");
    // URF: U9 R1 F3, which go round.
    let twisted = exchanged(&[(8, 9), (9, 20)]);
    assert!(
        whys(&twisted).contains("that at URF") && whys(&twisted).starts_with("the corners together"),
        "{}",
        whys(&twisted)
    );
    let flipped = exchanged(&[(7, 19)]);
    assert!(whys(&flipped).contains("such as that at UF"), "{}", whys(&flipped));
    let swapped = exchanged(&[(7, 5), (19, 10)]);
    assert!(whys(&swapped).ends_with("exchange the edges at UR and UF"), "{}", whys(&swapped));
    let all = exchanged(&[(8, 9), (9, 20), (7, 19), (28, 32), (25, 16)]);
    assert_eq!(goal("solved").explain_obstacle(&all).len(), 3);
    // A part that leaves the culprit free can be reached, and so can the cube itself.
    for (text, reachable) in [("cross", true), ("oll", false), ("edges", true)] {
        assert_eq!(goal(text).explain_obstacle(&twisted).is_empty(), reachable, "{text}");
    }
    assert!(goal("corners").explain_obstacle(&flipped).is_empty() && goal("oll").explain_obstacle(&swapped).is_empty());
    assert!(goal(&twisted.to_string()).explain_obstacle(&twisted).is_empty());
}

#[test]
fn parts_are_met_where_they_should_be() {
    let met = |text: &str, moves: &str| goal(text).is_met_by(&cube(moves));
    assert!(met("cross", "U R U R' U'") && met("f2l", "R U2 R' U' R U' R'") && !met("f2l", "D"));
    assert!(met("oll", "R U R' U' R' F R2 U' R' U' R U R' F'") && !met("oll", "R U2 R' U' R U' R'"));
    assert!(met("2x2x2", "R U F") && met("2x2x3", "U F") && !met("2x2x3", "R") && met("1x2x3", "R U"));
    let dotted = format!("{}{}", "U".repeat(9), ".".repeat(45));
    assert!(met(&dotted, "U D") && !met(&dotted, "R"));
    assert_eq!(goal(&dotted).to_string(), dotted);
}

#[test]
fn the_library_is_what_it_says() {
    for entry in library::entries() {
        let moves = parse_moves(entry.scramble, entry.size).unwrap();
        let turns: u64 = moves.iter().map(|mv| mv.cost(Metric::Htm)).sum();
        assert_eq!(turns, u64::from(entry.turns), "{}", entry.name);
        assert!(!Goal::read("solved", entry.size).unwrap().is_met_by(&entry.position()));
    }
    let superflip = library::entries().iter().find(|entry| entry.name == "superflip").unwrap().position().to_string();
    assert_eq!(superflip, "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB");
}

proptest! {
    /// Any text is refused or read, and what was read prints as something that reads the same.
    #[test]
    fn any_text_is_read_or_refused(text in "[URFDLBMESxyzwrl2'\\(\\)\\[\\],:. ]{0,60}") {
        if let Ok(moves) = parse_moves(&text, Size::Three) {
            let printed = format_moves(&moves);
            prop_assert_eq!(parse_moves(&printed, Size::Three), Ok(moves));
        }
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}
