//! Instructions that change nothing that a program can see here: caches, the monitor of performance, time, other grids.

use ptx::{Opcode, Type};

use super::Refusal;
use super::scope::Scope;
use crate::codes;
use crate::fault::Fault;
use crate::kernel::Constant;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{Operands, Registers, Row};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    Ok(match scope.instruction.opcode() {
        // The bits of a policy are not documented; no access here depends on them.
        Opcode::Createpolicy => {
            let to = Row::D(scope.d("d", Type::B64)?);
            let from = scope.constant(Constant::Bits(0), Type::B64);
            scope.compute(super::moves::copy_d, &[to, from])
        }
        Opcode::Nanosleep => Op::Effectful(Box::new(Sleep)),
        Opcode::Brkpt => Op::Effectful(Box::new(Break)),
        _ => scope.compute(nothing, &[]),
    })
}

fn nothing(_: &mut Registers, _: &Operands, _: u32) {}

/// `nanosleep`: others have their turn.
#[derive(Debug)]
struct Sleep;

impl Effectful for Sleep {
    fn execute(&self, _cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        Ok(Flow::Poll)
    }
}

/// `brkpt`.
#[derive(Debug)]
struct Break;

impl Effectful for Break {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let fault = Fault::new(codes::TRAP, "a thread executed `brkpt`, without a debugger");
        Err(cx.at_lane(fault, cx.mask.trailing_zeros()))
    }
}
