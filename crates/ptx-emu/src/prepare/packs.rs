//! `mov` between a register and the elements of a vector, the first of which has the lowest bits.

use ptx::module::Operand;
use ptx::{Field, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::scope::{Scope, operands_of};
use crate::program::{Op, Run, Step};
use crate::registers::{D, Operands, Registers, Row, Row32, Row64, W};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    if scope.instruction.modifier(Field::Vec).is_some() {
        return element_by_element(scope);
    }
    let whole = whole(scope)?;
    let (to, from) = (scope.wanted("d")?, scope.wanted("a")?);
    let (one, elements, packs) = match (&to, &from) {
        (Operand::Vector(elements), one) => (one, elements, false),
        (one, Operand::Vector(elements)) => (one, elements, true),
        _ => return Err(Refusal::new("it has no vector")),
    };
    let bits = whole.bits() / elements.len() as u32;
    let mut rows: SmallVec<[Row; 8]> = SmallVec::from_iter([scope.row(one, whole)?]);
    for element in elements {
        // An element `_`, which is not read, is written to a separate row.
        rows.push(scope.row(element, element_type(bits)?)?);
    }
    let pack = Pack { wide: rows.iter().map(|row| matches!(row, Row::D(_))).collect(), bits };
    if rows[1..].iter().any(|row| matches!(row, Row::P(_) | Row::Q(_))) || rows.len() > 5 {
        return Err(Refusal::new("its elements have sizes that their types do not have"));
    }
    if let Some(run) = of_two(&rows, bits, packs) {
        return Ok(scope.compute(run, &rows));
    }
    let operands = operands_of(&rows);
    Ok(match (rows[0], packs) {
        (Row::W(_) | Row::D(_), true) => kernel(operands, move |r, o, mask| pack.pack(r, o, mask)),
        (Row::W(_) | Row::D(_), false) => kernel(operands, move |r, o, mask| pack.unpack(r, o, mask)),
        (Row::Q(_), true) => kernel(operands, |r, o, mask| {
            for half in 0..2 {
                let value = *r.d(o.d(half + 1));
                r.set_d(D(o.rows[0] + half as u32), mask, &value);
            }
        }),
        (Row::Q(_), false) => kernel(operands, |r, o, mask| {
            for half in 0..2 {
                let value = *r.d(D(o.rows[0] + half as u32));
                r.set_d(o.d(half + 1), mask, &value);
            }
        }),
        (Row::P(_), _) => return Err(Refusal::new("a predicate has no elements")),
    })
}

/// `mov.v2 {a, b}, {c, d}`: all are read before any is written.
fn element_by_element(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type).ok_or_else(|| Refusal::new("it says no type"))?;
    let (Operand::Vector(to), Operand::Vector(from)) = (scope.wanted("d")?, scope.wanted("a")?) else {
        return Err(Refusal::new("its operands are no vectors"));
    };
    let count = to.len();
    let mut rows: SmallVec<[Row; 8]> = SmallVec::new();
    // Targets may be among the sources, as in a swap: all sources are read before any target is written.
    for element in to.iter().chain(&from) {
        rows.push(scope.row(element, element_type(of.bits())?)?);
    }
    let operands = operands_of(&rows);
    Ok(if of.bits() == 64 {
        kernel(operands, move |r, o, mask| {
            let values: SmallVec<[Row64; 4]> = (0..count).map(|at| *r.d(o.d(count + at))).collect();
            values.iter().enumerate().for_each(|(at, value)| r.set_d(o.d(at), mask, value));
        })
    } else {
        kernel(operands, move |r, o, mask| {
            let values: SmallVec<[Row32; 4]> = (0..count).map(|at| *r.w(o.w(count + at))).collect();
            values.iter().enumerate().for_each(|(at, value)| r.set_w(o.w(at), mask, value));
        })
    })
}

/// The common ones: two halves of a register of 32 bits, and two such registers as one of 64.
fn of_two(rows: &[Row], bits: u32, packs: bool) -> Option<Run> {
    match (rows, bits, packs) {
        ([Row::W(_), Row::W(_), Row::W(_)], 16, true) => Some(pack_halves),
        ([Row::W(_), Row::W(_), Row::W(_)], 16, false) => Some(unpack_halves),
        ([Row::D(_), Row::W(_), Row::W(_)], 32, true) => Some(pack_words),
        ([Row::D(_), Row::W(_), Row::W(_)], 32, false) => Some(unpack_words),
        _ => None,
    }
}

fn pack_halves(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (low, high) = (registers.w(operands.w(1)), registers.w(operands.w(2)));
    let all = std::array::from_fn(|lane| low[lane] | high[lane] << 16);
    registers.set_w(operands.w(0), mask, &all);
}

fn unpack_halves(registers: &mut Registers, operands: &Operands, mask: u32) {
    let all = *registers.w(operands.w(0));
    registers.set_w(operands.w(1), mask, &all.map(|all| all & 0xffff));
    registers.set_w(operands.w(2), mask, &all.map(|all| all >> 16));
}

fn pack_words(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (low, high) = (registers.w(operands.w(1)), registers.w(operands.w(2)));
    let all = std::array::from_fn(|lane| u64::from(low[lane]) | u64::from(high[lane]) << 32);
    registers.set_d(operands.d(0), mask, &all);
}

fn unpack_words(registers: &mut Registers, operands: &Operands, mask: u32) {
    let all = registers.d(operands.d(0));
    let (mut low, mut high) = ([0; 32], [0; 32]);
    for (lane, &all) in all.iter().enumerate() {
        (low[lane], high[lane]) = (all as u32, (all >> 32) as u32);
    }
    registers.set_w(operands.w(1), mask, &low);
    registers.set_w(operands.w(2), mask, &high);
}

fn kernel(operands: Operands, f: impl Fn(&mut Registers, &Operands, u32) + Send + Sync + 'static) -> Op {
    Op::Kernel(Step(Box::new(f)), operands)
}

/// The type of the register that is one.
fn whole(scope: &Scope<'_>) -> Result<Type, Refusal> {
    let word = scope.instruction.modifiers.iter().flatten().next();
    word.and_then(|word| Type::named(word.text())).ok_or_else(|| Refusal::new("it says no type"))
}

fn element_type(bits: u32) -> Result<Type, Refusal> {
    match bits {
        8 => Ok(Type::B8),
        16 => Ok(Type::B16),
        32 => Ok(Type::B32),
        64 => Ok(Type::B64),
        _ => Err(Refusal::new("elements of this size do not exist")),
    }
}

/// One register of 16 to 64 bits, followed by its elements.
#[derive(Debug)]
struct Pack {
    /// Which rows have 64 bits.
    wide: SmallVec<[bool; 8]>,
    /// Bits of an element.
    bits: u32,
}

impl Pack {
    fn read(&self, r: &Registers, o: &Operands, at: usize) -> Row64 {
        if self.wide[at] { *r.d(o.d(at)) } else { r.w(W(o.rows[at])).map(u64::from) }
    }

    fn write(&self, r: &mut Registers, o: &Operands, at: usize, mask: u32, value: &Row64) {
        if self.wide[at] {
            r.set_d(o.d(at), mask, value);
        } else {
            r.set_w(o.w(at), mask, &value.map(|value| value as u32));
        }
    }

    fn pack(&self, r: &mut Registers, o: &Operands, mask: u32) {
        let mut all = [0; 32];
        for at in 1..self.wide.len() {
            let element = self.read(r, o, at);
            let shift = self.bits * (at as u32 - 1);
            for lane in 0..32 {
                all[lane] |= element[lane] << shift;
            }
        }
        self.write(r, o, 0, mask, &all);
    }

    fn unpack(&self, r: &mut Registers, o: &Operands, mask: u32) {
        let all = self.read(r, o, 0);
        let keep = u64::MAX >> (64 - self.bits);
        for at in 1..self.wide.len() {
            let shift = self.bits * (at as u32 - 1);
            let element = std::array::from_fn(|lane| all[lane] >> shift & keep);
            self.write(r, o, at, mask, &element);
        }
    }
}
