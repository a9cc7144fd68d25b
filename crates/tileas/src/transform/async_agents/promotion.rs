//! Promoted sums of 8-bit floats: the tensor core accumulates over a short part of the inner dimension, and the result
//! is added to the sum in registers.
//!
//! The tensor cores of Hopper add products of 8-bit floats with fewer bits than `f32` has. Without `fast_acc`, a
//! program does not permit that for its whole sum, so each product starts at zero, and is added to the sum when it is
//! complete:
//!
//! ```text
//! read { d = a * b + sum }   =>   read { t = a' * b' + 0, waited for; s = sum' + t; d = sum with s }   for each part
//! ```
//!
//! The size of parts depends on the registers of the schedule ([`Promotion`]).

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};

use super::begin::buffer;
use crate::layout::{RegisterLayout, Shape};
use crate::ops::{Builders as _, fields, warpgroups};
use crate::transform::buffers::index;
use crate::transform::schedule::{Promotion, is_promoted};
use crate::types::{BufferType, TileType, Type};
use crate::{Module, Opcode, TileAs, multiplies_buffers};

type Rewrite<'m> = Rewriter<'m, TileAs>;
type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// Bits of the number of a row of an atom.
const ROW_BITS: u32 = 6;

/// A product in the read of a stage.
struct Candidate {
    dot: Op,
    /// The loads of both factors, and the memory that they load.
    loads: [Op; 2],
    factors: [Value; 2],
}

/// A part of a product: types of what it multiplies, and of its sum.
struct Part {
    factors: [TypeId; 2],
    sum: TypeId,
    pending: TypeId,
    /// Parts along the inner dimension, and along columns.
    stretches: u32,
    columns: u32,
}

/// Rewrites the products of a function whose sums are promoted; true when there was one.
pub(super) fn run(module: &mut Module, func: Op) -> bool {
    let dots: Vec<Op> = preorder(&module.body, func).filter(|&op| warpgroups(module, op).is_some()).collect();
    let found: Vec<Candidate> = dots.into_iter().filter_map(|dot| candidate(module, dot)).collect();
    let mut rewriter = Rewriter::new(module);
    for candidate in found {
        if let Some(part) = part(&mut rewriter, &candidate) {
            promote(&mut rewriter, &candidate, &part);
        }
    }
    rewriter.changed()
}

fn candidate(module: &Module, dot: Op) -> Option<Candidate> {
    let read = module.body.parent_op(dot)?;
    if module.opcode(read) != Opcode::PipelineRead || !is_promoted(module, dot) {
        return None;
    }
    let (left, lhs) = buffer(module, dot, fields::dot::lhs)?;
    let (right, rhs) = buffer(module, dot, fields::dot::rhs)?;
    Some(Candidate { dot, loads: [left, right], factors: [lhs, rhs] })
}

/// The parts of a product; none where no matrix descriptor says them.
fn part(rewriter: &mut Rewrite<'_>, candidate: &Candidate) -> Option<Part> {
    let module = rewriter.module();
    let [lhs, rhs] = candidate.factors.map(|value| module.ty(value).buffer());
    let (lhs, rhs) = (lhs?, rhs?);
    let sum = module.ty(module.body.result(candidate.dot, 0)).tile()?;
    let [rows, columns] = *sum.shape() else { return None };
    let depth = rhs.layout.shape().extent(0);
    let groups = warpgroups(module, candidate.dot)?;
    let promotion =
        Promotion::of(u32::try_from(sum.layout.registers()).ok()?, rows >> groups.rows >> ROW_BITS, depth);
    let (stretch, count) = (promotion.stretch, promotion.columns);
    let slice = |buffer: &BufferType, extents: [u32; 2]| {
        let layout = buffer.layout.slice(&Shape::new(&extents)?)?;
        Some(BufferType::new(buffer.elem, layout))
    };
    let (lhs, rhs) = (slice(lhs, [rows, stretch])?, slice(rhs, [stretch, columns / count])?);
    let layout = RegisterLayout::wgmma_accumulator(&Shape::new(&[rows, columns / count])?, groups)?;
    let sum = TileType::new(sum.elem, layout);
    if !multiplies_buffers(&lhs, &rhs, &sum) {
        return None;
    }
    let factors = [lhs, rhs].map(|buffer| rewriter.intern(Type::Buffer(buffer)));
    let pending = rewriter.intern(Type::Pending(sum.clone()));
    let sum = rewriter.intern(Type::Tile(sum));
    Some(Part { factors, sum, pending, stretches: depth / stretch, columns: count })
}

fn promote(rewriter: &mut Rewrite<'_>, candidate: &Candidate, part: &Part) {
    let &Candidate { dot, loads, .. } = candidate;
    let whole = rewriter.module().body.ty(rewriter.module().body.result(dot, 0));
    let acc = rewriter.module().operand(dot, fields::dot::acc);
    let sum = rewriter.build_before(dot, dot, |b| {
        let mut sum = acc;
        for column in 0..part.columns {
            let at = [index(b, 0), index(b, column)];
            let before = b.extract_slice().source(acc).indices(&at[..]).result(part.sum).finish().value();
            let after = (0..part.stretches).fold(before, |before, stretch| {
                let product = product(b, candidate, part, [stretch, column]);
                b.addf().lhs(before).rhs(product).result(part.sum).finish().value()
            });
            let insert = b.insert_slice().source(after).destination(sum).indices(&at[..]);
            sum = insert.result(whole).finish().value();
        }
        sum
    });
    rewriter.replace_op(dot, &[sum]);
    rewriter.erase(loads[0]);
    if loads[1] != loads[0] {
        rewriter.erase(loads[1]);
    }
}

/// The product of a stretch of the inner dimension for some columns, waited for.
fn product(b: &mut Builder<'_>, candidate: &Candidate, part: &Part, [stretch, column]: [u32; 2]) -> Value {
    let [lhs, rhs] = [[0, stretch], [stretch, column]].map(|at| at.map(|at| index(b, at)));
    let [lhs, rhs] = [(0, lhs), (1, rhs)].map(|(which, at)| {
        let slice = b.extract_slice().source(candidate.factors[which]).indices(&at[..]);
        slice.result(part.factors[which]).finish().value()
    });
    let zero = b.constant().value(ir::generic::Attr::Number(0)).result(part.sum).finish().value();
    let begun = b.async_dot().lhs(lhs).rhs(rhs).acc(zero).result(part.pending).finish().value();
    b.dot_wait().acc(begun).result(part.sum).finish().value()
}
