//! Products of warpgroups, and values of several registers.

use tileas::target::Feature;

use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::ElementFormat;
use crate::ops::fields;
use crate::types::{Element, Registers};

pub(super) fn regs(check: &Check<'_>) -> Checked {
    use fields::regs::{parts, result};
    let types = check.types(parts);
    let wanted =
        types.first().and_then(|&ty| Registers::new(u16::try_from(types.len()).ok()?, Element::of(ty)?));
    let wanted = wanted.filter(|wanted| types.iter().all(|&ty| ty == wanted.element()));
    let wanted = wanted.ok_or_else(|| {
        format!("joins 1 to {} registers of one type: i32, f32, f16x2 or bf16x2", Registers::LIMIT)
    })?;
    let ty = check.ty(result);
    ensure(ty == Type::Registers(wanted), || format!("gives {}, not {ty}", Type::Registers(wanted)))
}

pub(super) fn reg(check: &Check<'_>) -> Checked {
    use fields::reg::{index, result, source};
    let from = check.ty(source);
    let Type::Registers(registers) = from else {
        return Err(format!("reads registers, but those of {from} may still be written"));
    };
    let number = check.int(index).unwrap_or(-1);
    ensure((0..i64::from(registers.count())).contains(&number), || {
        format!("{from} has no register {number}")
    })?;
    let (ty, wanted) = (check.ty(result), registers.element());
    ensure(ty == wanted, || format!("gives {wanted}, not {ty}"))
}

/// How wgmma multiplies a pair of formats.
struct Kind {
    /// Matrices of 16-bit elements may be in either direction.
    either_major: bool,
    /// `n` is a multiple of 16 from 32 on.
    coarse: bool,
    sums: &'static [Element],
}

/// The kind of wgmma for elements of these formats; `None` if it does not multiply them.
fn kind(a: ElementFormat, b: ElementFormat) -> Option<Kind> {
    use ElementFormat as F;
    let (either_major, coarse, sums): (bool, bool, &[Element]) = match (a, b) {
        (F::F16, F::F16) => (true, false, &[Element::F32, Element::F16x2]),
        (F::BF16, F::BF16) => (true, false, &[Element::F32]),
        (F::TF32, F::TF32) => (false, false, &[Element::F32]),
        (F::E4M3 | F::E5M2, F::E4M3 | F::E5M2) => (false, false, &[Element::F32, Element::F16x2]),
        (F::S8 | F::U8, F::S8 | F::U8) | (F::B1, F::B1) => (false, true, &[Element::I32]),
        _ => return None,
    };
    Some(Kind { either_major, coarse, sums })
}

pub(super) fn wgmma(check: &Check<'_>) -> Checked {
    use fields::wgmma as f;
    check.needs(Feature::Wgmma)?;
    let [of_a, of_b] =
        [f::a_format, f::b_format].map(|field| check.module.get::<ElementFormat>(check.op, field));
    let kind = kind(of_a, of_b)
        .ok_or_else(|| format!("wgmma does not multiply {} by {}", of_a.name(), of_b.name()))?;
    let n = check.int(f::n).unwrap_or(0);
    let step = if kind.coarse && n > 24 { 16 } else { 8 };
    ensure((8..=256).contains(&n) && n % step == 0, || {
        format!("a product of {} has no {n} columns: multiples of {step} up to 256", of_a.name())
    })?;
    sums(check, &kind, n)?;
    let (a, b) = (check.ty(f::a), check.ty(f::b));
    let in_registers = fragment(a)?;
    ensure(b == Type::I64, || format!("`b` is a descriptor, an i64, not {b}"))?;
    let turned = [f::transpose_a, f::transpose_b].map(|field| check.module.flag(check.op, field));
    ensure(kind.either_major || turned == [false, false], || {
        format!("matrices of {} must be contiguous along the inner extent", of_a.name())
    })?;
    ensure(!(in_registers && turned[0]), || {
        "`a` in registers must have the layout of its fragment".to_owned()
    })
}

/// Sums go in and out in the same registers.
fn sums(check: &Check<'_>, kind: &Kind, n: i64) -> Checked {
    use fields::wgmma as f;
    let (sums, result) = (check.ty(f::sums), check.ty(f::result));
    ensure(sums == result, || format!("gives the sums that it takes, {sums}, not {result}"))?;
    let Type::Pending(registers) = sums else {
        return Err(format!("needs sums from a fence, pending<..>, not {sums}"));
    };
    let element = Element::of(registers.element());
    let known = element.filter(|element| kind.sums.contains(element)).ok_or_else(|| {
        let words: Vec<String> = kind.sums.iter().map(|element| element.ty().to_string()).collect();
        format!("its sums are {}, not {}", words.join(" or "), registers.element())
    })?;
    // 64 rows over 128 threads are half a row each.
    let wanted = if known == Element::F16x2 { n / 4 } else { n / 2 };
    ensure(i64::from(registers.count()) == wanted, || {
        format!("{n} columns are {wanted} registers of sums, not {}", registers.count())
    })
}

/// True for a fragment of `a` in registers, false for a descriptor.
fn fragment(ty: Type) -> Result<bool, String> {
    match ty {
        Type::I64 => Ok(false),
        Type::Registers(registers) if registers.count() == 4 => Ok(true),
        other => Err(format!("`a` is a descriptor, an i64, or four registers, not {other}")),
    }
}

/// The registers of each value of `from` and `to` in order are the same, the types as wanted.
fn hands_over(check: &Check<'_>, from: &[Type], to: &[Type]) -> Checked {
    let registers = |types: &[Type]| types.iter().map(|ty| ty.registers()).collect::<Vec<_>>();
    ensure(registers(from) == registers(to), || {
        format!("`{}` gives the registers that it takes", check.module.spec(check.op).mnemonic)
    })
}

pub(super) fn fence(check: &Check<'_>) -> Checked {
    use fields::wgmma_fence::{results, sums};
    check.needs(Feature::Wgmma)?;
    let given = check.result_types(results);
    hands_over(check, &check.types(sums), &given)?;
    let wrong = given.iter().find(|ty| !matches!(ty, Type::Pending(_)));
    wrong.map_or(Ok(()), |ty| Err(format!("hands registers over as pending<..>, not as {ty}")))
}

pub(super) fn wait(check: &Check<'_>) -> Checked {
    use fields::wgmma_wait::{pending, results, sums};
    check.needs(Feature::Wgmma)?;
    let number = check.int(pending).unwrap_or(0);
    ensure((0..=7).contains(&number), || {
        format!("cannot wait until {number} groups are in flight; 0 to 7 can be")
    })?;
    let (taken, given) = (check.types(sums), check.result_types(results));
    hands_over(check, &taken, &given)?;
    let wrong = taken.iter().find(|ty| !matches!(ty, Type::Pending(_)));
    wrong.map_or(Ok(()), |ty| Err(format!("waits for pending<..>, not for {ty}")))?;
    let wrong = given.iter().find(|ty| !matches!(ty, Type::Registers(_)));
    wrong.map_or(Ok(()), |ty| Err(format!("gives back regs<..>, not {ty}")))
}
