//! Any bytes as a puzzle of sliding blocks in any of the forms that are read: refused with faults, or read, and then, in
//! one of 8, every form that can say all of it says something that reads the same.
#![no_main]

use fewest_blocks::design::rush::RushBoard;
use fewest_blocks::formats::{self, Format};
use fewest_fuzz::is_one_of;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(board) = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<RushBoard>().ok()) {
        assert_eq!(board.to_string().parse::<RushBoard>().as_ref(), Ok(&board));
    }
    let name = if bytes.len() % 2 == 0 { "puzzle.txt" } else { "puzzle.sbp" };
    match formats::read_file(name, bytes).and_then(|(_, setup)| setup.validate()) {
        Ok(puzzle) => {
            // To write and read all forms takes ten times as long as to read one.
            if !is_one_of(8, bytes) {
                return;
            }
            let json = Format::Json.write(&puzzle).expect("JSON says everything");
            let again = formats::read(&json).and_then(|(_, setup)| setup.validate());
            assert_eq!(again.as_ref(), Ok(&puzzle));
            for format in Format::ALL {
                if let Ok(text) = format.write(&puzzle) {
                    let again = format.read(&text).and_then(|setup| setup.validate());
                    assert!(again.is_ok(), "{format} wrote what it does not read");
                }
            }
        }
        Err(faults) => {
            assert!(faults.iter().count() > 0);
            assert!(faults.to_string().len() < 256 * bytes.len() + 4096);
        }
    }
});
