//! Numbers: constants, conversions, parts of values, approximations.

use ir::Field;
use numerics::Scalar;

use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::{Approximation, ElementFormat};
use crate::ops::fields;

pub(super) fn constant(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::constant::result);
    let bits = check.module.number(check.op, fields::constant::value).unwrap_or(0);
    ensure(!matches!(ty, Type::Pending(_)), || "sums are handed over by a fence".to_owned())?;
    ensure(bits <= u64::MAX >> (64 - ty.bits()), || format!("has a value that does not fit {ty}"))
}

pub(super) fn special(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::special::result);
    ensure(ty == Type::I32, || format!("gives i32, not {ty}"))
}

/// Parts of one width that make up a whole, one of them or two or four.
fn parts(whole: Type, parts: &[Type]) -> Checked {
    let even = parts.first().is_some_and(|first| {
        parts.iter().all(|part| part.bits() == first.bits()) && (first.bits() >= 16 || parts.len() == 1)
    });
    let sum: u32 = parts.iter().map(|part| part.bits()).sum();
    ensure(even && matches!(parts.len(), 1 | 2 | 4) && sum == whole.bits(), || {
        format!("the parts of {whole} are one, or two or four of equal width, {} bits in all", whole.bits())
    })
}

pub(super) fn pack(check: &Check<'_>) -> Checked {
    parts(check.ty(fields::pack::result), &check.types(fields::pack::parts))
}

pub(super) fn unpack(check: &Check<'_>) -> Checked {
    parts(check.ty(fields::unpack::source), &check.result_types(fields::unpack::parts))
}

pub(super) fn prmt(check: &Check<'_>) -> Checked {
    use fields::prmt::{high, low, result, selector};
    let types = [low, high, selector, result].map(|field| check.ty(field));
    ensure(types.iter().all(|&ty| ty == Type::I32), || "picks bytes of i32".to_owned())
}

pub(super) fn counts_bits(check: &Check<'_>) -> Checked {
    let (from, to) = (check.ty(fields::clz::source), check.ty(fields::clz::result));
    ensure(from != Type::I1 && to != Type::I1, || "counts the bits of 16 and more, in as many".to_owned())
}

pub(super) fn upper_half(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::mulhis::result);
    ensure(ty != Type::I1, || "truth values have no upper half".to_owned())
}

pub(super) fn mulwide(check: &Check<'_>) -> Checked {
    let (from, to) = (check.ty(fields::mulwide::lhs), check.ty(fields::mulwide::result));
    let twice = matches!((from, to), (Type::I16, Type::I32) | (Type::I32, Type::I64));
    ensure(twice, || format!("multiplies i16 to i32 or i32 to i64, not {from} to {to}"))
}

pub(super) fn approx(check: &Check<'_>) -> Checked {
    use fields::approx as f;
    let (ty, what) = (check.ty(f::source), check.module.get::<Approximation>(check.op, f::function));
    let fits = match ty {
        Type::F32 => true,
        Type::F64 => matches!(what, Approximation::Rcp | Approximation::Rsqrt),
        Type::F16 | Type::BF16 | Type::F16x2 | Type::BF16x2 => {
            matches!(what, Approximation::Ex2 | Approximation::Tanh)
        }
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => false,
    };
    ensure(fits, || format!("the hardware approximates no `{}` of {ty}", what.name()))
}

pub(super) fn divapprox(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::divapprox::result);
    ensure(ty == Type::F32, || format!("the hardware approximates quotients of f32, not of {ty}"))
}

pub(super) fn narrow(check: &Check<'_>) -> Checked {
    use fields::narrow::{format as wanted, result, sources};
    let format: ElementFormat = check.module.get(check.op, wanted);
    let (name, given, ty) = (format.name(), check.types(sources), check.ty(result));
    ensure(given.iter().all(|&ty| ty == Type::F32), || "rounds f32".to_owned())?;
    let (count, held): (usize, &[Type]) = match format {
        ElementFormat::TF32 => (1, &[Type::F32]),
        ElementFormat::F16 => (2, &[Type::F16x2, Type::I32]),
        ElementFormat::BF16 => (2, &[Type::BF16x2, Type::I32]),
        ElementFormat::E4M3
        | ElementFormat::E5M2
        | ElementFormat::E2M1
        | ElementFormat::E2M3
        | ElementFormat::E3M2
        | ElementFormat::UE8M0 => (2, &[Type::I16, Type::I32]),
        ElementFormat::S4
        | ElementFormat::U4
        | ElementFormat::S8
        | ElementFormat::U8
        | ElementFormat::B1
        | ElementFormat::UE4M3 => {
            return Err(format!("floats are not rounded to {name}"));
        }
    };
    ensure(given.len() == count, || format!("takes {count} numbers for {name}, not {}", given.len()))?;
    ensure(held.contains(&ty), || format!("{name} is not held in {ty}"))
}

pub(super) fn widen(check: &Check<'_>) -> Checked {
    use fields::widen::{format as given, result, source};
    let format: ElementFormat = check.module.get(check.op, given);
    let (name, from, to) = (format.name(), check.ty(source), check.ty(result));
    ensure(matches!(from, Type::I16 | Type::I32), || format!("a pair is held in i16 or i32, not {from}"))?;
    let wanted = match format {
        ElementFormat::E4M3
        | ElementFormat::E5M2
        | ElementFormat::E2M1
        | ElementFormat::E2M3
        | ElementFormat::E3M2 => Type::F16x2,
        ElementFormat::UE8M0 => Type::BF16x2,
        ElementFormat::TF32
        | ElementFormat::UE4M3
        | ElementFormat::F16
        | ElementFormat::BF16
        | ElementFormat::S4
        | ElementFormat::U4
        | ElementFormat::S8
        | ElementFormat::U8
        | ElementFormat::B1 => return Err(format!("there are no pairs of {name}")),
    };
    ensure(to == wanted, || format!("a pair of {name} becomes {wanted}, not {to}"))
}

pub(super) fn printf(check: &Check<'_>) -> Checked {
    let pair =
        check.types(fields::printf::args).into_iter().find(|ty| ty.scalar().is_none() && !is_address(*ty));
    pair.map_or(Ok(()), |ty| Err(format!("{ty} is not printed; its halves are")))
}

fn is_address(ty: Type) -> bool {
    matches!(ty, Type::Ptr(_))
}

/// The format of one number.
fn scalar(check: &Check<'_>, field: Field) -> Result<Scalar, String> {
    let ty = check.ty(field);
    ty.scalar().ok_or_else(|| format!("works on single numbers, not on {ty}"))
}

pub(super) fn widens(check: &Check<'_>) -> Checked {
    let (from, to) = (check.ty(fields::exti::source), check.ty(fields::exti::result));
    ensure(from.bits() < to.bits(), || format!("widens, but {to} is not wider than {from}"))
}

pub(super) fn narrows(check: &Check<'_>) -> Checked {
    let (from, to) = (check.ty(fields::trunci::source), check.ty(fields::trunci::result));
    ensure(from.bits() > to.bits(), || format!("narrows, but {to} is not narrower than {from}"))
}

pub(super) fn bitcast(check: &Check<'_>) -> Checked {
    let (from, to) = (check.ty(fields::bitcast::source), check.ty(fields::bitcast::result));
    ensure(from.bits() == to.bits(), || format!("keeps bits, but {from} and {to} differ in width"))
}

pub(super) fn ptr_to_int(check: &Check<'_>) -> Checked {
    let to = check.ty(fields::ptr_to_int::result);
    ensure(matches!(to, Type::I32 | Type::I64), || {
        format!("an address has 32 or 64 bits, and does not fit {to}")
    })
}

pub(super) fn int_to_ptr(check: &Check<'_>) -> Checked {
    let from = check.ty(fields::int_to_ptr::source);
    ensure(matches!(from, Type::I32 | Type::I64), || {
        format!("an address has 32 or 64 bits, and is not made of {from}")
    })
}

pub(super) fn itof(check: &Check<'_>) -> Checked {
    scalar(check, fields::itof::result).map(|_| ())
}

pub(super) fn ftoi(check: &Check<'_>) -> Checked {
    scalar(check, fields::ftoi::source).map(|_| ())
}

pub(super) fn fp_to_fp(check: &Check<'_>) -> Checked {
    scalar(check, fields::fp_to_fp::source)?;
    scalar(check, fields::fp_to_fp::result).map(|_| ())
}

pub(super) fn fpowi(check: &Check<'_>) -> Checked {
    let ty = check.ty(Field::Operand(1));
    ensure(ty != Type::I1, || "raises to whole numbers of 16 bits and more".to_owned())
}

pub(super) fn cmpf(check: &Check<'_>) -> Checked {
    scalar(check, fields::cmpf::lhs).map(|_| ())
}
