//! Generic addresses: each memory space but the global one is a window of them.

/// Bits of an address inside of a window.
pub(crate) const WINDOW_BITS: u32 = 56;
/// The shared memory of the blocks of a cluster: `rank << 24 | offset`.
pub(crate) const SHARED_WINDOW: u64 = 1 << WINDOW_BITS;
/// The local memory of a thread.
pub(crate) const LOCAL_WINDOW: u64 = 2 << WINDOW_BITS;
/// The parameters of the kernel.
pub(crate) const PARAM_WINDOW: u64 = 3 << WINDOW_BITS;
/// Constant memory.
pub(crate) const CONST_WINDOW: u64 = 4 << WINDOW_BITS;
/// Functions, whose addresses are only called.
pub(crate) const CODE_WINDOW: u64 = 5 << WINDOW_BITS;

/// A memory space, as an address names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    Global,
    Shared,
    Local,
    Param,
    Const,
}

impl Window {
    /// The space that a generic address is in.
    pub(crate) const fn of(address: u64) -> Window {
        match address >> WINDOW_BITS {
            1 => Window::Shared,
            2 => Window::Local,
            3 => Window::Param,
            4 => Window::Const,
            _ => Window::Global,
        }
    }

    /// The number that is added to an address of the space to make it generic.
    pub(crate) const fn base(self) -> u64 {
        match self {
            Window::Global => 0,
            Window::Shared => SHARED_WINDOW,
            Window::Local => LOCAL_WINDOW,
            Window::Param => PARAM_WINDOW,
            Window::Const => CONST_WINDOW,
        }
    }

    /// The space's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Window::Global => "global",
            Window::Shared => "shared",
            Window::Local => "local",
            Window::Param => "parameter",
            Window::Const => "constant",
        }
    }
}
