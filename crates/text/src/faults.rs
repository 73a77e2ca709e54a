//! Everything that is wrong with a text.

use std::fmt;

/// A list of faults, never empty.
///
/// ```
/// use fewest_text::Faults;
/// assert_eq!(Faults::<&str>::new(vec![]), None);
/// assert_eq!(Faults::new(vec!["no player", "no boxes"]).unwrap().to_string(), "no player; no boxes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<F>(Vec<F>);

impl<F> Faults<F> {
    /// The faults, or `None` where there are none.
    pub fn new(faults: Vec<F>) -> Option<Self> {
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, F> {
        self.0.iter()
    }
}

impl Faults<String> {
    /// Faults of any type, each in its words; there is at least one.
    pub fn of<F: fmt::Display>(faults: impl IntoIterator<Item = F>) -> Self {
        Self(faults.into_iter().map(|fault| fault.to_string()).collect())
    }
}

impl<F> From<F> for Faults<F> {
    fn from(fault: F) -> Self {
        Self(vec![fault])
    }
}

impl<F> IntoIterator for Faults<F> {
    type Item = F;
    type IntoIter = std::vec::IntoIter<F>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, F> IntoIterator for &'a Faults<F> {
    type Item = &'a F;
    type IntoIter = std::slice::Iter<'a, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<F: fmt::Display> fmt::Display for Faults<F> {
    /// All faults, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(F::to_string).collect::<Vec<_>>().join("; "))
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Faults<F> {}
