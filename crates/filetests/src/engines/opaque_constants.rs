//! Programs whose constants are not known to a compiler: each is loaded from a global, which could have been written from outside.
//!
//! What a program computes from constants is computed before it is compiled; of such programs the compiled code is tested
//! only like this.

use tilewright::cuda_tile::attrs::{Attr, MemoryOrdering};
use tilewright::cuda_tile::ops::{Builders, Opcode, fields};
use tilewright::cuda_tile::types::{Elem, PtrType, TileType};
use tilewright::cuda_tile::{Dense, Module, Type, build};
use tilewright::ir::build::Builder;
use tilewright::ir::{Op, Value, walk};

use super::instrumented::{self, before, intern};

/// The program with its constants in memory, where a compiler does not know them; none if it has none that memory can hold.
pub(super) fn with_opaque_constants(module: &Module, entry: Op) -> Option<Module> {
    let mut module = module.clone();
    let constants: Vec<Op> =
        walk::preorder(&module.body, entry).filter(|&op| becomes_opaque(&module, entry, op)).collect();
    for (number, &op) in constants.iter().enumerate() {
        let old = module.result(op, fields::constant::result);
        let new = loaded(&mut module, op, &format!("$opaque{number}"))?;
        replace(&mut module, entry, old, new);
    }
    (!constants.is_empty()).then_some(module)
}

/// Whether an op is a constant that may be loaded in place.
fn becomes_opaque(module: &Module, entry: Op, op: Op) -> bool {
    if module.opcode(op) != Opcode::Constant {
        return false;
    }
    let result = module.result(op, fields::constant::result);
    let tile = module.ty(result).as_tile().filter(|tile| {
        let elements: u64 = tile.shape().iter().map(|&extent| u64::from(extent)).product();
        matches!(tile.elem(), Elem::Scalar(scalar) if smith::MEMORY_TYPES.contains(&scalar))
            && elements <= instrumented::MAX_ELEMENTS
    });
    let mut around = std::iter::successors(Some(op), |&op| module.body.parent_op(op));
    let touches_memory = around
        .by_ref()
        .take_while(|&op| op != entry)
        .all(|op| !matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan | Opcode::Generate));
    tile.is_some() && touches_memory
}

/// Loads what a constant is, before it, from a global of this name.
fn loaded(module: &mut Module, op: Op, name: &str) -> Option<Value> {
    let result = module.result(op, fields::constant::result);
    let ty = module.body.ty(result);
    let tile = module.ty(result).as_tile()?.clone();
    let Elem::Scalar(scalar) = tile.elem() else { return None };
    let Attr::Dense(value) =
        module.attrs.get(module.attr(op, fields::constant::value).as_interned()?).clone()
    else {
        return None;
    };
    let dims: Vec<i64> = tile.shape().iter().map(|&extent| i64::from(extent)).collect();
    // A global has one dimension, for any shape of the constant.
    let line = TileType::new(&[dims.iter().product()], Elem::Scalar(scalar)).ok()?;
    let line = intern(module, Type::Tile(line));
    let items = build::items_block(module);
    let value = Attr::Dense(Dense::with_type(&value, line));
    Builder::at_end(module, items).global().sym_name(name).value(value).finish();
    let pointer = TileType::new(&[], Elem::Ptr(PtrType::new(scalar).ok()?)).ok()?;
    let pointer = intern(module, Type::Tile(pointer));
    let base = before(module, op).get_global().name(name).result(pointer).finish().value();
    let token = intern(module, Type::Token);
    if dims.is_empty() {
        let mut b = before(module, op);
        let load = b.load_ptr_tko().source(base).memory_ordering_semantics(MemoryOrdering::Weak);
        return load.result(ty).result_token(token).finish().values::<2>().first().copied();
    }
    let (view, index) = instrumented::view(module, op, base, scalar, &dims);
    let mut b = before(module, op);
    let load = b.load_view_tko().view(view).index(index).memory_ordering_semantics(MemoryOrdering::Weak);
    load.tile(ty).result_token(token).finish().values::<2>().first().copied()
}

fn replace(module: &mut Module, entry: Op, old: Value, new: Value) {
    let ops: Vec<Op> = walk::preorder(&module.body, entry).collect();
    for op in ops {
        module.body.operands_mut(op).iter_mut().filter(|operand| **operand == old).for_each(|at| *at = new);
    }
}
