//! The computation that an agent needs to determine which tiles to load: the loops and branches around the loads,
//! restricted to indices, addresses, bounds and conditions.
//!
//! - Values that all agents use are computed before them, by all warps ([`shared_ops`]).
//! - The agent recomputes the rest, so it must have the same value everywhere: scalars and tiles without effects.
//! - Loaded values are loaded again, if the program orders no write before or after the load ([`is_loaded_again`]).
//! - Values that only another agent has (sums, results of reductions) are not available.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};

use super::exits::{add_exits, exits, is_loop, left_by, steering};
use super::memory_order::is_unordered;
use super::operand::Operand;
use super::refusal::{Refusal, is_everywhere, named};
use super::shared_ops::shared_ops;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// The control flow of an agent that copies.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    /// Loops and branches around the loads.
    pub(crate) kept: EntitySet<Op>,
    /// Ops that compute indices, addresses, bounds and conditions.
    pub(crate) ops: EntitySet<Op>,
    /// The loads among these ops.
    pub(crate) loads: Vec<Op>,
    /// Of each loop that is kept: the numbers of the carried values that these need, rising.
    pub(crate) carried: SecondaryMap<Op, Vec<usize>>,
    /// Of each `loop` that is kept: the numbers of the results that these need, rising.
    pub(crate) given: SecondaryMap<Op, Vec<usize>>,
}

impl Skeleton {
    /// That of some loads.
    ///
    /// # Errors
    /// An op that another agent cannot execute.
    pub(crate) fn of(module: &Module, func: Op, operands: &[Operand]) -> Result<Skeleton, Refusal> {
        let loads: Vec<Op> = operands.iter().map(|operand| operand.load).collect();
        let mut around = around(module, func, &loads)?;
        add_exits(module, &mut around);
        let mut kept = EntitySet::new();
        kept.extend(around.iter().copied());
        ends_regularly(module, func, &kept)?;
        let (ops, carried, given) = (EntitySet::new(), SecondaryMap::new(), SecondaryMap::new());
        let skeleton = Skeleton { kept, ops, loads: Vec::new(), carried, given };
        let mut search =
            Search { module, func, shared: shared_ops(module, func), skeleton, open: Vec::new() };
        for &op in &around {
            search.open.extend(steering(module, op));
        }
        for &load in &loads {
            search.open.extend(places(module, load));
        }
        while let Some(value) = search.open.pop() {
            search.need(value)?;
        }
        let mut skeleton = search.skeleton;
        for op in around {
            skeleton.carried[op].sort_unstable();
            skeleton.given[op].sort_unstable();
        }
        Ok(skeleton)
    }
}

/// The operands that determine which memory a load reads: tiles and their indices, or addresses and where they are
/// read.
pub(crate) fn places(module: &Module, load: Op) -> Vec<Value> {
    if module.opcode(load) == Opcode::Load {
        let mask = module.operand_opt(load, fields::load::mask);
        return std::iter::once(module.operand(load, fields::load::source)).chain(mask).collect();
    }
    let tiles = module.operand(load, fields::tiled_load::tiles);
    std::iter::once(tiles).chain(module.operands(load, fields::tiled_load::index).iter().copied()).collect()
}

/// Loops and branches around loads in a function.
fn around(module: &Module, func: Op, loads: &[Op]) -> Result<Vec<Op>, Refusal> {
    let mut found: Vec<Op> = Vec::new();
    for &load in loads {
        let mut outer = module.body.parent_op(load).filter(|&op| op != func);
        while let Some(op) = outer.filter(|op| !found.contains(op)) {
            if !matches!(module.opcode(op), Opcode::For | Opcode::Loop | Opcode::If) {
                let reason = format!(
                    "its loop is in {}, whose end only the agent that multiplies knows",
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

/// Iterations of each `for` that is kept, and the function, end where their blocks do.
fn ends_regularly(module: &Module, func: Op, kept: &EntitySet<Op>) -> Result<(), Refusal> {
    let last = |op: Op| module.body.parent_block(op).and_then(|block| module.body.last_op(block)) == Some(op);
    for op in preorder(&module.body, func) {
        let opcode = module.opcode(op);
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops leave nothing")]
        let leaves = match opcode {
            Opcode::Return => module.body.parent_op(op) != Some(func),
            Opcode::Continue | Opcode::Break => {
                let left = left_by(module, op);
                let direct = left == module.body.parent_op(op) && last(op);
                left.is_some_and(|left| kept.contains(left) && module.opcode(left) == Opcode::For) && !direct
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

/// Ops whose tiles another agent computes in the layouts that it needs: an element of the result depends on elements of
/// the operands at places that are known.
fn is_computed_again(module: &Module, op: Op) -> bool {
    let opcode = module.opcode(op);
    opcode.arith().is_some()
        || (opcode == Opcode::ExtractSlice && is_of_few(module, op))
        || matches!(
            opcode,
            Opcode::Broadcast
                | Opcode::Constant
                | Opcode::ConvertLayout
                | Opcode::MakeRange
                | Opcode::Permute
                | Opcode::View
        )
}

/// Elements of a tile that each thread of an agent may hold, to take slices of them, as a binary logarithm.
const MAX_ELEMENT_BITS: u32 = 5;

/// A slice at a known place of a tile of a few elements, which each thread holds then.
pub(crate) fn is_of_few(module: &Module, slice: Op) -> bool {
    use fields::extract_slice::{indices, source};
    let few = module
        .ty(module.operand(slice, source))
        .tile()
        .is_some_and(|tile| tile.layout.shape().bits() <= MAX_ELEMENT_BITS);
    let known =
        |&index: &Value| module.body.def_op(index).is_some_and(|op| module.opcode(op) == Opcode::Constant);
    few && module.operands(slice, indices).iter().all(known)
}

/// Another agent may load the same again, at another time: nothing is written before it or after it that the program
/// orders.
fn is_loaded_again(module: &Module, load: Op) -> Result<(), Refusal> {
    let steers = |other: Op, order: &str| {
        let (load, other) = (named(module, load), named(module, other));
        format!(
            "the copies depend on {load}, which the program orders {order} {other}, and the agent that copies loads it at a different time"
        )
    };
    is_unordered(module, load).map_err(|found| match found.op == load {
        true => found,
        false => Refusal::new(found.op, steers(found.op, "after")),
    })?;
    ordered_after(module, load).map_or(Ok(()), |op| Err(Refusal::new(op, steers(op, "before"))))
}

/// An op other than loads that takes the token of a load, of joined ones, or of loads that are ordered after it.
fn ordered_after(module: &Module, load: Op) -> Option<Op> {
    let tokens = |op: Op| module.body.results(op).iter().filter(|&value| *module.ty(value) == Type::Token);
    let mut open: Vec<Value> = tokens(load).collect();
    let mut seen: EntitySet<Op> = EntitySet::new();
    while let Some(token) = open.pop() {
        for user in ops_of(module).filter(|&op| module.body.operands(op).contains(&token)) {
            if !matches!(module.opcode(user), Opcode::Load | Opcode::TiledLoad | Opcode::JoinTokens) {
                return Some(user);
            }
            if seen.insert(user) {
                open.extend(tokens(user));
            }
        }
    }
    None
}

fn ops_of(module: &Module) -> impl Iterator<Item = Op> {
    preorder(&module.body, module.root)
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
            ValueDef::Result(op, index) if self.is_kept_loop(op) => self.give(op, index as usize),
            ValueDef::Result(op, _) => self.need_op(op),
        }
    }

    fn is_kept_loop(&self, op: Op) -> bool {
        self.skeleton.kept.contains(op) && is_loop(self.module, op)
    }

    fn need_argument(&mut self, block: Block, index: usize) -> Result<(), Refusal> {
        let owner = self.module.body.block_op(block);
        if owner == Some(self.func) {
            return Ok(());
        }
        let Some(loop_) = owner.filter(|&owner| self.is_kept_loop(owner)) else {
            let op = owner.unwrap_or(self.func);
            return Err(Refusal::new(op, format!("an index depends on {}", named(self.module, op))));
        };
        // A `for` has its counter first.
        let counters = usize::from(self.module.opcode(loop_) == Opcode::For);
        index.checked_sub(counters).map_or(Ok(()), |number| self.carry(loop_, number))
    }

    fn need_op(&mut self, op: Op) -> Result<(), Refusal> {
        let module = self.module;
        if matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad) {
            is_loaded_again(module, op)?;
            self.skeleton.loads.push(op);
            self.skeleton.ops.insert(op);
            self.open
                .extend(module.body.operands(op).iter().filter(|&&value| *module.ty(value) != Type::Token));
            return Ok(());
        }
        let plain = module.body.regions(op).len() == 0 && module.effects(op).is_repeatable();
        let everywhere = module.body.results(op).iter().all(|value| is_everywhere(module.ty(value)));
        if !plain || !(everywhere || is_computed_again(module, op)) {
            let reason = format!(
                "an index, bound or condition depends on {}, which only the agent that multiplies executes",
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
        self.skeleton.carried[op].push(number);
        let inits = if module.opcode(op) == Opcode::For { fields::for_::inits } else { fields::loop_::inits };
        let init = module.operands(op, inits)[number];
        self.is_carried(op, init)?;
        self.open.push(init);
        self.open_ends(op, Opcode::Continue, number);
        Ok(())
    }

    /// A result of a loop.
    fn give(&mut self, op: Op, number: usize) -> Result<(), Refusal> {
        if self.module.opcode(op) == Opcode::For {
            return self.carry(op, number);
        }
        if !self.skeleton.given[op].contains(&number) {
            self.is_carried(op, self.module.body.result(op, number))?;
            self.skeleton.given[op].push(number);
            self.open_ends(op, Opcode::Break, number);
        }
        Ok(())
    }

    /// Only a `for` carries tiles, since it has one end, whose layouts apply.
    fn is_carried(&self, loop_: Op, value: Value) -> Result<(), Refusal> {
        let module = self.module;
        if module.opcode(loop_) == Opcode::For || is_everywhere(module.ty(value)) {
            return Ok(());
        }
        let reason =
            format!("the copies depend on a tile that goes round {}, and not a `for`", named(module, loop_));
        Err(Refusal::new(loop_, reason))
    }

    /// The values of a number that all ends of a kind give.
    fn open_ends(&mut self, loop_: Op, opcode: Opcode, number: usize) {
        let module = self.module;
        let ends = exits(module, loop_).into_iter().filter(|&end| module.opcode(end) == opcode);
        self.open.extend(ends.map(|end| module.body.operands(end)[number]));
    }
}
