//! What an agent of its own computes to know which tiles to load: the loops and branches around the loads, restricted to
//! indices, bounds and conditions.
//!
//! - What all agents use is computed before them, by all warps ([`shared_ops`]).
//! - The rest is computed again by the agent, so it must give the same wherever it runs: numbers without effects.
//! - What another agent alone knows (what was loaded, sums) cannot steer it.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};

use super::refusal::{Refusal, is_everywhere, named};
use crate::ops::fields;
use crate::{Module, Opcode};

/// The control flow of an agent that copies.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    /// Loops and branches around the loads, the outermost first.
    pub(crate) chain: Vec<Op>,
    /// Ops that compute indices, bounds and conditions.
    pub(crate) ops: EntitySet<Op>,
    /// Of each loop of the chain: the numbers of the carried values that these need, rising.
    pub(crate) carried: Vec<Vec<usize>>,
}

impl Skeleton {
    /// That of loads in the body of a loop.
    ///
    /// # Errors
    /// What another agent cannot compute.
    pub(crate) fn of(module: &Module, func: Op, loop_: Op, loads: &[Op]) -> Result<Skeleton, Refusal> {
        let chain = chain(module, func, loop_)?;
        ends_regularly(module, func, &chain)?;
        let carried = vec![Vec::new(); chain.len()];
        let skeleton = Skeleton { chain, ops: EntitySet::new(), carried };
        let mut search =
            Search { module, func, shared: shared_ops(module, func), skeleton, open: Vec::new() };
        for &op in &search.skeleton.chain {
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
        search.skeleton.carried.iter_mut().for_each(|numbers| numbers.sort_unstable());
        Ok(search.skeleton)
    }
}

/// Loops and branches around a loop in a function, and itself.
fn chain(module: &Module, func: Op, loop_: Op) -> Result<Vec<Op>, Refusal> {
    let mut chain = vec![loop_];
    let mut outer = module.body.parent_op(loop_).filter(|&op| op != func);
    while let Some(op) = outer {
        if !matches!(module.opcode(op), Opcode::For | Opcode::If) {
            let reason = format!(
                "its loop stands in {}, whose end only the agent that multiplies knows",
                named(module, op)
            );
            return Err(Refusal::new(op, reason));
        }
        chain.push(op);
        outer = module.body.parent_op(op).filter(|&op| op != func);
    }
    chain.reverse();
    Ok(chain)
}

/// Iterations of the chain, and the function, end where their blocks do.
fn ends_regularly(module: &Module, func: Op, chain: &[Op]) -> Result<(), Refusal> {
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
                left.is_some_and(|left| chain.contains(&left)) && !direct
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
            ValueDef::Result(op, index) => match self.place(op) {
                Some(place) if module.opcode(op) == Opcode::For => self.carry(place, index as usize),
                _ => self.need_op(op),
            },
        }
    }

    fn place(&self, op: Op) -> Option<usize> {
        self.skeleton.chain.iter().position(|&other| other == op)
    }

    fn need_argument(&mut self, block: Block, index: usize) -> Result<(), Refusal> {
        let owner = self.module.body.block_op(block);
        if owner == Some(self.func) {
            return Ok(());
        }
        let place = owner.and_then(|owner| self.place(owner)).filter(|_| block_is_body(self.module, block));
        match (place, index.checked_sub(1)) {
            (Some(_), None) => Ok(()),
            (Some(place), Some(number)) => self.carry(place, number),
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
    fn carry(&mut self, place: usize, number: usize) -> Result<(), Refusal> {
        let (module, op) = (self.module, self.skeleton.chain[place]);
        if self.skeleton.carried[place].contains(&number) {
            return Ok(());
        }
        let init = module.operands(op, fields::for_::inits).get(number).copied();
        let body = module.block(op, fields::for_::body);
        let last = body.and_then(|body| module.body.last_op(body));
        let next = last.and_then(|last| module.body.operands(last).get(number).copied());
        let Some((init, next)) = init.zip(next).filter(|&(init, _)| is_everywhere(module.ty(init))) else {
            return Err(Refusal::new(op, "an index depends on a tile that the loop carries"));
        };
        self.skeleton.carried[place].push(number);
        self.open.extend([init, next]);
        Ok(())
    }
}

/// Whether a block is the body of a `for`.
fn block_is_body(module: &Module, block: Block) -> bool {
    module.body.block_op(block).is_some_and(|op| module.opcode(op) == Opcode::For)
}
