//! Products into tensor memory of kernels without agents.
//!
//! The kernel takes tensor memory where it begins, and frees it where it returns. All warps execute a product as they execute a
//! barrier. What threads have written before, in shared or in tensor memory, is fenced; a barrier follows, then a lane of the
//! first warp issues the instructions, and all threads wait for the mbarrier at which these arrive. Behind that wait, operands may
//! be overwritten and the sum may be read.
//!
//! A slot in shared memory belongs to each `tcgen05.alloc`:
//!
//! | byte | |
//! |---|---|
//! | 0 | the address of tensor memory, in the slot of the first one |
//! | 4 | the parity of the next product |
//! | 8 | the mbarrier, whose phases end with two arrivals: of the products, and of the lane that has issued them and written the next parity |
//!
//! Threads read the parity before the barrier of their product, and the lane writes it behind that barrier, so no thread reads
//! it too late; the arrival of the lane publishes what it has written to the next product.

use ir::walk::preorder;
use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::{Issuers, TensorMemory};
use crate::Type;
use crate::attrs::{FenceOrdering, FenceScope, SyncSide};
use crate::from_tileas::{Held, Lower, Lowered};
use crate::ops::{Builders as _, fields};

/// Where the parity of the next product is in a slot.
const PARITY: i64 = 4;
/// Where the mbarrier is.
const BARRIER: i64 = 8;
/// Arrivals that end a phase: of the products, and of the lane that issues them.
const ARRIVALS: i64 = 2;

impl Lower<'_> {
    /// Takes the tensor memory of a kernel without agents.
    pub(in crate::from_tileas) fn begin_tensor_memory(&mut self, func: Op) -> Lowered<()> {
        let module = self.from;
        let of = |wanted: From| preorder(&module.body, func).filter(move |&op| module.opcode(op) == wanted);
        let allocs: Vec<Op> = of(From::TensorAlloc).collect();
        let Some(&first) = allocs.first() else { return Ok(()) };
        if of(From::AgentSwitch).next().is_some() {
            return Err(self.refuse_agents(first));
        }
        let end = allocs.iter().map(|&op| self.first_column(op) + self.columns_of(op)).max().unwrap_or(0);
        let slot = self.slot_of(first);
        self.take_columns((slot, 0), end, false);
        self.on_first_thread(|l| {
            let zero = l.i32(0);
            for &op in &allocs {
                let slot = l.slot_of(op);
                l.b().mbarrier_init().address(slot).count(ARRIVALS).offset(BARRIER).finish();
                l.b().st().address(slot).values([zero].as_slice()).bits(32i64).offset(PARITY).finish();
            }
        });
        self.b().fence().ordering(FenceOrdering::MbarrierInit).scope(FenceScope::Cluster).finish();
        self.barrier();
        self.find_tensor_memory();
        let warp = self.warp_of_block();
        let ty = self.to.types.intern(Type::I1);
        let elected = self.b().elect().result(ty).finish().value();
        let zero = self.i32(0);
        let is_first = self.compare(ComparisonPredicate::Equal, false, warp, zero);
        let leader = self.and(elected, is_first);
        let issuers = Issuers { warp, elected: leader, leader, turns: None };
        self.kernel.tensor = self.kernel.tensor.map(|tensor| tensor.of_kernel(issuers));
        let base = self.kernel.tensor.and_then(TensorMemory::base).expect("the kernel has taken it");
        for op in allocs {
            let column = self.first_column(op);
            let start = self.columns_behind(base, column);
            self.held[self.from.body.result(op, 0)] = Held::Tensor(start);
        }
        Ok(())
    }

    /// A kernel without agents frees its tensor memory where it returns.
    pub(in crate::from_tileas) fn end_tensor_memory(&mut self) {
        if self.kernel.tensor.and_then(TensorMemory::issuers).is_some() {
            self.free_tensor_memory();
        }
    }

    /// Whether the current op works on tensor memory outside of agents.
    pub(super) fn is_product_of_kernel(&self) -> bool {
        self.kernel.tensor.and_then(TensorMemory::issuers).is_some()
    }

    /// `tmem_load`, `tmem_store` and `tcgen05.mma` outside of agents.
    pub(super) fn tensor_op_of_kernel(&mut self, op: Op) -> Lowered<()> {
        self.issuers = self.kernel.tensor.and_then(TensorMemory::issuers);
        #[allow(clippy::wildcard_enum_match_arm, reason = "three ops are lowered here")]
        let lowered = match self.from.opcode(op) {
            From::TensorLoad => self.tensor_load(op),
            From::TensorStore => self.tensor_store(op),
            _ => self.product_of_kernel(op),
        };
        self.issuers = None;
        lowered
    }

    fn product_of_kernel(&mut self, op: Op) -> Lowered<()> {
        let sum = self.from.operand(op, from::tensor_dot::acc);
        let alloc = self
            .from
            .body
            .def_op(sum)
            .expect("a verified product outside of agents has memory of its kernel");
        let slot = self.slot_of(alloc);
        let parity = self.ld_at((slot, PARITY), Type::I32, 32, 1)[0];
        self.fence_proxies();
        self.barrier_with_tensor_memory();
        let (warp, zero) = (self.issuers().warp, self.i32(0));
        let is_first = self.compare(ComparisonPredicate::Equal, false, warp, zero);
        let branch = self.b().if_().condition(is_first).finish().op;
        let then = self.to.block(branch, fields::if_::then).expect("a branch has its block");
        self.in_block(then, |l| {
            l.tensor_dot(op)?;
            l.commit_products((slot, BARRIER), false);
            let (leader, one) = (l.issuers().leader, l.i32(1));
            let next = l.xor(parity, one);
            l.b()
                .st()
                .address(slot)
                .values([next].as_slice())
                .predicate(leader)
                .bits(32i64)
                .offset(PARITY)
                .finish();
            l.b().mbarrier_arrive().address(slot).predicate(leader).offset(BARRIER).finish();
            Ok(())
        })?;
        self.b().mbarrier_wait().address(slot).parity(parity).offset(BARRIER).finish();
        self.b().tmem_fence().side(SyncSide::After).finish();
        Ok(())
    }

    /// A barrier that orders accesses to tensor memory too.
    pub(in crate::from_tileas) fn barrier_with_tensor_memory(&mut self) {
        if !self.is_product_of_kernel() {
            return self.barrier();
        }
        self.b().tmem_fence().side(SyncSide::Before).finish();
        self.barrier();
        self.b().tmem_fence().side(SyncSide::After).finish();
    }

    /// The slot of a `tcgen05.alloc` in shared memory.
    fn slot_of(&mut self, alloc: Op) -> Value {
        let offset = self.offset(alloc, from::tensor_alloc::offset);
        self.shared_at(offset)
    }

    fn first_column(&self, alloc: Op) -> u32 {
        self.offset(alloc, from::tensor_alloc::column)
    }

    fn columns_of(&self, alloc: Op) -> u32 {
        match self.from.ty(self.from.body.result(alloc, 0)) {
            FromType::Tensor(tensor) => tensor.layout.columns(),
            _ => 0,
        }
    }
}
