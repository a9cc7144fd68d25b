//! wgmma in flight: the instructions that the four warps of a warpgroup have issued, and the completed waits.
//!
//! An instruction belongs to the whole warpgroup. Its shared operands are read when the first of the four warps issues it, and
//! each warp accumulates its own rows when it issues the instruction. A correct program cannot distinguish this from a later
//! time; Triton reads accumulators of f16 before it waits for them, which `ptxas` corrects. A wait for a group waits until all
//! four warps have issued its instructions, since the operands may be overwritten only then.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::matrix::Row;
use crate::matrix::wgmma::{Issued, Operands};
use crate::place::Place;
use crate::registers::{Frame, W};

/// The most instructions that a warp issues ahead of the others of its warpgroup. Instructions of the group are kept
/// until all four warps have issued them, so a warp that never waits must be stopped somewhere.
const AHEAD: u64 = 1024;
/// Groups that are kept apart: more than any instruction leaves in flight.
const GROUPS: usize = 16;

/// The warpgroups of a block.
#[derive(Debug, Default)]
pub(crate) struct Warpgroups(Vec<Warpgroup>);

/// Four warps.
#[derive(Debug, Default)]
pub(crate) struct Warpgroup {
    /// The number of the first instruction that is kept.
    first: u64,
    instructions: VecDeque<Instruction>,
    members: [Member; 4],
}

/// An instruction of the warpgroup.
#[derive(Debug)]
struct Instruction {
    at: Place,
    issued: Issued,
    /// How many warps have issued it.
    came: u32,
    /// How many have performed it.
    done: u32,
    operands: Option<Arc<Operands>>,
}

/// One of the warps.
#[derive(Debug, Default)]
struct Member {
    /// Instructions that it issued and did not perform.
    open: VecDeque<Open>,
    /// The number of its next instruction.
    next: u64,
    /// For each group that is not waited for, the number of the first instruction after it.
    groups: VecDeque<u64>,
}

/// The operands of one warp for an instruction.
#[derive(Debug)]
pub(crate) struct Open {
    /// The instruction.
    pub(crate) issued: Issued,
    /// A, where it is in registers.
    pub(crate) a: Option<Box<[Row; 4]>>,
    /// The accumulators are added to.
    pub(crate) add: bool,
    /// The accumulators.
    pub(crate) d: Arc<[W]>,
    /// The frame that they are in.
    pub(crate) frame: Frame,
}

/// The result of an issue.
#[derive(Debug, PartialEq)]
pub(crate) enum Issue {
    /// Another warp has issued it before.
    Known,
    /// This is the first of four: its operands must be read, and passed to [`Warpgroup::supply`].
    First,
    /// Another warp issued something else as its instruction of this number.
    Differs(Place),
}

impl Warpgroups {
    /// The warpgroup of a warp.
    pub(crate) fn of(&mut self, warp: u32) -> &mut Warpgroup {
        let index = warp as usize / 4;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Warpgroup::default);
        }
        &mut self.0[index]
    }
}

impl Warpgroup {
    /// Has a warp issued so much that it has to wait for the others?
    pub(crate) fn full(&self, warp: usize) -> bool {
        self.members[warp].next - self.first >= AHEAD
    }

    /// A warp issues an instruction.
    pub(crate) fn issue(&mut self, warp: usize, at: Place, open: Open) -> Issue {
        let member = &mut self.members[warp];
        let index = (member.next - self.first) as usize;
        let issued = open.issued;
        // The n-th instruction of each warp of the group must be the same one.
        if let Some(instruction) = self.instructions.get(index)
            && (instruction.at != at || instruction.issued != issued)
        {
            return Issue::Differs(instruction.at);
        }
        member.next += 1;
        member.open.push_back(open);
        if index == self.instructions.len() {
            self.instructions.push_back(Instruction { at, issued, came: 0, done: 0, operands: None });
        }
        let instruction = &mut self.instructions[index];
        instruction.came += 1;
        // The first warp reads the operands in shared memory for all four.
        if instruction.came == 1 { Issue::First } else { Issue::Known }
    }

    /// The operands of the instruction that a warp issued last.
    pub(crate) fn supply(&mut self, warp: usize, operands: Operands) {
        let index = self.members[warp].next - 1 - self.first;
        self.instructions[index as usize].operands = Some(Arc::new(operands));
    }

    /// A warp closes its group.
    pub(crate) fn commit(&mut self, warp: usize) {
        let member = &mut self.members[warp];
        member.groups.push_back(member.next);
        if member.groups.len() > GROUPS {
            member.groups.pop_front();
        }
    }

    /// The number of the first instruction that a warp need not wait for, when at most `pending` of its groups may stay
    /// in flight.
    pub(crate) fn wait(&mut self, warp: usize, pending: usize) -> u64 {
        let groups = &self.members[warp].groups;
        match groups.len().checked_sub(pending + 1) {
            Some(last) => groups[last],
            None => 0,
        }
    }

    /// Forgets groups that were waited for.
    pub(crate) fn waited(&mut self, warp: usize, pending: usize) {
        let groups = &mut self.members[warp].groups;
        while groups.len() > pending {
            groups.pop_front();
        }
    }

    /// Have all four warps issued every instruction before a number?
    pub(crate) fn ready(&self, before: u64) -> bool {
        let count = before.saturating_sub(self.first) as usize;
        self.instructions.iter().take(count).all(|instruction| instruction.came == 4)
    }

    /// Takes the next instruction that a warp has to perform.
    pub(crate) fn take(&mut self, warp: usize) -> Option<(Open, Arc<Operands>)> {
        let member = &mut self.members[warp];
        let number = member.next - member.open.len() as u64;
        let index = (number - self.first) as usize;
        let operands = self.instructions.get(index)?.operands.clone()?;
        let open = member.open.pop_front()?;
        self.instructions[index].done += 1;
        while self.instructions.front().is_some_and(|instruction| instruction.done == 4) {
            self.instructions.pop_front();
            self.first += 1;
        }
        Some((open, operands))
    }
}
