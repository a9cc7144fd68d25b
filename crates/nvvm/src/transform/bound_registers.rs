//! `bound-registers`: which kernels say how many registers `ptxas` may use.
//!
//! The model: of a kernel that says only how many threads a block has, `ptxas` chooses the number of registers itself, with
//! the occupancy in mind. Where what is live exceeds by far what a thread can have, it gives up, takes 32 to 168 registers
//! and spills all the more. `minctas = 1` makes it take [`limit`]. Where registers suffice the same directive would
//! cost occupancy, and where they are exceeded by little it makes `ptxas` spill more, because it then schedules for latency;
//! such kernels stay as they are, as do those of which the program gives the occupancy.

use ir::Op;
use ir::walk::preorder;

use crate::ops::fields::func;
use crate::registers::{limit, pressure};
use crate::{Module, Opcode};

/// Sets `minctas = 1` on kernels that need it; true when there is one.
pub fn bound_registers(module: &mut Module) -> bool {
    let kernels = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func);
    let unbound: Vec<Op> = kernels.filter(|&op| is_unbound(module, op) && exceeds(module, op)).collect();
    for &op in &unbound {
        let slot = ir::build::IntoAttr::into_attr(1i64, module);
        module.set_attr(op, func::minctas, slot);
    }
    !unbound.is_empty()
}

fn is_unbound(module: &Module, op: Op) -> bool {
    module.int(op, func::minctas).is_none() && module.int(op, func::maxreg).is_none()
}

fn exceeds(module: &Module, op: Op) -> bool {
    let threads = module.int(op, func::reqntid).and_then(|threads| u32::try_from(threads).ok()).unwrap_or(1);
    pressure(module, op) > limit(threads, 1)
}
