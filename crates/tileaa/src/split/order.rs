//! Accesses that a token orders and that different thread blocks of a cluster execute.
//!
//! Without a token, two accesses of a tile block that alias are a race, without any guarantee. With one, the second is executed
//! after the first only in the same thread block. This is sufficient if the two never alias, and if each thread block has the
//! same part of both.

use ir::analysis::Uses;
use ir::{Op, Value};
use rustc_hash::FxHashSet;

use super::axes::block_tile;
use super::{Plan, Refusal, Why, moved, writes};
use crate::alias::{Access, spreads};
use crate::axis_info::AxisAnalysis;
use crate::control::flow::carried;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// The maximum number of visited tokens: every access is followed to the end of its chain.
const MAX_TOKENS: usize = 1 << 20;

/// Says which access stops the sharing, if one does.
pub(super) fn check(
    module: &Module,
    facts: &AxisAnalysis,
    func: Op,
    uses: &Uses,
    plan: &Plan,
) -> Result<(), Refusal> {
    let mut left = MAX_TOKENS;
    let order = Order { module, facts, uses, plan };
    for op in plan.ops(module, func).into_iter().filter(|&op| is_access(module, op)) {
        order.behind(op, &mut left)?;
    }
    Ok(())
}

fn is_access(module: &Module, op: Op) -> bool {
    moved(module, op).is_some()
}

struct Order<'m> {
    module: &'m Module,
    facts: &'m AxisAnalysis,
    uses: &'m Uses,
    plan: &'m Plan,
}

impl Order<'_> {
    /// Looks at everything that tokens order after an access.
    fn behind(&self, first: Op, left: &mut usize) -> Result<(), Refusal> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<(Value, bool)> = self.tokens(first).map(|token| (token, false)).collect();
        while let Some((token, again)) = open.pop() {
            if !seen.insert((token, again)) {
                continue;
            }
            let users = self.uses.users(&self.module.body, token).into_iter();
            // Whatever is behind all parts waits for all of them.
            for op in users.filter(|&op| self.plan.contains(op)) {
                *left = left.checked_sub(1).ok_or(Refusal { why: Why::Order, op: first })?;
                if is_access(self.module, op) && !self.is_free(first, op, again) {
                    return Err(Refusal { why: Why::Order, op });
                }
                open.extend(self.next(op, token, again));
            }
        }
        Ok(())
    }

    fn tokens(&self, op: Op) -> impl Iterator<Item = Value> {
        let results = self.module.body.results(op).iter();
        results.filter(|&value| *self.module.ty(value) == Type::Token)
    }

    /// The tokens that depend on one: in another iteration of a loop (`again`), or in the same.
    fn next(&self, op: Op, token: Value, again: bool) -> Vec<(Value, bool)> {
        let operands = self.module.body.operands(op);
        let taken = (0..operands.len()).filter(|&index| operands[index] == token);
        let repeats = self.module.opcode(op) == Opcode::Continue;
        let mut found = Vec::new();
        for [result, argument] in taken.map(|index| carried(self.module, op, index)) {
            found.extend(result.map(|value| (value, again)));
            found.extend(argument.map(|value| (value, again || repeats)));
        }
        if self.module.body.regions(op).len() == 0 {
            found.extend(self.tokens(op).map(|token| (token, again)));
        }
        found
    }

    /// Whether other thread blocks may execute the second access before the first.
    fn is_free(&self, first: Op, second: Op, again: bool) -> bool {
        let module = self.module;
        let reads = |op: Op| matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad);
        if reads(first) && reads(second) {
            return true;
        }
        let alone = |op: Op| writes(module, op) && self.plan.access(module, op).is_none();
        if alone(first) && alone(second) {
            return true;
        }
        if self.same_parts(first, second) {
            return true;
        }
        // Facts about values hold in one iteration of a loop.
        let (Some(one), Some(two)) = (Access::of(module, first), Access::of(module, second)) else {
            return false;
        };
        if again {
            return false;
        }
        one.is_apart(module, self.facts, &two) || self.same_elements(first, second)
    }

    /// Whether both are cut alike, and the elements of one are where those of the other are.
    fn same_elements(&self, first: Op, second: Op) -> bool {
        let module = self.module;
        let cut = self.plan.access(module, first);
        let (Some(one), Some(two)) = (Access::of(module, first), Access::of(module, second)) else {
            return false;
        };
        // Addresses may be equal where a mask keeps all but one of them away.
        let mask = |op: Op| {
            let opcode = module.opcode(op);
            let of_load = (opcode == Opcode::Load).then(|| module.operand_opt(op, fields::load::mask));
            let of_store = (opcode == Opcode::Store).then(|| module.operand_opt(op, fields::store::mask));
            of_load.or(of_store).flatten()
        };
        let unmasked = [first, second].into_iter().any(|op| writes(module, op) && mask(op).is_none());
        let distinct = unmasked || mask(first) == mask(second);
        cut.is_some() && cut == self.plan.access(module, second) && one.is_same(module, &two) && distinct
    }

    /// Whether both are tiles of the same memory, and what a thread block has of any tile no other has of any other tile: so
    /// it is where tiles are next to each other along the dimension that is cut.
    fn same_parts(&self, first: Op, second: Op) -> bool {
        let [Some((memory, one)), Some((other, two))] = [first, second].map(|op| self.part(op)) else {
            return false;
        };
        memory == other && one == two
    }

    /// The memory of a tiled access, and the dimension of it along which its tiles are cut, of such an extent.
    fn part(&self, op: Op) -> Option<(Value, (u32, u32))> {
        use fields::{block_tile as cuts, tiled_atomic_red, tiled_load, tiled_store};
        let module = self.module;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops access no tiles of memory")]
        let tiles = match module.opcode(op) {
            Opcode::TiledLoad => module.operand(op, tiled_load::tiles),
            Opcode::TiledStore => module.operand(op, tiled_store::tiles),
            Opcode::TiledAtomicRed => module.operand(op, tiled_atomic_red::tiles),
            _ => return None,
        };
        let (cut, ty) = block_tile(module, tiles)?;
        let memory = module.operand(cut, cuts::memref);
        let dim = self.plan.access(module, op)?;
        let beside = i64::from(ty.tile[dim]) == ty.step[dim] && ty.gather != Some(dim as u32) && spreads(ty);
        // Memory that a loop describes again in each iteration may be other memory.
        (beside && self.is_fixed(memory)).then_some((memory, (ty.dims[dim], ty.tile[dim])))
    }

    /// Whether a value is defined outside of the loops of which parts execute several iterations.
    fn is_fixed(&self, value: Value) -> bool {
        let module = self.module;
        let mut around = module.body.def_op(value);
        while let Some(op) = around.filter(|&op| self.plan.contains(op)) {
            if matches!(module.opcode(op), Opcode::For | Opcode::Loop) {
                return false;
            }
            around = module.body.parent_op(op);
        }
        true
    }
}
