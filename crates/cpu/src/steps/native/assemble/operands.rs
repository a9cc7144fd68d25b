//! Where operands are: in registers, in memory, or as constants.

use iced_x86::{Code, IcedError, MemoryOperand, Register as Cpu};

use super::{AREA_POINTER, Assembler, VECTOR, Where, at, xmm, ymm};
use crate::steps::native::body::{Inst, Layout, Source};
use crate::steps::native::instructions::{Form, Vector};
use crate::steps::native::registers::Number;

/// A register or memory.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Register(Number),
    Memory(MemoryOperand),
}

impl<'b> Assembler<'b> {
    /// Whether a constant value is read from memory at each use.
    pub(super) fn is_read_from_memory(&self, kept: u16) -> bool {
        let place = self.kept[kept as usize];
        !self.block.kept[kept as usize].changes() && !matches!(place, Where::Register(_))
    }

    /// Instructions that load and store lanes, and the register that they name.
    pub(super) fn moves(&self, layout: Layout) -> (Code, Code, fn(Number) -> Cpu) {
        match layout.size() * self.block.lanes {
            32 => (Code::VEX_Vmovups_ymm_ymmm256, Code::VEX_Vmovups_ymmm256_ymm, ymm),
            16 => (Code::VEX_Vmovups_xmm_xmmm128, Code::VEX_Vmovups_xmmm128_xmm, xmm),
            8 => (Code::VEX_Vmovq_xmm_xmmm64, Code::VEX_Vmovq_xmmm64_xmm, xmm),
            _ => (Code::VEX_Vmovd_xmm_rm32, Code::VEX_Vmovd_rm32_xmm, xmm),
        }
    }

    /// Frees registers of operands that are not read again.
    pub(super) fn release(&mut self, inst: &Inst, position: usize) {
        for source in inst.sources() {
            if let Source::Value(value) = source
                && self.registers.dies(value, position)
            {
                self.registers.free(value);
            }
        }
    }

    pub(super) fn take(&mut self) -> Result<Number, IcedError> {
        let (register, slot) = self.registers.take();
        if let Some(slot) = slot {
            let to = self.spill(slot);
            self.save(to, register)?;
        }
        Ok(register)
    }

    fn spill(&self, slot: u16) -> MemoryOperand {
        at(AREA_POINTER, (self.area + slot as usize) * VECTOR)
    }

    pub(super) fn operand(&mut self, source: Source) -> Operand {
        match source {
            Source::Value(value) => match self.registers.register(value) {
                Some(register) => Operand::Register(register),
                None => {
                    let slot = self.registers.slot(value);
                    Operand::Memory(self.spill(slot))
                }
            },
            Source::Kept(kept) => match self.kept[kept as usize] {
                Where::Register(number) => Operand::Register(number),
                place => Operand::Memory(self.memory(place)),
            },
        }
    }

    pub(super) fn loaded(&mut self, operand: Operand) -> Result<Number, IcedError> {
        match operand {
            Operand::Register(number) => Ok(number),
            Operand::Memory(memory) => {
                let number = self.take()?;
                self.load(number, memory)?;
                Ok(number)
            }
        }
    }

    pub(super) fn in_register(&mut self, source: Source) -> Result<Number, IcedError> {
        let operand = self.operand(source);
        self.loaded(operand)
    }

    /// Operands, in registers if the instruction needs them there.
    pub(super) fn operands(&mut self, op: Vector, srcs: [Source; 3]) -> Result<[Operand; 3], IcedError> {
        let (_, form, commutes) = op.row();
        // All operands that have registers keep them while others are loaded.
        let mut operands = [Operand::Register(0); 3];
        for (operand, &src) in operands.iter_mut().zip(&srcs[..op.operands()]) {
            *operand = self.operand(src);
        }
        let [a, b, c] = operands;
        if commutes && matches!((a, b), (Operand::Memory(_), Operand::Register(_))) {
            return Ok([b, a, c]);
        }
        Ok(match form {
            Form::One { .. } => [a, b, c],
            Form::OneImm { .. } | Form::Two { .. } | Form::TwoImm { .. } => {
                [Operand::Register(self.loaded(a)?), b, c]
            }
            Form::Three => [Operand::Register(self.loaded(a)?), b, Operand::Register(self.loaded(c)?)],
        })
    }
}
