//! Any bytes as the header of a table's file, under a checksum that is right: refused with what is wrong, or read, and then its
//! sizes add up to the length of the file.
#![no_main]

use fewest_pdb::file::Header;
use libfuzzer_sys::fuzz_target;
use twox_hash::XxHash3_64;

/// Where the checksum stands, and where what it covers begins.
const CHECKSUM: std::ops::Range<usize> = 16..24;

fuzz_target!(|bytes: &[u8]| {
    // A file of a header alone, and one with a payload behind it.
    let _ = Header::parse(bytes, bytes.len() as u64);
    let mut page = bytes.to_vec();
    page.resize(bytes.len().max(1).next_multiple_of(4096), 0);
    let checksum = XxHash3_64::oneshot(&page[CHECKSUM.end..]);
    page[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    let payload = page.get(32..40).map_or(0, |eight| u64::from_le_bytes(eight.try_into().expect("eight")));
    let length = (page.len() as u64).saturating_add(payload);
    match Header::parse(&page, length) {
        Ok(header) => {
            assert_eq!(header.payload_len(), payload);
            assert_eq!(header.recipe.encoding.bytes(header.recipe.entries), payload);
        }
        Err(damage) => assert!(!damage.to_string().is_empty()),
    }
});
