//! Launches: workers, and which tile block each of them executes when.

mod block;
mod budget;
pub(crate) mod engine;
mod frame_pool;
mod grid;
mod printer;
mod run_queue;
mod thread_pool;
