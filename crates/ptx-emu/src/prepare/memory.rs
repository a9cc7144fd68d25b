//! Loads and stores.

use ptx::module::Operand;
use ptx::{Field, Word};
use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::moves::window;
use super::scope::{Scope, Target, TargetBase};
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::{Bytes, Reference};
use crate::program::{Act, Op, Row};
use crate::warp::{Doubles, Flow, Words};

/// What executes it.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type);
    let of = of.or_else(|| scope.instruction.has(Word::B128).then_some(Type::B128));
    let of = of.ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let strong = [Word::Volatile, Word::Relaxed, Word::Acquire, Word::Release, Word::Mmio];
    let strong = strong.iter().any(|&word| scope.instruction.has(word));
    let scope_word = scope.instruction.word(Field::Scope);
    scope.pool.communicates |= strong && scope_word != Some(Word::Cta) && scope_word != Some(Word::Cluster);
    let at = scope.address("a", space)?;
    let store = scope.instruction.opcode() == Opcode::St;
    let elements = scope.elements(if store { "b" } else { "d" })?;
    let mut parts = SmallVec::new();
    for element in &elements {
        let signed = matches!(of, Type::S8 | Type::S16 | Type::S32);
        let bits = match element {
            Operand::Register(register) => scope.declared(*register).bits(),
            _ => of.bits(),
        };
        parts.push(Part { row: scope.row(element, of)?, bits, signed });
    }
    let access = Access { at, size: of.bytes(), parts, strong };
    Ok(Op::Act(if store { Box::new(Store(access)) } else { Box::new(Load(access)) }))
}

/// A load or store of one or several elements.
#[derive(Debug)]
struct Access {
    at: Target,
    /// Bytes of an element.
    size: u32,
    parts: SmallVec<[Part; 4]>,
    /// May others wait for what it writes, or it for what others write?
    strong: bool,
}

/// An element, in a register that may be wider.
#[derive(Clone, Copy, Debug)]
struct Part {
    row: Row,
    /// Width of the register.
    bits: u32,
    /// Is it extended by its sign?
    signed: bool,
}

#[derive(Debug)]
struct Load(Access);

#[derive(Debug)]
struct Store(Access);

impl Context<'_> {
    /// The addresses of an access, lane by lane.
    pub(crate) fn addresses(&self, target: &Target) -> Doubles {
        let base: Doubles = match target.base {
            TargetBase::W(row) => self.registers.w(row).map(u64::from),
            TargetBase::D(row) => *self.registers.d(row),
            TargetBase::Frame => [u64::from(self.registers.frame.local); 32],
            TargetBase::Zero => [0; 32],
        };
        base.map(|base| base.wrapping_add_signed(target.offset))
    }
}

impl Act for Load {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { at, size, parts, strong } = &self.0;
        let addresses = cx.addresses(at);
        let size = *size as usize;
        let mut read: [Bytes; 32] = [[0; 32]; 32];
        for lane in cx.lanes() {
            let from = Reference::new(at.space, addresses[lane as usize]);
            cx.read(from, lane, &mut read[lane as usize][..size * parts.len()])?;
        }
        for (number, part) in parts.iter().enumerate() {
            let element = |lane: usize| &read[lane][number * size..][..size];
            match part.row {
                Row::W(row) => {
                    let value: Words = std::array::from_fn(|lane| part.extend(element(lane)) as u32);
                    cx.registers.set_w(row, cx.mask, &value);
                }
                Row::D(row) => {
                    let value: Doubles = std::array::from_fn(|lane| part.extend(element(lane)));
                    cx.registers.set_d(row, cx.mask, &value);
                }
                Row::Q(row) => {
                    for half in 0..2 {
                        let bytes = |lane| &element(lane)[half * 8..][..8];
                        let value: Doubles = std::array::from_fn(|lane| number_of(bytes(lane)));
                        cx.registers.set_d(crate::program::D(row.0 + half as u32), cx.mask, &value);
                    }
                }
                Row::P(_) => {}
            }
        }
        Ok(if *strong { Flow::Poll } else { Flow::Next })
    }
}

impl Act for Store {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { at, size, parts, .. } = &self.0;
        let addresses = cx.addresses(at);
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut bytes: Bytes = [0; 32];
            for (number, part) in parts.iter().enumerate() {
                let to = &mut bytes[number * size..][..size];
                let index = lane as usize;
                match part.row {
                    Row::W(row) => to.copy_from_slice(&cx.registers.w(row)[index].to_le_bytes()[..size]),
                    Row::D(row) => to.copy_from_slice(&cx.registers.d(row)[index].to_le_bytes()[..size]),
                    Row::Q(row) => {
                        for half in 0..2 {
                            let value = cx.registers.d(crate::program::D(row.0 + half as u32))[index];
                            to[half * 8..][..8].copy_from_slice(&value.to_le_bytes());
                        }
                    }
                    Row::P(_) => {}
                }
            }
            let to = Reference::new(at.space, addresses[lane as usize]);
            cx.write(to, lane, &bytes[..size * parts.len()])?;
        }
        Ok(Flow::Next)
    }
}

impl Part {
    /// The value of an element in its register.
    fn extend(&self, bytes: &[u8]) -> u64 {
        let value = number_of(bytes);
        if !self.signed {
            return value;
        }
        let unused = 64 - 8 * bytes.len() as u32;
        let extended = ((value << unused) as i64 >> unused) as u64;
        if self.bits >= 64 { extended } else { extended & ((1 << self.bits) - 1) }
    }
}

/// The number that up to eight bytes are.
fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
