//! Atomic operations: `atom` and `red`.
//!
//! Lanes change memory one after the other, in their order. An atomic that leaves memory unchanged may be part of a wait loop
//! (a lock that is taken, a flag that is read by adding 0), so other warps are scheduled after it.

use numerics::{NanRule, Rounding, Scalar, float};
use ptx::module::Operand;
use ptx::{Field, Modifier, Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::moves::window;
use super::scope::{Scope, Target};
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::{Reference, Window};
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, Row};

/// The new contents of memory, computed from the old contents and the operands.
pub(super) type Change = fn(u64, u64, u64) -> u64;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type).or_else(|| fixed_type(scope));
    let of = of.ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let result = scope.instruction.opcode() == Opcode::Atom;
    let kind = kind(scope, of)?;
    // The results of reductions of whole words that others see do not depend on their order.
    let orderless =
        !result && of.bits() == 32 && !matches!(of.class(), ptx::Class::Float | ptx::Class::Packed);
    let released = scope.instruction.has(Modifier::Release);
    scope.pool.communicates |= space != Some(Window::Shared) && (!orderless || released || kind.ordered());
    let at = scope.address("a", space)?;
    let mut elements = SmallVec::new();
    let given = scope.elements("b")?;
    let kept = if result { scope.elements("d")? } else { SmallVec::new() };
    let other = scope.operand("c").filter(|_| kind.takes_two());
    for (number, b) in given.iter().enumerate() {
        let d = match kept.get(number) {
            Some(Operand::Sink) | None => None,
            Some(operand) => Some(scope.row(operand, of)?),
        };
        let c = other.as_ref().map(|operand| scope.row(operand, of)).transpose()?;
        elements.push(Element { d, b: scope.row(b, of)?, c });
    }
    Ok(Op::Effectful(Box::new(Atomic { at, size: of.bytes(), kind, elements })))
}

/// The type of forms that have only one.
fn fixed_type(scope: &Scope<'_>) -> Option<Type> {
    let types = [
        (Modifier::B128, Type::B128),
        (Modifier::B16, Type::B16),
        (Modifier::U32, Type::U32),
        (Modifier::F32, Type::F32),
    ];
    types.into_iter().find(|&(word, _)| scope.instruction.has(word)).map(|(_, of)| of)
}

/// The operation of a reduction over several devices, on two copies of an element, or on a copy and an operand.
pub(super) fn change_of(scope: &Scope<'_>, of: Type) -> Result<Change, Refusal> {
    match kind(scope, of)? {
        Kind::Of { change, .. } => Ok(change),
        Kind::Cas | Kind::Exch | Kind::Counts(_) => Err(Refusal::new("its form is not covered")),
    }
}

fn kind(scope: &Scope<'_>, of: Type) -> Result<Kind, Refusal> {
    let has = |word| scope.instruction.has(word);
    if has(Modifier::Cas) {
        return Ok(Kind::Cas);
    }
    if has(Modifier::Exch) {
        return Ok(Kind::Exch);
    }
    let op = scope.instruction.modifier(Field::Op).or_else(|| has(Modifier::Add).then_some(Modifier::Add));
    let same = |change: Change| Kind::Of { change, global: change };
    Ok(match (op, of) {
        (Some(Modifier::And), _) => same(|old, b, _| old & b),
        (Some(Modifier::Or), _) => same(|old, b, _| old | b),
        (Some(Modifier::Xor), _) => same(|old, b, _| old ^ b),
        (Some(Modifier::Inc), _) => Kind::Counts(|old, b, _| if old >= b { 0 } else { old + 1 }),
        (Some(Modifier::Dec), _) => Kind::Counts(|old, b, _| if old == 0 || old > b { b } else { old - 1 }),
        (Some(Modifier::Add), Type::U32 | Type::S32 | Type::U64) => same(|old, b, _| old.wrapping_add(b)),
        (Some(Modifier::Min), Type::U32 | Type::U64) => same(|old, b, _| old.min(b)),
        (Some(Modifier::Max), Type::U32 | Type::U64) => same(|old, b, _| old.max(b)),
        (Some(Modifier::Min), Type::S32) => same(|old, b, _| (old as i32).min(b as i32) as u32 as u64),
        (Some(Modifier::Max), Type::S32) => same(|old, b, _| (old as i32).max(b as i32) as u32 as u64),
        (Some(Modifier::Min), Type::S64) => same(|old, b, _| (old as i64).min(b as i64) as u64),
        (Some(Modifier::Max), Type::S64) => same(|old, b, _| (old as i64).max(b as i64) as u64),
        // In global memory, subnormal numbers count as zeros (PTX ISA, "atom").
        (Some(Modifier::Add), Type::F32) => Kind::Of { change: add_f32::<false>, global: add_f32::<true> },
        (Some(Modifier::Add), Type::F64) => same(|old, b, _| add(Scalar::F64, old, b)),
        (Some(Modifier::Add), Type::F16) => same(|old, b, _| add(Scalar::F16, old, b)),
        (Some(Modifier::Add), Type::F16x2) => same(|old, b, _| halves(old, b, |x, y| add(Scalar::F16, x, y))),
        (Some(Modifier::Add), Type::Bf16) => same(|old, b, _| add(Scalar::BF16, old, b)),
        (Some(Modifier::Add), Type::Bf16x2) => {
            same(|old, b, _| halves(old, b, |x, y| add(Scalar::BF16, x, y)))
        }
        (Some(Modifier::Min), Type::F16) => same(|old, b, _| min(Scalar::F16, old, b)),
        (Some(Modifier::Min), Type::F16x2) => same(|old, b, _| halves(old, b, |x, y| min(Scalar::F16, x, y))),
        (Some(Modifier::Min), Type::Bf16) => same(|old, b, _| min(Scalar::BF16, old, b)),
        (Some(Modifier::Min), Type::Bf16x2) => {
            same(|old, b, _| halves(old, b, |x, y| min(Scalar::BF16, x, y)))
        }
        (Some(Modifier::Max), Type::F16) => same(|old, b, _| max(Scalar::F16, old, b)),
        (Some(Modifier::Max), Type::F16x2) => same(|old, b, _| halves(old, b, |x, y| max(Scalar::F16, x, y))),
        (Some(Modifier::Max), Type::Bf16) => same(|old, b, _| max(Scalar::BF16, old, b)),
        (Some(Modifier::Max), Type::Bf16x2) => {
            same(|old, b, _| halves(old, b, |x, y| max(Scalar::BF16, x, y)))
        }
        (_, of) => return Err(Refusal::new(format!("its form with `.{}` is not covered", of.text()))),
    })
}

fn add_f32<const FLUSH: bool>(old: u64, b: u64, _: u64) -> u64 {
    float::add(Scalar::F32, old, b, Rounding::NearestEven, FLUSH)
}

fn add(scalar: Scalar, a: u64, b: u64) -> u64 {
    float::add(scalar, a, b, Rounding::NearestEven, false)
}

fn min(scalar: Scalar, a: u64, b: u64) -> u64 {
    float::min(scalar, a, b, NanRule::Number, false)
}

fn max(scalar: Scalar, a: u64, b: u64) -> u64 {
    float::max(scalar, a, b, NanRule::Number, false)
}

fn halves(a: u64, b: u64, each: fn(u64, u64) -> u64) -> u64 {
    each(a & 0xFFFF, b & 0xFFFF) | each(a >> 16 & 0xFFFF, b >> 16 & 0xFFFF) << 16
}

/// The operation of an atomic on each element.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Writes the second operand if memory holds the first.
    Cas,
    /// Writes the operand.
    Exch,
    /// Counts up or down, which depends on the order.
    Counts(Change),
    /// Anything else, in global memory and in the rest.
    Of { change: Change, global: Change },
}

impl Kind {
    const fn takes_two(self) -> bool {
        matches!(self, Kind::Cas)
    }

    /// Does the order of several such changes matter?
    const fn ordered(self) -> bool {
        !matches!(self, Kind::Of { .. })
    }

    fn apply(self, window: Window, bits: u32, [old, b, c]: [u128; 3]) -> u128 {
        let change = match self {
            Kind::Cas => return if old == b { c } else { old },
            Kind::Exch => return b,
            Kind::Counts(change) => change,
            Kind::Of { global, .. } if window == Window::Global => global,
            Kind::Of { change, .. } => change,
        };
        let new = change(old as u64, b as u64, c as u64);
        u128::from(if bits >= 64 { new } else { new & ((1 << bits) - 1) })
    }
}

/// One element of an atomic.
#[derive(Clone, Copy, Debug)]
struct Element {
    /// The destination of the old value.
    d: Option<Row>,
    b: Row,
    c: Option<Row>,
}

/// `atom` and `red`.
#[derive(Debug)]
struct Atomic {
    at: Target,
    /// Bytes of an element.
    size: u32,
    kind: Kind,
    elements: SmallVec<[Element; 1]>,
}

impl Effectful for Atomic {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.addresses(&self.at);
        let whole = u64::from(self.size) * self.elements.len() as u64;
        // A failed compare-and-swap is how a thread polls, so it lets others run.
        let mut unchanged = false;
        for lane in cx.lanes() {
            let first = Reference::new(self.at.space, addresses[lane as usize]);
            cx.aligned(first, lane, whole, "changes")?;
            for (number, element) in self.elements.iter().enumerate() {
                let at = Reference { address: first.address + u64::from(self.size) * number as u64, ..first };
                let operand = |row: Row| cx.registers.value(row, lane);
                let (b, c) = (operand(element.b), element.c.map_or(0, operand));
                // Registers may be wider than the access: the upper bits do not take part.
                let mask = if self.size == 16 { u128::MAX } else { (1 << (8 * self.size)) - 1 };
                let change = |old| self.kind.apply(at.window, 8 * self.size, [old, b & mask, c & mask]);
                let (old, new) = cx.change(at, lane, self.size, change)?;
                unchanged |= old == new;
                if let Some(row) = element.d {
                    cx.registers.set_value(row, lane, old);
                }
            }
        }
        Ok(if unchanged { Flow::Poll } else { Flow::Next })
    }
}

impl crate::registers::Registers {
    /// The value of one lane.
    pub(crate) fn value(&self, row: Row, lane: u32) -> u128 {
        let lane = lane as usize;
        match row {
            Row::W(row) => u128::from(self.w(row)[lane]),
            Row::D(row) => u128::from(self.d(row)[lane]),
            Row::Q(row) => u128::from(self.d(row)[lane]) | u128::from(self.d(D(row.0 + 1))[lane]) << 64,
            Row::P(row) => u128::from(self.p(row) >> lane & 1),
        }
    }

    /// Writes the value of one lane.
    pub(crate) fn set_value(&mut self, row: Row, lane: u32, value: u128) {
        let mask = 1 << lane;
        match row {
            Row::W(row) => self.set_w(row, mask, &[value as u32; 32]),
            Row::D(row) => self.set_d(row, mask, &[value as u64; 32]),
            Row::Q(row) => {
                self.set_d(row, mask, &[value as u64; 32]);
                self.set_d(D(row.0 + 1), mask, &[(value >> 64) as u64; 32]);
            }
            Row::P(row) => self.set_p(row, mask, 0u32.wrapping_sub(value as u32 & 1)),
        }
    }
}
