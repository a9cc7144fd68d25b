//! Registers of instructions: which are read, which are written, and other registers in their place.

use crate::module::bind::bind;
use crate::module::{Address, Base, Callee, Instruction, Operand, Reg};

/// The access of an instruction to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads it: as an operand, in an address, as its guard.
    Read,
    /// It writes it.
    Write,
}

impl Instruction {
    /// The registers that it names, each as often as it does, with what it does with them. The form says which operands
    /// are written; one that is read, too, as the sums of `wgmma.mma_async`, counts as written alone.
    pub fn each_register(&self, mut f: impl FnMut(Reg, Access)) {
        if let Some(guard) = self.guard {
            f(guard.register, Access::Read);
        }
        let form = self.spec();
        // If none of the form's operands is left out, each operand is that of the same number.
        let all = self.operands.len() == form.operands.len();
        let binding = (!all).then(|| bind(form, &self.modifiers, &self.operands)).flatten();
        for (at, operand) in self.operands.iter().enumerate() {
            let bound =
                if all { Some(at) } else { binding.as_ref().and_then(|binding| binding.get(at).copied()) };
            let spec = bound.and_then(|bound| form.operands.get(bound));
            let access = if spec.is_some_and(|spec| spec.written) { Access::Write } else { Access::Read };
            each(operand, access, &mut f);
        }
    }

    /// The registers that it names, each as often as it does.
    pub fn each_name(&self, mut f: impl FnMut(Reg)) {
        self.guard.iter().for_each(|guard| f(guard.register));
        self.operands.iter().for_each(|operand| each(operand, Access::Read, &mut |register, _| f(register)));
    }

    /// Puts other registers in place of those that it names.
    pub fn rename_registers(&mut self, new: &impl Fn(Reg) -> Reg) {
        if let Some(guard) = &mut self.guard {
            guard.register = new(guard.register);
        }
        self.operands.iter_mut().for_each(|operand| rename(operand, new));
    }
}

fn each(operand: &Operand, access: Access, f: &mut impl FnMut(Reg, Access)) {
    let mut base = |base: Base| {
        if let Base::Register(register) = base {
            f(register, Access::Read);
        }
    };
    match operand {
        Operand::Register(register) | Operand::Not(register) => f(*register, access),
        Operand::Vector(elements) => elements.iter().for_each(|element| each(element, access, f)),
        Operand::Pair(pair) => {
            each(&pair.0, access, f);
            each(&pair.1, access, f);
        }
        Operand::Address(address) => base(address.base),
        Operand::Tensor(tensor) => {
            base(tensor.0.base);
            tensor.1.iter().for_each(|element| each(element, Access::Read, f));
        }
        Operand::Texture(texture) => {
            base(texture.image);
            texture.sampler.into_iter().for_each(base);
            texture.coordinates.iter().for_each(|element| each(element, Access::Read, f));
        }
        Operand::Part(part) => each(&part.of, access, f),
        Operand::Call(call) => {
            call.arguments.iter().for_each(|argument| each(argument, Access::Read, f));
            call.returns.iter().for_each(|result| each(result, Access::Write, f));
            if let Callee::Register(register) = call.callee {
                f(register, Access::Read);
            }
        }
        Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Variable(..)
        | Operand::Function(_)
        | Operand::Label(_) => {}
    }
}

fn rename(operand: &mut Operand, new: &impl Fn(Reg) -> Reg) {
    let base = |base: &mut Base| {
        if let Base::Register(register) = base {
            *register = new(*register);
        }
    };
    let address = |address: &mut Address| base(&mut address.base);
    match operand {
        Operand::Register(register) | Operand::Not(register) => *register = new(*register),
        Operand::Vector(elements) => elements.iter_mut().for_each(|element| rename(element, new)),
        Operand::Pair(pair) => {
            rename(&mut pair.0, new);
            rename(&mut pair.1, new);
        }
        Operand::Address(place) => address(place),
        Operand::Tensor(tensor) => {
            address(&mut tensor.0);
            tensor.1.iter_mut().for_each(|element| rename(element, new));
        }
        Operand::Texture(texture) => {
            base(&mut texture.image);
            texture.sampler.iter_mut().for_each(base);
            texture.coordinates.iter_mut().for_each(|element| rename(element, new));
        }
        Operand::Part(part) => rename(&mut part.of, new),
        Operand::Call(call) => {
            let operands = call.returns.iter_mut().chain(&mut call.arguments);
            operands.for_each(|operand| rename(operand, new));
            if let Callee::Register(register) = &mut call.callee {
                *register = new(*register);
            }
        }
        Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Variable(..)
        | Operand::Function(_)
        | Operand::Label(_) => {}
    }
}
