//! Arithmetic of integers.

use ptx::Field;
use ptx::Type;

use super::Refusal;
use super::scope::Scope;
use crate::program::{Op, Operands, Row, Run};
use crate::warp::Registers;

/// What executes it.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = scope.instruction.type_of(Field::Type).ok_or_else(|| Refusal::new("its form is not covered"))?;
    let run: Run = match of {
        Type::U32 | Type::S32 => add_u32,
        Type::U64 | Type::S64 => add_u64,
        _ => return Err(Refusal::new("its form is not covered")),
    };
    let rows: [Row; 3] = [row(scope, "d", of)?, row(scope, "a", of)?, row(scope, "b", of)?];
    Ok(scope.compute(run, &rows))
}

fn row(scope: &mut Scope<'_>, name: &str, of: Type) -> Result<Row, Refusal> {
    let operand = scope.wanted(name)?;
    scope.row(&operand, of)
}

fn add_u32(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (a, b) = (registers.w(operands.w(1)), registers.w(operands.w(2)));
    let sum = std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]));
    registers.set_w(operands.w(0), mask, &sum);
}

fn add_u64(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (a, b) = (registers.d(operands.d(1)), registers.d(operands.d(2)));
    let sum = std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]));
    registers.set_d(operands.d(0), mask, &sum);
}
