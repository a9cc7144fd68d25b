//! Bodies of reduce and scan that are element-wise work on rank-0 tiles, turned into register code.

use rustc_hash::FxHashMap;

use crate::program::{Instr, Kind};
use crate::slot::{Pc, Slot};
use crate::steps::fold::{RegisterCode, RegisterStep};

/// The register code of the body of the fold at `head`, whose instructions are the last ones; none when the body does
/// anything else than element-wise work.
#[allow(clippy::wildcard_enum_match_arm, reason = "anything else is left to the general path")]
pub(crate) fn compile(code: &[Instr], head: Pc) -> Option<RegisterCode> {
    let Kind::Fold(fold) = &code[head as usize].kind else { return None };
    let mut registers = Registers::default();
    // Arguments get the first registers, which is where the fold puts elements and accumulators.
    for &arg in &fold.args {
        registers.define(arg);
    }
    let mut steps = Vec::new();
    let mut constants = Vec::new();
    for (pc, instr) in (head + 1..).zip(&code[head as usize + 1..]) {
        match &instr.kind {
            // A body computes on scalars; a larger tile inside of it is left to the general path.
            Kind::Lanes(lanes) if instr.work == 1 => {
                let mut operands = [0; 3];
                for (register, &slot) in operands.iter_mut().zip(&lanes.operands) {
                    // Reading a slot that no step has defined captures it from outside of the body.
                    *register = registers.read(slot);
                }
                steps.push(RegisterStep { pc, operands, out: registers.define(lanes.out) });
            }
            Kind::Constant(constant) if constant.len == 1 => {
                constants.push((registers.define(constant.out), constant.elements[0]));
            }
            Kind::Alias { from, to } if instr.work == 1 => registers.alias(*from, *to),
            Kind::FoldYield(yields) => {
                let yields = yields.iter().map(|&slot| registers.read(slot)).collect();
                return Some(RegisterCode {
                    steps: steps.into(),
                    yields,
                    constants: constants.into(),
                    captured: registers.captured.into(),
                    registers: registers.count,
                });
            }
            _ => return None,
        }
    }
    None
}

/// Which register holds which slot.
#[derive(Default)]
struct Registers {
    of: FxHashMap<Slot, usize>,
    captured: Vec<(usize, Slot)>,
    count: usize,
}

impl Registers {
    fn define(&mut self, slot: Slot) -> usize {
        let register = self.count;
        self.count += 1;
        self.of.insert(slot, register);
        register
    }

    /// The register of an operand; a value from outside of the body gets a new one.
    fn read(&mut self, slot: Slot) -> usize {
        if let Some(&register) = self.of.get(&slot) {
            return register;
        }
        let register = self.define(slot);
        self.captured.push((register, slot));
        register
    }

    fn alias(&mut self, from: Slot, to: Slot) {
        let register = self.read(from);
        self.of.insert(to, register);
    }
}
