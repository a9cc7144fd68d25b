//! Turns of warpgroups: `async.turn`.
//!
//! Each warpgroup of the agent, or of the agents that take turns with each other, has a named barrier, on which it
//! waits and the previous warpgroup arrives. `ptxas` reserves all 16 barriers unless their numbers are constants, so
//! each warpgroup has its own instruction.

use ir::Op;
use tile_core::arith::ComparisonPredicate;
use tileas::Module;
use tileas::attributes::{TurnStep, Turns};
use tileas::ops::fields as from;

use super::crew::{GROUP, Rounds};
use crate::from_tileas::{Lower, Lowered};
use crate::ops::{Builders as _, fields};

/// The action of the threads of a warpgroup at a barrier.
enum AtBarrier {
    Wait(u32),
    Arrive(u32),
}

impl Lower<'_> {
    /// `async.turn`.
    pub(super) fn turn(&mut self, op: Op) -> Lowered<()> {
        let step = step(self.from, op);
        let Rounds { first, groups, own } =
            self.issuers().turns.expect("an agent with turns has barriers for them");
        let of_stores = self.from.get_opt(op, from::turn::of) == Some(Turns::Stores);
        let first = if of_stores { first + groups } else { first };
        if let Some(own) = own {
            if let Some(does) = at_barrier(step, own, groups) {
                self.at_turn(&does, first);
            }
            return Ok(());
        }
        let warp = self.issuers().warp;
        let group = self.shr(warp, GROUP.trailing_zeros());
        for number in 0..groups {
            let Some(does) = at_barrier(step, number, groups) else { continue };
            let own = self.i32(number);
            let is_own = self.compare(ComparisonPredicate::Equal, false, group, own);
            let branch = self.b().if_().condition(is_own).finish().op;
            let then = self.to.block(branch, fields::if_::then).expect("a branch has its block");
            self.in_block(then, |l| {
                l.at_turn(&does, first);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The action of a warpgroup at its barrier, or at that of the next one.
    fn at_turn(&mut self, does: &AtBarrier, first: u32) {
        let threads = i64::from(2 * GROUP * 32);
        match does {
            AtBarrier::Wait(of) => {
                self.b().barrier().id(i64::from(first + of)).threads(threads).finish();
            }
            AtBarrier::Arrive(of) => {
                self.b().barrier_arrive().id(i64::from(first + of)).threads(threads).finish();
            }
        }
    }
}

fn step(module: &Module, op: Op) -> TurnStep {
    module.get(op, from::turn::step)
}

/// The action of a warpgroup, and the barrier; none if the step is for others.
fn at_barrier(step: TurnStep, number: u32, groups: u32) -> Option<AtBarrier> {
    let (is_first, is_last) = (number == 0, number + 1 == groups);
    match step {
        TurnStep::Open => is_last.then_some(AtBarrier::Arrive(0)),
        TurnStep::Take => Some(AtBarrier::Wait(number)),
        TurnStep::Pass => Some(AtBarrier::Arrive((number + 1) % groups)),
        TurnStep::Close => is_first.then_some(AtBarrier::Wait(0)),
    }
}
