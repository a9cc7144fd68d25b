//! Arithmetic of f32 and f64, alone, in pairs, and with f16 and bf16 operands.
//!
//! Rounding to nearest is the host's, which is IEEE's; the directed modes are those of `numerics`. `.ftz` makes
//! subnormal operands and results zeros of their sign, `.sat` clamps to 0..=1 and makes NaN +0.

use numerics::{Rounding, Scalar};
use ptx::module::Instruction;
use ptx::{Field, Modifier, Opcode, Type};

use super::half::Half;
use super::rows::fuses;
use super::{Kernel, d1, d2, d3, first_type, lanes, w1, w2, w3};

/// NaN results of f32. The canonical NaN of the ISA.
pub(super) const NAN32: u32 = 0x7fff_ffff;
/// NaN results of f64.
pub(super) const NAN64: u64 = 0xfff8_0000_0000_0000;

/// The f32 with these bits; subnormals become zero if requested.
#[inline(always)]
pub(super) fn take<const FTZ: bool>(bits: u32) -> f32 {
    f32::from_bits(if FTZ { flush32(bits) } else { bits })
}

/// A subnormal value as a zero of its sign.
#[inline(always)]
pub(super) fn flush32(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

/// The bits of a result.
#[inline(always)]
pub(super) fn give<const FTZ: bool, const SAT: bool>(x: f32) -> u32 {
    if SAT {
        // NaN is not above 0.
        let x = if x > 0.0 { x } else { 0.0 };
        let bits = if x < 1.0 { x.to_bits() } else { 0x3f80_0000 };
        return if FTZ { flush32(bits) } else { bits };
    }
    let bits = if x.is_nan() { NAN32 } else { x.to_bits() };
    if FTZ { flush32(bits) } else { bits }
}

/// The bits of an f64 result.
#[inline(always)]
pub(super) fn give64(x: f64) -> u64 {
    if x.is_nan() { NAN64 } else { x.to_bits() }
}

/// An f32 result of `numerics`, with the NaN of PTX.
pub(super) fn finish32(bits: u64, ftz: bool, sat: bool) -> u64 {
    let x = f32::from_bits(bits as u32);
    u64::from(match (ftz, sat) {
        (false, false) => give::<false, false>(x),
        (false, true) => give::<false, true>(x),
        (true, false) => give::<true, false>(x),
        (true, true) => give::<true, true>(x),
    })
}

/// Instantiates a kernel for the four combinations of `.ftz` and `.sat`.
macro_rules! by_flags {
    ($ftz:expr, $sat:expr, $make:ident $(, $with:expr)*) => {
        match ($ftz, $sat) {
            (false, false) => $make::<false, false>($($with),*),
            (false, true) => $make::<false, true>($($with),*),
            (true, false) => $make::<true, false>($($with),*),
            (true, true) => $make::<true, true>($($with),*),
        }
    };
}

/// An operation of two or three numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
}

fn arithmetic_of(opcode: Opcode) -> Option<Arithmetic> {
    match opcode {
        Opcode::Add => Some(Arithmetic::Add),
        Opcode::Sub => Some(Arithmetic::Sub),
        Opcode::Mul => Some(Arithmetic::Mul),
        Opcode::Div => Some(Arithmetic::Div),
        Opcode::Fma | Opcode::Mad => Some(Arithmetic::Fma),
        _ => None,
    }
}

/// The rounding of the modifiers.
pub(super) fn rounding_of(instruction: &Instruction) -> Rounding {
    let word = instruction.modifier(Field::Rnd);
    match word {
        Some(Modifier::Rz | Modifier::Rzi) => Rounding::Zero,
        Some(Modifier::Rm | Modifier::Rmi) => Rounding::NegativeInf,
        Some(Modifier::Rp | Modifier::Rpi) => Rounding::PositiveInf,
        _ if instruction.has(Modifier::Rna) => Rounding::NearestAway,
        _ => Rounding::NearestEven,
    }
}

/// The kernel of a float instruction.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    let rounding = rounding_of(instruction);
    let (ftz, sat) = (instruction.has(Modifier::Ftz), instruction.has(Modifier::Sat));
    let opcode = instruction.opcode();
    if instruction.has(Modifier::F32x2) {
        return Some(pairs(arithmetic_of(opcode)?, rounding, ftz));
    }
    let of = first_type(instruction)?;
    // With a second type, it is an instruction of mixed precision: the second type is that of its narrow operand.
    if let Some(narrow) = instruction.modifier(Field::Atype) {
        return Some(mixed(arithmetic_of(opcode)?, Half::of_word(narrow)?, rounding, sat));
    }
    match (opcode, of) {
        (Opcode::Abs, Type::F32) if ftz => Some(w1(|a| flush32(a) & 0x7fff_ffff)),
        (Opcode::Abs, Type::F32) => Some(w1(|a| a & 0x7fff_ffff)),
        (Opcode::Neg, Type::F32) if ftz => Some(w1(|a| flush32(a) ^ 0x8000_0000)),
        (Opcode::Neg, Type::F32) => Some(w1(|a| a ^ 0x8000_0000)),
        (Opcode::Abs, Type::F64) => Some(d1(|a| a & !(1 << 63))),
        (Opcode::Neg, Type::F64) => Some(d1(|a| a ^ 1 << 63)),
        (Opcode::Sqrt | Opcode::Rcp, _) => roots_and_reciprocals(opcode, of, rounding, ftz),
        (_, Type::F32) => Some(single(arithmetic_of(opcode)?, rounding, ftz, sat)),
        (_, Type::F64) => Some(double(arithmetic_of(opcode)?, rounding)),
        _ => None,
    }
}

fn single(operation: Arithmetic, rounding: Rounding, ftz: bool, sat: bool) -> Kernel {
    if rounding != Rounding::NearestEven {
        return lanes(move |[a, b, c, ..]| {
            finish32(exact(operation, Scalar::F32, [a, b, c], rounding, ftz), ftz, sat)
        });
    }
    match operation {
        Arithmetic::Add => by_flags!(ftz, sat, single2, |a: f32, b: f32| a + b),
        Arithmetic::Sub => by_flags!(ftz, sat, single2, |a: f32, b: f32| a - b),
        Arithmetic::Mul => by_flags!(ftz, sat, single2, |a: f32, b: f32| a * b),
        Arithmetic::Div => by_flags!(ftz, sat, single2, |a: f32, b: f32| a / b),
        Arithmetic::Fma => by_flags!(ftz, sat, single_fma),
    }
}

fn single2<const FTZ: bool, const SAT: bool>(f: impl Fn(f32, f32) -> f32 + Send + Sync + 'static) -> Kernel {
    w2(move |a, b| give::<FTZ, SAT>(f(take::<FTZ>(a), take::<FTZ>(b))))
}

fn single_fma<const FTZ: bool, const SAT: bool>() -> Kernel {
    if fuses() {
        return w3(|a, b, c| give::<FTZ, SAT>(take::<FTZ>(a).mul_add(take::<FTZ>(b), take::<FTZ>(c))));
    }
    w3(|a, b, c| {
        let [a, b, c] = [a, b, c].map(|bits| u64::from(take::<FTZ>(bits).to_bits()));
        let bits = numerics::float::fma(Scalar::F32, a, b, c, Rounding::NearestEven, FTZ);
        give::<FTZ, SAT>(f32::from_bits(bits as u32))
    })
}

/// An operation of `numerics`.
fn exact(operation: Arithmetic, of: Scalar, [a, b, c]: [u64; 3], rounding: Rounding, ftz: bool) -> u64 {
    match operation {
        Arithmetic::Add => numerics::float::add(of, a, b, rounding, ftz),
        Arithmetic::Sub => numerics::float::sub(of, a, b, rounding, ftz),
        Arithmetic::Mul => numerics::float::mul(of, a, b, rounding, ftz),
        Arithmetic::Div => numerics::float::div(of, a, b, rounding, ftz),
        Arithmetic::Fma => numerics::float::fma(of, a, b, c, rounding, ftz),
    }
}

fn double(operation: Arithmetic, rounding: Rounding) -> Kernel {
    let soft = || {
        lanes(move |[a, b, c, ..]| {
            give64(f64::from_bits(exact(operation, Scalar::F64, [a, b, c], rounding, false)))
        })
    };
    // The processor rounds to nearest; its mode is not changed for a kernel.
    if rounding != Rounding::NearestEven {
        return soft();
    }
    let of = f64::from_bits;
    match operation {
        Arithmetic::Add => d2(move |a, b| give64(of(a) + of(b))),
        Arithmetic::Sub => d2(move |a, b| give64(of(a) - of(b))),
        Arithmetic::Mul => d2(move |a, b| give64(of(a) * of(b))),
        Arithmetic::Div => d2(move |a, b| give64(of(a) / of(b))),
        Arithmetic::Fma if fuses() => d3(move |a, b, c| give64(of(a).mul_add(of(b), of(c)))),
        Arithmetic::Fma => soft(),
    }
}

fn roots_and_reciprocals(opcode: Opcode, of: Type, rounding: Rounding, ftz: bool) -> Option<Kernel> {
    let root = opcode == Opcode::Sqrt;
    let nearest = rounding == Rounding::NearestEven;
    Some(match (of, root) {
        (Type::F32, true) if nearest && ftz => w1(|a| give::<true, false>(take::<true>(a).sqrt())),
        (Type::F32, true) if nearest => w1(|a| give::<false, false>(take::<false>(a).sqrt())),
        (Type::F32, false) if nearest && ftz => w1(|a| give::<true, false>(1.0 / take::<true>(a))),
        (Type::F32, false) if nearest => w1(|a| give::<false, false>(1.0 / take::<false>(a))),
        (Type::F64, true) if nearest => d1(|a| give64(f64::from_bits(a).sqrt())),
        (Type::F64, false) if nearest => d1(|a| give64(1.0 / f64::from_bits(a))),
        // Directed roundings have no host instruction; the exact functions do them lane by lane.
        (Type::F32, true) => {
            lanes(move |[a, ..]| finish32(numerics::float::sqrt(Scalar::F32, a, rounding, ftz), ftz, false))
        }
        (Type::F32, false) => {
            let one = u64::from(1f32.to_bits());
            lanes(move |[a, ..]| {
                finish32(numerics::float::div(Scalar::F32, one, a, rounding, ftz), ftz, false)
            })
        }
        (Type::F64, true) => lanes(move |[a, ..]| {
            give64(f64::from_bits(numerics::float::sqrt(Scalar::F64, a, rounding, false)))
        }),
        (Type::F64, false) => {
            let one = 1f64.to_bits();
            lanes(move |[a, ..]| {
                give64(f64::from_bits(numerics::float::div(Scalar::F64, one, a, rounding, false)))
            })
        }
        _ => return None,
    })
}

/// Two f32 in 64 bits.
fn pairs(operation: Arithmetic, rounding: Rounding, ftz: bool) -> Kernel {
    if rounding == Rounding::NearestEven {
        match (operation, ftz) {
            (Arithmetic::Add, false) => return pair2::<false>(|a, b| a + b),
            (Arithmetic::Add, true) => return pair2::<true>(|a, b| a + b),
            (Arithmetic::Sub, false) => return pair2::<false>(|a, b| a - b),
            (Arithmetic::Sub, true) => return pair2::<true>(|a, b| a - b),
            (Arithmetic::Mul, false) => return pair2::<false>(|a, b| a * b),
            (Arithmetic::Mul, true) => return pair2::<true>(|a, b| a * b),
            (Arithmetic::Fma, false) if fuses() => return pair_fma::<false>(),
            (Arithmetic::Fma, true) if fuses() => return pair_fma::<true>(),
            (Arithmetic::Fma | Arithmetic::Div, _) => {}
        }
    }
    lanes(move |[a, b, c, ..]| {
        let half = |shift: u32| {
            let operands = [a, b, c].map(|bits| bits >> shift & 0xffff_ffff);
            finish32(exact(operation, Scalar::F32, operands, rounding, ftz), ftz, false) << shift
        };
        half(0) | half(32)
    })
}

#[inline(always)]
fn join(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn pair2<const FTZ: bool>(f: impl Fn(f32, f32) -> f32 + Send + Sync + 'static) -> Kernel {
    d2(move |a, b| {
        let one = |a: u64, b: u64| give::<FTZ, false>(f(take::<FTZ>(a as u32), take::<FTZ>(b as u32)));
        join(one(a, b), one(a >> 32, b >> 32))
    })
}

fn pair_fma<const FTZ: bool>() -> Kernel {
    d3(|a, b, c| {
        let one = |a: u64, b: u64, c: u64| {
            let [a, b, c] = [a, b, c].map(|bits| take::<FTZ>(bits as u32));
            give::<FTZ, false>(a.mul_add(b, c))
        };
        join(one(a, b, c), one(a >> 32, b >> 32, c >> 32))
    })
}

/// f16 or bf16 operands, widened, with an f32 operand at the end.
fn mixed(operation: Arithmetic, half: Half, rounding: Rounding, sat: bool) -> Kernel {
    lanes(move |[a, b, c, ..]| {
        let widen = |bits: u64| u64::from(half.widen(bits as u32).to_bits());
        let operands = match operation {
            Arithmetic::Fma => [widen(a), widen(b), c],
            Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul | Arithmetic::Div => [widen(a), b, 0],
        };
        finish32(exact(operation, Scalar::F32, operands, rounding, false), false, sat)
    })
}
