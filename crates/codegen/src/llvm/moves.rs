//! Conversions that change the name, the shape or the space of a value, but not its bits.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::SpecialRegister;
use nvvm::ops::fields;
use nvvm::types::Space;

use super::arith::Native;
use super::assembly::Effect;
use super::spelling;
use super::write::Writer;
use crate::emit::LoweringResult;

impl Writer<'_, '_> {
    pub(crate) fn define_constant(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let bits = self.module.number(op, fields::constant::value).unwrap_or(0);
        self.is_constant(value, bits);
        Ok(())
    }

    pub(crate) fn address_of(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let name = self.module.string(op, fields::address_of::name);
        let text = name.and_then(|name| self.output.globals.get(&name).cloned());
        self.is(value, text.ok_or("it names no global of the module")?);
        Ok(())
    }

    pub(crate) fn dynamic_shared(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let text = self.output.dynamic.clone();
        self.is(value, text);
        Ok(())
    }

    pub(crate) fn cast_space(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        let (Type::Ptr(from), Type::Ptr(to)) = (self.ty(source), ty) else {
            return Err("it casts addresses".to_owned());
        };
        if from == to {
            let same = self.value(source).to_owned();
            self.is(value, same);
        } else if from == Space::Generic || to == Space::Generic {
            let text = format!("addrspacecast {} to {}", self.typed(source), self.spelled(ty));
            self.define(value, &text);
        } else {
            return Err(format!("{} and {} have no address in common", from.name(), to.name()));
        }
        Ok(())
    }

    pub(crate) fn special(&mut self, op: Op) -> LoweringResult {
        let name = self.module.get::<SpecialRegister>(op, fields::special::name).name();
        if name.contains("cluster") {
            return self.assembly(op, Effect::None);
        }
        let (value, ty) = self.result(op);
        let call = self.call(&format!("llvm.nvvm.read.ptx.sreg.{name}"), "i32", &[]);
        if ty.bits() == 32 {
            self.define(value, &call);
            return Ok(());
        }
        let register = self.temp(&call);
        let word = if ty.bits() < 32 { "trunc" } else { "zext" };
        let text = format!("{word} i32 {register} to {}", self.spelled(ty));
        self.define(value, &text);
        Ok(())
    }

    /// Parts of one width that make up the whole, through a vector.
    pub(crate) fn pack(&mut self, op: Op) -> LoweringResult {
        let parts = self.module.body.operands(op).to_vec();
        let (value, ty) = self.result(op);
        self.check_parts(ty, &parts)?;
        let width = self.ty(parts[0]).bits();
        let whole = ty.bits();
        let parts: Vec<String> = parts.into_iter().map(|part| self.bits(part).0).collect();
        let bits = if let [one] = &parts[..] {
            one.clone()
        } else {
            let vector = format!("<{} x i{width}>", parts.len());
            let mut last = "undef".to_owned();
            for (index, part) in parts.iter().enumerate() {
                last = self.temp(&format!("insertelement {vector} {last}, i{width} {part}, i32 {index}"));
            }
            self.temp(&format!("bitcast {vector} {last} to i{whole}"))
        };
        self.is_of_bits(value, bits);
        Ok(())
    }

    pub(crate) fn unpack(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let results: Vec<Value> = self.module.body.results(op).iter().collect();
        self.check_parts(self.ty(source), &results)?;
        let width = self.ty(results[0]).bits();
        let (bits, whole) = self.bits(source);
        if let [one] = results[..] {
            self.is_of_bits(one, bits);
            return Ok(());
        }
        let vector = format!("<{} x i{width}>", results.len());
        let parts = self.temp(&format!("bitcast i{whole} {bits} to {vector}"));
        for (index, &result) in results.iter().enumerate() {
            let part = self.temp(&format!("extractelement {vector} {parts}, i32 {index}"));
            self.is_of_bits(result, part);
        }
        Ok(())
    }

    /// As [`to_ptx`](crate::to_ptx) has it: one part, or two or four of at least 16 bits.
    fn check_parts(&self, whole: Type, parts: &[Value]) -> LoweringResult {
        let widths: Vec<u32> = parts.iter().map(|&part| self.ty(part).bits()).collect();
        let fits = matches!(widths.len(), 1 | 2 | 4)
            && widths.iter().all(|&width| width == widths[0] && width >= 16)
            && widths.iter().sum::<u32>() == whole.bits();
        if fits {
            Ok(())
        } else {
            Err(format!("the parts of {whole} are one, or two or four of equal width"))
        }
    }

    pub(crate) fn prmt(&mut self, op: Op) -> LoweringResult {
        let operands = self.operands::<3>(op);
        let (value, ty) = self.result(op);
        if operands.iter().any(|&operand| self.ty(operand) != Type::I32) || ty != Type::I32 {
            return self.assembly(op, Effect::None);
        }
        let operands = operands.map(|operand| self.value(operand).to_owned());
        let operands: Vec<(&str, &str)> = operands.iter().map(|text| ("i32", text.as_str())).collect();
        let call = self.call("llvm.nvvm.prmt", "i32", &operands);
        self.define(value, &call);
        Ok(())
    }

    pub(crate) fn bitcast(&mut self, op: Op) -> Native {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        if self.ty(source).bits() != ty.bits() {
            return Err(format!("{} and {ty} are not of the same width", self.ty(source)));
        }
        if let Some(bits) = self.constant(source) {
            self.is_constant(value, bits);
        } else if self.type_of(source) == self.spelled(ty) {
            let same = self.value(source).to_owned();
            self.is(value, same);
        } else {
            let (bits, _) = self.bits(source);
            self.is_of_bits(value, bits);
        }
        Ok(Some(()))
    }

    pub(crate) fn pointer_to_int(&mut self, op: Op) -> Native {
        self.resize_address(op, "ptrtoint")
    }

    pub(crate) fn int_to_pointer(&mut self, op: Op) -> Native {
        self.resize_address(op, "inttoptr")
    }

    fn resize_address(&mut self, op: Op, word: &str) -> Native {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        if self.ty(source).bits() < 32 || ty.bits() < 32 {
            return Err("an address has 32 or 64 bits".to_owned());
        }
        let text = format!("{word} {} to {}", self.typed(source), self.spelled(ty));
        self.define(value, &text);
        Ok(Some(()))
    }

    /// `base + offset * bytes`; what is added may wrap.
    pub(crate) fn add_pointer(&mut self, op: Op) -> Native {
        let [base, offset] = self.operands(op);
        let bytes = self.module.int(op, fields::addptr::bytes).unwrap_or(1);
        let (value, _) = self.result(op);
        let (wide, ty) = (self.ty(base).bits(), self.ty(offset));
        if let Some(constant) = self.constant(offset) {
            let shift = 64 - ty.bits();
            let distance = ((constant << shift) as i64 >> shift).wrapping_mul(bytes);
            let at = self.moved(base, distance);
            self.is(value, at);
            return Ok(Some(()));
        }
        let mut distance = self.value(offset).to_owned();
        if ty.bits() != wide {
            let word = if ty.bits() < wide { "sext" } else { "trunc" };
            distance = self.temp(&format!("{word} {} {distance} to i{wide}", self.spelled(ty)));
        }
        if bytes != 1 {
            let bytes = spelling::integer(bytes as u64, wide);
            distance = self.temp(&format!("mul i{wide} {distance}, {bytes}"));
        }
        let text = format!("getelementptr i8, {}, i{wide} {distance}", self.typed(base));
        self.define(value, &text);
        Ok(Some(()))
    }

    /// An address at an offset in bytes.
    pub(crate) fn moved(&mut self, base: Value, distance: i64) -> String {
        if distance == 0 {
            return self.value(base).to_owned();
        }
        let wide = self.ty(base).bits();
        let distance = spelling::integer(distance as u64, wide);
        let typed = self.typed(base);
        self.temp(&format!("getelementptr i8, {typed}, i{wide} {distance}"))
    }
}
