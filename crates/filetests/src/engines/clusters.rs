//! Programs that ask for clusters, whose thread blocks share the tile blocks where they can.

use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::attrs::{Attr, MemoryOrdering};
use tilewright::cuda_tile::ops::{Opcode, fields};
use tilewright::cuda_tile::roles::{Access, Direction};
use tilewright::driver::engine::Compiled;
use tilewright::ir::{AttrSlot, Op, walk};
use tilewright::numerics::Scalar;

use super::compiled;

/// As the engine `ptx-emu` compiles a program that requests clusters of two or four thread blocks.
pub(super) fn compile(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let ctas = if target == "sm_100a" { 4 } else { 2 };
    compiled::own(&asking(module, ctas), entry, target)
}

/// The program with a hint at each entry that has none.
fn asking(module: &Module, ctas: u64) -> Module {
    let mut module = module.clone();
    let count = module.attrs.intern(Attr::Int { ty: Scalar::I32, bits: ctas });
    let key = module.strings.intern_bytes(b"num_cta_in_cga");
    let hints = module.attrs.intern(Attr::Dict([(key, count)].into()));
    let target = module.strings.intern_bytes(b"default");
    let hints = AttrSlot::interned(module.attrs.intern(Attr::Dict([(target, hints)].into())));
    let free = |&op: &Op| {
        module.opcode(op) == Opcode::Entry && !module.attr(op, fields::entry::optimization_hints).is_present()
    };
    let entries: Vec<Op> = walk::preorder(&module.body, module.root).filter(free).collect();
    for entry in entries {
        module.set_attr(entry, fields::entry::optimization_hints, hints);
    }
    module
}

/// The program of one tile block without what only other tile blocks could see: accesses are ordered by their tokens alone, so
/// that thread blocks can share them.
pub(super) fn weakened(module: &Module) -> Module {
    let mut module = module.clone();
    let ops: Vec<Op> = walk::preorder(&module.body, module.root).collect();
    for op in ops {
        let Some(access) = Access::of(module.spec(op)) else { continue };
        if access.direction == Direction::Update {
            module.set_attr(op, access.ordering, AttrSlot::small(MemoryOrdering::Relaxed as u32));
            continue;
        }
        module.set_attr(op, access.ordering, AttrSlot::small(MemoryOrdering::Weak as u32));
        // A weak access has no scope, as the verifier demands.
        if let Some(scope) = access.scope {
            module.set_attr(op, scope, AttrSlot::ABSENT);
        }
    }
    module
}
