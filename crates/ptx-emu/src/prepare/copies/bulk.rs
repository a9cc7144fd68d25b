//! Bulk copies and reductions: `cp.async.bulk` and `cp.reduce.async.bulk`.

use super::super::Refusal;
use super::super::scope::{Scope, Target};
use super::{multiples, optional_w};
use crate::codes;
use crate::copy::bulk::{GRAIN, ReduceOp, ReduceType, Reduction};
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::memory::Window;
use crate::program::{Effectful, Flow};
use crate::registers::W;
use crate::sync::Completion;
use ptx::{Modifier, Opcode, Type};
use smallvec::SmallVec;

/// `cp.async.bulk` and `cp.reduce.async.bulk`.
#[derive(Debug)]
pub(super) struct Bulk {
    to: Target,
    from: Target,
    size: W,
    /// The mbarrier that is signalled; without one, the copy belongs to a bulk group.
    mbarrier: Option<Target>,
    /// Blocks of the cluster that get a copy.
    multicast: Option<W>,
    /// Bytes of each 16 that are copied.
    mask: Option<W>,
    how: Option<Reduction>,
    to_global: bool,
    from_global: bool,
}

pub(super) fn bulk(scope: &mut Scope<'_>) -> Result<Bulk, Refusal> {
    let to_global = scope.instruction.has(Modifier::BulkGroup);
    let from_global = !to_global && scope.instruction.has(Modifier::Global);
    let how =
        if scope.instruction.opcode() == Opcode::CpReduceAsyncBulk { Some(reduction(scope)?) } else { None };
    // Reductions to global memory are how blocks pass results on, as atomics are.
    scope.pool.communicates |= to_global && how.is_some();
    let space = |global: bool| Some(if global { Window::Global } else { Window::Shared });
    let mbarrier = match scope.operand("mbar") {
        Some(_) => Some(scope.address("mbar", Some(Window::Shared))?),
        None => None,
    };
    Ok(Bulk {
        to: scope.address("dst", space(to_global))?,
        from: scope.address("src", space(from_global))?,
        size: scope.w("size", Type::U32)?,
        mbarrier,
        multicast: optional_w(scope, "mask", Type::B16)?,
        mask: optional_w(scope, "bytes", Type::B16)?,
        how,
        to_global,
        from_global,
    })
}

/// The reduction in an instruction's modifiers.
pub(crate) fn reduction(scope: &Scope<'_>) -> Result<Reduction, Refusal> {
    let words = &scope.instruction.modifiers;
    let (op, of) = (ReduceOp::among(words), ReduceType::among(words));
    let (Some(op), Some(of)) = (op, of) else { return Err(Refusal::new("its reduction is not covered")) };
    Reduction::new(op, of).map_err(|error| Refusal::new(error.to_string()))
}

/// The shared addresses that an address means in the blocks of a mask.
pub(crate) fn in_blocks(cx: &Context<'_>, address: u32, mask: u32) -> Result<SmallVec<[u32; 8]>, Box<Fault>> {
    let count = cx.cluster.blocks.len();
    if mask == 0 || mask >> count != 0 {
        let message = format!("the mask {mask:#06x} names blocks that a cluster of {count} has not");
        return Err(Fault::new(codes::COPY, message));
    }
    let ranks = (0..count as u32).filter(|rank| mask >> rank & 1 == 1);
    Ok(ranks.map(|rank| rank << 24 | address & 0xff_ffff).collect())
}

impl Effectful for Bulk {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (to, from) = (cx.addresses(&self.to), cx.addresses(&self.from));
        let barriers = self.mbarrier.as_ref().map(|at| cx.shared_addresses(at)).transpose()?;
        for lane in cx.lanes() {
            let index = lane as usize;
            let size = cx.registers.w(self.size)[index];
            let blame = |fault| cx.at_lane(fault, lane);
            // Addresses and size are multiples of 16; anything else is undefined.
            multiples(&[to[index], from[index], u64::from(size)], GRAIN).map_err(blame)?;
            let multicast = self.multicast.map(|mask| cx.registers.w(mask)[index] & 0xffff);
            let mut told = SmallVec::new();
            if let Some(barriers) = &barriers {
                let (to, barrier) = (to[index] as u32, barriers[index]);
                match multicast {
                    None => told.push((to, barrier)),
                    Some(mask) => {
                        // A multicast writes to the same offset in each block, and arrives at the barrier at the same
                        // offset there.
                        let to = in_blocks(cx, to, mask).map_err(blame)?;
                        told.extend(to.into_iter().zip(in_blocks(cx, barrier, mask).map_err(blame)?));
                    }
                }
            }
            let mask = self.mask.map_or(u32::MAX, |mask| cx.registers.w(mask)[index]);
            let operation = BulkCopy {
                from: if self.from_global {
                    Side::Global(from[index])
                } else {
                    Side::Shared(from[index] as u32)
                },
                to: if self.to_global { Some(to[index]) } else { None },
                told,
                size,
                mask,
                how: self.how,
            };
            let completion = if self.to_global { Completion::Bulk } else { Completion::Told };
            cx.issue(lane, completion, false, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Global(u64),
    Shared(u32),
}

#[derive(Debug)]
struct BulkCopy {
    from: Side,
    /// The destination in global memory.
    to: Option<u64>,
    /// Destinations in shared memory, and the mbarrier that is signalled for each.
    told: SmallVec<[(u32, u32); 1]>,
    size: u32,
    mask: u32,
    how: Option<Reduction>,
}

impl AsyncOperation for BulkCopy {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let size = self.size as usize;
        // One side is shared memory. What does not fit there is found before as much is set aside.
        for &(to, _) in &self.told {
            cluster.fits_shared(to, size)?;
        }
        let bytes = match self.from {
            Side::Global(from) => {
                let mut bytes = vec![0; size];
                machine.read_global(from, &mut bytes)?;
                bytes
            }
            Side::Shared(from) => cluster.shared(from, size)?.to_vec(),
        };
        if let Some(to) = self.to {
            match self.how {
                Some(how) => machine.reduce_global(to, &bytes, how)?,
                None if self.mask & 0xffff == 0xffff => machine.write_global(to, &bytes)?,
                None => self.write_masked(machine, to, &bytes)?,
            }
            cluster.events += 1;
        }
        for &(to, barrier) in &self.told {
            match self.how {
                Some(how) => cluster.reduce_shared(to, &bytes, how)?,
                None => cluster.shared_mut(to, bytes.len())?.copy_from_slice(&bytes),
            }
            cluster.mbarrier(barrier, |barrier| barrier.complete_tx(self.size))?;
        }
        Ok(())
    }
}

impl BulkCopy {
    fn write_masked(&self, machine: &Machine<'_>, to: u64, bytes: &[u8]) -> Result<(), Box<Fault>> {
        for (at, &byte) in bytes.iter().enumerate().filter(|(at, _)| self.mask >> (at % 16) & 1 == 1) {
            machine.write_global(to + at as u64, &[byte])?;
        }
        Ok(())
    }
}
