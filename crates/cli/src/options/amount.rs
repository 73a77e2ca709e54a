//! Amounts with units: `30s`, `50MB`, `10M`.

use std::time::Duration;

/// Reads a time in seconds: `30s`, `500ms`, `2m`, `1h30m`, `1.5`.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || format!("{text:?} is not a time: write a number with ms, s, m or h, such as 500ms, 1.5s or 1h30m");
    let mut total = 0.0;
    let mut rest = text.trim();
    if let Some(plain) = decimal(rest) {
        total = plain;
    } else {
        if rest.is_empty() {
            return Err(wrong());
        }
        while !rest.is_empty() {
            let number_end = rest.find(|c: char| c.is_alphabetic()).ok_or_else(wrong)?;
            let (number, behind) = rest.split_at(number_end);
            let unit_end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
            let (unit, behind) = behind.split_at(unit_end);
            let scale = match unit {
                "ms" => 0.001,
                "s" | "sec" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return Err(wrong()),
            };
            total += decimal(number.trim()).ok_or_else(wrong)? * scale;
            rest = behind.trim();
        }
    }
    Duration::try_from_secs_f64(total).map_err(|_| format!("{text:?} is too long a time"))?;
    Ok(total)
}

/// Reads a number of bytes: `50MB` is 50,000,000, `50MiB` is 50 × 1,048,576, `50` is 50.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || {
        format!(
            "{text:?} is not an amount of memory: write a number of bytes, or a number with a unit, \
                            such as 50MB, 1.5GB or 2GiB"
        )
    };
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let scale = match unit.strip_suffix('i') {
        Some(prefix) => power(prefix).filter(|&power| power > 0).map(|power| 1 << (10 * power)),
        None => power(unit).map(|power| 1000_u64.pow(power)),
    };
    let scale = scale.ok_or_else(wrong)?;
    times(number, scale, f64::floor).ok_or_else(wrong)
}

/// Reads a count: `1000000`, `1_000_000`, `1e6`, `10k`, `1.5M`, `2G`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a count: write a whole number, such as 1000000, 1_000_000, 1e6 or 10M");
    let (number, unit) = split_unit(text);
    let scale = 1000_u64.pow(power(unit).ok_or_else(wrong)?);
    // A part of a thing cannot be counted.
    times(number, scale, |number| if number.fract() == 0.0 { number } else { f64::NAN }).ok_or_else(wrong)
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let number = text.trim_end_matches(char::is_alphabetic);
    (number.trim_end(), &text[number.len()..])
}

/// How often a prefix multiplies by a thousand, or by 1,024.
fn power(prefix: &str) -> Option<u32> {
    (0..).zip(["", "k", "m", "g", "t"]).find(|(_, known)| known.eq_ignore_ascii_case(prefix)).map(|(power, _)| power)
}

/// A number that is not negative, with `_` anywhere between its digits.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.replace('_', "");
    let is_number = plain.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    plain.parse().ok().filter(|number: &f64| is_number && number.is_finite())
}

/// `number × scale`, exact for whole numbers.
fn times(number: &str, scale: u64, round: impl Fn(f64) -> f64) -> Option<u64> {
    if let Ok(whole) = number.replace('_', "").parse::<u64>() {
        return whole.checked_mul(scale).filter(|_| !number.starts_with(['+', '_']));
    }
    let product = round(decimal(number)? * scale as f64);
    // Beyond 2^53 a decimal is no longer exact to the unit.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (0.0..=9_007_199_254_740_992.0).contains(&product).then_some(product as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read() {
        for (text, expected) in
            [("30s", 30.0), ("500ms", 0.5), ("2m", 120.0), ("1.5", 1.5), ("1h30m", 5400.0), ("0", 0.0), ("1e3", 1000.0)]
        {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["", "s", "-1", "-1s", "nan", "inf", "1d", "1 x", "1s2", "1e400", "1e30s", "é"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_memory_are_read() {
        for (text, expected) in [
            ("50MB", 50_000_000),
            ("50 mb", 50_000_000),
            ("2GiB", 2 << 30),
            ("1.5k", 1500),
            ("0.1KiB", 102),
            ("4096", 4096),
            ("64B", 64),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "MB", "-5MB", "5 bananas", "99999999999999999999", "18446744073709551615k", "é", "1bb"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_read() {
        for (text, expected) in
            [("1_000_000", 1_000_000), ("1e6", 1_000_000), ("10M", 10_000_000), ("1.5k", 1500), ("7", 7)]
        {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for text in ["", "1.5", "M", "-1", "+1", "_1", "1e20", "1e99", "ten", "1MM"] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_a_reader_panic(text in ".{0,12}|[0-9.eE_+-]{0,8}[a-zA-Z]{0,3}") {
            let _ = (seconds(&text), bytes(&text), count(&text));
        }

        #[test]
        fn whole_numbers_are_exact(number: u64) {
            prop_assert_eq!(count(&number.to_string()), Ok(number));
            prop_assert_eq!(bytes(&number.to_string()), Ok(number));
        }
    }
}
