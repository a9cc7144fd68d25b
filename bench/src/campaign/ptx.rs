//! Damaged PTX with hostile launches, for so long.

use std::time::{Duration, Instant};

use filetests::hostile_ptx::{Count, corpus};

/// Failures after which going on says nothing new.
const ENOUGH: usize = 20;

/// Checks the inputs of ascending seeds until the time is over.
pub fn ptx(first: u64, time: Duration) -> Count {
    let (corpus, start, mut count) = (corpus(), Instant::now(), Count::default());
    for seed in first.. {
        if start.elapsed() > time || count.failures.len() > ENOUGH {
            break;
        }
        count.one(&corpus, seed);
    }
    count
}
