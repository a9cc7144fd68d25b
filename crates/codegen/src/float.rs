//! Arithmetic of f32 and f64, which PTX mostly supports directly; [`crate::half`] has narrower types.

use nvvm::Type;
use ptx::module::{Immediate, Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, Refusal};
use crate::rounding::rounding_modifier;

/// An operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    Min,
    Max,
    Neg,
    Abs,
    Ceil,
    Floor,
}

/// An operation with its type and modifiers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float {
    pub(crate) op: FloatOp,
    pub(crate) rounding: RoundingMode,
    pub(crate) flush: bool,
    pub(crate) propagate: bool,
}

impl Float {
    /// An op with everything else as usual.
    pub(crate) fn plain(op: FloatOp) -> Float {
        Float { op, rounding: RoundingMode::NearestEven, flush: false, propagate: false }
    }
}

impl FloatOp {
    /// The instruction of the same name.
    pub(crate) fn opcode(self) -> Opcode {
        match self {
            FloatOp::Add => Opcode::Add,
            FloatOp::Sub => Opcode::Sub,
            FloatOp::Mul => Opcode::Mul,
            FloatOp::Div => Opcode::Div,
            FloatOp::Fma => Opcode::Fma,
            FloatOp::Sqrt => Opcode::Sqrt,
            FloatOp::Min => Opcode::Min,
            FloatOp::Max => Opcode::Max,
            FloatOp::Neg => Opcode::Neg,
            FloatOp::Abs => Opcode::Abs,
            FloatOp::Ceil | FloatOp::Floor => Opcode::Cvt,
        }
    }
}

impl Emit<'_, '_> {
    /// Computes on registers or constants of a float type.
    pub(crate) fn compute(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        match ty {
            Type::F32 => self.wide(what, 32, operands),
            Type::F64 => self.wide(what, 64, operands),
            Type::F16 | Type::BF16 => self.half(what, ty, operands),
            Type::F16x2 | Type::BF16x2 | Type::F32x2 => self.pair(what, ty, operands),
            Type::I1
            | Type::I16
            | Type::I32
            | Type::I64
            | Type::Ptr(_)
            | Type::Registers(_)
            | Type::Pending(_) => Err(format!("{ty} is no float type")),
        }
    }

    fn wide(&mut self, what: &Float, bits: u32, operands: &[Operand]) -> Result<Reg, Refusal> {
        let ty = if bits == 32 { Modifier::F32 } else { Modifier::F64 };
        let flush = what.flush && bits == 32;
        match what.op {
            FloatOp::Neg => Ok(self.sign(Opcode::Xor, bits, 1 << (bits - 1), operands)),
            FloatOp::Abs => Ok(self.sign(Opcode::And, bits, (1 << (bits - 1)) - 1, operands)),
            FloatOp::Ceil => Ok(self.numbered(bits, Opcode::Cvt, &[Modifier::Rpi, ty, ty], operands)),
            FloatOp::Floor => Ok(self.numbered(bits, Opcode::Cvt, &[Modifier::Rmi, ty, ty], operands)),
            FloatOp::Min | FloatOp::Max => Ok(self.extreme(what, bits, operands)),
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Fma | FloatOp::Sqrt => {
                let round = match (what.rounding, what.op) {
                    (RoundingMode::Approx, FloatOp::Div | FloatOp::Sqrt) if bits == 32 => Modifier::Approx,
                    (RoundingMode::Full, FloatOp::Div) if bits == 32 => Modifier::Full,
                    (RoundingMode::Approx | RoundingMode::Full, _) => Modifier::Rn,
                    (mode, _) => rounding_modifier(mode).ok_or("arithmetic has no such rounding mode")?,
                };
                let mut modifiers = vec![round];
                modifiers.extend(flush.then_some(Modifier::Ftz));
                modifiers.push(ty);
                Ok(self.numbered(bits, what.op.opcode(), &modifiers, operands))
            }
        }
    }

    fn numbered(&mut self, bits: u32, opcode: Opcode, modifiers: &[Modifier], operands: &[Operand]) -> Reg {
        let register = self.temp(bits);
        let all = std::iter::once(Operand::from(register)).chain(operands.iter().cloned());
        self.op(opcode, modifiers, all);
        register
    }

    /// Changes the sign bit, of NaN too.
    pub(crate) fn sign(&mut self, opcode: Opcode, bits: u32, mask: u64, operands: &[Operand]) -> Reg {
        let modifier = crate::emit::bits_modifier(bits);
        let operand = match operands[0] {
            Operand::Immediate(Immediate::F32(value)) => crate::emit::immediate(value.into(), 32),
            Operand::Immediate(Immediate::F64(value)) => crate::emit::immediate(value, 64),
            ref other => other.clone(),
        };
        self.new_op(bits, opcode, &[modifier], [operand, crate::emit::immediate(mask, bits)])
    }

    /// The smaller or larger one; where `.NaN` is missing, a NaN is chosen afterwards.
    fn extreme(&mut self, what: &Float, bits: u32, operands: &[Operand]) -> Reg {
        let ty = if bits == 32 { Modifier::F32 } else { Modifier::F64 };
        let native = what.propagate && bits == 32 && self.at_least(80);
        let mut modifiers = Vec::new();
        modifiers.extend((what.flush && bits == 32).then_some(Modifier::Ftz));
        modifiers.extend(native.then_some(Modifier::NaN));
        modifiers.push(ty);
        let chosen = self.numbered(bits, what.op.opcode(), &modifiers, operands);
        if !what.propagate || native {
            return chosen;
        }
        let nan = if bits == 32 { 0x7fff_ffff } else { 0x7ff8_0000_0000_0000 };
        let nan = crate::emit::immediate(nan, bits);
        let any =
            self.new_op(1, Opcode::Setp, &[Modifier::Nan, ty], [operands[0].clone(), operands[1].clone()]);
        self.new_op(bits, Opcode::Selp, &[crate::emit::bits_modifier(bits)], [nan, chosen.into(), any.into()])
    }
}
