//! Memory: who sees which bytes, and accesses of a whole warp.

mod access;
mod asynchronous;
mod global;
mod heap;
mod local;
mod rows;
mod spaces;
mod words;

pub(crate) use access::{Bytes, Reference};
pub(crate) use asynchronous::wrong_mbarrier;
pub(crate) use global::Global;
pub(crate) use heap::{HEAP, Heap};
pub(crate) use local::{Local, MOST_STACK, STACK_BASE};
pub(crate) use rows::{Reach, reach};
pub(crate) use spaces::{
    CODE_WINDOW, CONST_WINDOW, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW_BITS, Window,
};
