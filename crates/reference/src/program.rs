//! A prepared entry: flat code over numbered slots, every type and mode resolved.
//!
//! Structured control flow becomes jumps: each region is a range of instructions, and the instruction at its end
//! contains the target, the values to pass on, and the number of allocation scopes to leave.

use ir::{Op, Value};

use crate::slot::Slot;
use crate::steps::assume::Assume;
use crate::steps::atomics::{CompareAndSwap, ReadModifyWrite, ReduceIntoView};
use crate::steps::control::{Branch, Call, Continue, For, Jump};
use crate::steps::externs::{ExternCall, TileCall};
use crate::steps::fold::{Fold, Generate};
use crate::steps::lanes::Kernel;
use crate::steps::matrix::{MmaFloat, MmaInt, MmaScaled};
use crate::steps::multimem::Multimem;
use crate::steps::output::{Assert, Print};
use crate::steps::pointers::{Alloca, LoadPointers, StorePointers};
use crate::steps::shape::{Cat, Constant, Extract, Insert, Iota, Repack, Strided};
use crate::steps::views::{Extents, IndexSpace, LoadView, MakeTensor, StoreView};

/// Element-wise work.
pub(crate) struct Lanes {
    pub(crate) kernel: Kernel,
    pub(crate) operands: Box<[Slot]>,
    pub(crate) out: Slot,
}

/// The kind of an instruction.
pub(crate) enum Kind {
    /// One kernel over all elements.
    Lanes(Lanes),
    /// The result is the operand: same bits, or the same view.
    Alias {
        /// Operand.
        from: Slot,
        /// Result.
        to: Slot,
    },
    /// A token of tokens.
    Tokens {
        /// Operands.
        from: Box<[Slot]>,
        /// Result.
        to: Slot,
        /// It is a fence between accesses that alias.
        fence: bool,
    },
    /// No effect.
    Nothing,
    Constant(Constant),
    Iota(Iota),
    /// Coordinates of the tile block.
    BlockId([Slot; 3]),
    /// Extents of the grid.
    GridSize([Slot; 3]),
    /// Address of a global.
    GlobalAddress {
        /// Its name.
        name: ir::StrId,
        /// Result.
        out: Slot,
    },
    Strided(Strided),
    Cat(Cat),
    Extract(Extract),
    Insert(Insert),
    Pack(Repack),
    Unpack(Repack),
    Fold(Box<Fold>),
    /// End of the body of a reduce, a scan or a generate.
    FoldYield(Box<[Slot]>),
    Generate(Box<Generate>),
    If(Branch),
    /// End of a branch, break, continue of a `loop`, and entering one.
    Jump(Jump),
    For(Box<For>),
    Continue(Continue),
    Return(Box<[Slot]>),
    Call(Call),
    /// Start of a block that reserves memory: what it reserves is released when the block is left.
    OpenScope,
    /// No operation: values die here that an operation with regions needed until its end.
    Release,
    /// Values that the caller requested.
    Watch(Box<[(Slot, Value)]>),
    Assume(Assume),
    Assert(Assert),
    Print(Print),
    Alloca(Alloca),
    LoadPointers(LoadPointers),
    StorePointers(StorePointers),
    ReadModifyWrite(ReadModifyWrite),
    CompareAndSwap(CompareAndSwap),
    MakeTensor(MakeTensor),
    Extents(Extents),
    IndexSpace(IndexSpace),
    LoadView(LoadView),
    StoreView(StoreView),
    ReduceIntoView(ReduceIntoView),
    Multimem(Multimem),
    MmaFloat(MmaFloat),
    MmaInt(MmaInt),
    MmaScaled(MmaScaled),
    Extern(ExternCall),
    ExternTiles(Box<TileCall>),
}

/// One instruction.
pub(crate) struct Instr {
    /// The operation that it comes from.
    pub(crate) op: Op,
    pub(crate) kind: Kind,
    /// Slots whose values nothing needs after it.
    pub(crate) dies: Box<[Slot]>,
    /// Element operations that one execution takes.
    pub(crate) work: u64,
}

/// An entry or a function that it calls.
pub(crate) struct Function {
    pub(crate) code: Vec<Instr>,
    pub(crate) slots: usize,
    /// Slots of the parameters.
    pub(crate) params: Box<[Slot]>,
}

/// An entry and everything that it calls; the entry is function 0.
pub(crate) struct Program {
    pub(crate) functions: Vec<Function>,
}
