//! The specific rule of every op of level 4. Counts, constraints and attributes were verified before, so fields exist and have
//! the types of their rows.
//!
//! Ops that the target does not support at all are refused here, if a target is named. Supported shapes and formats of an
//! instruction are not checked here, but when PTX is generated.

mod barriers;
mod bulk;
mod control;
mod in_flight;
mod lanes;
mod memory;
mod multimem;
mod numbers;
mod products;
mod tensor;

use ir::{Field, Op};
use tile_core::control::rules::{self, Checked, ensure};
use tileas::target::Feature;

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

    /// The target has what the op needs, if a target is named.
    fn needs(&self, feature: Feature) -> Checked {
        let Some(name) = self.module.string(self.module.root, crate::ops::fields::module::target) else {
            return Ok(());
        };
        let name = self.module.text(name);
        let known = Target::read(&name).is_none_or(|target| target.has(feature));
        ensure(known, || {
            format!("needs {}, which {} have and {name} has not", feature.name(), feature.targets())
        })
    }
}

/// A target by its name, `sm_90a`.
struct Target {
    capability: u32,
    /// It has what only this architecture, or its family, has.
    specific: bool,
}

impl Target {
    /// `None` for another name, which writing PTX refuses.
    fn read(name: &str) -> Option<Target> {
        let name = name.strip_prefix("sm_")?;
        let digits = name.strip_suffix(['a', 'f']);
        let capability = digits.unwrap_or(name).parse().ok()?;
        Some(Target { capability, specific: digits.is_some() })
    }

    fn has(&self, feature: Feature) -> bool {
        let general = match feature {
            Feature::Mbarriers | Feature::Clusters | Feature::TensorMaps => true,
            Feature::GatheredBoxes
            | Feature::SharedGatheredBoxes
            | Feature::PackedBoxes
            | Feature::RegisterBudgets
            | Feature::Wgmma
            | Feature::TensorMemory
            | Feature::IntegerTensorMemory
            | Feature::ByteMatrices
            | Feature::BlockScaledMma
            | Feature::LaunchControl => false,
        };
        (general || self.specific) && feature.capabilities().contains(&self.capability)
    }
}

/// Rules about the whole program.
pub(crate) fn check_program(module: &Module) -> Vec<(Op, String)> {
    in_flight::check_program(module)
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
        Opcode::MultimemLdReduce => multimem::ld_reduce(&check),
        Opcode::MultimemSt => multimem::st(&check),
        Opcode::MultimemRed => multimem::red(&check),
        Opcode::Barrier => lanes::barrier(&check),
        Opcode::Shfl => lanes::shfl(&check),
        Opcode::Vote => lanes::vote(&check),
        Opcode::Redux => lanes::redux(&check),
        Opcode::Mma => lanes::mma(&check),
        Opcode::MmaScaled => lanes::mma_scaled(&check),
        Opcode::LdMatrix => lanes::ldmatrix(&check),
        Opcode::StMatrix => lanes::stmatrix(&check),
        Opcode::CpAsync => memory::cp_async(&check),
        Opcode::CpAsyncWait => memory::cp_async_wait(&check),
        Opcode::CpAsyncArrive => barriers::cp_async_arrive(&check),
        Opcode::Elect => barriers::elect(&check),
        Opcode::SetMaxNReg => barriers::setmaxnreg(&check),
        Opcode::BarrierArrive => barriers::barrier_arrive(&check),
        Opcode::ClusterArrive | Opcode::ClusterWait => barriers::cluster(&check),
        Opcode::MapA => barriers::mapa(&check),
        Opcode::MbarrierInit => barriers::mbarrier_init(&check),
        Opcode::MbarrierInval => barriers::mbarrier_inval(&check),
        Opcode::MbarrierArrive => barriers::mbarrier_arrive(&check),
        Opcode::MbarrierWait => barriers::mbarrier_wait(&check),
        Opcode::TensorMap => bulk::tensor_map(&check),
        Opcode::MapReplace => bulk::replace(&check),
        Opcode::MapPublish => bulk::publish(&check),
        Opcode::MapAcquire => bulk::acquire(&check),
        Opcode::PrefetchMap => bulk::prefetch(&check),
        Opcode::BulkTensorLoad => bulk::load(&check),
        Opcode::BulkTensorStore => bulk::store(&check),
        Opcode::BulkCommit => check.needs(Feature::TensorMaps),
        Opcode::BulkWait => bulk::wait(&check),
        Opcode::Regs => products::regs(&check),
        Opcode::Reg => products::reg(&check),
        Opcode::Wgmma => products::wgmma(&check),
        Opcode::WgmmaFence => products::fence(&check),
        Opcode::WgmmaCommit => check.needs(Feature::Wgmma),
        Opcode::WgmmaWait => products::wait(&check),
        Opcode::TmemAlloc => tensor::alloc(&check),
        Opcode::TmemFree => tensor::free(&check),
        Opcode::TmemFence => check.needs(Feature::TensorMemory),
        Opcode::TmemLoad => tensor::load(&check),
        Opcode::TmemStore => tensor::store(&check),
        Opcode::TensorMma => tensor::mma(&check),
        Opcode::TensorMmaScaled => tensor::mma_scaled(&check),
        Opcode::TensorCopy => tensor::copy(&check),
        Opcode::TensorCommit => tensor::commit(&check),
        Opcode::CancelLaunch => barriers::cancel_launch(&check),
        Opcode::CancelledLaunch => barriers::cancelled_launch(&check),
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
