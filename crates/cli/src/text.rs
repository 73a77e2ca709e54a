//! Numbers and paragraphs as people like to read them.

pub(crate) use fewest_text::{bytes, scaled, thousands};
use textwrap::{Options, WordSplitter};

/// Breaks text at spaces into lines of at most `width` characters. A word that is longer has a line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let options = Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(&words.join(" "), options).into_iter().map(Into::into).collect()
}

/// ` Did you mean "example"?` where one of the names is much like the word; else nothing.
pub(crate) fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let alike = {
        let word = word.to_lowercase();
        names.into_iter().map(move |name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name))
    };
    match alike.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((likeness, name)) if likeness > 0.8 => format!(" Did you mean {name:?}?"),
        _ => String::new(),
    }
}

/// The first `width` characters, with a mark where something is left out.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Text without spaces in lines of at most `width` characters.
pub(crate) fn chop(text: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(width.max(1)).map(|line| line.iter().collect()).collect()
}

/// `1 move`, `2 moves`, `2 pushes`
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let ending = match number {
        1 => "",
        _ if noun.ends_with("sh") || noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", thousands(number))
}

/// A time with the unit that suits it: `412 µs`, `12.3 ms`, `3.21 s`, `2 min 3 s`, `1 h 4 min`.
pub(crate) fn duration(seconds: f64) -> String {
    let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 59.995 {
        format!("{seconds:.2} s")
    } else {
        let whole = std::time::Duration::try_from_secs_f64(seconds.round()).unwrap_or_default().as_secs();
        match (whole / 3600, whole / 60 % 60, whole % 60) {
            (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
            (hours, minutes, _) => format!("{hours} h {minutes} min"),
        }
    }
}

pub(crate) fn rate(nodes: u64, seconds: f64) -> String {
    scaled(if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 }, "") + " nodes/s"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_fit() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 6), ["one", "two", "three"]);
        assert_eq!(wrap("unbreakable × a", 5), ["unbreakable", "× a"]);
        assert!(wrap("  \n ", 5).is_empty());
        assert_eq!(chop("abcdefg", 3), ["abc", "def", "g"]);
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abcde…");
    }

    #[test]
    fn what_is_meant_is_much_alike() {
        let meant = |word| did_you_mean(word, ["example", "heuristics", "sat"]);
        assert_eq!(
            [meant("exmaple"), meant("heuristic")],
            [" Did you mean \"example\"?", " Did you mean \"heuristics\"?"]
        );
        assert_eq!([meant("korf"), meant("")], ["", ""]);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(0, "move"), "0 moves");
        assert_eq!([1, 2].map(|number| counted(number, "push")), ["1 push", "2 pushes"]);
        assert_eq!(counted(7, "search"), "7 searches");
        assert_eq!(
            [0.0, 12.0, 999.6, 31_240_000.0, 5e17].map(|n| scaled(n, "B")),
            ["0 B", "12 B", "1.0 kB", "31.2 MB", "500000 TB"]
        );
        assert_eq!(scaled(12.0, ""), "12");
        assert_eq!(
            [0.000_412, 0.0123, 3.214, 123.4, 3861.0].map(duration),
            ["412 µs", "12.3 ms", "3.21 s", "2 min 3 s", "1 h 4 min"]
        );
        assert_eq!(duration(f64::NAN), "0 µs");
    }
}
