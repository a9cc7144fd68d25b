//! Copies of registers, addresses of variables, and generic addresses.

use ptx::module::Operand;
use ptx::{Field, Modifier};
use ptx::{Opcode, Special, Type};

use super::scope::Scope;
use super::{Refusal, index, packs};
use crate::fault::Fault;
use crate::machine::{Context, special};
use crate::memory::{LOCAL_WINDOW, WINDOW_BITS, Window};
use crate::program::{Effectful, Flow, Op, Run};
use crate::registers::{Operands, Registers, Row};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    match scope.instruction.opcode() {
        Opcode::Cvta => cvta(scope),
        Opcode::Isspacep => isspacep(scope),
        _ => mov(scope),
    }
}

fn mov(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let (to, from) = (scope.wanted("d")?, scope.wanted("a")?);
    if matches!(to, Operand::Vector(_)) || matches!(from, Operand::Vector(_)) {
        return packs::select(scope);
    }
    let Operand::Register(to) = to else { return Err(Refusal::new("its result is no register")) };
    let of = scope.declared(to);
    let to = scope.frame.registers[index(to) as usize];
    if let Operand::Special(special) = from
        // Clocks change while the kernel runs, so they are read each time; other special registers are constants.
        && special::changes(special)
    {
        return Ok(Op::Effectful(Box::new(Clock { special, to })));
    }
    if let Operand::Variable(variable, offset) = from
        && let Some(&place) = scope.frame.variables.get(&variable)
    {
        let run: Run = match to {
            Row::W(_) => local_address_w,
            Row::D(_) => local_address,
            Row::Q(_) | Row::P(_) => return Err(Refusal::new("an address has 32 or 64 bits")),
        };
        let mut op = scope.compute(run, &[to]);
        if let Op::Compute(_, operands) = &mut op {
            // The address is relative to the frame, which differs from call to call.
            operands.constant = i64::from(place).wrapping_add(offset) as u64;
        }
        return Ok(op);
    }
    let from = scope.row(&from, of)?;
    copy(scope, to, from)
}

/// Copies a row to one of the same kind.
fn copy(scope: &Scope<'_>, to: Row, from: Row) -> Result<Op, Refusal> {
    let run: Run = match (to, from) {
        (Row::W(_), Row::W(_)) => copy_w,
        (Row::D(_), Row::D(_)) => copy_d,
        (Row::Q(_), Row::Q(_)) => copy_q,
        (Row::P(_), Row::P(_)) => copy_p,
        (Row::W(_) | Row::D(_) | Row::Q(_) | Row::P(_), _) => {
            return Err(Refusal::new("its operands have different sizes"));
        }
    };
    Ok(scope.compute(run, &[to, from]))
}

fn copy_w(registers: &mut Registers, operands: &Operands, mask: u32) {
    let value = *registers.w(operands.w(1));
    registers.set_w(operands.w(0), mask, &value);
}

pub(crate) fn copy_d(registers: &mut Registers, operands: &Operands, mask: u32) {
    let value = *registers.d(operands.d(1));
    registers.set_d(operands.d(0), mask, &value);
}

fn copy_q(registers: &mut Registers, operands: &Operands, mask: u32) {
    for half in 0..2 {
        let half = |row: crate::registers::D| crate::registers::D(row.0 + half);
        let value = *registers.d(half(operands.d(1)));
        registers.set_d(half(operands.d(0)), mask, &value);
    }
}

fn copy_p(registers: &mut Registers, operands: &Operands, mask: u32) {
    let value = registers.p(operands.p(1));
    registers.set_p(operands.p(0), mask, value);
}

/// The address in local memory of a variable of the frame: as an address of its space.
fn local_address(registers: &mut Registers, operands: &Operands, mask: u32) {
    let place = u64::from(registers.frame.local).wrapping_add(operands.constant);
    registers.set_d(operands.d(0), mask, &[place; 32]);
}

/// The same in a register of 32 bits.
fn local_address_w(registers: &mut Registers, operands: &Operands, mask: u32) {
    let place = registers.frame.local.wrapping_add(operands.constant as u32);
    registers.set_w(operands.w(0), mask, &[place; 32]);
}

/// Reads a clock: it counts the instructions that threads of the cluster have executed.
#[derive(Debug)]
struct Clock {
    special: Special,
    to: Row,
}

impl Effectful for Clock {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let now = cx.cluster.steps;
        let value = match self.special {
            Special::ClockHi | Special::GlobaltimerHi => now >> 32,
            _ => now,
        };
        match self.to {
            Row::W(row) => cx.registers.set_w(row, cx.mask, &[value as u32; 32]),
            Row::D(row) => cx.registers.set_d(row, cx.mask, &[value; 32]),
            Row::Q(_) | Row::P(_) => {}
        }
        // A thread that reads a clock may wait for time to pass.
        Ok(Flow::Poll)
    }
}

/// The memory space that an instruction names.
pub(crate) fn window(scope: &Scope<'_>) -> Option<Window> {
    match scope.instruction.modifier(Field::Ss)? {
        Modifier::Shared | Modifier::SharedCta | Modifier::SharedCluster => Some(Window::Shared),
        Modifier::Local => Some(Window::Local),
        Modifier::Const => Some(Window::Const),
        // Parameters and results of a called function are in its frame.
        Modifier::ParamFunc => Some(Window::Local),
        Modifier::Param if !scope.frame.kernel => Some(Window::Local),
        Modifier::Param | Modifier::ParamEntry => Some(Window::Param),
        Modifier::Global => Some(Window::Global),
        _ => None,
    }
}

fn cvta(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let Some(space) = window(scope) else { return Err(Refusal::new("it names no memory space")) };
    if scope.instruction.type_of(Field::Size) != Some(Type::U64) {
        return Err(Refusal::new(
            "addresses have 64 bits; write `.address_size 64`, and `.u64` in place of `.u32`",
        ));
    }
    let to = scope.d("d", Type::U64)?;
    let from = scope.d("a", Type::U64)?;
    let run: Run = match (scope.instruction.has(Modifier::To), space) {
        // Generic addresses of global memory are the addresses themselves.
        (_, Window::Global) => copy_d,
        (true, _) => from_generic,
        (false, _) => to_generic,
    };
    let mut op = scope.compute(run, &[Row::D(to), Row::D(from)]);
    if let Op::Compute(_, operands) = &mut op {
        operands.constant = space.base();
    }
    Ok(op)
}

/// Bits of an address inside of its window.
const INSIDE: u64 = (1 << WINDOW_BITS) - 1;

fn to_generic(registers: &mut Registers, operands: &Operands, mask: u32) {
    let address = registers.d(operands.d(1));
    let generic = std::array::from_fn(|lane| address[lane] & INSIDE | operands.constant);
    registers.set_d(operands.d(0), mask, &generic);
}

fn from_generic(registers: &mut Registers, operands: &Operands, mask: u32) {
    let address = registers.d(operands.d(1));
    let inside = std::array::from_fn(|lane| address[lane] & INSIDE);
    registers.set_d(operands.d(0), mask, &inside);
}

fn isspacep(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let Some(space) = window(scope) else { return Err(Refusal::new("it names no memory space")) };
    let to = scope.p("p")?;
    let from = scope.d("a", Type::B64)?;
    let mut op = scope.compute(is_in, &[Row::P(to), Row::D(from)]);
    if let Op::Compute(_, operands) = &mut op {
        operands.constant = space.base();
    }
    Ok(op)
}

fn is_in(registers: &mut Registers, operands: &Operands, mask: u32) {
    let address = registers.d(operands.d(1));
    let window = Window::of(operands.constant);
    let holds = (0..32).fold(0, |holds, lane| holds | u32::from(Window::of(address[lane]) == window) << lane);
    registers.set_p(operands.p(0), mask, holds);
}

const _: () = assert!(LOCAL_WINDOW > INSIDE);
