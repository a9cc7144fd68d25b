//! Values of several registers: joined and split without an instruction.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};

use crate::emit::{Emit, LoweringResult, ValueMapping, immediate};

impl Emit<'_, '_> {
    /// New registers for a value of a type.
    pub(crate) fn registers(&mut self, ty: Type) -> Vec<Reg> {
        (0..ty.count()).map(|_| self.register(ty.element())).collect()
    }

    /// The registers that a result will be in.
    pub(crate) fn define_all(&mut self, value: Value) -> Vec<Reg> {
        let registers = self.registers(self.ty(value));
        self.is_in_registers(value, &registers);
        registers
    }

    /// A value is in registers that are there.
    pub(crate) fn is_in_registers(&mut self, value: Value, registers: &[Reg]) {
        if self.ty(value).registers().is_some() {
            self.is_several(
                value,
                registers.iter().map(|&register| ValueMapping::Register(register)).collect(),
            );
        } else if let [register] = registers {
            self.values[value] = ValueMapping::Register(*register);
        }
    }

    fn is_several(&mut self, value: Value, elements: Vec<ValueMapping>) {
        self.values[value] = ValueMapping::Several(self.groups.len() as u32);
        self.groups.push(elements);
    }

    /// The mapping of each register of a value.
    fn elements(&self, value: Value) -> Vec<ValueMapping> {
        match self.values[value] {
            ValueMapping::Several(group) => self.groups[group as usize].clone(),
            one => vec![one; self.ty(value).count().into()],
        }
    }

    /// Each register of a value as the source of a copy, with its bits.
    pub(crate) fn parts(&mut self, value: Value) -> Vec<(Operand, u32)> {
        let bits = self.ty(value).bits();
        let elements = self.elements(value);
        let part = |mapping| match mapping {
            ValueMapping::Variable(var) => Operand::Variable(var, 0),
            ValueMapping::Constant(number) => immediate(number, bits),
            ValueMapping::Register(register) => register.into(),
            // A value that no op defines does not occur in a verified module.
            ValueMapping::Nothing | ValueMapping::Several(_) => self.temp(bits).into(),
        };
        elements.into_iter().map(part).map(|operand| (operand, bits)).collect()
    }

    /// The registers of a value; constants are put into some.
    pub(crate) fn all_registers(&mut self, value: Value) -> Vec<Reg> {
        let parts = self.parts(value);
        let register = |(operand, bits)| match operand {
            Operand::Register(register) => register,
            other => {
                let register = self.temp(bits);
                self.copy(bits, register, other);
                register
            }
        };
        parts.into_iter().map(register).collect()
    }

    pub(crate) fn join_registers(&mut self, op: Op) -> LoweringResult {
        let parts = self.module.operands(op, fields::regs::parts).to_vec();
        let elements = parts.iter().map(|&part| self.values[part]).collect();
        let result = self.module.result(op, fields::regs::result);
        self.is_several(result, elements);
        // Nothing may write what a product reads between the fence before it and the product, so constants are put into registers
        // here (PTX ISA, "wgmma.fence").
        if self.shared.fragments.contains(result) {
            let registers = self.all_registers(result);
            self.is_in_registers(result, &registers);
        }
        Ok(())
    }

    pub(crate) fn one_register(&mut self, op: Op) -> LoweringResult {
        use fields::reg as f;
        let index = self.module.int(op, f::index).and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
        let elements = self.elements(self.module.operand(op, f::source));
        let element = elements.get(index).copied().ok_or("there is no such register")?;
        self.values[self.module.result(op, f::result)] = element;
        Ok(())
    }
}
