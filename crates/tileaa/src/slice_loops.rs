//! `slice-loops`: products of a loop whose operands are too deep for a pipeline, in more and shorter iterations.
//!
//! The loads of such a loop are prefetched into a ring of stages in shared memory, if at least two stages fit. Otherwise whole
//! operands would go through registers in every iteration, and be spilled. An iteration of `n` times the depth is equivalent to
//! `n` iterations: the order of additions does not change.
//!
//! ```text
//! for i, acc { dot(a[r, i], b[i, c], acc) }   ->   for j in n * lower .. n * upper, acc { dot(a'[r, j], b'[j, c], acc) }
//! ```
//!
//! The loop must do nothing else: it carries only the sum, both operands and their block scales come from loads through
//! permutations and conversions, and all other ops are scalar arithmetic.

use ir::analysis::Uses;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;

use crate::arith::MemoryOrdering;
use crate::ops::{Builders as _, fields};
use crate::split::{Tiled, moved_on};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAa};

/// The shortest slice: the depth of the longest matrix instruction, that of bytes.
const SHORTEST: u32 = 32;
/// The same for 4-bit floats with block scales, whose matrix instruction is twice as deep.
const SHORTEST_OF_HALVES: u32 = 64;
/// Stages that a sliced loop is to have room for: the usual number.
const STAGES: u64 = 3;

/// How a loop is sliced.
#[derive(Clone, Debug)]
pub struct Slicing {
    /// The loop.
    pub loop_: Op,
    /// Its product.
    pub dot: Op,
    /// Iterations that each one becomes.
    pub count: u32,
    /// Bytes of both operands and their scales in an iteration, before.
    pub stage: u64,
    /// Tiles that become shorter, and the dimension that they do along.
    cut: Vec<(Value, usize)>,
    loads: Vec<Tiled>,
}

/// Looks at every loop of kernels that agents do not run, for thread blocks that may have `shared` bytes of shared memory.
pub fn decide(module: &Module, shared: u64) -> Vec<Slicing> {
    let uses = Uses::of(&module.body, module.root);
    let sliced = |&op: &Op| module.opcode(op) == Opcode::Func && !module.flag(op, fields::func::agents);
    let funcs = preorder(&module.body, module.root).filter(sliced);
    let loops =
        funcs.flat_map(|func| preorder(&module.body, func)).filter(|&op| module.opcode(op) == Opcode::For);
    loops.filter_map(|loop_| Slicing::of(module, &uses, loop_, shared)).collect()
}

/// Slices every loop that is too deep; true when one was.
pub(crate) fn run(module: &mut Module, shared: u64) -> bool {
    let found = decide(module, shared);
    found.iter().for_each(|slicing| rewrite(module, slicing));
    !found.is_empty()
}

impl Slicing {
    fn of(module: &Module, uses: &Uses, loop_: Op, shared: u64) -> Option<Slicing> {
        use fields::for_;
        let body = module.block(loop_, for_::body)?;
        let starts = constant(module, module.operand(loop_, for_::lower))? >> 31 == 0;
        let by_one = constant(module, module.operand(loop_, for_::step)) == Some(1);
        let carries_sum =
            module.operands(loop_, for_::inits).len() == 1 && module.int(loop_, for_::unsigned).is_none();
        if !(starts && by_one && carries_sum) {
            return None;
        }
        let is_product = |op: &Op| matches!(module.opcode(*op), Opcode::Dot | Opcode::DotScaled);
        let mut dots = module.body.block_ops(body).filter(is_product);
        let dot = dots.next().filter(|_| dots.next().is_none())?;
        let (sum, next) = (module.body.block_args(body).get(1)?, module.body.result(dot, 0));
        let last = module.body.last_op(body)?;
        let adds = module.operand(dot, fields::dot::acc) == sum
            && module.opcode(last) == Opcode::Continue
            && module.body.operands(last) == [next]
            && [sum, next].iter().all(|&value| uses.count(value) == 1);
        let operands = operands(module, dot);
        let tiles = operands.iter().map(|&value| module.ty(value).tile()).collect::<Option<Vec<_>>>()?;
        let stage = tiles.iter().map(|tile| tile.elements() * bits(tile) / 8).sum::<u64>();
        if !adds || 2 * stage <= shared {
            return None;
        }
        let (lhs, least) = (tiles[0], tiles.iter().map(|tile| bits(tile)).min()?);
        let shortest = if least < 8 { SHORTEST_OF_HALVES } else { SHORTEST };
        // A slice has whole blocks that share a scale.
        let depth = *lhs.shape.last()?;
        let scales = tiles.get(2).map_or(depth, |scales| *scales.shape.last().unwrap_or(&1));
        let fits = |count: &u32| STAGES * stage / u64::from(*count) <= shared;
        let mut counts = (1..=(depth / shortest).min(scales).checked_ilog2()?).map(|bit| 1 << bit);
        let count = counts.clone().find(fits).or(counts.next_back())?;
        let mut slicing = Slicing { loop_, dot, count, stage, cut: Vec::new(), loads: Vec::new() };
        let rank = lhs.shape.len();
        // Scales are along the inner dimension of their operand.
        for (value, dim) in operands.into_iter().zip([rank - 1, rank - 2].into_iter().cycle()) {
            slicing.follow(module, (uses, body), value, dim)?;
        }
        let known = |op: Op| op == dot || op == last || slicing.makes(module, op) || is_single(module, op);
        module.body.block_ops(body).all(known).then_some(slicing)
    }

    /// Follows an operand to its load.
    fn follow(
        &mut self,
        module: &Module,
        (uses, body): (&Uses, Block),
        value: Value,
        dim: usize,
    ) -> Option<()> {
        let (mut value, mut dim) = (value, dim);
        loop {
            let op = module.body.def_op(value).filter(|&op| module.body.parent_block(op) == Some(body))?;
            if uses.count(value) != 1 {
                return None;
            }
            self.cut.push((value, dim));
            if module.opcode(op) == Opcode::TiledLoad {
                let weak =
                    module.get::<MemoryOrdering>(op, fields::tiled_load::ordering) == MemoryOrdering::Weak;
                let load = Tiled::of(module, op, dim).filter(|load| !load.is_gathered())?;
                let token = module.body.results(op).iter().skip(1).any(|token| uses.is_used(token));
                self.loads.push(load);
                return (weak && !token).then_some(());
            }
            let operands = module.body.operands(op);
            if module.opcode(op) == Opcode::Permute {
                dim = *module.ints(op, fields::permute::permutation).get(dim)? as usize;
            } else if module.opcode(op).arith().is_none() || operands.len() != 1 {
                return None;
            }
            value = operands[0];
        }
    }

    fn makes(&self, module: &Module, op: Op) -> bool {
        self.cut.iter().any(|&(value, _)| module.body.def_op(value) == Some(op))
    }
}

/// The operands of a product: left and right, and their scales, if it has some.
fn operands(module: &Module, dot: Op) -> Vec<Value> {
    use fields::dot_scaled::{lhs_scale, rhs_scale};
    let scales = (module.opcode(dot) == Opcode::DotScaled).then_some([lhs_scale, rhs_scale]);
    let fields = [fields::dot::lhs, fields::dot::rhs].into_iter().chain(scales.into_iter().flatten());
    fields.map(|field| module.operand(dot, field)).collect()
}

/// Bits of an element of a tile in memory.
fn bits(tile: &TileType) -> u64 {
    tile.elem.scalar().map_or(64, Scalar::storage_bits).into()
}

/// Whether an op computes single numbers, or memory, and may run once more for each slice.
fn is_single(module: &Module, op: Op) -> bool {
    let tiles = module.body.results(op).iter().filter_map(|value| module.ty(value).tile());
    module.effects(op).is_repeatable()
        && module.body.regions(op).len() == 0
        && tiles.into_iter().all(|tile| tile.shape.is_empty())
}

fn constant(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    module.number(op, fields::constant::value)
}

fn rewrite(module: &mut Module, slicing: &Slicing) {
    let &Slicing { loop_, count, .. } = slicing;
    for &(value, dim) in &slicing.cut {
        let mut ty = module.ty(value).tile().expect("tiles are cut").clone();
        ty.shape[dim] /= count;
        let ty = module.types.intern(Type::Tile(ty));
        module.body.set_ty(value, ty);
    }
    let body = module.block(loop_, fields::for_::body).expect("a loop has its body");
    let counter = module.body.block_args(body).get(0).expect("a loop has its counter");
    let narrow = module.body.ty(counter);
    let wide = module.types.intern(Type::scalar_of(Scalar::I64));
    module.body.set_ty(counter, wide);
    let mut rw = Rewriter::new(module);
    multiply_bounds(&mut rw, loop_, (narrow, wide), count);
    let [iteration, slice] = iteration(&mut rw, loop_, (narrow, wide), count);
    for load in &slicing.loads {
        load.shorten(&mut rw, count, |rw, index, [times, parts]| {
            // The usual case: tiles follow each other, and the counter is their number.
            if index == iteration && times == i64::from(count) && parts == 1 {
                return counter;
            }
            moved_on(rw, load.op, (index, times), (slice, parts))
        });
    }
}

/// Lets a loop count slices, in numbers of 64 bits, which the last iteration does not leave.
fn multiply_bounds(rw: &mut Rewriter<'_, TileAa>, loop_: Op, (narrow, wide): (TypeId, TypeId), count: u32) {
    use fields::for_;
    let bounds = [for_::lower, for_::upper].map(|field| rw.module().operand(loop_, field));
    let bounds = rw.build_before(loop_, loop_, |b| {
        let [times, step] = [count, 1]
            .map(|number| b.constant().value(Attr::Number(number.into())).result(wide).finish().value());
        let [lower, upper] = bounds.map(|bound| {
            let bound = if narrow == wide {
                bound
            } else {
                b.exti().source(bound).signed(true).result(wide).finish().value()
            };
            b.muli().lhs(bound).rhs(times).result(wide).finish().value()
        });
        [lower, upper, step]
    });
    for (index, bound) in bounds.into_iter().enumerate() {
        rw.set_operand(loop_, index, bound);
    }
}

/// The iteration that a slice is of, which takes the place of the counter, and the number of the slice in it.
fn iteration(
    rw: &mut Rewriter<'_, TileAa>,
    loop_: Op,
    (narrow, wide): (TypeId, TypeId),
    count: u32,
) -> [Value; 2] {
    let body = rw.module().block(loop_, fields::for_::body).expect("a loop has its body");
    let first = rw.module().body.first_op(body).expect("a body has its end");
    let counter = rw.module().body.block_args(body).get(0).expect("a loop has its counter");
    let users = rw.users(counter);
    let [number, slice] = rw.build_before(first, loop_, |b| {
        let [bits, mask] = [count.ilog2(), count - 1]
            .map(|number| b.constant().value(Attr::Number(number.into())).result(wide).finish().value());
        let number = b.shri().lhs(counter).rhs(bits).result(wide).finish().value();
        let number =
            if narrow == wide { number } else { b.trunci().source(number).result(narrow).finish().value() };
        [number, b.andi().lhs(counter).rhs(mask).result(wide).finish().value()]
    });
    users.into_iter().for_each(|user| rw.replace_uses_in(user, counter, number));
    [number, slice]
}
