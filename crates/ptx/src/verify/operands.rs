//! Operands against the row of their form.

use super::{At, Verifier};
use crate::codes;
use crate::fit::{Mismatch, mismatch};
use crate::module::Instruction;
use crate::module::bind::bind;
use crate::print::operand_text;
use crate::spec::show::operands_shown;

impl Verifier<'_> {
    pub(super) fn operands(&mut self, at: At<'_>, instruction: &Instruction) {
        let (form, modifiers) = (instruction.spec(), &instruction.modifiers);
        let Some(binding) = bind(form, modifiers, &instruction.operands) else {
            let wanted = operands_shown(form, modifiers);
            let message = format!("`{}` does not take such operands", instruction.opcode());
            self.error_at(codes::OPERANDS, at, message, format!("it takes {wanted}"));
            return;
        };
        for (index, (operand, &spec)) in instruction.operands.iter().zip(&binding).enumerate() {
            let spec = &form.operands[spec];
            let Some(mismatch) = mismatch(self.module, at.body, form, modifiers, spec, operand) else {
                continue;
            };
            let (code, why) = match mismatch {
                Mismatch::Type(why) => (codes::TYPE, why),
                Mismatch::Range(why) => (codes::RANGE, why),
            };
            let shown = operand_text(self.module, at.body, operand);
            let message = format!("`{}` of `{}` does not fit: {why}", shown, instruction.opcode());
            let span = self.map.operand(at.function, at.index, index);
            self.error(
                code,
                span,
                message,
                format!("`{}` in PTX ISA {}", spec.name, instruction.opcode().row().section),
            );
        }
    }
}
