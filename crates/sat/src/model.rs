//! What makes a formula true.

use crate::literal::Lit;

/// A value for every variable of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// By variable, counted from 1; the first entry stands for nothing.
    values: Vec<bool>,
}

impl Model {
    /// The model with these values, of which the first belongs to variable 1.
    pub fn new(values: impl IntoIterator<Item = bool>) -> Self {
        Self { values: std::iter::once(false).chain(values).collect() }
    }

    /// Whether a literal is true. A variable that the formula did not have is false.
    pub fn holds(&self, lit: Lit) -> bool {
        if lit.is_constant() {
            return lit == Lit::TRUE;
        }
        self.values.get(lit.index() as usize).copied().unwrap_or(false) != lit.is_negated()
    }
}
