//! A large module, and all that there is to see of one.

use cuda_tile::Module;
use cuda_tile::text::{PrintOptions, Style, print};
use ir::walk::preorder;
use ir::{DebugInfo, Loc, Op};
use smith::{Options, generate};

/// A given number of entries of random ops, each followed by one that has hints and a reduction.
pub(crate) fn large_text(entries: u64) -> String {
    let mut text = String::from("cuda_tile.module @large {\n");
    for seed in 0..entries {
        let module = generate(seed, &Options { ops: 400, ..Options::default() });
        let items = print(&module, &PrintOptions { style: Style::Disassembler, ..PrintOptions::default() });
        text += &items.replace("@k(", &format!("@k{seed}(")).replace("@g", &format!("@g{seed}_"));
        text += &format!(
            "entry @hinted{seed}() optimization_hints=<sm_100 = {{occupancy = {}}}> {{
               %x = constant <f64: {seed}.5> : tile<8xf64>
               %r = reduce %x dim=0 identities=[0x7FF0000000000000 : f64] : tile<8xf64> -> tile<f64>
               (%a: tile<f64>, %b: tile<f64>) {{ %m = maxf %a, %b : tile<f64> yield %m : tile<f64> }}
               return
             }}\n",
            1 + seed % 4
        );
    }
    text + "}\n"
}

/// Gives every op of an entry a line and a scope, of which many are alike.
pub(crate) fn locate(module: &mut Module) {
    let file = module.strings.intern_bytes(b"kernels.py");
    let info = module.debug.intern(DebugInfo::File { name: file, directory: file });
    let unit = module.debug.intern(DebugInfo::CompileUnit { file: info });
    let entries: Vec<Op> = module.body.block_ops(cuda_tile::build::items_block(module)).collect();
    for (number, entry) in entries.into_iter().enumerate() {
        let line = number as u32 % 50 + 1;
        let scope = module.debug.intern(DebugInfo::Subprogram {
            file: info,
            line,
            name: file,
            linkage_name: file,
            compile_unit: unit,
            scope_line: line,
            declaration: false,
        });
        for (index, op) in preorder(&module.body, entry).collect::<Vec<_>>().into_iter().enumerate() {
            let loc = Loc::File { file, line: line + index as u32 / 3, column: 4, end: None };
            let loc = module.locs.intern(loc);
            let loc = module.locs.intern(Loc::Scoped { loc, scope });
            module.body.set_loc(op, loc);
        }
    }
}

/// Everything of a module that there is to see, ids included.
pub(crate) fn everything(module: &Module) -> Vec<String> {
    let body = &module.body;
    let ops = (0..body.op_count() as u32).map(Op::from_u32).map(|op| {
        let of_op = (body.opcode(op), body.operands(op), body.segments(op), body.attrs(op), body.extra(op));
        let place =
            (body.parent_block(op), body.prev(op), body.next(op), body.loc(op), body.span(op), body.head(op));
        let results: Vec<_> =
            body.results(op).into_iter().map(|v| (v, body.ty(v), body.def(v), body.name(v))).collect();
        let regions: Vec<_> = body.regions(op).map(|region| (region, body.region_op(region))).collect();
        let blocks = body.regions(op).flat_map(|region| body.region_blocks(region));
        let blocks: Vec<_> = blocks
            .map(|&block| {
                let args =
                    body.block_args(block).into_iter().map(|v| (v, body.ty(v), body.def(v), body.name(v)));
                (block, args.collect::<Vec<_>>(), body.first_op(block), body.last_op(block))
            })
            .collect();
        format!("{op}: {of_op:?} {place:?} {results:?} {regions:?} {blocks:?}")
    });
    let interned = [
        format!("{:?}", module.types.iter().collect::<Vec<_>>()),
        format!("{:?}", module.attrs.iter().collect::<Vec<_>>()),
        format!("{:?}", module.strings.iter().collect::<Vec<_>>()),
        format!("{:?}", module.locs.iter().collect::<Vec<_>>()),
        format!("{:?}", module.debug.iter().collect::<Vec<_>>()),
    ];
    interned.into_iter().chain(ops).collect()
}
