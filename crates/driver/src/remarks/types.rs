//! Remarks about element types that a target has no instructions for.

use cuda_tile::Module;
use cuda_tile::types::Type;
use ir::Op;
use ir::walk::preorder;
use numerics::Scalar;

use super::remark::{Category, Kind, Remark};
use crate::entry::{Entry, entries};
use crate::targets::TargetRow;

/// The targets that have instructions for an element type, where not all of them do. The closed compiler refuses the type for
/// the others; here its elements are converted by integer arithmetic and computed in a wider type.
struct Row {
    scalar: Scalar,
    /// The first of these targets, by its number.
    since: u32,
    /// No target after it has them.
    alone: bool,
}

const ROWS: [Row; 5] = [
    Row { scalar: Scalar::F8E4M3FN, since: 89, alone: false },
    Row { scalar: Scalar::F8E5M2, since: 89, alone: false },
    Row { scalar: Scalar::F8E8M0FNU, since: 100, alone: false },
    Row { scalar: Scalar::F4E2M1FN, since: 100, alone: false },
    Row { scalar: Scalar::FNV8E5M3FNU, since: 107, alone: true },
];

impl Row {
    fn has(&self, target: u32) -> bool {
        if self.alone { target == self.since } else { target >= self.since }
    }

    fn targets(&self) -> String {
        let later = if self.alone { "" } else { " and later" };
        format!("sm_{}{later}", self.since)
    }
}

/// One remark for each kernel and element type that the target has no instructions for, at the first op that uses it.
pub(crate) fn of_types(module: &Module, row: &TargetRow) -> Vec<Remark> {
    let name = row.name.trim_end_matches('a');
    let Some(target) = name.strip_prefix("sm_").and_then(|number| number.parse().ok()) else {
        return Vec::new();
    };
    let missing: Vec<&Row> = ROWS.iter().filter(|row| !row.has(target)).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let of_kernel = |kernel: Entry| {
        let ops: Vec<Op> = preorder(&module.body, kernel.op).filter(|&op| op != kernel.op).collect();
        let of_row = |row: &&Row| {
            let op = ops.iter().copied().find(|&op| uses(module, op, row.scalar))?;
            Some(remark(module, op, row, name, kernel.name.clone()))
        };
        missing.iter().filter_map(of_row).collect::<Vec<_>>()
    };
    entries(module).into_iter().flat_map(of_kernel).collect()
}

fn remark(module: &Module, op: Op, row: &Row, target: &str, function: String) -> Remark {
    let message = format!(
        "{} is computed in wider types: {target} has no instructions for it, unlike {}",
        row.scalar,
        row.targets()
    );
    Remark {
        kind: Kind::Missed,
        category: Category::TensorCore,
        name: "RemarkElementTypeWidened".into(),
        message,
        place: module.place(op),
        function,
        args: vec![("Type".into(), row.scalar.to_string()), ("Target".into(), target.to_owned())],
    }
}

/// Whether an operand or result is a tile of such elements. Addresses of them are plain addresses.
fn uses(module: &Module, op: Op, scalar: Scalar) -> bool {
    let body = &module.body;
    let mut values = body.operands(op).iter().copied().chain(body.results(op));
    values.any(|value| match module.ty(value) {
        Type::Tile(tile) => tile.elem().scalar() == Some(scalar),
        Type::Token
        | Type::TensorView(_)
        | Type::View(_)
        | Type::Function(_)
        | Type::Scalar(_)
        | Type::Ptr(_)
        | Type::Preview(_) => false,
    })
}
