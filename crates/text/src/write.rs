//! Numbers and names as people read them.

use std::fmt;

/// Numbers that rise or fall, with runs of three or more written as `3–9` or `9–3`.
pub struct Listed<'a, N>(pub &'a [N]);

impl<N: Copy + fmt::Display + TryInto<u64>> fmt::Display for Listed<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are_next = |&a: &N, &b: &N| matches!((a.try_into(), b.try_into()), (Ok(a), Ok(b)) if a.abs_diff(b) == 1);
        for (index, run) in self.0.chunk_by(are_next).enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match run {
                [first, _, .., last] => write!(f, "{first}–{last}")?,
                [first, second] => write!(f, "{first}, {second}")?,
                [only] => write!(f, "{only}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// The word for so many: `plural(2, "vertex", "vertices")` is `vertices`.
pub fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// `1,234,567`
pub fn thousands(number: impl Into<u128>) -> String {
    with_commas(&number.into().to_string())
}

/// Three digits or so and a prefix: `31.2 M`. With the unit behind: `31.2 MB`.
pub fn scaled(number: f64, unit: &str) -> String {
    let prefixes = ["", "k", "M", "G", "T"];
    let mut number = if number.is_finite() { number.max(0.0) } else { 0.0 };
    let mut prefix = 0;
    while number >= 999.5 && prefix + 1 < prefixes.len() {
        number /= 1000.0;
        prefix += 1;
    }
    let digits = usize::from(prefix > 0 && number < 99.95);
    format!("{number:.digits$} {}{unit}", prefixes[prefix]).trim_end().to_owned()
}

/// Bytes in decimal units: `31.2 MB`
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub fn bytes(number: u64) -> String {
    scaled(number as f64, "B")
}

/// A decimal number with commas between its thousands: `-1,234.5`
pub fn with_commas(number: &str) -> String {
    let first = usize::from(number.starts_with('-')) + 1;
    let end = number.find('.').unwrap_or(number.len());
    let mut grouped = number.to_owned();
    for place in (first..end).rev().filter(|place| (end - place).is_multiple_of(3)) {
        grouped.insert(place, ',');
    }
    grouped
}

/// A whole number as an exponent, above the line: `⁻¹²`
pub fn raised(number: impl fmt::Display) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let letters = number.to_string();
    letters.chars().map(|letter| letter.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])).collect()
}

/// Text that means itself within elements and attributes of XML and HTML; what XML cannot hold is left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() && !c.is_whitespace() => {}
            '\u{fffe}' | '\u{ffff}' => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_listed_shortly() {
        assert_eq!(Listed(&[7u16]).to_string(), "7");
        assert_eq!(Listed(&[1u16, 2, 5, 7, 8, 9, 10]).to_string(), "1, 2, 5, 7–10");
        assert_eq!(Listed(&[10u8, 9, 8, 6, 2, 1]).to_string(), "10–8, 6, 2, 1");
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0u64, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(["-999", "-1000.125", "123456.5"].map(with_commas), ["-999", "-1,000.125", "123,456.5"]);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a<b> & \"c\"\u{0}\u{ffff}\n"), "a&lt;b&gt; &amp; &quot;c&quot;\n");
    }
}
