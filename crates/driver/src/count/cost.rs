//! What one execution of an operation costs, as far as its types say.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{Elem, TileType};
use cuda_tile::{Module, attrs};
use ir::{Field, Op, Value, walk};
use launch::element;

use super::Work;

/// What an operation is to the counts.
enum Kind {
    /// It computes nothing that counts: constants, shapes, comparisons, selections, conversions, control.
    Free,
    /// So many operations for each element of its result.
    Elementwise(u64),
    /// A product of matrices.
    Product,
    /// Its body runs for each element but the first of every line.
    Fold(Field),
    /// Its body runs for each element.
    Each,
    /// It touches memory.
    Access,
}

fn kind(opcode: Opcode) -> Kind {
    use Opcode as O;
    match opcode {
        O::AbsF | O::AbsI | O::AddF | O::AddI | O::AndI | O::Atan2 | O::Ceil | O::Cos | O::Cosh => {
            Kind::Elementwise(1)
        }
        O::DivF | O::DivI | O::Exp | O::Exp2 | O::ExternElementwise | O::FPowI | O::Floor => {
            Kind::Elementwise(1)
        }
        O::Log | O::Log2 | O::MaxF | O::MaxI | O::MinF | O::MinI | O::MulF | O::MulI => Kind::Elementwise(1),
        O::MulhiI | O::NegF | O::NegI | O::OrI | O::Pow | O::RemF | O::RemI | O::Rsqrt => {
            Kind::Elementwise(1)
        }
        O::ShlI | O::ShrI | O::Sin | O::Sinh | O::Sqrt | O::SubF | O::SubI | O::Tan => Kind::Elementwise(1),
        O::Tanh | O::XorI => Kind::Elementwise(1),
        O::Fma => Kind::Elementwise(2),
        O::MmaF | O::MmaFScaled | O::MmaI => Kind::Product,
        O::Reduce => Kind::Fold(fields::reduce::dim),
        O::Scan => Kind::Fold(fields::scan::dim),
        O::Generate => Kind::Each,
        O::AtomicCasTko | O::AtomicRedViewTko | O::AtomicRmwTko => Kind::Access,
        O::LoadPtrTko | O::LoadViewTko | O::StorePtrTko | O::StoreViewTko => Kind::Access,
        O::Alloca | O::Assert | O::Assume | O::Bitcast | O::Break | O::Broadcast | O::Call | O::Cat => {
            Kind::Free
        }
        O::CmpF | O::CmpI | O::Constant | O::Continue | O::Entry | O::ExtI | O::Extract | O::FToF => {
            Kind::Free
        }
        O::FToI | O::For | O::Func | O::GdcLaunchDependentsTko | O::GdcWaitTko | O::GetGlobal => Kind::Free,
        O::GetIndexSpaceShape | O::GetNumTileBlocks | O::GetTensorShape | O::GetTileBlockId => Kind::Free,
        O::Global | O::IToF | O::If | O::Insert | O::IntToPtr | O::Iota | O::JoinTokens | O::Loop => {
            Kind::Free
        }
        O::MakeGatherScatterView | O::MakePartitionView | O::MakeStridedView | O::MakeTensorView => {
            Kind::Free
        }
        O::MakeToken | O::MemoryFenceAliasTko | O::Module | O::Offset | O::OptimizationBarrier => Kind::Free,
        O::Pack | O::Permute | O::PrintTko | O::PtrToInt | O::PtrToPtr | O::Reshape | O::Return => Kind::Free,
        O::Select | O::TestEvolution | O::TestFunc | O::TestNewAttribute | O::TruncI | O::Unpack => {
            Kind::Free
        }
        O::Yield => Kind::Free,
    }
}

/// The operations that one execution computes, those of its body included. Accesses cost nothing here.
pub(super) fn operations(module: &Module, op: Op) -> Work {
    match kind(module.opcode(op)) {
        Kind::Free | Kind::Access => Work::default(),
        Kind::Elementwise(each) => of_type(tile(module, module.body.result(op, 0)), each),
        Kind::Product => {
            let operands = module.body.operands(op);
            let depth = tile(module, operands[0]).shape().last().copied().unwrap_or(1);
            of_type(tile(module, operands[2]), 2 * u64::from(depth))
        }
        Kind::Fold(dim) => {
            let tile = tile(module, module.body.operands(op)[0]);
            let dim = attrs::int_value(module, module.attr(op, dim)).unwrap_or(0) as usize;
            let line = tile.shape().get(dim).copied().unwrap_or(1) as usize;
            body(module, op, (tile.len() - tile.len() / line) as u64)
        }
        Kind::Each => body(module, op, tile(module, module.body.result(op, 0)).len() as u64),
    }
}

/// Whether the regions of an operation hold pure code, which [`operations`] accounts for.
pub(super) fn has_pure_body(opcode: Opcode) -> bool {
    matches!(kind(opcode), Kind::Fold(_) | Kind::Each)
}

/// Whether it touches memory.
pub(super) fn is_access(opcode: Opcode) -> bool {
    matches!(kind(opcode), Kind::Access)
}

/// Bytes of so many elements of a tile.
pub(super) fn bytes(tile: &TileType, elements: u64) -> u64 {
    match tile.elem() {
        Elem::Scalar(scalar) => element::size_of(scalar, elements).unwrap_or(u64::MAX),
        Elem::Ptr(_) => 8 * elements,
    }
}

/// The type of a value that is a tile, as verified.
pub(super) fn tile(module: &Module, value: Value) -> &TileType {
    module.ty(value).as_tile().expect("a tile, as verified")
}

/// So many operations on each element of a tile.
fn of_type(tile: &TileType, each: u64) -> Work {
    let count = each * tile.len() as u64;
    match tile.elem().scalar() {
        Some(scalar) if scalar.is_float() => Work { float_operations: count, ..Work::default() },
        _ => Work { integer_operations: count, ..Work::default() },
    }
}

fn body(module: &Module, op: Op, times: u64) -> Work {
    let mut once = Work::default();
    for inner in walk::preorder(&module.body, op).filter(|&inner| inner != op) {
        if !has_pure_body(module.opcode(inner)) {
            once.add(&operations(module, inner), 1);
        }
    }
    let mut work = Work::default();
    work.add(&once, times);
    work
}
