//! Entering and leaving functions.

use std::sync::atomic::{AtomicU64, Ordering};

use super::reconvergence::rest_of;
use super::{Return, Surroundings, Warp};
use crate::codes;
use crate::fault::Fault;
use crate::program::{Call, IndirectCall, Op, Passed, Reconvergence, Slot};
use crate::registers::Frame;

/// Active calls of one thread at most. Endless recursion must end as a fault of the program before it takes the host's
/// memory.
const MOST_CALLS: usize = 1024;
/// Bytes that the frames of a warp may take together. The same for frames that are large.
const MOST_BYTES: u64 = 256 << 20;
/// Bytes of local memory of a thread's frames. The limit of every target (CUDA programming guide, "Technical
/// Specifications per Compute Capability").
const MOST_LOCAL: u32 = 512 << 10;

impl Warp {
    /// Enters a function.
    pub(super) fn call(
        &mut self,
        index: usize,
        lanes: u32,
        call: &Call,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Box<Fault>> {
        if lanes == 0 {
            self.paths[index].pc += 1;
            self.reconverge(index);
            return Ok(());
        }
        let functions = &around.machine.kernel.functions;
        let callee = &functions[call.function as usize];
        let path = &self.paths[index];
        let caller = &functions[path.calls.last().map_or(0, |last| last.function) as usize];
        let frame = Frame {
            rows32: path.frame.rows32 + caller.rows[0],
            rows64: path.frame.rows64 + caller.rows[1],
            // Frames of nested calls follow each other in the register files, as on a stack.
            predicates: path.frame.predicates + caller.rows[2],
            local: path.frame.local + caller.local,
        };
        let bytes = callee.bytes_from(&frame);
        let is_full = path.calls.len() >= MOST_CALLS || frame.local + callee.local > MOST_LOCAL;
        if is_full || !takes(&mut self.taken, bytes, &around.machine.calls) {
            let message = format!(
                "the stack is used up by {} calls inside of each other, the innermost of `{}`",
                path.calls.len(),
                callee.name
            );
            return Err(Fault::new(codes::STACK, message));
        }
        let (pc, mask, outer) = (path.pc, path.mask, path.frame);
        self.registers.reserve(frame, callee.rows);
        self.local.reserve(frame.local + callee.local);
        for passed in &call.arguments {
            self.pass((passed.caller, outer), (passed.callee, frame), passed.bytes, lanes, around);
        }
        // The other lanes wait after the call and are joined there.
        if lanes != mask {
            let rest = rest_of(&self.paths[index], lanes);
            self.diverge(index, &[(rest, pc + 1), (lanes, pc)], Reconvergence::At(pc + 1));
        }
        let entering = self.paths.iter().position(|path| path.mask == lanes).expect("the lanes that call");
        let path = &mut self.paths[entering];
        path.calls.push(Return { pc: pc + 1, frame: outer, function: call.function, call: pc });
        (path.frame, path.pc) = (frame, callee.start);
        Ok(())
    }

    /// Enters the functions at the addresses that lanes have; lanes with different ones part.
    pub(super) fn call_indirect(
        &mut self,
        index: usize,
        lanes: u32,
        call: &IndirectCall,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Box<Fault>> {
        let addresses = *self.registers.d(call.address);
        let wanted = addresses[lanes.trailing_zeros() as usize % 32];
        let alike = (0..32).filter(|&lane| addresses[lane as usize] == wanted);
        // One group of lanes with equal addresses enters; the others return to this instruction for their own addresses.
        let group = alike.fold(0, |mask, lane| mask | 1 << lane) & lanes;
        let found = call.calls.binary_search_by_key(&wanted, |(address, _)| *address);
        match found {
            Ok(at) if group == lanes => self.call(index, lanes, &call.calls[at].1, around),
            Ok(_) => {
                let path = &self.paths[index];
                let (pc, idle) = (path.pc, rest_of(path, lanes));
                let parts = [(idle, pc + 1), (lanes & !group, pc), (group, pc)];
                let parts: Vec<_> = parts.into_iter().filter(|part| part.0 != 0).collect();
                self.diverge(index, &parts, Reconvergence::At(pc + 1));
                Ok(())
            }
            Err(_) if lanes == 0 => {
                self.paths[index].pc += 1;
                self.reconverge(index);
                Ok(())
            }
            Err(_) => {
                let message = format!(
                    "a call of address {wanted:#x}, where there is no function with these parameters and results"
                );
                Err(Fault::new(codes::BRANCH, message))
            }
        }
    }

    /// Returns to the caller.
    pub(super) fn pop(&mut self, index: usize, around: &mut Surroundings<'_>) {
        let path = &mut self.paths[index];
        let Some(last) = path.calls.pop() else { return };
        let left = path.frame;
        (path.pc, path.frame) = (last.pc, last.frame);
        let (lanes, calls) = (path.mask, path.calls.len() as u32);
        self.local.leave(lanes, calls);
        for &Passed { caller, callee, bytes } in results(around, last) {
            self.pass((callee, left), (caller, last.frame), bytes, lanes, around);
        }
        self.reconverge(index);
    }

    /// Copies a value between frames.
    fn pass(
        &mut self,
        from: (Slot, Frame),
        to: (Slot, Frame),
        bytes: u32,
        lanes: u32,
        around: &Surroundings<'_>,
    ) {
        if let (Slot::Local(place), frame) = to {
            let who = (around.cluster.number, self.rank, self.index);
            let at = frame.local + place;
            // A parameter in the frame is written by the call itself, which no instruction would tell the checks.
            around.machine.watch.tell(|checks| checks.passes_local(who, lanes, at, bytes));
        }
        match (from, to) {
            ((Slot::None, _), _) | (_, (Slot::None, _)) => {}
            ((Slot::Local(from), outer), (Slot::Local(to), inner)) => {
                self.local.copy(outer.local + from, inner.local + to, bytes, lanes);
            }
            _ => {
                for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
                    let value = self.taken(from, bytes, lane);
                    self.put(to, bytes, lane, value);
                }
            }
        }
    }

    fn taken(&mut self, (slot, frame): (Slot, Frame), bytes: u32, lane: u32) -> u128 {
        match slot {
            Slot::None => 0,
            Slot::Row(row) => {
                self.registers.frame = frame;
                self.registers.value(row, lane)
            }
            Slot::Local(place) => {
                let held = self.local.lane(lane).get((frame.local + place) as usize..).unwrap_or(&[]);
                let held = &held[..held.len().min(bytes.min(16) as usize)];
                held.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
            }
        }
    }

    fn put(&mut self, (slot, frame): (Slot, Frame), bytes: u32, lane: u32, value: u128) {
        match slot {
            Slot::None => {}
            Slot::Row(row) => {
                self.registers.frame = frame;
                self.registers.set_value(row, lane, value);
            }
            Slot::Local(place) => {
                let (at, size) = ((frame.local + place) as usize, bytes.min(16) as usize);
                if let Some(held) = self.local.lane_mut(lane).get_mut(at..at + size) {
                    held.copy_from_slice(&value.to_le_bytes()[..size]);
                }
            }
        }
    }
}

/// Takes what a warp's frames need beyond what it has, of what is left for all; false if that is too much.
fn takes(taken: &mut u64, bytes: u64, left: &AtomicU64) -> bool {
    let more = bytes.saturating_sub(*taken);
    let enough = |left: u64| left.checked_sub(more);
    if bytes > MOST_BYTES
        || more > 0 && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enough).is_err()
    {
        return false;
    }
    *taken += more;
    true
}

/// The results that a return copies to the caller.
fn results<'a>(around: &Surroundings<'a>, last: Return) -> &'a [Passed] {
    match &around.code[last.call as usize].op {
        Op::Call(call) => &call.results,
        Op::CallIndirect(indirect) => {
            // Which of the possible functions was called, the frame knows.
            let called = indirect.calls.iter().find(|(_, call)| call.function == last.function);
            called.map_or(&[], |(_, call)| &call.results)
        }
        Op::Compute(..)
        | Op::Kernel(..)
        | Op::Branch { .. }
        | Op::Select { .. }
        | Op::Return
        | Op::Exit
        | Op::Effectful(_) => &[],
    }
}
