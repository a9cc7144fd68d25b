//! The stack of a thread: `alloca`, `stacksave`, `stackrestore`.

use ptx::module::{Immediate, Operand};
use ptx::{Field, Opcode, Type};

use super::Refusal;
use super::scope::Scope;
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::MOST_STACK;
use crate::program::{Effectful, Flow, Op};
use crate::registers::Row;

/// The default alignment of `alloca`.
const ALIGNMENT: u64 = 8;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type).ok_or_else(|| Refusal::new("it has no type"))?;
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::Stacksave => Box::new(Save { to: row(scope, "d", of)? }),
        Opcode::Stackrestore => Box::new(Restore { from: row(scope, "a", of)? }),
        _ => {
            let (to, size) = (row(scope, "d", of)?, row(scope, "size", of)?);
            Box::new(Take { to, size, align: alignment(scope, of)? })
        }
    }))
}

/// The row of an operand.
fn row(scope: &mut Scope<'_>, name: &str, of: Type) -> Result<Row, Refusal> {
    let operand = scope.wanted(name)?;
    match scope.row(&operand, of)? {
        row @ (Row::W(_) | Row::D(_)) => Ok(row),
        Row::Q(_) | Row::P(_) => Err(Refusal::new("an address has 32 or 64 bits")),
    }
}

fn alignment(scope: &Scope<'_>, of: Type) -> Result<u64, Refusal> {
    let align = match scope.operand("align") {
        None => ALIGNMENT,
        Some(Operand::Immediate(Immediate::Int(value))) => value as u64,
        Some(_) => return Err(Refusal::new("operand `align` is no whole number")),
    };
    if !align.is_power_of_two() || of == Type::U32 && align > u64::from(u32::MAX) {
        return Err(Refusal::new(format!("the alignment is {align}; it must be a power of two")));
    }
    Ok(align)
}

/// `alloca`.
#[derive(Debug)]
struct Take {
    to: Row,
    size: Row,
    align: u64,
}

impl Effectful for Take {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        for lane in cx.lanes() {
            let size = cx.registers.value(self.size, lane) as u64;
            let Some(address) = cx.local.take(lane, cx.calls, size, self.align) else {
                let message = format!(
                    "`alloca` of {size} bytes: {} of the {MOST_STACK} bytes of the thread's stack are taken already",
                    cx.local.pointer(lane) - crate::memory::STACK_BASE
                );
                let note =
                    "allocate less, or free it: with `stackrestore`, or by returning from the function";
                return Err(cx.at_lane(Fault::new(codes::STACK, message).note(note), lane));
            };
            cx.registers.set_value(self.to, lane, address.into());
        }
        Ok(Flow::Next)
    }
}

/// `stacksave`.
#[derive(Debug)]
struct Save {
    to: Row,
}

impl Effectful for Save {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        for lane in cx.lanes() {
            cx.registers.set_value(self.to, lane, cx.local.pointer(lane).into());
        }
        Ok(Flow::Next)
    }
}

/// `stackrestore`.
#[derive(Debug)]
struct Restore {
    from: Row,
}

impl Effectful for Restore {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        for lane in cx.lanes() {
            let pointer = cx.registers.value(self.from, lane) as u64;
            if !cx.local.restore(lane, cx.calls, pointer) {
                let message = format!(
                    "`stackrestore` of {pointer:#x}, where the stack pointer of this call has not been; it is {:#x}",
                    cx.local.pointer(lane)
                );
                let note =
                    "restore what `stacksave` gave in the same call, before anything older was restored";
                return Err(cx.at_lane(Fault::new(codes::STACK, message).note(note), lane));
            }
        }
        Ok(Flow::Next)
    }
}
