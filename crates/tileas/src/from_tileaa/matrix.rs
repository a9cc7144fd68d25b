//! Matrix products.
//!
//! Where the target has an instruction for the types and the tile is deep enough, operands and sum are converted to its
//! fragments. Everything else is multiplied element by element, with both operands in shared memory.

use ir::{Op, Value};
use numerics::Scalar;
use tileaa::axis_info::AxisAnalysis;
use tileaa::ops::fields as from;
use tileaa::types::TileType as FromTile;

use super::{Lower, Lowered};
use crate::Type;
use crate::layout::{
    Access, Conversion, Input, MatrixAccess, Mma, MmaWarps, Numbering, RegisterLayout, Shape, SharedLayout,
    SharedTrip, VECTOR_BYTES,
};
use crate::ops::Builders as _;
use crate::transform::COPY;
use crate::types::{BufferType, TileType};

/// Bits of the number of a row that choose one of a matrix: neighbours; those of every other column; those of transposed bytes, and
/// those of the transposed product's; those of vectors, of which two rows are read at once.
const MATRIX_ROWS: [[u32; 3]; 5] = [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 4, 5], [1, 2, 0]];

/// A matrix product: its shapes, and the instruction that computes it, if there is one.
pub(super) struct Product {
    shapes: [Shape; 3],
    instruction: Option<Mma>,
}

impl Product {
    pub(super) fn of(module: &tileaa::Module, op: Op, capability: u32) -> Product {
        let fields = [from::dot::lhs, from::dot::rhs, from::dot::acc];
        let tiles: [&FromTile; 3] =
            fields.map(|field| module.ty(module.operand(op, field)).tile().expect("a product is of tiles"));
        let shapes = tiles.map(|tile| Shape::new(&tile.shape).expect("extents are powers of two"));
        let [lhs, rhs, acc] = tiles.map(|tile| tile.elem.scalar());
        let instruction =
            lhs.zip(rhs).zip(acc).and_then(|((lhs, rhs), acc)| instruction(lhs, rhs, acc, capability));
        // A tile may have less along k than the instruction.
        let instruction = instruction.filter(|mma| {
            let depth = shapes[0].extent(shapes[0].rank() - 1);
            depth >= mma.k
        });
        Product { shapes, instruction }
    }

    /// How a product is divided and numbered; whether each warp has whole rows of the sum, as far as there are enough.
    pub(super) fn plan(
        &self,
        module: &tileaa::Module,
        facts: &AxisAnalysis,
        op: Op,
        (warp_bits, whole_rows): (u32, bool),
    ) -> Plan {
        let warps = self.warps(warp_bits, whole_rows);
        let turns = !whole_rows && self.lies_in_rows(module, facts, op);
        let preferred = [Numbering::Turned, Numbering::Pairs].into_iter().skip(usize::from(!turns));
        let mut plans = preferred.map(|numbering| Plan { warps, numbering });
        let fits = |&plan: &Plan| self.operands(plan).is_some() && self.sum(plan).is_some();
        plans.find(fits).unwrap_or(Plan { warps, numbering: Numbering::Plain })
    }

    /// Warps in parts as square as can be, or in whole rows.
    fn warps(&self, warp_bits: u32, whole_rows: bool) -> MmaWarps {
        if !whole_rows {
            return divide_warps(&self.shapes[2], warp_bits);
        }
        let sum = &self.shapes[2];
        let rows = warp_bits.min((sum.extent(sum.rank() - 2).max(16) / 16).ilog2());
        MmaWarps { rows, columns: warp_bits - rows }
    }

    /// True for integers where both operands come from memory in which rows are contiguous and can be copied: then the right
    /// one must be transposed, and the left one can be loaded in vectors. Floats gain nothing: what widens them on some targets wants
    /// them as matrices come.
    fn lies_in_rows(&self, module: &tileaa::Module, facts: &AxisAnalysis, op: Op) -> bool {
        let fastest = self.shapes[0].rank() - 1;
        let in_rows = |field| {
            let value = module.operand(op, field);
            let load = module.body.def_op(value).filter(|_| module.ty(value).scalar() == Some(Scalar::I8));
            let reach = load.and_then(|load| facts.reach(module, load));
            let copied = reach.and_then(|reach| reach.vector(1, 16));
            copied.is_some_and(|(dim, elements)| dim == fastest && COPY.contains(&elements.into()))
        };
        in_rows(from::dot::lhs) && in_rows(from::dot::rhs)
    }

    /// The product of one slice of k.
    pub(super) fn sliced(&self, count: u32) -> Product {
        let [lhs, rhs, acc] = &self.shapes;
        let slice = |shape: &Shape, dim: usize| {
            let mut extents: Vec<u32> = shape.extents().collect();
            extents[dim] = (extents[dim] / count).max(1);
            Shape::new(&extents).expect("extents are powers of two")
        };
        let rank = lhs.rank();
        let shapes = [slice(lhs, rank - 1), slice(rhs, rank - 2), acc.clone()];
        let depth = shapes[0].extent(rank - 1);
        Product { instruction: self.instruction.filter(|mma| depth >= mma.k), shapes }
    }

    /// The layout of the sum.
    pub(super) fn sum(&self, plan: Plan) -> Option<RegisterLayout> {
        self.instruction?.sum(&self.shapes[2], plan.warps, plan.numbering)
    }

    /// The layouts of both operands.
    pub(super) fn operands(&self, plan: Plan) -> Option<[RegisterLayout; 2]> {
        let mma = self.instruction?;
        let right = mma.right(&self.shapes[1], plan.warps, plan.numbering)?;
        Some([mma.left(&self.shapes[0], plan.warps, plan.numbering)?, right])
    }
}

/// How warps and their instructions divide a product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    warps: MmaWarps,
    numbering: Numbering,
}

impl Plan {
    pub(super) fn is_turned(self) -> bool {
        self.numbering == Numbering::Turned
    }

    /// The same of the product as it is.
    pub(super) fn straight(self) -> Plan {
        let numbering = if self.is_turned() { Numbering::Pairs } else { self.numbering };
        Plan { numbering, ..self }
    }
}

impl Lower<'_> {
    pub(super) fn dot(&mut self, op: Op) -> Lowered<()> {
        let [lhs, rhs, acc] =
            [from::dot::lhs, from::dot::rhs, from::dot::acc].map(|field| self.operand(op, field));
        let product = Product::of(self.from, op, self.options.capability);
        let plan = self.classes.plan(op);
        let plan = plan
            .unwrap_or_else(|| product.plan(self.from, &self.facts, op, (self.layouts.warp_bits(), false)));
        let value = match (product.operands(plan), product.sum(plan)) {
            (Some(operands), Some(sum)) => self.mma(op, [lhs, rhs, acc], &operands, (&sum, &product, plan)),
            (None, _) | (_, None) => self.fma_dot(op, [lhs, rhs, acc]),
        };
        self.bind_settled(self.from.body.result(op, 0), value);
        Ok(())
    }

    fn mma(
        &mut self,
        op: Op,
        [lhs, rhs, acc]: [Value; 3],
        layouts: &[RegisterLayout; 2],
        (sum, product, plan): (&RegisterLayout, &Product, Plan),
    ) -> Value {
        let large: Vec<Value> = [(lhs, &layouts[0]), (rhs, &layouts[1])]
            .into_iter()
            .filter_map(|(value, layout)| self.is_staged_here(value, layout).then_some(value))
            .collect();
        if self.is_too_large(&large) {
            let acc = self.convert(acc, sum);
            if let Some(made) = self.sliced_mma(op, ([lhs, rhs], acc), layouts, (product, plan)) {
                return made;
            }
        }
        let fragments = self.fragments([lhs, rhs], layouts);
        let acc = self.convert(acc, sum);
        let ty = self.tile_type(TileType::new(self.tile(acc).elem, sum.clone()));
        let op = self.copy_typed(op, &[ty]);
        self.to.body.operands_mut(op).copy_from_slice(&[fragments[0], fragments[1], acc]);
        self.to.body.result(op, 0)
    }

    /// Both operands in fragments: registers renamed where that is enough, else by way of shared memory, from which matrices
    /// are loaded. What does not change in a loop is moved in front of it.
    fn fragments(&mut self, values: [Value; 2], layouts: &[RegisterLayout; 2]) -> [Value; 2] {
        let mut fragments = values;
        let mut staged = Vec::new();
        for (at, layout) in layouts.iter().enumerate() {
            let value = values[at];
            if let Some(&known) = self.converted.get(&(value, layout.clone())) {
                fragments[at] = known;
            } else if self.is_made_anew(value)
                || !self.needs_staging(value, layout)
                || self.is_too_large(&[value])
            {
                // A conversion goes through shared memory in rounds where there is no room for all of it.
                fragments[at] = self.convert(value, layout);
            } else if self.is_from_outside(value) {
                fragments[at] = self.at_definition(value, |l| l.staged(&[(value, layout)])[0]);
            } else {
                staged.push((at, value));
            }
        }
        let tiles: Vec<(Value, &RegisterLayout)> =
            staged.iter().map(|&(at, value)| (value, &layouts[at])).collect();
        let loaded = if tiles.is_empty() { Vec::new() } else { self.staged(&tiles) };
        for (&(at, _), fragment) in staged.iter().zip(loaded) {
            fragments[at] = fragment;
        }
        fragments
    }

    /// Whether an operand goes by way of shared memory where the product is.
    pub(super) fn is_staged_here(&self, value: Value, layout: &RegisterLayout) -> bool {
        !self.converted.contains_key(&(value, layout.clone()))
            && !self.is_made_anew(value)
            && self.needs_staging(value, layout)
            && !self.is_from_outside(value)
    }

    fn needs_staging(&self, value: Value, layout: &RegisterLayout) -> bool {
        let tile = self.tile(value);
        let conversion = Conversion::between(&tile.layout, layout, buffer_bits(tile));
        !matches!(conversion, Conversion::Same | Conversion::Registers(_))
    }

    /// Tiles stored in buffers of their own, and loaded from there in other layouts.
    fn staged(&mut self, tiles: &[(Value, &RegisterLayout)]) -> Vec<Value> {
        let mut buffers = Vec::new();
        for &(value, layout) in tiles {
            let tile = self.tile(value).clone();
            let shared = staging(&tile.layout, layout, buffer_bits(&tile));
            let ty = self.to.types.intern(Type::Buffer(BufferType { elem: tile.elem, layout: shared }));
            buffers.push(self.builder().alloc_tensor().result(ty).finish().value());
        }
        let zeros = self.zeros(self.tile(tiles[0].0).shape().len());
        self.builder().barrier().finish();
        for (&(value, _), &buffer) in tiles.iter().zip(&buffers) {
            self.builder().local_store().value(value).buffer(buffer).offsets(zeros.as_slice()).finish();
        }
        self.builder().barrier().finish();
        let mut loaded = Vec::new();
        for (&(value, layout), buffer) in tiles.iter().zip(buffers) {
            let ty = self.tile_type(TileType::new(self.tile(value).elem, layout.clone()));
            let fragment = self
                .builder()
                .local_load()
                .buffer(buffer)
                .offsets(zeros.as_slice())
                .result(ty)
                .finish()
                .value();
            self.converted.insert((value, layout.clone()), fragment);
            loaded.push(fragment);
        }
        loaded
    }

    /// Blocks are scaled as elements are read.
    pub(super) fn dot_scaled(&mut self, op: Op) -> Lowered<()> {
        use from::dot_scaled as fields;
        let operands = [fields::lhs, fields::rhs, fields::lhs_scale, fields::rhs_scale];
        let acc = self.operand(op, fields::acc);
        let ty = self.to.body.ty(acc);
        let values = operands.map(|field| self.operand(op, field));
        let dot = self.in_slices(&values, acc, |l, shared, acc| {
            l.builder()
                .fma_dot()
                .lhs(shared[0])
                .rhs(shared[1])
                .acc(acc)
                .lhs_scale(shared[2])
                .rhs_scale(shared[3])
                .result(ty)
                .finish()
                .value()
        });
        self.bind_settled(self.from.body.result(op, 0), dot);
        Ok(())
    }

    fn fma_dot(&mut self, op: Op, [lhs, rhs, acc]: [Value; 3]) -> Value {
        let ty = self.to.body.ty(acc);
        let (signed_lhs, signed_rhs) =
            (self.from.flag(op, from::dot::signed_lhs), self.from.flag(op, from::dot::signed_rhs));
        self.in_slices(&[lhs, rhs], acc, |l, buffers, acc| {
            l.builder()
                .fma_dot()
                .lhs(buffers[0])
                .rhs(buffers[1])
                .acc(acc)
                .signed_lhs(signed_lhs)
                .signed_rhs(signed_rhs)
                .result(ty)
                .finish()
                .value()
        })
    }
}

/// The instruction of a target for these types; none where `mma.sync` has none.
fn instruction(lhs: Scalar, rhs: Scalar, acc: Scalar, capability: u32) -> Option<Mma> {
    let f8 = |scalar| matches!(scalar, Scalar::F8E4M3FN | Scalar::F8E5M2);
    let (k, element_bits) = match (lhs, rhs, acc) {
        (Scalar::F16, Scalar::F16, Scalar::F32 | Scalar::F16) if capability >= 80 => (16, 16),
        (Scalar::BF16, Scalar::BF16, Scalar::F32) if capability >= 80 => (16, 16),
        (Scalar::TF32, Scalar::TF32, Scalar::F32) if capability >= 80 => (8, 32),
        (Scalar::I8, Scalar::I8, Scalar::I32) if capability >= 80 => (32, 8),
        (a, b, Scalar::F32) if f8(a) && f8(b) && capability >= 89 => (32, 8),
        (Scalar::F64, Scalar::F64, Scalar::F64) if capability >= 80 => {
            return Some(Mma { rows: 8, k: 4, element_bits: 64 });
        }
        _ => return None,
    };
    Some(Mma { rows: 16, k, element_bits })
}

/// Warps along rows and columns, so that the part of each is as square as can be.
fn divide_warps(acc: &Shape, warp_bits: u32) -> MmaWarps {
    let rank = acc.rank();
    let (mut rows, mut columns) = (acc.extent(rank - 2).max(16) / 16, acc.extent(rank - 1).max(8) / 8);
    let mut warps = MmaWarps { rows: 0, columns: 0 };
    for _ in 0..warp_bits {
        // 16 rows against 8 columns: a part of twice as many instructions along columns is square.
        if rows > 1 && (rows * 2 >= columns || columns == 1) {
            warps.rows += 1;
            rows /= 2;
        } else {
            warps.columns += 1;
            columns = (columns / 2).max(1);
        }
    }
    warps
}

/// Bits of an element in a buffer.
pub(super) fn buffer_bits(tile: &TileType) -> u32 {
    tile.elem.scalar().map_or(64, Scalar::storage_bits).max(8)
}

/// How often lanes take turns at a bank where a fragment is loaded as matrices, or in vectors of whole chunks: 1 without conflicts.
fn turns(fragment: &RegisterLayout, shared: &SharedLayout, bits: u32) -> Option<u32> {
    if let Some(access) = MatrixAccess::new(fragment, shared, bits) {
        return Some(access.wavefronts());
    }
    let access = Access::new(fragment, shared, bits, VECTOR_BYTES);
    let turns = access.wavefronts();
    (bits < 32 && access.bytes() == VECTOR_BYTES).then(|| turns.actual.div_ceil(turns.least))
}

/// A buffer by way of which a tile goes to fragments: rows as the tile has them in threads, if matrices or vectors can be loaded
/// from that; else what has the fewest bank conflicts on both sides.
pub(super) fn staging(source: &RegisterLayout, fragment: &RegisterLayout, bits: u32) -> SharedLayout {
    let shape = source.shape();
    let rank = shape.rank();
    let first = (0..rank).find(|&dim| source.contiguous(dim) > 1).or_else(|| {
        let lane = source.columns(Input::Lane)[0];
        (0..rank).find(|&dim| shape.at(lane, dim) != 0)
    });
    let along = first.filter(|&dim| dim + 2 >= rank).unwrap_or(rank - 1);
    let other = 2 * rank - 3 - along;
    for fastest in [along, other] {
        let mut best: Option<(u32, SharedLayout)> = None;
        for rows in MATRIX_ROWS {
            let shared = SharedLayout::for_rows(shape, fastest, bits, rows);
            let Some(turns) = turns(fragment, &shared, bits) else { continue };
            if best.as_ref().is_none_or(|&(least, _)| turns < least) {
                best = Some((turns, shared));
            }
            if turns == 1 {
                break;
            }
        }
        if let Some((_, shared)) = best {
            return shared;
        }
    }
    SharedTrip::between(source, fragment, bits).layout
}
