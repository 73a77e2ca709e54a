//! Reading DRAT, as text or binary.

use std::io::Read;

use super::error::{CheckError, Fault};
use super::tokens::{Token, Tokens};

/// What a step does with the clause that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Add,
    Delete,
}

/// The steps of a proof in DRAT.
pub(super) struct Drat<R> {
    pub(super) tokens: Tokens<R>,
    binary: bool,
}

impl<R: Read> Drat<R> {
    pub(super) fn new(reader: R) -> Result<Self, CheckError> {
        let mut tokens = Tokens::new(reader);
        let binary = tokens.detect_binary()?;
        Ok(Self { tokens, binary })
    }

    /// Reads a step, its clause into `clause`; `None` at the end.
    pub(super) fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError> {
        clause.clear();
        self.tokens.begin_step()?;
        if self.binary { self.binary_step(clause) } else { self.text_step(clause) }
    }

    fn text_step(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError> {
        let expected = "a literal, or a `d` that begins a deletion,";
        let (step, mut number) = match self.tokens.token(expected)? {
            None => return Ok(None),
            Some(Token::Delete) => (Step::Delete, self.tokens.number("a literal")?),
            Some(Token::Number(number)) => (Step::Add, number),
        };
        while number != 0 {
            clause.push(self.tokens.literal(number)?);
            number = self.tokens.number("a literal")?;
        }
        Ok(Some(step))
    }

    fn binary_step(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError> {
        let step = match self.tokens.byte()? {
            None => return Ok(None),
            Some(b'a') => Step::Add,
            Some(b'd') => Step::Delete,
            Some(other) => {
                let found = std::ascii::escape_default(other).to_string();
                return Err(self
                    .tokens
                    .wrong(Fault::Malformed { found, expected: "an `a` or a `d` that begins a step" }));
            }
        };
        loop {
            let number = self.variable_length()?;
            if number == 0 {
                return Ok(Some(step));
            }
            let variable = i64::try_from(number / 2).unwrap_or(i64::MAX);
            if variable == 0 {
                return Err(self.tokens.wrong(Fault::Malformed { found: "1".to_owned(), expected: "a literal" }));
            }
            clause.push(self.tokens.literal(if number % 2 == 1 { -variable } else { variable })?);
        }
    }

    /// A number of seven bits a byte, the lowest first, each byte but the last with its high bit set.
    fn variable_length(&mut self) -> Result<u64, CheckError> {
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let Some(byte) = self.tokens.byte()? else { return Err(self.tokens.wrong(Fault::CutOff)) };
            if shift > 56 {
                let found = format!("a number of more than {} bytes", shift / 7);
                return Err(self.tokens.wrong(Fault::Malformed { found, expected: "a literal" }));
            }
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
    }
}
