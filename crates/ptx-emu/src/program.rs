//! A kernel, prepared: flat code whose operands are rows of registers.
//!
//! Invariants: every row is inside of the constants or of its function's frame; every branch target, join and return is
//! inside of the code; the code of a function ends with an instruction that leaves it.

use std::fmt::Debug;

use ptx::module::FuncId;
use ptx::{Special, Target};

use crate::fault::Fault;
use crate::machine::Context;
use crate::warp::{Flow, Registers};

/// Rows of a function's frame have this bit; rows of constants do not.
pub(crate) const FRAME: u32 = 1 << 31;

/// A row of values of up to 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct W(pub(crate) u32);

/// A row of values of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct D(pub(crate) u32);

/// A row of predicates: a mask of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct P {
    /// Which.
    pub(crate) row: u32,
    /// The other lanes are meant.
    pub(crate) negated: bool,
}

/// A row of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Up to 32 bits.
    W(W),
    /// 64 bits.
    D(D),
    /// 128 bits: this row and the next one, the low half first.
    Q(D),
    /// A predicate.
    P(P),
}

/// Where an instruction is in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The index of its statement.
    pub statement: u32,
}

/// An instruction.
#[derive(Debug)]
pub(crate) struct Inst {
    /// Only these lanes execute it.
    pub(crate) guard: Option<P>,
    /// The operation.
    pub(crate) op: Op,
    /// Its source location.
    pub(crate) at: Place,
}

/// The rows and the constant of a computation; which are used, and of which kind they are, its function knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operands {
    /// Rows of registers: the written ones first, then the read ones.
    pub(crate) rows: [u32; 8],
    /// A bit for each that is a predicate whose other lanes are meant.
    pub(crate) negated: u8,
    /// A constant.
    pub(crate) constant: u64,
}

/// Computes on rows, for the lanes of a mask.
pub(crate) type Run = fn(&mut Registers, &Operands, u32);

/// Computes on rows as a [`Run`] does, with what it was made from.
pub(crate) struct Step(pub(crate) Box<StepFn>);

type StepFn = dyn Fn(&mut Registers, &Operands, u32) + Send + Sync;

impl Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Step")
    }
}

/// The operation of an instruction.
#[derive(Debug)]
pub(crate) enum Op {
    /// Only computes on registers.
    Compute(Run, Operands),
    /// Only computes on registers, with a kernel of rows.
    Kernel(Step, Operands),
    /// Continues elsewhere; lanes that diverge reconverge at `reconvergence`.
    Branch { target: u32, reconvergence: Reconvergence },
    /// Continues at one of several places, by an index.
    Select { index: W, targets: Box<[u32]>, reconvergence: Reconvergence },
    /// Calls a function.
    Call(Box<Call>),
    /// Calls the function at an address.
    CallIndirect(Box<IndirectCall>),
    /// Leaves the function.
    Return,
    /// Ends the thread.
    Exit,
    /// Anything that touches more than registers.
    Effectful(Box<dyn Effectful>),
}

/// Where lanes that diverge reconverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reconvergence {
    /// At an instruction of the same function.
    At(u32),
    /// Where the function is left.
    Return,
}

/// A call of a function of the module.
#[derive(Debug)]
pub(crate) struct Call {
    /// Index of the function called.
    pub(crate) function: u32,
    /// From the caller to the callee.
    pub(crate) arguments: Box<[Passed]>,
    /// From the callee to the caller.
    pub(crate) results: Box<[Passed]>,
}

/// A call of one of several functions, by its address.
#[derive(Debug)]
pub(crate) struct IndirectCall {
    pub(crate) address: D,
    /// Those that fit, with their addresses, in the order of these.
    pub(crate) calls: Box<[(u64, Call)]>,
}

/// A value that a call passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) caller: Slot,
    pub(crate) callee: Slot,
    /// Its size in bytes.
    pub(crate) bytes: u32,
}

/// The location of a value that is passed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// In local memory, from the beginning of the frame.
    Local(u32),
    /// In a register, or a constant.
    Row(Row),
    /// Nowhere: it is not wanted.
    None,
}

/// An instruction that touches memory, barriers, other lanes, or anything else besides the registers of its lanes.
pub(crate) trait Effectful: Debug + Send + Sync {
    /// Executes it for the lanes of `cx.mask`, of which there is at least one.
    ///
    /// With [`Flow::Wait`] nothing must have happened that would happen twice: it is executed again later.
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>>;
}

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

/// A kernel of a module, prepared for execution.
#[derive(Debug)]
pub struct Program {
    pub(crate) target: Target,
    pub(crate) name: String,
    pub(crate) entry: FuncId,
    /// The kernel first.
    pub(crate) functions: Vec<Function>,
    pub(crate) code: Vec<Inst>,
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

impl Program {
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kernel's function in its module.
    pub fn entry(&self) -> FuncId {
        self.entry
    }

    /// The target that the module is for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The parameters of the kernel.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Bytes of shared memory that every block has without asking.
    pub fn static_shared(&self) -> u32 {
        self.shared
    }
}

impl Program {
    /// The variable of shared memory that ends before an address, and how far the address is past that end.
    pub(crate) fn shared_name(&self, address: u32) -> Option<(&str, String)> {
        let place = address.checked_sub(crate::machine::SHARED_BASE)?;
        let before = self.shared_names.iter().filter(|(_, start, size)| start + size <= place);
        let (name, start, size) = before.max_by_key(|(_, start, _)| *start)?;
        Some((name, launch::address::bytes(u64::from(place - start - size))))
    }
}
