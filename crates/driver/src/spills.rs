//! Machine code with the fewest spills: PTX with and without the bound on registers, compared by the spills that `ptxas`
//! reports.
//!
//! PTX contains `.minnctapersm 1` if an estimate shows that a kernel would spill with fewer registers than a thread can have.
//! `ptxas` has its own heuristics, so if it reports spills, the other form of the kernel is assembled too, and the better one
//! is kept. A kernel with an occupancy hint is not changed.

use diag::Diagnostic;
use ir::Op;
use ir::build::IntoAttr as _;
use ir::walk::preorder;
use nvvm::ops::fields::func;

use crate::ptxas::{Assembled, Usage};

/// Machine code, and the PTX that it was assembled from.
pub(crate) struct Best {
    pub(crate) assembled: Assembled,
    pub(crate) text: String,
}

/// Assembles a module, and the other form of each kernel that spills. The module then has the form that is kept.
///
/// # Errors
/// The errors of the first form; another form that is refused is dropped.
pub(crate) fn fewest(
    module: &mut nvvm::Module,
    assemble: impl Fn(&nvvm::Module) -> Result<Best, Vec<Diagnostic>>,
) -> Result<Best, Vec<Diagnostic>> {
    let mut best = assemble(module)?;
    for (op, name) in kernels(module) {
        let spilled = |best: &Best| of(&best.assembled.usage, &name).map(spilled);
        if spilled(&best).is_none_or(|bytes| bytes == 0) || !toggle(module, op) {
            continue;
        }
        match assemble(module) {
            Ok(other) if spilled(&other) < spilled(&best) => best = other,
            Ok(_) | Err(_) => {
                toggle(module, op);
            }
        }
    }
    Ok(best)
}

fn kernels(module: &nvvm::Module) -> Vec<(Op, String)> {
    let all = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == nvvm::Opcode::Func);
    all.filter_map(|op| Some((op, module.text(module.string(op, func::sym_name)?).into_owned()))).collect()
}

pub(crate) fn of<'u>(usages: &'u [Usage], kernel: &str) -> Option<&'u Usage> {
    usages.iter().find(|usage| usage.function == kernel)
}

fn spilled(usage: &Usage) -> u64 {
    usage.spill_stores + usage.spill_loads
}

/// Gives a kernel the bound of one block on a multiprocessor, or removes it; false if the program states another one.
fn toggle(module: &mut nvvm::Module, op: Op) -> bool {
    if module.int(op, func::maxreg).is_some() {
        return false;
    }
    let bound = module.int(op, func::minctas);
    let slot = match bound {
        None => 1i64.into_attr(module),
        Some(1) => ir::AttrSlot::ABSENT,
        Some(_) => return false,
    };
    module.set_attr(op, func::minctas, slot);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "nvvm.module @m <target = \"sm_80\"> {
  func @a <reqntid = 32> {
    return
  }
  func @b <reqntid = 32, minctas = 1> {
    return
  }
  func @given <reqntid = 32, minctas = 2> {
    return
  }
}
";

    /// The choice if kernels spill the given bytes without a bound on registers, and with it.
    fn chosen(spilled: [(&str, [u64; 2]); 3]) -> (String, Vec<u64>) {
        let mut module = ir::generic::parse_text::<nvvm::Nvvm>(TEXT);
        let assemble = |module: &nvvm::Module| {
            let of = |(op, function): (Op, String)| {
                let bound = usize::from(module.int(op, func::minctas).is_some());
                let bytes =
                    spilled.iter().find(|(name, _)| *name == function).map_or(0, |(_, bytes)| bytes[bound]);
                Usage { function, spill_stores: bytes, ..Usage::default() }
            };
            let usage = kernels(module).into_iter().map(of).collect();
            let text = codegen::to_ptx(module, &codegen::Options::default()).map(|ptx| ptx::print(&ptx))?;
            Ok(Best { assembled: Assembled { cubin: Vec::new(), usage }, text })
        };
        let best = fewest(&mut module, assemble).expect("it assembles");
        let bytes = best.assembled.usage.iter().map(|usage| usage.spill_stores).collect();
        (best.text, bytes)
    }

    #[test]
    fn each_kernel_has_the_form_that_spills_less() {
        let (text, bytes) = chosen([("a", [900, 40]), ("b", [70, 800]), ("given", [0, 5])]);
        assert_eq!(bytes, [40, 70, 5]);
        let bounds: Vec<&str> = text.lines().filter(|line| line.contains(".minnctapersm")).collect();
        assert_eq!(bounds, [".minnctapersm 1", ".minnctapersm 2"], "{text}");
    }

    #[test]
    fn forms_stay_that_are_no_worse() {
        let (text, bytes) = chosen([("a", [8, 8]), ("b", [9, 8]), ("given", [0, 0])]);
        assert_eq!(bytes, [8, 8, 0]);
        assert_eq!(text.matches(".minnctapersm 1").count(), 1, "{text}");
        let (_, bytes) = chosen([("a", [0, 8]), ("b", [9, 0]), ("given", [0, 0])]);
        assert_eq!(bytes, [0, 0, 0]);
    }
}
