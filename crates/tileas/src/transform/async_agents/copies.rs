//! Copies by tensor maps instead of loads and stores by threads.

use ir::Op;
use ir::rewrite::Rewriter;

use crate::Module;
use crate::ops::{Builders as _, fields};
use crate::transform::attach_tma_desc_args::{maps, stage_loads};

/// Rewrites the loads of a function's stages that have a tensor map; true when one had.
pub(super) fn run(module: &mut Module, func: Op) -> bool {
    let (known, loads) = (maps(module, func), stage_loads(module, func));
    let mut rewriter = Rewriter::new(module);
    for load in loads {
        let map = known.iter().find(|(_, memref, ty)| *memref == load.memref && *ty == load.map);
        let Some(&(desc, ..)) = map else { continue };
        let module = rewriter.module();
        let tiles = module.operand(load.load, fields::tiled_load::tiles);
        let index = module.operands(load.load, fields::tiled_load::index).to_vec();
        rewriter.build_before(load.store, load.load, |b| {
            b.tma_load().tiles(tiles).buffer(load.buffer).desc(desc).index(index).finish();
        });
        rewriter.erase(load.store);
        load.view.into_iter().for_each(|view| rewriter.erase(view));
        rewriter.erase(load.load);
    }
    rewriter.changed()
}
