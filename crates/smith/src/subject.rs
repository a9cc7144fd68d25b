//! Which element types each op works on.

use cuda_tile::Constraint;
use cuda_tile::ops::{Opcode, Special};
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
    opcode.special().map_or_else(|| of_elementwise(opcode), of_special)
}

/// Those of an element-wise op: its row says what its first operand takes.
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

fn of_special(special: Special) -> &'static [Scalar] {
    use Scalar::*;
    use Special::*;
    match special {
        Iota | GetTensorShape | GetIndexSpaceShape | Assume => INTS,
        For => &[I32, I64, I8, I16],
        MmaF => &[F16, BF16, F32, F64, TF32, F8E4M3FN, F8E5M2],
        MmaI => &[I8],
        MmaFScaled => &[F8E4M3FN, F8E5M2, F4E2M1FN],
        Pack => &[I4, F4E2M1FN, I1, I16, I32, I64, F16, BF16, F32, TF32, F64],
        Unpack => &[I4, F4E2M1FN, I16, I32, I64, F16, BF16, F32, F64],
        Constant | Broadcast | Cat | Permute | Reshape | Extract | Insert => NUMBERS,
        Global
        | GetGlobal
        | LoadPtrTko
        | StorePtrTko
        | Alloca
        | MakeTensorView
        | MakePartitionView
        | MakeStridedView
        | MakeGatherScatterView
        | LoadViewTko
        | StoreViewTko => &MEMORY_TYPES,
        AtomicCasTko => &[I32, I64, F32, F64],
        AtomicRmwTko | AtomicRedViewTko => &[I32, I64, F32, F64, F16, BF16],
        Reduce | Scan => &[I32, I64, I8, I16, I1, F32, F16, BF16, F64],
        PrintTko => &[I32, I64, F32, F64],
        If
        | Loop
        | Yield
        | Break
        | Continue
        | Return
        | Assert
        | MakeToken
        | JoinTokens
        | GetTileBlockId
        | GetNumTileBlocks
        | GdcWaitTko
        | GdcLaunchDependentsTko
        | MemoryFenceAliasTko => &[I32],
        Entry | Module | Generate | ExternElementwise | OptimizationBarrier | Func | Call
        | TestNewAttribute | TestFunc | TestEvolution => &[],
    }
}
