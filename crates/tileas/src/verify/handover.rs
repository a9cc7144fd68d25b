//! Who hands what to whom, and what there is of it: rules about the whole program, which nothing else is wrong with.
//!
//! - A stage goes its way once: whoever gets one hands it on, in the same block.
//! - Stages and iterators are those of one pipeline, round loops too.
//! - One agent acquires the stages of a pipeline, and for each of its consumers one agent waits: else somebody waits for ever.
//! - Tensor memory, shared memory of pipelines, and numbers of tensor maps are there.

use std::collections::VecDeque;

use cranelift_entity::SecondaryMap;
use ir::analysis::Uses;
use ir::transform::present;
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::pack::packed_bits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileaa::control::flow;

use super::agents;
use crate::ops::fields;
use crate::target::shared_limit;
use crate::types::{BufferType, Part, PipelineType, TensorType, Type};
use crate::{Module, Opcode};

/// Columns of tensor memory.
const COLUMNS: u64 = 512;
/// Bytes of an mbarrier.
const BARRIER: u64 = 8;

/// What is wrong: ops, and what is said of them.
type Found = Vec<(Op, String)>;

/// Checks a module whose ops are sound one by one.
pub(crate) fn check(module: &Module) -> Found {
    let ops: Vec<Op> =
        preorder(&module.body, module.root).filter(|&op| hands_over(module.opcode(op))).collect();
    if ops.is_empty() {
        return Found::new();
    }
    let mut program = Program {
        module,
        uses: Uses::of(&module.body, module.root),
        pipeline: SecondaryMap::new(),
        found: Found::new(),
    };
    program.stages_go_once(&ops);
    program.follow(&ops);
    for &op in &ops {
        if module.opcode(op) == Opcode::PipelineCreate {
            program.meets_agents(op);
        }
    }
    program.fits(&ops);
    program.numbers_maps(&ops);
    program.found.sort_by_key(|&(op, _)| op);
    program.found
}

fn hands_over(opcode: Opcode) -> bool {
    makes_stages(opcode)
        || matches!(
            opcode,
            Opcode::PipelineCreate | Opcode::PipelineIterator | Opcode::TensorAlloc | Opcode::TmaDesc
        )
}

/// Ops whose first result is a stage.
fn makes_stages(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::PipelineAcquire | Opcode::PipelineWrite | Opcode::PipelineWait | Opcode::PipelineRead
    )
}

struct Program<'m> {
    module: &'m Module,
    uses: Uses,
    /// The pipeline of each stage and iterator.
    pipeline: SecondaryMap<Value, Option<Value>>,
    found: Found,
}

impl Program<'_> {
    fn wrong(&mut self, op: Op, text: impl Into<String>) {
        self.found.push((op, text.into()));
    }

    /// Every stage is used once, where it was made or where a loop or branch hands it on.
    fn stages_go_once(&mut self, ops: &[Op]) {
        let body = &self.module.body;
        let mut stages: VecDeque<(Op, Value)> = ops
            .iter()
            .filter(|&&op| makes_stages(self.module.opcode(op)))
            .map(|&op| (op, body.result(op, 0)))
            .collect();
        let mut seen: SecondaryMap<Value, bool> = SecondaryMap::new();
        while let Some((origin, stage)) = stages.pop_front() {
            if std::mem::replace(&mut seen[stage], true) {
                continue;
            }
            let users = self.uses.users(body, stage);
            let near = users.iter().all(|&user| body.parent_block(user) == body.def_block(stage));
            let count: usize = users.iter().map(|&user| positions(self.module, user, stage).count()).sum();
            match count {
                0 => self.wrong(origin, "gives a stage that nobody hands on: what was acquired is committed, what was waited for is released"),
                1 if near => {}
                1 => self.wrong(origin, "gives a stage that a loop or branch inside of its block uses; carry it there"),
                _ => self.wrong(origin, "gives a stage that is used more than once"),
            }
            for &user in &users {
                for index in positions(self.module, user, stage) {
                    let carried = carried(self.module, user, index);
                    stages.extend(carried.into_iter().map(|value| (origin, value)));
                }
            }
        }
    }

    /// Finds the pipeline of every stage and iterator, and those that go to another one's.
    fn follow(&mut self, ops: &[Op]) {
        let mut next: VecDeque<(Value, Value)> = VecDeque::new();
        for &op in ops {
            let opcode = self.module.opcode(op);
            if opcode == Opcode::PipelineIterator || makes_stages(opcode) {
                next.push_back((self.module.body.result(op, 0), self.module.body.operands(op)[0]));
            }
        }
        while let Some((value, pipeline)) = next.pop_front() {
            if self.pipeline[value].replace(pipeline).is_some() {
                continue;
            }
            for user in self.uses.users(&self.module.body, value) {
                self.arrives(user, value, pipeline, &mut next);
            }
        }
    }

    /// A stage or iterator of a pipeline arrives at an op.
    fn arrives(&mut self, user: Op, value: Value, pipeline: Value, next: &mut VecDeque<(Value, Value)>) {
        let module = self.module;
        if module.opcode(user) == Opcode::PipelineInc {
            next.push_back((module.body.result(user, 0), pipeline));
            return;
        }
        for index in positions(module, user, value) {
            let carried = carried(module, user, index);
            if carried.is_empty() && module.body.operands(user)[0] != pipeline {
                self.wrong(user, "takes a stage or an iterator of another pipeline");
            }
            for value in carried {
                match self.pipeline[value] {
                    Some(other) if other != pipeline => {
                        self.wrong(user, "hands on stages or iterators of two pipelines as one");
                    }
                    Some(_) => {}
                    None => next.push_back((value, pipeline)),
                }
            }
        }
    }

    /// A pipeline has one producer, and each of its consumers.
    fn meets_agents(&mut self, create: Op) {
        let module = self.module;
        let users = self.uses.users(&module.body, module.body.result(create, 0));
        let of = |wanted: Opcode| users.iter().copied().filter(move |&op| module.opcode(op) == wanted);
        let runner = |op: Op| agents::runner(module, op);
        if let Some(text) = same_runner(of(Opcode::PipelineAcquire).map(runner), "acquires its stages") {
            self.wrong(create, text);
        }
        let consumers = module.int(create, fields::pipeline_create::consumers).unwrap_or(1);
        for index in 0..consumers {
            let waits = of(Opcode::PipelineWait)
                .filter(|&op| module.int(op, fields::pipeline_wait::consumer_idx).unwrap_or(0) == index);
            if let Some(text) =
                same_runner(waits.map(runner), &format!("waits for its stages as consumer {index}"))
            {
                self.wrong(create, text);
            }
        }
    }

    /// There is enough tensor memory and shared memory in each kernel.
    fn fits(&mut self, ops: &[Op]) {
        let mut kernels: Vec<(Op, Needs)> = Vec::new();
        for &op in ops {
            let Some(kernel) = agents::around(self.module, op, &[Opcode::Func]) else { continue };
            if kernels.last().is_none_or(|&(last, _)| last != kernel) {
                kernels.push((kernel, Needs::default()));
            }
            let (_, needs) = kernels.last_mut().expect("one was pushed");
            let ty = self.module.body.results(op).get(0).map(|value| self.module.ty(value));
            if let Some(Type::Pipeline(pipeline)) = ty {
                needs.add(pipeline);
            } else if let Some(Type::Tensor(tensor)) = ty {
                needs.columns.push((1, columns(tensor)));
            }
        }
        for (kernel, needs) in kernels {
            self.has_room(kernel, &needs);
        }
    }

    fn has_room(&mut self, kernel: Op, needs: &Needs) {
        let columns = total(&needs.columns);
        if columns > COLUMNS {
            let sum = terms(&needs.columns);
            self.wrong(
                kernel,
                format!("takes {sum} = {columns} columns of tensor memory, and there are {COLUMNS}"),
            );
        }
        let capability = super::capability(self.module);
        let limit = u64::from(shared_limit(capability.unwrap_or(90)));
        let bytes = total(&needs.bytes);
        if bytes > limit {
            let sum = terms(&needs.bytes);
            let text = format!(
                "has pipelines of {sum} = {bytes} bytes of shared memory, and a thread block can have {limit}; fewer stages take less"
            );
            self.wrong(kernel, text);
        }
    }

    /// Tensor maps of a kernel have numbers of their own.
    fn numbers_maps(&mut self, ops: &[Op]) {
        let mut seen: FxHashMap<(Option<Op>, i64), Op> = FxHashMap::default();
        for &op in ops.iter().filter(|&&op| self.module.opcode(op) == Opcode::TmaDesc) {
            let index = self.module.int(op, fields::tma_desc::tma_idx).unwrap_or(0);
            let kernel = agents::around(self.module, op, &[Opcode::Func]);
            if seen.insert((kernel, index), op).is_some() {
                self.wrong(op, format!("has the number {index}, as another tensor map of the kernel has"));
            }
        }
    }
}

/// What operand `index` of an op becomes: values of loops and branches, results of writes and reads.
fn carried(module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
    if module.opcode(op) != Opcode::PipelineYield {
        return present(flow::carried(module, op, index));
    }
    let parent = module.body.parent_op(op);
    parent.and_then(|parent| module.body.results(parent).get(index + 1)).into_iter().collect()
}

/// Where an op takes a value.
fn positions(module: &Module, op: Op, value: Value) -> impl Iterator<Item = usize> {
    let operands = module.body.operands(op).iter().enumerate();
    operands.filter(move |&(_, &other)| other == value).map(|(index, _)| index)
}

/// What is wrong when not exactly one agent does something.
fn same_runner(runners: impl Iterator<Item = Option<Op>>, does: &str) -> Option<String> {
    let mut runners: Vec<Option<Op>> = runners.collect();
    runners.sort_unstable();
    runners.dedup();
    match runners.len() {
        1 => None,
        0 => Some(format!("would be waited for without end: nobody {does}")),
        count => Some(format!("is used by {count} agents at once: one {does}")),
    }
}

/// What pipelines and tensor memory of a kernel take: how many, and of which size.
#[derive(Default)]
struct Needs {
    columns: Vec<(u64, u64)>,
    bytes: Vec<(u64, u64)>,
}

impl Needs {
    fn add(&mut self, pipeline: &PipelineType) {
        let stages = u64::from(pipeline.stages);
        let (mut columns_of_stage, mut bytes_of_stage) = (0, 2 * BARRIER);
        for part in &pipeline.parts {
            match part {
                Part::Buffer(buffer) => bytes_of_stage += bytes(buffer),
                Part::Tensor(tensor) => columns_of_stage += columns(tensor),
            }
        }
        self.bytes.push((stages, bytes_of_stage));
        if columns_of_stage > 0 {
            self.columns.push((stages, columns_of_stage));
        }
    }
}

fn total(needs: &[(u64, u64)]) -> u64 {
    needs.iter().map(|&(count, each)| count * each).sum()
}

/// `3 x 32784 + 2 x 16400`
fn terms(needs: &[(u64, u64)]) -> String {
    let terms: Vec<String> = needs.iter().map(|(count, each)| format!("{count} x {each}")).collect();
    terms.join(" + ")
}

fn columns(tensor: &TensorType) -> u64 {
    u64::from(tensor.layout.columns())
}

fn bytes(buffer: &BufferType) -> u64 {
    let bits = buffer.elem.scalar().map_or(64, packed_bits);
    ((u64::from(bits)) << buffer.layout.shape().bits()) / 8
}
