//! A prepared entry: flat code over slots ([`crate::frame`]), every type, mode and kernel resolved.
//!
//! Structured control flow becomes jumps. Tokens have no place.
//!
//! Places may be shared: what prepares a program packs values that do not live at the same time into the same bytes,
//! and lets the result of an instruction be where an operand dies only if the instruction allows it (`insert`, `mma`,
//! moves). All other instructions read operands and write results that do not overlap.

use ir::Op;
use smallvec::SmallVec;

use crate::context::panel_cache::PanelCapacity;
use crate::frame::{FrameSlot, Pc};
use crate::memory::Global;
use crate::steps::affine::{LoadTile, StoreTile};
use crate::steps::atomics::{CompareAndSwap, ReadModifyWrite, ReduceIntoView};
use crate::steps::control::{Branch, Call, Continue, For, Jump};
use crate::steps::externs::{ExternCall, TileCall};
use crate::steps::fold::each::Each;
use crate::steps::fold::reduce::Reduce;
use crate::steps::fold::scan::Scan;
use crate::steps::fused::Fused;
use crate::steps::matrix::Multiply;
use crate::steps::multimem::Multimem;
use crate::steps::output::{Assert, Print};
use crate::steps::pointers::{Alloca, LoadPointers, StorePointers};
use crate::steps::shape::{Cat, Extract, Insert, Repack};
use crate::steps::views::{Extents, IndexSpace, LoadView, MakeTensor, StoreView};
use crate::steps::watch::Watch;

/// The axes of the grid, the one along which neighbours follow each other first.
pub(crate) type Axes = [usize; 3];

/// One instruction.
pub(crate) struct Step {
    /// The operation that it comes from (of a fused group, the first one; faults name their own).
    pub(crate) op: Op,
    pub(crate) kind: Kind,
}

/// The kind of an instruction. Each payload is in the module that executes it.
pub(crate) enum Kind {
    /// Hands values over and continues elsewhere: end of a branch, `break`, entering a `loop`.
    Jump(Jump),
    /// `if`.
    If(Branch),
    /// Head of a `for`.
    For(Box<For>),
    /// End of an iteration of a `for`.
    Continue(Continue),
    /// Calls a function.
    Call(Call),
    /// Continues after the call whose return address is in this place as a 64-bit number.
    Back(FrameSlot),
    /// The tile block is done.
    Return,
    /// Coordinates of the tile block, 32 bits each, where they are needed.
    BlockId([Option<FrameSlot>; 3]),
    /// Extents of the grid, 32 bits each, where they are needed.
    GridSize([Option<FrameSlot>; 3]),
    /// The address of a global by its position in [`Program::globals`].
    GlobalAddress {
        global: u32,
        out: FrameSlot,
    },
    /// A group of element-wise operations.
    Fused(Box<Fused>),
    Reduce(Box<Reduce>),
    Scan(Box<Scan>),
    /// A reduce, scan or generate whose body is the code that follows.
    Each(Box<Each>),
    /// End of that body: the instruction that it belongs to.
    EndEach(Pc),
    Cat(Box<Cat>),
    Extract(Box<Extract>),
    Insert(Box<Insert>),
    Pack(Repack),
    Unpack(Repack),
    /// A matrix product.
    Multiply(Box<Multiply>),
    Alloca(Alloca),
    /// Frees the memory of these `alloca`s.
    Release(Box<[Pc]>),
    LoadPointers(LoadPointers),
    StorePointers(StorePointers),
    ReadModifyWrite(ReadModifyWrite),
    CompareAndSwap(CompareAndSwap),
    MakeTensor(MakeTensor),
    Extents(Extents),
    IndexSpace(IndexSpace),
    /// Loads or stores through pointers that do not follow from data.
    LoadTile(LoadTile),
    StoreTile(StoreTile),
    LoadView(LoadView),
    StoreView(StoreView),
    ReduceIntoView(ReduceIntoView),
    /// Accesses the memory of several devices.
    Multimem(Box<Multimem>),
    /// Calls a function of the caller.
    Extern(Box<ExternCall>),
    /// Calls a function of the caller on whole tiles.
    ExternTiles(Box<TileCall>),
    Assert(Assert),
    Print(Print),
    /// Shows a value to the caller.
    Watch(Watch),
}

impl Kind {
    /// Whether tile blocks, or the caller, may learn by this when memory was written: whatever was stored before has to
    /// be there for them.
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is weak or touches no memory")]
    pub(crate) fn may_synchronize(&self) -> bool {
        match self {
            Kind::ReadModifyWrite(_)
            | Kind::CompareAndSwap(_)
            | Kind::ReduceIntoView(_)
            | Kind::Extern(_)
            | Kind::ExternTiles(_)
            | Kind::Print(_)
            | Kind::Watch(_) => true,
            Kind::LoadPointers(load) => load.order.is_atomic(),
            Kind::StorePointers(store) => store.order.is_atomic(),
            Kind::LoadView(load) => load.order.is_atomic(),
            Kind::StoreView(store) => store.order.is_atomic(),
            Kind::Multimem(access) => access.order.is_atomic(),
            _ => false,
        }
    }
}

/// A prepared entry.
pub(crate) struct Program {
    pub(crate) code: Vec<Step>,
    /// Places of the parameters: 8 bytes each, the bits of a scalar or the address of a pointer.
    pub(crate) params: SmallVec<[FrameSlot; 8]>,
    /// Globals in the order of the module.
    pub(crate) globals: Vec<Global>,
    /// Bytes of a tile block's frame, a multiple of [`crate::frame::ALIGN`].
    pub(crate) frame: usize,
    /// Bytes of scratch memory that an instruction needs at most.
    pub(crate) scratch: usize,
    /// Capacity of the packed-panel cache of a worker.
    pub(crate) panels: PanelCapacity,
    /// Tile blocks may synchronize with each other, see [`Kind::may_synchronize`].
    pub(crate) synchronizes: bool,
    /// The order in which it pays to run blocks, if it is not that of their numbers and the difference is not
    /// observable.
    pub(crate) order: Option<Axes>,
    /// Constant tiles; the engine keeps them at a multiple of [`crate::frame::ALIGN`].
    pub(crate) constants: Vec<u8>,
}
