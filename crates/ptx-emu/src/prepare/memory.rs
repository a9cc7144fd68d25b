//! Loads and stores.

use ptx::module::Operand;
use ptx::{Field, Modifier};
use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::moves::window;
use super::scope::{Scope, Target, TargetBase};
use crate::access::{Bytes, Reach, reach};
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::Reference;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, Registers, Row, Row64};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type);
    let of = of.or_else(|| scope.instruction.has(Modifier::B128).then_some(Type::B128));
    let of = of.ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let strong =
        [Modifier::Volatile, Modifier::Relaxed, Modifier::Acquire, Modifier::Release, Modifier::Mmio];
    let strong = strong.iter().any(|&word| scope.instruction.has(word));
    let scope_word = scope.instruction.modifier(Field::Scope);
    // Strong accesses of device scope are how blocks wait for each other, so such programs need fair scheduling of
    // clusters.
    scope.pool.communicates |=
        strong && scope_word != Some(Modifier::Cta) && scope_word != Some(Modifier::Cluster);
    let at = scope.address("a", space)?;
    let store = scope.instruction.opcode() == Opcode::St;
    let elements = scope.elements(if store { "b" } else { "d" })?;
    let mut parts = SmallVec::new();
    for element in &elements {
        let signed = matches!(of, Type::S8 | Type::S16 | Type::S32 | Type::S64);
        // A register may be wider than the loaded type, and is extended then.
        let bits = match element {
            Operand::Register(register) => scope.declared(*register).bits(),
            _ => of.bits(),
        };
        parts.push(Part { row: scope.row(element, of)?, bits, signed });
    }
    let access = Access { at, size: of.bytes(), parts, strong };
    Ok(Op::Effectful(if store { Box::new(Store(access)) } else { Box::new(Load(access)) }))
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
    pub(crate) fn addresses(&self, target: &Target) -> Row64 {
        let mut addresses = [0u64; 32];
        match target.base {
            TargetBase::W(row) => {
                for (address, &base) in addresses.iter_mut().zip(self.registers.w(row)) {
                    *address = u64::from(base).wrapping_add_signed(target.offset);
                }
            }
            TargetBase::D(row) => {
                for (address, &base) in addresses.iter_mut().zip(self.registers.d(row)) {
                    *address = base.wrapping_add_signed(target.offset);
                }
            }
            // The frame is that of the present call, so the address is computed each time.
            TargetBase::Frame => {
                addresses = [u64::from(self.registers.frame.local).wrapping_add_signed(target.offset); 32];
            }
            TargetBase::Zero => addresses = [0u64.wrapping_add_signed(target.offset); 32],
        }
        addresses
    }
}

impl Effectful for Load {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let Access { at, size, parts, strong } = &self.0;
        let addresses = cx.addresses(at);
        let count = size * parts.len() as u32;
        let mut offsets = [0; 32];
        let reach = reach(cx.machine, cx.cluster, cx.mask, at.space, (&addresses, count), &mut offsets);
        let Some(reach) = reach else {
            self.each(cx, &addresses)?;
            return Ok(if *strong { Flow::Poll } else { Flow::Next });
        };
        // The registers are other memory than what is reached.
        if *size == 4
            && let [Row::W(a), Row::W(b), Row::W(c), Row::W(d)] =
                parts.iter().map(|part| part.row).collect::<SmallVec<[Row; 4]>>()[..]
            && let Some(rows) = reach.rows_of_four()
        {
            for (row, value) in [a, b, c, d].into_iter().zip(&rows) {
                cx.registers.set_w(row, cx.mask, value);
            }
            return Ok(if *strong { Flow::Poll } else { Flow::Next });
        }
        for (number, part) in (0..).zip(parts) {
            part.load(&reach, size * number, *size, cx.registers, cx.mask);
        }
        Ok(if *strong { Flow::Poll } else { Flow::Next })
    }
}

impl Load {
    /// Loads lane by lane.
    fn each(&self, cx: &mut Context<'_>, addresses: &Row64) -> Result<(), Box<Fault>> {
        let Access { at, size, parts, .. } = &self.0;
        let size = *size as usize;
        for lane in cx.lanes() {
            let mut read: Bytes = [0; 32];
            let from = Reference::new(at.space, addresses[lane as usize]);
            cx.read(from, lane, &mut read[..size * parts.len()])?;
            for (number, part) in parts.iter().enumerate() {
                let value = part.extend(number_of(&read[number * size..][..size]), size);
                cx.registers.set_value(part.row, lane, value);
            }
        }
        Ok(())
    }
}

impl Effectful for Store {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
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
    /// Loads an element of some bytes, at an offset from the first, for the lanes of a mask.
    fn load(&self, reach: &Reach<'_>, behind: u32, size: u32, registers: &mut Registers, mask: u32) {
        match (self.row, size) {
            (Row::W(row), 4) => registers.set_w(row, mask, &reach.words(behind, 4)),
            (Row::W(row), narrow) => {
                let mut words = reach.words(behind, narrow);
                if self.signed {
                    words.iter_mut().for_each(|word| *word = self.extended(*word, narrow) as u32);
                }
                registers.set_w(row, mask, &words);
            }
            (Row::D(row), 8) => registers.set_d(row, mask, &reach.rows64(behind)),
            (Row::D(row) | Row::Q(row), _) => self.load_wide(row, reach, (behind, size), registers, mask),
            (Row::P(_), _) => {}
        }
    }

    /// The same into a register of 64 or 128 bits, which may be wider than the element.
    fn load_wide(
        &self,
        row: D,
        reach: &Reach<'_>,
        (behind, size): (u32, u32),
        registers: &mut Registers,
        mask: u32,
    ) {
        let high = D(row.0 + 1);
        let low = match size {
            8 | 16 => reach.rows64(behind),
            _ => reach.words(behind, size).map(|word| self.extend(u128::from(word), size as usize) as u64),
        };
        registers.set_d(row, mask, &low);
        // A register of 128 bits is two of 64; a narrower element is extended into both.
        if let Row::Q(_) = self.row {
            let sign = |low: u64| if self.signed { (low as i64 >> 63) as u64 } else { 0 };
            let upper = if size == 16 { reach.rows64(behind + 8) } else { low.map(sign) };
            registers.set_d(high, mask, &upper);
        }
    }

    /// The value of an element of the given size in a register that is wider.
    fn extended(&self, word: u32, size: u32) -> u64 {
        self.extend(u128::from(word), size as usize) as u64
    }

    /// The value in its register of an element of `size` bytes.
    fn extend(&self, value: u128, size: usize) -> u128 {
        if !self.signed {
            return value;
        }
        let unused = 128 - 8 * size as u32;
        let extended = ((value << unused) as i128 >> unused) as u128;
        if self.bits >= 128 { extended } else { extended & ((1 << self.bits) - 1) }
    }
}

/// The number that up to 16 bytes are.
fn number_of(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}
