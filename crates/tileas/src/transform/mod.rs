//! Passes of level 3.

mod pipeline;

pub use pipeline::{Limits, copy_bytes, pipeline};
