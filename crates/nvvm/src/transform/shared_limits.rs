//! The shared memory of a target, as transforms receive it.

/// Bytes of shared memory that a thread block of a target may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedLimits {
    /// Declared by the module.
    pub declared: u32,
    /// And those that a launch asks for.
    pub all: u32,
}
