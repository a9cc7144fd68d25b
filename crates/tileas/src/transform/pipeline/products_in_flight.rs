//! Products that stay in flight until the next iteration: tensor cores multiply while threads wait for the next stage.
//!
//! ```text
//! consumer_wait                            consumer_wait
//! copy into the stage read last            begin the product
//! begin the product              =>        wait for that of the iteration before; barrier
//! wait for it                              copy into the stage that it has read
//! ```
//!
//! The product of an iteration is begun before that of the one before has ended, so the tensor cores need not wait for threads. The
//! barrier tells all threads that the products of all warpgroups have read the stage that is overwritten next. A sum stays in
//! flight if only products update it in the loop, and if nothing in the loop overwrites what they read but these copies.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, Value};

use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode, TileAs};

type Rewrite<'m> = Rewriter<'m, TileAs>;

/// A sum that the loop carries, and that only products update.
struct Sum {
    /// The number of the carried value.
    number: usize,
    /// Its products in order, each with its wait.
    products: Vec<[Op; 2]>,
}

/// Keeps the products of a loop that copies ahead in flight until the next iteration, where that is possible.
pub(super) fn run(rewriter: &mut Rewrite<'_>, loop_: Op) {
    let Some(body) = rewriter.module().block(loop_, fields::for_::body) else { return };
    let sums = sums(rewriter, loop_, body);
    let count: usize = sums.iter().map(|sum| sum.products.len()).sum();
    let stays_in_flight = |op: &Op| sums.iter().any(|sum| sum.products.iter().any(|[dot, _]| dot == op));
    let ops: Vec<Op> = rewriter.module().body.block_ops(body).collect();
    let Some(&last) = ops.iter().rev().find(|op| stays_in_flight(op)) else { return };
    sums.iter().for_each(|sum| sum.carry_in_flight(rewriter, loop_, body));
    let anchor = rewriter.module().body.next(last).expect("a product ends no block");
    let begun = rewriter.module().body.result(last, 0);
    let ty = rewriter.module().body.ty(begun);
    let users = rewriter.users(begun);
    let waited = rewriter.build_before(anchor, last, |b| {
        let waited = b.dot_wait().acc(begun).pending(count as i64).result(ty).finish().value();
        b.barrier().finish();
        waited
    });
    users.into_iter().for_each(|user| rewriter.replace_uses_in(user, begun, waited));
    copies(rewriter.module(), &ops).into_iter().for_each(|op| rewriter.move_before(op, anchor));
}

/// The ops that copy ahead.
fn copies(module: &Module, ops: &[Op]) -> Vec<Op> {
    let place = |opcode: Opcode| ops.iter().position(|&op| module.opcode(op) == opcode);
    let bounds = place(Opcode::ConsumerWait).zip(place(Opcode::ProducerCommit));
    bounds.map_or_else(Vec::new, |(wait, commit)| ops[wait + 1..=commit].to_vec())
}

/// The sums of a loop whose products may stay in flight.
fn sums(rewriter: &Rewrite<'_>, loop_: Op, body: Block) -> Vec<Sum> {
    let count = rewriter.module().operands(loop_, fields::for_::inits).len();
    (0..count).filter_map(|number| Sum::of(rewriter, (loop_, body), number)).collect()
}

impl Sum {
    /// A carried value, if each iteration adds products to it and does nothing else with it.
    fn of(rewriter: &Rewrite<'_>, (loop_, body): (Op, Block), number: usize) -> Option<Sum> {
        let module = rewriter.module();
        let end = module.body.last_op(body)?;
        let (mut value, mut products) = (module.body.block_args(body).get(number + 1)?, Vec::new());
        loop {
            let user = only_user(rewriter, body, value)?;
            if user == end {
                let is_next = module.body.operands(end).get(number) == Some(&value);
                return (is_next && !products.is_empty()).then_some(Sum { number, products });
            }
            if module.opcode(user) != Opcode::AsyncDot
                || module.operand(user, fields::async_dot::acc) != value
            {
                return None;
            }
            let read =
                [fields::async_dot::lhs, fields::async_dot::rhs].map(|field| module.operand(user, field));
            if !read.iter().all(|&value| is_kept(module, (loop_, body), value)) {
                return None;
            }
            let wait = only_user(rewriter, body, module.body.result(user, 0))?;
            value = module.body.results(wait).get(0).filter(|_| module.opcode(wait) == Opcode::DotWait)?;
            products.push([user, wait]);
        }
    }

    /// The loop carries the sum in flight, and a wait after the loop completes it.
    fn carry_in_flight(&self, rewriter: &mut Rewrite<'_>, loop_: Op, body: Block) {
        let module = rewriter.module();
        let init = module.operand_range(loop_, fields::for_::inits).start + self.number;
        let acc = module.body.operands(loop_)[init];
        let argument = module.body.block_args(body).get(self.number + 1).expect("a sum is carried");
        let result = module.body.results(loop_).get(self.number).expect("a sum is carried");
        let pending = module.body.ty(module.body.result(self.products[0][0], 0));
        let tile = module.body.ty(result);
        let begun = rewriter.build_before(loop_, self.products[0][0], |b| {
            b.module.body.set_ty(argument, pending);
            b.module.body.set_ty(result, pending);
            b.dot_begin().acc(acc).result(pending).finish().value()
        });
        rewriter.set_operand(loop_, init, begun);
        for &[dot, wait] in &self.products {
            let begun = rewriter.module().body.result(dot, 0);
            rewriter.replace_op(wait, &[begun]);
        }
        let users = rewriter.users(result);
        let next = rewriter.module().body.next(loop_).expect("a loop ends no block");
        let sum = rewriter.build_before(next, self.products[0][0], |b| {
            b.dot_wait().acc(result).result(tile).finish().value()
        });
        users.into_iter().for_each(|user| rewriter.replace_uses_in(user, result, sum));
    }
}

/// The only user of a value, if that is an op of a block which uses it once.
fn only_user(rewriter: &Rewrite<'_>, body: Block, value: Value) -> Option<Op> {
    let &[user] = &rewriter.users(value)[..] else { return None };
    let is_here = rewriter.module().body.parent_block(user) == Some(body);
    (is_here && rewriter.uses().count(value) == 1).then_some(user)
}

/// Whether a product may read an operand until the next iteration: a stage, or a buffer that the loop does not write. Registers are
/// written as soon as they are used no more.
fn is_kept(module: &Module, (loop_, body): (Op, Block), operand: Value) -> bool {
    if !matches!(module.ty(operand), Type::Buffer(_)) {
        return false;
    }
    let Some(made) = module.body.def_op(operand) else { return false };
    if module.body.parent_block(made) == Some(body) {
        return module.opcode(made) == Opcode::ConsumerRead;
    }
    preorder(&module.body, loop_).all(|op| op != made && !writes(module, op, operand))
}

fn writes(module: &Module, op: Op, buffer: Value) -> bool {
    module.opcode(op) == Opcode::LocalStore && module.operand(op, fields::local_store::buffer) == buffer
}
