//! The own rule of every op of level 4. Counts, constraints and attributes were found sound before, so fields are there and of
//! the types that their rows say.
//!
//! What depends on the target is not looked at here: writing PTX says what a target lacks.

mod control;
mod lanes;
mod memory;
mod numbers;

use ir::{Field, Op, Value};

use crate::{Module, Opcode, Type};

/// What a rule finds.
type Checked = Result<(), String>;

/// `Err` with the text unless the condition holds.
fn ensure(holds: bool, text: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(text()) }
}

/// An op under check.
struct Check<'m> {
    module: &'m Module,
    op: Op,
}

impl<'m> Check<'m> {
    /// The type of the first value of a field.
    fn ty(&self, field: Field) -> Type {
        let value = match field {
            Field::Operand(_) => self.module.operand(self.op, field),
            Field::Result(_) => self.module.result(self.op, field),
            Field::Attr(_) | Field::Region(_) => unreachable!("operands and results have types"),
        };
        *self.module.ty(value)
    }

    /// The types of the values of an operand field.
    fn types(&self, field: Field) -> Vec<Type> {
        self.module.operands(self.op, field).iter().map(|&value| *self.module.ty(value)).collect()
    }

    /// The types of the results of a field.
    fn result_types(&self, field: Field) -> Vec<Type> {
        self.module.results(self.op, field).map(|value| *self.module.ty(value)).collect()
    }

    /// The types of values, as a list in a message.
    fn types_of(&self, values: impl IntoIterator<Item = Value>) -> Vec<String> {
        values.into_iter().map(|value| self.module.ty(value).to_string()).collect()
    }

    fn int(&self, field: Field) -> Option<i64> {
        self.module.int(self.op, field)
    }
}

/// Checks the own rule of an op.
pub(crate) fn check(module: &Module, op: Op) -> Checked {
    let check = Check { module, op };
    match module.opcode(op) {
        Opcode::Module => Ok(()),
        Opcode::Func => control::func(&check),
        Opcode::Global => memory::global(&check),
        Opcode::Return => control::return_(&check),
        Opcode::Yield => control::yield_(&check),
        Opcode::Continue => control::continue_(&check),
        Opcode::Break => control::break_(&check),
        Opcode::For => control::for_(&check),
        Opcode::Loop => control::loop_(&check),
        Opcode::If => control::if_(&check),
        Opcode::Constant => numbers::constant(&check),
        Opcode::AddressOf => memory::address_of(&check),
        Opcode::DynamicShared => memory::dynamic_shared(&check),
        Opcode::CastSpace => memory::cast_space(&check),
        Opcode::Special => numbers::special(&check),
        Opcode::Pack => numbers::pack(&check),
        Opcode::Unpack => numbers::unpack(&check),
        Opcode::Prmt => numbers::prmt(&check),
        Opcode::Clz | Opcode::Popc => numbers::counts_bits(&check),
        Opcode::MulHiS => numbers::upper_half(&check),
        Opcode::MulWide => numbers::mulwide(&check),
        Opcode::Approx => numbers::approx(&check),
        Opcode::DivApprox => numbers::divapprox(&check),
        Opcode::Narrow => numbers::narrow(&check),
        Opcode::Widen => numbers::widen(&check),
        Opcode::Ld => memory::ld(&check),
        Opcode::St => memory::st(&check),
        Opcode::Atom => memory::atom(&check),
        Opcode::Cas => memory::cas(&check),
        Opcode::Barrier => lanes::barrier(&check),
        Opcode::Shfl => lanes::shfl(&check),
        Opcode::Vote => lanes::vote(&check),
        Opcode::Redux => lanes::redux(&check),
        Opcode::Mma => lanes::mma(&check),
        Opcode::LdMatrix => lanes::ldmatrix(&check),
        Opcode::StMatrix => lanes::stmatrix(&check),
        Opcode::CpAsync => memory::cp_async(&check),
        Opcode::CpAsyncWait => memory::cp_async_wait(&check),
        Opcode::HeapAlloc | Opcode::HeapFree => memory::heap(&check),
        Opcode::Printf => numbers::printf(&check),
        Opcode::Fence
        | Opcode::WarpBarrier
        | Opcode::CpAsyncCommit
        | Opcode::LaunchDependents
        | Opcode::GridWait
        | Opcode::Trap => Ok(()),
        Opcode::ExtI => numbers::widens(&check),
        Opcode::TruncI => numbers::narrows(&check),
        Opcode::Bitcast => numbers::bitcast(&check),
        Opcode::PtrToInt => numbers::ptr_to_int(&check),
        Opcode::IntToPtr => numbers::int_to_ptr(&check),
        Opcode::AddPtr => memory::addptr(&check),
        Opcode::IToF => numbers::itof(&check),
        Opcode::FToI => numbers::ftoi(&check),
        Opcode::FpToFp => numbers::fp_to_fp(&check),
        Opcode::FPowI => numbers::fpowi(&check),
        Opcode::CmpF => numbers::cmpf(&check),
        // Their rows say it all.
        Opcode::AddF
        | Opcode::SubF
        | Opcode::MulF
        | Opcode::DivF
        | Opcode::Fma
        | Opcode::MinF
        | Opcode::MaxF
        | Opcode::RemF
        | Opcode::Pow
        | Opcode::Atan2
        | Opcode::NegF
        | Opcode::AbsF
        | Opcode::Ceil
        | Opcode::Floor
        | Opcode::Sqrt
        | Opcode::Rsqrt
        | Opcode::Exp
        | Opcode::Exp2
        | Opcode::Log
        | Opcode::Log2
        | Opcode::Sin
        | Opcode::Cos
        | Opcode::Tan
        | Opcode::Sinh
        | Opcode::Cosh
        | Opcode::Tanh
        | Opcode::CmpI
        | Opcode::AddI
        | Opcode::SubI
        | Opcode::MulI
        | Opcode::MulHiI
        | Opcode::DivI
        | Opcode::RemI
        | Opcode::MinI
        | Opcode::MaxI
        | Opcode::ShlI
        | Opcode::ShrI
        | Opcode::AndI
        | Opcode::OrI
        | Opcode::XorI
        | Opcode::NegI
        | Opcode::AbsI
        | Opcode::Select => Ok(()),
    }
}
