//! What a launch of a compiled kernel has to know.

/// How a kernel is launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Threads of a block.
    pub threads: u32,
    /// Blocks of a cluster, which work on a tile block together; a grid counts tile blocks all the same.
    pub cluster: u32,
    /// Bytes of shared memory that it asks for besides those that it declares.
    pub dynamic_shared: u32,
}
