//! The beginning, the iterations and the end of a function.

use iced_x86::{Code, Instruction, Register as Cpu};

use super::{
    AHEAD, Assembler, COUNT, Encoded, LANE, LANES, POINTERS, STEP, TABLE, TEMPORARY, Where, at, ymm,
};
use crate::steps::lanes::Register;
use crate::steps::native::body::Kept;
use crate::steps::native::registers::Number;

impl<'b> Assembler<'b> {
    pub(super) fn prologue(&mut self) -> Encoded {
        for &register in self.saved() {
            self.emit(Instruction::with1(Code::Push_r64, register))?;
        }
        for (&stream, pointer) in self.block.streams.iter().zip(POINTERS) {
            let entry = at(TABLE, 8 * stream as usize);
            self.emit(Instruction::with2(Code::Mov_r64_rm64, pointer, entry))?;
        }
        self.emit(Instruction::with2(Code::Xor_r32_rm32, Cpu::EAX, Cpu::EAX))?;
        for kept in 0..self.block.kept.len() {
            self.fill(self.block.kept[kept], self.kept[kept])?;
        }
        Ok(())
    }

    /// Gives a kept vector its first content.
    fn fill(&mut self, kept: Kept, place: Where) -> Encoded {
        let number = match place {
            Where::Register(number) => number,
            Where::Constant(_) => return Ok(()),
            // Any register will do as a detour to memory before the loop begins.
            Where::Area(_) => 0,
        };
        match kept {
            Kept::Constant(_) | Kept::Wide(_) | Kept::Lanes => {
                let constant = Where::Constant(self.constant(kept));
                self.load(number, self.memory(constant))?;
            }
            Kept::Element(register) => {
                let from = at(self.pointer(register), 0);
                self.emit(Instruction::with2(Code::VEX_Vbroadcastss_ymm_m32, ymm(number), from))?;
            }
            Kept::Reciprocal(register) => {
                let from = at(self.pointer(register), 0);
                self.emit(Instruction::with2(Code::VEX_Vbroadcastss_ymm_m32, ymm(number), from))?;
                let one = self.constant(kept);
                self.load(TEMPORARY, self.memory(Where::Constant(one)))?;
                let code = Code::VEX_Vdivps_ymm_ymm_ymmm256;
                self.emit(Instruction::with3(code, ymm(number), ymm(TEMPORARY), ymm(number)))?;
            }
            Kept::Greatest(register) => self.greatest(register, number)?,
            Kept::Number(register) => {
                let from = at(TABLE, 8 * register as usize);
                self.emit(Instruction::with2(Code::VEX_Vpbroadcastd_ymm_xmmm32, ymm(number), from))?;
            }
            Kept::Partial(register, offset) => {
                self.load(number, at(self.pointer(register), offset as usize))?;
            }
        }
        match place {
            Where::Area(_) => self.save(self.memory(place), number),
            Where::Register(_) | Where::Constant(_) => Ok(()),
        }
    }

    /// The greatest usual magnitude of a dividend, or -1 if the divisor is unusual.
    fn greatest(&mut self, divisor: Register, number: Number) -> Encoded {
        let from = at(self.pointer(divisor), 0);
        self.emit(Instruction::with2(Code::VEX_Vbroadcastss_ymm_m32, ymm(number), from))?;
        let [magnitude, least, greatest] =
            self.constants_of_quotients().map(|offset| self.memory(Where::Constant(offset)));
        let (number, other) = (ymm(number), ymm(TEMPORARY));
        self.load(TEMPORARY, greatest)?;
        self.emit(Instruction::with3(Code::VEX_Vandps_ymm_ymm_ymmm256, number, number, magnitude))?;
        self.emit(Instruction::with3(Code::VEX_Vpsubd_ymm_ymm_ymmm256, other, other, number))?;
        self.emit(Instruction::with3(Code::VEX_Vpsubd_ymm_ymm_ymmm256, number, number, least))?;
        self.emit(Instruction::with3(Code::VEX_Vorps_ymm_ymm_ymmm256, number, number, other))?;
        self.emit(Instruction::with3(Code::VEX_Vpsrad_ymm_ymm_imm8, number, number, 31))?;
        self.emit(Instruction::with3(Code::VEX_Vorps_ymm_ymm_ymmm256, number, number, greatest))
    }

    /// Continues to the next lanes, if there are any.
    pub(super) fn iterate(&mut self, next: usize) -> Encoded {
        let lanes = (self.block.vectors * LANES) as i32;
        self.emit(Instruction::with1(Code::Prefetcht1_m8, at(AHEAD, 0)))?;
        self.emit(Instruction::with2(Code::Add_r64_rm64, AHEAD, STEP))?;
        self.emit(Instruction::with2(Code::Add_rm64_imm32, LANE, lanes))?;
        self.emit(Instruction::with2(Code::Cmp_r64_rm64, LANE, COUNT))?;
        self.emit(Instruction::with_branch(Code::Jb_rel32_64, next as u64))
    }

    pub(super) fn epilogue(&mut self) -> Encoded {
        for (&kept, place) in self.block.kept.iter().zip(self.kept.clone()) {
            let Kept::Partial(register, offset) = kept else { continue };
            let number = match place {
                Where::Register(number) => number,
                Where::Constant(_) | Where::Area(_) => {
                    self.load(0, self.memory(place))?;
                    0
                }
            };
            self.save(at(self.pointer(register), offset as usize), number)?;
        }
        for &register in self.saved().iter().rev() {
            self.emit(Instruction::with1(Code::Pop_r64, register))?;
        }
        // Without it, SSE code of the caller would be slowed down by the upper halves.
        self.emit(Ok(Instruction::with(Code::VEX_Vzeroupper)))?;
        self.emit(Ok(Instruction::with(Code::Retnq)))
    }
}
