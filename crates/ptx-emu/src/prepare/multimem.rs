//! Multicast accesses to the memory of several devices: `multimem.ld_reduce`, `multimem.st`, `multimem.red`.
//!
//! A multicast address refers to the same location in a copy on each device. Copies are combined device after device, in the
//! type of the elements; hardware leaves the order open. Types with `.acc::f32` are combined in f32 and rounded once.

use numerics::{Rounding, Scalar, convert, float};
use ptx::module::Operand;
use ptx::{Field, Modifier, Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::atomics::{Change, change_of};
use super::scope::{Scope, Target};
use crate::access::Bytes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::{Reference, Window};
use crate::program::{Effectful, Flow, Op};
use crate::registers::Row;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let instruction = scope.instruction;
    let of = instruction.type_of(Field::Type).or_else(|| instruction.has(Modifier::F32).then_some(Type::F32));
    let of = of.ok_or_else(|| Refusal::new("its form is not covered"))?;
    let opcode = instruction.opcode();
    let ordered = [Modifier::Relaxed, Modifier::Acquire, Modifier::Release];
    let strong = ordered.into_iter().any(|word| scope.instruction.has(word));
    scope.pool.communicates |= strong || opcode == Opcode::MultimemRed;
    let at = scope.address("a", Some(Window::Global))?;
    let given = scope.elements(if opcode == Opcode::MultimemLdReduce { "d" } else { "b" })?;
    let rows: SmallVec<[Row; 8]> =
        given.iter().map(|element: &Operand| scope.row(element, of)).collect::<Result<_, Refusal>>()?;
    let access = Access { at, size: of.bytes(), rows, strong };
    if opcode == Opcode::MultimemSt {
        return Ok(Op::Effectful(Box::new(Store(access))));
    }
    let wide = scope.instruction.has(Modifier::AccF32);
    Ok(Op::Effectful(match opcode {
        Opcode::MultimemLdReduce if wide => Box::new(Load(access, Reduction::Wide(half(of)?))),
        Opcode::MultimemLdReduce => Box::new(Load(access, Reduction::Of(change_of(scope, of)?))),
        _ => Box::new(Reduce(access, change_of(scope, of)?)),
    }))
}

/// The scalars of a type of 16 bits, or of pairs of them.
fn half(of: Type) -> Result<Scalar, Refusal> {
    match of {
        Type::F16 | Type::F16x2 => Ok(Scalar::F16),
        Type::Bf16 | Type::Bf16x2 => Ok(Scalar::BF16),
        _ => Err(Refusal::new(format!("its form with `.{}` is not covered", of.text()))),
    }
}

/// An access of one or several elements.
#[derive(Debug)]
struct Access {
    at: Target,
    /// Bytes of an element.
    size: u32,
    rows: SmallVec<[Row; 8]>,
    /// May others wait for what it writes, or it for what others write?
    strong: bool,
}

impl Access {
    /// The places of a lane on each device.
    fn copies(
        &self,
        cx: &Context<'_>,
        lane: u32,
        does: &str,
    ) -> Result<SmallVec<[Reference; 4]>, Box<Fault>> {
        let at = Reference::new(self.at.space, cx.addresses(&self.at)[lane as usize]);
        let bytes = u64::from(self.size) * self.rows.len() as u64;
        cx.aligned(at, lane, bytes, does)?;
        let Some(copies) = cx.machine.global.copies(at.address, bytes) else {
            return Err(cx.no_copies(at, lane, bytes, does));
        };
        Ok(copies.map(|address| Reference { address, ..at }).collect())
    }
}

/// How copies are combined.
#[derive(Clone, Copy, Debug)]
enum Reduction {
    Of(Change),
    /// The sum in f32 of halves of a type.
    Wide(Scalar),
}

impl Reduction {
    fn apply(self, bits: u32, copies: &[u64]) -> u64 {
        let Some((&first, rest)) = copies.split_first() else { return 0 };
        match self {
            Reduction::Of(change) => rest.iter().fold(first, |sum, &copy| change(sum, copy, 0)),
            Reduction::Wide(half) => (0..bits / 16).fold(0, |word, part| {
                let wide = |copy: &u64| widened(half, copy >> (16 * part) & 0xFFFF);
                let sum = |a: u64, b: u64| float::add(Scalar::F32, a, b, Rounding::NearestEven, false);
                let total = copies.iter().map(wide).reduce(sum).unwrap_or(0);
                word | narrowed(half, total) << (16 * part)
            }),
        }
    }
}

fn widened(half: Scalar, bits: u64) -> u64 {
    convert::float_to_float(half, Scalar::F32, bits, Rounding::NearestEven)
}

fn narrowed(half: Scalar, bits: u64) -> u64 {
    convert::float_to_float(Scalar::F32, half, bits, Rounding::NearestEven)
}

/// `multimem.ld_reduce`.
#[derive(Debug)]
struct Load(Access, Reduction);

/// `multimem.st`.
#[derive(Debug)]
struct Store(Access);

/// `multimem.red`.
#[derive(Debug)]
struct Reduce(Access, Change);

impl Effectful for Load {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { size, rows, strong, .. } = &self.0;
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut read: SmallVec<[Bytes; 4]> = SmallVec::new();
            for from in self.0.copies(cx, lane, "reads")? {
                let mut bytes: Bytes = [0; 32];
                cx.read(from, lane, &mut bytes[..size * rows.len()])?;
                read.push(bytes);
            }
            for (number, &row) in rows.iter().enumerate() {
                let element = |bytes: &Bytes| {
                    let bytes = &bytes[number * size..][..size];
                    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
                };
                let copies: SmallVec<[u64; 4]> = read.iter().map(element).collect();
                let value = self.1.apply(8 * size as u32, &copies);
                let mask = u64::MAX >> (64 - 8 * size);
                cx.registers.set_value(row, lane, u128::from(value & mask));
            }
        }
        Ok(if *strong { Flow::Poll } else { Flow::Next })
    }
}

impl Effectful for Store {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { size, rows, .. } = &self.0;
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut bytes: Bytes = [0; 32];
            for (number, &row) in rows.iter().enumerate() {
                let value = cx.registers.value(row, lane).to_le_bytes();
                bytes[number * size..][..size].copy_from_slice(&value[..size]);
            }
            for to in self.0.copies(cx, lane, "writes")? {
                cx.write(to, lane, &bytes[..size * rows.len()])?;
            }
        }
        Ok(Flow::Next)
    }
}

impl Effectful for Reduce {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { size, rows, .. } = &self.0;
        let mask = u128::MAX >> (128 - 8 * size);
        for lane in cx.lanes() {
            for first in self.0.copies(cx, lane, "changes")? {
                for (number, &row) in (0..).zip(rows) {
                    let at = Reference { address: first.address + u64::from(size * number), ..first };
                    let b = cx.registers.value(row, lane) & mask;
                    let change = |old: u128| u128::from((self.1)(old as u64, b as u64, 0)) & mask;
                    cx.change(at, lane, *size, change)?;
                }
            }
        }
        Ok(Flow::Next)
    }
}
