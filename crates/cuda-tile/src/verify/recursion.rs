//! Functions that call themselves, directly or through others: calls are inlined, so none may.

use ir::Op;
use ir::walk::preorder;
use rustc_hash::FxHashMap;

use super::check::Session;
use super::codes::EXTENSION;
use crate::Module;
use crate::attrs::Attr;
use crate::items::symbol_text;
use crate::ops::{Opcode, fields};

struct Call {
    op: Op,
    callee: usize,
}

/// Reports every call that is on a cycle of calls.
pub(super) fn check(session: &mut Session<'_>, functions: &[Op]) {
    let module = session.module;
    let numbers: FxHashMap<Op, usize> = functions.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let calls: Vec<Vec<Call>> = functions.iter().map(|&f| calls_in(session, module, f, &numbers)).collect();
    let group = cycles(&calls);
    for (caller, calls) in calls.iter().enumerate() {
        for call in calls.iter().filter(|call| group[call.callee] == group[caller]) {
            let name = |number: usize| symbol_text(module, functions[number]);
            let message = match call.callee == caller {
                true => format!("the function @{} calls itself", name(caller)),
                false => {
                    format!("the function @{} calls itself through @{}", name(caller), name(call.callee))
                }
            };
            let diagnostic = ir::verify::op_error(module, call.op, EXTENSION, message);
            session.diagnostics.push(
                diagnostic
                    .note("calls are inlined, so no call may reach its own function")
                    .help("use a loop"),
            );
        }
    }
}

fn calls_in(
    session: &Session<'_>,
    module: &Module,
    function: Op,
    numbers: &FxHashMap<Op, usize>,
) -> Vec<Call> {
    let callee = |op: Op| {
        let slot = module.attr(op, fields::experimental_call::callee);
        let Attr::Str(name) = module.attrs.try_get(slot.as_interned()?)? else { return None };
        numbers.get(session.symbols.get(name)?).copied()
    };
    let ops = preorder(&module.body, function).filter(|&op| module.opcode(op) == Opcode::Call);
    ops.filter_map(|op| Some(Call { op, callee: callee(op)? })).collect()
}

/// Stands for a function that the search has not reached.
const UNSEEN: usize = usize::MAX;

/// A number per function that is equal for functions which reach each other (Tarjan's algorithm, without recursion).
/// A call within such a group is on a cycle.
fn cycles(calls: &[Vec<Call>]) -> Vec<usize> {
    let count = calls.len();
    let (mut order, mut low, mut group) = (vec![UNSEEN; count], vec![UNSEEN; count], vec![UNSEEN; count]);
    let (mut next, mut open) = (0, Vec::new());
    for root in 0..count {
        if order[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (order[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
            } else {
                // Coming back from the call before this one.
                let callee = calls[node][edge - 1].callee;
                if group[callee] == UNSEEN {
                    low[node] = low[node].min(low[callee]);
                }
            }
            match calls[node].get(edge) {
                Some(call) => {
                    path.push((node, edge + 1));
                    if order[call.callee] == UNSEEN {
                        path.push((call.callee, 0));
                    }
                }
                None if low[node] == order[node] => close(&mut open, &mut group, node),
                None => {}
            }
        }
    }
    group
}

/// The functions opened since `node` form its group.
fn close(open: &mut Vec<usize>, group: &mut [usize], node: usize) {
    while let Some(member) = open.pop() {
        group[member] = node;
        if member == node {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, cycles};
    use ir::Op;

    fn groups(edges: &[&[usize]]) -> Vec<usize> {
        let call = |&callee: &usize| Call { op: Op::from_u32(0), callee };
        let calls: Vec<Vec<Call>> = edges.iter().map(|list| list.iter().map(call).collect()).collect();
        cycles(&calls)
    }

    #[test]
    fn only_functions_that_reach_each_other_share_a_group() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 4 -> 0
        let group = groups(&[&[1], &[2], &[1, 3], &[], &[0]]);
        assert_eq!(group[1], group[2]);
        let mut others = vec![group[0], group[1], group[3], group[4]];
        others.sort_unstable();
        others.dedup();
        assert_eq!(others.len(), 4);
    }

    #[test]
    fn long_chains_cost_no_stack() {
        let edges: Vec<Vec<usize>> = (0..100_000).map(|i| vec![(i + 1) % 100_000]).collect();
        let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
        let group = groups(&edges);
        assert!(group.iter().all(|&g| g == group[0]));
    }
}
