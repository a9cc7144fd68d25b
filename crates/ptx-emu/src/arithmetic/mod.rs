//! Instructions on the registers of one thread, for the 32 threads of a warp at once.
//!
//! [`select`] maps an instruction's form and modifiers to a [`Compute`], once, when a program is prepared; common instructions
//! make no decisions per lane. Rare instructions are a [`Kernel::Lanes`]: a function of one lane, called for each.
//!
//! | file | instructions |
//! |---|---|
//! | `int` | integer arithmetic, 16-bit pairs included |
//! | `carry` | extended precision |
//! | `bits` | bit fields, bit counts, permutations of bytes, dot products, video |
//! | `logic` | bitwise logic and shifts |
//! | `float` | f32, f64, f32x2 and mixed arithmetic |
//! | `half` | f16 and bf16, alone and in pairs |
//! | `extrema` | minimum and maximum of floats |
//! | `approx` | functions with an error bound, exact and perturbed |
//! | `certain` | the same on rows, where the rounding of an f64 is certain |
//! | `compare` | set, setp, testp, selp, slct, copysign |
//! | `convert` | cvt between integers and the wider floats |
//! | `small` | cvt of fp8, fp6, fp4, ue8m0, tf32, stochastic rounding, cvt.pack |
//!
//! Results that the PTX ISA leaves open are chosen here: NaN results are 0x7fffffff in f32, 0x7fff in f16 and bf16 (as in the
//! ISA) and 0xfff8000000000000 in f64 (as in `ptxas`'s own divisions); integer division by zero is all ones, as in `ptxas`'s
//! constant folding.

mod approx;
#[cfg(test)]
mod approx_tests;
mod bits;
mod carry;
mod compare;
mod convert;
mod float;
mod half;
mod int;
mod logic;
mod min_max;
mod narrow_float;
#[cfg(test)]
mod narrow_float_tests;
mod rounding_test;
pub(crate) mod rows;
mod shuffle;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ptx::module::Instruction;
use ptx::spec::{Shape, ValueShape};
use ptx::{Family, Modifier, Opcode, Type};

pub(crate) use approx::{Approx, Perturbation};
pub(crate) use carry::Carry;
pub(crate) use compare::{Combine, Test, lanes_of1, lanes_of2};
use rows::{Map1, Map2, Map3, map1, map2, map3};
pub(crate) use shuffle::{From, shuffle_from};

/// A function of the operands of one lane.
pub(crate) type LaneFn = Arc<dyn Fn([u64; 5]) -> u64 + Send + Sync>;

/// Computes a row from rows. The letters are the widths of the sources, then of the result: `W` 32 bits, `D` 64.
#[derive(Clone)]
#[allow(clippy::upper_case_acronyms, reason = "a letter is the width of a row")]
pub(crate) enum Kernel {
    W(Map1<u32, u32>),
    WW(Map2<u32, u32, u32>),
    WWW(Map3<u32, u32, u32, u32>),
    D(Map1<u64, u64>),
    DD(Map2<u64, u64, u64>),
    DDD(Map3<u64, u64, u64, u64>),
    WToD(Map1<u32, u64>),
    DToW(Map1<u64, u32>),
    WWToD(Map2<u32, u32, u64>),
    WWDToD(Map3<u32, u32, u64, u64>),
    DWToD(Map2<u64, u32, u64>),
    /// Sources and result of any widths, lane by lane; sources that the instruction lacks are zero.
    Lanes(LaneFn),
}

impl Kernel {
    /// Computes a row from rows of any width; sources that the instruction lacks are ignored.
    pub(crate) fn run(&self, sources: &[rows::Row64; 5]) -> rows::Row64 {
        let [a, b, c, ..] = sources;
        let [wa, wb, wc] = [a, b, c].map(|row| row.map(|value| value as u32));
        let (mut w, mut d) = ([0; rows::LANES], [0; rows::LANES]);
        match self {
            Kernel::W(f) => f(&wa, &mut w),
            Kernel::WW(f) => f(&wa, &wb, &mut w),
            Kernel::WWW(f) => f(&wa, &wb, &wc, &mut w),
            Kernel::DToW(f) => f(a, &mut w),
            Kernel::D(f) => f(a, &mut d),
            Kernel::DD(f) => f(a, b, &mut d),
            Kernel::DDD(f) => f(a, b, c, &mut d),
            Kernel::WToD(f) => f(&wa, &mut d),
            Kernel::WWToD(f) => f(&wa, &wb, &mut d),
            Kernel::WWDToD(f) => f(&wa, &wb, c, &mut d),
            Kernel::DWToD(f) => f(a, &wb, &mut d),
            Kernel::Lanes(f) => d = std::array::from_fn(|lane| f(sources.map(|row| row[lane]))),
        }
        if self.is_narrow() { w.map(u64::from) } else { d }
    }

    /// Are results words?
    const fn is_narrow(&self) -> bool {
        matches!(self, Kernel::W(_) | Kernel::WW(_) | Kernel::WWW(_) | Kernel::DToW(_))
    }
}

/// The computation of an instruction on the registers of a thread.
#[derive(Clone)]
pub(crate) enum Compute {
    /// `d = kernel(sources)`.
    Map(Kernel),
    /// `d = function(a)` within a bound.
    Approx(Approx),
    /// `d = kernel(sources, carry)`, and the carry.
    Carry(Carry),
    /// `p = test(a, b) combined with c`, `q` the same of the negated test.
    Test(Test, Combine),
    /// `d = yes` where the combined test holds, else 0.
    Set {
        /// The comparison.
        test: Test,
        /// How the predicate operand is combined with it.
        combine: Combine,
        /// Ones, or 1.0 in the result's type; of a pair, in both halves.
        yes: u64,
    },
    /// `d = p ? a : b`.
    Select,
    /// A function of predicates.
    Predicate(PredicateOp),
    /// `d = kernel(sources)`, and `p = (d != 0) combined with q`.
    MapTest(Kernel, Combine),
    /// Moves bits: a copy, a pack or an unpack, depending on the operands.
    Move,
}

/// A function of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PredicateOp {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `!a`
    Not,
    /// `a`
    Copy,
}

impl PredicateOp {
    /// The result in every lane; `b` is ignored if there is one operand.
    pub(crate) fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            PredicateOp::And => a & b,
            PredicateOp::Or => a | b,
            PredicateOp::Xor => a ^ b,
            PredicateOp::Not => !a,
            PredicateOp::Copy => a,
        }
    }
}

/// Widths of the registers that an instruction writes and reads first; only conversions use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    /// Bits of the result's register.
    pub(crate) d: u32,
    /// Bits of the first source's register, or of its type where it is a constant.
    pub(crate) a: u32,
}

impl Stored {
    /// The widths of the types themselves.
    pub(crate) fn of_types(instruction: &Instruction) -> Stored {
        let form = instruction.spec();
        let width = |written: bool| {
            let spec = form.operands.iter().find(|spec| spec.written == written)?;
            let Shape::Value(ValueShape { of, .. }) = &spec.shape else { return None };
            form.operand_type(&instruction.modifiers, *of).map(Type::bits)
        };
        Stored { d: width(true).unwrap_or(32), a: width(false).unwrap_or(32) }
    }
}

/// The kernel of an instruction; `None` if it is not of these families.
pub(crate) fn select(instruction: &Instruction, stored: Stored) -> Option<Compute> {
    let map = Compute::Map;
    if instruction.has(Modifier::Approx) || instruction.has(Modifier::Full) {
        return Some(match approx::select(instruction)? {
            approx::Selected::Bounded(approx) => Compute::Approx(approx),
            approx::Selected::Unbounded(kernel) => map(kernel),
        });
    }
    // `mad.cc` is the one form of an ordinary opcode that writes the carry flag.
    if instruction.has(Modifier::Cc) {
        return carry::select(instruction).map(Compute::Carry);
    }
    match instruction.opcode().family() {
        Family::Arithmetic => arithmetic(instruction).map(map),
        Family::MinMax => extremum(instruction).map(map),
        Family::BitField | Family::Video => bits::select(instruction).map(map),
        Family::Carry => carry::select(instruction).map(Compute::Carry),
        Family::Compare => compare::select(instruction),
        Family::Logic => logic::select(instruction),
        // `cvt.pack` names two types as `cvt` does, and means something else by them.
        Family::Convert if instruction.opcode() == Opcode::CvtPack => {
            narrow_float::select(instruction).map(map)
        }
        Family::Convert => {
            convert::select(instruction, stored).or_else(|| narrow_float::select(instruction)).map(map)
        }
        Family::Move if instruction.opcode() != Opcode::Mov => None,
        Family::Move if first_type(instruction) == Some(Type::Pred) => {
            Some(Compute::Predicate(PredicateOp::Copy))
        }
        Family::Move => Some(Compute::Move),
        // A function without `.approx` does not exist; the other families do more than compute on registers.
        _ => None,
    }
}

/// Is the type one of integers, alone or in pairs?
fn is_int(of: Type) -> bool {
    matches!(
        of,
        Type::U16 | Type::S16 | Type::U32 | Type::S32 | Type::U64 | Type::S64 | Type::U16x2 | Type::S16x2
    )
}

/// Is the type held in 16 bits, alone or in pairs?
fn is_half(of: Type) -> bool {
    matches!(of, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2)
}

fn arithmetic(instruction: &Instruction) -> Option<Kernel> {
    match first_type(instruction) {
        Some(of) if is_int(of) => int::select(instruction),
        Some(of) if is_half(of) => half::select(instruction),
        // Pairs of f32 have no type of their own.
        _ => float::select(instruction),
    }
}

fn extremum(instruction: &Instruction) -> Option<Kernel> {
    if is_int(first_type(instruction)?) { int::select(instruction) } else { min_max::select(instruction) }
}

/// The first type among the words.
fn first_type(instruction: &Instruction) -> Option<Type> {
    instruction.modifiers.iter().flatten().find_map(|word| Type::named(word.text()))
}

fn w1(f: impl Fn(u32) -> u32 + Send + Sync + 'static) -> Kernel {
    Kernel::W(map1(f))
}

fn w2(f: impl Fn(u32, u32) -> u32 + Send + Sync + 'static) -> Kernel {
    Kernel::WW(map2(f))
}

fn w3(f: impl Fn(u32, u32, u32) -> u32 + Send + Sync + 'static) -> Kernel {
    Kernel::WWW(map3(f))
}

fn d1(f: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::D(map1(f))
}

fn d2(f: impl Fn(u64, u64) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::DD(map2(f))
}

fn d3(f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::DDD(map3(f))
}

fn widen1(f: impl Fn(u32) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::WToD(map1(f))
}

fn narrow1(f: impl Fn(u64) -> u32 + Send + Sync + 'static) -> Kernel {
    Kernel::DToW(map1(f))
}

fn widen2(f: impl Fn(u32, u32) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::WWToD(map2(f))
}

fn widen3(f: impl Fn(u32, u32, u64) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::WWDToD(map3(f))
}

fn shift64(f: impl Fn(u64, u32) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::DWToD(map2(f))
}

fn lanes(f: impl Fn([u64; 5]) -> u64 + Send + Sync + 'static) -> Kernel {
    Kernel::Lanes(Arc::new(f))
}
