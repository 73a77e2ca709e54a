//! Well-known traditional layouts, built in, each with what is known of it.
//!
//! They are files of the native form under `data`; those of `data/rush` are a graded set of Rush Hour
//! boards, `rush-01` to `rush-40`, that this project's own [generator](crate::design) made. Lines that begin with `;`, which are comments to the reader of
//! puzzles, say who made a puzzle and when, its other names, how many positions can be reached and the shortest length by
//! each metric. The lengths of moves, slides and steps were published; all are proven again by the tests.
//!
//! ```
//! use fewest_blocks::{Metric, library};
//! let donkey = library::find("L'Ane Rouge").expect("under any of its names");
//! assert_eq!((donkey.name, donkey.optimum(Metric::Move)), ("klotski", Some(81)));
//! assert_eq!(donkey.puzzle().pieces().len(), 10);
//! ```

use std::sync::LazyLock;

use crate::metric::Metric;
use crate::puzzle::Puzzle;

/// A puzzle of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A short name of small letters, digits and dashes.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it is called elsewhere.
    pub also: Vec<&'static str>,
    /// Who made it, if that is known.
    pub by: Option<&'static str>,
    /// The year it was made, patented or first sold, if that is known.
    pub year: Option<u16>,
    /// A word on it.
    pub note: Option<&'static str>,
    /// How many positions can be reached from the start, alike pieces not told apart.
    pub states: u64,
    /// The file.
    pub text: &'static str,
    optima: [Option<u32>; Metric::ALL.len()],
}

impl Entry {
    /// The puzzle.
    pub fn puzzle(&self) -> Puzzle {
        self.text.parse().expect("the files are checked by the tests")
    }

    /// The length of a shortest solution.
    pub fn optimum(&self, metric: Metric) -> Option<u32> {
        self.optima[metric as usize]
    }

    fn new(name: &'static str, text: &'static str) -> Self {
        let (mut title, mut by, mut year, mut note) = (name, None, None, None);
        let (mut also, mut optima, mut states) = (Vec::new(), [None; Metric::ALL.len()], 0);
        for line in text.lines() {
            let Some((key, value)) = line.trim_start_matches("; ").split_once(": ") else { continue };
            match key {
                "title" => title = value,
                "also" => also = value.split("; ").collect(),
                "by" => by = Some(value),
                "year" => year = value.parse().ok(),
                "note" => note = Some(value),
                "states" => states = value.parse().unwrap_or(0),
                "optimum" => {
                    for (word, length) in value.split(", ").filter_map(|part| part.split_once(' ')) {
                        if let Ok(metric) = word.parse::<Metric>() {
                            optima[metric as usize] = length.parse().ok();
                        }
                    }
                }
                _ => {}
            }
        }
        Self { name, title, also, by, year, note, states, text, optima }
    }
}

/// A file of the library by its name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../data/", $name, ".txt")))),*]
    };
}

/// A file of the graded set by its number.
macro_rules! graded {
    ($($number:literal),* $(,)?) => {
        [$((concat!("rush-", $number), include_str!(concat!("../data/rush/", $number, ".txt")))),*]
    };
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let files = files![
        "klotski",
        "klotski-hardest",
        "century",
        "century-and-a-half",
        "super-century",
        "new-century",
        "super-compo",
        "swallow-leaves-the-nest",
        "generals-around-the-camp",
        "advance-on-one-road",
        "pennant",
        "blockado",
        "traffic-cop-tangle",
        "hughes",
        "moving-day",
        "motor-car",
        "simplicity",
    ];
    #[rustfmt::skip]
    let graded = graded![
        "01", "02", "03", "04", "05", "06", "07", "08", "09", "10",
        "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
        "21", "22", "23", "24", "25", "26", "27", "28", "29", "30",
        "31", "32", "33", "34", "35", "36", "37", "38", "39", "40",
    ];
    files.into_iter().chain(graded).map(|(name, text)| Entry::new(name, text)).collect()
});

/// All puzzles of the library.
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The puzzle of a name, a title or another name; case, accents, spaces and other signs do not matter.
pub fn find(name: &str) -> Option<&'static Entry> {
    let wanted = plain(name);
    let is_it = |entry: &&Entry| {
        let mut names = entry.also.iter().copied().chain([entry.name, entry.title]);
        names.any(|name| plain(name) == wanted)
    };
    all().iter().find(is_it).filter(|_| !wanted.is_empty())
}

/// A name without what people write in different ways.
fn plain(name: &str) -> String {
    let fold = |c: char| match c {
        'à' | 'á' | 'â' => 'a',
        'è' | 'é' | 'ê' => 'e',
        other => other,
    };
    name.chars().take(100).flat_map(char::to_lowercase).map(fold).filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_puzzle_with_all_that_is_known_of_it() {
        for entry in all() {
            let puzzle: Puzzle = entry.text.parse().unwrap_or_else(|faults| panic!("{}: {faults}", entry.name));
            assert_eq!(puzzle.title(), Some(entry.title));
            assert!(Metric::ALL.into_iter().all(|metric| entry.optimum(metric).is_some()), "{}", entry.name);
            assert!(entry.states > 0, "{}", entry.name);
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(entry.name.bytes().all(is_plain), "{}", entry.name);
            // Whatever else the file says is read.
            let known = ["also", "by", "year", "note", "states", "optimum"];
            for comment in entry.text.lines().filter_map(|line| line.strip_prefix("; ")) {
                assert!(known.iter().any(|key| comment.starts_with(&format!("{key}: "))), "{}: {comment}", entry.name);
            }
            let year = entry.text.lines().any(|line| line.starts_with("; year"));
            assert_eq!(year, entry.year.is_some(), "{}", entry.name);
        }
    }

    #[test]
    fn every_name_finds_its_puzzle_alone() {
        for entry in all() {
            for name in entry.also.iter().copied().chain([entry.name, entry.title]) {
                assert_eq!(find(name).map(|found| found.name), Some(entry.name), "{name}");
                assert_eq!(find(&name.to_uppercase()).map(|found| found.name), Some(entry.name), "{name}");
            }
        }
        assert_eq!(find("dads-puzzle").map(|entry| entry.name), Some("pennant"));
        assert!(find("").is_none() && find("no such puzzle").is_none() && find("' -").is_none());
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_library() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let stems = |folder: &str, prefix: &str| -> Vec<String> {
            let entries = std::fs::read_dir(folder).expect("the folder of the library");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
            texts.filter_map(|path| Some(format!("{prefix}{}", path.file_stem()?.to_str()?))).collect()
        };
        let mut files = stems(folder, "");
        files.extend(stems(&format!("{folder}/rush"), "rush-"));
        files.sort_unstable();
        let mut names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    /// Each of the graded set takes more slides than the one before.
    #[test]
    fn the_graded_set_is_graded() {
        let graded: Vec<&Entry> = all().iter().filter(|entry| entry.name.starts_with("rush-")).collect();
        assert_eq!(graded.len(), 40);
        let lengths: Vec<Option<u32>> = graded.iter().map(|entry| entry.optimum(Metric::Slide)).collect();
        assert!(lengths.windows(2).all(|pair| pair[0] < pair[1]), "{lengths:?}");
    }
}
