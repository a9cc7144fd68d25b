//! The cost of one execution of an operation, as far as its types determine it.

use cuda_tile::compute::Compute;
use cuda_tile::elementwise::Elementwise;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{Elem, TileType};
use cuda_tile::{Module, attrs};
use ir::{Op, Value, walk};
use launch::element;

use super::Work;

/// The operations that one execution computes, including those of its body. Accesses are not counted here.
pub(super) fn operations(module: &Module, op: Op) -> Work {
    match module.spec(op).compute {
        Compute::Elementwise(_) => {
            let each = Elementwise::of(module, op).map_or(0, Elementwise::operations);
            of_type(tile(module, module.body.result(op, 0)), each)
        }
        Compute::Extern => of_type(tile(module, module.body.result(op, 0)), 1),
        Compute::Product => {
            let operands = module.body.operands(op);
            let depth = tile(module, operands[0]).shape().last().copied().unwrap_or(1);
            of_type(tile(module, operands[2]), 2 * u64::from(depth))
        }
        // The first element of each line is where combining starts.
        Compute::Fold => {
            let tile = tile(module, module.body.operands(op)[0]);
            let line = tile.shape().get(dimension(module, op)).copied().unwrap_or(1) as usize;
            body(module, op, (tile.len() - tile.len() / line) as u64)
        }
        Compute::Generate => body(module, op, tile(module, module.body.result(op, 0)).len() as u64),
        Compute::Alias
        | Compute::Constant
        | Compute::Iota
        | Compute::Shape
        | Compute::Query
        | Compute::Tokens
        | Compute::Load
        | Compute::Store
        | Compute::Atomic
        | Compute::Multimem
        | Compute::Effect
        | Compute::Region
        | Compute::Terminator
        | Compute::Definition => Work::default(),
    }
}

/// The dimension of a reduction or scan.
fn dimension(module: &Module, op: Op) -> usize {
    let field = if module.opcode(op) == Opcode::Scan { fields::scan::dim } else { fields::reduce::dim };
    attrs::int_value(module, module.attr(op, field)).unwrap_or(0) as usize
}

/// Whether the regions of an operation contain pure code, which [`operations`] counts.
pub(super) fn has_pure_body(opcode: Opcode) -> bool {
    matches!(opcode.spec().compute, Compute::Fold | Compute::Generate)
}

/// Whether it accesses memory.
pub(super) fn is_access(opcode: Opcode) -> bool {
    opcode.spec().compute.is_access()
}

/// Bytes of the given number of elements of a tile.
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

/// The given number of operations on each element of a tile.
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
