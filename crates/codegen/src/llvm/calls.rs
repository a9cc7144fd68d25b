//! Calls of device functions: printing, and the heap.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields;
use nvvm::types::Space;

use super::write::Writer;
use crate::emit::{LoweringResult, Refusal};
use crate::print;

impl Writer<'_, '_> {
    pub(crate) fn printf(&mut self, op: Op) -> LoweringResult {
        let mut values = Vec::new();
        for value in self.module.body.operands(op).to_vec() {
            values.push(self.promoted(value)?);
        }
        self.call_vprintf(op, &values)
    }

    pub(crate) fn trap(&mut self, op: Op) -> LoweringResult {
        if self.module.string(op, fields::trap::message).is_some() {
            self.call_vprintf(op, &[])?;
        }
        self.line("call void asm sideeffect \"trap;\", \"~{memory}\"()");
        Ok(())
    }

    /// A value as C passes it to a function of any arguments: 32 bits at least, floats as f64.
    fn promoted(&mut self, value: Value) -> Result<(String, &'static str, i64), Refusal> {
        let typed = self.typed(value);
        let wide = |this: &mut Self, single: &str| this.temp(&format!("fpext {single} to double"));
        Ok(match self.ty(value) {
            Type::I1 => (self.temp(&format!("zext {typed} to i32")), "i32", 4),
            Type::I16 => (self.temp(&format!("sext {typed} to i32")), "i32", 4),
            Type::I32 => (self.value(value).to_owned(), "i32", 4),
            Type::I64 => (self.value(value).to_owned(), "i64", 8),
            Type::F64 => (self.value(value).to_owned(), "double", 8),
            Type::F16 | Type::F32 => (wide(self, &typed), "double", 8),
            Type::BF16 => {
                let whole = self.temp(&format!("zext {typed} to i32"));
                let shifted = self.temp(&format!("shl i32 {whole}, 16"));
                let single = self.temp(&format!("bitcast i32 {shifted} to float"));
                (wide(self, &format!("float {single}")), "double", 8)
            }
            Type::Ptr(_) => (self.temp(&format!("ptrtoint {typed} to i64")), "i64", 8),
            ty @ (Type::F16x2 | Type::BF16x2 | Type::F32x2 | Type::Registers(_) | Type::Pending(_)) => {
                return Err(format!("{ty} is not printed; its halves are"));
            }
        })
    }

    /// Calls `vprintf` on the text of an op, and arguments that stand one after the other, each at a multiple of its size.
    fn call_vprintf(&mut self, op: Op, values: &[(String, &str, i64)]) -> LoweringResult {
        let key =
            print::text(self.module, op).map(|(id, _)| (id, self.module.opcode(op) == nvvm::Opcode::Printf));
        let text = key.and_then(|key| self.output.texts.get(&key).cloned()).ok_or("it has no format")?;
        let pointer = self.output.dialect.pointer("i8", Space::Generic);
        let arguments = if values.is_empty() { "null".to_owned() } else { self.buffer(values) };
        let operands = [(pointer.as_str(), text.as_str()), (&pointer, &arguments)];
        let call = self.call("vprintf", "i32", &operands);
        self.temp(&call);
        Ok(())
    }

    fn buffer(&mut self, values: &[(String, &str, i64)]) -> String {
        let mut places = Vec::new();
        let mut size = 0;
        for &(_, _, bytes) in values {
            size = (size + bytes - 1) / bytes * bytes;
            places.push(size);
            size += bytes;
        }
        let name = format!("%{}", self.fresh("arguments"));
        self.allocated.push(format!("  {name} = alloca [{size} x i8], align 8"));
        let dialect = self.output.dialect;
        let array = dialect.pointer(&format!("[{size} x i8]"), Space::Generic);
        let bytes_at = dialect.pointer("i8", Space::Generic);
        let first = if array == bytes_at {
            name
        } else {
            self.temp(&format!("bitcast {array} {name} to {bytes_at}"))
        };
        for ((value, ty, bytes), offset) in values.iter().zip(places) {
            let mut place = self.temp(&format!("getelementptr i8, {bytes_at} {first}, i64 {offset}"));
            let wanted = dialect.pointer(ty, Space::Generic);
            if wanted != bytes_at {
                place = self.temp(&format!("bitcast {bytes_at} {place} to {wanted}"));
            }
            self.line(&format!("store {ty} {value}, {wanted} {place}, align {bytes}"));
        }
        first
    }

    pub(crate) fn heap_alloc(&mut self, op: Op) -> LoweringResult {
        let bytes = self.module.operand(op, fields::heap_alloc::bytes);
        let result = self.module.result(op, fields::heap_alloc::result);
        let (mut size, width) = self.bits(bytes);
        if width != 64 {
            size = self.temp(&format!("zext i{width} {size} to i64"));
        }
        let pointer = self.output.dialect.pointer("i8", Space::Generic);
        let call = self.call("malloc", &pointer, &[("i64", &size)]);
        let found = self.temp(&call);
        let bits = self.temp(&format!("ptrtoint {pointer} {found} to i64"));
        self.is_of_bits(result, bits);
        Ok(())
    }

    pub(crate) fn heap_free(&mut self, op: Op) -> LoweringResult {
        let address = self.module.operand(op, fields::heap_free::address);
        let (bits, width) = self.bits(address);
        let pointer = self.output.dialect.pointer("i8", Space::Generic);
        let given = self.temp(&format!("inttoptr i{width} {bits} to {pointer}"));
        let call = self.call("free", "void", &[(&pointer, &given)]);
        self.line(&call);
        Ok(())
    }
}
