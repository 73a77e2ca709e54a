//! What can be demanded of variables.

use super::{Sum, Variable};

/// A statement about variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint(pub(super) Statement);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    All(Vec<Constraint>),
    Any(Vec<Constraint>),
    Not(Box<Constraint>),
    Iff(Box<(Constraint, Constraint)>),
    /// The sum is 0.
    Zero(Sum),
    /// The sum is 0 or less.
    NotPositive(Sum),
    AllDifferent(Vec<Variable>),
}

impl Constraint {
    /// That all of these hold.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Statement::All(parts.into_iter().collect()))
    }

    /// That one of these holds.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Statement::Any(parts.into_iter().collect()))
    }

    /// That this does not hold.
    #[expect(clippy::should_implement_trait, reason = "it stands in a row with the other constructors")]
    pub fn not(part: Self) -> Self {
        Self(Statement::Not(Box::new(part)))
    }

    /// That `effect` holds where `cause` does.
    pub fn implies(cause: Self, effect: Self) -> Self {
        Self::any([Self::not(cause), effect])
    }

    /// That both hold or neither.
    pub fn iff(a: Self, b: Self) -> Self {
        Self(Statement::Iff(Box::new((a, b))))
    }

    /// That two sums are equal.
    pub fn equal(a: impl Into<Sum>, b: impl Into<Sum>) -> Self {
        Self(Statement::Zero(a.into() - b))
    }

    /// That two sums are not equal.
    pub fn unequal(a: impl Into<Sum>, b: impl Into<Sum>) -> Self {
        Self::not(Self::equal(a, b))
    }

    /// That a sum is at most another.
    pub fn at_most(a: impl Into<Sum>, b: impl Into<Sum>) -> Self {
        Self(Statement::NotPositive(a.into() - b))
    }

    /// That a sum is less than another.
    pub fn less(a: impl Into<Sum>, b: impl Into<Sum>) -> Self {
        Self::at_most(a.into() + 1, b)
    }

    /// That a variable is 1, as one that is called Boolean is where it is true.
    pub fn is_true(variable: Variable) -> Self {
        Self::equal(variable, 1)
    }

    /// That a variable is 0.
    pub fn is_false(variable: Variable) -> Self {
        Self::equal(variable, 0)
    }

    /// That no two of these variables have the same value.
    pub fn all_different(variables: impl IntoIterator<Item = Variable>) -> Self {
        Self(Statement::AllDifferent(variables.into_iter().collect()))
    }

    /// Whether it holds for these values, in the order of the variables.
    pub(super) fn holds(&self, values: &[i64]) -> bool {
        match &self.0 {
            Statement::All(parts) => parts.iter().all(|part| part.holds(values)),
            Statement::Any(parts) => parts.iter().any(|part| part.holds(values)),
            Statement::Not(part) => !part.holds(values),
            Statement::Iff(pair) => pair.0.holds(values) == pair.1.holds(values),
            Statement::Zero(sum) => sum.value(values) == 0,
            Statement::NotPositive(sum) => sum.value(values) <= 0,
            Statement::AllDifferent(variables) => {
                let is_other = |at: usize| {
                    variables[at + 1..].iter().all(|other| values[other.index()] != values[variables[at].index()])
                };
                (0..variables.len()).all(is_other)
            }
        }
    }

    /// The bytes that it holds, itself among them.
    pub(super) fn bytes(&self) -> u64 {
        let inner = match &self.0 {
            Statement::All(parts) | Statement::Any(parts) => parts.iter().map(Self::bytes).sum(),
            Statement::Not(part) => part.bytes(),
            Statement::Iff(pair) => pair.0.bytes() + pair.1.bytes(),
            Statement::Zero(sum) | Statement::NotPositive(sum) => {
                (size_of::<(Variable, i64)>() * sum.terms.capacity()) as u64
            }
            Statement::AllDifferent(variables) => (size_of::<Variable>() * variables.capacity()) as u64,
        };
        inner + size_of::<Self>() as u64
    }
}
