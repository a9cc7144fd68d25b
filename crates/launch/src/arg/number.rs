//! Conversion of a written number to an element of a type.

use super::error::{Mistake, shown};
use super::parsed::Literal;
use numerics::format::Specials;
use numerics::{Format, Scalar, convert, int};

/// The bits of a literal as an element; errors name the range of the type.
pub(super) fn element_bits(element: Scalar, literal: &Literal) -> Result<u64, Mistake> {
    if let Some(pattern) = literal.text.strip_prefix("bits(") {
        return bit_pattern(element, pattern, literal);
    }
    if element == Scalar::I1 && literal.text == "true" {
        return Ok(1);
    }
    if element == Scalar::I1 && literal.text == "false" {
        return Ok(0);
    }
    match Format::of(element) {
        Some(format) => float_bits(element, &format, literal),
        None => integer_bits(element, integer(literal, element.name())?, literal),
    }
}

/// `bits(0x7FC0)`: the pattern itself.
fn bit_pattern(element: Scalar, pattern: &str, literal: &Literal) -> Result<u64, Mistake> {
    let inside = Literal { text: pattern.trim_end_matches(')').to_owned(), span: literal.span.clone() };
    let value = integer(&inside, "a bit pattern")?;
    let bits = u64::try_from(value).ok().filter(|&bits| element.bits() == 64 || bits >> element.bits() == 0);
    bits.ok_or_else(|| {
        let message =
            format!("{element} has {} bits, which `{}` does not fit", element.bits(), shown(&inside.text));
        Mistake::new(literal.span.clone(), message, "write fewer bits, for example bits(0x0)")
    })
}

/// A whole number of at most 127 bits: decimal, `0x`, `0b`; underscores are ignored.
pub(super) fn integer(literal: &Literal, what: &str) -> Result<i128, Mistake> {
    let text = literal.text.replace('_', "");
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(hex), _) => (hex, 16),
        (None, Some(binary)) => (binary, 2),
        (None, None) => (digits, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        let message = format!("expected a whole number for {what}, found `{}`", shown(&literal.text));
        return Err(Mistake::new(literal.span.clone(), message, "write for example 42, -7 or 0xFF"));
    }
    let magnitude = i128::from_str_radix(digits, radix).map_err(|_| {
        let message = format!("`{}` is beyond every integer type", shown(&literal.text));
        Mistake::new(literal.span.clone(), message, "write a smaller number")
    })?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// An integer that the type holds, read as signed or unsigned.
pub(super) fn integer_bits(element: Scalar, value: i128, literal: &Literal) -> Result<u64, Mistake> {
    let (low, high) = (int::range(element, true).0, int::range(element, false).1);
    if (low..=high).contains(&value) {
        return Ok(int::wrap(element, value as u64));
    }
    let message = format!("{element} cannot hold {value}");
    Err(Mistake::new(literal.span.clone(), message, format!("write a number from {low} to {high}")))
}

/// The value of a float literal: decimal, C's hexadecimal form, `inf`, `nan`.
pub(super) fn float(literal: &Literal, what: &str) -> Result<f64, Mistake> {
    let text = literal.text.replace('_', "");
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(&text);
    if let Some(digits) = unsigned.strip_prefix("0x") {
        let magnitude = hexadecimal(digits, literal, what)?;
        return Ok(if text.starts_with('-') { -magnitude } else { magnitude });
    }
    let is_plain = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let value = text.parse::<f64>().ok().filter(|_| is_plain || matches!(unsigned, "inf" | "nan"));
    value.ok_or_else(|| {
        let message = format!("expected a number for {what}, found `{}`", shown(&literal.text));
        Mistake::new(literal.span.clone(), message, "write for example 1.5, 1e-3, inf or 0x1.8p-2")
    })
}

/// `1.8p-2` after `0x`.
fn hexadecimal(digits: &str, literal: &Literal, what: &str) -> Result<f64, Mistake> {
    let Some((mantissa, power)) = digits.split_once(['p', 'P']) else {
        let message = format!("`{}` could be a value or a bit pattern of {what}", shown(&literal.text));
        let help = format!("write 0x{0}p0 for the value or bits(0x{0}) for the pattern", shown(digits));
        return Err(Mistake::new(literal.span.clone(), message, help));
    };
    hexadecimal_value(mantissa, power).ok_or_else(|| {
        let message =
            format!("`{}` is no hexadecimal float of at most 53 significant bits", shown(&literal.text));
        Mistake::new(literal.span.clone(), message, "write for example 0x1.8p-2")
    })
}

fn hexadecimal_value(mantissa: &str, power: &str) -> Option<f64> {
    /// Beyond this everything is zero or infinite; half of it is still an exponent of a normal double.
    const MAX_POWER: i64 = 1140;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let mut significand = 0u64;
    for c in whole.chars().chain(fraction.chars()) {
        let digit = u64::from(c.to_digit(16)?);
        significand = significand.checked_mul(16)?.checked_add(digit).filter(|&value| value < 1 << 53)?;
    }
    let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse::<i64>().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
    let power = if power.starts_with('-') { -magnitude } else { magnitude };
    let power = (power - 4 * fraction.len() as i64).clamp(-MAX_POWER, MAX_POWER) as i32;
    // The first product is exact, so only the second one rounds.
    Some(significand as f64 * power_of_two(power / 2) * power_of_two(power - power / 2))
}

/// Two to a power between -1022 and 1023.
fn power_of_two(power: i32) -> f64 {
    f64::from_bits(((power + 1023) as u64) << 52)
}

fn float_bits(element: Scalar, format: &Format, literal: &Literal) -> Result<u64, Mistake> {
    let value = float(literal, element.name())?;
    check_float(element, format, value, literal)?;
    Ok(convert::from_f64(element, value))
}

/// Refuses a value that the type cannot approximate.
fn check_float(element: Scalar, format: &Format, value: f64, literal: &Literal) -> Result<(), Mistake> {
    let largest = convert::to_f64(element, format.max_finite());
    let lacks = |what: &str, help: String| {
        Err(Mistake::new(literal.span.clone(), format!("{element} has no {what}"), help))
    };
    let range = || format!("write a number up to {largest}");
    if value.is_nan() {
        return if format.nan().is_some() { Ok(()) } else { lacks("NaN", range()) };
    }
    if value < 0.0 && !format.signed {
        return lacks("negative values", range());
    }
    if value == 0.0 && !format.subnormals {
        return lacks("zero", "write a power of two, for example 1".into());
    }
    if value.is_infinite() {
        return if format.infinity().is_some() { Ok(()) } else { lacks("infinity", range()) };
    }
    // A value just above the largest one may still round to it.
    let rounded = convert::to_f64(element, convert::from_f64(element, value));
    let is_beyond = !rounded.is_finite() || (format.specials != Specials::Ieee && value.abs() > largest);
    if !is_beyond {
        return Ok(());
    }
    let message = format!("`{}` is beyond the largest {element}, {largest}", shown(&literal.text));
    let or_inf = if format.infinity().is_some() { ", or inf if that is meant" } else { "" };
    Err(Mistake::new(literal.span.clone(), message, format!("write a smaller number{or_inf}")))
}

/// Whether a value is within the finite range of a float type.
pub(super) fn is_in_range(element: Scalar, value: f64) -> bool {
    let literal = Literal { text: String::new(), span: 0..0 };
    match Format::of(element) {
        Some(format) => value.is_finite() && check_float(element, &format, value, &literal).is_ok(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(element: Scalar, text: &str) -> Result<u64, String> {
        let literal = Literal { text: text.into(), span: 0..text.len() };
        element_bits(element, &literal).map_err(|mistake| format!("{}; {}", mistake.message, mistake.help))
    }

    #[test]
    fn integers_of_either_sign() {
        assert_eq!(bits(Scalar::I32, "42"), Ok(42));
        assert_eq!(bits(Scalar::I32, "-1"), Ok(0xFFFF_FFFF));
        assert_eq!(bits(Scalar::I8, "255"), Ok(255));
        assert_eq!(bits(Scalar::I8, "0x7F"), Ok(127));
        assert_eq!(bits(Scalar::I64, "18_446_744_073_709_551_615"), Ok(u64::MAX));
        assert_eq!(bits(Scalar::I1, "true"), Ok(1));
        assert_eq!(bits(Scalar::I1, "0"), Ok(0));
        assert_eq!(bits(Scalar::I4, "0b1111"), Ok(15));
        assert_eq!(
            bits(Scalar::I8, "256"),
            Err("i8 cannot hold 256; write a number from -128 to 255".into())
        );
        let error = "expected a whole number for i32, found `1.5`; write for example 42, -7 or 0xFF";
        assert_eq!(bits(Scalar::I32, "1.5"), Err(error.into()));
        assert!(
            bits(Scalar::I32, "true").is_err()
                && bits(Scalar::I32, "--1").is_err()
                && bits(Scalar::I32, "0x").is_err()
        );
        assert!(
            bits(Scalar::I64, &"9".repeat(60))
                .is_err_and(|error| error.contains("beyond every integer type"))
        );
    }

    #[test]
    fn floats_round_once() {
        assert_eq!(bits(Scalar::F32, "0.1"), Ok(u64::from(0.1f32.to_bits())));
        assert_eq!(bits(Scalar::F64, "-1e-310"), Ok((-1e-310f64).to_bits()));
        assert_eq!(bits(Scalar::F16, "65504"), Ok(0x7BFF));
        assert_eq!(bits(Scalar::F16, "inf"), Ok(0x7C00));
        assert_eq!(bits(Scalar::BF16, "nan"), Ok(0x7FC0));
        assert_eq!(bits(Scalar::F32, "0x1.8p-2"), Ok(u64::from(0.375f32.to_bits())));
        assert_eq!(bits(Scalar::F32, "-0x.8p1"), Ok(u64::from((-1.0f32).to_bits())));
        assert_eq!(bits(Scalar::F64, "0x1p-1074"), Ok(1));
        assert_eq!(bits(Scalar::F64, "0x1.fffffffffffffp1023"), Ok(f64::MAX.to_bits()));
        assert_eq!(bits(Scalar::F64, "0x1p-99999999999999999999"), Ok(0));
        assert_eq!(bits(Scalar::F8E8M0FNU, "0.5"), Ok(126));
        assert_eq!(bits(Scalar::F32, "bits(0x7FC00001)"), Ok(0x7FC0_0001));
        assert_eq!(bits(Scalar::TF32, "1"), Ok(0x1FC00));
    }

    #[test]
    fn what_a_float_type_lacks_is_said() {
        let error = |element, text| bits(element, text).expect_err(text);
        assert_eq!(
            error(Scalar::F16, "1e10"),
            "`1e10` is beyond the largest f16, 65504; write a smaller number, or inf if that is meant"
        );
        assert_eq!(
            error(Scalar::F4E2M1FN, "7"),
            "`7` is beyond the largest f4E2M1FN, 6; write a smaller number"
        );
        assert_eq!(error(Scalar::F8E4M3FN, "inf"), "f8E4M3FN has no infinity; write a number up to 448");
        assert_eq!(error(Scalar::F4E2M1FN, "nan"), "f4E2M1FN has no NaN; write a number up to 6");
        assert!(error(Scalar::F8E8M0FNU, "0").starts_with("f8E8M0FNU has no zero; write a power of two"));
        assert!(error(Scalar::F8E8M0FNU, "-1").starts_with("f8E8M0FNU has no negative values"));
        assert_eq!(
            error(Scalar::F32, "0x10"),
            "`0x10` could be a value or a bit pattern of f32; write 0x10p0 for the value or bits(0x10) for the pattern"
        );
        assert!(error(Scalar::F32, "infinity").starts_with("expected a number for f32, found `infinity`"));
        assert!(error(Scalar::F32, "0x1.p").contains("no hexadecimal float"));
        assert!(error(Scalar::F32, "0xp1").contains("no hexadecimal float"));
        assert!(
            error(Scalar::F16, "bits(0x10000)").starts_with("f16 has 16 bits, which `0x10000` does not fit")
        );
        assert!(error(Scalar::F32, "bits(").starts_with("expected a whole number for a bit pattern"));
    }
}
