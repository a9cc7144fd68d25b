//! Instructions and their operands.

use smallvec::SmallVec;

use super::variables::Immediate;
use super::{Address, Callee, FuncId, Guard, Label, Reg, Var};
use crate::modifiers::{Field, Modifier};
use crate::ops::Opcode;
use crate::spec::{Form, FormId, Modifiers};
use crate::special::Special;
use crate::types::Type;

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// Its form.
    pub form: FormId,
    /// A modifier for each slot of the form.
    pub modifiers: Modifiers,
    /// Operands, as written.
    pub operands: SmallVec<[Operand; 4]>,
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(Reg),
    /// A negated predicate, `!p`.
    Not(Reg),
    /// A special register.
    Special(Special),
    /// A constant.
    Immediate(Immediate),
    /// `{a, b}`.
    Vector(Vec<Operand>),
    /// A destination, and a predicate after a bar: `d|p`.
    Pair(Box<(Operand, Operand)>),
    /// `_`.
    Sink,
    /// `[a+4]`.
    Address(Address),
    /// `[map, {c, ..}]`.
    Tensor(Box<(Address, Vec<Operand>)>),
    /// `[texture, sampler, {c, ..}]`.
    Texture(Box<Texture>),
    /// A part of a register, or a negated one: `-r.h0`.
    Part(Box<Part>),
    /// The address of a variable, plus bytes.
    Variable(Var, i64),
    /// The address of a function.
    Function(FuncId),
    /// A label.
    Label(Label),
    /// All of a call.
    Call(Box<Call>),
}

/// A place in a texture or surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// The texture or surface: a variable, or a register with its handle.
    pub image: Base,
    /// The sampler, where it is not part of the texture.
    pub sampler: Option<Base>,
    /// Coordinates; with braces, unless it is one.
    pub coordinates: Vec<Operand>,
    /// True for `{x}`.
    pub braces: bool,
}

/// A part of a register, as video instructions take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The register or constant.
    pub of: Operand,
    /// True for `-r`.
    pub negated: bool,
    /// `b0`, `h10`: bytes or halves.
    pub selector: Option<String>,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A register.
    Register(Reg),
    /// A variable.
    Variable(Var),
    /// Nothing: the offset is all.
    Zero,
}

/// Everything after `call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The results: variables or registers.
    pub returns: Vec<Operand>,
    /// The called function.
    pub callee: Callee,
    /// The arguments: variables, registers or constants.
    pub arguments: Vec<Operand>,
    /// Prototype or list of targets of an indirect call.
    pub prototype: Option<Label>,
}

impl Instruction {
    /// The form's row.
    pub fn spec(&self) -> &'static Form {
        self.form.form()
    }

    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.spec().opcode
    }

    /// The modifier of a field.
    pub fn modifier(&self, field: Field) -> Option<Modifier> {
        self.spec().modifier(&self.modifiers, field)
    }

    /// Is the modifier among the modifiers?
    pub fn has(&self, modifier: Modifier) -> bool {
        self.modifiers.contains(&Some(modifier))
    }

    /// The type in a field.
    pub fn type_of(&self, field: Field) -> Option<Type> {
        self.modifier(field).and_then(|modifier| Type::named(modifier.text()))
    }

    /// The operand that the form calls so, if it is there.
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        let bound = super::bind::bind(self.spec(), &self.modifiers, &self.operands)?;
        let wanted = self.spec().operands.iter().position(|spec| spec.name == name)?;
        bound.iter().position(|&index| index == wanted).map(|at| &self.operands[at])
    }
}
