//! Which products `wgmma` or `tcgen05.mma` has an instruction for, by types and extents.

use ir::Op;
use numerics::Scalar;

use super::refusal::{Refusal, named};
use crate::instruction::warpgroup_sums;
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::{Module, Opcode};

/// Columns of an instruction.
const COLUMNS: std::ops::RangeInclusive<u32> = 8..=256;
/// Bytes of the inner dimension that an instruction takes.
const DEPTH: u32 = 32;

/// The target multiplies matrices of this size and these types.
pub(super) fn multiplies(module: &Module, dot: Op) -> Result<(), Refusal> {
    if module.opcode(dot) != Opcode::Dot {
        let reason = format!("{} has no instruction of warpgroups here", named(module, dot));
        return Err(Refusal::new(dot, reason));
    }
    let tile = |field| module.ty(module.operand(dot, field)).tile().expect("a product is of tiles");
    let [lhs, rhs, sum] = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(tile);
    if sum.shape().len() != 2 {
        return Err(Refusal::new(dot, "it multiplies batches of matrices"));
    }
    let scalars = lhs.elem.scalar().zip(rhs.elem.scalar()).zip(sum.elem.scalar());
    let Some(((left, right), total)) = scalars else {
        return Err(Refusal::new(dot, "it multiplies addresses"));
    };
    if let Some(reason) = no_instruction(instruction(module), [left, right, total]) {
        return Err(Refusal::new(dot, reason));
    }
    let (columns, depth) = (sum.shape()[1], lhs.shape()[1] * left.storage_bits() / 8);
    if !COLUMNS.contains(&columns) {
        let instruction = instruction(module);
        let reason =
            format!("an instruction of {instruction} makes 8 to 256 columns, and the sum has {columns}");
        return Err(Refusal::new(dot, reason));
    }
    if depth < DEPTH {
        let instruction = instruction(module);
        let reason = format!(
            "an instruction of {instruction} takes {DEPTH} bytes of the inner dimension, and the tiles have {depth}"
        );
        return Err(Refusal::new(dot, reason));
    }
    Ok(())
}

/// Why no instruction multiplies these numbers into such a sum.
fn no_instruction(instruction: &str, [left, right, total]: [Scalar; 3]) -> Option<String> {
    let sums = warpgroup_sums(left, right);
    if sums.contains(&total) {
        return None;
    }
    Some(match (left, sums.is_empty()) {
        (Scalar::F32, _) => {
            "no matrix instruction multiplies `f32`: convert the operands to `tf32`, `bf16` or `f16`"
                .to_owned()
        }
        (_, true) => format!("{instruction} does not multiply {left} by {right}"),
        (_, false) => format!("{instruction} does not add products of {left} into {total}"),
    })
}

/// Whether matrices of these numbers may also be contiguous along rows of `a` or columns of `b` (PTX ISA, "Strides" of wgmma, and
/// "Instruction descriptor" of tcgen05, whose layouts of 32 bits along them have no tensor map here).
pub(super) fn takes_either_major(module: &Module, elem: Scalar) -> bool {
    elem.storage_bits() == 16 || (elem.storage_bits() == 8 && is_into_tensor_memory(module))
}

/// Whether the target multiplies into tensor memory.
pub(super) fn is_into_tensor_memory(module: &Module) -> bool {
    target::capability(module)
        .is_some_and(|capability| Feature::TensorMemory.capabilities().contains(&capability))
}

/// The instruction that multiplies for agents, for a reason.
pub(super) fn instruction(module: &Module) -> &'static str {
    if is_into_tensor_memory(module) { "`tcgen05.mma`" } else { "`wgmma`" }
}
