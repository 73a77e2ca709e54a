//! Numbers as people read them.

use fewest_text::{raised, with_commas};

use crate::measure::{Field, Measure, Statistic};

/// What stands where there is nothing.
pub(crate) const NOTHING: &str = "–";

/// What a column of numbers is counted in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    /// Its name; empty for mere numbers.
    pub(crate) name: &'static str,
    /// How much of the field's own unit one of it is.
    size: f64,
}

impl Unit {
    pub(crate) const NONE: Self = Self { name: "", size: 1.0 };

    /// The unit of a field that suits these values: that of their median, so that few are far from 1.
    pub(crate) fn of(field: Field, values: &[f64]) -> Self {
        let units: &[(&'static str, f64)] = match field {
            Field::Seconds | Field::SetupSeconds => &[("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)],
            Field::Memory => &[("GB", 1e9), ("MB", 1e6), ("kB", 1e3)],
            _ => return Self::NONE,
        };
        let mut sizes: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
        sizes.sort_by(f64::total_cmp);
        let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0);
        let fitting = units.iter().find(|(_, size)| usual >= *size).or(units.last());
        fitting.map_or(Self::NONE, |&(name, size)| Self { name, size })
    }

    /// A value of the field's own unit in this one.
    pub(crate) fn write(self, measure: Measure, value: f64) -> String {
        // Whole numbers stay whole where nothing was divided.
        let is_exact = !matches!(measure.statistic, Statistic::Mean | Statistic::Deviation | Statistic::Confidence);
        let is_whole = value.fract() == 0.0 && !matches!(measure.field, Field::Speed) && self == Self::NONE;
        if is_exact && is_whole { whole(value) } else { significant(value / self.size) }
    }
}

pub(crate) fn whole(value: f64) -> String {
    with_commas(&format!("{value:.0}"))
}

/// How many: `1,000`
pub(crate) fn count(number: usize) -> String {
    with_commas(&number.to_string())
}

/// `1 run`, `1,000 runs`
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Three significant digits below 1,000, a whole number above.
pub(crate) fn significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { NOTHING.to_owned() };
    }
    // The exponent after rounding to three digits: 999.6 has four.
    let scientific = format!("{value:.2e}");
    let exponent: i32 = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if exponent < -4 {
        let digits = scientific.split_once('e').map_or("", |(digits, _)| digits);
        return format!("{digits}×10{}", raised(exponent));
    }
    let places = usize::try_from(2 - exponent).unwrap_or(0);
    with_commas(&format!("{value:.places$}"))
}

/// A sentence with its first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a measure is called in a heading, without its unit.
pub(crate) fn title(measure: Measure) -> String {
    let field = measure.field.short();
    match measure.statistic {
        Statistic::Count => "runs".to_owned(),
        Statistic::Solved => "solved".to_owned(),
        Statistic::Confidence => format!("± (95 %) {field}"),
        statistic => format!("{statistic} {field}"),
    }
}

/// A number without needless digits: `50`, `0.02`, `2,000`.
pub(crate) fn plain(value: f64) -> String {
    with_commas(&value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1.00"),
            (21.97, "22.0"),
            (123.45, "123"),
            (999.4, "999"),
            (999.6, "1,000"),
            (9.996, "10.0"),
            (1_234_567.4, "1,234,567"),
            (0.012_34, "0.0123"),
            (0.000_012_34, "1.23×10⁻⁵"),
            (-4.5, "-4.50"),
            (-12_345.0, "-12,345"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(significant(value), text);
        }
        assert_eq!(whole(18_446_744.0), "18,446,744");
        assert_eq!((counted(1, "run"), counted(1_200, "run")), ("1 run".to_owned(), "1,200 runs".to_owned()));
    }

    #[test]
    fn a_column_has_the_unit_of_its_median() {
        let unit = |field, values: &[f64]| Unit::of(field, values).name;
        assert_eq!(unit(Field::Seconds, &[0.000_2, 0.003, 2.0]), "ms");
        assert_eq!(unit(Field::Seconds, &[0.000_2]), "µs");
        assert_eq!(unit(Field::Seconds, &[1e-9]), "µs");
        assert_eq!(unit(Field::Seconds, &[60.0, 0.0]), "s");
        assert_eq!(unit(Field::Memory, &[5e7]), "MB");
        assert_eq!(unit(Field::Memory, &[12.0]), "kB");
        assert_eq!(unit(Field::Expanded, &[5e7]), "");
        let measure: Measure = "mean seconds".parse().unwrap();
        assert_eq!(Unit::of(Field::Seconds, &[0.002]).write(measure, 0.012_345), "12.3");
        let greatest: Measure = "max expanded".parse().unwrap();
        assert_eq!(Unit::of(Field::Expanded, &[]).write(greatest, 7.0), "7");
        let mean: Measure = "mean expanded".parse().unwrap();
        assert_eq!(Unit::of(Field::Expanded, &[]).write(mean, 7.0), "7.00");
    }
}
