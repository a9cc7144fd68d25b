//! Pipelines between agents, op by op. [`super::handover`] checks the protocol over the whole program.

use ir::{Field, Op, Value};
use numerics::Scalar;
use tile_core::control::rules::{self, args, carries, ends_in, results, types_of};

use super::{Ask as _, Check, Checked, agents, ensure, replaced, shared};
use crate::ops::fields;
use crate::shared_memory::{Stages, buffer_bytes};
use crate::target::Feature;
use crate::types::{IteratorType, PipelineType, Role, StageState, Type};
use crate::{Module, Opcode};

/// The maximum number of consumers of a pipeline: each has at least one warp.
const MOST_CONSUMERS: i64 = 32;
/// The maximum depth of nested slices.
const MOST_VIEWS: usize = 64;

fn pipeline<'m>(check: &Check<'m>, field: Field) -> Result<&'m PipelineType, String> {
    let ty = check.ty(field);
    if let Type::Pipeline(pipeline) = ty {
        Ok(pipeline)
    } else {
        Err(format!("works on a pipeline, not on {ty}"))
    }
}

fn iterator(check: &Check<'_>, field: Field) -> Result<IteratorType, String> {
    let ty = check.ty(field);
    if let Type::Iterator(iterator) = ty {
        Ok(*iterator)
    } else {
        Err(format!("takes an iterator, not {ty}"))
    }
}

/// A field must be a stage in a state.
fn stage(check: &Check<'_>, field: Field, state: StageState) -> Checked {
    let ty = check.ty(field);
    ensure(*ty == Type::Stage(state), || format!("goes with `{state}`, not with `{ty}`"))
}

/// The op that creates a pipeline, if a value directly comes from one.
pub(super) fn maker(module: &Module, value: Value) -> Option<Op> {
    module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::PipelineCreate)
}

pub(super) fn create(check: &Check<'_>) -> Checked {
    use fields::pipeline_create::{cluster, consumers, over as replaces, result, turns};
    check.needs(Feature::Mbarriers)?;
    agents::in_kernel(check, "makes the barriers of a kernel")?;
    let parts = &pipeline(check, result)?.parts;
    ensure(!parts.is_empty(), || "hands over memory, and its stages have none".to_owned())?;
    let count = check.module.int(check.op, consumers).unwrap_or(1);
    ensure((1..=MOST_CONSUMERS).contains(&count), || {
        format!("a pipeline has 1 to {MOST_CONSUMERS} consumers, not {count}")
    })?;
    ensure(count > 1 || !check.module.flag(check.op, turns), || {
        "has one consumer, and `turns` needs several".to_owned()
    })?;
    if let Some(over) = check.module.operand_opt(check.op, replaces) {
        replaced::fits_over(check.module, check.op, maker(check.module, over))?;
    }
    if !check.module.flag(check.op, cluster) {
        return Ok(());
    }
    check.needs(Feature::Clusters)?;
    let ctas = check.ctas();
    ensure(ctas > 1, || "is for the thread blocks of a cluster, and the kernel has one".to_owned())
}

pub(super) fn create_iterator(check: &Check<'_>) -> Checked {
    use fields::pipeline_iterator::{pipeline as from, result};
    goes_with(pipeline(check, from)?, iterator(check, result)?)
}

fn goes_with(pipeline: &PipelineType, iterator: IteratorType) -> Checked {
    ensure(pipeline.stages == iterator.stages, || {
        format!("its pipeline has {} stages, and the iterator is one of {}", pipeline.stages, iterator.stages)
    })
}

pub(super) fn inc_iter(check: &Check<'_>) -> Checked {
    use fields::pipeline_inc::{iterator as from, steps as on};
    iterator(check, from)?;
    let Some(steps) = check.module.operand_opt(check.op, on) else { return Ok(()) };
    let ty = check.module.ty(steps);
    let is_number =
        ty.tile().is_some_and(|tile| tile.shape().is_empty() && tile.elem.scalar() == Some(Scalar::I32));
    ensure(is_number, || format!("takes a number of steps of type i32, not {ty}"))
}

/// The buffer is where the stages are. The rule that no op uses these later belongs to the agent ([`agents::agent`]).
pub(super) fn reuse(check: &Check<'_>) -> Checked {
    use fields::pipeline_reuse::{pipeline as from, result};
    let (needed, stages) =
        (buffer_bytes(shared::buffer(check, result)), u64::from(Stages::of(pipeline(check, from)?).full()));
    ensure(needed <= stages, || format!("gives {needed} bytes, and the stages have {stages}"))?;
    let around = agents::around(check.module, check.op, &[Opcode::Agent, Opcode::For, Opcode::Loop]);
    ensure(around.is_some_and(|op| check.module.opcode(op) == Opcode::Agent), || {
        "takes over the stages of a pipeline once, in an agent and outside of its loops".to_owned()
    })
}

fn turns(check: &Check<'_>, [from, at]: [Field; 2], role: Role) -> Checked {
    let found = iterator(check, at)?;
    goes_with(pipeline(check, from)?, found)?;
    ensure(found.role == role, || {
        format!("takes the iterator of a {}, not that of a {}", role.name(), found.role.name())
    })
}

pub(super) fn acquire(check: &Check<'_>) -> Checked {
    use fields::pipeline_acquire::{iterator, pipeline, stage as result};
    turns(check, [pipeline, iterator], Role::Producer)?;
    stage(check, result, StageState::Empty)
}

pub(super) fn wait(check: &Check<'_>) -> Checked {
    use fields::pipeline_wait::{consumer_idx, iterator, pipeline, stage as result};
    turns(check, [pipeline, iterator], Role::Consumer)?;
    consumer(check, pipeline, consumer_idx)?;
    stage(check, result, StageState::Full)
}

/// The number of a consumer must be one of the pipeline's.
fn consumer(check: &Check<'_>, from: Field, index: Field) -> Checked {
    let made = maker(check.module, check.module.operand(check.op, from));
    let count = made.and_then(|made| check.module.int(made, fields::pipeline_create::consumers)).unwrap_or(1);
    let index = check.module.int(check.op, index).unwrap_or(0);
    ensure((0..count).contains(&index), || {
        format!("names consumer {index}, and the pipeline has {count}, counted from 0")
    })
}

/// The body sees the memory of a stage.
fn sees_stage(check: &Check<'_>, from: Field, body: Field) -> Checked {
    let block = rules::body(check.module, check.op, body)?;
    let given = types_of(check.module, args(check.module, block));
    let wanted: Vec<String> = pipeline(check, from)?.parts.iter().map(ToString::to_string).collect();
    ensure(given == wanted, || {
        format!("its body must take ({}), not ({})", wanted.join(", "), given.join(", "))
    })?;
    ends_in(check.module, check.op, body, &[Opcode::PipelineYield])
}

pub(super) fn write(check: &Check<'_>) -> Checked {
    use fields::pipeline_write::{body, pipeline, stage as from, written};
    stage(check, from, StageState::Empty)?;
    stage(check, written, StageState::Written)?;
    sees_stage(check, pipeline, body)
}

pub(super) fn commit(check: &Check<'_>) -> Checked {
    pipeline(check, fields::pipeline_commit::pipeline)?;
    stage(check, fields::pipeline_commit::stage, StageState::Written)
}

pub(super) fn read(check: &Check<'_>) -> Checked {
    use fields::pipeline_read::{body, consumer_idx, pipeline, read, stage as from};
    stage(check, from, StageState::Full)?;
    stage(check, read, StageState::Read)?;
    consumer(check, pipeline, consumer_idx)?;
    sees_stage(check, pipeline, body)
}

pub(super) fn release(check: &Check<'_>) -> Checked {
    use fields::pipeline_release::{consumer_idx, pipeline as from, stage as read};
    pipeline(check, from)?;
    stage(check, read, StageState::Read)?;
    consumer(check, from, consumer_idx)
}

pub(super) fn yield_(check: &Check<'_>) -> Checked {
    let module = check.module;
    let parent = rules::taker(module, check.op)?;
    let given = module.body.operands(check.op);
    #[allow(clippy::wildcard_enum_match_arm, reason = "five ops have such bodies")]
    match module.opcode(parent) {
        Opcode::Agent | Opcode::AgentSwitch => {
            ensure(given.is_empty(), || "yields nothing here: agents hand values over by stages".to_owned())
        }
        Opcode::WarpIf => ensure(given.is_empty(), || {
            "yields nothing here: a warp that skips the body has no values".to_owned()
        }),
        Opcode::PipelineRead | Opcode::PipelineWrite => {
            let values: Vec<Value> = results(module, parent).into_iter().skip(1).collect();
            carries(module, given, &values, "what is yielded")?;
            let stays = values.iter().find(|&&value| !leaves(module.ty(value)));
            stays.map_or(Ok(()), |&value| {
                Err(format!("yields values, iterators and stages; {} stays in the body", module.ty(value)))
            })
        }
        _ => Err("ends an agent, a switch, or the body of a write, a read or a `warp_if`".to_owned()),
    }
}

/// Whether values of a type may leave the body of a write or read.
fn leaves(ty: &Type) -> bool {
    ty.held().is_some() || matches!(ty, Type::Iterator(_) | Type::Stage(_))
}

/// The write or read whose memory a value is, or is a view of.
pub fn stage_of(module: &Module, value: Value) -> Option<Op> {
    let mut value = value;
    for _ in 0..MOST_VIEWS {
        let is_view = |&op: &Op| matches!(module.opcode(op), Opcode::ExtractSlice | Opcode::TransposeBuffer);
        let Some(view) = module.body.def_op(value).filter(is_view) else { break };
        value = module.body.operands(view)[0];
    }
    let block = module.body.def_block(value).filter(|_| module.body.def_op(value).is_none())?;
    let owner = module.body.block_op(block)?;
    matches!(module.opcode(owner), Opcode::PipelineWrite | Opcode::PipelineRead).then_some(owner)
}

/// Whether the pipeline of a write or read, its first operand, is for all thread blocks of the cluster.
pub(super) fn is_for_cluster(module: &Module, owner: Op) -> bool {
    let made = maker(module, module.body.operands(owner)[0]);
    made.is_some_and(|made| module.flag(made, fields::pipeline_create::cluster))
}

/// The write whose stage holds this memory.
pub(super) fn fills_stage(check: &Check<'_>, memory: Value) -> Result<Op, String> {
    let owner = stage_of(check.module, memory).filter(|&op| check.module.opcode(op) == Opcode::PipelineWrite);
    owner.ok_or_else(|| {
        "writes memory of a stage, an argument of the body of an `async.pipeline.producer_write`: whoever reads it waits \
         for the stage"
            .to_owned()
    })
}

/// The handles that loops and branches do not carry: their definition is visible at each use.
pub(super) fn stays_put(check: &Check<'_>) -> Checked {
    let (module, body) = (check.module, &check.module.body);
    if !matches!(module.opcode(check.op), Opcode::For | Opcode::Loop | Opcode::If) {
        return Ok(());
    }
    let inside = body.regions(check.op).flat_map(|region| body.region_blocks(region).to_vec());
    let inside = inside.flat_map(|block| args(module, block));
    let fixed =
        |value: &Value| matches!(module.ty(*value), Type::Pipeline(_) | Type::TmaDesc(_) | Type::Tensor(_));
    let found = body.results(check.op).iter().chain(inside).find(fixed);
    found.map_or(Ok(()), |value| {
        Err(format!("does not carry {}, which is the same everywhere", module.ty(value)))
    })
}
