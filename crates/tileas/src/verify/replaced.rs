//! Pipelines over others, whose stage has the columns of another stage: threads that have read that replace its contents.
//!
//! - The consumer of the other pipeline is the producer of this one, and the other way round. Both have one stage of
//!   tensor memory.
//! - Threads read the other stage before each time that they write this one.
//! - Products read this stage before each time that others write the other one again. Instructions of one thread access
//!   tensor memory in their order, so nothing waits in between.
//!
//! In an agent, the two ops therefore alternate, and loops and branches leave the same of the two as the last one, on every path.

use ir::walk::{Visit, walk};
use ir::{Op, Value};

use super::{Checked, agents, ensure};
use crate::ops::fields;
use crate::types::{Part, PipelineType, Type};
use crate::{Module, Opcode};

/// The columns of the stage of a pipeline that has one, of one part of tensor memory.
fn columns(ty: &PipelineType) -> Option<u32> {
    match &ty.parts[..] {
        [Part::Tensor(tensor)] if ty.stages == 1 => Some(tensor.layout.columns()),
        _ => None,
    }
}

/// A pipeline fits over another one, which an op creates.
pub(super) fn fits_over(module: &Module, create: Op, over: Option<Op>) -> Checked {
    use fields::pipeline_create as f;
    let single = |create: Op| {
        let is_plain = !module.flag(create, f::cluster) && module.int(create, f::consumers).unwrap_or(1) == 1;
        let Type::Pipeline(ty) = module.ty(module.body.result(create, 0)) else { return None };
        columns(ty).filter(|_| is_plain)
    };
    let other = over.filter(|&other| module.operand_opt(other, f::over).is_none());
    let other = other.ok_or("is over a value that is not a pipeline with columns of its own")?;
    match (single(create), single(other)) {
        (Some(own), Some(columns)) => ensure(own <= columns, || {
            format!("has {own} columns, and the pipeline that it is over has {columns}")
        }),
        _ => Err("and the pipeline that it is over must have one stage of one part in tensor memory each, and one consumer"
            .to_owned()),
    }
}

/// A pipeline over another one is used as both agents must.
pub(super) fn alternates(module: &Module, create: Op, users: [&[Op]; 2]) -> Checked {
    let agent = |users: &[Op], wanted: Opcode| {
        let user = users.iter().copied().find(|&op| module.opcode(op) == wanted);
        user.and_then(|op| agents::runner(module, op))
    };
    let [own, other] = users;
    let ends = |users| [Opcode::PipelineWrite, Opcode::PipelineRead].map(|wanted| agent(users, wanted));
    let ([Some(threads), Some(products)], [Some(writer), Some(reader)]) = (ends(own), ends(other)) else {
        return Ok(());
    };
    ensure(threads == reader && products == writer, || {
        "is over a pipeline whose consumer is not its producer, or whose producer is not its consumer"
            .to_owned()
    })?;
    let value = module.body.result(create, 0);
    let over = module.operand_opt(create, fields::pipeline_create::over).unwrap_or(value);
    let of = |opcode, of: Value| Step { opcode, of };
    let in_threads = [of(Opcode::PipelineRead, over), of(Opcode::PipelineWrite, value)];
    let in_products = [of(Opcode::PipelineWrite, over), of(Opcode::PipelineRead, value)];
    let sound =
        Steps::alternate(module, threads, in_threads) && Steps::alternate(module, products, in_products);
    ensure(sound, || {
        "is over a pipeline, but its stage and the other one are not written and read in turn on every path"
            .to_owned()
    })
}

/// An op that uses a pipeline.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    opcode: Opcode,
    of: Value,
}

/// A loop or branch around the current op.
struct Frame {
    op: Op,
    /// Whether the first of the two steps was the last one at its start, and at the end of the blocks that were visited.
    begins: bool,
    ends: Option<bool>,
}

/// Two steps of an agent.
struct Steps<'m> {
    module: &'m Module,
    steps: [Step; 2],
    /// Whether the first one was the last one.
    is_open: bool,
    frames: Vec<Frame>,
}

impl Steps<'_> {
    /// Whether two steps alternate in an agent, beginning with the first one.
    fn alternate(module: &Module, agent: Op, steps: [Step; 2]) -> bool {
        let mut steps = Steps { module, steps, is_open: false, frames: Vec::new() };
        walk(&module.body, agent).all(|visit| match visit {
            Visit::Enter(op) => steps.enter(op),
            Visit::Leave(op) => steps.leave(op),
        })
    }

    /// Before the ops in an op; false if it is not its turn.
    fn enter(&mut self, op: Op) -> bool {
        let body = &self.module.body;
        let opcode = self.module.opcode(op);
        if let Some(frame) = self.frames.last()
            && body.prev(op).is_none()
            && body.parent_op(op) == Some(frame.op)
        {
            self.is_open = frame.begins;
        }
        if matches!(opcode, Opcode::For | Opcode::Loop | Opcode::If) {
            self.frames.push(Frame { op, begins: self.is_open, ends: None });
        }
        let step = body.operands(op).first().map(|&of| Step { opcode, of });
        match self.steps.iter().position(|&other| Some(other) == step) {
            Some(number) if (number == 1) == self.is_open => {
                self.is_open = number == 0;
                true
            }
            Some(_) => false,
            None => true,
        }
    }

    /// After the ops in an op; false if paths differ.
    fn leave(&mut self, op: Op) -> bool {
        let opcode = self.module.opcode(op);
        let is_loop = |frame: &&mut Frame| self.module.opcode(frame.op) != Opcode::If;
        if matches!(opcode, Opcode::Continue | Opcode::Break) {
            return self
                .frames
                .iter_mut()
                .rev()
                .find(is_loop)
                .is_none_or(|frame| frame.begins == self.is_open);
        }
        let Some(frame) = self.frames.last_mut() else { return true };
        if opcode == Opcode::Yield && self.module.body.parent_op(op) == Some(frame.op) {
            let is_equal = frame.ends.is_none_or(|ends| ends == self.is_open);
            frame.ends = Some(self.is_open);
            return is_equal;
        }
        if frame.op != op {
            return true;
        }
        let Some(Frame { begins, ends, .. }) = self.frames.pop() else { return true };
        self.is_open = ends.unwrap_or(begins);
        let has_other = || self.module.block(op, fields::if_::otherwise).is_some();
        opcode != Opcode::If || self.is_open == begins || has_other()
    }
}
