//! Tiles in other layouts.
//!
//! A value is brought into a layout once. What comes from outside of the block at hand is converted where it was defined, so
//! that loops do not do it again; constants, ranges and broadcasts are rematerialised instead, which moves nothing.

use ir::rewrite::Rewriter;
use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Op, OpDraft, Value, ValueDef};
use tileaa::semantics::Level2;

use super::Lower;
use crate::layout::RegisterLayout;
use crate::ops::{Builders as _, Opcode};
use crate::types::TileType;
use crate::{Module, Type};

/// Ops that are rematerialised in a chain.
const DEEPEST: usize = 8;

impl Lower<'_> {
    /// The tile in a layout.
    pub(super) fn convert(&mut self, value: Value, layout: &RegisterLayout) -> Value {
        let tile = self.tile(value);
        if tile.layout == *layout || tile.shape().is_empty() {
            return value;
        }
        // What was converted before is better converted from what it came from: often that is only another name for registers.
        let value = self.before_conversion(value);
        if self.tile(value).layout == *layout {
            return value;
        }
        let key = (value, layout.clone());
        if let Some(&known) = self.converted.get(&key) {
            return known;
        }
        let made = if self.is_from_outside(value) {
            self.at_definition(value, |l| l.converted_here(value, layout))
        } else {
            self.converted_here(value, layout)
        };
        self.converted.insert(key, made);
        made
    }

    /// What a chain of conversions begins with.
    fn before_conversion(&self, value: Value) -> Value {
        let mut value = value;
        while let Some(op) =
            self.to.body.def_op(value).filter(|&op| self.to.opcode(op) == Opcode::ConvertLayout)
        {
            value = self.to.body.operands(op)[0];
        }
        value
    }

    fn converted_here(&mut self, value: Value, layout: &RegisterLayout) -> Value {
        if self.is_made_anew(value) {
            let op = self.to.body.def_op(value).expect("what is made anew is made by an op");
            let reshapes = matches!(self.to.opcode(op), Opcode::Broadcast | Opcode::View);
            return if reshapes { self.reshape_anew(op, layout) } else { self.rebuild(op, &[], layout) };
        }
        let ty = self.tile_type(TileType::new(self.tile(value).elem, layout.clone()));
        self.builder().convert_layout().source(value).result(ty).finish().value()
    }

    /// The value of `old` as the op takes it at `index`: in the layout of what it becomes, else in `layout` if it has that
    /// shape. None for tokens.
    pub(super) fn value_for(
        &mut self,
        op: Op,
        index: usize,
        old: Value,
        layout: Option<&RegisterLayout>,
    ) -> Option<Value> {
        let value = self.values[old].expand()?;
        let Type::Tile(tile) = self.to.ty(value) else { return Some(value) };
        let shape = tile.layout.shape().clone();
        let becomes = Level2.carried(self.from, op, index).first().copied();
        let wanted = match becomes {
            Some(target) => self.layout_of(target),
            None => match layout.filter(|layout| *layout.shape() == shape) {
                Some(layout) => layout.clone(),
                None => return Some(value),
            },
        };
        Some(self.convert(value, &wanted))
    }

    /// The result `old` of level 2 is the tile `value`, in the layout of its class.
    pub(super) fn bind_settled(&mut self, old: Value, value: Value) {
        let layout = self.layout_of(old);
        let settled = self.convert(value, &layout);
        self.bind(old, settled);
    }

    /// True for constants, ranges, broadcasts, and views of these or of single numbers.
    pub(super) fn is_made_anew(&self, value: Value) -> bool {
        let mut value = value;
        for _ in 0..DEEPEST {
            let Some(op) = self.to.body.def_op(value) else { return false };
            let opcode = self.to.opcode(op);
            if matches!(opcode, Opcode::Constant | Opcode::MakeRange | Opcode::Broadcast) {
                return true;
            }
            if opcode != Opcode::View {
                return false;
            }
            value = self.to.body.operands(op)[0];
            if self.tile(value).shape().is_empty() {
                return true;
            }
        }
        false
    }

    /// True for values of blocks around the one at hand.
    pub(super) fn is_from_outside(&self, value: Value) -> bool {
        self.before.is_none() && self.to.body.def_block(value) != Some(self.block)
    }

    /// Makes ops right behind the definition of a value.
    pub(super) fn at_definition<T>(&mut self, value: Value, make: impl FnOnce(&mut Self) -> T) -> T {
        let behind = match self.to.body.def(value) {
            ValueDef::Result(op, _) => self.to.body.next(op),
            ValueDef::Arg(block, _) => self.to.body.first_op(block),
        };
        let around = std::mem::replace(&mut self.before, behind);
        let made = make(self);
        self.before = around;
        made
    }

    /// An op without regions once more, with other operands, and its result in a layout.
    pub(super) fn rebuild(&mut self, op: Op, operands: &[Value], layout: &RegisterLayout) -> Value {
        let elem = self.tile(self.to.body.result(op, 0)).elem;
        let ty = self.tile_type(TileType::new(elem, layout.clone()));
        let body = &mut self.to.body;
        let (segments, attrs) = (body.segments(op).to_vec(), body.attrs(op).to_vec());
        let (opcode, loc, extra) = (body.opcode(op), body.loc(op), body.extra(op));
        let draft =
            OpDraft { opcode, operands, segments: &segments, attrs: &attrs, results: &[ty], regions: 0, loc };
        let new = body.create_op(draft);
        body.set_extra(new, extra);
        match self.before {
            Some(before) => body.insert_before(before, new),
            None => body.append(self.block, new),
        }
        body.result(new, 0)
    }
}

/// Takes out what nobody uses: constants in layouts that nobody wants, and what went to them.
pub(super) fn sweep(module: &mut Module) {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops.into_iter().rev() {
        let module = rewriter.module();
        let alone = module.body.regions(op).len() == 0;
        let droppable = alone && module.effects(op).is_repeatable() || module.opcode(op) == Opcode::LocalLoad;
        if droppable
            && !module.body.results(op).is_empty()
            && !rewriter.uses().any_result_used(&module.body, op)
        {
            rewriter.erase(op);
        }
    }
}
