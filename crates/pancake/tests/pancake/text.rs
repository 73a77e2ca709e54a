//! Reading and writing: nothing makes a parser panic, everything printed is read back, every fault is named.

use fewest_pancake::{
    COLUMNS, Entry, Fault, Flip, Goal, MAX_PANCAKES, Position, Setup, Sign, Size, draw, format_flips, parse_flips,
    scene,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    // A fixed seed: a red run means a change, not luck.
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(17), failure_persistence: None, ..ProptestConfig::default() }
}

fn any_size() -> impl Strategy<Value = Size> {
    (1..=MAX_PANCAKES, any::<bool>()).prop_map(|(pancakes, burnt)| Size::new(pancakes, burnt).expect("a size"))
}

/// Pancakes from top to bottom, each with its sign where they are burnt.
fn any_stack() -> impl Strategy<Value = (Size, Vec<(usize, bool)>)> {
    any_size().prop_flat_map(|size| {
        let order = Just((1..=size.pancakes()).collect::<Vec<_>>()).prop_shuffle();
        let sides = prop::collection::vec(any::<bool>(), size.pancakes());
        (order, sides).prop_map(move |(order, sides)| {
            (size, order.into_iter().zip(sides.into_iter().map(|up| up && size.is_burnt())).collect())
        })
    })
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let sign = prop_oneof![Just(None), Just(Some(Sign::Plus)), Just(Some(Sign::Minus))];
    prop_oneof![
        (0..80u16, sign).prop_map(|(number, sign)| Entry::Pancake { number, sign }),
        "[-+0-9a-z…]{1,30}".prop_map(Entry::Other)
    ]
}

fn any_flip() -> impl Strategy<Value = Flip> {
    (1..=MAX_PANCAKES).prop_map(|count| Flip::new(count).expect("a flip"))
}

fn words((size, stack): &(Size, Vec<(usize, bool)>)) -> Vec<String> {
    let sign = |up: bool| {
        if !size.is_burnt() {
            ""
        } else if up {
            "-"
        } else {
            "+"
        }
    };
    stack.iter().map(|&(number, up)| format!("{}{number}", sign(up))).collect()
}

fn faults(words: &[String]) -> Vec<Fault> {
    match words.join(" ").parse::<Position>() {
        Ok(position) => panic!("{position} was accepted"),
        Err(faults) => faults.iter().cloned().collect(),
    }
}

fn never_panics(text: &str, size: Size) {
    let _ = text.parse::<Goal>().map(|goal| goal.position(size));
    let _ = text.parse::<Size>();
    if let Ok(setup) = Setup::parse(text) {
        for size in [None, Some(size)] {
            match setup.validate(size) {
                Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
                Err(faults) => {
                    let message = faults.to_string();
                    assert!(!message.is_empty() && message.len() < 256 * text.len() + 1024);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn text_that_looks_like_a_stack_is_read_or_refused(text in "([-+−]?[0-9]{0,3}[ ,\n\r\t]{0,2}){0,60}", size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn any_setup_is_accepted_or_refused(stack in prop::collection::vec(any_entry(), 0..70), size in any_size()) {
        let setup = Setup { stack };
        for size in [None, Some(size)] {
            if let Err(faults) = setup.validate(size) {
                prop_assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn positions_are_printed_and_read_back(stack in any_stack()) {
        let words = words(&stack);
        for text in [words.join(" "), words.join(","), words.join(" , "), words.join("\r\n") + "\r\n"] {
            let position: Position = text.parse().expect("a stack");
            let found: Vec<_> = position.stack().iter().map(|pancake| (pancake.number, pancake.burnt_up)).collect();
            prop_assert_eq!((position.size(), &found), (stack.0, &stack.1));
            prop_assert_eq!(position.to_string(), words.join(" "));
            prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
            let goal: Goal = position.to_string().parse().expect("a stack");
            prop_assert_eq!(goal.position(position.size()), Ok(position));
        }
    }

    #[test]
    fn one_sign_makes_all_burnt(stack in any_stack(), index: Index) {
        let mut numbers: Vec<String> = stack.1.iter().map(|(number, _)| number.to_string()).collect();
        let place = index.index(numbers.len());
        numbers[place].insert(0, '-');
        let position: Position = numbers.join(" ").parse().expect("a stack");
        prop_assert!(position.size().is_burnt());
        let up: Vec<usize> = (0..numbers.len()).filter(|&place| position.stack()[place].burnt_up).collect();
        prop_assert_eq!(up, [place]);
        // As a goal of pancakes without burnt sides, it names the one with the sign.
        let plain = Size::plain(numbers.len()).expect("a size");
        let refused = Setup::parse(&numbers.join(" ")).expect("words").validate(Some(plain)).expect_err("a sign");
        let named = Fault::Signed { pancake: stack.1[place].0, place: place + 1, size: plain };
        prop_assert_eq!(refused.iter().collect::<Vec<_>>(), [&named]);
    }

    #[test]
    fn pictures_and_scenes_show_every_pancake_once(stack in any_stack()) {
        let position: Position = words(&stack).join(" ").parse().expect("a stack");
        let picture = draw(&position, COLUMNS);
        prop_assert!(picture.iter().all(|line| line.chars().count() <= COLUMNS));
        let text = picture.join("\n");
        for pancake in 1..=position.size().pancakes() {
            let shown = text.split(|c: char| !c.is_ascii_digit()).filter(|word| *word == pancake.to_string()).count();
            prop_assert_eq!(shown, 1);
        }
        let sides = if position.size().is_burnt() { 2 } else { 1 };
        prop_assert_eq!(scene::scene(&position).pieces.len(), sides * position.size().pancakes());
    }

    #[test]
    fn sizes_are_read_back(size in any_size(), text in any::<String>()) {
        prop_assert_eq!(size.to_string().parse(), Ok(size));
        if let Ok(size) = text.parse::<Size>() {
            prop_assert!((1..=MAX_PANCAKES).contains(&size.pancakes()));
        }
    }

    #[test]
    fn any_flips_are_read_or_refused(text in any::<String>(), close in "[0-9+, -]{0,40}") {
        for text in [text, close] {
            if let Ok(flips) = parse_flips(&text) {
                prop_assert_eq!(parse_flips(&format_flips(&flips)), Ok(flips));
            }
        }
    }

    #[test]
    fn flips_are_printed_and_read_back(flips in prop::collection::vec(any_flip(), 0..40)) {
        let text = format_flips(&flips);
        for text in [text.replace(' ', ", "), text.replace(' ', "\n"), text] {
            prop_assert_eq!(parse_flips(&text), Ok(flips.clone()));
        }
    }

    #[test]
    fn a_flip_made_twice_changes_nothing(stack in any_stack(), flip in any_flip()) {
        let start: Position = words(&stack).join(" ").parse().expect("a stack");
        let mut position = start.clone();
        if position.try_flip(flip).is_ok() {
            prop_assert_ne!(&position, &start);
            position.try_flip(flip).expect("as before");
        }
        prop_assert_eq!(position, start);
    }

    #[test]
    fn a_missing_pancake_is_named(stack in any_stack(), index: Index) {
        let mut words = words(&stack);
        let place = index.index(words.len());
        words.remove(place);
        let lost = stack.1[place].0;
        if lost < stack.0.pancakes() {
            prop_assert_eq!(faults(&words), [Fault::Missing { pancakes: vec![lost] }]);
        }
    }

    #[test]
    fn a_doubled_pancake_is_named(stack in any_stack(), index: Index, at: Index) {
        let mut words = words(&stack);
        let (from, to) = (index.index(words.len()), at.index(words.len() + 1));
        words.insert(to, words[from].clone());
        let mut places = [to + 1, if to <= from { from + 2 } else { from + 1 }];
        places.sort_unstable();
        prop_assert_eq!(faults(&words), [Fault::Doubled { pancake: stack.1[from].0, places: places.to_vec() }]);
    }

    #[test]
    fn words_that_are_no_pancakes_are_all_named(stack in any_stack(), a: Index, b: Index, word in "[a-z%é+-]{2,9}") {
        let mut words = words(&stack);
        for index in [a, b] {
            words.insert(index.index(words.len() + 1), word.clone());
        }
        let found = faults(&words);
        prop_assert_eq!(found.len(), 2);
        let names_it = |fault: &Fault| matches!(fault, Fault::NotAPancake { word: named, .. } if *named == word);
        prop_assert!(found.iter().all(names_it));
    }
}
