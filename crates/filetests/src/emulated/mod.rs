//! PTX that the emulator executes.

mod corpus;
mod forms;
mod launches;
mod planted;

use libtest_mimic::Trial;

/// All of it.
pub fn trials() -> Vec<Trial> {
    planted::trials().into_iter().chain(corpus::trials()).chain(forms::trials()).collect()
}
