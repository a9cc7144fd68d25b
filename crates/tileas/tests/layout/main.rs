//! Layouts: laws of the algebra, and conversions and accesses performed on plain arrays.

mod algebra;
mod boxes;
mod constructors;
mod conversions;
mod descriptors;
mod dimensions;
mod documentation;
mod fragments;
mod random;
mod rounds;
mod shared;
mod tensor_access;
mod tensor_memory;
mod text;
