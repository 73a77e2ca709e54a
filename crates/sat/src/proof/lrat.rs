//! Reading LRAT.

use std::io::Read;

use super::error::{CheckError, Fault};
use super::tokens::{Token, Tokens};

/// One step; what it speaks of is in the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The clause `literals`, called so, with its `hints`.
    Add(u64),
    /// The clauses `hints` go.
    Delete,
}

/// The steps of a proof in LRAT.
pub(super) struct Lrat<R> {
    pub(super) tokens: Tokens<R>,
    pub(super) literals: Vec<i32>,
    pub(super) hints: Vec<i64>,
}

impl<R: Read> Lrat<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { tokens: Tokens::new(reader), literals: Vec::new(), hints: Vec::new() }
    }

    /// Reads a step; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Step>, CheckError> {
        let expected = "the number of a clause";
        self.literals.clear();
        self.hints.clear();
        self.tokens.begin_step()?;
        let id = match self.tokens.token(expected)? {
            None => return Ok(None),
            Some(Token::Number(id)) if id > 0 => id.unsigned_abs(),
            Some(Token::Number(id)) => {
                return Err(self.tokens.wrong(Fault::Malformed { found: id.to_string(), expected }));
            }
            Some(Token::Delete) => return Err(self.tokens.wrong(Fault::Malformed { found: "d".to_owned(), expected })),
        };
        let step = match self.tokens.token("a literal")? {
            None => return Err(self.tokens.wrong(Fault::CutOff)),
            Some(Token::Delete) => Step::Delete,
            Some(Token::Number(mut number)) => {
                while number != 0 {
                    self.literals.push(self.tokens.literal(number)?);
                    number = self.tokens.number("a literal")?;
                }
                Step::Add(id)
            }
        };
        loop {
            match self.tokens.number(expected)? {
                0 => return Ok(Some(step)),
                number if step == Step::Delete && number < 0 => {
                    return Err(self.tokens.wrong(Fault::Malformed { found: number.to_string(), expected }));
                }
                number => self.hints.push(number),
            }
        }
    }
}
