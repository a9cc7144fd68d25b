//! Metadata for launching a compiled kernel.

use nvvm::tensor_maps::TensorMap;

/// The launch form of kernels, which determines the arguments of a launch (`docs/launching.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abi {
    /// A launcher that reads the metadata: it passes the threads of a block and the shared memory from there.
    #[default]
    Launcher,
    /// A client that knows nothing of the kernel: it passes a block of one thread and no shared memory. Targets before sm_90 do
    /// not support this, and use the other form.
    DropIn,
}

impl Abi {
    /// Its name on the command line and in metadata.
    pub const fn name(self) -> &'static str {
        match self {
            Abi::Launcher => "launcher",
            Abi::DropIn => "drop-in",
        }
    }
}

/// Launch information of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Threads of a block.
    pub threads: u32,
    /// Blocks of a cluster, which compute a tile block together; a grid still counts tile blocks.
    pub cluster: u32,
    /// Bytes of dynamic shared memory, in addition to those that it declares.
    pub dynamic_shared: u32,
    /// Its grid counts clusters, and the block of its launch is one thread: the driver takes the threads from the kernel.
    pub counts_clusters: bool,
    /// Tensor maps that are parameters after its own, which the launcher computes from the arguments.
    pub tensor_maps: Vec<TensorMap>,
}

impl Kernel {
    /// The launch form: a client that passes a block of one thread and the kernel's own parameters, or only a launcher that
    /// knows all of this.
    pub fn abi(&self) -> Abi {
        let knows_nothing = self.counts_clusters && self.dynamic_shared == 0 && self.tensor_maps.is_empty();
        if knows_nothing { Abi::DropIn } else { Abi::Launcher }
    }

    /// The threads of a block that a launch passes to the driver.
    pub fn launch_threads(&self) -> u32 {
        if self.counts_clusters { 1 } else { self.threads }
    }
}
