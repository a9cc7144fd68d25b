//! Which element types each op works on.

use cuda_tile::ops::Opcode;
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
    use Opcode::*;
    use Scalar::*;
    match opcode {
        AbsF | AddF | Atan2 | Ceil | CmpF | Cos | Cosh | DivF | Exp | Exp2 | Floor | Fma | Log | Log2
        | MaxF | MinF | MulF | NegF | Pow | RemF | Rsqrt | Sin | Sinh | Sqrt | SubF | Tan | Tanh | FPowI => {
            FLOATS
        }
        AbsI | AddI | AndI | CmpI | DivI | MaxI | MinI | MulI | MulhiI | NegI | OrI | RemI | ShlI | ShrI
        | SubI | XorI | Iota | GetTensorShape | GetIndexSpaceShape | IToF | Assume => INTS,
        For => &[I32, I64, I8, I16],
        ExtI => &[I1, I8, I16, I32, I4],
        TruncI => &[I8, I16, I32, I64],
        FToF | FToI => Scalar::FLOATS,
        MmaF => &[F16, BF16, F32, F64, TF32, F8E4M3FN, F8E5M2],
        MmaI => &[I8],
        MmaFScaled => &[F8E4M3FN, F8E5M2, F4E2M1FN],
        Pack => &[I4, F4E2M1FN, I1, I16, I32, I64, F16, BF16, F32, TF32, F64],
        Unpack => &[I4, F4E2M1FN, I16, I32, I64, F16, BF16, F32, F64],
        Bitcast | Constant | Broadcast | Cat | Permute | Reshape | Extract | Insert => NUMBERS,
        Select => {
            &[I1, I8, I16, I32, I64, F16, BF16, F32, TF32, F64, F8E4M3FN, F8E5M2, F8E8M0FNU, FNV8E5M3FNU]
        }
        Global
        | GetGlobal
        | Offset
        | LoadPtrTko
        | StorePtrTko
        | IntToPtr
        | PtrToInt
        | PtrToPtr
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
