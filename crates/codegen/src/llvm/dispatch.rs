//! Dispatch of ops to the modules that write them, or to inline assembly.

use ir::Op;
use nvvm::Opcode as Nv;

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::LoweringResult;

impl Writer<'_, '_> {
    /// Writes one op.
    pub(crate) fn dispatch(&mut self, op: Op) -> LoweringResult {
        let opcode = self.module.opcode(op);
        if let Some(arith) = opcode.arith() {
            return self.arith(op, arith);
        }
        match opcode {
            Nv::Module | Nv::Func | Nv::Global => Err("it may not stand in a kernel".to_owned()),
            Nv::Return => self.returns(),
            Nv::Yield => self.yields(op),
            Nv::Continue => self.continues(op),
            Nv::Break => self.breaks(op),
            Nv::For => self.for_loop(op),
            Nv::Loop => self.endless_loop(op),
            Nv::If => self.conditional(op),
            Nv::Constant => self.define_constant(op),
            Nv::AddressOf => self.address_of(op),
            Nv::DynamicShared => self.dynamic_shared(op),
            Nv::CastSpace => self.cast_space(op),
            Nv::Special => self.special(op),
            Nv::Pack => self.pack(op),
            Nv::Unpack => self.unpack(op),
            Nv::Prmt => self.prmt(op),
            Nv::Clz => self.count_bits(op, "ctlz"),
            Nv::Popc => self.count_bits(op, "ctpop"),
            Nv::MulHiS => self.mul_hi_signed(op),
            Nv::MulWide => self.mul_wide(op),
            Nv::Approx => self.approximation(op),
            Nv::DivApprox => self.approximate_division(op),
            Nv::Narrow | Nv::Widen => self.assembly(op, Effect::None),
            Nv::Ld => self.load_memory(op),
            Nv::St => self.store_memory(op),
            Nv::Atom | Nv::Cas | Nv::MultimemLdReduce | Nv::MultimemSt | Nv::MultimemRed | Nv::Fence => {
                self.assembly(op, Effect::Memory)
            }
            Nv::Barrier => self.barrier(op),
            Nv::WarpBarrier => self.warp_barrier(),
            Nv::Shfl => self.shuffle(op),
            Nv::Vote => self.vote(op),
            Nv::Redux | Nv::Mma | Nv::MmaScaled => self.assembly(op, Effect::Collective),
            Nv::LdMatrix | Nv::StMatrix => self.assembly(op, Effect::CollectiveInMemory),
            Nv::CpAsync | Nv::CpAsyncCommit | Nv::CpAsyncWait => self.assembly(op, Effect::Memory),
            Nv::LaunchDependents | Nv::GridWait => self.assembly(op, Effect::Memory),
            // Nothing of the path of agents is written as LLVM IR.
            Nv::CpAsyncArrive
            | Nv::Regs
            | Nv::Reg
            | Nv::Elect
            | Nv::SetMaxNReg
            | Nv::BarrierArrive
            | Nv::ClusterArrive
            | Nv::ClusterWait
            | Nv::MapA
            | Nv::MbarrierInit
            | Nv::MbarrierInval
            | Nv::MbarrierArrive
            | Nv::MbarrierWait
            | Nv::TensorMap
            | Nv::MapReplace
            | Nv::MapPublish
            | Nv::MapAcquire
            | Nv::PrefetchMap
            | Nv::BulkTensorLoad
            | Nv::BulkTensorStore
            | Nv::BulkCommit
            | Nv::BulkWait
            | Nv::Wgmma
            | Nv::WgmmaFence
            | Nv::WgmmaCommit
            | Nv::WgmmaWait
            | Nv::TmemAlloc
            | Nv::TmemFree
            | Nv::TmemFence
            | Nv::TmemLoad
            | Nv::TmemStore
            | Nv::TensorMma
            | Nv::TensorMmaScaled
            | Nv::TensorCopy
            | Nv::TensorCommit
            | Nv::CancelLaunch
            | Nv::CancelledLaunch => Err("it is written as PTX alone, not as LLVM IR".to_owned()),
            Nv::HeapAlloc => self.heap_alloc(op),
            Nv::HeapFree => self.heap_free(op),
            Nv::Printf => self.printf(op),
            Nv::Trap => self.trap(op),
            // The shared arithmetic was handled above; its ops are listed so that a new op must be placed.
            tile_core::arith_rows!(tile_core::family_pattern! { Nv; }) => Ok(()),
        }
    }
}
