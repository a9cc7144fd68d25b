//! Addresses: base, state space, alignment.

use crate::codes;
use crate::modifiers::{Field, Modifier, Order};
use crate::module::{Address, Base, Instruction, Operand, Space, Statement};
use crate::ops::Opcode;
use crate::spec::{Count, Shape};
use crate::types::{Class, Type};

use super::{At, Verifier};

impl Verifier<'_> {
    pub(super) fn addresses(&mut self, at: At<'_>, instruction: &Instruction) {
        if instruction.opcode() == Opcode::Cvta && instruction.type_of(Field::Size) == Some(Type::U32) {
            let message = "generic addresses have 64 bits".to_owned();
            self.error_at(codes::ADDRESS, at, message, "write `.u64`".to_owned());
        }
        for (index, operand) in instruction.operands.iter().enumerate() {
            let address = match operand {
                Operand::Address(address) => *address,
                Operand::Tensor(tensor) => tensor.0,
                _ => continue,
            };
            self.base(at, index, address);
            if let Some(space) = only_space(instruction) {
                self.space(at, index, address, space);
                self.alignment(at, index, address, instruction);
            }
        }
    }

    fn base(&mut self, at: At<'_>, index: usize, address: Address) {
        let Base::Register(register) = address.base else { return };
        let of = at.body.register_type(register);
        if of.bits() == 32 && reaches_global(at) {
            let name = at.body.register_name(register);
            let span = self.map.operand(at.function, at.index, index);
            let message = format!("`{name}` has 32 bits, and addresses of global memory have 64");
            let label = "widen it, as in `cvt.u64.u32`".to_owned();
            return self.error(codes::ADDRESS, span, message, label);
        }
        // Addresses of shared, local and tensor memory have 32 bits also where others have 64.
        let fits = matches!(of.class(), Class::Integer | Class::Bits) && matches!(of.bits(), 32 | 64);
        if !fits {
            let name = at.body.register_name(register);
            let span = self.map.operand(at.function, at.index, index);
            self.error(
                codes::ADDRESS,
                span,
                format!("`{name}` is no address"),
                format!("it is .{of}; .b32 or .b64 is wanted"),
            );
        }
    }

    fn space(&mut self, at: At<'_>, index: usize, address: Address, wanted: Space) {
        let Base::Variable(var) = address.base else { return };
        let variable = &self.module.variables[var];
        if variable.space == wanted {
            return;
        }
        let message =
            format!("`{}` is in {}, not in {}", variable.name, variable.space.text(), wanted.text());
        let label = format!("write `{}` after the mnemonic", variable.space.text());
        self.error(codes::ADDRESS, self.map.operand(at.function, at.index, index), message, label);
    }

    /// The address of a variable is known up to its alignment.
    fn alignment(&mut self, at: At<'_>, index: usize, address: Address, instruction: &Instruction) {
        let Some(bytes) = accessed(instruction) else { return };
        let known = match address.base {
            Base::Variable(var) => i64::from(self.module.variables[var].alignment()),
            Base::Register(_) | Base::Zero => return,
        };
        let step = bytes.min(known);
        if step > 0 && address.offset % step != 0 {
            let message = format!("an access of {bytes} bytes at an offset of {}", address.offset);
            let span = self.map.operand(at.function, at.index, index);
            self.error(codes::ADDRESS, span, message, format!("it must be a multiple of {bytes}"));
        }
    }
}

/// Does an access go to global memory, or to wherever a generic address is?
fn reaches_global(at: At<'_>) -> bool {
    let Some(Statement::Instruction(instruction)) = at.body.statements.get(at.index) else { return false };
    let accesses = matches!(
        instruction.opcode(),
        Opcode::Ld | Opcode::Ldu | Opcode::St | Opcode::Atom | Opcode::Red | Opcode::Prefetch
    );
    let near = |modifier: &Option<Modifier>| {
        modifier
            .is_some_and(|modifier| modifier.order() == Some(Order::Spaces) && modifier != Modifier::Global)
    };
    accesses && !instruction.modifiers.iter().any(near)
}

/// The space of the one address of a load, store or atomic operation.
fn only_space(instruction: &Instruction) -> Option<Space> {
    let addresses = instruction.spec().operands.iter().filter(|spec| spec.shape == Shape::Address).count();
    if addresses != 1 {
        return None;
    }
    let modifier = instruction
        .modifier(Field::Ss)
        .or_else(|| instruction.has(Modifier::Nc).then_some(Modifier::Global))?;
    match modifier {
        Modifier::Global => Some(Space::Global),
        Modifier::Shared | Modifier::SharedCta | Modifier::SharedCluster => Some(Space::Shared),
        Modifier::Local => Some(Space::Local),
        Modifier::Const => Some(Space::Const),
        Modifier::Param | Modifier::ParamEntry | Modifier::ParamFunc => Some(Space::Param),
        _ => None,
    }
}

/// Bytes that a load, store or atomic operation accesses.
fn accessed(instruction: &Instruction) -> Option<i64> {
    let of: Type = instruction.type_of(Field::Type)?;
    let vector =
        instruction.spec().operand_count(&instruction.modifiers, Count::Field(Field::Vec, 1, 0)).unwrap_or(1);
    Some(i64::from(of.bytes()) * i64::from(vector))
}
