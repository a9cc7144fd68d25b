//! PTX that the emulator executes.

mod corpus;
mod coverage;
mod forms;
mod launches;
mod seeded_faults;

use libtest_mimic::Trial;

/// Paths of the kernels with seeded faults.
pub fn seeded_faults() -> Vec<String> {
    crate::files::find("tests/emulate", "ptx")
}

pub use seeded_faults::schedules;

/// All of it.
pub fn trials() -> Vec<Trial> {
    let all = [seeded_faults::trials(), corpus::trials(), forms::trials(), coverage::trials()];
    all.into_iter().flatten().collect()
}
