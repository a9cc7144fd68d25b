//! Passes of level 3.

mod pipeline;

pub(crate) use pipeline::COPY;
pub use pipeline::{BOUNDS, Bound, Limits, pipeline};
