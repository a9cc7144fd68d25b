//! The shared arithmetic: dispatch to the module that writes each op, and operands.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::Reg;
use tile_core::arith::{Arith, RoundingMode};

use crate::emit::{Emit, LoweringResult, ValueMapping};
use crate::float::{Float, FloatOp};

impl Emit<'_, '_> {
    /// Writes an op of the shared arithmetic.
    pub(crate) fn arith(&mut self, op: Op, arith: Arith) -> LoweringResult {
        use fields as f;
        match arith {
            Arith::AddF => self.float_op(op, FloatOp::Add, f::addf::rounding, f::addf::flush_to_zero),
            Arith::SubF => self.float_op(op, FloatOp::Sub, f::subf::rounding, f::subf::flush_to_zero),
            Arith::MulF => self.float_op(op, FloatOp::Mul, f::mulf::rounding, f::mulf::flush_to_zero),
            Arith::DivF => self.float_op(op, FloatOp::Div, f::divf::rounding, f::divf::flush_to_zero),
            Arith::Fma => self.float_op(op, FloatOp::Fma, f::fma::rounding, f::fma::flush_to_zero),
            Arith::Sqrt => self.float_op(op, FloatOp::Sqrt, f::sqrt::rounding, f::sqrt::flush_to_zero),
            Arith::MinF => self.extremum(op, FloatOp::Min, f::minf::propagate_nan, f::minf::flush_to_zero),
            Arith::MaxF => self.extremum(op, FloatOp::Max, f::maxf::propagate_nan, f::maxf::flush_to_zero),
            Arith::NegF => self.float_unary(op, FloatOp::Neg),
            Arith::AbsF => self.float_unary(op, FloatOp::Abs),
            Arith::Ceil => self.float_unary(op, FloatOp::Ceil),
            Arith::Floor => self.float_unary(op, FloatOp::Floor),
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
            | Arith::Tanh => Err("the pass `expand-math` makes it of other ops; run it first".to_owned()),
            Arith::CmpF => self.compare_floats(op),
            Arith::CmpI => self.compare_integers(op),
            Arith::AddI
            | Arith::SubI
            | Arith::MulI
            | Arith::MulHiI
            | Arith::DivI
            | Arith::RemI
            | Arith::MinI
            | Arith::MaxI
            | Arith::ShlI
            | Arith::ShrI
            | Arith::AndI
            | Arith::OrI
            | Arith::XorI => self.integer_binary(op, arith),
            Arith::NegI => self.negate(op),
            Arith::AbsI => self.absolute(op),
            Arith::Select => self.select(op),
            Arith::ExtI => self.extend(op),
            Arith::TruncI => self.truncate(op),
            Arith::IToF => self.int_to_float(op),
            Arith::FToI => self.float_to_int(op),
            Arith::FpToFp => self.float_to_float(op),
            Arith::Bitcast => self.bitcast(op),
            Arith::PtrToInt => self.pointer_to_int(op),
            Arith::IntToPtr => self.int_to_pointer(op),
            Arith::AddPtr => self.add_pointer(op),
        }
    }

    /// The operands of an op.
    pub(crate) fn operands<const N: usize>(&self, op: Op) -> [Value; N] {
        let operands = self.module.body.operands(op);
        std::array::from_fn(|index| operands[index])
    }

    /// The only result of an op, and its type.
    pub(crate) fn result(&self, op: Op) -> (Value, Type) {
        let value = self.module.body.result(op, 0);
        (value, self.ty(value))
    }

    /// A result is in this register.
    pub(crate) fn is_in(&mut self, op: Op, register: Reg) {
        let (value, _) = self.result(op);
        self.values[value] = ValueMapping::Register(register);
    }

    fn float_op(&mut self, op: Op, kind: FloatOp, rounding: ir::Field, flush: ir::Field) -> LoweringResult {
        let what = Float {
            op: kind,
            rounding: self.module.get(op, rounding),
            flush: self.module.flag(op, flush),
            propagate: false,
        };
        self.floats(op, what)
    }

    fn extremum(&mut self, op: Op, kind: FloatOp, propagate: ir::Field, flush: ir::Field) -> LoweringResult {
        let what = Float {
            op: kind,
            rounding: RoundingMode::NearestEven,
            flush: self.module.flag(op, flush),
            propagate: self.module.flag(op, propagate),
        };
        self.floats(op, what)
    }

    fn float_unary(&mut self, op: Op, kind: FloatOp) -> LoweringResult {
        self.floats(
            op,
            Float { op: kind, rounding: RoundingMode::NearestEven, flush: false, propagate: false },
        )
    }

    fn floats(&mut self, op: Op, what: Float) -> LoweringResult {
        let (_, ty) = self.result(op);
        let operands: Vec<Value> = self.module.body.operands(op).to_vec();
        let operands: Vec<_> = operands.into_iter().map(|value| self.float(value)).collect();
        let register = self.compute(&what, ty, &operands)?;
        self.is_in(op, register);
        Ok(())
    }
}
