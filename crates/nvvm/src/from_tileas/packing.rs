//! Elements that become several smaller ones, or one larger one, with the same bits.

use ir::{Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;

use super::elements::register;
use super::{Lower, Lowered};
use crate::Type;

impl Lower<'_> {
    /// `pack` or `unpack`: parts are the lowest registers of an element.
    pub(super) fn pack(&mut self, op: Op) -> Lowered<()> {
        let source = self.from.body.operands(op)[0];
        let (from, to) = (self.tile(source).elem, self.tile(self.from.body.result(op, 0)).elem);
        let bits = |elem: Elem| match elem.scalar() {
            Some(Scalar::I1) => 1,
            scalar => scalar.map_or(64, Scalar::storage_bits),
        };
        let registers = self.registers(source);
        let count = self.tile(self.from.body.result(op, 0)).layout.registers() as usize;
        let (from_bits, to_bits) = (bits(from), bits(to));
        let mut results = Vec::new();
        if from_bits >= to_bits {
            let parts = from_bits / to_bits;
            for &value in &registers {
                let value = self.as_int(value);
                results.extend((0..parts).map(|part| self.part(value, part * to_bits, to_bits, to)));
            }
        } else {
            let parts = (to_bits / from_bits) as usize;
            for group in registers.chunks(parts) {
                results.push(self.whole(group, from_bits, to));
            }
        }
        results.truncate(count);
        self.hold(op, 0, results);
        Ok(())
    }

    /// The bits of a value as an integer.
    fn as_int(&mut self, value: Value) -> Value {
        let ty = match self.type_of(value).bits() {
            1 => return self.resize(value, Type::I16, false),
            16 => Type::I16,
            32 => Type::I32,
            _ => Type::I64,
        };
        self.bitcast(value, ty)
    }

    fn part(&mut self, value: Value, at: u32, bits: u32, elem: Elem) -> Value {
        let low = self.shr(value, at);
        let ty = register(elem);
        if elem == Elem::Scalar(Scalar::I1) {
            let ty = self.type_of(low);
            let one = self.bits(ty, 1);
            let bit = self.and(low, one);
            return self.resize(bit, Type::I1, false);
        }
        let int = if ty.bits() == 64 {
            Type::I64
        } else if ty.bits() == 32 {
            Type::I32
        } else {
            Type::I16
        };
        let mut cut = self.resize(low, int, false);
        if bits < int.bits() {
            let mask = self.bits(int, (1 << bits) - 1);
            cut = self.and(cut, mask);
        }
        self.bitcast(cut, ty)
    }

    fn whole(&mut self, parts: &[Value], bits: u32, elem: Elem) -> Value {
        let ty = register(elem);
        let int = if ty.bits() == 64 {
            Type::I64
        } else if ty.bits() == 32 {
            Type::I32
        } else {
            Type::I16
        };
        let mut whole: Option<Value> = None;
        for (index, &part) in parts.iter().enumerate() {
            let part = self.as_int(part);
            let wide = self.resize(part, int, false);
            let moved = self.shl(wide, index as u32 * bits);
            whole = Some(whole.map_or(moved, |whole| self.or(whole, moved)));
        }
        let whole = whole.expect("a whole has parts");
        self.bitcast(whole, ty)
    }
}
