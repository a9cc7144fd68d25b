//! PTX that the emulator executes.

mod corpus;
mod coverage;
mod forms;
mod launches;
mod planted;

use libtest_mimic::Trial;

/// Paths of the kernels with planted bugs.
pub fn planted() -> Vec<String> {
    crate::files::find("tests/emulate", "ptx")
}

pub use planted::schedules;

/// All of it.
pub fn trials() -> Vec<Trial> {
    let all = [planted::trials(), corpus::trials(), forms::trials(), coverage::trials()];
    all.into_iter().flatten().collect()
}
