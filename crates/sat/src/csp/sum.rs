//! Sums of variables.

use std::ops::{Add, Neg, Sub};

use super::{Domain, Variable};

/// A sum of variables, each with a factor, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// Each variable once, in order, none with the factor 0.
    pub(super) terms: Vec<(Variable, i64)>,
    pub(super) constant: i64,
}

impl Sum {
    /// The sum of these variables.
    pub fn of(variables: impl IntoIterator<Item = Variable>) -> Self {
        variables.into_iter().fold(Self::from(0), |sum, variable| sum + variable)
    }

    pub(super) fn value(&self, values: &[i64]) -> i64 {
        self.constant + self.terms.iter().map(|&(variable, factor)| factor * values[variable.index()]).sum::<i64>()
    }

    /// The least and the greatest value of terms.
    pub(super) fn bounds(terms: &[(Variable, i64)], domains: &[Domain]) -> (i64, i64) {
        terms.iter().fold((0, 0), |(least, most), &(variable, factor)| {
            let Domain { least: low, most: high } = domains[variable.index()];
            let (a, b) = (factor * low, factor * high);
            (least + a.min(b), most + a.max(b))
        })
    }
}

impl From<Variable> for Sum {
    fn from(variable: Variable) -> Self {
        Self { terms: vec![(variable, 1)], constant: 0 }
    }
}

impl From<i64> for Sum {
    fn from(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }
}

impl<T: Into<Self>> Add<T> for Sum {
    type Output = Self;

    fn add(mut self, other: T) -> Self {
        let other = other.into();
        self.constant += other.constant;
        for (variable, factor) in other.terms {
            match self.terms.binary_search_by_key(&variable, |&(variable, _)| variable) {
                Ok(at) if self.terms[at].1 == -factor => {
                    self.terms.remove(at);
                }
                Ok(at) => self.terms[at].1 += factor,
                Err(at) => self.terms.insert(at, (variable, factor)),
            }
        }
        self
    }
}

impl Neg for Sum {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.constant = -self.constant;
        self.terms.iter_mut().for_each(|(_, factor)| *factor = -*factor);
        self
    }
}

impl<T: Into<Self>> Sub<T> for Sum {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        self + -other.into()
    }
}
