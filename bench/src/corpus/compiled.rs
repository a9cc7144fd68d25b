//! What our compiler makes of a module.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tilewright::Module;
use tilewright::driver::compile::{Compiled, Options, Program, compile};
use tilewright::driver::remarks::{Kind, Remark};

use crate::codegen::machine::Unit;

/// The pass that specialises warps, or gives the reason why not.
const SCHEDULES: &str = "generate-schedule";
/// The pass that chooses the instructions of products.
const LAYOUTS: &str = "assign-dot-layouts";

/// A compiled module.
pub(super) struct Outcome {
    /// What computes its products.
    pub(super) unit: Unit,
    /// It has agents, or the reason why not.
    pub(super) path: Result<(), String>,
    /// Why its products are not computed by the fastest unit of the target.
    pub(super) slow: Option<String>,
}

/// Compiles a module for a target.
///
/// # Errors
/// Why it is refused, or what the compiler panics with.
pub(super) fn outcome(bytes: &[u8], target: &str) -> Result<Outcome, String> {
    let made = catch_unwind(AssertUnwindSafe(|| {
        let module = Module::from_bytecode(bytes).map_err(|error| error.to_string())?;
        let options = Options { target: Some(target.to_owned()), remarks: true, ..Options::default() };
        compile(Program::CudaTile(Box::new(module.ir().clone())), &options)
            .map_err(|found| found[0].message.clone())
    }));
    let made = made.unwrap_or_else(|_| Err("the compiler panics".to_owned()))?;
    let unit = unit(&made);
    let fastest = if has_async_tensor_cores(target) { Unit::AsyncTensorCore } else { Unit::TensorCore };
    let slow = (unit != fastest).then(|| slow(&made, unit));
    Ok(Outcome { unit, path: path(&made), slow })
}

/// Whether a target has `wgmma` or `tcgen05`.
fn has_async_tensor_cores(target: &str) -> bool {
    ["sm_90a", "sm_100a"].contains(&target)
}

/// Whether the kernels of a module have agents, or the first reason of `generate-schedule` against them.
fn path(made: &Compiled) -> Result<(), String> {
    let said = || made.remarks.iter().filter(|remark| is_of(remark, SCHEDULES));
    if said().any(|remark| remark.kind == Kind::Passed) {
        return Ok(());
    }
    let missed = said().find(|remark| remark.kind == Kind::Missed);
    Err(missed.map_or_else(|| "no matrix products".to_owned(), |remark| kind_of(&remark.message)))
}

/// A reason without its numbers, which differ from program to program, and without the words that all begin with.
fn kind_of(message: &str) -> String {
    let (_, reason) = message.split_once("Compiled without warp specialisation: ").unwrap_or(("", message));
    let mut text = String::new();
    let mut before = ' ';
    for c in reason.chars() {
        // Numbers in names, such as `f16` and `m16n8k8`, stay; an `x` stands between extents.
        let is_number = c.is_ascii_digit() && (before == 'N' || before == 'x' || !before.is_alphanumeric());
        if !is_number {
            text.push(c);
            before = c;
        } else if before != 'N' {
            text.push('N');
            before = 'N';
        }
    }
    text
}

fn is_of(remark: &Remark, pass: &str) -> bool {
    remark.args.iter().any(|(name, value)| *name == "Pass" && value == pass)
}

/// Why products are computed by a slower unit.
fn slow(made: &Compiled, unit: Unit) -> String {
    let why = made.remarks.iter().find(|remark| match unit {
        Unit::Threads => remark.name == "RemarkTensorCoreMMA" && remark.kind == Kind::Missed,
        _ => is_of(remark, LAYOUTS),
    });
    why.map_or_else(|| "no reason is given".to_owned(), |remark| kind_of(&remark.message))
}

/// The unit that computes the products of our PTX.
fn unit(made: &Compiled) -> Unit {
    let text = String::from_utf8_lossy(&made.bytes);
    if text.contains("wgmma.mma_async") || text.contains("tcgen05.mma") {
        Unit::AsyncTensorCore
    } else if text.contains("mma.sync") {
        Unit::TensorCore
    } else {
        Unit::Threads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_lose_their_numbers() {
        let message = "Compiled without warp specialisation: its sum of 64x128 of `f32` needs 16384 bytes for `m16n8k8`";
        assert_eq!(kind_of(message), "its sum of NxN of `f32` needs N bytes for `m16n8k8`");
    }
}
