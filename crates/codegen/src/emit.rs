//! State of the function being emitted: registers of values, constants, and instructions.

use cranelift_entity::SecondaryMap;
use diag::Diagnostic;
use ir::{Op, Value};
use nvvm::Type;
use ptx::build::FunctionBuilder;
use ptx::module::{Guard, Immediate, Label, Operand, Reg, Var};
use ptx::{Modifier, Opcode};

use crate::codes;
use crate::shared::Shared;

/// Why an op is not written.
pub(crate) type Refusal = String;
/// The result of lowering an op: nothing, because its instructions are in the function, or the reason why it has none.
pub(crate) type LoweringResult = Result<(), Refusal>;

/// The PTX operand that a value of level 4 is mapped to while code is emitted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum ValueMapping {
    /// Not seen yet.
    #[default]
    Nothing,
    /// In a register.
    Register(Reg),
    /// A constant, by its bits.
    Constant(u64),
    /// The address of a variable.
    Variable(Var),
    /// Several registers, by their place in [`Emit::groups`].
    Several(u32),
}

/// An op with a region that is being written.
pub(crate) struct Frame {
    pub(crate) kind: FrameKind,
    /// Where `yield` and `break` go.
    pub(crate) end: Label,
    /// Registers of the results.
    pub(crate) results: Vec<Reg>,
    /// The target of `continue`.
    pub(crate) next: Label,
    /// Registers of the carried values.
    pub(crate) carried: Vec<Reg>,
    pub(crate) jumps_next: bool,
}

/// Which op with a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameKind {
    If,
    For,
    Loop,
}

/// A function being written.
pub(crate) struct Emit<'a, 'm> {
    pub(crate) module: &'a nvvm::Module,
    pub(crate) shared: &'a Shared,
    pub(crate) f: FunctionBuilder<'m>,
    pub(crate) values: SecondaryMap<Value, ValueMapping>,
    /// Mappings of values of several registers: registers, constants and addresses.
    pub(crate) groups: Vec<Vec<ValueMapping>>,
    /// Copies of sums in flight that have to become unnecessary, as the op and the number of the statement.
    pub(crate) held: Vec<(Op, usize)>,
    /// Registers with addresses of variables.
    pub(crate) placed: SecondaryMap<Value, Option<Reg>>,
    /// The tensor maps of the kernel: their ops, and the parameters that they are.
    pub(crate) maps: Vec<(Op, Var)>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) problems: Vec<Diagnostic>,
    pub(crate) op: Op,
    labels: u32,
    /// Under which the instructions to come stand.
    pub(crate) guard: Option<Guard>,
}

impl<'a, 'm> Emit<'a, 'm> {
    pub(crate) fn new(module: &'a nvvm::Module, shared: &'a Shared, f: FunctionBuilder<'m>) -> Self {
        let mut values = SecondaryMap::new();
        values.resize(module.body.value_count());
        Emit {
            module,
            shared,
            f,
            values,
            groups: Vec::new(),
            held: Vec::new(),
            placed: SecondaryMap::new(),
            maps: Vec::new(),
            frames: Vec::new(),
            problems: Vec::new(),
            op: module.root,
            labels: 0,
            guard: None,
        }
    }

    /// True when the target is of this number or later.
    pub(crate) fn at_least(&self, number: u16) -> bool {
        self.shared.target.number >= number
    }

    /// The type of a value.
    pub(crate) fn ty(&self, value: Value) -> Type {
        *self.module.ty(value)
    }

    /// Notes that an op has no code.
    pub(crate) fn refuse(&mut self, op: Op, why: Refusal) {
        let name = self.module.spec(op).mnemonic;
        let message = format!("`{name}` has no code for {}: {why}", self.shared.target);
        let diagnostic = Diagnostic::error(codes::NO_CODE, message);
        self.problems.push(match self.module.place(op) {
            Some(place) => diagnostic.at(place, "this op"),
            None => diagnostic,
        });
    }

    /// A new label.
    pub(crate) fn label(&mut self) -> Label {
        self.labels += 1;
        self.f.label(&format!("$L{}", self.labels))
    }

    /// A register for a value of a type.
    pub(crate) fn register(&mut self, ty: Type) -> Reg {
        self.f.register(holder(ty))
    }

    /// A register of the given width; 1 is a predicate.
    pub(crate) fn temp(&mut self, bits: u32) -> Reg {
        self.f.register(holder_of(bits))
    }

    /// The register that a result will be in.
    pub(crate) fn define(&mut self, value: Value) -> Reg {
        let register = self.register(self.ty(value));
        self.values[value] = ValueMapping::Register(register);
        register
    }

    /// The bits of a value that is a constant.
    pub(crate) fn constant(&self, value: Value) -> Option<u64> {
        match self.values[value] {
            ValueMapping::Constant(bits) => Some(bits),
            ValueMapping::Nothing
            | ValueMapping::Register(_)
            | ValueMapping::Variable(_)
            | ValueMapping::Several(_) => None,
        }
    }

    /// The register of a value; a constant is put into one.
    pub(crate) fn reg(&mut self, value: Value) -> Reg {
        match self.values[value] {
            ValueMapping::Register(register) => register,
            ValueMapping::Constant(bits) => self.load(self.ty(value).bits(), bits),
            ValueMapping::Variable(var) => match self.placed[value] {
                Some(register) => register,
                None => self.place(value, var),
            },
            // A value that no op defines, and several registers where one is wanted, do not occur in a verified module.
            ValueMapping::Nothing | ValueMapping::Several(_) => self.define(value),
        }
    }

    /// The address of a variable in a new register.
    fn place(&mut self, value: Value, var: Var) -> Reg {
        let register = self.register(self.ty(value));
        let modifier = bits_modifier(self.ty(value).bits());
        self.op(Opcode::Mov, &[modifier], [register.into(), Operand::Variable(var, 0)]);
        register
    }

    /// A value is the address of a variable. Where it is computed with, a register has it from here on.
    pub(crate) fn is_variable(&mut self, value: Value, var: Var) {
        self.values[value] = ValueMapping::Variable(var);
        if self.shared.counted[value] {
            self.placed[value] = Some(self.place(value, var));
        }
    }

    /// A value as an operand of bits or integers; constants are immediate operands.
    pub(crate) fn int(&mut self, value: Value) -> Operand {
        match self.values[value] {
            ValueMapping::Constant(bits) => immediate(bits, self.ty(value).bits()),
            ValueMapping::Register(_)
            | ValueMapping::Nothing
            | ValueMapping::Variable(_)
            | ValueMapping::Several(_) => self.reg(value).into(),
        }
    }

    /// A value as an operand of f32 or f64 instructions; constants are immediate operands.
    pub(crate) fn float(&mut self, value: Value) -> Operand {
        match (self.values[value], self.ty(value)) {
            (ValueMapping::Constant(bits), Type::F32) => Operand::Immediate(Immediate::F32(bits as u32)),
            (ValueMapping::Constant(bits), Type::F64) => Operand::Immediate(Immediate::F64(bits)),
            _ => self.reg(value).into(),
        }
    }

    /// A constant in a new register.
    pub(crate) fn load(&mut self, bits: u32, constant: u64) -> Reg {
        let register = self.temp(bits);
        self.op(Opcode::Mov, &[bits_modifier(bits)], [register.into(), immediate(constant, bits)]);
        register
    }

    /// Copies a register.
    pub(crate) fn copy(&mut self, bits: u32, to: Reg, from: impl Into<Operand>) {
        self.op(Opcode::Mov, &[bits_modifier(bits)], [to.into(), from.into()]);
    }

    /// An instruction. A form that does not exist is an error of this crate, and is reported as one.
    pub(crate) fn op(
        &mut self,
        opcode: Opcode,
        modifiers: &[Modifier],
        operands: impl IntoIterator<Item = Operand>,
    ) {
        if let Err(none) = self.f.emit_guarded(self.guard, opcode, modifiers, operands) {
            let message = format!("while writing `{}`: {none}", self.module.spec(self.op).mnemonic);
            self.problems.push(Diagnostic::error(codes::INTERNAL, message));
        }
    }

    /// An instruction that writes a new register of the given width.
    pub(crate) fn new_op<const N: usize>(
        &mut self,
        bits: u32,
        opcode: Opcode,
        modifiers: &[Modifier],
        operands: [Operand; N],
    ) -> Reg {
        let register = self.temp(bits);
        let all = std::iter::once(Operand::from(register)).chain(operands);
        self.op(opcode, modifiers, all);
        register
    }

    /// Jumps, if a predicate holds.
    pub(crate) fn branch(&mut self, guard: Option<Guard>, to: Label) {
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::Bra, &[], [to.into()]);
        self.guard = before;
    }
}

/// A predicate as a guard.
pub(crate) fn when(register: Reg) -> Guard {
    Guard { register, negated: false }
}

/// The negation of a predicate as a guard.
pub(crate) fn unless(register: Reg) -> Guard {
    Guard { register, negated: true }
}

/// A constant of the given width, as a whole number.
pub(crate) fn immediate(bits: u64, width: u32) -> Operand {
    let value = match width {
        1 => (bits & 1) as i64,
        16 => i64::from(bits as u16),
        32 => i64::from(bits as u32),
        _ => bits as i64,
    };
    Operand::Immediate(Immediate::Int(value))
}

/// The type of the registers that hold a value.
fn holder(ty: Type) -> ptx::Type {
    holder_of(ty.bits())
}

fn holder_of(bits: u32) -> ptx::Type {
    match bits {
        1 => ptx::Type::Pred,
        16 => ptx::Type::B16,
        64 => ptx::Type::B64,
        _ => ptx::Type::B32,
    }
}

/// `.b32` and its like.
pub(crate) fn bits_modifier(bits: u32) -> Modifier {
    match bits {
        1 => Modifier::Pred,
        8 => Modifier::B8,
        16 => Modifier::B16,
        64 => Modifier::B64,
        _ => Modifier::B32,
    }
}

/// `.s32`, `.u32` and their like.
pub(crate) fn int_modifier(bits: u32, signed: bool) -> Modifier {
    match (bits, signed) {
        (8, false) => Modifier::U8,
        (8, true) => Modifier::S8,
        (16, false) => Modifier::U16,
        (16, true) => Modifier::S16,
        (64, false) => Modifier::U64,
        (64, true) => Modifier::S64,
        (_, false) => Modifier::U32,
        (_, true) => Modifier::S32,
    }
}
