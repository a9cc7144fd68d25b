//! Reductions and scans, and what control flow asks of tiles.

use ir::{Field, Value};

use super::{Check, Elem, TileLevel, TileOp, fields};
use crate::control::rules::{self, Checked, args, body, ends_in, ensure, types_of};
use crate::control::{Control, fields as control};

/// Parameters of a function are single numbers and addresses.
///
/// # Errors
/// When one is something else.
pub fn params<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let params = rules::func(check.module, check.op)?;
    let single = |&value: &Value| L::tile(check.module.ty(value)).is_some_and(|tile| tile.shape.is_empty());
    ensure(params.iter().all(single), || "takes single numbers and addresses".to_owned())
}

/// The condition of a branch is one truth value.
///
/// # Errors
/// The error of the branch.
pub fn if_<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let single = check.shape(control::if_::condition).is_empty();
    ensure(single, || "the condition must be a single truth value".to_owned())?;
    rules::if_(check.module, check.op)
}

/// A branch, or the body of a reduction or scan, ends with its values.
///
/// # Errors
/// When it ends something else, or with other values.
pub fn yield_<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let parent = rules::taker(check.module, check.op)?;
    let opcode = check.module.opcode(parent);
    if L::control(opcode) == Some(Control::If) {
        return rules::yields(check.module, check.op, parent);
    }
    if !matches!(L::tile_op(opcode), Some(TileOp::Reduce | TileOp::Scan)) {
        return Err("stands in an `if`, a `reduce` or a `scan`".to_owned());
    }
    let block = check.module.body.parent_block(check.op).expect("it has a parent");
    let sums: Vec<Value> = args(check.module, block).into_iter().step_by(2).collect();
    rules::carries(check.module, check.module.body.operands(check.op), &sums, "what is yielded")
}

/// The dimension that a reduction or scan runs along; its operands were found sound.
pub fn dim<L: TileLevel>(check: &Check<'_, L>) -> usize {
    // `reduce` and `scan` have these fields at the same numbers.
    check.module.int(check.op, fields::reduce::dim).unwrap_or(0) as usize
}

/// Tiles of one shape are combined by a body that takes two elements of each, from as many identities.
pub(super) fn fold<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::reduce as f;
    let (module, op) = (check.module, check.op);
    let is_scan = L::tile_op(module.opcode(op)) == Some(TileOp::Scan);
    let identities = if is_scan { fields::scan::identities } else { f::identities };
    let tiles: Vec<_> =
        module.operands(op, f::operands).iter().filter_map(|&value| L::tile(module.ty(value))).collect();
    let first = tiles.first().ok_or("folds at least one tile")?;
    check.dim(f::dim, first.shape.len())?;
    let same = tiles.iter().all(|tile| tile.shape == first.shape);
    ensure(same, || "its tiles must have one shape".to_owned())?;
    let identities = module.ints(op, identities).len();
    ensure(identities == tiles.len(), || format!("has {identities} identities for {} tiles", tiles.len()))?;
    let block = body(module, op, f::body)?;
    let pairs = tiles.iter().flat_map(|tile| [tile.elem, tile.elem]);
    let wanted: Vec<String> = pairs.map(|elem: Elem| elem.to_string()).collect();
    let given = types_of(module, args(module, block));
    ensure(given == wanted, || {
        format!("its body must take ({}), not ({})", wanted.join(", "), given.join(", "))
    })?;
    ends_in(module, op, f::body, &[L::of_control(Control::Yield)])
}

/// The results have these types.
///
/// # Errors
/// When they have others.
pub fn gives<L: TileLevel>(check: &Check<'_, L>, wanted: impl Iterator<Item = L::Type>) -> Checked {
    let wanted: Vec<String> = wanted.map(|ty| ty.to_string()).collect();
    let given = types_of(check.module, rules::results(check.module, check.op));
    ensure(given == wanted, || format!("gives ({}), not ({})", wanted.join(", "), given.join(", ")))
}

const _: () = {
    // `dim` and `fold` read the fields of `reduce` on scans.
    assert!(matches!((fields::reduce::dim, fields::scan::dim), (Field::Attr(0), Field::Attr(0))));
    assert!(matches!(
        (fields::reduce::operands, fields::scan::operands),
        (Field::Operand(0), Field::Operand(0))
    ));
    assert!(matches!((fields::reduce::body, fields::scan::body), (Field::Region(0), Field::Region(0))));
};
