//! What targets have, as far as this level asks.

/// Bytes of shared memory that a thread block of a compute capability (as `80`) may ask for: what a multiprocessor has, less
/// 1 KB that the system keeps (CUDA programming guide, "Technical Specifications per Compute Capability").
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
