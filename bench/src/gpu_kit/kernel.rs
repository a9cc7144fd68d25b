//! A kernel that is timed, as data: its source, the sizes that it runs on, and the arguments of a launch as `kit.json` lists
//! them. The kernels themselves are in `attention`, `products` and `timed`.

use serde_json::{Value, json};

/// A kernel to be timed.
pub(super) struct Timed {
    pub(super) name: String,
    /// The kind of computation, which selects the baseline and the check.
    pub(super) kind: &'static str,
    pub(super) entry: &'static str,
    pub(super) source: From,
    /// The first size is small: it shows that the kernel is right, wherever it runs.
    pub(super) launches: Vec<Value>,
}

/// The source of a kernel.
pub(super) enum From {
    /// A tile program.
    Tiles(String),
    /// A program of level 4 for sm_90a.
    Threads(&'static str),
}

/// A buffer of random numbers with mean 0 and variance 1.
pub(super) fn filled(name: &str, element: &str, shape: &[u64]) -> Value {
    json!({ "buffer": name, "element": element, "shape": shape, "fill": "normal" })
}

/// A buffer of zeros.
pub(super) fn zeros(name: &str, element: &str, shape: &[u64]) -> Value {
    json!({ "buffer": name, "element": element, "shape": shape, "fill": "zeros" })
}

/// A buffer of 0, 1, .. that begins again at a number.
pub(super) fn counted(name: &str, elements: u64, modulo: u64) -> Value {
    json!({ "buffer": name, "element": "i32", "shape": [elements], "fill": "count", "modulo": modulo })
}

/// A scalar argument.
pub(super) fn number(value: u64) -> Value {
    json!({ "bits": value })
}
