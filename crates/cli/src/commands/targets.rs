//! `tilewright targets`: what code is made for.

use tilewright::driver::targets::TARGETS;

use crate::io::Io;
use crate::{Exit, Outcome};

pub(crate) fn run(io: &mut Io<'_>) -> Outcome {
    writeln!(io.stdout, "target   shared memory  warps  blocks  architecture")?;
    for row in TARGETS {
        let (name, shared, warps, blocks) = (row.name, row.shared_kib, row.warps, row.blocks);
        writeln!(io.stdout, "{name:8} {shared:9} KiB  {warps:5}  {blocks:6}  {}", row.family)?;
    }
    Ok(Exit::Success)
}
