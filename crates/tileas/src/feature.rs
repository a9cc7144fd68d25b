//! Features that only some targets have.

/// A feature that only some targets have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Barriers in shared memory on which copies arrive.
    Mbarriers,
    /// Thread blocks that can access each other's shared memory.
    Clusters,
    /// Copies of boxes by tensor maps.
    TensorMaps,
    /// Copies of rows that are selected one by one (gather).
    GatheredBoxes,
    /// The same into several thread blocks at once.
    SharedGatheredBoxes,
    /// Copies of boxes of elements of 4 bits, two in a byte.
    PackedBoxes,
    /// Reallocation of registers between warps.
    RegisterBudgets,
    /// Products of warpgroups from shared memory.
    Wgmma,
    /// Memory of the tensor cores, and products into it.
    TensorMemory,
    /// Products of integers into tensor memory.
    IntegerTensorMemory,
    /// `ldmatrix` that transposes bytes.
    ByteMatrices,
    /// Products of warps with block scales.
    BlockScaledMma,
    /// Launches of thread blocks that others cancel, to do their work.
    LaunchControl,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 13] = [
        Feature::Mbarriers,
        Feature::Clusters,
        Feature::TensorMaps,
        Feature::GatheredBoxes,
        Feature::SharedGatheredBoxes,
        Feature::PackedBoxes,
        Feature::RegisterBudgets,
        Feature::Wgmma,
        Feature::TensorMemory,
        Feature::IntegerTensorMemory,
        Feature::ByteMatrices,
        Feature::BlockScaledMma,
        Feature::LaunchControl,
    ];

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Mbarriers => "mbarriers",
            Feature::Clusters => "clusters",
            Feature::TensorMaps => "tensor maps",
            Feature::GatheredBoxes => "tensor maps that pick rows",
            Feature::SharedGatheredBoxes => "tensor maps that pick rows for several thread blocks",
            Feature::PackedBoxes => "tensor maps of elements of 4 bits",
            Feature::RegisterBudgets => "registers that warps reallocate",
            Feature::Wgmma => "wgmma",
            Feature::TensorMemory => "tensor memory",
            Feature::IntegerTensorMemory => "integer products in tensor memory",
            Feature::ByteMatrices => "transposed bytes by ldmatrix",
            Feature::BlockScaledMma => "block scales in mma.sync",
            Feature::LaunchControl => "cluster launch control",
        }
    }

    /// The compute capabilities that have it (PTX ISA, "Target ISA Notes" of the instructions), lowest first.
    pub fn capabilities(self) -> &'static [u32] {
        match self {
            Feature::Mbarriers => &[80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121],
            Feature::Clusters | Feature::TensorMaps | Feature::RegisterBudgets => {
                &[90, 100, 103, 107, 110, 120, 121]
            }
            Feature::GatheredBoxes
            | Feature::PackedBoxes
            | Feature::ByteMatrices
            | Feature::LaunchControl => &[100, 103, 107, 110, 120, 121],
            Feature::SharedGatheredBoxes | Feature::TensorMemory => &[100, 103, 107, 110],
            Feature::Wgmma => &[90],
            Feature::IntegerTensorMemory => &[100, 110],
            Feature::BlockScaledMma => &[120, 121],
        }
    }

    /// The targets that have it, in words.
    pub fn targets(self) -> String {
        let name = |&capability: &u32| format!("sm_{capability}{}", if capability >= 90 { "a" } else { "" });
        let names: Vec<String> = self.capabilities().iter().map(name).collect();
        names.join(", ")
    }
}
