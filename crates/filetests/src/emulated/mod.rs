//! PTX that the emulator executes.

mod corpus;
mod launches;
mod planted;

use libtest_mimic::Trial;

/// All of it.
pub fn trials() -> Vec<Trial> {
    let mut trials = planted::trials();
    trials.extend(corpus::trials());
    trials
}
