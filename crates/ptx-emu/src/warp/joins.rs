//! Parting and meeting of the lanes of a warp.

use super::{Frame, Return, Split, Surroundings, Warp, join_pc};
use crate::codes;
use crate::fault::Fault;
use crate::program::{Join, Place, W};

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
}

impl Warp {
    /// Continues at the target with some lanes; false when the split has parted.
    pub(super) fn branch(&mut self, index: usize, taken: u32, target: u32, join: Join) -> bool {
        let split = &mut self.splits[index];
        if taken == split.mask {
            split.pc = target;
            return true;
        }
        if taken == 0 {
            split.pc += 1;
            return true;
        }
        let next = split.pc + 1;
        self.part(index, &[(split_rest(&self.splits[index], taken), next), (taken, target)], join);
        false
    }

    /// Continues at one of several places.
    pub(super) fn select(
        &mut self,
        index: usize,
        lanes: u32,
        by: W,
        targets: &[u32],
        join: Join,
        at: Place,
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
            let mut fault = Fault::new(codes::BRANCH, message);
            fault.place = Some(at);
            return Err(fault);
        }
        parts.retain(|part| part.0 != 0);
        if let [(_, target)] = parts[..] {
            self.splits[index].pc = target;
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
            Join::At(_) | Join::Return => Some(self.new_join(&split, join_pc(join))),
        };
        for &(mask, pc) in parts {
            let part = Split { pc, mask, join, ..split.clone() };
            self.splits.push(part);
            let last = self.splits.len() - 1;
            self.meets(last);
        }
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

    /// Lanes that wait at joins go on without the others. True when there were any.
    pub(crate) fn let_go(&mut self) -> bool {
        let mut some = false;
        for id in 0..self.joins.len() {
            let Some(point) = &mut self.joins[id] else { continue };
            if point.arrived == 0 {
                continue;
            }
            let split = point.released();
            point.expected &= !point.arrived;
            point.arrived = 0;
            self.splits.push(split);
            some = true;
        }
        some
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
        }
    }
}

pub(super) fn split_rest(split: &Split, lanes: u32) -> u32 {
    split.mask & !lanes
}
