//! Ticks at round places, and how they are labelled.

use fewest_text::{raised, with_commas};

/// A tick with a label; its place is that of the span (an exponent on log axes).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) label: String,
}

/// Ticks with labels, and places of lighter lines between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) major: Vec<Tick>,
    pub(crate) minor: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ValueKind {
    pub(crate) whole: bool,
    pub(crate) seconds: bool,
}

/// Slack for sums of decimal fractions.
const SLACK: f64 = 1e-9;

/// Ticks of a linear axis: at most about so many.
pub(crate) fn linear(low: f64, high: f64, most: usize, kind: ValueKind) -> Ticks {
    let (step, parts) = round_step((high - low) / most.max(1) as f64, kind.whole);
    let values = multiples(low, high, step);
    let labels = labels(&values, step, kind.seconds);
    let major: Vec<Tick> = values.iter().zip(labels).map(|(&at, label)| Tick { at, label }).collect();
    let fine = step / parts;
    let minor = if kind.whole && fine < 1.0 { Vec::new() } else { between(&multiples(low, high, fine), &values, fine) };
    Ticks { major, minor }
}

/// Ticks of a log axis, whose ends are exponents of ten.
pub(crate) fn log(low: f64, high: f64, most: usize, kind: ValueKind) -> Ticks {
    let decades = multiples(low, high, 1.0);
    if decades.len() >= 3 || (decades.len() == 2 && high - low > 1.6) {
        let stride = decades.len().div_ceil(most.max(2)) as f64;
        let shown: Vec<f64> = multiples(low, high, stride);
        let major = shown.iter().map(|&at| Tick { at, label: power(at, kind.seconds) }).collect();
        let minor = if stride > 1.0 {
            between(&decades, &shown, 1.0)
        } else if decades.len() <= 12 {
            let digits = |decade: f64| (2..10).map(move |digit| decade + f64::from(digit).log10());
            let all = multiples(low - 1.0, high, 1.0).into_iter().flat_map(digits);
            all.filter(|at| (low..=high).contains(at)).collect()
        } else {
            Vec::new()
        };
        return Ticks { major, minor };
    }
    let all = |digits: &'static [u8]| -> Vec<f64> {
        let decades = multiples(low - 1.0, high, 1.0).into_iter();
        let places = decades.flat_map(|decade| digits.iter().map(move |&digit| decade + f64::from(digit).log10()));
        places.filter(|&at| (low - SLACK..=high + SLACK).contains(&at)).collect()
    };
    let fine = all(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for digits in [&[1, 2, 5][..], &[1, 3][..], &[1][..]] {
        let shown = all(digits);
        if (3..=most.max(3)).contains(&shown.len()) {
            let major = shown.iter().map(|&at| Tick { at, label: number(10_f64.powf(at), kind.seconds) }).collect();
            return Ticks { major, minor: between(&fine, &shown, 1e-3) };
        }
    }
    // Less than a decade: as on a linear axis, at the places of a log one.
    let (from, to) = (10_f64.powf(low), 10_f64.powf(high));
    let Ticks { major, minor } = linear(from, to, most, kind);
    let major =
        major.into_iter().filter(|tick| tick.at > 0.0).map(|tick| Tick { at: tick.at.log10(), ..tick }).collect();
    Ticks { major, minor: minor.into_iter().filter(|&at| at > 0.0).map(f64::log10).collect() }
}

/// The least of 1, 2, 5, 10, 20 and so on that is not less, and into how many parts it falls.
fn round_step(least: f64, whole: bool) -> (f64, f64) {
    let least = if whole { least.max(1.0) } else { least };
    let exponent = least.log10().floor();
    for (digit, parts) in [(1.0, 5.0), (2.0, 4.0), (5.0, 5.0)] {
        let step = scaled(digit, exponent);
        if step >= least * (1.0 - SLACK) {
            return (step, parts);
        }
    }
    (scaled(1.0, exponent + 1.0), 5.0)
}

/// A number times a power of ten, as exact as can be.
fn scaled(digit: f64, exponent: f64) -> f64 {
    if exponent < 0.0 { digit / 10_f64.powf(-exponent) } else { digit * 10_f64.powf(exponent) }
}

fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - SLACK).ceil();
    let last = (high / step + SLACK).floor();
    let mut all = Vec::new();
    let mut index = 0.0;
    // No chart has more lines; a step too small for its values would otherwise never end.
    while first + index <= last && all.len() < 400 {
        // Divided, where the step is a fraction: 3/10 and not 3 × 0.1.
        let inverse = (1.0 / step).round();
        let exact = step < 1.0 && (inverse * step - 1.0).abs() < SLACK;
        all.push(if exact { (first + index) / inverse } else { (first + index) * step });
        index += 1.0;
    }
    all
}

/// The first that are not among the others.
fn between(all: &[f64], others: &[f64], step: f64) -> Vec<f64> {
    let apart = |at: &f64| others.iter().all(|other| (at - other).abs() > step / 4.0);
    all.iter().copied().filter(apart).collect()
}

/// Labels of equal steps, with the same digits behind the point and the same unit.
fn labels(values: &[f64], step: f64, seconds: bool) -> Vec<String> {
    let most = values.iter().fold(step, |most, value| most.max(value.abs()));
    let (unit, name) = match most {
        most if seconds && (1e-9..1e9).contains(&most) => second(most),
        most if seconds || !(1e-3..1e12).contains(&most) => {
            let exponent = most.log10().floor();
            let decimals = decimals(step / scaled(1.0, exponent));
            let sign = |value: f64| if value == 0.0 { "0".to_owned() } else { times_power(value, exponent, decimals) };
            let unit = if seconds { " s" } else { "" };
            return values.iter().map(|&value| sign(value) + unit).collect();
        }
        most if most >= 1e9 => (1e9, " G"),
        most if most >= 1e6 => (1e6, " M"),
        _ => (1.0, ""),
    };
    let decimals = decimals(step / unit);
    let label =
        |value: f64| if value == 0.0 && !seconds { "0".to_owned() } else { grouped(value / unit, decimals) + name };
    values.iter().map(|&value| label(value)).collect()
}

/// The unit for so many seconds.
fn second(seconds: f64) -> (f64, &'static str) {
    match seconds {
        seconds if seconds >= 1.0 => (1.0, " s"),
        seconds if seconds >= 1e-3 => (1e-3, " ms"),
        seconds if seconds >= 1e-6 => (1e-6, " µs"),
        _ => (1e-9, " ns"),
    }
}

/// How many digits behind the point tell multiples of a step apart.
fn decimals(step: f64) -> usize {
    let digits = (-step.log10() - SLACK).ceil().clamp(0.0, 15.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 15")]
    let digits = digits as usize;
    digits
}

fn grouped(value: f64, decimals: usize) -> String {
    let text = with_commas(&format!("{:.decimals$}", value.abs()));
    let is_negative = value < 0.0 && text.chars().any(|c| c.is_ascii_digit() && c != '0');
    if is_negative { format!("−{text}") } else { text }
}

/// A number times a given power of ten, such as 2×10⁻⁵.
fn times_power(value: f64, exponent: f64, decimals: usize) -> String {
    let factor = if exponent < 0.0 { value * 10_f64.powf(-exponent) } else { value / 10_f64.powf(exponent) };
    format!("{}×{}", grouped(factor, decimals), raise(exponent))
}

/// Ten with an exponent above the line.
fn raise(exponent: f64) -> String {
    format!("10{}", raised(exponent))
}

fn power(exponent: f64, seconds: bool) -> String {
    if seconds && (-9.0..3.0).contains(&exponent) {
        return number(scaled(1.0, exponent), true);
    }
    let unit = if seconds { " s" } else { "" };
    match exponent {
        exponent if (0.0..3.0).contains(&exponent) => format!("{:.0}{unit}", scaled(1.0, exponent)),
        exponent if (-2.0..0.0).contains(&exponent) => grouped(scaled(1.0, exponent), decimals(scaled(1.0, exponent))),
        exponent => raise(exponent) + unit,
    }
}

/// The label of a number by itself, with at most three digits that count.
pub(crate) fn number(value: f64, seconds: bool) -> String {
    let (unit, name) = if seconds && value >= 1e-9 { second(value * (1.0 + SLACK)) } else { (1.0, "") };
    let exponent = (value / unit * (1.0 + SLACK)).log10().floor();
    let trimmed = |text: String| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    if (-3.0..6.0).contains(&exponent) {
        return trimmed(grouped(value / unit, decimals(scaled(1.0, exponent - 2.0)))) + name;
    }
    let factor = trimmed(grouped(value / scaled(1.0, exponent), 2));
    let name = if seconds && name.is_empty() { " s" } else { name };
    if factor == "1" { raise(exponent) + name } else { format!("{factor}×{}{name}", raise(exponent)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(ticks: &Ticks) -> Vec<&str> {
        ticks.major.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let plain = ValueKind::default();
        assert_eq!(shown(&linear(0.0, 1.0, 5, plain)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(shown(&linear(-3.0, 11.0, 7, plain)), ["−2", "0", "2", "4", "6", "8", "10"]);
        assert_eq!(shown(&linear(0.0, 4100.0, 5, plain)), ["0", "1,000", "2,000", "3,000", "4,000"]);
        assert_eq!(shown(&linear(0.0, 5e6, 5, plain)), ["0", "1 M", "2 M", "3 M", "4 M", "5 M"]);
        assert_eq!(shown(&linear(0.0, 3e9, 3, plain)), ["0", "1 G", "2 G", "3 G"]);
        assert_eq!(shown(&linear(0.0, 4e-5, 2, plain)), ["0", "2×10⁻⁵", "4×10⁻⁵"]);
        assert_eq!(shown(&linear(0.0, 3e15, 3, plain)), ["0", "1×10¹⁵", "2×10¹⁵", "3×10¹⁵"]);
        let ticks = linear(0.0, 0.3, 3, plain);
        assert_eq!(ticks.major[3].at.to_bits(), 0.3_f64.to_bits());
        assert!(ticks.minor.iter().all(|minor| ticks.major.iter().all(|major| (major.at - minor).abs() > 0.01)));
    }

    #[test]
    fn whole_numbers_have_no_ticks_between() {
        let whole = ValueKind { whole: true, ..ValueKind::default() };
        let ticks = linear(-0.1, 2.1, 8, whole);
        assert_eq!(shown(&ticks), ["0", "1", "2"]);
        assert!(ticks.minor.is_empty());
    }

    #[test]
    fn log_ticks_are_powers_of_ten() {
        let plain = ValueKind::default();
        assert_eq!(shown(&log(-2.5, 4.1, 8, plain)), ["0.01", "0.1", "1", "10", "100", "10³", "10⁴"]);
        let ticks = log(0.0, 30.0, 8, plain);
        assert_eq!(shown(&ticks), ["1", "10⁴", "10⁸", "10¹²", "10¹⁶", "10²⁰", "10²⁴", "10²⁸"]);
        let ticks = log(0.0, 2.0, 8, plain);
        assert_eq!(ticks.minor.len(), 16);
        assert!(ticks.minor.iter().any(|&at| (at - 50_f64.log10()).abs() < 1e-12));
    }

    #[test]
    fn short_log_axes_have_enough_ticks() {
        let plain = ValueKind::default();
        assert_eq!(shown(&log(0.9, 2.1, 8, plain)), ["10", "20", "50", "100"]);
        assert_eq!(shown(&log(2.0, 2.15, 5, plain)), ["100", "110", "120", "130", "140"]);
        for (low, high) in [(0.0, 0.5), (-7.3, -6.2), (11.8, 12.9), (3.2, 3.25), (250.0, 250.4)] {
            let ticks = log(low, high, 6, plain);
            assert!(ticks.major.len() >= 2, "{low} {high} {ticks:?}");
            assert!(ticks.major.iter().all(|tick| (low - 1e-6..=high + 1e-6).contains(&tick.at)), "{low} {ticks:?}");
        }
    }

    #[test]
    fn seconds_have_units() {
        let seconds = ValueKind { seconds: true, ..ValueKind::default() };
        assert_eq!(
            shown(&log(-6.0, 3.0, 10, seconds)),
            ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s", "10³ s"]
        );
        assert_eq!(shown(&linear(0.0, 0.006, 3, seconds)), ["0 ms", "2 ms", "4 ms", "6 ms"]);
        assert_eq!(shown(&linear(0.0, 1500.0, 3, seconds)), ["0 s", "500 s", "1,000 s", "1,500 s"]);
        assert_eq!(number(0.0025, true), "2.5 ms");
        assert_eq!(number(2e-12, true), "2×10⁻¹² s");
    }
}
