//! What an agent of its own computes to know which tiles to load: the loops and branches around the loads, restricted to
//! indices, bounds and conditions.
//!
//! - What all agents use is computed before them, by all warps ([`shared_ops`]).
//! - The rest is computed again by the agent, so it must give the same wherever it runs: numbers without effects.
//! - What another agent alone knows (what was loaded, sums) cannot steer it.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};

use super::refusal::{Refusal, is_everywhere, named};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The control flow of an agent that copies.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    /// Loops and branches around the loads.
    pub(crate) kept: EntitySet<Op>,
    /// Ops that compute indices, bounds and conditions.
    pub(crate) ops: EntitySet<Op>,
    /// Of each loop that is kept: the numbers of the carried values that these need, rising.
    pub(crate) carried: SecondaryMap<Op, Vec<usize>>,
}

impl Skeleton {
    /// That of some loads.
    ///
    /// # Errors
    /// What another agent cannot compute.
    pub(crate) fn of(module: &Module, func: Op, loads: &[Op]) -> Result<Skeleton, Refusal> {
        let around = around(module, func, loads)?;
        let mut kept = EntitySet::new();
        kept.extend(around.iter().copied());
        ends_regularly(module, func, &kept)?;
        let skeleton = Skeleton { kept, ops: EntitySet::new(), carried: SecondaryMap::new() };
        let mut search =
            Search { module, func, shared: shared_ops(module, func), skeleton, open: Vec::new() };
        for &op in &around {
            let steers: &[ir::Field] = if module.opcode(op) == Opcode::For {
                &[fields::for_::lower, fields::for_::upper, fields::for_::step]
            } else {
                &[fields::if_::condition]
            };
            search.open.extend(steers.iter().map(|&field| module.operand(op, field)));
        }
        for &load in loads {
            search.open.push(module.operand(load, fields::tiled_load::tiles));
            search.open.extend(module.operands(load, fields::tiled_load::index));
        }
        while let Some(value) = search.open.pop() {
            search.need(value)?;
        }
        let mut skeleton = search.skeleton;
        for op in around {
            skeleton.carried[op].sort_unstable();
        }
        Ok(skeleton)
    }
}

/// Loops and branches around loads in a function.
fn around(module: &Module, func: Op, loads: &[Op]) -> Result<Vec<Op>, Refusal> {
    let mut found: Vec<Op> = Vec::new();
    for &load in loads {
        let mut outer = module.body.parent_op(load).filter(|&op| op != func);
        while let Some(op) = outer.filter(|op| !found.contains(op)) {
            if !matches!(module.opcode(op), Opcode::For | Opcode::If) {
                let reason = format!(
                    "its loop stands in {}, whose end only the agent that multiplies knows",
                    named(module, op)
                );
                return Err(Refusal::new(op, reason));
            }
            found.push(op);
            outer = module.body.parent_op(op).filter(|&op| op != func);
        }
    }
    Ok(found)
}

/// Iterations of what is kept, and the function, end where their blocks do.
fn ends_regularly(module: &Module, func: Op, kept: &EntitySet<Op>) -> Result<(), Refusal> {
    let last = |op: Op| module.body.parent_block(op).and_then(|block| module.body.last_op(block)) == Some(op);
    for op in preorder(&module.body, func) {
        let opcode = module.opcode(op);
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops leave nothing")]
        let leaves = match opcode {
            Opcode::Return => module.body.parent_op(op) != Some(func),
            Opcode::Continue | Opcode::Break => {
                let outer = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
                let mut loops = outer.filter(|&op| matches!(module.opcode(op), Opcode::For | Opcode::Loop));
                let left = loops.next();
                let direct = left == module.body.parent_op(op) && last(op) && opcode == Opcode::Continue;
                left.is_some_and(|left| kept.contains(left)) && !direct
            }
            _ => false,
        };
        if leaves {
            return Err(Refusal::new(
                op,
                format!("{} leaves the loops of the product early", named(module, op)),
            ));
        }
    }
    Ok(())
}

/// The ops of a function's own block that compute numbers and memory of such alone: all agents use these.
pub(crate) fn shared_ops(module: &Module, func: Op) -> EntitySet<Op> {
    let mut shared = EntitySet::new();
    let Some(block) = module.block(func, fields::func::body) else { return shared };
    for op in module.body.block_ops(block) {
        let plain = module.body.regions(op).len() == 0 && module.effects(op).is_repeatable();
        let everywhere = module.body.results(op).iter().all(|value| is_everywhere(module.ty(value)));
        let known = |&value: &Value| match module.body.def(value) {
            ValueDef::Result(op, _) => shared.contains(op),
            ValueDef::Arg(..) => true,
        };
        if plain
            && everywhere
            && !module.body.results(op).is_empty()
            && module.body.operands(op).iter().all(known)
        {
            shared.insert(op);
        }
    }
    shared
}

struct Search<'m> {
    module: &'m Module,
    func: Op,
    shared: EntitySet<Op>,
    skeleton: Skeleton,
    open: Vec<Value>,
}

impl Search<'_> {
    fn need(&mut self, value: Value) -> Result<(), Refusal> {
        let module = self.module;
        match module.body.def(value) {
            ValueDef::Arg(block, index) => self.need_argument(block, index as usize),
            ValueDef::Result(op, _) if self.shared.contains(op) || self.skeleton.ops.contains(op) => Ok(()),
            ValueDef::Result(op, index) if self.is_kept_loop(op) => self.carry(op, index as usize),
            ValueDef::Result(op, _) => self.need_op(op),
        }
    }

    fn is_kept_loop(&self, op: Op) -> bool {
        self.skeleton.kept.contains(op) && self.module.opcode(op) == Opcode::For
    }

    fn need_argument(&mut self, block: Block, index: usize) -> Result<(), Refusal> {
        let owner = self.module.body.block_op(block);
        if owner == Some(self.func) {
            return Ok(());
        }
        let loop_ = owner.filter(|&owner| self.is_kept_loop(owner));
        match (loop_, index.checked_sub(1)) {
            (Some(_), None) => Ok(()),
            (Some(loop_), Some(number)) => self.carry(loop_, number),
            (None, _) => {
                let op = owner.unwrap_or(self.func);
                Err(Refusal::new(op, format!("an index depends on {}", named(self.module, op))))
            }
        }
    }

    fn need_op(&mut self, op: Op) -> Result<(), Refusal> {
        let module = self.module;
        let plain = module.body.regions(op).len() == 0 && module.effects(op).is_repeatable();
        let everywhere = module.body.results(op).iter().all(|value| is_everywhere(module.ty(value)));
        if !plain || !everywhere {
            let reason = format!(
                "an index, bound or condition depends on {}, which only the agent that multiplies runs",
                named(module, op)
            );
            return Err(Refusal::new(op, reason));
        }
        self.skeleton.ops.insert(op);
        self.open.extend(module.body.operands(op));
        Ok(())
    }

    /// A carried value: where it starts, and what an iteration makes of it.
    fn carry(&mut self, op: Op, number: usize) -> Result<(), Refusal> {
        let module = self.module;
        if self.skeleton.carried[op].contains(&number) {
            return Ok(());
        }
        let init = module.operands(op, fields::for_::inits).get(number).copied();
        let body = module.block(op, fields::for_::body);
        let last = body.and_then(|body| module.body.last_op(body));
        let next = last.and_then(|last| module.body.operands(last).get(number).copied());
        let Some((init, next)) = init.zip(next).filter(|&(init, _)| is_everywhere(module.ty(init))) else {
            return Err(Refusal::new(op, "an index depends on a tile that the loop carries"));
        };
        self.skeleton.carried[op].push(number);
        self.open.extend([init, next]);
        Ok(())
    }
}
