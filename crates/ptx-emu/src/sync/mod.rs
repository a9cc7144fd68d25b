//! Synchronisation of threads.

mod cluster;
pub(crate) mod mbarrier;
mod named;
mod registers;
mod warpgroup;

use std::fmt;

pub(crate) use cluster::ClusterBarrier;
pub(crate) use named::{Barriers, Misuse};
pub(crate) use registers::RegisterPool;
pub(crate) use warpgroup::{Issue, Open, Warpgroups};

/// The condition that a path of a warp waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Other lanes of its warp, all of which must reach the same instruction.
    Lanes(u32),
    /// A named barrier.
    Barrier(u32),
    /// The barrier of the cluster.
    Cluster,
    /// A phase of the mbarrier at a shared address.
    Mbarrier(u32),
    /// The other warps of its warpgroup, to issue wgmma.
    Warpgroup,
    /// A number of columns of tensor memory.
    Columns(u32),
    /// A number of registers of each thread.
    Registers(u32),
}

/// An event that a thread can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Completion {
    /// `cp.async`.
    Copy,
    /// Bulk copies with bulk groups.
    Bulk,
    /// `tcgen05`: in order.
    Tensor,
    /// Completion is only signalled by an mbarrier.
    Told,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wait::Lanes(mask) => write!(f, "waits for the lanes {mask:#010x} of its warp"),
            Wait::Barrier(id) => write!(f, "waits at barrier {id}"),
            Wait::Warpgroup => {
                f.write_str("waits for wgmma, which other warps of its warpgroup have not issued")
            }
            Wait::Cluster => f.write_str("waits at the barrier of the cluster"),
            Wait::Mbarrier(at) => {
                write!(
                    f,
                    "waits for the mbarrier at shared address {:#x} of rank {}",
                    at & 0xff_ffff,
                    at >> 24
                )
            }
            Wait::Columns(count) => write!(f, "waits for {count} columns of tensor memory"),
            Wait::Registers(count) => {
                write!(f, "waits for {count} registers a thread, which its thread block does not have left")
            }
        }
    }
}
