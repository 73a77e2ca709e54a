//! Texts that nobody means well with: no reader panics, hangs or grows.

use std::time::{Duration, Instant};

use fewest_blocks::formats::{self, Format};
use proptest::prelude::*;

/// Reads a text in every way there is; whatever is read and valid can be written or is refused.
fn read_all(text: &str) {
    let _ = formats::read(text);
    let _ = formats::read_file("a.sbp", text.as_bytes());
    for format in Format::ALL {
        let read = format.read(text).map(|setup| setup.validate());
        if let Err(faults) = &read {
            let message = faults.to_string();
            assert!(!message.is_empty() && message.len() < 20_000, "{} bytes", message.len());
        }
        if let Ok(Ok(puzzle)) = read {
            for other in Format::ALL {
                let _ = other.write(&puzzle);
            }
        }
    }
}

/// Texts from which small changes lead to all corners of the readers.
const SEEDS: [&str; 8] = [
    "1A9BF0C",
    "60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332",
    "....BB/AA...C/DD...C",
    "xsize: 4\nysize: 3\nwall: (0,0)\nhwall: 1 (0,1)\npiece: 1 (0,0) (1,0)\nlockx: 1\nput: 1 (2,0) 'T'\nwin: 1 (2,2)\nwin: 0 (3,0)\n",
    "display A title\nsize 3 2\ninitial\nab.\n#bc\ntarget\n..a\n\nequiv ac\nlabel a Name\nend\n",
    "x#6#4#\n######\n#**a -\n#b  .-\n### ..\n",
    "{\"format\": \"fewest-blocks\", \"version\": 1, \"board\": [\"..\"], \"pieces\": [{\"label\": \"a\", \"cells\": [[0, 0]]}], \"goals\": [[{\"piece\": \"a\", \"on\": [[1, 0]]}]]}",
    "title: T\nrail:\nlock fixed: b\nalike: a\nname a: A\ngate a:\n+..\nexit o right:\n..+\nstart:\naab\n...\ngoal:\n...\n.aa\nempty:\n+..\n",
];

/// Titles and names are printed on terminals and written as JSON, which takes lines only.
#[test]
fn characters_that_break_a_line_become_spaces_in_titles_and_names() {
    let texts = [
        "title: Red\u{c}donkey\rruns\nname a: A\u{c}b\naab\n...\ngoal:\n...\n.aa\n",
        "display Red\u{c}donkey\rruns\nsize 3 2\ninitial\naab\n...\ntarget\n...\n.aa\nlabel a A\u{c}b\nend\n",
        "Red\u{c}donkey\rruns#4#3#\n####\n#*.-\n####\n",
    ];
    for text in texts {
        let (_, setup) = formats::read(text).unwrap();
        assert_eq!(setup.title.as_deref(), Some("Red donkey runs"), "{text:?}");
        assert!(setup.pieces.iter().all(|piece| piece.name.as_deref().is_none_or(|name| name == "A b")));
        let puzzle = setup.validate().unwrap();
        let again = Format::Json.read(&Format::Json.write(&puzzle).unwrap()).and_then(|setup| setup.validate());
        assert_eq!(again.as_ref(), Ok(&puzzle));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read_all(&text);
    }

    #[test]
    fn any_text_of_the_usual_characters(text in "[ .#*:;()',/xoAXab019\\-\n]{0,120}") {
        read_all(&text);
    }

    #[test]
    fn changed_texts(seed in 0..SEEDS.len(), changes in prop::collection::vec((any::<prop::sample::Index>(), "\\PC|[ .#*:;()0-9\n]"), 1..6)) {
        let mut letters: Vec<char> = SEEDS[seed].chars().collect();
        for (place, letter) in changes {
            let place = place.index(letters.len());
            match letter.chars().next() {
                Some(letter) if letter != '9' => letters[place] = letter,
                Some(_) => letters.insert(place, '9'),
                None => drop(letters.remove(place)),
            }
            if letters.is_empty() {
                break;
            }
        }
        read_all(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = formats::read_file("x.sbp", &bytes);
        let _ = formats::read_file("x", &bytes);
    }
}

#[test]
fn seeds_are_good() {
    for seed in SEEDS {
        let (format, setup) = formats::read(seed).unwrap_or_else(|faults| panic!("{seed}: {faults}"));
        setup.validate().unwrap_or_else(|faults| panic!("{format} {seed}: {faults}"));
    }
}

#[test]
fn large_texts_are_refused_at_once() {
    let started = Instant::now();
    for unit in [
        "A",
        ".",
        "\n",
        "[",
        "put: 1 (0,0)\n",
        "piece: 1 (0,0)",
        "win: 0 (0,0)\n",
        "{\"a\":",
        "a.\n",
        "#",
        "9",
        "label a b\n",
    ] {
        let text = unit.repeat((1 << 26) / unit.len());
        for format in Format::ALL {
            assert!(format.read(&text).is_err());
        }
        assert!(formats::read(&text).is_err());
        // The longest text that is still read.
        read_all(&text[..1 << 16]);
        for seed in SEEDS {
            let room = (1 << 16) - seed.len();
            read_all(&format!("{seed}{}", &text[..room]));
            read_all(&format!("{}{seed}", &text[..room]));
        }
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn huge_numbers_are_no_sizes() {
    for number in ["999999999", "18446744073709551616", "-5", "1e9", "4294967296"] {
        for text in [
            format!("{number}x{number} AA.."),
            format!("{number} AA....... {number}"),
            format!("xsize: {number}\nysize: {number}\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (0,0)"),
            format!("xsize: 4\nysize: 4\nhwall: 0 ({number},-{number})\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (0,0)"),
            format!("xsize: 4\nysize: 4\npiece: 1 (0,0) ({number},{number})\nput: 1 ({number},0)\nwin: 1 (0,0)"),
            format!("size {number} {number}\ninitial\na.\ntarget\n.a\n"),
            format!("n#{number}#{number}#\n* .\n"),
        ] {
            read_all(&text);
        }
    }
}
