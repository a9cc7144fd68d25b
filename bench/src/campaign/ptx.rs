//! Damaged PTX with hostile launches, for a given time.

use std::time::{Duration, Instant};

use filetests::hostile_ptx::{Count, corpus};

/// Failures after which the campaign stops: more of them are rarely of another cause, and their report is read by a person.
const MAX_FAILURES: usize = 20;

/// Checks the inputs of ascending seeds until the time is over.
pub fn ptx(first: u64, time: Duration) -> Count {
    let (corpus, start, mut count) = (corpus(), Instant::now(), Count::default());
    for seed in first.. {
        if start.elapsed() > time || count.failures.len() > MAX_FAILURES {
            break;
        }
        count.one(&corpus, seed);
    }
    count
}
