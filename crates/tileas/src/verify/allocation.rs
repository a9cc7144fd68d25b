//! Offsets in shared memory: simultaneously live allocations do not overlap, and none exceeds the size that the function
//! states.
//!
//! This is checked if a function has `shared_bytes`. Level 4 adds offsets to the start of shared memory without checks:
//! overlapping tiles would give wrong results, and an offset out of bounds would be a fault on the device.

use cranelift_entity::SecondaryMap;
use ir::Op;
use ir::walk::preorder;

use crate::ops::fields;
use crate::shared_memory::{Allocation, Allocations, granted, is_allocated, offset_field};
use crate::{Module, Opcode};

/// Checks the functions whose shared memory is allocated.
pub(super) fn check(module: &Module) -> Vec<(Op, String)> {
    let funcs = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func);
    let mut found = Vec::new();
    for func in funcs {
        if is_allocated(module, func) {
            of_func(module, func, &mut found);
        } else {
            not_yet(module, func, &mut found);
        }
    }
    found
}

/// The offset of the allocation of an op.
fn offset(module: &Module, op: Op) -> Option<i64> {
    offset_field(module.opcode(op)).and_then(|field| module.int(op, field))
}

/// Offsets are for a whole function: if only some ops have one, those of the others cannot be determined.
fn not_yet(module: &Module, func: Op, found: &mut Vec<(Op, String)>) {
    let placed = |&op: &Op| offset(module, op).is_some() || granted(module, op).is_some();
    if let Some(op) = preorder(&module.body, func).find(placed) {
        let text = "has a place in shared memory, and its function no `shared_bytes`; take both away, and \
                    `allocate-shared` gives places";
        found.push((op, text.to_owned()));
    }
}

fn of_func(module: &Module, func: Op, found: &mut Vec<(Op, String)>) {
    let total = module.int(func, fields::func::shared_bytes).unwrap_or(0);
    if !(0..=i64::from(u32::MAX)).contains(&total) {
        found
            .push((func, format!("takes {total} bytes of shared memory, more than a thread block can have")));
        return;
    }
    let needs = Allocations::of(module, func, None);
    let mut known: Vec<(Allocation, u32)> = Vec::new();
    for allocation in needs.all() {
        match placed(module, allocation, total.unsigned_abs()) {
            Ok((offset, bytes)) => known.push((Allocation { bytes, ..allocation.clone() }, offset)),
            Err(text) => found.push((allocation.op, text)),
        }
    }
    found.extend(overlaps(module, &known));
}

/// The offset of an allocation, and its bytes.
fn placed(module: &Module, allocation: &Allocation, total: u64) -> Result<(u32, u32), String> {
    let op = allocation.op;
    let (offset, bytes) = match (&allocation.scratch, offset(module, op)) {
        (None, Some(offset)) => {
            (u32::try_from(offset).map_err(|_| outside(offset, allocation.bytes, total))?, allocation.bytes)
        }
        (Some(needs), _) => {
            let Some((offset, bytes)) = granted(module, op) else { return Err(missing()) };
            if needs.within(bytes.into()).is_none() {
                return Err(format!(
                    "has {bytes} bytes of scratch; all it needs at once is {}, and rounds of that few are not made",
                    needs.whole
                ));
            }
            (offset, bytes)
        }
        (None, None) => return Err(missing()),
    };
    if !offset.is_multiple_of(allocation.align) {
        return Err(format!(
            "starts at byte {offset} of shared memory, which is no multiple of {}",
            allocation.align
        ));
    }
    if u64::from(offset) + u64::from(bytes) > total {
        return Err(outside(offset.into(), bytes, total));
    }
    Ok((offset, bytes))
}

fn missing() -> String {
    "has no offset in shared memory, but its function has `shared_bytes`; remove it, and run `allocate-shared`"
        .to_owned()
}

fn outside(offset: i64, bytes: u32, total: u64) -> String {
    format!("takes {bytes} bytes of shared memory from byte {offset} on, and its function has {total}")
}

/// Pairs that share bytes at the same time, reported at the later op. Only neighbours in the order of offsets are compared with
/// each other, so that many allocations do not take quadratic time unless they overlap.
fn overlaps(module: &Module, known: &[(Allocation, u32)]) -> Vec<(Op, String)> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_key(|&at| (known[at].1, at));
    let mut told: SecondaryMap<Op, bool> = SecondaryMap::new();
    let mut found = Vec::new();
    // Allocations that start before, and may extend beyond, the current one.
    let mut open: Vec<usize> = Vec::new();
    for &at in &order {
        let (here, offset) = &known[at];
        open.retain(|&other| known[other].1.saturating_add(known[other].0.bytes) > *offset);
        for &other in &open {
            let (before, start) = &known[other];
            if !before.is_needed_with(here) || here.bytes == 0 {
                continue;
            }
            let ((first, from), (later, to)) = if other < at {
                ((before, start), (here, offset))
            } else {
                ((here, offset), (before, start))
            };
            if !std::mem::replace(&mut told[later.op], true) {
                found.push((
                    later.op,
                    format!(
                        "takes bytes {to} to {} of shared memory while {} needs bytes {from} to {}",
                        to + later.bytes,
                        described(module, first),
                        from + first.bytes,
                    ),
                ));
            }
        }
        open.push(at);
    }
    found
}

fn described(module: &Module, allocation: &Allocation) -> String {
    let mnemonic = module.opcode(allocation.op).spec().mnemonic;
    let name = module.body.results(allocation.op).get(0).and_then(|value| module.body.name(value));
    match name {
        Some(name) => format!("`%{}`", module.text(name)),
        None => format!("a `{mnemonic}`"),
    }
}
