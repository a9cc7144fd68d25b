//! What threads of a warp and of a block do together.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::{ShuffleKind, VoteKind};
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Opcode, Word};
use tile_core::arith::AtomicRMWMode as Mode;

use crate::emit::{Emit, Written, immediate};

/// All lanes.
fn everybody() -> Operand {
    immediate(0xffff_ffff, 32)
}

impl Emit<'_, '_> {
    pub(crate) fn barrier(&mut self, op: Op) -> Written {
        let id = self.module.int(op, fields::barrier::id).unwrap_or(0);
        let threads = self.module.int(op, fields::barrier::threads).map(Operand::from);
        self.op(Opcode::BarSync, &[], std::iter::once(id.into()).chain(threads));
        Ok(())
    }

    pub(crate) fn warp_barrier(&mut self) -> Written {
        self.op(Opcode::BarWarpSync, &[], [everybody()]);
        Ok(())
    }

    pub(crate) fn grid_dependency(&mut self, action: Word) -> Written {
        if !self.at_least(90) {
            return Err("kernels that depend on each other need sm_90 or later".to_owned());
        }
        self.op(Opcode::Griddepcontrol, &[action], []);
        Ok(())
    }

    /// A shuffle moves 32 bits: less is widened, more goes in two halves.
    pub(crate) fn shuffle(&mut self, op: Op) -> Written {
        use fields::shfl as f;
        let module = self.module;
        let (value, lane) = (module.operand(op, f::value), module.operand(op, f::lane));
        let mode = match module.get(op, f::kind) {
            ShuffleKind::Butterfly => Word::Bfly,
            ShuffleKind::Index => Word::Idx,
            ShuffleKind::Up => Word::Up,
            ShuffleKind::Down => Word::Down,
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
            this.new_op(32, Opcode::ShflSync, &[mode, Word::B32], operands)
        };
        let result = match ty.bits() {
            1 => {
                let word = self.number_of_predicate(register, 32, false);
                let word = exchange(self, word);
                self.new_op(1, Opcode::Setp, &[Word::Ne, Word::B32], [word.into(), 0.into()])
            }
            16 => {
                let word = self.resized(register, 16, 32, false);
                let word = exchange(self, word);
                self.resized(word, 32, 16, false)
            }
            64 => {
                let halves = [self.temp(32), self.temp(32)];
                let vector = Operand::Vector(halves.map(Operand::from).to_vec());
                self.op(Opcode::Mov, &[Word::B64], [vector, register.into()]);
                let halves = halves.map(|half| Operand::from(exchange(self, half)));
                self.new_op(64, Opcode::Mov, &[Word::B64], [Operand::Vector(halves.to_vec())])
            }
            _ => exchange(self, register),
        };
        self.is_in(op, result);
        Ok(())
    }

    pub(crate) fn vote(&mut self, op: Op) -> Written {
        let [source] = self.operands(op);
        let (_, ty) = self.result(op);
        let source = self.reg(source);
        let mode = match self.module.get(op, fields::vote::kind) {
            VoteKind::All => Word::All,
            VoteKind::Any => Word::Any,
            VoteKind::Uniform => Word::Uni,
            VoteKind::Ballot => {
                let ballot = self.new_op(
                    32,
                    Opcode::VoteSync,
                    &[Word::Ballot, Word::B32],
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
        let vote = self.new_op(1, Opcode::VoteSync, &[mode, Word::Pred], [source.into(), everybody()]);
        let vote = if ty == Type::I1 { vote } else { self.number_of_predicate(vote, ty.bits(), false) };
        self.is_in(op, vote);
        Ok(())
    }

    pub(crate) fn redux(&mut self, op: Op) -> Written {
        if !self.at_least(80) {
            return Err("lanes are combined by one instruction on sm_80 or later".to_owned());
        }
        let [source] = self.operands(op);
        let (_, ty) = self.result(op);
        if ty != Type::I32 {
            return Err(format!("lanes combine 32 bits, and {ty} has others"));
        }
        let words: &[Word] = match self.module.get(op, fields::redux::mode) {
            Mode::And => &[Word::And, Word::B32],
            Mode::Or => &[Word::Or, Word::B32],
            Mode::Xor => &[Word::Xor, Word::B32],
            Mode::Add => &[Word::Add, Word::U32],
            Mode::Max => &[Word::Max, Word::S32],
            Mode::Min => &[Word::Min, Word::S32],
            Mode::UMax => &[Word::Max, Word::U32],
            Mode::UMin => &[Word::Min, Word::U32],
            mode @ (Mode::AddF | Mode::Xchg) => {
                return Err(format!("lanes are not combined by `{}`", mode.name()));
            }
        };
        let source = self.reg(source);
        let result = self.new_op(32, Opcode::ReduxSync, words, [source.into(), everybody()]);
        self.is_in(op, result);
        Ok(())
    }
}
