//! Campaigns: large counts of random, damaged or seeded programs, each judged by something independent of what is tested.
//!
//! One module for each name that `cargo xtask campaign` takes. What came of the campaigns is in `docs/campaigns.md`.

pub mod compile;
pub mod cpu;
pub mod emulate_schedules;
pub mod language;
pub mod opt;
pub mod plans;
pub mod products;
pub mod ptx;
pub mod ptx_wild;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

/// Does the pieces of work on several threads; each thread takes the next piece that no other has taken.
fn on_threads(threads: NonZeroUsize, pieces: u64, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pieces {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}
