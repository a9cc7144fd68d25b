//! Branches, calls, and the ends of functions and threads.

use ptx::Opcode;
use ptx::module::{Body, Call as Called, Callee, Instruction, Operand, Var};

use super::functions::{Layout, targets};
use super::scope::FrameLayout;
use super::{Preparation, Refusal};
use crate::program::{Call, Copied, Op, Row};

impl Preparation<'_> {
    /// What executes an instruction that changes the flow of control; `None` for any other.
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
                Op::Branch { target, join: layout.join(number) }
            }
            Opcode::BrxIdx => {
                let index = match instruction.operands.first() {
                    Some(Operand::Register(register)) => frame.registers[super::index(*register) as usize],
                    _ => return Err(Refusal::new("its index is no register")),
                };
                let Row::W(index) = index else { return Err(Refusal::new("its index has not 32 bits")) };
                Op::Select { index, targets: labels().collect(), join: layout.join(number) }
            }
            Opcode::Ret => Op::Return,
            Opcode::Exit => Op::Exit,
            Opcode::Call => match instruction.operands.first() {
                Some(Operand::Call(call)) => return self.call(call, frame).map(Some),
                _ => return Err(Refusal::new("it calls nothing")),
            },
            _ => return Ok(None),
        }))
    }

    fn call(&mut self, call: &Called, frame: &FrameLayout) -> Result<Op, Refusal> {
        let Callee::Function(id) = call.callee else {
            return Err(Refusal::new("calls through addresses are not covered"));
        };
        let function = &self.module.functions[id];
        if function.body.is_none() {
            return Err(Refusal::new(format!("`{}` is only declared; link what defines it", function.name)));
        }
        // Parameters that a function takes lie first in its frame, in this order.
        let mut place = 0u32;
        let mut places = Vec::new();
        for &variable in function.returns.iter().chain(&function.params) {
            let variable = &self.module.variables[variable];
            place = place.next_multiple_of(variable.alignment().max(1));
            places.push((place, variable.size().unwrap_or(0) as u32));
            place += variable.size().unwrap_or(0) as u32;
        }
        let (results, arguments) = places.split_at(function.returns.len());
        let copied = |operands: &[Operand], places: &[(u32, u32)]| -> Result<Box<[Copied]>, Refusal> {
            let pairs = operands.iter().zip(places);
            pairs
                .map(|(operand, &(callee, bytes))| {
                    let caller = caller_place(operand, frame)?;
                    Ok(Copied { caller, callee, bytes })
                })
                .collect()
        };
        let arguments = copied(&call.arguments, arguments)?;
        let results = copied(&call.returns, results)?;
        Ok(Op::Call(Box::new(Call { function: self.number(id), arguments, results })))
    }
}

/// Where a parameter that is passed lies in the caller's frame.
fn caller_place(operand: &Operand, frame: &FrameLayout) -> Result<u32, Refusal> {
    let variable: Option<Var> = match operand {
        Operand::Variable(variable, 0) => Some(*variable),
        _ => None,
    };
    let place = variable.and_then(|variable| frame.variables.get(&variable));
    place.copied().ok_or_else(|| {
        Refusal::new("parameters in registers are not covered; pass them through .param variables")
    })
}
