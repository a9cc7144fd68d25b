//! Answers of cluster launch control: which tile block comes next.
//!
//! One lane asks. The hardware writes the answer through the proxy of copies, and counts its bytes at the "full"
//! barrier of the stage. All readers order their reads before the next answer by a fence of proxies, ahead of their
//! arrival at "empty".

use ir::{Op, Value};
use tileas::ops::fields as from;

use super::crew::is_of_leader;
use crate::Type;
use crate::from_tileas::Lower;
use crate::ops::Builders as _;

/// Bytes of an answer.
pub(super) const ANSWER: u32 = 16;

impl Lower<'_> {
    /// `async.cancel_launch`
    pub(super) fn cancel_launch(&mut self, op: Op) {
        let memory = self.from.operand(op, from::cancel_launch::buffer);
        let write = tileas::stage_of(self.from, memory);
        let full = self.filling.iter().find(|&&(filled, _)| Some(filled) == write).map(|&(_, full)| full);
        let (barrier, barrier_offset) = full.expect("a verified answer fills the stage of a write around it");
        let address = self.buffer(memory);
        let leader = self.issuers().leader;
        let is_for_pair = is_of_leader(self.from, op);
        let mut b = self.b();
        let ask = b.cancel_launch().address(address).barrier(barrier).predicate(leader);
        ask.barrier_offset(barrier_offset).multicast(is_for_pair).finish();
    }

    /// `cancelled_launch`
    pub(super) fn cancelled_launch(&mut self, op: Op) {
        let memory = self.from.operand(op, from::cancelled_launch::buffer);
        let address = self.buffer(memory);
        let [truth, number] = [Type::I1, Type::I32].map(|ty| self.to.types.intern(ty));
        let mut b = self.b();
        let answer = b.cancelled_launch().address(address).cancelled(truth);
        let answer = answer.x(number).y(number).z(number).finish().op;
        let mut values: Vec<Value> = self.to.body.results(answer).iter().collect();
        if self.kernel.ctas > 1 {
            // The thread blocks of a cluster are neighbours along x, and share a tile block.
            let blocks = u32::try_from(self.kernel.ctas).unwrap_or(1);
            values[1] = self.shr(values[1], blocks.ilog2());
        }
        self.fence_proxies();
        for (at, value) in values.into_iter().enumerate() {
            self.hold(op, at, vec![value]);
        }
    }
}
