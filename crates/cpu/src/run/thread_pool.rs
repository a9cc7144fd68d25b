//! Threads that help with launches, started once and kept.
//!
//! A launch runs on the calling thread, and idle workers join it. A worker that arrives when everything is done has
//! nothing to do, so a short launch does not wait for threads to wake up.

#![allow(
    unsafe_code,
    reason = "a job outlives the call that brings it only as a pointer that nobody follows"
)]

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The function that workers call.
#[derive(Clone, Copy)]
struct Job(*const (dyn Fn() + Sync));

// SAFETY: the function is `Sync`; `ThreadPool::run` keeps it alive while a worker may call it.
unsafe impl Send for Job {}

type Panic = Box<dyn std::any::Any + Send>;

#[derive(Default)]
struct State {
    job: Option<Job>,
    /// Workers that may still join the job.
    wanted: usize,
    /// Workers that are at it.
    inside: usize,
    panic: Option<Panic>,
    quit: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// There is a job, or the pool is dissolved.
    start: Condvar,
    /// The last worker has left the job.
    left: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The main loop of a worker.
    fn help(&self) {
        let mut state = self.state();
        loop {
            if state.quit {
                return;
            }
            let Some(job) = state.job.filter(|_| state.wanted > 0) else {
                state = self.start.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.wanted -= 1;
            state.inside += 1;
            drop(state);
            // SAFETY: `ThreadPool::run` does not return before `inside` is 0 again.
            let result = catch_unwind(AssertUnwindSafe(|| unsafe { (*job.0)() }));
            state = self.state();
            state.inside -= 1;
            if let Err(panic) = result {
                state.panic.get_or_insert(panic);
            }
            if state.inside == 0 {
                self.left.notify_all();
            }
        }
    }
}

/// A number of workers.
#[derive(Default)]
pub(crate) struct ThreadPool {
    shared: Arc<Shared>,
    /// Held by the launch that the workers work for.
    workers: Mutex<Vec<JoinHandle<()>>>,
}

/// Takes the job away from the workers and waits for those that are at it, also when the caller panics.
struct Dismissal<'t>(&'t Shared);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.job = None;
        state.wanted = 0;
        while state.inside > 0 {
            state = self.0.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl ThreadPool {
    /// Calls `own` on this thread, and `help` on up to `wanted` others at the same time; returns when all have ended.
    /// When the workers work for someone else, or cannot be started, this thread is alone.
    pub(crate) fn run(&self, wanted: usize, help: &(dyn Fn() + Sync), own: impl FnOnce()) {
        let Ok(mut workers) = self.workers.try_lock() else { return own() };
        if wanted == 0 {
            return own();
        }
        while workers.len() < wanted {
            let shared = Arc::clone(&self.shared);
            let worker = std::thread::Builder::new().name("tilewright".into()).spawn(move || shared.help());
            let Ok(worker) = worker else { break };
            workers.push(worker);
        }
        {
            let mut state = self.shared.state();
            // SAFETY: only the lifetime changes; `Dismissal` sees to it that no worker calls it afterwards.
            state.job = Some(Job(unsafe {
                std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync + 'static)>(help)
            }));
            state.wanted = wanted;
        }
        for _ in 0..wanted {
            self.shared.start.notify_one();
        }
        let dismissal = Dismissal(&self.shared);
        own();
        drop(dismissal);
        let panic = self.shared.state().panic.take();
        drop(workers);
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.shared.state().quit = true;
        self.shared.start.notify_all();
        let workers = self.workers.get_mut().unwrap_or_else(PoisonError::into_inner);
        for worker in workers.drain(..) {
            // A worker catches the panics of its jobs, so it ends well.
            let _ = worker.join();
        }
    }
}

impl std::fmt::Debug for ThreadPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ThreadPool").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn helpers_join_and_everyone_is_waited_for() {
        let pool = ThreadPool::default();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        for round in 1..=200 {
            let work = || {
                while next.fetch_add(1, Ordering::Relaxed) < 50 * round {
                    done.fetch_add(1, Ordering::Relaxed);
                }
            };
            next.store(50 * (round - 1), Ordering::Relaxed);
            pool.run(3, &work, work);
            assert_eq!(done.load(Ordering::Relaxed), 50 * round);
        }
    }

    #[test]
    fn a_busy_team_lets_others_work_alone() {
        let pool = ThreadPool::default();
        let inner = AtomicUsize::new(0);
        let count = || {
            inner.fetch_add(1, Ordering::Relaxed);
        };
        pool.run(1, &|| {}, || pool.run(1, &count, count));
        assert_eq!(inner.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_panic_of_a_helper_reaches_the_caller() {
        let pool = ThreadPool::default();
        let joined = AtomicUsize::new(0);
        let help = || {
            joined.store(1, Ordering::Release);
            panic!("on purpose");
        };
        let wait = || {
            while joined.load(Ordering::Acquire) == 0 {
                std::hint::spin_loop()
            }
        };
        let result = catch_unwind(AssertUnwindSafe(|| pool.run(1, &help, wait)));
        assert!(result.is_err());
        pool.run(1, &|| {}, || {});
    }
}
