//! Suites that are part of the program.

/// A suite that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, which is that in its text.
    pub name: &'static str,
    /// Its file, in TOML.
    pub text: &'static str,
}

/// Suites by the names of their files.
macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../suites/", $name, ".toml")) }),+]
    };
}

const SHIPPED: &[Shipped] = shipped!["example", "sliding-blocks", "heuristics", "sat", "slides", "blind-and-informed"];

/// Every suite that is part of the program.
///
/// ```
/// use fewest_lab::{Suite, builtin};
/// for shipped in builtin() {
///     assert_eq!(Suite::parse(shipped.text)?.name, shipped.name);
/// }
/// # Ok::<(), fewest_lab::SuiteError>(())
/// ```
pub fn builtin() -> &'static [Shipped] {
    SHIPPED
}
