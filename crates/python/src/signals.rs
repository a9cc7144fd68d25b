//! Ctrl-C while a kernel runs, and the end of the interpreter.
//!
//! Python notes signals and runs their handlers in the main thread, which is busy with the kernel. So while a launch of
//! the main thread runs, the handler of SIGINT is one that ends the launch as well as calling Python's; the exception is
//! raised as soon as the launch has ended. Handlers of other signals run between tile blocks.

#![allow(unsafe_code, reason = "handlers of signals")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

/// The launches of other threads than the main one are to end: the interpreter does.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Ends every launch, now and from now on. The package calls it when the interpreter ends: threads that are left behind
/// must not continue to access memory.
#[pyfunction]
pub(crate) fn cancel_all() {
    ENDED.store(true, Ordering::Relaxed);
    main::INTERRUPTED.store(true, Ordering::Relaxed);
}

/// A guard that lets signals end a launch of this thread; handlers are installed until it is dropped.
pub(crate) struct Guard {
    is_main: bool,
}

impl Guard {
    pub(crate) fn new() -> Guard {
        let is_main = main::is_here();
        if is_main {
            main::enter();
        }
        Guard { is_main }
    }

    /// Whether Python runs handlers of signals in this thread.
    pub(crate) fn is_main(&self) -> bool {
        self.is_main
    }

    /// Becomes true when the launch is to end.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        if self.is_main { &main::INTERRUPTED } else { &ENDED }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.is_main {
            main::leave();
        }
    }
}

#[cfg(unix)]
mod main {
    use std::cell::UnsafeCell;
    use std::ffi::{c_int, c_void};
    use std::mem::MaybeUninit;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    /// The launch of the main thread is to end.
    pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    /// Launches of the main thread: one in a handler of a signal is inside of another.
    static DEPTH: AtomicU32 = AtomicU32::new(0);
    /// Whether our handler is in place.
    static INSTALLED: AtomicBool = AtomicBool::new(false);

    /// The handler that was there before.
    struct Before(UnsafeCell<MaybeUninit<libc::sigaction>>);

    // SAFETY: it is written by the main thread while our handler is not in place, and read by the handler.
    unsafe impl Sync for Before {}

    static BEFORE: Before = Before(UnsafeCell::new(MaybeUninit::uninit()));

    pub(super) fn is_here() -> bool {
        #[cfg(target_os = "linux")]
        // SAFETY: neither call can fail.
        return unsafe { libc::gettid() == libc::getpid() };
        #[cfg(target_os = "macos")]
        // SAFETY: the call cannot fail.
        return unsafe { libc::pthread_main_np() } != 0;
        #[cfg(not(any(target_os = "linux", target_os = "macos")))]
        return false;
    }

    extern "C" fn interrupt(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        INTERRUPTED.store(true, Ordering::Relaxed);
        // SAFETY: our handler is in place only after `BEFORE` was written, with a handler that is a function.
        unsafe {
            let before = (*BEFORE.0.get()).assume_init_ref();
            if before.sa_flags & libc::SA_SIGINFO != 0 {
                let call: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    std::mem::transmute(before.sa_sigaction);
                call(signal, info, context);
            } else {
                let call: extern "C" fn(c_int) = std::mem::transmute(before.sa_sigaction);
                call(signal);
            }
        }
    }

    pub(super) fn enter() {
        if DEPTH.fetch_add(1, Ordering::Relaxed) > 0 {
            return;
        }
        INTERRUPTED.store(super::ENDED.load(Ordering::Relaxed), Ordering::Relaxed);
        // SAFETY: only the main thread comes here, and our handler is not in place.
        unsafe {
            let before = (*BEFORE.0.get()).as_mut_ptr();
            if libc::sigaction(libc::SIGINT, std::ptr::null(), before) != 0
                || [libc::SIG_DFL, libc::SIG_IGN].contains(&(*before).sa_sigaction)
            {
                return;
            }
            let mut ours = *before;
            ours.sa_sigaction = interrupt as *const () as usize;
            ours.sa_flags |= libc::SA_SIGINFO;
            INSTALLED
                .store(libc::sigaction(libc::SIGINT, &ours, std::ptr::null_mut()) == 0, Ordering::Relaxed);
        }
    }

    pub(super) fn leave() {
        if DEPTH.fetch_sub(1, Ordering::Relaxed) > 1 || !INSTALLED.swap(false, Ordering::Relaxed) {
            return;
        }
        // SAFETY: `BEFORE` was written when our handler was put in place.
        unsafe {
            let mut current = MaybeUninit::<libc::sigaction>::uninit();
            let known = libc::sigaction(libc::SIGINT, std::ptr::null(), current.as_mut_ptr()) == 0;
            // A handler that Python put in place meanwhile stays.
            if known && current.assume_init_ref().sa_sigaction == interrupt as *const () as usize {
                libc::sigaction(libc::SIGINT, (*BEFORE.0.get()).as_ptr(), std::ptr::null_mut());
            }
        }
    }
}

#[cfg(not(unix))]
mod main {
    use std::sync::atomic::AtomicBool;

    pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

    pub(super) fn is_here() -> bool {
        false
    }

    pub(super) fn enter() {}

    pub(super) fn leave() {}
}
