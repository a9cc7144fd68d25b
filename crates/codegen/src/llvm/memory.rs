//! Loads and stores: plain ones as LLVM instructions, others as inline assembly.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::CacheHint;
use nvvm::ops::fields;
use nvvm::types::Space;
use tile_core::arith::MemoryOrdering;

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::LoweringResult;

/// How a value is held in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueMapping {
    /// As itself.
    Same,
    /// A predicate or a short number, in a byte.
    Byte,
    /// As an integer of its width.
    Bits,
}

impl Writer<'_, '_> {
    pub(crate) fn load_memory(&mut self, op: Op) -> LoweringResult {
        use fields::ld as f;
        let module = self.module;
        let results: Vec<Value> = module.results(op, f::values).collect();
        let plain = module.operand_opt(op, f::predicate).is_none()
            && module.get::<MemoryOrdering>(op, f::ordering) == MemoryOrdering::Weak
            && module.get::<CacheHint>(op, f::cache) == CacheHint::Default;
        let (address, offset) = (module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let bits = module.int(op, f::bits).unwrap_or(0);
        let Some((held, ty, align)) = plain.then(|| self.shape(address, &results, bits)).flatten() else {
            return self.assembly(op, Effect::Memory);
        };
        let vector = vector(&ty, results.len());
        let place = self.place(address, offset, &vector);
        let constant = module.flag(op, f::constant) && self.ty(address) == Type::Ptr(Space::Global);
        let invariant = if constant { ", !invariant.load !0" } else { "" };
        let load = format!("load {vector}, {place}, align {align}{invariant}");
        if let ([one], ValueMapping::Same) = (&results[..], held) {
            self.define(*one, &load);
            return Ok(());
        }
        let loaded = self.temp(&load);
        for (index, &result) in results.iter().enumerate() {
            let element = match results.len() {
                1 => loaded.clone(),
                _ => self.temp(&format!("extractelement {vector} {loaded}, i32 {index}")),
            };
            match (held, self.ty(result)) {
                (ValueMapping::Same, _) => self.is(result, element),
                (ValueMapping::Bits, _) => self.is_of_bits(result, element),
                (ValueMapping::Byte, Type::I1) => self.define(result, &format!("icmp ne i8 {element}, 0")),
                (ValueMapping::Byte, _) => self.define(result, &format!("zext i8 {element} to i16")),
            }
        }
        Ok(())
    }

    pub(crate) fn store_memory(&mut self, op: Op) -> LoweringResult {
        use fields::st as f;
        let module = self.module;
        let values = module.operands(op, f::values).to_vec();
        let plain = module.operand_opt(op, f::predicate).is_none()
            && module.get::<MemoryOrdering>(op, f::ordering) == MemoryOrdering::Weak
            && module.get::<CacheHint>(op, f::cache) == CacheHint::Default;
        let (address, offset) = (module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let bits = module.int(op, f::bits).unwrap_or(0);
        let Some((held, ty, align)) = plain.then(|| self.shape(address, &values, bits)).flatten() else {
            return self.assembly(op, Effect::Memory);
        };
        let mut elements = Vec::new();
        for value in values {
            elements.push(match (held, self.ty(value)) {
                (ValueMapping::Same, _) => self.value(value).to_owned(),
                (ValueMapping::Bits, _) => self.bits(value).0,
                (ValueMapping::Byte, Type::I1) => {
                    let typed = self.typed(value);
                    self.temp(&format!("zext {typed} to i8"))
                }
                (ValueMapping::Byte, _) => {
                    let typed = self.typed(value);
                    self.temp(&format!("trunc {typed} to i8"))
                }
            });
        }
        let vector = vector(&ty, elements.len());
        let mut stored = "undef".to_owned();
        if let [one] = &elements[..] {
            stored.clone_from(one);
        } else {
            for (index, element) in elements.iter().enumerate() {
                stored = self.temp(&format!("insertelement {vector} {stored}, {ty} {element}, i32 {index}"));
            }
        }
        let place = self.place(address, offset, &vector);
        self.line(&format!("store {vector} {stored}, {place}, align {align}"));
        Ok(())
    }

    /// The types of values in registers and in memory, and the alignment; none if it is not a plain access.
    fn shape(&self, address: Value, values: &[Value], bits: i64) -> Option<(ValueMapping, String, i64)> {
        let &first = values.first()?;
        let Type::Ptr(Space::Generic | Space::Global | Space::Shared | Space::Const) = self.ty(address)
        else {
            return None;
        };
        let same = values.iter().all(|&value| self.ty(value) == self.ty(first));
        let widths = values.iter().all(|&value| i64::from(self.ty(value).bits()) == bits);
        let bytes = values.iter().all(|&value| matches!(self.ty(value), Type::I1 | Type::I16));
        let (held, ty, width) = match bits {
            1 | 8 if bytes => (ValueMapping::Byte, "i8".to_owned(), 1),
            16 | 32 | 64 if widths && same && !matches!(self.ty(first), Type::Ptr(_)) => {
                (ValueMapping::Same, self.type_of(first), bits / 8)
            }
            16 | 32 | 64 if widths => (ValueMapping::Bits, format!("i{bits}"), bits / 8),
            _ => return None,
        };
        let total = width * values.len() as i64;
        (matches!(values.len(), 1 | 2 | 4) && total <= 16).then_some((held, ty, total))
    }

    /// A typed pointer to memory.
    fn place(&mut self, address: Value, offset: i64, to: &str) -> String {
        let at = self.moved(address, offset);
        let Type::Ptr(space) = self.ty(address) else { return at };
        let (bytes, wanted) = (self.type_of(address), self.output.dialect.pointer(to, space));
        if bytes == wanted {
            return format!("{wanted} {at}");
        }
        let cast = self.temp(&format!("bitcast {bytes} {at} to {wanted}"));
        format!("{wanted} {cast}")
    }
}

/// Values of a type, the given number of them.
fn vector(ty: &str, count: usize) -> String {
    if count == 1 { ty.to_owned() } else { format!("<{count} x {ty}>") }
}
