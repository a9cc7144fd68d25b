//! Every pass of level 4.

use ir::pass::{Pass, Pipeline, Unwatched};
use ir::transform;

use crate::semantics::Level4;
use crate::{Module, Nvvm};

/// The passes between level 3 and PTX. No pass enables an earlier one, so none is repeated until nothing changes.
pub const CLEAN_UP: &str =
    "expand-math,canonicalize,cse,share-addresses,canonicalize,cse,licm,cse,dce,bound-registers";

/// Every pass of level 4, in alphabetical order.
pub static PASSES: &[Pass<Nvvm>] = &[
    Pass {
        name: "bound-registers",
        summary: "requests the maximum number of registers for kernels that would spill with fewer",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| crate::transform::bound_registers(module),
    },
    Pass {
        name: "canonicalize",
        summary: "folds constants, replaces powers of two by shifts and masks, moves address constants into accesses",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::canonicalize(module, &Level4),
    },
    Pass {
        name: "cse",
        summary: "eliminates common subexpressions; loads are not merged",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::cse(module, &Level4),
    },
    Pass {
        name: "dce",
        summary: "removes unused ops and unused loop-carried values",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::dce(module, &Level4),
    },
    Pass {
        name: "expand-math",
        summary: "expands functions that PTX lacks, such as `exp`",
        requires: "a verified module",
        preserves: "results, within the errors that its page states",
        admits: None,
        options: &[],
        run: |module, _| crate::transform::expand_math(module),
    },
    Pass {
        name: "licm",
        summary: "moves loop-invariant ops before the loop",
        requires: "a verified module",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| transform::licm(module, &Level4),
    },
    Pass {
        name: "share-addresses",
        summary: "reassociates address sums: terms that many accesses share first, constants in the accesses",
        requires: "a verified module; finds more in a canonical one",
        preserves: "results, bit for bit",
        admits: None,
        options: &[],
        run: |module, _| crate::transform::share_addresses(module),
    },
];

/// Runs the pipeline [`CLEAN_UP`]; true when the module changed.
///
/// # Panics
/// Never: the text of the pipeline is right.
pub fn clean_up(module: &mut Module) -> bool {
    let pipeline = Pipeline::parse(CLEAN_UP, PASSES).expect("the text of this pipeline is right");
    pipeline.run(module, &mut Unwatched).expect("passes of a clean-up take every verified module")
}
