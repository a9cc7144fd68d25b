//! Local memory: private bytes of each lane of a warp.
//!
//! The frames of calls are stored from address 0 on, the same in every lane. Memory of `alloca` starts at [`STACK_BASE`] and
//! differs between lanes: it ends at the lane's stack pointer.

/// Where the memory begins that `alloca` takes: addresses of 32 bits have room for it, and no launch has room for frames so
/// large.
pub(crate) const STACK_BASE: u64 = 1 << 31;
/// Bytes that a lane may take with `alloca`. Hardware's limit depends on the launch; this one is several times CUDA's
/// default of 1 KiB for a thread's stack.
pub(crate) const MOST_STACK: u64 = 64 << 10;

/// The local memory of a warp's lanes.
#[derive(Debug, Default)]
pub(crate) struct Local {
    lanes: Vec<Vec<u8>>,
    stacks: Vec<Stack>,
}

/// The bytes that `alloca` has allocated for a lane.
#[derive(Clone, Debug, Default)]
struct Stack {
    bytes: Vec<u8>,
    /// For calls that have taken something: how many calls they are inside of, and where the stack pointer was before.
    calls: Vec<(u32, usize)>,
}

impl Local {
    /// A number of zeros in every lane.
    pub(crate) fn begin(&mut self, bytes: u32) {
        self.lanes.iter_mut().for_each(Vec::clear);
        self.stacks.clear();
        self.reserve(bytes);
    }

    /// Makes room in every lane.
    pub(crate) fn reserve(&mut self, bytes: u32) {
        if bytes == 0 {
            return;
        }
        self.lanes.resize_with(32, Vec::new);
        for lane in &mut self.lanes {
            if lane.len() < bytes as usize {
                lane.resize(bytes as usize, 0);
            }
        }
    }

    /// The frames of a lane.
    pub(crate) fn lane(&self, lane: u32) -> &[u8] {
        self.lanes.get(lane as usize).map_or(&[], Vec::as_slice)
    }

    /// The frames of a lane.
    pub(crate) fn lane_mut(&mut self, lane: u32) -> &mut [u8] {
        self.lanes.get_mut(lane as usize).map_or(&mut [], Vec::as_mut_slice)
    }

    /// The bytes that an address of a lane refers to, and its offset in them.
    pub(crate) fn at(&self, lane: u32, address: u64) -> (&[u8], usize) {
        match address.checked_sub(STACK_BASE) {
            None => (self.lane(lane), address as usize),
            Some(offset) => {
                let stack = self.stacks.get(lane as usize);
                (stack.map_or(&[], |stack| &stack.bytes), offset as usize)
            }
        }
    }

    /// The same, to be changed.
    pub(crate) fn at_mut(&mut self, lane: u32, address: u64) -> (&mut [u8], usize) {
        match address.checked_sub(STACK_BASE) {
            None => (self.lane_mut(lane), address as usize),
            Some(offset) => {
                let stack = self.stacks.get_mut(lane as usize);
                (stack.map_or(&mut [], |stack| &mut stack.bytes), offset as usize)
            }
        }
    }

    /// Copies bytes inside of each lane of a mask.
    pub(crate) fn copy(&mut self, from: u32, to: u32, bytes: u32, mask: u32) {
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(lane, _)| mask >> lane & 1 == 1) {
            lane.copy_within(from as usize..(from + bytes) as usize, to as usize);
        }
    }

    /// Takes zeros at a multiple of `align` for a lane inside of the given number of calls; their address, or `None` when
    /// there is no room.
    pub(crate) fn take(&mut self, lane: u32, calls: u32, size: u64, align: u64) -> Option<u64> {
        self.stacks.resize_with(32, Stack::default);
        let stack = &mut self.stacks[lane as usize];
        let before = stack.bytes.len();
        let start = (before as u64).checked_next_multiple_of(align)?;
        let end = start.checked_add(size).filter(|&end| end <= MOST_STACK)?;
        if stack.calls.last().is_none_or(|&(last, _)| last < calls) {
            stack.calls.push((calls, before));
        }
        stack.bytes.resize(end as usize, 0);
        Some(STACK_BASE + start)
    }

    /// The stack pointer of a lane.
    pub(crate) fn pointer(&self, lane: u32) -> u64 {
        STACK_BASE + self.stacks.get(lane as usize).map_or(0, |stack| stack.bytes.len() as u64)
    }

    /// Sets the stack pointer of a lane inside of the given number of calls; false where it never was in this call.
    pub(crate) fn restore(&mut self, lane: u32, calls: u32, pointer: u64) -> bool {
        let Some(stack) = self.stacks.get_mut(lane as usize) else { return pointer == STACK_BASE };
        let now = stack.bytes.len();
        let lowest = match stack.calls.last() {
            Some(&(last, before)) if last == calls => before,
            Some(_) | None => now,
        };
        let wanted = pointer.wrapping_sub(STACK_BASE);
        let known = (lowest as u64..=now as u64).contains(&wanted);
        if known {
            stack.bytes.truncate(wanted as usize);
        }
        known
    }

    /// Gives back what lanes have taken inside of more calls than these.
    pub(crate) fn leave(&mut self, lanes: u32, calls: u32) {
        for (_, stack) in self.stacks.iter_mut().enumerate().filter(|(lane, _)| lanes >> lane & 1 == 1) {
            while let Some(&(_, before)) = stack.calls.last().filter(|(last, _)| *last > calls) {
                stack.bytes.truncate(before);
                stack.calls.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_call_takes_it_gives_back() {
        let mut local = Local::default();
        assert_eq!(local.take(3, 0, 10, 8), Some(STACK_BASE));
        assert_eq!(local.take(3, 2, 4, 64), Some(STACK_BASE + 64));
        assert_eq!(local.pointer(3), STACK_BASE + 68);
        assert_eq!(local.pointer(4), STACK_BASE, "each lane has its own");
        assert!(!local.restore(3, 2, STACK_BASE + 8), "that was another call");
        local.leave(1 << 3, 1);
        assert_eq!(local.pointer(3), STACK_BASE + 10);
        assert!(local.restore(3, 0, STACK_BASE));
        assert_eq!(local.at(3, STACK_BASE).0.len(), 0);
        assert_eq!(local.take(3, 0, MOST_STACK + 1, 1), None);
        assert_eq!(local.take(3, 0, u64::MAX, 1 << 40), None);
    }
}
