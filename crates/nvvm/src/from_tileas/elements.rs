//! Element-wise ops, constants and renamings.
//!
//! Elements narrower than 16 bits are held in 16 bits with zeros above. Integers among them are extended for arithmetic
//! and truncated afterwards.

use ir::generic::Attr;
use ir::{AttrSlot, Field, Op, SlotValue, Value};
use numerics::Scalar;
use tile_core::arith::{Arith, RoundingMode};
use tileaa::types::Elem;
use tileas::ops::fields as from;

use super::{Held, Lower, Lowered};
use crate::Type;
use crate::attrs::{GlobalSpace, SpecialRegister};
use crate::ops::{Builders as _, Opcode};
use crate::types::Space;

/// The register that holds an element.
pub(super) fn register(elem: Elem) -> Type {
    let Elem::Scalar(scalar) = elem else { return Type::Ptr(Space::Global) };
    match scalar {
        Scalar::I1 => Type::I1,
        Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => Type::I16,
        Scalar::I32 => Type::I32,
        Scalar::I64 => Type::I64,
        Scalar::F16 => Type::F16,
        Scalar::BF16 => Type::BF16,
        Scalar::F32 | Scalar::TF32 => Type::F32,
        Scalar::F64 => Type::F64,
    }
}

/// Integers of 4 and 8 bits.
pub(super) fn is_narrow_int(elem: Elem) -> bool {
    matches!(elem, Elem::Scalar(Scalar::I4 | Scalar::I8))
}

/// Floats that registers hold as bits.
pub(super) fn is_narrow_float(elem: Elem) -> bool {
    elem.scalar().is_some_and(|scalar| scalar.is_float() && register(elem) == Type::I16)
}

/// Floats that registers do not compute in.
fn is_software_float(elem: Elem) -> bool {
    is_narrow_float(elem) || elem == Elem::Scalar(Scalar::TF32)
}

/// Bits of an element as a register of its type holds them.
pub(super) fn held_bits(scalar: Scalar, bits: u64) -> u64 {
    // The 19 bits of tf32 are the upper ones of an f32.
    if scalar == Scalar::TF32 { bits << 13 } else { bits }
}

impl Lower<'_> {
    /// An op of the shared arithmetic, register by register.
    pub(super) fn arith(&mut self, op: Op) -> Lowered<()> {
        let operands: Vec<Vec<Value>> =
            self.from.body.operands(op).iter().map(|&value| self.registers(value)).collect();
        let count = operands.iter().map(Vec::len).max().unwrap_or(0);
        let mut results = Vec::with_capacity(count);
        let of = |register: usize| operands.iter().map(move |o| o[register.min(o.len() - 1)]);
        let is_paired = self.is_paired(op);
        while results.len() < count {
            let register = results.len();
            let pairs: Vec<[Value; 2]> = of(register).zip(of(register + 1)).map(|(a, b)| [a, b]).collect();
            // Of registers that hold the same, one is computed.
            if is_paired && register + 1 < count && pairs.iter().any(|pair| pair[0] != pair[1]) {
                results.extend(self.on_pairs(op, &pairs));
                continue;
            }
            let operands: Vec<Value> = of(register).collect();
            results.push(self.element(op, &operands)?);
        }
        self.hold(op, 0, results);
        Ok(())
    }

    /// One element of an op of the shared arithmetic.
    fn element(&mut self, op: Op, operands: &[Value]) -> Lowered<Value> {
        let arith = self.from.opcode(op).arith().expect("an op of the shared arithmetic");
        let source = self.tile(self.from.body.operands(op)[0]).elem;
        let result = self.tile(self.from.body.result(op, 0)).elem;
        if arith == Arith::Bitcast {
            return Ok(self.bitcast(operands[0], register(result)));
        }
        if arith == Arith::Select {
            return Ok(self.select(operands[0], operands[1], operands[2]));
        }
        if is_software_float(source) || is_software_float(result) {
            return self.software_element(op, operands);
        }
        let mut widened: Vec<Value> = operands.to_vec();
        let signed = self.reads_signed(op);
        for (index, value) in widened.iter_mut().enumerate() {
            let elem = self.tile(self.from.body.operands(op)[index]).elem;
            if is_narrow_int(elem) {
                *value = self.widen_int(*value, elem, signed);
            }
        }
        if !is_narrow_int(result) {
            return Ok(self.raw(op, &widened, register(result)));
        }
        let value = match self.from.opcode(op).arith() {
            // The upper half of a product of so few bits is in the lower half of 32.
            Some(Arith::MulHiI) => {
                let product = self.binary(Arith::MulI, widened[0], widened[1]);
                self.shr(product, result.scalar().map_or(8, Scalar::bits))
            }
            // It was saturated to 32 bits.
            Some(Arith::FToI) => {
                let wide = self.raw(op, &widened, Type::I32);
                self.limited_int(wide, result, signed)
            }
            _ => self.raw(op, &widened, Type::I32),
        };
        Ok(self.cut(value, result))
    }

    /// The nearest of 32 bits that an element of 4 or 8 can hold.
    fn limited_int(&mut self, value: Value, elem: Elem, signed: bool) -> Value {
        let bits = elem.scalar().map_or(8, Scalar::bits) - u32::from(signed);
        let most = self.i32((1 << bits) - 1);
        let ty = self.to.body.ty(value);
        let value = self.b().mini().lhs(value).rhs(most).signed(signed).result(ty).finish().value();
        if !signed {
            return value;
        }
        let least = self.i32(u32::MAX << bits);
        self.b().maxi().lhs(value).rhs(least).signed(true).result(ty).finish().value()
    }

    /// One element of an op on floats that registers do not compute in: decoded, computed in binary32, rounded.
    fn software_element(&mut self, op: Op, operands: &[Value]) -> Lowered<Value> {
        let old: Vec<Value> = self.from.body.operands(op).to_vec();
        let result = self.tile(self.from.body.result(op, 0)).elem;
        let opcode = self.from.opcode(op);
        let arith = opcode.arith().expect("an op of the shared arithmetic");
        let mut decoded = Vec::new();
        for (&value, &old) in operands.iter().zip(&old) {
            let elem = self.tile(old).elem;
            let scalar = elem.scalar().expect("a number");
            decoded.push(if scalar.is_float() { self.decode(value, scalar) } else { value });
        }
        let slot = self.rounding_slot(op);
        let rounding = self.rounding_of(op);
        let scalar = result.scalar().expect("a number");
        let computed = match arith {
            Arith::Fma => {
                return Err(
                    self.refuse(op, "is not compiled: the language has no fused sums of these floats")
                );
            }
            Arith::FpToFp => decoded[0],
            Arith::IToF => {
                let signed = self.reads_signed(op);
                let wide = self.widen_int(decoded[0], self.tile(old[0]).elem, signed);
                let exact = self.sticky_53(wide, signed);
                self.raw(op, &[exact], Type::F64)
            }
            _ => {
                let ty = if is_software_float(result) { Type::F32 } else { register(result) };
                self.raw(op, &decoded, ty)
            }
        };
        if is_software_float(result) {
            let wide = match self.type_of(computed) {
                Type::F16 | Type::BF16 => self.float_to_float(computed, Type::F32, AttrSlot::ABSENT),
                _ => computed,
            };
            // tf32 has the exponents of binary32, and as many bits as binary16.
            let from = self.tile(old[0]).elem.scalar().map_or(64, Scalar::bits);
            if scalar == Scalar::TF32 && arith == Arith::FpToFp && from <= 16 {
                return Ok(wide);
            }
            return Ok(self.encode(wide, scalar, rounding));
        }
        if arith == Arith::FpToFp {
            return Ok(self.float_to_float(computed, register(result), slot));
        }
        Ok(computed)
    }

    fn rounding_slot(&self, op: Op) -> AttrSlot {
        let index = self.from.spec(op).attrs.iter().position(|attr| attr.name == "rounding");
        index.map_or(AttrSlot::ABSENT, |index| self.from.attr(op, Field::Attr(index as u8)))
    }

    /// The mode in which an op rounds, to the nearest without one.
    pub(super) fn rounding_of(&self, op: Op) -> RoundingMode {
        RoundingMode::from_slot(self.rounding_slot(op)).unwrap_or(RoundingMode::NearestEven)
    }

    /// Whether an op reads its integers as signed. For ops without such an attribute, the sign only matters for shifts.
    fn reads_signed(&self, op: Op) -> bool {
        let spec = self.from.spec(op);
        match spec.attrs.iter().position(|attr| attr.name == "signed") {
            Some(index) => self.from.flag(op, Field::Attr(index as u8)),
            None => matches!(self.from.opcode(op).arith(), Some(Arith::AbsI | Arith::NegI | Arith::AddPtr)),
        }
    }

    /// An element of 4 or 8 bits as 32.
    pub(super) fn widen_int(&mut self, value: Value, elem: Elem, signed: bool) -> Value {
        if self.type_of(value) != Type::I16 {
            return value;
        }
        let wide = self.resize(value, Type::I32, false);
        if !signed {
            return wide;
        }
        let unused = 32 - elem.scalar().map_or(8, Scalar::bits);
        let up = self.shl(wide, unused);
        let by = self.i32(unused);
        let ty = self.to.body.ty(up);
        self.b().shri().lhs(up).rhs(by).signed(true).result(ty).finish().value()
    }

    /// The low bits of 32 as an element of 4 or 8.
    pub(super) fn cut(&mut self, value: Value, elem: Elem) -> Value {
        let mask = self.i32((1 << elem.scalar().map_or(8, Scalar::bits)) - 1);
        let low = self.and(value, mask);
        self.resize(low, Type::I16, false)
    }

    /// The op of the same name here, with the same attributes.
    pub(super) fn raw(&mut self, op: Op, operands: &[Value], ty: Type) -> Value {
        let arith = self.from.opcode(op).arith().expect("an op of the shared arithmetic");
        // A value in a register of more bits than its type was widened with its operands.
        if matches!(arith, Arith::ExtI | Arith::TruncI) && self.type_of(operands[0]) == ty {
            return operands[0];
        }
        let id = self.to.types.intern(ty);
        let slots: Vec<AttrSlot> = self.from.body.attrs(op).to_vec();
        let slots: Vec<AttrSlot> = slots.into_iter().map(|slot| self.copied_slot(slot)).collect();
        let mut builder = self.b();
        let mut draft = builder.draft(Opcode::of_arith(arith) as u16);
        for (index, &value) in operands.iter().enumerate() {
            draft.operand(Field::Operand(index as u8), value);
        }
        for (index, slot) in slots.into_iter().enumerate().filter(|(_, slot)| slot.is_present()) {
            draft.attr(Field::Attr(index as u8), slot);
        }
        draft.result(Field::Result(0), id);
        draft.finish().value()
    }

    fn copied_slot(&mut self, slot: AttrSlot) -> AttrSlot {
        match slot.get() {
            SlotValue::Interned(id) => {
                let attr = self.from.attrs.get(id).clone();
                AttrSlot::interned(self.to.attrs.intern(attr))
            }
            SlotValue::Small(_) | SlotValue::Absent => slot,
        }
    }

    /// A tile of one number, or of numbers from a table.
    pub(super) fn constant(&mut self, op: Op) -> Lowered<()> {
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        let scalar = tile.elem.scalar().expect("constants are numbers");
        let ty = register(tile.elem);
        if let Some(bits) = self.from.number(op, from::constant::value) {
            let value = self.bits(ty, held_bits(scalar, bits));
            self.hold(op, 0, vec![value; tile.layout.registers() as usize]);
            return Ok(());
        }
        let values: Vec<u64> = self.from.numbers(op, from::constant::values).unwrap_or(&[]).to_vec();
        let width = ty.bits().max(8) as usize / 8;
        let bytes = values.iter().flat_map(|&bits| held_bits(scalar, bits).to_le_bytes()[..width].to_vec());
        let table = self.table(bytes.collect());
        let mut registers = Vec::new();
        for linear in self.linear_coordinates(&tile.layout) {
            let address = self.advance(table, linear, width as u32);
            registers.extend(self.ld(address, ty, width as u32 * 8, 1));
        }
        self.hold(op, 0, registers);
        Ok(())
    }

    /// The address of constants in global memory.
    fn table(&mut self, bytes: Vec<u8>) -> Value {
        let name = format!("$constants{}", self.constants);
        self.constants += 1;
        let items = self.items;
        ir::build::Builder::at_end(&mut self.to, items)
            .global()
            .sym_name(name.as_str())
            .space(GlobalSpace::Global)
            .size(bytes.len() as i64)
            .alignment(16)
            .bytes(Attr::Bytes(bytes.into()))
            .finish();
        let ty = self.pointer_type(Space::Global);
        self.b().address_of().name(name.as_str()).result(ty).finish().value()
    }

    /// The row-major number of each register's element.
    pub(super) fn linear_coordinates(&mut self, layout: &tileas::layout::RegisterLayout) -> Vec<Value> {
        self.offsets(layout.map(), layout.bits(tileas::layout::Input::Register))
    }

    pub(super) fn get_global(&mut self, op: Op) -> Lowered<()> {
        let name = self.from.string(op, from::get_global::name);
        let name = name.map_or_else(String::new, |id| self.from.text(id).into_owned());
        let ty = self.pointer_type(Space::Global);
        let value = self.b().address_of().name(name.as_str()).result(ty).finish().value();
        self.hold(op, 0, vec![value]);
        Ok(())
    }

    /// The index of the tile block, or the number of them.
    pub(super) fn program(&mut self, op: Op) -> Lowered<()> {
        use SpecialRegister as S;
        let is_id = self.from.opcode(op) == tileas::Opcode::GetProgramId;
        let axis = self.from.int(op, from::get_program_id::axis).unwrap_or(0).clamp(0, 2) as usize;
        let registers = match (is_id, self.kernel.ctas > 1) {
            (true, false) => [S::CtaIdX, S::CtaIdY, S::CtaIdZ],
            (false, false) => [S::NCtaIdX, S::NCtaIdY, S::NCtaIdZ],
            // A cluster works on a tile block.
            (true, true) => [S::ClusterIdX, S::ClusterIdY, S::ClusterIdZ],
            (false, true) => [S::NClusterIdX, S::NClusterIdY, S::NClusterIdZ],
        };
        let value = self.special(registers[axis]);
        self.hold(op, 0, vec![value]);
        Ok(())
    }

    pub(super) fn make_range(&mut self, op: Op) -> Lowered<()> {
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        let mut registers = self.coordinates(&tile.layout, 0);
        for value in &mut registers {
            *value = if is_narrow_int(tile.elem) {
                self.cut(*value, tile.elem)
            } else {
                self.resize(*value, register(tile.elem), false)
            };
        }
        self.hold(op, 0, registers);
        Ok(())
    }

    /// The same registers under another shape.
    pub(super) fn rename(&mut self, op: Op) {
        let mut registers = self.registers(self.from.body.operands(op)[0]);
        let count = self.tile(self.from.body.result(op, 0)).layout.registers() as usize;
        if registers.len() != count {
            // One element, however often it is held.
            registers = vec![registers[0]; count];
        }
        let result = self.from.body.result(op, 0);
        self.held[result] = Held::Tile(registers);
    }
}
