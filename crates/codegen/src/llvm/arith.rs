//! The shared arithmetic: dispatch to the module that writes each op.

use ir::Op;
use tile_core::arith::Arith;

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::{LoweringResult, Refusal};

/// The result of writing an op natively: none if it must be assembly.
pub(crate) type Native = Result<Option<()>, Refusal>;

impl Writer<'_, '_> {
    /// Writes an op of the shared arithmetic.
    pub(crate) fn arith(&mut self, op: Op, arith: Arith) -> LoweringResult {
        match self.native(op, arith)? {
            Some(()) => Ok(()),
            None => self.assembly(op, Effect::None),
        }
    }

    fn native(&mut self, op: Op, arith: Arith) -> Native {
        match arith {
            Arith::AddF
            | Arith::SubF
            | Arith::MulF
            | Arith::DivF
            | Arith::Fma
            | Arith::Sqrt
            | Arith::MinF
            | Arith::MaxF
            | Arith::NegF
            | Arith::AbsF
            | Arith::Ceil
            | Arith::Floor => Ok(self.float(op, arith)),
            // These no longer exist in LLVM; assembly is used instead.
            Arith::Rsqrt
            | Arith::RemF
            | Arith::Pow
            | Arith::Atan2
            | Arith::FPowI
            | Arith::Exp
            | Arith::Exp2
            | Arith::Log
            | Arith::Log2
            | Arith::Sin
            | Arith::Cos
            | Arith::Tan
            | Arith::Sinh
            | Arith::Cosh
            | Arith::Tanh => Ok(None),
            Arith::CmpF => Ok(self.compare_floats(op)),
            Arith::CmpI => Ok(self.compare_integers(op)),
            Arith::AddI | Arith::SubI | Arith::MulI | Arith::AndI | Arith::OrI | Arith::XorI => {
                Ok(self.integer(op, arith))
            }
            Arith::MulHiI => Ok(self.mul_hi(op, "u")),
            Arith::DivI | Arith::RemI => Ok(self.divide(op, arith)),
            Arith::MinI | Arith::MaxI => Ok(self.extremum(op, arith)),
            Arith::ShlI | Arith::ShrI => Ok(self.shift(op, arith)),
            Arith::NegI => Ok(self.negate(op)),
            Arith::AbsI => Ok(self.absolute(op)),
            Arith::Select => Ok(self.select(op)),
            Arith::ExtI => Ok(self.extend(op)),
            Arith::TruncI => Ok(self.truncate(op)),
            Arith::IToF => Ok(self.int_to_float(op)),
            // Out of range LLVM knows no result.
            Arith::FToI => Ok(None),
            Arith::FpToFp => Ok(self.float_to_float(op)),
            Arith::Bitcast => self.bitcast(op),
            Arith::PtrToInt => self.pointer_to_int(op),
            Arith::IntToPtr => self.int_to_pointer(op),
            Arith::AddPtr => self.add_pointer(op),
        }
    }
}
