//! What a run must give: prints, memory, and tiles that were written down, as near as each is defined.

use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::ir::ValueDef;
use tilewright::launch::arg::{Bound, NamedBuffer};
use tilewright::numerics::{Format, Scalar};

use super::Case;
use super::closeness::{Closeness, ulps};
use super::exactness::Taint;
use super::facts::Facts;
use super::instrumented::Probe;

/// The expected results of a run.
pub(super) struct Wanted<'w> {
    pub(super) case: &'w Case<'w>,
    pub(super) probes: &'w [Probe],
    pub(super) facts: &'w Facts<'w>,
    pub(super) taint: Taint,
    pub(super) expected: &'w Bound,
    pub(super) printed: &'w str,
}

impl Wanted<'_> {
    pub(super) fn compare(&self, found: &Bound, output: &str) -> Result<(), String> {
        let Wanted { case, probes, facts, taint, expected, printed } = self;
        if case.grid.blocks() == 1
            && !taint.prints(case.module, case.entry)
            && unsigned_nan(output) != unsigned_nan(printed)
        {
            return Err(format!("prints {output:?} instead of {printed:?}"));
        }
        let own = expected.buffers.len() - probes.len();
        memory(taint, &expected.buffers[..own], &found.buffers[..own])?;
        for (probe, buffer) in probes.iter().zip(&found.buffers[own..]) {
            written_down(case.module, taint, facts, probe, buffer)?;
        }
        Ok(())
    }
}

/// A text without the signs of NaN, which hardware chooses as it likes, and without the padding before them.
fn unsigned_nan(text: &str) -> String {
    let parts = text.split("nan").collect::<Vec<_>>();
    let (last, before) = parts.split_last().expect("at least one part");
    let bare = before.iter().map(|part| part.strip_suffix('-').unwrap_or(part).trim_end_matches(' '));
    bare.chain([*last]).collect::<Vec<_>>().join("nan")
}

/// Compares a tile of the first tile block, as it was written down.
fn written_down(
    module: &Module,
    taint: &Taint,
    facts: &Facts<'_>,
    probe: &Probe,
    buffer: &NamedBuffer,
) -> Result<(), String> {
    let ValueDef::Result(op, _) = module.body.def(probe.value) else { return Ok(()) };
    let Some(expected) = facts.tile(probe.value) else { return Ok(()) };
    let closeness = Closeness::of(module, taint, facts, probe.value);
    if matches!(closeness, Closeness::Open) {
        return Ok(());
    }
    // The identity may take part or not, which decides the sign of a zero.
    let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
    let view = buffer.buffer.view();
    for (index, &want) in expected.bits.iter().enumerate() {
        let undefined = expected.undefined.get(index).copied().unwrap_or(false);
        let got = view.get(index);
        let admits = |got| {
            closeness.admits(probe.scalar, index, want, got) || folds && ulps(probe.scalar, want, got) == 0
        };
        let close = || got.is_some_and(admits);
        if !undefined && !same(probe.scalar, Some(want), got) && !close() {
            let what = super::described(module, probe.value);
            return Err(format!("element {index} of {what} is {got:x?} instead of {want:#x}"));
        }
    }
    Ok(())
}

/// Compares the memory of arguments.
pub(super) fn memory(taint: &Taint, expected: &[NamedBuffer], found: &[NamedBuffer]) -> Result<(), String> {
    for (expected, found) in expected.iter().zip(found) {
        let (left, right) = (expected.buffer.view(), found.buffer.view());
        if taint.parameter(expected.argument) || expected.buffer.bytes() == found.buffer.bytes() {
            continue;
        }
        let element = expected.buffer.element();
        let differs = (0..left.len()).find(|&index| !same(element, left.get(index), right.get(index)));
        if let Some(index) = differs {
            return Err(format!(
                "element {index} of argument {} is {:x?} instead of {:x?}",
                expected.argument + 1,
                right.get(index),
                left.get(index),
            ));
        }
    }
    Ok(())
}

/// Equal bits, or both NaN.
fn same(element: Scalar, left: Option<u64>, right: Option<u64>) -> bool {
    let nan =
        |bits: Option<u64>| Format::of(element).zip(bits).is_some_and(|(format, bits)| format.is_nan(bits));
    left == right || (nan(left) && nan(right))
}
