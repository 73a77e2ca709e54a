//! A table in plain text.

/// Lays rows out in columns, two spaces apart: the first column, of names, to the left, the others, of numbers, to the
/// right.
pub(crate) fn render<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: [usize; N] = std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    let line = |row: &[String; N]| -> String {
        let cells = row.iter().zip(widths).enumerate();
        let padded = cells.map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["name", "n", "seconds"], ["a", "1000", "1.5"]].map(|row| row.map(str::to_owned));
        assert_eq!(render(&rows), "name     n  seconds\na     1000      1.5\n");
    }
}
