//! What the words of a matrix instruction say.

use numerics::Rounding;
use ptx::Word;

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

/// The instruction of the words of an `mma`; `None` if it has not the words of one.
pub fn mma(words: &[Word]) -> Option<MmaForm> {
    let (m, _, k) = words.iter().find_map(|word| word.shape())?;
    let (m, k) = (m as usize, k as usize);
    let has = |word: Word| words.contains(&word);
    let types: Vec<Word> = words.iter().copied().filter(|&word| is_type(word)).collect();
    let (&d, &a, &b) = (types.first()?, types.get(1)?, types.get(2)?);
    if d == Word::F64 {
        return Some(MmaForm::F64(MmaF64 { rows: m, depth: k, rounding: rounding(words) }));
    }
    let (a, b) = (Element::named(a.text())?, Element::named(b.text())?);
    if a == Element::F16 && (m, k) == (8, 4) {
        let mut layouts = words.iter().filter(|word| matches!(word, Word::Row | Word::Col));
        let mut by_rows = || layouts.next() == Some(&Word::Row);
        let (a_by_rows, b_by_rows) = (by_rows(), by_rows());
        let c_f32 = types.get(3) == Some(&Word::F32);
        return Some(MmaForm::Volta(Volta { a_by_rows, b_by_rows, c_f32, d_f32: d == Word::F32 }));
    }
    if has(Word::BlockScale) {
        let pack = if k == 64 { Element::dense } else { Element::in_containers };
        let parts = if has(Word::ScaleVec4X) { 4 } else { k / 32 };
        let scale = if has(Word::Ue4m3) { ScaleFormat::Ue4m3 } else { ScaleFormat::Ue8m0 };
        return Some(MmaForm::Scaled(Scaled { depth: k, a: pack(a), b: pack(b), parts, scale }));
    }
    let pack: fn(Element) -> Packing =
        if has(Word::KindF8f6f4) { Element::in_containers } else { Element::dense };
    Some(MmaForm::Small(Mma { rows: m, depth: k, a: pack(a), b: pack(b), sum: sum(d, words)? }))
}

/// The accumulators of a type, of an instruction of these words.
pub fn sum(d: Word, words: &[Word]) -> Option<Sum> {
    match d {
        Word::F32 => Some(Sum::F32),
        Word::F16 => Some(Sum::F16),
        Word::S32 if words.contains(&Word::Xor) => Some(Sum::Bits(BitOp::Xor)),
        Word::S32 if words.contains(&Word::Popc) => Some(Sum::Bits(BitOp::And)),
        Word::S32 if words.contains(&Word::Satfinite) => Some(Sum::Saturating),
        Word::S32 => Some(Sum::Wrapping),
        _ => None,
    }
}

/// The rounding among the words, or nearest even.
pub fn rounding(words: &[Word]) -> Rounding {
    let named = |word: &Word| match word {
        Word::Rn => Some(Rounding::NearestEven),
        Word::Rz => Some(Rounding::Zero),
        Word::Rm => Some(Rounding::NegativeInf),
        Word::Rp => Some(Rounding::PositiveInf),
        _ => None,
    };
    words.iter().find_map(named).unwrap_or_default()
}

/// Is the word the type of a matrix?
pub fn is_type(word: Word) -> bool {
    matches!(word, Word::F32 | Word::S32) || Element::named(word.text()).is_some()
}
