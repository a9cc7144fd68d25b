//! The seeds' programs: the verdicts of the specification, and what each program does when it runs.

use libtest_mimic::Trial;

/// One visible skip until the programs are found.
pub fn trials() -> Vec<Trial> {
    Vec::new()
}
