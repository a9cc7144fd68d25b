//! `assign-load-store-layouts`: tiles get the layouts with the most efficient memory accesses.
//!
//! Each shape of a function has one layout: the blocked layout with the lowest total cost of all loads and stores of
//! such tiles, according to the axis info of the accesses ([`AxisInfo`]). There is one layout per shape instead of one
//! per access, so that element-wise ops need no conversions. If the best layout of an access saves more than a
//! conversion costs, the access uses that layout, and its tile is converted next to it.
//!
//! The cost model: an access issues an instruction for each vector of a thread, and each moves the 32-byte sectors that
//! its 32 lanes access. Accesses in loops have a higher weight.
//!
//! Sums of matrix products are stored directly from their fragments if this fills whole sectors.

use std::collections::BTreeMap;

use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::FxHashMap;

use super::axis_info::{AxisInfo, is_multimem};
use super::blocked::Blocks;
use super::layout_classes::LayoutClasses;
use super::relayout::{Assignment, assign, has_fragments, left_fragments};
use super::schedule::is_for_agents;
use super::schedule::stores::is_boxed_store;
use super::{functions, warp_bits};
use crate::layout::{RegisterLayout, Shape};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The bytes that one access of a thread moves at most.
const VECTOR_BYTES: u64 = 16;
/// The bytes of a sector.
const SECTOR_BYTES: u64 = 32;
/// The cost of an instruction, in sectors.
const ISSUE_COST: u64 = 2;
/// The cost of a conversion of 256 elements: a store and a load of each, a few barriers and addresses.
const CONVERSION_COST: u64 = 64;
/// The weight of an access for each loop around it, because trip counts are seldom known.
const LOOP_WEIGHT: u64 = 8;
/// The maximum number of loops that count.
const COUNTED_LOOPS: u32 = 4;

/// An access of tiles of a shape.
#[derive(Clone, Debug)]
struct Access {
    /// Bytes of an element; one where elements share bytes.
    bytes: u64,
    /// Two elements share a byte.
    halves: bool,
    /// Elements of 16 bits are accessed on several devices, which needs whole pairs.
    pairs: bool,
    axis: Option<AxisInfo>,
    weight: u64,
}

/// The tile that an op loads or stores.
fn accessed(module: &Module, op: Op) -> Option<Value> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops are no loads or stores")]
    match module.opcode(op) {
        Opcode::Load => Some(module.result(op, fields::load::result)),
        Opcode::TiledLoad => Some(module.result(op, fields::tiled_load::result)),
        Opcode::Store => Some(module.operand(op, fields::store::value)),
        Opcode::TiledStore => Some(module.operand(op, fields::tiled_store::value)),
        Opcode::TiledAtomicRed if is_multimem(module, op) => {
            Some(module.operand(op, fields::tiled_atomic_red::value))
        }
        _ => None,
    }
}

impl Access {
    /// The access of a load or store to its tile.
    fn of(module: &Module, op: Op) -> Option<(Access, Vec<u32>)> {
        let tile = accessed(module, op).and_then(|value| module.ty(value).tile())?;
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        let around = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
        let is_loop = |&op: &Op| matches!(module.opcode(op), Opcode::For | Opcode::Loop);
        let weight = LOOP_WEIGHT.pow((around.filter(is_loop).count() as u32).min(COUNTED_LOOPS));
        let (bytes, halves) = (u64::from(bits.div_ceil(8)), bits < 8);
        let pairs = bytes == 2 && is_multimem(module, op);
        let access = Access { bytes, halves, pairs, axis: AxisInfo::of(module, op), weight };
        Some((access, tile.shape().to_vec()))
    }

    /// The dimension along which memory is contiguous.
    fn along(&self) -> Option<usize> {
        self.axis.as_ref()?.dim
    }

    /// The cost of moving 256 elements for a warp whose threads have these blocks.
    fn cost(&self, blocks: Blocks) -> u64 {
        let in_row = u64::from(blocks.in_row);
        let vector = self.axis.as_ref().and_then(|axis| axis.vector(self.bytes, VECTOR_BYTES));
        // Elements of one instruction, and bytes from a lane to the next.
        let (elements, apart) = match self.along() {
            Some(along) if along == blocks.fastest => {
                let most = vector.map_or(1, |(_, elements)| u64::from(elements));
                (most.min(in_row), in_row * self.bytes)
            }
            // Each is on its own row.
            Some(_) => (1, SECTOR_BYTES),
            // The addresses are unknown; contiguous elements are assumed, which only breaks ties.
            None => return self.weight * (ISSUE_COST + (in_row * self.bytes).min(SECTOR_BYTES)) / 4,
        };
        self.weight * (ISSUE_COST + apart.min(SECTOR_BYTES)) * 256 / elements / 32
    }
}

/// The blocks of the shapes of a function.
struct ShapeLayouts {
    warp_bits: u32,
    /// By shape; the default where there is none.
    blocks: FxHashMap<Vec<u32>, Blocks>,
}

impl ShapeLayouts {
    /// Collects the accesses of a function.
    fn of(module: &Module, func: Op) -> ShapeLayouts {
        let mut accesses: BTreeMap<Vec<u32>, Vec<Access>> = BTreeMap::new();
        for op in preorder(&module.body, func) {
            if let Some((access, shape)) = Access::of(module, op)
                && !shape.is_empty()
            {
                accesses.entry(shape).or_default().push(access);
            }
        }
        let mut layouts = ShapeLayouts { warp_bits: warp_bits(module, func), blocks: FxHashMap::default() };
        for (shape, all) in accesses {
            let best = layouts.best(&shape, &all, None);
            layouts.blocks.insert(shape, best);
        }
        layouts
    }

    /// The blocks with the lowest cost of these accesses; among equals, the widest, and those along the last dimension.
    /// Where elements are accessed in pairs along a dimension, those that keep pairs together.
    fn best(&self, shape: &[u32], all: &[Access], paired: Option<usize>) -> Blocks {
        let elements: u64 = shape.iter().map(|&extent| u64::from(extent)).product();
        let share = (elements >> (5 + self.warp_bits)).max(1);
        let last = shape.len() - 1;
        let is_along = |dim: usize| all.iter().any(|access| access.along() == Some(dim));
        let fits = |dim: usize| paired.map_or(dim == last || is_along(dim), |along| dim == along);
        let halves = paired.is_some() || all.iter().any(|access| access.halves);
        let least_bits = u32::from(halves);
        let mut best: Option<(u64, Blocks)> = None;
        for fastest in (0..shape.len()).rev().filter(|&dim| fits(dim)) {
            for bits in (least_bits..5).rev() {
                let blocks = Blocks { fastest, in_row: 1 << bits, halves };
                if u64::from(blocks.in_row) > share.min(shape[fastest].into()) && bits > least_bits {
                    continue;
                }
                let cost = all.iter().map(|access| access.cost(blocks)).sum();
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, blocks));
                }
            }
        }
        best.map_or(Blocks { fastest: last, in_row: 1, halves }, |(_, blocks)| blocks)
    }

    /// The layout of a shape.
    fn of_shape(&self, extents: &[u32]) -> RegisterLayout {
        let blocks = self.blocks.get(extents).copied();
        let blocks = blocks.unwrap_or_else(|| Blocks::default_of(extents.len()));
        blocks.layout(&Shape::new(extents).expect("extents are powers of two"), self.warp_bits)
    }

    /// The layout with the lowest cost of one access, if it saves more than a conversion to the layout of the shape
    /// costs, or that layout splits pairs.
    fn of_access(&self, access: &Access, shape: &[u32]) -> Option<RegisterLayout> {
        let paired = access.along().filter(|_| access.pairs);
        let (shared, best) =
            (self.blocks.get(shape)?, self.best(shape, std::slice::from_ref(access), paired));
        let paired = paired.is_some_and(|along| shared.fastest != along || shared.in_row == 1);
        let dearer = paired || access.cost(*shared) > access.cost(best) + CONVERSION_COST * access.weight;
        dearer.then(|| best.layout(&Shape::new(shape).expect("extents are powers of two"), self.warp_bits))
    }
}

/// Assigns layouts to the tiles of every function; true when one changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let funcs = functions(module);
    for &func in &funcs {
        let layouts = ShapeLayouts::of(module, func);
        let classes = LayoutClasses::of(module, func);
        let sums = sum_layouts(module, func, &classes);
        let mut accesses = FxHashMap::default();
        for op in preorder(&module.body, func) {
            let sum = |value| sums.get(&classes.root(value));
            if let Some(layout) = own_layout(module, op, (&layouts, &sum), is_for_agents(module, func)) {
                accesses.insert(op, layout);
            }
        }
        let of_shape = |shape: &[u32]| layouts.of_shape(shape);
        assign(module, func, &Assignment { accesses, ..Assignment::by_shape(&of_shape) });
    }
    !funcs.is_empty()
}

/// The layouts of the sums of matrix instructions, by class: that of the first product. So are left operands in
/// registers.
fn sum_layouts(module: &Module, func: Op, classes: &LayoutClasses) -> FxHashMap<Value, RegisterLayout> {
    let mut sums = FxHashMap::default();
    for op in preorder(&module.body, func).filter(|&op| has_fragments(module, op)) {
        let result = module.result(op, fields::dot::result);
        let tile = module.ty(result).tile().expect("a product is a tile");
        sums.entry(classes.root(result)).or_insert_with(|| tile.layout.clone());
        if let Some(layout) = left_fragments(module, op) {
            sums.entry(classes.root(module.operand(op, fields::dot::lhs))).or_insert(layout);
        }
    }
    sums
}

/// The layout of an access of tiles, if it is not the one of its shape.
fn own_layout<'l>(
    module: &Module,
    op: Op,
    (layouts, sum): (&ShapeLayouts, &impl Fn(Value) -> Option<&'l RegisterLayout>),
    is_for_agents: bool,
) -> Option<RegisterLayout> {
    if !matches!(module.opcode(op), Opcode::TiledLoad | Opcode::TiledStore | Opcode::TiledAtomicRed) {
        return None;
    }
    let (access, shape) = Access::of(module, op)?;
    if module.opcode(op) == Opcode::TiledStore {
        let value = module.operand(op, fields::tiled_store::value);
        // Elements of 32 bits fill whole sectors of rows as they are in fragments: two in each of four lanes.
        // Tiles that go through shared memory anyway use the layout of `stmatrix`.
        let wide = access.bytes >= 4 && access.along() == Some(shape.len().max(1) - 1);
        let wide = wide || is_boxed_store(module, op);
        if let Some(layout) = sum(value).filter(|_| wide) {
            return Some(layout.clone());
        }
    }
    let boxes = fields::tiled_load::boxes;
    if is_for_agents
        && module.opcode(op) == Opcode::TiledLoad
        && module.flag(op, boxes)
        && let Some(layout) = sum(module.result(op, fields::tiled_load::result))
    {
        return Some(layout.clone());
    }
    layouts.of_access(&access, &shape)
}
