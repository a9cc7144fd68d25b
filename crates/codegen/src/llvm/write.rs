//! A function being written: names of values, lines, and conversions between values and their bits.

use cranelift_entity::SecondaryMap;
use ir::{Op, Value};
use nvvm::Type;
use rustc_hash::FxHashSet;

use super::frame::Frame;
use super::output::LlvmModule;
use super::spelling;
use crate::emit::Emit;

/// A function being written.
pub(crate) struct Writer<'a, 'm> {
    pub(crate) module: &'a nvvm::Module,
    pub(crate) output: &'a mut LlvmModule,
    pub(crate) lines: Vec<String>,
    /// Memory of the thread, which is made where the function begins.
    pub(crate) allocated: Vec<String>,
    /// How values are written.
    values: SecondaryMap<Value, String>,
    /// Values that are constants, by their bits.
    constants: SecondaryMap<Value, Option<u64>>,
    names: FxHashSet<String>,
    numbers: u32,
    /// The block that is written.
    pub(crate) block: String,
    pub(crate) frames: Vec<Frame>,
    /// Where assembly is made.
    pub(crate) emit: Emit<'a, 'm>,
}

impl<'a, 'm> Writer<'a, 'm> {
    pub(crate) fn new(module: &'a nvvm::Module, output: &'a mut LlvmModule, emit: Emit<'a, 'm>) -> Self {
        Writer {
            module,
            output,
            lines: Vec::new(),
            allocated: Vec::new(),
            values: SecondaryMap::new(),
            constants: SecondaryMap::new(),
            names: FxHashSet::default(),
            numbers: 0,
            block: String::new(),
            frames: Vec::new(),
            emit,
        }
    }

    /// The type of a value.
    pub(crate) fn ty(&self, value: Value) -> Type {
        *self.module.ty(value)
    }

    /// The text of a type.
    pub(crate) fn spelled(&self, ty: Type) -> String {
        self.output.dialect.ty(ty)
    }

    /// The text of the type of a value.
    pub(crate) fn type_of(&self, value: Value) -> String {
        self.spelled(self.ty(value))
    }

    /// The operands of an op.
    pub(crate) fn operands<const N: usize>(&self, op: Op) -> [Value; N] {
        let operands = self.module.body.operands(op);
        std::array::from_fn(|index| operands[index])
    }

    /// The only result of an op, and its type.
    pub(crate) fn result(&self, op: Op) -> (Value, Type) {
        let value = self.module.body.result(op, 0);
        (value, self.ty(value))
    }

    /// A name of this function that is not taken yet.
    pub(crate) fn fresh(&mut self, stem: &str) -> String {
        if !stem.is_empty() && self.names.insert(stem.to_owned()) {
            return stem.to_owned();
        }
        loop {
            self.numbers += 1;
            let name = if stem.is_empty() {
                format!("t{}", self.numbers)
            } else {
                format!("{stem}.{}", self.numbers)
            };
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A name for a value: that of the user, as far as it is one here.
    pub(crate) fn name(&mut self, value: Value) -> String {
        let given = self.module.body.name(value).map(|id| self.module.text(id).into_owned());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let stem =
            given.filter(|name| name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()));
        format!("%{}", self.fresh(&stem.unwrap_or_default()))
    }

    /// A line of the block.
    pub(crate) fn line(&mut self, text: &str) {
        self.lines.push(format!("  {text}"));
    }

    /// Begins a block.
    pub(crate) fn start(&mut self, label: String) {
        self.lines.push(format!("{label}:"));
        self.block = label;
    }

    /// A new name for what an instruction gives.
    pub(crate) fn temp(&mut self, instruction: &str) -> String {
        let name = format!("%{}", self.fresh(""));
        self.line(&format!("{name} = {instruction}"));
        name
    }

    /// A value is what an instruction gives.
    pub(crate) fn define(&mut self, value: Value, instruction: &str) {
        let name = self.name(value);
        self.line(&format!("{name} = {instruction}"));
        self.values[value] = name;
    }

    /// A value is written so.
    pub(crate) fn is(&mut self, value: Value, text: String) {
        self.values[value] = text;
    }

    /// A value is a constant.
    pub(crate) fn is_constant(&mut self, value: Value, bits: u64) {
        let ty = self.ty(value);
        self.constants[value] = Some(bits);
        self.values[value] = match ty {
            Type::Ptr(_) if bits == 0 => "null".to_owned(),
            Type::Ptr(_) => {
                let number = spelling::integer(bits, ty.bits());
                format!("inttoptr (i{} {number} to {})", ty.bits(), self.spelled(ty))
            }
            plain => spelling::constant(plain, bits),
        };
    }

    /// The bits of a value that is a constant.
    pub(crate) fn constant(&self, value: Value) -> Option<u64> {
        self.constants[value]
    }

    /// The text of a value.
    pub(crate) fn value(&self, value: Value) -> &str {
        let text = &self.values[value];
        // A value that no op defines does not occur in a verified module.
        if text.is_empty() { "undef" } else { text }
    }

    /// A value with its type.
    pub(crate) fn typed(&self, value: Value) -> String {
        format!("{} {}", self.type_of(value), self.value(value))
    }

    /// The bits of a value as an integer of the given width: those of its register, 32 of a predicate.
    pub(crate) fn bits(&mut self, value: Value) -> (String, u32) {
        let (ty, typed) = (self.ty(value), self.typed(value));
        let width = if ty == Type::I1 { 32 } else { ty.bits() };
        if let Some(bits) = self.constant(value) {
            return (spelling::integer(bits, width), width);
        }
        let text = match ty {
            Type::I1 => self.temp(&format!("zext {typed} to i32")),
            Type::F16 | Type::F32 | Type::F64 => self.temp(&format!("bitcast {typed} to i{width}")),
            Type::Ptr(_) => self.temp(&format!("ptrtoint {typed} to i{width}")),
            Type::I16
            | Type::I32
            | Type::I64
            | Type::BF16
            | Type::F16x2
            | Type::BF16x2
            | Type::F32x2
            | Type::Registers(_)
            | Type::Pending(_) => self.value(value).to_owned(),
        };
        (text, width)
    }

    /// A value has the bits of an integer of the width that [`Writer::bits`] gives.
    pub(crate) fn is_of_bits(&mut self, value: Value, bits: String) {
        let ty = self.ty(value);
        let spelled = self.spelled(ty);
        match ty {
            Type::I1 => self.define(value, &format!("icmp ne i32 {bits}, 0")),
            Type::F16 | Type::F32 | Type::F64 => {
                self.define(value, &format!("bitcast i{} {bits} to {spelled}", ty.bits()));
            }
            Type::Ptr(_) => self.define(value, &format!("inttoptr i{} {bits} to {spelled}", ty.bits())),
            Type::I16
            | Type::I32
            | Type::I64
            | Type::BF16
            | Type::F16x2
            | Type::BF16x2
            | Type::F32x2
            | Type::Registers(_)
            | Type::Pending(_) => self.is(value, bits),
        }
    }

    /// A call of an intrinsic, declared: of its result type, on operands with their types.
    pub(crate) fn call(&mut self, name: &str, result: &str, operands: &[(&str, &str)]) -> String {
        let types: Vec<&str> = operands.iter().map(|operand| operand.0).collect();
        self.output.declare(name, result, &types);
        let given: Vec<String> = operands.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        format!("call {result} @{name}({})", given.join(", "))
    }

    /// Notes that an op has no code.
    pub(crate) fn refuse(&mut self, op: Op, why: String) {
        self.emit.refuse(op, why);
    }
}
