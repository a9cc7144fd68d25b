//! A kernel, prepared: flat code whose operands are rows of registers.
//!
//! Invariants: every row is inside of the constants or of its function's frame; every branch target, join and return is
//! inside of the code; the code of a function ends with an instruction that leaves it.

use std::fmt::Debug;

use ptx::Target;
use ptx::module::FuncId;

use crate::fault::Fault;
use crate::kernel::{Kernel, Parameter};
use crate::machine::Context;
use crate::place::Place;
use crate::registers::{D, Operands, P, Registers, Row, W};
use crate::sync::Wait;

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

/// How an instruction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one follows.
    Next,
    /// The next one follows, but this warp waits for another: others run.
    Poll,
    /// It has not happened; it is executed again later.
    Wait(Wait),
}

/// An instruction that touches memory, barriers, other lanes, or anything else besides the registers of its lanes.
pub(crate) trait Effectful: Debug + Send + Sync {
    /// Executes it for the lanes of `cx.mask`, of which there is at least one.
    ///
    /// With [`Flow::Wait`] nothing must have happened that would happen twice: it is executed again later.
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>>;
}

/// A kernel of a module, prepared for execution.
#[derive(Debug)]
pub struct Program {
    pub(crate) kernel: Kernel,
    pub(crate) code: Vec<Inst>,
}

impl Program {
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.kernel.name
    }

    /// The kernel's function in its module.
    pub fn entry(&self) -> FuncId {
        self.kernel.entry
    }

    /// The target that the module is for.
    pub fn target(&self) -> Target {
        self.kernel.target
    }

    /// The parameters of the kernel.
    pub fn parameters(&self) -> &[Parameter] {
        &self.kernel.parameters
    }

    /// Bytes of shared memory that every block has without asking.
    pub fn static_shared(&self) -> u32 {
        self.kernel.shared
    }
}
