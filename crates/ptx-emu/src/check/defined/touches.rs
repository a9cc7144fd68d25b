//! Registers of an instruction: those that it uses, and those from which it only computes others.

use cranelift_entity::EntityRef;
use ptx::module::{Base, Body, Immediate, Instruction, Operand, Reg};
use ptx::spec::Shape;
use ptx::{Effect, Field, Modifier, Opcode, Type};
use rustc_hash::FxHashSet;

use super::rule::Rule;

/// The carry flag, as if it were a register.
pub(super) fn carry() -> Reg {
    Reg::new(u32::MAX as usize - 1)
}

/// Register accesses of an instruction.
#[derive(Debug, Default)]
pub(super) struct Touches {
    pub(super) guard: Option<Reg>,
    /// Registers with the bits of them that must be defined.
    pub(super) uses: Vec<(Reg, u128)>,
    /// How undefined bits propagate from operands to results; without a rule, results are defined.
    pub(super) rule: Option<Rule>,
    pub(super) from: Vec<Source>,
    /// Registers with their widths; nothing where a result is not wanted.
    pub(super) writes: Vec<Option<(Reg, u32)>>,
}

/// An operand that results are computed from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) what: What,
    /// How many of its lowest bits count.
    pub(super) bits: u32,
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Register {
        register: Reg,
        negated: bool,
        followed: bool,
    },
    Constant(u128),
    /// It is defined; its value does not matter or is not known.
    Other,
}

impl Touches {
    pub(super) fn of(instruction: &Instruction, body: &Body) -> Touches {
        let mut all = Touches { guard: instruction.guard.map(|guard| guard.register), ..Touches::default() };
        let form = instruction.spec();
        // The verifier has bound it before, so this is never empty for a program that runs.
        let Some(bound) = ptx::bind::bind(form, &instruction.modifiers, &instruction.operands) else {
            return all;
        };
        all.rule = Rule::of(instruction, body);
        for (&index, operand) in bound.iter().zip(&instruction.operands) {
            let spec = &form.operands[index];
            let of = match &spec.shape {
                Shape::Value(value) => form.operand_type(&instruction.modifiers, value.of),
                _ => None,
            };
            match operand {
                Operand::Call(call) => call.returns.iter().for_each(|operand| all.writes(operand, body)),
                _ if spec.written => all.writes(operand, body),
                // A store to shared or local memory decides nothing yet: the bytes become undefined, and a use of them is
                // reported later. A store to global memory is a result of the kernel.
                _ if instruction.opcode() == Opcode::St && spec.name == "b" && stays(instruction) => {}
                // With a rule, undefined bits pass through to the result; without one, any use counts.
                _ if all.rule.is_some() && spec.name != "mask" => all.takes(operand, of, body),
                _ => all.uses(operand, looked_at(instruction, spec.name, of)),
            }
        }
        all.carries(instruction);
        all
    }

    fn writes(&mut self, operand: &Operand, body: &Body) {
        match operand {
            Operand::Register(register) => {
                self.writes.push(Some((*register, body.register_type(*register).bits())));
            }
            Operand::Vector(elements) => elements.iter().for_each(|element| self.writes(element, body)),
            Operand::Pair(pair) => [&pair.0, &pair.1].into_iter().for_each(|part| self.writes(part, body)),
            // A video instruction fills the rest of the register from its operand `c`.
            Operand::Part(part) => self.writes(&part.of, body),
            _ => self.writes.push(None),
        }
    }

    fn takes(&mut self, operand: &Operand, of: Option<Type>, body: &Body) {
        // Without a type, the register's own width is read.
        let register = |register: Reg, negated: bool| {
            let bits = of.map_or_else(|| body.register_type(register).bits(), Type::bits);
            Source { what: What::Register { register, negated, followed: false }, bits }
        };
        let bits = of.map_or(128, Type::bits);
        let source = match operand {
            Operand::Register(one) => register(*one, false),
            Operand::Not(one) => register(*one, true),
            Operand::Vector(elements) => {
                return elements.iter().for_each(|element| self.takes(element, of, body));
            }
            Operand::Part(part) => return self.takes(&part.of, of, body),
            Operand::Immediate(Immediate::Int(value)) => {
                Source { what: What::Constant(i128::from(*value) as u128), bits }
            }
            // Special registers and addresses are always defined.
            _ => Source { what: What::Other, bits },
        };
        self.from.push(source);
    }

    fn uses(&mut self, operand: &Operand, bits: u128) {
        let mut found = Vec::new();
        registers(operand, &mut found);
        self.uses.extend(found.into_iter().map(|register| (register, bits)));
    }

    /// The carry flag that it reads and writes.
    fn carries(&mut self, instruction: &Instruction) {
        let effects = instruction.opcode().effects();
        if effects.has(Effect::CarryIn) {
            let what = What::Register { register: carry(), negated: false, followed: false };
            self.from.push(Source { what, bits: 1 });
        }
        if effects.has(Effect::CarryOut) || instruction.has(Modifier::Cc) {
            self.writes.push(Some((carry(), 1)));
        }
    }

    /// Registers that results are computed from.
    pub(super) fn sources(&self) -> impl Iterator<Item = Reg> {
        self.from.iter().filter_map(|source| match source.what {
            What::Register { register, .. } => Some(register),
            What::Constant(_) | What::Other => None,
        })
    }

    /// Registers that are put to use.
    pub(super) fn used(&self) -> impl Iterator<Item = Reg> {
        self.guard.into_iter().chain(self.uses.iter().map(|&(register, _)| register))
    }

    pub(super) fn written(&self) -> impl Iterator<Item = Reg> {
        self.writes.iter().flatten().map(|&(register, _)| register)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Reg> {
        self.used().chain(self.sources()).chain(self.written())
    }

    /// The same, only for some registers; `None` if it accesses none of them.
    pub(super) fn only(mut self, followed: &FxHashSet<Reg>) -> Option<Touches> {
        let any = self.all().any(|register| followed.contains(&register));
        self.guard = self.guard.filter(|register| followed.contains(register));
        self.uses.retain(|(register, _)| followed.contains(register));
        for source in &mut self.from {
            if let What::Register { register, followed: is, .. } = &mut source.what {
                *is = followed.contains(register);
            }
        }
        any.then_some(self)
    }
}

/// The bits of an operand's registers that an instruction reads: `mma` ignores the padding of its elements in bytes.
fn looked_at(instruction: &Instruction, name: &str, of: Option<Type>) -> u128 {
    let field = match name {
        "a" => Field::Atype,
        "b" => Field::Btype,
        _ => Field::Type,
    };
    let is_product = instruction.opcode() == Opcode::Mma;
    let dense = instruction.has(Modifier::KindMxf4) || instruction.has(Modifier::KindMxf4nvf4);
    match instruction.modifier(field).filter(|_| is_product && !dense).map(|word| word.text()) {
        Some("e2m1") => 0x3c3c_3c3c,
        Some("e2m3" | "e3m2") => 0x3f3f_3f3f,
        _ => of.map_or(u128::MAX, |of| if of.bits() >= 128 { u128::MAX } else { (1 << of.bits()) - 1 }),
    }
}

/// Is it about what functions take and return?
pub(super) fn passes(instruction: &Instruction) -> bool {
    [Modifier::Param, Modifier::ParamFunc].iter().any(|&word| instruction.has(word))
}

/// Does a store write what is no result of the kernel?
fn stays(instruction: &Instruction) -> bool {
    let inside = [Modifier::Shared, Modifier::SharedCta, Modifier::SharedCluster, Modifier::Local];
    passes(instruction) || inside.iter().any(|&word| instruction.has(word))
}

/// The registers of an operand.
pub(in crate::check) fn registers(operand: &Operand, to: &mut Vec<Reg>) {
    match operand {
        Operand::Register(register) | Operand::Not(register) => to.push(*register),
        Operand::Vector(elements) => elements.iter().for_each(|element| registers(element, to)),
        Operand::Pair(pair) => [&pair.0, &pair.1].into_iter().for_each(|part| registers(part, to)),
        Operand::Address(address) => to.extend(base(address.base)),
        Operand::Tensor(tensor) => {
            to.extend(base(tensor.0.base));
            tensor.1.iter().for_each(|coordinate| registers(coordinate, to));
        }
        Operand::Texture(texture) => {
            to.extend(base(texture.image));
            to.extend(texture.sampler.and_then(base));
            texture.coordinates.iter().for_each(|coordinate| registers(coordinate, to));
        }
        Operand::Part(part) => registers(&part.of, to),
        Operand::Call(_)
        | Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Variable(..)
        | Operand::Function(_)
        | Operand::Label(_) => {}
    }
}

fn base(base: Base) -> Option<Reg> {
    match base {
        Base::Register(register) => Some(register),
        Base::Variable(_) | Base::Zero => None,
    }
}
