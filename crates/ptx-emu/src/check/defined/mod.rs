//! Uses of undefined bits of registers and local memory.
//!
//! - The candidate registers are computed from the module ([`flow`]). Only these are tracked, so most kernels have no overhead.
//! - Computing is not a use: results have undefined bits where operands have them ([`rule`], [`bits`]). Compilers leave bits
//!   undefined that do not matter: parts of packed values, masked-off lanes.
//! - These must be defined: addresses, guards of branches and of other instructions, lane masks, values stored in global
//!   memory, and operands of instructions that do more than write registers.
//! - Arguments of functions are not checked, because structs have padding. Stores to shared or local memory are not checked
//!   either, because lanes exchange values there that only some of them use.
//!
//! Deliberately absent: separate registers for each call of a function, and freed local memory.

mod bits;
mod flow;
mod local;
mod rule;
#[cfg(test)]
mod tests;
mod touches;

use std::sync::Arc;

use cranelift_entity::EntityRef;
use ptx::Opcode;
use ptx::module::{FuncId, Module, Reg, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checks;
use crate::place::Place;
use crate::registers::{Registers, Row};
use flow::Flow;
use touches::{Source, Touches, What};

pub(super) use touches::registers;

/// Accesses by the instructions of a module to registers that may be read before they are written, and the names of these
/// registers.
#[derive(Debug, Default)]
pub(super) struct UninitialisedReads {
    touches: FxHashMap<Place, Touches>,
    names: FxHashMap<(FuncId, Reg), String>,
    /// Where parameters are read.
    parameters: FxHashSet<Place>,
}

/// Writes of a warp: registers that are followed, and bytes of local memory by lane and multiple of 64.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    registers: FxHashMap<(FuncId, Reg), Shadow>,
    local: FxHashMap<(u32, u64), u64>,
}

/// The undefined bits of a register that has been written.
#[derive(Clone, Debug)]
struct Shadow {
    /// Lanes that have undefined bits.
    lanes: u32,
    /// Which bits; none are kept where no lane has any.
    bits: Option<Box<[u128; 32]>>,
    /// The unwritten register that they originate from.
    origin: Reg,
}

/// The registers of a warp: their rows, and the row of each register of the function.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    pub(crate) registers: &'a Registers,
    pub(crate) rows: &'a [Row],
}

impl UninitialisedReads {
    pub(super) fn of(module: &Module) -> UninitialisedReads {
        let mut all = UninitialisedReads::default();
        for (function, definition) in module.functions.iter() {
            let Some(body) = &definition.body else { continue };
            let flow = Flow::of(definition, body);
            let followed = flow.followed();
            let name = |register: Reg| {
                let is_carry = register == touches::carry();
                if is_carry { "CC.CF".to_owned() } else { body.register_name(register) }
            };
            all.names.extend(followed.iter().map(|&register| ((function, register), name(register))));
            for (index, statement) in body.statements.iter().enumerate() {
                let Statement::Instruction(instruction) = statement else { continue };
                if instruction.opcode() == Opcode::Ld && touches::passes(instruction) {
                    all.parameters.insert(Place { function, statement: index as u32 });
                }
            }
            for (statement, touches) in flow.instructions {
                if let Some(touches) = touches.only(&followed) {
                    all.touches.insert(Place { function, statement: statement as u32 }, touches);
                }
            }
        }
        all
    }

    /// Does an instruction have a register that is followed?
    pub(super) fn has(&self, place: Place) -> bool {
        self.touches.contains_key(&place)
    }
}

impl Written {
    /// The undefined bits of a register that is followed, in lanes of a mask; one that was never written has no other.
    fn undefined(&self, key: (FuncId, Reg), lanes: u32) -> [u128; 32] {
        let own = |lane: usize, bits: u128| if lanes >> lane & 1 == 1 { bits } else { 0 };
        match self.registers.get(&key) {
            None => std::array::from_fn(|lane| own(lane, u128::MAX)),
            Some(Shadow { bits: Some(bits), .. }) => std::array::from_fn(|lane| own(lane, bits[lane])),
            Some(Shadow { bits: None, .. }) => [0; 32],
        }
    }

    /// Lanes of a mask that have an undefined bit.
    fn lanes(&self, key: (FuncId, Reg), lanes: u32) -> u32 {
        self.registers.get(&key).map_or(lanes, |shadow| shadow.lanes & lanes)
    }

    /// The unwritten register that the undefined bits of this one originate from.
    fn origin(&self, key: (FuncId, Reg)) -> Reg {
        self.registers.get(&key).map_or(key.1, |shadow| shadow.origin)
    }

    /// Lanes have written a register, with these bits of it undefined.
    fn write(&mut self, key: (FuncId, Reg), lanes: u32, undefined: &[u128; 32], origin: Reg) {
        let never = || Shadow { lanes: u32::MAX, bits: Some(Box::new([u128::MAX; 32])), origin: key.1 };
        let shadow = self.registers.entry(key).or_insert_with(never);
        let with = (0..32).filter(|&lane| lanes >> lane & 1 == 1 && undefined[lane] != 0);
        let with = with.fold(0, |mask, lane| mask | 1 << lane);
        shadow.lanes = shadow.lanes & !lanes | with;
        if with != 0 {
            shadow.origin = origin;
        }
        if shadow.lanes == 0 {
            shadow.bits = None;
            return;
        }
        let bits = shadow.bits.get_or_insert_with(|| Box::new([0; 32]));
        for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
            bits[lane] = undefined[lane];
        }
    }
}

impl Checks {
    /// The current warp executes an instruction: for these lanes, of those that are active.
    pub(super) fn reads_uninitialised(&mut self, lanes: u32, active: u32, values: Values<'_>) {
        let place = self.current.place;
        let table = Arc::clone(&self.uninitialised);
        let Some(touches) = table.touches.get(&place) else { return };
        self.uses_undefined(&table, touches, (lanes, active));
        if lanes != 0 {
            self.computes(&table, touches, lanes, values);
        }
    }

    /// Reports the first undefined bits that are put to use.
    fn uses_undefined(&mut self, table: &UninitialisedReads, touches: &Touches, (lanes, active): (u32, u32)) {
        let function = self.current.place.function;
        let written = &self.warp().written;
        let missing = |register: Reg, mask: u128, lanes: u32| {
            let key = (function, register);
            let suspects = written.lanes(key, lanes);
            if suspects == 0 {
                return None;
            }
            let undefined = written.undefined(key, suspects);
            let lane = (0..32).find(|&lane| undefined[lane] & mask != 0)?;
            Some((register, undefined[lane] & mask == mask, lane as u32, written.origin(key)))
        };
        let guard = touches.guard.and_then(|register| missing(register, 1, active));
        let used = || touches.uses.iter().find_map(|&(register, bits)| missing(register, bits, lanes));
        let Some((register, whole, lane, origin)) = guard.or_else(used) else { return };
        // One finding is enough.
        self.warp().written.write((function, register), u32::MAX, &[0; 32], register);
        let name = &table.names[&(function, register)];
        let mut notes = vec!["a register holds anything until it is written".to_owned()];
        let message = if origin == register {
            format!("reads register `{name}`, which the thread has not written")
        } else {
            let from = table.names.get(&(function, origin)).map_or("", String::as_str);
            notes.insert(0, format!("they come from `{from}`, which the thread has not written"));
            let what = if whole { "whose bits are undefined" } else { "some of whose bits are undefined" };
            format!("reads register `{name}`, {what}")
        };
        self.tell_unwritten(message, lane, notes);
    }

    /// The rule of an instruction decides which bits of its results are undefined.
    fn computes(&mut self, table: &UninitialisedReads, touches: &Touches, lanes: u32, values: Values<'_>) {
        let function = self.current.place.function;
        let written = &mut self.warp().written;
        let followed = |register: Reg| table.names.contains_key(&(function, register));
        let mut origin = None;
        for source in &touches.from {
            if let What::Register { register, followed: true, .. } = source.what
                && written.lanes((function, register), lanes) != 0
            {
                origin.get_or_insert(written.origin((function, register)));
            }
        }
        let operands = || -> Vec<bits::Operand> {
            touches.from.iter().map(|source| operand(source, written, function, lanes, values)).collect()
        };
        let operands = origin.map(|_| operands()).unwrap_or_default();
        for (number, result) in touches.writes.iter().enumerate() {
            let Some((register, width)) = *result else { continue };
            if !followed(register) {
                continue;
            }
            let mut undefined = [0; 32];
            if let (Some(rule), Some(_)) = (&touches.rule, origin) {
                undefined = bits::result(rule, &operands, lanes, number);
                let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
                undefined.iter_mut().for_each(|bits| *bits &= mask);
            }
            written.write((function, register), lanes, &undefined, origin.unwrap_or(register));
        }
    }
}

/// An operand in the lanes that execute.
fn operand(
    source: &Source,
    written: &Written,
    function: FuncId,
    lanes: u32,
    values: Values<'_>,
) -> bits::Operand {
    let mask = if source.bits >= 128 { u128::MAX } else { (1 << source.bits) - 1 };
    match source.what {
        What::Register { register, negated, followed } => {
            let undefined = if followed { written.undefined((function, register), lanes) } else { [0; 32] };
            let row = values.rows.get(register.index());
            let value = row.map(|&row| {
                let flipped = if negated { u128::MAX } else { 0 };
                std::array::from_fn(|lane| (values.registers.value(row, lane as u32) ^ flipped) & mask)
            });
            bits::Operand { value, undefined: undefined.map(|bits| bits & mask) }
        }
        What::Constant(value) => bits::Operand { value: Some([value & mask; 32]), undefined: [0; 32] },
        What::Other => bits::Operand { value: None, undefined: [0; 32] },
    }
}
