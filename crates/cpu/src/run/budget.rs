//! A step budget that several workers share.
//!
//! Workers take batches, smaller ones as the budget decreases, and return unused steps. A worker that finds nothing
//! left waits until another returns something, or until all of them wait: only then is the budget exhausted. A launch
//! therefore succeeds if and only if all its steps together fit, for any number of workers.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum number of steps that a worker takes at once, so that it returns few of them late.
const MAX_BATCH: u64 = 1 << 16;
/// The time that a worker waits when no steps are left, before it does other work.
const PAUSE: Duration = Duration::from_micros(200);

#[derive(Debug)]
struct State {
    left: u64,
    /// Workers that may still return steps, including those that wait.
    workers: u64,
    waiting: u64,
    used_up: bool,
}

/// Steps that all tile blocks of a launch together may execute.
#[derive(Debug)]
pub(crate) struct Budget {
    state: Mutex<State>,
    /// Something was given back, or the budget is used up.
    changed: Condvar,
}

impl Budget {
    /// A budget of which nothing has been spent.
    pub(crate) fn new(steps: u64) -> Budget {
        let state = State { left: steps, workers: 0, waiting: 0, used_up: false };
        Budget { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker begins.
    pub(crate) fn join(&self) {
        self.state().workers += 1;
    }

    /// A worker ends and returns unused steps.
    pub(crate) fn leave(&self, unspent: u64) {
        let mut state = self.state();
        state.workers -= 1;
        state.left += unspent;
        state.used_up |= state.left == 0 && state.waiting > 0 && state.waiting == state.workers;
        self.changed.notify_all();
    }

    /// Some steps for a worker that has spent all it took; 0 when the budget is used up. `idle` is called now and then
    /// while it waits.
    pub(crate) fn take(&self, idle: &dyn Fn()) -> u64 {
        let mut state = self.state();
        state.waiting += 1;
        loop {
            if state.left > 0 {
                // A quarter of an even share: the batches become smaller as the budget goes down, so that one worker
                // does not hold what the others wait for.
                let taken = (state.left / (4 * state.workers.max(1))).clamp(1, MAX_BATCH);
                state.left -= taken;
                state.waiting -= 1;
                return taken;
            }
            // All wait, so no worker has steps left that it could give back.
            if state.used_up || state.waiting >= state.workers {
                state.used_up = true;
                self.changed.notify_all();
                return 0;
            }
            drop(self.changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner));
            idle();
            state = self.state();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn all_is_spent_and_nothing_more() {
        let budget = Budget::new(1_000_003);
        let spent = AtomicU64::new(0);
        for _ in 0..3 {
            budget.join();
        }
        std::thread::scope(|scope| {
            for needed in [10, 400_000, u64::MAX] {
                let (budget, spent) = (&budget, &spent);
                scope.spawn(move || {
                    let mut own = 0;
                    while own < needed {
                        let taken = budget.take(&|| {});
                        if taken == 0 {
                            break;
                        }
                        let used = taken.min(needed - own);
                        own += used;
                        if own == needed {
                            budget.leave(taken - used);
                        }
                    }
                    spent.fetch_add(own, Ordering::Relaxed);
                });
            }
        });
        assert_eq!(spent.into_inner(), 1_000_003);
    }
}
