//! Constants, indices of the grid, shapes, matrix products, assumptions.

use cuda_tile::attrs::Signedness;
use cuda_tile::ops::fields;
use cuda_tile::{Attr, Dense};
use ir::build::IntoAttr;
use ir::generic;
use ir::{AttrSlot, Field, Op, Value};
use numerics::Scalar;

use super::Lowering;
use crate::attrs::Assumption;
use crate::ops::{Builders, Opcode, fields as new};
use crate::types::Type;

impl Lowering<'_> {
    pub(super) fn constant(&mut self, op: Op) {
        let id = self.from.attr(op, fields::constant::value).as_interned();
        let Some(Attr::Dense(dense)) = id.map(|id| self.from.attrs.get(id)) else {
            unreachable!("the verifier asks for the elements of a constant")
        };
        let ty = self.ty(self.from.body.result(op, 0));
        let mut b = self.build();
        let draft = b.constant().result(ty);
        let value = if dense.is_splat() {
            draft.value(generic::Attr::Number(dense.bits(0))).finish().value()
        } else {
            let count = dense.data().len() / Dense::elem_size(dense.elem());
            let bits = (0..count).map(|index| dense.bits(index)).collect();
            draft.values(generic::Attr::Numbers(bits)).finish().value()
        };
        self.set_result(op, value);
    }

    pub(super) fn get_global(&mut self, op: Op) {
        let name = self.string(self.text(op, fields::get_global::name));
        let ty = self.ty(self.from.body.result(op, 0));
        let value = self.build().get_global().name(name).result(ty).finish().value();
        self.set_result(op, value);
    }

    /// One op for each axis.
    pub(super) fn program_ids(&mut self, op: Op) {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        for (axis, result) in results.into_iter().enumerate() {
            let ty = self.ty(result);
            let value = self.build().get_program_id().axis(axis as i64).result(ty).finish().value();
            self.set(result, value);
        }
    }

    pub(super) fn program_counts(&mut self, op: Op) {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        for (axis, result) in results.into_iter().enumerate() {
            let ty = self.ty(result);
            let value = self.build().get_num_programs().axis(axis as i64).result(ty).finish().value();
            self.set(result, value);
        }
    }

    /// An op of the same operands and results, without attributes.
    pub(super) fn shape_op(&mut self, op: Op, opcode: Opcode) {
        let operands: Vec<Value> = self.from.body.operands(op).to_vec();
        let operands: Vec<Value> = operands.into_iter().map(|value| self.value(value)).collect();
        let ty = self.ty(self.from.body.result(op, 0));
        let mut builder = self.build();
        let mut draft = builder.draft(opcode as u16);
        for (index, operand) in operands.into_iter().enumerate() {
            draft.operand(Field::Operand(index as u8), operand);
        }
        draft.result(Field::Result(0), ty);
        let value = draft.finish().value();
        self.set_result(op, value);
    }

    pub(super) fn permute(&mut self, op: Op) {
        use fields::permute as old;
        let id = self.from.attr(op, old::permutation).as_interned();
        let order: Box<[i64]> = match id.map(|id| self.from.attrs.get(id)) {
            Some(Attr::I32s(dims)) => dims.iter().map(|&dim| i64::from(dim)).collect(),
            _ => Box::default(),
        };
        let (source, ty) = (self.operand(op, old::source), self.ty(self.from.body.result(op, 0)));
        let mut b = self.build();
        let draft = b.permute().source(source).permutation(generic::Attr::Ints(order));
        let value = draft.result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn cat(&mut self, op: Op) {
        use fields::cat as old;
        let (lhs, rhs, dim) =
            (self.operand(op, old::lhs), self.operand(op, old::rhs), self.int(op, old::dim));
        let ty = self.ty(self.from.body.result(op, 0));
        let value = self.build().cat().lhs(lhs).rhs(rhs).dim(dim).result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn extract(&mut self, op: Op) {
        use fields::extract as old;
        let (source, indices) = (self.operand(op, old::source), self.operands(op, old::indices));
        let ty = self.ty(self.from.body.result(op, 0));
        let value = self.build().extract().source(source).indices(indices).result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn insert(&mut self, op: Op) {
        use fields::insert as old;
        let (source, destination) = (self.operand(op, old::source), self.operand(op, old::destination));
        let (indices, ty) = (self.operands(op, old::indices), self.ty(self.from.body.result(op, 0)));
        let mut b = self.build();
        let draft = b.insert().source(source).destination(destination).indices(indices);
        let value = draft.result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn mmaf(&mut self, op: Op) {
        use fields::mmaf as old;
        let [lhs, rhs, acc] = [old::lhs, old::rhs, old::acc].map(|field| self.operand(op, field));
        let (fast, ty) = (self.from.flag(op, old::fast_acc), self.ty(self.from.body.result(op, 0)));
        let mut b = self.build();
        let built = b.dot().lhs(lhs).rhs(rhs).acc(acc).result(ty).finish();
        let (value, dot) = (built.value(), built.op);
        self.set_flag(dot, new::dot::fast_acc, fast);
        self.set_result(op, value);
    }

    pub(super) fn mmai(&mut self, op: Op) {
        use fields::mmai as old;
        let [lhs, rhs, acc] = [old::lhs, old::rhs, old::acc].map(|field| self.operand(op, field));
        let ty = self.ty(self.from.body.result(op, 0));
        let mut b = self.build();
        let built = b.dot().lhs(lhs).rhs(rhs).acc(acc).result(ty).finish();
        let (value, dot) = (built.value(), built.op);
        for (field, flag) in
            [(old::signedness_lhs, new::dot::signed_lhs), (old::signedness_rhs, new::dot::signed_rhs)]
        {
            let signed = Signedness::from_slot(self.from.attr(op, field)) == Some(Signedness::Signed);
            self.set_flag(dot, flag, signed);
        }
        self.set_result(op, value);
    }

    pub(super) fn mmaf_scaled(&mut self, op: Op) {
        use fields::mmaf_scaled as old;
        let [lhs, rhs, acc, lhs_scale, rhs_scale] =
            [old::lhs, old::rhs, old::acc, old::lhs_scale, old::rhs_scale]
                .map(|field| self.operand(op, field));
        let ty = self.ty(self.from.body.result(op, 0));
        let mut b = self.build();
        let draft = b.dot_scaled().lhs(lhs).rhs(rhs).acc(acc);
        let value = draft.lhs_scale(lhs_scale).rhs_scale(rhs_scale).result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn set_flag(&mut self, op: Op, field: Field, on: bool) {
        if on {
            self.to.set_attr(op, field, AttrSlot::UNIT);
        }
    }

    pub(super) fn assume(&mut self, op: Op) {
        use fields::assume as old;
        let id = self.from.attr(op, old::predicate).as_interned();
        let (kind, numbers): (Assumption, Vec<i64>) = match id.map(|id| self.from.attrs.get(id)) {
            Some(&Attr::DivBy { divisor, every, along }) => {
                (Assumption::DivBy, self.divisible(op, divisor, every.zip(along)))
            }
            Some(&Attr::Bounded { lower, upper }) => {
                (Assumption::Bounded, vec![lower.unwrap_or(i64::MIN), upper.unwrap_or(i64::MAX)])
            }
            Some(Attr::SameElements(counts)) => (Assumption::SameElements, counts.to_vec()),
            _ => unreachable!("the verifier asks for a predicate"),
        };
        let source = self.operand(op, old::value);
        let ty = self.to.body.ty(source);
        let numbers = generic::Attr::Ints(numbers.into());
        let mut b = self.build();
        let draft = b.assume().source(source).kind(kind).numbers(numbers);
        let value = draft.result(ty).finish().value();
        self.set_result(op, value);
    }

    /// The divisor, and, if there are groups, their length, their dimension, and the distance of the elements of a group.
    fn divisible(&self, op: Op, divisor: u64, groups: Option<(i64, i64)>) -> Vec<i64> {
        let divisor = i64::try_from(divisor).unwrap_or(1 << 62);
        let Some((every, along)) = groups else { return vec![divisor] };
        let value = self.from.operand(op, fields::assume::value);
        let elem = self.from.ty(value).as_tile().and_then(|tile| tile.elem().ptr());
        let apart = elem.map_or(1, |ptr| i64::from(ptr.pointee.storage_bits().div_ceil(8)));
        vec![divisor, every, along, apart]
    }

    /// A constant of one number in every element.
    pub(super) fn splat(&mut self, shape: &[u32], scalar: Scalar, bits: u64) -> Value {
        let ty = self.to.types.intern(Type::tile_of(shape, crate::types::Elem::Scalar(scalar)));
        self.build().constant().value(generic::Attr::Number(bits)).result(ty).finish().value()
    }

    pub(super) fn assert_(&mut self, op: Op) {
        use fields::assert as old;
        let message = self.string(self.text(op, old::message));
        let condition = self.operand(op, old::condition);
        self.build().assert().condition(condition).message(message).finish();
    }

    pub(super) fn print(&mut self, op: Op) {
        use fields::print_tko as old;
        let format = self.string(self.text(op, old::str));
        let (args, token) = (self.operands(op, old::args), self.token(op, old::token));
        let ty = self.to.types.intern(Type::Token);
        let new = self.build().print().args(args).token(token).format(format).result_token(ty).finish().op;
        self.set_results(op, new);
    }

    /// An attribute that may be absent.
    pub(super) fn set_int(&mut self, op: Op, field: Field, value: Option<i64>) {
        if let Some(value) = value {
            let slot = value.into_attr(&mut self.to);
            self.to.set_attr(op, field, slot);
        }
    }
}
