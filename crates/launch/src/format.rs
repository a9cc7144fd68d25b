//! Formats of `print_tko`: those of C, and `%` alone for "this operand, in its natural form".
//!
//! A tile operand prints all its elements with the one conversion, in nested brackets. A conversion that does not fit
//! the type of its operand prints the natural form.

use std::fmt::Write as _;

use numerics::{Scalar, convert, int};

/// The type of a printed element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A number.
    Number(Scalar),
    /// An address.
    Pointer,
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// An operand: with a conversion, or in its natural form.
    Expression(Option<Conversion>),
}

/// A parsed conversion, such as `%-8.3f`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    letter: u8,
}

/// Widths and precisions of more characters than this are cut, so that a format cannot ask for endless output.
const MAX_WIDTH: usize = 4096;

/// Parses a format.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut rest = format;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            literal.push(*first);
            continue;
        }
        if let [b'%', tail @ ..] = rest {
            literal.push(b'%');
            rest = tail;
            continue;
        }
        if !literal.is_empty() {
            pieces.push(Piece::Text(String::from_utf8_lossy(&literal).into_owned()));
            literal.clear();
        }
        match conversion(rest) {
            Some((conversion, tail)) => {
                pieces.push(Piece::Expression(Some(conversion)));
                rest = tail;
            }
            // A `%` without a conversion that is known prints its argument in the default form.
            None => pieces.push(Piece::Expression(None)),
        }
    }
    if !literal.is_empty() {
        pieces.push(Piece::Text(String::from_utf8_lossy(&literal).into_owned()));
    }
    pieces
}

fn conversion(text: &[u8]) -> Option<(Conversion, &[u8])> {
    let mut found = Conversion::default();
    let mut rest = text;
    while let [flag @ (b'-' | b'+' | b' ' | b'#' | b'0'), tail @ ..] = rest {
        match flag {
            b'-' => found.left = true,
            b'+' => found.plus = true,
            b' ' => found.space = true,
            b'#' => found.alternate = true,
            _ => found.zero = true,
        }
        rest = tail;
    }
    (found.width, rest) = number(rest);
    if let [b'.', tail @ ..] = rest {
        let (precision, tail) = number(tail);
        found.precision = Some(precision);
        rest = tail;
    }
    // Sizes are read and not used: elements have types of their own.
    while let [b'h' | b'l' | b'j' | b'z' | b't' | b'L' | b'q', tail @ ..] = rest {
        rest = tail;
    }
    let [letter, tail @ ..] = rest else { return None };
    found.letter = *letter;
    b"diouxXeEfFgGaAcsSpn".contains(letter).then_some((found, tail))
}

fn number(mut text: &[u8]) -> (usize, &[u8]) {
    let mut value = 0usize;
    while let [digit @ b'0'..=b'9', tail @ ..] = text {
        value = (value * 10 + usize::from(digit - b'0')).min(MAX_WIDTH);
        text = tail;
    }
    (value, text)
}

/// An operand of a print.
pub struct Argument<'a> {
    /// Raw bits of its elements in row-major order.
    pub bits: &'a [u64],
    /// Extents of the tile.
    pub shape: &'a [u32],
    /// The type of its elements.
    pub printed: Printed,
}

impl Argument<'_> {
    /// Appends all elements.
    pub fn write(&self, out: &mut String, conversion: Option<&Conversion>) {
        for (lane, &bits) in self.bits.iter().enumerate() {
            let mut edge = self.edge(lane);
            if lane > 0 {
                out.push_str(", ");
            }
            out.extend(std::iter::repeat_n('[', edge));
            match conversion {
                Some(conversion) => out.push_str(&conversion.element(self.printed, bits)),
                None => out.push_str(&unconverted(self.printed, bits)),
            }
            edge = self.edge(lane + 1);
            out.extend(std::iter::repeat_n(']', edge));
        }
    }

    /// Dimensions that start, or end, before an element.
    fn edge(&self, lane: usize) -> usize {
        let mut size = 1;
        let mut edges = 0;
        for &extent in self.shape.iter().rev() {
            size *= extent as usize;
            edges += usize::from(lane.is_multiple_of(size));
        }
        edges
    }
}

/// An element in its natural form.
pub fn natural(printed: Printed, bits: u64) -> String {
    match printed {
        Printed::Pointer => format!("{bits:#x}"),
        Printed::Number(Scalar::I1) => bits.to_string(),
        Printed::Number(scalar) if scalar.is_int() => int::sign_extend(scalar, bits).to_string(),
        Printed::Number(Scalar::F64) => plain(format!("{:?}", f64::from_bits(bits))),
        Printed::Number(scalar) => plain(format!("{:?}", convert::to_f64(scalar, bits) as f32)),
    }
}

/// An element that `print_tko` prints in its natural form: floats as `%g`, as the `printf` of a device can print them.
fn unconverted(printed: Printed, bits: u64) -> String {
    match printed {
        Printed::Number(scalar) if !scalar.is_int() => {
            let general = Conversion { letter: b'g', ..Conversion::default() };
            general.element(printed, bits)
        }
        Printed::Number(_) | Printed::Pointer => natural(printed, bits),
    }
}

/// Infinities and NaN as C writes them.
fn plain(text: String) -> String {
    text.replace("NaN", "nan")
}

impl Conversion {
    fn element(&self, printed: Printed, bits: u64) -> String {
        let (sign, body) = match (self.letter, printed) {
            (b'n', _) => return String::new(),
            (b'd' | b'i', Printed::Number(Scalar::I1)) => (self.sign(false), self.digits(bits.to_string())),
            (b'd' | b'i', Printed::Number(scalar)) if scalar.is_int() => {
                let value = int::sign_extend(scalar, bits);
                (self.sign(value < 0), self.digits(value.unsigned_abs().to_string()))
            }
            (b'u' | b'o' | b'x' | b'X', Printed::Number(scalar)) if scalar.is_int() => {
                ("", self.unsigned(bits))
            }
            (b'c', Printed::Number(scalar)) if scalar.is_int() => ("", char::from(bits as u8).to_string()),
            (b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A', Printed::Number(scalar))
                if !scalar.is_int() =>
            {
                let value = convert::to_f64(scalar, bits);
                let body = self.float(value.abs());
                (self.sign(value.is_sign_negative() && !value.is_nan()), body)
            }
            (_, printed) => ("", unconverted(printed, bits)),
        };
        self.padded(sign, body)
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// At least as many digits as the precision.
    fn digits(&self, digits: String) -> String {
        let missing = self.precision.unwrap_or(0).saturating_sub(digits.len());
        "0".repeat(missing) + &digits
    }

    fn unsigned(&self, bits: u64) -> String {
        let alternate = self.alternate && bits != 0;
        match self.letter {
            b'o' if alternate => format!("0{}", self.digits(format!("{bits:o}"))),
            b'o' => self.digits(format!("{bits:o}")),
            b'x' if alternate => format!("0x{}", self.digits(format!("{bits:x}"))),
            b'x' => self.digits(format!("{bits:x}")),
            b'X' if alternate => format!("0X{}", self.digits(format!("{bits:X}"))),
            b'X' => self.digits(format!("{bits:X}")),
            _ => self.digits(bits.to_string()),
        }
    }

    fn float(&self, value: f64) -> String {
        if !value.is_finite() {
            let word = if value.is_nan() { "nan" } else { "inf" };
            return if self.letter.is_ascii_uppercase() { word.to_uppercase() } else { word.into() };
        }
        let precision = self.precision.unwrap_or(6);
        let text = match self.letter.to_ascii_lowercase() {
            b'f' => format!("{value:.precision$}"),
            b'e' => scientific(value, precision),
            b'g' => self.general(value, precision.max(1)),
            _ => hexadecimal(value, self.precision),
        };
        if self.letter.is_ascii_uppercase() { text.to_uppercase() } else { text }
    }

    fn general(&self, value: f64, precision: usize) -> String {
        let exponent: i32 = if value == 0.0 {
            0
        } else {
            let text = format!("{value:.*e}", precision - 1);
            text.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0)
        };
        let text = if exponent < -4 || exponent >= precision as i32 {
            scientific(value, precision - 1)
        } else {
            format!("{value:.*}", (precision as i32 - 1 - exponent).max(0) as usize)
        };
        if self.alternate { text } else { without_trailing_zeros(&text) }
    }

    fn padded(&self, sign: &str, body: String) -> String {
        let missing = self.width.saturating_sub(sign.len() + body.chars().count());
        let finite = body.starts_with(|c: char| c.is_ascii_digit());
        let integer_precision = self.precision.is_some() && b"diouxX".contains(&self.letter);
        if self.left {
            format!("{sign}{body}{}", " ".repeat(missing))
        } else if self.zero && finite && !integer_precision {
            format!("{sign}{}{body}", "0".repeat(missing))
        } else {
            format!("{}{sign}{body}", " ".repeat(missing))
        }
    }
}

/// `1.500000e+00`.
fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

fn without_trailing_zeros(text: &str) -> String {
    let (mantissa, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    if !mantissa.contains('.') {
        return text.to_owned();
    }
    format!("{}{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

/// `0x1.8p+0`, as C writes it.
fn hexadecimal(value: f64, precision: Option<usize>) -> String {
    // Bits of a double's fraction: 13 hexadecimal digits.
    const FRACTION: u32 = 52;
    let bits = value.to_bits();
    let stored = (bits >> FRACTION) as i64 & 0x7FF;
    let mut mantissa = bits & ((1 << FRACTION) - 1);
    if stored != 0 {
        mantissa |= 1 << FRACTION;
    }
    let exponent = if value == 0.0 { 0 } else { stored.max(1) - 1023 };
    if let Some(digits) = precision.filter(|&digits| digits < 13) {
        let dropped = FRACTION - 4 * digits as u32;
        let (half, odd) = (1u64 << (dropped - 1), mantissa >> dropped & 1);
        mantissa = (mantissa + half - 1 + odd) >> dropped << dropped;
    }
    let mut fraction = format!("{:013x}", mantissa & ((1 << FRACTION) - 1));
    match precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(digits) if digits <= 13 => fraction.truncate(digits),
        Some(digits) => fraction.extend(std::iter::repeat_n('0', digits - 13)),
    }
    let mut text = format!("0x{}", mantissa >> FRACTION);
    if !fraction.is_empty() {
        let _infallible = write!(text, ".{fraction}");
    }
    format!("{text}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(format: &str, printed: Printed, shape: &[u32], bits: &[u64]) -> String {
        let mut out = String::new();
        for piece in parse(format.as_bytes()) {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Expression(conversion) => {
                    Argument { bits, shape, printed }.write(&mut out, conversion.as_ref());
                }
            }
        }
        out
    }

    #[track_caller]
    fn float(format: &str, value: f64, expected: &str) {
        assert_eq!(
            print(format, Printed::Number(Scalar::F64), &[], &[value.to_bits()]),
            expected,
            "{format}"
        );
    }

    #[track_caller]
    fn int(format: &str, value: i32, expected: &str) {
        let bits = u64::from(value as u32);
        assert_eq!(print(format, Printed::Number(Scalar::I32), &[], &[bits]), expected, "{format}");
    }

    /// Expected texts are those of the C library.
    #[test]
    fn floats_print_as_in_c() {
        float("%f", 1.5, "1.500000");
        float("%+08.3f", 0.0, "+000.000");
        float("%-8.2f|", -1.0, "-1.00   |");
        float("%e", 12345.678, "1.234568e+04");
        float("%.0E", 0.00016, "2E-04");
        float("%g", 1e-5, "1e-05");
        float("%g", 100000.0, "100000");
        float("%g", 1e6, "1e+06");
        float("%#g", 1.0, "1.00000");
        float("%a", 1.0, "0x1p+0");
        float("%a", 0.1, "0x1.999999999999ap-4");
        float("%.2a", 0.1, "0x1.9ap-4");
        float("%A", -2.5, "-0X1.4P+1");
        float("%08.1f", f64::NEG_INFINITY, "    -inf");
        float("%F", f64::NAN, "NAN");
        float("% f", 2.0, " 2.000000");
    }

    #[test]
    fn integers_print_as_in_c() {
        int("%d", -7, "-7");
        int("%5i|", 42, "   42|");
        int("%05d", -42, "-0042");
        int("%.4d", 42, "0042");
        int("%u", -1, "4294967295");
        int("%#x", 255, "0xff");
        int("%X", 255, "FF");
        int("%#o", 8, "010");
        int("%lld", 3, "3");
        int("%c", 65, "A");
        int("100%% of %i", 1, "100% of 1");
    }

    #[test]
    fn a_lone_percent_takes_the_natural_form() {
        int("<%, %>", 3, "<3, 3>");
        float("%;", 0.5, "0.5;");
        float("%s", 1.0, "1");
        float("%", -0.1, "-0.1");
        float("%", f64::NAN, "nan");
    }

    #[test]
    fn tiles_print_in_brackets() {
        let printed = Printed::Number(Scalar::I32);
        assert_eq!(print("%d\n", printed, &[2, 2], &[1, 2, 3, 4]), "[[1, 2], [3, 4]]\n");
        assert_eq!(print("%d", printed, &[1], &[1]), "[1]");
    }
}
