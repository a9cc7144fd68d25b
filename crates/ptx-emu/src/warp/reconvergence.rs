//! Divergence and reconvergence of the lanes of a warp.

use super::{Path, Return, Surroundings, Warp, reconvergence_pc};
use crate::codes;
use crate::fault::Fault;
use crate::program::Reconvergence;
use crate::registers::Frame;
use crate::registers::W;

/// Where lanes that diverged reconverge.
#[derive(Clone, Debug)]
pub(crate) struct ReconvergencePoint {
    /// The instruction; `None`: where the function is left.
    pc: Option<u32>,
    /// Lanes that are expected.
    expected: u32,
    /// Lanes that have arrived.
    arrived: u32,
    /// The reconvergence point around it.
    parent: Option<u32>,
    calls: Vec<Return>,
    frame: Frame,
    /// The position of the lanes that have arrived: the instruction that leaves the function, if there is no other position.
    at: u32,
    /// Instructions since one of them polled or waited.
    since: u64,
}

impl Warp {
    /// Some lanes continue at the target, the others after the branch.
    pub(super) fn branch(&mut self, index: usize, taken: u32, target: u32, reconvergence: Reconvergence) {
        let next = self.paths[index].pc + 1;
        self.diverge(index, &[(rest_of(&self.paths[index], taken), next), (taken, target)], reconvergence);
    }

    /// Continues at one of several places.
    pub(super) fn select(
        &mut self,
        index: usize,
        lanes: u32,
        by: W,
        targets: &[u32],
        reconvergence: Reconvergence,
    ) -> Result<(), Box<Fault>> {
        let chosen = *self.registers.w(by);
        let path = &self.paths[index];
        // Lanes whose guard is false continue with the next instruction.
        let mut parts = vec![(path.mask & !lanes, path.pc + 1)];
        for (number, &target) in targets.iter().enumerate() {
            let here = (0..32).filter(|&lane| chosen[lane as usize] == number as u32);
            parts.push((here.fold(0, |mask, lane| mask | 1 << lane) & lanes, target));
        }
        let covered = parts.iter().fold(0, |mask, part| mask | part.0);
        if covered != path.mask {
            let lane = (path.mask & !covered).trailing_zeros();
            let message = format!(
                "the index {} is not below the {} labels of the list",
                chosen[lane as usize],
                targets.len()
            );
            return Err(Fault::new(codes::BRANCH, message));
        }
        parts.retain(|part| part.0 != 0);
        // All lanes chose one target: nothing diverges.
        if let [(_, target)] = parts[..] {
            self.paths[index].pc = target;
            self.reconverge(index);
            return Ok(());
        }
        self.diverge(index, &parts, reconvergence);
        Ok(())
    }

    /// Divides a path; its parts reconverge at the point.
    pub(super) fn diverge(&mut self, index: usize, parts: &[(u32, u32)], reconvergence: Reconvergence) {
        let path = self.paths.remove(index);
        // Paths that leave the kernel do not reconverge.
        let reconvergence = match reconvergence {
            Reconvergence::Return if path.calls.is_empty() => path.reconvergence,
            Reconvergence::At(_) | Reconvergence::Return => {
                self.point_at(&path, reconvergence_pc(reconvergence))
            }
        };
        for &(mask, pc) in parts {
            let part = Path { pc, mask, reconvergence, ..path.clone() };
            self.paths.push(part);
            let last = self.paths.len() - 1;
            self.reconverge(last);
        }
    }

    /// The reconvergence point of the parts of a path: that of the path itself if it is at the same place, as in a loop which
    /// lanes leave one after the other.
    fn point_at(&mut self, path: &Path, pc: Option<u32>) -> Option<u32> {
        let around = path.reconvergence.and_then(|id| self.points[id as usize].as_ref());
        if around.is_some_and(|point| point.pc == pc && point.calls.len() == path.calls.len()) {
            return path.reconvergence;
        }
        Some(self.new_point(path, pc))
    }

    fn new_point(&mut self, path: &Path, pc: Option<u32>) -> u32 {
        let point = ReconvergencePoint {
            pc,
            expected: path.mask,
            arrived: 0,
            parent: path.reconvergence,
            calls: path.calls.clone(),
            frame: path.frame,
            at: pc.unwrap_or(path.pc),
            since: 0,
        };
        // Entries are reused, because a divergent loop creates a point in every iteration.
        let free = self.points.iter().position(Option::is_none);
        let at = free.unwrap_or(self.points.len());
        if free.is_some() {
            self.points[at] = Some(point)
        } else {
            self.points.push(Some(point))
        }
        at as u32
    }

    /// Where a path reconverges with others, if it is in the function now: an instruction, or none.
    pub(super) fn reconverges_at(&self, path: &Path) -> u32 {
        let point = path.reconvergence.and_then(|id| self.points[id as usize].as_ref());
        let here = point.filter(|point| point.calls.len() == path.calls.len());
        here.and_then(|point| point.pc).unwrap_or(u32::MAX)
    }

    /// If the path is at its reconvergence point, its lanes wait there, or continue together with all lanes that have arrived.
    /// True when the paths have changed.
    pub(super) fn reconverge(&mut self, index: usize) -> bool {
        let path = &self.paths[index];
        let Some(id) = path.reconvergence else { return false };
        let point = self.points[id as usize].as_ref().expect("a path's reconvergence point exists");
        if point.pc != Some(path.pc) || point.calls.len() != path.calls.len() {
            return false;
        }
        self.come(index, id);
        true
    }

    /// The lanes of a path arrive at its reconvergence point.
    fn come(&mut self, index: usize, id: u32) {
        let path = self.paths.remove(index);
        let point = self.points[id as usize].as_mut().expect("a path's reconvergence point exists");
        point.arrived |= path.mask;
        point.at = path.pc;
        point.since = point.since.max(path.since);
        self.complete(id);
    }

    /// If all expected lanes have arrived at a reconvergence point, they continue together.
    fn complete(&mut self, id: u32) {
        let Some(point) = &self.points[id as usize] else { return };
        if point.arrived != point.expected {
            return;
        }
        let Some(point) = self.points[id as usize].take() else { return };
        if point.arrived == 0 {
            return;
        }
        self.paths.push(point.released());
        let last = self.paths.len() - 1;
        self.reconverge(last);
    }

    /// If all other lanes poll without end, those that wait at reconvergence points continue without them.
    pub(crate) fn release_waiting(&mut self, events: u64) {
        // Polls without an event in between after which a path is taken to depend on the lanes that wait. One poll may be the
        // last of its loop; larger numbers only delay lanes whose lock is held by a waiting lane of their own warp.
        const MIN_POLLS: u32 = 3;
        if self.paths.iter().any(|path| path.seen != events || path.polls < MIN_POLLS) {
            return;
        }
        for id in 0..self.points.len() {
            let Some(point) = &mut self.points[id] else { continue };
            if point.arrived == 0 {
                continue;
            }
            let path = point.released();
            point.expected &= !point.arrived;
            point.arrived = 0;
            self.paths.push(path);
            self.complete(id as u32);
        }
    }

    /// Leaves a function, or ends the threads of the kernel.
    pub(super) fn give_back(&mut self, index: usize, lanes: u32, around: &mut Surroundings<'_>) {
        if self.paths[index].calls.is_empty() {
            return self.exit(index, lanes, around);
        }
        let path = &mut self.paths[index];
        if lanes != path.mask {
            let rest = rest_of(path, lanes);
            let (here, next) = (path.pc, path.pc + 1);
            // No lane returns, by a guard that is false everywhere.
            if lanes == 0 {
                path.pc = next;
                self.reconverge(index);
            } else {
                self.diverge(index, &[(rest, next), (lanes, here)], Reconvergence::Return);
            }
            return;
        }
        if let Some(id) = path.reconvergence {
            let point = self.points[id as usize].as_ref().expect("a path's reconvergence point exists");
            // The point of a return is where all lanes have left the function, which has no address of its own.
            if point.pc.is_none() && point.calls.len() == path.calls.len() {
                return self.come(index, id);
            }
        }
        self.pop(index, around);
    }

    /// Ends threads.
    pub(super) fn exit(&mut self, index: usize, lanes: u32, around: &mut Surroundings<'_>) {
        let path = &mut self.paths[index];
        path.mask &= !lanes;
        path.pc += 1;
        self.live &= !lanes;
        if path.mask == 0 {
            self.paths.remove(index);
        } else {
            self.reconverge(index);
        }
        for id in 0..self.points.len() {
            if let Some(point) = &mut self.points[id] {
                // Threads that end are not waited for; a point may be complete without them.
                point.expected &= !lanes;
                self.complete(id as u32);
            }
        }
        let first = self.rank * around.machine.geometry.threads() + self.index * 32;
        around.cluster.ended(self.rank, first, lanes);
    }
}

impl ReconvergencePoint {
    /// The lanes that have arrived, as a path.
    fn released(&self) -> Path {
        Path {
            pc: self.at,
            mask: self.arrived,
            reconvergence: self.parent,
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

pub(super) fn rest_of(path: &Path, lanes: u32) -> u32 {
    path.mask & !lanes
}
