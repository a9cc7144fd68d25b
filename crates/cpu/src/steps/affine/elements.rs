//! The elements of memory that an access touches.

use std::ops::Range;

use super::Computed;
use crate::context::Context;
use crate::memory::order::Order;
use crate::rows;
use crate::steps::pointers;
use crate::steps::window::{Run, Window};

/// Where the elements of a tile are, everything that can fault checked.
#[derive(Debug)]
pub(crate) enum Elements {
    Run(Run),
    Window(Window),
    Computed(Computed),
}

impl Elements {
    /// Number of lanes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Elements::Run(run) => run.len,
            Elements::Window(window) => window.len(),
            Elements::Computed(computed) => computed.len,
        }
    }

    /// As [`Window::run_len`].
    pub(crate) fn run_len(&self) -> usize {
        match self {
            Elements::Run(run) => run.len,
            Elements::Window(window) => window.run_len(),
            Elements::Computed(_) => 1,
        }
    }

    /// The host addresses between which all lanes are; none when that is not known.
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        match self {
            Elements::Run(run) => Some(run.first.addr()..run.lane(run.len).addr()),
            Elements::Window(window) => window.span(),
            Elements::Computed(_) => None,
        }
    }

    /// Whether every lane is where the same lane of other elements is, as far as that is seen.
    pub(crate) fn is_same(&self, other: &Elements) -> bool {
        match (self, other) {
            (Elements::Run(one), Elements::Run(two)) => {
                (one.first, one.len, one.size) == (two.first, two.len, two.size)
            }
            (Elements::Window(one), Elements::Window(two)) => one.is_same(two),
            _ => false,
        }
    }

    /// As [`Window::run`].
    pub(crate) fn run(&self, start: usize, n: usize, write: bool) -> Option<*mut u8> {
        match self {
            Elements::Run(run) => Some(run.lane(start)),
            Elements::Window(window) => window.run(start, n, write),
            Elements::Computed(_) => None,
        }
    }

    /// Copies lanes `start..start + n` to `dst`; those that are not loaded become `padding`, which is a lane.
    ///
    /// # Safety
    /// `dst` is valid for writes of `n` lanes and aligned for them.
    pub(crate) unsafe fn read(&self, ctx: &Context<'_>, start: usize, n: usize, dst: *mut u8, padding: u64) {
        // SAFETY: `dst` is valid for `n` lanes, and `lanes` computed as many.
        unsafe {
            match self {
                Elements::Run(run) => dst.copy_from_nonoverlapping(run.lane(start), n * run.size),
                Elements::Window(window) => window.read(ctx, start, n, dst, padding),
                Elements::Computed(computed) => {
                    rows::fill(computed.elem, dst, n, padding);
                    let loaded = pointers::load(
                        ctx,
                        computed.lanes(start, n),
                        computed.elem,
                        Order::WEAK,
                        pointers::Masked::Stay,
                        dst,
                    );
                    debug_assert!(loaded.is_ok(), "every lane was checked");
                }
            }
        }
    }

    /// Copies `src` to lanes `start..start + n`, except those that are not stored.
    ///
    /// # Safety
    /// `src` is valid for reads of `n` lanes and aligned for them.
    pub(crate) unsafe fn write(&self, ctx: &Context<'_>, start: usize, n: usize, src: *const u8) {
        // SAFETY: `src` is valid for `n` lanes, and `lanes` computed as many.
        unsafe {
            match self {
                Elements::Run(run) => run.lane(start).copy_from_nonoverlapping(src, n * run.size),
                Elements::Window(window) => window.write(ctx, start, n, src),
                Elements::Computed(computed) => {
                    let lanes = computed.lanes(start, n);
                    let stored = pointers::store(ctx, lanes, computed.elem, Order::WEAK, src);
                    debug_assert!(stored.is_ok(), "every lane was checked");
                }
            }
        }
    }
}
