//! Level 2 to level 3, one to one: every op becomes the op of the same name, and every tile gets the default layout of its
//! shape.
//!
//! The conversion makes no decisions. Information that only level 2 has becomes attributes of level-3 ops, for the passes that
//! decide ([`passes`]): axis info of loads and stores (`contiguity`, `divisibility`, `contiguous_dim`), and the memory that
//! they may alias (`alias_class`). Tokens stay values until `place-barriers`.
//!
//! Changes of shape rename registers. Some of them need a layout conversion first, because the default layout of one shape is
//! rarely a renaming of that of another.

mod axis_info;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::build::{Builder, Draft, IntoAttr as _};
use ir::generic::Attr;
use ir::locations::LocationPropagation;
use ir::pass::{Pipeline, Unwatched};
use ir::spec::Arity;
use ir::{AttrSlot, Block, Field, Op, SlotValue, TypeId, Value};
use tile_core::tiles::TileLevel as _;
use tileaa::Opcode as From;
use tileaa::axis_info::AxisAnalysis;
use tileaa::ops::fields as from;

use self::axis_info::AliasClasses;
pub use crate::options::{Division, NoRoom, Options};

use crate::attributes::ExecutionPath;
use crate::ops::{Builders as _, fields};
use crate::transform::{Assignment, assign_layouts, default_layout};
use crate::types::TileType;
use crate::{Module, Opcode, TileAs, Type, passes};

/// Converts a verified module to level 3, and runs the passes that compilation needs ([`passes::lowering`]).
pub fn lower(module: &tileaa::Module, options: &Options) -> Module {
    let mut module = convert(module, options);
    let pipeline = Pipeline::parse(&passes::lowering(options), passes::PASSES);
    let pipeline = pipeline.expect("the text of this pipeline is right");
    pipeline.run(&mut module, &mut Unwatched).expect("a converted module has what its passes require");
    module
}

/// Converts a verified module to level 3.
pub fn convert(module: &tileaa::Module, options: &Options) -> Module {
    let mut to = crate::new_module(&name_of(module, module.root, from::module::sym_name));
    let target = ir::build::IntoAttr::into_attr(options.target.as_str(), &mut to);
    to.set_attr(to.root, fields::module::target, target);
    let block = to.block(to.root, fields::module::body).expect("a module has its block");
    let locations = LocationPropagation::new(module, &mut to);
    let mut convert = Convert {
        from: module,
        to,
        block,
        locations,
        values: SecondaryMap::new(),
        facts: AxisAnalysis::of(module),
        aliases: AliasClasses::default(),
        options,
    };
    let items = module.block(module.root, from::module::body).expect("a module has its block");
    for item in module.body.block_ops(items) {
        let first = convert.to.body.op_count();
        convert.item(item);
        convert.locations.propagate(module, item, &mut convert.to, first);
    }
    convert.to
}

fn name_of(module: &tileaa::Module, op: Op, field: Field) -> String {
    module.string(op, field).map_or_else(String::new, |id| module.text(id).into_owned())
}

struct Convert<'m> {
    from: &'m tileaa::Module,
    to: Module,
    /// The position at which ops are inserted.
    block: Block,
    locations: LocationPropagation,
    values: SecondaryMap<Value, PackedOption<Value>>,
    facts: AxisAnalysis,
    aliases: AliasClasses,
    options: &'m Options,
}

/// Items.
impl Convert<'_> {
    fn item(&mut self, op: Op) {
        if self.from.opcode(op) == From::Func {
            self.function(op);
        } else {
            self.copy(op);
        }
    }

    fn function(&mut self, op: Op) {
        self.aliases = AliasClasses::of(self.from, op);
        let name = name_of(self.from, op, from::func::sym_name);
        let occupancy = self.from.attr(op, from::func::occupancy);
        let hint = self.from.attr(op, from::func::num_worker_warps_per_cta);
        let ctas = self.from.int(op, from::func::num_ctas).unwrap_or(1);
        let items = self.block;
        let func = Builder::at_end(&mut self.to, items)
            .func()
            .sym_name(name.as_str())
            .num_warps(i64::from(self.options.warps))
            .num_ctas(ctas)
            .occupancy(occupancy)
            .num_worker_warps_per_cta(hint)
            .finish()
            .op;
        if self.options.required && self.options.path != ExecutionPath::Universal {
            let path = self.options.path.into_attr(&mut self.to);
            self.to.set_attr(func, fields::func::path, path);
        }
        if let Some(refused) = self.options.refused.iter().find(|refused| refused.kernel == name) {
            let reason = refused.reason.as_str().into_attr(&mut self.to);
            self.to.set_attr(func, fields::func::reason, reason);
        }
        // Numbers of plans count those of the other division, too.
        let divided = self.options.divisions.iter().find(|division| division.kernel == name);
        if let Some(division) = divided.filter(|division| division.first > 1) {
            let plan = i64::from(self.options.plan.saturating_sub(division.first - 1));
            let slot = plan.into_attr(&mut self.to);
            self.to.set_attr(func, fields::func::plan, slot);
        }
        self.regions(op, func);
        let bits = self.warp_bits();
        assign_layouts(&mut self.to, func, &Assignment::by_shape(&|shape| default_layout(shape, bits)));
    }

    fn warp_bits(&self) -> u32 {
        self.options.warps.max(1).ilog2()
    }
}

/// Types and values.
impl Convert<'_> {
    fn type_of(&mut self, value: Value) -> TypeId {
        let ty = match self.from.ty(value) {
            tileaa::Type::Tile(tile) if tile.shape.is_empty() => Type::Tile(TileType::single(tile.elem)),
            tileaa::Type::Tile(tile) => {
                Type::Tile(TileType::new(tile.elem, default_layout(&tile.shape, self.warp_bits())))
            }
            tileaa::Type::Memref(memref) => Type::Memref(memref.clone()),
            tileaa::Type::BlockTile(tiles) => Type::BlockTile(tiles.clone()),
            tileaa::Type::Token => Type::Token,
        };
        self.to.types.intern(ty)
    }

    fn bind(&mut self, old: Value, new: Value) {
        self.values[old] = new.into();
        if let Some(name) = self.from.body.name(old) {
            let name = self.to.strings.intern_bytes(self.from.strings.get(name));
            self.to.body.set_name(new, Some(name));
        }
    }

    fn value(&self, old: Value) -> Value {
        self.values[old].expect("a value is converted before its uses")
    }
}

/// Ops.
impl Convert<'_> {
    fn ops(&mut self, block: Block) {
        for op in self.from.body.block_ops(block) {
            let first = self.to.body.op_count();
            self.op(op);
            self.locations.propagate(self.from, op, &mut self.to, first);
        }
    }

    fn op(&mut self, op: Op) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "every other op becomes the one of its name")]
        match self.from.opcode(op) {
            // Its assumption about the operand is part of the facts.
            From::Assume => {
                let source = self.value(self.from.operand(op, from::assume::source));
                self.values[self.from.result(op, from::assume::result)] = source.into();
            }
            // Before sm_90, a kernel starts when the previous ones have ended, so there is no kernel to signal or to wait for.
            From::GdcLaunchDependents | From::GdcWait if self.options.capability < 90 => {
                let tokens: Vec<Value> =
                    self.from.body.operands(op).iter().map(|&token| self.value(token)).collect();
                let ty = self.to.types.intern(Type::Token);
                let mut b = Builder::at_end(&mut self.to, self.block);
                let joined = b.join_tokens().tokens(tokens).result(ty).finish().value();
                self.bind(self.from.body.result(op, 0), joined);
            }
            _ => {
                let new = self.copy(op);
                self.annotate(op, new);
                self.regions(op, new);
            }
        }
    }

    /// The op of the same name, with the same operands and attributes.
    fn copy(&mut self, op: Op) -> Op {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let types: Vec<TypeId> = results.iter().map(|&value| self.type_of(value)).collect();
        let (opcode, attrs) = self.twin(op);
        // Operands have the same numbers on both levels: the shared ones, and tokens after them.
        let count = self.from.spec(op).operands.len() as u8;
        let operands: Vec<(Field, Vec<Value>)> = (0..count)
            .map(Field::Operand)
            .map(|field| {
                let values = self.from.operands(op, field).iter().map(|&value| self.value(value));
                (field, values.collect())
            })
            .collect();
        let mut builder = Builder::at_end(&mut self.to, self.block);
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
        let new = draft.finish().op;
        let made: Vec<Value> = self.to.body.results(new).iter().collect();
        results.into_iter().zip(made).for_each(|(old, new)| self.bind(old, new));
        new
    }

    /// The op at level 3 for an op, and the attributes that both have. Other attributes of level 2 are not needed here: they
    /// say which other threads may access memory of the tile block.
    fn twin(&mut self, op: Op) -> (Opcode, Vec<(Field, AttrSlot)>) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are shared rows")]
        let opcode = match self.from.opcode(op) {
            // Slices of tiles and of memory are one op here.
            From::Extract => Opcode::ExtractSlice,
            From::Insert => Opcode::InsertSlice,
            From::CreateMemToken => Opcode::CreateMemToken,
            From::JoinTokens => Opcode::JoinTokens,
            opcode => {
                let shared =
                    tileaa::TileAa::shared(opcode).expect("an op that is copied has a row on both levels");
                let fields: Vec<Field> = shared.fields().attrs().collect();
                let slots =
                    fields.into_iter().map(|field| (field, self.copied_slot(self.from.attr(op, field))));
                return (TileAs::of_shared(shared), slots.filter(|(_, slot)| slot.is_present()).collect());
            }
        };
        (opcode, Vec::new())
    }

    /// Converts the ops in the regions of an op into the regions of the new one.
    fn regions(&mut self, op: Op, new: Op) {
        for index in 0..self.from.body.regions(op).len() {
            let region = self.from.body.region(op, index);
            let Some(&old) = self.from.body.region_blocks(region).first() else { continue };
            let arguments: Vec<Value> = self.from.body.block_args(old).iter().collect();
            let types: Vec<TypeId> = arguments.iter().map(|&value| self.type_of(value)).collect();
            let region = self.to.body.region(new, index);
            let block = match self.to.body.region_blocks(region).first() {
                Some(&block) => {
                    self.to.body.set_block_args(block, &types);
                    block
                }
                None => self.to.body.create_block(region, &types),
            };
            let made: Vec<Value> = self.to.body.block_args(block).iter().collect();
            arguments.into_iter().zip(made).for_each(|(old, new)| self.bind(old, new));
            let outer = std::mem::replace(&mut self.block, block);
            self.ops(old);
            self.block = outer;
        }
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
