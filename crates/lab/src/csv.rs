//! Rows as comma-separated values (RFC 4180), without their lists.

use std::io::{self, Write};

use serde_json::Value;

use crate::row::Row;

/// The columns, in order: the fields of [`Row`] that are no lists.
pub const COLUMNS: [&str; 31] = [
    "key",
    "suite",
    "group",
    "instance",
    "shuffle",
    "distance",
    "seed",
    "puzzle",
    "position",
    "metric",
    "search",
    "algorithm",
    "heuristic",
    "pdb",
    "repetition",
    "outcome",
    "length",
    "optimal",
    "lower_bound",
    "reason",
    "estimate",
    "expanded",
    "generated",
    "reopened",
    "iterations",
    "seconds",
    "setup_seconds",
    "peak_memory_bytes",
    "abreast",
    "version",
    "step_stride",
];

/// The line with the names of the columns.
pub(crate) fn write_head(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join(","))
}

/// A row. What it does not have is empty.
pub(crate) fn write_row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    let row = serde_json::to_value(row)?;
    for (index, column) in COLUMNS.iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        match &row[column] {
            Value::Null => {}
            Value::String(text) => write_text(out, text)?,
            other => write!(out, "{other}")?,
        }
    }
    out.write_all(b"\n")
}

fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    if text.contains(['"', ',', '\n', '\r']) {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::tests::row;

    #[test]
    fn every_field_that_is_no_list_has_a_column() {
        let mut full = row("key");
        full.expanded_by_depth = Some(vec![1]);
        full.depth_by_step = Some(vec![0]);
        full.step_stride = Some(1);
        let Value::Object(fields) = serde_json::to_value(full).unwrap() else { panic!("a row is an object") };
        let mut scalar: Vec<&str> =
            fields.iter().filter(|(_, value)| !value.is_array()).map(|(name, _)| name.as_str()).collect();
        let mut columns = COLUMNS.to_vec();
        scalar.sort_unstable();
        columns.sort_unstable();
        assert_eq!(scalar, columns);
    }

    #[test]
    fn commas_quotes_and_ends_of_lines_are_quoted() {
        let mut out = Vec::new();
        let mut row = row("3x3/1|stm|A*|1");
        row.position = "a,b".to_owned();
        row.reason = Some("he said \"no\"\nand left".to_owned());
        write_row(&mut out, &row).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("3x3/1|stm|A*|1,suite,3x3,1,,21,,tiles,\"a,b\",stm,"), "{text}");
        assert!(text.contains(",\"he said \"\"no\"\"\nand left\","), "{text}");
    }
}
