//! Modifiers of matrix instructions.

use numerics::Rounding;
use ptx::Modifier;

use super::element::{Element, Packing};
use super::mma::{Mma, Sum};
use super::mma_f64::MmaF64;
use super::product::BitOp;
use super::scaled::{ScaleFormat, Scaled};
use super::volta::Volta;

/// An `mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MmaForm {
    /// In 32-bit registers.
    Small(Mma),
    /// Of f64.
    F64(MmaF64),
    /// Of f16, four products at once.
    Volta(Volta),
    /// With block scales.
    Scaled(Scaled),
}

/// The instruction of the modifiers of an `mma`; `None` if it has not the modifiers of one.
pub fn mma(modifiers: &[Modifier]) -> Option<MmaForm> {
    let (m, _, k) = modifiers.iter().find_map(|modifier| modifier.shape())?;
    let (m, k) = (m as usize, k as usize);
    let has = |modifier: Modifier| modifiers.contains(&modifier);
    let types: Vec<Modifier> = modifiers.iter().copied().filter(|&modifier| is_type(modifier)).collect();
    let (&d, &a, &b) = (types.first()?, types.get(1)?, types.get(2)?);
    if d == Modifier::F64 {
        return Some(MmaForm::F64(MmaF64 { rows: m, depth: k, rounding: rounding(modifiers) }));
    }
    let (a, b) = (Element::named(a.text())?, Element::named(b.text())?);
    // m8n8k4 of f16 is Volta's: each quarter of the warp computes a product of its own, and A and B may have either layout.
    if a == Element::F16 && (m, k) == (8, 4) {
        let mut layouts =
            modifiers.iter().filter(|modifier| matches!(modifier, Modifier::Row | Modifier::Col));
        let mut by_rows = || layouts.next() == Some(&Modifier::Row);
        let (a_by_rows, b_by_rows) = (by_rows(), by_rows());
        let c_f32 = types.get(3) == Some(&Modifier::F32);
        return Some(MmaForm::Volta(Volta { a_by_rows, b_by_rows, c_f32, d_f32: d == Modifier::F32 }));
    }
    if has(Modifier::BlockScale) {
        // With k of 64 elements are packed densely; else each has a byte.
        let pack = if k == 64 { Element::dense } else { Element::in_containers };
        let parts = if has(Modifier::ScaleVec4X) { 4 } else { k / 32 };
        let scale = if has(Modifier::Ue4m3) { ScaleFormat::Ue4m3 } else { ScaleFormat::Ue8m0 };
        return Some(MmaForm::Scaled(Scaled { depth: k, a: pack(a), b: pack(b), parts, scale }));
    }
    let pack: fn(Element) -> Packing =
        if has(Modifier::KindF8f6f4) { Element::in_containers } else { Element::dense };
    Some(MmaForm::Small(Mma { rows: m, depth: k, a: pack(a), b: pack(b), sum: sum(d, modifiers)? }))
}

/// The accumulators of a type, of an instruction of these modifiers.
pub fn sum(d: Modifier, modifiers: &[Modifier]) -> Option<Sum> {
    match d {
        Modifier::F32 => Some(Sum::F32),
        Modifier::F16 => Some(Sum::F16),
        Modifier::S32 if modifiers.contains(&Modifier::Xor) => Some(Sum::Bits(BitOp::Xor)),
        Modifier::S32 if modifiers.contains(&Modifier::Popc) => Some(Sum::Bits(BitOp::And)),
        Modifier::S32 if modifiers.contains(&Modifier::Satfinite) => Some(Sum::Saturating),
        Modifier::S32 => Some(Sum::Wrapping),
        _ => None,
    }
}

/// The rounding among the modifiers, or nearest even.
pub fn rounding(modifiers: &[Modifier]) -> Rounding {
    let named = |modifier: &Modifier| match modifier {
        Modifier::Rn => Some(Rounding::NearestEven),
        Modifier::Rz => Some(Rounding::Zero),
        Modifier::Rm => Some(Rounding::NegativeInf),
        Modifier::Rp => Some(Rounding::PositiveInf),
        _ => None,
    };
    modifiers.iter().find_map(named).unwrap_or_default()
}

/// Is the modifier the type of a matrix?
pub fn is_type(modifier: Modifier) -> bool {
    matches!(modifier, Modifier::F32 | Modifier::S32) || Element::named(modifier.text()).is_some()
}
