//! XSB, the format in which levels are passed around: a character a square, any number of levels a file.
//!
//! ```text
//! ; 1                  #  wall         $  box        .  goal
//! ####                 @  player       *  box on a goal
//! # .#                 +  player on a goal
//! #  ###               space, -, _  floor
//! #*@  #
//! #  $ #               Also 4#|#-.#|#--3#: a number repeats the next character, | ends a row.
//! #  ###
//! ####
//! ```

use std::fmt::Write as _;

use crate::level::{Level, MAX_SIDE};
use crate::setup::Setup;

/// What a square can be.
pub(crate) const SQUARES: &str = "#@$.*+ -_";
/// The squares that floor alone does not make.
const SOLID: &str = "#@$.*+";
/// The greatest run length that is read as such: any greater one is too great too.
const LONGEST_RUN: usize = MAX_SIDE + 1;

/// Reads all levels of a text, unchecked.
///
/// Rows that follow each other make a level; blank lines, comments and other text end it. It is called what the last
/// comment (`; title`) or line of text before it says, unless there is a line `Title: …`: such a line belongs to the
/// level that it touches, or else to the one before.
///
/// A line is a row where half of it or more, spaces aside, are characters of XSB. The first row of a level must have a
/// wall.
///
/// ```
/// let levels = fewest_sokoban::read("; first\n####\n#@*#\n####\n\n5#|#@$.#|5#\nTitle: second\n");
/// let titles: Vec<_> = levels.iter().map(|level| level.title.as_deref()).collect();
/// assert_eq!(titles, [Some("first"), Some("second")]);
/// assert_eq!(levels[1].validate()?.to_string(), "#####\n#@$.#\n#####");
/// # Ok::<(), fewest_sokoban::Faults>(())
/// ```
pub fn read(text: &str) -> Vec<Setup> {
    let mut reader = Reader::default();
    let mut levels: Vec<Setup> = text.lines().filter_map(|line| reader.take(line)).collect();
    levels.extend(reader.finish());
    levels
}

/// Writes levels so that [`read`] gives them back: each with its title, where it has one, as a comment before it.
pub fn write<'a>(levels: impl IntoIterator<Item = &'a Level>) -> String {
    let mut text = String::new();
    for (index, level) in levels.into_iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        writeln!(text, "{gap}{}{}", heading(level.title()), rows(level)).expect("a string takes everything");
    }
    text
}

/// The line before a level that gives it its title; nothing where it has none.
pub(crate) fn heading(title: Option<&str>) -> String {
    let title: String = title.unwrap_or("").chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match title.trim() {
        "" => String::new(),
        // A title that looks like a comment is no comment.
        title if title.starts_with(';') => format!("Title: {title}\n"),
        title => format!("; {title}\n"),
    }
}

/// The rows of a level, one a line; all in one line where one has floor alone, for such a line ends a level.
fn rows(level: &Level) -> String {
    let rows = level.to_string();
    if rows.split('\n').all(|row| row.contains('#')) {
        return rows;
    }
    rows.split('\n').map(|row| if row.is_empty() { "-" } else { row }).collect::<Vec<_>>().join("|")
}

/// What the line before was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Other,
    Row,
    /// A line `Title:` that touches no level so far.
    Title,
}

/// Reads levels line by line, as [`read`] does, for inputs that need not end: it holds one level.
///
/// ```
/// let mut reader = fewest_sokoban::Reader::default();
/// let lines = ["####", "#@*#", "####", "", "Title: first", "", "####"];
/// let levels: Vec<_> = lines.into_iter().filter_map(|line| reader.take(line)).collect();
/// assert_eq!(levels[0].title.as_deref(), Some("first"));
/// assert_eq!(reader.finish().expect("one has begun").line, 7);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// How many lines were read.
    line: usize,
    /// The level that the next lines may still belong to.
    last: Option<Setup>,
    before: Before,
    /// The last comment or text since the last level.
    comment: Option<String>,
    /// The last `Title:` line, until it is known whose it is.
    named: Option<String>,
    /// Whether the last level's title comes from such a line.
    is_named: bool,
}

impl Reader {
    /// Whether the next line would be a row of a level.
    pub fn is_row(&self, line: &str) -> bool {
        is_row(line.trim_end(), self.before == Before::Row)
    }

    /// Takes the next line, without its end. Where it begins a level, the one before is complete.
    pub fn take(&mut self, line: &str) -> Option<Setup> {
        self.line += 1;
        let line = line.trim_end();
        if !is_row(line, self.before == Before::Row) {
            self.take_text(line.trim());
            return None;
        }
        let complete = if self.before == Before::Row { None } else { self.begin() };
        self.before = Before::Row;
        if let Some(level) = &mut self.last {
            // One row too many is enough to know.
            let room = (MAX_SIDE + 1).saturating_sub(level.rows.len());
            level.rows.extend(line.strip_suffix('|').unwrap_or(line).split('|').take(room).map(expand));
        }
        complete
    }

    /// Takes the next line where it is no text: it ends the level before.
    pub fn take_unreadable(&mut self) -> Option<Setup> {
        self.line += 1;
        self.before = Before::Other;
        self.name_last();
        self.last.take()
    }

    /// The last level, once there are no more lines.
    pub fn finish(mut self) -> Option<Setup> {
        self.name_last();
        self.last
    }

    /// Takes a line that is no row.
    fn take_text(&mut self, text: &str) {
        if let Some(title) = keyed(text, "title") {
            self.named = Some(title.to_owned());
            if self.before == Before::Row {
                self.name_last();
            } else {
                self.before = Before::Title;
                return;
            }
        } else if !text.is_empty() {
            let comment = text.trim_start_matches([';', ' ']);
            if !comment.contains(':') || text.starts_with(';') {
                self.comment = Some(comment.to_owned());
            }
            if self.before == Before::Title {
                return;
            }
        } else if self.before == Before::Title {
            self.name_last();
        }
        self.before = Before::Other;
    }

    /// Begins a level and returns the one before.
    fn begin(&mut self) -> Option<Setup> {
        let comment = self.comment.take();
        self.is_named = self.named.is_some();
        let title = self.named.take().or(comment).filter(|title| !title.is_empty());
        self.last.replace(Setup { title, line: self.line, rows: Vec::new() })
    }

    /// Gives the last level the title that was read, where it has none from such a line. Before the first level it is
    /// the title of the whole file.
    fn name_last(&mut self) {
        let title = self.named.take().filter(|title| !title.is_empty());
        if let (Some(level), Some(title), false) = (&mut self.last, title, self.is_named) {
            level.title = Some(title);
            self.is_named = true;
        }
    }
}

/// The value of `key: value`.
fn keyed<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (word, value) = line.split_once(':')?;
    word.trim().eq_ignore_ascii_case(key).then(|| value.trim())
}

/// Whether a line is a row of a level.
fn is_row(line: &str, within: bool) -> bool {
    if line.starts_with(';') || line.contains(':') || !line.contains(|c| SOLID.contains(c)) {
        return false;
    }
    if !within && !line.contains('#') {
        return false;
    }
    let marks = || line.chars().filter(|c| !c.is_whitespace());
    let known = marks().filter(|c| SQUARES.contains(*c) || c.is_ascii_digit() || *c == '|').count();
    2 * known >= marks().count()
}

/// Writes out run lengths: `3#-.` is `###-.`.
fn expand(row: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut run: Option<usize> = None;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = Some((run.unwrap_or(0) * 10 + digit as usize).min(LONGEST_RUN));
        } else {
            squares.extend(std::iter::repeat_n(c, run.take().unwrap_or(1)));
            squares.truncate(LONGEST_RUN);
        }
    }
    // A number with nothing behind it repeats nothing: it stands there as what it is, a fault.
    if run.is_some() && squares.len() <= MAX_SIDE {
        squares.extend(row.chars().last());
    }
    squares
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::RngExt;
    use rand::SeedableRng;

    use super::*;

    fn read_rows(setup: &Setup) -> Vec<String> {
        setup.rows.iter().map(|row| row.iter().collect()).collect()
    }

    fn titles(text: &str) -> Vec<Option<String>> {
        read(text).into_iter().map(|level| level.title).collect()
    }

    #[test]
    fn run_lengths_and_floor_in_every_spelling() {
        let plain: Level = "#####\n#@$.#\n#   #\n#####".parse().unwrap();
        for text in
            ["5#|#@$.#|#3-#|5#", "#####\r\n#@$.#\r\n#-_ #\r\n#####\r\n", "5#|#@$.#|#3 #|5#|", "5#\n#@$.#\n#3_#\n5#"]
        {
            assert_eq!(text.parse::<Level>().unwrap(), plain, "{text}");
        }
        assert_eq!(read_rows(&read("#2")[0]), ["#2"]);
        assert_eq!(read_rows(&read("10#2@0$#")[0]), ["##########@@#"]);
    }

    #[test]
    fn titles_are_found_before_and_behind() {
        const BOARD: &str = "####\n#@*#\n####\n";
        let some = |title: &str| Some(title.to_owned());
        let text = format!("; a\n\n{BOARD}\nb\n{BOARD}\n{BOARD}\n; c\n; d\n{BOARD}");
        assert_eq!(titles(&text), [some("a"), some("b"), None, some("d")]);
        let text =
            format!("Title: All of them\nAuthor: x\n\n{BOARD}Title: e\n\n{BOARD}\nTitle: f\nAuthor: y\n\n{BOARD}");
        assert_eq!(titles(&text), [some("e"), some("f"), None]);
        let text = format!("Title: g\n{BOARD}\n\nTitle: h\n{BOARD}");
        assert_eq!(titles(&text), [some("g"), some("h")]);
        assert_eq!(read(&text).iter().map(|level| level.line).collect::<Vec<_>>(), [2, 8]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text =
            "; 1\n####\n#+*###\n# $  #\n######\n\n; two: words\n  ####\n###@*#\n#.$ ##\n#####\n\n####\n#@*#\n####\n";
        let levels: Vec<Level> = read(text).iter().map(|setup| setup.validate().unwrap()).collect();
        assert_eq!(levels.len(), 3);
        assert_eq!(levels[2].title(), None);
        assert_eq!(write(&levels), text);
    }

    /// Levels with characters changed, doubled and dropped at random: what can be read is written so that it reads the same.
    #[test]
    fn whatever_is_a_level_is_written_so_that_it_is_read_again() {
        const ALPHABET: &[u8] = b"#########@$.*+  -_||\n\n;:3Tx";
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut valid = 0;
        for _ in 0..20_000 {
            let mut text = b"Title: ;a\n####\n#@*#\n####\n\n; b\n4#|#+$#|#-.#|4#|5-|2#".to_vec();
            for _ in 0..random.random_range(0..6) {
                let at = random.random_range(0..text.len());
                let c = ALPHABET[random.random_range(0..ALPHABET.len())];
                match random.random_range(0..3) {
                    0 => text[at] = c,
                    1 => text.insert(at, c),
                    _ => drop(text.remove(at)),
                }
            }
            let text = String::from_utf8(text).unwrap();
            let levels: Vec<Level> = read(&text).iter().filter_map(|setup| setup.validate().ok()).collect();
            valid += levels.len();
            let again: Vec<Level> = read(&write(&levels)).iter().map(|setup| setup.validate().unwrap()).collect();
            // Floor beyond the walls is not written.
            let seen = |levels: &[Level]| -> Vec<(Option<String>, String)> {
                levels.iter().map(|level| (level.title().map(str::to_owned), level.to_string())).collect()
            };
            assert_eq!(seen(&again), seen(&levels), "{text}");
        }
        assert!(valid > 10_000, "{valid}");
    }

    #[test]
    fn a_setup_is_written_as_it_is() {
        for text in ["; a title\n####|#@*#|####", "####|-----|#@*#|####", "##|#2|# x@|##", "5#|#@$.#|5#"] {
            let setup = &read(text)[0];
            let again = &read(&setup.to_string())[0];
            assert_eq!((&again.title, &again.rows), (&setup.title, &setup.rows), "{text}");
        }
        // A level without end is held as far as it matters.
        let endless = &read(&"#\n".repeat(1000))[0];
        assert_eq!(endless.rows.len(), MAX_SIDE + 1);
    }

    #[test]
    fn text_is_no_row() {
        assert_eq!(read("Level #1 by me\n-----\n1\n...\n").len(), 0);
        assert_eq!(read("####\n#@*#\n####\nby David Skinner\n").len(), 1);
        assert_eq!(read_rows(&read("#x#\n y@$")[0]), ["#x#", " y@$"]);
    }
}
