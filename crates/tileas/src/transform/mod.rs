//! Passes of level 3.

pub mod allocate_shared;
mod pipeline;

pub use allocate_shared::{Room, all_allocated, allocate_shared, is_allocated};
pub(crate) use pipeline::COPY;
pub use pipeline::{Bound, Limits, pipeline};
