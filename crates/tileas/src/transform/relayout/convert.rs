//! Tiles in other layouts: conversions, and rematerialisation instead of them.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, OpDraft, Value, ValueDef};

use super::Relayout;
use crate::layout::RegisterLayout;
use crate::ops::{Builders as _, fields};
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

/// The maximum length of a chain of rematerialised ops: longer chains cost more than a conversion.
const CHAIN_LIMIT: usize = 8;

impl Relayout<'_, '_> {
    /// The tile in a layout.
    pub(super) fn convert(&mut self, value: Value, layout: &RegisterLayout) -> Value {
        let tile = self.tile(value);
        if tile.layout == *layout || tile.shape().is_empty() {
            return value;
        }
        let value = first_source(self.module, value);
        if self.tile(value).layout == *layout {
            return value;
        }
        let key = (value, layout.clone());
        if let Some(&known) = self.converted.get(&key) {
            return known;
        }
        let made = if self.is_from_outside(value) {
            self.at_definition(value, |l| l.convert_here(value, layout))
        } else {
            self.convert_here(value, layout)
        };
        self.converted.insert(key, made);
        made
    }

    fn convert_here(&mut self, value: Value, layout: &RegisterLayout) -> Value {
        if is_rematerialised(self.module, value) {
            let op = self.module.body.def_op(value).expect("an op makes what is rematerialised");
            let reshapes = matches!(self.module.opcode(op), Opcode::Broadcast | Opcode::View);
            return if reshapes {
                self.rematerialise_reshape(op, layout)
            } else {
                self.rebuild(op, &[], layout)
            };
        }
        let ty = Type::Tile(TileType::new(self.tile(value).elem, layout.clone()));
        let ty = self.module.types.intern(ty);
        let mut builder = ir::build::Builder::before(self.module, self.before);
        builder.convert_layout().source(value).result(ty).finish().value()
    }

    /// True for values of blocks around the current one.
    fn is_from_outside(&self, value: Value) -> bool {
        !self.at_definition && self.module.body.def_block(value) != Some(self.block)
    }

    /// Inserts ops right after the definition of a value.
    fn at_definition<T>(&mut self, value: Value, make: impl FnOnce(&mut Self) -> T) -> T {
        let next = match self.module.body.def(value) {
            ValueDef::Result(op, _) => self.module.body.next(op),
            ValueDef::Arg(block, _) => self.module.body.first_op(block),
        };
        let next = next.expect("a block ends in an op without results");
        let around = (self.before, self.at_definition);
        (self.before, self.at_definition) = (next, true);
        let made = make(self);
        (self.before, self.at_definition) = around;
        made
    }

    /// Clones an op without regions, with other operands, and its result in a layout.
    pub(super) fn rebuild(&mut self, op: Op, operands: &[Value], layout: &RegisterLayout) -> Value {
        let elem = self.tile(self.module.body.result(op, 0)).elem;
        let ty = self.module.types.intern(Type::Tile(TileType::new(elem, layout.clone())));
        let body = &mut self.module.body;
        let (segments, attrs) = (body.segments(op).to_vec(), body.attrs(op).to_vec());
        let (opcode, loc, extra) = (body.opcode(op), body.loc(op), body.extra(op));
        let draft =
            OpDraft { opcode, operands, segments: &segments, attrs: &attrs, results: &[ty], regions: 0, loc };
        let new = body.create_op(draft);
        body.set_extra(new, extra);
        body.insert_before(self.before, new);
        body.result(new, 0)
    }
}

/// The source of a chain of conversions.
pub(crate) fn first_source(module: &Module, value: Value) -> Value {
    let mut value = value;
    while let Some(op) = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ConvertLayout) {
        value = module.body.operands(op)[0];
    }
    value
}

/// True for zero, however it is spread over a tile.
pub(crate) fn is_zero(module: &Module, value: Value) -> bool {
    let mut value = value;
    while let Some(op) = module.body.def_op(value)
        && matches!(module.opcode(op), Opcode::Broadcast | Opcode::View | Opcode::ConvertLayout)
    {
        value = module.body.operands(op)[0];
    }
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
    op.and_then(|op| module.number(op, fields::constant::value)) == Some(0)
}

/// True for constants, ranges, broadcasts, and views of these or of single numbers: they are rematerialised in any
/// layout.
pub(crate) fn is_rematerialised(module: &Module, value: Value) -> bool {
    let mut value = first_source(module, value);
    for _ in 0..CHAIN_LIMIT {
        let Some(op) = module.body.def_op(value) else { return false };
        let opcode = module.opcode(op);
        if matches!(opcode, Opcode::Constant | Opcode::MakeRange | Opcode::Broadcast) {
            return true;
        }
        if opcode != Opcode::View {
            return false;
        }
        value = first_source(module, module.body.operands(op)[0]);
        if module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty()) {
            return true;
        }
    }
    false
}

/// Removes dead code in an op: constants in layouts without uses, and their operands.
pub(crate) fn dead_code(module: &mut Module, root: Op) -> bool {
    let ops: Vec<Op> = preorder(&module.body, root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops.into_iter().rev() {
        let module = rewriter.module();
        // The effects of an op are its own, without those of its regions.
        let plain = module.body.regions(op).len() == 0 && module.effects(op).is_repeatable();
        let removable = plain || module.opcode(op) == Opcode::LocalLoad;
        let used = rewriter.uses().any_result_used(&module.body, op);
        if removable && !module.body.results(op).is_empty() && !used {
            rewriter.erase(op);
        }
    }
    rewriter.changed()
}
