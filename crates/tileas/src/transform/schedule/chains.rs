//! Chains of products that threads can work on separately: attention of two tiles of queries.
//!
//! A *chain* is a set of products in loops that threads share, of which each follows from another one of the set, or
//! is multiplied with one. If there are two chains that have nothing in common but loads, bounds and scalars, each gets
//! an agent of its own. While the threads of one compute weights, tensor cores multiply for the other.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Op, Value};

use super::dependence::dependent;
use super::nest::Nest;
use super::sum_loop::{SumLoop, Threads};
use crate::ops::fields;
use crate::{Module, Opcode};

/// Warps of the agents of all chains.
const WARPS: i64 = 8;
/// Rows that four warps hold.
const ROWS: u32 = 128;
/// Products of a function at most.
const MOST_PRODUCTS: usize = 32;

/// Two chains of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chains {
    /// The chain of each product of the nest.
    pub(crate) of_product: Vec<usize>,
}

impl Chains {
    /// The chains of a function; none if there are not two, or if they have work in common.
    pub(crate) fn of(module: &Module, func: Op, nest: &Nest, loops: &[SumLoop]) -> Option<Chains> {
        if !allows(module, func) || nest.has_residuals() || !are_shared(loops) {
            return None;
        }
        let of_product = divide(module, func, nest)?;
        let of = |chain: usize| {
            let own = nest.products.iter().zip(&of_product).filter(move |&(_, &of)| of == chain);
            let sums: Vec<Value> = own.map(|(product, _)| module.body.result(product.dot, 0)).collect();
            dependent(module, func, &sums)
        };
        let values = [of(0), of(1)];
        let ops = preorder(&module.body, func);
        let mut ops = ops.filter(|&op| op != func);
        ops.all(|op| is_of_one(module, op, &values)).then_some(Chains { of_product })
    }
}

/// Whether the hints of a function allow eight warps that finish sums.
fn allows(module: &Module, func: Op) -> bool {
    let hint = |field| module.int(func, field);
    hint(fields::func::num_worker_warps_per_cta).is_none_or(|warps| warps == WARPS)
        && hint(fields::func::occupancy).is_none_or(|blocks| blocks <= 1)
        && module.int(func, fields::func::num_ctas).unwrap_or(1) == 1
}

/// Whether threads share all loops, and hold the rows of their sums.
fn are_shared(loops: &[SumLoop]) -> bool {
    let fits = |known: &SumLoop| {
        let rows = known.sums.iter().map(|sum| sum.memory.layout.shape().extent(0));
        known.threads == Threads::Exchange && rows.max().is_some_and(|rows| rows <= ROWS)
    };
    !loops.is_empty() && loops.iter().all(fits)
}

/// The chain of each product, if there are two of as many products.
fn divide(module: &Module, func: Op, nest: &Nest) -> Option<Vec<usize>> {
    let count = nest.products.len();
    if count > MOST_PRODUCTS {
        return None;
    }
    let mut chains: Vec<usize> = (0..count).collect();
    for number in 0..count {
        let from = dependent(module, func, &[module.body.result(nest.products[number].dot, 0)]);
        for (other, product) in nest.products.iter().enumerate() {
            if module.body.operands(product.dot).iter().any(|&value| from.contains(value)) {
                let [old, new] = [chains[other], chains[number]];
                chains.iter_mut().filter(|chain| **chain == old).for_each(|chain| *chain = new);
            }
        }
    }
    let first = chains.first().copied()?;
    let second = chains.iter().copied().find(|&chain| chain != first)?;
    let of = |wanted: usize| chains.iter().filter(|&&chain| chain == wanted).count();
    let are_two = of(first) == of(second) && 2 * of(first) == count && of(first) > 1;
    are_two.then(|| chains.iter().map(|&chain| usize::from(chain != first)).collect())
}

/// Whether an op belongs to one chain alone, or may be executed for each.
fn is_of_one(module: &Module, op: Op, values: &[EntitySet<Value>; 2]) -> bool {
    let operands = module.body.operands(op);
    let takes = |range: &[Value]| values.each_ref().map(|of| range.iter().any(|&value| of.contains(value)));
    let opcode = module.opcode(op);
    #[allow(clippy::wildcard_enum_match_arm, reason = "control flow alone has values of both chains")]
    match opcode {
        Opcode::Loop => false,
        Opcode::For => {
            let inits = module.operand_range(op, fields::for_::inits);
            takes(&operands[..inits.start]) == [false; 2] && gives_apart(module, op, values)
        }
        Opcode::If => takes(operands) == [false; 2] && gives_apart(module, op, values),
        Opcode::Continue | Opcode::Yield => true,
        _ => match takes(operands) {
            [true, true] => false,
            [false, false] => {
                matches!(opcode, Opcode::Load | Opcode::TiledLoad | Opcode::Return)
                    || module.effects(op).is_repeatable()
            }
            [true, false] | [false, true] => true,
        },
    }
}

/// Whether each value that a loop or branch gives is of one chain.
fn gives_apart(module: &Module, op: Op, [first, second]: &[EntitySet<Value>; 2]) -> bool {
    !module.body.results(op).iter().any(|value| first.contains(value) && second.contains(value))
}
