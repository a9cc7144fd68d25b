//! Copies by tensor maps, or by threads (`cp.async`), instead of loads and stores by threads.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};

use crate::ops::{Builders as _, fields};
use crate::transform::attach_tma_desc_args::{maps, stage_loads};
use crate::{Module, Opcode};

/// Rewrites the loads of a function's stages that have a tensor map, or that threads can copy; true when one had.
pub(super) fn run(module: &mut Module, func: Op) -> bool {
    let (known, loads) = (maps(module, func), stage_loads(module, func));
    let by_threads = thread_loads(module, func);
    let mut rewriter = Rewriter::new(module);
    for load in loads {
        let map = known.iter().find(|(_, memref, ty)| *memref == load.memref && *ty == load.map);
        let Some(&(desc, ..)) = map else { continue };
        let module = rewriter.module();
        let tiles = module.operand(load.load, fields::tiled_load::tiles);
        let index = module.operands(load.load, fields::tiled_load::index).to_vec();
        let ranks: Vec<i64> = (0..i64::from(load.parts)).collect();
        rewriter.build_before(load.store, load.load, |b| {
            let copy = b.tma_load().tiles(tiles).buffer(load.buffer).desc(desc).index(index);
            if load.parts > 1 {
                copy.multicast(ranks.as_slice()).by_parts(true).finish();
            } else {
                copy.finish();
            }
        });
        rewriter.erase(load.store);
        load.between.into_iter().for_each(|op| rewriter.erase(op));
        rewriter.erase(load.load);
    }
    for (load, store) in by_threads {
        copy(&mut rewriter, load, store);
        rewriter.erase(store);
        rewriter.erase(load);
    }
    rewriter.changed()
}

/// The loads of groups of elements that threads share and whose tiles are stored in stages, each with its store.
fn thread_loads(module: &Module, func: Op) -> Vec<(Op, Op)> {
    let writes = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::PipelineWrite);
    let blocks = writes.filter_map(|op| module.block(op, fields::pipeline_write::body));
    let ops = blocks.flat_map(|block| module.body.block_ops(block));
    ops.filter_map(|store| thread_load(module, store)).collect()
}

fn thread_load(module: &Module, store: Op) -> Option<(Op, Op)> {
    if module.opcode(store) != Opcode::LocalStore {
        return None;
    }
    let value = module.operand(store, fields::local_store::value);
    let near = |op: &Op| module.body.parent_block(*op) == module.body.parent_block(store);
    let load = module.body.def_op(value).filter(near)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops load no memory")]
    let contiguity = match module.opcode(load) {
        Opcode::Load => fields::load::contiguity,
        Opcode::TiledLoad => fields::tiled_load::contiguity,
        _ => return None,
    };
    let inside = module.body.parent_op(store)?;
    let users = preorder(&module.body, inside).filter(|&op| module.body.operands(op).contains(&value));
    let has_groups = module.ints(load, contiguity).iter().any(|&elements| elements > 1);
    (has_groups && users.count() == 1).then_some((load, store))
}

/// The copy that a load and a store make together.
fn copy(rewriter: &mut Rewriter<'_, crate::TileAs>, load: Op, store: Op) {
    let module = rewriter.module();
    let buffer = module.operand(store, fields::local_store::buffer);
    if module.opcode(load) == Opcode::Load {
        use fields::load as f;
        let (source, mask) = (module.operand(load, f::source), module.operand_opt(load, f::mask));
        let [contiguity, divisibility] =
            [f::contiguity, f::divisibility].map(|field| module.attr(load, field));
        rewriter.build_before(store, load, |b| {
            let copy = b.copy_load().source(source).mask(mask).buffer(buffer);
            copy.contiguity(contiguity).divisibility(divisibility).finish();
        });
        return;
    }
    use fields::tiled_load as f;
    let (tiles, index): (Value, Vec<Value>) =
        (module.operand(load, f::tiles), module.operands(load, f::index).to_vec());
    let [inbounds, contiguity, divisibility] =
        [f::inbounds, f::contiguity, f::divisibility].map(|field| module.attr(load, field));
    rewriter.build_before(store, load, |b| {
        let copy = b.copy_tiled_load().tiles(tiles).index(index).buffer(buffer);
        copy.inbounds(inbounds).contiguity(contiguity).divisibility(divisibility).finish();
    });
}
