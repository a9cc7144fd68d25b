//! Computation: instructions of vectors, and fused multiply-add.

use iced_x86::{Code, IcedError, Instruction};

use super::operands::Operand;
use super::{Assembler, Encoded, vector, ymm};
use crate::steps::native::body::{Signs, Source};
use crate::steps::native::instructions::{Form, Vector};
use crate::steps::native::registers::Number;

impl<'b> Assembler<'b> {
    pub(super) fn compute(&mut self, op: Vector, to: Number, [a, b, c]: [Operand; 3], imm: u8) -> Encoded {
        use Operand::{Memory, Register};
        let (code, form, _) = op.row();
        let imm = i32::from(imm);
        let instruction = match (form, a, b, c) {
            (Form::One { full }, Register(a), ..) => {
                Instruction::with2(code, vector(to, full[0]), vector(a, full[1]))
            }
            (Form::One { full }, Memory(a), ..) => Instruction::with2(code, vector(to, full[0]), a),
            (Form::OneImm { full }, Register(a), ..) => {
                Instruction::with3(code, vector(to, full[0]), vector(a, full[1]), imm)
            }
            (Form::Two { full }, Register(a), Register(b), _) => {
                Instruction::with3(code, vector(to, full[0]), vector(a, full[1]), vector(b, full[2]))
            }
            (Form::Two { full }, Register(a), Memory(b), _) => {
                Instruction::with3(code, vector(to, full[0]), vector(a, full[1]), b)
            }
            (Form::TwoImm { full }, Register(a), Register(b), _) => {
                Instruction::with4(code, vector(to, full[0]), vector(a, full[1]), vector(b, full[2]), imm)
            }
            (Form::TwoImm { full }, Register(a), Memory(b), _) => {
                Instruction::with4(code, vector(to, full[0]), vector(a, full[1]), b, imm)
            }
            (Form::Three, Register(a), Register(b), Register(c)) => {
                Instruction::with4(code, ymm(to), ymm(a), ymm(b), ymm(c))
            }
            (Form::Three, Register(a), Memory(b), Register(c)) => {
                Instruction::with4(code, ymm(to), ymm(a), b, ymm(c))
            }
            (Form::OneImm { .. } | Form::Two { .. } | Form::TwoImm { .. } | Form::Three, ..) => {
                unreachable!("such operands were loaded")
            }
        };
        self.emit(instruction)
    }

    /// Product and sum: the result overwrites an operand that is not needed any more, or a copy of one.
    pub(super) fn mul_add(
        &mut self,
        op: Signs,
        srcs: [Source; 3],
        position: usize,
    ) -> Result<Number, IcedError> {
        let [a, b, c] = srcs.map(|src| self.operand(src));
        let dying = srcs.map(|src| match src {
            Source::Value(value) => self.registers.dies(value, position),
            Source::Kept(_) => false,
        });
        let overwritten = |operand, index: usize| match operand {
            Operand::Register(number) if dying[index] => Some(number),
            _ => None,
        };
        // The three forms of the instruction differ in the operand that they overwrite: none needs a copy if the right
        // one dies here.
        if let Some(to) = overwritten(c, 2) {
            return self.add_to(op, to, a, b);
        }
        for (factor, other, index) in [(a, b, 0), (b, a, 1)] {
            let Some(to) = overwritten(factor, index) else { continue };
            match (other, c) {
                (Operand::Register(other), c) => return self.fused(order213(op), to, other, c),
                (other, Operand::Register(c)) => return self.fused(order132(op), to, c, other),
                _ => {}
            }
        }
        let to = self.take()?;
        match c {
            Operand::Register(c) => {
                self.emit(Instruction::with2(Code::VEX_Vmovaps_ymm_ymmm256, ymm(to), ymm(c)))?;
            }
            Operand::Memory(c) => self.load(to, c)?,
        }
        self.add_to(op, to, a, b)
    }

    /// Adds a product to what is in a register.
    fn add_to(&mut self, op: Signs, to: Number, a: Operand, b: Operand) -> Result<Number, IcedError> {
        match (a, b) {
            (Operand::Register(a), b) => self.fused(order231(op), to, a, b),
            (a, Operand::Register(b)) => self.fused(order231(op), to, b, a),
            (a, b) => {
                let a = self.loaded(a)?;
                self.fused(order231(op), to, a, b)
            }
        }
    }

    fn fused(&mut self, code: Code, to: Number, second: Number, third: Operand) -> Result<Number, IcedError> {
        self.emit(match third {
            Operand::Register(third) => Instruction::with3(code, ymm(to), ymm(second), ymm(third)),
            Operand::Memory(third) => Instruction::with3(code, ymm(to), ymm(second), third),
        })?;
        Ok(to)
    }
}

/// `to = to * third ± second`.
fn order132(op: Signs) -> Code {
    match op {
        Signs::Plus => Code::VEX_Vfmadd132ps_ymm_ymm_ymmm256,
        Signs::Minus => Code::VEX_Vfmsub132ps_ymm_ymm_ymmm256,
        Signs::Negated => Code::VEX_Vfnmadd132ps_ymm_ymm_ymmm256,
    }
}

/// `to = second * to ± third`.
fn order213(op: Signs) -> Code {
    match op {
        Signs::Plus => Code::VEX_Vfmadd213ps_ymm_ymm_ymmm256,
        Signs::Minus => Code::VEX_Vfmsub213ps_ymm_ymm_ymmm256,
        Signs::Negated => Code::VEX_Vfnmadd213ps_ymm_ymm_ymmm256,
    }
}

/// `to = second * third ± to`.
fn order231(op: Signs) -> Code {
    match op {
        Signs::Plus => Code::VEX_Vfmadd231ps_ymm_ymm_ymmm256,
        Signs::Minus => Code::VEX_Vfmsub231ps_ymm_ymm_ymmm256,
        Signs::Negated => Code::VEX_Vfnmadd231ps_ymm_ymm_ymmm256,
    }
}
