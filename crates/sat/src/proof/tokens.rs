//! Bytes to numbers: a proof may have gigabytes, of which one buffer at a time is in memory.

use std::io::{self, Read};

use super::error::{CheckError, Fault, Place, Position};

const BUFFER: usize = 1 << 16;

/// What a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(i64),
    /// The letter that begins a deletion.
    Delete,
}

/// The tokens of a proof, and where they are.
pub(super) struct Tokens<R> {
    reader: R,
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    /// What was read before this buffer.
    before: u64,
    line: u64,
    /// Where the step began, and which it is.
    place: Place,
    binary: bool,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(reader: R) -> Self {
        let place = Place { step: 0, at: Position::Line(1) };
        Self { reader, buffer: vec![0; BUFFER], next: 0, end: 0, before: 0, line: 1, place, binary: false }
    }

    /// Whether the file is binary, to be asked before anything is read: every step ends with a byte that no text has, and a
    /// clause begins with a letter that begins none in a text.
    pub(super) fn detect_binary(&mut self) -> io::Result<bool> {
        self.peek()?;
        let seen = &self.buffer[..self.end];
        self.binary = seen.first() == Some(&b'a') || seen.contains(&0);
        Ok(self.binary)
    }

    /// Notes that a step begins with the token that comes next.
    pub(super) fn begin_step(&mut self) -> Result<(), CheckError> {
        if !self.binary {
            self.skip_space()?;
        }
        let byte = self.before + self.next as u64;
        let at = if self.binary { Position::Byte(byte) } else { Position::Line(self.line) };
        self.place = Place { step: self.place.step + 1, at };
        Ok(())
    }

    /// This fault, in the present step.
    pub(super) fn wrong(&self, fault: Fault) -> CheckError {
        CheckError::Wrong { place: self.place, fault }
    }

    /// The next byte, which stays.
    #[inline]
    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.end {
            self.refill()?;
        }
        Ok((self.next < self.end).then(|| self.buffer[self.next]))
    }

    #[inline]
    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.next += usize::from(byte.is_some());
        Ok(byte)
    }

    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        self.before += self.end as u64;
        self.next = 0;
        self.end = 0;
        // As full as it gets, so that the first look sees enough to tell the formats apart.
        while self.end < self.buffer.len() {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Skips spaces, and lines of comment.
    fn skip_space(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b'c' => {
                    while self.peek()?.is_some_and(|byte| byte != b'\n') {
                        self.next += 1;
                    }
                    continue;
                }
                _ => break,
            }
            self.next += 1;
        }
        Ok(())
    }

    /// The next token of a text; `None` at its end.
    pub(super) fn token(&mut self, expected: &'static str) -> Result<Option<Token>, CheckError> {
        /// No number of a proof has more digits.
        const DIGITS: usize = 18;
        self.skip_space()?;
        let Some(first) = self.peek()? else { return Ok(None) };
        if first == b'd' {
            self.next += 1;
            return match self.peek()? {
                None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(Some(Token::Delete)),
                Some(_) => Err(self.malformed("d".to_owned(), expected)?),
            };
        }
        let negative = first == b'-';
        self.next += usize::from(negative);
        let (mut number, mut digits) = (0i64, 0);
        loop {
            match self.peek()? {
                Some(byte @ b'0'..=b'9') if digits < DIGITS => {
                    number = 10 * number + i64::from(byte - b'0');
                    digits += 1;
                    self.next += 1;
                }
                None | Some(b' ' | b'\t' | b'\r' | b'\n') if digits > 0 => break,
                _ => {
                    let sign = if negative { "-" } else { "" };
                    let seen = if digits > 0 { format!("{sign}{number}") } else { sign.to_owned() };
                    return Err(self.malformed(seen, expected)?);
                }
            }
        }
        Ok(Some(Token::Number(if negative { -number } else { number })))
    }

    /// The next number; where the text ends, the step is cut off.
    #[inline]
    pub(super) fn number(&mut self, expected: &'static str) -> Result<i64, CheckError> {
        match self.token(expected)? {
            Some(Token::Number(number)) => Ok(number),
            Some(Token::Delete) => Err(self.wrong(Fault::Malformed { found: "d".to_owned(), expected })),
            None => Err(self.wrong(Fault::CutOff)),
        }
    }

    /// A word that is no token, of which `seen` was read.
    fn malformed(&mut self, seen: String, expected: &'static str) -> io::Result<CheckError> {
        const MOST: usize = 32;
        let mut found = seen;
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace() && found.len() < MOST) {
            found.extend(std::ascii::escape_default(byte).map(char::from));
            self.next += 1;
        }
        Ok(self.wrong(Fault::Malformed { found, expected }))
    }

    /// A literal of DIMACS from a number that is not 0.
    pub(super) fn literal(&self, number: i64) -> Result<i32, CheckError> {
        /// Literals have 32 bits in the checkers, one of them the sign.
        const MOST: i64 = (1 << 30) - 1;
        match i32::try_from(number) {
            Ok(literal) if number.abs() <= MOST => Ok(literal),
            _ => {
                let expected = "a literal of at most 1073741823";
                Err(self.wrong(Fault::Malformed { found: number.to_string(), expected }))
            }
        }
    }
}
