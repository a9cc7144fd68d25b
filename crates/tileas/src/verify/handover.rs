//! The protocol of stages: rules over the whole program.
//!
//! - A stage is used once: each op that receives a stage passes it on, in the same block, on every path.
//! - Stages and iterators belong to one pipeline, and stages to one of its consumers, also as loop-carried values.
//! - One agent acquires the stages of a pipeline, and for each of its consumers one agent waits. Otherwise an agent would wait
//!   forever.
//! - Stages that have the same memory are used in turn ([`super::replaced`]).
//!
//! Products in flight ([`super::in_flight`]) and resources of a kernel ([`super::resources`]) have such rules, too.

use std::collections::VecDeque;

use cranelift_entity::SecondaryMap;
use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Op, Value};

use super::exits::Exits;
use super::flow::{Found, carried, positions};
use super::{agents, in_flight, replaced, resources};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The owner of a stage or an iterator: its pipeline, and the consumer that has waited for it.
type Owner = (Value, Option<i64>);

/// Checks a module whose ops were verified one by one.
pub(crate) fn check(module: &Module) -> Found {
    let ops: Vec<Op> =
        preorder(&module.body, module.root).filter(|&op| hands_over(module.opcode(op))).collect();
    if ops.is_empty() {
        return Found::new();
    }
    let mut program = Program {
        module,
        uses: Uses::of(&module.body, module.root),
        exits: Exits::of(module),
        owner: SecondaryMap::new(),
        found: Found::new(),
    };
    program.stages_go_once(&ops);
    program.follow(&ops);
    for &op in &ops {
        if module.opcode(op) == Opcode::PipelineCreate {
            program.meets_agents(op);
            program.replaces(op);
        }
    }
    let Program { uses, mut found, .. } = program;
    in_flight::check(module, &uses, &ops, &mut found);
    resources::check(module, &ops, &mut found);
    found.sort_by_key(|&(op, _)| op);
    found
}

fn hands_over(opcode: Opcode) -> bool {
    makes_stages(opcode)
        || matches!(
            opcode,
            Opcode::AsyncDot
                | Opcode::DotBegin
                | Opcode::DotWait
                | Opcode::PipelineCreate
                | Opcode::PipelineIterator
                | Opcode::TensorAlloc
                | Opcode::TensorDot
                | Opcode::TensorDotScaled
                | Opcode::TmaDesc
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
    exits: Exits,
    /// The owner of each stage and iterator.
    owner: SecondaryMap<Value, Option<Owner>>,
    found: Found,
}

impl Program<'_> {
    fn wrong(&mut self, op: Op, text: impl Into<String>) {
        self.found.push((op, text.into()));
    }

    /// Every stage is used once, in the block of its definition or of a loop or branch that carries it.
    fn stages_go_once(&mut self, ops: &[Op]) {
        let module = self.module;
        let body = &module.body;
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
                0 => self.wrong(origin, "returns a stage that is not passed on: commit an acquired stage, and release one that was waited for"),
                1 if near && users.iter().any(|&user| self.exits.are_between(module, stage, user)) => {
                    self.wrong(origin, "returns a stage that a `break`, `continue` or `return` leaves behind");
                }
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

    /// Finds the owner of every stage and iterator, and uses by other pipelines.
    fn follow(&mut self, ops: &[Op]) {
        let mut next: VecDeque<(Value, Owner)> = VecDeque::new();
        for &op in ops {
            let opcode = self.module.opcode(op);
            if opcode == Opcode::PipelineIterator || makes_stages(opcode) {
                let owner = (self.module.body.operands(op)[0], consumer(self.module, op));
                next.push_back((self.module.body.result(op, 0), owner));
            }
        }
        while let Some((value, owner)) = next.pop_front() {
            if self.owner[value].replace(owner).is_some() {
                continue;
            }
            for user in self.uses.users(&self.module.body, value) {
                self.arrives(user, value, owner, &mut next);
            }
        }
    }

    /// A stage or iterator of a pipeline reaches an op.
    fn arrives(&mut self, user: Op, value: Value, owner: Owner, next: &mut VecDeque<(Value, Owner)>) {
        let module = self.module;
        if module.opcode(user) == Opcode::PipelineInc {
            next.push_back((module.body.result(user, 0), owner));
            return;
        }
        for index in positions(module, user, value) {
            let carried = carried(module, user, index);
            if carried.is_empty() {
                self.ends_at(user, owner);
            }
            for value in carried {
                match self.owner[value] {
                    Some(other) if other.0 != owner.0 => {
                        self.wrong(user, "passes on stages or iterators of two pipelines as one value");
                    }
                    Some(other) if other != owner => {
                        self.wrong(user, "passes on stages of two consumers as one value");
                    }
                    Some(_) => {}
                    None => next.push_back((value, owner)),
                }
            }
        }
    }

    /// An op of a pipeline only uses its own stages and iterators.
    fn ends_at(&mut self, user: Op, (pipeline, waited): Owner) {
        if self.module.body.operands(user)[0] != pipeline {
            self.wrong(user, "uses a stage or an iterator of another pipeline");
        } else if let (Some(waited), Some(own)) = (waited, consumer(self.module, user))
            && waited != own
        {
            let text = format!("uses a stage as consumer {own}, but consumer {waited} has waited for it");
            self.wrong(user, text);
        }
    }

    /// A pipeline over another one is written and read in turn with it.
    fn replaces(&mut self, create: Op) {
        let module = self.module;
        let Some(over) = module.operand_opt(create, fields::pipeline_create::over) else { return };
        let [own, other] = [module.body.result(create, 0), over]
            .map(|pipeline| self.uses.users(&module.body, pipeline).to_vec());
        if let Err(text) = replaced::alternates(module, create, [&own, &other]) {
            self.wrong(create, text);
        }
    }

    /// A pipeline has one producer, and each of its consumers.
    fn meets_agents(&mut self, create: Op) {
        let module = self.module;
        let users = self.uses.users(&module.body, module.body.result(create, 0));
        let of = |wanted: Opcode| users.iter().copied().filter(move |&op| module.opcode(op) == wanted);
        // No agent waits at the barriers of a pipeline that is not used.
        if of(Opcode::PipelineAcquire).chain(of(Opcode::PipelineWait)).next().is_none() {
            return;
        }
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
}

/// The number of the consumer in the attribute of an op.
fn consumer(module: &Module, op: Op) -> Option<i64> {
    let opcode = module.opcode(op);
    let field = if opcode == Opcode::PipelineWait {
        fields::pipeline_wait::consumer_idx
    } else if opcode == Opcode::PipelineRead {
        fields::pipeline_read::consumer_idx
    } else if opcode == Opcode::PipelineRelease {
        fields::pipeline_release::consumer_idx
    } else {
        return None;
    };
    Some(module.int(op, field).unwrap_or(0))
}

/// The error if not exactly one agent does something.
fn same_runner(runners: impl Iterator<Item = Option<Op>>, does: &str) -> Option<String> {
    let mut runners: Vec<Option<Op>> = runners.collect();
    runners.sort_unstable();
    runners.dedup();
    match runners.len() {
        1 => None,
        0 => Some(format!("would be waited for forever: no agent {does}")),
        count => Some(format!("is used by {count} agents at once: one {does}")),
    }
}
