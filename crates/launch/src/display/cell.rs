//! Formatting of the elements of one array: a width and a format that all of them share.

use super::shortest::Digits;
use numerics::{Scalar, convert, int};

/// Spread of magnitudes above which floats are written in scientific form. As in NumPy.
const MAX_SPREAD: f64 = 1000.0;
/// Magnitude below which floats are written in scientific form. As in NumPy.
const MIN_PLAIN: f64 = 0.0001;

/// The form of every element of one array.
#[derive(Debug)]
pub(super) struct CellFormat {
    element: Scalar,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// `True` and `False`, padded to this width.
    Bool { width: usize },
    /// Signed decimal, padded to this width.
    Integer { width: usize },
    /// `-12.5`: characters before and after the point.
    Positional { left: usize, right: usize, precision: usize },
    /// `-1.25e+01`: characters before the point, digits after it, digits of the exponent.
    Scientific { left: usize, fraction: usize, exponent: usize },
}

impl CellFormat {
    /// The form that fits these elements; `None` among them is poison.
    pub(super) fn new(
        element: Scalar,
        shown: &[Option<u64>],
        precision: usize,
        is_scalar: bool,
    ) -> CellFormat {
        let known = shown.iter().flatten().copied();
        let form = if element == Scalar::I1 {
            Form::Bool { width: if is_scalar { 0 } else { "False".len() } }
        } else if element.is_int() {
            Form::Integer { width: known.map(|bits| integer(element, bits).len()).max().unwrap_or(0) }
        } else {
            float_form(element, &known.collect::<Vec<u64>>(), precision)
        };
        CellFormat { element, form }
    }

    /// One element, padded on the left.
    pub(super) fn text(&self, bits: Option<u64>) -> String {
        let text = match bits {
            None => String::from("?"),
            Some(bits) => self.value(bits),
        };
        format!("{text:>width$}", width = self.width())
    }

    fn width(&self) -> usize {
        match self.form {
            Form::Bool { width } | Form::Integer { width } => width,
            Form::Positional { left, right, .. } => left + 1 + right,
            Form::Scientific { left, fraction, exponent, .. } => left + 1 + fraction + 2 + exponent,
        }
    }

    fn value(&self, bits: u64) -> String {
        match self.form {
            Form::Bool { .. } => String::from(if bits != 0 { "True" } else { "False" }),
            Form::Integer { .. } => integer(self.element, bits),
            Form::Positional { right, precision, .. } => {
                let Some(digits) = Digits::new(self.element, bits) else {
                    return special(self.element, bits);
                };
                let mut text = digits.positional(precision);
                // Points align: what is missing after is filled with blanks.
                let behind = text.len() - text.find('.').map_or(text.len(), |point| point + 1);
                text.extend(std::iter::repeat_n(' ', right.saturating_sub(behind)));
                text
            }
            Form::Scientific { fraction, exponent, .. } => match Digits::new(self.element, bits) {
                Some(digits) => digits.scientific_exact(fraction, exponent),
                None => special(self.element, bits),
            },
        }
    }
}

fn integer(element: Scalar, bits: u64) -> String {
    int::sign_extend(element, bits).to_string()
}

/// Infinities and NaN.
fn special(element: Scalar, bits: u64) -> String {
    let value = convert::to_f64(element, bits);
    String::from(match (value.is_nan(), value < 0.0) {
        (true, _) => "nan",
        (false, true) => "-inf",
        (false, false) => "inf",
    })
}

fn float_form(element: Scalar, known: &[u64], precision: usize) -> Form {
    let finite = known.iter().filter_map(|&bits| Digits::new(element, bits));
    let mut form = if is_scientific(element, known) {
        scientific_form(finite, precision)
    } else {
        positional_form(finite, precision)
    };
    let specials = known.iter().filter(|&&bits| !convert::to_f64(element, bits).is_finite());
    let longest = specials.map(|&bits| special(element, bits).len()).max().unwrap_or(0);
    match &mut form {
        Form::Positional { left, right, .. } => *left = (*left).max(longest.saturating_sub(*right + 1)),
        Form::Scientific { left, fraction, exponent } => {
            *left = (*left).max(longest.saturating_sub(*fraction + *exponent + 3));
        }
        Form::Bool { .. } | Form::Integer { .. } => {}
    }
    form
}

/// NumPy's choice: any magnitude beyond the digits of the type or below 0.0001, or a spread above 1000. NumPy computes
/// it in the element's type, so quotient and bounds are rounded to it.
fn is_scientific(element: Scalar, known: &[u64]) -> bool {
    let values = known.iter().map(|&bits| convert::to_f64(element, bits).abs());
    let nonzero = values.filter(|value| value.is_finite() && *value != 0.0);
    let Some((low, high)) = nonzero.fold(None, |range: Option<(f64, f64)>, value| {
        Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    }) else {
        return false;
    };
    let in_type = |value: f64| in_type(element, value);
    high >= cutoff(element) || low < in_type(MIN_PLAIN) || in_type(high / low) > MAX_SPREAD
}

/// Rounded to the element's type where NumPy has that type; the others are treated as f32.
fn in_type(element: Scalar, value: f64) -> f64 {
    let known = if matches!(element, Scalar::F16 | Scalar::F64) { element } else { Scalar::F32 };
    convert::to_f64(known, convert::from_f64(known, value))
}

/// From here on the type no longer holds every integer of as many digits.
fn cutoff(element: Scalar) -> f64 {
    if element.is_half() || element == Scalar::TF32 {
        1e3
    } else if element == Scalar::F64 {
        1e8
    } else {
        1e6
    }
}

fn positional_form(finite: impl Iterator<Item = Digits>, precision: usize) -> Form {
    let (mut left, mut right) = (0, 0);
    for digits in finite {
        let text = digits.positional(precision);
        let point = text.find('.').unwrap_or(text.len());
        left = left.max(point);
        right = right.max((text.len() - point).saturating_sub(1));
    }
    Form::Positional { left, right, precision }
}

fn scientific_form(finite: impl Iterator<Item = Digits>, precision: usize) -> Form {
    let (mut left, mut fraction, mut exponent) = (0, 0, 2);
    for digits in finite {
        let (mantissa, power) = digits.scientific(precision);
        let point = mantissa.find('.').unwrap_or(mantissa.len());
        left = left.max(point);
        fraction = fraction.max((mantissa.len() - point).saturating_sub(1));
        exponent = exponent.max(power.unsigned_abs().to_string().len());
    }
    Form::Scientific { left, fraction, exponent }
}
