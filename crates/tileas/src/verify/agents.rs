//! Agents: their warps, and the ops that are allowed inside and outside of them.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Block, Op, Value};
use tile_core::control::rules::{self, ends_in};

use super::{Ask as _, Check, Checked, ensure};
use crate::ops::fields;
use crate::target::Feature;
use crate::{Module, Opcode};

/// The maximum number of warps of a thread block.
const MOST_WARPS: i64 = 32;
/// Warps of a warpgroup, which `wgmma`, tensor memory and budgets of registers are for.
pub(super) const GROUP: i64 = 4;
/// Registers of a multiprocessor.
const REGISTERS: i64 = 64 << 10;

/// The innermost op of these around an op.
pub(super) fn around(module: &Module, op: Op, wanted: &[Opcode]) -> Option<Op> {
    let mut outer = module.body.parent_op(op);
    while let Some(found) = outer.filter(|&found| !wanted.contains(&module.opcode(found))) {
        outer = module.body.parent_op(found);
    }
    outer
}

/// The warps of an agent or of a kernel.
pub(super) fn warps_of(module: &Module, owner: Op) -> i64 {
    let field = if module.opcode(owner) == Opcode::Agent {
        fields::agent::num_warps
    } else {
        fields::func::num_warps
    };
    module.int(owner, field).unwrap_or(0).clamp(0, 1 << 16)
}

/// Warps of the thread block of a kernel: those of the kernel, or those of its agents where these are more.
pub fn block_warps(module: &Module, func: Op) -> u32 {
    let limited = |owner: Op| warps_of(module, owner).clamp(1, MOST_WARPS) as u32;
    let switches = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::AgentSwitch);
    let warps = |switch: Op| agents(module, switch).map(limited).sum();
    switches.map(warps).max().unwrap_or(0).max(limited(func))
}

/// The runner of an op: the agent around it, or none for the kernel.
pub(super) fn runner(module: &Module, op: Op) -> Option<Op> {
    around(module, op, &[Opcode::Agent, Opcode::Func])
}

/// The agents of a switch; their number is limited.
fn agents(module: &Module, switch: Op) -> impl Iterator<Item = Op> {
    let block = module.block(switch, fields::agent_switch::body);
    let ops = block.into_iter().flat_map(|block| module.body.block_ops(block)).take(2 * MOST_WARPS as usize);
    ops.filter(|&op| module.opcode(op) == Opcode::Agent)
}

/// The number of an agent's first warp; 0 for a kernel.
fn first_warp(module: &Module, owner: Op) -> i64 {
    let Some(switch) = module.body.parent_op(owner) else { return 0 };
    if module.opcode(owner) != Opcode::Agent {
        return 0;
    }
    let before = agents(module, switch).take_while(|&agent| agent != owner);
    before.map(|agent| warps_of(module, agent)).sum()
}

/// An op must be executed by whole warpgroups.
pub(super) fn in_warpgroups(check: &Check<'_>) -> Checked {
    let Some(owner) = runner(check.module, check.op) else { return Ok(()) };
    let (first, warps) = (first_warp(check.module, owner), warps_of(check.module, owner));
    ensure(first % GROUP == 0 && warps % GROUP == 0, || {
        format!("needs warpgroups of {GROUP} warps, and warps {first} to {} run it", first + warps - 1)
    })
}

pub(super) fn agent_switch(check: &Check<'_>) -> Checked {
    let (module, body) = (check.module, fields::agent_switch::body);
    in_kernel(check, "shares out the warps of a kernel")?;
    let block = rules::body(module, check.op, body)?;
    takes_nothing(module, block)?;
    ends_in(module, check.op, body, &[Opcode::PipelineYield])?;
    let other = module
        .body
        .block_ops(block)
        .find(|&op| !matches!(module.opcode(op), Opcode::Agent | Opcode::PipelineYield));
    ensure(other.is_none(), || "holds agents alone".to_owned())?;
    ensure(agents(module, check.op).next().is_some(), || "has no agents".to_owned())?;
    let warps: i64 = agents(module, check.op).map(|agent| warps_of(module, agent)).sum();
    ensure(warps <= MOST_WARPS, || {
        format!("its agents have {warps} warps, and a thread block has {MOST_WARPS} at most")
    })?;
    budgets(check)
}

/// A number of registers that a thread may be given.
pub(super) fn budget(registers: i64) -> Checked {
    let sound = (24..=256).contains(&registers) && registers % 8 == 0;
    ensure(sound, || {
        format!(
            "threads have 24 to 256 registers, a multiple of 8, not {registers}; the attribute may be left out"
        )
    })
}

/// The registers of all agents must not exceed those of the thread block.
fn budgets(check: &Check<'_>) -> Checked {
    let module = check.module;
    let budget = |agent: Op| {
        module.int(agent, fields::agent::registers).map(|registers| registers.clamp(0, REGISTERS))
    };
    let stated = agents(module, check.op).filter(|&agent| budget(agent).is_some()).count();
    if stated == 0 {
        return Ok(());
    }
    check.needs(Feature::RegisterBudgets)?;
    let all = agents(module, check.op).count();
    ensure(stated == all, || {
        format!("{stated} of its {all} agents say how many registers they have; all must")
    })?;
    let (mut sum, mut terms) = (0, Vec::new());
    for agent in agents(module, check.op) {
        let (registers, threads) = (budget(agent).unwrap_or(0), warps_of(module, agent) * 32);
        let whole = first_warp(module, agent) % GROUP == 0 && warps_of(module, agent) % GROUP == 0;
        ensure(whole || shares_budget(module, agent), || {
            format!(
                "registers are reallocated by warpgroups of {GROUP} warps, and an agent has parts of one; all agents of a \
                 warpgroup have equal `registers`"
            )
        })?;
        sum += registers * threads;
        terms.push(format!("{registers} x {threads}"));
    }
    ensure(sum <= REGISTERS, || {
        format!(
            "its threads may have {} = {sum} registers, and a multiprocessor has {REGISTERS}",
            terms.join(" + ")
        )
    })?;
    // An agent waits for registers that others have given back, and would wait forever for more than there are.
    let threads: i64 = agents(module, check.op).map(|agent| warps_of(module, agent) * 32).sum();
    let begin = REGISTERS / threads.max(1) / 8 * 8;
    ensure(sum <= begin * threads, || {
        format!(
            "its threads may have {} = {sum} registers, and begin with {begin} each, which are {}",
            terms.join(" + "),
            begin * threads
        )
    })
}

/// Whether an agent is a part of a warpgroup whose warps all belong to agents with its budget.
fn shares_budget(module: &Module, agent: Op) -> bool {
    let Some(switch) = module.body.parent_op(agent) else { return false };
    let group = first_warp(module, agent) / GROUP;
    let budget = |agent: Op| module.int(agent, fields::agent::registers);
    let mut warps = 0;
    for other in agents(module, switch) {
        let (first, count) = (first_warp(module, other), warps_of(module, other));
        if first / GROUP > group || (first + count - 1) / GROUP < group {
            continue;
        }
        let is_inside = first / GROUP == group && (first + count - 1) / GROUP == group;
        if !is_inside || budget(other) != budget(agent) {
            return false;
        }
        warps += count;
    }
    warps == GROUP
}

pub(super) fn agent(check: &Check<'_>) -> Checked {
    let (module, body) = (check.module, fields::agent::body);
    let inside =
        module.body.parent_op(check.op).is_some_and(|outer| module.opcode(outer) == Opcode::AgentSwitch);
    ensure(inside, || "must be in an `async.pipeline.agent_switch`".to_owned())?;
    let warps = module.int(check.op, fields::agent::num_warps).unwrap_or(0);
    ensure((1..=MOST_WARPS).contains(&warps) && warps & (warps - 1) == 0, || {
        format!("an agent has a power of two of warps up to {MOST_WARPS}, not {warps}")
    })?;
    module.int(check.op, fields::agent::registers).map_or(Ok(()), budget)?;
    takes_turns(check)?;
    takes_nothing(module, rules::body(module, check.op, body)?)?;
    ends_in(module, check.op, body, &[Opcode::PipelineYield])?;
    leaves_reused_alone(module, check.op)
}

/// Agents that take turns are warpgroups, numbered in their order.
fn takes_turns(check: &Check<'_>) -> Checked {
    let module = check.module;
    let Some(turn) = module.int(check.op, fields::agent::turn) else { return Ok(()) };
    ensure(warps_of(module, check.op) == GROUP, || {
        format!("takes turns with other agents, so it must have the {GROUP} warps of a warpgroup")
    })?;
    let Some(switch) = module.body.parent_op(check.op) else { return Ok(()) };
    let all = || agents(module, switch).filter(|&agent| module.attr(agent, fields::agent::turn).is_present());
    let place = all().position(|agent| agent == check.op).unwrap_or(0);
    ensure(turn == place as i64, || {
        format!("has turn {turn}, but is number {place} of the agents that take turns")
    })?;
    ensure(all().nth(1).is_some(), || "is the only agent with `turn`".to_owned())
}

/// After an agent has taken over the stages of a pipeline, it no longer uses any stage of it.
fn leaves_reused_alone(module: &Module, agent: Op) -> Checked {
    let mut reused: EntitySet<Value> = EntitySet::new();
    for op in preorder(&module.body, agent) {
        if module.opcode(op) == Opcode::PipelineReuse {
            reused.insert(module.operand(op, fields::pipeline_reuse::pipeline));
        } else if module.body.operands(op).iter().any(|&value| reused.contains(value)) {
            return Err("takes over the stages of a pipeline that is used later; put `async.pipeline.reuse` after the last use"
                .to_owned());
        }
    }
    Ok(())
}

pub(super) fn takes_nothing(module: &Module, block: Block) -> Checked {
    ensure(module.body.block_args(block).is_empty(), || "its body has no arguments".to_owned())
}

/// An op must be in the block of the kernel itself, so that it runs once.
pub(super) fn in_kernel(check: &Check<'_>, what: &str) -> Checked {
    let outer = check.module.body.parent_op(check.op);
    let there = outer.is_some_and(|outer| check.module.opcode(outer) == Opcode::Func);
    ensure(there, || format!("{what}, and must be in its own block, outside of loops, branches and agents"))
}

/// An agent only uses its own values, or values that are not distributed over warps.
pub(super) fn uses_its_own(check: &Check<'_>) -> Checked {
    let module = check.module;
    let Some(agent) = around(module, check.op, &[Opcode::Agent]) else { return Ok(()) };
    let held = |value: Value| module.ty(value).held().is_some_and(|tile| !tile.shape().is_empty());
    let foreign = |value: Value| {
        let block = module.body.def_block(value);
        !block.is_some_and(|block| is_inside(module, block, agent))
    };
    let mut operands = module.body.operands(check.op).iter().copied().enumerate();
    let found = operands.find(|&(_, value)| held(value) && foreign(value));
    found.map_or(Ok(()), |(index, value)| {
        Err(format!(
            "operand #{index}, a {}, is held by the warps outside of the agent; hand it over through a pipeline or \
             shared memory",
            module.ty(value)
        ))
    })
}

fn is_inside(module: &Module, block: Block, agent: Op) -> bool {
    let mut outer = module.body.block_op(block);
    while let Some(found) = outer.filter(|&found| found != agent) {
        outer = module.body.parent_op(found);
    }
    outer.is_some()
}
