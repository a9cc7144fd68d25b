//! Counters of a launch: executed operations, and the efficiency of memory accesses.
//!
//! [`Program::count`](crate::Program::count) returns them with the launch's outcome, one [`Counted`] for each instruction. They
//! count requested operations, and the minimum of wavefronts and sectors on any device. They do not model time or caches.
//! `docs/emulator.md` documents each counter and the source of its rule.
//!
//! Invariants: the same launch gives the same counters, for any number of threads; a machine that does not count tests one
//! pointer for each instruction that does more than write registers, and nothing for the others.

mod banks;
mod facts;
mod peak;
mod sectors;
mod tally;

use ptx::module::{Instruction, Module};
use ptx::{Opcode, Target, Type};

use crate::check::AccessKind;
use crate::kernel::Kernel;
use crate::launch::{Geometry, Outcome};
use crate::place::Place;

pub use facts::Product;
pub use peak::{Bound, SLOTS, peak};
pub use ptx::InstructionClass as Class;
pub(crate) use tally::{Counting, Tally};

/// How bytes are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// Requested bytes between global memory and threads, or shared memory through `cp.async`.
    Global,
    /// Between the block's shared memory and threads, or `cp.async`.
    Shared,
    /// Between threads and the shared memory of other blocks of the cluster.
    Cluster,
    /// Between global memory and bulk or tensor copies.
    BulkGlobal,
    /// Between shared memory and bulk or tensor copies.
    BulkShared,
    /// From shared memory to products of matrices, by descriptors.
    Operands,
    /// To and from tensor memory.
    Tensor,
    /// Local memory of threads.
    Local,
    /// Constant memory and parameters.
    Constant,
}

impl Path {
    /// Every path, in the order of tables.
    pub const ALL: [Path; 9] = [
        Path::Global,
        Path::Shared,
        Path::Cluster,
        Path::BulkGlobal,
        Path::BulkShared,
        Path::Operands,
        Path::Tensor,
        Path::Local,
        Path::Constant,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Path::Global => "global",
            Path::Shared => "shared",
            Path::Cluster => "cluster",
            Path::BulkGlobal => "bulk, global",
            Path::BulkShared => "bulk, shared",
            Path::Operands => "operands",
            Path::Tensor => "tensor memory",
            Path::Local => "local",
            Path::Constant => "constant",
        }
    }
}

/// Bytes that are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Out of memory.
    pub read: u64,
    /// Into it.
    pub written: u64,
}

impl Moved {
    /// The bytes that an access moves.
    pub(crate) const fn of(does: AccessKind, bytes: u64) -> Moved {
        match does {
            AccessKind::Read => Moved { read: bytes, written: 0 },
            AccessKind::Write => Moved { read: 0, written: bytes },
            AccessKind::Change => Moved { read: bytes, written: bytes },
        }
    }

    fn add(&mut self, other: Moved) {
        self.read += other.read;
        self.written += other.written;
    }
}

/// Requests to the shared memory of the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedRequests {
    /// Instructions of warps.
    pub requests: u64,
    /// Wavefronts that serve them.
    pub wavefronts: u64,
    /// The minimum for requests with the same number of lanes and bytes.
    pub least: u64,
}

impl SharedRequests {
    /// Wavefronts that conflicts of banks cost.
    pub const fn extra(&self) -> u64 {
        self.wavefronts - self.least
    }
}

/// Requests to global memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobalRequests {
    /// Instructions of warps.
    pub requests: u64,
    /// Sectors of 32 bytes that they reach.
    pub sectors: u64,
    /// The minimum for the same number of different bytes.
    pub least: u64,
}

/// The counters of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its source location.
    pub place: Place,
    /// The opcode.
    pub opcode: Opcode,
    /// Its class.
    pub class: Class,
    /// How often a warp, or a part of one, came to it.
    pub issued: u64,
    /// How often no lane's predicate held.
    pub off: u64,
    /// Threads that executed it.
    pub threads: u64,
    /// How often a warp had to wait at it.
    pub waits: u64,
    /// Its requests to shared memory.
    pub shared: SharedRequests,
    /// Its requests to global memory.
    pub global: GlobalRequests,
    /// Bytes that it moved, by [`Path`].
    pub bytes: [Moved; Path::ALL.len()],
    /// Matrices that it multiplied, and the additions and multiplications in that.
    pub product: Option<(Product, u64)>,
}

impl Counted {
    fn new(place: Place, instruction: &Instruction) -> Counted {
        Counted {
            place,
            opcode: instruction.opcode(),
            class: Class::of(instruction),
            issued: 0,
            off: 0,
            threads: 0,
            waits: 0,
            shared: SharedRequests::default(),
            global: GlobalRequests::default(),
            bytes: [Moved::default(); Path::ALL.len()],
            product: None,
        }
    }

    /// Times that a warp executed it with any lane.
    pub const fn executed(&self) -> u64 {
        self.issued - self.off
    }

    fn moves(&mut self, path: Path, moved: Moved) {
        self.bytes[path as usize].add(moved);
    }

    fn multiplied(&mut self, product: Product, operations: u64) {
        let all = self.product.map_or(0, |(_, all)| all) + operations;
        self.product = Some((product, all));
    }
}

/// Resources that a kernel declares, and those that a launch adds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Registers of the kernel's `.reg` by width in bits; predicates have 1. Virtual ones: `ptxas` allocates.
    pub registers: Vec<(u32, u64)>,
    /// Bytes of shared memory that the kernel declares.
    pub shared: u32,
    /// Bytes of shared memory that the launch adds.
    pub dynamic_shared: u32,
    /// Threads of a block.
    pub threads: u32,
    /// Blocks of the grid.
    pub blocks: u64,
}

/// The counters of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// The target of the module.
    pub target: Target,
    /// The declared resources.
    pub declared: Declared,
    /// One for each instruction of the kernel and of what it calls, the kernel first, in the order of the text.
    pub instructions: Vec<Counted>,
}

/// A launch that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedLaunch {
    /// How it ended.
    pub outcome: Outcome,
    /// The counters.
    pub counters: Counters,
}

impl Counters {
    pub(crate) fn new(
        kernel: &Kernel,
        module: &Module,
        geometry: &Geometry,
        instructions: Vec<Counted>,
    ) -> Counters {
        let declared = Declared {
            registers: registers(kernel, module),
            shared: kernel.shared,
            dynamic_shared: geometry.dynamic_shared,
            threads: geometry.threads(),
            blocks: geometry.grid.iter().map(|&extent| u64::from(extent)).product(),
        };
        Counters { target: kernel.target, declared, instructions }
    }

    /// Of all instructions together.
    pub fn sum(&self, of: impl Fn(&Counted) -> u64) -> u64 {
        self.instructions.iter().map(of).sum()
    }

    /// Requests to shared memory of all instructions.
    pub fn shared(&self) -> SharedRequests {
        SharedRequests {
            requests: self.sum(|counted| counted.shared.requests),
            wavefronts: self.sum(|counted| counted.shared.wavefronts),
            least: self.sum(|counted| counted.shared.least),
        }
    }

    /// Requests to global memory of all instructions.
    pub fn global(&self) -> GlobalRequests {
        GlobalRequests {
            requests: self.sum(|counted| counted.global.requests),
            sectors: self.sum(|counted| counted.global.sectors),
            least: self.sum(|counted| counted.global.least),
        }
    }

    /// Bytes that were moved on a path.
    pub fn bytes(&self, path: Path) -> Moved {
        let mut moved = Moved::default();
        self.instructions.iter().for_each(|counted| moved.add(counted.bytes[path as usize]));
        moved
    }

    /// How often instructions of a mnemonic were executed by a warp with any lane.
    pub fn executed(&self, opcode: Opcode) -> u64 {
        self.sum(|counted| if counted.opcode == opcode { counted.executed() } else { 0 })
    }

    /// Additions and multiplications of the products of a kind.
    pub fn operations(&self, wanted: Product) -> u64 {
        self.sum(|counted| match counted.product {
            Some((product, operations)) if product == wanted => operations,
            Some(_) | None => 0,
        })
    }
}

/// Registers of the kernel by width.
fn registers(kernel: &Kernel, module: &Module) -> Vec<(u32, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    let body = module.functions[kernel.entry].body.as_ref();
    for group in body.iter().flat_map(|body| &body.groups) {
        let width = if group.of == Type::Pred { 1 } else { group.of.bits() };
        *counts.entry(width).or_default() += group.len() as u64;
    }
    counts.into_iter().collect()
}
