//! The warps of an agent, and their barrier.

use ir::walk::preorder;
use ir::{Op, Value};
use tileas::ops::fields as from;
use tileas::shared_memory::granted;
use tileas::types::Type;
use tileas::{Module, Opcode, stage_of};

use crate::from_tileas::runner::{Meeting, Runner};

/// Named barriers of a thread block; the first one is for all of its threads.
const BARRIERS: u32 = 16;
/// Thread blocks of a pair.
pub(super) const PAIR: u32 = 2;
/// Warps of a warpgroup.
pub(super) const GROUP: u32 = 4;

/// An agent, its warps, and the warps that work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crew {
    pub(super) agent: Op,
    /// The warps that the agent is given, from the number of its first one on.
    pub(super) warps: u32,
    /// The warps that execute its body: all, or the first one if one suffices.
    pub(super) runner: Runner,
    /// Whether only the leader of a pair of thread blocks runs it.
    pub(super) is_of_leader: bool,
    /// The turns that it takes.
    pub(super) turns: Option<Rounds>,
    /// Registers that each thread of it may have.
    pub(super) registers: Option<i64>,
}

/// Warpgroups that take turns, of an agent or of several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounds {
    /// The barrier of the first warpgroup for turns of products; those of the others have the next numbers, then those
    /// for turns of stores follow.
    pub(super) first: u32,
    /// Their number.
    pub(super) groups: u32,
    /// The number of the one that the agent is; none where it is all of them.
    pub(super) own: Option<u32>,
}

impl Crew {
    /// The number of the warp after its last one.
    pub(super) fn end(&self) -> u32 {
        self.runner.first_warp + self.warps
    }
}

/// The agents of a switch in their order. Those that have no named barrier left are distinguished: the runner of such
/// an agent cannot meet, and the first one is the error.
pub(super) fn crews(module: &Module, switch: Op) -> Result<Vec<Crew>, Op> {
    let mut found = Vec::new();
    let agents: Vec<Op> = agents(module, switch).collect();
    let in_turns = agents.iter().filter(|&&agent| own_turn(module, agent).is_some()).count() as u32;
    // Turns of products and of stores of all agents that take them.
    let (mut first_warp, mut barrier) = (0, 1 + 2 * in_turns);
    for agent in agents {
        let warps = module.int(agent, from::agent::num_warps).unwrap_or(1).clamp(1, 32) as u32;
        let runner = if warps == 1 || is_for_one_warp(module, agent) {
            Runner { first_warp, warps: 1, meeting: Meeting::Warp }
        } else if barrier < BARRIERS {
            barrier += 1;
            Runner { first_warp, warps, meeting: Meeting::Named(barrier - 1) }
        } else {
            return Err(agent);
        };
        let own = own_turn(module, agent);
        let turns = if own.is_some() {
            Some(Rounds { first: 1, groups: in_turns, own })
        } else {
            takes_turns(module, agent).then_some(Rounds { first: barrier, groups: warps / GROUP, own: None })
        };
        barrier += turns.filter(|_| own.is_none()).map_or(0, |turns| turns.groups);
        if barrier > BARRIERS {
            return Err(agent);
        }
        found.push(Crew {
            agent,
            warps,
            runner,
            is_of_leader: preorder(&module.body, agent).any(|op| is_of_leader(module, op)),
            turns,
            registers: module.int(agent, from::agent::registers),
        });
        first_warp += warps;
    }
    Ok(found)
}

/// The agents of a switch.
fn agents(module: &Module, switch: Op) -> impl Iterator<Item = Op> {
    let body = module.block(switch, from::agent_switch::body);
    let ops = body.into_iter().flat_map(|body| module.body.block_ops(body));
    ops.filter(|&op| module.opcode(op) == Opcode::Agent)
}

/// The number of an agent among those that take turns with each other.
fn own_turn(module: &Module, agent: Op) -> Option<u32> {
    module.int(agent, from::agent::turn).map(|turn| turn.clamp(0, 32) as u32)
}

/// Whether the warpgroups of an agent take turns.
fn takes_turns(module: &Module, agent: Op) -> bool {
    preorder(&module.body, agent).any(|op| module.opcode(op) == Opcode::Turn)
}

/// Whether the leader of a pair executes an op for both: a product of both, or a request to cancel the launch of another cluster.
pub(super) fn is_of_leader(module: &Module, op: Op) -> bool {
    if module.opcode(op) == Opcode::CancelLaunch {
        let answer = module.operand(op, from::cancel_launch::buffer);
        let create =
            stage_of(module, answer).and_then(|write| module.body.def_op(module.body.operands(write)[0]));
        return create.is_some_and(|create| module.flag(create, from::pipeline_create::cluster));
    }
    module.opcode(op) == Opcode::TensorDot && module.int(op, from::tensor_dot::cta_group) == Some(PAIR.into())
}

/// Whether an agent has work for one warp only: it copies boxes and counts. Other warps would wait for each stage as
/// well, and no arrival of theirs would hold the first one back: a warp that is late by two rounds would find the
/// parity of another round. Products of tensor memory are one warp's work, too; tiles next to them, such as a bound that is
/// loaded, have layouts of one warp.
fn is_for_one_warp(module: &Module, agent: Op) -> bool {
    let inside = || preorder(&module.body, agent).filter(|&op| op != agent);
    let multiplies = inside().any(|op| module.opcode(op) == Opcode::TensorDot);
    inside().all(|op| {
        !needs_warps(module.opcode(op))
            && granted(module, op).is_none()
            && (has_no_tiles(module, op) || multiplies && has_tiles_of_one_warp(module, op))
    })
}

/// True for an op whose tiles are all held by one warp.
fn has_tiles_of_one_warp(module: &Module, op: Op) -> bool {
    let is_of_one = |value: Value| match module.ty(value) {
        Type::Tile(tile) | Type::Pending(tile) => tile.shape().is_empty() || tile.layout.warps() == 1,
        _ => true,
    };
    module.body.operands(op).iter().all(|&value| is_of_one(value))
        && module.body.results(op).iter().all(is_of_one)
}

/// Ops that a certain number of threads run, whatever they take.
fn needs_warps(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Barrier
            | Opcode::AsyncDot
            | Opcode::DotBegin
            | Opcode::DotWait
            | Opcode::Turn
            | Opcode::CopyLoad
            | Opcode::CopyTiledLoad
            | Opcode::LocalLoad
            | Opcode::LocalStore
            | Opcode::FmaDot
            | Opcode::Alloca
    )
}

/// True for an op that takes and makes no tiles but single numbers.
pub(super) fn has_no_tiles(module: &Module, op: Op) -> bool {
    let is_tile = |value: &Value| match module.ty(*value) {
        Type::Tile(tile) | Type::Pending(tile) => !tile.shape().is_empty(),
        Type::Memref(_)
        | Type::BlockTile(_)
        | Type::Buffer(_)
        | Type::Tensor(_)
        | Type::TmaDesc(_)
        | Type::Pipeline(_)
        | Type::Iterator(_)
        | Type::Stage(_)
        | Type::Token => false,
    };
    !module.body.operands(op).iter().any(is_tile)
        && !module.body.results(op).iter().any(|value| is_tile(&value))
}
