//! The beginning of one product of warpgroups: `dot` becomes `async_dot`, which reads its factors where they are in
//! memory.

use ir::{Op, TypeId, Value};

use super::Rewrite;
use crate::ops::{Builders as _, fields, warpgroups};
use crate::types::Type;
use crate::{Module, Opcode, multiplies_buffers, multiplies_fragments};

/// A product that is waited for where it is: what its loop does with the sum needs it at once.
pub(super) fn begin_and_wait(rewriter: &mut Rewrite<'_>, dot: Op) {
    let module = rewriter.module();
    let tile = module.body.ty(module.body.result(dot, 0));
    let Some(factors) = factors(module, dot) else { return };
    let begun = begun(rewriter, dot, factors.values, tile);
    let sum = rewriter.build_before(dot, dot, |b| b.dot_wait().acc(begun).result(tile).finish().value());
    rewriter.replace_op(dot, &[sum]);
    factors.erase_loads(rewriter);
}

/// The memory that an operand is loaded from as a whole, in the read of its product.
pub(super) fn buffer(module: &Module, dot: Op, field: ir::Field) -> Option<(Op, Value)> {
    let load = module.body.def_op(module.operand(dot, field))?;
    let near = module.opcode(load) == Opcode::LocalLoad
        && module.body.parent_block(load) == module.body.parent_block(dot);
    let zero = |&value: &Value| {
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
        op.and_then(|op| module.number(op, fields::constant::value)) == Some(0)
    };
    let whole = near && module.operands(load, fields::local_load::offsets).iter().all(zero);
    let buffer = whole.then(|| module.operand(load, fields::local_load::buffer))?;
    let extents = |value: Value| module.ty(value).buffer().map(|buffer| buffer.layout.shape().clone());
    let tile = module.ty(module.body.result(load, 0)).tile()?;
    (extents(buffer).as_ref() == Some(tile.layout.shape())).then_some((load, buffer))
}

/// Begins the product of a read instead of computing it; the read gives the sum in flight.
pub(super) fn begin(rewriter: &mut Rewrite<'_>, read: Op, tile: TypeId) {
    let dot = dot_of(rewriter.module(), read).expect("a candidate reads for a product");
    let factors = factors(rewriter.module(), dot).expect("a candidate multiplies what it reads");
    let begun = begun(rewriter, dot, factors.values, tile);
    let pending = rewriter.module().body.ty(begun);
    rewriter.build_before(dot, dot, |b| {
        let given = b.module.body.result(read, 1);
        b.module.body.set_ty(given, pending);
    });
    rewriter.replace_op(dot, &[begun]);
    factors.erase_loads(rewriter);
}

/// The product of warpgroups in the body of a read.
pub(super) fn dot_of(module: &Module, read: Op) -> Option<Op> {
    let block = module.block(read, fields::pipeline_read::body)?;
    module.body.block_ops(block).find(|&op| warpgroups(module, op).is_some())
}

/// The factors of a product in their place: memory that it loads as a whole, or fragments on the left.
pub(super) struct Factors {
    values: [Value; 2],
    loads: Vec<Op>,
}

impl Factors {
    fn erase_loads(mut self, rewriter: &mut Rewrite<'_>) {
        self.loads.dedup();
        self.loads.into_iter().for_each(|load| rewriter.erase(load));
    }
}

/// The factors of a product; none where `wgmma` does not multiply these.
pub(super) fn factors(module: &Module, dot: Op) -> Option<Factors> {
    use fields::dot as f;
    let (lhs, rhs) = (buffer(module, dot, f::lhs), buffer(module, dot, f::rhs)?);
    let left = lhs.map_or(module.operand(dot, f::lhs), |(_, buffer)| buffer);
    let sum = module.ty(module.body.result(dot, 0)).tile()?;
    let right = module.ty(rhs.1).buffer()?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "operands are buffers or tiles")]
    let fits = match module.ty(left) {
        Type::Buffer(left) => multiplies_buffers(left, right, sum),
        Type::Tile(left) => multiplies_fragments(left, right, sum),
        _ => false,
    };
    let loads = lhs.into_iter().chain([rhs]).map(|(load, _)| load).collect();
    fits.then_some(Factors { values: [left, rhs.1], loads })
}

/// A product in flight like `dot`, in front of that.
fn begun(rewriter: &mut Rewrite<'_>, dot: Op, [lhs, rhs]: [Value; 2], tile: TypeId) -> Value {
    use fields::dot as f;
    let module = rewriter.module();
    let acc = module.operand(dot, f::acc);
    let [signed_lhs, signed_rhs, fast_acc] =
        [f::signed_lhs, f::signed_rhs, f::fast_acc].map(|field| module.attr(dot, field));
    let sum = module.types.get(tile).tile().expect("a product is a tile").clone();
    let pending = rewriter.intern(Type::Pending(sum));
    rewriter.build_before(dot, dot, |b| {
        let begun = b.async_dot().lhs(lhs).rhs(rhs).acc(acc);
        let begun = begun.signed_lhs(signed_lhs).signed_rhs(signed_rhs).fast_acc(fast_acc);
        begun.result(pending).finish().value()
    })
}
