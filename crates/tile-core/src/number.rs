//! Numbers in the text of levels 2 to 4: integers in decimal, floats in decimal if that is exact, otherwise in hexadecimal.

use numerics::Scalar;

/// The text of an element of a type that may have no numbers.
pub fn show_of(scalar: Option<Scalar>, bits: u64) -> String {
    scalar.map_or_else(|| bits.to_string(), |scalar| show(scalar, bits))
}

/// The bits of a text, for a type that may have no numbers; `None` when it is no element of the type.
pub fn read_of(scalar: Option<Scalar>, text: &str) -> Option<u64> {
    scalar.map_or_else(|| text.parse().ok(), |scalar| read(scalar, text))
}

/// The text of an element.
pub fn show(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::I1 => if bits & 1 != 0 { "true" } else { "false" }.to_owned(),
        Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => signed(scalar, bits).to_string(),
        Scalar::F32 => {
            let value = f32::from_bits(bits as u32);
            if value.is_finite() { decimal(&format!("{value:?}")) } else { hex(bits) }
        }
        Scalar::F64 => {
            let value = f64::from_bits(bits);
            if value.is_finite() { decimal(&format!("{value:?}")) } else { hex(bits) }
        }
        Scalar::F16
        | Scalar::TF32
        | Scalar::BF16
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => hex(bits),
    }
}

/// A decimal number as the text wants it: with a point before the exponent.
fn decimal(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        Some(_) | None => text.to_owned(),
    }
}

fn hex(bits: u64) -> String {
    format!("0x{bits:x}")
}

/// The signed reading of an integer.
pub fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - scalar.bits();
    (bits << unused) as i64 >> unused
}

/// The bits of a text; `None` when it is no element of the type.
pub fn read(scalar: Scalar, text: &str) -> Option<u64> {
    let mask = u64::MAX >> (64 - scalar.bits());
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().filter(|&bits| bits <= mask);
    }
    match scalar {
        Scalar::F32 => text.parse::<f32>().ok().map(|value| value.to_bits().into()),
        Scalar::F64 => text.parse::<f64>().ok().map(f64::to_bits),
        Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F16
        | Scalar::BF16
        | Scalar::TF32
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => {
            let value: i128 = text.parse().ok()?;
            let fits = value >= -(1i128 << (scalar.bits() - 1)) && value <= i128::from(mask);
            fits.then_some(value as u64 & mask)
        }
    }
}
