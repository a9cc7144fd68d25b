//! The class of an instruction, by its row and its type.

use super::Instruction;
use crate::columns::{ClassColumn, InstructionClass};
use crate::modifiers::Modifier;

impl InstructionClass {
    /// The class of an instruction, from its row and, if necessary, its type.
    pub fn of(instruction: &Instruction) -> InstructionClass {
        match instruction.opcode().row().class {
            ClassColumn::Always(class) => class,
            ClassColumn::ByType => of_type(instruction),
            ClassColumn::IntegerOrFunction if of_type(instruction) == InstructionClass::Integer => {
                InstructionClass::Integer
            }
            ClassColumn::IntegerOrFunction => InstructionClass::Function,
        }
    }
}

/// The class of arithmetic on a type: the first that the modifiers name.
fn of_type(instruction: &Instruction) -> InstructionClass {
    let of = |modifier: &Modifier| match modifier {
        Modifier::F32 | Modifier::F32x2 => Some(InstructionClass::F32),
        Modifier::F64 => Some(InstructionClass::F64),
        Modifier::F16 | Modifier::F16x2 | Modifier::Bf16 | Modifier::Bf16x2 => Some(InstructionClass::Half),
        _ => None,
    };
    instruction.modifiers.iter().flatten().find_map(of).unwrap_or(InstructionClass::Integer)
}
