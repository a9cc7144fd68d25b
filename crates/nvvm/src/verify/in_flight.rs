//! Registers that the tensor core uses: rules over a whole program.
//!
//! - A value of type `pending` is used at most once, in the block that defines it: its registers belong to the op that uses it,
//!   so no op can read or copy registers that are still being written.
//! - A wait returns sums of a group that it waits for, as far as this is visible in the block of the wait.
//! - Registers of `a` that are defined in a loop are waited for in the block of the product, because the next iteration writes
//!   them.

use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};

use crate::ops::fields;
use crate::{Module, Opcode, Type};

type Found = Vec<(Op, String)>;

pub(super) fn check_program(module: &Module) -> Found {
    let is_product = |op: Op| matches!(module.opcode(op), Opcode::WgmmaFence | Opcode::Wgmma);
    if !preorder(&module.body, module.root).any(is_product) {
        return Found::new();
    }
    let mut found = Found::new();
    taken_once(module, &mut found);
    for op in preorder(&module.body, module.root) {
        for region in module.body.regions(op) {
            for &block in module.body.region_blocks(region) {
                waited_for(module, block, &mut found);
            }
        }
    }
    found
}

fn block_of(module: &Module, value: Value) -> Option<Block> {
    match module.body.def(value) {
        ValueDef::Result(op, _) => module.body.parent_block(op),
        ValueDef::Arg(block, _) => Some(block),
    }
}

fn taken_once(module: &Module, found: &mut Found) {
    let mut taken = rustc_hash::FxHashSet::default();
    for op in preorder(&module.body, module.root) {
        for &value in module.body.operands(op) {
            if !matches!(module.ty(value), Type::Pending(_)) {
                continue;
            }
            if !taken.insert(value) {
                let text = "uses sums in flight that were used before: use the result of that op";
                found.push((op, text.to_owned()));
            } else if block_of(module, value) != module.body.parent_block(op) {
                let text = "uses sums in flight of another block: carry them into the loop or branch, or wait for them before it";
                found.push((op, text.to_owned()));
            }
        }
    }
}

/// A product in its block, and how many groups were closed after it.
struct Begun {
    product: Op,
    groups: i64,
    /// Its `a` is in registers that the next iteration of a loop writes.
    rewritten: bool,
}

fn waited_for(module: &Module, block: Block, found: &mut Found) {
    let mut begun: Vec<Begun> = Vec::new();
    for op in module.body.block_ops(block) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops begin no products and wait for none")]
        match module.opcode(op) {
            Opcode::Wgmma => {
                let rewritten = in_loop(module, module.operand(op, fields::wgmma::a));
                begun.push(Begun { product: op, groups: 0, rewritten });
            }
            Opcode::WgmmaCommit => begun.iter_mut().for_each(|product| product.groups += 1),
            Opcode::WgmmaWait => {
                let pending = module.int(op, fields::wgmma_wait::pending).unwrap_or(0);
                let is_early = |value: &Value| {
                    let product = module.body.def_op(*value);
                    begun.iter().any(|one| Some(one.product) == product && one.groups <= pending)
                };
                if module.operands(op, fields::wgmma_wait::sums).iter().any(is_early) {
                    let text = "gives back sums of a group that it does not wait for";
                    found.push((op, text.to_owned()));
                }
                begun.retain(|product| product.groups <= pending);
            }
            _ => {}
        }
    }
    for product in begun.iter().filter(|product| product.rewritten) {
        let text = "reads registers that the next iteration writes: commit it and wait for it in this block";
        found.push((product.product, text.to_owned()));
    }
}

/// True for registers that are defined in a loop.
fn in_loop(module: &Module, value: Value) -> bool {
    if module.ty(value).registers().is_none() {
        return false;
    }
    if let Some(op) = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Regs) {
        return module
            .body
            .operands(op)
            .iter()
            .any(|&part| block_of(module, part).is_some_and(|block| inside(module, block)));
    }
    block_of(module, value).is_some_and(|block| inside(module, block))
}

fn inside(module: &Module, block: Block) -> bool {
    let mut around = module.body.block_op(block);
    while let Some(op) = around {
        if matches!(module.opcode(op), Opcode::For | Opcode::Loop) {
            return true;
        }
        around = module.body.parent_op(op);
    }
    false
}
