//! Properties of targets that this level needs.

pub use crate::feature::Feature;
use crate::layout::MatrixForm;

/// Bytes of shared memory that a thread block of a compute capability (as `80`) may have: those of a multiprocessor, less
/// 1 KB that the system reserves (CUDA programming guide, "Technical Specifications per Compute Capability").
pub fn shared_limit(capability: u32) -> u32 {
    let kilobytes = match capability {
        0..=79 => 64,
        80 | 87 => 163,
        81..=86 | 88 | 89 => 99,
        90..=119 => 227,
        _ => 99,
    };
    kilobytes << 10
}

/// Whether the target has tensor memory, so that warpgroups multiply by `tcgen05` instead of `wgmma`.
pub(crate) fn has_tensor_memory(module: &crate::Module) -> bool {
    capability(module).is_some_and(|one| Feature::TensorMemory.capabilities().contains(&one))
}

/// The forms of matrices that `ldmatrix` loads on the target of a module.
pub fn matrix_forms(module: &crate::Module) -> &'static [MatrixForm] {
    let has_bytes = capability(module).is_some_and(|one| Feature::ByteMatrices.capabilities().contains(&one));
    if has_bytes { MatrixForm::ALL } else { MatrixForm::COMMON }
}

/// The compute capability, as `80`, of the target that a module names.
pub fn capability(module: &crate::Module) -> Option<u32> {
    let name = module.string(module.root, crate::ops::fields::module::target)?;
    let digits: String = module.text(name).chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}
