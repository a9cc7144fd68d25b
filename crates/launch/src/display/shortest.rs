//! The shortest decimal digits that read back as the same element.
//!
//! f16 and bf16 have digits of their own; the narrower floats and tf32 have those of f32, which name their value exactly
//! enough. "Exact" digits are those of the element's true value, correctly rounded.

use numerics::{Scalar, convert};

/// More digits than any f16 or bf16 needs.
const MAX_SHORT_DIGITS: usize = 9;

/// A finite element that is converted to text.
#[derive(Debug)]
pub(super) struct Digits {
    value: f64,
    /// Shortest digits as `d.ddde-3`, sign included.
    short: String,
}

impl Digits {
    /// The digits of an element; `None` for infinities and NaN.
    pub(super) fn new(element: Scalar, bits: u64) -> Option<Digits> {
        let value = convert::to_f64(element, bits);
        if !value.is_finite() {
            return None;
        }
        let short = if element == Scalar::F64 {
            tie_to_even(format!("{value:e}"), value, |near| near == value)
        } else if element.is_half() {
            shortest_by_search(element, value)
        } else {
            tie_to_even(format!("{:e}", value as f32), value, |near| near as f32 == value as f32)
        };
        Some(Digits { value, short })
    }

    /// `12.5`, `3.`: at most `precision` digits after the point, and a point in any case.
    pub(super) fn positional(&self, precision: usize) -> String {
        // The shortest digits of the double nearest to them are themselves.
        let nearest: f64 = self.short.parse().expect("digits are a number");
        let mut text = format!("{nearest}");
        if text.find('.').is_some_and(|point| text.len() - point - 1 > precision) {
            text = format!("{:.precision$}", self.value);
            text.truncate(text.trim_end_matches('0').len());
        }
        if !text.contains('.') {
            text.push('.');
        }
        text
    }

    /// The mantissa `1.25` or `1.` with at most `precision` digits after the point, and the exponent.
    pub(super) fn scientific(&self, precision: usize) -> (String, i32) {
        let (mantissa, power) = split(&self.short);
        if fraction_digits(mantissa) <= precision {
            let point = if mantissa.contains('.') { "" } else { "." };
            return (format!("{mantissa}{point}"), power);
        }
        let exact = format!("{:.precision$e}", self.value);
        let (mantissa, power) = split(&exact);
        (mantissa.trim_end_matches('0').to_owned(), power)
    }

    /// `1.250e+01` with exactly `fraction` digits after the point and at least `exponent` digits after the sign of the
    /// exponent. Digits beyond the shortest ones are exact, not zeros.
    pub(super) fn scientific_exact(&self, fraction: usize, exponent: usize) -> String {
        let exact = format!("{:.fraction$e}", self.value);
        let has_all = fraction_digits(split(&self.short).0) == fraction;
        let (mantissa, power) = split(if has_all { &self.short } else { &exact });
        let point = if mantissa.contains('.') { "" } else { "." };
        let sign = if power < 0 { '-' } else { '+' };
        format!("{mantissa}{point}e{sign}{:0>exponent$}", power.unsigned_abs())
    }
}

fn split(text: &str) -> (&str, i32) {
    let (mantissa, power) = text.split_once('e').expect("scientific form has an exponent");
    (mantissa, power.parse().expect("the exponent is a number"))
}

fn fraction_digits(mantissa: &str) -> usize {
    mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

/// Of two shortest texts equally near to the value, the one with the even last digit, as NumPy has it.
fn tie_to_even(short: String, value: f64, is_same: impl Fn(f64) -> bool) -> String {
    let digits = fraction_digits(split(&short).0);
    let even = format!("{value:.digits$e}");
    if even.parse().is_ok_and(is_same) { even } else { short }
}

/// Fewest digits whose nearest element is this one. Above a power of two the elements are wider apart than below it, so
/// where the value is midway between two texts only the upper one may read back: it is tried second.
fn shortest_by_search(element: Scalar, value: f64) -> String {
    let wanted = convert::from_f64(element, value);
    let away = if value < 0.0 { value.next_down() } else { value.next_up() };
    let tries =
        (0..MAX_SHORT_DIGITS).flat_map(|digits| [value, away].map(|value| format!("{value:.digits$e}")));
    let is_same = |text: &String| text.parse().is_ok_and(|near| convert::from_f64(element, near) == wanted);
    let mut round_trips = tries.filter(is_same);
    let found = round_trips.next().unwrap_or_else(|| format!("{value:e}"));
    let (mantissa, power) = found.split_once('e').unwrap_or((&found, "0"));
    let trimmed =
        if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    format!("{trimmed}e{power}")
}
