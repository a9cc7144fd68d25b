//! Remarks about decisions of passes, with the numbers that were compared.

use std::borrow::Cow;

use ir::Op;
use tileaa::slice_loops::Slicing;
use tileaa::split::Slices;
use tileaa::swap_operands::Swap;
use tileas::decisions::Decision;

use super::advice::help;
use super::remark::{Category, Kind, Remark};

/// The name of all remarks about decisions; the argument `Pass` names the pass.
const NAME: &str = "RemarkDecision";

/// The passes of level 3 that have a suggestion for a decision. Those of others are found for remarks alone, which takes as long
/// as the pass.
pub(crate) const ADVISING_PASSES: [&str; 1] = ["generate-schedule"];

/// The decisions that a pass of level 3 is about to make.
pub(crate) fn of_decisions(
    pass: &'static str,
    module: &tileas::Module,
    decisions: &[Decision],
) -> Vec<Remark> {
    let category = match pass {
        "assign-dot-layouts" | "slice-and-fuse" => Category::TensorCore,
        "materialize-async" | "stage-tiles" => Category::Memory,
        _ => Category::Resources,
    };
    let remark_of = |decision: &Decision| {
        let kind = if decision.done { Kind::Passed } else { Kind::Missed };
        let message = format!("{}: {}", decision.what, decision.why);
        let numbers = decision.numbers.iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone()));
        let numbers = numbers.chain(decision.help.map(help)).collect();
        remark(module, decision.op, (kind, category), pass, message, numbers)
    };
    decisions.iter().map(remark_of).collect()
}

/// Remarks about kernels of level 2 that are computed in slices because their tiles need too many registers.
pub(crate) fn of_slices(module: &tileaa::Module, slices: &[Slices]) -> Vec<Remark> {
    let remark_of = |slices: &Slices| {
        let mut numbers: Vec<(Cow<'static, str>, String)> = vec![
            ("TileRegisters".into(), slices.registers.to_string()),
            ("RegisterLimit".into(), slices.limit.to_string()),
        ];
        let (kind, op, message) = match &slices.plan {
            Ok((parts, registers)) => {
                numbers.push(("Parts".into(), parts.to_string()));
                numbers.push(("TileRegistersOfPart".into(), registers.to_string()));
                let message = format!(
                    "The tile block is computed in {parts} slices, one after the other: its tiles need more registers than a thread has"
                );
                (Kind::Passed, slices.func, message)
            }
            Err(refusal) => {
                let message = format!(
                    "The tile block is computed as a whole, although its tiles need too many registers: {}",
                    refusal.why
                );
                (Kind::Missed, refusal.op, message)
            }
        };
        remark(module, op, (kind, Category::Resources), "plan-slices", message, numbers)
    };
    slices.iter().map(remark_of).collect()
}

/// Remarks about products that are computed transposed.
pub(crate) fn of_swaps(module: &tileaa::Module, swaps: &[Swap]) -> Vec<Remark> {
    let remark_of = |swap: &Swap| {
        let [rows, columns] = swap.shape;
        let message = format!(
            "The operands of the product are swapped, and its sum of {rows}x{columns} is computed transposed: its {rows} rows are fewer than the \
             64 of an instruction of `wgmma`, which makes 8 to 256 columns"
        );
        remark(module, swap.dot, (Kind::Passed, Category::TensorCore), "swap-operands", message, Vec::new())
    };
    swaps.iter().map(remark_of).collect()
}

/// Remarks about loops of products that get shorter iterations.
pub(crate) fn of_loops(module: &tileaa::Module, shared: u64, loops: &[Slicing]) -> Vec<Remark> {
    let remark_of = |slicing: &Slicing| {
        let message = format!(
            "Iterations of the loop are computed in {} slices: two stages of whole operands have no room in shared memory",
            slicing.count
        );
        let numbers = vec![
            ("Slices".into(), slicing.count.to_string()),
            ("StageBytes".into(), slicing.stage.to_string()),
            ("SharedBytes".into(), shared.to_string()),
        ];
        remark(module, slicing.dot, (Kind::Passed, Category::TensorCore), "slice-loops", message, numbers)
    };
    loops.iter().map(remark_of).collect()
}

fn remark<L: ir::generic::GenericLevel>(
    module: &ir::Module<L>,
    op: Op,
    (kind, category): (Kind, Category),
    pass: &'static str,
    message: String,
    numbers: Vec<(Cow<'static, str>, String)>,
) -> Remark {
    let mut args = vec![("Pass".into(), pass.to_owned())];
    args.extend(numbers);
    let function = function_around(module, op);
    Remark { kind, category, name: NAME.into(), message, place: module.place(op), function, args }
}

/// The symbol of the function that an op is, or that is around it.
fn function_around<L: ir::generic::GenericLevel>(module: &ir::Module<L>, op: Op) -> String {
    let mut around = Some(op);
    while let Some(op) = around {
        let parent = module.body.parent_op(op);
        if parent == Some(module.root) {
            return module
                .string(op, ir::Field::Attr(0))
                .map_or_else(String::new, |id| module.text(id).into_owned());
        }
        around = parent;
    }
    String::new()
}
