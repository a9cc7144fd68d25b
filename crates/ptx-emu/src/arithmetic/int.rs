//! Integer arithmetic.
//!
//! Values of 16 bits are in the low half of a row; kernels read only the low half and leave the upper one zero.

use ptx::module::Instruction;
use ptx::{Field, Modifier, Opcode, Type};

use super::{Kernel, d1, d2, d3, first_type, w1, w2, w3, widen2, widen3};

/// Sign-extends the low half.
#[inline(always)]
pub(super) fn s16(a: u32) -> i32 {
    i32::from(a as u16 as i16)
}

/// The low half.
#[inline(always)]
pub(super) fn u16(a: u32) -> u32 {
    a & 0xffff
}

#[inline(always)]
fn low16(a: i32) -> u32 {
    a as u32 & 0xffff
}

/// A function of each half.
#[inline(always)]
pub(super) fn halves2(a: u32, b: u32, f: impl Fn(u32, u32) -> u32) -> u32 {
    u16(f(u16(a), u16(b))) | f(a >> 16, b >> 16) << 16
}

/// How a value of some type is widened, computed with, and narrowed again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Int {
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
}

fn int_of(of: Type) -> Option<Int> {
    match of {
        Type::U16 => Some(Int::U16),
        Type::S16 => Some(Int::S16),
        Type::U32 => Some(Int::U32),
        Type::S32 => Some(Int::S32),
        Type::U64 => Some(Int::U64),
        Type::S64 => Some(Int::S64),
        _ => None,
    }
}

/// The kernel of an operation of two operands, from what it is in each of the six types; 16-bit operands come widened
/// to 32 bits, and the low half of the result is kept.
macro_rules! by_type2 {
    ($of:expr, |$a:ident, $b:ident| $unsigned:expr, $signed:expr) => {
        match $of {
            Int::U16 => w2(|$a, $b| {
                let ($a, $b) = (u16($a), u16($b));
                u16($unsigned)
            }),
            Int::S16 => w2(|$a, $b| {
                let ($a, $b) = (s16($a), s16($b));
                low16($signed)
            }),
            Int::U32 => w2(|$a: u32, $b: u32| $unsigned),
            Int::S32 => w2(|$a, $b| {
                let ($a, $b) = ($a as i32, $b as i32);
                let result: i32 = $signed;
                result as u32
            }),
            Int::U64 => d2(|$a: u64, $b: u64| $unsigned),
            Int::S64 => d2(|$a, $b| {
                let ($a, $b) = ($a as i64, $b as i64);
                let result: i64 = $signed;
                result as u64
            }),
        }
    };
}

/// The kernel of an integer instruction; `None` for forms of other types.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    let of = first_type(instruction)?;
    match instruction.opcode() {
        Opcode::Add => add(instruction, of),
        Opcode::Sub => sub(instruction, of),
        Opcode::Mul => mul(instruction, int_of(of)?),
        Opcode::Mad => mad(instruction, int_of(of)?),
        Opcode::Mul24 => Some(mul24(instruction, of)),
        Opcode::Mad24 => Some(mad24(instruction, of)),
        Opcode::Sad => Some(sad(int_of(of)?)),
        Opcode::Div => Some(div(int_of(of)?)),
        Opcode::Rem => Some(rem(int_of(of)?)),
        Opcode::Abs => unary(of, i32::wrapping_abs, i64::wrapping_abs),
        Opcode::Neg => unary(of, i32::wrapping_neg, i64::wrapping_neg),
        Opcode::Min | Opcode::Max => extremum(instruction, of),
        _ => None,
    }
}

fn add(instruction: &Instruction, of: Type) -> Option<Kernel> {
    let saturates = instruction.has(Modifier::Sat);
    match of {
        Type::U16x2 if saturates => return Some(w2(|a, b| halves2(a, b, |a, b| (a + b).min(0xffff)))),
        Type::S16x2 if saturates => {
            let add = |a, b| (s16(a) + s16(b)).clamp(-0x8000, 0x7fff) as u32;
            return Some(w2(move |a, b| halves2(a, b, add)));
        }
        Type::U16x2 | Type::S16x2 => return Some(w2(|a, b| halves2(a, b, u32::wrapping_add))),
        _ => {}
    }
    if saturates {
        return Some(w2(|a, b| (a as i32).saturating_add(b as i32) as u32));
    }
    Some(by_type2!(int_of(of)?, |a, b| a.wrapping_add(b), a.wrapping_add(b)))
}

fn sub(instruction: &Instruction, of: Type) -> Option<Kernel> {
    if instruction.has(Modifier::Sat) {
        return Some(w2(|a, b| (a as i32).saturating_sub(b as i32) as u32));
    }
    Some(by_type2!(int_of(of)?, |a, b| a.wrapping_sub(b), a.wrapping_sub(b)))
}

/// The high half of a product of the widths in the names.
#[inline(always)]
pub(super) fn high_u32(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

/// See [`high_u32`].
#[inline(always)]
pub(super) fn high_s32(a: u32, b: u32) -> u32 {
    ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32
}

/// See [`high_u32`].
#[inline(always)]
pub(super) fn high_u64(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// See [`high_u32`].
#[inline(always)]
pub(super) fn high_s64(a: u64, b: u64) -> u64 {
    ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64
}

#[inline(always)]
fn wide_s32(a: u32, b: u32) -> u64 {
    (i64::from(a as i32) * i64::from(b as i32)) as u64
}

#[inline(always)]
fn wide_u32(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

fn mul(instruction: &Instruction, of: Int) -> Option<Kernel> {
    if instruction.has(Modifier::Wide) {
        return match of {
            Int::U16 => Some(w2(|a, b| u16(a) * u16(b))),
            Int::S16 => Some(w2(|a, b| (s16(a) * s16(b)) as u32)),
            Int::U32 => Some(widen2(wide_u32)),
            Int::S32 => Some(widen2(wide_s32)),
            Int::U64 | Int::S64 => None,
        };
    }
    if instruction.modifier(Field::Half)? == Modifier::Lo {
        return Some(by_type2!(of, |a, b| a.wrapping_mul(b), a.wrapping_mul(b)));
    }
    Some(match of {
        Int::U16 => w2(|a, b| (u16(a) * u16(b)) >> 16),
        Int::S16 => w2(|a, b| low16((s16(a) * s16(b)) >> 16)),
        Int::U32 => w2(high_u32),
        Int::S32 => w2(high_s32),
        Int::U64 => d2(high_u64),
        Int::S64 => d2(high_s64),
    })
}

fn mad(instruction: &Instruction, of: Int) -> Option<Kernel> {
    if instruction.has(Modifier::Wide) {
        return match of {
            Int::U16 => Some(w3(|a, b, c| (u16(a) * u16(b)).wrapping_add(c))),
            Int::S16 => Some(w3(|a, b, c| ((s16(a) * s16(b)) as u32).wrapping_add(c))),
            Int::U32 => Some(widen3(|a, b, c| wide_u32(a, b).wrapping_add(c))),
            Int::S32 => Some(widen3(|a, b, c| wide_s32(a, b).wrapping_add(c))),
            Int::U64 | Int::S64 => None,
        };
    }
    // `.sat` only exists for `mad.hi.s32`.
    if instruction.has(Modifier::Sat) {
        return Some(w3(|a, b, c| (high_s32(a, b) as i32).saturating_add(c as i32) as u32));
    }
    if instruction.modifier(Field::Half)? == Modifier::Lo {
        return Some(match of {
            Int::U16 | Int::S16 => w3(|a, b, c| u16(a.wrapping_mul(b).wrapping_add(c))),
            Int::U32 | Int::S32 => w3(|a, b, c| a.wrapping_mul(b).wrapping_add(c)),
            Int::U64 | Int::S64 => d3(|a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        });
    }
    Some(match of {
        Int::U16 => w3(|a, b, c| u16(((u16(a) * u16(b)) >> 16).wrapping_add(c))),
        Int::S16 => w3(|a, b, c| low16(((s16(a) * s16(b)) >> 16).wrapping_add(c as i32))),
        Int::U32 => w3(|a, b, c| high_u32(a, b).wrapping_add(c)),
        Int::S32 => w3(|a, b, c| high_s32(a, b).wrapping_add(c)),
        Int::U64 => d3(|a, b, c| high_u64(a, b).wrapping_add(c)),
        Int::S64 => d3(|a, b, c| high_s64(a, b).wrapping_add(c)),
    })
}

/// The product of two numbers of 24 bits, which has 48.
#[inline(always)]
fn product_u24(a: u32, b: u32) -> u64 {
    u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)
}

/// See [`product_u24`].
#[inline(always)]
fn product_s24(a: u32, b: u32) -> i64 {
    i64::from((a << 8) as i32 >> 8) * i64::from((b << 8) as i32 >> 8)
}

fn mul24(instruction: &Instruction, of: Type) -> Kernel {
    match (of == Type::S32, instruction.has(Modifier::Hi)) {
        (false, false) => w2(|a, b| product_u24(a, b) as u32),
        (false, true) => w2(|a, b| (product_u24(a, b) >> 16) as u32),
        (true, false) => w2(|a, b| product_s24(a, b) as u32),
        (true, true) => w2(|a, b| (product_s24(a, b) >> 16) as u32),
    }
}

fn mad24(instruction: &Instruction, of: Type) -> Kernel {
    if instruction.has(Modifier::Sat) {
        return w3(|a, b, c| ((product_s24(a, b) >> 16) as i32).saturating_add(c as i32) as u32);
    }
    match (of == Type::S32, instruction.has(Modifier::Hi)) {
        (false, false) => w3(|a, b, c| (product_u24(a, b) as u32).wrapping_add(c)),
        (false, true) => w3(|a, b, c| ((product_u24(a, b) >> 16) as u32).wrapping_add(c)),
        (true, false) => w3(|a, b, c| (product_s24(a, b) as u32).wrapping_add(c)),
        (true, true) => w3(|a, b, c| ((product_s24(a, b) >> 16) as u32).wrapping_add(c)),
    }
}

fn sad(of: Int) -> Kernel {
    match of {
        Int::U16 => w3(|a, b, c| u16(u16(a).abs_diff(u16(b)).wrapping_add(c))),
        Int::S16 => w3(|a, b, c| u16(s16(a).abs_diff(s16(b)).wrapping_add(c))),
        Int::U32 => w3(|a, b, c| a.abs_diff(b).wrapping_add(c)),
        Int::S32 => w3(|a, b, c| (a as i32).abs_diff(b as i32).wrapping_add(c)),
        Int::U64 => d3(|a, b, c| a.abs_diff(b).wrapping_add(c)),
        Int::S64 => d3(|a, b, c| (a as i64).abs_diff(b as i64).wrapping_add(c)),
    }
}

fn div(of: Int) -> Kernel {
    by_type2!(of, |a, b| a.checked_div(b).unwrap_or(!0), if b == 0 { !0 } else { a.wrapping_div(b) })
}

fn rem(of: Int) -> Kernel {
    by_type2!(of, |a, b| a.checked_rem(b).unwrap_or(!0), if b == 0 { !0 } else { a.wrapping_rem(b) })
}

fn unary(
    of: Type,
    narrow: impl Fn(i32) -> i32 + Send + Sync + 'static,
    wide: impl Fn(i64) -> i64 + Send + Sync + 'static,
) -> Option<Kernel> {
    match of {
        Type::S16 => Some(w1(move |a| low16(narrow(s16(a))))),
        Type::S32 => Some(w1(move |a| narrow(a as i32) as u32)),
        Type::S64 => Some(d1(move |a| wide(a as i64) as u64)),
        _ => None,
    }
}

fn extremum(instruction: &Instruction, of: Type) -> Option<Kernel> {
    let greatest = instruction.opcode() == Opcode::Max;
    let relu = instruction.has(Modifier::Relu);
    Some(match (of, relu, greatest) {
        (Type::U16x2, _, false) => w2(|a, b| halves2(a, b, u32::min)),
        (Type::U16x2, _, true) => w2(|a, b| halves2(a, b, u32::max)),
        (Type::S16x2, false, false) => w2(|a, b| halves2(a, b, |a, b| s16(a).min(s16(b)) as u32)),
        (Type::S16x2, false, true) => w2(|a, b| halves2(a, b, |a, b| s16(a).max(s16(b)) as u32)),
        (Type::S16x2, true, false) => w2(|a, b| halves2(a, b, |a, b| s16(a).min(s16(b)).max(0) as u32)),
        (Type::S16x2, true, true) => w2(|a, b| halves2(a, b, |a, b| s16(a).max(s16(b)).max(0) as u32)),
        (Type::S32, true, false) => w2(|a, b| (a as i32).min(b as i32).max(0) as u32),
        (Type::S32, true, true) => w2(|a, b| (a as i32).max(b as i32).max(0) as u32),
        (of, _, false) => by_type2!(int_of(of)?, |a, b| a.min(b), a.min(b)),
        (of, _, true) => by_type2!(int_of(of)?, |a, b| a.max(b), a.max(b)),
    })
}
