//! A prepared kernel without its code: what a launch lays out before the first instruction runs.
//!
//! It knows nothing of instructions, so the state of the machine can refer to it, and instructions to that state.

use ptx::module::FuncId;
use ptx::{Special, Target};

use crate::memory::SHARED_BASE;
use crate::registers::{Frame, Row};

/// A function, as it is laid out in the code.
#[derive(Debug)]
pub(crate) struct Function {
    /// Which of the module's it is.
    pub(crate) id: FuncId,
    /// Its name.
    pub(crate) name: String,
    /// The row of each of its registers.
    pub(crate) registers: Vec<Row>,
    /// Its first instruction.
    pub(crate) start: u32,
    /// Rows of its frame: up to 32 bits, 64 bits, predicates.
    pub(crate) rows: [u32; 3],
    /// Bytes of local memory of its frame, with the parameters that it takes and passes.
    pub(crate) local: u32,
}

impl Function {
    /// Bytes that a warp's frames take up to the end of this function's, if it begins at `frame`.
    pub(crate) fn bytes_from(&self, frame: &Frame) -> u64 {
        let [rows32, rows64, predicates] = self.rows.map(u64::from);
        128 * (u64::from(frame.rows32) + rows32)
            + 256 * (u64::from(frame.rows64) + rows64)
            + 4 * (u64::from(frame.predicates) + predicates)
            + 32 * (u64::from(frame.local) + u64::from(self.local))
    }
}

/// The contents of a row of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    /// The same bits in every lane.
    Bits(u64),
    /// A special register that does not change while a thread runs.
    Special(Special),
    /// The address of a variable of the module, as its space's or as a generic address, plus bytes.
    Global { variable: u32, offset: i64 },
    /// A place in the shared memory of the block: an address of the shared space.
    Shared(u32),
    /// A place in constant memory: an address of the constant space.
    Const(u32),
    /// A place among the parameters of the kernel: an address of the parameter space.
    Param(u32),
}

/// A parameter of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Bytes from the first one's beginning.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
    /// The type of an element.
    pub of: ptx::Type,
}

/// A variable in global or constant memory.
#[derive(Clone, Debug)]
pub(crate) struct GlobalVariable {
    /// Its name.
    pub(crate) name: String,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Its alignment in bytes.
    pub(crate) align: u32,
    /// Its initial contents.
    pub(crate) bytes: Vec<u8>,
    /// Addresses that are written into it.
    pub(crate) relocations: Vec<Relocation>,
}

/// An address in the first contents of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Relocation {
    /// Where it is written.
    pub(crate) at: u32,
    /// Bytes of it.
    pub(crate) size: u32,
    /// Bits to shift it right by, when a mask picks one byte.
    pub(crate) shift: u32,
    /// The object whose address is stored.
    pub(crate) of: Constant,
}

/// The requirements of the kernel on its launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Demands {
    /// `.reqntid`.
    pub(crate) block: Option<[u32; 3]>,
    /// `.maxntid`: the most threads.
    pub(crate) most_threads: Option<u32>,
    /// `.reqnctapercluster`.
    pub(crate) cluster: Option<[u32; 3]>,
    /// `.blocksareclusters`: the grid of a launch counts clusters.
    pub(crate) blocks_are_clusters: bool,
    /// `.maxclusterrank`.
    pub(crate) most_cluster: Option<u32>,
    /// `.minnctapersm`: the fewest blocks that a multiprocessor has registers for.
    pub(crate) least_blocks: Option<u32>,
    /// `.maxnreg`: the most registers of a thread.
    pub(crate) registers: Option<u32>,
}

/// What a kernel needs besides its code: functions and their frames, constants, variables, parameters, and its requirements.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) target: Target,
    pub(crate) name: String,
    pub(crate) entry: FuncId,
    /// The kernel first.
    pub(crate) functions: Vec<Function>,
    /// Constants of up to 32 bits.
    pub(crate) rows32: Vec<Constant>,
    /// Constants of 64 bits.
    pub(crate) rows64: Vec<Constant>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) parameter_bytes: u32,
    pub(crate) globals: Vec<GlobalVariable>,
    /// All of constant memory as one variable.
    pub(crate) constant_memory: GlobalVariable,
    /// Bytes of shared memory of fixed size, and where it begins that the launch sizes.
    pub(crate) shared: u32,
    /// Names of variables in shared memory with their places, for messages.
    pub(crate) shared_names: Vec<(String, u32, u32)>,
    pub(crate) demands: Demands,
    /// Do blocks speak with each other through global memory?
    pub(crate) communicates: bool,
    /// The number of the variable for the device's heap, if the program uses it.
    pub(crate) heap: Option<u32>,
}

impl Kernel {
    /// The variable of shared memory that ends before an address, and how far the address is past that end.
    pub(crate) fn shared_name(&self, address: u32) -> Option<(&str, String)> {
        let place = address.checked_sub(SHARED_BASE)?;
        let before = self.shared_names.iter().filter(|(_, start, size)| start + size <= place);
        let (name, start, size) = before.max_by_key(|(_, start, _)| *start)?;
        Some((name, launch::address::bytes(u64::from(place - start - size))))
    }
}
