//! Barriers of warps and of clusters, mbarriers, and reallocation of registers between warps.

use ir::{Op, Value};
use nvvm::attrs::{ArrivalScope, RegisterAction};
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::Operand;
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult, immediate, unless, when};

/// The modifiers of an arrival or a wait with a scope, which stand before the space.
fn scoped(scope: ArrivalScope, semantics: Modifier) -> Vec<Modifier> {
    match scope {
        ArrivalScope::Default => Vec::new(),
        ArrivalScope::Cta => vec![semantics, Modifier::Cta],
        ArrivalScope::Cluster => vec![semantics, Modifier::Cluster],
    }
}

impl Emit<'_, '_> {
    /// An instruction that is executed where the predicate holds, if there is one.
    pub(crate) fn op_where(
        &mut self,
        predicate: Option<Value>,
        opcode: Opcode,
        modifiers: &[Modifier],
        operands: impl IntoIterator<Item = Operand>,
    ) {
        let guard = self.guard_of(predicate);
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(opcode, modifiers, operands);
        self.guard = before;
    }

    pub(crate) fn elect(&mut self, op: Op) -> LoweringResult {
        let (result, _) = self.result(op);
        let elected = self.define(result);
        let both = Operand::Pair(Box::new((Operand::Sink, elected.into())));
        self.op(Opcode::ElectSync, &[], [both, immediate(0xffff_ffff, 32)]);
        Ok(())
    }

    pub(crate) fn setmaxnreg(&mut self, op: Op) -> LoweringResult {
        use fields::setmaxnreg as f;
        let action = match self.module.get(op, f::action) {
            RegisterAction::Increase => Modifier::Inc,
            RegisterAction::Decrease => Modifier::Dec,
        };
        let count = self.module.int(op, f::registers).unwrap_or(0);
        self.op(
            Opcode::Setmaxnreg,
            &[action, Modifier::Sync, Modifier::Aligned, Modifier::U32],
            [count.into()],
        );
        Ok(())
    }

    pub(crate) fn barrier_arrive(&mut self, op: Op) -> LoweringResult {
        use fields::barrier_arrive::{id, threads};
        let numbers = [id, threads].map(|field| self.module.int(op, field).unwrap_or(0).into());
        self.op(Opcode::BarArrive, &[], numbers);
        Ok(())
    }

    pub(crate) fn cluster_arrive(&mut self, op: Op) -> LoweringResult {
        let relaxed = self.module.flag(op, fields::cluster_arrive::relaxed);
        let order = relaxed.then_some(Modifier::Relaxed);
        let modifiers: Vec<Modifier> = order.into_iter().chain([Modifier::Aligned]).collect();
        self.op(Opcode::BarrierClusterArrive, &modifiers, []);
        Ok(())
    }

    pub(crate) fn cluster_wait(&mut self) -> LoweringResult {
        self.op(Opcode::BarrierClusterWait, &[Modifier::Aligned], []);
        Ok(())
    }

    pub(crate) fn mapa(&mut self, op: Op) -> LoweringResult {
        let [address, block] = self.operands(op);
        let (address, block) = (self.reg(address), self.int(block));
        let place =
            self.new_op(32, Opcode::Mapa, &[Modifier::SharedCluster, Modifier::U32], [address.into(), block]);
        self.is_in(op, place);
        Ok(())
    }

    pub(crate) fn mbarrier_init(&mut self, op: Op) -> LoweringResult {
        use fields::mbarrier_init as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let count = module.int(op, f::count).unwrap_or(0);
        let predicate = module.operand_opt(op, f::predicate);
        let modifiers = [self.own_shared(), Modifier::B64];
        self.op_where(predicate, Opcode::MbarrierInit, &modifiers, [place, count.into()]);
        Ok(())
    }

    /// The shared memory of the own thread block, with the modifier of the lowest possible version.
    fn own_shared(&self) -> Modifier {
        if self.at_least(90) { Modifier::SharedCta } else { Modifier::Shared }
    }

    pub(crate) fn mbarrier_inval(&mut self, op: Op) -> LoweringResult {
        use fields::mbarrier_inval as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let predicate = module.operand_opt(op, f::predicate);
        let modifiers = [self.own_shared(), Modifier::B64];
        self.op_where(predicate, Opcode::MbarrierInval, &modifiers, [place]);
        Ok(())
    }

    pub(crate) fn mbarrier_arrive(&mut self, op: Op) -> LoweringResult {
        use fields::mbarrier_arrive as f;
        let module = self.module;
        let address = module.operand(op, f::address);
        let space = match self.space(address) {
            Space::Cluster => Modifier::SharedCluster,
            _ => self.own_shared(),
        };
        let place = self.address(address, module.int(op, f::offset).unwrap_or(0));
        let bytes = module.operand_opt(op, f::bytes).map(|bytes| self.int(bytes));
        let count = Some(module.int(op, f::count).unwrap_or(1)).filter(|&count| count != 1);
        let mut modifiers: Vec<Modifier> =
            bytes.is_some().then_some(Modifier::ExpectTx).into_iter().collect();
        modifiers.extend(scoped(module.get(op, f::scope), Modifier::Release));
        modifiers.extend([space, Modifier::B64]);
        let operands = [Operand::Sink, place].into_iter().chain(bytes).chain(count.map(Operand::from));
        let predicate = module.operand_opt(op, f::predicate);
        self.op_where(predicate, Opcode::MbarrierArrive, &modifiers, operands);
        Ok(())
    }

    /// Tries until the phase has ended. The hardware suspends a thread for a while in each try, where it has that.
    pub(crate) fn mbarrier_wait(&mut self, op: Op) -> LoweringResult {
        use fields::mbarrier_wait as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let parity = self.int(module.operand(op, f::parity));
        let opcode = if self.at_least(90) { Opcode::MbarrierTryWait } else { Opcode::MbarrierTestWait };
        let mut modifiers = vec![Modifier::Parity];
        modifiers.extend(scoped(module.get(op, f::scope), Modifier::Acquire));
        modifiers.extend([self.own_shared(), Modifier::B64]);
        let again = self.label();
        self.f.place(again);
        let ended = self.new_op(1, opcode, &modifiers, [place, parity]);
        self.branch(Some(unless(ended)), again);
        Ok(())
    }

    pub(crate) fn cp_async_arrive(&mut self, op: Op) -> LoweringResult {
        use fields::cp_async_arrive as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let modifiers = [Modifier::Noinc, self.own_shared(), Modifier::B64];
        self.op(Opcode::CpAsyncMbarrierArrive, &modifiers, [place]);
        Ok(())
    }

    pub(crate) fn cancel_launch(&mut self, op: Op) -> LoweringResult {
        use fields::cancel_launch as f;
        let module = self.module;
        let number = |field| module.int(op, field).unwrap_or(0);
        let to = self.address(module.operand(op, f::address), number(f::offset));
        let barrier = self.address(module.operand(op, f::barrier), number(f::barrier_offset));
        let mut modifiers = vec![Modifier::Async, Modifier::SharedCta, Modifier::MbarrierCompleteTxBytes];
        modifiers.extend(module.flag(op, f::multicast).then_some(Modifier::MulticastClusterAll));
        modifiers.push(Modifier::B128);
        let predicate = module.operand_opt(op, f::predicate);
        self.op_where(predicate, Opcode::ClusterlaunchcontrolTryCancel, &modifiers, [to, barrier]);
        Ok(())
    }

    /// The thread block is asked for only where a launch was cancelled: otherwise the answer does not say one.
    pub(crate) fn cancelled_launch(&mut self, op: Op) -> LoweringResult {
        use fields::cancelled_launch as f;
        let module = self.module;
        let from = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let halves = [self.temp(64), self.temp(64)];
        let pair = || Operand::Vector(halves.iter().map(|&half| half.into()).collect());
        self.op(Opcode::Ld, &[Modifier::SharedCta, Modifier::V2, Modifier::B64], [pair(), from]);
        let answer = self.f.register(ptx::Type::B128);
        self.op(Opcode::Mov, &[Modifier::B128], [answer.into(), pair()]);
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let cancelled = self.define(results[0]);
        let query = Opcode::ClusterlaunchcontrolQueryCancel;
        let modifiers = [Modifier::IsCanceled, Modifier::Pred, Modifier::B128];
        self.op(query, &modifiers, [cancelled.into(), answer.into()]);
        let axes = [Modifier::GetFirstCtaidX, Modifier::GetFirstCtaidY, Modifier::GetFirstCtaidZ];
        for (&result, axis) in results[1..].iter().zip(axes) {
            let register = self.define(result);
            self.copy(32, register, immediate(0, 32));
            let before = self.guard.replace(when(cancelled));
            self.op(query, &[axis, Modifier::B32, Modifier::B128], [register.into(), answer.into()]);
            self.guard = before;
        }
        Ok(())
    }
}
