//! Walking a module without recursion.

use crate::entity::Op;
use crate::storage::Storage;

/// What a walk comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// An op, before the ops in its regions.
    Enter(Op),
    /// The same op, after them.
    Leave(Op),
}

/// Visits `root` and every op below it; nesting costs heap, not stack.
pub fn walk(body: &Storage, root: Op) -> impl Iterator<Item = Visit> + '_ {
    let mut stack = vec![Visit::Enter(root)];
    std::iter::from_fn(move || {
        let visit = stack.pop()?;
        if let Visit::Enter(op) = visit {
            stack.push(Visit::Leave(op));
            let start = stack.len();
            for region in body.regions(op) {
                for &block in body.region_blocks(region) {
                    stack.extend(body.block_ops(block).map(Visit::Enter));
                }
            }
            stack[start..].reverse();
        }
        Some(visit)
    })
}

/// Every op below `root`, itself first, each before the ops in its regions.
pub fn preorder(body: &Storage, root: Op) -> impl Iterator<Item = Op> + '_ {
    walk(body, root).filter_map(|visit| match visit {
        Visit::Enter(op) => Some(op),
        Visit::Leave(_) => None,
    })
}
