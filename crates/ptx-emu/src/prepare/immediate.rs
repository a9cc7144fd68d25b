//! Constants as bits of a type.

use ptx::Type;
use ptx::module::Immediate;

/// The bits that a constant has where a type is wanted; what is too wide is cut off, as `ptxas` does.
pub(crate) fn bits(value: Immediate, of: Type) -> u64 {
    let all = match (value, of) {
        (Immediate::Int(value), _) => value as u64,
        (Immediate::F32(bits), Type::F64 | Type::B64) => f64::from(f32::from_bits(bits)).to_bits(),
        (Immediate::F32(bits), _) => u64::from(bits),
        (Immediate::F64(bits), Type::F32 | Type::B32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        (Immediate::F64(bits), _) => bits,
    };
    let width = of.bits();
    if width >= 64 { all } else { all & ((1 << width) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_take_the_type_that_is_wanted() {
        assert_eq!(bits(Immediate::Int(-1), Type::U16), 0xFFFF);
        assert_eq!(bits(Immediate::Int(-1), Type::S64), u64::MAX);
        assert_eq!(bits(Immediate::F64(1.5f64.to_bits()), Type::F32), u64::from(1.5f32.to_bits()));
        assert_eq!(bits(Immediate::F32(1.5f32.to_bits()), Type::F64), 1.5f64.to_bits());
        assert_eq!(bits(Immediate::Int(3), Type::Pred), 1);
    }
}
