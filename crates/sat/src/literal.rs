//! Literals, and the two constants that take their place while a formula is built.

use std::fmt;
use std::ops::Not;

/// A variable or its negation, or one of the constants [`TRUE`](Self::TRUE) and [`FALSE`](Self::FALSE).
///
/// Constants let an encoding write a rule once and leave out what cannot be: a [`Cnf`](crate::Cnf) folds them away, so
/// that none is ever in a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// Always true.
    pub const TRUE: Self = Self(i32::MAX);
    /// Never true.
    pub const FALSE: Self = Self(-i32::MAX);

    /// The literal with this number in DIMACS: a variable's is positive, its negation's negative. `None` for 0 and for
    /// numbers beyond those of variables.
    pub fn from_dimacs(number: i32) -> Option<Self> {
        (number != 0 && number.unsigned_abs() < i32::MAX.unsigned_abs()).then_some(Self(number))
    }

    /// The positive literal of variable `index`, counted from 1.
    pub(crate) fn variable(index: u32) -> Self {
        i32::try_from(index).ok().and_then(Self::from_dimacs).expect("a formula has fewer than 2^31 variables")
    }

    /// The number in DIMACS. Constants have none.
    pub fn dimacs(self) -> i32 {
        debug_assert!(!self.is_constant());
        self.0
    }

    /// The variable, counted from 1.
    pub fn index(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether it is the negation of a variable.
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }

    /// Whether it is one of the two constants.
    pub fn is_constant(self) -> bool {
        self == Self::TRUE || self == Self::FALSE
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TRUE => f.write_str("true"),
            Self::FALSE => f.write_str("false"),
            Self(number) => write!(f, "{number}"),
        }
    }
}
