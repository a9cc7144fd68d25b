//! Registers for the values of a stretch of code without branches.
//!
//! A value stays in a register from where it is made to where it is last read. When registers run out, the one whose
//! value is needed last is spilled: its value is stored to the block's area, and read from there.

use super::body::{Inst, Source, Value};

/// Vector registers of the processor.
pub(super) const COUNT: usize = 16;

/// The number of a vector register.
pub(super) type Number = u8;

/// Where values are.
pub(super) struct Registers {
    /// The value in each register.
    held: [Option<Value>; COUNT],
    /// Registers that may be used.
    usable: u16,
    /// Registers that the present instruction uses.
    busy: u16,
    /// For each value, from the first on: where it is, and positions where it is read, last one first.
    values: Vec<Known>,
    first: Value,
    /// Entries of the area that are used.
    pub(super) spilled: u16,
}

#[derive(Clone, Debug, Default)]
struct Known {
    register: Option<Number>,
    slot: Option<u16>,
    reads: Vec<u32>,
}

/// The registers that code needs at most for values.
pub(super) fn pressure(code: &[Inst]) -> usize {
    let first = code.iter().filter_map(Inst::result).min().unwrap_or(0);
    let mut last = vec![0; code.iter().filter(|inst| inst.result().is_some()).count()];
    for (position, inst) in code.iter().enumerate() {
        for source in inst.sources() {
            if let Source::Value(value) = source {
                last[(value - first) as usize] = position;
            }
        }
    }
    let (mut live, mut most) = (0, 0);
    let mut ends = vec![0usize; code.len()];
    last.iter().for_each(|&position| ends[position] += 1);
    for (inst, ends) in code.iter().zip(ends) {
        live += usize::from(inst.result().is_some());
        most = most.max(live);
        live = live.saturating_sub(ends);
    }
    most
}

impl Registers {
    /// For code whose values are numbered without gaps. `pinned` are not for values.
    pub(super) fn new(code: &[Inst], pinned: u16) -> Registers {
        let made = || code.iter().filter_map(Inst::result);
        let first = made().min().unwrap_or(0);
        let mut values = vec![Known::default(); made().count()];
        for (position, inst) in code.iter().enumerate().rev() {
            for source in inst.sources() {
                if let Source::Value(value) = source {
                    values[(value - first) as usize].reads.push(position as u32);
                }
            }
        }
        Registers { held: [None; COUNT], usable: !pinned, busy: 0, values, first, spilled: 0 }
    }

    fn known(&mut self, value: Value) -> &mut Known {
        &mut self.values[(value - self.first) as usize]
    }

    /// The register of a value, if it has one; it is kept for the current instruction.
    pub(super) fn register(&mut self, value: Value) -> Option<Number> {
        let register = self.known(value).register?;
        self.busy |= 1 << register;
        Some(register)
    }

    /// The entry of the area that holds a value.
    pub(super) fn slot(&mut self, value: Value) -> u16 {
        self.known(value).slot.expect("a value is in a register or in the area")
    }

    /// Whether a value is not read after a position.
    pub(super) fn dies(&mut self, value: Value, position: usize) -> bool {
        self.known(value).reads.first().is_none_or(|&last| last as usize <= position)
    }

    /// A register for the present instruction, and the value and entry of the area that must be stored from it before.
    pub(super) fn take(&mut self) -> (Number, Option<u16>) {
        let register = (0..COUNT as Number)
            .filter(|register| self.usable & !self.busy & 1 << register != 0)
            .min_by_key(|&register| std::cmp::Reverse(self.distance(register)))
            .expect("an instruction uses few registers");
        self.busy |= 1 << register;
        let Some(value) = self.held[register as usize].take() else { return (register, None) };
        self.known(value).register = None;
        // Values are defined once, so a copy that was stored earlier is still valid.
        if self.known(value).slot.is_some() {
            return (register, None);
        }
        let slot = self.spilled;
        self.spilled += 1;
        self.known(value).slot = Some(slot);
        (register, Some(slot))
    }

    /// The next read of the value in a register; an empty register counts as read last.
    fn distance(&self, register: Number) -> u32 {
        match self.held[register as usize] {
            None => u32::MAX,
            Some(value) => {
                let known = &self.values[(value - self.first) as usize];
                known.reads.last().copied().unwrap_or(u32::MAX - 1)
            }
        }
    }

    /// Says that a register holds a value.
    pub(super) fn hold(&mut self, register: Number, value: Value) {
        self.held[register as usize] = Some(value);
        self.known(value).register = Some(register);
        self.busy |= 1 << register;
    }

    /// The register of a value that dies becomes empty; it may hold the instruction's result.
    pub(super) fn free(&mut self, value: Value) {
        if let Some(register) = self.known(value).register.take() {
            self.held[register as usize] = None;
            self.busy &= !(1 << register);
        }
    }

    /// The instruction at a position is done.
    pub(super) fn advance(&mut self, inst: &Inst, position: usize) {
        for source in inst.sources() {
            if let Source::Value(value) = source {
                let reads = &mut self.known(value).reads;
                while reads.last().is_some_and(|&read| read as usize <= position) {
                    reads.pop();
                }
                if reads.is_empty() {
                    self.free(value);
                }
            }
        }
        if let Some(value) = inst.result()
            && self.known(value).reads.is_empty()
        {
            self.free(value);
        }
        self.busy = 0;
    }
}
