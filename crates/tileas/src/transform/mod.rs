//! Passes of level 3.

mod pipeline;

pub(crate) use pipeline::COPY;
pub use pipeline::{Bound, Limits, pipeline};
