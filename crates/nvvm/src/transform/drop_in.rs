//! Kernels for launchers without metadata: a client that passes a block of one thread, and no dynamic shared memory.
//!
//! Such a client counts tile blocks. With `.blocksareclusters`, the grid counts clusters, and the driver takes the threads of a
//! block from `.reqntid`: the block of the launch must be 1 (CUDA programming guide, "Blocks as Clusters"). Every kernel
//! therefore becomes one whose grid counts clusters, of one block if it had none. Dynamic shared memory becomes static shared
//! memory of the module, if the target allows it. The kernel makes its tensor maps, which would be additional parameters,
//! itself (`kernel_maps`).

use ir::build::{Builder, IntoAttr as _};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{AttrSlot, Op, Value};

use super::kernel_maps::make_maps;
use super::shared_limits::SharedLimits;
use crate::attrs::GlobalSpace;
use crate::ops::{Builders as _, fields};
use crate::types::Space;
use crate::{Module, Opcode, Type};

/// The strictest alignment that shared memory needs: boxes that are swizzled over 128 bytes.
const ALIGNMENT: i64 = 1024;

/// Makes every kernel one that is launched with a block of one thread, without asking for shared memory where the target lets
/// a module declare as much.
pub fn drop_in(module: &mut Module, limits: SharedLimits) {
    let kernels: Vec<Op> =
        preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func).collect();
    for kernel in kernels {
        module.set_attr(kernel, fields::func::blocks_are_clusters, AttrSlot::UNIT);
        if module.int(kernel, fields::func::cluster).is_none() {
            let one = 1i64.into_attr(module);
            module.set_attr(kernel, fields::func::cluster, one);
        }
        if limits.declared == limits.all {
            declare_shared(module, kernel);
        }
        make_maps(module, kernel, limits);
    }
}

/// Declares the resources that a launch of the kernel would have to request.
fn declare_shared(module: &mut Module, kernel: Op) {
    use fields::func::{dynamic_shared, sym_name};
    let Some(bytes) = module.int(kernel, dynamic_shared).filter(|&bytes| bytes > 0) else { return };
    let name = module.string(kernel, sym_name).map(|name| module.text(name).into_owned());
    let symbol = format!("{}$launch", name.unwrap_or_default());
    Builder::before(module, kernel)
        .global()
        .sym_name(symbol.as_str())
        .space(GlobalSpace::Shared)
        .size(bytes)
        .alignment(ALIGNMENT)
        .finish();
    module.set_attr(kernel, dynamic_shared, AttrSlot::ABSENT);
    let asked: Vec<Op> =
        preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::DynamicShared).collect();
    let ty = module.types.intern(Type::Ptr(Space::Shared));
    let mut rewriter = Rewriter::new(module);
    for op in asked {
        let address: Value = rewriter
            .build_before(op, op, |b| b.address_of().name(symbol.as_str()).result(ty).finish().value());
        rewriter.replace_op(op, &[address]);
    }
}
