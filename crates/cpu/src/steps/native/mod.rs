//! Machine code for fused groups: one loop for each chain of operations that are known, made while a program is
//! prepared.
//!
//! - [`facts`]: what is known of a group before: numbers of lanes that are never made, registers in memory.
//! - [`plan`]: which micro-operations become blocks of machine code, in which order blocks and the rest run.
//! - [`build`], [`operations`], [`exponentials`], [`angles`], [`logarithms`], [`quotient`]: a block as vector
//!   instructions over any number of values.
//! - [`registers`], [`assemble`]: values in the processor's registers, and the code that iterates over the lanes.
//! - [`memory`]: where the code is executed.
//!
//! Values stay in registers from where they are loaded to where they are stored. A few vectors are computed side by
//! side. Where a function has a quick way for usual operands, a loop has *quick* code, which checks them, and *careful*
//! code, which computes the same vectors for any operands, by the kernel if there is no other way.
//!
//! Invariants: every operation has the bits of its kernel, and reductions add in the order of theirs, so whether a
//! group was compiled is not observable. Code reads and writes what kernels would read and write: lanes of the group's
//! registers, whose addresses were checked before. It uses vectors of 256 bits, with AVX-512 too.

mod angles;
mod assemble;
mod body;
mod build;
mod exponentials;
mod facts;
mod instructions;
mod logarithms;
mod memory;
mod operations;
mod plan;
mod quotient;
mod registers;
#[cfg(test)]
mod tests;

use numerics::select::FloatBinary;
use numerics::{NanRule, Scalar};

use self::memory::Executable;
use crate::kernels::is_nearest;
use crate::kernels::operation::Operation;
use crate::machine::MACHINE;
use crate::map::IndexMap;
use crate::steps::lanes::Register;

pub(crate) use self::assemble::AREA;
pub(crate) use self::facts::Group;
pub(crate) use self::plan::compile;

/// Bytes of a vector.
pub(crate) const VECTOR: usize = MACHINE.vector;
/// Lanes of a vector, of 4 bytes each.
const LANES: usize = VECTOR / 4;

/// A compiled group.
#[derive(Debug)]
pub(crate) struct Native {
    /// The stages for every span of strips.
    pub(crate) stages: Box<[Stage]>,
    /// Those of them that are left where all loads and stores are in place before the first strip.
    pub(crate) in_place: Box<[u16]>,
    /// The most strips of a span, a power of two.
    pub(crate) span: usize,
    /// Registers of which only the first element is read.
    pub(crate) elements: Vec<Register>,
    /// Registers that are never computed.
    pub(crate) symbols: Vec<Register>,
    /// Registers that code can store non-temporally, where they are pointed to whole vectors of memory.
    pub(crate) non_temporal: Vec<Register>,
}

impl Native {
    /// The machine code of each block.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &[u8]> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Code(code) => Some(code.bytes()),
            Stage::Micro(_) | Stage::Number(_) | Stage::Below(_) | Stage::Element(_) => None,
        })
    }
}

/// A part of a compiled group.
#[derive(Debug)]
pub(crate) enum Stage {
    /// A micro-operation of the group.
    Micro(u16),
    /// Sets the number that stands for a register.
    Number(Box<Numbers>),
    /// The same for a comparison of numbers, a micro-operation.
    Below(u16),
    /// Points a register to the element that all lanes of a strip have, instead of broadcasting it by a
    /// micro-operation.
    Element(u16),
    Code(Code),
}

/// The number that stands for a register in each strip.
#[derive(Debug)]
pub(crate) struct Numbers {
    pub(crate) dst: Register,
    pub(crate) strips: IndexMap,
}

/// The machine code of a block.
#[derive(Debug)]
pub(crate) struct Code {
    executable: Executable,
    /// Where the code begins that stores into the caches, and that which stores past them.
    entries: [usize; 2],
    /// Micro-operations that are reductions.
    pub(crate) folds: Box<[u16]>,
    /// Lanes of an iteration.
    pub(crate) lanes: usize,
    /// Instructions of an iteration.
    pub(crate) iteration: usize,
}

/// The type of machine code: pointers to registers, lanes, memory for values; what the first iteration fetches into the
/// cache, and how many bytes further each next one does.
pub(crate) type Function =
    unsafe extern "sysv64" fn(*mut *mut u8, usize, *mut [u8; AREA * VECTOR], *const u8, usize);

impl Code {
    /// Where the block is in memory.
    fn bytes(&self) -> &[u8] {
        self.executable.bytes()
    }

    /// The function that computes the block; `non_temporal` lets it use non-temporal stores where it can.
    pub(crate) fn function(&self, non_temporal: bool) -> Function {
        #[allow(unsafe_code, reason = "machine code is a function")]
        // SAFETY: the assembler made a function of this type at each entry, which lives as long as the memory.
        unsafe {
            std::mem::transmute::<*const u8, Function>(
                self.executable.at(self.entries[usize::from(non_temporal)]),
            )
        }
    }
}

/// How a reduction is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// The partial results of [`crate::kernels::fold`].
    Sum,
    /// 16 greatest numbers, and 8 words of which one is 0 if a +0 was among the lanes. NaN is ignored.
    Greatest,
    /// 16 least numbers, and 8 words of which one is the least integer if a -0 was among the lanes.
    Least,
}

impl Joined {
    /// How to reduce by an operation from an identity, if it is known.
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else has kernels only")]
    pub(crate) fn of(operation: Operation, identity: u64) -> Option<Joined> {
        use Operation as O;
        let from = |number: f32| identity == u64::from(number.to_bits());
        match operation {
            O::FloatBinary { op: FloatBinary::Add, scalar: Scalar::F32, rounding, flush: false }
                if is_nearest(rounding) =>
            {
                Some(Joined::Sum)
            }
            O::MaxF { scalar: Scalar::F32, rule: NanRule::Number, flush: false }
                if from(f32::NEG_INFINITY) =>
            {
                Some(Joined::Greatest)
            }
            O::MinF { scalar: Scalar::F32, rule: NanRule::Number, flush: false } if from(f32::INFINITY) => {
                Some(Joined::Least)
            }
            _ => None,
        }
    }

    /// The initial partial results; sums start as [`crate::kernels::fold`] defines.
    pub(crate) fn first(self) -> Option<[f32; 24]> {
        let (number, zero) = match self {
            Joined::Sum => return None,
            Joined::Greatest => (f32::NEG_INFINITY, f32::from_bits(u32::MAX)),
            Joined::Least => (f32::INFINITY, f32::from_bits(i32::MAX as u32)),
        };
        let mut parts = [number; 24];
        parts[16..].fill(zero);
        Some(parts)
    }

    /// The result of extremes.
    pub(crate) fn last(self, parts: &[f32; 24]) -> f32 {
        let (numbers, zeros) = parts.split_at(16);
        let greatest = self == Joined::Greatest;
        let pick = |a: f32, b: &f32| if greatest { a.max(*b) } else { a.min(*b) };
        let extreme = numbers[1..].iter().fold(numbers[0], pick);
        let wanted = if greatest { 0.0f32 } else { -0.0 };
        let other = -wanted;
        match zeros.iter().any(|zero| zero.to_bits() == wanted.to_bits()) {
            _ if extreme != 0.0 => extreme,
            true => wanted,
            false => other,
        }
    }
}
