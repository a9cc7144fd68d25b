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
        let Some(reach) = cx.reach(at.space, &addresses, size * parts.len() as u32) else {
            self.each(cx, &addresses)?;
            return Ok(if *strong { Flow::Poll } else { Flow::Next });
        };
        // The registers are other memory than what is reached: all parts are read before any is written.
        let mut read: SmallVec<[Loaded; 4]> = SmallVec::new();
        for (number, part) in (0..).zip(parts) {
            let behind = size * number;
            read.push(match (part.row, *size) {
                (Row::Q(_), _) => Loaded::Q(Box::new([reach.doubles(behind), reach.doubles(behind + 8)])),
                (Row::W(_) | Row::P(_), 4) => Loaded::W(reach.words(behind, 4)),
                (Row::D(_), 8) => Loaded::D(reach.doubles(behind)),
                (Row::D(_), 4) if part.signed => {
                    Loaded::D(reach.words(behind, 4).map(|word| i64::from(word as i32) as u64))
                }
                (Row::D(_), narrow) if !part.signed => Loaded::D(reach.words(behind, narrow).map(u64::from)),
                (Row::D(_), narrow) => Loaded::D(part.extended(&reach.words(behind, narrow), narrow)),
                (Row::W(_) | Row::P(_), narrow) if !part.signed => Loaded::W(reach.words(behind, narrow)),
                (Row::W(_) | Row::P(_), narrow) => {
                    Loaded::W(part.extended(&reach.words(behind, narrow), narrow).map(|value| value as u32))
                }
            });
        }
        for (part, loaded) in parts.iter().zip(&read) {
            loaded.keep(cx, part.row);
        }
        Ok(if *strong { Flow::Poll } else { Flow::Next })
    }
}

/// An element of all lanes.
enum Loaded {
    W(Words),
    D(Doubles),
    Q(Box<[Doubles; 2]>),
}

impl Loaded {
    fn keep(&self, cx: &mut Context<'_>, row: Row) {
        match (self, row) {
            (Loaded::W(value), Row::W(row)) => cx.registers.set_w(row, cx.mask, value),
            (Loaded::D(value), Row::D(row)) => cx.registers.set_d(row, cx.mask, value),
            (Loaded::Q(halves), Row::Q(row)) => {
                cx.registers.set_d(row, cx.mask, &halves[0]);
                cx.registers.set_d(crate::program::D(row.0 + 1), cx.mask, &halves[1]);
            }
            (Loaded::W(_) | Loaded::D(_) | Loaded::Q(_), _) => {}
        }
    }
}

impl Load {
    /// Loads lane by lane.
    fn each(&self, cx: &mut Context<'_>, addresses: &Doubles) -> Result<(), Box<Fault>> {
        let Access { at, size, parts, .. } = &self.0;
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut read: Bytes = [0; 32];
            let from = Reference::new(at.space, addresses[lane as usize]);
            cx.read(from, lane, &mut read[..size * parts.len()])?;
            for (number, part) in parts.iter().enumerate() {
                let element = &read[number * size..][..size];
                let value = match part.row {
                    Row::Q(_) => {
                        u128::from(number_of(&element[..8])) | u128::from(number_of(&element[8..])) << 64
                    }
                    Row::W(_) | Row::D(_) | Row::P(_) => u128::from(part.extend(element)),
                };
                cx.registers.set_value(part.row, lane, value);
            }
        }
        Ok(())
    }
}

impl Act for Store {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { at, size, parts, .. } = &self.0;
        let addresses = cx.addresses(at);
        let mut rows = parts.iter().map(|part| part.row);
        if cx.store_rows(at.space, &addresses, *size, &mut rows, parts.len() as u32) {
            return Ok(Flow::Next);
        }
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut bytes: Bytes = [0; 32];
            for (number, part) in parts.iter().enumerate() {
                let value = cx.registers.value(part.row, lane).to_le_bytes();
                bytes[number * size..][..size].copy_from_slice(&value[..size]);
            }
            let to = Reference::new(at.space, addresses[lane as usize]);
            cx.write(to, lane, &bytes[..size * parts.len()])?;
        }
        Ok(Flow::Next)
    }
}

impl Part {
    /// The values of elements of so many bytes in a register that is wider.
    fn extended(&self, words: &Words, size: u32) -> Doubles {
        words.map(|word| self.extend(&word.to_le_bytes()[..size as usize]))
    }

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
