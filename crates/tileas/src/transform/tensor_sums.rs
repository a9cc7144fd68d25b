//! Sums that stay in tensor memory during a loop: the loop carries them, and only products into tensor memory update them.
//!
//! The sum is written into tensor memory before the loop and read after it, and no thread moves it in an iteration. Products in
//! one iteration may follow each other. Such sums take columns during their loop, besides those of other products; they share
//! half of tensor memory with these, so that two thread blocks of a multiprocessor find room, unless there is no other product.

use cranelift_entity::EntitySet;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value, ValueDef};
use rustc_hash::FxHashMap;

use super::tensor_products::{MOST_TENSOR_COLUMNS, memory_of, read, write};
use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode, TileAs};

/// A sum that a loop carries.
struct LoopSum {
    loop_: Op,
    /// The number of the carried value.
    number: usize,
    /// The products that update it, in order.
    products: Vec<Op>,
}

/// Keeps the sums of loops in tensor memory where these products alone update them: the memory of each such product.
pub(super) fn keep(rewriter: &mut Rewriter<'_, TileAs>, dots: &[Op]) -> FxHashMap<Op, Value> {
    let mut kept: FxHashMap<Op, Value> = FxHashMap::default();
    let columns =
        |module: &Module, dot: Op| memory_of(module, dot).map_or(0, |(memory, _)| memory.layout.columns());
    let most = dots.iter().map(|&dot| columns(rewriter.module(), dot)).max().unwrap_or(0);
    let mut known: EntitySet<Op> = EntitySet::new();
    known.extend(dots.iter().copied());
    let mut left = MOST_TENSOR_COLUMNS.saturating_sub(most);
    for &dot in dots {
        if kept.contains_key(&dot) {
            continue;
        }
        let Some(sum) = LoopSum::of(rewriter, &known, dot) else { continue };
        let (own, is_alone) = (columns(rewriter.module(), dot), sum.products.len() == dots.len());
        if own > left && !is_alone {
            continue;
        }
        left = left.saturating_sub(own);
        if let Some(memory) = sum.move_out(rewriter) {
            kept.extend(sum.products.iter().map(|&dot| (dot, memory)));
        }
    }
    kept
}

impl LoopSum {
    /// The sum that a product is the first one to update, if only products do.
    fn of(rewriter: &Rewriter<'_, TileAs>, dots: &EntitySet<Op>, first: Op) -> Option<LoopSum> {
        let module = rewriter.module();
        let carried = module.operand(first, fields::dot::acc);
        let ValueDef::Arg(block, index) = module.body.def(carried) else { return None };
        let loop_ = module.body.block_op(block).filter(|&op| module.opcode(op) == Opcode::For)?;
        let number = (index as usize).checked_sub(1)?;
        let last = module.body.last_op(block).filter(|&op| module.opcode(op) == Opcode::Continue)?;
        if leaves_early(module, loop_, last) {
            return None;
        }
        let (mut value, mut products) = (carried, Vec::new());
        loop {
            let &[user] = &rewriter.users(value)[..] else { return None };
            if rewriter.uses().count(value) != 1 || module.body.parent_block(user) != Some(block) {
                return None;
            }
            if user == last {
                let is_next = module.body.operands(last).get(number) == Some(&value);
                return (is_next && !products.is_empty()).then_some(LoopSum { loop_, number, products });
            }
            if !dots.contains(user) || module.operand(user, fields::dot::acc) != value {
                return None;
            }
            products.push(user);
            value = module.result(user, fields::dot::result);
        }
    }

    /// Writes the sum before the loop and reads it after it.
    fn move_out(&self, rewriter: &mut Rewriter<'_, TileAs>) -> Option<Value> {
        let module = rewriter.module();
        let (memory, swapped) = memory_of(module, self.products[0])?;
        let alike =
            |&dot: &Op| memory_of(module, dot).is_some_and(|other| other == (memory.clone(), swapped));
        if !self.products.iter().all(alike) {
            return None;
        }
        let init = *module.operands(self.loop_, fields::for_::inits).get(self.number)?;
        let result = module.body.results(self.loop_).get(self.number)?;
        let next = module.body.next(self.loop_)?;
        let ty = module.body.ty(result);
        let memory = rewriter.build_before(self.loop_, self.loop_, |b| {
            let tensor = b.module.types.intern(Type::Tensor(memory));
            let memory = b.tensor_alloc().result(tensor).finish().value();
            // Other threads have read what was in these columns.
            b.barrier().finish();
            write(b, init, (memory, swapped));
            memory
        });
        let sum = rewriter.build_before(next, self.loop_, |b| read(b, (memory, swapped), ty));
        rewriter.replace_value(result, sum);
        Some(memory)
    }
}

/// Whether an iteration or the loop may end before the last op of its body.
fn leaves_early(module: &Module, loop_: Op, last: Op) -> bool {
    let around = |op: Op| {
        let mut outer = module.body.parent_op(op);
        while let Some(found) = outer.filter(|&op| !matches!(module.opcode(op), Opcode::For | Opcode::Loop)) {
            outer = module.body.parent_op(found);
        }
        outer
    };
    preorder(&module.body, loop_).any(|op| {
        let leaves = matches!(module.opcode(op), Opcode::Continue | Opcode::Break);
        leaves && op != last && around(op) == Some(loop_)
    })
}
