//! The own rule of every op of level 4. Counts, constraints and attributes were found sound before, so fields are there and of
//! the types that their rows say.
//!
//! What depends on the target is not looked at here: writing PTX says what a target lacks.

mod control;
mod lanes;
mod memory;
mod numbers;

use ir::{Field, Op};
use tile_core::control::rules::{self, Checked, ensure};

use crate::{Module, Opcode, Type};

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
        Opcode::Return => rules::return_(module, op),
        Opcode::Yield => control::yield_(&check),
        Opcode::Continue => rules::continue_(module, op),
        Opcode::Break => rules::break_(module, op),
        Opcode::For => control::for_(&check),
        Opcode::Loop => rules::loop_(module, op),
        Opcode::If => rules::if_(module, op),
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
        // The rows of the others say it all.
        tile_core::arith_rows!(tile_core::family_pattern! { Opcode; }) => Ok(()),
    }
}
