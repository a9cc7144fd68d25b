//! What a launch of a compiled kernel has to know.

use nvvm::tensor_maps::TensorMap;

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
    /// Tensor maps that are parameters after its own, which the launcher makes of the arguments.
    pub tensor_maps: Vec<TensorMap>,
}
