//! Memory: the bytes of global memory, the heap and local memory, and how addresses name them.

mod global;
mod heap;
mod local;
mod spaces;
pub(crate) mod words;

pub(crate) use global::{Global, Span};
pub(crate) use heap::{HEAP, Heap};
pub(crate) use local::{Local, MOST_STACK, STACK_BASE};
pub(crate) use spaces::{
    CODE_WINDOW, CONST_WINDOW, LOCAL_WINDOW, Reference, SHARED_BASE, SHARED_WINDOW, WINDOW_BITS, Window,
    shared_offset,
};
