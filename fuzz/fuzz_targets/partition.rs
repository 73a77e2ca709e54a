//! Any text as a size of a board and, behind a semicolon, what a pattern database is made of: patterns, an encoding, a weight.
//! Each is refused, or read, and then it prints as something that reads the same.
#![no_main]

use fewest_pdb::encoding::Encoding;
use fewest_search::algorithms::Weight;
use fewest_tiles::Size;
use fewest_tiles::pdb::Partition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (size, rest) = text.split_once(';').unwrap_or(("4x4", text));
    if let Ok(size) = size.parse::<Size>() {
        match Partition::parse(rest, size) {
            Ok(partition) => assert_eq!(Partition::parse(&partition.to_string(), size).as_ref(), Ok(&partition)),
            Err(faults) => assert!(faults.iter().count() > 0),
        }
    }
    if let Ok(encoding) = rest.parse::<Encoding>() {
        assert_eq!(encoding.to_string().parse::<Encoding>().as_ref(), Ok(&encoding));
    }
    if let Ok(weight) = rest.parse::<Weight>() {
        assert_eq!(weight.to_string().parse::<Weight>().as_ref(), Ok(&weight));
    }
});
