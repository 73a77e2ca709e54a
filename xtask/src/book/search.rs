//! What the search of the book looks through: a script of its own, because a page that was opened from a folder may load scripts
//! and nothing else.

use std::fmt::Write as _;

/// One place that a search can find.
pub(super) struct Place<'a> {
    /// The file of its page.
    pub(super) file: &'a str,
    pub(super) page: &'a str,
    pub(super) anchor: &'a str,
    pub(super) heading: &'a str,
    pub(super) text: &'a str,
}

/// The script, which hands every place to `fewestSearch`.
pub(super) fn index<'a>(places: impl Iterator<Item = Place<'a>>) -> String {
    let mut script = "fewestSearch([\n".to_owned();
    for Place { file, page, anchor, heading, text } in places {
        let fields = [file, page, anchor, heading, text].map(literal).join(",");
        let _ = writeln!(script, "[{fields}],");
    }
    script.push_str("]);\n");
    script
}

/// A string of JavaScript, with single spaces between words.
fn literal(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for (number, word) in text.split_whitespace().enumerate() {
        if number > 0 {
            literal.push(' ');
        }
        for c in word.chars() {
            match c {
                '"' | '\\' => literal.extend(['\\', c]),
                c if c.is_control() => _ = write!(literal, "\\u{:04x}", u32::from(c)),
                c => literal.push(c),
            }
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_a_script() {
        let place = Place { file: "a.html", page: "A", anchor: "b", heading: "B \"c\"", text: " x\\y\n  z\u{7} " };
        let script = index([place].into_iter());
        assert_eq!(script, "fewestSearch([\n[\"a.html\",\"A\",\"b\",\"B \\\"c\\\"\",\"x\\\\y z\\u0007\"],\n]);\n");
    }
}
