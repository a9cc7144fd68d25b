//! `stage-dot-operands`: operands of matrix instructions are converted to fragments through shared memory.
//!
//! A conversion to fragments that is more than a renaming of registers becomes a buffer, a store and a load, because
//! level 4 can load whole matrices from a buffer with a suitable layout ([`staging`]). Both operands of a product share
//! the barriers. Operands that are converted outside of the product's loop are staged there. Products that
//! `slice-and-fuse` has marked use their buffers slice by slice, and multiply each onto the sum of the previous ones.
//!
//! Products of functions with agents are not changed, because agents load their fragments from the stages of pipelines.
//!
//! Products of warpgroups without agents read buffers instead of fragments ([`stage_warpgroup_operands`]); products into tensor
//! memory of kernels without agents do so, too ([`tensor_products`]).
//!
//! An operand that does not fit in shared memory stays a conversion, which level 4 executes in rounds. Operands and scales
//! that do not fit together are staged one after the other, the smallest ones first.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};

use super::buffers::{
    Slice, buffer, buffer_bits, buffer_bytes, inner_dims, slice_of_fragments, sliced_layout, store_slices,
    zeros,
};
use super::dot_division::{Division, Product};
use super::relayout::{dead_code, is_instruction, scale_fields};
use super::schedule::is_for_agents;
use super::schedule::nest::Nest;
use super::{functions, stage_warpgroup_operands, tensor_products, tensor_sums};
use crate::layout::{
    Access, Conversion, Input, MatrixAccess, MatrixForm, RegisterLayout, Rounds, SharedLayout, SharedTrip,
    VECTOR_BYTES,
};
use crate::ops::{Builders as _, fields, warpgroups};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs, target};

type Builder<'m> = ir::build::Builder<'m, TileAs>;
/// Positions of ops in their module, from 1.
type Positions = SecondaryMap<Op, u32>;

/// Bits of the number of a row that choose one of a matrix: neighbours; those of every other column; those of
/// transposed bytes, and those of the transposed product's; those of vectors, of which two rows are read at once.
const MATRIX_ROWS: [[u32; 3]; 5] = [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 4, 5], [1, 2, 0]];

/// An operand that is converted to fragments through shared memory.
#[derive(Clone, Copy)]
pub(crate) struct Staged {
    /// The conversion.
    pub(crate) conversion: Op,
    /// The source of the conversion.
    pub(crate) source: Value,
}

/// Rewrites every product; true when an operand was staged.
pub(crate) fn run(module: &mut Module, limit: u64) -> bool {
    let dots: Vec<Op> =
        preorder(&module.body, module.root).filter(|&op| is_instruction(module, op)).collect();
    let mut positions = Positions::new();
    for (position, op) in (1..).zip(preorder(&module.body, module.root)) {
        positions[op] = position;
    }
    let in_stages = in_stages(module);
    let by_groups = stage_warpgroup_operands::run(module, limit, &in_stages);
    let by_tensor_memory = by_tensor_memory(module, &in_stages);
    let mut room = room_outside(module, &by_tensor_memory, limit);
    let mut rewriter = Rewriter::new(module);
    for op in dots.into_iter().filter(|&op| !in_stages.contains(op)) {
        stage_outside(&mut rewriter, op, limit);
        let slices = slice_count(rewriter.module(), op);
        match slices.filter(|&count| count > 1) {
            Some(count) => slice(&mut rewriter, op, count),
            None => stage_here(&mut rewriter, op, (limit, &positions)),
        }
    }
    for products in by_tensor_memory {
        let kept = tensor_sums::keep(&mut rewriter, &products);
        for op in products {
            tensor_products::stage(&mut rewriter, op, kept.get(&op).copied(), &mut room);
        }
    }
    let changed = rewriter.changed() || by_groups;
    if changed {
        dead_code(module, module.root);
    }
    changed
}

/// The products of all warps into tensor memory, of each function.
fn by_tensor_memory(module: &Module, in_stages: &EntitySet<Op>) -> Vec<Vec<Op>> {
    if !target::has_tensor_memory(module) {
        return Vec::new();
    }
    let is_of_block = |&op: &Op| {
        module.opcode(op) == Opcode::Dot && warpgroups(module, op).is_some() && !in_stages.contains(op)
    };
    let of_func = |func: Op| preorder(&module.body, func).filter(is_of_block).collect();
    functions(module).into_iter().map(of_func).collect()
}

/// The bytes for operands of these products from outside of their loops: what every product leaves. None if other ops have buffers,
/// which are planned as if no operand stayed in shared memory.
fn room_outside(module: &Module, products: &[Vec<Op>], limit: u64) -> u64 {
    let is_one = |op: Op| products.iter().flatten().any(|&dot| dot == op);
    let has_buffers = |op: Op| {
        matches!(module.opcode(op), Opcode::AllocTensor | Opcode::FmaDot)
            || (is_instruction(module, op) && !is_one(op))
    };
    if preorder(&module.body, module.root).any(has_buffers) {
        return 0;
    }
    let bytes = |&dot: &Op| {
        let operands = [fields::dot::lhs, fields::dot::rhs].map(|field| module.operand(dot, field));
        operands.into_iter().map(|value| tensor_products::aligned_bytes(module, value)).sum::<u64>()
    };
    limit.saturating_sub(products.iter().flatten().map(bytes).max().unwrap_or(0))
}

/// The slices that `slice-and-fuse` has marked; none for products with scales.
fn slice_count(module: &Module, dot: Op) -> Option<u32> {
    let slices = (module.opcode(dot) == Opcode::Dot).then(|| module.int(dot, fields::dot::slices))?;
    slices.and_then(|count| u32::try_from(count).ok())
}

/// The products of functions that get agents: their operands will be in stages.
pub(crate) fn in_stages(module: &Module) -> EntitySet<Op> {
    let mut found = EntitySet::new();
    for func in functions(module).into_iter().filter(|&func| is_for_agents(module, func)) {
        let products = Nest::of(module, func).map_or_else(|_| Vec::new(), |nest| nest.products);
        found.extend(products.into_iter().map(|product| product.dot));
    }
    found
}

/// The operands of a product that are converted through shared memory in its block.
pub(crate) fn staged_operands(module: &Module, op: Op) -> [Option<Staged>; 2] {
    let here = |staged: &Staged| module.body.parent_block(staged.conversion) == module.body.parent_block(op);
    all_staged(module, op).map(|staged| staged.filter(here))
}

fn all_staged(module: &Module, op: Op) -> [Option<Staged>; 2] {
    [fields::dot::lhs, fields::dot::rhs].map(|field| staged_operand(module, op, field))
}

/// The scales of a product that are converted through shared memory.
fn staged_scales(module: &Module, op: Op) -> impl Iterator<Item = Staged> {
    scale_fields(module, op).iter().filter_map(move |&field| staged_operand(module, op, field))
}

fn staged_operand(module: &Module, op: Op, field: Field) -> Option<Staged> {
    let operand = module.operand(op, field);
    let conversion = module.body.def_op(operand)?;
    if module.opcode(conversion) != Opcode::ConvertLayout {
        return None;
    }
    let source = module.body.operands(conversion)[0];
    let (from, to) = (module.ty(source).tile()?, module.ty(operand).tile()?);
    (!Conversion::is_renaming(&from.layout, &to.layout)).then_some(Staged { conversion, source })
}

/// Conversions outside of the product's block are staged where they are, so that a loop does not do it again.
fn stage_outside(rewriter: &mut Rewriter<'_, TileAs>, op: Op, limit: u64) {
    let module = rewriter.module();
    let here = module.body.parent_block(op);
    let outside: Vec<Staged> = all_staged(module, op)
        .into_iter()
        .flatten()
        .chain(staged_scales(module, op))
        .filter(|staged| module.body.parent_block(staged.conversion) != here)
        .filter(|staged| buffer_bytes(module, staged.source) <= limit)
        .collect();
    for staged in outside {
        let fragments = rewriter.build_before(staged.conversion, staged.conversion, |b| stage(b, &[staged]));
        rewriter.replace_op(staged.conversion, &fragments);
    }
}

/// Both operands where the product is, next to each other. A fragment that is read before the product is staged where
/// it is converted.
fn stage_here(rewriter: &mut Rewriter<'_, TileAs>, op: Op, (limit, positions): (u64, &Positions)) {
    let module = rewriter.module();
    let here = |staged: &Staged| module.body.parent_block(staged.conversion) == module.body.parent_block(op);
    let mut staged: Vec<Staged> = staged_operands(module, op).into_iter().flatten().collect();
    staged.extend(staged_scales(module, op).filter(here));
    staged.retain(|staged| buffer_bytes(rewriter.module(), staged.source) <= limit);
    staged.dedup_by_key(|staged| staged.conversion);
    let is_read_before = |staged: &Staged| {
        let fragment = rewriter.module().body.result(staged.conversion, 0);
        rewriter.users(fragment).iter().any(|&user| positions[user] < positions[op])
    };
    let (before, here): (Vec<Staged>, Vec<Staged>) = staged.into_iter().partition(is_read_before);
    for staged in before {
        let fragments = rewriter.build_before(staged.conversion, op, |b| stage(b, &[staged]));
        rewriter.replace_op(staged.conversion, &fragments);
    }
    for group in groups(rewriter.module(), here, limit) {
        let fragments = rewriter.build_before(op, op, |b| stage(b, &group));
        for (staged, fragment) in group.into_iter().zip(fragments) {
            rewriter.replace_op(staged.conversion, &[fragment]);
        }
    }
}

/// Tiles that have room together, in the order in which they are staged. If not all have, the smallest, such as scales, are
/// staged first: a thread holds few registers of these, and their memory is free for the others then.
fn groups(module: &Module, mut staged: Vec<Staged>, limit: u64) -> Vec<Vec<Staged>> {
    let bytes = |staged: &Staged| buffer_bytes(module, staged.source);
    let mut early = Vec::new();
    while staged.len() > 1 && staged.iter().map(bytes).sum::<u64>() > limit {
        let smallest = (0..staged.len()).min_by_key(|&at| bytes(&staged[at])).unwrap_or(0);
        early.push(staged.remove(smallest));
    }
    let mut groups = if early.is_empty() { Vec::new() } else { self::groups(module, early, limit) };
    groups.extend((!staged.is_empty()).then_some(staged));
    groups
}

/// Tiles stored in buffers of their own, and loaded from there as fragments.
fn stage(b: &mut Builder<'_>, all: &[Staged]) -> Vec<Value> {
    let mut stored = Vec::new();
    for staged in all {
        let [from, to] = ends(b.module, *staged);
        stored.push((
            staged.source,
            buffer(b, from.elem, staging(b.module, &from.layout, &to.layout, buffer_bits(&from))),
        ));
    }
    let [first, _] = ends(b.module, all[0]);
    let zeros = zeros(b, first.shape().len());
    b.barrier().finish();
    for &(value, buffer) in &stored {
        b.local_store().value(value).buffer(buffer).offsets(zeros.as_slice()).finish();
    }
    b.barrier().finish();
    let loads = all.iter().zip(stored).map(|(staged, (_, buffer))| {
        let ty = b.module.body.ty(b.module.body.result(staged.conversion, 0));
        b.local_load().buffer(buffer).offsets(zeros.as_slice()).result(ty).finish().value()
    });
    loads.collect()
}

/// The tile that a conversion takes, and the one that it gives.
fn ends(module: &Module, staged: Staged) -> [TileType; 2] {
    let fragment = module.body.result(staged.conversion, 0);
    [staged.source, fragment].map(|value| module.ty(value).tile().expect("tiles are converted").clone())
}

/// A product in slices of the inner dimension.
fn slice(rewriter: &mut Rewriter<'_, TileAs>, op: Op, count: u32) {
    let module = rewriter.module();
    let product = Division::of(module, op)
        .and_then(|division| Product::of(module, op).sliced(count).operands(division));
    let Some(layouts) = product else { return };
    let staged = staged_operands(module, op);
    let dims = inner_dims(layouts[0].shape().rank());
    // Text may request slices that registers do not distinguish; such a product is not sliced.
    let apart = [fields::dot::lhs, fields::dot::rhs].into_iter().enumerate().all(|(at, field)| {
        let tile = module.ty(module.operand(op, field)).tile().expect("a product is of tiles");
        staged[at].is_some() || sliced_layout(&tile.layout, dims[at], count).is_some()
    });
    if !apart {
        return;
    }
    let sum = rewriter.build_before(op, op, |b| {
        let mut sum = b.module.operand(op, fields::dot::acc);
        for number in 0..count {
            let fragments = fragment_slices(b, op, (staged, &layouts), Slice { count, number });
            sum = multiply(b, op, fragments, sum);
        }
        sum
    });
    rewriter.replace_op(op, &[sum]);
}

/// The same product of a slice of its operands.
fn multiply(b: &mut Builder<'_>, op: Op, [lhs, rhs]: [Value; 2], acc: Value) -> Value {
    use fields::dot as f;
    let attrs = [f::signed_lhs, f::signed_rhs, f::fast_acc, f::instruction, f::warps, f::numbering];
    let slots = attrs.map(|field| b.module.attr(op, field));
    let ty = b.module.body.ty(acc);
    let mut draft = b.draft(Opcode::Dot as u16);
    for (field, value) in [(f::lhs, lhs), (f::rhs, rhs), (f::acc, acc)] {
        draft.operand(field, value);
    }
    for (field, slot) in attrs.into_iter().zip(slots) {
        draft.attr(field, slot);
    }
    draft.result(f::result, ty);
    draft.finish().value()
}

/// The fragments of a slice of both operands.
fn fragment_slices(
    b: &mut Builder<'_>,
    op: Op,
    (staged, layouts): ([Option<Staged>; 2], &[RegisterLayout; 2]),
    slice: Slice,
) -> [Value; 2] {
    let dims = inner_dims(layouts[0].shape().rank());
    let mut buffers = [None; 2];
    let mut stored = Vec::new();
    for at in 0..2 {
        if let Some(staged) = staged[at] {
            let buffer = slice_buffer(b, staged.source, &layouts[at]);
            buffers[at] = Some((buffer, staged.source));
            stored.push((staged.source, buffer, dims[at]));
        }
    }
    store_slices(b, &stored, slice);
    let operands = [fields::dot::lhs, fields::dot::rhs].map(|field| b.module.operand(op, field));
    [0, 1].map(|at| match buffers[at] {
        None => slice_of_fragments(b, operands[at], &layouts[at], (dims[at], slice)),
        Some((buffer, source)) => {
            let elem = b.module.ty(source).tile().expect("a product is of tiles").elem;
            let ty = b.module.types.intern(Type::Tile(TileType::new(elem, layouts[at].clone())));
            let zeros = zeros(b, layouts[at].shape().rank());
            b.local_load().buffer(buffer).offsets(zeros).result(ty).finish().value()
        }
    })
}

/// A buffer for a slice of a tile that is converted to fragments.
fn slice_buffer(b: &mut Builder<'_>, value: Value, fragment: &RegisterLayout) -> Value {
    let tile = b.module.ty(value).tile().expect("a product is of tiles").clone();
    let slices = Rounds::slices(tile.layout.shape(), fragment.shape()).expect("a slice of the tile");
    let layout = staging(b.module, &slices.of_slice(&tile.layout), fragment, buffer_bits(&tile));
    buffer(b, tile.elem, layout)
}

/// The bank-conflict degree with which a fragment is loaded as matrices, or in vectors of whole chunks: 1 without
/// conflicts.
fn conflict_degree(
    (fragment, forms): (&RegisterLayout, &[MatrixForm]),
    shared: &SharedLayout,
    bits: u32,
) -> Option<u32> {
    if let Some(access) = MatrixAccess::new(fragment, shared, bits, forms) {
        return Some(access.wavefronts());
    }
    let access = Access::new(fragment, shared, bits, VECTOR_BYTES);
    let wavefronts = access.wavefronts();
    (bits < 32 && access.bytes() == VECTOR_BYTES).then(|| wavefronts.actual.div_ceil(wavefronts.least))
}

/// A buffer through which a tile is converted to fragments: rows as the tile has them in threads, if matrices or
/// vectors can be loaded from that; else what has the fewest bank conflicts on both sides.
fn staging(module: &Module, source: &RegisterLayout, fragment: &RegisterLayout, bits: u32) -> SharedLayout {
    let shape = source.shape();
    let rank = shape.rank();
    let first = (0..rank).find(|&dim| source.contiguous(dim) > 1).or_else(|| {
        let lane = source.columns(Input::Lane)[0];
        (0..rank).find(|&dim| shape.at(lane, dim) != 0)
    });
    let along = first.filter(|&dim| dim + 2 >= rank).unwrap_or(rank - 1);
    let other = 2 * rank - 3 - along;
    // Bytes are transposed as the source has them; those that it has in the other order would be stored one by one.
    for (fastest, forms) in [(along, target::matrix_forms(module)), (other, MatrixForm::COMMON)] {
        let mut best: Option<(u32, SharedLayout)> = None;
        for rows in MATRIX_ROWS {
            let shared = SharedLayout::for_rows(shape, fastest, bits, rows);
            let Some(degree) = conflict_degree((fragment, forms), &shared, bits) else { continue };
            if best.as_ref().is_none_or(|&(least, _)| degree < least) {
                best = Some((degree, shared));
            }
            if degree == 1 {
                break;
            }
        }
        if let Some((_, shared)) = best {
            return shared;
        }
    }
    SharedTrip::between(source, fragment, bits).layout
}
