//! Reading what `fewest-benches` prints: a name and a value a line.

use anyhow::{Context, Result};

/// What one run did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
    /// As printed: for the eye, not for sums.
    pub(crate) seconds: String,
    /// Generated nodes a second, as printed.
    pub(crate) rate: String,
}

impl Report {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let value = |name: &str| {
            let mut pairs = text.lines().filter_map(|line| line.split_once(char::is_whitespace));
            let found = pairs.find(|pair| pair.0 == name).map(|pair| pair.1.trim());
            found.with_context(|| format!("fewest-benches did not print {name}, but:\n{text}"))
        };
        let count = |name: &str| {
            let text = value(name)?;
            text.parse::<u64>().with_context(|| format!("fewest-benches printed {name} as {text:?}, not as a number"))
        };
        Ok(Self {
            generated: count("generated")?,
            expanded: count("expanded")?,
            seconds: value("seconds")?.to_owned(),
            rate: value("nodes/s")?.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_name() {
        let report =
            Report::parse("length     57\nexpanded   12\ngenerated  30\nseconds    0.5\nnodes/s    60\n").unwrap();
        assert_eq!(report, Report { generated: 30, expanded: 12, seconds: "0.5".into(), rate: "60".into() });
    }

    #[test]
    fn what_is_missing_or_no_number_is_named() {
        let error = Report::parse("generated 30\n").unwrap_err().to_string();
        assert!(error.contains("did not print expanded"), "{error}");
        let error = Report::parse("generated many\n").unwrap_err().to_string();
        assert!(error.contains("generated as \"many\""), "{error}");
    }
}
