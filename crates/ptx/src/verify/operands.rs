//! Operands against the row of their form.

use crate::bind::bind;
use crate::codes;
use crate::module::{Body, Immediate, Instruction, Module, Operand, Reg};
use crate::spec::{Form, OperandSpec, Shape, ValueShape, Words};
use crate::text::operand_text;
use crate::types::{Class, Type};

use super::{At, Verifier};

/// Why an operand does not fit.
pub(crate) enum Mismatch {
    /// Its type; what was wanted.
    Type(String),
    /// Its value; what was wanted.
    Range(String),
}

/// What an operand must fit.
struct Wanted<'a> {
    value: &'a ValueShape,
    of: Type,
    written: bool,
}

/// How many operands do not fit: the measure by which the parser chooses among forms.
pub(crate) fn mismatches(
    module: &Module,
    body: &Body,
    form: &Form,
    words: &Words,
    binding: &[usize],
    operands: &[Operand],
) -> usize {
    let wrong = |(operand, &spec): (&Operand, &usize)| {
        mismatch(module, body, form, words, &form.operands[spec], operand).is_some()
    };
    operands.iter().zip(binding).filter(|&pair| wrong(pair)).count()
}

fn mismatch(
    module: &Module,
    body: &Body,
    form: &Form,
    words: &Words,
    spec: &OperandSpec,
    operand: &Operand,
) -> Option<Mismatch> {
    match &spec.shape {
        Shape::Value(value) => {
            let of = form.operand_type(words, value.of)?;
            value_mismatch(module, body, &Wanted { value, of, written: spec.written }, operand)
        }
        Shape::Constant(range) => constant_mismatch(*range, operand),
        Shape::Tensor(count) => {
            let Operand::Tensor(tensor) = operand else { return None };
            let wanted = form.operand_count(words, *count)?;
            let coordinates = &tensor.1;
            if coordinates.len() != wanted as usize {
                return Some(Mismatch::Range(format!(
                    "it has {} coordinates; {wanted} are wanted",
                    coordinates.len()
                )));
            }
            coordinates.iter().find_map(|element| element_mismatch(module, body, Type::S32, element))
        }
        Shape::Address | Shape::Label | Shape::Call | Shape::Sink => None,
    }
}

fn element_mismatch(module: &Module, body: &Body, of: Type, element: &Operand) -> Option<Mismatch> {
    let value = ValueShape {
        of: crate::spec::TypeOf::Fixed(of),
        count: None,
        wide: false,
        symbol: false,
        negatable: false,
        sink: false,
        register: false,
        second: None,
    };
    value_mismatch(module, body, &Wanted { value: &value, of, written: false }, element)
}

fn constant_mismatch(range: Option<(i64, i64)>, operand: &Operand) -> Option<Mismatch> {
    let Operand::Immediate(value) = operand else { return None };
    match (value, range) {
        (Immediate::Int(value), Some((low, high))) if *value < low || *value > high => {
            let wanted =
                if low == high { format!("it must be {low}") } else { format!("it must be {low} to {high}") };
            Some(Mismatch::Range(wanted))
        }
        (Immediate::Int(_), _) => None,
        (Immediate::F32(_) | Immediate::F64(_), _) => {
            Some(Mismatch::Type("a whole number is wanted".to_owned()))
        }
    }
}

fn value_mismatch(module: &Module, body: &Body, wanted: &Wanted<'_>, operand: &Operand) -> Option<Mismatch> {
    match operand {
        Operand::Register(register) | Operand::Not(register) => register_mismatch(body, wanted, *register),
        Operand::Immediate(value) => immediate_mismatch(wanted, *value),
        Operand::Special(special) => {
            // A register that counts is `.u32` or `.u64`, and reads as bits too.
            let fits = wanted.of.admits(special.of(), true) && !wanted.value.register;
            (!fits).then(|| Mismatch::Type(format!("`{}` is .{}", special.text(), special.of())))
        }
        Operand::Vector(elements) => {
            elements.iter().find_map(|element| value_mismatch(module, body, wanted, element))
        }
        Operand::Pair(pair) => {
            let (first, second) = &**pair;
            let predicate = match second {
                Operand::Register(register) => body.register_type(*register) == Type::Pred,
                Operand::Sink => true,
                _ => false,
            };
            if !predicate {
                return Some(Mismatch::Type(format!(
                    "`{}` is no predicate",
                    operand_text(module, body, second)
                )));
            }
            value_mismatch(module, body, wanted, first)
        }
        Operand::Sink if wanted.value.sink => None,
        Operand::Sink => Some(Mismatch::Type("`_` may not stand here".to_owned())),
        Operand::Variable(..) | Operand::Function(_) => {
            let address = wanted.value.symbol && matches!(wanted.of.class(), Class::Integer | Class::Bits);
            (!address || wanted.of.bits() < 32)
                .then(|| Mismatch::Type("no address may stand here".to_owned()))
        }
        Operand::Address(_) | Operand::Tensor(_) | Operand::Label(_) | Operand::Call(_) => None,
    }
}

fn register_mismatch(body: &Body, wanted: &Wanted<'_>, register: Reg) -> Option<Mismatch> {
    let of = body.register_type(register);
    let fits = wanted.of.admits(of, wanted.value.wide);
    (!fits).then(|| {
        let name = body.register_name(register);
        Mismatch::Type(format!("`{name}` is .{of}; .{} is wanted{}", wanted.of, wider(wanted)))
    })
}

fn wider(wanted: &Wanted<'_>) -> &'static str {
    if wanted.value.wide { ", or wider" } else { "" }
}

fn immediate_mismatch(wanted: &Wanted<'_>, value: Immediate) -> Option<Mismatch> {
    if wanted.written || wanted.value.register {
        return Some(Mismatch::Type("a register is wanted".to_owned()));
    }
    let of = wanted.of;
    let float = !matches!(value, Immediate::Int(_));
    let fits = match of.class() {
        Class::Float => float && of.bits() >= 32 && of != Type::F16x2,
        Class::Integer => !float,
        Class::Bits => !float || of.bits() >= 32,
        Class::Packed => false,
        Class::Predicate => !float,
        Class::Opaque => false,
    };
    (!fits).then(|| {
        let what = if float { "a float" } else { "a whole number" };
        Mismatch::Type(format!("the constant is {what}; .{of} is wanted"))
    })
}

impl Verifier<'_> {
    pub(super) fn operands(&mut self, at: At<'_>, instruction: &Instruction) {
        let (form, words) = (instruction.spec(), &instruction.words);
        let Some(binding) = bind(form, words, &instruction.operands) else {
            let wanted = crate::docs::operands_shown(form, words);
            let message = format!("`{}` does not take such operands", instruction.opcode());
            self.error_at(codes::OPERANDS, at, message, format!("it takes {wanted}"));
            return;
        };
        for (index, (operand, &spec)) in instruction.operands.iter().zip(&binding).enumerate() {
            let spec = &form.operands[spec];
            let Some(mismatch) = mismatch(self.module, at.body, form, words, spec, operand) else { continue };
            let (code, why) = match mismatch {
                Mismatch::Type(why) => (codes::TYPE, why),
                Mismatch::Range(why) => (codes::RANGE, why),
            };
            let shown = operand_text(self.module, at.body, operand);
            let message = format!("`{}` of `{}` does not fit: {why}", shown, instruction.opcode());
            let span = self.map.operand(at.function, at.index, index);
            self.error(
                code,
                span,
                message,
                format!("`{}` in PTX ISA {}", spec.name, instruction.opcode().row().section),
            );
        }
    }
}
