//! Whether two modules are the same program, up to locations, names of values and interning order.

use ir::walk::{Visit, walk};
use ir::{AttrId, AttrSlot, Op, SlotValue, StrId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use crate::{Attr, AttrKind, Module, Opcode};

/// Compares two modules.
///
/// # Errors
/// One sentence about the location of the first difference.
pub fn same_program(left: &Module, right: &Module) -> Result<(), String> {
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let mut others = walk(&right.body, right.root);
    for (index, visit) in walk(&left.body, left.root).enumerate() {
        let at = |what: String| format!("visit {index}: {what}");
        match (visit, others.next()) {
            (Visit::Enter(a), Some(Visit::Enter(b))) => {
                same_op(left, a, right, b, &mut values).map_err(at)?;
            }
            (Visit::Leave(_), Some(Visit::Leave(_))) => {}
            (Visit::Enter(a), _) => return Err(at(format!("only the left has a {}", left.spec(a).mnemonic))),
            (Visit::Leave(a), _) => {
                return Err(at(format!("the right has more ops in {}", left.spec(a).mnemonic)));
            }
        }
    }
    Ok(())
}

fn same_op(
    left: &Module,
    a: Op,
    right: &Module,
    b: Op,
    values: &mut FxHashMap<Value, Value>,
) -> Result<(), String> {
    let (name, other) = (left.spec(a).mnemonic, right.spec(b).mnemonic);
    ensure(name == other, || format!("{name} against {other}"))?;
    let (xs, ys) = (left.body.operands(a), right.body.operands(b));
    let mapped = xs.iter().map(|x| values.get(x).copied());
    ensure(xs.len() == ys.len() && mapped.eq(ys.iter().map(|&y| Some(y))), || {
        format!("operands of {name} differ")
    })?;
    ensure(left.body.segments(a) == right.body.segments(b), || format!("segments of {name} differ"))?;
    same_attrs(left, a, right, b)?;
    let extras = (left.body.extra(a), right.body.extra(b));
    let same_extra = match extras {
        (None, None) => true,
        (Some(x), Some(y)) => same_attr(left, x, right, y),
        (Some(_), None) | (None, Some(_)) => false,
    };
    ensure(same_extra, || format!("extra attributes of {name} differ"))?;
    bind(left, left.body.results(a).iter(), right, right.body.results(b).iter(), values)
        .map_err(|what| format!("results of {name}: {what}"))?;
    same_blocks(left, a, right, b, values)
}

fn same_attrs(left: &Module, a: Op, right: &Module, b: Op) -> Result<(), String> {
    let slots = left.body.attrs(a).iter().zip(right.body.attrs(b));
    for (spec, (&x, &y)) in left.spec(a).attrs.iter().zip(slots) {
        let same = match matches!(spec.kind, AttrKind::Hints) {
            // The printers do not show an entry's hints when there are none.
            true if left.opcode(a) == Opcode::Entry && no_hints(left, x) => no_hints(right, y),
            true => same_hints(left, x, right, y),
            false => same_slot(left, x, right, y),
        };
        ensure(same, || format!("attribute {} of {} differs", spec.name, left.spec(a).mnemonic))?;
    }
    Ok(())
}

/// Binds the arguments of the blocks of both ops to each other.
fn same_blocks(
    left: &Module,
    a: Op,
    right: &Module,
    b: Op,
    values: &mut FxHashMap<Value, Value>,
) -> Result<(), String> {
    let name = left.spec(a).mnemonic;
    for (x, y) in left.body.regions(a).zip(right.body.regions(b)) {
        let (xs, ys) = (left.body.region_blocks(x), right.body.region_blocks(y));
        ensure(xs.len() == ys.len(), || format!("blocks of {name} differ in number"))?;
        for (&x, &y) in xs.iter().zip(ys) {
            let (x, y) = (left.body.block_args(x).iter(), right.body.block_args(y).iter());
            bind(left, x, right, y, values).map_err(|what| format!("block arguments of {name}: {what}"))?;
        }
    }
    Ok(())
}

fn bind(
    left: &Module,
    xs: impl ExactSizeIterator<Item = Value>,
    right: &Module,
    ys: impl ExactSizeIterator<Item = Value>,
    values: &mut FxHashMap<Value, Value>,
) -> Result<(), String> {
    ensure(xs.len() == ys.len(), || format!("{} against {}", xs.len(), ys.len()))?;
    for (x, y) in xs.zip(ys) {
        ensure(left.ty(x) == right.ty(y), || format!("{} against {}", left.ty(x), right.ty(y)))?;
        values.insert(x, y);
    }
    Ok(())
}

fn same_slot(left: &Module, x: AttrSlot, right: &Module, y: AttrSlot) -> bool {
    match (x.get(), y.get()) {
        (SlotValue::Absent, SlotValue::Absent) => true,
        (SlotValue::Small(x), SlotValue::Small(y)) => x == y,
        (SlotValue::Interned(x), SlotValue::Interned(y)) => same_attr(left, x, right, y),
        (SlotValue::Absent | SlotValue::Small(_) | SlotValue::Interned(_), _) => false,
    }
}

fn no_hints(module: &Module, slot: AttrSlot) -> bool {
    let attr = slot.as_interned().map(|id| module.attrs.get(id));
    !slot.is_present() || matches!(attr, Some(Attr::Dict(entries)) if entries.is_empty())
}

/// Integers in hints mean the same in every width; text does not show it.
fn same_hints(left: &Module, x: AttrSlot, right: &Module, y: AttrSlot) -> bool {
    let attrs = |m: &Module, slot: AttrSlot| match slot.as_interned().map(|id| m.attrs.get(id).clone()) {
        Some(Attr::Dict(entries)) => Some(entries),
        _ => None,
    };
    let (Some(xs), Some(ys)) = (attrs(left, x), attrs(right, y)) else {
        return same_slot(left, x, right, y);
    };
    let same_value = |x: AttrId, y: AttrId| match (left.attrs.get(x), right.attrs.get(y)) {
        (Attr::Int { ty: a, bits: x }, Attr::Int { ty: b, bits: y }) => signed(*a, *x) == signed(*b, *y),
        _ => same_attr(left, x, right, y),
    };
    let same_entries =
        |xs: &[(StrId, AttrId)], ys: &[(StrId, AttrId)], same: &dyn Fn(AttrId, AttrId) -> bool| {
            xs.len() == ys.len()
                && xs
                    .iter()
                    .zip(ys)
                    .all(|(x, y)| left.strings.get(x.0) == right.strings.get(y.0) && same(x.1, y.1))
        };
    same_entries(&xs, &ys, &|x, y| match (left.attrs.get(x), right.attrs.get(y)) {
        (Attr::Dict(xs), Attr::Dict(ys)) => same_entries(xs, ys, &same_value),
        _ => same_attr(left, x, right, y),
    })
}

/// The signed reading of an integer; a flag reads as 0 or 1.
fn signed(ty: Scalar, bits: u64) -> i64 {
    let unused = 64 - ty.bits();
    if ty == Scalar::I1 { bits as i64 } else { (bits << unused) as i64 >> unused }
}

fn same_attr(left: &Module, x: AttrId, right: &Module, y: AttrId) -> bool {
    let text = |m: &Module, id| m.strings.get(id).to_vec();
    match (left.attrs.get(x), right.attrs.get(y)) {
        (Attr::Str(x), Attr::Str(y)) | (Attr::SymbolRef(x), Attr::SymbolRef(y)) => {
            text(left, *x) == text(right, *y)
        }
        (Attr::Type(x), Attr::Type(y)) => left.types.get(*x) == right.types.get(*y),
        (Attr::Dense(x), Attr::Dense(y)) => {
            left.types.get(x.ty) == right.types.get(y.ty) && x.elem() == y.elem() && x.data() == y.data()
        }
        (Attr::Array(xs), Attr::Array(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, &y)| same_attr(left, x, right, y))
        }
        (Attr::Dict(xs), Attr::Dict(ys)) => {
            xs.len() == ys.len()
                && xs.iter().zip(ys).all(|((k, x), (l, y))| {
                    text(left, *k) == text(right, *l) && same_entry(left, *x, right, *y)
                })
        }
        // Debug information belongs to locations.
        (Attr::Debug(_), Attr::Debug(_)) => true,
        (x, y) => x == y,
    }
}

/// Entries of dictionaries: integers print without a type there, so that their width does not survive in text.
fn same_entry(left: &Module, x: AttrId, right: &Module, y: AttrId) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is no integer")]
    let number = |m: &Module, id| match m.attrs.get(id) {
        Attr::Int { ty, bits } => {
            let unused = 64 - ty.bits();
            Some(((*bits << unused) as i64) >> unused)
        }
        _ => None,
    };
    match (number(left, x), number(right, y)) {
        (Some(x), Some(y)) => x == y,
        _ => same_attr(left, x, right, y),
    }
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Type;
    use crate::build::{add_entry, builder_at_end, new_module};
    use crate::ops::Builders;

    /// `k(x)` computes `x + x` or `x - x`, with types interned in another order on request.
    fn module(subtract: bool, warm_up: bool) -> Module {
        let mut module = new_module("m");
        if warm_up {
            module.types.intern(Type::scalar_tile(Scalar::F64));
        }
        let ty = module.types.intern(Type::scalar_tile(Scalar::I32));
        let (_, body) = add_entry(&mut module, "k", &[ty]);
        let x = module.body.block_args(body).get(0).expect("one parameter");
        let mut b = builder_at_end(&mut module, body);
        if subtract {
            b.subi().lhs(x).rhs(x).result(ty).finish();
        } else {
            b.addi().lhs(x).rhs(x).result(ty).finish();
        }
        b.return_().finish();
        module
    }

    #[test]
    fn interning_order_does_not_matter_but_ops_do() {
        assert_eq!(same_program(&module(false, false), &module(false, true)), Ok(()));
        let difference = same_program(&module(false, false), &module(true, false)).unwrap_err();
        assert!(difference.contains("addi against subi"), "{difference}");
    }
}
