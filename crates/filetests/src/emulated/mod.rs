//! PTX that the emulator executes.

mod corpus;
mod launches;

use libtest_mimic::Trial;

/// All of it.
pub fn trials() -> Vec<Trial> {
    corpus::trials()
}
