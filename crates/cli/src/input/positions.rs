//! The positions of an input, one after another.

use std::collections::VecDeque;
use std::io::{self, Read};

use fewest_engine::reader::{Entry, Reader, Rows};
use fewest_kinds::KINDS;

use crate::input::foreign::PassedOver;
use crate::input::lines::Lines;

/// The rules, for the help of every command that reads positions.
pub(crate) fn rules() -> String {
    let kinds: Vec<String> = KINDS.infos().map(|info| format!("{}: {}", info.name, info.notation)).collect();
    format!(
        "Positions:\n{}\n\nThe name of a built-in puzzle, which `fewest library` lists, stands for that puzzle. If the \
         argument names a file, the file is read; `-`, or no argument, means stdin. An input may have many positions; \
         --pick chooses one. A line that begins with # is a comment, except where # is a wall; blank lines separate \
         positions of several lines.",
        kinds.join("\n")
    )
}

/// Reads positions one after another. What is held is at most what the kind needs to tell where one ends.
pub(crate) struct Positions<R> {
    pub(crate) lines: Lines<R>,
    kind: &'static str,
    reader: Box<dyn Reader + Send>,
    passed_over: PassedOver,
    found: VecDeque<Entry>,
    ended: bool,
}

impl Positions<Box<dyn Read + Send>> {
    pub(crate) fn holding(entry: Entry) -> Self {
        let nothing: Box<dyn Read + Send> = Box::new(io::empty());
        Self { found: VecDeque::from([entry]), ended: true, ..Self::new(nothing, "", Box::new(Rows::one_a_line())) }
    }
}

impl<R: Read> Positions<R> {
    /// The positions that a reader of this kind of puzzle finds.
    pub(crate) fn new(input: R, kind: &'static str, reader: Box<dyn Reader + Send>) -> Self {
        let (found, passed_over) = (VecDeque::new(), PassedOver::default());
        Self { lines: Lines::new(input), kind, reader, passed_over, found, ended: false }
    }

    /// Whether there are at least so many positions left; reads only as far as it must.
    pub(crate) fn has(&mut self, count: usize) -> io::Result<bool> {
        let mut found = Vec::new();
        while self.found.len() < count && !self.ended {
            let mut is_text = false;
            if let Some(line) = self.lines.read()? {
                is_text = line.content.as_ref().is_ok_and(|text| text.trim().is_empty());
                self.reader.take(line, &mut found);
            } else {
                self.ended = true;
                self.reader.finish(&mut found);
            }
            self.found.extend(found.drain(..));
            let passed_over = self.reader.passed_over();
            is_text |= !passed_over.is_empty();
            self.passed_over.add(passed_over);
            // Whatever is no position ends with the line that is one again.
            if !self.passed_over.is_empty() && (!is_text || self.ended || self.passed_over.is_long()) {
                self.found.extend(self.passed_over.foreign(self.kind));
                self.found.make_contiguous().sort_by_key(|entry| entry.line);
            }
        }
        Ok(self.found.len() >= count)
    }

    /// The positions that were found and not taken yet.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = &Entry> {
        self.found.iter()
    }

    /// The next position; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Entry>> {
        self.has(1)?;
        Ok(self.found.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use fewest_engine::Puzzle;
    use fewest_engine::reader::{LineFault, MAX_LINE};
    use proptest::prelude::*;

    use super::*;

    fn reader(kind: &str, size: Option<&str>) -> Box<dyn Reader + Send> {
        KINDS.named(kind).unwrap().reader(&Puzzle::empty(kind).with_some("size", size))
    }

    fn read(text: &str, kind: &'static str, reader: Box<dyn Reader + Send>) -> Vec<(u64, String)> {
        let mut positions = Positions::new(text.as_bytes(), kind, reader);
        std::iter::from_fn(|| positions.next().unwrap())
            .map(|entry| (entry.line, entry.text.unwrap_or_else(|fault| fault.to_string())))
            .collect()
    }

    fn all(text: &str, size: Option<&str>) -> Vec<(u64, String)> {
        read(text, "tiles", reader("tiles", size))
    }

    fn count(text: &str) -> usize {
        all(text, None).len()
    }

    #[test]
    fn levels_are_told_apart_and_keep_their_titles() {
        let text = "; a\n####\n#@*#\n####\n\n5#|#@$.#|5#\nTitle: b\n\0\n####\n";
        let mut positions = Positions::new(text.as_bytes(), "sokoban", reader("sokoban", None));
        let all: Vec<Entry> = std::iter::from_fn(|| positions.next().unwrap()).collect();
        let good = |line, text: &str| Entry { line, text: Ok(text.to_owned()) };
        let bad = Entry { line: 8, text: Err(LineFault::Nul(1)) };
        assert_eq!(all, [good(2, "; a\n####|#@*#|####"), good(6, "; b\n#####|#@$.#|#####"), bad, good(9, "####")]);
    }

    #[test]
    fn rows_or_lines() {
        assert_eq!(all("1 2 3\n4 5 6\n7 8 0\n", None), [(1, "1 2 3\n4 5 6\n7 8 0".to_owned())]);
        assert_eq!(count("1 2 3 4\n5 6 7 0\n"), 1, "one blank in two rows");
        assert_eq!(count("1 2 3 0\n1 2 0 3\n"), 2, "two boards of 2×2");
        assert_eq!(count("1 2 3 0\n1 2 3\n1 2 0 3\n"), 3, "with a bad one between");
        assert_eq!(count("1 0 3\n4 0 6\n7 8 5"), 1, "three cells are no board");
        assert_eq!(count("1 2 3/4 5 6/7 8 0\nnonsense\n"), 2);
        assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", Some("3x2")).len(), 2);
        assert_eq!(all("1 2 3 4 5 0\n1 2 3 4 0 5\n", None).len(), 1);
    }

    #[test]
    fn puzzles_of_other_kinds_are_not_passed_over() {
        let foreign = |kind: &'static str, text: &str| {
            let all = read(text, kind, reader(kind, None));
            all.into_iter()
                .filter(|(_, text)| text.contains("but the others are of the kind"))
                .map(|(line, _)| line)
                .collect::<Vec<_>>()
        };
        let (level, board, rush) = ("####\n#@$.#\n#####\n", "1 2/0 3\n", "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM\n");
        let level = &level.replace("####\n#@", "#####\n#@");
        assert_eq!(foreign("tiles", &format!("{board}\n{level}\n{board}")), [3]);
        assert!(foreign("tiles", &format!("# Korf\n{board}# me@home: $1\n# 1 2/0 3\n")).is_empty());
        assert_eq!(
            foreign("sokoban", &format!("; a\n{level}Title: b\n{board}\n{level}\n1 2\n3 0\n\nAuthor: me")),
            [6, 12]
        );
        assert_eq!(foreign("sokoban", &format!("{level}\nklotski\nLevel 1\n\n2\n{level}\n{rush}")), [13]);
        assert_eq!(foreign("blocks", &format!("{rush}; a title\n{level}{rush}# x\n")), [3]);
    }

    #[test]
    fn blocks_and_comments() {
        let text = "# two boards\n\n1 2\n3 0\n\n\n  # the second\n0 1\n# within\n3 2\n";
        assert_eq!(all(text, None), [(3, "1 2\n3 0".to_owned()), (8, "0 1\n3 2".to_owned())]);
        assert_eq!(all("# nothing\n\n \n", None), []);
        assert_eq!(all("1 2/3 0\n0 1/2 3\n\n1 2\n0 3", None).len(), 3);
    }

    #[test]
    fn a_fault_is_where_it_is() {
        assert_eq!(all("1 2\n\0\n", None), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
        assert_eq!(all("1 2/3 0\n\0\n1 2/0 3", None)[1].0, 2);
    }

    fn blocks(text: &str) -> Vec<(u64, String)> {
        read(text, "blocks", reader("blocks", None))
    }

    #[test]
    fn blocks_begin_and_end_by_their_format() {
        let grids = "ab.\n\n..a";
        assert_eq!(blocks(grids), [(1, grids.to_owned())]);
        let titled = "title: a\nstart:\na.\ngoal:\n.a\n";
        let twice = blocks(&titled.repeat(2));
        assert_eq!(twice.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 6]);
        assert!(twice.iter().all(|(_, text)| text == titled.trim_end()));
        assert_eq!(blocks(&"start:\na.\ngoal:\n.a\n\n".repeat(3)).len(), 3);
        let rush =
            "# boards\n02 oooBoooooBooAAoBoooooooooooooooooooo 14\n\n02 oooooBoooooBAAoooBoooooooooooooooooo 17\n";
        assert_eq!(blocks(rush).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(blocks("{}\n{}\n").len(), 2);
        assert_eq!(blocks("{\n}\n"), [(1, "{\n}".to_owned())]);
        assert_eq!(blocks("\n \n"), []);
        assert_eq!(blocks("nothing known"), [(1, "nothing known".to_owned())]);
        assert_eq!(blocks("a.\n\0\n\n.a"), [(2, "byte 1 is NUL; positions are plain text".to_owned())]);
    }

    #[test]
    fn memory_is_bounded_for_blocks_too() {
        let line = "02 oooBoooooBooAAoBoooooooooooooooooooo 14\n";
        assert_eq!(blocks(&line.repeat(5000)).len(), 5000);
        let endless = blocks(&"a.\n".repeat(200_000));
        assert!(endless.len() == 1 && endless[0].1.len() < 4 * MAX_LINE);
    }

    #[test]
    fn memory_is_bounded() {
        let text = "17 4\n".repeat(100_000);
        let mut positions = Positions::new(text.as_bytes(), "tiles", reader("tiles", None));
        let mut most = 0;
        while positions.next().unwrap().is_some() {
            most = most.max(positions.found.len());
        }
        assert!(most <= 257, "{most}: one more than a board has rows");
    }

    proptest! {
        #[test]
        fn no_line_is_lost(text in "[0-9 ./;#\n]{0,60}") {
            let kept: usize = all(&text, None).iter().map(|(_, text)| text.lines().count()).sum();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            prop_assert_eq!(kept, lines.count());
        }
    }
}
