//! Level 2 to level 3: tiles get layouts, tokens become the order of the program with barriers.
//!
//! Values that elements go between one to one share a layout (`classes`): that of the matrix product among them, else the one
//! in which memory of their shape is accessed best (`layouts`). Between classes tiles are converted (`convert`), once for
//! each layout that is wanted. Parts: `shapes` for changes of shape, `matrix` for products, `fold` for reductions and scans,
//! `control` for loops and branches, `access` for memory, `order` for barriers.

mod access;
mod classes;
mod control;
mod convert;
mod fold;
mod layouts;
mod matrix;
mod order;
mod shapes;
mod slices;
mod warps;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use diag::Diagnostic;
use ir::build::{Builder, Draft};
use ir::generic::Attr;
use ir::locations::LocationPropagation;
use ir::pass::{Pipeline, Unwatched};
use ir::spec::Arity;
use ir::{AttrSlot, Block, Field, Op, SlotValue, TypeId, Value};
use rustc_hash::FxHashMap;
use tile_core::tiles::TileLevel as _;
use tileaa::Opcode as From;
use tileaa::axis_info::AxisAnalysis;
use tileaa::ops::fields as from;

use self::classes::Classes;
use self::layouts::Layouts;
use self::order::Order;
use crate::layout::RegisterLayout;
use crate::ops::{Builders as _, fields};
use crate::types::TileType;
use crate::{Module, TileAs, Type, passes};

/// What is decided before layouts are.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the target: `sm_80`.
    pub target: String,
    /// Compute capability, as `80`.
    pub capability: u32,
    /// Warps that work on a tile block where the program does not say, unless its tiles need more registers than these have;
    /// a power of two.
    pub warps: u32,
    /// Bytes of shared memory that a thread block may have.
    pub shared: u32,
    /// Iterations in flight at most; 1 makes no pipelines.
    pub stages: u32,
    /// Bytes that the buffers of an op may take together; what has no room goes through shared memory in parts.
    pub buffers: u32,
}

/// Makes level 3 of a verified module and runs the passes that compiling needs on it ([`passes::lowering`]).
///
/// # Errors
/// What cannot be compiled, each with its reason.
pub fn lower(module: &tileaa::Module, options: &Options) -> Result<Module, Vec<Diagnostic>> {
    let mut module = convert(module, options)?;
    let pipeline = Pipeline::parse(&passes::lowering(options), passes::PASSES);
    let pipeline = pipeline.expect("the text of this pipeline is right");
    pipeline.run(&mut module, &mut Unwatched).expect("a converted module has what its passes require");
    Ok(module)
}

/// Makes level 3 of a verified module.
///
/// # Errors
/// What cannot be compiled, each with its reason.
pub fn convert(module: &tileaa::Module, options: &Options) -> Result<Module, Vec<Diagnostic>> {
    let mut to = crate::new_module(&name_of(module, module.root, from::module::sym_name));
    let target = ir::build::IntoAttr::into_attr(options.target.as_str(), &mut to);
    to.set_attr(to.root, fields::module::target, target);
    let block = to.block(to.root, fields::module::body).expect("a module has its block");
    let places = LocationPropagation::new(module, &mut to);
    let mut lower = Lower {
        from: module,
        to,
        block,
        places,
        values: SecondaryMap::new(),
        facts: AxisAnalysis::of(module),
        options,
        layouts: Layouts::default(),
        classes: Classes::default(),
        converted: FxHashMap::default(),
        before: None,
        order: Order::default(),
        slots: 0,
        diagnostics: Vec::new(),
    };
    let items = module.block(module.root, from::module::body).expect("a module has its block");
    for item in module.body.block_ops(items) {
        let first = lower.to.body.op_count();
        lower.item(item);
        lower.places.propagate(module, item, &mut lower.to, first);
    }
    convert::sweep(&mut lower.to);
    if lower.diagnostics.is_empty() { Ok(lower.to) } else { Err(lower.diagnostics) }
}

fn name_of(module: &tileaa::Module, op: Op, field: Field) -> String {
    module.string(op, field).map_or_else(String::new, |id| module.text(id).into_owned())
}

/// A refusal was reported.
struct Refused;

type Lowered<T> = Result<T, Refused>;

struct Lower<'m> {
    from: &'m tileaa::Module,
    to: Module,
    /// Where ops go.
    block: Block,
    places: LocationPropagation,
    values: SecondaryMap<Value, PackedOption<Value>>,
    facts: AxisAnalysis,
    options: &'m Options,
    layouts: Layouts,
    classes: Classes,
    /// Values that were brought into another layout, and what they are there.
    converted: FxHashMap<(Value, RegisterLayout), Value>,
    /// The op in front of which ops go, instead of to the end of the block.
    before: Option<Op>,
    order: Order,
    /// Bytes of the slots of the function at hand, in which addresses of `alloca` are kept in shared memory.
    slots: u64,
    diagnostics: Vec<Diagnostic>,
}

/// Items.
impl Lower<'_> {
    fn item(&mut self, op: Op) {
        if self.from.opcode(op) == From::Func {
            self.function(op);
        } else {
            // Globals are the same at both levels; copying them cannot fail.
            let _ = self.copy(op);
        }
    }

    fn function(&mut self, op: Op) {
        let hint = self.from.int(op, from::func::num_worker_warps_per_cta);
        let warps = match hint {
            Some(warps) => (warps.clamp(1, 32) as u32).next_power_of_two(),
            None => warps::choose(self.from, &self.facts, op, self.options.warps, self.options.capability),
        };
        self.layouts = Layouts::of(self.from, &self.facts, op, warps.ilog2());
        self.classes = Classes::of(self.from, op, &self.layouts, (&self.facts, self.options.capability));
        self.converted.clear();
        self.order = Order::default();
        let allocas =
            ir::walk::preorder(&self.from.body, op).filter(|&op| self.from.opcode(op) == From::Alloca);
        self.slots = allocas.count() as u64 * u64::from(crate::transform::allocate_shared::SLOT);
        let name = name_of(self.from, op, from::func::sym_name);
        let occupancy = self.from.attr(op, from::func::occupancy);
        let ctas = self.from.int(op, from::func::num_ctas).unwrap_or(1);
        let block = self.from.block(op, from::func::body).expect("a function has a body");
        let params = self.argument_types(block);
        let items = self.block;
        let func = Builder::at_end(&mut self.to, items)
            .func()
            .sym_name(name.as_str())
            .num_warps(i64::from(warps))
            .num_ctas(ctas)
            .occupancy(occupancy)
            .finish()
            .op;
        let body = self.to.block(func, fields::func::body).expect("a function has a body");
        self.to.body.set_block_args(body, &params);
        self.bind_arguments(block, body, 0);
        self.block = body;
        // What is refused was reported.
        let _ = self.ops(block);
        self.block = items;
    }
}

/// Types and values.
impl Lower<'_> {
    /// The type that a value of level 2 has here; none for tokens.
    fn type_of(&mut self, value: Value) -> Option<TypeId> {
        let ty = match self.from.ty(value) {
            tileaa::Type::Tile(tile) => Type::Tile(TileType::new(tile.elem, self.layout_of(value))),
            tileaa::Type::Memref(memref) => Type::Memref(memref.clone()),
            tileaa::Type::BlockTile(tiles) => Type::BlockTile(tiles.clone()),
            tileaa::Type::Token => return None,
        };
        Some(self.to.types.intern(ty))
    }

    /// The layout of a tile of level 2: that of its class, else that of its shape.
    fn layout_of(&self, value: Value) -> RegisterLayout {
        let tile = self.from.ty(value).tile().expect("a tile");
        let known = self.classes.get(self.from, value).filter(|_| !tile.shape.is_empty());
        known.cloned().unwrap_or_else(|| self.layouts.of_shape(&tile.shape))
    }

    /// Types of the arguments of a block that are no tokens.
    fn argument_types(&mut self, block: Block) -> Vec<TypeId> {
        let arguments = self.from.body.block_args(block);
        arguments.iter().filter_map(|value| self.type_of(value)).collect()
    }

    /// The arguments of a block behind the first `skip` stand for those of the old one that are no tokens.
    fn bind_arguments(&mut self, old: Block, new: Block, skip: usize) {
        let mut values = self.to.body.block_args(new).iter().skip(skip);
        for argument in self.from.body.block_args(old) {
            if *self.from.ty(argument) != tileaa::Type::Token {
                let value = values.next().expect("an argument for each");
                self.bind(argument, value);
            }
        }
    }

    fn bind(&mut self, old: Value, new: Value) {
        self.values[old] = new.into();
        if let Some(name) = self.from.body.name(old) {
            let name = self.to.strings.intern_bytes(self.from.strings.get(name));
            self.to.body.set_name(new, Some(name));
        }
    }

    fn value(&self, old: Value) -> Value {
        self.values[old].expect("a value is lowered before its uses")
    }

    /// The values that are no tokens.
    fn values(&self, old: &[Value]) -> Vec<Value> {
        old.iter().filter_map(|&value| self.values[value].expand()).collect()
    }

    fn operand(&self, op: Op, field: Field) -> Value {
        self.value(self.from.operand(op, field))
    }

    fn tile(&self, value: Value) -> &TileType {
        self.to.ty(value).tile().expect("a verified op has tiles there")
    }

    fn tile_type(&mut self, tile: TileType) -> TypeId {
        self.to.types.intern(Type::Tile(tile))
    }

    fn builder(&mut self) -> Builder<'_, TileAs> {
        match self.before {
            Some(op) => Builder::before(&mut self.to, op),
            None => Builder::at_end(&mut self.to, self.block),
        }
    }
}

/// Ops.
impl Lower<'_> {
    fn ops(&mut self, block: Block) -> Lowered<()> {
        for op in self.from.body.block_ops(block) {
            let first = self.to.body.op_count();
            let lowered = self.op(op);
            self.places.propagate(self.from, op, &mut self.to, first);
            lowered?;
        }
        Ok(())
    }

    fn op(&mut self, op: Op) -> Lowered<()> {
        match self.from.opcode(op) {
            From::For | From::Loop | From::If => self.control(op),
            From::Yield | From::Continue | From::Break => self.jump(op),
            From::View | From::Broadcast | From::Permute => self.reshape(op),
            From::Cat => self.cat(op),
            From::Extract => self.extract(op),
            From::Insert => self.insert(op),
            From::Pack | From::Unpack => self.pack(op),
            From::Dot => self.dot(op),
            From::DotScaled => self.dot_scaled(op),
            From::Reduce | From::Scan => self.fold(op),
            From::Assume => {
                let (result, source) =
                    (self.from.result(op, from::assume::result), self.from.operand(op, from::assume::source));
                if let Some(value) = self.values[source].expand() {
                    self.values[result] = value.into();
                }
                self.order.carry(source, result);
                Ok(())
            }
            From::CreateMemToken | From::JoinTokens => {
                self.join_tokens(op);
                Ok(())
            }
            From::Load
            | From::Store
            | From::TiledLoad
            | From::TiledStore
            | From::TiledAtomicRed
            | From::AtomicRmw
            | From::AtomicCas
            | From::MemoryFence
            | From::Print => self.access(op),
            // Before sm_90 a kernel begins when those before it have ended: there is nobody to tell and nothing to wait for.
            From::GdcLaunchDependents | From::GdcWait if self.options.capability < 90 => {
                self.join_tokens(op);
                Ok(())
            }
            From::GdcLaunchDependents | From::GdcWait => self.access(op),
            From::Module
            | From::Func
            | From::Global
            | From::Return
            | From::Constant
            | From::GetGlobal
            | From::GetCtaRank
            | From::GetProgramId
            | From::GetNumPrograms
            | From::MakeRange
            | From::MakeMemref
            | From::BlockTile
            | From::GetSize
            | From::GetTileCount
            | From::Assert
            | From::Alloca
            | tile_core::arith_rows!(tile_core::family_pattern! { From; }) => self.copy(op),
        }
    }

    /// The op of the same name, with the same operands and attributes.
    fn copy(&mut self, op: Op) -> Lowered<()> {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let types: Vec<TypeId> = results.iter().filter_map(|&value| self.type_of(value)).collect();
        let layout =
            types.first().and_then(|&ty| self.to.types.get(ty).tile()).map(|tile| tile.layout.clone());
        let built = self.copy_in(op, &types, layout.as_ref());
        let new: Vec<Value> = self.to.body.results(built).iter().collect();
        let old = results.into_iter().filter(|&value| *self.from.ty(value) != tileaa::Type::Token);
        old.zip(new).for_each(|(old, new)| self.bind(old, new));
        Ok(())
    }

    /// The op of the same name with results of these types.
    fn copy_typed(&mut self, op: Op, types: &[TypeId]) -> Op {
        self.copy_in(op, types, None)
    }

    /// The same; operands of the shape of a layout are brought into it.
    fn copy_in(&mut self, op: Op, types: &[TypeId], layout: Option<&RegisterLayout>) -> Op {
        // What level 2 has beyond the shared fields, level 3 says otherwise: tokens by its order, and who else may access memory
        // of the tile block by nothing, because that makes no difference here.
        let shared = tileaa::TileAa::shared(self.from.opcode(op))
            .expect("an op that is copied has a row on both levels");
        let opcode = TileAs::of_shared(shared);
        let mut attrs = Vec::new();
        for field in shared.fields().attrs() {
            let slot = self.copied_slot(self.from.attr(op, field));
            if slot.is_present() {
                attrs.push((field, slot));
            }
        }
        let mut operands: Vec<(Field, Vec<Value>)> = Vec::new();
        for field in shared.fields().operands() {
            let range = self.from.operand_range(op, field);
            let values = range.filter_map(|index| {
                let old = self.from.body.operands(op)[index];
                self.value_for(op, index, old, layout)
            });
            operands.push((field, values.collect()));
        }
        let mut builder = self.builder();
        let mut draft: Draft<'_, TileAs> = builder.draft(opcode as u16);
        for (field, values) in operands {
            draft.operand(field, values);
        }
        for (field, slot) in attrs {
            draft.attr(field, slot);
        }
        let many = opcode.spec().results.iter().any(|result| result.arity == Arity::Many);
        if many {
            draft.result(Field::Result(0), types);
        } else {
            types.iter().enumerate().for_each(|(at, &ty)| draft.result(Field::Result(at as u8), ty));
        }
        draft.finish().op
    }

    fn copied_slot(&mut self, slot: AttrSlot) -> AttrSlot {
        let SlotValue::Interned(id) = slot.get() else { return slot };
        let attr = match self.from.attrs.get(id) {
            Attr::Str(text) => Attr::Str(self.to.strings.intern_bytes(self.from.strings.get(*text))),
            other @ (Attr::Int(_) | Attr::Ints(_) | Attr::Number(_) | Attr::Numbers(_) | Attr::Bytes(_)) => {
                other.clone()
            }
        };
        AttrSlot::interned(self.to.attrs.intern(attr))
    }
}
