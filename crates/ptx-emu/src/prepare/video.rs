//! Video instructions: arithmetic on bytes and halves of registers, one lane at a time.
//!
//! The scalar ones work on one part of each operand; those that end in 2 and 4 work on as many lanes, whose numbers a
//! selector chooses among the lanes of `a` and, above them, those of `b` (PTX ISA 9.7.18).

use ptx::module::{Instruction, Operand};
use ptx::{Field, Modifier, Opcode, Type};

use super::scope::{Scope, as_w};
use super::{Refusal, compute};
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op};
use crate::registers::W;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let instruction = scope.instruction;
    let parts = instruction.operands.iter().any(|operand| matches!(operand, Operand::Part(_)));
    if instruction.opcode() == Opcode::Vabsdiff4 && !parts {
        return compute::select(scope);
    }
    let (d, a, b) = (part(scope, "d")?, part(scope, "a")?, part(scope, "b")?);
    let c = if scope.operand("c").is_some() { Some(part(scope, "c")?) } else { None };
    let rule = Rule::of(instruction).ok_or_else(|| Refusal::new("its form is not covered"))?;
    Ok(Op::Effectful(Box::new(Video { d, a, b, c, rule })))
}

/// A register, and what of it.
#[derive(Clone, Debug)]
struct Place {
    row: W,
    negated: bool,
    /// `b` or `h` with the numbers, the highest lane first.
    selector: Option<String>,
}

fn part(scope: &mut Scope<'_>, name: &str) -> Result<Place, Refusal> {
    let operand = scope.wanted(name)?;
    let (of, negated, selector) = match operand {
        Operand::Part(part) => (part.of.clone(), part.negated, part.selector.clone()),
        other => (other, false, None),
    };
    let row = as_w(scope.row(&of, Type::B32)?)?;
    Ok(Place { row, negated, selector })
}

/// The operation, from the modifiers.
#[derive(Clone, Debug)]
struct Rule {
    opcode: Opcode,
    /// Lanes: 1, 2 or 4.
    lanes: u32,
    /// Have `a`, `b` and the result a sign?
    signed: [bool; 3],
    saturates: bool,
    /// The second operation, with `c`.
    second: Option<Modifier>,
    cmp: Option<Modifier>,
    wraps: bool,
    /// `vmad` adds one.
    plus_one: bool,
    shift: u32,
}

impl Rule {
    fn of(instruction: &Instruction) -> Option<Rule> {
        let opcode = instruction.opcode();
        // The mnemonic ends with the number of lanes; without one, it is a scalar instruction.
        let lanes = match opcode.mnemonic().bytes().last()? {
            b'2' => 2,
            b'4' => 4,
            _ => 1,
        };
        let signed = |field: Field| instruction.modifier(field) == Some(Modifier::S32);
        let mode = instruction.modifier(Field::Mode);
        let second =
            instruction.modifier(Field::Op).or(instruction.has(Modifier::Add).then_some(Modifier::Add));
        Some(Rule {
            opcode,
            lanes,
            signed: [signed(Field::Atype), signed(Field::Btype), signed(Field::Dtype)],
            saturates: instruction.has(Modifier::Sat),
            second,
            cmp: instruction.modifier(Field::Cmp),
            wraps: mode == Some(Modifier::Wrap),
            plus_one: instruction.has(Modifier::Po),
            shift: match instruction.modifier(Field::Scale) {
                Some(Modifier::Shr7) => 7,
                Some(Modifier::Shr15) => 15,
                _ => 0,
            },
        })
    }

    /// The operation on two values.
    fn compute(&self, a: i64, b: i64) -> i64 {
        use Opcode::*;
        let amount = if self.wraps { b & 31 } else { b.clamp(0, 32) };
        match self.opcode {
            Vadd | Vadd2 | Vadd4 => a + b,
            Vsub | Vsub2 | Vsub4 => a - b,
            Vabsdiff | Vabsdiff2 | Vabsdiff4 => (a - b).abs(),
            Vmin | Vmin2 | Vmin4 => a.min(b),
            Vmax | Vmax2 | Vmax4 => a.max(b),
            // Halves are rounded away from zero.
            Vavrg2 | Vavrg4 if a + b >= 0 => (a + b + 1) >> 1,
            Vavrg2 | Vavrg4 => (a + b) >> 1,
            Vshl => a << amount,
            Vshr => a >> amount,
            _ => i64::from(holds(self.cmp, a, b)),
        }
    }

    /// Clamps to the range of the result, if there is `.sat`.
    fn saturated(&self, value: i64, bits: u32) -> i64 {
        if !self.saturates {
            return value;
        }
        let (low, high) = if self.signed[2] {
            (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1)
        } else {
            (0, (1i64 << bits) - 1)
        };
        value.clamp(low, high)
    }

    /// The second operation, with `c`.
    fn second(&self, value: i64, c: u32) -> u32 {
        let value = value as u32;
        match (self.second, self.signed[2]) {
            (Some(Modifier::Add), _) => value.wrapping_add(c),
            (Some(Modifier::Min), true) => (value as i32).min(c as i32) as u32,
            (Some(Modifier::Min), false) => value.min(c),
            (Some(Modifier::Max), true) => (value as i32).max(c as i32) as u32,
            (Some(_), false) => value.max(c),
            _ => value,
        }
    }
}

fn holds(cmp: Option<Modifier>, a: i64, b: i64) -> bool {
    match cmp {
        Some(Modifier::Eq) => a == b,
        Some(Modifier::Ne) => a != b,
        Some(Modifier::Lt) => a < b,
        Some(Modifier::Le) => a <= b,
        Some(Modifier::Gt) => a > b,
        _ => a >= b,
    }
}

/// A field of a word, with its sign or without.
fn field(word: u32, at: u32, bits: u32, signed: bool) -> i64 {
    let shifted = u64::from(word) >> at << (64 - bits);
    if signed { (shifted as i64) >> (64 - bits) } else { (shifted >> (64 - bits)) as i64 }
}

/// Where the field of a scalar selector begins, and its bits.
fn scalar_field(selector: Option<&str>) -> (u32, u32) {
    let number = |text: &str| text[1..].parse().unwrap_or(0u32);
    match selector {
        None => (0, 32),
        Some(text) if text.starts_with('b') => (8 * number(text), 8),
        Some(text) => (16 * number(text), 16),
    }
}

/// The numbers of a selector, the lowest lane first; all in order without one, from `first` on.
fn lanes_of(selector: Option<&str>, lanes: u32, first: u32) -> Vec<u32> {
    match selector {
        None => (first..first + lanes).collect(),
        Some(text) => text[1..].bytes().rev().map(|digit| u32::from(digit - b'0')).collect(),
    }
}

#[derive(Debug)]
struct Video {
    d: Place,
    a: Place,
    b: Place,
    c: Option<Place>,
    rule: Rule,
}

impl Effectful for Video {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (a, b) = (*cx.registers.w(self.a.row), *cx.registers.w(self.b.row));
        let c = self.c.as_ref().map_or([0; 32], |place| *cx.registers.w(place.row));
        let value = std::array::from_fn(|lane| self.of_lane(a[lane], b[lane], c[lane]));
        cx.registers.set_w(self.d.row, cx.mask, &value);
        Ok(Flow::Next)
    }
}

impl Video {
    fn of_lane(&self, a: u32, b: u32, c: u32) -> u32 {
        match (self.rule.opcode, self.rule.lanes) {
            (Opcode::Vmad, _) => self.multiplied(a, b, c),
            (_, 1) => self.scalar(a, b, c),
            _ => self.lanes(a, b, c),
        }
    }

    fn scalar(&self, a: u32, b: u32, c: u32) -> u32 {
        let rule = &self.rule;
        let of = |word: u32, place: &Place, signed: bool| {
            let (at, bits) = scalar_field(place.selector.as_deref());
            field(word, at, bits, signed)
        };
        let (at, bits) = scalar_field(self.d.selector.as_deref());
        let shifts = matches!(rule.opcode, Opcode::Vshl | Opcode::Vshr);
        // The amount of a shift has no sign.
        let value = rule.compute(of(a, &self.a, rule.signed[0]), of(b, &self.b, rule.signed[1] && !shifts));
        let value = rule.saturated(value, bits);
        if self.d.selector.is_none() {
            return rule.second(value, c);
        }
        let mask = ((1u32 << bits) - 1) << at;
        c & !mask | (value as u32) << at & mask
    }

    fn lanes(&self, a: u32, b: u32, c: u32) -> u32 {
        let (rule, lanes) = (&self.rule, self.rule.lanes);
        let bits = 32 / lanes;
        let both = |index: u32, signed: bool| {
            let word = if index < lanes { a } else { b };
            field(word, index % lanes * bits, bits, signed)
        };
        let from_a = lanes_of(self.a.selector.as_deref(), lanes, 0);
        let from_b = lanes_of(self.b.selector.as_deref(), lanes, lanes);
        let written = lanes_of(self.d.selector.as_deref(), lanes, 0);
        let adds = rule.second == Some(Modifier::Add);
        let mut d = c;
        for (lane, (&in_a, &in_b)) in (0..lanes).zip(from_a.iter().zip(&from_b)) {
            if !written.contains(&lane) {
                continue;
            }
            let value = rule.compute(both(in_a, rule.signed[0]), both(in_b, rule.signed[1]));
            let value = rule.saturated(value, bits);
            // With `.add` the results of all lanes are added to c instead of being placed in it.
            if adds {
                d = d.wrapping_add(value as u32);
            } else {
                let mask = ((1u64 << bits) - 1) as u32;
                d = d & !(mask << (lane * bits)) | (value as u32 & mask) << (lane * bits);
            }
        }
        d
    }

    /// `vmad`: the whole product, with its sign, before it is shifted.
    fn multiplied(&self, a: u32, b: u32, c: u32) -> u32 {
        let rule = &self.rule;
        let of = |word: u32, place: &Place, signed: bool| {
            let (at, bits) = scalar_field(place.selector.as_deref());
            i128::from(field(word, at, bits, signed))
        };
        let negated_c = self.c.as_ref().is_some_and(|place| place.negated);
        let negated = self.a.negated ^ self.b.negated;
        // The sum counts as signed if any part of it can be negative.
        let signed = rule.signed[0] || rule.signed[1] || negated || negated_c;
        let product = of(a, &self.a, rule.signed[0]) * of(b, &self.b, rule.signed[1]);
        let c = if signed { i128::from(c as i32) } else { i128::from(c) };
        let sum = if negated { -product } else { product } + if negated_c { -c } else { c };
        let result = (sum + i128::from(rule.plus_one)) >> rule.shift;
        match (rule.saturates, signed) {
            (false, _) => result as u32,
            (true, true) => result.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as u32,
            (true, false) => result.clamp(0, i128::from(u32::MAX)) as u32,
        }
    }
}
