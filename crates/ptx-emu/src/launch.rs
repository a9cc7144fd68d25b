//! A launch of a kernel: grid, blocks, clusters, shared memory, arguments; whether they fit; and its outcome.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use launch::BufferMut;
use ptx::Target;

use crate::codes;
use crate::copy::tensor_map::TensorMap;
use crate::fault::Fault;
use crate::kernel::Kernel;
use crate::registers::Frame;

/// One argument: the bytes of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Bytes as they are: a number, a struct, a tensor map.
    Bytes(Vec<u8>),
    /// The address of a place in one of the launch's buffers.
    Pointer {
        /// Which buffer.
        buffer: usize,
        /// Bytes from its start.
        offset: u64,
    },
    /// A tensor map for an offset in one of the launch's buffers; the address in the map is ignored.
    TensorMap {
        /// Which buffer.
        buffer: usize,
        /// Bytes from its start.
        offset: u64,
        /// The map.
        map: Box<TensorMap>,
    },
}

/// A launch: the kernel and its arguments.
#[derive(Debug)]
pub struct Launch<'a> {
    /// Thread blocks, along each axis; clusters, where the kernel has `.blocksareclusters`.
    pub grid: [u32; 3],
    /// Threads of a block, along each axis.
    pub block: [u32; 3],
    /// Blocks of a cluster, along each axis; `None`: as the kernel demands, else no clusters.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of shared memory besides what the kernel declares.
    pub dynamic_shared: u32,
    /// Global memory, with names for messages.
    pub buffers: Vec<(String, BufferMut<'a>)>,
    /// Arguments, in the order of the parameters.
    pub args: Vec<Value>,
}

/// Bytes that a launch may take where the options set no limit. A guess: what a workstation has to spare.
pub const MEMORY: u64 = 16 << 30;

/// How to run it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Instructions that all threads together may execute; `None` for no limit.
    pub steps: Option<u64>,
    /// Bytes that the launch may take besides the host's buffers; `None` for [`MEMORY`].
    pub memory: Option<u64>,
    /// The seed of the order in which warps run; `None`: in their order.
    pub seed: Option<u64>,
    /// The seed by which results of approximate functions are moved within their bounds; `None`: they are the nearest.
    pub perturb: Option<u64>,
    /// The maximum number of threads of the host; `None`: one for each core.
    pub threads: Option<NonZeroUsize>,
    /// Becomes true to end the launch at once.
    pub cancel: Option<&'a AtomicBool>,
}

/// The result of a successful launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Instructions that all threads together executed.
    pub steps: u64,
    /// The output of the program, in the order of blocks.
    pub printed: String,
}

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) cluster: [u32; 3],
    /// Was the launch given clusters?
    pub(crate) clustered: bool,
    pub(crate) dynamic_shared: u32,
}

impl Geometry {
    /// Threads of a block.
    pub(crate) fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// The index of a thread in its block, from its number.
    pub(crate) fn thread(&self, number: u32) -> [u32; 3] {
        unravel(u64::from(number), self.block)
    }

    /// Clusters, along each axis.
    pub(crate) fn clusters(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.grid[axis] / self.cluster[axis])
    }

    /// Blocks of a cluster.
    pub(crate) fn cluster_size(&self) -> u32 {
        self.cluster.iter().product()
    }

    /// The index in the grid of a cluster's block of a rank.
    pub(crate) fn block_of(&self, cluster: u64, rank: u32) -> [u32; 3] {
        let first = unravel(cluster, self.clusters());
        let inside = unravel(u64::from(rank), self.cluster);
        std::array::from_fn(|axis| first[axis] * self.cluster[axis] + inside[axis])
    }
}

/// The index of a number in a box, the first axis fastest.
pub(crate) fn unravel(number: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y] = [u64::from(extents[0]), u64::from(extents[1])];
    [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32]
}

/// Shared memory that a block of a target can have, in bytes (CUDA programming guide, "Compute Capabilities").
fn shared_limit(target: Target) -> u32 {
    let kib = match target.number {
        ..80 => 64,
        80 | 87 => 163,
        86 | 88 | 89 | 120.. => 99,
        _ => 227,
    };
    kib << 10
}

impl Launch<'_> {
    /// The shape, if it fits the kernel and its target.
    pub(crate) fn geometry(&self, kernel: &Kernel) -> Result<Geometry, Box<Fault>> {
        let cluster = self.cluster.or(kernel.demands.cluster);
        let clustered = cluster.is_some();
        let cluster = cluster.unwrap_or([1; 3]);
        // With `.blocksareclusters`, the grid of a launch counts clusters.
        let each = if kernel.demands.blocks_are_clusters { cluster } else { [1; 3] };
        let grid = std::array::from_fn(|axis| self.grid[axis].saturating_mul(each[axis]));
        if size(grid) == 0 || grid[0] > i32::MAX as u32 || grid[1].max(grid[2]) > 65535 {
            return refuse(format!("a grid of {}; x is 1 to 2147483647, y and z are 1 to 65535", show(grid)));
        }
        self.check_block(kernel)?;
        check_cluster(kernel, cluster, clustered)?;
        if (0..3).any(|axis| !grid[axis].is_multiple_of(cluster[axis])) {
            return refuse(format!(
                "a grid of {}, which clusters of {} do not divide",
                show(grid),
                show(cluster)
            ));
        }
        self.check_shared(kernel)?;
        Ok(Geometry { grid, block: self.block, cluster, clustered, dynamic_shared: self.dynamic_shared })
    }

    fn check_block(&self, kernel: &Kernel) -> Result<(), Box<Fault>> {
        let threads = size(self.block);
        if threads == 0 || threads > 1024 || self.block[2] > 64 {
            return refuse(format!(
                "a block of {} threads; a block has 1 to 1024, of which z is at most 64",
                show(self.block)
            ));
        }
        if let Some(wanted) = kernel.demands.block.filter(|&wanted| wanted != self.block) {
            return refuse(format!(
                "a block of {} threads, but `{}` demands {} (.reqntid)",
                show(self.block),
                kernel.name,
                show(wanted)
            ));
        }
        match kernel.demands.most_threads.filter(|&most| threads > u64::from(most)) {
            None => Ok(()),
            Some(most) => refuse(format!(
                "a block of {threads} threads, but `{}` takes at most {most} (.maxntid)",
                kernel.name
            )),
        }
    }

    fn check_shared(&self, kernel: &Kernel) -> Result<(), Box<Fault>> {
        let shared = u64::from(kernel.shared) + u64::from(self.dynamic_shared);
        let limit = shared_limit(kernel.target);
        if shared <= u64::from(limit) {
            return Ok(());
        }
        refuse(format!(
            "{shared} bytes of shared memory ({} declared, {} asked for), but a block on {} has at most {limit}",
            kernel.shared, self.dynamic_shared, kernel.target
        ))
    }
}

fn check_cluster(kernel: &Kernel, cluster: [u32; 3], clustered: bool) -> Result<(), Box<Fault>> {
    if size(cluster) == 0 || size(cluster) > 16 {
        return refuse(format!("a cluster of {} blocks; a cluster has 1 to 16", show(cluster)));
    }
    if clustered && kernel.target.number < 90 {
        return refuse(format!(
            "a cluster of {}, but {} has no clusters; sm_90 has",
            show(cluster),
            kernel.target
        ));
    }
    match kernel.demands.cluster.filter(|&wanted| wanted != cluster) {
        None => Ok(()),
        Some(wanted) => refuse(format!(
            "a cluster of {}, but `{}` demands {} (.reqnctapercluster)",
            show(cluster),
            kernel.name,
            show(wanted)
        )),
    }
}

fn refuse<T>(message: String) -> Result<T, Box<Fault>> {
    Err(Fault::new(codes::LAUNCH, message))
}

fn size(extents: [u32; 3]) -> u64 {
    extents.iter().map(|&extent| u64::from(extent)).product()
}

fn show([x, y, z]: [u32; 3]) -> String {
    format!("{x},{y},{z}")
}

impl Kernel {
    /// Bytes that constants and the frame of the entry take in a warp.
    pub(crate) fn first_frame(&self) -> u64 {
        let end = Frame {
            rows32: self.rows32.len() as u32,
            rows64: self.rows64.len() as u32,
            predicates: 0,
            local: 0,
        };
        self.functions[0].bytes_from(&end)
    }

    /// How many clusters may run together, when a launch may take a given number of bytes, and how many bytes are left for the
    /// functions that their warps call.
    pub(crate) fn resident(
        &self,
        launch: &Launch<'_>,
        geometry: &Geometry,
        memory: u64,
    ) -> Result<(usize, u64), Box<Fault>> {
        let buffers: u64 = launch.buffers.iter().map(|(_, buffer)| buffer.bytes().len() as u64).sum();
        let variables = self.globals.iter().fold(self.constant_memory.size, |sum, variable| {
            // The initial value of a variable is copied and relocated.
            sum.saturating_add(variable.size).saturating_add(2 * variable.bytes.len() as u64)
        });
        let warp = self.first_frame();
        let warps = u64::from(geometry.threads().div_ceil(32));
        let shared = u64::from(self.shared) + u64::from(geometry.dynamic_shared);
        let cluster = u64::from(geometry.cluster_size()) * (warps * warp + shared);
        let fixed = buffers.saturating_add(variables);
        match memory.checked_sub(fixed.saturating_add(cluster)) {
            Some(left) => {
                let calls = if self.functions.len() > 1 { left / 2 } else { 0 };
                let more = (left - calls) / cluster.max(1);
                Ok((usize::try_from(more).unwrap_or(usize::MAX).saturating_add(1), calls))
            }
            None => {
                let message = format!(
                    "the launch needs {} of memory (buffers {buffers}, variables {variables}, a cluster of blocks {cluster}), but may have {memory}",
                    launch::address::bytes(fixed.saturating_add(cluster)),
                );
                Err(Fault::new(codes::LAUNCH, message)
                    .note("make the kernel's variables or the launch smaller"))
            }
        }
    }
}
