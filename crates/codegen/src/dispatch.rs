//! Which family writes an op.

use ir::Op;
use nvvm::Opcode as Nv;

use crate::emit::{Emit, LoweringResult};

impl Emit<'_, '_> {
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
            Nv::Clz => self.count_bits(op, ptx::Opcode::Clz),
            Nv::Popc => self.count_bits(op, ptx::Opcode::Popc),
            Nv::MulHiS => self.mul_hi_signed(op),
            Nv::MulWide => self.mul_wide(op),
            Nv::Approx => self.approximation(op),
            Nv::DivApprox => self.approximate_division(op),
            Nv::Narrow => self.narrow(op),
            Nv::Widen => self.widen(op),
            Nv::Ld => self.load_memory(op),
            Nv::St => self.store_memory(op),
            Nv::Atom => self.atom(op),
            Nv::Cas => self.cas(op),
            Nv::MultimemLdReduce => self.multimem_ld_reduce(op),
            Nv::MultimemSt => self.multimem_st(op),
            Nv::MultimemRed => self.multimem_red(op),
            Nv::Fence => self.fence(op),
            Nv::Barrier => self.barrier(op),
            Nv::WarpBarrier => self.warp_barrier(),
            Nv::Shfl => self.shuffle(op),
            Nv::Vote => self.vote(op),
            Nv::Redux => self.redux(op),
            Nv::Mma => self.mma(op),
            Nv::LdMatrix => self.ldmatrix(op),
            Nv::StMatrix => self.stmatrix(op),
            Nv::CpAsync => self.cp_async(op),
            Nv::CpAsyncCommit => self.cp_async_commit(),
            Nv::CpAsyncWait => self.cp_async_wait(op),
            Nv::CpAsyncArrive => self.cp_async_arrive(op),
            Nv::Regs => self.join_registers(op),
            Nv::Reg => self.one_register(op),
            Nv::Elect => self.elect(op),
            Nv::SetMaxNReg => self.setmaxnreg(op),
            Nv::BarrierArrive => self.barrier_arrive(op),
            Nv::ClusterArrive => self.cluster_arrive(op),
            Nv::ClusterWait => self.cluster_wait(),
            Nv::MapA => self.mapa(op),
            Nv::MbarrierInit => self.mbarrier_init(op),
            Nv::MbarrierInval => self.mbarrier_inval(op),
            Nv::MbarrierArrive => self.mbarrier_arrive(op),
            Nv::MbarrierWait => self.mbarrier_wait(op),
            Nv::TensorMap => self.tensor_map(op),
            Nv::MapReplace => self.map_replace(op),
            Nv::MapPublish => self.map_publish(op),
            Nv::MapAcquire => self.map_acquire(op),
            Nv::PrefetchMap => self.prefetch_map(op),
            Nv::BulkTensorLoad => self.bulk_tensor_load(op),
            Nv::BulkTensorStore => self.bulk_tensor_store(op),
            Nv::BulkCommit => self.bulk_commit(op),
            Nv::BulkWait => self.bulk_wait(op),
            Nv::Wgmma => self.wgmma(op),
            Nv::WgmmaFence => self.wgmma_fence(op),
            Nv::WgmmaCommit => self.wgmma_commit(),
            Nv::WgmmaWait => self.wgmma_wait(op),
            Nv::LaunchDependents => self.grid_dependency(ptx::Modifier::LaunchDependents),
            Nv::GridWait => self.grid_dependency(ptx::Modifier::Wait),
            Nv::HeapAlloc => self.heap_alloc(op),
            Nv::HeapFree => self.heap_free(op),
            Nv::Printf => self.printf(op),
            Nv::Trap => self.trap(op),
            // The shared arithmetic was handled above; its ops are listed so that a new op must be placed.
            tile_core::arith_rows!(tile_core::family_pattern! { Nv; }) => Ok(()),
        }
    }
}
