//! Changing the layouts of a function's tiles: the rewrite behind every pass that assigns layouts.
//!
//! A pass decides ([`Assignment`]), and this module rewrites. Each value gets the layout that the pass assigns to it.
//! An op that needs an operand in another layout reads the result of a `convert_layout` before it, and an op with a
//! specific result layout (a matrix product, a reduction, a memory access) is followed by one. The rewrite looks
//! through existing conversions and removes them, so passes may run in any number and order without accumulating
//! conversions.
//!
//! - A value is converted to a layout once. A value of an enclosing block is converted at its definition, because a
//!   conversion inside a loop would execute in every iteration.
//! - Constants, ranges, broadcasts and views of these are rematerialised in the required layout instead, which moves no
//!   data between threads.
//! - A chain of conversions starts from its first source, because that source is often only another name for the same
//!   registers.

mod access;
mod convert;
mod shapes;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Block, Field, Op, Value};
use rustc_hash::FxHashMap;

pub(crate) use self::convert::{dead_code, first_source, is_rematerialised, is_zero};
pub(crate) use self::shapes::{result_layout, source_layout};

use crate::instruction::MatrixInstruction;
use crate::layout::{RegisterLayout, Shape};
use crate::ops::{fields, is_transposed, warpgroups};
use crate::semantics::Level3;
use crate::shared_memory::scan_groups;
use crate::transform::default_layout;
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

/// The layouts that a pass assigns to the values of a function.
pub(crate) struct Assignment<'a> {
    /// Layouts of individual values; others have the layout of their shape.
    pub(crate) values: FxHashMap<Value, RegisterLayout>,
    /// The layout of all values of a shape.
    pub(crate) of_shape: &'a dyn Fn(&[u32]) -> RegisterLayout,
    /// The layouts in which loads and stores of tiles move their tiles, if they are not those of their shapes.
    pub(crate) accesses: FxHashMap<Op, RegisterLayout>,
}

impl<'a> Assignment<'a> {
    /// One layout for each shape.
    pub(crate) fn by_shape(of_shape: &'a dyn Fn(&[u32]) -> RegisterLayout) -> Assignment<'a> {
        Assignment { values: FxHashMap::default(), of_shape, accesses: FxHashMap::default() }
    }
}

/// Rewrites a function so that its values have the assigned layouts.
pub(crate) fn assign(module: &mut Module, func: Op, assignment: &Assignment<'_>) {
    let Some(block) = module.block(func, fields::func::body) else { return };
    // The layouts that an instruction needs are in the types of its tiles, so they are read before the first type
    // changes.
    let fragments = fragments(module, func);
    let mut rewrite = Relayout {
        module,
        assignment,
        fragments,
        settled: SecondaryMap::new(),
        converted: FxHashMap::default(),
        block,
        before: func,
        at_definition: false,
    };
    rewrite.block(block);
    dead_code(rewrite.module, func);
}

struct Relayout<'m, 'a> {
    module: &'m mut Module,
    assignment: &'m Assignment<'a>,
    /// The layouts of the operands and the sum of matrix instructions.
    fragments: FxHashMap<Op, Fragments>,
    /// The replacement of a value from its definition on: the value in its assigned layout, or the source of a removed
    /// conversion.
    settled: SecondaryMap<Value, PackedOption<Value>>,
    /// Converted values, and their replacements.
    converted: FxHashMap<(Value, RegisterLayout), Value>,
    /// The current block.
    block: Block,
    /// The op before which new ops are inserted.
    before: Op,
    /// New ops go after a definition, and not to the current op.
    at_definition: bool,
}

/// Values and their layouts.
impl Relayout<'_, '_> {
    fn tile(&self, value: Value) -> &TileType {
        self.module.ty(value).tile().expect("a verified op has tiles there")
    }

    /// The layout that is assigned to a tile.
    fn layout_of(&self, value: Value) -> RegisterLayout {
        let shape = self.tile(value).shape();
        if shape.is_empty() {
            return self.tile(value).layout.clone();
        }
        let assigned = self.assignment.values.get(&value);
        assigned.cloned().unwrap_or_else(|| (self.assignment.of_shape)(shape))
    }

    /// The layout of all tiles of the shape of a tile.
    fn layout_of_shape(&self, value: Value) -> RegisterLayout {
        let tile = self.tile(value);
        if tile.shape().is_empty() { tile.layout.clone() } else { (self.assignment.of_shape)(tile.shape()) }
    }

    fn set_layout(&mut self, value: Value, layout: RegisterLayout) {
        let Type::Tile(tile) = self.module.ty(value) else { return };
        if tile.shape().is_empty() || tile.layout == layout {
            return;
        }
        let ty = Type::Tile(TileType::new(tile.elem, layout));
        let ty = self.module.types.intern(ty);
        self.module.body.set_ty(value, ty);
    }

    fn is_tile(&self, value: Value) -> bool {
        self.module.ty(value).tile().is_some()
    }

    /// The results of an op get the layouts that are assigned to them.
    fn assign_results(&mut self, op: Op) {
        for result in self.module.body.results(op) {
            self.assign(result);
        }
    }

    fn assign(&mut self, value: Value) {
        if self.is_tile(value) {
            let layout = self.layout_of(value);
            self.set_layout(value, layout);
        }
    }

    /// The result of an op with a layout of its own is converted to the assigned one after the op.
    fn settle(&mut self, op: Op, result: Value) {
        let layout = self.layout_of(result);
        let next = self.module.body.next(op).expect("an op with results does not end its block");
        let before = std::mem::replace(&mut self.before, next);
        let settled = self.convert(result, &layout);
        self.before = before;
        if settled != result {
            self.settled[result] = settled.into();
            // Either of the two may be removed later, and readers search the value by its name in the program.
            if self.module.body.name(settled).is_none() {
                self.module.body.set_name(settled, self.module.body.name(result));
            }
        }
    }

    /// Operands of the shape of a layout are converted to it; others stay.
    fn convert_operands(&mut self, op: Op, layout: &RegisterLayout) {
        for index in 0..self.module.body.operands(op).len() {
            let value = self.module.body.operands(op)[index];
            if self.module.ty(value).tile().is_some_and(|tile| tile.layout.shape() == layout.shape()) {
                self.convert_operand(op, index, layout);
            }
        }
    }

    fn convert_operand(&mut self, op: Op, index: usize, layout: &RegisterLayout) {
        let value = self.module.body.operands(op)[index];
        let converted = self.convert(value, layout);
        self.module.body.operands_mut(op)[index] = converted;
    }
}

/// Ops.
impl Relayout<'_, '_> {
    fn block(&mut self, block: Block) {
        let outer = std::mem::replace(&mut self.block, block);
        let ops: Vec<Op> = self.module.body.block_ops(block).collect();
        for op in ops {
            let first = self.module.body.op_count();
            self.before = op;
            self.op(op);
            crate::transform::locate(self.module, op, first);
        }
        self.block = outer;
    }

    fn op(&mut self, op: Op) {
        for index in 0..self.module.body.operands(op).len() {
            let value = self.module.body.operands(op)[index];
            if let Some(settled) = self.settled[value].expand() {
                self.module.body.operands_mut(op)[index] = settled;
            }
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "most ops are element-wise")]
        match self.module.opcode(op) {
            Opcode::ConvertLayout => {
                let [source, result] = [self.module.body.operands(op)[0], self.module.body.result(op, 0)];
                self.settled[result] = source.into();
                if let (Some(name), None) = (self.module.body.name(result), self.module.body.name(source)) {
                    self.module.body.set_name(source, Some(name));
                }
            }
            Opcode::For | Opcode::Loop | Opcode::If => self.control(op),
            Opcode::Yield | Opcode::Continue | Opcode::Break => self.carry(op),
            Opcode::View | Opcode::Broadcast | Opcode::Permute => self.reshape(op),
            Opcode::Cat => self.cat(op),
            Opcode::ExtractSlice | Opcode::LocalLoad => self.assign_results(op),
            Opcode::InsertSlice => self.insert_slice(op),
            Opcode::Pack | Opcode::Unpack => self.pack(op),
            Opcode::Dot | Opcode::DotScaled => self.dot(op),
            Opcode::FmaDot => self.accumulate(op, fields::fma_dot::acc),
            Opcode::Reduce | Opcode::Scan => self.fold(op),
            Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::AtomicCas => self.by_addresses(op),
            Opcode::TiledLoad => self.tiled_load(op),
            Opcode::TiledStore => self.tiled_store(op),
            Opcode::TiledAtomicRed => self.tiled_atomic_red(op),
            Opcode::LocalStore | Opcode::Print | Opcode::Assert => {}
            _ => self.elementwise(op),
        }
    }

    fn elementwise(&mut self, op: Op) {
        self.assign_results(op);
        let first = self.module.body.results(op).get(0).and_then(|value| self.module.ty(value).tile());
        if let Some(layout) = first.map(|tile| tile.layout.clone()) {
            self.convert_operands(op, &layout);
        }
    }

    fn control(&mut self, op: Op) {
        self.assign_results(op);
        let blocks: Vec<Block> = self
            .module
            .body
            .regions(op)
            .filter_map(|region| self.module.body.region_blocks(region).first().copied())
            .collect();
        for &block in &blocks {
            for argument in self.module.body.block_args(block) {
                self.assign(argument);
            }
        }
        self.carry(op);
        for block in blocks {
            self.block(block);
        }
    }

    /// Converts operands that an op passes to a loop or a branch to the layout of the value there.
    fn carry(&mut self, op: Op) {
        for index in 0..self.module.body.operands(op).len() {
            let Some(&target) = Level3.carried(self.module, op, index).first() else { continue };
            if self.is_tile(target) {
                let layout = self.layout_of(target);
                self.convert_operand(op, index, &layout);
            }
        }
    }

    /// A product whose instruction is chosen has operands in fragments; any other takes its operands as they are.
    fn dot(&mut self, op: Op) {
        let Some(Fragments { operands, scales, sum }) = self.fragments.remove(&op) else {
            return self.accumulate(op, fields::dot::acc);
        };
        let sides =
            [fields::dot::lhs, fields::dot::rhs].map(|field| self.module.operand_range(op, field).start);
        for (index, layout) in sides.into_iter().zip(operands) {
            if let Some(layout) = layout {
                self.convert_operand(op, index, &layout);
            } else {
                // It is read from shared memory, in any layout.
                let source = first_source(self.module, self.module.body.operands(op)[index]);
                self.module.body.operands_mut(op)[index] = source;
            }
        }
        for (field, layout) in scales {
            let index = self.module.operand_range(op, field).start;
            self.convert_operand(op, index, &layout);
        }
        let acc = self.module.operand_range(op, fields::dot::acc).start;
        self.convert_operand(op, acc, &sum);
        let result = self.module.result(op, fields::dot::result);
        self.set_layout(result, sum);
        self.settle(op, result);
    }

    /// The sum of an element-wise product stays in the layout of its accumulator.
    fn accumulate(&mut self, op: Op, acc: Field) {
        let layout = self.tile(self.module.operand(op, acc)).layout.clone();
        let result = self.module.body.result(op, 0);
        self.set_layout(result, layout);
        self.settle(op, result);
    }

    /// `reduce` or `scan`: the participating threads hold the result, which is then converted to its assigned layout.
    fn fold(&mut self, op: Op) {
        let mut layout = self.tile(self.module.body.operands(op)[0]).layout.clone();
        let dim = self.module.int(op, fields::scan::dim).unwrap_or(0) as usize;
        if self.module.opcode(op) == Opcode::Scan && scan_groups(&layout, dim).is_none() {
            // That of a sum that tensor memory held, for example, which the order of lanes does not follow.
            let extents: Vec<u32> = layout.shape().extents().collect();
            layout = default_layout(&extents, layout.warps().ilog2());
        }
        self.convert_operands(op, &layout);
        let reduced = if self.module.opcode(op) == Opcode::Reduce {
            layout.reduce(self.module.int(op, fields::reduce::dim).unwrap_or(0) as usize)
        } else {
            layout
        };
        let results: Vec<Value> = self.module.body.results(op).iter().collect();
        for &result in &results {
            self.set_layout(result, reduced.clone());
        }
        for result in results {
            self.settle(op, result);
        }
    }
}

/// The layouts that an instruction requires: those of the operands, unless it reads them from shared memory, and that
/// of the sum.
struct Fragments {
    operands: [Option<RegisterLayout>; 2],
    /// Those of scales, if there are any.
    scales: Vec<(Field, RegisterLayout)>,
    sum: RegisterLayout,
}

/// The layouts of operands and sum of every matrix instruction of a function.
fn fragments(module: &Module, func: Op) -> FxHashMap<Op, Fragments> {
    let dots = preorder(&module.body, func).filter(|&op| has_fragments(module, op));
    let layout = |value: Value| module.ty(value).tile().expect("a product is of tiles").layout.clone();
    let of = |op: Op| {
        let operands = if is_instruction(module, op) {
            [fields::dot::lhs, fields::dot::rhs].map(|field| Some(layout(module.operand(op, field))))
        } else {
            [left_fragments(module, op), None]
        };
        let scales = scale_fields(module, op).iter();
        let scales = scales.map(|&field| (field, layout(module.operand(op, field)))).collect();
        (op, Fragments { operands, scales, sum: layout(module.result(op, fields::dot::result)) })
    };
    dots.map(of).collect()
}

/// The operands of a product that are scales.
pub(crate) fn scale_fields(module: &Module, dot: Op) -> &'static [Field] {
    match module.opcode(dot) == Opcode::DotScaled {
        true => &[fields::dot_scaled::lhs_scale, fields::dot_scaled::rhs_scale],
        false => &[],
    }
}

/// The layout of the left operand of a product of warpgroups, if it is in registers.
pub(crate) fn left_fragments(module: &Module, dot: Op) -> Option<RegisterLayout> {
    let groups = warpgroups(module, dot).filter(|_| !is_transposed(module, dot))?;
    let left = module.ty(module.operand(dot, fields::dot::lhs)).tile()?;
    let bits = left.elem.scalar()?.storage_bits();
    RegisterLayout::wgmma_a(left.layout.shape(), bits, groups).filter(|layout| *layout == left.layout)
}

/// Whether the instruction of warps that computes a product is chosen.
pub(crate) fn is_instruction(module: &Module, dot: Op) -> bool {
    MatrixInstruction::of(module, dot).is_some()
}

/// Whether an instruction, of warps or of warpgroups, dictates the layout of the sum of a product.
pub(crate) fn has_fragments(module: &Module, dot: Op) -> bool {
    is_instruction(module, dot) || warpgroups(module, dot).is_some()
}

/// The shape with the extents of a tile.
fn shape_of(tile: &TileType) -> Shape {
    tile.layout.shape().clone()
}
