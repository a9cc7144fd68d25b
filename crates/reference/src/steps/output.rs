//! `print_tko` and `assert`.

use launch::format::{Argument, Piece, Printed};

use crate::cause::Case;
use crate::fault::{Fault, all_defined};
use crate::machine::Env;
use crate::slot::Slot;
use crate::tile::Value;

/// An operand of a print.
pub(crate) struct PrintArg {
    pub(crate) slot: Slot,
    pub(crate) shape: Box<[u32]>,
    pub(crate) printed: Printed,
}

/// `print_tko`.
pub(crate) struct Print {
    pub(crate) pieces: Box<[Piece]>,
    pub(crate) args: Box<[PrintArg]>,
    /// The token that it takes, and the one that it gives.
    pub(crate) after: Option<Slot>,
    pub(crate) token: Option<Slot>,
}

impl Print {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        // Checked first: when the fault ends the run, no part of the text is printed.
        for arg in &self.args {
            env.tolerate(all_defined(env.tile(arg.slot), "is printed"))?;
        }
        let mut text = String::new();
        let mut args = self.args.iter();
        for piece in &self.pieces {
            match piece {
                Piece::Text(literal) => text.push_str(literal),
                Piece::Expression(conversion) => {
                    if let Some(arg) = args.next() {
                        let argument = Argument {
                            bits: &env.tile(arg.slot).bits,
                            shape: &arg.shape,
                            printed: arg.printed,
                        };
                        argument.write(&mut text, conversion.as_ref());
                    }
                }
            }
        }
        env.machine.output.print(env.block, &text);
        if let Some(token) = self.token {
            let after = self.after.map(|slot| env.slots[slot as usize].token().clone());
            env.set(token, Value::Token(after.unwrap_or_default()));
        }
        Ok(())
    }
}

/// `assert`.
pub(crate) struct Assert {
    pub(crate) condition: Slot,
    pub(crate) message: String,
}

impl Assert {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let condition = env.tile(self.condition).clone();
        env.tolerate(all_defined(&condition, "is asserted"))?;
        let is_false = |lane: &usize| condition.bits[*lane] == 0 && !condition.poison_at(*lane).is_some();
        let mut failed = (0..condition.bits.len()).filter(is_false);
        let Some(first) = failed.next() else { return Ok(()) };
        let others = failed.count();
        let mut fault = Fault::new(Case::ASSERTION, format!("assertion failed: {}", self.message));
        if condition.bits.len() > 1 {
            fault = fault.at(first);
        }
        if others > 0 {
            fault = fault.note(format!("{} of {} elements are false", others + 1, condition.bits.len()));
        }
        env.survive(fault)
    }
}
