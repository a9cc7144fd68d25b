//! Waiting that cannot end.
//!
//! A tile block is *stuck* when it comes back to a state that it was in before, values and position alike, while memory
//! did not change: then it repeats for as long as no other block changes memory. When every block is stuck and none is
//! left to start, none ever will. Nothing is guessed: states are compared whole.

use launch::{BlockId, Trap};

use crate::cause::Case;
use crate::machine::Machine;
use crate::site::site;
use crate::tile::{Tensor, Tile, Value};
use crate::watch::Wait;

/// Where a block is and what it holds, one entry for each function that it is in.
pub(crate) type Snapshot = Vec<(usize, u32, Vec<Value>)>;

/// Watches one block for a state that comes back.
#[derive(Default)]
pub(crate) struct Rounds {
    /// The change of memory that the snapshot belongs to.
    version: u64,
    /// Rounds since then, and the one at which the next snapshot is taken.
    rounds: u64,
    next: u64,
    snapshot: Snapshot,
    /// The operation that waits, and the change of memory up to which it is known to.
    stuck: Option<(u64, Wait)>,
}

impl Rounds {
    /// The block is at the end of an iteration of a loop; `state` identifies its position.
    pub(crate) fn lap(&mut self, version: u64, state: impl Fn() -> Snapshot, wait: Wait) {
        if self.version != version || self.next == 0 {
            *self = Rounds { version, next: 1, ..Rounds::default() };
        } else if self.stuck.is_none() && same(&self.snapshot, &state()) {
            self.stuck = Some((version, wait));
        }
        self.rounds += 1;
        // Snapshots grow rarer, so that a cycle of any length is found.
        if self.rounds == self.next {
            self.snapshot = state();
            self.next *= 2;
        }
    }

    /// The condition that the block waits for, if it is stuck until memory changes.
    pub(crate) fn stuck(&self, version: u64) -> Option<Wait> {
        self.stuck.filter(|(since, _)| *since == version).map(|(_, wait)| wait)
    }
}

fn same(one: &Snapshot, other: &Snapshot) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|((f, pc, values), (g, other_pc, others))| {
            f == g && pc == other_pc && values.iter().zip(others).all(|(a, b)| same_value(a, b))
        })
}

fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Absent, Value::Absent) | (Value::Token(_), Value::Token(_)) => true,
        (Value::Tile(one), Value::Tile(other)) => std::rc::Rc::ptr_eq(one, other) || same_tile(one, other),
        (Value::Tensor(one), Value::Tensor(other)) => same_tensor(one, other),
        (Value::Absent | Value::Token(_) | Value::Tile(_) | Value::Tensor(_), _) => false,
    }
}

fn same_tile(one: &Tile, other: &Tile) -> bool {
    one.bits == other.bits && one.poison == other.poison
}

fn same_tensor(one: &Tensor, other: &Tensor) -> bool {
    one.base == other.base && one.extents == other.extents && one.strides == other.strides
}

/// Operations that are named besides the first. A report with more is no clearer.
const NAMED: usize = 3;

/// The trap of blocks that all wait.
pub(crate) fn endless(waits: &[(BlockId, Wait)], machine: &Machine<'_, '_>) -> Trap {
    let (block, wait) = waits[0];
    let mnemonic = machine.module.spec(wait.op).mnemonic;
    let message = match wait.element {
        Some(element) => {
            let element = machine.memory.describe(element);
            format!(
                "`{mnemonic}` waits for {element} to change, and no tile block is left that could change it"
            )
        }
        None => format!("`{mnemonic}` goes round for ever"),
    };
    let mut trap = Trap::new(Case::ENDLESS_WAIT.code(), message, block);
    trap.site = Some(site(wait.op));
    let mut ops = vec![wait.op];
    for (block, wait) in waits {
        // Many blocks wait at few ops: each op is shown once, and only the first ones, to keep the report short.
        if !ops.contains(&wait.op) && ops.len() <= NAMED {
            let [x, y, z] = block;
            ops.push(wait.op);
            trap.related.push((site(wait.op), format!("tile block {x},{y},{z} waits here")));
        }
    }
    if waits.len() > 1 {
        trap.notes.push(format!("{} tile blocks wait, and all others have ended", waits.len()));
    }
    trap
}
