//! Lines of text from an input that may be anything: endless, binary, or one line of 100 MB.

use std::io::{self, BufRead, BufReader, Read};

use fewest_engine::reader::{Line, LineFault, MAX_LINE};

/// Reads line by line, keeping at most [`MAX_LINE`] bytes of each.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    number: u64,
    /// How many were read.
    pub(crate) bytes: u64,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader), number: 0, bytes: 0 }
    }

    /// The next line; `None` at the end.
    pub(crate) fn read(&mut self) -> io::Result<Option<Line>> {
        let mut kept = Vec::new();
        let mut length = 0usize;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() && length == 0 {
                return Ok(None);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = (MAX_LINE + 1).saturating_sub(kept.len());
            kept.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            let is_last = end.is_some() || buffer.is_empty();
            length = length.saturating_add(used);
            self.bytes += used as u64;
            self.reader.consume(used);
            if is_last {
                self.number += 1;
                return Ok(Some(Line { number: self.number, content: text(kept, self.number == 1) }));
            }
        }
    }
}

fn text(mut bytes: Vec<u8>, is_first: bool) -> Result<String, LineFault> {
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    if bytes.len() > MAX_LINE {
        return Err(LineFault::TooLong);
    }
    if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
        return Err(LineFault::Nul(place + 1));
    }
    let text = String::from_utf8(bytes).map_err(|error| LineFault::NotUtf8(error.utf8_error().valid_up_to() + 1))?;
    // Some editors begin a file with a byte order mark.
    Ok(if is_first { text.trim_start_matches('\u{feff}').to_owned() } else { text })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(bytes);
        let all: Vec<Line> = std::iter::from_fn(|| lines.read().unwrap()).collect();
        assert_eq!(lines.bytes, bytes.len() as u64);
        all
    }

    #[test]
    fn lines_end_as_on_any_system() {
        let texts: Vec<String> =
            all("\u{feff}a\r\nb\n\nc".as_bytes()).into_iter().map(|l| l.content.unwrap()).collect();
        assert_eq!(texts, ["a", "b", "", "c"]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        let long = [b"9".repeat(5 << 20), b"\n1 0\n".to_vec(), b"a\0\n".to_vec(), b"ab\xff\nok".to_vec()].concat();
        let contents: Vec<_> = all(&long).into_iter().map(|line| line.content).collect();
        assert_eq!(
            contents,
            [
                Err(LineFault::TooLong),
                Ok("1 0".to_owned()),
                Err(LineFault::Nul(2)),
                Err(LineFault::NotUtf8(3)),
                Ok("ok".to_owned()),
            ]
        );
    }

    #[test]
    fn the_longest_line_is_still_read() {
        assert!(all(&b"1".repeat(MAX_LINE))[0].content.is_ok());
        assert_eq!(all(&b"1".repeat(MAX_LINE + 1))[0].content, Err(LineFault::TooLong));
    }

    proptest! {
        #[test]
        fn any_bytes_are_lines(bytes: Vec<u8>) {
            let ended = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
            let expected = if bytes.is_empty() { 0 } else { ended.split(|&byte| byte == b'\n').count() };
            prop_assert_eq!(all(&bytes).len(), expected);
        }
    }
}
