//! Reading and writing: nothing makes a parser panic, everything printed is read back, every fault is named.

use std::slice::from_ref;

use fewest_hanoi::{
    COLUMNS, Fault, Goal, MAX_DISCS, MAX_PEGS, MIN_PEGS, Peg, Position, Setup, Size, Transfer, Word, draw,
    format_transfers, parse_transfers,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    // A fixed seed: a red run means a change, not luck.
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(15), failure_persistence: None, ..ProptestConfig::default() }
}

fn any_size() -> impl Strategy<Value = Size> {
    (1..=MAX_DISCS, MIN_PEGS..=MAX_PEGS).prop_map(|(discs, pegs)| Size::new(discs, pegs).expect("a size"))
}

/// Pegs with their discs from bottom to top.
fn any_stacks() -> impl Strategy<Value = Vec<Vec<usize>>> {
    any_size().prop_flat_map(|size| {
        prop::collection::vec(0..size.pegs(), size.discs()).prop_map(move |pegs| {
            let mut stacks = vec![Vec::new(); size.pegs()];
            for (disc, peg) in pegs.into_iter().enumerate().rev() {
                stacks[peg].push(disc + 1);
            }
            stacks
        })
    })
}

fn any_entry() -> impl Strategy<Value = Word> {
    prop_oneof![(0..80u16).prop_map(Word::Number), "[0-9a-z…]{1,30}".prop_map(Word::Other)]
}

fn any_transfer() -> impl Strategy<Value = Transfer> {
    (0..MAX_PEGS, 1..MAX_PEGS).prop_map(|(from, step)| Transfer {
        from: Peg::new(from).expect("a peg"),
        to: Peg::new((from + step) % MAX_PEGS).expect("a peg"),
    })
}

fn join(stacks: &[Vec<usize>], mark: &str) -> String {
    let words = |stack: &Vec<usize>| stack.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    stacks.iter().map(words).collect::<Vec<_>>().join(mark)
}

fn faults(stacks: &[Vec<usize>]) -> Vec<Fault> {
    match join(stacks, "/").parse::<Position>() {
        Ok(position) => panic!("{position} was accepted"),
        Err(faults) => faults.iter().cloned().collect(),
    }
}

/// The peg and the place of one of the discs.
fn place_of(stacks: &[Vec<usize>], index: Index) -> (usize, usize) {
    let places: Vec<_> =
        stacks.iter().enumerate().flat_map(|(peg, stack)| (0..stack.len()).map(move |place| (peg, place))).collect();
    places[index.index(places.len())]
}

fn never_panics(text: &str, size: Size) {
    let _ = text.parse::<Goal>().map(|goal| goal.position(size));
    if let Ok(setup) = Setup::parse(text) {
        for size in [None, Some(size)] {
            match setup.validate(size) {
                Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
                Err(faults) => assert!(!faults.to_string().is_empty()),
            }
        }
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn text_that_looks_like_pegs_is_read_or_refused(text in "([0-9-]{0,3}[ ,/|\n\r\t]{0,2}){0,60}", size in any_size()) {
        never_panics(&text, size);
    }

    #[test]
    fn any_setup_is_accepted_or_refused(
        pegs in prop::collection::vec(prop::collection::vec(any_entry(), 0..6), 0..30),
        size in any_size(),
    ) {
        let setup = Setup { pegs };
        for size in [None, Some(size)] {
            if let Err(faults) = setup.validate(size) {
                prop_assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn positions_are_printed_and_read_back(stacks in any_stacks()) {
        // One peg a line needs a mark for the empty ones at the ends.
        let lines = stacks.iter().map(|stack| if stack.is_empty() { "-".into() } else { join(from_ref(stack), "") });
        let lines: Vec<String> = lines.collect();
        for text in [join(&stacks, "/"), join(&stacks, " | "), lines.join("\n"), lines.join("\r\n") + "\r\n"] {
            let position: Position = text.parse().expect("discs in order");
            for (peg, stack) in position.size().each_peg().zip(&stacks) {
                prop_assert_eq!(position.stack(peg), &stack[..]);
            }
            prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
            let goal: Goal = position.to_string().parse().expect("a position");
            prop_assert_eq!(goal.position(position.size()), Ok(position));
        }
    }

    #[test]
    fn pictures_show_every_disc_once(stacks in any_stacks()) {
        let position: Position = join(&stacks, "/").parse().expect("discs in order");
        let picture = draw(&position, COLUMNS);
        let is_drawn = !picture[0].starts_with("A: ");
        prop_assert_eq!(picture.len(), if is_drawn { position.size().discs() + 2 } else { position.size().pegs() });
        if is_drawn {
            prop_assert!(picture.iter().all(|line| line.len() <= COLUMNS));
            for disc in 1..=position.size().discs() {
                let text = picture.join("\n");
                let shown = text.split(['=', ' ', '\n']).filter(|word| *word == disc.to_string()).count();
                prop_assert_eq!(shown, 1);
            }
            let is_bar = |c: char| c == '=' || c.is_ascii_digit();
            let bars: usize = picture.iter().map(|line| line.matches(is_bar).count()).sum();
            prop_assert_eq!(bars, (1..=position.size().discs()).map(|disc| 2 * disc + 1).sum::<usize>());
        }
    }

    #[test]
    fn any_moves_are_read_or_refused(text in any::<String>(), close in "[A-Za-z>→, -]{0,40}") {
        for text in [text, close] {
            if let Ok(transfers) = parse_transfers(&text) {
                prop_assert!(transfers.iter().all(|transfer| transfer.from != transfer.to));
                prop_assert_eq!(parse_transfers(&format_transfers(&transfers)), Ok(transfers));
            }
        }
    }

    #[test]
    fn moves_are_printed_and_read_back(transfers in prop::collection::vec(any_transfer(), 0..40)) {
        let text = format_transfers(&transfers);
        for text in [text.replace('>', "->"), text.replace('>', ""), text.to_lowercase(), text.replace(' ', ", "), text] {
            prop_assert_eq!(parse_transfers(&text), Ok(transfers.clone()));
        }
    }

    #[test]
    fn a_missing_disc_is_named(mut stacks in any_stacks(), index: Index) {
        let (peg, place) = place_of(&stacks, index);
        let discs: usize = stacks.iter().map(Vec::len).sum();
        let lost = stacks[peg].remove(place);
        if lost < discs {
            prop_assert_eq!(faults(&stacks), [Fault::Missing { discs: vec![u16::try_from(lost).unwrap()] }]);
        }
    }

    #[test]
    fn a_doubled_disc_is_named(mut stacks in any_stacks(), index: Index, peg: Index) {
        let (from, place) = place_of(&stacks, index);
        let disc = stacks[from][place];
        let peg = peg.index(stacks.len());
        // In its place in the order, so that nothing else is wrong.
        let place = stacks[peg].iter().position(|&other| other < disc).unwrap_or(stacks[peg].len());
        stacks[peg].insert(place, disc);
        prop_assert_eq!(faults(&stacks), [Fault::Doubled { disc: u16::try_from(disc).unwrap(), count: 2 }]);
    }

    #[test]
    fn a_disc_on_a_smaller_one_is_named(mut stacks in any_stacks(), index: Index) {
        let (peg, place) = place_of(&stacks, index);
        if place + 1 < stacks[peg].len() {
            stacks[peg].swap(place, place + 1);
            let found = faults(&stacks);
            let (upper, lower) = (stacks[peg][place + 1], stacks[peg][place]);
            let named = Fault::LargerOnSmaller { peg, upper, lower };
            prop_assert!(found.contains(&named));
            let is_order = |fault: &Fault| matches!(fault, Fault::LargerOnSmaller { .. });
            prop_assert!(found.iter().all(is_order));
        }
    }

    #[test]
    fn words_that_are_no_discs_are_all_named(stacks in any_stacks(), a: Index, b: Index, word in "[a-z%é+-]{2,9}") {
        let (first, second) = (a.index(stacks.len()), b.index(stacks.len()));
        let mut pegs: Vec<String> = stacks.iter().map(|stack| join(from_ref(stack), "")).collect();
        for peg in [first, second] {
            pegs[peg].push(' ');
            pegs[peg].push_str(&word);
        }
        let found = pegs.join("/").parse::<Position>().expect_err("no disc");
        prop_assert_eq!(found.iter().count(), 2);
        let names_it = |fault: &Fault| matches!(fault, Fault::NotADisc { word: named, .. } if *named == word);
        prop_assert!(found.iter().all(names_it));
    }
}
