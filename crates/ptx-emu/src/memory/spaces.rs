//! Generic addresses: each memory space but the global one is a window of them.

/// Shared memory begins here: the hardware keeps 1 KiB for itself.
pub(crate) const SHARED_BASE: u32 = 1024;
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

/// Memory that an access names: a space, and an address in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) window: Window,
    pub(crate) address: u64,
}

impl Reference {
    /// The memory that an address in a space refers to; generic if there is none.
    pub(crate) const fn new(space: Option<Window>, address: u64) -> Reference {
        match space {
            Some(window) => Reference { window, address },
            None => {
                let window = Window::of(address);
                Reference { window, address: address - window.base() }
            }
        }
    }
}

/// The offset of an address in a block's shared memory.
pub(crate) fn shared_offset(address: u64) -> Option<usize> {
    (address & 0xFF_FFFF).checked_sub(u64::from(SHARED_BASE)).map(|offset| offset as usize)
}

const _: () =
    assert!(SHARED_WINDOW < LOCAL_WINDOW && LOCAL_WINDOW < PARAM_WINDOW && PARAM_WINDOW < CONST_WINDOW);
