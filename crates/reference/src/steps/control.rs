//! Control flow: jumps that hand values over.

use numerics::{Scalar, int};

use crate::cause::Case;
use crate::fault::{Fault, scalar};
use crate::meter::Meter;
use crate::slot::{Pc, Slot};
use crate::tile::{Bits, Tile, Value};

/// A parallel copy to block arguments.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    pub(crate) from: Box<[Slot]>,
    pub(crate) to: Box<[Slot]>,
}

impl Moves {
    pub(crate) fn apply(&self, slots: &mut [Value]) {
        match (&*self.from, &*self.to) {
            ([], _) | (_, []) => {}
            ([from], [to]) => slots[*to as usize] = slots[*from as usize].clone(),
            (from, to) => {
                // Read everything before writing anything: the values may change places.
                let values: Vec<Value> = from.iter().map(|&slot| slots[slot as usize].clone()).collect();
                for (&slot, value) in to.iter().zip(values) {
                    slots[slot as usize] = value;
                }
            }
        }
    }
}

/// `if`: continues with the then branch, or elsewhere.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) condition: Slot,
    /// Where to go when the condition is false.
    pub(crate) otherwise: Pc,
}

impl Branch {
    /// True when the then branch is taken.
    pub(crate) fn decide(&self, slots: &[Value]) -> Result<bool, Fault> {
        Ok(scalar(slots[self.condition as usize].tile(), "decides a branch")? != 0)
    }
}

/// Leaves scopes, assigns block arguments and jumps.
#[derive(Debug, Default)]
pub(crate) struct Jump {
    pub(crate) moves: Moves,
    /// Allocation scopes that it leaves.
    pub(crate) leave: u32,
    pub(crate) target: Pc,
}

/// The head of a `for`.
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) lower: Slot,
    pub(crate) upper: Slot,
    pub(crate) step: Slot,
    pub(crate) scalar: Scalar,
    pub(crate) unsigned: bool,
    /// The induction variable.
    pub(crate) iv: Slot,
    /// Initial values to the body.
    pub(crate) enter: Moves,
    /// Initial values to the results, when there is no iteration.
    pub(crate) skip: Moves,
    /// The instruction after the loop.
    pub(crate) end: Pc,
}

/// The end of an iteration of a `for`.
#[derive(Debug)]
pub(crate) struct Continue {
    /// The loop.
    pub(crate) head: Pc,
    pub(crate) leave: u32,
    /// Values to the next iteration.
    pub(crate) again: Moves,
    /// Values to the results, after the last one.
    pub(crate) done: Moves,
}

const BOUNDS: &str = "bounds a loop";

impl For {
    /// Starts the loop; false when there is no iteration.
    pub(crate) fn start(&self, slots: &mut [Value], meter: &Meter) -> Result<bool, Fault> {
        let bound = |slot: Slot| scalar(slots[slot as usize].tile(), BOUNDS);
        let (lower, upper, step) = (bound(self.lower)?, bound(self.upper)?, bound(self.step)?);
        let value = int::value(self.scalar, step, !self.unsigned);
        if value <= 0 {
            let message = format!("the step of the loop is {value}");
            return Err(Fault::new(Case::STEP, message).note("a step must be positive"));
        }
        if !self.below(lower, upper) {
            self.skip.apply(slots);
            return Ok(false);
        }
        self.enter.apply(slots);
        self.set_iv(slots, meter, lower);
        Ok(true)
    }

    fn below(&self, iv: u64, upper: u64) -> bool {
        int::order(self.scalar, iv, upper, !self.unsigned).is_lt()
    }

    fn set_iv(&self, slots: &mut [Value], meter: &Meter, iv: u64) {
        slots[self.iv as usize] = Value::Tile(Tile::new(meter, Bits::from_elem(iv, 1), None));
    }

    /// The induction variable of the next iteration; none after the last one.
    fn next(&self, slots: &[Value]) -> Result<Option<u64>, Fault> {
        let read = |slot: Slot| slots[slot as usize].tile().bits[0];
        let (iv, step) = (read(self.iv), read(self.step));
        let sum = int::add(self.scalar, iv, step);
        if if self.unsigned { sum.unsigned } else { sum.signed } {
            let [iv, step] = [iv, step].map(|bits| int::value(self.scalar, bits, !self.unsigned));
            let message =
                format!("the induction variable {iv} plus the step {step} overflows {}", self.scalar);
            return Err(Fault::new(Case::INDUCTION_OVERFLOW, message));
        }
        Ok(self.below(sum.bits, read(self.upper)).then_some(sum.bits))
    }
}

impl Continue {
    /// Ends an iteration; returns true when there is another one.
    pub(crate) fn advance(&self, head: &For, slots: &mut [Value], meter: &Meter) -> Result<bool, Fault> {
        let next = head.next(slots)?;
        match next {
            Some(iv) => {
                self.again.apply(slots);
                head.set_iv(slots, meter, iv);
            }
            None => self.done.apply(slots),
        }
        Ok(next.is_some())
    }
}

/// `experimental$call`.
#[derive(Debug)]
pub(crate) struct Call {
    /// Which function of the program.
    pub(crate) function: usize,
    pub(crate) args: Box<[Slot]>,
    pub(crate) outs: Box<[Slot]>,
}
