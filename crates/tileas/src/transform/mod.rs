//! Passes of level 3.

mod pipeline;

pub use pipeline::{BOUNDS, Bound, Limits, pipeline};
