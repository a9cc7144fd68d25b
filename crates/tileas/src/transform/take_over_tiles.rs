//! `take-over-tiles`: thread blocks continue with the tiles of thread blocks that have not started (cluster launch
//! control).
//!
//! ```text
//! x = program id                      pipeline of answers
//! agent "a" { f(x) }          =>      agent "a" { loop (x = program id) { f(x); answer; if none { break } continue(its x) } }
//!                                     agent "schedule" { loop { request; answer; if none { break } continue } }
//! ```
//!
//! Each thread block requests a tile in advance: it cancels the launch of a thread block that has not started, and the
//! answer has the index of that thread block. All agents read the answer at the end of a tile, so products of the next
//! tile are computed while the previous tile is stored. The launch does not change. If all thread blocks run at the
//! same time, no launch is cancelled.
//!
//! A pair of thread blocks takes over the tile of another pair: the answer comes to both, and the agents of the second
//! thread block read it as well.
//!
//! `generate-schedule` chooses the functions (`take_over`). Iterators of pipelines are carried from tile to tile. Each
//! agent recomputes the scalars that depend on the index of the tile block.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tileaa::types::Elem;

use super::functions;
use super::materialize_schedule::await_releases;
use super::schedule::thread_blocks::is_paired;
use crate::layout::{Shape, SharedLayout};
use crate::ops::{Builders as _, fields};
use crate::types::{BufferType, IteratorType, Part, PipelineType, Role, StageState, TileType, Type};
use crate::{Module, Opcode, TileAs};

/// Words of 32 bits of an answer.
const WORDS: u32 = 4;
/// Stages of answers: one for the tile that is stored, and one for the tile that is multiplied.
const STAGES: u32 = 2;

type Rewrite<'m> = Rewriter<'m, TileAs>;

/// Rewrites every function whose thread blocks take over tiles; true when there is one.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        if module.flag(func, fields::func::take_over)
            && let Some(switch) = switch(module, func)
            && !is_done(module, switch)
        {
            rewrite(&mut Rewriter::new(module), func, switch);
            changed = true;
        }
    }
    changed
}

fn switch(module: &Module, func: Op) -> Option<Op> {
    let block = module.block(func, fields::func::body)?;
    module.body.block_ops(block).find(|&op| module.opcode(op) == Opcode::AgentSwitch)
}

fn is_done(module: &Module, switch: Op) -> bool {
    preorder(&module.body, switch).any(|op| module.opcode(op) == Opcode::CancelLaunch)
}

/// The pipeline of answers.
struct Answers {
    pipeline: Value,
    buffer: TypeId,
    types: Types,
    /// The axes of the grid that the function uses, with their `get_program_id` ops.
    axes: Vec<(i64, Vec<Op>)>,
}

struct Types {
    producer: TypeId,
    consumer: TypeId,
    empty: TypeId,
    written: TypeId,
    full: TypeId,
    read: TypeId,
    truth: TypeId,
    index: TypeId,
}

fn rewrite(rewriter: &mut Rewrite<'_>, func: Op, switch: Op) {
    let answers = answers(rewriter, func, switch);
    let again = followers(rewriter.module(), func, &answers);
    let module = rewriter.module();
    let body = module.block(switch, fields::agent_switch::body).expect("a switch has a body");
    let is_agent = |&op: &Op| module.opcode(op) == Opcode::Agent;
    let agents: Vec<Op> = module.body.block_ops(body).filter(is_agent).collect();
    for (number, &agent) in agents.iter().enumerate() {
        repeat(rewriter, (switch, agent), (&answers, number as i64), &again);
    }
    schedule(rewriter, (switch, body), &answers, agents.len() as i64);
}

/// Creates the pipeline of answers: one agent requests them, and all agents read them.
fn answers(rewriter: &mut Rewrite<'_>, func: Op, switch: Op) -> Answers {
    let module = rewriter.module();
    let agents = preorder(&module.body, switch).filter(|&op| module.opcode(op) == Opcode::Agent).count();
    let mut axes: Vec<(i64, Vec<Op>)> = Vec::new();
    for op in preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::GetProgramId) {
        let axis = module.int(op, fields::get_program_id::axis).unwrap_or(0);
        match axes.iter_mut().find(|(known, _)| *known == axis) {
            Some((_, ops)) => ops.push(op),
            None => axes.push((axis, vec![op])),
        }
    }
    let shape = Shape::new(&[WORDS]).expect("a power of two is an extent");
    let elem = Elem::Scalar(Scalar::I32);
    let buffer = BufferType::new(elem, SharedLayout::row_major(&shape));
    let pipeline = PipelineType { stages: STAGES, parts: vec![Part::Buffer(buffer.clone())] };
    let mut intern = |ty: Type| rewriter.intern(ty);
    let iterator = |role| Type::Iterator(IteratorType { stages: STAGES, role });
    let single = |scalar| Type::Tile(TileType::single(Elem::Scalar(scalar)));
    let types = Types {
        producer: intern(iterator(Role::Producer)),
        consumer: intern(iterator(Role::Consumer)),
        empty: intern(Type::Stage(StageState::Empty)),
        written: intern(Type::Stage(StageState::Written)),
        full: intern(Type::Stage(StageState::Full)),
        read: intern(Type::Stage(StageState::Read)),
        truth: intern(single(Scalar::I1)),
        index: intern(single(Scalar::I32)),
    };
    let (buffer, ty) = (intern(Type::Buffer(buffer)), intern(Type::Pipeline(pipeline)));
    let is_paired = is_paired(rewriter.module(), func);
    let pipeline = rewriter.build_before(switch, switch, |b| {
        let create = b.pipeline_create().consumers(agents as i64 + 1).cluster(is_paired);
        create.result(ty).finish().value()
    });
    Answers { pipeline, buffer, types, axes }
}

/// The ops before the agents that depend on the index of the tile block.
fn followers(module: &Module, func: Op, answers: &Answers) -> Vec<Op> {
    let block = module.block(func, fields::func::body).expect("a function has a body");
    let mut found: Vec<Op> = answers.axes.iter().flat_map(|(_, ops)| ops.clone()).collect();
    let roots = found.len();
    for op in module.body.block_ops(block) {
        let from = |value: &Value| module.body.def_op(*value).is_some_and(|made| found.contains(&made));
        if module.opcode(op) != Opcode::AgentSwitch && module.body.operands(op).iter().any(from) {
            found.push(op);
        }
    }
    found.split_off(roots)
}

/// Repeats the body of an agent for each tile.
fn repeat(
    rewriter: &mut Rewrite<'_>,
    (switch, agent): (Op, Op),
    (answers, consumer): (&Answers, i64),
    again: &[Op],
) {
    let module = rewriter.module();
    let body = module.block(agent, fields::agent::body).expect("an agent has a body");
    let ops: Vec<Op> = module.body.block_ops(body).collect();
    let (&end, own) = ops.split_last().expect("an agent has its end");
    let iterators = iterators(module, agent);
    let last: Vec<Value> = iterators.iter().map(|&first| advanced(module, body, first)).collect();
    let starts: Vec<Value> = answers.axes.iter().map(|(_, ops)| module.body.result(ops[0], 0)).collect();
    let first = rewriter.build_before(switch, agent, |b| {
        b.pipeline_iterator().pipeline(answers.pipeline).result(answers.types.consumer).finish().value()
    });
    let inits: Vec<Value> = starts.iter().chain(&iterators).copied().chain([first]).collect();
    let (loop_, inside, last_op) = loop_before(rewriter, end, agent, &inits);
    own.iter().for_each(|&op| rewriter.move_before(op, last_op));
    let arguments: Vec<Value> = rewriter.module().body.block_args(inside).iter().collect();
    let mut names: FxHashMap<Value, Value> = FxHashMap::default();
    for ((_, ops), &argument) in answers.axes.iter().zip(&arguments) {
        names.extend(ops.iter().map(|&op| (rewriter.module().body.result(op, 0), argument)));
    }
    let carried = &arguments[starts.len()..];
    names.extend(iterators.iter().copied().zip(carried.iter().copied()));
    let start = rewriter.module().body.first_op(inside).expect("a loop has its end");
    for &op in again {
        if is_needed(rewriter.module(), loop_, op, again) {
            rewriter.clone_before(op, start, &mut names);
        }
    }
    rename(rewriter, loop_, &names);
    let nexts: Vec<Value> = last.iter().map(|value| names.get(value).copied().unwrap_or(*value)).collect();
    let iterator = carried[iterators.len()];
    let (ids, iterator, leaves) = next(rewriter, last_op, (answers, consumer), iterator);
    for (first, &iterator) in iterators.iter().zip(&nexts) {
        if let Some(pipeline) = stages_of_pair(rewriter.module(), *first) {
            await_releases(rewriter, (leaves, agent), pipeline, iterator);
        }
    }
    let nexts: Vec<Value> = ids.into_iter().chain(nexts).chain([iterator]).collect();
    rewriter.set_operands(last_op, &nexts, &[]);
}

/// Whether an agent uses an op, directly or through ops that it recomputes.
fn is_needed(module: &Module, agent: Op, op: Op, again: &[Op]) -> bool {
    let mut wanted = vec![op];
    let mut seen: Vec<Op> = Vec::new();
    while let Some(op) = wanted.pop() {
        seen.push(op);
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let takes = |user: Op| module.body.operands(user).iter().any(|value| results.contains(value));
        if preorder(&module.body, agent).any(takes) {
            return true;
        }
        wanted.extend(again.iter().copied().filter(|&user| !seen.contains(&user) && takes(user)));
    }
    false
}

/// Creates a `loop` before an op; also returns its body and the op that starts the next iteration.
fn loop_before(rewriter: &mut Rewrite<'_>, at: Op, like: Op, inits: &[Value]) -> (Op, Block, Op) {
    let types: Vec<TypeId> = inits.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    rewriter.build_before(at, like, |b| {
        let loop_ = b.loop_().inits(inits).finish().op;
        let body = b.module.block(loop_, fields::loop_::body).expect("a loop has a body");
        b.module.body.set_block_args(body, &types);
        (loop_, body, b.inside(body, |b| b.continue_().finish().op))
    })
}

/// The pipeline of an initial iterator, if a pair of thread blocks fills it with operands: the last products release stages of both.
fn stages_of_pair(module: &Module, first: Value) -> Option<Value> {
    let made = module.body.def_op(first)?;
    let pipeline = module.operand(made, fields::pipeline_iterator::pipeline);
    let create = module.body.def_op(pipeline)?;
    let (Type::Iterator(iterator), Type::Pipeline(ty)) = (module.ty(first), module.ty(pipeline)) else {
        return None;
    };
    let has_operands = ty.parts.iter().all(|part| matches!(part, Part::Buffer(_)));
    let is_of_pair = module.flag(create, fields::pipeline_create::cluster);
    (is_of_pair && has_operands && iterator.role == Role::Producer).then_some(pipeline)
}

/// Reads the answer before an op, and leaves the loop if there is no further tile. Returns the index of the next tile block along each
/// axis, the iterator of the next answer, and the op that leaves.
fn next(
    rewriter: &mut Rewrite<'_>,
    at: Op,
    (answers, consumer): (&Answers, i64),
    iterator: Value,
) -> (Vec<Value>, Value, Op) {
    let types = &answers.types;
    rewriter.build_before(at, at, |b| {
        let pipeline = answers.pipeline;
        let full = b.pipeline_wait().pipeline(pipeline).iterator(iterator).stage(types.full);
        let full = full.consumer_idx(consumer).finish().value();
        let given: Vec<TypeId> =
            std::iter::once(types.truth).chain(answers.axes.iter().map(|_| types.index)).collect();
        let read = b.pipeline_read().pipeline(pipeline).stage(full).read(types.read);
        let read = read.consumer_idx(consumer).values(given.as_slice()).finish().op;
        let body = b.module.block(read, fields::pipeline_read::body).expect("a read has a body");
        b.module.body.set_block_args(body, &[answers.buffer]);
        let buffer = b.module.body.block_args(body).get(0).expect("a stage has memory");
        b.inside(body, |b| {
            let answer = b.cancelled_launch().buffer(buffer).cancelled(types.truth);
            let answer = answer.x(types.index).y(types.index).z(types.index).finish().op;
            let of_axis = |axis: i64| b.module.body.result(answer, 1 + axis as usize);
            let values: Vec<Value> = std::iter::once(b.module.body.result(answer, 0))
                .chain(answers.axes.iter().map(|&(axis, _)| of_axis(axis)))
                .collect();
            b.pipeline_yield().operands(values).finish();
        });
        let results: Vec<Value> = b.module.body.results(read).iter().collect();
        b.pipeline_release().pipeline(pipeline).stage(results[0]).consumer_idx(consumer).finish();
        let branch = b.if_().condition(results[1]).finish().op;
        let then = b.module.block(branch, fields::if_::then).expect("a branch has its block");
        b.inside(then, |b| b.yield_().finish().op);
        let region = b.module.region(branch, fields::if_::otherwise);
        let otherwise = match b.module.body.region_blocks(region).first() {
            Some(&block) => block,
            None => b.module.body.create_block(region, &[]),
        };
        let leaves = b.inside(otherwise, |b| b.break_().finish().op);
        let iterator = b.pipeline_inc().iterator(iterator).result(types.consumer).finish().value();
        (results[2..].to_vec(), iterator, leaves)
    })
}

/// Creates the agent that requests tiles.
fn schedule(rewriter: &mut Rewrite<'_>, (switch, body): (Op, Block), answers: &Answers, consumer: i64) {
    let types = &answers.types;
    let pipeline = answers.pipeline;
    let end = rewriter.module().body.last_op(body).expect("a switch has its end");
    // It is in the warpgroup of the agents before it.
    let module = rewriter.module();
    let registers = module.body.prev(end).and_then(|agent| module.int(agent, fields::agent::registers));
    let agent_end = rewriter.build_before(end, switch, |b| {
        let mut agent = b.agent().name("schedule").num_warps(1i64);
        if let Some(registers) = registers {
            agent = agent.registers(registers);
        }
        let agent = agent.finish().op;
        let block = b.module.block(agent, fields::agent::body).expect("an agent has a body");
        b.inside(block, |b| b.pipeline_yield().finish().op)
    });
    let inits = rewriter.build_before(switch, switch, |b| {
        [types.producer, types.consumer]
            .map(|ty| b.pipeline_iterator().pipeline(pipeline).result(ty).finish().value())
    });
    let (_, inside, last) = loop_before(rewriter, agent_end, switch, &inits);
    let arguments: Vec<Value> = rewriter.module().body.block_args(inside).iter().collect();
    let asks = rewriter.build_before(last, switch, |b| {
        let iterator = arguments[0];
        let empty = b.pipeline_acquire().pipeline(pipeline).iterator(iterator).stage(types.empty);
        let empty = empty.finish().value();
        let write = b.pipeline_write().pipeline(pipeline).stage(empty).written(types.written).finish().op;
        let body = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
        b.module.body.set_block_args(body, &[answers.buffer]);
        let buffer = b.module.body.block_args(body).get(0).expect("a stage has memory");
        b.inside(body, |b| {
            b.cancel_launch().buffer(buffer).finish();
            b.pipeline_yield().finish();
        });
        let written = b.module.body.result(write, 0);
        b.pipeline_commit().pipeline(pipeline).stage(written).finish();
        b.pipeline_inc().iterator(iterator).result(types.producer).finish().value()
    });
    let (_, answered, _) = next(rewriter, last, (answers, consumer), arguments[1]);
    rewriter.set_operands(last, &[asks, answered], &[]);
}

/// The initial iterators that an agent uses.
fn iterators(module: &Module, agent: Op) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for op in preorder(&module.body, agent) {
        for &value in module.body.operands(op) {
            let made = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::PipelineIterator);
            if made.is_some() && !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

/// The value of an iterator at the end of a block.
fn advanced(module: &Module, block: Block, first: Value) -> Value {
    let results =
        module.body.block_ops(block).flat_map(|op| module.body.results(op).iter().collect::<Vec<_>>());
    let is_iterator = |value: &Value| matches!(module.ty(*value), Type::Iterator(_));
    let of_first = |value: &Value| begins(module, *value) == Some(first);
    results.filter(is_iterator).filter(of_first).last().unwrap_or(first)
}

/// The initial iterator from which an iterator was advanced.
fn begins(module: &Module, mut value: Value) -> Option<Value> {
    loop {
        let op = module.body.def_op(value)?;
        let number = module.body.results(op).iter().position(|result| result == value)?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "no other op gives iterators")]
        match module.opcode(op) {
            Opcode::PipelineIterator => return Some(value),
            Opcode::PipelineInc => value = module.operand(op, fields::pipeline_inc::iterator),
            Opcode::For => value = *module.operands(op, fields::for_::inits).get(number)?,
            Opcode::If => {
                // Both blocks advance the same iterator.
                let block = module.block(op, fields::if_::then)?;
                value = *module.body.operands(module.body.last_op(block)?).get(number)?;
            }
            Opcode::Loop => {
                let back = module.body.results(op).len() - number;
                let inits = module.operands(op, fields::loop_::inits);
                value = *inits.get(inits.len().checked_sub(back)?)?;
            }
            Opcode::PipelineRead | Opcode::PipelineWrite => {
                let body = module.body.region_blocks(module.body.region(op, 0)).first().copied()?;
                let last = module.body.last_op(body)?;
                value = *module.body.operands(last).get(number.checked_sub(1)?)?;
            }
            _ => return None,
        }
    }
}

/// Renames operands of all ops in an op.
fn rename(rewriter: &mut Rewrite<'_>, root: Op, names: &FxHashMap<Value, Value>) {
    let inside: Vec<Op> = preorder(&rewriter.module().body, root).filter(|&op| op != root).collect();
    for op in inside {
        let operands = rewriter.module().body.operands(op).to_vec();
        for (index, value) in operands.into_iter().enumerate() {
            if let Some(&name) = names.get(&value) {
                rewriter.set_operand(op, index, name);
            }
        }
    }
}
