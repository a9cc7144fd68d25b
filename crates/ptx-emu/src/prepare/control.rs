//! Branches, and the ends of functions and threads.

use ptx::Opcode;
use ptx::module::{Body, Instruction, Operand};

use super::functions::{Layout, targets};
use super::scope::FrameLayout;
use super::{Preparation, Refusal};
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op};
use crate::registers::Row;

impl Preparation<'_> {
    /// The op that executes an instruction that changes the flow of control; `None` for any other.
    pub(super) fn flow(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        frame: &mut FrameLayout,
        layout: &Layout,
        number: usize,
    ) -> Result<Option<Op>, Refusal> {
        let opcode = instruction.opcode();
        let labels = || targets(body, instruction).into_iter().map(|label| layout.place(label));
        Ok(Some(match opcode {
            Opcode::Bra => {
                let target = labels().next().ok_or_else(|| Refusal::new("it has no target"))?;
                Op::Branch { target, reconvergence: layout.reconvergence(number) }
            }
            // The list of targets was resolved with the labels; only the index is a register.
            Opcode::BrxIdx => {
                let index = match instruction.operands.first() {
                    Some(Operand::Register(register)) => frame.registers[super::index(*register) as usize],
                    _ => return Err(Refusal::new("its index is no register")),
                };
                let Row::W(index) = index else { return Err(Refusal::new("its index has not 32 bits")) };
                Op::Select { index, targets: labels().collect(), reconvergence: layout.reconvergence(number) }
            }
            Opcode::Ret => Op::Return,
            Opcode::Exit => Op::Exit,
            Opcode::Trap => Op::Effectful(Box::new(Trap)),
            Opcode::Call => match instruction.operands.first() {
                Some(Operand::Call(call)) => return self.call(body, call, frame).map(Some),
                _ => return Err(Refusal::new("it calls nothing")),
            },
            _ => return Ok(None),
        }))
    }
}

/// `trap`.
#[derive(Debug)]
struct Trap;

impl Effectful for Trap {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let fault = Fault::new(codes::TRAP, "a thread executed `trap`, which ends the grid");
        Err(cx.at_lane(fault, cx.mask.trailing_zeros()))
    }
}
