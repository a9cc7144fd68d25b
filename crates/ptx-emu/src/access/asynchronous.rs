//! Memory as asynchronous work sees it: contiguous intervals of bytes, by global and shared addresses.

use launch::address;

use crate::check::{AccessKind, Space, Touched, WHOLE};
use crate::codes;
use crate::copy::bulk::Reduction;
use crate::fault::Fault;
use crate::machine::{Cluster, Machine};
use crate::memory::{Span, Window, shared_offset};
use crate::sync::mbarrier::{self, Mbarrier};

impl Machine<'_> {
    fn span(&self, at: u64, size: usize, does: &str) -> Result<Span<'_>, Box<Fault>> {
        self.global.at(at, size as u64).ok_or_else(|| {
            let outside = self.global.outside(at, size as u64);
            let message = format!("{does} {}{outside}", address::bytes(size as u64));
            Fault::new(codes::OUT_OF_BOUNDS, message)
        })
    }

    /// Reports an access to global memory to checks and counters; `same` is true if a write stores the old value again.
    fn asynchronous(&self, at: u64, size: usize, does: AccessKind, same: impl FnOnce() -> bool) {
        let touched = Touched { space: Space::Global, address: at, size: size as u64, does, lane: WHOLE };
        self.watch.tell(|checks| checks.works_on(touched, same()));
        self.tally.tell(|counting| counting.asynchronous(Window::Global, at, size as u64, does));
    }

    /// Reads global memory.
    pub(crate) fn read_global(&self, from: u64, to: &mut [u8]) -> Result<(), Box<Fault>> {
        let span = self.span(from, to.len(), "an asynchronous copy reads")?;
        self.asynchronous(from, to.len(), AccessKind::Read, || false);
        span.read(to);
        Ok(())
    }

    /// Reads global memory, in the contiguous pieces that `each` requests.
    pub(crate) fn read_global_runs(
        &self,
        each: impl FnOnce(&mut dyn FnMut(u64, &mut [u8]) -> Result<(), Box<Fault>>) -> Result<(), Box<Fault>>,
    ) -> Result<(), Box<Fault>> {
        let mut runs = Vec::new();
        let watched = self.watch.is_on();
        let read = each(&mut |from, to| {
            let span = self.span(from, to.len(), "an asynchronous copy reads")?;
            // Collected, so that the checks see a whole box at once and can compare rows that are alike.
            if watched {
                runs.push((from, to.len() as u64));
            }
            self.tally.tell(|counting| {
                counting.asynchronous(Window::Global, from, to.len() as u64, AccessKind::Read)
            });
            span.read(to);
            Ok(())
        });
        self.watch.tell(|checks| checks.works_on_runs(Space::Global, AccessKind::Read, runs.into_iter()));
        read
    }

    /// Writes global memory.
    pub(crate) fn write_global(&self, to: u64, from: &[u8]) -> Result<(), Box<Fault>> {
        let span = self.span(to, from.len(), "an asynchronous copy writes")?;
        self.asynchronous(to, from.len(), AccessKind::Write, || {
            let mut there = vec![0; from.len()];
            span.read(&mut there);
            there == from
        });
        span.write(from);
        Ok(())
    }

    /// Reduces into global memory; programs that do run their blocks on one thread.
    pub(crate) fn reduce_global(&self, to: u64, from: &[u8], how: Reduction) -> Result<(), Box<Fault>> {
        let span = self.span(to, from.len(), "an asynchronous reduction reaches")?;
        self.asynchronous(to, from.len(), AccessKind::Change, || false);
        let mut there = vec![0; from.len()];
        span.read(&mut there);
        how.apply(&mut there, from);
        span.write(&there);
        Ok(())
    }
}

impl Cluster {
    fn shared_range(&self, at: u32, size: usize) -> Result<(usize, std::ops::Range<usize>), Box<Fault>> {
        // Asynchronous work may be performed after its thread has gone on, so errors name the address and not a lane.
        let rank = (at >> 24) as usize;
        let held = self.blocks.get(rank).map(|block| block.shared.len());
        let range = shared_offset(at.into()).map(|start| start..start + size);
        match (held, range) {
            (Some(held), Some(range)) if range.end <= held => Ok((rank, range)),
            (Some(held), _) => {
                let message = format!(
                    "an asynchronous operation reaches {} at shared address {:#x}, outside of the block's {}",
                    address::bytes(size as u64),
                    at & 0xff_ffff,
                    address::bytes(held as u64)
                );
                Err(Fault::new(codes::OUT_OF_BOUNDS, message).note(codes::MORE_SHARED))
            }
            (None, _) => {
                let message = format!(
                    "shared address {at:#x} is of rank {rank}, in a cluster of {}",
                    self.blocks.len()
                );
                Err(Fault::new(codes::OUT_OF_BOUNDS, message))
            }
        }
    }

    /// Are bytes in the shared memory of a block? Nothing is accessed.
    pub(crate) fn fits_shared(&self, at: u32, size: usize) -> Result<(), Box<Fault>> {
        self.shared_range(at, size).map(|_| ())
    }

    /// Bytes of shared memory.
    pub(crate) fn shared(&self, at: u32, size: usize) -> Result<&[u8], Box<Fault>> {
        let (rank, range) = self.shared_range(at, size)?;
        self.watch.tell(|checks| {
            checks.touches_asynchronously(Window::Shared, at.into(), size as u64, AccessKind::Read)
        });
        self.tally
            .tell(|counting| counting.asynchronous(Window::Shared, at.into(), size as u64, AccessKind::Read));
        Ok(&self.blocks[rank].shared[range])
    }

    /// Bytes of shared memory, to be changed.
    pub(crate) fn shared_mut(&mut self, at: u32, size: usize) -> Result<&mut [u8], Box<Fault>> {
        let (rank, range) = self.shared_range(at, size)?;
        self.watch.tell(|checks| {
            checks.touches_asynchronously(Window::Shared, at.into(), size as u64, AccessKind::Write)
        });
        self.tally.tell(|counting| {
            counting.asynchronous(Window::Shared, at.into(), size as u64, AccessKind::Write)
        });
        self.events += 1;
        Ok(&mut self.blocks[rank].shared[range])
    }

    /// Reduces into shared memory, element by element.
    pub(crate) fn reduce_shared(&mut self, at: u32, from: &[u8], how: Reduction) -> Result<(), Box<Fault>> {
        let (rank, range) = self.shared_range(at, from.len())?;
        let size = from.len() as u64;
        self.watch.tell(|checks| {
            checks.touches_asynchronously(Window::Shared, at.into(), size, AccessKind::Change)
        });
        self.tally
            .tell(|counting| counting.asynchronous(Window::Shared, at.into(), size, AccessKind::Change));
        self.events += 1;
        how.apply(&mut self.blocks[rank].shared[range], from);
        Ok(())
    }

    /// Changes the mbarrier at an address.
    pub(crate) fn mbarrier<T>(
        &mut self,
        at: u32,
        change: impl FnOnce(&mut Mbarrier) -> mbarrier::Outcome<T>,
    ) -> Result<T, Box<Fault>> {
        let mut barrier = self.look_at_mbarrier(at)?;
        let before = barrier;
        let result = change(&mut barrier).map_err(|misuse| wrong_mbarrier(at, misuse))?;
        self.watch.tell(|checks| {
            // The checks count bytes themselves, to report whose bytes are missing if the phase does not end.
            let bytes = i64::from(barrier.tx) - i64::from(before.tx);
            if bytes != 0 {
                checks.counts_memory(at.into(), bytes);
            }
            checks.tells_memory(at.into(), barrier.phase != before.phase);
        });
        // Memory is changed last, after everything that may fail.
        let (rank, range) = self.shared_range(at, 8)?;
        self.events += 1;
        self.blocks[rank].shared[range].copy_from_slice(&barrier.bits().to_le_bytes());
        Ok(result)
    }

    /// The mbarrier at an address.
    pub(crate) fn look_at_mbarrier(&self, at: u32) -> Result<Mbarrier, Box<Fault>> {
        if !at.is_multiple_of(8) {
            let message = format!("an mbarrier at shared address {at:#x}, which is no multiple of 8");
            return Err(Fault::new(codes::MISALIGNED, message));
        }
        let (rank, range) = self.shared_range(at, 8)?;
        let bytes = self.blocks[rank].shared[range].try_into().expect("as many as asked for");
        Mbarrier::read(u64::from_le_bytes(bytes)).map_err(|misuse| wrong_mbarrier(at, misuse))
    }
}

/// A fault for wrong use of an mbarrier.
pub(crate) fn wrong_mbarrier(at: u32, misuse: mbarrier::Misuse) -> Box<Fault> {
    let (rank, offset) = (at >> 24, at & 0xff_ffff);
    let whose = if rank == 0 { String::new() } else { format!(" of rank {rank}") };
    Fault::new(codes::MBARRIER, format!("the mbarrier at shared address {offset:#x}{whose}: {misuse}"))
}
