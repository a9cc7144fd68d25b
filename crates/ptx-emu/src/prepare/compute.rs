//! Instructions that compute on the registers of one thread: their kernels, and the rows that these work on.

mod comparisons;

use ptx::module::{Instruction, Operand};
use ptx::spec::{Shape, ValueShape};
use ptx::{Field, Modifier, Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::scope::{Scope, operands_of};
use crate::arithmetic::{self, Approx, Carry, Compute, Kernel, Perturbation, Stored};
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op, Step};
use crate::registers::{Operands, Registers, Row, Row32, Row64};
use comparisons::{choose, compare, map_test, predicate, set};

/// Rows of an instruction: what it writes, then what it reads.
#[derive(Debug, Default)]
struct Rows {
    written: SmallVec<[Row; 2]>,
    /// The predicate after the bar, as in `%p|%q`.
    second: Option<Row>,
    read: SmallVec<[Row; 8]>,
}

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    // `mad.f32` without a rounding means different things on old and new targets.
    if rounds_in_between(scope.instruction) {
        return Err(Refusal::new(
            "without a rounding it is that of targets before sm_20, which cut the product; write `mad.rn.f32`",
        ));
    }
    let stored = stored(scope);
    let compute = arithmetic::select(scope.instruction, stored)
        .ok_or_else(|| Refusal::new("its form is not covered"))?;
    let rows = rows(scope)?;
    match compute {
        Compute::Map(kernel) => map(kernel, &rows),
        Compute::Approx(approx) => approximate(approx, &rows),
        Compute::Carry(carry) => with_carry(scope, carry, &rows),
        Compute::Test(test, combine) => compare(test, combine, &rows),
        Compute::Set { test, combine, yes } => set(test, combine, yes, &rows),
        Compute::Select => choose(&rows),
        Compute::Predicate(op) => Ok(predicate(op, &rows)),
        Compute::MapTest(kernel, combine) => map_test(kernel, combine, &rows),
        Compute::Move => Err(Refusal::new("its form is not covered")),
    }
}

/// Is it `mad.f32` without a rounding?
fn rounds_in_between(instruction: &Instruction) -> bool {
    instruction.opcode() == Opcode::Mad
        && instruction.has(Modifier::F32)
        && instruction.modifier(Field::Rnd).is_none()
}

/// Widths of the registers of a conversion.
fn stored(scope: &Scope<'_>) -> Stored {
    let mut stored = Stored::of_types(scope.instruction);
    if scope.instruction.opcode() != Opcode::Cvt {
        return stored;
    }
    let width = |name| match scope.operand(name) {
        Some(Operand::Register(register)) => Some(scope.declared(register).bits()),
        _ => None,
    };
    stored.d = width("d").unwrap_or(stored.d);
    stored.a = width("a").unwrap_or(stored.a);
    stored
}

/// The rows of all operands that are values, in the order of the form.
fn rows(scope: &mut Scope<'_>) -> Result<Rows, Refusal> {
    let instruction = scope.instruction;
    let form = instruction.spec();
    let mut rows = Rows::default();
    for spec in &form.operands {
        let Shape::Value(ValueShape { of, .. }) = &spec.shape else { continue };
        let Some(of) = form.operand_type(&instruction.modifiers, *of) else { continue };
        let Some(operand) = scope.operand(spec.name) else { continue };
        match (operand, spec.written) {
            // `d|p`: a value, and a predicate about it.
            (Operand::Pair(pair), _) => {
                rows.written.push(scope.row(&pair.0, of)?);
                rows.second = Some(scope.row(&pair.1, Type::Pred)?);
            }
            (operand, true) => rows.written.push(scope.row(&operand, of)?),
            (Operand::Vector(elements), false) => {
                for element in &elements {
                    rows.read.push(scope.row(element, of)?);
                }
            }
            (operand, false) => rows.read.push(scope.row(&operand, of)?),
        }
    }
    Ok(rows)
}

impl Rows {
    /// The result, the predicate after its bar, and the sources.
    fn all(&self) -> SmallVec<[Row; 8]> {
        self.written.iter().chain(&self.second).chain(&self.read).copied().collect()
    }
}

fn step(rows: &[Row], f: impl Fn(&mut Registers, &Operands, u32) + Send + Sync + 'static) -> Op {
    Op::Kernel(Step(Box::new(f)), operands_of(rows))
}

fn unusual() -> Refusal {
    Refusal::new("its registers have sizes that its types do not have")
}

/// Do rows have these widths? `W` up to 32 bits, `D` 64, `P` predicates.
fn are(rows: &[Row], kinds: &str) -> bool {
    let kind = |row: &Row| match row {
        Row::W(_) => 'W',
        Row::D(_) => 'D',
        Row::Q(_) => 'Q',
        Row::P(_) => 'P',
    };
    rows.len() >= kinds.len() && rows.iter().map(kind).zip(kinds.chars()).all(|(has, wanted)| has == wanted)
}

const W0: Row32 = [0; 32];
const D0: Row64 = [0; 32];

/// Result first: the kernel's rows must have the widths that it is for.
fn map(kernel: Kernel, rows: &Rows) -> Result<Op, Refusal> {
    let rows = rows.all();
    let kinds = match &kernel {
        Kernel::W(_) => "WW",
        Kernel::WW(_) => "WWW",
        Kernel::WWW(_) => "WWWW",
        Kernel::D(_) => "DD",
        Kernel::DD(_) => "DDD",
        Kernel::DDD(_) => "DDDD",
        Kernel::WToD(_) => "DW",
        Kernel::DToW(_) => "WD",
        Kernel::WWToD(_) => "DWW",
        Kernel::WWDToD(_) => "DWWD",
        Kernel::DWToD(_) => "DDW",
        Kernel::Lanes(f) => return by_lane(f.clone(), &rows),
    };
    // The verifier allows registers that are wider than the type; kernels do not take them.
    if !are(&rows, kinds) {
        return Err(unusual());
    }
    let operands = operands_of(&rows);
    Ok(match kernel {
        Kernel::W(f) => to_w(operands, move |r, o, d| f(r.w(o.w(1)), d)),
        Kernel::WW(f) => to_w(operands, move |r, o, d| f(r.w(o.w(1)), r.w(o.w(2)), d)),
        Kernel::WWW(f) => to_w(operands, move |r, o, d| f(r.w(o.w(1)), r.w(o.w(2)), r.w(o.w(3)), d)),
        Kernel::DToW(f) => to_w(operands, move |r, o, d| f(r.d(o.d(1)), d)),
        Kernel::D(f) => to_d(operands, move |r, o, d| f(r.d(o.d(1)), d)),
        Kernel::DD(f) => to_d(operands, move |r, o, d| f(r.d(o.d(1)), r.d(o.d(2)), d)),
        Kernel::DDD(f) => to_d(operands, move |r, o, d| f(r.d(o.d(1)), r.d(o.d(2)), r.d(o.d(3)), d)),
        Kernel::WToD(f) => to_d(operands, move |r, o, d| f(r.w(o.w(1)), d)),
        Kernel::WWToD(f) => to_d(operands, move |r, o, d| f(r.w(o.w(1)), r.w(o.w(2)), d)),
        Kernel::WWDToD(f) => to_d(operands, move |r, o, d| f(r.w(o.w(1)), r.w(o.w(2)), r.d(o.d(3)), d)),
        Kernel::DWToD(f) => to_d(operands, move |r, o, d| f(r.d(o.d(1)), r.w(o.w(2)), d)),
        Kernel::Lanes(f) => return by_lane(f, &rows),
    })
}

/// Computes a row of up to 32 bits, which the lanes that execute keep.
fn to_w(operands: Operands, f: impl Fn(&Registers, &Operands, &mut Row32) + Send + Sync + 'static) -> Op {
    let step = move |registers: &mut Registers, operands: &Operands, mask: u32| {
        let mut result = W0;
        f(registers, operands, &mut result);
        registers.set_w(operands.w(0), mask, &result);
    };
    Op::Kernel(Step(Box::new(step)), operands)
}

/// Computes a row of 64 bits.
fn to_d(operands: Operands, f: impl Fn(&Registers, &Operands, &mut Row64) + Send + Sync + 'static) -> Op {
    let step = move |registers: &mut Registers, operands: &Operands, mask: u32| {
        let mut result = D0;
        f(registers, operands, &mut result);
        registers.set_d(operands.d(0), mask, &result);
    };
    Op::Kernel(Step(Box::new(step)), operands)
}

/// A function of one lane, in every lane that executes.
fn by_lane(f: arithmetic::LaneFn, rows: &[Row]) -> Result<Op, Refusal> {
    // One result and five sources are what a lane function takes.
    if rows.len() > 6 || rows.iter().any(|row| matches!(row, Row::P(_) | Row::Q(_))) {
        return Err(unusual());
    }
    let wide: SmallVec<[bool; 8]> = rows.iter().map(|row| matches!(row, Row::D(_))).collect();
    Ok(step(rows, move |r, o, mask| {
        let mut result = D0;
        for (lane, result) in result.iter_mut().enumerate() {
            if mask >> lane & 1 == 0 {
                continue;
            }
            let mut values = [0; 5];
            for (at, value) in values.iter_mut().enumerate().take(wide.len() - 1) {
                let from = at + 1;
                *value = if wide[from] { r.d(o.d(from))[lane] } else { u64::from(r.w(o.w(from))[lane]) };
            }
            *result = f(values);
        }
        if wide[0] {
            r.set_d(o.d(0), mask, &result);
        } else {
            r.set_w(o.w(0), mask, &result.map(|value| value as u32));
        }
    }))
}

/// An instruction with a bound on its error.
struct Approximation {
    approx: Approx,
    operands: Operands,
    /// It has two operands.
    two: bool,
}

impl std::fmt::Debug for Approximation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Approximation").field("operands", &self.operands).finish_non_exhaustive()
    }
}

fn approximate(approx: Approx, rows: &Rows) -> Result<Op, Refusal> {
    let rows = rows.all();
    if !rows.iter().all(|row| matches!(row, Row::W(_))) {
        return Err(unusual());
    }
    let (operands, two) = (operands_of(&rows), rows.len() == 3);
    Ok(Op::Effectful(Box::new(Approximation { approx, operands, two })))
}

impl Effectful for Approximation {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (a, o) = (*cx.registers.w(self.operands.w(1)), &self.operands);
        let b = if self.two { *cx.registers.w(o.w(2)) } else { W0 };
        let mut d = W0;
        match &self.approx.kernel {
            Kernel::W(f) => f(&a, &mut d),
            Kernel::WW(f) => f(&a, &b, &mut d),
            Kernel::Lanes(f) => {
                for lane in (0..32).filter(|lane| cx.mask >> lane & 1 != 0) {
                    d[lane] = f([u64::from(a[lane]), u64::from(b[lane]), 0, 0, 0]) as u32;
                }
            }
            Kernel::WWW(_)
            | Kernel::D(_)
            | Kernel::DD(_)
            | Kernel::DDD(_)
            | Kernel::WToD(_)
            | Kernel::DToW(_)
            | Kernel::WWToD(_)
            | Kernel::WWDToD(_)
            | Kernel::DWToD(_) => {}
        }
        if let Some(seed) = cx.machine.perturb {
            // The warp's own place in the grid keeps the noise of warps apart, whatever their order.
            let block = cx.block().id;
            let warp =
                u64::from(cx.warp) ^ block.iter().fold(0, |all, &axis| all << 20 ^ u64::from(axis)) << 6;
            let how = Perturbation { seed, statement: cx.at.statement, warp };
            self.approx.perturb(&a, &b, &mut d, how);
        }
        cx.registers.set_w(o.w(0), cx.mask, &d);
        Ok(Flow::Next)
    }
}

fn with_carry(scope: &mut Scope<'_>, carry: Carry, rows: &Rows) -> Result<Op, Refusal> {
    let mut all = rows.all();
    if all.len() != carry.operands() + 1 {
        return Err(unusual());
    }
    if all.len() == 3 {
        // The third operand is ignored.
        all.push(all[2]);
    }
    let kinds = if carry.wide { "DDDD" } else { "WWWW" };
    if !are(&all, kinds) {
        return Err(unusual());
    }
    all.push(scope.carry());
    Ok(step(&all, move |r, o, mask| {
        let flags = r.p(o.p(4));
        let out = if carry.wide {
            let mut d = D0;
            let out = carry.run64(r.d(o.d(1)), r.d(o.d(2)), r.d(o.d(3)), flags, &mut d);
            r.set_d(o.d(0), mask, &d);
            out
        } else {
            let mut d = W0;
            let out = carry.run32(r.w(o.w(1)), r.w(o.w(2)), r.w(o.w(3)), flags, &mut d);
            r.set_w(o.w(0), mask, &d);
            out
        };
        if carry.gives {
            r.set_p(o.p(4), mask, out);
        }
    }))
}
