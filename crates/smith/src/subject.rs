//! Element types of each op.

use cuda_tile::Constraint;
use cuda_tile::compute::Compute;
use cuda_tile::ops::{Group, Opcode, Special};
use numerics::Scalar;

use crate::MEMORY_TYPES;

/// The floats of arithmetic.
const FLOATS: &[Scalar] = &[Scalar::F32, Scalar::F16, Scalar::BF16, Scalar::F64];
/// The integers of arithmetic.
pub(crate) const INTS: &[Scalar] = &[Scalar::I32, Scalar::I64, Scalar::I8, Scalar::I16, Scalar::I1];
/// Every number that a constant may have: all but i4.
pub(crate) const NUMBERS: &[Scalar] = &{
    let mut numbers = [Scalar::I1; Scalar::ALL.len() - 1];
    let mut index = 1;
    while index < numbers.len() {
        numbers[index] = Scalar::ALL[index + 1];
        index += 1;
    }
    numbers
};

/// Element types that an op's main operand may have; a stand-in for ops without one.
pub(crate) fn subject_types(opcode: Opcode) -> &'static [Scalar] {
    opcode.special().map_or_else(|| of_elementwise(opcode), |special| of_special(special, opcode))
}

/// The types of an element-wise op: its row determines the type of its first operand.
fn of_elementwise(opcode: Opcode) -> &'static [Scalar] {
    use Scalar::*;
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others follow from their rows")]
    match opcode {
        Opcode::ExtI => &[I1, I8, I16, I32, I4],
        Opcode::TruncI => &[I8, I16, I32, I64],
        Opcode::FToF | Opcode::FToI => Scalar::FLOATS,
        Opcode::Bitcast => NUMBERS,
        Opcode::Select => {
            &[I1, I8, I16, I32, I64, F16, BF16, F32, TF32, F64, F8E4M3FN, F8E5M2, F8E8M0FNU, FNV8E5M3FNU]
        }
        Opcode::Offset | Opcode::IntToPtr | Opcode::PtrToInt | Opcode::PtrToPtr => &MEMORY_TYPES,
        _ if opcode.spec().operands[0].constraint == Constraint::FloatTile => FLOATS,
        _ => INTS,
    }
}

/// Those of the others: most follow from the class of what they compute.
fn of_special(special: Special, opcode: Opcode) -> &'static [Scalar] {
    use Scalar::*;
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others follow from their class")]
    match special {
        Special::For => &[I32, I64, I8, I16],
        Special::Assume | Special::GetTensorShape | Special::GetIndexSpaceShape => INTS,
        Special::GetGlobal | Special::MakeTensorView | Special::Global | Special::Alloca => &MEMORY_TYPES,
        Special::Broadcast | Special::Permute | Special::Reshape => NUMBERS,
        Special::MmaF => &[F16, BF16, F32, F64, TF32, F8E4M3FN, F8E5M2],
        Special::MmaI => &[I8],
        Special::MmaFScaled => &[F8E4M3FN, F8E5M2, F4E2M1FN],
        Special::Pack => &[I4, F4E2M1FN, I1, I16, I32, I64, F16, BF16, F32, TF32, F64],
        Special::Unpack => &[I4, F4E2M1FN, I16, I32, I64, F16, BF16, F32, F64],
        Special::AtomicCasTko => &[I32, I64, F32, F64],
        Special::PrintTko => &[I32, I64, F32, F64],
        _ => of_class(opcode),
    }
}

fn of_class(opcode: Opcode) -> &'static [Scalar] {
    use Scalar::*;
    let spec = opcode.spec();
    // Random modules contain no ops without a bytecode number, and none that no engine runs by itself.
    if matches!(spec.group, Group::Extension | Group::Preview | Group::Testing) {
        return &[];
    }
    match spec.compute {
        Compute::Elementwise(_) | Compute::Iota => INTS,
        Compute::Constant | Compute::Shape => NUMBERS,
        Compute::Alias | Compute::Load | Compute::Store => &MEMORY_TYPES,
        Compute::Atomic | Compute::Multimem => &[I32, I64, F32, F64, F16, BF16],
        Compute::Fold => &[I32, I64, I8, I16, I1, F32, F16, BF16, F64],
        Compute::Query | Compute::Tokens | Compute::Effect | Compute::Region | Compute::Terminator => &[I32],
        Compute::Extern | Compute::Product | Compute::Generate | Compute::Definition => &[],
    }
}
