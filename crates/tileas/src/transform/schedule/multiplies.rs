//! The matrix instruction of agents on a target, and the products that it supports, by types and extents.

use ir::Op;
use numerics::Scalar;

use super::refusal::{Refusal, named};
use crate::instruction::{MatrixInstruction, warpgroup_sums};
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::{Module, Opcode};

/// The unit that multiplies the stages of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Warpgroups, into registers: `wgmma`.
    Warpgroups,
    /// Tensor cores by themselves, into tensor memory: `tcgen05.mma`.
    TensorMemory,
    /// Warps, from and into registers: `mma.sync`.
    Warps,
}

impl Unit {
    /// That of the target of a module; none where no agents are made.
    pub(crate) fn of(module: &Module) -> Option<Unit> {
        Unit::of_capability(target::capability(module)?)
    }

    /// That of a compute capability, as `90`.
    pub(crate) fn of_capability(capability: u32) -> Option<Unit> {
        let units = [
            (Feature::TensorMemory, Unit::TensorMemory),
            (Feature::Wgmma, Unit::Warpgroups),
            (Feature::TensorMaps, Unit::Warps),
        ];
        units
            .into_iter()
            .find(|(feature, _)| feature.capabilities().contains(&capability))
            .map(|(_, unit)| unit)
    }

    /// The instruction, for a reason.
    fn instruction(self) -> &'static str {
        match self {
            Unit::Warpgroups => "`wgmma`",
            Unit::TensorMemory => "`tcgen05.mma`",
            Unit::Warps => "`mma.sync`",
        }
    }
}

/// Columns of an instruction.
const COLUMNS: std::ops::RangeInclusive<u32> = 8..=256;
/// Bytes of the inner dimension that an instruction takes.
const DEPTH: u32 = 32;

/// The target multiplies matrices of this size and these types, scales aside.
pub(super) fn multiplies(module: &Module, dot: Op) -> Result<(), Refusal> {
    if !matches!(module.opcode(dot), Opcode::Dot | Opcode::DotScaled) {
        let reason = format!("{} has no instruction of warpgroups here", named(module, dot));
        return Err(Refusal::new(dot, reason));
    }
    let tile = |field| module.ty(module.operand(dot, field)).tile().expect("a product is of tiles");
    let [lhs, rhs, sum] = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(tile);
    if sum.shape().len() != 2 {
        let help = "multiply one matrix of the batch at a time: the batch is a dimension of the grid, or of a loop around";
        return Err(Refusal::new(dot, "it multiplies batches of matrices").help(help));
    }
    let scalars = lhs.elem.scalar().zip(rhs.elem.scalar()).zip(sum.elem.scalar());
    let Some(((left, right), total)) = scalars else {
        return Err(Refusal::new(dot, "it multiplies addresses"));
    };
    let is_scaled = module.opcode(dot) == Opcode::DotScaled;
    let missing = if is_scaled { None } else { no_instruction(module, [left, right, total]) };
    if let Some(reason) = missing {
        return Err(Refusal::new(dot, reason));
    }
    fills_instruction(module, dot, [sum.shape()[1], lhs.shape()[1] * left.storage_bits() / 8])
}

/// The columns of the sum and the bytes of the inner dimension are those of an instruction.
fn fills_instruction(module: &Module, dot: Op, [columns, depth]: [u32; 2]) -> Result<(), Refusal> {
    if !COLUMNS.contains(&columns) {
        let instruction = instruction(module);
        let reason =
            format!("an instruction of {instruction} computes 8 to 256 columns, and the sum has {columns}");
        return Err(Refusal::new(dot, reason).help("choose tiles whose sum has 8 to 256 columns"));
    }
    if depth < DEPTH {
        let instruction = instruction(module);
        let reason = format!(
            "an instruction of {instruction} takes {DEPTH} bytes of the inner dimension, and the tiles have {depth}"
        );
        let help =
            "load more of the inner dimension at a time: 16 elements of 16 bits, 32 of 8 bits, or more";
        return Err(Refusal::new(dot, reason).help(help));
    }
    Ok(())
}

/// Why no instruction multiplies these numbers into such a sum.
fn no_instruction(module: &Module, [left, right, total]: [Scalar; 3]) -> Option<String> {
    let (sums, instruction) = (warpgroup_sums(left, right), instruction(module));
    let is_known = match Unit::of(module) {
        Some(Unit::Warps) => {
            let capability = target::capability(module).unwrap_or(0);
            MatrixInstruction::for_types(left, right, total, capability).is_some()
                && left.storage_bits() <= 32
        }
        Some(Unit::Warpgroups | Unit::TensorMemory) | None => sums.contains(&total),
    };
    if is_known {
        return None;
    }
    Some(match (left, sums.is_empty()) {
        (Scalar::F32, _) => {
            "no matrix instruction supports `f32`: convert the operands to `tf32`, `bf16` or `f16`".to_owned()
        }
        (_, true) => format!("{instruction} does not multiply {left} by {right}"),
        (_, false) => format!("{instruction} does not add products of {left} into {total}"),
    })
}

/// Whether matrices of these numbers may also be contiguous along rows of `a` or columns of `b` (PTX ISA, "Strides" of
/// wgmma, "Instruction descriptor" of tcgen05, whose layouts of 32 bits along them have no tensor map here, and
/// "ldmatrix", which transposes elements of 16 bits, and bytes on the targets of [`Unit::Warps`]).
pub(super) fn takes_either_major(module: &Module, elem: Scalar) -> bool {
    let takes_bytes = Unit::of(module).is_some_and(|unit| unit != Unit::Warpgroups);
    elem.storage_bits() == 16 || (elem.storage_bits() == 8 && takes_bytes)
}

/// The instruction that multiplies for agents, for a reason.
pub(super) fn instruction(module: &Module) -> &'static str {
    Unit::of(module).unwrap_or(Unit::Warpgroups).instruction()
}
