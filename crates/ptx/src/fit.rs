//! Whether operands fit a form: their types, and the ranges of their values.
//!
//! The parser and the builder choose the form that fits best; the verifier reports what does not fit.

use crate::modifiers::{Field, Modifier};
use crate::module::{Body, Immediate, Module, Operand, Part, Reg, Space, Texture};
use crate::ops::Opcode;
use crate::print::operand_text;
use crate::spec::{Form, Modifiers, OperandSpec, Shape, TypeOf, ValueShape};
use crate::types::{Class, Type};

/// Why an operand does not fit.
pub(crate) enum Mismatch {
    /// Its type; what was wanted.
    Type(String),
    /// Its value; what was wanted.
    Range(String),
}

/// The requirements on an operand.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    value: &'a ValueShape,
    of: Type,
    written: bool,
    opcode: Opcode,
}

impl Wanted<'_> {
    /// May vectors of floats be in integer registers?
    fn moves_vectors(&self) -> bool {
        matches!(
            self.opcode,
            Opcode::Ld | Opcode::Ldu | Opcode::St | Opcode::Atom | Opcode::Red | Opcode::Mov
        )
    }
}

/// How many operands do not fit: the measure by which the parser chooses among forms.
pub(crate) fn mismatches(
    module: &Module,
    body: &Body,
    form: &Form,
    modifiers: &Modifiers,
    binding: &[usize],
    operands: &[Operand],
) -> usize {
    let wrong = |(operand, &spec): (&Operand, &usize)| {
        mismatch(module, body, form, modifiers, &form.operands[spec], operand).is_some()
    };
    operands.iter().zip(binding).filter(|&pair| wrong(pair)).count()
}

/// Why an operand does not fit its place in a form.
pub(crate) fn mismatch(
    module: &Module,
    body: &Body,
    form: &Form,
    modifiers: &Modifiers,
    spec: &OperandSpec,
    operand: &Operand,
) -> Option<Mismatch> {
    match &spec.shape {
        Shape::Value(value) => {
            let of = form.operand_type(modifiers, value.of)?;
            value_mismatch(
                module,
                body,
                &Wanted { value, of, written: spec.written, opcode: form.opcode },
                operand,
            )
        }
        Shape::Constant(range) => constant_mismatch(*range, operand),
        Shape::Tensor(count) => {
            let Operand::Tensor(tensor) = operand else { return None };
            let wanted = form.operand_count(modifiers, *count)?;
            let coordinates = &tensor.1;
            if coordinates.len() != wanted as usize {
                return Some(Mismatch::Range(format!(
                    "it has {} coordinates; {wanted} are wanted",
                    coordinates.len()
                )));
            }
            coordinates
                .iter()
                .find_map(|element| element_mismatch(module, body, form.opcode, Type::S32, element))
        }
        Shape::Texture(of) => {
            let Operand::Texture(texture) = operand else { return None };
            texture_mismatch(module, body, form, modifiers, form.operand_type(modifiers, *of)?, texture)
        }
        Shape::Address | Shape::Label | Shape::Call | Shape::Sink => None,
    }
}

/// Coordinates are one, two or four; the number of a layer is whole.
fn texture_mismatch(
    module: &Module,
    body: &Body,
    form: &Form,
    modifiers: &Modifiers,
    of: Type,
    texture: &Texture,
) -> Option<Mismatch> {
    let count = texture.coordinates.len();
    if !matches!(count, 1 | 2 | 4) {
        return Some(Mismatch::Range(format!("it has {count} coordinates; 1, 2 or 4 are wanted")));
    }
    let layered = form.modifier(modifiers, Field::Geom).is_some_and(Modifier::is_layered);
    texture.coordinates.iter().enumerate().find_map(|(index, element)| {
        let of = if layered && index == 0 { Type::U32 } else { of };
        element_mismatch(module, body, form.opcode, of, element)
    })
}

fn element_mismatch(
    module: &Module,
    body: &Body,
    opcode: Opcode,
    of: Type,
    element: &Operand,
) -> Option<Mismatch> {
    let value = ValueShape {
        of: TypeOf::Fixed(of),
        count: None,
        wide: false,
        symbol: false,
        negatable: false,
        sink: false,
        register: false,
        part: false,
        negated: false,
        second: None,
    };
    value_mismatch(module, body, &Wanted { value: &value, of, written: false, opcode }, element)
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
        Operand::Vector(elements) => vector_mismatch(module, body, wanted, elements),
        Operand::Part(part) => part_mismatch(module, body, wanted, part),
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
            if !address || wanted.of.bits() < 32 {
                return Some(Mismatch::Type("no address may stand here".to_owned()));
            }
            let global = match operand {
                Operand::Variable(var, _) => module.variables[*var].space == Space::Global,
                _ => true,
            };
            (global && wanted.of.bits() < 64)
                .then(|| Mismatch::Type("an address of global memory has 64 bits".to_owned()))
        }
        Operand::Address(_)
        | Operand::Tensor(_)
        | Operand::Texture(_)
        | Operand::Label(_)
        | Operand::Call(_) => None,
    }
}

/// Vectors of floats may be in integer registers, all of them then.
fn vector_mismatch(
    module: &Module,
    body: &Body,
    wanted: &Wanted<'_>,
    elements: &[Operand],
) -> Option<Mismatch> {
    let of_class = |class: Class| {
        let of = |element: &Operand| match element {
            Operand::Register(register) => body.register_type(*register).class() == class,
            _ => false,
        };
        elements.iter().any(of)
    };
    let whole = wanted.moves_vectors() && wanted.of.class() == Class::Float && of_class(Class::Integer);
    if whole && of_class(Class::Float) {
        return Some(Mismatch::Type("its elements are of different types".to_owned()));
    }
    let of = match wanted.of.bits() {
        32 if whole => Type::B32,
        64 if whole => Type::B64,
        _ => wanted.of,
    };
    let wanted = Wanted { of, ..*wanted };
    elements.iter().find_map(|element| value_mismatch(module, body, &wanted, element))
}

/// The parts that there are: of scalar instructions one byte or half, of the others one for each lane.
fn part_mismatch(module: &Module, body: &Body, wanted: &Wanted<'_>, part: &Part) -> Option<Mismatch> {
    if let Some(selector) = part.selector.as_deref().filter(|selector| !part_exists(wanted, selector)) {
        return Some(Mismatch::Range(format!("there is no part `.{selector}`")));
    }
    value_mismatch(module, body, wanted, &part.of)
}

/// `b2` or `h1` of scalar instructions; `h10` and `h32`, `b30` and `b7610` of those on two and four lanes.
fn part_exists(wanted: &Wanted<'_>, selector: &str) -> bool {
    let (kind, digits) = selector.split_at(1);
    let below = |most: u8| digits.bytes().all(|digit| (b'0'..most).contains(&digit));
    let descends = || digits.as_bytes().windows(2).all(|pair| pair[0] > pair[1]);
    match (wanted.opcode.mnemonic().bytes().last(), kind, digits.len(), wanted.written) {
        (Some(b'2'), "h", 1 | 2, true) => below(b'2') && descends(),
        (Some(b'2'), "h", 2, false) => below(b'4'),
        (Some(b'4'), "b", 1..=4, true) => below(b'4') && descends(),
        (Some(b'4'), "b", 4, false) => below(b'8'),
        (Some(b'2' | b'4'), ..) => false,
        (_, "b", 1, _) => below(b'4'),
        (_, "h", 1, _) => below(b'2'),
        _ => false,
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
