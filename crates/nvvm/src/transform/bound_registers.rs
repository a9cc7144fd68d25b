//! `bound-registers`: kernels that limit the number of registers for `ptxas`.
//!
//! The model: if a kernel only states the number of threads of a block, `ptxas` chooses the number of registers itself, for
//! high occupancy. If the live values far exceed the registers of a thread, it chooses only 32 to 168 registers and spills even
//! more. With `minctas = 1`, it uses [`limit`]. For kernels with enough registers, this directive would reduce occupancy. For
//! kernels that exceed the limit slightly, it makes `ptxas` spill more, because it then schedules for latency. Such kernels are
//! not changed, and neither are those with an occupancy hint.

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
