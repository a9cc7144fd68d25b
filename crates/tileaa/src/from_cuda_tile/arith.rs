//! Element-wise ops: the same op, with the names that levels 2 to 4 share.

use std::sync::LazyLock;

use cuda_tile::ops::{Opcode as Level1, fields};
use ir::spec::AttrSpec;
use ir::{AttrSlot, Field, Op, Value};
use numerics::Scalar;

use super::Lowering;
use crate::arith::Arith;
use crate::ops::{Builders, Opcode};
use crate::types::Elem;
use ir::generic::AttrKind;

/// The name of an attribute in the rows of level 1.
fn level1_name(name: &str) -> &str {
    match name {
        "signed" => "signedness",
        "predicate" => "comparison_predicate",
        "ordered" => "comparison_ordering",
        name => name,
    }
}

/// The op of the shared arithmetic that each op of level 1 is, by its number: the one of the same mnemonic. The few that
/// have another name or another form are in [`Lowering::elementwise`].
static SAME: LazyLock<Vec<Option<Arith>>> = LazyLock::new(|| {
    let same = |op: &Level1| Arith::ALL.iter().copied().find(|arith| arith.mnemonic() == op.spec().mnemonic);
    Level1::ALL.iter().map(same).collect()
});

impl Lowering<'_> {
    /// An element-wise op.
    pub(super) fn elementwise(&mut self, op: Op) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the others are the same op at both levels")]
        match self.from.opcode(op) {
            Level1::FToF => self.arith(op, Arith::FpToFp),
            Level1::Offset => self.offset(op),
            // Pointers are plain addresses at level 2.
            Level1::PtrToPtr => self.same_value(op),
            same => {
                self.arith(op, SAME[same as usize].expect("the arithmetic of level 1 is shared below it"))
            }
        }
    }

    /// Operands and results are the same in number and order; attributes are found by their names.
    pub(super) fn arith(&mut self, op: Op, arith: Arith) {
        let opcode = Opcode::of_arith(arith);
        let operands: Vec<Value> = self.from.body.operands(op).to_vec();
        let operands: Vec<Value> = operands.into_iter().map(|value| self.value(value)).collect();
        let ty = self.ty(self.from.body.result(op, 0));
        let slots: Vec<AttrSlot> =
            opcode.spec().attrs.iter().map(|attr| self.attribute(op, attr.name, attr)).collect();
        let mut builder = self.build();
        let mut draft = builder.draft(opcode as u16);
        for (index, operand) in operands.into_iter().enumerate() {
            draft.operand(Field::Operand(index as u8), operand);
        }
        for (index, slot) in slots.into_iter().enumerate() {
            draft.attr(Field::Attr(index as u8), slot);
        }
        draft.result(Field::Result(0), ty);
        let value = draft.finish().value();
        self.set_result(op, value);
    }

    /// The slot of an attribute: words have one number at both levels, and a flag stands for the second of two words.
    fn attribute(&self, op: Op, name: &str, attr: &AttrSpec<crate::TileAa>) -> AttrSlot {
        let spec = self.from.spec(op);
        let found = |wanted: &str| spec.attrs.iter().position(|attr| attr.name == wanted);
        let index =
            found(level1_name(name)).or_else(|| found("rounding_mode").filter(|_| name == "rounding"));
        let slot = index.map_or(AttrSlot::ABSENT, |index| self.from.attr(op, Field::Attr(index as u8)));
        match (slot.as_small(), attr.kind, attr.default) {
            (Some(0), AttrKind::Flag, _) => AttrSlot::ABSENT,
            (None, _, Some(default)) => AttrSlot::small(default),
            (_, _, _) => slot,
        }
    }

    /// `offset`: elements become bytes.
    pub(super) fn offset(&mut self, op: Op) {
        use fields::offset as old;
        let pointee = self.pointee(self.from.operand(op, old::ptr));
        let (base, mut distance) = (self.operand(op, old::ptr), self.operand(op, old::offset));
        let bits = pointee.storage_bits();
        if bits < 8 {
            // Two elements are in a byte; an odd offset is undefined.
            distance = self.halved(distance);
        }
        let ty = self.ty(self.from.body.result(op, 0));
        let bytes = i64::from(bits.div_ceil(8));
        let value =
            self.build().addptr().base(base).offset(distance).bytes(bytes).result(ty).finish().value();
        self.set_result(op, value);
    }

    /// Half of an even signed number.
    fn halved(&mut self, value: Value) -> Value {
        let tile = self.to.ty(value).tile().expect("offsets are tiles").clone();
        let wide = if tile.elem == Elem::Scalar(Scalar::I1) {
            Scalar::I32
        } else {
            tile.elem.scalar().expect("offsets are numbers")
        };
        let ty = self.tile_type(&tile.shape, Elem::Scalar(wide));
        let value = match wide == tile.elem.scalar().expect("offsets are numbers") {
            true => value,
            false => self.build().exti().source(value).signed(true).result(ty).finish().value(),
        };
        let one = self.build().constant().value(ir::generic::Attr::Number(1)).result(ty).finish().value();
        self.build().shri().lhs(value).rhs(one).signed(true).result(ty).finish().value()
    }

    /// The type that the pointers of a value of level 1 point to.
    pub(super) fn pointee(&self, pointers: Value) -> Scalar {
        let elem = self.from.ty(pointers).as_tile().and_then(|tile| tile.elem().ptr());
        elem.expect("the verifier admits pointers alone").pointee
    }

    /// The same value: this level does not distinguish the two.
    pub(super) fn same_value(&mut self, op: Op) {
        let value = self.value(self.from.body.operands(op)[0]);
        self.set_result(op, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_wise_ops_have_an_op_below() {
        let elsewhere = [Level1::FToF, Level1::Offset, Level1::PtrToPtr];
        for &op in Level1::ALL.iter().filter(|op| op.spec().compute.is_elementwise()) {
            assert_eq!(SAME[op as usize].is_none(), elsewhere.contains(&op), "{op:?}");
        }
    }
}
