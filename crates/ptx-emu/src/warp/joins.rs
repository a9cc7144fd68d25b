//! Parting and meeting of the lanes of a warp.

use super::{Frame, Return, Split, Surroundings, Warp, join_pc};
use crate::codes;
use crate::fault::Fault;
use crate::program::{Join, W};

/// Where lanes that parted meet again.
#[derive(Clone, Debug)]
pub(crate) struct JoinPoint {
    /// The instruction; `None`: where the function is left.
    pc: Option<u32>,
    /// Lanes that will come.
    expected: u32,
    /// Lanes that have come.
    arrived: u32,
    /// The join around it.
    parent: Option<u32>,
    calls: Vec<Return>,
    frame: Frame,
    /// Where those who have come stand: at the instruction that leaves the function when there is no other place.
    at: u32,
    /// Instructions since one of them polled or waited.
    since: u64,
}

impl Warp {
    /// Some lanes continue at the target, the others behind the branch.
    pub(super) fn branch(&mut self, index: usize, taken: u32, target: u32, join: Join) {
        let next = self.splits[index].pc + 1;
        self.part(index, &[(split_rest(&self.splits[index], taken), next), (taken, target)], join);
    }

    /// Continues at one of several places.
    pub(super) fn select(
        &mut self,
        index: usize,
        lanes: u32,
        by: W,
        targets: &[u32],
        join: Join,
    ) -> Result<(), Box<Fault>> {
        let chosen = *self.registers.w(by);
        let split = &self.splits[index];
        let mut parts = vec![(split.mask & !lanes, split.pc + 1)];
        for (number, &target) in targets.iter().enumerate() {
            let here = (0..32).filter(|&lane| chosen[lane as usize] == number as u32);
            parts.push((here.fold(0, |mask, lane| mask | 1 << lane) & lanes, target));
        }
        let covered = parts.iter().fold(0, |mask, part| mask | part.0);
        if covered != split.mask {
            let lane = (split.mask & !covered).trailing_zeros();
            let message = format!(
                "the index {} is not below the {} labels of the list",
                chosen[lane as usize],
                targets.len()
            );
            return Err(Fault::new(codes::BRANCH, message));
        }
        parts.retain(|part| part.0 != 0);
        if let [(_, target)] = parts[..] {
            self.splits[index].pc = target;
            self.meets(index);
            return Ok(());
        }
        self.part(index, &parts, join);
        Ok(())
    }

    /// Divides a split; its parts meet at the join.
    pub(super) fn part(&mut self, index: usize, parts: &[(u32, u32)], join: Join) {
        let split = self.splits.remove(index);
        // What leaves the kernel does not meet again.
        let join = match join {
            Join::Return if split.calls.is_empty() => split.join,
            Join::At(_) | Join::Return => self.join_at(&split, join_pc(join)),
        };
        for &(mask, pc) in parts {
            let part = Split { pc, mask, join, ..split.clone() };
            self.splits.push(part);
            let last = self.splits.len() - 1;
            self.meets(last);
        }
    }

    /// The join of the parts of a split: that of the split itself if it is at the same place, as in a loop which lanes leave
    /// one after the other.
    fn join_at(&mut self, split: &Split, pc: Option<u32>) -> Option<u32> {
        let around = split.join.and_then(|id| self.joins[id as usize].as_ref());
        if around.is_some_and(|point| point.pc == pc && point.calls.len() == split.calls.len()) {
            return split.join;
        }
        Some(self.new_join(split, pc))
    }

    fn new_join(&mut self, split: &Split, pc: Option<u32>) -> u32 {
        let point = JoinPoint {
            pc,
            expected: split.mask,
            arrived: 0,
            parent: split.join,
            calls: split.calls.clone(),
            frame: split.frame,
            at: pc.unwrap_or(split.pc),
            since: 0,
        };
        let free = self.joins.iter().position(Option::is_none);
        let at = free.unwrap_or(self.joins.len());
        if free.is_some() {
            self.joins[at] = Some(point)
        } else {
            self.joins.push(Some(point))
        }
        at as u32
    }

    /// Where a split meets others, if it is in the function now: an instruction, or none.
    pub(super) fn meeting(&self, split: &Split) -> u32 {
        let point = split.join.and_then(|id| self.joins[id as usize].as_ref());
        let here = point.filter(|point| point.calls.len() == split.calls.len());
        here.and_then(|point| point.pc).unwrap_or(u32::MAX)
    }

    /// If the split stands at its join, its lanes wait there, or go on together with all that have come. True when the
    /// splits have changed.
    pub(super) fn meets(&mut self, index: usize) -> bool {
        let split = &self.splits[index];
        let Some(id) = split.join else { return false };
        let point = self.joins[id as usize].as_ref().expect("a split's join exists");
        if point.pc != Some(split.pc) || point.calls.len() != split.calls.len() {
            return false;
        }
        self.come(index, id);
        true
    }

    /// The lanes of a split come to its join.
    fn come(&mut self, index: usize, id: u32) {
        let split = self.splits.remove(index);
        let point = self.joins[id as usize].as_mut().expect("a split's join exists");
        point.arrived |= split.mask;
        point.at = split.pc;
        point.since = point.since.max(split.since);
        self.complete(id);
    }

    /// If all that were expected at a join have come, they go on together.
    fn complete(&mut self, id: u32) {
        let Some(point) = &self.joins[id as usize] else { return };
        if point.arrived != point.expected {
            return;
        }
        let Some(point) = self.joins[id as usize].take() else { return };
        if point.arrived == 0 {
            return;
        }
        self.splits.push(point.released());
        let last = self.splits.len() - 1;
        self.meets(last);
    }

    /// If all other lanes poll without end, those that wait at joins go on without them.
    pub(crate) fn let_go(&mut self, events: u64) {
        const ENOUGH: u32 = 3;
        if self.splits.iter().any(|split| split.seen != events || split.polls < ENOUGH) {
            return;
        }
        for id in 0..self.joins.len() {
            let Some(point) = &mut self.joins[id] else { continue };
            if point.arrived == 0 {
                continue;
            }
            let split = point.released();
            point.expected &= !point.arrived;
            point.arrived = 0;
            self.splits.push(split);
            self.complete(id as u32);
        }
    }

    /// Leaves a function, or ends the threads of the kernel.
    pub(super) fn give_back(&mut self, index: usize, lanes: u32, around: &mut Surroundings<'_>) {
        if self.splits[index].calls.is_empty() {
            return self.exit(index, lanes, around);
        }
        let split = &mut self.splits[index];
        if lanes != split.mask {
            let rest = split_rest(split, lanes);
            let (here, next) = (split.pc, split.pc + 1);
            if lanes == 0 {
                split.pc = next;
                self.meets(index);
            } else {
                self.part(index, &[(rest, next), (lanes, here)], Join::Return);
            }
            return;
        }
        if let Some(id) = split.join {
            let point = self.joins[id as usize].as_ref().expect("a split's join exists");
            if point.pc.is_none() && point.calls.len() == split.calls.len() {
                return self.come(index, id);
            }
        }
        self.pop(index, around);
    }

    /// Ends threads.
    pub(super) fn exit(&mut self, index: usize, lanes: u32, around: &mut Surroundings<'_>) {
        let split = &mut self.splits[index];
        split.mask &= !lanes;
        split.pc += 1;
        self.live &= !lanes;
        if split.mask == 0 {
            self.splits.remove(index);
        } else {
            self.meets(index);
        }
        for id in 0..self.joins.len() {
            if let Some(point) = &mut self.joins[id] {
                point.expected &= !lanes;
                self.complete(id as u32);
            }
        }
        let first = self.rank * around.machine.geometry.threads() + self.index * 32;
        around.cluster.ended(self.rank, first, lanes);
    }
}

impl JoinPoint {
    /// The lanes that have come, as a split.
    fn released(&self) -> Split {
        Split {
            pc: self.at,
            mask: self.arrived,
            join: self.parent,
            calls: self.calls.clone(),
            frame: self.frame,
            wait: None,
            waiting: 0,
            ticket: None,
            since: self.since,
            polls: 0,
            seen: 0,
        }
    }
}

pub(super) fn split_rest(split: &Split, lanes: u32) -> u32 {
    split.mask & !lanes
}
