//! Collective operations of a warp and of a block.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::{ShuffleKind, VoteKind};
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::AtomicRMWMode as Mode;

use crate::emit::{Emit, LoweringResult, immediate};

/// All lanes.
fn everybody() -> Operand {
    immediate(0xffff_ffff, 32)
}

impl Emit<'_, '_> {
    pub(crate) fn barrier(&mut self, op: Op) -> LoweringResult {
        let id = self.module.int(op, fields::barrier::id).unwrap_or(0);
        let threads = self.module.int(op, fields::barrier::threads).map(Operand::from);
        self.op(Opcode::BarSync, &[], std::iter::once(id.into()).chain(threads));
        Ok(())
    }

    pub(crate) fn warp_barrier(&mut self) -> LoweringResult {
        self.op(Opcode::BarWarpSync, &[], [everybody()]);
        Ok(())
    }

    pub(crate) fn grid_dependency(&mut self, action: Modifier) -> LoweringResult {
        if !self.at_least(90) {
            return Err("kernels that depend on each other need sm_90 or later".to_owned());
        }
        self.op(Opcode::Griddepcontrol, &[action], []);
        Ok(())
    }

    /// A shuffle moves 32 bits: smaller values are widened, larger ones are split into two halves.
    pub(crate) fn shuffle(&mut self, op: Op) -> LoweringResult {
        use fields::shfl as f;
        let module = self.module;
        let (value, lane) = (module.operand(op, f::value), module.operand(op, f::lane));
        let mode = match module.get(op, f::kind) {
            ShuffleKind::Butterfly => Modifier::Bfly,
            ShuffleKind::Index => Modifier::Idx,
            ShuffleKind::Up => Modifier::Up,
            ShuffleKind::Down => Modifier::Down,
        };
        if self.ty(lane) != Type::I32 {
            return Err("lanes are counted in i32".to_owned());
        }
        let lane = self.int(lane);
        let clamp = immediate(module.int(op, f::clamp).unwrap_or(31) as u64, 32);
        let ty = self.ty(value);
        let register = self.reg(value);
        let exchange = |this: &mut Self, register: Reg| {
            let operands = [register.into(), lane.clone(), clamp.clone(), everybody()];
            this.new_op(32, Opcode::ShflSync, &[mode, Modifier::B32], operands)
        };
        let result = match ty.bits() {
            1 => {
                let number = self.number_of_predicate(register, 32, false);
                let number = exchange(self, number);
                self.new_op(1, Opcode::Setp, &[Modifier::Ne, Modifier::B32], [number.into(), 0.into()])
            }
            16 => {
                let number = self.resized(register, 16, 32, false);
                let number = exchange(self, number);
                self.resized(number, 32, 16, false)
            }
            64 => {
                let halves = [self.temp(32), self.temp(32)];
                let vector = Operand::Vector(halves.map(Operand::from).to_vec());
                self.op(Opcode::Mov, &[Modifier::B64], [vector, register.into()]);
                let halves = halves.map(|half| Operand::from(exchange(self, half)));
                self.new_op(64, Opcode::Mov, &[Modifier::B64], [Operand::Vector(halves.to_vec())])
            }
            _ => exchange(self, register),
        };
        self.is_in(op, result);
        Ok(())
    }

    pub(crate) fn vote(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (_, ty) = self.result(op);
        let source = self.reg(source);
        let mode = match self.module.get(op, fields::vote::kind) {
            VoteKind::All => Modifier::All,
            VoteKind::Any => Modifier::Any,
            VoteKind::Uniform => Modifier::Uni,
            VoteKind::Ballot => {
                let ballot = self.new_op(
                    32,
                    Opcode::VoteSync,
                    &[Modifier::Ballot, Modifier::B32],
                    [source.into(), everybody()],
                );
                if ty.bits() < 32 {
                    return Err(format!("{ty} does not hold a bit for each lane"));
                }
                let ballot = self.resized(ballot, 32, ty.bits(), false);
                self.is_in(op, ballot);
                return Ok(());
            }
        };
        let vote = self.new_op(1, Opcode::VoteSync, &[mode, Modifier::Pred], [source.into(), everybody()]);
        let vote = if ty == Type::I1 { vote } else { self.number_of_predicate(vote, ty.bits(), false) };
        self.is_in(op, vote);
        Ok(())
    }

    pub(crate) fn redux(&mut self, op: Op) -> LoweringResult {
        if !self.at_least(80) {
            return Err("lanes are combined by one instruction on sm_80 or later".to_owned());
        }
        let [source] = self.operands(op);
        let (_, ty) = self.result(op);
        if ty != Type::I32 {
            return Err(format!("lanes combine 32 bits, and {ty} has others"));
        }
        let modifiers: &[Modifier] = match self.module.get(op, fields::redux::mode) {
            Mode::And => &[Modifier::And, Modifier::B32],
            Mode::Or => &[Modifier::Or, Modifier::B32],
            Mode::Xor => &[Modifier::Xor, Modifier::B32],
            Mode::Add => &[Modifier::Add, Modifier::U32],
            Mode::Max => &[Modifier::Max, Modifier::S32],
            Mode::Min => &[Modifier::Min, Modifier::S32],
            Mode::UMax => &[Modifier::Max, Modifier::U32],
            Mode::UMin => &[Modifier::Min, Modifier::U32],
            mode @ (Mode::AddF | Mode::Xchg) => {
                return Err(format!("lanes are not combined by `{}`", mode.name()));
            }
        };
        let source = self.reg(source);
        let result = self.new_op(32, Opcode::ReduxSync, modifiers, [source.into(), everybody()]);
        self.is_in(op, result);
        Ok(())
    }
}
